/* SPDX-License-Identifier: Apache-2.0 */

/* Traits of problems: what an answer looks like, and their names. */
#include "../lib/cases.h"
#include "base/str.h"
#include "family/generate.h"
#include "family/table.h"
#include "model/local/planted.h"
#include "run/planted/note.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct factor *find(const struct factor *f, size_t n,
                                 const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(f[i].name, name))
            return &f[i];
    return NULL;
}

/* "fraction negative 2 12 1"; what is lacking is "-". */
static const char *answer_of(struct arena *a, const struct problem *p)
{
    static const char *const names[] = { "answer", "answer sign",
                                         "answer digits", "denominator",
                                         "answer parts" };
    struct str out = str_in(a);
    const struct factor *all;
    size_t n = factors_make(a, p, &all);

    for (size_t i = 0; i < 5; i++) {
        const struct factor *f = find(all, n, names[i]);

        str_add(&out, i ? ", " : "");
        if (!f)
            str_add(&out, "-");
        else if (f->word)
            str_add(&out, f->word);
        else
            str_addf(&out, "%.10g", f->value);
    }
    return str_get(&out);
}

/* Keys behind each other, " | " between them. */
static struct problem problem_of(struct arena *a, const char *kind,
                                 const char *keys)
{
    struct problem p = { .id = "x", .statement = "How many?", .solution = "" };

    p.keys = arena_array(a, struct key, 8);
    while (keys) {
        const char *end = strstr(keys, " | ");
        struct key *k = &p.keys[p.n_keys++];

        k->latex = end ? arena_strndup(a, keys, (size_t)(end - keys))
                       : arena_strdup(a, keys);
        k->name = "value";
        if (str_eq(kind, "any"))
            k->kind = answer_guess(k->latex);
        else
            assert_true(answer_find(kind, &k->kind));
        keys = end ? end + 3 : NULL;
    }
    return p;
}

static void answers(void **state)
{
    const char *lines[3];
    struct cases c;

    (void)state;
    cases_open(&c, "note/answers.test");
    while (cases_next(&c, lines, 3)) {
        struct arena a = { 0 };
        struct problem p = problem_of(&a, lines[0], lines[1]);
        const char *got = answer_of(&a, &p);

        if (!str_eq(got, lines[2]))
            cases_fail(&c, "%s: got \"%s\", not \"%s\"", lines[1], got,
                       lines[2]);
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

/* What a file may plant is what problems have, with the same words. */
static void names_are_known(void **state)
{
    (void)state;
    for (size_t k = 0; k < family_count(); k++) {
        struct arena a = { 0 };
        struct coordinates c = { family_at(k), 1, "note", 0, NULL, NULL };
        const struct factor *f;
        struct problem p;
        struct err e;
        size_t n;

        assert_true(family_generate(&a, &c, &p, &e));
        n = factors_make(&a, &p, &f);
        for (size_t i = 0; i < n; i++) {
            const char *const *words = factor_words(f[i].name);
            size_t j = 0, at = 0;

            while (planted_factors[j] && !str_eq(planted_factors[j], f[i].name))
                j++;
            assert_non_null(planted_factors[j]);
            assert_int_equal(words != NULL, f[i].word != NULL);
            while (words && words[at] && !str_eq(words[at], f[i].word))
                at++;
            assert_true(!words || words[at]);
        }
        assert_non_null(find(f, n, "solution words"));
        arena_clear(&a);
    }
}

static void depth_is_of_its_families(void **state)
{
    struct coordinates c = {
        family_find("hard/towers"), 1, "note", 0, NULL, NULL
    };
    struct arena a = { 0 };
    const struct factor *f;
    struct problem p;
    struct err e;
    size_t n;

    (void)state;
    assert_true(family_generate(&a, &c, &p, &e));
    n = factors_make(&a, &p, &f);
    assert_true(find(f, n, "depth")->value ==
                (double)c.family->depth->levels[0]);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers),
        cmocka_unit_test(names_are_known),
        cmocka_unit_test(depth_is_of_its_families),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
