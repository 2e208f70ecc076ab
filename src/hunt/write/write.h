/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_WRITE_WRITE_H
#define HUNT_WRITE_WRITE_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/hypothesis.h"
#include "hunt/key/key.h"
#include "hunt/write/filter.h"
#include "problem/concept.h"
#include "problem/problem.h"
#include "run/question/question.h"
#include "store/reviews.h"

#include <stddef.h>

/*
 * Problems for a claim written by a model, filtered and keyed. The writer is
 * asked for batches until n problems stand or `most` batches were asked; each
 * draft ends in exactly one count: drafts is the sum of flaws, doubtful,
 * accepted and rejected. What a reply holds beyond n or beyond the batch is
 * not looked at. A decision of a person goes before the key models.
 *
 * Doubtful ones go to the review queue of the store and come back into the
 * set, on the next run, once a person has accepted them; those that were
 * rejected stay out.
 */

struct write_options {
    size_t n;         /* problems wanted */
    size_t batch;     /* asked for at once; 5 */
    size_t most;      /* batches at most; 0: 4 * n / batch */
    const char *hunt; /* what the review rows belong to: the hunt's hash */
    const char *seed;
    const char *hypothesis_text; /* how the claim is told to the writer */
};

struct written {
    struct problem *problems; /* with keys, tagged with the claim's concepts;
                                 meta says who wrote and keyed it */
    size_t n;
    uint64_t drafts;             /* looked at */
    uint64_t flaws[FLAWS];       /* [FLAW_NONE]: kept */
    uint64_t doubtful;           /* in the review queue now */
    uint64_t accepted, rejected; /* by people */
    uint64_t silent;             /* replies without any draft */
};

MUST_USE bool write_problems(struct arena *a, struct questioner *writer,
                             struct questioner *keyers, size_t n_keyers,
                             struct store *s, struct filter *known,
                             const struct claim *c, const struct taxonomy *t,
                             const struct write_options *o, struct written *out,
                             struct err *e);

#endif
