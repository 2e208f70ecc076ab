/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_CONCEPT_H
#define PROBLEM_CONCEPT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Concepts and the taxonomies that name them.
 *
 * A taxonomy is one way to cut mathematics into concepts: its granularity.
 * Five are built in. Four of them form a chain, high -> mid -> low ->
 * extremely-low, and every concept but those of the last has its parents in
 * the next coarser one; every baseline skill maps to one or more concepts of
 * the high taxonomy. A problem is tagged with high concepts; the other names
 * follow by these maps. A user's own taxonomy is a YAML file whose concepts
 * map to high ones.
 *
 * A name is matched by its full form without regard to case (of ASCII
 * letters), spacing and punctuation; the word "and" and the sign & weigh
 * nothing either. Where no full form fits, it is matched by its head, the
 * part before the first ':' or '(', if that head is the only one of its kind
 * in the taxonomy: "quadratic solving" is enough for "Quadratic solving:
 * factoring, ...".
 *
 * The published mid list has "inequalities" on two of its lines. Both entries
 * are kept, with the same maps; they are one concept, and a search finds the
 * first.
 */

enum granularity {
    GRANULARITY_HIGH,          /* 79 concepts */
    GRANULARITY_MID,           /* 54: the comma items of eight lines */
    GRANULARITY_LOW,           /* 7 */
    GRANULARITY_EXTREMELY_LOW, /* 7 */
    GRANULARITY_BASELINE,      /* 107 skills */
    GRANULARITY_USER,          /* read from a file */
};

struct concept {
    const char *name;
    /* The line of the source list, from 1, if its lines have several concepts
     * (high and mid, eight lines each); else 0. */
    int group;
    /* Full names in the taxonomy it maps to (see struct taxonomy),
     * NULL-ended, and never NULL itself. */
    const char *const *maps;
};

struct taxonomy {
    const char *name; /* "high", "mid", "low", "extremely-low", "baseline" */
    const char *title;
    enum granularity granularity;
    const char *maps_to; /* the taxonomy of the names in `maps`; NULL: none */
    const struct concept *concepts;
    size_t n_concepts;
};

/* The five built-in taxonomies, from fine to coarse, baseline last. */
extern const struct taxonomy *const taxonomies[];
extern const size_t n_taxonomies;

/* Returns a built-in taxonomy by its name, or NULL if there is none. */
const struct taxonomy *taxonomy_find(const char *name);

/* Returns the concept of that name, or NULL if there is none. */
const struct concept *concept_find(const struct taxonomy *t, const char *name);

/* Returns the high concept that an unknown name was most likely meant to be, or
 * NULL if a third of its letters or more would have to change. */
const struct concept *concept_near(const char *name);

/* Returns the concept of that name and sets *t to its built-in taxonomy: the
 * first in the order of the table whose full form it is, or else the first
 * whose head it is. Returns NULL, with *t untouched, if none has it. `t` may be
 * NULL. */
const struct concept *concept_find_any(const char *name,
                                       const struct taxonomy **t);

/*
 * List the names that a concept of the high taxonomy has in taxonomy t, without
 * repeats: itself for high, its ancestors for mid, low and extremely-low, and
 * for baseline and user taxonomies every concept that maps to it. Returns how
 * many there are.
 */
size_t concept_lift(struct arena *a, const struct concept *high,
                    const struct taxonomy *t, const char ***names);

/*
 * Read a user's taxonomy from YAML:
 *
 *     name: our-course
 *     title: Algebra I, autumn          # optional
 *     concepts:
 *       - name: Quadratics
 *         maps: [Quadratic solving, ...]   # names of high concepts, optional
 *       - Word problems                    # a name alone maps to nothing
 *
 * A name with a colon or a comma needs quotes, as always in YAML, unless its
 * head will do. Fails with the line of what is wrong: a repeated
 * concept, an unknown high concept or field, a name that a built-in taxonomy
 * has. *out is filled on success only.
 */
MUST_USE bool taxonomy_read_file(struct arena *a, const char *path,
                                 struct taxonomy *out, struct err *e);

#endif
