/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_STAGE_SHOW_H
#define CLI_STAGE_SHOW_H

#include "base/progress.h"
#include "cli/out_files.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * A long piece of work while it goes on, on standard error: a line for each
 * stage, the progress line within it; and Ctrl-C. The functions are what a
 * watch takes, with a struct stage_show as their ctx.
 */

struct stage_show {
    const char *const *stages; /* those there will be, to number them */
    size_t n_stages;           /* 0: they are not numbered */
    struct out_files *files;   /* where banks go; NULL: nowhere */
    struct progress progress;
    bool drawing;  /* the progress line is open */
    bool stopping; /* said that Ctrl-C was heard */
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
