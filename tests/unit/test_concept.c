/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The five taxonomies as data (counts, total maps, nothing unreached), names
 * and their spellings, and lifting. That the names
 * are those of the published lists is in the data itself; the counts and a
 * few spellings are pinned here.
 */
#include "problem/concept.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static const struct taxonomy *get(const char *name)
{
    const struct taxonomy *t = taxonomy_find(name);

    assert_non_null(t);
    return t;
}

static bool holds(const char *const *names, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(names[i], name))
            return true;
    return false;
}

static size_t length(const char *const *maps)
{
    size_t n = 0;

    while (maps[n])
        n++;
    return n;
}

/* ---- the data ---- */

static void test_counts(void **state)
{
    static const struct {
        const char *name;
        size_t n;
    } want[] = {
        { "high", 79 },         { "mid", 54 },       { "low", 7 },
        { "extremely-low", 7 }, { "baseline", 107 },
    };

    (void)state;
    assert_int_equal(n_taxonomies, COUNT_OF(want));
    for (size_t i = 0; i < COUNT_OF(want); i++) {
        assert_string_equal(taxonomies[i]->name, want[i].name);
        assert_int_equal(taxonomies[i]->n_concepts, want[i].n);
        assert_int_equal(taxonomies[i]->granularity, i);
        assert_non_null(taxonomies[i]->title);
    }
}

static void test_lines(void **state)
{
    static const size_t want[2][8] = {
        { 11, 14, 9, 9, 12, 7, 10, 7 },
        { 10, 9, 7, 6, 8, 5, 4, 5 },
    };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const struct taxonomy *t = taxonomies[i];
        size_t got[8] = { 0 };
        int line = 1;

        for (size_t j = 0; j < t->n_concepts; j++) {
            assert_in_range(t->concepts[j].group, line, 8);
            line = t->concepts[j].group;
            got[line - 1]++;
        }
        assert_memory_equal(got, want[i], sizeof(got));
    }
    for (size_t i = 2; i < n_taxonomies; i++)
        for (size_t j = 0; j < taxonomies[i]->n_concepts; j++)
            assert_int_equal(taxonomies[i]->concepts[j].group, 0);
}

/* A concept is found by its own name; only "inequalities" stands twice. */
static void test_unique(void **state)
{
    size_t repeated = 0;

    (void)state;
    for (size_t i = 0; i < n_taxonomies; i++) {
        const struct taxonomy *t = taxonomies[i];

        for (size_t j = 0; j < t->n_concepts; j++) {
            const struct concept *c = &t->concepts[j];
            const struct concept *found = concept_find(t, c->name);

            if (found == c)
                continue;
            repeated++;
            assert_string_equal(t->name, "mid");
            assert_string_equal(c->name, "inequalities");
            assert_int_equal(c->group, 6);
            assert_int_equal(found->group, 2);
            assert_int_equal(length(c->maps), length(found->maps));
            for (size_t k = 0; c->maps[k]; k++)
                assert_string_equal(c->maps[k], found->maps[k]);
        }
    }
    assert_int_equal(repeated, 1);
}

/* Maps are total, name no concept twice, and spell it in full. */
static void test_maps(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_taxonomies; i++) {
        const struct taxonomy *t = taxonomies[i];

        for (size_t j = 0; j < t->n_concepts; j++) {
            const char *const *maps = t->concepts[j].maps;

            assert_non_null(maps);
            assert_int_equal(maps[0] == NULL, t->maps_to == NULL);
            for (size_t k = 0; maps[k]; k++) {
                const struct concept *c =
                    concept_find(get(t->maps_to), maps[k]);

                assert_non_null(c);
                assert_string_equal(c->name, maps[k]);
                assert_false(holds(maps, k, maps[k]));
            }
        }
    }
}

/* Does some concept of t map to the name? */
static bool reached(const struct taxonomy *t, const char *name)
{
    for (size_t i = 0; i < t->n_concepts; i++)
        if (holds(t->concepts[i].maps, length(t->concepts[i].maps), name))
            return true;
    return false;
}

static void test_coverage(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_taxonomies; i++) {
        const struct taxonomy *from = taxonomies[i], *to;

        if (!from->maps_to)
            continue;
        to = get(from->maps_to);
        for (size_t j = 0; j < to->n_concepts; j++)
            if (!reached(from, to->concepts[j].name))
                fail_msg("no %s concept maps to \"%s\"", from->name,
                         to->concepts[j].name);
    }
}

/* A mid concept of that name stands on that line. */
static bool on_line(const char *name, int line)
{
    const struct taxonomy *mid = get("mid");

    for (size_t i = 0; i < mid->n_concepts; i++)
        if (mid->concepts[i].group == line &&
            str_eq(mid->concepts[i].name, name))
            return true;
    return false;
}

/* The lines of the two finer lists run side by side, each in one subject. */
static void test_subjects(void **state)
{
    static const char *const subjects[] = {
        "Prealgebra", "Algebra", "Number Theory", "Counting & Probability",
        "Geometry",   "Algebra", "Precalculus",   "Advanced Auxiliary Topics",
    };
    const struct taxonomy *high = get("high");
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < high->n_concepts; i++) {
        const struct concept *c = &high->concepts[i];
        const char **names;
        size_t n = concept_lift(&a, c, get("mid"), &names), same = 0;

        for (size_t j = 0; j < n; j++)
            same += on_line(names[j], c->group);
        n = concept_lift(&a, c, get("extremely-low"), &names);
        if (!same || !holds(names, n, subjects[c->group - 1]))
            fail_msg("\"%s\" leaves its line", c->name);
    }
    arena_clear(&a);
}

/* ---- names ---- */

static void check_find(const char *taxonomy, const char *name, const char *want)
{
    const struct concept *c = concept_find(get(taxonomy), name);

    if (!want && c)
        fail_msg("\"%s\" found \"%s\"", name, c->name);
    if (want && !c)
        fail_msg("\"%s\" not found", name);
    if (want)
        assert_string_equal(c->name, want);
}

static void test_find(void **state)
{
    (void)state;
    check_find("high", "chinese REMAINDER  theorem",
               "Chinese remainder theorem");
    check_find("high", "Chinese-remainder_theorem.",
               "Chinese remainder theorem");
    check_find("high", "Euler's phi function", "Eulers phi function");
    check_find("high", "Euler\xe2\x80\x99s phi function",
               "Eulers phi function");
    check_find("high", "Integer arithmetic (+,\xe2\x88\x92,\xc3\x97,\xc3\xb7)",
               "Integer arithmetic (+,-,*,/)");
    check_find("high", "Factors & multiples", "Factors and multiples");
    check_find("high", "Absolute value and", "Absolute value");
    check_find("high", "Divisibility tests (2-12)", NULL);
    check_find("extremely low", "counting and probability",
               "Counting & Probability");
    check_find("mid", "gcd / lcm", "GCD/LCM");
    check_find("mid", "GCD", "GCD");
    check_find("baseline", "Counting principals", "counting_principals");
    check_find("baseline", "counting_principles", NULL);
    check_find("baseline", "understanding_and_utilizing_infininte_series",
               "understanding_and_utilizing_infininte_series");
    check_find("low", "parabolas; ellipses; hyperbolas; graph of gcd",
               "parabolas, ellipses, hyperbolas, graph of GCD");
    check_find("low", "Algebra", NULL);
    check_find("high", "", NULL);
    check_find("high", " and -- & ", NULL);
    check_find("high", "Chinese remainder theorem\xff", NULL);
    assert_ptr_equal(taxonomy_find("Extremely_Low"), taxonomies[3]);
    assert_null(taxonomy_find("medium"));
    assert_null(taxonomy_find(""));
}

static void test_head(void **state)
{
    (void)state;
    check_find("high", "quadratic solving",
               "Quadratic solving: factoring, completing the square, quadratic "
               "formula, discriminant interpretation");
    check_find("high", "Quadratic solving: factoring", NULL);
    check_find("high", "Quadratic", NULL);
    check_find("high", "sequences and series",
               "Sequences & series: arithmetic (a_n=a_1+(n-1)d) & geometric "
               "(a_n=a_1*r^n); sum formulas");
    check_find("high", "Factorials", "Factorials (n!)");
    check_find("mid", "linear algebra", "linear algebra (eigenvalues, RREF)");
}

/* Every name with a head can be called by it: no two heads are equal. */
static void test_heads_unique(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < n_taxonomies; i++)
        for (size_t j = 0; j < taxonomies[i]->n_concepts; j++) {
            const struct concept *c = &taxonomies[i]->concepts[j];
            size_t n = strcspn(c->name, ":(");

            if (c->name[n])
                assert_ptr_equal(
                    concept_find(taxonomies[i], arena_strndup(&a, c->name, n)),
                    c);
        }
    arena_clear(&a);
}

static void check_any(const char *name, const char *taxonomy, const char *want)
{
    const struct taxonomy *t = NULL;
    const struct concept *c = concept_find_any(name, &t);

    assert_non_null(c);
    assert_string_equal(c->name, want);
    assert_string_equal(t->name, taxonomy);
}

static void test_find_any(void **state)
{
    const struct taxonomy *t = NULL;

    (void)state;
    check_any("absolute value", "high", "Absolute value");
    check_any("chinese remainder", "mid", "Chinese remainder");
    check_any("modular arithmetic", "mid", "modular arithmetic");
    check_any("geometry", "extremely-low", "Geometry");
    check_any("matrix operations", "baseline", "matrix_operations");
    /* A full form of a later table comes before a head of an earlier one. */
    check_any("Permutations", "mid", "Permutations");
    check_any("Vector calculus", "high",
              "Vector calculus: gradients, divergence, curl");
    assert_null(concept_find_any("astrology", &t));
    assert_null(t);
    assert_non_null(concept_find_any("Geometry", NULL));
}

/* ---- lifting ---- */

/* The lift is exactly the names of the NULL-ended list, in order. */
static void check_lift(const char *high, const char *taxonomy,
                       const char *const *want)
{
    struct arena a = { 0 };
    const struct concept *c = concept_find(get("high"), high);
    const char **names;
    size_t n;

    assert_non_null(c);
    n = concept_lift(&a, c, get(taxonomy), &names);
    assert_int_equal(n, length(want));
    for (size_t i = 0; i < n; i++)
        assert_string_equal(names[i], want[i]);
    arena_clear(&a);
}

#define LIST(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void test_lift(void **state)
{
    static const char crt[] = "Chinese remainder theorem";

    (void)state;
    check_lift(crt, "high", LIST(crt));
    check_lift(crt, "mid", LIST("Chinese remainder", "modular arithmetic"));
    check_lift(crt, "low",
               LIST("Modular arithmetic, divisibility, integer properties"));
    check_lift(crt, "extremely-low", LIST("Number Theory"));
    check_lift(crt, "baseline",
               LIST("counting_and_number_theory", "division_and_remainders",
                    "modular_arithmetic", "number_theory",
                    "number_theory_and_arithmetic_operations",
                    "number_theory_skills"));
    check_lift("Quadratic solving", "mid", LIST("factoring quadratics"));
    check_lift("Quadratic solving", "extremely-low", LIST("Algebra"));
    check_lift("Order of operations", "low",
               LIST("Multi-step reasoning, deduction, diagram use"));
    check_lift("Order of operations", "extremely-low", LIST("Prealgebra"));
    check_lift("Linear inequalities & graphing solution sets", "low",
               LIST("Expression manipulation, equation solving"));
    check_lift("Conic sections", "low",
               LIST("parabolas, ellipses, hyperbolas, graph of GCD"));
    check_lift("Vector calculus", "extremely-low",
               LIST("Advanced Auxiliary Topics"));
    check_lift("Polygon properties", "low",
               LIST("Spatial reasoning, theorem application",
                    "Multi-step reasoning, deduction, diagram use"));
    check_lift("Binomial theorem and summation identities", "extremely-low",
               LIST("Precalculus", "Counting & Probability", "Algebra"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),       cmocka_unit_test(test_lines),
        cmocka_unit_test(test_unique),       cmocka_unit_test(test_maps),
        cmocka_unit_test(test_coverage),     cmocka_unit_test(test_subjects),
        cmocka_unit_test(test_find),         cmocka_unit_test(test_head),
        cmocka_unit_test(test_heads_unique), cmocka_unit_test(test_find_any),
        cmocka_unit_test(test_lift),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
