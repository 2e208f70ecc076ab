/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hunt_files.h"
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

bool hunt_files_open(struct out_files *f, struct arena *a,
                     const struct hunt_spec *s, const char *spec_path,
                     bool force, bool dry, struct err *e)
{
    const char *const inputs[] = { s->benchmark, s->outcomes_file, s->task,
                                   s->taxonomy };
    struct out_claim claim = { .table = &hunt_table,
                               .spec = s,
                               .inputs = inputs,
                               .n_inputs = sizeof(inputs) / sizeof(inputs[0]),
                               .spec_path = spec_path,
                               .force = force,
                               .dry = dry };

    return out_files_open(f, a, s->out, &claim, e);
}

static bool put_problems(struct out_files *f, const char *name,
                         const struct problem *p, size_t n, struct err *e)
{
    struct str text = { 0 };

    print_problems(&text, p, n);
    return out_files_finish(f, name, &text, e);
}

static bool put_summary(struct out_files *f, const struct hunt_spec *s,
                        const struct hunt_report *r, struct err *e)
{
    struct str text = { 0 };

    print_summary(&text, s, r, f->done.items, f->done.n);
    if (!out_files_finish(f, "summary.json", &text, e))
        return false;
    out_files_remove_stale(f);
    return true;
}

bool hunt_files_report(struct out_files *f, const struct hunt_spec *s,
                       const struct hunt_report *r, struct err *e)
{
    bool ours = !s->outcomes_file && str_eq(s->benchmark, "probe");
    struct str text = { 0 }, figures = { 0 }, outcomes = { 0 };

    if ((ours &&
         !put_problems(f, "probe.jsonl", r->benchmark, r->n_benchmark, e)) ||
        !put_problems(f, "benchmark.jsonl", r->problems, r->n_problems, e) ||
        (r->n_controls &&
         !put_problems(f, "controls.jsonl", r->controls, r->n_controls, e)))
        return false;
    if (!s->outcomes_file) {
        print_outcomes(&outcomes, r);
        if (!out_files_finish(f, "outcomes.jsonl", &outcomes, e))
            return false;
    }
    print_hypotheses(&text, r);
    if (!out_files_finish(f, "hypotheses.json", &text, e))
        return false;
    print_figures(&figures, r);
    return out_files_finish(f, "figures.json", &figures, e) &&
           put_summary(f, s, r, e);
}

bool hunt_files_task(struct out_files *f, const struct hunt_spec *s,
                     const struct hunt_task_report *t, struct err *e)
{
    struct hunt_report r = { .hash = spec_table_hash(f->arena, &hunt_table, s),
                             .asked = t->asked,
                             .journalled = t->journalled,
                             .failed = t->failed };
    struct str text = { 0 };

    print_task_json(&text, t);
    return out_files_finish(f, "task.json", &text, e) &&
           put_summary(f, s, &r, e);
}
