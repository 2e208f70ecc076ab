/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The values of a problem as JSON: what is written is read again, whatever is
 * malformed is refused with its reason, and numbers are found by their names.
 */
#include "family/recipe/values.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct inner {
    int64_t u;
    int64_t w[2];
};

/* Lists r and m share a count; t has its own. */
struct sample {
    int64_t n, k;
    int64_t count, r[4], m[4];
    int64_t tails, t[3];
    struct inner in;
    int64_t ws;
    struct ints long_list;
};

static const struct field fields[] = {
    SLOT(struct sample, n, -5, 5000),
    NUMBER(struct sample, k, 1, 60),
    SLOT_LIST(struct sample, r, count, 0, 99),
    LIST(struct sample, m, count, 2, 100),
    SLOT_LIST(struct sample, t, tails, INT64_MIN, INT64_MAX),
    FIELD_SLOT_OF(struct sample, in.u, "u", -9, 9),
    FIELD_LIST_OF(struct sample, in.w, "w", ws, -9, 9),
    { 0 },
};

static const struct sample full = {
    .n = 12,
    .k = 3,
    .count = 2,
    .r = { 1, 99 },
    .m = { 7, 100 },
    .tails = 3,
    .t = { INT64_MIN, 0, INT64_MAX },
    .in = { -9, { 4 } },
    .ws = 1,
};

static const char full_text[] =
    "{\"n\": 12, \"k\": 3, \"r\": [1, 99], \"m\": [7, 100], \"t\": "
    "[-9223372036854775808, 0, 9223372036854775807], \"u\": -9, \"w\": [4]}";

static struct json *parse(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    if (!json_read(a, text, strlen(text), 1, &v, &e))
        fail_msg("%s: %s", text, e.msg);
    return v;
}

static const char *text_of(struct arena *a, const struct sample *s)
{
    struct str out = str_in(a);

    json_write(&out, values_write(a, fields, s));
    return str_get(&out);
}

/* ---- writing and reading ---- */

static void written_values_are_read_again(void **state)
{
    struct arena a = { 0 };
    struct sample got = { 0 }, empty = { .n = -5, .k = 60 };
    struct err e;

    (void)state;
    assert_string_equal(text_of(&a, &full), full_text);
    assert_true(values_read(&a, parse(&a, full_text), fields, &got, &e));
    assert_memory_equal(&got, &full, sizeof(full));
    assert_string_equal(text_of(&a, &empty),
                        "{\"n\": -5, \"k\": 60, \"r\": [], \"m\": [], "
                        "\"t\": [], \"u\": 0, \"w\": []}");
    memset(&got, 0, sizeof(got));
    assert_true(
        values_read(&a, values_write(&a, fields, &empty), fields, &got, &e));
    assert_memory_equal(&got, &empty, sizeof(empty));
    arena_clear(&a);
}

static void other_members_are_left_alone(void **state)
{
    struct arena a = { 0 };
    struct sample got = { 0 };
    struct err e = { .code = ERR_NONE, .msg = "as it was" };

    (void)state;
    assert_true(values_read(
        &a,
        parse(&a, "{\"detour\": {}, \"w\": [], \"u\": 1, \"t\": [], \"m\": "
                  "[2], \"r\": [0], \"k\": 1, \"n\": 1, \"note\": null}"),
        fields, &got, &e));
    assert_int_equal(got.count, 1);
    assert_int_equal(got.m[0], 2);
    assert_string_equal(e.msg, "as it was");
    arena_clear(&a);
}

/* ---- malformed ---- */

#define N_RANGE "params: \"n\" must be a whole number from -5 to 5000"
#define R_RANGE "params: \"r\" must hold whole numbers from 0 to 99"
#define R_LIST  "params: \"r\" must be a list of at most 4 whole numbers"
#define M_RANGE "params: \"m\" must hold whole numbers from 2 to 100"
#define M_LIST  "params: \"m\" must be a list of 2 whole numbers"
#define T_LIST  "params: \"t\" must be a list of at most 3 whole numbers"
#define T_RANGE                                                     \
 "params: \"t\" must hold whole numbers from -9223372036854775808 " \
 "to 9223372036854775807"
#define W_LIST  "params: \"w\" must be a list of at most 2 whole numbers"
#define U_RANGE "params: \"u\" must be a whole number from -9 to 9"

/* One member of the full text is replaced; NULL: left out. */
static const struct {
    const char *name, *value, *message;
} spoilt[] = {
    { "n", NULL, N_RANGE },
    { "n", "null", N_RANGE },
    { "n", "true", N_RANGE },
    { "n", "\"12\"", N_RANGE },
    { "n", "12.0", N_RANGE },
    { "n", "12.5", N_RANGE },
    { "n", "1e3", N_RANGE },
    { "n", "[12]", N_RANGE },
    { "n", "{}", N_RANGE },
    { "n", "-6", N_RANGE },
    { "n", "5001", N_RANGE },
    { "n", "99999999999999999999", N_RANGE },
    { "k", "0", "params: \"k\" must be a whole number from 1 to 60" },
    { "r", NULL, R_LIST },
    { "r", "null", R_LIST },
    { "r", "1", R_LIST },
    { "r", "\"1, 2\"", R_LIST },
    { "r", "{\"a\": 1, \"b\": 2}", R_LIST },
    { "r", "[1, 2, 3, 4, 5]", R_LIST },
    { "r", "[1, 100]", R_RANGE },
    { "r", "[-1, 1]", R_RANGE },
    { "r", "[1, null]", R_RANGE },
    { "r", "[1, \"2\"]", R_RANGE },
    { "r", "[1, [2]]", R_RANGE },
    { "m", "[7]", M_LIST },
    { "m", "[7, 8, 9]", M_LIST },
    { "m", "[]", M_LIST },
    { "m", NULL, M_LIST },
    { "m", "7", M_LIST },
    { "m", "[7, 1]", M_RANGE },
    { "t", "[1, 2, 3, 4]", T_LIST },
    { "t", "[1, 9223372036854775808]", T_RANGE },
    { "u", "10", U_RANGE },
    { "w", "[1, 2, 3]", W_LIST },
};

static void malformed_values_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(spoilt) / sizeof(spoilt[0]); i++) {
        struct arena a = { 0 };
        struct json *params = json_new(&a, JSON_OBJECT);
        const struct json *honest = parse(&a, full_text);
        struct sample got = { 0 };
        struct err e;

        for (const struct json *v = honest->first; v; v = v->next)
            if (strcmp(v->name, spoilt[i].name) != 0)
                json_set(&a, params, v->name, json_copy(&a, v));
            else if (spoilt[i].value)
                json_set(&a, params, v->name, parse(&a, spoilt[i].value));
        if (values_read(&a, params, fields, &got, &e))
            fail_msg("\"%s\": %s was read", spoilt[i].name,
                     spoilt[i].value ? spoilt[i].value : "(none)");
        assert_string_equal(e.msg, spoilt[i].message);
        assert_int_equal(e.code, ERR_DOMAIN);
        arena_clear(&a);
    }
}

static void params_that_are_no_object_are_refused(void **state)
{
    static const char *const texts[] = { "[]", "null", "7", "\"n\"", "{}" };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct arena a = { 0 };
        struct sample got = { 0 };
        struct err e;

        assert_false(values_read(&a, parse(&a, texts[i]), fields, &got, &e));
        assert_string_equal(e.msg, N_RANGE);
        assert_false(values_read(&a, NULL, fields, &got, &e));
        arena_clear(&a);
    }
}

/* A list in the arena, of any length. */
static void long_lists_are_read(void **state)
{
    static const struct field long_fields[] = {
        INTS(struct sample, long_list, 0, 9), { 0 }
    };
    struct sample got = { 0 }, made = { 0 };
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct err e;

    (void)state;
    made.long_list = ints_new(&a, 500);
    for (int64_t i = 0; i < 500; i++)
        made.long_list.x[i] = i * i % 10;
    json_write(&out, values_write(&a, long_fields, &made));
    assert_true(
        values_read(&a, parse(&a, str_get(&out)), long_fields, &got, &e));
    assert_int_equal(got.long_list.n, 500);
    assert_memory_equal(got.long_list.x, made.long_list.x,
                        500 * sizeof(int64_t));
    assert_int_equal(values_count(long_fields, &got), 500);
    assert_int_equal(*values_at(long_fields, &got, 499), 1);
    assert_true(values_read(&a, parse(&a, "{\"long_list\": []}"), long_fields,
                            &got, &e));
    assert_int_equal(got.long_list.n, 0);
    assert_false(values_read(&a, parse(&a, "{\"long_list\": [1, 10]}"),
                             long_fields, &got, &e));
    assert_false(values_read(&a, parse(&a, "{\"long_list\": 1}"), long_fields,
                             &got, &e));
    arena_clear(&a);
}

/* ---- slots ---- */

static void slots_are_the_numbers_of_slot_fields(void **state)
{
    struct sample s = full;
    const int64_t *const want[] = { &s.n,    &s.r[0], &s.r[1], &s.t[0],
                                    &s.t[1], &s.t[2], &s.in.u };

    (void)state;
    assert_int_equal(values_slots(fields, &s), 7);
    for (size_t i = 0; i < 7; i++) {
        struct slot found, slot = values_slot(fields, &s, i);

        assert_ptr_equal(slot.place, want[i]);
        assert_ptr_equal((const char *)&s + slot.field->at +
                             slot.index * sizeof(int64_t),
                         want[i]);
        assert_true(values_slot_find(fields, &s, slot.field->name,
                                     (int64_t)slot.index, &found));
        assert_ptr_equal(found.place, want[i]);
        assert_ptr_equal(found.field, slot.field);
        assert_int_equal(found.index, slot.index);
    }
    s.count = 0;
    s.tails = 1;
    assert_int_equal(values_slots(fields, &s), 3);
    assert_ptr_equal(values_slot(fields, &s, 1).place, &s.t[0]);
    assert_ptr_equal(values_slot(fields, &s, 2).place, &s.in.u);
}

static void slots_that_are_none(void **state)
{
    static const struct {
        const char *name;
        int64_t index;
    } none[] = {
        { "k", 0 },    { "m", 0 },     { "n", 1 },         { "n", -1 },
        { "r", 2 },    { "r", -1 },    { "r", INT64_MAX }, { "t", 3 },
        { "w", 0 },    { "", 0 },      { "nn", 0 },        { "in.u", 0 },
        { "r[0]", 0 }, { "count", 0 },
    };
    struct sample s = full;

    (void)state;
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        struct slot slot;

        if (values_slot_find(fields, &s, none[i].name, none[i].index, &slot))
            fail_msg("%s at %lld is a slot", none[i].name,
                     (long long)none[i].index);
    }
}

/* ---- names in templates ---- */

static const int64_t *find(const char *name)
{
    return values_find(fields, &full, name, strlen(name));
}

static void numbers_by_their_names(void **state)
{
    static const char *const none[] = {
        "",      "N",    "nn",    "r",    "m",   "n[0]",  "r[2]",  "r[9]",
        "t[3]",  "r[]",  "r[0",   "r0]",  "[0]", "r[x]",  "r[-1]", "r[00]",
        "r[01]", "w[1]", "count", "in.u", "k ",  "kr[0]",
    };

    (void)state;
    assert_ptr_equal(find("n"), &full.n);
    assert_ptr_equal(find("k"), &full.k);
    assert_ptr_equal(find("r[0]"), &full.r[0]);
    assert_ptr_equal(find("r[1]"), &full.r[1]);
    assert_ptr_equal(find("m[1]"), &full.m[1]);
    assert_ptr_equal(find("t[2]"), &full.t[2]);
    assert_ptr_equal(find("u"), &full.in.u);
    assert_ptr_equal(find("w[0]"), &full.in.w[0]);
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        if (find(none[i]))
            fail_msg("\"%s\" is a number", none[i]);
    /* so many bytes of the name and no more */
    assert_ptr_equal(values_find(fields, &full, "n+>", 1), &full.n);
    assert_ptr_equal(values_find(fields, &full, "r[1]()", 4), &full.r[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_values_are_read_again),
        cmocka_unit_test(other_members_are_left_alone),
        cmocka_unit_test(malformed_values_are_refused),
        cmocka_unit_test(long_lists_are_read),
        cmocka_unit_test(params_that_are_no_object_are_refused),
        cmocka_unit_test(slots_are_the_numbers_of_slot_fields),
        cmocka_unit_test(slots_that_are_none),
        cmocka_unit_test(numbers_by_their_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
