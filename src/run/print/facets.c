/* SPDX-License-Identifier: Apache-2.0 */
#include "run/print/facets.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "run/count/reasons.h"

#include <string.h>

#define FIELD_VALUES 50 /* of a source field that is a facet, at most */
#define FIELD_CHARS  40 /* of each */
#define FIELD_NAMES  64 /* that are looked at */

static bool has_facet(const struct facets *s, const char *name)
{
    for (size_t i = 0; i < s->n; i++)
        if (str_eq(s->names[i], name))
            return true;
    return false;
}

/* Adds a facet from the grouping `by`, if any problem has a value. */
static void add_facet(struct arena *a, struct facets *s, const char *name,
                      const char *by)
{
    const struct summary *v = s->view;

    if (s->n < FACETS_MOST && !has_facet(s, name) &&
        grouping_make(a, v->problems, v->info.n_problems, by, &s->by[s->n]))
        s->names[s->n++] = name;
}

/* Does a source field have a few short values? */
static bool is_short(const struct summary *v, const char *by)
{
    struct arena scratch = { 0 };
    struct grouping g;
    bool few =
        grouping_make(&scratch, v->problems, v->info.n_problems, by, &g) &&
        g.n >= 2 && g.n <= FIELD_VALUES;

    for (size_t i = 0; few && i < g.n; i++)
        few = strlen(g.values[i]) <= FIELD_CHARS;
    arena_clear(&scratch);
    return few;
}

static void add_fields(struct arena *a, struct facets *s)
{
    const struct summary *v = s->view;
    struct map names = { 0 };

    for (size_t i = 0; i < v->info.n_problems; i++) {
        const struct json *f = json_get(v->problems[i].meta, "fields");

        for (f = f ? f->first : NULL; f && names.n < FIELD_NAMES; f = f->next)
            if (f->name && !str_among(f->name, "template original_id parent"))
                map_put(&names, f->name, strlen(f->name), NULL);
    }
    for (size_t i = 0; i < names.n && s->n < FACETS_MOST; i++) {
        const char *by = arena_printf(a, "fields.%s", names.entries[i].key);

        if (!has_facet(s, by + strlen("fields.")) && is_short(v, by))
            add_facet(a, s, by + strlen("fields."), by);
    }
    map_clear(&names);
}

/* A set of a hunt is the role of its problems, or, where the caller says that
 * all or some are controls, what they control. */
static bool fits_role(const char *name, const char *role)
{
    if (str_eq(name, "role"))
        return !role;
    return !str_eq(name, "control") ||
           (role && (str_eq(role, "control") || str_eq(role, FACETS_FRESH)));
}

/* What the run is shown by comes first: figures lead there. */
struct facets facets_make(struct arena *a, const struct summary *v,
                          const char *role)
{
    static const char *const own[][2] = {
        { "family", "family" },
        { "level", "level" },
        { "depth", "knobs.depth" },
        { "concept", "concept" },
        { "kind", "kind" },
        { "topic", "topic" },
        { "hypothesis", "meta.hunt.hypothesis" },
        { "role", "meta.hunt.set" },
        { "control", "meta.hunt.set" },
        { "setting", "meta.evolve.setting" },
    };
    struct facets s = { .view = v, .role = role };

    for (size_t i = 0; i < v->n_groups; i++) {
        const char *name = v->groups[i].grouping.name;

        if (!reasons_named(name))
            add_facet(a, &s, name, name);
    }
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        if (fits_role(own[i][0], role))
            add_facet(a, &s, own[i][0], own[i][1]);
    add_fields(a, &s);
    return s;
}

static void push(struct vec *all, const char *name, const char *value)
{
    *(struct facet *)vec_push(all) = (struct facet){ name, value };
}

/* A problem of FACETS_FRESH is in one set or in several: it may be targeted and
 * a control as well. */
static void push_fresh(struct vec *all, const struct grouping *g,
                       size_t problem)
{
    bool targeted = false, control = false;

    for (const uint32_t *of = g->of[problem]; *of != UINT32_MAX; of++) {
        if (str_eq(g->values[*of], "targeted")) {
            targeted = true;
            continue;
        }
        control = true;
        push(all, "control", g->values[*of]);
    }
    if (targeted)
        push(all, "role", "targeted");
    if (control)
        push(all, "role", "control");
}

const struct facet *facets_of(struct arena *a, const struct facets *s,
                              size_t problem, size_t *n)
{
    struct vec all = vec_in(a, sizeof(struct facet));
    bool fresh = s->role && str_eq(s->role, FACETS_FRESH);

    for (size_t i = 0; i < s->n; i++) {
        const struct grouping *g = &s->by[i];

        if (fresh && str_eq(s->names[i], "control")) {
            push_fresh(&all, g, problem);
            continue;
        }
        for (const uint32_t *of = g->of[problem]; *of != UINT32_MAX; of++)
            push(&all, s->names[i], g->values[*of]);
    }
    if (s->role && !fresh)
        push(&all, "role", s->role);
    *n = all.n;
    return all.items;
}
