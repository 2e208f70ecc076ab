/* SPDX-License-Identifier: Apache-2.0 */
#include "model/server/limiter.h"
#include "base/err.h"

#define EARLY_NS UINT64_C(5000000) /* how early a send may be */
#define RATE_LOW 1e-6              /* a call in eleven days */

void limiter_init(struct limiter *l, unsigned most, unsigned start, bool fixed,
                  double rate)
{
    INVARIANT(most > 0 && start > 0);
    *l = (struct limiter){ .most = most, .fixed = fixed, .slow_start = true };
    l->limit = fixed || start > most ? most : start;
    l->left = l->limit;
    if (rate > 0)
        l->gap_ns = (uint64_t)(1e9 / (rate < RATE_LOW ? RATE_LOW : rate));
}

uint64_t limiter_next_ns(const struct limiter *l, uint64_t now_ns)
{
    uint64_t due = l->shared ? shared_rate_due_ns(l->shared, l->gap_ns, now_ns)
                             : l->due_ns;

    return due > EARLY_NS ? due - EARLY_NS : 0;
}

bool limiter_may(const struct limiter *l, unsigned in_flight, uint64_t now_ns)
{
    return in_flight < l->limit &&
           (l->gap_ns == 0 || now_ns >= limiter_next_ns(l, now_ns));
}

uint64_t limiter_sent(struct limiter *l, uint64_t now_ns)
{
    if (l->gap_ns && l->shared)
        shared_rate_sent(l->shared, l->gap_ns, now_ns);
    else if (l->gap_ns)
        l->due_ns = (l->due_ns > now_ns ? l->due_ns : now_ns) + l->gap_ns;
    return l->cuts;
}

static void round_begin(struct limiter *l)
{
    l->left = l->limit;
    l->troubled = false;
}

/* Without overflow, and without passing 0.7: 64 becomes 44. */
static void limiter_cut(struct limiter *l)
{
    l->limit = (unsigned)((uint64_t)l->limit * 7 / 10);
    if (l->limit < 1)
        l->limit = 1;
    l->slow_start = false;
    l->cuts++;
    round_begin(l);
}

static void limiter_grow(struct limiter *l)
{
    unsigned more = l->slow_start ? l->limit : 1;

    l->limit += more < l->most - l->limit ? more : l->most - l->limit;
}

void limiter_ended(struct limiter *l, uint64_t ticket, enum limiter_end end)
{
    if (l->fixed || ticket != l->cuts)
        return;
    if (end == LIMITER_LIMITED) {
        limiter_cut(l);
        return;
    }
    if (end == LIMITER_TROUBLE)
        l->troubled = true;
    if (--l->left > 0)
        return;
    if (!l->troubled)
        limiter_grow(l);
    INVARIANT(l->limit >= 1 && l->limit <= l->most);
    round_begin(l);
}
