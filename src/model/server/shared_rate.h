/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_SERVER_SHARED_RATE_H
#define MODEL_SERVER_SHARED_RATE_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What processes that work on one store share while they ask servers: when the
 * next call to a model is due, so that --rate is that of all of them together, and
 * what was spent, so that a --budget counts what others spend meanwhile.
 *
 * Beside a file it is a small file, mapped by all of them and kept: sums that only
 * grow, and moments that pass; a process that is killed leaves nothing to be
 * repaired. What stands in it may be anything: it can delay a call, or end a
 * budget early, and no more.
 *
 * On a database it is rows, which processes of many machines draw from in blocks,
 * so that the database is asked some times a second and not for each call. A block
 * of a rate is a piece of time, at most a quarter of a second or one call: what
 * is not sent within it lapses, and who is killed holds others up no longer than
 * that. A block of a budget is room for the next calls, and lapses as soon.
 */

struct shared_rate;
struct shared_rate_slot;

/* Whole tokens, billionths of money. */
struct shared_rate_sum {
    double tokens, money;
};

/* Returns a + times b. */
static inline struct shared_rate_sum shared_rate_plus(struct shared_rate_sum a,
                                                      double times,
                                                      struct shared_rate_sum b)
{
    return (struct shared_rate_sum){ a.tokens + times * b.tokens,
                                     a.money + times * b.money };
}

/* Rows: what a database does for a shared rate limiter (store/rates.h). Each is one visit. */
struct shared_rate_rows {
    /* Draws the next span_ns of a model's time; *wait_ns is how long it takes
     * until it begins. */
    bool (*draw)(void *rows, const char *model, uint64_t span_ns,
                 uint64_t *wait_ns);
    /* Adds `spent` to the sum of all and puts `held` in the place of what this
     * process held before. *all is that sum then, *others what others hold;
     * what others spend or hold later, they do having seen ours. */
    bool (*trade)(void *rows, struct shared_rate_sum spent,
                  struct shared_rate_sum held, struct shared_rate_sum *all,
                  struct shared_rate_sum *others);
    void (*close)(void *rows);
};

#define SHARED_RATE_BLOCK_MS 250 /* for which a block is drawn */
#define SHARED_RATE_LEASE_MS \
 5000 /* after which what somebody held is nobody's */

/* Maps the file, which is made if it is absent. */
MUST_USE bool shared_rate_open(struct shared_rate **out, const char *path,
                               struct err *e);
/* Takes the rows over and closes them, at once if it fails. */
MUST_USE bool shared_rate_open_rows(struct shared_rate **out,
                                    const struct shared_rate_rows *table,
                                    void *rows, struct err *e);
void shared_rate_close(struct shared_rate *p); /* or NULL */

/* ---- rates ---- */

/* Returns the slot of a model, which belongs to one thread at a time. */
struct shared_rate_slot *shared_rate_slot(struct shared_rate *p,
                                          const char *url, const char *model);

/* When the next call is due, at one every gap_ns; it may be past. Who asks has a
 * call to send. Moments are those of the monotonic clock. */
uint64_t shared_rate_due_ns(struct shared_rate_slot *s, uint64_t gap_ns,
                            uint64_t now_ns);

/* One is sent: the next is due gap_ns later. */
void shared_rate_sent(struct shared_rate_slot *s, uint64_t gap_ns,
                      uint64_t now_ns);

/* ---- budgets: of one thread ---- */

/* Calls under way are spent beforehand at what they are likely to cost, and
 * corrected when they end: else several processes would each send as many as
 * the budget allows one. Those of a process that was killed stay spent, since
 * whoever serves them may well be paid for them; commands that begin later do not
 * see them. */
void shared_rate_spend(struct shared_rate *p, struct shared_rate_sum spent);

/* What others spent, or hold, since this was opened; it may be as old as a
 * block. */
struct shared_rate_sum shared_rate_others(struct shared_rate *p);

/* Sees to it that others count `next` as ours before it is spent: then
 * shared rate limiter_others() is not outrun by anybody. Up to `most` such calls may be held
 * at once; 0: what is held is given back. */
void shared_rate_hold(struct shared_rate *p, struct shared_rate_sum next,
                      unsigned most);

#endif
