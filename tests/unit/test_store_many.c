/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Several processes on one store, and processes that die: no call is lost,
 * none is there twice, and the file is whole afterwards. ASSAY_SOAK=1 does it
 * all ten times as often.
 */
#include "../lib/stores.h"
#include "base/rng.h"
#include "store/reviews.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static int scale(void)
{
    return getenv("ASSAY_SOAK") ? 10 : 1;
}

static void pause_us(uint64_t us)
{
    struct timespec t = { .tv_sec = (time_t)(us / 1000000),
                          .tv_nsec = (long)(us % 1000000) * 1000 };

    nanosleep(&t, NULL);
}

/* Wait for a child that must have ended well. */
static void wait_for(pid_t child)
{
    int status;

    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void assert_whole(const struct stores *t)
{
    struct arena a = { 0 };
    struct store *s = stores_store(t, STORE_WRITE);
    struct verify_report report;
    struct err e;

    assert_true(runs_verify(s, &a, 0, &report, &e));
    if (report.faults)
        fail_msg("%s", report.said[0]);
    store_close(s);
    arena_clear(&a);
}

/* ---- at once ---- */

#define CHILDREN 4
#define OWN      300 /* calls of one child alone */
#define SHARED   300 /* calls that all of them commit */

/* All open, and one of them makes, the store at the same moment. */
static int commit_many(const struct stores *t, uint64_t child)
{
    struct store *s;
    struct err e;

    if (!store_open(&s, t->path, STORE_MAKE, &e))
        return 1;
    for (uint64_t i = 0; i < OWN; i += 10)
        if (!stores_commit(s, 100000 * (child + 1) + i, 10, &e) ||
            !stores_commit(s, i, 10, &e))
            return 2;
    store_close(s);
    return 0;
}

static void processes_share_a_store(void **state)
{
    struct stores *t = *state;
    struct arena a = { 0 };
    pid_t children[CHILDREN];
    struct store *s;
    struct err e;

    for (int i = 0; i < CHILDREN; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit(commit_many(t, (uint64_t)i));
    }
    for (int i = 0; i < CHILDREN; i++)
        wait_for(children[i]);
    assert_int_equal(stores_int(t, "SELECT count(*) FROM calls"),
                     CHILDREN * OWN + SHARED);
    assert_int_equal(stores_int(t, "SELECT count(DISTINCT key) FROM calls"),
                     CHILDREN * OWN + SHARED);
    s = stores_store(t, STORE_READ);
    for (uint64_t i = 0; i < CHILDREN * OWN; i++) {
        bool found;

        assert_true(journal_has(s, stores_key(100000 * (i / OWN + 1) + i % OWN),
                                &found, &e));
        assert_true(found);
    }
    store_close(s);
    arena_clear(&a);
    assert_whole(t);
}

/* Results of one run from several processes: one chain, without gaps. */
static int append_many(const struct stores *t, uint64_t problem)
{
    struct arena a = { 0 };
    struct store *s = stores_store(t, STORE_WRITE);
    struct run_info run = stores_run(s, &a, "{}", CHILDREN, 1, 50);
    struct err e;

    for (uint64_t i = 0; i < 50; i++) {
        struct result r = { .problem = problem,
                            .attempt = i + 1,
                            .outcome = OUTCOME_ERROR,
                            .strict = VERDICT_NO_ANSWER,
                            .lenient = VERDICT_NO_ANSWER };
        const struct result *list = &r;

        if (!runs_append(s, run.id, &list, 1, 1, &e))
            return 1;
    }
    store_close(s);
    arena_clear(&a);
    return 0;
}

static void processes_share_a_chain(void **state)
{
    struct stores *t = *state;
    pid_t children[CHILDREN];

    store_close(stores_store(t, STORE_MAKE));
    for (int i = 0; i < CHILDREN; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit(append_many(t, (uint64_t)i));
    }
    for (int i = 0; i < CHILDREN; i++)
        wait_for(children[i]);
    assert_int_equal(stores_int(t, "SELECT count(*) FROM runs"), 1);
    assert_int_equal(stores_int(t, "SELECT max(seq) FROM results"),
                     CHILDREN * 50);
    assert_int_equal(stores_int(t, "SELECT errors FROM runs"), CHILDREN * 50);
    assert_whole(t);
}

/* Doubts and decisions from several processes: one chain as well, whoever comes
 * first with a doubt that all of them have. */
static int decide_many(const struct stores *t, int child)
{
    struct arena a = { 0 };
    struct store *s = stores_store(t, STORE_WRITE);
    struct review put;
    struct err e;
    bool found;

    for (int i = 0; i < 40; i++) {
        const char *text =
            arena_printf(&a, "%d of %d", i, i % 4 ? child : CHILDREN);
        struct review r = { .hash = review_hash("key", text),
                            .kind = "key",
                            .problem = text,
                            .why = "a doubt",
                            .evidence = "{}" };

        if (!review_put(s, &a, &r, &put, &found, &e) ||
            !review_decide(s, put.id, REVIEW_ACCEPTED, NULL, "so", 1, &e))
            return 1;
    }
    store_close(s);
    arena_clear(&a);
    return 0;
}

static void processes_share_a_ledger(void **state)
{
    struct stores *t = *state;
    pid_t children[CHILDREN];

    store_close(stores_store(t, STORE_MAKE));
    for (int i = 0; i < CHILDREN; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit(decide_many(t, i));
    }
    for (int i = 0; i < CHILDREN; i++)
        wait_for(children[i]);
    assert_int_equal(stores_int(t, "SELECT count(*) FROM reviews"),
                     CHILDREN * 30 + 10);
    assert_int_equal(stores_int(t, "SELECT max(id) FROM decisions"),
                     CHILDREN * 70 + 10);
    assert_whole(t);
}

/* Calls of two processes that have most of them in common, and not in one order:
 * neither waits for the other for ever. */
static int cross_many(const struct stores *t, int child)
{
    struct arena a = { 0 };
    struct store *s = stores_store(t, STORE_WRITE);
    const struct call *list[8];
    struct err e;

    for (uint64_t i = 0; i < 100; i++) {
        for (uint64_t k = 0; k < 8; k++) {
            struct call *c = arena_array(&a, struct call, 1);

            *c = stores_call(&a, 8 * i + (child % 2 ? k : 7 - k));
            list[k] = c;
        }
        if (!journal_commit(s, list, 8, NULL, &e))
            return 1;
    }
    store_close(s);
    arena_clear(&a);
    return 0;
}

static void processes_cross(void **state)
{
    struct stores *t = *state;
    pid_t children[CHILDREN];

    store_close(stores_store(t, STORE_MAKE));
    for (int i = 0; i < CHILDREN; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit(cross_many(t, i));
    }
    for (int i = 0; i < CHILDREN; i++)
        wait_for(children[i]);
    assert_int_equal(stores_int(t, "SELECT count(*) FROM calls"), 800);
}

/* ---- killed ---- */

/* Commit batch after batch and say so through the pipe, until killed. */
static void commit_and_tell(const struct stores *t, uint64_t first, int fd)
{
    struct store *s = stores_store(t, STORE_MAKE);
    struct err e;

    for (uint64_t i = first;; i += 4) {
        if (!stores_commit(s, i, 4, &e))
            _exit(1);
        if (write(fd, &i, sizeof(i)) != sizeof(i))
            _exit(1);
    }
}

/* The last batch that the child told of; *none: it told nothing. */
static uint64_t last_told(int fd, bool *none)
{
    uint64_t told = 0, v;

    *none = true;
    while (read(fd, &v, sizeof(v)) == sizeof(v)) {
        told = v;
        *none = false;
    }
    return told;
}

/* Every call up to that batch is there. Returns the first that is not. */
static uint64_t assert_there(const struct stores *t, uint64_t from,
                             uint64_t told)
{
    struct store *s = stores_store(t, STORE_WRITE);
    struct err e;
    bool found = true;
    uint64_t i;

    for (i = from; i < told + 4; i++) {
        assert_true(journal_has(s, stores_key(i), &found, &e));
        assert_true(found);
    }
    /* One batch more may have been committed and not told. */
    for (int k = 0; k < 4; k++, i++) {
        assert_true(journal_has(s, stores_key(i), &found, &e));
        if (!found)
            assert_int_equal(k, 0); /* whole, or not at all */
        if (!found)
            break;
    }
    store_close(s);
    return i;
}

static void killed_processes_lose_nothing(void **state)
{
    struct stores *t = *state;
    uint64_t from = 0;
    struct rng r;

    rng_init(&r, hash_bytes("kill", 4));
    store_close(stores_store(t, STORE_MAKE));
    for (int round = 0; round < 20 * scale(); round++) {
        int fds[2];
        uint64_t told;
        bool none;
        pid_t child;

        assert_int_equal(pipe(fds), 0);
        child = fork();
        assert_true(child >= 0);
        if (child == 0)
            commit_and_tell(t, from, fds[1]);
        close(fds[1]);
        pause_us(2000 + rng_below(&r, 40000));
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        told = last_told(fds[0], &none);
        close(fds[0]);
        if (!none)
            from = assert_there(t, from, told);
        assert_whole(t);
    }
    assert_true(from > 0);
}

/* ---- a disk that fails ---- */

/* Writes past a size of the files fail, as on a disk that is full or broken.
 * What was committed before is there, and the store can still be used. */
static int write_until_it_fails(const struct stores *t)
{
    struct rlimit limit = { 200000, 200000 };
    struct store *s = stores_store(t, STORE_MAKE);
    uint64_t n = 0;
    bool found;
    struct err e;

    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return 1;
    while (n < 10000 && stores_commit(s, n, 4, &e))
        n += 4;
    if (n == 0 || n == 10000 || e.code != ERR_IO ||
        !strstr(e.msg, "could not write to the store"))
        return 2;
    for (uint64_t i = 0; i < n + 4; i++)
        if (!journal_has(s, stores_key(i), &found, &e) || found != (i < n))
            return 3;
    if (stores_commit(s, n, 40, &e))
        return 4;
    store_close(s);
    return 0;
}

static void failing_writes_lose_nothing(void **state)
{
    stores_files_only();

    struct stores *t = *state;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0)
        _exit(write_until_it_fails(t));
    wait_for(child);
    assert_true(stores_int(t, "SELECT count(*) FROM calls") > 0);
    assert_int_equal(stores_int(t, "SELECT count(*) % 4 FROM calls"), 0);
    assert_whole(t);
}

/* ---- claims ---- */

/* A child that claims run 7, tells, and waits to be killed. */
static pid_t claimer(const struct stores *t, int *fd)
{
    int fds[2];
    pid_t child;

    assert_int_equal(pipe(fds), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct store *s = stores_store(t, STORE_WRITE);
        struct err e;
        char ok = runs_lock(s, 7, &e) ? 'y' : 'n';

        if (write(fds[1], &ok, 1) == 1)
            pause_us(60 * 1000000);
        _exit(1);
    }
    close(fds[1]);
    *fd = fds[0];
    return child;
}

static void claims_end_with_the_process(void **state)
{
    struct stores *t = *state;
    struct store *s = stores_store(t, STORE_MAKE), *other;
    char said[32], ok = 0;
    uint64_t calls, bytes;
    struct err e;
    int fd;
    pid_t child = claimer(t, &fd);

    assert_int_equal(read(fd, &ok, 1), 1);
    assert_int_equal(ok, 'y');
    assert_false(runs_lock(s, 7, &e));
    snprintf(said, sizeof(said), "process %ld", (long)child);
    if (stores_in_database()) /* it has its own numbers */
        snprintf(said, sizeof(said), "process");
    assert_non_null(strstr(e.msg, said));
    assert_non_null(strstr(e.msg, "r7"));
    assert_false(runs_prune(s, 7, false, &calls, &bytes, &e));
    assert_non_null(strstr(e.msg, said));
    assert_true(runs_lock(s, 8, &e)); /* another run is free */
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(fd);
    /* A database sees a moment later that it is gone. */
    for (int i = 0; i < 500 && !runs_lock(s, 7, &e); i++)
        pause_us(stores_in_database() ? 10000 : 0);
    assert_true(runs_lock(s, 7, &e)); /* again, by the same */
    other = stores_store(t, STORE_WRITE);
    assert_false(runs_lock(other, 7, &e)); /* a store of our own process */
    assert_true(runs_lock(other, 9, &e));
    store_close(other); /* drops its own alone */

    /* Now the other way round: ours keeps a child out until released. */
    child = claimer(t, &fd);
    assert_int_equal(read(fd, &ok, 1), 1);
    assert_int_equal(ok, 'n');
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(fd);
    runs_unlock(s, 7);
    child = claimer(t, &fd);
    assert_int_equal(read(fd, &ok, 1), 1);
    assert_int_equal(ok, 'y');
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(fd);
    store_close(s);
}

/* A child that opens and closes the store when told to. It is made before
 * this process has opened it: SQLite's locks do not bear a fork. */
static pid_t visitor(const struct stores *t, int *go)
{
    int fds[2];
    pid_t child;
    char c;

    assert_int_equal(pipe(fds), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (read(fds[0], &c, 1) != 1)
            _exit(1);
        store_close(stores_store(t, STORE_WRITE));
        _exit(0);
    }
    close(fds[0]);
    *go = fds[1];
    return child;
}

/* A second store of the same process, opened and closed beside the first,
 * takes no lock away from it. Were SQLite's own lost, another process that
 * closes the store would think it is the last, and remove the log. */
static void a_second_store_keeps_the_locks(void **state)
{
    stores_files_only();

    struct stores *t = *state;
    struct arena a = { 0 };
    struct store *s;
    struct err e;
    pid_t child;
    int go;

    child = visitor(t, &go);
    s = stores_store(t, STORE_MAKE);
    assert_true(stores_commit(s, 1, 1, &e));
    store_close(stores_store(t, STORE_WRITE));
    assert_int_equal(write(go, "x", 1), 1);
    wait_for(child);
    close(go);
    assert_int_equal(access(stores_name(&a, t, "-wal"), F_OK), 0);
    assert_true(stores_commit(s, 2, 1, &e));
    store_close(s);
    arena_clear(&a);
    assert_whole(t);
}

int main(void)
{
#define CASE(f) \
 cmocka_unit_test_setup_teardown(f, stores_setup, stores_teardown)
    const struct CMUnitTest tests[] = {
        CASE(processes_share_a_store),
        CASE(processes_share_a_chain),
        CASE(processes_share_a_ledger),
        CASE(processes_cross),
        CASE(killed_processes_lose_nothing),
        CASE(failing_writes_lose_nothing),
        CASE(claims_end_with_the_process),
        CASE(a_second_store_keeps_the_locks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
