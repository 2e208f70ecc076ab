/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Sheets: examples of problems, names in every taxonomy against concept_lift()
 * asked problem by problem, traits, sums.
 */
#include "base/rng.h"
#include "base/str.h"
#include "hunt/outcomes.h"
#include "run/planted/note.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct json *json_of(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    if (!json_read(a, text, strlen(text), 1, &v, &e))
        fail_msg("%s", e.msg);
    return v;
}

static bool has_name(const struct vocabulary *v, size_t i, const char *name)
{
    for (const uint32_t *at = v->of[i]; *at != UINT32_MAX; at++)
        if (str_eq(v->names[*at], name))
            return true;
    return false;
}

static size_t count_names(const struct vocabulary *v, size_t i)
{
    size_t n = 0;

    while (v->of[i][n] != UINT32_MAX)
        n++;
    return n;
}

/* ---- examples ---- */

static void examples_of_problems(void **state)
{
    struct arena a = { 0 };
    struct problem p[3] = {
        { .id = "x", .statement = "1 + 1?" },
        { .id = "y", .statement = "2 + 2?", .solution = "4." },
        { .id = "z", .statement = "3?" }
    };
    struct outcomes s;

    (void)state;
    outcomes_of(&a, &s, p, 3);
    assert_int_equal(s.n, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(s.examples[i].id, p[i].id);
        assert_string_equal(s.examples[i].text, p[i].statement);
        assert_string_equal(s.examples[i].answer, "");
        assert_ptr_equal(s.examples[i].problem, &p[i]);
        assert_int_equal(s.examples[i].tries, 0);
        assert_int_equal(s.examples[i].cluster, i);
        assert_false(example_fails(&s.examples[i]));
    }
    assert_string_equal(s.examples[0].solution, "");
    assert_string_equal(s.examples[1].solution, "4.");
    p[2].meta = json_of(&a, "{\"parent\": \"x\"}");
    outcomes_of(&a, &s, p, 3); /* the third is made from the first */
    assert_int_equal(s.examples[0].cluster, s.examples[2].cluster);
    assert_int_not_equal(s.examples[0].cluster, s.examples[1].cluster);
    outcomes_of(&a, &s, p, 0);
    assert_int_equal(s.n, 0);
    arena_clear(&a);
}

static void fails_wholly(void **state)
{
    struct example x = { .tries = 3, .failed = 3 };

    (void)state;
    assert_true(example_fails(&x));
    x.failed = 2;
    assert_false(example_fails(&x));
    x.tries = x.failed = 0;
    assert_false(example_fails(&x));
}

static void sums(void **state)
{
    struct arena a = { 0 };
    struct example one[2] = { { .id = "x", .answer = "5", .tries = 3 },
                              { .id = "y", .tries = 2, .failed = 2 } };
    struct example two[2] = { { .id = "x", .tries = 1, .failed = 1 },
                              { .id = "y" } };
    struct vocabulary v = { .name = "tags" };
    struct outcomes in[2] = {
        { .target = "m", .examples = one, .n = 2, .vocabularies = &v },
        { .target = "k", .examples = two, .n = 2 }
    };
    struct outcomes out;

    (void)state;
    in[0].n_vocabularies = 1;
    outcomes_sum(&a, in, 2, &out);
    assert_string_equal(out.target, "all");
    assert_int_equal(out.n, 2);
    assert_int_equal(out.examples[0].tries, 4);
    assert_int_equal(out.examples[0].failed, 1);
    assert_int_equal(out.examples[1].tries, 2);
    assert_int_equal(out.examples[1].failed, 2);
    assert_string_equal(out.examples[0].answer, "");
    assert_int_equal(out.n_vocabularies, 1);
    assert_int_equal(one[0].tries, 3); /* left as they were */
    assert_string_equal(one[0].answer, "5");
    arena_clear(&a);
}

/* ---- names ---- */

/* Random problems with one to four high concepts. */
static struct problem *random_problems(struct arena *a, size_t n)
{
    const struct taxonomy *high = taxonomy_find("high");
    struct problem *p = arena_array(a, struct problem, n);
    struct rng r;

    rng_init(&r, hash_bytes("sheet", 5));
    for (size_t i = 0; i < n; i++) {
        p[i].id = arena_printf(a, "p%zu", i);
        p[i].statement = "?";
        p[i].n_concepts = 1 + rng_below(&r, 4);
        p[i].concepts = arena_array(a, const char *, p[i].n_concepts);
        for (size_t k = 0; k < p[i].n_concepts; k++)
            p[i].concepts[k] =
                high->concepts[rng_below(&r, high->n_concepts)].name;
    }
    return p;
}

/* Rising numbers, no name that nobody has, the order of the taxonomy. */
static void check_form(const struct vocabulary *v, size_t n)
{
    size_t *seen = test_calloc(v->n + 1, sizeof(*seen)), at = 0;

    for (size_t i = 0; i < n; i++)
        for (const uint32_t *x = v->of[i]; *x != UINT32_MAX; x++) {
            assert_true(*x < v->n);
            assert_true(x == v->of[i] || x[-1] < *x);
            seen[*x]++;
        }
    for (size_t k = 0; k < v->n; k++) {
        assert_true(seen[k] > 0);
        while (at < v->taxonomy->n_concepts &&
               !str_eq(v->taxonomy->concepts[at].name, v->names[k]))
            at++;
        assert_true(at++ < v->taxonomy->n_concepts);
    }
    test_free(seen);
}

static void lifted_names(void **state)
{
    enum { N = 60 };
    struct arena a = { 0 };
    struct problem *p = random_problems(&a, N);
    const struct taxonomy *high = taxonomy_find("high");

    (void)state;
    for (size_t t = 0; t < n_taxonomies; t++) {
        struct vocabulary v;

        vocabulary_of(&a, p, N, taxonomies[t], &v);
        assert_string_equal(v.name, taxonomies[t]->name);
        assert_ptr_equal(v.taxonomy, taxonomies[t]);
        check_form(&v, N);
        for (size_t i = 0; i < N; i++) {
            const char *all[400];
            size_t n_all = 0;

            for (size_t k = 0; k < p[i].n_concepts; k++) {
                const char **names;
                size_t n =
                    concept_lift(&a, concept_find(high, p[i].concepts[k]),
                                 taxonomies[t], &names);

                for (size_t j = 0; j < n; j++) {
                    size_t x = 0;

                    assert_true(has_name(&v, i, names[j]));
                    while (x < n_all && !str_eq(all[x], names[j]))
                        x++;
                    if (x == n_all)
                        all[n_all++] = names[j];
                }
            }
            assert_int_equal(count_names(&v, i), n_all);
        }
    }
    arena_clear(&a);
}

static void one_problem(struct arena *a, const char *concept, const char *t,
                        struct vocabulary *v)
{
    struct problem *p = arena_new(a, struct problem);
    struct taxonomy *copy = arena_new(a, struct taxonomy);

    p->concepts = arena_array(a, const char *, 1);
    p->concepts[0] = concept;
    p->n_concepts = 1;
    *copy = *taxonomy_find(t); /* a hunt has copies */
    vocabulary_of(a, p, 1, copy, v);
}

/* Names of other taxonomies, and names of none. */
static void other_names(void **state)
{
    const char *concepts[] = { "exponents & radicals", "inequalities" };
    const struct problem both = { .concepts = concepts, .n_concepts = 2 };
    struct arena a = { 0 };
    struct vocabulary v;

    (void)state;
    one_problem(&a, "absolute_value_skills", "baseline", &v);
    assert_int_equal(v.n, 1); /* itself, and no skill that is a neighbour */
    assert_string_equal(v.names[0], "absolute_value_skills");
    one_problem(&a, "absolute value skills", "high", &v);
    assert_int_equal(v.n, 2);
    assert_string_equal(v.names[0], "Absolute value");
    assert_string_equal(v.names[1], "Absolute value equations & inequalities");
    one_problem(&a, "geometry", "extremely-low", &v);
    assert_int_equal(v.n, 1);
    assert_string_equal(v.names[0], "Geometry");
    one_problem(&a, "Geometry", "mid", &v);
    assert_int_equal(v.n, 0);
    one_problem(&a, "quadratic solving", "high", &v); /* a head */
    assert_int_equal(v.n, 1);
    one_problem(&a, "knitting", "high", &v);
    assert_int_equal(v.n, 0);
    assert_int_equal(v.of[0][0], UINT32_MAX);
    one_problem(&a, "inequalities", "mid", &v); /* stands there twice */
    assert_int_equal(v.n, 1);
    vocabulary_of(&a, &both, 1, taxonomy_find("mid"), &v);
    assert_int_equal(v.n, 2);
    assert_string_equal(v.names[0],
                        "inequalities"); /* and counts there first */
    arena_clear(&a);
}

static void users_taxonomy(void **state)
{
    static const char *const none[] = { NULL };
    static const char *const maps[] = { "Absolute value",
                                        "Function composition", NULL };
    const struct concept concepts[] = { { "Unused", 0, none },
                                        { "Knitting", 0, none },
                                        { "Bars", 0, maps },
                                        { "Chinese Remainder Theorem", 0,
                                          none } };
    const struct taxonomy t = { .name = "ours",
                                .granularity = GRANULARITY_USER,
                                .maps_to = "high",
                                .concepts = concepts,
                                .n_concepts = 4 };
    const char *x[] = { "Function composition", "knitting" };
    const char *y[] = { "chinese remainder theorem" };
    const char *z[] = { "absolute_value_skills" };
    const struct problem p[] = { { .concepts = x, .n_concepts = 2 },
                                 { .concepts = y, .n_concepts = 1 },
                                 { .concepts = z, .n_concepts = 1 },
                                 { .n_concepts = 0 } };
    struct arena a = { 0 };
    struct vocabulary v;

    (void)state;
    vocabulary_of(&a, p, 4, &t, &v);
    assert_int_equal(v.n, 3);
    assert_string_equal(v.names[0], "Knitting");
    assert_string_equal(v.names[1], "Bars");
    assert_string_equal(v.names[2], "Chinese Remainder Theorem");
    assert_int_equal(v.of[0][0], 0);
    assert_int_equal(v.of[0][1], 1);
    assert_int_equal(v.of[0][2], UINT32_MAX);
    assert_int_equal(v.of[1][0], 2); /* by name, where there is no map */
    assert_int_equal(v.of[1][1], UINT32_MAX);
    assert_int_equal(v.of[2][0], 1);
    assert_int_equal(v.of[2][1], UINT32_MAX);
    assert_int_equal(v.of[3][0], UINT32_MAX);
    arena_clear(&a);
}

/* ---- traits ---- */

static const struct trait *find_trait(const struct trait *t, size_t n,
                                      const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(t[i].name, name))
            return &t[i];
    return NULL;
}

static void traits(void **state)
{
    struct arena a = { 0 };
    struct problem p[3] = {
        { .statement = "one two three", .family = "f", .level = 2 },
        { .statement = "one 22",
          .family = "f",
          .level = 2,
          .solution = "a\nb" },
        { .statement = "one 7 8", .solution = "a" },
    };
    const struct trait *t, *x;
    size_t n;

    (void)state;
    p[0].knobs = json_of(&a, "{\"wording\": \"story\"}");
    p[1].knobs = json_of(&a, "{\"wording\": \"plain\", \"size\": \"big\"}");
    n = traits_of(&a, p, 3, &t);
    for (size_t i = 1; i < n; i++)
        assert_true(strcmp(t[i - 1].name, t[i].name) < 0);
    x = find_trait(t, n, "words");
    assert_non_null(x);
    assert_null(x->words);
    assert_true(x->value[0] == 3 && x->value[1] == 2 && x->value[2] == 3);
    x = find_trait(t, n, "numbers");
    assert_non_null(x);
    assert_true(x->value[0] == 0 && x->value[1] == 1 && x->value[2] == 2);
    x = find_trait(t, n, "steps"); /* the first has no solution */
    assert_non_null(x);
    assert_true(isnan(x->value[0]) && x->value[1] == 2 && x->value[2] == 1);
    assert_null(find_trait(t, n, "level")); /* 2, 2 and none */
    assert_null(find_trait(t, n, "keys"));
    x = find_trait(t, n, "wording");
    assert_non_null(x);
    assert_null(x->value);
    assert_string_equal(x->words[0], "story");
    assert_string_equal(x->words[1], "plain");
    assert_null(x->words[2]);
    p[1].knobs = p[0].knobs;
    p[2].solution = "a\nb";
    n = traits_of(&a, p, 3, &t);
    assert_null(find_trait(t, n, "wording"));
    assert_null(find_trait(t, n, "steps"));
    assert_int_equal(traits_of(&a, p, 0, &t), 0);
    arena_clear(&a);
}

/* "graphs" and "tone" are nobody's names; the other one is a high concept. */
static void names_that_are_left(void **state)
{
    static const char *const names[] = { "graphs", "Chinese remainder theorem",
                                         "tone" };
    static const uint32_t none[] = { UINT32_MAX },
                          all[] = { 0, 1, 2, UINT32_MAX },
                          last[] = { 1, 2, UINT32_MAX };
    static const uint32_t *const of[] = { none, all, last };
    struct vocabulary v = { .name = "tags", .names = names, .n = 3, .of = of };
    struct arena a = { 0 };

    (void)state;
    vocabulary_less(&a, &v, 3, taxonomy_find("high"));
    assert_int_equal(v.n, 2);
    assert_string_equal(v.names[1], "tone");
    assert_int_equal(count_names(&v, 0), 0);
    assert_int_equal(count_names(&v, 1), 2);
    assert_true(has_name(&v, 1, "graphs") && has_name(&v, 1, "tone"));
    assert_int_equal(count_names(&v, 2), 1);
    assert_true(has_name(&v, 2, "tone"));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_are_left),
        cmocka_unit_test(examples_of_problems),
        cmocka_unit_test(fails_wholly),
        cmocka_unit_test(sums),
        cmocka_unit_test(lifted_names),
        cmocka_unit_test(other_names),
        cmocka_unit_test(users_taxonomy),
        cmocka_unit_test(traits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
