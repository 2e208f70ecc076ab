/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/trend.h"

#include <math.h>

#define LEAST       5       /* points that a trend needs */
#define REACH       6.0     /* octaves that it must reach at least */
#define REACH_SHORT 4.4     /* octaves where the slope is without doubt */
#define NOTHING     (-36.0) /* log2 of an error that counts as none */
#define FLAT        0.12    /* p below this is a plateau */
#define STEADY      0.78    /* part of the largest slope that must last */
#define LOG_REACH   48.0    /* octaves that logarithms need */

static double power_slope(const struct trend_point *p)
{
    return (p[0].log2 - p[1].log2) / (p[1].octaves - p[0].octaves);
}

static double log_slope(const struct trend_point *p)
{
    return (p[0].log2 - p[1].log2) / log2(p[1].octaves / p[0].octaves);
}

/* The slopes of the last intervals. */
struct slopes {
    double q_last, q_most, q_least; /* of the second half */
    double p_last, p_before, p_most;
};

/* The last slope is that of the last two intervals together, so that noise
 * weighs less. */
static struct slopes slopes_of(const struct trend_point *p, size_t n)
{
    size_t half = n / 2 < n - 4 ? n / 2 : n - 4;
    struct slopes s = { .q_most = -INFINITY,
                        .q_least = INFINITY,
                        .p_most = -INFINITY };
    const struct trend_point ends[2] = { p[n - 3], p[n - 1] };

    for (size_t i = half; i + 2 < n; i++) {
        const struct trend_point two[2] = { p[i], p[i + 2] };

        s.q_most = fmax(s.q_most, power_slope(two));
        s.q_least = fmin(s.q_least, power_slope(two));
        s.p_most = fmax(s.p_most, log_slope(two));
    }
    s.q_last = power_slope(ends);
    s.p_last = log_slope(ends);
    s.p_before = log_slope(&p[n - 3]);
    return s;
}

bool trend_is_straight(const struct trend_point *p, size_t n)
{
    double most = -INFINITY, least = INFINITY;

    if (n < LEAST + 1 || p[n - 1].log2 > -6)
        return false;
    for (size_t i = n - LEAST; i + 1 < n; i++) {
        double q = power_slope(&p[i]);

        if (p[i + 1].floor)
            return false;
        most = fmax(most, q);
        least = fmin(least, q);
    }
    return least >= 0.4 && most <= 1.01 * least;
}

/* Aitken's extrapolation of three points to the limit, over the last of them: a
 * constant plus a power gives the constant. 0 where the points are not
 * equally spaced. */
static double limit_left(const struct trend_point *p, size_t n)
{
    const struct trend_point *c = &p[n - 1], *b = &p[n - 3], *a = &p[n - 5];
    double d = c->octaves - b->octaves, e = b->octaves - a->octaves;
    double u = exp2(a->log2 - c->log2), v = exp2(b->log2 - c->log2);

    if (fabs(d - e) > 0.3 * e || u - v <= v - 1 || v <= 1)
        return 0;
    return (u - v * v) / (u + 1 - 2 * v);
}

static bool trend_is_power(const struct slopes *s, double last)
{
    return s->q_least >= 0.08 && s->q_last >= STEADY * s->q_most &&
           (s->q_last >= 0.2 || last <= -4);
}

static bool is_logarithmic(const struct slopes *s, double reach)
{
    return reach >= LOG_REACH && s->p_last >= 0.45 && s->p_last <= 4 &&
           s->p_last >= STEADY * s->p_most;
}

/* Noise around a constant: errors that oscillate go up as often as down. */
static bool is_noise(const struct trend_point *p, size_t n)
{
    size_t half = n / 2, up = 0;
    double most = -INFINITY, least = INFINITY, before = 0, after = 0;

    for (size_t i = half; i < n; i++) {
        most = fmax(most, p[i].log2);
        least = fmin(least, p[i].log2);
        up += i > half && p[i].log2 > p[i - 1].log2;
    }
    for (size_t i = 0; i < 2 && n >= 6; i++) {
        before += p[half + i].log2 / 2;
        after += p[n - 1 - i].log2 / 2;
    }
    return n >= 6 && up > 0 && most - least < 1 && before - after < 0.25 &&
           p[n - 1].octaves - p[half].octaves >= 3;
}

static enum trend trend_judge(const struct slopes *s,
                              const struct trend_point *last, bool peak)
{
    if (s->q_most < -0.04 && last->log2 > -2)
        return TREND_GROWS;
    if (s->p_last < FLAT && s->q_last > -0.04 && s->q_last < 0.03)
        return TREND_STAYS;
    if (!peak &&
        (trend_is_power(s, last->log2) || is_logarithmic(s, last->octaves)))
        return TREND_VANISHES;
    return TREND_UNCLEAR;
}

/* Where the sequence is short, only a slope without any doubt counts. */
static enum trend judge_short(const struct slopes *s,
                              const struct trend_point *p, size_t n)
{
    double drift = fabs(p[n / 2].log2 - p[n - 1].log2);
    double before = 0, after = 0;

    for (size_t i = 0; i < n / 2; i++) {
        before += p[i].log2 / (double)(n / 2);
        after += p[n - 1 - i].log2 / (double)(n / 2);
    }
    if (s->q_least >= 0.4 && s->q_least >= 0.85 * s->q_most &&
        p[n - 1].log2 < -5)
        return TREND_VANISHES;
    if ((drift < 0.03 && p[n - 1].log2 > -8) ||
        (after > -1.5 && after > before - 0.3))
        return TREND_STAYS;
    return s->q_most < -0.4 && p[n - 1].log2 > 0 ? TREND_GROWS : TREND_UNCLEAR;
}

/* Drops what lies at the floor; tells whether the end of it counts as none. */
static size_t resolved(const struct trend_point *p, size_t n, bool *nothing)
{
    size_t m = n;

    *nothing = n > 0 && p[n - 1].log2 <= NOTHING;
    while (m > 0 && p[m - 1].floor)
        m--;
    return m;
}

struct trend_found trend_find(const struct trend_point *p, size_t n)
{
    struct trend_found f = { .last = n ? p[n - 1].log2 : 0 };
    bool nothing;
    size_t m = resolved(p, n, &nothing);
    struct slopes s;

    if (n < 3)
        return f;
    /* Exponentially small, or the same: so in the last two, without a sign of
     * a plateau before. */
    if (nothing && p[n - 2].log2 <= NOTHING + 6 &&
        (m < n || p[n - 1].log2 < p[n - 2].log2 - 0.5)) {
        f.is = TREND_VANISHES;
        f.power = power_slope(&p[n - 2]);
        return f;
    }
    if (m < LEAST || p[m - 1].octaves < REACH_SHORT)
        return f;
    s = slopes_of(p, m);
    f.power = s.q_last;
    f.last = p[m - 1].log2;
    if (p[m - 1].octaves < REACH) {
        f.is = judge_short(&s, p, m);
        return f;
    }
    f.is = trend_judge(&s, &p[m - 1], p[m - 1].log2 > p[0].log2 + 0.5);
    if (f.is == TREND_VANISHES && s.q_last < 0.4 && limit_left(p, m) > 0.2)
        f.is = TREND_UNCLEAR;
    if (f.is == TREND_UNCLEAR && is_noise(p, m))
        f.is = TREND_STAYS;
    if (f.is == TREND_UNCLEAR && p[m - 1].octaves < REACH + 1)
        f.is = judge_short(&s, p, m);
    return f;
}

/* Is the error below what can be known, early and far below the scale? A wrong
 * term would be seen there. */
static bool is_lost(const struct trend_point *p, size_t m, size_t n)
{
    for (size_t i = m; i < n; i++)
        if (p[i].octaves >= 8 && p[i].octaves <= 12 && p[i].log2 <= -16)
            return true;
    return false;
}

struct trend_found trend_bounded(const struct trend_point *p, size_t n)
{
    struct trend_found f = trend_find(p, n);
    bool nothing;
    size_t m = resolved(p, n, &nothing);
    struct slopes s;

    if (m < LEAST && is_lost(p, m, n))
        f.is = TREND_VANISHES;
    if (f.is == TREND_VANISHES || m < LEAST || p[m - 1].octaves < REACH)
        return f;
    s = slopes_of(p, m);
    f.power = s.q_last;
    if (s.q_last >= -0.02 && s.q_least > -0.08)
        f.is = TREND_STAYS;
    else if (s.q_last < -0.12 && s.q_most < -0.06)
        f.is = TREND_GROWS;
    else
        f.is = TREND_UNCLEAR;
    return f;
}
