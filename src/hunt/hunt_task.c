/* SPDX-License-Identifier: Apache-2.0 */
/* HypoGeniC on a task of the user's own, and taxonomies made from a
 * benchmark. */
#include "base/ascii.h"
#include "base/lines.h"
#include "base/str.h"
#include "hunt/failures.h"
#include "hunt/hunt_int.h"

/* ---- tasks ---- */

/* Validation data if the task has some, else test data, else what it was
 * trained on, and the report says so. */
static bool open_trial(struct hunt *h, const struct task *t,
                       const struct task_data *train, struct task_data *out,
                       const char **name, struct err *e)
{
    *name = t->val ? "val" : t->test ? "test" : "train";
    if (!t->val && !t->test) {
        *out = *train;
        return true;
    }
    return task_data_read(h->arena, t, t->val ? t->val : t->test, out, e);
}

/* ---- labels ---- */

static bool equal_fold(const char *a, const char *b)
{
    while (*a && to_lower(*a) == to_lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

/* The label of `known` that this one is, whatever its case; NULL: none. */
static const char *find_label(const char *const *known, size_t n,
                              const char *label)
{
    for (size_t i = 0; i < n; i++)
        if (equal_fold(known[i], label))
            return known[i];
    return NULL;
}

/* Labels as `known` has them. One that it has not is a mistake of the data:
 * nobody could ever predict it. */
static bool settle_labels(struct task_data *d, const char *path,
                          const char *const *known, size_t n, struct err *e)
{
    for (size_t i = 0; i < d->n; i++) {
        const char **label = &d->values[d->label][i];
        const char *found = find_label(known, n, *label);
        struct str all = { 0 };

        if (found)
            *label = found;
        if (found || !**label)
            continue;
        for (size_t k = 0; k < n; k++)
            str_addf(&all, "%s\"%.40s\"", k ? ", " : "", known[k]);
        err_at(e, ERR_DOMAIN, d->lines ? d->lines[i] : 0, 0,
               "the label \"%.60s\" is not in the set of labels: %s", *label,
               str_get(&all));
        str_clear(&all);
        return file_fail(path, e);
    }
    return true;
}

/* The set is what the spec declares, else what the training data has. */
static bool check_labels(struct hunt *h, const struct task *t,
                         struct task_data *train, struct task_data *trial,
                         struct err *e)
{
    const struct hunt_spec *s = h->spec;
    const char **seen = arena_array(h->arena, const char *, train->n + 1);
    const char *trial_path = t->val ? t->val : t->test;
    size_t n = 0;

    for (size_t i = 0; i < train->n; i++) {
        const char *label = train->values[train->label][i];

        if (*label && !find_label(seen, n, label))
            seen[n++] = label;
    }
    return settle_labels(train, t->train, s->n_labels ? s->labels : seen,
                         s->n_labels ? s->n_labels : n, e) &&
           (!trial_path ||
            settle_labels(trial, trial_path, s->n_labels ? s->labels : seen,
                          s->n_labels ? s->n_labels : n, e));
}

/* Every strategy that the task has prompts for. */
static bool try_all(struct hunt *h, struct propose_job *job,
                    struct hunt_task_report *out, const struct task_data *data,
                    struct err *e)
{
    size_t *rows = arena_array(h->arena, size_t, data->n + 1);
    struct infer_options o = h->spec->infer;

    for (size_t i = 0; i < data->n; i++)
        rows[i] = i;
    job->data = data;
    o.seed = h->spec->seed;
    for (int s = 0; s < INFER_STRATEGIES; s++) {
        o.strategy = (enum infer_strategy)s;
        if (!task_has(job->task, infer_prompt(o.strategy)))
            continue;
        watch_stage(&h->session.watch, "inference", "%s, %zu examples of %s",
                    infer_name(o.strategy), data->n, out->data);
        if (!infer_run(h->arena, job, &out->proposal.bank, &out->proposal.train,
                       rows, data->n, &o, &out->inferences[s], e))
            return false;
    }
    return true;
}

bool hunt_task_data(struct hunt *h, const struct task *t,
                    struct task_data *train, struct task_data *trial,
                    const char **name, struct err *e)
{
    return task_data_read(h->arena, t, t->train, train, e) &&
           task_check_fields(h->arena, t, train, e) &&
           open_trial(h, t, train, trial, name, e) &&
           check_labels(h, t, train, trial, e);
}

bool hunt_task(struct arena *a, struct store *s, const struct hunt_spec *spec,
               const struct hunt_options *o, struct hunt_task_report *out,
               struct err *e)
{
    struct hunt h = { .arena = a,
                      .store = s,
                      .spec = spec,
                      .o = o,
                      .session = session_open(a, s, &o->session) };
    struct propose_options p = spec->propose;
    struct task_data train, trial;
    struct task task;
    struct questioner c;
    struct propose_job job = { .task = &task,
                               .data = &train,
                               .questioner = &c,
                               .o = &p,
                               .save = watch_save,
                               .progress = watch_progress,
                               .ctx = &h.session.watch };

    *out = (struct hunt_task_report){ .by = spec_first_llm(spec) };
    if (!out->by)
        return err_set(e, ERR_USAGE, "a task needs --hypothesizer llm:MODEL");
    p.seed = spec->seed;
    if (!hunt_open_task(&h, &task, e))
        return false;
    if (!task.train)
        return err_set(e, ERR_DOMAIN, "%s: has no train_data_path", spec->task);
    if (!hunt_task_data(&h, &task, &train, &trial, &out->data, e) ||
        !session_role(&h.session, out->by, &spec->propose_decoding, &c, e))
        return false;
    out->task = task.name;
    c.progress = NULL;
    watch_stage(&h.session.watch, "hypotheses", "%s, %zu examples, by %s",
                task.name, train.n, out->by);
    if (!propose_run(a, &job, &out->proposal, e) ||
        !try_all(&h, &job, out, &trial, e))
        return false;
    session_count(&h.session, &c);
    out->asked = h.session.asked;
    out->journalled = h.session.journalled;
    out->failed = h.session.failed;
    return true;
}

/* ---- taxonomies ---- */

bool hunt_open_texts(struct hunt *h, struct outcomes *out, struct err *e)
{
    struct outcomes *all_outcomes;
    size_t n;

    if (h->spec->outcomes_file) {
        if (!failures_read(h->arena, h->spec, &all_outcomes, &n, e))
            return false;
        *out = all_outcomes[0];
        return true;
    }
    if (!hunt_read_benchmark(h, e))
        return false;
    outcomes_of(h->arena, out, h->report->benchmark, h->report->n_benchmark);
    return true;
}

bool hunt_make_taxonomy(struct arena *a, struct store *s,
                        const struct hunt_spec *spec,
                        const struct hunt_options *o, const char *model,
                        const char *specificity, struct taxonomy *out,
                        struct redundancy *found, struct err *e)
{
    struct make_options m = { .name = "made",
                              .specificity = specificity,
                              .batch = HUNT_SHOWN_AT_ONCE,
                              .most = HUNT_SHOWN,
                              .seed = spec->seed,
                              .domain = spec->domain };
    struct hunt_report report;
    struct tagging tagging = { 0 };
    struct vocabulary v;
    struct questioner c;
    struct outcomes outcomes;
    struct hunt h;

    if (!hunt_begin(&h, a, s, spec, o, &report, e) ||
        !hunt_open_texts(&h, &outcomes, e) ||
        !session_role(&h.session, model, &spec->propose_decoding, &c, e))
        return false;
    watch_stage(&h.session.watch, "taxonomy", "%zu problems, by %s", outcomes.n,
                model);
    if (!taxonomy_make(a, &c, &outcomes, &m, out, e))
        return false;
    watch_stage(&h.session.watch, "tags", "%zu problems with %zu names, by %s",
                outcomes.n, out->n_concepts, model);
    if (!tag_examples(a, &c, &spec->domain, &outcomes, out, spec->tags_most, &v,
                      &tagging, e))
        return false;
    redundancy_of(&v, outcomes.n, found);
    session_count(&h.session, &c);
    return true;
}
