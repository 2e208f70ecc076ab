/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_STORE_WATCH_H
#define CLI_STORE_WATCH_H

#include "cli/run_show.h"

/* `assay store watch RUN`: how far a run is, who works on it, what is stuck. */

struct watch_options {
    bool once;
    uint64_t every; /* seconds from one look to the next */
    const struct show_as *as;
};

#define WATCH_EVERY 2 /* unless another is given */

/* Returns the exit status. *s is opened again when its server comes back, and
 * may be NULL in the end. */
int store_watch(const struct command *self, struct store **s, const char *run,
                const struct watch_options *o);

#endif
