/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "grade/extract/extract_int.h"

#include <string.h>

/*
 * Letters of a multiple choice. In prose "A" is also an article and "I" also
 * a pronoun, and letters are named to be ruled out.
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define TAIL_MOST    ((size_t)2000)
#define SHORT_MOST   400 /* bytes of a reply that may begin with its letter */

static bool is_choice(char c)
{
    return c >= 'A' && c <= 'J';
}

/* Skip what may stand around a letter: \textbf{(, **, Option. */
static size_t skip_dress(struct span t)
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
static bool is_little_word(struct span t, size_t at)
{
    return (t.s[at] == 'A' || t.s[at] == 'I') && at + 2 < t.n &&
           t.s[at + 1] == ' ' && is_lower(t.s[at + 2]) &&
           !span_at(t, at, "A is ") && !span_at(t, at, "A and ") &&
           !span_at(t, at, "A or ");
}

/* Is a letter of a choice at `at`, by itself, and no article? */
static bool stands_alone(struct span t, size_t at)
{
    size_t next = at + 1;

    if (at >= t.n || !is_choice(t.s[at]) ||
        (at && (is_letter(t.s[at - 1]) || is_digit(t.s[at - 1]) ||
                one_of(t.s[at - 1], "\\_^'"))))
        return false;
    if (next < t.n && (is_letter(t.s[next]) || is_digit(t.s[next]) ||
                       one_of(t.s[next], "_^'")))
        return false;
    return !is_little_word(t, at);
}

/* "C, D", "B or C", "A. B. C.": more than one letter, of which none is the
 * answer. */
static bool goes_on(struct span t, size_t at)
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
    if (at == start || !stands_alone(t, at))
        return false;
    /* "D. B is wrong": another sentence. */
    return at + 2 >= t.n || t.s[at + 1] != ' ' || !is_lower(t.s[at + 2]) ||
           span_at(t, at + 1, " are") || span_at(t, at + 1, " or ") ||
           span_at(t, at + 1, " and ");
}

bool choice_several(struct span t)
{
    size_t at = skip_dress(t);

    return stands_alone(t, at) && goes_on(t, at + 1);
}

char choice_sole(struct span t)
{
    char letter = choice_letter(t);

    for (size_t i = 0; letter && i < t.n; i++)
        if (t.s[i] != letter && stands_alone(t, i))
            return '\0';
    return letter;
}

char choice_letter_small(struct span t)
{
    size_t at = skip_dress(t), next = at + 1;
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

char choice_letter(struct span t)
{
    size_t at = skip_dress(t), next = at + 1;

    if (at >= t.n || !is_choice(t.s[at]))
        return '\0';
    if (next >= t.n)
        return t.s[at];
    if (!one_of(t.s[next], ")]}.,:;*$ \n\r\t\\\"`_-!?") ||
        is_little_word(t, at))
        return '\0';
    if (t.s[next] == '_' && !span_at(t, next, "__")) /* J_0 */
        return '\0';
    if (goes_on(t, next))
        return '\0';
    /* "A + B", "C = 5": a formula. */
    next = span_skip_space(t, next);
    return next < t.n && next > at + 1 && one_of(t.s[next], "+-=*/^<>")
               ? '\0'
               : t.s[at];
}

/* Is the letter named to be ruled out? */
static bool is_denied(struct span t, size_t at)
{
    static const char *const list[] = {
        "not ",  "n't ",       "n't be ", "not be ",   "non ",        "nor ",
        "than ", "pas ",       "nicht ",  "neither ",  "not option ", "either ",
        "or ",   "eliminate ", "point ",  "rule out ", "constant "
    };

    for (size_t i = 0; i < COUNT(list); i++)
        if (span_before_fold(t, at, list[i]))
            return true;
    return false;
}

static bool is_cued(struct span t, size_t at)
{
    static const char *const list[] = {
        "it's ",   "is ",          "is: ",         "option ",     "choice ",
        "choose ", "select ",      "selected ",    "be ",         "therefore ",
        "thus ",   "pick ",        "answer ",      "est ",        "ist ",
        "es ",     "\xe9\x80\x89", "\xe6\x98\xaf", "so ",         "hence ",
        "take ",   "so, ",         "thus, ",       "therefore, ", "hence, "
    };

    for (size_t i = 0; i < COUNT(list); i++)
        if (span_before_fold(t, at, list[i]))
            return true;
    return false;
}

/* Is the token a choice: a letter of the prose, or a formula that is no more
 * than one? */
static bool is_choice_token(struct span t, size_t at, size_t after,
                            enum token k)
{
    struct span inner;

    if (k == TOKEN_FORMULA)
        return formula_at(t, at, &inner, &after) && inner.n <= 16 &&
               choice_letter(trim_span(inner));
    return k == TOKEN_LETTER && is_choice(t.s[at]) &&
           !(at && one_of(t.s[at - 1], "_^'")) &&
           choice_letter(span_cut(t, at, t.n));
}

/* Where the bracket or the mark before a letter begins. */
static size_t dressed(struct span t, size_t at)
{
    while (at && one_of(t.s[at - 1], "(*$"))
        at--;
    return at;
}

/* Is the letter that ends at `after` named to be ruled out? */
static bool is_ruled_out(struct span t, size_t after)
{
    static const char *const list[] = {
        " is wrong",      " is incorrect", " is too",  " is not",
        " isn't",         " is false",     " cannot",  " can't",
        " fails",         " does not",     " doesn't", " is impossible",
        " is a constant", " is also",      " are "
    };

    while (after < t.n && one_of(t.s[after], ")*$"))
        after++;
    for (size_t i = 0; i < COUNT(list); i++)
        if (span_at_fold(t, after, list[i]))
            return true;
    return false;
}

/* Is it called right by what follows it? */
static bool is_praised(struct span t, size_t after)
{
    static const char *const list[] = { " is correct",     " is right",
                                        " is the correct", " is the answer",
                                        " is the right",   " must be right",
                                        " is the only" };

    while (after < t.n && one_of(t.s[after], ")*$"))
        after++;
    for (size_t i = 0; i < COUNT(list); i++)
        if (span_at_fold(t, after, list[i]))
            return true;
    return false;
}

/* "The wrong answer is A." */
static bool is_blamed(struct span t, size_t at)
{
    size_t from = at > 60 ? at - 60 : 0;

    for (size_t i = at; i > from && !one_of(t.s[i - 1], ".\n;,"); i--)
        if (span_at_fold(t, i - 1, "wrong") ||
            span_at_fold(t, i - 1, "incorrect"))
            return true;
    return false;
}

/* "B) 12" at the beginning of a line: one of the choices is listed. */
static bool is_listed(struct span t, size_t start, size_t after)
{
    while (start && one_of(t.s[start - 1], " -#"))
        start--;
    return (start == 0 || t.s[start - 1] == '\n') && after < t.n &&
           one_of(t.s[after], ").:") && after + 1 < t.n &&
           (is_space(t.s[after + 1]) || t.s[after + 1] == '*');
}

/* What the letters of the end say. */
struct letters {
    char cued, last;
    unsigned seen; /* in the last sentence that has any; a bit a letter */
    size_t listed; /* lines that begin with one */
};

static struct letters read_letters(struct span t)
{
    struct letters l = { 0 };
    size_t at = 0, after;
    bool fresh = true, several = false;
    enum token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        size_t start = dressed(t, at);

        fresh = fresh || k == TOKEN_STOP || k == TOKEN_NEWLINE;
        if (k == TOKEN_LETTER && is_choice(t.s[at]) &&
            is_listed(t, start, after)) {
            l.listed++;
            continue;
        }
        if (k == TOKEN_LETTER && choice_several(span_cut(t, at, t.n))) {
            several = true; /* the last of the list goes with it */
            l.last = l.cued = '\0';
            continue;
        }
        if (several && k == TOKEN_LETTER && is_choice(t.s[at])) {
            several = false;
            continue;
        }
        if (!is_choice_token(t, at, after, k) || is_denied(t, start) ||
            is_ruled_out(t, after) || is_blamed(t, start))
            continue;
        l.last = choice_letter(span_cut(t, at, after));
        l.seen = (fresh ? 0 : l.seen) | 1u << (l.last - 'A');
        fresh = false;
        if (is_cued(t, start) || is_praised(t, after))
            l.cued = l.last;
    }
    return l;
}

bool choice_find(const struct extract *x, struct extracted *out)
{
    struct span t = x->text, head;
    size_t from = t.n > TAIL_MOST ? t.n - TAIL_MOST : 0;
    struct letters l;
    char first;

    if (guess_is_cut_off(t))
        return false;
    l = read_letters(span_cut(t, from, t.n));
    head = trim_span(span_cut(x->text, 0, SHORT_MOST));
    first = choice_letter(head);
    if (l.cued)
        l.last = l.cued;
    else if (first && x->text.n <= SHORT_MOST && l.listed < 2 &&
             !is_ruled_out(head, skip_dress(head) + 1))
        l.last = first;
    else if (l.seen & (l.seen - 1)) /* several, and none is set apart */
        return false;
    return l.last &&
           extract_fill(x, out, EXTRACT_CHOICE, (struct span){ &l.last, 1 });
}
