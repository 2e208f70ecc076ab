/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a reply says of each of several asked values. The cases are replies as
 * models write them, with what a reader takes from them.
 */
#include "../lib/cases.h"
#include "../lib/rounds.h"
#include "base/str.h"
#include "grade/request.h"

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

/* The kind of a key as a chain has it; a key of another name has none. */
static void set_kind(struct grade_key *k)
{
    k->has_kind = true;
    k->kind = strstr(k->latex, "frac") ? ANSWER_RATIONAL : ANSWER_INTEGER;
}

/* The keys of "12; 5; 7", which are question 1, question 2 and final, or of
 * "x: 3; y: 4". */
static struct grade_request request_of(struct arena *a, const char *text)
{
    struct grade_key *keys = arena_array(a, struct grade_key, 32);
    struct grade_request r = { 0 };
    bool named = strchr(text, ':') != NULL;
    size_t n = 0;

    while (*text) {
        size_t len = strcspn(text, ";"), colon = named ? strcspn(text, ":") : 0;
        struct grade_key *k = &keys[n++];

        k->latex = str_trim(
            a, arena_strndup(a, text + colon + named, len - colon - named));
        k->name = named ? str_trim(a, arena_strndup(a, text, colon))
                        : arena_printf(a, "question %zu", n);
        if (!named)
            set_kind(k);
        text += len + (text[len] == ';');
    }
    if (!named)
        keys[n - 1].name = n > 1 ? "final" : NULL;
    request_set_keys(a, &r, keys, n);
    return r;
}

static struct grade_result judge(struct arena *a, struct grade_request r,
                                 const char *reply)
{
    r.reply = reply;
    r.reply_n = strlen(reply);
    return grade_pair(a, &r);
}

static char letter_of(enum verdict v)
{
    switch (v) {
    case VERDICT_CORRECT: return 'c';
    case VERDICT_WRONG: return 'w';
    case VERDICT_NO_ANSWER: return 'n';
    case VERDICT_UNREADABLE: return 'r';
    case VERDICT_UNDECIDED: return 'u';
    default: return '!';
    }
}

/* "12 - ?": the value of each part; none; no plain number. */
static const char *values_text(struct arena *a, const struct grade_result *g)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < g->parts_n; i++)
        str_addf(&out, "%s%s", i ? " " : "",
                 !g->parts[i].extracted ? "-"
                 : !g->parts[i].value   ? "?"
                                        : g->parts[i].value);
    return str_get(&out);
}

static const char *marks_text(struct arena *a, const struct grade_result *g,
                              bool strict)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < g->parts_n; i++)
        str_addf(&out, "%s%c", i ? " " : "",
                 letter_of(strict ? g->parts[i].strict.verdict
                                  : g->parts[i].lenient.verdict));
    return str_get(&out);
}

static bool all_are(const struct grade_result *g, enum verdict v, bool strict)
{
    for (size_t i = 0; i < g->parts_n; i++)
        if ((strict ? g->parts[i].strict : g->parts[i].lenient).verdict != v)
            return false;
    return true;
}

/* What holds of every result: the whole is correct when all parts are, and
 * without an answer when all parts are. */
static bool is_sound(const struct grade_result *g)
{
    for (int strict = 0; strict < 2; strict++) {
        enum verdict v = strict ? g->strict.verdict : g->lenient.verdict;

        if ((v == VERDICT_CORRECT) != all_are(g, VERDICT_CORRECT, strict) ||
            (v == VERDICT_NO_ANSWER) != all_are(g, VERDICT_NO_ANSWER, strict))
            return false;
    }
    for (size_t i = 0; i < g->parts_n; i++)
        if (!g->parts[i].extracted &&
            (g->parts[i].lenient.verdict != VERDICT_NO_ANSWER ||
             g->parts[i].value))
            return false;
    return true;
}

static void run_case(struct arena *a, struct cases *c, const char *lines[4],
                     const struct grade_request *r)
{
    struct grade_result g = judge(a, *r, with_lines(a, lines[1]));
    const char *values = values_text(a, &g), *marks = marks_text(a, &g, false);
    const char *strict = marks_text(a, &g, true);

    if (!str_eq(marks, strict))
        marks = arena_printf(a, "%s %s", marks, strict);
    if (!str_eq(values, lines[2]) || !str_eq(marks, lines[3]) || !is_sound(&g))
        cases_fail(c, "found %s, marks %s", values, marks);
}

static void run_file(const char *name)
{
    struct arena a = { 0 };
    const char *lines[4];
    struct cases c;

    cases_open(&c, name);
    while (cases_next(&c, lines, 4)) {
        struct grade_request r = request_of(&a, lines[0]);

        run_case(&a, &c, lines, &r);
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

static void test_asked(void **state)
{
    (void)state;
    run_file("grade/parts/asked.test");
}

static void test_prose(void **state)
{
    (void)state;
    run_file("grade/parts/prose.test");
}

static void test_boxes(void **state)
{
    (void)state;
    run_file("grade/parts/boxes.test");
}

static void test_hard(void **state)
{
    (void)state;
    run_file("grade/parts/hard.test");
}

static void test_fresh(void **state)
{
    (void)state;
    run_file("grade/parts/fresh.test");
    run_file("grade/parts/more.test");
}

static void test_words(void **state)
{
    (void)state;
    run_file("grade/parts/words.test");
}

static void test_groups(void **state)
{
    (void)state;
    run_file("grade/parts/groups.test");
}

static void test_names(void **state)
{
    (void)state;
    run_file("grade/parts/names.test");
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

/* Numbers in words are read here as the judge of one value reads them. */
static void test_one_reading(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (unsigned v = 0; v < 10000; v += v < 1200 ? 1 : 7) {
        struct str words = str_in(&a);
        const char *value = arena_printf(&a, "%u", v);
        struct grade_request r = request_of(&a, arena_printf(&a, "%u; 7", v));
        struct grade_result g;

        spell(&words, v);
        g = judge(&a, r, arena_printf(&a, "Question 1: %s", words.s));
        assert_int_equal(g.parts[0].strict.verdict, VERDICT_CORRECT);
        assert_string_equal(g.parts[0].value, value);
        r = request_of(&a, value);
        g = judge(&a, r, arena_printf(&a, "The answer is %s.", words.s));
        if (g.strict.verdict != VERDICT_CORRECT)
            fail_msg("%s", words.s);
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* ---- one value ---- */

static void test_single(void **state)
{
    static const struct {
        const char *reply;
        enum verdict verdict;
        const char *value; /* NULL: none */
    } cases[] = {
        { "So it costs \\boxed{12 \\text{ dollars}}.", VERDICT_CORRECT, "12" },
        { "x = 5, so the total is 13 lamps", VERDICT_WRONG, "13" },
        { "I do not know.", VERDICT_NO_ANSWER, NULL },
        { "\\boxed{\\frac{24}{2}}", VERDICT_CORRECT, "12" },
        { "\\boxed{\\frac{25}{2}}", VERDICT_WRONG, "25/2" },
        { "\\boxed{\\sqrt{2}}", VERDICT_WRONG, NULL },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct grade_result g = judge(&a, request_of(&a, "12"), cases[i].reply);
        const char *value = g.extracted ? grade_value(&a, g.extracted) : NULL;

        assert_int_equal(g.lenient.verdict, cases[i].verdict);
        assert_int_equal(g.parts_n, 0);
        assert_string_equal(value ? value : "-",
                            cases[i].value ? cases[i].value : "-");
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
        "x = ",
        "the area is ",
        "(a) ",
        "final: {",
    };
    static const char *const asked[] = {
        "12; 7",
        "x: 3; area: 4; part (a): 5; question 4: 6",
        "question 1: \\sqrt{2}; final: \\{1, 2\\}",
    };
    size_t n = rounds_of(1 << 15, 1 << 17), k;
    struct arena a = { 0 };
    char *big = malloc(n + 1);

    (void)state;
    assert_non_null(big);
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        k = strlen(pieces[i]);
        for (size_t j = 0; j < n; j++)
            big[j] = pieces[i][j % k];
        big[n] = '\0';
        for (size_t q = 0; q < sizeof(asked) / sizeof(asked[0]); q++) {
            (void)judge(&a, request_of(&a, asked[q]), big);
            arena_clear(&a);
        }
    }
    free(big);
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
    struct grade_request r = request_of(&a, "12; 7");

    (void)state;
    for (size_t from = 0; from < sizeof(text) - 1; from += 11)
        for (size_t to = from; to < sizeof(text); to++) {
            char *exact = malloc(to - from + 1); /* so that ASan sees its end */
            struct grade_result g;

            assert_non_null(exact);
            memcpy(exact, text + from, to - from);
            exact[to - from] = '\0';
            g = judge(&b, r, exact);
            assert_true(is_sound(&g));
            free(exact);
            arena_reset(&b);
        }
    arena_clear(&b);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asked),       cmocka_unit_test(test_prose),
        cmocka_unit_test(test_boxes),       cmocka_unit_test(test_hard),
        cmocka_unit_test(test_fresh),       cmocka_unit_test(test_words),
        cmocka_unit_test(test_groups),      cmocka_unit_test(test_names),
        cmocka_unit_test(test_one_reading), cmocka_unit_test(test_single),
        cmocka_unit_test(test_long),        cmocka_unit_test(test_cuts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
