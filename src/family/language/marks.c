/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/marks.h"
#include "base/ascii.h"
#include "base/str.h"

#include <stdarg.h>
#include <string.h>

void script_place(const struct script *s, size_t at, size_t *line,
                  size_t *column)
{
    *line = *column = 1;
    for (size_t i = at < s->second ? 0 : s->second; i < at && i < s->n; i++) {
        bool ends = s->text[i] == '\n';
        bool inside = ((unsigned char)s->text[i] & 0xc0) == 0x80;

        *line += ends;
        *column = ends ? 1 : *column + !inside;
    }
}

/* Returns the path of the file that has the offset. */
static const char *script_path(const struct script *s, size_t at)
{
    return s->second_path && at >= s->second ? s->second_path : s->path;
}

bool script_fail(const struct script *s, size_t at, const char *fmt, ...)
{
    struct str cause = str_in(s->arena);
    size_t line, column;
    va_list ap;

    va_start(ap, fmt);
    str_addv(&cause, fmt, ap);
    va_end(ap);
    script_place(s, at, &line, &column);
    err_at(s->e, ERR_SYNTAX, line, column, "%s:%zu:%zu: %s", script_path(s, at),
           line, column, str_get(&cause));
    return false;
}

size_t script_skip(const struct script *s, size_t at, size_t end)
{
    bool begins = false; /* a line */

    for (;
         at < end && (is_space(s->text[at]) || (begins && s->text[at] == '#'));
         at++) {
        begins = begins || s->text[at] == '\n';
        if (s->text[at] == '#')
            while (at + 1 < end && s->text[at + 1] != '\n')
                at++;
    }
    return at;
}

/* ---- marks ---- */

bool marks_is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

static size_t skip_space(const struct formula_tokens *m, size_t at)
{
    const char *text = m->script->text;

    while (at < m->end && (is_space(text[at]) || text[at] == '#'))
        if (text[at] == '#')
            while (at < m->end && text[at] != '\n')
                at++;
        else
            at++;
    return at;
}

/* "2.5", but in "2..5" the number is 2. */
static size_t number_length(const struct formula_tokens *m, size_t at)
{
    const char *text = m->script->text;
    size_t i = at;

    while (i < m->end && is_digit(text[i]))
        i++;
    if (i + 1 < m->end && text[i] == '.' && is_digit(text[i + 1]))
        for (i++; i < m->end && is_digit(text[i]);)
            i++;
    return i - at;
}

static size_t sign_length(const struct formula_tokens *m, size_t at)
{
    static const char *const pairs[] = { "!=", "<=", ">=", ".." };
    const char *p = m->script->text + at;

    for (size_t i = 0; at + 1 < m->end && i < 4; i++)
        if (p[0] == pairs[i][0] && p[1] == pairs[i][1])
            return 2;
    return *p && strchr("+-*/^=<>()[]{},;:|?", *p) ? 1 : 0;
}

static bool read_text(struct formula_tokens *m, size_t at,
                      struct formula_token *t)
{
    const char *p = m->script->text + at + 1;
    const char *quote = memchr(p, '"', m->end - at - 1);

    if (!quote)
        return script_fail(m->script, at, "this quotation mark is not closed");
    *t = (struct formula_token){ MARK_TEXT, at + 1, (size_t)(quote - p) };
    return true;
}

static bool read_mark(struct formula_tokens *m, size_t from,
                      struct formula_token *t, size_t *end)
{
    size_t at = skip_space(m, from), n = 0;
    const char *text = m->script->text;

    *t = (struct formula_token){ MARK_END, at, 0 };
    *end = at;
    if (at >= m->end)
        return true;
    if (text[at] == '"') {
        if (!read_text(m, at, t))
            return false;
        *end = t->at + t->n + 1;
        return true;
    }
    if (is_letter(text[at])) {
        while (at + n < m->end && marks_is_word(text[at + n]))
            n++;
        t->kind = MARK_NAME;
    } else if (is_digit(text[at])) {
        n = number_length(m, at);
        t->kind = MARK_NUMBER;
    } else {
        n = sign_length(m, at);
        t->kind = MARK_SIGN;
    }
    if (n == 0)
        return script_fail(m->script, at,
                           "a formula cannot have the character \"%.*s\"",
                           (unsigned char)text[at] < 0x80 ? 1 : 0, text + at);
    t->n = n;
    *end = at + n;
    return true;
}

bool marks_next(struct formula_tokens *m)
{
    return read_mark(m, m->at, &m->now, &m->at);
}

bool marks_begin(struct formula_tokens *m, const struct script *s, size_t at,
                 size_t end)
{
    *m = (struct formula_tokens){ .script = s, .at = at, .end = end };
    return marks_next(m);
}

static bool same(const struct formula_tokens *m, struct formula_token t,
                 const char *text)
{
    return (t.kind == MARK_NAME || t.kind == MARK_SIGN) &&
           strlen(text) == t.n &&
           memcmp(m->script->text + t.at, text, t.n) == 0;
}

bool marks_is(const struct formula_tokens *m, const char *text)
{
    return same(m, m->now, text);
}

bool marks_then(const struct formula_tokens *m, const char *sign)
{
    size_t at = skip_space(m, m->at), n = strlen(sign);

    return at + n <= m->end && memcmp(m->script->text + at, sign, n) == 0;
}

const char *marks_text(const struct formula_tokens *m, struct formula_token t)
{
    return arena_strndup(m->script->arena, m->script->text + t.at, t.n);
}
