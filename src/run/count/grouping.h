/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_GROUPING_H
#define RUN_COUNT_GROUPING_H

#include "base/arena.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What the problems of a run have in common: the groups that tables are cut
 * into, and the clusters whose results are not independent.
 */

/* What the problems are grouped by: a value for each problem, or several (its
 * concepts), or none. */
struct grouping {
    const char *name;    /* "family", "level", "concept", "kind", "subject" */
    const char **values; /* the groups, in the order to be shown */
    size_t n;
    uint32_t **of; /* of[problem]: its groups, ended by UINT32_MAX */
};

/*
 * The groupings of a set of problems: "family", "level", "kind", "concept",
 * "seed", "version", a knob's name, a member of params, a source field
 * (meta.fields.NAME), a member of meta. The first of these, in this order,
 * that a problem has is its own; "knobs.NAME", "params.NAME", "fields.NAME"
 * and "meta.NAME" ask for one place alone, "meta.hunt.NAME" for what a hunt
 * made the problem for (hypothesis, target, set). A field that is an array puts
 * its problem into several groups; objects and null are no value. False when no
 * problem has such a thing. Values are sorted: numbers by size, before texts by
 * bytes.
 */
bool grouping_make(struct arena *a, const struct problem *p, size_t n,
                   const char *name, struct grouping *out);

/* The names worth showing unasked: those that split this set into 2 to 20
 * groups, of family, level, kind, concept (up to 100), knobs and the source
 * fields level, subject, type, category, source; not those whose groups have
 * all the same problems, and not the knobs of Mathador, which has tables of
 * its own that hold the other knobs fixed. */
size_t grouping_defaults(struct arena *a, const struct problem *p, size_t n,
                         const char ***names);

/*
 * Clusters by template, parent or game: meta.template, meta.parent, source fields
 * original_id, template, parent (GSM-Symbolic's, and our own operators').
 * Fields are told apart by their source, so that two files' template 7 are
 * two. A parent that is itself in the set is of the cluster, and so are its
 * children's children; of several parents (an array) the first counts, or
 * crossing would join a whole population. Problems of one family whose params
 * have the same `numbers` and `target` are one game (Mathador's). A number for
 * each problem, from 0 in the order of first members; NULL when no two problems
 * share one.
 */
const uint32_t *cluster_make(struct arena *a, const struct problem *p,
                             size_t n);

#endif
