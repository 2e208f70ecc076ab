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
#include "run/count/bad_keys.h"
#include "run/print/print.h"
#include "run/print/run_columns.h"
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

/* Makes the reply a page of the document, whose head is `head`: HTML. */
static void show_document_page(struct visit *v, const char *title,
                               const char *head, const struct document *d)
{
    struct str out = str_in(v->arena), body = str_in(v->arena);
    struct str contents = str_in(v->arena);

    html_body(&body, &contents, d, false);
    layout_open(v, &out, title, "runs");
    str_add(&out, "<h1>");
    html_text(&out, title);
    str_add(&out, "</h1>\n");
    str_add(&out, head);
    str_add(&out, "<div id=\"look\">\n");
    if (contents.n) {
        str_add(&out, "<details id=\"contents\"><summary>Contents</summary>"
                      "<ul>\n");
        str_add(&out, str_get(&contents));
        str_add(&out, "</ul></details>\n");
    }
    str_add(&out, str_get(&body));
    str_add(&out, "</div>\n");
    layout_close(v, &out, 200);
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

static void add_report_link(struct str *out, const char *kind, const char *name)
{
    str_addf(out,
             "<p class=\"say\"><a href=\"/%s/%s/report.html\">The whole "
             "report</a>, one file with every problem and reply; ",
             kind, name);
    if (str_eq(kind, "runs"))
        str_addf(out,
                 "<a href=\"/runs/%s/problems\">write an entry from one of "
                 "its problems</a>; ",
                 name);
    str_add(out, "<a href=\"/runs\">all runs</a></p>\n");
}

/* "12 of 400 results, 0 errors, 3.5 a second": the script keeps the numbers as
 * they are now. */
static void serve_look_add_progress(struct str *out, const char *topic,
                                    uint64_t done, uint64_t total,
                                    uint64_t errors, bool at_work)
{
    str_addf(out,
             "<p class=\"facts\" data-watch=\"%s\"><progress value=\"%" PRIu64
             "\" max=\"%" PRIu64 "\" aria-label=\"done\"></progress><br>"
             "<span data-say=\"done\">%" PRIu64
             "</span> of <span data-say=\"total\">%" PRIu64 "</span> results",
             topic, done, total ? total : 1, done, total);
    str_addf(out,
             ", <span data-say=\"errors\">%" PRIu64
             "</span> errors<span data-say=\"rate\"></span>%s</p>\n",
             errors, at_work ? "; in progress" : "");
}

/* What a challenge came to, and where it goes on. */
static void serve_look_add_challenge(struct str *out, const struct challenge *c)
{
    str_addf(out,
             "<p class=\"say\">Challenge %" PRId64 " of entry %" PRId64
             ", version %" PRId64 ": <b>%s</b>. <a href=\"/entries/%" PRId64
             "/ask#challenge-%" PRId64
             "\">The page of the challenge</a> can ask for the missing "
             "attempts.</p>\n",
             c->id, c->entry, c->version, challenge_state_name(c->state),
             c->entry, c->id);
    if (c->why && c->why[0]) {
        str_add(out, "<p class=\"told\">");
        html_text(out, c->why);
        str_add(out, "</p>\n");
    }
}

static const char *run_head(struct visit *v, const struct run_info *run,
                            const struct challenge *c)
{
    uint64_t total = run->n_problems * run->n_models * run->attempts;
    struct str out = str_in(v->arena);

    str_add(&out, "<p class=\"facts\">");
    html_name(&out, summary_file(v->arena, run));
    str_add(&out, ", made ");
    layout_time(&out, run->made_ms);
    str_add(&out, " by assay ");
    html_text(&out, run->version);
    str_add(&out, ", last result ");
    layout_time(&out, run->worked_ms);
    str_add(&out, "</p>\n");
    if (c)
        serve_look_add_challenge(&out, c);
    serve_look_add_progress(&out, arena_printf(v->arena, "run:%s", run->name),
                            run->results, total, run->errors,
                            show_at_work(run->results, total, run->worked_ms));
    add_report_link(&out, "runs", run->name);
    return str_get(&out);
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
    show_document_page(v, arena_printf(v->arena, "Run %s", run.name),
                       run_head(v, &run, c), d);
    return true;
}

bool show_run_report(struct visit *v, struct err *e)
{
    const struct challenge *c;
    struct run_info run;
    struct report r;

    return serve_look_open_run(v, &run, &c, &r, e) && show_report(v, &r, e);
}

/* ---- a study ---- */

static const char *study_head(struct visit *v, const struct study *study)
{
    struct str out = str_in(v->arena);

    str_add(&out, "<p class=\"facts\">");
    html_name(&out, study->title);
    str_addf(&out, ", %s ", study->ended ? "finished" : "begun");
    layout_time(&out, study->made_ms);
    str_add(&out, ", by assay ");
    html_text(&out, study->version);
    str_add(&out, "</p>\n");
    if (study->stage) {
        str_add(&out, "<p class=\"say\">In progress: <b data-say=\"stage\">");
        html_text(&out, study->stage);
        str_add(&out, "</b>, <span data-say=\"what\">");
        html_text(&out, study->what);
        str_add(&out, "</span>; last sign of activity ");
        layout_time(&out, study->worked_ms);
        str_add(&out, "</p>\n");
        str_addf(&out,
                 "<p class=\"facts\" data-watch=\"study:%s\"><progress "
                 "value=\"%" PRIu64 "\" max=\"%" PRIu64
                 "\" aria-label=\"done\"></progress><br>Calls of this stage: "
                 "<span data-say=\"done\">%" PRIu64 "</span> of <span "
                 "data-say=\"total\">%" PRIu64 "</span></p>\n",
                 study->name, study->done, study->total ? study->total : 1,
                 study->done, study->total);
    }
    if (study->ended)
        add_report_link(&out, "studies", study->name);
    return str_get(&out);
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
    show_document_page(v,
                       arena_printf(v->arena, "%s %s",
                                    study.kind == STUDY_HUNT    ? "Hunt"
                                    : study.kind == STUDY_CLIMB ? "Climb"
                                                                : "Evolution",
                                    study.name),
                       study_head(v, &study), d);
    return true;
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

/* ---- studies ---- */

static void serve_look_add_study(struct str *out, const struct study *v)
{
    str_addf(out, "<tr><td><a href=\"/studies/%s\">%s</a></td><td>", v->name,
             v->name);
    html_name(out, v->title);
    str_add(out, "</td><td>");
    if (v->stage) {
        html_text(out, *v->stage ? v->stage : "begins");
        if (v->total)
            str_addf(out, ", %" PRIu64 " of %" PRIu64, v->done, v->total);
    } else {
        str_add(out, v->ended ? "ended" : "stopped");
    }
    str_addf(out, "</td><td class=\"num\">%zu</td><td>", v->n_runs);
    layout_time(out, v->stage ? v->worked_ms : v->made_ms);
    str_add(out, "</td></tr>\n");
}

static bool serve_look_add_studies(struct visit *v, struct str *out,
                                   struct err *e)
{
    struct study *list;
    size_t n, all;

    if (!studies_list(v->store, v->arena, &list, &all, e))
        return false;
    n = 0;
    for (size_t i = 0; i < all; i++)
        if (look_may_study(v, &list[i]))
            list[n++] = list[i];
    if (!n)
        return true;
    str_add(out, "<h2>Studies</h2>\n");
    layout_table(out, "name what state runs:num when");
    for (int quiet = 0; quiet < 2; quiet++)
        for (size_t i = n; i-- > 0;)
            if (!list[i].stage == (quiet == 1))
                serve_look_add_study(out, &list[i]);
    layout_table_end(out);
    return true;
}

/* ---- runs ---- */

static void add_what(struct visit *v, struct str *out,
                     const struct run_info *run, const struct challenge *c)
{
    if (c)
        str_addf(out,
                 "<a href=\"/entries/%" PRId64 "/ask\">entry %" PRId64
                 ", version %" PRId64 "</a>, %s",
                 c->entry, c->entry, c->version,
                 challenge_state_name(c->state));
    else
        html_name(out, summary_file(v->arena, run));
}

static bool serve_look_add_run(struct visit *v, struct str *out,
                               const struct look_access *a, int64_t id,
                               struct err *e)
{
    struct run_info run;
    uint64_t total;

    if (!runs_find(v->store, v->arena, arena_printf(v->arena, "r%" PRId64, id),
                   &run, e))
        return false;
    total = run.n_problems * run.n_models * run.attempts;
    str_addf(out, "<tr><td><a href=\"/runs/%s\">%s</a></td><td>", run.name,
             run.name);
    add_what(v, out, &run, look_challenge(a, id));
    str_add(out, "</td><td>");
    for (uint64_t i = 0; i < run.n_models; i++) {
        str_add(out, i ? ", " : "");
        asked_name(v, out, run.models[i]);
    }
    str_addf(out,
             "</td><td class=\"num\">%" PRIu64 " of %" PRIu64
             "</td><td class=\"num\">%" PRIu64 "</td><td>%s",
             run.results, total, run.errors,
             show_at_work(run.results, total, run.worked_ms) ? "in progress, "
                                                             : "");
    layout_time(out, run.worked_ms ? run.worked_ms : run.made_ms);
    str_add(out, "</td></tr>\n");
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

static void add_pages(struct str *out, size_t page, size_t n)
{
    size_t pages = (n + PAGE_ROWS - 1) / PAGE_ROWS;

    if (pages < 2)
        return;
    str_addf(out, "<p class=\"say\">%zu runs, page %zu of %zu", n, page, pages);
    if (page > 1)
        str_addf(out, ", <a href=\"/runs?page=%zu\">newer</a>", page - 1);
    if (page < pages)
        str_addf(out, ", <a href=\"/runs?page=%zu\">older</a>", page + 1);
    str_add(out, "</p>\n");
}

static bool serve_look_add_runs(struct visit *v, struct str *out,
                                struct look_access *a, struct err *e)
{
    const char *asked = http_query(v->request, "page");
    struct run_stamp *list;
    int64_t number;
    size_t page, n;

    if (!find_runs(v, a, &list, &n, e))
        return false;
    page = http_number(asked, &number) ? (size_t)number : 1;
    if (page < 1 || (page - 1) * PAGE_ROWS >= n)
        page = 1;
    str_add(out, "<h2>Runs</h2>\n");
    if (!n) {
        str_add(out, "<p class=\"say\">There are no runs that you may "
                     "see.</p>\n");
        return true;
    }
    layout_table(out, "name what models done:num errors:num when");
    for (size_t i = (page - 1) * PAGE_ROWS; i < n && i < page * PAGE_ROWS; i++)
        if (!serve_look_add_run(v, out, a, list[i].run, e))
            return false;
    layout_table_end(out);
    add_pages(out, page, n);
    return true;
}

bool show_list(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    struct look_access a = { 0 };
    bool ok;

    layout_open(v, &out, "Runs", "runs");
    str_add(&out, "<h1>Runs and studies</h1>\n<div id=\"list\" "
                  "data-topics=\"runs\" data-calm=\"1000\">\n");
    ok = serve_look_add_studies(v, &out, e) && look_access_open(v, &a, e) &&
         serve_look_add_runs(v, &out, &a, e);
    look_access_close(&a);
    str_add(&out, "</div>\n");
    layout_close(v, &out, 200);
    return ok;
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
