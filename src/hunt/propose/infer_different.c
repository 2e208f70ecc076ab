/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Entries that are not alike, with the largest sum of accuracies: a weighted
 * independent set of at most `most` members, by branch and bound. Entries are
 * looked at from the most accurate on, so that the next ones in line bound
 * what a branch can still add.
 */
#include "hunt/propose/infer.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#define CANDIDATES 30

struct search {
    double weight[CANDIDATES]; /* falling */
    uint32_t alike[CANDIDATES];
    unsigned n, most;
    double best;
    uint32_t chosen; /* of the best */
};

/* ---- likeness ---- */

static int compare_rows(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x > y) - (x < y);
}

/* The rows an entry is right on, rising, each once. */
static size_t rows_of(struct arena *a, const struct bank_entry *h, size_t **out)
{
    size_t *rows = arena_array(a, size_t, h->correct.n + 1), n = 0;

    for (size_t i = 0; i < h->correct.n; i++)
        rows[i] = vec_get(&h->correct, struct bank_hit, i)->row;
    if (h->correct.n)
        qsort(rows, h->correct.n, sizeof(*rows), compare_rows);
    for (size_t i = 0; i < h->correct.n; i++)
        if (n == 0 || rows[n - 1] != rows[i])
            rows[n++] = rows[i];
    *out = rows;
    return n;
}

/* Cosine of two sets: common / sqrt(n m); 0 of an empty one. */
static double cosine(const size_t *x, size_t n, const size_t *y, size_t m)
{
    size_t common = 0, i = 0, j = 0;

    while (i < n && j < m) {
        size_t u = x[i], w = y[j];

        common += u == w;
        i += u <= w;
        j += w <= u;
    }
    return n && m ? (double)common / sqrt((double)n * (double)m) : 0;
}

/* ---- search ---- */

/* The most that `sum` can grow to with entries from `at` on: as if those that
 * are like none taken were not like each other either. */
static double bound(const struct search *s, unsigned at, uint32_t taken,
                    unsigned n, double sum)
{
    for (unsigned i = at; i < s->n && n < s->most; i++)
        if (!(s->alike[i] & taken)) {
            sum += s->weight[i];
            n++;
        }
    return sum;
}

/* Depth is at most CANDIDATES. */
static void branch(struct search *s, unsigned at, uint32_t taken, unsigned n,
                   double sum)
{
    if (sum > s->best) {
        s->best = sum;
        s->chosen = taken;
    }
    if (at == s->n || !(bound(s, at, taken, n, sum) > s->best))
        return;
    if (!(s->alike[at] & taken))
        branch(s, at + 1, taken | (uint32_t)1 << at, n + 1,
               sum + s->weight[at]);
    branch(s, at + 1, taken, n, sum);
}

static void open_search(struct arena *a, const struct bank *b,
                        const size_t *which, double similarity,
                        struct search *s)
{
    size_t *rows[CANDIDATES], n[CANDIDATES];

    for (unsigned i = 0; i < s->n; i++) {
        n[i] = rows_of(a, &b->entries[which[i]], &rows[i]);
        s->weight[i] = bank_accuracy(&b->entries[which[i]]);
        for (unsigned j = 0; j < i; j++)
            if (n[i] && n[j] &&
                cosine(rows[i], n[i], rows[j], n[j]) >= similarity) {
                s->alike[i] |= (uint32_t)1 << j;
                s->alike[j] |= (uint32_t)1 << i;
            }
    }
}

size_t infer_different(struct arena *a, const struct bank *b, double similarity,
                       size_t most, size_t **out)
{
    struct arena scratch = { 0 };
    struct search s = { .n = CANDIDATES, .most = CANDIDATES };
    struct bank copy = *b;
    size_t *which, n = 0;

    copy.entries = arena_array(&scratch, struct bank_entry, b->n + 1);
    for (size_t i = 0; i < b->n; i++) {
        copy.entries[i] = b->entries[i];
        copy.entries[i].reward = bank_accuracy(&b->entries[i]);
    }
    s.n = (unsigned)bank_top(&scratch, &copy, CANDIDATES, &which);
    if (most && most < CANDIDATES)
        s.most = (unsigned)most;
    open_search(&scratch, b, which, similarity, &s);
    branch(&s, 0, 0, 0, 0);
    *out = arena_array(a, size_t, CANDIDATES);
    for (unsigned i = 0; i < s.n; i++)
        if (s.chosen >> i & 1)
            (*out)[n++] = which[i];
    arena_clear(&scratch);
    return n;
}
