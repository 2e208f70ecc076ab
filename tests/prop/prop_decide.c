/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Equality over random formulas: what a rule of mathematics rewrites stays
 * equal, what a slip of the pen changes is proved different, and what is
 * printed or typed reads back. ASSAY_SOAK=1 runs the full counts.
 *
 * "Unknown" is no failure by itself, but is counted: at most one in a
 * hundred. A wrong "yes" or "no" is printed with both sides.
 */
#include "../lib/random_expr.h"
#include "../lib/rewrite.h"
#include "../lib/sample.h"
#include "../lib/surface.h"
#include "base/limits.h"
#include "math/decide/decide.h"
#include "math/read/read.h"
#include "math/tree/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SOAK_FACTOR 40

/* One random case: a formula, and what changes it. */
struct random_case {
    struct arena arena;
    struct rng rng;
    struct rewrite rewrite;
    struct decide_options opt;
    uint64_t index;
};

struct tally {
    const char *name;
    uint64_t cases, unknown, wrong;
};

static uint64_t count_of(uint64_t n)
{
    return getenv("ASSAY_SOAK") ? n * SOAK_FACTOR : n;
}

static void begin(struct random_case *c, const char *test, uint64_t index)
{
    *c = (struct random_case){ .index = index };
    c->rng = random_stream(test, index);
    c->opt.positive = rng_below(&c->rng, 2) == 0;
    c->rewrite.arena = &c->arena;
    c->rewrite.rng = &c->rng;
    c->rewrite.positive = c->opt.positive;
}

static void end(struct random_case *c)
{
    arena_clear(&c->arena);
}

/* A formula that has values; every seventh is a constant. */
static const struct expr *formula(struct random_case *c, unsigned depth)
{
    const struct expr *x;

    do {
        x = c->index % 7 == 6 ? random_constant(&c->arena, &c->rng, depth)
                              : random_expr(&c->arena, &c->rng, depth);
    } while (sample_values(x) < SAMPLE_POINTS || expr_size(x) > 120);
    return x;
}

/* x rewritten; x itself where that has lost its value, as 1/0^{-2} has. */
static const struct expr *rewritten(struct random_case *c, const struct expr *x,
                                    unsigned steps)
{
    const struct expr *y = rewrite_often(&c->rewrite, x, steps);

    return sample_values(y) < SAMPLE_POINTS ? x : y;
}

static enum truth equal(struct random_case *c, const struct expr *x,
                        const struct expr *y)
{
    struct work w = { .limit = LIMIT_WORK };

    return decide_equal(&c->arena, x, y, &c->opt, &w).equal;
}

/* Count what was said; print what may not be. */
static void expect(struct tally *t, struct random_case *c, enum truth got,
                   enum truth want, const struct expr *x, const struct expr *y)
{
    static const char *const names[] = { "no", "yes", "unknown" };

    t->cases++;
    if (got == want)
        return;
    t->unknown += got == TRUTH_UNKNOWN;
    t->wrong += got != TRUTH_UNKNOWN;
    if (got != TRUTH_UNKNOWN || getenv("ASSAY_SHOW"))
        print_message("# %s %llu%s: %s for\n#   %s\n#   %s\n", t->name,
                      (unsigned long long)c->index,
                      c->opt.positive ? ", positive" : "", names[got],
                      print_expr(&c->arena, x), print_expr(&c->arena, y));
}

static void report(const struct tally *t)
{
    print_message("# figure: %s: %llu cases, %llu unknown, %llu wrong\n",
                  t->name, (unsigned long long)t->cases,
                  (unsigned long long)t->unknown, (unsigned long long)t->wrong);
    assert_true(t->cases > 0);
    assert_int_equal(t->wrong, 0);
    assert_true(t->unknown * 100 <= t->cases);
}

/* ---- equal ---- */

static void rewritten_formulas_are_equal(void **state)
{
    struct tally t = { .name = "rewritten" };
    uint64_t n = count_of(2500);

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        struct random_case c;
        const struct expr *x, *y;

        begin(&c, "rewritten", i);
        x = formula(&c, 2 + (unsigned)(i % 3));
        y = rewritten(&c, x, 1 + (unsigned)(i % 6));
        /* The rules themselves are on trial here. */
        if (sample_differ(x, y) == TRUTH_YES)
            fail_msg("%llu: the rule \"%s\" is wrong: %s and %s",
                     (unsigned long long)i, c.rewrite.rule,
                     print_expr(&c.arena, x), print_expr(&c.arena, y));
        expect(&t, &c, equal(&c, x, y), TRUTH_YES, x, y);
        end(&c);
    }
    report(&t);
}

#define CHAIN 5

/* Every two links of a chain of rewritings, in either order. */
static void equality_is_transitive_and_symmetric(void **state)
{
    struct tally t = { .name = "chains" };
    uint64_t n = count_of(60);

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        const struct expr *link[CHAIN];
        struct random_case c;

        begin(&c, "chains", i);
        link[0] = formula(&c, 3);
        for (int k = 1; k < CHAIN; k++)
            link[k] = rewritten(&c, link[k - 1], 2);
        for (int j = 0; j < CHAIN; j++)
            for (int k = 0; k < CHAIN; k++)
                expect(&t, &c, equal(&c, link[j], link[k]), TRUTH_YES, link[j],
                       link[k]);
        end(&c);
    }
    report(&t);
}

/* ---- different ---- */

/* sin(n pi) is zero for whole n, which n may mean: no mutant of such. */
static bool is_pi(const struct expr *x)
{
    return x->op == EXPR_CONSTANT && x->constant == CONSTANT_PI;
}

static bool is_n(const struct expr *x)
{
    return x->op == EXPR_SYMBOL && strcmp(x->name, "n") == 0;
}

static bool for_whole_numbers(const struct expr *x)
{
    return expr_any(x, is_pi) && expr_any(x, is_n);
}

static void mutants_are_different(void **state)
{
    struct tally t = { .name = "mutants" };
    uint64_t n = count_of(3000), skipped = 0;

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        struct random_case c;
        const struct expr *x, *y, *z;

        begin(&c, "mutants", i);
        x = formula(&c, 2 + (unsigned)(i % 3));
        y = mutate_once(&c.rewrite, x);
        if (y && i % 2)
            y = rewrite_often(&c.rewrite, y, 2);
        z = y && sample_differ(x, y) == TRUTH_YES && !for_whole_numbers(x)
                ? y
                : NULL;
        skipped += !z;
        if (z) {
            enum truth there = equal(&c, x, z), back = equal(&c, z, x);

            expect(&t, &c, there, TRUTH_NO, x, z);
            expect(&t, &c, back, TRUTH_NO, z, x);
            if (there != back)
                fail_msg("not symmetric: %s and %s", print_expr(&c.arena, x),
                         print_expr(&c.arena, z));
        }
        end(&c);
    }
    print_message("# figure: mutants that happen to be equal or nowhere "
                  "defined: %llu of %llu\n",
                  (unsigned long long)skipped, (unsigned long long)n);
    assert_true(skipped * 5 < n);
    report(&t);
}

/* Something positive, down to 10^-100; or its inverse. */
static const struct expr *speck(struct random_case *c, bool inverse)
{
    struct arena *a = &c->arena;
    const struct expr *k = expr_integer(a, rng_range(&c->rng, 20, 70)), *f;
    const struct expr *up = inverse ? k : expr_unary(a, EXPR_NEG, k);
    struct expr *factorial = expr_unary(a, EXPR_FACTORIAL, k);

    factorial->degree = 1;
    f = factorial;
    switch (rng_below(&c->rng, 4)) {
    case 0: return expr_binary(a, EXPR_POW, expr_integer(a, 10), up);
    case 1: return expr_binary(a, EXPR_POW, expr_constant(a, CONSTANT_E), up);
    case 2: return expr_call(a, FN_EXP, &up, 1);
    default:
        return inverse ? f : expr_binary(a, EXPR_DIV, expr_integer(a, 1), f);
    }
}

/* No two are equal because their difference is small: u and u + e^{-60}, or
 * v and v + u for v = 60!. */
static void small_differences_are_seen(void **state)
{
    struct tally t = { .name = "specks" };
    uint64_t n = count_of(600);

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        const struct expr *x, *y, *z;
        struct random_case c;

        begin(&c, "specks", i);
        do {
            x = formula(&c, 1 + (unsigned)(i % 3));
        } while (!sample_is_modest(x));
        y = speck(&c, i % 2);
        z = expr_binary(&c.arena, EXPR_ADD, x, y);
        if (i % 2)
            x = y;
        expect(&t, &c, equal(&c, x, z), TRUTH_NO, x, z);
        expect(&t, &c, equal(&c, z, x), TRUTH_NO, z, x);
        end(&c);
    }
    report(&t);
}

static bool contradict(enum truth x, enum truth y)
{
    return x != y && x != TRUTH_UNKNOWN && y != TRUTH_UNKNOWN;
}

/* Other points, and less work, may leave a question open, but do not turn a
 * yes into a no. */
static void other_points_say_the_same(void **state)
{
    uint64_t n = count_of(300), turned = 0;

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        struct random_case c;
        const struct expr *x, *y;
        enum truth first, other, poor;
        struct work w = { .limit = LIMIT_WORK / 50 };

        begin(&c, "points", i);
        x = formula(&c, 3);
        y = i % 2 ? mutate_once(&c.rewrite, x) : rewritten(&c, x, 3);
        if (y && !for_whole_numbers(x)) {
            first = equal(&c, x, y);
            poor = decide_equal(&c.arena, x, y, &c.opt, &w).equal;
            c.opt.seed = 1 + i;
            other = equal(&c, x, y);
            if (contradict(first, other) || contradict(first, poor)) {
                turned++;
                print_message("# %llu: %d, with other points %d, with less "
                              "work %d:\n#   %s\n#   %s\n",
                              (unsigned long long)i, first, other, poor,
                              print_expr(&c.arena, x), print_expr(&c.arena, y));
            }
        }
        end(&c);
    }
    assert_int_equal(turned, 0);
}

/* ---- printing and reading ---- */

static const struct expr *read_back(struct random_case *c, const char *text,
                                    const char *style)
{
    const struct expr *x;
    struct err e;

    if (!read_expr(&c->arena, text, strlen(text), NULL, &x, &e))
        fail_msg("%s %llu: %s: %s", style, (unsigned long long)c->index, e.msg,
                 text);
    return x;
}

static void printing_is_a_fixed_point(void **state)
{
    uint64_t n = count_of(3000);

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        const struct expr *x, *y;
        struct random_case c;
        const char *text, *again;

        begin(&c, "printed", i);
        x = formula(&c, 2 + (unsigned)(i % 4));
        x = rewrite_often(&c.rewrite, x, (unsigned)(i % 3));
        text = print_expr(&c.arena, x);
        y = read_back(&c, text, "printed");
        again = print_expr(&c.arena, y);
        if (strcmp(text, again) != 0)
            fail_msg("%llu: %s prints back as %s", (unsigned long long)i, text,
                     again);
        if (!expr_same(x, y))
            fail_msg("%llu: %s reads as another tree", (unsigned long long)i,
                     text);
        end(&c);
    }
    print_message("# figure: printed, read and printed again: %llu formulas\n",
                  (unsigned long long)n);
}

static void styles_read_alike(void **state)
{
    struct tally t = { .name = "styles" };
    uint64_t n = count_of(400);

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        struct random_case c;
        const struct expr *x, *y;

        begin(&c, "styles", i);
        x = formula(&c, 2 + (unsigned)(i % 3));
        for (int k = 0; k < SURFACES; k++) {
            enum surface style = (enum surface)k;
            const char *text = surface_write(&c.arena, x, style);
            enum truth got;

            y = read_back(&c, text, surface_name(style));
            got = equal(&c, x, y);
            expect(&t, &c, got, TRUTH_YES, x, y);
            if (got != TRUTH_YES)
                print_message("#   was written %s\n", text);
        }
        end(&c);
    }
    report(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rewritten_formulas_are_equal),
        cmocka_unit_test(equality_is_transitive_and_symmetric),
        cmocka_unit_test(mutants_are_different),
        cmocka_unit_test(small_differences_are_seen),
        cmocka_unit_test(other_points_say_the_same),
        cmocka_unit_test(printing_is_a_fixed_point),
        cmocka_unit_test(styles_read_alike),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    flint_cleanup();
    return failed;
}
