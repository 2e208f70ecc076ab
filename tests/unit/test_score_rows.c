/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Exact scoring: figures by hand and by other sums, clusters, which sets are
 * rows, and suspicions that are given.
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

/* ---- by hand ---- */

static const struct hypothesis *row_of(const struct score_table *t,
                                       const char *text)
{
    static struct arena a;
    const struct hypothesis *found = NULL;

    for (size_t i = 0; i < t->n && !found; i++)
        if (str_eq(suspicion_short(&a, &t->rows[i].suspicion), text))
            found = &t->rows[i];
    arena_clear(&a);
    return found;
}

static void near(double got, double want)
{
    if (!(fabs(got - want) < 1e-9) && !(isnan(got) && isnan(want)))
        fail_msg("%.12g is not %.12g", got, want);
}

static void outcomes(struct made *m, const uint32_t *failed, uint32_t tries)
{
    for (size_t i = 0; i < m->s.n; i++) {
        m->s.examples[i].tries = tries;
        m->s.examples[i].failed = failed[i];
    }
}

/* Inside fail 2, 2, 1, 0 of 2, outside 0, 2, 0, 0: rates 5/8 and 2/8; the
 * paper's label is right of two inside and of three outside. Intervals of
 * both rates by hand, with t = 3.182446 of 3 degrees of freedom. The ninth
 * example was not tried. */
static void figures_by_hand(void **state)
{
    static const uint32_t failed[9] = { 2, 2, 1, 0, 0, 2, 0, 0, 0 };
    struct score_options o = score_defaults;
    struct score_table t;
    const struct hypothesis *h;
    struct made m;

    (void)state;
    made_open(&m, 9, 1);
    outcomes(&m, failed, 2);
    m.s.examples[8].tries = 0;
    for (size_t i = 0; i < 4; i++)
        made_give(&m, i, 0);
    made_give(&m, 8, 0);
    o.support = 4;
    score_exact(&m.a, &m.s, &o, &t);
    assert_int_equal(t.n, 1);
    assert_int_equal(t.examples, 8);
    near(t.base, 7.0 / 16);
    h = &t.rows[0];
    assert_int_equal(h->n, 4);
    near(h->accuracy, 0.625);
    near(h->balanced, (2.0 / 3 + 3.0 / 5) / 2);
    near(h->inside, 0.625);
    near(h->outside, 0.25);
    near(h->lift, 0.375);
    near(h->failed_inside, 0.5);
    near(h->failed_outside, 0.25);
    near(h->lo, -0.42550537149140366);
    near(h->hi, 0.7785932493449179);
    assert_true(h->p > 0.05 && h->p < 1 && h->q == h->p);
    assert_string_equal(h->by, "exact");
    o.total = true;
    score_exact(&m.a, &m.s, &o, &t);
    near(t.base, 0.375);
    near(t.rows[0].inside, 0.5);
    near(t.rows[0].outside, 0.25);
    /* Two of the three that fail among 4 drawn of 8: (5/8 + 3/8 e^t)^4 e^-2t
     * is least where e^t = 5/3, and is (5/4)^4 9/25 there. */
    near(t.rows[0].p, 625.0 / 256 * 9 / 25);
    arena_clear(&m.a);
}

/* However rare failures are, knowing nothing is worth one half. */
static void balanced_accuracy(void **state)
{
    (void)state;
    near(score_balanced(0, 2, 98, 98), 0.5); /* holds of none: accuracy 0.98 */
    near(score_balanced(2, 2, 0, 98), 0.5);  /* of all */
    near(score_balanced(2, 2, 98, 98), 1);
    near(score_balanced(1, 2, 49, 98), 0.5);
    near(score_balanced(0, 0, 50, 100), 0.5); /* none failed: half for these */
    near(score_balanced(3, 4, 0, 0), 0.625);
}

/* ---- sizes ---- */

/* n0 adds 0.4 and n1 0.3 to what fails anyway, 0.1; half of each is both. The
 * marginal lift of each has a part of the other's. */
static void effects_given_the_others(void **state)
{
    const struct hypothesis *a, *b;
    struct score_table t;
    struct made m;

    (void)state;
    made_open(&m, 1000, 2);
    for (size_t i = 0; i < 1000; i++) {
        bool x = i < 200, y = i >= 100 && i < 300;

        if (x)
            made_give(&m, i, 0);
        if (y)
            made_give(&m, i, 1);
        m.s.examples[i].tries = 1;
        m.s.examples[i].failed = i * 7 % 10 < (size_t)(1 + 4 * x + 3 * y);
    }
    score_exact(&m.a, &m.s, &score_defaults, &t);
    a = row_of(&t, "n0");
    b = row_of(&t, "n1");
    assert_int_equal(t.reported, 2);
    assert_true(a->reported && b->reported);
    near(a->inside, 0.65);
    near(a->outside, 0.1375);
    assert_true(fabs(a->lift - 0.5125) < 1e-6); /* far above the cut */
    assert_true(fabs(a->adjusted - 0.4) < 1e-6);
    assert_true(fabs(b->adjusted - 0.3) < 1e-6);
    assert_true(a->adjusted_lo > 0.3 && a->adjusted_lo < 0.36);
    assert_true(a->adjusted_hi > 0.44 && a->adjusted_hi < 0.5);
    assert_true(isnan(t.rows[2].adjusted) && !t.rows[2].reported);
    arena_clear(&m.a);
}

/* The name of the first n of 400 examples, of which `failed` fail and 10 % of
 * the others. */
static struct hypothesis one_name(struct made *m, size_t n, size_t failed)
{
    struct score_options o = score_defaults;
    struct score_table t;

    made_open(m, 400, 1);
    for (size_t i = 0; i < 400; i++) {
        if (i < n)
            made_give(m, i, 0);
        m->s.examples[i].tries = 1;
        m->s.examples[i].failed = i < n ? i < failed : i % 10 == 0;
    }
    o.level = 0.001;
    score_exact(&m->a, &m->s, &o, &t);
    return *row_of(&t, "n0");
}

/* Near the cut up to half is taken back, and never more; far above it nothing
 * is. */
static void sizes_are_corrected(void **state)
{
    size_t first = 0;

    (void)state;
    for (size_t failed = 8; failed <= 30; failed++) {
        struct made m;
        struct hypothesis h = one_name(&m, 30, failed);
        double back = h.inside - h.outside - h.lift;

        near(h.inside, (double)failed / 30);
        assert_true(h.lo < h.lift && h.lift < h.hi);
        assert_true(h.reported == (h.p <= 0.001));
        first = h.reported && !first ? failed : first;
        if (!first)
            near(back, 0);
        else if (failed < first + 2)
            assert_true(back > 0.05 && back <= h.lift + 1e-12);
        else if (failed > first + 10)
            assert_true(back >= 0 && back < 0.003);
        near(h.adjusted, h.reported ? h.lift : NAN);
        arena_clear(&m.a);
    }
    assert_int_equal(first, 10);
}

/* ---- clusters ---- */

/* `each` examples for each of ten, and as many again for the first; the first
 * five carry the name, all but `strays` of each, and the others `more` of
 * each; failures are whole clusters'. */
static double p_of_ten(size_t each, size_t strays, size_t more, bool apart)
{
    static const uint32_t failed[10] = { 1, 1, 1, 1, 0, 1, 0, 0, 0, 0 };
    struct score_options o = score_defaults;
    struct score_table t;
    struct made m;
    double p;

    made_open(&m, (apart ? 10 : 11) * each, 1);
    for (size_t i = 0; i < m.s.n; i++) {
        size_t of = i / each % 10;

        m.s.examples[i].cluster = (uint32_t)(apart ? i : 100 - of);
        m.s.examples[i].tries = 1;
        m.s.examples[i].failed = failed[of];
        if (of < 5 ? i % each >= strays : i % each < more)
            made_give(&m, i, 0);
    }
    o.support = 5;
    score_exact(&m.a, &m.s, &o, &t);
    assert_int_equal(t.n, 1);
    p = t.rows[0].p;
    arena_clear(&m.a);
    return p;
}

static void clusters_are_drawn_whole(void **state)
{
    double alone = p_of_ten(1, 0, 0, true);

    (void)state;
    assert_true(alone > 0.05 && alone < 1);
    near(p_of_ten(8, 0, 0, false), alone);
    assert_true(p_of_ten(8, 0, 0, true) < 1e-3);
    near(p_of_ten(7, 3, 3, false), alone); /* inside by 4 of 7 */
    near(p_of_ten(8, 0, 4, false), alone); /* half is not more than half */
    near(p_of_ten(8, 4, 0, false), 1);
}

/* ---- rows ---- */

/* Name 1 is name 0, so is what is long; name 2 goes with half of it. */
static void open_alike(struct made *m, size_t n)
{
    struct rng r = made_stream("alike", 1);

    made_open(m, n, 3);
    m->words = arena_array(&m->a, double, n);
    m->traits[0] = (struct trait){ "words", m->words, NULL };
    m->s.n_traits = 1;
    for (size_t i = 0; i < n; i++) {
        bool in = i % 4 == 0;

        m->words[i] = in ? 30 : 10;
        if (in) {
            made_give(m, i, 0);
            made_give(m, i, 1);
        }
        if (i % 8 == 0)
            made_give(m, i, 2);
    }
    made_attempt(&r, m, &(struct plant){ { 0 }, 1, 0, 0.8 }, 1, 0.1);
}

static void same_sets_are_one_row(void **state)
{
    struct score_table t;
    const struct hypothesis *h;
    struct made m;

    (void)state;
    open_alike(&m, 400);
    score_exact(&m.a, &m.s, &score_defaults, &t);
    assert_int_equal(t.n, 3); /* n0, n2, words below 20 */
    assert_int_equal(t.tried, 3);
    assert_int_equal(t.reported, 1);
    h = &t.rows[0];
    assert_string_equal(suspicion_short(&m.a, &h->suspicion), "n0");
    assert_int_equal(h->n_same, 3);
    assert_string_equal(h->same[0], "n1");
    assert_string_equal(h->same[1], "words > 20");
    assert_string_equal(h->same[2], "n0 + n1");
    assert_true(h->reported);
    assert_int_equal(h->group, 0);
    assert_int_equal(h->explained, -1);
    h = row_of(&t, "n2");
    assert_int_equal(h->n_same, 2); /* n0 + n2, n1 + n2 */
    assert_false(h->reported);
    assert_int_equal(h->explained, 0);
    assert_int_equal(h->group, 0); /* 50 of 100 are common */
    h = row_of(&t, "words < 20");
    assert_int_equal(h->explained, -1);
    near(h->p, 1);
    arena_clear(&m.a);
}

/* ---- pairs ---- */

/* The first half of 32 examples carry all of that many names. */
static void open_many(struct made *m, uint32_t names)
{
    const uint32_t **of;
    uint32_t *all;

    made_open(m, 32, names);
    of = arena_array(&m->a, const uint32_t *, 32);
    all = arena_array(&m->a, uint32_t, names + 1);
    for (uint32_t k = 0; k < names; k++)
        all[k] = k;
    all[names] = UINT32_MAX;
    for (size_t i = 0; i < 32; i++)
        of[i] = i < 16 ? all : all + names;
    m->v.of = of;
}

static void too_many_pairs_are_left(void **state)
{
    struct score_table t;
    struct made m;

    (void)state;
    open_many(&m, 512); /* 512 x 511 / 2 pairs */
    score_exact(&m.a, &m.s, &score_defaults, &t);
    assert_int_equal(t.left, 0);
    assert_int_equal(t.n, 1);
    assert_int_equal(t.rows[0].n_same, 511 + 130816);
    arena_clear(&m.a);
    open_many(&m, 513);
    score_exact(&m.a, &m.s, &score_defaults, &t);
    assert_int_equal(t.left, 131328);
    assert_int_equal(t.n, 1);
    assert_int_equal(t.rows[0].n_same, 512);
    arena_clear(&m.a);
}

/* Every pair that enough examples have is a row or stands beside one. */
static void pairs_by_another_method(void **state)
{
    struct rng r = made_stream("pairs", 1);
    struct score_options o = score_defaults;
    size_t want = 0, got = 0;
    struct score_table t;
    struct made m;

    (void)state;
    made_random(&r, &m, 900, 30);
    o.traits = false;
    score_exact(&m.a, &m.s, &o, &t);
    for (uint32_t x = 0; x < 30; x++)
        for (uint32_t y = x; y < 30; y++) {
            size_t n = 0;

            for (size_t i = 0; i < 900; i++)
                n += made_has(&m, i, x) && made_has(&m, i, y);
            want += n >= 8 && n <= 892;
        }
    for (size_t i = 0; i < t.n; i++)
        got += 1 + t.rows[i].n_same;
    assert_true(want > 50);
    assert_int_equal(got, want);
    arena_clear(&m.a);
}

/* Each vocabulary has its own name for the same set: both are rows, and one of
 * them is reported. Bounds are rows once. */
static void one_weakness_is_one_row(void **state)
{
    struct vocabulary both[2];
    struct score_table t;
    struct made m;
    size_t in_low = 0;

    (void)state;
    open_alike(&m, 400);
    both[0] = both[1] = m.v;
    both[1].name = "low";
    m.s.vocabularies = both;
    m.s.n_vocabularies = 2;
    score_exact(&m.a, &m.s, &score_defaults, &t);
    assert_int_equal(t.n, 6); /* n0 and n2 twice, words above and below */
    assert_int_equal(t.reported, 1);
    assert_string_equal(t.rows[0].suspicion.vocabulary, "high");
    for (size_t i = 0; i < t.rows[0].n_same; i++)
        in_low += str_eq(t.rows[0].same[i], "n0 (low)");
    assert_int_equal(in_low, 1);
    for (size_t i = 1; i < t.n; i++)
        if (t.rows[i].suspicion.vocabulary &&
            str_eq(t.rows[i].suspicion.vocabulary, "low") &&
            t.rows[i].n == t.rows[0].n)
            assert_true(t.rows[i].group == 0 && t.rows[i].explained == 0);
    assert_int_equal(row_of(&t, "words > 20")->explained, 0);
    arena_clear(&m.a);
}

static void options_are_kept(void **state)
{
    struct score_options o = score_defaults;
    struct score_table t;
    struct rng r = made_stream("options", 1);
    struct made m;

    (void)state;
    made_random(&r, &m, 400, 20);
    made_attempt(&r, &m, NULL, 0, 0.3);
    o.pairs = o.traits = false;
    score_exact(&m.a, &m.s, &o, &t);
    assert_true(t.n > 10 && t.n <= 20);
    o.support = 60;
    score_exact(&m.a, &m.s, &o, &t);
    for (size_t i = 0; i < t.n; i++)
        assert_true(t.rows[i].n >= 60 && t.rows[i].n <= 340);
    o = score_defaults;
    o.pairs = false;
    score_exact(&m.a, &m.s, &o, &t);
    assert_non_null(row_of(&t, "wording = wordy"));
    for (size_t i = 1; i < t.n; i++)
        assert_true(t.rows[i].reported || t.rows[i].p >= t.rows[i - 1].p ||
                    t.rows[i - 1].reported);
    arena_clear(&m.a);
}

/* All cuts of few values; of many at quantiles, halfway between neighbours. */
static void cuts_are_quantiles(void **state)
{
    struct score_options o = score_defaults;
    struct score_table t;
    double x[200];
    struct made m;

    (void)state;
    made_open(&m, 200, 1);
    for (size_t i = 0; i < 195; i++)
        made_give(&m, i, 0); /* all but five: no row */
    m.traits[0] = (struct trait){ "words", x, NULL };
    m.s.n_traits = 1;
    for (size_t i = 0; i < 200; i++)
        x[i] = (double)(i % 12);
    score_exact(&m.a, &m.s, &o, &t);
    assert_int_equal(t.n, 22 + 27); /* bounds, and bands of one to three */
    assert_int_equal(row_of(&t, "words = 1")->n, 17);
    assert_int_equal(row_of(&t, "words 8 to 10")->n, 48);
    assert_null(row_of(&t, "words 7 to 10"));
    assert_int_equal(row_of(&t, "words > 0.5")->n, 183);
    assert_int_equal(row_of(&t, "words < 10.5")->n, 184);
    for (size_t i = 0; i < 200; i++)
        x[i] = (double)i * (double)i;
    x[199] = NAN;
    score_exact(&m.a, &m.s, &o, &t);
    assert_int_equal(t.n, 22 + 27);
    /* 199 values; 5 % are 9 before: 8 * 8 and 9 * 9 */
    assert_int_equal(row_of(&t, "words < 72.5")->n, 9);
    assert_int_equal(row_of(&t, "words > 72.5")->n, 190);
    assert_null(row_of(&t, "words > 30.5"));
    arena_clear(&m.a);
}

/* What is long has two names, each of which others have too. */
static void a_bound_stands_for_a_pair(void **state)
{
    struct score_table t;
    double x[200];
    struct made m;

    (void)state;
    made_open(&m, 200, 2);
    m.traits[0] = (struct trait){ "words", x, NULL };
    m.s.n_traits = 1;
    for (size_t i = 0; i < 200; i++) {
        x[i] = i < 40 ? 30 : 10;
        if (i < 80)
            made_give(&m, i, 0);
        if (i < 40 || i >= 150)
            made_give(&m, i, 1);
    }
    score_exact(&m.a, &m.s, &score_defaults, &t);
    assert_int_equal(t.n, 4);
    assert_int_equal(row_of(&t, "words > 20")->n_same, 1);
    assert_string_equal(row_of(&t, "words > 20")->same[0], "n0 + n1");
    arena_clear(&m.a);
}

/* Failures that rise with a trait are one bound, whose others it explains. */
static void one_bound_each_way(void **state)
{
    struct rng r = made_stream("rising", 1);
    struct score_table t;
    double x[1000];
    struct made m;

    (void)state;
    made_open(&m, 1000, 1);
    m.traits[0] = (struct trait){ "words", x, NULL };
    m.s.n_traits = 1;
    for (size_t i = 0; i < 1000; i++) {
        x[i] = (double)i;
        for (int k = 0; k < 3; k++)
            m.s.examples[i].failed += rng_below(&r, 1000) < i;
    }
    score_exact(&m.a, &m.s, &score_defaults, &t);
    assert_int_equal(t.reported, 1);
    assert_int_equal(t.rows[0].suspicion.bound.kind, BOUND_ABOVE);
    assert_int_equal(t.rows[1].explained, 0);
    for (size_t i = 0; i < 1000; i++) /* at both ends */
        m.s.examples[i].failed = i < 100 || i >= 800 ? 2 : 0;
    score_exact(&m.a, &m.s, &score_defaults, &t);
    assert_int_equal(t.reported, 2);
    assert_non_null(row_of(&t, "words > 799.5"));
    assert_true(row_of(&t, "words > 799.5")->reported);
    assert_true(row_of(&t, "words < 99.5")->reported);
    arena_clear(&m.a);
}

/* ---- given suspicions ---- */

static void claims_keep_their_order(void **state)
{
    static const char *const names[] = { "n2: and so on", "n0: and so on",
                                         "n9: and so on" };
    struct suspicion c = { "high", NULL, 1, { 0 } };
    struct hypothesis rows[4];
    struct score_table t;
    struct made m;

    (void)state;
    open_alike(&m, 400);
    for (size_t i = 0; i < 3; i++) {
        c.concepts = &names[i];
        rows[i] = hypothesis_new(&m.a, &c, "llm:x");
        rows[i].text = names[i];
    }
    c = (struct suspicion){ .bound = { BOUND_ABOVE, "words", 15, NULL, 0 } };
    rows[3] = hypothesis_new(&m.a, &c, "llm:x");
    score_claims(&m.a, &m.s, &score_defaults, rows, 4);
    score_exact(&m.a, &m.s, &score_defaults, &t);
    assert_ptr_equal(rows[0].text, names[0]);
    assert_string_equal(rows[1].by, "llm:x");
    near(rows[1].p, row_of(&t, "n0")->p);
    near(rows[1].lift, row_of(&t, "n0")->lift);
    near(rows[0].accuracy, row_of(&t, "n2")->accuracy);
    near(rows[1].q, rows[1].p * 2); /* two of four have it */
    assert_true(rows[1].reported && !rows[0].reported && !rows[3].reported);
    assert_int_equal(rows[1].group, 1);
    assert_int_equal(rows[0].explained, 1);
    assert_int_equal(rows[3].explained, 1);
    assert_int_equal(rows[1].n_same, 1);
    assert_string_equal(rows[1].same[0], "words > 15");
    assert_int_equal(rows[2].n, 0);
    near(rows[2].p, 1);
    assert_true(isnan(rows[2].inside) && !rows[2].reported);
    arena_clear(&m.a);
}

/* Nothing at all, and nothing tried. */
static void empty_sheets(void **state)
{
    struct score_table t;
    struct outcomes s = { .target = "t" };
    struct arena a = { 0 };
    struct made m;
    struct hypothesis h;
    struct suspicion c;

    (void)state;
    score_exact(&a, &s, &score_defaults, &t);
    assert_int_equal(t.n, 0);
    arena_clear(&a);
    open_alike(&m, 40);
    for (size_t i = 0; i < 40; i++)
        m.s.examples[i].tries = 0;
    score_exact(&m.a, &m.s, &score_defaults, &t);
    assert_int_equal(t.n, 0);
    assert_int_equal(t.examples, 0);
    assert_true(isnan(t.base));
    c = (struct suspicion){ .bound = { BOUND_ABOVE, "words", 15, NULL, 0 } };
    h = hypothesis_new(&m.a, &c, "llm:x");
    score_claims(&m.a, &m.s, &score_defaults, &h, 1);
    near(h.p, 1);
    assert_true(isnan(h.accuracy) && !h.reported && h.n == 0);
    arena_clear(&m.a);
}

/* A second vocabulary whose only name has nothing to do with failures. */
static struct vocabulary blind_names(struct made *m, size_t n)
{
    static const char *const names[] = { "other" };
    static const uint32_t none[] = { UINT32_MAX }, one[] = { 0, UINT32_MAX };
    const uint32_t **of = arena_array(&m->a, const uint32_t *, n);

    for (size_t i = 0; i < n; i++)
        of[i] = i % 3 == 0 ? one : none;
    return (
        struct vocabulary){ .name = "low", .names = names, .n = 1, .of = of };
}

/* n0 fails, and most long ones are n0: a vocabulary that does not know n0
 * would report length, but what one vocabulary explains is explained. Where
 * none does, the bound is reported, once. */
static void bounds_that_names_explain(void **state)
{
    for (int known = 0; known < 2; known++) {
        struct vocabulary both[2];
        struct score_table t;
        struct made m;

        open_alike(&m, 400);
        for (size_t i = 1; i < 400; i += 16)
            m.words[i] = 30;
        both[1] = blind_names(&m, 400);
        both[0] = known ? m.v : both[1];
        both[0].name = "high";
        m.s.vocabularies = both;
        m.s.n_vocabularies = 2;
        score_exact(&m.a, &m.s, &score_defaults, &t);
        assert_int_equal(t.reported, 1);
        assert_string_equal(suspicion_short(&m.a, &t.rows[0].suspicion),
                            known ? "n0" : "words > 20");
        assert_int_equal(row_of(&t, "words > 20")->explained, known ? 0 : -1);
        assert_int_equal(row_of(&t, "words > 20")->group, 0);
        for (size_t i = 0; i < t.n; i++)
            assert_true(t.rows[i].explained <= 0 && t.rows[i].group <= 0);
        arena_clear(&m.a);
    }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_by_hand),
        cmocka_unit_test(balanced_accuracy),
        cmocka_unit_test(effects_given_the_others),
        cmocka_unit_test(sizes_are_corrected),
        cmocka_unit_test(clusters_are_drawn_whole),
        cmocka_unit_test(same_sets_are_one_row),
        cmocka_unit_test(too_many_pairs_are_left),
        cmocka_unit_test(pairs_by_another_method),
        cmocka_unit_test(one_weakness_is_one_row),
        cmocka_unit_test(bounds_that_names_explain),
        cmocka_unit_test(options_are_kept),
        cmocka_unit_test(cuts_are_quantiles),
        cmocka_unit_test(a_bound_stands_for_a_pair),
        cmocka_unit_test(one_bound_each_way),
        cmocka_unit_test(claims_keep_their_order),
        cmocka_unit_test(empty_sheets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
