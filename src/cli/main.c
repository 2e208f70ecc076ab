/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The program: finds the command by its name and runs it.
 */
#include "assay.h"
#include "base/str.h"
#include "cli/args.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/spec_options.h"
#include "cli/talk.h"
#include "math/memory.h"

#include <stdio.h>
#ifdef __GLIBC__
# include <malloc.h>
#endif

/* In the order in which a user meets them. */
const struct command *const commands[] = {
    &cmd_families, &cmd_family,  &cmd_new,        &cmd_check,  &cmd_grade,
    &cmd_run,      &cmd_compare, &cmd_climb,      &cmd_hunt,   &cmd_evolve,
    &cmd_store,    &cmd_review,  &cmd_solve,      &cmd_import, &cmd_overlap,
    &cmd_export,   &cmd_verify,  &cmd_seal,       &cmd_reveal, &cmd_report,
    &cmd_serve,    &cmd_worker,  &cmd_completion,
};

#define N_COMMANDS (sizeof(commands) / sizeof(commands[0]))

const size_t n_commands = N_COMMANDS;

static const struct command *main_find(const char *name)
{
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (str_eq(commands[i]->name, name))
            return commands[i];
    return NULL;
}

static int main_print_help(void)
{
    printf("usage: assay COMMAND [options]\n"
           "\n"
           "Generates verified mathematics problems for testing language "
           "models,\n"
           "runs models on them, and grades their answers.\n"
           "A family makes problems of one kind; a key is the correct answer "
           "of a problem.\n"
           "\n");
    for (size_t i = 0; i < N_COMMANDS; i++)
        printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
    printf("  %-10s %s\n  %-10s %s\n", "help", "show the help of a command",
           "version", "print the version");
    printf(
        "\n"
        "`assay COMMAND --help` describes a command; `man assay` describes "
        "all.\n"
        "Results go to standard output, messages to standard error.\n"
        "Exit status: 0 done, 1 the answer is no, 2 usage error, 3 failed.\n");
    return out_finish() ? EXIT_DONE : EXIT_COULD_NOT;
}

static int main_unknown(const char *name)
{
    const char *names[N_COMMANDS + 2] = { "help", "version" }, *near;

    for (size_t i = 0; i < N_COMMANDS; i++)
        names[i + 2] = commands[i]->name;
    near = str_nearest(name, names, N_COMMANDS + 2);
    if (near)
        talk("there is no command \"%s\"; did you mean \"%s\"?", name, near);
    else
        talk("there is no command \"%s\"; `assay --help` lists the commands",
             name);
    return EXIT_USAGE;
}

static int too_many(const char *name, const char *takes)
{
    talk("%s takes %s", name, takes);
    return EXIT_USAGE;
}

/* `assay help NAME` is `assay NAME --help`. */
static int help_for(const char *name)
{
    static char flag[] = "--help";
    char *argv[] = { flag, NULL };
    const struct command *c = main_find(name);

    if (str_eq(name, "version")) {
        printf("usage: assay version\n\nprint the version of assay\n");
        return out_finish() ? EXIT_DONE : EXIT_COULD_NOT;
    }
    if (str_among(name, "help --help -h"))
        return main_print_help();
    return c ? command_start(c, 1, argv) : main_unknown(name);
}

int main(int argc, char **argv)
{
    const struct command *c;

    /* What a block of work gave back the next one wants again: asking the
     * system for it each time costs as much as a tenth of the work. */
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 32 << 20);
#endif
    math_memory();
    interrupt_open();
    if (argc < 2) {
        main_print_help();
        return EXIT_USAGE;
    }
    if (argc == 3 && str_eq(argv[1], "version") &&
        str_among(argv[2], "--help -h"))
        return help_for("version");
    if (str_among(argv[1], "--version -V version")) {
        if (argc > 2)
            return too_many(argv[1], "no word");
        printf("assay %s\n", assay_version());
        return out_finish() ? EXIT_DONE : EXIT_COULD_NOT;
    }
    if (!str_among(argv[1], "--help -h help")) {
        c = main_find(argv[1]);
        /* What -o names is in its place afterwards. */
        return c ? out_settle(command_start(c, argc - 2, argv + 2))
                 : main_unknown(argv[1]);
    }
    if (argc > 3)
        return too_many(argv[1], "one command");
    return argc > 2 ? help_for(argv[2]) : main_print_help();
}
