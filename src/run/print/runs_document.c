/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several runs as one document. A side is a run and one of its models. Runs
 * that share no problem are shown beside each other and not compared; those
 * that do are compared by problem, each set of them by itself.
 */
#include "run/print/print.h"
#include "run/print/run_columns.h"
#include "run/sweep/sweep.h"

#include <math.h>
#include <string.h>

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

/* The model's name, short, behind the run's: "r3 gpt-4o". */
static void runs_document_add_sides(struct telling *x, const struct summary *v)
{
    size_t n = (size_t)v->info.n_models;
    const char **labels = document_labels(x->d, v->models, n);

    for (size_t i = 0; i < n; i++)
        x->sides[x->n++] = (struct compare_side){
            v, i, arena_printf(x->a, "%s %s", v->info.name, labels[i])
        };
}

static const char **runs_document_names_of(struct arena *a,
                                           const struct compare_side *s,
                                           size_t n)
{
    const char **names = arena_array(a, const char *, n + 1);

    for (size_t i = 0; i < n; i++)
        names[i] = s[i].name;
    return names;
}

/* ---- the headline ---- */

/* What is no answer, in the order of how much it hides. */
static void runs_document_put_marks(const struct telling *x,
                                    struct doc_table *t, const struct tally *c)
{
    for (enum mark m = 0; m < MARKS; m++)
        table_styled(t, arena_printf(x->a, "counts.%s", mark_name(m)),
                     run_mark_words(x->a, m),
                     COLUMN_LATER | (m <= MARK_WRONG ? 0 : COLUMN_IF_ANY),
                     datum_count(c->count[m]));
}

static void runs_document_put_side(const struct telling *x, struct doc_table *t,
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
    runs_document_put_marks(x, t, c);
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

        runs_document_put_side(x, t, side);
        run_card(x->d, arena_printf(x->a, "accuracy of %s", side->name),
                 &side->view->whole[side->model]);
    }
    document_gap(x->d);
    document_show(x->d, t, 0);
    document_say(x->d, "accuracy = %s; intervals: 95 %%", run_denominator);
}

/* ---- the problems that differ most ---- */

/* "correct", "wrong", "open", or the share of several attempts. */
static struct datum right_words(const struct compare_side *s, double right,
                                double most)
{
    if (isnan(right) || s->view->info.attempts > 1)
        return datum_share(right);
    return datum_text(right > 0 ? "correct" : most > 0 ? "open" : "wrong");
}

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
        for (size_t k = 0; k < n; k++)
            table_cell(t, NULL, sides[k].name,
                       right_words(&sides[k], all[i].right[k], all[i].most[k]));
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

static void compare_sides(struct telling *x, const struct compare_side *sides,
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

/* Returns whether the view shares problems with all that are chosen. */
static bool goes_with(const struct summary *v,
                      const struct summary *const *views, const size_t *set,
                      size_t n, size_t number)
{
    for (size_t i = 0; i < n; i++)
        if (set[i] == number && !compare_shared(views[i], v))
            return false;
    return true;
}

/* Numbers the sets of runs of which each two share problems: set[view], from 1.
 * Returns how many there are. */
static size_t runs_document_find_sets(const struct summary *const *views,
                                      size_t n, size_t *set)
{
    size_t sets = 0;

    for (size_t i = 0; i < n; i++) {
        if (set[i])
            continue;
        set[i] = ++sets;
        for (size_t k = i + 1; k < n; k++)
            if (!set[k] && goes_with(views[k], views, set, k, sets))
                set[k] = sets;
    }
    return sets;
}

static struct telling runs_document_tell(struct document *d,
                                         const struct summary *const *views,
                                         size_t n)
{
    struct telling x = { .d = d, .a = d->arena };
    size_t sides = 0;

    for (size_t i = 0; i < n; i++)
        sides += (size_t)views[i]->info.n_models;
    x.sides = arena_array(x.a, struct compare_side, sides + 1);
    for (size_t i = 0; i < n; i++)
        runs_document_add_sides(&x, views[i]);
    return x;
}

void runs_comparison(struct document *d, const struct summary *const *views,
                     size_t n)
{
    struct telling x = runs_document_tell(d, views, n);
    size_t *set = arena_array(x.a, size_t, n + 1);
    size_t sets = runs_document_find_sets(views, n, set);

    for (size_t number = 1; number <= sets; number++) {
        struct compare_side *sides =
            arena_array(x.a, struct compare_side, x.n + 1);
        size_t n_sides = 0;

        for (size_t i = 0; i < x.n; i++)
            for (size_t k = 0; k < n; k++)
                if (set[k] == number && views[k] == x.sides[i].view)
                    sides[n_sides++] = x.sides[i];
        compare_sides(&x, sides, n_sides);
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
        const char *text = views[i]->info.spec ? views[i]->info.spec : "";
        struct json *spec = NULL;

        if (!json_read(x->a, text, strlen(text), 1, &spec, &e))
            return;
        specs[i] = spec;
    }
    field = sweep_field(x->a, specs, n);
    if (field && !sweep_document(x->d, views, n, field, 1, &e))
        document_say(x->d, "no curve over %s: %s", field, e.msg);
}

void runs_document(struct document *d, const struct summary *const *views,
                   size_t n)
{
    struct telling x = runs_document_tell(d, views, n);

    add_headline(&x, n, n && views[0]->strict);
    side_figures(d, x.sides, runs_document_names_of(x.a, x.sides, x.n), x.n);
    add_sweep(&x, views, n);
    runs_comparison(d, views, n);
}
