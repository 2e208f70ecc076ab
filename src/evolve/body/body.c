/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/body/body.h"
#include "base/str.h"
#include "evolve/body/body_int.h"

static const struct body_kind *const kinds[] = { &body_linear, &body_graph,
                                                 &body_concept };

const struct body_kind *body_kind_find(const char *name)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
        if (str_eq(kinds[i]->name, name))
            return kinds[i];
    return NULL;
}

const char *body_family(const struct body *b)
{
    if (b->kind == &body_linear)
        return "linear";
    if (b->kind == &body_concept)
        return body_concept_family(b);
    return NULL;
}

/* ---- keys ---- */

bool body_key(struct arena *a, const struct body *b, size_t slot,
              struct ratio value, struct body_key *out)
{
    struct ratio x;

    if (b->kind->key)
        return b->kind->key(a, b->data, slot, value, out);
    if (!b->kind->solve(a, b->data, slot, value, &x))
        return false;
    *out = body_number(a, b, x);
    return true;
}

struct body_key body_number(struct arena *a, const struct body *b,
                            struct ratio x)
{
    if (b->kind == &body_concept)
        return body_concept_number(a, b->data, x);
    return (struct body_key){ .is_number = true,
                              .value = x,
                              .kind = ratio_whole(x) ? ANSWER_INTEGER
                                                     : ANSWER_RATIONAL,
                              .latex = ratio_latex(a, x) };
}

bool body_key_equal(const struct body_key *x, const struct body_key *y)
{
    if (x->is_number != y->is_number)
        return false;
    return x->is_number ? ratio_equal(x->value, y->value)
                        : x->kind == y->kind && str_eq(x->latex, y->latex);
}

bool body_key_moves(struct arena *a, const struct body *b, size_t slot,
                    struct ratio value, const struct body_key *key)
{
    struct finding found = { .by = "", .detail = "" };
    struct body_key other;

    if (!body_key(a, b, slot, value, &other) ||
        other.is_number != key->is_number || body_key_equal(&other, key))
        return false;
    return key->is_number || b->kind->judge(a, b->data, slot, value, key->latex,
                                            &found) == TRUTH_NO;
}

/* ---- making ---- */

/* Its params are written by the body itself. */
static bool linear_body_of(struct arena *a, const struct problem *p,
                           struct body *out, struct err *e)
{
    void *data;

    if (!p->params)
        return err_set(e, ERR_DOMAIN, "%s: the problem has no params", p->id);
    if (!body_linear.read(a, p->params, &data, e))
        return err_prefix(e, "%s: ", p->id);
    *out = (struct body){ &body_linear, data };
    return true;
}

bool body_of_problem(struct arena *a, const struct problem *p, struct body *out,
                     struct err *e)
{
    if (!p->family)
        return err_set(e, ERR_DOMAIN,
                       "%s: a row of a public set has no structure of its own; "
                       "it has to be read from its computation",
                       p->id);
    if (str_eq(p->family, "linear"))
        return linear_body_of(a, p, out, e);
    return body_concept_of(a, p, out, e) || err_prefix(e, "%s: ", p->id);
}
