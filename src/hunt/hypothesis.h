/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_HYPOTHESIS_H
#define HUNT_HYPOTHESIS_H

#include "base/arena.h"
#include "hunt/outcomes.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A hypothesis: a claim that problems with some concepts, or beyond a bound of
 * a trait, make a target fail; and all that was found out about it.
 */

enum bound_kind { BOUND_NONE, BOUND_ABOVE, BOUND_BELOW, BOUND_IS };

/* "words above 80": strictly above and below, as planted:FILE has it. */
struct bound {
    enum bound_kind kind;
    const char *trait;
    double value;     /* of above and below */
    const char *word; /* of is */
};

/* What it claims. */
struct claim {
    const char *vocabulary; /* its name; NULL of a bound alone */
    const char *const *concepts;
    size_t n_concepts;
    struct bound bound;
};

/* Solve rate of a set of fresh problems. n = 0: not measured. */
struct solve {
    size_t n;      /* problems that count */
    double rate;   /* correct attempts of those that count */
    double lo, hi; /* 95 %, clustered by problem */
};

/* A factor or skill tried as another explanation. `with` and `without` are
 * solve rates of sets that differ in it alone. */
struct contrast {
    const char *what;  /* "wording", "length", "size", "steps", "auxiliary" */
    const char *which; /* of auxiliary: the concept; else how: "wordy, 3
                          distractors" */
    struct solve with, without;
    struct solve others; /* of wording to steps: matched problems without it;
                            of auxiliary: targeted ones that do not need it;
                            n = 0: not asked, or none */
    double gap, lo, hi;  /* without - with, 95 % */
    bool paired;         /* the same problems in both */
};

struct hypothesis {
    const char *text; /* a sentence for people and models */
    struct claim claim;
    const char *by; /* "exact", or the model that proposed it */

    /* On the benchmark. Rates are of attempts, clustered by problem, or of
     * problems that fail wholly: as score_options.total says. */
    double accuracy;        /* share of examples whose label (fails or not) is
                               what the claim says */
    double inside, outside; /* failure rates */
    double lift, lo, hi;    /* inside - outside, 95 % */
    double failed_inside, failed_outside; /* share of problems that fail */
    double p, q;
    size_t n; /* problems inside */
    unsigned folds;
    bool reported;
    int group; /* row of the reported one that covers much the same problems;
                  its own row if it is that; -1: none */
    int explained; /* row of the reported one that leaves least of its lift;
                      all that is reported leaves nothing; -1: none */
    const char *const *same; /* claims with exactly these problems, as texts */
    size_t n_same;

    /* By a model's bank; NaN and 0 of exact. */
    double bank_accuracy, reward;
    size_t visits;

    /* On fresh problems. */
    struct solve targeted, control;
    const struct contrast *contrasts;
    size_t n_contrasts;
    const char *cause;     /* "concept", "auxiliary skill: NAME", "wording",
                          "length", "size", "steps", "not the concept",
                          "not told"; NULL: not measured */
    const char *cause_why; /* one sentence */
};

/* The sentence of a claim: "The model is likely to fail on problems that
 * involve X and Y." */
const char *claim_text(struct arena *a, const struct claim *c);

/* In short, for tables: "X + Y", "words > 80". Heads of names alone. */
const char *claim_short(struct arena *a, const struct claim *c);

/* Same concepts in any order, same bound. */
bool claim_equal(const struct claim *a, const struct claim *b);

/* Does the claim hold of an example? False when a name or trait of the claim
 * is not on the sheet. */
bool claim_holds(const struct outcomes *s, const struct claim *c,
                 size_t example);

/* Does it hold of a problem that is on no sheet? `t` is the taxonomy of its
 * concepts, NULL for tags or where there are none. */
bool claim_holds_problem(struct arena *a, const struct claim *c,
                         const struct taxonomy *t, const struct problem *p);

/* An empty hypothesis with its sentence. */
struct hypothesis hypothesis_new(struct arena *a, const struct claim *c,
                                 const char *by);

#endif
