/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hunt_files.h"
#include "cli/hunt_options.h"
#include "hunt/print/print.h"

static const char *const names[] = {
    "spec.yaml",      "demo.yaml",       "benchmark.jsonl", "probe.jsonl",
    "controls.jsonl", "hypotheses.json", "figures.json",    "task.json",
    "summary.json",   "outcomes.jsonl",
};

const struct out_files hunt_files = {
    .names = names,
    .n_names = sizeof(names) / sizeof(names[0]),
    .n_claim = 2, /* the spec and the demo */
    .inner = "banks",
    .head = "# The whole spec of a hunt, as it was done.\n",
    .what = "hunt",
};

static const char *hash_of(struct arena *a, const char *path)
{
    struct hunt_spec s;
    struct err ignored;

    spec_defaults(&s);
    return spec_read_file(a, path, &s, &ignored) ? spec_hash(a, &s) : NULL;
}

bool hunt_files_open(struct out_files *f, struct arena *a,
                     const struct hunt_spec *s, const char *spec_path,
                     bool force, bool dry, struct err *e)
{
    const char *const inputs[] = { s->benchmark, s->outcomes_file, s->task,
                                   s->taxonomy };
    struct hunt_spec whole = hunt_absolute(a, s);
    struct str text = str_in(a);
    struct out_claim claim = { .spec = &text,
                               .hash = spec_hash(a, &whole),
                               .hash_of = hash_of,
                               .inputs = inputs,
                               .n_inputs = sizeof(inputs) / sizeof(inputs[0]),
                               .spec_path = spec_path,
                               .force = force,
                               .dry = dry };

    spec_print(&text, &whole);
    return out_files_open(f, a, s->out, &claim, e);
}

static bool put_problems(struct out_files *f, const char *name,
                         const struct problem *p, size_t n, struct err *e)
{
    struct str text = { 0 };

    print_problems(&text, p, n);
    return out_files_finish(f, name, &text, e);
}

typedef void render_fn(struct str *out, const struct document *d);

static bool put(struct out_files *f, const char *name, const struct document *d,
                render_fn *render, struct err *e)
{
    struct str text = { 0 };

    render(&text, d);
    return out_files_finish(f, name, &text, e);
}

static bool put_summary(struct out_files *f, const struct hunt_spec *s,
                        const struct hunt_report *r, struct err *e)
{
    struct document *d = document_new(f->arena, 0);

    hunt_document(d, s, r, f->done.items, f->done.n);
    if (!put(f, "summary.json", d, document_json, e))
        return false;
    out_files_remove_stale(f);
    return true;
}

bool hunt_files_report(struct out_files *f, const struct hunt_spec *s,
                       const struct hunt_report *r, struct err *e)
{
    bool ours = !s->outcomes_file && str_eq(s->benchmark, "probe");
    struct document *rows = document_new(f->arena, 0);
    struct document *figures = document_new(f->arena, 0);
    struct document *outcomes = document_new(f->arena, 0);

    if ((ours &&
         !put_problems(f, "probe.jsonl", r->benchmark, r->n_benchmark, e)) ||
        !put_problems(f, "benchmark.jsonl", r->problems, r->n_problems, e) ||
        (r->n_controls &&
         !put_problems(f, "controls.jsonl", r->controls, r->n_controls, e)))
        return false;
    hunt_outcomes(outcomes, r);
    if (!s->outcomes_file &&
        !put(f, "outcomes.jsonl", outcomes, document_jsonl, e))
        return false;
    hunt_hypotheses(rows, r);
    hunt_figures(figures, r);
    return put(f, "hypotheses.json", rows, document_json, e) &&
           put(f, "figures.json", figures, document_json, e) &&
           put_summary(f, s, r, e);
}

bool hunt_files_task(struct out_files *f, const struct hunt_spec *s,
                     const struct hunt_task_report *t, struct err *e)
{
    struct hunt_report r = { .hash = spec_hash(f->arena, s),
                             .asked = t->asked,
                             .journalled = t->journalled,
                             .failed = t->failed };
    struct document *d = document_new(f->arena, 0);

    task_document(d, t);
    return put(f, "task.json", d, document_json, e) && put_summary(f, s, &r, e);
}
