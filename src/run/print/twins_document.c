/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One problem in two forms: disguised, or in a wording that was held out from
 * training; and problems of kinds that were held out, beside those of others.
 */
#include "run/compare/twins.h"
#include "run/print/print.h"

#include <math.h>
#include <string.h>

#define TWINS_SCREEN 4 /* rows of twins on a screen */

/* ---- disguises ---- */

static void put_twins(struct doc_table *t, const struct summary *v,
                      const struct twins *w, const char *label)
{
    const struct compare_pair *p = &w->pair;
    bool one = p->single;
    const struct table_entry entries[] = {
        { { "model", v->info.n_models > 1 ? "model" : NULL, COLUMN_KEY, NULL,
            0 },
          datum_name(v->models[w->model], label) },
        { { "strategy", "disguise", COLUMN_KEY, NULL, 0 },
          datum_text(w->form) },
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
        { { "canonical_only_right", one ? "only canonical correct" : NULL,
            COLUMN_LATER, NULL, 0 },
          one ? datum_count(p->a_only) : datum_absent },
        { { "disguised_only_right", one ? "only disguised correct" : NULL,
            COLUMN_LATER, NULL, 0 },
          one ? datum_count(p->b_only) : datum_absent },
    };

    table_row(t);
    TABLE_PUT_ALL(t, entries);
}

static const char *test_name(const struct compare_pair *p)
{
    return p->single ? "McNemar's exact test" : "a paired permutation test";
}

void twins_document(struct document *d, const struct summary *v,
                    const char *const *labels)
{
    size_t n;
    const struct twins *w = twins_make(d->arena, v, &twins_disguised, 1, &n);
    struct doc_table *t;

    if (!n)
        return;
    t = document_table(d, "twins");
    for (size_t i = 0; i < n; i++)
        put_twins(t, v, &w[i], labels[w[i].model]);
    document_shown(d, n > TWINS_SCREEN ? SHOWN_FULL : SHOWN_ALWAYS);
    document_section(d, "the same problems, canonical and disguised:");
    document_show(d, t, 0);
    document_say(d,
                 "difference: disguised minus canonical, in points, with a 95 "
                 "%% interval over pairs; p by %s",
                 test_name(&w->pair));
}

/* ---- what was held out ---- */

/* What is compared of one side. */
struct held_row {
    const char *what; /* "wordings" */
    uint64_t seen_n, unseen_n;
    uint64_t pairs, alone; /* 0: other problems are compared */
    double seen, unseen, difference;
    struct interval interval;
    const char *test; /* NULL: none */
    double p;
};

static bool find_wordings(struct arena *a, const struct compare_side *s,
                          struct held_row *out)
{
    size_t n;
    const struct twins *w = twins_make(a, s->view, &twins_worded, 1, &n);

    for (size_t i = 0; i < n; i++) {
        const struct compare_pair *p = &w[i].pair;

        if (w[i].model != s->model || !p->pairs)
            continue;
        *out = (struct held_row){ "wordings",   p->pairs,      p->pairs,
                                  p->pairs,     w[i].alone,    p->mean_a,
                                  p->mean_b,    p->difference, p->interval,
                                  test_name(p), p->p };
        return true;
    }
    return false;
}

/* The knob "kinds" by problem: 0 seen, 1 unseen. Wordings that were held out as
 * well are no part of this comparison. */
static uint32_t *part_of(struct arena *a, const struct problem *p)
{
    const char *kinds = json_string(json_get(p->knobs, "kinds"));
    const char *words = json_string(json_get(p->knobs, "templates"));
    uint32_t *part = arena_array(a, uint32_t, 2);

    part[0] = part[1] = UINT32_MAX;
    if (kinds && !str_eq(kinds, "any") && !(words && str_eq(words, "unseen")))
        part[0] = str_eq(kinds, "unseen");
    return part;
}

/* By how much what is open could raise a rate. */
static double slack(const struct tally *t)
{
    return t->bracket.high - t->bracket.low;
}

static bool find_kinds(struct arena *a, const struct compare_side *s,
                       struct held_row *out)
{
    const struct summary *v = s->view;
    size_t n = (size_t)v->info.n_problems;
    uint32_t **parts = arena_array(a, uint32_t *, n + 1);
    struct tally *cells =
        arena_array(a, struct tally, 2 * (size_t)v->info.n_models);
    const struct tally *seen = &cells[2 * s->model], *unseen = seen + 1;
    struct interval i;

    for (size_t k = 0; k < n; k++)
        parts[k] = part_of(a, &v->problems[k]);
    tally_cells(a, &v->count, parts, 2, cells);
    if (!seen->counted || !unseen->counted)
        return false;
    i = stats_newcombe(seen->accuracy.value, seen->accuracy.interval,
                       unseen->accuracy.value, unseen->accuracy.interval);
    i.low = fmax(i.low - slack(seen), -1);
    i.high = fmin(i.high + slack(unseen), 1);
    *out = (struct held_row){
        .what = "kinds",
        .seen_n = seen->problems,
        .unseen_n = unseen->problems,
        .seen = seen->accuracy.value,
        .unseen = unseen->accuracy.value,
        .difference = unseen->accuracy.value - seen->accuracy.value,
        .interval = i,
        .p = NAN,
    };
    return true;
}

static void put_held(struct doc_table *t, const struct compare_side *s,
                     const char *label, const char *heading,
                     const struct held_row *r)
{
    const struct table_entry entries[] = {
        { { "side", heading, COLUMN_KEY, NULL, 0 },
          datum_name(s->name, label) },
        { { "held_out", "held out", COLUMN_KEY, NULL, 0 },
          datum_text(r->what) },
        { { "problems_seen", NULL, 0, NULL, 0 }, datum_count(r->seen_n) },
        { { "problems_unseen", "problems", 0, NULL, 0 },
          datum_count(r->unseen_n) },
        { { .name = "paired" }, datum_truth(r->pairs > 0) },
        { { .name = "without_twin" }, datum_count(r->alone) },
        { { "seen", "seen", 0, NULL, 0 }, datum_share(r->seen) },
        { { "unseen", "unseen", 0, NULL, 0 }, datum_share(r->unseen) },
        { { .name = "difference" }, datum_share(r->difference) },
        { { .name = "low" }, datum_share(r->interval.low) },
        { { .name = "high" }, datum_share(r->interval.high) },
        { { .heading = "difference", .flags = STYLE_SIGNED },
          datum_estimate(r->difference, r->interval.low, r->interval.high,
                         r->unseen_n) },
        { { "p", "p", COLUMN_LATER, NULL, 0 }, datum_p(r->p) },
    };

    table_row(t);
    TABLE_PUT_ALL(t, entries);
}

void holdout_document(struct document *d, const struct compare_side *sides,
                      size_t n, const char *const *labels)
{
    struct held_row rows[2];
    struct doc_table *t = NULL;
    const char *test = NULL;
    const char *heading = n > 1 ? "model" : NULL;
    bool kinds = false;

    for (size_t i = 0; i < n; i++)
        if (sides[i].view != sides[0].view)
            heading = "run";
    for (size_t i = 0; i < n; i++) {
        size_t found = find_wordings(d->arena, &sides[i], &rows[0]);

        test = found ? rows[0].test : test;
        if (find_kinds(d->arena, &sides[i], &rows[found])) {
            kinds = true;
            found++;
        }
        if (found && !t)
            t = document_table(d, "holdout");
        for (size_t k = 0; k < found; k++)
            put_held(t, &sides[i], labels[i], heading, &rows[k]);
    }
    if (!t)
        return;
    document_section(d,
                     "wordings and kinds that training may see, and those held "
                     "out:");
    document_show(d, t, 0);
    document_say(d,
                 "difference: unseen minus seen, in points, with a 95 %% "
                 "interval%s%s%s",
                 test ? "; wordings: the same problems in both, p by " : "",
                 test ? test : "",
                 kinds ? "; kinds: other problems, which need not be as "
                         "difficult"
                       : "");
}
