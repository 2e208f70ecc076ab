/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/value.h"

#include <string.h>

/*
 * Answers in words: numbers ("twenty-one", "three quarters"), statements
 * ("there is no solution") and, to a key of words, names. A sentence that
 * denies, compares or hesitates gives none.
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* ---- numbers ---- */

static const char *const ones[] = {
    "zero",    "one",     "two",       "three",    "four",
    "five",    "six",     "seven",     "eight",    "nine",
    "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
};
static const char *const tens[] = { "twenty", "thirty",  "forty",  "fifty",
                                    "sixty",  "seventy", "eighty", "ninety" };

static size_t find_word(struct span w, const char *const *words, size_t count)
{
    size_t i = 0;

    while (i < count && !span_is_fold(w, words[i]))
        i++;
    return i;
}

/* The denominator that a word names: half, thirds, quarter; 0: none. */
static long denominator(struct span w)
{
    static const struct {
        const char *word;
        long value;
    } words[] = { { "half", 2 },   { "halves", 2 },  { "third", 3 },
                  { "thirds", 3 }, { "quarter", 4 }, { "quarters", 4 },
                  { "fourth", 4 }, { "fourths", 4 }, { "fifth", 5 },
                  { "fifths", 5 }, { "sixth", 6 },   { "sixths", 6 },
                  { "eighth", 8 }, { "eighths", 8 }, { "tenth", 10 },
                  { "tenths", 10 } };

    for (size_t i = 0; i < COUNT(words); i++)
        if (span_is_fold(w, words[i].word))
            return words[i].value;
    return 0;
}

struct counting {
    long total, part; /* thousands and more; below */
    long half;        /* a numerator, "three" of "three quarters", is part */
    long under;       /* the denominator, 1 without one */
    bool any, article;
};

/* Take one more word into the number; false: it does not go on. */
static bool count_word(struct counting *c, struct span w)
{
    size_t i;

    if (c->under > 1)
        return false;
    if ((i = find_word(w, ones, COUNT(ones))) < COUNT(ones)) {
        if (c->any && (c->part % 10 || (i > 9 && c->part % 100)))
            return false;
        c->part += (long)i;
    } else if ((i = find_word(w, tens, COUNT(tens))) < COUNT(tens)) {
        if (c->part % 100)
            return false;
        c->part += 10 * ((long)i + 2);
    } else if (span_is_fold(w, "hundred")) {
        if (c->part > 99 || (c->any && c->part == 0))
            return false;
        c->part = (c->part ? c->part : 1) * 100;
    } else if (span_is_fold(w, "thousand")) {
        if (c->total || (c->any && c->part == 0))
            return false;
        c->total = (c->part ? c->part : 1) * 1000;
        c->part = 0;
    } else if (span_is_fold(w, "dozen")) {
        if (c->part > 99)
            return false;
        c->part = (c->part ? c->part : 1) * 12;
    } else if (denominator(w)) {
        if (!c->any && !c->article && !span_is_fold(w, "half"))
            return false; /* "the third" is a place */
        c->under = denominator(w);
        c->part = c->any ? c->part : 1;
    } else {
        return false;
    }
    c->any = true;
    return true;
}

size_t words_number(struct span t, size_t at, long *over, long *under)
{
    struct counting c = { .under = 1 }, next;
    size_t after, end = 0;
    long whole = 0;
    enum token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        struct span w = span_cut(t, at, after);

        if (k == TOKEN_SPACE || (k == TOKEN_SIGN && w.s[0] == '-'))
            continue;
        if (span_is_fold(w, "a") || (c.any && span_is_fold(w, "and"))) {
            c.article = true;
            continue;
        }
        next = c;
        if (k != TOKEN_WORD && k != TOKEN_MATHWORD)
            break;
        /* "three and a half" */
        if (c.any && c.article && span_is_fold(w, "half") && c.under == 1) {
            whole = c.total + c.part;
            next = (struct counting){ .part = 1, .under = 2, .any = true };
        } else if (!count_word(&next, w)) {
            break;
        }
        c = next;
        c.article = false;
        end = after;
    }
    *over = whole * c.under + c.total + c.part;
    *under = c.under;
    return end;
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
    size_t at = 0, after, end, found = 0;
    long over = 0, under = 1, o, u;
    bool negative = false;
    enum token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        if ((k != TOKEN_WORD && k != TOKEN_LETTER) ||
            !(end = words_number(t, at, &o, &u)))
            continue;
        after = end;
        if ((o == 1 && u == 1 && is_pronoun(t, at, end)) || is_place(t, at))
            continue;
        if (found++ && (o != over || u != under))
            return false;
        over = o;
        under = u;
        negative = span_before_fold(t, at, "negative ") ||
                   span_before_fold(t, at, "minus ");
    }
    if (!found)
        return false;
    over = negative ? -over : over;
    out->s = under == 1 ? arena_printf(x->a, "%ld", over)
                        : arena_printf(x->a, "%ld/%ld", over, under);
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
    static const char *const words[] = {
        "not ",     "isn't",   "n't ",   "never ",   "neither ", "nor ",
        "than ",    "or ",     "but ",   "while ",   "maybe ",   "perhaps ",
        "possibly", "unless ", "except", "whether ", "cannot ",  "if ",
        "either ",  "other ",  "might ", "could "
    };

    return has_any(t, words, COUNT(words));
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
    static const char *const words[] = {
        "even",       "odd",       "true",        "false",     "increasing",
        "decreasing", "divergent", "convergent",  "prime",     "composite",
        "isosceles",  "scalene",   "equilateral", "right",     "obtuse",
        "acute",      "monday",    "tuesday",     "wednesday", "thursday",
        "friday",     "saturday",  "sunday",      "january",   "february",
        "march",      "april",     "may",         "june",      "july",
        "august",     "september", "october",     "november",  "december",
        "sometimes",  "always"
    };
    static const char *const before[] = { "is ",        "be ",    "is a ",
                                          "on a ",      "on ",    "in ",
                                          "is always ", "is an ", "are " };
    struct span w;
    size_t from;

    t = trim_span(t);
    for (from = t.n; from && is_letter(t.s[from - 1]);)
        from--;
    w = span_cut(t, from, t.n);
    if (!span_listed(w, words, COUNT(words)))
        return false;
    *out = w;
    for (size_t i = 0; i < COUNT(before); i++)
        if (span_before_fold(t, from, before[i]))
            return true;
    return false;
}

/* ---- names ---- */

/* The words behind "Thus,": where they begin. */
static size_t skip_connective(struct span t)
{
    static const char *const words[] = { "therefore",     "thus",
                                         "hence",         "so",
                                         "in conclusion", "finally",
                                         "consequently" };
    size_t at = span_skip_space(t, 0);

    while (at < t.n && one_of(t.s[at], "*_#>-"))
        at = span_skip_space(t, at + 1);
    for (size_t i = 0; i < COUNT(words); i++)
        if (span_at_fold(t, at, words[i]) && at + strlen(words[i]) < t.n &&
            one_of(t.s[at + strlen(words[i])], ", ")) {
            at += strlen(words[i]);
            break;
        }
    while (at < t.n && (one_of(t.s[at], ",*_") || span_space(t, at)))
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
