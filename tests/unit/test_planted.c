/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The instrument that everything else is measured with: it fails exactly where
 * its file says, and as often. Frequencies are compared with binomial ones, at
 * four standard deviations; the draws are hashes, so that a pass is a pass.
 */
#include "../lib/cases.h"
#include "../lib/scratch.h"
#include "base/str.h"
#include "model/local/planted.h"
#include "run/planted/note.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define DRAWS 20000

/* Names are matched by their first letter, so that a short one is enough. */
static const char *full_name(const char *name)
{
    static const char *const known[] = { "Integer arithmetic", "Probability",
                                         "Combinatorics", NULL };

    for (size_t i = 0; known[i]; i++)
        if (name[0] == known[i][0])
            return known[i];
    return NULL;
}

static const char *near_name(const char *name)
{
    return str_eq(name, "Astrologie") ? "Astronomy: stars" : NULL;
}

static bool open_text(struct arena *a, const char *text, struct planted **p,
                      struct hash128 *content, struct err *e)
{
    const char *path = scratch_file(a, text, strlen(text));
    bool ok;

    ok = planted_open(a, path, full_name, near_name, factor_words, p, content,
                      e);
    assert_int_equal(unlink(path), 0);
    if (!ok)
        assert_true(str_starts(e->msg, path));
    return ok;
}

static struct planted *open_good(struct arena *a, const char *text)
{
    struct planted *p;
    struct hash128 h;
    struct err e;

    if (!open_text(a, text, &p, &h, &e))
        fail_msg("%s", e.msg);
    return p;
}

/* A note whose wrong answers tell which one was picked. */
static const char *wrong(struct arena *a, const struct note *note,
                         uint64_t pick)
{
    (void)note;
    return arena_printf(a, "wrong %" PRIu64, pick % 5);
}

static struct note note_of(const char *id, const char *const *concepts,
                           size_t n)
{
    return (struct note){ .problem = id,
                          .statement = "?",
                          .concepts = concepts,
                          .n_concepts = n,
                          .right = "it is right",
                          .wrong = wrong };
}

static struct reply ask(struct arena *a, const struct planted *p,
                        const struct note *note, uint64_t attempt)
{
    static const struct message messages[] = { { "system", "be brief" },
                                               { "user", "what is it" } };
    const struct request q = {
        .messages = messages, .n_messages = 2, .attempt = attempt, .note = note
    };
    struct reply r;

    planted_answer(a, p, &q, &r);
    return r;
}

static bool is_wrong(const struct reply *r)
{
    return r->outcome == OUTCOME_OK && str_starts(r->text, "wrong ");
}

/* ---- the file ---- */

static void errors(void **state)
{
    const char *lines[2];
    struct cases c;

    (void)state;
    cases_open(&c, "planted/errors.test");
    while (cases_next(&c, lines, 2)) {
        struct arena a = { 0 };
        struct planted *p;
        struct hash128 h;
        struct err e = { 0 };
        bool ok = open_text(&a, lines[0], &p, &h, &e);
        const char *said = ok ? "ok" : strchr(e.msg, ':') + 1;

        if (!str_starts(said, lines[1]))
            cases_fail(&c, "got \"%s\"", said);
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

static void error_names_its_line(void **state)
{
    struct arena a = { 0 };
    struct planted *p;
    struct hash128 h, g;
    struct err e;

    (void)state;
    assert_false(open_text(&a,
                           "seed: 1\nweak:\n  - {concepts: [P], fail: 0.5}\n"
                           "  - {factor: word, above: 1, fail: 0.5}\n",
                           &p, &h, &e));
    assert_int_equal(e.line, 4);
    assert_int_equal(e.column, 14);
    assert_false(
        planted_open(&a, "/nowhere/at/all", NULL, NULL, NULL, &p, &h, &e));
    assert_int_equal(e.code, ERR_IO);
    assert_false(open_text(&a, "", &p, &h, &e));
    assert_false(open_text(&a, "# nothing\n", &p, &h, &e));
    assert_true(open_text(&a, "seed: 1\n", &p, &h, &e));
    assert_true(open_text(&a, "seed: 2\n", &p, &g, &e));
    assert_memory_not_equal(&h, &g, sizeof(h));
    arena_clear(&a);
}

/* ---- which entry holds ---- */

static void entries_match_exactly(void **state)
{
    static const char text[] =
        "base: 0.125\n"
        "weak:\n"
        "- {concepts: [I], fail: 0.25}\n"
        "- {concepts: [P, C], fail: 0.75}\n"
        "- {concepts: [C], fail: 0}\n"
        "- {factor: words, above: 80, fail: 0.5}\n"
        "- {factor: level, above: 1, below: 3, fail: 1}\n"
        "- {factor: level, above: 3, half: 9, slope: 2, fail: 0.75}\n";
    static const struct {
        const char *concepts[3];
        size_t n;
        double words, level, chance;
    } table[] = {
        { { NULL }, 0, 10, 0, 0.125 },
        { { "Integer arithmetic" }, 1, 10, 0, 0.25 },
        { { "Integer" }, 1, 10, 0, 0.125 },
        { { "Probability" }, 1, 10, 0, 0.125 },
        { { "Combinatorics" }, 1, 10, 0, 0.125 }, /* never less than base */
        { { "Combinatorics", "Probability" }, 2, 10, 0, 0.75 },
        { { "Combinatorics", "Integer arithmetic" }, 2, 10, 0, 0.25 },
        { { "Combinatorics", "Integer arithmetic", "Probability" },
          3,
          10,
          0,
          0.75 },
        { { NULL }, 0, 80, 0, 0.125 }, /* not above */
        { { NULL }, 0, 80.5, 0, 0.5 },
        { { "Integer arithmetic" }, 1, 81, 0, 0.5 },
        { { NULL }, 0, 10, 1, 0.125 },
        { { NULL }, 0, 10, 2, 1 },
        { { NULL }, 0, 10, 3, 0.125 },
        { { NULL }, 0, 10, 9, 0.375 },                     /* half of fail */
        { { NULL }, 0, 10, 10, 0.75 * 0.880797077977882 }, /* logistic of 2 */
        { { NULL }, 0, 10, 8, 0.125 },                     /* base is more */
    };
    struct arena a = { 0 };
    struct planted *p = open_good(&a, text);

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct note note = note_of("p", table[i].concepts, table[i].n);
        const struct factor factors[] = { { "level", table[i].level, NULL },
                                          { "words", table[i].words, NULL } };

        note.factors = factors;
        note.n_factors = 2;
        if (fabs(planted_chance(p, &note) - table[i].chance) > 1e-12)
            fail_msg("row %zu: %g", i, planted_chance(p, &note));
        /* a factor that the problem does not have makes nothing weak */
        note.n_factors = 0;
        assert_true(planted_chance(p, &note) <= table[i].chance + 1e-12);
        assert_true(planted_chance(p, &note) < 1);
    }
    arena_clear(&a);
}

/* ---- how often ---- */

/* Is the count within four standard deviations of n p? */
static void near(uint64_t count, double n, double p)
{
    double off = fabs((double)count - n * p);

    if (off > 4 * sqrt(n * p * (1 - p)))
        fail_msg("%" PRIu64 " of %g at p = %g", count, n, p);
}

static void frequencies(void **state)
{
    static const double chances[] = { 0, 0.01, 0.3, 0.5, 0.95, 1 };

    (void)state;
    for (size_t k = 0; k < sizeof(chances) / sizeof(chances[0]); k++) {
        struct arena a = { 0 }, one = { 0 };
        struct planted *p =
            open_good(&a, arena_printf(&a, "{seed: s, base: %g}", chances[k]));
        uint64_t failed = 0, pairs = 0, picks[5] = { 0 };

        for (int i = 0; i < DRAWS / 4; i++) {
            char id[20];
            struct note note = note_of(id, NULL, 0);
            bool before = false;

            snprintf(id, sizeof(id), "p%d", i);
            for (uint64_t attempt = 1; attempt <= 4; attempt++) {
                struct reply r = ask(&one, p, &note, attempt);

                assert_int_equal(r.outcome, OUTCOME_OK);
                failed += is_wrong(&r);
                pairs += attempt % 2 == 0 && before && is_wrong(&r);
                before = is_wrong(&r);
                if (before)
                    picks[r.text[strlen("wrong ")] - '0']++;
                arena_reset(&one);
            }
        }
        near(failed, DRAWS, chances[k]);
        /* attempts of one problem are independent */
        near(pairs, DRAWS / 2.0, chances[k] * chances[k]);
        for (int i = 0; i < 5; i++)
            near(picks[i], (double)failed, 0.2);
        arena_clear(&one);
        arena_clear(&a);
    }
}

static void outcomes(void **state)
{
    struct arena a = { 0 }, one = { 0 };
    struct planted *p = open_good(&a, "{seed: 3, truncated: 0.1, refused: "
                                      "0.05, silent: 0.2, base: 0.5}");
    uint64_t count[OUTCOMES] = { 0 }, silent = 0, failed = 0;
    struct note note = note_of("p", NULL, 0);

    (void)state;
    for (uint64_t i = 1; i <= DRAWS; i++) {
        struct reply r = ask(&one, p, &note, i);

        count[r.outcome]++;
        silent += r.outcome == OUTCOME_OK && *r.text == '\0';
        failed += is_wrong(&r);
        assert_int_equal(r.why != NULL, r.outcome != OUTCOME_OK);
        if (r.outcome == OUTCOME_TRUNCATED) {
            assert_string_equal(r.finish, "length");
            assert_string_not_equal(r.text, note.right);
        }
        arena_reset(&one);
    }
    near(count[OUTCOME_TRUNCATED], DRAWS, 0.1);
    near(count[OUTCOME_REFUSED], DRAWS, 0.05);
    near(silent, DRAWS, 0.2);
    near(failed, (double)(count[OUTCOME_OK] - silent), 0.5);
    assert_int_equal(count[OUTCOME_ERROR] + count[OUTCOME_FATAL], 0);
    arena_clear(&one);
    arena_clear(&a);
}

/* ---- the same always ---- */

/* The fate of the first attempts, by order of asking, seed and problem. */
static void fates(const char *file, const char *id, bool backwards,
                  char out[65])
{
    struct arena a = { 0 };
    struct planted *p = open_good(&a, file);
    struct note note = note_of(id, NULL, 0);

    for (uint64_t i = 0; i < 64; i++) {
        uint64_t k = backwards ? 63 - i : i;
        struct reply r = ask(&a, p, &note, k + 1);

        out[k] = is_wrong(&r) ? r.text[strlen("wrong ")] : '.';
    }
    out[64] = '\0';
    arena_clear(&a);
}

static void deterministic(void **state)
{
    static const char file[] = "{seed: s, base: 0.5}";
    char a[65], b[65];

    (void)state;
    fates(file, "p", false, a);
    fates(file, "p", true, b);
    assert_string_equal(a, b);
    /* worked out once: it must never change, on any machine */
    assert_string_equal(
        a, "2402..20.340103.....3201444...2104.2.1114.2411.2..11020.4.1213..");
    fates(file, "q", false, b);
    assert_string_not_equal(a, b);
    fates("{seed: t, base: 0.5}", "p", false, b);
    assert_string_not_equal(a, b);
    fates("{seed: \"s\", base: 0.5}", "p", false, b);
    assert_string_equal(a, b);
    /* an entry that holds for others changes nothing */
    fates("{seed: s, base: 0.5, weak: [{concepts: [P], fail: 1}]}", "p", false,
          b);
    assert_string_equal(a, b);
    /* a stronger weakness fails wherever a weaker one did */
    fates("{seed: s, base: 0.8}", "p", false, b);
    for (int i = 0; i < 64; i++)
        assert_true(a[i] == '.' || b[i] == a[i]);
}

static void what_is_said(void **state)
{
    struct arena a = { 0 };
    struct planted *right = open_good(&a, "{}");
    struct planted *fails = open_good(&a, "{base: 1}");
    struct note note = note_of("p", NULL, 0);
    struct reply r = ask(&a, right, &note, 1);

    (void)state;
    assert_string_equal(r.text, "it is right");
    assert_string_equal(r.finish, "stop");
    assert_int_equal(r.usage.completion, 3);
    assert_int_equal(r.usage.prompt, 5);
    note.right = NULL;
    r = ask(&a, right, &note, 1);
    assert_int_equal(r.outcome, OUTCOME_ERROR);
    assert_non_null(strstr(r.why, "\"p\" has no key"));
    r = ask(&a, fails, &note, 1);
    assert_true(is_wrong(&r));
    note.wrong = NULL;
    r = ask(&a, fails, &note, 1);
    assert_int_equal(r.outcome, OUTCOME_ERROR);
    assert_non_null(strstr(r.why, "provably wrong"));
    arena_clear(&a);
}

/* ---- what an entry holds of ---- */

static double chance_of(const struct planted *p, const char *statement,
                        const struct factor *f, size_t n)
{
    struct note note = note_of("p", NULL, 0);

    note.statement = statement;
    note.factors = f;
    note.n_factors = n;
    return planted_chance(p, &note);
}

static void entries_hold(void **state)
{
    static const struct {
        const char *entry;
        const char *statement;
        struct factor factor;
        double chance;
    } table[] = {
        { "answer: fraction", "", { "answer", NAN, "fraction" }, 1 },
        { "answer: fraction", "", { "answer", NAN, "set" }, 0 },
        { "answer: fraction", "", { "words", 7, NULL }, 0 },
        { "answer: [set, fraction]", "", { "answer", NAN, "fraction" }, 1 },
        { "factor: answer, is: set", "", { "answer", NAN, "set" }, 1 },
        { "words: {above: 60, below: 80}", "", { "words", 60, NULL }, 0 },
        { "words: {above: 60, below: 80}", "", { "words", 61, NULL }, 1 },
        { "words: {above: 60, below: 80}", "", { "words", 80, NULL }, 0 },
        { "level: 3", "", { "level", 3, NULL }, 1 },
        { "level: 3", "", { "level", 2, NULL }, 0 },
        { "concepts: {above: 1}", "", { "concepts", 2, NULL }, 1 },
        { "level: {half: 3, slope: 1}", "", { "level", 3, NULL }, 0.5 },
        { "contains: train", "A Train leaves.", { "level", 1, NULL }, 1 },
        { "contains: train", "Two trains leave.", { "level", 1, NULL }, 0 },
        { "contains: train", "A train", { "level", 1, NULL }, 1 },
        { "contains: [bus, train]", "A train", { "level", 1, NULL }, 0 },
        { "contains: [bus, train]", "bus, train", { "level", 1, NULL }, 1 },
        { "contains: bus, level: 2", "A bus.", { "level", 2, NULL }, 1 },
        { "contains: bus, level: 2", "A bus.", { "level", 1, NULL }, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct arena a = { 0 };
        struct planted *p = open_good(
            &a, arena_printf(&a, "{weak: [{%s, fail: 1}]}", table[i].entry));
        double got = chance_of(p, table[i].statement, &table[i].factor, 1);

        if (fabs(got - table[i].chance) > 1e-12)
            fail_msg("row %zu (%s): %g", i, table[i].entry, got);
        arena_clear(&a);
    }
}

/* How it fails is what the entry says; the others answer. */
static void kinds_of_failure(void **state)
{
    static const struct {
        const char *how;
        enum outcome outcome;
        const char *text; /* begins so */
    } table[] = {
        { "wrong", OUTCOME_OK, "wrong " },
        { "truncated", OUTCOME_TRUNCATED, "it" },
        { "refused", OUTCOME_REFUSED, "" },
        { "abstained", OUTCOME_OK, "I don't know" },
        { "silent", OUTCOME_OK, "" },
        { "unreadable", OUTCOME_OK, "The answer is" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct arena a = { 0 };
        struct note note = note_of("p", NULL, 0);
        struct planted *p = open_good(
            &a, arena_printf(&a, "{weak: [{contains: so, fail: 1, how: %s}]}",
                             table[i].how));
        struct reply r;

        note.statement = "Is it so?";
        r = ask(&a, p, &note, 1);
        assert_int_equal(r.outcome, table[i].outcome);
        if (!str_starts(r.text, table[i].text) ||
            (*r.text == '\0') != (*table[i].text == '\0'))
            fail_msg("%s: \"%s\"", table[i].how, r.text);
        note.statement = "Is it?";
        assert_string_equal(ask(&a, p, &note, 1).text, "it is right");
        arena_clear(&a);
    }
}

/* Thoughts come before the answer, and a ceiling of tokens cuts them. */
static void thinking_is_cut(void **state)
{
    static const struct message message = { "user", "what" };
    const struct factor solution = { "solution words", 10, NULL };
    struct arena a = { 0 };
    struct planted *p = open_good(&a, "{think: 2}");
    struct note note = note_of("p", NULL, 0);
    struct decoding d = { .max_tokens = "23" };
    struct request q = { &message, 1, &d, 1, &note };
    struct reply r;

    (void)state;
    note.factors = &solution;
    note.n_factors = 1;
    planted_answer(&a, p, &q, &r);
    assert_int_equal(r.outcome, OUTCOME_OK);
    assert_int_equal(r.usage.completion, 23);
    assert_true(str_ends(r.text, "it is right"));
    d.max_tokens = "22";
    planted_answer(&a, p, &q, &r);
    assert_int_equal(r.outcome, OUTCOME_TRUNCATED);
    assert_string_equal(r.finish, "length");
    assert_null(strstr(r.text, "right"));
    d.max_tokens = NULL;
    planted_answer(&a, p, &q, &r);
    assert_int_equal(r.outcome, OUTCOME_OK);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors),
        cmocka_unit_test(error_names_its_line),
        cmocka_unit_test(entries_match_exactly),
        cmocka_unit_test(frequencies),
        cmocka_unit_test(outcomes),
        cmocka_unit_test(deterministic),
        cmocka_unit_test(what_is_said),
        cmocka_unit_test(entries_hold),
        cmocka_unit_test(kinds_of_failure),
        cmocka_unit_test(thinking_is_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
