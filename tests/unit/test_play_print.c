/* SPDX-License-Identifier: Apache-2.0 */
/* What a user says of the models of a Mathador run, and how a run is printed. */
#include "../lib/bench.h"
#include "../lib/printed.h"
#include "family/mathador/points/points.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- facts ---- */

static char facts_name[64];

static const char *facts_file(const char *text)
{
    int fd;

    snprintf(facts_name, sizeof(facts_name), "/tmp/assay-facts-XXXXXX");
    fd = mkstemp(facts_name);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    assert_int_equal(close(fd), 0);
    return facts_name;
}

/* Four models that earn 4, 8, 12 and 16 points in one game of two. */
static void make_four(struct bench *b)
{
    bench_begin(b, 2, 4, 1);
    b->models[0] = "openai:small";
    b->models[1] = "https://host/v1#org/middle";
    b->models[2] = "replay:large.jsonl";
    b->models[3] = "anthropic:unknown";
    for (size_t i = 0; i < 2; i++)
        for (size_t m = 0; m < 4; m++)
            bench_score(b, i, m, 1, i ? 4 * ((int)m + 1) : 0, 18);
}

static void facts(void **state)
{
    struct bench b;
    struct points *p;
    const struct points_facts *f;

    (void)state;
    make_four(&b);
    p = bench_play(&b,
                   facts_file("small: {size: 1e9, gsm8k: 50}\n"
                              "org/middle: {size: 10B, math: -1, gsm8k: 40}\n"
                              "replay:large.jsonl: {gsm8k: 30, size: 0.1T}\n"
                              "unknown: {size: null, gsm8k: 20}\n"));
    unlink(facts_name);
    f = &p->facts;
    assert_int_equal(f->n, 3);
    assert_string_equal(f->names[0], "size");
    assert_string_equal(f->names[1], "gsm8k");
    assert_string_equal(f->names[2], "math");
    bench_check(f->values[3 * 1], 1e10);
    bench_check(f->values[3 * 2 + 1], 30);
    assert_true(isnan(f->values[3 * 3]));
    assert_int_equal(f->n_models[0], 3);
    assert_int_equal(f->n_models[1], 4);
    assert_int_equal(f->n_models[2], 1);
    bench_check(f->r_score[0], 1);
    bench_check(f->rho_score[1], -1);
    assert_true(isnan(f->r_score[2]));
    assert_true(isnan(f->r_interval[0].low));
    assert_true(f->r_interval[1].low < -0.9);
    assert_true(isnan(f->r_error[0])); /* no model has that error */
    arena_clear(&b.a);
}

/* A full name wins over a part of one, whichever stands first. */
static void facts_by_full_name(void **state)
{
    struct bench b;
    struct points *p;

    (void)state;
    make_four(&b);
    p = bench_play(
        &b, facts_file("\"openai:small\": {size: 3}\nsmall: {size: 4}\n"));
    unlink(facts_name);
    bench_check(p->facts.values[0], 3);
    arena_clear(&b.a);
    make_four(&b);
    p = bench_play(
        &b, facts_file("small: {size: 4}\n\"openai:small\": {size: 3}\n"));
    unlink(facts_name);
    bench_check(p->facts.values[0], 3);
    arena_clear(&b.a);
}

/* Of every game half is scored 0: models stand at 1/9, 2/9, 3/9 and 4/9. */
static void people_beside_models(void **state)
{
    struct bench b;
    struct points *p;
    const struct points_people *g;

    (void)state;
    make_four(&b);
    p = bench_play(&b,
                   facts_file("people:\n"
                              "  class: {mean: 9, sd: 3, n: 36, source: here}\n"
                              "  few: {scores: [0, 18], level: 7}\n"
                              "  book: {mean: 17.9}\n"
                              "  same: {scores: [5, 5, 5, 5]}\n"
                              "small: {size: 3}\n"));
    unlink(facts_name);
    assert_int_equal(p->n_people, 4);
    assert_int_equal(p->facts.n, 1); /* they are no model's facts */
    g = &p->people[0];
    assert_string_equal(g->source, "here");
    assert_int_equal(g->people, 36);
    bench_check(g->of_18.value, 0.5);
    /* qt(0.975, 35) = 2.030108 */
    assert_true(fabs(g->of_18.interval.low - (9 - 2.030108 * 0.5) / 18) < 1e-6);
    bench_check(g->difference[0].value, 1 / 9.0 - 0.5);
    assert_true(g->difference[0].interval.low < g->difference[0].value);
    assert_true(g->difference[0].interval.high > g->difference[0].value);
    g = &p->people[1];
    assert_int_equal(g->level, 7);
    assert_int_equal(g->difference[0].n, 0); /* no game of that level */
    assert_true(isnan(g->difference[0].value));
    g = &p->people[2];
    assert_int_equal(g->people, 0);
    assert_true(isnan(g->of_18.interval.low));
    assert_true(isfinite(g->difference[3].interval.high));
    g = &p->people[3]; /* who score alike are no proof of all others */
    assert_true(fabs(g->of_18.interval.low - 0.07) < 0.05);
    assert_true(g->of_18.interval.high > g->of_18.value + 0.1);
    arena_clear(&b.a);
}

static void bad_facts(void **state)
{
    static const struct {
        const char *text, *says;
        size_t line;
    } cases[] = {
        { "small: {size: 1}\nsmal: {size: 1}\n",
          "the run has no model \"smal\"", 2 },
        { "small: {size: 1}\nunknown:\n  gsm8k: good\n",
          "\"gsm8k\" must be a number", 3 },
        { "small: {size: 7X}\n", "\"size\" must be a number", 1 },
        { "small: {size: 0}\n", "\"size\" must be above 0", 1 },
        { "small: {size: 1e999}\n", "\"size\" must be a number", 1 },
        { "small: 8e9\n", "expected facts as {name: number}", 1 },
        { "- small\n", "expected {MODEL: {size: NUMBER, ...}}", 1 },
        { "small: {size: [1, 2]}\n", "\"size\" must be a number", 1 },
        { "small: {size: \"\"}\n", "\"size\" must be a number", 1 },
        { "people: 3\n", "expected people: {GROUP:", 1 },
        { "people:\n  a: 3\n", "people \"a\": expected {mean:", 2 },
        { "people:\n  a: {mean: 19}\n", "\"mean\" must be points from 0", 2 },
        { "people:\n  a:\n    mean: 9\n    n: 1.5\n",
          "\"n\" must be a number of people", 4 },
        { "people:\n  a: {mean: 9, n: 4}\n", "needs both sd and n", 2 },
        { "people:\n  a: {sd: 9, n: 4}\n", "give scores: [...], or mean", 2 },
        { "people:\n  a: {scores: [1], n: 4}\n", "give scores: [...]", 2 },
        { "people:\n  a: {scores: [1, x]}\n", "must be points from 0", 2 },
        { "people:\n  a: {scores: []}\n", "must be a list of points", 2 },
        { "people:\n  a: {median: 3}\n", "has no \"median\": there are", 2 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct bench b;
        struct family_results r;
        struct points *p;
        struct err e = { 0 };
        bool ok;

        make_four(&b);
        r = summary_rows(&b.a, &b.v);
        ok = points_make(&b.a, &r, facts_file(cases[i].text), &p, &e);
        unlink(facts_name);
        if (ok || !strstr(e.msg, cases[i].says) || e.line != cases[i].line)
            fail_msg("%s: %zu: %s", cases[i].text, e.line, e.msg);
        arena_clear(&b.a);
    }
}

static void no_facts_file(void **state)
{
    struct bench b;
    struct family_results r;
    struct points *p;
    struct err e;

    (void)state;
    make_four(&b);
    r = summary_rows(&b.a, &b.v);
    assert_false(points_make(&b.a, &r, "/nowhere/facts.yaml", &p, &e));
    assert_non_null(strstr(e.msg, "/nowhere/facts.yaml"));
    arena_clear(&b.a);
}

/* ---- printing ---- */

static void printed(void **state)
{
    struct bench b;
    struct str out = { 0 };

    (void)state;
    bench_small(&b);
    bench_tallies(&b);
    print_table(&out, &b.v, NULL, 110);
    bench_has(str_get(&out), "\nopenai:m0      4     1  50.0 %  ");
    bench_has(str_get(&out), "\nk             1     2\n"
                             "openai:m0  31.3  41.7\n");
    bench_has(str_get(&out), "\nformatting            1 of 3 (33.3 %)\n");
    bench_has(str_get(&out), "\nfailed, of all        3 of 8 (37.5 %)\n");
    bench_has(str_get(&out), "\nopen, of all          1 of 8 (12.5 %)\n");
    bench_has(str_get(&out), "31.3 .. 43.8");
    str_clear(&out);
    arena_clear(&b.a);
}

static void printed_knobs(void **state)
{
    struct bench b;
    struct str out = { 0 };
    struct json *top;
    struct err e;

    (void)state;
    bench_knobs(&b);
    bench_tallies(&b);
    print_table(&out, &b.v, NULL, 100);
    bench_has(str_get(&out),
              "\nshots side by side, all with prompt = full; the same 3 games "
              "in each row; difference: of score/18 to\n"
              "  shots 0, in points, game by game\n"
              "shots  asked");
    bench_has(str_get(&out), "difference            95 %\n");
    bench_has(str_get(&out), "+8.3  -27.0 .. +43.6\n");
    str_reset(&out);
    print_json(&out, &b.v, NULL);
    assert_true(json_read(&b.a, out.s, out.n, 1, &top, &e));
    bench_has(str_get(&out), "\"held\": \"prompt = full\", "
                             "\"same_games\": 3");
    str_reset(&out);
    print_csv(&out, &b.v);
    bench_has(str_get(&out), ",solved,optimal,score_share,score_share_low,"
                             "score_share_high,score_of_best\r\n");
    bench_has(str_get(&out), ",0.833333333333333,0,0.101851851851852,");
    str_clear(&out);
    arena_clear(&b.a);
}

static void printed_facts(void **state)
{
    struct bench b;
    struct str out = { 0 };
    struct json *top;
    struct err e;

    (void)state;
    make_four(&b);
    b.problems[1].seed = "\x1b[31m";
    b.problems[1].level = 2;
    bench_tallies(&b);
    facts_file("small: {size: 1e9, math: 10}\n"
               "org/middle: {size: 1.5e10, math: 8}\n"
               "large.jsonl: {size: 1e11, math: 6}\n"
               "unknown: {size: 1e12, math: 4}\n");
    print_table(&out, &b.v, facts_name, 80);
    bench_has(str_get(&out), "\norg/middle           15 B     8    22.2 %\n");
    bench_has(str_get(&out),
              "\nfact  models      r            95 %    rho  missed_target\n"
              "size       4   1.00    0.89 .. 1.00   1.00              -\n"
              "math       4  -1.00  -1.00 .. -1.00  -1.00              -\n");
    bench_has(str_get(&out), "\nlevel  asked   solved");
    bench_has(str_get(&out), "score/best\nopenai:small\n  1        1    0.0 %");
    assert_null(strchr(str_get(&out), '\x1b'));
    str_reset(&out);
    print_json(&out, &b.v, facts_name);
    unlink(facts_name);
    assert_true(json_read(&b.a, out.s, out.n, 1, &top, &e));
    top = (struct json *)json_get(top, "mathador");
    assert_int_equal(json_get(top, "models")->count, 4);
    assert_int_equal(json_get(top, "correlations")->count, 2);
    assert_string_equal(
        json_get(json_get(top, "correlations")->first, "models")->text, "4");
    assert_string_equal(
        json_get(json_get(json_get(json_get(top, "models")->last, "scores"),
                          "score_share"),
                 "value")
            ->text,
        "0.444444444444444");
    str_clear(&out);
    arena_clear(&b.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts),
        cmocka_unit_test(facts_by_full_name),
        cmocka_unit_test(people_beside_models),
        cmocka_unit_test(bad_facts),
        cmocka_unit_test(no_facts_file),
        cmocka_unit_test(printed),
        cmocka_unit_test(printed_facts),
        cmocka_unit_test(printed_knobs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
