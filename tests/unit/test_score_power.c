/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a hunt on the built-in probe finds, and what it says of what it found:
 * a concept fails 20 points more often than the rest, or none does. Shares are
 * of many hunts (`make soak`) or of a few.
 */
#include "../lib/made.h"
#include "../lib/rounds.h"
#include "hunt/score/score.h"
#include "hunt/target/probe.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct world {
    struct arena arena;
    struct problem *problems;
    struct vocabulary v;
    struct outcomes s;
    double *chance; /* [example] of failing, for problems like it */
};

static void open_world(struct world *w)
{
    struct err e;
    size_t n;

    *w = (struct world){ 0 };
    if (!probe_make(&w->arena, &probe_defaults, &w->problems, &n, &e))
        fail_msg("%s", e.msg);
    outcomes_of(&w->arena, &w->s, w->problems, n);
    w->s.target = "t";
    w->s.vocabularies = &w->v;
    w->s.n_vocabularies = 1;
    vocabulary_of(&w->arena, w->problems, n, taxonomy_find("high"), &w->v);
    w->s.n_traits = traits_of(&w->arena, w->problems, n, &w->s.traits);
    w->chance = arena_array(&w->arena, double, n);
}

static bool has(const struct vocabulary *v, size_t i, size_t name)
{
    for (const uint32_t *k = v->of[i]; *k != UINT32_MAX; k++)
        if (*k == name)
            return true;
    return false;
}

/* How a model fails: with chance `base`, more or less from problem to problem
 * by `spread`, and with `more` on top where the problem has the name. */
struct model {
    double base, spread, more;
    size_t name;
    uint32_t tries;
};

static void attempt(struct rng *r, struct world *w, const struct model *m)
{
    for (size_t i = 0; i < w->s.n; i++) {
        struct example *x = &w->s.examples[i];
        double off = m->spread * (2 * made_unit(r) - 1);
        double chance = m->base + off * fmin(m->base, 1 - m->base);

        w->chance[i] = m->base;
        if (has(&w->v, i, m->name)) {
            chance = fmin(1, chance + m->more);
            w->chance[i] += m->more;
        }
        x->tries = m->tries;
        x->failed = 0;
        for (uint32_t k = 0; k < m->tries; k++)
            x->failed += made_unit(r) < chance;
    }
}

/* ---- what is said of it ---- */

struct judged {
    size_t hunts, found, alarms; /* hunts that report something false */
    size_t reported, wrong;
    size_t covered;
    size_t insane; /* sizes that no evidence for the row can have */
    double off;    /* sum of lift - truth */
    double square; /* of its squares */
    double size;   /* sum of truths */
};

/* The lift of a row in the chances themselves. */
static double truth(const struct world *w, const struct hypothesis *h)
{
    double sum[2] = { 0 }, n[2] = { 0 };

    for (size_t i = 0; i < w->s.n; i++) {
        bool in = suspicion_holds(&w->s, &h->suspicion, i);

        sum[in] += w->chance[i];
        n[in]++;
    }
    return sum[1] / n[1] - sum[0] / n[0];
}

/* Is most of a row what was planted? */
static bool is_planted(const struct world *w, const struct hypothesis *h,
                       const struct model *m)
{
    double both = 0, either = 0;

    for (size_t i = 0; i < w->s.n && m->more > 0; i++) {
        bool in = suspicion_holds(&w->s, &h->suspicion, i);
        bool of = has(&w->v, i, m->name);

        both += in && of;
        either += in || of;
    }
    return both > 0.5 * either;
}

/* A corrected size is a part of what was seen, and within its interval. */
static bool is_sane(const struct hypothesis *h)
{
    double seen = h->inside - h->outside;

    return h->lift >= 0.3 * seen && h->lift <= seen + 1e-12 &&
           h->lo < h->lift && h->lift < h->hi;
}

static void judge(const struct world *w, const struct model *m,
                  const struct score_table *t, struct judged *out)
{
    bool found = false, alarm = false;

    for (size_t i = 0; i < t->reported; i++) {
        const struct hypothesis *h = &t->rows[i];
        double size = truth(w, h);

        if (is_planted(w, h, m))
            found = true;
        else
            alarm = true;
        out->wrong += !is_planted(w, h, m);
        out->covered += h->lo <= size && size <= h->hi;
        out->insane += !is_sane(h);
        out->off += h->lift - size;
        out->square += (h->lift - size) * (h->lift - size);
        out->size += size;
    }
    out->hunts++;
    out->found += found;
    out->alarms += alarm;
    out->reported += t->reported;
}

static size_t size_of(const struct world *w, size_t name)
{
    size_t size = 0;

    for (size_t i = 0; i < w->s.n; i++)
        size += has(&w->v, i, name);
    return size;
}

static size_t draw_name(struct rng *r, const struct world *w)
{
    size_t name;

    do
        name = (size_t)rng_below(r, w->v.n);
    while (size_of(w, name) < score_defaults.support);
    return name;
}

/* Of every second model problems are unlike: some fail twice as often as the
 * average, others never. */
static void hunt(struct world *w, uint64_t seed, double more, uint32_t tries,
                 struct judged *out)
{
    struct rng r = made_stream("power", seed);
    struct model m = { .base = 0.05 + 0.45 * made_unit(&r),
                       .spread = (double)(seed % 2),
                       .more = more,
                       .tries = tries };
    struct arena a = { 0 };
    struct score_table t;

    m.name = draw_name(&r, w);
    attempt(&r, w, &m);
    score_exact(&a, &w->s, &score_defaults, &t);
    judge(w, &m, &t, out);
    arena_clear(&a);
}

static void show(const char *what, const struct judged *t)
{
    double n = (double)t->reported;

    print_message("%s: %zu hunts, found in %zu, %zu with a false report; %zu "
                  "of %zu reported false; intervals cover %.1f %%, sizes off "
                  "by %+.1f (%.1f) of %.1f points\n",
                  what, t->hunts, t->found, t->alarms, t->wrong, t->reported,
                  100 * (double)t->covered / n, 100 * t->off / n,
                  100 * sqrt(t->square / n), 100 * t->size / n);
}

/* Three attempts at each problem, as a hunt makes by itself. */
static void twenty_points_are_found(void **state)
{
    uint64_t n = rounds_of(60, 1000);
    struct judged t = { 0 };
    struct world w;

    (void)state;
    open_world(&w);
    for (uint64_t i = 0; i < n; i++)
        hunt(&w, i, 0.2, 3, &t);
    show("20 points, 3 attempts", &t);
    assert_true((double)t.found >= 0.5 * (double)n);
    assert_true((double)t.alarms <= 0.08 * (double)n);
    assert_true((double)t.covered >= 0.9 * (double)t.reported);
    assert_true(fabs(t.off) <= 0.025 * (double)t.reported);
    assert_int_equal(t.insane, 0);
    arena_clear(&w.arena);
}

/* What is found now and then alone: the size of these would look too large. */
static void sizes_near_the_cut(void **state)
{
    uint64_t n = rounds_of(150, 2000);
    struct judged t = { 0 };
    struct world w;

    (void)state;
    open_world(&w);
    for (uint64_t i = 0; i < n; i++)
        hunt(&w, i, 0.2, 1, &t);
    show("20 points, 1 attempt", &t);
    assert_true((double)t.found < 0.5 * (double)n);
    assert_true(t.reported > n / 15);
    assert_true((double)t.covered >= 0.85 * (double)t.reported);
    assert_true(fabs(t.off) <= 0.08 * (double)t.reported);
    assert_int_equal(t.insane, 0);
    arena_clear(&w.arena);
}

/* An effect as large as the table says is found four times of five. */
static void power_is_as_said(void **state)
{
    uint64_t n = rounds_of(60, 1000);
    size_t found = 0, names = 0;
    struct model m = { .base = 0.2, .tries = 3 };
    struct score_power said = { 0 };
    struct world w;

    (void)state;
    open_world(&w);
    for (uint64_t i = 0; i <= n; i++) { /* the first asks the table */
        struct rng r = made_stream("said", i);
        struct arena a = { 0 };
        struct score_table t;
        struct judged one = { 0 };

        do
            m.name = draw_name(&r, &w);
        while (i > 0 && size_of(&w, m.name) != said.n);
        m.more = i > 0 ? said.lift : 0;
        attempt(&r, &w, &m);
        score_exact(&a, &w.s, &score_defaults, &t);
        assert_int_equal(t.n_power, 1);
        if (i == 0)
            said = t.power[0];
        judge(&w, &m, &t, &one);
        found += one.found;
        arena_clear(&a);
    }
    for (size_t k = 0; k < w.v.n; k++)
        names += size_of(&w, k) >= score_defaults.support;
    print_message("%zu names, %zu problems, %.1f points: found %d of %d\n",
                  said.names, said.n, 100 * said.lift, (int)found, (int)n);
    assert_true(said.names <= names && said.names + 8 > names);
    assert_true((double)found >= 0.65 * (double)n);
    assert_true((double)found <= 0.93 * (double)n);
    arena_clear(&w.arena);
}

static void nothing_is_planted(void **state)
{
    uint64_t n = rounds_of(60, 1000);
    struct judged t = { 0 };
    struct world w;

    (void)state;
    open_world(&w);
    for (uint64_t i = 0; i < n; i++)
        hunt(&w, i, 0, i % 4 < 2 ? 3 : 1, &t);
    show("nothing", &t);
    assert_true((double)t.alarms <= 0.05 * (double)n);
    arena_clear(&w.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twenty_points_are_found),
        cmocka_unit_test(sizes_near_the_cut),
        cmocka_unit_test(power_is_as_said),
        cmocka_unit_test(nothing_is_planted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
