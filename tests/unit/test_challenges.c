/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The queue of challenges: each taken once, counted on from those before, and
 * queued again after an end of the program.
 */
#include "../lib/stores.h"
#include "store/challenges.h"
#include "store/entries.h"
#include "store/people.h"
#include "store/store_int.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Two people with an entry each. */
static struct store *with_entries(const struct stores *t)
{
    struct arena a = { 0 };
    struct store *s = stores_store(t, STORE_MAKE);
    struct err e;

    for (int64_t i = 1; i <= 2; i++) {
        struct entry x = { .author = i };
        struct entry_version v = { .problem = "{}" };
        int64_t id;

        assert_true(people_add(s, "Ada", ROLE_AUTHOR, 5, &id, &e));
        assert_true(entries_add(s, &a, &x, &v, &e));
        assert_int_equal(x.id, i);
    }
    arena_clear(&a);
    return s;
}

static const char *const models[] = { "http://h/v1#m \"1\"", "planted:a.yaml" };

static struct challenge asked(int64_t entry, uint64_t attempts)
{
    return (struct challenge){ .entry = entry,
                               .version = 1,
                               .person = entry,
                               .models = models,
                               .n_models = 2,
                               .attempts = attempts,
                               .made_ms = 100 };
}

static struct challenge add(struct store *s, int64_t entry, uint64_t attempts)
{
    struct challenge c = asked(entry, attempts);
    struct err e;

    assert_true(challenges_add(s, &c, &e));
    return c;
}

static struct challenge find(struct store *s, struct arena *a, int64_t id)
{
    struct challenge c;
    struct err e;
    bool found;

    assert_true(challenges_find(s, a, id, &c, &found, &e));
    assert_true(found);
    return c;
}

static int64_t take(struct store *s, struct arena *a, int64_t now)
{
    struct challenge c = { 0 };
    struct err e;
    bool found;

    assert_true(challenges_take(s, a, now, &c, &found, &e));
    if (found)
        assert_int_equal(c.state, CHALLENGE_ASKING);
    return found ? c.id : 0;
}

static void every_field_comes_back(void **state)
{
    struct arena a = { 0 };
    struct store *s = with_entries(*state);
    struct run_info run = stores_run(s, &a, "{}", 1, 1, 1);
    struct challenge c = add(s, 1, 4), got = find(s, &a, c.id);
    struct err e;
    bool found;

    assert_string_equal(challenge_state_name(CHALLENGE_FAILED), "failed");
    assert_int_equal(got.entry, 1);
    assert_int_equal(got.version, 1);
    assert_int_equal(got.person, 1);
    assert_int_equal(got.n_models, 2);
    assert_string_equal(got.models[0], models[0]);
    assert_string_equal(got.models[1], models[1]);
    assert_int_equal(got.attempts, 4);
    assert_int_equal(got.after, 0);
    assert_int_equal(got.state, CHALLENGE_QUEUED);
    assert_string_equal(got.why, "");
    assert_int_equal(got.run, 0);
    assert_int_equal(got.made_ms, 100);
    assert_int_equal(got.started_ms, 0);
    got.state = CHALLENGE_FAILED;
    got.why = "the budget is spent";
    got.run = run.id;
    got.started_ms = 200;
    got.ended_ms = 300;
    got.money = 0.125;
    got.tokens = 1e10;
    assert_true(challenges_set(s, &got, &e));
    got = find(s, &a, c.id);
    assert_int_equal(got.state, CHALLENGE_FAILED);
    assert_string_equal(got.why, "the budget is spent");
    assert_int_equal(got.run, run.id);
    assert_int_equal(got.started_ms, 200);
    assert_int_equal(got.ended_ms, 300);
    assert_true(got.money == 0.125 && got.tokens == 1e10);
    got.id = 9;
    assert_false(challenges_set(s, &got, &e));
    assert_true(challenges_find(s, &a, 9, &got, &found, &e));
    assert_false(found);
    c = asked(3, 1); /* no such entry */
    assert_false(challenges_add(s, &c, &e));
    store_close(s);
    arena_clear(&a);
}

/* Attempts of later challenges are never those of earlier ones. */
static void attempts_count_on(void **state)
{
    struct arena a = { 0 };
    struct store *s = with_entries(*state);
    struct challenge *list;
    struct err e;
    size_t n;

    assert_int_equal(add(s, 1, 4).after, 0);
    assert_int_equal(add(s, 1, 2).after, 4);
    assert_int_equal(add(s, 2, 3).after, 0);
    assert_int_equal(add(s, 1, 1).after, 6);
    assert_true(challenges_list(s, &a, 1, &list, &n, &e));
    assert_int_equal(n, 3);
    assert_int_equal(list[2].id, 4);
    assert_int_equal(list[2].after, 6);
    assert_true(challenges_list(s, &a, 0, &list, &n, &e));
    assert_int_equal(n, 4);
    assert_int_equal(list[2].entry, 2);
    store_close(s);
    arena_clear(&a);
}

static void the_oldest_is_taken_first(void **state)
{
    struct arena a = { 0 };
    struct store *s = with_entries(*state);
    struct challenge c;
    struct err e;
    size_t n;

    add(s, 1, 1);
    add(s, 2, 1);
    add(s, 1, 1);
    c = find(s, &a, 1);
    c.state = CHALLENGE_STOPPED;
    assert_true(challenges_set(s, &c, &e));
    assert_int_equal(take(s, &a, 77), 2);
    assert_int_equal(find(s, &a, 2).started_ms, 77);
    assert_int_equal(find(s, &a, 3).started_ms, 0);
    assert_int_equal(take(s, &a, 78), 3);
    assert_int_equal(take(s, &a, 79), 0);
    c = find(s, &a, 3);
    c.state = CHALLENGE_DONE;
    assert_true(challenges_set(s, &c, &e));
    store_close(s); /* and the program ends here */
    s = stores_store(*state, STORE_WRITE);
    assert_true(challenges_again(s, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(find(s, &a, 2).state, CHALLENGE_QUEUED);
    assert_int_equal(take(s, &a, 80), 2);
    assert_int_equal(take(s, &a, 81), 0);
    store_close(s);
    arena_clear(&a);
}

static void what_was_spent_is_summed(void **state)
{
    static const double spent[][2] = { { 1.5, 100 }, { 2, 10 }, { 4, 1 } };
    struct arena a = { 0 };
    struct store *s = with_entries(*state);
    double money, tokens;
    struct err e;

    assert_true(challenges_spent(s, 0, &money, &tokens, &e));
    assert_true(money == 0 && tokens == 0);
    for (int64_t i = 0; i < 3; i++) {
        struct challenge c = add(s, i == 1 ? 2 : 1, 1);

        c.money = spent[i][0];
        c.tokens = spent[i][1];
        assert_true(challenges_set(s, &c, &e));
    }
    assert_true(challenges_spent(s, 1, &money, &tokens, &e));
    assert_true(money == 5.5 && tokens == 101);
    assert_true(challenges_spent(s, 0, &money, &tokens, &e));
    assert_true(money == 7.5 && tokens == 111);
    assert_true(challenges_spent(s, 3, &money, &tokens, &e));
    assert_true(money == 0 && tokens == 0);
    store_close(s);
    arena_clear(&a);
}

/* ---- at once ---- */

#define AT_ONCE 4
#define QUEUED  40

struct taker {
    const struct stores *t;
    int taken[QUEUED + 1], n;
};

static void *take_all(void *arg)
{
    struct taker *w = arg;
    struct arena a = { 0 };
    struct store *s = stores_store(w->t, STORE_WRITE);
    struct challenge c;
    struct err e;
    bool found;

    while (challenges_take(s, &a, 5, &c, &found, &e) && found) {
        w->taken[c.id]++;
        w->n++;
        arena_reset(&a);
    }
    store_close(s);
    arena_clear(&a);
    return NULL;
}

static void each_is_taken_once(void **state)
{
    struct store *s = with_entries(*state);
    struct taker takers[AT_ONCE] = { 0 };
    pthread_t threads[AT_ONCE];

    for (int i = 0; i < QUEUED; i++)
        add(s, 1, 1);
    for (int i = 0; i < AT_ONCE; i++) {
        takers[i].t = *state;
        assert_int_equal(
            pthread_create(&threads[i], NULL, take_all, &takers[i]), 0);
    }
    for (int i = 0; i < AT_ONCE; i++)
        pthread_join(threads[i], NULL);
    for (int c = 1; c <= QUEUED; c++) {
        int n = 0;

        for (int i = 0; i < AT_ONCE; i++)
            n += takers[i].taken[c];
        assert_int_equal(n, 1);
    }
    store_close(s);
}

/* ---- runs that go, older stores, nonsense ---- */

static void a_challenge_outlives_its_run(void **state)
{
    struct arena a = { 0 };
    struct store *s = with_entries(*state);
    struct run_info run = stores_run(s, &a, "{}", 1, 1, 1);
    struct challenge c = add(s, 1, 4);
    struct verify_report report;
    uint64_t calls, bytes;
    struct err e;

    c.state = CHALLENGE_DONE;
    c.run = run.id;
    c.money = 2;
    assert_true(challenges_set(s, &c, &e));
    assert_true(runs_prune(s, run.id, false, &calls, &bytes, &e));
    c = find(s, &a, c.id);
    assert_int_equal(c.run, 0);
    assert_int_equal(c.state, CHALLENGE_DONE);
    assert_true(c.money == 2);
    assert_int_equal(add(s, 1, 1).after, 4);
    assert_true(runs_verify(s, &a, 0, &report, &e));
    assert_int_equal(report.faults, 0);
    store_close(s);
    arena_clear(&a);
}

static void models_that_are_no_list_are_refused(void **state)
{
    static const char *const bad[] = { "{}", "[1]", "[", "\"m\"" };
    struct arena a = { 0 };
    struct store *s = with_entries(*state);
    struct challenge got;
    struct err e;
    bool found;

    add(s, 1, 1);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        stores_sql(*state, arena_printf(&a,
                                        "UPDATE challenges SET models = "
                                        "'%s'",
                                        bad[i]));
        assert_false(challenges_find(s, &a, 1, &got, &found, &e));
        assert_non_null(strstr(e.msg, "is invalid"));
    }
    store_close(s);
    arena_clear(&a);
}

static void older_stores_have_none(void **state)
{
    struct arena a = { 0 };
    struct challenge *list, c;
    double money, tokens;
    struct store *s;
    struct err e;
    bool found = true;
    size_t n = 7;

    store_close(stores_store(*state, STORE_MAKE));
    stores_age(*state, 2);
    s = stores_store(*state, STORE_READ);
    assert_true(challenges_list(s, &a, 0, &list, &n, &e));
    assert_int_equal(n, 0);
    assert_true(challenges_find(s, &a, 1, &c, &found, &e));
    assert_false(found);
    assert_true(challenges_spent(s, 0, &money, &tokens, &e));
    store_close(s);
    s = with_entries(*state);
    assert_int_equal(add(s, 1, 1).id, 1);
    store_close(s);
    arena_clear(&a);
}

#define TEST(f) \
 cmocka_unit_test_setup_teardown(f, stores_setup, stores_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_field_comes_back),
        TEST(attempts_count_on),
        TEST(the_oldest_is_taken_first),
        TEST(what_was_spent_is_summed),
        TEST(each_is_taken_once),
        TEST(a_challenge_outlives_its_run),
        TEST(models_that_are_no_list_are_refused),
        TEST(older_stores_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
