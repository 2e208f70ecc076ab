/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run as a document. All that is counted is one table: a row for each model,
 * and in it the rows of its groups; run_columns.h has its columns. People see
 * parts of it: first how right each model is and what became of every result,
 * then what several attempts add, what it cost, and the groups. A screen shows
 * a few figures of each model, and the worst groups of all. docs/runs.md
 * describes the members for programs.
 */
#include "run/print/course.h"
#include "run/print/print.h"
#include "run/print/run_columns.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const char run_denominator[] = "correct / (planned results - bad keys)";

/* ---- the head ---- */

static uint64_t sum_of(const struct run_telling *x, enum mark m)
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
    uint64_t errors = sum_of(x, MARK_ERROR), bad = sum_of(x, MARK_BAD_KEY);
    uint64_t open = sum_of(x, MARK_UNDECIDED);
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

/* " on exam.jsonl", or nothing if the spec does not say it. */
static const char *on_file(const struct run_telling *x)
{
    const char *spec = x->v->info.spec, *file;
    struct json *v;
    struct err e;

    if (!spec || !json_read(x->a, spec, strlen(spec), 1, &v, &e))
        return "";
    file = json_string(json_get(json_get(v, "problems"), "file"));
    return file ? arena_printf(x->a, " on %s", file) : "";
}

/* What stands for the models that a screen does not show is shown in full. */
static void add_legend(const struct run_telling *x)
{
    size_t n = x->n_models, few = n < SCREEN_ROWS ? n : SCREEN_ROWS;

    document_legend(x->d, x->v->models, x->labels, few);
    document_shown(x->d, SHOWN_FULL);
    document_legend(x->d, x->v->models + few, x->labels + few, n - few);
    document_shown(x->d, SHOWN_ALWAYS);
}

static void add_head(const struct run_telling *x)
{
    const struct run_info *r = &x->v->info;
    struct document *d = x->d;
    const char *reading = x->v->strict ? "strict" : "lenient";
    char hex[HASH_HEX_SIZE];

    document_say(d, "run %s%s: %s x %s, %s; %s verdicts", r->name, on_file(x),
                 datum_plural(x->a, r->n_problems, "problem"),
                 datum_plural(x->a, r->attempts, "attempt"),
                 datum_plural(x->a, r->n_models, "model"), reading);
    add_legend(x);
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

static void say_method(const struct run_telling *x)
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
static const char *rest_of(const struct run_telling *x)
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
            rest_of(x));
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
static void say_open(const struct run_telling *x)
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

static void show_attempts(const struct run_telling *x)
{
    uint64_t k = x->v->info.attempts;

    if (k < 2)
        return;
    show_part(x, PART_ATTEMPTS, datum_plural(x->a, k, "attempt"));
    show_part(x, PART_PASS, "pass@k, %");
    show_part(x, PART_ALL, "all k correct, %");
    say_short(x);
    say_open(x);
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
    show_attempts(x);
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
static void add_place(const struct run_telling *x, const char *grouping)
{
    for (size_t m = 0; m < x->n_models; m++) {
        struct doc_row *r = table_heading(x->t, "");

        r->parent = m;
        r->path[0] = "groups";
        r->path[1] = grouping;
    }
}

static void add_group(const struct run_telling *x,
                      const struct summary_group *g)
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
            run_columns(x, m, by->name, by->values[i], &g->cells[cell],
                        f.n ? f.values + cell * f.n : NULL);
        }
    }
    if (!by->n)
        return;
    document_gap(x->d);
    document_show_from(x->d, x->t, PART_GROUP, from)->key = by->name;
}

/* Problems in two forms. */
static void add_forms(const struct run_telling *x)
{
    struct compare_side *sides =
        arena_array(x->a, struct compare_side, x->n_models + 1);

    for (size_t m = 0; m < x->n_models; m++)
        sides[m] = (struct compare_side){ x->v, m, x->v->models[m] };
    holdout_document(x->d, sides, x->n_models, x->labels);
    twins_document(x->d, x->v, x->labels);
}

/* Where the rest is. */
static void say_more(const struct run_telling *x)
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
        add_place(x, NULL);
    for (size_t i = 0; i < v->n_groups; i++)
        add_group(x, &v->groups[i]);
    document_shown(x->d, SHOWN_BRIEF);
    if (!v->asked)
        run_worst(x->d, v);
    document_shown(x->d, SHOWN_ALWAYS);
}

/* A title of the page; text has its blank lines alone. */
static void title(const struct run_telling *x, const char *text)
{
    document_shown(x->d, SHOWN_PAGE);
    document_section(x->d, "%s", text);
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
    add_head(&x);
    run_headline(d, v, x.labels);
    x.t = document_table(d, "models");
    for (size_t m = 0; m < x.n_models; m++) {
        table_row(x.t)->path[0] = "cell";
        run_columns(&x, m, "", "", &v->whole[m],
                    x.figures.n ? x.figures.values + m * x.figures.n : NULL);
    }
    show_models(&x, PART_HEAD);
    say_method(&x);
    show_use(&x);
    course_document(d, v, x.labels);
    title(&x, "figures");
    run_figures(d, v);
    title(&x, "all groups");
    show_groups(&x);
    add_forms(&x);
    confidence_document(d, v);
    /* Who brings facts asks for their tables. */
    document_shown(d, facts ? SHOWN_ALWAYS : SHOWN_FULL);
    ok = !x.family || x.family->show(&x.rows, facts, d, e);
    say_more(&x);
    return ok;
}
