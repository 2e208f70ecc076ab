/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Formulas, read and written again. TeX reads a formula as nested lists; so
 * does this file, and it keeps for each list what TeX would complain about:
 * scripts already given, an \over already used, the place in a row. Every
 * argument is written in braces, so that what follows a command cannot be
 * taken for something else.
 */
#include "base/ascii.h"
#include "problem/prose/tex.h"
#include "problem/prose/tex_list.h"
#include "problem/prose/tex_parts.h"
#include "text/prose.h"

#include <string.h>

static bool read_command(struct math *m, struct tex_list *l);

bool math_at(const struct math *m, const char *what)
{
    size_t n = strlen(what);

    return (size_t)(m->end - m->p) >= n && memcmp(m->p, what, n) == 0;
}

void math_space(struct math *m)
{
    while (m->p < m->end && is_space(*m->p))
        m->p++;
}

void math_add(struct math *m, const char *s)
{
    str_add(m->out, s);
    m->word = false;
}

/* A new atom: scripts may follow it. */
void math_atom(struct tex_list *l)
{
    l->sup = l->sub = l->op = l->row = l->cell = false;
}

/* ---- arguments ---- */

/* The rest of a list and what closes it. */
static bool read_until(struct math *m, enum stop stop, const char *close)
{
    struct tex_list inner = { .stop = stop };

    if (m->depth >= TEX_DEPTH)
        return false;
    m->depth++;
    if (!math_list(m, &inner) || !math_at(m, close))
        return false;
    m->depth--;
    m->p += strlen(close);
    m->over = inner.infix;
    return true;
}

/* Braces around what was written from `at` on. */
static void brace_from(struct math *m, size_t at)
{
    str_addc(m->out, '}');
    str_addc(m->out, '}');
    memmove(m->out->s + at + 1, m->out->s + at, m->out->n - 2 - at);
    m->out->s[at] = '{';
}

/* One argument, written in braces: a group, a command, a character. */
bool math_arg(struct math *m)
{
    struct tex_list one = { .stop = STOP_ONE };
    size_t at;
    bool ok;

    math_space(m);
    if (m->p >= m->end)
        return false;
    math_add(m, "{");
    at = m->out->n;
    m->over = false;
    if (*m->p == '{') {
        m->p++;
        ok = read_until(m, STOP_BRACE, "}");
        if (ok && m->over)
            brace_from(m, at); /* \frac is an \over itself */
    } else if (*m->p == '\\') {
        ok = m->depth++ < TEX_DEPTH && read_command(m, &one);
        m->depth--;
    } else {
        ok = !strchr("}&$^_~", *m->p);
        if (ok)
            m->p += tex_char(m->out, m->p, (size_t)(m->end - m->p), true);
    }
    math_add(m, "}");
    return ok;
}

/* An argument in words, in the style of that name. */
static bool read_text_arg(struct math *m, const char *name, size_t name_n)
{
    size_t n;

    math_space(m);
    n = prose_group(m->p, m->end);
    if (m->p >= m->end || m->depth >= TEX_DEPTH || (!n && !is_letter(*m->p)))
        return false;
    str_addf(m->out, "\\text{%s", tex_style(name, name_n));
    tex_text(m->out, n ? m->p + 1 : m->p, n ? n - 2 : 1, TEX_LINE,
             m->depth + 1);
    math_add(m, "}");
    m->p += n ? n : 1;
    return true;
}

static bool read_option_arg(struct math *m)
{
    bool before = m->index;

    math_space(m);
    if (m->p >= m->end || *m->p != '[')
        return true;
    m->p++;
    m->index = true;
    math_add(m, "[{");
    if (!read_until(m, STOP_BRACKET, "]"))
        return false;
    math_add(m, "}]");
    m->index = before;
    return true;
}

static bool read_delimiter(struct math *m)
{
    const char *as;
    size_t n;

    math_space(m);
    n = prose_word(m->p, m->end);
    if (n) {
        if (tex_word_find(m->p + 1, n, &as) != TEX_DELIMITER)
            return false;
        n++;
    } else if (math_at(m, "\\{") || math_at(m, "\\}") || math_at(m, "\\|")) {
        n = 2;
    } else if (m->p < m->end && strchr("()[]|/.<>", *m->p)) {
        n = 1;
    } else {
        return false;
    }
    str_addn(m->out, m->p, n);
    m->word = n > 2;
    m->p += n;
    return true;
}

/* ---- commands ---- */

static bool read_left(struct math *m)
{
    math_add(m, "\\left");
    if (!read_delimiter(m) || !read_until(m, STOP_RIGHT, "\\right"))
        return false;
    math_add(m, "\\right");
    return read_delimiter(m);
}

/* \root 3 \of x */
static bool read_root(struct math *m)
{
    bool before = m->index;

    m->index = true;
    math_add(m, "\\sqrt[{");
    if (!read_until(m, STOP_OF, "\\of"))
        return false;
    math_add(m, "}]");
    m->index = before;
    return math_arg(m);
}

/* A length of any kind becomes a small space. */
static void read_length(struct math *m)
{
    if (m->p < m->end && *m->p == '*')
        m->p++;
    m->p = tex_skip_arg(m->p, m->end);
    math_add(m, "\\;");
}

static bool read_limits(struct math *m, struct tex_list *l, const char *name)
{
    if (l->op) {
        str_addf(m->out, "\\%s", name);
        m->word = true;
    }
    return true;
}

/* The commands with rules of their own. */
static bool read_special(struct math *m, struct tex_list *l, const char *name,
                         const char *start)
{
    if (strcmp(name, "limits") == 0 || strcmp(name, "nolimits") == 0)
        return read_limits(m, l, name);
    if (strcmp(name, "cr") == 0 || strcmp(name, "newline") == 0)
        return math_row_end(m, l);
    if (strcmp(name, "hline") == 0 || strcmp(name, "cline") == 0)
        return math_rule(m, l, name);
    if (strcmp(name, "multicolumn") == 0)
        return math_multicolumn(m, l);
    math_atom(l);
    if (strcmp(name, "left") == 0)
        return read_left(m);
    if (strcmp(name, "root") == 0)
        return read_root(m);
    if (strcmp(name, "begin") == 0)
        return math_environment(m, start);
    if (strcmp(name, "substack") == 0)
        return math_substack(m);
    if (strcmp(name, "middle") == 0 && l->stop == STOP_RIGHT) {
        math_add(m, "\\middle");
        return read_delimiter(m);
    }
    if (strcmp(name, "tag") == 0 || strcmp(name, "intertext") == 0) {
        math_add(m, "\\quad");
        return read_text_arg(m, name, strlen(name));
    }
    if (strcmp(name, "hspace") == 0 || strcmp(name, "mspace") == 0) {
        read_length(m);
        return true;
    }
    if (strcmp(name, "rule") == 0) {
        m->p = tex_skip_arg(tex_skip_arg(m->p, m->end), m->end);
        math_add(m, "\\underline{\\qquad}");
        return true;
    }
    str_addf(m->out, "\\%s", name);
    m->word = true;
    if (strcmp(name, "sqrt") == 0 || name[0] == 'x') /* \xrightarrow */
        return read_option_arg(m) && math_arg(m);
    l->op = strcmp(name, "mathop") == 0 || strcmp(name, "operatorname") == 0;
    if (l->op && m->p < m->end && *m->p == '*')
        m->p++;
    return l->op && math_arg(m); /* \right, \end: not in their place */
}

/* A control word whose class needs no rule of its own. */
static bool read_word(struct math *m, struct tex_list *l, enum tex_word class,
                      const char *as)
{
    if (class == TEX_DROP)
        return true;
    if (class == TEX_DROP1 || class == TEX_DROP2) {
        m->p = tex_skip_arg(m->p, m->end);
        if (class == TEX_DROP2)
            m->p = tex_skip_arg(m->p, m->end);
        return true;
    }
    if (class == TEX_INFIX && (l->infix || l->stop == STOP_ONE))
        return false;
    math_atom(l);
    l->infix = l->infix || class == TEX_INFIX;
    l->op = class == TEX_OPERATOR;
    if (class == TEX_TEXT)
        return read_text_arg(m, as + 1, strlen(as) - 1);
    str_add(m->out, as);
    m->word = as[0] == '\\' && is_letter(as[strlen(as) - 1]);
    if (class == TEX_BIG)
        return read_delimiter(m);
    if (class == TEX_ARG1 || class == TEX_ARG2)
        return math_arg(m) && (class == TEX_ARG1 || math_arg(m));
    return true;
}

/* A backslash and one character that is no letter. */
static bool read_control_symbol(struct math *m, struct tex_list *l)
{
    char c = m->p + 1 < m->end ? m->p[1] : '\0';

    if (!c)
        return false;
    m->p += 2;
    if (c == '\\')
        return math_row_end(m, l);
    if (is_space(c))
        c = ' ';
    if (!strchr(" {}|,;:!%$#&_>/", c))
        return false;
    math_atom(l);
    str_addf(m->out, "\\%c", c);
    m->word = false;
    return true;
}

static bool read_command(struct math *m, struct tex_list *l)
{
    size_t n = prose_word(m->p, m->end);
    const char *start = m->p, *as = NULL;
    char name[32] = "\\";
    enum tex_word class;

    if (!n)
        return read_control_symbol(m, l);
    class = tex_word_find(m->p + 1, n, &as);
    if (class == TEX_UNKNOWN || n + 2 > sizeof(name))
        return false;
    memcpy(name + 1, m->p + 1, n);
    name[n + 1] = '\0';
    m->p += 1 + n;
    if (class == TEX_SPECIAL)
        return read_special(m, l, name + 1, start);
    return read_word(m, l, class, as ? as : name);
}

/* ---- lists ---- */

static bool read_script(struct math *m, struct tex_list *l)
{
    char c = *m->p++;
    bool *seen = c == '^' ? &l->sup : &l->sub;
    bool prime = m->out->n && m->out->s[m->out->n - 1] == '\'';

    if (*seen && !(c == '^' && prime)) {
        math_add(m, "{}"); /* an atom of its own: TeX refuses a second script */
        l->sup = l->sub = false;
    }
    *seen = true;
    l->op = l->row = l->cell = false;
    str_addc(m->out, c);
    return math_arg(m);
}

static bool read_prime(struct math *m, struct tex_list *l)
{
    bool prime = m->out->n && m->out->s[m->out->n - 1] == '\'';

    m->p++;
    if (l->sup && !prime) {
        math_add(m, "{}");
        l->sub = false;
    }
    l->sup = true;
    l->op = l->row = l->cell = false;
    math_add(m, "'");
    return true;
}

static void read_character(struct math *m, struct tex_list *l)
{
    size_t at = m->out->n;

    if (m->word && is_letter(*m->p))
        str_addc(m->out, ' ');
    math_atom(l);
    m->p += tex_char(m->out, m->p, (size_t)(m->end - m->p), true);
    m->word = false;
    /* A superscript character has used up its script. */
    l->sup = l->sub = m->out->n - at > 2 && m->out->s[at] == '{';
}

static bool read_item(struct math *m, struct tex_list *l)
{
    switch (*m->p) {
    case '\\': return read_command(m, l);
    case '^':
    case '_': return read_script(m, l);
    case '\'': return read_prime(m, l);
    case '&': return math_tab(m, l);
    case '}':
    case '$': return false;
    case '{':
        m->p++;
        math_atom(l);
        math_add(m, "{");
        if (!read_until(m, STOP_BRACE, "}"))
            return false;
        math_add(m, "}");
        return true;
    default: read_character(m, l); return true;
    }
}

static bool is_over(const struct math *m, enum stop stop)
{
    switch (stop) {
    case STOP_BRACE: return *m->p == '}';
    case STOP_BRACKET: return *m->p == ']';
    case STOP_RIGHT:
        return math_at(m, "\\right") && prose_word(m->p, m->end) == 5;
    case STOP_OF: return math_at(m, "\\of") && prose_word(m->p, m->end) == 2;
    case STOP_ROWS: return math_at(m, "\\end{");
    default: return false;
    }
}

bool math_list(struct math *m, struct tex_list *l)
{
    while (m->p < m->end) {
        if (is_space(*m->p)) {
            math_space(m);
            math_add(m, " ");
            continue;
        }
        if (is_over(m, l->stop))
            return true;
        if (!read_item(m, l))
            return false;
    }
    return l->stop == STOP_END;
}

/* ---- the way in ---- */

bool tex_math(struct str *out, const char *s, size_t n, int depth)
{
    struct str text = { 0 };
    struct math m = { .p = s, .end = s + n, .out = &text, .depth = depth };
    struct tex_list top = { .stop = STOP_END };
    bool ok = math_list(&m, &top);

    if (ok && m.rows)
        str_addf(out, "\\begin{aligned}{}%s\\end{aligned}", str_get(&text));
    else if (ok)
        str_add(out, str_get(&text));
    str_clear(&text);
    return ok;
}

#define STRAY_MAX 1000 /* bytes: every word of a text may be tried */

size_t tex_math_stray(struct str *out, const char *s, size_t n, int depth)
{
    struct str text = { 0 };
    size_t most = n < STRAY_MAX ? n : STRAY_MAX;
    struct math m = { .p = s, .end = s + most, .out = &text, .depth = depth };
    struct tex_list one = { .stop = STOP_ONE };
    bool ok = prose_word(s, s + n) && read_command(&m, &one) && text.n;

    while (ok && m.p < m.end && (*m.p == '^' || *m.p == '_'))
        ok = read_script(&m, &one);
    if (ok)
        str_addf(out, "$%s$", str_get(&text));
    str_clear(&text);
    return ok ? (size_t)(m.p - s) : 0;
}

void tex_formula(struct str *out, const char *latex)
{
    size_t n = strlen(latex);

    while (n && is_space(latex[n - 1]))
        n--;
    for (; n && is_space(*latex); n--)
        latex++;
    for (; n > 2 && latex[0] == '$' && latex[n - 1] == '$'; n -= 2)
        latex++;
    str_addc(out, '$');
    if (n && tex_math(out, latex, n, 0) && out->s[out->n - 1] != '$') {
        str_addc(out, '$');
        return;
    }
    out->s[--out->n] = '\0';
    tex_plain(out, latex, n);
}
