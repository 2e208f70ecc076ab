/* SPDX-License-Identifier: Apache-2.0 */
/* The targets, and sets of problems put to them. */
#include "base/map.h"
#include "base/str.h"
#include "hunt/hunt_int.h"
#include "run/count/tally.h"

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

/* The demo is a planted model whose file the caller has written. */
bool hunt_open_targets(struct hunt *h, struct err *e)
{
    const struct hunt_spec *s = h->spec;
    const char **names = arena_array(h->arena, const char *, s->n_targets + 1);

    for (size_t i = 0; i < s->n_targets; i++) {
        names[i] = s->targets[i];
        if (!str_eq(names[i], SPEC_DEMO))
            continue;
        if (!h->o->demo)
            return err_set(e, ERR_USAGE,
                           "the demo target has no file here; name a target");
        names[i] = arena_printf(h->arena, "planted:%s", h->o->demo);
        h->report->planted_demo = true;
    }
    h->n_models = s->n_targets;
    return session_models(&h->session, names, s->n_targets, &h->models, e);
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
    struct run_info run;
    struct result *results;

    if (!session_put(&h->session, what, h->models + first, n_models, p, n, &run,
                     e) ||
        !runs_results(h->store, h->arena, run.id, &results, &out->n, e))
        return false;
    out->results = results;
    out->run = run.name;
    count_first(h, n, out);
    return true;
}
