/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a plan would do, and what it takes over: nothing here asks a model.
 */
#include "base/alloc.h"
#include "base/vec.h"
#include "run/engine/ask.h"
#include "run/planted/note.h"
#include "store/journal.h"

#include <stdlib.h>
#include <string.h>

/* ---- an estimate ---- */

static bool look_at(struct store *s, const struct plan *p, size_t model,
                    size_t problem, uint64_t attempt, struct arena *tmp,
                    struct arena *a, struct ask_estimate *out, struct err *e)
{
    struct hash128 key;
    const char *body;
    bool there = false;

    if (!plan_body(tmp, p, model, problem, attempt, &body, &key, e))
        return false;
    if (!out->first_body)
        out->first_body = arena_strdup(a, body);
    if (s && !journal_has(s, key, &there, e))
        return false;
    if (there) {
        out->journalled++;
        return true;
    }
    out->to_ask++;
    out->prompt_bytes += strlen(body);
    out->model_to_ask[model]++;
    out->model_bytes[model] += strlen(body);
    return true;
}

/* 1 for each call that the run has a result of, or takes over from another
 * one (then `plan->only` counts). */
static bool have_of(struct store *s, const struct run_info *run, bool over,
                    const struct plan *p, unsigned char *have,
                    struct ask_estimate *out, struct err *e)
{
    struct arena a = { 0 };
    struct result *r;
    size_t n = 0;
    bool ok = !run || runs_results(s, &a, run->id, &r, &n, e);

    for (size_t i = 0; ok && i < n; i++) {
        unsigned char *at;

        if (r[i].outcome == OUTCOME_ERROR || r[i].problem >= p->n_problems ||
            r[i].model >= p->n_models || r[i].attempt < 1 ||
            r[i].attempt > p->attempts || (over && p->only[r[i].outcome]))
            continue;
        at = &have[(r[i].model * p->n_problems + r[i].problem) * p->attempts +
                   r[i].attempt - 1];
        out->results += !*at;
        *at = 1;
        if (r[i].usage.completion >= 0) {
            out->reply_tokens += (double)r[i].usage.completion;
            out->replies++;
        }
    }
    arena_clear(&a);
    return ok;
}

bool ask_preview(struct arena *a, struct store *s, const struct run_info *run,
                 const struct run_info *old, const struct plan *plan,
                 struct ask_estimate *out, struct err *e)
{
    uint64_t per_model = plan->n_problems * plan->attempts;
    unsigned char *have = alloc_new(plan->n_models * per_model + 1, 1);
    struct arena tmp = { 0 };
    bool ok;

    *out = (struct ask_estimate){ .calls = plan->n_models * per_model };
    out->model_to_ask = arena_array(a, uint64_t, plan->n_models);
    out->model_bytes = arena_array(a, uint64_t, plan->n_models);
    ok = have_of(s, run, false, plan, have, out, e) &&
         have_of(s, old, true, plan, have, out, e);
    for (uint64_t i = 0; ok && i < out->calls; i++) {
        if (!have[i])
            ok = look_at(s, plan, (size_t)(i / per_model),
                         (size_t)(i % per_model / plan->attempts),
                         i % plan->attempts + 1, &tmp, a, out, e);
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    free(have);
    return ok;
}

/* ---- taking over ---- */

/* Results of the old run that stay as they are. */
static bool kept(struct arena *a, struct store *s, const struct run_info *old,
                 const struct plan *plan, struct vec *list, struct err *e)
{
    struct result *r;
    size_t n;

    if (!runs_results(s, a, old->id, &r, &n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!plan->only[r[i].outcome] && r[i].outcome != OUTCOME_ERROR)
            *(const struct result **)vec_push(list) = &r[i];
    return true;
}

bool ask_take_over(struct arena *a, struct store *s, struct run_info *run,
                   const struct run_info *old, const struct plan *plan,
                   uint64_t *taken, struct err *e)
{
    struct vec list = vec_in(a, sizeof(const struct result *));
    bool ok = runs_lock(s, run->id, e) && runs_find(s, a, run->name, run, e);

    *taken = 0;
    if (ok && run->results == 0) { /* else it was done when the run began */
        ok = kept(a, s, old, plan, &list, e) &&
             (list.n == 0 ||
              runs_append(s, run->id, list.items, list.n, run->made_ms, e)) &&
             runs_find(s, a, run->name, run, e);
        *taken = ok ? list.n : 0;
    }
    runs_unlock(s, run->id);
    return ok;
}
