/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_CAUSE_CAUSE_INT_H
#define HUNT_CAUSE_CAUSE_INT_H

#include "base/map.h"
#include "base/vec.h"
#include "hunt/cause/cause.h"
#include "stats/regression.h"

/*
 * Between cause.c (rows, clues, the verdict in words, rates) and effects.c
 * (which clues explain the failures, what each is worth).
 */

enum clue_kind {
    CLUE_CLAIM, /* the suspicion, or a part of it */
    CLUE_SKILL, /* another concept */
    CLUE_TRAIT,
    CLUE_MINED /* what nobody had thought of */
};

/* Something that a problem has or has not. */
struct clue {
    enum clue_kind kind;
    uint32_t claim;    /* of a claim: the bits of asked_problem.holds */
    bool within;       /* only within a claim, of these bits: an interaction */
    const char *cause; /* clues of one cause share it */
    const char *what;  /* "words > 80", "the word \"hence\"" */
    const char
        *unlike; /* what it is not to have it; NULL: no reason by itself */
    const char *trait; /* of a trait */
    bool named;        /* to have it has a name, not to have it has none */
    const uint8_t *on; /* [row] */
    double cost; /* what the likelihood must gain by it: the logarithm of how
                    many such clues there are */
};

/* What is known of one hypothesis. Everything is in the arena. */
struct evidence {
    struct arena *arena;
    const struct suspicion *suspicion;
    struct asked_problem *rows; /* those that were tried */
    size_t n;
    double *fails;     /* [row] share of attempts */
    uint32_t *cluster; /* [row] variants of one problem share it */
    uint8_t *half;     /* [row] 0 or 1, by cluster */
    uint32_t whole;    /* the bits of the suspicion */
    const struct trait *traits;
    size_t n_traits;
    const struct vocabulary *concepts; /* of the high taxonomy */
    struct vec clues;                  /* of struct clue; claims first: */
    size_t n_claims;
    struct map columns; /* that there are; evidence_close() */
};

#define CLUE_SUPPORT 8 /* problems with it, and without it, at least */

/* Does the suspicion hold of the row? */
bool evidence_holds(const struct evidence *v, size_t row);

/* ---- which explain the failures ---- */

#define EXPLAIN_MOST 10 /* clues at once */

struct explanation {
    struct evidence *evidence;
    size_t chosen[EXPLAIN_MOST]; /* of the clues */
    size_t n;
    struct regression fit; /* of failures: a column of ones, then the chosen */
    double *rate;          /* [row] as fitted */
    bool names_only;       /* nothing but claims and concepts is taken */
};

/* If two differ by less than this, they count as equal. */
#define RIVAL 3.0

void cause_explain(struct evidence *v, struct explanation *x);

/* Returns what an explanation gains over the price of its clues; to be sure,
 * each must gain as much more as one must that is taken. */
double explain_worth(const struct explanation *x, bool sure);

/* Explains all with a claim and other concepts in the place of the chosen clues
 * of this cause. Returns false if no claim is left. */
bool explain_claimed(const struct explanation *x, const char *cause,
                     struct explanation *out);

/* Returns the mean failure rate of a set by the model, without what the chosen
 * clues of these bits add to it. */
double explain_rate(const struct explanation *x, enum asked_set set,
                    uint32_t without);

/* Returns by how much problems of the benchmark that the suspicion holds of
 * fail more often than the others, by the model, without these clues. */
double explain_benchmark(const struct explanation *x, uint32_t without);

/* Returns the bits of the chosen clues that have this cause. */
uint32_t explain_bits(const struct explanation *x, const char *cause);

/* Returns how much of a set's failure rate clues of one cause explain: the
 * mean of what goes without them, and of what there is with them alone. */
double explain_share(const struct explanation *x, enum asked_set set,
                     const char *cause);

/* Returns a trait, or a part of the suspicion, that would explain as much in
 * the place of all clues of another cause, or NULL. */
const struct clue *explain_rival(const struct explanation *x,
                                 const char *cause);

/* Returns a trait that takes another concept of this cause apart: only some of
 * its problems fail; or NULL. */
const struct clue *explain_apart(const struct explanation *x,
                                 const char *cause);

/* Do clues of this cause make problems fail of which the suspicion does not
 * hold, beside what else was chosen? */
bool explain_outside(const struct explanation *x, const char *cause);

/* Returns the mined clue that explains most of what is left, as found on
 * one half of the rows and seen on the other; NULL: none. */
const struct clue *explain_left(const struct explanation *x);

/* ---- what each is worth ---- */

/* Fits one model of all candidates to all rows, and fills the hypothesis's
 * effects. */
void effects_find(struct arena *a, struct hypothesis *h,
                  const struct explanation *x);

#endif
