/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_ORIGIN_H
#define SERVE_ORIGIN_H

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Names of the server: the address it listens on, the Host that a client asks
 * for ("localhost:8080"), and its origin ("https://class.example.org"), which
 * is what links begin with and what the forms of its pages name.
 */

/* Is it an IP address, on which a server can listen? */
bool origin_is_address(const char *text);

/* Returns whether an address or a Host, with or without a port, is this
 * machine's own: 127.0.0.0/8, ::1, localhost and what ends in .localhost. */
bool origin_is_loopback(const char *host);

/* Returns whether the host of an origin is that of a Host; ports do not
 * matter. */
bool origin_has_host(const char *origin, const char *host);

/* Returns whether the Origin of a form is ours: the server's, or that of the
 * Host that was asked for (NULL: none). */
bool origin_is_ours(const char *ours, bool secure, const char *host,
                    const char *origin);

/* Returns the origin of a server of that address and port. An address that
 * means all of a machine is shown as the machine's name. */
const char *request_origin(struct arena *a, bool secure, const char *address,
                           uint16_t port);

/* Fails, with ERR_USAGE, if the text is no origin: http or https, a host, a
 * port perhaps, and nothing behind them. */
MUST_USE bool origin_check(const char *text, struct err *e);

#endif
