/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_FAMILY_FILES_H
#define CLI_FAMILY_FILES_H

#include "cli/args.h"
#include "cli/spec_options.h"
#include "run/author/author.h"
#include "run/author/blind.h"

/* The verbs of `assay family`: cmd_family.c lists them. */

/* Models that are asked: by `write`, and by `check` for --solvers. */
struct family_asking {
    struct session_options options;
    struct stage_show show;
    struct store *store; /* NULL: nobody is asked */
    struct session session;
};

struct family_job {
    const struct command *self;
    struct arena *arena;
    struct spec_args args;
    struct author_spec spec;
    bool json, brief, page, watch, dry_run, print_prompts;
    uint64_t draws, count; /* 0: as the verb has it */
    const char *output, *keep;
    struct vec levels; /* const char * */
    char **names;      /* behind the verb */
    size_t n;
    struct family_asking asking;
};

int family_verb_begin(struct family_job *j); /* new */
int family_verb_check(struct family_job *j);
int family_verb_show(struct family_job *j);
int family_verb_card(struct family_job *j);
int family_verb_write(struct family_job *j);

/* Tries the models of the spec and opens the store. Returns -1, or the status to
 * exit with after a report. */
int family_asking_open(struct family_job *j);
void family_asking_close(struct family_job *j);

/* Puts problems of an accepted file to the solvers; nothing if there are none.
 * Returns the status. */
int family_solve(struct family_job *j, const struct family *f,
                 struct agreement *out);

#endif
