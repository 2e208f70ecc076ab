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
#include "base/utf8.h"
#include "evolve/fitness/fitness_int.h"

#include <math.h>

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
        const struct reading_token *t = &r->tokens[i];

        if (t->is & TOKEN_WORD)
            n += fitness_stem(r, i) < t->n ? 2 : 1;
        else if (t->is & TOKEN_SYMBOL)
            n++;
    }
    return n;
}

/* Fragments are short: the work is linear. */
static bool holds_fragment(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        for (size_t k = 0; k < sizeof(fragments) / sizeof(*fragments); k++)
            if (t.s[i] == fragments[k][0] && span_at(t, i, fragments[k]))
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

        n += holds_fragment((struct span){ r->low + from, bytes });
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

        if (holds_fragment((struct span){ r->text + from, bytes }))
            used += utf8_count(r->text + from, bytes);
    }
    return (double)(all - used) / (double)all;
}

static bool is_unit(const struct reading *r, size_t i)
{
    struct span word = { r->text + r->tokens[i].at, r->tokens[i].n };

    return is_lower(*word.s) && span_equal(word, fitness_word(r, i)) &&
           span_listed(word, units, sizeof(units) / sizeof(*units));
}

static bool is_noun(const struct reading_token *t)
{
    return t->is == TOKEN_WORD && !lexeme_is(t->lexeme, WORD_STOP) &&
           !lexeme_is(t->lexeme, WORD_VERB);
}

size_t paper_variables(const struct reading *r)
{
    struct map seen = { 0 };
    size_t n;

    for (size_t i = 0; i + 1 < r->n_tokens; i++) {
        const struct reading_token *t = &r->tokens[i];

        /* "Tom's price": the token before "price" is "'s". */
        if (is_noun(t) && fitness_stem(r, i) == t->n && is_unit(r, i + 1))
            map_put(&seen, r->text + t->at, t->n, NULL);
    }
    n = seen.n;
    map_clear(&seen);
    return n;
}
