/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A server of models for tests: one thread, loopback only, and every
 * misbehaviour that clients of such servers have met. README.md beside this
 * file lists the scenarios.
 */

#define _GNU_SOURCE
#include "server_conn.h"

#include "base/alloc.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define EVENTS 512

static bool fail(const char *what)
{
    fprintf(stderr, "server: could not %s: %s\n", what, strerror(errno));
    return false;
}

/* ---- set-up ---- */

/* As many connections as the system lets us have. */
static void raise_limit(void)
{
    struct rlimit l;

    if (getrlimit(RLIMIT_NOFILE, &l) == 0) {
        l.rlim_cur = l.rlim_max;
        setrlimit(RLIMIT_NOFILE, &l);
    }
}

static bool open_listener(struct server *v, unsigned port)
{
    struct sockaddr_in a = { .sin_family = AF_INET };
    socklen_t n = sizeof a;
    int on = 1;

    v->listener =
        socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (v->listener < 0)
        return fail("open a socket");
    setsockopt(v->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    /* What is accepted inherits it. */
    setsockopt(v->listener, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    a.sin_port = htons((uint16_t)port);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(v->listener, (struct sockaddr *)&a, sizeof a) < 0 ||
        listen(v->listener, 16384) < 0 ||
        getsockname(v->listener, (struct sockaddr *)&a, &n) < 0)
        return fail("listen");
    printf("listening %d\n", (int)ntohs(a.sin_port));
    fflush(stdout);
    return true;
}

static bool open_signals(struct server *v)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, NULL);
    v->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    return v->signals >= 0 || fail("watch signals");
}

/* The descriptors that are no connection are told by their own address. */
static bool watch(struct server *v, int *fd)
{
    struct epoll_event e = { .events = EPOLLIN, .data.ptr = fd };

    return epoll_ctl(v->epoll, EPOLL_CTL_ADD, *fd, &e) == 0 || fail("watch");
}

static bool open_server(struct server *v, unsigned port)
{
    raise_limit();
    v->scratch = alloc_new(SERVER_SCRATCH, 1);
    v->epoll = epoll_create1(EPOLL_CLOEXEC);
    v->clock = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (v->epoll < 0 || v->clock < 0)
        return fail("start");
    return open_signals(v) && open_listener(v, port) &&
           watch(v, &v->listener) && watch(v, &v->clock) &&
           watch(v, &v->signals);
}

/* ---- the loop ---- */

/* Wake up for the first alarm; a descriptor, since epoll_wait() counts in
 * milliseconds and a latency would grow by half of one. */
static void arm(struct server *v)
{
    struct alarm *a = timer_first(&v->timer);
    struct itimerspec t = { 0 };

    if (!a || a->due_ns == v->armed_ns)
        return;
    v->armed_ns = a->due_ns;
    t.it_value.tv_sec = (time_t)(a->due_ns / 1000000000u);
    t.it_value.tv_nsec = (long)(a->due_ns % 1000000000u);
    timerfd_settime(v->clock, TFD_TIMER_ABSTIME, &t, NULL);
}

static void run_alarms(struct server *v)
{
    struct alarm *a;
    uint64_t now = 0;

    while ((a = timer_first(&v->timer))) {
        if (a->due_ns > now)
            now = server_now();
        if (a->due_ns > now)
            break;
        conn_due(v, (struct conn *)(void *)a);
    }
}

static void handle(struct server *v, const struct epoll_event *e)
{
    uint64_t ticks;

    if (e->data.ptr == &v->listener) {
        conn_accept(v);
    } else if (e->data.ptr == &v->clock) {
        v->armed_ns = 0;
        if (read(v->clock, &ticks, sizeof ticks) < 0)
            return; /* set anew in the meantime */
    } else if (e->data.ptr == &v->signals) {
        v->stop = true;
    } else if (e->events & EPOLLOUT) {
        /* What it sent meanwhile is still there in the next round. */
        conn_writable(v, e->data.ptr);
    } else {
        conn_readable(v, e->data.ptr);
    }
}

static void serve(struct server *v)
{
    struct epoll_event events[EVENTS];
    int n;

    while (!v->stop) {
        arm(v);
        n = epoll_wait(v->epoll, events, EVENTS, -1);
        for (int i = 0; i < n; i++)
            handle(v, &events[i]);
        run_alarms(v);
        if (v->desk.log)
            fflush(v->desk.log);
    }
}

static void close_server(struct server *v)
{
    while (v->conns)
        conn_close(v, v->conns);
    timer_clear(&v->timer);
    desk_clear(&v->desk);
    reply_clear(&v->reply);
    free(v->scratch);
}

int main(int argc, char **argv)
{
    struct server v = { 0 };
    unsigned port = 0;

    prctl(PR_SET_PDEATHSIG, SIGTERM);
    for (int i = 1; i < argc; i++) {
        if (str_eq(argv[i], "--port") && i + 1 < argc) {
            port = (unsigned)strtoul(argv[++i], NULL, 10);
        } else if (str_eq(argv[i], "--log") && i + 1 < argc) {
            v.desk.log = fopen(argv[++i], "a");
            if (!v.desk.log)
                return !fail("open the log");
        } else {
            fprintf(stderr, "usage: server [--port N] [--log FILE]\n");
            return 2;
        }
    }
    if (!open_server(&v, port))
        return 1;
    serve(&v);
    close_server(&v);
    if (v.desk.log)
        fclose(v.desk.log);
    return 0;
}
