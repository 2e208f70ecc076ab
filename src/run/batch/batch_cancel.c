/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Batches of a run that was given up: the server refused it, so what it still
 * works on is paid for nothing. An interrupt, trouble that may pass and a spent
 * budget leave them alone: the same command fetches them.
 */
#include "run/batch/batch_int.h"

#include <inttypes.h>

/* Another run may wait for calls in it. */
static bool is_ours_alone(struct batch_work *w, const struct batch_open *b,
                          bool *ours, struct err *e)
{
    struct arena a = { 0 };
    struct hash128 *keys;
    size_t n = 0;
    bool ok = batches_keys(w->store, &a, b->row.id, &keys, &n, e);

    *ours = n > 0;
    for (size_t i = 0; ok && i < n; i++)
        *ours = *ours && batch_wanted(w, keys[i]);
    arena_clear(&a);
    return ok;
}

/* It stays in the store: replies that came before are fetched by whoever asks
 * again. If it fails the batch goes on, as if nothing was asked. */
static void cancel(struct batch_work *w, const struct batch_open *b)
{
    struct arena a = { 0 };
    struct fetch_request r = { .method = "POST", .body = "{}" };
    struct fetch_answer got;

    r.url = batch_url(&a, b->lane->place.batches,
                      arena_printf(&a, "/%s/cancel", b->row.remote));
    fetch_once(b->lane->fetch, &a, &r, &got);
    if (got.got == FETCH_GOOD)
        batch_say(w, "batch b%" PRId64 " (%s) is cancelled at the server",
                  b->row.id, b->row.remote);
    else
        batch_say(w, "could not cancel batch b%" PRId64 " (%s): %s", b->row.id,
                  b->row.remote, got.why ? got.why : "interrupted");
    arena_clear(&a);
}

bool batch_cancel(struct batch_work *w, struct err *e)
{
    for (size_t i = 0; w->given_up && i < w->open.n; i++) {
        const struct batch_open *b = vec_get(&w->open, struct batch_open, i);
        bool ours;

        if (b->over || b->stuck || b->failures || b->row.state != BATCH_SENT)
            continue;
        if (!is_ours_alone(w, b, &ours, e))
            return false;
        if (ours)
            cancel(w, b);
    }
    return true;
}
