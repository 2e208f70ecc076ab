/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_MERGE_H
#define STORE_MERGE_H

#include "base/arena.h"
#include "store/runs.h"

/*
 * Taking over what another store has, of whatever database. A call is known by
 * its content, so that one which is there already is the same question; the
 * reply that is there counts. A run comes with its chain as it is, link by link.
 * One that is in both goes on where the shorter chain ends if one is the
 * beginning of the other; else results are appended for the places that have
 * none.
 */

struct merge_report {
    uint64_t runs;    /* that were not there */
    uint64_t grown;   /* that were there and got results */
    uint64_t known;   /* that were there to the last result */
    uint64_t results; /* taken over */
    uint64_t calls;   /* likewise */
    uint64_t studies, reviews;
    const char *
        *said; /* a line for each run that could not be taken as it is */
    size_t n_said;
};

/* Takes over everything but the workbench (people, entries, challenges). The
 * other store is verified first, and one that is not intact is refused. A
 * command that was stopped is given again. */
MUST_USE bool store_merge(struct store *to, struct store *from, struct arena *a,
                          struct merge_report *out, struct err *e);

/* Takes over one run, the replies that it rests on and the reviews of its
 * problems. */
MUST_USE bool store_pull(struct store *to, struct store *from, struct arena *a,
                         const struct run_info *run, struct merge_report *out,
                         struct err *e);

#endif
