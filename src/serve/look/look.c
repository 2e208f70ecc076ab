/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/look/look.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/lines.h"
#include "base/map.h"
#include "base/thread.h"
#include "base/vec.h"
#include "evolve/print/print.h"
#include "report/html/html.h"
#include "report/html/page.h"
#include "run/count/tally.h"
#include "run/print/print.h"
#include "serve/desk/ask/ask_results.h"
#include "serve/look/access.h"
#include "serve/pages/layout.h"
#include "serve/stores.h"
#include "store/runs.h"
#include "store/studies.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The problems of a run, for whoever wants to write from one. */

bool show_problems(struct visit *v, struct err *e)
{
    struct problem_rows rows = { .from = problem_rows_from(v) };
    struct run_info run;
    const char **lines;
    struct json *row;
    size_t n;

    if (!look_find_run(v, v->args[0], &run, e) ||
        !runs_problems(v->store, v->arena, run.id, &lines, &n, e))
        return false;
    rows.n = rows.from < n ? n - rows.from : 0;
    rows.lines = lines + (rows.n ? rows.from : 0);
    rows.more = rows.n > ROWS_OF_PAGE;
    rows.n = rows.more ? ROWS_OF_PAGE : rows.n;
    rows.place = arena_printf(v->arena, "/runs/%s/problems", run.name);
    rows.begin =
        arena_printf(v->arena, "/entries/new?run=%s&amp;problem=", run.name);
    row = row_new(v->arena, "run=%s n=%zu", run.name, n);
    return problem_rows_add(v, row, &rows, e) &&
           page_show(v, 200, "Problems of a run", "runs", "run_problems", row);
}

#define AT_WORK_MS 30000 /* a run that is worked on has a result so often */

/* A page has its own policy for scripts and styles; what it cannot say itself
 * stands here. */
static const char report_policy[] =
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* Returns whether some process works on it now: it is not done, and something
 * came lately. */
static bool show_at_work(uint64_t done, uint64_t total, int64_t worked_ms)
{
    return done < total && clock_day_ms() - worked_ms < AT_WORK_MS;
}

/* ---- pages ---- */

/* Makes the reply a page of the document, with the part `head` before it. */
static bool show_document_page(struct visit *v, const char *title,
                               const char *part, struct json *row,
                               const struct document *d)
{
    struct str body = str_in(v->arena), contents = str_in(v->arena);

    html_body(&body, &contents, d, false);
    row_add(v->arena, row, "contents=%s body=%s", str_get(&contents),
            str_get(&body));
    return page_show(v, 200, title, "runs", part, row);
}

/* ---- the whole report ---- */

static bool write_report(const struct visit *v, const struct report *r,
                         const char *path, struct err *e)
{
    const struct serve_options *o = v->serve->o;
    struct document *d = document_new(v->arena, 0);
    struct items *items;
    struct item_source source;
    bool ok;

    if (!report_document(r, d, e))
        return false;
    items = report_items(
        r, (struct item_options){ .lineage = evolve_lineage,
                                  .threads = o->threads < 1 ? 1 : o->threads,
                                  .leave = o->ask.ask.leave });
    source = items_source(items);
    ok = page_write(&(struct page){ .title = report_title(r),
                                    .body = d,
                                    .items = source.total ? &source : NULL },
                    path, e);
    items_close(items);
    return ok;
}

/* Writes it to a folder of its own, which goes again. */
static bool make_report(const struct visit *v, const struct report *r,
                        struct str *out, struct err *e)
{
    const char *tmp = getenv("TMPDIR");
    char *folder = arena_printf(v->arena, "%s/assay-report-XXXXXX",
                                tmp && *tmp ? tmp : "/tmp");
    const char *path;
    bool ok;

    if (!mkdtemp(folder))
        return err_set(e, ERR_IO, "could not make a folder for the report: %s",
                       strerror(errno));
    path = arena_printf(v->arena, "%s/report.html", folder);
    ok = write_report(v, r, path, e) &&
         file_read(path, LIMIT_FILE_BYTES, out, e);
    unlink(path);
    rmdir(folder);
    return ok;
}

/* Makes the reply the whole report as one file, with every problem and reply.
 * It has its own policy inside. Judging all replies again takes a while: one is
 * made at a time. */
static bool show_report(struct visit *v, const struct report *r, struct err *e)
{
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
    struct str out = str_in(v->arena);
    bool ok;

    /* Whoever waited would keep a store from others. */
    if (pthread_mutex_trylock(&one)) {
        layout_error(v, 503,
                     "Another report is being made; try again in a moment.");
        reply_field(v->reply, "Retry-After", "5");
        return true;
    }
    ok = make_report(v, r, &out, e);
    pthread_mutex_unlock(&one);
    if (!ok)
        return false;
    reply_html(v->reply, 200, &out);
    reply_field(v->reply, "Content-Security-Policy", report_policy);
    return true;
}

/* ---- a run ---- */

/* "12 of 400 results, 0 errors, 3.5 a second": the script keeps the numbers as
 * they are now. */
static struct json *run_row(struct visit *v, const struct run_info *run,
                            const struct challenge *c)
{
    uint64_t total = run->n_problems * run->n_models * run->attempts;
    struct json *row = row_new(
        v->arena,
        "file=%s made=%" PRId64 " version=%s worked=%" PRId64
        " name=%s done=%" PRIu64 " total=%" PRIu64 " most=%" PRIu64
        " errors=%" PRIu64 " at_work=%d",
        summary_file(v->arena, run), run->made_ms, run->version, run->worked_ms,
        run->name, run->results, total, total ? total : 1, run->errors,
        show_at_work(run->results, total, run->worked_ms));

    if (c)
        json_set(v->arena, row, "challenge",
                 row_new(v->arena,
                         "id=%" PRId64 " of_entry=%" PRId64
                         " of_version=%" PRId64 " state=%s why=%s",
                         c->id, c->entry, c->version,
                         challenge_state_name(c->state), c->why ? c->why : ""));
    return row;
}

/* *c is the challenge that it is of, or NULL. */
static bool serve_look_open_run(struct visit *v, struct run_info *run,
                                const struct challenge **c, struct report *r,
                                struct err *e)
{
    *r = report_new(v->arena, v->store);
    r->view.prices = v->serve->o->ask.ask.prices;
    if (!look_find_run(v, v->args[0], run, e) ||
        !look_find_challenge(v, run->id, c, e))
        return false;
    if (*c)
        r->view.goes_on = "the page of its challenge";
    return report_add_run(r, run, e) && report_add_study_runs(r, e);
}

bool show_run(struct visit *v, struct err *e)
{
    struct document *d = document_new(v->arena, 0);
    const struct challenge *c;
    struct run_info run;
    struct report r;

    if (!serve_look_open_run(v, &run, &c, &r, e) || !report_document(&r, d, e))
        return false;
    return show_document_page(v, arena_printf(v->arena, "Run %s", run.name),
                              "run", run_row(v, &run, c), d);
}

bool show_run_report(struct visit *v, struct err *e)
{
    const struct challenge *c;
    struct run_info run;
    struct report r;

    return serve_look_open_run(v, &run, &c, &r, e) && show_report(v, &r, e);
}

/* ---- a study ---- */

static struct json *study_row(struct arena *a, const struct study *s)
{
    return row_new(
        a,
        "name=%s title=%s stage=%s what=%s going=%d ended=%d "
        "made=%" PRId64 " worked=%" PRId64 " version=%s "
        "done=%" PRIu64 " total=%" PRIu64 " most=%" PRIu64 " n_runs=%zu",
        s->name, s->title, s->stage ? s->stage : "", s->what ? s->what : "",
        s->stage != NULL, s->ended, s->made_ms, s->worked_ms, s->version,
        s->done, s->total, s->total ? s->total : 1, s->n_runs);
}

/* A model of a run that a study has asked so far. */
static bool add_run_rows(struct visit *v, struct doc_table *t,
                         const struct study_run *of, struct err *e)
{
    struct run_info run;
    struct result *results;
    const bool *bad;
    struct count c;
    size_t n;

    if (!runs_find(v->store, v->arena,
                   arena_printf(v->arena, "r%" PRId64, of->run), &run, e) ||
        !bad_keys_results(v->arena, v->store, run.id, &results, &n, &bad, e))
        return false;
    c = (struct count){ .n_problems = run.n_problems,
                        .n_models = run.n_models,
                        .attempts = 1,
                        .planned = run.attempts,
                        .trials = tally_trials(v->arena, results, n),
                        .n_trials = n,
                        .bad_key = bad };
    for (size_t m = 0; m < run.n_models; m++) {
        struct tally cell;

        tally_cell(v->arena, &c, m, NULL, 0, &cell);
        table_row(t);
        table_key(t, NULL, "run", datum_text(run.name));
        table_key(t, NULL, "set", datum_text(of->role));
        table_key(t, NULL, "model", datum_text(run.models[m]));
        table_styled(t, NULL, "accuracy", STYLE_INLINE,
                     rate_datum(&cell.accuracy));
        table_styled(t, NULL, "bracket", COLUMN_IF_ANY, run_bracket(&cell));
        table_cell(t, NULL, "done", datum_count(cell.results));
        table_cell(t, NULL, "of", datum_count(run.n_problems * run.attempts));
        table_styled(t, NULL, "errors", COLUMN_IF_ANY | COLUMN_BAD,
                     datum_count(cell.count[MARK_ERROR]));
    }
    return true;
}

/* A study that is not over has no document yet: its runs so far. */
static bool add_runs_so_far(struct visit *v, struct document *d,
                            const struct study *study, struct err *e)
{
    struct doc_table *t = document_table(d, NULL);

    document_section(d, "Runs so far");
    if (!study->n_runs)
        document_say(d, "No model has been asked yet.");
    for (size_t i = 0; i < study->n_runs; i++)
        if (!add_run_rows(v, t, &study->runs[i], e))
            return false;
    if (study->n_runs)
        document_show(d, t, 0);
    return true;
}

bool show_study(struct visit *v, struct err *e)
{
    struct document *d = document_new(v->arena, 0);
    struct report r = report_new(v->arena, v->store);
    struct study study;

    if (!look_find_study(v, v->args[0], &study, e))
        return false;
    report_add_study(&r, &study);
    if (study.ended && !report_document(&r, d, e))
        return false;
    if ((study.stage || !study.ended) && !add_runs_so_far(v, d, &study, e))
        return false;
    return show_document_page(v,
                              arena_printf(v->arena, "%s %s",
                                           study.kind == STUDY_HUNT ? "Hunt"
                                           : study.kind == STUDY_CLIMB
                                               ? "Climb"
                                               : "Evolution",
                                           study.name),
                              "study", study_row(v->arena, &study), d);
}

bool show_study_report(struct visit *v, struct err *e)
{
    struct report r = report_new(v->arena, v->store);
    struct study study;

    if (!look_find_study(v, v->args[0], &study, e))
        return false;
    if (!study.ended)
        return err_set(e, ERR_SPENT, "%s has not finished", study.name);
    report_add_study(&r, &study);
    return report_add_study_runs(&r, e) && show_report(v, &r, e);
}

/* The list of runs and studies that the visitor may look at. */

#define PAGE_ROWS 100 /* runs on one page */

static bool look_put_studies(struct visit *v, struct json *row, struct err *e)
{
    struct json *studies = row_list(v->arena, row, "studies");
    struct study *list;
    size_t n;

    if (!studies_list(v->store, v->arena, &list, &n, e))
        return false;
    for (int quiet = 0; quiet < 2; quiet++)
        for (size_t i = n; i-- > 0;)
            if (look_may_study(v, &list[i]) && !list[i].stage == (quiet == 1))
                json_push(studies, study_row(v->arena, &list[i]));
    return true;
}

/* ---- runs ---- */

static bool look_put_run(struct visit *v, struct json *runs,
                         const struct look_access *a, int64_t id, struct err *e)
{
    struct run_info run;
    struct json *row, *models;

    if (!runs_find(v->store, v->arena, arena_printf(v->arena, "r%" PRId64, id),
                   &run, e))
        return false;
    row = json_push(runs, run_row(v, &run, look_challenge(a, id)));
    row_add(v->arena, row, "when=%" PRId64,
            run.worked_ms ? run.worked_ms : run.made_ms);
    models = row_list(v->arena, row, "models");
    for (uint64_t i = 0; i < run.n_models; i++)
        json_push(models, asked_model(v, run.models[i]));
    return true;
}

static bool is_at_work(const struct run_stamp *s)
{
    return show_at_work(s->done, s->total, s->worked_ms);
}

/* The stamps of runs that the visitor may look at: those that are worked on
 * come first, then the newest. */
static bool find_runs(struct visit *v, struct look_access *a,
                      struct run_stamp **out, size_t *n, struct err *e)
{
    struct run_stamp *all, *quiet;
    size_t n_all, n_quiet = 0;

    *n = 0;
    if (!runs_stamps(v->store, v->arena, &all, &n_all, e))
        return false;
    *out = arena_array(v->arena, struct run_stamp, n_all + 1);
    quiet = arena_array(v->arena, struct run_stamp, n_all + 1);
    for (size_t i = n_all; i-- > 0;) {
        bool may;

        if (!look_may_run(a, all[i].run, &may, e))
            return false;
        if (may && is_at_work(&all[i]))
            (*out)[(*n)++] = all[i];
        else if (may)
            quiet[n_quiet++] = all[i];
    }
    for (size_t i = 0; i < n_quiet; i++)
        (*out)[(*n)++] = quiet[i];
    return true;
}

static bool look_put_runs(struct visit *v, struct json *row,
                          struct look_access *a, struct err *e)
{
    struct json *runs = row_list(v->arena, row, "runs");
    struct run_stamp *list;
    int64_t number;
    size_t page, pages, n;

    if (!find_runs(v, a, &list, &n, e))
        return false;
    page = http_number(http_query(v->request, "page"), &number) ? (size_t)number
                                                                : 1;
    if (page < 1 || (page - 1) * PAGE_ROWS >= n)
        page = 1;
    pages = (n + PAGE_ROWS - 1) / PAGE_ROWS;
    row_add(v->arena, row, "n=%zu page=%zu pages=%zu newer=%zu older=%zu", n,
            page, pages > 1 ? pages : 0, page - 1, page < pages ? page + 1 : 0);
    for (size_t i = (page - 1) * PAGE_ROWS; i < n && i < page * PAGE_ROWS; i++)
        if (!look_put_run(v, runs, a, list[i].run, e))
            return false;
    return true;
}

bool show_list(struct visit *v, struct err *e)
{
    struct json *row = json_new(v->arena, JSON_OBJECT);
    struct look_access a = { 0 };
    bool ok = look_put_studies(v, row, e) && look_access_open(v, &a, e) &&
              look_put_runs(v, row, &a, e);

    look_access_close(&a);
    return ok && page_show(v, 200, "Runs", "runs", "runs", row);
}

#define TURN_MS  1000  /* between two looks */
#define FRESH_MS 10000 /* what happened before the first look and is told */
#define SMOOTH   0.4   /* weight of the newest second in a rate */

/* A run as it was last seen. */
struct sight {
    uint64_t count, done;
    int64_t at_ms;
    double rate; /* results a second, smoothed */
};

struct lookout {
    struct serve *serve;
    struct map runs;    /* id -> its place */
    struct vec sights;  /* struct sight */
    struct map studies; /* id -> hash of what was told */
    bool looked;        /* at least once */

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool stop;
};

struct lookout *lookout_new(struct serve *s)
{
    struct lookout *l = alloc_new(1, sizeof(*l));

    l->serve = s;
    l->sights = vec_in(NULL, sizeof(struct sight));
    return l;
}

void lookout_free(struct lookout *l)
{
    map_clear(&l->runs);
    map_clear(&l->studies);
    vec_clear(&l->sights);
    free(l);
}

static void serve_look_say(struct lookout *l, struct arena *a, const char *kind,
                           const char *name, const struct str *json)
{
    events_say(l->serve->events, arena_printf(a, "%s:%s", kind, name),
               "changed", str_get(json));
}

/* ---- runs ---- */

static struct sight *sight_of(struct lookout *l, int64_t run, bool *added)
{
    size_t *place = map_put(&l->runs, &run, sizeof(run), added);

    if (*added) {
        *place = l->sights.n;
        vec_push(&l->sights);
    }
    return vec_get(&l->sights, struct sight, *place);
}

/* Brings a sight up to date. Returns whether there is something to tell. */
static bool see_run(struct lookout *l, const struct run_stamp *t,
                    int64_t now_ms, double *rate)
{
    bool added;
    struct sight *x = sight_of(l, t->run, &added);
    double seconds = (double)(now_ms - x->at_ms) / 1000;
    bool changed = added ? l->looked || now_ms - t->worked_ms < FRESH_MS
                         : x->count != t->count;

    if (!added && seconds > 0 && t->done >= x->done)
        x->rate += SMOOTH * ((double)(t->done - x->done) / seconds - x->rate);
    x->count = t->count;
    x->done = t->done;
    x->at_ms = now_ms;
    *rate = x->rate;
    return changed;
}

static bool look_runs(struct lookout *l, struct arena *a, struct store *s,
                      int64_t now_ms, size_t *told, struct err *e)
{
    struct run_stamp *t;
    size_t n;

    if (!runs_stamps(s, a, &t, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct str json = str_in(a);
        double rate;

        if (!see_run(l, &t[i], now_ms, &rate))
            continue;
        str_addf(&json,
                 "{\"done\": %" PRIu64 ", \"total\": %" PRIu64
                 ", \"errors\": %" PRIu64 ", \"rate\": %.2f}",
                 t[i].done, t[i].total, t[i].errors, rate);
        serve_look_say(l, a, "run", arena_printf(a, "r%" PRId64, t[i].run),
                       &json);
        ++*told;
    }
    return true;
}

/* ---- studies ---- */

static void lookout_add_study(struct str *out, const struct study *v)
{
    str_add(out, "{\"stage\": ");
    json_write_string(out, v->stage ? v->stage : "");
    str_add(out, ", \"what\": ");
    json_write_string(out, v->what ? v->what : "");
    str_addf(out,
             ", \"done\": %" PRIu64 ", \"total\": %" PRIu64
             ", \"runs\": %zu, \"ended\": %s}",
             v->done, v->total, v->n_runs, v->stage ? "false" : "true");
}

static bool look_studies(struct lookout *l, struct arena *a, struct store *s,
                         size_t *told, struct err *e)
{
    struct study *list;
    size_t n;

    if (!studies_list(s, a, &list, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct str json = str_in(a);
        size_t *seen, hash;
        bool added;

        lookout_add_study(&json, &list[i]);
        hash = (size_t)hash_bytes(json.s, json.n).low;
        seen = map_put(&l->studies, &list[i].id, sizeof(list[i].id), &added);
        if ((added && !l->looked) || *seen == hash) {
            *seen = hash;
            continue;
        }
        *seen = hash;
        serve_look_say(l, a, "study", list[i].name, &json);
        ++*told;
    }
    return true;
}

bool lookout_look(struct lookout *l, struct store *s, int64_t now_ms,
                  struct err *e)
{
    struct arena a = { 0 };
    size_t told = 0;
    bool ok = look_runs(l, &a, s, now_ms, &told, e) &&
              look_studies(l, &a, s, &told, e);

    if (told)
        events_say(l->serve->events, "runs", "changed", "{}");
    l->looked = true;
    arena_clear(&a);
    return ok;
}

/* ---- the thread ---- */

/* Waits for the next turn. Returns false when it is to stop. */
static bool wait_turn(struct lookout *l)
{
    uint64_t until = thread_after(TURN_MS);
    bool stop;

    pthread_mutex_lock(&l->lock);
    while (!l->stop && thread_wait(&l->woken, &l->lock, until))
        ;
    stop = l->stop;
    pthread_mutex_unlock(&l->lock);
    return !stop;
}

/* What cannot be read now is perhaps read at the next turn. */
static void *serve_look_work(void *ctx)
{
    struct lookout *l = ctx;
    struct store *s = NULL;
    struct err e;

    while (wait_turn(l)) {
        if (!events_listeners(l->serve->events) ||
            (!s && !stores_take(l->serve->stores, &s, &e)))
            continue;
        if (!lookout_look(l, s, clock_day_ms(), &e))
            continue;
    }
    if (s)
        stores_give(l->serve->stores, s);
    return NULL;
}

bool lookout_start(struct serve *s, struct lookout **out, struct err *e)
{
    struct lookout *l = lookout_new(s);

    pthread_mutex_init(&l->lock, NULL);
    thread_cond_init(&l->woken);
    if (thread_start(&l->thread, serve_look_work, l) == 0) {
        *out = l;
        return true;
    }
    lookout_free(l);
    return err_set(e, ERR_IO, "could not start a thread");
}

void lookout_stop(struct lookout *l)
{
    if (!l)
        return;
    pthread_mutex_lock(&l->lock);
    l->stop = true;
    pthread_cond_signal(&l->woken);
    pthread_mutex_unlock(&l->lock);
    pthread_join(l->thread, NULL);
    pthread_cond_destroy(&l->woken);
    pthread_mutex_destroy(&l->lock);
    lookout_free(l);
}
