/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Which wordings and kinds are held out, and that a family file draws its kinds
 * from the part that it is asked for.
 */
#include "family/generate.h"
#include "family/language/engine.h"
#include "family/recipe/recipe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ---- wordings ---- */

static size_t held_of(const struct template *t, size_t n)
{
    size_t held = 0;

    for (size_t i = 0; i < n; i++)
        held += t[i].held;
    return held;
}

/* Of many wordings about a fifth; a further one changes none of the others. */
static void a_fifth_of_many(void **state)
{
    struct arena a = { 0 };
    struct template t[400] = { 0 }, more[401];

    (void)state;
    for (int i = 0; i < 400; i++)
        t[i] = (struct template){ arena_printf(
                                      &a, "What is the sum in case %d?", i),
                                  -1, STYLE_PLAIN, true, false };
    memcpy(more, t, sizeof(t));
    more[400] = (struct template){ "Add $<a>$.", -1, STYLE_PLAIN, true, false };
    holdout_templates(t, 400);
    holdout_templates(more, 401);
    assert_in_range(held_of(t, 400), 60, 100);
    for (int i = 0; i < 400; i++)
        assert_int_equal(t[i].held, more[i].held);
    arena_clear(&a);
}

/* Two wordings, of which one is held out, whatever their texts. */
static void one_of_two(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (int i = 0; i < 100; i++) {
        struct template same[] = {
            { arena_printf(&a, "one %d", i), 0, STYLE_PLAIN, true, false },
            { arena_printf(&a, "two %d", i), 0, STYLE_PLAIN, true, false },
        };
        struct template unlike[] = { same[0], same[1] };
        struct template when[] = { same[0], same[1] };
        struct template apart[] = { same[0], same[1] };

        unlike[1].style = STYLE_TERSE;
        when[1].always = false;
        apart[1].kind = 1;
        holdout_templates(same, 2);
        holdout_templates(unlike, 2);
        holdout_templates(when, 2);
        holdout_templates(apart, 2);
        assert_int_equal(held_of(same, 2), 1);
        assert_int_equal(held_of(unlike, 2), 1);
        assert_true(!when[0].held && when[1].held);
        assert_int_equal(held_of(apart, 2), 0);
    }
    arena_clear(&a);
}

/* A text of two kinds is held out in both or in none; a wording for all kinds
 * is one of each. */
static void kinds_share_texts(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (int i = 0; i < 100; i++) {
        const char *text = arena_printf(&a, "shared %d", i);
        struct template t[] = {
            { text, 0, STYLE_PLAIN, true, false },
            { "of the first kind", 0, STYLE_PLAIN, true, false },
            { text, 1, STYLE_PLAIN, true, false },
            { "of the second kind", 1, STYLE_PLAIN, true, false },
        };
        struct template all[] = { t[0], t[1], t[3] };

        all[0].kind = -1;
        holdout_templates(t, 4);
        holdout_templates(all, 3);
        assert_int_equal(t[0].held, t[2].held);
        assert_true(t[0].held != t[1].held && t[2].held != t[3].held);
        assert_true(all[0].held != all[1].held && all[0].held != all[2].held);
    }
    arena_clear(&a);
}

/* Formulas and placeholders make no other wording. */
static void words_count_alone(void **state)
{
    struct template t[] = {
        { "Find $<a> + <b>$ for <name>.", 0, STYLE_PLAIN, true, false },
        { "Find $x - <b>$ for <name2>.", 0, STYLE_PLAIN, true, false },
        { "Compute $<a>$ for <name>.", 0, STYLE_PLAIN, true, false },
    };

    (void)state;
    holdout_templates(t, 2);
    assert_int_equal(held_of(t, 2), 0);
    holdout_templates(t, 3);
    assert_true(t[0].held == t[1].held && t[0].held != t[2].held);
}

/* ---- kinds ---- */

static void levels_keep_a_kind(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (int i = 0; i < 100; i++) {
        const char *family = arena_printf(&a, "my/family-%d", i);
        struct asked_kind two[] = { { "one", 3, false }, { "two", 3, false } };
        struct asked_kind odd[] = { { "one", 5, false }, { "two", 6, false } };
        struct asked_kind last[] = { { "one", 3, false }, { "two", 2, false } };

        holdout_kinds(family, two, 2);
        holdout_kinds(family, odd, 2);
        holdout_kinds(family, last, 2);
        assert_int_equal(two[0].held + two[1].held, 1);
        assert_true(!odd[0].held && !odd[1].held);
        assert_true(!last[0].held && last[1].held);
    }
    arena_clear(&a);
}

/* ---- a file ---- */

static const char file[] = "title: T\n"
                           "answer: integer\n"
                           "level one: L\n"
                           "level two: L\n"
                           "level few: L\n"
                           "kind sum at one\n"
                           "    draw a in 1..50\n"
                           "    key: a + 1\n"
                           "    check: key - 1 = a\n"
                           "    plain: Add one to <a>.\n"
                           "    plain: What is one more than <a>?\n"
                           "kind less at two\n"
                           "    draw a in 1..70\n"
                           "    key: a - 1\n"
                           "    check: key + 1 = a\n"
                           "    plain: Subtract one from <a>.\n"
                           "    plain: What is one less than <a>?\n"
                           "kind twice at two\n"
                           "    draw a in 1..90\n"
                           "    key: 2 * a\n"
                           "    check: key / 2 = a\n"
                           "    plain: Double <a>.\n"
                           "    plain: What is twice <a>?\n"
                           "kind same at few\n"
                           "    draw a in 1..10\n"
                           "    key: 3 * a\n"
                           "    check: key / 3 = a\n"
                           "    plain: Treble <a>.\n"
                           "    plain when a > 5: Take <a> three times.\n";

static const struct family *read_file(struct arena *a)
{
    const struct family *f = NULL;
    struct family_file *read;
    struct err e;

    if (!family_file_read(a, "t.family", file, sizeof(file) - 1, &read, &e) ||
        !family_of_file(read, &f, &e))
        fail_msg("%s", e.msg);
    return f;
}

static const struct json *knob(struct arena *a, const char *name,
                               const char *value)
{
    struct json *knobs = json_new(a, JSON_OBJECT);

    json_set(a, knobs, name, json_new_string(a, value));
    return knobs;
}

static uint64_t space_of(const struct family *f, int level,
                         const struct json *knobs)
{
    uint64_t n;
    struct err e;

    if (!family_space(f, level, knobs, &n, &e))
        fail_msg("%s", e.msg);
    return n;
}

/* The kinds of a level are divided: all its problems are in one part. */
static void a_level_is_divided(void **state)
{
    struct arena a = { 0 };
    const struct family *f = read_file(&a);
    const struct json *parts[] = { knob(&a, "kinds", "seen"),
                                   knob(&a, "kinds", "unseen") };
    const char *kinds[2] = { 0 };

    (void)state;
    assert_int_equal(space_of(f, 2, NULL), 160);
    assert_int_equal(space_of(f, 2, parts[0]) + space_of(f, 2, parts[1]), 160);
    for (int i = 0; i < 2; i++)
        for (uint64_t k = 0; k < space_of(f, 2, parts[i]); k++) {
            struct coordinates c = { f, 2, "s", k, parts[i], NULL };
            struct problem p;
            const char *kind;
            struct err e;

            if (!family_generate(&a, &c, &p, &e))
                fail_msg("%s", e.msg);
            kind = json_string(json_get(p.params, "kind"));
            assert_non_null(kind);
            kinds[i] = kinds[i] ? kinds[i] : kind;
            assert_string_equal(kinds[i], kind);
        }
    assert_string_not_equal(kinds[0], kinds[1]);
    arena_clear(&a);
}

static void what_cannot_be_held_out(void **state)
{
    struct arena a = { 0 };
    const struct family *f = read_file(&a);
    uint64_t n;
    struct err e;

    (void)state;
    assert_int_equal(space_of(f, 1, knob(&a, "kinds", "seen")), 50);
    assert_false(family_space(f, 1, knob(&a, "kinds", "unseen"), &n, &e));
    assert_string_equal(e.msg, "no kind of question is held out at level 1 of "
                               "my/t: it asks only one");
    assert_int_equal(space_of(f, 3, knob(&a, "templates", "seen")), 10);
    assert_false(family_space(f, 3, knob(&a, "templates", "unseen"), &n, &e));
    assert_string_equal(e.msg,
                        "no wording of my/t, kind same is held out: the kind "
                        "needs two wordings without a condition");
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fifth_of_many),
        cmocka_unit_test(one_of_two),
        cmocka_unit_test(kinds_share_texts),
        cmocka_unit_test(words_count_alone),
        cmocka_unit_test(levels_keep_a_kind),
        cmocka_unit_test(a_level_is_divided),
        cmocka_unit_test(what_cannot_be_held_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
