/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/evolve_files.h"
#include "base/lines.h"
#include "cli/evolve_options.h"
#include "evolve/print/print.h"

static const char *const names[] = {
    "spec.yaml",
    "seeds.jsonl",
    "originals.jsonl",
    "population.jsonl",
    "lineage.jsonl",
    "easy.jsonl",
    "hard.jsonl",
    "evolved-easy.jsonl",
    "left-out.jsonl",
    "full-2gen.jsonl",
    "full.jsonl",
    "full-without-fm.jsonl",
    "full-without-lm.jsonl",
    "full-without-co.jsonl",
    "tables.json",
    "summary.json",
};

const struct out_files evolve_files = {
    .names = names,
    .n_names = sizeof(names) / sizeof(names[0]),
    .n_claim = 1,
    .head = "# The whole spec of an evolution, as it was done.\n",
    .what = "evolution",
};

static const char *hash_of(struct arena *a, const char *path)
{
    struct evolve_spec s;
    struct err ignored;

    evolve_defaults(&s);
    return evolve_spec_read_file(a, path, &s, &ignored)
               ? evolve_spec_hash(a, &s)
               : NULL;
}

/* Before a folder is made for what cannot be. */
static bool can_be_read(const char *const *inputs, size_t n, struct err *e)
{
    for (size_t i = 0; i < n; i++) {
        struct lines in;

        if (!inputs[i] || str_eq(inputs[i], "-"))
            continue;
        if (!lines_open(&in, inputs[i], 0, e))
            return false;
        lines_close(&in);
    }
    return true;
}

bool evolve_files_open(struct out_files *f, struct arena *a,
                       const struct evolve_spec *s, const char *spec_path,
                       bool force, bool dry, struct err *e)
{
    const char *const inputs[] = { evolve_reads_file(s) ? s->source : NULL,
                                   s->weights };
    struct evolve_spec whole = evolve_absolute(a, s);
    struct str text = str_in(a);
    struct out_claim claim = { .spec = &text,
                               .hash = evolve_spec_hash(a, &whole),
                               .hash_of = hash_of,
                               .inputs = inputs,
                               .n_inputs = sizeof(inputs) / sizeof(inputs[0]),
                               .spec_path = spec_path,
                               .force = force,
                               .dry = dry };

    if (!can_be_read(inputs, claim.n_inputs, e))
        return false;
    evolve_spec_print(&text, &whole);
    return out_files_open(f, a, s->out, &claim, e);
}

static bool put_set(struct out_files *f, const char *name,
                    const struct evolve_set *set, struct err *e)
{
    struct str text = { 0 };

    if (!set->name)
        return true;
    evolve_print_set(&text, set);
    return out_files_finish(f, arena_printf(f->arena, "%s.jsonl", name), &text,
                            e);
}

static bool put_sets(struct out_files *f, const struct evolve_report *r,
                     struct err *e)
{
    if (!put_set(f, r->seeds.name, &r->seeds, e) ||
        !put_set(f, "population", &r->population, e) ||
        !put_set(f, "easy", &r->easy, e) || !put_set(f, "hard", &r->hard, e) ||
        !put_set(f, "evolved-easy", &r->evolved_easy, e))
        return false;
    for (size_t i = 0; i < r->n_settings; i++)
        if (!put_set(f, r->settings[i].name, &r->settings[i], e))
            return false;
    return true;
}

bool evolve_files_report(struct out_files *f, const struct evolve_spec *s,
                         const struct evolve_report *r, struct err *e)
{
    struct document *all = document_new(f->arena, 0);
    struct document *cells = document_new(f->arena, 0);
    struct str lineage = { 0 }, left = { 0 }, tables = { 0 }, summary = { 0 };

    if (!put_sets(f, r, e))
        return false;
    evolve_print_lineage(&lineage, r);
    if (!out_files_finish(f, "lineage.jsonl", &lineage, e))
        return false;
    if (evolve_reads_file(s)) {
        evolve_print_left_out(&left, r);
        if (!out_files_finish(f, "left-out.jsonl", &left, e))
            return false;
    }
    if (r->n_cells) {
        evolve_tables(cells, NULL, r);
        document_json(&tables, cells);
        if (!out_files_finish(f, "tables.json", &tables, e))
            return false;
    }
    evolve_document(all, s, r, f->done.items, f->done.n);
    document_json(&summary, all);
    if (!out_files_finish(f, "summary.json", &summary, e))
        return false;
    out_files_remove_stale(f);
    return true;
}
