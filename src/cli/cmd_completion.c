/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay completion: what a shell needs to complete command lines, made from the
 * tables of options that the commands themselves read. Each shell has a way to
 * write a command, an option and the words of a command; which words there are
 * is found once for all.
 */
#include "base/str.h"
#include "cli/spec_options.h"
#include "cli/talk.h"
#include "family/table.h"
#include "problem/concept.h"
#include "problem/dataset.h"
#include "problem/export.h"

#include <stdio.h>
#include <string.h>

struct shell;

struct completion {
    struct arena arena;
    struct str out;
    const struct shell *shell;
    const char *families;
};

struct shell {
    const char *name;
    void (*begin)(struct completion *c);
    void (*command)(struct completion *c, const struct command *of,
                    const struct option *options);
    void (*end)(struct completion *c);
};

/* ---- words ---- */

/* Names with a blank between two. */
static const char *completion_list(struct arena *a, const char *const *names,
                                   size_t n)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < n; i++)
        str_addf(&out, "%s%s", i ? " " : "", names[i]);
    return str_get(&out);
}

static const char *all_names(struct arena *a, const void *things, size_t n)
{
    return completion_list(a, names_of(a, things, n, 0), n);
}

static const char *all_families(struct arena *a)
{
    const char **names = arena_array(a, const char *, family_count());

    for (size_t i = 0; i < family_count(); i++)
        names[i] = family_name_at(i);
    return completion_list(a, names, family_count());
}

/* Returns the words that an option may have, with blanks between, or NULL if
 * they are no list. */
static const char *option_words(struct completion *c, const struct command *of,
                                const struct option *o)
{
    char *words;

    if (!o->value)
        return NULL;
    if (str_among(o->name, "family families"))
        return c->families;
    if (str_eq(o->name, "as"))
        return all_names(&c->arena, dataset_readers, n_dataset_readers);
    if (str_eq(o->name, "taxonomy"))
        return all_names(&c->arena, taxonomies, n_taxonomies);
    if (str_eq(o->name, "to") && str_eq(of->name, "export"))
        return all_names(&c->arena, export_formats, n_export_formats);
    if (!strchr(o->value, '|'))
        return NULL;
    words = arena_strdup(&c->arena, o->value);
    for (char *p = words; *p; p++)
        if (*p == '|')
            *p = ' ';
    return words;
}

static bool takes_file(const struct option *o)
{
    return o->value && (strstr(o->value, "FILE") ||
                        str_among(o->value, "DIR PATH OUT OPENING"));
}

/* Returns the words that may follow a command, or NULL if these are files. */
static const char *command_words(struct completion *c, const char *name)
{
    if (str_among(name, "new families climb seal"))
        return c->families;
    if (str_eq(name, "solve"))
        return "mathador";
    if (str_eq(name, "store"))
        return "list show prune verify backup merge pull watch";
    if (str_eq(name, "family"))
        return "reference";
    if (str_eq(name, "completion"))
        return "bash zsh fish";
    if (str_among(name, "compare worker report"))
        return "last";
    return NULL;
}

/* A line of help as one line within quotes: `quote` is written as `as`. */
static const char *quoted(struct completion *c, const char *text,
                          const char *as)
{
    struct str out = str_in(&c->arena);

    for (; *text; text++)
        if (*text == '\'')
            str_add(&out, as);
        else
            str_addc(&out, *text == '\n'  ? ' '
                           : *text == '[' ? '('
                           : *text == ']' ? ')'
                                          : *text);
    return str_get(&out);
}

/* The table's options, and those that every command has. */
static const struct option *whole_table(struct completion *c,
                                        const struct command *of,
                                        const struct option *options)
{
    static const struct option help = { "help", 'h',  OPTION_FLAG,
                                        0,      NULL, "show this help" };
    struct vec all = vec_in(&c->arena, sizeof(struct option));
    bool output = of->no_output;

    for (const struct option *o = options; o->name; o++) {
        output = output || o->letter == 'o';
        if (option_is_shown(o))
            *(struct option *)vec_push(&all) = *o;
    }
    if (!output)
        *(struct option *)vec_push(&all) = args_output;
    *(struct option *)vec_push(&all) = help;
    *(struct option *)vec_push(&all) = (struct option){ 0 };
    return all.items;
}

/* Adds the list of words, where "%" stands in `other`; the families have a
 * variable of the script, and a text of their own. NULL: nothing. */
static void add_words(struct completion *c, const char *words,
                      const char *families, const char *other)
{
    size_t n = strcspn(other, "%");

    if (words == c->families)
        str_add(&c->out, families);
    else if (words)
        str_addf(&c->out, "%.*s%s%s", (int)n, other, other[n] ? words : "",
                 other[n] ? other + n + 1 : "");
}

/* ---- bash ---- */

static void bash_begin(struct completion *c)
{
    str_addf(&c->out,
             "# bash completion for assay, made by `assay completion bash`\n"
             "_assay()\n{\n"
             "    local cur=${COMP_WORDS[COMP_CWORD]}\n"
             "    local prev=${COMP_WORDS[COMP_CWORD-1]}\n"
             "    local words= options= families='%s'\n"
             "    COMPREPLY=()\n"
             "    if [ \"$COMP_CWORD\" -eq 1 ] || "
             "[ \"${COMP_WORDS[1]}\" = help ]; then\n"
             "        COMPREPLY=($(compgen -W '%s help version' -- "
             "\"$cur\"))\n"
             "        return\n    fi\n"
             "    case ${COMP_WORDS[1]} in\n",
             c->families, all_names(&c->arena, commands, n_commands));
}

static void bash_command(struct completion *c, const struct command *of,
                         const struct option *options)
{
    struct str *out = &c->out, names = str_in(&c->arena);

    str_addf(out, "    %s)\n        case $prev in\n", of->name);
    for (const struct option *o = options; o->name; o++) {
        const char *words = option_words(c, of, o);

        str_addf(&names, "%s--%s", names.n ? " " : "", o->name);
        if (!o->value)
            continue;
        str_addf(out, "        --%s", o->name);
        if (o->letter)
            str_addf(out, "|-%c", o->letter);
        if (words)
            add_words(c, words, ") words=$families; options=- ;;\n",
                      ") words='%'; options=- ;;\n");
        else
            str_addf(out, ") %s ;;\n",
                     takes_file(o) ? "return" : "compopt +o default; return");
    }
    str_addf(out, "        esac\n        [ -n \"$options\" ] || options='%s'\n",
             str_get(&names));
    add_words(c, command_words(c, of->name), "        : ${words:=$families}\n",
              "        : ${words:=%}\n");
    str_add(out, "        ;;\n");
}

static void bash_end(struct completion *c)
{
    str_add(&c->out, "    esac\n"
                     "    case $cur in\n"
                     "    -*) [ \"$options\" = - ] || words=$options ;;\n"
                     "    esac\n"
                     "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                     "}\n"
                     "complete -o default -F _assay assay\n");
}

/* ---- zsh ---- */

static void zsh_begin(struct completion *c)
{
    str_add(&c->out, "#compdef assay\n"
                     "# zsh completion for assay, made by `assay completion "
                     "zsh`\n"
                     "_assay()\n{\n    local -a commands families\n"
                     "    commands=(\n");
    for (size_t i = 0; i < n_commands; i++)
        str_addf(&c->out, "        '%s:%s'\n", commands[i]->name,
                 quoted(c, commands[i]->summary, "'\\''"));
    str_addf(&c->out,
             "        'help:help for a command'\n"
             "        'version:the version'\n    )\n"
             "    families=(%s)\n"
             "    if (( CURRENT == 2 )) || [[ $words[2] == help ]]; then\n"
             "        _describe command commands\n        return\n    fi\n"
             "    local name=$words[2]\n"
             "    shift words\n    (( CURRENT-- ))\n"
             "    case $name in\n",
             c->families);
}

static void zsh_option(struct completion *c, const struct command *of,
                       const struct option *o)
{
    const char *words = option_words(c, of, o);
    const char *help = quoted(c, o->help, "'\\''");
    const char *many = o->kind == OPTION_FLAG ? "" : "*";

    for (int letter = 0; letter <= (o->letter != 0); letter++) {
        if (letter)
            str_addf(&c->out, "            '%s-%c", many, o->letter);
        else
            str_addf(&c->out, "            '%s--%s%s", many, o->name,
                     o->value ? "=" : "");
        str_addf(&c->out, "[%s]", help);
        if (o->value && words)
            add_words(c, words, ":family:'\"($families)\" \\\n",
                      ":word:(%)' \\\n");
        else
            str_addf(&c->out, "%s' \\\n",
                     !o->value       ? ""
                     : takes_file(o) ? ":file:_files"
                                     : ":value: ");
    }
}

static void zsh_command(struct completion *c, const struct command *of,
                        const struct option *options)
{
    const char *words = command_words(c, of->name);

    str_addf(&c->out, "    %s)\n        _arguments \\\n", of->name);
    for (const struct option *o = options; o->name; o++)
        zsh_option(c, of, o);
    add_words(c, words ? words : "", "            '*:family:'\"($families)\"\n",
              words ? "            '*:word:(%)'\n"
                    : "            '*:file:_files'\n");
    str_add(&c->out, "        ;;\n");
}

static void zsh_end(struct completion *c)
{
    str_add(&c->out, "    esac\n}\n"
                     "if [[ $funcstack[1] == _assay ]]; then\n"
                     "    _assay \"$@\"\nelse\n    compdef _assay assay\nfi\n");
}

/* ---- fish ---- */

static void fish_begin(struct completion *c)
{
    const char *none = "complete -c assay -n __fish_use_subcommand -f";

    str_addf(&c->out,
             "# fish completion for assay, made by `assay completion fish`\n"
             "set -l families %s\n%s\n",
             c->families, none);
    for (size_t i = 0; i < n_commands; i++)
        str_addf(&c->out, "%s -a %s -d '%s'\n", none, commands[i]->name,
                 quoted(c, commands[i]->summary, "\\'"));
    str_addf(&c->out,
             "%s -a help -d 'help for a command'\n"
             "%s -a version -d 'the version'\n"
             "complete -c assay -n '__fish_seen_subcommand_from help' -f -a "
             "'%s help version'\n",
             none, none, all_names(&c->arena, commands, n_commands));
}

static void fish_command(struct completion *c, const struct command *of,
                         const struct option *options)
{
    const char *words = command_words(c, of->name);
    const char *line = arena_printf(
        &c->arena, "complete -c assay -n '__fish_seen_subcommand_from %s'",
        of->name);

    for (const struct option *o = options; o->name; o++) {
        str_addf(&c->out, "%s -l %s", line, o->name);
        if (o->letter)
            str_addf(&c->out, " -s %c", o->letter);
        if (o->value)
            str_add(&c->out, takes_file(o) ? " -r -F" : " -x");
        add_words(c, option_words(c, of, o), " -a \"$families\"", " -a '%'");
        str_addf(&c->out, " -d '%s'\n", quoted(c, o->help, "\\'"));
    }
    if (words)
        str_add(&c->out, line);
    add_words(c, words, " -a \"$families\"\n", " -a '%'\n");
}

/* ---- the command ---- */

static const struct shell shells[] = {
    { "bash", bash_begin, bash_command, bash_end },
    { "zsh", zsh_begin, zsh_command, zsh_end },
    { "fish", fish_begin, fish_command, NULL },
};

#define N_SHELLS (sizeof(shells) / sizeof(shells[0]))

static void completion_visit(void *ctx, const struct command *of,
                             const struct option *options)
{
    struct completion *c = ctx;

    c->shell->command(c, of, whole_table(c, of, options));
}

static int write_script(const struct shell *shell)
{
    struct completion c = { .shell = shell };
    int status;

    c.out = str_in(&c.arena);
    c.families = all_families(&c.arena);
    shell->begin(&c);
    for (size_t i = 0; i < n_commands; i++) {
        struct command card = *commands[i];

        card.visit = completion_visit;
        card.ctx = &c;
        command_start(&card, 0, NULL);
    }
    if (shell->end)
        shell->end(&c);
    status = out_str(&c.out) && out_finish() ? EXIT_DONE : EXIT_COULD_NOT;
    arena_clear(&c.arena);
    return status;
}

static int completion_work(void *job)
{
    const struct cli *c = job;
    const char *word = cli_word(c, 0);

    for (size_t i = 0; i < N_SHELLS; i++)
        if (str_eq(shells[i].name, word))
            return write_script(&shells[i]);
    return args_unknown(c->self, "shell", word,
                        names_of(c->arena, shells, N_SHELLS, sizeof(*shells)),
                        N_SHELLS);
}

static const struct option options[] = { { 0 } };

const struct command cmd_completion = {
    .name = "completion",
    .summary = "print a completion script for a shell",
    .usage = "bash | zsh | fish [-o FILE]",
    .help =
        "`make install` installs the scripts where the shells find them. Without it:\n"
        "\n"
        "  source <(assay completion bash)      in ~/.bashrc\n"
        "  source <(assay completion zsh)       in ~/.zshrc, after compinit\n"
        "  assay completion fish | source       in ~/.config/fish/config.fish\n",
    .job = sizeof(struct cli),
    .options = options,
    .least = 1,
    .most = 1,
    .words = "name one shell: bash, zsh or fish",
    .work = completion_work,
};
