/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_REWARD_REWARD_H
#define SERVE_REWARD_REWARD_H

#include "base/err.h"
#include "base/str.h"
#include "grade/grade.h"
#include "serve/state.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Who judges when. Training loops send more than the machine can judge at once:
 * a request is let in or refused at once (429), and one that is in waits for
 * its turn. There are as many turns as threads may judge. A request with many
 * rows asks for a turn for each few of them, behind all who wait, so that it
 * cannot keep out those with one; nobody is passed over for ever.
 *
 * What is counted here is what /metrics shows. Any thread may call all of this.
 */

/* The number for what was not judged: docs/reward.md. */
struct reward_policy {
    bool null;     /* JSON null, where the form of the reply allows it */
    double number; /* else this, 0 to 1; with null, where it must be a number */
};

/* Reads "zero", "half", "null" or a decimal from 0 to 1; NULL is zero. */
MUST_USE bool reward_policy_read(const char *text, struct reward_policy *out,
                                 struct err *e);

/* Whether a row was judged; if not, its number is by the policy. */
enum reward_status {
    REWARD_JUDGED,
    REWARD_UNDECIDED,
    REWARD_BAD_KEY,
    REWARD_ERROR, /* the row cannot be judged as it stands */
};

enum reward_let { REWARD_IN, REWARD_FULL, REWARD_STOPPING };

/* The routes that are counted. */
enum reward_route {
    REWARD_GRADE,
    REWARD_GET_REWARD,
    REWARD_RM,
    REWARD_VERIFY,
    REWARD_ROUTES
};

extern const char *const reward_paths[REWARD_ROUTES]; /* "/grade" ... */

/* Takes threads, queue and the policy from the options, which were checked by
 * reward_policy_read(); a policy that makes no sense counts as zero. */
struct reward *reward_new(struct serve *s);
void reward_free(struct reward *r); /* when no request is in */

/* Lets nobody in any more, and wakes all that wait for a turn: they are told
 * 503. Comes before server_stop(). */
void reward_stop(struct reward *r);

/* Returns whether the request is in; then reward_leave() must follow. */
enum reward_let reward_enter(struct reward *r);
void reward_leave(struct reward *r);

/* Waits for a turn; `again`: behind all who wait, since the request had one
 * before. Returns false if the server stops; else the turn must be given back.
 */
MUST_USE bool reward_take_turn(struct reward *r, bool again);
void reward_give_turn(struct reward *r);

int reward_threads(const struct reward *r);   /* how many turns there are */
unsigned reward_most(const struct reward *r); /* requests in at once */
struct reward_policy reward_policy(const struct reward *r);

/* Returns what a request would be told now, without letting it in. */
enum reward_let reward_state(struct reward *r);

/* Counts a row's verdict; VERDICTS is a row that cannot be judged. */
void reward_count_row(struct reward *r, enum verdict v);

/* Counts a request by its status and how long it took. */
void reward_count_request(struct reward *r, enum reward_route route, int status,
                          uint64_t ns);

/* Appends the figures as Prometheus reads them (text format 0.0.4), and as the
 * fields of a JSON object that begins with ", ". */
void reward_write_metrics(struct reward *r, struct str *out);
void reward_write_health(struct reward *r, struct str *out);

#endif
