/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_ENGINE_CALL_H
#define RUN_ENGINE_CALL_H

#include "model/server/pool.h"
#include "store/journal.h"

#include <stdbool.h>

/*
 * What a pool gives back, as the journal keeps it; and what an error of it
 * tells.
 */

/* Errors in a row, before any reply, after which a server is given up. */
#define CALL_FIRST_ERRORS 10

/* What was sent and what came. Key, address and body are the sender's to
 * fill; texts stay the pool's. */
void call_fill(struct call *c, const struct pool_call *p);

/* Does its error say something of the server, not of this call alone? */
bool call_blames_server(const struct call *c);

#endif
