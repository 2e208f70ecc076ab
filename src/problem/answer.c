/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/answer.h"
#include "base/ascii.h"
#include "base/err.h"
#include "base/str.h"

#include <stddef.h>
#include <string.h>

static const char *const names[ANSWER_KINDS] = {
    [ANSWER_INTEGER] = "integer",
    [ANSWER_RATIONAL] = "rational",
    [ANSWER_DECIMAL] = "decimal",
    [ANSWER_NUMBER] = "number",
    [ANSWER_EXPRESSION] = "expression",
    [ANSWER_EQUATION] = "equation",
    [ANSWER_TUPLE] = "tuple",
    [ANSWER_SET] = "set",
    [ANSWER_LIST] = "list",
    [ANSWER_INTERVAL] = "interval",
    [ANSWER_MATRIX] = "matrix",
    [ANSWER_CHOICE] = "choice",
    [ANSWER_TEXT] = "text",
    [ANSWER_ANTIDERIVATIVE] = "antiderivative",
};

const char *answer_name(enum answer_kind kind)
{
    return names[kind];
}

bool answer_find(const char *name, enum answer_kind *kind)
{
    for (size_t i = 0; i < ANSWER_KINDS; i++)
        if (str_eq(names[i], name)) {
            *kind = (enum answer_kind)i;
            return true;
        }
    return false;
}

/* ---- the guess ---- */

/* A piece of text, not NUL-terminated. */
struct piece {
    const char *s NONSTRING;
    size_t n;
};

/* What may stand round an answer and means nothing. */
static bool is_filler(char c)
{
    return is_space(c) || c == '$';
}

static struct piece answer_trim(const char *s)
{
    struct piece p = { s, strlen(s) };

    while (p.n && is_filler(p.s[0]))
        p.s++, p.n--;
    while (p.n && (is_filler(p.s[p.n - 1]) || p.s[p.n - 1] == '.'))
        p.n--;
    return p;
}

static bool answer_holds(struct piece p, const char *word)
{
    size_t k = strlen(word);

    for (size_t i = 0; i + k <= p.n; i++)
        if (memcmp(p.s + i, word, k) == 0)
            return true;
    return false;
}

static bool answer_starts(struct piece p, const char *word)
{
    return p.n >= strlen(word) && memcmp(p.s, word, strlen(word)) == 0;
}

/* Digits with at most one point, thousands commas and a sign. */
static bool answer_is_plain_number(struct piece p, bool *point)
{
    size_t digits = 0;

    *point = false;
    if (p.n && (*p.s == '-' || *p.s == '+'))
        p.s++, p.n--;
    for (size_t i = 0; i < p.n; i++) {
        if (is_digit(p.s[i]))
            digits++;
        else if (p.s[i] == '.' && !*point)
            *point = true;
        else if (p.s[i] != ',' || i == 0 || *point || i + 3 >= p.n ||
                 (i + 4 < p.n && is_digit(p.s[i + 4])))
            return false;
    }
    return digits > 0;
}

/* -3/4, \frac{3}{4}, \dfrac34: digits around one bar and nothing else. */
static bool answer_is_fraction(struct piece p)
{
    size_t digits = 0, bars = 0;

    if (p.n && *p.s == '-')
        p.s++, p.n--;
    if (answer_starts(p, "\\frac") || answer_starts(p, "\\dfrac") ||
        answer_starts(p, "\\tfrac")) {
        size_t skip = answer_starts(p, "\\frac") ? 5 : 6;

        p.s += skip;
        p.n -= skip;
        bars = 1;
    }
    for (size_t i = 0; i < p.n; i++) {
        if (is_digit(p.s[i]))
            digits++;
        else if (p.s[i] == '/')
            bars++;
        else if (!strchr("{} -", p.s[i]))
            return false;
    }
    return bars == 1 && digits >= 2;
}

/* The matching bracket of the first character closes at the last one. */
static bool is_enclosed(struct piece p)
{
    int depth = 0;

    for (size_t i = 0; i < p.n; i++) {
        depth += p.s[i] == '(' || p.s[i] == '[' || p.s[i] == '{';
        depth -= p.s[i] == ')' || p.s[i] == ']' || p.s[i] == '}';
        if (depth == 0 && i + 1 < p.n)
            return false;
    }
    return p.n >= 2;
}

static bool has_top_comma(struct piece p)
{
    int depth = 0;

    for (size_t i = 0; i < p.n; i++) {
        depth += p.s[i] == '(' || p.s[i] == '[' || p.s[i] == '{';
        depth -= p.s[i] == ')' || p.s[i] == ']' || p.s[i] == '}';
        if (p.s[i] == ',' && depth == 0)
            return true;
    }
    return false;
}

/* Words of prose: only letters and spaces outside of LaTeX commands. */
static bool answer_is_prose(struct piece p)
{
    size_t run = 0, longest = 0;

    if (answer_starts(p, "\\text{") || answer_starts(p, "\\mbox{"))
        return true;
    for (size_t i = 0; i < p.n; i++) {
        if (strchr("\\^_{}=+*/()[]<>|0123456789", p.s[i]))
            return false;
        run = is_letter(p.s[i]) ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest >= 3;
}

/* A letter that stands alone: a variable, not part of a command like \pi or
 * of the constants e and i. */
static bool answer_has_variable(struct piece p)
{
    for (size_t i = 0; i < p.n;) {
        size_t run = 0;
        bool command = i && p.s[i - 1] == '\\';

        while (i + run < p.n && is_letter(p.s[i + run]))
            run++;
        if (run && !command && !(run == 1 && (p.s[i] == 'e' || p.s[i] == 'i')))
            return true;
        i += run ? run : 1;
    }
    return false;
}

static bool answer_is_choice(struct piece p)
{
    if (answer_starts(p, "\\text{") && p.n > 7 && p.s[p.n - 1] == '}')
        p = (struct piece){ p.s + 6, p.n - 7 };
    if (p.n == 3 && p.s[0] == '(' && p.s[2] == ')')
        p = (struct piece){ p.s + 1, 1 };
    return p.n == 1 && p.s[0] >= 'A' && p.s[0] <= 'H';
}

static enum answer_kind guess_enclosed(struct piece p)
{
    bool comma = answer_holds(p, ",");

    if (answer_holds(p, "\\cup") ||
        (comma &&
         (p.s[0] == '[' || p.s[p.n - 1] == ']' || answer_holds(p, "\\infty"))))
        return ANSWER_INTERVAL;
    return comma ? ANSWER_TUPLE : ANSWER_EXPRESSION;
}

/* \left( and \right) are drawing, not meaning. */
static struct piece strip_left(struct piece p, char *buf, size_t size)
{
    size_t n = 0;

    if (p.n >= size)
        return p;
    for (size_t i = 0; i < p.n;) {
        struct piece rest = { p.s + i, p.n - i };

        if (answer_starts(rest, "\\left"))
            i += 5;
        else if (answer_starts(rest, "\\right"))
            i += 6;
        else
            buf[n++] = p.s[i++];
    }
    return (struct piece){ buf, n };
}

enum answer_kind answer_guess(const char *latex)
{
    struct piece p = answer_trim(latex);
    char buf[512];
    bool point;

    p = strip_left(p, buf, sizeof(buf));
    while (p.n && is_filler(p.s[0]))
        p.s++, p.n--;
    if (answer_is_plain_number(p, &point))
        return point ? ANSWER_DECIMAL : ANSWER_INTEGER;
    if (answer_is_choice(p))
        return ANSWER_CHOICE;
    if (answer_is_fraction(p))
        return ANSWER_RATIONAL;
    if (answer_holds(p, "matrix}"))
        return ANSWER_MATRIX;
    if (answer_starts(p, "\\{"))
        return ANSWER_SET;
    if (answer_holds(p, "\\cup") ||
        (p.n && strchr("([", p.s[0]) && is_enclosed(p)))
        return guess_enclosed(p);
    if (answer_is_prose(p))
        return ANSWER_TEXT;
    if (has_top_comma(p))
        return ANSWER_LIST;
    if (answer_holds(p, "="))
        return ANSWER_EQUATION;
    return answer_has_variable(p) ? ANSWER_EXPRESSION : ANSWER_NUMBER;
}
