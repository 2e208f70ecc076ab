/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finding concepts by name, and lifting them from one taxonomy to another.
 *
 * Names are compared by their keys. A search writes the keys of a table anew
 * each time: a hundred short names cost some microseconds, and nothing has to
 * be built, kept or locked.
 */
#include "problem/concept.h"
#include "base/vec.h"
#include "problem/taxonomy/key.h"
#include "problem/taxonomy/taxonomy.h"

#include <string.h>

const struct taxonomy *const taxonomies[] = {
    &taxonomy_high,          &taxonomy_mid,      &taxonomy_low,
    &taxonomy_extremely_low, &taxonomy_baseline,
};
const size_t n_taxonomies = COUNT_OF(taxonomies);

/* ---- finding ---- */

static bool problem_concept_has_head(const char *name)
{
    return name[concept_head(name)] != '\0';
}

/* The first concept whose full name has this key. */
static const struct concept *find_full(const struct taxonomy *t,
                                       const struct str *key)
{
    const struct concept *found = NULL;
    struct str other = { 0 };

    for (size_t i = 0; i < t->n_concepts && !found; i++) {
        const char *name = t->concepts[i].name;

        concept_key(&other, name, strlen(name));
        if (str_eq(str_get(&other), str_get(key)))
            found = &t->concepts[i];
    }
    str_clear(&other);
    return found;
}

/* Returns the only concept whose head has this key, or NULL if two share it. */
static const struct concept *find_head(const struct taxonomy *t,
                                       const struct str *key)
{
    const struct concept *found = NULL;
    struct str other = { 0 };
    size_t hits = 0;

    for (size_t i = 0; i < t->n_concepts; i++) {
        const char *name = t->concepts[i].name;

        if (!problem_concept_has_head(name))
            continue;
        concept_key(&other, name, concept_head(name));
        if (str_eq(str_get(&other), str_get(key))) {
            found = &t->concepts[i];
            hits++;
        }
    }
    str_clear(&other);
    return hits == 1 ? found : NULL;
}

/* Search tables one after another, all by full name before any by head. */
static const struct concept *find_in(const struct taxonomy *const *tables,
                                     size_t n, const char *name,
                                     const struct taxonomy **where)
{
    const struct concept *found = NULL;
    struct str key = { 0 };

    concept_key(&key, name, strlen(name));
    for (size_t i = 0; i < 2 * n && key.n && !found; i++) {
        const struct taxonomy *t = tables[i % n];

        found = i < n ? find_full(t, &key) : find_head(t, &key);
        if (found && where)
            *where = t;
    }
    str_clear(&key);
    return found;
}

const struct taxonomy *taxonomy_find(const char *name)
{
    const struct taxonomy *found = NULL;
    struct str key = { 0 }, other = { 0 };

    concept_key(&key, name, strlen(name));
    for (size_t i = 0; i < n_taxonomies && !found; i++) {
        concept_key(&other, taxonomies[i]->name, strlen(taxonomies[i]->name));
        if (str_eq(str_get(&key), str_get(&other)))
            found = taxonomies[i];
    }
    str_clear(&key);
    str_clear(&other);
    return found;
}

const struct concept *concept_find(const struct taxonomy *t, const char *name)
{
    return find_in(&t, 1, name, NULL);
}

const struct concept *concept_find_any(const char *name,
                                       const struct taxonomy **t)
{
    return find_in(taxonomies, n_taxonomies, name, t);
}

/* ---- lifting ---- */

/* Built-in maps, and a user's once read, hold full names: no keys needed. */
static bool maps_to(const struct concept *c, const char *name)
{
    for (const char *const *m = c->maps; *m; m++)
        if (str_eq(*m, name))
            return true;
    return false;
}

/* The names one step coarser; every entry of a repeated name counts. */
static struct vec parents(struct arena *a, const struct taxonomy *t,
                          const struct vec *names)
{
    struct vec up = vec_in(a, sizeof(const char *));

    for (size_t i = 0; i < names->n; i++)
        for (size_t j = 0; j < t->n_concepts; j++) {
            const struct concept *c = &t->concepts[j];

            if (!str_eq(c->name, *vec_get(names, const char *, i)))
                continue;
            for (const char *const *m = c->maps; *m; m++)
                vec_add_name(&up, *m);
        }
    INVARIANT(up.n > 0);
    return up;
}

size_t concept_lift(struct arena *a, const struct concept *high,
                    const struct taxonomy *t, const char ***names)
{
    const struct taxonomy *at = &taxonomy_high;
    struct vec v = vec_in(a, sizeof(const char *));

    if (t->maps_to && str_eq(t->maps_to, at->name)) {
        for (size_t i = 0; i < t->n_concepts; i++)
            if (maps_to(&t->concepts[i], high->name))
                vec_add_name(&v, t->concepts[i].name);
    } else {
        vec_add_name(&v, high->name);
        while (at->granularity != t->granularity) {
            v = parents(a, at, &v);
            at = taxonomy_find(at->maps_to);
        }
    }
    *names = v.items;
    return v.n;
}
