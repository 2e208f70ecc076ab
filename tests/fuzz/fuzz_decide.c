/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Deciding: two texts with a newline between. Equality is reflexive and
 * symmetric, and neither more work (which buys more precision) nor other
 * points turn a yes into a no.
 */
#include "base/limits.h"
#include "math/decide/decide.h"
#include "math/flint.h"
#include "math/read/read.h"
#include "math/tree/print.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum truth equal(struct arena *a, const struct expr *x,
                        const struct expr *y, uint64_t seed, uint64_t limit)
{
    struct decide_options opt = { .seed = seed };
    struct work w = { .limit = limit };
    struct decision d = decide_equal(a, x, y, &opt, &w);

    if (!d.by || !d.why)
        abort();
    if (d.equal == TRUTH_UNKNOWN && !*d.why)
        abort();
    return d.equal;
}

static bool contradict(enum truth x, enum truth y)
{
    return x != TRUTH_UNKNOWN && y != TRUTH_UNKNOWN && x != y;
}

static void complain(struct arena *a, const char *what, const struct expr *x,
                     const struct expr *y)
{
    fprintf(stderr, "%s: %s and %s\n", what, print_expr(a, x),
            print_expr(a, y));
    abort();
}

static void check(struct arena *a, const struct expr *x, const struct expr *y)
{
    enum truth full = equal(a, x, y, 0, LIMIT_WORK);

    if (equal(a, x, x, 0, LIMIT_WORK) == TRUTH_NO)
        complain(a, "not equal to itself", x, x);
    if (contradict(full, equal(a, y, x, 0, LIMIT_WORK)))
        complain(a, "not symmetric", x, y);
    if (contradict(full, equal(a, x, y, 1, LIMIT_WORK)))
        complain(a, "other points, other answer", x, y);
    if (contradict(full, equal(a, x, y, 0, LIMIT_WORK / 20)))
        complain(a, "more work, other answer", x, y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *cut = size ? memchr(data, '\n', size) : NULL;
    struct arena a = { 0 };
    const struct expr *x, *y;
    struct err e;
    size_t n;

    if (!cut)
        return 0;
    n = (size_t)(cut - data);
    if (read_expr(&a, (const char *)data, n, NULL, &x, &e) &&
        read_expr(&a, (const char *)cut + 1, size - n - 1, NULL, &y, &e) &&
        expr_is_value(x) && expr_is_value(y))
        check(&a, x, y);
    arena_clear(&a);
    flint_cleanup();
    return 0;
}
