/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run as a document. All that is counted is one table: a row for each model,
 * and in it the rows of its groups; put_cells() has its columns. People see
 * parts of it: first how right each model is and what became of every result,
 * then what several attempts add, what it cost, and the groups. Columns in
 * which nothing stands are left out, so that what does stand there (errors,
 * replies cut short, undecided verdicts) is seen. docs/runs.md describes the
 * members for programs.
 */
#include "run/compare/twins.h"
#include "run/print/print.h"

#include <inttypes.h>
#include <math.h>

const char run_denominator[] =
    "correct / (correct + wrong + no answer + unreadable + truncated + "
    "refused)";

/* The parts that people see. */
enum part {
    PART_HEAD = 1,
    PART_ATTEMPTS = 2,
    PART_PASS = 4,
    PART_ALL = 8,
    PART_USE = 16,
    PART_GROUP = 32,
};

struct telling {
    struct document *d;
    struct arena *a;
    const struct summary *v;
    struct doc_table *t;
    const char **labels; /* of the models */
    size_t n_models;
    const struct family *family;   /* whose results show more; or NULL */
    struct family_results rows;    /* what it is given */
    struct family_figures figures; /* of all problems, of each model */
};

/* ---- what a cell is ---- */

static uint64_t counted(const struct tally *t)
{
    uint64_t n = 0;

    for (int m = 0; m < MARKS; m++)
        if (mark_counts((enum mark)m))
            n += t->count[m];
    return n;
}

/* How the interval of the accuracy was made. */
static const char *method(const struct tally *t)
{
    struct interval w =
        stats_wilson((double)t->count[MARK_CORRECT], (double)counted(t));

    if (!t->accuracy.n)
        return NULL;
    return fabs(w.low - t->accuracy.interval.low) < 1e-12 &&
                   fabs(w.high - t->accuracy.interval.high) < 1e-12
               ? "wilson"
               : "clustered";
}

/* Where nothing is undecided it is the accuracy again. */
static struct datum bracket(const struct tally *t)
{
    uint64_t open = t->count[MARK_UNDECIDED];
    struct datum v = counted(t) + open
                         ? datum_range(t->bracket.low, t->bracket.high)
                         : datum_range(NAN, NAN);

    v.quiet = !open;
    return v;
}

static struct datum curve(struct arena *a, const struct rate *r, uint64_t n)
{
    struct datum *points = arena_array(a, struct datum, n + 1);

    for (uint64_t k = 0; r && k < n; k++)
        points[k] = rate_datum(&r[k]);
    return datum_curve(points, r ? n : 0);
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
static const char *mark_words(struct arena *a, enum mark m)
{
    char *words = arena_strdup(a, mark_name(m));

    for (char *p = words; *p; p++)
        if (*p == '_')
            *p = ' ';
    return words;
}

/* ---- the columns ---- */

/* A column of the table and what a row has in it. */
struct entry {
    struct column column; /* name in JSON, heading, flags, name in CSV, parts */
    struct datum value;
};

static void put_all(struct doc_table *t, const struct entry *entries, size_t n)
{
    for (size_t i = 0; i < n; i++)
        table_put(t, entries[i].column, entries[i].value);
}

#define PUT_ALL(t, entries) \
 put_all(t, entries, sizeof(entries) / sizeof((entries)[0]))

static void put_marks(const struct telling *x, const struct tally *t)
{
    static const enum mark order[MARKS] = { MARK_CORRECT,   MARK_WRONG,
                                            MARK_NO_ANSWER, MARK_UNREADABLE,
                                            MARK_TRUNCATED, MARK_REFUSED,
                                            MARK_UNDECIDED, MARK_ERROR,
                                            MARK_BAD_KEY };

    for (enum mark m = 0; m < MARKS; m++) {
        const char *name = arena_printf(x->a, "counts.%s", mark_name(m));

        table_put(x->t, (struct column){ name, NULL, 0, mark_name(m), 0 },
                  datum_count(t->count[m]));
    }
    for (size_t i = 0; i < MARKS; i++)
        table_put(x->t,
                  (struct column){ NULL, mark_words(x->a, order[i]),
                                   COLUMN_LATER | (i < 2 ? 0 : COLUMN_IF_ANY),
                                   NULL, PART_HEAD | PART_GROUP },
                  datum_count(t->count[order[i]]));
}

static void put_rates(const struct telling *x, const struct tally *t)
{
    const unsigned shown = PART_HEAD | PART_GROUP;
    const char *other = x->v->strict ? "lenient" : "strict";
    const char *correct = arena_printf(x->a, "%s_correct", other);
    const char *accuracy = arena_printf(x->a, "%s_accuracy", other);
    struct interval none = { NAN, NAN };
    struct interval i = t->accuracy.n ? t->accuracy.interval : none;
    const struct entry entries[] = {
        { { "accuracy", "accuracy", 0, "accuracy", shown },
          rate_datum(&t->accuracy) },
        { { .name = "accuracy.method" }, datum_text(method(t)) },
        { { .csv = "low" }, datum_share(i.low) },
        { { .csv = "high" }, datum_share(i.high) },
        { { "bracket", "bracket", COLUMN_IF_ANY, "bracket", shown },
          bracket(t) },
        { { .name = "other.reading" }, datum_text(other) },
        { { "other.correct", NULL, 0, correct, 0 },
          datum_count(t->other_correct) },
        { { "other.accuracy", other, 0, accuracy, shown },
          datum_share(t->other_accuracy) },
    };

    PUT_ALL(x->t, entries);
}

static void put_attempts(const struct telling *x, const struct tally *t)
{
    uint64_t k = x->v->info.attempts;
    const char *avg = arena_printf(x->a, "avg@%" PRIu64, k);
    const char *pass = arena_printf(x->a, "pass@%" PRIu64, k);
    const char *majority = arena_printf(x->a, "majority@%" PRIu64, k);
    const char *all = arena_printf(x->a, "all %" PRIu64 " right", k);
    const struct entry entries[] = {
        { { "pass", "k", STYLE_BARE, "pass", PART_PASS },
          curve(x->a, t->pass, t->attempts) },
        { { "all_of", "k", STYLE_BARE, "all", PART_ALL },
          curve(x->a, t->all_of, t->attempts) },
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
        { { NULL, k > 1 ? pass : NULL, STYLE_ALONE, NULL, PART_GROUP },
          last_of(t->pass, t->attempts) },
        { { NULL, majority, STYLE_ALONE | COLUMN_IF_ANY, NULL, PART_GROUP },
          rate_datum(&t->majority) },
    };

    PUT_ALL(x->t, entries);
}

static void put_use(const struct telling *x, const struct tally *t)
{
    const unsigned if_any = COLUMN_IF_ANY, use = PART_USE;
    const struct entry entries[] = {
        { { "calls", "calls", 0, "calls", use }, datum_count(t->calls) },
        { { "tokens.prompt", "tokens in", if_any, "prompt_tokens", use },
          said(t->prompt_tokens, t->prompt_said) },
        { { "tokens.completion", "tokens out", if_any, "completion_tokens",
            use },
          said(t->completion_tokens, t->completion_said) },
        { { "tokens.reasoning", "reasoning", if_any, "reasoning_tokens", use },
          said(t->reasoning_tokens, t->reasoning_said) },
        { { "tokens.cached", "cached", if_any, "cached_tokens", use },
          said(t->cached_tokens, t->cached_said) },
        { { "tokens.unknown_calls", NULL, 0, "unknown_calls", 0 },
          datum_count(t->usage_unknown) },
        { { "cost", "cost", x->v->count.cost ? 0 : if_any, "cost", use },
          datum_money(t->cost) },
        { { "unpriced_calls", NULL, 0, "unpriced_calls", 0 },
          datum_count(t->cost_unknown) },
        { { "seconds", "time of calls", if_any, "seconds", use },
          datum_seconds(t->seconds) },
        { { "seconds_mean", "mean", if_any, NULL, use },
          datum_seconds(t->calls ? t->seconds / (double)t->calls : NAN) },
        { { "seconds_slowest", "slowest", if_any, "slowest_seconds", use },
          datum_seconds(t->calls ? t->slowest : NAN) },
    };

    PUT_ALL(x->t, entries);
}

static void put_figures(const struct telling *x, const double *values)
{
    for (size_t i = 0; i < x->figures.n; i++)
        table_put(x->t, (struct column){ .csv = x->figures.names[i] },
                  datum_number(values[i], -1));
}

/* A row's cells. One model has a line in each group; several stand below its
 * name. */
static void put_cells(const struct telling *x, size_t model,
                      const char *grouping, const char *group,
                      const struct tally *t, const double *figures)
{
    bool many = x->n_models > 1;
    const struct entry entries[] = {
        { { "model", "model", COLUMN_KEY, "model",
            many ? 0 : ~(unsigned)PART_GROUP },
          datum_name(x->v->models[model], x->labels[model]) },
        { { .csv = "grouping" }, datum_text(grouping) },
        { { NULL, many ? NULL : "group", COLUMN_KEY, "group", PART_GROUP },
          datum_text(group) },
        { { "problems", "problems", 0, "problems", PART_GROUP },
          datum_count(t->problems) },
        { { "results", NULL, 0, "results", 0 }, datum_count(t->results) },
        { { .name = "counted" }, datum_count(counted(t)) },
    };

    PUT_ALL(x->t, entries);
    put_marks(x, t);
    put_rates(x, t);
    put_attempts(x, t);
    put_use(x, t);
    put_figures(x, figures);
}

/* ---- the head ---- */

static uint64_t sum_of(const struct telling *x, enum mark m)
{
    uint64_t n = 0;

    for (size_t i = 0; i < x->n_models; i++)
        n += x->v->whole[i].count[m];
    return n;
}

static void say_state(const struct telling *x)
{
    const struct run_info *r = &x->v->info;
    uint64_t all = r->n_problems * r->n_models * r->attempts;
    uint64_t errors = sum_of(x, MARK_ERROR), bad = sum_of(x, MARK_BAD_KEY);
    uint64_t open = sum_of(x, MARK_UNDECIDED);

    if (x->v->n_results < all)
        document_say(x->d,
                     "%zu of %" PRIu64 " results are there; the same command "
                     "goes on",
                     x->v->n_results, all);
    if (errors)
        document_say(x->d,
                     "%s failed and %s in no rate; the same command asks %s "
                     "again",
                     datum_plural(x->a, errors, "call"),
                     errors == 1 ? "is" : "are", errors == 1 ? "it" : "them");
    if (open)
        document_say(x->d,
                     "%s %s undecided and in no rate; the bracket counts %s as "
                     "wrong, and as right",
                     datum_plural(x->a, open, "result"),
                     open == 1 ? "is" : "are", open == 1 ? "it" : "them");
    if (bad)
        document_say(x->d,
                     "%s %s a key that cannot be judged by, and %s in no rate",
                     datum_plural(x->a, bad, "result"),
                     bad == 1 ? "has" : "have", bad == 1 ? "is" : "are");
}

static const char *clusters(const struct summary *v)
{
    return v->count.cluster ? "template, parent or game" : "problem";
}

static void add_head(const struct telling *x)
{
    const struct run_info *r = &x->v->info;
    struct document *d = x->d;
    const char *reading = x->v->strict ? "strict" : "lenient";
    char hex[HASH_HEX_SIZE];

    document_say(d, "run %s: %s x %s, %s; %s reading", r->name,
                 datum_plural(x->a, r->n_problems, "problem"),
                 datum_plural(x->a, r->attempts, "attempt"),
                 datum_plural(x->a, r->n_models, "model"), reading);
    document_legend(d, x->v->models, x->labels, x->n_models);
    say_state(x);
    document_fact(d, "run", datum_text(r->name));
    document_fact(d, "hash",
                  datum_text(arena_strdup(x->a, hash_hex(r->hash, hex))));
    document_fact(d, "version", datum_text(r->version));
    document_fact(d, "spec", datum_source(x->a, r->spec));
    document_fact(d, "reading", datum_text(reading));
    document_fact(d, "problems", datum_count(r->n_problems));
    document_fact(d, "attempts", datum_count(r->attempts));
    document_fact(d, "results", datum_count(x->v->n_results));
    document_fact(d, "results_wanted",
                  datum_count(r->n_problems * r->n_models * r->attempts));
    document_fact(d, "denominator", datum_text(run_denominator));
    document_fact(d, "clusters", datum_text(clusters(x->v)));
}

/* ---- what people see of the models ---- */

static void say_method(const struct telling *x)
{
    const struct summary *v = x->v;
    bool wilson = true;

    for (size_t i = 0; i < x->n_models; i++)
        if (v->whole[i].accuracy.n && str_eq(method(&v->whole[i]), "clustered"))
            wilson = false;
    document_gap(x->d);
    if (v->info.attempts > 1)
        document_say(x->d,
                     "accuracy = avg@%" PRIu64 " = %s, of all attempts "
                     "together",
                     v->info.attempts, run_denominator);
    else
        document_say(x->d, "accuracy = %s", run_denominator);
    if (wilson)
        document_say(x->d,
                     "intervals: 95 %%, Wilson's, each problem by itself");
    else
        document_say(x->d, "intervals: 95 %%, clustered by %s%s", clusters(v),
                     v->count.cluster ? " of the problems" : "");
}

static void show_part(const struct telling *x, enum part part, const char *key)
{
    document_gap(x->d);
    document_show(x->d, x->t, part)->key = key;
}

static void say_short(const struct telling *x)
{
    struct str b = str_in(x->a);

    for (size_t m = 0; m < x->n_models; m++)
        if (x->v->whole[m].short_problems)
            str_addf(&b, "%s%s: %" PRIu64, b.n ? ", " : "", x->labels[m],
                     x->v->whole[m].short_problems);
    if (b.n)
        document_say(x->d,
                     "problems with fewer than %" PRIu64 " counted attempts "
                     "(%s) are in these for k up to what they have; pass@1 is "
                     "a mean over problems, the accuracy one over attempts",
                     x->v->info.attempts, str_get(&b));
}

static void show_attempts(const struct telling *x)
{
    uint64_t k = x->v->info.attempts;

    if (k < 2)
        return;
    show_part(x, PART_ATTEMPTS, datum_plural(x->a, k, "attempt"));
    show_part(x, PART_PASS, "pass@k, %");
    show_part(x, PART_ALL, "all k right, %");
    say_short(x);
}

static void show_use(const struct telling *x)
{
    bool cost = x->v->count.cost != NULL, any = false;
    uint64_t unknown = 0, unpriced = 0;

    for (size_t m = 0; m < x->n_models; m++) {
        const struct tally *t = &x->v->whole[m];

        cost = cost || !isnan(t->cost);
        any = any || cost || t->prompt_tokens || t->completion_tokens ||
              t->seconds > 0;
        unknown += t->usage_unknown;
        unpriced += t->cost_unknown;
    }
    if (!any)
        return;
    show_part(x, PART_USE, NULL);
    if (unknown)
        document_say(x->d, "the server counted no tokens for %s",
                     datum_plural(x->a, unknown, "call"));
    if (cost && unpriced)
        document_say(
            x->d, "%s %s not in the cost: no price, or no tokens counted",
            datum_plural(x->a, unpriced, "call"), unpriced == 1 ? "is" : "are");
}

/* ---- groups ---- */

/* For programs, an object that groups stand in. */
static void add_place(const struct telling *x, const char *grouping)
{
    for (size_t m = 0; m < x->n_models; m++) {
        struct doc_row *r = table_heading(x->t, "");

        r->parent = m;
        r->path[0] = "groups";
        r->path[1] = grouping;
    }
}

static void add_group(const struct telling *x, const struct summary_group *g)
{
    const struct grouping *by = &g->grouping;
    struct family_figures f = { 0 };
    size_t from = x->t->rows.n + x->n_models;

    if (x->figures.n)
        f = x->family->figures(x->a, &x->rows, by->of, by->n);
    add_place(x, by->name);
    for (size_t i = 0; i < by->n; i++) {
        if (x->n_models > 1)
            table_heading(x->t, by->values[i]);
        for (size_t m = 0; m < x->n_models; m++) {
            size_t cell = m * by->n + i;
            struct doc_row *r = table_row(x->t);

            r->parent = m;
            r->indent = x->n_models > 1;
            r->path[0] = "groups";
            r->path[1] = by->name;
            r->path[2] = by->values[i];
            put_cells(x, m, by->name, by->values[i], &g->cells[cell],
                      f.n ? f.values + cell * f.n : NULL);
        }
    }
    if (!by->n)
        return;
    document_gap(x->d);
    document_show_from(x->d, x->t, PART_GROUP, from)->key = by->name;
}

/* ---- twins ---- */

static void put_twins(const struct telling *x, struct doc_table *t,
                      const struct twins *w)
{
    const struct compare_pair *p = &w->pair;
    bool one = p->single;
    const struct entry entries[] = {
        { { "model", x->n_models > 1 ? "model" : NULL, COLUMN_KEY, NULL, 0 },
          datum_name(x->v->models[w->model], x->labels[w->model]) },
        { { "strategy", "disguise", COLUMN_KEY, NULL, 0 },
          datum_text(w->strategy) },
        { { "pairs", "pairs", 0, NULL, 0 }, datum_count(p->pairs) },
        { { .name = "uncounted" }, datum_count(p->uncounted) },
        { { .name = "without_twin" }, datum_count(w->alone) },
        { { "canonical", "canonical", 0, NULL, 0 }, datum_share(p->mean_a) },
        { { "disguised", "disguised", 0, NULL, 0 }, datum_share(p->mean_b) },
        { { .name = "difference" }, datum_share(p->difference) },
        { { .name = "low" }, datum_share(p->interval.low) },
        { { .name = "high" }, datum_share(p->interval.high) },
        { { .heading = "difference", .flags = STYLE_SIGNED },
          datum_estimate(p->difference, p->interval.low, p->interval.high,
                         p->pairs) },
        { { .name = "test" },
          datum_text(p->exact ? "mcnemar" : "permutation") },
        { { "p", "p", COLUMN_LATER, NULL, 0 }, datum_p(p->p) },
        { { "canonical_only_right", one ? "canonical alone" : NULL,
            COLUMN_LATER, NULL, 0 },
          one ? datum_count(p->a_only) : datum_absent },
        { { "disguised_only_right", one ? "disguised alone" : NULL,
            COLUMN_LATER, NULL, 0 },
          one ? datum_count(p->b_only) : datum_absent },
    };

    table_row(t);
    PUT_ALL(t, entries);
}

/* Problems against themselves in disguise, where the run has both. */
static void add_twins(const struct telling *x)
{
    size_t n;
    const struct twins *w = twins_make(x->a, x->v, 1, &n);
    struct doc_table *t;

    if (!n)
        return;
    t = document_table(x->d, "twins");
    for (size_t i = 0; i < n; i++)
        put_twins(x, t, &w[i]);
    document_section(x->d, "the same problems, canonical and disguised:");
    document_show(x->d, t, 0);
    document_say(x->d,
                 "difference: disguised less canonical, in points, with a 95 "
                 "%% interval over pairs; p by %s",
                 w->pair.single ? "McNemar's exact test"
                                : "a paired permutation test");
}

bool run_document(struct document *d, const struct summary *v,
                  const char *facts, struct err *e)
{
    struct telling x = { .d = d,
                         .a = d->arena,
                         .v = v,
                         .n_models = (size_t)v->info.n_models,
                         .family = summary_shower(v) };

    if (x.family) {
        x.rows = summary_rows(x.a, v);
        x.figures = x.family->figures(x.a, &x.rows, NULL, 0);
    }
    x.labels = document_labels(d, v->models, x.n_models);
    add_head(&x);
    x.t = document_table(d, "models");
    for (size_t m = 0; m < x.n_models; m++) {
        table_row(x.t)->path[0] = "cell";
        put_cells(&x, m, "", "", &v->whole[m],
                  x.figures.n ? x.figures.values + m * x.figures.n : NULL);
    }
    show_part(&x, PART_HEAD, NULL);
    say_method(&x);
    show_attempts(&x);
    show_use(&x);
    if (!v->n_groups)
        add_place(&x, NULL);
    for (size_t i = 0; i < v->n_groups; i++)
        add_group(&x, &v->groups[i]);
    add_twins(&x);
    return !x.family || x.family->show(&x.rows, facts, d, e);
}
