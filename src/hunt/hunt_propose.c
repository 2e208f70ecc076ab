/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hash.h"
#include "base/lines.h"
#include "base/rng.h"
#include "base/str.h"
#include "hunt/failures.h"
#include "hunt/hunt_int.h"
#include "hunt/prompt.h"
#include "run/count/tally.h"
#include "store/journal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Hypotheses of every hypothesizer, in one table. */

/* ---- series, for figures ---- */

static int hunt_falling(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x < y) - (x > y);
}

/* Quantile of n falling values, by linear interpolation. */
static double hunt_quantile(const double *x, size_t n, double share)
{
    double at = (1 - share) * (double)(n - 1);
    size_t i = (size_t)at;

    if (i + 1 >= n)
        return x[n - 1];
    return x[i] + (at - (double)i) * (x[i + 1] - x[i]);
}

/* Names are of problems, not of targets: what is known of a granularity is not
 * worked out again. */
static const struct redundancy *redundancy_named(struct hunt *h,
                                                 const struct hunt_target *t,
                                                 const char *granularity)
{
    const struct outcomes *s = &t->outcomes;
    struct redundancy *r;

    for (size_t i = 0; i + 1 < h->series.n; i++) {
        const struct hunt_series *x =
            vec_get(&h->series, struct hunt_series, i);

        if (str_eq(x->granularity, granularity))
            return x->redundancy;
    }
    for (size_t i = 0; i < s->n_vocabularies; i++)
        if (str_eq(s->vocabularies[i].name, granularity)) {
            r = arena_new(h->arena, struct redundancy);
            redundancy_of(&s->vocabularies[i], s->n, r);
            return r;
        }
    return NULL;
}

static struct hunt_series *add_series(struct hunt *h,
                                      const struct hunt_target *t,
                                      const char *by, const char *granularity,
                                      const struct hypothesis *rows, size_t n)
{
    static const double bounds[4] = { 0.65, 0.75, 0.8, 0.9 };
    struct hunt_series *s = vec_push(&h->series);
    double *x = arena_array(h->arena, double, n + 1);

    *s = (struct hunt_series){ t->name, by, granularity, .accuracies = x };
    for (size_t i = 0; i < n; i++) {
        const char *v = rows[i].suspicion.vocabulary;

        if ((str_eq(by, "exact") && !str_eq(v ? v : "factors", granularity)) ||
            isnan(rows[i].accuracy))
            continue;
        x[s->n++] = rows[i].accuracy;
        for (size_t k = 0; k < 4; k++)
            s->above[k] += rows[i].accuracy > bounds[k];
    }
    qsort(x, s->n, sizeof(*x), hunt_falling);
    for (size_t k = 0; k < 5; k++)
        s->quartiles[k] = s->n ? hunt_quantile(x, s->n, 0.25 * (double)k) : NAN;
    s->redundancy = redundancy_named(h, t, granularity);
    return s;
}

/* ---- exact ---- */

static void propose_exact(struct hunt *h, struct hunt_target *t)
{
    const struct outcomes *s = &t->scored;

    score_exact(h->arena, s, &h->spec->score, &t->table);
    for (size_t i = 0; i < t->table.n; i++)
        t->table.rows[i].text = suspicion_text_of(
            h->arena, &t->table.rows[i].suspicion,
            domain_words(h->arena, &h->spec->domain).examples);
    if (t->table.left)
        watch_note(&h->session.watch,
                   "%s: %zu pairs of names are too many, so none was tested; "
                   "use a larger \"score.support\" or a coarser granularity",
                   t->name, t->table.left);
    for (size_t i = 0; i < s->n_vocabularies; i++)
        add_series(h, t, "exact", s->vocabularies[i].name, t->table.rows,
                   t->table.n);
    if (s->n_traits && h->spec->score.traits)
        add_series(h, t, "exact", "factors", t->table.rows, t->table.n);
}

/* ---- by a model ---- */

/* One bank of several: whose it is. */
struct banker {
    struct hunt *hunt;
    const char *target, *granularity, *by;
};

/* The model's name; its number too, where others of that name come before. */
static const char *bank_name(struct hunt *h, const struct model *m)
{
    const struct hunt_spec *s = h->spec;
    size_t same = 1;

    for (size_t i = 0; i < s->n_hypothesizers; i++) {
        const char *name = s->hypothesizers[i];

        if (str_eq(name + (str_starts(name, "llm:") ? 4 : 0), m->spec))
            break;
        same += str_ends(name, arena_printf(h->arena, "#%s", m->name)) ||
                str_ends(name, arena_printf(h->arena, ":%s", m->name));
    }
    return same == 1 ? m->name
                     : arena_printf(h->arena, "%s-%zu", m->name, same);
}

/* HypoGeniC's name for the file, behind ours for the bank. */
static bool save_bank(void *ctx, const char *file, const char *json,
                      struct err *e)
{
    const struct banker *b = ctx;

    return watch_save(&b->hunt->session.watch,
                      arena_printf(b->hunt->arena, "%s.%s.%s.%s", b->target,
                                   b->granularity, b->by, file),
                      json, e);
}

static void show_steps(void *ctx, uint64_t done, uint64_t total)
{
    watch_progress(&((struct banker *)ctx)->hunt->session.watch, done, total);
}

static struct hypothesis hunt_row_of(struct hunt *h, const struct vocabulary *v,
                                     const char *by, const struct bank_entry *x)
{
    struct suspicion c = x->suspicion;
    struct hypothesis row;

    c.vocabulary = c.n_concepts || c.bound.kind == BOUND_NONE ? v->name : NULL;
    row = hypothesis_new(h->arena, &c, by);
    row.text = x->text;
    row.bank_accuracy = row.accuracy = bank_accuracy(x);
    row.reward = x->reward;
    row.visits = x->visits;
    return row;
}

/* The best of a bank as rows, scored on all examples by tags and traits where
 * something was read from them; the accuracy of the others, and of all if the
 * original is followed, is the bank's. */
static size_t hunt_rows_of(struct hunt *h, const struct hunt_target *t,
                           const struct vocabulary *v, const char *by,
                           const struct bank *b, struct hypothesis **out)
{
    bool faithful = propose_is_faithful(&h->spec->propose);
    size_t n = 0, scored = 0, most = b->n < h->spec->top ? b->n : h->spec->top;

    *out = arena_array(h->arena, struct hypothesis, most + 1);
    for (int read = 1; read >= 0; read--) {
        for (size_t i = 0; i < most; i++) {
            const struct suspicion *c = &b->entries[i].suspicion;

            if ((c->n_concepts || c->bound.kind != BOUND_NONE) == read)
                (*out)[n++] = hunt_row_of(h, v, by, &b->entries[i]);
        }
        scored = read ? n : scored;
    }
    score_claims(h->arena, &t->scored, &h->spec->score, *out, scored);
    for (size_t i = 0; i < n && faithful; i++)
        (*out)[i].accuracy = (*out)[i].bank_accuracy;
    return n;
}

static void append_rows(struct hunt *h, struct score_table *t,
                        const struct hypothesis *more, size_t n)
{
    struct hypothesis *rows =
        arena_array(h->arena, struct hypothesis, t->n + n + 1);

    if (t->n)
        memcpy(rows, t->rows, t->n * sizeof(*rows));
    for (size_t i = 0; i < n; i++) {
        rows[t->n + i] = more[i];
        if (more[i].group >= 0)
            rows[t->n + i].group += (int)t->n;
        if (more[i].explained >= 0)
            rows[t->n + i].explained += (int)t->n;
        t->reported += more[i].reported;
    }
    t->rows = rows;
    t->n += n;
    t->tried += n;
}

/* Rows that the bank was not made from, at most HUNT_INFER_ROWS, drawn by the
 * seed: those of a benchmark stand in its order. */
static size_t left_over(struct hunt *h, const struct task_data *all,
                        const struct proposal *p, size_t **rows)
{
    bool *shown = arena_array(h->arena, bool, all->n + 1);
    struct rng r;
    size_t n = 0;

    *rows = arena_array(h->arena, size_t, all->n + 1);
    for (size_t i = 0; i < p->train.n; i++)
        shown[p->order[i]] = true;
    for (size_t i = 0; i < all->n; i++)
        if (!shown[i] && *all->values[all->label][i])
            (*rows)[n++] = i;
    rng_init(&r, hash_list("%s %s", "infer/rows", h->spec->seed));
    rng_shuffle(&r, *rows, n, sizeof(**rows));
    return n < HUNT_INFER_ROWS ? n : HUNT_INFER_ROWS;
}

/* What a model's replies lacked, where they did. */
static void note_proposal(struct hunt *h, const struct proposal *p,
                          const char *by, const char *granularity)
{
    const struct {
        size_t n;
        const char *one, *many, *what;
    } all[] = {
        { p->rejected, "hypothesis", "hypotheses",
          "left out for names outside the taxonomy" },
        { p->rare, "hypothesis", "hypotheses",
          "left out for too few matching examples" },
        { p->unread, "reply", "replies", "without a list" },
        { p->repeated, "hypothesis", "hypotheses", "proposed before" },
        { p->unlabelled, "judgement", "judgements", "without a label" },
    };
    struct str s = str_in(h->arena);

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (all[i].n)
            str_addf(&s, "%s%zu %s %s", s.n ? ", " : "", all[i].n,
                     all[i].n == 1 ? all[i].one : all[i].many, all[i].what);
    if (s.n)
        watch_note(&h->session.watch, "%s, %s: %s", by, granularity,
                   str_get(&s));
}

/* How much of what fails the model was shown. */
static void note_shown(struct hunt *h, const struct proposal *p, const char *by,
                       const char *granularity)
{
    if (p->shown < p->failures)
        watch_note(
            &h->session.watch,
            "%s, %s: %zu of %zu failures were shown to it; the limits are "
            "\"propose.failures\" (%zu) and \"propose.num_train\" (%zu)",
            by, granularity, p->shown, p->failures, h->spec->propose.failures,
            h->spec->propose.num_train);
}

/* What one vocabulary's hypotheses are made with. */
struct proposing {
    struct questioner *questioner;
    const struct task *task;
    const struct propose_reply *replies;
};

static bool propose_one(struct hunt *h, struct hunt_target *t,
                        const struct vocabulary *v, const struct proposing *g,
                        struct err *e)
{
    struct propose_options o = h->spec->propose;
    const char *by = g->questioner->model->spec;
    struct task_data data;
    struct banker banker = { h, t->name, v->name,
                             bank_name(h, g->questioner->model) };
    struct outcomes seen = t->outcomes;
    struct propose_job job = { .task = g->task,
                               .data = &data,
                               .vocabulary = v,
                               .outcomes = &seen,
                               .support = h->spec->score.support,
                               .questioner = g->questioner,
                               .o = &o,
                               .save = save_bank,
                               .progress = show_steps,
                               .ctx = &banker };
    struct infer_options infer = h->spec->infer;
    struct proposal *p = arena_new(h->arena, struct proposal);
    struct hypothesis *rows;
    struct hunt_series *s;
    size_t n, *held, n_held;

    o.seed = infer.seed = h->spec->seed;
    if (propose_is_faithful(&o) || !h->spec->score.traits)
        seen.n_traits = 0;
    propose_data(h->arena, &seen, v, g->task, g->replies, &data);
    watch_stage(&h->session.watch, "hypotheses", "%s, %s, by %s", t->name,
                v->name, by);
    g->questioner->progress = NULL; /* steps are counted, not questions */
    if (!task_check_fields(h->arena, g->task, &data, e) ||
        !propose_run(h->arena, &job, p, e))
        return false;
    n = hunt_rows_of(h, t, v, by, &p->bank, &rows);
    s = add_series(h, t, by, v->name, rows, n);
    s->points = p->points;
    s->n_points = p->n_points;
    s->failures = p->failures;
    s->shown = p->shown;
    append_rows(h, &t->table, rows, n);
    n_held = left_over(h, &data, p, &held);
    if (n_held && !infer_run(h->arena, &job, &p->bank, &p->train, held, n_held,
                             &infer, &s->inferences[infer.strategy], e))
        return false;
    note_proposal(h, p, by, v->name);
    note_shown(h, p, by, v->name);
    return true;
}

/* The attempt that shows what the label says: a failed one of an example that
 * fails, else one that is correct. */
static const struct result *telling(const struct hunt *h,
                                    const struct result *r, size_t n,
                                    bool fails)
{
    const struct result *found = NULL;

    for (size_t i = 0; i < n; i++) {
        enum mark m = mark_of(&r[i], h->spec->strict);

        if (mark_is_settled(m) && (m == MARK_CORRECT) != fails &&
            (!found || (!found->answer && r[i].answer)))
            found = &r[i];
    }
    return found;
}

/* The whole replies to the benchmark. Without a run, and for all targets
 * together, there are none. */
static bool find_replies(struct hunt *h, const struct hunt_target *t,
                         const struct propose_reply **out, struct err *e)
{
    size_t model = (size_t)(t - h->report->targets), n, found;
    const struct outcomes *s = &t->outcomes;
    struct propose_reply *all;
    struct result *results;
    struct run_info run;

    *out = NULL;
    if (!t->run || model >= h->n_models)
        return true;
    if (!runs_find(h->store, h->arena, t->run, &run, e) ||
        !runs_results(h->store, h->arena, run.id, &results, &n, e))
        return false;
    all = arena_array(h->arena, struct propose_reply, s->n + 1);
    for (size_t i = 0; i < s->n; i++) {
        const struct result *r = tally_results(results, n, i, model, &found);

        r = telling(h, r, found, example_fails(&s->examples[i]));
        if (!r)
            continue;
        all[i].extract = r->answer;
        if (!journal_text(h->store, h->arena, r->call, &all[i].text, e))
            return false;
    }
    *out = all;
    return true;
}

bool hunt_open_task(struct hunt *h, struct task *out, struct err *e)
{
    const struct hunt_spec *s = h->spec;
    const struct propose_options *o = &s->propose;
    bool traits = s->score.traits && !propose_is_faithful(o);

    if (s->task ? !task_read_file(h->arena, s->task, out, e)
                : !task_default(h->arena, o->blind, traits, out, e))
        return false;
    if (!s->task)
        prompts_into(h->arena, &s->domain, out);
    task_settle(h->arena, out, &s->domain, s->n_labels ? s->labels : NULL,
                s->fields);
    return true;
}

/* A vocabulary without names, for examples that have traits alone. */
static struct vocabulary *no_names(struct hunt *h, size_t n)
{
    static const uint32_t none[] = { UINT32_MAX };
    static const char *const nothing[] = { NULL };
    const uint32_t **of = arena_array(h->arena, const uint32_t *, n + 1);
    struct vocabulary *v = arena_new(h->arena, struct vocabulary);

    for (size_t i = 0; i < n; i++)
        of[i] = none;
    *v = (struct vocabulary){ .name = "factors", .names = nothing, .of = of };
    return v;
}

static bool propose_model(struct hunt *h, struct hunt_target *t,
                          const char *model, struct err *e)
{
    const struct outcomes *s = &t->outcomes;
    size_t named = 0;
    struct questioner c;
    struct task task;
    struct proposing g = { &c, &task, NULL };

    if (!session_role(&h->session, model, &h->spec->propose_decoding, &c, e) ||
        !hunt_open_task(h, &task, e) || !find_replies(h, t, &g.replies, e))
        return false;
    for (size_t i = 0; i < s->n_vocabularies; i++) {
        named += s->vocabularies[i].n;
        if (s->vocabularies[i].n &&
            !propose_one(h, t, &s->vocabularies[i], &g, e))
            return false;
    }
    if (!named && s->n_traits && h->spec->score.traits &&
        !propose_one(h, t, no_names(h, s->n), &g, e))
        return false;
    session_count(&h->session, &c);
    return true;
}

bool hunt_propose(struct hunt *h, struct hunt_target *t, struct err *e)
{
    const struct hunt_spec *s = h->spec;

    if (str_is_one("exact", s->hypothesizers, s->n_hypothesizers)) {
        watch_stage(&h->session.watch, "hypotheses", "%s, exact", t->name);
        propose_exact(h, t);
    }
    for (size_t i = 0; i < s->n_hypothesizers; i++)
        if (spec_llm(s->hypothesizers[i]) &&
            !propose_model(h, t, spec_llm(s->hypothesizers[i]), e))
            return false;
    return true;
}

/* HypoGeniC on a task of the user's own, and taxonomies made from a
 * benchmark. */

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

/* The label of `known` that this one is, whatever its case; NULL: none. */
static const char *hunt_find_label(const char *const *known, size_t n,
                                   const char *label)
{
    for (size_t i = 0; i < n; i++)
        if (strcasecmp(known[i], label) == 0)
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
        const char *found = hunt_find_label(known, n, *label);
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
static bool hunt_check_labels(struct hunt *h, const struct task *t,
                              struct task_data *train, struct task_data *trial,
                              struct err *e)
{
    const struct hunt_spec *s = h->spec;
    const char **seen = arena_array(h->arena, const char *, train->n + 1);
    const char *trial_path = t->val ? t->val : t->test;
    size_t n = 0;

    for (size_t i = 0; i < train->n; i++) {
        const char *label = train->values[train->label][i];

        if (*label && !hunt_find_label(seen, n, label))
            seen[n++] = label;
    }
    return settle_labels(train, t->train, s->n_labels ? s->labels : seen,
                         s->n_labels ? s->n_labels : n, e) &&
           (!trial_path ||
            settle_labels(trial, trial_path, s->n_labels ? s->labels : seen,
                          s->n_labels ? s->n_labels : n, e));
}

/* Every strategy that the task has prompts for. */
static bool hunt_try_all(struct hunt *h, struct propose_job *job,
                         struct hunt_task_report *out,
                         const struct task_data *data, struct err *e)
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
                    infer_names[o.strategy], data->n, out->data);
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
           hunt_check_labels(h, t, train, trial, e);
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
        !hunt_try_all(&h, &job, out, &trial, e))
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
