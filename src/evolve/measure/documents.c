/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "evolve/measure/measure_int.h"
#include "evolve/measure/paired.h"
#include "report/figure.h"
#include "run/print/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * What models made of the sets, as a document: accuracy of question 1 and of
 * the final answer by model and set, and how wrong answers came about.
 * Programs get every number with its interval.
 */

/* ---- names ---- */

struct measure_names measure_names(struct document *d, const void *cells,
                                   size_t n, size_t size)
{
    struct vec models = vec_in(d->arena, sizeof(const char *));
    struct vec sets = vec_in(d->arena, sizeof(const char *));

    for (size_t i = 0; i < n; i++) {
        const char *const *names =
            (const void *)((const char *)cells + i * size);

        vec_add_name(&models, names[0]);
        vec_add_name(&sets, names[1]);
    }
    return (struct measure_names){ models.items, sets.items,
                                   document_labels(d, models.items, models.n),
                                   models.n, sets.n };
}

const char *measure_label(const struct measure_names *names, const char *model)
{
    size_t i = 0;

    while (i < names->n_models && !str_eq(names->models[i], model))
        i++;
    return names->labels[i];
}

/* Returns the cell of that model and set, or NULL if there is none. */
static const struct measure_cell *measure_cell_at(
    const struct measure_cell *cells, size_t n, const char *model,
    const char *set)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(cells[i].model, model) && str_eq(cells[i].set, set))
            return &cells[i];
    return NULL;
}

/* Parts the sets: those that selection makes (easy, hard and evolved-easy) have
 * a table and a figure of their own, third[0..*n_third). */
static size_t measure_part_sets(const struct measure_names *names,
                                const char **sets, const char **third,
                                size_t *n_third)
{
    size_t n = 0;

    *n_third = 0;
    for (size_t k = 0; k < names->n_sets; k++)
        if (str_eq(names->sets[k], "evolved easy") ||
            str_among(names->sets[k], "easy hard evolved-easy"))
            third[(*n_third)++] = names->sets[k];
        else
            sets[n++] = names->sets[k];
    return n;
}

/* ---- accuracy ---- */

/* `final_alone`: question 1 is not shown. */
static void show_accuracy(struct document *d, const struct measure_names *names,
                          const struct measure_cell *cells, size_t n,
                          const char *const *sets, size_t n_sets,
                          bool final_alone)
{
    const unsigned style = STYLE_BARE | STYLE_INLINE;
    struct doc_table *t = document_table(d, NULL);

    for (size_t m = 0; m < names->n_models && n_sets; m++) {
        table_row(t);
        table_key(t, NULL, "model", datum_text(names->labels[m]));
        for (size_t k = 0; k < n_sets; k++) {
            const struct measure_cell *c =
                measure_cell_at(cells, n, names->models[m], sets[k]);
            const char *set = printable(d->arena, sets[k], 40);
            bool first = false;

            for (size_t i = 0; i < n && !final_alone; i++)
                first |= str_eq(cells[i].set, sets[k]) && cells[i].first.n;
            if (first)
                table_styled(t, NULL, arena_printf(d->arena, "%s: Q1", set),
                             style, c ? rate_datum(&c->first) : datum_unknown);
            table_styled(t, NULL,
                         first ? "Final"
                               : arena_printf(d->arena, "%s: Final", set),
                         first ? style | COLUMN_JOINED : style,
                         c ? rate_datum(&c->final) : datum_unknown);
        }
    }
    if (!n_sets)
        return;
    document_section(d, "accuracy, %%, %s",
                     final_alone ? "before and after a second cycle"
                                 : "by setting");
    document_show(d, t, 0);
}

/* ---- what is not in the rates ---- */

static void cells_say_method(struct document *d,
                             const struct measure_cell *cells, size_t n)
{
    uint64_t sum[MARKS] = { 0 };

    for (size_t i = 0; i < n; i++)
        for (enum mark m = 0; m < MARKS; m++)
            sum[m] += cells[i].count_first[m] + cells[i].count_final[m];
    document_gap(d);
    document_say(d, "Q1: the answer to question 1; Final: the answer to the "
                    "last question; each is judged separately");
    document_say(d,
                 "accuracy = %s; intervals: 95 %%, clustered by parent "
                 "problem",
                 run_denominator);
    if (sum[MARK_ERROR] + sum[MARK_UNDECIDED] + sum[MARK_BAD_KEY])
        document_say(d,
                     "counted as not correct: %" PRIu64 " answers of failed "
                     "calls and %" PRIu64 " undecided answers; excluded "
                     "from all rates: %" PRIu64 " answers to problems with "
                     "bad keys",
                     sum[MARK_ERROR], sum[MARK_UNDECIDED], sum[MARK_BAD_KEY]);
}

/* ---- every cell, and its slips ---- */

static void put_question(struct doc_table *t, const char *name,
                         const struct rate *r, const uint64_t count[MARKS])
{
    table_cell(t, arena_printf(t->arena, "%s.accuracy", name), NULL,
               rate_datum(r));
    for (enum mark m = 0; m < MARKS; m++)
        table_cell(t, arena_printf(t->arena, "%s.marks.%s", name, mark_name(m)),
                   NULL, datum_count(count[m]));
}

struct rate slip_rate(const struct slip_count *s)
{
    return (struct rate){ s->could ? (double)s->hits / (double)s->could : NAN,
                          s->rate, s->could, NAN };
}

void slip_cells(struct doc_table *t, const char *path, const char *heading,
                bool chance, const struct slip_count *s)
{
    struct rate r = slip_rate(s);
    const struct {
        const char *name;
        struct datum value;
    } cells[] = { { "count", datum_count(s->hits) },
                  { "of", datum_count(s->could) },
                  { "rate", datum_share(r.value) },
                  { "low", datum_share(s->could ? s->rate.low : NAN) },
                  { "high", datum_share(s->could ? s->rate.high : NAN) } };

    for (size_t c = 0; c < sizeof(cells) / sizeof(cells[0]); c++)
        table_cell(t, arena_printf(t->arena, "%s.%s", path, cells[c].name),
                   NULL, cells[c].value);
    table_styled(t, NULL, arena_printf(t->arena, "%s, %%", heading),
                 STYLE_BARE | STYLE_INLINE | STYLE_OF, rate_datum(&r));
    if (chance)
        table_styled(t, arena_printf(t->arena, "%s.chance", path), "chance",
                     STYLE_BARE | COLUMN_JOINED, datum_share(s->chance));
}

/* The name of a number for programs: no blanks. */
static const char *slip_path(struct arena *a, const char *list,
                             const char *name)
{
    char *path = arena_printf(a, "slips.%s.%s", list, name);

    for (char *p = path; *p; p++)
        *p = *p == ' ' ? '_' : *p;
    return path;
}

static void cells_put_cell(struct doc_table *t, const char *label,
                           const struct measure_cell *c)
{
    static const char *const kinds[SLIPS] = { "decoy", "mapping", "broken" };
    const struct slip_counts *s = &c->slips;

    table_row(t);
    table_key(t, "model", "model", datum_name(c->model, label));
    table_key(t, "set", "set",
              datum_name(c->set, printable(t->arena, c->set, 40)));
    put_question(t, "question_1", &c->first, c->count_first);
    put_question(t, "final", &c->final, c->count_final);
    table_cell(t, NULL, "unread", datum_count(s->unread));
    table_cell(t, "slips.wrong", "wrong", datum_count(s->wrong));
    table_cell(t, "slips.unread", NULL, datum_count(s->unread));
    for (enum slip_kind k = 0; k < SLIPS; k++)
        slip_cells(t, arena_printf(t->arena, "slips.%s", kinds[k]), kinds[k],
                   k != SLIP_BROKEN, &s->of[k]);
    /* What wrong answers are put down to, one fault each; for people those that
     * have no rate. */
    for (enum answer_fault f = 0; f < FAULTS; f++)
        table_styled(t, slip_path(t->arena, "faults", fault_name(f)),
                     f <= FAULT_MAPPING ? NULL : fault_name(f), COLUMN_IF_ANY,
                     datum_count(s->faults[f]));
    for (size_t i = 0; i < SLIP_NAMES; i++)
        table_cell(t, slip_path(t->arena, "decoys", slip_names[i]), NULL,
                   datum_count(s->named[i]));
}

static void say_slips(struct document *d)
{
    document_gap(d);
    document_say(d, "counts are of answers, two for each chain; unread: no "
                    "answer, unreadable, truncated, refused and similar");
    document_say(d, "each wrong answer is assigned to the first class that "
                    "fits; an answer that follows from the model's own "
                    "earlier wrong answers gets the class of those");
    document_say(d, "decoy (pseudo-aha): wrong numerical answers equal to a "
                    "decoy of the question, computed with the numbers of "
                    "the file or the model's own; as a share of wrong "
                    "numerical answers to questions with a decoy");
    document_say(d, "mapping: wrong numerical answers equal to another "
                    "quantity of the question; as a share of wrong "
                    "numerical answers to questions with other quantities");
    document_say(d, "broken: wrong final answers of chains, ignored (no "
                    "answer to question 1, or the letter unused), not "
                    "passed on (the answer used as the letter itself) or "
                    "miscomputed; as a share of all numerical final answers "
                    "of chains, correct ones included");
    document_say(d, "carried on: wrong because it follows from an earlier "
                    "answer that is wrong for none of these reasons");
    document_say(d, "chance: how often, in %%, a random wrong whole number "
                    "from the question's range would be counted in this "
                    "class");
}

void measure_document(struct document *d, const struct measure_cell *cells,
                      size_t n)
{
    struct measure_names names = measure_names(d, cells, n, sizeof(*cells));
    struct doc_table *t = document_table(d, "accuracy");
    const char **sets = arena_array(d->arena, const char *, n + 1);
    const char **third = arena_array(d->arena, const char *, n + 1);
    size_t n_third, n_sets = measure_part_sets(&names, sets, third, &n_third);

    if (!n)
        return;
    show_accuracy(d, &names, cells, n, sets, n_sets, false);
    show_accuracy(d, &names, cells, n, third, n_third, true);
    cells_say_method(d, cells, n);
    for (size_t i = 0; i < n; i++)
        cells_put_cell(t, measure_label(&names, cells[i].model), &cells[i]);
    document_section(d, "kinds of wrong answers");
    document_show(d, t, 0);
    say_slips(d);
}

/* ---- a screen ---- */

void measure_legend(struct document *d, const struct measure_cell *cells,
                    size_t n)
{
    struct measure_names names = measure_names(d, cells, n, sizeof(*cells));

    document_legend(d, names.models, names.labels, names.n_models);
}

static int by_final(const void *a, const void *b)
{
    const struct measure_cell *x = *(const struct measure_cell *const *)a;
    const struct measure_cell *y = *(const struct measure_cell *const *)b;

    return (x->final.value > y->final.value) -
           (x->final.value < y->final.value);
}

void measure_screen(struct document *d, const struct measure_cell *cells,
                    size_t n, const char *set, size_t rows)
{
    const struct measure_cell **list =
        arena_array(d->arena, const struct measure_cell *, n + 1);
    struct measure_names names = measure_names(d, cells, n, sizeof(*cells));
    struct doc_table *t = document_table(d, NULL);
    size_t k = 0;

    for (size_t i = 0; i < n; i++)
        if (str_eq(cells[i].set, set) && cells[i].final.n)
            list[k++] = &cells[i];
    qsort(list, k, sizeof(*list), by_final);
    for (size_t i = 0; i < k && i < rows; i++) {
        const struct measure_cell *c = list[i];

        table_row(t);
        table_key(t, NULL, "model",
                  datum_text(measure_label(&names, c->model)));
        table_styled(t, NULL, "final, % (95 %)", STYLE_BARE | STYLE_INLINE,
                     rate_datum(&c->final));
        table_cell(t, NULL, "of", datum_count(c->final.n));
        /* What is no answer, each kind that occurs in a column of its own. */
        for (size_t m = 2; m + 1 < MARKS; m++)
            table_styled(t, NULL,
                         run_mark_order[m] == MARK_ERROR
                             ? "errors"
                             : run_mark_words(d->arena, run_mark_order[m]),
                         COLUMN_IF_ANY | COLUMN_BAD,
                         datum_count(c->count_final[run_mark_order[m]]));
        table_styled(t, NULL, "", STYLE_BAR, datum_share(c->final.value));
    }
    if (k)
        document_show(d, t, 0);
}

/*
 * What models made of the sets, as figures: accuracy by setting, and how wrong
 * answers came about. Rows are sorted with the worst first.
 */

struct dot *measure_dot(struct figure *f, size_t row, size_t series,
                        const struct rate *r, const char *items)
{
    struct dot *p = figure_dot(f, row, series, r->value);

    figure_rests(p, r->interval, r->n, items);
    return p;
}

static const char *cell_items(struct arena *a, const struct measure_cell *c,
                              const char *mark)
{
    return items_query(a, "set", c->run, "model", c->model, "mark", mark, NULL);
}

/* ---- accuracy ---- */

/* One figure of cells: models x sets, of which the more numerous are rows. */
struct grid {
    const struct measure_cell *cells;
    size_t n;
    const struct measure_names *names;
    const char **sets;
    size_t n_sets;
    bool first;  /* question 1; else the final one */
    bool by_set; /* rows are sets */
};

/* The rate of a row and a series; NULL: there is none. */
static const struct rate *grid_rate(const struct grid *g, size_t row,
                                    size_t series,
                                    const struct measure_cell **cell)
{
    size_t model = g->by_set ? series : row, set = g->by_set ? row : series;
    const struct rate *r;

    *cell =
        measure_cell_at(g->cells, g->n, g->names->models[model], g->sets[set]);
    if (!*cell)
        return NULL;
    r = g->first ? &(*cell)->first : &(*cell)->final;
    return r->n ? r : NULL;
}

struct grid_row {
    size_t place; /* in sets or models */
    double mean;  /* of its rates */
};

static int grid_least_first(const void *a, const void *b)
{
    const struct grid_row *x = a, *y = b;

    return x->mean != y->mean ? (x->mean > y->mean) - (x->mean < y->mean)
                              : (x->place > y->place) - (x->place < y->place);
}

/* Rows that have a rate, the least mean first. */
static size_t grid_rows(const struct grid *g, size_t n, size_t n_series,
                        struct grid_row *out)
{
    const struct measure_cell *c;
    size_t found = 0;

    for (size_t i = 0; i < n; i++) {
        double sum = 0, of = 0;

        for (size_t k = 0; k < n_series; k++) {
            const struct rate *r = grid_rate(g, i, k, &c);

            sum += r ? r->value : 0;
            of += r != NULL;
        }
        if (of > 0)
            out[found++] = (struct grid_row){ i, sum / of };
    }
    qsort(out, found, sizeof(*out), grid_least_first);
    return found;
}

static const char *grid_name(struct arena *a, const struct grid *g, bool set,
                             size_t i)
{
    return set ? printable(a, g->sets[i], 40) : g->names->labels[i];
}

static void cells_draw_grid(struct document *d, struct grid g, const char *name,
                            const char *title)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, name, title);
    size_t n_models = g.names->n_models, n_series, n;
    struct grid_row *rows =
        arena_array(d->arena, struct grid_row, n_models + g.n_sets + 1);

    g.by_set = g.n_sets > n_models;
    n_series = g.by_set ? n_models : g.n_sets;
    n = grid_rows(&g, g.by_set ? g.n_sets : n_models, n_series, rows);
    f->value = (struct axis){ .title = "accuracy", .share = true };
    f->row_title = g.by_set ? "set" : "model";
    f->series_title = g.by_set ? "model" : "set";
    f->caption = arena_printf(
        d->arena,
        "Accuracy of the answer to %s, judged separately, with 95 %% "
        "intervals clustered by parent problem; n: problems. The lowest %s "
        "comes first.",
        g.first ? "question 1 of chains" : "the last question", f->row_title);
    for (size_t k = 0; k < n_series; k++)
        figure_series(f, grid_name(d->arena, &g, !g.by_set, k));
    for (size_t i = 0; i < n; i++) {
        size_t row =
            figure_row(f, grid_name(d->arena, &g, g.by_set, rows[i].place));

        for (size_t k = 0; k < n_series; k++) {
            const struct measure_cell *c;
            const struct rate *r = grid_rate(&g, rows[i].place, k, &c);

            if (r)
                measure_dot(f, row, k, r, cell_items(d->arena, c, NULL));
        }
    }
    document_figure(d, f);
}

/* ---- slips ---- */

static const struct {
    const char *name, *title, *caption;
} slip_words[SLIPS] = {
    { "slips-decoy", "Wrong answers equal to a decoy",
      "Share of wrong numerical answers to questions with a decoy that "
      "equal a decoy or follow from one (pseudo-aha)" },
    { "slips-mapping", "Wrong answers equal to another quantity",
      "Share of wrong numerical answers to questions with other quantities "
      "that equal the value of one of them" },
    { "slips-broken", "Chains that break",
      "Share of numerical final answers of chains that are wrong, equal "
      "neither a decoy nor another quantity, and do not follow from the "
      "model's own earlier answers" },
};

struct slip_row {
    const struct measure_cell *cell;
    double above; /* the chance; or the rate itself */
};

static int by_above(const void *a, const void *b)
{
    const struct slip_row *x = a, *y = b;

    if (x->above != y->above)
        return x->above < y->above ? 1 : -1;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

static void add_slip(struct figure *f, const struct measure_names *names,
                     const struct measure_cell *c, enum slip_kind k)
{
    const struct slip_count *s = &c->slips.of[k];
    const char *set = printable(f->arena, c->set, 40);
    const char *model = measure_label(names, c->model);
    size_t row = figure_row(
        f, names->n_models == 1 ? set
           : names->n_sets == 1 ? model
                                : arena_printf(f->arena, "%s, %s", model, set));
    struct rate r = slip_rate(s);

    /* Chains break among all chains, the others among wrong answers. */
    measure_dot(f, row, 0, &r,
                cell_items(f->arena, c, k == SLIP_BROKEN ? NULL : "wrong"));
    if (k != SLIP_BROKEN)
        figure_dot(f, row, 1, s->chance);
}

static void draw_slips(struct document *d, const struct measure_names *names,
                       const struct measure_cell *cells, size_t n,
                       enum slip_kind k)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, slip_words[k].name,
                                  slip_words[k].title);
    struct slip_row *rows = arena_array(d->arena, struct slip_row, n + 1);
    bool chance = k != SLIP_BROKEN;
    size_t n_rows = 0;

    for (size_t i = 0; i < n; i++) {
        const struct slip_count *s = &cells[i].slips.of[k];

        if (s->could)
            rows[n_rows++] =
                (struct slip_row){ &cells[i], slip_rate(s).value -
                                                  (chance ? s->chance : 0) };
    }
    qsort(rows, n_rows, sizeof(*rows), by_above);
    f->value =
        (struct axis){ .title = "share of those answers", .share = true };
    f->row_title = "model and set";
    f->caption = arena_printf(
        d->arena, "%s, with 95 %% intervals; n: those answers.%s",
        slip_words[k].caption,
        chance ? " Chance: how often a random wrong whole number from the "
                 "question's range would be counted. Rows farthest above "
                 "chance come first."
               : " The highest share comes first.");
    figure_series(f, "models");
    if (chance)
        figure_series(f, "chance");
    for (size_t i = 0; i < n_rows; i++)
        add_slip(f, names, rows[i].cell, k);
    if (n_rows)
        document_figure(d, f);
}

void measure_figures(struct document *d, const struct measure_cell *cells,
                     size_t n)
{
    struct measure_names names = measure_names(d, cells, n, sizeof(*cells));
    const char **sets = arena_array(d->arena, const char *, n + 1);
    const char **thirds = arena_array(d->arena, const char *, n + 1);
    struct grid g = { cells, n, &names, sets, 0, false, false }, third = g;

    third.sets = thirds;
    g.n_sets = measure_part_sets(&names, sets, thirds, &third.n_sets);
    cells_draw_grid(d, g, "settings-final", "The final question by setting");
    g.first = true;
    cells_draw_grid(d, g, "settings-first", "Question 1 of chains by setting");
    cells_draw_grid(d, third, "second-cycle",
                    "Easy, hard, and easy after another cycle");
    for (enum slip_kind k = 0; k < SLIPS; k++)
        draw_slips(d, &names, cells, n, k);
}
