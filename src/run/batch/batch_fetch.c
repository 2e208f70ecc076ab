/* SPDX-License-Identifier: Apache-2.0 */

/*
 * From batches at the server to replies in the journal. Results are read as
 * they come, a line at a time; the replies of some lines are committed in one
 * transaction together with the dropping of their keys, so that a process that
 * ends in the middle of it reads the file again and misses nothing.
 */
#include "base/limits.h"
#include "base/str.h"
#include "run/batch/batch_int.h"
#include "store/journal.h"

#include <inttypes.h>
#include <string.h>

#define GAP_GROWS  1.5
#define GAP_MOST_S 60.0
#define FLUSH      ((size_t)1 << 20) /* bytes of lines for one transaction */
#define LINE_MOST  (LIMIT_HTTP_BODY + FLUSH)
#define KEPT_MS    (INT64_C(30) * 24 * 3600 * 1000) /* at the server */
#define TICK_MS    100

/* ---- lines ---- */

/* Results while they come. */
struct results {
    struct batch_work *work;
    struct batch_open *batch;
    struct str text;  /* whole lines, and the beginning of one */
    bool whole;       /* the end of a line is in it */
    bool skipping;    /* the rest of a line that is too long */
    struct err error; /* why it was ended */
    struct arena arena;
};

static bool commit(struct results *t, struct wanted *x,
                   const struct batch_reply *got, struct err *e)
{
    struct batch_work *w = t->work;
    struct batch_open *b = t->batch;
    struct call c = { .key = x->key,
                      .url = model_identity(b->lane->model),
                      .model = b->row.model,
                      .attempt = w->plan->after + x->at % w->plan->attempts + 1,
                      .raw = got->response.raw,
                      .reply = got->response.reply,
                      .status = got->status,
                      .http_version = 11,
                      .tries = 1,
                      .history = call_by_batch(&t->arena, b->row.remote),
                      .sent_ms = b->row.sent_ms,
                      .total_ms = clock_day_ms() - b->row.sent_ms };
    const struct call *one = &c;
    struct shared_rate_sum cost;

    if (!batch_body(w, &t->arena, x, &c.body, e) ||
        !journal_commit(w->store, &one, 1, NULL, e))
        return false;
    x->state = WANT_DONE;
    cost = batch_count(
        b->lane, &(struct result){ .usage = c.reply.usage, .batched = true });
    batch_right(w, x, cost);
    w->fetched++;
    w->cost = shared_rate_plus(w->cost, 1, cost);
    return true;
}

/* What came of a call: a reply, or an error, which is only kept in mind. */
static bool batch_settle(struct results *t, struct wanted *x,
                         const struct batch_reply *got, struct err *e)
{
    const struct reply *r = &got->response.reply;
    bool again = got->response.next == RESPONSE_AGAIN;

    if (got->response.malformed && x->malformed)
        again = false; /* it is the model's own: see response.h */
    if (!again && r->outcome != OUTCOME_ERROR && r->outcome != OUTCOME_FATAL)
        return commit(t, x, got, e) &&
               batches_drop_key(t->work->store, t->batch->row.id, x->key, e);
    x->error = (struct want_error){
        .why = batch_keep(t->work, r->why ? r->why : "no reason was given"),
        .again = again,
        .fatal = !again && r->outcome == OUTCOME_FATAL,
        .malformed = got->response.malformed,
    };
    return true;
}

/* All results were read: a call that had an error and no reply has failed. */
static bool settle_error(struct batch_work *w, const struct batch_open *b,
                         struct wanted *x, struct err *e)
{
    struct want_error error = x->error;

    x->error = (struct want_error){ 0 };
    x->malformed = x->malformed || error.malformed;
    batch_right(w, x, (struct shared_rate_sum){ 0, 0 });
    batch_failed(w, x, error.again, error.why);
    w->given_up = w->given_up || error.fatal;
    if (error.fatal)
        batch_stop(w, ASK_FATAL, "%s: %s", b->lane->model->spec, error.why);
    return batches_drop_key(w->store, b->row.id, x->key, e);
}

/* Ids that are unknown, or come again, are passed over; keys that another
 * process took out meanwhile are looked at in the end (miss()). */
static bool batch_take_line(struct results *t, const char *line, size_t n,
                            struct err *e)
{
    struct batch_work *w = t->work;
    int64_t id = t->batch->row.id;
    struct batch_reply got;
    struct wanted *x;
    bool there = false;

    while (n && (line[n - 1] == '\r' || line[n - 1] == ' '))
        n--;
    if (n == 0)
        return true;
    arena_reset(&t->arena);
    if (!batch_line_read(&t->arena, t->batch->lane->model, line, n,
                         (double)clock_day_ms() / 1000, &got)) {
        w->senseless++;
        t->batch->lines++;
        return true;
    }
    x = batch_wanted(w, got.key);
    if (!batches_has_key(w->store, id, got.key, &there, e))
        return false;
    t->batch->lines++;
    t->batch->ours += x || there;
    return !x || x->state != WANT_OPEN || !there || batch_settle(t, x, &got, e);
}

/* Takes all whole lines, and the last one too if nothing follows. */
static bool take_lines(struct results *t, bool last, struct err *e)
{
    const char *s = str_get(&t->text);
    size_t at = 0;
    bool ok = store_begin(t->work->store, e);

    if (!ok)
        return false;
    while (ok && at < t->text.n) {
        const char *end = memchr(s + at, '\n', t->text.n - at);
        size_t n = (end ? (size_t)(end - s) : t->text.n) - at;

        if (!end && !last)
            break;
        ok = batch_take_line(t, s + at, n, e);
        at += n + (end != NULL);
    }
    if (!ok || !store_commit(t->work->store, e)) {
        store_rollback(t->work->store);
        return false;
    }
    if (at) {
        memmove(t->text.s, s + at, t->text.n - at);
        t->text.n -= at;
        t->text.s[t->text.n] = '\0';
    }
    return true;
}

/* fetch_request.take */
static bool batch_fetch_take(void *own, const char *s, size_t n)
{
    struct results *t = own;
    const char *end;

    if (t->skipping) {
        end = memchr(s, '\n', n);
        if (!end)
            return true;
        n -= (size_t)(end + 1 - s);
        s = end + 1;
        t->skipping = false;
    }
    str_addn(&t->text, s, n);
    t->whole = t->whole || memchr(s, '\n', n);
    if (t->text.n < FLUSH)
        return true;
    if (t->whole && !take_lines(t, false, &t->error))
        return false;
    t->whole = false;
    if (t->text.n > LINE_MOST) {
        t->work->senseless++;
        t->skipping = true;
        str_clear(&t->text);
    }
    return true;
}

/* ---- fetching ---- */

/* Ends the work; if it is stuck the same command would end in the same way. */
static bool give_up_batch(struct batch_work *w, struct batch_open *b,
                          const char *what, const char *why, bool is_stuck)
{
    b->stuck = b->stuck || is_stuck;
    batch_stop(w, ASK_FATAL, "could not %s batch b%" PRId64 " (%s) of %s: %s%s",
               what, b->row.id, b->row.remote, b->lane->model->spec, why,
               is_stuck ? "; leave out --batch to send its calls one by one "
                          "and pay for them again"
                        : "");
    return true;
}

/* Has another process fetched all of the batch? Then its files are removed. */
static bool is_fetched(struct batch_work *w, const struct batch_open *b,
                       bool *fetched, struct err *e)
{
    uint64_t left;

    if (!batches_left(w->store, b->row.id, &left, e))
        return false;
    *fetched = left == 0;
    return true;
}

/* It is not there, or elsewhere. */
static bool is_gone(int status)
{
    return status == 404 || status == 410 || (status >= 300 && status < 400);
}

/* Has every call of ours in it a reply, which another process fetched? */
static bool are_ours_done(struct batch_work *w, const struct batch_open *b,
                          bool *done, struct err *e)
{
    const struct wanted *x;

    *done = true;
    for (size_t i = 0; *done && (x = wanted_next(w, &i, WANT_OPEN, b->row.id));)
        if (!journal_has(w->store, x->key, done, e))
            return false;
    return true;
}

/* Was all of it fetched that this failure could hide? */
static bool is_no_loss(struct batch_work *w, const struct batch_open *b,
                       const struct fetch_answer *got, bool *fetched,
                       struct err *e)
{
    return is_fetched(w, b, fetched, e) && (*fetched || !is_gone(got->status) ||
                                            are_ours_done(w, b, fetched, e));
}

/* The file could not be fetched. */
static bool fetch_failed(struct batch_work *w, struct batch_open *b,
                         const struct fetch_answer *got, struct err *e)
{
    bool fetched;

    if (was_stopped(w, got))
        return true;
    if (!is_no_loss(w, b, got, &fetched, e))
        return false;
    if (fetched)
        return true;
    return give_up_batch(w, b, "fetch the results of", got->why,
                         is_gone(got->status));
}

/* One file of results; whole lines that were read of it before it broke off
 * stay. */
static bool fetch_file(struct batch_work *w, struct batch_open *b,
                       const char *url, struct err *e)
{
    struct arena a = { 0 };
    struct results t = { .work = w, .batch = b };
    struct fetch_request r = {
        .method = "GET", .url = url, .take = batch_fetch_take, .own = &t
    };
    struct fetch_answer got = { .got = FETCH_AGAIN };
    unsigned tries = 0;
    bool ok = true;

    do {
        str_reset(&t.text);
        t.skipping = t.whole = false;
        fetch_once(b->lane->fetch, &a, &r, &got);
        if (got.got == FETCH_ENDED)
            ok = err_set(e, t.error.code, "%s", t.error.msg);
        else
            ok = take_lines(&t, got.got == FETCH_GOOD, e);
    } while (ok && got.got == FETCH_AGAIN &&
             fetch_again(b->lane->fetch, &a, ++tries, &got));
    if (ok && got.got != FETCH_GOOD)
        ok = fetch_failed(w, b, &got, e);
    str_clear(&t.text);
    arena_clear(&t.arena);
    arena_clear(&a);
    return ok;
}

static const char *results_url(struct batch_work *w, struct arena *a,
                               struct batch_open *b, const char *result)
{
    const struct batch_lane *l = b->lane;

    if (l->place.files)
        return batch_url(a, l->place.files,
                         arena_printf(a, "/%s/content", result));
    if (fetch_is_ours(l->fetch, result))
        return result;
    give_up_batch(
        w, b, "fetch the results of",
        "the server says that they are on another host, which must not "
        "receive the API key (is the model's URL a proxy that does not "
        "rewrite such addresses?)",
        true);
    return NULL;
}

void batch_remove_files(const struct batch_open *b, struct arena *a,
                        const struct batch_status *s)
{
    const char *ids[] = { s && s->input ? s->input : b->row.file,
                          s ? s->results[0] : NULL, s ? s->results[1] : NULL };
    struct fetch_answer got;

    for (size_t i = 0; b->lane->place.files && i < 3; i++) {
        struct fetch_request r = { .method = "DELETE" };

        if (!ids[i])
            continue;
        r.url =
            batch_url(a, b->lane->place.files, arena_printf(a, "/%s", ids[i]));
        fetch_once(b->lane->fetch, a, &r, &got);
    }
}

/* The batch is over: no call is in it any more. */
static bool miss(struct batch_work *w, const struct batch_open *b,
                 const char *why, struct err *e)
{
    struct arena a = { 0 };
    struct hash128 *keys;
    struct wanted *x;
    size_t n;
    bool there;
    bool ok = batches_keys(w->store, &a, b->row.id, &keys, &n, e) &&
              store_begin(w->store, e);

    for (size_t i = 0; ok && i < n; i++) {
        x = batch_wanted(w, keys[i]);
        if (!x)
            continue;
        if (x->state == WANT_OPEN && x->batch == b->row.id && !x->error.why)
            batch_right(w, x, (struct shared_rate_sum){ 0, 0 });
        ok = batches_drop_key(w->store, b->row.id, keys[i], e);
    }
    for (size_t i = 0; ok && (x = wanted_next(w, &i, WANT_OPEN, b->row.id));) {
        if (x->error.why) {
            ok = settle_error(w, b, x, e);
            continue;
        }
        /* A call of ours that has no line in the results, or whose line another
         * process that waits for the batch took: its reply is in the journal
         * then, unless it was an error. */
        ok = journal_has(w->store, x->key, &there, e);
        if (ok && there)
            x->state = WANT_DONE;
        else if (ok)
            batch_failed(w, x, true, why);
    }
    ok = ok && store_commit(w->store, e);
    if (!ok)
        store_rollback(w->store);
    arena_clear(&a);
    return ok;
}

/* The server's list had it in place of ours, and its results tell of nothing
 * that was in ours: which is looked for again before its calls are sent. */
static bool batch_is_foreign(const struct batch_open *b)
{
    return b->lane->model->kind == MODEL_ANTHROPIC && !b->made && b->lines &&
           !b->ours;
}

static bool give_up_foreign(struct batch_work *w, struct batch_open *b,
                            struct err *e)
{
    struct wanted *x;

    b->over = true;
    batch_say(w,
              "batch b%" PRId64
              ": batch %s at the server is not ours; looking for ours again",
              b->row.id, b->row.remote);
    for (size_t i = 0; (x = wanted_next(w, &i, WANT_OPEN, b->row.id));) {
        batch_right(w, x, (struct shared_rate_sum){ 0, 0 });
        x->state = WANT_SEND;
    }
    return batches_renew(w->store, &b->row, "that id belongs to another batch",
                         clock_day_ms(), e);
}

/* Nothing is left of it for anybody. */
static bool close_batch(struct batch_work *w, const struct batch_open *b,
                        struct arena *a, const struct batch_status *s,
                        struct err *e)
{
    uint64_t left;

    if (!batches_left(w->store, b->row.id, &left, e))
        return false;
    if (left) /* of another run, which fetches them */
        return true;
    batch_remove_files(b, a, s);
    return batches_end(w->store, b->row.id, BATCH_FETCHED, "", clock_day_ms(),
                       e);
}

static bool fetch_all(struct batch_work *w, struct batch_open *b,
                      struct arena *a, const struct batch_status *s,
                      struct err *e)
{
    uint64_t before = w->fetched;
    bool ok = true;

    for (int i = 0; ok && w->end != ASK_STOPPED && i < 2; i++) {
        const char *url =
            s->results[i] ? results_url(w, a, b, s->results[i]) : NULL;

        if (s->results[i] && !url)
            return true;
        ok = !url || fetch_file(w, b, url, e);
        if (w->end == ASK_FATAL || w->end == ASK_STOPPED)
            return ok;
    }
    if (ok && batch_is_foreign(b))
        return give_up_foreign(w, b, e);
    if (!ok || !miss(w, b,
                     arena_printf(a, "the batch ended (%s) without this call",
                                  s->said),
                     e))
        return false;
    b->over = true;
    batch_say(w,
              "batch b%" PRId64 " (%s) ended: %s; %" PRIu64
              " replies were fetched",
              b->row.id, b->row.remote, s->said, w->fetched - before);
    return close_batch(w, b, a, s, e);
}

/* ---- asking how it stands ---- */

static void ask_later(struct batch_work *w, struct batch_open *b,
                      int64_t wait_ms)
{
    int64_t ms =
        fetch_poll_ms(b->lane->fetch, wait_ms > 0 ? wait_ms : -1, b->gap_s);

    if (wait_ms <= 0)
        b->gap_s = b->gap_s * GAP_GROWS < GAP_MOST_S ? b->gap_s * GAP_GROWS
                                                     : GAP_MOST_S;
    b->due_ns = clock_now(&w->clock) + (uint64_t)ms * 1000000;
}

/* The batch is no more; its calls are sent again. */
static bool batch_lose(struct batch_work *w, struct batch_open *b,
                       const char *why, struct err *e)
{
    b->over = true;
    return miss(w, b, why, e) &&
           batches_end(w->store, b->row.id, BATCH_LOST, why, clock_day_ms(), e);
}

/* Another process took all of it: the server need not be asked. */
static bool end_fetched(struct batch_work *w, struct batch_open *b,
                        struct err *e)
{
    b->over = true;
    batch_say(w, "batch b%" PRId64 " (%s) was fetched by another process",
              b->row.id, b->row.remote);
    return miss(w, b, "another process got no reply to it", e);
}

static bool not_told(struct batch_work *w, struct batch_open *b,
                     struct arena *a, struct fetch_answer *got, struct err *e)
{
    const char *why = got->why;
    int64_t ms = 0;
    bool fetched;

    if (was_stopped(w, got))
        return true;
    if (!is_no_loss(w, b, got, &fetched, e))
        return false;
    if (fetched)
        return end_fetched(w, b, e);
    if (got->status == 404 && clock_day_ms() - b->row.sent_ms > KEPT_MS)
        return batch_lose(w, b, "the server no longer has it", e);
    if (got->status == 404)
        return give_up_batch(
            w, b, "query",
            "the server does not know it (does the API key belong to "
            "another account?)",
            true);
    if (is_gone(got->status))
        return give_up_batch(w, b, "query", why, true);
    if (got->got == FETCH_REFUSED ||
        !fetch_may_again(b->lane->fetch, a, ++b->failures, got, &ms))
        return give_up_batch(w, b, "query", got->why, false);
    if (b->failures == 1)
        batch_say(w, "batch b%" PRId64 ": %s; asking again", b->row.id, why);
    b->due_ns = clock_now(&w->clock) + (uint64_t)ms * 1000000;
    return true;
}

static void batch_show(struct batch_work *w, const struct batch_open *b)
{
    uint64_t done = 0, total = 0;
    char span[40];
    struct arena a = { 0 };

    if (!w->watch || !w->watch->progress)
        return;
    for (size_t i = 0; i < w->open.n; i++) {
        const struct batch_open *x = vec_get(&w->open, struct batch_open, i);

        total += x->row.calls;
        done += x->over ? x->row.calls : x->done;
    }
    clock_span(span, sizeof(span),
               (double)(clock_day_ms() - b->row.sent_ms) / 1000);
    w->watch->progress(w->watch->ctx, done, total,
                       arena_printf(&a, "batch b%" PRId64 " %s for %s",
                                    b->row.id, b->row.said, span));
    arena_clear(&a);
}

static bool batch_told(struct batch_work *w, struct batch_open *b,
                       struct arena *a, const struct batch_status *s,
                       int64_t wait_ms, struct err *e)
{
    b->failures = 0;
    b->done = s->done;
    b->row.said = arena_strdup(w->arena, s->said);
    if (!batches_set_said(w->store, b->row.id, s->said, clock_day_ms(), e))
        return false;
    batch_show(w, b);
    switch (s->stage) {
    case STAGE_WORKING: ask_later(w, b, wait_ms); return true;
    case STAGE_ENDED: return fetch_all(w, b, a, s, e);
    case STAGE_FAILED: break;
    }
    w->given_up = true;
    batch_stop(w, ASK_FATAL, "the server refused batch b%" PRId64 " of %s: %s",
               b->row.id, b->lane->model->spec, s->why);
    return batch_lose(w, b, s->why, e);
}

static bool batch_fetch_ask(struct batch_work *w, struct batch_open *b,
                            struct err *e)
{
    struct arena a = { 0 };
    struct fetch_answer got;
    struct batch_status s;
    bool ok, fetched;

    if (!is_fetched(w, b, &fetched, e))
        return false;
    if (fetched)
        return end_fetched(w, b, e);
    ok = batch_query(b, &a, &got, &s) ? batch_told(w, b, &a, &s, got.wait_ms, e)
                                      : not_told(w, b, &a, &got, e);
    arena_clear(&a);
    return ok;
}

/* The next one to ask about; NULL: all are over. */
static struct batch_open *batch_fetch_next(struct batch_work *w)
{
    struct batch_open *first = NULL;

    for (size_t i = 0; i < w->open.n; i++) {
        struct batch_open *b = vec_get(&w->open, struct batch_open, i);

        if (!b->over && (!first || b->due_ns < first->due_ns))
            first = b;
    }
    return first;
}

bool batch_wait(struct batch_work *w, struct err *e)
{
    struct batch_open *b;

    while ((b = batch_fetch_next(w)) && w->end != ASK_FATAL &&
           w->end != ASK_STOPPED) {
        uint64_t now = clock_now(&w->clock);
        uint64_t left = b->due_ns > now ? (b->due_ns - now) / 1000000 + 1 : 0;

        if (left > TICK_MS) {
            batch_show(w, b);
            left = TICK_MS;
        }
        if (!fetch_wait(b->lane->fetch, (int64_t)left))
            batch_stop(w, ASK_STOPPED, "interrupted");
        else if (b->due_ns <= clock_now(&w->clock) && !batch_fetch_ask(w, b, e))
            return false;
    }
    return true;
}
