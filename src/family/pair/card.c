/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "family/pair/link.h"
#include "family/pair/pair.h"
#include "family/recipe/recipe.h"
#include "family/table.h"

#include <inttypes.h>
#include <string.h>

static bool find_part(struct arena *a, const char *name, size_t n,
                      struct pair *out, const struct family **parts,
                      struct err *e)
{
    const char *part = arena_strndup(a, name, n);
    const struct family *f = family_find(part);

    if (!f)
        return err_set(e, ERR_USAGE, "there is no family \"%s\"", part);
    if (!f->recipe)
        return err_set(e, ERR_USAGE,
                       "%s cannot be part of a chain: only concept families "
                       "can",
                       f->name);
    if (out->n == PAIR_PARTS)
        return err_set(e, ERR_USAGE, "a chain has at most %d families",
                       PAIR_PARTS);
    parts[out->n++] = f;
    return true;
}

static bool find_parts(struct arena *a, const char *name, struct pair *out,
                       struct err *e)
{
    const struct family **parts =
        arena_array(a, const struct family *, PAIR_PARTS);

    out->parts = parts;
    for (;;) {
        size_t n = strcspn(name, "+");

        if (!find_part(a, name, n, out, parts, e))
            return false;
        if (!name[n])
            break;
        name += n + 1;
    }
    for (size_t i = 0; i + 1 < out->n; i++)
        if (!link_takes(out->parts[i]->answer))
            return err_set(e, ERR_USAGE,
                           "%s can only come last: its answer (%s) does not "
                           "give a number for the next problem",
                           out->parts[i]->name,
                           answer_name(out->parts[i]->answer));
    return true;
}

/* Every concept of every part, once. */
static void unite_concepts(struct family *f, const struct pair *pair)
{
    size_t n = 0;

    for (size_t i = 0; i < pair->n; i++)
        for (size_t k = 0; k < FAMILY_CONCEPTS; k++) {
            const char *name = pair->parts[i]->concepts[k];
            size_t seen = 0;

            while (name && seen < n && !str_eq(f->concepts[seen], name))
                seen++;
            if (name && seen == n && n < FAMILY_CONCEPTS)
                f->concepts[n++] = name;
        }
}

static const struct family_level *make_levels(struct arena *a, int n,
                                              const struct pair *pair)
{
    struct family_level *levels = arena_array(a, struct family_level, n);

    for (int i = 0; i < n; i++) {
        struct str doc = str_in(a);

        for (size_t k = 0; k < pair->n; k++)
            str_addf(&doc, "%s%s", k ? "; then " : "",
                     pair->parts[k]->levels[i].doc);
        levels[i].doc = str_get(&doc);
    }
    return levels;
}

/* How many numbers at most can stand in one place of the family. */
static int64_t room_of(const struct family *f)
{
    union values any = { { 0 } };
    int64_t most = 0;

    for (const struct field *at = recipe_room(f, &any); at->name; at++)
        if (at->slot && at->hi - at->lo >= most)
            most = at->hi - at->lo + 1;
    return most;
}

static const char *make_doc(struct arena *a, const struct pair *pair)
{
    struct str doc = str_in(a);

    str_add(
        &doc,
        "One problem made of several: the answer of one family's problem "
        "is a number in the next, and the last answer is asked for. For "
        "every problem it is proved that the last answer depends on the "
        "first. \"capacity\" in the parameters says how many different numbers "
        "really enter, measured with fresh problems of the earlier "
        "families: 10000 or more if these give so many and the next "
        "family takes them, and never fewer than 10; chains with smaller "
        "links are refused. No key belongs to more than a tenth of a "
        "level's problems unless it does in the last family alone.");
    for (size_t i = 1; i < pair->n; i++)
        if (room_of(pair->parts[i]) < LINK_LARGE)
            str_addf(&doc, " %s takes at most %" PRId64 ".",
                     pair->parts[i]->name, room_of(pair->parts[i]));
    return str_get(&doc);
}

/* The knobs that every part has. */
static void take_knobs(struct family *f, const struct pair *pair)
{
    const struct knob *all = pair->parts[0]->knobs;
    size_t n = 0;

    for (size_t i = 0; i < FAMILY_KNOBS && all[i].name; i++) {
        size_t have = 1;

        while (have < pair->n &&
               family_knob_find(pair->parts[have], all[i].name))
            have++;
        if (have == pair->n)
            f->knobs[n++] = all[i];
    }
}

/* A chain is not walked; but every part must have what the knobs ask for. */
static bool space(const struct family *f, int level, const struct json *knobs,
                  uint64_t *n, struct err *e)
{
    for (size_t i = 0; i < f->pair->n; i++)
        if (!family_space(f->pair->parts[i], level, knobs, n, e))
            return false;
    *n = 0;
    return true;
}

static const struct family *make_card(struct arena *a, const char *name,
                                      const struct pair *pair)
{
    struct family *f = arena_new(a, struct family);
    struct str title = str_in(a);

    take_knobs(f, pair);
    f->name = arena_strdup(a, name);
    f->version = PAIR_VERSION;
    f->n_levels = pair->parts[0]->n_levels;
    for (size_t i = 0; i < pair->n; i++) {
        const struct family *part = pair->parts[i];

        f->version += part->version - 1;
        f->n_levels =
            part->n_levels < f->n_levels ? part->n_levels : f->n_levels;
        str_addf(&title, "%s%s", i ? ", then " : "", part->title);
    }
    f->title = str_get(&title);
    f->doc = make_doc(a, pair);
    unite_concepts(f, pair);
    f->answer = pair->parts[pair->n - 1]->answer;
    f->levels = make_levels(a, f->n_levels, pair);
    f->pair = pair;
    f->space = space;
    f->make = pair_make;
    f->check = pair_check;
    return f;
}

const struct family *family_named(struct arena *a, const char *name,
                                  struct err *e)
{
    const struct family *f = family_find(name);
    struct pair *pair;

    if (f)
        return f;
    if (!strchr(name, '+')) {
        err_set(e, ERR_USAGE, "there is no family \"%s\"", name);
        return NULL;
    }
    pair = arena_new(a, struct pair);
    return find_parts(a, name, pair, e) ? make_card(a, name, pair) : NULL;
}
