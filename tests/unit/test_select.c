/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Selection on a population made by hand: 101 problems, so that the 1st
 * percentile is the second smallest value and the 99th the second largest.
 */
#include "evolve/select/select.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { N = 101 };

struct population {
    struct features f[N];
    struct fitness score[N];
    struct weights w;
    struct select_options o;
    struct selection out[N];
};

static void set(struct features *f, enum feature which, double v)
{
    f->v[which] = v;
    f->has[which] = true;
}

/*
 * Noise rises from 0 to 100 (more is harder: problem 0 is deficient), words
 * too (less is harder: problem 100 is deficient), entropy falls (weight 0: it
 * does not judge), variables are the same for all, equations are known of
 * problems 40 to 60 alone (less is harder; 60 is deficient). Scores are 0 but
 * for problem 7, at the threshold, and 8, below it.
 */
static void populate(struct population *p)
{
    *p = (struct population){ .o = { -0.5, 0.01 } };
    for (size_t i = 0; i < N; i++) {
        set(&p->f[i], FEATURE_NOISE, (double)i);
        set(&p->f[i], FEATURE_WORDS, (double)i);
        set(&p->f[i], FEATURE_ENTROPY, (double)(N - i));
        set(&p->f[i], FEATURE_VARIABLES, 5);
        if (i >= 40 && i <= 60)
            set(&p->f[i], FEATURE_EQUATIONS, (double)i);
        else
            p->f[i].v[FEATURE_EQUATIONS] = 1e9; /* must not be looked at */
    }
    p->score[7].score = -0.5;
    p->score[8].score = -0.51;
    p->w.of[FEATURE_NOISE] = (struct weight){ 0, 0, 0.5, true };
    p->w.of[FEATURE_WORDS] = (struct weight){ 0, 0, -0.2, true };
    p->w.of[FEATURE_VARIABLES] = (struct weight){ 0, 0, 0.2, true };
    p->w.of[FEATURE_EQUATIONS] = (struct weight){ 0, 0, -0.1, true };
    p->w.of[FEATURE_ENTROPY] = (struct weight){ 0, 0, 0, true };
    p->w.of[FEATURE_DEPTH] = (struct weight){ 0, 0, 0.3, true }; /* missing */
}

static void split(struct population *p)
{
    select_split(p->f, p->score, N, &p->w, &p->o, p->out);
}

/* Which problems are rejected, "0 8 60 100". */
static void check_rejected(const struct population *p, const char *want)
{
    struct arena a = { 0 };
    struct str s = str_in(&a);

    for (size_t i = 0; i < N; i++)
        if (!p->out[i].kept)
            str_addf(&s, "%s%zu", s.n ? " " : "", i);
    assert_string_equal(str_get(&s), want);
    arena_clear(&a);
}

static void by_hand(void **state)
{
    struct population p;

    (void)state;
    populate(&p);
    split(&p);
    check_rejected(&p, "0 8 60 100");
    for (size_t i = 0; i < N; i++) {
        const struct selection *s = &p.out[i];

        assert_int_equal(s->low_score, i == 8);
        for (int k = 0; k < FEATURES; k++) {
            bool noise = k == FEATURE_NOISE && i == 0;
            bool words = k == FEATURE_WORDS && i == 100;
            bool equations = k == FEATURE_EQUATIONS && i == 60;

            assert_int_equal(s->deficient[k], noise || words || equations);
            assert_int_equal(s->high[k], words || equations);
        }
    }
}

/* The other way round when the signs turn: theirs always looks low. */
static void directions(void **state)
{
    struct population p;

    (void)state;
    populate(&p);
    for (int k = 0; k < FEATURES; k++)
        p.w.of[k].w = -p.w.of[k].w;
    split(&p);
    check_rejected(&p, "0 8 40 100");
    assert_true(p.out[100].deficient[FEATURE_NOISE]);
    assert_true(p.out[0].deficient[FEATURE_WORDS]);
    assert_true(p.out[40].deficient[FEATURE_EQUATIONS]);
}

static void rules_off(void **state)
{
    struct population p;

    (void)state;
    populate(&p);
    p.o.percentile = 0;
    split(&p);
    check_rejected(&p, "8");
    p.o.threshold = -2;
    split(&p);
    check_rejected(&p, "");
    /* Five in a hundred: places 5 and 95, so 0..4 and 96..100. */
    p.o.percentile = 0.05;
    p.w.of[FEATURE_EQUATIONS].counts = false;
    split(&p);
    check_rejected(&p, "0 1 2 3 4 96 97 98 99 100");
    /* Between two ranks: 0.025 of 100 is 2.5. */
    p.o.percentile = 0.025;
    split(&p);
    check_rejected(&p, "0 1 2 98 99 100");
}

static void reasons(void **state)
{
    struct population p;
    struct arena a = { 0 };

    (void)state;
    populate(&p);
    p.score[0].score = -1.204;
    split(&p);
    assert_string_equal(
        select_reason(&a, &p.out[0], &p.f[0], &p.score[0], &p.o),
        "score -1.20 below -0.50; Noise ratio 0 in the lowest 1 %");
    assert_string_equal(
        select_reason(&a, &p.out[100], &p.f[100], &p.score[100], &p.o),
        "Word count 100 in the highest 1 %");
    assert_string_equal(
        select_reason(&a, &p.out[5], &p.f[5], &p.score[5], &p.o), "kept");
    arena_clear(&a);
}

static void check_quantile(const double *x, size_t n, double q, double want)
{
    double copy[8], got;

    memcpy(copy, x, n * sizeof(*x));
    got = select_quantile(copy, n, q);
    if (!(fabs(got - want) < 1e-12))
        fail_msg("%g: got %g, want %g", q, got, want);
    for (size_t i = 1; i < n; i++)
        assert_true(copy[i - 1] <= copy[i]);
}

static void quantiles(void **state)
{
    static const double x[] = { 40, 10, 30, 20 };

    (void)state;
    check_quantile(x, 4, 0, 10);
    check_quantile(x, 4, 1, 40);
    check_quantile(x, 4, 0.5, 25);
    check_quantile(x, 4, 0.01, 10.3); /* 0.03 of the way from 10 to 20 */
    check_quantile(x, 4, 1.0 / 3, 20);
    check_quantile(x, 1, 0.99, 40);
    check_quantile(x, 4, -3, 10);
    check_quantile(x, 4, 7, 40);
    assert_true(isnan(select_quantile(NULL, 0, 0.5)));
}

static void nobody(void **state)
{
    struct population p;

    (void)state;
    populate(&p);
    select_split(p.f, p.score, 0, &p.w, &p.o, p.out);
    select_split(p.f, p.score, 1, &p.w, &p.o, p.out);
    assert_true(p.out[0].kept); /* alone, nothing is beyond itself */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),   cmocka_unit_test(directions),
        cmocka_unit_test(rules_off), cmocka_unit_test(reasons),
        cmocka_unit_test(quantiles), cmocka_unit_test(nobody),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
