/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Factors of difficulty: knobs as they are read, detours that lead to their
 * number, and sentences around a statement that are true and change nothing.
 */
#include "../lib/ball_text.h"
#include "base/ascii.h"
#include "family/recipe/keys.h"
#include "family/recipe/knobs.h"
#include "math/arb.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static struct json *parse(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    if (!json_read(a, text, strlen(text), 1, &v, &e))
        fail_msg("%s: %s", text, e.msg);
    return v;
}

/* A draw with one knob set, and noise from a stream of its own. */
static struct draw draw_with(struct arena *a, const char *name,
                             const char *value, const char *seed)
{
    struct draw d = { .level = 1 };
    struct json *knobs = json_new(a, JSON_OBJECT);

    json_set(a, knobs, name, json_new_string(a, value));
    d.knobs = knobs;
    rng_init(&d.noise, hash_bytes(seed, strlen(seed)));
    return d;
}

/* ---- knobs ---- */

static void knobs_are_read(void **state)
{
    static const struct {
        const char *text;
        enum factor_wording wording;
        int distractors, digits, steps;
    } cases[] = {
        { "{}", WORDING_ANY, 0, 0, 0 },
        { "{\"wording\": \"any\"}", WORDING_ANY, 0, 0, 0 },
        { "{\"wording\": \"plain\"}", WORDING_PLAIN, 0, 0, 0 },
        { "{\"wording\": \"paraphrase\"}", WORDING_PARAPHRASE, 0, 0, 0 },
        { "{\"wording\": \"terse\"}", WORDING_TERSE, 0, 0, 0 },
        { "{\"wording\": \"wordy\"}", WORDING_WORDY, 0, 0, 0 },
        { "{\"wording\": \"story\"}", WORDING_STORY, 0, 0, 0 },
        { "{\"distractors\": \"3\"}", WORDING_ANY, 3, 0, 0 },
        { "{\"digits\": \"2\"}", WORDING_ANY, 0, 2, 0 },
        { "{\"steps\": \"1\", \"digits\": \"1\", \"distractors\": \"2\"}",
          WORDING_ANY, 2, 1, 1 },
        { "{\"steps\": \"0\", \"wording\": \"story\"}", WORDING_STORY, 0, 0,
          0 },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct json *knobs = parse(&a, cases[i].text);

        assert_int_equal(factors_wording(knobs), cases[i].wording);
        assert_int_equal(factors_distractors(knobs), cases[i].distractors);
        assert_int_equal(factors_digits(knobs), cases[i].digits);
        assert_int_equal(factors_steps(knobs), cases[i].steps);
    }
    assert_int_equal(factors_wording(NULL), WORDING_ANY);
    assert_int_equal(factors_distractors(NULL) + factors_digits(NULL) +
                         factors_steps(NULL),
                     0);
    arena_clear(&a);
}

/* ---- detours ---- */

struct sample {
    int64_t n, count, x[4];
};

static const struct field fields[] = {
    SLOT_LIST(struct sample, x, count, -INT64_C(100000000000),
              INT64_C(100000000000)),
    NUMBER(struct sample, n, 0, 9),
    { 0 },
};

static const int64_t numbers[] = {
    0,
    1,
    -1,
    2,
    -2,
    3,
    7,
    11,
    12,
    13,
    17,
    18,
    -18,
    40,
    -40,
    91,
    92,
    93,
    100,
    -100,
    999,
    360,
    5040,
    -5041,
    65536,
    1000000,
    -1000000,
    99999999,
    INT64_C(12345678901),
    -INT64_C(12345678901),
    INT64_C(99999999999),
};

static void make(struct arena *a, int steps, int64_t number, int round,
                 union values *v, struct detour *t)
{
    char n[2] = { (char)('0' + steps), '\0' };
    struct draw d = draw_with(a, "steps", n,
                              arena_printf(a, "%" PRId64 " %d", number, round));
    struct sample s = { 5, 1, { number } };
    struct err e;

    memset(v, 0, sizeof(*v));
    memcpy(v, &s, sizeof(s));
    assert_true(detour_make(&d, fields, v, t, &e));
}

/* Every number on the way but the last is positive, and so are all that are
 * written. */
static void look_at_detour(const struct detour *t, int steps, int64_t number)
{
    int64_t x = t->start;

    assert_int_equal(t->n, steps);
    assert_string_equal(t->slot.field->name, "x");
    assert_true(*t->slot.place == number); /* it is not changed */
    for (int i = 0; i < t->n; i++) {
        if (x <= 0 || t->by[i] <= 0)
            fail_msg("%" PRId64 " in %d steps: %" PRId64 " %c %" PRId64, number,
                     steps, x, t->op[i], t->by[i]);
        assert_true(t->op[i] == '+' || t->op[i] == '-' || t->op[i] == '*');
        x = t->op[i] == '+'   ? x + t->by[i]
            : t->op[i] == '-' ? x - t->by[i]
                              : x * t->by[i];
    }
    if (x != number)
        fail_msg("%" PRId64 " in %d steps gives %" PRId64, number, steps, x);
}

/* "Let $K = (3 + 14) \cdot 2 - 5$. ": read by the judge's reader. */
static void read_detour(struct arena *a, const struct detour *t, int64_t number)
{
    struct draw d = draw_with(a, "steps", "0", "say");
    struct str out = str_in(a);
    const char *text;
    arb_t x;

    factors_open(a, &d, t, NULL, &out);
    text = str_get(&out);
    assert_true(str_starts(text, "Let $K = ") && str_ends(text, "$. "));
    assert_null(strstr(text, "-  "));
    assert_null(strstr(text, "+ -"));
    assert_null(strstr(text, "- -"));
    assert_null(strstr(text, "\\cdot -"));
    arb_init(x);
    assert_true(
        ball_of_text(a, arena_strndup(a, text + 9, strlen(text) - 9 - 3), x));
    if (!arb_equal_si(x, number))
        fail_msg("%" PRId64 " is said as %s", number, text);
    arb_clear(x);
}

static void detours_lead_to_their_number(void **state)
{
    size_t shapes[128] = { 0 };

    (void)state;
    for (int steps = 1; steps <= DETOUR_MOST; steps++)
        for (size_t i = 0; i < COUNT(numbers); i++)
            for (int round = 0; round < 40; round++) {
                struct arena a = { 0 };
                struct detour t;
                union values v;
                struct err e;

                make(&a, steps, numbers[i], round, &v, &t);
                look_at_detour(&t, steps, numbers[i]);
                read_detour(&a, &t, numbers[i]);
                if (!detour_check(detour_write(&a, &t), fields, &v, &e))
                    fail_msg("%" PRId64 ": %s", numbers[i], e.msg);
                shapes[(int)t.op[0]]++;
                arena_clear(&a);
            }
    assert_true(shapes['+'] > 100 && shapes['-'] > 100 && shapes['*'] > 100);
}

/* All slots are hidden in turn, and others are left alone. */
static void any_slot_may_be_hidden(void **state)
{
    size_t times[4] = { 0 };

    (void)state;
    for (int i = 0; i < 400; i++) {
        struct arena a = { 0 };
        struct draw d =
            draw_with(&a, "steps", "2", arena_printf(&a, "slot %d", i));
        struct sample s = { 5, 4, { 10, 20, 30, 40 } };
        union values v = { { 0 } };
        struct detour t;
        struct err e;

        memcpy(&v, &s, sizeof(s));
        assert_true(detour_make(&d, fields, &v, &t, &e));
        assert_memory_equal(&v, &s, sizeof(s));
        assert_true(t.slot.index < 4);
        assert_true(*t.slot.place == 10 + 10 * (int64_t)t.slot.index);
        times[t.slot.index]++;
        arena_clear(&a);
    }
    for (size_t i = 0; i < 4; i++)
        assert_in_range(times[i], 60, 140);
}

static void detours_are_explained(void **state)
{
    struct arena a = { 0 };
    struct detour t = {
        .n = 3, .start = 3, .op = { '+', '*', '-' }, .by = { 14, 2, 40 }
    };
    struct steps steps = steps_in(&a);

    (void)state;
    detour_solve(&t, NULL, &steps);
    assert_int_equal(steps.n, 3);
    assert_string_equal(str_get(&steps.text),
                        "1. $3 + 14 = 17$.\n2. $17 \\cdot 2 = 34$.\n"
                        "3. $34 - 40 = -6$, so $K = -6$.");
    arena_clear(&a);
}

/* ---- detours in files ---- */

#define MALFORMED "params: \"detour\" is malformed"
#define NO_STEP   "params: \"detour\" has a step that is none"

/* The values are x = [12, -7]. */
static const struct {
    const char *text, *message; /* NULL: it is right */
} files[] = {
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5, \"then\": [\"+7\"]}", NULL },
    { "{\"of\": \"x\", \"at\": 1, \"start\": 5, \"then\": [\"-12\"]}", NULL },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 2, \"then\": [\"+1\", \"*5\", "
      "\"-3\"]}",
      NULL },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5, \"then\": [\"+8\"]}",
      "params: \"detour\" gives 13 for \"x\", not 12" },
    { "{\"of\": \"x\", \"at\": 1, \"start\": 5, \"then\": [\"+7\"]}",
      "params: \"detour\" gives 12 for \"x\", not -7" },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 2, \"then\": [\"*5\", \"+1\", "
      "\"-3\"]}",
      "params: \"detour\" gives 8 for \"x\", not 12" },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 12, \"then\": []}", MALFORMED },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 12, \"then\": \"no\"}",
      MALFORMED },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 8, \"then\": [\"+1\", \"+1\", "
      "\"+1\", \"+1\"]}",
      MALFORMED },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5, \"then\": [\"+ 7\"]}",
      NO_STEP },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5, \"then\": [\"+07\"]}",
      NO_STEP },
    { "{}", MALFORMED },
    { "[]", MALFORMED },
    { "null", MALFORMED },
    { "\"x\"", MALFORMED },
    { "{\"at\": 0, \"start\": 5, \"then\": [\"+7\"]}", MALFORMED },
    { "{\"of\": 0, \"at\": 0, \"start\": 5, \"then\": [\"+7\"]}", MALFORMED },
    { "{\"of\": \"n\", \"at\": 0, \"start\": 5, \"then\": [\"+7\"]}",
      MALFORMED },
    { "{\"of\": \"x\", \"start\": 5, \"then\": [\"+7\"]}", MALFORMED },
    { "{\"of\": \"x\", \"at\": 2, \"start\": 5, \"then\": [\"+7\"]}",
      MALFORMED },
    { "{\"of\": \"x\", \"at\": -1, \"start\": 5, \"then\": [\"+7\"]}",
      MALFORMED },
    { "{\"of\": \"x\", \"at\": \"0\", \"start\": 5, \"then\": [\"+7\"]}",
      MALFORMED },
    { "{\"of\": \"x\", \"at\": 0, \"then\": [\"+7\"]}", MALFORMED },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5.0, \"then\": [\"+7\"]}",
      MALFORMED },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 1000000000001, \"then\": "
      "[\"-999999999989\"]}",
      MALFORMED },
    { "{\"of\": \"x\", \"at\": 0, \"start\": -9223372036854775808, \"then\": "
      "[\"-1\"]}",
      MALFORMED },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5}", MALFORMED },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5, \"then\": [7]}", NO_STEP },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5, \"then\": [null]}", NO_STEP },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5, \"then\": [\"\"]}", NO_STEP },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5, \"then\": [\"7\"]}", NO_STEP },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 24, \"then\": [\"/2\"]}",
      NO_STEP },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5, \"then\": [\"+7x\"]}",
      NO_STEP },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5, \"then\": [\"+7.0\"]}",
      NO_STEP },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 19, \"then\": [\"+-7\"]}",
      NO_STEP },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5, \"then\": "
      "[\"+1000000000001\"]}",
      NO_STEP },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5, \"then\": [\"*1001\"]}",
      NO_STEP },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 5, \"then\": "
      "[\"+99999999999999999999\"]}",
      NO_STEP },
    { "{\"of\": \"x\", \"at\": 0, \"start\": 1000000000000, \"then\": "
      "[\"*1000\", \"*1000\", \"*1000\"]}",
      NO_STEP },
};

static void detours_from_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(files); i++) {
        struct arena a = { 0 };
        struct sample s = { 5, 2, { 12, -7 } };
        union values v = { { 0 } };
        struct err e;
        bool ok;

        memcpy(&v, &s, sizeof(s));
        ok = detour_check(parse(&a, files[i].text), fields, &v, &e);
        if (ok != !files[i].message)
            fail_msg("%s: %s", files[i].text, ok ? "it holds" : e.msg);
        if (!ok)
            assert_string_equal(e.msg, files[i].message);
        arena_clear(&a);
    }
}

/* ---- around a statement ---- */

static void wordy_statements_are_framed(void **state)
{
    static const char *const quiet[] = { "any", "plain", "paraphrase", "terse",
                                         "story" };
    struct detour none = { 0 };
    struct arena a = { 0 };
    struct draw d = draw_with(&a, "wording", "wordy", "frame");
    struct str out = str_in(&a);

    (void)state;
    factors_open(&a, &d, &none, NULL, &out);
    assert_true(out.n > 40 && str_ends(out.s, ". "));
    str_reset(&out);
    factors_close(&d, &out);
    assert_true(out.n > 40 && out.s[0] == ' ' && str_ends(out.s, "."));
    for (size_t i = 0; i < COUNT(quiet); i++) {
        d = draw_with(&a, "wording", quiet[i], "frame");
        str_reset(&out);
        factors_open(&a, &d, &none, NULL, &out);
        factors_close(&d, &out);
        assert_int_equal(out.n, 0);
    }
    arena_clear(&a);
}

/* The whole numbers of a sentence, in order. */
static size_t numbers_in(const char *s, int64_t *x, size_t most)
{
    size_t n = 0;

    while (*s) {
        if (!is_digit(*s)) {
            s++;
            continue;
        }
        assert_true(n < most);
        for (x[n] = 0; is_digit(*s); s++)
            x[n] = x[n] * 10 + (*s - '0');
        n++;
    }
    return n;
}

static int64_t digits_of(int64_t x)
{
    return x ? x % 10 + digits_of(x / 10) : 0;
}

static bool is_true(const char *s)
{
    int64_t x[4] = { 0 };
    size_t n = numbers_in(s, x, 4);

    if (strstr(s, "Note that"))
        return n == 4 && x[0] == x[1] * x[2] + x[3];
    if (strstr(s, "sum of the digits"))
        return n == 2 && x[1] == digits_of(x[0]);
    if (strstr(s, "least multiple"))
        return n == 3 && x[2] % x[0] == 0 && x[2] > x[1] && x[2] <= x[1] + x[0];
    if (strstr(s, "The mean of"))
        return n == 3 && x[0] + x[1] == 2 * x[2];
    if (strstr(s, "remainder"))
        return n == 3 && x[0] % x[1] == x[2];
    if (strstr(s, "differ"))
        return n == 3 && x[1] - x[0] == x[2];
    return n == 1; /* of the story */
}

struct crowd {
    int64_t n, m;
};

static const struct field crowd_fields[] = {
    SLOT(struct crowd, n, 0, 5000),
    SLOT(struct crowd, m, 0, 5000),
    { 0 },
};

/* One sentence: true, of the size of the problem's numbers, without a number of
 * the problem or of its key, and about the name if there is one. */
static void check_distractor(const char *s, const struct crowd *v, bool story)
{
    int64_t x[4] = { 0 };
    size_t n = numbers_in(s, x, 4);

    if (!is_true(s))
        fail_msg("not true: %s", s);
    for (size_t i = 0; i < n; i++)
        assert_true(x[i] != 77 && x[i] <= 2 * v->m + 6);
    assert_true(strstr(s, "multiple") || (x[0] != v->n && x[0] != v->m));
    assert_true(!story || !strstr(s, "Note that"));
}

/* So many as the knob says, and all different. */
static void distractors_are_true_and_different(void **state)
{
    static const char *const told[] = {
        "Find $<n> + <m>$.", "<name> has $<n>$ <things> in <city>."
    };

    (void)state;
    for (int i = 0; i < 400; i++) {
        struct arena a = { 0 };
        int want = i % 4, n = 0;
        struct crowd v = { 10 + i % 37, 900 + i };
        struct draw d =
            draw_with(&a, "wording", "any", arena_printf(&a, "aside %d", i));
        struct speech s = { .arena = &a,
                            .out = str_in(&a),
                            .fields = crowd_fields,
                            .values = &v,
                            .words = &d.noise,
                            .key = "\\frac{77}{2}" };
        struct str out = str_in(&a);
        char *at, *end, *last = NULL;

        speech_say(&s, told[i / 4 % 2]);
        factors_distract(&d, want, &s, &out);
        for (at = arena_strdup(&a, str_get(&out)); *at; at = end, n++) {
            end = strstr(at, ". ");
            assert_non_null(end);
            end[1] = '\0';
            end += 2;
            check_distractor(at, &v, i / 4 % 2);
            assert_true(!last || strcmp(last, at) != 0);
            last = at;
        }
        assert_int_equal(n, want);
        assert_true(strlen(s.out.s) > 10); /* the statement is as it was */
        arena_clear(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knobs_are_read),
        cmocka_unit_test(detours_lead_to_their_number),
        cmocka_unit_test(any_slot_may_be_hidden),
        cmocka_unit_test(detours_are_explained),
        cmocka_unit_test(detours_from_files),
        cmocka_unit_test(wordy_statements_are_framed),
        cmocka_unit_test(distractors_are_true_and_different),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
