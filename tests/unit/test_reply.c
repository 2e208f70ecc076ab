/* SPDX-License-Identifier: Apache-2.0 */
#include "../lib/cases.h"
#include "base/str.h"
#include "hunt/reply/kind.h"
#include "hunt/reply/tokens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ¶ is the end of a line. */
static const char *lines(struct arena *a, const char *s)
{
    struct str b = str_in(a);

    if (str_eq(s, "-"))
        return "";
    for (; *s; s++)
        if (str_starts(s, "\xc2\xb6")) {
            str_add(&b, "\n");
            s++;
        } else {
            str_addf(&b, "%c", *s);
        }
    return str_get(&b);
}

/* A text in a block of its own size: reading beyond it is found. */
static char *own(const char *s)
{
    size_t n = strlen(s) + 1;
    char *copy = malloc(n);

    assert_non_null(copy);
    memcpy(copy, s, n);
    return copy;
}

static struct problem problem_of(struct arena *a, const char *statement,
                                 const char *key, const char *solution)
{
    struct problem p = { .statement = lines(a, statement),
                         .solution = lines(a, solution) };

    problem_set_key(a, &p, ANSWER_EXPRESSION, key);
    return p;
}

/* ---- equations ---- */

static void equations(void **state)
{
    struct arena a = { 0 };
    struct cases c;
    const char *l[2];

    (void)state;
    cases_open(&c, "reply/equations.test");
    while (cases_next(&c, l, 2)) {
        char *text = own(lines(&a, l[0]));
        struct false_equation f[8];
        const struct sign_token *t;
        size_t n = reply_tokens(&a, text, &t), checked;
        size_t found = reply_false_equations(text, t, n, f, 8, &checked);
        struct str got = str_in(&a);

        for (size_t i = 0; i < found; i++)
            str_addf(&got, "%s%.*s (%s)", i ? "; " : "", (int)f[i].n,
                     text + f[i].at, ratio_text(&a, f[i].left));
        if (!str_eq(found ? str_get(&got) : "-", l[1]))
            cases_fail(&c, "got \"%s\"", found ? str_get(&got) : "-");
        free(text);
        arena_reset(&a);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

/* ---- failed replies ---- */

static void ways(void **state)
{
    struct arena a = { 0 };
    struct cases c;
    const char *l[5];

    (void)state;
    cases_open(&c, "reply/ways.test");
    while (cases_next(&c, l, 5)) {
        struct problem p = problem_of(&a, l[0], l[1], l[2]);
        const char *bar = strstr(l[3], " | "), *says;
        char *text = own(lines(&a, bar + 3));
        struct reply_seen r = { .kind = REPLY_WRONG, .text = text };
        struct reply_look x;

        r.answer = arena_strndup(&a, l[3], (size_t)(bar - l[3]));
        if (str_eq(r.answer, "-")) {
            r.answer = NULL;
            r.kind = REPLY_NO_ANSWER;
        }
        x = reply_look(&a, &p, &r);
        says = reply_look_says(&a, &x);
        says = arena_printf(
            &a, "%s: %s", reply_ways[x.way].name,
            (x.way == WAY_SLIP || x.way == WAY_STEP) && says ? says : "-");
        if (!str_eq(says, l[4]))
            cases_fail(&c, "got \"%s\"", says);
        free(text);
        arena_reset(&a);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

/* ---- solved replies ---- */

static void solved(void **state)
{
    struct arena a = { 0 };
    struct cases c;
    const char *l[5];

    (void)state;
    cases_open(&c, "reply/solved.test");
    while (cases_next(&c, l, 5)) {
        struct problem p = problem_of(&a, l[0], l[1], l[2]);
        char *text = own(lines(&a, l[3]));
        struct reply_seen r = {
            .kind = REPLY_SOLVED, .text = text, .answer = l[1], .lenient = true
        };
        struct reply_look x = reply_look(&a, &p, &r);
        struct reply_counts n = { 0 };
        const char *got;

        reply_look_add(&n, false, &x);
        got = n.alone   ? "alone"
              : n.wrong ? "wrong"
              : n.apart ? "apart"
              : n.held  ? "held"
                        : "-";
        if (!str_eq(got, l[4]))
            cases_fail(&c, "got \"%s\"", got);
        assert_int_equal(n.doubtful, n.wrong || n.apart);
        assert_int_equal(n.read[0], 1);
        free(text);
        arena_reset(&a);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

/* ---- hostile text ---- */

/* Any bytes are read, and long ones in no time. */
static void any_bytes(void **state)
{
    static const char *const pieces[] = { "(",    "1=",  "{",  "\\frac{", "9",
                                          "\\",   "-",   "^",  "=",       ",",
                                          "\xe2", "\n1", "$ ", "\\pmod" };
    struct arena a = { 0 };

    (void)state;
    for (size_t k = 0; k < sizeof(pieces) / sizeof(pieces[0]); k++) {
        struct str b = { 0 };
        struct problem p = problem_of(&a, "Find $3 \\cdot 7$.", "21", "-");
        struct reply_look x;

        for (size_t i = 0; i < 100000; i++)
            str_add(&b, pieces[k]);
        p.solution = b.s;
        x = reply_look(
            &a, &p,
            &(struct reply_seen){ .kind = REPLY_WRONG, b.s, "22", false });
        assert_true(x.way < WAYS);
        str_clear(&b);
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* ---- kinds ---- */

static void kinds(void **state)
{
    struct reply_counts c = { 0 };
    size_t of_none = 0;

    (void)state;
    for (int m = 0; m < MARKS; m++) {
        enum reply_kind k;

        if (reply_kind_of((enum mark)m, &k))
            c.kinds[k]++;
        else
            of_none++;
        assert_int_equal(reply_is_try((enum mark)m),
                         mark_is_settled((enum mark)m) && m != MARK_TRUNCATED);
    }
    assert_int_equal(of_none, 3); /* undecided, error, bad key */
    assert_int_equal(c.kinds[REPLY_REFUSED], 2);
    assert_int_equal(c.kinds[REPLY_TRUNCATED], 1);
    assert_int_equal(reply_counts_all(&c), MARKS - 3);
    assert_false(reply_counts_cut(&c));
    c.kinds[REPLY_TRUNCATED] = 72;
    assert_true(reply_counts_cut(&c));
    assert_false(reply_counts_cut(&(struct reply_counts){ 0 }));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equations), cmocka_unit_test(ways),
        cmocka_unit_test(solved),    cmocka_unit_test(any_bytes),
        cmocka_unit_test(kinds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
