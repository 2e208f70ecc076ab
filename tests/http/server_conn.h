/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_HTTP_SERVER_CONN_H
#define TESTS_HTTP_SERVER_CONN_H

#include "base/poller.h"
#include "base/str.h"
#include "server_desk.h"
#include "server_reply.h"
#include "server_timer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Connections. Each serves one request at a time: while a reply waits for its
 * moment or for room in the socket, what the client sends is kept and read
 * afterwards, so that pipelining is safe. A whole request that arrives in one
 * piece is served from the server's buffer; only what is left over is copied.
 */

#define SERVER_SCRATCH ((size_t)256 << 10)

struct server {
    struct poller *poller;
    int listener; /* a descriptor */
    struct timer timer;
    struct desk desk;
    struct reply reply; /* of the request at hand */
    char *scratch;      /* SERVER_SCRATCH bytes */
    struct conn *conns; /* all of them */
    bool stop;
};

struct conn {
    struct alarm alarm; /* first: an alarm is its connection */
    int fd;
    bool busy;      /* a reply is under way */
    bool hanging;   /* for ever */
    bool writing;   /* waits for room in the socket */
    bool continued; /* 100 Continue was sent for the request at hand */
    enum after after;
    size_t need;      /* bytes of a request whose head is read; 0: unknown */
    struct str in;    /* what was not served yet */
    struct str out;   /* the reply */
    size_t sent;      /* of it */
    uint64_t drip_ns; /* 0: as fast as it goes */
    bool paced;       /* by events, not by bytes */
    struct ticket ticket;
    struct scenario *known; /* whose connection it counts as */
    struct conn *before, *next;
};

uint64_t server_now(void); /* ns, monotonic */

/* Accept whoever waits. */
void conn_accept(struct server *v);

/* Each may end the connection and free it. */
void conn_readable(struct server *v, struct conn *c);
void conn_writable(struct server *v, struct conn *c);
void conn_due(struct server *v, struct conn *c);
void conn_close(struct server *v, struct conn *c);

#endif
