/* SPDX-License-Identifier: Apache-2.0 */
#include "run/engine/live.h"
#include "base/alloc.h"

#include <stdlib.h>

void live_open(struct live *l, size_t n_problems, uint64_t total, bool strict)
{
    *l = (struct live){ .total = total,
                        .n_problems = n_problems,
                        .strict = strict };
    l->counted = alloc_new(n_problems, sizeof(double));
    l->correct = alloc_new(n_problems, sizeof(double));
}

static void add_usage(struct live *l, const struct usage *u,
                      const struct price *p)
{
    l->tokens += (uint64_t)(u->prompt > 0 ? u->prompt : 0);
    l->tokens += (uint64_t)(u->completion > 0 ? u->completion : 0);
    if (p) {
        l->cost += price_of(p, u->prompt, u->cached, u->completion);
        l->priced++;
    }
}

void live_add(struct live *l, const struct result *r, const struct price *p)
{
    enum mark m = mark_of(r, l->strict);

    l->done++;
    l->count[m]++;
    if (m != MARK_ERROR) {
        l->replies++;
        add_usage(l, &r->usage, p);
    }
    if (mark_counts(m)) {
        l->counted[r->problem] += 1;
        l->correct[r->problem] += m == MARK_CORRECT;
    }
}

/* The problems that have a counted result, moved together. */
struct rate live_accuracy(const struct live *l)
{
    double *total = alloc_new(l->n_problems, sizeof(double));
    double *n = alloc_new(l->n_problems, sizeof(double));
    double all = 0, right = 0;
    struct rate r = { 0 };
    bool single = true;

    for (size_t i = 0; i < l->n_problems; i++) {
        if (l->counted[i] <= 0)
            continue;
        total[r.n] = l->correct[i];
        n[r.n++] = l->counted[i];
        single = single && l->counted[i] < 2;
        all += l->counted[i];
        right += l->correct[i];
    }
    if (r.n > 0) {
        r.value = right / all;
        r.interval = single ? stats_wilson(right, all)
                            : stats_clustered(total, n, r.n, 0, 1);
    }
    free(total);
    free(n);
    return r;
}

void live_clear(struct live *l)
{
    free(l->counted);
    free(l->correct);
    l->counted = l->correct = NULL;
}
