/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hash.h"
#include "report/figure.h"
#include "run/compare/compare.h"
#include "run/print/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * The figures of a comparison: how far the sides of each pair are apart, and on
 * how many problems only one of them is right.
 */

#define ROWS_MOST 60 /* pairs */
#define KINDS     5  /* of problems: who is right */

struct datum pair_difference(const struct compare_pair *p)
{
    return p ? datum_estimate(p->difference, p->interval.low, p->interval.high,
                              p->pairs)
             : datum_unknown;
}

static const char *pair_name(struct arena *a, const struct compare_pair *p,
                             const char *const *labels)
{
    return arena_printf(a, "%s - %s", labels[p->b], labels[p->a]);
}

/* Returns the query of the results of the pair's first side. */
static const char *first_items(struct arena *a, const struct compare *c,
                               const struct compare_pair *p)
{
    const struct compare_side *s = &c->sides[p->a];

    return items_query(a, "set", s->view->info.name, "model",
                       s->view->models[s->model], NULL);
}

static void draw_differences(struct document *d, const struct compare *c,
                             const char *const *labels, size_t n)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, "differences",
                                  "Paired differences in accuracy");

    f->caption = "Mean difference over the problems that both runs have, in "
                 "points, with a 95 % interval over problems or clusters; n: "
                 "problems. p by McNemar's exact test or a paired permutation "
                 "test; Holm: corrected for all pairs.";
    f->value = (struct axis){ .title = "difference (points)" };
    f->row_title = "pair";
    figure_series(f, "difference");
    figure_rule(f, 0, "no difference");
    for (size_t i = 0; i < n; i++) {
        const struct compare_pair *p = &c->pairs[i];
        struct dot *s;

        figure_row(f, pair_name(d->arena, p, labels));
        s = figure_dot(f, i, 0, 100 * p->difference);
        figure_rests(
            s,
            (struct interval){ 100 * p->interval.low, 100 * p->interval.high },
            p->pairs, first_items(d->arena, c, p));
        s->label = datum_p_words(d->arena, p->p);
        if (c->n_pairs > 1) /* "p = 0.031 (Holm 0.12)" */
            s->label =
                arena_printf(d->arena, "%s (Holm %s)", s->label,
                             datum_words(d->arena, datum_p(p->p_holm), 0));
    }
    document_figure(d, f);
}

/* Problems of the pairs with one attempt on each side. */
static void draw_changes(struct document *d, const struct compare *c,
                         const char *const *labels, size_t n)
{
    static const char *const names[] = { "both right", "only the first right",
                                         "only the second right",
                                         "neither right", "open" };
    struct figure *f = figure_new(d->arena, FIGURE_BARS, "changes",
                                  "Problems that only one run solves");
    size_t kinds = KINDS - 1; /* "open" only where there is any */

    for (size_t i = 0; i < n; i++)
        if (c->pairs[i].single && c->pairs[i].open)
            kinds = KINDS;
    f->caption = "Problems of each pair (second - first), by which run is "
                 "correct. Open: a missing, failed or undecided result "
                 "decides which run is correct. One attempt in each run; n: "
                 "problems.";
    f->value = (struct axis){ .title = "problems" };
    f->row_title = "pair";
    f->series_title = "right";
    f->stacked = true;
    for (size_t k = 0; k < kinds; k++)
        figure_series(f, names[k]);
    for (size_t i = 0; i < n; i++) {
        const struct compare_pair *p = &c->pairs[i];
        const uint64_t counts[KINDS] = { p->both, p->a_only, p->b_only,
                                         p->neither,
                                         p->pairs - p->both - p->a_only -
                                             p->b_only - p->neither };
        size_t row;

        if (!p->single || !p->pairs)
            continue;
        row = figure_row(f, pair_name(d->arena, p, labels));
        for (size_t k = 0; k < kinds; k++) {
            struct dot *s = figure_dot(f, row, k, (double)counts[k]);

            s->n = counts[k];
            s->items = s->n ? first_items(d->arena, c, p) : NULL;
        }
    }
    document_figure(d, f);
}

void compare_figures(struct document *d, const struct compare *c)
{
    size_t n = c->n_pairs < ROWS_MOST ? c->n_pairs : ROWS_MOST;
    const char **labels = document_labels(
        d, compare_names(d->arena, c->sides, c->n_sides), c->n_sides);
    enum shown before = d->shown;

    document_shown(d, SHOWN_FULL);
    draw_differences(d, c, labels, n);
    draw_changes(d, c, labels, n);
    if (n < c->n_pairs)
        document_say(d, "the first %zu of %zu pairs are shown", n, c->n_pairs);
    document_shown(d, before);
}

/*
 * One problem in two forms: disguised, or in a wording that was held out from
 * training; and problems of kinds that were held out, beside those of others.
 */

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
          pair_difference(p) },
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

    /* The knob "kinds" by problem: 0 seen, 1 unseen. Wordings that were held out
     * as well are no part of this comparison. */
    for (size_t k = 0; k < n; k++) {
        const struct json *knobs = v->problems[k].knobs;
        const char *kinds = json_string(json_get(knobs, "kinds"));
        const char *words = json_string(json_get(knobs, "templates"));

        parts[k] = arena_array(a, uint32_t, 2);
        parts[k][0] = parts[k][1] = UINT32_MAX;
        if (kinds && !str_eq(kinds, "any") &&
            !(words && str_eq(words, "unseen")))
            parts[k][0] = str_eq(kinds, "unseen");
    }
    tally_cells(a, &v->count, parts, 2, cells);
    if (!seen->counted || !unseen->counted)
        return false;
    i = stats_newcombe(seen->accuracy.value, seen->accuracy.interval,
                       unseen->accuracy.value, unseen->accuracy.interval);
    /* By how much what is open could raise a rate. */
    i.low = fmax(i.low - (seen->bracket.high - seen->bracket.low), -1);
    i.high = fmin(i.high + (unseen->bracket.high - unseen->bracket.low), 1);
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

/*
 * A comparison as a document: two sides in sentences with the problems that
 * changed, several as a table of pairs.
 */

#define FLIPS_MOST  20
#define SCREEN_MOST 10 /* flips and pairs that a screen shows */
#define VALUE_MOST  40 /* bytes of a setting, shown */

struct telling {
    struct document *d;
    struct arena *a;
    const struct compare *c;
    const char **labels; /* of the sides */
};

/* ---- who is compared ---- */

const char *setting_words(struct arena *a, const struct json *v)
{
    struct str b = str_in(a);
    char hex[HASH_HEX_SIZE];

    if (v->type == JSON_STRING && !strpbrk(v->text, " ,;"))
        str_add(&b, v->text);
    else
        json_write(&b, v);
    if (b.n <= VALUE_MOST)
        return str_get(&b);
    return arena_printf(a, "(%.8s)", hash_hex(hash_bytes(b.s, b.n), hex));
}

static const char *settings_text(struct arena *a, const struct compare *c,
                                 size_t side)
{
    struct str b = str_in(a);

    for (size_t i = 0; i < c->n_settings; i++) {
        const struct json *v = c->settings[i].value[side];

        if (v)
            str_addf(&b, "%s%s %s", b.n ? ", " : "; ", c->settings[i].name,
                     setting_words(a, v));
    }
    return str_get(&b);
}

/* "r1 = openai:gpt-4o; max_tokens 100": models, and in what runs differ. */
static void say_side(const struct telling *x, size_t i)
{
    const struct compare *c = x->c;
    const struct compare_side *side = &c->sides[i];
    const char *run = side->view->info.name, *label = x->labels[i];
    const char *model = printable(x->a, side->view->models[side->model], 400);
    const char *settings = settings_text(x->a, c, i);

    if (str_eq(label, run))
        document_say(x->d, "%s = %s%s", label, model, settings);
    else if (!str_eq(label, side->name))
        document_say(x->d, "%s = %s of %s%s", label, model, run, settings);
    else if (*settings)
        document_say(x->d, "%s%s", label, settings);
}

static void compare_add_sides(const struct telling *x)
{
    const struct compare *c = x->c;
    struct doc_table *t = document_table(x->d, "sides");

    for (size_t i = 0; i < c->n_sides; i++) {
        const struct compare_side *side = &c->sides[i];
        struct json *settings = json_new(x->a, JSON_OBJECT);

        for (size_t k = 0; k < c->n_settings; k++) {
            const struct json *v = c->settings[k].value[i];

            json_set(x->a, settings, c->settings[k].name,
                     v ? json_copy(x->a, v) : json_new(x->a, JSON_NULL));
        }
        const struct table_entry entries[] = {
            /* CSV is of the pairs */
            { { .name = "name" }, datum_text(side->name) },
            { { .name = "run" }, datum_text(side->view->info.name) },
            { { .name = "model" },
              datum_text(side->view->models[side->model]) },
            { { .name = "settings" }, datum_tree(settings) },
        };

        table_row(t);
        TABLE_PUT_ALL(t, entries);
        say_side(x, i);
    }
    if (c->judged_apart)
        document_say(x->d, "the runs were not judged by the same rules: part "
                           "of a difference may come from the judge");
}

static bool is_clustered(const struct compare_pair *p)
{
    return p->clusters != p->pairs;
}

/* "problems", "10 clusters by template, parent or game" */
static const char *units(struct arena *a, const struct compare_pair *p)
{
    if (!is_clustered(p))
        return "problems";
    return arena_printf(a, "%s by template, parent or game",
                        datum_plural(a, p->clusters, "cluster"));
}

static const char *interval_source(struct arena *a,
                                   const struct compare_pair *p)
{
    if (p->pairs == 0)
        return "no problem to compare";
    if (p->open)
        return arena_printf(a, "the widest that open results allow, over %s",
                            units(a, p));
    if (p->spread)
        return arena_printf(a, "bootstrap over %s", units(a, p));
    if (p->n_flips == 0)
        return "Wilson interval, because no problem differs";
    return arena_printf(
        a, "Wilson interval, because all %s differ by the same amount",
        units(a, p));
}

/* ---- pairs ---- */

static struct doc_table *flips_of(const struct telling *x,
                                  const struct compare_pair *p)
{
    const char *a = x->labels[p->a], *b = x->labels[p->b];
    struct doc_table *t = document_table(x->d, NULL);

    for (size_t i = 0; i < p->n_flips; i++) {
        const struct flip *f = &p->flips[i];
        bool first = f->a > f->b;

        table_row(t);
        table_key(t, "problem", "problem", datum_text(f->problem));
        table_cell(t, "a", p->single ? NULL : a, datum_share(f->a));
        table_cell(t, "b", p->single ? NULL : b, datum_share(f->b));
        if (p->single) {
            table_cell(t, NULL, a, datum_text(first ? "correct" : "wrong"));
            table_cell(t, NULL, b, datum_text(first ? "wrong" : "correct"));
        } else {
            table_styled(t, NULL, "points", STYLE_SIGNED,
                         datum_share(f->b - f->a));
        }
    }
    return t;
}

static void put_test(struct doc_table *t, const struct compare_pair *p)
{
    const char *interval = p->spread ? "bootstrap" : "wilson";

    table_cell(t, "difference", NULL, datum_share(p->difference));
    table_cell(t, "low", NULL, datum_share(p->interval.low));
    table_cell(t, "high", NULL, datum_share(p->interval.high));
    table_styled(t, NULL, "b - a", STYLE_SIGNED, pair_difference(p));
    table_cell(t, "interval", NULL, datum_text(p->pairs ? interval : NULL));
    table_cell(t, "test", NULL,
               datum_text(p->exact ? "mcnemar" : "permutation"));
    table_styled(t, "p", "p", COLUMN_LATER, datum_p(p->p));
    table_styled(t, "p_holm", "p (Holm)", COLUMN_LATER | COLUMN_JOINED,
                 datum_p(p->p_holm));
    table_cell(t, "a_only_right", NULL,
               p->single ? datum_count(p->a_only) : datum_absent);
    table_cell(t, "b_only_right", NULL,
               p->single ? datum_count(p->b_only) : datum_absent);
    table_styled(t, "smallest_difference", "detectable",
                 COLUMN_LATER | STYLE_BARE,
                 datum_share(p->smallest <= 1 ? p->smallest : NAN));
}

static bool any_open(const struct open_attempts *o)
{
    return o->undecided || o->errors || o->missing;
}

/* A side's accuracy with what is open in it. */
static void compare_put_mean(const struct telling *x, struct doc_table *t,
                             const struct compare_pair *p, const char *side)
{
    bool b = *side == 'b';
    const struct open_attempts *o = b ? &p->open_b : &p->open_a;
    struct interval bracket = b ? p->bracket_b : p->bracket_a;
    const char *right = arena_printf(x->a, "%s correct", side);
    const char *mean = arena_printf(x->a, "mean_%s", side);
    const char *most = arena_printf(x->a, "bracket_%s", side);
    const char *wide = arena_printf(x->a, "bracket of %s", side);
    const char *names[3], *csv[3];
    static const char *const kinds[] = { "undecided", "error", "missing" };
    const uint64_t counts[] = { o->undecided, o->errors, o->missing };

    for (int i = 0; i < 3; i++) {
        names[i] = arena_printf(x->a, "open_%s.%s", side, kinds[i]);
        csv[i] = arena_printf(x->a, "%s_%s", kinds[i], side);
    }
    table_cell(t, mean, right, datum_share(b ? p->mean_b : p->mean_a));
    table_styled(t, most, wide, COLUMN_IF_ANY,
                 datum_bracket(bracket.low, bracket.high, any_open(o)));
    for (int i = 0; i < 3; i++)
        table_put(t, (struct column){ names[i], NULL, 0, csv[i], 0 },
                  datum_count(counts[i]));
}

/* A row; returns the problems that differ. */
static struct doc_table *put_pair(const struct telling *x, struct doc_table *t,
                                  const struct compare_pair *p)
{
    const struct compare_side *sides = x->c->sides;
    const unsigned later = COLUMN_LATER;
    struct datum clusters = datum_count(p->clusters);
    struct doc_table *flips = flips_of(x, p);

    clusters.quiet = !is_clustered(p);
    table_row(t);
    table_key(t, "a", "a", datum_name(sides[p->a].name, x->labels[p->a]));
    table_key(t, "b", "b", datum_name(sides[p->b].name, x->labels[p->b]));
    table_cell(t, "problems", "problems", datum_count(p->pairs));
    table_cell(t, "only_a", NULL, datum_count(p->only_a));
    table_cell(t, "only_b", NULL, datum_count(p->only_b));
    table_cell(t, "other_problem", NULL, datum_count(p->other_problem));
    table_cell(t, "other_key", NULL, datum_count(p->other_key));
    table_cell(t, "translated", NULL, datum_count(p->translated));
    table_cell(t, "uncounted", NULL, datum_count(p->uncounted));
    table_cell(
        t, "clusters", NULL,
        datum_text(is_clustered(p) ? "template, parent or game" : "problem"));
    table_styled(t, "n_clusters", "clusters", COLUMN_IF_ANY, clusters);
    compare_put_mean(x, t, p, "a");
    compare_put_mean(x, t, p, "b");
    table_cell(t, "open", NULL, datum_count(p->open));
    table_styled(t, "bracket", "bracket", COLUMN_IF_ANY | STYLE_SIGNED,
                 datum_bracket(p->bracket.low, p->bracket.high, p->open > 0));
    put_test(t, p);
    table_styled(t, NULL, "differ", later, datum_count(p->n_flips));
    table_styled(t, NULL, "left out", later,
                 datum_count(p->only_a + p->only_b + p->uncounted));
    table_styled(t, NULL, "other problem", later | COLUMN_IF_ANY,
                 datum_count(p->other_problem));
    table_styled(t, NULL, "other key", later | COLUMN_IF_ANY,
                 datum_count(p->other_key));
    table_styled(t, NULL, "other language", later | COLUMN_IF_ANY,
                 datum_count(p->translated));
    table_put(t, (struct column){ .name = "flips" }, datum_table(flips));
    return flips;
}

/* ---- two sides ---- */

static void compare_add_reason(struct str *out, uint64_t n, const char *why)
{
    if (n)
        str_addf(out, "%s%" PRIu64 " %s", out->n ? ", " : "", n, why);
}

static void say_left_out(const struct telling *x, const struct compare_pair *p)
{
    struct str b = str_in(x->a);

    compare_add_reason(&b, p->only_a,
                       arena_printf(x->a, "only in %s", x->labels[p->a]));
    compare_add_reason(&b, p->only_b,
                       arena_printf(x->a, "only in %s", x->labels[p->b]));
    compare_add_reason(&b, p->other_problem,
                       "with the same id but another statement");
    compare_add_reason(&b, p->other_key, "with another key");
    compare_add_reason(&b, p->uncounted,
                       "without a counted attempt in one run");
    if (b.n)
        document_say(x->d, "left out: %s", str_get(&b));
    if (p->translated)
        document_say(x->d,
                     "%" PRIu64 " problem%s told in another language in each "
                     "run; the numbers and keys are the same",
                     p->translated, p->translated == 1 ? " is" : "s are");
}

static void show_means(const struct telling *x, const struct compare_pair *p)
{
    struct doc_table *t = document_table(x->d, NULL);
    const unsigned bad = COLUMN_IF_ANY | COLUMN_BAD;

    for (int i = 0; i < 2; i++) {
        const struct open_attempts *o = i ? &p->open_b : &p->open_a;
        struct interval bracket = i ? p->bracket_b : p->bracket_a;

        table_row(t);
        table_key(t, NULL, "run", datum_text(x->labels[i ? p->b : p->a]));
        table_cell(t, NULL, "accuracy", datum_share(i ? p->mean_b : p->mean_a));
        table_styled(t, NULL, "bracket", COLUMN_IF_ANY,
                     datum_bracket(bracket.low, bracket.high, any_open(o)));
        if (p->single)
            table_cell(t, NULL,
                       p->open ? "certainly correct only here"
                               : "correct only here",
                       datum_count(i ? p->b_only : p->a_only));
        table_styled(t, NULL, "undecided", bad, datum_count(o->undecided));
        table_styled(t, NULL, "error", bad, datum_count(o->errors));
        table_styled(t, NULL, "missing", bad, datum_count(o->missing));
    }
    document_gap(x->d);
    document_show(x->d, t, 0);
}

static void compare_say_power(const struct telling *x,
                              const struct compare_pair *p)
{
    const char *set = datum_plural(x->a, p->pairs, "problem");

    if (is_clustered(p))
        set = arena_printf(x->a, "%s in %s", set,
                           datum_plural(x->a, p->clusters, "cluster"));
    if (isfinite(p->smallest) && p->smallest <= 1)
        document_say(x->d,
                     "this set of %s can detect differences of %s points or "
                     "more with 80 %% power",
                     set,
                     datum_words(x->a, datum_share(p->smallest), STYLE_BARE));
    else
        document_say(x->d, "%s: %s to estimate the detectable difference", set,
                     p->clusters < 2 || p->smallest > 1
                         ? "too few"
                         : "the results vary too little");
}

/* What is open on either side, and what it leaves of the difference. */
static void compare_say_open(const struct telling *x,
                             const struct compare_pair *p)
{
    if (p->open)
        document_say(
            x->d,
            "%s with missing, failed or undecided results, which count as not "
            "correct: once these are known, the difference can be %s points; "
            "the interval and p hold for this whole range",
            datum_plural(x->a, p->open, "problem"),
            datum_interval(x->a, datum_range(p->bracket.low, p->bracket.high),
                           STYLE_SIGNED));
}

static void say_findings(const struct telling *x, const struct compare_pair *p)
{
    struct datum v = pair_difference(p);

    document_gap(x->d);
    document_say(
        x->d, "%s - %s: %s points; 95 %% interval %s (%s)", x->labels[p->b],
        x->labels[p->a], datum_words(x->a, v, STYLE_SIGNED),
        datum_interval(x->a, v, STYLE_SIGNED), interval_source(x->a, p));
    compare_say_open(x, p);
    document_say(x->d, "%s%s%s: %s",
                 p->exact ? "McNemar's exact test" : "paired permutation test",
                 is_clustered(p) ? " over " : "",
                 is_clustered(p) ? units(x->a, p) : "",
                 datum_p_words(x->a, p->p));
    compare_say_power(x, p);
}

static void compare_show_some(const struct telling *x,
                              const struct compare_pair *p,
                              const struct doc_table *flips, size_t most,
                              enum shown shown)
{
    size_t n = p->n_flips < most ? p->n_flips : most;

    document_shown(x->d, shown);
    document_gap(x->d);
    document_say(x->d, "%zu problem%s%s%s", p->n_flips,
                 p->n_flips == 1 ? " differs" : "s differ",
                 p->open ? ", whatever the open results turn out to be" : "",
                 n < p->n_flips ? arena_printf(x->a, "; the first %zu:", n)
                                : ":");
    document_show(x->d, flips, 0)->to = n;
    document_shown(x->d, SHOWN_ALWAYS);
}

/* The largest come first. */
static void show_flips(const struct telling *x, const struct compare_pair *p,
                       const struct doc_table *flips)
{
    if (p->n_flips == 0) {
        document_gap(x->d);
        document_say(x->d, p->open ? "no problem differs for certain: wherever "
                                     "the runs differ, a result is open"
                                   : "no problem differs");
    } else if (p->n_flips <= SCREEN_MOST) {
        compare_show_some(x, p, flips, SCREEN_MOST, SHOWN_ALWAYS);
    } else {
        compare_show_some(x, p, flips, SCREEN_MOST, SHOWN_BRIEF);
        compare_show_some(x, p, flips, FLIPS_MOST, SHOWN_FULL);
    }
}

/* Where the rest is. */
static void compare_say_more(const struct telling *x)
{
    struct str runs = str_in(x->a);

    for (size_t i = 0; i < x->c->n_sides; i++) {
        const char *run = x->c->sides[i].view->info.name;

        if (i == 0 || !str_eq(run, x->c->sides[i - 1].view->info.name))
            str_addf(&runs, "%s ", run);
    }
    document_shown(x->d, SHOWN_BRIEF);
    document_gap(x->d);
    document_say(x->d,
                 "more: --full; `assay compare %s--json` lists every problem "
                 "that differs; `assay report %s-o report.html`",
                 str_get(&runs), str_get(&runs));
    document_shown(x->d, SHOWN_ALWAYS);
}

/* ---- several sides ---- */

static void explain_pairs(const struct telling *x)
{
    const struct compare *c = x->c;
    bool clustered = false, apart = false, open = false;
    const char *what;

    for (size_t i = 0; i < c->n_pairs; i++) {
        clustered = clustered || is_clustered(&c->pairs[i]);
        apart = apart || c->pairs[i].other_problem || c->pairs[i].other_key;
        open = open || c->pairs[i].open;
    }
    what = clustered ? "clusters" : "problems";
    document_say(
        x->d,
        "b - a in points, with a bootstrap interval over %s; p by McNemar's "
        "exact test if each run has one attempt%s, otherwise by a paired "
        "permutation test; p (Holm) is corrected for the %s",
        what,
        clustered ? " and each cluster (template, parent or game) is "
                    "one problem"
                  : "",
        datum_plural(x->a, c->n_pairs, "comparison"));
    document_say(x->d,
                 "detectable: the smallest difference that the %s of a pair "
                 "can detect with 80 %% power",
                 what);
    if (open)
        document_say(x->d,
                     "bracket: the range if missing, failed and undecided "
                     "results are counted as not correct, or as correct; the "
                     "interval and p hold for the whole range, and a problem "
                     "counts as different only if it differs in every case");
    if (apart)
        document_say(x->d,
                     "also left out: problems with the same id but another "
                     "statement, and the same problems with another key");
}

static int by_p(const void *a, const void *b)
{
    const struct compare_pair *x = *(const struct compare_pair *const *)a;
    const struct compare_pair *y = *(const struct compare_pair *const *)b;
    double dx = fabs(x->difference), dy = fabs(y->difference);

    if (x->p < y->p || x->p > y->p)
        return x->p < y->p ? -1 : 1;
    if (dx < dy || dx > dy)
        return dx > dy ? -1 : 1;
    return x < y ? -1 : x > y; /* as they stand in the comparison */
}

/* Of many pairs a screen shows those with the least p. */
static void show_pairs(const struct telling *x, const struct doc_table *t)
{
    const struct compare *c = x->c;
    bool all = c->n_pairs <= SCREEN_MOST;
    const struct compare_pair **order =
        arena_array(x->a, const struct compare_pair *, c->n_pairs + 1);
    struct doc_table *few;

    document_gap(x->d);
    document_shown(x->d, all ? SHOWN_ALWAYS : SHOWN_FULL);
    document_show(x->d, t, 0);
    for (size_t i = 0; i < c->n_pairs; i++)
        order[i] = &c->pairs[i];
    qsort(order, c->n_pairs, sizeof(const struct compare_pair *), by_p);
    document_shown(x->d, SHOWN_BRIEF);
    if (!all) {
        few = document_table(x->d, NULL);
        for (size_t i = 0; i < SCREEN_MOST; i++)
            put_pair(x, few, order[i]);
        document_say(x->d, "the %d of %zu comparisons with the smallest p:",
                     SCREEN_MOST, c->n_pairs);
        document_show(x->d, few, 0);
    }
    document_shown(x->d, SHOWN_ALWAYS);
}

void compare_document(struct document *d, const struct compare *c)
{
    struct telling x = { d, d->arena, c, NULL };
    const char *reading = c->strict ? "strict" : "lenient";
    struct doc_table *t, *flips = NULL;

    x.labels = document_labels(d, compare_names(d->arena, c->sides, c->n_sides),
                               c->n_sides);
    document_say(d,
                 "%zu runs or models compared, problem by problem; %s verdicts",
                 c->n_sides, reading);
    document_fact(d, "reading", datum_text(reading));
    document_fact(d, "judged_alike", datum_truth(!c->judged_apart));
    compare_add_sides(&x);
    t = document_table(d, "pairs");
    for (size_t i = 0; i < c->n_pairs; i++)
        flips = put_pair(&x, t, &c->pairs[i]);
    compare_figures(d, c);
    if (c->n_sides == 2 && c->n_pairs == 1) {
        say_left_out(&x, &c->pairs[0]);
        show_means(&x, &c->pairs[0]);
        say_findings(&x, &c->pairs[0]);
        show_flips(&x, &c->pairs[0], flips);
    } else {
        show_pairs(&x, t);
        document_gap(d);
        explain_pairs(&x);
    }
    holdout_document(d, c->sides, c->n_sides, x.labels);
    compare_say_more(&x);
}
