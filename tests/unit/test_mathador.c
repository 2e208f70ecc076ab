/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The game, its solver against plain enumeration, the whole game, the
 * catalogue. What replies earn is in test_mathador_play.c.
 */
#include "base/map.h"
#include "base/str.h"
#include "family/generate.h"
#include "family/mathador/catalogue.h"
#include "family/mathador/enumerate.h"
#include "family/mathador/reply/play.h"
#include "family/mathador/report.h"
#include "family/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- rules ---- */

static void scores(void **state)
{
    static const struct {
        int n[OPS]; /* + * - / */
        int score;
    } table[] = {
        { { 1, 0, 0, 0 }, 6 },  { { 0, 1, 0, 0 }, 6 },  { { 0, 0, 1, 0 }, 7 },
        { { 0, 0, 0, 1 }, 8 },  { { 2, 0, 0, 0 }, 7 },  { { 1, 1, 1, 0 }, 9 },
        { { 1, 1, 1, 1 }, 18 }, { { 0, 0, 0, 4 }, 17 }, { { 4, 0, 0, 0 }, 9 },
        { { 2, 0, 1, 1 }, 12 }, { { 0, 1, 1, 1 }, 11 }, { { 0, 0, 2, 2 }, 15 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        assert_int_equal(game_score(table[i].n), table[i].score);
}

static void operations(void **state)
{
    int64_t x;

    (void)state;
    assert_true(game_apply(OP_SUB, 4, 4, &x) && x == 0);
    assert_false(game_apply(OP_SUB, 4, 5, &x));
    assert_true(game_apply(OP_DIV, 0, 7, &x) && x == 0);
    assert_false(game_apply(OP_DIV, 7, 0, &x));
    assert_false(game_apply(OP_DIV, 11, 4, &x));
    assert_true(game_apply(OP_DIV, 12, 4, &x) && x == 3);
}

/* ---- the solver ---- */

/* Totals over all values, found by a program in another language that writes
 * every expression down as text. */
static void known_totals(void **state)
{
    static const struct {
        int64_t numbers[5];
        size_t n, values;
        uint64_t solutions, distinct, points, distinct_points;
    } table[] = {
        { { 2, 6, 3, 1, 11 }, 5, 272, 114443, 15894, 1220350, 190982 },
        { { 2, 2, 3, 3, 4 }, 5, 75, 130966, 6435, 1428910, 78555 },
        { { 1, 1, 1, 1, 1 }, 5, 7, 317720, 1088, 3836580, 13884 },
        { { 2, 2, 2, 2, 5 }, 5, 39, 159680, 1630, 1780684, 19736 },
        { { 4, 4, 4, 8, 8 }, 5, 147, 184736, 3828, 2110662, 47889 },
        { { 2, 2, 3, 3 }, 4, 26, 3572, 315, 33008, 3121 },
    };
    struct solver *s = solver_new();

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct solve_outcomes *all =
            solver_solve(s, table[i].numbers, table[i].n);
        struct solve_outcome sum = { 0 };

        for (size_t k = 0; k < all->n; k++) {
            sum.solutions += all->items[k].solutions;
            sum.points += all->items[k].points;
            sum.distinct += all->items[k].distinct;
            sum.distinct_points += all->items[k].distinct_points;
        }
        assert_int_equal(all->n, table[i].values);
        assert_int_equal(sum.solutions, table[i].solutions);
        assert_int_equal(sum.points, table[i].points);
        assert_int_equal(sum.distinct, table[i].distinct);
        assert_int_equal(sum.distinct_points, table[i].distinct_points);
    }
    solver_free(s);
}

static void assert_same(const struct game *g, const struct solve_outcome *a,
                        const struct solve_outcome *b)
{
    if (a->value == b->value && a->solutions == b->solutions &&
        a->points == b->points && a->distinct == b->distinct &&
        a->distinct_points == b->distinct_points &&
        a->mathadors == b->mathadors && a->scores == b->scores)
        return;
    for (size_t i = 0; i < g->n; i++)
        print_error("%lld ", (long long)g->numbers[i]);
    fail_msg("target %lld: %llu solutions, enumerated %llu; %llu distinct, "
             "enumerated %llu",
             (long long)g->target, (unsigned long long)a->solutions,
             (unsigned long long)b->solutions, (unsigned long long)a->distinct,
             (unsigned long long)b->distinct);
}

/* Every step-th value of the set, and one that it does not reach; the stated
 * solutions can be played and earn what they should. */
static size_t compare_set(struct solver *s, struct game *g, size_t step)
{
    const struct solve_outcomes *all = solver_solve(s, g->numbers, g->n);
    struct solve_outcome none;
    size_t n = 0;

    for (size_t i = 0; i < all->n; i += step, n++) {
        struct solve_outcome brute;
        struct found f;

        g->target = all->items[i].value;
        brute = enumerate(g);
        assert_same(g, &all->items[i], &brute);
        f = solver_found(s, g, &all->items[i]);
        assert_null(solution_fault(g, &f.best));
        assert_null(solution_fault(g, &f.simple));
        assert_int_equal(solution_score(&f.best), outcome_best(&brute));
        assert_int_equal(solution_score(&f.simple), outcome_worst(&brute));
    }
    for (g->target = 0; outcomes_find(all, g->target); g->target++)
        continue;
    none = enumerate(g);
    assert_int_equal(none.solutions + none.distinct, 0);
    return n;
}

/* All sets of two and three numbers up to 20. */
static void small_sets(void **state)
{
    struct solver *s = solver_new();
    size_t sets = 0, values = 0;

    (void)state;
    for (int64_t a = 1; a <= 20; a++)
        for (int64_t b = a; b <= 20; b++)
            for (int64_t c = b - 1; c <= 20; c++, sets++) {
                struct game g = { c < b ? 2 : 3, { b, a, c }, 0 };

                values += compare_set(s, &g, 1);
            }
    print_message("# figure: %zu sets, %zu values as enumerated\n", sets,
                  values);
    solver_free(s);
}

/* Every draw of the game with four dice, every value. */
static void reduced_game(void **state)
{
    struct solver *s = solver_new();
    size_t values = 0;

    (void)state;
    for (int64_t a = 1; a <= 4; a++)
        for (int64_t b = a; b <= 6; b++)
            for (int64_t c = b; c <= 8; c++)
                for (int64_t d = c; d <= 12; d++) {
                    struct game g = { 4, { c, a, d, b }, 0 };

                    values += compare_set(s, &g, 1);
                }
    print_message("# figure: %zu values of the four dice as enumerated\n",
                  values);
    assert_int_equal(values, 47838);
    solver_free(s);
}

/* Five and six numbers, with and without repetition, some large. */
static void larger_sets(void **state)
{
    struct rng r;
    size_t n = getenv("ASSAY_SOAK") ? 400 : 24;

    (void)state;
    rng_init(&r, (struct hash128){ 4, 7 });
    for (size_t i = 0; i < n; i++) {
        struct solver *s = solver_new();
        struct game g = { .n = 5 + i % 2 };
        int64_t most = i % 3 == 0 ? 4 : i % 3 == 1 ? 20 : 1000;

        for (size_t k = 0; k < g.n; k++)
            g.numbers[k] = rng_range(&r, 1, most);
        compare_set(s, &g, 97);
        solver_free(s);
    }
}

/* What a solver has met before changes nothing, nor does a bound. */
static void memory_is_no_matter(void **state)
{
    struct solver *old = solver_new(), *bounded = solver_new();
    struct game none = { 0 };

    (void)state;
    solver_bound(bounded, 99);
    for (int64_t a = 1; a <= 3; a++)
        for (int64_t e = 1; e <= 20; e += 3) {
            int64_t numbers[] = { e, a, 3, 8, 6, 7 };
            struct solver *fresh = solver_new();
            size_t n = 5 + (size_t)(e % 2);
            const struct solve_outcomes *x = solver_solve(old, numbers, n);
            const struct solve_outcomes *y = solver_solve(fresh, numbers, n);
            const struct solve_outcomes *z = solver_solve(bounded, numbers, n);

            assert_int_equal(x->n, y->n);
            for (size_t i = 0; i < x->n; i++)
                assert_same(&none, &x->items[i], &y->items[i]);
            for (size_t i = 0; i < z->n; i++)
                assert_same(&none, &x->items[i], &z->items[i]);
            assert_true(z->n > 0 && z->items[z->n - 1].value <= 99);
            assert_true(z->n == x->n || x->items[z->n].value > 99);
            solver_free(fresh);
        }
    solver_free(bounded);
    solver_free(old);
}

/* ---- difficulty ---- */

/* Two fractions that a double cannot tell apart. */
static const struct difficulty near_above = { 5962847, 2981423 };
static const struct difficulty near_below = { 5962843, 2981422 };

static void difficulties(void **state)
{
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(difficulty_text(&a, (struct difficulty){ 9, 2 }),
                        "2.25");
    assert_string_equal(difficulty_text(&a, (struct difficulty){ 18, 1 }),
                        "18");
    assert_string_equal(difficulty_text(&a, (struct difficulty){ 20, 3 }),
                        "2.22222222222222");
    assert_string_equal(difficulty_text(&a, (struct difficulty){ 6, 3 }),
                        "0.666666666666667");
    assert_string_equal(difficulty_text(&a, (struct difficulty){ 70, 1000 }),
                        "0.00007");
    assert_string_equal(decimal_text(&a, 0, 18), "0");
    assert_int_equal(difficulty_compare((struct difficulty){ 9, 3 },
                                        (struct difficulty){ 1, 1 }),
                     0);
    assert_int_equal(difficulty_compare((struct difficulty){ 1, 1 },
                                        (struct difficulty){ 2, 1 }),
                     -1);
    assert_true(difficulty_value(near_above) == difficulty_value(near_below));
    assert_int_equal(difficulty_compare(near_above, near_below), 1);
    assert_int_equal(difficulty_compare(near_below, near_above), -1);
    arena_clear(&a);
}

/* ---- the whole game ---- */

static struct settings settings_of(const char *knobs)
{
    struct arena a = { 0 };
    struct json *v = NULL;
    struct settings s;
    struct err e;

    if (*knobs && !json_read(&a, knobs, strlen(knobs), 1, &v, &e))
        fail_msg("%s", e.msg);
    if (!settings_read(v, &s, &e))
        fail_msg("%s", e.msg);
    arena_clear(&a);
    return s;
}

static void whole_game(void **state)
{
    struct settings s = settings_of("");
    struct arena a = { 0 };
    struct whole w;
    struct err e;
    uint64_t draws[MATHADOR_LEVELS] = { 0 };

    (void)state;
    assert_true(whole_solve(&w, &s, NULL, NULL, &e));
    assert_int_equal(w.draws, 46080);
    assert_int_equal(w.n_sets, 7760);
    assert_int_equal(w.n_instances, 468599);
    for (size_t i = 1; i < w.n_instances; i++)
        assert_true(difficulty_compare(w.instances[w.order[i - 1]].difficulty,
                                       w.instances[w.order[i]].difficulty) <=
                    0);
    for (size_t i = 0; i < w.n_instances; i++)
        draws[whole_level(w.edges, w.instances[i].difficulty) - 1] +=
            w.instances[i].draws;
    /* Thirds, up to the weight of one value. */
    for (int l = 0; l < MATHADOR_LEVELS; l++)
        assert_in_range(draws[l], w.weight / 3 - 500, w.weight / 3 + 500);
    /* The figures on the card. */
    assert_true(str_starts(difficulty_text(&a, w.edges[0]), "0.009809"));
    assert_true(str_starts(difficulty_text(&a, w.edges[1]), "0.022999"));
    whole_clear(&w);
    arena_clear(&a);
}

/* Instances stand in their exact order, also where their doubles are equal;
 * equal ones as the game has them. */
static void order_is_exact(void **state)
{
    struct instance instances[] = {
        { 1, near_above, 1, true },
        { 2, { 1, 1 }, 1, true },
        { 3, near_below, 1, true },
        { 4, near_above, 1, true },
    };
    struct drawn_set set = { .draws = 1, .n = 4 };
    struct whole all = { .sets = &set,
                         .n_sets = 1,
                         .instances = instances,
                         .n_instances = 4,
                         .draws = 1 };
    struct settings s = settings_of("");
    struct whole w;
    struct err e;

    (void)state;
    assert_true(whole_narrow(&w, &all, &s, &e));
    assert_int_equal(w.order[0], 2);
    assert_int_equal(w.order[1], 0);
    assert_int_equal(w.order[2], 3);
    assert_int_equal(w.order[3], 1);
    whole_clear(&w);
}

#define SMALL "\"ranges\": \"3,4,3..6,5,7\""

/* A part of a game is what solving it alone gives. */
static void narrowed_game(void **state)
{
    struct settings all = settings_of(
        "{" SMALL ", \"target\": \"unbounded\", \"mathador\": \"any\"}");
    struct settings part = settings_of("{" SMALL ", \"target\": \"10..40\"}");
    struct whole w, v, u;
    struct err e;

    (void)state;
    assert_true(whole_solve(&w, &all, NULL, NULL, &e));
    assert_true(whole_solve(&v, &part, NULL, NULL, &e));
    assert_true(whole_narrow(&u, &w, &part, &e));
    assert_int_equal(u.n_instances, v.n_instances);
    assert_int_equal(u.weight, v.weight);
    for (size_t i = 0; i < u.n_instances; i++) {
        assert_int_equal(u.instances[i].target, v.instances[i].target);
        assert_int_equal(u.instances[i].draws, v.instances[i].draws);
        assert_int_equal(u.order[i], v.order[i]);
    }
    assert_memory_equal(u.edges, v.edges, sizeof(u.edges));
    whole_clear(&u);
    whole_clear(&v);
    whole_clear(&w);
}

/* ---- the catalogue ---- */

/* Every instance of a game stands in one level and one part, once; sets that
 * are shown are never asked. */
static void catalogue_is_complete(void **state)
{
    struct settings s = settings_of("{" SMALL ", \"measure\": \"distinct\"}");
    const struct catalogue *c;
    struct solver *solver = solver_new();
    struct map seen = { 0 }, sets[PARTS] = { { 0 } };
    struct whole w;
    struct err e;

    (void)state;
    assert_true(whole_solve(&w, &s, NULL, NULL, &e));
    assert_true(catalogue_get(&s, &c, &e));
    for (int level = 1; level <= MATHADOR_LEVELS; level++)
        for (int part = 0; part < PARTS; part++)
            for (uint64_t k = 0;
                 k < catalogue_count(c, level, (enum catalogue_part)part);
                 k++) {
                struct placed p = catalogue_at(c, solver, level,
                                               (enum catalogue_part)part, k);
                struct bag b = bag_of(p.game.numbers, p.game.n);
                uint64_t key[2] = { bag_key(&b), (uint64_t)p.game.target };
                struct difficulty d = difficulty_of(&p.outcome, true);
                bool added;

                map_put(&seen, key, sizeof(key), &added);
                assert_true(added);
                map_put(&sets[part], key, sizeof(key[0]), NULL);
                assert_int_equal(whole_level(w.edges, d), level);
                assert_true(p.outcome.mathadors > 0);
            }
    assert_int_equal(seen.n, w.n_instances);
    assert_true(sets[PART_SHOWN].n > 0);
    for (size_t i = 0; i < sets[PART_SHOWN].n; i++)
        assert_null(map_get(&sets[PART_ASKED], sets[PART_SHOWN].entries[i].key,
                            sizeof(uint64_t)));
    map_clear(&seen);
    map_clear(&sets[0]);
    map_clear(&sets[1]);
    solver_free(solver);
    whole_clear(&w);
}

/* ---- statements ---- */

static void make(struct arena *a, const char *knobs, int level, uint64_t index,
                 struct problem *p)
{
    struct coordinates c = { &mathador, level, "say", index, NULL, NULL };
    struct json *v;
    struct err e;

    if (*knobs) {
        assert_true(json_read(a, knobs, strlen(knobs), 1, &v, &e));
        c.knobs = v;
    }
    if (!family_generate(a, &c, p, &e))
        fail_msg("%s", e.msg);
}

/* "Target: 11\nNumbers: 2, 6, 3, 1, 11": the game that stands there, and what
 * follows it. */
static const char *read_game(const char *at, struct game *g)
{
    char *p;

    *g = (struct game){ .n = 0 };
    g->target = strtol(at + strlen("Target: "), &p, 10);
    assert_true(str_starts(p, "\nNumbers: "));
    p += strlen("\nNumbers:");
    for (;; p++) {
        assert_true(g->n < GAME_MOST);
        g->numbers[g->n++] = strtol(p, &p, 10);
        if (*p != ',')
            return p;
    }
}

/* The solutions in an example, as they stand, earn what is said of them. */
static void replay_example(const char *text, const struct game *g)
{
    const char *end = strstr(text, "\n\n");
    const char *said = strstr(text, "solution, ");

    for (; said && said < end; said = strstr(said + 1, "solution, ")) {
        const char *from = strchr(said, '\n'), *stop = strstr(from, "\nA ");
        struct arena a = { 0 };
        struct play p;

        if (!stop || stop > end)
            stop = end;
        p = play_read(&a, g, from, (size_t)(stop - from));
        assert_int_equal(p.n_errors, 0);
        assert_int_equal(p.n_padding, 0);
        assert_int_equal(p.score,
                         strtol(said + strlen("solution, "), NULL, 10));
        arena_clear(&a);
    }
}

static void examples_replay(void **state)
{
    static const char *const knobs[] = {
        "{\"shots\": \"2\"}", "{\"shots\": \"20\"}",
        "{\"shots\": \"5\", \"numbers\": \"4\"}",
        "{\"shots\": \"10\", \"measure\": \"distinct\"}"
    };
    static const int want[] = { 2, 20, 5, 10 };
    int simple = 0;

    (void)state;
    for (size_t i = 0; i < 4; i++)
        for (int level = 1; level <= 3; level++) {
            struct arena a = { 0 };
            struct map seen = { 0 };
            struct problem p;
            const char *at;
            int shots = 0;

            make(&a, knobs[i], level, 3, &p);
            for (at = strstr(p.statement, "Target: "); at;
                 at = strstr(at + 1, "Target: ")) {
                struct game g;
                const char *rest = read_game(at, &g);
                bool added;

                map_put(&seen, at, (size_t)(rest - at), &added);
                assert_true(added);
                if (*rest)
                    replay_example(rest, &g);
                shots += *rest != '\0';
            }
            assert_int_equal(shots, want[i]);
            simple += strstr(p.statement, "A simple solution, ") != NULL;
            map_clear(&seen);
            arena_clear(&a);
        }
    assert_int_equal(simple, 12);
}

/* The last target and numbers, in their order. */
static const char *question_of(const char *statement)
{
    const char *at = strstr(statement, "Target: "), *next;

    while ((next = strstr(at + 1, "Target: ")))
        at = next;
    return at;
}

/* Shots change the words, never the question. */
static void shots_keep_the_question(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 20; i++) {
        struct arena a = { 0 };
        struct problem p, q;

        make(&a, "", 2, i, &p);
        make(&a, "{\"shots\": \"5\"}", 2, i, &q);
        assert_true(json_equal(p.params, q.params));
        assert_true(json_equal(p.keys[0].more, q.keys[0].more));
        assert_string_not_equal(p.statement, q.statement);
        assert_string_equal(question_of(p.statement), question_of(q.statement));
        arena_clear(&a);
    }
}

/* Neither does the prompt, and every prompt holds every rule. */
static void prompts_keep_the_question(void **state)
{
    static const char *const knobs[] = { "", "{\"prompt\": \"full\"}",
                                         "{\"prompt\": \"brief\"}",
                                         "{\"prompt\": \"worked\"}" };
    static const char *const rules[] = { "five",        "four",     "once",
                                         "whole",       "negative", "remainder",
                                         "9 - 5 = 4",   "18",       "6 more",
                                         "most points", "last" };

    (void)state;
    for (uint64_t i = 0; i < 12; i++) {
        struct arena a = { 0 };
        struct problem p[4];

        for (size_t k = 0; k < 4; k++) {
            make(&a, knobs[k], 1 + (int)(i % 3), i, &p[k]);
            assert_true(json_equal(p[0].params, p[k].params));
            assert_true(json_equal(p[0].keys[0].more, p[k].keys[0].more));
            assert_string_equal(question_of(p[0].statement),
                                question_of(p[k].statement));
            for (size_t r = 0; r < sizeof(rules) / sizeof(rules[0]); r++)
                if (!strstr(p[k].statement, rules[r]) &&
                    !(k == 2 && r == 9 && strstr(p[k].statement, "Most p")))
                    fail_msg("%s does not say \"%s\"", p[k].id, rules[r]);
        }
        assert_string_equal(p[0].statement, p[1].statement);
        assert_true(2 * strlen(p[2].statement) < strlen(p[0].statement));
        assert_true(strlen(p[3].statement) > strlen(p[0].statement));
        assert_non_null(strstr(p[3].statement, "step by step"));
        arena_clear(&a);
    }
}

/* The key's solutions, said as a reply, earn the key's scores. */
static void keys_are_answers(void **state)
{
    (void)state;
    for (int level = 1; level <= 3; level++)
        for (uint64_t i = 0; i < 40; i++) {
            struct arena a = { 0 };
            struct problem p;
            struct game g;
            struct err e;

            make(&a, i % 2 ? "" : "{\"mathador\": \"any\"}", level, i, &p);
            assert_true(game_read(p.params, &g, &e));
            for (int k = 0; k < 2; k++) {
                const struct json *list = json_get(
                    p.keys[0].more, k ? "simple_solution" : "best_solution");
                const struct json *all = json_get(p.keys[0].more, "scores");
                struct str text = str_in(&a);
                struct play play;
                int64_t want;

                for (const struct json *m = list->first; m; m = m->next)
                    str_addf(&text, "%s\n", m->text);
                play = play_read(&a, &g, str_get(&text), text.n);
                assert_true(json_int64(k ? all->first : all->last, &want));
                assert_int_equal(play.score, want);
            }
            arena_clear(&a);
        }
}

/* ---- settings ---- */

static void bad_settings(void **state)
{
    static const char *const table[][2] = {
        { "{\"numbers\": \"4\", \"mathador\": \"required\"}",
          "a Mathador takes five numbers" },
        { "{\"numbers\": \"4\", \"ranges\": \"4,6,8,12,20\"}",
          "do not go together" },
        { "{\"ranges\": \"100,100,100,100,100\"}", "narrow its ranges" },
        { "{\"ranges\": \"1,1,1,1,1\", \"target\": \"90..99\"}",
          "widen the targets" },
        { "{\"ranges\": \"1,1,1,1,2\", \"shots\": \"20\"}", "shots=20" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct arena a = { 0 };
        struct json *v;
        uint64_t n;
        struct err e;

        assert_true(json_read(&a, table[i][0], strlen(table[i][0]), 1, &v, &e));
        assert_false(family_space(&mathador, 3, v, &n, &e));
        if (!strstr(e.msg, table[i][1]))
            fail_msg("%s: %s", table[i][0], e.msg);
        arena_clear(&a);
    }
    assert_true(settings_allow_target("0..99"));
    assert_true(settings_allow_target("unbounded"));
    assert_true(settings_allow_target("100..46080"));
    assert_false(settings_allow_target("99"));
    assert_false(settings_allow_target("9..1"));
    assert_false(settings_allow_target("0..99x"));
    assert_false(settings_allow_target("-5..99"));
    assert_true(settings_allow_ranges("4,6,8,12"));
    assert_true(settings_allow_ranges("2..4,1..6,8,10..12,20,9"));
    assert_false(settings_allow_ranges("4,6,8"));
    assert_false(settings_allow_ranges("4,6,8,12,20,4,4"));
    assert_false(settings_allow_ranges("0..4,6,8,12"));
    assert_false(settings_allow_ranges("4,6,8,"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores),
        cmocka_unit_test(operations),
        cmocka_unit_test(known_totals),
        cmocka_unit_test(small_sets),
        cmocka_unit_test(reduced_game),
        cmocka_unit_test(larger_sets),
        cmocka_unit_test(memory_is_no_matter),
        cmocka_unit_test(difficulties),
        cmocka_unit_test(whole_game),
        cmocka_unit_test(order_is_exact),
        cmocka_unit_test(narrowed_game),
        cmocka_unit_test(catalogue_is_complete),
        cmocka_unit_test(examples_replay),
        cmocka_unit_test(shots_keep_the_question),
        cmocka_unit_test(prompts_keep_the_question),
        cmocka_unit_test(keys_are_answers),
        cmocka_unit_test(bad_settings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
