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
 * Problems that a model writes for a suspicion, or for none: they are filtered,
 * held against the suspicion, and get keys. The writer is asked for batches
 * until there are n problems or `most` batches were asked. Each draft is
 * counted once: drafts is the sum of flaws, doubtful, accepted and rejected.
 * Drafts of a reply beyond n or beyond the batch are not looked at. The
 * decision of a person overrides the key models, not the claim.
 *
 * Doubtful problems go to the review queue of the store. Once a person has
 * accepted them, the next run has them in the set; rejected ones stay out.
 */

/*
 * Whether a written problem is one that its suspicion speaks of: bounds of
 * traits are measured, concepts are named by a tagger with the prompts and the
 * list of names that the benchmark is tagged with.
 */

enum claim_state {
    CLAIM_HOLDS,
    CLAIM_OFF,       /* the hypothesis does not apply to it */
    CLAIM_UNCHECKED, /* it cannot be checked */
};

/* Who names concepts, from which list. */
struct claim_tagger {
    struct questioner *questioner; /* NULL: nobody does */
    const struct domain *domain;
    const struct taxonomy *names; /* the list; NULL: there is none */
    size_t most;                  /* names for one text */
};

struct write_options {
    size_t n;         /* problems wanted */
    size_t batch;     /* asked for at once; 5 */
    size_t most;      /* batches at most; 0: 4 * n / batch */
    const char *hunt; /* the hash of the hunt that the review rows belong to */
    const char *seed;
    const char *hypothesis_text; /* the suspicion as the writer reads it */
    const struct domain *domain;
    struct answer_form form;
    const char *shown; /* examples of the benchmark, as write_shown() has them;
                          or "" */
    bool ask;          /* texts do not say what to do: the target is asked by
                          the prompt "ask" */
};

struct written {
    struct problem
        *problems; /* with keys, tagged with the suspicion's concepts;
                                 meta says who wrote and keyed it */
    size_t n;
    uint64_t drafts;             /* looked at */
    uint64_t flaws[FLAWS];       /* [FLAW_NONE]: kept */
    uint64_t doubtful;           /* in the review queue now */
    uint64_t accepted, rejected; /* by people */
    uint64_t silent;             /* replies without any draft */
    uint64_t unchecked; /* of those in the set: part of the claim could not be
                           checked */
};

/* Who is asked. */
struct write_models {
    struct questioner *writer, *keyers;
    size_t n_keyers;
    struct claim_tagger tagger;
};

/* `c` is NULL for an arm without a hypothesis: the same prompt without the
 * claim. */
MUST_USE bool write_problems(struct arena *a, const struct write_models *m,
                             struct store *s, struct filter *known,
                             const struct suspicion *c,
                             const struct taxonomy *t,
                             const struct write_options *o, struct written *out,
                             struct err *e);

/* Returns examples as a writer sees them: up to WRITE_SHOWN of those that have
 * a text, drawn by the seed, of different levels and names where there are. */
#define WRITE_SHOWN 5

const char *write_as_shown(struct arena *a, const struct domain *d,
                           const struct outcomes *s, const char *seed);

#endif
