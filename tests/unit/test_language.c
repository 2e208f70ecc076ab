/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The family language: the values of formulas, why they have none, what the
 * reader says of mistakes, that keys and checks are two methods, and that every
 * problem of the sample files passes its own check while spoilt keys do not.
 */
#include "../lib/cases.h"
#include "base/hash.h"
#include "base/rng.h"
#include "family/generate.h"
#include "family/language/engine.h"
#include "family/language/program.h"
#include "family/recipe/recipe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- formulas ---- */

static const char formula_file[] =
    "title: T\n"
    "answer: text\n"
    "symbol x\n"
    "let twice(t) = 2 * t\n"
    "choose a in 12..12; b in -5..-5\n"
    "given a, b, m = [3, 1, 7], rows = [(0, 1), (1, 2)]\n"
    "key: text(%s)\n"
    "check: key != \"\"\n"
    "plain: <a> <b> <m>\n";

/* The value of a formula as text, or why it has none. */
static const char *value_of(struct arena *a, const char *formula)
{
    const char *text = arena_printf(a, formula_file, formula), *key;
    struct pick k = { .level = 1, .mode = PICK_COUNT, .space = 1 };
    struct program_fault fault = { 0 };
    struct family_file *f;
    struct given g;
    struct err e;

    if (!family_file_read(a, "f", text, strlen(text), &f, &e))
        return arena_strdup(a, e.msg);
    if (program_draw(f, 0, &k, a, &g, &fault) != PROGRAM_DONE ||
        program_solve(f, a, &g, &key, NULL, &fault) != PROGRAM_DONE)
        return fault.why;
    return key;
}

static void test_values(void **state)
{
    struct arena a = { 0 };
    struct cases c;
    const char *lines[2];

    (void)state;
    cases_open(&c, "language/value.test");
    while (cases_next(&c, lines, 2)) {
        const char *got = value_of(&a, lines[0]);

        if (strcmp(got, lines[1]) != 0)
            cases_fail(&c, "got \"%s\"", got);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

static void test_faults(void **state)
{
    struct arena a = { 0 };
    struct cases c;
    const char *lines[2];

    (void)state;
    cases_open(&c, "language/fault.test");
    while (cases_next(&c, lines, 2)) {
        const char *got = value_of(&a, lines[0]);

        if (!strstr(got, lines[1]))
            cases_fail(&c, "got \"%s\"", got);
        arena_reset(&a);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

/* ---- mistakes ---- */

static const char good_file[] = "title: T\n"
                                "answer: integer\n"
                                "let help(t) = t * 1\n"
                                "kind one\n"
                                "    draw a, b in 1..99; hidden in 1..5\n"
                                "    given a, b, m = [a, b]\n"
                                "    key: a + b\n"
                                "    check: key - a = b\n"
                                "    plain: What is $<a> <b+>$, <m>?\n";
#define GOOD_LINES 9

static const char *with_lines(struct arena *a, const char *lines)
{
    struct str text = str_in(a);
    const char *p = lines, *end;

    str_add(&text, good_file);
    while ((end = strstr(p, " // "))) {
        str_addn(&text, p, (size_t)(end - p));
        str_addc(&text, '\n');
        p = end + 4;
    }
    str_addf(&text, "%s\n", p);
    return str_get(&text);
}

static void test_mistakes(void **state)
{
    struct arena a = { 0 };
    struct cases c;
    const char *lines[2];

    (void)state;
    cases_open(&c, "language/read.test");
    while (cases_next(&c, lines, 2)) {
        const char *text = with_lines(&a, lines[0]), *got = "good";
        struct family_file *f;
        struct err e;

        if (!family_file_read(&a, "f", text, strlen(text), &f, &e)) {
            const char *cause = strstr(e.msg, ": ");

            got = arena_printf(&a, "%d:%zu%s", (int)e.line - GOOD_LINES,
                               e.column, cause ? cause : e.msg);
        }
        if (strncmp(got, lines[1], strlen(lines[1])) != 0)
            cases_fail(&c, "got \"%s\"", got);
        arena_reset(&a);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

/* ---- whole files ---- */

static const char crt_file[] =
    "title: Chinese remainder theorem\n"
    "answer: integer\n"
    "level pair: coprime moduli\n"
    "level shared: moduli with common factors\n"
    "\n"
    "kind coprime at pair\n"
    "    choose p, q in [4, 5, 7, 9, 11, 13, 17, 19, 23]\n"
    "    where p < q\n"
    "    draw x in q .. p * q - 1\n"
    "    given m = [p, q], r = [x mod p, x mod q]\n"
    "    key: least t in 0..m[0] * m[1]: t mod m[0] = r[0] and t mod m[1] = "
    "r[1]\n"
    "    check \"Bezout\": (key - r[0]) / m[0] * m[0] = key - r[0]\n"
    "        and floor((key - r[0]) / m[0]) * m[0] = key - r[0]\n"
    "        and floor((key - r[1]) / m[1]) * m[1] = key - r[1]\n"
    "        and 0 <= key < m[0] * m[1]\n"
    "    plain: Find the least $x \\ge 0$ with $x \\equiv <r[0]> \\pmod{<m[0]>}$ "
    "and $x \\equiv <r[1]> \\pmod{<m[1]>}$.\n"
    "\n"
    "kind least at shared\n"
    "    draw m[4] in 24..400\n"
    "    where all i: lcm(without(m, i)) mod m[i] > 0\n"
    "    where any i: gcd(m[i], lcm(without(m, i))) > 1\n"
    "    draw x in (max i in 0..3: lcm(without(m, i))) .. lcm(m) - 1\n"
    "    given m, r = [x mod k for k in m]\n"
    "    solve\n"
    "        a, n = r[0], m[0]\n"
    "        step: We begin with $x \\equiv <a> \\pmod{<n>}$.\n"
    "        for b, k in r[1..], m[1..]\n"
    "            g = gcd(n, k)\n"
    "            require (b - a) mod g = 0\n"
    "            t = ((b - a) / g * inverse(n / g, k / g)) mod (k / g)\n"
    "            step when g > 1: Divide by <g>.\n"
    "            step: So $t = <t>$.\n"
    "            a, n = a + n * t, n * k / g\n"
    "    key: a\n"
    "    check \"substitution\": (all i: key mod m[i] = r[i])\n"
    "        and 0 <= key < lcm(m)\n"
    "    list system for c, k in r, m: $x \\equiv <c> \\pmod{<k>}$\n"
    "    plain: Find the least $x \\ge 0$ with <system>.\n";

/* Draw problems of a kind, and see that its check says yes to their keys and no
 * to keys that are spoilt. */
static void draw_many(const char *text, size_t kind, int level, int n)
{
    struct arena a = { 0 }, each = { 0 };
    struct family_file *f;
    struct rng maths, words;
    struct err e;
    int done = 0;

    if (!family_file_read(&a, "f", text, strlen(text), &f, &e))
        fail_msg("%s", e.msg);
    rng_init(&maths, hash_bytes("maths", 5));
    rng_init(&words, hash_bytes("words", 5));
    for (int i = 0; done < n; i++) {
        struct pick k = {
            .level = level, .mode = PICK_FREE, .space = 1, .maths = &maths
        };
        struct program_fault fault = { 0 };
        struct steps steps = steps_in(&each);
        struct str said = str_in(&each);
        const char *key, *by;
        struct given g, again;

        assert_true(i < 100 * n);
        arena_reset(&each);
        if (program_draw(f, kind, &k, &each, &g, &fault) == PROGRAM_REFUSED)
            continue;
        if (program_solve(f, &each, &g, &key, &steps, &fault) != PROGRAM_DONE ||
            program_say(f, &each, &g, 0, &words, &said, &fault) != PROGRAM_DONE)
            fail_msg("%s", fault.why);
        /* what a file would hold is all that the check needs */
        assert_true(
            given_read(f, &each, given_write(f, &each, &g), &again, &e));
        assert_int_equal(program_check(f, &each, &again, key, &by, &fault),
                         TRUTH_YES);
        assert_int_equal(program_check(f, &each, &again,
                                       arena_printf(&each, "%s1", key), &by,
                                       &fault),
                         TRUTH_NO);
        assert_int_equal(program_check(f, &each, &again,
                                       arena_printf(&each, " %s", key), &by,
                                       &fault),
                         TRUTH_NO);
        assert_true(said.n > 20 && !strchr(said.s, '<'));
        done++;
    }
    arena_clear(&each);
    arena_clear(&a);
}

static void test_draws(void **state)
{
    (void)state;
    draw_many(crt_file, 0, 1, 200);
    draw_many(crt_file, 1, 2, 200);
}

/* Variables of solve have values of their own, though lists are changed in
 * place. */
static void test_solve(void **state)
{
    static const char file[] = "title: T\n"
                               "answer: tuple\n"
                               "draw a in 3..3\n"
                               "solve\n"
                               "    t = filled(a, 0)\n"
                               "    u = [t, t]\n"
                               "    for i in 0..a - 1\n"
                               "        t[i] = i * i\n"
                               "        if i = 1\n"
                               "            kept = t\n"
                               "        else\n"
                               "            u[1][i] = 5\n"
                               "    t[0] = 9\n"
                               "    s = 0\n"
                               "    repeat at most 10 while s < 7\n"
                               "        s = s + 2\n"
                               "key: join(t, kept, u[0], u[1], [s])\n"
                               "check: len(key) = 13\n"
                               "plain: <a>\n";
    struct arena a = { 0 };
    struct pick k = { .level = 1, .mode = PICK_COUNT, .space = 1 };
    struct program_fault fault = { 0 };
    struct family_file *f;
    const char *key = "";
    struct given g;
    struct err e;

    (void)state;
    if (!family_file_read(&a, "f", file, strlen(file), &f, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(program_draw(f, 0, &k, &a, &g, &fault), PROGRAM_DONE);
    if (program_solve(f, &a, &g, &key, NULL, &fault) != PROGRAM_DONE)
        fail_msg("%s", fault.why);
    assert_string_equal(key, "(9, 1, 4, 0, 1, 0, 0, 0, 0, 5, 0, 5, 8)");
    arena_clear(&a);
}

/* A key has numbers for items, so that it can be read back. */
static void test_keys(void **state)
{
    static const char file[] = "title: T\n"
                               "answer: tuple\n"
                               "draw a in 3..3\n"
                               "key: (a, a = 3)\n"
                               "check: len(key) = 2\n"
                               "plain: <a>\n";
    struct arena a = { 0 };
    struct pick k = { .level = 1, .mode = PICK_COUNT, .space = 1 };
    struct program_fault fault = { 0 };
    struct family_file *f;
    const char *key;
    struct given g;
    struct err e;

    (void)state;
    assert_true(family_file_read(&a, "f", file, strlen(file), &f, &e));
    assert_int_equal(program_draw(f, 0, &k, &a, &g, &fault), PROGRAM_DONE);
    assert_int_equal(program_solve(f, &a, &g, &key, NULL, &fault),
                     PROGRAM_FAILED);
    assert_non_null(strstr(fault.why, "of the kind \"tuple\""));
    arena_clear(&a);
}

/* A set is searched by halves: its members are put in order when it is read,
 * and one that was not is no key. */
static void test_sets(void **state)
{
    static const char file[] = "title: T\n"
                               "answer: set\n"
                               "draw a in 3..3\n"
                               "key: {a, a + 2}\n"
                               "check: all k in 3..5: (k in key) = (k != 4)\n"
                               "plain: <a>\n";
    struct arena a = { 0 };
    struct pick k = { .level = 1, .mode = PICK_COUNT, .space = 1 };
    struct program_fault fault = { 0 };
    struct family_file *f;
    const char *by;
    struct given g;
    struct err e;

    (void)state;
    assert_true(family_file_read(&a, "f", file, strlen(file), &f, &e));
    assert_int_equal(program_draw(f, 0, &k, &a, &g, &fault), PROGRAM_DONE);
    assert_int_equal(program_check(f, &a, &g, "\\{3, 5\\}", &by, &fault),
                     TRUTH_YES);
    assert_int_equal(program_check(f, &a, &g, "\\{3, 5, 4\\}", &by, &fault),
                     TRUTH_NO);
    arena_clear(&a);
}

/* ---- texts ---- */

static const char said_file[] =
    "title: T\n"
    "answer: integer\n"
    "choose a in 5..5; b in -1..-1; c in 0..0; d in "
    "1..1; e in -7..-7\n"
    "let h = d / 2\n"
    "key: a + b + c\n"
    "check: key - a - b = c\n"
    "plain: ";

/* Returns the statement, with the letter K for the first number if it is
 * hidden. */
static const char *said_by(struct arena *a, const char *text, bool hidden)
{
    static const char values[] =
        "{\"a\": 5, \"b\": -1, \"c\": 0, \"d\": 1, \"e\": -7}";
    const char *whole = arena_printf(a, "%s%s\n", said_file, text);
    struct draw d = { .level = 1 };
    struct str out = str_in(a);
    struct family_file *file;
    const struct family *f;
    struct json *params;
    union values v = { { 0 } };
    struct err e = { 0 };

    if (!family_file_read(a, "t.family", whole, strlen(whole), &file, &e) ||
        !family_of_file(file, &f, &e) ||
        !json_read(a, values, strlen(values), 1, &params, &e) ||
        !recipe_read(f, a, params, &v, &e))
        fail_msg("%s", e.msg);
    rng_init(&d.words, hash_bytes("words", 5));
    assert_true(
        recipe_say(f, a, &d, &v, hidden ? &v.numbers[1] : NULL, "K", 0, &out));
    return str_get(&out);
}

static void test_texts(void **state)
{
    struct arena a = { 0 };
    struct cases c;
    const char *lines[3];

    (void)state;
    cases_open(&c, "language/say.test");
    while (cases_next(&c, lines, 3)) {
        for (int hidden = 0; hidden < 2; hidden++) {
            const char *got = said_by(&a, lines[0], hidden);

            if (strcmp(got, lines[1 + hidden]) != 0)
                cases_fail(&c, "got \"%s\"", got);
        }
        arena_reset(&a);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

/* Kinds share wordings, which know the texts of each, and have endings. */
static void test_shared(void **state)
{
    static const char file[] = "title: T\n"
                               "answer: integer\n"
                               "ending: In cm.\n"
                               "kind one\n"
                               "    draw a in 3..3\n"
                               "    key: a + 1\n"
                               "    check: key - a = 1\n"
                               "    text what: one more than $<a>$\n"
                               "kind two\n"
                               "    draw b in 4..4\n"
                               "    key: b + 2\n"
                               "    check: key - b = 2\n"
                               "    text what: two more than $<b>$\n"
                               "    ending when b = 5: No.\n"
                               "    ending when b < 5: Below $<b + 1>$.\n"
                               "    ending: No.\n"
                               "shared\n"
                               "    plain: What is <what>?\n"
                               "shared for two\n"
                               "    plain: Find <what>.\n";
    static const char *const said[] = { "What is one more than $3$? In cm.",
                                        "What is two more than $4$? Below $5$.",
                                        "Find two more than $4$. Below $5$." };
    struct arena a = { 0 };
    struct family_file *f;
    struct rng words;
    struct err e;

    (void)state;
    rng_init(&words, hash_bytes("words", 5));
    if (!family_file_read(&a, "f", file, strlen(file), &f, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(f->kinds[0]->wordings.n, 1);
    assert_int_equal(f->kinds[1]->wordings.n, 2);
    for (size_t i = 0; i < 3; i++) {
        struct pick k = { .level = 1, .mode = PICK_COUNT, .space = 1 };
        struct program_fault fault;
        struct str out = str_in(&a);
        struct given g;

        assert_int_equal(program_draw(f, i > 0, &k, &a, &g, &fault),
                         PROGRAM_DONE);
        assert_int_equal(program_say(f, &a, &g, i / 2, &words, &out, &fault),
                         PROGRAM_DONE);
        assert_string_equal(str_get(&out), said[i]);
    }
    arena_clear(&a);
}

/* A text costs what it writes: no file fills the memory. */
static void test_long_text(void **state)
{
    static const char file[] = "title: T\n"
                               "answer: integer\n"
                               "draw a in 3..3\n"
                               "key: a\n"
                               "check: key >= a and key <= a\n"
                               "each e for i in 1..1000000: <(64 ^ 10000)>\n"
                               "plain: <a> <e>\n";
    struct arena a = { 0 };
    struct pick k = { .level = 1, .mode = PICK_COUNT, .space = 1 };
    struct program_fault fault = { 0 };
    struct str out = str_in(&a);
    struct family_file *f;
    struct rng words;
    struct given g;
    struct err e;

    (void)state;
    rng_init(&words, hash_bytes("words", 5));
    assert_true(family_file_read(&a, "f", file, strlen(file), &f, &e));
    assert_int_equal(program_draw(f, 0, &k, &a, &g, &fault), PROGRAM_DONE);
    assert_int_equal(program_say(f, &a, &g, 0, &words, &out, &fault),
                     PROGRAM_FAILED);
    assert_non_null(strstr(fault.why, "more work than a family may"));
    assert_true(out.n < (size_t)8 * 5000000 + 100000);
    arena_clear(&a);
}

/* ---- as a family ---- */

static const char slopes_file[] =
    "title: Slopes\n"
    "about: Slopes of lines\n"
    "concept: Slope, intercepts, parallel and perpendicular lines\n"
    "answer: integer\n"
    "ending: Give a whole number.\n"
    "level read: two points\n"
    "kind slope at read\n"
    "    draw x1, y1 in -20..20 but 0; dx in 2..15; s in 2..30\n"
    "    given x1, y1, x2 = x1 + dx, y2 = y1 + s * dx\n"
    "    where x1 != x2 and (y2 - y1) mod (x2 - x1) = 0\n"
    "    key: (y2 - y1) / (x2 - x1)\n"
    "    check \"vectors\": key * (x2 - x1) = y2 - y1\n"
    "    terse: Slope through $(<x1>, <y1>)$, $(<x2>, <y2>)$?\n"
    "    plain: What is the slope of the line through $(<x1>, <y1>)$ and "
    "$(<x2>, <y2>)$?\n"
    "    step: The rise is $<y2 - y1>$, the run $<x2 - x1>$.\n"
    "kind sum at read\n"
    "    draw m[3] in 2..900\n"
    "    key: sum(m)\n"
    "    check \"differences\": key - m[0] - m[1] = m[2]\n"
    "    list all3 for k in m: $<k>$\n"
    "    plain: Add <all3>.\n";

static const struct family *family_in(struct arena *a, const char *text,
                                      const char *name)
{
    const struct family *f = NULL;
    struct family_file *file;
    struct err e;

    if (!family_file_read(a, name, text, strlen(text), &file, &e) ||
        !family_of_file(file, &f, &e))
        fail_msg("%s", e.msg);
    return f;
}

/* Problems with and without knobs are made, pass their check when they are
 * read, and one with another key does not. */
static void make_many(const struct family *f, const char *knobs)
{
    struct arena a = { 0 };
    struct json *set;
    struct err e;

    for (uint64_t i = 0; i < 200; i++) {
        struct coordinates c = {
            .family = f, .level = 1, .seed = "s", .index = i
        };
        struct problem p;
        struct check_finding found = { 0 };
        enum truth holds;

        assert_true(json_read(&a, knobs, strlen(knobs), 1, &set, &e));
        c.knobs = set;
        if (!family_generate(&a, &c, &p, &e))
            fail_msg("%s", e.msg);
        assert_non_null(strstr(p.statement, "Give a whole number."));
        assert_true(f->check(f, &a, &p, &holds, &found, &e));
        assert_int_equal(holds, TRUTH_YES);
        if (strstr(knobs, "steps"))
            assert_non_null(strstr(p.statement, "Let $K = "));
        p.keys[0].latex = arena_printf(&a, "%s0", p.keys[0].latex);
        assert_true(f->check(f, &a, &p, &holds, &found, &e));
        assert_int_equal(holds, TRUTH_NO);
        arena_reset(&a);
    }
    arena_clear(&a);
}

static void test_family(void **state)
{
    struct arena a = { 0 };
    const struct family *f = family_in(&a, slopes_file, "mine/slopes");
    uint64_t n = 0;
    struct err e;

    (void)state;
    assert_true(family_space(f, 1, NULL, &n, &e));
    assert_true(n == 0); /* slope has a condition */
    make_many(f, "{}");
    make_many(f, "{\"digits\": \"2\"}");
    make_many(f, "{\"steps\": \"2\", \"distractors\": \"2\"}");
    make_many(f, "{\"wording\": \"story\"}"); /* any other, as it has none */
    make_many(f, "{\"wording\": \"paraphrase\"}");
    arena_clear(&a);
}

/* A level that is walked repeats nothing, and has as many as it says. */
static void test_walk(void **state)
{
    static const char file[] = "title: T\n"
                               "answer: integer\n"
                               "draw a, b in 1..9 but 5; c < d in 1..4\n"
                               "key: a * b + c - d\n"
                               "check: key - c + d = a * b\n"
                               "plain: <a> <b> <c> <d>\n";
    struct arena a = { 0 };
    const struct family *f = family_in(&a, file, "mine/walk");
    static bool seen[10][10][5][5];
    uint64_t n = 0;
    struct err e;

    (void)state;
    assert_true(family_space(f, 1, NULL, &n, &e));
    assert_true(n == 8 * 8 * 6);
    for (uint64_t i = 0; i < n; i++) {
        struct coordinates c = {
            .family = f, .level = 1, .seed = "s", .index = i
        };
        int64_t v[4] = { 0 };
        struct problem p;

        assert_true(family_generate(&a, &c, &p, &e));
        for (int k = 0; k < 4; k++) {
            const char name[2] = { (char)('a' + k), 0 };

            assert_true(json_int64(json_get(p.params, name), &v[k]));
        }
        assert_false(seen[v[0]][v[1]][v[2]][v[3]]);
        seen[v[0]][v[1]][v[2]][v[3]] = true;
    }
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),    cmocka_unit_test(test_faults),
        cmocka_unit_test(test_mistakes),  cmocka_unit_test(test_draws),
        cmocka_unit_test(test_solve),     cmocka_unit_test(test_keys),
        cmocka_unit_test(test_long_text), cmocka_unit_test(test_family),
        cmocka_unit_test(test_walk),      cmocka_unit_test(test_sets),
        cmocka_unit_test(test_texts),     cmocka_unit_test(test_shared),
    };

    return cmocka_run_group_tests_name("language", tests, NULL, NULL);
}
