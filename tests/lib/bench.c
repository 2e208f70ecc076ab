/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct json *bench_tree(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    assert_true(json_read(a, text, strlen(text), 1, &v, &e));
    return v;
}

void bench_begin(struct bench *b, size_t problems, size_t models,
                 uint64_t attempts)
{
    *b = (struct bench){ 0 };
    b->problems = arena_array(&b->a, struct problem, problems);
    b->results =
        arena_array(&b->a, struct result, problems * models * attempts);
    b->models = arena_array(&b->a, const char *, models);
    for (size_t i = 0; i < problems; i++)
        b->problems[i] = (struct problem){
            .id = arena_printf(&b->a, "p%zu", i),
            .family = "mathador",
            .level = 1,
            .seed = "aa",
            .params =
                bench_tree(&b->a, arena_printf(&b->a,
                                               "{\"numbers\": [1, 2, 3, 4, 5],"
                                               " \"target\": %zu}",
                                               i)),
        };
    for (size_t m = 0; m < models; m++)
        b->models[m] = arena_printf(&b->a, "openai:m%zu", m);
    b->v = (struct summary){ .info = { .name = "r1",
                                       .spec = "{}",
                                       .n_problems = problems,
                                       .n_models = models,
                                       .attempts = attempts },
                             .problems = b->problems,
                             .models = b->models,
                             .results = b->results };
}

struct result *bench_add(struct bench *b, size_t problem, size_t model,
                         uint64_t attempt, const char *more)
{
    struct result *r = &b->results[b->v.n_results++];

    *r = (struct result){
        .problem = problem, .model = model, .attempt = attempt, .more = more
    };
    return r;
}

void bench_score(struct bench *b, size_t problem, size_t model,
                 uint64_t attempt, int score, int best)
{
    struct result *r = bench_add(
        b, problem, model, attempt,
        arena_printf(&b->a, "{\"score\": %d, \"best\": %d, \"error\": %s}",
                     score, best, score ? "null" : "\"missed_target\""));

    r->lenient = score ? VERDICT_CORRECT : VERDICT_WRONG;
    r->strict = score && score == best ? VERDICT_CORRECT : VERDICT_WRONG;
}

struct points *bench_play(struct bench *b, const char *facts)
{
    struct family_results r = summary_rows(&b->a, &b->v);
    struct points *p = NULL;
    struct err e;

    if (!points_make(&b->a, &r, facts, &p, &e))
        fail_msg("%s", e.msg);
    return p;
}

void bench_check(double got, double want)
{
    if (!(fabs(got - want) < 1e-12))
        fail_msg("%.15g, not %.15g", got, want);
}

const struct points_split *bench_split(const struct points *p, const char *name)
{
    for (size_t i = 0; i < p->n_splits; i++)
        if (str_eq(p->splits[i].name, name))
            return &p->splits[i];
    return NULL;
}

/* Four games, two attempts: points, an error of each kind, and a call that
 * failed, which is in nothing. */
void bench_small(struct bench *b)
{
    bench_begin(b, 4, 1, 2);
    bench_score(b, 0, 0, 1, 18, 18);
    bench_score(b, 0, 0, 2, 9, 18);
    bench_add(b, 1, 0, 1,
              "{\"score\": 0, \"best\": 18, \"error\": \"formatting\"}")
        ->lenient = VERDICT_NO_ANSWER;
    bench_add(b, 1, 0, 2, NULL)->outcome = OUTCOME_TRUNCATED;
    bench_score(b, 2, 0, 1, 6, 12);
    bench_score(b, 2, 0, 2, 12, 12);
    bench_add(b, 3, 0, 1, NULL)->outcome = OUTCOME_ERROR;
    bench_add(b, 3, 0, 2, NULL)->outcome = OUTCOME_REFUSED;
}

void bench_tallies(struct bench *b)
{
    size_t n = (size_t)b->v.info.n_models;

    b->v.count = (struct count){
        .n_problems = (size_t)b->v.info.n_problems,
        .n_models = n,
        .attempts = b->v.info.attempts,
        .trials = tally_trials(&b->a, b->results, b->v.n_results),
        .n_trials = b->v.n_results,
        .cluster = cluster_make(&b->a, b->problems, b->v.info.n_problems)
    };
    b->v.whole = arena_array(&b->a, struct tally, n);
    for (size_t m = 0; m < n; m++)
        tally_cell(&b->a, &b->v.count, m, NULL, 0, &b->v.whole[m]);
}

void bench_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("not there:\n%s\nin:\n%s", part, text);
}

/* Three games at shots 0, 5 and 20; two of them with a brief prompt, where
 * everything fails; and one game more, at shots 0 alone. */
void bench_knobs(struct bench *b)
{
    static const int game[] = { 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 4 };
    static const char *const knobs[] = {
        "{}", "{\"shots\": \"5\"}", "{\"shots\": \"20\"}",
        "{\"shots\": \"0\", \"prompt\": \"brief\"}"
    };

    bench_begin(b, 12, 2, 1);
    for (size_t i = 0; i < 12; i++) {
        b->problems[i].knobs = bench_tree(&b->a, knobs[i < 11 ? i / 3 : 0]);
        b->problems[i].params = bench_tree(
            &b->a,
            arena_printf(&b->a, "{\"numbers\": [1], \"target\": %d}", game[i]));
    }
    for (size_t i = 0; i < 12; i++)
        for (size_t m = 0; m < 2; m++)
            bench_score(b, i, m, 1,
                        i == 9 || i == 10 ? 0 : game[i] + (int)(i / 3 * m), 18);
}
