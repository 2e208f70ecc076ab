/* SPDX-License-Identifier: Apache-2.0 */
#include "run/count/cost.h"

double result_cost(const struct price *p, const struct result *r)
{
    const struct usage *u = &r->usage;
    double cost = price_of(p, u->prompt, u->cached, u->completion);

    return r->batched ? cost * PRICE_BATCH : cost;
}
