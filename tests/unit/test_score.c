/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Exact scoring: outcomes whose weaknesses are planted, and outcomes without
 * any.
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

struct judged {
    size_t planted, found, reported, wrong;
};

static void judge(const struct made *m, const struct plant *p, size_t n,
                  const struct score_table *t, struct judged *out)
{
    bool found[8] = { false };

    for (size_t i = 0; i < t->n; i++) {
        int by = t->rows[i].explained, group = t->rows[i].group;

        assert_true(t->rows[i].reported == (i < t->reported));
        assert_true(i < t->reported ? by == -1 && group == (int)i
                                    : by < (int)t->reported &&
                                          (group == -1 || group == by));
        assert_true(by >= 0 || i < t->reported || t->rows[i].q > 0.03);
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

static void plant_one(enum kind kind, uint64_t seed, struct judged *t)
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
    struct judged all = { 0 };

    (void)state;
    for (enum kind k = 0; k < KINDS; k++) {
        struct judged t = { 0 };

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plantings_are_found),
        cmocka_unit_test(two_causes_in_one_set),
        cmocka_unit_test(nothing_is_seldom_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
