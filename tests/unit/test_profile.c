/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Profiles: the laws of benchmarks, with what they take and miss, and profiles
 * of files, which bend ours.
 */
#include "base/str.h"
#include "grade/profile_file.h"
#include "grade/request.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct pair {
    const char *gold, *reply;
    enum verdict want;
};

#define YES VERDICT_CORRECT
#define NO  VERDICT_WRONG

static struct grade_result judge(struct arena *a, const struct profile *p,
                                 const char *params, const char *gold,
                                 const char *reply)
{
    struct grade_request r = { .gold = gold,
                               .gold_n = strlen(gold),
                               .reply = reply,
                               .reply_n = strlen(reply) };

    request_set_profile(&r, p);
    if (params)
        request_set_symbols(a, &r, params);
    return grade_pair(a, &r);
}

static void check(const struct profile *p, const char *params,
                  const struct pair *pairs, size_t n)
{
    struct arena a = { 0 };

    for (size_t i = 0; i < n; i++) {
        struct grade_result r =
            judge(&a, p, params, pairs[i].gold, pairs[i].reply);

        if (r.lenient.verdict != pairs[i].want)
            fail_msg("%s: %s and %s: %s (%s)", p ? p->name : "ours",
                     pairs[i].gold, pairs[i].reply,
                     verdict_name(r.lenient.verdict), r.lenient.why);
        assert_string_equal(r.profile, p->name);
        assert_true(r.from <= r.to && r.to <= strlen(pairs[i].reply));
    }
    arena_clear(&a);
}

#define CHECK(name, params, pairs) \
 check(profile_find(name), params, pairs, sizeof(pairs) / sizeof(*(pairs)))

static void test_gsm8k(void **state)
{
    static const struct pair pairs[] = {
        { "18", "So 18.\n#### 18", YES },
        { "She has <<2*9=18>>18.\n#### 18", "#### 18", YES },
        { "1,800", "#### 1800", YES },
        { "1800", "#### 1,800", YES },
        { "-3", "#### -3", YES },
        { "18", "#### 18 apples", YES },
        { "18", "#### 18\n#### 19", YES }, /* the first counts */
        { "18", "#### 18.0", NO },         /* texts are compared */
        { "18", "#### 18.", NO },
        { "18", "#### $18", VERDICT_NO_ANSWER },
        { "18", "####18", VERDICT_NO_ANSWER },
        { "18", "#### -", VERDICT_NO_ANSWER },
        { "18", "\\boxed{18}", VERDICT_NO_ANSWER },
        { "18", "", VERDICT_NO_ANSWER },
        { "", "#### 18", VERDICT_BAD_KEY },
    };

    (void)state;
    CHECK("gsm8k", NULL, pairs);
}

static void test_math(void **state)
{
    static const struct pair pairs[] = {
        { "\\frac{1}{2}", "\\boxed{\\frac12}", YES },
        { "\\frac{1}{2}", "so $\\boxed{\\dfrac{1}{2}}$", YES },
        { "\\frac{1}{2}", "\\boxed{0.5}", YES },
        { "\\frac{1}{2}", "\\boxed{1/2}", YES },
        { "\\frac{2}{3}", "\\boxed{\\frac{2}3}", NO },
        { "\\frac{2}{3}", "\\boxed{\\frac2{3}}", YES },
        { "\\frac{1}{2}", "\\boxed{2/4}", NO },
        { "\\frac{1}{4}", "\\boxed{0.25}", NO },
        { "\\sqrt{3}", "\\boxed{\\sqrt3}", YES },
        { "5", "\\boxed{x = 5}", YES },
        { "5", "\\boxed{abc=5}", NO },
        { "5", "\\boxed{5\\text{ cm}}", YES },
        { "30", "\\boxed{30^\\circ}", YES },
        { "50", "\\boxed{50\\%}", YES },
        { "0.5x", "\\boxed{.5x}", YES },
        { "(1,2)", "\\fbox{\\left( 1, 2 \\right)}", YES },
        { "We get \\boxed{7}", "\\boxed{1}, then \\boxed{7}", YES },
        { "x+1", "\\boxed{1+x}", NO },
        { "5", "The answer is 5.", VERDICT_NO_ANSWER },
        { "5", "\\boxed{5", VERDICT_NO_ANSWER },
        /* Where its own code fails, the texts are compared as they are. */
        { "\\frac", "\\boxed{\\frac}", YES },
        { "\\sqrt", "\\boxed{\\sqrt }", NO },
    };

    (void)state;
    CHECK("math", NULL, pairs);
}

static void test_hardmath2(void **state)
{
    static const struct pair pairs[] = {
        { "\\boxed{y = x^2-1}", "\\boxed{y(x) \\sim (x-1)(x+1)}", YES },
        { "x+t", "\\boxed{t+x+10^{-6}}", YES }, /* a millionth of 3.3 */
        { "x+t", "\\boxed{t+x+10^{-5}}", NO },
        { "e^{-40x}", "\\boxed{e^{-50x}}", YES }, /* both below 1e-12 */
        { "E^{x}", "\\boxed{e^x}", YES },
        { "x; t", "\\boxed{t; x}", YES }, /* sorted */
        { "x; t", "\\boxed{x}", NO },
        { "|x-1|", "\\boxed{x-1}", YES }, /* one point, above 1 */
        { "ix", "\\boxed{\\sqrt{-x^2}}", YES },
        { "x", "\\boxed{x + C}", VERDICT_UNREADABLE },
        { "x", "\\boxed{\\frac{x}{}", VERDICT_NO_ANSWER },
        { "x", "x", VERDICT_NO_ANSWER },
        { "x+c", "\\boxed{x}", VERDICT_BAD_KEY },
    };

    (void)state;
    CHECK("hardmath2", "$x; t$", pairs);
}

/* ---- files ---- */

static const struct profile *from_text(struct arena *a, const char *json,
                                       struct err *e)
{
    const struct profile *p;
    struct json *v;

    assert_true(json_read(a, json, strlen(json), 1, &v, e));
    return profile_read(a, v, &p, e) ? p : NULL;
}

static void test_signs(void **state)
{
    static const struct pair demand[] = {
        { "5\\text{ cm}", "5", NO }, { "5", "5\\text{ cm}", NO },
        { "30^\\circ", "30", NO },   { "50\\%", "50", NO },
        { "50\\%", "0.5", YES },     { "5\\text{ m}", "500 cm", YES },
        { "9", "9 apples", YES },
    };
    static const struct pair ignore[] = {
        { "5\\text{ cm}", "5", YES }, { "5\\text{ cm}", "5\\text{ km}", YES },
        { "5\\text{ cm}", "6", NO },  { "50\\%", "50", YES },
        { "50\\%", "0.5", NO },
    };
    static const struct pair near[] = { { "100", "101", YES },
                                        { "100", "102", NO } };
    struct arena a = { 0 };
    struct err e;

    (void)state;
    check(from_text(&a,
                    "{\"name\": \"d\", \"units\": \"demand\", "
                    "\"percent\": \"demand\"}",
                    &e),
          NULL, demand, sizeof demand / sizeof *demand);
    check(from_text(&a,
                    "{\"name\": \"i\", \"units\": \"ignore\", "
                    "\"percent\": \"ignore\"}",
                    &e),
          NULL, ignore, sizeof ignore / sizeof *ignore);
    check(from_text(&a, "{\"name\": \"n\", \"tolerance\": \"1%\"}", &e), NULL,
          near, sizeof near / sizeof *near);
    arena_clear(&a);
}

static void test_read(void **state)
{
    static const char *const bad[][2] = {
        { "{\"tolerance\": 1}", "needs a \"name\"" },
        { "{\"name\": \"math\"}", "must not be the name of a benchmark" },
        { "{\"name\": \"\"}", "must not be the name of a benchmark" },
        { "{\"name\": \"x\", \"units\": \"maybe\"}", "forgive, demand" },
        { "{\"name\": \"x\", \"tolerance\": \"some\"}", "is not a tolerance" },
        { "{\"name\": \"x\", \"tolerance\": []}", "is not a tolerance" },
        { "{\"name\": \"x\", \"digits\": 0}", "from 1 to" },
        { "{\"name\": \"x\", \"digits\": 2.5}", "from 1 to" },
        { "{\"name\": \"x\", \"colour\": 1}", "no field \"colour\"" },
        { "\"nix\"", "there is no profile \"nix\"; use gsm8k, math" },
        { "7", "a profile must be a name" },
    };
    struct arena a = { 0 };
    struct err e;
    const struct profile *p;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (from_text(&a, bad[i][0], &e) || !strstr(e.msg, bad[i][1]))
            fail_msg("%s: %s", bad[i][0], e.msg);
    p = from_text(&a,
                  "{\"name\": \"x\", \"tolerance\": 0.50, \"digits\": 4, "
                  "\"units\": \"ignore\", \"source\": \"me\"}",
                  &e);
    assert_string_equal(p->tolerance, "0.50");
    assert_true(p->digits == 4 && p->units == SIGN_IGNORE &&
                p->percent == SIGN_FORGIVE && p->law == LAW_OURS);
    assert_true(profile_read(&a, profile_json(&a, p), &p, &e));
    assert_true(p->digits == 4 && p->units == SIGN_IGNORE);
    for (size_t i = 0; i < n_profiles; i++) {
        assert_non_null(profiles[i].source);
        assert_true(profile_read(&a, profile_json(&a, &profiles[i]), &p, &e));
        assert_ptr_equal(p, &profiles[i]);
    }
    assert_ptr_equal(profile_find("paper"), profile_find("mathador"));
    assert_null(profile_find(NULL));
    assert_false(profile_load(&a, "nix", &p, &e));
    assert_int_equal(e.code, ERR_USAGE);
    assert_false(profile_load(&a, "/nowhere/nix.yaml", &p, &e));
    assert_int_equal(e.code, ERR_IO);
    arena_clear(&a);
}

/* Options that are set later win over those of the profile. */
static void test_order(void **state)
{
    struct arena a = { 0 };
    struct grade_request r = {
        .gold = "100", .gold_n = 3, .reply = "105", .reply_n = 3
    };
    struct err e;

    (void)state;
    request_set_profile(&r, from_text(&a,
                                      "{\"name\": \"n\", \"tolerance\": "
                                      "\"1%\"}",
                                      &e));
    assert_int_equal(grade_pair(&a, &r).lenient.verdict, NO);
    assert_true(request_set_tolerance(&a, &r, "10%", &e));
    assert_int_equal(grade_pair(&a, &r).lenient.verdict, YES);
    arena_clear(&a);
}

static const char *joined(struct arena *a, const struct json *list)
{
    struct str out = str_in(a);

    for (const struct json *m = list->first; m; m = m->next)
        str_addf(&out, "%s%s", m == list->first ? "" : "; ", m->text);
    return str_get(&out);
}

/* The published verdicts of HARDMath2 come out again: of 399 answers, those
 * that the published program misread differ. */
static void test_published(void **state)
{
    const char *folder = getenv("ASSAY_DATA");
    struct arena a = { 0 };
    size_t n = 0, same = 0;
    char line[1 << 16];
    FILE *f;

    (void)state;
    f = folder ? fopen(arena_printf(&a, "%s/hardmath2-model-answers.jsonl",
                                    folder),
                       "r")
               : NULL;
    while (f && fgets(line, sizeof line, f)) {
        struct json *v;
        struct err e;
        struct grade_result r;

        assert_true(json_read(&a, line, strlen(line), 1, &v, &e));
        r = judge(&a, profile_find("hardmath2"),
                  json_string(json_get(v, "parameters")),
                  joined(&a, json_get(v, "solution_latex")),
                  arena_printf(&a, "\\boxed{%s}",
                               joined(&a, json_get(v, "model_latex"))));
        n++;
        same +=
            (r.lenient.verdict == YES) == json_get(v, "is_equivalent")->truth;
    }
    if (f)
        fclose(f);
    arena_clear(&a);
    if (!n)
        skip();
    printf("# figure: %zu of %zu published verdicts come out again\n", same, n);
    assert_true(same * 100 >= n * 98);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gsm8k),     cmocka_unit_test(test_math),
        cmocka_unit_test(test_hardmath2), cmocka_unit_test(test_signs),
        cmocka_unit_test(test_read),      cmocka_unit_test(test_order),
        cmocka_unit_test(test_published),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
