/* SPDX-License-Identifier: Apache-2.0 */
/* A scene before the problem begins. */
#include "evolve/operators/op_text_int.h"

static bool has_scene(const struct individual *s, size_t part)
{
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].part == part && s->lines[i].role == ROLE_BACKGROUND)
            return true;
    return false;
}

static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    size_t n, at;

    INVARIANT(o->part < o->first->n_parts);
    if (has_scene(o->first, o->part))
        return err_set(e, ERR_DOMAIN, "the part has its background already");
    at = individual_part_lines(o->first, o->part, &n);
    return op_text_insert(o, &op_background, JOB_BACKGROUND, at, out, e);
}

/* It stands before every sentence of the structure. */
static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    bool told = false;

    if (!op_text_holds(a, s, step, &op_background, JOB_BACKGROUND, why))
        return false;
    for (size_t i = 0; i < s->n_lines && s->lines[i].step != step; i++)
        told = told || op_text_is_told(&s->lines[i], s->steps[step - 1].part);
    if (told)
        *why = "the background does not stand before the conditions";
    return !told;
}

const struct operator_card op_background = {
    .name = "background",
    .kind = OPERATOR_TEXT,
    .promise = "A scene of a few sentences stands before the problem; it says "
               "no amount and no relation.",
    .role = ROLE_BACKGROUND,
    .apply = apply,
    .check = check,
};
