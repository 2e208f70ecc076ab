/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/letter.h"
#include "grade/extract/reply_text.h"

/* Skip what may stand around a letter: \textbf{(, **, Option. */
size_t letter_skip_dress(struct span t)
{
    static const char *const dress[] = {
        "\\textbf{", "\\text{",   "\\mathbf{", "\\mathrm{", "\\textrm{",
        "\\boxed{",  "\\mathit{", "\\textit{", "\\bf ",     "\\rm ",
        "option ",   "choice ",   "letter ",   "**",        "*",
        "(",         "[",         "{",         "$",         "\\(",
        "\\left(",   "\"",        "the ",      "answer ",   "__",
        " ",         "\\ ",       "`"
    };
    size_t at = 0, i;

    do {
        for (i = 0; i < COUNT(dress); i++)
            if (span_at_fold(t, at, dress[i])) {
                at += strlen(dress[i]);
                break;
            }
    } while (i < COUNT(dress) && at < 60);
    return at;
}

/* "A number", "I think". */
static bool letter_is_little_word(struct span t, size_t at)
{
    return (t.s[at] == 'A' || t.s[at] == 'I') && at + 2 < t.n &&
           t.s[at + 1] == ' ' && is_lower(t.s[at + 2]) &&
           !span_at(t, at, "A is ") && !span_at(t, at, "A and ") &&
           !span_at(t, at, "A or ");
}

/* Is a letter of a choice at `at`, by itself, and no article? */
static bool letter_stands_alone(struct span t, size_t at)
{
    size_t next = at + 1;

    if (at >= t.n || !is_choice(t.s[at]) ||
        (at && (is_letter(t.s[at - 1]) || is_digit(t.s[at - 1]) ||
                one_of(t.s[at - 1], "\\_^'"))))
        return false;
    if (next < t.n && (is_letter(t.s[next]) || is_digit(t.s[next]) ||
                       one_of(t.s[next], "_^'")))
        return false;
    return !letter_is_little_word(t, at);
}

/* "C, D", "B or C", "A. B. C.": more than one letter, of which none is the
 * answer. */
static bool letter_goes_on(struct span t, size_t at)
{
    static const char *const joints[] = { "and ",    "or ",       "\\quad",
                                          "\\text{", "\\textbf{", "\\to",
                                          "\\ ",     "\\," };
    size_t i, start = at;

    do {
        while (at < t.n && (one_of(t.s[at], "()[]{}*$.,;:&/") ||
                            (character_space(t, at) && t.s[at] != '\n')))
            at++;
        for (i = 0; i < COUNT(joints); i++)
            if (span_at_fold(t, at, joints[i])) {
                at += strlen(joints[i]);
                break;
            }
    } while (i < COUNT(joints) && at < start + 60);
    if (at == start || !letter_stands_alone(t, at))
        return false;
    /* "D. B is wrong": another sentence. */
    return at + 2 >= t.n || t.s[at + 1] != ' ' || !is_lower(t.s[at + 2]) ||
           span_at(t, at + 1, " are") || span_at(t, at + 1, " or ") ||
           span_at(t, at + 1, " and ");
}

bool choice_several(struct span t)
{
    size_t at = letter_skip_dress(t);

    return letter_stands_alone(t, at) && letter_goes_on(t, at + 1);
}

/* "A + B", "C = 5", "\mathrm{C}-1": does a formula go on behind the letter,
 * whose dress may end first? */
static bool is_operated(struct span t, size_t from)
{
    size_t at = from;

    /* "(C) -1/2" is a label and its value */
    if (from >= 2 && t.s[from - 2] == '(' && span_at(t, from, ") "))
        return false;
    while (at < t.n && (one_of(t.s[at], ")}]$") || is_space(t.s[at])))
        at++;
    if (at >= t.n || span_at(t, at, "**") || span_at(t, at, "__"))
        return false;
    if (at == from) /* "C-1", but "C-because" */
        return t.s[at] == '-' && at + 1 < t.n && is_digit(t.s[at + 1]);
    return one_of(t.s[at], "+-=*/^<>_!'|") ||
           span_at_any(t, at, "\\cdot|\\times|\\div|\\pm|\\le|\\ge|\\ne|\\in") >
               0;
}

char choice_letter(struct span t)
{
    size_t at = letter_skip_dress(t), next = at + 1;

    if (at >= t.n || !is_choice(t.s[at]))
        return '\0';
    if (next >= t.n)
        return t.s[at];
    if (letter_is_little_word(t, at) ||
        !(one_of(t.s[next], ")]}.,:;*$ \n\r\t\\\"`_-!?") ||
          character_is(t, next, CHAR_WIDE)))
        return '\0';
    if (t.s[next] == '_' && !span_at(t, next, "__")) /* J_0 */
        return '\0';
    if (letter_goes_on(t, next))
        return '\0';
    return is_operated(t, at + 1) ? '\0' : t.s[at];
}

char choice_letter_small(struct span t)
{
    size_t at = letter_skip_dress(t), next = at + 1;
    struct span rest;

    if (at >= t.n || t.s[at] < 'a' || t.s[at] > 'j')
        return '\0';
    if (next < t.n && t.s[next] == ')')
        return (char)(t.s[at] - 'a' + 'A');
    rest = trim_span(span_cut(t, next, t.n));
    for (size_t i = 0; i < rest.n; i++)
        if (!one_of(rest.s[i], ")]}*$.`_\""))
            return '\0';
    return (char)(t.s[at] - 'a' + 'A');
}

char choice_sole(struct span t)
{
    char letter = choice_letter(t);

    for (size_t i = 0; letter && i < t.n; i++)
        if (t.s[i] != letter && letter_stands_alone(t, i))
            return '\0';
    return letter;
}

/* ---- a letter before its text ---- */

static size_t skip_gap(struct span t, size_t at)
{
    for (;;) {
        if (character_space(t, at))
            at += character_space(t, at);
        else if (at + 1 < t.n && t.s[at] == '\\' && one_of(t.s[at + 1], " ,;:"))
            at += 2;
        else if (span_at(t, at, "\\quad"))
            at += 5;
        else if (at < t.n && t.s[at] == '~')
            at++;
        else
            return at;
    }
}

struct span letter_rest(struct span t)
{
    static const char *const dress[] = { "\\textbf{", "\\text{",   "\\mathbf{",
                                         "\\mathrm{", "\\textrm{", "**" };
    size_t at = 0, open, rest;
    const char *worn = NULL;
    bool bracket;

    for (size_t i = 0; i < COUNT(dress) && !worn; i++)
        if (span_at(t, 0, dress[i]))
            worn = dress[i];
    at = worn ? strlen(worn) : 0;
    bracket = at < t.n && t.s[at] == '(';
    open = at + bracket;
    if (open + 1 >= t.n || t.s[open] < 'A' || t.s[open] > 'J' ||
        !(t.s[open + 1] == ')' || (!bracket && t.s[open + 1] == ':')))
        return t;
    at = open + 2;
    rest = skip_gap(t, at);
    if (worn && (t.s[0] == '*' ? span_at(t, rest, "**")
                               : rest < t.n && t.s[rest] == '}'))
        rest = skip_gap(t, rest + (t.s[0] == '*' ? 2 : 1));
    else if (worn)
        return t;
    else if (rest == at)
        return t;
    if (rest >= t.n || one_of(t.s[rest], "+*/^=<>") ||
        span_at(t, rest, "\\cdot") || span_at(t, rest, "\\times"))
        return t;
    return span_cut(t, rest, t.n);
}
