/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hash.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

static struct hash128 from_xxh(XXH128_hash_t h)
{
    return (struct hash128){ h.high64, h.low64 };
}

struct hash128 hash_bytes(const void *data, size_t n)
{
    return from_xxh(XXH3_128bits(n ? data : "", n));
}

void hasher_open(struct hasher *h)
{
    h->state = XXH3_createState();
    if (!h->state)
        out_of_memory();
    XXH3_128bits_reset(h->state);
}

/* Little-endian by construction: the hash is the same on every machine. */
void hasher_u64(struct hasher *h, uint64_t v)
{
    unsigned char b[8];

    for (int i = 0; i < 8; i++)
        b[i] = (unsigned char)(v >> (8 * i));
    XXH3_128bits_update(h->state, b, sizeof(b));
}

void hasher_raw(struct hasher *h, const void *data, size_t n)
{
    if (n)
        XXH3_128bits_update(h->state, data, n);
}

void hasher_bytes(struct hasher *h, const void *data, size_t n)
{
    hasher_u64(h, n);
    hasher_raw(h, data, n);
}

void hasher_text(struct hasher *h, const char *s)
{
    hasher_bytes(h, s, s ? strlen(s) : 0);
}

struct hash128 hasher_close(struct hasher *h)
{
    struct hash128 out = from_xxh(XXH3_128bits_digest(h->state));

    XXH3_freeState(h->state);
    h->state = NULL;
    return out;
}

struct hash128 hash_list(const char *fields, ...)
{
    struct hasher h;
    va_list ap;

    hasher_open(&h);
    va_start(ap, fields);
    for (const char *s = fields; (s = strchr(s, '%')); s++)
        if (s[1] == 's')
            hasher_text(&h, va_arg(ap, const char *));
        else
            hasher_u64(&h, va_arg(ap, size_t));
    va_end(ap);
    return hasher_close(&h);
}

char *hash_hex(struct hash128 h, char out[HASH_HEX_SIZE])
{
    snprintf(out, HASH_HEX_SIZE, "%016llx%016llx", (unsigned long long)h.high,
             (unsigned long long)h.low);
    return out;
}

int hash_compare(struct hash128 a, struct hash128 b)
{
    return a.high != b.high ? (a.high > b.high) - (a.high < b.high)
                            : (a.low > b.low) - (a.low < b.low);
}
