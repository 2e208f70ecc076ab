/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_HTTP_SERVER_STATS_H
#define TESTS_HTTP_SERVER_STATS_H

#include "base/arena.h"
#include "base/str.h"
#include "server_scenario.h"

#include <stddef.h>

/*
 * What tests ask of the server: its counts, and the last request it got.
 */

/* The server's own counts, beside those of its scenarios. */
struct totals {
    uint64_t in_flight, most_in_flight; /* requests */
    uint64_t connections, open;         /* ever, and now */
    uint64_t most_open;
};

/* One line of JSON about the scenarios together. */
void stats_write(struct str *out, const struct totals *t,
                 struct scenario *const *list, size_t n);

/* The last request of a scenario: method, path, headers, and the body as JSON
 * (`body`, null when it is none) and as text. */
void stats_write_last(struct str *out, struct arena *a,
                      const struct scenario *s);

/* Count a request: who sent it, and how it names its limit of tokens. */
void stats_count(struct scenario *s, const struct ask *q);

#endif
