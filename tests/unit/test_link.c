/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Links between the parts of a pair: the number that an answer of each kind
 * gives, the way from it to a number that is wanted, and the words for it.
 */
#include "family/pair/link.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* ---- from an answer to a number ---- */

static const struct {
    enum answer_kind kind;
    const char *key;
    int64_t number;
} given[] = {
    { ANSWER_INTEGER, "23", 23 },
    { ANSWER_INTEGER, "-7", -7 },
    { ANSWER_INTEGER, "0", 0 },
    { ANSWER_INTEGER, "1000000000000000", INT64_C(1000000000000000) },
    { ANSWER_INTEGER, "-1000000000000000", -INT64_C(1000000000000000) },
    { ANSWER_NUMBER, "23", 23 },
    /* numerator and denominator, of whole numbers too */
    { ANSWER_RATIONAL, "\\frac{3}{4}", 7 },
    { ANSWER_RATIONAL, "-\\frac{3}{4}", 1 },
    { ANSWER_RATIONAL, "7", 8 },
    { ANSWER_RATIONAL, "-1", 0 },
    /* sums */
    { ANSWER_SET, "\\{-2, 5\\}", 3 },
    { ANSWER_SET, "\\{4\\}", 4 },
    { ANSWER_SET, "\\{\\frac{1}{2}, \\frac{1}{3}\\}", 11 }, /* 5/6 */
    { ANSWER_SET, "\\{\\frac{1}{2}, \\frac{3}{2}\\}", 2 },
    { ANSWER_SET, "\\{2-\\sqrt{5}, 2+\\sqrt{5}\\}", 4 },
    { ANSWER_SET, "\\{-\\sqrt{2}, \\sqrt{2}\\}", 0 },
    { ANSWER_SET, "\\{\\frac{1-3\\sqrt{2}}{5}, \\frac{1+3\\sqrt{2}}{5}\\}", 7 },
    { ANSWER_SET, "\\{1-\\sqrt{2}, -\\sqrt{3}, \\sqrt{2}, \\sqrt{3}\\}", 1 },
    { ANSWER_SET, "\\{(1, 2), (3, -4)\\}", 2 },
    { ANSWER_LIST, "1, 2, 2", 5 },
    { ANSWER_LIST, "-3", -3 },
    { ANSWER_TUPLE, "(3, -8)", -5 },
    { ANSWER_TUPLE, "(\\frac{1}{2}, 1, 2)", 9 }, /* 7/2 */
    { ANSWER_MATRIX, "\\begin{pmatrix} 1 & 2 \\\\ 3 & -10 \\end{pmatrix}", -4 },
    { ANSWER_MATRIX, "\\begin{pmatrix} 1 \\\\ \\frac{1}{2} \\end{pmatrix}", 5 },
    { ANSWER_MATRIX, "\\begin{pmatrix} 6 & 7 \\end{pmatrix}", 13 },
    { ANSWER_MATRIX, "\\begin{pmatrix} 6 \\end{pmatrix}", 6 },
    /* the value at 1 */
    { ANSWER_EXPRESSION, "3x^2 - x + 5", 7 },
    { ANSWER_EXPRESSION, "-x^{12}", -1 },
    { ANSWER_EXPRESSION, "\\frac{1}{2}x + 1", 5 }, /* 3/2 */
    { ANSWER_EXPRESSION, "0", 0 },
};

static void numbers_of_answers(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(given); i++) {
        int64_t x;

        assert_true(link_takes(given[i].kind));
        if (!link_number(given[i].kind, given[i].key, &x))
            fail_msg("%s %s gives no number", answer_name(given[i].kind),
                     given[i].key);
        if (x != given[i].number)
            fail_msg("%s %s gives %" PRId64, answer_name(given[i].kind),
                     given[i].key, x);
    }
}

static void answers_that_give_none(void **state)
{
    static const struct {
        enum answer_kind kind;
        const char *key;
    } none[] = {
        { ANSWER_INTEGER, "" },
        { ANSWER_INTEGER, "x" },
        { ANSWER_INTEGER, "07" },
        { ANSWER_INTEGER, "\\frac{3}{4}" },
        { ANSWER_INTEGER, "1000000000000001" },
        { ANSWER_INTEGER, "-1000000000000001" },
        { ANSWER_INTEGER, "123456789012345678901234567890" },
        { ANSWER_NUMBER, "2\\sqrt{3}" },
        { ANSWER_NUMBER, "\\pi" },
        { ANSWER_NUMBER, "\\frac{1}{2}" },
        { ANSWER_RATIONAL, "\\frac{2}{4}" },
        { ANSWER_RATIONAL, "1000000000000000" }, /* and 1 is too much */
        { ANSWER_RATIONAL, "0.5" },
        { ANSWER_SET, "\\{\\}" },
        { ANSWER_SET, "\\emptyset" },
        { ANSWER_SET, "-2, 5" },
        { ANSWER_SET, "\\{\\sqrt{2}, \\sqrt{3}\\}" },
        { ANSWER_SET, "\\{1+\\sqrt{2}, 1+\\sqrt{2}\\}" },
        { ANSWER_SET, "\\{2\\sqrt{5}, -\\sqrt{5}\\}" },
        { ANSWER_SET, "\\{\\frac{\\pi}{4}\\}" },
        { ANSWER_SET, "\\{(1, x), (3, 4)\\}" },
        { ANSWER_SET, "\\{(1, 2), (3, 4}" },
        { ANSWER_SET, "\\{(1, (2, 3))\\}" },
        { ANSWER_SET,
          "\\{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17\\}" },
        { ANSWER_TUPLE, "(x + 1, 2)" },
        { ANSWER_TUPLE, "\\{1, 2\\}" },
        { ANSWER_LIST, "" },
        { ANSWER_LIST, "x - 1, x + 1" },
        { ANSWER_MATRIX, "1" },
        { ANSWER_MATRIX, "\\begin{pmatrix} 1 & 2 \\\\ 3 \\end{pmatrix}" },
        { ANSWER_MATRIX, "\\begin{pmatrix} 1 & x \\end{pmatrix}" },
        { ANSWER_EXPRESSION, "y + 1" },
        { ANSWER_EXPRESSION, "\\frac{1}{x}" },
        { ANSWER_EXPRESSION, "(x + 1)(x - 1)" },
    };
    static const enum answer_kind last_only[] = { ANSWER_DECIMAL,
                                                  ANSWER_EQUATION,
                                                  ANSWER_INTERVAL,
                                                  ANSWER_CHOICE, ANSWER_TEXT };

    (void)state;
    for (size_t i = 0; i < COUNT(none); i++) {
        int64_t x;

        if (link_number(none[i].kind, none[i].key, &x))
            fail_msg("%s %s gives %" PRId64, answer_name(none[i].kind),
                     none[i].key, x);
    }
    for (size_t i = 0; i < COUNT(last_only); i++) {
        int64_t x;

        assert_false(link_takes(last_only[i]));
        assert_false(link_number(last_only[i], "5", &x));
    }
}

/* Another key is read as the words for the first one say. */
static void numbers_of_other_answers(void **state)
{
    static const struct {
        enum answer_kind kind;
        const char *like, *key;
        int64_t number; /* 0: none */
    } cases[] = {
        { ANSWER_INTEGER, "23", "24", 24 },
        { ANSWER_RATIONAL, "7", "\\frac{3}{4}", 7 },
        { ANSWER_SET, "\\{1, 2\\}", "\\{1, 3\\}", 4 },
        { ANSWER_SET, "\\{1, 2\\}", "\\{1, \\frac{1}{2}\\}", 0 },
        { ANSWER_SET, "\\{1, \\frac{1}{2}\\}", "\\{1, 3\\}", 5 },
        { ANSWER_SET, "\\{1, \\frac{1}{2}\\}", "x", 0 },
        { ANSWER_SET, "x", "\\{1, 3\\}", 0 },
        { ANSWER_NUMBER, "5", "\\frac{1}{2}", 0 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        int64_t x = 0;
        bool gives =
            link_number_like(cases[i].kind, cases[i].like, cases[i].key, &x);

        if (gives != (cases[i].number != 0) || (gives && x != cases[i].number))
            fail_msg("%s gives %" PRId64, cases[i].key, gives ? x : 0);
    }
}

/* ---- links ---- */

static void links_are_applied(void **state)
{
    (void)state;
    assert_true(link_apply(&(struct link){ 0, 0 }, -7) == -7);
    assert_true(link_apply(&(struct link){ 0, 5 }, -7) == -2);
    assert_true(link_apply(&(struct link){ 10, 0 }, 23) == 3);
    assert_true(link_apply(&(struct link){ 10, 5 }, -23) == 12);
    assert_true(link_apply(&(struct link){ 10, -5 }, 20) == -5);
    assert_true(link_apply(&(struct link){ 7, 1 }, -7) == 1);
}

static void links_carry_so_much(void **state)
{
    (void)state;
    assert_true(link_capacity(&(struct link){ 0, 0 }, 12345) == 12345);
    assert_true(link_capacity(&(struct link){ 0, -9 }, -12345) == 12345);
    assert_true(link_capacity(&(struct link){ 10007, 0 }, 12345) == 10007);
    assert_true(link_capacity(&(struct link){ 10007, 3 }, -20) == 20);
    assert_true(link_capacity(&(struct link){ 0, 0 }, 0) == 0);
}

/* From any answer to any value. A large answer is not given away by what is
 * subtracted from it, and different answers never meet within 10^4. */
static void links_lead_to_a_value(void **state)
{
    static const int64_t far[] = { 0,
                                   1,
                                   -1,
                                   12345678901234,
                                   INT64_C(1000000000000000),
                                   -INT64_C(1000000000000000) };
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("link", 4));
    for (int64_t value = -150; value <= 150; value++)
        for (int i = 0; i < 60; i++) {
            int64_t x = i < 6 ? far[i] : rng_range(&r, -2000000, 2000000);
            struct link l = link_to(&r, x, value);

            assert_true(link_apply(&l, x) == value);
            assert_true(l.modulus == 0 || l.modulus >= LINK_LARGE);
            assert_true(l.plus <= 1000150 && l.plus >= -1000150);
            assert_true(link_apply(&l, x + LINK_LARGE - 1) != value);
        }
}

/* ---- words ---- */

static const struct {
    struct link link;
    enum answer_kind kind;
    const char *key, *said, *explained;
} words[] = {
    { { 0, 0 },
      ANSWER_INTEGER,
      "23",
      "Let $N$ be the answer.",
      "The answer so far is $23$, so $N = 23$." },
    { { 0, 0 },
      ANSWER_RATIONAL,
      "\\frac{3}{4}",
      "Write the answer as a fraction in lowest terms with a positive "
      "denominator, an integer with the denominator $1$, and add the numerator and the denominator. Let $N$ be "
      "this sum.",
      "The answer so far is $\\frac{3}{4}$, which gives $7$, so $N = 7$." },
    { { 10, 0 },
      ANSWER_SET,
      "\\{20, 3\\}",
      "Divide the sum of all numbers in the answer by $10$, and let $N$ be "
      "the remainder.",
      "The answer so far is $\\{20, 3\\}$, which gives $23$; divided by $10$ "
      "it leaves the remainder $3$, so $N = 3$." },
    { { 10, 4 },
      ANSWER_NUMBER,
      "-23",
      "Divide the answer by $10$ so that the remainder lies between $0$ and "
      "$9$, add $4$ to the remainder, and let $N$ be the result.",
      "The answer so far is $-23$; divided by $10$ it leaves the remainder "
      "$7$, and $7 + 4 = 11$, so $N = 11$." },
    { { 0, -20 },
      ANSWER_INTEGER,
      "23",
      "Subtract $20$ from the answer, and let $N$ be the result.",
      "The answer so far is $23$, and $23 - 20 = 3$, so $N = 3$." },
    { { 0, 8 },
      ANSWER_RATIONAL,
      "\\frac{3}{4}",
      "Write the answer as a fraction in lowest terms with a positive "
      "denominator, an integer with the denominator $1$, and add the "
      "numerator and the denominator. Add $8$ to this sum, and let $N$ be "
      "the result.",
      "The answer so far is $\\frac{3}{4}$, which gives $7$, and $7 + 8 = "
      "15$, so $N = 15$." },
    { { 9, -6 },
      ANSWER_MATRIX,
      "\\begin{pmatrix} 6 & 7 \\end{pmatrix}",
      "Divide the sum of all entries of the answer by $9$, subtract $6$ from "
      "the remainder, and let $N$ be the result.",
      "The answer so far is $\\begin{pmatrix} 6 & 7 \\end{pmatrix}$, which "
      "gives $13$; divided by $9$ it leaves the remainder $4$, and $4 - 6 = "
      "-2$, so $N = -2$." },
    { { 0, 0 },
      ANSWER_EXPRESSION,
      "\\frac{1}{2}x + 1",
      "Write the value of the answer at $x = 1$ as a fraction in lowest terms "
      "with a positive denominator, an integer with the denominator $1$, and "
      "add the numerator and the "
      "denominator. Let $N$ be this sum.",
      "The answer so far is $\\frac{1}{2}x + 1$, which gives $5$, so $N = "
      "5$." },
};

static void links_in_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(words); i++) {
        struct arena a = { 0 };
        struct str said = str_in(&a), explained = str_in(&a);

        link_say(&said, &words[i].link, words[i].kind, words[i].key, "N");
        assert_string_equal(str_get(&said), words[i].said);
        link_explain(&explained, &words[i].link, words[i].kind, words[i].key,
                     "N");
        assert_string_equal(str_get(&explained), words[i].explained);
        arena_clear(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_answers),
        cmocka_unit_test(answers_that_give_none),
        cmocka_unit_test(numbers_of_other_answers),
        cmocka_unit_test(links_are_applied),
        cmocka_unit_test(links_carry_so_much),
        cmocka_unit_test(links_lead_to_a_value),
        cmocka_unit_test(links_in_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
