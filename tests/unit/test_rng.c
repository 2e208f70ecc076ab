/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Random numbers: the published vectors of their parts, and the properties
 * that problems rest on.
 */
#include "../lib/draw.h"
#include "base/hash.h"
#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* XXH3 of the empty text, from the algorithm's own test vectors. */
static void hash_known_values(void **state)
{
    char hex[HASH_HEX_SIZE];

    (void)state;
    assert_string_equal(hash_hex(hash_bytes("", 0), hex),
                        "99aa06d3014798d86001c324468d497f");
    assert_string_equal(hash_hex(hash_bytes("a", 1), hex),
                        "a96faf705af16834e6c632b61e964e1f");
}

static void hasher_tells_fields_apart(void **state)
{
    static const char *const splits[][2] = {
        { "ab", "c" }, { "a", "bc" }, { "abc", "" }, { "", "abc" }
    };
    struct hash128 h[4];

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct hasher s;

        hasher_open(&s);
        hasher_text(&s, splits[i][0]);
        hasher_text(&s, splits[i][1]);
        h[i] = hasher_close(&s);
        for (size_t j = 0; j < i; j++)
            assert_true(h[i].low != h[j].low && h[i].high != h[j].high);
    }
}

/* The reference implementation's first outputs from state {1, 2, 3, 4}. */
static void xoshiro_known_values(void **state)
{
    static const uint64_t want[] = {
        11520,
        0,
        1509978240,
        UINT64_C(1215971899390074240),
        UINT64_C(1216172134540287360),
        UINT64_C(607988272756665600),
    };
    struct rng r = { { 1, 2, 3, 4 } };

    (void)state;
    for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++)
        assert_true(rng_u64(&r) == want[i]);
}

/* 60,000 throws of a die: each face within 5 standard deviations (91). */
static void below_is_uniform(void **state)
{
    struct rng r = stream("die");
    int faces[6] = { 0 };

    (void)state;
    for (int i = 0; i < 60000; i++)
        faces[rng_below(&r, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(faces[i], 10000 - 456, 10000 + 456);
    for (int i = 0; i < 1000; i++)
        assert_true(rng_below(&r, 1) == 0);
}

/* Below 3 * 2^62 a third of the numbers is below 2^62; a plain remainder of
 * 64 bits would put half of them there. */
static void below_has_no_bias(void **state)
{
    struct rng r = stream("bias");
    int low = 0;

    (void)state;
    for (int i = 0; i < 9000; i++)
        low += rng_below(&r, UINT64_C(3) << 62) < UINT64_C(1) << 62;
    assert_in_range(low, 3000 - 224, 3000 + 224);
}

static void range_reaches_both_ends(void **state)
{
    struct rng r = stream("range");
    bool low = false, high = false;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        int64_t v = rng_range(&r, -3, 3);

        assert_true(v >= -3 && v <= 3);
        low = low || v == -3;
        high = high || v == 3;
    }
    assert_true(low && high);
    assert_true(rng_range(&r, INT64_MIN, INT64_MIN) == INT64_MIN);
    for (int i = 0; i < 100; i++)
        assert_true(rng_range(&r, INT64_MAX - 1, INT64_MAX) >= INT64_MAX - 1);
}

static void shuffle_is_a_permutation(void **state)
{
    struct rng r = stream("shuffle");
    int items[100], moved = 0;
    bool seen[100] = { 0 };

    (void)state;
    for (int i = 0; i < 100; i++)
        items[i] = i;
    rng_shuffle(&r, items, 100, sizeof(items[0]));
    for (int i = 0; i < 100; i++) {
        assert_false(seen[items[i]]);
        seen[items[i]] = true;
        moved += items[i] != i;
    }
    assert_true(moved > 80);
}

/* Every element once, for sizes around powers of two and of four. */
static void permute_visits_all_once(void **state)
{
    static const uint64_t sizes[] = { 1,  2,  3,  4,  5,    15,   16,
                                      17, 63, 64, 65, 1000, 4096, 5000 };
    struct hash128 key = hash_bytes("key", 3);

    (void)state;
    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
        uint64_t n = sizes[s];
        unsigned char *seen = calloc(n, 1);

        for (uint64_t i = 0; i < n; i++) {
            uint64_t p = rng_permute(key, n, i);

            assert_true(p < n);
            assert_int_equal(seen[p], 0);
            seen[p] = 1;
        }
        free(seen);
    }
}

/* Two keys agree about as often as two random orders do: once on average. */
static void permute_depends_on_its_key(void **state)
{
    struct hash128 a = hash_bytes("a", 1), b = hash_bytes("b", 1);
    int same = 0, kept = 0;

    (void)state;
    for (uint64_t i = 0; i < 5000; i++) {
        same += rng_permute(a, 5000, i) == rng_permute(b, 5000, i);
        kept += rng_permute(a, 5000, i) == i;
    }
    assert_in_range(same, 0, 8);
    assert_in_range(kept, 0, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_known_values),
        cmocka_unit_test(hasher_tells_fields_apart),
        cmocka_unit_test(xoshiro_known_values),
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(below_has_no_bias),
        cmocka_unit_test(range_reaches_both_ends),
        cmocka_unit_test(shuffle_is_a_permutation),
        cmocka_unit_test(permute_visits_all_once),
        cmocka_unit_test(permute_depends_on_its_key),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
