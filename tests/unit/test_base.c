/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The small parts of base: errors, arenas, strings, vectors, maps, UTF-8,
 * clocks and progress.
 */
#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/map.h"
#include "base/progress.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/vec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- err ---- */

static void err_fills_and_prefixes(void **state)
{
    struct err e;

    (void)state;
    assert_false(err_at(&e, ERR_SYNTAX, 3, 7, "bad %s", "thing"));
    assert_int_equal(e.code, ERR_SYNTAX);
    assert_int_equal(e.line, 3);
    assert_int_equal(e.column, 7);
    assert_string_equal(e.msg, "bad thing");
    assert_false(err_prefix(&e, "%s: ", "file"));
    assert_string_equal(e.msg, "file: bad thing");
    assert_int_equal(e.line, 3);
    assert_false(err_set(&e, ERR_IO, "%s", "\x1b[2J\n\xff\xc2\x9b\xc3\xa9"));
    assert_string_equal(e.msg, "?[2J????\xc3\xa9");
    assert_false(err_set(&e, ERR_IO, "%01000d", 1));
    assert_int_equal(strlen(e.msg), sizeof(e.msg) - 1);
}

/* ---- arena ---- */

static int order[3], calls;

static void note(void *p)
{
    order[calls++] = *(int *)p;
}

static void arena_gives_zeroed_aligned_memory(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (size_t n = 1; n < 3000000; n = n * 3 + 777) {
        unsigned char *p = arena_alloc(&a, n);

        assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
        assert_true(p[0] == 0 && p[n / 2] == 0 && p[n - 1] == 0);
        memset(p, 0xff, n); /* the sanitizer sees an overrun */
    }
    arena_reset(&a);
    for (size_t n = 1; n < 30000; n = n * 2 + 1) {
        unsigned char *p = arena_alloc(&a, n); /* reused, and zeroed again */

        assert_true(p[0] == 0 && p[n - 1] == 0);
    }
    assert_string_equal(arena_strndup(&a, "abcdef", 3), "abc");
    assert_string_equal(arena_printf(&a, "%d-%s", 5, "x"), "5-x");
    arena_clear(&a);
    arena_clear(&a);
    assert_non_null(arena_alloc(&a, 1));
    arena_clear(&a);
}

static void arena_runs_cleanups_newest_first_and_once(void **state)
{
    int one = 1, two = 2, three = 3;
    struct arena a = { 0 };

    (void)state;
    calls = 0;
    arena_defer(&a, note, &one);
    arena_defer(&a, note, &two);
    arena_reset(&a);
    assert_int_equal(calls, 2);
    assert_true(order[0] == 2 && order[1] == 1);
    arena_defer(&a, note, &three);
    arena_clear(&a);
    assert_int_equal(calls, 3);
    assert_int_equal(order[2], 3);
}

/* ---- str and vec ---- */

static void str_grows_on_heap_and_in_arena(void **state)
{
    struct arena a = { 0 };
    struct str heap = { 0 }, in = str_in(&a);

    (void)state;
    assert_string_equal(str_get(&heap), "");
    for (int i = 0; i < 5000; i++) {
        str_addf(&heap, "%d,", i % 10);
        str_addc(&in, (char)('a' + i % 26));
    }
    assert_int_equal(heap.n, 10000);
    assert_int_equal(in.n, 5000);
    assert_int_equal(strlen(in.s), 5000);
    assert_memory_equal(heap.s + 9996, "8,9,", 4);
    str_reset(&heap);
    assert_string_equal(str_get(&heap), "");
    str_add(&heap, "again");
    assert_string_equal(heap.s, "again");
    str_clear(&heap);
    assert_null(heap.s);
    arena_clear(&a);
}

static void str_helpers(void **state)
{
    struct arena a = { 0 };

    (void)state;
    assert_true(str_starts("abc", "ab") && !str_starts("abc", "bc"));
    assert_true(str_ends("abc", "bc") && !str_ends("c", "bc"));
    assert_true(str_among("b", "a b cd") && str_among("cd", "a b cd"));
    assert_false(str_among("c", "a b cd") || str_among("cde", "a b cd"));
    assert_false(str_among("", "a b") || str_among("b cd", "a b") ||
                 str_among("B", "a b"));
    assert_string_equal(str_trim(&a, " \n a b \t"), "a b");
    assert_string_equal(str_trim(&a, "  "), "");
    assert_true(str_blank(" \t\r\n\v\f") && str_blank(""));
    assert_false(str_blank("  x ") || str_blank("\xc2\xa0"));
    arena_clear(&a);
}

/* What is suggested, and what is not. */
static void str_suggestions(void **state)
{
    static const struct {
        const char *word, *name;
        bool near;
    } x[] = {
        { "cuont", "count", true },
        { "Count", "count", true },
        { "counts", "count", true },
        { "cont", "count", true },
        { "coutn", "count", true },
        { "cunts", "count", false },
        { "html", "trl", false },
        { "version", "verify", false },
        { "sitting", "kitten", false },
        { "familes", "families", true },
        { "fam", "families", true },
        { "fa", "families", false },
        { "output-dir", "output", true },
        { "hg", "hf", false },
        { "HF", "hf", true },
        { "markdwon", "markdown", true },
        { "", "abc", false },
        { "abcdef", "uvwxyz", false },
        { "chinese reminder theorm", "Chinese remainder theorem", true },
    };
    static const char *const names[] = { "grade", "run", "report" };

    (void)state;
    for (size_t i = 0; i < sizeof(x) / sizeof(x[0]); i++)
        if ((str_far(x[i].word, x[i].name) != STR_FAR) != x[i].near)
            fail_msg("%s and %s", x[i].word, x[i].name);
    assert_true(str_far("count", "count") < str_far("cuont", "count"));
    assert_true(str_far("cuont", "count") < str_far("counting", "count"));
    assert_string_equal(str_nearest("reprot", names, 3), "report");
    assert_null(str_nearest("compare", names, 3));
}

static void str_printable(void **state)
{
    struct str s = { 0 };

    (void)state;
    str_add_printable(&s, "a\x1b[2J\nb\x7f\xc2\x9b\xff\xc3\xa9\xe4\xb8\xad");
    assert_string_equal(s.s, "a?[2J?b??\xef\xbf\xbd\xc3\xa9\xe4\xb8\xad");
    str_clear(&s);
}

/* What a terminal obeys or does not show, at both ends of each range, and what
 * stands beside it. */
static void str_unseen(void **state)
{
    static const uint32_t hidden[] = {
        0x01,   0x1b,   0x1f,   0x7f,   0x80,    0x85,    0x9b,    0x9f,
        0xad,   0x61c,  0x115f, 0x180e, 0x200b,  0x200e,  0x200f,  0x2028,
        0x2029, 0x202a, 0x202e, 0x2060, 0x2066,  0x2069,  0x206f,  0x3164,
        0xfeff, 0xffa0, 0xfff9, 0xfffb, 0x1d173, 0xe0001, 0xe0041, 0xe007f,
    };
    static const uint32_t shown[] = { 0x20,   0x7e,   0xa0,   0xe9,
                                      0x61b,  0x200a, 0x2010, 0x2030,
                                      0x2070, 0x4e2d, 0xfffd, 0x1f600 };
    char text[UTF8_MAX + 1];
    struct err e;

    (void)state;
    for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++) {
        struct str s = { 0 };

        text[utf8_write(hidden[i], text)] = '\0';
        str_add_printable(&s, text);
        assert_string_equal(s.s, "?");
        str_clear(&s);
        err_set(&e, ERR_IO, "%s", text);
        assert_int_equal(strspn(e.msg, "?"), strlen(text));
    }
    for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
        assert_false(utf8_is_unseen(shown[i]));
}

static void vec_keeps_items(void **state)
{
    struct vec v = { .size = sizeof(int) };

    (void)state;
    for (int i = 0; i < 1000; i++)
        *(int *)vec_push(&v) = i;
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(*vec_get(&v, int, i), i);
    vec_clear(&v);
    assert_int_equal(v.n, 0);
    assert_int_equal(*(int *)vec_push(&v), 0);
    vec_clear(&v);
}

/* ---- map ---- */

static void map_finds_and_keeps_order(void **state)
{
    struct map m = { 0 };
    bool added;
    char key[16];

    (void)state;
    assert_null(map_get(&m, "x", 1));
    for (size_t i = 0; i < 5000; i++) {
        int n = snprintf(key, sizeof(key), "k%zu", i * 7919);

        *map_put(&m, key, (size_t)n, &added) = i;
        assert_true(added);
    }
    assert_int_equal(*map_put(&m, "k0", 2, &added), 0);
    assert_false(added);
    assert_int_equal(m.n, 5000);
    for (size_t i = 0; i < 5000; i++) {
        int n = snprintf(key, sizeof(key), "k%zu", i * 7919);

        assert_int_equal(*map_get(&m, key, (size_t)n), i);
        assert_string_equal(m.entries[i].key, key);
    }
    assert_null(map_get(&m, "k1", 2));
    /* keys are bytes, not C strings */
    *map_put(&m, "a\0b", 3, NULL) = 42;
    assert_null(map_get(&m, "a\0c", 3));
    assert_int_equal(*map_get(&m, "a\0b", 3), 42);
    map_clear(&m);
    assert_null(map_get(&m, "k0", 2));
}

/* ---- utf8 ---- */

static void utf8_round_trip_of_every_character(void **state)
{
    char bytes[UTF8_MAX];
    uint32_t back;

    (void)state;
    for (uint32_t ch = 0; ch <= 0x10ffff; ch++) {
        size_t n;

        if (ch >= 0xd800 && ch <= 0xdfff)
            continue;
        n = utf8_write(ch, bytes);
        if (utf8_read(bytes, n, &back) != n || back != ch)
            fail_msg("U+%04X does not come back", ch);
        if (n > 1 && utf8_read(bytes, n - 1, &back) != 0)
            fail_msg("U+%04X cut short is accepted", ch);
    }
}

static void utf8_refuses_what_is_not(void **state)
{
    static const char *const bad[] = {
        "\x80",     "\xc0\x80",         "\xc1\xbf",         "\xe0\x80\x80",
        "\xff",     "\xed\xa0\x80",     "\xed\xbf\xbf",     "\xf0\x80\x80\x80",
        "\xc3\x28", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x28\xa1",
    };
    uint32_t ch;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(utf8_read(bad[i], strlen(bad[i]), &ch), 0);
    assert_int_equal(utf8_check("ab\xff"
                                "c",
                                4),
                     2);
    assert_int_equal(utf8_check("\xc3\xa9x", 3), 3);
    assert_int_equal(utf8_count("\xc3\xa9x\xff", 4), 3);
    assert_int_equal(
        utf8_count("abcdefgh\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80yz", 19), 13);
    assert_int_equal(utf8_check("abcdefghij\xff", 11), 10);
}

/* ---- clock and progress ---- */

static void clock_spans_for_people(void **state)
{
    char s[40];

    (void)state;
    clock_span(s, sizeof(s), 4.4);
    assert_string_equal(s, "4 s");
    clock_span(s, sizeof(s), 200);
    assert_string_equal(s, "3 min 20 s");
    clock_span(s, sizeof(s), 3900);
    assert_string_equal(s, "1 h 05 min");
    clock_span(s, sizeof(s), -1);
    assert_string_equal(s, "?");
}

static void clock_minutes_in_utc(void **state)
{
    char s[40];

    (void)state;
    clock_minute(s, sizeof(s), 0);
    assert_string_equal(s, "-");
    clock_minute(s, sizeof(s), 59999); /* the last moment of a minute */
    assert_string_equal(s, "1970-01-01 00:00");
    /* 2000-02-29: 10957 days to the year 2000, and 59. */
    clock_minute(s, sizeof(s),
                 ((11016 * (int64_t)24 + 23) * 60 + 5) * 60 * 1000);
    assert_string_equal(s, "2000-02-29 23:05");
}

static void sorts_numbers(void **state)
{
    double x[] = { 2.5, -1, 1e300, 0, -1 };
    uint32_t y[] = { 7, UINT32_MAX, 0, 7, 3, 0 };
    uint32_t z[] = { 7, UINT32_MAX, 0, 7, 3, 0 };

    (void)state;
    sort_doubles(x, 5);
    assert_true(x[0] == -1 && x[1] == -1 && x[2] == 0 && x[3] == 2.5 &&
                x[4] == 1e300);
    sort_numbers(y, 6);
    assert_memory_equal(y, ((uint32_t[]){ 0, 0, 3, 7, 7, UINT32_MAX }),
                        sizeof(y));
    assert_int_equal(sort_distinct(z, 6), 4);
    assert_memory_equal(z, ((uint32_t[]){ 0, 3, 7, UINT32_MAX }),
                        4 * sizeof(z[0]));
    assert_int_equal(sort_distinct(z, 1), 1);
    assert_int_equal(sort_distinct(NULL, 0), 0);
    sort_doubles(NULL, 0);
    sort_numbers(NULL, 0);
}

static size_t read_back(FILE *f, char *buf, size_t size)
{
    size_t n;

    rewind(f);
    n = fread(buf, 1, size - 1, f);
    buf[n] = '\0';
    return n;
}

/* Columns of a terminal: wide characters take two, marks none. */
static void utf8_counts_columns(void **state)
{
    static const char wide[] = "\xe6\x95\xb0"
                               "a\xcc\x81"
                               "\xf0\x9f\x98\x80";

    (void)state;
    assert_int_equal(utf8_columns(wide, strlen(wide)), 5);
    assert_int_equal(utf8_columns("\xff\xfe", 2), 2);
    assert_int_equal(utf8_fit(wide, 1), 0); /* half of one is none */
    assert_int_equal(utf8_fit(wide, 2), 3);
    assert_int_equal(utf8_fit(wide, 3), 6); /* the mark stays with its letter */
    assert_int_equal(utf8_fit(wide, 4), 6);
    assert_int_equal(utf8_fit(wide, 5), 10);
    assert_int_equal(utf8_fit(wide, 99), 10);
}

/* What does not fit is left out, the last figure first; the cursor has the last
 * column. */
static void progress_never_wraps(void **state)
{
    static const struct {
        const char *columns, *want;
    } cases[] = {
        { "200", "checking  1,200/5,000  24 %  600/s  6 s left  \xe6\x95\xb0"
                 "\xe5\xad\xa6 3  4 failed" },
        { "60", "checking  1,200/5,000  24 %  600/s  6 s left  \xe6\x95\xb0"
                "\xe5\xad\xa6 3" },
        { "53", "checking  1,200/5,000  24 %  600/s  6 s left  \xe6\x95\xb0"
                "\xe5\xad\xa6 3" },
        { "52", "checking  1,200/5,000  24 %  600/s  6 s left" },
        { "30", "checking  1,200/5,000  24 %" },
        { "20", "checking" },
        { "6", "check" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        FILE *f = tmpfile();
        struct progress p;
        uint64_t now = 0;
        char buf[400];

        assert_non_null(f);
        setenv("COLUMNS", cases[i].columns, 1);
        progress_open(&p, f, clock_manual(&now), "checking", 5000);
        p.lines = false; /* as if it were a terminal */
        now = 2000000000;
        progress_figures(&p, "%s", "\xe6\x95\xb0\xe5\xad\xa6 3  4 failed");
        progress_add(&p, 1200);
        read_back(f, buf, sizeof(buf));
        assert_string_equal(buf + 1, cases[i].want);
        progress_close(&p);
        fclose(f);
    }
    unsetenv("COLUMNS");
}

static void progress_draws_rate_share_and_time_left(void **state)
{
    FILE *f = tmpfile();
    struct progress p;
    uint64_t now = 0;
    char buf[400];

    (void)state;
    assert_non_null(f);
    progress_open(&p, f, clock_manual(&now), "checking", 5000);
    p.lines = false; /* as if it were a terminal */
    progress_add(&p, 100);
    assert_int_equal(ftell(f), 0); /* too early */
    now = 2000000000;
    progress_figures(&p, "%d failed", 3);
    progress_add(&p, 1100);
    progress_add(&p, 100); /* too soon to draw again */
    read_back(f, buf, sizeof(buf));
    assert_string_equal(
        buf, "\rchecking  1,200/5,000  24 %  600/s  6 s left  3 failed");
    progress_close(&p);
    read_back(f, buf, sizeof(buf));
    assert_int_equal(buf[strlen(buf) - 1], '\r');
    fclose(f);
    f = tmpfile();
    now = 0;
    progress_open(&p, f, clock_manual(&now), "reading", 0);
    p.lines = false;
    now = 3000000000;
    progress_share(&p, 0.25); /* of a file, the rows being uncounted */
    progress_add(&p, 12);
    read_back(f, buf, sizeof(buf));
    assert_string_equal(buf, "\rreading  12  25 %  4.0/s  9 s left");
    fclose(f);
}

/* A log gets whole lines, one in ten seconds, and nothing of short work. */
static void progress_prints_lines_where_no_terminal_is(void **state)
{
    FILE *f = tmpfile();
    struct progress p;
    uint64_t now = 5000000000;
    char buf[400];

    (void)state;
    assert_non_null(f);
    setenv("COLUMNS", "20", 1); /* of no terminal */
    progress_open(&p, f, clock_manual(&now), "checking", 5000);
    now += 9900000000;
    progress_add(&p, 900);
    assert_int_equal(ftell(f), 0);
    for (int i = 0; i < 4; i++) {
        now += 5050000000;
        progress_add(&p, 300);
    }
    progress_hide(&p);
    progress_close(&p);
    read_back(f, buf, sizeof(buf));
    assert_string_equal(buf, "checking  1,200/5,000  24 %  80/s  47 s left\n"
                             "checking  1,800/5,000  36 %  71/s  45 s left\n");
    unsetenv("COLUMNS");
    fclose(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(err_fills_and_prefixes),
        cmocka_unit_test(arena_gives_zeroed_aligned_memory),
        cmocka_unit_test(arena_runs_cleanups_newest_first_and_once),
        cmocka_unit_test(str_grows_on_heap_and_in_arena),
        cmocka_unit_test(str_helpers),
        cmocka_unit_test(str_suggestions),
        cmocka_unit_test(str_printable),
        cmocka_unit_test(str_unseen),
        cmocka_unit_test(vec_keeps_items),
        cmocka_unit_test(map_finds_and_keeps_order),
        cmocka_unit_test(utf8_round_trip_of_every_character),
        cmocka_unit_test(utf8_refuses_what_is_not),
        cmocka_unit_test(clock_spans_for_people),
        cmocka_unit_test(clock_minutes_in_utc),
        cmocka_unit_test(sorts_numbers),
        cmocka_unit_test(utf8_counts_columns),
        cmocka_unit_test(progress_never_wraps),
        cmocka_unit_test(progress_draws_rate_share_and_time_left),
        cmocka_unit_test(progress_prints_lines_where_no_terminal_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
