/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_HTTP_SERVER_DESK_H
#define TESTS_HTTP_SERVER_DESK_H

#include "base/arena.h"
#include "base/map.h"
#include "server_http.h"
#include "server_reply.h"
#include "server_scenario.h"
#include "server_stats.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * From a request to a reply, with no socket in sight: finds the scenario,
 * counts the tries, keeps the counts.
 */

struct desk {
    struct map names; /* segment -> number in `list`, + 1 */
    struct scenario **list;
    size_t n, cap;
    struct totals totals;
    struct arena arena;   /* for one request */
    FILE *log;            /* NULL: none */
    unsigned long resets; /* POST /reset so far */
};

/* What is open between a request and the end of its reply. */
struct ticket {
    struct scenario *scenario; /* NULL: a question about the server itself */
    size_t body;               /* its entry in scenario->bodies */
    unsigned long resets;      /* entries of another time are not touched */
    bool good;
};

void desk_take(struct desk *d, const struct http_request *h, struct reply *r,
               struct ticket *t);

/* Play one request of a scenario; desk_take() finds out which it is. */
void desk_ask(struct desk *d, const struct http_request *h, struct scenario *s,
              struct reply *r, struct ticket *t);

/* The reply was sent whole, or the client went away before. */
void desk_close(struct desk *d, struct ticket *t, bool whole);

void desk_clear(struct desk *d);

#endif
