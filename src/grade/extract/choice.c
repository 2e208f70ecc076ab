/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/extract_int.h"

/*
 * The rule "choice": the letter of a multiple choice that the prose at the end
 * of a reply gives. Letters are also named to be ruled out.
 */

#define TAIL_MOST  ((size_t)2000)
#define SHORT_MOST 400 /* bytes of a reply that may begin with its letter */

/* Is the letter named to be ruled out? */
static bool is_denied(struct span t, size_t at)
{
    static const char *const list[] = {
        "not ",  "n't ",       "n't be ", "not be ",   "non ",        "nor ",
        "than ", "pas ",       "nicht ",  "neither ",  "not option ", "either ",
        "or ",   "eliminate ", "point ",  "rule out ", "constant "
    };

    return span_before_any(t, at, list, COUNT(list)) > 0;
}

static bool is_cued(struct span t, size_t at)
{
    static const char *const list[] = {
        "it's ",        "is ",          "is: ",          "option ",
        "choice ",      "choose ",      "select ",       "selected ",
        "be ",          "therefore ",   "thus ",         "pick ",
        "answer ",      "est ",         "ist ",          "es ",
        "\xe9\x80\x89", "\xe6\x98\xaf", "\xe9\x80\x89 ", "\xe6\x98\xaf ",
        "so ",          "hence ",       "go with ",      "take ",
        "so, ",         "thus, ",       "therefore, ",   "hence, "
    };

    return span_before_any(t, at, list, COUNT(list)) > 0;
}

/* Is the token a choice: a letter of the prose, or a formula that is no more
 * than one? */
static bool is_choice_token(struct span t, size_t at, size_t after,
                            enum reply_token k)
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
    return span_at_any(t, after, list, COUNT(list)) > 0;
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
    return span_at_any(t, after, list, COUNT(list)) > 0;
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
    bool reason = false; /* "since" has come in this sentence */
    enum reply_token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        size_t start = dressed(t, at);

        fresh = fresh || k == TOKEN_STOP || k == TOKEN_NEWLINE;
        reason = (reason && k != TOKEN_STOP && k != TOKEN_NEWLINE) ||
                 (k == TOKEN_WORD &&
                  word_is(span_cut(t, at, after), WORD_CIRCUMSTANCE));
        if (reason && l.cued) /* "C, since A, B and D are too small" */
            continue;
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

bool rule_choice(struct extract *x, struct extracted *out)
{
    struct span t = x->text, head;
    size_t from = t.n > TAIL_MOST ? t.n - TAIL_MOST : 0;
    struct letters l;
    char first;

    if (!(x->opt->choice || x->opt->letters) || reply_breaks_off(t))
        return false;
    if (x->opt->letters)
        return letters_find(x, out);
    l = read_letters(span_cut(t, from, t.n));
    head = trim_span(span_cut(x->text, 0, SHORT_MOST));
    first = choice_letter(head);
    if (l.cued)
        l.last = l.cued;
    else if (first && x->text.n <= SHORT_MOST && l.listed < 2 &&
             !is_ruled_out(head, letter_skip_dress(head) + 1))
        l.last = first;
    else if (l.seen & (l.seen - 1)) /* several, and none is set apart */
        return false;
    return l.last && extract_fill(x, out, (struct span){ &l.last, 1 });
}
