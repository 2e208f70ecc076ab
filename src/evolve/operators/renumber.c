/* SPDX-License-Identifier: Apache-2.0 */
/* Fresh numbers: another problem of the same structure. */
#include "base/str.h"
#include "evolve/operators/cross_int.h"
#include "evolve/operators/op_int.h"

#define TRIES 20

static struct json *numbers_of(struct arena *a, const struct structure *b)
{
    const struct structure_slot *slots;
    size_t n = b->kind->slots(a, b->data, &slots);
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < n; i++)
        json_push(list, json_new_string(a, ratio_text(a, slots[i].value)));
    return list;
}

/* The letter must still be told: a slot may be another one now. */
static bool put(const struct operator_call *o, const void *data,
                struct individual *out, struct err *e)
{
    struct structure b = { o->first->parts[o->part].structure.kind, data };

    *out = individual_copy(o->arena, o->first);
    if (!individual_set_structure(o->arena, out, o->part, b, e))
        return false;
    return cross_links_hold(o->arena, out) ||
           err_set(e, ERR_DOMAIN,
                   "the parts of the chain would no longer "
                   "fit together");
}

static const char *answer_of(struct arena *a, const struct individual_part *p)
{
    return p->text ? p->text : ratio_text(a, p->answer);
}

/* What is fresh was never there, whatever step changed it: no answer of the
 * part comes back, and in a row of a public set no number at its place. */
static bool was_never(struct arena *a, const struct individual *s, size_t part,
                      const char **why)
{
    const struct individual_part *p = &s->parts[part];
    const struct json *now = numbers_of(a, &p->structure);

    for (size_t i = 0; i < s->n_steps; i++) {
        const struct json *old = s->steps[i].detail, *x, *y = now->first;

        if (s->steps[i].part != part ||
            !str_eq(s->steps[i].name, op_renumber.name))
            continue;
        x = json_get(old, "answer was");
        if (json_string(x) && str_eq(x->text, answer_of(a, p)))
            return op_broken(why, "its answer is an earlier answer");
        x = json_get(old, "was");
        x = x && p->structure.kind == &structure_graph ? x->first : NULL;
        for (; x && y; x = x->next, y = y->next)
            if (json_equal(x, y))
                return op_broken(why, "a number equals an earlier number at "
                                      "the same place");
    }
    return true;
}

static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    struct arena *a = o->arena;
    const struct individual_part *was = &o->first->parts[o->part];
    struct json *old = numbers_of(a, &was->structure), *detail, *new;
    const char *why;
    void *data;

    for (int i = 0;; i++) {
        /* A structure draws often itself before it says that it has none. */
        if (i == TRIES || !was->structure.kind->renumber(a, was->structure.data,
                                                         o->rng, &data, e))
            return false;
        if (!put(o, data, out, e))
            continue;
        new = numbers_of(a, &out->parts[o->part].structure);
        if (json_equal(old, new))
            err_set(e, ERR_DOMAIN, "the problem has no other numbers");
        else if (str_eq(answer_of(a, &out->parts[o->part]), answer_of(a, was)))
            err_set(e, ERR_DOMAIN, "its answer would be the same");
        else if (!was_never(a, out, o->part, &why))
            err_set(e, ERR_DOMAIN, "%s", why);
        else
            break;
    }
    detail = json_new(a, JSON_OBJECT);
    json_set(a, detail, "was", old);
    json_set(a, detail, "now", new);
    json_set(a, detail, "answer was", json_new_string(a, answer_of(a, was)));
    op_step(o, &op_renumber, out, detail);
    return true;
}

static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct json *was = json_get(t->detail, "was");
    const struct json *now = json_get(t->detail, "now");

    if (!was || !now || was->type != JSON_ARRAY || now->type != JSON_ARRAY)
        return op_broken(why, "its new numbers are not recorded");
    if (json_equal(was, now))
        return op_broken(why, "its numbers have not changed");
    /* Other things may be told by other templates, which print other
     * numbers of the same equation. */
    if (!op_later(s, step, op_renumber.name) &&
        !op_later(s, step, op_rename.name) &&
        !json_equal(now, numbers_of(a, &s->parts[t->part].structure)))
        return op_broken(why, "the numbers of the problem are not the "
                              "recorded ones");
    return was_never(a, s, t->part, why);
}

const struct operator_card op_renumber = {
    .name = "renumber",
    .kind = OPERATOR_FRESH,
    .promise = "The structure is the same and the numbers are new. In a row "
               "of a public set every free number changes and never takes "
               "an earlier value. The key is computed from the new numbers "
               "and differs from all earlier keys.",
    .role = ROLES,
    .apply = apply,
    .check = check,
};
