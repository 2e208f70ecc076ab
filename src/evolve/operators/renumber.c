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
static bool try_structure(const struct operator_call *o, struct individual *out,
                          struct err *e)
{
    *out = individual_copy(o->arena, o->first);
    if (!op_change(o, out, o->part,
                   out->parts[o->part].structure.kind->renumber, e))
        return false;
    return cross_links_hold(o->arena, out) ||
           err_set(e, ERR_DOMAIN, "the chain would not hold together");
}

static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    struct arena *a = o->arena;
    const struct individual_part *was = &o->first->parts[o->part];
    struct json *old = numbers_of(a, &was->structure), *detail, *new;

    for (int i = 0;; i++) {
        if (i == TRIES)
            return false;
        if (!try_structure(o, out, e))
            continue;
        new = numbers_of(a, &out->parts[o->part].structure);
        if (!json_equal(old, new))
            break;
        err_set(e, ERR_DOMAIN, "the problem has no other numbers");
    }
    detail = json_new(a, JSON_OBJECT);
    json_set(a, detail, "was", old);
    json_set(a, detail, "now", new);
    json_set(
        a, detail, "answer was",
        json_new_string(a, was->text ? was->text : ratio_text(a, was->answer)));
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
        return op_broken(why, "its numbers are not noted");
    if (json_equal(was, now))
        return op_broken(why, "its numbers are those before");
    if (!op_later(s, step, op_renumber.name) &&
        !json_equal(now, numbers_of(a, &s->parts[t->part].structure)))
        return op_broken(why, "the problem has other numbers than it says");
    return true;
}

const struct operator_card op_renumber = {
    .name = "renumber",
    .kind = OPERATOR_FRESH,
    .promise = "The structure is the same and the numbers are others; the key "
               "is computed from them.",
    .role = ROLES,
    .apply = apply,
    .check = check,
};
