/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a Mathador run shows: points, best of k, errors, difficulty, stability
 * over sets, shots and prompts side by side, and the user's facts about the
 * models.
 */
#include "report/datum.h"
#include "run/print/cells.h"
#include "run/print/sheet.h"

#include <inttypes.h>
#include <math.h>

#define ROWS_MOST 60 /* of a split; more are in the JSON */

/* ---- points ---- */

static void add_whole(const struct sheet *s, const struct play *p)
{
    struct grid g = grid_in(s->arena, 1);

    grid_column(&g, "model");
    grid_column(&g, "asked");
    sheet_rate_column(&g, "solved");
    sheet_rate_column(&g, "optimal");
    grid_part(&g);
    sheet_rate_column(&g, "score/18");
    sheet_rate_column(&g, "score/best");
    for (size_t m = 0; m < s->n_models; m++) {
        grid_row(&g);
        grid_cell(&g, s->labels[m]);
        grid_cell(&g, cell_count(s->arena, p->whole[m].problems));
        sheet_rate(&g, &p->whole[m].solved);
        sheet_rate(&g, &p->whole[m].optimal);
        sheet_rate(&g, &p->whole[m].of_18);
        sheet_rate(&g, &p->whole[m].of_best);
    }
    str_addc(s->out, '\n');
    grid_write(s->out, &g, s->width);
}

static void add_best_of(const struct sheet *s, const struct play *p)
{
    struct grid g = grid_in(s->arena, 1);

    if (p->most < 2)
        return;
    sheet_title(s, "best of k attempts: score/18, %%");
    grid_column(&g, "k");
    for (uint64_t k = 1; k <= p->most; k++)
        grid_column(&g, cell_count(s->arena, k));
    for (size_t m = 0; m < s->n_models; m++) {
        grid_row(&g);
        grid_cell(&g, s->labels[m]);
        for (uint64_t k = 0; k < p->most; k++)
            grid_cell(&g, cell_rate(s->arena, &p->best_of[m * p->most + k]));
    }
    grid_write(s->out, &g, s->width);
}

/* ---- errors ---- */

static uint64_t errors_of(const struct play_errors *e, size_t model)
{
    uint64_t n = 0;

    for (size_t c = 0; c < e->n; c++)
        n += e->count[model * e->n + c];
    return n;
}

static bool class_occurs(const struct sheet *s, const struct play_errors *e,
                         size_t class)
{
    for (size_t m = 0; m < s->n_models; m++)
        if (e->count[m * e->n + class])
            return true;
    return false;
}

static void add_share(struct grid *g, uint64_t n, uint64_t of)
{
    if (of == 0)
        grid_cell(g, NULL);
    else
        grid_cellf(g, "%" PRIu64 "  %5s %%", n,
                   cell_fixed(g->arena, 100 * (double)n / (double)of, 1));
}

static void add_errors(const struct sheet *s, const struct play *p)
{
    const struct play_errors *e = &p->errors;
    struct grid g = grid_in(s->arena, 1);
    uint64_t any = 0;

    for (size_t m = 0; m < s->n_models; m++)
        any += errors_of(e, m);
    if (!any)
        return;
    sheet_title(s, "errors: the first of each failed result; share of the "
                   "failed");
    grid_column(&g, "error");
    for (size_t m = 0; m < s->n_models; m++)
        grid_column(&g, s->labels[m]);
    for (size_t c = 0; c < e->n; c++) {
        grid_row(&g);
        grid_cell(&g, e->names[c]);
        for (size_t m = 0; m < s->n_models; m++)
            add_share(&g, e->count[m * e->n + c], errors_of(e, m));
    }
    grid_cell(&g, "failed, of all");
    for (size_t m = 0; m < s->n_models; m++)
        add_share(&g, errors_of(e, m), p->whole[m].results);
    grid_write(s->out, &g, s->width);
}

/* ---- splits ---- */

/* "3 sets", "21 sets of 7 kinds" */
static const char *sets_text(const struct sheet *s, const struct play_split *p,
                             size_t m)
{
    const char *sets = cell_plural(s->arena, p->sets[m], "set");

    return p->kinds[m] > 1 ? arena_printf(s->arena,
                                          "%s of %zu kinds (level and knobs), "
                                          "each compared with its own kind",
                                          sets, p->kinds[m])
                           : sets;
}

static void say_spread(const struct sheet *s, const struct play_split *p)
{
    bool any = false;

    for (size_t m = 0; m < s->n_models; m++) {
        const char *spread = cell_fixed(s->arena, 100 * p->spread[m], 2);
        const char *chance = cell_fixed(s->arena, 100 * p->expected[m], 2);

        if (!spread || !chance)
            continue;
        any = true;
        sheet_say(s,
                  "%s: score/18 varies by %s points (standard deviation) "
                  "between %s; the draw of the games alone gives about %s; "
                  "p = %s",
                  s->labels[m], spread, sets_text(s, p, m), chance,
                  cell_p(s->arena, p->p[m]));
    }
    if (any)
        sheet_say(s, "p: how often games dealt to the sets at random make "
                     "them differ at least as much");
}

static const char *points_text(struct arena *a, double x)
{
    const char *s = cell_fixed(a, 100 * x, 1);

    return s && x > 0 ? arena_printf(a, "+%s", s) : s;
}

static void add_difference(struct grid *g, const struct rate *r)
{
    const char *low = points_text(g->arena, r->interval.low);
    const char *high = points_text(g->arena, r->interval.high);

    grid_cell(g, r->n ? points_text(g->arena, r->value) : NULL);
    if (r->n && low && high)
        grid_cellf(g, "%s .. %s", low, high);
    else
        grid_cell(g, NULL);
}

/* One interval on a line: the others are in the JSON. */
static void add_split_row(struct grid *g, const struct play_scores *p)
{
    struct arena *a = g->arena;

    grid_cell(g, cell_count(a, p->problems));
    grid_cell(g, p->solved.n ? cell_percent(a, p->solved.value) : NULL);
    grid_cell(g, p->optimal.n ? cell_percent(a, p->optimal.value) : NULL);
    sheet_rate(g, &p->of_18);
    grid_cell(g, p->of_best.n ? cell_percent(a, p->of_best.value) : NULL);
}

static void add_split_rows(const struct sheet *s, struct grid *g,
                           const struct play_split *p)
{
    bool many = s->n_models > 1;

    for (size_t m = 0; m < s->n_models; m++) {
        if (many)
            grid_heading(g, s->labels[m]);
        for (size_t i = 0; i < p->n; i++) {
            grid_row(g);
            grid_cell(
                g, many ? arena_printf(s->arena, GRID_INDENT "%s", p->values[i])
                        : p->values[i]);
            add_split_row(g, &p->cells[m * p->n + i]);
            if (p->difference)
                add_difference(g, &p->difference[m * p->n + i]);
        }
    }
}

/* What all rows of a table share, so that only the knob is between them. */
static void say_held(const struct sheet *s, const struct play_split *p)
{
    sheet_say(s,
              "%s side by side%s%s; %s; difference: of score/18 to %s %s, in "
              "points, game by game",
              p->name, *p->held ? ", all with " : "", p->held,
              p->same_games
                  ? arena_printf(s->arena, "the same %s in each row",
                                 cell_plural(s->arena, p->same_games, "game"))
                  : "the rows have different games",
              p->name, p->values[0]);
}

static void add_split_grid(const struct sheet *s, const struct play_split *p)
{
    struct grid g = grid_in(s->arena, 1);

    grid_column(&g, p->name);
    grid_column(&g, "asked");
    grid_column(&g, "solved");
    grid_column(&g, "optimal");
    sheet_rate_column(&g, "score/18");
    grid_column(&g, "score/best");
    if (p->difference)
        sheet_rate_column(&g, "difference");
    add_split_rows(s, &g, p);
    grid_write(s->out, &g, s->width);
}

static void add_split(const struct sheet *s, const struct play_split *p)
{
    str_addc(s->out, '\n');
    if (p->held)
        say_held(s, p);
    if (p->n * s->n_models > ROWS_MOST)
        sheet_say(s, "%s: %zu values, which the JSON lists", p->name, p->n);
    else
        add_split_grid(s, p);
    if (p->spread && p->expected)
        say_spread(s, p);
}

/* ---- facts ---- */

/* "8 B": sizes are round numbers with many zeros. */
static const char *fact_text(struct arena *a, const char *name, double x)
{
    static const char units[] = " KMBT";
    int unit = 0;

    if (!str_eq(name, "size") || !(x >= 1000 && x < 1e15))
        return cell_number(a, x);
    for (; x >= 1000 && unit < 4; unit++)
        x /= 1000;
    return arena_printf(a, "%.4g %c", x, units[unit]);
}

static void add_facts(const struct sheet *s, const struct play *p)
{
    const struct play_facts *f = &p->facts;
    struct grid g = grid_in(s->arena, 1);

    sheet_title(s, "the models as the file describes them");
    grid_column(&g, "model");
    for (size_t i = 0; i < f->n; i++)
        grid_column(&g, printable(s->arena, f->names[i], 16));
    grid_column(&g, "score/18");
    for (size_t m = 0; m < s->n_models; m++) {
        grid_row(&g);
        grid_cell(&g, s->labels[m]);
        for (size_t i = 0; i < f->n; i++)
            grid_cell(
                &g, fact_text(s->arena, f->names[i], f->values[m * f->n + i]));
        grid_cell(&g, p->whole[m].of_18.n
                          ? cell_percent(s->arena, p->whole[m].of_18.value)
                          : NULL);
    }
    grid_write(s->out, &g, s->width);
}

static const char *signed_range(struct arena *a, struct interval i)
{
    const char *low = cell_fixed(a, i.low, 2), *high = cell_fixed(a, i.high, 2);

    return low && high ? arena_printf(a, "%s .. %s", low, high) : NULL;
}

static void add_correlations(const struct sheet *s, const struct play *p)
{
    const struct play_facts *f = &p->facts;
    struct grid g = grid_in(s->arena, 1);

    sheet_title(s, "correlation with score/18 (r: Pearson's, of a size its "
                   "logarithm; rho: Spearman's), and r with the share of each "
                   "error among all results");
    grid_column(&g, "fact");
    grid_column(&g, "models");
    grid_column(&g, "r");
    grid_joined(&g, "95 %");
    grid_column(&g, "rho");
    grid_part(&g);
    for (size_t c = 0; c < p->errors.n; c++)
        if (class_occurs(s, &p->errors, c))
            grid_column(&g, p->errors.names[c]);
    for (size_t i = 0; i < f->n; i++) {
        grid_row(&g);
        grid_cell(&g, f->names[i]);
        grid_cell(&g, cell_count(s->arena, f->n_models[i]));
        grid_cell(&g, cell_fixed(s->arena, f->r_score[i], 2));
        grid_cell(&g, signed_range(s->arena, f->r_interval[i]));
        grid_cell(&g, cell_fixed(s->arena, f->rho_score[i], 2));
        for (size_t c = 0; c < p->errors.n; c++)
            if (class_occurs(s, &p->errors, c))
                grid_cell(&g, cell_fixed(s->arena,
                                         f->r_error[i * p->errors.n + c], 2));
    }
    grid_write(s->out, &g, s->width);
}

void sheet_play(const struct sheet *s, const struct play *p)
{
    sheet_title(s, "Mathador: solved = the target reached; optimal = with the "
                   "best score these numbers allow; score/18 is the accuracy "
                   "of the Mathador-LM paper; 95 %% intervals clustered by "
                   "game");
    add_whole(s, p);
    add_best_of(s, p);
    add_errors(s, p);
    for (size_t i = 0; i < p->n_splits; i++)
        add_split(s, &p->splits[i]);
    if (p->facts.n) {
        add_facts(s, p);
        add_correlations(s, p);
    }
}
