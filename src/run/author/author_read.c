/* SPDX-License-Identifier: Apache-2.0 */

/* The file in a model's reply. */
#include "base/ascii.h"
#include "run/author/author.h"

#include <string.h>

#define STEM_MOST 40

/* ---- lines ---- */

static const char *line_end(const char *s)
{
    return s + strcspn(s, "\n");
}

static const char *next_line(const char *s)
{
    s = line_end(s);
    return *s ? s + 1 : s;
}

/* Where the first line of s up to `end` that begins with "word:", behind so many
 * spaces at most, has that word; NULL: there is none. */
static const char *entry(const char *s, const char *end, const char *word,
                         size_t indent)
{
    for (; s < end; s = next_line(s)) {
        const char *p = s;

        while (p < s + indent && *p == ' ')
            p++;
        if (str_starts(p, word) && p[strlen(word)] == ':')
            return p;
    }
    return NULL;
}

/* ---- fences ---- */

struct fence {
    char mark;
    size_t length, indent; /* of the marks, before them */
};

/* Is the line a fence, "```" or "~~~"? What follows may be a word, but only
 * where the block opens. */
static bool is_fence(const char *s, struct fence *f)
{
    *f = (struct fence){ 0 };
    while (s[f->indent] == ' ')
        f->indent++;
    s += f->indent;
    f->mark = *s;
    if (*s != '`' && *s != '~')
        return false;
    while (s[f->length] == f->mark)
        f->length++;
    return f->length >= 3;
}

static bool closes(const char *s, const struct fence *open)
{
    struct fence f;
    const char *p = s;

    if (!is_fence(s, &f) || f.mark != open->mark || f.length < open->length)
        return false;
    p += f.indent + f.length;
    return p + strspn(p, " \t\r") == line_end(p);
}

/* The lines from s to end without the indentation of their fence, and without
 * carriage returns at their ends. */
static const char *unindented(struct arena *a, const char *s, const char *end,
                              size_t indent)
{
    struct str out = str_in(a);

    for (; s < end; s = next_line(s)) {
        size_t n = (size_t)(line_end(s) - s), skip = 0;

        while (skip < indent && s[skip] == ' ')
            skip++;
        n -= n > skip && s[n - 1] == '\r';
        str_addn(&out, s + skip, n - skip);
        str_addc(&out, '\n');
    }
    return str_get(&out);
}

/* The block to take: the last with a title, else the longest. */
struct fenced {
    const char *from, *to;
    size_t indent;
    bool title;
};

static void consider(struct fenced *best, const struct fenced *b)
{
    if (b->title || (!best->title && b->to - b->from > best->to - best->from))
        *best = *b;
}

static struct fenced find_block(const char *s)
{
    struct fenced best = { 0 };
    struct fence f;

    while (*s) {
        struct fenced b;

        if (!is_fence(s, &f)) {
            s = next_line(s);
            continue;
        }
        b = (struct fenced){ .from = next_line(s), .indent = f.indent };
        for (s = b.from; *s && !closes(s, &f);)
            s = next_line(s);
        b.to = s;
        b.title = entry(b.from, b.to, "title", f.indent) != NULL;
        consider(&best, &b);
        s = next_line(s);
    }
    return best;
}

const char *author_file(struct arena *a, const char *reply)
{
    const char *end = reply + strlen(reply), *title, *name;
    struct fenced b = find_block(reply);

    if (b.from && b.title)
        return unindented(a, b.from, b.to, b.indent);
    title = entry(reply, end, "title", 0);
    name = entry(reply, end, "name", 0);
    if (title)
        return unindented(a, name && name < title ? name : title, end, 0);
    return b.from && b.to > b.from ? unindented(a, b.from, b.to, b.indent)
                                   : NULL;
}

/* ---- its name ---- */

const char *author_stem(struct arena *a, const char *file)
{
    const char *end = file + strlen(file);
    const char *text = entry(file, end, "name", 0), *stop;
    struct str out = str_in(a);

    if (!text)
        text = entry(file, end, "title", 0);
    stop = text ? line_end(text) : NULL;
    text = text ? text + strcspn(text, ":") + 1 : NULL;
    /* Of "group/word" the word. */
    for (const char *s = text; s < stop; s++)
        if (*s == '/')
            text = s + 1;
    for (; text < stop && out.n < STEM_MOST; text++) {
        if (is_letter(*text) || is_digit(*text))
            str_addc(&out, to_lower(*text));
        else if (out.n && out.s[out.n - 1] != '-')
            str_addc(&out, '-');
    }
    while (out.n && out.s[out.n - 1] == '-')
        out.s[--out.n] = '\0';
    return out.n ? str_get(&out) : "family";
}
