/* SPDX-License-Identifier: Apache-2.0 */
#include "run/question/rounds.h"

bool question_rounds(struct arena *a, struct questioner *c,
                     const struct rounds *r, size_t n, struct err *e)
{
    size_t *job = arena_array(a, size_t, n + 1), open = n;

    for (unsigned round = 0; round < r->most && open; round++) {
        struct question *q = arena_array(a, struct question, n + 1);

        open = 0;
        for (size_t i = 0; i < n; i++) {
            q[open] = (struct question){ .attempt = 1 };
            if (!r->ask(r->ctx, i, round, &q[open], e))
                return false;
            job[open] = i;
            open += q[open].n_messages > 0;
        }
        if (open && !question_ask(a, c, q, open, e))
            return false;
        for (size_t i = 0; i < open; i++)
            r->take(r->ctx, job[i], round, &q[i].reply);
    }
    return true;
}
