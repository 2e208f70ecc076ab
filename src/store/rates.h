/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_RATES_H
#define STORE_RATES_H

#include "model/server/shared_rate.h"
#include "store/store.h"

/*
 * Rates and budgets of all processes on one store (shared rate limiter.h): a file beside a
 * file, rows of a database.
 */

/* Opens what processes on the store share; shared rate limiter_close() closes it. Rows have a
 * connection of their own. */
MUST_USE bool rates_open(struct shared_rate **out, struct store *s,
                         struct err *e);

/* The same with rows, in whatever database the store is. */
MUST_USE bool rates_open_rows(struct shared_rate **out, struct store *s,
                              struct err *e);

#endif
