/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Vocabularies of a file's tags. If nearly all tags are names of a built-in
 * taxonomy (underscores and spaces do not matter), they become its concepts,
 * and other vocabularies follow by the maps between taxonomies: upwards along
 * the chain, and from high concepts to baseline skills and the concepts of a
 * user's taxonomy.
 */
#include "base/sort.h"
#include "hunt/failures_int.h"
#include "problem/concept.h"

#include <stdlib.h>
#include <string.h>

#define KNOWN_SHARE 90 /* percent of the tags that a taxonomy must know */

struct builder {
    struct arena *arena;
    const struct failures_tags *tags;
    const struct taxonomy *known; /* whose names tags are; NULL: nobody's */
};

/* Numbers of names: those that one tag stands for. */
struct lifted {
    uint32_t *at;
    size_t n;
};

/* ---- one vocabulary ---- */

/* The names of one example: of all its tags, rising, without repeats, ended. */
static const uint32_t *numbers_of(struct builder *b, const uint32_t *tags,
                                  const struct lifted *lifted)
{
    size_t most = 1, n = 0;
    uint32_t *out;

    for (const uint32_t *t = tags; *t != UINT32_MAX; t++)
        most += lifted[*t].n;
    out = arena_array(b->arena, uint32_t, most);
    for (const uint32_t *t = tags; *t != UINT32_MAX; t++)
        for (size_t i = 0; i < lifted[*t].n; i++)
            out[n++] = lifted[*t].at[i];
    out[sort_distinct(out, n)] = UINT32_MAX;
    return out;
}

/* `names` are all that there could be, `lifted` speaks of their places; names
 * that nobody carries are left out. */
static void make_vocabulary(struct builder *b, const char *const *names,
                            size_t n, struct lifted *lifted,
                            struct vocabulary *out)
{
    uint32_t *place = arena_array(b->arena, uint32_t, n + 1);
    const char **kept = arena_array(b->arena, const char *, n + 1);
    const uint32_t **of =
        arena_array(b->arena, const uint32_t *, b->tags->n + 1);

    for (size_t i = 0; i < b->tags->names->n; i++)
        for (size_t j = 0; j < lifted[i].n; j++)
            place[lifted[i].at[j]] = 1;
    for (size_t i = 0; i < n; i++)
        if (place[i]) {
            place[i] = (uint32_t)out->n;
            kept[out->n++] = names[i];
        }
    for (size_t i = 0; i < b->tags->names->n; i++)
        for (size_t j = 0; j < lifted[i].n; j++)
            lifted[i].at[j] = place[lifted[i].at[j]];
    for (size_t i = 0; i < b->tags->n; i++)
        of[i] = numbers_of(b, b->tags->of[i], lifted);
    out->names = kept;
    out->of = of;
}

/* ---- the tags themselves ---- */

struct ranked {
    const char *name;
    size_t tag;
};

static int by_name(const void *x, const void *y)
{
    const struct ranked *a = x, *b = y;

    return strcmp(a->name, b->name);
}

/* In the order of bytes, so that the order of rows says nothing. */
static void make_tags(struct builder *b, struct vocabulary *out)
{
    size_t n = b->tags->names->n;
    struct ranked *ranked = arena_array(b->arena, struct ranked, n + 1);
    struct lifted *lifted = arena_array(b->arena, struct lifted, n + 1);
    uint32_t *at = arena_array(b->arena, uint32_t, n + 1);
    const char **names = arena_array(b->arena, const char *, n + 1);

    for (size_t i = 0; i < n; i++)
        ranked[i] = (struct ranked){ b->tags->names->entries[i].key, i };
    qsort(ranked, n, sizeof(*ranked), by_name);
    for (size_t i = 0; i < n; i++) {
        names[i] = arena_strdup(b->arena, ranked[i].name);
        at[ranked[i].tag] = (uint32_t)i;
        lifted[ranked[i].tag] = (struct lifted){ &at[ranked[i].tag], 1 };
    }
    *out = (struct vocabulary){ .name = "tags" };
    make_vocabulary(b, names, n, lifted, out);
}

/* ---- taxonomies ---- */

/* The taxonomy that knows the most of the tags, if that is nearly all. */
static const struct taxonomy *find_known(const struct builder *b)
{
    const struct taxonomy *best = NULL;
    size_t n = b->tags->names->n, most = 0;

    for (size_t t = 0; t < n_taxonomies; t++) {
        size_t known = 0;

        for (size_t i = 0; i < n; i++)
            known += concept_find(taxonomies[t],
                                  b->tags->names->entries[i].key) != NULL;
        if (known > most && known * 100 >= n * KNOWN_SHARE) {
            most = known;
            best = taxonomies[t];
        }
    }
    return best;
}

static void add_place(struct lifted *out, const struct taxonomy *t,
                      const char *name)
{
    const struct concept *c = concept_find(t, name);
    uint32_t at = c ? (uint32_t)(c - t->concepts) : 0;

    for (size_t i = 0; c && i < out->n; i++)
        if (out->at[i] == at)
            return;
    if (c)
        out->at[out->n++] = at;
}

/* Are its concepts reached from high ones alone, by maps that lead there? */
static bool hangs_on_high(const struct taxonomy *t)
{
    return t->granularity == GRANULARITY_BASELINE ||
           t->granularity == GRANULARITY_USER;
}

/* The concepts that `from` of taxonomy t maps to, and what they map to ...,
 * until taxonomy `to` is met; there is no way down. */
static void climb(struct builder *b, const struct taxonomy *t,
                  const struct concept *from, const struct taxonomy *to,
                  struct lifted *out)
{
    const struct taxonomy *up = t->maps_to ? taxonomy_find(t->maps_to) : NULL;
    const char **names;

    if (t == to) {
        add_place(out, to, from->name);
        return;
    }
    if (t->granularity == GRANULARITY_HIGH && hangs_on_high(to)) {
        size_t n = concept_lift(b->arena, from, to, &names);

        for (size_t i = 0; i < n; i++)
            add_place(out, to, names[i]);
        return;
    }
    for (const char *const *m = from->maps; up && *m; m++) {
        const struct concept *c = concept_find(up, *m);

        if (c)
            climb(b, up, c, to, out);
    }
}

static void make_names(struct builder *b, const struct taxonomy *to,
                       struct vocabulary *out)
{
    size_t n = b->tags->names->n;
    struct lifted *lifted = arena_array(b->arena, struct lifted, n + 1);
    const char **names =
        arena_array(b->arena, const char *, to->n_concepts + 1);
    uint32_t *room = arena_array(b->arena, uint32_t, to->n_concepts + 1);

    for (size_t i = 0; i < to->n_concepts; i++)
        names[i] = to->concepts[i].name;
    for (size_t i = 0; i < n; i++) {
        const struct concept *c =
            b->known ? concept_find(b->known, b->tags->names->entries[i].key)
                     : NULL;

        lifted[i].at = room;
        if (to->granularity == GRANULARITY_USER)
            add_place(&lifted[i], to, b->tags->names->entries[i].key);
        if (c)
            climb(b, b->known, c, to, &lifted[i]);
        lifted[i].at = arena_array(b->arena, uint32_t, lifted[i].n + 1);
        memcpy(lifted[i].at, room, lifted[i].n * sizeof(*room));
    }
    *out = (struct vocabulary){ .name = to->name, .taxonomy = to };
    make_vocabulary(b, names, to->n_concepts, lifted, out);
}

/* ---- all ---- */

static void add_names(struct builder *b, const struct taxonomy *t,
                      struct vocabulary *all, size_t *n)
{
    make_names(b, t, &all[*n]);
    *n += all[*n].n > 0;
}

size_t failures_vocabularies(struct arena *a, const struct failures_tags *t,
                             const struct hunt_spec *spec,
                             const struct taxonomy *user,
                             const struct vocabulary **out)
{
    struct builder b = { .arena = a, .tags = t };
    struct vocabulary *all =
        arena_array(a, struct vocabulary, spec->n_granularities + 3);
    size_t n = 0;

    *out = all;
    if (!spec->tags_field)
        return 0;
    make_tags(&b, &all[n]);
    n += all[n].n > 0;
    b.known = find_known(&b);
    if (b.known)
        add_names(&b, b.known, all, &n);
    for (size_t i = 0; b.known && i < spec->n_granularities; i++) {
        const struct taxonomy *to = taxonomy_find(spec->granularities[i]);

        if (to && to != b.known)
            add_names(&b, to, all, &n);
    }
    if (user)
        add_names(&b, user, all, &n);
    return n;
}
