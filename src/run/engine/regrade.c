/* SPDX-License-Identifier: Apache-2.0 */
#include "run/engine/regrade.h"
#include "base/pipeline.h"
#include "base/vec.h"
#include "grade/profile_file.h"
#include "run/plan.h"
#include "run/review/decisions.h"
#include "run/second_opinion.h"
#include "store/journal.h"

#include <string.h>

struct again {
    struct arena *arena;
    struct store *store;
    const struct summary *view;
    const struct regrade_options *o;
    struct decisions decisions; /* by people */
    size_t next;
    struct vec changes;
    struct regrade *out;
    bool failed;
    struct err err;
};

struct slot {
    const struct result *was;
    struct call call;
    struct result now;
};

static bool regrade_next(void *ctx, struct pipeline_item *item)
{
    struct again *g = ctx;
    struct slot *s = item->data;
    bool found = false;

    while (g->next < g->view->n_results &&
           g->view->results[g->next].outcome != OUTCOME_OK)
        g->next++;
    if (g->next == g->view->n_results || g->failed)
        return false;
    if (g->o->stop && g->o->stop(g->o->ctx)) {
        g->out->stopped = true;
        return false;
    }
    s->was = &g->view->results[g->next++];
    if (!journal_find(g->store, &item->arena, s->was->call, false, &s->call,
                      &found, &g->err) ||
        (!found &&
         !err_set(
             &g->err, ERR_DOMAIN,
             "run %s: a reply is missing; `assay store verify%s` shows details",
             g->view->info.name, g->view->store))) {
        g->failed = true;
        return false;
    }
    return true;
}

static void regrade_work(void *ctx, struct pipeline_item *item)
{
    struct again *g = ctx;
    struct slot *s = item->data;
    const struct problem *p = &g->view->problems[s->was->problem];
    struct result old = *s->was;

    run_judge(&item->arena, p, &g->o->judge, &s->call.reply, &s->now);
    s->now.more = second_opinion_keep(&item->arena, s->now.more, s->was->more);
    /* A person's decision wins over the judge, also one on the answer that was
     * found before. */
    if (!decisions_apply(&item->arena, &g->decisions, p->statement,
                         s->call.reply.text, &s->now) &&
        decisions_apply(&item->arena, &g->decisions, p->statement, NULL, &old))
        s->now = old;
}

static void keep_change(struct again *g, const struct slot *s)
{
    struct regrade_change *c = vec_push(&g->changes);

    c->was = s->was;
    c->now = s->now;
    c->now.problem = s->was->problem;
    c->now.model = s->was->model;
    c->now.attempt = s->was->attempt;
    c->now.call = s->was->call;
    c->now.answer = arena_strdup(g->arena, s->now.answer);
    c->now.why = arena_strdup(g->arena, s->now.why);
    c->now.more = arena_strdup(g->arena, s->now.more);
    c->now.judge = arena_strdup(g->arena, s->now.judge);
}

static bool regrade_emit(void *ctx, struct pipeline_item *item)
{
    struct again *g = ctx;
    struct slot *s = item->data;

    g->out->judged++;
    if (g->o->progress)
        g->o->progress(g->o->ctx, g->out->judged, g->view->n_results);
    if (s->now.strict != s->was->strict || s->now.lenient != s->was->lenient ||
        !str_same(s->now.answer, s->was->answer) ||
        !str_same(s->now.more, s->was->more))
        keep_change(g, s);
    return true;
}

/* ---- the run they go to ---- */

/* The options in a run's spec; what is not given in *judge is filled in. A
 * profile that is given stands for the same one in the spec. */
static struct judge_options judge_of(struct arena *a, const struct json *spec,
                                     struct judge_options *judge)
{
    struct judge_options own = plan_judge_read(a, spec);

    if (own.profile && judge->profile &&
        json_equal(profile_json(a, own.profile),
                   profile_json(a, judge->profile)))
        own.profile = judge->profile;
    judge->confidence = own.confidence;
    if (!judge->tolerance)
        judge->tolerance = own.tolerance;
    if (!judge->digits)
        judge->digits = own.digits;
    if (!judge->profile)
        judge->profile = own.profile;
    return own;
}

/* The spec with other options of the judge, its members in the same order. */
static const char *spec_with(struct arena *a, const struct json *spec,
                             const struct judge_options *judge)
{
    struct json *copy = json_new(a, JSON_OBJECT);
    struct str out = str_in(a);

    for (const struct json *m = spec->first; m; m = m->next)
        json_set(a, copy, m->name,
                 str_eq(m->name, "judge") ? plan_judge(a, judge)
                                          : json_copy(a, m));
    json_write(&out, copy);
    return out.s;
}

bool regrade_judge(struct arena *a, const struct run_info *run,
                   struct judge_options *judge, struct err *e)
{
    struct json *spec;

    if (!json_read(a, run->spec, strlen(run->spec), 1, &spec, e))
        return false;
    judge_of(a, spec, judge);
    return true;
}

bool regrade_open(struct arena *a, struct store *s, const struct run_info *run,
                  struct judge_options *judge, const char *version,
                  int64_t now_ms, struct run_info *out, struct err *e)
{
    struct judge_options own;
    const char **problems;
    struct json *spec;
    size_t n;
    bool found;

    *out = *run;
    if (!json_read(a, run->spec, strlen(run->spec), 1, &spec, e))
        return false;
    own = judge_of(a, spec, judge);
    if (str_same(own.tolerance, judge->tolerance) &&
        own.digits == judge->digits && own.profile == judge->profile)
        return true;
    return runs_problems(s, a, run->id, &problems, &n, e) &&
           runs_open(s, a, spec_with(a, spec, judge), version, problems, n,
                     run->models, run->n_models, run->attempts, now_ms, out,
                     &found, e);
}

/* What is appended: changed results by their new verdict, and where another run
 * begins with them all results of the old one. */
static const struct result **new_results(struct arena *a,
                                         const struct summary *v,
                                         const struct regrade *g, bool all,
                                         size_t *n)
{
    const struct result **list =
        arena_array(a, const struct result *, v->n_results + 1);
    size_t c = 0;

    *n = 0;
    for (size_t i = 0; i < v->n_results; i++) {
        bool changed = c < g->n && g->changes[c].was == &v->results[i];

        if (all ? v->results[i].outcome != OUTCOME_ERROR : changed)
            list[(*n)++] = changed ? &g->changes[c].now : &v->results[i];
        c += changed;
    }
    return list;
}

bool regrade_run(struct arena *a, struct store *s, const struct summary *v,
                 const struct regrade_options *o, int64_t now_ms,
                 struct regrade *out, struct err *e)
{
    struct again g = { .arena = a,
                       .store = s,
                       .view = v,
                       .o = o,
                       .out = out,
                       .changes = vec_in(a, sizeof(struct regrade_change)) };
    struct pipeline p = { .threads = o->threads,
                          .item_size = sizeof(struct slot),
                          .ctx = &g,
                          .next = regrade_next,
                          .work = regrade_work,
                          .emit = regrade_emit,
                          .leave = o->leave };
    const struct result **list;
    size_t n;

    *out = (struct regrade){ 0 };
    if (!runs_lock(s, o->into->id, e))
        return false;
    if (!decisions_read(a, s, &g.decisions, e)) {
        runs_unlock(s, o->into->id);
        return false;
    }
    pipeline_run(&p);
    decisions_clear(&g.decisions);
    out->changes = g.changes.items;
    out->n = g.changes.n;
    list = new_results(a, v, out, o->into->id != v->info.id, &n);
    if (g.failed)
        *e = g.err;
    else if (!out->stopped && n)
        g.failed = !runs_append(s, o->into->id, list, n, now_ms, e);
    runs_unlock(s, o->into->id);
    return !g.failed;
}
