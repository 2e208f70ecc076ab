/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_SPEC_OPTIONS_H
#define CLI_SPEC_OPTIONS_H

#include "base/arena.h"
#include "base/vec.h"
#include "cli/args.h"
#include "cli/stage_show.h"
#include "run/session.h"
#include "run/spec/fields.h"
#include "run/spec/sending.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The command line of `assay run`, `hunt` and `evolve`: the fields of a spec,
 * how calls are sent, and options of the command's own. The spec's file
 * overrides defaults, and typed options override the file. Functions that
 * return int report mistakes themselves: -1 to go on, or the status to exit
 * with.
 */

struct spec_args {
    const struct command *self;
    const struct spec_table *table;
    struct arena *arena;
    struct option options[OPTIONS_MOST];
    struct spec_option fields[OPTIONS_MOST]; /* of options[i] */
    size_t n_options;
    struct vec given;   /* of struct typed: fields of the spec */
    struct vec sent;    /* likewise, of the sending */
    struct vec headers; /* of const char * */
    struct args words;
    struct sending sending;
};

/* Reads the command line: options of the table and of sending, which are kept
 * for spec_args_apply(), and `own` (ended by a NULL name), which are set at
 * once. */
int spec_args_read(struct spec_args *p, const struct command *self,
                   struct arena *a, const struct spec_table *t,
                   const struct option *own, int argc, char **argv);

/* Returns whether this option of the spec was typed. */
bool spec_args_has(const struct spec_args *p, const char *flag);

/* Reads the spec: the file (NULL: none) over what *spec has, then the typed
 * options over that. */
int spec_args_apply(const struct spec_args *p, const char *file, void *spec);

/* Fills in how calls are sent and models opened. */
int spec_args_session(const struct spec_args *p, struct session_options *out);

/* Returns whether a word is the name of a spec's file. */
bool spec_is_file(const char *word);

/* Reports what is wrong with a file, with line and column unless the message
 * has them. Returns the status to exit with. */
int spec_bad_file(const char *file, const struct err *e);

/* Reports a failure. Returns the status to exit with. */
int spec_could_not(const struct err *e);

/* Checks all models together: the spec, whose text is `text`, must not contain
 * an API key of theirs, and they must be able to share the options and keep the
 * budget. */
int spec_check_models(const struct command *self, const struct models_tried *m,
                      const char *text, const struct session_options *o);

/* From now on shows the stages and reacts to Ctrl-C. */
void spec_watch(struct session_options *o, struct stage_show *s);

/* Reports that a stage failed or was interrupted. `store` is the path of the
 * store with the replies, or NULL if nothing was asked. Returns the status to
 * exit with. */
int spec_stopped(struct stage_show *s, const char *store, const struct err *e);

#endif
