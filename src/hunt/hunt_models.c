/* SPDX-License-Identifier: Apache-2.0 */
/* The models of a hunt. */
#include "base/str.h"
#include "hunt/hunt_int.h"

#include <math.h>

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
                             .progress = watch_progress,
                             .stop = watch_stopped,
                             .ctx = &h->watch };
    return true;
}

void hunt_count(struct hunt *h, const struct consult *c)
{
    h->report->asked += c->asked;
    h->report->journalled += c->journalled;
    h->report->failed += c->failed;
    if (c->failed)
        watch_note(&h->watch,
                   "%llu questions to %s had no answer; the first: %s",
                   (unsigned long long)c->failed, c->model->spec,
                   c->error ? c->error : "");
}
