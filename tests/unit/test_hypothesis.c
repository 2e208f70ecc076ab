/* SPDX-License-Identifier: Apache-2.0 */

/* Claims: their words, when two are one, what they hold of; and rows of
 * hypotheses.json. */
#include "base/str.h"
#include "hunt/cause/cause.h"
#include "hunt/hypothesis.h"
#include "hunt/print/print.h"
#include "problem/concept.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *const three[] = { "Limits: of sums", "Angles (plane)",
                                     "Odd" };

static struct suspicion names(size_t n)
{
    return (struct suspicion){ .vocabulary = "high",
                               .concepts = three,
                               .n_concepts = n };
}

static struct suspicion bound(enum bound_kind kind, const char *trait,
                              double value, const char *word)
{
    return (struct suspicion){ .bound = { kind, trait, value, word, 0 } };
}

/* ---- words ---- */

static void claims_in_words(void **state)
{
    struct arena a = { 0 };
    struct suspicion c = names(2);

    (void)state;
    assert_string_equal(suspicion_text(&a, &c),
                        "The model is likely to fail on problems that involve "
                        "Limits: of sums and Angles (plane).");
    assert_string_equal(suspicion_short(&a, &c), "Limits + Angles");
    c = names(3);
    assert_string_equal(suspicion_text(&a, &c),
                        "The model is likely to fail on problems that involve "
                        "Limits: of sums, Angles (plane) and Odd.");
    c = names(1);
    c.bound = (struct bound){ BOUND_BELOW, "level", 2.5, NULL, 0 };
    assert_string_equal(suspicion_text(&a, &c),
                        "The model is likely to fail on problems that involve "
                        "Limits: of sums and in which the level is below 2.5.");
    assert_string_equal(suspicion_short(&a, &c), "Limits, level < 2.5");
    c = bound(BOUND_ABOVE, "words", 80, NULL);
    assert_string_equal(suspicion_text(&a, &c),
                        "The model is likely to fail on problems in which the "
                        "number of words is above 80.");
    assert_string_equal(suspicion_short(&a, &c), "words > 80");
    c = bound(BOUND_IS, "wording", 0, "wordy");
    assert_string_equal(suspicion_text(&a, &c),
                        "The model is likely to fail on problems in which the "
                        "wording is \"wordy\".");
    assert_string_equal(suspicion_short(&a, &c), "wording = wordy");
    c = names(1);
    c.bound = (struct bound){ BOUND_IS, "answer", 0, "fraction", 0 };
    assert_string_equal(suspicion_text(&a, &c),
                        "The model is likely to fail on problems that involve "
                        "Limits: of sums and in which the answer is "
                        "\"fraction\".");
    assert_string_equal(suspicion_short(&a, &c), "Limits, answer = fraction");
    c = bound(BOUND_WITHIN, "words", 60, NULL);
    c.bound.value = 59.5;
    c.bound.upper = 80.5;
    assert_string_equal(suspicion_text(&a, &c),
                        "The model is likely to fail on problems in which the "
                        "number of words is from 60 to 80.");
    assert_string_equal(suspicion_short(&a, &c), "words 60 to 80");
    c.bound.upper = 60.5;
    assert_string_equal(suspicion_short(&a, &c), "words = 60");
    arena_clear(&a);
}

static void equal_claims(void **state)
{
    static const char *const turned[] = { "Angles (plane)", "Limits: of sums" };
    struct suspicion x = names(2), y = names(2);

    (void)state;
    y.concepts = turned;
    assert_true(suspicion_equal(&x, &y));
    y.n_concepts = 1;
    assert_false(suspicion_equal(&x, &y));
    assert_false(suspicion_equal(&y, &x));
    x = bound(BOUND_ABOVE, "words", 80, NULL);
    y = bound(BOUND_ABOVE, "words", 80, NULL);
    assert_true(suspicion_equal(&x, &y));
    y.bound.value = 81;
    assert_false(suspicion_equal(&x, &y));
    y = bound(BOUND_BELOW, "words", 80, NULL);
    assert_false(suspicion_equal(&x, &y));
    y = bound(BOUND_ABOVE, "steps", 80, NULL);
    assert_false(suspicion_equal(&x, &y));
    x = bound(BOUND_IS, "wording", 0, "wordy");
    y = bound(BOUND_IS, "wording", 1, "wordy");
    assert_true(suspicion_equal(&x, &y));
    y.bound.word = "plain";
    assert_false(suspicion_equal(&x, &y));
    x = names(1);
    y = names(1);
    y.bound = (struct bound){ BOUND_ABOVE, "words", 80, NULL, 0 };
    assert_false(suspicion_equal(&x, &y));
}

/* ---- outcomes ---- */

static bool holds(const struct outcomes *s, struct suspicion c, size_t i)
{
    return suspicion_holds(s, &c, i);
}

static void claims_on_a_sheet(void **state)
{
    static const uint32_t first[] = { 0, 1, UINT32_MAX };
    static const uint32_t second[] = { 1, UINT32_MAX };
    static const uint32_t *const of[] = { first, second };
    static const struct vocabulary v = { "high", NULL, three, 3, of };
    static const double words[] = { 80, NAN };
    static const char *const wording[] = { NULL, "wordy" };
    static const struct trait traits[] = { { "words", words, NULL },
                                           { "wording", NULL, wording } };
    struct outcomes s = { .n = 2,
                          .vocabularies = &v,
                          .n_vocabularies = 1,
                          .traits = traits,
                          .n_traits = 2 };
    struct suspicion c = names(2);

    (void)state;
    assert_true(holds(&s, c, 0));
    assert_false(holds(&s, c, 1));
    assert_false(holds(&s, names(3), 0));
    assert_false(holds(&s, names(0), 0)); /* says nothing */
    c.vocabulary = "low";
    assert_false(holds(&s, c, 0));
    c.vocabulary = NULL;
    assert_true(holds(&s, c, 0));
    c.bound = (struct bound){ BOUND_ABOVE, "words", 79, NULL, 0 };
    assert_true(holds(&s, c, 0));
    c.bound.value = 80; /* strictly */
    assert_false(holds(&s, c, 0));
    assert_true(holds(&s, bound(BOUND_BELOW, "words", 81, NULL), 0));
    assert_false(holds(&s, bound(BOUND_BELOW, "words", 80, NULL), 0));
    assert_false(holds(&s, bound(BOUND_BELOW, "words", 81, NULL), 1));
    assert_false(holds(&s, bound(BOUND_ABOVE, "words", 0, NULL), 1));
    assert_true(holds(&s, bound(BOUND_IS, "wording", 0, "wordy"), 1));
    assert_false(holds(&s, bound(BOUND_IS, "wording", 0, "plain"), 1));
    assert_false(holds(&s, bound(BOUND_IS, "wording", 0, "wordy"), 0));
    assert_false(holds(&s, bound(BOUND_ABOVE, "wording", 0, NULL), 1));
    assert_false(holds(&s, bound(BOUND_ABOVE, "height", 0, NULL), 0));
}

/* ---- problems ---- */

static bool holds_problem(struct arena *a, struct suspicion c,
                          const struct taxonomy *t, const struct problem *p)
{
    return suspicion_holds_problem(a, &c, t, p);
}

static void claims_on_problems(void **state)
{
    const struct taxonomy *high = taxonomy_find("high"),
                          *low = taxonomy_find("low");
    struct arena a = { 0 };
    const char *concept = high->concepts[3].name, *tags[] = { "odd one" };
    struct json *knobs = json_new(&a, JSON_OBJECT);
    struct problem p = { .statement = "One two three 45.",
                         .solution = "",
                         .concepts = &concept,
                         .n_concepts = 1,
                         .knobs = knobs };
    struct suspicion c = { .vocabulary = "high", .n_concepts = 1 };
    const char **lifted, *other = high->concepts[4].name;

    (void)state;
    json_set(&a, knobs, "wording", json_new_string(&a, "wordy"));
    c.concepts = &concept;
    assert_true(holds_problem(&a, c, high, &p));
    assert_false(holds_problem(&a, c, low, &p));
    assert_true(holds_problem(&a, c, NULL, &p)); /* as it stands */
    c.concepts = &other;
    assert_false(holds_problem(&a, c, high, &p));
    assert_true(concept_lift(&a, &high->concepts[3], low, &lifted) > 0);
    c.concepts = lifted;
    assert_true(holds_problem(&a, c, low, &p));
    assert_false(holds_problem(&a, c, NULL, &p));
    /* A name that is no high concept, but one of the taxonomy. */
    p.concepts = tags;
    tags[0] = low->concepts[2].name;
    c.concepts = (const char *const *)tags;
    assert_true(holds_problem(&a, c, low, &p));
    assert_true(
        holds_problem(&a, bound(BOUND_ABOVE, "words", 3, NULL), NULL, &p));
    assert_false(
        holds_problem(&a, bound(BOUND_ABOVE, "words", 4, NULL), NULL, &p));
    assert_true(
        holds_problem(&a, bound(BOUND_BELOW, "digits", 3, NULL), NULL, &p));
    assert_false(/* it has no solution */
                 holds_problem(&a, bound(BOUND_BELOW, "steps", 9, NULL), NULL,
                               &p));
    assert_true(
        holds_problem(&a, bound(BOUND_IS, "wording", 0, "wordy"), NULL, &p));
    p.knobs = NULL;
    assert_false(
        holds_problem(&a, bound(BOUND_IS, "wording", 0, "wordy"), NULL, &p));
    assert_false(holds_problem(&a, names(0), high, &p));
    arena_clear(&a);
}

/* ---- JSON ---- */

static void is_json(struct arena *a, const struct hypothesis *h,
                    const char *want)
{
    struct document *d = document_new(a, 0);
    struct str out = str_in(a);
    char *end;

    d->digits = 6;
    hunt_hypothesis(document_table(d, ""), h, NULL, 0);
    document_jsonl(&out, d);
    /* What became of replies comes last: tests of replies have it. */
    end = strstr(str_get(&out), ", \"replies\": ");
    assert_non_null(end);
    strcpy(end, "}");
    assert_string_equal(str_get(&out), want);
}

static void new_ones_know_nothing(void **state)
{
    struct arena a = { 0 };
    struct suspicion c = bound(BOUND_ABOVE, "words", 80.5, NULL);
    struct hypothesis h = hypothesis_new(&a, &c, "exact");

    (void)state;
    is_json(&a, &h,
            "{\"concepts\": [], \"factor\": {\"name\": \"words\", \"above\": "
            "80.5}, \"text\": \"The model is likely to fail on problems in "
            "which the number of words is above 80.5.\", \"accuracy\": null, "
            "\"inside\": null, \"outside\": null, \"lift\": null, \"lo\": "
            "null, \"hi\": null, \"p\": null, \"q\": null, \"n\": 0, "
            "\"reported\": false, \"solve_rate\": null, \"solve_lo\": null, "
            "\"solve_hi\": null, \"control_rate\": null, \"granularity\": "
            "null, \"by\": \"exact\", \"balanced\": null, "
            "\"adjusted\": null, \"adjusted_lo\": null, "
            "\"adjusted_hi\": null, \"failed_inside\": null, "
            "\"failed_outside\": null, \"folds\": 0, \"group\": null, "
            "\"explained\": null, \"same\": [], \"bank_accuracy\": null, "
            "\"reward\": null, \"visits\": 0, \"problems\": 0, "
            "\"control_lo\": null, \"control_hi\": null, \"confirmed\": null, "
            "\"below\": null, \"below_lo\": null, \"below_hi\": null, "
            "\"contrasts\": [], "
            "\"effects\": [], \"control_expected\": null, "
            "\"control_why\": null, \"cause\": null, \"cause_why\": null}");
    arena_clear(&a);
}

/* Fresh against others: n problems with one try each, so many right. */
static enum confirmed confirm(size_t fresh, size_t of_fresh, size_t others,
                              size_t of_others, size_t rows)
{
    static const uint32_t one = 1;
    uint32_t tries[200], a[200] = { 0 }, b[200] = { 0 };
    struct hypothesis h = { .confirmed = CONFIRMED_UNKNOWN };

    for (size_t i = 0; i < 200; i++) {
        tries[i] = one;
        a[i] = i < fresh;
        b[i] = i < others;
    }
    confirm_row(&h, &(struct tried){ tries, a, of_fresh },
                &(struct tried){ tries, b, of_others }, rows);
    return h.confirmed;
}

static void confirmed_by_the_difference(void **state)
{
    (void)state;
    assert_int_equal(confirm(13, 40, 14, 40, 1), CONFIRMED_NOT_SHOWN);
    assert_int_equal(confirm(14, 40, 13, 40, 1), CONFIRMED_NOT_SHOWN);
    assert_int_equal(confirm(4, 40, 32, 40, 1), CONFIRMED_YES);
    assert_int_equal(confirm(32, 40, 4, 40, 1), CONFIRMED_NO);
    assert_int_equal(confirm(0, 0, 4, 40, 1), CONFIRMED_UNKNOWN);
    /* Alone it is shown; as one of twenty rows it may be chance. */
    assert_int_equal(confirm(15, 40, 26, 40, 1), CONFIRMED_YES);
    assert_int_equal(confirm(15, 40, 26, 40, 20), CONFIRMED_NOT_SHOWN);
    assert_string_equal(confirmed_name(CONFIRMED_NOT_SHOWN), "not shown");
    assert_string_equal(confirmed_name(CONFIRMED_YES), "yes");
    assert_string_equal(confirmed_name(CONFIRMED_NO), "no");
    assert_null(confirmed_name(CONFIRMED_UNKNOWN));
}

static void all_that_is_known(void **state)
{
    static const char *const same[] = { "Odd" };
    static const struct contrast wording = {
        .what = "wording",
        .which = "plain",
        .with = { 20, 0.25, 0.125, 0.5 },
        .others = { 30, 0.5, 0.25, 0.75 },
        .gap = 0.5,
        .hi = 1,
        .paired = true,
    };
    static const struct effect length = { "length", "words", -0.5, -0.625,
                                          -0.25 };
    struct arena a = { 0 };
    struct suspicion c = names(2);
    struct hypothesis h = hypothesis_new(&a, &c, "llm:m");

    (void)state;
    h.text = "T \"x\"";
    h.suspicion.bound = (struct bound){ BOUND_IS, "wording", 0, "wordy", 0 };
    h.accuracy = 0.75;
    h.balanced = h.adjusted = h.adjusted_hi = 0.625;
    h.adjusted_lo = 0.25;
    h.inside = 1.0 / 3;
    h.outside = h.failed_outside = 0;
    h.lift = h.lo = h.hi = h.failed_inside = 0.5;
    h.p = 1e-300;
    h.q = 0.00001;
    h.n = 12;
    h.reported = true;
    h.group = 0;
    h.explained = 3;
    h.same = same;
    h.n_same = 1;
    h.bank_accuracy = h.reward = 0.5;
    h.visits = 7;
    h.targeted = (struct solve){ 40, 0.25, 0.125, 0.375 };
    h.control = (struct solve){ 41, 0.75, 0.625, 0.875 };
    h.confirmed = CONFIRMED_YES;
    h.below = -0.5;
    h.below_lo = -0.625;
    h.below_hi = -0.25;
    h.contrasts = &wording;
    h.n_contrasts = 1;
    h.effects = &length;
    h.n_effects = 1;
    h.control_expected = 0.5;
    h.control_why = "by length";
    h.cause = "concept";
    h.cause_why = "why";
    is_json(
        &a, &h,
        "{\"concepts\": [\"Limits: of sums\", \"Angles (plane)\"], "
        "\"factor\": {\"name\": \"wording\", \"is\": \"wordy\"}, "
        "\"text\": \"T \\\"x\\\"\", \"accuracy\": 0.75, "
        "\"inside\": 0.333333, \"outside\": 0, \"lift\": 0.5, \"lo\": 0.5, "
        "\"hi\": 0.5, \"p\": 1e-300, \"q\": 1e-05, \"n\": 12, "
        "\"reported\": true, \"solve_rate\": 0.25, \"solve_lo\": 0.125, "
        "\"solve_hi\": 0.375, \"control_rate\": 0.75, \"granularity\": "
        "\"high\", \"by\": \"llm:m\", \"balanced\": 0.625, "
        "\"adjusted\": 0.625, \"adjusted_lo\": 0.25, \"adjusted_hi\": "
        "0.625, \"failed_inside\": 0.5, "
        "\"failed_outside\": 0, \"folds\": 0, \"group\": 0, "
        "\"explained\": 3, \"same\": [\"Odd\"], \"bank_accuracy\": 0.5, "
        "\"reward\": 0.5, \"visits\": 7, \"problems\": 40, "
        "\"control_lo\": 0.625, \"control_hi\": 0.875, \"confirmed\": \"yes\", "
        "\"below\": -0.5, \"below_lo\": -0.625, \"below_hi\": -0.25, \"contrasts\": "
        "[{\"what\": \"wording\", \"which\": \"plain\", \"with\": "
        "{\"problems\": 20, \"rate\": 0.25, \"lo\": 0.125, \"hi\": 0.5}, "
        "\"without\": {\"problems\": 0, \"rate\": null, \"lo\": null, "
        "\"hi\": null}, \"others\": {\"problems\": 30, \"rate\": 0.5, \"lo\": "
        "0.25, \"hi\": 0.75}, \"gap\": 0.5, \"lo\": 0, \"hi\": 1, \"paired\": "
        "true}], \"effects\": [{\"what\": \"length\", \"which\": \"words\", "
        "\"effect\": -0.5, \"lo\": -0.625, \"hi\": -0.25}], "
        "\"control_expected\": 0.5, \"control_why\": \"by length\", "
        "\"cause\": \"concept\", \"cause_why\": \"why\"}");
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_in_words),
        cmocka_unit_test(equal_claims),
        cmocka_unit_test(claims_on_a_sheet),
        cmocka_unit_test(claims_on_problems),
        cmocka_unit_test(new_ones_know_nothing),
        cmocka_unit_test(all_that_is_known),
        cmocka_unit_test(confirmed_by_the_difference),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
