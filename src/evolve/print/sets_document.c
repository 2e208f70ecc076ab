/* SPDX-License-Identifier: Apache-2.0 */
/* Several sets that were evolved alike, in one document: models on all of them. */
#include "assay.h"
#include "base/str.h"
#include "evolve/print/print.h"

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
