/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The JSON lines of `assay grade`: what is read, what is refused with which
 * words, what is written. The judge itself is test_grade.c's business: pairs
 * here are plain numbers.
 */
#include "base/json.h"
#include "grade/jsonl.h"
#include "grade/request.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* The line as `assay grade` answers it. */
static const char *answer(struct arena *a, const char *text, bool strict)
{
    struct str out = str_in(a);
    struct jsonl_line l;

    jsonl_judge(a, text, strlen(text), 12, NULL, &l);
    jsonl_write(&out, &l, strict);
    return str_get(&out);
}

static const struct json *parsed(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    if (!json_read(a, text, strlen(text), 1, &v, &e))
        fail_msg("%s in: %s", e.msg, text);
    return v;
}

/* ---- what is written ---- */

static void test_fields(void **state)
{
    static const char *const order[] = { "id",     "verdict", "by",
                                         "why",    "rule",    "extracted",
                                         "span",   "key",     "answer",
                                         "strict", "lenient", "work" };
    struct arena a = { 0 };
    const struct json *v =
        parsed(&a, answer(&a,
                          "{\"id\": 7, \"gold\": \"42\", \"response\": "
                          "\"\xc3\x89t is \\\\boxed{42}.\"}",
                          false));
    const struct json *m = v->first;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(order); i++, m = m->next) {
        assert_non_null(m);
        assert_string_equal(m->name, order[i]);
    }
    assert_null(m);
    assert_string_equal(json_string(json_get(v, "verdict")), "correct");
    assert_string_equal(json_string(json_get(v, "rule")), "boxed");
    assert_string_equal(json_string(json_get(v, "extracted")), "42");
    /* In characters, not in bytes. */
    assert_string_equal(json_get(v, "span")->first->text, "13");
    assert_string_equal(json_get(v, "span")->first->next->text, "15");
    assert_string_equal(json_string(json_get(v, "strict")), "correct");
    assert_int_equal(json_get(v, "work")->type, JSON_NUMBER);
    arena_clear(&a);
}

/* A witness stands between answer and strict; what is not there is null. */
static void test_write(void **state)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct jsonl_line l = {
        .id = "\"a\"",
        .result = { .strict = { VERDICT_WRONG, "s", "strict \"why\"" },
                    .lenient = { VERDICT_CORRECT, "l", "lenient" },
                    .witness = "x = 2",
                    .work = UINT64_MAX },
    };

    (void)state;
    jsonl_write(&out, &l, false);
    assert_string_equal(
        str_get(&out),
        "{\"id\": \"a\", \"verdict\": \"correct\", \"by\": \"l\", \"why\": "
        "\"lenient\", \"rule\": null, \"extracted\": null, \"span\": null, "
        "\"key\": null, "
        "\"answer\": null, \"witness\": \"x = 2\", \"strict\": \"wrong\", "
        "\"lenient\": \"correct\", \"work\": 18446744073709551615}");
    str_reset(&out);
    jsonl_write(&out, &l, true);
    assert_non_null(strstr(str_get(&out), "\"verdict\": \"wrong\", \"by\": "
                                          "\"s\", \"why\": \"strict "
                                          "\\\"why\\\"\""));
    arena_clear(&a);
}

/* The id comes back as it was: numbers keep their digits. */
static void test_ids(void **state)
{
    static const struct {
        const char *given, *back;
    } ids[] = {
        { "\"id\": 7, ", "{\"id\": 7, " },
        { "\"id\": 1.50e3, ", "{\"id\": 1.50e3, " },
        { "\"id\": 123456789012345678901234567890, ",
          "{\"id\": 123456789012345678901234567890, " },
        { "\"id\": \"a\\nb\\u00e9\", ", "{\"id\": \"a\\nb\xc3\xa9\", " },
        { "\"id\": \"\", ", "{\"id\": \"\", " },
        { "\"id\": null, ", "{\"id\": 12, " },
        { "", "{\"id\": 12, " },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        const char *text = arena_printf(
            &a, "{%s\"gold\": \"1\", \"answer\": \"1\"}", ids[i].given);
        const char *said = answer(&a, text, false);

        if (!str_starts(said, ids[i].back))
            fail_msg("%s -> %s", text, said);
        assert_non_null(strstr(said, "\"verdict\": \"correct\""));
    }
    arena_clear(&a);
}

/* ---- what is read ---- */

static struct jsonl_line judged(struct arena *a, const char *text)
{
    struct jsonl_line l;

    jsonl_judge(a, text, strlen(text), 12, NULL, &l);
    if (l.failed)
        fail_msg("%s: %s", text, l.err.msg);
    return l;
}

static void test_gold(void **state)
{
    struct arena a = { 0 };
    struct jsonl_line l;

    (void)state;
    l = judged(&a, "{\"key\": \"42\", \"response\": \"43\"}");
    assert_string_equal(l.request.gold, "42");
    assert_false(l.request.gold_number || l.request.extracted);
    assert_int_equal(l.result.lenient.verdict, VERDICT_WRONG);
    l = judged(&a, "{\"gold\": 51.0, \"answer\": 51.0}");
    assert_string_equal(l.request.gold, "51.0");
    assert_true(l.request.gold_number && l.request.extracted);
    l = judged(&a, "{\"key\": {\"kind\": \"integer\", \"latex\": \"157\", "
                   "\"source\": \"157.\"}, \"answer\": \"157\", \"params\": "
                   "{\"a\": 3}, \"statement\": \"?\"}");
    assert_string_equal(l.request.gold, "157");
    assert_true(l.request.has_kind && l.request.kind == ANSWER_INTEGER);
    assert_int_equal(l.request.symbols_n, 0);
    l = judged(&a, "{\"key\": {\"latex\": \"157\"}, \"response\": null, "
                   "\"kind\": null}");
    assert_false(l.request.has_kind);
    assert_int_equal(l.result.lenient.verdict, VERDICT_NO_ANSWER);
    assert_int_equal(l.result.strict.verdict, VERDICT_NO_ANSWER);
    l = judged(&a, "{\"keys\": [{\"name\": \"sum\", \"latex\": \"3\"}, "
                   "{\"latex\": \"4\", \"kind\": \"integer\"}], "
                   "\"answer\": \"3; 4\"}");
    assert_string_equal(l.request.gold, "sum: 3; 4");
    assert_int_equal(l.request.gold_n, 9);
    l = judged(&a, "{\"gold\": \"3\", \"answer\": null}");
    assert_int_equal(l.result.lenient.verdict, VERDICT_NO_ANSWER);
    arena_clear(&a);
}

static void check_symbols(const char *params, const char *joined)
{
    struct arena a = { 0 };
    struct str got = str_in(&a);
    struct jsonl_line l = judged(
        &a, arena_printf(&a, "{\"gold\": 1, \"answer\": 1, \"params\": %s}",
                         params));

    for (size_t i = 0; i < l.request.symbols_n; i++)
        str_addf(&got, "%s|", l.request.symbols[i]);
    if (!str_eq(str_get(&got), joined))
        fail_msg("%s: %s, not %s", params, str_get(&got), joined);
    arena_clear(&a);
}

static void test_params(void **state)
{
    (void)state;
    check_symbols("[\"x\", \"\\\\epsilon\"]", "x|\\epsilon|");
    check_symbols("\"$x; \\\\epsilon$\"", "x|\\epsilon|");
    check_symbols("\"$x$; $t_{1,2}$ ,y\"", "x|t_{1,2}|y|");
    check_symbols("\"x\"", "x|");
    check_symbols("\" ; $$ ;,\"", "");
    check_symbols("\"\"", "");
    check_symbols("[]", "");
    check_symbols("null", "");
    check_symbols("\"x}}; y\"", "x}}|y|");
}

static void test_choices(void **state)
{
    struct arena a = { 0 };
    struct jsonl_line l;

    (void)state;
    l = judged(&a, "{\"gold\": \"B\", \"answer\": \"B\", \"choices\": "
                   "[\"red\", 12]}");
    assert_int_equal(l.request.choices_n, 2);
    assert_string_equal(l.request.choices[1], "12");
    l = judged(&a, "{\"gold\": \"B\", \"answer\": \"B\", \"choices\": {\"b\": "
                   "\"blue\", \"A\": \"red\", \"C\": 3}}");
    assert_int_equal(l.request.choices_n, 3);
    assert_string_equal(l.request.choices[0], "red");
    assert_string_equal(l.request.choices[1], "blue");
    arena_clear(&a);
}

static void test_tolerance(void **state)
{
    static const struct {
        const char *given, *read; /* NULL: refused */
    } rows[] = {
        { "0.01", "0.01" },     { "1", "1" },      { "1%", "1%" },
        { " 2.5 % ", "2.5%" },  { "5\\%", "5%" },  { "1e-06", "0.000001" },
        { "2.5E-3", "0.0025" }, { "1e3", "1000" }, { "12.5e1", "125" },
        { ".5", "0.5" },        { "5.", "5" },     { "0", "0" },
        { "", NULL },           { "%", NULL },     { "-1", NULL },
        { "1e", NULL },         { "1e999", NULL }, { "1/2", NULL },
        { "1,5", NULL },        { "0.01x", NULL }, { ".", NULL },
        { "nan", NULL },        { "1%%", NULL },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct grade_request r = { 0 };
        struct err e;
        bool ok = request_set_tolerance(&a, &r, rows[i].given, &e);

        if (ok != (rows[i].read != NULL) ||
            (ok && !str_eq(r.tolerance, rows[i].read)))
            fail_msg("\"%s\": %s", rows[i].given, ok ? r.tolerance : e.msg);
    }
    arena_clear(&a);
}

/* A line's own options go before those of the command. */
static void test_defaults(void **state)
{
    struct grade_request defaults = {
        .has_kind = true, .kind = ANSWER_SET, .digits = 9, .tolerance = "0.5"
    };
    struct jsonl_rules rules = { .defaults = &defaults };
    const char *plain = "{\"gold\": 1, \"answer\": 1}";
    const char *own = "{\"gold\": 1, \"answer\": 1, \"kind\": \"integer\", "
                      "\"tolerance\": \"1%\"}";
    struct arena a = { 0 };
    struct jsonl_line l;

    (void)state;
    jsonl_judge(&a, plain, strlen(plain), 1, &rules, &l);
    assert_true(l.request.kind == ANSWER_SET && l.request.digits == 9);
    assert_string_equal(l.request.tolerance, "0.5");
    jsonl_judge(&a, own, strlen(own), 1, &rules, &l);
    assert_true(l.request.kind == ANSWER_INTEGER && l.request.digits == 9);
    assert_string_equal(l.request.tolerance, "1%");
    arena_clear(&a);
}

/* ---- what is refused ---- */

static const struct {
    const char *line, *said;
    size_t column;
} refused[] = {
    { "", "expected a value, found the end", 1 },
    { "[1]", "a line must be an object", 1 },
    { "{\"gold\": 1}", "\"response\" is missing; give the reply as", 1 },
    { "{\"answer\": 1}", "\"gold\" is missing; give the key as", 1 },
    { "{\"gold\": 1, \"key\": 1, \"answer\": 1}",
      "two names for the same field", 20 },
    { "{\"gold\": 1, \"answer\": 1, \"response\": 1}", "are both given", 23 },
    { "{\"gold\": true, \"answer\": 1}", "\"gold\" must be a string, a number",
      10 },
    { "{\"gold\": null, \"answer\": 1}", "\"gold\" must be a string, a number",
      10 },
    { "{\"key\": {\"kind\": \"set\"}, \"answer\": 1}", "without a string", 9 },
    { "{\"key\": {\"latex\": \"1\", \"kind\": \"sett\"}, \"answer\": 1}",
      "there is no answer kind \"sett\"; the kinds are integer, ", 32 },
    { "{\"keys\": [], \"answer\": 1}", "an array of a problem's keys", 10 },
    { "{\"keys\": [{\"name\": \"x\", \"latex\": \"3\"}, {\"name\": \"x\", "
      "\"latex\": \"4\"}], \"answer\": 1}",
      "two values of \"keys\" have the name \"x\"", 40 },
    { "{\"keys\": [{\"latex\": 3}], \"answer\": 1}",
      "\"keys\" must contain objects", 11 },
    { "{\"gold\": 1, \"answer\": [1]}",
      "\"answer\" must be a string, a number or null, not an array", 23 },
    { "{\"gold\": 1, \"answer\": 1, \"kind\": 3}",
      "\"kind\" must be the name of a kind", 34 },
    { "{\"gold\": 1, \"answer\": 1, \"params\": 3}",
      "\"params\" must be an array", 36 },
    { "{\"gold\": 1, \"answer\": 1, \"params\": [[]]}",
      "\"params\" must contain strings, not an array", 37 },
    { "{\"gold\": 1, \"answer\": 1, \"choices\": \"red\"}",
      "\"choices\" must be an array", 37 },
    { "{\"gold\": 1, \"answer\": 1, \"choices\": {\"A\": 1, \"C\": 2}}",
      "must be A, B, C ..., each once; \"C\" does not fit", 51 },
    { "{\"gold\": 1, \"answer\": 1, \"choices\": {\"A\": 1, \"a\": 2}}",
      "each once", 51 },
    { "{\"gold\": 1, \"answer\": 1, \"choices\": {\"red\": 1}}",
      "\"red\" does not fit", 45 },
    { "{\"gold\": 1, \"answer\": 1, \"choices\": [1,2,3,4,5,6,7,8,9,0,1,2,3,4,"
      "5,6,7,8,9,0,1,2,3,4,5,6,7]}",
      "has 27 items", 37 },
    { "{\"gold\": 1, \"answer\": 1, \"tolerance\": \"some\"}",
      "\"some\" is not a tolerance; write", 39 },
    { "{\"gold\": 1, \"answer\": 1, \"tolerance\": [1]}",
      "\"tolerance\" must be a number", 39 },
    { "{\"gold\": 1, \"answer\": 1, \"id\": {}}",
      "\"id\" must be a string or a number, not an object", 32 },
    { "{\"gold\": 1, \"gold\": 2, \"answer\": 1}",
      "the name \"gold\" occurs twice", 20 },
};

static void test_refused(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        const char *text = refused[i].line;
        struct jsonl_line l;

        jsonl_judge(&a, text, strlen(text), 12, NULL, &l);
        if (!l.failed || !strstr(l.err.msg, refused[i].said) ||
            l.err.line != 12 || l.err.column != refused[i].column)
            fail_msg("%s: %zu:%zu: %s", text, l.err.line, l.err.column,
                     l.failed ? l.err.msg : "not refused");
        arena_reset(&a);
    }
    arena_clear(&a);
}

static void test_error_line(void **state)
{
    struct arena a = { 0 };
    const struct json *v;

    (void)state;
    assert_string_equal(answer(&a, "{\"gold\": tru", false),
                        "{\"id\": 12, \"error\": \"expected a JSON value\"}");
    v = parsed(&a, answer(&a, "{\"id\": \"x\", \"gold\": 1}", true));
    assert_string_equal(json_string(json_get(v, "id")), "x");
    assert_int_equal(v->count, 2);
    arena_clear(&a);
}

/* Bytes that are no text: refused or judged, and the output is JSON. */
static void test_hostile(void **state)
{
    struct arena a = { 0 };
    char line[64];

    (void)state;
    for (int c = 0; c < 256; c++) {
        struct str out = str_in(&a);
        struct jsonl_line l;
        size_t n = (size_t)snprintf(line, sizeof(line),
                                    "{\"id\": \"?\", \"gold\": \"1?\", "
                                    "\"answer\": \"?\"}");

        for (size_t i = 0; i < n; i++)
            line[i] = line[i] == '?' ? (char)c : line[i];
        jsonl_judge(&a, line, n, 1, NULL, &l);
        jsonl_write(&out, &l, false);
        parsed(&a, str_get(&out));
        arena_reset(&a);
    }
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),    cmocka_unit_test(test_write),
        cmocka_unit_test(test_ids),       cmocka_unit_test(test_gold),
        cmocka_unit_test(test_params),    cmocka_unit_test(test_choices),
        cmocka_unit_test(test_tolerance), cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_error_line),
        cmocka_unit_test(test_hostile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
