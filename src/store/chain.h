/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_CHAIN_H
#define STORE_CHAIN_H

#include "base/hash.h"

#include <stddef.h>
#include <stdint.h>

/*
 * SHA-256 over lists of fields, and the chain of a run's results:
 *
 *     start   = H("assay run 1", spec, attempts, models, problems)
 *     chain_1 = H("assay result 1", start, result 1, its call's key and sha)
 *     chain_n = H("assay result 1", chain_{n-1}, result n, ...)
 *
 * The sha of a call covers all that the journal keeps of it (journal.c);
 * results.c has the fields of a result. Every text goes in with its length
 * before it, a missing one with a length that no text has, numbers as 8 bytes,
 * high byte first: no two lists of fields are the same bytes.
 *
 * Changing the fields, or their order, changes every existing chain: that needs
 * a new tag, and a store of a new version.
 */

#define CHAIN_BYTES 32

struct chain {
    struct evp_md_st *md;
    struct evp_md_ctx_st *ctx;
    size_t n; /* bytes of `fields`, which are many and small, not yet hashed */
    unsigned char fields[1024];
};

void chain_open(struct chain *c);
void chain_close(struct chain *c);

/* ---- fields, between begin and end ---- */

void chain_begin(struct chain *c, const char *tag);
void chain_u64(struct chain *c, uint64_t v);
void chain_known(struct chain *c, int64_t v); /* all below 0 are the same */
void chain_bytes(struct chain *c, const void *data, size_t n); /* or NULL */
void chain_text(struct chain *c, const char *s);               /* or NULL */
void chain_hash(struct chain *c, struct hash128 h);
void chain_end(struct chain *c, unsigned char out[CHAIN_BYTES]);

/* ---- what runs begin with ---- */

/* Compute the sha of a problem's text alone, as sha256sum does. */
void chain_problem(struct chain *c, const char *json,
                   unsigned char out[CHAIN_BYTES]);

struct chain_run {
    const char *spec;
    uint64_t attempts;
    const char *const *models;
    size_t n_models;
    const char *const *problems;
    size_t n_problems;
};

void chain_start(struct chain *c, const struct chain_run *run,
                 unsigned char out[CHAIN_BYTES]);

#endif
