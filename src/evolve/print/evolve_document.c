/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An evolution as a document: what people see at its end, and summary.json.
 */
#include "assay.h"
#include "evolve/print/print.h"
#include "evolve/structure/second.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Six digits: the last ones of a double differ from machine to machine. */
static double six(double x)
{
    char text[40];

    snprintf(text, sizeof(text), "%.6g", x);
    return isfinite(x) ? strtod(text, NULL) : NAN;
}

/* ---- where it began ---- */

static double percent(size_t k, size_t n)
{
    return n ? 100 * (double)k / (double)n : 0;
}

static void say_rows(struct document *d, const struct evolve_report *r)
{
    size_t taken = r->left_out[IMPORT_FINE], rows = r->rows;
    size_t found =
        r->seeds.n + r->not_certified + (r->unchanged_out ? r->unchanged : 0);
    size_t sure = r->certified_data + r->certified_model;

    document_say(
        d,
        "Recomputed: %zu of %s (%.1f %%). For these, the key follows from "
        "the computation in the data%s.",
        found, datum_plural(d->arena, rows, "row"), percent(found, rows),
        r->formulas ? " or from a formula that the writer proposed" : "");
    if (taken)
        document_say(
            d,
            "Renumberable: %zu of %s (%.1f %%), with every matched number "
            "free; %zu got fresh numbers.",
            r->fixed[FIX_NONE], datum_plural(d->arena, rows, "row"),
            percent(r->fixed[FIX_NONE], rows), r->renumbered);
    if (r->unchanged)
        document_say(d,
                     "%s, because the numbers or the key are those of "
                     "the original: %s.",
                     r->unchanged_out ? "Left out, unless --keep-unchanged is "
                                        "given"
                                      : "Marked (meta.evolve.unchanged)",
                     datum_plural(d->arena, r->unchanged, "row"));
    if (r->unread)
        document_say(d, "%s could not be read.",
                     datum_plural(d->arena, r->unread, "row"));
    if (r->formulas)
        document_say(d, "%s of the writer %s accepted.",
                     datum_plural(d->arena, r->formulas, "formula"),
                     r->formulas == 1 ? "was" : "were");
    if (sure)
        document_say(d,
                     "Certified: %zu of %zu rows (%.1f %%), %zu by another "
                     "annotation and %zu by the writer. A second program "
                     "agrees on the old numbers and on %d fresh draws.",
                     sure, rows, percent(sure, rows), r->certified_data,
                     r->certified_model, SECOND_DRAWS);
}

/* Rows that were left out, and numbers that stay, by reason. */
static void say_reasons(struct document *d, const struct evolve_report *r)
{
    for (size_t i = IMPORT_FINE + 1; i < IMPORT_REASONS; i++)
        if (r->left_out[i])
            document_say(d, "  %6zu left out: %s", r->left_out[i],
                         import_reason_name((enum import_reason)i));
    if (r->not_certified)
        document_say(d, "  %6zu left out: no second program agrees",
                     r->not_certified);
    if (r->other_rows)
        document_say(
            d,
            "  %6zu left out: problems made by assay that fail their check "
            "or whose key is not a number",
            r->other_rows);
    if (!r->left_out[IMPORT_FINE])
        return;
    for (size_t i = FIX_NONE + 1; i < FIX_REASONS; i++)
        if (r->fixed[i])
            document_say(d, "  %6zu not: %s", r->fixed[i],
                         fix_reason_name((enum fix_reason)i));
}

static void add_source(struct document *d, const struct evolve_report *r)
{
    document_within(d, "source");
    document_fact(d, "rows", datum_count(r->rows));
    document_fact(d, "unread", datum_count(r->unread));
    document_fact(d, "recomputed", datum_count(r->left_out[IMPORT_FINE]));
    for (size_t i = IMPORT_FINE + 1; i < IMPORT_REASONS; i++)
        document_entry(d, "left_out", import_reason_name((enum import_reason)i),
                       datum_count(r->left_out[i]));
    document_entry(d, "left_out", "not certified",
                   datum_count(r->not_certified));
    document_entry(d, "left_out", "unchanged",
                   datum_count(r->unchanged_out ? r->unchanged : 0));
    document_fact(d, "other_rows", datum_count(r->other_rows));
    document_fact(d, "free", datum_count(r->fixed[FIX_NONE]));
    for (size_t i = FIX_NONE + 1; i < FIX_REASONS; i++)
        document_entry(d, "not_free", fix_reason_name((enum fix_reason)i),
                       datum_count(r->fixed[i]));
    document_fact(d, "renumbered", datum_count(r->renumbered));
    document_fact(d, "unchanged", datum_count(r->unchanged));
    document_fact(d, "formulas", datum_count(r->formulas));
    document_entry(d, "certified", "annotation",
                   datum_count(r->certified_data));
    document_entry(d, "certified", "writer", datum_count(r->certified_model));
    document_within(d, NULL);
}

static void add_sizes(struct document *d, const struct evolve_report *r)
{
    const struct evolve_set *const sets[] = {
        &r->seeds,   &r->population, &r->easy,    &r->hard,    &r->evolved_easy,
        &r->arms[0], &r->arms[1],    &r->arms[2], &r->effects,
    };
    struct json *v = json_new(d->arena, JSON_OBJECT);

    for (size_t i = 0; i < sizeof(sets) / sizeof(*sets); i++)
        if (sets[i]->name)
            json_set(d->arena, v, sets[i]->name,
                     json_new_int(d->arena, (int64_t)sets[i]->n));
    for (size_t i = 0; i < r->n_settings; i++)
        if (!json_get(v, r->settings[i].name))
            json_set(d->arena, v, r->settings[i].name,
                     json_new_int(d->arena, (int64_t)r->settings[i].n));
    document_fact(d, "sets", datum_tree(v));
}

/* ---- operators ---- */

static void add_operators(struct document *d, const struct evolve_report *r)
{
    struct doc_table *t = document_table(d, "operators");

    for (size_t i = 0; i < r->n_counts; i++) {
        const struct evolve_count *c = &r->counts[i];

        table_row(t);
        table_key(t, "operator", "operator", datum_text(c->card->name));
        table_cell(t, "applied", "applied", datum_count(c->applied));
        table_cell(t, "refused", "skipped", datum_count(c->refused));
    }
    say_reasons(d, r);
    document_gap(d);
    document_show(d, t, 0);
    for (size_t i = 0; i < r->n_counts; i++)
        if (r->counts[i].refused)
            document_say(d, "%s was not applied, for example because: %s.",
                         r->counts[i].card->name, r->counts[i].reason);
}

static void say_writer(struct document *d, const char *writer,
                       const struct writer_report *w)
{
    document_gap(d);
    document_shown(d, SHOWN_ALWAYS);
    document_say(d,
                 "%s wrote %" PRIu64 " of %" PRIu64 " texts; %" PRIu64 " %s "
                 "asked for again, and %" PRIu64 " %s built-in.",
                 writer, w->accepted, w->jobs, w->asked_again,
                 w->asked_again == 1 ? "was" : "were", w->built_in,
                 w->built_in == 1 ? "is" : "are");
    if (w->failed)
        document_say(d,
                     "  %6" PRIu64 " got no answer from the server; "
                     "built-in texts replace them",
                     w->failed);
    document_shown(d, SHOWN_FULL);
    if (w->partly)
        document_say(d,
                     "  %6" PRIu64 " of them in part; their other sentences "
                     "are unchanged",
                     w->partly);
    for (size_t i = TEXT_FINE + 1; i < TEXT_REFUSALS; i++)
        if (w->refused[i])
            document_say(d, "  %6" PRIu64 " refused: %s", w->refused[i],
                         text_refusal_name((enum text_refusal)i));
}

static void add_writer(struct document *d, const char *writer,
                       const struct writer_report *w)
{
    if (!w->jobs)
        return;
    say_writer(d, writer, w);
    document_within(d, "writer");
    document_fact(d, "jobs", datum_count(w->jobs));
    document_fact(d, "accepted", datum_count(w->accepted));
    document_fact(d, "asked_again", datum_count(w->asked_again));
    document_fact(d, "partly", datum_count(w->partly));
    document_fact(d, "built_in", datum_count(w->built_in));
    document_fact(d, "failed", datum_count(w->failed));
    for (size_t i = TEXT_FINE + 1; i < TEXT_REFUSALS; i++)
        document_entry(d, "refused", text_refusal_name((enum text_refusal)i),
                       datum_count(w->refused[i]));
    document_within(d, NULL);
}

/* ---- fitness ---- */

static struct doc_table *generations(struct document *d,
                                     const struct evolve_report *r)
{
    struct doc_table *t = document_table(d, "generations");

    for (size_t i = 0; i < r->n_generations; i++) {
        const struct evolve_generation *g = &r->generations[i];

        table_row(t);
        table_key(t, "generation", "generation", datum_number(g->number, 0));
        table_cell(t, "problems", "problems", datum_count(g->n));
        table_cell(t, "kept", "kept", datum_count(g->kept));
        table_cell(t, "low_score", "low score", datum_count(g->low_score));
        table_cell(t, "deficient", "a feature", datum_count(g->deficient));
        table_cell(t, "mean", "mean", datum_number(six(g->mean), 2));
        table_cell(t, "least", "least", datum_number(six(g->least), 2));
        table_cell(t, "most", "most", datum_number(six(g->most), 2));
    }
    return t;
}

static void say_dropped(struct document *d, const struct evolve_spec *s,
                        const struct evolve_report *r)
{
    for (size_t i = 0; i < FEATURES; i++)
        if (r->dropped[i])
            document_say(d,
                         "%s is not in the score, because it was not "
                         "measured%s.",
                         feature_title((enum feature)i),
                         i == FEATURE_REFEREE && !s->referee ? " (--referee M)"
                                                             : "");
    document_shown(d, SHOWN_ALWAYS);
    if (r->referee_unread)
        document_say(d, "%s of the referee could not be read.",
                     datum_plural(d->arena, r->referee_unread, "rating"));
    document_shown(d, SHOWN_FULL);
}

static void show_fitness(struct document *d, const struct evolve_spec *s,
                         const struct evolve_report *r,
                         const struct doc_table *t)
{
    document_gap(d);
    document_say(d, "Fitness: %s features; weights: %s%s.",
                 r->weights.set == FEATURES_PAPER ? "the paper's" : "our own",
                 r->weights.source,
                 s->weights || r->weights.set == FEATURES_PAPER
                     ? ""
                     : "; --calibrate fits your own");
    if (r->weights.slope > 0)
        document_say(d,
                     "A score is the log odds of failure minus those of a "
                     "reference problem that fails in %.0f %% of attempts.",
                     100 * weights_failures(&r->weights, 0));
    say_dropped(d, s, r);
    document_show(d, t, 0);
}

static void add_fitness(struct document *d, const struct evolve_spec *s,
                        const struct evolve_report *r)
{
    const char **dropped = arena_array(d->arena, const char *, FEATURES);
    size_t n = 0;

    for (size_t i = 0; i < FEATURES; i++)
        if (r->dropped[i])
            dropped[n++] = feature_name((enum feature)i);
    if (s->referee)
        document_fact(d, "ratings_unread", datum_count(r->referee_unread));
    document_fact(d, "weights",
                  datum_tree(weights_write(d->arena, &r->weights)));
    document_fact(d, "dropped", datum_list(d->arena, dropped, n));
}

/* ---- the headline ---- */

static void say_source(struct document *d, const struct evolve_spec *s,
                       const struct evolve_report *r)
{
    if (evolve_reads_file(s))
        say_rows(d, r);
    else
        document_say(d, "%s%s.",
                     datum_plural(d->arena, r->seeds.n,
                                  s->n_families ? "problem" : "linear seed"),
                     s->n_families     ? " from families"
                     : r->seeds.n == 1 ? "; it needs all of its equations"
                                       : "; each needs all of its equations");
}

static void say_sets(struct document *d, const struct evolve_report *r)
{
    document_say(
        d, "%s in the population (%s); easy %zu, hard %zu%s.",
        datum_plural(d->arena, r->population.n, "problem"), r->population.name,
        r->easy.n, r->hard.n,
        r->evolved_easy.n
            ? arena_printf(d->arena, ", evolved easy %zu", r->evolved_easy.n)
            : "");
}

/* What a page begins with; a screen has the sentences alone. */
static void add_numbers(struct document *d, const struct evolve_report *r)
{
    const struct evolve_generation *g = r->generations;

    document_shown(d, SHOWN_FULL);
    document_number(
        d, "problems", datum_count(r->population.n),
        arena_printf(d->arena, "in the population, %s", r->population.name));
    if (r->n_generations && g->n)
        document_number(d, "kept", datum_share((double)g->kept / (double)g->n),
                        r->n_generations > 1 || r->evolved_easy.n
                            ? "accepted in the first generation; the others "
                              "were evolved again"
                            : "accepted in the only generation; the others "
                              "are easy");
    if (r->asked + r->journalled)
        document_number(d, "calls", datum_count(r->asked + r->journalled),
                        arena_printf(d->arena,
                                     "%" PRIu64 " asked, %" PRIu64
                                     " from the store, %" PRIu64 " failed",
                                     r->asked, r->journalled, r->failed));
    document_shown(d, SHOWN_ALWAYS);
}

/* ---- all of it ---- */

void evolve_tables(struct document *d, const char *within,
                   const struct evolve_report *r)
{
    document_within(d, within);
    if (r->n_cells) {
        document_gap(d);
        measure_document(d, r->cells, r->n_cells);
    }
    if (r->paired.n_drops) {
        document_gap(d);
        document_within(d, within ? "tables.paired" : "paired");
        paired_document(d, &r->paired);
    }
    document_within(d, within);
    if (r->n_arm_drops || r->n_effect_drops)
        document_gap(d);
    arms_document(d, r->arm_drops, r->n_arm_drops);
    effects_document(d, r->effect_drops, r->n_effect_drops);
    document_within(d, NULL);
}

static void add_asked(struct document *d, const struct evolve_report *r)
{
    document_fact(d, "asked", datum_count(r->asked));
    document_fact(d, "journalled", datum_count(r->journalled));
    document_fact(d, "failed", datum_count(r->failed));
}

void evolve_document(struct document *d, const struct evolve_spec *s,
                     const struct evolve_report *r,
                     const struct print_hash *files, size_t n)
{
    const struct doc_table *t;

    document_fact(d, "assay", datum_text(assay_version()));
    document_fact(d, "evolution", datum_text(r->hash));
    document_fact(d, "seed", datum_text(s->seed));
    add_numbers(d, r);
    say_source(d, s, r);
    say_sets(d, r);
    if (evolve_reads_file(s))
        add_source(d, r);
    add_sizes(d, r);
    t = generations(d, r);
    document_shown(d, SHOWN_FULL);
    add_operators(d, r);
    add_writer(d, s->writer, &r->writer);
    show_fitness(d, s, r, t);
    document_shown(d, SHOWN_ALWAYS);
    add_fitness(d, s, r);
    add_asked(d, r);
    document_fact(d, "files", datum_tree(json_new(d->arena, JSON_OBJECT)));
    for (size_t i = 0; i < n; i++)
        document_entry(d, "files", files[i].file, datum_text(files[i].hash));
}
