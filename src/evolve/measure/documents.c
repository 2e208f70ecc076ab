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

static size_t cells_place_of(const char *const *list, size_t n,
                             const char *name)
{
    size_t i = 0;

    while (i < n && strcmp(list[i], name) != 0)
        i++;
    return i;
}

static void cells_add_name(const char **list, size_t *n, const char *name)
{
    if (cells_place_of(list, *n, name) == *n)
        list[(*n)++] = name;
}

struct measure_names measure_names(struct document *d,
                                   const struct measure_cell *cells, size_t n)
{
    struct measure_names out = {
        .models = arena_array(d->arena, const char *, n + 1),
        .sets = arena_array(d->arena, const char *, n + 1)
    };

    for (size_t i = 0; i < n; i++) {
        cells_add_name(out.models, &out.n_models, cells[i].model);
        cells_add_name(out.sets, &out.n_sets, cells[i].set);
    }
    out.labels = document_labels(d, out.models, out.n_models);
    return out;
}

const char *measure_label(const struct measure_names *names, const char *model)
{
    return names->labels[cells_place_of(names->models, names->n_models, model)];
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

/* Returns whether it is one of the sets that selection makes: easy, hard and
 * evolved-easy. */
static bool measure_is_third(const char *set)
{
    static const char *const sets[] = { "easy", "hard", "evolved-easy",
                                        "evolved easy" };

    return cells_place_of(sets, 4, set) < 4;
}

/* ---- accuracy ---- */

/* The sets of one table. */
struct choice {
    const char *const *sets;
    size_t n;
    bool final_alone; /* question 1 is not shown */
};

static bool has_first(const struct measure_cell *cells, size_t n,
                      const struct choice *choice, const char *set)
{
    if (choice->final_alone)
        return false;
    for (size_t i = 0; i < n; i++)
        if (str_eq(cells[i].set, set) && cells[i].first.n)
            return true;
    return false;
}

static void put_accuracy(struct doc_table *t, const char *set, bool first,
                         const struct measure_cell *c)
{
    const unsigned style = STYLE_BARE | STYLE_INLINE;
    const char *final = arena_printf(t->arena, "%s: Final", set);

    if (first)
        table_styled(t, NULL, arena_printf(t->arena, "%s: Q1", set), style,
                     c ? rate_datum(&c->first) : datum_unknown);
    table_styled(t, NULL, first ? "Final" : final,
                 first ? style | COLUMN_JOINED : style,
                 c ? rate_datum(&c->final) : datum_unknown);
}

static void show_accuracy(struct document *d, const struct measure_names *names,
                          const struct measure_cell *cells, size_t n,
                          const struct choice *choice)
{
    struct doc_table *t = document_table(d, NULL);

    for (size_t m = 0; m < names->n_models; m++) {
        table_row(t);
        table_key(t, NULL, "model", datum_text(names->labels[m]));
        for (size_t k = 0; k < choice->n; k++)
            put_accuracy(
                t, printable(d->arena, choice->sets[k], 40),
                has_first(cells, n, choice, choice->sets[k]),
                measure_cell_at(cells, n, names->models[m], choice->sets[k]));
    }
    document_show(d, t, 0);
}

/* The sets that a cycle was parted into have a table of their own. */
static void show_settings(struct document *d, const struct measure_names *names,
                          const struct measure_cell *cells, size_t n)
{
    const char **sets = arena_array(d->arena, const char *, names->n_sets + 1);

    for (int third = 0; third < 2; third++) {
        struct choice choice = { sets, 0, third == 1 };

        for (size_t k = 0; k < names->n_sets; k++)
            if (measure_is_third(names->sets[k]) == (third == 1))
                sets[choice.n++] = names->sets[k];
        if (!choice.n)
            continue;
        document_section(d, "accuracy, %%, %s",
                         third ? "before and after a second cycle"
                               : "by setting");
        show_accuracy(d, names, cells, n, &choice);
    }
}

/* ---- what is not in the rates ---- */

static uint64_t cells_sum_of(const struct measure_cell *cells, size_t n,
                             enum mark m)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += cells[i].count_first[m] + cells[i].count_final[m];
    return sum;
}

static void cells_say_method(struct document *d,
                             const struct measure_cell *cells, size_t n)
{
    uint64_t errors = cells_sum_of(cells, n, MARK_ERROR);
    uint64_t open = cells_sum_of(cells, n, MARK_UNDECIDED);
    uint64_t bad = cells_sum_of(cells, n, MARK_BAD_KEY);

    document_gap(d);
    document_say(d, "Q1: the answer to question 1; Final: the answer to the "
                    "last question; each is judged separately");
    document_say(d,
                 "accuracy = %s; intervals: 95 %%, clustered by parent "
                 "problem",
                 run_denominator);
    if (errors + open + bad)
        document_say(d,
                     "counted as not correct: %" PRIu64 " answers of failed "
                     "calls and %" PRIu64 " undecided answers; excluded "
                     "from all rates: %" PRIu64 " answers to problems with "
                     "bad keys",
                     errors, open, bad);
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

static void put_slip(struct doc_table *t, enum slip_kind kind,
                     const struct slip_count *s)
{
    static const char *const names[SLIPS] = { "decoy", "mapping", "broken" };
    const char *name = names[kind];
    double rate = s->could ? (double)s->hits / (double)s->could : NAN;
    const struct {
        const char *name;
        struct datum value;
    } cells[] = { { "count", datum_count(s->hits) },
                  { "of", datum_count(s->could) },
                  { "rate", datum_share(rate) },
                  { "low", datum_share(s->could ? s->rate.low : NAN) },
                  { "high", datum_share(s->could ? s->rate.high : NAN) } };

    for (size_t c = 0; c < sizeof(cells) / sizeof(cells[0]); c++)
        table_cell(t,
                   arena_printf(t->arena, "slips.%s.%s", name, cells[c].name),
                   NULL, cells[c].value);
    table_styled(t, NULL, arena_printf(t->arena, "%s, %%", name),
                 STYLE_BARE | STYLE_INLINE | STYLE_OF,
                 datum_estimate(rate, s->rate.low, s->rate.high, s->could));
    if (kind != SLIP_BROKEN)
        table_styled(t, arena_printf(t->arena, "slips.%s.chance", name),
                     "chance", STYLE_BARE | COLUMN_JOINED,
                     datum_share(s->chance));
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

/* What wrong answers are put down to, one fault each; for people those that have
 * no rate. */
static void put_faults(struct doc_table *t, const struct slip_counts *s)
{
    for (enum answer_fault f = 0; f < FAULTS; f++)
        table_styled(t, slip_path(t->arena, "faults", fault_name(f)),
                     f <= FAULT_MAPPING ? NULL : fault_name(f), COLUMN_IF_ANY,
                     datum_count(s->faults[f]));
    for (size_t i = 0; i < SLIP_NAMES; i++)
        table_cell(t, slip_path(t->arena, "decoys", slip_names[i]), NULL,
                   datum_count(s->named[i]));
}

static void cells_put_cell(struct doc_table *t, const char *label,
                           const struct measure_cell *c)
{
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
        put_slip(t, k, &s->of[k]);
    put_faults(t, s);
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
    struct measure_names names = measure_names(d, cells, n);
    struct doc_table *t = document_table(d, "accuracy");

    if (!n)
        return;
    show_settings(d, &names, cells, n);
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
    struct measure_names names = measure_names(d, cells, n);

    document_legend(d, names.models, names.labels, names.n_models);
}

static int by_final(const void *a, const void *b)
{
    const struct measure_cell *x = *(const struct measure_cell *const *)a;
    const struct measure_cell *y = *(const struct measure_cell *const *)b;

    return (x->final.value > y->final.value) -
           (x->final.value < y->final.value);
}

/* What is no answer, each kind that occurs in a column of its own. */
static void put_beside(struct doc_table *t, const uint64_t count[MARKS])
{
    static const struct {
        enum mark mark;
        const char *words;
    } beside[] = {
        { MARK_NO_ANSWER, "no answer" },   { MARK_ABSTAINED, "abstained" },
        { MARK_UNREADABLE, "unreadable" }, { MARK_TRUNCATED, "truncated" },
        { MARK_REFUSED, "refused" },       { MARK_OVERFLOW, "overflow" },
        { MARK_MALFORMED, "malformed" },   { MARK_UNDECIDED, "undecided" },
        { MARK_ERROR, "errors" },
    };

    for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++)
        table_styled(t, NULL, beside[i].words, COLUMN_IF_ANY | COLUMN_BAD,
                     datum_count(count[beside[i].mark]));
}

void measure_screen(struct document *d, const struct measure_cell *cells,
                    size_t n, const char *set, size_t rows)
{
    const struct measure_cell **list =
        arena_array(d->arena, const struct measure_cell *, n + 1);
    struct measure_names names = measure_names(d, cells, n);
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
        put_beside(t, c->count_final);
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

    p->low = r->interval.low;
    p->high = r->interval.high;
    p->n = r->n;
    p->items = items;
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
    bool first;   /* question 1; else the final one */
    bool by_set;  /* rows are sets */
    size_t *rows; /* in their order: places in sets or models */
    double *mean; /* [place] */
    size_t n_rows, n_series;
};

/* The rate of a row and a series; NULL: there is none. */
static const struct rate *cells_rate_at(const struct grid *g, size_t row,
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

static double cells_mean_of(const struct grid *g, size_t row)
{
    const struct measure_cell *c;
    double sum = 0;
    size_t n = 0;

    for (size_t k = 0; k < g->n_series; k++) {
        const struct rate *r = cells_rate_at(g, row, k, &c);

        sum += r ? r->value : 0;
        n += r != NULL;
    }
    return n ? sum / (double)n : NAN;
}

/* Rows that have a rate, the least mean first. */
static void cells_sort_rows(struct grid *g, struct arena *a)
{
    size_t most = g->by_set ? g->n_sets : g->names->n_models;

    g->n_series = g->by_set ? g->names->n_models : g->n_sets;
    g->rows = arena_array(a, size_t, most + 1);
    g->mean = arena_array(a, double, most + 1);
    for (size_t i = 0; i < most; i++) {
        size_t at = g->n_rows;

        g->mean[i] = cells_mean_of(g, i);
        if (isnan(g->mean[i]))
            continue;
        for (; at > 0 && g->mean[g->rows[at - 1]] > g->mean[i]; at--)
            g->rows[at] = g->rows[at - 1];
        g->rows[at] = i;
        g->n_rows++;
    }
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

    g.by_set = g.n_sets > g.names->n_models;
    cells_sort_rows(&g, d->arena);
    f->value = (struct axis){ .title = "accuracy", .share = true };
    f->row_title = g.by_set ? "set" : "model";
    f->series_title = g.by_set ? "model" : "set";
    f->caption = arena_printf(
        d->arena,
        "Accuracy of the answer to %s, judged separately, with 95 %% "
        "intervals clustered by parent problem; n: problems. The lowest %s "
        "comes first.",
        g.first ? "question 1 of chains" : "the last question", f->row_title);
    for (size_t k = 0; k < g.n_series; k++)
        figure_series(f, grid_name(d->arena, &g, !g.by_set, k));
    for (size_t i = 0; i < g.n_rows; i++) {
        size_t row =
            figure_row(f, grid_name(d->arena, &g, g.by_set, g.rows[i]));

        for (size_t k = 0; k < g.n_series; k++) {
            const struct measure_cell *c;
            const struct rate *r = cells_rate_at(&g, g.rows[i], k, &c);

            if (r)
                measure_dot(f, row, k, r, cell_items(d->arena, c, NULL));
        }
    }
    if (f->dots.n)
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

static double slip_rate(const struct slip_count *s)
{
    return (double)s->hits / (double)s->could;
}

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
    struct rate r = { slip_rate(s), s->rate, s->could, NAN };

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
                (struct slip_row){ &cells[i],
                                   slip_rate(s) - (chance ? s->chance : 0) };
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
    struct measure_names names = measure_names(d, cells, n);
    const char **sets = arena_array(d->arena, const char *, n + 1);
    const char **thirds = arena_array(d->arena, const char *, n + 1);
    struct grid g = { .cells = cells, .n = n, .names = &names };
    struct grid third = g;

    g.sets = sets;
    third.sets = thirds;
    for (size_t k = 0; k < names.n_sets; k++)
        if (measure_is_third(names.sets[k]))
            thirds[third.n_sets++] = names.sets[k];
        else
            sets[g.n_sets++] = names.sets[k];
    cells_draw_grid(d, g, "settings-final", "The final question by setting");
    g.first = true;
    cells_draw_grid(d, g, "settings-first", "Question 1 of chains by setting");
    cells_draw_grid(d, third, "second-cycle",
                    "Easy, hard, and easy after another cycle");
    for (enum slip_kind k = 0; k < SLIPS; k++)
        draw_slips(d, &names, cells, n, k);
}

/*
 * Drops of several sets, arms and models in one table with their means, and
 * effects of operators.
 */

/* ---- one drop ---- */

static struct rate memory_rate(const struct slip_count *s)
{
    return (struct rate){ s->could ? (double)s->hits / (double)s->could : NAN,
                          s->rate, s->could, NAN };
}

void memory_cells(struct doc_table *t, const struct slip_count *s)
{
    struct rate r = memory_rate(s);

    table_cell(t, "memory.count", NULL, datum_count(s->hits));
    table_cell(t, "memory.of", NULL, datum_count(s->could));
    table_cell(t, "memory.rate", NULL, datum_share(r.value));
    table_cell(t, "memory.low", NULL,
               datum_share(s->could ? r.interval.low : NAN));
    table_cell(t, "memory.high", NULL,
               datum_share(s->could ? r.interval.high : NAN));
    table_styled(t, NULL, "memory, %", STYLE_BARE | STYLE_INLINE | STYLE_OF,
                 rate_datum(&r));
    table_styled(t, "memory.chance", "chance", STYLE_BARE | COLUMN_JOINED,
                 datum_share(s->chance));
}

/* ---- arms ---- */

static void put_arm(struct doc_table *t, const struct drop *w,
                    const char *label, bool sets)
{
    table_row(t);
    table_key(t, "model", "model", datum_name(w->model, label));
    table_key(t, NULL, sets ? "set" : NULL,
              datum_text(printable(t->arena, w->set, 40)));
    if (w->arm)
        table_key(t, "arm", "arm", datum_text(w->arm));
    drop_cells(t, w, true);
    memory_cells(t, &w->memory);
}

void arms_document(struct document *d, const struct drop *drops, size_t n)
{
    struct doc_table *t;
    const char **labels;
    bool sets = drops_have_sets(drops, n);

    if (!n)
        return;
    t = document_table(d, "arms");
    labels = drops_labels(d, drops, n);
    for (size_t i = 0; i < n; i++)
        put_arm(t, &drops[i], labels[i], sets);
    if (sets)
        document_section(d, "originals and variants, accuracy in %%");
    else
        document_section(d, "%s: originals and variants, accuracy in %%",
                         printable(d->arena, drops[0].set, 60));
    document_show(d, t, 0);
    drops_means(d, "means", drops, n);
    document_gap(d);
    drops_say_unknown(d, drops, n);
    drops_say_words(d);
    document_say(d, "difference: accuracy before minus after, on the same "
                    "rows, with 95 %% intervals from a bootstrap over "
                    "originals; p: paired permutation test; rows that an "
                    "arm could not change are excluded");
}

void arms_screen(struct document *d, const struct drop *drops, size_t n,
                 size_t rows)
{
    const struct drop **worst = paired_worst(d->arena, drops, n);
    const char **labels = drops_labels(d, drops, n);
    struct doc_table *t = document_table(d, NULL);
    const unsigned alone = STYLE_ALONE | STYLE_BARE;
    bool sets = drops_have_sets(drops, n);

    for (size_t i = 0; i < n && i < rows; i++) {
        const struct drop *w = worst[i];
        struct rate memory = memory_rate(&w->memory);

        table_row(t);
        table_key(t, NULL, "model", datum_text(labels[w - drops]));
        if (sets)
            table_key(t, NULL, "set",
                      datum_text(printable(d->arena, w->set, 24)));
        if (drops[0].arm)
            table_key(t, NULL, "arm", datum_text(w->arm));
        table_cell(t, NULL, "pairs", datum_count(w->pairs));
        table_styled(t, NULL, "before, %", alone, rate_datum(&w->before));
        table_styled(t, NULL, "after", alone, rate_datum(&w->after));
        table_styled(t, NULL, "drop", alone | STYLE_SIGNED,
                     datum_estimate(w->difference, w->difference_interval.low,
                                    w->difference_interval.high, w->pairs));
        table_styled(t, NULL, "memory", alone, rate_datum(&memory));
        table_styled(t, NULL, "chance", STYLE_BARE | COLUMN_JOINED,
                     datum_share(w->memory.chance));
    }
    if (n)
        document_show(d, t, 0);
}

void means_screen(struct document *d, const struct drop *drops, size_t n)
{
    if (n) {
        drops_means(d, NULL, drops, n);
        drops_say_unknown(d, drops, n);
    }
}

/* ---- effects ---- */

/* The largest first. */
static int by_effect(const void *a, const void *b)
{
    const struct drop *x = *(const struct drop *const *)a;
    const struct drop *y = *(const struct drop *const *)b;
    double p = x->pairs ? x->difference : -2, q = y->pairs ? y->difference : -2;

    return p != q ? (p < q) - (p > q) : (x > y) - (x < y);
}

static void put_effect(struct doc_table *t, const struct drop *w,
                       const char *label, bool brief)
{
    const unsigned alone = STYLE_ALONE | STYLE_BARE;

    table_row(t);
    table_key(t, "model", "model", datum_name(w->model, label));
    table_key(t, "operator", "operator", datum_text(w->arm));
    table_cell(t, "problems", "problems", datum_count(w->pairs));
    table_styled(t, "left_out", "left out", COLUMN_IF_ANY,
                 datum_count(w->left_out));
    table_styled(t, "without", "without, %", alone, rate_datum(&w->before));
    table_styled(t, "with", "with", alone, rate_datum(&w->after));
    change_cells(t, "drop", "drop, points (95 %)", w->difference,
                 w->difference_interval, w->pairs);
    table_styled(t, "drop.p", brief ? NULL : "p", COLUMN_JOINED, datum_p(w->p));
}

static const struct drop **by_size_of(struct arena *a, const struct drop *drops,
                                      size_t n)
{
    const struct drop **list = arena_array(a, const struct drop *, n + 1);

    for (size_t i = 0; i < n; i++)
        list[i] = &drops[i];
    qsort(list, n, sizeof(*list), by_effect);
    return list;
}

static void cells_show_effects(struct document *d, const char *name,
                               const struct drop *drops, size_t n, size_t rows)
{
    const struct drop **list = by_size_of(d->arena, drops, n);
    const char **labels = drops_labels(d, drops, n);
    struct doc_table *t = document_table(d, name);

    for (size_t i = 0; i < n && i < rows; i++)
        put_effect(t, list[i], labels[list[i] - drops], !name);
    document_show(d, t, 0);
}

void effects_document(struct document *d, const struct drop *drops, size_t n)
{
    if (!n)
        return;
    document_section(d, "effects of operators: accuracy of final answers, "
                        "the same problems without and with each operator");
    cells_show_effects(d, "effects", drops, n, n);
    document_gap(d);
    document_say(d, "every problem is asked in every run of a balanced "
                    "design, in which half of the operators are active; "
                    "intervals: 95 %%, from a bootstrap over sources; p: "
                    "paired permutation test");
    document_say(d, "left out: problems that the operator could not change, "
                    "and problems without a counted attempt on one side");
}

void effects_screen(struct document *d, const struct drop *drops, size_t n,
                    size_t rows)
{
    if (n)
        cells_show_effects(d, NULL, drops, n, rows);
}

/* ---- figures ---- */

void memory_figure(struct document *d, const struct drop *drops, size_t n)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, "remembered-golds",
                                  "Wrong answers equal to the original's key");
    struct measure_names names = drops_names(d, drops, n);

    f->value =
        (struct axis){ .title = "share of wrong numbers", .share = true };
    f->row_title = names.n_sets > 1 ? "variants and model" : "model";
    f->caption = "Share of wrong numerical answers to variants that equal "
                 "the original's key, for variants whose key differs from "
                 "it, with 95 % intervals clustered by original; n: wrong "
                 "numerical answers. Chance: how often such an answer "
                 "equals the key of another original.";
    figure_series(f, "models");
    figure_series(f, "chance");
    for (size_t i = 0; i < n; i++) {
        const struct drop *w = &drops[i];
        const char *model = measure_label(&names, w->model);
        struct rate r = memory_rate(&w->memory);
        size_t row;

        if (!w->memory.could)
            continue;
        row = figure_row(f, names.n_sets > 1
                                ? arena_printf(d->arena, "%s: %s",
                                               printable(d->arena, w->set, 40),
                                               model)
                                : model);
        measure_dot(f, row, 0, &r,
                    items_query(d->arena, "set", w->run_after, "model",
                                w->model, "mark", "wrong", NULL));
        figure_dot(f, row, 1, w->memory.chance);
    }
    if (f->dots.n)
        document_figure(d, f);
}

/* Figures know sets alone: "renamed", "gsm8k, renamed". */
void arms_figures(struct document *d, const struct drop *drops, size_t n)
{
    struct drop *named = arena_array(d->arena, struct drop, n + 1);
    bool sets = drops_have_sets(drops, n);

    for (size_t i = 0; i < n; i++) {
        named[i] = drops[i];
        if (drops[i].arm)
            named[i].set = sets ? arena_printf(d->arena, "%s, %s", drops[i].set,
                                               drops[i].arm)
                                : drops[i].arm;
    }
    drops_figures(d, named, n);
    memory_figure(d, named, n);
}

void effects_figure(struct document *d, const struct drop *drops, size_t n)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, "effects",
                                  "Drop in accuracy by operator");
    const struct drop **list = by_size_of(d->arena, drops, n);
    struct measure_names names = drops_names(d, drops, n);

    f->value = (struct axis){ .title = "drop", .share = true };
    f->row_title = "operator";
    f->series_title = "model";
    f->caption = "Accuracy of final answers without the operator minus "
                 "accuracy with it, on the same problems, with all other "
                 "operators balanced; 95 % intervals from a bootstrap over "
                 "sources; n: problems. The largest drop comes first.";
    figure_rule(f, 0, "no effect");
    for (size_t k = 0; k < names.n_models; k++)
        figure_series(f, names.labels[k]);
    for (size_t i = 0; i < n; i++) {
        const struct drop *w = list[i];
        struct rate r = { w->difference, w->difference_interval, w->pairs,
                          NAN };

        for (size_t k = 0; w->pairs && k < names.n_models; k++)
            if (str_eq(names.models[k], w->model))
                measure_dot(f, measure_row(f, w->arm), k, &r, NULL);
    }
    if (f->dots.n)
        document_figure(d, f);
}
