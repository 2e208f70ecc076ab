/* SPDX-License-Identifier: Apache-2.0 */
#include "run/shard.h"
#include "base/ascii.h"

bool shard_read(const char *text, struct shard *out, struct err *e)
{
    uint64_t v[2] = { 0, 0 };
    const char *p = text;

    for (int i = 0; i < 2; i++) {
        for (; is_digit(*p) && v[i] <= SHARDS_MOST; p++)
            v[i] = v[i] * 10 + (uint64_t)(*p - '0');
        if (*p == "/"[i])
            p += i == 0;
        else
            v[1] = 0;
    }
    *out = (struct shard){ v[0], v[1] };
    return (*p == '\0' && v[0] >= 1 && v[0] <= v[1] && v[1] <= SHARDS_MOST) ||
           err_set(e, ERR_USAGE,
                   "\"%.40s\" is not a valid shard: write I/N, for example "
                   "--shard 2/4 for the second of four parts",
                   text);
}
