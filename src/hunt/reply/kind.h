/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_REPLY_KIND_H
#define HUNT_REPLY_KIND_H

#include "base/arena.h"
#include "problem/problem.h"
#include "stats/tally.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What became of the replies to some problems, by count: kinds of failure, how
 * the wrong ones go wrong, and what the solved ones are worth.
 */

/* A kind of failure. Results that say nothing of the model (errors, undecided
 * ones, bad keys) are of no kind. */
enum reply_kind {
    REPLY_SOLVED,
    REPLY_WRONG,
    REPLY_NO_ANSWER,
    REPLY_REFUSED,    /* or it says that it does not know */
    REPLY_UNREADABLE, /* the answer, or what the model wrote, cannot be read */
    REPLY_TRUNCATED,  /* ended at the limit on tokens: no try */
    REPLY_KINDS
};

/* What a kind or a way is called: by people, and by programs ("no_answer"). */
struct reply_word {
    const char *name, *field;
};

extern const struct reply_word reply_kinds[REPLY_KINDS];

/* How a failed reply goes wrong. */
enum reply_way {
    WAY_SIGN,     /* right but for a sign */
    WAY_CASE,     /* some of the values are missing */
    WAY_SLIP,     /* the way is right, a number of it is not */
    WAY_STEP,     /* the way is left: its own equations are true */
    WAY_METHOD,   /* hardly a number of the worked solution occurs */
    WAY_GAVE_UP,  /* no answer, or refused */
    WAY_COPIED,   /* a number of the statement */
    WAY_FACTOR,   /* off by a factor of 2, or a power of 10 */
    WAY_INVERTED, /* denominator and numerator are exchanged */
    WAY_ONE,      /* off by one */
    WAY_FORM,     /* of another form than the key, or unreadable */
    WAY_OTHER,
    WAYS
};

extern const struct reply_word reply_ways[WAYS]; /* "sign error" */

struct reply_counts {
    uint32_t kinds[REPLY_KINDS];
    uint32_t ways[WAYS]; /* of failed replies that were read; a truncated one
                            has none */

    /* Of solved replies: */
    uint32_t alone;    /* nothing but an answer: no reasoning to look at */
    uint32_t held;     /* others, compared with worked steps: */
    uint32_t apart;    /* of these, without any number of the steps */
    uint32_t wrong;    /* of all but `alone`, with a false equation */
    uint32_t doubtful; /* apart or wrong */

    /* Of solved [0] and failed [1] replies that were read, no truncated ones:
     */
    uint32_t read[2], boxed[2];
    uint64_t words[2];
};

void reply_counts_add(struct reply_counts *sum, const struct reply_counts *x);

/* Returns how many replies there are, of all kinds. */
uint32_t reply_counts_all(const struct reply_counts *c);

/* Returns whether so many are truncated that the others say nothing: nine of
 * ten. */
bool reply_counts_cut(const struct reply_counts *c);

/* Marks of results as kinds of failure. */

/* Finds the kind of a mark. Returns false if it is of none. */
bool reply_kind_of(enum mark m, enum reply_kind *out);

/* Returns whether an attempt of that mark is a try: one that rates count. */
bool reply_is_try(enum mark m);

/* Counts an attempt of that mark, by its kind. */
void reply_counts_mark(struct reply_counts *c, enum mark m);

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
