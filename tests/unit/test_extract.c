/* SPDX-License-Identifier: Apache-2.0 */
#include "../lib/cases.h"
#include "../lib/sanitized.h"
#include "base/str.h"
#include "grade/extract/extract.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Long enough to see what is not linear; a sanitizer looks for other faults. */
#define LONG_BITS (SANITIZED ? 16 : 20)

#define RETURN_SIGN "\xe2\x8f\x8e" /* stands for a line end in the cases */

static char *with_lines(struct arena *a, const char *s)
{
    struct str out = str_in(a);
    const char *p;

    while ((p = strstr(s, RETURN_SIGN))) {
        str_addn(&out, s, (size_t)(p - s));
        str_addc(&out, '\n');
        s = p + strlen(RETURN_SIGN);
    }
    str_add(&out, s);
    return out.s;
}

/* How often each rule has found an answer in the cases. */
static size_t reached[EXTRACT_RULES];

static void run_file(const char *name)
{
    struct cases c;
    const char *lines[3];
    struct arena a = { 0 };

    cases_open(&c, name);
    while (cases_next(&c, lines, 3)) {
        char *text = with_lines(&a, lines[0]);
        struct extract_options opt = {
            .choice = strstr(lines[1], "+choice") != NULL,
            .text = strstr(lines[1], "+text") != NULL,
            .gold = strstr(lines[1], "+gold") != NULL,
        };
        char *rule = arena_strndup(&a, lines[1], strcspn(lines[1], " "));
        struct extracted x = extract_answer(&a, text, strlen(text), &opt);
        const char *got = x.rule == EXTRACT_NONE ? x.why : x.text;

        if (!str_eq(extract_rule_name(x.rule), rule) || !str_eq(got, lines[2]))
            cases_fail(&c, "got %s \"%s\"", extract_rule_name(x.rule), got);
        if (x.from > x.to || x.to > strlen(text) ||
            (x.rule == EXTRACT_NONE && x.to))
            cases_fail(&c, "it stands at %zu to %zu", x.from, x.to);
        if (x.declared != (x.rule != EXTRACT_NONE && x.rule < EXTRACT_CHOICE))
            cases_fail(&c, "declared is %d", x.declared);
        reached[x.rule]++;
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

static void test_whole(void **state)
{
    (void)state;
    run_file("extract/whole.test");
}

static void test_boxed(void **state)
{
    (void)state;
    run_file("extract/boxed.test");
}

static void test_declared(void **state)
{
    (void)state;
    run_file("extract/declared.test");
}

static void test_language(void **state)
{
    (void)state;
    run_file("extract/language.test");
}

static void test_choice(void **state)
{
    (void)state;
    run_file("extract/choice.test");
}

static void test_guess(void **state)
{
    (void)state;
    run_file("extract/guess.test");
}

static void test_words(void **state)
{
    (void)state;
    run_file("extract/words.test");
}

static void test_think(void **state)
{
    (void)state;
    run_file("extract/think.test");
}

static void test_gold(void **state)
{
    (void)state;
    run_file("extract/gold.test");
    run_file("extract/escape.test");
}

/* Every rule finds the answer of some case, and docs/grading.md has the rules in
 * their order, one row of its table for each. */
static void test_rules(void **state)
{
    char page[1 << 16], row[32];
    FILE *f = fopen("docs/grading.md", "r");
    const char *at = page;
    size_t n;

    (void)state;
    assert_non_null(f);
    n = fread(page, 1, sizeof page - 1, f);
    assert_int_equal(fclose(f), 0);
    page[n] = '\0';
    for (enum extract_rule r = EXTRACT_NONE + 1; r < EXTRACT_RULES; r++) {
        snprintf(row, sizeof row, "\n| `%s` |", extract_rule_name(r));
        at = strstr(at, row);
        if (!at)
            fail_msg("no row of %s in its place", extract_rule_name(r));
        if (!reached[r])
            fail_msg("no case reaches %s", extract_rule_name(r));
        at++;
    }
    at = strchr(at, '\n');
    assert_true(at && strncmp(at, "\n| ", 3) != 0); /* no row more */
}

static enum extract_rule rule_of(struct arena *a, const char *s, size_t n)
{
    struct extracted x = extract_answer(a, s, n, NULL);

    assert_true((x.rule == EXTRACT_NONE) == (x.text == NULL));
    assert_true((x.rule == EXTRACT_NONE) == (x.why != NULL));
    return x.rule;
}

static void test_empty(void **state)
{
    struct arena a = { 0 };
    static const char nul[] = "x = \0 5", letter[] = "II;I\0$\0I";
    static const struct extract_options choice = { .choice = true,
                                                   .text = true };

    (void)state;
    assert_int_equal(rule_of(&a, "", 0), EXTRACT_NONE);
    assert_int_equal(rule_of(&a, " \n\t ", 4), EXTRACT_NONE);
    assert_int_equal(rule_of(&a, "\0\0", 2), EXTRACT_NONE);
    assert_string_equal(extract_answer(&a, "", 0, NULL).why,
                        "the reply is empty");
    /* A NUL ends nothing. */
    assert_string_equal(extract_answer(&a, nul, sizeof nul - 1, NULL).text,
                        "x =   5");
    assert_string_equal(
        extract_answer(&a, letter, sizeof letter - 1, &choice).text, "I");
    arena_clear(&a);
}

/* Which bytes of the reply hold the answer; "" when no stretch does. */
static void test_place(void **state)
{
    static const char *const cases[][2] = {
        { "So it is \\boxed{0.5}.", "0.5" },
        { "First 12, then $\\boxed{ 12 }$ again 12.", "12" },
        { "<think>\\boxed{7}</think>Thus \\boxed{7}", "7" },
        { "#### 1,234\n", "1,234" },
        { "<answer>x + 1</answer>", "x + 1" },
        { "The answer is $\\frac{1}{2}$.", "\\frac{1}{2}" },
        { "\\boxed{3} and \\boxed{5}", "\\boxed{3} and \\boxed{5}" },
        { "caf\xc3\xa9 \\boxed{4} est bon", "4" },
        /* Cleaning makes a copy of these. */
        { "<b>3</b> or 4, so <b>the answer is 3</b>", "3" },
        { "So <b>x</b> is \\boxed{5} of 5", "5" },
        { "It is \\boxed{\xe2\x80\x93"
          "2}", /* an en dash for a minus */
          "" },
        { "The answer is 5 <b>m</b>.", "" },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i][0];
        struct extracted x = extract_answer(&a, text, strlen(text), NULL);
        const char *got = arena_strndup(&a, text + x.from, x.to - x.from);

        if (!str_eq(got, cases[i][1]))
            fail_msg("%s: \"%s\" at %zu", text, got, x.from);
    }
    /* The last of several that read alike is meant. */
    assert_int_equal(
        extract_answer(&a, cases[1][0], strlen(cases[1][0]), NULL).from, 24);
    assert_int_equal(
        extract_answer(&a, cases[8][0], strlen(cases[8][0]), NULL).from, 35);
    arena_clear(&a);
}

/* A long reply that breaks off has no answer; one that ends has. */
static void test_cut_off(void **state)
{
    struct arena a = { 0 };
    struct str s = str_in(&a);
    struct extracted x;

    (void)state;
    for (int i = 0; i < 40; i++)
        str_add(&s, "Let us add one to $x$ and look again.\n");
    str_add(&s, "This gives $x = 5$");
    assert_string_equal(extract_answer(&a, s.s, s.n, NULL).text, "x = 5");
    assert_int_equal(rule_of(&a, s.s, s.n - 1), EXTRACT_NONE);
    str_add(&s, " and then we");
    assert_int_equal(rule_of(&a, s.s, s.n), EXTRACT_NONE);
    str_add(&s, " are done.");
    x = extract_answer(&a, s.s, s.n, NULL);
    assert_int_equal(x.rule, EXTRACT_FORMULA);
    assert_false(x.declared);
    str_add(&s, " Next we may draw 8");
    assert_int_equal(rule_of(&a, s.s, s.n), EXTRACT_NONE);
    str_add(&s, " slips, which is 12");
    assert_string_equal(extract_answer(&a, s.s, s.n, NULL).text, "12");
    str_add(&s, " apples");
    assert_string_equal(extract_answer(&a, s.s, s.n, NULL).text, "12");
    arena_clear(&a);
}

static void test_trim(void **state)
{
    static const char *const pairs[][2] = {
        { "$5$", "5" },
        { " \\( x \\) .", "x" },
        { "\\boxed{5}", "5" },
        { "**5**", "5" },
        { "The answer is 5.", "5" },
        { "$\\boxed{\\frac12}$.", "\\frac12" },
        { "$m+n = 256+37 = 293$", "m+n = 256+37 = 293" },
        { "5\\,", "5" },
        { "\\{1,2\\}", "\\{1,2\\}" },
        { "(1,2)", "(1,2)" },
        { "x...", "x..." },
        { "", "" },
        { "\\$5", "\\$5" },
        { "1;2", "1;2" },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_string_equal(extract_trim(&a, pairs[i][0], strlen(pairs[i][0])),
                            pairs[i][1]);
    arena_clear(&a);
}

/* A megabyte of any of these ends soon; what "soon" is, the bench says. */
static void test_hostile(void **state)
{
    static const char *const pieces[] = {
        "\\boxed{",
        "$",
        "<think>",
        "answer is ",
        "\\(",
        "####",
        "#### 1\n",
        "<answer>",
        "</think>",
        "{",
        "}",
        "\\",
        "\\\\",
        "\\n",
        "*",
        "`",
        "(",
        "1,",
        "1 ",
        "a ",
        "\xe7\xad\x94\xe6\xa1\x88",
        "\xe2",
        "\xff",
        "\n\n",
        "$1$ and ",
        "\\begin{a}",
        "\\text{",
        "final answer: (",
        "\\boxed{1}, ",
        "[THINK]",
        "<|im_end|>",
        ".",
        "\\[",
        "is the answer ",
        "\\boxed",
        "answer ",
        "x is the answer. ",
        "the answer is not ",
        "Wait, \\boxed{5}. ",
        "if the answer is 5; ",
        "x=1 => ",
        "1,2 ",
    };
    struct arena a = { 0 };
    size_t n = (size_t)1 << LONG_BITS;
    char *big = malloc(n);

    (void)state;
    assert_non_null(big);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        size_t k = strlen(pieces[i]);

        for (size_t j = 0; j < n; j++)
            big[j] = pieces[i][j % k];
        for (int o = 0; o < 8; o++) {
            struct extract_options opt = { .choice = o & 1,
                                           .text = o & 2,
                                           .gold = o & 4,
                                           .lower = o & 1,
                                           .parts = (size_t)(o & 2) };

            (void)extract_answer(&a, big, n, &opt);
            arena_reset(&a);
        }
        (void)extract_trim(&a, big, n);
        arena_reset(&a);
    }
    free(big);
    arena_clear(&a);
}

/* A reply may be cut off anywhere. */
static void test_cuts(void **state)
{
    static const char text[] =
        "<think>Let $x$ be \\(2\\).</think> So **the** final answer is: "
        "$\\boxed{\\frac{1}{2}}$ and \\[ \\begin{pmatrix} 1 \\\\ 2 "
        "\\end{pmatrix} \\] \xe7\xad\x94\xe6\xa1\x88\xe6\x98\xaf 5 #### 7 "
        "<answer>(C) $5</answer> A. 1,000.5\xe2\x82\xac \\text{ab";
    struct arena a = { 0 };

    (void)state;
    for (size_t from = 0; from < sizeof text - 1; from += 3)
        for (size_t to = from; to < sizeof text; to++) {
            struct extract_options opt = { .choice = to & 1,
                                           .text = to & 2,
                                           .gold = to & 4,
                                           .lower = to & 1,
                                           .parts = to & 2 };
            size_t n = to - from;
            char *exact = malloc(n ? n : 1); /* so that ASan sees its end */

            assert_non_null(exact);
            memcpy(exact, text + from, n);
            (void)extract_answer(&a, exact, n, &opt);
            (void)extract_trim(&a, exact, n);
            arena_reset(&a);
            free(exact);
        }
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),    cmocka_unit_test(test_boxed),
        cmocka_unit_test(test_declared), cmocka_unit_test(test_language),
        cmocka_unit_test(test_choice),   cmocka_unit_test(test_guess),
        cmocka_unit_test(test_words),    cmocka_unit_test(test_think),
        cmocka_unit_test(test_gold),     cmocka_unit_test(test_rules),
        cmocka_unit_test(test_empty),    cmocka_unit_test(test_place),
        cmocka_unit_test(test_cut_off),  cmocka_unit_test(test_trim),
        cmocka_unit_test(test_cuts),     cmocka_unit_test(test_hostile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
