/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The public sets themselves, where the machine has them: the folder that
 * $ASSAY_DATA names. Every row of every file there becomes a problem with a
 * statement and a key, read by the reader that its fields ask for. Skipped
 * without the folder; a file that it does not hold is passed over.
 */
#include "base/map.h"
#include "problem/import/boxed.h"
#include "problem/source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static const struct {
    const char *file, *reader;
} sets[] = {
    { "gsm8k_test.jsonl", "gsm8k" },
    { "svamp.jsonl", "svamp" },
    { "mawps.jsonl", "mawps" },
    { "math500.jsonl", "math500" },
    { "math-test-skills.jsonl", "math" },
    { "nemo_aime24.jsonl", "aime" },
    { "nemo_aime25.jsonl", "aime" },
    { "hardmath2.jsonl", "hardmath2" },
    { "hardmath_mini.jsonl", "hardmath" },
};

/* The rows of a JSONL file: its lines that are not blank; 0 without file. */
static size_t count_rows(const char *path)
{
    struct lines l;
    struct err e;
    const char *text;
    size_t n, rows = 0;

    if (!lines_open(&l, path, 0, &e))
        return 0;
    while (lines_next(&l, &text, &n, &e) == LINES_LINE)
        rows += n > 0;
    lines_close(&l);
    return rows;
}

static void check_problem(const char *file, const struct problem *p,
                          size_t line)
{
    assert_null(p->family);
    assert_true(p->n_keys > 0);
    for (size_t i = 0; i < p->n_keys; i++)
        if (!p->keys[i].latex || !*p->keys[i].latex)
            fail_msg("%s:%zu: an empty key", file, line);
    if (!*p->statement)
        fail_msg("%s:%zu: an empty statement", file, line);
}

/* Read a set; every problem has an id of its own and can be read back. */
static size_t read_set(const char *file, const char *path, const char *reader)
{
    struct arena a = { 0 };
    struct map ids = { 0 };
    struct source s;
    struct problem p;
    struct err e;
    size_t line, n = 0;
    bool added;

    if (!source_open(&s, path, NULL, &e))
        fail_msg("%s", e.msg);
    for (;; n++) {
        enum lines_got got = source_next(&s, &a, &p, &line, &e);

        if (got == LINES_END)
            break;
        if (got != LINES_LINE)
            fail_msg("%s:%zu: %s", file, e.line, e.msg);
        check_problem(file, &p, line);
        map_put(&ids, p.id, strlen(p.id), &added);
        if (!added)
            fail_msg("%s:%zu: the id %s again", file, line, p.id);
        arena_reset(&a);
    }
    assert_string_equal(s.reader->name, reader);
    source_close(&s);
    map_clear(&ids);
    arena_clear(&a);
    return n;
}

static void test_sets(void **state)
{
    const char *folder = getenv("ASSAY_DATA");
    size_t met = 0;

    (void)state;
    if (!folder || !*folder)
        skip();
    for (size_t i = 0; i < COUNT_OF(sets); i++) {
        char path[4096];
        size_t rows;

        snprintf(path, sizeof(path), "%s/%s", folder, sets[i].file);
        rows = count_rows(path);
        if (!rows)
            continue;
        assert_int_equal(read_set(sets[i].file, path, sets[i].reader), rows);
        met++;
    }
    if (!met)
        fail_msg("$ASSAY_DATA is \"%s\", which holds none of the sets", folder);
}

/* Equal but for white space? */
static bool same(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " \t\r\n");
        b += strspn(b, " \t\r\n");
        if (*a != *b || !*a)
            return *a == *b;
    }
}

/* MATH is published with the key in a field and with the key in the box of
 * the solution: the two agree but for a handful of rows with several boxes. */
static void test_boxes_agree(void **state)
{
    const char *folder = getenv("ASSAY_DATA");
    struct arena a = { 0 };
    struct lines l;
    struct err e;
    struct json *row;
    char path[4096];
    size_t rows = 0, differ = 0;

    (void)state;
    snprintf(path, sizeof(path), "%s/math-test-skills.jsonl",
             folder ? folder : "");
    if (!folder || !*folder || !count_rows(path))
        skip();
    assert_true(lines_open(&l, path, 0, &e));
    while (lines_next_json(&l, &a, &row, &e) == LINES_LINE) {
        const char *answer = json_string(json_get(row, "answer"));
        const char *box =
            boxed_answer(&a, json_string(json_get(row, "solution")));

        rows++;
        differ += answer && (!box || !same(answer, box));
        arena_reset(&a);
    }
    lines_close(&l);
    arena_clear(&a);
    printf("# figure: MATH key and box differ in %zu of %zu rows\n", differ,
           rows);
    assert_true(rows > 1000 && differ * 500 < rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_boxes_agree),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
