/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The reader of sentences about things: text cases of what each sentence
 * says, texts that must say nothing, and hostile ones.
 */
#include "../lib/cases.h"
#include "base/rng.h"
#include "base/str.h"
#include "family/linear/read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define THINGS 4

static const char *const names[THINGS] = {
    "the price of the brass lamp",
    "the price of the woven rug",
    "the price of the oak stool",
    "the price of the copper kettle",
};
static const char *const letters[] = { "X", "Y" };
static const struct ratio letter_values[] = { { 7, 1 }, { 5, 2 } };
static const struct linear_words prices = {
    .names = names,
    .n = THINGS,
    .unit = "dollars",
    .one = "dollar",
    .letters = letters,
    .letter_values = letter_values,
    .n_letters = 2,
};

/* {A} to {D} become the things. */
static const char *expand(struct arena *a, const char *s)
{
    struct str out = str_in(a);

    for (; *s; s++) {
        if (s[0] == '{' && s[1] >= 'A' && s[1] < 'A' + THINGS && s[2] == '}') {
            str_add(&out, names[s[1] - 'A']);
            s += 2;
        } else {
            str_addc(&out, *s);
        }
    }
    return str_get(&out);
}

/* "2A -3B = 5" */
static void want_equation(const char *s, struct equation *eq)
{
    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        eq->c[i] = RATIO(0);
    while (*s != '=') {
        size_t n = strcspn(s, "ABCD");

        assert_true(ratio_read(&eq->c[s[n] - 'A'], s, n));
        s += n + 2;
    }
    assert_true(ratio_read(&eq->rhs, s + 2, strlen(s + 2)));
}

/* The same but for a factor: cross products of all numbers with one that is
 * not 0. */
static bool proportional(const struct equation *x, const struct equation *y)
{
    struct ratio u[LINEAR_VARIABLES + 1], v[LINEAR_VARIABLES + 1], l, r;
    size_t k = 0;

    for (size_t i = 0; i < LINEAR_VARIABLES; i++) {
        u[i] = x->c[i];
        v[i] = y->c[i];
    }
    u[LINEAR_VARIABLES] = x->rhs;
    v[LINEAR_VARIABLES] = y->rhs;
    while (k < LINEAR_VARIABLES && ratio_sign(u[k]) == 0)
        k++;
    if (ratio_sign(v[k]) == 0)
        return false;
    for (size_t i = 0; i <= LINEAR_VARIABLES; i++)
        if (!ratio_mul(&l, u[i], v[k]) || !ratio_mul(&r, v[i], u[k]) ||
            !ratio_equal(l, r))
            return false;
    return true;
}

static const char *kind_name(enum linear_reading r)
{
    static const char *const kinds[] = { "nothing", "equation", "vague",
                                         "question", "unsure" };

    return kinds[r];
}

static void check_reading(struct cases *c, struct arena *a,
                          const char *sentence, const char *want)
{
    const char *text = expand(a, sentence);
    size_t n = strcspn(want, " "), asked = SIZE_MAX;
    struct equation eq, expected;
    enum linear_reading r =
        linear_read(text, strlen(text), &prices, &eq, &asked);
    const char *kind = kind_name(r);

    if (strlen(kind) != n || strncmp(kind, want, n) != 0) {
        cases_fail(c, "is read as %s", kind);
    } else if (r == READING_QUESTION) {
        if (asked != (size_t)(want[n + 1] - 'A'))
            cases_fail(c, "asks for thing %zu", asked);
    } else if (r == READING_EQUATION || r == READING_VAGUE) {
        want_equation(want + n + 1, &expected);
        if (!proportional(&expected, &eq))
            cases_fail(c, "gives %sA %sB %sC %sD = %s", ratio_text(a, eq.c[0]),
                       ratio_text(a, eq.c[1]), ratio_text(a, eq.c[2]),
                       ratio_text(a, eq.c[3]), ratio_text(a, eq.rhs));
    }
}

static void reads_sentences(void **state)
{
    struct arena a = { 0 };
    const char *lines[2];
    struct cases c;

    (void)state;
    cases_open(&c, "linear/read.test");
    while (cases_next(&c, lines, 2)) {
        check_reading(&c, &a, lines[0], lines[1]);
        arena_reset(&a);
    }
    assert_true(c.count >= 150);
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

/* ---- texts that must say nothing ---- */

static void finds_danger(void **state)
{
    struct arena a = { 0 };
    const char *lines[2];
    struct cases c;

    (void)state;
    cases_open(&c, "linear/danger.test");
    while (cases_next(&c, lines, 2)) {
        const char *got = linear_read_danger(&a, lines[0], strlen(lines[0]));

        if (!str_eq(got ? got : "safe", lines[1]))
            cases_fail(&c, "got \"%s\"", got ? got : "safe");
        arena_reset(&a);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

static bool dangerous(const char *text, size_t n)
{
    struct arena a = { 0 };
    bool danger = linear_read_danger(&a, text, n) != NULL;

    arena_clear(&a);
    return danger;
}

/* Unseen characters, broken UTF-8, a NUL. */
static void finds_unseen(void **state)
{
    static const char *const bad[] = {
        "tw\xE2\x80\x8B"
        "ice",
        "so\xC2\xAD"
        "ft",
        "\xE2\x80\xAEturned",
        "\xEF\xBC\x93 wide",
        "cut \xE2\x80",
        "\xFF",
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_true(dangerous(bad[i], strlen(bad[i])));
    assert_true(dangerous("a\0b", 3));
    assert_false(dangerous("", 0));
    assert_false(dangerous("caf\xC3\xA9", 5));
    /* Nothing is read behind the end. */
    assert_false(dangerous("tenor", 0));
    assert_true(dangerous("tenor", 3));
    assert_false(dangerous("tenor", 5));
}

/* ---- hostile text ---- */

static enum linear_reading read_text(const char *text, size_t n)
{
    struct equation eq;
    size_t asked;

    return linear_read(text, n, &prices, &eq, &asked);
}

static enum linear_reading read_repeated(const char *what, size_t times)
{
    struct str s = { 0 };
    enum linear_reading r;

    for (size_t i = 0; i < times; i++)
        str_add(&s, what);
    r = read_text(str_get(&s), s.n);
    str_clear(&s);
    return r;
}

static void survives_hostile(void **state)
{
    static const char *const parts[] = {
        "(",  "twice ", "the sum of ",  "half of the difference between ",
        "- ", "1 + ",   "3 more than ", "the price of the brass lamp and ",
        ", ", "if ",    "5/",           "ninety hundred ",
    };

    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        for (size_t n = 1; n <= 10000; n *= 10)
            assert_true(read_repeated(parts[i], n) != READING_EQUATION);
    assert_int_equal(read_text("", 0), READING_NOTHING);
    assert_int_equal(read_text("\0\0", 2), READING_UNSURE);
    assert_int_equal(read_repeated("birds ", 20000), READING_NOTHING);
}

/* Bytes by chance never make an equation without a thing's name. */
static void survives_noise(void **state)
{
    static const char *const words[] = {
        "is",
        "12",
        "dollars",
        "twice",
        "the",
        "sum",
        "of",
        "and",
        "more",
        "than",
        "less",
        "by",
        "exceeds",
        ",",
        "half",
        "-",
        "(",
        ")",
        "times",
        "if",
        "added",
        "to",
        "from",
        "\xE2",
        "3/0",
        "1/2",
        "a",
        "hundred",
        "roughly",
        "?",
        "the price of the oak",
        "what is",
    };
    struct rng r;

    (void)state;
    rng_init(&r, (struct hash128){ 8, 15 });
    for (int k = 0; k < 3000; k++) {
        struct str s = { 0 };
        size_t n = rng_below(&r, 30);
        enum linear_reading got;

        for (size_t i = 0; i < n; i++) {
            str_add(&s, words[rng_below(&r, sizeof words / sizeof words[0])]);
            str_add(&s, rng_below(&r, 5) ? " " : "");
        }
        got = read_text(str_get(&s), s.n);
        assert_true(got == READING_NOTHING || got == READING_UNSURE);
        str_clear(&s);
    }
}

/* The longest name wins, and names are words. */
static void takes_longest(void **state)
{
    static const char *const own[] = { "the lamp", "the lamp shade",
                                       "The 16 eggs" };
    const struct linear_words v = { .names = own, .n = 3 };
    struct equation eq;
    size_t asked;
    const char *s = "The lamp shade is 3 more than the lamp.";

    (void)state;
    assert_int_equal(linear_read(s, strlen(s), &v, &eq, &asked),
                     READING_EQUATION);
    assert_true(ratio_equal(eq.c[1], RATIO(1)));
    assert_true(ratio_equal(eq.c[0], RATIO(-1)));
    s = "Twice the 16 eggs is the lamp.";
    assert_int_equal(linear_read(s, strlen(s), &v, &eq, &asked),
                     READING_EQUATION);
    assert_true(ratio_equal(eq.c[2], RATIO(2)));
    s = "The lamps are 3.";
    assert_int_equal(linear_read(s, strlen(s), &v, &eq, &asked),
                     READING_UNSURE);
    s = "The lampis 3.";
    assert_int_equal(linear_read(s, strlen(s), &v, &eq, &asked),
                     READING_UNSURE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_sentences), cmocka_unit_test(finds_danger),
        cmocka_unit_test(finds_unseen),    cmocka_unit_test(survives_hostile),
        cmocka_unit_test(survives_noise),  cmocka_unit_test(takes_longest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
