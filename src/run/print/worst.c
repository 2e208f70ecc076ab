/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The worst groups of a run, for a screen. Groups of all groupings compete:
 * those of the summary, and families and concepts even where they are too many
 * for a table. They are ranked by accuracy after EXTRA problems with the
 * accuracy of the whole run were added to each: neither one wrong answer to one
 * problem leads, nor a large group that is like the whole. Of groups with the
 * same problems (a family and its concept) the first stays, and a group of all
 * problems is none.
 */
#include "base/hash.h"
#include "base/map.h"
#include "run/print/print.h"

#include <inttypes.h>
#include <stdlib.h>

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
    size_t places;
};

/* ---- finding ---- */

/* Writes the sum of the hashes of each group's problems. */
static uint64_t *sum_problems(const struct finding *f, const struct grouping *g)
{
    uint64_t *sums = arena_array(f->a, uint64_t, g->n + 1);

    for (size_t i = 0; i < f->v->info.n_problems; i++)
        for (const uint32_t *of = g->of[i]; of && *of != UINT32_MAX; of++)
            sums[*of] += hash_bytes(&i, sizeof(i)).low;
    return sums;
}

static void leave_out_whole(struct finding *f)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < f->v->info.n_problems; i++)
        sum += hash_bytes(&i, sizeof(i)).low;
    map_put(&f->seen, &sum, sizeof(sum), NULL);
}

/* The mean of n cells, `step` apart, that have results. The mean of intervals
 * is no narrower than the interval of the mean. */
static struct datum mean_of(const struct tally *cells, size_t n, size_t step)
{
    double value = 0, low = 0, high = 0, models = 0;
    uint64_t problems = 0;

    for (size_t m = 0; m < n; m++) {
        const struct rate *r = &cells[m * step].accuracy;

        if (!r->n)
            continue;
        value += r->value;
        low += r->interval.low;
        high += r->interval.high;
        problems = r->n > problems ? r->n : problems;
        models++;
    }
    return datum_estimate(value / models, low / models, high / models,
                          problems);
}

/* The mean of the brackets of the same cells. */
static struct datum bracket_of(const struct tally *cells, size_t n, size_t step)
{
    double low = 0, high = 0, models = 0;
    bool open = false;
    struct datum v;

    for (size_t m = 0; m < n; m++) {
        const struct tally *t = &cells[m * step];

        if (!t->counted)
            continue;
        low += t->bracket.low;
        high += t->bracket.high;
        open = open || t->open;
        models++;
    }
    v = datum_range(low / models, high / models);
    v.quiet = !open;
    return v;
}

static void add_group(struct finding *f, const struct grouping *g, size_t group,
                      const struct tally *cells)
{
    struct datum v = mean_of(cells + group, f->v->info.n_models, g->n);

    if (v.n && v.x < 1)
        *(struct worst *)vec_push(&f->worst) = (struct worst){
            .by = g->name,
            .group = g->values[group],
            .value = v,
            .bracket = bracket_of(cells + group, f->v->info.n_models, g->n),
            .rank =
                ((double)v.n * v.x + EXTRA * f->whole) / ((double)v.n + EXTRA),
            .place = f->places++,
        };
}

static void add_grouping(struct finding *f, const struct summary_group *s)
{
    const struct grouping *g = &s->grouping;
    const uint64_t *sums = sum_problems(f, g);

    for (size_t i = 0; i < g->n; i++) {
        bool fresh;

        map_put(&f->seen, &sums[i], sizeof(sums[i]), &fresh);
        if (fresh)
            add_group(f, g, i, s->cells);
    }
}

/* Families and concepts, where the summary has no table of them. */
static void add_missing(struct finding *f, const char *name)
{
    const struct summary *v = f->v;
    struct summary_group s;
    size_t n;

    for (size_t i = 0; i < v->n_groups; i++)
        if (str_eq(v->groups[i].grouping.name, name))
            return;
    if (!grouping_make(f->a, v->problems, v->info.n_problems, name,
                       &s.grouping) ||
        s.grouping.n < 2 || s.grouping.n > GROUPS_MOST)
        return;
    n = s.grouping.n;
    s.cells = arena_array(f->a, struct tally, v->info.n_models * n);
    tally_cells(f->a, &v->count, s.grouping.of, n, s.cells);
    add_grouping(f, &s);
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

/* A narrow page has no bars, and the grouping's name before the group's. */
static const char *name_of(struct document *d, const struct worst *w,
                           size_t most)
{
    if (most >= OTHERS + GROUP_LEAST)
        return printable(d->arena, w->group, most - OTHERS);
    most = most < FEWER + GROUP_LEAST ? GROUP_LEAST : most - FEWER;
    return printable(d->arena, arena_printf(d->arena, "%s %s", w->by, w->group),
                     most);
}

static void show(struct document *d, const struct worst *w, size_t n)
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
        table_key(t, NULL, "group", datum_text(name_of(d, &w[i], width)));
        table_cell(t, NULL, "problems", datum_count(w[i].value.n));
        table_cell(t, NULL, "accuracy", w[i].value);
        table_styled(t, NULL, "bracket", COLUMN_IF_ANY, w[i].bracket);
        table_styled(t, NULL, wide ? "" : NULL, STYLE_BAR, w[i].value);
    }
    document_show(d, t, 0);
}

void run_worst(struct document *d, const struct summary *v)
{
    struct finding f = { .a = d->arena,
                         .v = v,
                         .worst = vec_in(d->arena, sizeof(struct worst)),
                         .whole = mean_of(v->whole, v->info.n_models, 1).x };
    const char *means = "";
    size_t n;

    leave_out_whole(&f);
    add_missing(&f, "family");
    for (size_t i = 0; i < v->n_groups; i++)
        add_grouping(&f, &v->groups[i]);
    add_missing(&f, "concept");
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
    show(d, f.worst.items, n);
}
