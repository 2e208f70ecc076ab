/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The same bytes on every machine and in every later version: a digest of the
 * first twenty problems of every level stands in tests/cases/streams.test, one
 * line each; of families that draw again without their checks, which take
 * seconds. A family whose bytes change must raise its version, and with
 * it the name that its digest is filed under.
 */
#include "base/lines.h"
#include "base/map.h"
#include "family/generate.h"
#include "family/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PROBLEMS 20

static void digest(struct arena *a, const struct family *f, int level,
                   struct str *out)
{
    struct str text = str_in(a);
    char hex[HASH_HEX_SIZE];

    for (uint64_t i = 0; i < PROBLEMS; i++) {
        struct coordinates c = { f, level, "golden", i, NULL, NULL };
        struct problem p;
        struct err e;

        if (!(f->draws_again ? family_draw(a, &c, 0, &p, &e)
                             : family_generate(a, &c, &p, &e)))
            fail_msg("%s", e.msg);
        problem_write(&text, &p);
    }
    str_addf(out, "%s@%d:%d %s", f->name, f->version, level,
             hash_hex(hash_bytes(text.s, text.n), hex));
}

static void read_known(struct map *known)
{
    const char *dir = getenv("ASSAY_TESTS"), *s;
    struct lines l;
    char path[4096];
    struct err e;
    size_t n;

    snprintf(path, sizeof(path), "%s/cases/streams.test", dir ? dir : "tests");
    if (!lines_open(&l, path, 0, &e))
        fail_msg("%s", e.msg);
    while (lines_next(&l, &s, &n, &e) == LINES_LINE)
        if (n && *s != '#')
            map_put(known, s, n, NULL);
    lines_close(&l);
}

static void every_level_has_its_known_digest(void **state)
{
    struct map known = { 0 };
    int missing = 0;

    (void)state;
    read_known(&known);
    for (size_t i = 0; i < family_count(); i++)
        for (int level = 1; level <= family_at(i)->n_levels; level++) {
            struct arena a = { 0 };
            struct str line = str_in(&a);

            digest(&a, family_at(i), level, &line);
            if (!map_get(&known, line.s, line.n)) {
                print_error("not in streams.test: %s\n", line.s);
                missing++;
            }
            arena_clear(&a);
        }
    map_clear(&known);
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_has_its_known_digest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
