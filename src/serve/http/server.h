/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_HTTP_SERVER_H
#define SERVE_HTTP_SERVER_H

#include "base/err.h"
#include "serve/http/events.h"
#include "serve/http/http.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The server: libmicrohttpd, a thread for each connection. What a client sends
 * is bounded before it is held: connections in all and of one address, bytes of
 * headers, of the body (asked of `body_most` before a byte of it is read) and of
 * all bodies together (503), and the time in which it must come. Every reply has
 * the headers of a strict page unless it sets them itself:
 * Content-Security-Policy, Cross-Origin-Opener-Policy and -Resource-Policy,
 * X-Content-Type-Options, Referrer-Policy, Cache-Control; with TLS
 * Strict-Transport-Security.
 */

/* Of body_most: it is refused whatever the body is. The handler is asked at once,
 * without the body, and the connection is closed. */
#define SERVER_BODY_DROP SIZE_MAX

struct server_options {
    const char *address;            /* "127.0.0.1", "::1", "0.0.0.0" */
    uint16_t port;                  /* 0: the system chooses */
    const char *tls_cert, *tls_key; /* PEM texts; NULL: no TLS */
    unsigned connections;           /* at once; 0: 1000 */
    unsigned of_one_address;        /* of these; 0: all */
    unsigned idle_s; /* in which the headers, then the body of a request must
                        have come, else the connection is cut; 0: 60. A body
                        whose length is told must come faster: 64 KiB a second
                        after the first 10 */

    /* Returns the most bytes of a body that the request may have, seen by all
     * that comes before it; 0: it may have none; or SERVER_BODY_DROP. Sets
     * r->unknown if nobody knows the sender: such bodies must come within 10 s,
     * and an address may send a few at once. */
    size_t (*body_most)(void *ctx, struct http_request *r);

    /* Fills *out. Called by many threads at once. */
    void (*handle)(void *ctx, struct http_request *r, struct http_reply *out);

    /* At the end of each thread that called handle; or NULL. */
    void (*leave)(void *ctx);
    void *ctx;
    struct events *events; /* of replies that are streams */
};

struct server;

/* Begins to serve. Fails if the address cannot be had, naming the cure. */
MUST_USE bool server_start(const struct server_options *o, struct server **out,
                           struct err *e);

/* Returns the port it listens on. */
uint16_t server_port(const struct server *s);

/* Takes no new connection, lets requests in progress end (at most so long),
 * closes all and frees it. A handler at work is waited for. events_close() comes
 * first. */
void server_stop(struct server *s, int64_t most_ms);

#endif
