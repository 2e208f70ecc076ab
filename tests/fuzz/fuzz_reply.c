/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A reply held against its problem: the first line is the answer, the second
 * the key, the third the worked solution, all is the reply. Any bytes are of
 * one way to fail, with a step that the solution has, and false equations
 * stand in the reply.
 */
#include "hunt/reply/kind.h"
#include "hunt/reply/tokens.h"
#include "math/flint.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Takes the next line off the text. */
static char *line_of(struct arena *a, const char **text)
{
    size_t n = strcspn(*text, "\n");
    char *line = arena_strndup(a, *text, n);

    *text += n + ((*text)[n] == '\n');
    return line;
}

static void check_equations(struct arena *a, const char *text)
{
    struct false_equation f[8];
    const struct sign_token *t;
    size_t n = reply_tokens(a, text, &t), checked;
    size_t found = reply_false_equations(text, t, n, f, 8, &checked);

    if (found > checked)
        abort();
    for (size_t i = 0; i < found; i++)
        if (f[i].at + f[i].n > strlen(text) ||
            ratio_equal(f[i].left, f[i].right))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    char *all = arena_strndup(&a, (const char *)data, size);
    const char *rest = all;
    struct reply_seen r = { .kind = REPLY_WRONG, .text = all };
    struct problem p = { .statement = all };
    struct reply_look x;

    r.answer = line_of(&a, &rest);
    problem_set_key(&a, &p, ANSWER_EXPRESSION, line_of(&a, &rest));
    p.solution = line_of(&a, &rest);
    p.statement = rest;
    x = reply_look(&a, &p, &r);
    if (x.way >= WAYS || x.common > x.steps || (x.step && !x.has))
        abort();
    check_equations(&a, all);
    arena_clear(&a);
    flint_cleanup();
    return 0;
}
