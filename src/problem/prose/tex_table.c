/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/err.h"
#include "problem/prose/tex_parts.h"
#include "text/prose.h"

#include <string.h>

/*
 * Tables of words: \begin{tabular}{|c|c|} ... \end{tabular}. Rows are cut at
 * \\, cells at &, outside braces and formulas; a row may have more cells than
 * the specification has columns, which is then made longer.
 */

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

/* Append the letters l, c, r and | of a column specification {...} at *p and
 * move *p behind it; *columns counts the columns. */
static bool tex_columns(struct str *out, const char **p, const char *end,
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

static bool tex_table_is_at(const struct table *t, const char *what)
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
        if (tex_table_is_at(t, "\\hline") && prose_word(t->p, t->end) == 5) {
            str_add(&t->rows, "\\hline ");
            t->p += 6;
        } else if (tex_table_is_at(t, "\\cline{")) {
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
    if (tex_table_is_at(t, "\\multicolumn{")) {
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

static bool tex_table_read_rows(struct table *t)
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
         tex_table_read_rows(&t);
    for (; have < t.most; have++)
        str_addc(&columns, 'c');
    if (ok)
        str_addf(out, "\\begin{tabular}{%s}%s\\end{tabular}", str_get(&columns),
                 str_get(&t.rows));
    str_clear(&columns);
    str_clear(&t.rows);
    return ok;
}

/*
 * Rows and columns in formulas: &, \\, rules, and the environments they
 * stand in. Numbered displays become their unnumbered parts: every display of
 * a sheet is one \[...\], and LaTeX refuses an align inside it.
 */

bool math_tab(struct math *m, struct tex_list *l)
{
    if (l->stop != STOP_ROWS && l->stop != STOP_END)
        return false;
    m->p++;
    m->rows = m->rows || l->stop == STOP_END;
    math_atom(l);
    l->infix = false;
    l->cell = true;
    l->columns++;
    if (l->columns > l->most)
        l->most = l->columns;
    math_add(m, "&");
    return true;
}

bool math_row_end(struct math *m, struct tex_list *l)
{
    if (l->stop != STOP_ROWS && l->stop != STOP_END)
        return false;
    m->rows = m->rows || l->stop == STOP_END;
    if (m->p < m->end && *m->p == '*')
        m->p++;
    if (m->p < m->end && *m->p == '[')
        m->p = tex_skip_option(m->p, m->end);
    math_space(m);
    math_atom(l);
    l->infix = false;
    l->row = l->cell = true;
    l->columns = 0;
    math_add(m, "\\\\ ");
    if (m->p < m->end && (*m->p == '[' || *m->p == '*'))
        math_add(m, "{}"); /* else it would be the break's own */
    return true;
}

/* \cline{2-3}: digits and a hyphen. */
bool math_rule(struct math *m, struct tex_list *l, const char *name)
{
    size_t n = prose_group(m->p, m->end);
    bool here = l->lines && l->row;

    if (strcmp(name, "hline") == 0) {
        math_add(m, here ? "\\hline " : "");
        return true;
    }
    for (size_t i = 1; i + 1 < n; i++)
        if (!is_digit(m->p[i]) && m->p[i] != '-')
            return false;
    if (n < 5)
        return false;
    if (here) {
        math_add(m, "\\cline");
        str_addn(m->out, m->p, n);
    }
    m->p += n;
    return true;
}

bool math_multicolumn(struct math *m, struct tex_list *l)
{
    size_t span, columns = 0, n = prose_group(m->p, m->end);

    if (n != 3 || !is_digit(m->p[1]) || m->p[1] == '0' || !l->cell || !l->lines)
        return false;
    span = (size_t)(m->p[1] - '0');
    str_addf(m->out, "\\multicolumn{%zu}{", span);
    m->p += n;
    if (!tex_columns(m->out, &m->p, m->end, &columns) || columns != 1)
        return false;
    math_add(m, "}");
    l->columns += span - 1;
    if (l->columns > l->most)
        l->most = l->columns;
    math_atom(l);
    return math_arg(m);
}

/* ---- environments ---- */

enum shape {
    SHAPE_NONE,    /* its contents alone */
    SHAPE_SAME,    /* any number of columns */
    SHAPE_CASES,   /* two columns */
    SHAPE_ALIGNED, /* aligned, or gathered when it has no & */
    SHAPE_ARRAY,   /* with a column specification */
};

struct environment {
    const char *name, *as;
    enum shape shape;
};

static const struct environment environments[] = {
    { "matrix", "matrix", SHAPE_SAME },
    { "pmatrix", "pmatrix", SHAPE_SAME },
    { "bmatrix", "bmatrix", SHAPE_SAME },
    { "Bmatrix", "Bmatrix", SHAPE_SAME },
    { "vmatrix", "vmatrix", SHAPE_SAME },
    { "Vmatrix", "Vmatrix", SHAPE_SAME },
    { "smallmatrix", "smallmatrix", SHAPE_SAME },
    { "cases", "cases", SHAPE_CASES },
    { "dcases", "cases", SHAPE_CASES },
    { "align", "aligned", SHAPE_ALIGNED },
    { "align*", "aligned", SHAPE_ALIGNED },
    { "aligned", "aligned", SHAPE_ALIGNED },
    { "split", "aligned", SHAPE_ALIGNED },
    { "flalign", "aligned", SHAPE_ALIGNED },
    { "flalign*", "aligned", SHAPE_ALIGNED },
    { "eqnarray", "aligned", SHAPE_ALIGNED },
    { "eqnarray*", "aligned", SHAPE_ALIGNED },
    { "gather", "aligned", SHAPE_ALIGNED },
    { "gather*", "aligned", SHAPE_ALIGNED },
    { "gathered", "aligned", SHAPE_ALIGNED },
    { "multline", "aligned", SHAPE_ALIGNED },
    { "multline*", "aligned", SHAPE_ALIGNED },
    { "equation", "", SHAPE_NONE },
    { "equation*", "", SHAPE_NONE },
    { "array", "array", SHAPE_ARRAY },
};

#define MATRIX_COLUMNS 60 /* tex_preamble raises LaTeX's 10 to this */

static const struct environment *find_environment(const char *s, size_t n)
{
    for (size_t i = 0; i < sizeof(environments) / sizeof(environments[0]); i++)
        if (strlen(environments[i].name) == n &&
            memcmp(environments[i].name, s, n) == 0)
            return &environments[i];
    return NULL;
}

/* The rows of an environment, into a text of their own: how many columns they
 * have is known only behind them. */
static bool rows_read_rows(struct math *m, struct tex_list *l, const char *name,
                           size_t n, struct str *body)
{
    struct str *out = m->out;
    bool ok;

    m->out = body;
    ok = m->depth++ < TEX_DEPTH && math_list(m, l);
    m->depth--;
    m->out = out;
    m->word = false;
    if (!ok || !math_at(m, "\\end{") || (size_t)(m->end - m->p) < n + 6 ||
        memcmp(m->p + 5, name, n) != 0 || m->p[5 + n] != '}')
        return false;
    m->p += n + 6;
    return true;
}

/* Write an environment whose rows are known to fit. */
static bool write_environment(struct str *out, enum shape shape, const char *as,
                              struct str *spec, size_t have,
                              const struct tex_list *l, const struct str *body)
{
    size_t columns = l->most + 1;

    if ((shape == SHAPE_CASES && columns > 2) || columns > MATRIX_COLUMNS)
        return false;
    for (; shape == SHAPE_ARRAY && have < columns; have++)
        str_addc(spec, 'c');
    if (shape == SHAPE_NONE) {
        str_addf(out, "{%s}", str_get(body));
        return true;
    }
    if (shape == SHAPE_ALIGNED && columns == 1)
        as = "gathered";
    str_addf(out, "\\begin{%s}", as);
    if (shape == SHAPE_ARRAY)
        str_addf(out, "{%s}", str_get(spec));
    /* A [ that came first would be taken for a place. */
    str_addf(out, "%s%s\\end{%s}", shape == SHAPE_ALIGNED ? "{}" : "",
             str_get(body), as);
    return true;
}

/* A table stands in a formula as a box of words. */
static bool read_tabular(struct math *m, const char *start)
{
    static const char close[] = "\\end{tabular}";

    while (m->p < m->end && !math_at(m, close))
        m->p++;
    if (m->p >= m->end)
        return false;
    m->p += strlen(close);
    return tex_table(m->out, start, (size_t)(m->p - start), m->depth + 1);
}

/* \begin was read; `start` is where it stands. */
bool math_environment(struct math *m, const char *start)
{
    size_t n = prose_group(m->p, m->end), have = 0;
    const char *name = m->p + 1;
    const struct environment *env =
        n > 2 ? find_environment(name, n - 2) : NULL;
    struct tex_list l = { .stop = STOP_ROWS, .row = true, .cell = true };
    struct str body = { 0 }, spec = { 0 };
    enum shape shape;
    bool ok;

    if (n == 9 && memcmp(name, "tabular", 7) == 0 && !m->index)
        return read_tabular(m, start);
    if (!env || m->index)
        return false;
    m->p += n;
    shape = env->shape;
    l.lines = shape == SHAPE_ARRAY || shape == SHAPE_SAME;
    if (shape == SHAPE_ARRAY || shape == SHAPE_ALIGNED)
        m->p = tex_skip_option(m->p, m->end);
    ok = (shape != SHAPE_ARRAY || tex_columns(&spec, &m->p, m->end, &have)) &&
         rows_read_rows(m, &l, name, n - 2, &body);
    if (ok && shape == SHAPE_NONE && strstr(str_get(&body), "\\\\"))
        shape = SHAPE_ALIGNED;
    ok = ok && write_environment(m->out, shape,
                                 shape == SHAPE_ALIGNED ? "aligned" : env->as,
                                 &spec, have, &l, &body);
    str_clear(&body);
    str_clear(&spec);
    return ok;
}

bool math_substack(struct math *m)
{
    struct tex_list l = { .stop = STOP_END };
    const char *end = m->end;
    bool rows = m->rows, ok;
    size_t n = prose_group(m->p, m->end);

    if (!n || m->depth >= TEX_DEPTH)
        return false;
    math_add(m, "\\substack{");
    m->end = m->p + n - 1;
    m->p++;
    m->depth++;
    ok = math_list(m, &l);
    m->depth--;
    m->p = m->end + 1;
    m->end = end;
    m->rows = rows;
    math_add(m, "}");
    return ok && l.most == 0;
}
