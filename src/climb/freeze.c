/* SPDX-License-Identifier: Apache-2.0 */
/* A benchmark at a stated solve rate of a model, out of its curves. */
#include "base/map.h"
#include "base/str.h"
#include "climb/climb.h"
#include "family/generate.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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
static bool in_range(const struct freezer *f, const struct spots *s,
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
        if (in_range(f, &s, (double)i, &rate))
            add_spot(&s, l->rungs[i], rate);
    for (int64_t d = l->rungs[0].depth;
         l->over == OVER_DEPTH && d <= l->rungs[top].depth; d += 1 + d / 65)
        if (in_range(f, &s, ladder_place(l, d), &rate))
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

static const struct json *add_meta(const struct freezer *f,
                                   const struct spots *s, const struct spot *at,
                                   const struct problem *p)
{
    struct arena *a = f->arena;
    struct json *meta =
        p->meta ? json_copy(a, p->meta) : json_new(a, JSON_OBJECT);
    struct json *v = json_set(a, meta, "climb", json_new(a, JSON_OBJECT));
    struct json *rate = json_new(a, JSON_NUMBER);

    rate->text = arena_printf(a, "%.3f", at->rate);
    json_set(a, v, "family", json_new_string(a, s->cell->ladder->name));
    json_set(a, v, "rung", json_new_string(a, at->rung.label));
    if (at->rung.depth)
        json_set(a, v, "depth", json_new_int(a, at->rung.depth));
    json_set(a, v, "rate", rate);
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
static bool write_next(struct freezer *f, struct spots *s, struct str *out)
{
    while (s->all.n) {
        struct spot *at;
        struct problem p;

        s->turn %= s->all.n;
        at = vec_get(&s->all, struct spot, s->turn);
        if (draw_fresh(f, at, &p)) {
            p.meta = add_meta(f, s, at, &p);
            problem_write(out, &p);
            s->turn++;
            return true;
        }
        memmove(at, at + 1, (s->all.n - s->turn - 1) * sizeof(*at));
        s->all.n--;
    }
    return false;
}

static bool write_all(struct freezer *f, struct spots *spots, size_t n,
                      struct str *out, struct err *e)
{
    size_t done = 0, want = f->report->spec->freeze, before;

    do {
        before = done;
        for (size_t i = 0; i < n && done < want; i++)
            done += write_next(f, &spots[i], out);
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

static void see_asked(struct freezer *f, const struct climb_cell *c)
{
    for (size_t i = 0; i < c->calls.n; i++) {
        const char *s = vec_get(&c->calls, struct climb_call, i)->statement;

        map_put(&f->seen, s, strlen(s), NULL);
    }
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
        see_asked(&f, &r->cells[i]);
        spots[i] = find_spots(&f, &r->cells[i]);
        if (!spots[i].all.n)
            tell_none(&f, w, &r->cells[i]);
    }
    ok = write_all(&f, spots, r->n_ladders, out, e);
    map_clear(&f.seen);
    return ok;
}
