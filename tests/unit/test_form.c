/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The reader of forms: what each entry gives, what each mistake is called and
 * in which line, how places are filled, and what stops the process.
 */
#include "../lib/cases.h"
#include "family/recipe/form.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct example {
    int64_t kind, n, k;
    int64_t count, m[3];
};

static const struct example values = { 1, 12, -5, 3, { 3, 1, 7 } };

static const struct field fields[] = {
    NUMBER(struct example, kind, 0, 1),
    SLOT(struct example, n, 1, 99),
    NUMBER(struct example, k, -9, 9),
    LIST(struct example, m, count, 0, 9),
    { 0 },
};

static const char *const kinds[] = { "one", "two", NULL };

static bool is_even(const void *v)
{
    return ((const struct example *)v)->n % 2 == 0;
}

static const struct condition conditions[] = {
    { "even", is_even },
    { 0 },
};

static const struct form_known known = { fields, kinds, conditions, false };

/* A form that is whole; cases add to it. */
static const char base[] = "title: T\n"
                           "about: A\n"
                           "concept: C\n"
                           "level first: L\n"
                           "\n"
                           "terse: <n>\n"
                           "plain: <n> and <k>\n"
                           "plain: <k> and <n>\n"
                           "story: <name>\n";
#define BASE_LINES 9

/* The form with lines added, which " // " parts. */
static const char *with(struct arena *a, const char *more)
{
    struct str text = str_in(a);

    str_add(&text, base);
    for (; *more; more++)
        if (strncmp(more, " // ", 4) == 0) {
            str_addc(&text, '\n');
            more += 3;
        } else {
            str_addc(&text, *more);
        }
    str_addc(&text, '\n');
    return str_get(&text);
}

/* ---- mistakes ---- */

/* "2: cause", by the lines that were added; "good" when there is none. */
static const char *verdict(struct arena *a, const char *more)
{
    struct form f;
    struct err e;
    int line, at = 0;

    if (form_read(a, &known, "x.family", with(a, more), &f, &e))
        return "good";
    assert_int_equal(sscanf(e.msg, "x.family:%d: %n", &line, &at), 1);
    return arena_printf(a, "%d: %s", line - BASE_LINES, e.msg + at);
}

static void mistakes_have_a_line_and_a_cause(void **state)
{
    struct cases c;
    const char *lines[2];

    (void)state;
    cases_open(&c, "family-form/read.test");
    while (cases_next(&c, lines, 2)) {
        struct arena a = { 0 };
        const char *got = verdict(&a, lines[0]);

        if (strcmp(got, lines[1]) != 0)
            cases_fail(&c, "got \"%s\"", got);
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

static void what_must_be_there(void **state)
{
    static const char *const parts[] = { "title: T",      "about: A",
                                         "concept: C",    "level first: L",
                                         "terse: <n>",    "plain: <k> and <n>",
                                         "story: <name>", NULL };

    (void)state;
    for (size_t i = 0; parts[i]; i++) {
        struct arena a = { 0 };
        char *text = arena_strdup(&a, base);
        struct form f;
        struct err e;

        memset(strstr(text, parts[i]), '#', 1);
        assert_false(form_read(&a, &known, "x.family", text, &f, &e));
        assert_true(strncmp(e.msg, "x.family:10: ", 13) == 0);
        arena_clear(&a);
    }
}

/* ---- filling ---- */

struct talk {
    struct arena arena;
    struct form form;
    struct rng words;
    struct speech speech;
};

/* The step "try" of the second kind, filled. */
static const char *fill(struct talk *t, const char *more, const int64_t *hidden)
{
    struct speech *s = &t->speech;
    struct err e;

    memset(t, 0, sizeof(*t));
    if (!form_read(&t->arena, &known, "x.family", with(&t->arena, more),
                   &t->form, &e))
        return arena_strdup(&t->arena, e.msg);
    rng_init(&t->words, (struct hash128){ 0 });
    *s = (struct speech){ .arena = &t->arena,
                          .out = str_in(&t->arena),
                          .values = &values,
                          .pools = t->form.pools,
                          .words = &t->words,
                          .hidden = hidden,
                          .letter = "K",
                          .key = "42" };
    form_begin(&t->form, s);
    for (size_t i = 0; i < t->form.n_given; i++)
        if (strcmp(t->form.given[i], "number") == 0)
            form_let(s, "number", -3);
        else if (strcmp(t->form.given[i], "text") == 0)
            form_let_text(s, "text", "a text");
    form_say(s, form_step(&t->form, "try", form_kind(&t->form, &values)));
    return str_get(&s->out);
}

static void run_filling(const char *path, const int64_t *hidden)
{
    struct cases c;
    const char *lines[2];

    cases_open(&c, path);
    while (cases_next(&c, lines, 2)) {
        struct talk t;
        const char *got = fill(&t, lines[0], hidden);

        if (strcmp(got, lines[1]) != 0)
            cases_fail(&c, "got \"%s\"", got);
        arena_clear(&t.arena);
    }
    assert_int_equal(cases_close(&c), 0);
}

static void places_are_filled(void **state)
{
    (void)state;
    run_filling("family-form/fill.test", NULL);
}

static void a_hidden_value_is_a_letter(void **state)
{
    (void)state;
    run_filling("family-form/hidden.test", &values.n);
}

static void texts_remember_that_they_were_said(void **state)
{
    struct talk t;
    size_t said = 0;

    (void)state;
    fill(&t, "choose c by n: 12 = x | else = y // step try: <c> // step no: z",
         NULL);
    for (size_t i = 0; i < t.form.n_texts; i++)
        said += atomic_load(&t.form.texts[i]->said);
    assert_int_equal(said, 2);
    arena_clear(&t.arena);
}

/* ---- what stops the process ---- */

static void stopped(const char *more, const char *why)
{
    int status, ends[2];
    char got[512] = "";
    size_t n = 0;
    ssize_t part;
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct talk t;

        dup2(ends[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        fill(&t, more, NULL);
        _exit(0);
    }
    close(ends[1]);
    while ((part = read(ends[0], got + n, sizeof(got) - 1 - n)) > 0)
        n += (size_t)part;
    close(ends[0]);
    assert_true(waitpid(child, &status, 0) == child);
    if ((WIFEXITED(status) && WEXITSTATUS(status) == 0) || !strstr(got, why))
        fail_msg("%s: not \"%s\" but \"%s\"", more, why, got);
}

static void what_nothing_fills_is_a_bug(void **state)
{
    struct cases c;
    const char *lines[2];

    (void)state;
    cases_open(&c, "family-form/stop.test");
    while (cases_next(&c, lines, 2))
        stopped(lines[0], lines[1]);
    assert_int_equal(cases_close(&c), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_have_a_line_and_a_cause),
        cmocka_unit_test(what_must_be_there),
        cmocka_unit_test(places_are_filled),
        cmocka_unit_test(a_hidden_value_is_a_letter),
        cmocka_unit_test(texts_remember_that_they_were_said),
        cmocka_unit_test(what_nothing_fills_is_a_bug),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
