/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Comparing runs: pairing, what is left out, and the numbers against those
 * worked out by hand.
 */
#include "base/rng.h"
#include "base/str.h"
#include "run/compare/compare.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool is_near(double x, double y)
{
    return fabs(x - y) < 1e-12;
}

/*
 * A run of one model from text: a word for each problem, "ID:MARKS", a letter
 * for each attempt: c correct, w wrong, u undecided, e error, t truncated, k
 * bad key, l only leniently correct, - not there yet.
 */
static struct result result_of(char mark)
{
    struct result r = { .strict = VERDICT_WRONG, .lenient = VERDICT_WRONG };

    switch (mark) {
    case 'c': r.strict = r.lenient = VERDICT_CORRECT; break;
    case 'l': r.lenient = VERDICT_CORRECT; break;
    case 'u': r.strict = r.lenient = VERDICT_UNDECIDED; break;
    case 'k': r.strict = r.lenient = VERDICT_BAD_KEY; break;
    case 'e': r.outcome = OUTCOME_ERROR; break;
    case 't': r.outcome = OUTCOME_TRUNCATED; break;
    default: assert_true(mark == 'w');
    }
    return r;
}

static struct compare_side read_side(struct arena *a, const char *name,
                                     const char *text)
{
    struct summary *v = arena_new(a, struct summary);
    struct problem *p = arena_array(a, struct problem, strlen(text));
    struct result *r = arena_array(a, struct result, strlen(text));

    while (*text) {
        size_t id = strcspn(text, ":"), i = v->info.n_problems++;
        const char *mark = text + id + 1;

        p[i].id = arena_strndup(a, text, id);
        p[i].statement = arena_printf(a, "statement of %s", p[i].id);
        for (uint64_t k = 1; *mark && *mark != ' '; mark++, k++) {
            if (k > v->info.attempts)
                v->info.attempts = k;
            if (*mark == '-')
                continue;
            r[v->n_results] = result_of(*mark);
            r[v->n_results].problem = i;
            r[v->n_results++].attempt = k;
        }
        text = mark + (*mark == ' ');
    }
    v->problems = p;
    v->results = r;
    v->info.n_models = 1;
    return (struct compare_side){ .view = v, .name = name };
}

static struct compare_pair compare(struct arena *a, const char *x,
                                   const char *y, bool strict)
{
    struct compare_side *sides = arena_array(a, struct compare_side, 2);
    struct compare c;
    struct err e;

    sides[0] = read_side(a, "r1", x);
    sides[1] = read_side(a, "r2", y);
    if (!compare_make(a, sides, 2, strict, 1, &c, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(c.n_pairs, 1);
    assert_true(c.pairs[0].p_holm == c.pairs[0].p);
    return c.pairs[0];
}

static void single_attempts(void **state)
{
    struct arena a = { 0 };
    struct compare_pair p =
        compare(&a, "a:c b:c c:w d:w e:c f:w g:t x:c",
                "y:c z:w g:c f:c e:w d:c c:c b:c a:w", true);

    (void)state;
    assert_true(p.exact);
    assert_int_equal(p.pairs, 7);
    assert_int_equal(p.only_a, 1);
    assert_int_equal(p.only_b, 2);
    assert_int_equal(p.a_only, 2);
    assert_int_equal(p.b_only, 4);
    assert_true(is_near(p.mean_a, 3.0 / 7) && is_near(p.mean_b, 5.0 / 7));
    assert_true(is_near(p.difference, 2.0 / 7));
    /* 2 (1 + 6 + 15) / 64 */
    assert_true(is_near(p.p, 44.0 / 64));
    assert_true(p.interval.low < 2.0 / 7 && p.interval.high > 2.0 / 7);
    assert_true(p.smallest > 0.5);
    assert_int_equal(p.n_flips, 6);
    assert_string_equal(p.flips[0].problem, "a");
    assert_true(p.flips[0].a == 1 && p.flips[0].b == 0);
    assert_string_equal(p.flips[5].problem, "g");
    arena_clear(&a);
}

static void what_is_left_out(void **state)
{
    struct arena a = { 0 };
    struct compare_pair p = compare(&a, "a:e b:c c:u d:k e:- f:w g:l",
                                    "a:c b:e c:c d:c e:c f:c g:w", true);

    (void)state;
    assert_int_equal(p.pairs, 5); /* a bad key, and nothing planned */
    assert_int_equal(p.uncounted, 2);
    assert_int_equal(p.open, 3);
    assert_int_equal(p.b_only, 1);
    assert_true(is_near(p.bracket.low, 0) && is_near(p.bracket.high, 0.6));
    assert_true(p.p == 1);
    p = compare(&a, "a:e b:c c:u d:k e:- f:w g:l",
                "a:c b:e c:c d:c e:c f:c g:w", false);
    assert_int_equal(p.a_only, 1);
    p = compare(&a, "a:k", "a:c", true); /* shared, but nothing counts */
    assert_int_equal(p.pairs, 0);
    assert_true(isnan(p.difference) && p.p == 1 && isnan(p.smallest));
    assert_true(p.interval.low == -1 && p.interval.high == 1);
    arena_clear(&a);
}

/* avg@K over the attempts that count; the order of flips; another K. */
static void several_attempts(void **state)
{
    struct arena a = { 0 };
    struct compare_pair p = compare(&a, "a:ccww b:cwwu c:eeec d:wwww e:cccc",
                                    "a:cw b:ww c:cc d:wc e:ww", true);

    (void)state;
    assert_false(p.exact);
    assert_int_equal(p.pairs, 5);
    assert_true(is_near(p.mean_a, (0.5 + 1.0 / 4 + 1.0 / 4 + 0 + 1) / 5));
    assert_true(is_near(p.mean_b, (0.5 + 0 + 1 + 0.5 + 0) / 5));
    assert_true(is_near(p.difference, p.mean_b - p.mean_a));
    assert_int_equal(p.n_flips, 3);
    assert_string_equal(p.flips[0].problem, "e");
    assert_string_equal(p.flips[1].problem, "d");
    assert_string_equal(p.flips[2].problem, "b");
    /* c may be 1/4 or 1, b 1/4 or 1/2: 3/4 to 0 */
    assert_true(is_near(p.bracket.low, -1.0 / 5));
    assert_true(is_near(p.bracket.high, 0) && p.p == 1);
    p = compare(&a, "a:w b:c", "a:cw b:cc", true);
    assert_true(!p.exact && p.a_only == 0 && p.b_only == 0);
    p = compare(&a, "a:cw b:cc", "a:w b:c", true);
    assert_true(!p.exact && is_near(p.difference, -0.25));
    arena_clear(&a);
}

static void no_difference(void **state)
{
    struct arena a = { 0 };
    struct compare_pair p = compare(&a, "a:c b:w c:c", "a:c b:w c:c", true);
    double w = stats_wilson(0, 3).high;

    (void)state;
    assert_true(p.p == 1 && p.difference == 0 && p.n_flips == 0);
    assert_true(is_near(p.interval.low, -w) && is_near(p.interval.high, w));
    assert_true(isnan(p.smallest) && !p.spread);
    p = compare(&a, "a:w b:w c:w", "a:c b:c c:c", true);
    assert_true(p.p == 0.25 && p.difference == 1);
    assert_true(p.interval.high == 1 && is_near(p.interval.low, 1 - 2 * w));
    arena_clear(&a);
}

/* The same pairs with the sides exchanged: everything turns its sign. */
static void sides_are_equal(void **state)
{
    struct rng r;
    struct arena a = { 0 };

    (void)state;
    rng_init(&r, hash_bytes("sides", 5));
    for (int round = 0; round < 20; round++) {
        struct str x = str_in(&a), y = str_in(&a);
        size_t k = round % 2 ? 1 : 4;
        struct compare_pair p, q;

        for (int i = 0; i < 15; i++) {
            str_addf(&x, "%sp%d:", i ? " " : "", i);
            str_addf(&y, "%sp%d:", i ? " " : "", i);
            for (size_t j = 0; j < k; j++) {
                str_addc(&x, "cw"[rng_below(&r, 2)]);
                str_addc(&y, "ccw"[rng_below(&r, 3)]);
            }
        }
        p = compare(&a, x.s, y.s, true);
        q = compare(&a, y.s, x.s, true);
        assert_true(is_near(p.difference, -q.difference));
        assert_true(is_near(p.p, q.p));
        assert_int_equal(p.a_only, q.b_only);
        assert_int_equal(p.n_flips, q.n_flips);
        /* One seed, the same draws of turned differences. */
        assert_true(is_near(p.interval.low, -q.interval.high));
        assert_true(p.interval.low <= p.difference + 1e-12 &&
                    p.difference <= p.interval.high + 1e-12);
    }
    arena_clear(&a);
}

/* ---- pairing ---- */

/* The problems of a side, to be changed. */
static struct problem *problems_of(struct compare_side *s)
{
    return (struct problem *)s->view->problems;
}

static void set_key(struct arena *a, struct problem *p, const char *latex)
{
    problem_set_key(a, p, ANSWER_INTEGER, latex);
}

static struct compare_pair compare_sides(struct arena *a,
                                         struct compare_side *sides)
{
    struct compare c;
    struct err e;

    if (!compare_make(a, sides, 2, true, 1, &c, &e))
        fail_msg("%s", e.msg);
    return c.pairs[0];
}

/* Other ids for the same statements; a problem that stands twice. */
static void pairs_by_statement(void **state)
{
    struct arena a = { 0 };
    struct compare_side sides[2] = { read_side(&a, "r1", "a:c b:w"),
                                     read_side(&a, "r2", "b2:w a2:w") };
    struct compare_pair p;
    struct compare c;
    struct err e;

    (void)state;
    assert_false(compare_make(&a, sides, 2, true, 1, &c, &e));
    assert_string_equal(e.msg, "r1 and r2 have no problem in common: cannot "
                               "compare them");
    problems_of(&sides[1])[0].statement = "statement of b";
    problems_of(&sides[1])[1].statement = "statement of a";
    p = compare_sides(&a, sides);
    assert_int_equal(p.pairs, 2);
    assert_int_equal(p.a_only, 1);
    assert_string_equal(p.flips[0].problem, "a");
    assert_false(compare_make(&a, sides, 1, true, 1, &c, &e));
    p = compare(&a, "a:c a:w b:c", "b:c a:c", true);
    assert_true(p.pairs == 2 && p.n_flips == 0 && p.only_a == 0);
    arena_clear(&a);
}

/* Row numbers are the same in every file: an id names no problem. */
static void an_id_is_not_enough(void **state)
{
    struct arena a = { 0 };
    struct compare_side sides[2] = { read_side(&a, "r1", "0:c 1:c 2:c 3:c"),
                                     read_side(&a, "r2",
                                               "0:w 1:w 2:w 3:w 4:w") };
    struct problem *of_b = problems_of(&sides[1]);
    struct compare_pair p;
    struct compare c;
    struct err e;

    (void)state;
    of_b[0].statement = "something else";
    of_b[1].statement = "statement of 2"; /* moved by a row */
    of_b[2].statement = "and this";
    p = compare_sides(&a, sides);
    assert_int_equal(p.pairs, 2);
    assert_int_equal(p.other_problem, 1);
    assert_int_equal(p.only_a + p.only_b, 3);
    assert_string_equal(p.flips[0].problem, "2");
    assert_string_equal(p.flips[1].problem, "3");
    for (size_t i = 0; i < 5; i++)
        of_b[i].statement = "no such thing";
    assert_false(compare_make(&a, sides, 2, true, 1, &c, &e));
    assert_non_null(
        strstr(e.msg, "; 4 problems with the same id but another statement"));
    arena_clear(&a);
}

static void keys_that_differ(void **state)
{
    struct arena a = { 0 };
    struct compare_side sides[2] = { read_side(&a, "r1", "a:c b:c c:c"),
                                     read_side(&a, "r2", "a:w b:w x:w") };
    struct problem *of_a = problems_of(&sides[0]);
    struct problem *of_b = problems_of(&sides[1]);
    struct compare_pair p;
    struct compare c;
    struct err e;

    (void)state;
    of_b[2].statement = of_a[2].statement;
    for (size_t i = 0; i < 3; i++) {
        set_key(&a, &of_a[i], "7");
        set_key(&a, &of_b[i], i == 0 ? "7" : "8");
    }
    p = compare_sides(&a, sides);
    assert_int_equal(p.pairs, 1);
    assert_int_equal(p.other_key, 2);
    assert_true(p.only_a == 0 && p.only_b == 0 && p.other_problem == 0);
    set_key(&a, &of_b[0], "8");
    assert_false(compare_make(&a, sides, 2, true, 1, &c, &e));
    assert_non_null(
        strstr(e.msg, "; 3 with the same statement but another key"));
    arena_clear(&a);
}

/* ---- clusters ---- */

static void set_clusters(struct compare_side *s, const uint32_t *cluster)
{
    ((struct summary *)s->view)->count.cluster = cluster;
}

/* Ten templates of twenty, three of which one side cannot do: 1 of 4 sign
 * patterns of three is as far out, not one of 2^60. */
static void whole_templates(void **state)
{
    struct arena a = { 0 };
    struct str x = str_in(&a), y = str_in(&a);
    uint32_t *cluster = arena_array(&a, uint32_t, 200);
    double means[10] = { -1, -1, -1 };
    struct compare_side sides[2];
    struct compare_pair p, q;

    (void)state;
    for (uint32_t i = 0; i < 200; i++) {
        cluster[i] = i / 20;
        str_addf(&x, "%sp%u:%c", i ? " " : "", i, i / 20 < 7 ? 'c' : 'w');
        str_addf(&y, "%sp%u:%c", i ? " " : "", i,
                 i / 20 >= 3 && i / 20 < 7 ? 'c' : 'w');
    }
    sides[0] = read_side(&a, "r1", x.s);
    sides[1] = read_side(&a, "r2", y.s);
    set_clusters(&sides[0], cluster);
    set_clusters(&sides[1], cluster);
    p = compare_sides(&a, sides);
    assert_true(p.single && !p.exact && p.spread);
    assert_true(p.pairs == 200 && p.clusters == 10 && p.a_only == 60);
    assert_true(is_near(p.difference, -0.3) && is_near(p.p, 0.25));
    /* Of ten draws with 0.3 each, none has 2.8 %, seven or more 1.1 %. */
    assert_true(is_near(p.interval.low, -0.6) && p.interval.high == 0);
    assert_true(is_near(
        p.smallest, stats_smallest_difference(stats_deviation(means, 10), 10)));
    set_clusters(&sides[0], NULL); /* one run's clusters are enough */
    q = compare_sides(&a, sides);
    assert_true(q.clusters == 10 && q.p == p.p &&
                q.interval.low == p.interval.low);
    arena_clear(&a);
}

/* Clusters of one and of nine: what is drawn is divided by what was drawn. */
static void clusters_of_two_sizes(void **state)
{
    static const uint32_t cluster[10] = { 0, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
    static const uint32_t mixed[4] = { 0, 0, 1, 1 };
    struct arena a = { 0 };
    struct compare_side sides[2] = {
        read_side(&a, "r1", "a:w b:c c:c d:c e:c f:c g:c h:c i:c j:c"),
        read_side(&a, "r2", "a:c b:c c:c d:c e:c f:c g:c h:c i:c j:c")
    };
    struct compare_pair p;

    (void)state;
    set_clusters(&sides[0], cluster);
    p = compare_sides(&a, sides);
    assert_true(is_near(p.difference, 0.1) && p.clusters == 2 && p.p == 1);
    assert_true(p.interval.low == 0 && p.interval.high == 1);
    /* (1 - 0.1)^2 + (0 - 0.9)^2, over 1, times 2/10 */
    assert_true(is_near(p.smallest,
                        stats_smallest_difference(sqrt(2 * 0.81) * 2 / 10, 2)));
    /* In clusters that differ by the same there is no spread; of clusters of
     * which one problem counts each is that problem. */
    sides[0] = read_side(&a, "r1", "a:w b:c c:w d:c");
    sides[1] = read_side(&a, "r2", "a:c b:c c:c d:c");
    set_clusters(&sides[0], mixed);
    p = compare_sides(&a, sides);
    assert_true(p.clusters == 2 && !p.spread && isnan(p.smallest));
    sides[1] = read_side(&a, "r2", "a:c b:k c:c d:k");
    p = compare_sides(&a, sides);
    assert_true(p.clusters == 2 && p.pairs == 2 && p.exact && p.p == 0.5);
    arena_clear(&a);
}

/* The runs' clusters may be cut otherwise: what either joins is joined. */
static void clusters_of_both(void **state)
{
    static const uint32_t of_a[4] = { 0, 0, 1, 2 }, of_b[4] = { 0, 1, 1, 2 };
    struct arena a = { 0 };
    struct compare_side sides[2] = { read_side(&a, "r1", "a:w b:w c:w d:w"),
                                     read_side(&a, "r2", "d:c c:c b:w a:c") };
    struct compare_pair p;

    (void)state;
    set_clusters(&sides[0], of_a); /* a b */
    p = compare_sides(&a, sides);
    assert_true(p.clusters == 3 && is_near(p.p, 0.25));
    set_clusters(&sides[1], of_b); /* c b */
    p = compare_sides(&a, sides);
    assert_true(p.clusters == 2 && is_near(p.p, 0.5)); /* sums 2 and 1 */
    arena_clear(&a);
}

/* ---- settings ---- */

static struct compare_side with_spec(struct arena *a, const char *name,
                                     const char *spec)
{
    static const char *models[] = { "m" };
    struct compare_side s = read_side(a, name, "a:c");
    struct summary *v = (struct summary *)s.view;

    v->models = models;
    v->info.spec = spec;
    return s;
}

static void what_runs_differ_in(void **state)
{
    struct arena a = { 0 };
    struct compare_side sides[3] = {
        with_spec(&a, "r1",
                  "{\"attempts\": 1, \"decoding\": {\"max_tokens\": 100, "
                  "\"top_p\": 1}, \"models\": [{\"url\": \"http://a\"}]}"),
        with_spec(&a, "r2",
                  "{\"attempts\": 1, \"decoding\": {\"max_tokens\": 200, "
                  "\"top_p\": 1}, \"models\": [{\"url\": \"http://b\"}]}"),
        with_spec(&a, "r3",
                  "{\"attempts\": 1, \"decoding\": {\"max_tokens\": 100, "
                  "\"top_p\": 1}, \"judge\": {\"tolerance\": \"1%\"}, "
                  "\"models\": [{\"url\": \"http://a\"}]}"),
    };
    struct compare c;
    struct err e;

    (void)state;
    assert_true(compare_make(&a, sides, 2, true, 1, &c, &e));
    assert_int_equal(c.n_settings, 2);
    assert_string_equal(c.settings[0].name, "max_tokens");
    assert_string_equal(c.settings[0].value[0]->text, "100");
    assert_string_equal(c.settings[0].value[1]->text, "200");
    assert_string_equal(c.settings[1].name, "url");
    assert_false(c.judged_apart);
    sides[1] = sides[2];
    assert_true(compare_make(&a, sides, 2, true, 1, &c, &e));
    assert_int_equal(c.n_settings, 1);
    assert_string_equal(c.settings[0].name, "judge tolerance");
    assert_null(c.settings[0].value[0]);
    assert_true(c.judged_apart);
    sides[1].view = sides[0].view;
    ((struct result *)sides[0].view->results)->judge = "1.0";
    assert_true(compare_make(&a, sides, 2, true, 1, &c, &e));
    assert_int_equal(c.n_settings, 0);
    sides[1] = with_spec(&a, "r2", sides[0].view->info.spec);
    ((struct result *)sides[1].view->results)->judge = "1.1";
    assert_true(compare_make(&a, sides, 2, true, 1, &c, &e));
    assert_string_equal(c.settings[0].name, "judge version");
    assert_true(c.judged_apart);
    arena_clear(&a);
}

static void three_sides(void **state)
{
    struct arena a = { 0 };
    struct compare_side sides[3] = {
        read_side(&a, "r1", "a:c b:c c:c d:c e:c f:c g:c h:c"),
        read_side(&a, "r2", "a:w b:w c:w d:w e:w f:w g:w h:w"),
        read_side(&a, "r3", "a:c b:w c:c d:w e:w f:w g:w h:c"),
    };
    struct compare c, two;
    double p[3], want[3];
    struct err e;

    (void)state;
    assert_true(compare_make(&a, sides, 3, true, 9, &c, &e));
    assert_int_equal(c.n_pairs, 3);
    for (size_t i = 0; i < 3; i++)
        p[i] = c.pairs[i].p;
    stats_holm(p, 3, want);
    for (size_t i = 0; i < 3; i++)
        assert_true(c.pairs[i].p_holm == want[i]);
    assert_true(is_near(c.pairs[0].p, 2.0 / 256));
    assert_true(is_near(c.pairs[0].p_holm, 6.0 / 256));
    assert_true(c.pairs[2].a == 1 && c.pairs[2].b == 2);
    /* A pair's own numbers do not depend on the third side. */
    assert_true(compare_make(&a, sides + 1, 2, true, 9, &two, &e));
    assert_true(two.pairs[0].p == c.pairs[2].p &&
                two.pairs[0].interval.low == c.pairs[2].interval.low);
    arena_clear(&a);
}

/* ---- twins ---- */

#define WKB "applied/wkb"

/* A form of problem `index` of a family, right or wrong by its mark. */
struct form {
    const char *family, *disguise; /* NULL: the knob is not set */
    uint64_t index;
    const char *marks;
};

static const struct summary *read_forms(struct arena *a, const struct form *f,
                                        size_t n)
{
    struct str text = str_in(a);
    struct summary *v;

    for (size_t i = 0; i < n; i++)
        str_addf(&text, "%s%zu:%s", i ? " " : "", i, f[i].marks);
    v = (struct summary *)read_side(a, "r1", str_get(&text)).view;
    v->models = arena_array(a, const char *, 1);
    v->models[0] = "m";
    for (size_t i = 0; i < n; i++) {
        struct problem *p = (struct problem *)&v->problems[i];

        p->family = f[i].family;
        p->version = p->level = 1;
        p->seed = "s";
        p->index = f[i].index;
        if (!f[i].disguise)
            continue;
        p->knobs = json_new(a, JSON_OBJECT);
        json_set(a, (struct json *)p->knobs, "disguise",
                 json_new_string(a, f[i].disguise));
    }
    return v;
}

static void twins_are_paired(void **state)
{
    static const struct form forms[] = {
        { WKB, "trap", 1, "w" },
        { WKB, NULL, 1, "c" },
        { WKB, NULL, 2, "c" },
        { WKB, "trap", 2, "w" },
        { WKB, "none", 3, "c" },
        { WKB, "trap", 3, "c" },
        { WKB, NULL, 4, "w" },
        { WKB, "trap", 4, "c" },
        { WKB, NULL, 5, "c" },
        { WKB, "trap", 5, "w" },
        { WKB, NULL, 6, "c" },
        { WKB, "trap", 6, "u" },
        { WKB, "trap", 7, "c" },
        { "applied/layer", NULL, 7, "w" },
        { WKB, "structure", 1, "c" },
        { WKB, "sleight", 1, "w" },
        { "concept/crt", "trap", 1, "c" },
        { "concept/crt", NULL, 1, "w" },
    };
    struct arena a = { 0 };
    size_t n;
    const struct twins *t =
        twins_make(&a, read_forms(&a, forms, sizeof(forms) / sizeof(forms[0])),
                   &twins_disguised, 1, &n);

    (void)state;
    assert_int_equal(n, 2);
    assert_string_equal(t[0].form, "structure");
    assert_int_equal(t[0].pair.pairs, 1);
    assert_string_equal(t[1].form, "trap");
    assert_int_equal(t[1].alone, 1);
    assert_int_equal(t[1].pair.pairs, 6);
    assert_int_equal(t[1].pair.open, 1);
    assert_int_equal(t[1].pair.uncounted, 0);
    assert_true(is_near(t[1].pair.mean_a, 5.0 / 6));
    assert_true(is_near(t[1].pair.mean_b, 2.0 / 6));
    assert_true(is_near(t[1].pair.difference, -3.0 / 6));
    assert_true(is_near(t[1].pair.bracket.high, -2.0 / 6));
    assert_int_equal(t[1].pair.a_only, 3);
    assert_int_equal(t[1].pair.b_only, 1);
    assert_true(t[1].pair.exact);
    assert_true(is_near(t[1].pair.p, 2 * (1.0 + 4) / 16)); /* 1 of 4 */
    assert_true(t[1].pair.interval.low < -0.4);
    arena_clear(&a);
}

static void no_twins(void **state)
{
    static const struct form forms[] = {
        { WKB, "trap", 1, "cc" },
        { WKB, NULL, 2, "cw" },
    };
    struct arena a = { 0 };
    size_t n;

    (void)state;
    twins_make(&a, read_forms(&a, forms, 2), &twins_disguised, 1, &n);
    assert_int_equal(n, 0);
    arena_clear(&a);
}

/* What is open: the means' brackets, by kind; and nothing that it could change
 * counts as a difference. */
static void what_is_open(void **state)
{
    struct arena a = { 0 };
    struct compare_pair p =
        compare(&a, "a:c b:w c:e d:w e:c", "a:c b:u c:c d:w e:w", true);
    struct compare_side sides[3] = { read_side(&a, "r1", "a:c b:e c:c"),
                                     read_side(&a, "r2", "a:e b:c c:w"),
                                     read_side(&a, "r3", "a:e b:e c:u") };
    struct differing *d;

    (void)state;
    assert_true(is_near(p.bracket_a.low, 0.4) &&
                is_near(p.bracket_a.high, 0.6));
    assert_true(is_near(p.bracket_b.low, 0.4) &&
                is_near(p.bracket_b.high, 0.6));
    assert_int_equal(p.open_a.errors, 1);
    assert_int_equal(p.open_b.undecided, 1);
    assert_int_equal(p.open_a.missing + p.open_b.missing, 0);
    assert_int_equal(p.both, 1);
    assert_int_equal(p.neither, 1);
    assert_int_equal(p.a_only, 1);
    assert_int_equal(p.b_only, 0);
    assert_int_equal(p.n_flips, 1);
    assert_int_equal(compare_differing(&a, sides, 3, true, &d), 1);
    assert_int_equal(d[0].problem, 2);
    assert_true(d[0].right[2] == 0 && d[0].most[2] == 1 && d[0].spread == 1);
    arena_clear(&a);
}

/* Nobody judged a side without results; members of members are named. */
static void settings_of_an_empty_run(void **state)
{
    struct arena a = { 0 };
    struct compare_side sides[2] = {
        with_spec(&a, "r1",
                  "{\"decoding\": {\"extra\": {\"a\": {\"b\": 1}}}, "
                  "\"problems\": {\"count\": 3}}"),
        with_spec(&a, "r2",
                  "{\"decoding\": {\"extra\": {\"a\": {\"b\": 2}}}, "
                  "\"problems\": {\"count\": 4}}"),
    };
    struct compare c = { .sides = sides, .n_sides = 2 };

    (void)state;
    ((struct result *)sides[0].view->results)->judge = "1.0";
    ((struct summary *)sides[1].view)->n_results = 0;
    compare_settings(&a, &c);
    assert_false(c.judged_apart);
    assert_int_equal(c.n_settings, 2);
    assert_string_equal(c.settings[0].name, "extra.a.b");
    assert_int_equal(c.settings[0].kind, SETTING_DECODING);
    assert_string_equal(c.settings[1].name, "number of problems");
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twins_are_paired),
        cmocka_unit_test(no_twins),
        cmocka_unit_test(single_attempts),
        cmocka_unit_test(what_is_left_out),
        cmocka_unit_test(what_is_open),
        cmocka_unit_test(settings_of_an_empty_run),
        cmocka_unit_test(several_attempts),
        cmocka_unit_test(no_difference),
        cmocka_unit_test(sides_are_equal),
        cmocka_unit_test(pairs_by_statement),
        cmocka_unit_test(an_id_is_not_enough),
        cmocka_unit_test(keys_that_differ),
        cmocka_unit_test(whole_templates),
        cmocka_unit_test(clusters_of_two_sizes),
        cmocka_unit_test(clusters_of_both),
        cmocka_unit_test(what_runs_differ_in),
        cmocka_unit_test(three_sides),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
