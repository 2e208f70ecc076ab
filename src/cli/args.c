/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/args.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/pipeline.h"
#include "base/str.h"
#include "cli/talk.h"
#include "math/flint.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- help ---- */

/* "  -n, --count N    how many": the option, then its text in a column. */
#define HELP_COLUMN  24
#define HELP_WIDTH   80 /* of anything but a terminal */
#define HELP_WIDEST  100
#define COLUMN_LEAST 16

/* What it names is kept by the reader, in no job. */
const struct option args_output = {
    .name = "output",
    .letter = 'o',
    .kind = OPTION_TEXT,
    .value = "FILE",
    .help = "write the result to FILE, replacing it (default: standard output)"
};

bool option_is_shown(const struct option *o)
{
    return o->help && o->kind != OPTION_HEADING;
}

static size_t help_width(void)
{
    size_t n = terminal_width();

    if (!isatty(STDOUT_FILENO))
        return HELP_WIDTH;
    return n > HELP_WIDEST ? HELP_WIDEST : n;
}

/* Where a line of the text ends: at a newline, or before a word that is too
 * long for it. A word that is longer than a line is broken after a comma, or
 * stays whole. */
static size_t args_line_end(const char *text, size_t most)
{
    size_t n = strcspn(text, "\n");

    if (n <= most)
        return n;
    for (n = most; n > 0 && text[n] != ' ';)
        n--;
    if (n)
        return n;
    for (n = most; n > 0 && text[n - 1] != ',';)
        n--;
    return n ? n : strcspn(text, " \n");
}

/* Columns of text behind an indent; a very narrow terminal folds the lines
 * itself. */
static size_t columns_left(size_t indent)
{
    size_t all = help_width();

    return all > indent + COLUMN_LEAST ? all - indent : COLUMN_LEAST;
}

/* Prints text in a column that begins at `indent`, where the line is now. */
static void print_folded(const char *text, size_t indent)
{
    while (*text) {
        size_t n = args_line_end(text, columns_left(indent));

        printf("%.*s", (int)n, text);
        text += n + (text[n] == ' ' || text[n] == '\n');
        if (*text)
            printf("\n%*s", (int)indent, "");
    }
    putchar('\n');
}

static void print_option(const struct option *o)
{
    char left[80];

    snprintf(left, sizeof(left), "  %c%c%s--%s%s%s", o->letter ? '-' : ' ',
             o->letter ? o->letter : ' ', o->letter ? ", " : "  ", o->name,
             o->value ? " " : "", o->value ? o->value : "");
    printf("%-*s", HELP_COLUMN, left);
    if (strlen(left) >= HELP_COLUMN)
        printf("\n%*s", HELP_COLUMN, "");
    print_folded(o->help, HELP_COLUMN);
}

static bool has_output(const struct option *options)
{
    for (const struct option *o = options; o->name; o++)
        if (o->letter == 'o')
            return true;
    return false;
}

/* Prints the options below headings of this name; "": those before any. */
static void print_group(const struct option *options, const char *name)
{
    const char *here = "";

    for (const struct option *o = options; o->name; o++)
        if (o->kind == OPTION_HEADING)
            here = o->name;
        else if (o->help && str_eq(here, name))
            print_option(o);
}

/* Does an earlier heading have this name? */
static bool is_repeated(const struct option *options, const struct option *o)
{
    for (const struct option *p = options; p < o; p++)
        if (p->kind == OPTION_HEADING && str_eq(p->name, o->name))
            return true;
    return false;
}

static void print_options(const struct command *c, const struct option *options)
{
    static const struct option help = { "help", 'h',  OPTION_FLAG,
                                        0,      NULL, "show this help" };
    bool grouped = false;

    print_group(options, "");
    for (const struct option *o = options; o->name; o++)
        if (o->kind == OPTION_HEADING && !is_repeated(options, o)) {
            printf("%s%c%s:\n", grouped || o != options ? "\n" : "",
                   toupper((unsigned char)o->name[0]), o->name + 1);
            print_group(options, o->name);
            grouped = true;
        }
    if (grouped)
        printf("\nGeneral:\n");
    if (!c->no_output && !has_output(options))
        print_option(&args_output);
    print_option(&help);
}

/* Is the line part of a paragraph, which may be folded anew, and no row of a
 * table or example? */
static bool args_is_prose(const char *line)
{
    size_t n = strcspn(line, "\n");
    const char *gap = strstr(line, "  ");

    return n && *line != ' ' && !(gap && gap < line + n);
}

/* Returns the column at which the text of a row "  name   its text" begins; 0:
 * the line is no such row. */
static size_t row_column(const char *line)
{
    size_t n = strcspn(line, "\n"), i = strspn(line, " ");

    while (i < n && !str_starts(line + i, "  "))
        i++;
    return i < n ? i + strspn(line + i, " ") : 0;
}

static const char *line_after(const char *line)
{
    size_t n = strcspn(line, "\n");

    return line + n + (line[n] == '\n');
}

/* Adds the lines of a paragraph, or of a row's text, as one. `indent`: of the
 * lines that follow the first. Returns the line behind them. */
static const char *join_lines(struct str *out, const char *line, size_t indent)
{
    for (;;) {
        str_addf(out, "%s%.*s", out->n ? " " : "", (int)strcspn(line, "\n"),
                 line);
        line = line_after(line);
        if (indent ? strspn(line, " ") != indent : !args_is_prose(line))
            return line;
        line += indent;
    }
}

/* Prints paragraphs and the texts of rows folded to the width, and other lines
 * as they are. */
static void print_paragraphs(const char *text)
{
    struct str joined = { 0 };

    while (*text) {
        size_t column = row_column(text);

        str_reset(&joined);
        if (!column && !args_is_prose(text)) {
            printf("%.*s\n", (int)strcspn(text, "\n"), text);
            text = line_after(text);
            continue;
        }
        printf("%.*s", (int)column, text);
        text = join_lines(&joined, text + column, column);
        print_folded(str_get(&joined), column);
    }
    str_clear(&joined);
}

static void print_status(int status, const char *text)
{
    printf("  %d  ", status);
    print_folded(text, 5);
}

static void print_statuses(const struct command *c)
{
    printf("\nExit status:\n");
    print_status(EXIT_DONE, c->done ? c->done : "done");
    if (c->no)
        print_status(EXIT_NO, c->no);
    print_status(EXIT_USAGE, strstr(c->usage, "SPEC.yaml")
                                 ? "the command line or the spec is wrong"
                                 : "the command line is wrong");
    print_status(EXIT_COULD_NOT, c->could_not ? c->could_not
                                              : "a file cannot be read or "
                                                "written");
}

/* Where a line of the usage ends: before the last alternative that does not
 * fit, or else between two words that are not in brackets. */
static size_t usage_end(const char *text, size_t most)
{
    size_t at = 0;
    int depth = 0;
    bool whole = false; /* `at` is before an alternative */

    if (strlen(text) <= most)
        return strlen(text);
    for (size_t i = 0; i <= most; i++) {
        depth += (text[i] == '[') - (text[i] == ']');
        if (text[i] != ' ' || depth || text[i - (i > 0)] == '|')
            continue;
        if (text[i + 1] == '|' || !whole)
            at = i;
        whole = whole || text[i + 1] == '|';
    }
    return at ? at : args_line_end(text, most);
}

static void print_usage(FILE *out, const struct command *c)
{
    int indent = fprintf(out, "usage: assay %s ", c->name);
    const char *text = c->usage;

    for (;;) {
        size_t n = usage_end(text, columns_left((size_t)indent));

        fprintf(out, "%.*s\n", (int)n, text);
        text += n + (text[n] == ' ');
        if (!*text)
            return;
        fprintf(out, "%*s", indent, "");
    }
}

static int args_print_help(const struct command *c,
                           const struct option *options)
{
    print_usage(stdout, c);
    printf("\n%s\n\n", c->summary);
    print_options(c, options);
    if (c->help) {
        putchar('\n');
        print_paragraphs(c->help);
    }
    print_statuses(c);
    return out_finish() ? EXIT_DONE : EXIT_COULD_NOT;
}

int args_mistake(const struct command *c, const char *fmt, ...)
{
    struct str msg = { 0 };
    va_list ap;

    va_start(ap, fmt);
    str_addv(&msg, fmt, ap);
    va_end(ap);
    talk("%s", str_get(&msg));
    print_usage(stderr, c);
    str_clear(&msg);
    return EXIT_USAGE;
}

int args_check(const struct cli *c, const struct mistake *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].made)
            return args_mistake(c->self, "%s", list[i].say);
    return -1;
}

int args_failed(const struct command *c, const struct err *e)
{
    if (e->code == ERR_USAGE)
        return args_mistake(c, "%s", e->msg);
    talk("%s", e->msg);
    return EXIT_COULD_NOT;
}

int args_unknown(const struct command *c, const char *what, const char *word,
                 const char *const *names, size_t n)
{
    const char *near = str_nearest(word, names, n);
    struct str all = { 0 };
    int status;

    add_names(&all, names, n);
    if (near)
        status = args_mistake(c, "there is no %s \"%s\"; did you mean \"%s\"?",
                              what, word, near);
    else
        status = args_mistake(c, "there is no %s \"%s\"; choose %s%s", what,
                              word, n == 1 ? "" : "one of ", str_get(&all));
    str_clear(&all);
    return status;
}

void add_names(struct str *out, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        str_addf(out, "%s%s", i ? ", " : "", names[i]);
}

const char **names_of(struct arena *a, const void *things, size_t n,
                      size_t size)
{
    const char **names = arena_array(a, const char *, n + 1);

    for (size_t i = 0; i < n; i++)
        names[i] = size
                       ? *(const char *const *)((const char *)things + i * size)
                       : **((const char *const *const *)things + i);
    return names;
}

int verb_find(const struct cli *c, const struct verb *verbs, size_t n,
              const char *none, const struct verb **out)
{
    const struct args *words = &c->args;

    if (words->n == 0)
        return args_mistake(c->self, "%s", none);
    for (size_t i = 0; i < n; i++) {
        const struct verb *v = *out = &verbs[i];

        if (!str_eq(words->words[0], v->name))
            continue;
        return words->n - 1 >= v->least && words->n - 1 <= v->most
                   ? -1
                   : args_mistake(c->self, "%s takes %s", v->name, v->takes);
    }
    return args_unknown(c->self, "action", words->words[0],
                        names_of(c->arena, verbs, n, sizeof(*verbs)), n);
}

/* ---- reading ---- */

struct reader {
    const struct command *command;
    const struct option *options;
    struct cli *job;
    int argc, i;
    char **argv;
    const char *output; /* of args_output */
};

static int unknown_option(struct reader *r, const char *arg, size_t name_n)
{
    const char *names[OPTIONS_MOST + 1] = { "help" }, *near;
    char word[64];
    size_t n = 1;

    for (const struct option *o = r->options; o->name && n < OPTIONS_MOST; o++)
        if (option_is_shown(o))
            names[n++] = o->name;
    snprintf(word, sizeof(word), "%.*s", (int)name_n, arg);
    near = str_nearest(word + strspn(word, "-"), names, n);
    if (near)
        return args_mistake(r->command,
                            "there is no option \"%s\"; did you mean --%s?",
                            word, near);
    return args_mistake(r->command,
                        "there is no option \"%s\"; `assay %s --help` lists "
                        "the options; put -- before a word that begins with a "
                        "dash",
                        word, r->command->name);
}

static const struct option *find_short(struct reader *r, char letter)
{
    for (const struct option *o = r->options; o->name; o++)
        if (o->letter == letter)
            return o;
    return letter == 'o' && !r->command->no_output ? &args_output : NULL;
}

static const struct option *find_long(struct reader *r, const char *name,
                                      size_t n)
{
    for (const struct option *o = r->options; o->name; o++)
        if (o->kind != OPTION_HEADING && strlen(o->name) == n &&
            memcmp(o->name, name, n) == 0)
            return o;
    if ((n == 3 && memcmp(name, "out", n) == 0) ||
        (n == 6 && memcmp(name, "output", n) == 0))
        return find_short(r, 'o');
    return NULL;
}

/* Reads digits. Returns what is wrong with the text, or NULL. */
static const char *args_read_count(const char *text, uint64_t *out)
{
    char *end;

    errno = 0;
    if (is_digit(*text))
        *out = strtoull(text, &end, 10);
    if (!is_digit(*text) || *end)
        return "a whole number such as 10";
    return errno ? "a smaller number" : NULL;
}

static bool is_switch(const struct option *o)
{
    return o->kind == OPTION_FLAG || (o->kind == OPTION_LATER && !o->value);
}

static void *args_place(const struct reader *r, const struct option *o)
{
    return o == &args_output ? (void *)&r->output : (char *)r->job + o->at;
}

/* Put a value into its place; -1 when all is well. */
static int store(struct reader *r, const struct option *o, char *value)
{
    void *place = args_place(r, o);
    const char *wanted;
    uint64_t n;

    switch (o->kind) {
    case OPTION_FLAG: *(bool *)place = true; return -1;
    case OPTION_TEXT: *(const char **)place = value; return -1;
    case OPTION_MANY: *(const char **)vec_push(place) = value; return -1;
    case OPTION_LATER:
        *(struct typed *)vec_push(place) = (struct typed){ o, value };
        return -1;
    case OPTION_HEADING: break;
    case OPTION_COUNT:
    case OPTION_THREADS:
        wanted = args_read_count(value, &n);
        if (wanted)
            return args_mistake(r->command, "--%s takes %s, not \"%s\"",
                                o->name, wanted, value);
        if (o->kind == OPTION_THREADS)
            return threads_read(r->command, n, place);
        *(uint64_t *)place = n;
        return -1;
    }
    BUG("not a kind of option");
}

/* What holds if an option is not given. */
static void args_begin(struct reader *r)
{
    for (const struct option *o = r->options; o->name; o++) {
        void *place = args_place(r, o);

        if (o->kind == OPTION_THREADS)
            threads_read(r->command, 0, place);
        if (o->kind == OPTION_MANY)
            *(struct vec *)place = vec_in(r->job->arena, sizeof(const char *));
    }
}

/* "--seed needs a value: S (seed of the problems)": what the value is, is the
 * beginning of the option's help. */
static int needs_value(struct reader *r, const struct option *o)
{
    const char *help = o->help ? o->help : "";
    size_t n = strcspn(help, ";\n");

    for (size_t i = 0; i < n; i++)
        if (str_starts(help + i, " ("))
            n = i;
    return args_mistake(r->command, "--%s needs a value: %s%s%.*s%s", o->name,
                        o->value, n ? " (" : "", (int)n, help, n ? ")" : "");
}

/* An option with what follows it: `attached` is the text after = or after the
 * letter, NULL when there is none. */
static int args_take(struct reader *r, const struct option *o, char *attached)
{
    if (is_switch(o)) {
        if (attached)
            return args_mistake(r->command, "--%s takes no value", o->name);
        return store(r, o, NULL);
    }
    if (!attached) {
        if (r->i + 1 >= r->argc)
            return needs_value(r, o);
        attached = r->argv[++r->i];
    }
    return store(r, o, attached);
}

static int take_long(struct reader *r, char *arg)
{
    char *equals = strchr(arg, '=');
    size_t n = equals ? (size_t)(equals - arg) : strlen(arg);
    const struct option *o = find_long(r, arg + 2, n - 2);

    if (o)
        return args_take(r, o, equals ? equals + 1 : NULL);
    if (n == strlen("--help") && memcmp(arg, "--help", n) == 0)
        return equals ? args_mistake(r->command, "--help takes no value")
                      : args_print_help(r->command, r->options);
    return unknown_option(r, arg, n);
}

/* -n5, -n 5, and flags in a row: -ab. */
static int take_short(struct reader *r, char *arg)
{
    for (char *p = arg + 1; *p; p++) {
        const struct option *o = find_short(r, *p);
        int status;

        if (!o && *p == 'h')
            return args_print_help(r->command, r->options);
        if (!o)
            return unknown_option(r, arg, strlen(arg));
        if (!is_switch(o))
            return args_take(r, o, p[1] ? p + 1 : NULL);
        status = args_take(r, o, NULL);
        if (status >= 0)
            return status;
    }
    return -1;
}

int args_read(struct cli *job, const struct option *options, int argc,
              char **argv)
{
    const struct command *c = job->self;
    struct reader r = { c, options, job, argc, 0, argv, NULL };
    struct args *out = &job->args;
    int status = -1;

    *out = (struct args){ .words = argv };
    if (c->visit) {
        c->visit(c->ctx, c, options);
        return EXIT_DONE;
    }
    args_begin(&r);
    for (; r.i < argc && status < 0; r.i++) {
        char *arg = argv[r.i];

        if (str_eq(arg, "--")) {
            while (++r.i < argc)
                out->words[out->n++] = argv[r.i];
            break;
        }
        if (str_starts(arg, "--"))
            status = take_long(&r, arg);
        else if (arg[0] == '-' && is_letter(arg[1])) /* -3 is a number */
            status = take_short(&r, arg);
        else
            out->words[out->n++] = arg;
    }
    if (status < 0 && r.output && !out_to(r.output))
        return EXIT_COULD_NOT;
    if (status < 0 && c->words && (out->n < c->least || out->n > c->most))
        return args_mistake(c, "%s", c->words);
    return status;
}

const char *cli_word(const struct cli *c, size_t i)
{
    return i < c->args.n ? c->args.words[i] : NULL;
}

/* ---- threads ---- */

int threads_read(const struct command *c, uint64_t given, int *out)
{
    if (given > LIMIT_THREADS)
        return args_mistake(c, "--threads must be at most %d", LIMIT_THREADS);
    *out = given ? (int)given : pipeline_cores();
    if (*out > LIMIT_THREADS)
        *out = LIMIT_THREADS;
    return -1;
}

void threads_leave(void *ctx)
{
    (void)ctx;
    flint_cleanup();
}
