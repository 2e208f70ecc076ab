/* SPDX-License-Identifier: Apache-2.0 */

/* The probe: what it must hold for any seed. */
#include "base/map.h"
#include "base/str.h"
#include "family/generate.h"
#include "family/pair/pair.h"
#include "family/table.h"
#include "hunt/target/probe.h"
#include "problem/canonical.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct probe_case {
    struct arena arena;
    struct problem *p;
    size_t n;
};

static void make(struct probe_case *c, const struct probe_options *o)
{
    struct err e;

    *c = (struct probe_case){ 0 };
    if (!probe_make(&c->arena, o, &c->p, &c->n, &e))
        fail_msg("%s", e.msg);
}

static const char *knob(const struct problem *p, const char *name)
{
    const char *s = json_string(json_get(p->knobs, name));

    assert_non_null(s);
    return s;
}

static size_t count_knob(const struct probe_case *c, const char *name,
                         const char *value)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        n += str_eq(knob(&c->p[i], name), value);
    return n;
}

/* ---- what is in it ---- */

/* Problems of each family at each level, and in how many pairs it is. */
struct inventory {
    size_t levels[128][8], in_pairs[128];
    struct map pairs; /* name -> problems */
};

static size_t place_of(const char *name, size_t n)
{
    for (size_t i = 0; i < family_count(); i++)
        if (strlen(family_at(i)->name) == n &&
            memcmp(family_at(i)->name, name, n) == 0)
            return i;
    fail_msg("no family %s", name);
    return 0;
}

static void take_stock(const struct probe_case *c, struct inventory *v)
{
    memset(v, 0, sizeof(*v));
    for (size_t i = 0; i < c->n; i++) {
        const char *name = c->p[i].family, *plus = strchr(name, '+');
        bool added;

        if (!plus) {
            v->levels[place_of(name, strlen(name))][c->p[i].level]++;
            continue;
        }
        ++*map_put(&v->pairs, name, strlen(name), &added);
        if (added) {
            size_t x = place_of(name, (size_t)(plus - name));
            size_t y = place_of(plus + 1, strlen(plus + 1));

            assert_true(x != y);
            v->in_pairs[x]++;
            v->in_pairs[y]++;
        }
    }
}

static void check_stock(const struct inventory *v)
{
    size_t least = 99, most = 0;

    for (size_t i = 0; i < family_count(); i++) {
        size_t want = family_at(i)->n_levels > 0
                          ? 12 / (size_t)family_at(i)->n_levels
                          : 0;

        if (!family_at(i)->recipe) {
            assert_int_equal(v->in_pairs[i], 0);
            want = 0;
        } else {
            least = v->in_pairs[i] < least ? v->in_pairs[i] : least;
            most = v->in_pairs[i] > most ? v->in_pairs[i] : most;
        }
        for (int l = 1; l <= family_at(i)->n_levels; l++)
            assert_int_equal(v->levels[i][l], want);
    }
    assert_true(least >= 1 && most <= 2); /* 120 places for 79 families */
    assert_int_equal(v->pairs.n, 60);
    for (size_t i = 0; i < v->pairs.n; i++)
        assert_int_equal(v->pairs.entries[i].value, 8);
}

static void check_knobs(const struct probe_case *c)
{
    static const char *const words[] = { "plain", "paraphrase", "terse",
                                         "wordy", "story" };
    static const char *const half[] = { "distractors", "digits", "steps" };

    for (size_t i = 0; i < 5; i++) {
        size_t n = count_knob(c, "wording", words[i]);

        assert_in_range(n * 100 / c->n, 15, 25);
    }
    for (size_t i = 0; i < 3; i++) {
        assert_in_range(count_knob(c, half[i], "0") * 100 / c->n, 44, 58);
        assert_true(count_knob(c, half[i], "1") * 100 / c->n >= 12);
        assert_true(count_knob(c, half[i], "2") * 100 / c->n >= 12);
    }
    assert_true(count_knob(c, "distractors", "3") * 100 / c->n >= 12);
    assert_true(count_knob(c, "steps", "3") * 100 / c->n >= 12);
    assert_int_equal(count_knob(c, "digits", "3"), 0);
}

/* Does wording say anything of the other knobs? Each cell should hold about
 * the product of its margins. */
static void check_independence(const struct probe_case *c)
{
    static const char *const words[] = { "plain", "paraphrase", "terse",
                                         "wordy", "story" };

    for (size_t w = 0; w < 5; w++) {
        size_t n = 0, zero = 0, level[5] = { 0 };

        for (size_t i = 0; i < c->n; i++) {
            if (!str_eq(knob(&c->p[i], "wording"), words[w]))
                continue;
            n++;
            zero += str_eq(knob(&c->p[i], "distractors"), "0");
            level[c->p[i].level]++;
        }
        assert_in_range(zero * 100 / n, 35, 65);
        for (int l = 1; l <= 3; l++)
            assert_in_range(level[l] * 100 / n, 19, 46);
    }
}

static void check_problems(const struct probe_case *c)
{
    struct map forms = { 0 }, places = { 0 };
    struct str form = { 0 };

    for (size_t i = 0; i < c->n; i++) {
        const struct problem *p = &c->p[i];
        struct arena a = { 0 };
        struct err e;
        struct coordinates at = { family_named(&a, p->family, &e),
                                  p->level,
                                  p->seed,
                                  p->index,
                                  p->knobs,
                                  NULL };
        struct problem again;
        const char *place = arena_printf(&a, "%s %llu", p->family,
                                         (unsigned long long)p->index);
        bool added;

        str_reset(&form);
        canonical_statement(&form, p->statement);
        map_put(&forms, str_get(&form), form.n, &added);
        if (!added)
            fail_msg("%s is there twice", p->id);
        map_put(&places, place, strlen(place), &added);
        assert_true(added);
        if (i % 7 == 0) {
            assert_true(family_generate(&a, &at, &again, &e));
            assert_string_equal(again.id, p->id);
            assert_string_equal(again.statement, p->statement);
        }
        arena_clear(&a);
    }
    str_clear(&form);
    map_clear(&forms);
    map_clear(&places);
}

static void the_default_probe(void **state)
{
    static const char *const seeds[] = { "1", "2", "x-y.z" };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct probe_options o = probe_defaults;
        struct inventory v;
        struct probe_case c;

        o.seed = seeds[i];
        make(&c, &o);
        assert_int_equal(c.n, 79 * 12 + 60 * 8);
        take_stock(&c, &v);
        check_stock(&v);
        check_knobs(&c);
        check_independence(&c);
        check_problems(&c);
        map_clear(&v.pairs);
        arena_clear(&c.arena);
    }
}

/* ---- same options, same problems ---- */

static void add_lines(struct str *out, const struct probe_options *o)
{
    struct probe_case c;

    make(&c, o);
    for (size_t i = 0; i < c.n; i++)
        problem_write(out, &c.p[i]);
    arena_clear(&c.arena);
}

/* Levels and knobs outside of the range do not occur; those inside do. */
static void problems_of_a_range(void **state)
{
    static const char *const fixed[] = { "wording", "steps" };
    struct probe_options o = { 3, 6, 4, "7", { 2, fixed, 2, false, false }, 2 };
    struct probe_case c;
    bool digits = false, second = false;

    (void)state;
    make(&c, &o);
    for (size_t i = 0; i < c.n; i++) {
        const struct problem *p = &c.p[i];

        assert_in_range(p->level, 1, 2);
        assert_string_equal(knob(p, "wording"), "plain");
        assert_string_equal(knob(p, "steps"), "0");
        digits = digits || !str_eq(knob(p, "digits"), "0");
        second = second || p->level == 2;
    }
    assert_true(digits && second);
    arena_clear(&c.arena);
}

static void same_options_same_problems(void **state)
{
    struct probe_options o = { 3, 10, 4, "7", { 0 }, 2 };
    struct str x = { 0 }, y = { 0 }, z = { 0 };

    (void)state;
    add_lines(&x, &o);
    add_lines(&y, &o);
    assert_string_equal(str_get(&x), str_get(&y));
    o.seed = "8";
    add_lines(&z, &o);
    assert_string_not_equal(str_get(&x), str_get(&z));
    str_clear(&x);
    str_clear(&y);
    str_clear(&z);
}

/* Each seed has pairs of its own. */
static void pairs_follow_the_seed(void **state)
{
    struct probe_options o = { 0, 20, 1, "7", { 0 }, 2 };
    struct probe_case x, y;
    size_t same = 0;

    (void)state;
    make(&x, &o);
    o.seed = "8";
    make(&y, &o);
    assert_int_equal(x.n, 20);
    for (size_t i = 0; i < 20; i++)
        for (size_t k = 0; k < 20; k++)
            same += str_eq(x.p[i].family, y.p[k].family);
    assert_true(same < 4);
    arena_clear(&x.arena);
    arena_clear(&y.arena);
}

/* Many pairs: all different, all families alike. */
static void many_pairs_are_balanced(void **state)
{
    struct probe_options o = { 0, 400, 1, "7", { 0 }, 2 };
    struct inventory v;
    struct probe_case c;
    size_t least = 999, most = 0;

    (void)state;
    make(&c, &o);
    take_stock(&c, &v);
    assert_int_equal(v.pairs.n, 400);
    for (size_t i = 0; i < family_count(); i++) {
        if (!family_at(i)->recipe)
            continue;
        least = v.in_pairs[i] < least ? v.in_pairs[i] : least;
        most = v.in_pairs[i] > most ? v.in_pairs[i] : most;
    }
    assert_true(least >= 9 && most <= 12); /* 800 / 79 = 10.1 */
    map_clear(&v.pairs);
    arena_clear(&c.arena);
}

static void what_cannot_be_made(void **state)
{
    struct probe_options o = probe_defaults;
    struct arena a = { 0 };
    struct problem *p;
    struct err e;
    size_t n = 7;

    (void)state;
    o.seed = "two words";
    assert_false(probe_make(&a, &o, &p, &n, &e));
    assert_int_equal(e.code, ERR_USAGE);
    o = probe_defaults;
    o.singles = SIZE_MAX / 2;
    assert_false(probe_make(&a, &o, &p, &n, &e));
    assert_int_equal(e.code, ERR_USAGE);
    o.singles = PROBE_MOST / 79;
    o.pairs = o.pair_problems = 1000;
    assert_false(probe_make(&a, &o, &p, &n, &e));
    assert_int_equal(e.code, ERR_USAGE);
    assert_int_equal(n, 7);
    o.singles = o.pairs = 0;
    assert_true(probe_make(&a, &o, &p, &n, &e));
    assert_int_equal(n, 0);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_probe),
        cmocka_unit_test(problems_of_a_range),
        cmocka_unit_test(same_options_same_problems),
        cmocka_unit_test(pairs_follow_the_seed),
        cmocka_unit_test(many_pairs_are_balanced),
        cmocka_unit_test(what_cannot_be_made),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
