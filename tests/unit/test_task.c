/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Tasks of HypoGeniC: files as that tool has them, slots, and data.
 */
#include "../lib/scratch.h"
#include "base/str.h"
#include "hunt/propose/task.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct arena arena;

static int clear(void **state)
{
    (void)state;
    arena_clear(&arena);
    return 0;
}

static const char config[] =
    "task_name: headlines\n"
    "train_data_path: ./train.json\n"
    "test_data_path: ./test.json\n"
    "val_data_path: ./val.json\n"
    "some_key: 17\n"
    "tone: \"Be brief, ${reader}.\"\n"
    "prompt_templates:\n"
    "  reader: dear reader\n"
    "  observations:\n"
    "    prefix: |\n"
    "      Look:\n"
    "    multi_content: |\n"
    "      A: ${first}, B: $second -> ${label}\n"
    "    suffix: That was it.\n"
    "  plain: |-\n"
    "    A: ${first} -> ${label}\n"
    "  batched_generation:\n"
    "    user: |-\n"
    "      ${observations}Give ${num_hypotheses}. It costs $$5, $x and $.\n"
    "    system: |-\n"
    "      ${tone}\n"
    "  inference:\n"
    "    system: s\n"
    "    user: ${hypothesis} of ${first} ${unknown}\n"
    "  braces:\n"
    "    user: a ${} b ${x+1} c ${first d $1\n"
    "  loop: x ${loop}\n"
    "  looped: {user: \"${loop}\"}\n"
    "  odd: {human: hello}\n";

static void read_config(struct task *t)
{
    const char *path = scratch_file(&arena, config, strlen(config));
    struct err e = { 0 };

    if (!task_read_file(&arena, path, t, &e))
        fail_msg("%s", e.msg);
    unlink(path);
}

static bool read_data(const char *text, struct task_data *d, struct err *e)
{
    const char *path = scratch_file(&arena, text, strlen(text));
    struct task t;
    bool ok;

    read_config(&t);
    ok = task_data_read(&arena, &t, path, d, e);
    unlink(path);
    return ok;
}

static const char rows[] =
    "{\"first\": [\"p0\", \"${second}\"], \"second\": [\"$first\", 2.50],"
    " \"label\": [\"yes\", \"no\"]}";

static void data_of(struct task_data *d)
{
    struct err e = { 0 };

    if (!read_data(rows, d, &e))
        fail_msg("%s", e.msg);
}

/* ---- files ---- */

static void a_config_is_read(void **state)
{
    struct task t;

    (void)state;
    read_config(&t);
    assert_string_equal(t.name, "headlines");
    assert_string_equal(t.label_name, "label");
    assert_string_equal(t.folder, "/tmp/");
    assert_string_equal(t.train, "./train.json");
    assert_string_equal(t.val, "./val.json");
    assert_string_equal(t.test, "./test.json");
    assert_null(t.ood);
    assert_true(task_has(&t, "observations"));
    assert_true(task_has(&t, "plain"));
    assert_false(task_has(&t, "is_relevant"));
}

static void bad_configs_are_refused(void **state)
{
    static const char *const bad[][2] = {
        { "- a\n", "prompt_templates" },
        { "task_name: x\n", "prompt_templates" },
        { "prompt_templates: 3\n", "prompt_templates" },
        { "prompt_templates: {}\ntask_name: [x]\n", ":2:" },
        { "prompt_templates: {a: &x b}\n", "anchors" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        const char *path = scratch_file(&arena, bad[i][0], strlen(bad[i][0]));
        struct err e = { 0 };
        struct task t;

        assert_false(task_read_file(&arena, path, &t, &e));
        assert_non_null(strstr(e.msg, bad[i][1]));
        assert_non_null(strstr(e.msg, path));
        unlink(path);
    }
}

/* ---- slots ---- */

static void slots_are_filled(void **state)
{
    struct slot_value v[] = { { "observations", "O ${num_hypotheses} $$\n" },
                              { "num_hypotheses", "3" } };
    const struct message *m;
    struct err e = { 0 };
    struct task t;
    size_t n;

    (void)state;
    read_config(&t);
    assert_true(task_messages(&arena, &t, "batched_generation", v, 2, NULL, 0,
                              &m, &n, &e));
    assert_int_equal(n, 2);
    /* The system's comes first though it stands second; a template in a
     * template is filled, a value is not looked at again. */
    assert_string_equal(m[0].role, "system");
    assert_string_equal(m[0].content, "Be brief, dear reader.");
    assert_string_equal(m[1].role, "user");
    assert_string_equal(m[1].content,
                        "O ${num_hypotheses} $$\nGive 3. It costs $5, $x and "
                        "$.");
}

static void what_is_no_slot_stays(void **state)
{
    const struct message *m;
    struct err e = { 0 };
    struct task t;
    size_t n;

    (void)state;
    read_config(&t);
    assert_true(
        task_messages(&arena, &t, "braces", NULL, 0, NULL, 0, &m, &n, &e));
    assert_string_equal(m[0].content, "a ${} b ${x+1} c ${first d $1");
}

static void unknown_slots_are_errors(void **state)
{
    struct slot_value v = { "hypothesis", "h" };
    const struct message *m;
    struct err e = { 0 };
    struct task_data d;
    struct task t;
    size_t n;

    (void)state;
    read_config(&t);
    data_of(&d);
    assert_false(
        task_messages(&arena, &t, "inference", &v, 1, &d, 0, &m, &n, &e));
    assert_non_null(strstr(e.msg, "${unknown}"));
    assert_non_null(strstr(e.msg, "\"inference\""));
    assert_non_null(strstr(e.msg, ":24:")); /* the line of its text */
    assert_false(
        task_messages(&arena, &t, "looped", NULL, 0, &d, 0, &m, &n, &e));
    assert_non_null(strstr(e.msg, "contains itself"));
    assert_false(task_messages(&arena, &t, "odd", NULL, 0, &d, 0, &m, &n, &e));
    assert_non_null(strstr(e.msg, "system, user"));
    assert_false(task_messages(&arena, &t, "none", NULL, 0, &d, 0, &m, &n, &e));
    assert_non_null(strstr(e.msg, "\"none\" is missing"));
}

/* Nested templates that grow without bound meet a ceiling. */
static void growth_is_bounded(void **state)
{
    struct str text = str_in(&arena);
    const struct message *m;
    struct err e = { 0 };
    const char *path;
    struct task t;
    size_t n;

    (void)state;
    str_add(&text, "prompt_templates:\n  p: {user: \"${a0}\"}\n  a6: \"\"\n");
    for (int i = 0; i < 6; i++) {
        str_addf(&text, "  a%d: \"", i);
        for (int k = 0; k < 100; k++)
            str_addf(&text, "${a%d}", i + 1);
        str_add(&text, "\"\n");
    }
    path = scratch_file(&arena, text.s, text.n);
    assert_true(task_read_file(&arena, path, &t, &e));
    unlink(path);
    assert_false(task_messages(&arena, &t, "p", NULL, 0, NULL, 0, &m, &n, &e));
    assert_int_equal(e.code, ERR_LIMIT);
}

static void both_forms_repeat(void **state)
{
    size_t both[] = { 1, 0 };
    struct err e = { 0 };
    struct task_data d;
    const char *out;
    struct task t;

    (void)state;
    read_config(&t);
    data_of(&d);
    assert_true(task_repeat(&arena, &t, "observations", NULL, 0, &d, both, 2,
                            &out, &e));
    assert_string_equal(out, "Look:\nA: ${second}, B: 2.50 -> no\n"
                             "A: p0, B: $first -> yes\nThat was it.");
    assert_true(
        task_repeat(&arena, &t, "plain", NULL, 0, &d, both, 2, &out, &e));
    assert_string_equal(out, "A: ${second} -> no\nA: p0 -> yes");
    assert_false(
        task_repeat(&arena, &t, "inference", NULL, 0, &d, both, 2, &out, &e));
    assert_non_null(strstr(e.msg, "multi_content"));
    assert_false(
        task_repeat(&arena, &t, "absent", NULL, 0, &d, both, 2, &out, &e));
}

/* ---- data ---- */

static void check_data(const struct task_data *d)
{
    assert_int_equal(d->n, 2);
    assert_int_equal(d->n_fields, 3);
    assert_string_equal(d->fields[1], "second");
    assert_int_equal(d->label, 2);
    assert_string_equal(d->values[0][1], "${second}");
    assert_string_equal(d->values[1][1], "2.50");
    assert_string_equal(d->values[2][0], "yes");
}

static void data_comes_in_three_forms(void **state)
{
    struct err e = { 0 };
    struct task_data d;

    (void)state;
    data_of(&d);
    check_data(&d);
    assert_true(read_data("{\"first\": \"p0\", \"second\": [1, 2], \"label\": "
                          "\"yes\"}\n{\"label\": \"no\", \"second\": 2.50, "
                          "\"first\": \"${second}\", \"more\": null}\n",
                          &d, &e));
    check_data(&d);
    assert_string_equal(d.values[1][0], "[1, 2]");
    assert_true(read_data("[{\"first\": \"p0\", \"second\": true, \"label\": "
                          "\"yes\"}, {\"first\": \"${second}\", \"second\": "
                          "2.50, \"label\": \"no\"}]",
                          &d, &e));
    check_data(&d);
    assert_true(read_data("{\"label\": \"yes\"}\n", &d, &e));
    assert_int_equal(d.n, 1);
}

static void bad_data_is_told(void **state)
{
    static const char *const bad[][3] = {
        { "{\"first\": [1, 2], \"label\": [\"a\"]}", "\"first\" has 2 values",
          "\"label\" has 1" },
        { "{\"first\": [1], \"label\": \"a\"}", "\"label\" must be", "array" },
        { "{\"first\": [1], \"lable\": [\"a\"]}", "\"label\"", "label_name" },
        { "{\"a\": 1, \"label\": \"x\"}\n{\"label\": \"y\"}",
          ":2:", "lacks the field \"a\"" },
        { "{\"label\": []}", "no rows", "" },
        { "", "no rows", "" },
        { "17", "object", "" },
        { "{\"label\": \"a\"} 17", "must be an object", "" },
        { "{\"label\": [\"a\"", "", "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct err e = { 0 };
        struct task_data d;

        assert_false(read_data(bad[i][0], &d, &e));
        assert_non_null(strstr(e.msg, bad[i][1]));
        assert_non_null(strstr(e.msg, bad[i][2]));
    }
}

/* ---- ours ---- */

/* The first line of a prompt's system message, filled with anything. */
static const char *opening(const struct task *t, const char *prompt)
{
    static const struct slot_value v[] = {
        { "observations", "o" }, { "num_hypotheses", "5" },
        { "names", "- A" },      { "hypothesis", "h" },
        { "statement", "$x$" },  { "solution", "SOL" },
        { "reply", "ANS" },      { "adaptive_info_prompt", "p" },
        { "trait_names", "" },   { "trait_form", "" },
        { "hypotheses", "hs" },
    };
    const struct message *m;
    struct err e = { 0 };
    size_t n;

    if (!task_messages(&arena, t, prompt, v, 11, NULL, 0, &m, &n, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(n, 2);
    assert_string_equal(m[1].role, "user");
    assert_null(strstr(m[1].content, "${"));
    return m[0].content;
}

static void our_own_task(void **state)
{
    struct slot_value v[] = { { "hypothesis", "h" },
                              { "statement", "s" },
                              { "solution", "SOL" },
                              { "reply", "ANS" } };
    const struct message *m;
    struct err e = { 0 };
    size_t n;

    (void)state;
    for (int blind = 0; blind < 2; blind++) {
        struct task t;

        assert_true(task_default(&arena, blind, false, &t, &e));
        assert_true(str_starts(opening(&t, "batched_generation"),
                               "You look for what a model cannot do."));
        assert_true(str_starts(opening(&t, "inference"),
                               "You predict whether a model fails."));
        assert_true(str_starts(opening(&t, "is_relevant"),
                               "You judge whether a pattern applies."));
        assert_true(str_starts(opening(&t, "adaptive_inference"),
                               "You choose the pattern that fits."));
        assert_true(str_starts(opening(&t, "adaptive_selection"),
                               "You choose the pattern that fits."));
        assert_true(str_starts(opening(&t, "multiple_hypotheses_inference"),
                               "You weigh several patterns."));
        assert_true(
            task_messages(&arena, &t, "inference", v, 4, NULL, 0, &m, &n, &e));
        assert_int_equal(strstr(m[1].content, "SOL") != NULL, !blind);
        assert_int_equal(strstr(m[1].content, "ANS") != NULL, !blind);
        assert_non_null(strstr(m[1].content, "Final answer: solved"));
    }
}

/* ---- in a hunt ---- */

/* What the prompts call failing and solving. */
static void labels_are_found(void **state)
{
    static const struct {
        const char *text, *fails, *solved;
    } all[] = {
        { "Say \\\"correct\\\" or \\\"wrong\\\".", "wrong", "correct" },
        { "Is the right answer \\\"wrong\\\" or \\\"correct\\\"?", "wrong",
          "correct" },
        { "It is right or wrong.", "wrong", "right" },
        { "Of a correct way say \\\"wrong\\\" or \\\"right\\\".", "wrong",
          "right" },
        { "The label is 'incorrect' or 'correct'.", "incorrect", "correct" },
        { "Answer solved or failed.", "failed", "solved" },
        { "Answer '0' or '1'.", "0", "1" },
        { "Answer 0 or 1 or no more.", "fails", "solved" },
        { "Correctly wrongfooted.", "fails", "solved" },
        { "Final answer: Fail, or Pass.", "fail", "pass" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        const char *text = arena_printf(
            &arena, "prompt_templates:\n  inference:\n    user: \"%s\"\n",
            all[i].text);
        const char *path = scratch_file(&arena, text, strlen(text));
        struct err e = { 0 };
        struct task t;

        if (!task_read_file(&arena, path, &t, &e))
            fail_msg("%s", e.msg);
        unlink(path);
        assert_string_equal(t.fails, all[i].fails);
        assert_string_equal(t.solved, all[i].solved);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_config_is_read, clear),
        cmocka_unit_test_teardown(bad_configs_are_refused, clear),
        cmocka_unit_test_teardown(slots_are_filled, clear),
        cmocka_unit_test_teardown(what_is_no_slot_stays, clear),
        cmocka_unit_test_teardown(unknown_slots_are_errors, clear),
        cmocka_unit_test_teardown(growth_is_bounded, clear),
        cmocka_unit_test_teardown(both_forms_repeat, clear),
        cmocka_unit_test_teardown(data_comes_in_three_forms, clear),
        cmocka_unit_test_teardown(bad_data_is_told, clear),
        cmocka_unit_test_teardown(our_own_task, clear),
        cmocka_unit_test_teardown(labels_are_found, clear),
    };

    return cmocka_run_group_tests_name("task", tests, NULL, NULL);
}
