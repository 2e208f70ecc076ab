/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asking the key models: every draft of each model at once, one model after
 * another. Only a declared answer counts as one.
 */
#include "hunt/key/key.h"

#include "base/str.h"
#include "grade/extract/extract.h"

#include <string.h>

static const char key_system[] =
    "You solve a problem with care. Others have solved it too, and only an "
    "answer that is right counts.\n"
    "Check that the problem makes sense: that nothing it needs is missing, "
    "and that it has exactly one answer.\n"
    "Work step by step, and check the result in a second way where you can. "
    "Put the final answer alone into \\boxed{} at the end: an exact value in "
    "LaTeX, without units or words, fractions in lowest terms.\n"
    "If the problem makes no sense, contradicts itself, or has no answer or "
    "several, end with \\boxed{invalid} instead.";

static struct question ask(struct arena *a, const struct draft *d,
                           uint64_t attempt)
{
    struct message *m = arena_array(a, struct message, 2);

    m[0] = (struct message){ "system", key_system };
    m[1] = (struct message){ "user", d->statement };
    return (
        struct question){ .messages = m, .n_messages = 2, .attempt = attempt };
}

/* A model that is named twice is asked twice. */
static uint64_t attempt_of(const struct questioner *models, size_t i)
{
    const struct model *m = models[i].model;
    uint64_t attempt = 1;

    for (size_t k = 0; k < i; k++)
        attempt += str_eq(models[k].model->url, m->url) &&
                   str_eq(models[k].model->name, m->name);
    return attempt;
}

static const char *answer_of(struct arena *a, const struct reply *r)
{
    struct extract_options o = { 0 };
    struct extracted x;

    if (r->outcome != OUTCOME_OK || !r->text)
        return NULL;
    x = extract_answer(a, r->text, strlen(r->text), &o);
    return x.declared && x.text && !str_blank(x.text) ? x.text : NULL;
}

bool key_find(struct arena *a, struct questioner *models, size_t n_models,
              const struct draft *drafts, size_t n, struct key_finding *out,
              struct err *e)
{
    const char **answers = arena_array(a, const char *, n *n_models + 1);
    struct question *q = arena_array(a, struct question, n + 1);

    for (size_t m = 0; m < n_models && n; m++) {
        for (size_t i = 0; i < n; i++)
            q[i] = ask(a, &drafts[i], attempt_of(models, m));
        if (!question_ask(a, &models[m], q, n, e))
            return false;
        for (size_t i = 0; i < n; i++)
            answers[i * n_models + m] = answer_of(a, &q[i].reply);
    }
    for (size_t i = 0; i < n; i++)
        key_decide(a, &drafts[i], answers + i * n_models, n_models, &out[i]);
    return true;
}
