/* SPDX-License-Identifier: Apache-2.0 */

/* Acceptance: good files are accepted, and a wrong one is refused by the row
 * that names what is wrong. */
#include "../lib/cases.h"
#include "base/str.h"
#include "family/accept/accept.h"
#include "family/language/start.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* "a // b" in two lines; "@" at the beginning of a line indents it. */
static const char *lines_of(struct arena *a, const char *row)
{
    struct str out = str_in(a);
    bool begins = true, in_kind = false;

    str_add(&out, "title: T\n");
    for (const char *s = row; *s; s++) {
        if (begins && in_kind && strncmp(s, "kind", 4) != 0)
            str_add(&out, "    ");
        in_kind = in_kind || (begins && strncmp(s, "kind", 4) == 0);
        begins = strncmp(s, " // ", 4) == 0;
        if (begins) {
            str_addc(&out, '\n');
            s += 3;
        } else if (*s == '@') {
            str_add(&out, "    ");
        } else {
            str_addc(&out, *s);
        }
    }
    str_addc(&out, '\n');
    return str_get(&out);
}

static const char *said(const struct acceptance *x)
{
    for (int i = 0; i < ACCEPT_ROWS; i++)
        if (x->rows[i].findings.n)
            return accept_row_name(i);
    return x->accepted ? "accepted" : "nothing";
}

static void test_rows(void **state)
{
    struct accept_options o = { .draws = 400 };
    struct cases c;
    const char *lines[2];

    (void)state;
    cases_open(&c, "language/accept.test");
    while (cases_next(&c, lines, 2)) {
        struct arena a = { 0 };
        const char *text = lines_of(&a, lines[0]);
        struct str print = str_in(&a);
        struct acceptance x;

        assert_true(family_accept(&a, "t.family", text, strlen(text), &o, &x));
        accept_print(&print, &x);
        if (!str_eq(said(&x), lines[1]))
            cases_fail(&c, "got \"%s\"\n%s%s", said(&x), text, str_get(&print));
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

/* The file that people begin with. */
static void test_start(void **state)
{
    struct accept_options o = { .draws = 200 };
    struct arena a = { 0 };
    struct acceptance x;

    (void)state;
    assert_true(family_accept(&a, "start.family", family_start(),
                              strlen(family_start()), &o, &x));
    assert_string_equal(said(&x), "accepted");
    arena_clear(&a);
}

/* A text that no problem had: with all draws it is refused; with fewer, chance
 * may have left it out. */
static void test_rare_text(void **state)
{
    static const char text[] =
        "title: T\nanswer: integer\ndraw a, b in 2..900\nkey: a + b\n"
        "check \"difference\": key - b = a\nplain: What is $<a> + <b>$?\n"
        "step when a > 100000000: It is large.\nstep: It is $<key>$.\n";

    (void)state;
    for (int all = 0; all < 2; all++) {
        struct accept_options o = { .draws = all ? ACCEPT_DRAWS : 200 };
        struct arena a = { 0 };
        struct acceptance x;

        assert_true(family_accept(&a, "t.family", text, strlen(text), &o, &x));
        assert_string_equal(said(&x), all ? "well told" : "accepted");
        arena_clear(&a);
    }
}

static bool stop_at_once(void *ctx, enum accept_row row, double share)
{
    (void)row;
    (void)share;
    ++*(int *)ctx;
    return false;
}

/* Whoever stops it gets no answer. */
static void test_stop(void **state)
{
    int asked = 0;
    struct accept_options o = { .progress = stop_at_once, .ctx = &asked };
    struct arena a = { 0 };
    struct acceptance x;

    (void)state;
    assert_false(family_accept(&a, "start.family", family_start(),
                               strlen(family_start()), &o, &x));
    assert_int_equal(asked, 1);
    assert_false(x.accepted);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_rare_text),
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_stop),
    };

    return cmocka_run_group_tests_name("accept", tests, NULL, NULL);
}
