/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CSV: quotes, line ends inside them, separators, and files that are broken.
 * A case is a file's text and what comes of it: rows as JSON, errors as
 * "bad LINE: message".
 */
#include "base/csv.h"
#include "base/limits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* A file with these bytes; the name must be unlinked. */
static void make_file(char name[64], const char *text, size_t n)
{
    FILE *f;
    int fd;

    snprintf(name, 64, "/tmp/assay-csv-XXXXXX");
    fd = mkstemp(name);
    assert_true(fd >= 0);
    f = fdopen(fd, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void add_rows(struct csv *c, struct str *out)
{
    struct arena a = { 0 };
    struct json *row;
    struct err e;
    enum lines_got got;

    while ((got = csv_next(c, &a, &row, &e)) != LINES_END) {
        if (got == LINES_LINE) {
            str_addf(out, "%zu ", row->line);
            json_write(out, row);
            str_addc(out, '\n');
        } else {
            str_addf(out, "%s %zu: %s\n", got == LINES_BAD ? "bad" : "fail",
                     e.line, e.msg);
        }
        arena_reset(&a);
        if (got == LINES_FAIL)
            break;
    }
    arena_clear(&a);
}

/* What comes of a file, in a string that the caller clears. */
static struct str read_text(const char *text, size_t n)
{
    struct str out = { 0 };
    struct lines l;
    struct csv c;
    struct err e;
    char name[64];

    make_file(name, text, n);
    assert_true(lines_open(&l, name, 0, &e));
    if (csv_open(&c, &l, &e))
        add_rows(&c, &out);
    else
        str_addf(&out, "fail %zu: %s\n", e.line, e.msg);
    csv_close(&c);
    lines_close(&l);
    unlink(name);
    return out;
}

struct csv_case {
    const char *text, *want;
};

static void check(const struct csv_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct str got = read_text(cases[i].text, strlen(cases[i].text));

        if (!str_eq(str_get(&got), cases[i].want))
            fail_msg("%s\n  got  %s  want %s", cases[i].text, str_get(&got),
                     cases[i].want);
        str_clear(&got);
    }
}

static void test_rows(void **state)
{
    static const struct csv_case cases[] = {
        { "a,b\n1,2\n3,4\n", "2 {\"a\": \"1\", \"b\": \"2\"}\n"
                             "3 {\"a\": \"3\", \"b\": \"4\"}\n" },
        { "a,b\r\n1,\r\n", "2 {\"a\": \"1\", \"b\": \"\"}\n" },
        { "a\n1", "2 {\"a\": \"1\"}\n" },
        { "a\n\n \n1\n", "4 {\"a\": \"1\"}\n" },
        { "\xef\xbb\xbf"
          "a\n1\n",
          "2 {\"a\": \"1\"}\n" },
        { "a,,b\n1,2,3\n",
          "2 {\"a\": \"1\", \"column 2\": \"2\", \"b\": \"3\"}\n" },
        { "a\n", "" },
    };

    (void)state;
    check(cases, COUNT_OF(cases));
}

static void test_quotes(void **state)
{
    static const struct csv_case cases[] = {
        { "a,b\n\"x, y\",2\n", "2 {\"a\": \"x, y\", \"b\": \"2\"}\n" },
        { "a,b\n\"say \"\"hi\"\"\",\"\"\n",
          "2 {\"a\": \"say \\\"hi\\\"\", \"b\": \"\"}\n" },
        { "a,b\n\"\"\"\",\"\"\"\"\"\"\n",
          "2 {\"a\": \"\\\"\", \"b\": \"\\\"\\\"\"}\n" },
        { "a,b\n\"one\ntwo\r\n\nfour\",2\n5,6\n",
          "2 {\"a\": \"one\\ntwo\\n\\nfour\", \"b\": \"2\"}\n"
          "6 {\"a\": \"5\", \"b\": \"6\"}\n" },
        { "\"a\n1\",b\n1,2\n", "3 {\"a\\n1\": \"1\", \"b\": \"2\"}\n" },
        { "a,b\nx \"y\" z,2\n",
          "2 {\"a\": \"x \\\"y\\\" z\", \"b\": \"2\"}\n" },
        { "a,b\n\"x\" ,2\n", "2 {\"a\": \"x\", \"b\": \"2\"}\n" },
    };

    (void)state;
    check(cases, COUNT_OF(cases));
}

static void test_separators(void **state)
{
    static const struct csv_case cases[] = {
        { "a;b\n1,5;2\n", "2 {\"a\": \"1,5\", \"b\": \"2\"}\n" },
        { "a\tb\n1,5\t2;3\n", "2 {\"a\": \"1,5\", \"b\": \"2;3\"}\n" },
        { "\"a;b;c\",d\n1,2\n", "2 {\"a;b;c\": \"1\", \"d\": \"2\"}\n" },
    };

    (void)state;
    check(cases, COUNT_OF(cases));
}

static void test_broken(void **state)
{
    static const struct csv_case cases[] = {
        { "", "fail 0: the file is empty: no header row\n" },
        { "\n\n", "fail 0: the file is empty: no header row\n" },
        { "a,b,a\n", "fail 1: the header names the column \"a\" twice\n" },
        { "a,b\n1\n1,2,3\n1,2\n",
          "bad 2: the row has 1 field, but the header names 2\n"
          "bad 3: the row has 3 fields, but the header names 2\n"
          "4 {\"a\": \"1\", \"b\": \"2\"}\n" },
        { "a,b\n1,2\n\"3,4\n5,6\n",
          "2 {\"a\": \"1\", \"b\": \"2\"}\n"
          "bad 3: a quoted field is never closed; the rest of the file "
          "was read as part of this row\n" },
        { "a,b\n\"x\"y,2\n1,2\n",
          "bad 2: there is text after a closing quote; write a quote inside "
          "a quoted field twice\n"
          "3 {\"a\": \"1\", \"b\": \"2\"}\n" },
        { "a\n\xff\n1\n", "bad 2: the row is not valid UTF-8; save the file "
                          "as UTF-8\n"
                          "3 {\"a\": \"1\"}\n" },
    };
    static const char nul[] = "a,b\n1\0,2\n3,4\n";
    struct str got = read_text(nul, sizeof(nul) - 1);

    (void)state;
    check(cases, COUNT_OF(cases));
    assert_string_equal(str_get(&got), "bad 2: the row holds a NUL byte\n"
                                       "3 {\"a\": \"3\", \"b\": \"4\"}\n");
    str_clear(&got);
}

/* More columns than the ceiling are an error, not a crash. */
static void test_many_columns(void **state)
{
    struct str text = { 0 }, got;

    (void)state;
    for (int i = 0; i <= LIMIT_CSV_COLUMNS; i++)
        str_addf(&text, "%sc%d", i ? "," : "", i);
    got = read_text(text.s, text.n);
    assert_string_equal(
        str_get(&got),
        "fail 1: the header names 4097 columns; the limit is 4096\n");
    str_clear(&got);
    str_clear(&text);
}

/* A field of very many lines costs time in proportion to them. */
static void test_long_field(void **state)
{
    struct str text = { 0 }, got;

    (void)state;
    str_add(&text, "a\n\"");
    for (int i = 0; i < 300000; i++)
        str_add(&text, "x\n");
    str_add(&text, "\"\n1\n");
    got = read_text(text.s, text.n);
    assert_true(str_ends(str_get(&got), "\n300003 {\"a\": \"1\"}\n"));
    str_clear(&got);
    str_clear(&text);
}

static void test_write(void **state)
{
    static const char *const cases[][2] = {
        { "plain", "plain" },         { "", "" },
        { "a,b", "\"a,b\"" },         { "a;b", "\"a;b\"" },
        { "\"q\"", "\"\"\"q\"\"\"" }, { "two\nlines", "\"two\nlines\"" },
        { " lead", "\" lead\"" },     { "trail ", "\"trail \"" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct str out = { 0 };

        csv_write(&out, cases[i][0]);
        assert_string_equal(str_get(&out), cases[i][1]);
        str_clear(&out);
    }
}

/* What is written is read back. */
static void test_round_trip(void **state)
{
    static const char *const fields[] = {
        "x", "a,b;c\td", "\"\"", " s ", "l\n\nm", "$\\frac{1}{2}$, é"
    };
    struct str text = { 0 }, want = { 0 }, got;

    (void)state;
    str_add(&text, "f,g\n");
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        csv_write(&text, fields[i]);
        str_addc(&text, ',');
        csv_write(&text, fields[COUNT_OF(fields) - 1 - i]);
        str_add(&text, "\n");
    }
    got = read_text(text.s, text.n);
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        str_reset(&want);
        json_write_string(&want, fields[i]);
        assert_non_null(strstr(str_get(&got), str_get(&want)));
    }
    assert_null(strstr(str_get(&got), "bad"));
    str_clear(&text);
    str_clear(&want);
    str_clear(&got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),         cmocka_unit_test(test_quotes),
        cmocka_unit_test(test_separators),   cmocka_unit_test(test_broken),
        cmocka_unit_test(test_many_columns), cmocka_unit_test(test_long_field),
        cmocka_unit_test(test_write),        cmocka_unit_test(test_round_trip),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
