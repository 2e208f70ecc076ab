/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Problems of concept families as structures: told as the family told them, with
 * numbers hidden and changed, renumbered, renamed, written and read again;
 * what a hostile file may hold is refused.
 */
#include "base/str.h"
#include "evolve/structure/structure.h"
#include "family/generate.h"
#include "family/recipe/recipe.h"
#include "family/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct arena a;

static int fresh(void **state)
{
    (void)state;
    arena_clear(&a);
    return 0;
}

static struct problem made(const char *family, int level, uint64_t index)
{
    struct coordinates c = { .family = family_find(family),
                             .level = level,
                             .seed = "body",
                             .index = index };
    struct problem p;
    struct err e;

    assert_non_null(c.family);
    if (!family_generate(&a, &c, &p, &e))
        fail_msg("%s", e.msg);
    return p;
}

static struct structure structure_from(const struct problem *p)
{
    struct structure b;
    struct err e;

    if (!structure_of_problem(&a, p, &b, &e))
        fail_msg("%s", e.msg);
    return b;
}

static const char *said(const struct structure *b, size_t hidden,
                        const char *letter)
{
    struct saying s;

    b->kind->say(&a, b->data, hidden, letter, &s);
    assert_int_equal(s.n, 1);
    assert_int_equal(s.question, 0);
    return s.sentences[0];
}

static struct ratio solved(const struct structure *b, size_t slot,
                           struct ratio x)
{
    struct ratio key = RATIO(-99);

    assert_true(b->kind->solve(&a, b->data, slot, x, &key));
    return key;
}

static bool usable(const struct family *f)
{
    return f->recipe != NULL;
}

static struct structure_key key_of(const struct structure *b)
{
    struct structure_key k;

    assert_true(structure_key(&a, b, NO_SLOT, RATIO(0), &k));
    return k;
}

/* ---- a hand-made one: C(n, k) ---- */

static struct structure choice(int n, int k, const char *key)
{
    const char *text = arena_printf(
        &a,
        "{\"family\": \"concept/combinations\", \"level\": 1, \"seed\": \"s\","
        " \"index\": 0, \"params\": {\"kind\": \"pure\", \"n\": %d, \"k\": %d},"
        " \"key\": \"%s\"}",
        n, k, key);
    struct json *v;
    struct err e;
    void *data;

    assert_true(json_read(&a, text, strlen(text), 1, &v, &e));
    if (!structure_concept.read(&a, v, &data, &e))
        fail_msg("%s", e.msg);
    return (struct structure){ &structure_concept, data };
}

/* The statement of the structure is the problem's own, and so is the key. */
static void is_told_as_the_family_told_it(void **state)
{
    size_t n = 0;

    (void)state;
    for (size_t i = 0; i < family_count(); i++) {
        const struct family *f = family_at(i);

        for (int level = 1; usable(f) && level <= f->n_levels; level++) {
            struct problem p = made(f->name, level, 0);
            struct structure b;
            struct err e;

            if (!structure_of_problem(&a, &p, &b, &e))
                fail_msg("%s", e.msg);
            assert_string_equal(said(&b, NO_SLOT, NULL), p.statement);
            assert_string_equal(key_of(&b).latex, p.keys[0].latex);
            assert_string_equal(structure_family(&b), f->name);
            n++;
        }
        arena_reset(&a);
    }
    assert_true(n > 200);
}

static void refuses_other_families(void **state)
{
    struct problem p;
    struct structure b;
    struct err e;

    (void)state;
    for (size_t i = 0; i < family_count(); i++) {
        if (usable(family_at(i)) || family_at(i) == &linear_card)
            continue;
        p = made(family_at(i)->name, 1, 0);
        assert_false(structure_of_problem(&a, &p, &b, &e));
        assert_non_null(strstr(e.msg, "not a concept family"));
        /* The family is named once, by the problem's id. */
        assert_null(
            strstr(strstr(e.msg, family_at(i)->name) + 1, family_at(i)->name));
    }
    p = (struct problem){ .id = "gsm8k-1" };
    assert_false(structure_of_problem(&a, &p, &b, &e));
    assert_non_null(strstr(e.msg, "public dataset"));
}

static void solves_changed_numbers(void **state)
{
    struct problem p = made("concept/combinations", 1, 3);
    struct structure b = structure_from(&p);
    const struct structure_slot *slots;
    size_t n = b.kind->slots(&a, b.data, &slots), moved = 0;

    (void)state;
    assert_true(n >= 1);
    for (size_t i = 0; i < n; i++) {
        struct ratio key, next;

        assert_int_equal(slots[i].sentence, 0);
        key = solved(&b, i, slots[i].value);
        assert_true(ratio_equal(key, solved(&b, NO_SLOT, RATIO(0))));
        assert_true(ratio_add(&next, slots[i].value, RATIO(1)));
        if (b.kind->solve(&a, b.data, i, next, &next) &&
            !ratio_equal(next, key))
            moved++;
    }
    assert_true(moved > 0);
    assert_false(b.kind->solve(&a, b.data, 0, (struct ratio){ 1, 2 },
                               &(struct ratio){ 0, 1 }));
    assert_false(b.kind->solve(&a, b.data, 0, RATIO(INT64_C(1) << 60),
                               &(struct ratio){ 0, 1 }));
    assert_false(b.kind->solve(&a, b.data, STRUCTURE_SLOTS, RATIO(1),
                               &(struct ratio){ 0, 1 }));
}

/* Whatever number is put there: where solve() has a key, the family's check of
 * such a problem says yes. */
static void changed_numbers_make_problems(void **state)
{
    size_t solved_ones = 0;

    (void)state;
    for (size_t i = 0; i < family_count(); i++) {
        const struct family *f = family_at(i);
        const struct field *fields;
        struct problem p;
        struct structure b;
        union values v = { { 0 } };
        struct err e;

        if (!usable(f))
            continue;
        p = made(f->name, f->n_levels > 1 ? 2 : 1, 4);
        if (!structure_of_problem(&a, &p, &b, &e))
            continue;
        assert_true(recipe_read(f, &a, p.params, &v, &e));
        fields = recipe_fields(f, &v);
        for (size_t k = 0; k < values_slots(fields, &v); k++) {
            struct slot s = values_slot(fields, &v, k);
            int64_t was = *s.place;
            int64_t tries[] = { s.field->lo, s.field->hi, 0, was + 1, 2 * was };

            for (size_t j = 0; j < 5; j++) {
                enum truth holds = TRUTH_NO;
                struct check_finding found = { "", "" };
                struct structure_key key;

                if (!structure_key(&a, &b, k, RATIO(tries[j]), &key))
                    continue;
                solved_ones++;
                *s.place = tries[j];
                p.params = recipe_params(f, &a, &v);
                problem_set_key(&a, &p, f->answer, key.latex);
                assert_true(f->check(f, &a, &p, &holds, &found, &e));
                assert_int_equal(holds, TRUTH_YES);
            }
            *s.place = was;
            assert_false(structure_key(&a, &b, k, RATIO(s.field->hi + 1),
                                       &(struct structure_key){ 0 }));
            assert_false(structure_key(&a, &b, k, RATIO(s.field->lo - 1),
                                       &(struct structure_key){ 0 }));
        }
        arena_reset(&a);
    }
    assert_true(solved_ones > 200);
}

static struct ratio choose(int64_t n, int64_t k)
{
    int64_t x = 1;

    for (int64_t i = 1; i <= k; i++)
        x = x * (n - k + i) / i;
    return RATIO(x);
}

static void reads_what_a_file_holds(void **state)
{
    struct structure b;
    const struct structure_slot *slots;

    (void)state;
    b = choice(9, 3, "84");
    assert_int_equal(b.kind->slots(&a, b.data, &slots), 2);
    assert_true(ratio_equal(slots[0].value, RATIO(9)));
    assert_true(ratio_equal(slots[1].value, RATIO(3)));
    for (int64_t n = 5; n < 20; n++)
        assert_true(ratio_equal(solved(&b, 0, RATIO(n)), choose(n, 3)));
    assert_true(ratio_equal(solved(&b, 1, RATIO(4)), choose(9, 4)));
}

static void hides_a_number_behind_a_letter(void **state)
{
    size_t told = 0, n = 0;

    (void)state;
    for (uint64_t k = 0; k < 20; k++) {
        struct problem p = made("concept/gcd-lcm-primes", 1, k);
        struct structure b = structure_from(&p);
        const struct structure_slot *slots;
        size_t m = b.kind->slots(&a, b.data, &slots);

        for (size_t i = 0; i < m; i++, n++)
            told += strchr(said(&b, i, "X"), 'X') != NULL;
        assert_string_equal(said(&b, NO_SLOT, NULL), p.statement);
    }
    assert_true(n > 0 && told * 10 >= n * 5);
}

static void round_trips(void **state)
{
    (void)state;
    for (size_t i = 0; i < family_count(); i++) {
        struct problem p;
        struct structure b;
        struct str x = str_in(&a), y = str_in(&a);
        void *data;
        struct err e;

        if (!usable(family_at(i)))
            continue;
        p = made(family_at(i)->name, family_at(i)->n_levels, 1);
        if (!structure_of_problem(&a, &p, &b, &e))
            continue;
        json_write(&x, b.kind->write(&a, b.data));
        if (!b.kind->read(&a, b.kind->write(&a, b.data), &data, &e))
            fail_msg("%s", e.msg);
        json_write(&y, b.kind->write(&a, data));
        assert_string_equal(str_get(&x), str_get(&y));
        b.data = data;
        assert_string_equal(said(&b, NO_SLOT, NULL), p.statement);
        arena_reset(&a);
    }
}

/* Each of these is one change of a good record. */
static void refuses_spoilt_records(void **state)
{
    static const char *const bad[] = {
        "{\"family\": \"concept/none\", \"level\": 1, \"seed\": \"s\", "
        "\"index\": 0, \"params\": {}, \"key\": \"1\"}",
        "{\"family\": \"mathador\", \"level\": 1, \"seed\": \"s\", "
        "\"index\": 0, \"params\": {}, \"key\": \"1\"}",
        "{\"family\": \"concept/combinations\", \"level\": 99, \"seed\": "
        "\"s\", \"index\": 0, \"params\": {}, \"key\": \"1\"}",
        "{\"family\": \"concept/combinations\", \"level\": 1, \"seed\": \"s "
        "s\", \"index\": 0, \"params\": {}, \"key\": \"1\"}",
        "{\"family\": \"concept/combinations\", \"level\": 1, \"seed\": "
        "\"s\", \"index\": -1, \"params\": {}, \"key\": \"1\"}",
        "{\"family\": \"concept/combinations\", \"level\": 1, \"seed\": "
        "\"s\", \"index\": 0, \"params\": 5, \"key\": \"1\"}",
        "{\"family\": \"concept/combinations\", \"level\": 1, \"seed\": "
        "\"s\", \"index\": 0, \"key\": \"1\"}",
        "[]",
        "5",
        "{}",
    };
    struct json *v;
    struct err e;
    void *data;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        assert_true(json_read(&a, bad[i], strlen(bad[i]), 1, &v, &e));
        if (structure_concept.read(&a, v, &data, &e))
            fail_msg("%s was read", bad[i]);
    }
}

/* A key that is not the values' is refused, before anything is solved. */
static void refuses_a_wrong_key(void **state)
{
    (void)state;
    for (size_t i = 0; i < family_count(); i++) {
        struct problem p;
        struct structure b;
        struct err e;

        if (!usable(family_at(i)))
            continue;
        p = made(family_at(i)->name, 1, 2);
        p.keys[0].latex = "987654321987";
        assert_false(structure_of_problem(&a, &p, &b, &e));
        assert_non_null(strstr(e.msg, "the key is wrong"));
    }
}

/* ---- fresh ones ---- */

/* ---- the second method ---- */

static bool checks(const struct structure *b, const char *text,
                   struct ratio key)
{
    const struct structure_told t = { NO_SLOT, NULL, RATIO(0), &text, 1 };

    return !b->kind->fault(&a, b->data, &t, key);
}

static void renumbers_within_the_structure(void **state)
{
    struct rng r;
    size_t done = 0;

    (void)state;
    rng_init(&r, hash_bytes("renumber", 8));
    for (size_t i = 0; i < family_count(); i++) {
        struct problem p;
        struct structure b, c;
        struct err e;
        struct check_finding found = { "", "" };
        const char *text;
        void *data;

        if (!usable(family_at(i)))
            continue;
        p = made(family_at(i)->name, 1, 5);
        b = structure_from(&p);
        c = b;
        if (!b.kind->renumber(&a, b.data, &r, &data, &e))
            continue;
        c.data = data;
        text = said(&c, NO_SLOT, NULL);
        assert_true(checks(&c, text, key_of(&c).value));
        assert_int_equal(c.kind->judge(&a, c.data, NO_SLOT, RATIO(0),
                                       key_of(&c).latex, &found),
                         TRUTH_YES);
        assert_false(json_equal(json_get(b.kind->write(&a, b.data), "params"),
                                json_get(c.kind->write(&a, c.data), "params")));
        done++;
        arena_reset(&a);
    }
    assert_true(done > 70);
}

static void renames_and_keeps_the_numbers(void **state)
{
    struct rng r;
    struct problem p = made("concept/gcd-lcm-primes", 1, 7);
    struct structure b = structure_from(&p), c = b;
    struct err e;
    void *data;

    (void)state;
    rng_init(&r, hash_bytes("rename", 6));
    assert_true(b.kind->rename(&a, b.data, &r, &data, &e));
    c.data = data;
    assert_string_not_equal(said(&b, NO_SLOT, NULL), said(&c, NO_SLOT, NULL));
    assert_true(json_equal(json_get(b.kind->write(&a, b.data), "params"),
                           json_get(c.kind->write(&a, c.data), "params")));
}

static void checks_key_and_numbers(void **state)
{
    struct problem p = made("concept/integer-arithmetic", 1, 0);
    struct structure b = structure_from(&p);
    struct ratio key = solved(&b, NO_SLOT, RATIO(0)), wrong;
    const char *text = said(&b, NO_SLOT, NULL);
    char *spoilt = arena_strdup(&a, text);

    (void)state;
    assert_true(ratio_add(&wrong, key, RATIO(1)));
    assert_true(checks(&b, text, key));
    assert_false(checks(&b, text, wrong));
    assert_true(checks(
        &b, arena_printf(&a, "Please note the following. %s", text), key));
    assert_false(checks(&b, arena_printf(&a, "Take 5 of them. %s", text), key));
    spoilt[strcspn(spoilt, "0123456789")] ^= 1; /* another digit */
    assert_false(checks(&b, spoilt, key));
}

static void speaks_of_its_numbers(void **state)
{
    struct problem p = made("concept/integer-arithmetic", 1, 0);
    struct structure b = structure_from(&p);
    struct quantity q[STRUCTURE_QUANTITIES];
    size_t n = b.kind->quantities(&a, b.data, q), asked = 0;
    struct structure_measures m;

    (void)state;
    for (size_t i = 0; i < n; i++) {
        asked += q[i].asked;
        if (q[i].asked)
            assert_true(ratio_equal(q[i].value, solved(&b, NO_SLOT, RATIO(0))));
        else
            assert_non_null(strstr(p.statement, ratio_text(&a, q[i].value)));
    }
    assert_int_equal(asked, 1);
    assert_true(n >= 2);
    b.kind->measure(b.data, &m);
    assert_true(m.steps >= 1 && m.distance == m.steps && m.depth == 0);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, fresh, fresh)
    const struct CMUnitTest tests[] = {
        T(is_told_as_the_family_told_it),
        T(refuses_other_families),
        T(solves_changed_numbers),
        T(changed_numbers_make_problems),
        T(reads_what_a_file_holds),
        T(hides_a_number_behind_a_letter),
        T(round_trips),
        T(refuses_spoilt_records),
        T(refuses_a_wrong_key),
        T(renumbers_within_the_structure),
        T(renames_and_keeps_the_numbers),
        T(checks_key_and_numbers),
        T(speaks_of_its_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
