/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Prose: how it is cut, and what it becomes in LaTeX and Markdown. The cases
 * are in tests/cases/export, two lines each.
 */
#include "../lib/cases.h"
#include "../lib/rounds.h"
#include "base/ascii.h"
#include "base/str.h"
#include "problem/prose/markdown.h"
#include "problem/prose/tex.h"
#include "text/prose.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- cases ---- */

/* A ¶ in a case is a line end. */
static void unfold(struct str *out, const char *s)
{
    static const char mark[] = "\xC2\xB6";

    str_reset(out);
    for (; *s; s++) {
        if (strncmp(s, mark, 2) == 0) {
            str_addc(out, '\n');
            s++;
        } else {
            str_addc(out, *s);
        }
    }
}

static size_t run_cases(const char *name,
                        void (*turn)(struct str *out, const char *text))
{
    struct cases c;
    const char *lines[2];
    struct str text = { 0 }, want = { 0 }, got = { 0 };
    size_t count;

    cases_open(&c, name);
    while (cases_next(&c, lines, 2)) {
        unfold(&text, lines[0]);
        unfold(&want, lines[1]);
        str_reset(&got);
        turn(&got, str_get(&text));
        if (!str_eq(str_get(&got), str_get(&want)))
            cases_fail(&c, "got \"%s\"", str_get(&got));
    }
    str_clear(&text);
    str_clear(&want);
    str_clear(&got);
    count = c.count;
    assert_int_equal(cases_close(&c), 0);
    return count;
}

static void show_spans(struct str *out, const char *text)
{
    struct prose r;
    struct piece s;

    prose_open(&r, text, strlen(text));
    while (prose_next(&r, &s))
        str_addf(out, "%s%c %.*s", out->n ? " | " : "", "wfdtc"[s.kind],
                 (int)s.n, s.s);
}

static void spans(void **state)
{
    (void)state;
    assert_true(run_cases("export/spans.test", show_spans) >= 20);
}

static void latex(void **state)
{
    (void)state;
    assert_true(run_cases("export/latex.test", tex_prose) >= 35);
}

static void in_item(struct str *out, const char *text)
{
    markdown_prose(out, text, 3);
}

static void markdown(void **state)
{
    (void)state;
    assert_true(run_cases("export/markdown.test", in_item) >= 11);
}

/* ---- one line, one formula ---- */

static void one_line(void **state)
{
    struct str out = { 0 };

    (void)state;
    tex_line(&out, "a\n\nb \\[x_1\\] c");
    assert_string_equal(str_get(&out), "a b $x_{1}$ c");
    str_reset(&out);
    markdown_line(&out, "a\n\nb \\[x_1\\] c_");
    assert_string_equal(str_get(&out), "a b $x_1$ c\\_");
    str_clear(&out);
}

static void formulas(void **state)
{
    static const char *const cases[][2] = {
        { "x_1", "$x_{1}$" },     { "$x_1$", "$x_{1}$" },
        { " $$x$$ ", "$x$" },     { "\\$18", "$\\$18$" },
        { "[0, 1)", "$[0, 1)$" }, { "x_", "x\\_" },
        { "$", "\\$" },           { "", "" },
    };
    struct str out = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        str_reset(&out);
        tex_formula(&out, cases[i][0]);
        assert_string_equal(str_get(&out), cases[i][1]);
    }
    str_reset(&out);
    markdown_formula(&out, "$x_1$");
    assert_string_equal(str_get(&out), "$x_1$");
    str_clear(&out);
}

/* ---- hostile text ---- */

/* Text of n bytes that repeats a piece. */
static char *repeat(const char *piece, size_t n)
{
    size_t k = strlen(piece);
    char *s = malloc(n + 1);

    assert_non_null(s);
    for (size_t i = 0; i < n; i++)
        s[i] = piece[i % k];
    s[n] = '\0';
    return s;
}

/* Nothing here may recurse without bound or take time that grows with the
 * square of the length. */
static void pages_of_openings(void **state)
{
    static const char *const pieces[] = {
        "$",
        "$$",
        "\\[",
        "\\(",
        "{",
        "$x^{",
        "\\text{",
        "_{",
        "\\left(",
        "\\begin{align}",
        "$\\text{$",
        "[asy]",
        "\\",
        "\\frac",
        "$\\sqrt[",
        "\\textbf{$",
        "$ a b $",
        "&",
        "\\\\",
        "\xE4\xB8\xAD",
        "\\begin{tabular}{c}",
        "$\\begin{array}{c}",
        "\xFF",
        "\n\n",
    };
    struct str out = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        char *text = repeat(pieces[i], rounds_of(1 << 16, 1 << 18));

        str_reset(&out);
        tex_prose(&out, text);
        markdown_prose(&out, text, 3);
        tex_formula(&out, text);
        free(text);
    }
    str_clear(&out);
}

/* Every \begin has its \end, braces and dollars match, all is ASCII. */
static bool is_sound(const char *s)
{
    long braces = 0, environments = 0, left = 0;
    bool math = false;

    for (; *s; s++) {
        if ((unsigned char)*s >= 0x80)
            return false;
        if (*s == '\\') {
            environments += str_starts(s, "\\begin{");
            environments -= str_starts(s, "\\end{");
            left += str_starts(s, "\\left") && !is_letter(s[5]);
            left -= str_starts(s, "\\right") && !is_letter(s[6]);
            s++;
        } else if (*s == '$') {
            math = !math;
        }
        braces += (*s == '{' && s[-1] != '\\') - (*s == '}' && s[-1] != '\\');
        if (braces < 0 || !*s)
            return false;
    }
    return braces == 0 && environments == 0 && left == 0 && !math;
}

/* Random sequences of what LaTeX is made of. */
static void soups_come_out_sound(void **state)
{
    static const char *const pieces[] = {
        "$",
        "$$",
        "\\[",
        "\\]",
        "{",
        "}",
        "^",
        "_",
        "&",
        "\\\\",
        "%",
        "'",
        "\"",
        "x",
        "12",
        " ",
        "\n",
        "\\frac",
        "\\sqrt[",
        "]",
        "\\text{",
        "\\left(",
        "\\right)",
        "\\begin{pmatrix}",
        "\\end{pmatrix}",
        "\\begin{align*}",
        "\\end{align*}",
        "\\begin{array}{cc}",
        "\\end{array}",
        "\\begin{tabular}{|c|c|}",
        "\\end{tabular}",
        "\\hline",
        "\\over",
        "\\sum",
        "\\limits",
        "\\alpha",
        "\\input{x}",
        "\\textbf{",
        "[asy]",
        "[/asy]",
        "\xC2\xB2",
        "\xE4\xB8\xAD",
        "\\{",
        "\\multicolumn{2}{c}{",
        "\\substack{",
        "\\middle|",
        "\\bigl",
        "(",
    };
    const size_t n = sizeof(pieces) / sizeof(pieces[0]);
    struct str text = { 0 }, out = { 0 };
    uint64_t r = 1;

    (void)state;
    for (int i = 0; i < (int)rounds_of(20000, 1000000); i++) {
        str_reset(&text);
        str_reset(&out);
        str_addc(&out, ' '); /* is_sound looks one back */
        for (int k = 0; k < 4 + i % 30; k++) {
            r = r * 6364136223846793005u + 1442695040888963407u;
            str_add(&text, pieces[(r >> 33) % n]);
        }
        tex_prose(&out, str_get(&text));
        str_addc(&out, ' ');
        tex_formula(&out, str_get(&text));
        if (!is_sound(str_get(&out)))
            print_error("text: %s\n out: %s\n", str_get(&text), str_get(&out));
        assert_true(is_sound(str_get(&out)));
    }
    str_clear(&text);
    str_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans),
        cmocka_unit_test(latex),
        cmocka_unit_test(markdown),
        cmocka_unit_test(one_line),
        cmocka_unit_test(formulas),
        cmocka_unit_test(pages_of_openings),
        cmocka_unit_test(soups_come_out_sound),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
