/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_BATCH_BATCH_INT_H
#define RUN_BATCH_BATCH_INT_H

#include "base/clock.h"
#include "base/map.h"
#include "base/vec.h"
#include "model/batch/form.h"
#include "model/server/fetch.h"
#include "run/batch/batch.h"
#include "store/batches.h"

/*
 * The inside: calls that have no reply, and where each of them is.
 *
 *   send -> open -> done
 *    ^       |
 *    +-------+----> failed
 */

#define BATCH_ROUNDS 3 /* in how many batches a call is sent at most */

enum want {
    WANT_SEND,
    WANT_OPEN, /* in a batch */
    WANT_DONE, /* its reply is in the journal */
    WANT_FAILED,
};

/* An error in the results of a batch. It counts when all of them were read: the
 * reply may come behind it. */
struct want_error {
    const char *why; /* NULL: none */
    bool again, fatal, malformed;
};

struct wanted {
    struct hash128 key;
    size_t lane;
    uint64_t at;  /* problem * attempts + attempt - 1 */
    size_t bytes; /* of its body */
    enum want state;
    int64_t batch; /* OPEN: the one it is in */
    unsigned rounds;
    struct shared_rate_sum ahead; /* OPEN: what it was taken to cost */
    bool malformed;  /* the server could not take its reply apart, once */
    const char *why; /* of the last failure */
    struct want_error error;
};

struct batch_lane {
    const struct model *model;
    size_t number;
    struct batch_place place;
    struct fetch *fetch; /* NULL: a model of the process, or nothing to ask */
    bool has_price;
    struct price price;
    struct shared_rate_sum spent; /* by the run */
    double sized, completion; /* replies whose tokens are known; those tokens */
};

/* A batch that is waited for. */
struct batch_open {
    struct batch_lane *lane;
    struct batch_row row;
    uint64_t due_ns;
    double gap_s;      /* to the next question */
    unsigned failures; /* to ask, in a row */
    uint64_t done;
    bool over;            /* fetched, lost, or all of ours is there */
    bool made;            /* by this process, to which the server told its id */
    bool stuck;           /* the same command would not fetch it either */
    uint64_t lines, ours; /* of results: that tell of calls; of our calls */
};

struct batch_work {
    struct arena *arena;
    struct store *store;
    const struct run_info *run;
    const struct plan *plan;
    const struct ask_options *o;
    const struct batch_watch *watch;
    struct batch_lane *lanes;
    size_t n_lanes;
    struct vec wanted; /* struct wanted */
    struct map by_key; /* -> place in `wanted` */
    struct vec open;   /* struct batch_open */
    struct clock clock;
    enum ask_end end;
    const char *why;                 /* of ASK_FATAL */
    bool given_up;                   /* then: a server refused it for good */
    const char *said;                /* the reason that was kept last */
    uint64_t fetched;                /* replies, now */
    struct shared_rate_sum cost;     /* of these */
    struct shared_rate *shared_rate; /* what processes share; NULL: no server */
    uint64_t judge_ns;  /* STOPPED: until then replies are judged */
    uint64_t senseless; /* lines of results */
};

/* ---- batch.c ---- */

/* Tells the user. */
void batch_say(struct batch_work *w, const char *fmt, ...) PRINTF(2, 3);

/* An interrupt ends the work; the same command goes on with it. Returns whether
 * it came. */
bool was_stopped(struct batch_work *w, const struct fetch_answer *got);

/* Ends the work: nothing more is sent. Returns false. */
bool batch_stop(struct batch_work *w, enum ask_end end, const char *fmt, ...)
    PRINTF(3, 4);

/* Asks a server about a batch: GET of its address. Returns whether the answer
 * could be read; one that makes no sense is asked for again. */
bool batch_query(const struct batch_open *b, struct arena *a,
                 struct fetch_answer *got, struct batch_status *s);

/* Returns the first call from *i on that is in this state (and, if `batch` is
 * not 0, in this batch), with *i behind it, or NULL if there is none. */
struct wanted *wanted_next(const struct batch_work *w, size_t *i,
                           enum want state, int64_t batch);

/* Returns the call of that key, or NULL if it is none of the run's. */
struct wanted *batch_wanted(const struct batch_work *w, struct hash128 key);

/* Makes the body of a call. */
MUST_USE bool batch_body(struct batch_work *w, struct arena *a,
                         const struct wanted *x, const char **body,
                         struct err *e);

/* Keeps a reason. Thousands fail for one: it is kept once. */
const char *batch_keep(struct batch_work *w, const char *why);

/* A call had no reply: it is sent again, or has failed for good. */
void batch_failed(struct batch_work *w, struct wanted *x, bool again,
                  const char *why);

/* Counts a reply, and returns what it cost. */
struct shared_rate_sum batch_count(struct batch_lane *l,
                                   const struct result *r);

/* It was fetched, and cost so much. */
void batch_right(struct batch_work *w, struct wanted *x,
                 struct shared_rate_sum cost);

/* ---- batch_fetch.c ---- */

/* Removes the files of a batch at the server, whose state may be NULL: not known.
 * If that fails they stay there, and harm nobody. */
void batch_remove_files(const struct batch_open *b, struct arena *a,
                        const struct batch_status *s);

/* Waits for all open batches and fetches them. */
MUST_USE bool batch_wait(struct batch_work *w, struct err *e);

#endif
