/* SPDX-License-Identifier: Apache-2.0 */
#include "stats/ratio.h"

#include <math.h>

/* The ratios r at which x - r y is as far from 0 as its error, made of dx and dy,
 * are the roots of p r^2 - 2 q r + c. */
struct interval stats_ratio(double x, struct interval of_x, double y,
                            struct interval of_y, double correlation)
{
    struct interval out = { 0, INFINITY };
    double dx = x - of_x.low, dy = of_y.high - y;
    double p = y * y - dy * dy, q = x * y - correlation * dx * dy;
    double c = x * x - dx * dx;

    if (c > 0)
        out.low = c / (q + sqrt(fmax(0, q * q - p * c)));
    dx = of_x.high - x;
    dy = y - of_y.low;
    p = y * y - dy * dy;
    q = x * y - correlation * dx * dy;
    c = x * x - dx * dx;
    if (p > 0)
        out.high = (q + sqrt(fmax(0, q * q - p * c))) / p;
    return out;
}

double stats_ratio_correlation(const double *x, const double *y,
                               const double *size, size_t n)
{
    double sums[3] = { 0 }, xx = 0, yy = 0, xy = 0;

    for (size_t i = 0; i < n; i++) {
        sums[0] += x[i];
        sums[1] += y[i];
        sums[2] += size[i];
    }
    for (size_t i = 0; i < n; i++) {
        double u = x[i] - sums[0] / sums[2] * size[i];
        double v = y[i] - sums[1] / sums[2] * size[i];

        xx += u * u;
        yy += v * v;
        xy += u * v;
    }
    return xx > 1e-12 && yy > 1e-12 ? xy / sqrt(xx * yy) : 0;
}
