/* SPDX-License-Identifier: Apache-2.0 */

/*
 * On a terminal the picture is drawn again at each look; elsewhere a line comes
 * whenever something changed, or nothing came any more, or a line of JSON. It ends with the run.
 */
#include "cli/store_watch.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/progress.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "run/plan.h"
#include "store/store.h"
#include "store/watch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define EVERY_MOST  3600
#define WINDOW_MS   20000 /* over which the rate of now is taken */
#define LOOKS       64
#define ROWS_USUAL  24
#define ROWS_OTHER  12 /* of a screen, besides those of workers */
#define STUCK_SHOWN 4  /* of them, on a screen */

struct watching {
    const struct command *self;
    const struct watch_options *o;
    struct store *store;
    struct arena *arena; /* of this look */
    struct watched now;
    struct {
        int64_t ms;
        uint64_t results;
    } looks[LOOKS]; /* the newest last */
    size_t n_looks;
    double rate;    /* results a second; < 0: not known */
    double left_s;  /* likewise */
    bool still;     /* they are at work, and nothing came for a while */
    size_t drawn;   /* lines on the screen */
    uint64_t seen;  /* what was told last: see fingerprint() */
    size_t n_stuck; /* likewise */
};

/* ---- figures ---- */

static uint64_t open_calls(const struct watched *w)
{
    uint64_t all = watched_total(w);

    return w->run.results < all ? all - w->run.results : 0;
}

static uint64_t done_calls(const struct watched *w)
{
    return w->run.results - w->run.errors;
}

/* A first look takes the end of the workers' results for the look before it. */
static void begin_looks(struct watching *t)
{
    const struct watched *w = &t->now;
    int64_t ms = 0;
    uint64_t n;
    struct err ignored;

    for (size_t i = 0; i < w->n_live; i++)
        if (w->now_ms - w->workers[i].begun_ms > ms)
            ms = w->now_ms - w->workers[i].begun_ms;
    if (ms > WINDOW_MS)
        ms = WINDOW_MS;
    if (ms <= 0 || !watch_recent(t->store, w->run.id, ms, &n, &ignored))
        return;
    t->looks[0].ms = w->now_ms - ms;
    t->looks[0].results = done_calls(w) > n ? done_calls(w) - n : 0;
    t->n_looks = 1;
}

static void find_rate(struct watching *t)
{
    const struct watched *w = &t->now;
    size_t first = 0;
    int64_t ms;

    if (!t->n_looks)
        begin_looks(t);
    if (t->n_looks == LOOKS)
        memmove(t->looks, t->looks + 1, --t->n_looks * sizeof(t->looks[0]));
    t->looks[t->n_looks].ms = w->now_ms;
    t->looks[t->n_looks++].results = done_calls(w);
    while (first + 2 < t->n_looks &&
           w->now_ms - t->looks[first + 1].ms >= WINDOW_MS)
        first++;
    ms = w->now_ms - t->looks[first].ms;
    t->rate = -1;
    if (ms > 0 && done_calls(w) >= t->looks[first].results)
        t->rate = 1000 * (double)(done_calls(w) - t->looks[first].results) /
                  (double)ms;
    t->still = w->left && (w->n_live || w->alone) && ms >= WINDOW_MS &&
               done_calls(w) == t->looks[first].results;
    t->left_s = t->rate > 0 && w->left && open_calls(w)
                    ? (double)open_calls(w) / t->rate
                    : -1;
}

/* ---- words ---- */

static const char *watch_span(struct arena *a, double seconds)
{
    char text[40];

    clock_span(text, sizeof(text), seconds > 0 ? seconds : 0);
    return arena_printf(a, "%s", text);
}

static void watch_add_rate(struct str *out, const struct watching *t,
                           const char *blank)
{
    if (t->rate < 0)
        return;
    str_add(out, blank);
    if (t->rate >= 10)
        str_add_count(out, (uint64_t)(t->rate + 0.5));
    else
        str_addf(out, "%.1f", t->rate);
    str_add(out, " calls/s");
    if (t->still)
        str_addf(out, " (no result for %d s)", WINDOW_MS / 1000);
    if (t->left_s >= 0)
        str_addf(out, "%s%s left", blank[0] ? blank : ", ",
                 watch_span(t->arena, t->left_s));
}

/* "1,234 of 100,000 calls done (1 %), 3 failed, 98,763 open" */
static void watch_add_counts(struct str *out, const struct watched *w)
{
    uint64_t all = watched_total(w);

    str_add_count(out, done_calls(w));
    str_add(out, " of ");
    str_add_count(out, all);
    str_addf(out, " calls done (%d %%)",
             all ? (int)(100 * (double)done_calls(w) / (double)all) : 100);
    if (w->run.errors) {
        str_add(out, ", ");
        str_add_count(out, w->run.errors);
        str_add(out, " failed");
    }
    if (open_calls(w)) {
        str_add(out, ", ");
        str_add_count(out, open_calls(w));
        str_add(out, " open");
    }
}

/* Models are named where one cannot be reached without: then all, or `only`
 * that one (-1: none in particular). */
static const char *worker_command(const struct watching *t, int64_t only)
{
    const struct run_info *r = &t->now.run;
    struct str out = str_in(t->arena);
    struct model *models;
    struct plan plan;
    bool any = only >= 0 && r->n_models > 1;
    struct err e;

    str_addf(&out, "assay worker --run %s%s", r->name,
             store_told(t->arena, store_path(t->store)));
    if (!plan_of_run(t->arena, r->spec, NULL, 0, &plan, &models, &e))
        return str_get(&out);
    for (size_t i = 0; i < plan.n_models; i++)
        any = any || str_starts(models[i].url, "label:");
    for (size_t i = 0; any && i < plan.n_models; i++)
        if (only < 0 || (size_t)only == i) {
            const struct model *m = &models[i];

            /* What a label stands for, whoever starts the worker knows. */
            str_add(&out, " --model ");
            told_word(&out, str_starts(m->url, "label:")
                                ? arena_printf(t->arena, "%s=URL#%s", m->spec,
                                               m->name)
                                : m->spec);
        }
    return str_get(&out);
}

/* Who works: in words, and what to do if nobody does. */
static void store_watch_add_workers(struct str *out, const struct watching *t)
{
    const struct watched *w = &t->now;

    if (!w->enqueued)
        str_add(out, "it was not queued for workers (--enqueue); the command "
                     "that started it makes its calls");
    else if (w->n_live)
        str_addf(out, "%zu worker%s running", w->n_live,
                 w->n_live == 1 ? "" : "s");
    else if (w->alone)
        str_add(out, "a command such as `assay run` works on it alone; workers "
                     "can start when it has ended");
    else if (w->left)
        str_addf(out, "no worker is running; start one with: %s",
                 worker_command(t, -1));
    else if (w->n_workers)
        str_addf(out, "%zu worker%s took part", w->n_workers,
                 w->n_workers == 1 ? "" : "s");
}

static const char *watch_model_of(const struct watching *t, uint64_t model)
{
    return document_line(t->arena, t->now.run.models[model], 60);
}

static const char *stuck_words(const struct watching *t,
                               const struct watched_stuck *k)
{
    double over = (double)(t->now.now_ms - k->until_ms) / 1000;
    struct str out = str_in(t->arena);

    str_addf(&out, "%" PRIu64 " block%s that ", k->blocks,
             k->blocks == 1 ? "" : "s");
    str_add_printable(&out, k->owner);
    str_addf(&out, " took of %s: ", watch_model_of(t, k->model));
    if (over >= 0)
        str_addf(&out, "the lease expired %s ago and no worker has them; ",
                 watch_span(t->arena, over));
    else
        str_addf(&out, "the worker is gone; its lease expires in %s; ",
                 watch_span(t->arena, -over));
    if (t->now.alone)
        str_add(&out, "the command that works on the run will ask them");
    else if (k->taken_care)
        str_add(&out, "running workers of this model will ask them");
    else
        str_addf(&out, "start a worker for this model: %s",
                 worker_command(t, (int64_t)k->model));
    return str_get(&out);
}

/* ---- the picture ---- */

static void add_worker_rows(struct watching *t, struct document *d, size_t most)
{
    static const char *const states[] = { "at work", "gone", "ended" };
    const struct watched *w = &t->now;
    struct doc_table *table = document_table(d, "workers");

    for (size_t i = 0; i < w->n_workers && i < most; i++) {
        const struct watched_worker *k = &w->workers[i];
        double ago = (double)(w->now_ms - k->seen_ms) / 1000;

        table_row(table);
        table_key(table, "worker", "worker", datum_text(k->name));
        table_cell(table, "state", "state", datum_text(states[k->state]));
        table_cell(table, "blocks", "blocks", datum_count(k->blocks));
        table_cell(table, "results", "results", datum_count(k->results));
        table_cell(table, "failed", "failed",
                   datum_count(k->errors > 0 ? (uint64_t)k->errors : 0));
        table_cell(table, "seen_seconds_ago", NULL, datum_number(ago, 1));
        table_cell(table, NULL, "last seen",
                   datum_text(arena_printf(t->arena, "%s ago",
                                           watch_span(t->arena, ago))));
    }
    if (!w->n_workers)
        return;
    document_section(d, "workers");
    document_show(d, table, 0);
    if (w->n_workers > most)
        document_say(d, "and %zu more (--full shows all)", w->n_workers - most);
}

static void add_stuck_rows(struct watching *t, struct document *d, size_t most)
{
    const struct watched *w = &t->now;
    struct doc_table *table = document_table(d, "stuck");
    size_t n = w->n_live ? w->n_waiting : 0;

    if (w->n_stuck + n)
        document_section(d, "stuck");
    for (size_t i = 0; i < w->n_stuck; i++) {
        const struct watched_stuck *k = &w->stuck[i];

        table_row(table);
        table_cell(table, "worker", NULL, datum_text(k->owner));
        table_cell(table, "model", NULL, datum_text(w->run.models[k->model]));
        table_cell(table, "blocks", NULL, datum_count(k->blocks));
        table_cell(table, "over_seconds", NULL,
                   datum_number((double)(w->now_ms - k->until_ms) / 1000, 1));
        table_cell(table, "taken_care_of", NULL, datum_truth(k->taken_care));
        if (i < most)
            document_say(d, "%s", stuck_words(t, k));
    }
    for (size_t i = 0; i < n && i < most; i++)
        document_say(d, "no worker asks %s; start one with: %s",
                     watch_model_of(t, w->waiting[i]),
                     worker_command(t, (int64_t)w->waiting[i]));
    if (w->n_stuck > most)
        document_say(d, "and %zu more (--full shows all)", w->n_stuck - most);
}

static void watch_add_facts(const struct watching *t, struct document *d)
{
    const struct watched *w = &t->now;

    document_fact(d, "run", datum_text(w->run.name));
    document_fact(d, "calls", datum_count(watched_total(w)));
    document_fact(d, "done", datum_count(done_calls(w)));
    document_fact(d, "failed", datum_count(w->run.errors));
    document_fact(d, "open", datum_count(open_calls(w)));
    document_fact(d, "ended", datum_truth(!w->left));
    document_fact(d, "calls_per_second",
                  t->rate < 0 ? datum_unknown : datum_number(t->rate, 2));
    document_fact(d, "seconds_left",
                  t->left_s < 0 ? datum_unknown : datum_number(t->left_s, 0));
    document_fact(d, "workers_at_work", datum_count(w->n_live));
    document_fact(d, "models_nobody_asks", datum_count(w->n_waiting));
}

static struct document *picture(struct watching *t, size_t workers,
                                size_t stuck)
{
    struct document *d = document_new(t->arena, terminal_width());
    struct str counts = str_in(t->arena), pace = str_in(t->arena);

    watch_add_facts(t, d);
    watch_add_counts(&counts, &t->now);
    document_say(d, "run %s in %s: %s", t->now.run.name, store_path(t->store),
                 str_get(&counts));
    watch_add_rate(&pace, t, "");
    if (pace.n)
        str_add(&pace, "; ");
    store_watch_add_workers(&pace, t);
    document_say(d, "%s", str_get(&pace));
    add_worker_rows(t, d, workers);
    add_stuck_rows(t, d, stuck);
    return d;
}

/* Over the last one, which begins so many lines above; lines are cut, not
 * wrapped. */
static int watch_draw(struct watching *t)
{
    size_t rows = progress_rows(STDOUT_FILENO);
    struct str text = { 0 }, out = { 0 };

    rows = rows ? rows : ROWS_USUAL;
    rows = rows > ROWS_OTHER + 3 ? rows - ROWS_OTHER : 3;
    document_text(&text, t->o->as->full ? picture(t, SIZE_MAX, SIZE_MAX)
                                        : picture(t, rows, STUCK_SHOWN));
    if (t->drawn)
        str_addf(&out, "\033[%zuA\r\033[J", t->drawn);
    str_add(&out, "\033[?7l");
    str_addn(&out, str_get(&text), text.n);
    str_add(&out, "\033[?7h");
    t->drawn = 0;
    for (size_t i = 0; i < text.n; i++)
        t->drawn += text.s[i] == '\n';
    str_clear(&text);
    return out_all(&out);
}

/* ---- lines ---- */

static uint64_t fingerprint(const struct watching *t)
{
    const struct watched *w = &t->now;
    const uint64_t parts[] = { w->run.results, w->run.errors, w->n_live,
                               w->n_workers,   w->n_stuck,    w->left,
                               w->alone,       t->still };

    return hash_bytes(parts, sizeof(parts)).low;
}

static int tell_line(struct watching *t)
{
    const struct watched *w = &t->now;
    struct str out = { 0 };

    str_addf(&out, "%s  ", w->run.name);
    watch_add_counts(&out, w);
    watch_add_rate(&out, t, "  ");
    str_add(&out, "  ");
    store_watch_add_workers(&out, t);
    str_addc(&out, '\n');
    for (size_t i = 0; w->n_stuck != t->n_stuck && i < w->n_stuck; i++)
        str_addf(&out, "%s  stuck: %s\n", w->run.name,
                 stuck_words(t, &w->stuck[i]));
    t->n_stuck = w->n_stuck;
    return out_all(&out);
}

static int watch_show(struct watching *t)
{
    uint64_t seen = fingerprint(t);
    bool changed = seen != t->seen;
    const char *term = getenv("TERM");
    struct str out = { 0 };

    t->seen = seen;
    if (!t->o->as->json && !t->o->once && isatty(STDOUT_FILENO) && term &&
        !str_eq(term, "dumb"))
        return watch_draw(t);
    if (!changed && (t->o->as->json || !t->o->once))
        return EXIT_DONE;
    if (t->o->as->json)
        document_json(&out, picture(t, SIZE_MAX, SIZE_MAX));
    else if (t->o->once)
        document_text(&out, picture(t, SIZE_MAX, SIZE_MAX));
    else
        return tell_line(t);
    return out_all(&out);
}

/* ---- until it ends ---- */

/* What is left when nothing is asked any more. */
static int watch_end_of(const struct watching *t)
{
    const struct watched *w = &t->now;

    if (!w->run.errors)
        return EXIT_DONE;
    talk("%" PRIu64
         " call%s of run %s failed; `assay store show %s --kind error%s` "
         "shows why; run the command that made it with --enqueue to queue them "
         "again",
         w->run.errors, w->run.errors == 1 ? "" : "s", w->run.name, w->run.name,
         store_told(t->arena, store_path(t->store)));
    return EXIT_COULD_NOT;
}

/* Returns -1 to go on. */
static int store_watch_look(struct watching *t, const char *run)
{
    struct err e;
    int status;

    if (!watch_look(t->store, t->arena, run, &t->now, &e))
        return store_wait(&t->store, NULL, STORE_READ, false, &e)
                   ? -1
                   : talk_failure(&e);
    find_rate(t);
    status = watch_show(t);
    return status != EXIT_DONE ? status
           : !t->now.left      ? watch_end_of(t)
           : t->o->once        ? EXIT_DONE
                               : -1;
}

int store_watch(const struct command *self, struct store **s, const char *run,
                const struct watch_options *o)
{
    struct timespec pause = { .tv_sec = (time_t)o->every };
    struct watching t = { .self = self, .o = o, .store = *s };
    struct arena name = { 0 };
    const char *own = NULL;
    int status = -1;

    if (o->every < 1 || o->every > EVERY_MOST)
        return args_mistake(
            self, "--every takes 1 to %d seconds, not \"%" PRIu64 "\"",
            EVERY_MOST, o->every);
    while (status < 0) {
        struct arena a = { 0 };

        t.arena = &a;
        status = store_watch_look(&t, run);
        if (t.now.run.name && !own) /* "last" may be another later */
            run = own = arena_strdup(&name, t.now.run.name);
        arena_clear(&a);
        t.now = (struct watched){ 0 };
        if (status < 0)
            nanosleep(&pause, NULL);
    }
    *s = t.store;
    arena_clear(&name);
    return status;
}

/* ---- a store that comes back ---- */

#define PAUSE_MS 500

bool store_open_both(struct store **s, struct store **second, const char *path,
                     enum store_mode mode, struct err *e)
{
    if (!store_open(s, path, mode, e))
        return false;
    if (!second || store_open(second, path, mode, e))
        return true;
    store_close(*s);
    *s = NULL;
    return false;
}

static bool watch_open_again(struct store **s, struct store **second,
                             const char *path, enum store_mode mode,
                             struct err *e)
{
    struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000L };
    struct clock clock = clock_real();
    uint64_t end = clock_now(&clock) + (uint64_t)STORE_WAIT_S * 1000000000;

    while (!interrupt_came() && clock_now(&clock) < end) {
        nanosleep(&pause, NULL);
        if (store_open_both(s, second, path, mode, e))
            return true;
    }
    *s = NULL;
    return false;
}

bool store_wait(struct store **s, struct store **second, enum store_mode mode,
                bool lost, struct err *e)
{
    const char *shown = store_path(*s);
    char *path;
    bool ok;

    if (!(lost || store_is_lost(*s)) || interrupt_came())
        return false;
    talk("%s; waiting up to %d min for it to come back", e->msg,
         STORE_WAIT_S / 60);
    path = alloc_new(strlen(shown) + 1, 1);
    memcpy(path, shown, strlen(shown));
    store_close(*s);
    if (second) {
        store_close(*second);
        *second = NULL;
    }
    ok = watch_open_again(s, second, path, mode, e);
    free(path);
    if (ok)
        talk("the store is back");
    return ok;
}
