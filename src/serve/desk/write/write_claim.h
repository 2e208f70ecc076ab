/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_WRITE_WRITE_CLAIM_H
#define SERVE_DESK_WRITE_WRITE_CLAIM_H

#include "base/arena.h"
#include "base/err.h"
#include "verify/claim.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The claims by which the key of an entry can be checked, as its author writes
 * them: YAML as `assay verify` reads it.
 */

/* Reads one claim or a list of a few, in the arena. Fails if one cannot be read,
 * naming its line and column. */
MUST_USE bool draft_claims(struct arena *a, const char *yaml,
                           struct claim **out, size_t *n, struct err *e);

#endif
