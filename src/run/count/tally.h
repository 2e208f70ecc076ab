/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_TALLY_H
#define RUN_COUNT_TALLY_H

#include "base/arena.h"
#include "problem/problem.h"
#include "run/count/grouping.h"
#include "run/count/stats.h"
#include "store/runs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Counting. Every result gets one mark, by one reading of the rules; accuracy
 * has one stated denominator:
 *
 *     correct / (correct + wrong + no answer + unreadable + truncated
 *                + refused)
 *
 * Errors and bad keys leave it, and are shown. Undecided ones are shown as a
 * bracket: the accuracy if all of them were wrong, and if all were right.
 * The stated accuracy leaves them out of both.
 */

enum mark {
    MARK_CORRECT,
    MARK_WRONG,
    MARK_UNDECIDED,
    MARK_UNREADABLE,
    MARK_NO_ANSWER,
    MARK_TRUNCATED,
    MARK_REFUSED,
    MARK_ERROR,
    MARK_BAD_KEY,
    MARKS
};

const char *mark_name(enum mark m); /* "no_answer" */

/* The mark of a result, by the strict or the lenient reading. */
enum mark mark_of(const struct result *r, bool strict);

/* Does the mark count in the denominator? */
bool mark_counts(enum mark m);

/* A rate with its interval; n = 0: there is nothing to say, the value is NaN
 * and the interval the whole scale. */
struct rate {
    double value;
    struct interval interval;
    size_t n; /* problems it rests on */
};

/* One cell of the tables: a model, and a group of problems. */
struct tally {
    uint64_t problems;      /* with at least one result */
    uint64_t results;       /* of any mark */
    uint64_t count[MARKS];  /* by the asked reading */
    uint64_t other_correct; /* correct by the other reading */

    struct rate accuracy;    /* avg@K: of all attempts, by the denominator */
    struct interval bracket; /* undecided counted as wrong, and as right;
                                [0, 1] when there is nothing to count */
    double other_accuracy;   /* by the other reading; NaN: nothing counts */

    uint64_t attempts;       /* K of the run */
    struct rate *pass;       /* pass@k, k = 1..attempts, at [k-1] */
    struct rate *all_of;     /* all k right, likewise */
    struct rate majority;    /* majority@K; n = 0 when K is 1 or votes are not
                             known */
    uint64_t short_problems; /* those with fewer than K counted attempts: they
                                are in pass@k only for k up to what they have */

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
    const struct problem *problems;
    size_t n_problems;
    size_t n_models;
    uint64_t attempts;
    const struct result *results; /* sorted by problem, model, attempt */
    size_t n_results;
    /* Share of the credit of majority@K for [problem * n_models + model];
     * -1: no vote; NULL: not worked out. */
    const double *majority;
    /* Clusters of problems that share a template or parent: a number for each
     * problem; NULL: each is its own. */
    const uint32_t *cluster;
    bool strict; /* the reading that is asked for */
    /* Cost of a call in money; NULL: no prices. */
    double (*cost)(const void *prices, size_t model, const struct usage *u);
    const void *prices;
};

/*
 * The cell of one model over the problems of group `value` of `g`; g NULL:
 * over all of them. A problem with no counted result adds to the counts and to
 * nothing else. Wilson's interval where every cluster has one counted result,
 * else clustered. A rate that has one value for each problem (pass@k, all of k,
 * majority) likewise: Wilson's where all values are 0 or 1 and no two problems
 * share a cluster. Tokens, cost and time are those of calls with a reply.
 */
void tally_cell(struct arena *a, const struct count *c, size_t model,
                const struct grouping *g, size_t value, struct tally *out);

/* The results of one problem and model among all[0..n), which are sorted as
 * in struct count; *found of them, from the returned one on (NULL: none). */
const struct result *tally_results(const struct result *all, size_t n,
                                   size_t problem, size_t model, size_t *found);

#endif
