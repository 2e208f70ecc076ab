/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "model/server/pool_int.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

void pool_watch(struct pool *p, CURL *easy)
{
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, on_open);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, p);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, on_close);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, p);
}

struct pool_shard *pool_shard_open(struct pool *p)
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

static void act(struct pool_shard *s, curl_socket_t fd, int what)
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
    act(f->shard, fd, what);
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
            act(&p->shards[i], CURL_SOCKET_TIMEOUT, 0);
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
