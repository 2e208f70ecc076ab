/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A server of models for tests: one thread, loopback only, and every
 * misbehaviour that clients of such servers have met. README.md beside this
 * file lists the scenarios.
 */

#include "server_conn.h"

#include "base/alloc.h"
#include "base/system.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#ifdef __linux__
# include <sys/prctl.h>
#endif

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

    v->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (v->listener < 0 || !system_quiet(v->listener))
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

static struct poller *to_wake; /* by a signal */
static volatile sig_atomic_t signalled;

static void on_signal(int number)
{
    int reason = errno;

    (void)number;
    signalled = 1;
    poller_wake(to_wake);
    errno = reason;
}

static void open_signals(struct server *v)
{
    struct sigaction end = { .sa_handler = on_signal };
    struct sigaction none = { .sa_handler = SIG_IGN };

    to_wake = v->poller;
    sigaction(SIGTERM, &end, NULL);
    sigaction(SIGINT, &end, NULL);
    sigaction(SIGPIPE, &none, NULL);
}

#define LISTENER 0 /* its tag; that of a connection is its address */

static bool open_server(struct server *v, unsigned port)
{
    struct err e;

    raise_limit();
    v->scratch = alloc_new(SERVER_SCRATCH, 1);
    if (!poller_open(&v->poller, &e)) {
        fprintf(stderr, "server: %s\n", e.msg);
        return false;
    }
    open_signals(v);
    if (!open_listener(v, port))
        return false;
    poller_set(v->poller, v->listener, POLLER_IN, LISTENER);
    return true;
}

/* ---- the loop ---- */

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

static void handle(struct server *v, const struct poller_event *e)
{
    struct conn *c = (struct conn *)(uintptr_t)e->tag;

    if (e->tag == LISTENER)
        conn_accept(v);
    else if (e->what & POLLER_OUT)
        conn_writable(v, c); /* what it sent is there in the next round */
    else
        conn_readable(v, c);
}

static void serve(struct server *v)
{
    struct poller_event events[EVENTS];
    struct alarm *a;
    int n;

    while (!v->stop && !signalled) {
        a = timer_first(&v->timer);
        if (a)
            poller_wake_at(v->poller, a->due_ns);
        n = poller_wait(v->poller, events, EVENTS, -1);
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

#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
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
