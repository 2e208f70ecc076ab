/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What processes on one store share: rates and what was spent. Two openings of
 * the file are two processes.
 */
#include "base/arena.h"
#include "model/server/limiter.h"
#include "model/server/shared_rate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define MS UINT64_C(1000000)

struct world {
    char folder[32];
    char path[64];
    struct shared_rate *a, *b;
};

static void open_both(struct world *w)
{
    struct err e;

    strcpy(w->folder, "/tmp/assay-convoy-XXXXXX");
    assert_non_null(mkdtemp(w->folder));
    snprintf(w->path, sizeof(w->path), "%s/x", w->folder);
    assert_true(shared_rate_open(&w->a, w->path, &e));
    assert_true(shared_rate_open(&w->b, w->path, &e));
}

static void close_both(struct world *w)
{
    shared_rate_close(w->a);
    shared_rate_close(w->b);
    unlink(w->path);
    rmdir(w->folder);
}

/* Sends of two limiters within `ms`, looked at every millisecond. */
static unsigned sends(struct limiter *l, struct limiter *m, uint64_t ms)
{
    unsigned n = 0;

    for (uint64_t t = 1000; t < 1000 + ms; t++) {
        for (; limiter_may(l, 0, t * MS); n++)
            limiter_sent(l, t * MS);
        for (; limiter_may(m, 0, t * MS); n++)
            limiter_sent(m, t * MS);
    }
    return n;
}

static void one_rate_for_both(void **state)
{
    struct world w;
    struct limiter l, m;

    (void)state;
    open_both(&w);
    limiter_init(&l, 10, 10, true, 50);
    limiter_init(&m, 10, 10, true, 50);
    assert_in_range(sends(&l, &m, 10000), 990, 1010); /* each its own */
    limiter_init(&l, 10, 10, true, 50);
    limiter_init(&m, 10, 10, true, 50);
    l.shared = shared_rate_slot(w.a, "http://x", "m");
    m.shared = shared_rate_slot(w.b, "http://x", "m");
    assert_in_range(sends(&l, &m, 10000), 495, 506);
    m.shared = shared_rate_slot(w.b, "http://x", "n"); /* another model */
    assert_in_range(sends(&l, &m, 10000), 990, 1010);
    close_both(&w);
}

/* The moments of another boot, or of anybody's hand, delay nothing for ever. */
static void nonsense_passes(void **state)
{
    struct world w;
    struct shared_rate_slot *s;

    (void)state;
    open_both(&w);
    s = shared_rate_slot(w.a, "u", "m");
    shared_rate_sent(s, 10 * MS, UINT64_C(1) << 60);
    assert_true(shared_rate_due_ns(s, 10 * MS, 5000 * MS) <= 5000 * MS);
    shared_rate_sent(s, 10 * MS, 5000 * MS);
    assert_int_equal(shared_rate_due_ns(s, 10 * MS, 5000 * MS), 5010 * MS);
    close_both(&w);
}

static uint64_t due(struct shared_rate_slot *s)
{
    return shared_rate_due_ns(s, MS, 2999 * MS);
}

static void slots_are_found_again(void **state)
{
    struct world w;
    struct shared_rate_slot *s;
    char name[16];

    (void)state;
    open_both(&w);
    for (int i = 0; i < 64; i++) {
        snprintf(name, sizeof(name), "m%d", i);
        s = shared_rate_slot(w.a, "u", name);
        shared_rate_sent(s, MS, 1000 * MS);
        assert_int_equal(due(shared_rate_slot(w.b, "u", name)), 1001 * MS);
    }
    for (int i = 0; i < 64; i++)
        if (i != 7) {
            snprintf(name, sizeof(name), "m%d", i);
            shared_rate_sent(shared_rate_slot(w.a, "u", name), MS, 2000 * MS);
        }
    s = shared_rate_slot(w.a, "u", "m7"); /* used longest ago */
    shared_rate_sent(shared_rate_slot(w.b, "u", "one too many"), MS, 3000 * MS);
    assert_int_equal(due(s), 3001 * MS);
    close_both(&w);
}

static void spending_is_seen(void **state)
{
    struct world w;

    (void)state;
    open_both(&w);
    shared_rate_spend(w.a, (struct shared_rate_sum){ 70, 0.25 });
    shared_rate_spend(w.b, (struct shared_rate_sum){ 5, 1e-9 });
    shared_rate_spend(w.a, (struct shared_rate_sum){ -20, -0.05 });
    assert_true(shared_rate_others(w.b).tokens == 50);
    assert_true(shared_rate_others(w.a).tokens == 5);
    assert_float_equal(shared_rate_others(w.b).money, 0.2, 1e-12);
    assert_float_equal(shared_rate_others(w.a).money, 1e-9, 1e-12);
    close_both(&w);
}

/* A link, or a folder, is nobody's shared rate limiter. */
static void refuses_others(void **state)
{
    struct world w;
    struct shared_rate *c;
    char link[80];
    struct err e;

    (void)state;
    open_both(&w);
    snprintf(link, sizeof(link), "%s/l", w.folder);
    assert_int_equal(symlink(w.path, link), 0);
    assert_false(shared_rate_open(&c, link, &e));
    assert_non_null(strstr(e.msg, "--rate and --budget"));
    assert_false(shared_rate_open(&c, w.folder, &e));
    unlink(link);
    close_both(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_rate_for_both),
        cmocka_unit_test(nonsense_passes),
        cmocka_unit_test(slots_are_found_again),
        cmocka_unit_test(spending_is_seen),
        cmocka_unit_test(refuses_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
