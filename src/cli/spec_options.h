/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_SPEC_OPTIONS_H
#define CLI_SPEC_OPTIONS_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/vec.h"
#include "cli/args.h"
#include "cli/out_files.h"
#include "cli/run_show.h"
#include "run/session.h"
#include "run/spec/fields.h"
#include "run/spec/run_spec.h"
#include "store/studies.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The command line of `assay run`, `hunt` and `evolve`: the fields of a spec,
 * how calls are sent, and options of the command's own. The spec's file
 * overrides defaults, and typed options override the file. Functions that
 * return int report mistakes themselves: -1 to go on, or the status to exit
 * with.
 */

/* The spec of a command. */
struct spec_card {
    const struct spec_table *table;
    /* Help of the options that hunt, evolve and climb have in common; NULL: the
     * command has none of these. */
    const char *force_help, *print_help, *json_help;
};

/* What these options say. */
struct spec_flags {
    bool force, print_spec, dry_run;
    struct show_as as;
};

/* The command line; the first member of the job. */
struct spec_args {
    struct cli cli;
    const struct spec_table *table;
    struct spec_flags flags;
    struct option options[OPTIONS_MOST];
    struct spec_option fields[OPTIONS_MOST]; /* of options[i] */
    size_t n_options;
    struct vec given;   /* of struct typed: fields of the spec */
    struct vec sent;    /* likewise, of the sending */
    struct vec headers; /* of const char * */
    struct sending sending;
};

/* Runs any command. Of one that takes a spec, options of the table and of
 * sending are kept for spec_args_apply(); its own are set at once. */
int command_start(const struct command *c, int argc, char **argv);

/* Returns whether this option of the spec was typed. */
bool spec_args_has(const struct spec_args *p, const char *flag);

/* Reads the spec: the file (NULL: none) over what *spec has, then the typed
 * options over that. */
int spec_args_apply(const struct spec_args *p, const char *file, void *spec);

/* Fills in how calls are sent and models opened; a dry run sends none. */
int spec_args_session(const struct spec_args *p, struct session_options *out);

/* Prints the whole spec as YAML. Returns the status to exit with. */
int spec_args_print(const struct spec_args *p, const void *spec);

/* Returns whether a word is the name of a spec's file. */
bool spec_is_file(const char *word);

/* Reports what is wrong with a file, with line and column unless the message
 * has them. Returns the status to exit with. */
int spec_bad_file(const char *file, const struct err *e);

/* Returns whether calls must end, because of Ctrl-C, and tells so once. */
bool spec_should_stop(bool *stopping, struct progress *p, double grace_s);

/* Models that a spec names for one role. */
struct model_role {
    const char *const *names; /* n of them; NULL: left out */
    size_t n;
    bool free; /* as models_try() has it, like: */
    const struct decoding *decoding;
    const char *field;
    uint64_t attempts; /* 0: one */
    const char *demo;  /* this name is left out: its file is made later */
};

/* Opens every model of a spec once, so that a missing API key is an error before
 * anything is asked, and checks them together. `what` is what asks: "hunt". */
int spec_open_models(const struct spec_args *p, const char *what,
                     const void *spec, const struct model_role *roles, size_t n,
                     const struct session_options *o);
#define SPEC_OPEN_MODELS(p, what, spec, roles, o) \
 spec_open_models((p), (what), (spec), (roles),   \
                  sizeof(roles) / sizeof((roles)[0]), (o))

/* Checks all models together: the spec, whose text is `text`, must not contain
 * an API key of theirs, and they must be able to share the options and keep the
 * budget. */
int spec_check_models(const struct command *self, const struct models_tried *m,
                      const char *text, const struct session_options *o);

/* Shows a hunt or an evolution at work, on standard error: a line for each
 * stage and a progress line within it. */
struct stage_show {
    const char *const *stages; /* the stages there will be, to number them */
    size_t n_stages;           /* 0: they are not numbered */
    struct out_files *files;   /* where banks go; NULL: nowhere */
    struct progress progress;
    bool drawing;  /* the progress line is open */
    bool stopping; /* the message about Ctrl-C was shown */
    double grace_s;
    char stage[40];
    const char *what; /* of the stage, for other processes */
    struct vec runs;  /* of struct study_run: runs that were opened */
    struct arena *arena;
    enum study_kind kind;
    const char *title;
    struct store *store; /* where others see it; NULL: nobody does */
    int64_t study;       /* its number there */
    int64_t noted_ms;    /* when others were last told */
};

/* From now on shows the stages, collects the runs, in the arena, and reacts to
 * Ctrl-C. `store` is the path of the store with the replies, or NULL if nothing
 * is asked. */
void spec_watch(struct arena *a, struct session_options *o,
                struct stage_show *s, const char *store);

/* From now on other processes see in the store how far the study is. A note
 * that cannot be written is left out: it never stops the work. */
void spec_watch_study(struct stage_show *s, struct store *store,
                      enum study_kind kind, const char *hash,
                      const char *title);

/* Returns the study that is watched, with the runs that were opened. */
struct study spec_study(const struct stage_show *s, const char *hash);

/* The last stage is over: ends its line. */
void spec_watch_end(struct stage_show *s);

/* Reports that a stage failed or was interrupted. Returns the status to exit
 * with. */
int spec_stopped(struct stage_show *s, const struct err *e);

#endif
