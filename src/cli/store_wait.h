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

/* After the failure *e: if the connection of *s is lost, or `lost` says that
 * another one to it was, says so, closes it and opens the store again as soon as
 * that is possible. Returns false, *e being the
 * reason, if it was something else, if it takes too long or if interrupt_came();
 * *s may be NULL then. */
MUST_USE bool store_wait(struct store **s, enum store_mode mode, bool lost,
                         struct err *e);

#endif
