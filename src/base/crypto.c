/* SPDX-License-Identifier: Apache-2.0 */

/*
 * libcrypto, loaded when something is first hashed: most commands hash nothing,
 * and it is a seventh of their memory. Each function here passes on to the one of
 * its name, so that everything else calls libcrypto as if it were linked, checked
 * by its own headers. What is not listed is not linked either.
 */
#include "base/library.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <unistd.h>

#if OPENSSL_VERSION_MAJOR != 3
# error "crypto() loads libcrypto.so.3: name the one of these headers there"
#endif

#define FUNCTIONS(X)   \
 X(EVP_MD_fetch)       \
 X(EVP_MD_free)        \
 X(EVP_MD_CTX_new)     \
 X(EVP_MD_CTX_free)    \
 X(EVP_DigestInit_ex2) \
 X(EVP_DigestUpdate)   \
 X(EVP_DigestFinal_ex) \
 X(EVP_Digest)         \
 X(EVP_sha256)         \
 X(EVP_EncodeBlock)    \
 X(HMAC)               \
 X(CRYPTO_memcmp)      \
 X(OPENSSL_cleanse)

struct functions {
#define POINTER(name) __typeof__(name) *name;
    FUNCTIONS(POINTER)
#undef POINTER
};

/* The package needs it: without it nothing can be done. */
static const struct functions *crypto(void)
{
#define NAME(name) #name,
    static const char *const names[] = { FUNCTIONS(NAME) };
#undef NAME
    static const char *const files[] = { LIBRARY_FILE("crypto", "3"), NULL };
    static struct functions all;
    static struct library library = { .files = files,
                                      .package = "libssl3",
                                      .names = names,
                                      .n = sizeof(names) / sizeof(names[0]),
                                      .into = &all,
                                      .lock = PTHREAD_MUTEX_INITIALIZER };
    struct err e;

    if (!library_open(&library, &e)) {
        fprintf(stderr, "assay: %s\n", e.msg);
        _exit(3);
    }
    return &all;
}

/* ---- hashing ---- */

EVP_MD *EVP_MD_fetch(OSSL_LIB_CTX *ctx, const char *name, const char *how)
{
    return crypto()->EVP_MD_fetch(ctx, name, how);
}

void EVP_MD_free(EVP_MD *md)
{
    if (md)
        crypto()->EVP_MD_free(md);
}

EVP_MD_CTX *EVP_MD_CTX_new(void)
{
    return crypto()->EVP_MD_CTX_new();
}

void EVP_MD_CTX_free(EVP_MD_CTX *ctx)
{
    if (ctx)
        crypto()->EVP_MD_CTX_free(ctx);
}

int EVP_DigestInit_ex2(EVP_MD_CTX *ctx, const EVP_MD *type,
                       const OSSL_PARAM params[])
{
    return crypto()->EVP_DigestInit_ex2(ctx, type, params);
}

int EVP_DigestUpdate(EVP_MD_CTX *ctx, const void *data, size_t n)
{
    return crypto()->EVP_DigestUpdate(ctx, data, n);
}

int EVP_DigestFinal_ex(EVP_MD_CTX *ctx, unsigned char *out, unsigned *n)
{
    return crypto()->EVP_DigestFinal_ex(ctx, out, n);
}

const EVP_MD *EVP_sha256(void)
{
    return crypto()->EVP_sha256();
}

int EVP_Digest(const void *data, size_t n, unsigned char *out, unsigned *n_out,
               const EVP_MD *type, ENGINE *engine)
{
    return crypto()->EVP_Digest(data, n, out, n_out, type, engine);
}

unsigned char *HMAC(const EVP_MD *md, const void *key, int key_n,
                    const unsigned char *data, size_t n, unsigned char *out,
                    unsigned *n_out)
{
    return crypto()->HMAC(md, key, key_n, data, n, out, n_out);
}

/* ---- bytes ---- */

int EVP_EncodeBlock(unsigned char *out, const unsigned char *bytes, int n)
{
    return crypto()->EVP_EncodeBlock(out, bytes, n);
}

int CRYPTO_memcmp(const void *a, const void *b, size_t n)
{
    return crypto()->CRYPTO_memcmp(a, b, n);
}

void OPENSSL_cleanse(void *bytes, size_t n)
{
    crypto()->OPENSSL_cleanse(bytes, n);
}
