/* SPDX-License-Identifier: Apache-2.0 */
/* Hypotheses of every hypothesizer, in one table. */
#include "base/hash.h"
#include "base/rng.h"
#include "base/str.h"
#include "hunt/hunt_int.h"
#include "hunt/prompt_spec.h"
#include "run/count/tally.h"
#include "store/journal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- series, for figures ---- */

static int falling(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x < y) - (x > y);
}

/* Quantile of n falling values, by linear interpolation. */
static double quantile(const double *x, size_t n, double share)
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
    qsort(x, s->n, sizeof(*x), falling);
    for (size_t k = 0; k < 5; k++)
        s->quartiles[k] = s->n ? quantile(x, s->n, 0.25 * (double)k) : NAN;
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

static struct hypothesis row_of(struct hunt *h, const struct vocabulary *v,
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
static size_t rows_of(struct hunt *h, const struct hunt_target *t,
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
                (*out)[n++] = row_of(h, v, by, &b->entries[i]);
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
    struct hasher key;
    struct rng r;
    size_t n = 0;

    *rows = arena_array(h->arena, size_t, all->n + 1);
    for (size_t i = 0; i < p->train.n; i++)
        shown[p->order[i]] = true;
    for (size_t i = 0; i < all->n; i++)
        if (!shown[i] && *all->values[all->label][i])
            (*rows)[n++] = i;
    hasher_open(&key);
    hasher_text(&key, "infer/rows");
    hasher_text(&key, h->spec->seed);
    rng_init(&r, hasher_close(&key));
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
    n = rows_of(h, t, v, by, &p->bank, &rows);
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

    for (size_t i = 0; i < s->n_hypothesizers; i++) {
        if (!str_eq(s->hypothesizers[i], "exact"))
            continue;
        watch_stage(&h->session.watch, "hypotheses", "%s, exact", t->name);
        propose_exact(h, t);
        break;
    }
    for (size_t i = 0; i < s->n_hypothesizers; i++)
        if (spec_llm(s->hypothesizers[i]) &&
            !propose_model(h, t, spec_llm(s->hypothesizers[i]), e))
            return false;
    return true;
}
