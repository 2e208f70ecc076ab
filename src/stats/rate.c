/* SPDX-License-Identifier: Apache-2.0 */
#include "stats/rate.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

static size_t count_clusters(const struct share *s, size_t n)
{
    size_t most = 0;

    for (size_t i = 0; i < n; i++)
        if (s[i].cluster >= most)
            most = s[i].cluster + 1;
    return most;
}

struct rate rate_make(const struct share *s, size_t n)
{
    struct rate out = { NAN, { 0, 1 }, 0 };
    size_t clusters = count_clusters(s, n);
    double *total = alloc_new(2 * clusters + 1, sizeof(double));
    double *size = total + clusters, sum = 0, weight = 0;
    bool plain = true; /* one value of 0 or 1 in each cluster */

    for (size_t i = 0; i < n; i++) {
        size_t k = s[i].cluster;

        if (!(s[i].n > 0))
            continue;
        total[k] += s[i].sum;
        size[k] += s[i].n;
        plain = plain && size[k] == 1 && (s[i].sum == 0 || s[i].sum == 1);
        sum += s[i].sum;
        weight += s[i].n;
        out.n++;
    }
    if (out.n) {
        out.value = sum / weight;
        out.interval = plain ? stats_wilson(sum, weight)
                             : stats_clustered(total, size, clusters, 0, 1);
    }
    free(total);
    return out;
}
