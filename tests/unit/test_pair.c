/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Pairs: the names that have a card and the reasons why others have none, and
 * what the check of a pair takes and refuses, by one problem that was made by
 * hand and spoilt in every place. tests/prop/prop_pairs.c makes many.
 */
#include "base/str.h"
#include "family/generate.h"
#include "family/pair/pair.h"
#include "family/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

#define FIVE "concept/crt+concept/crt+concept/crt+concept/crt+concept/crt"
#define TEN  FIVE "+" FIVE

/* ---- names ---- */

static void names_that_have_no_card(void **state)
{
    static const struct {
        const char *name, *message;
    } cases[] = {
        { "", "there is no family \"\"" },
        { "concept/nothing", "there is no family \"concept/nothing\"" },
        { "+", "there is no family \"\"" },
        { "concept/crt+", "there is no family \"\"" },
        { "+concept/crt", "there is no family \"\"" },
        { "concept/crt++concept/crt", "there is no family \"\"" },
        { "concept/crt +concept/crt", "there is no family \"concept/crt \"" },
        { "concept/crt+concept/nothing",
          "there is no family \"concept/nothing\"" },
        { "concept/nothing+concept/crt",
          "there is no family \"concept/nothing\"" },
        { "concept/crt+mathador",
          "mathador cannot be part of a chain: only concept families can" },
        { "mathador+concept/crt",
          "mathador cannot be part of a chain: only concept families can" },
        { TEN "+concept/crt", "a chain has at most 10 families" },
        { TEN "+concept/nothing", "there is no family \"concept/nothing\"" },
        { "concept/decimals+concept/crt",
          "concept/decimals can only come last: its answer (decimal) does not "
          "give a number for the next problem" },
        { "concept/crt+concept/decimals+concept/crt",
          "concept/decimals can only come last: its answer (decimal) does not "
          "give a number for the next problem" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena a = { 0 };
        struct err e;

        if (family_named(&a, cases[i].name, &e))
            fail_msg("\"%s\" has a card", cases[i].name);
        assert_string_equal(e.msg, cases[i].message);
        assert_int_equal(e.code, ERR_USAGE);
        arena_clear(&a);
    }
}

static void single_families_have_their_own_card(void **state)
{
    struct arena a = { 0 };
    struct err e;

    (void)state;
    for (size_t i = 0; i < family_count(); i++) {
        assert_ptr_equal(family_named(&a, family_at(i)->name, &e),
                         family_at(i));
        assert_null(family_at(i)->pair);
    }
    arena_clear(&a);
}

static size_t count_concepts(const struct family *f)
{
    size_t n = 0;

    while (n < FAMILY_CONCEPTS && f->concepts[n])
        n++;
    return n;
}

static bool has_concept(const struct family *f, const char *name)
{
    for (size_t i = 0; i < count_concepts(f); i++)
        if (str_eq(f->concepts[i], name))
            return true;
    return false;
}

static void cards_of_pairs(void **state)
{
    struct arena a = { 0 };
    struct err e;
    const struct family *crt = family_find("concept/crt");
    const struct family *roots = family_find("concept/quadratic-roots");
    const struct family *f =
        family_named(&a, "concept/crt+concept/quadratic-roots", &e);
    uint64_t space = 1;

    (void)state;
    assert_non_null(f);
    assert_string_equal(f->name, "concept/crt+concept/quadratic-roots");
    assert_string_equal(
        f->title, arena_printf(&a, "%s, then %s", crt->title, roots->title));
    assert_int_equal(f->answer, roots->answer);
    assert_int_equal(f->version,
                     PAIR_VERSION - 2 + crt->version + roots->version);
    assert_true(f->pair->n == 2 && f->pair->parts[0] == crt &&
                f->pair->parts[1] == roots && !f->recipe);
    assert_true(family_space(f, 1, NULL, &space, &e) && space == 0);
    assert_true(f->make == pair_make && f->check == pair_check);
    assert_true(
        f->n_levels ==
        (crt->n_levels < roots->n_levels ? crt->n_levels : roots->n_levels));
    for (int i = 0; i < f->n_levels; i++)
        assert_string_equal(f->levels[i].doc,
                            arena_printf(&a, "%s; then %s", crt->levels[i].doc,
                                         roots->levels[i].doc));
    for (size_t i = 0; i < FAMILY_KNOBS && crt->knobs[i].name; i++)
        assert_true(!family_knob_find(f, crt->knobs[i].name) ==
                    !family_knob_find(roots, crt->knobs[i].name));
    for (size_t i = 0; i < count_concepts(crt); i++)
        assert_true(has_concept(f, crt->concepts[i]));
    for (size_t i = 0; i < count_concepts(roots); i++)
        assert_true(has_concept(f, roots->concepts[i]));
    arena_clear(&a);
}

static void cards_of_chains(void **state)
{
    struct arena a = { 0 };
    struct err e;
    const struct family *crt = family_find("concept/crt");
    const struct family *f =
        family_named(&a, "concept/crt+concept/crt+concept/decimals", &e);

    (void)state;
    assert_non_null(f);
    assert_int_equal(f->pair->n, 3);
    assert_int_equal(f->answer, ANSWER_DECIMAL);
    f = family_named(&a, "concept/crt+concept/crt", &e);
    assert_int_equal(count_concepts(f), count_concepts(crt)); /* each once */
    f = family_named(&a, TEN, &e);
    assert_non_null(f);
    assert_int_equal(f->pair->n, 10);
    arena_clear(&a);
}

/* ---- the check ---- */

/* x = 2 (3), 3 (5), 2 (7) is 23, and C(23, 3) is 1771; C(24, 3) is 2024. */
static const char honest[] =
    "{\"parts\": [{\"family\": \"concept/crt\", "
    "\"params\": {\"kind\": \"triple\", \"r\": [2, 3, 2], \"m\": [3, 5, 7]}, \"key\": \"23\"}, "
    "{\"family\": \"concept/combinations\", \"params\": {\"kind\": \"pure\", "
    "\"n\": 23, \"k\": 3}, \"key\": \"1771\", "
    "\"slot\": \"n\", \"at\": 0, \"modulus\": 0, \"plus\": 0, "
    "\"capacity\": 23, \"other\": {\"answer\": 24, \"key\": \"2024\"}}]}";

#define HANGS \
 "error: part 2: params: a part does not say how it hangs on the one before"
#define ENTERS  "no: the number that enters part 2 is not "
#define DEPENDS "no: it is not shown that part 2 depends on the answer before"
#define PART_1  "error: params: part 1 must have \"key\" and be of concept/crt"
#define PART_2 \
 "error: params: part 2 must have \"key\" and be of concept/combinations"
#define PARTS "error: params must hold 2 \"parts\""

/* A piece of the text, what stands there instead, and what the check says;
 * verdicts that end in ":" are followed by words of the family's own. */
static const struct {
    const char *was, *is, *says;
} changes[] = {
    { "}]}", "}]}", "yes: each part's second road" },
    /* the first key and its values */
    { "\"key\": \"23\"", "\"key\": \"24\"", "no: part 1:" },
    { "\"key\": \"23\"", "\"key\": \"128\"", "no: part 1:" },
    { "[2, 3, 2]", "[2, 3, 3]", "no: part 1:" },
    { "[2, 3, 2]", "[2, 3]", "no: part 1:" },
    { "[3, 5, 7]", "[3, 5, 1]", "no: part 1:" },
    { "[3, 5, 7]", "null",
      "error: part 1: params: \"m\" must be a whole number or a list" },
    { "{\"kind\": \"triple\", \"r\": [2, 3, 2], \"m\": [3, 5, 7]}", "7",
      "error: part 1: params: \"kind\" must be a kind of the family" },
    /* the number that enters */
    { "\"n\": 23", "\"n\": 24", "no: part 2:" },
    { "\"n\": 23, \"k\": 3}, \"key\": \"1771\"",
      "\"n\": 24, \"k\": 3}, \"key\": \"2024\"", ENTERS "24" },
    { "\"k\": 3", "\"k\": 4", "no: part 2:" },
    { "\"n\": 23", "\"n\": 0", "no: part 2:" },
    { "\"slot\": \"n\"", "\"slot\": \"k\"", ENTERS "3" },
    /* the link: 23 = 7 * 3 + 2 */
    { "\"modulus\": 0, \"plus\": 0, \"capacity\": 23",
      "\"modulus\": 7, \"plus\": 21, \"capacity\": 7",
      "yes: each part's second road" },
    { "\"modulus\": 0, \"plus\": 0, \"capacity\": 23",
      "\"modulus\": 7, \"plus\": 21, \"capacity\": 8",
      "no: the link to part 2 does not carry 8 values" },
    { "\"capacity\": 23", "\"capacity\": 0", "yes: each part's second road" },
    { "\"capacity\": 23", "\"capacity\": 24",
      "no: the link to part 2 does not carry 24 values" },
    { "\"capacity\": 23", "\"capacity\": -1",
      "no: the link to part 2 does not carry 0 values" },
    { "\"capacity\": 23, ", "", HANGS },
    { "\"modulus\": 0, \"plus\": 0", "\"modulus\": 0, \"plus\": 1",
      ENTERS "23" },
    { "\"modulus\": 0", "\"modulus\": 7", ENTERS "23" },
    { "\"modulus\": 0, \"plus\": 0", "\"modulus\": 8, \"plus\": 21",
      ENTERS "23" },
    { "\"modulus\": 0, \"plus\": 0", "\"modulus\": 7, \"plus\": 20",
      ENTERS "23" },
    { "\"modulus\": 0", "\"modulus\": -7", HANGS },
    { "\"modulus\": 0", "\"modulus\": 2000000000000001", HANGS },
    { "\"modulus\": 0", "\"modulus\": \"0\"", HANGS },
    { "\"modulus\": 0, ", "", HANGS },
    { "\"plus\": 0, ", "", HANGS },
    { "\"plus\": 0", "\"plus\": -2000000000000001", HANGS },
    { "\"slot\": \"n\", ", "", HANGS },
    { "\"slot\": \"n\"", "\"slot\": \"m\"", HANGS },
    { "\"slot\": \"n\"", "\"slot\": 0", HANGS },
    { "\"at\": 0, ", "", HANGS },
    { "\"at\": 0", "\"at\": 1", HANGS },
    { "\"at\": 0", "\"at\": -1", HANGS },
    /* the other key */
    { "\"key\": \"2024\"", "\"key\": \"1771\"", DEPENDS },
    { "\"key\": \"2024\"", "\"key\": \"2025\"", DEPENDS },
    { "\"answer\": 24", "\"answer\": 23", DEPENDS },
    { "\"answer\": 24, \"key\": \"2024\"", "\"answer\": 23, \"key\": \"1771\"",
      DEPENDS },
    { "\"answer\": 24", "\"answer\": 25", DEPENDS },
    { "\"answer\": 24", "\"answer\": 100001", DEPENDS },
    { "\"answer\": 24", "\"answer\": 0", DEPENDS },
    { "0, \"plus\": 0, \"capacity\": 23, \"other\": {\"answer\": 24, \"key\": "
      "\"2024\"}",
      "7, \"plus\": 21, \"capacity\": 7, \"other\": {\"answer\": 30, \"key\": "
      "\"1771\"}",
      DEPENDS }, /* 30 leaves the remainder of 23 */
    { "\"answer\": 24, ", "", HANGS },
    { "\"answer\": 24", "\"answer\": 2000000000000001", HANGS },
    { ", \"key\": \"2024\"", "", HANGS },
    { "{\"answer\": 24, \"key\": \"2024\"}", "null", HANGS },
    { ", \"other\": {\"answer\": 24, \"key\": \"2024\"}", "", HANGS },
    /* the parts */
    { "\"parts\"", "\"part\"", PARTS },
    { "{\"family\": \"concept/crt\"", "{}, {\"family\": \"concept/crt\"",
      PARTS },
    { "concept/crt", "concept/phi", PART_1 },
    { "\"family\": \"concept/crt\", ", "", PART_1 },
    { ", \"key\": \"23\"", "", PART_1 },
    { "\"key\": \"23\"", "\"key\": 23", PART_1 },
    { "concept/combinations", "concept/crt", PART_2 },
    { ", \"key\": \"1771\"", "", PART_2 },
    /* a detour of the first part */
    { "}]}",
      "}], \"detour\": {\"of\": \"r\", \"at\": 1, \"start\": 1, \"then\": "
      "[\"+2\"]}}",
      "yes: each part's second road" },
    { "}]}",
      "}], \"detour\": {\"of\": \"r\", \"at\": 1, \"start\": 1, \"then\": "
      "[\"+3\"]}}",
      "error: params: \"detour\" gives 4 for \"r\", not 3" },
    { "}]}", "}], \"detour\": 7}", "error: params: \"detour\" is malformed" },
};

static const char *say(struct arena *a, const char *params, const char *key)
{
    static const char *const names[] = { "no", "yes", "unknown" };
    struct problem p = { .id = "case" };
    struct check_finding found = { .by = "", .detail = "" };
    enum truth holds = TRUTH_UNKNOWN;
    const struct family *f;
    struct json *v;
    struct err e;

    f = family_named(a, "concept/crt+concept/combinations", &e);
    assert_non_null(f);
    if (!json_read(a, params, strlen(params), 1, &v, &e))
        fail_msg("%s: %s", params, e.msg);
    p.params = v;
    if (key)
        problem_set_key(a, &p, f->answer, key);
    if (!f->check(f, a, &p, &holds, &found, &e))
        return arena_printf(a, "error: %s", e.msg);
    return arena_printf(a, "%s: %s", names[holds],
                        holds == TRUTH_YES ? found.by : found.detail);
}

/* The text with a piece of it replaced, which must stand there once unless it
 * is its end. */
static const char *changed(struct arena *a, const char *was, const char *is)
{
    const char *at = strstr(honest, was);

    assert_non_null(at);
    assert_true(strlen(was) < 4 || !strstr(at + 1, was));
    return arena_printf(a, "%.*s%s%s", (int)(at - honest), honest, is,
                        at + strlen(was));
}

static void spoilt_pairs_are_refused(void **state)
{
    size_t failed = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(changes); i++) {
        struct arena a = { 0 };
        const char *params = changed(&a, changes[i].was, changes[i].is);
        /* the key of the problem goes with that of its last part */
        const char *key =
            strstr(params, "\"key\": \"1771\", \"slot\"") ? "1771" : "2024";
        const char *got = say(&a, params, key);

        if (!str_starts(got, changes[i].says)) {
            print_error("%s -> %s:\n  %s, not\n  %s\n", changes[i].was,
                        changes[i].is, got, changes[i].says);
            failed++;
        }
        arena_clear(&a);
    }
    assert_int_equal(failed, 0);
}

static void the_key_is_the_last_part_s(void **state)
{
    static const char *const others[] = { "2024", "23", "1771 ", "", NULL };
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(say(&a, honest, "1771"),
                        "yes: each part's second road");
    for (size_t i = 0; i < COUNT(others); i++)
        assert_string_equal(say(&a, honest, others[i]),
                            "no: the key is not the last part's");
    assert_string_equal(say(&a, "{}", "1771"), PARTS);
    assert_string_equal(say(&a, "[]", "1771"), PARTS);
    assert_string_equal(say(&a, "{\"parts\": {}}", "1771"), PARTS);
    assert_string_equal(say(&a, "{\"parts\": [1, 2]}", "1771"), PART_1);
    arena_clear(&a);
}

/* C(10, 3) = C(10, 7) = 120: at 7 the second part has the key that it has
 * anyway, at 4 it has not. */
static void a_key_that_stays_shows_nothing(void **state)
{
    static const char fmt[] =
        "{\"parts\": [{\"family\": \"concept/crt\", "
        "\"params\": {\"kind\": \"triple\", \"r\": [0, 3, 3], \"m\": [3, 5, 7]}, \"key\": \"3\"}, "
        "{\"family\": \"concept/combinations\", \"params\": {\"kind\": \"pure\", "
        "\"n\": 10, \"k\": 3}, \"key\": "
        "\"120\", \"slot\": \"k\", \"at\": 0, \"modulus\": 0, \"plus\": 0, "
        "\"capacity\": 3, \"other\": {\"answer\": %d, \"key\": \"%d\"}}]}";
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(say(&a, arena_printf(&a, fmt, 4, 210), "120"),
                        "yes: each part's second road");
    assert_string_equal(say(&a, arena_printf(&a, fmt, 7, 120), "120"), DEPENDS);
    arena_clear(&a);
}

/* ---- hard/chain ---- */

/* The families of its chains are drawn; whoever raises the version of one of
 * them changes bytes of these problems, too, and must raise theirs. */
static void version_of_drawn_chains(void **state)
{
    const struct family *f = family_find("hard/chain");
    struct arena a = { 0 };
    struct str texts = str_in(&a);
    int version = PAIR_VERSION - 1;

    (void)state;
    for (uint64_t k = 0; k < 40; k++) { /* each has ten of 32 families */
        struct coordinates c = { f, 5, "version", k, NULL, NULL };
        struct problem p;
        struct err e;

        assert_true(family_draw(&a, &c, 0, &p, &e));
        json_write(&texts, p.params);
    }
    for (size_t i = 0; i < family_count(); i++)
        if (strstr(str_get(&texts),
                   arena_printf(&a, "\"%s\"", family_at(i)->name)))
            version += family_at(i)->version - 1;
    assert_int_equal(f->version, version);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_have_no_card),
        cmocka_unit_test(single_families_have_their_own_card),
        cmocka_unit_test(cards_of_pairs),
        cmocka_unit_test(cards_of_chains),

        cmocka_unit_test(spoilt_pairs_are_refused),
        cmocka_unit_test(the_key_is_the_last_part_s),
        cmocka_unit_test(a_key_that_stays_shows_nothing),
        cmocka_unit_test(version_of_drawn_chains),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
