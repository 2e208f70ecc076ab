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

/* Sets *out to the number of threads to use; `given` is 0 if the option was not
 * given. Returns -1, or the status to exit with after a report. */
int threads_read(const struct command *c, uint64_t given, int *out);

/* Called by each worker thread at its end: frees FLINT's caches of that
 * thread. */
void threads_leave(void *ctx);

#endif
