/* SPDX-License-Identifier: Apache-2.0 */

/*
 * From calls to batches at the server. A batch is written to a file, recorded
 * in the store with its keys, uploaded and made; every id that the server gives
 * is committed before the next step. Whoever finds a batch of which the server's
 * id is not known looks for it there: by our token (OpenAI), or by the number of
 * calls and the time (Anthropic, which keeps nothing of ours that its lists
 * show).
 */
#include "base/str.h"
#include "run/batch/batch_int.h"
#include "store/journal.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#define LOCK_MS 200
#define PAGES   50           /* of a list of batches */
#define SKEW_MS (600 * 1000) /* of the server's clock and ours */
#define FIRST_S 2.0          /* until a batch is first asked about */

static bool stopped(struct batch_work *w)
{
    return batch_stop(w, ASK_STOPPED, "interrupted");
}

/* ---- looking for a batch ---- */

static const char *list_url(struct arena *a, const struct batch_lane *l,
                            const char *after)
{
    const char *place = l->place.batches;
    const char *name = l->model->kind == MODEL_ANTHROPIC ? "after_id" : "after";

    return arena_printf(a, "%s%climit=100%s%s%s%s", place,
                        strchr(place, '?') ? '&' : '?', after ? "&" : "",
                        after ? name : "", after ? "=" : "",
                        after ? after : "");
}

/* Is this the batch that was made here? */
static bool is_same(struct batch_work *w, const struct batch_lane *l,
                    const struct batch_row *row, const struct batch_status *s,
                    bool *same, struct err *e)
{
    bool known = false;

    *same = s->token ? str_eq(s->token, row->token)
            : l->model->kind == MODEL_ANTHROPIC
                ? s->total == row->calls && s->made_ms > row->made_ms - SKEW_MS
                : false;
    if (*same && !batches_know(w->store, l->model->url, s->id, &known, e))
        return false;
    *same = *same && !known;
    return true;
}

/* Looks through the server's list for a batch; *found is its id, or NULL. If
 * the list cannot be had, nothing is known, and the work ends. */
static bool look_for(struct batch_work *w, struct batch_lane *l,
                     const struct batch_row *row, struct arena *a,
                     const char **found, struct err *e)
{
    const char *after = NULL;
    struct fetch_answer got;
    struct batch_status *s;
    struct err bad;
    size_t n;

    *found = NULL;
    for (int page = 0; page < PAGES; page++) {
        struct fetch_request r = { .method = "GET",
                                   .url = list_url(a, l, after) };

        fetch_tries(l->fetch, a, &r, &got);
        if (got.got == FETCH_STOPPED) {
            stopped(w);
            return true;
        }
        if (got.got != FETCH_GOOD ||
            !batch_list_read(a, l->model, got.body, got.n, &s, &n, &after,
                             &bad)) {
            batch_stop(w, ASK_FATAL,
                       "could not look for batch b%" PRId64 " of %s at the "
                       "server: %s",
                       row->id, l->model->spec,
                       got.got == FETCH_GOOD ? bad.msg : got.why);
            return true;
        }
        for (size_t i = 0; i < n; i++) {
            bool same;

            if (!is_same(w, l, row, &s[i], &same, e))
                return false;
            if (same) {
                *found = s[i].id;
                return true;
            }
            if (s[i].made_ms && s[i].made_ms < row->made_ms - SKEW_MS)
                return true; /* the newest come first */
        }
        if (!after)
            return true;
    }
    return true;
}

/* ---- sending one ---- */

static void refuse(struct batch_work *w, const struct batch_lane *l,
                   const struct fetch_answer *got)
{
    w->given_up = got->got == FETCH_REFUSED;
    if (got->status == 404 || got->status == 405 || got->status == 501)
        batch_stop(
            w, ASK_FATAL,
            "%s does not support batches: its server answered HTTP status %d "
            "for %s; leave out --batch to send the calls one by one",
            l->model->spec, got->status,
            l->place.files ? l->place.files : l->place.batches);
    else
        batch_stop(w, ASK_FATAL, "could not send a batch to %s: %s",
                   l->model->spec, got->why);
}

/* It is asked about first when the server says so; 0: at once, it may be done
 * already. */
static bool wait_for(struct batch_work *w, struct batch_open *b,
                     int64_t wait_ms)
{
    int64_t ms = fetch_poll_ms(b->lane->fetch, wait_ms, FIRST_S);

    b->gap_s = FIRST_S;
    b->due_ns = clock_now(&w->clock) + (uint64_t)ms * 1000000;
    *(struct batch_open *)vec_push(&w->open) = *b;
    return true;
}

/* The server has it, under that id. */
static bool sent(struct batch_work *w, struct batch_open *b, const char *remote,
                 int64_t wait_ms, struct err *e)
{
    b->row.remote = arena_strdup(w->arena, remote);
    b->row.state = BATCH_SENT;
    b->row.sent_ms = clock_day_ms();
    if (!batches_set_sent(w->store, b->row.id, remote, b->row.sent_ms, e))
        return false;
    batch_say(w, "batch b%" PRId64 " (%s) of %s: %" PRIu64 " calls were sent",
              b->row.id, remote, b->lane->model->spec, b->row.calls);
    return wait_for(w, b, wait_ms);
}

/* An answer that makes no sense is asked for again. */
static bool is_read(struct arena *a, const struct batch_lane *l,
                    struct fetch_answer *got, struct batch_status *s)
{
    struct err e;

    if (got->got != FETCH_GOOD)
        return false;
    if (batch_status_read(a, l->model, got->body, got->n, s, &e))
        return true;
    got->got = FETCH_AGAIN;
    got->why = arena_strdup(a, e.msg);
    got->sent = true;
    return false;
}

/* Makes the batch at the server. When it may have been made by a request whose
 * answer did not come, it is looked for before the next one. */
static bool create(struct batch_work *w, struct batch_open *b, FILE *file,
                   struct arena *a, struct err *e)
{
    struct batch_lane *l = b->lane;
    struct fetch_request r = {
        .method = "POST", .url = l->place.batches, .file = file, .once = true
    };
    struct batch_status s;
    struct fetch_answer got;
    const char *found;

    if (l->place.files) {
        r.file = NULL;
        r.body = batch_of_file(a, b->row.file, b->row.token);
    }
    for (unsigned tries = 1;; tries++) {
        fetch_once(l->fetch, a, &r, &got);
        b->made = is_read(a, l, &got, &s);
        if (b->made)
            return sent(w, b, s.id, got.wait_ms, e);
        if (got.got == FETCH_REFUSED || got.status == 501) {
            refuse(w, l, &got);
            return batches_end(w->store, b->row.id, BATCH_LOST, got.why,
                               clock_day_ms(), e);
        }
        if (!fetch_again(l->fetch, a, tries, &got))
            break;
        if (got.sent) {
            if (!look_for(w, l, &b->row, a, &found, e))
                return false;
            if (found)
                return sent(w, b, found, 0, e);
            if (w->end != ASK_DONE)
                return true;
        }
    }
    /* It may be there: the next start looks for it. */
    if (got.got == FETCH_STOPPED)
        stopped(w);
    else
        refuse(w, l, &got);
    return true;
}

/* Uploads the calls; a batch whose calls were not uploaded cannot be there. */
static bool upload(struct batch_work *w, struct batch_open *b, FILE *file,
                   struct arena *a, struct err *e)
{
    struct batch_lane *l = b->lane;
    struct fetch_request r = {
        .method = "POST", .url = l->place.files, .file = file, .upload = true
    };
    struct fetch_answer got;
    const char *id;
    struct err bad = { 0 };

    fetch_tries(l->fetch, a, &r, &got);
    if (got.got == FETCH_GOOD &&
        batch_file_read(a, got.body, got.n, &id, &bad)) {
        b->row.file = arena_strdup(w->arena, id);
        return batches_set_file(w->store, b->row.id, id, e);
    }
    if (got.got == FETCH_GOOD)
        got.why = bad.msg;
    if (got.got == FETCH_STOPPED)
        stopped(w);
    else
        refuse(w, l, &got);
    return batches_end(w->store, b->row.id, BATCH_LOST,
                       arena_strdup(w->arena, got.why), clock_day_ms(), e);
}

/* ---- calls into batches ---- */

/* Calls on their way into one batch. */
struct parcel {
    struct batch_lane *lane;
    FILE *file; /* NULL: nothing is in it */
    size_t bytes;
    struct vec keys; /* struct hash128 */
    struct arena arena;
};

static const char *new_token(struct batch_work *w)
{
    struct {
        int64_t day;
        uint64_t now;
        uint64_t pid;
    } seed = { clock_day_ms(), clock_now(&w->clock), (uint64_t)getpid() };
    char hex[HASH_HEX_SIZE];

    return arena_strdup(w->arena,
                        hash_hex(hash_bytes(&seed, sizeof(seed)), hex));
}

static void mark_open(struct batch_work *w, struct wanted *x, int64_t batch,
                      bool sent_now)
{
    x->state = WANT_OPEN;
    x->batch = batch;
    batch_ahead(w, x, sent_now);
}

static void mark_all_open(struct batch_work *w, const struct parcel *p,
                          int64_t batch)
{
    for (size_t i = 0; i < p->keys.n; i++)
        mark_open(w, batch_wanted(w, *vec_get(&p->keys, struct hash128, i)),
                  batch, true);
}

/* After a batch that was not sent, its calls are to be sent as before. */
static bool ship_open(struct batch_work *w, struct parcel *p,
                      struct batch_open *b, struct err *e)
{
    const struct model *m = p->lane->model;
    bool ok =
        batches_make(w->store, m->url, m->name, b->row.token, p->keys.items,
                     p->keys.n, b->row.made_ms, &b->row.id, e);

    if (ok && p->lane->place.files)
        ok = upload(w, b, p->file, &p->arena, e);
    if (ok && w->end != ASK_FATAL && w->end != ASK_STOPPED)
        ok = create(w, b, p->file, &p->arena, e);
    if (ok && b->row.state == BATCH_SENT)
        mark_all_open(w, p, b->row.id);
    return ok;
}

static bool ship(struct batch_work *w, struct parcel *p, struct err *e)
{
    struct batch_open b = {
        .lane = p->lane,
        .row = { .url = p->lane->model->url,
                 .model = p->lane->model->name,
                 .token = new_token(w),
                 .said = "",
                 .calls = p->keys.n,
                 .made_ms = clock_day_ms() },
    };
    bool ok = true;

    if (!p->file)
        return true;
    if (fputs(batch_behind(p->lane->model), p->file) < 0 || fflush(p->file))
        ok = err_set(e, ERR_IO, "could not write a temporary file");
    ok = ok && ship_open(w, p, &b, e);
    fclose(p->file);
    p->file = NULL;
    p->bytes = 0;
    p->keys.n = 0;
    arena_reset(&p->arena);
    return ok;
}

static bool put(struct parcel *p, const char *line, size_t n, struct err *e)
{
    const struct model *m = p->lane->model;
    const char *before = p->file ? batch_between(m) : batch_before(m);

    if (!p->file)
        p->file = tmpfile();
    if (!p->file || fputs(before, p->file) < 0 ||
        fwrite(line, 1, n, p->file) != n)
        return err_set(e, ERR_IO,
                       "could not write a temporary file for the calls of a "
                       "batch: is there space in /tmp?");
    p->bytes += strlen(before) + n;
    return true;
}

static bool pack(struct batch_work *w, struct parcel *p, struct wanted *x,
                 struct err *e)
{
    struct batch_size most = batch_size_most(p->lane->model);
    struct arena a = { 0 };
    struct str line = str_in(&a);
    const char *body;
    bool ok = batch_body(w, &a, x, &body, e);

    if (ok)
        batch_add_call(&line, p->lane->model, x->key, body);
    if (ok && (p->keys.n == most.calls || p->bytes + line.n + 32 > most.bytes))
        ok = ship(w, p, e);
    if (ok && w->end == ASK_DONE) {
        if (line.n + 32 > most.bytes)
            batch_failed(w, x, false, "the call is too large for a batch");
        else if ((ok = put(p, line.s, line.n, e)))
            *(struct hash128 *)vec_push(&p->keys) = x->key;
    }
    arena_clear(&a);
    return ok;
}

static bool send_lane(struct batch_work *w, struct batch_lane *l,
                      struct convoy_sum *left, struct err *e)
{
    struct parcel p = { .lane = l,
                        .keys = vec_in(NULL, sizeof(struct hash128)) };
    bool ok = true, rich = true, there;

    for (size_t i = 0; ok && w->end == ASK_DONE && i < w->wanted.n; i++) {
        struct wanted *x = vec_get(&w->wanted, struct wanted, i);

        if (x->lane != l->number || x->state != WANT_SEND)
            continue;
        ok = journal_has(w->store, x->key, &there, e);
        if (!ok)
            break;
        if (there) { /* another process got it meanwhile */
            x->state = WANT_DONE;
            continue;
        }
        rich = batch_affords(w, left, x);
        if (!rich)
            break;
        ok = pack(w, &p, x, e);
    }
    if (ok && w->end == ASK_DONE)
        ok = ship(w, &p, e);
    if (!rich)
        batch_stop(w, ASK_BUDGET, "the budget is spent");
    if (p.file)
        fclose(p.file);
    vec_clear(&p.keys);
    arena_clear(&p.arena);
    return ok;
}

/* ---- one process at a time ---- */

static bool lock(struct batch_work *w, struct err *e)
{
    struct fetch *any = NULL;
    bool got = false, said = false;

    for (size_t i = 0; i < w->n_lanes; i++)
        any = w->lanes[i].fetch ? w->lanes[i].fetch : any;
    while (!got && w->end == ASK_DONE) {
        if (!batches_lock(w->store, &got, e))
            return false;
        if (!got && !said)
            batch_say(w, "another process is sending batches of this store; "
                         "waiting for it");
        said = true;
        if (!got && !fetch_wait(any, LOCK_MS))
            stopped(w);
    }
    return true;
}

/* ---- batches of earlier processes, and of others ---- */

/* Nobody knows whether the server has it. */
static bool recover(struct batch_work *w, struct batch_open *b, struct err *e)
{
    struct arena a = { 0 };
    const char *found;
    bool ok = look_for(w, b->lane, &b->row, &a, &found, e);

    if (ok && found) {
        ok = sent(w, b, found, 0, e);
    } else if (ok && w->end == ASK_DONE) {
        batch_remove_files(b, &a, NULL);
        ok = batches_end(w->store, b->row.id, BATCH_LOST,
                         "it was never sent: its process ended first",
                         clock_day_ms(), e);
    }
    arena_clear(&a);
    return ok;
}

/* The calls of a batch that are ours are waited for. */
static bool take_keys(struct batch_work *w, const struct batch_row *row,
                      bool *ours, struct err *e)
{
    struct arena a = { 0 };
    struct hash128 *keys;
    size_t n;
    bool ok = batches_keys(w->store, &a, row->id, &keys, &n, e);

    *ours = false;
    for (size_t i = 0; ok && i < n; i++) {
        struct wanted *x = batch_wanted(w, keys[i]);

        if (!x || x->state != WANT_SEND)
            continue;
        *ours = true;
        mark_open(w, x, row->id, false);
    }
    arena_clear(&a);
    return ok;
}

static bool take_up_one(struct batch_work *w, struct batch_lane *l,
                        const struct batch_row *row, struct err *e)
{
    struct batch_open b = { .lane = l, .row = *row };
    size_t before = w->open.n;
    bool ours;

    if (row->state == BATCH_MADE) {
        if (!recover(w, &b, e))
            return false;
        if (b.row.state != BATCH_SENT)
            return true;
    }
    if (!take_keys(w, row, &ours, e))
        return false;
    if (!ours) {
        w->open.n = before; /* it is for another run to fetch */
        return true;
    }
    if (row->state == BATCH_MADE)
        return true;
    batch_say(
        w, "waiting for batch b%" PRId64 " (%s) of %s, which was sent earlier",
        row->id, row->remote, l->model->spec);
    return wait_for(w, &b, 0);
}

static bool is_open(const struct batch_work *w, int64_t id)
{
    for (size_t i = 0; i < w->open.n; i++)
        if (vec_get(&w->open, struct batch_open, i)->row.id == id)
            return true;
    return false;
}

static bool take_up(struct batch_work *w, struct err *e)
{
    struct batch_row *rows;
    size_t n;
    bool ok = batches_list(w->store, w->arena, &rows, &n, e);

    for (size_t i = 0; ok && w->end == ASK_DONE && i < n; i++) {
        if (is_open(w, rows[i].id))
            continue;
        for (size_t k = 0; ok && w->end == ASK_DONE && k < w->n_lanes; k++) {
            struct batch_lane *l = &w->lanes[k];

            if (l->fetch && str_eq(l->model->url, rows[i].url) &&
                str_eq(l->model->name, rows[i].model))
                ok = take_up_one(w, l, &rows[i], e);
        }
    }
    return ok;
}

/* ---- batches of which nothing is wanted ---- */

static struct batch_lane *lane_of(const struct batch_work *w,
                                  const struct batch_row *row)
{
    for (size_t i = 0; i < w->n_lanes; i++) {
        const struct model *m = w->lanes[i].model;

        if (!model_is_local(m) && str_eq(m->url, row->url) &&
            str_eq(m->name, row->model))
            return &w->lanes[i];
    }
    return NULL;
}

/* Removes what the server still has of it. What cannot be removed stays. */
static void tidy_server(struct batch_work *w, struct batch_open *b,
                        struct arena *a)
{
    struct fetch_request r = { .method = "GET" };
    struct fetch_answer got;
    struct batch_status s;
    struct err e;

    if (!batch_reach(w, b->lane, &e) || !b->lane->place.files)
        return;
    if (!b->row.remote) {
        batch_remove_files(b, a, NULL);
        return;
    }
    r.url = batch_url(a, b->lane->place.batches,
                      arena_printf(a, "/%s", b->row.remote));
    fetch_once(b->lane->fetch, a, &r, &got);
    if (got.got == FETCH_GOOD &&
        batch_status_read(a, b->lane->model, got.body, got.n, &s, &e))
        batch_remove_files(b, a, &s);
    else
        batch_remove_files(b, a, NULL);
}

static bool tidy_one(struct batch_work *w, const struct batch_row *row,
                     struct err *e)
{
    struct batch_open b = { .lane = lane_of(w, row), .row = *row };
    struct arena a = { 0 };

    if (b.lane)
        tidy_server(w, &b, &a);
    arena_clear(&a);
    batch_say(w, "batch b%" PRId64 " is closed: all its calls have a reply",
              row->id);
    return batches_end(
        w->store, row->id, row->remote ? BATCH_FETCHED : BATCH_LOST,
        "its calls were answered by other requests", clock_day_ms(), e);
}

/* If another process sends batches now, the next command does this. */
bool batch_tidy(struct batch_work *w, struct err *e)
{
    struct batch_row *rows;
    size_t n;
    bool got;
    bool ok = batches_idle(w->store, w->arena, &rows, &n, e);

    if (!ok || n == 0)
        return ok;
    if (!batches_lock(w->store, &got, e))
        return false;
    if (!got)
        return true;
    ok = batches_idle(w->store, w->arena, &rows, &n, e);
    for (size_t i = 0; ok && i < n; i++)
        ok = tidy_one(w, &rows[i], e);
    batches_unlock(w->store);
    return ok;
}

/* ---- all of it ---- */

/* Under one lock: else two processes that have calls in common would both find
 * no batch of them, and both send one. */
bool batch_send(struct batch_work *w, struct err *e)
{
    struct convoy_sum left;
    bool ok = lock(w, e) && (w->end != ASK_DONE || take_up(w, e));

    left = batch_left(w);
    for (size_t i = 0; ok && w->end == ASK_DONE && i < w->n_lanes; i++)
        if (w->lanes[i].fetch)
            ok = send_lane(w, &w->lanes[i], &left, e);
    batches_unlock(w->store);
    return ok;
}
