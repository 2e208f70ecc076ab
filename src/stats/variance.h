/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_VARIANCE_H
#define STATS_VARIANCE_H

#include "base/arena.h"
#include "stats/stats.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Where the spread of results comes from. A value is one result, 0 or 1 as a
 * rule: of a problem, in one of its wordings, under a prompt, one of several
 * attempts. By the law of total variance
 *
 *     total = problems + wordings + prompts + meetings + attempts
 *
 * where "meetings" is what a prompt does to single problems beyond what it does
 * to all. Each part is estimated without bias, and without any assumption but
 * that problems, wordings, prompts and attempts are drawn at random, from mean
 * products of pairs of values (Koch, "A general approach to the estimation of
 * variance components", Technometrics 9, 1967): two values of one problem and
 * different wordings share the problem alone, and so on. An estimate may
 * therefore be below 0 where the part is small.
 *
 * What the data cannot tell apart stands together: with one attempt each, the
 * attempts are within `joined`, the finest part that can be seen.
 */

enum variance_part {
    VARIANCE_PROBLEMS,
    VARIANCE_WORDINGS,
    VARIANCE_PROMPTS,
    VARIANCE_MEETINGS,
    VARIANCE_ATTEMPTS,
    VARIANCE_PARTS
};

/* One result. Numbers are from 0 and dense; a wording's is its own within its
 * problem or everywhere. */
struct variance_value {
    uint32_t problem, wording, prompt;
    double value;
};

struct variance {
    size_t n;        /* values */
    size_t problems; /* how many there are of each, */
    size_t wordings; /* over all problems, */
    size_t prompts;
    size_t cells;                 /* problem, wording and prompt */
    double mean;                  /* of the values */
    double total;                 /* their variance; NaN of one problem */
    double part[VARIANCE_PARTS];  /* NaN: it cannot be seen */
    double error[VARIANCE_PARTS]; /* standard errors, by leaving out one problem
                                     after another (jackknife) */
    enum variance_part joined;    /* the part that the attempts are within, or
                                    VARIANCE_ATTEMPTS: they are seen */
};

/* Estimates the parts. `values` are sorted in place. */
void variance_make(struct arena *a, struct variance_value *values, size_t n,
                   struct variance *out);

/* Numbers of things to ask. */
struct variance_plan {
    double problems, wordings, prompts; /* wordings of each problem */
    double attempts;                    /* at each of them */
};

/* Returns the half-width of the 95 % interval of the mean that such a plan
 * would have; INFINITY counts as so many that their part is gone. Parts that
 * are not seen, or below 0, are 0. */
double variance_width(const struct variance *v, const struct variance_plan *p);

/* Returns how many problems the plan needs for a half-width, whatever
 * p->problems is; INFINITY: no number is enough. */
double variance_problems(const struct variance *v,
                         const struct variance_plan *p, double width);

#endif
