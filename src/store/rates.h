/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_RATES_H
#define STORE_RATES_H

#include "model/server/convoy.h"
#include "store/store.h"

/*
 * Rates and budgets of all processes on one store (convoy.h): a file beside a
 * file, rows of a database.
 */

/* Opens what processes on the store share; convoy_close() closes it. Rows have a
 * connection of their own. */
MUST_USE bool rates_open(struct convoy **out, struct store *s, struct err *e);

/* The same with rows, in whatever database the store is. */
MUST_USE bool rates_open_rows(struct convoy **out, struct store *s,
                              struct err *e);

#endif
