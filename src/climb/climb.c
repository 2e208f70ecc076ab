/* SPDX-License-Identifier: Apache-2.0 */
#include "climb/climb.h"
#include "base/str.h"
#include "family/choose.h"
#include "family/generate.h"
#include "run/count/tally.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- which families ---- */

/* Of a pattern those are taken that have the ladder which is asked for. */
static bool add_ladders(struct arena *a, const struct climb_spec *s,
                        const char *name, struct vec *out, struct err *e)
{
    struct vec chosen = vec_in(a, sizeof(struct chosen));
    size_t before = out->n;

    if (!families_choose(a, name, &chosen, e))
        return false;
    for (size_t i = 0; i < chosen.n; i++) {
        const struct chosen *c = vec_get(&chosen, struct chosen, i);
        struct ladder l;

        if (ladder_make(a, c->family->name, &s->ladder, &l, e)) {
            *(struct ladder *)vec_push(out) = l;
        } else if (!c->among) {
            e->code = ERR_USAGE;
            return false;
        }
    }
    return out->n > before ||
           err_set(e, ERR_USAGE,
                   "%.60s: no family has such a ladder; `assay families` "
                   "lists all families, and --over chooses the ladder",
                   name);
}

/* Refuses what no ladder is made with. */
static bool check_options(const struct climb_report *r,
                          const struct ladder_options *o, struct err *e)
{
    bool level = false, depth = false;

    for (size_t i = 0; i < r->n_ladders; i++) {
        enum ladder_over over = r->ladders[i].over;

        depth = depth || over == OVER_DEPTH;
        level = level || (over != OVER_DEPTH && over != OVER_LEVELS);
    }
    if (o->level && !level)
        return err_set(e, ERR_USAGE,
                       "--level works only with --over digits, steps or "
                       "chain; without them every level is a rung or a depth");
    if (o->to && !depth)
        return err_set(e, ERR_USAGE, "--to DEPTH works only over depth, and %s",
                       r->n_ladders > 1 ? "none of these families is climbed "
                                          "over depth"
                                        : "this family is not climbed over "
                                          "depth");
    return true;
}

bool climb_ladders(struct arena *a, const struct climb_spec *s,
                   struct climb_report *out, struct err *e)
{
    struct vec all = vec_in(a, sizeof(struct ladder));
    struct str names = str_in(a);

    for (size_t i = 0; i < s->n_families; i++)
        str_addf(&names, "%s%s", i ? "," : "", s->families[i]);
    if (!add_ladders(a, s, names.n ? str_get(&names) : "hard/all", &all, e))
        return false;
    out->spec = s;
    out->ladders = all.items;
    out->n_ladders = all.n;
    return check_options(out, &s->ladder, e);
}

/* ---- a climb at work ---- */

struct climb {
    struct arena *arena;
    const struct climb_spec *spec;
    struct session session;
    struct climb_report *report;
};

/* The problems of one round, and whose they are. */
struct place {
    struct climb_cell *cell;
    size_t rung;
};

struct climb_round {
    struct vec problems; /* of struct problem */
    struct vec places;   /* of struct place, for each problem */
};

static struct climb_round round_open(struct arena *a)
{
    return (struct climb_round){ vec_in(a, sizeof(struct problem)),
                                 vec_in(a, sizeof(struct place)) };
}

static struct climb climb_open(struct arena *a, struct store *s,
                               const struct climb_spec *spec,
                               const struct session_options *o,
                               struct climb_report *report)
{
    struct climb c = { .arena = a,
                       .spec = spec,
                       .session = session_open(a, s, o),
                       .report = report };

    c.session.attempts = 1;
    c.session.decoding = &spec->decoding;
    c.session.strict = spec->strict;
    *report =
        (struct climb_report){ .spec = spec,
                               .hash = spec_table_hash(a, &climb_table, spec) };
    return c;
}

static bool climb_begin(struct climb *c, struct err *e)
{
    struct climb_report *r = c->report;
    size_t n = c->spec->n_models;

    if (!climb_ladders(c->arena, c->spec, r, e) ||
        !session_models(&c->session, c->spec->models, n, &r->models, e))
        return false;
    r->cells = arena_array(c->arena, struct climb_cell, n * r->n_ladders);
    for (size_t i = 0; i < n * r->n_ladders; i++) {
        const struct ladder *l = &r->ladders[i % r->n_ladders];

        r->cells[i] = (struct climb_cell){
            .ladder = l,
            .model = i / r->n_ladders,
            .stairs = staircase_open(c->arena, l->n, l->reach),
            .calls = vec_in(c->arena, sizeof(struct climb_call)),
            .drawn = arena_array(c->arena, uint64_t, l->n)
        };
    }
    return true;
}

/* Makes the next problem of a rung. A rung whose problems are used up is
 * closed; so is a depth that its family refuses, with all above it. Returns
 * whether there is one. */
static bool draw(struct climb *c, struct climb_cell *cell, size_t rung,
                 struct problem *out)
{
    const struct rung *r = &cell->ladder->rungs[rung];
    struct coordinates at = { .family = r->family,
                              .level = r->level,
                              .seed = c->spec->seed,
                              .index = cell->drawn[rung],
                              .knobs = r->knobs };
    struct err e;

    if (family_generate_one_of_many(c->arena, &at, out, &e)) {
        cell->drawn[rung]++;
        return true;
    }
    watch_note(&c->session.watch, "%s, %s: no further problems are asked: %s",
               cell->ladder->name, r->label, e.msg);
    staircase_close(&cell->stairs, rung, r->depth != 0 && e.code != ERR_SPENT);
    return false;
}

/* Adds the next batch of a cell; it is chosen anew when a rung turns out to
 * give no problem. */
static void add_batch(struct climb *c, struct climb_cell *cell,
                      struct climb_round *to)
{
    size_t rungs[CLIMB_BATCH_MOST];
    size_t left = c->spec->calls - cell->calls.n, n = c->spec->batch, k = 0;

    n = left < n ? left : n;
    while (k < n && staircase_next(&cell->stairs, n, rungs) == n)
        for (; k < n; k++) {
            struct problem p;

            if (!draw(c, cell, rungs[k], &p))
                break;
            *(struct problem *)vec_push(&to->problems) = p;
            *(struct place *)vec_push(&to->places) =
                (struct place){ cell, rungs[k] };
        }
    if (!k)
        cell->end = STAIR_EMPTY;
}

/* ---- verdicts ---- */

static void count_tokens(struct climb *c, struct climb_cell *cell,
                         const struct result *r)
{
    const struct model *m = &c->report->models[cell->model];
    const struct prices *prices = c->session.o->ask.prices;
    struct price price;

    if (r->usage.prompt > 0)
        cell->prompt_tokens += (uint64_t)r->usage.prompt;
    if (r->usage.completion > 0)
        cell->completion_tokens += (uint64_t)r->usage.completion;
    cell->cost += prices && prices_find(prices, m->spec, m->name, &price)
                      ? price_of(&price, r->usage.prompt, r->usage.cached,
                                 r->usage.completion)
                      : NAN;
}

static void take_result(struct climb *c, const struct place *at,
                        const struct problem *p, const struct result *r)
{
    enum mark mark = mark_of(r, c->spec->strict);
    struct climb_cell *cell = at->cell;

    *(struct climb_call *)vec_push(&cell->calls) =
        (struct climb_call){ at->rung, p->id, p->statement, mark };
    cell->marks[mark]++;
    if (r->outcome < OUTCOME_ERROR)
        count_tokens(c, cell, r);
    /* Who leaves an answer open climbs no higher than who is wrong; a call that
     * failed is asked again. */
    if (mark_counts(mark) && mark != MARK_ERROR)
        staircase_add(&cell->stairs, at->rung, mark == MARK_CORRECT);
}

/* A cell of whose last batch every call failed is given up: the same command
 * asks them again. */
static void judge_cell(const struct climb *c, struct climb_cell *cell,
                       size_t before)
{
    bool failed = cell->calls.n > before;

    for (size_t i = before; i < cell->calls.n; i++)
        failed = failed && vec_get(&cell->calls, struct climb_call, i)->mark ==
                               MARK_ERROR;
    cell->end = staircase_end(&cell->stairs, cell->calls.n, c->spec->calls,
                              c->spec->width);
    if (failed)
        cell->end = STAIR_FAILED;
}

static bool take_results(struct climb *c, const struct climb_round *r,
                         const struct run_info *run, struct err *e)
{
    const struct problem *problems = r->problems.items;
    const struct place *places = r->places.items;
    struct result *results;
    size_t n, first = 0, at = 0;

    if (!runs_results(c->session.store, c->arena, run->id, &results, &n, e))
        return false;
    for (size_t i = 0; i < r->places.n; i++) {
        struct climb_cell *cell = places[i].cell;

        if (i == 0 || places[i - 1].cell != cell)
            first = cell->calls.n;
        while (at < n && results[at].problem < i)
            at++;
        if (at < n && results[at].problem == i)
            take_result(c, &places[i], &problems[i], &results[at]);
        if (i + 1 == r->places.n || places[i + 1].cell != cell)
            judge_cell(c, cell, first);
    }
    return true;
}

/* ---- rounds ---- */

/* The next round of a model; no problems: all its staircases have ended. */
static struct climb_round next_round(struct climb *c, size_t model)
{
    struct climb_cell *cells = c->report->cells + model * c->report->n_ladders;
    struct climb_round r = round_open(c->arena);

    for (size_t i = 0; i < c->report->n_ladders; i++)
        if (cells[i].end == STAIR_OPEN)
            add_batch(c, &cells[i], &r);
    return r;
}

static bool climb_model(struct climb *c, size_t model, struct err *e)
{
    const struct model *m = &c->report->models[model];
    struct climb_round r;

    watch_stage(&c->session.watch, "climb",
                "%s: %zu famil%s, at most %" PRIu64 " calls each", m->spec,
                c->report->n_ladders, c->report->n_ladders == 1 ? "y" : "ies",
                c->spec->calls);
    c->session.watch.before = 0;
    c->session.watch.most = c->report->n_ladders * c->spec->calls;
    for (int k = 1; r = next_round(c, model), r.problems.n; k++) {
        const char *name =
            arena_printf(c->arena, "climb-%.12s-%d", c->report->hash, k);
        struct run_info run;

        if (!session_put(&c->session, name, m, 1, r.problems.items,
                         r.problems.n, &run, e) ||
            !take_results(c, &r, &run, e))
            return false;
        c->session.watch.before += r.problems.n;
    }
    return true;
}

/* --to asks for more than a family has. */
static void note_ends(struct climb *c)
{
    for (size_t i = 0; i < c->report->n_ladders; i++) {
        const struct ladder *l = &c->report->ladders[i];
        int64_t end =
            l->over == OVER_DEPTH ? l->rungs[0].family->depth->most : 0;

        if (end && (uint64_t)end < c->spec->ladder.to)
            watch_note(&c->session.watch,
                       "%s: the ladder ends at depth %" PRId64
                       ", the largest of the family",
                       l->name, end);
    }
}

bool climb_run(struct arena *a, struct store *s, const struct climb_spec *spec,
               const struct session_options *o, struct climb_report *out,
               struct err *e)
{
    struct climb c = climb_open(a, s, spec, o, out);
    bool ok = climb_begin(&c, e);

    if (ok)
        note_ends(&c);
    for (size_t i = 0; ok && i < spec->n_models; i++)
        ok = climb_model(&c, i, e);
    out->asked = c.session.asked;
    out->journalled = c.session.journalled;
    out->failed = c.session.failed;
    return ok;
}

/* ---- before anything is asked ---- */

static void note_ladder(struct forecast *f, const struct ladder *l)
{
    struct str s = str_in(f->session->arena);

    for (size_t i = 0; i < l->n; i++)
        if (l->over == OVER_DEPTH)
            str_addf(&s, "%s%" PRId64, i ? ", " : "depths ", l->rungs[i].depth);
        else
            str_addf(&s, "%s%s", i ? "; " : "", l->rungs[i].label);
    forecast_note(f, "%s: %s", l->name, str_get(&s));
}

/* The first round is known; a later one has prompts about as long. */
static bool look_ahead(struct climb *c, size_t model, struct forecast *f,
                       struct err *e)
{
    struct climb_round r = next_round(c, model);
    uint64_t most = c->spec->calls * c->report->n_ladders;
    struct plan plan = { .file = arena_printf(c->arena, "climb-%.12s-1",
                                              c->report->hash),
                         .problems = r.problems.items,
                         .n_problems = r.problems.n,
                         .models = &c->report->models[model],
                         .n_models = 1,
                         .attempts = 1,
                         .decoding = c->spec->decoding };
    struct ask_estimate t;
    struct forecast_row *row;
    uint64_t unknown;

    if (!forecast_look(c->arena, c->session.store, &plan, NULL, &t, e))
        return false;
    row = forecast_add(
        f, "climb",
        arena_printf(c->arena, "%zu famil%s", c->report->n_ladders,
                     c->report->n_ladders == 1 ? "y" : "ies"),
        &c->report->models[model], (struct call_range){ r.problems.n, most },
        &c->spec->decoding);
    unknown = most - (r.problems.n - t.to_ask);
    row->looked = true;
    row->ask = (struct call_range){ t.to_ask, unknown };
    if (t.to_ask)
        row->bytes =
            (double)t.prompt_bytes / (double)t.to_ask * (double)unknown;
    row->replies = (double)t.replies;
    row->reply_tokens = t.reply_tokens;
    return true;
}

bool climb_forecast(struct arena *a, struct store *s,
                    const struct climb_spec *spec,
                    const struct session_options *o, struct forecast *out,
                    struct err *e)
{
    struct climb_report *report = arena_new(a, struct climb_report);
    struct climb *c = arena_new(a, struct climb);

    *c = climb_open(a, s, spec, o, report);
    *out = forecast_open(&c->session);
    if (!climb_begin(c, e))
        return false;
    for (size_t i = 0; i < spec->n_models; i++)
        if (!look_ahead(c, i, out, e))
            return false;
    for (size_t i = 0; i < report->n_ladders; i++)
        note_ladder(out, &report->ladders[i]);
    forecast_note(out,
                  "The number of calls for a family depends on the replies. "
                  "Typically about 32 calls give an interval of one rung to "
                  "either side.");
    return true;
}
