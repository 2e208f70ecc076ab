/* SPDX-License-Identifier: Apache-2.0 */
#include "climb/climb.h"
#include "base/ascii.h"
#include "base/map.h"
#include "base/str.h"
#include "family/choose.h"
#include "family/generate.h"
#include "run/count/tally.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The fields of a climb's spec, their defaults, and what must go together. */
#define AT(f)   offsetof(struct climb_spec, f)
#define LIST(f) .at = AT(f), .at_n = AT(n_##f)

static const struct spec_field fields[] = {
    { "families", SPEC_NAMES, LIST(families),
      .doc = "family names, or patterns such as concept/*; default: hard/*",
      .head = "problems" },
    { "over", SPEC_CHOICE, AT(ladder.over), .flag = "over",
      .value = "auto|depth|levels|digits|steps|chain", .init = "auto",
      .words = ladder_over_words,
      .doc = "what makes the problems harder, step by step" },
    { "level", SPEC_SIZE, AT(ladder.level), .flag = "level", .letter = 'l',
      .value = "L", .least = 1, .most = 100,
      .none = "the highest; for chains, the first",
      .doc = "with --over digits, steps or chain: level of the problems" },
    { "to", SPEC_U64, AT(ladder.to), .flag = "to", .value = "DEPTH", .least = 1,
      .most = 1e9, .none = "8 times the depth of level 5",
      .doc = "greatest depth of a problem" },
    { "seed", SPEC_SEED, AT(seed), .flag = "seed", .letter = 's', .init = "1",
      .needed = true, .doc = "seed of the problems" },

    { "models", SPEC_MODELS, LIST(models), .flag = "model", .letter = 'm',
      .doc = "a model to ask, named as in `assay run`; may be repeated",
      .head = "models" },
    { "model", SPEC_MODELS, LIST(models), .flag = "target", .doc = "",
      .again = true },
    { "strict", SPEC_BOOL, AT(strict), .flag = "strict",
      .doc = "count strict verdicts" },
    { "decoding", SPEC_GROUP, AT(decoding), .options = true,
      .doc = "decoding settings", .group = spec_decoding_fields },

    { "calls", SPEC_U64, AT(calls), .flag = "calls", .init = "60", .least = 1,
      .most = CLIMB_CALLS_MOST,
      .doc = "maximum number of calls for each "
             "family and model",
      .head = "when to stop" },
    { "width", SPEC_NUMBER, AT(width), .flag = "width", .value = "W",
      .init = "1", .least = 0.05, .most = 20,
      .doc =
          "stop when the 95 % interval is at most W steps of difficulty (rungs) "
          "to either side" },
    { "batch", SPEC_SIZE, AT(batch), .flag = "batch", .init = "4", .least = 1,
      .most = CLIMB_BATCH_MOST,
      .doc = "problems of a family in each batch of calls" },

    { "freeze", SPEC_SIZE, AT(freeze), .flag = "freeze", .unhashed = true,
      .least = 1, .most = 100000, .none = "no file",
      .doc = "write a file of N fresh problems at the solve rate of --at",
      .head = "a benchmark at a stated solve rate" },
    { "at", SPEC_TEXT, AT(at), .flag = "at", .value = "LO..HI",
      .init = "40..60", .needed = true, .unhashed = true,
      .doc = "solve rate of these problems, in percent; ..10 means below 10 "
             "%" },

    { "store", SPEC_TEXT, AT(store), .flag = "store", .value = "FILE",
      .unhashed = true, .none = "$ASSAY_STORE, or assay.db",
      .doc = "database of calls and runs", .head = "files" },
    { "out", SPEC_TEXT, AT(out), .flag = "output", .letter = 'o',
      .value = "FILE", .unhashed = true,
      .doc = "file of the problems of --freeze" },
    { 0 },
};

const struct spec_table climb_table = { .what = "the spec of a climb",
                                        .fields = fields,
                                        .size = sizeof(struct climb_spec) };

/* Reads digits with at most one point between them, or nothing at all. */
static bool read_percent(const char *s, const char *end, double none,
                         double *out)
{
    char *stop;

    *out = none;
    if (s == end)
        return true;
    *out = is_digit(*s) ? strtod(s, &stop) / 100 : -1;
    return *out >= 0 && *out <= 1 && stop == end;
}

/* Reads the range of --at as shares from 0 to 1. Fails if it is none. */
static bool climb_spec_range(const struct climb_spec *s, double *low,
                             double *high, struct err *e)
{
    const char *dots = strstr(s->at, "..");

    /* "40." is a number too: the dots are ended for strtod() by hand. */
    if (dots) {
        char head[16] = "";
        size_t n = (size_t)(dots - s->at);

        if (n < sizeof(head)) {
            memcpy(head, s->at, n);
            if (read_percent(head, head + n, 0, low) &&
                read_percent(dots + 2, dots + strlen(dots), 1, high) &&
                *low < *high)
                return true;
        }
    }
    return err_set(e, ERR_USAGE,
                   "--at takes percentages LO..HI, like 40..60, or ..10 for "
                   "below 10 %%, not \"%.40s\"",
                   s->at);
}

static bool check_freeze(const struct climb_spec *s, struct err *e)
{
    double low, high;

    if (!s->freeze && s->out)
        return err_set(e, ERR_USAGE,
                       "-o FILE is only for the problems of --freeze N; "
                       "--json prints all figures");
    if (s->freeze && !s->out)
        return err_set(e, ERR_USAGE, "--freeze needs -o FILE");
    if (s->freeze && s->n_models > 1)
        return err_set(e, ERR_USAGE,
                       "--freeze uses the curve of one model: name exactly "
                       "one");
    return climb_spec_range(s, &low, &high, e);
}

bool climb_spec_check(const struct climb_spec *s, struct err *e)
{
    if (!s->n_models)
        return err_set(e, ERR_USAGE,
                       "name a model: --model openai:NAME, anthropic:NAME, "
                       "URL#NAME, student, replay:FILE or planted:FILE");
    return spec_table_check(&climb_table, s, e) && check_freeze(s, e) &&
           spec_decoding_check("decoding", &s->decoding, e);
}

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
static bool climb_check_options(const struct climb_report *r,
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
    return climb_check_options(out, &s->ladder, e);
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
static bool climb_draw(struct climb *c, struct climb_cell *cell, size_t rung,
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

            if (!climb_draw(c, cell, rungs[k], &p))
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

static void climb_take_result(struct climb *c, const struct place *at,
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
            climb_take_result(c, &places[i], &problems[i], &results[at]);
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
    struct climb_round r = { vec_in(c->arena, sizeof(struct problem)),
                             vec_in(c->arena, sizeof(struct place)) };

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

/* The first round is known; a later one has prompts about as long. */
static bool climb_look_ahead(struct climb *c, size_t model, struct forecast *f,
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
        if (!climb_look_ahead(c, i, out, e))
            return false;
    for (size_t i = 0; i < report->n_ladders; i++) {
        const struct ladder *l = &report->ladders[i];
        struct str text = str_in(a);

        for (size_t k = 0; k < l->n; k++)
            if (l->over == OVER_DEPTH)
                str_addf(&text, "%s%" PRId64, k ? ", " : "depths ",
                         l->rungs[k].depth);
            else
                str_addf(&text, "%s%s", k ? "; " : "", l->rungs[k].label);
        forecast_note(out, "%s: %s", l->name, str_get(&text));
    }
    forecast_note(out,
                  "The number of calls for a family depends on the replies. "
                  "Typically about 32 calls give an interval of one rung to "
                  "either side.");
    return true;
}

/* What one model on one ladder shows: numbers and words of a cell. */

uint64_t climb_counted(const struct climb_cell *c)
{
    uint64_t n = 0;

    for (int i = 0; i < MARKS; i++)
        n += mark_counts((enum mark)i) && i != MARK_ERROR ? c->marks[i] : 0;
    return n;
}

struct climb_breaking climb_breaking(const struct climb_cell *c)
{
    struct interval i = staircase_interval(&c->stairs);
    double place = logistic_threshold(&c->stairs.curve, 0.5);
    struct climb_breaking b = { ladder_value(c->ladder, place),
                                ladder_value(c->ladder, i.low),
                                ladder_value(c->ladder, i.high) };

    if (c->end == STAIR_BEYOND)
        b = (struct climb_breaking){
            NAN, ladder_value(c->ladder, (double)staircase_top(&c->stairs)), NAN
        };
    if (c->end == STAIR_BELOW)
        b = (struct climb_breaking){ NAN, NAN, ladder_value(c->ladder, 0) };
    if (!climb_counted(c))
        b = (struct climb_breaking){ NAN, NAN, NAN };
    return b;
}

/* "24.3", "> 96", "< 2": a place on the ladder for people. */
static const char *climb_place_words(struct arena *a,
                                     const struct climb_cell *c, double place)
{
    double top = (double)staircase_top(&c->stairs);
    double value = ladder_value(c->ladder, place);

    if (!climb_counted(c))
        return NULL;
    if (place < 0)
        return arena_printf(a, "< %.0f", ladder_value(c->ladder, 0));
    if (place > top)
        return arena_printf(a, "> %.0f", ladder_value(c->ladder, top));
    return arena_printf(a, "%.*f", value < 100 ? 1 : 0, value);
}

struct datum climb_breaks_words(struct arena *a, const struct climb_cell *c)
{
    double place = logistic_threshold(&c->stairs.curve, 0.5);

    return datum_text(climb_place_words(a, c,
                                        c->end == STAIR_BEYOND  ? INFINITY
                                        : c->end == STAIR_BELOW ? -INFINITY
                                                                : place));
}

struct datum climb_interval_words(struct arena *a, const struct climb_cell *c)
{
    struct interval i = staircase_interval(&c->stairs);

    if (!climb_counted(c) || c->end == STAIR_BEYOND || c->end == STAIR_BELOW)
        return datum_unknown;
    return datum_text(arena_printf(a, "%s .. %s",
                                   climb_place_words(a, c, i.low),
                                   climb_place_words(a, c, i.high)));
}

double climb_level_rate(const struct climb_cell *c, int level)
{
    double place = ladder_level(c->ladder, level);

    return isnan(place) || !climb_counted(c)
               ? NAN
               : logistic_rate(&c->stairs.curve, place);
}

double climb_height(const struct climb_cell *c)
{
    double place = logistic_threshold(&c->stairs.curve, 0.5);

    if (!climb_counted(c))
        return NAN;
    if (c->end == STAIR_BEYOND)
        return 1;
    return fmin(1, fmax(0, (place + 1) / (double)c->ladder->n));
}

/* Those of which nothing is known come last. */
static int by_height(const void *a, const void *b)
{
    const struct climb_cell *x = *(const struct climb_cell *const *)a;
    const struct climb_cell *y = *(const struct climb_cell *const *)b;
    double p = climb_height(x), q = climb_height(y);

    if (isnan(p) != isnan(q))
        return isnan(p) ? 1 : -1;
    if (p != q && !isnan(p))
        return p < q ? -1 : 1;
    return x < y ? -1 : x > y;
}

const struct climb_cell **climb_worst(struct arena *a,
                                      const struct climb_report *r, size_t *n)
{
    const struct climb_cell **out;

    *n = r->n_ladders * r->spec->n_models;
    out = arena_array(a, const struct climb_cell *, *n + 1);
    for (size_t i = 0; i < *n; i++)
        out[i] = &r->cells[i];
    qsort(out, *n, sizeof(*out), by_height);
    return out;
}

/* A benchmark at a stated solve rate of a model, out of its curves. */

/* A setting at which the model is expected to solve that share. */
struct spot {
    struct rung rung;
    double rate;
    uint64_t next; /* index of the next problem */
};

/* The spots of one family. */
struct spots {
    const struct climb_cell *cell;
    struct vec all; /* of struct spot */
    size_t turn;    /* which gives the next problem */
};

struct freezer {
    struct arena *arena;
    const struct climb_report *report;
    double low, high;
    struct map seen; /* statements that were asked or are written */
};

#define DEPTHS_MOST 100 /* spots of one family, over depth */

/* ---- where ---- */

/* Is this place of the curve in the range? */
static bool climb_in_range(const struct freezer *f, const struct spots *s,
                           double place, double *rate)
{
    *rate = logistic_rate(&s->cell->stairs.curve, place);
    return *rate >= f->low && *rate <= f->high && s->all.n < DEPTHS_MOST;
}

static void add_spot(struct spots *s, struct rung rung, double rate)
{
    *(struct spot *)vec_push(&s->all) =
        (struct spot){ rung, rate, CLIMB_CALLS_MOST };
}

/* Rungs, or depths: every whole one up to 64, then some between the rungs. No
 * higher than the last rung that gives problems. */
static struct spots find_spots(const struct freezer *f,
                               const struct climb_cell *c)
{
    struct spots s = { .cell = c,
                       .all = vec_in(f->arena, sizeof(struct spot)) };
    const struct ladder *l = c->ladder;
    size_t top = staircase_top(&c->stairs);
    double rate;

    for (size_t i = 0; l->over != OVER_DEPTH && i <= top; i++)
        if (climb_in_range(f, &s, (double)i, &rate))
            add_spot(&s, l->rungs[i], rate);
    for (int64_t d = l->rungs[0].depth;
         l->over == OVER_DEPTH && d <= l->rungs[top].depth; d += 1 + d / 65)
        if (climb_in_range(f, &s, ladder_place(l, d), &rate))
            add_spot(&s, ladder_depth_rung(f->arena, l, d), rate);
    return s;
}

/* Which rates there are instead: those of the rungs around the range. */
static void tell_none(const struct freezer *f, const struct watch *w,
                      const struct climb_cell *c)
{
    const struct rung *rungs = c->ladder->rungs;
    size_t top = staircase_top(&c->stairs), above = 0, below = top;

    for (size_t i = 0; i <= top; i++)
        if (logistic_rate(&c->stairs.curve, (double)i) > f->high)
            above = i;
    for (size_t i = top + 1; i-- > 0;)
        if (logistic_rate(&c->stairs.curve, (double)i) < f->low)
            below = i;
    watch_note(w,
               "%s is left out: no depth has a solve rate of %s %%; the curve "
               "goes from %.0f %% at %s to %.0f %% at %s",
               c->ladder->name, f->report->spec->at,
               100 * logistic_rate(&c->stairs.curve, (double)above),
               rungs[above].label,
               100 * logistic_rate(&c->stairs.curve, (double)below),
               rungs[below].label);
}

/* ---- problems ---- */

static const struct json *climb_add_meta(const struct freezer *f,
                                         const struct spots *s,
                                         const struct spot *at,
                                         const struct problem *p)
{
    struct arena *a = f->arena;
    struct json *meta =
        p->meta ? json_copy(a, p->meta) : json_new(a, JSON_OBJECT);
    struct json *v = json_set(a, meta, "climb", json_new(a, JSON_OBJECT));
    json_set(a, v, "family", json_new_string(a, s->cell->ladder->name));
    json_set(a, v, "rung", json_new_string(a, at->rung.label));
    if (at->rung.depth)
        json_set(a, v, "depth", json_new_int(a, at->rung.depth));
    json_set(a, v, "rate",
             json_new_number(a, arena_printf(a, "%.3f", at->rate)));
    json_set(a, v, "model",
             json_new_string(a, f->report->spec->models[s->cell->model]));
    return meta;
}

/* Makes the next problem of a spot that was not seen. Returns false if it has
 * none. */
static bool draw_fresh(struct freezer *f, struct spot *at, struct problem *out)
{
    for (int tries = 0; tries < 100; tries++) {
        struct coordinates c = { .family = at->rung.family,
                                 .level = at->rung.level,
                                 .seed = f->report->spec->seed,
                                 .index = at->next++,
                                 .knobs = at->rung.knobs };
        struct err e;
        bool fresh;

        if (!family_generate_one_of_many(f->arena, &c, out, &e))
            return false;
        map_put(&f->seen, out->statement, strlen(out->statement), &fresh);
        if (fresh)
            return true;
    }
    return false;
}

/* Writes the next problem of a family, its spots in turn. A spot that has no
 * more is dropped. Returns false if none has. */
static bool climb_write_next(struct freezer *f, struct spots *s,
                             struct str *out)
{
    while (s->all.n) {
        struct spot *at;
        struct problem p;

        s->turn %= s->all.n;
        at = vec_get(&s->all, struct spot, s->turn);
        if (draw_fresh(f, at, &p)) {
            p.meta = climb_add_meta(f, s, at, &p);
            problem_write(out, &p);
            s->turn++;
            return true;
        }
        memmove(at, at + 1, (s->all.n - s->turn - 1) * sizeof(*at));
        s->all.n--;
    }
    return false;
}

static bool climb_write_all(struct freezer *f, struct spots *spots, size_t n,
                            struct str *out, struct err *e)
{
    size_t done = 0, want = f->report->spec->freeze, before;

    do {
        before = done;
        for (size_t i = 0; i < n && done < want; i++)
            done += climb_write_next(f, &spots[i], out);
    } while (done < want && done > before);
    if (done == want)
        return true;
    if (!done)
        return err_set(e, ERR_DOMAIN,
                       "no family has problems at a solve rate of %.20s %%: "
                       "widen --at, or go deeper with --to",
                       f->report->spec->at);
    return err_set(e, ERR_DOMAIN,
                   "only %zu fresh problems have a solve rate of %.20s %%, "
                   "not %zu: ask for fewer, or widen --at",
                   done, f->report->spec->at, want);
}

bool climb_freeze(struct arena *a, const struct climb_report *r,
                  const struct watch *w, struct str *out, struct err *e)
{
    struct freezer f = { .arena = a, .report = r };
    struct spots *spots = arena_array(a, struct spots, r->n_ladders + 1);
    bool ok;

    if (!climb_spec_range(r->spec, &f.low, &f.high, e))
        return false;
    for (size_t i = 0; i < r->n_ladders; i++) {
        const struct vec *asked = &r->cells[i].calls;

        for (size_t k = 0; k < asked->n; k++) {
            const char *s = vec_get(asked, struct climb_call, k)->statement;

            map_put(&f.seen, s, strlen(s), NULL);
        }
        spots[i] = find_spots(&f, &r->cells[i]);
        if (!spots[i].all.n)
            tell_none(&f, w, &r->cells[i]);
    }
    ok = climb_write_all(&f, spots, r->n_ladders, out, e);
    map_clear(&f.seen);
    return ok;
}
