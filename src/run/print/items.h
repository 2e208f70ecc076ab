/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_ITEMS_H
#define RUN_PRINT_ITEMS_H

#include "base/arena.h"
#include "report/document.h"
#include "report/items.h"
#include "run/summary.h"
#include "store/store.h"

#include <stddef.h>

/*
 * The items of runs (report/items.h): every problem of every run, in order,
 * with the results of all its models and attempts.
 *
 * A verdict, its reason and the answer are those in the store. Where the answer
 * stands in the reply, how key and answer were read and by which rule is not
 * stored: replies of outcome ok are judged again for that, by the options of
 * their run, and where the judge of today says something else the member
 * "today" of the result says what. Further members besides those of items.h are
 * "more", what a family's own judge found, and "second_opinion".
 *
 * Replies are read and judged in batches by several threads; those of one batch
 * are in memory at a time.
 */

struct item_options {
    const char *const *roles; /* [run]: its facet "role", or NULL: that of each
                                 problem (meta.hunt.set). NULL: so for all */
    /* Fills *out with the steps in which a problem came to be, in the arena, and
     * returns how many; NULL: nobody knows. Called by any thread. */
    size_t (*lineage)(struct arena *a, const struct problem *p,
                      struct doc_step **out);
    int threads;              /* that judge; 0: one */
    void (*leave)(void *ctx); /* at the end of each of them; or NULL */
};

struct items;

/* Returns the items of n runs, in the arena, which must live as long as the
 * views and the store do. */
struct items *items_open(struct arena *a, struct store *s,
                         const struct summary *const *views, size_t n,
                         const struct item_options *o);

/* Returns the source that gives them out, once. It uses the store on the
 * calling thread alone. */
struct item_source items_source(struct items *t);
void items_close(struct items *t);

#define FACETS_FRESH \
 "fresh problems" /* role of a hunt's run of targeted problems and controls: \
                        each has the role of its sets */

#endif
