/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Requests and replies as data: fields, paths and cookies by tables, and what
 * is refused.
 */
#include "serve/http/http.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ---- fields ---- */

/* Writes fields as "name=value|name=value|", or the error. */
static const char *form_of(struct arena *a, const char *text, size_t n)
{
    struct str out = str_in(a);
    struct http_fields f;
    struct err e;

    if (!http_read_form(a, text, n, &f, &e))
        return arena_strdup(a, e.msg);
    for (size_t i = 0; i < f.n; i++)
        str_addf(&out, "%s=%s|", f.items[i].name, f.items[i].value);
    return str_get(&out);
}

static void test_form(void **state)
{
    static const struct {
        const char *text, *fields;
    } table[] = {
        { "", "" },
        { "a=1", "a=1|" },
        { "a=1&b=2", "a=1|b=2|" },
        { "a=1&a=2", "a=1|a=2|" },
        { "a", "a=|" },
        { "a=", "a=|" },
        { "=1", "=1|" },
        { "&&a=1&&", "a=1|" },
        { "a=1=2", "a=1=2|" },
        { "a=%20x+y%2B", "a= x y+|" },
        { "a=%0D%0A%09", "a=\r\n\t|" },
        { "a%3Db=c%26d", "a=b=c&d|" },
        { "x=%c3%A9&y=\xc3\xa9", "x=\xc3\xa9|y=\xc3\xa9|" },
        { "x=%F0%9D%94%B8", "x=\xf0\x9d\x94\xb8|" },
        { "a=%", "field 1 has a percent sign without two hex digits" },
        { "a=%4", "field 1 has a percent sign without two hex digits" },
        { "b&a=%4&c", "field 2 has a percent sign without two hex digits" },
        { "a=%4g", "field 1 has a percent sign without two hex digits" },
        { "a=%-1", "field 1 has a percent sign without two hex digits" },
        { "%=1", "field 1 has a percent sign without two hex digits" },
        { "a=%00", "field 1 has a NUL" },
        { "%00=a", "field 1 has a NUL" },
        { "a=\xff", "field 1 has bytes that are not UTF-8" },
        { "a=%C3&b=%A9", "field 1 has bytes that are not UTF-8" },
        { "a=%C0%AF", "field 1 has bytes that are not UTF-8" },
        { "a=%ED%A0%80", "field 1 has bytes that are not UTF-8" },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        assert_string_equal(form_of(&a, table[i].text, strlen(table[i].text)),
                            table[i].fields);
    assert_string_equal(form_of(&a, "a=x\0y", 5), "field 1 has a NUL");
    assert_string_equal(form_of(&a, "a=%41", 4),
                        "field 1 has a percent sign without two hex digits");
    arena_clear(&a);
}

static void test_many_fields(void **state)
{
    struct arena a = { 0 };
    struct str text = str_in(&a);
    struct http_fields f;
    struct err e;

    (void)state;
    for (int i = 0; i < HTTP_FIELDS_MOST; i++)
        str_addf(&text, "%sf%d=%d", i > 0 ? "&" : "", i, i);
    assert_true(http_read_form(&a, text.s, text.n, &f, &e));
    assert_int_equal(f.n, HTTP_FIELDS_MOST);
    assert_string_equal(f.items[99].name, "f99");
    assert_string_equal(f.items[99].value, "99");
    str_add(&text, "&x");
    assert_false(http_read_form(&a, text.s, text.n, &f, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    arena_clear(&a);
}

/* ---- paths ---- */

static const char *path_of(struct arena *a, const char *text)
{
    const char *path;
    struct err e;

    return http_read_path(a, text, &path, &e) ? path : arena_strdup(a, e.msg);
}

static void test_path(void **state)
{
    static const struct {
        const char *text, *path;
    } table[] = {
        { "/", "/" },
        { "/entries/12", "/entries/12" },
        { "/a%20b+c", "/a b+c" },
        { "/%C3%A9", "/\xc3\xa9" },
        { "/a..b/.c/c.", "/a..b/.c/c." },
        { "/...", "/..." },
        { "", "the path does not begin with a slash" },
        { "*", "the path does not begin with a slash" },
        { "http://x/", "the path does not begin with a slash" },
        { "/..", "the path has a part that consists only of dots" },
        { "/a/../b", "the path has a part that consists only of dots" },
        { "/%2e%2E/b", "the path has a part that consists only of dots" },
        { "/a/.%2e", "the path has a part that consists only of dots" },
        { "/./a", "the path has a part that consists only of dots" },
        { "/a%2Fb", "the path has an escaped slash" },
        { "/a%2fb", "the path has an escaped slash" },
        { "/a\\b", "the path has a character that is not allowed in a path" },
        { "/a%5Cb", "the path has a character that is not allowed in a path" },
        { "/a%0d%0ab",
          "the path has a character that is not allowed in a path" },
        { "/%7f", "the path has a character that is not allowed in a path" },
        { "/%00", "the path has a NUL" },
        { "/%ff", "the path has bytes that are not UTF-8" },
        { "/%zz", "the path has a percent sign without two hex digits" },
        { "/a%2", "the path has a percent sign without two hex digits" },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        assert_string_equal(path_of(&a, table[i].text), table[i].path);
    arena_clear(&a);
}

static void test_long_path(void **state)
{
    char text[HTTP_PATH_MOST + 2];
    struct arena a = { 0 };
    const char *path;
    struct err e;

    (void)state;
    memset(text, 'a', sizeof(text));
    text[0] = '/';
    text[HTTP_PATH_MOST] = '\0';
    assert_true(http_read_path(&a, text, &path, &e));
    text[HTTP_PATH_MOST] = 'a';
    text[HTTP_PATH_MOST + 1] = '\0';
    assert_false(http_read_path(&a, text, &path, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    arena_clear(&a);
}

/* ---- headers ---- */

static const char *cookie_of(struct arena *a, const char *header,
                             const char *name)
{
    struct http_field field = { "cookie", header };
    struct http_request r = { .arena = a, .headers = { &field, 1 } };
    const char *value = http_cookie(&r, name);

    return value ? value : "none";
}

static void test_cookie(void **state)
{
    static const struct {
        const char *header, *value;
    } table[] = {
        { "", "none" },
        { "assay=x", "x" },
        { "assay=", "" },
        { "assay", "none" },
        { "a=1; assay=x; b=2", "x" },
        { "a=1;assay=x;b=2", "x" },
        { " assay=x ;", "x" },
        { "assay=\"x y\"", "x y" },
        { "assay=\"", "\"" },
        { "assay=\"\"", "" },
        { "assay=a=b", "a=b" },
        { "assay=1; assay=2", "1" },
        { "Assay=x", "none" },
        { "xassay=x", "none" },
        { "assayx=x", "none" },
        { "assay =x", "none" },
        { "__Host-assay=x", "none" },
        { ";;;assay=x", "x" },
    };
    struct arena a = { 0 };
    struct http_field two[] = { { "cookie", "a=1" }, { "cookie", "b=2" } };
    struct http_request r = { .arena = &a, .headers = { two, 2 } };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        assert_string_equal(cookie_of(&a, table[i].header, "assay"),
                            table[i].value);
    assert_string_equal(http_cookie(&r, "b"), "2");
    assert_null(http_cookie(&r, "c"));
    arena_clear(&a);
}

static void test_finds(void **state)
{
    static const struct http_field fields[] = { { "a", "1" },
                                                { "b", "2" },
                                                { "a", "3" } };
    struct http_request r = { .query = { fields, 3 },
                              .form = { fields + 1, 1 },
                              .headers = { fields + 2, 1 } };

    (void)state;
    assert_string_equal(http_query(&r, "a"), "1");
    assert_string_equal(http_form(&r, "b"), "2");
    assert_null(http_form(&r, "a"));
    assert_string_equal(http_header(&r, "a"), "3");
}

static void test_numbers(void **state)
{
    static const char *const none[] = {
        NULL, "", "x", "1x", " 1", "-1", "+1", "1.", "0x1", "1234567890123456"
    };
    int64_t n = 7;

    (void)state;
    assert_true(http_number("0", &n) && n == 0);
    assert_true(http_number("007", &n) && n == 7);
    assert_true(http_number("123456789012345", &n) && n == 123456789012345);
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        n = 7;
        assert_false(http_number(none[i], &n));
        assert_int_equal(n, 0);
    }
}

static void test_escape(void **state)
{
    struct str out = { 0 };

    (void)state;
    http_escape(&out, "a-Z._~9/?&=#%+ \"\xc3\xa9\n");
    assert_string_equal(str_get(&out),
                        "a-Z._~9%2F%3F%26%3D%23%25%2B%20%22%C3%A9%0A");
    str_clear(&out);
}

static bool wants(const char *accept, const char *type)
{
    struct http_field fields[2] = { { "accept", accept },
                                    { "content-type", type } };
    struct http_request r = { .headers = { fields, 2 } };

    return http_wants_json(&r);
}

static void test_wants_json(void **state)
{
    struct http_request none = { 0 };

    (void)state;
    assert_false(http_wants_json(&none));
    assert_true(wants("application/json", ""));
    assert_false(wants("text/html,application/json;q=0.9", ""));
    assert_false(wants("*/*", "text/plain"));
    assert_true(wants("*/*", "application/json; charset=utf-8"));
}

/* ---- replies ---- */

static void test_replies(void **state)
{
    struct str body = { 0 };
    struct http_reply r = { 0 };

    (void)state;
    str_addn(&body, "{\"a\":\"\0\"}", 9);
    reply_json(&r, 0, &body);
    assert_string_equal(r.type, "application/json");
    assert_int_equal(r.body_n, 9);
    reply_html(&r, 404, &body);
    assert_int_equal(r.status, 404);
    assert_string_equal(r.type, "text/html; charset=utf-8");
    reply_text(&r, 200, "text/plain", "abc");
    assert_int_equal(r.body_n, 3);
    r = (struct http_reply){ 0 };
    reply_to(&r, "/entries/3");
    assert_int_equal(r.status, 303);
    assert_int_equal(r.n_fields, 1);
    assert_string_equal(r.fields[0].name, "Location");
    assert_string_equal(r.fields[0].value, "/entries/3");
    str_reset(&body);
    reply_html(&r, 200, &body); /* an empty body is one */
    assert_int_equal(r.body_n, 0);
    str_clear(&body);
    assert_string_equal(http_status_text(404), "Not Found");
    assert_string_equal(http_status_text(777), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_form),       cmocka_unit_test(test_many_fields),
        cmocka_unit_test(test_path),       cmocka_unit_test(test_long_path),
        cmocka_unit_test(test_cookie),     cmocka_unit_test(test_finds),
        cmocka_unit_test(test_numbers),    cmocka_unit_test(test_escape),
        cmocka_unit_test(test_wants_json), cmocka_unit_test(test_replies),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
