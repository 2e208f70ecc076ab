/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/family/examiner.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/pipeline.h"
#include "base/thread.h"
#include "base/utf8.h"
#include "family/accept/accept.h"
#include "serve/desk/entry.h"
#include "serve/desk/family/family_text.h"
#include "serve/stores.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MOST  400 /* bytes of one text of a result */
#define TEXT_LEAST 80  /* the same if all of them are too long */

struct saved {
    int64_t entry, version;
};

struct examiner {
    struct serve *serve;
    pthread_mutex_t lock;
    pthread_cond_t free; /* a turn was given back, or the end has come */
    pthread_cond_t wake; /* of the thread */
    int turns, running, waiting, looks;
    struct saved queue[EXAMINER_QUEUE]; /* the first is being tried */
    size_t n;
    atomic_bool stopping;
    pthread_t thread;
    bool has_thread;
};

/* ---- turns ---- */

/* Waits for a turn, behind EXAMINER_WAITING others at most unless `patient`. */
static bool examiner_take_turn(struct examiner *x, bool patient)
{
    bool taken = false;

    pthread_mutex_lock(&x->lock);
    if (patient || x->running < x->turns || x->waiting < EXAMINER_WAITING) {
        x->waiting++;
        while (x->running >= x->turns && !atomic_load(&x->stopping))
            pthread_cond_wait(&x->free, &x->lock);
        x->waiting--;
        taken = !atomic_load(&x->stopping);
        x->running += taken;
    }
    pthread_mutex_unlock(&x->lock);
    return taken;
}

static void examiner_give_turn(struct examiner *x)
{
    pthread_mutex_lock(&x->lock);
    x->running--;
    pthread_cond_signal(&x->free);
    pthread_mutex_unlock(&x->lock);
}

bool examiner_look(struct examiner *x)
{
    bool taken = true;

    if (!x)
        return true;
    pthread_mutex_lock(&x->lock);
    taken = x->looks < EXAMINER_LOOKS;
    x->looks += taken;
    pthread_mutex_unlock(&x->lock);
    return taken;
}

void examiner_look_end(struct examiner *x)
{
    if (!x)
        return;
    pthread_mutex_lock(&x->lock);
    x->looks--;
    pthread_mutex_unlock(&x->lock);
}

/* ---- one run ---- */

struct run {
    struct examiner *examiner;
    const struct http_request *request; /* NULL: nobody waits */
    uint64_t until_ns;
    enum examined end;
};

static bool examiner_go_on(void *ctx, enum accept_row row, double share)
{
    struct run *r = ctx;
    struct clock clock = clock_real();

    (void)row;
    (void)share;
    if (clock_now(&clock) > r->until_ns)
        r->end = EXAMINED_LATE;
    else if (atomic_load(&r->examiner->stopping) ||
             (r->request && http_is_gone(r->request)))
        r->end = EXAMINED_ENDED;
    return r->end == EXAMINED_DONE;
}

/* Cuts the texts of a value at so many bytes, between two characters. */
static void examiner_cut(struct arena *a, struct json *v, size_t most)
{
    for (struct json *m = v->first; m; m = m->next)
        examiner_cut(a, m, most);
    if (v->type != JSON_STRING || strlen(v->text) <= most)
        return;
    v->text =
        arena_printf(a, "%.*s ...", (int)utf8_start(v->text, most), v->text);
}

static struct json *examiner_result_of(struct arena *a,
                                       const struct acceptance *found)
{
    struct json *v = accept_json(a, found);
    struct str size = str_in(a);

    examiner_cut(a, v, TEXT_MOST);
    json_write(&size, v);
    if (size.n > EXAMINER_JSON)
        examiner_cut(a, v, TEXT_LEAST);
    return v;
}

static enum examined examine(struct examiner *x, struct arena *a,
                             const struct http_request *r, const char *text,
                             struct json **out)
{
    struct run run = { x, r, thread_after(EXAMINER_MS), EXAMINED_DONE };
    struct accept_options o = { .progress = examiner_go_on, .ctx = &run };
    struct acceptance found;
    struct arena own = { 0 };

    if (family_accept(&own, family_text_path(&own, text), text, strlen(text),
                      &o, &found))
        *out = json_copy(a, examiner_result_of(&own, &found));
    arena_clear(&own);
    return run.end;
}

enum examined examiner_try(struct examiner *x, struct arena *a,
                           const struct http_request *r, const char *text,
                           struct json **out)
{
    enum examined end;

    *out = NULL;
    if (!x || !examiner_take_turn(x, false))
        return EXAMINED_BUSY;
    end = examine(x, a, r, text, out);
    examiner_give_turn(x);
    return end;
}

/* ---- saved versions ---- */

bool examiner_queue(struct examiner *x, int64_t entry, int64_t version)
{
    bool taken = false;

    if (!x)
        return false;
    pthread_mutex_lock(&x->lock);
    if (x->n < EXAMINER_QUEUE && !atomic_load(&x->stopping)) {
        x->queue[x->n++] = (struct saved){ entry, version };
        pthread_cond_signal(&x->wake);
        taken = true;
    }
    pthread_mutex_unlock(&x->lock);
    return taken;
}

bool examiner_has(struct examiner *x, int64_t entry, int64_t version)
{
    bool has = false;

    if (!x)
        return false;
    pthread_mutex_lock(&x->lock);
    for (size_t i = 0; i < x->n; i++)
        has |= x->queue[i].entry == entry && x->queue[i].version == version;
    pthread_mutex_unlock(&x->lock);
    return has;
}

/* What was found, as an audit event of the program. */
static bool examiner_record(struct visit *v, const struct saved *w,
                            struct json *found, struct err *e)
{
    struct audit_event_kind d = { .entry = w->entry,
                                  .version = w->version,
                                  .audit_event = AUDIT_EVENT_CHECKED,
                                  .text = "",
                                  .at_ms = clock_day_ms() };
    struct str data = str_in(v->arena);

    json_write(&data, family_finding(v->arena, found));
    d.data = str_get(&data);
    return audit_events_add(v->store, &d, ENTRY_DRAFT, e);
}

static bool try_saved(struct examiner *x, struct visit *v,
                      const struct saved *w, struct err *e)
{
    struct entry_version version;
    struct json *found = NULL;
    enum examined end;
    bool has;

    if (!entries_version(v->store, v->arena, w->entry, w->version, &version,
                         &has, e))
        return false;
    if (!has || !examiner_take_turn(x, true))
        return true;
    end = examine(x, v->arena, NULL, version.claim, &found);
    examiner_give_turn(x);
    return end == EXAMINED_ENDED || examiner_record(v, w, found, e);
}

static void examiner_work_on(struct examiner *x, const struct saved *w)
{
    const struct serve_options *o = x->serve->o;
    struct arena a = { 0 };
    struct visit v = { .arena = &a, .serve = x->serve };
    struct err e;
    bool ok = stores_take(x->serve->stores, &v.store, &e);

    if (ok) {
        ok = try_saved(x, &v, w, &e);
        stores_give(x->serve->stores, v.store);
    }
    if (!ok && o->tell)
        o->tell(o->ctx, arena_printf(&a, "a family was not tried: %s", e.msg));
    pthread_mutex_lock(&x->lock);
    memmove(x->queue, x->queue + 1, --x->n * sizeof(x->queue[0]));
    pthread_mutex_unlock(&x->lock);
    if (!atomic_load(&x->stopping))
        entry_tell(&v, w->entry, "checked");
    arena_clear(&a);
}

static void *examiner_work(void *ctx)
{
    struct examiner *x = ctx;

    pthread_mutex_lock(&x->lock);
    while (!atomic_load(&x->stopping)) {
        struct saved w;

        if (!x->n) {
            pthread_cond_wait(&x->wake, &x->lock);
            continue;
        }
        w = x->queue[0];
        pthread_mutex_unlock(&x->lock);
        examiner_work_on(x, &w);
        pthread_mutex_lock(&x->lock);
    }
    pthread_mutex_unlock(&x->lock);
    if (x->serve->o->ask.ask.leave)
        x->serve->o->ask.ask.leave(NULL);
    return NULL;
}

/* ---- what is known of a saved version ---- */

const struct audit_event_kind *family_tried(
    struct arena *a, const struct audit_event_kind *audit_events, size_t n,
    int64_t version)
{
    for (size_t i = n; i-- > 0;)
        if (audit_events[i].audit_event == AUDIT_EVENT_CHECKED &&
            audit_events[i].version == version &&
            str_eq(audit_event_member(a, &audit_events[i], "how"),
                   ENTRY_FAMILY))
            return &audit_events[i];
    return NULL;
}

const char *family_word(struct visit *v, const struct entry_view *x)
{
    const struct audit_event_kind *d = family_tried(
        v->arena, x->audit_events, x->n_audit_events, x->version.number);

    if (examiner_has(v->serve->examiner, x->entry.id, x->version.number))
        return "being tried";
    return d ? audit_event_member(v->arena, d, "finding") : "not tried yet";
}

/* ---- beginning and ending ---- */

bool examiner_start(struct serve *s, struct examiner **out, struct err *e)
{
    struct examiner *x = alloc_new(1, sizeof(*x));

    x->serve = s;
    /* Most of the machine is for others. */
    x->turns = 1 + pipeline_cores() / 4;
    pthread_mutex_init(&x->lock, NULL);
    pthread_cond_init(&x->free, NULL);
    pthread_cond_init(&x->wake, NULL);
    x->has_thread = thread_start(&x->thread, examiner_work, x) == 0;
    if (!x->has_thread) {
        examiner_free(x);
        return err_set(e, ERR_IO, "could not start a thread");
    }
    *out = x;
    return true;
}

void examiner_stop(struct examiner *x)
{
    if (!x)
        return;
    pthread_mutex_lock(&x->lock);
    atomic_store(&x->stopping, true);
    pthread_cond_broadcast(&x->free);
    pthread_cond_broadcast(&x->wake);
    pthread_mutex_unlock(&x->lock);
    if (x->has_thread)
        pthread_join(x->thread, NULL);
    x->has_thread = false;
}

void examiner_free(struct examiner *x)
{
    if (!x)
        return;
    examiner_stop(x);
    pthread_mutex_destroy(&x->lock);
    pthread_cond_destroy(&x->free);
    pthread_cond_destroy(&x->wake);
    free(x);
}
