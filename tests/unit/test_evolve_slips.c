/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wrong answers by slips: worked out by hand for small computations and
 * systems; noted in each problem, told apart from the key and from each other;
 * a file that names a slip that is none is found out.
 */
#include "../lib/evolved.h"
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/operator.h"
#include "evolve/structure/slips.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct arena a;

static struct structure structure_in(const struct structure_kind *kind,
                                     const char *text)
{
    struct json *v;
    struct err e;
    void *data;

    if (!json_read(&a, text, strlen(text), 1, &v, &e) ||
        !kind->read(&a, v, &data, &e))
        fail_msg("%s", e.msg);
    return (struct structure){ kind, data };
}

/* "sign 34; step skipped 9": in the order of the list. */
static const char *slips_of(const struct structure *b)
{
    struct slip list[STRUCTURE_SLIPS];
    size_t n = b->kind->slips(&a, b->data, list);
    struct str out = str_in(&a);

    for (size_t i = 0; i < n; i++)
        str_addf(&out, "%s%s %s", i ? "; " : "", list[i].name,
                 ratio_text(&a, list[i].value));
    return str_get(&out);
}

/* 16 - 3 - 4 = 9, times 2. */
static const char eggs[] =
    "{\"sentences\": [\"Mia has 16 eggs.\", \"She eats 3 and bakes with 4.\", "
    "\"She sells the rest for $2 each.\", \"How much does she make?\"], "
    "\"question\": 3, \"slots\": [{\"sentence\": 0, \"at\": 8, \"value\": "
    "\"16\"}, {\"sentence\": 1, \"at\": 9, \"value\": \"3\"}, {\"sentence\": "
    "1, \"at\": 26, \"value\": \"4\"}, {\"sentence\": 2, \"at\": 24, "
    "\"value\": \"2\"}], \"nodes\": [[\"slot\", 0], [\"slot\", 1], [\"-\", 0, "
    "1], [\"slot\", 2], [\"-\", 2, 3], [\"slot\", 3], [\"*\", 4, 5]]}";

/* 80 and 25 % of it are 100; less 10 % of that are 90. */
static const char coat[] =
    "{\"sentences\": [\"A coat costs $80.\", \"The price rises by 25%.\", "
    "\"Then it falls by 10%.\", \"What is the price now?\"], \"question\": 3, "
    "\"slots\": [{\"sentence\": 0, \"at\": 14, \"value\": \"80\"}, "
    "{\"sentence\": 1, \"at\": 19, \"value\": \"25\"}, {\"sentence\": 2, "
    "\"at\": 17, \"value\": \"10\"}], \"nodes\": [[\"slot\", 0], [\"slot\", "
    "1], [\"number\", \"100\"], [\"/\", 1, 2], [\"*\", 0, 3], [\"+\", 0, 4], "
    "[\"slot\", 2], [\"/\", 6, 2], [\"*\", 5, 7], [\"-\", 5, 8]]}";

/* 3 hours of 60 minutes, at 5 pages a minute: 900. */
static const char hours[] =
    "{\"sentences\": [\"Tom reads 5 pages a minute.\", \"He reads for 3 "
    "hours.\", \"How many pages does he read?\"], \"question\": 2, \"slots\": "
    "[{\"sentence\": 0, \"at\": 10, \"value\": \"5\"}, {\"sentence\": 1, "
    "\"at\": 13, \"value\": \"3\"}], \"nodes\": [[\"slot\", 0], [\"slot\", "
    "1], [\"number\", \"60\"], [\"*\", 1, 2], [\"*\", 0, 3]]}";

/* x = 6, y = 2 x + 3 = 15. */
static struct structure pair_of(void)
{
    const struct theme *t = &linear_themes[0];

    return structure_in(
        &structure_linear,
        arena_printf(&a,
                     "{\"theme\":\"%s\",\"things\":[\"%s\",\"%s\"],"
                     "\"range\":[1,20],\"asked\":1,\"equations\":["
                     "[\"1\",\"0\",\"6\"],[\"-2\",\"1\",\"3\"]],"
                     "\"styles\":[0,0]}",
                     t->name, t->things[0], t->things[1]));
}

static void computations(void **state)
{
    struct structure b = structure_in(&structure_graph, eggs);

    (void)state;
    /* (13 + 4) 2; 9 alone; (9 - 4) 2 */
    assert_string_equal(slips_of(&b),
                        "sign 34; step skipped 9; step doubled 10");
    /* 100 - 8; 100 + 10; 100 - 10 - 10 */
    b = structure_in(&structure_graph, coat);
    assert_string_equal(slips_of(&b), "wrong base 92; sign 110; step skipped "
                                      "100; step doubled 80");
    b = structure_in(&structure_graph, hours);
    assert_string_equal(slips_of(&b), "step skipped 180; conversion forgotten "
                                      "15");
}

static void systems(void **state)
{
    struct structure b = pair_of();

    (void)state;
    /* 12 - 3; 12; 12 + 6 */
    assert_string_equal(slips_of(&b),
                        "sign 9; step skipped 12; step doubled 18");
}

/* ---- in a problem ---- */

static struct individual opened(const struct structure *b)
{
    struct individual s;
    struct err e;

    if (!individual_open(&a, "s", *b, NULL, &s, &e))
        fail_msg("%s", e.msg);
    return s;
}

static void problems_carry_them(void **state)
{
    struct structure b = structure_in(&structure_graph, eggs);
    struct individual s = opened(&b), m;

    (void)state;
    assert_int_equal(s.n_decoys, 3);
    assert_string_equal(s.decoys[0].slip, SLIP_SIGN);
    assert_null(evolved_file_fault(&a, &s));
    m = individual_copy(&a, &s);
    m.decoys[0].value = RATIO(33);
    assert_non_null(strstr(evolved_file_fault(&a, &m), "no slip leads to the decoy 33"));
    m.decoys[0] = s.decoys[0];
    m.decoys[0].slip = SLIP_BASE;
    assert_non_null(strstr(evolved_file_fault(&a, &m), "no slip"));
    m.decoys[0].slip = NULL; /* and no step */
    assert_non_null(evolved_file_fault(&a, &m));
    m.decoys[0].slip = SLIP_HINT; /* of no sentence */
    assert_non_null(evolved_file_fault(&a, &m));
}

static int fresh(void **state)
{
    (void)state;
    arena_clear(&a);
    return 0;
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, fresh, fresh)
    const struct CMUnitTest tests[] = {
        T(computations),
        T(systems),
        T(problems_carry_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
