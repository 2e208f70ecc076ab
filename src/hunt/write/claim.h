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

#endif
