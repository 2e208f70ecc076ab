/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/structure/slips.h"
#include "base/str.h"

#include <math.h>

bool slip_has(const struct slip_list *l, const char *name)
{
    for (size_t i = 0; i < l->n; i++)
        if (str_eq(l->out[i].name, name))
            return true;
    return false;
}

static bool is_near(const struct slip_list *l, struct ratio x)
{
    double k = fabs(ratio_double(l->key)), v = fabs(ratio_double(x));

    return v <= (l->most > 0 ? l->most : SLIP_FAR * fmax(k, 1)) &&
           k <= SLIP_FAR * v;
}

/* A key of whole numbers or cents has wrong answers that are such. */
static bool is_believable(const struct slip_list *l, struct ratio x)
{
    struct ratio key = l->key;

    if (ratio_equal(key, x) || ratio_sign(x) == 0 ||
        (ratio_sign(key) && ratio_sign(key) != ratio_sign(x)))
        return false;
    return ratio_whole(key) ? ratio_whole(x)
                            : 100 % key.q != 0 || 100 % x.q == 0;
}

void slip_add(struct slip_list *l, const char *name, struct ratio value)
{
    if (slip_has(l, name) || !is_believable(l, value) ||
        !(str_eq(name, SLIP_CONVERSION) || is_near(l, value)))
        return;
    for (size_t i = 0; i < l->n; i++)
        if (ratio_equal(l->out[i].value, value))
            return;
    INVARIANT(l->n < STRUCTURE_SLIPS);
    l->out[l->n++] = (struct slip){ value, name };
}
