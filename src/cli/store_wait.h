/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_STORE_WAIT_H
#define CLI_STORE_WAIT_H

#include "base/err.h"
#include "store/store.h"

#include <stdbool.h>

/*
 * A database's server may be started again while commands work for hours. Those
 * that can go on from what is stored wait for it.
 */

#define STORE_WAIT_S 600 /* at most */

/* Opens it twice, for whoever needs two connections; `second` may be NULL. Who
 * gets one alone keeps none, so that others get theirs. */
MUST_USE bool store_open_both(struct store **s, struct store **second,
                              const char *path, enum store_mode mode,
                              struct err *e);

/* After the failure *e: if the connection of *s is lost, or `lost` says that
 * another one to it was, says so, closes it and opens the store again as soon as
 * that is possible, with its second connection. Returns false, *e being the
 * reason, if it was something else, if it takes too long or if interrupt_came();
 * *s and *second may be NULL then. */
MUST_USE bool store_wait(struct store **s, struct store **second,
                         enum store_mode mode, bool lost, struct err *e);

#endif
