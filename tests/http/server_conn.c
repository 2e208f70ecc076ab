/* SPDX-License-Identifier: Apache-2.0 */
#include "server_conn.h"

#include "base/alloc.h"
#include "base/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

uint64_t server_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* ---- beginning and end ---- */

static void conn_new(struct server *v, int fd)
{
    struct conn *c = alloc_new(1, sizeof *c);

    c->fd = fd;
    c->next = v->conns;
    if (c->next)
        c->next->before = c;
    v->conns = c;
    poller_set(v->poller, fd, POLLER_IN, (uint64_t)(uintptr_t)c);
    v->desk.totals.connections++;
    if (++v->desk.totals.open > v->desk.totals.most_open)
        v->desk.totals.most_open = v->desk.totals.open;
}

void conn_accept(struct server *v)
{
    int fd;

    while ((fd = accept(v->listener, NULL, NULL)) >= 0)
        if (system_quiet(fd))
            conn_new(v, fd);
        else
            close(fd);
    if (errno == EMFILE || errno == ENFILE) {
        fprintf(stderr, "server: too many open files\n");
        v->stop = true;
    }
}

void conn_close(struct server *v, struct conn *c)
{
    struct linger now = { .l_onoff = 1, .l_linger = 0 };

    if (c->after == AFTER_RESET)
        setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    timer_drop(&v->timer, &c->alarm);
    desk_close(&v->desk, &c->ticket, false);
    poller_forget(v->poller, c->fd);
    close(c->fd);
    v->desk.totals.open--;
    *(c->before ? &c->before->next : &v->conns) = c->next;
    if (c->next)
        c->next->before = c->before;
    str_clear(&c->in);
    str_clear(&c->out);
    free(c);
}

/* ---- sending ---- */

static void watch(struct server *v, struct conn *c, bool writing)
{
    c->writing = writing;
    poller_set(v->poller, c->fd, writing ? POLLER_IN | POLLER_OUT : POLLER_IN,
               (uint64_t)(uintptr_t)c);
}

/* All bytes are out. False: the connection is gone. */
static bool conn_done(struct server *v, struct conn *c)
{
    watch(v, c, false);
    if (c->after == AFTER_HANG) {
        c->hanging = true;
        return true;
    }
    desk_close(&v->desk, &c->ticket, true);
    if (c->after != AFTER_KEEP) {
        conn_close(v, c);
        return false;
    }
    c->busy = false;
    c->sent = 0;
    if (c->out.cap > 65536)
        str_clear(&c->out);
    str_reset(&c->out);
    return true;
}

/* How many bytes go out now: all, one, or those to the end of an event. */
static size_t conn_next(const struct conn *c)
{
    const char *from = str_get(&c->out) + c->sent, *end;

    if (!c->drip_ns)
        return c->out.n - c->sent;
    end = c->paced ? strstr(from, "\n\n\r\n") : NULL;
    if (end)
        return (size_t)(end + 4 - from);
    return c->paced ? c->out.n - c->sent : 1;
}

/* Send what can be sent. False: the connection is gone. */
static bool conn_send(struct server *v, struct conn *c)
{
    size_t n;
    ssize_t sent;

    while (c->sent < c->out.n) {
        n = conn_next(c);
        sent = send(c->fd, c->out.s + c->sent, n, 0);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && errno == EAGAIN) {
            watch(v, c, true);
            return true;
        }
        if (sent < 0) {
            conn_close(v, c);
            return false;
        }
        c->sent += (size_t)sent;
        if (c->drip_ns && c->sent < c->out.n) {
            watch(v, c, false);
            timer_set(&v->timer, &c->alarm, server_now(), c->drip_ns, true);
            return true;
        }
    }
    return conn_done(v, c);
}

/* Begin the reply in v->reply. False: the connection is gone. */
static bool conn_reply(struct server *v, struct conn *c, bool close_after)
{
    struct reply *r = &v->reply;

    c->busy = true;
    c->sent = 0;
    c->paced = r->wire == WIRE_STREAM;
    c->drip_ns = r->wire == WIRE_DRIP || c->paced ? r->drip_ns : 0;
    c->after = reply_write(r, &c->out);
    if (c->after == AFTER_KEEP && close_after)
        c->after = AFTER_CLOSE;
    if (!r->delay_ns)
        return conn_send(v, c);
    timer_set(&v->timer, &c->alarm, server_now(), r->delay_ns, r->constant);
    return true;
}

/* ---- receiving ---- */

/* A request we do not read to its end. */
static bool conn_refuse(struct server *v, struct conn *c, int status)
{
    reply_reset(&v->reply);
    v->reply.status = status;
    str_add(&v->reply.body, "{\"error\":\"cannot read the request\"}\n");
    return conn_reply(v, c, true);
}

/* A client that asks first whether it may send a large body. */
static void conn_continue(struct conn *c, const struct http_request *h)
{
    static const char text[] = "HTTP/1.1 100 Continue\r\n\r\n";

    if (h->expects && !c->continued)
        c->continued = send(c->fd, text, sizeof text - 1, 0) > 0;
}

static bool conn_take(struct server *v, struct conn *c,
                      const struct http_request *h)
{
    c->need = 0;
    c->continued = false;
    reply_reset(&v->reply);
    desk_take(&v->desk, h, &v->reply, &c->ticket);
    if (c->ticket.scenario && c->ticket.scenario != c->known) {
        c->known = c->ticket.scenario;
        c->known->connections++;
    }
    return conn_reply(v, c, h->close);
}

/* Serve the requests in text[0..n); *used of it is done with. False: the
 * connection is gone. */
static bool conn_serve(struct server *v, struct conn *c, const char *text,
                       size_t n, size_t *used)
{
    struct http_request h;

    *used = 0;
    while (!c->busy && *used < n && n - *used >= c->need) {
        switch (http_read(&h, text + *used, n - *used)) {
        case HTTP_MORE_HEAD: return true;
        case HTTP_MORE_BODY:
            c->need = h.all_n;
            conn_continue(c, &h);
            return true;
        case HTTP_BAD: return conn_refuse(v, c, 400);
        case HTTP_TOO_LONG: return conn_refuse(v, c, 413);
        case HTTP_READY: break;
        }
        if (h.chunked)
            return conn_refuse(v, c, 411);
        *used += h.all_n;
        if (!conn_take(v, c, &h))
            return false;
    }
    return true;
}

/* Serve what was kept. */
static void conn_resume(struct server *v, struct conn *c)
{
    size_t used;

    if (c->busy || !c->in.n || !conn_serve(v, c, c->in.s, c->in.n, &used))
        return;
    c->in.n -= used;
    memmove(c->in.s, c->in.s + used, c->in.n);
    if (!c->in.n)
        str_clear(&c->in);
}

/* Append to what was kept. */
static ssize_t receive_more(struct conn *c)
{
    size_t room = c->need > c->in.n ? c->need - c->in.n : 0;
    ssize_t n;

    if (room < 16384)
        room = 16384;
    str_reserve(&c->in, room);
    n = recv(c->fd, c->in.s + c->in.n, room, 0);
    if (n > 0)
        c->in.n += (size_t)n;
    return n;
}

void conn_readable(struct server *v, struct conn *c)
{
    bool kept = c->busy || c->in.n;
    size_t used;
    ssize_t n;

    n = kept ? receive_more(c) : recv(c->fd, v->scratch, SERVER_SCRATCH, 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    /* A client that talks on and on under a hanging reply is sent away. */
    if (n <= 0 || c->in.n > 2 * HTTP_BODY_MOST) {
        conn_close(v, c);
        return;
    }
    if (kept)
        conn_resume(v, c);
    else if (conn_serve(v, c, v->scratch, (size_t)n, &used) && used < (size_t)n)
        str_addn(&c->in, v->scratch + used, (size_t)n - used);
}

void conn_writable(struct server *v, struct conn *c)
{
    if (c->writing && conn_send(v, c))
        conn_resume(v, c);
}

void conn_due(struct server *v, struct conn *c)
{
    timer_drop(&v->timer, &c->alarm);
    if (conn_send(v, c))
        conn_resume(v, c);
}
