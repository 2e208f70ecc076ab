/* SPDX-License-Identifier: Apache-2.0 */
#include "store/chain.h"
#include "base/err.h"

#include <openssl/evp.h>
#include <string.h>

/* Who looks at a store alone hashes nothing, and what the library makes for that
 * takes as long as the looking. */
void chain_open(struct chain *c)
{
    *c = (struct chain){ 0 };
}

static void need_library(struct chain *c)
{
    if (c->ctx)
        return;
    c->md = EVP_MD_fetch(NULL, "SHA256", NULL);
    c->ctx = EVP_MD_CTX_new();
    INVARIANT(c->md && c->ctx);
}

void chain_close(struct chain *c)
{
    EVP_MD_CTX_free(c->ctx);
    EVP_MD_free(c->md);
    chain_open(c);
}

/* ---- fields ---- */

static void store_chain_start(struct chain *c)
{
    need_library(c);
    INVARIANT(EVP_DigestInit_ex2(c->ctx, c->md, NULL) == 1);
    c->n = 0;
}

static void hash(struct chain *c, const void *data, size_t n)
{
    INVARIANT(EVP_DigestUpdate(c->ctx, data, n) == 1);
}

static void hash_fields(struct chain *c)
{
    hash(c, c->fields, c->n);
    c->n = 0;
}

static void chain_add(struct chain *c, const void *data, size_t n)
{
    if (n > sizeof(c->fields) - c->n)
        hash_fields(c);
    if (n > sizeof(c->fields)) {
        hash(c, data, n);
        return;
    }
    memcpy(c->fields + c->n, data, n);
    c->n += n;
}

void chain_begin(struct chain *c, const char *tag)
{
    store_chain_start(c);
    chain_text(c, tag);
}

void chain_u64(struct chain *c, uint64_t v)
{
    unsigned char b[8];

    for (int i = 0; i < 8; i++)
        b[i] = (unsigned char)(v >> (56 - 8 * i));
    chain_add(c, b, sizeof(b));
}

void chain_known(struct chain *c, int64_t v)
{
    chain_u64(c, v < 0 ? UINT64_MAX : (uint64_t)v);
}

void chain_bytes(struct chain *c, const void *data, size_t n)
{
    if (!data) {
        chain_u64(c, UINT64_MAX);
        return;
    }
    chain_u64(c, n);
    chain_add(c, data, n);
}

void chain_text(struct chain *c, const char *s)
{
    chain_bytes(c, s, s ? strlen(s) : 0);
}

void chain_hash(struct chain *c, struct hash128 h)
{
    chain_u64(c, h.high);
    chain_u64(c, h.low);
}

void chain_end(struct chain *c, unsigned char out[CHAIN_BYTES])
{
    unsigned n = 0;

    hash_fields(c);
    INVARIANT(EVP_DigestFinal_ex(c->ctx, out, &n) == 1 && n == CHAIN_BYTES);
}

/* ---- what runs begin with ---- */

void chain_problem(struct chain *c, const char *json,
                   unsigned char out[CHAIN_BYTES])
{
    store_chain_start(c);
    chain_add(c, json, strlen(json));
    chain_end(c, out);
}

void chain_start(struct chain *c, const struct chain_run *run,
                 unsigned char out[CHAIN_BYTES])
{
    chain_begin(c, "assay run 1");
    chain_text(c, run->spec);
    chain_u64(c, run->attempts);
    chain_u64(c, run->n_models);
    for (size_t i = 0; i < run->n_models; i++)
        chain_text(c, run->models[i]);
    chain_u64(c, run->n_problems);
    for (size_t i = 0; i < run->n_problems; i++)
        chain_text(c, run->problems[i]);
    chain_end(c, out);
}
