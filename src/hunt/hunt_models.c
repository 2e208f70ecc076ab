/* SPDX-License-Identifier: Apache-2.0 */
/* The models of a hunt, and what is told on the way. */
#include "base/str.h"
#include "hunt/hunt_int.h"

#include <math.h>
#include <stdarg.h>

void hunt_stage(struct hunt *h, const char *stage, const char *fmt, ...)
{
    const struct hunt_watch *w = &h->o->watch;
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

void hunt_note(struct hunt *h, const char *fmt, ...)
{
    const struct hunt_watch *w = &h->o->watch;
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

void hunt_progress(void *ctx, uint64_t done, uint64_t total)
{
    const struct hunt_watch *w = &((const struct hunt *)ctx)->o->watch;

    if (w->progress)
        w->progress(w->ctx, done, total);
}

bool hunt_stopped(void *ctx)
{
    const struct hunt_watch *w = &((const struct hunt *)ctx)->o->watch;

    return w->stop && w->stop(w->ctx);
}

bool hunt_save(void *ctx, const char *file, const char *text, struct err *e)
{
    const struct hunt_watch *w = &((const struct hunt *)ctx)->o->watch;

    return !w->save || w->save(w->ctx, file, text, e);
}

/* ---- models ---- */

struct purse hunt_purse(const struct hunt_options *o)
{
    const struct ask_options *k = &o->ask;

    return (struct purse){
        .tokens = k->budget_tokens ? (double)k->budget_tokens : INFINITY,
        .money = k->budget_money > 0 ? k->budget_money : INFINITY,
        .prices = k->prices
    };
}

static bool open_target(struct hunt *h, const char *name, struct model *out,
                        struct err *e)
{
    if (!str_eq(name, SPEC_DEMO))
        return model_open(h->arena, name, &h->o->model, out, e);
    if (!h->o->demo)
        return err_set(e, ERR_USAGE,
                       "the demo target has no file here; name "
                       "a target");
    h->report->planted_demo = true;
    return model_open(h->arena,
                      arena_printf(h->arena, "planted:%s", h->o->demo),
                      &h->o->model, out, e);
}

bool hunt_open_targets(struct hunt *h, struct err *e)
{
    h->n_models = h->spec->n_targets;
    h->models = arena_array(h->arena, struct model, h->n_models + 1);
    for (size_t i = 0; i < h->n_models; i++)
        if (!open_target(h, h->spec->targets[i], &h->models[i], e))
            return false;
    return model_check_shared(h->models, h->n_models, &h->o->model, e);
}

bool hunt_consult(struct hunt *h, const char *spec, const struct decoding *d,
                  struct consult *out, struct err *e)
{
    struct model *m = arena_new(h->arena, struct model);

    if (!model_open(h->arena, spec, &h->o->model, m, e))
        return false;
    *out = (struct consult){ .store = h->store,
                             .model = m,
                             .decoding = *d,
                             .pool = h->o->ask.pool,
                             .grace_s = h->o->ask.grace_s,
                             .purse = &h->purse,
                             .progress = hunt_progress,
                             .stop = hunt_stopped,
                             .ctx = h };
    return true;
}

void hunt_count(struct hunt *h, const struct consult *c)
{
    h->report->asked += c->asked;
    h->report->journalled += c->journalled;
    h->report->failed += c->failed;
    if (c->failed)
        hunt_note(h, "%llu questions to %s had no answer; the first: %s",
                  (unsigned long long)c->failed, c->model->spec,
                  c->error ? c->error : "");
}
