/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Causes of every kind, planted in the outcomes of the probe: what is reported
 * is the cause that was planted, and nothing else. Draws are seeded, so that a
 * pass is a pass.
 */
#include "base/rng.h"
#include "base/str.h"
#include "hunt/score/score.h"
#include "hunt/target/probe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define PLANTINGS 6
#define FAIL      0.55
#define BASE      0.05
#define ALIKE     0.6 /* Jaccard's, of a cause and what is reported for it */

enum kind {
    NAME,
    NAME_LEVEL,
    NAME_ANSWER,
    BAND,
    ANSWER,
    SIGN,
    PARTS,
    LEVEL,
    NOTHING,
    KINDS
};

static const char *const kind_names[KINDS] = {
    "name", "name x level", "name x answer", "band",   "answer",
    "sign", "parts",        "level",         "nothing"
};

#define GRAINS 3

struct ground {
    struct arena arena;
    struct outcomes s;
    struct vocabulary v[GRAINS];
};

static void ground_open(struct ground *g)
{
    static const char *const names[GRAINS] = { "high", "mid", "low" };
    struct problem *p;
    struct err e;
    size_t n;

    *g = (struct ground){ .s.n = 0 };
    if (!probe_make(&g->arena, &probe_defaults, &p, &n, &e))
        fail_msg("%s", e.msg);
    outcomes_of(&g->arena, &g->s, p, n);
    for (size_t i = 0; i < GRAINS; i++)
        vocabulary_of(&g->arena, p, n, taxonomy_find(names[i]), &g->v[i]);
    g->s.vocabularies = g->v;
    g->s.n_vocabularies = 1;
    g->s.n_traits = traits_of(&g->arena, p, n, &g->s.traits);
}

static double unit(struct rng *r)
{
    return (double)(rng_u64(r) >> 11) * 0x1p-53;
}

/* ---- planting ---- */

static struct bound draw_bound(struct rng *r, enum kind kind)
{
    static const char *const words[] = { "fraction", "set", "tuple", "radical",
                                         "interval" };
    double low = 30 + (double)rng_below(r, 60);

    switch (kind) {
    case NAME_ANSWER:
    case ANSWER:
        return (struct bound){ BOUND_IS, "answer", 0, words[rng_below(r, 5)],
                               0 };
    case SIGN:
        return (struct bound){ BOUND_IS, "answer sign", 0, "negative", 0 };
    case PARTS:
        return (struct bound){ BOUND_ABOVE, "answer parts", 1, NULL, 0 };
    case BAND:
        return (struct bound){ BOUND_WITHIN, "words", low, NULL, low + 25 };
    case NAME_LEVEL:
    case LEVEL:
        return (struct bound){ rng_below(r, 2) ? BOUND_ABOVE : BOUND_BELOW,
                               "level", 1.5 + (double)rng_below(r, 2), NULL,
                               0 };
    default: return (struct bound){ 0 };
    }
}

static size_t size_of(const struct outcomes *s, const struct suspicion *c)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++)
        n += suspicion_holds(s, c, i);
    return n;
}

/* A cause that enough problems have; one of a name and a bound is neither
 * nearly all of the name nor of the bound. */
static struct suspicion draw_cause(struct rng *r, struct ground *g,
                                   enum kind kind)
{
    const char **name = arena_array(&g->arena, const char *, 1);
    struct suspicion c, whole;
    size_t n;

    do {
        c = (struct suspicion){ .bound = draw_bound(r, kind) };
        if (kind <= NAME_ANSWER) {
            *name = g->v[0].names[rng_below(r, g->v[0].n)];
            c.vocabulary = "high";
            c.concepts = name;
            c.n_concepts = 1;
        }
        whole = c;
        whole.bound.kind = BOUND_NONE;
        n = size_of(&g->s, &c);
    } while (kind != NOTHING &&
             (n < 25 || (c.n_concepts && c.bound.kind != BOUND_NONE &&
                         10 * n > 6 * size_of(&g->s, &whole))));
    return c;
}

static void attempt(struct rng *r, struct outcomes *s,
                    const struct suspicion *c)
{
    for (size_t i = 0; i < s->n; i++) {
        struct example *x = &s->examples[i];
        double fail = suspicion_holds(s, c, i) ? FAIL : BASE;

        x->tries = 3;
        x->failed = 0;
        for (int k = 0; k < 3; k++)
            x->failed += unit(r) < fail;
    }
}

/* ---- what is reported ---- */

/* The same problems, for the most part, and the same kind of claim; where two
 * have just the same problems either will do. */
static bool is_it(const struct outcomes *s, const struct suspicion *c,
                  const struct suspicion *x)
{
    size_t both = 0, any = 0;

    for (size_t i = 0; i < s->n; i++) {
        bool in = suspicion_holds(s, c, i), out = suspicion_holds(s, x, i);

        both += in && out;
        any += in || out;
    }
    if (both == any)
        return any > 0;
    return c->n_concepts == x->n_concepts &&
           (c->n_concepts == 0 || str_eq(c->concepts[0], x->concepts[0])) &&
           c->bound.kind == x->bound.kind &&
           (double)both >= ALIKE * (double)any;
}

struct findings {
    size_t found, other, rows;
};

static void plant(struct ground *g, enum kind kind, uint64_t seed,
                  struct findings *t)
{
    struct arena a = { 0 };
    struct score_table table;
    struct suspicion c;
    struct hasher h;
    struct rng r;
    bool found = false;

    hasher_open(&h);
    hasher_text(&h, kind_names[kind]);
    hasher_u64(&h, seed);
    rng_init(&r, hasher_close(&h));
    c = draw_cause(&r, g, kind);
    attempt(&r, &g->s, &c);
    score_exact(&a, &g->s, &score_defaults, &table);
    for (size_t i = 0; i < table.reported; i++) {
        bool it = is_it(&g->s, &c, &table.rows[i].suspicion);

        if (!it)
            print_message("  %s: also %s\n", suspicion_short(&a, &c),
                          suspicion_short(&a, &table.rows[i].suspicion));
        found = found || it;
        t->other += !it;
    }
    t->found += found;
    t->rows += table.reported;
    arena_clear(&a);
}

static void run(size_t grains)
{
    static struct ground g;
    size_t found = 0, other = 0;

    ground_open(&g);
    g.s.n_vocabularies = grains;
    for (enum kind k = 0; k < KINDS; k++) {
        struct findings t = { 0 };

        for (uint64_t i = 0; i < PLANTINGS; i++)
            plant(&g, k, i, &t);
        print_message("%-13s %zu of %d found, %zu of %zu rows are others\n",
                      kind_names[k], t.found, PLANTINGS, t.other, t.rows);
        assert_int_equal(t.found > 0, k != NOTHING);
        if (k == ANSWER || k == SIGN || k == NOTHING) /* and no concept */
            assert_int_equal(t.other, 0);
        found += t.found;
        other += t.other;
    }
    assert_true(10 * found >= 9 * PLANTINGS * (KINDS - 1));
    assert_true(20 * other <= PLANTINGS * (KINDS - 1));
    arena_clear(&g.arena);
}

static void the_cause_is_named(void **state)
{
    (void)state;
    run(1);
}

/* With several granularities it is still one row. */
static void and_named_once(void **state)
{
    (void)state;
    run(GRAINS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cause_is_named),
        cmocka_unit_test(and_named_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
