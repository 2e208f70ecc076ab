/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/http/server.h"
#include "base/alloc.h"
#include "base/system.h"
#include "base/thread.h"
#include "serve/http/server_int.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

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

#define FIRST_S 15 /* within which a new connection must ask for something */

static int64_t first_ms(const struct server *s)
{
    return 1000 * (int64_t)(s->o.idle_s < FIRST_S ? s->o.idle_s : FIRST_S);
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
static void *watch(void *arg)
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

static const char *cure_of(int code)
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
    return code == 0 || cannot_listen(&s->o, strerror(code), cure_of(code), e);
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
static bool start_threads(struct server *s, struct err *e)
{
    sigset_t all, before;
    bool watched;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    watched = thread_start(&s->watch, watch, s) == 0;
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
    if (!mhd_open(e) || !open_socket(s, e) || !start_threads(s, e)) {
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
