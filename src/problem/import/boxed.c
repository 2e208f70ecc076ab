/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/import/boxed.h"
#include "base/ascii.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>
#include <string.h>

/*
 * The finder keeps the depth of braces and a stack of the boxes that are open;
 * it never looks back, so a megabyte of "\boxed{" costs one pass.
 */

struct open_box {
    size_t depth; /* inside the box */
    size_t index; /* in finder.boxes */
};

struct finder {
    const char *text;
    size_t at; /* where the reading stands */
    size_t depth;
    struct vec boxes; /* of struct boxed; `after` is 0 while open */
    struct vec open;  /* of struct open_box; n is the stack's height */
};

static bool is_box_word(const char *s, size_t n)
{
    return (n == 5 && memcmp(s, "boxed", 5) == 0) ||
           (n == 4 && memcmp(s, "fbox", 4) == 0);
}

#define BARE_MOST 200 /* looking further for each box would cost a square */

/* The end of what a box without braces holds: the end of the formula if it
 * ends soon and on this line, else the end of the word. */
static size_t boxed_bare_end(const char *s)
{
    size_t i, word = 0;

    for (i = 0; i < BARE_MOST && s[i] && s[i] != '\n'; i++) {
        if (s[i] == '$')
            return i;
        if (s[i] == '\\' && (s[i + 1] == ']' || s[i + 1] == ')'))
            return i;
        if (!word && is_space(s[i]))
            word = i;
    }
    return word ? word : i;
}

static void add_bare(struct finder *f, size_t at, size_t start)
{
    struct boxed *b = vec_push(&f->boxes);
    size_t n = boxed_bare_end(f->text + start);

    *b = (struct boxed){ f->text + start, n, at, start + n };
    while (b->n && strchr(" \t.,;", b->s[b->n - 1]))
        b->n--;
    if (!b->n)
        f->boxes.n--;
}

/* A backslash: a command word, which may be a box, or one character. */
static void boxed_read_command(struct finder *f)
{
    const char *s = f->text;
    size_t at = f->at, start = at + 1, n = 0;

    while (is_letter(s[start + n]))
        n++;
    f->at = start + n;
    if (n == 0) {
        f->at += s[start] != '\0';
        return;
    }
    if (!is_box_word(s + start, n))
        return;
    while (is_space(s[f->at]))
        f->at++;
    if (s[f->at] != '{') {
        add_bare(f, at, f->at);
        return;
    }
    f->at++;
    f->depth++;
    *(struct boxed *)vec_push(&f->boxes) =
        (struct boxed){ .s = s + f->at, .at = at };
    *(struct open_box *)vec_push(&f->open) =
        (struct open_box){ f->depth, f->boxes.n - 1 };
}

static void boxed_close_brace(struct finder *f)
{
    struct open_box *top;
    struct boxed *b;

    f->at++;
    if (f->depth == 0)
        return;
    f->depth--;
    if (f->open.n == 0)
        return;
    top = vec_at(&f->open, f->open.n - 1);
    if (top->depth != f->depth + 1)
        return;
    b = vec_at(&f->boxes, top->index);
    b->after = f->at;
    b->n = (size_t)(f->text + f->at - 1 - b->s);
    f->open.n--;
}

size_t boxed_find(struct arena *a, const char *text, struct boxed **out)
{
    struct finder f = { .text = text };
    struct boxed *b;
    size_t n = 0;

    f.boxes = vec_in(a, sizeof(struct boxed));
    f.open = vec_in(a, sizeof(struct open_box));
    while (text[f.at]) {
        if (text[f.at] == '\\') {
            boxed_read_command(&f);
        } else if (text[f.at] == '}') {
            boxed_close_brace(&f);
        } else {
            f.depth += text[f.at] == '{';
            f.at++;
        }
    }
    b = f.boxes.items;
    for (size_t i = 0; i < f.boxes.n; i++)
        if (b[i].after)
            b[n++] = b[i];
    *out = b;
    return n;
}

static const char *contents(struct arena *a, const struct boxed *b)
{
    const char *s = str_trim(a, arena_strndup(a, b->s, b->n));

    return *s ? s : NULL;
}

const char *boxed_last(struct arena *a, const char *text)
{
    struct boxed *b;
    size_t n = boxed_find(a, text, &b);

    return n ? contents(a, &b[n - 1]) : NULL;
}

/* Skip a name and its sign of equality, the "x = " of "and $x = \boxed{2}$". */
static size_t skip_name(const char *s, size_t n)
{
    size_t i = 0;

    while (i < n && (is_letter(s[i]) || is_space(s[i])))
        i++;
    return i < n && s[i] == '=' ? i + 1 : 0;
}

/* Is the text between two boxes nothing but "and"? */
static bool is_and(const char *s, size_t n)
{
    static const char filler[] = " \t\r\n$,{}";
    bool met = false;

    if (n > 40)
        return false;
    for (size_t i = 0; i < n;) {
        if (s[i] && strchr(filler, s[i]))
            i++;
        else if (n - i >= 5 && memcmp(s + i, "\\text", 5) == 0)
            i += 5;
        else if (!met && n - i >= 3 && memcmp(s + i, "and", 3) == 0)
            met = true, i += 3;
        else if (met && skip_name(s + i, n - i))
            i += skip_name(s + i, n - i);
        else
            return false;
    }
    return met;
}

const char *boxed_answer(struct arena *a, const char *text)
{
    struct str out = str_in(a);
    struct boxed *b;
    size_t n = boxed_find(a, text, &b), first;
    const char *part;

    if (n == 0)
        return NULL;
    first = n - 1;
    while (first && b[first - 1].after <= b[first].at &&
           is_and(text + b[first - 1].after, b[first].at - b[first - 1].after))
        first--;
    for (size_t i = first; i < n; i++) {
        part = contents(a, &b[i]);
        if (!part)
            return contents(a, &b[n - 1]);
        str_add(&out, i > first ? ", " : "");
        str_add(&out, part);
    }
    return str_get(&out);
}

const char *hashes_last(struct arena *a, const char *text, size_t *at)
{
    const char *mark = strstr(text, "####"), *next, *s;

    if (!mark)
        return NULL;
    while ((next = strstr(mark + 4, "####")))
        mark = next;
    *at = (size_t)(mark - text);
    mark += strspn(mark, "#");
    s = str_trim(a, arena_strndup(a, mark, strcspn(mark, "\n")));
    return *s ? s : NULL;
}
