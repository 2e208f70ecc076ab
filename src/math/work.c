/* SPDX-License-Identifier: Apache-2.0 */
#include "math/work.h"

bool work_refuse(struct work *w, const char *ceiling)
{
    if (!w->ceiling)
        w->ceiling = ceiling;
    return false;
}

bool work_spend(struct work *w, uint64_t n)
{
    if (w->used > w->limit || n > w->limit - w->used) {
        w->used = w->limit;
        return work_refuse(w, "work");
    }
    w->used += n;
    return true;
}
