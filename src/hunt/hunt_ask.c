/* SPDX-License-Identifier: Apache-2.0 */
/* A set of problems put to targets: a run of the store like any other. */
#include "base/map.h"
#include "base/str.h"
#include "hunt/hunt_int.h"
#include "run/ask/put.h"
#include "run/count/tally.h"

#include <inttypes.h>

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
    watch_progress(ctx, l->done, l->total);
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

/* How this hunt asks: what is spent comes out of its purse. */
static struct put put_of(struct hunt *h)
{
    struct put out = { .store = h->store,
                       .ask = h->o->ask,
                       .purse = &h->purse,
                       .attempts = h->spec->attempts,
                       .decoding = h->spec->decoding };

    out.ask.progress = show_progress;
    out.ask.stop = watch_stopped;
    out.ask.ctx = &h->watch;
    return out;
}

bool hunt_ask(struct hunt *h, const char *what, size_t first, size_t n_models,
              const struct problem *p, size_t n, struct answers *out,
              struct err *e)
{
    struct put put = put_of(h);
    struct run_info run;
    struct result *results;
    bool ok = put_set(h->arena, &put, what, h->models + first, n_models, p, n,
                      &run, NULL, e);

    h->report->asked += put.asked;
    h->report->journalled += put.journalled;
    h->report->failed += put.failed;
    if (!ok)
        return false;
    if (put.failed)
        watch_note(&h->watch,
                   "%" PRIu64 " calls of run %s failed and are in no figure; "
                   "the first: %s",
                   put.failed, run.name, put.error ? put.error : "");
    if (!runs_results(h->store, h->arena, run.id, &results, &out->n, e))
        return false;
    out->results = results;
    out->run = run.name;
    count_first(h, n, out);
    return true;
}
