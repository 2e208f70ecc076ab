/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is counted of a run, column by column. Columns in which nothing stands
 * are left out for people, so that what does stand there (errors, replies cut
 * short, undecided verdicts) is seen.
 */
#include "run/print/run_columns.h"

#include <inttypes.h>
#include <math.h>

/* ---- what a cell is ---- */

/* How the interval of the accuracy was made. */
const char *run_method(const struct tally *t)
{
    struct interval w =
        stats_wilson((double)t->count[MARK_CORRECT], (double)t->counted);

    if (!t->accuracy.n)
        return NULL;
    return fabs(w.low - t->accuracy.interval.low) < 1e-12 &&
                   fabs(w.high - t->accuracy.interval.high) < 1e-12
               ? "wilson"
               : "clustered";
}

/* Where nothing is open it is the accuracy again. */
struct datum run_bracket(const struct tally *t)
{
    struct datum v = t->counted ? datum_range(t->bracket.low, t->bracket.high)
                                : datum_range(NAN, NAN);

    v.quiet = !t->open;
    return v;
}

/* `most` has each value if all that is open were right, or is NULL. */
static struct datum curve(struct arena *a, const struct rate *r,
                          const double *most, uint64_t n)
{
    struct datum *points = arena_array(a, struct datum, n + 1);

    for (uint64_t k = 0; r && k < n; k++) {
        points[k] = rate_datum(&r[k]);
        points[k].most = most ? most[k] : NAN;
    }
    return datum_curve(points, r ? n : 0);
}

/* The problems that the curves are of: the same for every k. */
static struct datum curve_n(const struct rate *r, uint64_t n)
{
    return r && n ? datum_count(r[n - 1].n) : datum_unknown;
}

static struct datum last_of(const struct rate *r, uint64_t k)
{
    return r && k ? rate_datum(&r[k - 1]) : datum_unknown;
}

/* A sum over calls; unknown if no server counted it. */
static struct datum said(uint64_t sum, uint64_t calls)
{
    return calls ? datum_count(sum) : datum_unknown;
}

/* "no answer" */
const char *run_mark_words(struct arena *a, enum mark m)
{
    char *words = arena_strdup(a, mark_name(m));

    for (char *p = words; *p; p++)
        if (*p == '_')
            *p = ' ';
    return words;
}

/* ---- the columns ---- */

static void put_marks(const struct run_telling *x, const struct tally *t)
{
    static const enum mark order[] = {
        MARK_CORRECT,    MARK_WRONG,     MARK_NO_ANSWER, MARK_ABSTAINED,
        MARK_UNREADABLE, MARK_TRUNCATED, MARK_REFUSED,   MARK_OVERFLOW,
        MARK_MALFORMED,  MARK_UNDECIDED, MARK_ERROR,     MARK_BAD_KEY,
    };
    _Static_assert(sizeof(order) / sizeof(*order) == MARKS, "every mark");
    const unsigned bad = COLUMN_IF_ANY | COLUMN_BAD;

    for (enum mark m = 0; m < MARKS; m++) {
        const char *name = arena_printf(x->a, "counts.%s", mark_name(m));

        table_put(x->t, (struct column){ name, NULL, 0, mark_name(m), 0 },
                  datum_count(t->count[m]));
    }
    for (size_t i = 0; i < MARKS; i++)
        table_put(x->t,
                  (struct column){ NULL, run_mark_words(x->a, order[i]),
                                   COLUMN_LATER | (i < 2 ? 0 : bad), NULL,
                                   PART_HEAD | PART_GROUP },
                  datum_count(t->count[order[i]]));
    table_put(x->t,
              (struct column){ "missing", "missing", COLUMN_LATER | bad,
                               "missing", PART_HEAD | PART_GROUP },
              datum_count(t->missing));
}

static void put_rates(const struct run_telling *x, const struct tally *t)
{
    const unsigned shown = PART_HEAD | PART_GROUP;
    const char *other = x->v->strict ? "lenient" : "strict";
    const char *correct = arena_printf(x->a, "%s_correct", other);
    const char *accuracy = arena_printf(x->a, "%s_accuracy", other);
    struct interval none = { NAN, NAN };
    struct interval i = t->accuracy.n ? t->accuracy.interval : none;
    const struct table_entry entries[] = {
        { { "accuracy", "accuracy", 0, "accuracy", shown },
          rate_datum(&t->accuracy) },
        { { .name = "accuracy.method" }, datum_text(run_method(t)) },
        { { .csv = "low" }, datum_share(i.low) },
        { { .csv = "high" }, datum_share(i.high) },
        { { "bracket", "bracket", COLUMN_IF_ANY, "bracket", shown },
          run_bracket(t) },
        { { .name = "other.reading" }, datum_text(other) },
        { { "other.correct", NULL, 0, correct, 0 },
          datum_count(t->other_correct) },
        { { "other.accuracy", other, 0, accuracy, shown },
          datum_share(t->other_accuracy) },
    };

    TABLE_PUT_ALL(x->t, entries);
}

static void put_attempts(const struct run_telling *x, const struct tally *t)
{
    uint64_t k = x->v->info.attempts;
    const char *avg = arena_printf(x->a, "avg@%" PRIu64, k);
    const char *pass = arena_printf(x->a, "pass@%" PRIu64, k);
    const char *majority = arena_printf(x->a, "majority@%" PRIu64, k);
    const char *all = arena_printf(x->a, "all %" PRIu64 " correct", k);
    const struct table_entry entries[] = {
        { { .heading = "n", .parts = PART_PASS | PART_ALL },
          curve_n(t->pass, t->attempts) },
        { { "pass", "k", STYLE_BARE, "pass", PART_PASS },
          curve(x->a, t->pass, t->open ? t->pass_most : NULL, t->attempts) },
        { { "all_of", "k", STYLE_BARE, "all", PART_ALL },
          curve(x->a, t->all_of, NULL, t->attempts) },
        { { "majority", NULL, 0, "majority", 0 },
          t->majority.n ? rate_datum(&t->majority) : datum_unknown },
        { { "short_problems", NULL, 0, "short_problems", 0 },
          datum_count(t->short_problems) },
        { { NULL, avg, 0, NULL, PART_ATTEMPTS }, rate_datum(&t->accuracy) },
        { { NULL, majority, 0, NULL, PART_ATTEMPTS },
          rate_datum(&t->majority) },
        { { NULL, pass, 0, NULL, PART_ATTEMPTS },
          last_of(t->pass, t->attempts) },
        { { NULL, all, 0, NULL, PART_ATTEMPTS },
          last_of(t->all_of, t->attempts) },
        { { NULL, k > 1 ? pass : NULL, STYLE_ALONE, NULL,
            PART_GROUP | PART_SCREEN },
          last_of(t->pass, t->attempts) },
        { { NULL, majority, STYLE_ALONE | COLUMN_IF_ANY, NULL,
            PART_GROUP | PART_SCREEN },
          rate_datum(&t->majority) },
    };

    TABLE_PUT_ALL(x->t, entries);
}

/* Where problems share templates. */
static void put_consistency(const struct run_telling *x, const struct tally *t)
{
    const struct consistency *c = &t->templates;
    const struct table_entry entries[] = {
        { { "consistency.templates", "templates", 0, NULL, PART_TEMPLATES },
          datum_count(c->n) },
        { { "consistency.whole", "all instances correct", 0, NULL,
            PART_TEMPLATES },
          rate_datum(&c->whole) },
        { { "consistency.mean", "mean of instances", 0, NULL, PART_TEMPLATES },
          datum_share(c->mean) },
        { { "consistency.spread", "sd of instances", 0, NULL, PART_TEMPLATES },
          datum_share(c->spread) },
    };

    if (x->v->count.cluster)
        TABLE_PUT_ALL(x->t, entries);
}

/* Tokens of replies, right and wrong, for each that is right. */
struct datum run_per_correct(const struct tally *t)
{
    uint64_t right = t->count[MARK_CORRECT];

    if (!right || !t->calls || t->completion_said < t->calls)
        return datum_unknown;
    return datum_number((double)t->completion_tokens / (double)right, 1);
}

static void put_use(const struct run_telling *x, const struct tally *t)
{
    const unsigned if_any = COLUMN_IF_ANY, use = PART_USE;
    const unsigned both = PART_USE | PART_SCREEN;
    const struct table_entry entries[] = {
        { { "calls", "calls", 0, "calls", use }, datum_count(t->calls) },
        { { "tokens.prompt", "tokens in", if_any, "prompt_tokens", both },
          said(t->prompt_tokens, t->prompt_said) },
        { { "tokens.completion", "tokens out", if_any, "completion_tokens",
            both },
          said(t->completion_tokens, t->completion_said) },
        { { "tokens.reasoning", "reasoning", if_any, "reasoning_tokens", use },
          said(t->reasoning_tokens, t->reasoning_said) },
        { { "tokens.cached", "cached", if_any, "cached_tokens", use },
          said(t->cached_tokens, t->cached_said) },
        { { "tokens.unknown_calls", NULL, 0, "unknown_calls", 0 },
          datum_count(t->usage_unknown) },
        { { "tokens.per_correct", "tokens per correct", if_any, NULL, both },
          run_per_correct(t) },
        { { "cost", "cost", x->v->count.cost ? 0 : if_any, "cost", both },
          datum_money(t->cost) },
        { { "unpriced_calls", NULL, 0, "unpriced_calls", 0 },
          datum_count(t->cost_unknown) },
        { { "seconds", "time of calls", if_any, "seconds", both },
          datum_seconds(t->seconds) },
        { { "seconds_mean", "mean", if_any, NULL, use },
          datum_seconds(t->calls ? t->seconds / (double)t->calls : NAN) },
        { { "seconds_slowest", "slowest", if_any, "slowest_seconds", use },
          datum_seconds(t->calls ? t->slowest : NAN) },
    };

    TABLE_PUT_ALL(x->t, entries);
}

static void put_figures(const struct run_telling *x, const double *values)
{
    for (size_t i = 0; i < x->figures.n; i++)
        table_put(x->t, (struct column){ .csv = x->figures.names[i] },
                  datum_number(values[i], -1));
}

void run_columns(const struct run_telling *x, size_t model,
                 const char *grouping, const char *group, const struct tally *t,
                 const double *figures)
{
    bool many = x->n_models > 1;
    const struct table_entry entries[] = {
        { { "model", "model", COLUMN_KEY, "model",
            many ? 0 : ~(unsigned)PART_GROUP },
          datum_name(x->v->models[model], x->labels[model]) },
        { { .csv = "grouping" }, datum_text(grouping) },
        { { NULL, many ? NULL : "group", COLUMN_KEY, "group", PART_GROUP },
          datum_text(group) },
        { { "problems", "problems", 0, "problems", PART_GROUP },
          datum_count(t->problems) },
        { { "results", NULL, 0, "results", 0 }, datum_count(t->results) },
        { { .name = "counted" }, datum_count(t->counted) },
        { { .name = "open" }, datum_count(t->open) },
    };

    TABLE_PUT_ALL(x->t, entries);
    put_marks(x, t);
    put_rates(x, t);
    put_attempts(x, t);
    put_consistency(x, t);
    put_use(x, t);
    put_figures(x, figures);
}
