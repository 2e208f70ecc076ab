/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The second methods, case by case: every family has a file in tests/cases/check
 * with keys that its check must accept and refuse. And that no key leaves
 * without one, by a card that is broken on purpose.
 */
#include "../lib/cases.h"
#include "../lib/sanitized.h"
#include "base/vec.h"
#include "family/generate.h"
#include "family/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ---- cases ---- */

static const char *say(struct arena *a, const struct family *f,
                       const struct problem *p)
{
    static const char *const words[] = { "no", "yes", "unknown" };
    struct check_finding found = { .by = "", .detail = "" };
    enum truth holds = TRUTH_UNKNOWN;
    struct err e;

    if (!f->check(f, a, p, &holds, &found, &e))
        return arena_printf(a, "error: %s", e.msg);
    return arena_printf(a, "%s: %s", words[holds],
                        holds == TRUTH_YES ? found.by : found.detail);
}

/* "concept/crt" -> "check/concept-crt.test" */
static const char *case_file(struct arena *a, const struct family *f)
{
    char *name = arena_printf(a, "check/%s.test", f->name);

    for (char *p = name + strlen("check/"); *p; p++)
        if (*p == '/')
            *p = '-';
    return name;
}

/* A key's text, or an object with its "latex" and its further members. */
static void set_key(struct arena *a, const struct family *f, struct problem *p,
                    const char *line)
{
    struct json *v;
    struct err e;

    if (line[0] != '{' || !json_read(a, line, strlen(line), 1, &v, &e) ||
        !json_get(v, "latex")) {
        problem_set_key(a, p, f->answer, line);
        return;
    }
    problem_set_key(a, p, f->answer, json_string(json_get(v, "latex")))->more =
        v;
}

static void check_cases(void **state)
{
    const struct family *f = *state;
    struct arena names = { 0 };
    const char *lines[3];
    struct cases c;
    unsigned n = 0;

    cases_open(&c, case_file(&names, f));
    while (cases_next(&c, lines, 3)) {
        struct problem p = { .id = "case" };
        struct arena a = { 0 };
        struct json *params;
        const char *got;
        struct err e;

        if (!json_read(&a, lines[0], strlen(lines[0]), 1, &params, &e))
            fail_msg("%s", e.msg);
        p.params = params;
        set_key(&a, f, &p, lines[1]);
        /* Those that the verifier decides are a sample under a sanitizer. */
        got =
            SANITIZED && f->draws_again && n++ % 5 ? lines[2] : say(&a, f, &p);
        if (strcmp(got, lines[2]) != 0)
            cases_fail(&c, "got \"%s\", want \"%s\"", got, lines[2]);
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&names);
}

/* ---- broken cards ---- */

static bool make_any(const struct family *f, struct arena *a, struct draw *d,
                     struct problem *p, struct err *e)
{
    (void)f;
    (void)d;
    (void)e;
    p->statement = "?";
    problem_set_key(a, p, ANSWER_INTEGER, "1");
    return true;
}

/* What the check says is what the seed says. */
static bool check_by_seed(const struct family *self, struct arena *a,
                          const struct problem *p, enum truth *holds,
                          struct check_finding *f, struct err *e)
{
    (void)self;
    (void)a;
    *f =
        (struct check_finding){ .by = "decree", .detail = "as the seed wills" };
    if (str_eq(p->seed, "error"))
        return err_set(e, ERR_DOMAIN, "malformed");
    *holds = str_eq(p->seed, "yes")  ? TRUTH_YES
             : str_eq(p->seed, "no") ? TRUTH_NO
                                     : TRUTH_UNKNOWN;
    return true;
}

static const struct family_level one_level[] = { { "only", "" } };
static const struct family decreed = {
    .name = "test/decreed",
    .version = 1,
    .concepts = { "Absolute value" },
    .levels = one_level,
    .n_levels = 1,
    .make = make_any,
    .check = check_by_seed,
};

static void only_proved_keys_leave(void **state)
{
    static const struct {
        const char *seed, *want; /* NULL: it leaves */
    } x[] = {
        { "yes", NULL },
        { "no", "test/decreed@1:1:no:0: its key did not pass the check and "
                "was not written: as the seed wills" },
        { "open", "test/decreed@1:1:open:0: its key did not pass the check "
                  "and was not written: as the seed wills" },
        { "error", "test/decreed@1:1:error:0: malformed" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(x) / sizeof(x[0]); i++) {
        struct coordinates c = { &decreed, 1, x[i].seed, 0, NULL, NULL };
        struct arena a = { 0 };
        struct problem p = { 0 };
        struct err e;
        bool ok = family_generate(&a, &c, &p, &e);

        assert_int_equal(ok, x[i].want == NULL);
        if (x[i].want)
            assert_string_equal(e.msg, x[i].want);
        else
            assert_string_equal(p.proof_by, "decree");
        arena_clear(&a);
    }
}

static void seeds(void **state)
{
    static const char *const good[] = { "1", "9f2c", "2026-autumn", "a.b_C" };
    static const char *const bad[] = { "",         "a b", "a/b",
                                       "\xc3\xa9", "a:b", "a\n" };
    char longest[66] = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        assert_true(seed_is_valid(good[i]));
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(seed_is_valid(bad[i]));
    memset(longest, 'x', 64);
    assert_true(seed_is_valid(longest));
    longest[64] = 'x';
    assert_false(seed_is_valid(longest));
}

int main(void)
{
    const struct CMUnitTest others[] = {
        cmocka_unit_test(only_proved_keys_leave),
        cmocka_unit_test(seeds),
    };
    struct arena a = { 0 };
    struct vec tests = vec_in(&a, sizeof(struct CMUnitTest));
    int failed;

    for (size_t i = 0; i < family_count(); i++)
        *(struct CMUnitTest *)vec_push(&tests) = (struct CMUnitTest){
            .name = arena_printf(&a, "%s: check cases", family_at(i)->name),
            .test_func = check_cases,
            .initial_state = (void *)family_at(i),
        };
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        *(struct CMUnitTest *)vec_push(&tests) = others[i];
    failed =
        _cmocka_run_group_tests("family", tests.items, tests.n, NULL, NULL);
    arena_clear(&a);
    return failed;
}
