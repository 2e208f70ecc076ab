/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chernoff's bound for draws without replacement from strata.
 *
 * Of a stratum's N units with values v, n are inside. The sum S of n values
 * drawn without replacement has E exp(tS) <= (mean of exp(tv))^n (Hoeffding,
 * "Probability inequalities for sums of bounded random variables", JASA 58
 * (1963), theorem 4). Strata are drawn from independently, so that for every
 * t >= 0
 *
 *     log P(S >= s) <= -ts + sum of n log(mean of exp(tv)).
 *
 * Much inside is little outside: where fewer are outside these are what is
 * drawn, with -v, which is the sharper bound. The right side is convex in t;
 * its least value is found by Newton's method between bounds, and it is a
 * bound wherever the search stops.
 */
#include "stats/strata.h"

#include "base/err.h"

#include <math.h>

#define TILT_MOST 600.0 /* exp() of it is a number still */

struct strata_draw {
    const uint32_t *all; /* [level] */
    double n, draws;     /* units, and how many are drawn */
    bool turned;         /* those outside are, with -v */
};

enum drawn { DRAWN_IN, DRAWN_OUT, DRAWN_FEWER };

/* What is minimised: draws from strata, and the sum that was seen. */
struct bound_sum {
    const struct strata *s;
    size_t n;
    double seen;
};

struct strata strata_new(struct arena *a, const double *values, size_t levels,
                         size_t most)
{
    INVARIANT(levels <= STRATA_LEVELS);
    return (struct strata){
        .levels = levels,
        .values = values,
        .steps = 1,
        .all = arena_array(a, uint32_t, most * levels + 1),
        .inside = arena_array(a, uint32_t, most * levels + 1),
        .draws = arena_array(a, struct strata_draw, most + 1),
    };
}

/* The strata in which the set varies. */
static struct bound_sum draws_of(const struct strata *s, enum drawn drawn)
{
    struct bound_sum b = { .s = s, .seen = s->more };

    for (size_t h = 0; h < s->n; h++) {
        const uint32_t *all = s->all + h * s->levels;
        const uint32_t *inside = s->inside + h * s->levels;
        double n = 0, in = 0, sum = 0, sum_in = 0;
        bool turned;

        for (size_t l = 0; l < s->levels; l++) {
            n += all[l];
            in += inside[l];
            sum += all[l] * s->values[l];
            sum_in += inside[l] * s->values[l];
        }
        if (in <= 0 || in >= n)
            continue;
        turned = drawn == DRAWN_OUT || (drawn == DRAWN_FEWER && 2 * in > n);
        b.seen += turned ? sum_in - sum : sum_in;
        s->draws[b.n++] =
            (struct strata_draw){ all, n, turned ? n - in : in, turned };
    }
    return b;
}

/* Sums of c, cv and cvv over a stratum, c being its tilted counts. */
static void tilted(const struct strata *s, const struct strata_draw *d,
                   const double *weight, double sums[3])
{
    sums[0] = sums[1] = sums[2] = 0;
    for (size_t l = 0; l < s->levels; l++) {
        double c = d->all[l] * weight[l], v = s->values[l];

        sums[0] += c;
        sums[1] += c * v;
        sums[2] += c * v * v;
    }
}

/* The bound at t; its slope and curvature where wanted. */
static double bound_at(const struct bound_sum *b, double t, double *slope,
                       double *curve)
{
    double weight[2][STRATA_LEVELS], sums[3], log_p = -t * b->seen;

    *slope = -b->seen;
    *curve = 0;
    for (size_t l = 0; l < b->s->levels; l++) {
        weight[0][l] = exp(t * b->s->values[l]);
        weight[1][l] = exp(-t * b->s->values[l]);
    }
    for (size_t i = 0; i < b->n; i++) {
        const struct strata_draw *d = &b->s->draws[i];
        double mean;

        tilted(b->s, d, weight[d->turned], sums);
        mean = sums[1] / sums[0];
        *slope += d->draws * (d->turned ? -mean : mean);
        *curve += d->draws * fmax(0, sums[2] / sums[0] - mean * mean);
        log_p += d->draws * log(sums[0] / d->n);
    }
    return log_p;
}

/* At most 0. The slope rises with t: its root is where the bound is least. */
static double least_bound(const struct bound_sum *b)
{
    double low = 0, high = TILT_MOST, t = 0, best = 0;

    for (int i = 0; i < 100; i++) {
        double slope, curve, value = bound_at(b, t, &slope, &curve), next;

        best = fmin(best, value);
        if (i == 0 && slope > -1e-9)
            return 0;
        if (slope < 0)
            low = t;
        else
            high = t;
        /* What a step would still gain. */
        if (slope * slope <= 1e-9 * curve || high - low < 1e-9)
            break;
        next = curve > 0 ? t - slope / curve : high;
        t = next > low && next < high ? next : low + (high - low) / 2;
    }
    return best;
}

double strata_tail(const struct strata *s)
{
    struct bound_sum b = draws_of(s, DRAWN_FEWER);

    return least_bound(&b);
}

/*
 * Of one stratum with values 0 and 1 the two bounds are n KL(rate || rate of
 * all), inside and outside: together the gain of two rates over one. Over
 * strata each side has one tilt, so that many small strata are no freedom to
 * fit.
 */
double strata_gain(const struct strata *s)
{
    struct bound_sum b = draws_of(s, DRAWN_IN);
    double in = least_bound(&b);

    b = draws_of(s, DRAWN_OUT);
    return -in - least_bound(&b);
}
