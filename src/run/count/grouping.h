/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_GROUPING_H
#define RUN_COUNT_GROUPING_H

#include "base/arena.h"
#include "problem/problem.h"
#include "stats/tally.h"
#include "store/runs.h"

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
 * Groups a set of problems by `name`: "family", "level", "kind", "concept",
 * "topic" (that of the family's card, else the source field topic, type or
 * question_type), "seed", "version", a knob's name, a member of params, a source field
 * (meta.fields.NAME) or a member of meta. Each problem is looked through in
 * this order, and the first value found is its own. "knobs.NAME",
 * "params.NAME", "fields.NAME" and "meta.NAME" look in one place only,
 * "meta.hunt.NAME" at what a hunt made the problem for (hypothesis, target,
 * set), "meta.evolve.NAME" at an evolution's (setting, generation). An array puts its problem into several groups; objects and null are no
 * value. Values are sorted: numbers by size, then texts by bytes. Returns false
 * if no problem has a value.
 */
bool grouping_make(struct arena *a, const struct problem *p, size_t n,
                   const char *name, struct grouping *out);

/* Finds the groupings that are shown when the user asks for none, and returns
 * how many: of topic, family, level, kind, concept, knobs and the source fields level,
 * subject, type, category and source those that split this set into 2 to 20
 * groups (family and concept: up to 200). Groupings whose groups all have the same
 * problems are left out, and so are the knobs of Mathador, whose own tables
 * keep the other knobs fixed. */
size_t grouping_defaults(struct arena *a, const struct problem *p, size_t n,
                         const char ***names);

/*
 * Finds clusters by template, parent or game. Template and parent are
 * meta.template, meta.parent and the source fields original_id, template and
 * parent (those of GSM-Symbolic and of our own operators). Template 7 of one
 * source and template 7 of another are different. A parent that is itself in
 * the set belongs to the cluster, and so do its children's children; of several
 * parents (an array) only the first counts, since crossing would otherwise join
 * a whole population. Problems of one family with the same params.numbers and
 * params.target are one game (Mathador); those with the same coordinates but
 * other knobs are twins. Returns the number of each problem's
 * cluster, from 0 in the order of first members, or NULL if no two problems
 * share a cluster.
 */
const uint32_t *cluster_make(struct arena *a, const struct problem *p,
                             size_t n);

/*
 * Results that are not correct, grouped by what is wrong with them: "reason" of
 * the judge (grade/reason.c), else "wrong_value" for a wrong one, else the name
 * of its mark ("no_answer", "truncated"). It is the one grouping that is of
 * results and not of problems.
 */

/* Is this the name of the grouping, "reason"? */
bool reasons_named(const char *name);

/* Returns the word of a result whose mark that is, or NULL if it is correct. It
 * is in the arena. */
const char *reasons_word(struct arena *a, const struct result *r,
                         enum mark mark);

/* Group c->trials, which are those of results[0..n), and fill in the cells:
 * (*cells)[model * out->n + value]. */
void reasons_make(struct arena *a, const struct count *c,
                  const struct result *results, struct grouping *out,
                  struct tally **cells);

#endif
