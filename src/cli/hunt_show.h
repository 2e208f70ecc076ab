/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_HUNT_SHOW_H
#define CLI_HUNT_SHOW_H

#include "base/progress.h"
#include "cli/hunt_files.h"
#include "hunt/hunt.h"

#include <stdbool.h>

/*
 * A hunt while it goes on, on standard error: a line for each stage, the
 * progress line within it; and Ctrl-C.
 */

struct hunt_show {
    const struct hunt_spec *spec; /* NULL: stages are not numbered */
    struct hunt_files *files;     /* where banks go; NULL: nowhere */
    struct progress progress;
    bool drawing;  /* the progress line is open */
    bool stopping; /* said that Ctrl-C was heard */
    double grace_s;
    char stage[40];
};

/* The watch that tells it. */
struct hunt_watch hunt_show_watch(struct hunt_show *s);

/* The last stage is over. */
void hunt_show_close(struct hunt_show *s);

#endif
