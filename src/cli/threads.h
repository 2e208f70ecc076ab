/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_THREADS_H
#define CLI_THREADS_H

#include "cli/args.h"

#include <stdint.h>

/*
 * The --threads option, the same in every command that has it.
 */

#define THREADS_OPTION(place)                       \
 {                                                  \
  "threads", 'j', OPTION_COUNT, (place), "N",       \
      "threads to use (default: all processors);\n" \
      "the output is the same for any number"       \
 }

/* The number to use; 0 was not given. Returns -1 and sets *out, or reports a
 * mistake and returns the status to exit with. */
int threads_read(const struct command *c, uint64_t given, int *out);

/* What a worker thread does at its end: FLINT's caches are for each thread. */
void threads_leave(void *ctx);

#endif
