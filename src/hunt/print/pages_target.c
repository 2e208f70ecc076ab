/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The tables of one target.
 */
#include "hunt/print/print_int.h"
#include "report/datum.h"
#include "report/grid.h"
#include "run/print/cells.h"

#include <math.h>
#include <string.h>

#define ALSO_MOST   3  /* members of a group that are named */
#define MODELS_MOST 20 /* hypotheses by models that are shown */

/* "72.4 % (64.1 .. 79.5)" */
static const char *with_interval(struct arena *a, double x, double lo,
                                 double hi)
{
    const char *value = cell_percent(a, x);
    const char *range = cell_range(a, (struct interval){ lo, hi });

    if (!value)
        return "-";
    return range ? arena_printf(a, "%s (%s)", value, range) : value;
}

static const char *level_of(const struct pages *p)
{
    double level = p->spec->score.level;

    return cell_number(p->arena, level > 0 ? level : score_defaults.level);
}

static bool is_reported(const struct hypothesis *h)
{
    return h->reported && !pages_by_model(h);
}

static bool is_by_model(const struct hypothesis *h)
{
    return pages_by_model(h);
}

static bool is_measured(const struct hypothesis *h)
{
    return h->targeted.n > 0;
}

static bool is_controlled(const struct hypothesis *h)
{
    return h->control.n > 0 || h->cause;
}

static size_t count_rows(const struct score_table *t,
                         bool (*of)(const struct hypothesis *))
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        n += of(&t->rows[i]);
    return n;
}

/* Do rows of these speak of more than one vocabulary? Then each says which. */
static bool are_mixed(const struct score_table *t,
                      bool (*of)(const struct hypothesis *))
{
    const char *first = NULL;

    for (size_t i = 0; i < t->n; i++) {
        const char *v = t->rows[i].claim.vocabulary;

        if (!v || !of(&t->rows[i]))
            continue;
        if (first && !str_eq(first, v))
            return true;
        first = v;
    }
    return false;
}

/* Of two long names both are seen. */
static const char *pair_name(const struct pages *p, const struct claim *c)
{
    struct claim one = *c;
    size_t room = p->width * 2 / 5 - 3, first, second;
    const char *names[2];

    one.n_concepts = 1;
    for (int i = 0; i < 2; i++, one.concepts++)
        names[i] = claim_short(p->arena, &one);
    first = strlen(names[0]);
    second = strlen(names[1]);
    if (first + second > room) {
        size_t half = room / 2;

        first = second < half ? room - second : first < half ? first : half;
        second = room - first;
    }
    return arena_printf(p->arena, "%s + %s",
                        printable(p->arena, names[0], first),
                        printable(p->arena, names[1], second));
}

static const char *name_of(const struct pages *p, const struct hypothesis *h)
{
    const struct claim *c = &h->claim;

    if (c->n_concepts == 2 && c->bound.kind == BOUND_NONE)
        return pair_name(p, c);
    return pages_name(
        p, c->n_concepts || c->bound.kind ? claim_short(p->arena, c) : h->text);
}

/* "auxiliary skill: Modular arithmetic": the head of the name alone. */
static const char *cause_of(const struct pages *p, const struct hypothesis *h)
{
    static const char skill[] = "auxiliary skill: ";
    const char *name;
    struct claim c = { .concepts = &name, .n_concepts = 1 };

    if (!h->cause || !str_starts(h->cause, skill))
        return h->cause ? pages_name(p, h->cause) : NULL;
    name = h->cause + strlen(skill);
    return pages_name(
        p, arena_printf(p->arena, "%s%s", skill, claim_short(p->arena, &c)));
}

static void keys(struct grid *g, bool mixed)
{
    grid_column(g, "hypothesis");
    if (mixed)
        grid_column(g, "granularity");
}

static void key_cells(const struct pages *p, struct grid *g, bool mixed,
                      const struct hypothesis *h)
{
    grid_row(g);
    grid_cell(g, name_of(p, h));
    if (mixed)
        grid_cell(g, h->claim.vocabulary);
}

/* ---- the head ---- */

static void head(const struct pages *p, const struct hunt_target *t)
{
    struct arena *a = p->arena;
    size_t reported = print_reported(t);

    pages_title(p, "%s", t->name);
    pages_say(p, "solves %s of the benchmark: %s, %zu of them never solved.",
              with_interval(a, t->solve_rate, t->solve_lo, t->solve_hi),
              cell_plural(a, t->tried_problems, "problem"), t->failing);
    pages_say(p, "%zu %s tried, %zu reported at q <= %s.", t->table.tried,
              t->table.tried == 1 ? "hypothesis" : "hypotheses", reported,
              level_of(p));
}

/* The row with the smallest q; NULL: none has one. */
static const struct hypothesis *nearest(const struct score_table *t)
{
    const struct hypothesis *best = NULL;

    for (size_t i = 0; i < t->n; i++)
        if (isfinite(t->rows[i].q) && (!best || t->rows[i].q < best->q))
            best = &t->rows[i];
    return best;
}

/* Is every hypothesizer a model? */
static bool by_models_alone(const struct hunt_spec *s)
{
    for (size_t i = 0; i < s->n_hypothesizers; i++)
        if (str_eq(s->hypothesizers[i], "exact"))
            return false;
    return s->n_hypothesizers > 0;
}

static void say_nothing(const struct pages *p, const struct hunt_target *t)
{
    const struct hypothesis *h = nearest(&t->table);
    size_t support = p->spec->score.support;

    support = support ? support : score_defaults.support;
    if (t->solve_rate == 1 || t->solve_rate == 0) {
        pages_say(p,
                  "%s problems would help: these do not tell what it cannot "
                  "do from what it can.",
                  t->solve_rate == 1 ? "Harder" : "Easier");
        return;
    }
    if (!h && by_models_alone(p->spec)) {
        pages_say(p, "No model proposed a hypothesis that could be read.");
        return;
    }
    if (!h) {
        pages_say(p,
                  "No hypothesis could be tried: none has %zu problems inside "
                  "and outside. A larger benchmark, tags or a coarser "
                  "granularity would help.",
                  support);
        return;
    }
    if (h->n < support) {
        pages_say(p,
                  "Nothing stands out at q <= %s in %zu problems or more: the "
                  "smallest q is %s (%s), of %s. A larger benchmark would "
                  "help.",
                  level_of(p), support, cell_p(p->arena, h->q), name_of(p, h),
                  cell_plural(p->arena, h->n, "problem"));
        return;
    }
    pages_say(p,
              "Nothing stands out at q <= %s: the smallest q is %s (%s). More "
              "problems would help, or more attempts at each.",
              level_of(p), cell_p(p->arena, h->q), name_of(p, h));
}

/* ---- what is reported ---- */

/* Texts of what covers the same or much the same problems. */
static void also(const struct pages *p, struct grid *g,
                 const struct score_table *t, size_t row)
{
    const struct hypothesis *h = &t->rows[row];
    struct str b = str_in(p->arena);
    size_t n = 0;

    for (size_t i = 0; i < h->n_same; i++)
        if (n++ < ALSO_MOST)
            str_addf(&b, "%s%s", n > 1 ? "; " : "", h->same[i]);
    for (size_t i = 0; i < t->n; i++) {
        if (i == row || t->rows[i].group < 0 || (size_t)t->rows[i].group != row)
            continue;
        if (n++ < ALSO_MOST)
            str_addf(&b, "%s%s", n > 1 ? "; " : "",
                     claim_short(p->arena, &t->rows[i].claim));
    }
    if (n > ALSO_MOST)
        str_addf(&b, "; and %zu more", n - ALSO_MOST);
    if (n)
        grid_heading(g, arena_printf(p->arena, "  also: %s", str_get(&b)));
}

static void rates(const struct pages *p, struct grid *g,
                  const struct hypothesis *h)
{
    grid_cell(g, cell_percent(p->arena, h->inside));
    grid_cell(g, cell_percent(p->arena, h->outside));
    grid_cell(g, cell_percent(p->arena, h->lift));
    grid_cell(g, cell_range(p->arena, (struct interval){ h->lo, h->hi }));
    grid_cell(g, cell_p(p->arena, h->q));
}

static void rate_columns(struct grid *g)
{
    grid_column(g, "inside");
    grid_column(g, "outside");
    grid_column(g, "lift");
    grid_joined(g, "95 %");
    grid_joined(g, "q");
}

static void reported(const struct pages *p, const struct score_table *t)
{
    bool mixed = are_mixed(t, is_reported);
    struct grid g = grid_in(p->arena, mixed ? 2 : 1);

    if (!count_rows(t, is_reported))
        return;
    keys(&g, mixed);
    grid_column(&g, "n");
    rate_columns(&g);
    for (size_t i = 0; i < t->n; i++) {
        const struct hypothesis *h = &t->rows[i];

        if (!is_reported(h))
            continue;
        key_cells(p, &g, mixed, h);
        grid_cell(&g, cell_count(p->arena, h->n));
        rates(p, &g, h);
        also(p, &g, t, i);
    }
    pages_title(p, "Failure rates on the benchmark, inside and outside:");
    grid_write(p->out, &g, p->width);
}

/* ---- what models proposed ---- */

static void bank_cells(const struct pages *p, struct grid *g,
                       const struct hypothesis *h)
{
    grid_cell(g, cell_count(p->arena, h->n));
    grid_cell(g, cell_percent(p->arena, h->accuracy));
    grid_cell(g, cell_percent(p->arena, h->bank_accuracy));
    grid_cell(g, cell_count(p->arena, h->visits));
    grid_cell(g, cell_fixed(p->arena, h->reward, 3));
}

static void proposed_by(const struct pages *p, const struct score_table *t,
                        const char *by)
{
    bool mixed = are_mixed(t, is_by_model);
    struct grid g = grid_in(p->arena, mixed ? 2 : 1);
    size_t n = 0;

    keys(&g, mixed);
    grid_column(&g, "n");
    grid_column(&g, "accuracy");
    grid_column(&g, "bank");
    grid_column(&g, "visits");
    grid_column(&g, "reward");
    grid_part(&g);
    rate_columns(&g);
    for (size_t i = 0; i < t->n; i++) {
        const struct hypothesis *h = &t->rows[i];

        if (!is_by_model(h) || !str_eq(h->by, by) || ++n > MODELS_MOST)
            continue;
        key_cells(p, &g, mixed, h);
        bank_cells(p, &g, h);
        rates(p, &g, h);
    }
    pages_title(p, "Proposed by %s:", by);
    grid_write(p->out, &g, p->width);
    if (n > MODELS_MOST)
        pages_say(p, "... and %zu more.", n - MODELS_MOST);
}

/* A table for each model, in the order in which they come. */
static void by_models(const struct pages *p, const struct score_table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        bool first = is_by_model(&t->rows[i]);

        for (size_t j = 0; first && j < i; j++)
            first = !is_by_model(&t->rows[j]) ||
                    !str_eq(t->rows[j].by, t->rows[i].by);
        if (first)
            proposed_by(p, t, t->rows[i].by);
    }
}

/* ---- fresh problems ---- */

static void fresh(const struct pages *p, const struct score_table *t)
{
    bool mixed = are_mixed(t, is_measured);
    bool controlled = count_rows(t, is_controlled) > 0;
    struct grid g = grid_in(p->arena, mixed ? 2 : 1);

    if (!count_rows(t, is_measured))
        return;
    keys(&g, mixed);
    grid_column(&g, "n");
    grid_column(&g, "solved");
    grid_joined(&g, "95 %");
    if (controlled) {
        grid_column(&g, "control");
        grid_column(&g, "cause");
    }
    for (size_t i = 0; i < t->n; i++) {
        const struct hypothesis *h = &t->rows[i];
        const struct solve *s = &h->targeted;

        if (!is_measured(h))
            continue;
        key_cells(p, &g, mixed, h);
        grid_cell(&g, cell_count(p->arena, s->n));
        grid_cell(&g, cell_percent(p->arena, s->rate));
        grid_cell(&g, cell_range(p->arena, (struct interval){ s->lo, s->hi }));
        if (!controlled)
            continue;
        grid_cell(&g, h->control.n ? cell_percent(p->arena, h->control.rate)
                                   : NULL);
        grid_cell(&g, cause_of(p, h));
    }
    pages_title(p, "Solve rates on fresh problems:");
    grid_write(p->out, &g, p->width);
}

static void correlation(const struct pages *p, const struct hunt_target *t)
{
    const char *rho = cell_fixed(p->arena, t->spearman, 2);
    const char *chance = cell_p(p->arena, t->spearman_p);

    if (!t->spearman_n)
        return;
    if (!rho || !chance) {
        pages_title(
            p,
            "Accuracy against the failure rate on fresh problems: %s "
            "measured, too few to tell.",
            t->spearman_n == 1
                ? "1 hypothesis"
                : arena_printf(p->arena, "%zu hypotheses", t->spearman_n));
        return;
    }
    pages_title(p,
                "Accuracy against the failure rate on fresh problems: "
                "Spearman's rho = %s (p %s%s, n = %zu).",
                rho, *chance == '<' ? "" : "= ", chance, t->spearman_n);
}

void pages_target(const struct pages *p, const struct hunt_target *t)
{
    head(p, t);
    if (!print_reported(t))
        say_nothing(p, t);
    reported(p, &t->table);
    by_models(p, &t->table);
    fresh(p, &t->table);
    correlation(p, t);
}
