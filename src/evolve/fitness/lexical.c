/* SPDX-License-Identifier: Apache-2.0 */
/* Measures that look at words alone: entropy, words of products. */
#include "base/map.h"
#include "evolve/fitness/fitness_int.h"

#include <math.h>
#include <string.h>

double fitness_entropy(const struct reading *r, bool surface)
{
    struct map seen = { 0 };
    double total = 0, h = 0;

    for (size_t i = 0; i < r->n_tokens; i++) {
        const struct token *t = &r->tokens[i];
        size_t n = surface ? fitness_stem(r, t) : t->n;

        if (t->is & CLASS_STOP)
            continue;
        if (!(t->is & TOKEN_WORD) && !(surface && t->is & TOKEN_SYMBOL))
            continue;
        ++*map_put(&seen, (surface ? r->text : r->low) + t->at, n, NULL);
        total++;
    }
    for (size_t i = 0; i < seen.n; i++) {
        double p = (double)seen.entries[i].value / total;

        h -= p * log2(p);
    }
    map_clear(&seen);
    return h > 0 ? h : 0;
}

/* Each part must be a word of its own. */
static const char *const products[] = {
    "times",      "multiplied by", "divided by",   "per",
    "product of", "quotient of",   "ratio of",     "squared",
    "cubed",      "square of",     "cube of",      "percent of",
    "inversely",  "to the power",  "proportional",
};

/* The tokens from i on are the words of the phrase. (phrase[k] ends the inner
 * loop at its own end: no byte of a token is NUL or, in a word, a blank.) */
static bool phrase_at(const struct reading *r, size_t i, const char *phrase)
{
    for (; *phrase; i++) {
        const struct token *t = &r->tokens[i];
        size_t k = 0;

        if (i >= r->n_tokens)
            return false;
        while (k < t->n && r->low[t->at + k] == phrase[k])
            k++;
        if (k < t->n || (phrase[k] && phrase[k] != ' '))
            return false;
        phrase += k + (phrase[k] == ' ');
    }
    return true;
}

size_t fitness_nonlinear(const struct reading *r)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n_tokens; i++)
        for (size_t k = 0; k < sizeof(products) / sizeof(*products); k++)
            n += r->low[r->tokens[i].at] == products[k][0] &&
                 phrase_at(r, i, products[k]);
    return n;
}
