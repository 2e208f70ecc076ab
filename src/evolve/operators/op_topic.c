/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions of a world that has nothing to do with the problem. */
#include "evolve/operators/op_text_int.h"

/* Before the question, or behind the last condition: where the question stands
 * last, and nothing between, that is the same. SIZE_MAX: no sentences. */
static size_t place_late(const struct operator_call *o)
{
    const struct individual *s = o->first;
    size_t question = SIZE_MAX, behind = SIZE_MAX;

    for (size_t i = 0; i < s->n_lines; i++) {
        if (!op_text_is_told(&s->lines[i], o->part))
            continue;
        if (s->lines[i].role == ROLE_QUESTION)
            question = i;
        else
            behind = i + 1;
    }
    if (question == SIZE_MAX || behind == SIZE_MAX)
        return question == SIZE_MAX ? behind : question;
    return rng_below(o->rng, 2) ? question : behind;
}

static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    size_t at;

    INVARIANT(o->part < o->first->n_parts);
    at = place_late(o);
    if (at == SIZE_MAX)
        return err_set(e, ERR_DOMAIN, "the part has no sentences");
    return op_text_insert(o, &op_topic, JOB_TOPIC, at, out, e);
}

static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    return op_text_holds(a, s, step, &op_topic, JOB_TOPIC, why);
}

const struct operator_card op_topic = {
    .name = "irrelevant-topic",
    .kind = OPERATOR_TEXT,
    .promise = "Conditions of another world, without a question and without a "
               "number, stand behind those of the problem.",
    .role = ROLE_TOPIC,
    .apply = apply,
    .check = check,
};
