/* SPDX-License-Identifier: Apache-2.0 */
#include "assay.h"
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/operator.h"
#include "evolve/print/print.h"
#include "evolve/structure/gap.h"
#include "evolve/structure/second.h"
#include "report/figure.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * An evolution as a document: what people see at its end, and summary.json.
 */

/* Six digits: the last ones of a double differ from machine to machine. */
static double six(double x)
{
    char text[40];

    snprintf(text, sizeof(text), "%.6g", x);
    return isfinite(x) ? strtod(text, NULL) : NAN;
}

/* ---- where it began ---- */

static double percent_of(size_t k, size_t n)
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
        found, datum_plural(d->arena, rows, "row"), percent_of(found, rows),
        r->formulas ? " or from a formula that the writer proposed" : "");
    if (taken)
        document_say(
            d,
            "Renumberable: %zu of %s (%.1f %%), with every matched number "
            "free; %zu got fresh numbers.",
            r->fixed[FIX_NONE], datum_plural(d->arena, rows, "row"),
            percent_of(r->fixed[FIX_NONE], rows), r->renumbered);
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
                     sure, rows, percent_of(sure, rows), r->certified_data,
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

static void pages_add_source(struct document *d, const struct evolve_report *r)
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
    struct evolve_report all = *r;
    struct evolve_set *sets[EVOLVE_SETS];
    size_t n = evolve_all_sets(&all, sets);
    struct json *v = json_new(d->arena, JSON_OBJECT);

    for (size_t i = 0; i < n; i++)
        if (sets[i]->name && !json_get(v, sets[i]->name))
            json_put_count(d->arena, v, sets[i]->name, sets[i]->n);
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

static void add_writer(struct document *d, const char *writer,
                       const struct writer_report *w)
{
    const struct {
        const char *name;
        uint64_t n;
    } counts[] = { { "jobs", w->jobs },
                   { "accepted", w->accepted },
                   { "asked_again", w->asked_again },
                   { "partly", w->partly },
                   { "built_in", w->built_in },
                   { "failed", w->failed } };

    if (!w->jobs)
        return;
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
    document_within(d, "writer");
    for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
        document_fact(d, counts[i].name, datum_count(counts[i].n));
    for (size_t i = TEXT_FINE + 1; i < TEXT_REFUSALS; i++) {
        const char *why = text_refusal_name((enum text_refusal)i);

        document_entry(d, "refused", why, datum_count(w->refused[i]));
        if (w->refused[i])
            document_say(d, "  %6" PRIu64 " refused: %s", w->refused[i], why);
    }
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

static void add_fitness(struct document *d, const struct evolve_spec *s,
                        const struct evolve_report *r,
                        const struct doc_table *t)
{
    const char **dropped = arena_array(d->arena, const char *, FEATURES);
    size_t n = 0;

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
    for (size_t i = 0; i < FEATURES; i++)
        if (r->dropped[i]) {
            dropped[n++] = feature_name((enum feature)i);
            document_say(
                d, "%s is not in the score, because it was not measured%s.",
                feature_title((enum feature)i),
                i == FEATURE_REFEREE && !s->referee ? " (--referee M)" : "");
        }
    document_shown(d, SHOWN_ALWAYS);
    if (r->referee_unread)
        document_say(d, "%s of the referee could not be read.",
                     datum_plural(d->arena, r->referee_unread, "rating"));
    document_shown(d, SHOWN_FULL);
    document_show(d, t, 0);
    document_shown(d, SHOWN_ALWAYS);
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

/* What a page begins with; a screen has the sentences alone. */
static void pages_add_numbers(struct document *d, const struct evolve_report *r)
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

void evolve_document(struct document *d, const struct evolve_spec *s,
                     const struct evolve_report *r,
                     const struct print_hash *files, size_t n)
{
    const struct doc_table *t;

    document_fact(d, "assay", datum_text(assay_version()));
    document_fact(d, "evolution", datum_text(r->hash));
    document_fact(d, "seed", datum_text(s->seed));
    pages_add_numbers(d, r);
    say_source(d, s, r);
    document_say(
        d, "%s in the population (%s); easy %zu, hard %zu%s.",
        datum_plural(d->arena, r->population.n, "problem"), r->population.name,
        r->easy.n, r->hard.n,
        r->evolved_easy.n
            ? arena_printf(d->arena, ", evolved easy %zu", r->evolved_easy.n)
            : "");
    if (evolve_reads_file(s))
        pages_add_source(d, r);
    add_sizes(d, r);
    t = generations(d, r);
    document_shown(d, SHOWN_FULL);
    add_operators(d, r);
    add_writer(d, s->writer, &r->writer);
    add_fitness(d, s, r, t);
    document_fact(d, "asked", datum_count(r->asked));
    document_fact(d, "journalled", datum_count(r->journalled));
    document_fact(d, "failed", datum_count(r->failed));
    document_fact(d, "files", datum_tree(json_new(d->arena, JSON_OBJECT)));
    for (size_t i = 0; i < n; i++)
        document_entry(d, "files", files[i].file, datum_text(files[i].hash));
}

/*
 * The files of lines that an evolution leaves in its folder, and how a problem
 * came to be, step by step, for people.
 */

/* ---- files of lines ---- */

static void pages_add_number(struct arena *a, struct json *v, const char *name,
                             double x)
{
    json_set(a, v, name,
             isfinite(x) ? json_new_number(a, datum_digits(a, x, 6))
                         : json_new(a, JSON_NULL));
}

bool evolve_print_lineage(struct str *out, const struct evolve_report *r,
                          size_t i, struct err *e)
{
    const struct features *f = &r->features[i];
    struct arena a = { 0 };
    struct evolve_lineage_text text;
    struct json *v = json_new(&a, JSON_OBJECT), *features;
    bool ok = evolve_set_lineage(&a, &r->population, i, &text, e);

    if (ok) {
        json_set(&a, v, "id", json_new_string(&a, text.id));
        pages_add_number(&a, v, "score", r->scores[i].score);
        json_set(&a, v, "rejected", json_new_text(&a, r->reasons[i]));
        features = json_set(&a, v, "features", json_new(&a, JSON_OBJECT));
        for (size_t k = 0; k < FEATURES; k++)
            if (f->has[k])
                pages_add_number(&a, features, feature_name((enum feature)k),
                                 f->v[k]);
        json_write(out, v);
        out->n--; /* its brace */
        str_addf(out, ", \"sources\": %s, %s}\n", text.sources, text.members);
    }
    arena_clear(&a);
    return ok;
}

void evolve_print_left_out(struct str *out, const struct evolve_report *r)
{
    struct arena a = { 0 };
    struct document *d = document_new(&a, 0);
    struct doc_table *t = document_table(d, "");

    for (size_t i = 0; i < r->n_left_out; i++) {
        table_row(t);
        table_cell(t, "id", NULL, datum_text(r->left_out_ids[i]));
        table_cell(t, "why", NULL, datum_text(r->left_out_whys[i]));
    }
    document_jsonl(out, d);
    arena_clear(&a);
}

/* ---- steps ---- */

static bool is_cross(const struct individual_step *t)
{
    return str_eq(t->name, op_crossover.name);
}

/*
 * Returns the problem as it was after step k: without the lines that later
 * steps put there, without the words that they polished, and without the parts
 * that they chained behind it. What renumber, rename and reorder replaced is
 * not noted: it stands as they left it.
 */
static struct individual as_of(struct arena *a, const struct individual *s,
                               size_t k)
{
    struct individual c = *s;
    const struct gap *gap = s->parts[0].gap;

    for (size_t i = k; i < s->n_steps; i++)
        if (operator_find(s->steps[i].name) == &op_insufficient)
            c.parts[0].gap = NULL;
    for (size_t i = k; i < s->n_steps; i++)
        if (is_cross(&s->steps[i]) && s->steps[i].part < c.n_parts)
            c.n_parts = s->steps[i].part;
    /* The letters of links as the first k steps chose them: when chains are
     * joined later some get others. */
    for (size_t i = 0; i < k && c.n_parts < s->n_parts; i++) {
        const struct individual_step *t = &s->steps[i];
        const char *letter = json_string(json_get(t->detail, "letter"));

        if (is_cross(t) && t->part > 0 && t->part < c.n_parts && letter &&
            is_upper(letter[0]) && !letter[1])
            c.parts[t->part].letter = letter;
    }
    c.lines = arena_array(a, struct individual_line, s->n_lines + 2);
    c.n_lines = 0;
    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line l = s->lines[i];

        if (l.part >= c.n_parts || l.role == ROLE_FORM ||
            (l.step > k && !line_is_told(&l)))
            continue;
        l.polished = l.polished && l.step <= k;
        if (gap && !c.parts[0].gap && !gap->word && l.role == ROLE_QUESTION)
            c.lines[c.n_lines++] = (struct individual_line){
                .role = ROLE_CONDITION, .sentence = gap->sentence, .text = ""
            };
        c.lines[c.n_lines++] = l;
    }
    if (c.n_parts > 1)
        c.lines[c.n_lines++] = (struct individual_line){
            .role = ROLE_FORM, .part = c.n_parts - 1, .text = INDIVIDUAL_FORM
        };
    individual_tell(a, &c);
    return c;
}

/* "approximate-replacement, generation 1, question 2: lays the decoy 17" */
static const char *step_words(struct arena *a, const struct individual *s,
                              size_t k, size_t n_parts)
{
    const struct individual_step *t = &s->steps[k - 1];
    struct str out = str_in(a);

    str_addf(&out, "%s, generation %d", t->name, t->generation);
    if (is_cross(t)) {
        str_add(&out, ": appends another problem to the chain");
        return str_get(&out);
    }
    if (n_parts > 1)
        str_addf(&out, ", question %zu", t->part + 1);
    for (size_t i = 0; i < s->n_decoys; i++)
        if (s->decoys[i].step == k && !s->decoys[i].follows)
            str_addf(&out, ": adds the decoy %s",
                     ratio_text(a, s->decoys[i].value));
    if (t->writer)
        str_addf(&out, ", text by %s", t->writer);
    return str_get(&out);
}

size_t lineage_steps(struct arena *a, const struct individual *s,
                     const char *original, struct doc_step **out)
{
    struct doc_step *list = arena_array(a, struct doc_step, s->n_steps + 2);
    struct individual now = as_of(a, s, 0);
    const char *text = individual_text(a, &now);
    size_t n = 0;

    if (original && !str_eq(original, text))
        list[n++] = (struct doc_step){ "the original", original };
    list[n] = (struct doc_step){ n          ? "its variant"
                                 : original ? "the original"
                                            : "the seed",
                                 text };
    n++;
    for (size_t k = 1; k <= s->n_steps; k++) {
        const struct operator_card *card = operator_find(s->steps[k - 1].name);

        now = as_of(a, s, k);
        text = individual_text(a, &now);
        if (!str_eq(text, list[n - 1].text))
            list[n++] =
                (struct doc_step){ step_words(a, s, k, now.n_parts), text };
        else if (card && card->kind == OPERATOR_FRESH &&
                 s->steps[k - 1].part < now.n_parts)
            list[n - 1].what =
                arena_printf(a, "%s, %s", list[n - 1].what, card->name);
    }
    *out = list;
    return n;
}

size_t evolve_lineage(struct arena *a, const struct problem *p,
                      struct doc_step **out)
{
    struct individual s;
    struct err e;
    bool is = false;

    if (!individual_read(a, p, &is, &s, &e))
        return 0;
    return lineage_steps(a, &s, NULL, out);
}

/* Several sets that were evolved alike, in one document: models on all of them. */

/* The drops of all sets: of arms where there are any. */
static struct drop *all_drops(struct arena *a, const struct evolve_one *sets,
                              size_t n, size_t *n_out)
{
    struct drop *out;
    size_t most = 0;

    for (size_t i = 0; i < n; i++)
        most += sets[i].report.n_arm_drops + sets[i].report.paired.n_drops;
    out = arena_array(a, struct drop, most + 1);
    *n_out = 0;
    for (size_t i = 0; i < n; i++) {
        const struct evolve_report *r = &sets[i].report;
        bool arms = r->n_arm_drops;
        size_t k = arms ? r->n_arm_drops : r->paired.n_drops;

        for (size_t j = 0; j < k; j++) {
            out[*n_out] = arms ? r->arm_drops[j] : r->paired.drops[j];
            out[(*n_out)++].set = sets[i].name;
        }
    }
    return out;
}

void evolve_sets_document(struct document *d, const struct evolve_one *sets,
                          size_t n)
{
    size_t n_drops;
    struct drop *drops = all_drops(d->arena, sets, n, &n_drops);
    struct doc_table *t = document_table(d, "sets");

    document_fact(d, "assay", datum_text(assay_version()));
    for (size_t i = 0; i < n; i++) {
        const struct evolve_report *r = &sets[i].report;

        table_row(t);
        table_key(t, "set", "set", datum_text(sets[i].name));
        table_cell(t, "folder", NULL, datum_text(sets[i].folder));
        table_cell(t, "evolution", NULL, datum_text(r->hash));
        table_cell(t, "rows", "rows", datum_count(r->rows));
        table_cell(t, "recomputed", "recomputed", datum_count(r->seeds.n));
        table_cell(t, "renumbered", "renumbered", datum_count(r->renumbered));
        table_cell(t, "population", "population", datum_count(r->population.n));
        table_cell(t, "asked", "calls asked", datum_count(r->asked));
        table_cell(t, "failed", "failed", datum_count(r->failed));
    }
    document_show(d, t, 0);
    if (n_drops) {
        document_shown(d, SHOWN_BRIEF);
        document_gap(d);
        arms_screen(d, drops, n_drops, SIZE_MAX);
        means_screen(d, drops, n_drops);
        document_shown(d, SHOWN_FULL);
        arms_document(d, drops, n_drops);
        arms_figures(d, drops, n_drops);
        document_shown(d, SHOWN_ALWAYS);
    }
}

/*
 * An evolution as a page: one screen for a terminal, and all the rest with
 * figures: how far operators came, scores by generation, and a few problems step
 * by step. What models made of it is drawn by measure/.
 */

#define SHOWN_LINEAGES 6
#define SHOWN_FROM     128
#define ROWS_ON_SCREEN 10

/* ---- operators ---- */

static double refused_share(const struct evolve_count *c)
{
    return (double)c->refused / (double)(c->applied + c->refused);
}

static int by_refused(const void *a, const void *b)
{
    const struct evolve_count *x = *(const struct evolve_count *const *)a;
    const struct evolve_count *y = *(const struct evolve_count *const *)b;
    double p = refused_share(x), q = refused_share(y);

    return p != q ? (p < q) - (p > q) : (x > y) - (x < y);
}

/* Those that were passed over most first. */
static const struct evolve_count **tried_operators(
    struct arena *a, const struct evolve_report *r, size_t *n)
{
    const struct evolve_count **out =
        arena_array(a, const struct evolve_count *, r->n_counts + 1);

    *n = 0;
    for (size_t i = 0; i < r->n_counts; i++)
        if (r->counts[i].applied + r->counts[i].refused)
            out[(*n)++] = &r->counts[i];
    qsort(out, *n, sizeof(*out), by_refused);
    return out;
}

/* ---- scores ---- */

static void draw_scores(struct document *d, const struct evolve_spec *s,
                        const struct evolve_report *r)
{
    struct figure *f =
        figure_new(d->arena, FIGURE_BOXES, "fitness", "Fitness by generation");

    f->value = (struct axis){ .title = "score" };
    f->row_title = "generation";
    f->caption = "Scores of the problems that each generation made: "
                 "minimum, lower quartile, median, upper quartile, maximum; "
                 "n: problems. Problems below the threshold are evolved "
                 "again.";
    figure_series(f, "score");
    figure_rule(f, s->threshold, "threshold");
    for (size_t i = 0; i < r->n_generations; i++) {
        const struct evolve_generation *g = &r->generations[i];
        struct dot *p = figure_dot(
            f, figure_row(f, arena_printf(d->arena, "%d", g->number)), 0,
            g->median);

        p->low = g->lower;
        p->high = g->upper;
        p->least = g->least;
        p->most = g->most;
        p->n = g->n;
    }
    if (r->n_generations)
        document_figure(d, f);
}

/* ---- lineages ---- */

/* What the problems that were chosen show already. */
struct cover {
    uint64_t operators; /* places in the list of operators, as bits */
    bool parts[INDIVIDUAL_PARTS + 1];
    bool steps[32]; /* how many there are */
};

/* Returns how many things the problem shows that are not covered yet; `take`
 * covers them. */
static size_t adds(struct cover *c, const struct individual *s, bool take)
{
    uint64_t seen = 0;
    size_t length = s->n_steps < 31 ? s->n_steps : 31;
    size_t n = (size_t)!c->parts[s->n_parts] + (size_t)!c->steps[length];

    for (size_t i = 0; i < s->n_steps; i++)
        for (size_t k = 0; k < n_operators && k < 64; k++)
            if (str_eq(operators[k]->name, s->steps[i].name))
                seen |= UINT64_C(1) << k;
    for (uint64_t new = seen & ~c->operators; new; new &= new - 1)
        n++;
    if (take) {
        c->operators |= seen;
        c->parts[s->n_parts] = c->steps[length] = true;
    }
    return n;
}

/* The statement of the row that the first part came from; NULL: of no file. */
static const char *original_of(const struct evolve_report *r,
                               const struct individual *s)
{
    const char *id = individual_original(&s->parts[0]);

    if (!r->seeds.problems || !str_eq(r->seeds.name, "originals"))
        return NULL;
    for (size_t i = 0; id && i < r->seeds.n; i++)
        if (str_eq(r->seeds.problems[i].id, id))
            return r->seeds.problems[i].statement;
    return NULL;
}

/* Those that add most, of several the first; they are among the first of a large
 * population. */
static void show_lineages(struct document *d, const struct evolve_report *r)
{
    struct arena a = { 0 };
    struct evolve_set set;
    struct err ignored; /* a disk that cannot be read is told of elsewhere */
    struct cover *cover = arena_new(&a, struct cover);
    bool *taken = arena_array(&a, bool, SHOWN_FROM + 1);
    size_t best = 0;

    if (!evolve_set_load(&a, &r->population, SHOWN_FROM, &set, &ignored))
        set.n = 0;
    for (size_t k = 0; k < SHOWN_LINEAGES && best != SIZE_MAX; k++) {
        struct doc_step *steps;
        size_t most = 0, n;

        best = SIZE_MAX;
        for (size_t i = 0; i < set.n && i < SHOWN_FROM; i++) {
            n = adds(cover, &set.individuals[i], false);
            if (!taken[i] && set.individuals[i].n_steps &&
                (best == SIZE_MAX || n > most)) {
                best = i;
                most = n;
            }
        }
        if (best == SIZE_MAX)
            break;
        if (k == 0)
            document_section(d, "how problems were made");
        taken[best] = true;
        adds(cover, &set.individuals[best], true);
        n = lineage_steps(d->arena, &set.individuals[best],
                          original_of(r, &set.individuals[best]), &steps);
        document_steps(d, arena_strdup(d->arena, set.problems[best].id), steps,
                       n);
    }
    arena_clear(&a);
}

/* ---- figures ---- */

static void add_figures(struct document *d, const struct evolve_spec *s,
                        const struct evolve_report *r)
{
    struct figure *f;
    size_t n;
    const struct evolve_count **list;

    if (r->n_cells)
        measure_figures(d, r->cells, r->n_cells);
    if (r->n_arm_drops) {
        arms_figures(d, r->arm_drops, r->n_arm_drops);
    } else if (r->paired.n_drops) {
        paired_figures(d, &r->paired);
        memory_figure(d, r->paired.drops, r->paired.n_drops);
    }
    effects_figure(d, r->effect_drops, r->n_effect_drops);
    draw_scores(d, s, r);
    weights_figure(d, &r->weights);
    f = figure_new(d->arena, FIGURE_BARS, "operators",
                   "Operators: applied and not applied");
    list = tried_operators(d->arena, r, &n);
    f->stacked = true;
    f->value = (struct axis){ .title = "problems" };
    f->row_title = "operator";
    f->caption = "How often each operator was tried on a problem of the "
                 "population, in all generations. It is not applied where "
                 "the problem does not allow it. The operator that was "
                 "skipped most often comes first.";
    figure_series(f, "applied");
    figure_series(f, "not");
    for (size_t i = 0; i < n; i++) {
        size_t row = figure_row(f, list[i]->card->name);
        uint64_t all = list[i]->applied + list[i]->refused;

        figure_dot(f, row, 0, (double)list[i]->applied)->n = all;
        figure_dot(f, row, 1, (double)list[i]->refused)->n = all;
    }
    if (n)
        document_figure(d, f);
    show_lineages(d, r);
}

/* ---- one screen ---- */

static void show_refused(struct document *d, const struct evolve_report *r)
{
    struct doc_table *t = document_table(d, NULL);
    size_t n;
    const struct evolve_count **list = tried_operators(d->arena, r, &n);

    for (size_t i = 0; i < n && i < ROWS_ON_SCREEN; i++) {
        double all = (double)(list[i]->applied + list[i]->refused);

        table_row(t);
        table_key(t, NULL, "operator", datum_text(list[i]->card->name));
        table_cell(t, NULL, "applied", datum_count(list[i]->applied));
        table_cell(t, NULL, "skipped", datum_count(list[i]->refused));
        table_styled(t, NULL, "", STYLE_BAR,
                     datum_share((double)list[i]->applied / all));
    }
    if (n)
        document_show(d, t, 0);
}

/* With pairs the drops; else accuracy on the population, which is the first set
 * that the models were asked; without models the operators. */
static void show_screen(struct document *d, const struct evolve_report *r)
{
    document_shown(d, SHOWN_BRIEF);
    document_gap(d);
    if (r->n_arm_drops) {
        document_say(d, "Drops from originals to each arm, largest first "
                        "(memory: wrong answers equal to the original's "
                        "key):");
        arms_screen(d, r->arm_drops, r->n_arm_drops, ROWS_ON_SCREEN);
    } else if (r->n_effect_drops) {
        document_say(d, "Accuracy on the same problems without and with "
                        "each operator:");
        effects_screen(d, r->effect_drops, r->n_effect_drops, ROWS_ON_SCREEN);
    } else if (r->paired.n_drops) {
        document_say(d, "Drops from originals to variants, largest first:");
        paired_screen(d, &r->paired, ROWS_ON_SCREEN);
    } else if (r->n_cells) {
        document_say(d, "Accuracy on the final question of %s, worst first:",
                     r->population.name);
        measure_screen(d, r->cells, r->n_cells, r->population.name,
                       ROWS_ON_SCREEN);
    } else {
        show_refused(d, r);
    }
    if (r->asked + r->journalled + r->failed)
        document_say(
            d, "%s asked, %" PRIu64 " from the store, %" PRIu64 " failed.",
            datum_plural(d->arena, r->asked, "call"), r->journalled, r->failed);
    document_gap(d);
    document_say(d,
                 "--full shows %s; `assay report` makes a page with figures "
                 "and the derivation of each problem.",
                 r->n_cells ? "every set, model and kind of wrong answer"
                            : "scores and the reasons of skipped operators");
    document_shown(d, SHOWN_ALWAYS);
}

/* ---- all of it ---- */

void evolve_page(struct document *d, const struct evolve_spec *s,
                 const struct evolve_report *r, const struct print_hash *files,
                 size_t n)
{
    evolve_document(d, s, r, files, n);
    measure_legend(d, r->cells, r->n_cells);
    show_screen(d, r);
    document_shown(d, SHOWN_FULL);
    evolve_tables(d, "tables", r);
    add_figures(d, s, r);
    document_shown(d, SHOWN_ALWAYS);
}
