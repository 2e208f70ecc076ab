/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Files as lines: ends, marks, ceilings, and constant memory over a file that
 * is much larger than it (a gigabyte in `make soak`).
 */
#include "../lib/sanitized.h"
#include "base/limits.h"
#include "base/lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

static char path[] = "/tmp/assay-lines-XXXXXX";

static int make_path(void **state)
{
    int fd = mkstemp(path);

    (void)state;
    return fd < 0 || close(fd);
}

static int drop_path(void **state)
{
    (void)state;
    return unlink(path);
}

static void put(const char *text, size_t n)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    fclose(f);
}

static void hands_out_lines(void **state)
{
    static const char text[] = "\xef\xbb\xbf"
                               "one\r\n\ntwo\nlast";
    static const char *const want[] = { "one", "", "two", "last" };
    struct lines l;
    const char *s;
    struct err e;
    char first;
    size_t n;

    (void)state;
    put(text, sizeof(text) - 1);
    assert_true(lines_open(&l, path, 0, &e));
    assert_true(lines_peek(&l, &first, &e));
    assert_int_equal(first, 'o');
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(lines_next(&l, &s, &n, &e), LINES_LINE);
        assert_string_equal(s, want[i]);
        assert_int_equal(n, strlen(want[i]));
        assert_int_equal(l.number, i + 1);
    }
    assert_int_equal(lines_next(&l, &s, &n, &e), LINES_END);
    lines_close(&l);
}

static void peeks_past_any_blank(void **state)
{
    struct str text = { 0 };
    struct lines l;
    struct err e;
    char first;

    (void)state;
    for (int i = 0; i < 200000; i++) /* more than one buffer */
        str_add(&text, " \n");
    str_addc(&text, '{');
    put(text.s, text.n);
    str_clear(&text);
    assert_true(lines_open(&l, path, 0, &e));
    assert_true(lines_peek(&l, &first, &e) && first == '{');
    lines_close(&l);
    put("\n \0x", 4); /* NUL is no white space */
    assert_true(lines_open(&l, path, 0, &e));
    assert_true(lines_peek(&l, &first, &e) && first == '\0');
    lines_close(&l);
}

static void a_line_over_the_ceiling_is_named_and_skipped(void **state)
{
    struct str text = { 0 };
    struct lines l;
    const char *s;
    struct err e;
    size_t n;

    (void)state;
    str_add(&text, "short\n");
    for (int i = 0; i < 300000; i++) /* longer than the first buffer */
        str_addc(&text, 'x');
    str_add(&text, "\nafter\nabcdefghijk\n");
    put(text.s, text.n);
    str_clear(&text);
    assert_true(lines_open(&l, path, 10, &e));
    assert_int_equal(lines_next(&l, &s, &n, &e), LINES_LINE);
    assert_int_equal(lines_next(&l, &s, &n, &e), LINES_BAD);
    assert_int_equal(e.line, 2);
    assert_int_equal(e.code, ERR_LIMIT);
    assert_non_null(strstr(e.msg, "10 bytes"));
    assert_int_equal(lines_next(&l, &s, &n, &e), LINES_LINE);
    assert_string_equal(s, "after");
    assert_int_equal(lines_next(&l, &s, &n, &e), LINES_BAD);
    assert_int_equal(e.line, 4);
    assert_int_equal(lines_next(&l, &s, &n, &e), LINES_END);
    lines_close(&l);
}

static void bad_json_lines_are_named_and_passed(void **state)
{
    static const char text[] = "{\"a\": 1}\n\n  \n{\"a\": }\n{\"a\": 2}\n";
    struct arena a = { 0 };
    struct lines l;
    struct json *v;
    struct err e;

    (void)state;
    put(text, sizeof(text) - 1);
    assert_true(lines_open(&l, path, 0, &e));
    assert_int_equal(lines_next_json(&l, &a, &v, &e), LINES_LINE);
    assert_int_equal(lines_next_json(&l, &a, &v, &e), LINES_BAD);
    assert_int_equal(e.line, 4);
    assert_int_equal(e.column, 7);
    assert_int_equal(lines_next_json(&l, &a, &v, &e), LINES_LINE);
    assert_int_equal(v->line, 5);
    assert_int_equal(lines_next_json(&l, &a, &v, &e), LINES_END);
    lines_close(&l);
    arena_clear(&a);
}

static void files_that_cannot_be_read(void **state)
{
    struct str all = { 0 };
    struct lines l;
    struct err e;

    (void)state;
    assert_false(lines_open(&l, "/nonexistent/file", 0, &e));
    assert_int_equal(e.code, ERR_IO);
    assert_false(lines_open(&l, "/tmp", 0, &e));
    assert_non_null(strstr(e.msg, "folder"));
    put("12345", 5);
    assert_false(file_read(path, 4, &all, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    str_clear(&all);
    assert_true(file_read(path, 5, &all, &e));
    assert_string_equal(str_get(&all), "12345");
    str_clear(&all);
}

static long peak_kib(void)
{
    struct rusage u;

    getrusage(RUSAGE_SELF, &u);
    return u.ru_maxrss;
}

/* Records of about 1 KiB; the peak may not grow by more than 8 MiB. */
static void a_large_file_streams_in_constant_memory(void **state)
{
    uint64_t rows = getenv("ASSAY_SOAK") ? 1100000 : 40000, seen = 0;
    struct arena a = { 0 };
    struct lines l;
    struct json *v;
    struct err e;
    long before;
    FILE *f = fopen(path, "wb");

    (void)state;
    assert_non_null(f);
    for (uint64_t i = 0; i < rows; i++)
        fprintf(f, "{\"id\": %llu, \"text\": \"%0960d\"}\n",
                (unsigned long long)i, 7);
    assert_int_equal(fclose(f), 0);
    before = peak_kib();
    assert_true(lines_open(&l, path, 0, &e));
    while (lines_next_json(&l, &a, &v, &e) == LINES_LINE) {
        int64_t id;

        assert_true(json_int64(json_get(v, "id"), &id));
        assert_int_equal((uint64_t)id, seen);
        seen++;
        arena_reset(&a);
    }
    lines_close(&l);
    arena_clear(&a);
    assert_int_equal(seen, rows);
    print_message("# figure: %llu JSON lines (%llu MB) read, peak memory grew "
                  "by %ld KiB\n",
                  (unsigned long long)rows, (unsigned long long)rows / 1000,
                  peak_kib() - before);
    if (!SANITIZED) /* a sanitizer keeps freed memory */
        assert_true(peak_kib() - before < 8 * 1024);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_out_lines),
        cmocka_unit_test(peeks_past_any_blank),
        cmocka_unit_test(a_line_over_the_ceiling_is_named_and_skipped),
        cmocka_unit_test(bad_json_lines_are_named_and_passed),
        cmocka_unit_test(files_that_cannot_be_read),
        cmocka_unit_test(a_large_file_streams_in_constant_memory),
    };

    return cmocka_run_group_tests(tests, make_path, drop_path);
}
