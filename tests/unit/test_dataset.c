/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Readers of public sets. Every file of tests/cases/import is read as `assay
 * import` reads it and compared with the file of the same name in want/:
 * first the reader, then for each row the problem line, or the error with its
 * line and column. ASSAY_WANT=write writes those files anew; look at the
 * difference before you keep it.
 */
#include "problem/dataset.h"
#include "problem/import/boxed.h"
#include "problem/import/import.h"
#include "problem/import/reader.h"
#include "problem/source.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static char *path_of(struct arena *a, const char *folder, const char *name)
{
    const char *tests = getenv("ASSAY_TESTS");

    return arena_printf(a, "%s/%s/%s", tests ? tests : "tests", folder, name);
}

/* ---- files and what is wanted of them ---- */

static void add_error(struct str *out, const struct err *e)
{
    str_addf(out, "error %zu:%zu: %s\n", e->line, e->column, e->msg);
}

static void read_rows(struct source *s, struct str *out)
{
    struct arena a = { 0 };
    struct problem p;
    struct err e;
    size_t line;
    enum lines_got got;

    do {
        arena_reset(&a);
        got = source_next(s, &a, &p, &line, &e);
        if (got == LINES_LINE)
            problem_write(out, &p);
        else if (got != LINES_END)
            add_error(out, &e);
    } while (got == LINES_LINE || got == LINES_BAD);
    arena_clear(&a);
}

static char *read_file(struct arena *a, const char *path)
{
    struct str rows = { 0 };
    struct source s;
    struct err e;
    char *text;

    if (source_open(&s, path, NULL, &e))
        read_rows(&s, &rows);
    else /* the message begins with the path, which is not the same for all */
        str_addf(&rows, "could not open%s\n", e.msg + strlen(path));
    text = arena_printf(a, "%s\n%s", s.reader ? s.reader->name : "no reader",
                        str_get(&rows));
    source_close(&s);
    str_clear(&rows);
    return text;
}

static void write_want(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* Line by line, so that a failure shows the line and not the file. */
static void compare(const char *name, const char *got, const char *want)
{
    for (size_t line = 1; *got || *want; line++) {
        size_t n = strcspn(got, "\n"), k = strcspn(want, "\n");

        if (n != k || memcmp(got, want, n) != 0)
            fail_msg("%s:%zu\n  got  %.*s\n  want %.*s", name, line, (int)n,
                     got, (int)k, want);
        got += n + (got[n] == '\n');
        want += k + (want[k] == '\n');
    }
}

static void check_file(const char *name)
{
    struct arena a = { 0 };
    struct str want = { 0 };
    char *path = path_of(&a, "cases/import/want", name);
    char *got = read_file(&a, path_of(&a, "cases/import", name));
    struct err e;

    if (getenv("ASSAY_WANT")) {
        write_want(path, got);
    } else {
        if (!file_read(path, 0x100000, &want, &e))
            fail_msg("%s", e.msg);
        compare(path, got, str_get(&want));
    }
    str_clear(&want);
    arena_clear(&a);
}

static int is_case(const struct dirent *d)
{
    return d->d_name[0] != '.' && strchr(d->d_name, '.') &&
           !str_ends(d->d_name, ".md");
}

static void test_cases(void **state)
{
    struct arena a = { 0 };
    struct dirent **names;
    int n = scandir(path_of(&a, "cases", "import"), &names, is_case, alphasort);

    (void)state;
    assert_true(n >= 30);
    for (int i = 0; i < n; i++) {
        check_file(names[i]->d_name);
        free(names[i]);
    }
    free(names);
    arena_clear(&a);
}

/* Every reader is met by a case. */
static void test_all_readers_met(void **state)
{
    struct arena a = { 0 };
    struct dirent **names;
    int n = scandir(path_of(&a, "cases", "import"), &names, is_case, alphasort);
    bool met[64] = { false };

    (void)state;
    assert_true(n > 0 && n_dataset_readers <= 64);
    for (int i = 0; i < n; i++) {
        char *path = path_of(&a, "cases/import", names[i]->d_name);
        char *got = read_file(&a, path);

        for (size_t k = 0; k < n_dataset_readers; k++)
            met[k] = met[k] || (str_starts(got, dataset_readers[k]->name) &&
                                got[strlen(dataset_readers[k]->name)] == '\n');
        free(names[i]);
    }
    free(names);
    for (size_t k = 0; k < n_dataset_readers; k++)
        if (!met[k])
            fail_msg("no case is read as %s", dataset_readers[k]->name);
    arena_clear(&a);
}

/* ---- names ---- */

static void test_names(void **state)
{
    (void)state;
    assert_ptr_equal(dataset_find("gsm8k"), &reader_gsm8k);
    assert_ptr_equal(dataset_find("MATH-500"), &reader_math500);
    assert_ptr_equal(dataset_find("college_math"), &reader_college_math);
    assert_null(dataset_find("gsm"));
    assert_null(dataset_find(""));
    assert_ptr_equal(dataset_readers[n_dataset_readers - 1], &reader_generic);
}

static void test_as(void **state)
{
    struct arena a = { 0 };
    struct source s;
    struct problem p;
    struct err e;
    size_t line;

    (void)state;
    assert_true(source_open(&s, path_of(&a, "cases/import", "aime-bare.jsonl"),
                            "AIME", &e));
    assert_int_equal(source_next(&s, &a, &p, &line, &e), LINES_LINE);
    assert_string_equal(p.id, "aime:0");
    assert_int_equal(line, 1);
    source_close(&s);
    assert_false(source_open(&s, "-", "aimee", &e));
    assert_string_equal(e.msg,
                        "there is no format \"aimee\"; `assay import --list` "
                        "lists them");
    arena_clear(&a);
}

/* ---- spelling ---- */

static void test_clean_number(void **state)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        { "27.0", "27" },
        { "0.1", "0.1" },
        { "-0.0", "0" },
        { "-27.00", "-27" },
        { "+3", "3" },
        { " 1,000 ", "1000" },
        { "1,450,000.50", "1450000.50" },
        { "073", "73" },
        { "000", "0" },
        { ".5", "0.5" },
        { "1e3", "1000" },
        { "1.5e-07", "0.00000015" },
        { "-2.50E+1", "-25" },
        { "12345678901234567890.0", "12345678901234567890" },
        { "6e99", "6 \\times 10^{99}" },
        { "1,00", NULL },
        { "1234,567", NULL },
        { "1,2345", NULL },
        { "", NULL },
        { "-", NULL },
        { ".", NULL },
        { "3/4", NULL },
        { "1e", NULL },
        { "1e9999999", NULL },
        { "12 apples", NULL },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *got = clean_number(&a, cases[i].text);

        if (!got != !cases[i].want || (got && !str_eq(got, cases[i].want)))
            fail_msg("\"%s\": got %s, want %s", cases[i].text, got,
                     cases[i].want);
    }
    arena_clear(&a);
}

static void test_clean_latex(void **state)
{
    static const char *const cases[][2] = {
        { " $x$ ", "x" },
        { "$$ x+1 $$", "x+1" },
        { "\\( x \\)", "x" },
        { "\\[ \\boxed{ x } \\]", "x" },
        { "$a$ and $b$", "$a$ and $b$" },
        { "\\boxed{1}+\\boxed{2}", "\\boxed{1}+\\boxed{2}" },
        { "\\$5", "\\$5" },
        { "$", "$" },
        { "", "" },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(clean_latex(&a, cases[i][0]), cases[i][1]);
    arena_clear(&a);
}

static void test_split_top(void **state)
{
    struct arena a = { 0 };
    const char *parts[3];

    (void)state;
    assert_int_equal(split_top(&a, "f(a, b), {c, d} ,e", ',', parts, 3), 3);
    assert_string_equal(parts[0], "f(a, b)");
    assert_string_equal(parts[1], "{c, d}");
    assert_string_equal(parts[2], "e");
    assert_int_equal(split_top(&a, "1,2,3,4", ',', parts, 3), 3);
    assert_string_equal(parts[2], "3,4");
    assert_int_equal(split_top(&a, ")),1", ',', parts, 3), 2);
    arena_clear(&a);
}

/* ---- boxes ---- */

static void test_boxed(void **state)
{
    static const char *const cases[][3] = {
        /* text, last box, answer */
        { "so $\\boxed{42}$.", "42", "42" },
        { "\\boxed{ \\frac{1}{\\sqrt{2}} }", "\\frac{1}{\\sqrt{2}}",
          "\\frac{1}{\\sqrt{2}}" },
        { "\\boxed{\\{1,2\\}}", "\\{1,2\\}", "\\{1,2\\}" },
        { "\\boxed{\\left\\{ x \\right.}", "\\left\\{ x \\right.",
          "\\left\\{ x \\right." },
        { "\\boxed {3}", "3", "3" },
        { "\\fbox{C}", "C", "C" },
        { "$x=\\boxed 2$ and more", "2", "2" },
        { "$x=\\boxed12.$", "12", "12" },
        { "\\boxed \\frac{1}{2}$ is it", "\\frac{1}{2}", "\\frac{1}{2}" },
        { "the answer is \\boxed 5 apples", "5", "5" },
        { "\\boxed{1} then \\boxed{2} then \\boxed{3", "2", "2" },
        { "} \\boxed{7} {", "7", "7" },
        { "\\boxed{a\\boxed{b}}", "b", "b" },
        { "$\\boxed{1}$ and $\\boxed{2}$", "2", "1, 2" },
        { "$\\boxed{1},$ $\\boxed{2},$ and $x = \\boxed{3}$", "3", "2, 3" },
        { "\\boxed{1} \\text{ and } \\boxed{2}", "2", "1, 2" },
        { "\\boxed{1}. The land \\boxed{2}", "2", "2" },
        { "\\boxed{}", NULL, NULL },
        { "\\boxed", NULL, NULL },
        { "\\boxedx{3}", NULL, NULL },
        { "boxed{3}", NULL, NULL },
        { "\\\\boxed{3}", NULL, NULL },
        { "\\", NULL, NULL },
        { "", NULL, NULL },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *last = boxed_last(&a, cases[i][0]);
        const char *answer = boxed_answer(&a, cases[i][0]);

        if (!last != !cases[i][1] || (last && !str_eq(last, cases[i][1])))
            fail_msg("%s: last box %s", cases[i][0], last);
        if (!answer != !cases[i][2] || (answer && !str_eq(answer, cases[i][2])))
            fail_msg("%s: answer %s", cases[i][0], answer);
    }
    arena_clear(&a);
}

static void test_hashes(void **state)
{
    struct arena a = { 0 };
    size_t at = 0;

    (void)state;
    assert_string_equal(hashes_last(&a, "a #### 1\nb\n#### 2 \nc", &at), "2");
    assert_int_equal(at, 11);
    assert_string_equal(hashes_last(&a, "##### 5", &at), "5");
    assert_null(hashes_last(&a, "### 5", &at));
    assert_null(hashes_last(&a, "#### ", &at));
    arena_clear(&a);
}

/* A long hostile text costs one pass, and none of it the stack. */
static void test_boxed_long(void **state)
{
    static const char *const pieces[] = { "\\boxed{", "\\boxed ", "{", "}",
                                          "\\fbox\\" };
    struct arena a = { 0 };
    struct boxed *b;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        struct str s = { 0 };

        for (int k = 0; k < 200000; k++)
            str_add(&s, pieces[i]);
        boxed_find(&a, str_get(&s), &b);
        str_clear(&s);
        arena_clear(&a);
    }
}

static size_t split_names(const char *list, char (*out)[64])
{
    size_t n = 0, len;

    for (; *list; list += len + (list[len] == ' ')) {
        len = strcspn(list, " ");
        snprintf(out[n++], 64, "%.*s", (int)len, list);
    }
    return n;
}

/* ---- rows of hostile shape ---- */

/* Every reader with every known field in turn of a wrong type or absent: a
 * problem or an error with a message, never a crash. */
static void test_wrong_types(void **state)
{
    static const char *const values[] = {
        "null",
        "true",
        "-1.50",
        "\"\"",
        "\" \"",
        "[]",
        "{}",
        "[null]",
        "[[1], 2]",
        "{\"a\": []}",
        "\"\\u0000 #### \\ud800\"",
        "\"\\\\boxed{\"",
        "\"['a\"",
        "\"#### \\\\boxed{}\"",
        "[{\"role\": 1}]",
    };
    struct arena a = { 0 };
    size_t refused = 0;

    (void)state;
    for (size_t r = 0; r < n_dataset_readers; r++) {
        const struct dataset_reader *reader = dataset_readers[r];
        char names[40][64];
        size_t n = split_names(reader->taken, names);

        for (size_t i = 0; i < COUNT_OF(values); i++)
            for (size_t skip = 0; skip < n; skip++) {
                struct str text = str_in(&a);
                struct json *row;
                struct problem p;
                struct err e = { 0 };

                str_add(&text, "{\"skills\": 3");
                for (size_t k = 0; k < n; k++)
                    str_addf(&text, ", \"%s\": %s", names[k],
                             k == skip ? values[i] : "\"\\\\boxed{1} #### 1\"");
                str_add(&text, "}");
                assert_true(json_read(&a, text.s, text.n, 5, &row, &e));
                dataset_knows(reader, row);
                if (dataset_problem(&a, reader, row, "f", 0, &p, &e)) {
                    assert_true(*p.statement && *p.keys[0].latex);
                } else {
                    assert_int_equal(e.line, 5);
                    assert_true(*e.msg);
                    refused++;
                }
                arena_reset(&a);
            }
    }
    assert_true(refused > 100);
    arena_clear(&a);
}

/* A row of very many fields costs time in proportion to them. */
static void test_many_fields(void **state)
{
    struct arena a = { 0 };
    struct str text = { 0 };
    struct json *row;
    struct problem p;
    struct err e;

    (void)state;
    str_add(&text, "{\"question\": \"1?\", \"answer\": \"#### 1\"");
    for (int i = 0; i < 200000; i++)
        str_addf(&text, ", \"f%d\": 0", i);
    str_add(&text, "}");
    assert_true(json_read(&a, text.s, text.n, 1, &row, &e));
    assert_true(dataset_problem(&a, &reader_gsm8k, row, "f", 0, &p, &e));
    assert_int_equal(json_get(p.meta, "fields")->count, 200001);
    str_clear(&text);
    arena_clear(&a);
}

static void test_long_integer(void **state)
{
    struct arena a = { 0 };
    struct str text = { 0 };
    struct json *row;
    struct problem p;
    struct err e;

    (void)state;
    str_add(&text, "{\"question\": \"1?\", \"answer\": \"#### ");
    for (int i = 0; i < 5000; i++)
        str_add(&text, "9");
    str_add(&text, "\"}");
    assert_true(json_read(&a, text.s, text.n, 3, &row, &e));
    assert_false(dataset_problem(&a, &reader_gsm8k, row, "f", 0, &p, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    assert_int_equal(e.line, 3);
    str_clear(&text);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_all_readers_met),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_as),
        cmocka_unit_test(test_clean_number),
        cmocka_unit_test(test_clean_latex),
        cmocka_unit_test(test_split_top),
        cmocka_unit_test(test_boxed),
        cmocka_unit_test(test_hashes),
        cmocka_unit_test(test_boxed_long),
        cmocka_unit_test(test_wrong_types),
        cmocka_unit_test(test_many_fields),
        cmocka_unit_test(test_long_integer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
