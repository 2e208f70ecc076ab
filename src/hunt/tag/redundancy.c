/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/map.h"
#include "hunt/tag/taxonomy_make.h"

#include <stdlib.h>
#include <string.h>

/* Only pairs that share an example are kept; all others have an index of 0. */
struct pair {
    uint32_t a, b; /* a < b */
};

struct counting {
    const struct vocabulary *v;
    size_t *covers; /* examples of each name */
    double *worst;  /* the largest index of each name */
    struct map both;
};

static void redundancy_count(struct counting *k, size_t n_examples)
{
    for (size_t i = 0; i < n_examples; i++)
        for (const uint32_t *x = k->v->of[i]; *x != UINT32_MAX; x++) {
            k->covers[*x]++;
            for (const uint32_t *y = x + 1; *y != UINT32_MAX; y++) {
                struct pair p = { *x, *y };

                ++*map_put(&k->both, &p, sizeof(p), NULL);
            }
        }
}

/* Does x come before y? By index, then by examples, then by the names' order;
 * fractions are compared whole. */
static bool redundancy_is_worse(const struct tag_overlap *x,
                                const struct tag_overlap *y)
{
    size_t p = x->both * y->either, q = y->both * x->either;

    return p != q ? p > q : x->both > y->both;
}

/* Entries come in the order of first appearance: ties by the names' places. */
static void keep_worst(struct redundancy *out, const struct tag_overlap *o)
{
    size_t at = out->n_worst;
    size_t most = sizeof(out->worst) / sizeof(out->worst[0]);

    while (at > 0 && redundancy_is_worse(o, &out->worst[at - 1]))
        at--;
    if (at == most)
        return;
    if (out->n_worst < most)
        out->n_worst++;
    for (size_t i = out->n_worst - 1; i > at; i--)
        out->worst[i] = out->worst[i - 1];
    out->worst[at] = *o;
}

static int by_places(const void *x, const void *y)
{
    const struct map_entry *a = *(struct map_entry *const *)x;
    const struct map_entry *b = *(struct map_entry *const *)y;
    struct pair p, q;

    memcpy(&p, a->key, sizeof(p));
    memcpy(&q, b->key, sizeof(q));
    if (p.a != q.a)
        return p.a < q.a ? -1 : 1;
    return p.b < q.b ? -1 : p.b > q.b;
}

static void redundancy_weigh(struct counting *k, const struct map_entry *entry,
                             struct redundancy *out)
{
    struct tag_overlap o = { .both = entry->value };
    struct pair p;

    memcpy(&p, entry->key, sizeof(p));
    o.a = k->v->names[p.a];
    o.b = k->v->names[p.b];
    o.either = k->covers[p.a] + k->covers[p.b] - o.both;
    o.jaccard = (double)o.both / (double)o.either;
    out->redundant += 2 * o.both >= o.either;
    if (o.jaccard > k->worst[p.a])
        k->worst[p.a] = o.jaccard;
    if (o.jaccard > k->worst[p.b])
        k->worst[p.b] = o.jaccard;
    keep_worst(out, &o);
}

static void weigh_all(struct counting *k, struct redundancy *out)
{
    const struct map_entry **list = alloc_new(k->both.n + 1, sizeof(*list));

    for (size_t i = 0; i < k->both.n; i++)
        list[i] = &k->both.entries[i];
    if (k->both.n)
        qsort(list, k->both.n, sizeof(*list), by_places);
    for (size_t i = 0; i < k->both.n; i++)
        redundancy_weigh(k, list[i], out);
    free(list);
}

void redundancy_of(const struct vocabulary *v, size_t n_examples,
                   struct redundancy *out)
{
    struct counting k = { .v = v };
    size_t tags = 0;

    *out = (struct redundancy){ 0 };
    k.covers = alloc_new(v->n + 1, sizeof(*k.covers));
    k.worst = alloc_new(v->n + 1, sizeof(*k.worst));
    redundancy_count(&k, n_examples);
    weigh_all(&k, out);
    for (size_t i = 0; i < v->n; i++) {
        out->names += k.covers[i] > 0;
        out->mean += k.worst[i];
        tags += k.covers[i];
    }
    out->unused = v->n - out->names;
    out->pairs = out->names ? out->names * (out->names - 1) / 2 : 0;
    out->mean = out->names ? out->mean / (double)out->names : 0;
    out->per_example = n_examples ? (double)tags / (double)n_examples : 0;
    map_clear(&k.both);
    free(k.covers);
    free(k.worst);
}
