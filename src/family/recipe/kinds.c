/* SPDX-License-Identifier: Apache-2.0 */
#include "family/recipe/kinds.h"
#include "base/err.h"
#include "family/recipe/values.h"

static uint64_t space_of(const struct pick *k, int64_t kind, kinds_fill *fill)
{
    struct pick count = { .level = k->level, .mode = PICK_COUNT, .space = 1 };
    union values scratch = { { 0 } };

    fill(&count, kind, &scratch);
    INVARIANT(count.space > 0);
    return count.space;
}

int64_t kinds_draw(struct pick *k, const int64_t *kinds, size_t n,
                   kinds_fill *fill, void *values)
{
    uint64_t space[KINDS_MOST], all = 0;
    struct pick walk = { .level = k->level,
                         .digits = k->mode == PICK_COUNT ? 0 : k->digits,
                         .mode = PICK_WALK,
                         .space = 1,
                         .sizes = k->sizes ? k->sizes : k->maths };
    size_t i = 0;

    INVARIANT(n > 0 && n <= KINDS_MOST);
    for (size_t j = 0; j < n; j++) {
        space[j] = space_of(k, kinds[j], fill);
        all += space[j];
    }
    walk.rank = (uint64_t)pick(k, 0, (int64_t)all - 1);
    for (; walk.rank >= space[i]; i++)
        walk.rank -= space[i];
    fill(&walk, kinds[i], values);
    k->structure ^= walk.structure;
    return kinds[i];
}
