/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_STAGE_SHOW_H
#define CLI_STAGE_SHOW_H

#include "base/progress.h"
#include "cli/out_files.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Shows a hunt or an evolution at work, on standard error: a line for each
 * stage and a progress line within it; and reacts to Ctrl-C. The functions are
 * those of a struct watch, with a struct stage_show as ctx.
 */

struct stage_show {
    const char *const *stages; /* the stages there will be, to number them */
    size_t n_stages;           /* 0: they are not numbered */
    struct out_files *files;   /* where banks go; NULL: nowhere */
    struct progress progress;
    bool drawing;  /* the progress line is open */
    bool stopping; /* the message about Ctrl-C was shown */
    double grace_s;
    char stage[40];
};

void stage_show_stage(void *ctx, const char *stage, const char *what);
void stage_show_progress(void *ctx, uint64_t done, uint64_t total);
void stage_show_note(void *ctx, const char *text);
MUST_USE bool stage_show_save(void *ctx, const char *file, const char *text,
                              struct err *e);
bool stage_show_stop(void *ctx);

/* The last stage is over. */
void stage_show_close(struct stage_show *s);

#endif
