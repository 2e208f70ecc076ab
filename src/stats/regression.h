/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_REGRESSION_H
#define STATS_REGRESSION_H

#include "base/arena.h"
#include "stats/stats.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Logistic regression: the log odds of a success are a sum of columns, each
 * times a coefficient. Coefficients maximise Firth's penalised likelihood
 * ("Bias reduction of maximum likelihood estimates", Biometrika 80 (1993)):
 * they are finite where a column separates successes from failures, and of
 * groups alone they are the log odds with half a success and half a failure
 * more in each. Errors are clustered: rows of one cluster may depend on each
 * other in any way (Liang and Zeger, "Longitudinal data analysis using
 * generalized linear models", Biometrika 73 (1986)). What is told of a column
 * is not its coefficient but by how much it changes the rate.
 */

#define REGRESSION_COLUMNS 48 /* at most */

/* What is fitted. Row i is x[i * columns], ...; the caller adds a column of
 * ones. */
struct regression_rows {
    const double *x;
    const double *y;         /* [row] share of successes, 0 to 1 */
    const double *weight;    /* [row] tries; NULL: 1 each */
    const uint32_t *cluster; /* [row] below n; NULL: each its own */
    size_t n, columns;
};

struct regression {
    size_t columns;
    double beta[REGRESSION_COLUMNS];
    double *cov;       /* [columns * columns] of the estimates, clustered, */
    double *naive;     /* and as if all tries were independent */
    double likelihood; /* its logarithm, without the penalty */
};

/* Fits the rows; the matrices are in the arena. A column that the others add up
 * to gets a share of their effect: nothing fails. */
void regression_fit(struct arena *a, const struct regression_rows *r,
                    struct regression *out);

/* Returns the rate that is fitted for one row of columns. */
double regression_rate(const struct regression *r, const double *x);

/* A mean difference of rates with its 95 % interval. */
struct margin {
    double value;
    struct interval interval;
};

/* Returns the mean over n rows of the rate at `on` less the rate at `off`,
 * which are rows of columns. Its variance is the larger of the clustered and
 * the naive one (where all of a cell went the same way there is no spread left
 * to cluster). n > 0. */
struct margin regression_margin(const struct regression *r, const double *on,
                                const double *off, size_t n);

#endif
