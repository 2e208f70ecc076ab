/* SPDX-License-Identifier: Apache-2.0 */

/* The order in which the calls of a run are sent. */
#include "base/rng.h"
#include "run/engine/call.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define CALLS 600

static void make(struct hash128 run, uint64_t model, uint64_t *out)
{
    for (uint64_t i = 0; i < CALLS; i++)
        out[i] = rng_permute(order_key(run, model), CALLS, i);
}

static void depends_on_run_and_model_alone(void **state)
{
    struct hash128 one = hash_bytes("one", 3), two = hash_bytes("two", 3);
    uint64_t a[CALLS], b[CALLS];

    (void)state;
    make(one, 0, a);
    make(one, 0, b);
    assert_memory_equal(a, b, sizeof(a));
    make(one, 1, b);
    assert_memory_not_equal(a, b, sizeof(a));
    make(two, 0, b);
    assert_memory_not_equal(a, b, sizeof(a));
}

/* Six families of 100 neighbours: each tenth of the order has some of each. */
static void every_stretch_is_a_sample(void **state)
{
    uint64_t a[CALLS];
    bool seen[CALLS] = { 0 };

    (void)state;
    make(hash_bytes("run", 3), 0, a);
    for (size_t from = 0; from < CALLS; from += 60) {
        unsigned of[6] = { 0 };

        for (size_t i = from; i < from + 60; i++) {
            assert_false(seen[a[i]]);
            seen[a[i]] = true;
            of[a[i] / 100]++;
        }
        for (size_t f = 0; f < 6; f++)
            assert_in_range(of[f], 2, 25);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depends_on_run_and_model_alone),
        cmocka_unit_test(every_stretch_is_a_sample),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
