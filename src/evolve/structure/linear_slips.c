/* SPDX-License-Identifier: Apache-2.0 */
/* Slips in a system of equations: one number of one equation misread. */
#include "evolve/structure/slips.h"

struct misread {
    const struct system *right;
    struct slip_list list;
};

/* The answer of the system with equation `eq` instead of its own. */
static bool answer_with(const struct misread *m, size_t eq, struct equation new,
                        struct ratio *out)
{
    struct settled x;
    struct system s;

    linear_copy(&s, m->right);
    s.eqs[eq] = new;
    if (!linear_settle(&s, s.asked, s.n_eqs, &x) || !x.settled)
        return false;
    *out = x.value;
    return true;
}

static void add_times(struct misread *m, const char *slip, int64_t times,
                      struct ratio step)
{
    struct ratio x;

    if (ratio_mul(&x, step, RATIO(times)) && ratio_add(&x, m->list.key, x))
        slip_add(&m->list, slip, x);
}

/* "5 more" is taken for "5 less", left out, or added twice: the answer moves in
 * proportion. */
static void misread_side(struct misread *m, const struct equation *q, size_t eq)
{
    struct equation none = *q;
    struct ratio x;

    none.rhs = RATIO(0);
    if (!ratio_sign(q->rhs) || !answer_with(m, eq, none, &x) ||
        !ratio_sub(&x, m->list.key, x))
        return;
    add_times(m, SLIP_SIGN, -2, x);
    add_times(m, SLIP_SKIPPED, -1, x);
    add_times(m, SLIP_DOUBLED, 1, x);
}

/* "3 times" is left out, or a sum is taken for a difference. */
static void misread_term(struct misread *m, const char *slip, size_t eq,
                         size_t var, struct ratio value)
{
    struct equation new = m->right->eqs[eq];
    struct ratio x;

    new.c[var] = value;
    if (!slip_has(&m->list, slip) && answer_with(m, eq, new, &x))
        slip_add(&m->list, slip, x);
}

static void misread(struct misread *m, size_t eq)
{
    const struct equation *q = &m->right->eqs[eq];
    size_t last;

    if (linear_terms(q, &last) < 2)
        return;
    misread_side(m, q, eq);
    for (size_t v = 0; v < m->right->n_vars; v++) {
        struct ratio one = RATIO(ratio_sign(q->c[v]));

        if (!one.p)
            continue;
        if (!ratio_equal(one, q->c[v]))
            misread_term(m, SLIP_SKIPPED, eq, v, one);
        misread_term(m, SLIP_SIGN, eq, v, ratio_neg(q->c[v]));
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
    for (size_t i = 0; i < m.right->n_eqs && m.list.n < 3; i++)
        misread(&m, i);
    return m.list.n;
}
