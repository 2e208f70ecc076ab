/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_REPLAY_H
#define TESTS_LIB_REPLAY_H

#include "base/str.h"
#include "family/mathador/reply/play.h"

#include <string.h>

/*
 * No points without a solution: the steps that a play was graded by, read and
 * played again by other code, step by step.
 */

/* Returns NULL if the play has no points or has earned them, else what is
 * wrong. */
static inline const char *replay_fault(struct arena *a, const struct game *g,
                                       const struct play *p)
{
    struct solution s = { 0 };
    const char *at = p->steps, *fault;

    if (p->score == 0)
        return p->n_errors ? NULL : "no points and no error";
    if (p->n_errors)
        return "points in spite of an error";
    for (;;) {
        const char *end = strstr(at, "; ");
        size_t n = end ? (size_t)(end - at) : strlen(at);

        if (s.n == GAME_STEPS)
            return "more than four steps";
        if (!step_read(arena_strndup(a, at, n), &s.steps[s.n++]))
            return "a step that cannot be read";
        if (!end)
            break;
        at = end + 2;
    }
    fault = solution_fault(g, &s);
    if (fault)
        return fault;
    return solution_score(&s) == p->score ? NULL : "another score";
}

#endif
