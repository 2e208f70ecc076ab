/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a reply tells of each asked value. The cases are replies as models
 * write them, with what a reader takes from them.
 */
#include "../lib/cases.h"
#include "base/str.h"
#include "evolve/measure/measure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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

/* A problem with the keys of "12; 5; 7". */
static struct problem problem_of(struct arena *a, const char *keys)
{
    struct problem p = { .id = "e-1", .statement = "?", .solution = "" };

    p.keys = arena_array(a, struct key, 8);
    while (*keys) {
        size_t n = strcspn(keys, ";");
        struct key *k = &p.keys[p.n_keys++];

        k->latex = str_trim(a, arena_strndup(a, keys, n));
        k->kind = strstr(k->latex, "frac") ? ANSWER_RATIONAL : ANSWER_INTEGER;
        k->name = arena_printf(a, "question %zu", p.n_keys);
        keys += n + (keys[n] == ';');
    }
    if (p.n_keys > 1)
        p.keys[p.n_keys - 1].name = "final";
    else
        p.keys[0].name = NULL;
    return p;
}

static const char *value_text(struct arena *a, bool has, bool number,
                              struct ratio v)
{
    return !has ? "-" : !number ? "?" : ratio_text(a, v);
}

static char mark_letter(enum mark m)
{
    switch (m) {
    case MARK_CORRECT: return 'c';
    case MARK_WRONG: return 'w';
    case MARK_NO_ANSWER: return 'n';
    case MARK_UNREADABLE: return 'r';
    default: return '!';
    }
}

static const char *marks_text(struct arena *a, const struct told *t)
{
    return arena_printf(a, "%c %c", mark_letter(t->first),
                        mark_letter(t->final));
}

static void run_file(const char *name)
{
    struct arena a = { 0 };
    const char *lines[4];
    struct cases c;

    cases_open(&c, name);
    while (cases_next(&c, lines, 4)) {
        struct problem p = problem_of(&a, lines[0]);
        const char *reply = with_lines(&a, lines[1]), *values, *marks;
        struct told lenient, strict;

        told_judge(&a, &p, reply, OUTCOME_OK, false, &lenient);
        told_judge(&a, &p, reply, OUTCOME_OK, true, &strict);
        values =
            arena_printf(&a, "%s %s",
                         value_text(&a, lenient.has_first, lenient.first_number,
                                    lenient.first_value),
                         value_text(&a, lenient.has_final, lenient.final_number,
                                    lenient.final_value));
        marks = marks_text(&a, &lenient);
        if (!str_eq(marks, marks_text(&a, &strict)))
            marks = arena_printf(&a, "%s %s", marks, marks_text(&a, &strict));
        if (!str_eq(values, lines[2]) || !str_eq(marks, lines[3]))
            cases_fail(&c, "told %s, marks %s", values, marks);
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

static void test_asked(void **state)
{
    (void)state;
    run_file("evolve_told/asked.test");
}

static void test_prose(void **state)
{
    (void)state;
    run_file("evolve_told/prose.test");
}

static void test_boxes(void **state)
{
    (void)state;
    run_file("evolve_told/boxes.test");
}

static void test_hard(void **state)
{
    (void)state;
    run_file("evolve_told/hard.test");
}

static void test_fresh(void **state)
{
    (void)state;
    run_file("evolve_told/fresh.test");
    run_file("evolve_told/more.test");
}

static void test_words(void **state)
{
    (void)state;
    run_file("evolve_told/words.test");
}

static void test_groups(void **state)
{
    (void)state;
    run_file("evolve_told/groups.test");
}

/* Below 10000, said as one says them. */
static void spell(struct str *out, unsigned v)
{
    static const char *const ones[] = {
        "zero",    "one",     "two",       "three",    "four",
        "five",    "six",     "seven",     "eight",    "nine",
        "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
        "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    };
    static const char *const tens[] = {
        "twenty", "thirty",  "forty",  "fifty",
        "sixty",  "seventy", "eighty", "ninety"
    };

    if (v >= 1000) {
        str_add(out, ones[v / 1000]);
        str_add(out, v % 1000 ? " thousand " : " thousand");
    }
    if (v >= 1000 && v % 1000 == 0)
        return;
    if (v % 1000 >= 100) {
        str_add(out, ones[v % 1000 / 100]);
        str_add(out, v % 100 ? " hundred and " : " hundred");
    }
    if (v % 1000 && v % 100 == 0)
        return;
    if (v % 100 < 20) {
        str_add(out, ones[v % 100]);
        return;
    }
    str_add(out, tens[v % 100 / 10 - 2]);
    if (v % 10) {
        str_addc(out, '-');
        str_add(out, ones[v % 10]);
    }
}

/* Numbers in words are read here as the judge of runs reads them. */
static void test_one_reading(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (unsigned v = 0; v < 10000; v += v < 1200 ? 1 : 7) {
        struct str words = str_in(&a);
        const char *text;
        struct told t;
        struct problem p = problem_of(&a, arena_printf(&a, "%u; 7", v));

        spell(&words, v);
        text = arena_printf(&a, "Question 1: %s", words.s);
        told_judge(&a, &p, text, OUTCOME_OK, true, &t);
        assert_true(t.first == MARK_CORRECT && t.first_number);
        assert_true(ratio_equal(t.first_value, RATIO((int64_t)v)));
        text = arena_printf(&a, "The answer is %s.", words.s);
        /* of one key: the judge of runs reads it */
        p = problem_of(&a, arena_printf(&a, "%u", v));
        told_judge(&a, &p, text, OUTCOME_OK, true, &t);
        if (t.final != MARK_CORRECT)
            fail_msg("%s", text);
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* ---- one question ---- */

static void test_single(void **state)
{
    struct arena a = { 0 };
    struct problem p = problem_of(&a, "12");
    struct told t;

    (void)state;
    told_judge(&a, &p, "So it costs \\boxed{12 \\text{ dollars}}.", OUTCOME_OK,
               false, &t);
    assert_true(t.final == MARK_CORRECT && t.first == t.final);
    assert_true(t.has_final && t.final_number && t.has_first);
    assert_true(ratio_equal(t.final_value, RATIO(12)));
    told_judge(&a, &p, "x = 5, so the total is 13 lamps", OUTCOME_OK, false,
               &t);
    assert_true(t.final == MARK_WRONG && t.final_number);
    assert_true(ratio_equal(t.final_value, RATIO(13)));
    told_judge(&a, &p, "I do not know.", OUTCOME_OK, false, &t);
    assert_true(t.final == MARK_NO_ANSWER && !t.has_final && !t.final_number);
    told_judge(&a, &p, "\\boxed{\\frac{24}{2}}", OUTCOME_OK, true, &t);
    assert_true(t.final == MARK_CORRECT && t.final_number);
    assert_true(ratio_equal(t.final_value, RATIO(12)));
    arena_clear(&a);
}

/* What is no reply has no answer, whatever stands in it. */
static void test_outcomes(void **state)
{
    static const struct {
        enum outcome outcome;
        enum mark mark;
    } marks[] = {
        { OUTCOME_TRUNCATED, MARK_TRUNCATED },
        { OUTCOME_REFUSED, MARK_REFUSED },
        { OUTCOME_ERROR, MARK_ERROR },
        { OUTCOME_FATAL, MARK_ERROR },
    };
    struct arena a = { 0 };
    struct problem p = problem_of(&a, "12; 7");

    (void)state;
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        struct told t;

        told_judge(&a, &p, "\\boxed{question 1: 12; final: 7}",
                   marks[i].outcome, false, &t);
        assert_int_equal(t.first, marks[i].mark);
        assert_int_equal(t.final, marks[i].mark);
        assert_false(t.has_first || t.has_final || t.first_number ||
                     t.final_number);
    }
    {
        struct told t;

        told_judge(&a, &p, NULL, OUTCOME_OK, false, &t);
        assert_true(t.first == MARK_NO_ANSWER && t.final == MARK_NO_ANSWER);
    }
    arena_clear(&a);
}

/* ---- hostile replies ---- */

/* Tens of kilobytes of any of these ends soon. */
static void test_long(void **state)
{
    static const char *const pieces[] = {
        "\\boxed{",
        "question 1: ",
        "question 1: 12 ",
        "| 1 | 12 |\n",
        "final",
        "12 = ",
        "{",
        "}",
        "\\text{",
        "$",
        "answer is ",
        "1,",
        "\\frac{1}{2} ",
        "1/2/",
        "(",
        "\\",
        "\xe2\x80\x93",
        "**",
        "|",
        "\n",
        "a",
        "\\boxed{12} ",
        "#### ",
        "answers: 12, ",
        "the answer to ",
        "1. 2\n",
        "question 1 is (",
        "of the answer ",
    };
    size_t n = (size_t)1 << 16;
    struct arena a = { 0 };
    struct problem p = problem_of(&a, "12; 7");
    char *big = malloc(n + 1);

    (void)state;
    assert_non_null(big);
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        struct arena b = { 0 };
        size_t k = strlen(pieces[i]);
        struct told t;

        for (size_t j = 0; j < n; j++)
            big[j] = pieces[i][j % k];
        big[n] = '\0';
        told_judge(&b, &p, big, OUTCOME_OK, false, &t);
        arena_clear(&b);
    }
    free(big);
    arena_clear(&a);
}

/* A reply may be cut off anywhere. */
static void test_cuts(void **state)
{
    static const char text[] =
        "<think>x</think>**Question 1:** \\(\\frac{1}{2}\\) is \\boxed{12\\,"
        "000 \\text{kg}} \xe2\x80\x94 7 | final | 1st question's answer = -1/2 "
        "(3 1/2) \\\\ | Q1 | 5% |\n|--|\n(1) 12\n\"answers\": [1, 2]} #### "
        "question #2 \xe2\x88\x92 7,000.5 and the final answer is 60/5 = 12";
    struct arena a = { 0 }, b = { 0 };
    struct problem p = problem_of(&a, "12; 7");

    (void)state;
    for (size_t from = 0; from < sizeof(text) - 1; from += 11)
        for (size_t to = from; to < sizeof(text); to++) {
            char *exact = malloc(to - from + 1); /* so that ASan sees its end */
            struct told t;

            assert_non_null(exact);
            memcpy(exact, text + from, to - from);
            exact[to - from] = '\0';
            told_judge(&b, &p, exact, OUTCOME_OK, false, &t);
            assert_true(t.has_first || t.first == MARK_NO_ANSWER);
            assert_true(t.has_final || t.final == MARK_NO_ANSWER);
            free(exact);
            arena_reset(&b);
        }
    arena_clear(&b);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asked),  cmocka_unit_test(test_prose),
        cmocka_unit_test(test_boxes),  cmocka_unit_test(test_hard),
        cmocka_unit_test(test_fresh),  cmocka_unit_test(test_words),
        cmocka_unit_test(test_groups), cmocka_unit_test(test_one_reading),
        cmocka_unit_test(test_single), cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_long),   cmocka_unit_test(test_cuts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
