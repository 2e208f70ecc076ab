/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The features as EvolMathEval defines them, as far as they can be had without
 * its tagger and parser. Known of it: sentences with one of 22 fragments are
 * equations, found as parts of words ("this" holds "is"), in any case when
 * they are counted and in their own case when noise is measured; variables
 * are different nouns right before one of 23 unit words; tokens that are no
 * punctuation are words, so that "$" and "'s" count. Of the lists seven
 * fragments and four unit words are known; the others are chosen in their
 * spirit. Any word of letters that is no stop word and no verb of our list is
 * taken for a noun. White space is no token.
 */
#include "base/ascii.h"
#include "base/map.h"
#include "base/utf8.h"
#include "evolve/fitness/fitness_int.h"

#include <math.h>
#include <string.h>

/* The first seven are known. */
static const char *const fragments[] = {
    "equals",     "plus",     "minus",    "is",      "add",   "less",
    "more than",  "subtract", "times",    "multipl", "divid", "sum",
    "difference", "product",  "total",    "twice",   "half",  "fewer",
    "costs",      "same as",  "combined", "together"
};

/* The first four are known. */
static const char *const units[] = {
    "cost",   "price",       "speed",    "time",     "weight", "length",
    "height", "width",       "age",      "distance", "amount", "number",
    "value",  "rate",        "volume",   "area",     "size",   "depth",
    "mass",   "temperature", "duration", "capacity", "score"
};

size_t paper_words(const struct reading *r)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n_tokens; i++) {
        const struct token *t = &r->tokens[i];

        if (t->is & TOKEN_WORD)
            n += fitness_stem(r, t) < t->n ? 2 : 1;
        else if (t->is & TOKEN_SYMBOL)
            n++;
    }
    return n;
}

/* The fragment stands at s, of which n bytes are left. */
static bool begins_with(const char *s, size_t n, const char *fragment)
{
    size_t k = 0;

    while (fragment[k] && k < n && s[k] == fragment[k])
        k++;
    return !fragment[k];
}

/* Fragments are short: the work is linear. */
static bool holds_fragment(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < sizeof(fragments) / sizeof(*fragments); k++)
            if (s[i] == fragments[k][0] &&
                begins_with(s + i, n - i, fragments[k]))
                return true;
    return false;
}

/* The tokens [*i, end) of the sentence at token *i, which moves behind it;
 * its bytes, from the first token to the last. */
static size_t next_sentence(const struct reading *r, size_t *i, size_t *from)
{
    size_t k = *i, sentence = r->tokens[k].sentence;

    *from = r->tokens[k].at;
    while (k < r->n_tokens && r->tokens[k].sentence == sentence)
        k++;
    *i = k;
    return r->tokens[k - 1].at + r->tokens[k - 1].n - *from;
}

size_t paper_equations(const struct reading *r)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n_tokens;) {
        size_t from, bytes = next_sentence(r, &i, &from);

        n += holds_fragment(r->low + from, bytes);
    }
    return n;
}

double paper_noise(const struct reading *r)
{
    size_t all = utf8_count(r->text, r->n), used = 0;

    if (all == 0)
        return NAN;
    for (size_t i = 0; i < r->n_tokens;) {
        size_t from, bytes = next_sentence(r, &i, &from);

        if (holds_fragment(r->text + from, bytes))
            used += utf8_count(r->text + from, bytes);
    }
    return (double)(all - used) / (double)all;
}

static bool is_unit(const struct reading *r, const struct token *t)
{
    for (size_t k = 0; k < sizeof(units) / sizeof(*units); k++)
        if (t->n == strlen(units[k]) &&
            !memcmp(r->text + t->at, units[k], t->n))
            return true;
    return false;
}

static bool is_noun(const struct token *t)
{
    return t->is & TOKEN_WORD &&
           !(t->is & (TOKEN_NUMBER | CLASS_STOP | CLASS_VERB));
}

size_t paper_variables(const struct reading *r)
{
    struct map seen = { 0 };
    size_t n;

    for (size_t i = 0; i + 1 < r->n_tokens; i++) {
        const struct token *t = &r->tokens[i];

        /* "Tom's price": the token before "price" is "'s". */
        if (is_noun(t) && fitness_stem(r, t) == t->n && is_unit(r, t + 1))
            map_put(&seen, r->text + t->at, t->n, NULL);
    }
    n = seen.n;
    map_clear(&seen);
    return n;
}
