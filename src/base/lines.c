/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lines.h"
#include "base/ascii.h"
#include "base/limits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define BUFFER_FIRST ((size_t)64 * 1024)

const char *file_shown(const char *name)
{
    return str_eq(name, "-") ? "standard input" : name;
}

const char *file_base(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash && slash[1] ? slash + 1 : file_shown(path);
}

bool file_fail(const char *path, struct err *e)
{
    const char *name = file_shown(path);

    if (e->line && e->column)
        return err_prefix(e, "%s:%zu:%zu: ", name, e->line, e->column);
    if (e->line)
        return err_prefix(e, "%s:%zu: ", name, e->line);
    if (e->code == ERR_DOMAIN || e->code == ERR_SYNTAX)
        return err_prefix(e, "%s: ", name);
    return false;
}

bool lines_open(struct lines *l, const char *name, size_t max, struct err *e)
{
    struct stat st;

    *l = (struct lines){ .name = name, .max = max ? max : LIMIT_LINE_BYTES };
    l->file = str_eq(name, "-") ? stdin : fopen(name, "rb");
    if (!l->file)
        return err_set(e, ERR_IO, "could not open \"%s\": %s", name,
                       strerror(errno));
    if (fstat(fileno(l->file), &st) != 0)
        return true;
    if (S_ISDIR(st.st_mode)) {
        lines_close(l);
        return err_set(e, ERR_IO, "cannot read \"%s\": it is a folder", name);
    }
    l->size = S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
    return true;
}

static void make_room(struct lines *l)
{
    if (l->start) {
        memmove(l->buf, l->buf + l->start, l->end - l->start);
        l->end -= l->start;
        l->start = 0;
    }
    if (l->cap - l->end < 2) {
        l->cap = l->cap ? l->cap * 2 : BUFFER_FIRST;
        l->buf = realloc(l->buf, l->cap);
        if (!l->buf)
            out_of_memory();
    }
}

/* A byte order mark at the head of a file is no part of its first line. */
static void drop_mark(struct lines *l)
{
    if (l->number == 0 && l->end - l->start >= 3 &&
        memcmp(l->buf + l->start, "\xef\xbb\xbf", 3) == 0)
        l->start += 3;
}

#define HEAD_BYTES 16 /* looked at, to tell text from other files */

/* Are there two bytes or more among the first that text does not have? One may
 * be a slip, which the reader of that line names. */
static bool is_binary(const char *head, size_t n)
{
    size_t odd = 0;

    for (size_t i = 0; i < n && i < HEAD_BYTES; i++)
        odd += (unsigned char)head[i] < 0x20 && !is_space(head[i]);
    return odd > 1;
}

/* Returns what the file is by its first bytes, and what to do; NULL: text. */
static const char *lines_other_kind(const char *head, size_t n)
{
    static const struct {
        const char *magic, *what;
    } kinds[] = {
        { "PAR1", "a Parquet file; save it as JSONL first" },
        { "ARROW1", "an Arrow file; save it as JSONL first" },
        { "\x1f\x8b", "compressed by gzip; unpack it first" },
        { "\x28\xb5\x2f\xfd", "compressed by zstd; unpack it first" },
        { "\xfd"
          "7zXZ",
          "compressed by xz; unpack it first" },
        { "BZh", "compressed by bzip2; unpack it first" },
        { "PK\x03\x04", "a zip or spreadsheet file; save it as CSV first" },
        { "\x89PNG", "a PNG image, not text" },
        { "%PDF-", "a PDF file, not text" },
        { "\xff\xfe", "in UTF-16; save it as UTF-8 first" },
        { "\xfe\xff", "in UTF-16; save it as UTF-8 first" },
    };

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (n >= strlen(kinds[i].magic) &&
            memcmp(head, kinds[i].magic, strlen(kinds[i].magic)) == 0)
            return kinds[i].what;
    return NULL;
}

/* file_read() may read bytes of any kind that cannot pass for a packed text. */
static bool refuse_other_kinds(const struct lines *l, struct err *e)
{
    const char *head = l->buf + l->start;
    size_t n = l->end - l->start;
    const char *kind = lines_other_kind(head, n);

    if (!kind && l->max != SIZE_MAX && n >= 15 &&
        memcmp(head, "SQLite format 3", 15) == 0)
        kind = "a database of SQLite, not text";
    if (!kind && l->max != SIZE_MAX && is_binary(head, n))
        kind = "a binary file, not text";
    return !kind ||
           err_set(e, ERR_IO, "%s: the file is %s", file_shown(l->name), kind);
}

/* Reads what is available behind `end`, so that a line of a pipe is handed out
 * as soon as it comes. Returns false on a read error. One byte of room is kept
 * for the NUL behind a last line. */
static bool lines_fill(struct lines *l, struct err *e)
{
    bool first = l->cap == 0;
    ssize_t n;

    make_room(l);
    do {
        n = read(fileno(l->file), l->buf + l->end, l->cap - l->end - 1);
        if (n < 0)
            return err_set(e, ERR_IO, "could not read %s: %s",
                           file_shown(l->name), strerror(errno));
        l->end += (size_t)n;
        l->read += (uint64_t)n;
        l->eof = n == 0;
    } while (first && n && l->end < 3); /* a mark has three bytes */
    if (first)
        drop_mark(l);
    return !first || refuse_other_kinds(l, e);
}

static enum lines_got hand_out(struct lines *l, size_t n, size_t skip,
                               const char **text, size_t *len)
{
    char *s = l->buf + l->start;

    l->number++;
    l->start += n + skip;
    INVARIANT(l->start <= l->end && l->end < l->cap);
    if (n && s[n - 1] == '\r')
        n--;
    s[n] = '\0';
    *text = s;
    *len = n;
    return LINES_LINE;
}

/* Drop the rest of a line that is too long. */
static enum lines_got skip_line(struct lines *l, struct err *e)
{
    l->number++;
    while (!l->eof || l->start < l->end) {
        char *nl = memchr(l->buf + l->start, '\n', l->end - l->start);

        if (nl) {
            l->start = (size_t)(nl - l->buf) + 1;
            break;
        }
        l->start = l->end = 0;
        if (!lines_fill(l, e))
            return LINES_FAIL;
    }
    err_at(e, ERR_LIMIT, l->number, 0,
           "the line is longer than the limit of %zu bytes", l->max);
    return LINES_BAD;
}

enum lines_got lines_next(struct lines *l, const char **text, size_t *n,
                          struct err *e)
{
    size_t searched = 0;

    for (;;) {
        size_t have = l->end - l->start;
        char *nl = have > searched ? memchr(l->buf + l->start + searched, '\n',
                                            have - searched)
                                   : NULL;

        if (nl) {
            size_t len = (size_t)(nl - (l->buf + l->start));

            if (len > l->max)
                return skip_line(l, e);
            return hand_out(l, len, 1, text, n);
        }
        if (have > l->max)
            return skip_line(l, e);
        if (l->eof)
            return have ? hand_out(l, have, 0, text, n) : LINES_END;
        searched = have;
        if (!lines_fill(l, e))
            return LINES_FAIL;
    }
}

enum lines_got lines_next_json(struct lines *l, struct arena *a,
                               struct json **out, struct err *e)
{
    enum lines_got got;
    const char *text;
    size_t n;

    do
        got = lines_next(l, &text, &n, e);
    while (got == LINES_LINE && str_blank(text) && n == strlen(text));
    if (got != LINES_LINE)
        return got;
    return json_read(a, text, n, l->number, out, e) ? LINES_LINE : LINES_BAD;
}

bool lines_peek(struct lines *l, char *out, struct err *e)
{
    size_t seen = 0; /* bytes that are blank */

    for (;;) {
        for (; l->start + seen < l->end; seen++) {
            *out = l->buf[l->start + seen];
            if (!is_space(*out))
                return true;
        }
        *out = '\0';
        if (l->eof || seen > l->max)
            return true;
        if (!lines_fill(l, e))
            return false;
    }
}

bool lines_rest(struct lines *l, struct str *out, size_t max, struct err *e)
{
    for (;;) {
        size_t have = l->end - l->start;

        if (have > max || out->n > max - have)
            return err_set(e, ERR_LIMIT,
                           "%s is larger than the limit of %zu bytes",
                           file_shown(l->name), max);
        if (have)
            str_addn(out, l->buf + l->start, have);
        l->start = l->end = 0;
        if (l->eof)
            return true;
        if (!lines_fill(l, e))
            return false;
    }
}

void lines_close(struct lines *l)
{
    if (l->file && l->file != stdin)
        fclose(l->file);
    free(l->buf);
    *l = (struct lines){ 0 };
}

bool file_read(const char *name, size_t max, struct str *out, struct err *e)
{
    struct lines l;
    bool ok;

    if (!lines_open(&l, name, SIZE_MAX, e)) /* of any bytes */
        return false;
    ok = lines_rest(&l, out, max, e);
    lines_close(&l);
    return ok;
}
