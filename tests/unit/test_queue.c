/* SPDX-License-Identifier: Apache-2.0 */
#include "base/queue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void keeps_order(void **state)
{
    struct queue q;
    int numbers[1000];
    void *got[7];
    size_t next = 0, n;

    (void)state;
    queue_open(&q);
    /* The ring grows while its first item is not in its first place. */
    for (int i = 0; i < 1000; i++) {
        numbers[i] = i;
        queue_push(&q, &numbers[i]);
        if (i % 3 == 0) {
            assert_int_equal(queue_take(&q, got, 1), 1);
            assert_int_equal(*(int *)got[0], next++);
        }
    }
    queue_shut(&q);
    while ((n = queue_take(&q, got, 7)) > 0)
        for (size_t i = 0; i < n; i++)
            assert_int_equal(*(int *)got[i], next++);
    assert_int_equal(next, 1000);
    queue_clear(&q);
}

static void does_not_wait_for_ever(void **state)
{
    struct queue q;
    void *got;

    (void)state;
    queue_open(&q);
    assert_int_equal(queue_take_for(&q, &got, 1, 1), 0);
    assert_int_equal(queue_count(&q), 0);
    queue_push(&q, &q);
    assert_int_equal(queue_count(&q), 1);
    assert_int_equal(queue_take_for(&q, &got, 1, 60000), 1);
    assert_int_equal(queue_count(&q), 0);
    assert_ptr_equal(got, &q);
    queue_shut(&q);
    assert_int_equal(queue_take_for(&q, &got, 1, 60000), 0);
    assert_int_equal(queue_take(&q, &got, 1), 0);
    queue_clear(&q);
}

#define EACH 20000

struct line {
    struct queue *in, *out;
};

static void *carry(void *ctx)
{
    struct line *l = ctx;
    void *got[16];
    size_t n;

    while ((n = queue_take(l->in, got, 16)) > 0)
        for (size_t i = 0; i < n; i++)
            queue_push(l->out, got[i]);
    return NULL;
}

static void *fill(void *ctx)
{
    for (uintptr_t i = 1; i <= EACH; i++)
        queue_push(ctx, (void *)i);
    return NULL;
}

/* Four threads push, three carry to a second queue: the sum says that every
 * item came through once. */
static void loses_nothing_between_threads(void **state)
{
    struct queue in, out;
    struct line line = { &in, &out };
    pthread_t push[4], move[3];
    uint64_t sum = 0, count = 0;
    void *got;

    (void)state;
    queue_open(&in);
    queue_open(&out);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&move[i], NULL, carry, &line), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&push[i], NULL, fill, &in), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(push[i], NULL);
    queue_shut(&in);
    for (int i = 0; i < 3; i++)
        pthread_join(move[i], NULL);
    queue_shut(&out);
    while (queue_take(&out, &got, 1)) {
        sum += (uintptr_t)got;
        count++;
    }
    assert_int_equal(count, 4 * EACH);
    assert_int_equal(sum, 4 * ((uint64_t)EACH * (EACH + 1) / 2));
    queue_clear(&in);
    queue_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_order),
        cmocka_unit_test(does_not_wait_for_ever),
        cmocka_unit_test(loses_nothing_between_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
