/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Can a statement be read, and is all of it there? Brackets and dollar signs
 * are counted, not matched with care: what is broken shows in the counts.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "base/utf8.h"
#include "hunt/write/filter_int.h"

#include <string.h>

#define WORDS_LEAST 3
#define RUN_MOST    25 /* of one letter or sign */

/* ---- LaTeX ---- */

struct counts {
    int braces, lowest; /* depth at the end, and the lowest on the way */
    unsigned dollars, prices;
    int round, square; /* \( \) and \[ \] */
    int left, begin;   /* \left \right, \begin \end */
};

static bool is_command(const char *s, const char *name)
{
    size_t n = strlen(name);

    return strncmp(s, name, n) == 0 && !is_letter(s[n]);
}

static void count_command(struct counts *c, const char *s)
{
    c->round += (s[0] == '(') - (s[0] == ')');
    c->square += (s[0] == '[') - (s[0] == ']');
    c->left += is_command(s, "left") - is_command(s, "right");
    c->begin += is_command(s, "begin") - is_command(s, "end");
}

/* "$5", "$.5", "$ 5" and "5$ ": the dollar sign at s may be of a price. */
static bool is_price(const char *text, const char *s)
{
    const char *next = s + 1 + (s[1] == ' ' || s[1] == '.');

    return is_digit(*next) ||
           (s > text && is_digit(s[-1]) && strchr(" .,", s[1]) &&
            s[1] != '\0' && !strpbrk(text, "\\^_="));
}

static struct counts count_marks(const char *s)
{
    struct counts c = { 0 };
    const char *text = s;

    for (; *s; s++) {
        if (*s == '\\') {
            if (s[1] == '\0')
                break;
            s++;
            if (*s != '\\') /* \\[2pt] ends a line, it opens nothing */
                count_command(&c, s);
            continue;
        }
        c.braces += (*s == '{') - (*s == '}');
        c.lowest = c.braces < c.lowest ? c.braces : c.lowest;
        c.dollars += *s == '$';
        c.prices += *s == '$' && is_price(text, s);
    }
    return c;
}

static const char *broken_latex(const char *s)
{
    struct counts c = count_marks(s);

    if (c.braces != 0 || c.lowest < 0)
        return "the braces do not match";
    if (c.dollars % 2 && c.prices == 0)
        return "a dollar sign has no counterpart";
    if (c.round || c.square)
        return "\\( or \\[ without its end";
    if (c.left)
        return "\\left without \\right";
    return c.begin ? "\\begin without \\end" : NULL;
}

/* ---- bytes and letters ---- */

static const char *bad_bytes(struct arena *a, const char *s)
{
    size_t n = strlen(s), at = utf8_check(s, n);

    if (at < n)
        return arena_printf(a, "byte %zu is not valid UTF-8", at + 1);
    if (strstr(s, "\xef\xbf\xbd"))
        return "a character was lost (U+FFFD)";
    for (size_t i = 0; i < n; i++)
        if (((unsigned char)s[i] < 0x20 && !is_space(s[i])) || s[i] == 0x7f)
            return arena_printf(a, "a control character at byte %zu", i + 1);
    return NULL;
}

/* Outside of formulas most characters are letters, digits and spaces. */
static bool mostly_signs(const char *s)
{
    size_t signs = 0, all = 0;
    bool inside = false;

    for (; *s; s++) {
        if (*s == '$')
            inside = !inside;
        if (inside || is_space(*s))
            continue;
        all++;
        signs += !is_letter(*s) && !is_digit(*s) && (unsigned char)*s < 0x80 &&
                 !strchr("+-*/=<>^(){}[]\\.,?|_&$", *s);
    }
    return 2 * signs > all;
}

static const char *long_run(struct arena *a, const char *s)
{
    size_t run = 1;

    for (size_t i = 1; s[0] && s[i]; i++) {
        run = s[i] == s[i - 1] ? run + 1 : 1;
        if (run > RUN_MOST && !is_digit(s[i]) && !is_space(s[i]) &&
            (unsigned char)s[i] < 0x80 && !strchr("-_.=", s[i]))
            return arena_printf(a, "\"%c\" is repeated %zu times in a row",
                                s[i], run);
    }
    return NULL;
}

const char *flaw_unreadable(struct arena *a, const char *statement,
                            const struct words *w)
{
    size_t n = strlen(statement);
    const char *why;

    if (str_blank(statement))
        return "the statement is empty";
    if (n > STATEMENT_BYTES)
        return arena_printf(a, "%zu bytes are too many for a problem", n);
    why = bad_bytes(a, statement);
    why = why ? why : long_run(a, statement);
    if (why)
        return why;
    if (w->plain < WORDS_LEAST && !w->maths)
        return "fewer than three words and no mathematics";
    if (mostly_signs(statement))
        return "more symbols than letters";
    return broken_latex(statement);
}

/* ---- the end ---- */

static bool one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

/* The end of what the statement says: marks around the last formula or word
 * are no part of it. */
static size_t bare_end(const char *s)
{
    size_t n = strlen(s);

    while (n && (is_space(s[n - 1]) || one_of(s[n - 1], "$*\"'")))
        n--;
    if (n >= 2 && s[n - 2] == '\\' && one_of(s[n - 1], ")]"))
        n -= 2;
    while (n && is_space(s[n - 1]))
        n--;
    return n;
}

static bool ends(const char *s, size_t n, const char *with)
{
    size_t k = strlen(with);

    return n >= k && memcmp(s + n - k, with, k) == 0;
}

/* Dots go on with a sum or a list when a sign of one stands before them. */
static bool dots_break(const char *s, size_t n)
{
    static const char *const dots[] = { "...", "\xe2\x80\xa6", "\\ldots",
                                        "\\dots", "\\cdots" };

    for (size_t i = 0; i < COUNT_OF(dots); i++) {
        if (!ends(s, n, dots[i]))
            continue;
        n -= strlen(dots[i]);
        while (n && is_space(s[n - 1]))
            n--;
        return n == 0 || !(one_of(s[n - 1], ",+-*/=<>") ||
                           ends(s, n, "\\cdot") || ends(s, n, "\\times"));
    }
    return false;
}

static const char *breaks_off(struct arena *a, const char *s,
                              const struct words *w)
{
    static const char open[] =
        "and or of the a an is are if that with for from to by then let "
        "such when where which than between";
    static const char *const operators[] = {
        "+", "-", "\\times", "\\cdot", "^",    "_",     "<",
        ">", "(", "[",       "\\le",   "\\ge", "\\leq", "\\geq"
    };
    size_t n = bare_end(s);

    if (dots_break(s, n))
        return "it ends in dots";
    for (size_t i = 0; i < COUNT_OF(operators); i++)
        if (ends(s, n, operators[i]))
            return arena_printf(a, "it ends in \"%s\"", operators[i]);
    if (ends(s, n, "=") &&
        !filter_has(w, "compute evaluate calculate what simplify find"))
        return "it ends in \"=\"";
    if (n && one_of(s[n - 1], ",;"))
        return arena_printf(a, "it ends in \"%c\"", s[n - 1]);
    if (w->n && n == strlen(s) && filter_is(w, w->n - 1, open))
        return arena_printf(a, "it ends with \"%s\"", w->w[w->n - 1]);
    return NULL;
}

/* ---- blanks ---- */

static const char *has_blank(struct arena *a, const char *s,
                             const struct words *w)
{
    static const char *const marks[] = {
        "[insert", "[Insert",      "[your",    "[number]", "[value]",
        "[name]",  "[expression]", "<number>", "<value>",  "<insert",
        "____",    "???",          "{{"
    };
    static const char *const fillers[] = { "tbd", "todo", "fixme",
                                           "lorem ipsum" };
    static const char *const crosses[] = { "XX", "XXX", "XXXX" };
    const char *found;

    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (strstr(s, marks[i]) && !(str_eq(marks[i], "{{") && strchr(s, '\\')))
            return arena_printf(a, "a placeholder was not filled in: \"%s\"",
                                marks[i]);
    found = strstr(s, " ___");
    if (found)
        return "a placeholder was not filled in: \"___\"";
    found = filter_find(w, fillers, COUNT_OF(fillers));
    if (found)
        return arena_printf(a, "a placeholder was not filled in: \"%s\"",
                            found);
    for (size_t i = 0; i < w->n; i++)
        for (size_t k = 0; k < COUNT_OF(crosses); k++) {
            size_t n = strlen(crosses[k]);

            if (strlen(w->w[i]) == n &&
                strncmp(s + w->at[i], crosses[k], n) == 0)
                return arena_printf(
                    a, "a placeholder was not filled in: \"%s\"", crosses[k]);
        }
    return NULL;
}

/* ---- what is asked ---- */

static bool asks(const struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->w[i][0] == '?')
            return true;
    return filter_asks(w, 0, w->n);
}

/* "Find f(3)." where nothing is said of f, and "Solve for x." alone. */
static const char *lacks_data(struct arena *a, const char *s,
                              const struct words *w)
{
    static const char makers[] =
        "let function functions denote denotes defined define where given "
        "suppose polynomial satisfies such sequence probability if";
    static const char *const solves[] = { "solve for", "solve the equation",
                                          "solve the system" };

    if (filter_find(w, solves, COUNT_OF(solves)) &&
        !strpbrk(s, "=<>0123456789") && !strstr(s, "\\equiv"))
        return "it asks to solve something, but has no equation";
    if (strpbrk(s, "=<>") || filter_has(w, makers))
        return NULL;
    for (size_t i = 1; s[0] && s[i] && s[i + 1]; i++)
        if (one_of(s[i], "fgh") && s[i + 1] == '(' && !is_letter(s[i - 1]) &&
            s[i - 1] != '\\')
            return arena_printf(a, "%c is not defined", s[i]);
    return NULL;
}

const char *flaw_incomplete(struct arena *a, const char *statement,
                            const struct words *w)
{
    const char *why = has_blank(a, statement, w);

    if (!why)
        why = breaks_off(a, statement, w);
    if (!why && !asks(w) && !flaw_proof(a, w))
        why = "it does not ask for anything";
    return why ? why : lacks_data(a, statement, w);
}
