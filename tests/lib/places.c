/* SPDX-License-Identifier: Apache-2.0 */
#include "places.h"
#include "base/str.h"
#include "base/vec.h"
#include "family/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

void place_generate(struct arena *a, const struct place *at, const char *seed,
                    uint64_t index, const struct json *knobs, struct problem *p)
{
    struct coordinates c = { at->family, at->level, seed, index, knobs, NULL };
    struct err e;

    if (!family_generate(a, &c, p, &e))
        fail_msg("%s level %d seed %s index %llu: %s", at->family->name,
                 at->level, seed, (unsigned long long)index, e.msg);
}

static void add_tests(struct arena *a, const struct property *properties,
                      struct place *at, struct vec *tests)
{
    for (const struct property *p = properties; p->name; p++) {
        struct CMUnitTest *t;

        if (p->applies && !p->applies(at))
            continue;
        t = vec_push(tests);
        t->name = arena_printf(a, "%s level %d: %s", at->family->name,
                               at->level, p->name);
        t->test_func = p->run;
        t->initial_state = at;
    }
}

/* ASSAY_FAMILY=hard/ runs the families whose names begin so. */
static bool is_wanted(const struct family *f)
{
    const char *only = getenv("ASSAY_FAMILY");

    return !only || str_starts(f->name, only);
}

int places_run(const char *group, const struct property *properties,
               bool (*takes)(const struct family *f),
               uint64_t (*count)(const struct family *f, size_t n_places))
{
    struct arena a = { 0 };
    struct vec places = vec_in(&a, sizeof(struct place));
    struct vec tests = vec_in(&a, sizeof(struct CMUnitTest));
    int failed;

    for (size_t f = 0; f < family_count(); f++)
        for (int level = 1; level <= family_at(f)->n_levels; level++)
            if (is_wanted(family_at(f)) && (!takes || takes(family_at(f))))
                *(struct place *)vec_push(&places) =
                    (struct place){ family_at(f), level, 0 };
    for (size_t i = 0; i < places.n; i++) {
        struct place *at = vec_at(&places, i);

        at->count = count(at->family, places.n);
        add_tests(&a, properties, at, &tests);
    }
    failed = _cmocka_run_group_tests(group, tests.items, tests.n, NULL, NULL);
    arena_clear(&a);
    return failed;
}
