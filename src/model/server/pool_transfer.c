/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/json.h"
#include "model/server/backoff.h"
#include "model/server/pool_int.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/*
 * After a try: the call is given back, or waits for the next one. A call that
 * waits keeps nothing of the answer but a line in its history.
 */

#define PATIENCE       10 /* times; see exhausted() */
#define LOST_MOST      3  /* tries whose answer was lost */
#define MALFORMED_MOST 2  /* replies that the server could not take apart */

/* ---- the heap ---- */

static bool pool_transfer_earlier(const struct pool_wait *a,
                                  const struct pool_wait *b)
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
    for (; i > 0 && pool_transfer_earlier(&x, &w->at[(i - 1) / 2]);
         i = (i - 1) / 2)
        w->at[i] = w->at[(i - 1) / 2];
    w->at[i] = x;
}

struct pool_wait pool_waits_pop(struct pool_waits *w)
{
    struct pool_wait top = w->at[0], last = w->at[--w->n];
    unsigned i = 0;

    for (unsigned child; (child = 2 * i + 1) < w->n; i = child) {
        if (child + 1 < w->n &&
            pool_transfer_earlier(&w->at[child + 1], &w->at[child]))
            child++;
        if (!pool_transfer_earlier(&w->at[child], &last))
            break;
        w->at[i] = w->at[child];
    }
    if (w->n)
        w->at[i] = last;
    return top;
}

/* ---- giving back ---- */

static void pool_give_back(struct pool *p, struct pool_call *c,
                           uint64_t first_ns)
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
static void pool_transfer_note_trouble(struct pool *p, const char *why)
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
static void pool_transfer_remember(struct pool *p, struct pool_call *c,
                                   const struct response *answer,
                                   int64_t wait_ms)
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

    pool_transfer_note_trouble(p, answer->reply.why ? answer->reply.why : "");
    pool_transfer_remember(p, c, answer, (int64_t)(s * 1000));
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

/*
 * libcurl's sockets in one poller. libcurl takes a connection's socket out
 * when its transfer is done and puts it back for the next one; doing the same
 * in epoll would cost two system calls for each call. A connection is therefore
 * left in it while it is idle, and taken out only if an event comes then
 * (the server closes it). For that we must know when a descriptor is closed or
 * new, which libcurl reports for connections only; for other sockets (those of
 * its resolver) we do exactly as it asks.
 */

/* Handled in one turn. More would be answered all before the first of their
 * places is filled again: calls would go out, and come back, in one bunch. */
#define EVENTS 16

static struct pool_fd *fd_at(struct pool *p, int fd)
{
    size_t n = p->n_fds;

    INVARIANT(fd >= 0);
    if ((size_t)fd >= n) {
        p->n_fds = ((size_t)fd + 1) * 2;
        p->fds = alloc_resize(p->fds, p->n_fds, sizeof(*p->fds));
        memset(p->fds + n, 0, (p->n_fds - n) * sizeof(*p->fds));
    }
    return &p->fds[fd];
}

/* CURLMOPT_SOCKETFUNCTION */
static int on_socket(CURL *easy, curl_socket_t fd, int what, void *ctx,
                     void *unused)
{
    struct pool_shard *s = ctx;
    struct pool_fd *f = fd_at(s->pool, fd);
    unsigned events = 0;

    (void)easy;
    (void)unused;
    f->shard = s;
    f->wanted = what != CURL_POLL_REMOVE;
    if (!f->wanted && f->own)
        return 0;
    if (what == CURL_POLL_IN || what == CURL_POLL_INOUT)
        events |= POLLER_IN;
    if (what == CURL_POLL_OUT || what == CURL_POLL_INOUT)
        events |= POLLER_OUT;
    poller_set(s->pool->poller, fd, events, (uint64_t)fd);
    return 0;
}

/* CURLMOPT_TIMERFUNCTION */
static int on_timer(CURLM *multi, long ms, void *ctx)
{
    struct pool_shard *s = ctx;

    (void)multi;
    s->due_ns = ms < 0 ? NEVER : s->pool->now_ns + (uint64_t)ms * 1000000;
    return 0;
}

/* CURLOPT_SOCKOPTFUNCTION: a new connection. */
static int on_open(void *ctx, curl_socket_t fd, curlsocktype purpose)
{
    struct pool *p = ctx;

    (void)purpose;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    poller_forget(p->poller, fd);
    *fd_at(p, fd) = (struct pool_fd){ .own = true };
    return CURL_SOCKOPT_OK;
}

/* CURLOPT_CLOSESOCKETFUNCTION */
static int on_close(void *ctx, curl_socket_t fd)
{
    struct pool *p = ctx;

    poller_forget(p->poller, fd);
    *fd_at(p, fd) = (struct pool_fd){ 0 };
    return close(fd);
}

static void pool_watch(struct pool *p, CURL *easy)
{
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, on_open);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, p);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, on_close);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, p);
}

static struct pool_shard *pool_shard_open(struct pool *p)
{
    struct pool_shard *s = &p->shards[p->n_shards++];

    INVARIANT(p->n_shards <= p->max_shards);
    *s = (struct pool_shard){ .pool = p, .due_ns = NEVER };
    s->multi = curl_multi_init();
    if (!s->multi)
        out_of_memory();
    curl_multi_setopt(s->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(s->multi, CURLMOPT_SOCKETDATA, s);
    curl_multi_setopt(s->multi, CURLMOPT_TIMERFUNCTION, on_timer);
    curl_multi_setopt(s->multi, CURLMOPT_TIMERDATA, s);
    curl_multi_setopt(s->multi, CURLMOPT_MAXCONNECTS, (long)p->shard_size);
    curl_multi_setopt(s->multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
    return s;
}

void pool_sockets_close(struct pool *p)
{
    for (unsigned i = 0; i < p->n_shards; i++)
        curl_multi_cleanup(p->shards[i].multi);
    free(p->shards);
    free(p->fds);
    poller_close(p->poller);
}

static void pool_transfer_act(struct pool_shard *s, curl_socket_t fd, int what)
{
    int running;

    s->touched = true;
    curl_multi_socket_action(s->multi, fd, what, &running);
}

static void on_event(struct pool *p, const struct poller_event *ev)
{
    int fd = (int)ev->tag, what = 0;
    struct pool_fd *f = fd_at(p, fd);

    if (!f->shard || !f->wanted) { /* idle, and the server closed it */
        poller_set(p->poller, fd, 0, 0);
        return;
    }
    if (ev->what & POLLER_IN)
        what |= CURL_CSELECT_IN;
    if (ev->what & POLLER_OUT)
        what |= CURL_CSELECT_OUT;
    if (ev->what & POLLER_BAD)
        what |= CURL_CSELECT_ERR;
    pool_transfer_act(f->shard, fd, what);
}

/* Rounded up: to wake too early is to turn in vain. */
static int ms_until(const struct pool *p, uint64_t until_ns)
{
    uint64_t ms;

    if (until_ns == NEVER)
        return -1;
    if (until_ns <= p->now_ns)
        return 0;
    ms = (until_ns - p->now_ns + 999999) / 1000000;
    return ms > INT_MAX ? INT_MAX : (int)ms;
}

void pool_events(struct pool *p, uint64_t until_ns)
{
    struct poller_event events[EVENTS];
    int n = poller_wait(p->poller, events, EVENTS, ms_until(p, until_ns));

    p->now_ns = clock_now(&p->clock);
    for (int i = 0; i < n; i++)
        on_event(p, &events[i]);
}

void pool_timers(struct pool *p)
{
    for (unsigned i = 0; i < p->n_shards; i++)
        if (p->shards[i].due_ns <= p->now_ns) {
            p->shards[i].due_ns = NEVER;
            pool_transfer_act(&p->shards[i], CURL_SOCKET_TIMEOUT, 0);
        }
}

static void reap_shard(struct pool_shard *s)
{
    int left;

    for (CURLMsg *m; (m = curl_multi_info_read(s->multi, &left));) {
        CURL *easy = m->easy_handle;
        CURLcode code = m->data.result;
        struct pool_transfer *t = NULL;

        if (m->msg != CURLMSG_DONE)
            continue;
        curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&t);
        curl_multi_remove_handle(s->multi, easy);
        pool_transfer_end(t, code);
    }
}

void pool_reap(struct pool *p)
{
    for (unsigned i = 0; i < p->n_shards; i++)
        if (p->shards[i].touched) {
            p->shards[i].touched = false;
            reap_shard(&p->shards[i]);
        }
}

/*
 * One try of a call: an easy handle is given the body and put into its shard,
 * its answer is gathered, and what came is read by the wire.
 */

#define HEADS_BYTES ((size_t)1 << 18) /* of all header lines of an answer */
#define HEAD_BYTES  1024              /* of one that is kept */
#define SPARE_BYTES ((size_t)1 << 20) /* of a buffer that is kept */
#define SPARES      64                /* buffers that are kept */
#define RECEIVE     ((long)16384)     /* libcurl's buffer of one transfer */
#define RECEIVE_LOW ((long)4096)      /* the same, of one among thousands */
#define MANY        1000
#define LONGEST_MS  86400000.0 /* a time-out of a day is none */

enum { HEAD_RETRY_AFTER, HEAD_RETRY_AFTER_MS, HEAD_SHOULD_RETRY };

static const struct {
    const char *name;
    size_t offset;
} heads[POOL_HEADS] = {
#define HEAD(name, field)                     \
 {                                            \
  name, offsetof(struct response_head, field) \
 }
    [HEAD_RETRY_AFTER] = HEAD("retry-after", retry_after),
    [HEAD_RETRY_AFTER_MS] = HEAD("retry-after-ms", retry_after_ms),
    [HEAD_SHOULD_RETRY] = HEAD("x-should-retry", should_retry),
    HEAD("x-ratelimit-reset-requests", reset_requests),
    HEAD("x-ratelimit-reset-tokens", reset_tokens),
    HEAD("anthropic-ratelimit-requests-reset", anthropic_requests_reset),
    HEAD("anthropic-ratelimit-tokens-reset", anthropic_tokens_reset),
    HEAD("anthropic-ratelimit-input-tokens-reset", anthropic_input_reset),
    HEAD("anthropic-ratelimit-output-tokens-reset", anthropic_output_reset),
    HEAD("location", location),
    HEAD("content-type", content_type),
    HEAD("date", date),
#undef HEAD
};

/* ---- buffers ---- */

static struct pool_buffer *buffer_take(struct pool *p)
{
    struct pool_buffer *b = p->buffers;

    if (!b)
        return alloc_new(1, sizeof(*b));
    p->buffers = b->next;
    p->n_buffers--;
    return b;
}

static void buffer_free(struct pool_buffer *b)
{
    str_clear(&b->body);
    str_clear(&b->heads);
    free(b);
}

static void buffer_forget_heads(struct pool_buffer *b)
{
    str_reset(&b->heads);
    memset(b->at, 0, sizeof(b->at));
}

static void buffer_give(struct pool *p, struct pool_buffer *b)
{
    if (p->n_buffers >= SPARES || b->body.cap > SPARE_BYTES) {
        buffer_free(b);
        return;
    }
    str_reset(&b->body);
    buffer_forget_heads(b);
    b->head_bytes = 0;
    b->next = p->buffers;
    p->buffers = b;
    p->n_buffers++;
}

/* ---- those in flight, the one silent longest first ---- */

static void flight_add(struct pool *p, struct pool_transfer *t)
{
    t->next = NULL;
    t->prev = p->flight_last;
    *(t->prev ? &t->prev->next : &p->flight_first) = t;
    p->flight_last = t;
}

static void flight_remove(struct pool *p, struct pool_transfer *t)
{
    *(t->prev ? &t->prev->next : &p->flight_first) = t->next;
    *(t->next ? &t->next->prev : &p->flight_last) = t->prev;
}

static void heard(struct pool_transfer *t)
{
    struct pool *p = t->shard->pool;

    if (!t->buffer)
        t->buffer = buffer_take(p);
    if (t->heard_ns == p->now_ns || p->o.idle_s <= 0)
        return;
    t->heard_ns = p->now_ns;
    flight_remove(p, t);
    flight_add(p, t);
}

/* It is made as silent as others that end then; few are so. The time may lie
 * before the clock began: what is compared is when they end. */
void pool_transfer_hurry(struct pool_transfer *t, double s)
{
    struct pool *p = t->shard->pool;
    struct pool_transfer *at;
    uint64_t early;

    if (p->o.idle_s <= s || p->o.idle_s > 1e9)
        return;
    early = (uint64_t)((p->o.idle_s - s) * 1e9);
    flight_remove(p, t);
    t->heard_ns = p->now_ns - early;
    for (at = p->flight_first; at && at->heard_ns + early < p->now_ns;)
        at = at->next;
    if (!at) {
        flight_add(p, t);
        return;
    }
    t->next = at;
    t->prev = at->prev;
    *(at->prev ? &at->prev->next : &p->flight_first) = t;
    at->prev = t;
}

/* ---- what comes ---- */

static void keep_head(struct pool_buffer *b, size_t i, const char *s, size_t n)
{
    while (n && (*s == ' ' || *s == '\t')) {
        s++;
        n--;
    }
    while (n && (s[n - 1] == '\r' || s[n - 1] == '\n' || s[n - 1] == ' '))
        n--;
    if (n > HEAD_BYTES || memchr(s, '\0', n))
        return; /* nothing that makes sense */
    b->at[i] = b->heads.n + 1;
    str_addn(&b->heads, s, n);
    str_addc(&b->heads, '\0');
}

/* CURLOPT_HEADERFUNCTION: one line, with its end. */
static size_t on_head(char *s, size_t size, size_t n, void *ctx)
{
    struct pool_transfer *t = ctx;
    struct pool_buffer *b;
    const char *colon;

    n *= size;
    heard(t);
    b = t->buffer;
    b->head_bytes += n;
    if (b->head_bytes > HEADS_BYTES) {
        t->large = t->large_head = true;
        return 0;
    }
    /* Answers may follow each other: 100 Continue, a proxy's, the server's. */
    if (n > 5 && memcmp(s, "HTTP/", 5) == 0)
        buffer_forget_heads(b);
    colon = memchr(s, ':', n);
    for (size_t i = 0; colon && i < POOL_HEADS; i++) {
        size_t len = (size_t)(colon - s);

        if (strlen(heads[i].name) == len && !b->at[i] &&
            strncasecmp(s, heads[i].name, len) == 0)
            keep_head(b, i, colon + 1, n - len - 1);
    }
    return n;
}

/* CURLOPT_WRITEFUNCTION */
static size_t on_body(char *s, size_t size, size_t n, void *ctx)
{
    struct pool_transfer *t = ctx;

    n *= size;
    heard(t);
    if (n > t->shard->pool->o.max_body - t->buffer->body.n) {
        t->large = true;
        return 0;
    }
    if (!t->stream)
        str_addn(&t->buffer->body, s, n);
    return pool_stream_take(t, s, n) ? n : 0;
}

#if LIBCURL_VERSION_NUM >= 0x075000
/* CURLOPT_PREREQFUNCTION: a request goes out. When a kept connection turns
 * out to be dead libcurl sends again on another by itself, which is right
 * (servers close idle connections when they like) and is counted. */
static int on_send(void *ctx, char *to, char *from, int to_port, int from_port)
{
    struct pool_transfer *t = ctx;

    (void)to;
    (void)from;
    (void)to_port;
    (void)from_port;
    if (t->sends++) {
        t->call->tries++;
        t->shard->pool->sent++;
    }
    return CURL_PREREQFUNC_OK;
}
#endif

/* ---- handles ---- */

static long time_out_ms(double s)
{
    double ms = s * 1000;

    if (!(s > 0))
        return 0;
    return ms < 1 ? 1 : (long)(ms < LONGEST_MS ? ms : LONGEST_MS);
}

static void set_tls(const struct pool *p, CURL *easy)
{
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    /* Wait for the first connection to say whether it is HTTP/2, instead of
     * opening one for each call. */
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    if (p->ca_file)
        curl_easy_setopt(easy, CURLOPT_CAINFO, p->ca_file);
    if (p->ca_path)
        curl_easy_setopt(easy, CURLOPT_CAPATH, p->ca_path);
}

static void set_time_outs(const struct pool *p, CURL *easy)
{
    long connect = time_out_ms(p->o.connect_s);

    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
                     connect ? connect : (long)LONGEST_MS);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, time_out_ms(p->o.total_s));
    /* A model may think for minutes, while routers forget the connection. */
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
    /* Do not wait for a name that is being looked up when a call is dropped. */
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
}

void pool_transfer_set(const struct pool *p, struct pool_transfer *t)
{
    CURL *easy = t->easy;

    curl_easy_setopt(easy, CURLOPT_PRIVATE, t);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, t->error);
    curl_easy_setopt(easy, CURLOPT_CURLU, p->url);
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS,
                     (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    /* Some compress unasked. What is counted is what comes out of it. */
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, p->headers);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, t);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_head);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, t);
#if LIBCURL_VERSION_NUM >= 0x075000
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, on_send);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, t);
#endif
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE,
                     p->o.concurrency < MANY ? RECEIVE : RECEIVE_LOW);
    curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, RECEIVE);
    curl_easy_setopt(easy, CURLOPT_SHARE, p->share);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    /* A key for a server of one's own machine is no proxy's to see. */
    if (p->here)
        curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
    if (p->tls)
        set_tls(p, easy);
    set_time_outs(p, easy);
}

static struct pool_transfer *transfer_new(struct pool *p)
{
    struct pool_transfer *t = alloc_new(1, sizeof(*t));
    struct pool_shard *s = p->n_shards ? &p->shards[p->n_shards - 1] : NULL;

    if (!s || s->n == p->shard_size)
        s = pool_shard_open(p);
    s->n++;
    t->shard = s;
    t->easy = curl_easy_init();
    if (!t->easy)
        out_of_memory();
    pool_transfer_set(p, t);
    pool_watch(p, t->easy);
    return t;
}

void pool_transfer_start(struct pool *p, struct pool_call *c, uint64_t first_ns)
{
    struct pool_transfer *t = p->spare;
    const char *body = c->body;
    size_t n = c->body_n;

    if (t)
        p->spare = t->next;
    else
        t = transfer_new(p);
    t->call = c;
    t->large = t->large_head = t->idle = t->mute = t->plain = false;
    t->course = (struct course){ 0 };
    t->sends = 0;
    t->error[0] = '\0';
    t->sent_ns = t->heard_ns = t->said_ns = p->now_ns;
    t->first_ns = first_ns == NEVER ? p->now_ns : first_ns;
    t->ticket = limiter_sent(&p->limiter, p->now_ns);
    c->transfer = t;
    c->course = t->course;
    c->tries++;
    c->sent_ms = clock_day_ms();
    flight_add(p, t);
    p->in_flight++;
    p->sent++;
    if (p->o.stream)
        body = pool_stream_body(t, &n);
    curl_easy_setopt(t->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)n);
    curl_easy_setopt(t->easy, CURLOPT_POSTFIELDS, body);
    if (curl_multi_add_handle(t->shard->multi, t->easy))
        BUG("a transfer could not be started");
}

void pool_transfer_cancel(struct pool_transfer *t)
{
    curl_multi_remove_handle(t->shard->multi, t->easy);
}

void pool_transfer_release(struct pool *p, struct pool_transfer *t)
{
    INVARIANT(p->in_flight > 0);
    flight_remove(p, t);
    p->in_flight--;
    if (t->buffer)
        buffer_give(p, t->buffer);
    t->buffer = NULL;
    stream_free(t->stream);
    t->stream = NULL;
    t->call->transfer = NULL;
    t->call = NULL;
    t->next = p->spare;
    p->spare = t;
}

void pool_transfers_free(struct pool *p)
{
    struct pool_transfer *t;
    struct pool_buffer *b;

    INVARIANT(p->in_flight == 0);
    while ((t = p->spare)) {
        p->spare = t->next;
        curl_easy_cleanup(t->easy);
        str_clear(&t->request);
        free(t);
    }
    while ((b = p->buffers)) {
        p->buffers = b->next;
        buffer_free(b);
    }
}

/* ---- the end of a try ---- */

static void read_info(struct pool_transfer *t)
{
    struct pool_call *c = t->call;
    long status = 0, version = 0;

    curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(t->easy, CURLINFO_HTTP_VERSION, &version);
    c->status = (int)status;
    c->http_version = version == CURL_HTTP_VERSION_1_0   ? 10
                      : version == CURL_HTTP_VERSION_1_1 ? 11
                      : version == CURL_HTTP_VERSION_2_0 ? 2
                      : version == CURL_HTTP_VERSION_3   ? 3
                                                         : 0;
    if (status == 0)
        c->http_version = 0;
    c->took_ms = (int64_t)((t->shard->pool->now_ns - t->sent_ns) / 1000000);
}

struct response_head pool_transfer_head(const struct pool_transfer *t)
{
    const struct pool_buffer *b = t->buffer;
    struct response_head head = { .status = t->call->status,
                                  .sent = t->call->body,
                                  .sent_n = t->call->body_n };

    if (head.sent && t->shard->pool->o.stream && t->request.n) {
        head.sent = t->request.s;
        head.sent_n = t->request.n;
    }
    for (size_t i = 0; b && i < POOL_HEADS; i++)
        if (b->at[i])
            *(const char **)((char *)&head + heads[i].offset) =
                b->heads.s + b->at[i] - 1;
    return head;
}

/* A stream may be whole though the connection broke, and the other way round.
 */
static bool pool_transfer_read_stream(struct pool_transfer *t, CURLcode code,
                                      struct response *out)
{
    struct response_head head;

    if (!t->stream || t->large)
        return false;
    head = pool_transfer_head(t);
    return pool_stream_read(t, &head, code, (double)clock_day_ms() / 1000, out);
}

static void pool_transfer_read_answer(struct pool_transfer *t,
                                      struct response *out)
{
    struct pool_call *c = t->call;
    struct pool_buffer *b = t->buffer;
    struct response_head head = pool_transfer_head(t);

    response_read(&c->arena, t->shard->pool->model, &head,
                  b ? str_get(&b->body) : "", b ? b->body.n : 0,
                  (double)clock_day_ms() / 1000, out);
}

/* What came before the answer broke off, without secrets. */
static void keep_half(struct pool_transfer *t, struct response *out)
{
    struct pool_call *c = t->call;
    const struct str *body = t->buffer ? &t->buffer->body : NULL;

    if (!body || body->n == 0 || t->large)
        return;
    out->raw = model_redact(&c->arena, t->shard->pool->model, body->s, body->n);
    out->raw_n = out->raw == body->s ? body->n : strlen(out->raw);
    if (out->raw == body->s)
        out->raw = arena_strndup(&c->arena, body->s, body->n);
}

/* Did the server get the whole request? */
static bool was_sent(const struct pool_transfer *t, CURLcode code)
{
    long bytes = 0;

    curl_easy_getinfo(t->easy, CURLINFO_REQUEST_SIZE, &bytes);
    return bytes > 0 && code != CURLE_SEND_ERROR;
}

void pool_transfer_failure(struct pool_transfer *t, CURLcode code,
                           struct response *out)
{
    struct pool_call *c = t->call;
    bool fatal = false;
    const char *what = pool_words(&c->arena, t, code, &fatal);

    response_broken(&c->arena, t->shard->pool->model, what, out);
    out->lost = was_sent(t, code);
    keep_half(t, out);
    if (fatal || t->large) {
        out->next = RESPONSE_DONE;
        out->reply =
            reply_none(&c->arena, fatal ? OUTCOME_FATAL : OUTCOME_ERROR, what);
    }
}

/* libcurl has a ceiling of its own on a line of the header, 100 kB. Up to
 * version 8.6 it reports "out of memory" then, though there is enough. */
static bool is_large_head(const struct pool_transfer *t, CURLcode code)
{
#if LIBCURL_VERSION_NUM >= 0x080600
    if (code == CURLE_TOO_LARGE)
        return true;
#endif
    return code == CURLE_OUT_OF_MEMORY && (!t->buffer || !t->buffer->body.n);
}

/* Does the reply end as replies do? A quote in a text has a backslash before it:
 * no model can write this. */
static bool ends_well(const char *body)
{
    static const char *const ends[] = { "\"stop\"", "\"length\"",
                                        "\"end_turn\"", "\"max_tokens\"" };
    const char *at = strstr(body, "\"finish_reason\"");

    if (!at)
        at = strstr(body, "\"stop_reason\"");
    at = at ? strchr(at + 1, '"') + 1 : "";
    at += strspn(at, " :");
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
        if (str_starts(at, ends[i]))
            return true;
    return false;
}

/* An answer like most: a reply with its end, no error beside it, and without a
 * word on another try. */
static bool looks_good(const struct pool_transfer *t, CURLcode code)
{
    const struct pool_buffer *b = t->buffer;

    return code == CURLE_OK && t->call->status == 200 && !t->stream && b &&
           b->body.n && b->body.s[0] == '{' && !b->at[HEAD_RETRY_AFTER] &&
           !b->at[HEAD_RETRY_AFTER_MS] && !b->at[HEAD_SHOULD_RETRY] &&
           strlen(str_get(&b->body)) == b->body.n &&
           !strstr(str_get(&b->body), "\"error\"") && ends_well(b->body.s);
}

static void end_unread(struct pool_transfer *t)
{
    struct pool *p = t->shard->pool;
    struct pool_call *c = t->call;

    c->raw_n = t->buffer->body.n;
    c->raw = arena_strndup(&c->arena, t->buffer->body.s, c->raw_n);
    c->first_ns = t->first_ns;
    c->unread = true;
    p->good_ns = p->now_ns;
    limiter_ended(&p->limiter, t->ticket, LIMITER_GOOD);
    pool_transfer_release(p, t);
    pool_give_back(p, c, c->first_ns);
}

void pool_transfer_end(struct pool_transfer *t, CURLcode code)
{
    struct pool *p = t->shard->pool;
    struct pool_call *c = t->call;
    uint64_t first_ns = t->first_ns;
    struct response answer = { 0 };
    enum limiter_end end = LIMITER_GOOD;

    read_info(t);
    if (p->o.unread && looks_good(t, code)) {
        end_unread(t);
        return;
    }
    t->large_head = t->large_head || is_large_head(t, code);
    t->large = t->large || t->large_head;
    if (!pool_transfer_read_stream(t, code, &answer)) {
        if (code == CURLE_OK)
            pool_transfer_read_answer(t, &answer);
        else
            pool_transfer_failure(t, code, &answer);
    }
    c->raw = answer.raw;
    c->raw_n = answer.raw_n;
    if (answer.next == RESPONSE_AGAIN)
        end = answer.limited ? LIMITER_LIMITED : LIMITER_TROUBLE;
    else
        p->good_ns = p->now_ns;
    limiter_ended(&p->limiter, t->ticket, end);
    pool_transfer_release(p, t);
    pool_settle(p, c, first_ns, &answer);
}
