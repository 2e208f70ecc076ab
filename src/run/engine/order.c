/* SPDX-License-Identifier: Apache-2.0 */
#include "run/engine/order.h"

struct hash128 order_key(struct hash128 run, uint64_t model)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, "order of calls");
    hasher_u64(&h, run.high);
    hasher_u64(&h, run.low);
    hasher_u64(&h, model);
    return hasher_close(&h);
}
