/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/structure/structure.h"
#include "base/ascii.h"
#include "base/str.h"

#include <string.h>

/* What all kinds of structures have in common. */

static const struct structure_kind *const kinds[] = { &structure_linear,
                                                      &structure_graph,
                                                      &structure_concept };

const struct structure_kind *structure_kind_find(const char *name)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
        if (str_eq(kinds[i]->name, name))
            return kinds[i];
    return NULL;
}

const char *structure_family(const struct structure *b)
{
    return b->kind->family ? b->kind->family(b->data) : NULL;
}

/* ---- keys ---- */

bool structure_key(struct arena *a, const struct structure *b, size_t slot,
                   struct ratio value, struct structure_key *out)
{
    struct ratio x;

    if (b->kind->key)
        return b->kind->key(a, b->data, slot, value, out);
    if (!b->kind->solve(a, b->data, slot, value, &x))
        return false;
    *out = structure_number(a, b, x);
    return true;
}

struct structure_key structure_number(struct arena *a,
                                      const struct structure *b, struct ratio x)
{
    if (b->kind->number)
        return b->kind->number(a, b->data, x);
    return (struct structure_key){ .is_number = true,
                                   .value = x,
                                   .kind = ratio_whole(x) ? ANSWER_INTEGER
                                                          : ANSWER_RATIONAL,
                                   .latex = ratio_latex(a, x) };
}

bool structure_key_equal(const struct structure_key *x,
                         const struct structure_key *y)
{
    if (x->is_number != y->is_number)
        return false;
    return x->is_number ? ratio_equal(x->value, y->value)
                        : x->kind == y->kind && str_eq(x->latex, y->latex);
}

bool structure_key_moves(struct arena *a, const struct structure *b,
                         size_t slot, struct ratio value,
                         const struct structure_key *key)
{
    struct check_finding found = { .by = "", .detail = "" };
    struct structure_key other;

    if (!structure_key(a, b, slot, value, &other) ||
        other.is_number != key->is_number || structure_key_equal(&other, key))
        return false;
    return key->is_number || b->kind->judge(a, b->data, slot, value, key->latex,
                                            &found) == TRUTH_NO;
}

const char *structure_digits(const char *text, const char *digits)
{
    size_t n = strlen(digits);

    for (const char *p = text; (p = strstr(p, digits)); p++)
        if ((p == text || (!is_digit(p[-1]) && p[-1] != '.')) &&
            !is_digit(p[n]) && !(p[n] == '.' && is_digit(p[n + 1])))
            return p;
    return NULL;
}

/* ---- making ---- */

/* Its params are written by the structure itself. */
static bool linear_of(struct arena *a, const struct problem *p,
                      struct structure *out, struct err *e)
{
    void *data;

    if (!p->params)
        return err_set(e, ERR_DOMAIN, "%s: the problem has no params", p->id);
    if (!structure_linear.read(a, p->params, &data, e))
        return err_prefix(e, "%s: ", p->id);
    *out = (struct structure){ &structure_linear, data };
    return true;
}

bool structure_of_problem(struct arena *a, const struct problem *p,
                          struct structure *out, struct err *e)
{
    if (!p->family)
        return err_set(e, ERR_DOMAIN,
                       "%s: a row of a public dataset stores no structure; "
                       "it must be read from the row's computation",
                       p->id);
    if (str_eq(p->family, "linear"))
        return linear_of(a, p, out, e);
    return structure_concept_of(a, p, out, e) || err_prefix(e, "%s: ", p->id);
}
