/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Ordered parallel work: nothing lost, nothing twice, order kept, early stop.
 */
#include "base/pipeline.h"
#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct job {
    uint64_t total, taken, emitted, stop_at, wrong;
    atomic_int left; /* workers that said goodbye */
};

struct item {
    uint64_t number, square;
};

static bool next(void *ctx, struct pipeline_item *item)
{
    struct job *j = ctx;
    struct item *it = item->data;

    if (it->square != 0) /* data must come zeroed */
        j->wrong++;
    if (j->taken == j->total)
        return false;
    it->number = j->taken++;
    return true;
}

/* Uneven work, so that threads overtake each other. */
static void work(void *ctx, struct pipeline_item *item)
{
    struct item *it = item->data;
    struct rng r;
    volatile uint64_t waste = 0;

    (void)ctx;
    rng_init(&r, hash_bytes(&it->number, sizeof(it->number)));
    for (uint64_t n = rng_below(&r, 3000); n; n--)
        waste = n;
    (void)waste;
    arena_alloc(&item->arena, (size_t)rng_below(&r, 5000));
    it->square = it->number * it->number + 1;
}

static bool emit(void *ctx, struct pipeline_item *item)
{
    struct job *j = ctx;
    struct item *it = item->data;

    if (it->number != j->emitted || it->square != it->number * it->number + 1)
        j->wrong++;
    j->emitted++;
    return j->emitted != j->stop_at;
}

static void leave(void *ctx)
{
    struct job *j = ctx;

    atomic_fetch_add(&j->left, 1);
}

static struct job run(int threads, uint64_t total, uint64_t stop_at)
{
    struct job j = { .total = total, .stop_at = stop_at };
    struct pipeline p = { .threads = threads,
                          .item_size = sizeof(struct item),
                          .ctx = &j,
                          .next = next,
                          .work = work,
                          .emit = emit,
                          .leave = leave };

    pipeline_run(&p);
    return j;
}

static void keeps_order_with_any_number_of_threads(void **state)
{
    static const int threads[] = { 1, 2, 3, 8, 32 };

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        struct job j = run(threads[i], 20000, 0);

        assert_int_equal(j.emitted, 20000);
        assert_int_equal(j.wrong, 0);
        assert_int_equal(j.left, threads[i] == 1 ? 0 : threads[i]);
    }
}

static void stops_early(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 8; threads *= 2) {
        struct job j = run(threads, 20000, 100);

        assert_int_equal(j.emitted, 100);
        assert_int_equal(j.wrong, 0);
        assert_true(j.taken < 100 + 65 * (uint64_t)threads + 1);
    }
}

static void nothing_to_do(void **state)
{
    (void)state;
    assert_int_equal(run(1, 0, 0).emitted, 0);
    assert_int_equal(run(4, 0, 0).emitted, 0);
    assert_int_equal(run(4, 1, 0).emitted, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_order_with_any_number_of_threads),
        cmocka_unit_test(stops_early),
        cmocka_unit_test(nothing_to_do),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
