/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cutting prose into pieces. One pass from left to right: at a character that
 * may open a piece, look for its end; if there is none, the character belongs
 * to the words.
 */
#include "text/prose.h"
#include "base/ascii.h"
#include "text/span.h"

#include <string.h>

static bool prose_is_at(const char *p, const char *end, const char *what)
{
    size_t n = strlen(what);

    return (size_t)(end - p) >= n && memcmp(p, what, n) == 0;
}

/* Returns where `what` begins next, or NULL if it does not. */
static const char *prose_find(const char *p, const char *end, const char *what)
{
    for (; p < end; p++)
        if (prose_is_at(p, end, what))
            return p;
    return NULL;
}

/* ---- pieces ---- */

enum prose_gap prose_gap(const char **p, const char *end)
{
    const char *q = *p;
    int lines = 0;

    for (; q < end && is_space(*q); q++)
        lines += *q == '\n';
    *p = q;
    if (lines > 1)
        return GAP_PARAGRAPH;
    if (lines == 1 && !(q < end && *q >= 'a' && *q <= 'z'))
        return GAP_LINE;
    return GAP_SPACE;
}

size_t prose_group(const char *p, const char *end)
{
    const char *start = p;
    size_t depth = 0;

    if (p >= end || *p != '{')
        return 0;
    if (end - p > PROSE_GROUP_MAX)
        end = p + PROSE_GROUP_MAX;
    for (; p < end; p++) {
        if (*p == '\\' && end - p > 1)
            p++;
        else if (*p == '{')
            depth++;
        else if (*p == '}' && --depth == 0)
            return (size_t)(p - start) + 1;
    }
    return 0;
}

size_t prose_word(const char *p, const char *end)
{
    size_t n = 0;

    if (p >= end || *p != '\\')
        return 0;
    for (p++; p < end && is_letter(*p); p++)
        n++;
    return n;
}

/* ---- is it mathematics? ---- */

bool prose_listed(const char *names, const char *s, size_t n)
{
    return span_is_one((struct span){ s, n }, names);
}

/* Names that mathematics is written with even without a backslash. */
static bool prose_is_function(const char *s, size_t n)
{
    return prose_listed(
        " sin cos tan cot sec csc log ln exp max min mod gcd lcm "
        "lim det deg arcsin arccos arctan sinh cosh tanh ",
        s, n);
}

/* Skip one thing that is no plain word: a control word with the group behind
 * it, a script with its group, or any other character. */
static const char *prose_skip(const char *p, const char *end)
{
    size_t word = prose_word(p, end);

    if (word)
        p += 1 + word;
    else
        p += *p == '\\' && end - p > 1 ? 2 : 1;
    return p + prose_group(p, end);
}

/* What a stretch between dollars looks like. */
struct look {
    bool words;    /* a plain word of two letters or more */
    bool sentence; /* two of them side by side, one in small letters */
    bool signs;    /* \ ^ _ = */
};

static struct look prose_look_at(const char *p, const char *end)
{
    struct look l = { 0 };
    bool before = false, small = false; /* of the plain word just passed */

    while (p < end) {
        const char *q = p;
        bool low = true;

        for (; q < end && is_letter(*q); q++)
            low = low && *q >= 'a';
        if (q - p >= 2) {
            bool known = prose_is_function(p, (size_t)(q - p));

            l.words = l.words || !known;
            low = low && !known;
            l.sentence = l.sentence || (before && (low || small));
            before = true;
            small = low;
            p = q;
            continue;
        }
        if (q == p && *p != ',' && *p != '.' && !is_space(*p))
            before = false;
        l.signs = l.signs || strchr("\\^_=", *p) != NULL;
        p = q > p ? q : prose_skip(p, end);
    }
    return l;
}

/* Does p[0..n), between two single dollars, read like a formula? */
static bool prose_is_formula(const char *p, size_t n, const char *end)
{
    const char *close = p + n;
    struct look l = prose_look_at(p, close);

    if (n == 0 || l.sentence || (end - close > 1 && is_digit(close[1])))
        return false;
    if (is_space(p[0]) != is_space(close[-1]))
        return l.signs && !l.words;
    return !is_space(p[0]) || l.signs || !l.words;
}

/* How far to go past a character that opens no piece. Words in a group of
 * their own (\textbf{$x$ and $y$}) stay together, with what is in it. */
static size_t prose_step(const char *p, const char *end)
{
    static const char styles[] = " text textbf textit textrm textsf texttt "
                                 "textsc emph mbox fbox underline centerline ";
    size_t n = prose_word(p, end), group;

    if (*p != '\\' || end - p < 2)
        return 1;
    if (!n)
        return 2;
    group = prose_group(p + 1 + n, end);
    return 1 + n + (prose_listed(styles, p + 1, n) ? group : 0);
}

/* The next dollar in this paragraph that no backslash precedes, outside
 * groups of words. */
static const char *prose_next_dollar(const char *p, const char *end)
{
    bool newline = false;

    for (; p < end; p += prose_step(p, end)) {
        if (*p == '$')
            return p;
        if (*p == '\n' && newline)
            return NULL;
        newline = *p == '\n' || (newline && is_space(*p));
    }
    return NULL;
}

/* ---- fences ---- */

struct fence {
    const char *open, *close;
    enum piece_kind kind;
    bool whole; /* the piece keeps its delimiters */
};

static const struct fence fences[] = {
    { "$$", "$$", PIECE_DISPLAY, false },
    { "\\[", "\\]", PIECE_DISPLAY, false },
    { "\\(", "\\)", PIECE_INLINE, false },
    { "[asy]", "[/asy]", PIECE_CODE, false },
    { "\\begin{tabular}", "\\end{tabular}", PIECE_TABLE, true },
    { "\\begin{align}", "\\end{align}", PIECE_DISPLAY, true },
    { "\\begin{align*}", "\\end{align*}", PIECE_DISPLAY, true },
    { "\\begin{aligned}", "\\end{aligned}", PIECE_DISPLAY, true },
    { "\\begin{array}", "\\end{array}", PIECE_DISPLAY, true },
    { "\\begin{eqnarray}", "\\end{eqnarray}", PIECE_DISPLAY, true },
    { "\\begin{eqnarray*}", "\\end{eqnarray*}", PIECE_DISPLAY, true },
    { "\\begin{equation}", "\\end{equation}", PIECE_DISPLAY, true },
    { "\\begin{equation*}", "\\end{equation*}", PIECE_DISPLAY, true },
    { "\\begin{gather}", "\\end{gather}", PIECE_DISPLAY, true },
    { "\\begin{gather*}", "\\end{gather*}", PIECE_DISPLAY, true },
    { "\\begin{multline}", "\\end{multline}", PIECE_DISPLAY, true },
    { "\\begin{multline*}", "\\end{multline*}", PIECE_DISPLAY, true },
};

/* Read the piece that fence i opens at p. Returns where it ends, or NULL if it
 * does not end. A fence once found without its end has none further on either:
 * r->open_ended keeps the search linear. */
static const char *fenced(struct prose *r, size_t i, const char *p,
                          struct piece *out)
{
    const struct fence *f = &fences[i];
    const char *start = p + strlen(f->open), *q;

    if (r->open_ended & 1u << i || !prose_is_at(p, r->end, f->open))
        return NULL;
    q = prose_find(start, r->end, f->close);
    if (!q) {
        r->open_ended |= 1u << i;
        return NULL;
    }
    out->kind = f->kind;
    out->s = f->whole ? p : start;
    out->n = (size_t)(q - out->s) + (f->whole ? strlen(f->close) : 0);
    return q + strlen(f->close);
}

static const char *prose_dollars(const char *p, const char *end,
                                 struct piece *out)
{
    const char *q = prose_next_dollar(p + 1, end);

    if (!q || !prose_is_formula(p + 1, (size_t)(q - p - 1), end))
        return NULL;
    *out = (struct piece){ PIECE_INLINE, p + 1, (size_t)(q - p - 1) };
    return q + 1;
}

/* Read the piece that opens at p. Returns where it ends, or NULL if none opens.
 */
static const char *opened(struct prose *r, const char *p, struct piece *out)
{
    const char *q = NULL;

    if (*p != '$' && *p != '\\' && *p != '[')
        return NULL;
    for (size_t i = 0; !q && i < sizeof(fences) / sizeof(fences[0]); i++) {
        q = fenced(r, i, p, out);
        if (q && out->n == 0)
            q = NULL; /* $$ alone is two dollars */
    }
    return q || *p != '$' ? q : prose_dollars(p, r->end, out);
}

void prose_open(struct prose *r, const char *text, size_t n)
{
    *r = (struct prose){ text, text + n, 0 };
}

bool prose_next(struct prose *r, struct piece *out)
{
    const char *p = r->p, *after = NULL;
    struct piece s = { 0 };

    if (p >= r->end)
        return false;
    while (p < r->end && !(after = opened(r, p, &s)))
        p += prose_step(p, r->end);
    if (p > r->p) {
        *out = (struct piece){ PIECE_WORDS, r->p, (size_t)(p - r->p) };
        r->p = p;
        return true;
    }
    *out = s;
    r->p = after;
    return true;
}
