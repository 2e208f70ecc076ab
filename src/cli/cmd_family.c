/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay family: for people and programs that write family files.
 */
#include "cli/args.h"
#include "cli/talk.h"
#include "family/language/reference.h"

#include <string.h>

struct job {
    const struct command *self;
    bool brief, json;
    char **names; /* behind the verb */
    size_t n;
};

static int reference(struct job *j)
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
    int (*run)(struct job *j);
    size_t least, most; /* names behind it */
    const char *takes;  /* what these are */
} verbs[] = {
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
    struct job j = { .self = self };
    const struct option options[] = {
        { "short", 0, OPTION_FLAG, &j.brief, NULL,
          "reference: one page, for a language model that writes a file" },
        { "json", 0, OPTION_FLAG, &j.json, NULL,
          "reference: print the tables of the language as one line of JSON" },
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
    .summary = "help to write families of your own: the language's reference",
    .usage = "reference [--short] [--json]",
    .help =
        "A family file (NAME.family) says which numbers are drawn, what the "
        "answer is,\n"
        "how it is checked, and how the problem is told. `assay new "
        "./NAME.family` makes\n"
        "problems from it. docs/language.md has a tutorial.\n",
    .run = run,
};
