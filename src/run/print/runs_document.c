/* SPDX-License-Identifier: Apache-2.0 */
#include "report/figure.h"
#include "run/print/print.h"
#include "run/spec/run_spec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Runs that differ in one field of decoding: what each value brings and costs.
 * A score says little without the tokens that were spent on it, so the figure
 * is accuracy against tokens; the differences are paired by problem.
 */
/* A run, by the value that it has. */
struct swept {
    const struct summary *view;
    const char *value; /* as shown */
    double number;     /* NaN: it is none */
};

struct sweep_telling {
    struct document *d;
    struct arena *a;
    const char *field;
    struct swept *runs;
    size_t n;
    uint64_t seed;
    bool open;  /* something is, in some row */
    bool apart; /* the runs do not have all problems in common */
    struct doc_table *t;
    struct figure *f;
};

/* Numbers by size, then texts as they came, then runs without a value. */
static int sweep_by_value(const void *a, const void *b)
{
    const struct swept *x = a, *y = b;

    if (isnan(x->number) || isnan(y->number))
        return isnan(x->number) - isnan(y->number);
    return (x->number > y->number) - (x->number < y->number);
}

static bool swept_of(struct arena *a, const struct summary *v,
                     const char *field, struct swept *out, struct err *e)
{
    const char *spec = v->info.spec ? v->info.spec : "";
    const struct json *value;
    struct str text = str_in(a);
    struct json *read;

    *out = (struct swept){ v, "not set", NAN };
    if (!json_read(a, spec, strlen(spec), 1, &read, e))
        return err_prefix(e,
                          "%s cannot be shown in the table, because its spec "
                          "cannot be read: ",
                          v->info.name);
    value = sweep_value(read, field);
    if (value && value->type == JSON_NUMBER)
        out->number = strtod(value->text, NULL);
    if (value && (value->type == JSON_NUMBER || value->type == JSON_STRING))
        out->value = value->text;
    else if (value) {
        json_write(&text, value);
        out->value = str_get(&text);
    }
    return true;
}

static bool asks_model(const struct summary *v, const char *model)
{
    return summary_model(v, model) < v->info.n_models;
}

/* ---- a model ---- */

static double tokens_of(const struct tally *t)
{
    return t->completion_said
               ? (double)t->completion_tokens / (double)t->completion_said
               : NAN;
}

static const struct compare_pair *pair_of(const struct compare *c, size_t a,
                                          size_t b)
{
    for (size_t i = 0; i < c->n_pairs; i++)
        if (c->pairs[i].a == a && c->pairs[i].b == b)
            return &c->pairs[i];
    return NULL;
}

static void sweep_put_row(const struct sweep_telling *x, const struct swept *r,
                          const char *model, const struct tally *t,
                          const struct compare_pair *before,
                          const struct compare_pair *last)
{
    double per = t->completion_said && t->completion_tokens
                     ? 1000 * (double)t->count[MARK_CORRECT] /
                           (double)t->completion_tokens
                     : NAN;
    double cut = t->results
                     ? (double)t->count[MARK_TRUNCATED] / (double)t->results
                     : NAN;
    const struct rate *acc = &t->accuracy;
    const unsigned bad = COLUMN_IF_ANY | COLUMN_BAD;
    const unsigned paired = STYLE_SIGNED | STYLE_INLINE | COLUMN_LATER;

    const struct table_entry entries[] = {
        { { "model", "model", COLUMN_KEY, "model", 0 }, datum_text(model) },
        { { "value", x->field, COLUMN_KEY, "value", 0 }, datum_text(r->value) },
        { { "run", "run", 0, "run", 0 }, datum_text(r->view->info.name) },
        { { "results", "results", 0, "results", 0 }, datum_count(t->results) },
        { { "accuracy", "accuracy", 0, NULL, 0 }, rate_datum(acc) },
        { { NULL, NULL, 0, "accuracy", 0 },
          acc->n ? datum_share(acc->value) : datum_unknown },
        { { NULL, NULL, 0, "low", 0 },
          acc->n ? datum_share(acc->interval.low) : datum_unknown },
        { { NULL, NULL, 0, "high", 0 },
          acc->n ? datum_share(acc->interval.high) : datum_unknown },
        { { "bracket", "bracket", COLUMN_IF_ANY, "bracket", 0 },
          run_bracket(t) },
        { { "open", NULL, 0, "open", 0 }, datum_count(t->open) },
        { { "undecided", "undecided", bad, "undecided", 0 },
          datum_count(t->count[MARK_UNDECIDED]) },
        { { "error", "error", bad, "error", 0 },
          datum_count(t->count[MARK_ERROR]) },
        { { "missing", "missing", bad, "missing", 0 },
          datum_count(t->missing) },
        { { "tokens_mean", "tokens per reply", 0, "tokens_mean", 0 },
          datum_number(tokens_of(t), 0) },
        { { "tokens", "tokens", 0, "tokens", 0 },
          t->completion_said ? datum_count(t->completion_tokens)
                             : datum_unknown },
        { { "truncated", "truncated", 0, "truncated", 0 }, datum_share(cut) },
        { { "cost", isnan(t->cost) ? NULL : "cost", 0, "cost", 0 },
          datum_money(t->cost) },
        { { "right_per_1000_tokens", "correct per 1k tokens", 0,
            "right_per_1000_tokens", 0 },
          datum_number(per, 3) },
        { { "to_the_one_before", "vs previous", paired, "to_the_one_before",
            0 },
          pair_difference(before) },
        { { "p_before", "p", COLUMN_LATER, "p_before", 0 },
          before ? datum_p(before->p) : datum_unknown },
        { { "to_the_last", "vs last", paired, "to_the_last", 0 },
          pair_difference(last) },
        { { "p_last", "p", COLUMN_LATER, "p_last", 0 },
          last ? datum_p(last->p) : datum_unknown },
        { { .name = "pairs" },
          before ? datum_count(before->pairs) : datum_unknown },
    };

    table_row(x->t);
    TABLE_PUT_ALL(x->t, entries);
}

static void put_dot(const struct sweep_telling *x, size_t series,
                    const struct swept *r, const char *model,
                    const struct tally *t)
{
    double mean = tokens_of(t);
    struct dot *s;

    if (!t->accuracy.n || isnan(mean) || mean <= 0)
        return;
    s = figure_point(x->f, series, mean, t->accuracy.value);
    figure_rests(
        s, t->accuracy.interval, t->results,
        items_query(x->a, "set", r->view->info.name, "model", model, NULL));
    s->label = t->open
                   ? arena_printf(x->a, "%s (with open: up to %s %%)", r->value,
                                  datum_percent(x->a, t->bracket.high, 1))
                   : r->value;
}

/* The runs that asked the model, with its place in each. */
static size_t sides_of(const struct sweep_telling *x, const char *model,
                       struct compare_side *sides, const struct swept **runs)
{
    size_t n = 0;

    for (size_t i = 0; i < x->n; i++) {
        const struct summary *v = x->runs[i].view;

        if (!asks_model(v, model))
            continue;
        sides[n] =
            (struct compare_side){ v, summary_model(v, model), v->info.name };
        runs[n++] = &x->runs[i];
    }
    return n;
}

static bool sweep_tell_model(struct sweep_telling *x, const char *model,
                             struct err *e)
{
    struct compare_side *sides =
        arena_array(x->a, struct compare_side, x->n + 1);
    const struct swept **runs =
        arena_array(x->a, const struct swept *, x->n + 1);
    size_t n = sides_of(x, model, sides, runs);
    size_t series = figure_series(x->f, model);
    struct compare c = { 0 };

    if (n > 1 &&
        !compare_make(x->a, sides, n, x->runs[0].view->strict, x->seed, &c, e))
        return false;
    for (size_t i = 0; i < c.n_pairs; i++) {
        const struct compare_pair *p = &c.pairs[i];

        x->apart = x->apart || p->only_a || p->only_b || p->other_problem ||
                   p->other_key;
    }
    for (size_t i = 0; i < n; i++) {
        const struct tally *t = &sides[i].view->whole[sides[i].model];

        x->open = x->open || t->open;
        sweep_put_row(x, runs[i], model, t, i ? pair_of(&c, i - 1, i) : NULL,
                      i + 1 < n ? pair_of(&c, i, n - 1) : NULL);
        put_dot(x, series, runs[i], model, t);
    }
    return true;
}

/* The models of all runs, as they come. */
static bool tell_models(struct sweep_telling *x, struct err *e)
{
    for (size_t i = 0; i < x->n; i++)
        for (size_t m = 0; m < x->runs[i].view->info.n_models; m++) {
            const char *model = x->runs[i].view->models[m];
            bool told = false;

            for (size_t k = 0; k < i; k++)
                told = told || asks_model(x->runs[k].view, model);
            if (!told && !sweep_tell_model(x, model, e))
                return false;
        }
    return true;
}

/* ---- what makes it no clean sweep ---- */

/* Each run of a model needs a value of its own. */
static bool sweep_check(const struct sweep_telling *x, struct err *e)
{
    bool differ = x->n < 2;

    for (size_t i = 0; i < x->n; i++)
        for (size_t k = 0; k < i; k++) {
            const struct swept *a = &x->runs[k], *b = &x->runs[i];
            bool shared = false;

            for (size_t m = 0; m < a->view->info.n_models; m++)
                shared = shared || asks_model(b->view, a->view->models[m]);
            if (!(isnan(a->number) || isnan(b->number)
                      ? str_eq(a->value, b->value)
                      : a->number == b->number))
                differ = true;
            else if (shared)
                return err_set(e, ERR_DOMAIN,
                               "%s and %s have the same %s (%.60s): a curve "
                               "needs a different value for each run",
                               a->view->info.name, b->view->info.name, x->field,
                               a->value);
        }
    return differ || err_set(e, ERR_DOMAIN,
                             "all runs have the same %s (%.60s): a curve needs "
                             "several values",
                             x->field, x->runs[0].value);
}

/* "temperature (r1: 0, r2: 1)" */
static void add_difference(const struct sweep_telling *x,
                           const struct setting_difference *s, struct str *out,
                           struct json *tree)
{
    struct json *values = json_new(x->a, JSON_OBJECT);

    str_addf(out, "%s%s (", out->n ? "; " : "", s->name);
    for (size_t i = 0; i < x->n; i++) {
        const char *run = x->runs[i].view->info.name;
        const struct json *v = s->value[i];

        str_addf(out, "%s%s: %s", i ? ", " : "", run,
                 v ? setting_words(x->a, v) : "not set");
        json_set(x->a, values, run,
                 v ? json_copy(x->a, v) : json_new(x->a, JSON_NULL));
    }
    str_addc(out, ')');
    json_set(x->a, tree, s->name, values);
}

/* Differences besides the field's make the curve theirs too. */
static void say_besides(const struct sweep_telling *x)
{
    struct compare_side *sides =
        arena_array(x->a, struct compare_side, x->n + 1);
    struct compare c = { .sides = sides, .n_sides = x->n };
    struct json *tree = json_new(x->a, JSON_OBJECT);
    struct str text = str_in(x->a);

    for (size_t i = 0; i < x->n; i++)
        sides[i] = (struct compare_side){ x->runs[i].view, 0,
                                          x->runs[i].view->info.name };
    compare_settings(x->a, &c);
    for (size_t i = 0; i < c.n_settings; i++)
        if (!str_eq(c.settings[i].name, x->field))
            add_difference(x, &c.settings[i], &text, tree);
    document_fact(x->d, "besides", datum_tree(tree));
    if (text.n)
        document_say(x->d,
                     "the runs differ in more than %s, which may cause part of "
                     "the differences: %s",
                     x->field, str_get(&text));
}

/* Models that not all runs asked: their rows are fewer. */
static void say_models(const struct sweep_telling *x)
{
    for (size_t i = 1; i < x->n; i++) {
        const struct summary *v = x->runs[i].view, *first = x->runs[0].view;
        bool same = v->info.n_models == first->info.n_models;

        for (size_t m = 0; same && m < v->info.n_models; m++)
            same = asks_model(first, v->models[m]);
        if (!same) {
            document_say(x->d, "the runs do not have the same models: each "
                               "model has a row for each run that asked it");
            return;
        }
    }
}

static void sweep_explain(const struct sweep_telling *x)
{
    const char *told = x->runs[0].view->store;
    struct str runs = str_in(x->a);

    told = told && *told ? arena_printf(x->a, "%s ", told + 1) : "";
    for (size_t i = 0; i < x->n; i++)
        str_addf(&runs, "%s ", x->runs[i].view->info.name);
    document_gap(x->d);
    if (x->open)
        document_say(
            x->d, "missing, failed and undecided results count as not correct; "
                  "bracket: the accuracy if they are not correct, or correct; "
                  "intervals and p of differences hold for the whole range");
    if (x->apart)
        document_say(x->d, "the runs do not share all problems: an accuracy is "
                           "over all problems of its run, a difference over "
                           "the problems that both runs have");
    document_say(x->d,
                 "tokens: in the replies, including reasoning, as counted by "
                 "the server; truncated: share of all results; differences in "
                 "points, paired by problem, with 95 %% intervals; p by "
                 "McNemar's exact test or a paired permutation test");
    document_shown(x->d, SHOWN_BRIEF);
    document_say(x->d,
                 "to show this again: assay compare %s%s--over %s; as a page "
                 "with the curve: assay report %s%s-o sweep.html",
                 str_get(&runs), told, x->field, str_get(&runs), told);
    document_shown(x->d, SHOWN_ALWAYS);
}

static void open_figure(struct sweep_telling *x)
{
    x->f = figure_new(x->a, FIGURE_LINES, "accuracy-by-tokens",
                      "Accuracy against tokens spent");
    x->f->caption =
        arena_printf(x->a,
                     "Accuracy of each run, with its 95 %% interval, against "
                     "the mean number of tokens per reply. Each dot is "
                     "labelled with its %s and, if results are open, with the "
                     "accuracy if all of them are correct; n: results.",
                     x->field);
    x->f->value = (struct axis){ .title = "accuracy", .share = true };
    x->f->across =
        (struct axis){ .title = "tokens per reply (mean)", .log = true };
    x->f->series_title = "model";
}

bool sweep_document(struct document *d, const struct summary *const *views,
                    size_t n, const char *field, uint64_t seed, struct err *e)
{
    struct sweep_telling x = { .d = d, .a = d->arena, .n = n, .seed = seed };

    if (!sweep_name(x.a, field, &x.field, e))
        return false;
    x.runs = arena_array(x.a, struct swept, n + 1);
    for (size_t i = 0; i < n; i++)
        if (!swept_of(x.a, views[i], x.field, &x.runs[i], e))
            return false;
    if (!sweep_check(&x, e))
        return false;
    qsort(x.runs, n, sizeof(*x.runs), sweep_by_value);
    document_section(d, "%s with %s = %s%s%s; %s verdicts",
                     datum_plural(x.a, n, "run"), x.field, x.runs[0].value,
                     n > 1 ? " to " : "", n > 1 ? x.runs[n - 1].value : "",
                     views[0]->strict ? "strict" : "lenient");
    document_fact(d, "swept", datum_text(x.field));
    say_besides(&x);
    say_models(&x);
    x.t = document_table(d, "sweep");
    open_figure(&x);
    if (!tell_models(&x, e))
        return false;
    document_show(d, x.t, 0);
    sweep_explain(&x);
    document_shown(d, SHOWN_FULL);
    document_figure(d, x.f);
    document_shown(d, SHOWN_ALWAYS);
    return true;
}

/*
 * Several runs as one document. A side is a run and one of its models. Runs
 * that share no problem are shown beside each other and not compared; those
 * that do are compared by problem, each set of them by itself.
 */
#define COMPARED_MOST  12 /* sides of one comparison */
#define DIFFERING_MOST 100
#define EXCERPT        80 /* characters of a statement */
#define COMPARE_SEED   1

struct telling {
    struct document *d;
    struct arena *a;
    struct compare_side *sides;
    size_t n;
    size_t compared; /* comparisons so far */
};

/* ---- sides ---- */

/* ---- the headline ---- */

static void runs_put_side(const struct telling *x, struct doc_table *t,
                          const struct compare_side *s)
{
    const struct run_info *r = &s->view->info;
    const struct tally *c = &s->view->whole[s->model];
    struct datum attempts = datum_count(r->attempts);

    attempts.quiet = r->attempts == 1;
    table_row(t);
    table_key(t, NULL, "run", datum_text(s->name));
    table_cell(t, "run", NULL, datum_text(r->name));
    table_cell(t, "model", NULL, datum_text(s->view->models[s->model]));
    table_cell(t, "problems", "problems", datum_count(r->n_problems));
    table_styled(t, "attempts", "attempts", COLUMN_IF_ANY, attempts);
    table_cell(t, "results", NULL, datum_count(c->results));
    table_cell(t, "accuracy", "accuracy", rate_datum(&c->accuracy));
    table_styled(t, "bracket", "bracket", COLUMN_IF_ANY, run_bracket(c));
    table_styled(t, "missing", "missing", COLUMN_LATER | COLUMN_IF_ANY,
                 datum_count(c->missing));
    for (enum mark m = 0; m < MARKS; m++)
        table_styled(t, arena_printf(x->a, "counts.%s", mark_name(m)),
                     run_mark_words(x->a, m),
                     COLUMN_LATER | (m <= MARK_WRONG ? 0 : COLUMN_IF_ANY),
                     datum_count(c->count[m]));
    table_styled(t, "cost", "cost", COLUMN_LATER | COLUMN_IF_ANY,
                 datum_money(c->cost));
    table_styled(t, "tokens.per_correct", "tokens per correct",
                 COLUMN_LATER | COLUMN_IF_ANY, run_per_correct(c));
}

static void add_headline(const struct telling *x, size_t runs, bool strict)
{
    struct doc_table *t = document_table(x->d, "runs");

    document_say(x->d, "%s%s; %s verdicts", datum_plural(x->a, runs, "run"),
                 x->n == runs ? ""
                              : arena_printf(x->a, " with %zu models", x->n),
                 strict ? "strict" : "lenient");
    for (size_t i = 0; i < x->n; i++) {
        const struct compare_side *side = &x->sides[i];

        runs_put_side(x, t, side);
        run_card(x->d, arena_printf(x->a, "accuracy of %s", side->name),
                 &side->view->whole[side->model]);
    }
    document_gap(x->d);
    document_show(x->d, t, 0);
    document_say(x->d, "accuracy = %s; intervals: 95 %%", run_denominator);
}

/* ---- the problems that differ most ---- */

static void show_differing(const struct telling *x,
                           const struct compare_side *sides, size_t n)
{
    struct differing *all;
    size_t found = compare_differing(x->a, sides, n, sides->view->strict, &all);
    size_t shown = found < DIFFERING_MOST ? found : DIFFERING_MOST;
    struct doc_table *t = document_table(x->d, "differing");
    enum shown before = x->d->shown;

    for (size_t i = 0; i < shown; i++) {
        const struct problem *p = &sides->view->problems[all[i].problem];

        table_row(t);
        table_key(t, "problem", "problem", datum_text(p->id));
        for (size_t k = 0; k < n; k++)
            table_cell(t, arena_printf(x->a, "right.s%zu", k + 1), NULL,
                       datum_share(all[i].right[k]));
        for (size_t k = 0; k < n; k++)
            table_cell(t, arena_printf(x->a, "most.s%zu", k + 1), NULL,
                       datum_share(all[i].most[k]));
        for (size_t k = 0; k < n; k++) {
            double right = all[i].right[k], most = all[i].most[k];

            table_cell(t, NULL, sides[k].name,
                       isnan(right) || sides[k].view->info.attempts > 1
                           ? datum_share(right)
                           : datum_text(right > 0  ? "correct"
                                        : most > 0 ? "open"
                                                   : "wrong"));
        }
        table_styled(t, NULL, "statement", COLUMN_LATER,
                     datum_text(printable(x->a, p->statement, EXCERPT)));
    }
    if (!shown)
        return;
    document_shown(x->d, SHOWN_FULL);
    document_section(
        x->d, "problems on which the runs differ, largest difference first%s:",
        shown < found ? arena_printf(x->a, ", %zu of %zu", shown, found) : "");
    document_show(x->d, t, 0);
    document_shown(x->d, before);
}

/* ---- comparisons ---- */

static void runs_compare(struct telling *x, const struct compare_side *sides,
                         size_t n)
{
    struct compare c;
    struct err e;

    if (n > COMPARED_MOST) {
        document_say(x->d, "only the first %d of %zu are compared",
                     COMPARED_MOST, n);
        n = COMPARED_MOST;
    }
    if (n < 2)
        return;
    document_section(x->d, "compared by problem");
    if (!compare_make(x->a, sides, n, sides->view->strict, COMPARE_SEED, &c,
                      &e)) {
        document_say(x->d, "%s", e.msg);
        return;
    }
    x->compared++;
    document_within(x->d,
                    x->compared == 1
                        ? "comparison"
                        : arena_printf(x->a, "comparison_%zu", x->compared));
    compare_document(x->d, &c);
    show_differing(x, sides, n);
    document_within(x->d, NULL);
}

/* Numbers the sets of runs of which each two share problems: set[view], from 1.
 * Returns how many there are. */
static size_t runs_find_sets(const struct summary *const *views, size_t n,
                             size_t *set)
{
    size_t sets = 0;

    for (size_t i = 0; i < n; i++) {
        if (set[i])
            continue;
        set[i] = ++sets;
        for (size_t k = i + 1; k < n; k++) {
            bool all = !set[k];

            for (size_t m = i; all && m < k; m++)
                all = set[m] != sets || compare_shared(views[m], views[k]);
            set[k] = all ? sets : set[k];
        }
    }
    return sets;
}

static struct telling runs_tell(struct document *d,
                                const struct summary *const *views, size_t n)
{
    struct telling x = { .d = d, .a = d->arena };
    size_t sides = 0;

    for (size_t i = 0; i < n; i++)
        sides += (size_t)views[i]->info.n_models;
    x.sides = arena_array(x.a, struct compare_side, sides + 1);
    for (size_t i = 0; i < n; i++) {
        const struct summary *v = views[i];
        size_t models = (size_t)v->info.n_models;
        const char **labels = document_labels(d, v->models, models);

        /* The model's name, short, behind the run's: "r3 gpt-4o". */
        for (size_t m = 0; m < models; m++)
            x.sides[x.n++] = (struct compare_side){
                v, m, arena_printf(x.a, "%s %s", v->info.name, labels[m])
            };
    }
    return x;
}

void runs_comparison(struct document *d, const struct summary *const *views,
                     size_t n)
{
    struct telling x = runs_tell(d, views, n);
    size_t *set = arena_array(x.a, size_t, n + 1);
    size_t sets = runs_find_sets(views, n, set);

    for (size_t number = 1; number <= sets; number++) {
        struct compare_side *sides =
            arena_array(x.a, struct compare_side, x.n + 1);
        size_t n_sides = 0;

        for (size_t i = 0; i < x.n; i++)
            for (size_t k = 0; k < n; k++)
                if (set[k] == number && views[k] == x.sides[i].view)
                    sides[n_sides++] = x.sides[i];
        runs_compare(&x, sides, n_sides);
    }
    if (sets > 1)
        document_say(d,
                     "the runs form %zu sets that share no problem; runs are "
                     "compared within each set",
                     sets);
}

/* Runs that differ in one field of decoding alone are a sweep. */
static void add_sweep(const struct telling *x,
                      const struct summary *const *views, size_t n)
{
    const struct json **specs = arena_array(x->a, const struct json *, n + 1);
    const char *field;
    struct err e;

    for (size_t i = 0; i < n; i++) {
        specs[i] = json_parse(x->a, views[i]->info.spec);
        if (!specs[i])
            return;
    }
    field = sweep_field(x->a, specs, n);
    if (field && !sweep_document(x->d, views, n, field, 1, &e))
        document_say(x->d, "no curve over %s: %s", field, e.msg);
}

void runs_document(struct document *d, const struct summary *const *views,
                   size_t n)
{
    struct telling x = runs_tell(d, views, n);

    add_headline(&x, n, n && views[0]->strict);
    side_figures(d, x.sides, compare_names(x.a, x.sides, x.n), x.n);
    add_sweep(&x, views, n);
    runs_comparison(d, views, n);
}
