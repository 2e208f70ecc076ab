/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Who is crossed with whom: populations of bare sources go through generations
 * in which crossings fail and problems are kept at random.
 */
#include "base/hash.h"
#include "base/map.h"
#include "base/rng.h"
#include "evolve/evolve_pairs.h"
#include "stats/cluster.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct rng stream(uint64_t n)
{
    struct rng r;

    rng_init(&r, hash_bytes(&n, sizeof(n)));
    return r;
}

static bool kin(const struct pairs_item *x, const struct pairs_item *y)
{
    for (size_t i = 0; i < x->n; i++)
        for (size_t k = 0; k < y->n; k++)
            if (x->sources[i] == y->sources[k])
                return true;
    return false;
}

static int by_number(const void *x, const void *y)
{
    uint64_t p = *(const uint64_t *)x, q = *(const uint64_t *)y;

    return (p > q) - (p < q);
}

static struct pairs_item joined(const struct pairs_item *x,
                                const struct pairs_item *y)
{
    struct pairs_item out = *x;

    assert_true(x->n + y->n <= INDIVIDUAL_PARTS);
    for (size_t k = 0; k < y->n; k++)
        out.sources[out.n++] = y->sources[k];
    qsort(out.sources, out.n, sizeof(*out.sources), by_number);
    return out;
}

/* A population of single sources. */
static struct pairs_item *singles(struct arena *a, size_t n)
{
    struct pairs_item *s = arena_array(a, struct pairs_item, n + 1);

    for (size_t i = 0; i < n; i++)
        s[i] = (struct pairs_item){ .sources = { i + 1 }, .n = 1 };
    return s;
}

/* No two problems of the population are of the same sources. */
static void want_different(const struct pairs_item *s, size_t n)
{
    struct map seen = { 0 };

    for (size_t i = 0; i < n; i++) {
        bool added;

        map_put(&seen, s[i].sources, s[i].n * sizeof(*s[i].sources), &added);
        if (!added)
            fail_msg("problem %zu of %zu consists of another's sources", i, n);
    }
    map_clear(&seen);
}

/* With no chain before it. */
static void make(struct arena *a, const struct pairs_item *s, size_t n,
                 size_t n_spare, struct pairs_list *out)
{
    struct pairs_sets sets = { 0 };

    pairs_make(a, s, n, n_spare, &sets, out);
    map_clear(&sets.sums);
}

/* How many clans the first `open` are of. */
static size_t clans(struct arena *a, const struct pairs_item *s, size_t open,
                    size_t n)
{
    struct clusters c = clusters_in(a, n);
    uint32_t *number = arena_array(a, uint32_t, n + 1);
    bool *seen = arena_array(a, bool, n + 1);
    size_t found = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < s[i].n; k++)
            clusters_join(&c, i, &s[i].sources[k], sizeof(s[i].sources[k]));
    clusters_number(&c, number);
    clusters_clear(&c);
    for (size_t i = 0; i < open; i++) {
        found += !seen[number[i]];
        seen[number[i]] = true;
    }
    return found;
}

/* One generation: `fail` of 100 crossings fail, `keep` of 100 problems are not
 * crossed. Returns how many were; 0 if two clans are left, which cannot but
 * have each other. */
static size_t generation(struct arena *a, struct rng *r, struct pairs_item *s,
                         size_t n, uint64_t fail, uint64_t keep)
{
    size_t open = 0, crossed = 0;
    struct pairs_sets sets = { 0 };
    struct pairs_item *next;
    struct pairs_list *list;

    for (size_t i = 0; i < n; i++)
        if (rng_below(r, 100) >= keep) {
            struct pairs_item x = s[i];

            s[i] = s[open];
            s[open++] = x;
        }
    if (clans(a, s, open, n) < 3)
        return 0;
    next = arena_array(a, struct pairs_item, n + 1);
    list = arena_array(a, struct pairs_list, n + 1);
    for (size_t i = 0; i < n; i++)
        if (s[i].n > 1)
            pairs_take(&sets, &s[i], NULL);
    pairs_make(a, s, open, n - open, &sets, list);
    map_clear(&sets.sums);
    memcpy(next, s, n * sizeof(*s));
    for (size_t i = 0; i < open; i++) {
        bool done = false;

        for (size_t t = 0; t < list[i].n; t++) {
            const struct pairs_item *y = &s[list[i].of[t]];

            assert_true(list[i].of[t] < n);
            assert_false(kin(&s[i], y));
            assert_false(s[i].ends && y->ends);
            if (!done && rng_below(r, 100) >= fail) {
                next[i] = joined(&s[i], y);
                next[i].ends = s[i].ends || y->ends;
                crossed++;
                done = true;
            }
        }
    }
    memcpy(s, next, n * sizeof(*s));
    return crossed;
}

static void test_generations(void **state)
{
    (void)state;
    for (size_t n = 3; n < 120; n += 1 + n / 8)
        for (uint64_t seed = 0; seed < 12; seed++) {
            struct arena a = { 0 };
            struct rng r = stream(1000 * n + seed);
            struct pairs_item *s = singles(&a, n);
            uint64_t fail = 20 * (seed % 4), keep = seed < 4 ? 0 : 30;

            for (size_t i = 0; seed >= 8 && i < n; i++)
                s[i].ends = rng_below(&r, 4) == 0;
            for (int g = 0; g < 3; g++) {
                if (!generation(&a, &r, s, n, fail, keep))
                    break;
                want_different(s, n);
            }
            arena_clear(&a);
        }
}

/* Where nothing fails all are crossed, each is a partner once, and clusters stay
 * small: nine problems of nine sources after two generations. */
static void test_rings(void **state)
{
    struct arena a = { 0 };
    struct rng r = stream(1);
    struct pairs_item *s = singles(&a, 81);
    struct pairs_list *list = arena_array(&a, struct pairs_list, 81);

    (void)state;
    for (int g = 0; g < 3; g++) {
        size_t used[81] = { 0 };

        make(&a, s, 81, 0, list);
        for (size_t i = 0; i < 81; i++)
            used[list[i].of[0]]++;
        for (size_t i = 0; i < 81; i++)
            assert_int_equal(used[i], 1);
        assert_int_equal(generation(&a, &r, s, 81, 0, 0), 81);
        for (size_t i = 0; g == 1 && i < 81; i++)
            for (size_t k = 0; k < s[i].n; k++)
                assert_int_equal((s[i].sources[k] - 1) / 9, i / 9);
    }
    assert_int_equal(s[0].n, 8);
    arena_clear(&a);
}

/* Few problems: two have each other, one has nobody but a spare one. */
static void test_few(void **state)
{
    struct arena a = { 0 };
    struct pairs_item *s = singles(&a, 3);
    struct pairs_list list[3];

    (void)state;
    make(&a, s, 0, 0, list);
    make(&a, s, 1, 0, list);
    assert_int_equal(list[0].n, 0);
    make(&a, s, 1, 1, list);
    assert_true(list[0].n == 1 && list[0].of[0] == 1);
    make(&a, s, 2, 0, list);
    assert_true(list[0].of[0] == 1 && list[1].of[0] == 0);
    make(&a, s, 2, 1, list); /* rather than both directions */
    assert_true(list[0].of[0] == 1 && list[1].of[0] == 2);
    /* All of one source: no partner at all. */
    s[1].sources[0] = s[2].sources[0] = s[0].sources[0];
    make(&a, s, 3, 0, list);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(list[i].n, 0);
    arena_clear(&a);
}

/* Half of the population is of one source: still linear. */
static void test_many(void **state)
{
    struct arena a = { 0 };
    size_t n = 100000;
    struct pairs_item *s = singles(&a, n);
    struct pairs_list *list = arena_array(&a, struct pairs_list, n);

    size_t with = 0;

    (void)state;
    for (size_t i = 0; i < n; i += 2)
        s[i].sources[0] = 1;
    make(&a, s, n, 0, list);
    for (size_t i = 0; i < n; i++) {
        with += list[i].n > 0;
        for (size_t t = 0; t < list[i].n; t++)
            assert_false(kin(&s[i], &s[list[i].of[t]]));
    }
    assert_true(with > n / 4); /* n / 2 sets of two sources there are */
    arena_clear(&a);
}

/* However often a source came in: no two lists, of whatever windows, lead to the
 * same sources, nor to those of a chain that is there. */
static void test_sources_that_came_in_twice(void **state)
{
    struct arena a = { 0 };
    struct pairs_sets sets = { 0 };
    struct pairs_item chain = { .sources = { 3, 4 }, .n = 2 };
    struct map seen = { 0 };
    size_t found = 0;

    (void)state;
    assert_true(pairs_take(&sets, &chain, NULL));
    assert_false(pairs_take(&sets, &chain, NULL));
    for (size_t window = 0; window < 5; window++) {
        struct pairs_item *s = singles(&a, 40);
        struct pairs_list *list = arena_array(&a, struct pairs_list, 40);

        s[20] = (struct pairs_item){ .sources = { 1, 2 }, .n = 2 };
        pairs_make(&a, s, 40, 0, &sets, list);
        for (size_t i = 0; i < 40; i++)
            for (size_t t = 0; t < list[i].n; t++) {
                struct pairs_item x = joined(&s[i], &s[list[i].of[t]]);
                bool added;

                assert_false(x.n == 2 && x.sources[0] == 3 &&
                             x.sources[1] == 4);
                map_put(&seen, x.sources, x.n * sizeof(*x.sources), &added);
                assert_true(added);
                found++;
            }
    }
    assert_true(found > 200);
    map_clear(&seen);
    map_clear(&sets.sums);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generations),
        cmocka_unit_test(test_rings),
        cmocka_unit_test(test_few),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_sources_that_came_in_twice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
