/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hypotheses from real outcomes: those found on one half of MATH's test
 * problems are measured on the other half. Printed is how many hold up there;
 * asserted is that most do, and that of hypotheses about shuffled outcomes
 * none is reported.
 *
 * Reads $ASSAY_DATA/math-test-skills.jsonl; skipped without it.
 */
#include "base/arena.h"
#include "base/rng.h"
#include "base/str.h"
#include "hunt/failures.h"
#include "hunt/score/score.h"
#include "hunt/spec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *data_file(struct arena *a)
{
    const char *folder = getenv("ASSAY_DATA");
    const char *path =
        folder ? arena_printf(a, "%s/math-test-skills.jsonl", folder) : NULL;

    return path && access(path, R_OK) == 0 ? path : NULL;
}

static bool read_sheets(struct arena *a, struct outcomes **all_outcomes,
                        size_t *n)
{
    static const char *const granularities[] = { "baseline", "high", "mid",
                                                 "low", "extremely-low" };
    struct hunt_spec spec;
    struct err e;

    spec_table_defaults(&hunt_table, &spec);
    spec.outcomes_file = data_file(a);
    spec.outcome_field = "evaltree_correct";
    spec.tags_field = "skills";
    spec.granularities = granularities;
    spec.n_granularities = 5;
    if (!spec.outcomes_file)
        return false;
    if (!failures_read(a, &spec, all_outcomes, n, &e))
        fail_msg("%s", e.msg);
    return true;
}

/* A copy of the outcomes in which only examples of one half count. */
static struct outcomes half_of(struct arena *a, const struct outcomes *s,
                               int half)
{
    struct outcomes out = *s;
    struct rng r;

    rng_init(&r, hash_bytes("half", 4));
    out.examples = arena_array(a, struct example, s->n);
    for (size_t i = 0; i < s->n; i++) {
        out.examples[i] = s->examples[i];
        if ((int)rng_below(&r, 2) != half)
            out.examples[i].tries = out.examples[i].failed = 0;
    }
    return out;
}

struct held {
    size_t found, same_sign, hold;
};

/* Found on one half; on the other, does it fail more inside, surely? */
static struct held measure(const struct outcomes *s, int half)
{
    struct arena a = { 0 };
    struct outcomes one = half_of(&a, s, half), other = half_of(&a, s, !half);
    struct score_table t;
    struct hypothesis *rows;
    struct held h = { 0 };

    score_exact(&a, &one, &score_defaults, &t);
    h.found = t.reported;
    rows = arena_array(&a, struct hypothesis, t.reported + 1);
    memcpy(rows, t.rows, t.reported * sizeof(*rows));
    for (size_t i = 0; i < h.found; i++) {
        score_claims(&a, &other, &score_defaults, &rows[i], 1);
        h.same_sign += rows[i].lift > 0;
        h.hold += rows[i].lo > 0;
    }
    arena_clear(&a);
    return h;
}

static void test_halves(void **state)
{
    struct arena a = { 0 };
    struct outcomes *all_outcomes;
    size_t n;

    (void)state;
    if (!read_sheets(&a, &all_outcomes, &n)) {
        arena_clear(&a);
        skip();
    }
    assert_int_equal(n, 3);
    for (size_t i = 0; i < n; i++) {
        struct held x = measure(&all_outcomes[i], 0),
                    y = measure(&all_outcomes[i], 1);
        size_t found = x.found + y.found, hold = x.hold + y.hold;

        print_message("# figure: %s: %zu hypotheses found on a half, %zu "
                      "fail more on the other, %zu surely (95 %%)\n",
                      all_outcomes[i].target, found, x.same_sign + y.same_sign,
                      hold);
        assert_true(found > 0);
        assert_true((double)hold >= 0.7 * (double)found);
    }
    arena_clear(&a);
}

/* The same outcomes given to other problems: nothing is left to find. */
static void test_shuffled(void **state)
{
    struct arena a = { 0 };
    struct outcomes *all_outcomes;
    size_t n, told = 0;
    struct rng r;

    (void)state;
    if (!read_sheets(&a, &all_outcomes, &n)) {
        arena_clear(&a);
        skip();
    }
    rng_init(&r, hash_bytes("shuffle", 7));
    for (int round = 0; round < 20; round++) {
        struct outcomes *s = &all_outcomes[round % 3];
        struct arena b = { 0 };
        struct score_table t;

        for (size_t i = s->n; i > 1; i--) {
            size_t j = rng_below(&r, i);
            struct example x = s->examples[j];

            s->examples[j].tries = s->examples[i - 1].tries;
            s->examples[j].failed = s->examples[i - 1].failed;
            s->examples[i - 1].tries = x.tries;
            s->examples[i - 1].failed = x.failed;
        }
        score_exact(&b, s, &score_defaults, &t);
        told += t.reported > 0;
        arena_clear(&b);
    }
    print_message("# figure: shuffled outcomes: something reported in %zu of "
                  "20\n",
                  told);
    assert_true(told <= 1);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_halves),
        cmocka_unit_test(test_shuffled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
