/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values in words. Words count things everywhere in a reply, so that one is a
 * value only where its clause ends with it, or with what it counts.
 */
#include "base/ascii.h"
#include "evolve/measure/told_int.h"
#include "math/read/numeral.h"

#include <string.h>

#define LISTED(word, list) \
 told_listed(word, list, sizeof(list) / sizeof *(list))
#define UNIT_WORDS 3

static char at(struct told_text t, size_t i)
{
    return i < t.n ? t.s[i] : '\0';
}

/* Words that make another thing of the number before them, or a sentence. */
static bool is_spoiling(const char *word)
{
    static const char *const words[] = {
        "or",      "to",      "than",   "more",    "less",       "fewer",
        "greater", "smaller", "larger", "higher",  "lower",      "times",
        "plus",    "minus",   "over",   "divided", "multiplied", "squared",
        "cubed",   "by",      "point",  "percent", "is",         "are",
        "was",     "were",    "has",    "have",    "had",        "cost",
        "costs",   "weigh",   "weighs", "make",    "makes",      "give",
        "gives",   "equals",  "the",    "that",    "which",      "who",
        "we",      "it",      "this",   "dozen",   "hundred",    "thousand",
        "million", "billion", "first",  "second",  "third",      "fourth",
        "fifth",   "sixth",   "about",  "seventh", "eighth",     "ninth",
        "tenth"
    };

    return LISTED(word, words);
}

static bool digits_follow(struct told_text t, size_t i)
{
    size_t start = i;

    for (; i < t.n && t.s[i] != '\n' && i - start < TOLD_LOOK; i++)
        if (is_digit(t.s[i]))
            return true;
    return false;
}

static bool is_numeral(struct told_text t, size_t i)
{
    struct ratio x;

    return i < t.n && numeral_read(t.s + i, t.n - i, &x) != 0;
}

/* Does the clause end behind a number, or behind what it counts? */
static bool clause_ends(struct told_text t, size_t i)
{
    char word[TOLD_WORD];
    size_t words = 0, n;

    if (at(t, i) == '-' || is_letter(at(t, i)))
        return false; /* "twenty-fifth" */
    for (;; i += n, words++) {
        i = told_blanks(t, i);
        if (i >= t.n || strchr(".;\n|\"<})(", t.s[i]))
            return true;
        if (t.s[i] == ',' || t.s[i] == ':') /* "two lamps, each at 12" */
            return !words || !digits_follow(t, i);
        n = told_word(t, i, word);
        if (n && strcmp(word, "and") == 0)
            return !is_numeral(t, told_blanks(t, i + n));
        if (!n || words == UNIT_WORDS || is_spoiling(word) ||
            (words == 0 && strcmp(word, "of") == 0) || is_numeral(t, i))
            return false;
    }
}

/* "the one", "which one", "the two": a thing that is told apart. */
static bool is_pointed_at(struct told_text t, size_t i)
{
    static const char *const words[] = { "the",   "this",  "that",  "which",
                                         "each",  "every", "any",   "last",
                                         "first", "other", "these", "those" };
    char word[TOLD_WORD];

    while (i > 0 && t.s[i - 1] == ' ')
        i--;
    return told_word_before(t, i, word) && LISTED(word, words);
}

size_t told_words(struct told_text t, size_t i, struct ratio *out)
{
    size_t n;

    if (!is_letter(at(t, i)) ||
        (i > 0 && (is_letter(t.s[i - 1]) || is_digit(t.s[i - 1]) ||
                   strchr("-_\\'", t.s[i - 1]))))
        return 0;
    n = numeral_read(t.s + i, t.n - i, out);
    if (!n || is_pointed_at(t, i))
        return 0;
    /* "a third lamp" is no part of one. */
    if (out->q > 1 && is_letter(at(t, told_blanks(t, i + n))))
        return 0;
    return i + n;
}

size_t told_words_value(struct told_text t, size_t i)
{
    struct ratio x;
    size_t end = told_words(t, i, &x);

    return end && clause_ends(t, end) ? end : 0;
}

size_t told_scale(struct told_text t, size_t i, int64_t *scale)
{
    static const struct {
        const char *word;
        int64_t value;
    } scales[] = { { "hundred", 100 },
                   { "thousand", 1000 },
                   { "million", 1000000 },
                   { "billion", 1000000000 },
                   { "dozen", 12 } };
    char word[TOLD_WORD];
    size_t k = told_blanks(t, i), n = told_word(t, k, word);

    for (size_t s = 0; n && s < sizeof(scales) / sizeof *scales; s++)
        if (strcmp(word, scales[s].word) == 0) {
            *scale = scales[s].value;
            return k + n;
        }
    return 0;
}

const char *told_digits(struct arena *a, const char *text)
{
    struct told_text t = { text, strlen(text) };
    size_t end = told_words_value(t, 0), number;
    struct ratio x;
    int64_t scale;

    if (end && told_words(t, 0, &x))
        return arena_printf(a, "%s%s", ratio_text(a, x), text + end);
    number = told_number(t, 0);
    end = number ? told_scale(t, number, &scale) : 0;
    if (end && ratio_read(&x, text, number) && ratio_mul(&x, x, RATIO(scale)))
        return arena_printf(a, "%s%s", ratio_text(a, x), text + end);
    return text;
}
