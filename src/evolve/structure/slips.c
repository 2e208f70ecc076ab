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

const char *slip_of(const struct slip *list, size_t n, struct ratio value)
{
    for (size_t i = 0; i < n; i++)
        if (ratio_equal(list[i].value, value))
            return list[i].name;
    return NULL;
}

static bool slips_is_near(const struct slip_list *l, struct ratio x)
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
        !(str_eq(name, SLIP_CONVERSION) || slips_is_near(l, value)))
        return;
    if (slip_of(l->out, l->n, value))
        return;
    INVARIANT(l->n < STRUCTURE_SLIPS);
    l->out[l->n++] = (struct slip){ value, name };
}

bool slip_is_quantity(struct arena *a, const struct structure *b,
                      struct ratio value)
{
    struct quantity *q = arena_array(a, struct quantity, STRUCTURE_QUANTITIES);
    size_t n = b->kind->quantities(a, b->data, q);

    for (size_t i = 0; i < n; i++)
        if (!q[i].asked && ratio_equal(q[i].value, value))
            return true;
    return false;
}
