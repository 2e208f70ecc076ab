/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What is done in one way on Linux and in another elsewhere. `make check` links
 * the first form, `make check-portable` the second; both do the same here.
 */
#include "../lib/scratch.h"
#include "base/clock.h"
#include "base/file_lock.h"
#include "base/poller.h"
#include "base/system.h"
#include "base/thread.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define SOON_MS 60000 /* for what comes at once: none waits so long */

/* ---- poller ---- */

struct pair {
    int here, there;
};

static struct pair pair_open(void)
{
    int fds[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    return (struct pair){ fds[0], fds[1] };
}

static struct poller *poller_new(void)
{
    struct poller *p = NULL;
    struct err e;

    assert_true(poller_open(&p, &e));
    return p;
}

static void reports_what_is_ready(void **state)
{
    struct poller *p = poller_new();
    struct pair a = pair_open(), b = pair_open();
    struct poller_event got[4];
    char c;

    (void)state;
    poller_set(p, a.here, POLLER_IN, 11);
    poller_set(p, b.here, POLLER_IN, (uint64_t)1 << 40);
    assert_int_equal(poller_wait(p, got, 4, 0), 0);
    assert_int_equal(write(b.there, "x", 1), 1);
    for (int i = 0; i < 2; i++) { /* until it is taken */
        assert_int_equal(poller_wait(p, got, 4, SOON_MS), 1);
        assert_true(got[0].tag == (uint64_t)1 << 40);
        assert_int_equal(got[0].what, POLLER_IN);
    }
    assert_int_equal(read(b.here, &c, 1), 1);
    assert_int_equal(poller_wait(p, got, 4, 0), 0);

    poller_set(p, a.here, POLLER_IN | POLLER_OUT, 12);
    assert_int_equal(poller_wait(p, got, 4, SOON_MS), 1);
    assert_int_equal(got[0].tag, 12);
    assert_int_equal(got[0].what, POLLER_OUT);
    poller_set(p, a.here, 0, 0);
    assert_int_equal(poller_wait(p, got, 4, 0), 0);
    close(b.there); /* what the other side closes can be read */
    assert_int_equal(poller_wait(p, got, 4, SOON_MS), 1);
    assert_int_equal(got[0].what & POLLER_IN, POLLER_IN);
    poller_close(p);
    close(a.here);
    close(a.there);
    close(b.here);
}

#define MANY 100

/* With room for few events all come round, also while some are taken out. */
static void passes_over_none(void **state)
{
    struct poller *p = poller_new();
    struct pair pairs[MANY];
    struct poller_event got[7];
    bool seen[MANY] = { false };
    int left = MANY;

    (void)state;
    for (int i = 0; i < MANY; i++) {
        pairs[i] = pair_open();
        poller_set(p, pairs[i].here, POLLER_IN, (uint64_t)i);
        assert_int_equal(write(pairs[i].there, "x", 1), 1);
    }
    for (int turn = 0; turn < 10 * MANY && left; turn++) {
        int n = poller_wait(p, got, 7, SOON_MS);

        assert_in_range(n, 1, 7);
        for (int i = 0; i < n; i++) {
            int at = (int)got[i].tag;

            left -= !seen[at];
            seen[at] = true;
            if (at % 3 == 0) { /* the others stay ready */
                poller_forget(p, pairs[at].here);
                close(pairs[at].here);
                pairs[at].here = -1;
            }
        }
    }
    assert_int_equal(left, 0);
    for (int i = 0; i < MANY; i++) {
        if (pairs[i].here >= 0)
            close(pairs[i].here);
        close(pairs[i].there);
    }
    poller_close(p);
}

/* A number that is used again is another descriptor. */
static void forgets_what_is_closed(void **state)
{
    struct poller *p = poller_new();
    struct pair a = pair_open(), b;
    struct poller_event got[4];

    (void)state;
    poller_set(p, a.here, POLLER_IN, 1);
    close(a.there);
    close(a.here); /* without a word */
    assert_int_equal(poller_wait(p, got, 4, 0), 0);
    poller_forget(p, a.here);
    b = pair_open();
    assert_int_equal(b.here, a.here);
    assert_int_equal(write(b.there, "x", 1), 1);
    assert_int_equal(poller_wait(p, got, 4, 0), 0); /* not asked for */
    poller_set(p, b.here, POLLER_IN, 2);
    assert_int_equal(poller_wait(p, got, 4, SOON_MS), 1);
    assert_int_equal(got[0].tag, 2);
    close(b.here);
    close(b.there);
    poller_close(p);
}

static void *wake(void *p)
{
    poller_wake(p);
    return NULL;
}

static void wakes(void **state)
{
    struct poller *p = poller_new();
    struct poller_event got[4];
    struct clock c = clock_real();
    uint64_t due;
    pthread_t t;

    (void)state;
    for (int i = 0; i < 100000; i++) /* more than a pipe holds */
        poller_wake(p);
    assert_int_equal(poller_wait(p, got, 4, -1), 0);
    assert_int_equal(thread_start(&t, wake, p), 0);
    assert_int_equal(poller_wait(p, got, 4, -1), 0);
    pthread_join(t, NULL);

    poller_wake_at(p, clock_now(&c) + (uint64_t)3600 * 1000000000);
    due = clock_now(&c) + 3000000;
    poller_wake_at(p, due);
    assert_int_equal(poller_wait(p, got, 4, -1), 0);
    assert_true(clock_now(&c) >= due);
    poller_wake_at(p, 1); /* long over */
    assert_int_equal(poller_wait(p, got, 4, -1), 0);
    poller_close(p);
}

/* ---- threads ---- */

static int deep(int n)
{
    volatile char room[65536];

    room[0] = (char)n;
    return n == 0 ? room[0] : deep(n - 1) + room[0] - (char)n + 1;
}

static void *go_deep(void *out)
{
    *(int *)out = deep(96); /* 6 MiB */
    return NULL;
}

static void threads_have_room(void **state)
{
    pthread_t t;
    int n = 0;

    (void)state;
    assert_int_equal(thread_start(&t, go_deep, &n), 0);
    pthread_join(t, NULL);
    assert_int_equal(n, 96);
}

struct waiting {
    pthread_mutex_t lock;
    pthread_cond_t cond;
    bool done;
};

static void *finish(void *arg)
{
    struct waiting *w = arg;

    pthread_mutex_lock(&w->lock);
    w->done = true;
    pthread_cond_signal(&w->cond);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static void waits_end(void **state)
{
    struct waiting w = { .lock = PTHREAD_MUTEX_INITIALIZER };
    struct clock c = clock_real();
    uint64_t until = thread_after(5);
    pthread_t t;

    (void)state;
    thread_cond_init(&w.cond);
    pthread_mutex_lock(&w.lock);
    while (thread_wait(&w.cond, &w.lock, until))
        ;
    assert_true(clock_now(&c) >= until);
    assert_int_equal(thread_start(&t, finish, &w), 0);
    until = thread_after(SOON_MS);
    while (!w.done)
        assert_true(thread_wait(&w.cond, &w.lock, until));
    pthread_mutex_unlock(&w.lock);
    pthread_join(t, NULL);
    pthread_cond_destroy(&w.cond);
}

/* ---- locks ---- */

/* Returns what another process sees: whether it could lock that. */
static bool other_could(const char *path, int64_t byte, bool shared)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        char flag[] = "--try", number[24], kind[2] = { shared ? 's' : 'x', 0 };
        char program[4096];
        size_t n = system_program(program, sizeof(program) - 1);

        snprintf(number, sizeof(number), "%lld", (long long)byte);
        program[n] = '\0';
        execl(n ? program : getenv("TEST_PROGRAM"), "test_system", flag, path,
              number, kind, (char *)NULL);
        _exit(9);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
    return WEXITSTATUS(status) == 0;
}

/* The other process. */
static int try_lock(char **argv)
{
    struct file_lock *l = file_lock_open(argv[2], true);

    if (!l)
        return 9;
    return !file_lock_try(l, strtoll(argv[3], NULL, 10), argv[4][0] == 's');
}

static void locks_exclude(void **state)
{
    struct arena a = { 0 };
    const char *path = scratch_file(&a, "", 0);
    struct file_lock *x = file_lock_open(path, true);
    struct file_lock *y = file_lock_open(path, true);
    int64_t where = -7;

    (void)state;
    assert_true(file_lock_try(x, 5, false));
    assert_true(other_could(path, 6, false));
    assert_false(other_could(path, 5, true));
    assert_false(other_could(path, FILE_LOCK_ALL, true));
    assert_false(file_lock_try(y, 5, true));
    assert_true(file_lock_try(y, 6, false));
    assert_false(file_lock_held(x, 5, false, &where));
    assert_true(file_lock_held(y, 5, true, &where));
    assert_int_equal(where, 5);
    assert_false(file_lock_try(y, FILE_LOCK_ALL, false));
    assert_true(file_lock_held(y, FILE_LOCK_ALL, false, &where));
    assert_int_equal(where, 5);

    file_lock_drop(x, 5);
    assert_true(other_could(path, 5, false));
    assert_true(file_lock_try(y, FILE_LOCK_ALL, false));
    assert_false(other_could(path, 77, true));
    assert_false(file_lock_try(x, 77, true));
    file_lock_drop(y, FILE_LOCK_ALL); /* and byte 6 */
    assert_true(other_could(path, FILE_LOCK_ALL, false));
    file_lock_close(x);
    file_lock_close(y);
    unlink(path);
    arena_clear(&a);
}

static void locks_are_shared(void **state)
{
    struct arena a = { 0 };
    const char *path = scratch_file(&a, "", 0);
    struct file_lock *x = file_lock_open(path, true);
    struct file_lock *y = file_lock_open(path, true);

    (void)state;
    assert_true(file_lock_try(x, 3, true) && file_lock_try(y, 3, true));
    assert_true(other_could(path, 3, true));
    assert_false(other_could(path, 3, false));
    assert_false(file_lock_try(x, 3, false));
    file_lock_drop(x, 3); /* the other's stays */
    assert_false(other_could(path, 3, false));
    file_lock_drop(y, 3);
    assert_true(other_could(path, 3, false));
    file_lock_close(x);
    file_lock_close(y);
    unlink(path);
    arena_clear(&a);
}

/* Looking at a file, and closing it again, leaves the locks of others. */
static void locks_stay(void **state)
{
    struct arena a = { 0 };
    const char *path = scratch_file(&a, "", 0);
    struct file_lock *look, *x, *y;
    int64_t where;

    (void)state;
    assert_int_equal(chmod(path, 0400), 0);
    look = file_lock_open(path, false); /* it may be that it only reads */
    assert_non_null(look);
    assert_int_equal(chmod(path, 0600), 0);
    x = file_lock_open(path, true);
    y = file_lock_open(path, true);
    assert_true(file_lock_try(x, 1, false) && file_lock_try(y, 2, false));
    assert_true(file_lock_held(look, 1, true, &where));
    file_lock_close(look);
    look = file_lock_open(path, false);
    assert_false(file_lock_held(look, 3, true, &where));
    file_lock_close(look);
    assert_false(other_could(path, 1, true));
    file_lock_close(x);
    assert_true(other_could(path, 1, false));
    assert_false(other_could(path, 2, true));
    file_lock_close(y);
    assert_true(other_could(path, FILE_LOCK_ALL, false));
    unlink(path);
    assert_null(file_lock_open(path, false));
    arena_clear(&a);
}

/* ---- the rest ---- */

static void random_bytes_differ(void **state)
{
    unsigned char a[64] = { 0 }, b[64] = { 0 }, none[16] = { 0 };

    (void)state;
    assert_true(system_random(a, sizeof(a)) && system_random(b, sizeof(b)));
    assert_memory_not_equal(a, b, sizeof(a));
    assert_memory_not_equal(a + 48, none, 16); /* to the end */
}

static void room_is_made(void **state)
{
    struct arena a = { 0 };
    const char *path = scratch_file(&a, "before", 6);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    char text[7] = "";
    struct stat st;

    (void)state;
    assert_true(fd >= 0);
    for (int i = 0; i < 2; i++) {
        assert_true(system_reserve(fd, 1500));
        assert_int_equal(fstat(fd, &st), 0);
        assert_int_equal(st.st_size, 1500);
        assert_int_equal(pread(fd, text, 6, 0), 6);
        assert_string_equal(text, i ? "belore" : "before");
        assert_int_equal(pwrite(fd, "l", 1, 2), 1); /* in its place */
    }
    close(fd);
    unlink(path);
    arena_clear(&a);
}

static void sees_who_is_gone(void **state)
{
    struct pair a = pair_open();
    char c;

    (void)state;
    assert_false(system_is_gone(a.here));
    assert_int_equal(write(a.there, "x", 1), 1);
    assert_false(system_is_gone(a.here));
    assert_int_equal(read(a.here, &c, 1), 1);
    assert_false(system_is_gone(a.here));
    close(a.there);
    assert_true(system_is_gone(a.here));
    close(a.here);
}

static void is_quiet(void **state)
{
    struct pair a = pair_open();
    char c;

    (void)state;
    assert_true(system_quiet(a.here));
    assert_int_equal(fcntl(a.here, F_GETFD), FD_CLOEXEC);
    assert_int_equal(read(a.here, &c, 1), -1); /* and does not wait */
    close(a.here);
    close(a.there);
}

static void knows_itself_or_says_so(void **state)
{
    char path[4096];
    size_t n = system_program(path, sizeof(path) - 1);

    (void)state;
    path[n] = '\0';
    assert_true(n == 0 || strstr(path, "/test_system"));
    assert_true(system_boot() == system_boot());
    assert_true(system_resident() == 0 || system_resident() > 100000);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_what_is_ready),
        cmocka_unit_test(passes_over_none),
        cmocka_unit_test(forgets_what_is_closed),
        cmocka_unit_test(wakes),
        cmocka_unit_test(threads_have_room),
        cmocka_unit_test(waits_end),
        cmocka_unit_test(locks_exclude),
        cmocka_unit_test(locks_are_shared),
        cmocka_unit_test(locks_stay),
        cmocka_unit_test(random_bytes_differ),
        cmocka_unit_test(room_is_made),
        cmocka_unit_test(sees_who_is_gone),
        cmocka_unit_test(is_quiet),
        cmocka_unit_test(knows_itself_or_says_so),
    };

    if (argc == 5)
        _exit(try_lock(argv)); /* the lock stays until the process ends */
    setenv("TEST_PROGRAM", argv[0], 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
