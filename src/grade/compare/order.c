/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/compare/order.h"

#include "math/decide/decide.h"
#include "math/exact/exact.h"

static int rational_order(struct comparer *j, const struct expr *x,
                          const struct expr *y)
{
    int order = 2;
    fmpq_t vx, vy;

    fmpq_init(vx);
    fmpq_init(vy);
    if (exact_rational(vx, x, j->work) == EXACT_VALUE &&
        exact_rational(vy, y, j->work) == EXACT_VALUE) {
        order = fmpq_cmp(vx, vy);
        order = order < 0 ? -1 : order > 0;
    }
    fmpq_clear(vx);
    fmpq_clear(vy);
    return order;
}

int order_of(struct comparer *j, const struct expr *x, const struct expr *y)
{
    struct decision d;
    int order;

    if (expr_infinity(x) || expr_infinity(y)) {
        order = expr_infinity(x) - expr_infinity(y);
        return order < 0 ? -1 : order > 0;
    }
    order = rational_order(j, x, y);
    if (order != 2)
        return order;
    d = decide_equal(j->arena, x, y, NULL, j->work);
    if (d.equal != TRUTH_NO)
        return d.equal == TRUTH_YES ? 0 : 2;
    switch (decide_less(x, y, j->work)) {
    case TRUTH_YES: return -1;
    case TRUTH_NO: return 1;
    default: return 2;
    }
}
