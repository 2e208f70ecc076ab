/* SPDX-License-Identifier: Apache-2.0 */
/* Slips in a system of equations: one number of one equation misread. */
#include "evolve/structure/slips.h"

struct misread {
    const struct system *right;
    struct slip_list list;
};

/* The answer with another number in equation `eq`: `var` is n_vars for its
 * right side. */
static void with_number(struct misread *m, const char *slip, size_t eq,
                        size_t var, struct ratio value)
{
    struct system s = *m->right;
    struct settled x;

    if (slip_has(&m->list, slip))
        return;
    if (var < s.n_vars)
        s.eqs[eq].c[var] = value;
    else
        s.eqs[eq].rhs = value;
    if (linear_settle(&s, s.asked, s.n_eqs, &x) && x.settled)
        slip_add(&m->list, slip, x.value);
}

/* "5 more" is taken for "5 less", left out, or added twice; "3 times" is left
 * out; a sum is taken for a difference. */
static void misread(struct misread *m, size_t eq)
{
    const struct equation *q = &m->right->eqs[eq];
    size_t n = m->right->n_vars, last;
    struct ratio twice;

    if (linear_terms(q, &last) < 2)
        return;
    if (ratio_sign(q->rhs)) {
        with_number(m, SLIP_SIGN, eq, n, ratio_neg(q->rhs));
        with_number(m, SLIP_SKIPPED, eq, n, RATIO(0));
        if (ratio_add(&twice, q->rhs, q->rhs))
            with_number(m, SLIP_DOUBLED, eq, n, twice);
    }
    for (size_t v = 0; v < n; v++) {
        struct ratio one = RATIO(ratio_sign(q->c[v]));

        if (!one.p)
            continue;
        if (!ratio_equal(one, q->c[v]))
            with_number(m, SLIP_SKIPPED, eq, v, one);
        with_number(m, SLIP_SIGN, eq, v, ratio_neg(q->c[v]));
    }
}

size_t linear_slips(struct arena *a, const void *data, struct slip *out)
{
    const struct linear_problem *l = data;
    struct misread m = { .right = &l->system, .list = { .out = out } };
    struct settled key;

    (void)a;
    if (!linear_settle(m.right, m.right->asked, m.right->n_eqs, &key) ||
        !key.settled)
        return 0;
    m.list.key = key.value;
    m.list.most = 2.0 * (double)l->shape.high;
    for (size_t i = 0; i < m.right->n_eqs; i++)
        misread(&m, i);
    return m.list.n;
}
