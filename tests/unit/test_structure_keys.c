/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Problems whose key is no number: a set is solved with other numbers, ends a
 * chain, is written and read again, and is judged in replies. Files with
 * another key, or with a set where a number must stand, are refused.
 */
#include "../lib/evolved.h"
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/measure/measure_int.h"
#include "family/table.h"
#include "run/judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct arena a;

static int fresh(void **state)
{
    (void)state;
    arena_clear(&a);
    return 0;
}

static struct json *json_of(const char *text)
{
    struct json *v;
    struct err e;

    if (!json_read(&a, text, strlen(text), 1, &v, &e))
        fail_msg("%s", e.msg);
    return v;
}

/* ---- x^2 - 5x + 6 = 0, by hand ---- */

static struct structure roots(const char *key)
{
    const char *text = arena_printf(
        &a,
        "{\"family\": \"concept/quadratic-roots\", \"level\": 1, \"seed\": "
        "\"s\", \"index\": 0, \"params\": {\"kind\": \"integers\", \"a\": 1, "
        "\"b\": -5, \"c\": 6}, \"key\": \"%s\"}",
        key);
    struct err e;
    void *data;

    if (!structure_concept.read(&a, json_of(text), &data, &e))
        fail_msg("%s", e.msg);
    return (struct structure){ &structure_concept, data };
}

static void solves_a_set(void **state)
{
    struct structure b = roots("\\\\{2, 3\\\\}");
    struct check_finding found = { "", "" };
    struct structure_key k, moved;
    struct ratio x;

    (void)state;
    assert_true(structure_key(&a, &b, NO_SLOT, RATIO(0), &k));
    assert_false(k.is_number);
    assert_int_equal(k.kind, ANSWER_SET);
    assert_string_equal(k.latex, "\\{2, 3\\}");
    assert_false(b.kind->solve(&a, b.data, NO_SLOT, RATIO(0), &x));
    /* x^2 - 5x + 4 = (x - 1)(x - 4) */
    assert_true(structure_key(&a, &b, 2, RATIO(4), &moved));
    assert_string_equal(moved.latex, "\\{1, 4\\}");
    assert_true(structure_key_moves(&a, &b, 2, RATIO(4), &k));
    assert_false(structure_key_moves(&a, &b, 2, RATIO(6), &k));
    assert_false(structure_key_moves(&a, &b, 2, RATIO(4), &moved));
    assert_false(structure_key(&a, &b, 2, RATIO(7), &moved)); /* none is real */
    assert_false(structure_key(&a, &b, 99, RATIO(4), &moved));
    assert_int_equal(
        b.kind->judge(&a, b.data, NO_SLOT, RATIO(0), "\\{2, 3\\}", &found),
        TRUTH_YES);
    assert_int_equal(
        b.kind->judge(&a, b.data, 0, RATIO(4), "\\{2, 3\\}", &found), TRUTH_NO);
}

/* Another spelling is no other key where the second method takes both. */
static bool spelt_key(struct arena *arena, const void *data, size_t slot,
                      struct ratio value, struct structure_key *out)
{
    (void)data;
    *out = (struct structure_key){ .kind = ANSWER_EXPRESSION,
                                   .latex = arena_printf(
                                       arena, "x + %d",
                                       slot == NO_SLOT ? 0 : (int)value.p) };
    return true;
}

static enum truth judge_by_data(struct arena *arena, const void *data,
                                size_t slot, struct ratio value,
                                const char *latex, struct check_finding *found)
{
    (void)arena, (void)slot, (void)value, (void)latex, (void)found;
    return *(const enum truth *)data;
}

static void spelling_is_no_proof(void **state)
{
    static const enum truth says[] = { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };
    const struct structure_kind kind = { .key = spelt_key,
                                         .judge = judge_by_data };
    struct structure_key k;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct structure b = { &kind, &says[i] };

        assert_true(structure_key(&a, &b, NO_SLOT, RATIO(0), &k));
        assert_int_equal(structure_key_moves(&a, &b, 2, RATIO(4), &k),
                         says[i] == TRUTH_NO);
        assert_false(structure_key_moves(&a, &b, 0, RATIO(0), &k));
    }
}

static void speaks_of_numbers_but_the_answer(void **state)
{
    struct structure b = roots("\\\\{2, 3\\\\}");
    struct quantity q[STRUCTURE_QUANTITIES];
    size_t n = b.kind->quantities(&a, b.data, q);

    (void)state;
    for (size_t i = 0; i < n; i++)
        assert_false(q[i].asked);
}

/* ---- which keys are numbers ---- */

static void decimals_are_numbers(void **state)
{
    const struct family *f = family_find("concept/decimals");
    size_t broken = 0;

    (void)state;
    for (uint64_t i = 0; i < 20; i++) {
        struct individual s = evolved_family(&a, f, 1, i);
        struct structure_key k = individual_key(&a, &s, 0);
        struct ratio x;

        assert_null(s.parts[0].text);
        assert_int_equal(k.kind, ANSWER_DECIMAL);
        assert_true(ratio_read(&x, k.latex, strlen(k.latex)));
        assert_true(ratio_equal(x, s.parts[0].answer));
        assert_null(strstr(k.latex, "frac"));
        broken += !ratio_whole(x);
        assert_null(evolved_file_fault(&a, &s));
    }
    assert_true(broken > 0);
}

/* Whole numbers that are too long to calculate with are kept as they are
 * written. */
static void long_numbers_are_texts(void **state)
{
    const struct family *f = family_find("concept/order-or-not");
    size_t found = 0;

    (void)state;
    for (uint64_t k = 0; k < 60; k++) {
        struct individual s = evolved_family(&a, f, 2, k);

        if (!s.parts[0].text)
            continue;
        found++;
        assert_true(strlen(s.parts[0].text) > 17);
        assert_int_equal(s.parts[0].text_kind, ANSWER_INTEGER);
        assert_null(evolved_file_fault(&a, &s));
    }
    assert_true(found > 0);
}

/* ---- a chain that ends with a set ---- */

static struct individual opened(const char *id, struct structure b)
{
    struct individual s;
    struct err e;

    if (!individual_open(&a, id, b, NULL, &s, &e))
        fail_msg("%s", e.msg);
    return s;
}

/* Question 1 is linear; 6 (or -5) of the quadratic hangs on it. */
static struct individual chain(void)
{
    struct individual set = opened("set", roots("\\\\{2, 3\\\\}")), out;
    struct rng r;
    struct err e;

    rng_init(&r, hash_bytes("chain", 5));
    for (int i = 0; i < 20; i++) {
        struct individual s = evolved_linear(&a, &r, 3, NULL);
        struct operator_call o = { .arena = &a,
                                   .rng = &r,
                                   .generation = 1,
                                   .first = &s,
                                   .second = &set,
                                   .id = "chain" };

        if (op_crossover.apply(&o, &out, &e))
            return out;
    }
    fail_msg("%s", e.msg);
    return out;
}

/* Decoys that a step laid. */
static size_t laid(const struct individual *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_decoys; i++)
        n += s->decoys[i].step > 0;
    return n;
}

static void a_set_ends_a_chain(void **state)
{
    struct individual s = chain(), t, u;
    struct problem p;
    struct rng r;
    struct err e;
    struct operator_call o = { .arena = &a,
                               .rng = &r,
                               .generation = 1,
                               .first = &s,
                               .second = &t,
                               .id = "child" };

    (void)state;
    rng_init(&r, hash_bytes("end", 3));
    t = evolved_linear(&a, &r, 3, NULL);
    assert_true(individual_holds(&a, &s));
    assert_null(evolved_fault(&a, &s));
    assert_null(evolved_file_fault(&a, &s));
    individual_problem(&a, &s, NULL, &p);
    assert_string_equal(p.keys[1].name, "final");
    assert_int_equal(p.keys[1].kind, ANSWER_SET);
    assert_string_equal(p.keys[1].latex, "\\{2, 3\\}");
    assert_non_null(strstr(p.solution, "The final answer is $\\{2, 3\\}$."));
    assert_string_not_equal(s.parts[1].sum.terms[0].other_text,
                            s.parts[1].text);
    assert_false(op_crossover.apply(&o, &u, &e)); /* nothing goes on */
    assert_non_null(strstr(e.msg, "not a number"));
    o.part = 1;
    assert_false(op_replacement.apply(&o, &u, &e));
    assert_non_null(strstr(e.msg, "not a number"));
    o.part = 0;
    assert_true(op_replacement.apply(&o, &u, &e));
    assert_int_equal(laid(&u), 1);
    assert_null(evolved_file_fault(&a, &u));
}

/* With what it does not depend on, nothing is proved. */
static void independence_is_seen(void **state)
{
    struct individual s = chain(), m;

    (void)state;
    m = s;
    m.parts[1].sum.terms[0].other_answer = m.parts[0].answer;
    m.parts[1].sum.terms[0].other_text = m.parts[1].text;
    assert_false(individual_holds(&a, &m));
    m = s;
    m.parts[1].sum.terms[0].other_text = m.parts[1].text;
    assert_false(individual_holds(&a, &m));
    m = s;
    m.parts[1].sum.terms[0].other_text = NULL;
    assert_false(individual_holds(&a, &m));
    m = s;
    m.parts[1].text = NULL;
    assert_false(individual_holds(&a, &m));
}

/* ---- files ---- */

static const char *replaced(const char *line, const char *was, const char *now)
{
    const char *at = strstr(line, was);

    if (!at)
        fail_msg("%s is not in %s", was, line);
    return arena_printf(&a, "%.*s%s%s", (int)(at - line), line, now,
                        at + strlen(was));
}

/* NULL: it passes; else what is wrong. */
static const char *fault_of(const char *line)
{
    struct problem p;
    struct individual s;
    struct err e;
    bool is;

    if (!problem_read(&a, json_of(line), &p, &e) ||
        !individual_read(&a, &p, &is, &s, &e))
        return arena_strdup(&a, e.msg);
    return individual_fault(&a, &s, &p);
}

static void forged_files_fail(void **state)
{
    static const struct {
        const char *was, *now, *why;
    } bad[] = {
        { "{\"kind\": \"set\", \"latex\": \"\\\\{2, 3\\\\}\"}", "\"5\"",
          "must be a fraction" }, /* the noted other key is none */
        { "{\"kind\": \"set\", \"latex\": \"\\\\{2, 3\\\\}\"}", "7", "answer" },
        { "{\"kind\": \"set\", \"latex\": \"\\\\{2, 3\\\\}\"}", "{}", "kind" },
        { "{\"kind\": \"set\", \"latex\": \"\\\\{2, 3\\\\}\"}",
          "{\"kind\": \"set\"}", "latex" },
        { "{\"kind\": \"set\", \"latex\": \"\\\\{2, 3\\\\}\"}",
          "{\"kind\": \"heap\", \"latex\": \"\\\\{2, 3\\\\}\"}",
          "not a kind of answer" },
        { "{\"kind\": \"set\", \"latex\": \"\\\\{2, 3\\\\}\"}",
          "{\"kind\": \"list\", \"latex\": \"\\\\{2, 3\\\\}\"}",
          "do not follow" },
        { "{\"kind\": \"set\", \"latex\": \"\\\\{2, 3\\\\}\"}",
          "{\"kind\": \"set\", \"latex\": \"\\\\{3, 2\\\\}\"}",
          "do not follow" },
        { "{\"kind\": \"set\", \"latex\": \"\\\\{2, 3\\\\}\"}",
          "{\"kind\": \"set\", \"latex\": \"\"}", "do not follow" },
        { "\"key\": \"\\\\{2, 3\\\\}\"", "\"key\": \"\\\\{1, 3\\\\}\"",
          "the key is wrong" },
        { "\"answer\": \"",
          "\"answer\": {\"kind\": \"set\", \"latex\": \"1\"},"
          " \"was\": \"",
          "must be a number here" },
    };
    struct individual s = chain();
    struct str line = str_in(&a);
    struct problem p;

    (void)state;
    individual_problem(&a, &s, NULL, &p);
    problem_write(&line, &p);
    assert_null(fault_of(str_get(&line)));
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        const char *params = strstr(str_get(&line), "\"params\"");
        const char *head = arena_strndup(&a, line.s, (size_t)(params - line.s));
        const char *fault = fault_of(arena_printf(
            &a, "%s%s", head, replaced(params, bad[i].was, bad[i].now)));

        if (!fault || !strstr(fault, bad[i].why))
            fail_msg("%s: %s", bad[i].now, fault ? fault : "passes");
    }
}

static void forged_records_fail(void **state)
{
    struct individual s = chain(), m;
    struct problem p;

    (void)state;
    individual_problem(&a, &s, NULL, &p);
    p.keys[1].latex = "\\{2, 4\\}";
    assert_non_null(individual_fault(&a, &s, &p));
    individual_problem(&a, &s, NULL, &p);
    p.keys[1].kind = ANSWER_TUPLE;
    assert_non_null(individual_fault(&a, &s, &p));
    /* A decoy of a question that has no number for an answer. */
    m = individual_copy(&a, &s);
    individual_decoy(&a, &m,
                     (struct decoy){ .part = 1, .value = RATIO(9), .step = 1 });
    assert_non_null(strstr(evolved_file_fault(&a, &m), "not have a number"));
    /* Another noted key under another first answer. */
    m = individual_copy(&a, &s);
    m.parts[1].sum.terms[0].other_text = "\\{1, 4\\}";
    assert_non_null(evolved_file_fault(&a, &m));
}

/* A set in the middle of a chain is refused when it is read. */
static void a_set_cannot_lead(void **state)
{
    struct individual s = chain(), m = s;

    (void)state;
    m.parts[0] = opened("set", roots("\\\\{2, 3\\\\}")).parts[0];
    assert_false(individual_is_chain(&m));
    assert_non_null(strstr(evolved_file_fault(&a, &m), "a later part uses"));
}

/* ---- replies ---- */

/* "1: Q" and "{Q}" with the key for Q. */
static const char *with_key(const char *reply, const char *mark,
                            const char *key)
{
    size_t n = strcspn(mark, "Q");

    if (!strstr(reply, mark))
        return reply;
    return replaced(
        reply, mark,
        arena_printf(&a, "%.*s%s%s", (int)n, mark, key, mark + n + 1));
}

/* What the judge of a run says of one part. */
static enum mark part_mark(const struct problem *p, const char *text,
                           size_t part, bool strict)
{
    struct reply reply = { .outcome = OUTCOME_OK, .text = text };
    struct result whole = { 0 }, one = { .outcome = OUTCOME_OK };
    const struct json *v;
    struct json *more;
    struct err e;

    run_judge(&a, p, NULL, &reply, &whole);
    assert_non_null(whole.more);
    assert_true(json_read(&a, whole.more, strlen(whole.more), 1, &more, &e));
    v = json_get(more, "parts")->first;
    while (part--)
        v = v->next;
    assert_true(verdict_find(json_string(json_get(v, "strict")), &one.strict));
    assert_true(
        verdict_find(json_string(json_get(v, "lenient")), &one.lenient));
    return mark_of(&one, strict);
}

static void replies_are_judged(void **state)
{
    static const struct {
        const char *reply;
        enum mark first, final;
        bool strict; /* the same by the strict reading */
    } x[] = {
        { "\\boxed{question 1: Q; final: \\{2, 3\\}}", MARK_CORRECT,
          MARK_CORRECT, true },
        { "Question 1: Q\nFinal answer: $\\{3, 2\\}$", MARK_CORRECT,
          MARK_CORRECT, true },
        { "**Question 1:** We get \\boxed{Q}.\n\n**Final question:** The "
          "equation $x^2-5x+6=0$ has two roots: \\boxed{\\{2, 3\\}}.",
          MARK_CORRECT, MARK_CORRECT, true },
        { "Question 1: Q\nFinal answer: {2, 4}", MARK_CORRECT, MARK_WRONG,
          true },
        { "Question 1: 987\nThe final answer is $\\{2, 3\\}$.", MARK_WRONG,
          MARK_CORRECT, true },
        { "Final answer: $\\{2, 3\\}$\nQuestion 1: Q", MARK_CORRECT,
          MARK_CORRECT, true },
        { "Question 1: Q", MARK_CORRECT, MARK_NO_ANSWER, true },
        { "Question 1: Q\n\nIts roots are \\boxed{\\{2, 3\\}}", MARK_CORRECT,
          MARK_CORRECT, true },
        { "Question 1: Q\n\nSo the roots of the equation form the set "
          "$\\{2, 3\\}$.",
          MARK_CORRECT, MARK_CORRECT, false },
        { "Final question: \\boxed{2, 3}", MARK_NO_ANSWER, MARK_CORRECT, true },
        { "I do not know.", MARK_NO_ANSWER, MARK_NO_ANSWER, true },
    };
    struct individual s = chain();
    struct problem p;

    (void)state;
    individual_problem(&a, &s, NULL, &p);
    for (size_t i = 0; i < sizeof(x) / sizeof(*x); i++) {
        const char *reply = x[i].reply;

        reply = with_key(with_key(reply, "1: Q", p.keys[0].latex), "{Q}",
                         p.keys[0].latex);
        for (int strict = 0; strict <= (x[i].strict ? 1 : 0); strict++) {
            enum mark first = part_mark(&p, reply, 0, strict);
            enum mark final = part_mark(&p, reply, 1, strict);

            if (first != x[i].first || final != x[i].final)
                fail_msg("%s (%d): %d %d", reply, strict, (int)first,
                         (int) final);
        }
    }
}

/* A wrong answer to it is wrong, and no slip of numbers. */
static void no_number_is_a_slip(void **state)
{
    struct individual s = chain();
    struct baits b;
    struct chain_answers t = {
        .of = { { MARK_CORRECT, true, s.parts[0].answer } },
        .final = { MARK_WRONG, true, RATIO(5) },
    };
    struct slip_share share = { 0 };
    struct slip_counts sum = { 0 };

    (void)state;
    baits_make(&a, &s, &b);
    assert_int_equal(b.of[1].n[SLIP_DECOY] + b.of[1].n[SLIP_MAPPING], 0);
    slips_count(&a, &b, &t, true, &sum, &share);
    assert_int_equal(sum.wrong, 1);
    assert_int_equal(sum.of[SLIP_DECOY].could + sum.of[SLIP_MAPPING].could +
                         sum.of[SLIP_BROKEN].could,
                     0);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, fresh, fresh)
    const struct CMUnitTest tests[] = {
        T(solves_a_set),
        T(spelling_is_no_proof),
        T(speaks_of_numbers_but_the_answer),
        T(decimals_are_numbers),
        T(long_numbers_are_texts),
        T(a_set_ends_a_chain),
        T(independence_is_seen),
        T(forged_files_fail),
        T(forged_records_fail),
        T(a_set_cannot_lead),
        T(replies_are_judged),
        T(no_number_is_a_slip),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
