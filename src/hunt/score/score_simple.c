/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Simpler claims in the place of chosen ones. A name at some levels is a part
 * of the name, and by chance some part always fails more than the whole. So a
 * pair, a name with a bound or a band is given up for one of its names, its
 * bound, or a bound of the same trait, unless it fails more than the rest of
 * that, by a test within it.
 */
#include "base/str.h"
#include "hunt/score/score_int.h"

#include <math.h>

#define Z 2.5 /* of that test: there are a dozen parts to choose from */

static bool has_names(const struct suspicion *whole,
                      const struct suspicion *part)
{
    for (size_t i = 0; i < part->n_concepts; i++) {
        size_t k = 0;

        while (k < whole->n_concepts &&
               !str_eq(whole->concepts[k], part->concepts[i]))
            k++;
        if (k == whole->n_concepts)
            return false;
    }
    return true;
}

static bool has_bound(const struct suspicion *c)
{
    return c->bound.kind != BOUND_NONE;
}

/* Does x say less than y does, of the same things? */
static bool is_simpler(const struct score_row *x, const struct score_row *y)
{
    const struct suspicion *a = &x->h->suspicion, *b = &y->h->suspicion;

    if (b->bound.kind == BOUND_WITHIN && b->n_concepts == 0)
        return a->n_concepts == 0 &&
               (a->bound.kind == BOUND_ABOVE || a->bound.kind == BOUND_BELOW) &&
               str_eq(a->bound.trait, b->bound.trait);
    if (a->n_concepts + has_bound(a) >= b->n_concepts + has_bound(b) ||
        !has_names(b, a))
        return false;
    return !has_bound(a) || (has_bound(b) && a->bound.kind == b->bound.kind &&
                             a->bound.value == b->bound.value &&
                             str_eq(a->bound.trait, b->bound.trait) &&
                             (a->bound.kind != BOUND_IS ||
                              str_eq(a->bound.word, b->bound.word)));
}

/* By how many standard deviations the units inside fail more than so many drawn
 * from each stratum would. */
static double excess(const struct strata *s)
{
    double sum = 0, variance = 0;

    for (size_t h = 0; h < s->n; h++) {
        double n = 0, in = 0, mean = 0, square = 0, inside = 0;

        for (size_t l = 0; l < s->levels; l++) {
            double all = s->all[h * s->levels + l], x = s->values[l];

            n += all;
            mean += all * x;
            square += all * x * x;
            in += s->inside[h * s->levels + l];
            inside += s->inside[h * s->levels + l] * x;
        }
        if (n < 2)
            continue;
        mean /= n;
        sum += inside - in * mean;
        variance += in * (n - in) / (n - 1) * (square / n - mean * mean);
    }
    return variance > 0 ? sum / sqrt(variance) : 0;
}

/* Does a simpler one leave nothing to a chosen one? It does so alone: with the
 * other name of a pair beside it, the pair would be a cell of its own. */
static bool serves(struct score_choice *c, size_t simple, size_t chosen)
{
    int trait = score_candidate(c, chosen)->trait;
    bool *in = c->in;
    bool does;

    c->in = c->alone;
    c->in[simple] = true;
    score_stratify(c, SCORE_NONE, trait < 0 ? SCORE_FINE : trait);
    score_test(c, chosen);
    does = excess(&c->s) < Z;
    c->in[simple] = false;
    c->in = in;
    return does;
}

/* The simpler one that serves best in the place of a chosen one, or that
 * itself. */
static size_t find_simpler(struct score_choice *c, size_t chosen)
{
    double most = -INFINITY;
    size_t best = chosen;

    for (size_t i = 0; i < c->n; i++) {
        double quality;

        if (c->in[i] ||
            !is_simpler(score_candidate(c, i), score_candidate(c, chosen)) ||
            !serves(c, i, chosen))
            continue;
        c->in[i] = true;
        c->in[chosen] = false;
        quality = score_quality(c);
        c->in[i] = false;
        c->in[chosen] = true;
        if (quality > most) {
            most = quality;
            best = i;
        }
    }
    return best;
}

void score_simplify(struct score_choice *c)
{
    c->alone = arena_array(c->a, bool, c->n);
    for (size_t i = 0; i < c->n; i++) {
        size_t best = c->in[i] ? find_simpler(c, i) : i;

        if (best != i) {
            c->in[i] = false;
            c->in[best] = true;
        }
    }
}
