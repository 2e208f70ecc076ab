/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The hub of events: order, topics, what a slow listener loses, small buffers,
 * the ceiling, and that closing wakes all.
 */
#include "base/str.h"
#include "serve/http/events.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

/* Fails unless that is what comes next; "": nothing. */
static void hears(struct listener *l, const char *want)
{
    char buf[256];
    long n = events_wait(l, buf, sizeof(buf) - 1, 5);

    assert_true(n >= 0);
    buf[n] = '\0';
    assert_string_equal(buf, want);
}

static void test_order(void **state)
{
    struct events *h = events_new();
    struct listener *board, *both;

    (void)state;
    events_say(h, "board", "early", "{}"); /* nobody listens */
    board = events_listen(h, "board", 0);
    both = events_listen(h, "entry:1 board", 0);
    assert_int_equal(events_listeners(h), 2);
    events_say(h, "board", "a", "{\"x\":1}");
    events_say(h, "entry:1", "b", "2");
    events_say(h, "entry:12", "c", "3"); /* another topic */
    hears(board, "event: a\ndata: {\"x\":1}\n\n");
    hears(board, "");
    hears(both, "event: a\ndata: {\"x\":1}\n\n");
    hears(both, "event: b\ndata: 2\n\n");
    hears(both, "");
    events_say(h, "entry:1", "left behind", "4");
    events_leave(both);
    events_leave(board);
    assert_int_equal(events_listeners(h), 0);
    events_free(h);
}

static void test_lost(void **state)
{
    struct events *h = events_new();
    struct listener *l = events_listen(h, "t", 0);
    char want[64], number[16];

    (void)state;
    for (int i = 0; i < EVENTS_WAITING + 3; i++) {
        snprintf(number, sizeof(number), "%d", i);
        events_say(h, "t", "n", number);
    }
    hears(l, "event: lost\ndata: {}\n\n");
    for (int i = 3; i < EVENTS_WAITING + 3; i++) {
        snprintf(want, sizeof(want), "event: n\ndata: %d\n\n", i);
        hears(l, want);
    }
    hears(l, "");
    events_leave(l);
    events_free(h);
}

/* An event that is longer than the buffer comes in pieces, also when events
 * are lost between two. */
static void test_pieces(void **state)
{
    struct events *h = events_new();
    struct listener *l = events_listen(h, "t", 0);
    struct str got = { 0 };
    char buf[5];
    long n;

    (void)state;
    events_say(h, "t", "n", "\"a long line of JSON\"");
    n = events_wait(l, buf, sizeof(buf), 0);
    assert_int_equal(n, 5);
    str_addn(&got, buf, (size_t)n);
    for (int i = 0; i < EVENTS_WAITING + 1; i++)
        events_say(h, "t", "m", "0");
    while (got.n < 37 && (n = events_wait(l, buf, sizeof(buf), 0)) > 0)
        str_addn(&got, buf, (size_t)n);
    assert_string_equal(got.s, "event: n\ndata: \"a long line of JSON\"\n\n");
    hears(l, "event: lost\ndata: {}\n\n");
    str_clear(&got);
    events_leave(l);
    events_free(h);
}

static void test_ceiling(void **state)
{
    static struct listener *all[2000];
    struct events *h = events_new();
    size_t n = 0;

    (void)state;
    while (n < 2000 && (all[n] = events_listen(h, "t", 0)))
        n++;
    assert_int_equal(n, 1000);
    events_leave(all[--n]);
    all[n] = events_listen(h, "t", 0);
    assert_non_null(all[n++]);
    while (n > 0)
        events_leave(all[--n]);
    events_free(h);
}

/* A person who may hear no more hears no more; others do. */
static void test_drop(void **state)
{
    struct events *h = events_new();
    struct listener *theirs = events_listen(h, "t", 7),
                    *other = events_listen(h, "t", 8);
    static struct listener *all[400];
    size_t n = 0;
    char buf[64];

    (void)state;
    events_drop(h, 7);
    events_say(h, "t", "x", "{}");
    assert_int_equal(events_wait(theirs, buf, sizeof(buf), 0), -1);
    assert_true(events_wait(other, buf, sizeof(buf), 0) > 0);
    events_leave(theirs);
    while (n < 400 && (all[n] = events_listen(h, "t", 7)))
        n++;
    assert_int_equal(n, 300); /* a person has a share of all */
    assert_int_equal(events_wait(all[0], buf, sizeof(buf), 0), 0);
    while (n > 0)
        events_leave(all[--n]);
    events_leave(other);
    events_free(h);
}

static void *wait_long(void *listener)
{
    char buf[64];

    return (void *)(intptr_t)events_wait(listener, buf, sizeof(buf), 60000);
}

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void test_wakes(void **state)
{
    const struct timespec moment = { .tv_nsec = 20000000 };
    struct events *h = events_new();
    struct listener *l[2] = { events_listen(h, "a", 0),
                              events_listen(h, "b", 0) };
    double start = seconds();
    pthread_t threads[2];
    void *got[2];

    (void)state;
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, wait_long, l[i]), 0);
    nanosleep(&moment, NULL);
    events_say(h, "a", "n", "1");
    pthread_join(threads[0], &got[0]);
    events_close(h);
    pthread_join(threads[1], &got[1]);
    assert_int_equal((intptr_t)got[0], strlen("event: n\ndata: 1\n\n"));
    assert_int_equal((intptr_t)got[1], -1);
    assert_true(seconds() - start < 30);
    assert_null(events_listen(h, "a", 0)); /* it is closing */
    events_leave(l[0]);
    events_leave(l[1]);
    events_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),  cmocka_unit_test(test_lost),
        cmocka_unit_test(test_pieces), cmocka_unit_test(test_ceiling),
        cmocka_unit_test(test_drop),   cmocka_unit_test(test_wakes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
