/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/talk.h"
#include "base/lines.h"
#include "base/progress.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "cli/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One line on standard error; it may quote a hostile file. What stands on
 * standard output comes first in a common log. */
static void talk_say(const char *before, const char *text)
{
    struct str clean = { 0 };

    str_add_printable(&clean, text);
    fflush(stdout);
    fprintf(stderr, "%s%s\n", before, str_get(&clean));
    str_clear(&clean);
}

void talk(const char *fmt, ...)
{
    struct str text = { 0 };
    va_list ap;

    va_start(ap, fmt);
    str_addv(&text, fmt, ap);
    va_end(ap);
    talk_say("assay: ", str_get(&text));
    str_clear(&text);
}

void talk_summary(const struct str *line)
{
    talk_say("", str_get(line));
}

void talk_err(const char *file, const struct err *e)
{
    if (!file || (e->code == ERR_IO && !e->line)) /* it names the file */
        talk("%s", e->msg);
    else if (!e->line)
        talk("%s: %s", file_shown(file), e->msg);
    else if (!e->column)
        talk("%s:%zu: %s", file_shown(file), e->line, e->msg);
    else
        talk("%s:%zu:%zu: %s", file_shown(file), e->line, e->column, e->msg);
}

int talk_failure(const struct err *e)
{
    talk_err(NULL, e);
    return EXIT_COULD_NOT;
}

int talk_could_not(const struct err *e)
{
    int status = talk_failure(e);

    return e->code == ERR_USAGE ? EXIT_USAGE : status;
}

/* Say so once: whatever is written later is lost for the same reason. */
static void report_lost(void)
{
    static bool reported;
    int reason = errno;

    if (!reported)
        talk("could not write to standard output: %s", strerror(reason));
    reported = true;
}

static bool talk_put(const char *text, size_t n)
{
    if (fwrite(text, 1, n, stdout) == n)
        return true;
    report_lost();
    return false;
}

/* Are the next eight bytes all of ASCII? */
static bool eight_plain(const char *text)
{
    uint64_t x;

    memcpy(&x, text, sizeof x);
    /* with 1 added, 0x7f has the high bit too */
    return !((x | (x + UINT64_C(0x0101010101010101))) &
             UINT64_C(0x8080808080808080));
}

/* Returns the length of the beginning of text[0..n) that may be shown as it is;
 * *ch is the character behind it, and *len its length. */
static size_t shown_part(const char *text, size_t n, uint32_t *ch, size_t *len)
{
    size_t i = 0;

    for (*len = 0; i < n; i += *len ? *len : 1) {
        while (n - i >= 8 && eight_plain(text + i))
            i += 8;
        if (i == n)
            break;
        *len = 1;
        if ((unsigned char)text[i] < 0x7f)
            continue;
        *len = utf8_read(text + i, n - i, ch);
        if (*len && utf8_is_unseen(*ch))
            break;
    }
    return i;
}

static bool put_escaped(uint32_t ch)
{
    char out[16];
    int n;

    if (ch < 0x10000)
        n = snprintf(out, sizeof(out), "\\u%04x", (unsigned)ch);
    else
        n = snprintf(out, sizeof(out), "\\u%04x\\u%04x",
                     (unsigned)(0xd7c0 + (ch >> 10)),
                     (unsigned)(0xdc00 + (ch & 0x3ff)));
    return talk_put(out, (size_t)n);
}

/* Text for people has been cleaned before. What is left are formats for
 * programs, most of all JSON, whose strings may hold any character: they are
 * the same with an escape, and a terminal that shows them is safe. */
static bool put_shown(const char *text, size_t n)
{
    while (n) {
        uint32_t ch;
        size_t len, i = shown_part(text, n, &ch, &len);

        if (!talk_put(text, i))
            return false;
        if (i == n)
            return true;
        if (!put_escaped(ch))
            return false;
        text += i + len;
        n -= i + len;
    }
    return true;
}

/* The lock is that of the whole text: an interrupt ends the output behind it. */
bool out_write(const char *text, size_t n)
{
    bool ok;

    flockfile(stdout);
    ok = put_shown(text, n);
    funlockfile(stdout);
    return ok;
}

bool out_str(const struct str *s)
{
    return out_write(str_get(s), s->n);
}

bool out_finish(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    report_lost();
    return false;
}

int out_all(struct str *text)
{
    bool ok = out_str(text) && out_finish();

    str_clear(text);
    return ok ? EXIT_DONE : EXIT_COULD_NOT;
}

/* ---- -o ---- */

static struct whole_file output; /* of out_to(); no path: standard output */

/* Stores are SQLite files. */
static bool is_database(const char *path)
{
    static const char head[] = "SQLite format 3";
    char found[sizeof(head)] = "";
    FILE *f = whole_file_replaces(path) ? fopen(path, "rb") : NULL;
    bool is = f && fread(found, 1, sizeof(found), f) == sizeof(found) &&
              memcmp(found, head, sizeof(head)) == 0;

    if (f)
        fclose(f);
    return is;
}

bool out_to(const char *path)
{
    struct err e;

    if (str_eq(path, "-"))
        return true;
    if (is_database(path)) {
        talk("-o would replace the database \"%s\"; choose another name", path);
        return false;
    }
    if (!whole_file_open(&output, path, &e)) {
        talk_err(NULL, &e);
        output = (struct whole_file){ 0 };
        return false;
    }
    if (dup2(fileno(output.file), STDOUT_FILENO) >= 0)
        return true;
    talk("could not write to \"%s\": %s", path, strerror(errno));
    whole_file_drop(&output);
    output = (struct whole_file){ 0 };
    return false;
}

const char *out_path(void)
{
    return output.path;
}

int out_settle(int status)
{
    struct err e;

    if (!output.path)
        return status;
    if (!out_finish() || status == EXIT_USAGE) {
        whole_file_drop(&output);
        return status == EXIT_USAGE ? status : EXIT_COULD_NOT;
    }
    if (whole_file_close(&output, &e))
        return status;
    return talk_failure(&e);
}

/* ---- the terminal ---- */

#define WIDTH_DEFAULT 100
#define WIDTH_LEAST   40
#define WIDTH_MOST    200

size_t terminal_width(void)
{
    const char *columns = getenv("COLUMNS");
    unsigned long n = 0;

    if (!isatty(STDOUT_FILENO))
        return WIDTH_DEFAULT;
    if (columns)
        n = strtoul(columns, NULL, 10);
    if (n == 0)
        n = progress_columns(STDOUT_FILENO);
    if (n == 0)
        return WIDTH_DEFAULT;
    return n < WIDTH_LEAST ? WIDTH_LEAST : n > WIDTH_MOST ? WIDTH_MOST : n;
}

#define FOLD_INDENT 6

/* Appends a line, folded at blanks to the width. A word that is longer than it
 * stays whole. */
static void talk_add_folded(struct str *out, const char *line, size_t n,
                            size_t width)
{
    size_t indent = 0;

    for (;;) {
        size_t fits = utf8_fit(line, width - indent), at;

        if (fits >= n)
            break;
        for (at = fits; at > 0 && line[at] != ' ';)
            at--;
        while (at > 0 && line[at - 1] == ' ')
            at--;
        if (at <= FOLD_INDENT) /* no blank to fold at */
            break;
        str_addf(out, "%*s%.*s\n", (int)indent, "", (int)at, line);
        while (at < n && line[at] == ' ')
            at++;
        line += at;
        n -= at;
        indent = FOLD_INDENT;
    }
    str_addf(out, "%*s%.*s\n", (int)indent, "", (int)n, line);
}

int out_all_folded(struct str *text)
{
    struct str out = { 0 };
    const char *p = str_get(text);

    if (!isatty(STDOUT_FILENO))
        return out_all(text);
    while (*p) {
        size_t n = strcspn(p, "\n");

        talk_add_folded(&out, p, n, terminal_width());
        p += n + (p[n] == '\n');
    }
    str_clear(text);
    return out_all(&out);
}
