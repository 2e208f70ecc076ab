/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/json.h"
#include "model/server/backoff.h"
#include "model/server/pool_int.h"

#include <string.h>

/*
 * After a try: the call is given back, or waits for the next one. A call that
 * waits keeps nothing of the answer but a line in its history.
 */

#define PATIENCE       10 /* times; see exhausted() */
#define LOST_MOST      3  /* tries whose answer was lost */
#define MALFORMED_MOST 2  /* replies that the server could not take apart */

/* ---- the heap ---- */

static bool earlier(const struct pool_wait *a, const struct pool_wait *b)
{
    return a->due_ns < b->due_ns;
}

void pool_waits_push(struct pool_waits *w, struct pool_wait x)
{
    unsigned i = w->n++;

    if (w->n > w->cap) {
        w->cap = w->cap ? w->cap * 2 : 64;
        w->at = alloc_resize(w->at, w->cap, sizeof(*w->at));
    }
    for (; i > 0 && earlier(&x, &w->at[(i - 1) / 2]); i = (i - 1) / 2)
        w->at[i] = w->at[(i - 1) / 2];
    w->at[i] = x;
}

struct pool_wait pool_waits_pop(struct pool_waits *w)
{
    struct pool_wait top = w->at[0], last = w->at[--w->n];
    unsigned i = 0;

    for (unsigned child; (child = 2 * i + 1) < w->n; i = child) {
        if (child + 1 < w->n && earlier(&w->at[child + 1], &w->at[child]))
            child++;
        if (!earlier(&w->at[child], &last))
            break;
        w->at[i] = w->at[child];
    }
    if (w->n)
        w->at[i] = last;
    return top;
}

/* ---- giving back ---- */

void pool_give_back(struct pool *p, struct pool_call *c, uint64_t first_ns)
{
    if (first_ns != NEVER)
        c->total_ms = (int64_t)((p->now_ns - first_ns) / 1000000);
    p->given++;
    p->done(p->ctx, c);
}

/* Constants, not copies: a hundred thousand calls may be dropped at once. */
void pool_drop(struct pool *p, struct pool_call *c, uint64_t first_ns)
{
    c->dropped = true;
    c->raw = "";
    c->raw_n = 0;
    c->reply = (struct reply){ .outcome = OUTCOME_ERROR,
                               .text = "",
                               .why = "stopped before the answer arrived",
                               .usage = { -1, -1, -1, -1 } };
    pool_give_back(p, c, first_ns);
}

/* ---- waiting ---- */

/* For the progress line: of hostile origin, one line, cut between letters. */
static void note_trouble(struct pool *p, const char *why)
{
    size_t n, most = sizeof(p->trouble) - 1;

    str_reset(&p->scratch);
    str_add_printable(&p->scratch, why);
    n = p->scratch.n < most ? p->scratch.n : most;
    while (n < p->scratch.n && n > 0 && (p->scratch.s[n] & 0xC0) == 0x80)
        n--;
    memcpy(p->trouble, str_get(&p->scratch), n);
    p->trouble[n] = '\0';
    p->trouble_new = true;
}

/* Build the new history apart, forget all that this try left, and keep it. */
static void remember(struct pool *p, struct pool_call *c,
                     const struct response *answer, int64_t wait_ms)
{
    struct str *s = &p->scratch;
    size_t n = strlen(c->history);

    str_reset(s);
    str_addn(s, c->history, n - 1); /* without "]" */
    str_addf(s, "%s{\"status\": %d, \"why\": ", n > 2 ? ", " : "",
             answer->status);
    json_write_string(s, answer->reply.why ? answer->reply.why : "");
    str_addf(s, "%s, \"wait_ms\": %lld}]",
             answer->lost || answer->cut ? ", \"lost\": true" : "",
             (long long)wait_ms);
    arena_reset(&c->arena);
    c->history = arena_strndup(&c->arena, s->s, s->n);
    c->reply = (struct reply){ 0 };
    c->raw = "";
    c->raw_n = 0;
}

static void wait_again(struct pool *p, struct pool_call *c, uint64_t first_ns,
                       const struct response *answer)
{
    double s = backoff_wait(&p->rng, p->o.backoff_s, c->tries,
                            (double)answer->wait_ms / 1000);
    struct pool_wait w = { p->now_ns + (uint64_t)(s * 1e9), first_ns, c };

    note_trouble(p, answer->reply.why ? answer->reply.why : "");
    remember(p, c, answer, (int64_t)(s * 1000));
    pool_waits_push(&p->waits, w);
    p->retried++;
}

/* Returns the time in which `retries` waits of our own pass at least. */
static double patience_s(const struct pool *p)
{
    double s = 0;

    for (unsigned k = 1; k <= p->o.retries; k++)
        s += backoff_most(p->o.backoff_s, k) * 0.75;
    return s;
}

/*
 * May a call that used up its tries go on, since all that happened is that the
 * server asks for fewer calls? Such a call stands in a queue: how often it
 * asked for its turn does not matter, for how long does. While others are
 * answered it waits on, up to a multiple, since a server may refuse one call
 * alone for ever, as too large for its limit.
 */
static bool may_queue(const struct pool *p, uint64_t first_ns)
{
    double budget = patience_s(p);
    double waited = (double)(p->now_ns - first_ns) / 1e9;
    double mute = (double)(p->now_ns - p->good_ns) / 1e9;

    return waited < budget || (mute < budget && waited < PATIENCE * budget);
}

/* Why a try whose answer was lost is not repeated; NULL: it is. */
static const char *too_dear(struct pool *p, struct pool_call *c,
                            const char *why)
{
    if (c->lost >= LOST_MOST)
        return arena_printf(&c->arena, "%s (after %u tries)", why, c->tries);
    if (p->o.again && !p->o.again(p->ctx, c))
        return arena_printf(&c->arena,
                            "%s; the budget does not allow another try", why);
    return NULL;
}

/* Why no further try is made; NULL: one is. */
static const char *exhausted(struct pool *p, struct pool_call *c,
                             uint64_t first_ns, const struct response *answer)
{
    const char *why = answer->reply.why ? answer->reply.why : "no answer";
    const char *no = backoff_refuse(
        &c->arena, why, (double)answer->wait_ms / 1000, p->o.max_wait_s);

    if (no)
        return no;
    if (c->tries <= p->o.retries || (answer->limited && may_queue(p, first_ns)))
        return answer->lost || answer->cut ? too_dear(p, c, why) : NULL;
    if (c->tries == 1)
        return why;
    return arena_printf(&c->arena, "%s (after %u tries)", why, c->tries);
}

void pool_settle(struct pool *p, struct pool_call *c, uint64_t first_ns,
                 struct response *answer)
{
    const char *end;

    if (answer->cut && (c->cut || c->tries > p->o.retries))
        answer->next = RESPONSE_DONE;
    c->cut = c->cut || answer->cut;
    c->lost += answer->lost || answer->cut;
    c->malformed += answer->malformed;
    if (answer->next == RESPONSE_AGAIN && c->malformed < MALFORMED_MOST) {
        end = exhausted(p, c, first_ns, answer);
        if (!end) {
            wait_again(p, c, first_ns, answer);
            return;
        }
        if (!answer->malformed && !answer->cut)
            answer->reply.outcome = OUTCOME_ERROR;
        if (!answer->cut)
            answer->reply.why = end;
    } else if (answer->malformed && c->tries > 1) {
        answer->reply.why = arena_printf(&c->arena, "%s (after %u tries)",
                                         answer->reply.why, c->tries);
    }
    c->reply = answer->reply;
    pool_give_back(p, c, first_ns);
}
