/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/value.h"

#include "text/lexicon.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * Answers in words: numbers ("twenty-one", "three quarters"), statements
 * ("there is no solution") and, to a key of words, names. A sentence that
 * denies, compares or hesitates gives none.
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* ---- numbers ---- */

size_t words_number(struct span t, size_t at, struct numeral *out)
{
    size_t n =
        numeral_at(t, at, NUMERAL_PARTS | NUMERAL_DOZENS | NUMERAL_BARE, out);

    /* "the third" is a place */
    return n == 0 || (out->under > 1 && (out->has & NUMERAL_BARE)) ? 0 : at + n;
}

static bool is_one(struct numeral x)
{
    return x.over == 1 && x.under == 1;
}

/* Words that keep a "one" from being a number. */
static bool is_pronoun(struct span t, size_t at, size_t end)
{
    static const char *const before[] = { "is ",   "are ",    "has ",
                                          "have ", "only ",   "exactly ",
                                          "be ",   "equals ", "was ",
                                          "get ",  "left " };
    static const char *const behind[] = { " of ",   " can ",   " by ",
                                          " may ",  " might ", " that ",
                                          " which " };

    for (size_t i = 0; i < COUNT(behind); i++)
        if (span_at_fold(t, end, behind[i]))
            return true;
    for (size_t i = 0; i < COUNT(before); i++)
        if (span_before_fold(t, at, before[i]))
            return false;
    return true;
}

/* "the first half", "a half" of something that is told apart. */
static bool is_place(struct span t, size_t at)
{
    static const char *const before[] = { "the ",  "first ", "second ",
                                          "last ", "other ", "than ",
                                          "in ",   "not ",   "by " };

    for (size_t i = 0; i < COUNT(before); i++)
        if (span_before_fold(t, at, before[i]))
            return true;
    return false;
}

/* The one number in words that a sentence has. */
static bool number_find(const struct extract *x, struct span t,
                        struct span *out)
{
    size_t at = 0, after, end;
    struct numeral found = { .under = 0 }, next;
    enum token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        /* Also "two" of "**two", which could be letters beside a sign. */
        if ((k != TOKEN_WORD && k != TOKEN_LETTER && k != TOKEN_MATHWORD) ||
            !(end = words_number(t, at, &next)))
            continue;
        after = end;
        if ((is_one(next) && is_pronoun(t, at, end)) || is_place(t, at))
            continue;
        if (found.under &&
            !(llabs(found.over) == next.over && found.under == next.under))
            return false;
        found = next;
        if (span_before_fold(t, at, "negative ") ||
            span_before_fold(t, at, "minus "))
            found.over = -found.over;
    }
    if (!found.under)
        return false;
    out->s = found.under == 1 ? arena_printf(x->a, "%" PRId64, found.over)
                              : arena_printf(x->a, "%" PRId64 "/%" PRId64,
                                             found.over, found.under);
    out->n = strlen(out->s);
    return true;
}

/* ---- statements ---- */

static bool has(struct span t, const char *lower)
{
    for (size_t i = 0; i + strlen(lower) <= t.n; i++)
        if ((i == 0 || !is_letter(t.s[i - 1])) && span_at_fold(t, i, lower))
            return true;
    return false;
}

static bool has_any(struct span t, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (has(t, words[i]))
            return true;
    return false;
}

/* A sentence that compares, denies or hesitates. */
static bool is_doubtful(struct span t)
{
    size_t at = 0, after;
    enum token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after)
        if (k == TOKEN_WORD && word_is(span_cut(t, at, after), WORD_DOUBT))
            return true;
    return false;
}

/* Phrases that say all by themselves, the longer ones first. */
static bool statement_find(struct span t, struct span *out)
{
    static const char *const phrases[][2] = {
        { "no real solution", "no solution" },
        { "no integer solution", "no solution" },
        { "no solution", "no solution" },
        { "no such ", NULL },
        { "does not exist", "does not exist" },
        { "doesn't exist", "does not exist" },
        { "infinitely many", "infinitely many" },
        { "infinite number of solutions", "infinitely many" },
        { "all real numbers", "all real numbers" },
        { "cannot be determined", "cannot be determined" },
        { "can't be determined", "cannot be determined" },
        { "can not be determined", "cannot be determined" },
        { "impossible to determine", "cannot be determined" },
        { "not enough information", "cannot be determined" },
        { "is undefined", "undefined" },
        { "is impossible", "impossible" },
        { "is not possible", "impossible" },
    };
    static const char *const doubts[] = { "unless ",  "except",   "if ",
                                          "other ",   "or ",      "maybe ",
                                          "perhaps ", "whether ", "but " };

    for (size_t i = 0; i < COUNT(phrases); i++) {
        if (!has(t, phrases[i][0]))
            continue;
        if (!phrases[i][1] || has_any(t, doubts, COUNT(doubts)))
            return false;
        *out = (struct span){ phrases[i][1], strlen(phrases[i][1]) };
        return true;
    }
    return false;
}

/* "Yes, the triangle is right." */
static bool verdict_find(struct span t, struct span *out)
{
    static const char *const words[] = { "yes", "no" };
    size_t at = span_skip_space(t, 0), n;

    for (size_t i = 0; i < COUNT(words); i++) {
        n = strlen(words[i]);
        if (span_at_fold(t, at, words[i]) &&
            (at + n == t.n || t.s[at + n] == ',')) {
            *out = span_cut(t, at, at + n);
            return true;
        }
    }
    return false;
}

/* The last word, where the sentence says what something is. */
static bool property_find(struct span t, struct span *out)
{
    static const char *const before[] = { "is ",        "be ",    "is a ",
                                          "on a ",      "on ",    "in ",
                                          "is always ", "is an ", "are " };
    const struct lexeme *w;
    size_t from;

    t = trim_span(t);
    for (from = t.n; from && is_letter(t.s[from - 1]);)
        from--;
    *out = span_cut(t, from, t.n);
    w = lexicon_find(*out);
    if (!lexeme_is(w, WORD_PROPERTY) && !lexeme_is(w, WORD_WEEKDAY) &&
        !lexeme_is(w, WORD_MONTH))
        return false;
    for (size_t i = 0; i < COUNT(before); i++)
        if (span_before_fold(t, from, before[i]))
            return true;
    return false;
}

/* ---- names ---- */

/* The words behind "Thus,": where they begin. */
static size_t skip_connective(struct span t)
{
    const struct lexeme *word;
    size_t at = span_skip_space(t, 0), n;

    while (at < t.n && one_of(t.s[at], "*_#>-"))
        at = span_skip_space(t, at + 1);
    n = lexicon_phrase(t, at, WORD_CONCLUSION, &word);
    if (n && one_of(span_byte(t, at + n), ", "))
        at += n;
    while (at < t.n && (one_of(t.s[at], ",*_") || character_space(t, at)))
        at++;
    return at;
}

/* "Evelyn has the greatest speed", "the fastest is Evelyn": the only name. */
static bool name_find(struct span t, struct span *out)
{
    static const char *const verbs[] = { "is",  "has",  "was",  "had", "will",
                                         "won", "wins", "must", "ran", "runs" };
    size_t at = skip_connective(t), start = at, after, names = 0, end = 0;
    enum token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        struct span w = span_cut(t, at, after);

        if (k == TOKEN_WORD && is_upper(w.s[0]) && at > start) {
            names++;
            *out = w;
            end = after;
        }
    }
    if (has(t, "and "))
        return false;
    if (names == 1)
        return trim_span(span_cut(t, end, t.n)).n == 0 && has(t, "is ");
    if (names || start >= t.n || !is_upper(t.s[start]))
        return false;
    (void)token_read(t, start, &after);
    *out = span_cut(t, start, after);
    at = span_skip_space(t, after);
    return token_read(t, at, &end) == TOKEN_WORD &&
           span_listed(span_cut(t, at, end), verbs, COUNT(verbs)) &&
           has(span_cut(t, at, t.n), "the ") && !span_is_fold(*out, "the") &&
           !span_is_fold(*out, "this") && !span_is_fold(*out, "it") &&
           !span_is_fold(*out, "there");
}

bool words_find(const struct extract *x, struct span sentence, bool later,
                struct span *out)
{
    if (sentence.n > 400 || span_has_digit(sentence))
        return false;
    if (statement_find(sentence, out) ||
        (!later && verdict_find(sentence, out)))
        return true;
    if (is_doubtful(sentence))
        return false;
    return property_find(sentence, out) ||
           (x->opt->text && name_find(sentence, out)) ||
           number_find(x, sentence, out);
}
