/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_STORE_ROWS_H
#define CLI_STORE_ROWS_H

#include "base/arena.h"
#include "base/str.h"
#include "store/runs.h"

/*
 * Runs and results as lines.
 */

/* "r3  2026-01-31 14:05  100 problems x 1 model x 8 attempts  done  FILE  M
 * temperature=0.6", times in UTC. */
void store_add_run(struct arena *a, struct str *out, const struct run_info *r);
void store_add_run_json(struct arena *a, struct str *out,
                        const struct run_info *r);

/* Prints the newest result of every call of a run with its reply, a JSON line
 * each. Returns the exit status. */
int store_print_replies(struct arena *a, struct store *s,
                        const struct run_info *r);

#endif
