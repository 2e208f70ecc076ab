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

static int run(const struct command *self, int argc, char **argv)
{
    struct family_job j = { .self = self, .count = 2 };
    const struct option options[] = {
        { "json", 0, OPTION_FLAG, &j.json, NULL,
          "print JSON, one line for each file or problem" },
        { "watch", 0, OPTION_FLAG, &j.watch, NULL,
          "check, show, card: again whenever a file was written, until "
          "Ctrl-C" },
        { "draws", 0, OPTION_COUNT, &j.draws, "N",
          "check: draws of every level and kind (default: 1000)" },
        { "count", 'n', OPTION_COUNT, &j.count, "N",
          "show: problems of each level (default: 2)" },
        { "level", 'l', OPTION_TEXT, &j.level, "L",
          "show: one level, by number or name (default: all)" },
        { "seed", 's', OPTION_TEXT, &j.seed, "S",
          "show: seed of the problems (default: show)" },
        { "short", 0, OPTION_FLAG, &j.brief, NULL,
          "reference: one page, for a language model that writes a file" },
        { 0 },
    };
    const char *names[N_VERBS];
    struct args args;
    int status = args_read(self, options, argc, argv, &args);

    if (status >= 0)
        return status;
    if (args.n == 0)
        return no_verb(self);
    j.names = args.words + 1;
    j.n = args.n - 1;
    for (size_t i = 0; i < N_VERBS; i++) {
        names[i] = verbs[i].name;
        if (!str_eq(args.words[0], names[i]))
            continue;
        if (j.n < verbs[i].least || j.n > verbs[i].most)
            return args_mistake(self, "%s takes %s", names[i], verbs[i].takes);
        return verbs[i].run(&j);
    }
    return args_unknown(self, "action", args.words[0], names, N_VERBS);
}

const struct command cmd_family = {
    .name = "family",
    .summary = "write families of your own: begin, check, show",
    .usage = "new NAME | check FILE... | show FILE... | card FILE... | "
             "reference [options]",
    .help =
        "A family file (NAME.family) says which numbers are drawn, what the answer is,\n"
        "how it is checked, and how the problem is told. `assay new ./NAME.family` makes\n"
        "problems from it. docs/language.md has a tutorial.\n"
        "\n"
        "new        write a file with notes, to begin with\n"
        "check      acceptance: draw many problems and try to prove the file wrong\n"
        "show       print some problems with keys and worked steps\n"
        "card       describe the family: levels, knobs, concepts\n"
        "reference  print the entries, formulas and functions of the language\n",
    .no = "check: a file is refused",
    .run = run,
};
