/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_SERVER_POOL_INT_H
#define MODEL_SERVER_POOL_INT_H

#include "base/clock.h"
#include "base/poller.h"
#include "base/rng.h"
#include "base/str.h"
#include "model/response.h"
#include "model/server/limiter.h"
#include "model/server/pool.h"
#include "model/stream.h"

#include <curl/curl.h>
#include <pthread.h>

/*
 * The inside of the pool. Everything but the fields under `lock` belongs to its
 * thread.
 *
 *   push -> inbox -> fresh -> transfer -> done
 *                               |  ^
 *                               v  |
 *       read -> late, misread -> waits -> done
 *
 * A transfer is an easy handle with its options set once; there are as many as
 * calls were ever in flight at once. They live in shards, multi handles of a
 * few transfers each, since libcurl finds a free connection by walking through
 * all of a multi handle's connections to the host. Idle connections stay in
 * the poller (pool_socket.c). Answers are gathered in buffers that go from transfer
 * to transfer: a transfer that waits for an answer has none.
 */

#define SHARD     32  /* transfers of a shard */
#define SHARD_TLS 128 /* the same where they may share a connection */

#define NEVER UINT64_MAX /* a moment that never comes */

enum { POOL_HEADS = 12 }; /* headers that are kept: struct response_head */

struct pool_buffer {
    struct str body;
    struct str heads;         /* values, each with its NUL */
    size_t at[POOL_HEADS];    /* where in `heads`, plus one; 0: absent */
    size_t head_bytes;        /* of all lines, also those not kept */
    struct pool_buffer *next; /* the next spare one */
};

struct pool_transfer {
    CURL *easy;
    struct pool_shard *shard;
    struct pool_call *call;
    struct pool_buffer *buffer; /* NULL until something comes */
    uint64_t ticket;            /* the limiter's */
    uint64_t first_ns, sent_ns; /* of the call; of this try */
    uint64_t heard_ns;          /* the last sign of life of the server */
    unsigned sends;             /* of this try: libcurl's own too */
    bool large;                 /* ended by us: the answer is too large, */
    bool large_head;            /* or its header is */
    bool idle;                  /* ended by us: nothing came for idle_s */
    bool mute;                  /* ended by us: no text came for mute_s */
    bool plain;                 /* the answer is no stream */
    struct stream *stream;      /* NULL: none so far */
    struct str request;         /* the body as it is sent, if another */
    uint64_t said_ns;           /* when the last piece of text came */
    struct course course;
    /* In flight, ordered by heard_ns; or spare, by `next` alone. */
    struct pool_transfer *prev, *next;
    char error[CURL_ERROR_SIZE];
};

struct pool_shard {
    struct pool *pool;
    CURLM *multi;
    unsigned n;      /* transfers */
    uint64_t due_ns; /* when libcurl wants to be called */
    bool touched;    /* may have finished transfers */
};

struct pool_queue {
    struct pool_call *first, *last;
    unsigned n;
};

/* A call that waits for its next try. */
struct pool_wait {
    uint64_t due_ns, first_ns;
    struct pool_call *call;
};

struct pool_waits { /* a binary heap, the earliest on top */
    struct pool_wait *at;
    unsigned n, cap;
};

struct pool_fd { /* the state of a file descriptor */
    struct pool_shard *shard;
    bool own;    /* a connection, whose opening and closing we see */
    bool wanted; /* libcurl asked for it; else it is idle */
};

struct pool {
    const struct model *model;
    struct pool_options o;
    void (*done)(void *ctx, struct pool_call *call);
    void *ctx;
    struct clock clock;
    struct arena arena; /* for what is made once */
    const char *host;   /* "HOST" or "HOST:PORT", for messages */
    const char *ca_file, *ca_path;
    bool here; /* the server is this machine: no proxy is used */
    bool tls;
    CURLU *url; /* parsed once, not for each call */
    struct curl_slist *headers;
    CURLSH *share;
    pthread_t thread;

    uint64_t now_ns; /* of this turn */
    struct limiter limiter;
    struct rng rng;
    struct str scratch;
    struct pool_queue fresh, misread; /* `inbox` and `late`, taken over */
    struct pool_waits waits;
    struct pool_transfer *flight_first, *flight_last;
    unsigned in_flight;
    struct pool_transfer *spare;
    struct pool_buffer *buffers;
    unsigned n_buffers;
    struct pool_shard *shards; /* max_shards, of which n_shards are open */
    unsigned n_shards, max_shards, shard_size;
    struct pool_fd *fds;
    size_t n_fds;
    struct poller *poller;
    uint64_t sent, retried, given;
    uint64_t good_ns; /* when the last reply came */
    char trouble[160];
    bool trouble_new;
    bool stopped; /* `stopping`, as the thread sees it */
    uint64_t deadline_ns;

    pthread_mutex_t lock;          /* guards everything below */
    struct pool_queue inbox, late; /* late: calls that turned out no replies */
    bool asleep;                   /* in its poller, or about to be: wake it */
    bool closing, stopping;
    uint64_t stop_ns; /* the end of grace */
    struct pool_state state;
};

/* Fills in options, headers, address and certificates of p->model. */
MUST_USE bool pool_prepare(struct pool *p, struct err *e);

/* ---- pool_socket.c: the poller and the multi handles ---- */
void pool_sockets_close(struct pool *p);
void pool_events(struct pool *p, uint64_t until_ns); /* sleep, then act */
void pool_timers(struct pool *p);                    /* act */
void pool_reap(struct pool *p);                      /* end what finished */

/* ---- pool_transfer.c: one try of a call ---- */
void pool_transfer_start(struct pool *p, struct pool_call *c,
                         uint64_t first_ns);
/* End a try; the handle is out of its shard already. */
void pool_transfer_end(struct pool_transfer *t, CURLcode code);
/* Take a transfer out of its shard; the call stays with the caller. */
void pool_transfer_cancel(struct pool_transfer *t);
void pool_transfer_release(struct pool *p, struct pool_transfer *t);
void pool_transfers_free(struct pool *p);
/* End a try as silent after s seconds, unless something else ends it. */
void pool_transfer_hurry(struct pool_transfer *t, double s);

/* ---- pool_stream.c: answers that come as streams ---- */
const char *pool_stream_body(struct pool_transfer *t, size_t *n);
bool pool_stream_take(struct pool_transfer *t, const char *s, size_t n);
bool pool_stream_read(struct pool_transfer *t, const struct response_head *head,
                      CURLcode code, double now_s, struct response *out);
/* Of a transfer of one's own (fetch.c): options, headers, why it failed. */
void pool_transfer_set(const struct pool *p, struct pool_transfer *t);
struct response_head pool_transfer_head(const struct pool_transfer *t);
void pool_transfer_failure(struct pool_transfer *t, CURLcode code,
                           struct response *out);

/* ---- pool_retry.c: what becomes of a call after a try ---- */
void pool_settle(struct pool *p, struct pool_call *c, uint64_t first_ns,
                 struct response *answer);
void pool_drop(struct pool *p, struct pool_call *c, uint64_t first_ns);
void pool_waits_push(struct pool_waits *w, struct pool_wait x);
struct pool_wait pool_waits_pop(struct pool_waits *w);

/* ---- pool_words.c: the errors of libcurl in plain words ---- */
/* What went wrong, for people. *fatal: no call can succeed. */
const char *pool_words(struct arena *a, const struct pool_transfer *t,
                       CURLcode code, bool *fatal);

#endif
