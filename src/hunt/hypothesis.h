/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_HYPOTHESIS_H
#define HUNT_HYPOTHESIS_H

#include "base/arena.h"
#include "hunt/outcomes.h"

#include <stdbool.h>
#include <stddef.h>

struct doc_example; /* report/document.h */

/*
 * A hypothesis: a suspicion that problems with some concepts, or beyond a bound
 * of a trait, or both, make a target fail; and all that was found out about it.
 */

enum bound_kind {
    BOUND_NONE,
    BOUND_ABOVE,
    BOUND_BELOW,
    BOUND_IS,
    BOUND_WITHIN
};

/* "words above 80": strictly above or below, as in planted:FILE; within is
 * above `value` and below `upper`. */
struct bound {
    enum bound_kind kind;
    const char *trait;
    double value;     /* of above, below and within */
    const char *word; /* of is */
    double upper;     /* of within */
};

/* Which problems are claimed to fail: those with all the concepts that also lie
 * beyond the bound, where it has both. */
struct suspicion {
    const char *vocabulary; /* its name; NULL for a bound alone */
    const char *const *concepts;
    size_t n_concepts;
    struct bound bound;
};

/* Solve rate of a set of fresh problems. n = 0: not measured. */
struct solve {
    size_t n;      /* problems that count */
    double rate;   /* correct attempts / attempts that count */
    double lo, hi; /* 95 %, clustered by problem */
};

/* A factor or skill tried as another explanation. `with` and `without` are
 * solve rates of sets that differ in it alone. */
struct contrast {
    const char *what;  /* "wording", "length", "size", "steps", "part",
                          "auxiliary" */
    const char *which; /* of parts and auxiliaries: the name; else how: "wordy,
                          3 distractors" */
    struct solve with, without;
    struct solve others; /* of auxiliary: targeted ones that do not need it;
                            n = 0: none */
    double gap, lo, hi;  /* without - with, 95 % */
    bool paired;         /* the same problems in both */
};

/* What a candidate cause is worth: by how much it changes the solve rate of
 * targeted and matched problems, by a logistic model of all that was asked, with
 * errors clustered by problem. Those that explain the failures come first and
 * are in one model; each of the others is added to it by itself. */
struct effect {
    const char *what;      /* "concept", "length", "answer: fraction", ... */
    const char *which;     /* "words 80 against 30", a concept's name */
    double points, lo, hi; /* below 0: harder; 95 % */
};

#define HYPOTHESIS_FAILED 2

/* The sets of problems whose replies a hypothesis knows. */
enum reply_set {
    REPLIES_BENCHMARK,
    REPLIES_FRESH,
    REPLIES_CONTROL,
    REPLY_SETS
};

/* Whether fresh problems bear it out: they are solved less often than matched
 * controls, or, without any, than the benchmark's problems outside. By the
 * interval of the difference, for all rows of a target that are measured
 * together (Bonferroni): below 0 is yes, above 0 is no. */
enum confirmed {
    CONFIRMED_UNKNOWN, /* not measured */
    CONFIRMED_NO,
    CONFIRMED_YES,
    CONFIRMED_NOT_SHOWN /* it may be either */
};
const char *confirmed_name(enum confirmed c); /* "not shown"; NULL: unknown */

struct hypothesis {
    const char *text; /* a sentence for people and models */
    struct suspicion suspicion;
    const char *by; /* "exact", or the model that proposed it */

    /* On the benchmark. Rates are shares of attempts, clustered by problem, or,
     * with score_options.total, of problems without a correct attempt. */
    double accuracy;        /* share of examples whose label (fails or not) is
                               what the suspicion says */
    double balanced;        /* the mean of its shares of failed and of solved
                               examples that it predicts correctly */
    double inside, outside; /* failure rates */
    double inside_lo, inside_hi;               /* 95 % */
    double lift, lo, hi;                       /* inside - outside, 95 % */
    double adjusted, adjusted_lo, adjusted_hi; /* the lift given the other
                                                  reported ones; NaN of a row
                                                  that is not reported */
    double failed_inside, failed_outside; /* share of problems without a correct
                                             attempt */
    double p, q;
    size_t n; /* problems inside */
    bool reported;
    int group;     /* row of the reported hypothesis that covers much the same
                  problems; its own row if that is itself; -1: none */
    int explained; /* row of the reported hypothesis that explains most of its
                      lift; -1: none. All reported ones together explain all of
                      it */
    const char *const *same; /* suspicions with exactly these problems, and what
                                other vocabularies call the same weakness:
                                "triangles (mid)" */
    size_t n_same;

    /* From a model's bank; NaN and 0 if `by` is "exact". */
    double bank_accuracy, reward;
    size_t visits;

    /* On fresh problems. */
    struct solve targeted, control;
    enum confirmed confirmed;
    double against; /* the rate that it is compared with */
    double below, below_lo,
        below_hi; /* fresh minus that rate, with the interval
                                         that `confirmed` goes by */
    struct reply_counts replies[REPLY_SETS]; /* what became of them; those of
                                                the benchmark only of what is
                                                reported or measured */
    struct doc_example *failed; /* failed attempts that show it best, at
                                   targeted problems, or at those of the
                                   benchmark if none was asked; NULL: none */
    size_t n_failed;            /* at most HYPOTHESIS_FAILED */
    const struct contrast *contrasts;
    size_t n_contrasts;
    const struct effect *effects;
    size_t n_effects;
    double control_expected; /* by the model, without what it found to make
                                matched problems hard; NaN: not known */
    const char *control_why; /* one sentence, where that differs; or NULL */
    const char *cause;       /* cause/cause.h has them all; NULL: not
                                measured */
    const char *cause_why;   /* one sentence */
};

/* Returns the sentence of a suspicion: "The model is likely to fail on problems
 * that involve X and Y." */
const char *suspicion_text(struct arena *a, const struct suspicion *c);

/* The same of "tickets" or whatever examples are. */
const char *suspicion_text_of(struct arena *a, const struct suspicion *c,
                              const char *examples);

/* Returns a short form for tables: "X + Y", "words > 80", "words 60 to 80", "X,
 * level > 2", "X, answer = fraction". Of names only the head is shown. */
const char *suspicion_short(struct arena *a, const struct suspicion *c);

/* Returns whether two suspicions have the same concepts, in any order, and the
 * same bound. */
bool suspicion_equal(const struct suspicion *a, const struct suspicion *b);

/* Returns whether the suspicion has all concepts of another one. */
bool suspicion_names(const struct suspicion *c, const struct suspicion *of);

bool bound_equal(const struct bound *a, const struct bound *b);

/* Returns whether a value, or a word, of the trait lies within the bound: NaN
 * and NULL never do. */
bool trait_has(const struct trait *t, const struct bound *b, size_t example);

/* Returns whether the suspicion holds of an example; false if the outcomes lack
 * a name or trait of the suspicion. */
bool suspicion_holds(const struct outcomes *s, const struct suspicion *c,
                     size_t example);

/* Returns whether the suspicion holds of a problem that is not in the outcomes.
 * `t` is the taxonomy of its concepts, or NULL for tags or if it has no
 * concepts. */
bool suspicion_holds_problem(struct arena *a, const struct suspicion *c,
                             const struct taxonomy *t, const struct problem *p);

/* Returns a hypothesis with its sentence, of which nothing is known yet. */
struct hypothesis hypothesis_new(struct arena *a, const struct suspicion *c,
                                 const char *by);

#endif
