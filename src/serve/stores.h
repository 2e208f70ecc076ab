/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_STORES_H
#define SERVE_STORES_H

#include "base/err.h"
#include "store/store.h"

/*
 * Open stores for the threads that serve: a store belongs to one thread at a
 * time, and opening one costs more than most requests.
 */

struct stores;

#define STORES_MOST 64 /* open at once */

/* Opens the first store, which is made when absent. */
MUST_USE bool stores_start(const char *path, struct stores **out,
                           struct err *e);
void stores_end(struct stores *p); /* when all were given back; or NULL */

/* Takes a store that nobody has, or opens one more. Fails if that cannot be
 * opened, or if all are taken and none is given back for some seconds. */
MUST_USE bool stores_take(struct stores *p, struct store **out, struct err *e);
void stores_give(struct stores *p, struct store *s);

#endif
