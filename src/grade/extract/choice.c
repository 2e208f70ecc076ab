/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/extract_int.h"
#include "text/lexicon.h"

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

/* Returns the choice that a token is, a letter of the prose or a formula that is
 * no more than one, or '\0' if it is none. */
static char choice_token(struct span t, size_t at, size_t after,
                         enum reply_token k)
{
    struct span inner;

    if (k == TOKEN_FORMULA)
        return formula_at(t, at, &inner, &after) && inner.n <= 16
                   ? choice_letter(trim_span(inner))
                   : '\0';
    return k == TOKEN_LETTER && is_choice(t.s[at]) &&
                   !(at && one_of(t.s[at - 1], "_^'"))
               ? choice_letter(span_cut(t, at, t.n))
               : '\0';
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
        char letter;

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
        if (!(letter = choice_token(t, at, after, k)) || is_denied(t, start) ||
            is_ruled_out(t, after) || is_blamed(t, start))
            continue;
        l.last = letter;
        l.seen = (fresh ? 0 : l.seen) | 1u << (l.last - 'A');
        fresh = false;
        if (is_cued(t, start) || is_praised(t, after))
            l.cued = l.last;
    }
    return l;
}

/* ---- choices that are named otherwise ---- */

static struct span last_sentence(struct span t)
{
    size_t at = 0, stop, after;
    struct span last = { t.s, 0 };

    while (at < t.n) {
        stop = sentence_end(t, at);
        if (trim_span(span_cut(t, at, stop)).n)
            last = span_cut(t, at, stop);
        (void)token_read(t, stop, &after);
        at = after > stop ? after : stop + 1;
    }
    return last;
}

static bool is_quote(struct span t, size_t at)
{
    return at < t.n && (one_of(t.s[at], "\"'*`") || (t.s[at] & 0x80));
}

/* Is what stands at t[at..after), perhaps in quotes, the choice that is made? */
static bool is_made(struct span t, size_t at, size_t after)
{
    static const char *const right[] = { " are true", " are correct",
                                         " are right", " are valid" };
    bool praised;

    while (at && is_quote(t, at - 1))
        at--;
    while (is_quote(t, after))
        after++;
    praised = span_at_any(t, after, right, COUNT(right)) > 0;
    if (!is_cued(t, at) && !is_praised(t, after) &&
        !(praised && trim_span(span_cut(t, 0, at)).n == 0))
        return false;
    if (stance_of(span_cut(t, 0, at)).denied || is_blamed(t, at) ||
        (is_ruled_out(t, after) && !praised) || is_unasserted(t, after) ||
        phrase_within(t, WORD_SUPPOSED) ||
        phrase_within(span_from(t, after), WORD_DENIAL))
        return false;
    for (size_t i = after; i < t.n; i++) /* "... but C" */
        if (choice_letter(span_from(t, i)))
            return false;
    return true;
}

/* "All of the above", where a choice says so: its letter, or '\0'. */
static char told_by_text(const struct extract *x, struct span t)
{
    static const char *const texts[] = { "all of the above",
                                         "none of the above", "all of these",
                                         "none of these", "both of the above" };

    for (size_t at = 0, n; at < t.n; at++) {
        if (!(n = span_at_any(t, at, texts, COUNT(texts))))
            continue;
        for (size_t i = 0; i < x->opt->choices_n && i < 10; i++)
            if (span_at_fold(span_of(x->opt->choices[i]), 0,
                             lower_case(x->a, span_cut(t, at, at + n))))
                return is_made(t, at, at + n) ? (char)('A' + (int)i) : '\0';
    }
    return '\0';
}

/* The place among the choices that a word names, "third", "last"; 0: none. */
static size_t place_of(const struct extract *x, struct span w)
{
    const struct lexeme *word = lexicon_find(w);

    if (span_is_fold(w, "last"))
        return x->opt->choices_n;
    return lexeme_is(word, WORD_ORDINAL) && word->value > 0 &&
                   (size_t)word->value <= x->opt->choices_n
               ? (size_t)word->value
               : 0;
}

/* "The third option is correct": its letter, or '\0' if none or more than one
 * is named so. */
static char told_by_place(const struct extract *x, struct span t)
{
    static const char *const nouns[] = { " option", " choice", " one",
                                         " answer", " alternative" };
    size_t after, place, n;
    char told = '\0';

    for (size_t at = 0; token_read(t, at, &after) != TOKEN_END; at = after) {
        size_t the = at >= 4 ? at - 4 : 0;

        if (!span_before_fold(t, at, "the ") ||
            !(place = place_of(x, span_cut(t, at, after))) || place > 10 ||
            !(n = span_at_any(t, after, nouns, COUNT(nouns))))
            continue;
        if (told || is_letter(span_byte(t, after + n)) ||
            !is_made(t, the, after + n))
            return '\0';
        told = (char)('A' + (int)place - 1);
    }
    return told;
}

/* The choice that the last sentence makes without its letter. */
static char told_otherwise(const struct extract *x, struct span t)
{
    struct span last = last_sentence(t);
    char letter = '\0';

    if (x->opt->choices_n && last.n <= SENTENCE_MOST) {
        letter = told_by_text(x, last);
        if (letter == '\0')
            letter = told_by_place(x, last);
    }
    return letter;
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
    if ((first = told_otherwise(x, span_cut(t, from, t.n))))
        return extract_fill(x, out, (struct span){ &first, 1 });
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
