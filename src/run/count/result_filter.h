/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_RESULT_FILTER_H
#define RUN_COUNT_RESULT_FILTER_H

#include "base/arena.h"
#include "base/vec.h"
#include "run/summary.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Some results of a run: those of a concept, a level, a model, a kind of
 * failure. Filters combine: a result must pass all that are set, each by one of
 * its values. A value names something that the run has: exactly, or ignoring
 * case, or by a part of the name that only one has (the beginning, of a
 * problem's id). Several values may stand in one text with commas between.
 */

enum filter_by {
    FILTER_CONCEPT,
    FILTER_FAMILY,
    FILTER_LEVEL,
    FILTER_PROBLEM, /* its id */
    FILTER_MODEL,
    FILTER_KIND,    /* of a failure: a mark other than correct, or a word of
                       grouping.h */
    FILTER_VERDICT, /* of a reply that was judged */
    FILTERS
};

const char *filter_name(enum filter_by by); /* "concept" */

/* What was asked for. */
struct filter_words {
    struct vec by[FILTERS]; /* of const char *, as typed; empty: not set */
    bool wrong;  /* only what counts and is not correct: stats/tally.h */
    bool strict; /* by the strict reading */
};

/* The same, looked up in a run. */
struct result_filter {
    const bool *problems, *models; /* [place] whether it passes */
    const bool *kinds;             /* [of kind_names]; NULL: any passes */
    const char *const *kind_names; /* the marks, then words */
    size_t n_kinds;
    const bool *verdicts; /* [enum verdict]; NULL: any passes */
    bool wrong, strict;
};

/* A value that names nothing in the run, or several things. */
struct filter_mistake {
    enum filter_by by;
    const char *word;
    bool several;
    const char *const *names; /* that there are, or the several */
    size_t n;
};

/* Looks up the words. Returns false, with *mistake filled in, if one of them
 * does not name one thing. */
bool filter_read(struct arena *a, const struct summary *v,
                 const struct filter_words *w, struct result_filter *out,
                 struct filter_mistake *mistake);

/* Returns whether a result of that run passes. The arena holds what is read on
 * the way. */
bool filter_holds(struct arena *a, const struct result_filter *f,
                  const struct result *r);

#endif
