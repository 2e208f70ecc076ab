/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "family/mathador/reply/read_lex.h"

#include <string.h>

/*
 * The words that mean something to the reader. Most words of a reply mean
 * nothing, and the first letter and the length tell so nearly always.
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define WORD_MOST    13 /* letters of the longest */

struct entry {
    const char *text;
    uint32_t word;
};

/* In the order of their first letters. */
static const struct entry entries[] = {
    { "a", WORD_FILL },
    { "above", WORD_NOTE },
    { "actually", WORD_OPEN },
    { "added", WORD_ADD | WORD_NEEDS },
    { "again", WORD_OPEN },
    { "alternative", WORD_HEAD | WORD_TRY },
    { "alternatives", WORD_HEAD },
    { "alternatively", WORD_TRY },
    { "and", WORD_FILL },
    { "another", WORD_OPEN },
    { "answer", WORD_HEAD | WORD_LABEL | WORD_ANSWER },
    { "answers", WORD_HEAD },
    { "approach", WORD_HEAD | WORD_LABEL },
    { "approaches", WORD_HEAD },
    { "attempt", WORD_HEAD | WORD_LABEL },
    { "attempts", WORD_HEAD },
    { "base", WORD_NOTE },
    { "becomes", WORD_EQUAL },
    { "best", WORD_HEAD },
    { "better", WORD_HEAD | WORD_OPEN },
    { "bonus", WORD_SCORE },
    { "but", WORD_OPEN },
    { "by", WORD_LINK },
    { "cannot", WORD_TRY },
    { "check", WORD_TRY },
    { "comes", WORD_EQUAL },
    { "decimal", WORD_CALM },
    { "decimals", WORD_CALM },
    { "divide", WORD_DIV | WORD_NEEDS },
    { "divided", WORD_DIV | WORD_NEEDS },
    { "eq", WORD_LABEL },
    { "equal", WORD_EQUAL },
    { "equals", WORD_EQUAL },
    { "equation", WORD_LABEL | WORD_ANSWER },
    { "evaluates", WORD_EQUAL },
    { "expression", WORD_LABEL | WORD_ANSWER },
    { "fail", WORD_TRY },
    { "fails", WORD_TRY },
    { "final", WORD_HEAD },
    { "from", WORD_FROM | WORD_NOTE },
    { "formula", WORD_LABEL | WORD_ANSWER },
    { "fraction", WORD_CALM },
    { "fractions", WORD_CALM },
    { "get", WORD_EQUAL },
    { "gets", WORD_EQUAL },
    { "getting", WORD_EQUAL },
    { "give", WORD_EQUAL },
    { "gives", WORD_EQUAL },
    { "given", WORD_NOTE },
    { "giving", WORD_EQUAL },
    { "hmm", WORD_OPEN },
    { "however", WORD_OPEN },
    { "in", WORD_FILL },
    { "instead", WORD_TRY },
    { "is", WORD_EQUAL },
    { "it", WORD_FILL },
    { "line", WORD_LABEL },
    { "make", WORD_EQUAL },
    { "makes", WORD_EQUAL },
    { "making", WORD_EQUAL },
    { "mathador", WORD_HEAD },
    { "mathadors", WORD_HEAD },
    { "maybe", WORD_OPEN },
    { "me", WORD_FILL },
    { "method", WORD_LABEL },
    { "minus", WORD_SUB },
    { "mod", WORD_MOD },
    { "modulo", WORD_MOD },
    { "multiplied", WORD_MUL | WORD_NEEDS },
    { "multiply", WORD_MUL | WORD_NEEDS },
    { "need", WORD_CALM },
    { "needed", WORD_CALM },
    { "negative", WORD_CALM },
    { "no", WORD_OPEN },
    { "nope", WORD_OPEN },
    { "not", WORD_TRY },
    { "number", WORD_NOTE },
    { "of", WORD_FROM | WORD_FILL },
    { "oops", WORD_OPEN },
    { "operation", WORD_LABEL },
    { "optimal", WORD_HEAD },
    { "option", WORD_HEAD | WORD_LABEL },
    { "options", WORD_HEAD },
    { "or", WORD_OPEN | WORD_TRY },
    { "original", WORD_NOTE },
    { "otherwise", WORD_OPEN },
    { "perhaps", WORD_OPEN },
    { "plus", WORD_ADD },
    { "point", WORD_POINT },
    { "points", WORD_SCORE | WORD_POINT },
    { "previous", WORD_NOTE },
    { "print", WORD_PRINT },
    { "problem", WORD_CALM },
    { "pt", WORD_POINT },
    { "pts", WORD_SCORE | WORD_POINT },
    { "remainder", WORD_CALM },
    { "reset", WORD_TRY },
    { "restart", WORD_TRY },
    { "result", WORD_EQUAL | WORD_FROM | WORD_NOTE | WORD_ANSWER },
    { "resulting", WORD_EQUAL },
    { "results", WORD_EQUAL },
    { "retry", WORD_TRY },
    { "score", WORD_SCORE },
    { "scored", WORD_SCORE },
    { "scores", WORD_SCORE },
    { "scoring", WORD_SCORE },
    { "simple", WORD_HEAD },
    { "simplest", WORD_HEAD },
    { "solution", WORD_HEAD | WORD_LABEL | WORD_ANSWER },
    { "solutions", WORD_HEAD },
    { "sqrt", WORD_ROOT },
    { "step", WORD_STEP | WORD_NOTE },
    { "that", WORD_FILL },
    { "the", WORD_FILL },
    { "this", WORD_FILL },
    { "times", WORD_MUL },
    { "to", WORD_LINK | WORD_FILL },
    { "too", WORD_TRY },
    { "total", WORD_TOTAL },
    { "try", WORD_TRY },
    { "trying", WORD_TRY },
    { "us", WORD_FILL },
    { "using", WORD_FROM },
    { "verification", WORD_TRY },
    { "verify", WORD_TRY },
    { "wait", WORD_OPEN | WORD_TRY },
    { "we", WORD_FILL },
    { "which", WORD_FILL },
    { "with", WORD_LINK },
    { "x", WORD_X },
    { "yet", WORD_CALM },
    { "yielding", WORD_EQUAL },
    { "yields", WORD_EQUAL },
};

void word_index_init(struct word_index *x)
{
    *x = (struct word_index){ 0 };
    for (size_t i = 0; i < COUNT(entries); i++) {
        int letter = entries[i].text[0] - 'a';

        x->lengths[letter] |= 1u << strlen(entries[i].text);
        x->first[letter + 1] = (unsigned char)(i + 1);
    }
    for (int l = 1; l <= 26; l++)
        if (x->first[l] == 0)
            x->first[l] = x->first[l - 1];
}

static char fold(char c)
{
    return is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

static bool same(const char *text, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (text[i] != fold(s[i]))
            return false;
    return text[n] == '\0';
}

/* "isn't", with either apostrophe. */
static bool is_denial(const char *s, size_t n)
{
    if (n < 3 || fold(s[n - 1]) != 't')
        return false;
    if (s[n - 2] == '\'')
        return fold(s[n - 3]) == 'n';
    return n >= 5 && memcmp(s + n - 4, "\xe2\x80\x99", 3) == 0 &&
           fold(s[n - 5]) == 'n';
}

uint32_t word_find(const struct word_index *x, const char *s, size_t n)
{
    int letter = fold(s[0]) - 'a';
    uint32_t word = n == 1 ? WORD_SHORT : 0;

    if (is_denial(s, n))
        return WORD_TRY;
    if (letter < 0 || letter >= 26 || n > WORD_MOST ||
        !(x->lengths[letter] >> n & 1))
        return word;
    for (size_t i = x->first[letter]; i < x->first[letter + 1]; i++)
        if (same(entries[i].text, s, n))
            return entries[i].word | word;
    return word;
}
