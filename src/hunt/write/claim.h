/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_WRITE_CLAIM_H
#define HUNT_WRITE_CLAIM_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/domain.h"
#include "hunt/hypothesis.h"
#include "hunt/write/filter.h"
#include "run/question/question.h"

#include <stddef.h>

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

/* Tries the concepts of the suspicion on n drafts, all at once; out[i] is for
 * drafts[i]. Fails as question_ask() does. */
MUST_USE bool claim_concepts(struct arena *a, const struct claim_tagger *t,
                             const struct suspicion *c,
                             const struct draft *drafts, size_t n,
                             enum claim_state *out, struct err *e);

/* Tries the bound of the suspicion on a text alone (key NULL), or on the text
 * with its key. A trait of the answer is unchecked without a key; one that
 * written problems do not have (level, steps ...) is always. */
enum claim_state claim_bound(struct arena *a, const struct suspicion *c,
                             const char *statement, const char *key);

#endif
