/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay family: for people and programs that write family files.
 */
#include "cli/family_files.h"
#include "cli/talk.h"
#include "family/language/reference.h"

#include <stdint.h>
#include <string.h>

static int reference(struct family_job *j)
{
    struct str out = { 0 };

    if (j->brief && j->json)
        return args_mistake(j->self, "give --short or --json, not both");
    if (j->json)
        reference_json(&out);
    else if (j->brief)
        reference_short(&out);
    else
        reference_page(&out);
    return out_all(&out);
}

/* ---- the command ---- */

static const struct {
    const char *name;
    int (*run)(struct family_job *j);
    size_t least, most; /* names behind it */
    const char *takes;  /* what these are */
} verbs[] = {
    { "new", family_verb_begin, 1, 1, "the name of a file" },
    { "check", family_verb_check, 1, SIZE_MAX, "files or folders" },
    { "show", family_verb_show, 1, SIZE_MAX, "files or folders" },
    { "card", family_verb_card, 1, SIZE_MAX, "files or folders" },
    { "reference", reference, 0, 0, "no arguments" },
    { "write", family_verb_write, 0, SIZE_MAX, "a text" },
};

#define N_VERBS (sizeof(verbs) / sizeof(verbs[0]))

static int no_verb(const struct command *self)
{
    struct str names = { 0 };
    int status;

    for (size_t i = 0; i < N_VERBS; i++)
        str_addf(&names, "%s%s", i ? ", " : "", verbs[i].name);
    status = args_mistake(self, "name an action: %s", str_get(&names));
    str_clear(&names);
    return status;
}

/* What other verbs print goes to the file of -o; `write` has its own use for
 * it. */
static int run_verb(struct family_job *j)
{
    const struct args *words = &j->args.words;
    const char *names[N_VERBS];

    if (words->n == 0)
        return no_verb(j->self);
    j->names = words->words + 1;
    j->n = words->n - 1;
    for (size_t i = 0; i < N_VERBS; i++) {
        names[i] = verbs[i].name;
        if (!str_eq(words->words[0], names[i]))
            continue;
        if (j->n < verbs[i].least || j->n > verbs[i].most)
            return args_mistake(j->self, "%s takes %s", names[i],
                                verbs[i].takes);
        if (j->output && verbs[i].run != family_verb_write &&
            !out_to(j->output))
            return EXIT_COULD_NOT;
        return verbs[i].run(j);
    }
    return args_unknown(j->self, "action", words->words[0], names, N_VERBS);
}

static int run(const struct command *self, int argc, char **argv)
{
    struct arena a = { 0 };
    struct family_job *j = arena_new(&a, struct family_job);
    const struct option own[] = {
        OPTION_GROUP("files"),
        { "watch", 0, OPTION_FLAG, &j->watch, NULL,
          "check, show, card: again whenever a file was written, until "
          "Ctrl-C" },
        { "page", 0, OPTION_FLAG, &j->page, NULL,
          "card: a Markdown page with a sample problem of each level" },
        { "draws", 0, OPTION_COUNT, &j->draws, "N",
          "check, write: draws of every level and kind (default: 1000)" },
        { "count", 'n', OPTION_COUNT, &j->count, "N",
          "show: problems of each level (default: 2); --solvers: the same "
          "(default: 5)" },
        { "level", 'l', OPTION_MANY, &j->levels, "L",
          "show: one level, by number or name (default: all); write: what a "
          "level is to be, may be repeated (default: the model chooses)" },
        { "short", 0, OPTION_FLAG, &j->brief, NULL,
          "reference: one page, for a language model that writes a file" },
        OPTION_GROUP(OPTIONS_OUTPUT),
        { "output", 'o', OPTION_TEXT, &j->output, "FILE",
          "write: the file, or a folder for it (default: NAME.family by its "
          "title); others: print to FILE (default: standard output)" },
        { "keep", 0, OPTION_TEXT, &j->keep, "DIR",
          "write: keep the file of every round in this folder" },
        { "json", 0, OPTION_FLAG, &j->json, NULL,
          "print JSON, one line for each file or problem" },
        { "dry-run", 0, OPTION_FLAG, &j->dry_run, NULL,
          "write: print the first prompt; no model is asked" },
        { "print-prompts", 0, OPTION_FLAG, &j->print_prompts, NULL,
          "write: print the prompts as YAML, for --prompts; no model is "
          "asked" },
        { 0 },
    };
    int status;

    j->self = self;
    j->arena = &a;
    j->levels = vec_in(&a, sizeof(const char *));
    j->args = (struct spec_args){
        .self = self, .arena = &a, .table = &author_table, .own = own
    };
    status = spec_args_read(&j->args, argc, argv);
    spec_table_defaults(&author_table, &j->spec);
    if (status < 0)
        status = spec_args_apply(&j->args, NULL, &j->spec);
    if (status < 0)
        status = run_verb(j);
    arena_clear(&a);
    return status;
}

const struct command cmd_family = {
    .name = "family",
    .summary = "write families of your own: begin, check, show",
    .usage = "new NAME | check FILE... | show FILE... | card FILE... | "
             "reference | write --model M TEXT [options]",
    .help =
        "A family file (NAME.family) says which numbers are drawn, what the answer is,\n"
        "how it is checked, and how the problem is told. `assay new ./NAME.family` makes\n"
        "problems from it. docs/language.md has a tutorial.\n"
        "\n"
        "new        write a file with notes, to begin with\n"
        "check      acceptance: draw many problems and try to prove the file wrong\n"
        "show       print some problems with keys and worked steps\n"
        "card       describe the family: levels, knobs, concepts\n"
        "reference  print the entries, formulas and functions of the language\n"
        "write      let a model write a file; if it is refused, the model may mend it\n"
        "\n"
        "--solvers M asks models for answers to statements of an accepted file: do they\n"
        "get the keys? Every reply is stored: after an interruption the same command\n"
        "continues and repeats no call.\n"
        "\n"
        "Examples:\n"
        "\n"
        "  assay family new shopping; assay family check shopping.family --watch\n"
        "  assay family write -m openai:gpt-4o \"trains that meet\" --budget 200ktokens\n"
        "  assay family check trains.family --solvers openai:gpt-4o\n",
    .no = "check: a file is refused; write: no file was accepted",
    .could_not = "calls are missing, or a file of that name is there already",
    .run = run,
};
