/* SPDX-License-Identifier: Apache-2.0 */
/* A set of problems put to targets: a run of the store like any other. */
#include "assay.h"
#include "base/clock.h"
#include "base/map.h"
#include "base/str.h"
#include "hunt/hunt_int.h"
#include "run/count/tally.h"

#include <inttypes.h>
#include <math.h>

#define ROUNDS 3 /* of asking what failed */

/* ---- batches ---- */

void batch_open(struct hunt *h, struct batch *b)
{
    *b = (struct batch){ .problems = vec_in(h->arena, sizeof(struct problem)) };
}

size_t batch_add(struct batch *b, const struct problem *p)
{
    struct str key = { 0 };
    size_t *place;
    bool added;

    str_addf(&key, "%s\n%s", p->id, p->statement);
    place = map_put(&b->places, key.s, key.n, &added);
    str_clear(&key);
    if (added) {
        *place = b->problems.n;
        *(struct problem *)vec_push(&b->problems) = *p;
    }
    return *place;
}

void batch_close(struct batch *b)
{
    map_clear(&b->places);
}

/* ---- asking ---- */

static void show_progress(void *ctx, const struct live *l)
{
    hunt_progress(ctx, l->done, l->total);
}

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

/* What is left of the hunt's budget. A run that has all its results costs
 * nothing more, so that an empty purse is the least budget, not none. */
static void limit_spending(const struct hunt *h, struct ask_options *ask)
{
    if (isfinite(h->purse.tokens))
        ask->budget_tokens = (uint64_t)fmax(1, h->purse.tokens);
    if (isfinite(h->purse.money))
        ask->budget_money = fmax(1e-9, h->purse.money);
}

/* Ask until no call has failed, a few times: errors are never answers. */
static bool ask_rounds(struct hunt *h, const struct plan *plan,
                       struct run_info *run, struct err *e)
{
    struct ask_options ask = h->o->ask;
    struct ask_report r = { 0 };
    uint64_t failed = 1;
    bool ok = true;

    ask.progress = show_progress;
    ask.stop = hunt_stopped;
    ask.ctx = h;
    limit_spending(h, &ask);
    for (int round = 0; ok && failed && round < ROUNDS; round++) {
        ok = ask_run(h->arena, h->store, run, plan, &ask, &r, e);
        if (!ok)
            break;
        h->report->asked += r.asked;
        h->report->journalled += r.journalled;
        failed = r.live.count[MARK_ERROR];
        live_clear(&r.live);
        ok = ended(&r, run, e);
        if (model_is_local(&plan->models[0]))
            break;
    }
    h->purse.tokens -= r.spent_tokens; /* of the run, all rounds */
    h->purse.money -= r.spent_money;
    if (ok && failed) {
        h->report->failed += failed;
        hunt_note(h,
                  "%" PRIu64 " calls of run %s failed and are in no figure; "
                  "the first: %s",
                  failed, run->name, r.error ? r.error : "");
    }
    return ok;
}

static void count_first(struct hunt *h, size_t n, struct answers *out)
{
    out->tries = arena_array(h->arena, uint32_t, n + 1);
    out->right = arena_array(h->arena, uint32_t, n + 1);
    for (size_t i = 0; i < out->n; i++) {
        const struct result *r = &out->results[i];
        enum mark m = mark_of(r, h->spec->strict);

        if (r->model != 0 || !mark_counts(m))
            continue;
        out->tries[r->problem]++;
        out->right[r->problem] += m == MARK_CORRECT;
    }
}

bool hunt_ask(struct hunt *h, const char *what, size_t first, size_t n_models,
              const struct problem *p, size_t n, struct answers *out,
              struct err *e)
{
    struct arena lines = { 0 };
    const char **specs = arena_array(h->arena, const char *, n_models + 1);
    struct plan plan = { .file = what,
                         .problems = p,
                         .n_problems = n,
                         .models = h->models + first,
                         .n_models = n_models,
                         .attempts = h->spec->attempts,
                         .decoding = h->spec->decoding };
    struct run_info run;
    struct result *results;
    bool found, ok;

    for (size_t i = 0; i < n_models; i++)
        specs[i] = plan.models[i].spec;
    ok = plan_try_prompts(&plan, e) &&
         runs_open(h->store, h->arena, plan_spec(h->arena, &plan),
                   assay_version(), plan_lines(&lines, &plan), n, specs,
                   n_models, plan.attempts, clock_day_ms(), &run, &found, e);
    arena_clear(&lines);
    if (!ok || !ask_rounds(h, &plan, &run, e) ||
        !runs_results(h->store, h->arena, run.id, &results, &out->n, e))
        return false;
    out->results = results;
    out->run = run.name;
    count_first(h, n, out);
    return true;
}
