/* SPDX-License-Identifier: Apache-2.0 */
/* The reader of mathematics text: conventions as text cases, ceilings,
 * hostile input. */
#include "../lib/cases.h"
#include "../lib/dump.h"
#include "base/limits.h"
#include "base/str.h"
#include "math/read/read.h"
#include "math/tree/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The tree of a text, or its error, as a case says it. */
static const char *reading(struct arena *a, const char *text,
                           const struct read_options *opt)
{
    const struct expr *x;
    struct err e;

    if (read_expr(a, text, strlen(text), opt, &x, &e))
        return dump_expr(a, x);
    return arena_printf(a, "error: column %zu: %s", e.column, e.msg);
}

static void run_file(const char *name)
{
    struct cases c;
    struct arena a = { 0 };
    const char *line[2];
    const char *got;

    cases_open(&c, name);
    while (cases_next(&c, line, 2)) {
        got = reading(&a, line[0], NULL);
        if (strcmp(got, line[1]) != 0)
            cases_fail(&c, "\"%s\" is read as %s", line[0], got);
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

static void test_conventions(void **state)
{
    static const char *const files[] = {
        "read/terms.test",      "read/numbers.test",  "read/functions.test",
        "read/special.test",    "read/names.test",    "read/structures.test",
        "read/statements.test", "read/calculus.test", "read/words.test",
        "read/unicode.test",    "read/labels.test",   "read/joiners.test",
        "read/marks.test",      "read/notations.test"
    };

    (void)state;
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        run_file(files[i]);
}

/* "x t commas" into options; the names live in the arena. */
static struct read_options options_of(struct arena *a, const char *line)
{
    struct read_options opt = { 0 };
    const char **names = arena_array(a, const char *, strlen(line) + 1);

    while (*line) {
        size_t n = strcspn(line, " ");
        const char *word = arena_strndup(a, line, n);

        if (str_eq(word, "commas"))
            opt.commas_separate = true;
        else if (str_eq(word, "decimal"))
            opt.decimal_comma = true;
        else if (str_eq(word, "labels"))
            opt.labels = READ_LABELS;
        else if (str_eq(word, "words"))
            opt.labels = READ_WORDS;
        else if (!str_eq(word, "-"))
            names[opt.symbols_n++] = read_one_symbol(a, word);
        line += n + (line[n] == ' ');
    }
    opt.symbols = names;
    return opt;
}

static void test_options(void **state)
{
    struct cases c;
    struct arena a = { 0 };
    const char *line[3];

    (void)state;
    cases_open(&c, "read/options.test");
    while (cases_next(&c, line, 3)) {
        struct read_options opt = options_of(&a, line[0]);
        const char *got = reading(&a, line[1], &opt);

        if (strcmp(got, line[2]) != 0)
            cases_fail(&c, "\"%s\" is read as %s", line[1], got);
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

/* What was printed reads as the same tree, for every case that reads. */
static void test_print_read(void **state)
{
    static const char *const files[] = {
        "read/terms.test",    "read/numbers.test",    "read/functions.test",
        "read/names.test",    "read/structures.test", "read/statements.test",
        "read/calculus.test", "read/labels.test",     "read/joiners.test",
        "read/marks.test",    "read/notations.test"
    };
    struct arena a = { 0 };
    const char *line[2];
    struct cases c;

    (void)state;
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        cases_open(&c, files[i]);
        while (cases_next(&c, line, 2)) {
            const struct expr *x, *y;
            const char *text;
            struct err e;

            arena_reset(&a);
            if (!read_expr(&a, line[0], strlen(line[0]), NULL, &x, &e))
                continue;
            text = print_expr(&a, x);
            if (!read_expr(&a, text, strlen(text), NULL, &y, &e))
                cases_fail(&c, "\"%s\", printed, column %zu: %s", text,
                           e.column, e.msg);
            else if (!expr_same(x, y))
                cases_fail(&c, "\"%s\", printed, reads as %s", text,
                           dump_expr(&a, y));
        }
        assert_int_equal(cases_close(&c), 0);
    }
    arena_clear(&a);
}

static void test_symbols(void **state)
{
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(read_one_symbol(&a, "\\varepsilon"), "epsilon");
    assert_string_equal(read_one_symbol(&a, "ε"), "epsilon");
    assert_string_equal(read_one_symbol(&a, "epsilon"), "epsilon");
    assert_string_equal(read_one_symbol(&a, "x_1"), "x_{1}");
    assert_string_equal(read_one_symbol(&a, " $x_{10}$ "), "x_{10}");
    assert_string_equal(read_one_symbol(&a, "e"), "e");
    assert_string_equal(read_one_symbol(&a, "ms"), "ms");
    assert_string_equal(read_one_symbol(&a, "y''_1"), "y_{1}''");
    assert_null(read_one_symbol(&a, "2x"));
    assert_null(read_one_symbol(&a, "\\pi"));
    assert_null(read_one_symbol(&a, ""));
    arena_clear(&a);
}

/* A text of `unit`, n times. */
static char *repeated(struct arena *a, const char *unit, size_t n)
{
    size_t len = strlen(unit);
    char *s = arena_text(a, len * n);

    for (size_t i = 0; i < n; i++)
        memcpy(s + i * len, unit, len);
    return s;
}

static void expect_limit(const char *unit, size_t n, const char *name)
{
    struct arena a = { 0 };
    const char *text = repeated(&a, unit, n);
    const struct expr *x;
    struct err e;

    assert_false(read_expr(&a, text, strlen(text), NULL, &x, &e));
    if (e.code != ERR_LIMIT || strncmp(e.msg, name, strlen(name)) != 0)
        fail_msg("%zu times \"%s\": %s", n, unit, e.msg);
    arena_clear(&a);
}

static void test_ceilings(void **state)
{
    (void)state;
    expect_limit("x+", LIMIT_ANSWER_BYTES, "bytes");
    expect_limit("(", 1000, "depth");
    expect_limit("{", 1000, "depth");
    expect_limit("-", 1000, "depth");
    expect_limit("x^", 1000, "depth");
    expect_limit("\\frac", 1000, "depth");
    expect_limit("\\sqrt", 1000, "depth");
    expect_limit("\\sin", 1000, "depth");
    expect_limit("|", 1000, "depth");
    expect_limit("\\int ", 1000, "depth");
    expect_limit("\\sum_{k=1}^n", 1000, "depth");
    expect_limit("\\begin{matrix}", 1000, "depth");
    expect_limit("\\frac{d}{dx}", 1000, "depth");
    expect_limit("1+", 30000, "nodes");
    expect_limit("7", LIMIT_NUMBER_CHARS + 1, "digits");
}

/* Trees that lean to one side without brackets are bounded too. */
static void test_height(void **state)
{
    struct arena a = { 0 };
    static const char *const units[] = { "1/", "2\\pm ", "A\\cup B\\cap ",
                                         "1\\bmod " };
    const struct expr *x;
    struct err e;

    (void)state;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        const char *text =
            arena_printf(&a, "%s1", repeated(&a, units[i], 4000));

        assert_false(read_expr(&a, text, strlen(text), NULL, &x, &e));
        assert_int_equal(e.code, ERR_LIMIT);
    }
    arena_clear(&a);
}

static const char *const hostile[] = {
    "\\text{",
    "$",
    "$$",
    "\\",
    "\\\\",
    "&",
    "\xFF",
    "1,",
    "1A",
    "1A1_",
    "{,}",
    "\\left",
    "_",
    "'",
    "\\text{a",
    "(1,",
    "[0,1[",
    "]0,1[",
    "| x ",
    "\\{ | ",
    "e",
    "d x",
    "\\frac{d}{d",
    "\\end{matrix}",
    "\\begin{aligned}",
    "f(",
    "P_n(",
    "B(a,",
    "{}_",
    "5 cm ",
    "and ",
    "0.\\overline{3}",
    "\\\\x=1",
    "\\rm ",
    "\\operatorname{",
    "ab ",
    "x_",
    "x_{",
    "\\pmod ",
    ",\\!000",
    " 000",
    "²",
    "₂",
    "½",
    "\\color{",
    "\\tag{",
};

/* Whatever stands in a text, reading ends, and quickly enough for a test. */
static void test_hostile(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(hostile) / sizeof(hostile[0]); i++) {
        size_t n = 60000 / strlen(hostile[i]);
        const char *text = repeated(&a, hostile[i], n);
        const struct expr *x;
        struct err e;

        if (!read_expr(&a, text, strlen(text), NULL, &x, &e))
            assert_true(e.code == ERR_SYNTAX || e.code == ERR_LIMIT);
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* Bytes that no text should have. */
static void test_bytes(void **state)
{
    struct arena a = { 0 };
    const struct expr *x;
    struct err e;

    (void)state;
    assert_false(read_expr(&a, "1\0002", 3, NULL, &x, &e));
    assert_int_equal(e.code, ERR_SYNTAX);
    assert_int_equal(e.column, 2);
    assert_false(read_expr(&a, "x+\xC3(", 4, NULL, &x, &e));
    assert_int_equal(e.column, 3);
    assert_false(read_expr(&a, "", 0, NULL, &x, &e));
    assert_int_equal(e.code, ERR_SYNTAX);
    assert_false(read_expr(&a, " . ", 3, NULL, &x, &e));
    /* Columns count characters. */
    assert_false(read_expr(&a, "α+β+)", strlen("α+β+)"), NULL, &x, &e));
    assert_int_equal(e.column, 5);
    /* Digits behind the end of the text are not part of it. */
    assert_true(read_expr(&a, "C_9^21", 5, NULL, &x, &e));
    assert_string_equal(print_expr(&a, x), "\\binom{9}{2}");
    arena_clear(&a);
}

static void test_columns(void **state)
{
    struct arena a = { 0 };
    const struct expr *x;
    struct err e;

    (void)state;
    assert_true(read_expr(&a, "2 + π x", strlen("2 + π x"), NULL, &x, &e));
    assert_int_equal(x->column, 1);
    assert_int_equal(x->args[1]->column, 5);
    assert_int_equal(x->args[1]->args[1]->column, 7);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conventions), cmocka_unit_test(test_options),
        cmocka_unit_test(test_print_read),  cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_ceilings),    cmocka_unit_test(test_height),
        cmocka_unit_test(test_hostile),     cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_columns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
