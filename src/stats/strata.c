/* SPDX-License-Identifier: Apache-2.0 */
#include "stats/strata.h"
#include "base/alloc.h"
#include "base/err.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/*
 * The chance that a set drawn from strata without replacement has a sum that
 * large, whole numbers of steps being added up.
 *
 * By convolution: the sum of the units drawn from one stratum is spread over
 * all ways in which they can have each value (multivariate hypergeometric),
 * and the sums of strata are independent.
 *
 * By a saddlepoint: Lugannani and Rice's formula with Daniels' second
 * continuity correction (Daniels, "Tail probability approximations",
 * International Statistical Review 55 (1987)). Of a small stratum the
 * generating function is that of its exact spread; that of a large one is
 * itself a saddlepoint approximation, for units that are inside independently
 * of each other given how many are (Booth and Butler, "Randomization
 * distributions and saddlepoint approximations in generalized linear models",
 * Biometrika 77 (1990)). Their approximation is poor for strata of a few
 * units, of which there may be hundreds.
 */

#define WAYS_MOST        16384  /* of the draws from one stratum */
#define DRAWS_MOST       400    /* from it */
#define CONVOLVE_MOST    262144 /* products of all convolutions */
#define SMALL            24     /* draws whose spread a saddlepoint needs */
#define SADDLE_OFF       0.03   /* it is low by less: tests */
#define SURE             0.3    /* a bound above it is no news */
#define CHANCE_TILT_MOST 50.0

/* The draws from a stratum: the fewer of inside and outside. */
struct piece {
    size_t levels;
    uint32_t count[STRATA_LEVELS]; /* of each value that occurs */
    uint32_t value[STRATA_LEVELS]; /* in steps; the most frequent is last */
    uint32_t draws;
    double n;
    size_t least, most; /* sums that are possible */
    double *spread;     /* [sum - least] its chance; NULL: too many ways */
};

struct pieces {
    struct piece *of;
    size_t n;
    double seen; /* the sum, in steps */
};

/* ---- pieces ---- */

/* The largest sum of so many draws, or, with `back`, the least. */
static size_t strata_extreme(const struct piece *p, bool back)
{
    uint32_t left = p->draws, taken[STRATA_LEVELS] = { 0 };
    size_t sum = 0;

    while (left > 0) {
        size_t best = STRATA_LEVELS;

        for (size_t l = 0; l < p->levels; l++)
            if (!taken[l] && (best == STRATA_LEVELS ||
                              (p->value[l] < p->value[best]) == back))
                best = l;
        taken[best] = p->count[best] < left ? p->count[best] : left;
        left -= taken[best];
        sum += (size_t)taken[best] * p->value[best];
    }
    return sum;
}

static void add_level(struct piece *p, uint32_t count, uint32_t value)
{
    size_t at = p->levels++;

    p->count[at] = count;
    p->value[at] = value;
    if (at > 0 && p->count[at - 1] > count) { /* the largest stays last */
        p->count[at] = p->count[at - 1];
        p->value[at] = p->value[at - 1];
        p->count[at - 1] = count;
        p->value[at - 1] = value;
    }
}

/* Values outside are counted from the top, so that much inside is much. */
static bool piece_of(const struct strata *s, size_t h, struct piece *p,
                     double *seen)
{
    const uint32_t *all = s->all + h * s->levels;
    const uint32_t *inside = s->inside + h * s->levels;
    double top = s->values[s->levels - 1], n = 0, in = 0;
    bool turned;

    for (size_t l = 0; l < s->levels; l++) {
        n += all[l];
        in += inside[l];
    }
    if (in <= 0 || in >= n)
        return false;
    turned = 2 * in > n;
    *p = (struct piece){ .n = n, .draws = (uint32_t)(turned ? n - in : in) };
    for (size_t l = 0; l < s->levels; l++) {
        double value = turned ? top - s->values[l] : s->values[l];
        uint32_t steps = (uint32_t)lround(value * s->steps);

        *seen += (double)steps * (turned ? all[l] - inside[l] : inside[l]);
        if (all[l] > 0)
            add_level(p, all[l], steps);
    }
    p->least = strata_extreme(p, true);
    p->most = strata_extreme(p, false);
    return true;
}

static struct pieces pieces_of(const struct strata *s)
{
    struct pieces x = { .of = alloc_new(s->n + 1, sizeof(*x.of)),
                        .seen = round(s->more * s->steps) };

    for (size_t h = 0; h < s->n; h++)
        x.n += piece_of(s, h, &x.of[x.n], &x.seen);
    return x;
}

static void pieces_clear(struct pieces *x)
{
    for (size_t i = 0; i < x->n; i++)
        free(x->of[i].spread);
    free(x->of);
}

/* ---- the spread of one ---- */

struct walk {
    const struct piece *p;
    double *share[STRATA_LEVELS]; /* [level][drawn of it] */
    uint32_t room[STRATA_LEVELS]; /* units of later levels */
};

static bool has_few_ways(const struct piece *p)
{
    double ways = 1;

    for (size_t l = 0; l + 1 < p->levels; l++)
        ways *= 1 + (double)(p->count[l] < p->draws ? p->count[l] : p->draws);
    return p->draws <= DRAWS_MOST && ways <= WAYS_MOST;
}

static void spread_from(const struct walk *w, size_t level, uint32_t left,
                        size_t sum, double chance)
{
    const struct piece *p = w->p;
    uint32_t count = p->count[level], most = count < left ? count : left;
    uint32_t k = left > w->room[level] ? left - w->room[level] : 0;

    if (level + 1 == p->levels) { /* takes what is left, and has room for it */
        p->spread[sum + (size_t)left * p->value[level] - p->least] +=
            chance * w->share[level][left];
        return;
    }
    for (; k <= most; k++)
        spread_from(w, level + 1, left - k, sum + (size_t)k * p->value[level],
                    chance * w->share[level][k]);
}

/* Units drawn independently of each other, given how many were: of each level
 * a binomial number. */
static void strata_find_spread(struct piece *p)
{
    size_t width = (size_t)p->draws + 1, length = p->most - p->least + 1;
    double rate = p->draws / p->n, odds = rate / (1 - rate), all = 0;
    double *shares;
    struct walk w = { .p = p };

    shares = alloc_new(p->levels * width, sizeof(*shares));
    p->spread = alloc_new(length, sizeof(*p->spread));
    for (size_t l = p->levels; l-- > 0;) {
        double c = p->count[l], *share = w.share[l] = shares + l * width;

        share[0] = exp(c * log1p(-rate));
        for (size_t k = 0; k + 1 < width && (double)k < c; k++)
            share[k + 1] = share[k] * (c - (double)k) / ((double)k + 1) * odds;
        if (l > 0)
            w.room[l - 1] = w.room[l] + p->count[l];
    }
    spread_from(&w, 0, p->draws, 0, 1);
    free(shares);
    for (size_t i = 0; i < length; i++)
        all += p->spread[i];
    for (size_t i = 0; i < length; i++)
        p->spread[i] /= all;
}

/* ---- by convolution ---- */

static bool is_quick(const struct pieces *x)
{
    double length = 1, sum = 0;

    for (size_t i = 0; i < x->n; i++) {
        double own = (double)(x->of[i].most - x->of[i].least) + 1;

        if (!has_few_ways(&x->of[i]))
            return false;
        sum += length * own;
        length += own - 1;
    }
    return sum <= CONVOLVE_MOST;
}

/* The spread of the sum of all; to be freed. */
static double *convolve(const struct pieces *x, size_t *length)
{
    double *all = alloc_new(1, sizeof(*all));

    *length = 1;
    all[0] = 1;
    for (size_t i = 0; i < x->n; i++) {
        const struct piece *p = &x->of[i];
        size_t own = p->most - p->least + 1;
        double *next = alloc_new(*length + own - 1, sizeof(*next));

        for (size_t k = 0; k < *length; k++)
            for (size_t j = 0; j < own; j++)
                next[k + j] += all[k] * p->spread[j];
        *length += own - 1;
        free(all);
        all = next;
    }
    return all;
}

static double exact_of(struct pieces *x)
{
    double least = 0, chance = 0, *all;
    size_t length;

    if (!is_quick(x))
        return NAN;
    for (size_t i = 0; i < x->n; i++) {
        strata_find_spread(&x->of[i]);
        least += (double)x->of[i].least;
    }
    all = convolve(x, &length);
    for (size_t k = length; k-- > 0 && least + (double)k >= x->seen;)
        chance += all[k];
    free(all);
    return log(fmin(chance, 1));
}

/* ---- by a saddlepoint ---- */

/* At a tilt: the logarithm of the generating function, its slope and
 * curvature, and the logarithm of what the approximation of large strata
 * multiplies the variance by. */
struct tilted {
    double log_sum, mean, variance, log_ratio;
};

static void tilt_spread(const struct piece *p, double t, struct tilted *out)
{
    size_t length = p->most - p->least + 1;
    double sums[3] = { 0 }, mean;

    for (size_t k = 0; k < length; k++) { /* from the top: nothing overflows */
        double x = (double)k, c = p->spread[k];

        c *= exp(t * (x - (double)(length - 1)));
        sums[0] += c;
        sums[1] += c * x;
        sums[2] += c * x * x;
    }
    mean = sums[1] / sums[0];
    out->log_sum += log(sums[0]) + t * (double)p->most;
    out->mean += mean + (double)p->least;
    out->variance += fmax(0, sums[2] / sums[0] - mean * mean);
}

/* Sums of the chances of being drawn, at log odds e + t value: how many, and
 * a, av and avv, a being chance times its complement. */
static void odds_sums(const struct piece *p, double e, double t, double sums[4])
{
    memset(sums, 0, 4 * sizeof(*sums));
    for (size_t l = 0; l < p->levels; l++) {
        double v = p->value[l], chance = 1 / (1 + exp(-e - t * v));
        double a = p->count[l] * chance * (1 - chance);

        sums[0] += p->count[l] * chance;
        sums[1] += a;
        sums[2] += a * v;
        sums[3] += a * v * v;
    }
}

/* The log odds at which as many are drawn as were. */
static double find_odds(const struct piece *p, double t)
{
    double e = log(p->draws / (p->n - p->draws));
    double low = e - t * p->value[0], high = e, sums[4];

    for (size_t l = 0; l < p->levels; l++)
        low = fmin(low, e - t * p->value[l]);
    e = (low + high) / 2;
    for (int i = 0; i < 100; i++) {
        double off, next;

        odds_sums(p, e, t, sums);
        off = sums[0] - p->draws;
        if (off < 0)
            low = e;
        else
            high = e;
        if (fabs(off) < 1e-10 * p->draws)
            break;
        next = e - off / sums[1];
        e = next > low && next < high ? next : (low + high) / 2;
    }
    return e;
}

static void tilt_large(const struct piece *p, double t, struct tilted *out)
{
    double e = find_odds(p, t), sums[4], flat = p->draws / p->n;

    odds_sums(p, e, t, sums);
    out->log_sum +=
        p->n * log1p(-flat) + p->draws * (log(flat / (1 - flat)) - e);
    for (size_t l = 0; l < p->levels; l++) {
        double x = e + t * p->value[l];

        out->log_sum += p->count[l] * (fmax(x, 0) + log1p(exp(-fabs(x))));
        out->mean += p->count[l] * p->value[l] / (1 + exp(-x));
    }
    out->variance += fmax(0, sums[3] - sums[2] * sums[2] / sums[1]);
    out->log_ratio += log(sums[1] / (p->draws * (1 - flat)));
}

static struct tilted tilt(const struct pieces *x, double t)
{
    struct tilted out = { 0 };

    for (size_t i = 0; i < x->n; i++)
        if (x->of[i].spread)
            tilt_spread(&x->of[i], t, &out);
        else
            tilt_large(&x->of[i], t, &out);
    return out;
}

/* Mills' ratio less 1/w. */
static double mills_excess(double w)
{
    static const double root = 2.50662827463100050242; /* of 2 pi */

    if (w > 25)
        return -1 / (w * w * w) * (1 - 3 / (w * w));
    return stats_normal_tail(w) * root * exp(w * w / 2) - 1 / w;
}

static double saddle_of(struct pieces *x)
{
    double want = x->seen - 0.5, low = 0, high = CHANCE_TILT_MOST, t = 0, w, u;
    struct tilted at = { 0 };

    for (size_t i = 0; i < x->n; i++)
        if (x->of[i].draws < SMALL && has_few_ways(&x->of[i]))
            strata_find_spread(&x->of[i]);
    for (int i = 0; i < 200; i++) {
        double next;

        at = tilt(x, t);
        if (i == 0 && at.mean >= want)
            return NAN;
        if (at.mean < want)
            low = t;
        else
            high = t;
        if (fabs(at.mean - want) < 1e-9 * (1 + want) || high - low < 1e-12)
            break;
        next = t + (want - at.mean) / at.variance;
        t = next > low && next < high ? next : (low + high) / 2;
    }
    w = sqrt(2 * (t * want - at.log_sum));
    u = 2 * sinh(t / 2) * sqrt(at.variance) * exp(at.log_ratio / 2);
    return -w * w / 2 - 0.91893853320467274178 +
           log(mills_excess(w) + 1 / u); /* log sqrt(2 pi) */
}

/* ---- all together ---- */

static double chance_by(const struct strata *s,
                        double (*method)(struct pieces *x))
{
    struct pieces x = pieces_of(s);
    double log_p = method(&x);

    pieces_clear(&x);
    return log_p;
}

double strata_exact(const struct strata *s)
{
    return chance_by(s, exact_of);
}

double strata_saddle(const struct strata *s)
{
    return chance_by(s, saddle_of);
}

double strata_chance(const struct strata *s)
{
    double bound = strata_tail(s), log_p;

    if (bound > log(SURE))
        return bound;
    log_p = strata_exact(s);
    if (isnan(log_p))
        log_p = strata_saddle(s) + SADDLE_OFF;
    return log_p < bound ? log_p : bound; /* NaN is not */
}

double strata_needed(const struct strata *s, double log_p, bool bound)
{
    double sum = 0, largest = 0, low, high;
    struct strata at = *s;

    for (size_t h = 0; h < s->n; h++) {
        uint32_t left = 0;

        for (size_t l = 0; l < s->levels; l++) {
            left += s->inside[h * s->levels + l];
            sum += s->inside[h * s->levels + l] * s->values[l];
        }
        for (size_t l = s->levels; l-- > 0;) {
            uint32_t all = s->all[h * s->levels + l];
            uint32_t taken = all < left ? all : left;

            largest += taken * s->values[l];
            left -= taken;
        }
    }
    low = -1 - round(sum * s->steps); /* of nothing, less one: too little */
    high = round((largest - sum) * s->steps);
    at.more = high / s->steps;
    if (!((bound ? strata_tail(&at) : strata_chance(&at)) <= log_p))
        return NAN;
    while (high - low > 1) {
        double middle = floor((low + high) / 2);

        at.more = middle / s->steps;
        if ((bound ? strata_tail(&at) : strata_chance(&at)) <= log_p)
            high = middle;
        else
            low = middle;
    }
    return sum + high / s->steps;
}
