/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Many calls through the pool: none lost or given back twice in any schedule,
 * by faults, stops and pushes from anywhere; limits on what is in flight.
 */
#include "../lib/pool_job.h"
#include "base/str.h"
#include "model/server/pool.h"
#include "model/server/pool_int.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- many ---- */

static void test_storm(void **state)
{
    struct pool_options o = job_options();
    const char *scenario = "storm,rate=0.4,seed=5";
    struct job j;
    size_t ok;

    job_open(&j, *state, scenario, &o, 1000);
    job_push(&j);
    job_close(&j);
    ok = job_count(&j, OUTCOME_OK);
    assert_int_equal(ok + job_lost(&j), 1000);
    assert_true(ok > 980);
    assert_int_equal(job_stat(*state, scenario, "answered_bodies"), ok);
    assert_int_equal(job_stat(*state, scenario, "answered"), ok);
    assert_int_equal(job_stat(*state, scenario, "requests"), job_tries(&j));
    assert_true(job_tries(&j) > 1200);
    job_clear(&j);
}

static void test_cap(void **state)
{
    struct pool_options o = job_options();
    const char *scenario = "cap,limit=8,ms=10";
    struct pool_state s;
    struct job j;

    job_open(&j, *state, scenario, &o, 400);
    job_push(&j);
    do {
        job_nap();
        pool_look(j.pool, &s);
    } while (s.in_flight || s.waiting || s.queued);
    job_close(&j);
    assert_int_equal(job_count(&j, OUTCOME_OK), 400);
    if (job_stat(*state, scenario, "faults"))
        assert_in_range(s.limit, 1, 32);
    assert_int_equal(s.sent, job_tries(&j));
    assert_int_equal(s.retried, job_tries(&j) - 400);
    if (s.retried)
        job_assert_holds(s.last_trouble, "429");
    job_clear(&j);
}

/* Four times as many calls as the server takes, sent without adapting: they come
 * back apart from each other, and wait for their turn. */
static void test_cap_fixed(void **state)
{
    struct pool_options o = job_options();
    const char *scenario = "cap,limit=8,ms=5,wait=5";
    struct job j;

    o.fixed = true;
    o.concurrency = 32;
    job_open(&j, *state, scenario, &o, 400);
    job_push(&j);
    job_close(&j);
    assert_int_equal(job_count(&j, OUTCOME_OK), 400);
    assert_true(job_stat(*state, scenario, "faults") > 0);
    job_clear(&j);
}

static void test_slow_start(void **state)
{
    struct pool_options o = job_options();
    struct pool_state s;
    struct job j;

    o.start = 2;
    o.concurrency = 32;
    job_open(&j, *state, "ok,ms=5,seed=3", &o, 100);
    pool_look(j.pool, &s);
    assert_int_equal(s.limit, 2);
    job_push(&j);
    do {
        job_nap();
        pool_look(j.pool, &s);
    } while (s.in_flight || s.queued);
    assert_int_equal(s.limit, 32);
    job_close(&j);
    assert_in_range(job_stat(*state, "ok,ms=5,seed=3", "most_in_flight"), 1,
                    32);
    job_clear(&j);
}

static void test_connections_are_kept(void **state)
{
    struct pool_options o = job_options();
    struct job j;

    o.concurrency = 4;
    job_open(&j, *state, "ok,seed=4", &o, 500);
    job_push(&j);
    job_close(&j);
    assert_int_equal(job_count(&j, OUTCOME_OK), 500);
    assert_in_range(job_stat(*state, "ok,seed=4", "connections"), 1, 4);
    assert_in_range(job_stat(*state, "ok,seed=4", "most_in_flight"), 1, 4);
    job_clear(&j);
}

/* More than one multi handle holds. */
static void test_many_in_flight(void **state)
{
    struct pool_options o = job_options();
    struct job j;

    o.concurrency = 600;
    o.fixed = true;
    job_open(&j, *state, "ok,ms=100,seed=6", &o, 1500);
    job_push(&j);
    job_close(&j);
    assert_int_equal(job_count(&j, OUTCOME_OK), 1500);
    assert_in_range(job_stat(*state, "ok,ms=100,seed=6", "connections"), 1,
                    600);
    job_clear(&j);
}

static void test_rate(void **state)
{
    struct pool_options o = job_options();
    int64_t first = INT64_MAX, last = 0;
    struct job j;

    o.rate = 100;
    job_open(&j, *state, "ok,seed=7", &o, 41);
    job_push(&j);
    job_close(&j);
    for (size_t i = 0; i < j.n; i++) {
        first = j.calls[i].sent_ms < first ? j.calls[i].sent_ms : first;
        last = j.calls[i].sent_ms > last ? j.calls[i].sent_ms : last;
    }
    assert_true(last - first >= 380); /* 40 gaps of 10 ms */
    job_clear(&j);
}

static void test_push_from_done(void **state)
{
    struct pool_options o = job_options();
    struct job j;

    job_open(&j, *state, "ok,seed=8", &o, 200);
    j.chain = true;
    j.pushed = 2;
    pool_push(j.pool, &j.calls[0]);
    pool_push(j.pool, &j.calls[1]);
    job_close(&j); /* closing waits for those that come meanwhile */
    assert_int_equal(job_count(&j, OUTCOME_OK), 200);
    job_clear(&j);
}

struct pusher {
    struct job *job;
    size_t from, to;
};

static void *push_some(void *arg)
{
    struct pusher *p = arg;

    for (size_t i = p->from; i < p->to; i++)
        pool_push(p->job->pool, &p->job->calls[i]);
    return NULL;
}

static void test_push_from_threads(void **state)
{
    enum { THREADS = 4, SHARE = 250 };
    struct pool_options o = job_options();
    struct pusher p[THREADS];
    pthread_t threads[THREADS];
    struct job j;

    job_open(&j, *state, "ok,seed=9", &o, THREADS * SHARE);
    for (size_t i = 0; i < THREADS; i++) {
        p[i] = (struct pusher){ &j, i * SHARE, (i + 1) * SHARE };
        assert_int_equal(pthread_create(&threads[i], NULL, push_some, &p[i]),
                         0);
    }
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    job_close(&j);
    assert_int_equal(job_count(&j, OUTCOME_OK), THREADS * SHARE);
    job_clear(&j);
}

/* A pool with nothing to do sleeps; a push wakes it, and so does a stop. */
static void test_push_wakes(void **state)
{
    struct pool_options o = job_options();
    struct job j;

    job_open(&j, *state, "hang,times=5", &o, 1);
    for (int i = 0; i < 50; i++)
        job_nap();
    job_push(&j);
    job_until(&j, 1, 0);
    for (int i = 0; i < 50; i++)
        job_nap();
    pool_stop(j.pool, 0);
    job_until(&j, 0, 0);
    job_close(&j);
    job_clear(&j);
}

/* Those that wait come in the order of their time. */
static void test_waits_in_order(void **state)
{
    struct pool_waits w = { 0 };
    struct rng r;
    uint64_t last = 0;

    (void)state;
    rng_init(&r, hash_bytes("waits", 5));
    for (int i = 0; i < 20000; i++) {
        if (w.n && rng_below(&r, 3) == 0) {
            uint64_t due = pool_waits_pop(&w).due_ns;

            for (unsigned k = 0; k < w.n; k += 1 + w.n / 8)
                assert_true(due <= w.at[k].due_ns);
        } else {
            pool_waits_push(&w,
                            (struct pool_wait){ rng_below(&r, 1000), 0, NULL });
        }
    }
    while (w.n) {
        uint64_t due = pool_waits_pop(&w).due_ns;

        assert_true(due >= last);
        last = due;
    }
    free(w.at);
}

/* A request that does not fit into the first packets. */
static void test_large_request(void **state)
{
    struct pool_options o = job_options();
    struct str body = { 0 };
    struct job j;

    job_open(&j, *state, "ok,seed=10", &o, 3);
    str_add(&body, "{\"messages\":[{\"role\":\"user\",\"content\":\"");
    for (int i = 0; i < 100000; i++)
        str_add(&body, "many ");
    str_add(&body, "20 + 22\"}],\"model\":\"test\"}");
    for (size_t i = 0; i < j.n; i++) {
        j.calls[i].body = body.s;
        j.calls[i].body_n = body.n;
    }
    job_push(&j);
    job_close(&j);
    for (size_t i = 0; i < j.n; i++) {
        assert_int_equal(j.calls[i].reply.outcome, OUTCOME_OK);
        job_assert_holds(j.calls[i].reply.text, "\\boxed{4");
    }
    assert_int_equal(job_stat(*state, "ok,seed=10", "bad_requests"), 0);
    str_clear(&body);
    job_clear(&j);
}

/* ---- stopping ---- */

static void test_stop_in_flight_and_queued(void **state)
{
    struct pool_options o = job_options();
    struct job j;

    o.concurrency = 4;
    o.fixed = true;
    job_open(&j, *state, "hang,times=7", &o, 20);
    job_push(&j);
    job_until(&j, 4, 0);
    pool_stop(j.pool, 0);
    job_close(&j);
    assert_int_equal(job_dropped(&j), 20);
    assert_int_equal(job_tries(&j), 4);
    for (size_t i = 0; i < j.n; i++)
        assert_string_equal(j.calls[i].reply.text, "");
    job_clear(&j);
}

static void test_stop_waiting(void **state)
{
    struct pool_options o = job_options();
    struct job j;

    job_open(&j, *state, "429-ms,wait=60000", &o, 5);
    job_push(&j);
    job_until(&j, 0, 5);
    pool_stop(j.pool, 1000); /* grace is for those in flight */
    job_close(&j);
    assert_int_equal(job_dropped(&j), 5);
    for (size_t i = 0; i < j.n; i++) {
        assert_int_equal(j.calls[i].tries, 1);
        /* what was asked, and up to a sixth more */
        job_assert_holds(j.calls[i].history, "\"wait_ms\": 6");
    }
    job_clear(&j);
}

/* Those in flight end in peace; what they would try again is dropped. */
static void test_stop_with_grace(void **state)
{
    struct pool_options o = job_options();
    struct job j;

    o.concurrency = 4;
    o.fixed = true;
    job_open(&j, *state, "ok,ms=200,seed=11", &o, 20);
    job_push(&j);
    job_until(&j, 4, 0);
    pool_stop(j.pool, 1000);
    job_close(&j);
    assert_int_equal(job_count(&j, OUTCOME_OK), 4);
    assert_int_equal(job_dropped(&j), 16);
    assert_int_equal(job_stat(*state, "ok,ms=200,seed=11", "requests"), 4);
    job_clear(&j);
    job_open(&j, *state, "500,ms=200", &o, 20);
    job_push(&j);
    job_until(&j, 4, 0);
    pool_stop(j.pool, 1000);
    job_close(&j);
    assert_int_equal(job_dropped(&j), 20);
    assert_int_equal(job_stat(*state, "500,ms=200", "requests"), 4);
    job_clear(&j);
}

static void test_stop_again_with_less(void **state)
{
    struct pool_options o = job_options();
    struct job j;

    job_open(&j, *state, "hang,times=6", &o, 3);
    pool_push(j.pool, &j.calls[0]);
    pool_push(j.pool, &j.calls[1]);
    job_until(&j, 2, 0);
    pool_stop(j.pool, 1000);
    pool_stop(j.pool, 0);
    pool_stop(j.pool, 2000);        /* no way back */
    pool_push(j.pool, &j.calls[2]); /* dropped at once */
    job_close(&j);
    assert_int_equal(job_dropped(&j), 3);
    assert_int_equal(j.calls[2].tries, 0);
    assert_string_equal(j.calls[2].history, "[]");
    job_clear(&j);
}

/* Stops at any moment of a storm: nothing is lost, what is not dropped has
 * an outcome. */
static void test_stop_in_a_storm(void **state)
{
    for (unsigned k = 0; k < 12; k++) {
        struct pool_options o = job_options();
        struct job j;
        char name[64];

        snprintf(name, sizeof(name), "storm,rate=0.5,seed=%u", 100 + k);
        job_open(&j, *state, name, &o, 300);
        job_push(&j);
        for (unsigned i = 0; i < 6 * k; i++)
            job_nap();
        pool_stop(j.pool, k % 3 ? 0 : 0.02);
        job_close(&j);
        assert_int_equal(
            job_dropped(&j) + job_count(&j, OUTCOME_OK) + job_lost(&j), 300);
        job_clear(&j);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_storm),
        cmocka_unit_test(test_cap),
        cmocka_unit_test(test_cap_fixed),
        cmocka_unit_test(test_slow_start),
        cmocka_unit_test(test_connections_are_kept),
        cmocka_unit_test(test_many_in_flight),
        cmocka_unit_test(test_rate),
        cmocka_unit_test(test_push_from_done),
        cmocka_unit_test(test_push_from_threads),
        cmocka_unit_test(test_push_wakes),
        cmocka_unit_test(test_waits_in_order),
        cmocka_unit_test(test_large_request),
        cmocka_unit_test(test_stop_in_flight_and_queued),
        cmocka_unit_test(test_stop_waiting),
        cmocka_unit_test(test_stop_with_grace),
        cmocka_unit_test(test_stop_again_with_less),
        cmocka_unit_test(test_stop_in_a_storm),
    };

    return cmocka_run_group_tests_name("pool_flow", tests, job_server_start,
                                       job_server_stop);
}
