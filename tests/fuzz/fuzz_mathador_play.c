/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Any text as a reply to a game of Mathador: points only for steps that can
 * be played, by both conventions without a crash. The first bytes choose the
 * game, so that texts of small numbers hit it often.
 */
#include "../lib/replay.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct game g = { .n = 5 };
    struct play p;

    if (size < 6)
        return 0;
    for (size_t i = 0; i < g.n; i++)
        g.numbers[i] = 1 + data[i] % 12;
    g.target = data[5] % 100;
    p = play_read(&a, &g, (const char *)data + 6, size - 6);
    if (replay_fault(&a, &g, &p))
        abort();
    p = play_read_paper(&a, &g, (const char *)data + 6, size - 6);
    if ((p.score > 0) == (p.n_errors > 0) || p.n_padding)
        abort();
    arena_clear(&a);
    return 0;
}
