/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_ADDENDS_H
#define VERIFY_ADDENDS_H

#include "base/arena.h"
#include "math/tree/expr.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The printed terms of an expansion: what stands between the plus signs once
 * products are distributed over sums in the limit's symbol, so that
 * e^{-x} (1 + 1/x) has two. Parts without the symbol stay together.
 * Logarithms of products may be taken for the sums that they are, up to signs:
 * terms serve as sizes.
 */

#define ADDENDS_MAX 48

/* Set out to at most ADDENDS_MAX terms. Returns how many. */
size_t addends_of(struct arena *a, const struct expr *x, const char *symbol,
                  bool logs, const struct expr **out);
/* The same where a quotient by a sum is taken apart as well, for terms that
 * are integrated one by one. */
size_t addends_expanded(struct arena *a, const struct expr *x,
                        const char *symbol, const struct expr **out);

/* Does x have this free symbol? */
bool addends_depends(const struct expr *x, const char *symbol);

/* Returns x without what only says that more would follow: addends O(...),
 * o(...) and dots; or x itself. */
const struct expr *addends_strip(struct arena *a, const struct expr *x);

#endif
