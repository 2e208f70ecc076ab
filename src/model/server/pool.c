/* SPDX-License-Identifier: Apache-2.0 */
#include "model/server/pool.h"
#include "assay.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/thread.h"
#include "model/server/curl.h"
#include "model/server/pool_int.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>

/*
 * The reports of libcurl in words for people: what happened, and the cure if
 * there is one. libcurl's own sentences name its states and numbers; they are
 * kept if they explain more than we can (TLS).
 */

static const char *os_words(const struct pool_transfer *t)
{
    long code = 0;

    curl_easy_getinfo(t->easy, CURLINFO_OS_ERRNO, &code);
    switch (code) {
    case ECONNREFUSED: return "connection refused";
    case ECONNRESET: return "the connection was reset";
    case ETIMEDOUT: return "the connection timed out";
    case ENETUNREACH: return "the network cannot be reached";
    case EHOSTUNREACH: return "the host cannot be reached";
    case EMFILE:
    case ENFILE: return "too many open files (see ulimit -n)";
    case EADDRNOTAVAIL: return "no local port is free";
    case EACCES:
    case EPERM: return "not permitted";
    default: return NULL;
    }
}

static size_t pool_bytes_of(const struct pool_transfer *t)
{
    return t->buffer ? t->buffer->body.n : 0;
}

static const char *detail(const struct pool_transfer *t, CURLcode code)
{
    return t->error[0] ? t->error : curl_easy_strerror(code);
}

/* Did the time end before there was a connection, TLS included? Since 8.23 or
 * before, libcurl has a time for the request's start in that case too, so that
 * its sentence must say it. */
static bool is_connecting(const struct pool_transfer *t)
{
    curl_off_t began = 0;

    curl_easy_getinfo(t->easy, CURLINFO_PRETRANSFER_TIME_T, &began);
    return began == 0 || str_starts(t->error, "Connection time") ||
           str_starts(t->error, "SSL connection time");
}

static const char *time_out(struct arena *a, const struct pool_transfer *t)
{
    const struct pool *p = t->shard->pool;
    size_t n = pool_bytes_of(t);

    if (t->idle && n)
        return arena_printf(a,
                            "the answer stopped after %zu bytes: nothing was "
                            "received for %g s",
                            n, p->o.idle_s);
    if (t->idle)
        return arena_printf(a, "the server sent nothing for %g s", p->o.idle_s);
    if (is_connecting(t) && p->o.connect_s > 0 &&
        (p->o.total_s <= 0 || p->o.connect_s < p->o.total_s))
        return arena_printf(a, "could not connect to %s within %g s", p->host,
                            p->o.connect_s);
    if (n)
        return arena_printf(a,
                            "the answer was not complete within %g s (%zu "
                            "bytes were received)",
                            p->o.total_s, n);
    return arena_printf(a, "no answer within %g s", p->o.total_s);
}

static const char *broken(struct arena *a, const struct pool_transfer *t,
                          CURLcode code)
{
    const char *os = os_words(t);
    size_t n = pool_bytes_of(t);

    if (n)
        return arena_printf(a,
                            "the connection was lost after %zu bytes of "
                            "the answer",
                            n);
    if (code == CURLE_GOT_NOTHING)
        return "the server closed the connection without an answer";
    if (code == CURLE_SEND_ERROR)
        return "the connection was lost while the request was being sent";
    if (t->call->status)
        return "the connection was lost after the header of the answer";
    return os ? os : "the connection was lost before an answer arrived";
}

static bool has_proxy(void)
{
    static const char *const names[] = { "http_proxy", "https_proxy",
                                         "HTTPS_PROXY", "all_proxy",
                                         "ALL_PROXY" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = getenv(names[i]);

        if (value && *value)
            return true;
    }
    return false;
}

/*
 * Returns the proxy that could not be reached, "HOST port N", or NULL if it was
 * the host itself. libcurl names it only in its sentence: "Failed to connect to
 * HOST port N after ...", in later versions "... via PROXY after ...", since
 * 8.23 or before "... to PROXY over proxy PROXY after ...". The proxy's password
 * is in none of them.
 */
static const char *proxy_of(struct arena *a, const struct pool_transfer *t)
{
    static const char start[] = "Failed to connect to ";
    const char *host = t->shard->pool->host, *at = t->error, *via, *port;
    const char *name;
    int digits;

    if (!has_proxy() || !str_starts(at, start))
        return NULL;
    at += strlen(start);
    via = strstr(at, " over proxy ");
    if (via)
        return arena_strndup(a, at, (size_t)(via - at));
    via = strstr(at, " via ");
    if (via)
        return arena_strndup(a, via + 5, strcspn(via + 5, " "));
    port = strstr(at, " port ");
    if (!port)
        return NULL;
    digits = (int)strspn(port + 6, "0123456789");
    name = arena_strndup(a, at, (size_t)(port - at));
    if (str_eq(name, host) ||
        str_eq(arena_printf(a, "%s:%.*s", name, digits, port + 6), host) ||
        str_eq(arena_printf(a, "[%s]:%.*s", name, digits, port + 6), host))
        return NULL;
    return arena_printf(a, "%s port %.*s", name, digits, port + 6);
}

static const char *no_connection(struct arena *a, const struct pool_transfer *t)
{
    const char *os = os_words(t), *proxy = proxy_of(a, t);

    if (proxy)
        return arena_printf(a,
                            "could not connect to the proxy %s, which is "
                            "used for %s%s%s: check HTTPS_PROXY and http_proxy",
                            proxy, t->shard->pool->host, os ? ": " : "",
                            os ? os : "");
    return arena_printf(a, "could not connect to %s%s%s", t->shard->pool->host,
                        os ? ": " : "", os ? os : "");
}

/* A certificate that is not trusted now will not be in a minute. */
static const char *certificate(struct arena *a, const struct pool_transfer *t,
                               CURLcode code)
{
    const struct pool *p = t->shard->pool;

    if (code == CURLE_SSL_CACERT_BADFILE)
        return arena_printf(a,
                            "could not read the certificates of \"%s\": "
                            "set SSL_CERT_FILE to a file of trusted "
                            "certificates (PEM)",
                            p->ca_file ? p->ca_file : "the system");
    return arena_printf(a,
                        "the certificate of %s is not trusted (%s): set "
                        "SSL_CERT_FILE to the certificate of the authority "
                        "that signed it",
                        p->host, detail(t, code));
}

static const char *large(struct arena *a, const struct pool_transfer *t)
{
    size_t most = t->shard->pool->o.max_body;

    if (t->large_head)
        return "the header of the answer is too large";
    return arena_printf(a, "the answer is larger than %zu bytes", most);
}

const char *pool_words(struct arena *a, const struct pool_transfer *t,
                       CURLcode code, bool *fatal)
{
    const char *host = t->shard->pool->host;

    if (t->large)
        return large(a, t);
    if (t->mute)
        return arena_printf(a, "no text was received for %g s",
                            t->shard->pool->o.mute_s);
    switch (code) {
    case CURLE_OPERATION_TIMEDOUT: return time_out(a, t);
    case CURLE_COULDNT_CONNECT: return no_connection(a, t);
    case CURLE_COULDNT_RESOLVE_HOST:
        return arena_printf(a,
                            "could not find the host %s: check the name "
                            "and the network",
                            host);
    case CURLE_COULDNT_RESOLVE_PROXY:
        return "could not find the proxy's host: check HTTPS_PROXY and "
               "HTTP_PROXY";
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_CERTPROBLEM: *fatal = true; return certificate(a, t, code);
    case CURLE_SSL_CONNECT_ERROR:
        return arena_printf(a, "could not make a TLS connection to %s (%s)",
                            host, detail(t, code));
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_PARTIAL_FILE:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return broken(a, t, code);
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY: return "the server's answer is not HTTP";
    default: return arena_strdup(a, detail(t, code));
    }
}

/*
 * Answers that come as a stream. The request asks for one on the wire alone:
 * the body that the caller knows, by which a call is found in the journal, says
 * nothing about it. A server that answers in one piece all the same is read as
 * ever.
 */

#define CLOSING_S 2.0 /* to end an answer whose last event has come */

/* ---- the request ---- */

/* The counts of tokens come only if they are asked for in OpenAI's form. */
const char *pool_stream_body(struct pool_transfer *t, size_t *n)
{
    const struct pool_call *c = t->call;
    size_t end = c->body_n;

    while (end && c->body[end - 1] != '}')
        end--;
    if (!end) {
        *n = c->body_n;
        return c->body;
    }
    str_reset(&t->request);
    str_addn(&t->request, c->body, end - 1);
    str_add(&t->request, end > 2 ? "," : "");
    str_add(&t->request, "\"stream\":true");
    if (t->shard->pool->model->kind != MODEL_ANTHROPIC)
        str_add(&t->request, ",\"stream_options\":{\"include_usage\":true}");
    str_addc(&t->request, '}');
    *n = t->request.n;
    return t->request.s;
}

/* ---- what comes ---- */

/* Is the answer a stream? It is not known before something comes that is no
 * white space; an error never is one. */
static bool recognise(struct pool_transfer *t)
{
    struct pool_buffer *b = t->buffer;
    long status = 0;
    int begins = stream_begins(b->body.s, b->body.n);

    if (begins < 0)
        return false;
    curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
    if (!begins || status < 200 || status > 299) {
        t->plain = true;
        return false;
    }
    t->stream = stream_new(t->shard->pool->o.max_body);
    return true;
}

static void note_pieces(struct pool_transfer *t, uint64_t before)
{
    uint64_t now = t->shard->pool->now_ns, n = stream_pieces(t->stream);
    int64_t ms = (int64_t)((now - t->said_ns) / 1000000);

    if (n == before)
        return;
    if (before == 0)
        t->course.first_ms = (int64_t)((now - t->sent_ns) / 1000000);
    else if (ms > t->course.gap_ms)
        t->course.gap_ms = ms;
    t->course.pieces = (int64_t)n;
    t->said_ns = now;
}

/* Take bytes of the body. Returns false if the transfer is to end. */
bool pool_stream_take(struct pool_transfer *t, const char *s, size_t n)
{
    struct pool *p = t->shard->pool;
    struct pool_buffer *b = t->buffer;
    uint64_t before;

    if (t->plain || !p->o.stream)
        return true;
    if (!t->stream) { /* they are in the buffer with those before them */
        if (!recognise(t))
            return true;
        s = b->body.s;
        n = b->body.n;
    }
    before = stream_pieces(t->stream);
    t->large = !stream_add(t->stream, s, n);
    str_reset(&b->body);
    note_pieces(t, before);
    if (stream_is_over(t->stream)) {
        pool_transfer_hurry(t, CLOSING_S);
        return true;
    }
    /* Comments and pings show that somebody is there; they must not do so for
     * ever. */
    t->mute =
        p->o.mute_s > 0 && (double)(p->now_ns - t->said_ns) / 1e9 > p->o.mute_s;
    return !t->large && !t->mute;
}

/* ---- the end ---- */

static const char *what_cut(struct pool_transfer *t, CURLcode code)
{
    bool fatal;

    if (code == CURLE_OK)
        return "it ended before it was complete";
    return pool_words(&t->call->arena, t, code, &fatal);
}

/* Returns false if the answer is to be read as one that broke off: no text came
 * of it. */
bool pool_stream_read(struct pool_transfer *t, const struct response_head *head,
                      CURLcode code, double now_s, struct response *out)
{
    const struct model *m = t->shard->pool->model;
    struct pool_call *c = t->call;
    const char *text;
    size_t n;

    stream_end(t->stream);
    c->course = t->course;
    text = stream_answer(t->stream, &n);
    if (stream_is_whole(t->stream)) {
        response_read(&c->arena, m, head, text, n, now_s, out);
        return true;
    }
    if (!t->course.pieces)
        return false;
    response_cut(&c->arena, m, head, text, n, what_cut(t, code), out);
    return true;
}

/*
 * The pool's life and its thread. The thread turns: it takes what was pushed,
 * sends what may be sent, lets libcurl act, gives back what ended, and sleeps
 * until a socket, a moment or another thread wakes it.
 */

/* So many calls more than `concurrency` may wait for another try before new
 * ones are held back: a server that fails all is not asked all. */
#define WAITS_SPARE 64

/* ---- queues ---- */

static void queue_put(struct pool_queue *q, struct pool_call *c)
{
    c->next = NULL;
    *(q->last ? &q->last->next : &q->first) = c;
    q->last = c;
    q->n++;
}

static struct pool_call *pool_queue_take(struct pool_queue *q)
{
    struct pool_call *c = q->first;

    if (!c)
        return NULL;
    q->first = c->next;
    if (!q->first)
        q->last = NULL;
    q->n--;
    c->next = NULL;
    return c;
}

/* Put all of `from` behind `to`. */
static void queue_move(struct pool_queue *to, struct pool_queue *from)
{
    if (!from->first)
        return;
    *(to->last ? &to->last->next : &to->first) = from->first;
    to->last = from->last;
    to->n += from->n;
    *from = (struct pool_queue){ 0 };
}

/* ---- the thread ---- */

/* Show other threads how things stand; the lock is held. */
static void publish(struct pool *p)
{
    p->state.in_flight = p->in_flight;
    p->state.waiting = p->waits.n;
    p->state.queued = p->fresh.n;
    p->state.limit = p->limiter.limit;
    p->state.sent = p->sent;
    p->state.retried = p->retried;
    if (p->trouble_new)
        memcpy(p->state.last_trouble, p->trouble, sizeof(p->trouble));
    p->trouble_new = false;
}

/* Take what other threads left. False: the pool is closed and every call
 * was given back. */
static bool exchange(struct pool *p)
{
    bool go;

    pthread_mutex_lock(&p->lock);
    p->asleep = false;
    queue_move(&p->fresh, &p->inbox);
    queue_move(&p->misread, &p->late);
    p->stopped = p->stopping;
    p->deadline_ns = p->stop_ns;
    publish(p);
    go =
        !p->closing || p->fresh.n || p->misread.n || p->waits.n || p->in_flight;
    pthread_mutex_unlock(&p->lock);
    return go;
}

/* What was taken for a reply: it is tried again, or has failed. */
static void settle_misread(struct pool *p)
{
    struct pool_call *c;

    while ((c = pool_queue_take(&p->misread))) {
        p->limiter.troubled =
            p->limiter.troubled || c->late->next == RESPONSE_AGAIN;
        pool_settle(p, c, c->first_ns, c->late);
    }
}

static void pool_drop_all(struct pool *p)
{
    struct pool_call *c;

    while ((c = pool_queue_take(&p->fresh)))
        pool_drop(p, c, NEVER);
    while (p->waits.n) {
        struct pool_wait w = pool_waits_pop(&p->waits);

        pool_drop(p, w.call, w.first_ns);
    }
    while (p->now_ns >= p->deadline_ns && p->flight_first) {
        struct pool_transfer *t = p->flight_first;
        uint64_t first_ns = t->first_ns;

        c = t->call;
        c->lost++;
        pool_transfer_cancel(t);
        pool_transfer_release(p, t);
        pool_drop(p, c, first_ns);
    }
}

static uint64_t span_ns(double s)
{
    return s < 1e9 ? (uint64_t)(s * 1e9) : (uint64_t)1e18;
}

/* When the one silent longest has been so for too long. */
static uint64_t idle_ns(const struct pool *p)
{
    if (p->o.idle_s <= 0 || !p->flight_first)
        return NEVER;
    return p->flight_first->heard_ns + span_ns(p->o.idle_s);
}

static void end_idle(struct pool *p)
{
    while (idle_ns(p) <= p->now_ns) {
        struct pool_transfer *t = p->flight_first;

        t->idle = true;
        pool_transfer_cancel(t);
        pool_transfer_end(t, CURLE_OPERATION_TIMEDOUT);
    }
}

/* Is there a call to be sent now, but for the limiter? */
static bool has_next(const struct pool *p)
{
    return (p->waits.n && p->waits.at[0].due_ns <= p->now_ns) ||
           (p->fresh.n && p->waits.n < p->o.concurrency + WAITS_SPARE);
}

static void send_next(struct pool *p)
{
    if (p->waits.n && p->waits.at[0].due_ns <= p->now_ns) {
        struct pool_wait w = pool_waits_pop(&p->waits);

        pool_transfer_start(p, w.call, w.first_ns);
    } else {
        pool_transfer_start(p, pool_queue_take(&p->fresh), NEVER);
    }
}

static uint64_t sooner(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* When something is to be done though no socket stirs. */
static uint64_t next_ns(const struct pool *p)
{
    uint64_t t =
        sooner(idle_ns(p), p->stopped && p->in_flight ? p->deadline_ns : NEVER);

    for (unsigned i = 0; i < p->n_shards; i++)
        t = sooner(t, p->shards[i].due_ns);
    if (p->in_flight >= p->limiter.limit)
        return t;
    if (has_next(p))
        return sooner(t, limiter_next_ns(&p->limiter, p->now_ns));
    return p->waits.n ? sooner(t, p->waits.at[0].due_ns) : t;
}

/* Sleep, unless there is something to do: calls came back in this turn, or
 * were pushed. */
static void sleep_or_go(struct pool *p, bool busy)
{
    pthread_mutex_lock(&p->lock);
    busy = busy || p->inbox.first || p->late.first ||
           p->stopping != p->stopped || p->stop_ns != p->deadline_ns;
    /* The last to be given back: nobody wakes a pool that is closed. */
    busy = busy || (p->closing && !p->in_flight && !p->waits.n && !p->fresh.n);
    p->asleep = !busy;
    publish(p);
    pthread_mutex_unlock(&p->lock);
    pool_events(p, busy ? p->now_ns : next_ns(p));
}

/* ---- pool.c, pool_open.c ---- */
static void *pool_turns(void *arg)
{
    struct pool *p = arg;

    while (exchange(p)) {
        uint64_t given = p->given, retried = p->retried;

        settle_misread(p);
        if (p->stopped)
            pool_drop_all(p);
        end_idle(p);
        while (has_next(p) && limiter_may(&p->limiter, p->in_flight, p->now_ns))
            send_next(p);
        pool_timers(p);
        pool_reap(p);
        sleep_or_go(p, p->given != given || p->retried != retried);
        pool_reap(p);
    }
    return NULL;
}

/* ---- from any thread ---- */

void pool_call_clear(struct pool_call *c)
{
    struct pool_call empty = { .body = c->body,
                               .body_n = c->body_n,
                               .own = c->own };

    arena_clear(&c->arena);
    *c = empty;
}

void pool_push_many(struct pool *p, struct pool_call **calls, size_t n)
{
    bool wake;

    for (size_t i = 0; i < n; i++) {
        pool_call_clear(calls[i]);
        calls[i]->raw = "";
        calls[i]->history = "[]";
    }
    pthread_mutex_lock(&p->lock);
    for (size_t i = 0; i < n; i++)
        queue_put(&p->inbox, calls[i]);
    wake = p->asleep;
    p->asleep = false;
    pthread_mutex_unlock(&p->lock);
    if (wake)
        poller_wake(p->poller);
}

static void push_late(struct pool *p, struct pool_call *c)
{
    bool wake;

    pthread_mutex_lock(&p->lock);
    queue_put(&p->late, c);
    wake = p->asleep;
    p->asleep = false;
    if (wake) /* still locked: once it has the call, the pool may be closed */
        poller_wake(p->poller);
    pthread_mutex_unlock(&p->lock);
}

bool pool_read(struct pool *p, struct pool_call *c)
{
    struct response_head head = {
        .status = c->status, .sent = c->body, .sent_n = c->body_n, .stays = true
    };
    struct response answer;

    c->unread = false;
    response_read(&c->arena, p->model, &head, c->raw, c->raw_n, 0, &answer);
    c->raw = answer.raw;
    c->raw_n = answer.raw_n;
    c->reply = answer.reply;
    if (answer.next == RESPONSE_DONE && outcome_is_reply(c->reply.outcome))
        return true;
    c->late = arena_new(&c->arena, struct response);
    *c->late = answer;
    push_late(p, c);
    return false;
}

void pool_push(struct pool *p, struct pool_call *call)
{
    pool_push_many(p, &call, 1);
}

void pool_stop(struct pool *p, double grace_s)
{
    uint64_t end = clock_now(&p->clock) + span_ns(grace_s > 0 ? grace_s : 0);

    pthread_mutex_lock(&p->lock);
    p->stopping = true;
    if (end < p->stop_ns)
        p->stop_ns = end;
    p->asleep = false;
    pthread_mutex_unlock(&p->lock);
    poller_wake(p->poller);
}

void pool_look(struct pool *p, struct pool_state *out)
{
    pthread_mutex_lock(&p->lock);
    *out = p->state;
    out->queued += p->inbox.n;
    pthread_mutex_unlock(&p->lock);
}

static void pool_free(struct pool *p);

void pool_close(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    p->asleep = false;
    pthread_mutex_unlock(&p->lock);
    poller_wake(p->poller);
    pthread_join(p->thread, NULL);
    pool_free(p);
}

/*
 * Opening a pool: its options, the address, the headers of every call, what
 * the environment says; and freeing all that.
 */

#define START       8
#define BACKOFF_S   0.5
#define MAX_WAIT_S  120.0
#define FILES_SPARE 256 /* of the process, beside one for each call */
#define FILES_LEAST 32
#define MOST_CALLS  100000u
#define USER_AGENT  ("User-Agent: assay/" ASSAY_VERSION)

const struct pool_options pool_defaults = {
    .concurrency = 64,
    .retries = 10,
    .connect_s = 10,
    .total_s = 600, /* no idle_s: a model may think in silence */
    .max_wait_s = MAX_WAIT_S,
};

static bool pool_check_options(const struct pool_options *o, struct err *e)
{
    struct rlimit r;

    if (o->concurrency < 1 || o->concurrency > MOST_CALLS)
        return err_set(e, ERR_USAGE, "the concurrency must be from 1 to %u",
                       MOST_CALLS);
    if (o->rate < 0 || o->connect_s < 0 || o->idle_s < 0 || o->total_s < 0 ||
        o->max_wait_s < 0 || o->backoff_s < 0)
        return err_set(e, ERR_USAGE, "rates and times cannot be negative");
    /* As many as may be: there may be other pools in this process. */
    if (getrlimit(RLIMIT_NOFILE, &r) || r.rlim_cur == RLIM_INFINITY)
        return true;
    r.rlim_cur = r.rlim_max;
    if ((setrlimit(RLIMIT_NOFILE, &r) && getrlimit(RLIMIT_NOFILE, &r)) ||
        r.rlim_cur < o->concurrency + FILES_LEAST)
        return err_set(e, ERR_LIMIT,
                       "cannot make %u calls at the same time: this process "
                       "may open at most %llu files; lower the concurrency, "
                       "or raise the limit (ulimit -n)",
                       o->concurrency, (unsigned long long)r.rlim_cur);
    return true;
}

static void fill_options(struct pool_options *o)
{
    if (o->start == 0)
        o->start = START;
    if (o->backoff_s <= 0)
        o->backoff_s = BACKOFF_S;
    if (o->max_wait_s <= 0)
        o->max_wait_s = MAX_WAIT_S;
    if (o->max_body == 0)
        o->max_body = LIMIT_HTTP_BODY;
}

/* What is before the colon of "Name: value". */
static bool pool_same_name(const char *a, const char *b)
{
    size_t n = strcspn(a, ":;");

    return n == strcspn(b, ":;") && strncasecmp(a, b, n) == 0;
}

static void pool_add_header(struct pool *p, const char *line)
{
    struct curl_slist *l = curl_slist_append(p->headers, line);

    if (!l)
        out_of_memory();
    p->headers = l;
}

/* Ours, but for those that the model sets; then the model's. */
static void make_headers(struct pool *p)
{
    const char *const ours[] = {
        "Content-Type: application/json",
        p->o.stream ? "Accept: text/event-stream, application/json"
                    : "Accept: application/json",
        USER_AGENT,
        "Expect:",
    };
    const struct model *m = p->model;

    for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++) {
        bool set = false;

        for (size_t j = 0; j < m->n_headers; j++)
            set = set || pool_same_name(ours[i], m->headers[j]);
        if (!set)
            pool_add_header(p, ours[i]);
    }
    for (size_t j = 0; j < m->n_headers; j++)
        pool_add_header(p, m->headers[j]);
}

static bool is_here(const char *host)
{
    return strcasecmp(host, "localhost") == 0 ||
           strncmp(host, "127.", 4) == 0 || strcmp(host, "[::1]") == 0;
}

/* The address is read by libcurl, as it will be when it is used. */
static bool read_url(struct pool *p, struct err *e)
{
    char *scheme = NULL, *host = NULL, *port = NULL;
    CURLU *u = curl_url();
    bool ok =
        u && !curl_url_set(u, CURLUPART_URL, p->model->url, 0) &&
        !curl_url_get(u, CURLUPART_SCHEME, &scheme, 0) &&
        !curl_url_get(u, CURLUPART_HOST, &host, 0) &&
        (strcasecmp(scheme, "http") == 0 || strcasecmp(scheme, "https") == 0);

    if (ok) {
        p->tls = strcasecmp(scheme, "https") == 0;
        p->here = is_here(host);
        if (curl_url_get(u, CURLUPART_PORT, &port, 0) == CURLUE_OK)
            p->host = arena_printf(&p->arena, "%s:%s", host, port);
        else
            p->host = arena_strdup(&p->arena, host);
    }
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    p->url = u;
    return ok || err_set(e, ERR_USAGE,
                         "cannot use \"%s\" as an address: it must be "
                         "http://HOST... or https://HOST...",
                         p->model->url);
}

static const char *pool_variable(struct pool *p, const char *name)
{
    const char *value = getenv(name);

    return value && *value ? arena_strdup(&p->arena, value) : NULL;
}

/* The library reads the proxies from the environment, but not these. A file
 * that is not there would only be missed in the middle of a handshake. */
static bool read_environment(struct pool *p, struct err *e)
{
    if (!p->tls)
        return true;
    p->ca_file = pool_variable(p, "SSL_CERT_FILE");
    if (!p->ca_file)
        p->ca_file = pool_variable(p, "CURL_CA_BUNDLE");
    p->ca_path = pool_variable(p, "SSL_CERT_DIR");
    if (p->ca_file && access(p->ca_file, R_OK))
        return err_set(e, ERR_IO,
                       "could not read the certificates in \"%s\": %s; check "
                       "SSL_CERT_FILE and CURL_CA_BUNDLE",
                       p->ca_file, strerror(errno));
    return true;
}

/* Room for the shards, and what they share: names and TLS sessions. One
 * thread, no locks. */
static void make_shards(struct pool *p)
{
    p->shard_size = p->tls ? SHARD_TLS : SHARD;
    p->max_shards = (p->o.concurrency - 1) / p->shard_size + 1;
    p->shards = alloc_new(p->max_shards, sizeof(*p->shards));
    p->share = curl_share_init();
    if (!p->share)
        out_of_memory();
    curl_share_setopt(p->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS);
    curl_share_setopt(p->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
}

static void pool_free(struct pool *p)
{
    pool_transfers_free(p);
    pool_sockets_close(p);
    if (p->share)
        curl_share_cleanup(p->share);
    curl_slist_free_all(p->headers);
    curl_url_cleanup(p->url);
    pthread_mutex_destroy(&p->lock);
    free(p->waits.at);
    str_clear(&p->scratch);
    arena_clear(&p->arena);
    free(p);
    curl_global_cleanup();
}

static void seed(struct pool *p)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, "pool jitter");
    hasher_u64(&h, p->o.seed);
    if (!p->o.seed) { /* processes that are refused together must not agree */
        hasher_u64(&h, (uint64_t)getpid());
        hasher_u64(&h, (uint64_t)clock_day_ms());
        hasher_u64(&h, p->now_ns);
    }
    rng_init(&p->rng, hasher_close(&h));
}

/* Signals are for the threads that wait for them; and SIGPIPE, which a TLS
 * connection can raise, for nobody. */
static bool start_thread(struct pool *p, struct err *e)
{
    sigset_t all, before;
    int code;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    code = thread_start(&p->thread, pool_turns, p);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code == 0 ||
           err_set(e, ERR_IO, "could not start a thread: %s", strerror(code));
}

bool pool_prepare(struct pool *p, struct err *e)
{
    fill_options(&p->o);
    make_headers(p);
    return read_url(p, e) && read_environment(p, e);
}

bool pool_open(struct pool **out, const struct model *m,
               const struct pool_options *o,
               void (*done)(void *ctx, struct pool_call *call), void *ctx,
               struct err *e)
{
    struct pool *p;
    bool prepared;

    if (!pool_check_options(o, e))
        return false;
    if (!curl_load(e))
        return false;
    if (curl_global_init(CURL_GLOBAL_DEFAULT))
        return err_set(e, ERR_IO, "could not start libcurl");
    p = alloc_new(1, sizeof(*p));
    *p = (struct pool){ .model = m, .o = *o, .done = done, .ctx = ctx };
    p->clock = clock_real();
    p->now_ns = clock_now(&p->clock);
    p->stop_ns = p->deadline_ns = NEVER;
    pthread_mutex_init(&p->lock, NULL);
    prepared = pool_prepare(p, e);
    limiter_init(&p->limiter, p->o.concurrency, p->o.start, p->o.fixed,
                 p->o.rate);
    p->state.limit = p->limiter.limit;
    seed(p);
    if (p->o.shared_rate && p->limiter.gap_ns)
        p->limiter.shared = shared_rate_slot(p->o.shared_rate, m->url, m->name);
    if (prepared && poller_open(&p->poller, e)) {
        make_shards(p);
        *out = p;
        if (start_thread(p, e))
            return true;
    }
    pool_free(p);
    return false;
}
