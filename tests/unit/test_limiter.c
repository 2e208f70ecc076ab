/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How many calls may be in flight, and how soon: slow start, cuts, rounds,
 * rates. No clock and no network: ends are told, time is moved by hand.
 */
#include "base/rng.h"
#include "model/server/limiter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MS UINT64_C(1000000)

/* Send and end `n` calls, one after the other. */
static void ends(struct limiter *l, unsigned n, enum limiter_end end)
{
    for (; n; n--)
        limiter_ended(l, limiter_sent(l, 0), end);
}

static void test_slow_start(void **state)
{
    struct limiter l;

    (void)state;
    limiter_init(&l, 100, 8, false, 0);
    assert_int_equal(l.limit, 8);
    ends(&l, 7, LIMITER_GOOD);
    assert_int_equal(l.limit, 8);
    ends(&l, 1, LIMITER_GOOD);
    assert_int_equal(l.limit, 16);
    ends(&l, 16, LIMITER_GOOD);
    assert_int_equal(l.limit, 32);
    ends(&l, 32, LIMITER_GOOD);
    assert_int_equal(l.limit, 64);
    ends(&l, 64, LIMITER_GOOD);
    assert_int_equal(l.limit, 100); /* and never more */
    ends(&l, 1000, LIMITER_GOOD);
    assert_int_equal(l.limit, 100);
}

static void test_start_is_bounded(void **state)
{
    struct limiter l;

    (void)state;
    limiter_init(&l, 3, 8, false, 0);
    assert_int_equal(l.limit, 3);
    limiter_init(&l, UINT32_MAX, UINT32_MAX - 1, false, 0);
    l.left = 1;
    ends(&l, 1, LIMITER_GOOD); /* doubling must not overflow */
    assert_int_equal(l.limit, UINT32_MAX);
}

static void test_may(void **state)
{
    struct limiter l;

    (void)state;
    limiter_init(&l, 10, 2, false, 0);
    assert_true(limiter_may(&l, 0, 0));
    assert_true(limiter_may(&l, 1, 0));
    assert_false(limiter_may(&l, 2, 0));
    assert_false(limiter_may(&l, 3, 0)); /* after a cut there may be more */
}

/* Forty calls are in flight, all are answered with 429: one cut. */
static void test_burst_cuts_once(void **state)
{
    struct limiter l;
    uint64_t ticket[40];

    (void)state;
    limiter_init(&l, 40, 40, false, 0);
    for (int i = 0; i < 40; i++)
        ticket[i] = limiter_sent(&l, 0);
    for (int i = 0; i < 40; i++)
        limiter_ended(&l, ticket[i], LIMITER_LIMITED);
    assert_int_equal(l.limit, 28);
    /* The next burst is of calls sent after the cut. */
    for (int i = 0; i < 28; i++)
        ticket[i] = limiter_sent(&l, 0);
    for (int i = 0; i < 28; i++)
        limiter_ended(&l, ticket[i], LIMITER_LIMITED);
    assert_int_equal(l.limit, 19);
}

static void test_never_below_one(void **state)
{
    struct limiter l;

    (void)state;
    limiter_init(&l, 64, 64, false, 0);
    ends(&l, 100, LIMITER_LIMITED);
    assert_int_equal(l.limit, 1);
    assert_true(limiter_may(&l, 0, 0));
}

/* After a cut the limit creeps: one more for each good round. */
static void test_creeps_after_cut(void **state)
{
    struct limiter l;

    (void)state;
    limiter_init(&l, 20, 10, false, 0);
    ends(&l, 1, LIMITER_LIMITED);
    assert_int_equal(l.limit, 7);
    ends(&l, 6, LIMITER_GOOD);
    assert_int_equal(l.limit, 7);
    ends(&l, 1, LIMITER_GOOD);
    assert_int_equal(l.limit, 8);
    ends(&l, 8, LIMITER_GOOD);
    assert_int_equal(l.limit, 9);
    ends(&l, 1000, LIMITER_GOOD);
    assert_int_equal(l.limit, 20);
}

/* Good ends of calls sent before the cut do not count towards growth. */
static void test_old_calls_say_nothing(void **state)
{
    struct limiter l;
    uint64_t old;

    (void)state;
    limiter_init(&l, 100, 10, false, 0);
    old = limiter_sent(&l, 0);
    ends(&l, 1, LIMITER_LIMITED);
    for (int i = 0; i < 100; i++)
        limiter_ended(&l, old, LIMITER_GOOD);
    assert_int_equal(l.limit, 7);
}

/* A 5xx stops growth for its round, no more: no cut, no end of doubling. */
static void test_trouble_stops_growth(void **state)
{
    struct limiter l;

    (void)state;
    limiter_init(&l, 100, 8, false, 0);
    ends(&l, 3, LIMITER_GOOD);
    ends(&l, 1, LIMITER_TROUBLE);
    ends(&l, 4, LIMITER_GOOD);
    assert_int_equal(l.limit, 8);
    ends(&l, 8, LIMITER_GOOD);
    assert_int_equal(l.limit, 16);
    ends(&l, 500, LIMITER_TROUBLE);
    assert_int_equal(l.limit, 16);
}

static void test_fixed(void **state)
{
    struct limiter l;

    (void)state;
    limiter_init(&l, 50, 8, true, 0);
    assert_int_equal(l.limit, 50);
    ends(&l, 200, LIMITER_LIMITED);
    assert_int_equal(l.limit, 50);
    ends(&l, 200, LIMITER_GOOD);
    assert_int_equal(l.limit, 50);
}

/* A server that serves `cap` at once and answers 429 beyond: the limit comes
 * to stay near the cap, and neither falls to 1 nor climbs away. */
static void test_settles_at_a_cap(void **state)
{
    struct limiter l;
    uint64_t sum = 0, ticket[256];
    const unsigned cap = 20, rounds = 2000;

    (void)state;
    limiter_init(&l, 200, 8, false, 0);
    for (unsigned r = 0; r < rounds; r++) {
        unsigned n = l.limit;

        for (unsigned i = 0; i < n; i++)
            ticket[i] = limiter_sent(&l, 0);
        for (unsigned i = 0; i < n; i++)
            limiter_ended(&l, ticket[i],
                          i < cap ? LIMITER_GOOD : LIMITER_LIMITED);
        if (r > 100) {
            assert_in_range(l.limit, 10, cap + 1);
            sum += l.limit;
        }
    }
    assert_in_range(sum / (rounds - 101), 14, cap);
}

/* ---- rates ---- */

/* Sends in `ms` milliseconds, when asked every `step` of them. */
static unsigned sends(struct limiter *l, uint64_t from_ms, uint64_t ms,
                      uint64_t step)
{
    unsigned n = 0;

    for (uint64_t t = from_ms; t < from_ms + ms; t += step)
        while (limiter_may(l, 0, t * MS)) {
            limiter_sent(l, t * MS);
            n++;
        }
    return n;
}

static void test_rate(void **state)
{
    static const double rates[] = { 0.5, 1, 7, 100, 999, 5000 };
    struct limiter l;

    (void)state;
    for (size_t i = 0; i < sizeof(rates) / sizeof(*rates); i++) {
        unsigned n;

        limiter_init(&l, 10, 10, true, rates[i]);
        n = sends(&l, 1000, 10000, 1);
        /* Ten seconds' worth, the first at once, a few early. */
        assert_in_range(n, (unsigned)(rates[i] * 10),
                        (unsigned)(rates[i] * 10.01) + 1);
    }
}

/* A pause saves nothing up: no burst follows it. */
static void test_rate_spreads(void **state)
{
    struct limiter l;

    (void)state;
    limiter_init(&l, 1000, 1000, true, 100);
    assert_in_range(sends(&l, 0, 1000, 1), 100, 102);
    assert_in_range(sends(&l, 61000, 1, 1), 1, 2);
    assert_in_range(sends(&l, 61001, 999, 1), 98, 102);
}

/* A late clock loses nothing that a few milliseconds can make up. */
static void test_rate_with_late_timers(void **state)
{
    struct limiter l;

    (void)state;
    limiter_init(&l, 1000, 1000, true, 1000);
    assert_in_range(sends(&l, 0, 10000, 4), 9950, 10010);
}

static void test_rate_tells_when(void **state)
{
    struct limiter l;
    uint64_t at;

    (void)state;
    limiter_init(&l, 10, 10, true, 2);
    limiter_sent(&l, 1000 * MS);
    at = limiter_next_ns(&l, 0);
    assert_in_range(at, 1490 * MS, 1500 * MS);
    assert_false(limiter_may(&l, 0, at - 1));
    assert_true(limiter_may(&l, 0, at));
    limiter_init(&l, 10, 10, true, 0);
    limiter_sent(&l, 1000 * MS);
    assert_int_equal(limiter_next_ns(&l, 0), 0); /* no rate: at once */
    limiter_init(&l, 10, 10, true, 1e-300);      /* no overflow */
    limiter_sent(&l, 1000 * MS);
    assert_false(limiter_may(&l, 0, 1000000 * MS));
}

/* Any order of events leaves the limit between 1 and the most. */
static void test_any_events(void **state)
{
    struct limiter l;
    uint64_t tickets[64] = { 0 };
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("events", 6));
    limiter_init(&l, 37, 5, false, 0);
    for (int i = 0; i < 200000; i++) {
        size_t k = (size_t)rng_below(&r, 64);

        limiter_ended(&l, tickets[k], (enum limiter_end)rng_below(&r, 3));
        tickets[k] = limiter_sent(&l, 0);
        assert_in_range(l.limit, 1, 37);
        assert_in_range(l.left, 1, 37);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slow_start),
        cmocka_unit_test(test_start_is_bounded),
        cmocka_unit_test(test_may),
        cmocka_unit_test(test_burst_cuts_once),
        cmocka_unit_test(test_never_below_one),
        cmocka_unit_test(test_creeps_after_cut),
        cmocka_unit_test(test_old_calls_say_nothing),
        cmocka_unit_test(test_trouble_stops_growth),
        cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_settles_at_a_cap),
        cmocka_unit_test(test_rate),
        cmocka_unit_test(test_rate_spreads),
        cmocka_unit_test(test_rate_with_late_timers),
        cmocka_unit_test(test_rate_tells_when),
        cmocka_unit_test(test_any_events),
    };

    return cmocka_run_group_tests_name("limiter", tests, NULL, NULL);
}
