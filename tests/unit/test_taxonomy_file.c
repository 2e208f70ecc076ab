/* SPDX-License-Identifier: Apache-2.0 */
/* Taxonomies read from a user's YAML: what is read, and what is refused with
 * which line and words. */
#include "../lib/scratch.h"
#include "problem/concept.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static bool read_text(struct arena *a, const char *text, struct taxonomy *t,
                      struct err *e)
{
    const char *path = scratch_file(a, text, strlen(text));
    bool ok;

    ok = taxonomy_read_file(a, path, t, e);
    assert_int_equal(unlink(path), 0);
    return ok;
}

static void must_read(struct arena *a, const char *text, struct taxonomy *t)
{
    struct err e = { 0 };

    if (!read_text(a, text, t, &e))
        fail_msg("line %zu: %s", e.line, e.msg);
}

static void test_user(void **state)
{
    struct arena a = { 0 };
    struct taxonomy t;
    const char **names;
    const struct concept *c;

    (void)state;
    must_read(&a,
              "name: autumn\n"
              "concepts:\n"
              "  - name: Remainders\n"
              "    maps: [chinese remainder theorem, Modular arithmetic,\n"
              "           \"Modular arithmetic: congruences, "
              "addition/multiplication mod n\"]\n"
              "  - Word problems\n"
              "  - name: \"\xd0\x9a\xd1\x80\xd1\x83\xd0\xb3\"\n"
              "    maps:\n"
              "      - Circle properties\n"
              "  - name: Later\n"
              "    maps:\n"
              "  - name: Clocks\n"
              "    maps: [Modular arithmetic]\n",
              &t);
    assert_string_equal(t.name, "autumn");
    assert_string_equal(t.title, "autumn");
    assert_string_equal(t.maps_to, "high");
    assert_int_equal(t.granularity, GRANULARITY_USER);
    assert_int_equal(t.n_concepts, 5);
    c = concept_find(&t, "remainders");
    assert_ptr_equal(c, &t.concepts[0]);
    assert_string_equal(c->maps[0], "Chinese remainder theorem");
    assert_true(str_starts(c->maps[1], "Modular arithmetic: congruences"));
    assert_null(c->maps[2]);
    assert_null(t.concepts[1].maps[0]);
    assert_null(t.concepts[3].maps[0]);
    assert_ptr_equal(concept_find(&t, "\xd0\x9a\xd1\x80\xd1\x83\xd0\xb3!"),
                     &t.concepts[2]);
    c = concept_find(taxonomies[0], "Modular arithmetic");
    assert_int_equal(concept_lift(&a, c, &t, &names), 2);
    assert_string_equal(names[0], "Remainders");
    assert_string_equal(names[1], "Clocks");
    c = concept_find(taxonomies[0], "Absolute value");
    assert_int_equal(concept_lift(&a, c, &t, &names), 0);
    arena_clear(&a);
}

/* Two concepts with one head: the head alone names neither. */
static void test_user_heads(void **state)
{
    struct arena a = { 0 };
    struct taxonomy t;

    (void)state;
    must_read(&a,
              "name: heads\n"
              "title: Two of a kind\n"
              "concepts:\n"
              "  - \"Lines: slope\"\n"
              "  - Lines (graphs)\n"
              "  - Circles (chords)\n"
              "  - (plane) curves\n",
              &t);
    assert_string_equal(t.title, "Two of a kind");
    assert_null(concept_find(&t, "lines"));
    assert_non_null(concept_find(&t, "lines slope"));
    assert_ptr_equal(concept_find(&t, "circles"), &t.concepts[2]);
    assert_non_null(concept_find(&t, "plane curves"));
    assert_null(concept_find(&t, "")); /* an empty head is none */
    arena_clear(&a);
}

struct bad {
    const char *text;
    size_t line;
    const char *says;
};

static const struct bad bad_files[] = {
    { "name: a\nconcepts:\n  - One\n  - Two\n  - name: ONE!\n", 5,
      "the concept \"ONE!\" is already defined on line 3" },
    { "name: a\nconcepts:\n  - name: One\n    maps:\n"
      "      - Absolute value\n      - Absolut valeu\n",
      6,
      "the taxonomy high has no concept \"Absolut valeu\"; did you mean "
      "\"Absolute value\"?" },
    { "name: a\nconcepts:\n  - name: One\n    maps: [GCD and LCM]\n", 4,
      "did you mean \"GCD and LCM via prime factorization\"?" },
    { "name: a\nconcepts:\n  - name: One\n    maps: [astrology]\n", 4,
      "the taxonomy high has no concept \"astrology\"" },
    { "name: a\nconcepts:\n  - name: One\n    maps: ['?']\n", 4,
      "the taxonomy high has no concept \"?\"" },
    { "name: a\nconcepts:\n  - name: One\n    maps: [parity]\n", 4,
      "did you mean \"Parity arguments (even/odd reasoning)\"?" },
    { "name: a\nconcepts:\n  - name: One\n    maps: [geometry]\n", 4,
      "\"geometry\" is a name of the extremely-low taxonomy" },
    { "name: a\nconcepts:\n  - name: One\n"
      "    maps: [Conic sections: properties]\n",
      4, "put quotes around a name with a colon" },
    { "name: a\nconcepts:\n  - name: One\n    maps: Absolute value\n", 4,
      "\"maps\" must be a list of names, not a string" },
    { "name: a\nconcepts:\n  - name: One\n    map: [x]\n", 4,
      "unknown field \"map\"; did you mean \"maps\"?" },
    { "name: a\nauthor: me\nconcepts: [One]\n", 2, "unknown field \"author\"" },
    { "name: a\nconcepts:\n  - One\n  - maps: [Absolute value]\n", 4, "name" },
    { "name: a\nconcepts:\n  - One\n  - 12\n", 4,
      "a concept must be a name or a mapping with one, not a number" },
    { "name: a\nconcepts:\n  - One\n  - '...'\n", 4,
      "needs a letter or a digit" },
    { "\nname: high\nconcepts: [One]\n", 2,
      "the name \"high\" is taken by a built-in taxonomy" },
    { "\nname: '-'\nconcepts: [One]\n", 2, "needs a letter or a digit" },
    { "title: a\nconcepts: [One]\n", 1, "name" },
    { "name: a\n", 1, "\"concepts\" must be a list" },
    { "name: a\nconcepts: []\n", 2, "at least one concept" },
    { "name: a\ntitle: 3\nconcepts: [One]\n", 2, "title" },
    { "- a\n- b\n", 1, "a taxonomy must be a mapping" },
    { "name: a\nconcepts: [One\n", 0, "" },
};

static void test_user_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad_files); i++) {
        const struct bad *b = &bad_files[i];
        struct arena a = { 0 };
        struct taxonomy t = { .name = "untouched" };
        struct err e = { 0 };

        if (read_text(&a, b->text, &t, &e))
            fail_msg("file %zu was read", i);
        if (!strstr(e.msg, b->says) || (b->line && e.line != b->line))
            fail_msg("file %zu: line %zu: %s", i, e.line, e.msg);
        assert_string_equal(t.name, "untouched");
        arena_clear(&a);
    }
}

static void test_user_missing(void **state)
{
    struct arena a = { 0 };
    struct taxonomy t;
    struct err e = { 0 };

    (void)state;
    assert_false(taxonomy_read_file(&a, "/nowhere/taxonomy.yaml", &t, &e));
    assert_int_equal(e.code, ERR_IO);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_user),
        cmocka_unit_test(test_user_heads),
        cmocka_unit_test(test_user_bad),
        cmocka_unit_test(test_user_missing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
