/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Work that many do: blocks on leases, results that are counted once, and the
 * worker chains of workers in the run's chain. ASSAY_TEST_STORE is the address of an
 * empty database, where the same is done there; without it a file is made.
 */
#include "../lib/stores.h"
#include "store/store_int.h"
#include "store/work.h"
#include "store/worker_chain.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define LONG  60000
#define SHORT 40 /* ms */

struct fixture {
    struct stores t;
    struct arena a;
    struct store *s;
    struct run_info run;
};

static const char *address(void)
{
    return getenv("ASSAY_TEST_STORE");
}

static struct store *open_store(const struct fixture *f)
{
    struct store *s;
    struct err e;

    if (!address())
        return stores_store(&f->t, STORE_MAKE);
    if (!store_open(&s, address(), STORE_MAKE, &e))
        fail_msg("%s", e.msg);
    return s;
}

/* Every test has a run of its own: 150 problems, 2 models, 3 attempts are 8
 * blocks for each model, the last with 2 calls. */
static int set_up(void **state)
{
    static struct fixture f;
    static int n;

    f.a = (struct arena){ 0 };
    stores_open(&f.t);
    f.s = open_store(&f);
    f.run = stores_run(f.s, &f.a, arena_printf(&f.a, "{\"x\": %d}", n++), 150,
                       2, 3);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    store_close(f->s);
    stores_close(&f->t);
    arena_clear(&f->a);
    return 0;
}

/* ---- what tests do ---- */

static void enqueue(struct fixture *f)
{
    uint64_t again = 7;
    struct err e;

    if (!work_enqueue(f->s, &f->run, &again, &e))
        fail_msg("%s", e.msg);
}

static struct work_lease join(struct fixture *f, const char *name, int64_t ms)
{
    struct work_lease l = { .run = f->run.id, .ms = ms };
    struct err e;

    if (!worker_chains_open(f->s, l.run, name, ms, &l.worker_chain, &e))
        fail_msg("%s", e.msg);
    return l;
}

/* Takes n blocks of model 0; returns how many it got, and their calls. */
static size_t take(struct fixture *f, const struct work_lease *l, size_t n,
                   struct vec *calls)
{
    uint64_t from = 0;
    size_t taken;
    struct err e;

    calls->n = 0;
    if (!work_take(f->s, &f->run, l, 0, &from, n, calls, &taken, &e))
        fail_msg("%s", e.msg);
    return taken;
}

static struct vec calls_in(struct fixture *f)
{
    return vec_in(&f->a, sizeof(uint64_t));
}

static struct result result_of(const struct run_info *run, uint64_t call,
                               enum outcome o)
{
    struct result r = { .problem = call / run->attempts,
                        .attempt = call % run->attempts + 1,
                        .outcome = o,
                        .strict = VERDICT_CORRECT,
                        .lenient = VERDICT_CORRECT,
                        .judge = "0.4.0" };

    if (o == OUTCOME_OK)
        r.call = stores_key((uint64_t)run->id << 20 | call);
    else
        r.strict = r.lenient = VERDICT_NO_ANSWER;
    return r;
}

/* Whether it was appended; -1: the worker chain is folded. */
static int append(struct fixture *f, int64_t worker_chain, uint64_t call,
                  enum outcome o)
{
    struct result r = result_of(&f->run, call, o);
    const struct result *list = &r;
    bool appended, folded = false;
    struct err e;

    if ((o == OUTCOME_OK &&
         !stores_commit(f->s, (uint64_t)f->run.id << 20 | call, 1, &e)) ||
        !work_append(f->s, &f->run, worker_chain, &list, 1, 5000, &appended,
                     &folded, &e))
        fail_msg("%s", e.msg);
    return folded ? -1 : appended;
}

static void assert_figures(struct fixture *f, uint64_t results, uint64_t errors)
{
    struct run_info now;
    struct verify_report r;
    struct err e;

    assert_true(runs_find(f->s, &f->a, f->run.name, &now, &e));
    assert_int_equal(now.results, results);
    assert_int_equal(now.errors, errors);
    if (!runs_verify(f->s, &f->a, f->run.id, &r, &e))
        fail_msg("%s", e.msg);
    if (r.faults)
        fail_msg("%s", r.said[0]);
}

static void sleep_ms(long ms)
{
    struct timespec t = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

    nanosleep(&t, NULL);
}

/* ---- blocks ---- */

static void blocks_are_taken_once(void **state)
{
    struct fixture *f = *state;
    struct vec calls = calls_in(f);
    struct work_lease x, y;
    struct err e;
    bool any, left;

    assert_true(work_any(f->s, f->run.id, &any, &e));
    assert_false(any);
    enqueue(f);
    enqueue(f);
    assert_true(work_any(f->s, f->run.id, &any, &e));
    assert_true(any);
    x = join(f, "x", LONG);
    y = join(f, "y", LONG);
    assert_int_not_equal(x.worker_chain, y.worker_chain);
    assert_int_equal(take(f, &x, 5, &calls), 5);
    assert_int_equal(calls.n, 5 * WORK_BLOCK);
    assert_int_equal(*vec_get(&calls, uint64_t, 64), 64);
    assert_int_equal(take(f, &y, 5, &calls), 3);
    assert_int_equal(calls.n, 2 * WORK_BLOCK + 2);
    assert_int_equal(*vec_get(&calls, uint64_t, 0), 5 * 64);
    assert_int_equal(take(f, &x, 5, &calls), 0);
    assert_true(work_left(f->s, f->run.id, 0, &left, &e));
    assert_true(left);
}

static void leases_end(void **state)
{
    struct fixture *f = *state;
    struct vec calls = calls_in(f);
    struct work_lease x, y, z;
    struct err e;

    enqueue(f);
    x = join(f, "x", SHORT);
    y = join(f, "y", LONG);
    z = join(f, "z", LONG);
    assert_int_equal(take(f, &x, 2, &calls), 2);
    assert_int_equal(take(f, &y, 6, &calls), 6);
    assert_int_equal(take(f, &z, 1, &calls), 0);
    sleep_ms(2 * SHORT);
    assert_int_equal(take(f, &z, 1, &calls), 1); /* x is late */
    x.ms = LONG;
    assert_true(work_renew(f->s, &x, &e)); /* of what it still has */
    assert_int_equal(take(f, &z, 8, &calls), 0);
    assert_true(work_give_back(f->s, &x, &e));
    assert_int_equal(take(f, &z, 8, &calls), 1);
    assert_true(work_inherit(f->s, &z, y.worker_chain, &e));
    assert_true(work_give_back(f->s, &z, &e)); /* it has none any more */
    assert_int_equal(take(f, &x, 8, &calls), 0);
    assert_true(work_give_back(f->s, &y, &e));
    assert_int_equal(take(f, &x, 9, &calls), 8);
}

/* ---- results ---- */

static void a_call_is_counted_once(void **state)
{
    struct fixture *f = *state;
    struct work_lease x, y;

    enqueue(f);
    x = join(f, "x", LONG);
    y = join(f, "y", LONG);
    assert_int_equal(append(f, x.worker_chain, 3, OUTCOME_OK), 1);
    assert_int_equal(append(f, y.worker_chain, 3, OUTCOME_OK), 0);
    assert_int_equal(append(f, y.worker_chain, 3, OUTCOME_ERROR), 0);
    assert_figures(f, 1, 0);
    assert_int_equal(append(f, y.worker_chain, 4, OUTCOME_ERROR), 1);
    assert_int_equal(append(f, x.worker_chain, 4, OUTCOME_ERROR), 0);
    assert_figures(f, 2, 1);
    assert_int_equal(append(f, x.worker_chain, 4, OUTCOME_OK), 1);
    assert_int_equal(append(f, y.worker_chain, 4, OUTCOME_OK), 0);
    assert_figures(f, 2, 0);
}

/* The newest counts, whatever the numbers of worker chains. */
static void the_newest_of_all_counts(void **state)
{
    struct fixture *f = *state;
    struct work_lease x, y;
    struct result *r, again, other;
    const struct result *list = &again;
    struct err e;
    size_t n;

    enqueue(f);
    x = join(f, "x", LONG);
    y = join(f, "y", LONG);
    assert_int_equal(append(f, y.worker_chain, 9, OUTCOME_ERROR), 1);
    assert_int_equal(append(f, x.worker_chain, 9, OUTCOME_OK), 1);
    assert_true(runs_results(f->s, &f->a, f->run.id, &r, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(r[0].outcome, OUTCOME_OK);
    assert_int_equal(r[0].lenient, VERDICT_CORRECT);
    /* Judged again, in the run's own chain. */
    again = other = result_of(&f->run, 9, OUTCOME_OK);
    again.lenient = VERDICT_WRONG;
    assert_true(runs_append(f->s, f->run.id, &list, 1, 6000, &e));
    assert_true(runs_results(f->s, &f->a, f->run.id, &r, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(r[0].lenient, VERDICT_WRONG);
    assert_figures(f, 1, 0);
}

static void done_blocks_are_not_taken(void **state)
{
    struct fixture *f = *state;
    struct vec calls = calls_in(f);
    struct work_lease x;
    struct err e;
    uint64_t again;
    bool left;

    enqueue(f);
    x = join(f, "x", LONG);
    for (uint64_t i = 448; i < 450; i++) /* the last block */
        assert_int_equal(append(f, x.worker_chain, i, OUTCOME_ERROR), 1);
    assert_int_equal(append(f, x.worker_chain, 5, OUTCOME_OK), 1);
    assert_int_equal(take(f, &x, 9, &calls), 7);
    assert_int_equal(calls.n, 448 - 1);
    for (uint64_t i = 0; i < 448; i++)
        assert_int_equal(append(f, x.worker_chain, i, OUTCOME_OK), i != 5);
    assert_true(work_left(f->s, f->run.id, 0, &left, &e));
    assert_false(left);
    assert_true(work_left(f->s, f->run.id, 1, &left, &e));
    assert_true(left);
    /* What failed is given out again. */
    assert_true(runs_find(f->s, &f->a, f->run.name, &f->run, &e));
    assert_true(work_enqueue(f->s, &f->run, &again, &e));
    assert_int_equal(again, 1);
    assert_int_equal(take(f, &x, 9, &calls), 1);
    assert_int_equal(calls.n, 2);
    assert_figures(f, 450, 2);
}

/* A block that others finished behind its lease is closed by who takes it. */
static void a_finished_block_is_closed(void **state)
{
    struct fixture *f = *state;
    struct vec calls = calls_in(f);
    struct work_lease x;
    struct err e;
    bool left;

    enqueue(f);
    x = join(f, "x", LONG);
    for (uint64_t i = 0; i < 450; i++) {
        struct result r = result_of(&f->run, i, OUTCOME_ERROR);
        const struct result *list = &r;

        r.outcome = OUTCOME_OK; /* by one that needs no work */
        assert_true(stores_commit(f->s, (uint64_t)f->run.id << 20 | i, 1, &e));
        r.call = stores_key((uint64_t)f->run.id << 20 | i);
        assert_true(runs_append(f->s, f->run.id, &list, 1, 1, &e));
    }
    assert_int_equal(take(f, &x, 9, &calls), 8);
    assert_int_equal(calls.n, 0);
    assert_true(work_left(f->s, f->run.id, 0, &left, &e));
    assert_false(left);
}

/* ---- worker chains ---- */

static void worker_chains_are_folded(void **state)
{
    struct fixture *f = *state;
    struct work_lease x, y, z;
    struct result own;
    const struct result *list = &own;
    struct worker_chain *all;
    struct err e;
    size_t n;

    enqueue(f);
    x = join(f, "x", SHORT);
    y = join(f, "y", LONG);
    assert_int_equal(append(f, x.worker_chain, 0, OUTCOME_OK), 1);
    assert_int_equal(append(f, y.worker_chain, 1, OUTCOME_ERROR), 1);
    sleep_ms(2 * SHORT);
    assert_true(worker_chains_fold(f->s, f->run.id, false, &e)); /* x is gone */
    assert_int_equal(append(f, x.worker_chain, 2, OUTCOME_OK), -1);
    assert_int_equal(append(f, y.worker_chain, 2, OUTCOME_OK), 1);
    assert_figures(f, 3, 1);
    own = result_of(&f->run, 0, OUTCOME_OK);
    assert_true(runs_append(f->s, f->run.id, &list, 1, 7000, &e));
    assert_true(worker_chains_end(f->s, f->run.id, y.worker_chain, &e));
    assert_true(
        worker_chains_end(f->s, f->run.id, y.worker_chain, &e)); /* once */
    z = join(f, "z", LONG);
    assert_int_equal(append(f, z.worker_chain, 1, OUTCOME_OK), 1);
    assert_true(worker_chains_fold(f->s, f->run.id, true, &e));
    assert_figures(f, 3, 0);
    assert_true(worker_chains_list(f->s, &f->a, f->run.id, &all, &n, &e));
    assert_int_equal(n, 3);
    assert_string_equal(all[0].name, "x");
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(all[i].number, i + 1);
        assert_int_equal(all[i].fold, i + 1);
        assert_int_equal(all[i].after, i > 0);
        assert_false(all[i].lives);
    }
}

static void who_works_is_told(void **state)
{
    struct fixture *f = *state;
    struct store *other = open_store(f);
    struct err e;

    enqueue(f);
    join(f, "node7:4711", LONG);
    assert_true(runs_share(f->s, f->run.id, &e));
    assert_true(runs_share(other, f->run.id, &e)); /* with others */
    runs_unlock(other, f->run.id);
    assert_false(runs_lock(other, f->run.id, &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    assert_non_null(strstr(e.msg, "1 worker is working on it (node7:4711)"));
    runs_unlock(f->s, f->run.id);
    assert_true(runs_lock(other, f->run.id, &e));
    assert_false(runs_share(f->s, f->run.id, &e));
    store_close(other);
    assert_true(runs_share(f->s, f->run.id, &e));
}

/* ---- all at once ---- */

#define CROWD 4

struct member {
    pthread_t thread;
    struct fixture *f;
    int number;
    uint64_t appended, late;
};

/* Every second block is kept beyond its lease, and done all the same. */
static void work_on(struct member *m, struct store *s)
{
    const struct run_info *run = &m->f->run;
    struct work_lease l = { .run = run->id, .ms = LONG };
    struct vec calls = vec_in(NULL, sizeof(uint64_t));
    struct result r[WORK_BLOCK];
    const struct result *list[WORK_BLOCK];
    bool appended[WORK_BLOCK], folded, left = true;
    uint64_t from = 0;
    size_t taken;
    struct err e;

    if (!worker_chains_open(s, run->id, "one of many", LONG, &l.worker_chain,
                            &e))
        fail_msg("%s", e.msg);
    while (left) {
        calls.n = 0;
        l.ms = l.ms == LONG ? 1 : LONG;
        if (!work_take(s, run, &l, 0, &from, 1, &calls, &taken, &e) ||
            !work_left(s, run->id, 0, &left, &e))
            fail_msg("%s", e.msg);
        for (size_t i = 0; i < calls.n; i++) {
            r[i] = result_of(run, *vec_get(&calls, uint64_t, i), OUTCOME_OK);
            list[i] = &r[i];
        }
        sleep_ms(calls.n ? 3 : 10);
        for (size_t i = 0; i < calls.n; i += 8)
            if (!work_append(s, run, l.worker_chain, list + i,
                             calls.n - i < 8 ? calls.n - i : 8, 1, appended + i,
                             &folded, &e) ||
                folded)
                fail_msg("%s", e.msg);
        for (size_t i = 0; i < calls.n; i++)
            *(appended[i] ? &m->appended : &m->late) += 1;
        if (!work_renew(s, &l, &e))
            fail_msg("%s", e.msg);
    }
    if (!worker_chains_end(s, run->id, l.worker_chain, &e))
        fail_msg("%s", e.msg);
    vec_clear(&calls);
}

static void *join_crowd(void *arg)
{
    struct member *m = arg;
    struct store *s = open_store(m->f);

    work_on(m, s);
    store_close(s);
    return NULL;
}

static void many_do_it_once(void **state)
{
    struct fixture *f = *state;
    struct member crowd[CROWD] = { 0 };
    uint64_t sum = 0;
    struct err e;

    enqueue(f);
    assert_true(stores_commit(f->s, (uint64_t)f->run.id << 20, 450, &e));
    for (int i = 0; i < CROWD; i++) {
        crowd[i].f = f;
        crowd[i].number = i;
        pthread_create(&crowd[i].thread, NULL, join_crowd, &crowd[i]);
    }
    for (int i = 0; i < CROWD; i++) {
        pthread_join(crowd[i].thread, NULL);
        sum += crowd[i].appended;
    }
    assert_int_equal(sum, 450);
    assert_figures(f, 450, 0);
}

/* ---- what was changed ---- */

static uint64_t faults(struct fixture *f, const char *sql)
{
    struct verify_report r;
    struct err e;

    store_close(f->s);
    stores_sql(&f->t, sql);
    f->s = open_store(f);
    if (!runs_verify(f->s, &f->a, 0, &r, &e))
        fail_msg("%s", e.msg);
    return r.faults;
}

/* Which result of a place counts, when they are of several chains. */
static void the_order_is_verified(void **state)
{
    struct fixture *f = *state;
    struct work_lease x, y;
    struct result again, late;
    const struct result *list[] = { &again, &late };
    struct err e;

    if (address())
        skip();
    enqueue(f);
    x = join(f, "x", LONG);
    y = join(f, "y", LONG);
    assert_int_equal(append(f, y.worker_chain, 9, OUTCOME_ERROR), 1); /* id 1 */
    assert_int_equal(append(f, x.worker_chain, 9, OUTCOME_OK), 1);    /* 2 */
    assert_int_equal(append(f, x.worker_chain, 11, OUTCOME_OK), 1);   /* 3 */
    assert_int_equal(append(f, y.worker_chain, 12, OUTCOME_ERROR), 1); /* 4 */
    again = result_of(&f->run, 9, OUTCOME_OK);                         /* 5 */
    again.lenient = VERDICT_WRONG;
    late = result_of(&f->run, 11, OUTCOME_OK); /* 6 */
    assert_true(runs_append(f->s, f->run.id, list, 2, 6000, &e));
    assert_figures(f, 3, 1);
    assert_int_equal(faults(f, "UPDATE results SET id = -1 WHERE id = 5"), 3);
    assert_int_equal(faults(f, "UPDATE results SET id = 5 WHERE id = -1"), 0);
    assert_int_equal(faults(f, "UPDATE results SET id = 9 WHERE id = 2"), 2);
    assert_int_equal(faults(f, "UPDATE results SET id = 2 WHERE id = 9"), 0);
    /* The error of one worker behind what another got. */
    assert_true(faults(f, "UPDATE results SET id = -1 WHERE id = 2") > 0);
    assert_int_equal(faults(f, "UPDATE results SET id = 2 WHERE id = -1"), 0);
    /* Within one chain. */
    assert_int_equal(faults(f, "UPDATE results SET id = 7 WHERE id = 1"), 3);
    assert_int_equal(faults(f, "UPDATE results SET id = 1 WHERE id = 7"), 0);
}

/* A worker that is not folded yet is in no chain but its own. */
static void gone_workers_are_missed(void **state)
{
    struct fixture *f = *state;
    struct work_lease x, y;

    if (address())
        skip();
    enqueue(f);
    x = join(f, "x", LONG);
    y = join(f, "y", LONG);
    for (uint64_t i = 448; i < 450; i++) /* the last block */
        assert_int_equal(append(f, y.worker_chain, i, OUTCOME_OK), 1);
    assert_int_equal(append(f, x.worker_chain, 9, OUTCOME_OK), 1);
    assert_figures(f, 3, 0);
    assert_int_equal(faults(f, "DELETE FROM results WHERE seq < 8589934592; "
                               "DELETE FROM strands WHERE strand = 1"),
                     1); /* a gap in their numbers */
    assert_int_equal(faults(f, "DELETE FROM results; DELETE FROM strands"),
                     1); /* a block that was done */
}

/* ---- older stores ---- */

static void older_stores_have_no_workers(void **state)
{
    struct fixture *f = *state;
    struct stores *t = &f->t;
    struct arena a = { 0 };
    struct verify_report r;
    struct result *results;
    struct run_info run;
    struct worker_chain *all;
    struct store *s;
    struct err e;
    size_t n;

    if (address())
        skip();
    stores_fill(f->s, &f->run, 1);
    store_close(f->s);
    stores_age(t, 5);
    s = stores_store(t, STORE_READ);
    assert_int_equal(store_version(s), 5);
    assert_true(runs_find(s, &a, "r1", &run, &e));
    assert_int_equal(run.results, 900);
    assert_true(worker_chains_list(s, &a, run.id, &all, &n, &e));
    assert_int_equal(n, 0);
    assert_true(runs_results(s, &a, run.id, &results, &n, &e));
    assert_int_equal(n, 900);
    assert_true(runs_verify(s, &a, 0, &r, &e));
    assert_int_equal(r.faults, 0);
    store_close(s);
    f->s = stores_store(t, STORE_WRITE);
    assert_int_equal(store_version(f->s), STORE_VERSION);
    assert_figures(f, 900, 0);
    enqueue(f);
    arena_clear(&a);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(blocks_are_taken_once),     CASE(leases_end),
        CASE(a_call_is_counted_once),    CASE(the_newest_of_all_counts),
        CASE(done_blocks_are_not_taken), CASE(a_finished_block_is_closed),
        CASE(worker_chains_are_folded),  CASE(who_works_is_told),
        CASE(many_do_it_once),           CASE(older_stores_have_no_workers),
        CASE(the_order_is_verified),     CASE(gone_workers_are_missed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
