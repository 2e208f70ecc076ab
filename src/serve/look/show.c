/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/look/show.h"
#include "base/clock.h"
#include "base/lines.h"
#include "evolve/print/print.h"
#include "report/html/html.h"
#include "report/html/page.h"
#include "run/count/bad_keys.h"
#include "run/print/print.h"
#include "run/print/run_columns.h"
#include "serve/look/access.h"
#include "serve/pages/layout.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT_WORK_MS 30000 /* a run that is worked on has a result so often */

/* A page has its own policy for scripts and styles; what it cannot say itself
 * stands here. */
static const char report_policy[] =
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

bool show_at_work(uint64_t done, uint64_t total, int64_t worked_ms)
{
    return done < total && clock_day_ms() - worked_ms < AT_WORK_MS;
}

/* ---- pages ---- */

void show_document_page(struct visit *v, const char *title, const char *head,
                        const struct document *d)
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

bool show_report(struct visit *v, const struct report *r, struct err *e)
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
static void add_progress(struct str *out, const char *topic, uint64_t done,
                         uint64_t total, uint64_t errors, bool at_work)
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
static void add_challenge(struct str *out, const struct challenge *c)
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
        add_challenge(&out, c);
    add_progress(&out, arena_printf(v->arena, "run:%s", run->name),
                 run->results, total, run->errors,
                 show_at_work(run->results, total, run->worked_ms));
    add_report_link(&out, "runs", run->name);
    return str_get(&out);
}

/* *c is the challenge that it is of, or NULL. */
static bool open_run(struct visit *v, struct run_info *run,
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

    if (!open_run(v, &run, &c, &r, e) || !report_document(&r, d, e))
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

    return open_run(v, &run, &c, &r, e) && show_report(v, &r, e);
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
