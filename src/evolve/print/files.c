/* SPDX-License-Identifier: Apache-2.0 */
/* What an evolution leaves in its folder. */
#include "assay.h"
#include "base/json.h"
#include "base/str.h"
#include "evolve/print/print.h"

#include <math.h>

static struct json *number(struct arena *a, double x)
{
    return isfinite(x) ? json_new_number(a, arena_printf(a, "%.6g", x))
                       : json_new(a, JSON_NULL);
}

static struct json *size(struct arena *a, size_t n)
{
    return json_new_int(a, (int64_t)n);
}

void evolve_print_set(struct str *out, const struct evolve_set *set)
{
    for (size_t i = 0; i < set->n; i++)
        problem_write(out, &set->problems[i]);
}

/* ---- lineage ---- */

static struct json *features_json(struct arena *a, const struct features *f)
{
    struct json *v = json_new(a, JSON_OBJECT);

    for (size_t i = 0; i < FEATURES; i++)
        if (f->has[i])
            json_set(a, v, feature_name((enum feature)i), number(a, f->v[i]));
    return v;
}

static void add_lineage(struct arena *a, const struct evolve_report *r,
                        size_t i, struct str *out)
{
    const struct specimen *s = &r->population.specimens[i];
    struct json *v = specimen_lineage(a, s, r->population.name);
    struct json *sources = json_new(a, JSON_ARRAY);
    struct json *row = json_new(a, JSON_OBJECT);

    for (size_t k = 0; k < s->n_parts; k++)
        json_push(sources, json_new_text(a, s->parts[k].source));
    json_set(a, row, "id", json_new_string(a, s->id));
    json_set(a, row, "score", number(a, r->scores[i].score));
    json_set(a, row, "rejected", json_new_text(a, r->reasons[i]));
    json_set(a, row, "features", features_json(a, &r->features[i]));
    json_set(a, row, "sources", sources);
    for (struct json *m = v->first, *next; m; m = next) {
        next = m->next;
        m->next = NULL;
        json_set(a, row, m->name, m);
    }
    json_write(out, row);
    str_addc(out, '\n');
}

void evolve_print_lineage(struct str *out, const struct evolve_report *r)
{
    for (size_t i = 0; i < r->population.n; i++) {
        struct arena a = { 0 };

        add_lineage(&a, r, i, out);
        arena_clear(&a);
    }
}

void evolve_print_left_out(struct str *out, const struct evolve_report *r)
{
    for (size_t i = 0; i < r->n_left_out; i++) {
        str_add(out, "{\"id\": ");
        json_write_string(out, r->left_out_ids[i]);
        str_add(out, ", \"why\": ");
        json_write_string(out, r->left_out_whys[i]);
        str_add(out, "}\n");
    }
}

/* ---- summary ---- */

static struct json *source_json(struct arena *a, const struct evolve_report *r)
{
    struct json *v = json_new(a, JSON_OBJECT);
    struct json *out = json_new(a, JSON_OBJECT),
                *fix = json_new(a, JSON_OBJECT);

    json_set(a, v, "rows", size(a, r->rows));
    json_set(a, v, "recomputed", size(a, r->left_out[IMPORT_FINE]));
    for (size_t i = IMPORT_FINE + 1; i < IMPORT_REASONS; i++)
        json_set(a, out, import_reason_name((enum import_reason)i),
                 size(a, r->left_out[i]));
    for (size_t i = FIX_NONE + 1; i < FIX_REASONS; i++)
        json_set(a, fix, fix_reason_name((enum fix_reason)i),
                 size(a, r->fixed[i]));
    json_set(a, v, "left_out", out);
    json_set(a, v, "other_rows", size(a, r->other_rows));
    json_set(a, v, "free", size(a, r->fixed[FIX_NONE]));
    json_set(a, v, "not_free", fix);
    json_set(a, v, "renumbered", size(a, r->renumbered));
    json_set(a, v, "formulas", size(a, r->formulas));
    return v;
}

static struct json *operators_json(struct arena *a,
                                   const struct evolve_report *r)
{
    struct json *v = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < r->n_counts; i++) {
        const struct evolve_count *c = &r->counts[i];
        struct json *row = json_push(v, json_new(a, JSON_OBJECT));

        json_set(a, row, "operator", json_new_string(a, c->card->name));
        json_set(a, row, "applied", json_new_int(a, (int64_t)c->applied));
        json_set(a, row, "refused", json_new_int(a, (int64_t)c->refused));
    }
    return v;
}

static struct json *generations_json(struct arena *a,
                                     const struct evolve_report *r)
{
    struct json *v = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < r->n_generations; i++) {
        const struct evolve_generation *g = &r->generations[i];
        struct json *row = json_push(v, json_new(a, JSON_OBJECT));

        json_set(a, row, "generation", json_new_int(a, g->number));
        json_set(a, row, "problems", size(a, g->n));
        json_set(a, row, "kept", size(a, g->kept));
        json_set(a, row, "low_score", size(a, g->low_score));
        json_set(a, row, "deficient", size(a, g->deficient));
        json_set(a, row, "mean", number(a, g->mean));
        json_set(a, row, "least", number(a, g->least));
        json_set(a, row, "most", number(a, g->most));
    }
    return v;
}

static struct json *writer_json(struct arena *a, const struct writer_report *w)
{
    struct json *v = json_new(a, JSON_OBJECT), *no = json_new(a, JSON_OBJECT);

    json_set(a, v, "jobs", json_new_int(a, (int64_t)w->jobs));
    json_set(a, v, "accepted", json_new_int(a, (int64_t)w->accepted));
    json_set(a, v, "asked_again", json_new_int(a, (int64_t)w->asked_again));
    json_set(a, v, "partly", json_new_int(a, (int64_t)w->partly));
    json_set(a, v, "built_in", json_new_int(a, (int64_t)w->built_in));
    json_set(a, v, "failed", json_new_int(a, (int64_t)w->failed));
    for (size_t i = TEXT_FINE + 1; i < TEXT_REFUSALS; i++)
        json_set(a, no, text_refusal_name((enum text_refusal)i),
                 json_new_int(a, (int64_t)w->refused[i]));
    json_set(a, v, "refused", no);
    return v;
}

static struct json *sets_json(struct arena *a, const struct evolve_report *r)
{
    const struct evolve_set *const sets[] = { &r->seeds, &r->population,
                                              &r->easy, &r->hard,
                                              &r->evolved_easy };
    struct json *v = json_new(a, JSON_OBJECT);

    for (size_t i = 0; i < sizeof(sets) / sizeof(*sets); i++)
        if (sets[i]->name)
            json_set(a, v, sets[i]->name, size(a, sets[i]->n));
    for (size_t i = 0; i < r->n_settings; i++)
        if (!json_get(v, r->settings[i].name))
            json_set(a, v, r->settings[i].name, size(a, r->settings[i].n));
    return v;
}

static struct json *files_json(struct arena *a, const struct print_hash *files,
                               size_t n)
{
    struct json *v = json_new(a, JSON_OBJECT);

    for (size_t i = 0; i < n; i++)
        json_set(a, v, files[i].file, json_new_string(a, files[i].hash));
    return v;
}

static struct json *tables_json(struct arena *a, const struct evolve_report *r)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "accuracy", measure_json(a, r->cells, r->n_cells));
    if (r->paired.n_drops)
        json_set(a, v, "paired", paired_json(a, &r->paired));
    return v;
}

void evolve_print_summary(struct str *out, const struct evolve_spec *spec,
                          const struct evolve_report *r,
                          const struct print_hash *files, size_t n, bool tables)
{
    struct arena a = { 0 };
    struct json *v = json_new(&a, JSON_OBJECT);
    struct json *dropped = json_new(&a, JSON_ARRAY);

    for (size_t i = 0; i < FEATURES; i++)
        if (r->dropped[i])
            json_push(dropped,
                      json_new_string(&a, feature_name((enum feature)i)));
    json_set(&a, v, "assay", json_new_string(&a, assay_version()));
    json_set(&a, v, "evolution", json_new_string(&a, r->hash));
    json_set(&a, v, "seed", json_new_string(&a, spec->seed));
    if (evolve_reads_file(spec))
        json_set(&a, v, "source", source_json(&a, r));
    json_set(&a, v, "sets", sets_json(&a, r));
    json_set(&a, v, "generations", generations_json(&a, r));
    json_set(&a, v, "operators", operators_json(&a, r));
    if (r->writer.jobs)
        json_set(&a, v, "writer", writer_json(&a, &r->writer));
    if (spec->referee)
        json_set(&a, v, "ratings_unread", size(&a, r->referee_unread));
    json_set(&a, v, "weights", weights_write(&a, &r->weights));
    json_set(&a, v, "dropped", dropped);
    json_set(&a, v, "asked", json_new_int(&a, (int64_t)r->asked));
    json_set(&a, v, "journalled", json_new_int(&a, (int64_t)r->journalled));
    json_set(&a, v, "failed", json_new_int(&a, (int64_t)r->failed));
    json_set(&a, v, "files", files_json(&a, files, n));
    if (tables && r->n_cells)
        json_set(&a, v, "tables", tables_json(&a, r));
    json_write(out, v);
    str_addc(out, '\n');
    arena_clear(&a);
}

void evolve_print_tables(struct str *out, const struct evolve_report *r)
{
    struct arena a = { 0 };

    json_write(out, tables_json(&a, r));
    str_addc(out, '\n');
    arena_clear(&a);
}
