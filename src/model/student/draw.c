/* SPDX-License-Identifier: Apache-2.0 */
#include "model/student/draw.h"
#include "base/hash.h"
#include "base/rng.h"
#include "model/student/memory.h"
#include "model/student/parameters.h"

#include <stdlib.h>
#include <string.h>

#define NEVER -1e30f /* a logit beyond all others */

void draw_open(struct draw_room *r, int pieces)
{
    size_t n = (size_t)pieces;

    *r = (struct draw_room){ pieces, student_memory(n * sizeof(float)),
                             student_memory(n * sizeof(float)),
                             student_memory(n * sizeof(struct candidate)) };
}

void draw_clear(struct draw_room *r)
{
    free(r->logit);
    free(r->weight);
    free(r->list);
    *r = (struct draw_room){ 0 };
}

/* A number in 0..1 for a seed and a position. */
static double draw_chance(uint64_t seed, int position)
{
    unsigned char key[16];
    struct rng rng;

    for (int i = 0; i < 8; i++) {
        key[i] = (unsigned char)(seed >> (8 * i));
        key[8 + i] = (unsigned char)((uint64_t)position >> (8 * i));
    }
    rng_init(&rng, hash_bytes(key, sizeof(key)));
    return (double)(rng_u64(&rng) >> 11) * 0x1p-53;
}

static void punish(struct draw_room *r, const bool *seen, double by)
{
    /* Nobody means more, and no logit may leave the range of numbers. */
    float penalty = by > 1e6 ? 1e6f : by < 1e-6 ? 1e-6f : (float)by;

    for (int i = 0; i < r->pieces; i++) {
        float l = r->logit[i];

        if (seen[i])
            r->logit[i] = l > 0 ? l / penalty : l * penalty;
    }
}

static int draw_likeliest(const struct draw_room *r)
{
    int best = 0;

    for (int i = 1; i < r->pieces; i++)
        if (r->logit[i] > r->logit[best])
            best = i;
    return best;
}

static int draw_by_weight(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight < y->weight ? 1 : -1;
    return (x->piece > y->piece) - (x->piece < y->piece);
}

/* Lists those of at least that weight. */
static size_t list_above(struct draw_room *r, float least)
{
    size_t n = 0;

    for (int i = 0; i < r->pieces; i++)
        if (r->weight[i] >= least && r->weight[i] > 0)
            r->list[n++] = (struct candidate){ r->weight[i], i };
    return n;
}

static double mass(const struct draw_room *r, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (double)r->list[i].weight;
    return sum;
}

/* How many of the first n it takes to have that mass; all, if they have less. */
static size_t draw_reach(const struct draw_room *r, size_t n, double wanted)
{
    double sum = 0;
    size_t i = 0;

    while (i < n && (i == 0 || sum < wanted))
        sum += (double)r->list[i++].weight;
    return i;
}

/* Those of top_k and top_p, the likeliest first. Few are likely, as a rule: only
 * if these do not settle it are all of them sorted. */
static size_t list_top(struct draw_room *r, size_t k, double top_p)
{
    size_t all = list_above(r, 0), n;
    double wanted = top_p * mass(r, all);

    n = list_above(r, 0x1p-10f);
    if (n < k && (k < all || mass(r, n) < wanted))
        n = list_above(r, 0);
    qsort(r->list, n, sizeof(*r->list), draw_by_weight);
    if (n > k)
        n = k;
    if (k < all)
        wanted = top_p * mass(r, n);
    return top_p < 1 ? draw_reach(r, n, wanted) : n;
}

/* Puts to the list what may be drawn. Returns how many. */
static size_t list_candidates(struct draw_room *r,
                              const struct student_how *how)
{
    size_t k = how->top_k > 0 && how->top_k < r->pieces ? (size_t)how->top_k
                                                        : (size_t)r->pieces;
    float least = how->min_p > 1 ? 1 : (float)how->min_p;
    size_t n;

    if (k == (size_t)r->pieces && how->top_p >= 1)
        return list_above(r, least);
    n = list_top(r, k, how->top_p);
    while (n > 1 && r->list[n - 1].weight < least)
        n--;
    return n;
}

static int draw_it(const struct draw_room *r, size_t n, double at)
{
    double total = mass(r, n), sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += (double)r->list[i].weight;
        if (sum > at * total)
            return r->list[i].piece;
    }
    return r->list[n - 1].piece;
}

int draw_piece(struct draw_room *r, const struct kernel *k, const float *logits,
               const struct student_how *how, const bool *seen, int position)
{
    double penalty = how->repetition_penalty;
    float temperature = (float)how->temperature;
    int best;

    memcpy(r->logit, logits, (size_t)r->pieces * sizeof(*logits));
    if (penalty > 0 && penalty != 1)
        punish(r, seen, penalty);
    for (int i = PIECE_USER; i < PIECE_WORDS; i++)
        r->logit[i] = NEVER;
    best = draw_likeliest(r);
    if (!(temperature > 1e-6f))
        return best;
    k->exponentials(r->logit, r->logit[best], 1 / temperature, r->pieces,
                    r->weight);
    for (int i = PIECE_USER; i < PIECE_WORDS; i++)
        r->weight[i] = 0;
    return draw_it(r, list_candidates(r, how),
                   draw_chance(how->seed, position));
}
