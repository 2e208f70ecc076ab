/* SPDX-License-Identifier: Apache-2.0 */
#include "run/engine/kept.h"

#define KEPT_MOST 1000000

void kept_open(struct kept *k, struct arena *a, const struct plan *p)
{
    size_t n = p->n_problems * p->n_models * p->attempts;

    *k = (struct kept){ .arena = a, .plan = p, .n = n };
    if (n <= KEPT_MOST)
        k->all = arena_array(a, struct result, n + 1);
}

static const char *kept_hold(const struct kept *k, const char *text)
{
    return text ? arena_strdup(k->arena, text) : NULL;
}

void kept_add(struct kept *k, const struct result *r)
{
    const struct plan *p = k->plan;
    struct result *at;

    if (!k->all)
        return;
    at = &k->all[(r->problem * p->n_models + r->model) * p->attempts +
                 r->attempt - 1];
    k->filled += at->attempt == 0;
    *at = *r;
    at->first = false; /* no longer */
    at->answer = kept_hold(k, r->answer);
    at->why = kept_hold(k, r->why);
    at->more = kept_hold(k, r->more);
    if (r->call.high == 0 && r->call.low == 0) { /* as the store knows of it */
        at->usage = (struct usage){ -1, -1, -1, -1 };
        at->took_ms = 0;
        at->tries = 0;
    }
}

struct result *kept_all(const struct kept *k, size_t *n)
{
    *n = k->all && k->filled == k->n ? k->n : 0;
    return *n ? k->all : NULL;
}
