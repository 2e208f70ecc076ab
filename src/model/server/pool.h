/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_SERVER_POOL_H
#define MODEL_SERVER_POOL_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "model/course.h"
#include "model/model.h"
#include "model/reply.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Many calls to one model at once (libcurl multi), on a thread of the pool's
 * own. Calls are pushed from any thread; each comes back exactly once through
 * `done`, on the pool's thread, whatever happened to it (and once more for each
 * time that it was unread and turned out to be no reply). Connections are kept;
 * HTTP/2 is used over TLS if the server has it. Proxies and certificates come
 * from the environment (HTTPS_PROXY, NO_PROXY, SSL_CERT_FILE, CURL_CA_BUNDLE).
 * Redirects are not followed: a key goes to the host it was meant for.
 *
 * The number of calls in flight adapts: slow start doubles it with every round
 * of successes up to `concurrency`; the first 429 of a burst cuts it to 0.7
 * once (further ones of calls sent before the cut do not), after which it grows
 * by one a round; a 5xx only stops growth for that round. A call that waits for
 * its next try is not in flight, and goes before new ones.
 *
 * The wait between tries is what the server asks for and up to a quarter more,
 * so that calls refused together do not come back together; or 0.5 s * 2^k up
 * to 30 s, times a jitter of 0.75 to 1. From the fourth try on what is asked
 * for is doubled with every try, up to 32 times and 30 s. A server that asks for
 * more than max_wait_s ends the call's tries. Tries that end in a 429 or 529 are
 * limited by time, not by their number: `retries` waits of our own must have
 * passed, and while the server answers other calls ten times as much. When 64
 * calls more than `concurrency` wait, new ones are held back, so that a server
 * that fails every call is not sent all of them.
 *
 * A try that was sent and whose answer was lost, by a time-out or a broken
 * connection, is repeated at most twice, whatever `retries` says: a server may
 * have worked on it, and charge for it.
 *
 * With `stream` an answer is read while it comes (stream.h), and ends in the
 * same reply. One that breaks off after some text is asked for once more; then
 * what came of it is the reply, truncated, with the reason to finish "cut".
 *
 * Not tried again: an answer larger than max_body or with a header of more
 * than 256 kB (an error of this call), and a certificate that is not trusted
 * (fatal; the message says what to do).
 */

struct shared_rate;
struct pool_call;

struct pool_options {
    unsigned concurrency; /* most calls in flight */
    unsigned start;       /* first limit of slow start; 0: 8 */
    bool fixed;           /* `concurrency` from the start, never adapted */
    double rate;          /* most calls sent a second; 0: no limit */
    struct shared_rate
        *shared_rate; /* by which processes share the rate; or NULL */
    unsigned retries; /* further tries of a call */
    double connect_s, idle_s, total_s; /* time-outs of one try; 0: none */
    /* Asked on the pool's thread before a lost try is repeated: is there money
     * for it? NULL: there is. `ctx` is that of `done`. */
    bool (*again)(void *ctx, struct pool_call *call);
    bool unread;       /* what looks like a reply is given back before it is
                          read: see pool_read() */
    bool stream;       /* ask for answers as streams of events */
    double mute_s;     /* of a stream: longest time without a piece of text,
                          whatever else comes; 0: any */
    double max_wait_s; /* the longest wait that a server may ask for; 0: 120 */
    double backoff_s;  /* the first wait; 0: 0.5 */
    size_t max_body;   /* bytes of one answer; 0: LIMIT_HTTP_BODY */
    uint64_t seed;     /* of the jitter; 0: another in each process */
};

/* Sensible values: 64 in flight, 10 retries, 10 s to connect, 600 s in all. */
extern const struct pool_options pool_defaults;

/* One call. The caller owns it, and leaves it alone from push to done. */
struct pool_call {
    const char *body; /* JSON */
    size_t body_n;
    void *own; /* for the caller */

    /* Filled when done. All text is in `arena`, which belongs to the call;
     * pool_call_clear() clears it. */
    struct arena arena;
    struct reply reply;
    const char *raw; /* the last answer's body, secrets taken out; "" if none */
    size_t raw_n;
    int status;          /* HTTP status of the last try; 0: no answer */
    int http_version;    /* 10, 11, 2, 3; 0: no answer */
    unsigned tries;      /* times it was sent, also by libcurl itself when a
                            kept connection turns out to be dead */
    unsigned lost;       /* tries that were sent and whose answer did not come
                            whole: a time-out, a broken connection, a stream
                            that was cut. The server may charge for them */
    unsigned malformed;  /* tries whose reply the server could not take apart */
    const char *history; /* JSON array of the tries before the last:
                            [{"status": 429, "why": "...", "wait_ms": 500}] */
    int64_t sent_ms;     /* time of day of the last try, ms since 1970 */
    int64_t took_ms;     /* of the last try */
    int64_t total_ms;    /* from the first sending to the end */
    struct course course; /* of the last try */
    bool cut;             /* an earlier try was a stream that was cut off */
    bool unread;          /* pool_read() fills in `reply` */
    bool dropped; /* stopped before an answer came: not an outcome, the call is
                     neither counted nor lost */

    /* The pool's own. */
    struct pool_transfer *transfer;
    struct pool_call *next;
    uint64_t first_ns; /* of a call that is unread: when it was first sent */
    struct response *late; /* what its answer was, if no reply */
};

void pool_call_clear(struct pool_call *c);

/* The state of the pool, for the progress line. */
struct pool_state {
    unsigned in_flight, waiting, queued, limit;
    uint64_t sent, retried;
    char last_trouble[160]; /* the reason of the last retry; "": none */
};

struct pool;

/* Start a pool. `done` runs on the pool's thread and must be quick. The model
 * is borrowed. */
MUST_USE bool pool_open(struct pool **out, const struct model *m,
                        const struct pool_options *o,
                        void (*done)(void *ctx, struct pool_call *call),
                        void *ctx, struct err *e);

/* Hand over a call; from any thread. Never blocks. */
void pool_push(struct pool *p, struct pool_call *call);

/* Hand over several, in order, with one wake-up. */
void pool_push_many(struct pool *p, struct pool_call **calls, size_t n);

/* Send nothing more. Calls not yet sent, and those that wait for another try,
 * come back as dropped at once; those in flight have `grace_s` seconds to end
 * and are then dropped too. From any thread; may be called again with less. */
void pool_stop(struct pool *p, double grace_s);

/* Read the answer of a call that came back unread; from any thread, so that it
 * need not be the pool's, which is the busiest. Returns false if it is no reply:
 * the pool has the call again then, and it comes back once more. None is read
 * once the pool is closed. */
MUST_USE bool pool_read(struct pool *p, struct pool_call *call);

void pool_look(struct pool *p, struct pool_state *out); /* from any thread */

/* Wait until every pushed call has come back, end the thread, and free p. */
void pool_close(struct pool *p);

#endif
