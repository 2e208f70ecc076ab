/* SPDX-License-Identifier: Apache-2.0 */
#include "run/print/report.h"
#include "base/map.h"
#include "report/figure.h"
#include "report/keep.h"
#include "run/print/items.h"
#include "run/print/print.h"

#include <inttypes.h>
#include <string.h>

struct report report_new(struct arena *a, struct store *s)
{
    return (struct report){ .arena = a,
                            .store = s,
                            .studies = vec_in(a, sizeof(struct study)),
                            .runs = vec_in(a, sizeof(struct report_run)) };
}

/* ---- what was named ---- */

static const struct report_run *run_at(const struct report *r, size_t i)
{
    return vec_get(&r->runs, struct report_run, i);
}

static const struct study *study_at(const struct report *r, size_t i)
{
    return vec_get(&r->studies, struct study, i);
}

static bool run_report_add_run(struct report *r, const struct run_info *info,
                               const char *role, struct err *e)
{
    struct summary *v;

    for (size_t i = 0; i < r->runs.n; i++)
        if (run_at(r, i)->view->info.id == info->id)
            return true;
    if (r->runs.n == REPORT_RUNS_MOST)
        return err_set(e, ERR_USAGE, "at most %d runs in one report",
                       REPORT_RUNS_MOST);
    v = arena_new(r->arena, struct summary);
    if (!summary_load(r->arena, r->store, info, &r->view, v, e))
        return false;
    *(struct report_run *)vec_push(&r->runs) = (struct report_run){ v, role };
    return true;
}

bool report_add_run(struct report *r, const struct run_info *info,
                    struct err *e)
{
    return run_report_add_run(r, info, NULL, e);
}

void report_add_study(struct report *r, const struct study *v)
{
    *(struct study *)vec_push(&r->studies) = *v;
}

/* What a set of problems is for, as figures name it: a hunt asks some of them
 * in several runs, a climb a round at a time. */
static const char *role_of(enum study_kind kind, const char *what)
{
    if (kind != STUDY_HUNT)
        return kind == STUDY_CLIMB ? NULL : what;
    if (str_eq(what, FACETS_FRESH))
        return what;
    if (strstr(what, "control"))
        return "control";
    return str_eq(what, "benchmark") ? what : "targeted";
}

static bool add_runs_of(struct report *r, const struct study *v, struct err *e)
{
    for (size_t i = 0; i < v->n_runs; i++) {
        struct run_info run;

        if (!runs_find(r->store, r->arena,
                       arena_printf(r->arena, "r%" PRId64, v->runs[i].run),
                       &run, e) ||
            !run_report_add_run(r, &run, role_of(v->kind, v->runs[i].role), e))
            return false;
    }
    return true;
}

bool report_add_study_runs(struct report *r, struct err *e)
{
    r->n_named = r->runs.n;
    for (size_t i = 0; i < r->studies.n; i++)
        if (!add_runs_of(r, study_at(r, i), e))
            return false;
    return true;
}

/* ---- the document ---- */

static const struct figure *figure_named(const struct document *d,
                                         const char *name)
{
    for (const struct block *b = d->first; b; b = b->next)
        if (b->kind == BLOCK_FIGURE && str_eq(b->figure->name, name))
            return b->figure;
    return NULL;
}

/* "svamp.jsonl" of "evolution: /data/svamp.jsonl": rows are told apart by the
 * end of a title. */
static const char *short_title(const struct study *v)
{
    const char *colon = strstr(v->title, ": "), *slash;

    colon = colon ? colon + 2 : v->title;
    slash = v->kind == STUDY_EVOLUTION ? strrchr(colon, '/') : NULL;
    return slash && slash[1] ? slash + 1 : colon;
}

/* Figures of rows that all studies have: sets, models or targets side by side.
 */
static void add_joined(const struct report *r, struct document *d,
                       struct document *const *docs)
{
    size_t n = r->studies.n;
    const struct figure **list =
        arena_array(r->arena, const struct figure *, n);
    const char **titles = arena_array(r->arena, const char *, n);

    bool titled = false; /* nothing may be joined: no heading then */

    document_shown(d, SHOWN_PAGE);
    for (const struct block *b = docs[0]->first; b; b = b->next) {
        struct figure *f = NULL;
        size_t all = 0;

        for (; b->kind == BLOCK_FIGURE && all < n; all++) {
            titles[all] = short_title(study_at(r, all));
            list[all] = figure_named(docs[all], b->figure->name);
            if (!list[all])
                break;
        }
        if (all == n && (f = figure_join(r->arena, list, titles, n))) {
            f->caption =
                arena_printf(r->arena, "%s Each study has its own order.",
                             f->caption ? f->caption : "");
            if (!titled)
                document_section(d, "side by side");
            titled = true;
            document_figure(d, f);
        }
    }
    document_shown(d, SHOWN_ALWAYS);
}

/* Gives the first section that is shown in full, or in brief, the title of its
 * study: no heading stands above another. Returns false if the document does
 * not begin with a section there. */
static bool title_first(struct arena *a, struct document *d,
                        const struct study *v, bool full)
{
    struct block *b = d->first;

    while (b && !block_is_shown(b, full))
        b = b->next;
    if (!b || b->kind != BLOCK_SECTION || !*b->text)
        return false;
    if (!str_starts(b->text, v->title))
        b->text = str_eq(b->text, short_title(v))
                      ? v->title
                      : arena_printf(a, "%s: %s", v->title, b->text);
    return true;
}

static void report_add_title(const struct report *r, struct document *d,
                             struct document *of, const struct study *v)
{
    bool full = title_first(r->arena, of, v, true);
    bool brief = title_first(r->arena, of, v, false);

    if (full && brief)
        return;
    document_shown(d, full ? SHOWN_BRIEF : brief ? SHOWN_FULL : SHOWN_ALWAYS);
    document_section(d, "%s", v->title);
    document_shown(d, SHOWN_ALWAYS);
}

static bool report_add_studies(const struct report *r, struct document *d,
                               struct err *e)
{
    struct document **docs =
        arena_array(r->arena, struct document *, r->studies.n + 1);

    for (size_t i = 0; i < r->studies.n; i++) {
        docs[i] = document_new(r->arena, d->width);
        if (!document_load(docs[i], study_at(r, i)->document, e))
            return false;
    }
    if (r->studies.n > 1)
        add_joined(r, d, docs);
    for (size_t i = 0; i < r->studies.n; i++) {
        if (r->studies.n + r->n_named > 1)
            report_add_title(r, d, docs[i], study_at(r, i));
        document_append(d, docs[i]);
    }
    return true;
}

const struct summary **report_views(const struct report *r, size_t n)
{
    const struct summary **views =
        arena_array(r->arena, const struct summary *, n + 1);

    for (size_t i = 0; i < n; i++)
        views[i] = run_at(r, i)->view;
    return views;
}

static bool report_add_named(const struct report *r, struct document *d,
                             struct err *e)
{
    const struct summary **views = report_views(r, r->n_named);

    if (r->n_named > 1)
        runs_document(d, views, r->n_named);
    if (r->n_named != 1)
        return true;
    if (!run_document(d, views[0], r->facts, e))
        return false;
    document_shown(d, SHOWN_PAGE);
    if (views[0]->info.n_models > 1)
        runs_comparison(d, views, 1);
    document_shown(d, SHOWN_ALWAYS);
    return true;
}

/* Two figures of one name, of two hunts, get names of their own: those of their
 * files, and of their parts on a page. */
static void name_figures(struct arena *a, struct document *d)
{
    struct map seen = { 0 };

    for (struct block *b = d->first; b; b = b->next) {
        struct figure *own;
        bool added;
        size_t *n;

        if (b->kind != BLOCK_FIGURE)
            continue;
        n = map_put(&seen, b->figure->name, strlen(b->figure->name), &added);
        *n = added ? 1 : *n + 1;
        if (added)
            continue;
        own = arena_new(a, struct figure);
        *own = *b->figure;
        own->name = arena_printf(a, "%s-%zu", b->figure->name, *n);
        b->figure = own;
    }
    map_clear(&seen);
}

bool report_document(const struct report *r, struct document *d, struct err *e)
{
    if (!report_add_studies(r, d, e) || !report_add_named(r, d, e))
        return false;
    name_figures(r->arena, d);
    return true;
}

const char *report_title(const struct report *r)
{
    struct str out = str_in(r->arena);

    if (r->title)
        return r->title;
    for (size_t i = 0; i < r->studies.n; i++)
        str_addf(&out, "%s%s", out.n ? "; " : "", study_at(r, i)->title);
    for (size_t i = 0; i < r->n_named; i++)
        str_addf(&out, "%s%s",
                 i       ? ", "
                 : out.n ? "; runs "
                         : (r->n_named == 1 ? "run " : "runs "),
                 run_at(r, i)->view->info.name);
    return str_get(&out);
}

struct items *report_items(const struct report *r, struct item_options o)
{
    const char **roles = arena_array(r->arena, const char *, r->runs.n + 1);

    for (size_t i = 0; i < r->runs.n; i++)
        roles[i] = run_at(r, i)->role;
    o.roles = roles;
    return items_open(r->arena, r->store, report_views(r, r->runs.n), r->runs.n,
                      &o);
}
