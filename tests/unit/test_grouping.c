/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of problems, those worth showing unasked, and clusters. */
#include "base/str.h"
#include "run/count/grouping.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ---- groups ---- */

/* Problems as they stand in a file. */
static struct problem *read_problems(struct arena *a, const char *const *lines,
                                     size_t n)
{
    struct problem *p = arena_array(a, struct problem, n);

    for (size_t i = 0; i < n; i++) {
        struct json *v;
        struct err e;

        if (!json_read(a, lines[i], strlen(lines[i]), 1, &v, &e) ||
            !problem_read(a, v, &p[i], &e))
            fail_msg("problem %zu: %s", i, e.msg);
    }
    return p;
}

#define KEY "\"key\": {\"kind\": \"integer\", \"latex\": \"1\"}"
#define MADE(level, seed, more)                                        \
 "{\"id\": \"" #level seed                                             \
 "\", \"family\": \"concept/crt\", \"version\": 1, \"level\": " #level \
 ", \"seed\": \"" seed "\", \"index\": 1, \"statement\": \"s\", " KEY more "}"
#define READ(id, meta) \
 "{\"id\": \"" id "\", \"statement\": \"s\", " KEY ", \"meta\": {" meta "}}"

/* "a b |c" : the groups, a bar, then those of each problem. */
static char *show(struct arena *a, const struct problem *p, size_t n,
                  const char *name)
{
    struct grouping g;
    struct str out = str_in(a);

    if (!grouping_make(a, p, n, name, &g))
        return arena_strdup(a, "none");
    for (size_t i = 0; i < g.n; i++)
        str_addf(&out, "%s,", g.values[i]);
    for (size_t i = 0; i < n; i++) {
        str_add(&out, " ");
        for (const uint32_t *v = g.of[i]; *v != UINT32_MAX; v++)
            str_addf(&out, "%u", (unsigned)*v);
    }
    return out.s;
}

static void groups_of_made_problems(void **state)
{
    static const char *const lines[] = {
        MADE(10, "x", ", \"concepts\": [\"B\", \"A\", \"B\"]"),
        MADE(2, "y", ", \"params\": {\"n\": 12, \"even\": true, \"l\": [3]}"),
        MADE(10, "x", ", \"concepts\": [\"A\"], \"params\": {\"n\": 7.5}"),
        READ("z", "\"fields\": {\"level\": \"Level 5\", \"n\": \"x\"}"),
    };
    struct arena a = { 0 };
    struct problem *p = read_problems(&a, lines, 4);

    (void)state;
    assert_string_equal(show(&a, p, 4, "level"), "2,10,Level 5, 1 0 1 2");
    assert_string_equal(show(&a, p, 4, "family"), "concept/crt, 0 0 0 ");
    assert_string_equal(show(&a, p, 4, "concept"), "A,B, 01  0 ");
    assert_string_equal(show(&a, p, 4, "seed"), "x,y, 0 1 0 ");
    assert_string_equal(show(&a, p, 4, "kind"), "integer, 0 0 0 0");
    assert_string_equal(show(&a, p, 4, "n"), "7.5,12,x,  1 0 2");
    assert_string_equal(show(&a, p, 4, "params.n"), "7.5,12,  1 0 ");
    assert_string_equal(show(&a, p, 4, "fields.n"), "x,    0");
    assert_string_equal(show(&a, p, 4, "even"), "true,  0  ");
    assert_string_equal(show(&a, p, 4, "params.l"), "3,  0  ");
    assert_string_equal(show(&a, p, 4, "nothing"), "none");
    assert_string_equal(show(&a, p, 0, "level"), "none");
    arena_clear(&a);
}

/* A knob that was not set stands at its default. */
static void groups_by_knob(void **state)
{
#define ASKED(id, family, knobs)                                     \
 "{\"id\": \"" id "\", \"family\": \"" family "\", \"version\": 1, " \
 "\"level\": 1, \"seed\": \"s\", \"index\": 1, \"knobs\": " knobs    \
 ", \"statement\": \"s\", " KEY "}"
    static const char *const lines[] = {
        ASKED("1", "mathador", "{\"shots\": \"5\"}"),
        ASKED("2", "mathador", "{}"),
    };
    static const char *const others[] = {
        ASKED("1", "concept/crt", "{\"wording\": \"plain\"}"),
        ASKED("2", "concept/crt", "{}"),
    };
    struct arena a = { 0 };
    struct problem *p = read_problems(&a, lines, 2);
    const char **names;

    (void)state;
    assert_string_equal(show(&a, p, 2, "shots"), "0,5, 1 0");
    /* Unasked, the table of points has them, all else held fixed. */
    assert_int_equal(grouping_defaults(&a, p, 2, &names), 0);
    p = read_problems(&a, others, 2);
    assert_int_equal(grouping_defaults(&a, p, 2, &names), 1);
    assert_string_equal(names[0], "wording");
    arena_clear(&a);
}

/* A card's topic and those that published sets name are one grouping, which is
 * shown unasked where a card has one. */
static void groups_by_topic(void **state)
{
    static const char *const lines[] = {
        ASKED("1", "applied/wkb", "{}"),
        ASKED("2", "applied/two-layers", "{}"),
        ASKED("3", "concept/crt", "{}"),
        READ("4", "\"fields\": {\"type\": \"wkb\"}"),
        READ("5", "\"fields\": {\"topic\": \"t\", \"type\": \"u\"}"),
        READ("6", "\"fields\": {\"question_type\": \"integral\"}"),
    };
    struct arena a = { 0 };
    struct problem *p = read_problems(&a, lines, 6);
    const char **names;
    size_t n;

    (void)state;
    assert_string_equal(show(&a, p, 6, "topic"),
                        "boundary_layers,integral,t,wkb, 3 0  3 2 1");
    assert_string_equal(show(&a, p + 2, 1, "topic"), "none");
    n = grouping_defaults(&a, p, 6, &names);
    assert_true(n > 1);
    assert_string_equal(names[0], "topic");
    n = grouping_defaults(&a, p + 2, 4, &names);
    for (size_t i = 0; i < n; i++)
        assert_string_not_equal(names[i], "topic");
    arena_clear(&a);
}

/* What a hunt made a problem for stands within meta.hunt. */
static void groups_of_a_hunt(void **state)
{
#define AIMED(id, text)                                           \
 "{\"id\": \"" id "\", \"statement\": \"s\", " KEY ", \"meta\": " \
 "{\"hunt\": {\"hypothesis\": \"" text "\", \"set\": \"targeted\"}}}"
    static const char *const lines[] = { AIMED("1", "long"), AIMED("2", "crt"),
                                         AIMED("3", "long") };
    struct arena a = { 0 };
    struct problem *p = read_problems(&a, lines, 3);

    (void)state;
    assert_string_equal(show(&a, p, 3, "meta.hunt.hypothesis"),
                        "crt,long, 1 0 1");
    arena_clear(&a);
}

static void defaults_split(void **state)
{
    static const char *const lines[] = {
        READ("1", "\"source\": \"math\", \"fields\": {\"level\": \"Level 1\", "
                  "\"type\": \"Algebra\", \"subject\": \"x\"}"),
        READ("2", "\"source\": \"math\", \"fields\": {\"level\": \"Level 2\", "
                  "\"type\": \"Geometry\", \"subject\": \"x\"}"),
    };
    struct arena a = { 0 };
    struct problem *p = read_problems(&a, lines, 2), many[21];
    const char **names;

    (void)state;
    assert_int_equal(grouping_defaults(&a, p, 2, &names), 2);
    assert_string_equal(names[0], "level");
    assert_string_equal(names[1], "type");
    /* 21 levels are too many for a table, 21 families and concepts are not. */
    for (int i = 0; i < 21; i++) {
        many[i] = p[0];
        many[i].level = i + 1;
        many[i].family = arena_printf(&a, "f%d", i);
        many[i].concepts = &many[i].family;
        many[i].n_concepts = 1;
    }
    assert_int_equal(grouping_defaults(&a, many, 21, &names), 2);
    assert_string_equal(names[0], "family");
    assert_string_equal(names[1], "concept");
    assert_int_equal(grouping_defaults(&a, many, 20, &names), 3);
    arena_clear(&a);
}

/* Concepts that stand on the same problems say nothing the whole does not. */
static void defaults_without_repeats(void **state)
{
    static const char *all[] = { "A", "B" };
    struct arena a = { 0 };
    struct problem p[3] = { 0 };
    const char **names;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        p[i].concepts = all;
        p[i].n_concepts = i == 2 ? 0 : 2;
    }
    assert_int_equal(grouping_defaults(&a, p, 3, &names), 0);
    p[1].n_concepts = 1;
    assert_int_equal(grouping_defaults(&a, p, 3, &names), 1);
    assert_string_equal(names[0], "concept");
    arena_clear(&a);
}

/* ---- clusters ---- */

static char *clusters(struct arena *a, const char *const *lines, size_t n)
{
    const uint32_t *c = cluster_make(a, read_problems(a, lines, n), n);
    struct str out = str_in(a);

    if (!c)
        return arena_strdup(a, "none");
    for (size_t i = 0; i < n; i++)
        str_addf(&out, "%u", (unsigned)c[i]);
    return out.s;
}

/* One game, however it is asked; other families have their own. */
static void clusters_of_games(void **state)
{
#define GAME(id, family, params)                                     \
 "{\"id\": \"" id "\", \"family\": \"" family "\", \"version\": 1, " \
 "\"level\": 1, \"seed\": \"s\", \"index\": 1, \"params\": " params  \
 ", \"statement\": \"s\", " KEY "}"
    static const char *const lines[] = {
        GAME("1", "mathador", "{\"numbers\": [1, 2], \"target\": 3}"),
        GAME("2", "mathador", "{\"numbers\": [1, 2], \"target\": 4}"),
        GAME("3", "mathador",
             "{\"target\": 3, \"numbers\": [1, 2], \"more\": 1}"),
        GAME("4", "concept/crt", "{\"numbers\": [1, 2], \"target\": 3}"),
        GAME("5", "mathador", "{\"numbers\": [1, 2]}"),
        GAME("6", "mathador", "{\"numbers\": [1, 2]}"),
    };
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(clusters(&a, lines, 6), "010234");
    assert_string_equal(clusters(&a, lines + 3, 3), "none");
    arena_clear(&a);
}

/* The same coordinates with other knobs are one cluster. */
static void clusters_of_twins(void **state)
{
    static const char *const lines[] = {
        ASKED("1", "applied/wkb", "{}"),
        ASKED("2", "applied/layer", "{}"),
        ASKED("3", "applied/wkb", "{\"disguise\": \"trap\"}"),
        MADE(3, "s", ""),
    };
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(clusters(&a, lines, 4), "0102");
    assert_string_equal(clusters(&a, lines, 2), "none");
    arena_clear(&a);
}

static void clusters_of_problems(void **state)
{
    static const char *const symbolic[] = {
        READ("1", "\"source\": \"gsm\", \"fields\": {\"original_id\": 7}"),
        READ("2", "\"source\": \"gsm\", \"fields\": {\"original_id\": 8}"),
        READ("3", "\"source\": \"gsm\", \"fields\": {\"original_id\": 7}"),
        READ("4", "\"source\": \"other\", \"fields\": {\"original_id\": 7}"),
        READ("5", "\"fields\": {}"),
    };
    static const char *const evolved[] = {
        READ("a", "\"fields\": {}"),
        READ("b", "\"parent\": \"a\""),
        READ("c", "\"parent\": [\"b\", \"d\"]"),
        READ("d", "\"template\": \"t\""),
        READ("e", "\"template\": \"t\", \"parent\": \"gone\""),
        READ("f", "\"parent\": \"gone\""),
    };
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(clusters(&a, symbolic, 5), "01023");
    assert_string_equal(clusters(&a, symbolic, 2), "none");
    assert_string_equal(clusters(&a, symbolic + 2, 3), "none");
    assert_string_equal(clusters(&a, evolved, 6), "000111");
    assert_string_equal(clusters(&a, evolved, 1), "none");
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_of_made_problems),
        cmocka_unit_test(groups_by_knob),
        cmocka_unit_test(groups_of_a_hunt),
        cmocka_unit_test(defaults_split),
        cmocka_unit_test(defaults_without_repeats),
        cmocka_unit_test(clusters_of_problems),
        cmocka_unit_test(clusters_of_games),
        cmocka_unit_test(groups_by_topic),
        cmocka_unit_test(clusters_of_twins),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
