/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows and columns in formulas: &, \\, rules, and the environments they
 * stand in. Numbered displays become their unnumbered parts: every display of
 * a sheet is one \[...\], and LaTeX refuses an align inside it.
 */
#include "base/ascii.h"
#include "problem/prose/tex_list.h"
#include "problem/prose/tex_parts.h"
#include "text/prose.h"

#include <string.h>

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
static bool read_rows(struct math *m, struct tex_list *l, const char *name,
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
         read_rows(m, &l, name, n - 2, &body);
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
