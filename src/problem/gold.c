/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/gold.h"
#include "base/str.h"
#include "problem/canonical.h"

static const struct {
    const char *hash, *why;
} golds[] = {
#include "problem/golds.inc"
};

const char *gold_fault(const struct problem *p)
{
    char hex[HASH_HEX_SIZE];
    struct canonical c;

    canonical_problem(&c, p);
    hash_hex(c.statement, hex);
    for (size_t i = 0; i < sizeof(golds) / sizeof(golds[0]); i++)
        if (str_eq(golds[i].hash, hex))
            return golds[i].why;
    return NULL;
}
