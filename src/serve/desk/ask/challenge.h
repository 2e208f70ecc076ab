/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_ASK_CHALLENGE_H
#define SERVE_DESK_ASK_CHALLENGE_H

#include "base/err.h"
#include "model/model.h"
#include "serve/state.h"
#include "store/challenges.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The challenger puts versions of entries to models: a few threads take
 * challenges from the queue in the store (store/challenges.h), oldest first, and
 * work on each as on a run of the command line. A challenge is a run of its own,
 * so that no two threads ever work on one run. Replies go to the journal before
 * anything else: a program that is killed and started again goes on, and asks
 * nothing twice.
 *
 * A model that cannot be asked ends for itself alone: the others go on.
 *
 * What is spent is written to the challenge every second. The budgets of the
 * project and of the person, and how many calls a model's server takes at once
 * and in a second, hold for all challenges together.
 *
 * Events: "progress" of "challenge:ID" and "entry:ID", at most four a second,
 * {"challenge", "entry", "done", "total", "trying", "state"}, with no word of
 * verdicts, since whoever may look at the entry hears them; "changed" when a
 * challenge begins or ends.
 */

#define CHALLENGER_THREADS  4  /* at most */
#define CHALLENGER_ATTEMPTS 32 /* the most, unless the options say another */

struct challenger;

/* Opens the models, queues again what was under way when the program ended, and
 * begins to ask. Fails if a model cannot be opened or the store not be written.
 */
MUST_USE bool challenger_start(struct serve *s, struct challenger **out,
                               struct err *e);

/* Stops asking: calls in flight get their grace, the queue stays for the next
 * start. Frees it; does nothing with NULL. */
void challenger_stop(struct challenger *c);

/* Tells it that something was queued. */
void challenger_wake(struct challenger *c);

/* Stops one challenge for a person, queued or under way; `why` is kept with it.
 * Does nothing if it has ended. `s` is the caller's store. */
MUST_USE bool challenger_halt(struct challenger *c, struct store *s, int64_t id,
                              const char *why, struct err *e);

/* Returns whether a person has stopped it and calls in flight still end. */
bool challenger_is_halting(struct challenger *c, int64_t id);

/* Queues a challenge that has ended once more: its run goes on with the calls
 * that have no reply. Does nothing if it has not ended; *queued says which. */
MUST_USE bool challenger_again(struct challenger *c, struct store *s,
                               int64_t id, bool *queued, struct err *e);

/* Returns the open model of that spec, or NULL if there is none. */
const struct model *challenger_model(const struct challenger *c,
                                     const char *spec);

#endif
