/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/secret.h"
#include "base/system.h"

#include <errno.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <string.h>

/* The alphabet of URLs (RFC 4648, 5); 32 bytes are 43 letters. */
static void write_letters(const unsigned char in[TOKEN_SHA],
                          char out[SECRET_LETTERS + 1])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "abcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t n = 0;
    unsigned bits = 0, have = 0;

    for (size_t i = 0; i < TOKEN_SHA; i++) {
        bits = bits << 8 | in[i];
        for (have += 8; have >= 6; have -= 6)
            out[n++] = letters[bits >> (have - 6) & 63];
    }
    out[n++] = letters[bits << (6 - have) & 63];
    INVARIANT(n == SECRET_LETTERS);
    out[n] = '\0';
}

bool secret_make(char out[SECRET_LETTERS + 1], struct err *e)
{
    unsigned char bytes[TOKEN_SHA];

    if (!system_random(bytes, sizeof(bytes)))
        return err_set(e, ERR_IO,
                       "could not get random bytes from the system: %s",
                       strerror(errno));
    write_letters(bytes, out);
    OPENSSL_cleanse(bytes, sizeof(bytes));
    return true;
}

void secret_sha(const char *secret, unsigned char out[TOKEN_SHA])
{
    unsigned n = 0;

    INVARIANT(EVP_Digest(secret, strlen(secret), out, &n, EVP_sha256(), NULL) ==
                  1 &&
              n == TOKEN_SHA);
}

void secret_csrf(const char *token, char out[SECRET_LETTERS + 1])
{
    static const unsigned char what[] = "assay form 1";
    unsigned char mac[TOKEN_SHA];
    unsigned n = 0;

    INVARIANT(HMAC(EVP_sha256(), token, (int)strlen(token), what,
                   sizeof(what) - 1, mac, &n) &&
              n == TOKEN_SHA);
    write_letters(mac, out);
}

bool secret_equal(const char *a, const char *b)
{
    size_t n = strlen(a);

    return n == strlen(b) && CRYPTO_memcmp(a, b, n) == 0;
}
