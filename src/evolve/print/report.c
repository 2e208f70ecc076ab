/* SPDX-License-Identifier: Apache-2.0 */
/* What is shown at the end of an evolution. */
#include "base/str.h"
#include "evolve/print/print.h"
#include "report/grid.h"

#include <inttypes.h>
#include <stdarg.h>

struct page {
    struct arena *arena;
    struct str *out;
    size_t width;
};

static void say(const struct page *g, const char *fmt, ...) PRINTF(2, 3);

static void say(const struct page *g, const char *fmt, ...)
{
    struct str line = { 0 };
    va_list ap;

    va_start(ap, fmt);
    str_addv(&line, fmt, ap);
    va_end(ap);
    grid_fold(g->out, str_get(&line), g->width);
    str_clear(&line);
}

static double percent(size_t k, size_t n)
{
    return n ? 100 * (double)k / (double)n : 0;
}

/* ---- where it began ---- */

static void print_rows(const struct page *g, const struct evolve_report *r)
{
    size_t taken = r->left_out[IMPORT_FINE];
    size_t rows = r->rows;

    say(g,
        "%zu of %zu rows (%.1f %%) recomputed: the key comes out of the "
        "data's own computation%s.",
        r->seeds.n, rows, percent(r->seeds.n, rows),
        r->formulas ? " or of a formula that was proposed" : "");
    for (size_t i = IMPORT_FINE + 1; i < IMPORT_REASONS; i++)
        if (r->left_out[i])
            say(g, "  %6zu left out: %s", r->left_out[i],
                import_reason_name((enum import_reason)i));
    if (r->other_rows)
        say(g,
            "  %6zu left out: problems of ours that do not hold or have no number as key",
            r->other_rows);
    if (!taken)
        return;
    say(g,
        "%zu of %zu rows (%.1f %%) can be renumbered with every matched "
        "number free; %zu got fresh numbers.",
        r->fixed[FIX_NONE], rows, percent(r->fixed[FIX_NONE], rows),
        r->renumbered);
    for (size_t i = FIX_NONE + 1; i < FIX_REASONS; i++)
        if (r->fixed[i])
            say(g, "  %6zu not: %s", r->fixed[i],
                fix_reason_name((enum fix_reason)i));
    if (r->formulas)
        say(g, "%zu formulas of the writer were accepted.", r->formulas);
}

/* ---- operators ---- */

static void print_operators(const struct page *g, const struct evolve_report *r)
{
    struct grid t = grid_in(g->arena, 1);

    grid_column(&t, "operator");
    grid_column(&t, "applied");
    grid_column(&t, "not");
    for (size_t i = 0; i < r->n_counts; i++) {
        const struct evolve_count *c = &r->counts[i];

        grid_row(&t);
        grid_cell(&t, c->card->name);
        grid_cellf(&t, "%" PRIu64, c->applied);
        grid_cellf(&t, "%" PRIu64, c->refused);
    }
    str_addc(g->out, '\n');
    grid_write(g->out, &t, g->width);
    for (size_t i = 0; i < r->n_counts; i++)
        if (r->counts[i].refused)
            say(g, "%s, where it was not: for one, %s.",
                r->counts[i].card->name, r->counts[i].reason);
}

static void print_writer(const struct page *g, const struct evolve_spec *s,
                         const struct evolve_report *r)
{
    const struct writer_report *w = &r->writer;

    if (!w->jobs)
        return;
    str_addc(g->out, '\n');
    say(g,
        "%s wrote %" PRIu64 " of %" PRIu64 " texts; %" PRIu64
        " were asked for again, %" PRIu64 " are built in.",
        s->writer, w->accepted, w->jobs, w->asked_again, w->built_in);
    if (w->partly)
        say(g,
            "  %6" PRIu64 " of them in part: other sentences stay as they "
            "were",
            w->partly);
    if (w->failed)
        say(g, "  %6" PRIu64 " had no answer from the server, and are built in",
            w->failed);
    for (size_t i = TEXT_FINE + 1; i < TEXT_REFUSALS; i++)
        if (w->refused[i])
            say(g, "  %6" PRIu64 " refused: %s", w->refused[i],
                text_refusal_name((enum text_refusal)i));
}

/* ---- fitness ---- */

static void print_dropped(const struct page *g, const struct evolve_spec *s,
                          const struct evolve_report *r)
{
    for (size_t i = 0; i < FEATURES; i++)
        if (r->dropped[i])
            say(g, "%s is in no score: nobody measured it%s.",
                feature_title((enum feature)i),
                i == FEATURE_REFEREE && !s->referee ? " (--referee M)" : "");
    if (r->referee_unread)
        say(g, "%zu ratings of the referee could not be read.",
            r->referee_unread);
}

static void print_fitness(const struct page *g, const struct evolve_spec *s,
                          const struct evolve_report *r)
{
    struct grid t = grid_in(g->arena, 1);
    static const char *const titles[] = { "problems",  "kept", "low score",
                                          "a feature", "mean", "least",
                                          "most" };

    str_addc(g->out, '\n');
    say(g, "Fitness by %s features, weights: %s%s.",
        r->weights.set == FEATURES_PAPER ? "the paper's" : "our own",
        r->weights.source,
        s->weights || r->weights.set == FEATURES_PAPER
            ? ""
            : " by feature name, until --calibrate gives your own");
    print_dropped(g, s, r);
    grid_column(&t, "generation");
    for (size_t i = 0; i < sizeof(titles) / sizeof(*titles); i++)
        grid_column(&t, titles[i]);
    for (size_t i = 0; i < r->n_generations; i++) {
        const struct evolve_generation *x = &r->generations[i];

        grid_row(&t);
        grid_cellf(&t, "%d", x->number);
        grid_cellf(&t, "%zu", x->n);
        grid_cellf(&t, "%zu", x->kept);
        grid_cellf(&t, "%zu", x->low_score);
        grid_cellf(&t, "%zu", x->deficient);
        grid_cellf(&t, "%.2f", x->mean);
        grid_cellf(&t, "%.2f", x->least);
        grid_cellf(&t, "%.2f", x->most);
    }
    grid_write(g->out, &t, g->width);
}

static void print_sets(const struct page *g, const struct evolve_report *r)
{
    say(g, "%zu problems in the population (%s); easy %zu, hard %zu%s",
        r->population.n, r->population.name, r->easy.n, r->hard.n,
        r->evolved_easy.n ? "" : ".");
    if (r->evolved_easy.n)
        say(g, "evolved easy %zu.", r->evolved_easy.n);
}

void evolve_print(struct str *out, const struct evolve_spec *spec,
                  const struct evolve_report *r, size_t width)
{
    struct arena a = { 0 };
    struct page g = { &a, out, width };

    if (evolve_reads_file(spec))
        print_rows(&g, r);
    else
        say(&g, "%zu %s.", r->seeds.n,
            spec->n_families ? "problems of families"
                             : "linear seeds, every equation of each needed");
    print_operators(&g, r);
    print_writer(&g, spec, r);
    print_fitness(&g, spec, r);
    print_sets(&g, r);
    if (r->n_cells) {
        str_addc(out, '\n');
        measure_print(out, r->cells, r->n_cells);
    }
    if (r->paired.n_drops) {
        str_addc(out, '\n');
        paired_print(out, &r->paired);
    }
    arena_clear(&a);
}
