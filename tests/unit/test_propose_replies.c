/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Replies of models: lists, labels, and the names in a text.
 */
#include "../lib/cases.h"
#include "hunt/propose/propose_int.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct arena arena;

static int clear(void **state)
{
    (void)state;
    arena_clear(&arena);
    return 0;
}

static const char *const greek[] = { "Alpha", "Beta: first, second", "Gamma",
                                     "Delta (old)" };

static const char *with_lines(struct arena *a, const char *s)
{
    struct str out = str_in(a);
    const char *p;

    for (; (p = strstr(s, "<br>")); s = p + 4) {
        str_addn(&out, s, (size_t)(p - s));
        str_addc(&out, '\n');
    }
    str_add(&out, s);
    return str_get(&out);
}

static void check_lists(const char *file, bool faithful)
{
    const char *lines[2];
    struct cases c;

    cases_open(&c, file);
    while (cases_next(&c, lines, 2)) {
        struct str got = str_in(&arena);
        const char **items;
        size_t n = propose_list(&arena, with_lines(&arena, lines[0]), faithful,
                                &items);

        for (size_t i = 0; i < n; i++)
            str_addf(&got, "%s%s", i ? " / " : "", items[i]);
        if (!str_eq(n ? str_get(&got) : "none", lines[1]))
            cases_fail(&c, "got \"%s\"", str_get(&got));
    }
    assert_int_equal(cases_close(&c), 0);
}

static void lists(void **state)
{
    (void)state;
    check_lists("propose/lists.test", false);
    check_lists("propose/lists-faithful.test", true);
}

static size_t split(const char *s, char at, const char **out, size_t most)
{
    size_t n = 0;

    for (const char *end; n < most; s = end + 1) {
        end = strchr(s, at);
        out[n++] = end ? arena_strndup(&arena, s, (size_t)(end - s)) : s;
        if (!end)
            break;
    }
    return n;
}

static void labels(void **state)
{
    const char *lines[3], *all[8];
    struct cases c;

    (void)state;
    cases_open(&c, "propose/labels.test");
    while (cases_next(&c, lines, 3)) {
        size_t n = split(lines[1], ';', all, 8);
        const char *got = propose_label(with_lines(&arena, lines[0]), all, n);

        if (!str_eq(got ? got : "none", lines[2]))
            cases_fail(&c, "got \"%s\"", got ? got : "none");
    }
    assert_int_equal(cases_close(&c), 0);
}

static void concepts(void **state)
{
    const struct taxonomy *t = taxonomy_find("high");
    const char **high = arena_array(&arena, const char *, t->n_concepts);
    struct vocabulary v = { .name = "high", .names = high, .n = t->n_concepts };
    const char *lines[3];
    struct cases c;

    (void)state;
    for (size_t i = 0; i < v.n; i++)
        high[i] = t->concepts[i].name;
    cases_open(&c, "propose/concepts.test");
    while (cases_next(&c, lines, 3)) {
        struct str got = str_in(&arena);
        const char **found, *outside;
        size_t n = propose_concepts(&arena, &v, lines[0], &found, &outside);

        for (size_t i = 0; i < n; i++)
            str_addf(&got, "%s%s", i ? "; " : "", found[i]);
        if (!str_eq(n ? str_get(&got) : "none", lines[1]))
            cases_fail(&c, "got \"%s\"", str_get(&got));
        if (!str_eq(outside ? outside : "none", lines[2]))
            cases_fail(&c, "outside: \"%s\"", outside ? outside : "none");
    }
    assert_int_equal(cases_close(&c), 0);
}

/* A head that two names share stands for neither; a full name comes before a
 * head. */
static void shared_heads(void **state)
{
    static const char *const rates[] = { "Rates: speed", "Rates: work",
                                         "Area (plane)", "Area" };
    struct vocabulary v = { .name = "rates", .names = rates, .n = 4 };
    const char **found, *outside;

    (void)state;
    assert_int_equal(
        propose_concepts(&arena, &v, "It fails with rates.", &found, &outside),
        0);
    assert_int_equal(
        propose_concepts(&arena, &v, "It. [concepts: rates]", &found, &outside),
        0);
    assert_string_equal(outside, "rates");
    assert_int_equal(propose_concepts(&arena, &v,
                                      "It fails with rates of work, and Rates: "
                                      "work.",
                                      &found, &outside),
                     1);
    assert_string_equal(found[0], "Rates: work");
    assert_int_equal(propose_concepts(&arena, &v, "It fails with an area.",
                                      &found, &outside),
                     1);
    assert_string_equal(found[0], "Area");
}

/* Every name of every taxonomy is read back from a list and from prose. */
static void all_names(void **state)
{
    (void)state;
    for (size_t k = 0; k < n_taxonomies; k++) {
        const struct taxonomy *t = taxonomies[k];
        const char **all = arena_array(&arena, const char *, t->n_concepts);
        struct vocabulary v = { .name = t->name,
                                .names = all,
                                .n = t->n_concepts };

        for (size_t i = 0; i < v.n; i++)
            all[i] = t->concepts[i].name;
        for (size_t i = 0; i < v.n; i++) {
            const char **found, *outside;
            size_t n = propose_concepts(
                &arena, &v, arena_printf(&arena, "It. [concepts: %s]", all[i]),
                &found, &outside);

            if (n != 1)
                fail_msg("%zu names in %s", n, all[i]);
            assert_string_equal(found[0], all[i]);
            assert_null(outside);
            n = propose_concepts(
                &arena, &v,
                arena_printf(&arena, "It fails with %s, mostly.", all[i]),
                &found, &outside);
            if (n != 1)
                fail_msg("%zu names in %s", n, all[i]);
            assert_string_equal(found[0], all[i]);
        }
    }
}

static void bounds(void **state)
{
    static const double counts[] = { 10, 20, NAN, 90 };
    static const char *const kinds[] = { "whole", "a fraction", NULL, "whole" };
    static const struct trait traits[] = {
        { .name = "words", .value = counts },
        { .name = "words of it", .value = counts },
        { .name = "answer", .words = kinds },
    };
    static const struct {
        const char *text;
        const char *trait; /* NULL: none is read */
        enum bound_kind kind;
        double value;
        const char *word;
    } all[] = {
        { "words above 80", "words", BOUND_ABOVE, 80, NULL },
        { " Words is more than 80.", "words", BOUND_ABOVE, 80, NULL },
        { "words > 80 words", "words", BOUND_ABOVE, 80, NULL },
        { "words >= 80", "words", BOUND_ABOVE, 79, NULL },
        { "words at most 20", "words", BOUND_BELOW, 21, NULL },
        { "\"words of it\" below 20", "words of it", BOUND_BELOW, 20, NULL },
        { "words of it below 2.5", "words of it", BOUND_BELOW, 2.5, NULL },
        { "answer is a fraction", "answer", BOUND_IS, 0, "a fraction" },
        { "answer = \"Whole\"", "answer", BOUND_IS, 0, "whole" },
        { "answer is whole number", NULL, 0, 0, NULL },
        { "answer above 3", NULL, 0, 0, NULL },
        { "answer is radical", NULL, 0, 0, NULL },
        { "words between 60 and 80", "words", BOUND_WITHIN, 59, NULL },
        { "words from 60 to 80", "words", BOUND_WITHIN, 59, NULL },
        { "words is 60-80", "words", BOUND_WITHIN, 59, NULL },
        { "words = 80", "words", BOUND_WITHIN, 79, NULL },
        { "words between 80 and 60", NULL, 0, 0, NULL },
        { "words between 80 and many", NULL, 0, 0, NULL },
        { "words", NULL, 0, 0, NULL },
        { "words above many", NULL, 0, 0, NULL },
        { "words above nan", NULL, 0, 0, NULL },
        { "words above inf", NULL, 0, 0, NULL },
        { "wordsabove 80", NULL, 0, 0, NULL },
        { "colour above 80", NULL, 0, 0, NULL },
        { "", NULL, 0, 0, NULL },
    };
    struct outcomes s = { .n = 4, .traits = traits, .n_traits = 3 };

    (void)state;
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        struct bound b;
        bool read = propose_bound(&s, all[i].text, &b);

        if (read != (all[i].trait != NULL))
            fail_msg("%s", all[i].text);
        if (!read)
            continue;
        assert_string_equal(b.trait, all[i].trait);
        assert_int_equal(b.kind, all[i].kind);
        assert_true(b.kind == BOUND_IS || b.value == all[i].value);
        assert_true(b.kind != BOUND_WITHIN || b.upper == 80);
        if (all[i].word)
            assert_string_equal(b.word, all[i].word);
    }
    assert_false(propose_bound(NULL, "words above 80", &(struct bound){ 0 }));
}

/* Where the trait stands in a hypothesis, and what is left. */
static void traits_in_texts(void **state)
{
    const char *rest;

    (void)state;
    assert_null(propose_trait(&arena, "On portrait: [concepts: A]", &rest));
    assert_string_equal(
        propose_trait(&arena, "It. [concepts: A; trait: words above 8]", &rest),
        "words above 8");
    assert_string_equal(rest, "It. [concepts: A; ]");
    assert_string_equal(
        propose_trait(&arena, "It. [Traits: x < 8; concepts: A; B]", &rest),
        "x < 8");
    assert_string_equal(rest, "It. [; concepts: A; B]");
}

/* Megabytes of nonsense are read in no time. */
static void hostile_replies(void **state)
{
    static const char *const bits[] = { "1. \n",     "\n", "1",
                                        "\"",        "**", "final answer:",
                                        "concepts:", "; ", "Alpha ",
                                        "a",         "," };
    static const char *const two_labels[] = { "fails", "solved" };
    struct vocabulary v = { .name = "greek", .names = greek, .n = 4 };

    (void)state;
    for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
        struct str s = { 0 };
        const char **found, *outside;

        str_add(&s, i % 2 ? "1. " : "concepts: ");
        while (s.n < 1 << 20)
            str_add(&s, bits[i]);
        propose_list(&arena, s.s, false, &found);
        propose_list(&arena, s.s, true, &found);
        propose_label(s.s, two_labels, 2);
        propose_concepts(&arena, &v, s.s, &found, &outside);
        propose_trait(&arena, s.s, &outside);
        propose_other(&arena, s.s);
        str_clear(&s);
        arena_clear(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(lists, clear),
        cmocka_unit_test_teardown(labels, clear),
        cmocka_unit_test_teardown(concepts, clear),
        cmocka_unit_test_teardown(shared_heads, clear),
        cmocka_unit_test_teardown(all_names, clear),
        cmocka_unit_test_teardown(bounds, clear),
        cmocka_unit_test_teardown(traits_in_texts, clear),
        cmocka_unit_test_teardown(hostile_replies, clear),
    };

    return cmocka_run_group_tests_name("propose_replies", tests, NULL, NULL);
}
