/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Rates and budgets in rows of a database. Two openings are two processes, each
 * with a connection of its own.
 */
#include "../lib/stores.h"
#include "base/clock.h"
#include "model/server/limiter.h"
#include "store/rates.h"
#include "store/store_int.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#define MS UINT64_C(1000000)

struct world {
    struct stores *stores;
    struct store *store;
    struct shared_rate *a, *b;
};

static struct world open_both(void **state)
{
    struct world w = { .stores = *state };
    struct err e;

    w.store = stores_store(w.stores, STORE_MAKE);
    assert_true(rates_open_rows(&w.a, w.store, &e));
    assert_true(rates_open_rows(&w.b, w.store, &e));
    return w;
}

static void close_both(struct world *w)
{
    shared_rate_close(w->a);
    shared_rate_close(w->b);
    store_close(w->store);
}

static uint64_t now(void)
{
    struct clock c = clock_real();

    return clock_now(&c);
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
}

/* ---- rates ---- */

/* Sends of limiters within `ms` of real time. */
static unsigned sends(struct limiter *const *l, size_t n, uint64_t ms)
{
    uint64_t end = now() + ms * MS;
    unsigned sent = 0;

    while (now() < end) {
        for (size_t i = 0; i < n; i++)
            for (; limiter_may(l[i], 0, now()); sent++)
                limiter_sent(l[i], now());
        pause_ms(1);
    }
    return sent;
}

static void one_rate_for_both(void **state)
{
    struct world w = open_both(state);
    struct limiter l, m;

    limiter_init(&l, 10, 10, true, 100);
    limiter_init(&m, 10, 10, true, 100);
    l.shared = shared_rate_slot(w.a, "http://x", "m");
    m.shared = shared_rate_slot(w.b, "http://x", "m");
    /* 120, and a block more that may have begun; less on a busy machine. */
    assert_in_range(sends((struct limiter *[]){ &l, &m }, 2, 1200), 30, 146);
    m.shared = shared_rate_slot(w.b, "http://x", "n"); /* another model */
    assert_in_range(sends((struct limiter *[]){ &l, &m }, 2, 1200), 60, 292);
    assert_int_equal(stores_int(w.stores, "SELECT count(*) FROM rates WHERE "
                                          "kind = 'calls'"),
                     2);
    close_both(&w);
}

/* Time is drawn in blocks: the rows are seldom visited. */
static void blocks_grow(void **state)
{
    struct world w = open_both(state);
    struct shared_rate_slot *s = shared_rate_slot(w.a, "u", "m");
    uint64_t t = now(), due = 0;
    int64_t span = 0;

    for (int i = 0; i < 200; i++) {
        due = shared_rate_due_ns(s, MS, t);
        t = due > t ? due : t;
        shared_rate_sent(s, MS, t);
    }
    span = stores_int(w.stores, "SELECT span_us FROM rates WHERE "
                                "kind = 'calls'");
    assert_in_range(span, 64000, 250000);
    close_both(&w);
}

/* Somebody draws a block and is never seen again. */
static void the_dead_delay_nobody(void **state)
{
    struct world w = open_both(state);
    struct shared_rate_slot *b = shared_rate_slot(w.b, "u", "m");
    struct limiter l;

    limiter_init(&l, 10, 10, true, 500);
    l.shared = shared_rate_slot(w.a, "u", "m");
    sends((struct limiter *[]){ &l }, 1, 700);
    assert_true(shared_rate_due_ns(b, 2 * MS, now()) < now() + 300 * MS);
    close_both(&w);
}

/* A clock that was set back, or anybody's hand. */
static void nonsense_passes(void **state)
{
    struct world w = open_both(state);
    struct shared_rate_slot *b = shared_rate_slot(w.b, "u", "m");

    shared_rate_due_ns(shared_rate_slot(w.a, "u", "m"), 10 * MS, now());
    stores_sql(w.stores, "UPDATE rates SET until_us = until_us + 3000000");
    assert_true(shared_rate_due_ns(b, 10 * MS, now()) < now() + 50 * MS);
    close_both(&w);
}

/* ---- budgets ---- */

static void spending_is_seen(void **state)
{
    struct world w = open_both(state);
    struct shared_rate *late;
    struct err e;

    shared_rate_spend(w.a, (struct shared_rate_sum){ 70, 0.25 });
    shared_rate_spend(w.b, (struct shared_rate_sum){ 5, 1e-9 });
    shared_rate_spend(w.a, (struct shared_rate_sum){ -20, -0.05 });
    pause_ms(SHARED_RATE_BLOCK_MS + 10);
    shared_rate_others(w.a); /* tells what it spent */
    assert_true(shared_rate_others(w.b).tokens == 50);
    pause_ms(SHARED_RATE_BLOCK_MS + 10);
    assert_true(shared_rate_others(w.a).tokens == 5);
    assert_float_equal(shared_rate_others(w.b).money, 0.2, 1e-12);
    assert_float_equal(shared_rate_others(w.a).money, 1e-9, 1e-12);
    assert_true(rates_open_rows(&late, w.store, &e));
    assert_true(shared_rate_others(late).tokens ==
                0); /* it was before its time */
    shared_rate_spend(late, (struct shared_rate_sum){ 7, 0 });
    shared_rate_close(late); /* what was not told is told at the end */
    pause_ms(SHARED_RATE_BLOCK_MS + 10);
    assert_true(shared_rate_others(w.a).tokens == 12);
    close_both(&w);
}

/* Who may spend one more if all stay within 1000 tokens? */
static bool spends(struct shared_rate *c, double *mine, double cost)
{
    if (*mine + cost + shared_rate_others(c).tokens > 1000)
        return false;
    shared_rate_hold(c, (struct shared_rate_sum){ cost, 0 }, 4);
    if (*mine + cost + shared_rate_others(c).tokens > 1000) {
        shared_rate_hold(c, (struct shared_rate_sum){ cost, 0 }, 0);
        return false;
    }
    shared_rate_spend(c, (struct shared_rate_sum){ cost, 0 });
    *mine += cost;
    return true;
}

/* However they take turns, and though each looks rarely. */
static void nobody_passes_the_budget(void **state)
{
    struct world w = open_both(state);
    double a = 0, b = 0;
    bool more = true;

    while (more) {
        more = spends(w.a, &a, 7);
        for (int i = 0; i < 3; i++)
            more |= spends(w.b, &b, 10);
    }
    assert_true(a + b <= 1000);
    assert_true(a + b >= 930); /* but for what the other holds */
    assert_true(a > 0 && b > 0);
    assert_true(stores_int(w.stores, "SELECT sum(tokens) FROM rates") >=
                (int64_t)(a + b));
    close_both(&w);
}

/* What was held and not spent comes back, at once or after the lease. */
static void the_held_comes_back(void **state)
{
    struct world w = open_both(state);

    shared_rate_hold(w.a, (struct shared_rate_sum){ 100, 1 }, 1);
    pause_ms(SHARED_RATE_BLOCK_MS + 10);
    assert_true(shared_rate_others(w.b).tokens == 100);
    shared_rate_hold(w.a, (struct shared_rate_sum){ 100, 1 }, 0);
    pause_ms(SHARED_RATE_BLOCK_MS + 10);
    assert_true(shared_rate_others(w.b).tokens == 0);
    shared_rate_hold(w.a, (struct shared_rate_sum){ 100, 1 }, 1);
    stores_sql(w.stores, "UPDATE rates SET until_us = until_us - 5000000 "
                         "WHERE kind = 'held'");
    pause_ms(SHARED_RATE_BLOCK_MS + 10);
    assert_true(shared_rate_others(w.b).tokens == 0);
    close_both(&w);
}

/* A server that ends a connection is asked by another. */
static void a_lost_connection_is_made_again(void **state)
{
    struct world w;

    if (!stores_in_database())
        skip();
    w = open_both(state);
    shared_rate_hold(w.a, (struct shared_rate_sum){ 100, 1 }, 1);
    stores_sql(w.stores, "SELECT pg_terminate_backend(pid) FROM "
                         "pg_stat_activity WHERE datname = current_database() "
                         "AND pid <> pg_backend_pid()");
    pause_ms(SHARED_RATE_BLOCK_MS + 10);
    assert_true(shared_rate_others(w.b).tokens == 0); /* as it was told last */
    pause_ms(1100);
    assert_true(shared_rate_others(w.b).tokens == 100);
    close_both(&w);
}

int main(void)
{
#define ON_STORE(f) \
 cmocka_unit_test_setup_teardown(f, stores_setup, stores_teardown)
    const struct CMUnitTest tests[] = {
        ON_STORE(one_rate_for_both),
        ON_STORE(blocks_grow),
        ON_STORE(the_dead_delay_nobody),
        ON_STORE(nonsense_passes),
        ON_STORE(spending_is_seen),
        ON_STORE(nobody_passes_the_budget),
        ON_STORE(the_held_comes_back),
        ON_STORE(a_lost_connection_is_made_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
