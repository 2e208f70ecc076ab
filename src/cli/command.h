/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A command: one file cmd_NAME.c, one card, one line in the table of main.c.
 * The card is data, but for its one function: command_start()
 * (cli/spec_options.h) reads the command line into a new job by the table of
 * options, and then calls `work`.
 */

struct option;
struct spec_card;

struct command {
    const char *name;
    const char *summary;   /* one line for `assay --help` */
    const char *usage;     /* what follows "assay NAME " in the usage line */
    const char *help;      /* paragraphs below the options; may be NULL */
    const char *no;        /* when the exit status is 1; NULL: never */
    const char *could_not; /* when it is 3, besides what holds for all */
    const char *done;      /* when it is 0; NULL: when all was done */
    bool no_output;        /* it prints no result: there is no -o */

    size_t job;                   /* bytes; it begins with struct cli */
    const void *init;             /* a job as it begins; NULL: zeroed */
    const struct option *options; /* their places are offsets in the job */
    size_t least, most;           /* words that it takes, and what is said of */
    const char *words;            /* fewer or more; NULL: `work` looks itself */
    const struct spec_card *spec; /* NULL: it takes no spec */
    /* Does it all, and returns the status to exit with. */
    int (*work)(void *job);

    /* Set in a copy of a card: args_read() hands the table of options to it and
     * does nothing else. */
    void (*visit)(void *ctx, const struct command *c,
                  const struct option *options);
    void *ctx;
};

/* All of them: main.c. */
extern const struct command *const commands[];
extern const size_t n_commands;

/* Exit statuses of every command. */
enum exit_status {
    EXIT_DONE = 0,
    EXIT_NO = 1,        /* the answer is no: a failed check */
    EXIT_USAGE = 2,     /* the command line is wrong */
    EXIT_COULD_NOT = 3, /* files, network, budget */
};

extern const struct command cmd_check;
extern const struct command cmd_climb;
extern const struct command cmd_compare;
extern const struct command cmd_export;
extern const struct command cmd_families;
extern const struct command cmd_family;
extern const struct command cmd_grade;
extern const struct command cmd_hunt;
extern const struct command cmd_evolve;
extern const struct command cmd_import;
extern const struct command cmd_new;
extern const struct command cmd_overlap;
extern const struct command cmd_reveal;
extern const struct command cmd_report;
extern const struct command cmd_review;
extern const struct command cmd_run;
extern const struct command cmd_seal;
extern const struct command cmd_serve;
extern const struct command cmd_solve;
extern const struct command cmd_store;
extern const struct command cmd_verify;
extern const struct command cmd_worker;
extern const struct command cmd_completion;

#endif
