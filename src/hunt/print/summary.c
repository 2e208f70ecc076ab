/* SPDX-License-Identifier: Apache-2.0 */

/*
 * summary.json: what was asked, what came of it, and which files it is in.
 */
#include "assay.h"
#include "hunt/print/fields.h"
#include "hunt/print/print.h"
#include "hunt/print/print_int.h"

static struct json *asked(struct arena *a, const struct hunt_spec *s)
{
    struct json *o = json_new(a, JSON_OBJECT);

    fields_list(a, o, "targets", s->targets, s->n_targets);
    fields_text(a, o, "benchmark", s->benchmark);
    fields_text(a, o, "outcomes", s->outcomes_file);
    fields_count(a, o, "attempts", s->attempts);
    fields_list(a, o, "granularity", s->granularities, s->n_granularities);
    fields_text(a, o, "taxonomy", s->taxonomy);
    fields_text(a, o, "tagger", s->tagger);
    fields_list(a, o, "hypothesizer", s->hypothesizers, s->n_hypothesizers);
    fields_text(a, o, "generator", s->generator);
    fields_list(a, o, "key_models", s->key_models, s->n_key_models);
    fields_number(a, o, "level", s->score.level);
    return o;
}

static struct json *writing(struct arena *a, const struct hunt_writing *w)
{
    struct json *o = json_new(a, JSON_OBJECT), *flaws;

    fields_text(a, o, "target", w->target);
    fields_text(a, o, "hypothesis", w->text);
    fields_text(a, o, "writer", w->writer);
    fields_number(a, o, "accuracy", w->accuracy);
    fields_count(a, o, "drafts", w->written.drafts);
    fields_count(a, o, "kept", w->written.flaws[FLAW_NONE]);
    fields_count(a, o, "doubtful", w->written.doubtful);
    fields_count(a, o, "accepted", w->written.accepted);
    fields_count(a, o, "rejected", w->written.rejected);
    fields_count(a, o, "silent", w->written.silent);
    flaws = json_set(a, o, "flaws", json_new(a, JSON_OBJECT));
    for (int f = FLAW_NONE + 1; f < FLAWS; f++)
        fields_count(a, flaws, flaw_name((enum flaw)f), w->written.flaws[f]);
    return o;
}

static struct json *counts(struct arena *a, const struct hunt_report *r)
{
    struct json *o = json_new(a, JSON_OBJECT);

    fields_count(a, o, "asked", r->asked);
    fields_count(a, o, "journalled", r->journalled);
    fields_count(a, o, "failed", r->failed);
    return o;
}

static struct json *tagging(struct arena *a, const struct tagging *t)
{
    struct json *o;

    if (!t->texts && !t->silent)
        return json_new(a, JSON_NULL);
    o = json_new(a, JSON_OBJECT);
    fields_count(a, o, "texts", t->texts);
    fields_count(a, o, "again", t->again);
    fields_count(a, o, "unknown", t->unknown);
    fields_count(a, o, "silent", t->silent);
    return o;
}

void print_summary(struct str *out, const struct hunt_spec *s,
                   const struct hunt_report *r, const struct print_hash *files,
                   size_t n_files)
{
    struct arena a = { 0 };
    struct json *root = json_new(&a, JSON_OBJECT), *list;

    fields_text(&a, root, "hunt", r->hash);
    fields_truth(&a, root, "done", true);
    fields_text(&a, root, "version", assay_version());
    fields_text(&a, root, "seed", s->seed);
    fields_text(&a, root, "note", r->planted_demo ? print_demo_note : NULL);
    json_set(&a, root, "asked", asked(&a, s));
    list = json_set(&a, root, "targets", json_new(&a, JSON_ARRAY));
    for (size_t i = 0; i < r->n_targets; i++) {
        struct json *t = json_push(list, print_target(&a, &r->targets[i]));

        fields_text(&a, t, "run", r->targets[i].run);
    }
    fields_count(&a, root, "benchmark", r->n_benchmark);
    fields_count(&a, root, "problems", r->n_problems);
    fields_count(&a, root, "controls", r->n_controls);
    json_set(&a, root, "tagging", tagging(&a, &r->tagging));
    list = json_set(&a, root, "written", json_new(&a, JSON_ARRAY));
    for (size_t i = 0; i < r->n_writings; i++)
        json_push(list, writing(&a, &r->writings[i]));
    json_set(&a, root, "calls", counts(&a, r));
    list = json_set(&a, root, "files", json_new(&a, JSON_OBJECT));
    for (size_t i = 0; i < n_files; i++)
        fields_text(&a, list, files[i].file, files[i].hash);
    fields_write(out, root);
    arena_clear(&a);
}
