/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_REPLY_ANSWERS_H
#define HUNT_REPLY_ANSWERS_H

#include "hunt/reply/counts.h"
#include "hunt/reply/worked.h"

/*
 * What a wrong answer has to do with the key: how a person who sees only the
 * two would say that it is wrong.
 */

struct answer_ties {
    bool sign;     /* equal but for signs */
    bool dropped;  /* some of the key's values, and no other */
    bool factor;   /* 2, or a power of 10, or one over these, times the key */
    bool inverted; /* one over the key */
    bool one;      /* a whole number beside the key */
    bool copied;   /* a number of the statement */
    bool form; /* a number for a list or a formula, or the other way round */
};

struct answer_ties answer_ties(struct arena *a, const struct worked *w,
                               const char *answer);

#endif
