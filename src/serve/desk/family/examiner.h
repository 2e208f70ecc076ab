/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_FAMILY_EXAMINER_H
#define SERVE_DESK_FAMILY_EXAMINER_H

#include "base/arena.h"
#include "base/json.h"
#include "serve/desk/entry.h"
#include "serve/http/http.h"
#include "serve/state.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Acceptance of family files takes seconds, so it has turns: few run at once,
 * some wait, and all others are told that the server is busy. A text that is
 * being written is tried by the thread of its request; saved versions wait in a
 * queue for a thread of their own, which records the result as an audit event. A run
 * ends early if its visitor hangs up, if it takes too long, or if the server
 * stops. What waits in the queue then is not tried: its page has a button.
 *
 * Drawing for a page is quick and has turns of its own.
 */

struct examiner;

#define EXAMINER_WAITING 8                  /* requests that wait for a turn */
#define EXAMINER_QUEUE   64                 /* saved versions that wait */
#define EXAMINER_MS      60000              /* of one run */
#define EXAMINER_LOOKS   4                  /* pages that draw at once */
#define EXAMINER_JSON    ((size_t)64 << 10) /* bytes of a result */

enum examined {
    EXAMINED_DONE,
    EXAMINED_BUSY, /* too many wait already */
    EXAMINED_LATE, /* it took longer than EXAMINER_MS */
    EXAMINED_ENDED /* nobody waits for it any more */
};

/* Opens the room, with its thread. */
MUST_USE bool examiner_start(struct serve *s, struct examiner **out,
                             struct err *e);
void examiner_stop(
    struct examiner *x); /* ends all runs; before server_stop() */
void examiner_free(struct examiner *x); /* or NULL; when no request is in */

/* Tries a text now and waits for it. *out is what accept_json() says of it, in
 * the arena, with long texts cut. */
enum examined examiner_try(struct examiner *x, struct arena *a,
                           const struct http_request *r, const char *text,
                           struct json **out);

/* Puts a saved version into the queue. Returns false if that is full. */
bool examiner_queue(struct examiner *x, int64_t entry, int64_t version);

/* Returns whether that version waits in the queue or is being tried. */
bool examiner_has(struct examiner *x, int64_t entry, int64_t version);

/* Returns the newest audit event of acceptance (family_finding()) about a version, or NULL. */
const struct audit_event_kind *family_tried(
    struct arena *a, const struct audit_event_kind *audit_events, size_t n,
    int64_t version);

/* Returns "accepted", "refused", "undecided", "being tried" or "not tried yet":
 * the version of the view. */
const char *family_word(struct visit *v, const struct entry_view *x);

/* Takes a turn for drawing. Returns false if too many draw at once; else
 * examiner_look_end() must follow. `x` may be NULL: there is no bound. */
bool examiner_look(struct examiner *x);
void examiner_look_end(struct examiner *x);

#endif
