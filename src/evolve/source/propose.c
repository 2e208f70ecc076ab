/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/source/propose.h"
#include "base/str.h"
#include "evolve/source/import_int.h"
#include "run/question/rounds.h"

#include <string.h>

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

static const char *propose_complaint(struct arena *a, const struct imported *x)
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
                        propose_complaint(a, tried), p->statement);
}

/* ---- asking ---- */

struct proposing {
    const struct problem *problems;
    struct imported *out, *tried; /* tried: what came of the first reply */
    size_t *accepted;
};

static const char *propose_first(struct arena *a, void *ctx, size_t row)
{
    const struct proposing *k = ctx;

    return propose_prompt(a, &k->problems[row], NULL);
}

static const char *prompt_again(struct arena *a, void *ctx, size_t row)
{
    const struct proposing *k = ctx;

    return propose_prompt(a, &k->problems[row], &k->tried[row]);
}

static bool propose_take(struct arena *a, void *ctx, size_t row,
                         const char *formula)
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
    const struct formula_asker f = { &k, propose_first, prompt_again,
                                     propose_take };
    size_t *open = arena_array(a, size_t, n + 1), n_open = 0;

    *accepted = 0;
    for (size_t i = 0; i < n; i++)
        if (import_wants_formula(out[i].reason))
            open[n_open++] = i;
    return ask_formulas(a, c, &f, open, n_open, e);
}

static const char system_text[] =
    "You write word problems as arithmetic. You answer with one line and "
    "nothing else.";

/* ---- replies ---- */

/* The formula of a reply: behind the last "Formula:", else its last line that
 * is not blank. */
static const char *formula_of(struct arena *a, const char *reply)
{
    const char *found = reply, *at;
    size_t n;

    for (at = reply; *at; at += n + (at[n] == '\n')) {
        n = strcspn(at, "\n");
        if (!str_blank(arena_strndup(a, at, n)))
            found = at;
    }
    for (at = reply; (at = strstr(at, "ormula:"));)
        found = at += 7;
    return str_trim(a, arena_strndup(a, found, strcspn(found, "\n")));
}

/* Without code marks, bold marks, dollar signs around it and a full stop. */
static const char *clean_formula(struct arena *a, const char *s)
{
    char *t = arena_strdup(a, s);
    size_t n = 0;

    for (size_t i = 0; t[i]; i++)
        if (!(t[i] == '`' ||
              (t[i] == '*' && (t[i + 1] == '*' || (i && t[i - 1] == '*')))))
            t[n++] = t[i];
    t[n] = 0;
    t = str_trim(a, t);
    n = strlen(t);
    if (n && t[n - 1] == '.')
        t[n - 1] = 0;
    return t;
}

/* ---- asking ---- */

struct asking {
    struct arena *arena;
    const struct formula_asker *with;
    const size_t *rows; /* that want a formula */
    const char **reply; /* [place] one that did not do; NULL: there is none */
};

/* Who has not answered is not asked again. */
static bool formula_ask(void *ctx, size_t i, unsigned again, struct question *q,
                        struct err *e)
{
    struct asking *k = ctx;
    const struct formula_asker *f = k->with;
    struct message *m = arena_array(k->arena, struct message, 4);

    (void)e;
    if (again && !k->reply[i])
        return true;
    m[0] = (struct message){ "system", system_text };
    m[1] = (struct message){ "user", f->prompt(k->arena, f->ctx, k->rows[i]) };
    if (again) {
        m[2] = (struct message){ "assistant", k->reply[i] };
        m[3] = (struct message){ "user",
                                 f->complaint(k->arena, f->ctx, k->rows[i]) };
    }
    q->messages = m;
    q->n_messages = again ? 4 : 2;
    return true;
}

static void reply_take(void *ctx, size_t i, unsigned again,
                       const struct reply *r)
{
    struct asking *k = ctx;
    bool done =
        r->outcome != OUTCOME_OK || !r->text ||
        k->with->take(k->arena, k->with->ctx, k->rows[i],
                      clean_formula(k->arena, formula_of(k->arena, r->text)));

    (void)again;
    k->reply[i] = done ? NULL : r->text;
}

bool ask_formulas(struct arena *a, struct questioner *c,
                  const struct formula_asker *f, size_t *rows, size_t n,
                  struct err *e)
{
    struct asking k = { .arena = a,
                        .with = f,
                        .rows = rows,
                        .reply = arena_array(a, const char *, n + 1) };
    const struct rounds r = { formula_ask, reply_take, &k, 2 };

    return question_rounds(a, c, &r, n, e);
}
