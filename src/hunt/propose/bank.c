/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/propose/bank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- worth ---- */

double bank_accuracy(const struct bank_entry *h)
{
    return h->visits ? (double)h->right / (double)h->visits : 0;
}

double bank_reward(const struct bank_entry *h, double alpha, double t)
{
    if (!h->visits)
        return BANK_UNTRIED;
    return bank_accuracy(h) +
           alpha * sqrt(log(t > 1 ? t : 1) / (double)h->visits);
}

void bank_refresh(struct bank *b, double t)
{
    for (size_t i = 0; i < b->n; i++)
        b->entries[i].reward = bank_reward(&b->entries[i], b->alpha, t);
}

/* ---- adding ---- */

/* The same concepts, and at least one. */
static bool same_concepts(const struct claim *x, const struct claim *y)
{
    return x->n_concepts && claim_equal(x, y);
}

static void grow(struct bank *b)
{
    size_t cap = b->cap ? 2 * b->cap : 32;
    struct bank_entry *more = arena_array(b->arena, struct bank_entry, cap);

    if (b->n)
        memcpy(more, b->entries, b->n * sizeof(*more));
    b->entries = more;
    b->cap = cap;
}

bool bank_find(const struct bank *b, const struct bank_entry *h, bool by_claim,
               size_t *at)
{
    size_t i = 0;

    while (i < b->n && !str_eq(b->entries[i].text, h->text) &&
           !(by_claim && same_concepts(&b->entries[i].claim, &h->claim)))
        i++;
    *at = i;
    return i < b->n;
}

bool bank_add(struct bank *b, const struct bank_entry *h, bool by_claim,
              size_t *at)
{
    if (bank_find(b, h, by_claim, at))
        return false;
    if (b->n == b->cap)
        grow(b);
    b->entries[b->n++] = *h;
    return true;
}

/* ---- order ---- */

static int by_number(double x, double y)
{
    return x < y ? 1 : x > y ? -1 : 0;
}

static int by_reward(const struct bank_entry *x, const struct bank_entry *y)
{
    int c = by_number(x->reward, y->reward);

    c = c ? c : by_number(bank_accuracy(x), bank_accuracy(y));
    return c ? c : strcmp(x->text, y->text);
}

static int compare_entries(const void *x, const void *y)
{
    return by_reward(x, y);
}

static int compare_pointers(const void *x, const void *y)
{
    return by_reward(*(const struct bank_entry *const *)x,
                     *(const struct bank_entry *const *)y);
}

void bank_cut(struct bank *b, size_t most)
{
    if (b->n)
        qsort(b->entries, b->n, sizeof(*b->entries), compare_entries);
    if (b->n > most)
        b->n = most;
}

size_t bank_top(struct arena *a, const struct bank *b, size_t k, size_t **out)
{
    const struct bank_entry **sorted =
        arena_array(a, const struct bank_entry *, b->n ? b->n : 1);
    size_t n = k && k < b->n ? k : b->n;

    for (size_t i = 0; i < b->n; i++)
        sorted[i] = &b->entries[i];
    if (b->n)
        qsort(sorted, b->n, sizeof(*sorted), compare_pointers);
    *out = arena_array(a, size_t, n ? n : 1);
    for (size_t i = 0; i < n; i++)
        (*out)[i] = (size_t)(sorted[i] - b->entries);
    return n;
}

static bool is_better(const struct bank_entry *x, const struct bank_entry *y)
{
    int c = by_number(bank_accuracy(x), bank_accuracy(y));

    if (c == 0 && x->visits != y->visits)
        c = x->visits > y->visits ? -1 : 1;
    return (c ? c : strcmp(x->text, y->text)) < 0;
}

size_t bank_best(const struct bank *b)
{
    size_t best = 0;

    INVARIANT(b->n > 0);
    for (size_t i = 1; i < b->n; i++)
        if (is_better(&b->entries[i], &b->entries[best]))
            best = i;
    return best;
}
