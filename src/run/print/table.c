/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run on a terminal: first how right each model is and what became of every
 * result, then what several attempts add, what it cost, and the groups.
 * Columns in which nothing stands are left out, so that what does stand there
 * (errors, replies cut short, undecided verdicts) is seen.
 */
#include "run/print/cells.h"
#include "run/print/print.h"
#include "run/print/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- the head ---- */

static uint64_t sum_of(const struct sheet *s, enum mark m)
{
    uint64_t n = 0;

    for (size_t i = 0; i < s->n_models; i++)
        n += s->view->whole[i].count[m];
    return n;
}

static void say_state(const struct sheet *s)
{
    const struct run_info *r = &s->view->info;
    uint64_t all = r->n_problems * r->n_models * r->attempts;
    uint64_t errors = sum_of(s, MARK_ERROR), bad = sum_of(s, MARK_BAD_KEY);
    uint64_t open = sum_of(s, MARK_UNDECIDED);

    if (s->view->n_results < all)
        sheet_say(s,
                  "%zu of %" PRIu64 " results are there; the same command "
                  "goes on",
                  s->view->n_results, all);
    if (errors)
        sheet_say(s,
                  "%s failed and %s in no rate; the same command asks %s "
                  "again",
                  cell_plural(s->arena, errors, "call"),
                  errors == 1 ? "is" : "are", errors == 1 ? "it" : "them");
    if (open)
        sheet_say(s,
                  "%s undecided and in no rate; the bracket counts %s as "
                  "wrong, and as right",
                  arena_printf(s->arena, "%s %s",
                               cell_plural(s->arena, open, "result"),
                               open == 1 ? "is" : "are"),
                  open == 1 ? "it" : "them");
    if (bad)
        sheet_say(s, "%s a key that cannot be judged by, and %s in no rate",
                  arena_printf(s->arena, "%s %s",
                               cell_plural(s->arena, bad, "result"),
                               bad == 1 ? "has" : "have"),
                  bad == 1 ? "is" : "are");
}

static void add_head(const struct sheet *s)
{
    const struct run_info *r = &s->view->info;

    sheet_say(s, "run %s: %s x %s, %s; %s reading", r->name,
              cell_plural(s->arena, r->n_problems, "problem"),
              cell_plural(s->arena, r->attempts, "attempt"),
              cell_plural(s->arena, r->n_models, "model"),
              s->view->strict ? "strict" : "lenient");
    if (s->legend)
        sheet_legend(s->arena, s->out, s->view->models, s->labels, s->n_models,
                     s->width);
    say_state(s);
}

/* ---- the headline ---- */

static void add_headline(const struct sheet *s)
{
    struct grid g = grid_in(s->arena, 1);
    bool open = sum_of(s, MARK_UNDECIDED) > 0;
    enum mark marks[MARKS];
    size_t n = sheet_marks(s->view->whole, s->n_models, marks);

    grid_column(&g, "model");
    sheet_rate_column(&g, "accuracy");
    if (open)
        grid_column(&g, "bracket");
    grid_column(&g, s->view->strict ? "lenient" : "strict");
    grid_part(&g);
    for (size_t i = 0; i < n; i++)
        grid_column(&g, sheet_mark(s->arena, marks[i]));
    for (size_t m = 0; m < s->n_models; m++) {
        const struct tally *t = &s->view->whole[m];

        grid_row(&g);
        grid_cell(&g, s->labels[m]);
        sheet_rate(&g, &t->accuracy);
        if (open)
            grid_cell(&g, cell_range(s->arena, t->bracket));
        grid_cell(&g, cell_percent(s->arena, t->other_accuracy));
        for (size_t i = 0; i < n; i++)
            grid_cell(&g, cell_count(s->arena, t->count[marks[i]]));
    }
    str_addc(s->out, '\n');
    grid_write(s->out, &g, s->width);
}

static void say_method(const struct sheet *s)
{
    const struct view *v = s->view;
    bool wilson = true;

    for (size_t i = 0; i < s->n_models; i++)
        if (v->whole[i].accuracy.n &&
            str_eq(cell_method(&v->whole[i]), "clustered"))
            wilson = false;
    str_addc(s->out, '\n');
    if (v->info.attempts > 1)
        sheet_say(s,
                  "accuracy = avg@%" PRIu64 " = %s, of all attempts together",
                  v->info.attempts, cell_denominator);
    else
        sheet_say(s, "accuracy = %s", cell_denominator);
    if (wilson)
        sheet_say(s, "intervals: 95 %%, Wilson's, each problem by itself");
    else
        sheet_say(s, "intervals: 95 %%, clustered by %s%s", cell_clusters(v),
                  v->count.cluster ? " of the problems" : "");
}

/* ---- several attempts ---- */

static void add_curve(const struct sheet *s, bool all)
{
    struct grid g = grid_in(s->arena, 1);
    uint64_t k[SHEET_KS + 80];
    size_t n = sheet_ks(s->view->info.attempts, k);

    grid_column(&g, all ? "all k right, %" : "pass@k, %");
    for (size_t i = 0; i < n; i++)
        grid_column(&g, cell_count(s->arena, k[i]));
    for (size_t m = 0; m < s->n_models; m++) {
        const struct tally *t = &s->view->whole[m];
        const struct rate *r = all ? t->all_of : t->pass;

        grid_row(&g);
        grid_cell(&g, s->labels[m]);
        for (size_t i = 0; i < n; i++)
            grid_cell(&g, r && k[i] <= t->attempts
                              ? cell_rate(s->arena, &r[k[i] - 1])
                              : NULL);
    }
    str_addc(s->out, '\n');
    grid_write(s->out, &g, s->width);
}

static const struct rate *last_of(const struct rate *r, uint64_t k)
{
    static const struct rate none;

    return r && k ? &r[k - 1] : &none;
}

static void add_of_all(const struct sheet *s)
{
    struct grid g = grid_in(s->arena, 1);
    uint64_t k = s->view->info.attempts;

    grid_column(&g, cell_plural(s->arena, k, "attempt"));
    sheet_rate_column(&g, arena_printf(s->arena, "avg@%" PRIu64, k));
    sheet_rate_column(&g, arena_printf(s->arena, "majority@%" PRIu64, k));
    sheet_rate_column(&g, arena_printf(s->arena, "pass@%" PRIu64, k));
    sheet_rate_column(&g, arena_printf(s->arena, "all %" PRIu64 " right", k));
    for (size_t m = 0; m < s->n_models; m++) {
        const struct tally *t = &s->view->whole[m];

        grid_row(&g);
        grid_cell(&g, s->labels[m]);
        sheet_rate(&g, &t->accuracy);
        sheet_rate(&g, &t->majority);
        sheet_rate(&g, last_of(t->pass, t->attempts));
        sheet_rate(&g, last_of(t->all_of, t->attempts));
    }
    str_addc(s->out, '\n');
    grid_write(s->out, &g, s->width);
}

static void say_short(const struct sheet *s)
{
    struct str b = str_in(s->arena);

    for (size_t m = 0; m < s->n_models; m++)
        if (s->view->whole[m].short_problems)
            str_addf(&b, "%s%s: %" PRIu64, b.n ? ", " : "", s->labels[m],
                     s->view->whole[m].short_problems);
    if (b.n)
        sheet_say(s,
                  "problems with fewer than %" PRIu64 " counted attempts "
                  "(%s) are in these for k up to what they have; pass@1 is a "
                  "mean over problems, the accuracy one over attempts",
                  s->view->info.attempts, str_get(&b));
}

static void add_attempts(const struct sheet *s)
{
    const struct view *v = s->view;

    if (v->info.attempts < 2)
        return;
    add_of_all(s);
    add_curve(s, false);
    add_curve(s, true);
    say_short(s);
}

/* ---- tokens, money, time ---- */

/* The columns of the table of tokens; those in which nothing stands are left
 * out. */
enum use { USE_PROMPT, USE_COMPLETION, USE_REASONING, USE_CACHED, USES };

static uint64_t use_of(const struct tally *t, int use, uint64_t *said)
{
    switch (use) {
    case USE_PROMPT: *said = t->prompt_said; return t->prompt_tokens;
    case USE_COMPLETION:
        *said = t->completion_said;
        return t->completion_tokens;
    case USE_REASONING: *said = t->reasoning_said; return t->reasoning_tokens;
    default: *said = t->cached_said; return t->cached_tokens;
    }
}

struct uses {
    bool shows[USES], cost, time, any;
    uint64_t unknown, unpriced; /* calls */
};

static struct uses uses_of(const struct sheet *s)
{
    struct uses u = { .cost = s->view->count.cost != NULL };
    uint64_t said;

    for (size_t m = 0; m < s->n_models; m++) {
        const struct tally *t = &s->view->whole[m];

        for (int i = 0; i < USES; i++)
            u.shows[i] = u.shows[i] || use_of(t, i, &said);
        u.cost = u.cost || !isnan(t->cost);
        u.time = u.time || t->seconds > 0;
        u.any = u.any || u.shows[USE_PROMPT] || u.shows[USE_COMPLETION] ||
                u.cost || u.time;
        u.unknown += t->usage_unknown;
        u.unpriced += t->cost_unknown;
    }
    return u;
}

static void add_usage_row(struct grid *g, const struct uses *u,
                          const struct tally *t)
{
    struct arena *a = g->arena;

    grid_cell(g, cell_count(a, t->calls));
    for (int i = 0; i < USES; i++)
        if (u->shows[i]) {
            uint64_t said, sum = use_of(t, i, &said);

            grid_cell(g, cell_said(a, sum, said));
        }
    if (u->cost)
        grid_cell(g, cell_money(a, t->cost));
    if (!u->time)
        return;
    grid_cell(g, cell_seconds(a, t->seconds));
    grid_cell(g, cell_seconds(a, cell_mean_seconds(t)));
    grid_cell(g, t->calls ? cell_seconds(a, t->slowest) : NULL);
}

static void add_usage(const struct sheet *s)
{
    static const char *const titles[] = { "tokens in", "tokens out",
                                          "reasoning", "cached" };
    struct grid g = grid_in(s->arena, 1);
    struct uses u = uses_of(s);

    if (!u.any)
        return;
    grid_column(&g, "model");
    grid_column(&g, "calls");
    for (int i = 0; i < USES; i++)
        if (u.shows[i])
            grid_column(&g, titles[i]);
    if (u.cost)
        grid_column(&g, "cost");
    if (u.time) {
        grid_column(&g, "time of calls");
        grid_column(&g, "mean");
        grid_column(&g, "slowest");
    }
    for (size_t m = 0; m < s->n_models; m++) {
        grid_row(&g);
        grid_cell(&g, s->labels[m]);
        add_usage_row(&g, &u, &s->view->whole[m]);
    }
    str_addc(s->out, '\n');
    grid_write(s->out, &g, s->width);
    if (u.unknown)
        sheet_say(s, "the server counted no tokens for %s",
                  cell_plural(s->arena, u.unknown, "call"));
    if (u.cost && u.unpriced)
        sheet_say(s, "%s %s not in the cost: no price, or no tokens counted",
                  cell_plural(s->arena, u.unpriced, "call"),
                  u.unpriced == 1 ? "is" : "are");
}

void print_table(struct str *out, const struct view *v, const struct play *play,
                 size_t width)
{
    struct arena a = { 0 };
    struct sheet s;

    sheet_init(&s, &a, out, v, width);
    add_head(&s);
    add_headline(&s);
    say_method(&s);
    add_attempts(&s);
    add_usage(&s);
    sheet_groups(&s);
    if (play)
        sheet_play(&s, play);
    arena_clear(&a);
}
