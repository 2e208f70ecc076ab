/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_TALLY_H
#define STATS_TALLY_H

#include "base/arena.h"
#include "stats/stats.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Counting. Every result gets one mark, by one reading of the rules; accuracy
 * has one stated denominator:
 *
 *     correct / (planned results - those with a bad key)
 *
 * Nothing that a model or its server does takes a result out of it. What is
 * *open* (undecided, an error, a result that was planned and is not there)
 * counts as not correct in every rate, and makes its bracket: from the rate if
 * all of it were wrong, which is the stated one, to that if all were right.
 * Whoever leaves answers open cannot look better than by answering.
 *
 * Only a bad key, which is the fault of the set, leaves the denominator. It is
 * a property of the problem and not of the reply: the whole problem leaves
 * every rate (accuracy, bracket, pass@k, majority, templates, groups), for all
 * models and attempts, whatever was replied, failed or is missing. So every
 * rate and every model has the same problems.
 */

enum mark {
    MARK_CORRECT,
    MARK_WRONG,
    MARK_UNDECIDED,
    MARK_UNREADABLE,
    MARK_NO_ANSWER,
    MARK_ABSTAINED, /* the reply says that it does not know */
    MARK_TRUNCATED,
    MARK_REFUSED,
    MARK_OVERFLOW,  /* the prompt is too long for the model */
    MARK_MALFORMED, /* the server could not read what the model wrote */
    MARK_ERROR,
    MARK_BAD_KEY,
    MARKS
};

const char *mark_name(enum mark m); /* "no_answer" */

/* Returns whether the mark counts in the denominator: all but a bad key. */
bool mark_counts(enum mark m);

/* Returns whether it counts and might be right, for all that is known. */
bool mark_is_open(enum mark m);

/* Returns whether it counts and is known: evidence of what a model can do. */
bool mark_is_settled(enum mark m);

/* What is counted of one result. */
struct trial {
    size_t problem, model;     /* whose it is, both from 0 */
    enum mark strict, lenient; /* its mark by each reading */
    bool replied;              /* a call with a reply: tokens and time count */
    int64_t prompt, completion, reasoning, cached; /* tokens; below 0: not
                                                      known */
    double seconds;                                /* that the call took */
};

/*
 * How alike the instances of templates fare: of clusters with several problems
 * that count. If each of many sets had one instance of every template, drawn at
 * random, `mean` and `spread` were the mean and the standard deviation of their
 * accuracies (GSM-Symbolic, Mirzadeh and others 2024, reports both from 50 such
 * sets).
 */
struct consistency {
    struct rate whole; /* share of templates whose every attempt is right */
    double mean, spread;
    uint64_t n; /* templates */
};

/* One cell of the tables: a model, and a group of problems. */
struct tally {
    uint64_t problems;      /* with a result, or a planned one */
    uint64_t results;       /* of any mark */
    uint64_t missing;       /* planned, and not there; those with a bad key are
                               not asked for */
    uint64_t counted;       /* the denominator: bad keys are not in it */
    uint64_t open;          /* of them: undecided, errors, missing */
    uint64_t count[MARKS];  /* by the asked reading */
    uint64_t other_correct; /* correct by the other reading */

    struct rate accuracy;    /* avg@K: of all attempts, by the denominator */
    struct interval bracket; /* what is open counted as wrong, and as right;
                                [0, 1] when there is nothing to count */
    double other_accuracy;   /* by the other reading; NaN: nothing counts */

    uint64_t attempts;       /* K of the run */
    struct rate *pass;       /* pass@k, k = 1..attempts, at [k-1]: for every k
                                of the problems with K counted attempts */
    struct rate *all_of;     /* all k right, likewise */
    double *pass_most;       /* pass@k if all that is open were right */
    struct rate majority;    /* majority@K; n = 0 when K is 1 or votes are not
                             known */
    uint64_t short_problems; /* those with fewer than K counted attempts, which
                                are those with a bad key: in no rate */
    struct consistency templates; /* n = 0: no two problems share one */

    uint64_t calls; /* results with a reply */
    uint64_t prompt_tokens, completion_tokens, reasoning_tokens, cached_tokens;
    /* Calls whose server said how many: a sum of none is not known. */
    uint64_t prompt_said, completion_said, reasoning_said, cached_said;
    uint64_t usage_unknown; /* calls without the prompt's or the reply's */
    double cost;            /* of calls whose price, prompt and reply are known;
                               NaN: there are none */
    uint64_t cost_unknown;  /* calls that are not in the cost */
    double seconds;         /* sum of the calls' times */
    double slowest;         /* the longest of them */
};

/* All that is counted, before it is cut into cells. */
struct count {
    size_t n_problems;
    size_t n_models;
    uint64_t attempts;
    uint64_t planned; /* attempts that each problem shall have of each model:
                         the others are missing; 0: what is there is all */
    const struct trial *trials; /* sorted by problem, model, attempt */
    size_t n_trials;
    const double *cost; /* [trial] money; NaN: not known; NULL: no prices */
    /* Share of the credit of majority@K for [problem * n_models + model];
     * -1: no vote; NULL: not worked out. */
    const double *majority;
    /* Clusters of problems that share a template or parent: a number for each
     * problem; NULL: each is its own. */
    const uint32_t *cluster;
    /* Which problems have a bad key, whose trials are all MARK_BAD_KEY; NULL:
     * none. */
    const bool *bad_key;
    bool strict; /* the reading that is asked for */
};

/*
 * Computes the cell of one model over problems[0..n), whose numbers rise. If
 * `problems` is NULL the cell is of all problems. A problem with a bad key adds
 * to the counts and to nothing else. The interval is Wilson's if every cluster has one
 * counted result, else clustered; that of a rate with one value for each
 * problem (pass@k, all of k, majority) is Wilson's if all values are 0 or 1 and
 * no two problems share a cluster. Tokens, cost and time are those of calls
 * with a reply.
 */
void tally_cell(struct arena *a, const struct count *c, size_t model,
                const uint32_t *problems, size_t n, struct tally *out);

/*
 * Computes the cells of all models and groups: cells[model * n + group], for n
 * groups. groups[i] has those of problem i, ended by UINT32_MAX; a problem
 * counts in each of them. The work is that of the results, however many groups there are.
 */
void tally_cells(struct arena *a, const struct count *c,
                 uint32_t *const *groups, size_t n, struct tally *cells);

/*
 * Returns the credit of a majority vote of n attempts: group[i] is the answer
 * that attempt i votes for, from 0, or -1; no number is as large as n. The
 * largest groups share the credit, each bringing the share of its members that
 * are correct. Undecided members are equal to the others of their group and
 * follow them; a group of undecided ones alone brings nothing. 0 when nobody
 * votes and some attempt counts; -1 when none counts.
 */
double tally_vote(const enum mark *marks, const int *group, size_t n);

#endif
