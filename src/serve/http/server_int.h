/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_HTTP_SERVER_INT_H
#define SERVE_HTTP_SERVER_INT_H

#include "serve/http/mhd.h"
#include "serve/http/server.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>

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

/* Milliseconds of a clock that does not go back. */
int64_t exchange_now_ms(void);

/* What libmicrohttpd calls for a request: the line with its target came; the
 * headers or a part of the body came; the reply was sent or given up. */
void *exchange_begin(void *server, const char *target,
                     struct MHD_Connection *c);
enum MHD_Result exchange_go_on(void *server, struct MHD_Connection *c,
                               const char *path, const char *method,
                               const char *version, const char *data, size_t *n,
                               void **client);
void exchange_end(void *server, struct MHD_Connection *c, void **client,
                  enum MHD_RequestTerminationCode why);

#endif
