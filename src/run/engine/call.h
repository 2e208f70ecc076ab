/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_ENGINE_CALL_H
#define RUN_ENGINE_CALL_H

#include "model/server/pool.h"
#include "store/journal.h"

#include <stdbool.h>

/*
 * A finished call of a pool as a call of the journal, and whose fault its error
 * is.
 */

/* Errors in a row, before any reply, after which a server is given up. */
#define CALL_FIRST_ERRORS 10

/* Fills *c with what was sent and what came. The sender fills in key, address
 * and body. Texts still belong to the pool. */
void call_fill(struct call *c, const struct pool_call *p);

/* Returns whether the error is the server's fault, not that of this call
 * alone. */
bool call_blames_server(const struct call *c);

#endif
