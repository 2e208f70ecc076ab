/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The canonical form: text cases for each rule of problem/canonical.h, and
 * what holds for every statement: the form of a form is itself, another digit
 * is another form. With ASSAY_DATA set, also over the public sets there.
 */
#include "../lib/cases.h"
#include "base/rng.h"
#include "problem/canonical.h"
#include "problem/canonical/rules.h"
#include "problem/source.h"
#include "text/lexicon.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *form(struct arena *a, const char *statement)
{
    struct str s = str_in(a);

    canonical_statement(&s, statement);
    return str_get(&s);
}

/* ---- cases ---- */

/* The statement with the i-th character, a digit, replaced by another. */
static const char *other_digit(struct arena *a, const char *s, size_t i)
{
    char *t = arena_strdup(a, s);

    t[i] = t[i] == '9' ? '1' : (char)(t[i] + 1);
    return t;
}

static bool is_digit_at(const char *s, size_t i)
{
    return s[i] >= '0' && s[i] <= '9';
}

/* What holds for any statement. */
static void check_statement(struct cases *c, const char *s)
{
    struct arena a = { 0 };
    const char *f = form(&a, s);
    const char *again = form(&a, f);

    if (!str_eq(f, again))
        cases_fail(c, "form \"%s\" has the form \"%s\"", f, again);
    for (size_t i = 0; s[i]; i++)
        if (is_digit_at(s, i) && !strstr(s, "@p") &&
            str_eq(f, form(&a, other_digit(&a, s, i))))
            cases_fail(c, "another digit %zu in \"%s\" changes nothing", i, s);
    arena_clear(&a);
}

static void check_pairs(const char *file, bool same)
{
    struct cases c;
    const char *lines[2];
    struct arena a = { 0 };

    cases_open(&c, file);
    while (cases_next(&c, lines, 2)) {
        const char *f = form(&a, lines[0]), *g = form(&a, lines[1]);

        if (str_eq(f, g) != same)
            cases_fail(&c, "%s: \"%s\", \"%s\"", same ? "differ" : "same", f,
                       g);
        check_statement(&c, lines[0]);
        check_statement(&c, lines[1]);
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

static void same_problems(void **state)
{
    (void)state;
    check_pairs("canonical/same.test", true);
}

static void different_problems(void **state)
{
    (void)state;
    check_pairs("canonical/differ.test", false);
}

static void exact_forms(void **state)
{
    struct cases c;
    const char *lines[2];
    struct arena a = { 0 };

    (void)state;
    cases_open(&c, "canonical/form.test");
    while (cases_next(&c, lines, 2)) {
        const char *f = form(&a, lines[0]);

        if (!str_eq(f, lines[1]))
            cases_fail(&c, "got \"%s\"", f);
        check_statement(&c, lines[0]);
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

/* What a text case cannot hold: line ends, bytes that are not UTF-8. */
static void odd_bytes(void **state)
{
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(form(&a, ""), "");
    assert_string_equal(form(&a, " \n\t\r. "), "");
    assert_string_equal(form(&a, "Find\n\nx\r\n# now"), "find x now");
    assert_string_equal(form(&a, "a\xff\xc3z"), "a \xff \xc3 z");
    assert_string_equal(form(&a, "\xc3\xe2\x80\x8b\xa9"), "\xc3 \xa9");
    assert_string_equal(form(&a, "x\x01y\x7f"), "x y");
    assert_string_equal(form(&a, "5\xe2\x80\xaf"
                                 "000"),
                        "5000");
    assert_string_equal(form(&a, "\\"), "");
    assert_string_equal(form(&a, "## Find 7\n5 ## 6"), "find 7 5 \\# \\# 6");
    arena_clear(&a);
}

/* ---- properties ---- */

static const char *const parts[] = {
    "Anna",
    "Will",
    "Zorba",
    " has ",
    " does ",
    "Mr. ",
    "word ",
    "'s",
    "'S",
    "'",
    "\"",
    "s'",
    "don't",
    " ",
    "\n\n",
    "~",
    "\\,",
    "\\ ",
    "1",
    "12",
    "123",
    "000",
    "0.5",
    ".5",
    ",",
    ".",
    "...",
    "? ",
    ":",
    "{",
    "}",
    "{}",
    "{,}",
    "\\{",
    "(",
    ")",
    "[",
    "$",
    "$$",
    "\\$",
    "\\(",
    "\\)",
    "\\[",
    "\\]",
    "\\left(",
    "\\right.",
    "\\frac",
    "\\dfrac12",
    "\\frac{12}{5}",
    "\\frac{a}{b}",
    "\\sqrt",
    "\\sqrt[3]",
    "\\binom",
    "\\text{",
    "\\mathrm{d}",
    "\\mathrm{",
    "\\sin",
    "\\pmod{",
    "\\pmod7",
    "\\begin{pmatrix}",
    "\\end{pmatrix}",
    "\\begin{align*}",
    "\\begin{equation}",
    "\\begin",
    "\\\\",
    "&",
    "#",
    "*",
    "**",
    "_",
    "^",
    "^{",
    "_{",
    "\\circ",
    "\\prime",
    "\\not",
    "=",
    "<=",
    "/",
    "!",
    "%",
    "\\%",
    "@",
    "@p2",
    "-",
    "--",
    "+",
    "one",
    "five",
    "twenty-one",
    " hundred",
    " million",
    " and ",
    " a ",
    "A ",
    "AB",
    "Ab",
    "ab",
    "x",
    "I",
    "she",
    "her",
    "per ",
    "cent",
    "percent",
    "dollars",
    "ten",
    "\\alpha",
    "\\le",
    "\\degree",
    "\\hspace{5mm}",
    "\xc3\xa9",
    "\xc3",
    "\xa9",
    "\xe2\x80\x8b",
    "\xe2\x82\xac",
    "\xc2\xbd",
    "\xe2\x88\x9a",
    "\xc2\xb2",
    "\xe2\x82\x81",
    "\xe2\x88\x92",
    "\xce\xb1",
    "\xd0\x96",
    "\\",
    "\\5",
};

#define PARTS (sizeof(parts) / sizeof(*parts))

/* Statements of parts in any order: the form of a form is itself. */
static void forms_are_fixed(void **state)
{
    bool soak = getenv("ASSAY_SOAK") != NULL;
    size_t count = soak ? 2000000 : 60000;
    struct arena a = { 0 };
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("canonical", 9));
    for (size_t i = 0; i < count; i++) {
        size_t n = 1 + (size_t)rng_below(&r, 14);
        struct str s = str_in(&a);
        const char *f;

        while (n-- > 0) {
            str_add(&s, parts[rng_below(&r, PARTS)]);
            if (rng_below(&r, 4) == 0)
                str_addc(&s, ' ');
        }
        f = form(&a, str_get(&s));
        if (!str_eq(f, form(&a, f)))
            fail_msg("\"%s\" -> \"%s\" -> \"%s\"", str_get(&s), f, form(&a, f));
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* ---- public sets ---- */

static bool is_set(const char *name)
{
    return str_ends(name, ".jsonl") && !strstr(name, "replies") &&
           !strstr(name, "cases") && !strstr(name, "answers");
}

static void check_problem(struct arena *a, const struct problem *p,
                          struct rng *r)
{
    const char *s = p->statement, *f = form(a, s);
    size_t n = strlen(s);

    if (!str_eq(f, form(a, f)))
        fail_msg("%s: \"%s\" -> \"%s\"", p->id, f, form(a, f));
    for (int tries = 0; tries < 20 && n > 0; tries++) {
        size_t i = (size_t)rng_below(r, n);

        if (is_digit_at(s, i) && !strstr(s, "space{") &&
            str_eq(f, form(a, other_digit(a, s, i))))
            fail_msg("%s: another digit %zu changes nothing", p->id, i);
    }
}

/* Returns the problems read. */
static size_t check_set(const char *path)
{
    struct arena a = { 0 };
    struct source source;
    struct problem p;
    size_t count = 0, line;
    enum lines_got got;
    struct rng r;
    struct err e;

    rng_init(&r, hash_bytes(path, strlen(path)));
    if (!source_open(&source, path, NULL, &e))
        fail_msg("%s", e.msg);
    while ((got = source_next(&source, &a, &p, &line, &e)) == LINES_LINE) {
        check_problem(&a, &p, &r);
        count++;
        arena_reset(&a);
    }
    if (got != LINES_END)
        fail_msg("%s:%zu: %s", path, e.line, e.msg);
    source_close(&source);
    arena_clear(&a);
    return count;
}

static void public_sets(void **state)
{
    const char *data = getenv("ASSAY_DATA");
    DIR *d = data ? opendir(data) : NULL;
    struct arena a = { 0 };
    struct dirent *entry;
    size_t count = 0;

    (void)state;
    if (!d)
        skip();
    while ((entry = readdir(d)))
        if (is_set(entry->d_name))
            count += check_set(arena_printf(&a, "%s/%s", data, entry->d_name));
    closedir(d);
    arena_clear(&a);
    printf("# figure: canonical form fixed over %zu public problems\n", count);
    assert_true(count > 0);
}

/* ---- parameters ---- */

static struct json *json(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    if (!json_read(a, text, strlen(text), 1, &v, &e))
        fail_msg("%s", e.msg);
    return v;
}

static const char *params_form(struct arena *a, const char *family,
                               const char *params)
{
    struct problem p = { .family = family,
                         .params = params ? json(a, params) : NULL };
    struct str s = str_in(a);

    return canonical_params(&s, &p) ? str_get(&s) : NULL;
}

static void parameters(void **state)
{
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(
        params_form(&a, "x/y",
                    "{\"b\": [2, 1], \"a\": {\"d\": 1, \"c\": null}}"),
        "x/y {\"a\":{\"c\":null,\"d\":1},\"b\":[2,1]}");
    assert_string_not_equal(params_form(&a, "x/y", "{\"a\": 1}"),
                            params_form(&a, "x/z", "{\"a\": 1}"));
    assert_string_not_equal(params_form(&a, "x/y", "{\"a\": [1, 2]}"),
                            params_form(&a, "x/y", "{\"a\": [2, 1]}"));
    assert_null(params_form(&a, "x/y", NULL));
    assert_null(params_form(&a, NULL, "{\"a\": 1}"));
    arena_clear(&a);
}

static void hashes(void **state)
{
    struct arena a = { 0 };
    struct problem p = { .family = "x/y",
                         .statement = "Anna has 3.",
                         .params = json(&a, "{\"a\": 3}") };
    struct problem q = { .statement = "Ben has three" };
    struct canonical c, d;

    (void)state;
    canonical_problem(&c, &p);
    canonical_problem(&d, &q);
    assert_true(c.has_params && !d.has_params);
    assert_memory_equal(&c.statement, &d.statement, sizeof(c.statement));
    assert_memory_not_equal(&c.statement, &c.params, sizeof(c.statement));
    arena_clear(&a);
}

/* ---- tables ---- */

/* A command out of order would not be found; a name has one kind. */
static void tables_are_sorted(void **state)
{
    const char *name;

    (void)state;
    for (int k = WORD_NAME; k <= WORD_NAME_OR_PLACE; k++)
        for (const struct lexeme *x = NULL;
             (x = lexicon_next((enum word_class)k, x));)
            if (lexeme_is(x, WORD_NAME) + lexeme_is(x, WORD_NAME_AND_WORD) +
                    lexeme_is(x, WORD_NAME_OR_PLACE) !=
                1)
                fail_msg("given name \"%s\" is in two lists", x->word);
    for (size_t i = 0; i < n_command_rules; i++) {
        name = command_rules[i].names;
        for (size_t n; *name; name += n + (name[n] == ' ')) {
            n = strcspn(name, " ");
            if (command_rule_find(name, n) != &command_rules[i])
                fail_msg("command \"%.*s\" has another rule", (int)n, name);
        }
    }
    assert_false(word_is(span_of("an"), WORD_NAME));
    assert_null(command_rule_find("fra", 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_problems),
        cmocka_unit_test(different_problems),
        cmocka_unit_test(exact_forms),
        cmocka_unit_test(odd_bytes),
        cmocka_unit_test(forms_are_fixed),
        cmocka_unit_test(public_sets),
        cmocka_unit_test(parameters),
        cmocka_unit_test(hashes),
        cmocka_unit_test(tables_are_sorted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
