/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_GATE_H
#define SERVE_GATE_H

#include "serve/http/http.h"
#include "serve/route.h"
#include "serve/state.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The gate: every request passes it on the way to its handler. In this order it
 * finds the route (404, 405); takes a store where the route wants one or a
 * cookie must be looked up; asks who it is, by the cookie of a sign-in or the
 * bearer token; asks whether the route's table lets them (401, 403); that a
 * POST of a person comes from our own pages (Origin, CSRF token: 403); counts
 * how often (429 with Retry-After); and shows errors, as a page or as JSON. All
 * this but the CSRF token, which may be in the form, is asked before a byte of the
 * body is held. A secret is compared in constant time, and is in no log, page or
 * message.
 */

/* Makes a gate, which is closed (503) until the server's origin is known and
 * gate_open() is called. */
struct gate *gate_new(struct serve *s);
void gate_open(struct gate *g);
void gate_free(struct gate *g); /* or NULL */

/* server_options.handle and .body_most; ctx is the struct serve. */
void gate_handle(void *serve, struct http_request *r, struct http_reply *out);
size_t gate_body_most(void *serve, struct http_request *r);

/* All but the handler: returns whether it would be called. If not, *out has the
 * refusal. Tests walk the whole table by it. */
bool gate_lets_in(struct serve *s, struct http_request *r,
                  struct http_reply *out);

#endif
