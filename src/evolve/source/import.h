/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_SOURCE_IMPORT_H
#define EVOLVE_SOURCE_IMPORT_H

#include "evolve/structure/structure.h"
#include "problem/problem.h"

/*
 * A row of a public set as a structure: its computation, taken from the data
 * itself (GSM8K's <<a=b>> notes, the equations of SVAMP and MAWPS), becomes a
 * graph whose leaves are the numbers of the text. The graph must give the gold
 * answer.
 */

enum import_reason {
    IMPORT_FINE,
    IMPORT_NO_COMPUTATION, /* the row has no notes and no equation */
    IMPORT_UNREAD,         /* a note or equation that cannot be read */
    IMPORT_FALSE_NOTE,     /* a note whose two sides differ */
    IMPORT_BROKEN_CHAIN,   /* a number of a note comes from nowhere */
    IMPORT_OTHER_RESULT,   /* something else than the gold comes out */
    IMPORT_NO_GOLD,        /* the gold is no number */
    IMPORT_WRONG_GOLD,     /* it is known to be wrong: problem/gold.h */
    IMPORT_LANGUAGE,       /* the text is not English, and ours is */
    IMPORT_TOO_LARGE,
    IMPORT_REASONS
};
const char *import_reason_name(enum import_reason r); /* for people */

/* Returns whether a formula may help a row that was left out for that: not one
 * without a gold, with a wrong one, or in another language. */
bool import_wants_formula(enum import_reason r);

/* Why some number of a graph may not change. */
enum fix_reason {
    FIX_NONE,
    FIX_UNMATCHED, /* a leaf stands nowhere in the text, and is no unit */
    FIX_AMBIGUOUS, /* its number stands in the text more than once */
    FIX_TIED,      /* no fresh numbers keep every step whole and of its sign */
    FIX_HELD,      /* a word or the shape of the steps depends on it */
    FIX_REASONS
};
const char *fix_reason_name(enum fix_reason r);

struct imported {
    enum import_reason reason;
    const char *detail;         /* which note, which number; in the arena */
    struct structure structure; /* of IMPORT_FINE */
    size_t steps;               /* operations: the length of the chain */
    size_t leaves, matched, fixed;
    bool proposed;       /* by a model, not by the data */
    enum fix_reason fix; /* FIX_NONE: every matched leaf may change */
};

/* Imports a row by its own computation. out->reason says whether it could. */
void import_problem(struct arena *a, const struct problem *p,
                    struct imported *out);

/* Imports a row by a proposed formula: "(16 - 3 - 4) * 2". */
void import_formula(struct arena *a, const struct problem *p,
                    const char *formula, struct imported *out);

#endif
