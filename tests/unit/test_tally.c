/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Counting: cells against a recount by hand of random results, and what must
 * hold of any cell.
 */
#include "../lib/draw.h"
#include "base/rng.h"
#include "base/str.h"
#include "run/count/tally.h"
#include "run/engine/ask.h"

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
    return fabs(x - y) < 1e-12 || (isnan(x) && isnan(y));
}

/* ---- marks ---- */

static void marks_of_results(void **state)
{
    struct result r = { .strict = VERDICT_WRONG, .lenient = VERDICT_CORRECT };

    (void)state;
    assert_int_equal(mark_of(&r, true), MARK_WRONG);
    assert_int_equal(mark_of(&r, false), MARK_CORRECT);
    r.strict = VERDICT_BAD_KEY;
    assert_int_equal(mark_of(&r, true), MARK_BAD_KEY);
    r.strict = r.lenient = VERDICT_CORRECT;
    r.outcome = OUTCOME_TRUNCATED; /* whatever stands in it */
    assert_int_equal(mark_of(&r, false), MARK_TRUNCATED);
    r.outcome = OUTCOME_REFUSED;
    assert_int_equal(mark_of(&r, false), MARK_REFUSED);
    r.outcome = OUTCOME_ERROR;
    assert_int_equal(mark_of(&r, false), MARK_ERROR);
    r.outcome = OUTCOME_FATAL;
    assert_int_equal(mark_of(&r, false), MARK_ERROR);
    assert_string_equal(mark_name(MARK_NO_ANSWER), "no_answer");
}

/* ---- results, as they are counted ---- */

/* As struct count, of results with a price for each call. */
struct world {
    size_t n_problems, n_models;
    uint64_t attempts;
    const struct result *results;
    size_t n_results;
    const double *majority;
    const uint32_t *cluster;
    bool strict, planned; /* planned: what is not there is missing */
    double (*cost)(const void *prices, size_t model, const struct usage *u);
    const void *prices;
};

static struct count count_of(struct arena *a, const struct world *w)
{
    double *cost = arena_array(a, double, w->n_results + 1);
    struct count c = { .n_problems = w->n_problems,
                       .n_models = w->n_models,
                       .attempts = w->attempts,
                       .planned = w->planned ? w->attempts : 0,
                       .trials = tally_trials(a, w->results, w->n_results),
                       .n_trials = w->n_results,
                       .cost = w->cost ? cost : NULL,
                       .majority = w->majority,
                       .cluster = w->cluster,
                       .strict = w->strict };

    for (size_t i = 0; w->cost && i < w->n_results; i++)
        cost[i] = w->cost(w->prices, (size_t)w->results[i].model,
                          &w->results[i].usage);
    return c;
}

static void tally(struct arena *a, const struct world *w, size_t model,
                  const uint32_t *problems, size_t n, struct tally *out)
{
    struct count c = count_of(a, w);

    tally_cell(a, &c, model, problems, n, out);
}

/* ---- random runs ---- */

#define MODELS     2
#define MOST       2000
#define MOST_TRIES 8

/* A run whose results are drawn; some are missing. */
struct run {
    size_t n;
    uint64_t attempts;
    struct result results[MOST * MOST_TRIES];
    size_t n_results;
    double majority[MOST];
    uint32_t cluster[MOST];
    struct world count;
};

/* The lenient reading forgives: strict correct is lenient correct. */
static struct result draw_result(struct rng *r)
{
    struct result out = { .usage = { 10, 5, -1, 0 }, .took_ms = 1500 };

    out.outcome =
        rng_below(r, 3) ? OUTCOME_OK : (enum outcome)rng_below(r, OUTCOMES);
    out.strict = (enum verdict)rng_below(r, VERDICTS);
    out.lenient = rng_below(r, 4) ? out.strict : VERDICT_CORRECT;
    if (rng_below(r, 10) == 0)
        out.usage.completion = -1;
    return out;
}

static double cost_of(const void *prices, size_t model, const struct usage *u)
{
    const double *p = prices;

    return p[model] * (double)(u->prompt + u->completion);
}

static void draw_run(struct rng *r, struct run *out)
{
    static const double prices[MODELS] = { 0.5, 2 };

    memset(out, 0, sizeof(*out));
    out->n = 1 + (size_t)rng_below(r, 40);
    out->attempts = 1 + rng_below(r, MOST_TRIES);
    for (uint64_t p = 0; p < out->n; p++) {
        out->cluster[p] = (uint32_t)rng_below(r, 12) * 5;
        for (uint64_t m = 0; m < MODELS; m++) {
            out->majority[p * MODELS + m] =
                (double)rng_range(r, -2, 2) / 2; /* -1: none */
            if (out->majority[p * MODELS + m] < 0)
                out->majority[p * MODELS + m] = -1;
            for (uint64_t k = 1; k <= out->attempts; k++) {
                struct result x = draw_result(r);

                if (rng_below(r, 8) == 0)
                    continue;
                x.problem = p;
                x.model = m;
                x.attempt = k;
                out->results[out->n_results++] = x;
            }
        }
    }
    out->count = (struct world){ .n_problems = out->n,
                                 .n_models = MODELS,
                                 .attempts = out->attempts,
                                 .results = out->results,
                                 .n_results = out->n_results,
                                 .majority = out->majority,
                                 .strict = rng_below(r, 2) == 0,
                                 .cost = cost_of,
                                 .prices = prices };
}

/* ---- the recount ---- */

/* Counted and correct attempts of a problem, by a walk over all results. Of
 * what is planned only a bad key is not counted. */
static void recount(const struct world *c, size_t problem, size_t model,
                    bool strict, uint64_t *n, uint64_t *right)
{
    uint64_t there = 0;

    *n = *right = 0;
    for (size_t i = 0; i < c->n_results; i++) {
        const struct result *r = &c->results[i];

        if (r->problem != problem || r->model != model)
            continue;
        there++;
        *n += mark_of(r, strict) != MARK_BAD_KEY;
        *right += mark_of(r, strict) == MARK_CORRECT;
    }
    if (c->planned)
        *n += c->attempts - there;
}

static void check_accuracy(const struct world *c, size_t model,
                           const struct tally *t)
{
    double total[64] = { 0 }, size[64] = { 0 };
    uint64_t n, right, all = 0, correct = 0, other = 0, other_right = 0;
    struct interval want;
    bool plain = true;

    for (size_t p = 0; p < c->n_problems; p++) {
        size_t at = c->cluster ? c->cluster[p] : p;

        recount(c, p, model, c->strict, &n, &right);
        total[at] += (double)right;
        size[at] += (double)n;
        all += n;
        correct += right;
        recount(c, p, model, !c->strict, &n, &right);
        other += n;
        other_right += right;
    }
    for (size_t i = 0; i < 64; i++)
        plain = plain && size[i] <= 1;
    assert_true(is_near(t->accuracy.value, (double)correct / (double)all));
    assert_true(
        is_near(t->other_accuracy, (double)other_right / (double)other));
    assert_int_equal(t->other_correct, other_right);
    if (all == 0)
        return;
    want = plain ? stats_wilson((double)correct, (double)all)
                 : stats_clustered(total, size, 64, 0, 1);
    assert_true(is_near(t->accuracy.interval.low, want.low));
    assert_true(is_near(t->accuracy.interval.high, want.high));
}

/* The interval of a rate with one value for each problem, or NaN. */
static void check_values(const struct world *c, const double *values,
                         const struct rate *got)
{
    double total[64] = { 0 }, size[64] = { 0 }, sum = 0, n = 0;
    struct interval want;
    bool plain = true;

    for (size_t p = 0; p < c->n_problems; p++) {
        size_t at = c->cluster ? c->cluster[p] : p;

        if (isnan(values[p]))
            continue;
        total[at] += values[p];
        size[at]++;
        sum += values[p];
        n++;
        plain = plain && size[at] == 1 && values[p] * (1 - values[p]) == 0;
    }
    assert_true(got->n == (size_t)n);
    if (n == 0)
        return;
    want =
        plain ? stats_wilson(sum, n) : stats_clustered(total, size, 64, 0, 1);
    assert_true(is_near(got->value, sum / n));
    assert_true(is_near(got->interval.low, want.low));
    assert_true(is_near(got->interval.high, want.high));
    assert_true(want.low <= got->value + 1e-12 &&
                got->value <= want.high + 1e-12);
}

static void check_tries(const struct world *c, size_t model,
                        const struct tally *t)
{
    for (uint64_t k = 1; k <= c->attempts; k++) {
        double pass[64], all[64];

        for (size_t p = 0; p < c->n_problems; p++) {
            uint64_t n, right;

            recount(c, p, model, c->strict, &n, &right);
            pass[p] = n < c->attempts ? NAN : stats_pass_at(n, right, k);
            all[p] = n < c->attempts ? NAN : stats_all_of(n, right, k);
        }
        check_values(c, pass, &t->pass[k - 1]);
        assert_int_equal(t->pass[k - 1].n, t->pass[0].n);
        if (t->pass[0].n) /* the bracket holds it, and is a point if nothing
                             is open */
            assert_true(
                t->open ? t->pass_most[k - 1] >= t->pass[k - 1].value - 1e-12
                        : is_near(t->pass_most[k - 1], t->pass[k - 1].value));
        check_values(c, all, &t->all_of[k - 1]);
    }
}

static void check_sums(const struct world *c, size_t model,
                       const struct tally *t)
{
    uint64_t marks[MARKS] = { 0 }, n = 0, calls = 0, unknown = 0;
    double cost = 0;

    for (size_t i = 0; i < c->n_results; i++) {
        const struct result *r = &c->results[i];

        if (r->model != model)
            continue;
        n++;
        marks[mark_of(r, c->strict)]++;
        if (mark_of(r, c->strict) == MARK_ERROR ||
            r->outcome == OUTCOME_OVERFLOW)
            continue;
        calls++;
        unknown += r->usage.completion < 0;
        if (r->usage.completion >= 0)
            cost += c->cost(c->prices, model, &r->usage);
    }
    assert_int_equal(t->results, n);
    assert_memory_equal(t->count, marks, sizeof(marks));
    assert_int_equal(t->calls, calls);
    assert_int_equal(t->prompt_tokens, 10 * calls);
    assert_int_equal(t->completion_tokens, 5 * (calls - unknown));
    assert_int_equal(t->usage_unknown, unknown);
    assert_int_equal(t->reasoning_tokens, 0);
    assert_int_equal(t->prompt_said, calls);
    assert_int_equal(t->completion_said, calls - unknown);
    assert_int_equal(t->cost_unknown, unknown);
    assert_true(is_near(t->seconds, 1.5 * (double)calls));
    assert_true(is_near(t->slowest, calls ? 1.5 : 0));
    if (calls == unknown)
        assert_true(isnan(t->cost));
    else
        assert_true(fabs(t->cost - cost) < 1e-9);
}

static void check_votes(const struct run *run, size_t model,
                        const struct tally *t)
{
    const struct world *c = &run->count;
    uint64_t n, right, seen = 0, few = 0;
    double votes[64];

    for (size_t p = 0; p < run->n; p++) {
        bool has = false;

        for (size_t i = 0; i < c->n_results; i++)
            has = has ||
                  (c->results[i].problem == p && c->results[i].model == model);
        recount(c, p, model, c->strict, &n, &right);
        has = has || c->planned;
        seen += has;
        few += has && n < run->attempts;
        votes[p] = fmax(0, run->majority[p * MODELS + model]);
        if (!has || !n || run->attempts == 1)
            votes[p] = NAN;
    }
    assert_int_equal(t->problems, seen);
    assert_int_equal(t->short_problems, few);
    check_values(c, votes, &t->majority);
}

static void check_bracket(const struct tally *t)
{
    uint64_t open =
        t->count[MARK_UNDECIDED] + t->count[MARK_ERROR] + t->missing;

    assert_int_equal(t->open, open);
    assert_int_equal(t->counted,
                     t->results + t->missing - t->count[MARK_BAD_KEY]);
    if (t->accuracy.n == 0)
        return;
    assert_true(is_near(t->bracket.low, t->accuracy.value));
    assert_true(is_near(t->bracket.high - t->bracket.low,
                        (double)open / (double)t->counted));
}

static void cells_as_recounted(void **state)
{
    static struct run run;
    struct rng r = stream("cells");

    (void)state;
    for (int round = 0; round < 150; round++) {
        struct arena a = { 0 };

        draw_run(&r, &run);
        if (round % 3 == 0)
            run.count.cluster = run.cluster;
        run.count.planned = round % 2 == 0;
        for (size_t m = 0; m < MODELS; m++) {
            struct tally t;

            tally(&a, &run.count, m, NULL, 0, &t);
            check_accuracy(&run.count, m, &t);
            check_tries(&run.count, m, &t);
            check_sums(&run.count, m, &t);
            check_votes(&run, m, &t);
            check_bracket(&t);
        }
        arena_clear(&a);
    }
}

/* ---- properties ---- */

/* Turn the order of the problems round: the same cells. */
static void order_does_not_count(void **state)
{
    static struct run run, back;
    struct rng r = stream("order");

    (void)state;
    for (int round = 0; round < 50; round++) {
        struct arena a = { 0 };
        struct tally x, y;
        size_t n = 0;

        draw_run(&r, &run);
        run.count.cluster = run.cluster;
        back = run;
        for (size_t p = run.n; p-- > 0;) {
            size_t now = run.n - 1 - p;

            back.cluster[now] = run.cluster[p];
            for (size_t m = 0; m < MODELS; m++)
                back.majority[now * MODELS + m] = run.majority[p * MODELS + m];
            for (size_t i = 0; i < run.n_results; i++)
                if (run.results[i].problem == p) {
                    back.results[n] = run.results[i];
                    back.results[n++].problem = now;
                }
        }
        back.count.results = back.results;
        back.count.majority = back.majority;
        back.count.cluster = back.cluster;
        tally(&a, &run.count, 1, NULL, 0, &x);
        tally(&a, &back.count, 1, NULL, 0, &y);
        assert_memory_equal(x.count, y.count, sizeof(x.count));
        assert_true(is_near(x.accuracy.interval.low, y.accuracy.interval.low));
        assert_true(
            is_near(x.majority.interval.high, y.majority.interval.high));
        assert_true(is_near(x.pass[0].value, y.pass[0].value));
        assert_true(is_near(x.pass[0].interval.low, y.pass[0].interval.low));
        arena_clear(&a);
    }
}

/* Every attempt counts: pass@1 is avg@K, pass@k rises with k, all-of-k falls,
 * pass@K is the share of problems with a right attempt. */
static void full_runs(void **state)
{
    static struct run run;
    struct rng r = stream("full");

    (void)state;
    for (int round = 0; round < 50; round++) {
        struct arena a = { 0 };
        struct tally t, lenient;
        size_t some = 0, n = 0;

        draw_run(&r, &run);
        for (uint64_t p = 0; p < run.n; p++) {
            size_t right = 0;

            for (uint64_t k = 1; k <= run.attempts; k++) {
                struct result x = { .problem = p, .attempt = k };

                x.strict = rng_below(&r, 3) ? VERDICT_WRONG : VERDICT_CORRECT;
                x.lenient = rng_below(&r, 3) ? x.strict : VERDICT_CORRECT;
                right += x.strict == VERDICT_CORRECT;
                run.results[n++] = x;
            }
            some += right > 0;
        }
        run.count.n_models = 1;
        run.count.majority = NULL;
        run.count.n_results = n;
        run.count.strict = true;
        tally(&a, &run.count, 0, NULL, 0, &t);
        run.count.strict = false;
        tally(&a, &run.count, 0, NULL, 0, &lenient);
        assert_true(is_near(t.pass[0].value, t.accuracy.value));
        assert_true(is_near(t.all_of[0].value, t.accuracy.value));
        for (size_t k = 1; k < run.attempts; k++) {
            assert_true(t.pass[k].value >= t.pass[k - 1].value - 1e-12);
            assert_true(t.all_of[k].value <= t.all_of[k - 1].value + 1e-12);
        }
        assert_true(is_near(t.pass[run.attempts - 1].value,
                            (double)some / (double)run.n));
        assert_int_equal(t.short_problems, 0);
        assert_true(t.accuracy.value <= lenient.accuracy.value);
        assert_true(is_near(lenient.other_accuracy, t.accuracy.value));
        assert_int_equal(t.majority.n, 0);
        arena_clear(&a);
    }
}

/* 64 attempts were asked for, 8 came: no pass@k of fewer than all. Where they
 * were planned, what is missing is not right, and the bracket says so. */
static void counts_what_is_missing(void **state)
{
    struct arena a = { 0 };
    struct result r[16] = { 0 };
    struct world c = { .n_problems = 2,
                       .n_models = 1,
                       .attempts = 64,
                       .results = r,
                       .n_results = 16 };
    struct tally t;

    (void)state;
    for (size_t i = 0; i < 16; i++) {
        r[i].problem = i / 8;
        r[i].attempt = i % 8 + 1;
        r[i].strict = r[i].lenient =
            i % 16 < 7 ? VERDICT_CORRECT : VERDICT_WRONG;
    }
    tally(&a, &c, 0, NULL, 0, &t);
    assert_true(is_near(t.accuracy.value, 7.0 / 16));
    assert_int_equal(t.pass[0].n, 0);
    assert_true(isnan(t.pass[0].value));
    assert_int_equal(t.short_problems, 2);
    assert_true(isnan(t.cost));
    c.planned = true;
    tally(&a, &c, 0, NULL, 0, &t);
    assert_true(is_near(t.accuracy.value, 7.0 / 128));
    assert_true(is_near(t.bracket.high, 119.0 / 128));
    assert_true(is_near(t.pass[0].value, 7.0 / 128) && t.pass[63].n == 2);
    assert_true(is_near(t.pass[63].value, 0.5));
    assert_true(is_near(t.pass_most[63], 1));
    assert_int_equal(t.missing, 112);
    assert_int_equal(t.short_problems, 0);
    arena_clear(&a);
}

static void nothing_to_say(void **state)
{
    struct arena a = { 0 };
    struct result r = { .outcome = OUTCOME_ERROR };
    struct world c = { .n_problems = 3, .n_models = 1, .attempts = 2 };
    struct tally t;

    (void)state;
    tally(&a, &c, 0, NULL, 0, &t);
    assert_true(t.accuracy.n == 0 && isnan(t.accuracy.value));
    assert_true(t.bracket.low == 0 && t.bracket.high == 1);
    c.results = &r;
    c.n_results = 1;
    tally(&a, &c, 0, NULL, 0, &t);
    assert_true(t.accuracy.n == 1 && t.problems == 1 && t.calls == 0);
    assert_true(t.count[MARK_ERROR] == 1 && t.other_accuracy == 0);
    r = (struct result){ .strict = VERDICT_UNDECIDED,
                         .lenient = VERDICT_UNDECIDED };
    tally(&a, &c, 0, NULL, 0, &t);
    assert_true(t.accuracy.value == 0 && t.bracket.low == 0 &&
                t.bracket.high == 1);
    r.strict = r.lenient = VERDICT_BAD_KEY;
    tally(&a, &c, 0, NULL, 0, &t);
    assert_true(t.accuracy.n == 0 && isnan(t.accuracy.value) && !t.counted);
    arena_clear(&a);
}

/* ---- what cannot be gamed ---- */

/* Ten problems, the first `right` of them right and the others ended so. */
static void ten(struct arena *a, size_t right, enum outcome how,
                enum verdict verdict, bool there, struct tally *out)
{
    struct result r[10] = { 0 };
    struct world c = { .n_problems = 10,
                       .n_models = 1,
                       .attempts = 1,
                       .results = r,
                       .planned = true };

    for (size_t i = 0; i < (there ? 10 : right); i++, c.n_results++) {
        r[i] = (struct result){ .problem = i, .attempt = 1 };
        r[i].outcome = i < right ? OUTCOME_OK : how;
        r[i].strict = r[i].lenient = i < right ? VERDICT_CORRECT : verdict;
    }
    tally(a, &c, 0, NULL, 0, out);
}

/* However a model or a server leaves nine of ten problems, it has solved one. */
static void nothing_leaves_the_denominator(void **state)
{
    struct arena a = { 0 };
    struct tally t;

    (void)state;
    for (enum outcome o = OUTCOME_OK; o < OUTCOMES; o++)
        for (enum verdict v = 0; v < VERDICTS; v++) {
            bool bad = o == OUTCOME_OK && v == VERDICT_BAD_KEY;
            bool right = o == OUTCOME_OK && v == VERDICT_CORRECT;

            ten(&a, 1, o, v, true, &t);
            assert_true(is_near(t.accuracy.value, bad || right ? 1 : 0.1));
            assert_int_equal(t.counted, bad ? 1 : 10);
        }
    ten(&a, 1, OUTCOME_OK, VERDICT_UNDECIDED, true, &t);
    assert_true(t.open == 9 && is_near(t.bracket.high, 1));
    ten(&a, 6, OUTCOME_ERROR, VERDICT_WRONG, true, &t); /* timed out on four */
    assert_true(is_near(t.accuracy.value, 0.6) && is_near(t.bracket.high, 1));
    ten(&a, 6, OUTCOME_OK, VERDICT_WRONG, false, &t); /* stopped by Ctrl-C */
    assert_true(is_near(t.accuracy.value, 0.6) && t.missing == 4);
    ten(&a, 6, OUTCOME_OVERFLOW, VERDICT_WRONG, true, &t);
    assert_true(t.open == 0 && t.count[MARK_OVERFLOW] == 4 && t.calls == 6);
    arena_clear(&a);
}

/* A key that cannot be read leaves with its whole problem, for every model and
 * attempt: whether its own text was replied, something else, or nothing. */
static void bad_keys_leave_whole(void **state)
{
    struct arena a = { 0 };
    struct key bad = { .latex = "Reject $H_{0}$", .kind = ANSWER_EXPRESSION };
    struct key good = { .latex = "7", .kind = ANSWER_INTEGER };
    struct problem p[2] = { { .id = "x", .keys = &bad, .n_keys = 1 },
                            { .id = "y", .keys = &good, .n_keys = 1 } };
    struct result r[6] = {
        { .attempt = 1, .lenient = VERDICT_CORRECT },
        { .attempt = 2, .outcome = OUTCOME_TRUNCATED },
        { .model = 1, .attempt = 1, .outcome = OUTCOME_ERROR },
        { .problem = 1, .attempt = 1, .lenient = VERDICT_WRONG },
        { .problem = 1, .attempt = 2, .lenient = VERDICT_CORRECT },
        { .problem = 1, .model = 1, .attempt = 1, .lenient = VERDICT_CORRECT },
    };
    struct count c = {
        .n_problems = 2, .n_models = 2, .attempts = 2, .planned = 2
    };
    struct tally t;

    (void)state;
    /* No verdict speaks of a bad key, nor of one that was read: it is. */
    c.bad_key = bad_keys_mark(&a, p, 2, "{}", NULL, r, 6);
    assert_true(c.bad_key && c.bad_key[0] && !c.bad_key[1]);
    assert_int_equal(mark_of(&r[2], false), MARK_BAD_KEY);
    for (size_t i = 0; i < 6; i++)
        r[i].bad_key = false;
    r[2].outcome = OUTCOME_OK;
    r[2].lenient = r[2].strict = VERDICT_BAD_KEY;
    c.bad_key = bad_keys_mark(&a, p, 2, "{}", NULL, r, 6);
    assert_true(c.bad_key && c.bad_key[0] && !c.bad_key[1]);
    for (size_t i = 0; i < 6; i++)
        assert_true((mark_of(&r[i], false) == MARK_BAD_KEY) == (i < 3));
    c.trials = tally_trials(&a, r, 6);
    c.n_trials = 6;
    for (size_t m = 0; m < 2; m++) {
        tally_cell(&a, &c, m, NULL, 0, &t);
        assert_int_equal(t.counted, 2);
        assert_int_equal(t.missing, m); /* of the good key alone */
        assert_int_equal(t.count[MARK_BAD_KEY], 2 - m);
        assert_true(is_near(t.accuracy.value, 0.5));
        assert_true(t.pass[0].n == 1 && t.pass[1].n == 1);
    }
    /* Before any reply to it: another problem's verdict is enough. */
    for (size_t i = 0; i < 6; i++)
        r[i].bad_key = false;
    r[3].lenient = VERDICT_BAD_KEY;
    c.bad_key = bad_keys_mark(&a, p, 2, "{}", NULL, r + 3, 3);
    assert_true(c.bad_key[0] && c.bad_key[1]);
    assert_int_equal(r[3].bad_key, true);
    arena_clear(&a);
}

/* What shows that the judge could read a key, and what does not. The key is bad
 * here: where it is read, it is found. */
static void bad_keys_are_read(void **state)
{
    static const struct {
        struct result r;
        bool bad;
    } rows[] = {
        { { .lenient = VERDICT_WRONG }, false },
        { { .lenient = VERDICT_UNREADABLE }, false },
        { { .lenient = VERDICT_UNDECIDED }, false },
        { { .lenient = VERDICT_CORRECT, .why = "they are equal" }, false },
        { { .lenient = VERDICT_CORRECT, .why = GRADE_SAME_TEXT "x" }, true },
        { { .lenient = VERDICT_CORRECT }, true },
        { { .lenient = VERDICT_NO_ANSWER }, true },
        { { .lenient = VERDICT_WRONG, .more = "{\"parts\": []}" }, true },
        { { .lenient = VERDICT_WRONG, .judge = "review" }, true },
        { { .lenient = VERDICT_WRONG, .outcome = OUTCOME_TRUNCATED }, true },
        { { .lenient = VERDICT_WRONG, .outcome = OUTCOME_ERROR }, true },
    };
    struct key bad = { .latex = "Reject $H_{0}$", .kind = ANSWER_EXPRESSION };
    struct problem p = { .id = "x", .keys = &bad, .n_keys = 1 };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct result r = rows[i].r;
        const bool *found = bad_keys_mark(&a, &p, 1, "{}", NULL, &r, 1);

        if (r.bad_key != rows[i].bad || (found != NULL) != rows[i].bad)
            fail_msg("row %zu", i);
    }
    assert_true(bad_keys_mark(&a, &p, 1, "{}", NULL, NULL, 0)); /* no result */
    /* What is known of it is not found again, and what results say holds. */
    assert_true(bad_keys_mark(&a, &p, 1, "{}", &(bool){ true }, NULL, 0));
    assert_null(bad_keys_mark(&a, &p, 1, "{}", &(bool){ false }, NULL, 0));
    assert_null(bad_keys_mark(&a, &p, 1, "{}", &(bool){ true },
                              &(struct result){ .lenient = VERDICT_WRONG }, 1));
    arena_clear(&a);
}

/* The progress line leaves out what the table will. */
static void bad_keys_live(void **state)
{
    const bool bad[2] = { true, false };
    struct result r = { .lenient = VERDICT_NO_ANSWER };
    struct live l;

    (void)state;
    live_open(&l, 2, 2, false);
    l.bad_key = bad;
    live_add(&l, &r, NULL);
    assert_int_equal(live_accuracy(&l).n, 0);
    r = (struct result){ .problem = 1, .lenient = VERDICT_CORRECT };
    live_add(&l, &r, NULL);
    assert_int_equal(live_accuracy(&l).n, 1);
    assert_true(is_near(live_accuracy(&l).value, 1));
    live_clear(&l);
}

/* "I do not know" is told from no answer, by the judge's reason alone. */
static void abstaining(void **state)
{
    struct result r = { .strict = VERDICT_NO_ANSWER,
                        .lenient = VERDICT_NO_ANSWER };

    (void)state;
    assert_int_equal(mark_of(&r, false), MARK_NO_ANSWER);
    r.more = "{\"reason\": \"abstained\"}";
    assert_int_equal(mark_of(&r, false), MARK_ABSTAINED);
    r.more = "{\"reason\": \"formatting\", \"said\": \"abstained\"}";
    assert_int_equal(mark_of(&r, false), MARK_NO_ANSWER);
    r.more = "{\"reason\": \"abstained\"}";
    r.lenient = VERDICT_CORRECT;
    assert_int_equal(mark_of(&r, false), MARK_CORRECT);
    assert_true(mark_counts(MARK_ABSTAINED) && !mark_is_open(MARK_ABSTAINED));
}

/* Two templates of two problems and one alone: one is solved whole. Sets of one
 * instance each have 1/2 or 1 of 2 right. */
static void templates(void **state)
{
    static const uint32_t cluster[] = { 0, 0, 1, 1, 2 };
    struct arena a = { 0 };
    struct result r[5] = { 0 };
    struct world c = { .n_problems = 5,
                       .n_models = 1,
                       .attempts = 1,
                       .results = r,
                       .n_results = 5,
                       .planned = true,
                       .cluster = cluster };
    struct tally t;

    (void)state;
    for (size_t i = 0; i < 5; i++)
        r[i] = (struct result){ .problem = i,
                                .attempt = 1,
                                .strict = VERDICT_CORRECT,
                                .lenient =
                                    i == 3 ? VERDICT_WRONG : VERDICT_CORRECT };
    tally(&a, &c, 0, NULL, 0, &t);
    assert_int_equal(t.templates.n, 2);
    assert_true(is_near(t.templates.whole.value, 0.5));
    assert_true(is_near(t.templates.mean, 0.75));
    assert_true(is_near(t.templates.spread, 0.25));
    assert_true(t.templates.whole.interval.low > 0.05 &&
                t.templates.whole.interval.high < 0.95);
    r[3].lenient = VERDICT_UNDECIDED; /* open: not solved whole */
    tally(&a, &c, 0, NULL, 0, &t);
    assert_true(is_near(t.templates.whole.value, 0.5));
    arena_clear(&a);
}

static double a_dollar(const void *prices, size_t model, const struct usage *u)
{
    (void)model;
    (void)u;
    return *(const double *)prices;
}

/* What no server counted is not known, and not free. */
static void unknown_usage(void **state)
{
    struct arena a = { 0 };
    struct result r[3] = { 0 };
    double price = 1;
    struct world c = { .n_problems = 3,
                       .n_models = 1,
                       .attempts = 1,
                       .results = r,
                       .n_results = 3,
                       .cost = a_dollar,
                       .prices = &price };
    struct tally t;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        r[i].problem = i;
        r[i].attempt = 1;
        r[i].usage = (struct usage){ -1, -1, -1, -1 };
        r[i].took_ms = 100 * (int64_t)(3 - i);
    }
    tally(&a, &c, 0, NULL, 0, &t);
    assert_true(isnan(t.cost) && t.cost_unknown == 3 && t.usage_unknown == 3);
    assert_true(t.prompt_said == 0 && t.completion_said == 0);
    assert_true(is_near(t.slowest, 0.3) && is_near(t.seconds, 0.6));
    r[1].usage = (struct usage){ 7, 0, -1, 0 };
    tally(&a, &c, 0, NULL, 0, &t);
    assert_true(t.cost == 1 && t.cost_unknown == 2 && t.prompt_tokens == 7);
    assert_true(t.completion_said == 1 && t.reasoning_said == 0);
    price = NAN; /* of this model nothing is known */
    tally(&a, &c, 0, NULL, 0, &t);
    assert_true(isnan(t.cost) && t.cost_unknown == 3);
    arena_clear(&a);
}

/* ---- groups and clusters ---- */

#define GROUPS 5

/* Draws the groups of each problem: none, one or several. */
static void draw_groups(struct rng *r, size_t n, uint32_t (*in)[GROUPS + 1],
                        uint32_t **of)
{
    for (size_t p = 0; p < n; p++) {
        size_t k = 0;

        for (uint32_t v = 0; v < GROUPS; v++)
            if (rng_below(r, 3) == 0)
                in[p][k++] = v;
        in[p][k] = UINT32_MAX;
        of[p] = in[p];
    }
}

/* The problems of a group, by a walk over all. */
static size_t members(uint32_t *const *of, size_t n, uint32_t group,
                      uint32_t *list)
{
    size_t found = 0;

    for (uint32_t p = 0; p < n; p++)
        for (const uint32_t *v = of[p]; *v != UINT32_MAX; v++)
            if (*v == group)
                list[found++] = p;
    return found;
}

/* All cells at once are those made one by one, and each is what a run of its
 * problems alone would have. */
static void cells_of_groups(void **state)
{
    static struct run run;
    static uint32_t in[MOST][GROUPS + 1], list[MOST];
    static uint32_t *of[MOST];
    struct rng r = stream("groups");

    (void)state;
    for (int round = 0; round < 40; round++) {
        struct arena a = { 0 };
        struct tally cells[MODELS * GROUPS], one;
        struct count c;

        draw_run(&r, &run);
        draw_groups(&r, run.n, in, of);
        run.count.cluster = round % 2 ? run.cluster : NULL;
        c = count_of(&a, &run.count);
        tally_cells(&a, &c, of, GROUPS, cells);
        for (size_t i = 0; i < MODELS * GROUPS; i++) {
            const struct tally *t = &cells[i];
            size_t n = members(of, run.n, (uint32_t)(i % GROUPS), list);
            uint64_t found = 0, right = 0, k, ok;

            tally(&a, &run.count, i / GROUPS, list, n, &one);
            for (size_t p = 0; p < n; p++) {
                recount(&run.count, list[p], i / GROUPS, c.strict, &k, &ok);
                found += k;
                right += ok;
            }
            assert_memory_equal(t->count, one.count, sizeof(one.count));
            assert_int_equal(t->count[MARK_CORRECT], right);
            assert_int_equal(t->problems, one.problems);
            assert_true(is_near(t->cost, one.cost));
            assert_true(is_near(t->accuracy.value,
                                found ? (double)right / (double)found : NAN));
            assert_true(
                is_near(t->accuracy.interval.high, one.accuracy.interval.high));
            assert_true(is_near(t->majority.value, one.majority.value));
            assert_true(is_near(t->pass[run.attempts - 1].value,
                                one.pass[run.attempts - 1].value));
        }
        arena_clear(&a);
    }
}

/* Problems of one template that rise and fall together widen the interval. */
static void clusters_widen(void **state)
{
    struct arena a = { 0 };
    struct result r[60] = { 0 };
    uint32_t cluster[60];
    struct world c = { .n_problems = 60,
                       .n_models = 1,
                       .attempts = 1,
                       .results = r,
                       .n_results = 60 };
    struct tally alone, together;

    (void)state;
    for (uint32_t i = 0; i < 60; i++) {
        r[i].problem = i;
        r[i].attempt = 1;
        r[i].strict = r[i].lenient =
            i / 10 % 2 ? VERDICT_WRONG : VERDICT_CORRECT;
        cluster[i] = i / 10;
    }
    tally(&a, &c, 0, NULL, 0, &alone);
    c.cluster = cluster;
    tally(&a, &c, 0, NULL, 0, &together);
    assert_true(is_near(alone.accuracy.interval.low, stats_wilson(30, 60).low));
    assert_true(together.accuracy.interval.low <
                alone.accuracy.interval.low - 0.2);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_of_results),
        cmocka_unit_test(cells_as_recounted),
        cmocka_unit_test(order_does_not_count),
        cmocka_unit_test(full_runs),
        cmocka_unit_test(counts_what_is_missing),
        cmocka_unit_test(nothing_to_say),
        cmocka_unit_test(cells_of_groups),
        cmocka_unit_test(nothing_leaves_the_denominator),
        cmocka_unit_test(bad_keys_leave_whole),
        cmocka_unit_test(bad_keys_are_read),
        cmocka_unit_test(bad_keys_live),
        cmocka_unit_test(abstaining),
        cmocka_unit_test(templates),
        cmocka_unit_test(unknown_usage),
        cmocka_unit_test(clusters_widen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
