/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How fast hypotheses are scored: outcomes of several sizes with names and
 * traits drawn at random, on which one name and one pair fail; seconds for
 * each, and microseconds for each hypothesis tried.
 */
#include "base/clock.h"
#include "base/rng.h"
#include "hunt/score/score.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_MOST 12 /* of one example */

static uint64_t now_ns(void)
{
    struct clock c = clock_real();

    return clock_now(&c);
}

struct sizes {
    size_t examples, names, each; /* each: examples of a cluster */
};

/* Frequent names are those of small numbers. */
static uint32_t *draw_names(struct arena *a, struct rng *r, size_t names)
{
    uint32_t *of = arena_array(a, uint32_t, NAMES_MOST + 1);
    size_t n = 0;

    for (uint32_t k = 0; k < names && n < NAMES_MOST; k++)
        if (rng_below(r, names + 3 * k) < 14)
            of[n++] = k;
    of[n] = UINT32_MAX;
    return of;
}

static bool has(const uint32_t *of, uint32_t name)
{
    while (*of != UINT32_MAX)
        if (*of++ == name)
            return true;
    return false;
}

static void draw_examples(struct arena *a, struct rng *r, struct outcomes *s,
                          const uint32_t **of, const struct sizes *z)
{
    for (size_t i = 0; i < s->n; i++) {
        struct example *x = &s->examples[i];
        uint64_t fail = 10;

        of[i] = draw_names(a, r, z->names);
        if (has(of[i], 5))
            fail = 60;
        if (has(of[i], 2) && has(of[i], 3))
            fail = 90;
        x->tries = 3;
        x->cluster = (uint32_t)(i / z->each);
        for (int t = 0; t < 3; t++)
            x->failed += rng_below(r, 100) < fail;
    }
}

static const struct trait *draw_traits(struct arena *a, struct rng *r, size_t n,
                                       size_t traits)
{
    struct trait *out = arena_array(a, struct trait, traits);

    for (size_t t = 0; t < traits; t++) {
        double *value = arena_array(a, double, n);

        for (size_t i = 0; i < n; i++)
            value[i] = (double)rng_below(r, t % 2 ? 10 : 200);
        out[t] = (struct trait){ arena_printf(a, "trait %zu", t), value, NULL };
    }
    return out;
}

static void bench_sheet(const struct sizes *z)
{
    struct arena a = { 0 };
    struct rng r;
    const char **names = arena_array(&a, const char *, z->names);
    const uint32_t **of = arena_array(&a, const uint32_t *, z->examples);
    struct vocabulary v = { "high", NULL, names, z->names, of };
    struct outcomes s = { .target = "bench",
                          .n = z->examples,
                          .vocabularies = &v,
                          .n_vocabularies = 1,
                          .n_traits = 8 };
    struct score_table table;
    uint64_t start;
    double took;

    rng_init(&r, hash_bytes(z, sizeof(*z)));
    for (size_t k = 0; k < z->names; k++)
        names[k] = arena_printf(&a, "name %zu", k);
    s.examples = arena_array(&a, struct example, z->examples);
    draw_examples(&a, &r, &s, of, z);
    s.traits = draw_traits(&a, &r, s.n, s.n_traits);
    start = now_ns();
    score_exact(&a, &s, &score_defaults, &table);
    took = (double)(now_ns() - start) / 1e9;
    printf("%10zu %8zu %8zu %8zu %10zu %10.3f %10.2f\n", z->examples, z->names,
           z->each, table.tried, table.reported, took,
           took * 1e6 / (double)table.tried);
    arena_clear(&a);
}

int main(void)
{
    static const struct sizes sizes[] = { { 500, 79, 1 },
                                          { 1400, 79, 1 },
                                          { 5000, 110, 1 },
                                          { 5000, 110, 5 },
                                          { 20000, 110, 1 } };

    printf("%10s %8s %8s %8s %10s %10s %10s\n", "examples", "names", "cluster",
           "tried", "reported", "seconds", "us each");
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        bench_sheet(&sizes[i]);
    return 0;
}
