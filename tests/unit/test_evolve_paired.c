/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Originals and variants: drops worked out by hand, intervals that cover, and
 * what is left out.
 */
#include "../lib/figures.h"
#include "base/rng.h"
#include "measure_world.h"

/* ---- originals and variants ---- */

/* A problem of a public set, with the key 12. */
static struct problem original(struct arena *a, size_t i)
{
    struct problem p = { .id = arena_printf(a, "g-%zu", i),
                         .statement = "?",
                         .solution = "" };

    problem_set_key(a, &p, ANSWER_INTEGER, "12");
    return p;
}

static void paired_world(struct world *w, struct paired *out, size_t n,
                         const size_t *of, const size_t *steps,
                         const char *const before[2],
                         const char *const after[2])
{
    struct problem *o = arena_array(&w->arena, struct problem, n);
    struct problem *v = arena_array(&w->arena, struct problem, n);
    struct run_info first, second;
    struct err e;

    for (size_t i = 0; i < n; i++) {
        o[i] = original(&w->arena, i);
        v[i] = chain_problem(&w->arena, i, NULL);
    }
    first = open_run(w, "{\"o\": 1}", o, n, 2, 1);
    second = open_run(w, "{\"v\": 1}", v, n, 2, 1);
    for (size_t m = 0; m < 2; m++)
        for (size_t i = 0; i < n; i++) {
            answer(w, &first, o, i, m, 1,
                   before[m][i] == 'c'   ? "\\boxed{12}"
                   : before[m][i] == 'e' ? "E"
                                         : "\\boxed{11}");
            answer(w, &second, v, i, m, 1,
                   after[m][i] == 'c'   ? BOX("1", "7")
                   : after[m][i] == 'e' ? "E"
                                        : BOX("12", "6"));
        }
    if (!measure_paired(&w->arena, w->store, &first, o, n, &second, v, n, of,
                        steps, "gsm", false, 1, out, &e))
        fail_msg("%s", e.msg);
}

static void test_paired(void **state)
{
    /* Variants stand in another order than originals; the fifth has an error,
     * the sixth no original. */
    static const size_t of[] = { 3, 2, 1, 0, 4, SIZE_MAX };
    static const size_t steps[] = { 2, 9, 8, 1, 3, 3 };
    static const char *const before[] = { "cccwcc", "cccccc" };
    static const char *const after[] = { "wwwcec", "ccccce" };
    struct paired p;
    struct world w;

    (void)state;
    world_open(&w);
    paired_world(&w, &p, 6, of, steps, before, after);
    assert_int_equal(p.n_drops, 2);
    assert_string_equal(p.drops[0].model, "m0");
    /* Originals 1, 1, 1, 0; variants of them 1, 0, 0, 0. */
    assert_int_equal(p.drops[0].pairs, 4);
    assert_int_equal(p.drops[0].left_out, 1);
    assert_true(is_near(p.drops[0].before.value, 0.75));
    assert_true(is_near(p.drops[0].after.value, 0.25));
    same_interval(p.drops[0].before.interval, stats_wilson(3, 4));
    assert_true(is_near(p.drops[0].difference, 0.5));
    assert_true(is_near(p.drops[0].relative, 2.0 / 3));
    /* Two differ, alike: of four patterns of signs two are as far out. */
    assert_true(is_near(p.drops[0].p, 0.5));
    /* Four pairs say little. */
    assert_true(p.drops[0].relative_interval.low < 0 &&
                p.drops[0].relative_interval.high > 0.9 &&
                p.drops[0].relative_interval.high < 1);
    assert_true(p.drops[0].difference_interval.low == 0 &&
                p.drops[0].difference_interval.high == 1);
    /* Nothing changes: what Wilson's interval leaves for others, of 5. */
    assert_int_equal(p.drops[1].pairs, 5);
    assert_true(p.drops[1].relative == 0 && p.drops[1].p == 1);
    assert_true(
        is_near(p.drops[1].difference_interval.high, stats_wilson(0, 5).high));
    /* 0.75 and 1; 0.25 and 1. */
    assert_true(is_near(p.spread_before, 0.25 / sqrt(2)));
    assert_true(is_near(p.spread_after, 0.75 / sqrt(2)));
    world_close(&w);
}

static void test_lengths(void **state)
{
    static const size_t of[] = { 0, 1, 2, 3 };
    static const size_t steps[] = { 1, 8, 9, 2 };
    static const char *const before[] = { "cccw", "cccc" };
    static const char *const after[] = { "cwww", "cccc" };
    struct paired p;
    struct world w;

    (void)state;
    world_open(&w);
    paired_world(&w, &p, 4, of, steps, before, after);
    /* Drops 0, 0.5, 0.5, 0 against 1, 8, 9, 2: 4/sqrt(20); of the 6 places of
     * the two high ones 2 are as far out. */
    assert_true(is_near(p.length_spearman, 4 / sqrt(20)));
    assert_true(is_near(p.length_p, 1.0 / 3));
    assert_int_equal(p.n_lengths, 3);
    assert_int_equal(p.lengths[0].steps, 1);
    assert_int_equal(p.lengths[1].steps, 2);
    assert_int_equal(p.lengths[2].steps, 8); /* 8 and 9 */
    assert_null(p.lengths[0].drop.model);
    assert_int_equal(p.lengths[0].drop.pairs, 2);
    assert_int_equal(p.lengths[2].drop.pairs, 4);
    assert_true(is_near(p.lengths[2].drop.relative, 0.5));
    assert_true(is_near(p.lengths[1].drop.before.value, 0.5));
    /* Two originals, each with a drop of 0.5 over the models. */
    assert_true(is_near(p.lengths[2].drop.p, 0.5));
    world_close(&w);
}

static void test_no_pairs(void **state)
{
    static const size_t of[] = { 0, 9 }, none[] = { SIZE_MAX, SIZE_MAX };
    static const size_t steps[] = { 1, 1 };
    struct problem o[2], v[2];
    struct run_info first, second, other;
    struct paired p;
    struct world w;
    struct err e;

    (void)state;
    world_open(&w);
    for (size_t i = 0; i < 2; i++) {
        o[i] = original(&w.arena, i);
        v[i] = chain_problem(&w.arena, i, NULL);
    }
    first = open_run(&w, "{\"o\": 1}", o, 2, 1, 1);
    second = open_run(&w, "{\"v\": 1}", v, 2, 1, 1);
    assert_false(measure_paired(&w.arena, w.store, &first, o, 2, &second, v, 2,
                                of, steps, "x", false, 1, &p, &e));
    assert_non_null(strstr(e.msg, "variant 2"));
    if (!measure_paired(&w.arena, w.store, &first, o, 2, &second, v, 2, none,
                        steps, "x", false, 1, &p, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(p.n_drops, 1);
    assert_int_equal(p.drops[0].pairs, 0);
    assert_true(isnan(p.drops[0].relative) && isnan(p.drops[0].p));
    assert_true(isnan(p.length_spearman) && isnan(p.spread_before));
    other = second;
    other.models = (const char *const[]){ "another" };
    assert_false(measure_paired(&w.arena, w.store, &first, o, 2, &other, v, 2,
                                none, steps, "x", false, 1, &p, &e));
    assert_non_null(strstr(e.msg, "no model in common"));
    world_close(&w);
}

/* Averages of attempts, and pairs of one original, which count together. */
static void test_bunches(void **state)
{
    struct measured_pair items[] = {
        { 1, 1, 0, 1, 0, true },  { 0, 1, 0, 1, 0.5, true },
        { 1, 1, 0, 1, 0, false }, { 2, 1, 0, 0.5, 0, false },
        { 0, 1, 0, 1, 1, false },
    };
    struct measured_pairs p = { items, 5, 2 };
    static const double sums[] = { 2, 2, 0.5 }, sizes[] = { 2, 2, 1 };
    struct drop d, again;

    (void)state;
    paired_drop(&p, "m", "s", 7, &d);
    assert_int_equal(d.left_out, 2);
    assert_true(is_near(d.before.value, 0.9) && is_near(d.after.value, 0.3));
    assert_true(is_near(d.relative, 2.0 / 3));
    /* Differences 0.5, 2, 0.5 of three originals: all signs alike, 2 of 8. */
    assert_true(is_near(d.p, 0.25));
    same_interval(d.before.interval, stats_clustered(sums, sizes, 3, 0, 1));
    assert_true(d.relative_interval.low < 2.0 / 3 &&
                d.relative_interval.high > 2.0 / 3);
    paired_drop(&p, "m", "s", 7, &again);
    same_interval(d.relative_interval, again.relative_interval);
    same_interval(d.difference_interval, again.difference_interval);
}

/* The intervals cover what they should: many samples of a known drop. */
static void test_coverage(void **state)
{
    enum { SAMPLES = 80, PAIRS = 60 };
    const double before = 0.8, after = 0.8 * 0.5; /* relative drop 1/2 */
    struct hash128 key = { 1, 2 };
    size_t relative = 0, difference = 0;
    struct rng r;

    (void)state;
    rng_init(&r, key);
    for (size_t i = 0; i < SAMPLES; i++) {
        struct measured_pair items[PAIRS];
        struct measured_pairs p = { items, PAIRS, 0 };
        struct drop d;

        for (size_t k = 0; k < PAIRS; k++) {
            bool x = rng_below(&r, 1000) < 800;
            bool y = x && rng_below(&r, 1000) < 500;

            items[k] = (struct measured_pair){ k, 1, 0, x, y, false };
        }
        paired_drop(&p, "m", "s", i, &d);
        relative +=
            d.relative_interval.low <= 0.5 && d.relative_interval.high >= 0.5;
        difference += d.difference_interval.low <= before - after &&
                      d.difference_interval.high >= before - after;
    }
    /* 95 % of 80 are 76, give or take 2 or 4. */
    assert_in_range(relative, 68, 80);
    assert_in_range(difference, 68, 80);
}

/* One right answer in 60 before, none after: all is lost, as far as is seen, and
 * next to nothing is known of it. Many such samples are covered. */
static void test_near_chance(void **state)
{
    enum { SAMPLES = 400, PAIRS = 60 };
    const double before = 0.04, after = 0.02; /* relative drop 1/2 */
    size_t known = 0, covered = 0;
    struct measured_pair items[PAIRS];
    struct measured_pairs p = { items, PAIRS, 0 };
    struct hash128 key = { 3, 4 };
    struct drop d;
    struct rng r;

    (void)state;
    for (size_t k = 0; k < PAIRS; k++)
        items[k] = (struct measured_pair){ k, 1, 0, k == 0, 0, false };
    paired_drop(&p, "m", "s", 1, &d);
    assert_true(d.relative == 1 && d.relative_interval.high == 1);
    assert_true(d.relative_interval.low < -1);
    rng_init(&r, key);
    for (size_t i = 0; i < SAMPLES; i++) {
        for (size_t k = 0; k < PAIRS; k++)
            items[k] = (struct measured_pair){
                k,
                1,
                0,
                (double)rng_below(&r, 1000) < 1000 * before,
                (double)rng_below(&r, 1000) < 1000 * after,
                false
            };
        paired_drop(&p, "m", "s", i, &d);
        known += isnan(d.relative) ? 0 : 1;
        covered +=
            d.relative_interval.low <= 0.5 && d.relative_interval.high >= 0.5;
    }
    assert_true(known > SAMPLES * 3 / 4);
    assert_true((double)covered > 0.93 * (double)known);
}

/* The mean over models is that of means, has an interval, and counts who has no
 * relative drop; several sets stand apart. */
static void test_means(void **state)
{
    struct measured_pair x[4][20];
    struct drop d[4];
    struct drop_mean m;

    (void)state;
    /* a: 20 to 10 right; b: 4 to 0; c: none; a of another set: 20 to 20. */
    for (size_t i = 0; i < 20; i++) {
        x[0][i] = (struct measured_pair){ i, 1, 0, 1, i < 10, false };
        x[1][i] = (struct measured_pair){ i, 1, 1, i < 4, 0, false };
        x[2][i] = (struct measured_pair){ i, 1, 2, 0, 0, false };
        x[3][i] = (struct measured_pair){ i, 1, 0, 1, 1, false };
    }
    for (size_t k = 0; k < 4; k++) {
        static const char *const names[] = { "a", "b", "c", "a" };
        struct measured_pairs p = { x[k], 20, 0 };

        paired_drop(&p, names[k], k < 3 ? "s" : "t", 7, &d[k]);
        d[k].items = x[k];
    }
    m = drops_mean(d, 4, "s", NULL);
    assert_int_equal(m.n, 3);
    assert_int_equal(m.models, 3);
    assert_true(is_near(m.before.value, 1.2 / 3) &&
                is_near(m.after.value, 0.5 / 3));
    assert_true(is_near(m.difference, 0.7 / 3));
    assert_true(is_near(m.relative, 0.7 / 1.2)); /* not the mean of 0.5 and 1 */
    assert_true(m.relative_interval.low < m.relative &&
                m.relative_interval.low > 0.3 &&
                m.relative_interval.high > m.relative &&
                m.relative_interval.high < 0.9);
    m = drops_mean(d, 4, NULL, NULL);
    assert_int_equal(m.n, 4);
    assert_int_equal(m.models, 3);
    assert_true(is_near(m.relative, 0.7 / 2.2));
    assert_int_equal(drops_mean(d, 4, "u", NULL).n, 0);
    assert_true(isnan(drops_mean(d + 2, 1, "s", NULL).relative));
}

/* Who has no drop is named, with the reason. */
static void test_unknown(void **state)
{
    struct measured_pair items[2] = { { 0, 1, 0, 0, 1, false },
                                      { 1, 1, 0, 0, 0, false } };
    struct measured_pairs p = { items, 2, 0 }, none = { items, 0, 2 };
    struct arena a = { 0 };
    struct str out = { 0 };
    struct document *d = document_new(&a, 0);
    struct drop x[2];

    (void)state;
    paired_drop(&p, "zero", "s", 7, &x[0]);
    paired_drop(&none, "nobody", "s", 7, &x[1]);
    arms_document(d, x, 2);
    document_text(&out, d);
    assert_non_null(strstr(str_get(&out), "zero: none of the 2 originals"));
    assert_non_null(strstr(str_get(&out), "nobody: no pair has a counted"));
    str_clear(&out);
    arena_clear(&a);
}

/* ---- printing ---- */

static void test_print_paired(void **state)
{
    static const size_t of[] = { 0, 1, 2, 3 };
    static const size_t steps[] = { 1, 8, 9, 2 };
    static const char *const before[] = { "cccw", "cccc" };
    static const char *const after[] = { "cwww", "cccc" };
    struct str out = { 0 };
    struct document *d;
    const struct json *v;
    struct json *tree;
    struct err e;
    struct paired p;
    struct world w;

    (void)state;
    world_open(&w);
    paired_world(&w, &p, 4, of, steps, before, after);
    d = document_new(&w.arena, 0);
    paired_document(d, &p);
    document_text(&out, d);
    check_lines(str_get(&out));
    assert_non_null(strstr(str_get(&out), "66.7 ("));
    assert_non_null(strstr(str_get(&out), "8+"));
    assert_non_null(strstr(str_get(&out), "Spearman 0.89, p = 0.333"));
    assert_non_null(strstr(str_get(&out), "17.7 points before, 53.0 after"));
    str_clear(&out);
    document_json(&out, d);
    assert_true(json_read(&w.arena, out.s, out.n, 1, &tree, &e));
    v = tree;
    v = json_get(json_get(v, "models")->first, "relative_drop");
    assert_true(json_get(v, "high") && json_get(v, "low"));
    str_clear(&out);
    world_close(&w);
}

/* ---- figures ---- */

static void same_dot(const struct dot *p, const struct rate *r)
{
    assert_non_null(p);
    assert_true(is_near(p->value, r->value) &&
                is_near(p->low, r->interval.low) &&
                is_near(p->high, r->interval.high));
    assert_int_equal(p->n, r->n);
    assert_non_null(p->items);
}

/* m0 loses two of three, m1 nothing. */
static void test_figures(void **state)
{
    static const size_t of[] = { 0, 1, 2, 3 };
    static const size_t steps[] = { 1, 8, 9, 2 };
    static const char *const before[] = { "cccw", "cccc" };
    static const char *const after[] = { "cwwc", "cccc" };
    struct document *d;
    const struct figure *f;
    struct drop two[3];
    struct paired p;
    struct world w;

    (void)state;
    world_open(&w);
    paired_world(&w, &p, 4, of, steps, before, after);
    assert_true(is_near(p.drops[0].lost.value, 0.5) &&
                is_near(p.drops[0].gained.value, 0.25));
    assert_true(p.drops[1].lost.value == 0 && p.drops[1].gained.value == 0);
    d = document_new(&w.arena, 80);
    paired_figures(d, &p);
    for (size_t i = 0; i < 2; i++) {
        const struct drop *x = &p.drops[i];
        struct rate relative = { x->relative, x->relative_interval, x->pairs,
                                 NAN };

        f = figure_named(d, "originals-and-variants");
        same_dot(figure_dot_at(f, x->model, 0), &x->before);
        same_dot(figure_dot_at(f, x->model, 1), &x->after);
        f = figure_named(d, "memory");
        same_dot(figure_dot_at(f, x->model, 0), &x->lost);
        same_dot(figure_dot_at(f, x->model, 1), &x->gained);
        f = figure_named(d, "relative-drop");
        same_dot(figure_dot_at(f, x->model, 0), &relative);
    }
    f = figure_named(d, "relative-drop");
    assert_true(is_near(figure_dot_at(f, "mean over models", 0)->value,
                        1 - 1.5 / 1.75)); /* of means: 0.5, 1; 0.75, 1 */
    f = figure_named(d, "drop-by-length");
    assert_int_equal(f->dots.n, 2 * p.n_lengths);
    for (size_t i = 0; i < p.n_lengths; i++)
        same_dot(vec_get(&f->dots, struct dot, i), &p.lengths[i].drop.before);
    /* A second set stands beside the first. */
    two[0] = p.drops[0];
    two[1] = p.drops[1];
    two[2] = p.drops[0];
    two[2].set = "another";
    d = document_new(&w.arena, 80);
    drops_figures(d, two, 3);
    f = figure_named(d, "relative-drop");
    assert_int_equal(f->series.n, 2);
    assert_true(is_near(figure_dot_at(f, "m0", 1)->value, p.drops[0].relative));
    f = figure_named(d, "originals-and-variants");
    same_dot(figure_dot_at(f, "another: m0", 1), &p.drops[0].after);
    d = document_new(&w.arena, 80);
    paired_screen(d, &p, 10);
    check_screen(d, 5, 80);
    world_close(&w);
}

/* ---- memory ---- */

/* A variant with the key, of a row of its own. */
static struct problem keyed(struct arena *a, size_t i, const char *key)
{
    struct problem p = { .id = arena_printf(a, "p-%zu", i),
                         .statement = "?",
                         .solution = "" };

    problem_set_key(a, &p, ANSWER_INTEGER, key);
    return p;
}

/* Golds 12, 30, 5, 5, 8 and variants with the keys 20, 31, 6, 5, 9. The fourth
 * key is its gold: it tells nothing of memory. */
static void test_memory(void **state)
{
    static const char *const golds[] = { "12", "30", "5", "5", "8" };
    static const char *const keys[] = { "20", "31", "6", "5", "9" };
    static const char *const said[2][5] = {
        { "\\boxed{12}", "\\boxed{30}", "\\boxed{5}", "\\boxed{7}",
          "\\boxed{8}" },
        { "\\boxed{5}", "\\boxed{31}", "I do not know", "\\boxed{6}",
          "\\boxed{8}" },
    };
    static const size_t of[] = { 0, 1, 2, 3, 4 }, steps[] = { 1, 1, 1, 1, 1 };
    struct run_info first, second;
    struct problem o[5], v[5];
    struct paired p;
    struct world w;
    struct err e;

    (void)state;
    world_open(&w);
    for (size_t i = 0; i < 5; i++) {
        o[i] = keyed(&w.arena, i, golds[i]);
        v[i] = keyed(&w.arena, i, keys[i]);
    }
    first = open_run(&w, "{\"o\": 1}", o, 5, 2, 1);
    second = open_run(&w, "{\"v\": 1}", v, 5, 2, 1);
    for (size_t m = 0; m < 2; m++)
        for (size_t i = 0; i < 5; i++) {
            answer(&w, &first, o, i, m, 1,
                   arena_printf(&w.arena, "\\boxed{%s}", golds[i]));
            answer(&w, &second, v, i, m, 1, said[m][i]);
        }
    if (!measure_paired(&w.arena, w.store, &first, o, 5, &second, v, 5, of,
                        steps, "set", false, 1, &p, &e))
        fail_msg("%s", e.msg);
    /* All that could be remembered is: 12 and 30 and 8 are nobody else's gold,
     * the 5 is one of four others. */
    assert_int_equal(p.drops[0].memory.could, 4);
    assert_int_equal(p.drops[0].memory.hits, 4);
    assert_true(is_near(p.drops[0].memory.chance, 0.25 / 4));
    same_interval(p.drops[0].memory.rate, stats_wilson(4, 4));
    /* Wrong and read: 5, of which two of four others are the gold, and the 8
     * that is remembered. */
    assert_int_equal(p.drops[1].memory.could, 2);
    assert_int_equal(p.drops[1].memory.hits, 1);
    assert_true(is_near(p.drops[1].memory.chance, 0.5 / 2));
    world_close(&w);
}

/* ---- designs ---- */

static int sign(size_t factors, size_t run, size_t k)
{
    return design_has(factors, run, k) ? 1 : -1;
}

/* Every factor is there in half of the runs, and no product of two or three of
 * them is always the same: no effect is that of two others together. */
static void test_designs(void **state)
{
    (void)state;
    assert_int_equal(design_runs(1), 2);
    assert_int_equal(design_runs(3), 8);
    assert_int_equal(design_runs(8), 16);
    for (size_t n = 1; n <= 16; n++) {
        size_t runs = design_runs(n);

        for (size_t i = 0; i < n; i++)
            for (size_t j = i; j < n; j++)
                for (size_t k = j; k < n; k++) {
                    int one = 0, two = 0, three = 0;

                    for (size_t r = 0; r < runs; r++) {
                        one += sign(n, r, i);
                        two += sign(n, r, i) * sign(n, r, j);
                        three += sign(n, r, i) * sign(n, r, j) * sign(n, r, k);
                    }
                    assert_int_equal(one, 0);
                    assert_int_equal(two, i == j ? (int)runs : 0);
                    assert_int_equal(three, 0);
                }
        for (size_t k = 0; k < n; k++)
            assert_true(design_has(n, 0, k)); /* the first run has all */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paired),       cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_no_pairs),     cmocka_unit_test(test_bunches),
        cmocka_unit_test(test_coverage),     cmocka_unit_test(test_near_chance),
        cmocka_unit_test(test_means),        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_print_paired), cmocka_unit_test(test_figures),
        cmocka_unit_test(test_memory),       cmocka_unit_test(test_designs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
