/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_KNOBS_H
#define CLI_KNOBS_H

#include "base/arena.h"
#include "base/json.h"
#include "base/vec.h"
#include "cli/command.h"
#include "family/family.h"

/* The --set options of a command: knobs of a family's card. */

/* Checks that it is a knob of the card with an allowed value. Returns -1, or
 * the status to exit with after a report. */
int knob_check(const struct command *c, const struct family *f,
               const char *name, const char *value);

/* Makes an object of "knob=value" texts; *out is NULL if there are none.
 * `check` is called for each. Returns -1, or the status to exit with. */
int knobs_read(const struct command *c, struct arena *a, const struct vec *set,
               int (*check)(void *ctx, const char *name, const char *value),
               void *ctx, const struct json **out);

#endif
