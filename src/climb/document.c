/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "climb/climb.h"
#include "report/figure.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * A climb as a document: a row for each family and model. A screen shows those
 * that break first.
 */
/* ---- within a row ---- */

static struct datum levels_of(const struct doc_table *t,
                              const struct climb_cell *c)
{
    struct doc_table *in = table_within(t);

    for (int i = 1; i <= CLIMB_LEVELS; i++) {
        if (isnan(ladder_level(c->ladder, i)))
            continue;
        table_row(in);
        table_cell(in, "level", NULL, datum_count((uint64_t)i));
        table_cell(
            in, "value", NULL,
            datum_number(ladder_value(c->ladder, ladder_level(c->ladder, i)),
                         -1));
        table_cell(in, "rate", NULL, datum_number(climb_level_rate(c, i), -1));
    }
    return datum_table(in);
}

static struct datum rungs_of(const struct doc_table *t,
                             const struct climb_cell *c)
{
    struct doc_table *in = table_within(t);

    for (size_t i = 0; i < c->ladder->n; i++) {
        const struct rung *r = &c->ladder->rungs[i];

        table_row(in);
        table_cell(in, "rung", NULL, datum_count(i + 1));
        table_cell(in, "label", NULL, datum_text(r->label));
        table_cell(in, "family", NULL, datum_text(r->family->name));
        table_cell(in, "level", NULL, datum_count((uint64_t)r->level));
        table_cell(in, "depth", NULL,
                   r->depth ? datum_count((uint64_t)r->depth) : datum_absent);
        table_cell(in, "knobs", NULL,
                   r->knobs ? datum_tree(r->knobs) : datum_absent);
        table_cell(in, "asked", NULL, datum_count(c->stairs.asked[i]));
        table_cell(in, "solved", NULL, datum_count(c->stairs.solved[i]));
        table_cell(
            in, "rate", NULL,
            datum_number(logistic_rate(&c->stairs.curve, (double)i), -1));
    }
    return datum_table(in);
}

static struct datum climb_problems_of(const struct doc_table *t,
                                      const struct climb_cell *c)
{
    struct doc_table *in = table_within(t);

    for (size_t i = 0; i < c->calls.n; i++) {
        const struct climb_call *k = vec_get(&c->calls, struct climb_call, i);

        table_row(in);
        table_cell(in, "id", NULL, datum_text(k->id));
        table_cell(in, "rung", NULL, datum_count(k->rung + 1));
        table_cell(in, "mark", NULL, datum_text(mark_name(k->mark)));
    }
    return datum_table(in);
}

/* ---- rows ---- */

/* A column for people, for programs and for CSV. */
static void climb_put(struct doc_table *t, const char *name, const char *csv,
                      const char *heading, struct datum v)
{
    table_put(
        t, (struct column){ .name = name, .heading = heading, .csv = csv }, v);
}

static void climb_put_figures(struct doc_table *t, const struct climb_cell *c)
{
    struct climb_breaking b = climb_breaking(c);
    const struct logistic *k = &c->stairs.curve;

    climb_put(t, "breaking.value", "breaking", NULL, datum_number(b.value, -1));
    climb_put(t, "breaking.low", "low", NULL, datum_number(b.low, -1));
    climb_put(t, "breaking.high", "high", NULL, datum_number(b.high, -1));
    climb_put(t, NULL, NULL, "breaks at", climb_breaks_words(t->arena, c));
    climb_put(t, NULL, NULL, "95 % interval",
              climb_interval_words(t->arena, c));
    climb_put(t, "slope.value", "slope", "slope",
              datum_number(climb_counted(c) ? logistic_slope(k, 0.5) : NAN, 1));
    climb_put(t, "slope.low", NULL, NULL,
              datum_number(logistic_slope(k, 0.025), -1));
    climb_put(t, "slope.high", NULL, NULL,
              datum_number(logistic_slope(k, 0.975), -1));
    climb_put(t, "place", NULL, NULL,
              datum_number(logistic_threshold(k, 0.5) + 1, -1));
}

static void climb_put_calls(struct doc_table *t, const struct climb_cell *c)
{
    const unsigned if_any = COLUMN_IF_ANY;
    const struct table_entry entries[] = {
        { { "calls", "calls", 0, "calls", 0 }, datum_count(c->calls.n) },
        { { "counted", NULL, 0, "counted", 0 }, datum_count(climb_counted(c)) },
        { { "solved", NULL, 0, "solved", 0 },
          datum_count(c->marks[MARK_CORRECT]) },
        { { "undecided", "undecided", if_any, "undecided", 0 },
          datum_count(c->marks[MARK_UNDECIDED]) },
        { { "errors", "errors", if_any, "errors", 0 },
          datum_count(c->marks[MARK_ERROR]) },
        { { "prompt_tokens", NULL, 0, "prompt_tokens", 0 },
          datum_count(c->prompt_tokens) },
        { { "completion_tokens", NULL, 0, "completion_tokens", 0 },
          datum_count(c->completion_tokens) },
        { { "cost", NULL, 0, "cost", 0 },
          datum_money(c->calls.n ? c->cost : NAN) },
        { { "end", NULL, 0, "end", 0 }, datum_text(stair_end_name(c->end)) },
    };

    TABLE_PUT_ALL(t, entries);
}

/* `label` is NULL if there is but one model. */
static void climb_put_row(struct doc_table *t, const struct climb_cell *c,
                          const char *model, const char *label)
{
    static const char *const headings[CLIMB_LEVELS] = { "L1 %", "L2", "L3",
                                                        "L4", "L5" };

    table_row(t);
    table_put(t, (struct column){ "family", "family", COLUMN_KEY, "family", 0 },
              datum_text(c->ladder->name));
    table_put(t,
              (struct column){ "model", label ? "model" : NULL, COLUMN_KEY,
                               "model", 0 },
              datum_name(model, label));
    climb_put(t, "over", "over", NULL,
              datum_text(ladder_over_words[c->ladder->over]));
    climb_put_figures(t, c);
    climb_put_calls(t, c);
    for (int i = 1; i <= CLIMB_LEVELS; i++) {
        double rate = climb_level_rate(c, i);
        struct datum v = datum_number(100 * rate, 0);

        v.quiet = isnan(rate);
        climb_put(t, NULL, arena_printf(t->arena, "level_%d", i),
                  headings[i - 1], v);
    }
    climb_put(t, "levels", NULL, NULL, levels_of(t, c));
    climb_put(t, "rungs", NULL, NULL, rungs_of(t, c));
    climb_put(t, "problems", NULL, NULL, climb_problems_of(t, c));
}

/* ---- order and words ---- */

/* Ladders from the one on which the first model breaks first; by name where
 * that is the same. */
static int climb_by_place(const void *a, const void *b)
{
    const struct climb_cell *x = *(const struct climb_cell *const *)a;
    const struct climb_cell *y = *(const struct climb_cell *const *)b;
    double p = logistic_threshold(&x->stairs.curve, 0.5);
    double q = logistic_threshold(&y->stairs.curve, 0.5);

    return p < q ? -1 : p > q ? 1 : strcmp(x->ladder->name, y->ladder->name);
}

/* How a ladder could go on beyond its top. */
static const char *climb_deeper(struct arena *a, const struct ladder *l)
{
    const struct family_depth *d =
        l->over == OVER_DEPTH ? l->rungs[0].family->depth : NULL;

    if (!d)
        return "";
    return l->rungs[l->n - 1].depth < d->most
               ? " (--to DEPTH goes deeper)"
               : arena_printf(a,
                              " (%" PRId64 " is the largest depth of the "
                              "family)",
                              d->most);
}

/* Where a staircase did not end at a narrow interval, and why. */
static void climb_say_end(struct document *d, const struct climb_cell *c,
                          const char *model)
{
    const struct ladder *l = c->ladder;
    const char *why = NULL;

    switch (c->end) {
    case STAIR_BEYOND:
        document_say(d,
                     "%s still solves more than half at %s of %s, the "
                     "highest rung that was asked: its breaking point is "
                     "above it%s.",
                     model, l->rungs[staircase_top(&c->stairs)].label, l->name,
                     climb_deeper(d->arena, l));
        return;
    case STAIR_BELOW:
        document_say(d,
                     "%s fails more than half at %s of %s, the lowest "
                     "rung: its breaking point is below it.",
                     model, l->rungs[0].label, l->name);
        return;
    case STAIR_CALLS:
        why = "all calls were used before the interval was narrow; --calls N "
              "allows more";
        break;
    case STAIR_EMPTY: why = "the family has no further problems"; break;
    case STAIR_FAILED:
        why = "calls failed; run the same command again to repeat them";
        break;
    case STAIR_OPEN:
        why = "not finished; run the same command again to continue";
        break;
    default: return;
    }
    document_say(d, "%s on %s: %s.", model, l->name, why);
}

/* The rungs of ladders that are not over depth, each ladder once; a screen has
 * the first of them. */
static void say_rungs(struct document *d, const struct climb_report *r)
{
    struct vec told = vec_in(d->arena, sizeof(const char *));

    for (size_t i = 0; i < r->n_ladders; i++) {
        const struct ladder *l = &r->ladders[i];
        struct str s = str_in(d->arena);
        size_t before = told.n;

        for (size_t k = 0; k < l->n; k++)
            str_addf(&s, "%s%zu is %s", k ? "; " : "", k + 1,
                     l->rungs[k].label);
        if (l->over != OVER_DEPTH)
            vec_add_name(&told, str_get(&s));
        if (told.n == before)
            continue;
        document_shown(d, before ? SHOWN_FULL : SHOWN_ALWAYS);
        document_say(d, "Rungs of %s%s: %s.", l->name,
                     r->n_ladders > 1 ? " and of ladders with the same rungs"
                                      : "",
                     str_get(&s));
    }
    document_shown(d, SHOWN_ALWAYS);
}

/* ---- the page ---- */

#define ROWS_ON_SCREEN 10
#define ENDS_ON_SCREEN \
 4 /* sentences on staircases; if there are more, their
                            number alone */

/* "56 calls: correct 20, wrong 30, truncated 6." */
static void climb_say_calls(struct document *d, const struct climb_report *r)
{
    size_t n = r->spec->n_models * r->n_ladders;
    struct str s = str_in(d->arena);
    uint64_t calls = 0;

    for (enum mark m = 0; m < MARKS; m++) {
        uint64_t sum = 0;

        for (size_t i = 0; i < n; i++)
            sum += r->cells[i].marks[m];
        if (sum)
            str_addf(&s, "%s%s %" PRIu64, calls ? ", " : ": ", mark_name(m),
                     sum);
        calls += sum;
    }
    document_say(d, "%s%s.", datum_plural(d->arena, calls, "call"),
                 str_get(&s));
}

static void say_headline(struct document *d, const struct climb_report *r)
{
    size_t k = r->n_ladders;

    if (r->spec->n_models == 1)
        document_say(
            d, "Where %s solves half of the problems:", r->spec->models[0]);
    else
        document_say(
            d, "Where %zu models solve half of the problems of %zu famil%s:",
            r->spec->n_models, k, k == 1 ? "y" : "ies");
}

/* The rows that break first. */
static void show_worst(struct document *d, const struct climb_report *r,
                       const char *const *labels)
{
    struct doc_table *t = document_table(d, NULL);
    size_t n;
    const struct climb_cell **worst = climb_worst(d->arena, r, &n);

    for (size_t i = 0; i < n && i < ROWS_ON_SCREEN; i++) {
        const struct climb_cell *c = worst[i];

        table_row(t);
        table_key(t, NULL, "family", datum_text(c->ladder->name));
        table_key(t, NULL, r->spec->n_models > 1 ? "model" : NULL,
                  datum_text(labels[c->model]));
        climb_put(t, NULL, NULL, "breaks at", climb_breaks_words(t->arena, c));
        climb_put(t, NULL, NULL, "95 % interval",
                  climb_interval_words(t->arena, c));
        climb_put(t, NULL, NULL, r->spec->n_models > 1 ? NULL : "calls",
                  datum_count(c->calls.n));
        table_styled(t, NULL, "undecided", COLUMN_IF_ANY,
                     datum_count(c->marks[MARK_UNDECIDED]));
        table_styled(t, NULL, "errors", COLUMN_IF_ANY,
                     datum_count(c->marks[MARK_ERROR]));
        table_styled(t, NULL, "ladder", STYLE_BAR,
                     datum_share(climb_height(c)));
    }
    document_show(d, t, 0);
    if (n > ROWS_ON_SCREEN)
        document_say(d,
                     "%zu of %zu rows: those with the lowest breaking "
                     "points on their ladders; --full shows all.",
                     (size_t)ROWS_ON_SCREEN, n);
}

static void say_ends(struct document *d, const struct climb_report *r,
                     const char *const *labels)
{
    size_t n = r->spec->n_models * r->n_ladders, ends = 0;

    for (size_t i = 0; i < n; i++)
        ends += r->cells[i].end != STAIR_NARROW;
    if (ends > ENDS_ON_SCREEN) {
        document_shown(d, SHOWN_BRIEF);
        document_say(d,
                     "%zu of %zu staircases ended before the interval was "
                     "narrow; --full gives the reasons.",
                     ends, n);
        document_shown(d, SHOWN_FULL);
    }
    for (size_t i = 0; i < n; i++)
        climb_say_end(d, &r->cells[i],
                      r->spec->n_models > 1 ? labels[r->cells[i].model]
                                            : r->spec->models[0]);
    document_shown(d, SHOWN_ALWAYS);
}

static void climb_figures(struct document *d, const struct climb_report *r,
                          const char *const *labels);

static void climb_show_all(struct document *d, const struct climb_report *r,
                           const struct doc_table *t, const char *const *labels)
{
    say_headline(d, r);
    document_shown(d, SHOWN_BRIEF);
    show_worst(d, r, labels);
    document_shown(d, SHOWN_FULL);
    document_show(d, t, 0);
    document_shown(d, SHOWN_ALWAYS);
    if (r->spec->n_models > 1)
        document_legend(d, r->spec->models, labels, r->spec->n_models);
    document_gap(d);
    climb_say_calls(d, r);
    say_ends(d, r, labels);
    say_rungs(d, r);
    document_say(d, "\"breaks at\": the rung at which the model solves half "
                    "of the problems, from a logistic curve over the rungs.");
    document_shown(d, SHOWN_BRIEF);
    document_say(d, "\"ladder\": the share of the ladder below that rung. "
                    "--full shows every row and the solve rates of the "
                    "levels; `assay report` draws the curves.");
    document_shown(d, SHOWN_FULL);
    document_say(d, "L1, L2 ...: the solve rates of the levels by this "
                    "curve, in percent.");
    climb_figures(d, r, labels);
    document_shown(d, SHOWN_ALWAYS);
}

void climb_document(struct document *d, const struct climb_report *r)
{
    size_t n_models = r->spec->n_models, n = r->n_ladders;
    const struct climb_cell **order =
        arena_array(d->arena, const struct climb_cell *, n + 1);
    const char **labels = document_labels(d, r->spec->models, n_models);
    struct doc_table *t;

    for (size_t i = 0; i < n; i++)
        order[i] = &r->cells[i];
    qsort(order, n, sizeof(*order), climb_by_place);
    d->digits = 6; /* the last ones of a double differ between machines */
    document_fact(d, "climb", datum_text(r->hash));
    document_fact(d, "seed", datum_text(r->spec->seed));
    t = document_table(d, "climbs");
    for (size_t i = 0; i < n; i++)
        for (size_t m = 0; m < n_models; m++)
            climb_put_row(t, order[i] + m * n, r->spec->models[m],
                          n_models > 1 ? labels[m] : NULL);
    climb_show_all(d, r, t, labels);
}

/*
 * A climb as figures: the curve of each family with the rungs that were asked,
 * where each model breaks on each family, and the rates of the levels.
 */
#define BENDS 80 /* pieces of a curve, evenly on its axis */

/* What the figures are drawn from. */
struct drawing {
    struct document *document;
    const struct climb_report *report;
    const char *const *labels;       /* [model] */
    const struct climb_cell **worst; /* all cells, the least height first */
    size_t n;
};

/* ---- curves ---- */

/* Returns the query of the problems of one rung, or NULL if it would find those
 * of others too. A rung of a ladder over depth is told by its depth, others by
 * their level and, in chains, by their family; knobs are no facets. */
static const char *rung_items(struct arena *a, const struct ladder *l,
                              const struct rung *r, const char *model)
{
    for (const struct rung *x = l->rungs; x < l->rungs + l->n; x++)
        if (x != r && x->family == r->family && x->level == r->level &&
            x->depth == r->depth)
            return NULL;
    return items_query(a, "family", r->family->name, "depth",
                       r->depth ? arena_printf(a, "%" PRId64, r->depth) : NULL,
                       "level",
                       r->depth ? NULL : arena_printf(a, "%d", r->level),
                       "model", model, NULL);
}

/* Where a rung stands on the axis: depths by their logarithms. */
static double rung_at(const struct ladder *l, size_t i)
{
    double x = ladder_value(l, (double)i);

    return l->over == OVER_DEPTH ? log(x) : x;
}

/* Rungs for a unit of the axis at rung i: the harmonic mean of those on both
 * sides, so that the place between rungs rises smoothly. */
static double rungs_a_unit(const struct ladder *l, size_t i)
{
    size_t before = i > 0 ? i - 1 : 0, after = i + 1 < l->n ? i + 1 : i;

    return (double)(after - before) / (rung_at(l, after) - rung_at(l, before));
}

/* Returns the place between the rungs of a point of the axis: that of each rung
 * is its own, and the curve has no kinks there, as straight pieces would. */
static double place_on_axis(const struct ladder *l, double x)
{
    double from, width, t;
    size_t i = 0;

    while (i + 2 < l->n && rung_at(l, i + 1) <= x)
        i++;
    from = rung_at(l, i);
    width = rung_at(l, i + 1) - from;
    t = (x - from) / width;
    return (double)i + t * t * (3 - 2 * t) +
           width * t * (1 - t) *
               ((1 - t) * rungs_a_unit(l, i) - t * rungs_a_unit(l, i + 1));
}

/* Points of the curve without n, evenly on the axis, from the first rung to
 * `top`. */
static void add_bends(struct figure *f, const struct climb_cell *c,
                      size_t series, size_t top)
{
    const struct ladder *l = c->ladder;
    double from = rung_at(l, 0), to = rung_at(l, top);

    for (size_t i = 0; i <= BENDS && top > 0; i++) {
        double x = from + (double)i / BENDS * (to - from);

        figure_point(f, series, l->over == OVER_DEPTH ? exp(x) : x,
                     logistic_rate(&c->stairs.curve, place_on_axis(l, x)));
    }
}

/* The curve goes up to the rung behind the last that was asked; points with n
 * are the rungs that were asked. */
static void add_curve(struct figure *f, const struct climb_cell *c,
                      const char *model, size_t series)
{
    const struct ladder *l = c->ladder;
    size_t top = 0;

    for (size_t i = 0; i < l->n; i++)
        if (c->stairs.asked[i])
            top = i + 1 < l->n ? i + 1 : i;
    add_bends(f, c, series, top);
    for (size_t i = 0; i < l->n; i++) {
        double n = (double)c->stairs.asked[i], k = (double)c->stairs.solved[i];
        struct dot *p;

        if (!c->stairs.asked[i])
            continue;
        p = figure_point(f, series, ladder_value(l, (double)i), k / n);
        figure_rests(p, stats_wilson(k, n), c->stairs.asked[i],
                     rung_items(f->arena, l, &l->rungs[i], model));
    }
}

static void climb_draw_curve(const struct drawing *w, const struct ladder *l)
{
    const struct climb_report *r = w->report;
    struct arena *a = w->document->arena;
    struct figure *f =
        figure_new(a, FIGURE_LINES, figure_word(a, "curve-", l->name),
                   arena_printf(a, "Solve rate on %s", l->name));
    uint64_t n = 0;

    f->value = (struct axis){ .title = "solved", .share = true };
    f->across =
        (struct axis){ .title = l->over == OVER_DEPTH ? "depth" : "rung",
                       .log = l->over == OVER_DEPTH };
    f->series_title = "model";
    f->curve = true;
    for (size_t m = 0; m < r->spec->n_models; m++) {
        const struct climb_cell *c =
            &r->cells[m * r->n_ladders + (size_t)(l - r->ladders)];

        if (!climb_counted(c))
            continue;
        n += climb_counted(c);
        add_curve(f, c, r->spec->models[m], figure_series(f, w->labels[m]));
    }
    figure_rule(f, 0.5, "half");
    f->caption = arena_printf(
        a,
        "Lines: the logistic curve of each model over the rungs. Points: "
        "the share solved on each rung that was asked, with Wilson's 95 %% "
        "interval; n = %" PRIu64 " counted replies.",
        n);
    if (n)
        document_figure(w->document, f);
}

/* ---- breaking depths ---- */

/* A depth beyond the ladder is shown at its end, with words beside it; an
 * interval that leaves the ladder ends with it. */
static void add_breaking(const struct drawing *w, struct figure *f,
                         const struct climb_cell *c)
{
    const char *model = w->report->spec->models[c->model];
    const struct ladder *l = c->ladder;
    struct climb_breaking b = climb_breaking(c);
    bool beyond = isnan(b.value);
    double end = isnan(b.low) ? b.high : b.low;
    struct dot *p = figure_dot(f, figure_row_of(f, l->name), c->model,
                               beyond ? end : b.value);

    if (beyond) {
        p->label = climb_breaks_words(f->arena, c).text;
    } else {
        p->low = isnan(b.low) ? ladder_value(l, 0) : b.low;
        p->high = isnan(b.high) ? ladder_value(l, (double)(l->n - 1)) : b.high;
    }
    p->n = climb_counted(c);
    p->items = items_query(f->arena, "family", l->name, "model", model, NULL);
}

static void draw_breaking(const struct drawing *w, bool depth)
{
    struct figure *f = figure_new(w->document->arena, FIGURE_DOTS,
                                  depth ? "breaking-depths" : "breaking-rungs",
                                  depth ? "The depth at which half is solved"
                                        : "The rung at which half is solved");

    f->value =
        (struct axis){ .title = depth ? "breaking depth" : "breaking rung",
                       .log = depth };
    f->row_title = "family";
    f->series_title = "model";
    f->caption = "The point at which each model solves half of the "
                 "problems, from its curve, with the 95 % interval, cut at "
                 "the ends of the ladder; n: counted replies. A dot marked "
                 "\"<\" or \">\" is at an end of the ladder: the breaking "
                 "point is outside the ladder. Rows are sorted by the share "
                 "of the ladder below the breaking point, smallest first.";
    for (size_t m = 0; m < w->report->spec->n_models; m++)
        figure_series(f, w->labels[m]);
    for (size_t i = 0; i < w->n; i++)
        if (climb_counted(w->worst[i]) &&
            (w->worst[i]->ladder->over == OVER_DEPTH) == depth)
            add_breaking(w, f, w->worst[i]);
    document_figure(w->document, f);
}

/* ---- levels ---- */

static void climb_add_levels(const struct drawing *w, struct figure *f,
                             const struct climb_cell *c)
{
    const struct climb_spec *s = w->report->spec;
    const char *family = c->ladder->name;
    size_t row =
        figure_row(f, s->n_models > 1 ? arena_printf(f->arena, "%s, %s", family,
                                                     w->labels[c->model])
                                      : family);

    for (int i = 1; i <= CLIMB_LEVELS; i++) {
        double rate = climb_level_rate(c, i);
        struct dot *p;

        if (isnan(rate))
            continue;
        p = figure_dot(f, row, (size_t)i - 1, rate);
        p->n = climb_counted(c);
    }
}

static void draw_levels(const struct drawing *w)
{
    struct arena *a = w->document->arena;
    struct figure *f =
        figure_new(a, FIGURE_HEAT, "level-rates", "Solve rates of the levels");

    f->value = (struct axis){ .title = "solved", .share = true };
    f->row_title = "family";
    f->series_title = "level";
    f->caption = "The solve rate of each level of the family by the curve "
                 "of the row; n: replies behind the curve. Rows with the "
                 "lowest breaking points come first.";
    for (int i = 1; i <= CLIMB_LEVELS; i++)
        figure_series(f, arena_printf(a, "L%d", i));
    for (size_t i = 0; i < w->n; i++)
        if (climb_counted(w->worst[i]) &&
            !isnan(climb_level_rate(w->worst[i], 1)))
            climb_add_levels(w, f, w->worst[i]);
    document_figure(w->document, f);
}

/* ---- all of them ---- */

/* Adds the figures: the curve of each family, breaking depths, and rates of
 * levels. The labels are those of the models. */
static void climb_figures(struct document *d, const struct climb_report *r,
                          const char *const *labels)
{
    struct drawing w = { .document = d, .report = r, .labels = labels };

    w.worst = climb_worst(d->arena, r, &w.n);
    draw_breaking(&w, true);
    draw_breaking(&w, false);
    draw_levels(&w);
    for (size_t i = 0, k; i < w.n; i++) {
        for (k = 0; w.worst[k]->ladder != w.worst[i]->ladder;)
            k++;
        if (k == i)
            climb_draw_curve(&w, w.worst[i]->ladder);
    }
}
