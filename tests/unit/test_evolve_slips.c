/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wrong answers by slips: worked out by hand for small computations and
 * systems; noted in each problem, told apart from the key and from each other;
 * a file that names a slip that is none is found out. And problems that lack a
 * condition: what is left out, what proves it, and forged proofs.
 */
#include "../lib/draw.h"
#include "../lib/evolved.h"
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/operator.h"
#include "evolve/structure/gap.h"
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
    void *data = NULL;

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

/* The same numbers, and nothing is converted. */
static const char beads[] =
    "{\"sentences\": [\"Tom threads 5 strings a box.\", \"He takes 3 boxes of "
    "sixty.\", \"How many beads does he thread?\"], \"question\": 2, \"slots\": "
    "[{\"sentence\": 0, \"at\": 12, \"value\": \"5\"}, {\"sentence\": 1, "
    "\"at\": 9, \"value\": \"3\"}], \"nodes\": [[\"slot\", 0], [\"slot\", 1], [\"number\", \"60\"], [\"*\", 1, 2], [\"*\", 0, 3]]}";

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
    /* 60 beads of a box are no minutes of an hour. */
    b = structure_in(&structure_graph, beads);
    assert_string_equal(slips_of(&b), "step skipped 180");
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
    assert_non_null(strstr(evolved_file_fault(&a, &m),
                           "typical error leads to the decoy 33"));
    m.decoys[0] = s.decoys[0];
    m.decoys[0].slip = SLIP_BASE;
    assert_non_null(strstr(evolved_file_fault(&a, &m), "typical error"));
    m.decoys[0].slip = NULL; /* and no step */
    assert_non_null(evolved_file_fault(&a, &m));
    m.decoys[0].slip = SLIP_HINT; /* of no sentence */
    assert_non_null(evolved_file_fault(&a, &m));
}

/* ---- what is missing ---- */

static bool apply(const struct operator_card *card, const struct individual *s,
                  struct individual *out, struct err *e)
{
    struct rng r;
    struct operator_call o = {
        .arena = &a, .rng = &r, .generation = 1, .first = s
    };

    rng_init(&r, hash_bytes("gap", 3));
    return card->apply(&o, out, e);
}

static struct individual applied(const struct operator_card *card,
                                 const struct individual *s)
{
    struct individual out;
    struct err e;

    if (!apply(card, s, &out, &e))
        fail_msg("%s: %s", card->name, e.msg);
    return out;
}

/* Sentences lead where it is noted: with another number, another sentence or
 * none they are found out. */
static void lures_lead_there(void **state)
{
    static const struct operator_card *const cards[] = { &op_replacement,
                                                         &op_misleading };
    struct structure b = structure_in(&structure_graph, eggs);
    struct individual s = opened(&b);
    size_t lured = 0;

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct individual t = applied(cards[i], &s), m;
        size_t at = 0;

        assert_null(evolved_file_fault(&a, &t));
        while (at < t.n_decoys && t.decoys[at].step != 1)
            at++;
        if (at == t.n_decoys)
            continue;
        lured++;
        m = individual_copy(&a, &t);
        assert_true(
            ratio_add(&m.decoys[at].value, m.decoys[at].value, RATIO(1)));
        assert_non_null(evolved_file_fault(&a, &m));
        m = individual_copy(&a, &t);
        m.decoys[at].slip = SLIP_BASE;
        assert_non_null(evolved_file_fault(&a, &m));
        m = individual_copy(&a, &t);
        for (size_t k = 0; k < m.n_lines; k++)
            if (m.lines[k].step)
                m.lines[k].text = "The answer is 34."; /* a fact */
        assert_non_null(evolved_file_fault(&a, &m));
    }
    assert_int_equal(lured, 2);
}

static void an_equation_is_missing(void **state)
{
    struct structure b = pair_of();
    struct individual s = opened(&b), t = applied(&op_insufficient, &s), m;
    const struct gap *g = t.parts[0].gap;
    struct gap forged = *g;
    struct problem p;

    (void)state;
    assert_string_equal(t.parts[0].text, GAP_KEY);
    assert_int_equal(t.n_lines, s.n_lines); /* one went, one came */
    assert_int_equal(t.n_decoys, 0);
    assert_true(individual_holds(&a, &t));
    assert_null(evolved_file_fault(&a, &t));
    individual_problem(&a, &t, NULL, &p);
    assert_int_equal(p.keys[0].kind, ANSWER_TEXT);
    assert_null(strstr(p.statement,
                       json_string(json_get(t.steps[0].detail, "missing"))));
    assert_non_null(strstr(p.statement, "\"cannot be determined\""));
    /* Of x = 6 and y = 2 x + 3 one is left: any x, or any y. */
    for (size_t i = 0; i < 2; i++) {
        const struct ratio *x = g->fills[i].values;

        assert_true(g->sentence == 0 ? x[1].p == 2 * x[0].p + 3 : x[0].p == 6);
        assert_true(x[0].p >= 1 && x[0].p <= 20 && x[1].p >= 1 && x[1].p <= 20);
    }
    m = t;
    m.parts[0].gap = &forged;
    forged.fills[1] = forged.fills[0];
    assert_non_null(evolved_file_fault(&a, &m)); /* the same answer */
    forged.fills[1] = g->fills[1];
    forged.fills[1].values[0].p++;
    assert_non_null(evolved_file_fault(&a, &m)); /* fits nothing */
    forged.fills[1] = g->fills[1];
    forged.sentence = 1 - g->sentence; /* that one is told */
    assert_non_null(evolved_file_fault(&a, &m));
    m = t;
    m.n_lines--; /* nothing says that it may be open */
    assert_non_null(evolved_file_fault(&a, &m));
    m = t;
    m.n_steps = 0;
    m.lines[m.n_lines - 1].step = 0;
    assert_non_null(evolved_file_fault(&a, &m));
}

static void a_number_is_missing(void **state)
{
    struct structure b = structure_in(&structure_graph, eggs);
    struct individual s = opened(&b), t = applied(&op_insufficient, &s), m;
    struct gap forged = *t.parts[0].gap;

    (void)state;
    assert_string_equal(t.lines[0].text, "Mia has several eggs.");
    assert_null(evolved_file_fault(&a, &t));
    m = t;
    m.parts[0].gap = &forged;
    forged.fills[1].key = RATIO(7);
    assert_non_null(strstr(evolved_file_fault(&a, &m), "the recorded answer"));
    forged = *t.parts[0].gap;
    forged.slot = 1; /* "She eats several and bakes" */
    assert_non_null(strstr(evolved_file_fault(&a, &m), "that word"));
    forged = *t.parts[0].gap;
    forged.word = "12";
    assert_non_null(evolved_file_fault(&a, &m));
}

/* After fresh numbers, however often: what is put in for the missing number was
 * never there, nor was the answer. */
static void fills_are_new_ones(void **state)
{
    (void)state;
    for (int i = 0; i < 60; i++) {
        struct structure b = structure_in(&structure_graph, eggs);
        struct individual s = opened(&b), t;
        struct ratio was[5][STRUCTURE_SLOTS], keys[5];
        struct rng r;
        struct err e;
        size_t n = 0;

        draw_open(&r, "fills", (uint64_t)i);
        for (;; n++) {
            const struct structure_slot *slots;
            size_t k = s.parts[0].structure.kind->slots(
                &a, s.parts[0].structure.data, &slots);

            for (size_t v = 0; v < k; v++)
                was[n][v] = slots[v].value;
            keys[n] = s.parts[0].answer;
            if (n == 4 ||
                !op_renumber.apply(
                    &(struct operator_call){
                        .arena = &a, .rng = &r, .generation = 1, .first = &s },
                    &t, &e))
                break;
            s = t;
        }
        assert_true(n > 0);
        if (!apply(&op_insufficient, &s, &t, &e))
            continue;
        for (size_t f = 0; f < 2; f++)
            for (size_t k = 0; k <= n; k++) {
                const struct gap_fill *x = &t.parts[0].gap->fills[f];

                /* One fill may be what stands there now. */
                if (k < n)
                    assert_false(ratio_equal(x->values[0],
                                             was[k][t.parts[0].gap->slot]));
                if (k < n)
                    assert_false(ratio_equal(x->key, keys[k]));
            }
        assert_null(evolved_file_fault(&a, &t));
    }
}

/* ADD x and y, printed with 12 first. */
static const char *sum_of(const char *first, const char *second, size_t at,
                          const char *y)
{
    const char *x = strstr(first, "12");

    return arena_printf(
        &a,
        "{\"sentences\": [\"%s\", \"%s\", \"How many are there?\"], "
        "\"question\": 2, \"slots\": [{\"sentence\": 0, \"at\": %zu, "
        "\"value\": \"12\"}, {\"sentence\": 1, \"at\": %zu, \"value\": "
        "\"%s\"}], \"nodes\": [[\"slot\", 0], [\"slot\", 1], [\"+\", 0, "
        "1]]}",
        first, second, (size_t)(x - first), at, y);
}

/* Where the number could be found out, or the word cannot stand. The second
 * number is none that can be told so. */
static void some_numbers_stay(void **state)
{
    static const struct {
        const char *first;
        bool open;
    } cases[] = {
        { "Mia has 12 eggs.", true },
        { "Each of them has 12 red eggs.", true },
        { "The 12 eggs are red.", false },
        { "She has more than 12 eggs.", false },
        { "A box of 12 eggs is red.", false },
        { "12 eggs are red.", false },
        { "She has 12 and eats.", false },
        { "She has 12 eggs, a dozen.", false }, /* told twice */
        { "She has 12 eggs, twelve of them.", false },
        { "She has 12 eggs, 5 red, 7 blue.", false }, /* could be added up */
        { "She has several pots and 12 eggs.", false },
        { "A pot weighs 12 grams.", true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct structure b = structure_in(
            &structure_graph, sum_of(cases[i].first, "Tom has 20.", 8, "20"));
        struct individual s = opened(&b), t;
        struct err e;

        if (apply(&op_insufficient, &s, &t, &e) != cases[i].open)
            fail_msg("%s", cases[i].first);
        if (cases[i].open)
            assert_null(evolved_file_fault(&a, &t));
    }
    { /* It may be the same number. */
        struct structure b =
            structure_in(&structure_graph, sum_of("Mia has 12 eggs.",
                                                  "They weigh 12.", 11, "12"));
        struct individual s = opened(&b), t;
        struct err e;

        assert_false(apply(&op_insufficient, &s, &t, &e));
    }
}

static void the_line_gives_nothing_away(void **state)
{
    struct structure b = structure_in(&structure_graph, eggs);
    struct individual s = opened(&b), t = applied(&op_sufficient, &s), u;
    struct individual v = applied(&op_insufficient, &s);
    struct rng r;
    struct operator_call o = { .arena = &a, .rng = &r, .first = &t };
    struct err e;

    (void)state;
    assert_null(evolved_file_fault(&a, &t));
    assert_null(t.parts[0].text);
    assert_string_equal(t.lines[t.n_lines - 1].text,
                        v.lines[v.n_lines - 1].text);
    rng_init(&r, hash_bytes("o", 1));
    assert_false(apply(&op_insufficient, &t, &u, &e)); /* it has the line */
    assert_false(apply(&op_sufficient, &v, &u, &e));
    assert_false(apply(&op_renumber, &v, &u, &e));
    assert_false(apply(&op_replacement, &v, &u, &e));
    o.second = &s;
    assert_false(op_crossover.apply(&o, &u, &e));
    assert_non_null(strstr(e.msg, "undetermined"));
    t.lines[t.n_lines - 1].role = ROLE_FORM; /* another line */
    assert_non_null(evolved_file_fault(&a, &t));
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
        T(lures_lead_there),
        T(an_equation_is_missing),
        T(a_number_is_missing),
        T(fills_are_new_ones),
        T(some_numbers_stay),
        T(the_line_gives_nothing_away),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
