/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/prose/markdown.h"
#include "base/ascii.h"
#include "text/prose.h"

#include <string.h>

#define DEPTH 8 /* of \textbf{\emph{...}} */

struct markdown {
    struct str *out;
    size_t indent;
    bool flat;          /* all on one line */
    bool fresh;         /* nothing stands on this line */
    bool waiting;       /* `gap` is still to be written */
    bool alone;         /* what came last has its lines for itself */
    enum prose_gap gap; /* the widest since the last word */
};

static void text(struct markdown *m, const char *s, size_t n, int depth);

static void new_line(struct markdown *m)
{
    str_addc(m->out, '\n');
    for (size_t i = 0; i < m->indent; i++)
        str_addc(m->out, ' ');
    m->fresh = true;
}

static void problem_markdown_hold(struct markdown *m, enum prose_gap gap)
{
    if (!m->waiting || gap > m->gap)
        m->gap = gap;
    m->waiting = true;
}

/* Something is about to be written: first the gap before it. */
static void problem_markdown_flush(struct markdown *m)
{
    bool wide = m->waiting && m->gap == GAP_PARAGRAPH && !m->flat;
    bool line = m->waiting && m->gap == GAP_LINE && !m->flat;

    if (!m->fresh && wide)
        str_addc(m->out, '\n');
    else if (!m->fresh && line && !m->alone)
        str_add(m->out, "  "); /* a line break */
    if (!m->fresh && (wide || line || m->alone))
        new_line(m);
    else if (!m->fresh && m->waiting)
        str_addc(m->out, ' ');
    m->waiting = m->alone = false;
}

/* ---- words ---- */

/* Does a character need a backslash wherever it stands? */
static bool is_special(const char *p, const char *end)
{
    char next = end - p > 1 ? p[1] : '\0';

    if (strchr("*_`<$", *p))
        return true;
    if (*p == '~')
        return next == '~';
    if (*p == '&')
        return is_letter(next) || next == '#';
    return *p == '\\' && next > ' ' && !is_letter(next) && !is_digit(next);
}

/* Write what would begin a heading, a list or a quotation so that it does
 * not; returns how many characters were written. */
static size_t line_start(struct markdown *m, const char *p, const char *end)
{
    const char *q = p;

    while (q < end && is_digit(*q))
        q++;
    if (q > p && q < end && (*q == '.' || *q == ')')) {
        str_addn(m->out, p, (size_t)(q - p));
        str_addf(m->out, "\\%c", *q);
        return (size_t)(q - p) + 1;
    }
    if (!strchr("#>+-=", *p))
        return 0;
    str_addf(m->out, "\\%c", *p);
    return 1;
}

/* \textbf{...} and \emph{...}; other styles lose theirs. */
static const char *problem_markdown_styled(struct markdown *m, const char *p,
                                           const char *end, int depth)
{
    static const char *const styles[][2] = {
        { "textbf", "**" }, { "emph", "*" },  { "textit", "*" },
        { "text", "" },     { "textrm", "" }, { "mbox", "" },
    };
    size_t n = prose_word(p, end), group = prose_group(p + 1 + n, end);

    for (size_t i = 0; depth < DEPTH && group && i < 6; i++) {
        if (strlen(styles[i][0]) != n || memcmp(styles[i][0], p + 1, n) != 0)
            continue;
        problem_markdown_flush(m);
        m->fresh = false;
        str_add(m->out, styles[i][1]);
        text(m, p + 2 + n, group - 2, depth + 1);
        str_add(m->out, styles[i][1]);
        return p + 1 + n + group;
    }
    return NULL;
}

/* LaTeX's escapes and line breaks in words: where the text goes on. */
static const char *control(struct markdown *m, const char *p, const char *end,
                           int depth)
{
    if (end - p < 2)
        return NULL;
    if (p[1] == '\\') {
        problem_markdown_hold(m, GAP_LINE);
        return p + 2;
    }
    if (strchr("%&#_{}$", p[1])) {
        problem_markdown_flush(m);
        if (is_special(p + 1, end))
            str_addc(m->out, '\\');
        str_addc(m->out, p[1]);
        m->fresh = false;
        return p + 2;
    }
    return prose_word(p, end) ? problem_markdown_styled(m, p, end, depth)
                              : NULL;
}

static void problem_markdown_words(struct markdown *m, const char *p,
                                   const char *end, int depth)
{
    while (p < end) {
        const char *after = *p == '\\' ? control(m, p, end, depth) : NULL;
        size_t n = 0;

        if (after) {
            p = after;
            continue;
        }
        if (is_space(*p)) {
            problem_markdown_hold(m, prose_gap(&p, end));
            continue;
        }
        problem_markdown_flush(m);
        if (m->fresh)
            n = line_start(m, p, end);
        if (n == 0 && end - p > 1 && p[0] == ']' && p[1] == '(') {
            str_add(m->out, "]&#40;"); /* no link: \( would open a formula */
            n = 2;
        }
        if (n == 0) {
            if (is_special(p, end))
                str_addc(m->out, '\\');
            str_addc(m->out, (unsigned char)*p < ' ' ? ' ' : *p);
            n = 1;
        }
        m->fresh = false;
        p += n;
    }
}

/* ---- pieces ---- */

static bool problem_markdown_is_blank(const char *s, size_t n)
{
    while (n && is_space(s[n - 1]))
        n--;
    return n == 0;
}

/* A formula on one line: an empty line inside would end it. */
static void write_math(struct markdown *m, const char *p, size_t n)
{
    const char *end = p + n;

    while (p < end && is_space(*p))
        p++;
    while (end > p && is_space(end[-1]))
        end--;
    while (p < end) {
        if (is_space(*p)) {
            prose_gap(&p, end);
            str_addc(m->out, ' ');
        } else {
            str_addc(m->out, *p++);
        }
    }
}

/* A display and code begin a line of their own. */
static void own_line(struct markdown *m)
{
    m->waiting = false;
    if (!m->fresh)
        new_line(m);
    m->fresh = false;
    m->alone = true;
}

static void problem_markdown_formula(struct markdown *m, const struct piece *s)
{
    bool display = s->kind == PIECE_DISPLAY && !m->flat;

    if (problem_markdown_is_blank(s->s, s->n))
        return;
    if (display)
        own_line(m);
    else
        problem_markdown_flush(m);
    m->fresh = false;
    str_add(m->out, display ? "$$" : "$");
    write_math(m, s->s, s->n);
    str_add(m->out, display ? "$$" : "$");
}

/* Code, and tables that are none in Markdown, as they were typed. */
static void problem_markdown_code(struct markdown *m, const struct piece *s)
{
    const char *p = s->s, *end = s->s + s->n;

    if (m->flat) {
        problem_markdown_words(m, p, end, DEPTH);
        return;
    }
    while (end > p && is_space(end[-1]))
        end--;
    while (p < end && *p == '\n')
        p++;
    own_line(m);
    str_add(m->out, "````");
    new_line(m);
    for (; p < end; p++) {
        if (*p == '\n')
            new_line(m);
        else
            str_addc(m->out, *p);
    }
    new_line(m);
    str_add(m->out, "````");
    m->fresh = false;
}

static void text(struct markdown *m, const char *s, size_t n, int depth)
{
    struct prose r;
    struct piece piece;

    prose_open(&r, s, n);
    while (prose_next(&r, &piece)) {
        switch (piece.kind) {
        case PIECE_WORDS:
            problem_markdown_words(m, piece.s, piece.s + piece.n, depth);
            break;
        case PIECE_INLINE:
        case PIECE_DISPLAY: problem_markdown_formula(m, &piece); break;
        case PIECE_TABLE:
        case PIECE_CODE: problem_markdown_code(m, &piece); break;
        }
    }
}

void markdown_prose(struct str *out, const char *s, size_t indent)
{
    struct markdown m = { .out = out, .indent = indent, .fresh = true };
    size_t n = strlen(s);

    while (n && is_space(s[n - 1]))
        n--;
    text(&m, s, n, 0);
}

void markdown_line(struct str *out, const char *s)
{
    struct markdown m = { .out = out, .flat = true };

    text(&m, s, strlen(s), 0);
}

void markdown_formula(struct str *out, const char *latex)
{
    struct markdown m = { .out = out, .flat = true };
    size_t n = strlen(latex);

    for (; n > 2 && latex[0] == '$' && latex[n - 1] == '$'; n -= 2)
        latex++;
    problem_markdown_formula(&m, &(struct piece){ PIECE_INLINE, latex, n });
}
