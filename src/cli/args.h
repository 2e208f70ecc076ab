/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "cli/command.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Command lines. A command lists its options with the places in its job that
 * their values go to; the same list is its help. `--name value`, `--name=value`, `-n value`,
 * `-nvalue`; options and words in any order; `--` ends the options. A
 * misspelt option is answered with the nearest real one.
 *
 * Every command that prints has -o FILE: where its table has no -o of its own,
 * what it prints goes to the file. --output and --out are one name.
 */

enum option_kind {
    OPTION_FLAG,    /* bool */
    OPTION_TEXT,    /* const char * */
    OPTION_COUNT,   /* uint64_t: digits alone */
    OPTION_THREADS, /* int: of the machine, unless it is given */
    OPTION_MANY,    /* struct vec of const char *: may be repeated */
    OPTION_LATER,   /* struct vec of struct typed: read once all options are
                     known */
    OPTION_HEADING, /* no option: `name` stands above those that follow in the
                       help; headings of the same name are one */
};

#define OPTIONS_MOST 128 /* of one command, with its headings */

struct option {
    const char *name; /* without the dashes; NULL ends the list */
    char letter;      /* short form, '\0' for none */
    enum option_kind kind;
    size_t at; /* offset in the job; untouched when the option is not given */
    const char *value; /* "N" in the help; NULL for a flag; "a|b": the words
                          that it may be, which completion knows */
    const char *help;  /* folded where it has no newlines; NULL: an older name,
                          which works and is not shown */
};

/* A heading that the tables of several commands share. */
#define OPTIONS_OUTPUT "output"

/* A row of a table that is a heading. */
#define OPTION_GROUP(text)                 \
 {                                         \
  (text), 0, OPTION_HEADING, 0, NULL, NULL \
 }

/* An OPTION_LATER as it was typed. */
struct typed {
    const struct option *option;
    const char *text; /* NULL for a switch */
};

struct args {
    char **words; /* the words that are no options, in order */
    size_t n;
};

/* A command at work: the first member of every job. */
struct cli {
    const struct command *self;
    struct arena *arena; /* of the command: the job is in it, too */
    struct args args;
};

/* Reads the command line by a table of options. Returns -1 to go on, or the
 * status to exit with after --help or a mistake. Words are collected in argv
 * itself. */
int args_read(struct cli *job, const struct option *options, int argc,
              char **argv);

/* Returns word i of the command line, or NULL if there are fewer. */
const char *cli_word(const struct cli *c, size_t i);

/* The option -o, --output of a command whose table has none. */
extern const struct option args_output;

/* Returns whether the option is shown, in the help and by completion. */
bool option_is_shown(const struct option *o);

/* Reports a mistake in the use of a command and returns EXIT_USAGE. */
int args_mistake(const struct command *c, const char *fmt, ...) PRINTF(2, 3);

/* What must not be, and what is said of it. */
struct mistake {
    bool made;
    const char *say;
};

/* Reports the first mistake that was made and returns EXIT_USAGE; -1: none. */
int args_check(const struct cli *c, const struct mistake *list, size_t n);
#define ARGS_CHECK(c, list) \
 args_check((c), (list), sizeof(list) / sizeof((list)[0]))

/* Reports an error and returns EXIT_USAGE if it is a mistake in the use of the
 * command, else EXIT_COULD_NOT. */
int args_failed(const struct command *c, const struct err *e);

/* Reports a name that is none of n names, with the nearest one or with all of
 * them, and returns EXIT_USAGE. `what` is "family", "format" ... */
int args_unknown(const struct command *c, const char *what, const char *word,
                 const char *const *names, size_t n);

/* Appends n names, with a comma and a blank between two. */
void add_names(struct str *out, const char *const *names, size_t n);

/* Returns the names of n things, each of which begins with its name: pointers to
 * them (`size` 0), or structs of that size. */
const char **names_of(struct arena *a, const void *things, size_t n,
                      size_t size);

/* What a command does by its first word. */
struct verb {
    const char *name;
    int (*work)(void *job);
    size_t least, most; /* words behind it */
    const char *takes;  /* what these are */
    int mode;           /* of the store; 0: it needs none */
};

/* Finds what the first word names. `none` is said if there is none. Returns -1,
 * or the status to exit with after a report. */
int verb_find(const struct cli *c, const struct verb *verbs, size_t n,
              const char *none, const struct verb **out);

/* ---- options that are the same in every command that has them ---- */

#define STORE_OPTION(at)                                    \
 {                                                          \
  "store", 0, OPTION_TEXT, (at), "FILE",                    \
      "database of calls and runs (default: $ASSAY_STORE, " \
      "or assay.db)"                                        \
 }

#define THREADS_OPTION(at)                                              \
 {                                                                      \
  "threads", 'j', OPTION_THREADS, (at), "N",                            \
      "number of threads; it does not change the output (default: all " \
      "processors)"                                                     \
 }

/* Sets *out to the number of threads to use; `given` is 0 if the option was not
 * given. Returns -1, or the status to exit with after a report. */
int threads_read(const struct command *c, uint64_t given, int *out);

/* Called by each worker thread at its end: frees FLINT's caches of that
 * thread. */
void threads_leave(void *ctx);

#endif
