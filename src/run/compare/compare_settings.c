/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The settings in which the runs of the sides differ, besides the model. They
 * are read from the specs of the runs.
 */
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "run/compare/compare_int.h"
#include "run/review/decisions.h"

#include <string.h>

#define VERSION       "judge version"
#define VERSIONS_MOST 8 /* of the judge, shown for one side */

/* Name -> place in `all`, whose members have a value for each side. */
struct sheaf {
    struct arena *arena;
    const struct compare *compare;
    struct map names;
    struct vec all; /* struct setting_difference */
};

static void put(struct sheaf *s, size_t side, enum setting_kind kind,
                const char *name, const struct json *value)
{
    bool added;
    size_t *at;
    struct setting_difference *set;

    if (!value)
        return;
    at = map_put(&s->names, name, strlen(name), &added);
    if (added) {
        *at = s->all.n;
        set = vec_push(&s->all);
        set->name = arena_strdup(s->arena, name);
        set->kind = kind;
        set->value =
            arena_array(s->arena, const struct json *, s->compare->n_sides);
    }
    set = vec_get(&s->all, struct setting_difference, *at);
    set->value[side] = value;
}

/* Members of members have names with points: "extra.thinking.budget_tokens". */
static void put_members(struct sheaf *s, size_t side, enum setting_kind kind,
                        const char *prefix, const struct json *object)
{
    if (!object || object->type != JSON_OBJECT)
        return;
    for (const struct json *m = object->first; m; m = m->next) {
        const char *name = arena_printf(s->arena, "%s%s", prefix, m->name);

        if (m->type == JSON_OBJECT && m->first)
            put_members(s, side, kind, arena_printf(s->arena, "%s.", name), m);
        else
            put(s, side, kind, name, m);
    }
}

/* One model under two addresses is two servers. */
static void put_url(struct sheaf *s, size_t side, const struct json *models)
{
    const struct compare_side *sides = s->compare->sides;
    const struct json *m = models ? models->first : NULL;
    const char *name = sides[0].view->models[sides[0].model];

    for (size_t i = 1; i < s->compare->n_sides; i++)
        if (!str_eq(sides[i].view->models[sides[i].model], name))
            return;
    for (size_t i = 0; m && i < sides[side].model; i++)
        m = m->next;
    put(s, side, SETTING_OTHER, "url", json_get(m, "url"));
}

/* Who judged this side's replies: usually one version of the program. */
static void put_versions(struct sheaf *s, size_t side)
{
    const struct compare_side *x = &s->compare->sides[side];
    const char *met[VERSIONS_MOST];
    struct str text = str_in(s->arena);
    size_t n = 0;

    for (size_t i = 0; i < x->view->n_results && n < VERSIONS_MOST; i++) {
        const struct result *r = &x->view->results[i];
        size_t k = 0;

        if (r->model != x->model || r->outcome != OUTCOME_OK || !r->judge ||
            str_eq(r->judge, DECISIONS_JUDGE))
            continue;
        while (k < n && !str_eq(met[k], r->judge))
            k++;
        if (k < n)
            continue;
        met[n++] = r->judge;
        str_addf(&text, "%s%s", text.n ? ", " : "", r->judge);
    }
    if (n)
        put(s, side, SETTING_JUDGE, VERSION,
            json_new_string(s->arena, str_get(&text)));
}

static void put_side(struct sheaf *s, size_t side)
{
    const char *text = s->compare->sides[side].view->info.spec;
    const struct json *problems;
    struct json *spec;
    struct err e;

    put_versions(s, side);
    if (!text || !json_read(s->arena, text, strlen(text), 1, &spec, &e))
        return;
    problems = json_get(spec, "problems");
    put(s, side, SETTING_OTHER, "attempts", json_get(spec, "attempts"));
    put_members(s, side, SETTING_DECODING, "", json_get(spec, "decoding"));
    put_members(s, side, SETTING_PROMPT, "", json_get(spec, "prompt"));
    put_members(s, side, SETTING_JUDGE, "judge ", json_get(spec, "judge"));
    put(s, side, SETTING_OTHER, "problems", json_get(problems, "file"));
    put(s, side, SETTING_OTHER, "number of problems",
        json_get(problems, "count"));
    put(s, side, SETTING_OTHER, "of", json_get(spec, "of"));
    put_url(s, side, json_get(spec, "models"));
}

/* A side of which nothing was judged yet has no version, and none that is
 * another. */
static bool all_equal(const struct setting_difference *s, size_t n)
{
    bool skip = str_eq(s->name, VERSION);
    size_t first = 0;

    while (skip && first + 1 < n && !s->value[first])
        first++;
    for (size_t i = first + 1; i < n; i++) {
        const struct json *x = s->value[first], *y = s->value[i];

        if (skip && !y)
            continue;
        if (!x != !y || (x && !json_equal(x, y)))
            return false;
    }
    return true;
}

void compare_settings(struct arena *a, struct compare *c)
{
    struct sheaf s = { .arena = a,
                       .compare = c,
                       .all = vec_in(a, sizeof(struct setting_difference)) };

    for (size_t i = 0; i < c->n_sides; i++)
        put_side(&s, i);
    map_clear(&s.names);
    c->settings = arena_array(a, struct setting_difference, s.all.n + 1);
    for (size_t i = 0; i < s.all.n; i++) {
        const struct setting_difference *set =
            vec_get(&s.all, struct setting_difference, i);

        if (all_equal(set, c->n_sides))
            continue;
        c->settings[c->n_settings++] = *set;
        c->judged_apart |= set->kind == SETTING_JUDGE;
    }
}
