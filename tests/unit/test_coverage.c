/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Every concept of every taxonomy can be asked about: some family carries it,
 * and each of the high ones has a family of its own, whose first concept it
 * is.
 */
#include "base/str.h"
#include "family/table.h"
#include "problem/concept.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool carries(const struct family *f, const struct taxonomy *t,
                    const char *name)
{
    struct arena a = { 0 };
    bool found = false;

    for (size_t i = 0; i < FAMILY_CONCEPTS && f->concepts[i]; i++) {
        const struct concept *high =
            concept_find(taxonomies[0], f->concepts[i]);
        const char **names;
        size_t n;

        assert_non_null(high);
        n = concept_lift(&a, high, t, &names);
        for (size_t k = 0; k < n; k++)
            found = found || str_eq(names[k], name);
    }
    arena_clear(&a);
    return found;
}

static void every_concept_is_carried(void **state)
{
    size_t bare = 0;

    (void)state;
    for (size_t t = 0; t < n_taxonomies; t++)
        for (size_t i = 0; i < taxonomies[t]->n_concepts; i++) {
            const char *name = taxonomies[t]->concepts[i].name;
            size_t f = 0;

            while (f < family_count() &&
                   !carries(family_at(f), taxonomies[t], name))
                f++;
            if (f == family_count()) {
                print_error("%s: no family carries \"%s\"\n",
                            taxonomies[t]->name, name);
                bare++;
            }
        }
    assert_int_equal(bare, 0);
}

static void every_high_concept_has_its_own_family(void **state)
{
    const struct taxonomy *high = taxonomies[0];
    size_t bare = 0;

    (void)state;
    assert_int_equal(high->n_concepts, 79);
    for (size_t i = 0; i < high->n_concepts; i++) {
        size_t f = 0;

        while (f < family_count() &&
               !(family_at(f)->recipe &&
                 str_eq(family_at(f)->concepts[0], high->concepts[i].name)))
            f++;
        if (f == family_count()) {
            print_error("no family of its own: %s\n", high->concepts[i].name);
            bare++;
        }
    }
    assert_int_equal(bare, 0);
}

/* A tag says what the solution uses: no concept twice, and not so many that
 * they would say nothing. */
static void tags_are_few_and_different(void **state)
{
    (void)state;
    for (size_t f = 0; f < family_count(); f++) {
        size_t n = 0;

        while (n < FAMILY_CONCEPTS && family_at(f)->concepts[n]) {
            for (size_t k = 0; k < n; k++)
                if (str_eq(family_at(f)->concepts[k],
                           family_at(f)->concepts[n]))
                    fail_msg("%s carries \"%s\" twice", family_at(f)->name,
                             family_at(f)->concepts[n]);
            n++;
        }
        if (n > 5)
            fail_msg("%s carries %zu concepts", family_at(f)->name, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_concept_is_carried),
        cmocka_unit_test(every_high_concept_has_its_own_family),
        cmocka_unit_test(tags_are_few_and_different),
    };

    return cmocka_run_group_tests_name("coverage", tests, NULL, NULL);
}
