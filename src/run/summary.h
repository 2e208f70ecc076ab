/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_SUMMARY_H
#define RUN_SUMMARY_H

#include "base/arena.h"
#include "base/err.h"
#include "family/family.h"
#include "run/count/grouping.h"
#include "run/count/tally.h"
#include "stats/prices.h"
#include "store/journal.h"
#include "store/runs.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A run read back from the store, judged and counted. Everything printed after
 * a run is made from this, so that it shows what is in the store. Of a run that
 * was asked just now the results may be at hand as they were stored.
 */

struct summary_sorting;

struct summary_options {
    bool strict;           /* the reading of the rules */
    const char *const *by; /* groupings asked for; NULL: the defaults */
    size_t n_by;
    const struct prices *prices; /* or NULL */
    const char *goes_on; /* who asks what is missing; NULL: the same command */

    /* What is at hand of a run that was asked just now; NULL: it is found. */
    const struct problem *problems; /* else they are read from the store */
    struct result *results;         /* see ask_report; all of them, like: */
    size_t n_results;
    const bool *unreadable;          /* see bad_keys_mark() */
    const bool *keyless;             /* see ask_options */
    struct summary_sorting *sorting; /* of these problems */
};

/* Begins to find, on a thread, what the problems alone tell: the groups that are
 * shown unasked, unless they are `named`, and the clusters. They must stay until
 * a summary has it, or the arena is cleared. */
struct summary_sorting *summary_sort(struct arena *a, const struct problem *p,
                                     size_t n, bool named);

/* A grouping with its cells: cell[model * grouping.n + value]. */
struct summary_group {
    struct grouping grouping;
    struct tally *cells;
};

struct summary {
    struct run_info info;
    const struct problem *problems; /* info.n_problems */
    const char **models;            /* their names as shown, all different */
    const struct result *results;
    size_t n_results;
    const struct run_course *courses; /* of replies that came as streams */
    size_t n_courses;
    struct count count;  /* what the cells were made from */
    struct tally *whole; /* a cell for each model, over all problems */
    struct summary_group *groups;
    size_t n_groups;
    const char **names; /* of groups that are shown unasked */
    size_t n_names;
    bool asked; /* the groups are those that the user asked for by name */
    bool strict;
    const char *goes_on; /* as in the options, like: */
    const bool *keyless;
    const char *store; /* for commands that are told: store_told() */
};

/* Reads a run into *out, in the arena. Fails when a grouping in o->by splits
 * nothing; the message lists the groupings that do. */
MUST_USE bool summary_load(struct arena *a, struct store *s,
                           const struct run_info *info,
                           const struct summary_options *o, struct summary *out,
                           struct err *e);

/* The same in two steps: the second one needs no store, and what the first one
 * read stays as it is. */
MUST_USE bool summary_read(struct arena *a, struct store *s,
                           const struct run_info *info,
                           const struct summary_options *o, struct summary *out,
                           struct err *e);
MUST_USE bool summary_count(struct arena *a, const struct summary_options *o,
                            struct summary *out, struct err *e);

/* Returns the name of the file that the run's problems are from, as its spec
 * says it, or "?" if it does not say. Anybody may have written it. */
const char *summary_file(struct arena *a, const struct run_info *info);

/* Fails as summary_load() does when a grouping in o->by splits nothing, but
 * from the problems alone: for use before anything is asked. */
MUST_USE bool summary_check_by(struct arena *a, const struct problem *p,
                               size_t n, const struct summary_options *o,
                               struct err *e);

/* Returns the group of that name, which is made if the summary does not have
 * it, or NULL if no problem has a value. */
const struct summary_group *summary_group(struct arena *a,
                                          const struct summary *v,
                                          const char *name);

/* Returns the place of a model by its name; info.n_models: it has none. */
size_t summary_model(const struct summary *v, const char *name);

/* Returns the result of a problem, a model (both from 0) and an attempt (from
 * 1), or NULL if there is none yet. */
const struct result *summary_result(const struct summary *v, size_t problem,
                                    size_t model, uint64_t attempt);

/* Returns how many attempts of a problem and a model are to be counted, those
 * that are planned and missing too: *found results from *first on, then the
 * missing ones. 0 if the problem's key is bad. */
size_t summary_attempts(const struct summary *v, size_t problem, size_t model,
                        const struct result **first, size_t *found);

/* Returns the family of some problem whose results show more than right and
 * wrong, or NULL if there is none. */
const struct family *summary_shower(const struct summary *v);

/* Returns the results that count, by the lenient reading, as families are
 * given them; with them those that are planned and missing. */
struct family_results summary_rows(struct arena *a, const struct summary *v);

#endif
