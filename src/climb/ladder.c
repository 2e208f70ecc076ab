/* SPDX-License-Identifier: Apache-2.0 */
#include "climb/ladder.h"
#include "base/str.h"
#include "base/vec.h"
#include "climb/staircase.h"
#include "family/pair/pair.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define DEEPER 8 /* times the depth of the last level, where nothing is said */

const char *const ladder_over_words[] = { "auto",  "depth", "levels", "digits",
                                          "steps", "chain", NULL };

struct builder {
    struct arena *arena;
    const struct family *family;
    const struct ladder_options *o;
    struct vec rungs; /* struct rung */
};

/* ---- levels and knobs ---- */

/* Adds a rung, unless there is room for no more or the family has no problems
 * there. */
static void add_rung(struct builder *b, const struct family *f, int level,
                     const struct json *knobs, const char *label)
{
    uint64_t space;
    struct err e;

    if (b->rungs.n < STAIR_RUNGS && family_space(f, level, knobs, &space, &e))
        *(struct rung *)vec_push(&b->rungs) = (struct rung){
            .family = f, .level = level, .knobs = knobs, .label = label
        };
}

static void ladder_add_levels(struct builder *b)
{
    for (int i = 1; i <= b->family->n_levels; i++)
        add_rung(b, b->family, i, NULL, arena_printf(b->arena, "level %d", i));
}

static const char *ladder_label_of(struct arena *a, int level,
                                   const struct json *knobs)
{
    struct str s = str_in(a);

    str_addf(&s, "level %d", level);
    for (const struct json *k = knobs ? knobs->first : NULL; k; k = k->next)
        str_addf(&s, ", %s %s", k->name, k->text);
    return str_get(&s);
}

/* Adds a rung for each value of the knob but its default, which is easier than
 * the others, over the knobs that are set. Returns those with the last value;
 * the same ones if the card does not have the knob. */
static const struct json *add_values(struct builder *b, int level,
                                     const struct json *knobs, const char *name)
{
    const struct knob *k = family_knob_find(b->family, name);
    const char *value = k ? strchr(k->values, '|') : NULL;
    struct json *set = NULL;

    for (; value; value = strchr(value, '|')) {
        const char *word =
            arena_strndup(b->arena, value + 1, strcspn(value + 1, "|"));

        value++;
        set = knobs ? json_copy(b->arena, knobs)
                    : json_new(b->arena, JSON_OBJECT);
        json_set(b->arena, set, name, json_new_string(b->arena, word));
        add_rung(b, b->family, level, set,
                 ladder_label_of(b->arena, level, set));
    }
    return set ? set : knobs;
}

static int level_or(const struct builder *b, int usual)
{
    return b->o->level ? (int)b->o->level : usual;
}

static void ladder_add_knob(struct builder *b, const char *name)
{
    int level = level_or(b, b->family->n_levels);

    if (!family_knob_find(b->family, name))
        return;
    add_rung(b, b->family, level, NULL, ladder_label_of(b->arena, level, NULL));
    add_values(b, level, NULL, name);
}

/* ---- chains ---- */

/* The name of the first k parts; of a single family of k times it. */
static const char *chain_name(struct arena *a, const char *name, size_t k)
{
    struct str s = str_in(a);
    const char *part = name;

    for (size_t i = 0; i < k; i++) {
        size_t n = strcspn(part, "+");

        str_addf(&s, "%s%.*s", i ? "+" : "", (int)n, part);
        part = part[n] ? part + n + 1 : name;
    }
    return str_get(&s);
}

static void add_chain(struct builder *b)
{
    const struct pair *pair = b->family->pair;
    size_t most = pair ? pair->n : STAIR_RUNGS;
    int level = level_or(b, 1);

    for (size_t k = 1; k <= most; k++) {
        struct err e;
        const struct family *f = family_named(
            b->arena, chain_name(b->arena, b->family->name, k), &e);

        if (!f)
            return;
        if (level <= f->n_levels)
            add_rung(b, f, level, NULL,
                     arena_printf(b->arena, "%zu part%s", k, k > 1 ? "s" : ""));
    }
}

/* ---- depths ---- */

static struct rung depth_rung(struct arena *a, const struct family *f,
                              int64_t depth)
{
    struct json *knobs = json_new(a, JSON_OBJECT);
    const char *text = arena_printf(a, "%" PRId64, depth);

    json_set(a, knobs, "depth", json_new_string(a, text));
    return (struct rung){ .family = f,
                          .level = 1,
                          .knobs = knobs,
                          .depth = depth,
                          .label = arena_printf(a, "depth %s", text) };
}

struct rung ladder_depth_rung(struct arena *a, const struct ladder *l,
                              int64_t depth)
{
    return depth_rung(a, l->rungs[0].family, depth);
}

static int64_t step_from(int64_t depth)
{
    return depth < 8 ? 1 : depth / 4;
}

/* Adds rungs from one depth to another, without the last; the step before it
 * may be half as long again. */
static void add_depths(struct builder *b, int64_t from, int64_t to)
{
    while (from < to && b->rungs.n < STAIR_RUNGS) {
        int64_t next = from + step_from(from);

        *(struct rung *)vec_push(&b->rungs) =
            depth_rung(b->arena, b->family, from);
        from = next + step_from(next) / 2 >= to ? to : next;
    }
}

static size_t add_dial(struct builder *b)
{
    const struct family_depth *d = b->family->depth;
    int64_t at = d->least, end = DEEPER * d->levels[4];
    size_t reach;

    if (b->o->to > (uint64_t)d->most || (!b->o->to && end > d->most))
        end = d->most;
    else if (b->o->to)
        end = (int64_t)b->o->to;
    for (size_t i = 0; i < 5; i++) {
        int64_t next = d->levels[i] < end ? d->levels[i] : end;

        add_depths(b, at, next);
        at = next > at ? next : at;
    }
    reach = b->rungs.n;
    add_depths(b, at, end);
    add_depths(b, end, end + 1);
    return reach;
}

/* ---- all of them ---- */

bool ladder_make(struct arena *a, const char *name,
                 const struct ladder_options *o, struct ladder *out,
                 struct err *e)
{
    const struct family *f = family_named(a, name, e);
    struct builder b = {
        .arena = a, .family = f, .o = o, .rungs = vec_in(a, sizeof(struct rung))
    };
    size_t reach = STAIR_RUNGS;

    if (!f)
        return false;
    if (o->level > (size_t)f->n_levels)
        return err_set(e, ERR_USAGE,
                       "there is no level %zu: %.100s has levels 1 to %d",
                       o->level, f->name, f->n_levels);
    *out = (struct ladder){ .name = f->name,
                            .over = o->over    ? o->over
                                    : f->depth ? OVER_DEPTH
                                    : f->pair  ? OVER_CHAIN
                                               : OVER_LEVELS };
    switch (out->over) {
    case OVER_DEPTH: reach = f->depth ? add_dial(&b) : 0; break;
    case OVER_DIGITS: ladder_add_knob(&b, "digits"); break;
    case OVER_STEPS: ladder_add_knob(&b, "steps"); break;
    case OVER_CHAIN: add_chain(&b); break;
    default:
        ladder_add_levels(&b);
        if (!o->over)
            add_values(&b, f->n_levels,
                       add_values(&b, f->n_levels, NULL, "digits"), "steps");
    }
    if (b.rungs.n < 2)
        return err_set(e, ERR_USAGE,
                       "%.100s has no ladder over %s; use --over %s", f->name,
                       ladder_over_words[out->over],
                       f->depth ? "depth" : "levels");
    out->rungs = b.rungs.items;
    out->n = b.rungs.n;
    out->reach = reach;
    return true;
}

/* ---- places between rungs ---- */

static double ladder_value_at(const struct ladder *l, size_t i)
{
    return l->over == OVER_DEPTH ? (double)l->rungs[i].depth : (double)i + 1;
}

double ladder_value(const struct ladder *l, double place)
{
    double low;
    size_t i;

    if (!(place >= 0 && place <= (double)(l->n - 1)))
        return NAN;
    i = (size_t)place;
    low = ladder_value_at(l, i);
    if (i + 1 == l->n)
        return low;
    return low + (place - (double)i) * (ladder_value_at(l, i + 1) - low);
}

double ladder_place(const struct ladder *l, int64_t depth)
{
    size_t i = 0;

    while (i + 2 < l->n && l->rungs[i + 1].depth <= depth)
        i++;
    return (double)i + (double)(depth - l->rungs[i].depth) /
                           (double)(l->rungs[i + 1].depth - l->rungs[i].depth);
}

double ladder_level(const struct ladder *l, int level)
{
    if (l->over == OVER_DEPTH) {
        int64_t depth = l->rungs[0].family->depth->levels[level - 1];

        return depth <= l->rungs[l->n - 1].depth ? ladder_place(l, depth) : NAN;
    }
    for (size_t i = 0; i < l->n; i++)
        if (!l->rungs[i].family->pair && !l->rungs[i].knobs &&
            l->rungs[i].level == level)
            return (double)i;
    return NAN;
}
