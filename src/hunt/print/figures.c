/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/print/print_int.h"
#include "report/figure.h"

#include <math.h>
#include <string.h>

/*
 * figures.json: tables with named columns, a row a line. `paper` says which
 * figures of the paper on hypothesis-driven problems show the same thing.
 */

/* Begins a figure and returns its rows, which are arrays. `cells` are those of
 * table_cells(): a figure without rows has columns too. */
static struct doc_table *plot_begin(struct doc_table *list, const char *name,
                                    const char *paper, const char *title,
                                    const char *cells)
{
    struct vec names = vec_in(list->arena, sizeof(const char *));
    struct doc_table *rows = table_within(list);

    for (size_t n; *cells;
         cells += strcspn(cells, " "), cells += *cells == ' ') {
        n = strcspn(cells, "=");
        *(const char **)vec_push(&names) = arena_strndup(list->arena, cells, n);
    }
    rows->matrix = true;
    table_row(list);
    table_cells(list, "name=%s paper=%s title=%s", name, paper, title);
    table_cell(list, "columns", NULL,
               datum_list(list->arena, names.items, names.n));
    table_cell(list, "rows", NULL, datum_table(rows));
    return rows;
}

/* ---- hypotheses ---- */

static void accuracies(struct doc_table *list, const struct hunt_report *r)
{
    static const char cells[] =
        "target=%s by=%s granularity=%s rank=%zu accuracy=%g";
    struct doc_table *t = plot_begin(list, "accuracies", "figures 2, 6, 9, 12",
                                     "Accuracies of hypotheses", cells);

    for (size_t i = 0; i < r->n_series; i++)
        for (size_t j = 0; j < r->series[i].n; j++) {
            const struct hunt_series *s = &r->series[i];

            table_row(t);
            table_cells(t, cells, s->target, s->by, s->granularity, j + 1,
                        s->accuracies[j]);
        }
}

static void quartiles(struct doc_table *list, const struct hunt_report *r)
{
    static const char cells[] = "target=%s by=%s granularity=%s n=%zu least=%g "
                                "lower=%g median=%g upper=%g largest=%g";
    struct doc_table *t =
        plot_begin(list, "quartiles", "figures 2, 6, 9, 12",
                   "Distributions of the accuracies of hypotheses", cells);

    for (size_t i = 0; i < r->n_series; i++) {
        const struct hunt_series *s = &r->series[i];
        const double none[] = { NAN, NAN, NAN, NAN, NAN };
        const double *q = s->n ? s->quartiles : none;

        table_row(t);
        table_cells(t, cells, s->target, s->by, s->granularity, s->n, q[0],
                    q[1], q[2], q[3], q[4]);
    }
}

static void above(struct doc_table *list, const struct hunt_report *r)
{
    static const char cells[] =
        "target=%s by=%s granularity=%s n=%zu above_65=%zu above_75=%zu "
        "above_80=%zu above_90=%zu";
    struct doc_table *t = plot_begin(
        list, "above", "figures 3, 7, 10, 13",
        "Hypotheses with an accuracy above 0.65, 0.75, 0.8 and 0.9", cells);

    for (size_t i = 0; i < r->n_series; i++) {
        const struct hunt_series *s = &r->series[i];

        table_row(t);
        table_cells(t, cells, s->target, s->by, s->granularity, s->n,
                    s->above[0], s->above[1], s->above[2], s->above[3]);
    }
}

static void over_time(struct doc_table *list, const struct hunt_report *r)
{
    static const char cells[] = "target=%s by=%s granularity=%s example=%zu "
                                "n=%zu best=%g worst=%g mean=%g";
    struct doc_table *t = plot_begin(
        list, "over-time", "figures 5, 8, 11",
        "Best, worst and mean accuracy of a bank after a number of examples",
        cells);

    for (size_t i = 0; i < r->n_series; i++)
        for (size_t j = 0; j < r->series[i].n_points; j++) {
            const struct hunt_series *s = &r->series[i];
            const struct propose_point *p = &s->points[j];

            table_row(t);
            table_cells(t, cells, s->target, s->by, s->granularity, p->example,
                        p->n, p->best, p->worst, p->mean);
        }
}

static void inferences(struct doc_table *list, const struct hunt_report *r)
{
    static const char cells[] =
        "target=%s by=%s granularity=%s strategy=%s n=%zu unlabelled=%zu "
        "accuracy=%g macro_f1=%g balanced=%g only=%s";
    struct doc_table *t =
        plot_begin(list, "inference", NULL,
                   "Labels predicted by a bank, by strategy", cells);

    for (size_t i = 0; i < r->n_series; i++)
        for (int k = 0; k < INFER_STRATEGIES; k++) {
            const struct hunt_series *s = &r->series[i];
            const struct inference *v = &s->inferences[k];

            if (!v->n)
                continue;
            table_row(t);
            table_cells(t, cells, s->target, s->by, s->granularity,
                        infer_names[k], v->n, v->unlabelled, v->accuracy,
                        v->macro_f1, v->balanced, v->only);
        }
}

/* ---- problems ---- */

static void solve_rates(struct doc_table *list, const struct hunt_report *r)
{
    static const char cells[] =
        "target=%s hypothesis=%s by=%s granularity=%s accuracy=%g benchmark=%g "
        "problems=%zu solve_rate=%g solve_lo=%g solve_hi=%g control_rate=%g "
        "cause=%s";
    struct doc_table *t = plot_begin(
        list, "solve-rates", "table 1, figure 4",
        "Solve rates on examples made for a hypothesis, and on the benchmark",
        cells);

    for (size_t i = 0; i < r->n_targets; i++)
        for (size_t j = 0; j < r->targets[i].table.n; j++) {
            const struct hunt_target *of = &r->targets[i];
            const struct hypothesis *h = &of->table.rows[j];
            const struct solve *s = &h->targeted;

            if (!s->n)
                continue;
            table_row(t);
            table_cells(t, cells, of->name, h->text, h->by,
                        h->suspicion.vocabulary, h->accuracy, of->solve_rate,
                        s->n, s->rate, s->lo, s->hi,
                        h->control.n ? h->control.rate : NAN, h->cause);
        }
}

static void flaws(struct doc_table *list, const struct hunt_report *r)
{
    static const char cells[] =
        "target=%s hypothesis=%s writer=%s accuracy=%g writer_rate=%g "
        "drafts=%zu kept=%zu doubtful=%zu flawed=%g";
    struct str columns = str_in(list->arena);
    struct doc_table *t;

    str_add(&columns, cells);
    for (int k = FLAW_NONE + 1; k < FLAWS; k++)
        str_addf(&columns, " %s=%%zu", flaw_name((enum flaw)k));
    t = plot_begin(
        list, "flaws", NULL,
        "Flaws of written examples against the accuracy of the hypothesis",
        str_get(&columns));
    for (size_t i = 0; i < r->n_writings; i++) {
        const struct hunt_writing *w = &r->writings[i];
        const struct written *x = &w->written;

        table_row(t);
        table_cells(t, cells, w->target, w->text, w->writer, w->accuracy,
                    w->writer_rate, x->drafts, x->flaws[FLAW_NONE], x->doubtful,
                    w->flawed);
        for (int k = FLAW_NONE + 1; k < FLAWS; k++)
            table_cell(t, flaw_name((enum flaw)k), NULL,
                       datum_count(x->flaws[k]));
    }
}

void hunt_figures(struct document *d, const struct hunt_report *r)
{
    struct doc_table *list;

    d->digits = PRINT_DIGITS;
    d->spread = PRINT_SPREAD;
    document_fact(d, "hunt", datum_text(r->hash));
    document_fact(d, "note",
                  datum_text(r->planted_demo ? print_demo_note : NULL));
    list = document_table(d, "figures");
    solve_rates(list, r);
    accuracies(list, r);
    quartiles(list, r);
    above(list, r);
    over_time(list, r);
    inferences(list, r);
    flaws(list, r);
}

/*
 * The figures of a hunt: weaknesses with their controls, and those of the paper
 * on hypothesis-driven problems (figures 2 to 13), from this hunt.
 */

#define NAME_MOST   40 /* characters of a hypothesis */
#define NAME_SHORT  28 /* where something follows it */
#define LABELS_MOST 12 /* dots that have their names beside them */

static const struct axis solving = { .title = "solve rate",
                                     .share = true,
                                     .to = 1 };

static const struct axis accuracy = { .title = "accuracy of hypotheses",
                                      .share = true };

/* Names of figures do not depend on the width of the text. */
static struct pages with_room(const struct pages *p)
{
    struct pages wide = *p;

    wide.room = NAME_MOST;
    return wide;
}

/* Returns a figure; that of the second target is NAME-2. */
static struct figure *figures_begin(const struct pages *p,
                                    const struct hunt_target *t,
                                    enum figure_kind kind, const char *name,
                                    const char *title)
{
    size_t i = t ? (size_t)(t - p->report->targets) : 0;

    if (i)
        name = arena_printf(p->a, "%s-%zu", name, i + 1);
    if (p->report->n_targets > 1 && t)
        title = arena_printf(p->a, "%s: %s", pages_name(p, t->name), title);
    return figure_new(p->a, kind, name, title);
}

/* Shows the figure if it has something to show. */
static void plot_show(const struct pages *p, const struct figure *f)
{
    document_figure(p->d, f);
}

/* Returns the place of a row or series of that name, which is made if need
 * be. */
static size_t plot_place_of(struct vec *names, const char *name)
{
    vec_add_name(names, name);
    return vec_find_name(names, name);
}

/* ---- items ---- */

/* The model is named where there are several. */
static const char *plot_model_of(const struct pages *p,
                                 const struct hunt_target *t)
{
    return p->report->n_targets > 1 ? t->model : NULL;
}

static const char *items_targeted(const struct pages *p,
                                  const struct weakness *w)
{
    return items_query(p->a, "role", "targeted", "hypothesis", w->row->text,
                       "model", plot_model_of(p, w->target), NULL);
}

/* The controls of one set (meta.hunt.set). */
static const char *items_control(const struct pages *p,
                                 const struct weakness *w, const char *set)
{
    return items_query(p->a, "role", "control", "hypothesis", w->row->text,
                       "control", set, "model", plot_model_of(p, w->target),
                       NULL);
}

/* Problems of the benchmark carry concepts of the finest taxonomy, but no
 * traits: of other hypotheses NULL. */
static const char *items_inside(const struct pages *p, const struct weakness *w)
{
    const struct suspicion *c = &w->row->suspicion;

    if (!c->vocabulary || !str_eq(c->vocabulary, "high") ||
        c->bound.kind != BOUND_NONE || c->n_concepts < 1 || c->n_concepts > 2)
        return NULL;
    return items_query(p->a, "role", "benchmark", "concept", c->concepts[0],
                       "concept", c->n_concepts > 1 ? c->concepts[1] : NULL,
                       "model", plot_model_of(p, w->target), NULL);
}

/* ---- weaknesses ---- */

/* The name of a weakness, and its granularity where there are several. */
static const char *plot_name_of(const struct pages *p,
                                const struct hypothesis *h)
{
    const char *name = pages_hypothesis(p, h), *v = h->suspicion.vocabulary;

    if (!v || p->report->targets->outcomes.n_vocabularies < 2)
        return name;
    return arena_printf(p->a, "%s [%s]", name, pages_name(p, v));
}

static void set_solve(struct dot *dot, const struct solve *s, const char *items)
{
    dot->low = s->lo;
    dot->high = s->hi;
    dot->n = s->n;
    dot->items = items;
}

static void plot_put_solve(struct figure *f, size_t row, size_t series,
                           const struct solve *s, const char *items)
{
    if (s->n)
        set_solve(figure_dot(f, row, series, s->rate), s, items);
}

/* A forest: each weakness on the benchmark, fresh problems and controls. */
void figures_weaknesses(const struct pages *p, const struct hunt_target *t)
{
    struct pages wide = with_room(p);
    struct domain word = domain_words(p->a, &p->spec->domain);
    const struct weakness *w;
    size_t n = weaknesses_of(p, t, &w);
    struct figure *f = figures_begin(
        p, t, FIGURE_DOTS, "weaknesses",
        arena_printf(p->a, "Weaknesses on fresh %s", pages_examples(p)));

    f->value = solving;
    f->row_title = "weakness";
    f->series_title = pages_examples(p);
    figure_series(f, "benchmark, inside");
    figure_series(f, "fresh");
    figure_series(f, "matched control");
    for (size_t i = 0; i < n; i++) {
        const struct hypothesis *h = w[i].row;
        struct solve inside = { .n = isnan(h->inside) ? 0 : h->n,
                                .rate = 1 - h->inside,
                                .lo = 1 - h->inside_hi,
                                .hi = 1 - h->inside_lo };
        size_t row;

        if (!h->targeted.n)
            continue;
        row = figure_row(f, plot_name_of(&wide, h));
        plot_put_solve(f, row, 0, &inside, items_inside(p, &w[i]));
        plot_put_solve(f, row, 1, &h->targeted, items_targeted(p, &w[i]));
        plot_put_solve(f, row, 2, &h->control,
                       items_control(p, &w[i], "matched"));
    }
    figure_rule(f, t->solve_rate, "benchmark");
    f->caption = arena_printf(
        p->a,
        "Solve rates with 95 %% intervals, clustered by %s, worst on fresh %s "
        "first; n: number of %s. Matched controls share level, wording, "
        "digits, steps and length with the fresh %s, but not the hypothesis.%s "
        "The line shows the whole benchmark: %s, n = %zu.",
        word.example, word.examples, word.examples, word.examples,
        p->spec->score.total ? arena_printf(p->a,
                                            " On the benchmark, a %s counts as "
                                            "solved if one attempt is correct.",
                                            word.example)
                             : "",
        datum_words(p->a, datum_share(t->solve_rate), 0), t->tried_problems);
    plot_show(p, f);
}

static const char *head_of(const struct pages *p, const char *concept)
{
    struct suspicion c = { .concepts = &concept, .n_concepts = 1 };

    return pages_name(p, suspicion_short(p->a, &c));
}

/* The set that differs in a trait: "without wording". */
static const char *items_set(const struct pages *p, const struct weakness *w,
                             const char *how, const struct contrast *c)
{
    return items_control(p, w, arena_printf(p->a, "%s %s", how, c->what));
}

/* How many sets go by this name. */
static size_t sets_of(const struct hypothesis *h, const char *what)
{
    size_t n = 0;

    for (size_t k = 0; k < h->n_contrasts; k++)
        n += str_eq(h->contrasts[k].what, what);
    return n;
}

/* The fresh problems, those of the skill or part alone, and the fresh ones that
 * do not need it. No query tells the latter from the others, nor the sets of
 * several skills from each other. */
static void put_skill(const struct pages *p, struct figure *f, size_t row,
                      const struct weakness *w, const struct contrast *c)
{
    plot_put_solve(f, row, 0, &c->with, items_targeted(p, w));
    plot_put_solve(f, row, 1, &c->without,
                   sets_of(w->row, c->what) == 1 ? items_control(p, w, c->what)
                                                 : NULL);
    if (c->others.n)
        plot_put_solve(f, row, plot_place_of(&f->series, "others without it"),
                       &c->others, NULL);
}

static void put_trait(const struct pages *p, struct figure *f, size_t row,
                      const struct weakness *w, const struct contrast *c)
{
    plot_put_solve(f, row, 0, &c->with, items_set(p, w, "with", c));
    plot_put_solve(f, row, 1, &c->without, items_set(p, w, "without", c));
}

/* What may be behind each weakness: sets that differ in one thing alone. */
static void contrasts(const struct pages *p, const struct hunt_target *t,
                      const struct weakness *w, size_t n)
{
    struct figure *f =
        figures_begin(p, t, FIGURE_DOTS, "contrasts", "Possible causes");

    f->value = solving;
    f->row_title = "weakness and what was changed";
    f->series_title = pages_examples(p);
    figure_series(f, "with it");
    figure_series(f, "without it");
    f->caption =
        "Solve rates with 95 % intervals. Problems of a weakness with and "
        "without a trait share their numbers and keys. For an auxiliary skill "
        "or a part of the weakness: the fresh problems, problems of it alone, "
        "and fresh problems that do not need it. A problem in several sets is "
        "listed with the first of them.";
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < w[i].row->n_contrasts; k++) {
            const struct contrast *c = &w[i].row->contrasts[k];
            bool skill = str_among(c->what, "auxiliary part");
            size_t row = figure_row(
                f, arena_printf(p->a, "%s: %s", plot_name_of(p, w[i].row),
                                skill ? head_of(p, c->which) : c->what));

            (skill ? put_skill : put_trait)(p, f, row, &w[i], c);
        }
    plot_show(p, f);
}

/* ---- accuracy and difficulty ---- */

/* Returns the measured ones, the most accurate first, and how many. */
static struct weakness *plot_by_accuracy(const struct pages *p,
                                         const struct weakness *w, size_t *n)
{
    struct weakness *out = arena_array(p->a, struct weakness, *n + 1);
    size_t found = 0;

    for (size_t i = 0; i < *n; i++) {
        const struct hypothesis *h = w[i].row;
        size_t at = found;

        if (!h->targeted.n || isnan(h->accuracy))
            continue;
        for (; at > 0 && h->accuracy > out[at - 1].row->accuracy; at--)
            out[at] = out[at - 1];
        out[at] = w[i];
        found++;
    }
    *n = found;
    return out;
}

/* Figure 4 and table 1: do more accurate hypotheses give harder problems? */
static void figures_solve_rates(const struct pages *p,
                                const struct hunt_target *t,
                                const struct weakness *w, size_t n)
{
    struct figure *f = figures_begin(p, t, FIGURE_BARS, "solve-rates",
                                     "Solve rates by hypothesis");
    const char *fresh = arena_printf(p->a, "fresh %s", pages_examples(p));

    f->value = solving;
    f->row_title = "hypothesis, and its accuracy";
    f->caption =
        arena_printf(p->a,
                     "Solve rates of %s aimed at each hypothesis, the most "
                     "accurate hypothesis first, with its accuracy in "
                     "brackets; n: number of %s. The line shows the benchmark.",
                     fresh, pages_examples(p));
    figure_series(f, fresh);
    for (size_t i = 0; i < n; i++)
        plot_put_solve(
            f,
            figure_row(
                f, arena_printf(
                       p->a, "%s (%s)", plot_name_of(p, w[i].row),
                       datum_words(p->a, datum_share(w[i].row->accuracy), 0))),
            0, &w[i].row->targeted, items_targeted(p, &w[i]));
    figure_rule(f, t->solve_rate, "benchmark");
    plot_show(p, f);
}

/* A correlation of a few hypotheses says nothing: there is none then. */
static void plot_difficulty(const struct pages *p, const struct hunt_target *t,
                            const struct weakness *w, size_t n)
{
    if (!isfinite(t->spearman) || !isfinite(t->spearman_p))
        return;
    struct figure *f =
        figures_begin(p, t, FIGURE_LINES, "difficulty",
                      arena_printf(p->a,
                                   "Accuracy of a hypothesis against "
                                   "the difficulty of its %s",
                                   pages_examples(p)));

    f->scatter = true;
    f->across = accuracy;
    f->value =
        (struct axis){ .title = arena_printf(p->a, "solve rate of its fresh %s",
                                             pages_examples(p)),
                       .share = true };
    figure_series(f, "hypothesis");
    for (size_t i = 0; i < n; i++) {
        const struct solve *s = &w[i].row->targeted;
        struct dot *dot = figure_point(f, 0, w[i].row->accuracy, s->rate);

        set_solve(dot, s, items_targeted(p, &w[i]));
        dot->label = n <= LABELS_MOST ? plot_name_of(p, w[i].row) : NULL;
        dot->items = items_targeted(p, &w[i]);
    }
    f->caption =
        arena_printf(p->a,
                     "One dot for each measured hypothesis, with the 95 %% "
                     "interval of its solve rate. Spearman's rho of accuracy "
                     "and failure rate is %s (%s, n = %zu).",
                     datum_words(p->a, datum_number(t->spearman, 2), 0),
                     datum_p_words(p->a, t->spearman_p), t->spearman_n);
    plot_show(p, f);
}

void figures_causes(const struct pages *p, const struct hunt_target *t)
{
    struct pages wide = with_room(p);
    const struct weakness *w;
    size_t n = weaknesses_of(p, t, &w);

    wide.room = NAME_SHORT;
    contrasts(&wide, t, w, n);
    wide.room = NAME_MOST;
    w = plot_by_accuracy(p, w, &n);
    figures_solve_rates(&wide, t, w, n);
    plot_difficulty(&wide, t, w, n);
}

/* ---- hypothesizers and granularities ---- */

/* A series is told by its granularity, and by target and hypothesizer where
 * there are several. */
static const char *plot_label_of(const struct pages *p,
                                 const struct hunt_series *s)
{
    const struct hunt_series *all = p->report->series;
    struct str out = str_in(p->a);
    bool targets = false, by = false;

    for (size_t i = 1; i < p->report->n_series; i++) {
        targets = targets || !str_eq(all[i].target, all->target);
        by = by || !str_eq(all[i].by, all->by);
    }
    if (targets)
        str_addf(&out, "%s, ", pages_name(p, s->target));
    if (by)
        str_addf(&out, "%s, ", pages_name(p, s->by));
    str_add(&out, pages_name(p, s->granularity));
    return str_get(&out);
}

/* Figures 2, 6, 9 and 12. */
static void figures_quartiles(const struct pages *p)
{
    struct figure *f = figures_begin(p, NULL, FIGURE_BOXES, "accuracies",
                                     "Accuracies of hypotheses");

    f->value = accuracy;
    f->row_title = "granularity";
    f->caption = arena_printf(
        p->a,
        "Minimum, lower quartile, median, upper quartile and maximum of the "
        "accuracy on the benchmark: the share of %s for which the hypothesis "
        "predicts correctly whether the target fails; n: number of hypotheses.",
        pages_examples(p));
    figure_series(f, "hypotheses");
    for (size_t i = 0; i < p->report->n_series; i++) {
        const struct hunt_series *s = &p->report->series[i];
        struct dot *dot;

        if (!s->n)
            continue;
        dot = figure_dot(f, figure_row(f, plot_label_of(p, s)), 0,
                         s->quartiles[2]);
        dot->least = s->quartiles[0];
        dot->low = s->quartiles[1];
        dot->high = s->quartiles[3];
        dot->most = s->quartiles[4];
        dot->n = s->n;
    }
    plot_show(p, f);
}

/* The band of an accuracy: tenths from 0.5 on. */
static size_t band_of(double x)
{
    size_t band = 0;

    while (band < 5 && x >= (5 + (double)band) / 10)
        band++;
    return band;
}

/* Bars of how many hypotheses have an accuracy of each kind: above a threshold
 * (figures 3, 7, 10 and 13), or, stacked, in a band. */
static void figures_counts(const struct pages *p, bool stacked,
                           const char *title, const char *caption,
                           const char *const *kinds, size_t n)
{
    struct figure *f =
        figures_begin(p, NULL, FIGURE_BARS, stacked ? "bands" : "above", title);

    f->stacked = stacked;
    f->value.title = "hypotheses";
    f->row_title = "granularity";
    f->series_title = "accuracy";
    f->caption = caption;
    for (size_t k = 0; k < n; k++)
        figure_series(f, kinds[k]);
    for (size_t i = 0; i < p->report->n_series; i++) {
        const struct hunt_series *s = &p->report->series[i];
        size_t row = s->n ? figure_row(f, plot_label_of(p, s)) : 0;
        size_t bands[6] = { 0 };

        for (size_t j = 0; j < s->n; j++)
            bands[band_of(s->accuracies[j])]++;
        for (size_t k = 0; s->n && k < n; k++)
            figure_dot(f, row, k, (double)(stacked ? bands : s->above)[k])->n =
                s->n;
    }
    plot_show(p, f);
}

/* ---- over time ---- */

/* Figures 5, 8 and 11: the best, worst or mean accuracy, a member of a point.
 * Exact hypothesizers have no points. */
static void figures_over_time(const struct pages *p, const char *name,
                              const char *title, size_t member)
{
    struct figure *f = figures_begin(p, NULL, FIGURE_LINES, name, title);

    f->across.title = "examples seen";
    f->value = accuracy;
    f->series_title = "granularity";
    f->caption = "Accuracy of the hypotheses in a bank after a number of "
                 "training examples; n: number of hypotheses in the bank.";
    for (size_t i = 0; i < p->report->n_series; i++) {
        const struct hunt_series *s = &p->report->series[i];
        size_t at = s->n_points ? figure_series(f, plot_label_of(p, s)) : 0;

        for (size_t j = 0; j < s->n_points; j++) {
            const struct propose_point *x = &s->points[j];
            double y = *(const double *)((const char *)x + member);

            figure_point(f, at, (double)x->example, y)->n = x->n;
        }
    }
    plot_show(p, f);
}

static void figures_inferences(const struct pages *p)
{
    struct figure *f = figures_begin(p, NULL, FIGURE_DOTS, "inference",
                                     "Labels predicted by a bank, by strategy");

    f->value = (struct axis){ .title = "accuracy", .share = true, .to = 1 };
    f->row_title = "strategy";
    f->series_title = "granularity";
    f->caption =
        arena_printf(p->a,
                     "Share of held-out %s for which the bank predicts "
                     "correctly whether the target fails; n: number of %s.",
                     pages_examples(p), pages_examples(p));
    for (int k = 0; k < INFER_STRATEGIES; k++) {
        const char *strategy = infer_names[k];

        for (size_t i = 0; i < p->report->n_series; i++) {
            const struct hunt_series *s = &p->report->series[i];
            const struct inference *v = &s->inferences[k];

            if (v->n)
                figure_dot(f, plot_place_of(&f->rows, strategy),
                           plot_place_of(&f->series, plot_label_of(p, s)),
                           v->accuracy)
                    ->n = v->n;
        }
    }
    plot_show(p, f);
}

void figures_series(const struct pages *narrow)
{
    static const char *const thresholds[] = { "above 0.65", "above 0.75",
                                              "above 0.8", "above 0.9" };
    static const char *const bands[] = { "below 0.5",  "0.5 to 0.6",
                                         "0.6 to 0.7", "0.7 to 0.8",
                                         "0.8 to 0.9", "0.9 to 1" };
    struct pages wide = with_room(narrow);
    const struct pages *p = &wide;

    figures_quartiles(p);
    figures_counts(p, false, "Hypotheses above a threshold of accuracy",
                   "Hypotheses with an accuracy above 0.65, 0.75, 0.8 and 0.9; "
                   "n: number of hypotheses tested.",
                   thresholds, 4);
    figures_counts(p, true, "Hypotheses by band of accuracy",
                   "Number of hypotheses with an accuracy in each band, lower "
                   "end included; n: number of all hypotheses.",
                   bands, 6);
    figures_over_time(p, "over-time-largest", "Highest accuracy over time",
                      offsetof(struct propose_point, best));
    figures_over_time(p, "over-time-least", "Lowest accuracy over time",
                      offsetof(struct propose_point, worst));
    figures_over_time(p, "over-time-mean", "Mean accuracy over time",
                      offsetof(struct propose_point, mean));
    figures_inferences(p);
}

/* ---- written problems ---- */

void figures_written(const struct pages *narrow)
{
    struct pages wide = with_room(narrow);
    const struct pages *p = &wide;
    const struct hunt_report *r = p->report;
    struct figure *f =
        figures_begin(p, NULL, FIGURE_LINES, "flaws",
                      arena_printf(p->a,
                                   "Flaws of written %s against the "
                                   "accuracy of the hypothesis",
                                   pages_examples(p)));

    f->scatter = true;
    f->across = accuracy;
    f->value = (struct axis){ .title = "drafts with a flaw", .share = true };
    f->series_title = "writer";
    f->caption = arena_printf(p->a,
                              "One dot for each hypothesis for which %s were "
                              "written; n: number of drafts.",
                              pages_examples(p));
    for (size_t i = 0; i < r->n_writings; i++) {
        const struct hunt_writing *w = &r->writings[i];
        struct dot *dot;

        if (isnan(w->accuracy) || isnan(w->flawed))
            continue;
        dot = figure_point(f, plot_place_of(&f->series, w->writer), w->accuracy,
                           w->flawed);
        dot->n = w->written.drafts;
        dot->label = r->n_writings <= LABELS_MOST
                         ? pages_name(p, w->name ? w->name : w->text)
                         : NULL;
    }
    plot_show(p, f);
}
