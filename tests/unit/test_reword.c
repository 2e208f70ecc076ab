/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Texts for and from writers: problems in other words (text cases), prompts and
 * their slots, what answers look like, which examples are shown.
 */
#include "../lib/cases.h"
#include "base/str.h"
#include "hunt/prompt.h"
#include "hunt/write/form.h"
#include "hunt/write/reword.h"
#include "hunt/write/write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define LINE_END "\xc2\xb6" /* the sign for the end of a line */

static const char *swap(struct arena *a, const char *s, const char *what,
                        const char *by)
{
    struct str out = str_in(a);
    const char *at;

    for (; (at = strstr(s, what)); s = at + strlen(what)) {
        str_addn(&out, s, (size_t)(at - s));
        str_add(&out, by);
    }
    str_add(&out, s);
    return str_get(&out);
}

/* ---- other words ---- */

static void other_words(void **state)
{
    static const char *const names[] = { "kept", "silent", "numbers",
                                         "formulas" };
    const char *lines[3];
    struct cases c;

    (void)state;
    cases_open(&c, "reword/check.test");
    while (cases_next(&c, lines, 3)) {
        struct arena a = { 0 };
        const char *now = reword_read(&a, swap(&a, lines[1], LINE_END, "\n"));
        enum reword_state s = reword_check(&a, lines[0], now);
        const char *got =
            s == REWORD_KEPT
                ? arena_printf(&a, "kept: %s", swap(&a, now, "\n", LINE_END))
                : names[s];

        if (!str_eq(got, lines[2]))
            cases_fail(&c, "got \"%s\"", got);
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

/* A hostile reply takes time by its length. */
static void hostile(void **state)
{
    static const char *const pieces[] = { "\\(",     "\\[",    "$$ $",
                                          "twenty-", "1,234,", "> \n" };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct str s = { 0 };
        const char *now;

        while (s.n < 1000000)
            str_add(&s, pieces[i]);
        now = reword_read(&a, s.s);
        assert_int_not_equal(reword_check(&a, "Add 2 and $x$.", now),
                             REWORD_KEPT);
        str_clear(&s);
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* ---- prompts ---- */

/* Each prompt says what it must, in the words of any domain, and no slot of a
 * table is left open. */
static void slots(void **state)
{
    static const struct prompt_slot all[] = {
        { "n", "N" },         { "shown", "S" },  { "claim", "C" },
        { "form", "F" },      { "set", "1" },    { "hypothesis", "H" },
        { "concepts", "CS" }, { "must", "M" },   { "labels", "L" },
        { "text", "T" },      { "names", "NS" }, { "most", "4" },
        { "unknown", "U" },   { "size", "Z" },   { "count", "9" },
    };
    struct domain tickets = { .example = "ticket", .task = "file" };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < prompt_table_n; i++)
        for (int k = 0; k < PROMPT_PARTS && !prompt_table[i].template; k++) {
            const char *name,
                *text = prompt_make(&a, &tickets, prompt_table[i].name,
                                    (enum prompt_part)k, all,
                                    sizeof all / sizeof *all);
            bool maths = str_ends(prompt_table[i].name, "_maths");
            size_t n;

            if (slots_next(text, &name, &n) ||
                (!maths && (strstr(text, "athemati") || strstr(text, "LaTeX") ||
                            strstr(text, "problem"))))
                fail_msg("%s: %s", prompt_table[i].name, text);
        }
    assert_non_null(
        strstr(prompt_make(&a, &tickets, "write", PROMPT_USER, all, 15),
               "SCWrite N new tickets"));
    arena_clear(&a);
}

/* What fills a slot is not looked at again, and LaTeX stays. */
static void replaced(void **state)
{
    struct arena a = { 0 };
    struct json *own = json_new(&a, JSON_OBJECT);
    struct json *key = json_set(&a, own, "key", json_new(&a, JSON_OBJECT));
    struct domain d = { .prompts = own };
    const struct prompt_slot slot = { "text", "$x$ ${form} ${task}" };

    (void)state;
    json_set(&a, key, "user",
             json_new_string(&a, "${text} | $5 ${ 3} ${Example}"));
    assert_string_equal(prompt_make(&a, &d, "key", PROMPT_USER, &slot, 1),
                        "$x$ ${form} ${task} | $5 ${ 3} Problem");
    assert_true(str_starts(prompt_make(&a, &d, "key", PROMPT_SYSTEM, &slot, 1),
                           "You are given a problem to solve."));
    arena_clear(&a);
}

/* ---- answers ---- */

static struct answer_form form_of(struct arena *a, const struct domain *d,
                                  const char *const *keys, size_t n)
{
    struct problem *p = arena_array(a, struct problem, n + 1);

    for (size_t i = 0; i < n; i++)
        problem_set_key(a, &p[i], answer_guess(keys[i % 8]), keys[i % 8]);
    return form_find(a, d, p, n);
}

static void forms(void **state)
{
    static const char *const numbers[8] = { "1",   "\\frac{1}{2}", "x^2", "3",
                                            "red", "\\sqrt{2}",    "0",   "7" };
    static const char *const words[8] = { "billing", "shipping", "billing",
                                          "account", "shipping", "billing",
                                          "account", "billing" };
    static const char *const texts[8] = { "a long river",    "the second king",
                                          "nobody knows",    "under the tree",
                                          "on every hill",   "some other day",
                                          "a glass of wine", "the old song" };
    static const char *const own[] = { "yes", "no" };
    struct domain none = { 0 }, labelled = { .labels = own, .n_labels = 2 };
    struct arena a = { 0 };
    struct answer_form f = form_of(&a, &none, numbers, 16);

    (void)state;
    assert_int_equal(f.kind, FORM_MATHS);
    assert_true(
        str_starts(form_prompt(&a, &none, &f, "key"), "an exact value"));
    f = form_of(&a, &none, words, 16);
    assert_int_equal(f.kind, FORM_LABEL);
    assert_string_equal(form_labels(&a, &f), "billing, shipping, account");
    assert_string_equal(form_label(&f, " **Billing**."), "billing");
    assert_string_equal(form_label(&f, "\\text{account}"), "account");
    assert_null(form_label(&f, "bill"));
    assert_null(form_label(&f, "billing or shipping"));
    assert_null(form_label(&f, ""));
    assert_int_equal(form_of(&a, &none, texts, 8).kind, FORM_TEXT);
    assert_int_equal(form_of(&a, &labelled, numbers, 8).kind, FORM_LABEL);
    assert_int_equal(form_find(&a, &none, NULL, 0).kind, FORM_MATHS);
    arena_clear(&a);
}

/* ---- examples that a writer is shown ---- */

#define EXAMPLES 40

/* Four names, five levels; every fourth has no text. */
static void shown(void **state)
{
    static struct example x[EXAMPLES];
    static uint32_t of[EXAMPLES][2];
    static const uint32_t *lists[EXAMPLES];
    static double levels[EXAMPLES];
    static char texts[EXAMPLES][40];
    static const char *const names[] = { "a", "b", "c", "d", "e" };
    struct trait level = { .name = "level", .value = levels };
    struct vocabulary v = { "v", NULL, names, 5, lists };
    struct outcomes s = { .examples = x,
                          .n = EXAMPLES,
                          .vocabularies = &v,
                          .n_vocabularies = 1,
                          .traits = &level,
                          .n_traits = 1 };
    struct domain d = { .example = "riddle" };
    struct arena a = { 0 };
    const char *one, *other;
    bool differ = false;

    (void)state;
    for (size_t i = 0; i < EXAMPLES; i++) {
        snprintf(texts[i], sizeof texts[i], "n%zu l%zu\nof %zu.", i % 5,
                 (i / 5) % 5, i);
        x[i] =
            (struct example){ .id = texts[i], .text = i % 4 ? texts[i] : " " };
        of[i][0] = (uint32_t)(i % 5);
        of[i][1] = UINT32_MAX;
        lists[i] = of[i];
        levels[i] = (double)((i / 5) % 5);
    }
    one = write_as_shown(&a, &d, &s, "1");
    assert_string_equal(one, write_as_shown(&a, &d, &s, "1"));
    for (int i = 0; i < 5; i++) { /* of each name one */
        assert_non_null(strstr(one, arena_printf(&a, "> n%d", i)));
        assert_non_null(strstr(one, arena_printf(&a, "Riddle %d:\n> ", i + 1)));
    }
    assert_null(strstr(one, "Riddle 6"));
    assert_null(strstr(one, ":\n>  \n"));
    assert_non_null(strstr(one, "\n> of ")); /* every line is quoted */
    for (int i = 2; i < 6; i++) {
        other = write_as_shown(&a, &d, &s, arena_printf(&a, "%d", i));
        differ = differ || !str_eq(one, other);
    }
    assert_true(differ);
    s.n = 0;
    assert_string_equal(write_as_shown(&a, &d, &s, "1"), "");
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_words), cmocka_unit_test(hostile),
        cmocka_unit_test(slots),       cmocka_unit_test(replaced),
        cmocka_unit_test(forms),       cmocka_unit_test(shown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
