/* SPDX-License-Identifier: Apache-2.0 */
#include "stats/logistic.h"
#include "base/err.h"

#include <math.h>
#include <string.h>

#define STEP     0.25   /* between thresholds of the grid, */
#define LOG_LOW  (-2.5) /* and log2 of slopes: the least, */
#define LOG_STEP 0.5    /* between them, */
#define LOG_SD   0.75   /* and how far they are expected to lie from 0 */
#define LOST     1e-20  /* weights below it are gone for good, */
#define NOTHING  1e-10  /* weights below it are left out of averages */

static double slope_at(size_t i)
{
    return exp2(LOG_LOW + LOG_STEP * (double)i);
}

/*
 * The odds of a failure, exp(slope (x - threshold)), over the thresholds of one
 * slope: each is the one before times `ratio`. Far from x they stay in the
 * range of doubles, since slopes are below 6 and grids below 100 wide.
 */
struct odds {
    double now, ratio;
};

static struct odds odds_at(const struct logistic *c, size_t slope, double x)
{
    double s = slope_at(slope);

    return (struct odds){ exp(s * (x - c->low)), exp(-s * STEP) };
}

static double threshold_at(const struct logistic *c, size_t k)
{
    return c->low + STEP * (double)k;
}

struct logistic logistic_open(struct arena *a, double low, double high)
{
    struct logistic c = { .low = low };
    double sum = 0;

    INVARIANT(high > low && high - low <= 100);
    c.n = (size_t)((high - low) / STEP) + 1;
    c.weight = arena_array(a, double, LOGISTIC_SLOPES *c.n);
    for (size_t i = 0; i < LOGISTIC_SLOPES; i++) {
        double z = (LOG_LOW + LOG_STEP * (double)i) / LOG_SD;

        sum += exp(-z * z / 2) * (double)c.n;
        for (size_t k = 0; k < c.n; k++)
            c.weight[i * c.n + k] = exp(-z * z / 2);
    }
    for (size_t i = 0; i < LOGISTIC_SLOPES * c.n; i++)
        c.weight[i] /= sum;
    return c;
}

void logistic_copy(struct logistic *to, const struct logistic *from)
{
    INVARIANT(to->n == from->n);
    to->low = from->low;
    memcpy(to->weight, from->weight,
           LOGISTIC_SLOPES * from->n * sizeof(*from->weight));
}

void logistic_add(struct logistic *c, double x, double successes,
                  double failures)
{
    double sum = 0;

    for (size_t i = 0; i < LOGISTIC_SLOPES; i++) {
        struct odds o = odds_at(c, i, x);
        double *w = c->weight + i * c->n;

        for (size_t k = 0; k < c->n; k++, o.now *= o.ratio) {
            /* o^failures (1 + o)^-(successes + failures) */
            w[k] *= w[k] < LOST ? 0
                                : exp(failures * log(o.now) -
                                      (successes + failures) * log1p(o.now));
            sum += w[k];
        }
    }
    for (size_t i = 0; i < LOGISTIC_SLOPES * c->n; i++)
        c->weight[i] /= sum;
}

/* Sums over the grid for a success at x: its chance, and the mean threshold
 * times that chance; and the mean threshold of all. */
struct sums {
    double yes, yes_mean, all, mean;
};

static struct sums logistic_sum_up(const struct logistic *c, double x)
{
    struct sums s = { 0 };

    for (size_t i = 0; i < LOGISTIC_SLOPES; i++) {
        struct odds o = odds_at(c, i, x);
        const double *w = c->weight + i * c->n;

        for (size_t k = 0; k < c->n; k++, o.now *= o.ratio) {
            double t = threshold_at(c, k) - x, yes;

            if (w[k] < NOTHING)
                continue;
            yes = w[k] / (1 + o.now);
            s.yes += yes;
            s.yes_mean += yes * t;
            s.all += w[k];
            s.mean += w[k] * t;
        }
    }
    return s;
}

double logistic_rate(const struct logistic *c, double x)
{
    struct sums s = logistic_sum_up(c, x);

    return s.yes / s.all;
}

/* The variance of the mean that a reply leaves behind: what it takes away from
 * the variance of the threshold, by the law of total variance. */
double logistic_gain(const struct logistic *c, double x)
{
    struct sums s = logistic_sum_up(c, x);
    double no = s.all - s.yes, no_mean = s.mean - s.yes_mean;

    if (s.yes <= 0 || no <= 0)
        return 0;
    return s.yes_mean * s.yes_mean / s.yes + no_mean * no_mean / no -
           s.mean * s.mean / s.all;
}

/* ---- quantiles: the weight of a point fills the cell around it ---- */

static double threshold_weight(const struct logistic *c, size_t k)
{
    double sum = 0;

    for (size_t i = 0; i < LOGISTIC_SLOPES; i++)
        sum += c->weight[i * c->n + k];
    return sum;
}

static double slope_weight(const struct logistic *c, size_t i)
{
    double sum = 0;

    for (size_t k = 0; k < c->n; k++)
        sum += c->weight[i * c->n + k];
    return sum;
}

/* Returns the quantile in cells: 2.5 is the middle of cell 2. */
static double logistic_quantile(const struct logistic *c, size_t n,
                                double (*weight)(const struct logistic *,
                                                 size_t),
                                double p)
{
    for (size_t i = 0; i < n; i++) {
        double w = weight(c, i);

        if (p < w)
            return (double)i + p / w;
        p -= w;
    }
    return (double)n;
}

double logistic_threshold(const struct logistic *c, double p)
{
    return c->low +
           STEP * (logistic_quantile(c, c->n, threshold_weight, p) - 0.5);
}

double logistic_slope(const struct logistic *c, double p)
{
    return exp2(LOG_LOW + LOG_STEP * (logistic_quantile(c, LOGISTIC_SLOPES,
                                                        slope_weight, p) -
                                      0.5));
}

double logistic_above(const struct logistic *c, double x)
{
    double sum = 0;

    for (size_t k = 0; k < c->n; k++) {
        double share = (threshold_at(c, k) - x) / STEP + 0.5;

        sum += threshold_weight(c, k) * fmin(fmax(share, 0), 1);
    }
    return sum;
}
