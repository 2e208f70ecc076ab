/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The chance of a sum as large, in strata: against all subsets of small sets,
 * against sets drawn at random, and the approximation against the exact one.
 */
#include "../lib/made.h"
#include "stats/strata.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- all subsets ---- */

#define SMALL 9 /* units of a stratum at most */

/* Sums of all subsets: how often, of n drawn, each multiple of 1/3 comes. */
static void count_sums(const unsigned *thirds, size_t n, size_t drawn,
                       double *counts)
{
    for (unsigned set = 0; set < 1u << n; set++) {
        size_t size = 0;
        unsigned sum = 0;

        for (size_t i = 0; i < n; i++)
            if (set >> i & 1) {
                size++;
                sum += thirds[i];
            }
        if (size == drawn)
            counts[sum]++;
    }
}

struct small {
    unsigned thirds[2][SMALL]; /* values of units, the inside ones first */
    size_t n[2], inside[2], strata;
};

static void draw_small(struct rng *r, struct small *x)
{
    x->strata = 1 + (size_t)rng_below(r, 2);
    for (size_t h = 0; h < x->strata; h++) {
        x->n[h] = 2 + (size_t)rng_below(r, SMALL - 1);
        x->inside[h] = (size_t)rng_below(r, x->n[h] + 1);
        for (size_t i = 0; i < x->n[h]; i++) {
            unsigned high = 1 + (unsigned)rng_below(r, 3);

            x->thirds[h][i] = i < x->inside[h] || rng_below(r, 4) == 0
                                  ? high
                                  : (unsigned)rng_below(r, 2);
        }
    }
}

/* The exact chance of a sum as large: by all subsets of all strata. */
static double chance_of(const struct small *x)
{
    double counts[2][3 * SMALL + 1] = { { 0 } }, all = 0, hits = 0;
    unsigned seen = 0;

    counts[1][0] = 1; /* of a stratum that is not there */
    for (size_t h = 0; h < x->strata; h++) {
        counts[h][0] = 0;
        count_sums(x->thirds[h], x->n[h], x->inside[h], counts[h]);
        for (size_t i = 0; i < x->inside[h]; i++)
            seen += x->thirds[h][i];
    }
    for (unsigned i = 0; i <= 3 * SMALL; i++)
        for (unsigned k = 0; k <= 3 * SMALL; k++) {
            all += counts[0][i] * counts[1][k];
            hits += i + k >= seen ? counts[0][i] * counts[1][k] : 0;
        }
    return hits / all;
}

/* The bound's own formula on a grid of t. */
static double bound_on_grid(const struct small *x)
{
    double best = 0;

    for (double t = 0; t < 60; t += 0.01) {
        double value = 0;

        for (size_t h = 0; h < x->strata; h++) {
            double in = (double)x->inside[h], n = (double)x->n[h], mean = 0;
            double sign = 2 * in > n ? -1 : 1;

            if (x->inside[h] == 0 || x->inside[h] == x->n[h])
                continue;
            for (size_t i = 0; i < x->n[h]; i++) {
                mean += exp(sign * t * x->thirds[h][i] / 3.0) / n;
                if ((i < x->inside[h]) == (sign > 0))
                    value -= t * sign * x->thirds[h][i] / 3.0;
            }
            value += (sign > 0 ? in : n - in) * log(mean);
        }
        best = fmin(best, value);
    }
    return best;
}

static const double thirds[4] = { 0, 1.0 / 3, 2.0 / 3, 1 };

static struct strata strata_of(struct arena *a, const struct small *x)
{
    struct strata s = strata_new(a, thirds, 4, 2);

    s.n = x->strata;
    s.steps = 3;
    for (size_t h = 0; h < x->strata; h++)
        for (size_t i = 0; i < x->n[h]; i++) {
            s.all[4 * h + x->thirds[h][i]]++;
            s.inside[4 * h + x->thirds[h][i]] += i < x->inside[h];
        }
    return s;
}

static void all_subsets(void **state)
{
    struct rng r = made_stream("small", 1);
    size_t sharp = 0;

    (void)state;
    for (int round_no = 0; round_no < 400; round_no++) {
        struct arena a = { 0 };
        double log_p, exact;
        struct strata s;
        struct small x;

        draw_small(&r, &x);
        s = strata_of(&a, &x);
        log_p = strata_tail(&s);
        exact = chance_of(&x);
        assert_true(log_p <= 0 && log_p >= log(exact) - 1e-9);
        assert_true(fabs(log_p - bound_on_grid(&x)) < 1e-3);
        if (fabs(strata_exact(&s) - log(exact)) > 1e-11)
            fail_msg("%d: exact %.12g, by all subsets %.12g", round_no,
                     strata_exact(&s), log(exact));
        assert_true(strata_chance(&s) <= log_p);
        assert_true(strata_chance(&s) >= log(exact) - 1e-11);
        sharp += exp(log_p) < 0.2;
        arena_clear(&a);
    }
    assert_true(sharp > 40);
}

/* Values 0 and 1: n KL(inside || all) + n KL(outside || all). */
static void gain_is_the_likelihoods(void **state)
{
    static const double values[2] = { 0, 1 };
    struct arena a = { 0 };
    struct strata s = strata_new(&a, values, 2, 1);
    double in = 0.75, out = 0.25, all = 0.35, want;

    (void)state;
    s.n = 1;
    s.all[0] = 65;
    s.all[1] = 35;
    s.inside[0] = 5;
    s.inside[1] = 15;
    want = 20 * (in * log(in / all) + (1 - in) * log((1 - in) / (1 - all))) +
           80 * (out * log(out / all) + (1 - out) * log((1 - out) / (1 - all)));
    assert_true(fabs(strata_gain(&s) - want) < 1e-6);
    s.inside[0] = 15;
    s.inside[1] = 5; /* less inside */
    assert_true(strata_gain(&s) == 0);
    assert_true(strata_tail(&s) == 0);
    arena_clear(&a);
}

/* ---- larger ones ---- */

/* Up to so many strata of up to `most` units; failures are likelier inside. */
static struct strata draw_medium(struct arena *a, struct rng *r, size_t strata,
                                 uint64_t most)
{
    struct strata s = strata_new(a, thirds, 4, strata);
    double base = 0.05 + 0.45 * made_unit(r), more = 0.4 * made_unit(r);
    double share = 0.02 + 0.9 * made_unit(r);

    s.steps = 3;
    for (s.n = 0; s.n < strata; s.n++) {
        uint64_t n = 2 + rng_below(r, most - 1);

        for (uint64_t i = 0; i < n; i++) {
            bool in = made_unit(r) < share;
            size_t level = 0;

            for (int k = 0; k < 3; k++)
                level += made_unit(r) < base + (in ? more : 0);
            s.all[4 * s.n + level]++;
            s.inside[4 * s.n + level] += in;
        }
    }
    return s;
}

/* How far the approximation is below the exact chance, and above it, where it
 * is not small. */
struct off {
    double low, high;
    size_t n;
};

static struct off compare_methods(const char *name, size_t strata,
                                  uint64_t most, double least)
{
    struct rng r = made_stream(name, 1);
    struct off off = { 0 };

    for (int round_no = 0; round_no < 200; round_no++) {
        struct arena a = { 0 };
        size_t few = (strata + 1) / 2 + (size_t)rng_below(&r, strata);
        struct strata s = draw_medium(&a, &r, few, most);
        double in = 0, n = 0, sum = 0, exact = NAN;

        for (size_t i = 0; i < 4 * s.n; i++) {
            in += s.inside[i];
            n += s.all[i];
            sum += s.all[i] * thirds[i % 4];
        }
        if (fmin(fmin(in, n - in), sum) >= least && strata_tail(&s) <= log(0.3))
            exact = strata_exact(&s);
        if (exact > -24) {
            double saddle = strata_saddle(&s);

            off.low = fmax(off.low, exact - saddle);
            off.high = fmax(off.high, saddle - exact);
            off.n++;
        }
        arena_clear(&a);
    }
    print_message("%s: low by %.2f %%, high by %.2f %% at most in %zu\n", name,
                  100 * expm1(off.low), 100 * expm1(off.high), off.n);
    return off;
}

/* Of a large stratum the generating function is approximated too. */
static void saddlepoint_against_exact(void **state)
{
    static const struct {
        const char *name;
        size_t strata;
        uint64_t most;
        double least;
    } kinds[] = { { "one or two strata", 1, 400, 24 },
                  { "a few strata", 4, 150, 24 },
                  { "many strata", 12, 40, 24 },
                  { "pairs and triples", 100, 3, 24 } };

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct off off = compare_methods(kinds[i].name, kinds[i].strata,
                                         kinds[i].most, kinds[i].least);

        assert_true(off.n > 20);
        assert_true(off.low < 0.03 && off.high < 0.03);
    }
}

/* ---- by drawing ---- */

/* The share of `rounds` draws from each stratum that sum to as much. */
static double drawn_share(struct rng *r, const struct strata *s, double least,
                          int rounds)
{
    double hits = 0;

    for (int round_no = 0; round_no < rounds; round_no++) {
        double sum = 0;

        for (size_t h = 0; h < s->n; h++) {
            uint64_t n = 0, in = 0, left[4];

            for (size_t l = 0; l < 4; l++) {
                n += left[l] = s->all[4 * h + l];
                in += s->inside[4 * h + l];
            }
            for (; in > 0; in--, n--) {
                uint64_t at = rng_below(r, n);
                size_t l = 0;

                while (at >= left[l])
                    at -= left[l++];
                left[l]--;
                sum += thirds[l];
            }
        }
        hits += sum >= least - 1e-9;
    }
    return hits / rounds;
}

static void against_drawing(void **state)
{
    struct rng r = made_stream("drawing", 1);
    size_t tried = 0;

    (void)state;
    for (int round_no = 0; round_no < 60; round_no++) {
        struct arena a = { 0 };
        struct strata s =
            draw_medium(&a, &r, 1 + (size_t)rng_below(&r, 5), 200);
        double needed = strata_needed(&s, log(0.05), false), share, at;

        if (!isnan(needed)) {
            double sum = 0;

            for (size_t i = 0; i < 4 * s.n; i++)
                sum += s.inside[i] * thirds[i % 4];
            s.more = needed - sum;
            at = exp(strata_chance(&s));
            share = drawn_share(&r, &s, needed, 4000);
            assert_true(at <= 0.05);
            assert_true(fabs(share - at) < 4.5 * sqrt(at / 4000));
            s.more -= 1.0 / 3; /* one step less is not enough */
            assert_true(strata_chance(&s) > log(0.05));
            tried++;
        }
        arena_clear(&a);
    }
    assert_true(tried > 40);
}

/* Of 20 units, 4 of them 1, 5 are drawn: 4 of the 4 in 16 of 15504 ways. */
static void needed_by_hand(void **state)
{
    static const double values[2] = { 0, 1 };
    struct arena a = { 0 };
    struct strata s = strata_new(&a, values, 2, 1);

    (void)state;
    s.n = 1;
    s.all[0] = 16;
    s.all[1] = 4;
    s.inside[0] = 4;
    s.inside[1] = 1;
    assert_true(strata_needed(&s, log(16.0 / 15504) + 1e-9, false) == 4);
    assert_true(strata_needed(&s, log(496.0 / 15504) + 1e-9, false) == 3);
    assert_true(strata_needed(&s, log(495.0 / 15504), false) == 4);
    assert_true(isnan(strata_needed(&s, log(15.0 / 15504), false)));
    assert_true(strata_needed(&s, log(496.0 / 15504), true) == 4);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_subsets),
        cmocka_unit_test(saddlepoint_against_exact),
        cmocka_unit_test(against_drawing),
        cmocka_unit_test(needed_by_hand),
        cmocka_unit_test(gain_is_the_likelihoods),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
