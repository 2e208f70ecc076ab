/* SPDX-License-Identifier: Apache-2.0 */
#include "base/poller.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef SYSTEM_LINUX
# include <sys/epoll.h>
# include <sys/eventfd.h>
# include <sys/timerfd.h>
#else
# include <limits.h>
# include <poll.h>
#endif

struct watched { /* a descriptor, at its number */
    unsigned what;
    uint64_t tag;
    size_t at; /* in `polled` */
};

struct poller {
    struct watched *fds;
    size_t n_fds;
    uint64_t due_ns; /* of poller_wake_at(); 0: none */
#ifdef SYSTEM_LINUX
    int epoll, event, timer;
#else
    struct pollfd *polled; /* the first is the pipe's */
    size_t n, cap, turn;   /* turn: where the search for events begins */
    int pipe[2];
#endif
};

static struct watched *watched(struct poller *p, int fd)
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

static bool poller_failed(struct err *e)
{
    return err_set(e, ERR_IO, "could not wait for sockets: %s",
                   strerror(errno));
}

static void close_fd(int fd)
{
    if (fd >= 0)
        close(fd);
}

#ifdef SYSTEM_LINUX

# define TAG_EVENT UINT64_MAX
# define TAG_TIMER (UINT64_MAX - 1)
# define MOST      512

static bool poller_add(struct poller *p, int fd, uint64_t tag)
{
    struct epoll_event ev = { .events = EPOLLIN, .data.u64 = tag };

    return fd >= 0 && epoll_ctl(p->epoll, EPOLL_CTL_ADD, fd, &ev) == 0;
}

bool poller_open(struct poller **out, struct err *e)
{
    struct poller *p = alloc_new(1, sizeof(*p));

    p->timer = -1;
    p->epoll = epoll_create1(EPOLL_CLOEXEC);
    p->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (p->epoll < 0 || !poller_add(p, p->event, TAG_EVENT)) {
        poller_failed(e);
        poller_close(p);
        return false;
    }
    *out = p;
    return true;
}

void poller_close(struct poller *p)
{
    if (!p)
        return;
    close_fd(p->timer);
    close_fd(p->event);
    close_fd(p->epoll);
    free(p->fds);
    free(p);
}

/* What epoll and we think of a descriptor may differ when it was closed
 * without our knowing; both repairs are harmless. */
void poller_set(struct poller *p, int fd, unsigned what, uint64_t tag)
{
    struct watched *w = watched(p, fd), before = *w;
    struct epoll_event ev = { .data.u64 = tag };

    if (before.what == what && (before.tag == tag || !what))
        return;
    *w = (struct watched){ .what = what, .tag = tag };
    if (what & POLLER_IN)
        ev.events |= EPOLLIN;
    if (what & POLLER_OUT)
        ev.events |= EPOLLOUT;
    if (!what)
        epoll_ctl(p->epoll, EPOLL_CTL_DEL, fd, &ev);
    else if (!epoll_ctl(p->epoll, before.what ? EPOLL_CTL_MOD : EPOLL_CTL_ADD,
                        fd, &ev))
        return;
    else if (errno == ENOENT)
        epoll_ctl(p->epoll, EPOLL_CTL_ADD, fd, &ev);
    else if (errno == EEXIST)
        epoll_ctl(p->epoll, EPOLL_CTL_MOD, fd, &ev);
}

void poller_forget(struct poller *p, int fd)
{
    *watched(p, fd) = (struct watched){ 0 };
}

void poller_wake(struct poller *p)
{
    const uint64_t one = 1;

    if (write(p->event, &one, sizeof(one)) < 0)
        return; /* woken often enough already */
}

void poller_wake_at(struct poller *p, uint64_t ns)
{
    struct itimerspec t = { .it_value = { (time_t)(ns / 1000000000),
                                          (long)(ns % 1000000000) } };

    if (p->due_ns == ns)
        return;
    if (p->timer < 0) {
        p->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
        INVARIANT(poller_add(p, p->timer, TAG_TIMER));
    }
    p->due_ns = ns;
    timerfd_settime(p->timer, TFD_TIMER_ABSTIME, &t, NULL);
}

static unsigned poller_what_of(uint32_t events)
{
    return (events & (EPOLLIN | EPOLLHUP) ? POLLER_IN : 0) |
           (events & EPOLLOUT ? POLLER_OUT : 0) |
           (events & EPOLLERR ? POLLER_BAD : 0);
}

/* Takes a wake-up. */
static void poller_taken(struct poller *p, uint64_t tag)
{
    uint64_t count;

    if (tag == TAG_TIMER)
        p->due_ns = 0;
    if (read(tag == TAG_TIMER ? p->timer : p->event, &count, sizeof(count)) < 0)
        return; /* set anew in the meantime */
}

int poller_wait(struct poller *p, struct poller_event *events, int most, int ms)
{
    struct epoll_event got[MOST];
    int n = epoll_wait(p->epoll, got, most < MOST ? most : MOST, ms), k = 0;

    for (int i = 0; i < n; i++) {
        uint64_t tag = got[i].data.u64;

        if (tag >= TAG_TIMER)
            poller_taken(p, tag);
        else
            events[k++] =
                (struct poller_event){ tag, poller_what_of(got[i].events) };
    }
    return k;
}

#else

bool poller_open(struct poller **out, struct err *e)
{
    struct poller *p = alloc_new(1, sizeof(*p));

    p->pipe[0] = p->pipe[1] = -1;
    if (pipe(p->pipe) != 0 || !system_quiet(p->pipe[0]) ||
        !system_quiet(p->pipe[1])) {
        poller_failed(e);
        poller_close(p);
        return false;
    }
    p->cap = 64;
    p->polled = alloc_new(p->cap, sizeof(*p->polled));
    p->polled[0] = (struct pollfd){ .fd = p->pipe[0], .events = POLLIN };
    p->n = 1;
    *out = p;
    return true;
}

void poller_close(struct poller *p)
{
    if (!p)
        return;
    close_fd(p->pipe[0]);
    close_fd(p->pipe[1]);
    free(p->polled);
    free(p->fds);
    free(p);
}

/* The last takes its place. */
void poller_forget(struct poller *p, int fd)
{
    struct watched *w = watched(p, fd);

    if (w->what) {
        p->polled[w->at] = p->polled[--p->n];
        watched(p, p->polled[w->at].fd)->at = w->at;
    }
    *w = (struct watched){ 0 };
}

void poller_set(struct poller *p, int fd, unsigned what, uint64_t tag)
{
    struct watched *w = watched(p, fd);

    if (!what) {
        poller_forget(p, fd);
        return;
    }
    if (!w->what) {
        if (p->n == p->cap) {
            p->cap *= 2;
            p->polled = alloc_resize(p->polled, p->cap, sizeof(*p->polled));
        }
        w->at = p->n++;
    }
    w->what = what;
    w->tag = tag;
    p->polled[w->at] = (struct pollfd){
        .fd = fd,
        .events = (short)((what & POLLER_IN ? POLLIN : 0) |
                          (what & POLLER_OUT ? POLLOUT : 0)),
    };
}

void poller_wake(struct poller *p)
{
    if (write(p->pipe[1], "", 1) < 0)
        return; /* woken often enough already */
}

void poller_wake_at(struct poller *p, uint64_t ns)
{
    p->due_ns = ns;
}

static uint64_t poller_now(void)
{
    struct clock c = clock_real();

    return clock_now(&c);
}

/* Not longer than to the moment of poller_wake_at(). */
static int shorter(const struct poller *p, int ms)
{
    uint64_t from, left;

    if (!p->due_ns)
        return ms;
    from = poller_now();
    left = p->due_ns > from ? (p->due_ns - from + 999999) / 1000000 : 0;
    if (left > INT_MAX)
        left = INT_MAX;
    return ms >= 0 && (uint64_t)ms < left ? ms : (int)left;
}

static unsigned poller_what_of(short events)
{
    return (events & (POLLIN | POLLHUP) ? POLLER_IN : 0) |
           (events & POLLOUT ? POLLER_OUT : 0) |
           (events & POLLERR ? POLLER_BAD : 0);
}

static void empty_pipe(struct poller *p)
{
    char bytes[64];

    while (read(p->pipe[0], bytes, sizeof(bytes)) > 0)
        ;
}

/* One that was closed without our knowing: nobody is told of it. */
static void drop_closed(struct poller *p)
{
    for (size_t i = p->n - 1; i > 0; i--)
        if (p->polled[i].revents & POLLNVAL)
            poller_forget(p, p->polled[i].fd);
}

/* Begins where it ended the last time: none is passed over for ever. */
static int poller_gather(struct poller *p, struct poller_event *events,
                         int most)
{
    size_t n = p->n - 1, from = n ? p->turn % n : 0;
    int k = 0;

    for (size_t i = 0; i < n && k < most; i++) {
        struct pollfd *f = &p->polled[1 + (from + i) % n];

        p->turn = from + i + 1;
        if (f->revents & ~POLLNVAL)
            events[k++] = (struct poller_event){ watched(p, f->fd)->tag,
                                                 poller_what_of(f->revents) };
    }
    return k;
}

int poller_wait(struct poller *p, struct poller_event *events, int most, int ms)
{
    int n = poll(p->polled, (nfds_t)p->n, shorter(p, ms)), k = 0;

    if (p->due_ns && p->due_ns <= poller_now())
        p->due_ns = 0;
    if (n <= 0)
        return 0;
    if (p->polled[0].revents)
        empty_pipe(p);
    k = poller_gather(p, events, most);
    drop_closed(p);
    return k;
}

#endif
