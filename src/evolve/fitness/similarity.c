/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The similarity of texts: the cosine of their vectors of word counts, each
 * count times ln((1 + n) / (1 + d)) + 1 where d of the n texts have the word
 * (words in lower case, stop words left out). It is 1 if both texts have the
 * same words equally often. In a batch of more than SIMILARITY_MOST each text
 * is compared with so many, spread evenly over the batch.
 */
#include "base/map.h"
#include "evolve/fitness/fitness_int.h"

#include <math.h>
#include <string.h>

struct similarity similarity_open(struct arena *a, size_t n)
{
    return (struct similarity){
        .of = arena_array(a, struct word_count *, n ? n : 1),
        .n_of = arena_array(a, size_t, n ? n : 1),
        .n = n,
    };
}

void similarity_close(struct similarity *l)
{
    map_clear(&l->vocabulary);
}

static size_t number_of(struct similarity *l, const char *s, size_t n)
{
    bool added;
    size_t *place = map_put(&l->vocabulary, s, n, &added);

    if (added)
        *place = l->vocabulary.n;
    return *place - 1;
}

void similarity_add(struct arena *a, struct similarity *l, size_t i,
                    const struct reading *r)
{
    struct map own = { 0 };
    struct word_count *of;

    for (size_t k = 0; k < r->n_tokens; k++) {
        const struct reading_token *t = &r->tokens[k];

        if (t->is & TOKEN_WORD && !lexeme_is(t->lexeme, WORD_STOP))
            ++*map_put(&own, r->low + t->at, t->n, NULL);
    }
    of = arena_array(a, struct word_count, own.n ? own.n : 1);
    for (size_t k = 0; k < own.n; k++) {
        const struct map_entry *x = &own.entries[k];

        of[k].word = number_of(l, x->key, x->key_n);
        of[k].weight = (double)x->value;
    }
    l->of[i] = of;
    l->n_of[i] = own.n;
    map_clear(&own);
}

/* Counts become vectors of length 1 (of nothing: 0). */
static void weigh(struct arena *a, struct similarity *l)
{
    size_t words = l->vocabulary.n;
    double *idf = arena_array(a, double, words ? words : 1);

    for (size_t i = 0; i < l->n; i++)
        for (size_t k = 0; k < l->n_of[i]; k++)
            idf[l->of[i][k].word]++;
    for (size_t w = 0; w < words; w++)
        idf[w] = log((1 + (double)l->n) / (1 + idf[w])) + 1;
    for (size_t i = 0; i < l->n; i++) {
        double square = 0;

        for (size_t k = 0; k < l->n_of[i]; k++) {
            struct word_count *x = &l->of[i][k];

            x->weight *= idf[x->word];
            square += x->weight * x->weight;
        }
        for (size_t k = 0; k < l->n_of[i]; k++)
            l->of[i][k].weight /= sqrt(square);
    }
}

static double cosine(const struct similarity *l, const double *dense, size_t j)
{
    double sum = 0;

    for (size_t k = 0; k < l->n_of[j]; k++)
        sum += dense[l->of[j][k].word] * l->of[j][k].weight;
    return sum < 1 ? sum : 1;
}

/* The second largest of text i, whose weights stand in `dense`. */
static double second_of(const struct similarity *l, const double *dense,
                        size_t i)
{
    size_t tries = l->n < SIMILARITY_MOST ? l->n : SIMILARITY_MOST;
    double first = -1, second = -1;

    for (size_t t = 0; t < tries; t++) {
        size_t j = tries == l->n
                       ? t
                       : (size_t)((double)t * (double)l->n / (double)tries);
        double x;

        if (j == i)
            continue;
        x = cosine(l, dense, j);
        if (x > first) {
            second = first;
            first = x;
        } else if (x > second) {
            second = x;
        }
    }
    return second;
}

void similarity_second(struct arena *a, struct similarity *l, double *out)
{
    size_t words = l->vocabulary.n;
    double *dense = arena_array(a, double, words ? words : 1);

    weigh(a, l);
    for (size_t i = 0; i < l->n; i++) {
        for (size_t k = 0; k < l->n_of[i]; k++)
            dense[l->of[i][k].word] = l->of[i][k].weight;
        out[i] = second_of(l, dense, i);
        for (size_t k = 0; k < l->n_of[i]; k++)
            dense[l->of[i][k].word] = 0;
    }
}
