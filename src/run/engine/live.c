/* SPDX-License-Identifier: Apache-2.0 */
#include "run/engine/live.h"
#include "base/alloc.h"
#include "run/count/tally.h"

#include <stdlib.h>

void live_open(struct live *l, size_t n_problems, uint64_t total, bool strict)
{
    *l = (struct live){ .total = total,
                        .n_problems = n_problems,
                        .strict = strict };
    l->shares = alloc_new(n_problems, sizeof(struct share));
    for (size_t i = 0; i < n_problems; i++)
        l->shares[i].cluster = i;
}

static void add_usage(struct live *l, const struct result *r,
                      const struct price *p)
{
    const struct usage *u = &r->usage;

    l->tokens += (uint64_t)(u->prompt > 0 ? u->prompt : 0);
    l->tokens += (uint64_t)(u->completion > 0 ? u->completion : 0);
    if (p) {
        l->cost += result_cost(p, r);
        l->priced++;
    }
}

void live_add(struct live *l, const struct result *r, const struct price *p)
{
    enum mark m = mark_of(r, l->strict);
    bool bad_key = l->bad_key && l->bad_key[r->problem];

    l->done++;
    l->count[m]++;
    l->failed += m == MARK_ERROR && !bad_key;
    if (m != MARK_ERROR) {
        l->replies++;
        add_usage(l, r, p);
    }
    if (mark_counts(m) && !bad_key) {
        l->shares[r->problem].n += 1;
        l->shares[r->problem].sum += m == MARK_CORRECT;
    }
}

struct rate live_accuracy(const struct live *l)
{
    return rate_make(l->shares, l->n_problems);
}

void live_clear(struct live *l)
{
    free(l->shares);
    l->shares = NULL;
}
