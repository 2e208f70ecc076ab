/* SPDX-License-Identifier: Apache-2.0 */

/*
 * From problems to messages: templates (cases in tests/cases/prompt), the
 * built-in one, system prompts and few-shot examples.
 */
#include "../lib/cases.h"
#include "base/str.h"
#include "family/generate.h"
#include "family/table.h"
#include "run/prompt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define PATH "/tmp/assay-prompt-XXXXXX"

/* A file of that text; its name is in the arena. */
static const char *file_of(struct arena *a, const char *text, size_t n)
{
    char *path = arena_strdup(a, PATH);
    int fd = mkstemp(path);
    FILE *f;

    assert_true(fd >= 0);
    f = fdopen(fd, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
    return path;
}

static const char *file_of_text(struct arena *a, const char *text)
{
    return file_of(a, text, strlen(text));
}

static bool read_files(struct arena *a, const struct prompt_files *f,
                       struct prompt *p, struct err *e)
{
    bool ok = prompt_read(a, f, p, e);
    const char *const paths[] = { f->system, f->template, f->fewshot };

    for (size_t i = 0; i < 3; i++)
        if (paths[i])
            unlink(paths[i]);
    return ok;
}

static struct problem sum_problem(struct arena *a)
{
    struct problem p = { .id = "p1",
                         .statement = "What is 1+1?",
                         .solution = "" };
    static const char meta[] =
        "{\"fields\": {\"level\": \"Level 3\", \"subject\": \"Algebra\", "
        "\"year\": 2024, \"answer\": null}}";
    struct json *v;
    struct err e;

    assert_true(json_read(a, meta, strlen(meta), 1, &v, &e));
    p.meta = v;
    problem_set_key(a, &p, ANSWER_INTEGER, "2");
    return p;
}

/* ---- templates ---- */

static const char *filled(struct arena *a, const char *text,
                          const struct problem *problem)
{
    struct prompt_files f = { .template = file_of_text(a, text) };
    const struct message *m;
    struct prompt p;
    struct err e;
    size_t n;

    if (!read_files(a, &f, &p, &e)) {
        assert_true(str_starts(e.msg, f.template));
        return arena_printf(a, "error:%s%s",
                            e.msg[strlen(PATH) + 1] == ' ' ? "" : " ",
                            e.msg + strlen(PATH) + 1);
    }
    if (!prompt_messages(a, &p, problem, &m, &n, &e))
        return arena_printf(a, "error: %s", e.msg);
    assert_int_equal(n, 1);
    assert_string_equal(m[0].role, "user");
    return m[0].content;
}

static void templates(void **state)
{
    const char *lines[2];
    struct cases c;

    (void)state;
    cases_open(&c, "prompt/templates.test");
    while (cases_next(&c, lines, 2)) {
        struct arena a = { 0 };
        struct problem p = sum_problem(&a);
        const char *got = filled(&a, lines[0], &p);

        if (str_starts(lines[1], "error: ") ? !str_starts(got, lines[1])
                                            : !str_eq(got, lines[1]))
            cases_fail(&c, "got \"%s\"", got);
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

static void files_of_lines(void **state)
{
    struct arena a = { 0 };
    struct problem p = sum_problem(&a);
    struct prompt_files f = { .template = NULL };
    struct prompt prompt;
    struct err e;

    (void)state;
    /* the newline at the end is the editor's, others are the user's */
    assert_string_equal(filled(&a, "Solve.\n{{statement}}\n\n", &p),
                        "Solve.\nWhat is 1+1?\n");
    assert_string_equal(filled(&a, "{{statement}}\r\n", &p), "What is 1+1?");
    assert_non_null(strstr(filled(&a, "{{statement}}\n\n{{x}}", &p),
                           "3: unknown name \"{{x}}\""));
    f.template = file_of(&a, "{{statement}}\xff", 14);
    assert_false(read_files(&a, &f, &prompt, &e));
    assert_non_null(strstr(e.msg, "is not text in UTF-8"));
    f.template = file_of(&a, "{{statement}}\0x", 15);
    assert_false(read_files(&a, &f, &prompt, &e));
    f.template = NULL;
    f.system = "/nowhere/at/all";
    assert_false(prompt_read(&a, &f, &prompt, &e));
    assert_int_equal(e.code, ERR_IO);
    arena_clear(&a);
}

/* ---- the built-in one ---- */

static const char *asked(struct arena *a, const struct problem *problem)
{
    const struct prompt p = { 0 };
    const struct message *m;
    struct err e;
    size_t n;

    assert_true(prompt_messages(a, &p, problem, &m, &n, &e));
    assert_int_equal(n, 1);
    return m[0].content;
}

static void built_in(void **state)
{
    struct coordinates c = { &mathador, 1, "ask", 0, NULL, NULL };
    struct arena a = { 0 };
    struct problem p = sum_problem(&a), game;
    struct key keys[] = { { "x", ANSWER_INTEGER, "7", NULL, NULL, NULL },
                          { "y", ANSWER_INTEGER, "8", NULL, NULL, NULL } };
    struct err e;

    (void)state;
    assert_string_equal(asked(&a, &p),
                        "What is 1+1?\n\nWork it out step by step. End with "
                        "the final answer, and nothing else, in \\boxed{}.");
    p.keys = keys;
    p.n_keys = 2;
    assert_non_null(strstr(asked(&a, &p), "\\boxed{x: ...; y: ...}"));
    /* braces in a statement are the statement's */
    p.statement = "What is {{id}}?";
    assert_true(str_starts(asked(&a, &p), "What is {{id}}?\n\n"));
    /* a game says itself how to answer */
    assert_true(family_generate(&a, &c, &game, &e));
    assert_string_equal(asked(&a, &game), game.statement);
    arena_clear(&a);
}

/* ---- all messages ---- */

static const char shots_file[] =
    "{\"problem\": \"What is 2+2?\", \"solution\": \"It is "
    "$\\\\boxed{4}$.\"}\n"
    "{\"problem\": \"What is 1+1?\", \"answer\": \"2\"}\n"
    "{\"problem\": \"What is 3+3?\", \"answer\": \"6\", \"solution\": "
    "\"Three and three.\"}\n";

static void examples(void **state)
{
    static const char *const want[][2] = {
        { "system", "Be brief." },
        { "user", "Q: What is 2+2?" },
        { "assistant", "It is $\\boxed{4}$." },
        { "user", "Q: What is 3+3?" },
        { "assistant", "Three and three.\n\nThe answer is $\\boxed{6}$." },
        { "user", "Q: What is 1+1?" }, /* the second example is left out */
    };
    struct arena a = { 0 };
    struct prompt_files f = { .system = file_of_text(&a, "Be brief.\n"),
                              .template = file_of_text(&a, "Q: {{statement}}"),
                              .fewshot = file_of_text(&a, shots_file) };
    struct problem problem = sum_problem(&a);
    const struct message *m;
    struct prompt p;
    struct err e;
    size_t n;

    (void)state;
    if (!read_files(&a, &f, &p, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(p.n_shots, 6);
    assert_string_equal(p.shots[3].content, "The answer is $\\boxed{2}$.");
    assert_true(prompt_messages(&a, &p, &problem, &m, &n, &e));
    assert_int_equal(n, 6);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(m[i].role, want[i][0]);
        assert_string_equal(m[i].content, want[i][1]);
    }
    problem.statement = "What is 9+9?";
    assert_true(prompt_messages(&a, &p, &problem, &m, &n, &e));
    assert_int_equal(n, 8);
    arena_clear(&a);
}

static void how_many_examples(void **state)
{
    struct arena a = { 0 };
    struct prompt p;
    struct err e;

    (void)state;
    for (size_t k = 0; k <= 4; k++) {
        struct prompt_files f = { .fewshot = file_of_text(&a, shots_file),
                                  .shots = k };
        bool ok = read_files(&a, &f, &p, &e);

        assert_int_equal(ok, k < 4);
        if (ok)
            assert_int_equal(p.n_shots, k ? 2 * k : 6);
        else
            assert_non_null(
                strstr(e.msg, "has only 3 examples, fewer than requested"));
    }
    arena_clear(&a);
}

static void bad_examples(void **state)
{
    static const char *const bad[][2] = {
        { "{\"problem\": \"?\", \"answer\": \"2\"}\n{\"problem\": 3}\n",
          ":2: " },
        { "{\"problem\": \"?\", \"answer\": \"2\"}\n{\n", ":2: " },
        { "", "the file is empty" },
    };
    struct arena a = { 0 };
    struct prompt p;
    struct err e;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct prompt_files f = { .fewshot = file_of_text(&a, bad[i][0]) };

        assert_false(read_files(&a, &f, &p, &e));
        if (!strstr(e.msg, bad[i][1]))
            fail_msg("%s", e.msg);
    }
    arena_clear(&a);
}

/* An example of a game shows its best solution. */
static void games_as_examples(void **state)
{
    struct coordinates c = { &mathador, 1, "ask", 5, NULL, NULL };
    struct arena a = { 0 };
    struct str line = str_in(&a), want = str_in(&a);
    struct problem game;
    struct prompt_files f = { 0 };
    struct prompt p;
    struct err e;

    (void)state;
    assert_true(family_generate(&a, &c, &game, &e));
    problem_write(&line, &game);
    for (const struct json *s =
             json_get(game.keys[0].more, "best_solution")->first;
         s; s = s->next)
        str_addf(&want, "%s\n", s->text);
    f.fewshot = file_of_text(&a, str_get(&line));
    if (!read_files(&a, &f, &p, &e))
        fail_msg("%s", e.msg);
    assert_string_equal(p.shots[0].content, game.statement);
    assert_string_equal(p.shots[1].content, str_get(&want));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(templates),         cmocka_unit_test(files_of_lines),
        cmocka_unit_test(built_in),          cmocka_unit_test(examples),
        cmocka_unit_test(how_many_examples), cmocka_unit_test(bad_examples),
        cmocka_unit_test(games_as_examples),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
