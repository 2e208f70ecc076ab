/* SPDX-License-Identifier: Apache-2.0 */
#include "run/ask/put.h"
#include "assay.h"
#include "base/clock.h"

#include <math.h>

#define ROUNDS 3 /* of asking what failed */

/* Why the run did not come to its end. */
static bool ended(const struct ask_report *r, const struct run_info *run,
                  struct err *e)
{
    switch (r->end) {
    case ASK_DONE: return true;
    case ASK_STOPPED:
        return err_set(e, ERR_IO,
                       "interrupted; the same command goes on with it");
    case ASK_BUDGET:
        return err_set(e, ERR_IO,
                       "the budget is spent; the same command with "
                       "a larger one goes on");
    case ASK_FATAL: break;
    }
    return err_set(e, ERR_IO, "run %s: %s", run->name, r->why);
}

/* What is left in the purse. A run that has all its results costs nothing
 * more, so that an empty purse is the least budget, not none. */
static void limit_spending(const struct purse *purse, struct ask_options *ask)
{
    if (isfinite(purse->tokens))
        ask->budget_tokens = (uint64_t)fmax(1, purse->tokens);
    if (isfinite(purse->money))
        ask->budget_money = fmax(1e-9, purse->money);
}

/* Ask until no call has failed, a few times. */
static bool ask_rounds(struct arena *a, struct put *p, const struct plan *plan,
                       const struct run_info *run, uint64_t *failed,
                       struct err *e)
{
    struct ask_options ask = p->ask;
    struct ask_report r = { 0 };
    bool ok = true;

    *failed = 1;
    if (p->purse)
        limit_spending(p->purse, &ask);
    for (int round = 0; ok && *failed && round < ROUNDS; round++) {
        ok = ask_run(a, p->store, run, plan, &ask, &r, e);
        if (!ok)
            break;
        p->asked += r.asked;
        p->journalled += r.journalled;
        *failed = r.live.count[MARK_ERROR];
        live_clear(&r.live);
        ok = ended(&r, run, e);
        if (model_is_local(&plan->models[0]))
            break;
    }
    if (p->purse) {
        p->purse->tokens -= r.spent_tokens; /* of the run, all rounds */
        p->purse->money -= r.spent_money;
    }
    if (ok && *failed) {
        p->failed += *failed;
        if (!p->error)
            p->error = r.error;
    }
    return ok;
}

static bool open_run(struct arena *a, const struct put *p,
                     const struct plan *plan, struct run_info *run,
                     struct err *e)
{
    struct arena lines = { 0 };
    const char **specs = arena_array(a, const char *, plan->n_models + 1);
    bool found, ok;

    for (size_t i = 0; i < plan->n_models; i++)
        specs[i] = plan->models[i].spec;
    ok = plan_try_prompts(plan, e) &&
         runs_open(p->store, a, plan_spec(a, plan), assay_version(),
                   plan_lines(&lines, plan), plan->n_problems, specs,
                   plan->n_models, plan->attempts, clock_day_ms(), run, &found,
                   e);
    arena_clear(&lines);
    return ok;
}

bool put_set(struct arena *a, struct put *p, const char *what,
             const struct model *models, size_t n_models,
             const struct problem *problems, size_t n, struct run_info *run,
             uint64_t *failed_now, struct err *e)
{
    struct plan plan = { .file = what,
                         .problems = problems,
                         .n_problems = n,
                         .models = models,
                         .n_models = n_models,
                         .attempts = p->attempts,
                         .decoding = p->decoding,
                         .prompt = p->prompt };
    uint64_t failed;

    if (!open_run(a, p, &plan, run, e) ||
        !ask_rounds(a, p, &plan, run, &failed, e))
        return false;
    if (failed_now)
        *failed_now = failed;
    return true;
}
