/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_FAMILY_FILES_H
#define CLI_FAMILY_FILES_H

#include "cli/args.h"

/* The verbs of `assay family` that work on files: cmd_family.c lists them. */

struct family_job {
    const struct command *self;
    bool json, brief, watch;
    uint64_t draws, count;
    const char *seed, *level, *set;
    char **names; /* behind the verb */
    size_t n;
};

int family_verb_begin(struct family_job *j); /* new */
int family_verb_check(struct family_job *j);
int family_verb_show(struct family_job *j);
int family_verb_card(struct family_job *j);

#endif
