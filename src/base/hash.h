/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

/*
 * 128-bit hashes (XXH3): the same on every machine, fast, not cryptographic.
 *
 * A hasher takes fields one by one and puts each field's length before its
 * bytes, so that ("ab", "c") and ("a", "bc") differ.
 */

struct hash128 {
    uint64_t high, low;
};

struct hash128 hash_bytes(const void *data, size_t n);

/* Returns less than, equal to or more than 0, to sort by. */
int hash_compare(struct hash128 a, struct hash128 b);

struct hasher {
    struct XXH3_state_s *state;
};

void hasher_open(struct hasher *h);
void hasher_bytes(struct hasher *h, const void *data, size_t n);
void hasher_text(struct hasher *h, const char *s); /* NULL: "" */
void hasher_u64(struct hasher *h, uint64_t v);
/* The bytes alone: of parts added one by one the hash is that of hash_bytes()
 * on all of them. */
void hasher_raw(struct hasher *h, const void *data, size_t n);
struct hash128 hasher_close(struct hasher *h);

/* Returns the hash of these fields: "%s" is a text, "%zu" a number; blanks part
 * them. */
struct hash128 hash_list(const char *fields, ...) PRINTF(1, 2);

#define HASH_HEX_SIZE 33 /* 32 hexadecimal digits and a NUL */

/* Writes lower-case hexadecimal digits, the high half first. Returns out. */
char *hash_hex(struct hash128 h, char out[HASH_HEX_SIZE]);

#endif
