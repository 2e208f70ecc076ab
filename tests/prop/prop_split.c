/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Splits, over every level of every card: equal problems have one place,
 * whatever seed, wording and knobs made them, so that no two splits share a
 * problem; and every tenth has about a tenth.
 */
#include "../lib/places.h"
#include "../lib/rounds.h"
#include "base/map.h"
#include "base/rng.h"
#include "family/audit.h"
#include "family/split.h"
#include "problem/canonical.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Settings beside the defaults; those that a card does not know are passed
 * over. `words`: they leave the mathematics alone. */
static const struct setting {
    const char *name, *value;
    bool words;
} settings[] = {
    { NULL, NULL, true },         { "wording", "story", true },
    { "wording", "terse", true }, { "distractors", "2", true },
    { "steps", "2", true },       { "digits", "1", false },
    { "digits", "2", false },     { "disguise", "trap", false },
    { "disguise", "none", true }, { "shots", "2", true },
    { "prompt", "brief", true },  { "mathador", "any", false },
    { "target", "1..50", false }, { "theme", "prices", false },
    { "range", "1..30", false },  { "measure", "distinct", false },
};

#define SETTINGS (sizeof(settings) / sizeof(settings[0]))

/* The knobs of a setting; NULL: the card does not know it. */
static const struct json *knobs_of(struct arena *a, const struct family *f,
                                   const struct setting *s)
{
    const struct knob *k = s->name ? family_knob_find(f, s->name) : NULL;
    struct json *knobs = json_new(a, JSON_OBJECT);

    if (s->name && (!k || !knob_allows(k, s->value)))
        return NULL;
    if (s->name)
        json_set(a, knobs, s->name, json_new_string(a, s->value));
    return knobs;
}

static bool draw(struct arena *a, const struct place *at, const char *seed,
                 uint64_t index, const struct json *knobs, struct problem *p)
{
    struct coordinates c = { .family = at->family,
                             .level = at->level,
                             .seed = seed,
                             .index = index,
                             .knobs = knobs->count ? knobs : NULL };
    struct err e;

    return family_draw(a, &c, 0, p, &e);
}

/* ---- equal problems have one place ---- */

struct placing {
    struct map params, statements; /* hash -> place + 1 */
    uint64_t met;                  /* forms that were met before */
    uint64_t tenth[10], n;         /* problems of the default knobs */
};

static void put(struct placing *t, struct map *m, struct hash128 form,
                uint32_t place, const struct problem *p)
{
    bool added;
    size_t *was = map_put(m, &form, sizeof(form), &added);

    if (added)
        *was = (size_t)place + 1;
    else
        t->met++;
    if (*was != (size_t)place + 1)
        fail_msg("%s has the form of a problem in another place", p->id);
}

static uint32_t put_both(struct placing *t, const struct problem *p)
{
    uint32_t place = split_place(p);
    struct canonical form;

    canonical_problem(&form, p);
    put(t, &t->params, form.params, place, p);
    put(t, &t->statements, form.statement, place, p);
    return place;
}

/* One index under one seed, in all settings. Returns false if the level has no
 * such index. */
static bool put_index(struct placing *t, const struct place *at,
                      const char *seed, uint64_t index)
{
    struct arena a = { 0 };
    uint32_t first = 0;
    bool any = false;

    for (size_t i = 0; i < SETTINGS; i++) {
        const struct json *knobs = knobs_of(&a, at->family, &settings[i]);
        struct problem p;
        uint32_t place;

        if (!knobs || !draw(&a, at, seed, index, knobs, &p))
            continue;
        place = put_both(t, &p);
        first = i ? first : place;
        any = any || i == 0;
        if (settings[i].words && place != first)
            fail_msg("%s: other words have another place", p.id);
    }
    if (any) {
        t->tenth[(uint64_t)first * 10 >> 32]++;
        t->n++;
    }
    arena_clear(&a);
    return any;
}

static void equal_problems_have_one_place(void **state)
{
    static const char *const seeds[] = { "left", "right" };
    const struct place *at = *state;
    struct placing t = { 0 };

    for (size_t s = 0; s < 2; s++)
        for (uint64_t i = 0; i < at->count; i++)
            put_index(&t, at, seeds[s], i);
    assert_true(t.n > 0);
    print_message("# figure: %s level %d: %llu of %llu forms met again, each "
                  "in its place\n",
                  at->family->name, at->level, (unsigned long long)t.met,
                  (unsigned long long)(t.params.n + t.met));
    map_clear(&t.params);
    map_clear(&t.statements);
}

/* ---- every tenth has about a tenth ---- */

/* Five and a half standard deviations around the mean; with 300 problems and
 * more none may be empty. */
static void tenths_are_even(void **state)
{
    const struct place *at = *state;
    uint64_t n = rounds_of(120, 4000), drawn = 0, tenth[10] = { 0 };

    for (uint64_t i = 0; i < n; i++) {
        struct arena a = { 0 };
        const struct json *knobs = knobs_of(&a, at->family, &settings[0]);
        struct problem p;

        if (draw(&a, at, "even", i, knobs, &p)) {
            tenth[(uint64_t)split_place(&p) * 10 >> 32]++;
            drawn++;
        }
        arena_clear(&a);
    }
    for (size_t i = 0; i < 10; i++) {
        double mean = (double)drawn / 10, off = (double)tenth[i] - mean;

        if (off * off > 30.25 * 0.9 * mean || (drawn >= 300 && !tenth[i]))
            fail_msg("%s level %d: split %zu/10 has %llu of %llu",
                     at->family->name, at->level, i + 1,
                     (unsigned long long)tenth[i], (unsigned long long)drawn);
    }
}

/* ---- coordinates ---- */

static bool is_cheap(const struct place *at)
{
    return !at->family->draws_again;
}

/* A problem is made in the splits that have it, as it is without a split, and
 * the audit knows another for a lie. */
static void a_problem_is_in_one_tenth(void **state)
{
    const struct place *at = *state;
    struct arena a = { 0 };
    struct problem p, q;
    int in = 0;

    place_generate(&a, at, "tenth", 0, NULL, &p);
    for (int k = 1; k <= 10; k++) {
        struct coordinates c = { .family = at->family,
                                 .level = at->level,
                                 .seed = "tenth",
                                 .split = arena_printf(&a, "%d/10", k) };
        struct err e;

        if (!family_generate(&a, &c, &q, &e)) {
            assert_int_equal(e.code, ERR_OUTSIDE);
            continue;
        }
        in++;
        assert_string_equal(q.statement, p.statement);
        assert_string_equal(q.id, arena_printf(&a, "%s;split=%d/10", p.id, k));
        assert_int_equal(audit_problem(&a, &q).status, AUDIT_HOLDS);
        q.split = arena_printf(&a, "%d/10", k % 10 + 1);
        q.id = arena_printf(&a, "%s;split=%s", p.id, q.split);
        assert_int_equal(audit_problem(&a, &q).status, AUDIT_FAILS);
    }
    assert_int_equal(in, 1);
    arena_clear(&a);
}

static uint64_t count_for(const struct family *f, size_t n_places)
{
    (void)n_places;
    return rounds_of(f->depth ? 2 : 3, 1000);
}

static const struct property properties[] = {
    { "equal problems have one place", equal_problems_have_one_place, NULL },
    { "tenths are even", tenths_are_even, NULL },
    { "a problem is in one tenth", a_problem_is_in_one_tenth, is_cheap },
    { 0 },
};

/* ---- the line from 0 to 1 ---- */

static struct split split_of(const char *text)
{
    struct split s;

    if (!split_read(text, &s))
        fail_msg("%s is no split", text);
    return s;
}

static void parts_divide_the_line(void **state)
{
    struct split test = split_of("test"), train = split_of("train");
    struct split tenth = split_of("1/10"), half = split_of("1/2");
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("line", 4));
    for (int i = 0; i < 2000; i++) {
        uint32_t place = i == 0   ? 0
                         : i == 1 ? UINT32_MAX
                                  : (uint32_t)rng_u64(&r);
        uint32_t of = (uint32_t)rng_range(&r, 1, SPLIT_PARTS);
        int in = 0;

        for (uint32_t k = 1; k <= of; k++)
            in += split_has(&(struct split){ k, k, of }, place);
        assert_int_equal(in, 1);
        assert_int_equal(split_has(&test, place), split_has(&tenth, place));
        assert_int_equal(split_has(&train, place), !split_has(&test, place));
        assert_true(!split_has(&test, place) || split_has(&half, place));
    }
}

static void splits_have_one_spelling(void **state)
{
    static const char *const none[] = { "",      "0/10",  "11/10", "1/0",
                                        "1/",    "/10",   "01/10", "1/010",
                                        "1/10 ", "-1/10", "Test",  "1/1001",
                                        "tests", "1",     "1/10/2" };
    struct split s;

    (void)state;
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        if (split_read(none[i], &s))
            fail_msg("\"%s\" was read", none[i]);
    s = split_of("1000/1000");
    assert_int_equal(s.first, 1000);
    s = split_of("1/1");
    assert_true(split_has(&s, UINT32_MAX));
}

int main(void)
{
    const struct CMUnitTest line[] = {
        cmocka_unit_test(parts_divide_the_line),
        cmocka_unit_test(splits_have_one_spelling),
    };
    int failed = cmocka_run_group_tests_name("line", line, NULL, NULL);

    return failed + places_run("splits", properties, NULL, count_for);
}
