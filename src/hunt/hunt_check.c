/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes in what a hunt reads, found before it asks or writes anything. */
#include "hunt/hunt_check.h"
#include "base/str.h"
#include "family/table.h"
#include "hunt/failures.h"
#include "hunt/hunt_int.h"

/* The texts of a file. A probe is ours and has no mistakes. */
static bool read_texts(struct hunt *h, struct outcomes *out, struct err *e)
{
    *out = (struct outcomes){ .target = "" };
    if (!h->spec->outcomes_file && str_eq(h->spec->benchmark, "probe"))
        return true;
    return hunt_open_texts(h, out, e);
}

/* Prompts of a hunt's task, filled for an example that has nothing but its
 * row. */
static bool check_prompts(struct hunt *h, const struct task *t,
                          const struct outcomes *s, struct err *e)
{
    static const uint32_t none[] = { UINT32_MAX };
    static const char *const nothing[] = { NULL };
    const uint32_t *const of[] = { none };
    const struct vocabulary v = { .name = "", .names = nothing, .of = of };
    struct example one = { .id = "",
                           .text = "",
                           .answer = "",
                           .solution = "",
                           .row = s->n ? s->examples[0].row : NULL,
                           .tries = 1,
                           .failed = 1 };
    struct outcomes seen = { .target = "", .examples = &one, .n = 1 };
    struct propose_options o = h->spec->propose;
    struct slot_value hypothesis = { "hypothesis", "" };
    struct task_data data;
    struct propose_job job = {
        .task = t, .data = &data, .vocabulary = &v, .outcomes = &seen, .o = &o
    };
    const struct message *m;
    size_t n;

    o.seed = h->spec->seed;
    propose_data(h->arena, &seen, &v, t, NULL, &data);
    return task_check_fields(h->arena, t, &data, e) &&
           propose_check(h->arena, &job, e) &&
           (!task_has(t, "inference") ||
            task_messages(h->arena, t, "inference", &hypothesis, 1, &data, 0,
                          &m, &n, e));
}

static bool check_task(struct hunt *h, const struct outcomes *s, struct err *e)
{
    struct task_data train, trial;
    struct task task;
    const char *name;

    if (!hunt_open_task(h, &task, e))
        return false;
    if (h->spec->task && task.train)
        return hunt_task_data(h, &task, &train, &trial, &name, e);
    return check_prompts(h, &task, s, e);
}

/* A level that no family has would leave nothing out. */
static bool check_levels(const struct hunt_spec *s, struct err *e)
{
    size_t most = 0;

    for (size_t i = 0; s->probe.range.levels && i < family_count(); i++)
        if ((size_t)family_at(i)->n_levels > most)
            most = (size_t)family_at(i)->n_levels;
    return s->probe.range.levels <= most ||
           err_set(e, ERR_USAGE,
                   "\"probe.levels\" (--levels) is %zu, but families have at "
                   "most %zu levels; leave it out to use all levels",
                   s->probe.range.levels, most);
}

bool hunt_check(struct arena *a, const struct hunt_spec *spec,
                const struct hunt_options *o, struct err *e)
{
    const char *file =
        spec->outcomes_file ? spec->outcomes_file : spec->benchmark;
    struct hunt_report report;
    struct outcomes texts;
    struct hunt h;

    if (!hunt_begin(&h, a, NULL, spec, o, &report, e) ||
        !check_levels(spec, e) || !read_texts(&h, &texts, e))
        return false;
    if (spec->tagger && !h.n_taxonomies && !spec_writes(spec))
        return err_set(
            e, ERR_USAGE,
            "\"tagger\" has no names to choose from: \"granularity\" is empty "
            "and there is no \"taxonomy\"; name a granularity (high), or a "
            "file of your names (--taxonomy FILE; --make-taxonomy makes one)");
    if (texts.foreign &&
        !spec_refuse_families(
            spec, arena_printf(a, "most keys of %s are not mathematics", file),
            e))
        return false;
    return !(spec_first_llm(spec) || spec->task) || check_task(&h, &texts, e);
}
