/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Exact scoring: outcomes whose weaknesses are planted, outcomes without any,
 * and p against all subsets.
 */
#include "../lib/made.h"
#include "base/str.h"
#include "hunt/score/score.h"
#include "hunt/score/score_int.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#ifndef PLANTINGS
# define PLANTINGS 6 /* outcomes of each kind */
#endif
#ifndef NULL_SHEETS
# define NULL_SHEETS 200
#endif

/* ---- planting ---- */

static bool is_found(const struct made *m, const struct plant *p,
                     const struct hypothesis *h)
{
    const struct suspicion *c = &h->suspicion;
    const char *names[2];
    struct suspicion want = { .concepts = names, .n_concepts = p->n };

    if (p->above > 0)
        return c->n_concepts == 0 && c->bound.kind == BOUND_ABOVE &&
               str_eq(c->bound.trait, "words");
    for (size_t k = 0; k < p->n; k++)
        names[k] = m->v.names[p->names[k]];
    return suspicion_equal(c, &want);
}

struct tally {
    size_t planted, found, reported, wrong;
};

static void judge(const struct made *m, const struct plant *p, size_t n,
                  const struct score_table *t, struct tally *out)
{
    bool found[8] = { false };

    for (size_t i = 0; i < t->n; i++) {
        int by = t->rows[i].explained, group = t->rows[i].group;

        assert_true(t->rows[i].reported == (i < t->reported));
        assert_true(i < t->reported ? by == -1 && group == (int)i
                                    : by < (int)t->reported &&
                                          (group == -1 || group == by));
        assert_true(by >= 0 || i < t->reported || t->rows[i].q > 0.01);
    }
    for (size_t i = 0; i < t->reported; i++) {
        bool right = false;

        for (size_t k = 0; k < n; k++)
            if (is_found(m, &p[k], &t->rows[i]))
                right = found[k] = true;
        out->wrong += !right;
    }
    for (size_t k = 0; k < n; k++)
        out->found += found[k];
    out->planted += n;
    out->reported += t->reported;
}

/* A name, or pair of names, that `least` to `most` examples have; fewer where
 * that is hard to find. */
static struct plant draw_plant(struct rng *r, const struct made *m, size_t n,
                               size_t least, size_t most)
{
    struct plant p = { .n = n, .fail = 0.6 + 0.3 * made_unit(r) };
    size_t size, tries = 0;

    do {
        if (++tries % 200 == 0)
            least -= least / 10;
        p.names[0] = (uint32_t)rng_below(r, m->v.n);
        p.names[1] = (uint32_t)rng_below(r, m->v.n);
        size = plant_size(m, &p);
    } while ((n == 2 && p.names[0] == p.names[1]) || size < least ||
             size > most);
    return p;
}

enum kind { SINGLES, PAIR, MIXED, BOUND, NESTED, SUBSET, SUPERSET, KINDS };

static size_t share_names(const struct plant *p, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t k = 0; k < i; k++)
            for (size_t x = 0; x < p[i].n; x++)
                for (size_t y = 0; y < p[k].n; y++)
                    if (p[i].names[x] == p[k].names[y])
                        return 1;
    return 0;
}

/* The last name of the vocabulary is given to all that have A or C, and to
 * others; or to half of those that have A; or to these and others. */
static void give_neighbour(struct rng *r, struct made *m, const struct plant *p,
                           enum kind kind)
{
    uint32_t last = (uint32_t)m->v.n - 1;

    for (size_t i = 0; i < m->s.n; i++) {
        bool own = made_has(m, i, p[0].names[0]), half = rng_below(r, 2) == 0;
        bool few = rng_below(r, kind == NESTED ? 14 : 30) == 0;

        if (kind == SUPERSET ? own || made_has(m, i, p[1].names[0]) || few
                             : (own && half) || (kind == NESTED && few))
            made_give(m, i, last);
    }
}

static size_t draw_plants(struct rng *r, struct made *m, enum kind kind,
                          struct plant *p)
{
    size_t n = 1;

    do {
        n = kind == SINGLES || kind == SUPERSET || kind == NESTED ? 2
            : kind == MIXED                                       ? 3
                                                                  : 1;
        p[0] =
            draw_plant(r, m, kind == PAIR ? 2 : 1, kind == PAIR ? 25 : 60, 300);
        if (kind == SINGLES || kind == SUPERSET)
            p[1] = draw_plant(r, m, 1, 60, 300);
        if (kind == MIXED) {
            p[1] = draw_plant(r, m, 2, 25, 300);
            p[2] =
                (struct plant){ .above = 80 + 10 * made_unit(r), .fail = 0.7 };
        }
    } while (kind != NESTED && share_names(p, n));
    if (kind == BOUND)
        p[0] = (struct plant){ .above = 75 + 20 * made_unit(r), .fail = 0.8 };
    if (kind == NESTED) {
        p[0] = draw_plant(r, m, 1, 150, 300);
        p[0].fail = 0.45;
        p[1] = (struct plant){ .names = { p[0].names[0], (uint32_t)m->v.n - 1 },
                               .n = 2,
                               .fail = 0.92 };
    }
    if (kind >= NESTED)
        give_neighbour(r, m, p, kind);
    return n;
}

static void plant_one(enum kind kind, uint64_t seed, struct tally *t)
{
    struct rng r = made_stream("plantings", seed * KINDS + kind);
    struct score_table table;
    struct plant p[4];
    struct made m;
    size_t n;

    made_random(&r, &m, 1400, 80);
    n = draw_plants(&r, &m, kind, p);
    made_attempt(&r, &m, p, n, 0.1);
    score_exact(&m.a, &m.s, &score_defaults, &table);
    judge(&m, p, n, &table, t);
    arena_clear(&m.a);
}

static void plantings_are_found(void **state)
{
    static const char *const names[KINDS] = { "singles", "pair",   "mixed",
                                              "bound",   "nested", "subset",
                                              "superset" };
    struct tally all = { 0 };

    (void)state;
    for (enum kind k = 0; k < KINDS; k++) {
        struct tally t = { 0 };

        for (uint64_t i = 0; i < PLANTINGS; i++)
            plant_one(k, i, &t);
        print_message("%-9s found %zu of %zu, wrong %zu of %zu\n", names[k],
                      t.found, t.planted, t.wrong, t.reported);
        all.planted += t.planted;
        all.found += t.found;
        all.reported += t.reported;
        all.wrong += t.wrong;
    }
    print_message("all found %zu of %zu, wrong %zu of %zu\n", all.found,
                  all.planted, all.wrong, all.reported);
    assert_true((double)all.found >= 0.97 * (double)all.planted);
    assert_true((double)all.wrong <= 0.03 * (double)all.reported);
}

/* A set that holds two causes, and a few others: within it neither shows, for
 * the rest of it fails by the other. */
static void two_causes_in_one_set(void **state)
{
    struct score_table t;
    struct made m;

    (void)state;
    made_open(&m, 1000, 3);
    for (size_t i = 0; i < 1000; i++) {
        if (i < 170)
            made_give(&m, i, 0);
        if (i < 140)
            made_give(&m, i, i < 70 ? 1 : 2);
        m.s.examples[i].failed = i < 140 ? (i % 20 < 11 ? 3 : 0) : i % 10 == 0;
    }
    score_exact(&m.a, &m.s, &score_defaults, &t);
    assert_true(t.rows[0].p < 1e-9);
    assert_int_equal(t.reported, 2);
    assert_string_equal(suspicion_short(&m.a, &t.rows[0].suspicion), "n1");
    assert_string_equal(suspicion_short(&m.a, &t.rows[1].suspicion), "n2");
    arena_clear(&m.a);
}

/* ---- outcomes without weaknesses ---- */

/* Problems of one template: the same names, and much the same fate. */
static void cluster_all(struct rng *r, struct made *m)
{
    for (size_t i = 0; i < m->s.n; i++) {
        struct example *x = &m->s.examples[i];
        size_t first = i - i % 4;

        x->cluster = (uint32_t)first * 7;
        x->failed = i == first
                        ? (uint32_t)rng_below(r, 4) * (rng_below(r, 3) == 0)
                        : m->s.examples[first].failed;
        memcpy(m->of[i], m->of[first], sizeof(m->of[i]));
    }
}

static size_t reports_of_nothing(uint64_t seed, bool clustered)
{
    struct rng r = made_stream("nothing", 2 * seed + clustered);
    struct score_table table;
    struct made m;

    made_random(&r, &m, 480, 40);
    made_attempt(&r, &m, NULL, 0, 0.05 + 0.5 * made_unit(&r));
    if (clustered)
        cluster_all(&r, &m);
    score_exact(&m.a, &m.s, &score_defaults, &table);
    arena_clear(&m.a);
    return table.reported;
}

static void nothing_is_seldom_reported(void **state)
{
    size_t some = 0;

    (void)state;
    for (uint64_t i = 0; i < NULL_SHEETS; i++)
        some += reports_of_nothing(i, i % 2) > 0;
    print_message("%zu of %d tables report something\n", some, NULL_SHEETS);
    assert_true((double)some <= 0.05 * NULL_SHEETS);
}

/* ---- the bound ---- */

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

static double bound_of(const struct small *x)
{
    static const double values[4] = { 0, 1.0 / 3, 2.0 / 3, 1 };
    struct score_pool p = { .levels = 4, .units = 1 };
    struct arena a = { 0 };
    struct strata s;
    double log_p;

    s = strata_new(&a, p.values, p.levels, 2);
    s.values = values;
    s.n = x->strata;
    for (size_t h = 0; h < x->strata; h++)
        for (size_t i = 0; i < x->n[h]; i++) {
            s.all[4 * h + x->thirds[h][i]]++;
            s.inside[4 * h + x->thirds[h][i]] += i < x->inside[h];
        }
    log_p = strata_tail(&s);
    arena_clear(&a);
    return log_p;
}

static void the_bound_is_never_too_small(void **state)
{
    struct rng r = made_stream("small", 1);
    size_t sharp = 0;

    (void)state;
    for (int round_no = 0; round_no < 400; round_no++) {
        struct small x;
        double log_p, exact;

        draw_small(&r, &x);
        log_p = bound_of(&x);
        exact = chance_of(&x);
        assert_true(log_p <= 0 && log_p >= log(exact) - 1e-9);
        assert_true(fabs(log_p - bound_on_grid(&x)) < 1e-3);
        sharp += exp(log_p) < 0.2;
    }
    assert_true(sharp > 40);
}

/* Values 0 and 1: n KL(inside || all) + n KL(outside || all). */
static void gain_is_the_likelihoods(void **state)
{
    static const double values[2] = { 0, 1 };
    struct score_pool p = { .levels = 2, .units = 1 };
    struct arena a = { 0 };
    struct strata s = strata_new(&a, p.values, p.levels, 1);
    double in = 0.75, out = 0.25, all = 0.35, want;

    (void)state;
    s.values = values;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plantings_are_found),
        cmocka_unit_test(two_causes_in_one_set),
        cmocka_unit_test(nothing_is_seldom_reported),
        cmocka_unit_test(the_bound_is_never_too_small),
        cmocka_unit_test(gain_is_the_likelihoods),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
