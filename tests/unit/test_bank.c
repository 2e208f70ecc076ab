/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The bank: its formula by hand, its order, and its file.
 */
#include "base/json.h"
#include "hunt/propose/bank.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct arena arena;

static int clear(void **state)
{
    (void)state;
    arena_clear(&arena);
    return 0;
}

static bool is_near(double x, double y)
{
    return fabs(x - y) < 1e-12;
}

static struct bank_entry entry(const char *text, size_t right, size_t visits)
{
    struct bank_entry h = { .text = text, .right = right, .visits = visits };

    h.correct = vec_in(&arena, sizeof(struct bank_hit));
    return h;
}

static double reward(const struct bank_entry *h, double alpha, double t)
{
    return bank_reward(&(struct bank){ .alpha = alpha }, h, t);
}

static void add(struct bank *b, const char *text, size_t right, size_t visits)
{
    struct bank_entry h = entry(text, right, visits);
    size_t at;

    assert_true(bank_add(b, &h, false, &at));
    assert_int_equal(at, b->n - 1);
}

/* ln 10 = 2.302585092994046, ln 200 = 5.298317366548036 */
static void the_reward_by_hand(void **state)
{
    struct bank_entry h = entry("h", 7, 10);

    (void)state;
    assert_true(is_near(bank_accuracy(&h), 0.7));
    assert_true(is_near(reward(&h, 0.5, 10), 0.7 + 0.5 * 0.479852591218808));
    assert_true(fabs(reward(&h, 0.5, 200) - 1.0639477) < 1e-6);
    assert_true(is_near(reward(&h, 0, 200), 0.7));
    assert_true(is_near(reward(&h, 0.5, 1), 0.7));
    assert_true(is_near(reward(&h, 0.5, 0), 0.7));
    h = entry("h", 0, 0);
    assert_true(bank_accuracy(&h) == 0);
    assert_true(reward(&h, 0.5, 10) == BANK_UNTRIED);
}

/* Nine solved rows and one that fails: who never expects a failure is right
 * nine times of ten, and knows nothing. */
static void never_applies(void **state)
{
    struct bank b = { .arena = &arena, .labels = 2 };
    struct bank_entry h = bank_entry_new(&arena, "never applies");
    size_t at;

    (void)state;
    assert_true(isnan(bank_balanced(&h, 2)));
    for (size_t i = 0; i < 9; i++)
        bank_count(&h, i, "solved", true);
    /* Of the label that was not tried nothing is known: as by chance. */
    assert_true(is_near(bank_balanced(&h, 2), 0.75));
    bank_count(&h, 9, "fails", false);
    assert_true(is_near(bank_accuracy(&h), 0.9));
    assert_true(is_near(bank_balanced(&h, 2), 0.5));
    assert_true(is_near(bank_balanced(&h, 3), (1 + 0 + 1. / 3) / 3));
    assert_int_equal(h.correct.n, 9);
    assert_true(bank_add(&b, &h, false, &at));
    h = bank_entry_new(&arena, "often right");
    for (size_t i = 0; i < 9; i++)
        bank_count(&h, i, "solved", i < 6);
    bank_count(&h, 9, "fails", true);
    assert_true(bank_add(&b, &h, false, &at));
    assert_int_equal(bank_best(&b), 1); /* 0.83 against 0.5 */
    bank_refresh(&b, 1);
    assert_true(is_near(b.entries[1].reward, (6. / 9 + 1) / 2));
    b.labels = 0; /* as published: 0.7 against 0.9 */
    assert_int_equal(bank_best(&b), 0);
    bank_refresh(&b, 1);
    assert_true(is_near(b.entries[0].reward, 0.9));
}

static void refreshing(void **state)
{
    struct bank b = { .arena = &arena, .alpha = 2 };

    (void)state;
    add(&b, "a", 1, 4);
    add(&b, "b", 3, 4);
    bank_refresh(&b, exp(4));
    assert_true(is_near(b.entries[0].reward, 2.25)); /* 1/4 + 2 sqrt(4/4) */
    assert_true(is_near(b.entries[1].reward, 2.75));
}

/* ---- order ---- */

static void the_best_are_chosen(void **state)
{
    struct bank b = { .arena = &arena };
    size_t *top;

    (void)state;
    assert_int_equal(bank_top(&arena, &b, 3, &top), 0);
    add(&b, "d", 1, 2);
    add(&b, "c", 1, 2);
    add(&b, "e", 2, 2);
    add(&b, "a", 0, 2);
    b.entries[0].reward = b.entries[1].reward = 1;
    b.entries[2].reward = 1;   /* the same reward, a higher accuracy */
    b.entries[3].reward = 1.5; /* the highest reward */
    assert_int_equal(bank_top(&arena, &b, 0, &top), 4); /* 0: all */
    assert_int_equal(top[0], 3);
    assert_int_equal(top[1], 2);
    assert_int_equal(top[2], 1); /* "c" before "d" */
    assert_int_equal(top[3], 0);
    assert_int_equal(bank_top(&arena, &b, 2, &top), 2);
    assert_int_equal(bank_top(&arena, &b, 9, &top), 4);
    assert_int_equal(bank_best(&b), 2);
    bank_cut(&b, 3);
    assert_int_equal(b.n, 3);
    assert_string_equal(b.entries[0].text, "a");
    assert_string_equal(b.entries[1].text, "e");
    assert_string_equal(b.entries[2].text, "c");
    assert_int_equal(bank_best(&b), 1);
}

static void of_equal_accuracies(void **state)
{
    struct bank b = { .arena = &arena };

    (void)state;
    add(&b, "a", 1, 2);
    add(&b, "c", 2, 4);
    add(&b, "b", 2, 4);
    assert_int_equal(bank_best(&b), 2);
}

/* ---- repeats ---- */

static struct bank_entry suspicions(const char *text, const char *x,
                                    const char *y)
{
    struct bank_entry h = entry(text, 1, 2);
    const char **names = arena_array(&arena, const char *, 2);

    names[0] = x;
    names[1] = y;
    h.suspicion.concepts = names;
    h.suspicion.n_concepts = y ? 2 : x ? 1 : 0;
    return h;
}

static void repeats_are_found(void **state)
{
    struct bank b = { .arena = &arena };
    struct bank_entry h = suspicions("one", "A", "B");
    size_t at;

    (void)state;
    assert_true(bank_add(&b, &h, true, &at));
    h = suspicions("one", "C", NULL); /* the same text */
    assert_false(bank_add(&b, &h, true, &at));
    h = suspicions("two", "B", "A"); /* the same concepts in another order */
    assert_false(bank_add(&b, &h, true, &at));
    assert_int_equal(at, 0);
    h = suspicions("three", "A", NULL); /* fewer */
    assert_true(bank_add(&b, &h, true, &at));
    h = suspicions("four", "A", "C");
    assert_true(bank_add(&b, &h, true, &at));
    h = suspicions("five", NULL, NULL); /* none are no concepts in common */
    assert_true(bank_add(&b, &h, true, &at));
    h = suspicions("six", NULL, NULL);
    assert_true(bank_add(&b, &h, true, &at));
    h = suspicions("two", "B", "A");
    assert_true(bank_add(&b, &h, false, &at));
    assert_int_equal(b.n, 6);
    for (int i = 0; i < 100; i++) /* it grows */
        add(&b, arena_printf(&arena, "t%d", i), 1, 3);
    assert_string_equal(b.entries[0].text, "one");
    assert_int_equal(b.n, 106);
}

/* ---- files ---- */

static void a_bank_is_written(void **state)
{
    struct bank b = { .arena = &arena, .alpha = 0.5 };
    struct bank_entry h = suspicions("with \"quotes\"\nand lines", "A", "B");
    struct str text = str_in(&arena);
    const struct json *one;
    struct json *all;
    struct err e = { 0 };
    size_t at;

    (void)state;
    h.right = 2;
    h.visits = 3;
    *(struct bank_hit *)vec_push(&h.correct) = (struct bank_hit){ 5, "fails" };
    *(struct bank_hit *)vec_push(&h.correct) = (struct bank_hit){ 0, "ok" };
    assert_true(bank_add(&b, &h, true, &at));
    add(&b, "unvisited", 0, 0);
    bank_refresh(&b, 7);
    bank_write(&text, &b);
    assert_non_null(strstr(text.s, "\"num_visits\": 3"));
    assert_non_null(strstr(text.s, "\"acc\": 0.666666666666667"));
    assert_non_null(
        strstr(text.s, "\"correct_examples\": [[5, \"fails\"], [0, \"ok\"]]"));
    assert_non_null(strstr(text.s, "\"concepts\": [\"A\", \"B\"]"));
    assert_true(json_read(&arena, text.s, text.n, 1, &all, &e));
    assert_int_equal(all->count, 2);
    one = json_get(all, h.text);
    assert_string_equal(json_string(json_get(one, "hypothesis")), h.text);
    assert_true(is_near(strtod(json_get(one, "reward")->text, NULL),
                        b.entries[0].reward));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_reward_by_hand, clear),
        cmocka_unit_test_teardown(never_applies, clear),
        cmocka_unit_test_teardown(refreshing, clear),
        cmocka_unit_test_teardown(the_best_are_chosen, clear),
        cmocka_unit_test_teardown(of_equal_accuracies, clear),
        cmocka_unit_test_teardown(repeats_are_found, clear),
        cmocka_unit_test_teardown(a_bank_is_written, clear),
    };

    return cmocka_run_group_tests_name("bank", tests, NULL, NULL);
}
