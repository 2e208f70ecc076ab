/* SPDX-License-Identifier: Apache-2.0 */
#include "run/count/bad_keys.h"

#include "run/judge.h"
#include "run/plan.h"

#include <string.h>

static bool says_bad(const struct result *r)
{
    return r->outcome == OUTCOME_OK && (r->strict == VERDICT_BAD_KEY ||
                                        r->lenient == VERDICT_BAD_KEY);
}

/* A key that a reply was not judged by is bad, whatever this version of the
 * judge reads; the others are asked. */
static void ask_keys(struct arena *a, const struct problem *p, size_t n,
                     const char *spec, bool *bad)
{
    struct arena scratch = { 0 };
    struct judge_options o = { 0 };
    struct json *read;
    const char *why;
    struct err e;

    if (spec && json_read(a, spec, strlen(spec), 1, &read, &e))
        o = plan_judge_read(a, read);
    for (size_t i = 0; i < n; i++) {
        bad[i] = bad[i] || !run_judge_key(&scratch, &p[i], &o, &why);
        arena_reset(&scratch);
    }
    arena_clear(&scratch);
}

const bool *bad_keys_mark(struct arena *a, const struct problem *problems,
                          size_t n_problems, const char *spec,
                          struct result *results, size_t n)
{
    bool *bad = arena_array(a, bool, n_problems + 1);
    bool any = false;

    for (size_t i = 0; i < n; i++)
        if (says_bad(&results[i]))
            any = bad[results[i].problem] = true;
    if (!any)
        return NULL;
    ask_keys(a, problems, n_problems, spec, bad);
    for (size_t i = 0; i < n; i++)
        results[i].bad_key = bad[results[i].problem];
    return bad;
}
