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
 * how calls are sent, and options of the command's own. Defaults, then the
 * spec's file, then what was typed. Functions that return int report mistakes
 * themselves: -1 to go on, or the status to exit with.
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

/* Read the command line: options of the table, of the sending, and `own`
 * (ended by a NULL name), which is put into its places at once. */
int spec_args_read(struct spec_args *p, const struct command *self,
                   struct arena *a, const struct spec_table *t,
                   const struct option *own, int argc, char **argv);

/* Was an option of the spec typed? */
bool spec_args_has(const struct spec_args *p, const char *flag);

/* The spec: what *spec has, over it the file (NULL: none), over that what was
 * typed. */
int spec_args_apply(const struct spec_args *p, const char *file, void *spec);

/* How calls are sent and models opened. */
int spec_args_session(const struct spec_args *p, struct session_options *out);

/* Is a word the name of a spec? */
bool spec_is_file(const char *word);

/* Tell what is wrong with a file, with its place unless the message has it;
 * returns the status to exit with. */
int spec_bad_file(const char *file, const struct err *e);

/* Tell a failure; returns the status to exit with. */
int spec_could_not(const struct err *e);

/* Of all models together: no key of theirs stands in the spec, whose text is
 * `text`; they can share options and keep the budget. */
int spec_check_models(const struct command *self, const struct models_tried *m,
                      const char *text, const struct session_options *o);

/* Show the stages from now on, and hear Ctrl-C. */
void spec_watch(struct session_options *o, struct stage_show *s);

/* A stage failed, or was interrupted: tell it. `store` has what was answered;
 * NULL: nobody was asked. Returns the status to exit with. */
int spec_stopped(struct stage_show *s, const char *store, const struct err *e);

#endif
