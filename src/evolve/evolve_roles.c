/* SPDX-License-Identifier: Apache-2.0 */
/* Streams of random numbers, and models in their roles. */
#include "evolve/evolve_int.h"

#include "base/str.h"

#include <inttypes.h>
#include <math.h>

struct rng evolve_rng(const struct evolve *v, const char *use, int generation,
                      size_t index)
{
    struct hasher h;
    struct rng r;

    hasher_open(&h);
    hasher_text(&h, "evolve");
    hasher_text(&h, v->spec->seed);
    hasher_text(&h, use);
    hasher_u64(&h, (uint64_t)generation);
    hasher_u64(&h, index);
    rng_init(&r, hasher_close(&h));
    return r;
}

/* ---- models ---- */

static bool open_role(struct evolve *v, const char *name,
                      const struct decoding *d, struct consult *out,
                      struct err *e)
{
    struct model *m = arena_new(v->arena, struct model);

    *out = (struct consult){ 0 };
    if (!name)
        return true;
    if (!model_open(v->arena, name, &v->o->model, m, e))
        return false;
    *out = (struct consult){ .store = v->store,
                             .model = m,
                             .decoding = *d,
                             .pool = v->o->ask.pool,
                             .grace_s = v->o->ask.grace_s,
                             .purse = &v->purse,
                             .progress = watch_progress,
                             .stop = watch_stopped,
                             .ctx = &v->watch };
    return true;
}

bool evolve_open_roles(struct evolve *v, struct err *e)
{
    const struct evolve_spec *s = v->spec;
    const struct ask_options *k = &v->o->ask;

    v->purse = (struct purse){
        .tokens = k->budget_tokens ? (double)k->budget_tokens : INFINITY,
        .money = k->budget_money > 0 ? k->budget_money : INFINITY,
        .prices = k->prices
    };
    v->models = arena_array(v->arena, struct model, s->n_models + 1);
    for (size_t i = 0; i < s->n_models; i++)
        if (!model_open(v->arena, s->models[i], &v->o->model, &v->models[i], e))
            return false;
    return model_check_shared(v->models, s->n_models, &v->o->model, e) &&
           open_role(v, s->writer, &s->writer_decoding, &v->writer, e) &&
           open_role(v, s->referee, &s->referee_decoding, &v->referee, e);
}

void evolve_count_calls(struct evolve *v, const struct consult *c)
{
    v->report->asked += c->asked;
    v->report->journalled += c->journalled;
    v->report->failed += c->failed;
    if (c->failed)
        watch_note(&v->watch,
                   "%" PRIu64 " questions to %s had no answer; the first: %s",
                   c->failed, c->model->spec, c->error ? c->error : "");
}
