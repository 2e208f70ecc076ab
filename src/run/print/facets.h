/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_FACETS_H
#define RUN_PRINT_FACETS_H

#include "base/arena.h"
#include "report/items.h"
#include "run/summary.h"

#include <stddef.h>

/*
 * The properties that the problems of a run are filtered by: family, level,
 * concept, kind, topic, hypothesis and role (of a hunt), control (the set that
 * a hunt's control belongs to), setting (of an evolution), the groups that the
 * run is shown by, and source fields with a few short values, by their own
 * names.
 */

#define FACETS_MOST 12
#define FACETS_FRESH \
 "fresh problems" /* role of a hunt's run of targeted problems and controls: \
                        each has the role of its sets */

struct facets {
    const struct summary *view;
    const char *role;                /* of all problems; NULL: each its own */
    struct grouping by[FACETS_MOST]; /* values of each */
    const char *names[FACETS_MOST];
    size_t n;
};

/* Finds the facets of a run, in the arena. */
struct facets facets_make(struct arena *a, const struct summary *v,
                          const char *role);

/* Returns those of one problem, *n of them, in the arena. */
const struct facet *facets_of(struct arena *a, const struct facets *s,
                              size_t problem, size_t *n);

#endif
