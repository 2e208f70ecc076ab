/* SPDX-License-Identifier: Apache-2.0 */
#include "run/session.h"
#include "assay.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/str.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

#define ROUNDS 3 /* of asking what failed */

/* ---- who watches ---- */

void watch_stage(const struct watch *w, const char *stage, const char *fmt, ...)
{
    struct str line = { 0 };
    va_list ap;

    if (!w->stage)
        return;
    va_start(ap, fmt);
    str_addv(&line, fmt, ap);
    va_end(ap);
    w->stage(w->ctx, stage, str_get(&line));
    str_clear(&line);
}

void watch_note(const struct watch *w, const char *fmt, ...)
{
    struct str line = { 0 };
    va_list ap;

    if (!w->note)
        return;
    va_start(ap, fmt);
    str_addv(&line, fmt, ap);
    va_end(ap);
    w->note(w->ctx, str_get(&line));
    str_clear(&line);
}

void watch_progress(void *w, uint64_t done, uint64_t total)
{
    const struct watch *to = w;

    if (to->progress)
        to->progress(to->ctx, to->before + done, to->most ? to->most : total);
}

bool watch_stopped(void *w)
{
    const struct watch *to = w;

    return to->stop && to->stop(to->ctx);
}

bool watch_save(void *w, const char *file, const char *text, struct err *e)
{
    const struct watch *to = w;

    return !to->save || to->save(to->ctx, file, text, e);
}

/* ---- models ---- */

struct session session_open(struct arena *a, struct store *s,
                            const struct session_options *o)
{
    const struct ask_options *k = &o->ask;
    struct budget budget = {
        .tokens = k->budget_tokens ? (double)k->budget_tokens : INFINITY,
        .money = k->budget_money > 0 ? k->budget_money : INFINITY,
        .prices = k->prices
    };

    return (struct session){
        .arena = a, .store = s, .o = o, .watch = o->watch, .budget = budget
    };
}

bool session_models(struct session *s, const char *const *names, size_t n,
                    struct model **out, struct err *e)
{
    *out = arena_array(s->arena, struct model, n + 1);
    for (size_t i = 0; i < n; i++)
        if (!model_open(s->arena, names[i], &s->o->model, &(*out)[i], e))
            return false;
    return model_check_shared(*out, n, &s->o->model, e);
}

bool session_role(struct session *s, const char *name, const struct decoding *d,
                  struct questioner *out, struct err *e)
{
    struct model *m = arena_new(s->arena, struct model);

    *out = (struct questioner){ 0 };
    if (!name)
        return true;
    if (!model_open(s->arena, name, &s->o->model, m, e))
        return false;
    *out = (struct questioner){ .store = s->store,
                                .model = m,
                                .decoding = *d,
                                .pool = s->o->ask.pool,
                                .grace_s = s->o->ask.grace_s,
                                .budget = &s->budget,
                                .progress = watch_progress,
                                .stop = watch_stopped,
                                .ctx = &s->watch };
    return true;
}

void session_count(struct session *s, const struct questioner *c)
{
    s->asked += c->asked;
    s->journalled += c->journalled;
    s->failed += c->failed;
    if (c->failed)
        watch_note(&s->watch,
                   "%" PRIu64
                   " questions to %s got no answer; the first error: %s",
                   c->failed, c->model->spec, c->error ? c->error : "");
}

/* ---- sets of problems ---- */

static void session_show_progress(void *ctx, const struct live *l)
{
    watch_progress(ctx, l->done, l->total);
}

/* Why the run did not come to its end. */
static bool session_ended(const struct ask_report *r,
                          const struct run_info *run, struct err *e)
{
    switch (r->end) {
    case ASK_DONE: return true;
    case ASK_STOPPED:
        return err_set(e, ERR_IO,
                       "interrupted; run the same command again to continue");
    case ASK_BUDGET:
        return err_set(e, ERR_IO,
                       "the budget is spent; run the same command with a "
                       "larger budget to continue");
    case ASK_FATAL: break;
    }
    return err_set(e, ERR_IO, "run %s: %s", run->name, r->why);
}

/* A run that has all its results costs nothing more, so that an empty budget is
 * the least budget, not none. */
void session_limit(const struct budget *budget, struct ask_options *ask)
{
    if (isfinite(budget->tokens))
        ask->budget_tokens = (uint64_t)fmax(1, budget->tokens);
    if (isfinite(budget->money))
        ask->budget_money = fmax(1e-9, budget->money);
}

/* How the engine asks for this session. */
static struct ask_options asking(struct session *s)
{
    struct ask_options ask = s->o->ask;

    ask.strict = s->strict;
    ask.progress = session_show_progress;
    ask.stop = watch_stopped;
    ask.ctx = &s->watch;
    ask.paid = s->mixed;
    session_limit(&s->budget, &ask);
    return ask;
}

/* Ask until no call has failed, a few times. */
static bool ask_rounds(struct session *s, const struct plan *plan,
                       const struct run_info *run, struct err *e)
{
    struct ask_options ask = asking(s);
    struct ask_report r = { 0 };
    uint64_t failed = 1;
    bool ok = true;

    for (int round = 0; ok && failed && round < ROUNDS; round++) {
        ok = ask_run(s->arena, s->store, run, plan, &ask, &r, e);
        if (!ok)
            break;
        s->asked += r.asked;
        /* Results of the run were calls of a session before this one. */
        if (!s->mixed)
            s->journalled += r.journalled + (round == 0 ? r.before : 0);
        failed = r.live.count[MARK_ERROR];
        live_clear(&r.live);
        ok = session_ended(&r, run, e);
        if (model_is_local(&plan->models[0]))
            break;
    }
    if (r.unanswered)
        watch_note(&s->watch, "%s", r.notes[r.n_notes - 1]);
    /* Of the run, all rounds. */
    s->budget.tokens -= r.spent_tokens + r.others_tokens;
    s->budget.money -= r.spent_money + r.others_money;
    if (!ok || !failed)
        return ok;
    s->failed += failed;
    watch_note(
        &s->watch,
        "%" PRIu64
        " calls of run %s failed and are not counted; the first error: %s",
        failed, run->name, r.error ? r.error : "");
    return true;
}

static bool session_open_run(const struct session *s, const struct plan *plan,
                             struct run_info *run, struct err *e)
{
    struct arena lines = { 0 };
    const char **specs =
        arena_array(s->arena, const char *, plan->n_models + 1);
    bool found, ok;

    for (size_t i = 0; i < plan->n_models; i++)
        specs[i] = plan->models[i].spec;
    ok = plan_try_prompts(plan, e) &&
         runs_open(s->store, s->arena, plan_spec(s->arena, plan),
                   assay_version(), plan_lines(&lines, plan), plan->n_problems,
                   specs, plan->n_models, plan->attempts, clock_day_ms(), run,
                   &found, e);
    arena_clear(&lines);
    return ok;
}

static struct plan plan_of(const struct session *s, const char *what,
                           const struct model *models, size_t n_models,
                           const struct problem *problems, size_t n)
{
    return (struct plan){ .file = what,
                          .problems = problems,
                          .n_problems = n,
                          .models = models,
                          .n_models = n_models,
                          .attempts = s->attempts,
                          .after = s->after,
                          .decoding = *s->decoding };
}

bool session_put(struct session *s, const char *what,
                 const struct model *models, size_t n_models,
                 const struct problem *problems, size_t n, struct run_info *run,
                 struct err *e)
{
    struct plan plan = plan_of(s, what, models, n_models, problems, n);

    if (!session_open_run(s, &plan, run, e))
        return false;
    if (s->watch.run)
        s->watch.run(s->watch.ctx, what, run->id);
    return ask_rounds(s, &plan, run, e);
}

/* ---- several sets together ---- */

/* Leaves each request once, whatever the ids: the journal would have it when it
 * comes again, but not while both are under way. */
static bool drop_repeats(struct plan *plan, struct arena *a, struct err *e)
{
    struct problem *once = arena_array(a, struct problem, plan->n_problems + 1);
    struct arena tmp = { 0 };
    struct map keys = { 0 };
    size_t n = 0;
    bool ok = true;

    for (size_t i = 0; ok && i < plan->n_problems; i++) {
        struct hash128 key = { 0 };
        const char *body;
        bool added = false;

        ok = plan_body(&tmp, plan, 0, i, 1, &body, &key, e);
        if (ok)
            map_put(&keys, &key, sizeof(key), &added);
        if (added)
            once[n++] = plan->problems[i];
        arena_reset(&tmp);
    }
    plan->problems = once;
    plan->n_problems = n;
    map_clear(&keys);
    arena_clear(&tmp);
    return ok;
}

bool session_mix(struct session *s, const char *what,
                 const struct model *models, size_t n_models,
                 const struct problem *problems, size_t n, struct err *e)
{
    struct plan plan = plan_of(s, what, models, n_models, problems, n);
    struct arena a = { 0 };
    uint64_t failed = s->failed;
    struct run_info run;
    bool remote = false, ok;

    for (size_t i = 0; i < n_models; i++)
        remote = remote || !model_is_local(&models[i]);
    if (!remote)
        return true;
    ok = drop_repeats(&plan, &a, e) && session_open_run(s, &plan, &run, e) &&
         ask_rounds(s, &plan, &run, e);
    s->failed = failed; /* they are asked again in their sets */
    s->mixed = ok;
    arena_clear(&a);
    return ok;
}

/* ---- before anything is asked ---- */

/* Can a call be made at all with this decoding, `field` of the spec? */
static bool try_body(struct arena *a, const struct model *m,
                     const struct decoding *d, const char *field,
                     uint64_t attempts, struct err *e)
{
    struct message hello = { "user", "?" };
    struct request r = {
        .messages = &hello, .n_messages = 1, .decoding = d, .attempt = attempts
    };
    const char *body;
    struct err why;

    if (model_reads_note(m) || model_body(a, m, &r, &body, &why))
        return true;
    if (str_eq(field, "decoding"))
        return err_set(e, ERR_USAGE, "%s: %s", m->spec, why.msg);
    return err_set(e, ERR_USAGE,
                   "%s: %s; here that is a field under \"%s\" in the spec",
                   m->spec, why.msg, field);
}

bool models_try(struct arena *a, struct models_tried *m, const char *name,
                bool free, const struct decoding *d, const char *field,
                uint64_t attempts, struct err *e)
{
    struct model *to = &m->models[m->n];

    if (m->n == MODELS_TRIED_MOST)
        return err_set(e, ERR_USAGE, "at most %d models in one %s",
                       MODELS_TRIED_MOST, m->what);
    if (!model_open(a, name, m->o, to, e)) {
        e->code = e->code == ERR_IO ? ERR_IO : ERR_USAGE;
        return false;
    }
    if (free && to->kind == MODEL_PLANTED)
        return err_set(e, ERR_USAGE,
                       "%s: a planted model can only answer problems; name a "
                       "language model",
                       name);
    m->n++;
    return try_body(a, to, d, field, attempts, e);
}

bool models_hold_secret(const struct models_tried *m, const char *text)
{
    for (size_t i = 0; i < m->n; i++)
        if (model_holds_secret(&m->models[i], text))
            return true;
    return false;
}

struct call_range calls_at_most(uint64_t n)
{
    return (struct call_range){ 0, n };
}

struct call_range calls_times(struct call_range c, uint64_t n)
{
    return (struct call_range){ c.least * n, c.most * n };
}

void calls_words(struct str *out, struct call_range c)
{
    if (c.least == c.most)
        str_addf(out, "%" PRIu64, c.most);
    else if (!c.least)
        str_addf(out, "at most %" PRIu64, c.most);
    else
        str_addf(out, "%" PRIu64 " to %" PRIu64, c.least, c.most);
}

struct forecast forecast_open(struct session *s)
{
    return (struct forecast){ .session = s,
                              .rows =
                                  vec_in(s->arena, sizeof(struct forecast_row)),
                              .notes = vec_in(s->arena, sizeof(const char *)) };
}

struct forecast_row *forecast_add(struct forecast *f, const char *stage,
                                  const char *role, const struct model *m,
                                  struct call_range calls,
                                  const struct decoding *d)
{
    struct forecast_row *r = vec_push(&f->rows);

    *r = (struct forecast_row){ .stage = stage,
                                .role = role,
                                .model = m,
                                .calls = calls,
                                .ask = calls,
                                .max_tokens = d->max_tokens };
    return r;
}

bool forecast_role(struct forecast *f, const char *stage, const char *role,
                   const char *name, struct call_range calls,
                   const struct decoding *d, struct err *e)
{
    struct questioner c;

    if (!calls.most || !name) /* nobody has the role */
        return true;
    if (!session_role(f->session, name, d, &c, e))
        return false;
    forecast_add(f, stage, role, c.model, calls, d);
    return true;
}

void forecast_note(struct forecast *f, const char *fmt, ...)
{
    struct str text = str_in(f->session->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&text, fmt, ap);
    va_end(ap);
    *(const char **)vec_push(&f->notes) = str_get(&text);
}

bool forecast_look(struct arena *a, struct store *s, const struct plan *p,
                   const struct run_info *old, struct ask_estimate *out,
                   struct err *e)
{
    const struct run_info *run = NULL;
    char hex[HASH_HEX_SIZE];
    struct run_info info;
    struct err none;

    hash_hex(runs_hash(plan_spec(a, p)), hex);
    if (s && runs_find(s, a, hex, &info, &none))
        run = &info;
    return ask_preview(a, s, run, old, p, out, e);
}
