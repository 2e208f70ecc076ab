/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Small systems whose ranks, values and needs can be seen by hand; numbers that
 * grow beyond 64 bits; and the worked solution.
 */
#include "base/json.h"
#include "family/linear/linear_problem.h"
#include "family/linear/linear_second.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(x) (sizeof(x) / sizeof((x)[0]))

/* "3 0 -1/2 = 12; 1 1 0 = 4": a row for each equation. */
static struct system system_of(const char *text, size_t n_vars, size_t asked)
{
    struct system s = { .n_vars = n_vars, .asked = asked };

    while (*text) {
        struct equation *eq = &s.eqs[s.n_eqs++];

        for (size_t i = 0; i < LINEAR_VARIABLES; i++)
            eq->c[i] = RATIO(0);
        for (size_t i = 0; i <= n_vars; i++) {
            size_t n;

            text += strspn(text, " =;");
            n = strcspn(text, " =;");
            assert_true(ratio_read(i < n_vars ? &eq->c[i] : &eq->rhs, text, n));
            text += n;
        }
        text += strspn(text, " ;");
    }
    return s;
}

/* ---- rank ---- */

static void ranks(void **state)
{
    static const struct {
        const char *rows;
        size_t n_vars, without, rank;
    } x[] = {
        { "1 0 = 0; 0 1 = 0", 2, 2, 2 },
        { "1 0 = 0; 0 1 = 0", 2, 0, 1 },
        { "1 2 = 3; 2 4 = 6", 2, 2, 1 },
        { "1 2 = 3; 2 4 = 7", 2, 2, 1 }, /* right sides do not count */
        { "1/2 1/3 = 0; 3 2 = 0", 2, 2, 1 },
        { "1/2 1/3 = 0; 3 -2 = 0", 2, 2, 2 },
        { "0 0 = 5", 2, 1, 0 },
        { "1 1 0 = 0; 0 1 1 = 0; 1 0 -1 = 0", 3, 3, 2 },
        { "1 1 0 = 0; 0 1 1 = 0; 1 0 1 = 0", 3, 3, 3 },
        { "1 1 0 = 0; 0 1 1 = 0; 1 0 1 = 0", 3, 1, 2 },
        { "1 1 = 0; 1 -1 = 0; 3 5 = 0", 2, 3, 2 },
        { "0 0 1 = 0; 0 1 0 = 0; 1 0 0 = 0", 3, 3, 3 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(x); i++) {
        struct system s = system_of(x[i].rows, x[i].n_vars, 0);
        size_t rank = 99;

        assert_true(linear_rank(&s, x[i].without, &rank));
        assert_int_equal(rank, x[i].rank);
    }
}

/* ---- values ---- */

static void settling(void **state)
{
    static const struct {
        const char *rows;
        size_t n_vars, var, without;
        bool consistent;
        const char *value; /* NULL: not settled */
    } x[] = {
        { "2 = 7", 1, 0, 1, true, "7/2" },
        { "1 0 = 3; 1 1 = 5", 2, 1, 2, true, "2" },
        { "1 0 = 3; 1 1 = 5", 2, 1, 0, true, NULL },
        { "1 0 = 3; 1 1 = 5", 2, 1, 1, true, NULL },
        { "1 0 = 3; 1 1 = 5", 2, 0, 1, true, "3" },
        /* x + y alone and with z: only z is settled */
        { "1 1 0 = 5; 1 1 1 = 9", 3, 2, 2, true, "4" },
        { "1 1 0 = 5; 1 1 1 = 9", 3, 0, 2, true, NULL },
        { "1 1 0 = 5; 1 1 1 = 9", 3, 1, 2, true, NULL },
        /* more equations than needed, in harmony and not */
        { "1 1 = 5; 1 -1 = 1; 2 1 = 8", 2, 0, 3, true, "3" },
        { "1 1 = 5; 1 -1 = 1; 2 1 = 9", 2, 0, 3, false, NULL },
        { "1 1 = 5; 1 -1 = 1; 2 1 = 9", 2, 0, 2, true, "3" },
        { "1 1 = 5; 2 2 = 11", 2, 0, 2, false, NULL },
        { "0 0 = 1", 2, 0, 1, false, NULL },
        { "0 0 = 0", 2, 0, 1, true, NULL },
        { "1/2 -1/2 0 = 1/2; 0 1/2 1 = 7/2; 1 1 1 = 8", 3, 0, 3, true, "10/3" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(x); i++) {
        struct system s = system_of(x[i].rows, x[i].n_vars, 0);
        struct arena a = { 0 };
        struct settled got;

        assert_true(linear_settle(&s, x[i].var, x[i].without, &got));
        assert_int_equal(got.consistent, x[i].consistent);
        assert_int_equal(got.settled, x[i].value != NULL);
        if (x[i].value)
            assert_string_equal(ratio_text(&a, got.value), x[i].value);
        arena_clear(&a);
    }
}

static void all_values(void **state)
{
    struct system s = system_of("1 1 0 = 5; 0 2 -1 = 1; 3 0 0 = 6", 3, 0);
    struct system open = system_of("1 1 0 = 5; 0 2 -1 = 1", 3, 0);
    struct system torn = system_of("1 0 = 1; 0 1 = 2; 1 1 = 4", 2, 0);
    struct ratio x[LINEAR_VARIABLES];
    struct linear_second y;
    static const int64_t want[] = { 2, 3, 5 };
    struct arena a = { 0 };

    (void)state;
    assert_true(linear_solve(&s, x));
    assert_null(linear_second_solve(&a, &s, &y));
    for (size_t i = 0; i < 3; i++) {
        assert_true(ratio_equal(x[i], RATIO(want[i])));
        assert_true(ratio_equal(y.x[i], RATIO(want[i])));
    }
    assert_false(linear_solve(&open, x));
    assert_false(linear_solve(&torn, x));
    /* denominators on one side only */
    s = system_of("1 1 = 5/3; 2 0 = 1/2", 2, 0);
    assert_true(linear_solve(&s, x));
    assert_null(linear_second_solve(&a, &s, &y));
    assert_string_equal(ratio_text(&a, x[1]), "17/12");
    assert_string_equal(ratio_text(&a, y.x[1]), "17/12");
    assert_string_equal(linear_second_solve(&a, &open, &y),
                        "there are 2 equations in 3 variables");
    open = system_of("1 2 = 3; 2 4 = 6", 2, 0);
    assert_string_equal(linear_second_solve(&a, &open, &y),
                        "the determinant is 0");
    arena_clear(&a);
}

/* ---- what is needed ---- */

static void needs(void **state)
{
    static const struct {
        const char *rows;
        size_t n_vars, asked;
        bool needed;
    } x[] = {
        { "1 0 = 3; 1 1 = 5", 2, 1, true },
        { "1 0 = 3; 1 1 = 5", 2, 0, false }, /* the second serves nobody */
        { "1 1 = 5; 1 -1 = 1", 2, 0, true },
        { "1 1 = 5; 2 2 = 10", 2, 0, false },
        { "1 1 = 5", 2, 0, false }, /* does not settle it */
        { "1 = 5", 1, 0, true },
        { "1 1 = 5; 1 -1 = 1; 2 1 = 8", 2, 0, false },
        /* a chain x -> y -> z, and one with a side branch */
        { "1 0 0 = 2; 1 1 0 = 5; 0 1 1 = 7", 3, 2, true },
        { "1 0 0 = 2; 1 1 0 = 5; 0 1 1 = 7", 3, 1, false },
        { "1 0 0 = 2; 1 1 0 = 5; 1 0 1 = 7", 3, 2, false },
        /* full rank and one block, but numbers by which row 1 cancels out:
         * the asked one is settled by the sum of the other two */
        { "1 1 0 = 5; 1 1 1 = 9; -1 -1 1 = -1", 3, 2, false },
        { "1 2 0 = 8; 1 1 1 = 9; -1 -1 1 = -1", 3, 2, false },
        { "1 2 0 = 8; 1 1 1 = 9; -1 -2 1 = -4", 3, 2, false },
        { "1 2 0 = 8; 1 1 1 = 9; -2 -1 1 = -3", 3, 2, true },
        /* one equation that settles the asked one, in a rank that is short:
         * rows may be fewer than variables */
        { "1 1 0 = 5; 1 1 2 = 9", 3, 2, true },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(x); i++) {
        struct system s = system_of(x[i].rows, x[i].n_vars, x[i].asked);
        struct arena a = { 0 };
        struct linear_second found;

        assert_int_equal(linear_all_needed(&s), x[i].needed);
        if (s.n_eqs == s.n_vars) /* it solves no others */
            assert_int_equal(linear_second_solve(&a, &s, &found) == NULL &&
                                 !linear_second_needed(&a, &s, &found),
                             x[i].needed);
        arena_clear(&a);
    }
}

static void second_method_names_the_equation(void **state)
{
    struct system s = system_of("1 0 0 = 2; 1 1 0 = 5; 1 0 1 = 7", 3, 2);
    struct linear_second found;
    struct arena a = { 0 };

    (void)state;
    assert_null(linear_second_solve(&a, &s, &found));
    assert_string_equal(linear_second_needed(&a, &s, &found),
                        "equation 2 is not needed: the others settle the "
                        "answer");
    arena_clear(&a);
}

static void depths(void **state)
{
    static const struct {
        const char *rows;
        size_t n_vars, depth;
    } x[] = {
        { "1 0 0 = 2; 1 1 0 = 5; 0 1 1 = 7", 3, 0 },
        { "1 2 0 = 8; 1 1 1 = 9; -2 -1 1 = -3", 3, 2 },
        /* by their places three together, by their numbers the third is had
         * from two, and the other two then together */
        { "1 1 0 = 5; 1 1 1 = 9; 1 -1 1 = 3", 3, 1 },
        { "1 1 0 = 5; 0 1 1 = 9; 1 0 1 = 8", 3, 2 },
        { "1 1 0 = 5; 1 -1 0 = 1; 0 1 1 = 8", 3, 1 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(x); i++) {
        struct system s = system_of(x[i].rows, x[i].n_vars, 0);
        struct linear_second found;
        struct arena a = { 0 };

        assert_null(linear_second_solve(&a, &s, &found));
        assert_int_equal(linear_second_depth(&s, &found), x[i].depth);
        assert_int_equal(linear_depth(&s), x[i].depth);
        arena_clear(&a);
    }
}

/* ---- single equations ---- */

static void equations(void **state)
{
    static const struct {
        const char *x, *y;
        bool same;
    } t[] = {
        { "1 2 = 3", "2 4 = 6", true },     { "1 2 = 3", "-1 -2 = -3", true },
        { "1 2 = 3", "1/2 1 = 3/2", true }, { "1 2 = 3", "1 2 = 4", false },
        { "1 2 = 3", "1 -2 = 3", false },   { "1 2 = 3", "1 0 = 3", false },
        { "0 2 = 0", "0 -7 = 0", true },    { "0 2 = 0", "2 0 = 0", false },
        { "0 0 = 0", "0 0 = 0", false }, /* they say nothing */
        { "0 0 = 1", "1 1 = 1", false },    { "1 1 = 0", "1 1 = 1", false },
    };
    size_t last = 99;

    (void)state;
    for (size_t i = 0; i < COUNT(t); i++) {
        struct system x = system_of(t[i].x, 2, 0), y = system_of(t[i].y, 2, 0);

        assert_int_equal(linear_same(&x.eqs[0], &y.eqs[0]), t[i].same);
        assert_int_equal(linear_same(&y.eqs[0], &x.eqs[0]), t[i].same);
    }
    assert_int_equal(
        linear_terms(&system_of("0 -1/2 0 = 4", 3, 0).eqs[0], &last), 1);
    assert_int_equal(last, 1);
    assert_int_equal(linear_terms(&system_of("3 0 1 = 4", 3, 0).eqs[0], &last),
                     2);
    assert_int_equal(linear_terms(&system_of("0 0 = 4", 2, 0).eqs[0], &last),
                     0);
}

/* ---- large numbers ---- */

static void numbers_that_do_not_fit(void **state)
{
    /* Primes near 2^61: the second step needs their product. */
    struct system s = system_of("2305843009213693951 2305843009213693921 = 1; "
                                "2305843009213693907 2305843009213693967 = 1",
                                2, 0);
    struct system rhs = system_of("1 3 = 9223372036854775807; "
                                  "3 1 = -9223372036854775807",
                                  2, 0);
    struct ratio x[LINEAR_VARIABLES];
    struct linear_second found;
    struct arena a = { 0 };
    struct settled got;
    size_t rank = 0;

    (void)state;
    assert_false(linear_rank(&s, 2, &rank));
    assert_true(linear_rank(&s, 1, &rank));
    assert_int_equal(rank, 1);
    assert_false(linear_settle(&s, 0, 2, &got));
    assert_false(linear_solve(&s, x));
    assert_false(linear_all_needed(&s));
    assert_string_equal(linear_second_solve(&a, &s, &found),
                        "a value is too large");
    /* Right sides that grow do not stop what does not look at them. */
    assert_false(linear_settle(&rhs, 0, 2, &got));
    assert_true(linear_rank(&rhs, 2, &rank));
    assert_int_equal(rank, 2);
    assert_true(linear_all_needed(&rhs));
    assert_null(linear_second_solve(&a, &rhs, &found)); /* of any size */
    assert_string_equal(ratio_text(&a, found.x[1]), "9223372036854775807/2");
    arena_clear(&a);
}

/* ---- fresh numbers ---- */

/* A support with which nothing can be done keeps its numbers, and ends. */
static void redraw_ends(void **state)
{
    struct system s = system_of("1 1 = 5; 0 0 = 0", 2, 0), t;
    struct linear_shape shape = { .variables = 2, .low = 1, .high = 20 };
    int64_t solution[LINEAR_VARIABLES];
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("redraw", 6));
    linear_redraw(&r, &shape, &s, &t, solution);
    assert_true(ratio_equal(t.eqs[0].c[0], RATIO(1)));
    assert_int_equal(t.eqs[0].rhs.p, solution[0] + solution[1]);
}

/* ---- the worked solution ---- */

static const struct theme fees = {
    .name = "fees",
    .unit = "euros",
    .one = "euro",
    .asked = "How many euros is",
    .scene = "in a club",
    .things = { "the fee of Ann", "the fee of Ben", "the fee of Cid" },
};

static void worked(void **state)
{
    static const struct {
        const char *rows;
        size_t asked;
        const char *answer, *steps; /* NULL: there is none */
    } x[] = {
        { "3 0 0 = 6; 1 -1/2 0 = 1/2; 0 2 1 = 7", 2, "1",
          "1. Let $a$ be the fee of Ann, $b$ the fee of Ben and $c$ the fee "
          "of Cid, all in euros.\n"
          "2. Then $3a = 6$, $a - \\frac{1}{2}b = \\frac{1}{2}$ and $2b + c = "
          "7$.\n"
          "3. From $3a = 6$ follows $a = 2$.\n"
          "4. Put $a = 2$ into $a - \\frac{1}{2}b = \\frac{1}{2}$: "
          "$-\\frac{1}{2}b = -\\frac{3}{2}$.\n"
          "5. From $-\\frac{1}{2}b = -\\frac{3}{2}$ follows $b = 3$.\n"
          "6. Put $b = 3$ into $2b + c = 7$: $c = 1$.\n"
          "7. So the fee of Cid is 1 euro." },
        { "-1 0 0 = -2; 1 2 1 = 9; 0 3 -1 = 8", 1, "3",
          "1. Let $a$ be the fee of Ann, $b$ the fee of Ben and $c$ the fee "
          "of Cid, all in euros.\n"
          "2. Then $a = 2$, $a + 2b + c = 9$ and $3b - c = 8$.\n"
          "3. At once, $a = 2$.\n"
          "4. Put $a = 2$ into $a + 2b + c = 9$: $2b + c = 7$.\n"
          "5. No equation has a single unknown left. From $2b + c = 7$ "
          "follows $c = 7 - 2b$.\n"
          "6. In $3b - c = 8$ this gives $5b = 15$.\n"
          "7. From $5b = 15$ follows $b = 3$.\n"
          "8. So the fee of Ben is 3 euros." },
        { "1 1 0 = 2; 2 2 0 = 4; 0 0 1 = 8", 1, NULL, NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(x); i++) {
        struct linear_problem t = { .theme = &fees, .thing = { 0, 1, 2 } };
        struct arena a = { 0 };
        struct steps steps = steps_in(&a);
        struct ratio answer;
        bool ok;

        t.system = system_of(x[i].rows, 3, x[i].asked);
        ok = linear_worked(&a, &t, &steps, &answer);
        assert_int_equal(ok, x[i].answer != NULL);
        if (ok) {
            assert_string_equal(ratio_text(&a, answer), x[i].answer);
            assert_string_equal(steps.text.s, x[i].steps);
        }
        arena_clear(&a);
    }
}

/* ---- files ---- */

#define THEME "{\"theme\": \"prices\", "
#define THINGS                                                             \
 "\"things\": [\"the price of the brass lamp\", \"the price of the woven " \
 "rug\"], "
#define ROWS \
 "\"equations\": [[\"2\", \"0\", \"6\"], [\"1\", \"-1/2\", \"1\"]], "
#define ASKED "\"asked\": 1, "
#define TAIL  "\"styles\": [3, 4], \"range\": [1, 20]}"

static void files(void **state)
{
    static const struct {
        const char *text, *error; /* NULL: it can be read */
    } x[] = {
        { THEME THINGS ASKED ROWS TAIL, NULL },
        { "[]", "a linear system must be an object" },
        { "{}", "\"theme\" must be the name of a theme" },
        { "{\"theme\": 7}", "\"theme\" must be the name of a theme" },
        { THEME "\"things\": \"x\"}",
          "\"things\" must be an array of 2 to 10 values" },
        { THEME "\"things\": [\"the price of the brass lamp\"]}",
          "\"things\" must be an array of 2 to 10 values" },
        { THEME "\"things\": [1,2,3,4,5,6,7,8,9,10,11]}",
          "\"things\" must be an array of 2 to 10 values" },
        { THEME "\"things\": [\"the moon\", 2]}",
          "\"things\" must be things of the theme" },
        { THEME "\"things\": [\"the price of the brass lamp\", \"the price of "
                "the brass lamp\"]}",
          "\"the price of the brass lamp\" stands twice in \"things\"" },
        { THEME THINGS "\"equations\": [[]]}",
          "\"equations\" must be an array of 2 values" },
        { THEME THINGS "\"equations\": [7, 8]}",
          "a row of \"equations\" must have 3 numbers" },
        { THEME THINGS "\"equations\": [[\"1\", \"2\"], []]}",
          "a row of \"equations\" must have 3 numbers" },
        { THEME THINGS "\"equations\": [[\"1\", \"2\", \"x\"], []]}",
          "\"equations\" must hold whole numbers and halves up to 1000000000, "
          "as text" },
        { THEME THINGS "\"equations\": [[\"1\", \"2\", 3], []]}",
          "\"equations\" must hold whole numbers and halves up to 1000000000, "
          "as text" },
        { THEME THINGS "\"equations\": [[\"1\", \"1/3\", \"3\"], []]}",
          "\"equations\" must hold whole numbers and halves up to 1000000000, "
          "as text" },
        { THEME THINGS "\"equations\": [[\"1\", \"-9999999999\", \"3\"], []]}",
          "\"equations\" must hold whole numbers and halves up to 1000000000, "
          "as text" },
        { THEME THINGS "\"equations\": [[\"0\", \"0\", \"3\"], []]}",
          "an equation must have 1 to 3 terms" },
        { THEME "\"things\": [\"the price of the brass lamp\", \"the price of "
                "the woven rug\", \"the price of the oak stool\", \"the price "
                "of the copper kettle\"], \"equations\": [[\"1\", \"2\", "
                "\"3\", \"4\", \"50\"], 0, 0, 0]}",
          "an equation must have 1 to 3 terms" },
        { THEME THINGS ROWS TAIL,
          "\"asked\" must be one of the things, counted from 0" },
        { THEME THINGS ROWS "\"asked\": 2, " TAIL,
          "\"asked\" must be one of the things, counted from 0" },
        { THEME THINGS ROWS "\"asked\": -1, " TAIL,
          "\"asked\" must be one of the things, counted from 0" },
        { THEME THINGS ROWS ASKED "\"styles\": [1]}",
          "\"styles\" must be an array of 2 values" },
        { THEME THINGS ROWS ASKED "\"styles\": [1, -1]}",
          "\"styles\" must be whole numbers" },
        { THEME THINGS ROWS ASKED "\"styles\": [1, 99999999999]}",
          "\"styles\" must be whole numbers" },
        { THEME THINGS ROWS ASKED "\"styles\": [1, 2]}",
          "\"range\" must be an array of 2 values" },
        { THEME THINGS ROWS ASKED "\"styles\": [1, 2], \"range\": [5, 4]}",
          "\"range\" must be two whole numbers from 1 to 1000000" },
        { THEME THINGS ROWS ASKED "\"styles\": [1, 2], \"range\": [0, 4]}",
          "\"range\" must be two whole numbers from 1 to 1000000" },
        { THEME THINGS ROWS ASKED "\"styles\": [1, 2], \"range\": [1, 1e3]}",
          "\"range\" must be two whole numbers from 1 to 1000000" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(x); i++) {
        struct arena a = { 0 };
        struct linear_problem t;
        struct json *v;
        struct err e;
        bool ok;

        assert_true(json_read(&a, x[i].text, strlen(x[i].text), 1, &v, &e));
        ok = linear_problem_parse(v, &t, &e);
        if (ok != (x[i].error == NULL))
            fail_msg("%s: %s", x[i].text, ok ? "was read" : e.msg);
        if (!ok)
            assert_string_equal(e.msg, x[i].error);
        else
            assert_true(json_equal(linear_problem_write(&a, &t), v));
        arena_clear(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks),
        cmocka_unit_test(settling),
        cmocka_unit_test(all_values),
        cmocka_unit_test(needs),
        cmocka_unit_test(second_method_names_the_equation),
        cmocka_unit_test(depths),
        cmocka_unit_test(equations),
        cmocka_unit_test(numbers_that_do_not_fit),
        cmocka_unit_test(redraw_ends),
        cmocka_unit_test(worked),
        cmocka_unit_test(files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
