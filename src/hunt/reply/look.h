/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_REPLY_LOOK_H
#define HUNT_REPLY_LOOK_H

#include "base/arena.h"
#include "hunt/reply/counts.h"
#include "problem/problem.h"

/*
 * A reply compared with the worked solution of its problem: how it fails, where
 * it first goes wrong, and whether a right answer has a reasoning behind it. No
 * model is asked. Replies are hostile text: they are read in linear time.
 */

/* What is known of a reply. */
struct reply_seen {
    enum reply_kind kind; /* not truncated */
    const char *text;     /* whole */
    const char *answer;   /* as the judge found it; NULL: none */
    bool lenient; /* solved by the lenient reading, whatever `kind` is */
};

struct reply_look {
    enum reply_way way; /* of a failed one */
    size_t words;
    bool boxed;
    bool sound;    /* it has equations that were evaluated, all true */
    bool alone;    /* an answer without reasoning */
    size_t steps;  /* numbers of the worked solution that are neither in the
                      statement nor in the key */
    size_t common; /* of these, in the reply */

    /* The first step of the worked solution whose number the reply lacks, from
     * 1; 0: none is known. */
    size_t step;
    const char *has;     /* that number, */
    const char *instead; /* and what the reply has; NULL: not known */
    const char *wrong;   /* its first false equation, as written; or NULL */
    const char *right;   /* what its left side is; or NULL */
};

/* Looks at a reply. Texts of the result are in the arena. */
struct reply_look reply_look(struct arena *a, const struct problem *p,
                             const struct reply_seen *r);

/* Adds it to the counts, apart from its kind, which reply_counts_mark() counts.
 */
void reply_look_add(struct reply_counts *sum, bool failed,
                    const struct reply_look *x);

/* Returns a sentence on where it goes wrong ("step 3 of the worked solution has
 * 17, the reply has 19"), or NULL if nothing is known. */
const char *reply_look_says(struct arena *a, const struct reply_look *x);

#endif
