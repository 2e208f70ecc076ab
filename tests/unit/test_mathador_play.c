/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Replies and what they score: the files of tests/cases/mathador have the
 * game, the reply on one line (\n, \t, \r and \\ written out), "score N" with
 * "padding K" where there is any, and "ok" or the errors in order.
 */
#include "../lib/cases.h"
#include "../lib/replay.h"
#include "base/str.h"
#include "family/mathador/reply/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct play read_fn(struct arena *a, const struct game *g,
                            const char *text, size_t n);

/* "2 6 3 1 11 -> 11" */
static struct game read_game(const char *line)
{
    struct game g = { 0 };
    char *end;

    for (; *line && *line != '-'; line = end) {
        assert_true(g.n < GAME_MOST);
        g.numbers[g.n++] = strtol(line, &end, 10);
        while (*end == ' ')
            end++;
    }
    assert_true(str_starts(line, "-> "));
    g.target = strtol(line + 3, &end, 10);
    assert_true(*end == '\0');
    return g;
}

static struct str unescape(struct arena *a, const char *s)
{
    struct str out = str_in(a);

    for (; *s; s++) {
        if (*s != '\\' || !s[1]) {
            str_addc(&out, *s);
            continue;
        }
        s++;
        str_addc(&out, *s == 'n'   ? '\n'
                       : *s == 't' ? '\t'
                       : *s == 'r' ? '\r'
                                   : *s);
    }
    return out;
}

static const char *score_line(struct arena *a, const struct play *p)
{
    return p->n_padding
               ? arena_printf(a, "score %d padding %zu", p->score, p->n_padding)
               : arena_printf(a, "score %d", p->score);
}

static const char *error_line(struct arena *a, const struct play *p)
{
    struct str out = str_in(a);

    for (int i = 0; i < p->n_errors; i++)
        str_addf(&out, "%s%s", i ? " " : "", play_error_name(p->errors[i]));
    return p->n_errors ? str_get(&out) : "ok";
}

static size_t run_cases(const char *file, read_fn *read)
{
    struct cases c;
    const char *lines[4];

    cases_open(&c, file);
    while (cases_next(&c, lines, 4)) {
        struct arena a = { 0 };
        struct game g = read_game(lines[0]);
        struct str reply = unescape(&a, lines[1]);
        struct play p = read(&a, &g, str_get(&reply), reply.n);

        if (strcmp(score_line(&a, &p), lines[2]) != 0 ||
            strcmp(error_line(&a, &p), lines[3]) != 0)
            cases_fail(&c, "got %s; %s\n  %s\n  want %s; %s\n  steps: %s (%s)",
                       score_line(&a, &p), error_line(&a, &p), lines[1],
                       lines[2], lines[3], p.steps, p.why);
        if (read == play_read && replay_fault(&a, &g, &p))
            cases_fail(&c, "%s: %s", p.steps, replay_fault(&a, &g, &p));
        arena_clear(&a);
    }
    return cases_close(&c);
}

static void replies(void **state)
{
    static const char *const files[] = {
        "attempts",  "errors",  "expressions", "hostile", "long",
        "notations", "padding", "points",      "prose",   "stands",
    };
    size_t failed = 0;

    (void)state;
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        char name[80];

        snprintf(name, sizeof(name), "mathador/replies/%s.test", files[i]);
        failed += run_cases(name, play_read);
    }
    assert_int_equal(failed, 0);
}

static void replies_by_the_paper(void **state)
{
    (void)state;
    assert_int_equal(run_cases("mathador/paper.test", play_read_paper), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replies),
        cmocka_unit_test(replies_by_the_paper),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
