/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_SERVER_BACKOFF_H
#define MODEL_SERVER_BACKOFF_H

#include "base/arena.h"
#include "base/rng.h"

/*
 * How long to wait before the next try. What a server asks for is the least:
 * requests that were refused together would come back together, so each adds a
 * share of its own by chance, and where some tries were in vain, what is asked
 * for is doubled. Without a wish of the server's, waits of our own double.
 */

/* Returns the longest wait of our own after `tries` tries, the first of which is
 * followed by one of s seconds. */
double backoff_most(double s, unsigned tries);

/* Returns the wait after `tries` tries: seconds. `asked` is what the server asks
 * for; 0 or less: nothing. */
double backoff_wait(struct rng *r, double s, unsigned tries, double asked);

/* Returns why no further try is made if the server asks for more than `most`
 * seconds, or NULL. */
const char *backoff_refuse(struct arena *a, const char *why, double asked,
                           double most);

#endif
