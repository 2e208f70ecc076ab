/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The normal distribution and Student's. Tails are computed directly, never
 * as 1 - (nearly 1); quantiles are roots of the tail, found by steps that
 * cannot leave a bracket.
 */
#include "stats/stats.h"

#include "base/err.h"

#include <math.h>

#define SQRT_2  1.41421356237309504880
#define SQRT_PI 1.77245385090551602730
#define LOG_2PI 1.83787706640934548356

double stats_normal_tail(double z)
{
    return 0.5 * erfc(z / SQRT_2);
}

/* The z >= 0 with P(Z > z) = q, q <= 1/2. The start is formula 26.2.23 of
 * Abramowitz and Stegun (off by less than 4.5e-4), then Halley's steps, each
 * of which trebles the digits. */
static double normal_upper(double q)
{
    double t = sqrt(-2 * log(q));
    double z = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));

    for (int i = 0; i < 3; i++) {
        double u = (stats_normal_tail(z) - q) * exp((z * z + LOG_2PI) / 2);

        z += u / (1 + z * u / 2);
    }
    return z;
}

double stats_normal_quantile(double p)
{
    INVARIANT(p > 0 && p < 1);
    if (p == 0.5)
        return 0;
    return p < 0.5 ? -normal_upper(p) : normal_upper(1 - p);
}

/* ---- Student's t ---- */

/*
 * Gamma(z + 1/2) / Gamma(z) for z >= 1/2: the asymptotic series in 1/z (DLMF
 * 5.11.13, with a = 1/2 and b = 0), after z was raised to where its first
 * left-out term, 1.2e-3 / z^7, is below a rounding. The difference of two
 * logarithms of gamma would lose digits for large z.
 */
static double gamma_ratio(double z)
{
    double down = 1, v;

    while (z < 64) {
        down *= z / (z + 0.5);
        z += 1;
    }
    v = 1 / z;
    v = 1 + v * (-1.0 / 8 +
                 v * (1.0 / 128 +
                      v * (5.0 / 1024 +
                           v * (-21.0 / 32768 + v * (-399.0 / 262144 +
                                                     v * (869.0 / 4194304))))));
    return down * sqrt(z) * v;
}

/*
 * The continued fraction of the incomplete beta function, DLMF 8.17.22, by
 * Lentz's method as modified by Thompson and Barnett: I_x(a, b) =
 * x^a (1-x)^b / (a B(a, b)) times this. Quick for x < (a+1)/(a+b+2).
 */
static double beta_fraction(double a, double b, double x)
{
    const double tiny = 1e-300;
    double f = 1, c = 1, d = 0;

    for (int i = 1; i <= 100000; i++) {
        double m = i / 2, term, by;

        if (i % 2 == 0)
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        else
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 + term * d;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = 1 + term / c;
        c = fabs(c) < tiny ? tiny : c;
        by = c * d;
        f *= by;
        if (fabs(by - 1) < 1e-16)
            break;
    }
    return 1 / f;
}

/* P(T > t) for t >= 0, which is half of I_x(df/2, 1/2), x = df/(df + t^2). */
static double t_tail(double t, double df)
{
    double a = df / 2, b = 0.5, square = t * t;
    double x = df / (df + square), y = square / (df + square);
    /* x^a y^b / B(a, b); 1/B(a, 1/2) is gamma_ratio(a) / sqrt(pi). */
    double front =
        exp(-a * log1p(square / df)) * sqrt(y) * gamma_ratio(a) / SQRT_PI;

    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a / 2;
    return (1 - front * beta_fraction(b, a, y) / b) / 2;
}

static double t_density(double t, double df)
{
    return gamma_ratio(df / 2) / (sqrt(df) * SQRT_PI) *
           exp(-(df + 1) / 2 * log1p(t * t / df));
}

/* The t > 0 with P(T > t) = q, q < 1/2: Newton's steps inside a bracket, its
 * middle where they would leave it. */
static double t_upper(double q, double df)
{
    double low = 0, high = 1, t;

    while (t_tail(high, df) > q && high < 1e150) {
        low = high;
        high *= 2;
    }
    t = (low + high) / 2;
    for (int i = 0; i < 200; i++) {
        double off = t_tail(t, df) - q, next;

        if (off > 0)
            low = t;
        else
            high = t;
        next = t + off / t_density(t, df);
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (fabs(next - t) <= 4e-16 * t)
            break;
        t = next;
    }
    return t;
}

/* Formula 26.7.5 of Abramowitz and Stegun, an expansion in 1/df. For many
 * degrees of freedom x = df/(df + t^2) is so near to 1 that it cannot hold the
 * digits of t any more. */
static double t_from_normal(double z, double df)
{
    double zz = z * z;
    double g1 = (zz + 1) / 4;
    double g2 = ((5 * zz + 16) * zz + 3) / 96;
    double g3 = (((3 * zz + 19) * zz + 17) * zz - 15) / 384;

    return z * (1 + (g1 + (g2 + g3 / df) / df) / df);
}

double stats_t_quantile(double p, double df)
{
    INVARIANT(p > 0 && p < 1 && df >= 1);
    if (p == 0.5)
        return 0;
    if (df > 1e5)
        return t_from_normal(stats_normal_quantile(p), df);
    return p < 0.5 ? -t_upper(p, df) : t_upper(1 - p, df);
}
