/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The problem record: what is written is read back the same, what is
 * malformed is refused with its field and line; the guess of answer kinds.
 */
#include "family/family.h"
#include "problem/problem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char full[] =
    "{\"id\": \"f/x@2:3:s1:17;wording=plain\", \"family\": \"f/x\", "
    "\"version\": 2, \"level\": 3, \"seed\": \"s1\", \"index\": 17, "
    "\"knobs\": {\"wording\": \"plain\"}, "
    "\"statement\": \"Find $x$.\\nNow.\", "
    "\"key\": {\"kind\": \"rational\", \"latex\": \"\\\\frac{1}{2}\"}, "
    "\"solution\": \"1. It is.\", \"concepts\": [\"A\", \"B\"], "
    "\"params\": {\"a\": 1}, "
    "\"proof\": {\"by\": \"m\", \"detail\": \"d\"}, "
    "\"meta\": {\"note\": \"\xc3\xa9\"}}\n";

static const char imported[] =
    "{\"id\": \"gsm8k:4\", \"statement\": \"How many?\", "
    "\"keys\": [{\"name\": \"question 1\", \"kind\": \"integer\", \"latex\": "
    "\"27\", \"source\": \"27.0\"}, {\"name\": \"final\", \"kind\": \"text\", "
    "\"latex\": \"even\"}], \"solution\": \"\", \"concepts\": [], "
    "\"theirs\": {\"a\": [1]}}\n";

static bool read_text(struct arena *a, const char *text, struct problem *p,
                      struct err *e)
{
    struct json *v;

    return json_read(a, text, strlen(text), 1, &v, e) &&
           problem_read(a, v, p, e);
}

static void write_gives_what_was_read(void **state)
{
    static const char *const texts[] = { full, imported };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct arena a = { 0 };
        struct str out = str_in(&a);
        struct problem p;
        struct err e;

        if (!read_text(&a, texts[i], &p, &e))
            fail_msg("%s", e.msg);
        problem_write(&out, &p);
        assert_string_equal(out.s, texts[i]);
        arena_clear(&a);
    }
}

/* Replace the first `from` in a valid record and expect the message. */
static void refuses_malformed_records(void **state)
{
    static const struct {
        const char *from, *to, *want;
    } x[] = {
        { "\"id\"", "\"idd\"", "the field \"id\" is missing" },
        { "\"statement\": \"Find $x$.\\nNow.\"", "\"statement\": 5",
          "the field \"statement\" must be a string, not 5" },
        { "Find $x$.\\nNow.", " ", "the statement is empty" },
        { "\\\\frac{1}{2}", "", "the key is empty" },
        { "\"version\": 2", "\"version\": 0",
          "the field \"version\" is out of its range" },
        { "\"level\": 3", "\"level\": \"3\"",
          "the field \"level\" must be a whole number, not a string" },
        { "\"index\": 17", "\"index\": -1",
          "the field \"index\" is out of its range" },
        { "\"seed\": \"s1\", ", "", "the field \"seed\" is missing" },
        { "\"rational\"", "\"rationale\"",
          "\"rationale\" is no kind of answer" },
        { "\"key\": {", "\"keys\": {",
          "\"keys\" must be an array of 1 to 64 keys" },
        { "\"key\": {", "\"lock\": {", "the field \"key\" is missing" },
        { "[\"A\", \"B\"]", "[\"A\", 2]",
          "a concept must be a string, not a number" },
        { "\"params\": {\"a\": 1}", "\"params\": []",
          "the field \"params\" must be an object, not an array" },
        { "\"by\": \"m\", ", "", "the field \"by\" is missing" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(x) / sizeof(x[0]); i++) {
        struct arena a = { 0 };
        struct str text = str_in(&a);
        const char *at = strstr(full, x[i].from);
        struct problem p;
        struct err e;

        assert_non_null(at);
        str_addn(&text, full, (size_t)(at - full));
        str_add(&text, x[i].to);
        str_add(&text, at + strlen(x[i].from));
        if (read_text(&a, text.s, &p, &e))
            fail_msg("%s was accepted", x[i].to);
        assert_string_equal(e.msg, x[i].want);
        assert_int_equal(e.line, 1);
        arena_clear(&a);
    }
}

static bool looks_ours(const char *text)
{
    struct arena a = { 0 };
    struct json *v;
    struct err e;
    bool ours;

    assert_true(json_read(&a, text, strlen(text), 1, &v, &e));
    ours = problem_is(v);
    arena_clear(&a);
    return ours;
}

static void knows_its_own_lines(void **state)
{
    (void)state;
    assert_true(looks_ours(full));
    assert_true(looks_ours(imported));
    assert_false(looks_ours("{\"question\": \"\", \"answer\": 1}"));
    /* a row of somebody's CSV */
    assert_false(
        looks_ours("{\"id\": 1, \"statement\": \"\", \"key\": \"1\"}"));
}

static void guesses_kinds_by_spelling(void **state)
{
    static const struct {
        const char *latex, *kind;
    } x[] = {
        { "42", "integer" },
        { "$-7$", "integer" },
        { "1,234,567", "integer" },
        { "3.25", "decimal" },
        { ".5", "decimal" },
        { "3/4", "rational" },
        { "-\\frac{3}{4}", "rational" },
        { "\\dfrac34", "rational" },
        { "2\\sqrt{3}", "number" },
        { "\\frac{\\pi}{4}", "number" },
        { "e^2", "number" },
        { "3+4i", "number" },
        { "10\\%", "number" },
        { "x^2+1", "expression" },
        { "\\frac{a}{b}", "expression" },
        { "(x+1)(x-1)", "expression" },
        { "y = 2x+1", "equation" },
        { "\\left( 3, \\frac{\\pi}{2} \\right)", "tuple" },
        { "(1,2)", "tuple" },
        { "[0,1)", "interval" },
        { "(-\\infty, 3)", "interval" },
        { "(0,1) \\cup (2,3)", "interval" },
        { "\\{1, 2\\}", "set" },
        { "1, 2", "list" },
        { "\\sqrt{2}, -\\sqrt{2}", "list" },
        { "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}", "matrix" },
        { "B", "choice" },
        { "(C)", "choice" },
        { "\\text{(E)}", "choice" },
        { "\\text{even}", "text" },
        { "Evelyn", "text" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(x) / sizeof(x[0]); i++) {
        const char *got = answer_name(answer_guess(x[i].latex));

        if (strcmp(got, x[i].kind) != 0)
            fail_msg("%s is guessed %s, not %s", x[i].latex, got, x[i].kind);
    }
}

static void kinds_have_names(void **state)
{
    enum answer_kind k;

    (void)state;
    for (int i = 0; i < ANSWER_KINDS; i++) {
        assert_true(answer_find(answer_name((enum answer_kind)i), &k));
        assert_int_equal(k, i);
    }
    assert_false(answer_find("nothing", &k));
}

static void knobs_and_levels(void **state)
{
    static const struct family_level levels[] = { { "easy", "" },
                                                  { NULL, "" } };
    static const struct family f = {
        .levels = levels,
        .n_levels = 2,
        .knobs = { { .name = "wording",
                     .values = "any|plain|story",
                     .doc = "" } },
    };
    struct arena a = { 0 };
    struct json *set = json_new(&a, JSON_OBJECT);

    (void)state;
    assert_true(knob_allows(&f.knobs[0], "plain"));
    assert_false(knob_allows(&f.knobs[0], "pla"));
    assert_false(knob_allows(&f.knobs[0], "plain|story"));
    assert_false(knob_allows(&f.knobs[0], ""));
    assert_string_equal(family_knob_value(&a, &f, NULL, "wording"), "any");
    json_set(&a, set, "wording", json_new_string(&a, "story"));
    assert_string_equal(family_knob_value(&a, &f, set, "wording"), "story");
    assert_int_equal(family_level_find(&f, "easy"), 1);
    assert_int_equal(family_level_find(&f, "2"), 2);
    assert_int_equal(family_level_find(&f, "3"), 0);
    assert_int_equal(family_level_find(&f, "02"), 0);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(write_gives_what_was_read),
        cmocka_unit_test(refuses_malformed_records),
        cmocka_unit_test(knows_its_own_lines),
        cmocka_unit_test(guesses_kinds_by_spelling),
        cmocka_unit_test(kinds_have_names),
        cmocka_unit_test(knobs_and_levels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
