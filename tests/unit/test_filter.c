/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Drafts out of replies, and what is wrong with them: text cases for layouts
 * and for each flaw; near duplicates against a count of triples over all
 * pairs; and hostile texts, which take no longer than their length.
 */
#include "../lib/cases.h"
#include "../lib/cpu.h"
#include "base/rng.h"
#include "base/str.h"
#include "hunt/write/filter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LINE_END "\xc2\xb6" /* the sign for the end of a line */

static const char *replace(struct arena *a, const char *s, const char *what,
                           const char *by)
{
    struct str out = str_in(a);
    const char *at;

    while ((at = strstr(s, what))) {
        str_addn(&out, s, (size_t)(at - s));
        str_add(&out, by);
        s = at + strlen(what);
    }
    str_add(&out, s);
    return str_get(&out);
}

/* ---- drafts ---- */

static const char *show(struct arena *a, const char *reply)
{
    const struct draft *d;
    size_t n = draft_read(a, replace(a, reply, LINE_END, "\n"), &d);
    struct str s = str_in(a);

    for (size_t i = 0; i < n; i++)
        str_addf(&s, "%s%s | %s | %s", i ? " || " : "", d[i].statement,
                 d[i].answer ? d[i].answer : "-",
                 d[i].compute ? d[i].compute : "-");
    return n ? replace(a, str_get(&s), "\n", LINE_END) : "0";
}

static void check_drafts(const char *file)
{
    struct arena a = { 0 };
    const char *lines[2];
    struct cases c;

    cases_open(&c, file);
    while (cases_next(&c, lines, 2)) {
        const char *got = show(&a, lines[0]);

        if (!str_eq(got, lines[1]))
            cases_fail(&c, "got \"%s\"", got);
        arena_reset(&a);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

static void layouts(void **state)
{
    (void)state;
    check_drafts("draft/layouts.test");
    check_drafts("draft/json.test");
}

/* Windows ends its lines otherwise, and no reply has more than a thousand. */
static void ends_and_ceilings(void **state)
{
    struct arena a = { 0 };
    struct str s = str_in(&a);
    const struct draft *d;

    (void)state;
    assert_int_equal(
        draft_read(&a, "Problem 1:\r\nFind 2+2.\r\nAnswer: 4\r\n", &d), 1);
    assert_string_equal(d[0].statement, "Find 2+2.");
    assert_string_equal(d[0].answer, "4");
    for (int i = 1; i < 3000; i++)
        str_addf(&s, "Problem %d: Find %d+2.\n", i, i);
    assert_int_equal(draft_read(&a, str_get(&s), &d), 1000);
    assert_int_equal(draft_read(&a, "", &d), 0);
    arena_clear(&a);
}

/* ---- flaws of the text ---- */

static void check_flaws(const char *file)
{
    struct arena a = { 0 };
    const char *lines[2];
    struct filter f;
    struct cases c;

    filter_open(&a, &f);
    cases_open(&c, file);
    while (cases_next(&c, lines, 2)) {
        struct draft d = { .statement = replace(&a, lines[0], LINE_END, "\n") };
        const char *why, *got = flaw_name(filter_draft(&a, &f, &d, &why));

        if (!str_eq(got, lines[1]))
            cases_fail(&c, "got %s: %s", got, why ? why : "");
        if (str_eq(got, "none") != (why == NULL))
            cases_fail(&c, "%s with the reason \"%s\"", got, why ? why : "");
    }
    assert_int_equal(cases_close(&c), 0);
    filter_close(&f);
    arena_clear(&a);
}

static void flaws_of_text(void **state)
{
    (void)state;
    check_flaws("flaw/unreadable.test");
    check_flaws("flaw/incomplete.test");
    check_flaws("flaw/outside.test");
    check_flaws("flaw/proof.test");
}

/* The reasons name what was seen. */
static void reasons(void **state)
{
    static const char *const rows[][2] = {
        { "Prove that 3 is odd.", "\"prove\"" },
        { "In the figure, find the angle.", "\"in the figure\"" },
        { "Find the sum of 3 and XX.", "\"XX\"" },
        { "Find the value of $3 + $", "\"+\"" },
        { "Is 91 a prime number?", "\"is ...\"" },
        { "Find the sum in problem 3.", "\"problem #\"" },
        { "Find a \xff byte.", "UTF-8" },
        { "Find a \x01 byte.", "control" },
    };
    struct arena a = { 0 };
    struct filter f;

    (void)state;
    filter_open(&a, &f);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct draft d = { .statement = rows[i][0] };
        const char *why;

        assert_int_not_equal(filter_draft(&a, &f, &d, &why), FLAW_NONE);
        assert_non_null(strstr(why, rows[i][1]));
    }
    filter_close(&f);
    arena_clear(&a);
}

/* ---- other problems ---- */

static void known_problems(void **state)
{
    struct arena a = { 0 };
    const char *lines[3];
    struct cases c;

    (void)state;
    cases_open(&c, "flaw/known.test");
    while (cases_next(&c, lines, 3)) {
        struct draft d = { .statement = lines[1] };
        const char *why = NULL, *got;
        struct filter f;

        filter_open(&a, &f);
        filter_know(&f, "set/1", "Some other problem about 12 ducks?");
        filter_know(&f, "set/2", lines[0]);
        got = flaw_name(filter_draft(&a, &f, &d, &why));
        if (!str_eq(got, lines[2]))
            cases_fail(&c, "got %s: %s", got, why ? why : "");
        if (why && !strstr(why, "set/2"))
            cases_fail(&c, "the reason names another: %s", why);
        filter_close(&f);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

/* A statement of words drawn from few, so that many are alike. */
static const char *draw(struct arena *a, struct rng *r, size_t n)
{
    static const char *const words[] = { "find",  "the",    "sum",  "of",
                                         "all",   "primes", "even", "below",
                                         "above", "that" };
    struct str s = str_in(a);

    for (size_t i = 0; i < n; i++)
        str_addf(&s, "%s ", words[rng_below(r, 10)]);
    str_add(&s, "x?");
    return str_get(&s);
}

/* With one word of `s` replaced. */
static const char *change(struct arena *a, struct rng *r, const char *s)
{
    char *t = arena_strdup(a, s);
    size_t n = strlen(t), i = (size_t)rng_below(r, n);

    while (i && t[i - 1] != ' ')
        i--;
    t[i] = 'q';
    return t;
}

#define TOKENS 64

/* The set of triples of a text of single spaces, as offsets; at the end stand
 * "x" and no question mark. */
static size_t cut(char *s, const char **w)
{
    size_t n = 0;

    while (*s) {
        size_t k = strcspn(s, " ?");

        if (k)
            w[n++] = s;
        s += k;
        if (*s)
            *s++ = '\0';
    }
    return n;
}

static bool same_triple(const char *const *x, const char *const *y)
{
    return str_eq(x[0], y[0]) && str_eq(x[1], y[1]) && str_eq(x[2], y[2]);
}

static bool has_triple(const char *const *w, size_t n, const char *const *x)
{
    for (size_t i = 0; i + 2 < n; i++)
        if (same_triple(w + i, x))
            return true;
    return false;
}

/* Jaccard index by comparing all with all. */
static double index_of(struct arena *a, const char *x, const char *y)
{
    const char *u[TOKENS], *v[TOKENS];
    size_t n = cut(arena_strdup(a, x), u), m = cut(arena_strdup(a, y), v);
    size_t both = 0, all = 0;

    for (size_t i = 0; i + 2 < n; i++) {
        if (has_triple(u, i + 2, u + i)) /* counted already */
            continue;
        all++;
        both += has_triple(v, m, u + i);
    }
    for (size_t i = 0; i + 2 < m; i++)
        all += !has_triple(v, i + 2, v + i) && !has_triple(u, n, v + i);
    return (double)both / (double)all;
}

static void near_by_all_pairs(void **state)
{
    const char *known[120];
    struct arena a = { 0 };
    struct filter f;
    struct rng r;
    size_t nears = 0;

    (void)state;
    rng_init(&r, hash_bytes("near", 4));
    filter_open(&a, &f);
    for (size_t i = 0; i < 120; i++) {
        known[i] = i % 4 ? change(&a, &r, known[i - 1])
                         : draw(&a, &r, 8 + (size_t)rng_below(&r, 30));
        filter_know(&f, arena_printf(&a, "k%zu", i), known[i]);
    }
    for (size_t k = 0; k < 300; k++) {
        const char *s = change(&a, &r, known[rng_below(&r, 120)]);
        struct draft d = { .statement = s };
        bool near = false, same = false;
        const char *why;
        enum flaw got;

        for (size_t i = 0; i < 120; i++) {
            near |= index_of(&a, s, known[i]) >= 0.8;
            same |= str_eq(s, known[i]);
        }
        got = filter_draft(&a, &f, &d, &why);
        assert_int_equal(got, same   ? FLAW_DUPLICATE
                              : near ? FLAW_NEAR
                                     : FLAW_NONE);
        nears += near && !same;
    }
    assert_in_range(nears, 20, 280);
    filter_close(&f);
    arena_clear(&a);
}

/* ---- hostile ---- */

static const char *repeat(struct arena *a, const char *s, size_t bytes)
{
    struct str out = str_in(a);

    while (out.n < bytes)
        str_add(&out, s);
    return str_get(&out);
}

static void hostile(void **state)
{
    static const char *const parts[] = {
        "$",
        "\\(",
        "\\[",
        "{",
        "}",
        "\\left(",
        "the following ",
        "is ",
        "Problem 1:\n",
        "1. ",
        "\"",
        "[",
        "{\"a\":",
        "\\",
        "<think>",
        "Answer:",
        "$1 ",
        "a b c ",
        "| ",
        "\xe2\x80",
        "**",
        "Problem 1: a\nAnswer: b\n",
        "```\n",
        "find ",
        "(",
        "Problem 1 (",
        "?",
        "\\n",
        "_",
        "# ",
    };
    double from = cpu_seconds();
    struct arena a = { 0 };
    struct filter f;

    (void)state;
    filter_open(&a, &f);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *s = repeat(&a, parts[i], 200000), *why;
        struct draft d = { .statement = s }, small;
        const struct draft *read;

        draft_read(&a, s, &read);
        assert_int_equal(filter_draft(&a, &f, &d, &why), FLAW_UNREADABLE);
        small = (struct draft){ .statement = repeat(&a, parts[i], 7000) };
        filter_draft(&a, &f, &small, &why);
        filter_know(&f, "x", small.statement);
        arena_printf(&a, "%s", why ? why : "");
    }
    filter_close(&f);
    arena_clear(&a);
    assert_true(cpu_seconds() - from < 40); /* what is quadratic takes hours */
}

static void names(void **state)
{
    (void)state;
    for (int i = 0; i < FLAWS; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(flaw_name((enum flaw)i),
                                    flaw_name((enum flaw)k));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts),        cmocka_unit_test(ends_and_ceilings),
        cmocka_unit_test(flaws_of_text),  cmocka_unit_test(reasons),
        cmocka_unit_test(known_problems), cmocka_unit_test(near_by_all_pairs),
        cmocka_unit_test(hostile),        cmocka_unit_test(names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
