/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables of words: \begin{tabular}{|c|c|} ... \end{tabular}. Rows are cut at
 * \\, cells at &, outside braces and formulas; a row may have more cells than
 * the specification has columns, which is then made longer.
 */
#include "base/ascii.h"
#include "base/err.h"
#include "problem/prose/tex_parts.h"
#include "text/prose.h"

#include <string.h>

const char *tex_skip_option(const char *p, const char *end)
{
    const char *q;

    if (p >= end || *p != '[')
        return p;
    for (q = p; q < end && q - p < 40; q++)
        if (*q == ']')
            return q + 1;
    return p;
}

const char *tex_skip_arg(const char *p, const char *end)
{
    size_t n;

    while (p < end && is_space(*p))
        p++;
    if (p >= end || *p == '}')
        return p;
    n = prose_group(p, end);
    if (!n)
        n = prose_word(p, end) ? 1 + prose_word(p, end) : 1;
    return p + n;
}

bool tex_columns(struct str *out, const char **p, const char *end,
                 size_t *columns)
{
    size_t n = prose_group(*p, end);
    const char *q = *p + 1, *close = *p + n - 1;

    if (n < 2)
        return false;
    while (q < close) {
        if (strchr("lcr", *q)) {
            str_addc(out, *q++);
            ++*columns;
        } else if (*q == '|' || *q == ':') {
            str_addc(out, '|');
            q++;
        } else if (strchr("pmb", *q)) { /* a paragraph: left is near */
            str_addc(out, 'l');
            ++*columns;
            q = tex_skip_arg(q + 1, close);
        } else if (strchr("@!<>", *q)) {
            q = tex_skip_arg(q + 1, close);
        } else if (is_space(*q)) {
            q++;
        } else {
            return false;
        }
    }
    *p += n;
    return *columns > 0;
}

struct table {
    const char *p, *end;
    struct str rows;
    size_t cells, most; /* of this row, of the longest */
    int depth;
};

static bool is_at(const struct table *t, const char *what)
{
    size_t n = strlen(what);

    return (size_t)(t->end - t->p) >= n && memcmp(t->p, what, n) == 0;
}

/* Rules between rows. */
static bool read_rules(struct table *t)
{
    for (;;) {
        while (t->p < t->end && is_space(*t->p))
            t->p++;
        if (is_at(t, "\\hline") && prose_word(t->p, t->end) == 5) {
            str_add(&t->rows, "\\hline ");
            t->p += 6;
        } else if (is_at(t, "\\cline{")) {
            size_t n = prose_group(t->p + 6, t->end);

            for (size_t i = 7; i + 1 < 6 + n; i++)
                if (!is_digit(t->p[i]) && t->p[i] != '-')
                    return false;
            if (n < 5)
                return false;
            str_addf(&t->rows, "%.*s ", (int)(6 + n), t->p);
            t->p += 6 + n;
        } else {
            return true;
        }
    }
}

/* Where the cell at p ends: at &, \\ or the end of the table. */
static const char *cell_end(const char *p, const char *end)
{
    bool formula = false;
    int depth = 0;

    for (; p < end; p++) {
        if (depth == 0 && !formula &&
            (*p == '&' || (*p == '\\' && end - p > 1 && p[1] == '\\')))
            return p;
        if (*p == '\\' && end - p > 1)
            p++;
        else if (*p == '$')
            formula = !formula;
        else
            depth += (*p == '{') - (*p == '}');
    }
    return end;
}

/* \multicolumn{2}{|c|}{...}: at the beginning of a cell. */
static bool read_multicolumn(struct table *t, const char *stop)
{
    static const char word[] = "\\multicolumn";
    const char *p = t->p + strlen(word);
    size_t n, columns = 0;

    if (prose_group(p, stop) != 3 || p[1] < '1' || p[1] > '9')
        return false;
    str_addf(&t->rows, "%s{%c}{", word, p[1]);
    t->cells += (size_t)(p[1] - '1');
    p += 3;
    if (!tex_columns(&t->rows, &p, stop, &columns) || columns != 1)
        return false;
    n = prose_group(p, stop);
    if (!n)
        return false;
    str_add(&t->rows, "}{");
    tex_text(&t->rows, p + 1, n - 2, TEX_LINE, t->depth + 1);
    str_addc(&t->rows, '}');
    return true;
}

static bool read_cell(struct table *t)
{
    const char *stop = cell_end(t->p, t->end);

    while (t->p < stop && is_space(*t->p))
        t->p++;
    if (is_at(t, "\\multicolumn{")) {
        if (!read_multicolumn(t, stop))
            return false;
    } else {
        while (stop > t->p && is_space(stop[-1]))
            stop--;
        str_addc(&t->rows, '{');
        tex_text(&t->rows, t->p, (size_t)(stop - t->p), TEX_LINE, t->depth + 1);
        str_addc(&t->rows, '}');
    }
    t->p = cell_end(stop, t->end);
    t->cells++;
    if (t->cells > t->most)
        t->most = t->cells;
    return true;
}

static bool read_rows(struct table *t)
{
    if (!read_rules(t))
        return false;
    while (t->p < t->end) {
        if (!read_cell(t))
            return false;
        if (t->p >= t->end) {
            str_add(&t->rows, "\\\\ ");
        } else if (*t->p == '&') {
            str_add(&t->rows, " & ");
            t->p++;
        } else {
            str_add(&t->rows, "\\\\ ");
            t->p = tex_skip_option(t->p + 2, t->end);
            t->cells = 0;
            if (!read_rules(t))
                return false;
        }
    }
    return true;
}

bool tex_table(struct str *out, const char *s, size_t n, int depth)
{
    static const char open[] = "\\begin{tabular}", close[] = "\\end{tabular}";
    struct table t = { .p = s + strlen(open),
                       .end = s + n - strlen(close),
                       .depth = depth };
    struct str columns = { 0 };
    size_t have = 0;
    bool ok;

    INVARIANT(n >= strlen(open) + strlen(close));
    t.p = tex_skip_option(t.p, t.end);
    ok = depth < TEX_DEPTH && tex_columns(&columns, &t.p, t.end, &have) &&
         read_rows(&t);
    for (; have < t.most; have++)
        str_addc(&columns, 'c');
    if (ok)
        str_addf(out, "\\begin{tabular}{%s}%s\\end{tabular}", str_get(&columns),
                 str_get(&t.rows));
    str_clear(&columns);
    str_clear(&t.rows);
    return ok;
}
