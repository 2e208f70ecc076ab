/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/source/propose.h"
#include "evolve/source/ask_formula.h"
#include "evolve/source/import_int.h"

/*
 * Formulas by a model. It is asked for one line of plain arithmetic over the
 * numbers of the problem; a formula that is not taken is asked for once more
 * with the reason, which never says what the right result is.
 */

static const char ask_text[] =
    "Write the computation that answers the problem below as one formula.\n"
    "Use only + - * / and brackets, and only numbers: those of the problem, "
    "written in digits as they stand there, and fixed units such as 60 "
    "minutes, 7 days or 100 percent. Work nothing out in advance and name no "
    "result.\n"
    "Answer with one line: Formula: ...\n\n"
    "Problem:\n";

static const char *complaint(struct arena *a, const struct imported *x)
{
    switch (x->reason) {
    case IMPORT_UNREAD:
        return "That line is not a formula of numbers, + - * / and brackets.";
    case IMPORT_BROKEN_CHAIN:
        return arena_printf(a,
                            "The formula has a number that the problem does "
                            "not give: %s.",
                            x->detail);
    default: return "That formula does not give the answer of the problem.";
    }
}

const char *propose_prompt(struct arena *a, const struct problem *p,
                           const struct imported *tried)
{
    if (!tried)
        return arena_printf(a, "%s%s", ask_text, p->statement);
    return arena_printf(a,
                        "%s Write another formula for this problem, one line: "
                        "Formula: ...\n\nProblem:\n%s",
                        complaint(a, tried), p->statement);
}

/* ---- asking ---- */

struct proposing {
    const struct problem *problems;
    struct imported *out, *tried; /* tried: what came of the first reply */
    size_t *accepted;
};

static const char *prompt(struct arena *a, void *ctx, size_t row)
{
    const struct proposing *k = ctx;

    return propose_prompt(a, &k->problems[row], NULL);
}

static const char *prompt_again(struct arena *a, void *ctx, size_t row)
{
    const struct proposing *k = ctx;

    return propose_prompt(a, &k->problems[row], &k->tried[row]);
}

static bool take(struct arena *a, void *ctx, size_t row, const char *formula)
{
    struct proposing *k = ctx;
    struct imported *got = &k->tried[row];

    import_formula(a, &k->problems[row], formula, got);
    if (got->reason != IMPORT_FINE)
        return false;
    got->proposed = true;
    k->out[row] = *got;
    ++*k->accepted;
    return true;
}

bool propose_formulas(struct arena *a, struct questioner *c,
                      const struct problem *problems, struct imported *out,
                      size_t n, size_t *accepted, struct err *e)
{
    struct proposing k = { .problems = problems,
                           .out = out,
                           .tried = arena_array(a, struct imported, n + 1),
                           .accepted = accepted };
    const struct formula_asker f = { &k, prompt, prompt_again, take };
    size_t *open = arena_array(a, size_t, n + 1), n_open = 0;

    *accepted = 0;
    for (size_t i = 0; i < n; i++)
        if (import_wants_formula(out[i].reason))
            open[n_open++] = i;
    return ask_formulas(a, c, &f, open, n_open, e);
}
