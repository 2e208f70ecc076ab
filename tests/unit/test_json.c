/* SPDX-License-Identifier: Apache-2.0 */

/*
 * JSON: what is read, what is refused and where, what is written; and YAML,
 * which is read into the same values.
 */
#include "base/json.h"
#include "base/limits.h"
#include "base/yaml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Text, and what it is written back as, or "line:column: message". */
struct example {
    const char *text, *want;
};

typedef bool read_fn(struct arena *a, const char *text, size_t n,
                     struct json **out, struct err *e);

static bool read_json(struct arena *a, const char *text, size_t n,
                      struct json **out, struct err *e)
{
    return json_read(a, text, n, 1, out, e);
}

static void run(read_fn *read, const struct example *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct arena a = { 0 };
        struct str got = str_in(&a);
        struct json *v;
        struct err e;

        if (read(&a, x[i].text, strlen(x[i].text), &v, &e))
            json_write(&got, v);
        else
            str_addf(&got, "%zu:%zu: %s", e.line, e.column, e.msg);
        if (strcmp(str_get(&got), x[i].want) != 0)
            fail_msg("%s\ngives %s\nnot   %s", x[i].text, str_get(&got),
                     x[i].want);
        arena_clear(&a);
    }
}

#define RUN(read, x) run(read, x, sizeof(x) / sizeof((x)[0]))

static void reads_values(void **state)
{
    static const struct example x[] = {
        { "null", "null" },
        { " [ true , false ] ", "[true, false]" },
        { "{}", "{}" },
        { "{\"a\":[],\"b\":{\"c\":\"d\"}}",
          "{\"a\": [], \"b\": {\"c\": \"d\"}}" },
        /* numbers stay as they were written */
        { "[27.0, -0, 1e5, 1E+5, 0.10]", "[27.0, -0, 1e5, 1E+5, 0.10]" },
        { "123456789012345678901234567890", "123456789012345678901234567890" },
        { "\"\\\\frac{1}{2}\"", "\"\\\\frac{1}{2}\"" },
        { "\"\\u00e9\\u4e2d\\ud83d\\ude00\"",
          "\"\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80\"" },
        { "\"\\b\\f\\n\\r\\t\\/\\\"\"", "\"\\b\\f\\n\\r\\t/\\\"\"" },
        { "\"\\u0001\\u001f\\u007f\"", "\"\\u0001\\u001f\\u007f\"" },
        /* NUL and halves of pairs cannot be kept */
        { "\"a\\u0000b\"", "\"a\xef\xbf\xbd"
                           "b\"" },
        { "\"\\ud800\"", "\"\xef\xbf\xbd\"" },
        { "\"\\ud800\\u0041\"", "\"\xef\xbf\xbd"
                                "A\"" },
        { "\"\\ude00x\"", "\"\xef\xbf\xbdx\"" },
    };

    (void)state;
    RUN(read_json, x);
}

static void refuses_with_line_and_column(void **state)
{
    static const struct example x[] = {
        { "", "1:1: expected a value, found the end" },
        { "[1, 2", "1:6: expected \",\" or \"]\" in an array" },
        { "[1,]", "1:4: expected a JSON value" },
        { "{\"a\" 1}", "1:6: expected \":\" after a name" },
        { "{a: 1}", "1:2: expected a name in double quotes" },
        { "{\"a\": 1,\n \"b\": }", "2:7: expected a JSON value" },
        { "{\"a\": 1, \"a\": 2}",
          "1:14: the name \"a\" occurs twice in one object" },
        { "1 2", "1:3: text after the end of the value" },
        { "01", "1:1: this is not a JSON number" },
        { "-", "1:1: this is not a JSON number" },
        { "1.", "1:1: this is not a JSON number" },
        { "1e", "1:1: this is not a JSON number" },
        { "NaN", "1:1: expected a JSON value" },
        { "'a'", "1:1: expected a JSON value" },
        { "\"abc", "1:5: the string is not closed" },
        { "\"a\nb\"", "1:3: a control character in a string must be escaped" },
        { "\"\\frac\" \"", "1:9: text after the end of the value" },
        { "\"\\sqrt\"", "1:3: unknown escape in a string; write a backslash of "
                        "LaTeX as \\\\" },
        { "\"\\u12g4\"", "1:4: expected four hexadecimal digits after \\u" },
        { "\"\xff\"", "1:2: the text is not valid UTF-8" },
        /* columns count characters, not bytes */
        { "[\"\xc3\xa9\xc3\xa9\", x]", "1:8: expected a JSON value" },
        { "[1,\n2,\n  oops]", "3:3: expected a JSON value" },
    };

    (void)state;
    RUN(read_json, x);
}

static void depth_and_number_have_ceilings(void **state)
{
    struct arena a = { 0 };
    struct str text = str_in(&a);
    struct json *v;
    struct err e;

    (void)state;
    for (int i = 0; i < LIMIT_JSON_DEPTH; i++)
        str_addc(&text, '[');
    for (int i = 0; i < LIMIT_JSON_DEPTH; i++)
        str_addc(&text, ']');
    assert_true(json_read(&a, text.s, text.n, 1, &v, &e));
    str_reset(&text);
    for (int i = 0; i < 1000000; i++)
        str_addc(&text, '[');
    assert_false(json_read(&a, text.s, text.n, 1, &v, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    assert_int_equal(e.column, LIMIT_JSON_DEPTH + 1);
    str_reset(&text);
    for (size_t i = 0; i <= LIMIT_JSON_NUMBER; i++)
        str_addc(&text, '7');
    assert_false(json_read(&a, text.s, text.n, 1, &v, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    arena_clear(&a);
}

/* An object of 300,000 names: quadratic work would take minutes. */
static void large_objects_are_linear(void **state)
{
    struct arena a = { 0 };
    struct str text = { 0 };
    struct json *v;
    struct err e;

    (void)state;
    str_addc(&text, '{');
    for (int i = 0; i < 300000; i++)
        str_addf(&text, "%s\"name%d\": %d", i ? ", " : "", i, i);
    str_addc(&text, '}');
    assert_true(json_read(&a, text.s, text.n, 1, &v, &e));
    assert_int_equal(v->count, 300000);
    text.n--; /* and the last name again */
    str_add(&text, ", \"name77\": 0}");
    assert_false(json_read(&a, text.s, text.n, 1, &v, &e));
    assert_non_null(strstr(e.msg, "\"name77\" occurs twice"));
    str_clear(&text);
    arena_clear(&a);
}

static void looking_and_needing(void **state)
{
    static const char text[] = "{\"n\": 5, \"f\": 5.0, \"s\": \"x\",\n"
                               " \"big\": 99999999999999999999, \"z\": null}";
    struct arena a = { 0 };
    struct json *v;
    struct err e;
    const char *s = "untouched";
    int64_t n = 7;

    (void)state;
    assert_true(json_read(&a, text, sizeof(text) - 1, 10, &v, &e));
    assert_true(json_need_int64(v, "n", JSON_REQUIRED, &n, &e) && n == 5);
    assert_true(json_need_int64(v, "none", JSON_OPTIONAL, &n, &e) && n == 5);
    assert_true(json_need_string(v, "z", JSON_OPTIONAL, &s, &e));
    assert_string_equal(s, "untouched");
    assert_false(json_need_int64(v, "f", JSON_REQUIRED, &n, &e));
    assert_string_equal(e.msg,
                        "the field \"f\" must be a whole number, not 5.0");
    assert_false(json_need_int64(v, "big", JSON_REQUIRED, &n, &e));
    assert_int_equal(e.line, 11);
    assert_false(json_need_string(v, "n", JSON_REQUIRED, &s, &e));
    assert_false(json_need_string(v, "gone", JSON_REQUIRED, &s, &e));
    assert_string_equal(e.msg, "the field \"gone\" is missing");
    assert_int_equal(e.line, 10);
    assert_string_equal(json_get(v, "s")->text, "x");
    assert_null(json_get(v, "t"));
    arena_clear(&a);
}

static void copies_are_equal_and_apart(void **state)
{
    static const char text[] = "{\"a\": [1, {\"b\": \"c\"}], \"d\": true}";
    struct arena a = { 0 }, b = { 0 };
    struct json *v, *w;
    struct err e;

    (void)state;
    assert_true(json_read(&a, text, sizeof(text) - 1, 1, &v, &e));
    w = json_copy(&b, v);
    assert_true(json_equal(v, w));
    json_push(w->first, json_new_int(&b, 2));
    assert_false(json_equal(v, w));
    assert_int_equal(v->first->count, 2);
    arena_clear(&a);
    assert_string_equal(w->first->first->text, "1");
    arena_clear(&b);
}

static void no_text_is_null(void **state)
{
    struct arena a = { 0 };
    struct str out = { 0 };

    (void)state;
    assert_int_equal(json_new_text(&a, NULL)->type, JSON_NULL);
    assert_string_equal(json_string(json_new_text(&a, "")), "");
    json_write_text(&out, NULL);
    json_write_text(&out, "x");
    assert_string_equal(str_get(&out), "null\"x\"");
    str_clear(&out);
    arena_clear(&a);
}

static void writer_never_emits_bad_utf8(void **state)
{
    struct str out = { 0 };

    (void)state;
    json_write_string(&out, "a\xff\xc3"
                            "b\xe2\x82");
    assert_string_equal(out.s, "\"a\xef\xbf\xbd\xef\xbf\xbd"
                               "b\xef\xbf\xbd"
                               "\xef\xbf\xbd\"");
    str_clear(&out);
}

static void yaml_reads_the_core_schema(void **state)
{
    static const struct example x[] = {
        { "", "null" },
        { "a: 1\nb: [x, \"2\", 3.5, ~, true, False]\n",
          "{\"a\": 1, \"b\": [\"x\", \"2\", 3.5, null, true, false]}" },
        { "- |\n  two\n  lines\n- >\n  one\n  line\n",
          "[\"two\\nlines\\n\", \"one line\\n\"]" },
        { "a: 010\nb: 0x1f\nc: .5\nd: 1e5\ne: yes\n",
          "{\"a\": \"010\", \"b\": \"0x1f\", \"c\": \".5\", \"d\": 1e5, "
          "\"e\": \"yes\"}" },
        { "a:\n", "{\"a\": null}" },
        { "a: 1\na: 2\n", "2:1: this name occurs twice" },
        { "a: &x 1\nb: *x\n", "1:7: anchors and tags are not supported" },
        { "a: *x\n", "1:5: aliases are not supported" },
        { "--- 1\n--- 2\n",
          "2:5: the file must hold exactly one YAML document" },
        { "? [a]\n: 1\n", "1:3: a name must be plain text" },
        { "a: [1, 2", "2:1: flow sequence without a closing bracket" },
        { "a: \"\xff\"", "1:5: the text is not valid UTF-8" },
        { "a: 1\nb: \xc3\xa9\x01", "2:5: a control character" },
        /* on this one libfyaml 0.7.12 never returns */
        { "%\"a\": [2e\",\xa0trua, nl", "1:12: the text is not valid UTF-8" },
    };

    (void)state;
    RUN(yaml_read, x);
}

/* Names are not compared with all before them: in that way this takes a
 * minute. */
static void yaml_reads_many_names(void **state)
{
    struct arena a = { 0 };
    struct str text = { 0 };
    struct json *v;
    struct err e;

    (void)state;
    for (int i = 0; i < 50000; i++)
        str_addf(&text, "name%d: 1\n", i);
    assert_true(yaml_read(&a, str_get(&text), text.n, &v, &e));
    assert_int_equal(v->count, 50000);
    str_add(&text, "name49998: 2\n");
    assert_false(yaml_read(&a, str_get(&text), text.n, &v, &e));
    assert_int_equal(e.line, 50001);
    str_clear(&text);
    arena_clear(&a);
}

#define LENIENT_MOST 64

static bool read_lenient(struct arena *a, const char *text, size_t n,
                         struct json **out, struct err *e)
{
    return json_read_lenient(a, text, n, LENIENT_MOST, out, e);
}

/* What servers send; the strict reader takes none of it. */
static void lenient_reads_more(void **state)
{
    static const struct example x[] = {
        { "{\"a\": 1, \"b\": 2, \"a\": [3]}", "{\"a\": [3], \"b\": 2}" },
        { "{\"a\": {\"x\": 1}, \"a\": {\"x\": 2, \"x\": 3}, \"c\": 4}",
          "{\"a\": {\"x\": 3}, \"c\": 4}" },
        { "[NaN, Infinity, -Infinity, -NaN, nan, inf, -inf]",
          "[null, null, null, null, null, null, null]" },
        { "[\"a\nb\tc\x01\"]", "[\"a\\nb\\tc\\u0001\"]" },
        { "{\"a\": 1}data: [DONE]", "{\"a\": 1}" },
        { "[1]\n{", "[1]" },
        { "{} x", "1:4: text after the end of the value" },
        { "404 page not found", "1:5: text after the end of the value" },
        { "[-]", "1:3: expected a JSON value" },
        { "[Nan]", "1:2: expected a JSON value" },
        { "[1,]", "1:4: expected a JSON value" },
        { "{\"a\" 1}", "1:6: expected \":\" after a name" },
    };
    struct example strict[] = { { "[NaN]", "1:2: expected a JSON value" },
                                { "[-inf]", "1:2: this is not a JSON number" },
                                { "{} x",
                                  "1:4: text after the end of the value" } };

    (void)state;
    RUN(read_lenient, x);
    RUN(read_json, strict);
}

static void lenient_has_ceilings(void **state)
{
    struct arena a = { 0 };
    struct str text = str_in(&a);
    const struct json *v;
    struct json *out;
    struct err e;

    (void)state;
    str_add(&text, "{\"x\": 0");
    for (int i = 0; i < LENIENT_MOST - 2; i++) /* a map, and names twice */
        str_addf(&text, ", \"%d\": %d", i % 40, i);
    str_add(&text, "}");
    assert_true(read_lenient(&a, text.s, text.n, &out, &e));
    assert_int_equal(out->count, 41);
    v = json_get(out, "3");
    assert_string_equal(v->text, "43");
    assert_string_equal(json_get(out, "39")->text, "39");
    text.s[text.n - 1] = ',';
    str_add(&text, "\"y\": 1}");
    assert_false(read_lenient(&a, text.s, text.n, &out, &e));
    assert_int_equal(e.code, ERR_LIMIT);

    str_reset(&text);
    str_add(&text, "[1");
    for (size_t i = 0; i < LIMIT_JSON_NUMBER; i++)
        str_addc(&text, '0');
    str_add(&text, ", \"a");
    str_addc(&text, '\0');
    str_add(&text, "b\"]");
    assert_true(read_lenient(&a, text.s, text.n, &out, &e));
    assert_int_equal(out->first->type, JSON_NULL);
    assert_string_equal(out->last->text, "a?b");
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_values),
        cmocka_unit_test(refuses_with_line_and_column),
        cmocka_unit_test(depth_and_number_have_ceilings),
        cmocka_unit_test(large_objects_are_linear),
        cmocka_unit_test(looking_and_needing),
        cmocka_unit_test(copies_are_equal_and_apart),
        cmocka_unit_test(no_text_is_null),
        cmocka_unit_test(writer_never_emits_bad_utf8),
        cmocka_unit_test(lenient_reads_more),
        cmocka_unit_test(lenient_has_ceilings),
        cmocka_unit_test(yaml_reads_the_core_schema),
        cmocka_unit_test(yaml_reads_many_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
