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

/*
 * A database's server may be started again while commands work for hours. Those
 * that can go on from what is stored wait for it.
 */

#define STORE_WAIT_S 600 /* at most */

/* Opens it twice, for whoever needs two connections; `second` may be NULL. Who
 * gets one alone keeps none, so that others get theirs. */
MUST_USE bool store_open_both(struct store **s, struct store **second,
                              const char *path, enum store_mode mode,
                              struct err *e);

/* After the failure *e: if the connection of *s is lost, or `lost` says that
 * another one to it was, says so, closes it and opens the store again as soon as
 * that is possible, with its second connection. Returns false, *e being the
 * reason, if it was something else, if it takes too long or if interrupt_came();
 * *s and *second may be NULL then. */
MUST_USE bool store_wait(struct store **s, struct store **second,
                         enum store_mode mode, bool lost, struct err *e);

#endif
