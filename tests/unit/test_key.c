/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Keys: the table of decisions, and key models that are played by a script.
 */
#include "base/str.h"
#include "hunt/key/key.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ---- a script in the place of models ---- */

static const char *(*script)(struct arena *a, const char *model,
                             const struct question *q);
static size_t asked;

bool question_ask(struct arena *a, struct questioner *c,
                  struct question *questions, size_t n, struct err *e)
{
    for (size_t i = 0; i < n; i++) {
        const char *text = script(a, c->model->name, &questions[i]);

        if (text && str_eq(text, "FATAL"))
            return err_set(e, ERR_IO, "the key is not accepted");
        questions[i].reply =
            text ? (struct reply){ .outcome = OUTCOME_OK, .text = text }
                 : reply_none(a, OUTCOME_ERROR, "no reply");
        asked++;
    }
    return true;
}

bool question_one(struct arena *a, struct questioner *c, const char *system,
                  const char *user, uint64_t attempt, struct reply *out,
                  struct err *e)
{
    (void)a;
    (void)c;
    (void)system;
    (void)user;
    (void)attempt;
    (void)out;
    return err_set(e, ERR_USAGE, "nobody asks one question here");
}

static const struct answer_form maths = { .kind = FORM_MATHS };
static const struct domain problems;
static const struct key_rules rules = { &problems, { .kind = FORM_MATHS } };

/* ---- the table ---- */

#define MOST 4

struct row {
    const char *answers[MOST]; /* NULL: none was given */
    size_t n;
    const char *own, *compute;
    enum key_state state;
    enum flaw flaw;
    const char *key; /* NULL: none */
};

static const struct row rows[] = {
    /* two agree, nobody else says anything else */
    { { "42", "42" }, 2, NULL, NULL, KEY_SURE, FLAW_NONE, "42" },
    { { "42", NULL, "42" }, 3, NULL, NULL, KEY_SURE, FLAW_NONE, "42" },
    { { "42", "42", "42" }, 3, "42", "6*7", KEY_SURE, FLAW_NONE, "42" },
    { { "\\frac12", "0.5" }, 2, NULL, NULL, KEY_SURE, FLAW_NONE, "\\frac12" },
    { { "x^2-1", "(x-1)(x+1)" }, 2, NULL, NULL, KEY_SURE, FLAW_NONE, "x^2-1" },
    { { " 42", "", "42 " }, 3, NULL, NULL, KEY_SURE, FLAW_NONE, "42" },
    /* two agree, one disagrees */
    { { "42", "42", "41" }, 3, NULL, NULL, KEY_DOUBTFUL, FLAW_NONE, "42" },
    { { "41", "42", "42" }, 3, NULL, NULL, KEY_DOUBTFUL, FLAW_NONE, "42" },
    { { "42", "42", "41" }, 3, "42", "6*7", KEY_DOUBTFUL, FLAW_NONE, "42" },
    { { "42", "42", "41", "41" },
      4,
      NULL,
      NULL,
      KEY_DOUBTFUL,
      FLAW_NONE,
      "42" },
    /* one alone */
    { { "42" }, 1, NULL, NULL, KEY_DOUBTFUL, FLAW_NONE, "42" },
    { { NULL, "42" }, 2, NULL, NULL, KEY_DOUBTFUL, FLAW_NONE, "42" },
    { { "42" }, 1, "42", NULL, KEY_DOUBTFUL, FLAW_NONE, "42" },
    /* all differ */
    { { "42", "41" }, 2, NULL, NULL, KEY_NONE, FLAW_AMBIGUOUS, NULL },
    { { "42", "41", "40" }, 3, NULL, NULL, KEY_NONE, FLAW_AMBIGUOUS, NULL },
    { { "42", "41" }, 2, "42", NULL, KEY_NONE, FLAW_AMBIGUOUS, NULL },
    { { "42", "41" }, 2, NULL, "43", KEY_NONE, FLAW_AMBIGUOUS, NULL },
    { { "42", "41", "invalid" },
      3,
      NULL,
      NULL,
      KEY_NONE,
      FLAW_AMBIGUOUS,
      NULL },
    /* all differ, and the computed value is one of them */
    { { "41", "42" }, 2, NULL, "6*7", KEY_DOUBTFUL, FLAW_NONE, "42" },
    /* whether they are equal is not known */
    { { "))((", "42" }, 2, NULL, NULL, KEY_DOUBTFUL, FLAW_NONE, "))((" },
    { { "42", "42", "x)=(" }, 3, NULL, NULL, KEY_DOUBTFUL, FLAW_NONE, "42" },
    { { "))((", "))((" }, 2, NULL, NULL, KEY_DOUBTFUL, FLAW_NONE, "))((" },
    /* flawed */
    { { "invalid", "invalid" }, 2, NULL, NULL, KEY_NONE, FLAW_INVALID, NULL },
    { { "\\text{invalid}", "Invalid", "42" },
      3,
      NULL,
      NULL,
      KEY_NONE,
      FLAW_INVALID,
      NULL },
    { { "invalid", "invalid", "42", "42" },
      4,
      "42",
      "6*7",
      KEY_NONE,
      FLAW_INVALID,
      NULL },
    { { "invalid", "42", "42" }, 3, NULL, NULL, KEY_DOUBTFUL, FLAW_NONE, "42" },
    { { "invalid", "42", NULL },
      3,
      NULL,
      "6*7",
      KEY_DOUBTFUL,
      FLAW_NONE,
      "42" },
    { { "invalid", NULL }, 2, NULL, NULL, KEY_DOUBTFUL, FLAW_NONE, NULL },
    /* the computed value */
    { { "42" }, 1, NULL, "6*7", KEY_SURE, FLAW_NONE, "42" },
    { { NULL, "42", NULL }, 3, "42", "6*7", KEY_SURE, FLAW_NONE, "42" },
    { { "42" }, 1, NULL, "6*8", KEY_DOUBTFUL, FLAW_NONE, "42" },
    { { "42", "42" }, 2, NULL, "6*8", KEY_DOUBTFUL, FLAW_NONE, "42" },
    { { "42", "42" }, 2, NULL, "the answer", KEY_SURE, FLAW_NONE, "42" },
    { { "42" }, 1, NULL, "the answer", KEY_DOUBTFUL, FLAW_NONE, "42" },
    { { "\\pi" },
      1,
      NULL,
      "\\int_0^1 \\frac{4}{1+x^2} dx",
      KEY_SURE,
      FLAW_NONE,
      "\\pi" },
    { { "-2, 2" }, 1, NULL, "solve x^2 = 4", KEY_SURE, FLAW_NONE, "-2, 2" },
    /* a compute: line that is only the writer's answer */
    { { "42" }, 1, NULL, "42", KEY_DOUBTFUL, FLAW_NONE, "42" },
    { { "\\frac{3}{4}" },
      1,
      NULL,
      "$\\frac{3}{4}$",
      KEY_DOUBTFUL,
      FLAW_NONE,
      "\\frac{3}{4}" },
    { { "2\\pi" }, 1, "$2 \\pi$", "2\\pi", KEY_DOUBTFUL, FLAW_NONE, "2\\pi" },
    { { "2\\pi" },
      1,
      "$2 \\pi$",
      "\\int_0^{2\\pi} 1 dx",
      KEY_SURE,
      FLAW_NONE,
      "2\\pi" },
    { { "41", "42" }, 2, "42", "42", KEY_NONE, FLAW_AMBIGUOUS, NULL },
    { { "42", "42" }, 2, "42", "42", KEY_SURE, FLAW_NONE, "42" },
    { { "42", "42" }, 2, NULL, "41", KEY_DOUBTFUL, FLAW_NONE, "42" },
    /* the writer's own answer makes no key, and may make a doubt */
    { { "42", "42" }, 2, "41", NULL, KEY_DOUBTFUL, FLAW_NONE, "42" },
    { { "42", "42" }, 2, "$42$", NULL, KEY_SURE, FLAW_NONE, "42" },
    { { "42", "42" }, 2, "42 \\text{ cm}", NULL, KEY_SURE, FLAW_NONE, "42" },
    { { "42", "42" }, 2, "", NULL, KEY_SURE, FLAW_NONE, "42" },
    { { "42" }, 1, "41", "6*7", KEY_DOUBTFUL, FLAW_NONE, "42" },
    /* no answer at all */
    { { NULL, NULL }, 2, "42", NULL, KEY_DOUBTFUL, FLAW_NONE, NULL },
    { { NULL, NULL }, 2, "42", "6*7", KEY_DOUBTFUL, FLAW_NONE, "42" },
    { { NULL }, 0, NULL, NULL, KEY_DOUBTFUL, FLAW_NONE, NULL },
};

static void table(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *r = &rows[i];
        struct draft d = { "What is it?", r->own, r->compute };
        struct key_finding f;

        key_decide(&a, &maths, &d, r->answers, r->n, &f);
        if (f.state != r->state || f.flaw != r->flaw || !f.key != !r->key ||
            (f.key && !str_eq(f.key, r->key)))
            fail_msg("row %zu: state %d, flaw %s, key %s: %s", i, (int)f.state,
                     flaw_name(f.flaw), f.key ? f.key : "none", f.why);
        assert_non_null(f.why);
        assert_true(*f.why != '\0');
        assert_ptr_equal(f.answers, r->answers);
    }
    arena_clear(&a);
}

/* Labels: the same or not, however they are written; what is none is no
 * answer. */
static void labels(void **state)
{
    static const char *const names[] = { "billing", "shipping", "two words" };
    static const struct answer_form form = { FORM_LABEL, names, 3 };
    static const struct {
        const char *answers[3], *own;
        enum key_state state;
        enum flaw flaw;
        const char *key;
    } cases[] = {
        { { "billing", "Billing.", NULL }, "billing", KEY_SURE, 0, "billing" },
        { { "\\text{two words}", "**Two Words**", NULL },
          NULL,
          KEY_SURE,
          0,
          "two words" },
        { { "billing", "shipping", NULL },
          NULL,
          KEY_NONE,
          FLAW_AMBIGUOUS,
          NULL },
        { { "billing", "billing", "shipping" },
          NULL,
          KEY_DOUBTFUL,
          0,
          "billing" },
        { { "billing", "billing", NULL },
          "shipping",
          KEY_DOUBTFUL,
          0,
          "billing" },
        { { "billing", "refunds", NULL }, NULL, KEY_DOUBTFUL, 0, "billing" },
        { { "refunds", "refunds", NULL }, NULL, KEY_DOUBTFUL, 0, NULL },
        { { "invalid", "invalid", NULL }, NULL, KEY_NONE, FLAW_INVALID, NULL },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct draft d = { "My bill is wrong.", cases[i].own, "1 + 1" };
        struct key_finding f;

        key_decide(&a, &form, &d, cases[i].answers, 3, &f);
        if (f.state != cases[i].state || f.flaw != cases[i].flaw ||
            !f.key != !cases[i].key || (f.key && !str_eq(f.key, cases[i].key)))
            fail_msg("case %zu: state %d, key %s: %s", i, (int)f.state,
                     f.key ? f.key : "none", f.why);
    }
    arena_clear(&a);
}

/* The order of the models does not count for the state. */
static void any_order(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *r = &rows[i];
        struct draft d = { "What is it?", r->own, r->compute };
        const char *back[MOST] = { 0 };
        struct key_finding f;

        for (size_t k = 0; k < r->n; k++)
            back[k] = r->answers[r->n - 1 - k];
        key_decide(&a, &maths, &d, back, r->n, &f);
        assert_int_equal(f.state, r->state);
        assert_int_equal(f.flaw, r->flaw);
    }
    arena_clear(&a);
}

/* ---- asking ---- */

static const char *solver(struct arena *a, const char *model,
                          const struct question *q)
{
    const char *statement = q->messages[1].content;

    assert_int_equal(q->n_messages, 2);
    assert_string_equal(q->messages[0].role, "system");
    assert_string_equal(q->messages[1].role, "user");
    assert_true(str_starts(q->messages[0].content,
                           "You are given a problem to solve."));
    assert_non_null(strstr(q->messages[0].content, "\\boxed{invalid}"));
    if (str_eq(statement, "flawed"))
        return "It makes no sense: \\boxed{\\text{invalid}}";
    if (str_eq(statement, "error"))
        return NULL;
    if (str_eq(statement, "guess"))
        return "It may well be 7";
    if (str_eq(statement, "attempt"))
        return arena_printf(a, "\\boxed{%u}", (unsigned)q->attempt);
    if (str_eq(statement, "split"))
        return str_eq(model, "m0") ? "\\boxed{1}" : "\\boxed{2}";
    if (str_eq(statement, "thinks"))
        return "<think>\\boxed{9}</think> So \\boxed{8}.";
    return "First \\boxed{3}, but then \\boxed{\\frac{1}{2}}.";
}

static void asks_models(void **state)
{
    struct model m[2] = { { .name = "m0", .url = "u", .spec = "m0" },
                          { .name = "m1", .url = "u", .spec = "m1" } };
    struct questioner c[2] = { { .model = &m[0] }, { .model = &m[1] } };
    struct draft d[] = { { "easy", NULL, NULL },   { "flawed", NULL, NULL },
                         { "error", NULL, NULL },  { "guess", NULL, NULL },
                         { "split", NULL, NULL },  { "thinks", NULL, NULL },
                         { "attempt", NULL, NULL } };
    struct key_finding f[7];
    struct arena a = { 0 };
    struct err e;

    (void)state;
    script = solver;
    asked = 0;
    assert_true(key_find(&a, c, 2, &rules, d, 7, f, &e));
    assert_int_equal(asked, 14);
    assert_int_equal(f[0].state, KEY_SURE);
    assert_string_equal(f[0].key, "\\frac{1}{2}");
    assert_int_equal(f[1].state, KEY_NONE);
    assert_int_equal(f[1].flaw, FLAW_INVALID);
    assert_int_equal(f[2].state, KEY_DOUBTFUL);
    assert_null(f[2].answers[0]);
    assert_int_equal(f[3].state, KEY_DOUBTFUL);
    assert_null(f[3].answers[1]);
    assert_int_equal(f[4].flaw, FLAW_AMBIGUOUS);
    assert_string_equal(f[4].answers[1], "2");
    assert_string_equal(f[5].key, "8");
    assert_string_equal(f[6].key, "1");
    /* The same model twice is asked anew. */
    c[1].model = &m[0];
    assert_true(key_find(&a, c, 2, &rules, d + 6, 1, f, &e));
    assert_string_equal(f[0].answers[0], "1");
    assert_string_equal(f[0].answers[1], "2");
    /* Nothing to ask, nobody to ask. */
    assert_true(key_find(&a, c, 2, &rules, d, 0, f, &e));
    assert_true(key_find(&a, NULL, 0, &rules, d, 1, f, &e));
    assert_int_equal(f[0].state, KEY_DOUBTFUL);
    arena_clear(&a);
}

static const char *fatal(struct arena *a, const char *model,
                         const struct question *q)
{
    (void)a;
    (void)model;
    (void)q;
    return "FATAL";
}

static void fails(void **state)
{
    struct model m = { .name = "m0", .url = "u", .spec = "m0" };
    struct questioner c = { .model = &m };
    struct draft d = { "easy", NULL, NULL };
    struct key_finding f;
    struct arena a = { 0 };
    struct err e;

    (void)state;
    script = fatal;
    assert_false(key_find(&a, &c, 1, &rules, &d, 1, &f, &e));
    assert_string_equal(e.msg, "the key is not accepted");
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table),     cmocka_unit_test(labels),
        cmocka_unit_test(any_order), cmocka_unit_test(asks_models),
        cmocka_unit_test(fails),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
