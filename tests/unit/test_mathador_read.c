/* SPDX-License-Identifier: Apache-2.0 */
#include "../lib/cases.h"
#include "base/str.h"
#include "family/mathador/reply/read.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* In a case \n is a line end and \r\n one of another kind, unless they begin
 * a command of LaTeX; two backslashes stay two. */
static char *with_lines(struct arena *a, const char *s)
{
    struct str out = str_in(a);

    while (*s) {
        size_t n = str_starts(s, "\\r\\n") ? 4 : 2;
        bool line = n == 4 || (str_starts(s, "\\n") && !str_starts(s, "\\neq"));

        if (line) {
            str_add(&out, n == 4 ? "\r\n" : "\n");
        } else {
            n = str_starts(s, "\\\\") ? 2 : 1;
            str_addn(&out, s, n);
        }
        s += n;
    }
    return arena_strdup(a, str_get(&out));
}

static void add_ratio(struct str *out, struct ratio q)
{
    if (q.q == 0)
        str_add(out, "?");
    else if (q.q == 1)
        str_addf(out, "%" PRId64, q.p);
    else
        str_addf(out, "%" PRId64 "/%" PRId64, q.p, q.q);
}

/* The text of each operation, brackets round those inside. */
static void add_operations(struct arena *a, struct str *out,
                           const struct game_claim *c)
{
    const char *text[CLAIM_OPERATIONS];

    for (int i = 0; i < c->n; i++) {
        const struct game_operation *o = c->operations + i;
        const struct game_operand *side[2] = { &o->side[0], &o->side[1] };
        struct str s = str_in(a);

        for (int k = 0; k < 2; k++) {
            assert_true(side[k]->from < i);
            if (side[k]->from < 0)
                add_ratio(&s, side[k]->number);
            else
                str_addf(&s, "(%s)", text[side[k]->from]);
            if (k == 0)
                str_addf(&s, " %c ", "+*-/"[o->op]);
        }
        text[i] = str_get(&s);
    }
    str_add(out, c->n ? text[c->n - 1] : "");
}

static void add_claim(struct arena *a, struct str *out,
                      const struct game_claim *c, bool first)
{
    if (first)
        assert_int_equal(c->gap, GAP_ATTEMPT);
    else
        str_add(out, c->gap == GAP_NONE      ? " ; "
                     : c->gap == GAP_ATTEMPT ? " ;; "
                                             : " ;# ");
    if (c->foreign)
        str_add(out, "foreign");
    else
        add_operations(a, out, c);
    if (c->has_result) {
        str_add(out, " = ");
        add_ratio(out, c->result);
    }
}

static const char *print(struct arena *a, const char *text, size_t n)
{
    struct vec claims = vec_in(a, sizeof(struct game_claim));
    struct str out = str_in(a);
    struct span plain = claims_text(a, text, n);
    size_t end = 0;

    claims_read(a, plain, &claims);
    for (size_t i = 0; i < claims.n; i++) {
        const struct game_claim *c = vec_get(&claims, struct game_claim, i);

        assert_true(c->at >= end && c->end > c->at && c->end <= plain.n);
        assert_true(c->foreign || (c->n >= 1 && c->n <= CLAIM_OPERATIONS));
        end = c->end;
        add_claim(a, &out, c, i == 0);
    }
    return claims.n ? arena_strdup(a, str_get(&out)) : "none";
}

static void run_file(const char *name)
{
    struct cases c;
    const char *lines[2], *got;
    struct arena a = { 0 };

    cases_open(&c, name);
    while (cases_next(&c, lines, 2)) {
        char *text = with_lines(&a, lines[0]);

        got = print(&a, text, strlen(text));
        if (!str_eq(got, lines[1]))
            cases_fail(&c, "got %s", got);
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

#define THEME(name)                           \
 static void test_##name(void **state)        \
 {                                            \
  (void)state;                                \
  run_file("mathador/claims/" #name ".test"); \
 }

THEME(spellings)
THEME(numbers)
THEME(latex)
THEME(markdown)
THEME(tables)
THEME(chains)
THEME(names)
THEME(bare)
THEME(foreign)
THEME(points)
THEME(gaps)

static struct vec read_text(struct arena *a, const char *text, size_t n)
{
    struct vec claims = vec_in(a, sizeof(struct game_claim));

    claims_read(a, (struct span){ text, n }, &claims);
    return claims;
}

/* The places of claims in the text. */
static void test_places(void **state)
{
    static const char text[] = "So 6 - 2 = 4 * 11 = 44, and **44 = 4 * 11**.";
    static const char *const want[] = { "6 - 2", "4 * 11 = 44", "44 = 4 * 11" };
    struct arena a = { 0 };
    struct vec claims = read_text(&a, text, strlen(text));

    (void)state;
    assert_int_equal(claims.n, 3);
    for (size_t i = 0; i < claims.n; i++) {
        struct game_claim *c = vec_get(&claims, struct game_claim, i);

        assert_string_equal(arena_strndup(&a, text + c->at, c->end - c->at),
                            want[i]);
    }
    arena_clear(&a);
}

/* Claims are appended, and the gaps of a second text start anew. */
static void test_append(void **state)
{
    struct arena a = { 0 };
    struct vec claims = vec_in(&a, sizeof(struct game_claim));

    (void)state;
    claims_read(&a, span_of("6 - 2 = 4"), &claims);
    claims_read(&a, span_of(""), &claims);
    claims_read(&a, span_of("6 + 2 = 8"), &claims);
    assert_int_equal(claims.n, 2);
    assert_int_equal(vec_get(&claims, struct game_claim, 0)->result.p, 4);
    assert_int_equal(vec_get(&claims, struct game_claim, 1)->result.p, 8);
    assert_int_equal(vec_get(&claims, struct game_claim, 1)->gap, GAP_ATTEMPT);
    arena_clear(&a);
}

/* The last CLAIMS_MOST are kept, and what was there before. */
static void test_most(void **state)
{
    enum { WRITTEN = 3 * CLAIMS_MOST + 7 };
    struct arena a = { 0 };
    struct str text = str_in(&a);
    struct vec claims = read_text(&a, "1 + 1 = 2", 9);

    (void)state;
    for (int i = 0; i < WRITTEN; i++)
        str_addf(&text, "%d + 1 = %d\n", i, i + 1);
    claims_read(&a, (struct span){ text.s, text.n }, &claims);
    assert_int_equal(claims.n, 1 + CLAIMS_MOST);
    assert_int_equal(vec_get(&claims, struct game_claim, 0)->result.p, 2);
    for (int i = 0; i < CLAIMS_MOST; i++) {
        struct game_claim *c =
            vec_get(&claims, struct game_claim, (size_t)i + 1);

        assert_int_equal(c->result.p, WRITTEN - CLAIMS_MOST + i + 1);
        assert_int_equal(c->gap, i ? GAP_NONE : GAP_ATTEMPT);
    }
    arena_clear(&a);
}

/* Any byte may stand in a text, and no claim goes across a NUL. */
static void test_bytes(void **state)
{
    static const char text[] = "6 - 2 \0= 4\n\xff 6 + 2 = 8\xe2\x88 1 * 2 = 2";
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(print(&a, text, sizeof text - 1),
                        "6 + 2 = 8 ; 1 * 2 = 2");
    arena_clear(&a);
}

/* Long and deep texts that repeat one thing: no stack, no quadratic time.
 * A quarter of a mebibyte each would take long if it were. */
static void test_hostile(void **state)
{
    static const char *const units[] = {
        "(",       "1(",     "-",        "- ",      "* ",        "1 *",
        "1+",      "1=",     "\\boxed{", "\\frac{", "{",         "1 (a ",
        "|1+1",    "\n",     "a = ",     "print(",  "\\boxed{}", "\\\\ ",
        "Step 1 ", "1 2/3 ", "`",        "_",       "> ",        "1,000",
        "1+1,,",   "\n= 1",  "1.",       "**2",     "x ",        "1 (step)+",
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        struct str text = str_in(&a);

        while (text.n < 1 << 18)
            str_add(&text, units[i]);
        print(&a, text.s, text.n);
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* A bracket inside fifty is out of sight, as is a line's end far away. */
static void test_deep(void **state)
{
    struct arena a = { 0 };
    struct str text = str_in(&a);

    (void)state;
    for (int i = 0; i < 50; i++)
        str_addc(&text, '(');
    str_add(&text, "6 - 2");
    for (int i = 0; i < 50; i++)
        str_addc(&text, ')');
    str_add(&text, " = 4\n6 + 2 = 8");
    assert_string_equal(print(&a, text.s, text.n), "6 + 2 = 8");
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_latex),     cmocka_unit_test(test_markdown),
        cmocka_unit_test(test_tables),    cmocka_unit_test(test_chains),
        cmocka_unit_test(test_names),     cmocka_unit_test(test_bare),
        cmocka_unit_test(test_foreign),   cmocka_unit_test(test_points),
        cmocka_unit_test(test_gaps),      cmocka_unit_test(test_places),
        cmocka_unit_test(test_append),    cmocka_unit_test(test_most),
        cmocka_unit_test(test_bytes),     cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_deep),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
