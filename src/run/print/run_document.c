/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hash.h"
#include "base/map.h"
#include "run/print/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * What is counted of a run, column by column. Columns in which nothing stands
 * are left out for people, so that what does stand there (errors, replies cut
 * short, undecided verdicts) is seen.
 */

/*
 * The table of a run: a row for each model and, in it, for each group. People
 * see parts of it; programs see all of it (docs/runs.md).
 */

/* The parts that people see. */
enum run_part {
    PART_HEAD = 1,
    PART_ATTEMPTS = 2,
    PART_PASS = 4,
    PART_ALL = 8,
    PART_USE = 16,
    PART_GROUP = 32,
    PART_SCREEN = 64, /* of attempts and use together */
    PART_TEMPLATES = 128,
};

struct run_telling {
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

/* Returns how the interval of the accuracy was made: "wilson", "clustered", or
 * NULL if nothing counts. */
static const char *run_method(const struct tally *t)
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
    return t->counted
               ? datum_bracket(t->bracket.low, t->bracket.high, t->open > 0)
               : datum_bracket(NAN, NAN, t->open > 0);
}

/* `most` has each value if all that is open were right, or is NULL. */
static struct datum run_curve(struct arena *a, const struct rate *r,
                              const double *most, uint64_t n)
{
    struct datum *points = arena_array(a, struct datum, n + 1);

    for (uint64_t k = 0; r && k < n; k++) {
        points[k] = rate_datum(&r[k]);
        points[k].most = most ? most[k] : NAN;
    }
    return datum_curve(points, r ? n : 0);
}

static struct datum run_last_of(const struct rate *r, uint64_t k)
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

const enum mark run_mark_order[MARKS] = {
    MARK_CORRECT,    MARK_WRONG,     MARK_NO_ANSWER, MARK_ABSTAINED,
    MARK_UNREADABLE, MARK_TRUNCATED, MARK_REFUSED,   MARK_OVERFLOW,
    MARK_MALFORMED,  MARK_UNDECIDED, MARK_ERROR,     MARK_BAD_KEY,
};

static void run_put_marks(const struct run_telling *x, const struct tally *t)
{
    const unsigned bad = COLUMN_IF_ANY | COLUMN_BAD;

    for (enum mark m = 0; m < MARKS; m++) {
        const char *name = arena_printf(x->a, "counts.%s", mark_name(m));

        table_put(x->t, (struct column){ name, NULL, 0, mark_name(m), 0 },
                  datum_count(t->count[m]));
    }
    for (size_t i = 0; i < MARKS; i++)
        table_put(x->t,
                  (struct column){ NULL,
                                   run_mark_words(x->a, run_mark_order[i]),
                                   COLUMN_LATER | (i < 2 ? 0 : bad), NULL,
                                   PART_HEAD | PART_GROUP },
                  datum_count(t->count[run_mark_order[i]]));
    table_put(x->t,
              (struct column){ "missing", "missing", COLUMN_LATER | bad,
                               "missing", PART_HEAD | PART_GROUP },
              datum_count(t->missing));
}

static void run_put_rates(const struct run_telling *x, const struct tally *t)
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
        /* of the problems that the curves are of: the same for every k */
        { { .heading = "n", .parts = PART_PASS | PART_ALL },
          t->pass && t->attempts ? datum_count(t->pass[t->attempts - 1].n)
                                 : datum_unknown },
        { { "pass", "k", STYLE_BARE, "pass", PART_PASS },
          run_curve(x->a, t->pass, t->open ? t->pass_most : NULL,
                    t->attempts) },
        { { "all_of", "k", STYLE_BARE, "all", PART_ALL },
          run_curve(x->a, t->all_of, NULL, t->attempts) },
        { { "majority", NULL, 0, "majority", 0 },
          t->majority.n ? rate_datum(&t->majority) : datum_unknown },
        { { "short_problems", NULL, 0, "short_problems", 0 },
          datum_count(t->short_problems) },
        { { NULL, avg, 0, NULL, PART_ATTEMPTS }, rate_datum(&t->accuracy) },
        { { NULL, majority, 0, NULL, PART_ATTEMPTS },
          rate_datum(&t->majority) },
        { { NULL, pass, 0, NULL, PART_ATTEMPTS },
          run_last_of(t->pass, t->attempts) },
        { { NULL, all, 0, NULL, PART_ATTEMPTS },
          run_last_of(t->all_of, t->attempts) },
        { { NULL, k > 1 ? pass : NULL, STYLE_ALONE, NULL,
            PART_GROUP | PART_SCREEN },
          run_last_of(t->pass, t->attempts) },
        { { NULL, majority, STYLE_ALONE | COLUMN_IF_ANY, NULL,
            PART_GROUP | PART_SCREEN },
          rate_datum(&t->majority) },
    };

    TABLE_PUT_ALL(x->t, entries);
}

/* Where problems share templates. */
static void run_put_consistency(const struct run_telling *x,
                                const struct tally *t)
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

/* Puts the cells of a row. One model has a line in each group; several stand
 * below its name. `figures` are the family's own, or NULL. */
static void run_columns(const struct run_telling *x, size_t model,
                        const char *grouping, const char *group,
                        const struct tally *t, const double *figures)
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
    run_put_marks(x, t);
    run_put_rates(x, t);
    put_attempts(x, t);
    run_put_consistency(x, t);
    put_use(x, t);
    for (size_t i = 0; i < x->figures.n; i++)
        table_put(x->t, (struct column){ .csv = x->figures.names[i] },
                  datum_number(figures[i], -1));
}

/*
 * The head of a run's page: how right each model is, with everything that is no
 * answer beside it, so that no bad run looks good; and what it cost. Text has
 * the same numbers in its first table.
 */

#define CARDS_MOST 12 /* models */

/* "bracket 61.0 .. 73.0 %: ...; of 948 results: 12 truncated, 3 error": of marks that are neither correct nor
 * wrong, those that occur. */
static const char *beside(struct arena *a, const struct tally *t)
{
    struct str out = str_in(a);
    bool first = true;

    if (t->open)
        str_addf(&out,
                 "bracket %s %%: open results counted as not correct, or as "
                 "correct; ",
                 datum_words(a, run_bracket(t), 0));
    str_addf(&out, "of %s", datum_plural(a, t->results, "result"));
    if (t->missing) {
        str_addf(&out, ": %" PRIu64 " missing", t->missing);
        first = false;
    }
    for (enum mark m = 0; m < MARKS; m++) {
        if (m == MARK_CORRECT || m == MARK_WRONG || !t->count[m])
            continue;
        str_addf(&out, "%s%" PRIu64 " %s", first ? ": " : ", ", t->count[m],
                 run_mark_words(a, m));
        first = false;
    }
    if (first)
        str_add(&out, ", all of them answers");
    return str_get(&out);
}

void run_card(struct document *d, const char *what, const struct tally *t)
{
    enum shown before = d->shown;

    document_shown(d, SHOWN_PAGE);
    document_number(d, what, rate_datum(&t->accuracy), beside(d->arena, t));
    document_shown(d, before);
}

/* Adds the headline of a run's page: cards of each model, and what it cost. */
static void run_headline(struct document *d, const struct summary *v,
                         const char *const *labels)
{
    size_t n = (size_t)v->info.n_models;
    const struct tally *t = &v->whole[0];
    struct datum tokens = run_per_correct(t);
    enum shown before = d->shown;

    for (size_t m = 0; m < n && m < CARDS_MOST; m++)
        run_card(d,
                 n == 1 ? "accuracy"
                        : arena_printf(d->arena, "accuracy of %s", labels[m]),
                 &v->whole[m]);
    document_shown(d, SHOWN_PAGE);
    if (n == 1 && t->completion_said)
        document_number(d, "tokens in replies",
                        datum_count(t->completion_tokens), NULL);
    if (n == 1 && datum_known(&tokens))
        document_number(d, "tokens per correct answer", tokens, NULL);
    if (n == 1 && !isnan(t->cost))
        document_number(d, "cost", datum_money(t->cost), NULL);
    if (n == 1 && t->seconds > 0)
        document_number(d, "time of calls", datum_seconds(t->seconds), NULL);
    document_shown(d, before);
}

/*
 * The worst groups of a run, for a screen. Groups of all groupings compete:
 * those of the summary, and families and concepts even where they are too many
 * for a table. They are ranked by accuracy after EXTRA problems with the
 * accuracy of the whole run were added to each: neither one wrong answer to one
 * problem leads, nor a large group that is like the whole. Of groups with the
 * same problems (a family and its concept) the first stays, and a group of all
 * problems is none.
 */

#define WORST_MOST  10
#define EXTRA       10
#define GROUPS_MOST 1000 /* of a grouping that is made for this alone */
#define BY_MOST     10   /* characters of a grouping's name, which is cut */
#define GROUP_LEAST 16   /* characters of a group's name, which is cut */
#define OTHERS      56   /* columns of the other cells of a line */
#define FEWER       35   /* the same without a bar and the grouping */
#define BRACKET     15   /* columns of a bracket, where something is open */

struct worst {
    const char *by, *group;
    struct datum value; /* the mean over models, also of intervals' ends */
    struct datum bracket;
    double rank;  /* the lower the worse */
    size_t place; /* in which it was found */
};

struct finding {
    struct arena *a;
    const struct summary *v;
    struct vec worst; /* struct worst: all groups that are not all right */
    struct map seen;  /* hashes of sets of problems */
    double whole;     /* accuracy of all, as a mean over models */
};

/* ---- finding ---- */

/* Writes the sum of the hashes of each group's problems; returns that of all. */
static uint64_t sum_problems(const struct finding *f, const struct grouping *g,
                             uint64_t *sums)
{
    uint64_t all = 0;

    for (size_t i = 0; i < f->v->info.n_problems; i++) {
        uint64_t one = hash_bytes(&i, sizeof(i)).low;

        all += one;
        for (const uint32_t *of = g->of[i]; of && *of != UINT32_MAX; of++)
            sums[*of] += one;
    }
    return all;
}

/* The mean of n cells, `step` apart, that have results, and that of their
 * brackets. The mean of intervals is no narrower than the interval of the
 * mean. */
static struct datum run_mean_of(const struct tally *cells, size_t n,
                                size_t step, struct datum *bracket)
{
    double value = 0, low = 0, high = 0, least = 0, most = 0, models = 0;
    uint64_t problems = 0;
    bool open = false;

    for (size_t m = 0; m < n; m++) {
        const struct tally *t = &cells[m * step];
        const struct rate *r = &t->accuracy;

        if (!r->n)
            continue;
        value += r->value;
        low += r->interval.low;
        high += r->interval.high;
        least += t->bracket.low;
        most += t->bracket.high;
        open = open || t->open;
        problems = r->n > problems ? r->n : problems;
        models++;
    }
    *bracket = datum_bracket(least / models, most / models, open);
    return datum_estimate(value / models, low / models, high / models,
                          problems);
}

static void run_add_group(struct finding *f, const struct grouping *g,
                          size_t group, const struct tally *cells)
{
    struct worst w = { .by = g->name, .group = g->values[group] };

    w.value = run_mean_of(cells + group, f->v->info.n_models, g->n, &w.bracket);
    if (!w.value.n || !(w.value.x < 1))
        return;
    w.rank = ((double)w.value.n * w.value.x + EXTRA * f->whole) /
             ((double)w.value.n + EXTRA);
    w.place = f->worst.n;
    *(struct worst *)vec_push(&f->worst) = w;
}

static void add_grouping(struct finding *f, const struct summary_group *s)
{
    const struct grouping *g = &s->grouping;
    uint64_t *sums = arena_array(f->a, uint64_t, g->n + 1);
    uint64_t all = sum_problems(f, g, sums);

    for (size_t i = 0; i < g->n; i++) {
        bool fresh;

        map_put(&f->seen, &sums[i], sizeof(sums[i]), &fresh);
        if (fresh && sums[i] != all)
            run_add_group(f, g, i, s->cells);
    }
}

/* Families and concepts, where the summary has no table of them. */
static void run_add_missing(struct finding *f, const char *name)
{
    const struct summary *v = f->v;
    const struct summary_group *s;
    size_t n = 0;

    for (size_t i = 0; i < v->n_groups; i++)
        n += str_eq(v->groups[i].grouping.name, name);
    s = n ? NULL : summary_group(f->a, v, name);
    if (s && s->grouping.n >= 2 && s->grouping.n <= GROUPS_MOST)
        add_grouping(f, s);
}

static int by_rank(const void *a, const void *b)
{
    const struct worst *x = a, *y = b;

    if (x->rank < y->rank || x->rank > y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->value.n != y->value.n)
        return x->value.n > y->value.n ? -1 : 1;
    return x->place < y->place ? -1 : 1;
}

/* ---- showing ---- */

static void run_document_show(struct document *d, const struct worst *w,
                              size_t n)
{
    struct doc_table *t = document_table(d, NULL);
    size_t width = d->width;
    bool open = false, wide;

    for (size_t i = 0; i < n; i++)
        open = open || !w[i].bracket.quiet;
    if (open)
        width = width > BRACKET ? width - BRACKET : 0;
    wide = width >= OTHERS + GROUP_LEAST;
    for (size_t i = 0; i < n; i++) {
        table_row(t);
        table_key(t, NULL, wide ? "by" : NULL,
                  datum_text(printable(d->arena, w[i].by, BY_MOST)));
        /* A narrow page has no bars, and the grouping's name before the
         * group's. */
        table_key(
            t, NULL, "group",
            datum_text(wide ? printable(d->arena, w[i].group, width - OTHERS)
                            : printable(d->arena,
                                        arena_printf(d->arena, "%s %s", w[i].by,
                                                     w[i].group),
                                        width < FEWER + GROUP_LEAST
                                            ? GROUP_LEAST
                                            : width - FEWER)));
        table_cell(t, NULL, "problems", datum_count(w[i].value.n));
        table_cell(t, NULL, "accuracy", w[i].value);
        table_styled(t, NULL, "bracket", COLUMN_IF_ANY, w[i].bracket);
        table_styled(t, NULL, wide ? "" : NULL, STYLE_BAR, w[i].value);
    }
    document_show(d, t, 0);
}

/* Adds the ten worst groups of a run, over all groupings; nothing if every
 * group is right. */
static void run_worst(struct document *d, const struct summary *v)
{
    struct datum unused;
    struct finding f = {
        .a = d->arena,
        .v = v,
        .worst = vec_in(d->arena, sizeof(struct worst)),
        .whole = run_mean_of(v->whole, v->info.n_models, 1, &unused).x
    };
    const char *means = "";
    size_t n;

    run_add_missing(&f, "family");
    for (size_t i = 0; i < v->n_groups; i++)
        add_grouping(&f, &v->groups[i]);
    run_add_missing(&f, "concept");
    map_clear(&f.seen);
    n = f.worst.n < WORST_MOST ? f.worst.n : WORST_MOST;
    if (n == 0)
        return;
    qsort(f.worst.items, f.worst.n, f.worst.size, by_rank);
    /* Of many, none that is better than the whole is among the worst. */
    while (f.worst.n > WORST_MOST && n > 1 &&
           vec_get(&f.worst, struct worst, n - 1)->value.x > f.whole)
        n--;
    if (v->info.n_models > 1)
        means = arena_printf(d->arena, " (means over the %" PRIu64 " models)",
                             v->info.n_models);
    document_section(
        d,
        "the worst groups%s; in the ranking, small groups count less:", means);
    run_document_show(d, f.worst.items, n);
}

/*
 * A run as a document. All that is counted is one table: a row for each model,
 * and in it the rows of its groups; run_columns() puts them. People see
 * parts of it: first how right each model is and what became of every result,
 * then what several attempts add, what it cost, and the groups. A screen shows
 * a few figures of each model, and the worst groups of all. docs/runs.md
 * describes the members for programs.
 */

const char run_denominator[] = "correct / (planned results - bad keys)";

/* ---- the head ---- */

static uint64_t run_sum_of(const struct run_telling *x, enum mark m)
{
    uint64_t n = 0;

    for (size_t i = 0; i < x->n_models; i++)
        n += x->v->whole[i].count[m];
    return n;
}

static void say_state(const struct run_telling *x)
{
    const struct run_info *r = &x->v->info;
    uint64_t all = r->n_problems * r->n_models * r->attempts;
    uint64_t errors = run_sum_of(x, MARK_ERROR),
             bad = run_sum_of(x, MARK_BAD_KEY);
    uint64_t open = run_sum_of(x, MARK_UNDECIDED);
    const char *goes_on = x->v->goes_on ? x->v->goes_on : "the same command";

    if (x->v->n_results < all)
        document_say(
            x->d, "%zu of %" PRIu64 " results are done; %s continues the run",
            x->v->n_results, all, goes_on);
    if (errors)
        document_say(x->d, "%s failed; %s repeats %s",
                     datum_plural(x->a, errors, "call"), goes_on,
                     errors == 1 ? "it" : "them");
    if (open)
        document_say(x->d, "%s %s undecided",
                     datum_plural(x->a, open, "result"),
                     open == 1 ? "is" : "are");
    if (open || errors || x->v->n_results < all)
        document_say(x->d, "missing, failed and undecided results count as not "
                           "correct; the upper end of the bracket is the "
                           "accuracy if all of them are correct");
    if (bad)
        document_say(x->d, "%s %s left out of all rates: %s key cannot be read",
                     datum_plural(x->a, bad, "result"), bad == 1 ? "is" : "are",
                     bad == 1 ? "its" : "their");
}

static const char *clusters(const struct summary *v)
{
    return v->count.cluster ? "template, parent or game" : "problem";
}

static void run_add_head(const struct run_telling *x)
{
    const struct run_info *r = &x->v->info;
    size_t few = x->n_models < SCREEN_ROWS ? x->n_models : SCREEN_ROWS;
    struct document *d = x->d;
    const char *reading = x->v->strict ? "strict" : "lenient";
    const char *file =
        json_string(json_at(json_parse(x->a, r->spec), "problems.file"));
    char hex[HASH_HEX_SIZE];

    document_say(d, "run %s%s%s: %s x %s, %s; %s verdicts", r->name,
                 file ? " on " : "", file ? file : "",
                 datum_plural(x->a, r->n_problems, "problem"),
                 datum_plural(x->a, r->attempts, "attempt"),
                 datum_plural(x->a, r->n_models, "model"), reading);
    /* What stands for the models that a screen does not show is shown in
     * full. */
    document_legend(d, x->v->models, x->labels, few);
    document_shown(d, SHOWN_FULL);
    document_legend(d, x->v->models + few, x->labels + few, x->n_models - few);
    document_shown(d, SHOWN_ALWAYS);
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

static void run_say_method(const struct run_telling *x)
{
    const struct summary *v = x->v;
    bool wilson = true;

    for (size_t i = 0; i < x->n_models; i++)
        if (v->whole[i].accuracy.n &&
            str_eq(run_method(&v->whole[i]), "clustered"))
            wilson = false;
    document_gap(x->d);
    if (v->info.attempts > 1)
        document_say(x->d, "accuracy = avg@%" PRIu64 " = %s, over all attempts",
                     v->info.attempts, run_denominator);
    else
        document_say(x->d, "accuracy = %s", run_denominator);
    document_shown(x->d, SHOWN_FULL);
    if (wilson)
        document_say(x->d,
                     "intervals: 95 %%, Wilson, with independent problems");
    else
        document_say(x->d, "intervals: 95 %%, clustered by %s%s", clusters(v),
                     v->count.cluster ? " of the problems" : "");
    document_shown(x->d, SHOWN_ALWAYS);
}

static void show_part(const struct run_telling *x, enum run_part part,
                      const char *key)
{
    document_gap(x->d);
    document_show(x->d, x->t, part)->key = key;
}

/* "12.0 .. 31.5 %": the accuracies of models that a screen has no room for, so
 * that none that is bad is hidden. */
static const char *run_rest_of(const struct run_telling *x)
{
    double least = 1, most = 0;

    for (size_t m = SCREEN_ROWS; m < x->n_models; m++) {
        const struct rate *r = &x->v->whole[m].accuracy;

        least = r->n ? fmin(least, r->value) : least;
        most = r->n ? fmax(most, r->value) : most;
    }
    return arena_printf(x->a, "%s %%",
                        datum_words(x->a, datum_range(least, most), 0));
}

/* A part, of which a screen shows the first models. */
static void show_models(const struct run_telling *x, enum run_part part)
{
    bool all = x->n_models <= SCREEN_ROWS;

    document_gap(x->d);
    document_shown(x->d, all ? SHOWN_ALWAYS : SHOWN_FULL);
    document_show(x->d, x->t, part);
    document_shown(x->d, SHOWN_BRIEF);
    if (!all) {
        document_show(x->d, x->t, part)->to = SCREEN_ROWS;
        document_say(
            x->d, "and %s with accuracies of %s; --full shows them",
            datum_plural(x->a, x->n_models - SCREEN_ROWS, "more model"),
            run_rest_of(x));
    }
    document_shown(x->d, SHOWN_ALWAYS);
}

static void say_short(const struct run_telling *x)
{
    struct str b = str_in(x->a);

    for (size_t m = 0; m < x->n_models; m++)
        if (x->v->whole[m].short_problems)
            str_addf(&b, "%s%s: %" PRIu64, b.n ? ", " : "", x->labels[m],
                     x->v->whole[m].short_problems);
    if (b.n)
        document_say(x->d, "problems with a bad key (%s) are not counted here",
                     str_get(&b));
}

/* The upper ends of the brackets of pass@K, on one line. */
static void run_say_open(const struct run_telling *x)
{
    struct str b = str_in(x->a);
    uint64_t k = x->v->info.attempts;

    for (size_t m = 0; m < x->n_models; m++)
        if (x->v->whole[m].open)
            str_addf(&b, "%s%s: %s %%", b.n ? ", " : "", x->labels[m],
                     datum_percent(x->a, x->v->whole[m].pass_most[k - 1], 1));
    if (b.n)
        document_say(x->d,
                     "attempts that are missing, failed or undecided count as "
                     "not correct; pass@%" PRIu64 " if all were correct: %s",
                     k, str_get(&b));
}

/* Instances of the same templates against each other. */
static void show_templates(const struct run_telling *x)
{
    bool any = false;

    for (size_t m = 0; m < x->n_models; m++)
        any = any || x->v->whole[m].templates.n;
    if (!any)
        return;
    show_part(x, PART_TEMPLATES, "templates");
    document_say(x->d, "all instances correct: templates with several problems "
                       "that are all solved; mean and sd: of the accuracy on "
                       "random sets with one instance of each template");
}

/* Attempts and use: in full two tables or more, on a screen one. */
static void show_use(const struct run_telling *x)
{
    bool cost = x->v->count.cost != NULL, any = false;
    uint64_t unknown = 0, unpriced = 0;
    struct block *b;

    for (size_t m = 0; m < x->n_models; m++) {
        const struct tally *t = &x->v->whole[m];

        cost = cost || !isnan(t->cost);
        any = any || cost || t->prompt_tokens || t->completion_tokens ||
              t->seconds > 0;
        unknown += t->usage_unknown;
        unpriced += t->cost_unknown;
    }
    document_shown(x->d, SHOWN_FULL);
    if (x->v->info.attempts > 1) {
        show_part(x, PART_ATTEMPTS,
                  datum_plural(x->a, x->v->info.attempts, "attempt"));
        show_part(x, PART_PASS, "pass@k, %");
        show_part(x, PART_ALL, "all k correct, %");
        say_short(x);
        run_say_open(x);
    }
    show_templates(x);
    if (any)
        show_part(x, PART_USE, NULL);
    document_shown(x->d, SHOWN_BRIEF);
    if (any || x->v->info.attempts > 1) {
        document_gap(x->d);
        b = document_show(x->d, x->t, PART_SCREEN);
        b->to = b->to < SCREEN_ROWS ? b->to : SCREEN_ROWS;
    }
    document_shown(x->d, SHOWN_ALWAYS);
    if (any && unknown)
        document_say(x->d, "the server reported no token counts for %s",
                     datum_plural(x->a, unknown, "call"));
    if (cost && unpriced)
        document_say(
            x->d, "%s %s not in the cost: no price, or no token counts",
            datum_plural(x->a, unpriced, "call"), unpriced == 1 ? "is" : "are");
}

/* ---- groups ---- */

/* For programs, an object that groups stand in. */
static void run_add_place(const struct run_telling *x, const char *grouping)
{
    for (size_t m = 0; m < x->n_models; m++) {
        struct doc_row *r = table_heading(x->t, "");

        r->parent = m;
        r->path[0] = "groups";
        r->path[1] = grouping;
    }
}

static void document_add_group(const struct run_telling *x,
                               const struct summary_group *g)
{
    const struct grouping *by = &g->grouping;
    struct family_figures f = { 0 };
    size_t from = x->t->rows.n + x->n_models;

    if (x->figures.n)
        f = x->family->figures(x->a, &x->rows, by->of, by->n);
    run_add_place(x, by->name);
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
            run_columns(x, m, by->name, by->values[i], &g->cells[cell],
                        f.n ? f.values + cell * f.n : NULL);
        }
    }
    if (!by->n)
        return;
    document_gap(x->d);
    document_show_from(x->d, x->t, PART_GROUP, from)->key = by->name;
}

/* Where the rest is. */
static void run_say_more(const struct run_telling *x)
{
    const struct summary *v = x->v;
    const char *told = v->store ? v->store : "";
    struct str names = str_in(x->a);
    size_t n = 0;

    for (size_t i = 0; i < v->n_groups; i++) {
        n += v->groups[i].grouping.n;
        str_addf(&names, "%s%s", i ? ", " : "", v->groups[i].grouping.name);
    }
    document_shown(x->d, SHOWN_BRIEF);
    document_gap(x->d);
    if (v->asked || !n)
        document_say(x->d, "more: --full; assay report %s%s -o %s.html",
                     v->info.name, told, v->info.name);
    else
        document_say(x->d,
                     "more: assay report %s%s -o %s.html; --by LIST; --full "
                     "(all %zu groups, by %s)",
                     v->info.name, told, v->info.name, n, str_get(&names));
    document_shown(x->d, SHOWN_ALWAYS);
}

static void show_groups(const struct run_telling *x)
{
    const struct summary *v = x->v;

    document_shown(x->d, v->asked ? SHOWN_ALWAYS : SHOWN_FULL);
    if (!v->n_groups)
        run_add_place(x, NULL);
    for (size_t i = 0; i < v->n_groups; i++)
        document_add_group(x, &v->groups[i]);
    document_shown(x->d, SHOWN_BRIEF);
    if (!v->asked)
        run_worst(x->d, v);
    document_shown(x->d, SHOWN_ALWAYS);
}

bool run_document(struct document *d, const struct summary *v,
                  const char *facts, struct err *e)
{
    bool ok;
    struct run_telling x = { .d = d,
                             .a = d->arena,
                             .v = v,
                             .n_models = (size_t)v->info.n_models,
                             .family = summary_shower(v) };

    if (x.family) {
        x.rows = summary_rows(x.a, v);
        x.figures = x.family->figures(x.a, &x.rows, NULL, 0);
    }
    x.labels = document_labels(d, v->models, x.n_models);
    run_add_head(&x);
    run_headline(d, v, x.labels);
    x.t = document_table(d, "models");
    for (size_t m = 0; m < x.n_models; m++) {
        table_row(x.t)->path[0] = "cell";
        run_columns(&x, m, "", "", &v->whole[m],
                    x.figures.n ? x.figures.values + m * x.figures.n : NULL);
    }
    show_models(&x, PART_HEAD);
    run_say_method(&x);
    show_use(&x);
    course_document(d, v, x.labels);
    /* Titles of the page; text has its blank lines alone. */
    document_shown(d, SHOWN_PAGE);
    document_section(d, "figures");
    document_shown(d, SHOWN_ALWAYS);
    run_figures(d, v);
    document_shown(d, SHOWN_PAGE);
    document_section(d, "all groups");
    show_groups(&x);
    holdout_document(d, compare_run_sides(x.a, v), x.n_models, x.labels);
    twins_document(d, v, x.labels);
    confidence_document(d, v);
    /* Who brings facts asks for their tables. */
    document_shown(d, facts ? SHOWN_ALWAYS : SHOWN_FULL);
    ok = !x.family || x.family->show(&x.rows, facts, d, e);
    run_say_more(&x);
    return ok;
}
