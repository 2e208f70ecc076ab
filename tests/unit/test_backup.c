/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Copies of a store: whole, of one moment while others write, and in nobody's
 * way.
 */
#include "../lib/stores.h"
#include "base/lines.h"
#include "store/sqlite/sqlite.h"

#include <dirent.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* The store in another file of the folder. */
static struct stores copy_of(const struct stores *t)
{
    struct stores c = *t;

    snprintf(c.path, sizeof(c.path), "%s/copy", t->folder);
    return c;
}

static bool back_up(struct store *s, const struct stores *to, struct err *e)
{
    return store_backup(s, to->path, NULL, NULL, e);
}

/* Files of the folder whose name has that in it. */
static int files_of(const struct stores *t, const char *part)
{
    DIR *d = opendir(t->folder);
    struct dirent *f;
    int n = 0;

    assert_non_null(d);
    while ((f = readdir(d)))
        n += f->d_name[0] != '.' && strstr(f->d_name, part);
    closedir(d);
    return n;
}

static void assert_intact(const struct stores *t, uint64_t *results)
{
    struct arena a = { 0 };
    struct store *s = stores_store(t, STORE_WRITE);
    struct verify_report report;
    struct err e;

    assert_true(runs_verify(s, &a, 0, &report, &e));
    assert_int_equal(report.faults, 0);
    *results = report.results;
    store_close(s);
    arena_clear(&a);
}

static void a_copy_is_a_store(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct run_info run = stores_run(s, &a, "{}", 3, 1, 2);
    struct stores to = copy_of(*state);
    struct stat st;
    uint64_t results;
    struct err e;

    stores_fill(s, &run, 1);
    assert_true(back_up(s, &to, &e));
    assert_int_equal(stat(to.path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    store_close(s);
    /* Nothing is left beside them. */
    assert_int_equal(files_of(*state, ""), stores_in_database() ? 1 : 2);
    assert_intact(&to, &results);
    assert_int_equal(results, 6);
    assert_int_equal(stores_int(&to, "PRAGMA user_version"), STORE_VERSION);
    arena_clear(&a);
}

static void numbers_are_not_used_again(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct stores to = copy_of(*state);
    uint64_t calls, bytes;
    struct err e;

    stores_run(s, &a, "{\"a\": 1}", 1, 1, 1);
    stores_run(s, &a, "{\"a\": 2}", 1, 1, 1);
    assert_true(runs_prune(s, 2, false, &calls, &bytes, &e));
    assert_true(back_up(s, &to, &e));
    store_close(s);
    s = stores_store(&to, STORE_WRITE);
    assert_int_equal(stores_run(s, &a, "{\"a\": 3}", 1, 1, 1).id, 3);
    store_close(s);
    arena_clear(&a);
}

static void nothing_is_replaced(void **state)
{
    struct store *s = stores_store(*state, STORE_MAKE);
    struct stores to = copy_of(*state);
    struct str text = { 0 };
    struct err e;
    FILE *f = fopen(to.path, "w");

    assert_non_null(f);
    fputs("mine", f);
    fclose(f);
    assert_false(back_up(s, &to, &e));
    assert_int_equal(e.code, ERR_IO);
    assert_non_null(strstr(e.msg, "already exists"));
    assert_true(file_read(to.path, 100, &text, &e));
    assert_string_equal(str_get(&text), "mine");
    assert_false(back_up(s, *state, &e)); /* onto itself */
    snprintf(to.path, sizeof(to.path), "%s/no/copy", to.folder);
    assert_false(back_up(s, &to, &e));
    assert_int_equal(e.code, ERR_IO);
    str_clear(&text);
    store_close(s);
}

static void an_older_store_is_copied_as_it_is(void **state)
{
    struct stores to = copy_of(*state);
    struct store *s;
    struct err e;

    store_close(stores_store(*state, STORE_MAKE));
    stores_age(*state, 2);
    s = stores_store(*state, STORE_READ);
    assert_true(back_up(s, &to, &e));
    store_close(s);
    assert_int_equal(stores_int(&to, "PRAGMA user_version"), 2);
}

/* A store whose pages are damaged gives no copy. */
static void damage_is_not_copied(void **state)
{
    stores_files_only();

    struct arena a = { 0 };
    struct stores *t = *state, to = copy_of(t);
    struct store *s = stores_store(t, STORE_MAKE);
    struct run_info run = stores_run(s, &a, "{}", 40, 1, 4);
    struct err e;
    long last;
    FILE *f;

    stores_fill(s, &run, 1);
    store_close(s);
    stores_sql(t, "PRAGMA wal_checkpoint(TRUNCATE)");
    f = fopen(t->path, "r+");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    last = ftell(f) / 4096; /* rows, not the tables' own texts */
    for (long page = last - 10; page < last; page++) {
        fseek(f, page * 4096, SEEK_SET);
        fputs("not a page any more", f);
    }
    fclose(f);
    s = stores_store(t, STORE_READ);
    assert_false(back_up(s, &to, &e));
    assert_non_null(strstr(e.msg, "damaged"));
    store_close(s);
    assert_int_equal(files_of(t, "copy"), 0);
    arena_clear(&a);
}

/* ---- while others write ---- */

struct writer {
    const struct stores *t;
    atomic_bool stop;
    atomic_int written; /* results that were committed */
};

static void *write_on(void *arg)
{
    struct writer *w = arg;
    struct arena a = { 0 };
    struct store *s = stores_store(w->t, STORE_WRITE);

    for (int i = 0; i < 10000 && !w->stop; i++) {
        struct run_info run =
            stores_run(s, &a, arena_printf(&a, "{\"i\": %d}", i), 2, 1, 5);

        stores_fill(s, &run, 10000 + 10 * (uint64_t)i);
        w->written += 10;
    }
    store_close(s);
    arena_clear(&a);
    return NULL;
}

/* While it is told how far the copy is, others commit: they do not wait for it,
 * and it is of the moment when it began. */
struct watch {
    struct writer *w;
    int at_first, told;
};

static void wait_for_writes(void *who, uint64_t done, uint64_t total)
{
    struct watch *v = who;
    int now = v->w->written;

    assert_true(done <= total);
    if (v->told++ == 0)
        v->at_first = now;
    for (int i = 0; i < 3000 && v->w->written < now + 20; i++)
        sqlite3_sleep(1);
    assert_true(v->w->written >= now + 20);
}

static void a_copy_is_of_one_moment(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct run_info run = stores_run(s, &a, "{\"x\": 1}", 500, 2, 8);
    struct stores to = copy_of(*state);
    struct writer w = { .t = *state };
    struct watch v = { .w = &w };
    pthread_t thread;
    uint64_t results;
    struct err e;

    stores_fill(s, &run, 1);
    assert_int_equal(pthread_create(&thread, NULL, write_on, &w), 0);
    while (w.written < 30)
        sqlite3_sleep(1);
    assert_true(store_backup(s, to.path, wait_for_writes, &v, &e));
    w.stop = true;
    pthread_join(thread, NULL);
    assert_true(v.told >= 2);
    assert_intact(&to, &results);
    assert_true(results >= 8000 + 30);
    assert_true(results <= 8000 + (uint64_t)v.at_first + 10);
    assert_intact(*state, &results);
    assert_int_equal(results, 8000 + w.written);
    store_close(s);
    arena_clear(&a);
}

#define TEST(f) \
 cmocka_unit_test_setup_teardown(f, stores_setup, stores_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_copy_is_a_store),    TEST(numbers_are_not_used_again),
        TEST(nothing_is_replaced),  TEST(an_older_store_is_copied_as_it_is),
        TEST(damage_is_not_copied), TEST(a_copy_is_of_one_moment),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
