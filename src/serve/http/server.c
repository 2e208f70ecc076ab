/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/http/server.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/err.h"
#include "base/library.h"
#include "base/system.h"
#include "base/thread.h"
#include "base/utf8.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/*
 * server.c listens, keeps the list of connections and cuts those that are too
 * slow; exchange.c carries one request after another through a connection, on
 * the connection's own thread.
 */

struct server {
    struct server_options o;
    struct MHD_Daemon *daemon;
    int fd; /* that listens */
    uint16_t port;
    pthread_key_t leaves; /* runs o.leave at the end of a thread */

    pthread_t watch; /* cuts the connections whose time is over */
    pthread_mutex_t lock;
    pthread_cond_t stop; /* with `stopped`: for the watch */
    bool stopped;
    struct client *clients;

    atomic_bool stopping; /* replies end their connections */
    atomic_size_t busy;   /* requests in progress */
    atomic_size_t held;   /* bytes of their bodies */
};

/* A connection, and the request that is in progress on it. */
struct client {
    struct server *server;
    struct client *next, *before;
    struct MHD_Connection *connection;
    int fd;
    char peer[INET6_ADDRSTRLEN];
    atomic_llong until_ms; /* when it is cut; 0: not while this goes on */

    struct arena arena; /* of the request; reset after each */
    struct http_request r;
    const char *query; /* as it came; NULL: none */
    struct str body;
    size_t body_most;
    bool unknown;   /* its body is counted: open_unknown(); under the lock */
    bool begun;     /* the headers were seen */
    bool drops;     /* the body is read and dropped */
    bool early;     /* the reply does not wait for the body */
    int refusal;    /* status, once its end has come; 0: none */
    size_t dropped; /* bytes of the body that were not held */
};

/* libmicrohttpd, loaded when a server is opened: mhd.start_daemon() is
 * MHD_start_daemon(). */

#define MHD_FUNCTIONS(X)          \
 X(add_response_header)           \
 X(create_response_from_buffer)   \
 X(create_response_from_callback) \
 X(destroy_response)              \
 X(get_connection_info)           \
 X(get_connection_values_n)       \
 X(queue_response)                \
 X(quiesce_daemon)                \
 X(start_daemon)                  \
 X(stop_daemon)

struct mhd_library {
#define MHD_POINTER(name) __typeof__(MHD_##name) *name;
    MHD_FUNCTIONS(MHD_POINTER)
#undef MHD_POINTER
};

static struct mhd_library mhd;

static bool mhd_open(struct err *e)
{
#define MHD_NAME(name) "MHD_" #name,
    static const char *const names[] = { MHD_FUNCTIONS(MHD_NAME) };
#undef MHD_NAME
    static const char *const files[] = { LIBRARY_FILE("microhttpd", "12"),
                                         NULL };
    static struct library library = { .files = files,
                                      .package = "libmicrohttpd12",
                                      .names = names,
                                      .n = sizeof(names) / sizeof(names[0]),
                                      .into = &mhd,
                                      .lock = PTHREAD_MUTEX_INITIALIZER };

    return library_open(&library, e);
}

/*
 * One request. Its time is bounded by the server's watch: the headers, then the
 * body, must each have come within idle_s, however the client drips them, and
 * the reply must have been taken within SEND_TIMES as long. The body of a reply
 * lies in the arena of the connection, which is emptied after it was sent, so
 * that nothing is copied.
 *
 * A body that is a little too long is read and dropped, since a client that
 * still writes when its connection is closed never sees the reply.
 */

#define SEND_TIMES     10
#define STREAM_MS      15000 /* an idle stream gets a comment so often */
#define LOOK_MS        1000 /* and looks so often whether its reader is there */
#define FIRST_S        10   /* for a body, however short */
#define BYTES_A_SECOND ((size_t)64 << 10)
#define UNKNOWN_MOST   16 /* bodies of one address whose sender nobody knows */
#define DROP_MOST      ((size_t)1 << 20)   /* of a body that is not held */
#define HOLD_MOST      ((size_t)256 << 20) /* bytes of all bodies at once */

/* Milliseconds of a clock that does not go back. */
static int64_t exchange_now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* 0: as long as it takes. */
static void give_seconds(struct client *c, uint64_t seconds)
{
    atomic_store(&c->until_ms,
                 seconds ? exchange_now_ms() + (int64_t)(1000 * seconds) : 0);
}

static void give_time(struct client *c, unsigned times)
{
    give_seconds(c, (uint64_t)c->server->o.idle_s * times);
}

/* What libmicrohttpd calls for a request: the line with its target came; the
 * headers or a part of the body came; the reply was sent or given up. */
static void *exchange_begin(void *server, const char *target,
                            struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        mhd.get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct client *c = info->socket_context;
    const char *query = strchr(target, '?');

    (void)server;
    c->connection = connection;
    c->query = query ? arena_strdup(&c->arena, query + 1) : NULL;
    atomic_fetch_add(&c->server->busy, 1);
    return c;
}

/* Its body has come, or will not. */
static void close_unknown(struct client *c)
{
    if (!c->unknown)
        return;
    pthread_mutex_lock(&c->server->lock);
    c->unknown = false;
    pthread_mutex_unlock(&c->server->lock);
}

static void exchange_end(void *server, struct MHD_Connection *connection,
                         void **client, enum MHD_RequestTerminationCode why)
{
    struct client *c = *client;

    (void)server;
    (void)connection;
    (void)why;
    if (!c)
        return;
    close_unknown(c);
    atomic_fetch_sub(&c->server->held, c->r.body_n);
    arena_reset(&c->arena);
    c->query = NULL;
    c->r = (struct http_request){ 0 };
    c->body = (struct str){ 0 };
    c->body_most = c->dropped = 0;
    c->begun = c->drops = c->early = false;
    c->refusal = 0;
    *client = NULL;
    give_time(c, 1);
    atomic_fetch_sub(&c->server->busy, 1);
}

/* ---- the reply ---- */

/* Returns whether the handler set that header itself. */
static bool server_has_field(const struct http_reply *reply, const char *name)
{
    for (size_t i = 0; i < reply->n_fields; i++)
        if (strcasecmp(reply->fields[i].name, name) == 0)
            return true;
    return false;
}

static void add_headers(struct client *c, const struct http_reply *reply,
                        struct MHD_Response *r)
{
    static const struct http_field strict[] = {
        { "Cache-Control", "no-store" },
        { "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; "
          "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; "
          "form-action 'self'; base-uri 'none'; frame-ancestors 'none'" },
        { "Cross-Origin-Opener-Policy", "same-origin" },
        { "Cross-Origin-Resource-Policy", "same-origin" },
        { "Referrer-Policy", "same-origin" },
        { "X-Content-Type-Options", "nosniff" },
        { "Strict-Transport-Security", "max-age=31536000" }, /* with TLS */
    };
    size_t n = sizeof(strict) / sizeof(strict[0]) - !c->server->o.tls_cert;

    for (size_t i = 0; i < n; i++)
        if (!server_has_field(reply, strict[i].name))
            mhd.add_response_header(r, strict[i].name, strict[i].value);
    for (size_t i = 0; i < reply->n_fields; i++)
        mhd.add_response_header(r, reply->fields[i].name,
                                reply->fields[i].value);
    if (reply->type)
        mhd.add_response_header(r, "Content-Type", reply->type);
    if (atomic_load(&c->server->stopping) || c->early)
        mhd.add_response_header(r, "Connection", "close");
}

static enum MHD_Result send_response(struct client *c,
                                     const struct http_reply *reply,
                                     struct MHD_Response *response)
{
    unsigned status = (unsigned)(reply->status ? reply->status : 200);
    enum MHD_Result sent;

    INVARIANT(response);
    add_headers(c, reply, response);
    sent = mhd.queue_response(c->connection, status, response);
    mhd.destroy_response(response);
    return sent;
}

static enum MHD_Result send_reply(struct client *c,
                                  const struct http_reply *reply)
{
    give_time(c, SEND_TIMES);
    return send_response(c, reply,
                         mhd.create_response_from_buffer(
                             reply->body_n, (void *)(uintptr_t)reply->body,
                             MHD_RESPMEM_PERSISTENT));
}

/* Refuses a request with a line of text. */
static enum MHD_Result server_refuse(struct client *c, int status,
                                     const char *why)
{
    struct http_reply reply = { 0 };

    reply_text(&reply, status, "text/plain; charset=utf-8",
               arena_printf(&c->arena, "%d %s: %s\n", status,
                            http_status_text(status), why));
    if (status == 405)
        reply_field(&reply, "Allow", "GET, HEAD, POST");
    if (status == 503)
        reply_field(&reply, "Retry-After", "5");
    return send_reply(c, &reply);
}

/* ---- streams ---- */

struct stream {
    struct listener *listener;
    int fd;
    int64_t said_ms; /* when something was last sent */
};

/* Waits for an event, or until a comment is due or the reader is gone. */
static ssize_t server_read_stream(void *ctx, uint64_t at, char *buf,
                                  size_t size)
{
    struct stream *s = ctx;
    long n;

    (void)at;
    while ((n = events_wait(s->listener, buf, size, LOOK_MS)) == 0) {
        if (system_is_gone(s->fd))
            return MHD_CONTENT_READER_END_WITH_ERROR;
        if (exchange_now_ms() - s->said_ms >= STREAM_MS && size >= 3) {
            memcpy(buf, ":\n\n", 3);
            n = 3;
            break;
        }
    }
    s->said_ms = exchange_now_ms();
    return n < 0 ? MHD_CONTENT_READER_END_OF_STREAM : n;
}

static void end_stream(void *ctx)
{
    struct stream *s = ctx;

    events_leave(s->listener);
    free(s);
}

static enum MHD_Result send_stream(struct client *c, struct http_reply *reply)
{
    struct listener *l =
        events_listen(c->server->o.events, reply->topics, reply->listener);
    struct stream *s;

    if (!l)
        return server_refuse(c, 503, "too many event streams are open");
    s = alloc_new(1, sizeof(*s));
    *s = (struct stream){ l, c->fd, exchange_now_ms() };
    reply->type = "text/event-stream";
    if (!server_has_field(reply,
                          "X-Accel-Buffering")) /* proxies must not hold it */
        reply_field(reply, "X-Accel-Buffering", "no");
    give_time(c, 0);
    return send_response(
        c, reply,
        mhd.create_response_from_callback(MHD_SIZE_UNKNOWN, 4096,
                                          server_read_stream, s, end_stream));
}

/* ---- the request ---- */

struct headers {
    struct client *client;
    struct http_field *items;
    size_t n;
    const char *wrong; /* with them; NULL: nothing */
    bool chunked;      /* else the body has this length: */
    uint64_t length;
    unsigned host; /* how many */
    bool told;     /* how long the body is */
    bool expects;  /* to be told before it sends the body */
};

/* Keeps what says how long the body is. Two of them that could contradict each
 * other are refused: a proxy may have believed the other one. */
static void note_length(struct headers *h, const struct http_field *f)
{
    bool length = str_eq(f->name, "content-length");

    h->expects = h->expects || str_eq(f->name, "expect");
    if (!length && !str_eq(f->name, "transfer-encoding"))
        return;
    if (h->told)
        h->wrong = "the length of the body is given twice";
    else if (!length && strcasecmp(f->value, "chunked") != 0)
        h->wrong = "the transfer encoding of the body is not supported";
    h->told = true;
    h->chunked = !length;
    h->length = length ? strtoull(f->value, NULL, 10) : 0;
}

/* A name that a proxy could read otherwise, "Transfer-Encoding :", is none. */
static bool is_token(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_letter(s[i]) && !is_digit(s[i]) &&
            (!s[i] || !strchr("!#$%&'*+-.^_`|~", s[i])))
            return false;
    return n > 0;
}

static bool server_is_text(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (((unsigned char)s[i] < ' ' && s[i] != '\t') || s[i] == 0x7f)
            return false;
    return utf8_check(s, n) == n;
}

static enum MHD_Result take_header(void *ctx, enum MHD_ValueKind kind,
                                   const char *name, size_t name_n,
                                   const char *value, size_t value_n)
{
    struct headers *h = ctx;
    struct http_field *f = &h->items[h->n++];
    char *lower = arena_text(&h->client->arena, name_n);

    (void)kind;
    for (size_t i = 0; i < name_n; i++)
        lower[i] = to_lower(name[i]);
    *f = (struct http_field){ lower, value ? value : "" };
    if (!is_token(name, name_n) ||
        !server_is_text(f->value, value ? value_n : 0))
        h->wrong = "a header is not valid text";
    if (str_eq(lower, "host") && h->host++)
        h->wrong = "there are two Host headers";
    note_length(h, f);
    return MHD_YES;
}

static void read_headers(struct client *c, struct headers *h)
{
    int n =
        mhd.get_connection_values_n(c->connection, MHD_HEADER_KIND, NULL, NULL);

    *h = (struct headers){ .client = c };
    if (n > HTTP_FIELDS_MOST)
        h->wrong = "there are too many headers";
    if (n <= 0 || h->wrong)
        return;
    h->items = arena_array(&c->arena, struct http_field, n);
    mhd.get_connection_values_n(c->connection, MHD_HEADER_KIND, take_header, h);
    c->r.headers = (struct http_fields){ h->items, h->n };
}

/* Reads path, query and method. Returns the status to refuse it with, or 0. */
static int server_read_target(struct client *c, const char *path,
                              const char *method, struct err *e)
{
    size_t query_n = c->query ? strlen(c->query) : 0;

    c->r.arena = &c->arena;
    c->r.peer = c->peer;
    c->r.body = "";
    c->r.method = str_eq(method, "POST") ? HTTP_POST : HTTP_GET;
    if (c->r.method == HTTP_GET && !str_among(method, "GET HEAD")) {
        err_set(e, ERR_USAGE, "the method must be GET, HEAD or POST");
        return 405;
    }
    if (query_n > HTTP_QUERY_MOST) {
        err_set(e, ERR_LIMIT, "the query has more than %d bytes",
                HTTP_QUERY_MOST);
        return 414;
    }
    if (!http_read_path(&c->arena, path, &c->r.path, e))
        return e->code == ERR_LIMIT ? 414 : 400;
    return !c->query ||
                   http_read_form(&c->arena, c->query, query_n, &c->r.query, e)
               ? 0
               : 400;
}

/* Counts a body whose sender nobody knows; false: its address has enough open. */
static bool open_unknown(struct client *c)
{
    struct server *s = c->server;
    unsigned n = 0;

    pthread_mutex_lock(&s->lock);
    for (const struct client *k = s->clients; k; k = k->next)
        n += k->unknown && str_eq(k->peer, c->peer);
    c->unknown = n < UNKNOWN_MOST;
    pthread_mutex_unlock(&s->lock);
    return n < UNKNOWN_MOST;
}

/* Decides whether the body may come. Returns the status to refuse it with
 * before it comes, or 0. */
static int weigh_body(struct client *c, const struct headers *h, struct err *e)
{
    const struct server_options *o = &c->server->o;
    size_t most, length = (size_t)h->length;

    if (!h->chunked && length == 0)
        return 0;
    most = o->body_most(o->ctx, &c->r);
    c->r.dropped = c->drops = most == SERVER_BODY_DROP;
    c->body_most = c->drops ? 0 : most;
    c->early = c->drops;
    if (c->early)
        return 0;
    if (c->r.unknown && !open_unknown(c)) {
        err_set(e, ERR_LIMIT,
                "too many request bodies are arriving from "
                "this address at the same time");
        return 503;
    }
    if (c->r.unknown)
        give_seconds(c, FIRST_S < o->idle_s ? FIRST_S : o->idle_s);
    else if (!h->chunked && FIRST_S + length / BYTES_A_SECOND < o->idle_s)
        give_seconds(c, FIRST_S + length / BYTES_A_SECOND);
    if (length > c->body_most && !c->drops)
        c->refusal = 413;
    if (length <= c->body_most ||
        (!h->expects && length - c->body_most <= DROP_MOST))
        return 0;
    err_set(e, ERR_LIMIT, "the body may have at most %zu bytes", c->body_most);
    return 413;
}

/* Reads all that comes before the body. Returns the status to refuse it with,
 * or 0. */
static int server_read_head(struct client *c, const char *path,
                            const char *method, struct err *e)
{
    struct headers h;
    int status = server_read_target(c, path, method, e);

    if (status)
        return status;
    read_headers(c, &h);
    if (h.wrong) {
        err_set(e, ERR_SYNTAX, "%s", h.wrong);
        return 400;
    }
    return weigh_body(c, &h, e);
}

/* Takes a part of the body. Returns MHD_NO, which cuts the connection, if far
 * more comes than there may be. */
static enum MHD_Result take_body(struct client *c, const char *data, size_t n)
{
    atomic_size_t *held = &c->server->held;

    if (!c->drops && !c->refusal) {
        if (n > c->body_most - c->r.body_n) {
            c->refusal = 413;
        } else if (atomic_fetch_add(held, n) > HOLD_MOST) {
            atomic_fetch_sub(held, n);
            c->refusal = 503;
        } else {
            str_addn(&c->body, data, n);
            c->r.body_n += n;
            return MHD_YES;
        }
    }
    c->dropped += n;
    return c->dropped > c->body_most + DROP_MOST ? MHD_NO : MHD_YES;
}

static bool server_is_form(const struct http_request *r)
{
    const char *type = http_header(r, "content-type");

    return r->method == HTTP_POST && type &&
           strncasecmp(type, "application/x-www-form-urlencoded", 33) == 0;
}

static bool client_is_gone(const void *connection)
{
    return system_is_gone(((const struct client *)connection)->fd);
}

static enum MHD_Result server_answer(struct client *c)
{
    struct server *s = c->server;
    struct http_reply reply = { 0 };
    struct err e;

    close_unknown(c);
    if (c->refusal == 413)
        return server_refuse(c, 413,
                             arena_printf(&c->arena,
                                          "the body may have at most %zu bytes",
                                          c->body_most));
    if (c->refusal)
        return server_refuse(c, c->refusal,
                             "too much data is arriving at the same time");
    c->r.body = str_get(&c->body);
    c->r.is_gone = client_is_gone;
    c->r.connection = c;
    if (server_is_form(&c->r) &&
        !http_read_form(&c->arena, c->r.body, c->r.body_n, &c->r.form, &e))
        return server_refuse(c, 400, e.msg);
    give_time(c, 0);
    if (s->o.leave)
        pthread_setspecific(s->leaves, s);
    s->o.handle(s->o.ctx, &c->r, &reply);
    return reply.topics ? send_stream(c, &reply) : send_reply(c, &reply);
}

static enum MHD_Result exchange_go_on(void *server,
                                      struct MHD_Connection *connection,
                                      const char *path, const char *method,
                                      const char *version, const char *data,
                                      size_t *n, void **client)
{
    struct client *c = *client;
    size_t came = *n;
    struct err e;
    int status;

    (void)server;
    (void)connection;
    (void)version;
    *n = 0;
    if (c->begun)
        return came > 0 ? take_body(c, data, came) : server_answer(c);
    c->begun = true;
    c->body = str_in(&c->arena);
    give_time(c, 1);
    status = server_read_head(c, path, method, &e);
    if (status)
        return server_refuse(c, status, e.msg);
    return c->early ? server_answer(c) : MHD_YES;
}

/*
 * The time-outs are ours. Those of libmicrohttpd end a connection that is silent
 * so long, also while a handler is at work, and let one that drips a byte now
 * and then keep its thread for ever. The watch cuts a connection whose time is
 * over by shutting its socket down, which ends the wait of its thread.
 */

#define HEAD_BYTES  ((size_t)32 << 10) /* of a request's line and headers */
#define OTHER_FILES 256                /* besides connections */
#define BACKLOG     1024

/* ---- connections ---- */

#define SERVER_FIRST_S \
 15 /* within which a new connection must ask for something */

static int64_t first_ms(const struct server *s)
{
    return 1000 * (int64_t)(s->o.idle_s < SERVER_FIRST_S ? s->o.idle_s
                                                         : SERVER_FIRST_S);
}

/* Writes the address; that of IPv4 inside IPv6 is written as IPv4. */
static void write_peer(char *out, const struct sockaddr *a)
{
    static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)(const void *)a;
    const struct sockaddr_in6 *v6 =
        (const struct sockaddr_in6 *)(const void *)a;
    const unsigned char *bytes = v6->sin6_addr.s6_addr;

    if (a->sa_family == AF_INET)
        inet_ntop(AF_INET, &v4->sin_addr, out, INET6_ADDRSTRLEN);
    else if (a->sa_family == AF_INET6 && memcmp(bytes, mapped, 12) == 0)
        inet_ntop(AF_INET, bytes + 12, out, INET6_ADDRSTRLEN);
    else if (a->sa_family == AF_INET6)
        inet_ntop(AF_INET6, bytes, out, INET6_ADDRSTRLEN);
}

static struct client *client_new(struct server *s, struct MHD_Connection *c)
{
    struct client *k = alloc_new(1, sizeof(*k));

    k->server = s;
    k->fd = mhd.get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD)
                ->connect_fd;
    write_peer(k->peer,
               mhd.get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
                   ->client_addr);
    atomic_store(&k->until_ms, exchange_now_ms() + first_ms(s));
    pthread_mutex_lock(&s->lock);
    k->next = s->clients;
    if (k->next)
        k->next->before = k;
    s->clients = k;
    pthread_mutex_unlock(&s->lock);
    return k;
}

static void client_free(struct client *k)
{
    struct server *s = k->server;

    pthread_mutex_lock(&s->lock);
    *(k->before ? &k->before->next : &s->clients) = k->next;
    if (k->next)
        k->next->before = k->before;
    pthread_mutex_unlock(&s->lock);
    arena_clear(&k->arena);
    free(k);
}

static void connection_changes(void *server, struct MHD_Connection *c,
                               void **client,
                               enum MHD_ConnectionNotificationCode what)
{
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
        *client = client_new(server, c);
    else if (*client)
        client_free(*client);
}

/* Cuts, every second, the connections whose time is over. */
static void *server_watch(void *arg)
{
    struct server *s = arg;

    pthread_mutex_lock(&s->lock);
    while (!s->stopped) {
        int64_t now = exchange_now_ms();

        for (struct client *k = s->clients; k; k = k->next) {
            int64_t until = atomic_load(&k->until_ms);

            if (until && now > until)
                shutdown(k->fd, SHUT_RDWR);
        }
        (void)thread_wait(&s->stop, &s->lock, thread_after(1000));
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void stop_watch(struct server *s)
{
    pthread_mutex_lock(&s->lock);
    s->stopped = true;
    pthread_cond_signal(&s->stop);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->watch, NULL);
}

/* ---- start ---- */

static bool cannot_listen(const struct server_options *o, const char *why,
                          const char *cure, struct err *e)
{
    const char *form = strchr(o->address, ':') ? "[%s]:%u" : "%s:%u";
    char place[80];

    snprintf(place, sizeof(place), form, o->address, (unsigned)o->port);
    return err_set(e, ERR_IO, "could not listen on %s: %s%s", place, why, cure);
}

static const char *server_cure_of(int code)
{
    if (code == EADDRINUSE)
        return "; choose another --port";
    if (code == EACCES)
        return "; choose a --port of 1024 or more";
    return code == EADDRNOTAVAIL ? "; choose an --address of this machine" : "";
}

/* Opens the socket that listens, so that errors have their names. */
static bool open_socket(struct server *s, struct err *e)
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
                              .ai_flags = AI_NUMERICHOST | AI_PASSIVE };
    struct addrinfo *a;
    struct sockaddr_in6 got = { 0 };
    socklen_t n = sizeof(got);
    int one = 1, code;

    if (getaddrinfo(s->o.address, NULL, &hints, &a) != 0)
        return cannot_listen(&s->o, "it is not an address",
                             "; write 127.0.0.1 or ::1", e);
    /* The port has one place in both kinds of addresses. */
    ((struct sockaddr_in *)(void *)a->ai_addr)->sin_port = htons(s->o.port);
    s->fd = socket(a->ai_family, SOCK_STREAM, 0);
    if (s->fd >= 0)
        setsockopt(s->fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
    code = s->fd < 0 || !system_quiet(s->fd) ||
                   bind(s->fd, a->ai_addr, a->ai_addrlen) != 0 ||
                   listen(s->fd, BACKLOG) != 0 ||
                   getsockname(s->fd, (struct sockaddr *)(void *)&got, &n) != 0
               ? errno
               : 0;
    freeaddrinfo(a);
    s->port = ntohs(got.sin6_port);
    return code == 0 ||
           cannot_listen(&s->o, strerror(code), server_cure_of(code), e);
}

static size_t keep_escapes(void *ctx, struct MHD_Connection *c, char *text)
{
    (void)ctx;
    (void)c;
    return strlen(text);
}

static void drop_log(void *ctx, const char *format, va_list ap)
{
    (void)ctx;
    (void)format;
    (void)ap;
}

static struct MHD_Daemon *start_daemon(struct server *s)
{
    const struct server_options *o = &s->o;
    unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD |
                     MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ITC;
    struct MHD_OptionItem tls[] = {
        { MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)(uintptr_t)o->tls_cert },
        { MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)(uintptr_t)o->tls_key },
        { MHD_OPTION_HTTPS_PRIORITIES, 0,
          (void *)(uintptr_t) "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2" },
        { MHD_OPTION_END, 0, NULL },
    };

    if (o->tls_cert)
        flags |= MHD_USE_TLS;
    return mhd.start_daemon(
        flags, 0, NULL, NULL, exchange_go_on, s, MHD_OPTION_EXTERNAL_LOGGER,
        drop_log, NULL, MHD_OPTION_LISTEN_SOCKET, s->fd,
        MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL,
        MHD_OPTION_URI_LOG_CALLBACK, exchange_begin, s,
        MHD_OPTION_NOTIFY_COMPLETED, exchange_end, s,
        MHD_OPTION_NOTIFY_CONNECTION, connection_changes, s,
        MHD_OPTION_CONNECTION_LIMIT, o->connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, o->of_one_address,
        MHD_OPTION_CONNECTION_TIMEOUT, 0u, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        HEAD_BYTES, MHD_OPTION_THREAD_STACK_SIZE, THREAD_STACK,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_ARRAY,
        o->tls_cert ? tls : tls + 3, MHD_OPTION_END);
}

static void leave_thread(void *server)
{
    struct server *s = server;

    s->o.leave(s->o.ctx);
}

/* Starts the threads, which block all signals: they are for the caller's, and
 * one that writes to a closed socket needs none. */
static bool server_start_threads(struct server *s, struct err *e)
{
    sigset_t all, before;
    bool watched;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    watched = thread_start(&s->watch, server_watch, s) == 0;
    s->daemon = watched ? start_daemon(s) : NULL;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (s->daemon)
        return true;
    if (watched) {
        s->fd = -1; /* libmicrohttpd has closed it */
        stop_watch(s);
    }
    return err_set(e, ERR_IO,
                   s->o.tls_cert ? "could not serve with TLS: the certificate "
                                   "and the key must be PEM texts that belong "
                                   "together"
                                 : "could not start the server's threads");
}

static void server_free(struct server *s)
{
    if (s->fd >= 0)
        close(s->fd);
    pthread_key_delete(s->leaves);
    pthread_cond_destroy(&s->stop);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

/* Lets the process have as many files open as the connections need, if it may. */
static void raise_files(unsigned connections)
{
    struct rlimit now;

    if (getrlimit(RLIMIT_NOFILE, &now) ||
        now.rlim_cur >= connections + OTHER_FILES)
        return;
    now.rlim_cur = connections + OTHER_FILES < now.rlim_max
                       ? connections + OTHER_FILES
                       : now.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &now);
}

bool server_start(const struct server_options *o, struct server **out,
                  struct err *e)
{
    struct server *s = alloc_new(1, sizeof(*s));

    s->o = *o;
    s->o.connections = o->connections ? o->connections : 1000;
    s->o.idle_s = o->idle_s ? o->idle_s : 60;
    s->fd = -1;
    raise_files(s->o.connections);
    pthread_mutex_init(&s->lock, NULL);
    thread_cond_init(&s->stop);
    INVARIANT(pthread_key_create(&s->leaves, leave_thread) == 0);
    if (!mhd_open(e) || !open_socket(s, e) || !server_start_threads(s, e)) {
        server_free(s);
        return false;
    }
    *out = s;
    return true;
}

uint16_t server_port(const struct server *s)
{
    return s->port;
}

void server_stop(struct server *s, int64_t most_ms)
{
    int64_t end = exchange_now_ms() + most_ms;
    const struct timespec moment = { .tv_nsec = 2000000 };

    atomic_store(&s->stopping, true);
    if (mhd.quiesce_daemon(s->daemon) == s->fd)
        close(s->fd);
    s->fd = -1; /* else it is closed with the daemon */
    while (atomic_load(&s->busy) > 0 && exchange_now_ms() < end)
        nanosleep(&moment, NULL);
    mhd.stop_daemon(s->daemon);
    stop_watch(s);
    server_free(s);
}
