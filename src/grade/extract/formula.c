/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/reply_text.h"

/*
 * Formulas with their signs: $...$, \(...\), \[...\], \begin...\end.
 */

#define FORMULA_MOST ((size_t)4096) /* bytes of one formula */

/* Where `close` stands behind `at`; t.n: nowhere near. An empty line ends
 * $...$, and no \( stands inside of \(...\): without that, a run of them
 * would cost a square. */
static size_t find_close(struct span t, size_t at, const char *close)
{
    char again = close[0] != '\\'  ? '\0'
                 : close[1] == ')' ? '('
                 : close[1] == ']' ? '['
                                   : '\0';
    size_t most = t.n - at > FORMULA_MOST ? at + FORMULA_MOST : t.n;

    for (size_t i = at; i < most; i++) {
        if (t.s[i] == '\n' && i + 1 < t.n && t.s[i + 1] == '\n' &&
            close[0] == '$' && close[1] == '\0')
            return t.n;
        if (t.s[i] == close[0] && span_at(t, i, close))
            return i;
        if (t.s[i] == '\\') {
            i++;
            if (again && i < t.n && t.s[i] == again)
                return t.n;
        }
    }
    return t.n;
}

/* Environments that are no part of the answer they hold. */
static bool is_display(struct span name)
{
    static const char *const names[] = {
        "align",     "align*",      "aligned",  "equation", "equation*",
        "gather",    "gather*",     "gathered", "split",    "multline",
        "multline*", "displaymath", "math",     "eqnarray", "eqnarray*",
        "alignat",   "alignat*",    "flalign",  "flalign*"
    };

    return span_listed(name, names, COUNT(names));
}

static bool environment_at(struct span t, size_t at, struct span *inner,
                           size_t *after)
{
    size_t open = at + 7, close, name_n;
    char end[48];

    while (open < t.n && open < at + 40 && t.s[open] != '}')
        open++;
    if (open >= t.n || t.s[open] != '}')
        return false;
    name_n = open - (at + 7);
    memcpy(end, "\\end{", 5);
    memcpy(end + 5, t.s + at + 7, name_n);
    memcpy(end + 5 + name_n, "}", 2);
    if (memchr(end, '\0', 6 + name_n))
        return false;
    close = find_close(t, open + 1, end);
    if (close == t.n)
        return false;
    *after = close + 6 + name_n;
    *inner = is_display(span_cut(t, at + 7, open))
                 ? span_cut(t, open + 1, close)
                 : span_cut(t, at, *after);
    return true;
}

static bool dollar_at(struct span t, size_t at, struct span *inner,
                      size_t *after)
{
    size_t n = span_at(t, at, "$$") ? 2 : 1, close;

    if (n == 1 && trim_is_money(t, at))
        return false;
    /* "20$, then": behind its amount. */
    if (n == 1 && at && is_digit(t.s[at - 1]) && at + 1 < t.n &&
        (is_space(t.s[at + 1]) || one_of(t.s[at + 1], ",.;)")))
        return false;
    close = find_close(t, at + n, n == 2 ? "$$" : "$");
    /* "$x = 5" at the very end: the second sign was forgotten. */
    if (close == t.n && (t.n - at > 200 || memchr(t.s + at, '\n', t.n - at)))
        return false;
    *inner = span_cut(t, at + n, close);
    *after = close == t.n ? t.n : close + n;
    return inner->n > 0;
}

bool formula_at(struct span t, size_t at, struct span *inner, size_t *after)
{
    size_t close;
    bool round;

    if (at >= t.n)
        return false;
    if (t.s[at] == '$')
        return dollar_at(t, at, inner, after);
    if (t.s[at] != '\\' || at + 1 >= t.n)
        return false;
    if (span_at(t, at, "\\begin{"))
        return environment_at(t, at, inner, after);
    round = t.s[at + 1] == '(';
    if (!round && t.s[at + 1] != '[')
        return false;
    close = find_close(t, at + 2, round ? "\\)" : "\\]");
    if (close == t.n)
        return false;
    *inner = span_cut(t, at + 2, close);
    *after = close + 2;
    return true;
}

/* Of rows that no matrix or cases holds, the last that says something. */
static struct span last_row(struct span t)
{
    size_t depth = 0, row = 0, last = 0;

    for (size_t i = 0; i + 1 < t.n; i++) {
        if (t.s[i] != '\\')
            continue;
        if (span_at(t, i, "\\begin{")) {
            depth++;
        } else if (span_at(t, i, "\\end{")) {
            depth -= depth > 0;
        } else if (t.s[i + 1] == '\\' && depth == 0) {
            last = row;
            row = i + 2;
        }
        i++;
    }
    if (trim_span(span_cut(t, row, t.n)).n)
        return span_cut(t, row, t.n);
    return span_cut(t, last, row >= 2 ? row - 2 : t.n);
}

struct span formula_answer(struct span inner)
{
    struct span t = trim_span(inner), contents;
    size_t after;

    while (span_at(t, 0, "\\begin{") && formula_at(t, 0, &contents, &after) &&
           contents.s != t.s && contents.n < t.n)
        t = trim_span(contents);
    t = trim_span(last_row(t));
    while (t.n && (t.s[0] == '&' || t.s[0] == '='))
        t = trim_span(span_cut(t, 1, t.n));
    return t;
}
