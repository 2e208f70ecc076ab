/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The closing tables: one part for each target, then what all share.
 */
#include "hunt/print/print.h"
#include "hunt/print/print_int.h"
#include "report/datum.h"
#include "report/grid.h"
#include "run/print/cells.h"

#include <inttypes.h>

#define WIDTH_USUAL 100
#define SAY_MOST    2000 /* characters of a sentence */

const char print_demo_note[] =
    "The target demo is a planted instrument with known weaknesses, not a "
    "language model.";

void pages_say(const struct pages *p, const char *fmt, ...)
{
    struct str b = str_in(p->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&b, fmt, ap);
    va_end(ap);
    grid_fold(p->out, printable(p->arena, str_get(&b), SAY_MOST), p->width);
}

void pages_title(const struct pages *p, const char *fmt, ...)
{
    struct str b = str_in(p->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&b, fmt, ap);
    va_end(ap);
    if (p->out->n)
        str_addc(p->out, '\n');
    grid_fold(p->out, printable(p->arena, str_get(&b), SAY_MOST), p->width);
}

const char *pages_name(const struct pages *p, const char *text)
{
    return printable(p->arena, text ? text : "-", p->width * 2 / 5);
}

bool pages_by_model(const struct hypothesis *h)
{
    return h->by && !str_eq(h->by, "exact");
}

/* ---- hypotheses by models ---- */

static bool any_series(const struct hunt_report *r)
{
    for (size_t i = 0; i < r->n_series; i++)
        if (r->series[i].n)
            return true;
    return false;
}

static void inferences(const struct pages *p)
{
    const struct hunt_report *r = p->report;
    struct grid g = grid_in(p->arena, 3);
    size_t n = 0;

    grid_column(&g, "target");
    grid_column(&g, "by");
    grid_column(&g, "strategy");
    grid_column(&g, "examples");
    grid_column(&g, "accuracy");
    grid_column(&g, "macro F1");
    for (size_t i = 0; i < r->n_series; i++)
        for (int k = 0; k < INFER_STRATEGIES; k++) {
            const struct inference *v = &r->series[i].inferences[k];

            if (!v->n)
                continue;
            n++;
            grid_row(&g);
            grid_cell(&g, r->series[i].target);
            grid_cell(&g, r->series[i].by);
            grid_cell(&g, infer_name((enum infer_strategy)k));
            grid_cell(&g, cell_count(p->arena, v->n));
            grid_cell(&g, cell_percent(p->arena, v->accuracy));
            grid_cell(&g, cell_fixed(p->arena, v->macro_f1, 3));
        }
    if (!n)
        return;
    pages_title(p, "Labels predicted by the banks:");
    grid_write(p->out, &g, p->width);
}

static void show_series(const struct pages *p)
{
    const struct hunt_report *r = p->report;
    struct grid g = grid_in(p->arena, 3);

    if (!any_series(r))
        return;
    grid_column(&g, "target");
    grid_column(&g, "hypothesizer");
    grid_column(&g, "granularity");
    grid_column(&g, "n");
    grid_column(&g, "median");
    grid_column(&g, "above 0.8");
    for (size_t i = 0; i < r->n_series; i++) {
        const struct hunt_series *s = &r->series[i];

        grid_row(&g);
        grid_cell(&g, pages_name(p, s->target));
        grid_cell(&g, pages_name(p, s->by));
        grid_cell(&g, pages_name(p, s->granularity));
        grid_cell(&g, cell_count(p->arena, s->n));
        grid_cell(&g, s->n ? cell_fixed(p->arena, s->quartiles[2], 3) : NULL);
        grid_cell(&g, cell_count(p->arena, s->above[2]));
    }
    pages_title(p, "Accuracies of hypotheses:");
    grid_write(p->out, &g, p->width);
    inferences(p);
}

/* ---- written problems ---- */

static void flaws(const struct pages *p, const struct written *sum)
{
    struct str b = str_in(p->arena);

    for (int f = FLAW_NONE + 1; f < FLAWS; f++)
        if (sum->flaws[f])
            str_addf(&b, "%s%s %" PRIu64, b.n ? ", " : "",
                     flaw_name((enum flaw)f), sum->flaws[f]);
    pages_say(p, "Thrown out: %s.", b.n ? str_get(&b) : "none");
    if (sum->silent)
        pages_say(p, "%" PRIu64 " %s no problem.", sum->silent,
                  sum->silent == 1 ? "reply held" : "replies held");
    if (sum->accepted || sum->rejected)
        pages_say(p, "People accepted %" PRIu64 " and rejected %" PRIu64 ".",
                  sum->accepted, sum->rejected);
    if (sum->doubtful)
        pages_say(p,
                  "%s in the review queue: `assay review%s%s` shows %s; what "
                  "is accepted joins the set when the hunt is run again.",
                  sum->doubtful == 1
                      ? "1 problem waits"
                      : arena_printf(p->arena, "%" PRIu64 " problems wait",
                                     sum->doubtful),
                  p->spec->store ? " --store " : "",
                  p->spec->store ? p->spec->store : "",
                  sum->doubtful == 1 ? "it" : "them");
}

static void add_written(struct written *sum, const struct written *w)
{
    sum->drafts += w->drafts;
    sum->silent += w->silent;
    sum->doubtful += w->doubtful;
    sum->accepted += w->accepted;
    sum->rejected += w->rejected;
    for (int f = 0; f < FLAWS; f++)
        sum->flaws[f] += w->flaws[f];
}

static void show_written(const struct pages *p)
{
    const struct hunt_report *r = p->report;
    struct grid g = grid_in(p->arena, 2);
    struct written sum = { 0 };

    if (!r->n_writings)
        return;
    grid_column(&g, "hypothesis");
    grid_column(&g, "writer");
    grid_column(&g, "accuracy");
    grid_column(&g, "drafts");
    grid_column(&g, "kept");
    grid_column(&g, "doubtful");
    grid_column(&g, "flawed");
    for (size_t i = 0; i < r->n_writings; i++) {
        const struct hunt_writing *w = &r->writings[i];

        add_written(&sum, &w->written);
        grid_row(&g);
        grid_cell(&g, pages_name(p, w->name ? w->name : w->text));
        grid_cell(&g, pages_name(p, w->writer));
        grid_cell(&g, cell_percent(p->arena, w->accuracy));
        grid_cell(&g, cell_count(p->arena, w->written.drafts));
        grid_cell(&g, cell_count(p->arena, w->written.flaws[FLAW_NONE]));
        grid_cell(&g, cell_count(p->arena, w->written.doubtful));
        grid_cell(&g, cell_percent(p->arena, w->flawed));
    }
    pages_title(p, "Written problems: %" PRIu64 " drafts, %" PRIu64 " kept.",
                sum.drafts, sum.flaws[FLAW_NONE]);
    grid_write(p->out, &g, p->width);
    flaws(p, &sum);
}

/* ---- what was done ---- */

static void show_done(const struct pages *p)
{
    const struct hunt_report *r = p->report;
    const struct tagging *t = &r->tagging;

    pages_title(p, "%s aimed at hypotheses, %s for controls.",
                cell_plural(p->arena, r->n_problems, "fresh problem"),
                cell_count(p->arena, r->n_controls));
    if (t->texts || t->silent)
        pages_say(p,
                  "Tags: %" PRIu64 " texts; %" PRIu64
                  " without a name, %" PRIu64 " asked again, %" PRIu64
                  " unknown names left out.",
                  t->texts, t->silent, t->again, t->unknown);
    pages_say(p,
              "Calls: %" PRIu64 " asked, %" PRIu64 " from the journal, %" PRIu64
              " failed%s.",
              r->asked, r->journalled, r->failed,
              r->failed ? " (in no rate; the same command asks them again)"
                        : "");
}

void print_report(struct str *out, const struct hunt_spec *s,
                  const struct hunt_report *r, size_t width)
{
    struct arena a = { 0 };
    struct pages p = { .arena = &a,
                       .out = out,
                       .width = width ? width : WIDTH_USUAL,
                       .spec = s,
                       .report = r };

    if (r->planted_demo)
        pages_say(&p, "%s", print_demo_note);
    for (size_t i = 0; i < r->n_targets; i++)
        pages_target(&p, &r->targets[i]);
    show_series(&p);
    show_written(&p);
    show_done(&p);
    if (r->planted_demo)
        pages_title(&p, "%s", print_demo_note);
    arena_clear(&a);
}
