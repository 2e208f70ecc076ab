/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "base/vec.h"
#include "cli/command.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Command lines. A command lists its options with the places their values go
 * to; the same list is its help. `--name value`, `--name=value`, `-n value`,
 * `-nvalue`; options and words in any order; `--` ends the options. A
 * misspelt option is answered with the nearest real one.
 */

enum option_kind {
    OPTION_FLAG,  /* bool */
    OPTION_TEXT,  /* const char * */
    OPTION_COUNT, /* uint64_t: digits alone */
    OPTION_MANY,  /* struct vec of const char *: may be given again */
    OPTION_LATER, /* struct vec of struct typed: read when all are known */
};

#define OPTIONS_MOST 96 /* of one command */

struct option {
    const char *name; /* without the dashes; NULL ends the list */
    char letter;      /* short form, '\0' for none */
    enum option_kind kind;
    void *place;       /* untouched when the option is not given */
    const char *value; /* "N" in the help; NULL for a flag */
    const char *help;  /* folded where it has no newlines */
};

/* An OPTION_LATER as it was typed. One that takes no value is a switch. */
struct typed {
    const struct option *option;
    const char *text; /* NULL: of a switch */
};

struct args {
    char **words; /* what is no option, in order */
    size_t n;
};

/* Read the command line. Returns -1 to go on, else the status to exit with:
 * --help was answered, or a mistake was reported. Words are collected in
 * argv itself. */
int args_read(const struct command *c, const struct option *options, int argc,
              char **argv, struct args *out);

/* Report a mistake in the use of a command; returns EXIT_USAGE. */
int args_mistake(const struct command *c, const char *fmt, ...) PRINTF(2, 3);

/* Report a name that is none of those there are: the nearest one is proposed,
 * or all are listed. `what` is "family", "format" ... */
int args_unknown(const struct command *c, const char *what, const char *word,
                 const char *const *names, size_t n);

/* The nearest of n names to `word`, NULL when none is near. */
const char *args_nearest(const char *word, const char *const *names, size_t n);

#endif
