/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/propose/infer.h"
#include "hunt/propose/infer_int.h"

#include <math.h>

const char *const infer_names[INFER_STRATEGIES + 1] = {
    [INFER_BEST] = "best",
    [INFER_WEIGHTED] = "filter-and-weight",
    [INFER_ONE_STEP] = "one-step",
    [INFER_TWO_STEP] = "two-step",
    [INFER_MULTIPLE] = "multiple-hypotheses",
};

const struct infer_options infer_defaults = {
    .strategy = INFER_BEST,
    .k = 5,
    .hypotheses = 5,
    .examples = 5,
    .similarity = 0.7,
    .seed = "1",
};

const char *infer_name(enum infer_strategy s)
{
    return infer_names[s];
}

const char *infer_prompt(enum infer_strategy s)
{
    static const char *const prompts[INFER_STRATEGIES] = {
        [INFER_BEST] = "inference",
        [INFER_WEIGHTED] = "is_relevant",
        [INFER_ONE_STEP] = "adaptive_inference",
        [INFER_TWO_STEP] = "adaptive_selection",
        [INFER_MULTIPLE] = "multiple_hypotheses_inference",
    };

    return prompts[s];
}

/* ---- one entry a row ---- */

static bool predict(struct inferring *f, const size_t *entry, struct err *e)
{
    struct judgement *all =
        arena_array(f->arena, struct judgement, f->n ? f->n : 1);
    bool ok;

    for (size_t i = 0; i < f->n; i++)
        all[i] = (struct judgement){ .entry = &f->bank->entries[entry[i]],
                                     .row = f->rows[i] };
    ok = judge_all(f->arena, &f->judge, all, f->n, e);
    for (size_t i = 0; ok && i < f->n; i++)
        f->labels[i] = all[i].label;
    return ok;
}

static size_t *all_best(struct inferring *f)
{
    size_t *entry = arena_array(f->arena, size_t, f->n ? f->n : 1);

    for (size_t i = 0; i < f->n; i++)
        entry[i] = bank_best(f->bank);
    return entry;
}

/* ---- filter and weight ---- */

/* relevant[i * k + j]: does entry which[j] speak of rows[i]? */
static bool find_relevant(struct inferring *f, const size_t *which, size_t k,
                          bool *relevant, struct err *e)
{
    static const char *const words[] = { "yes", "no" };
    size_t n = f->n * k;
    struct question *q = arena_array(f->arena, struct question, n);

    for (size_t i = 0; i < n; i++) {
        struct slot_value v = { "hypothesis",
                                f->bank->entries[which[i % k]].text };

        q[i].attempt = 1;
        if (!task_messages(f->arena, f->job->task, "is_relevant", &v, 1,
                           f->job->data, f->rows[i / k], &q[i].messages,
                           &q[i].n_messages, e))
            return false;
    }
    if (!question_ask(f->arena, f->job->questioner, q, n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        const char *text = judge_text(&q[i].reply);

        relevant[i] = text && propose_label(text, words, 2) == words[0];
    }
    return true;
}

/* The label with the largest sum of worths; of equals the first of the
 * judge's. */
static const char *vote(const struct inferring *f, const struct judgement *all,
                        size_t n)
{
    const char *best = NULL;
    double most = -1;

    for (size_t k = 0; k < f->judge.n_labels; k++) {
        double sum = 0;
        bool any = false;

        for (size_t i = 0; i < n; i++)
            if (all[i].label && str_eq(all[i].label, f->judge.labels[k])) {
                sum += bank_worth(f->bank, all[i].entry);
                any = true;
            }
        if (any && sum > most) {
            most = sum;
            best = f->judge.labels[k];
        }
    }
    return best;
}

static bool weigh(struct inferring *f, struct err *e)
{
    size_t *which, k = bank_worthiest(f->arena, f->bank, f->o->k, &which),
                   n = 0;
    size_t best = bank_best(f->bank);
    bool *relevant = arena_array(f->arena, bool, f->n *k);
    struct judgement *all =
        arena_array(f->arena, struct judgement, f->n * (k + 1));
    size_t *end = arena_array(f->arena, size_t, f->n);

    if (!find_relevant(f, which, k, relevant, e))
        return false;
    for (size_t i = 0; i < f->n; i++) {
        size_t first = n;

        for (size_t j = 0; j < k; j++)
            if (relevant[i * k + j])
                all[n++] =
                    (struct judgement){ .entry = &f->bank->entries[which[j]],
                                        .row = f->rows[i] };
        if (n == first)
            all[n++] = (struct judgement){ .entry = &f->bank->entries[best],
                                           .row = f->rows[i] };
        end[i] = n;
    }
    if (!judge_all(f->arena, &f->judge, all, n, e))
        return false;
    for (size_t i = 0; i < f->n; i++) {
        size_t first = i ? end[i - 1] : 0;

        f->labels[i] = vote(f, all + first, end[i] - first);
    }
    return true;
}

/* ---- adaptive ---- */

static bool adapt(struct inferring *f, struct err *e)
{
    size_t *which, *chosen = all_best(f);
    size_t n = infer_different(f->arena, f->bank, f->o->similarity,
                               f->o->hypotheses, &which);

    if (n == 0) { /* nobody was ever right */
        which = chosen;
        n = 1;
    }
    if (f->o->strategy == INFER_ONE_STEP)
        return infer_one_step(f, which, n, e);
    return infer_choose(f, which, n, chosen, e) && predict(f, chosen, e);
}

/* ---- figures ---- */

static const char *truth_of(const struct inferring *f, size_t i)
{
    const struct task_data *d = f->job->data;

    return d->values[d->label][f->rows[i]];
}

/* Adds F1 of one label, 2 hits / (predicted + true), and the share of its rows
 * that were predicted, if it is ever either. Returns how many rows have it. */
static size_t add_label(const struct inferring *f, const char *label,
                        double *f1, double *recall, size_t *labels)
{
    size_t hits = 0, said = 0, is = 0;

    for (size_t i = 0; i < f->n; i++) {
        bool s = f->labels[i] && str_eq(f->labels[i], label);
        bool t = str_eq(truth_of(f, i), label);

        hits += s && t;
        said += s;
        is += t;
    }
    if (said + is) {
        *f1 += 2 * (double)hits / (double)(said + is);
        *labels += 1;
    }
    if (is)
        *recall += (double)hits / (double)is;
    return is;
}

static void count(const struct inferring *f, struct inference *out)
{
    size_t labels = 0, kinds = 0;
    double f1 = 0, recall = 0;

    for (size_t i = 0; i < f->n; i++) {
        out->unlabelled += !f->labels[i];
        out->right += f->labels[i] && str_eq(f->labels[i], truth_of(f, i));
    }
    for (size_t k = 0; k < f->judge.n_labels; k++) {
        if (!add_label(f, f->judge.labels[k], &f1, &recall, &labels))
            continue;
        out->only = kinds++ ? NULL : f->judge.labels[k];
    }
    out->n = f->n;
    out->accuracy = f->n ? (double)out->right / (double)f->n : 0;
    out->macro_f1 = kinds > 1 ? f1 / (double)labels : NAN;
    out->balanced = kinds > 1 ? recall / (double)kinds : NAN;
}

/* ---- all of it ---- */

/* The rows that have a label; at[i]: their places in `rows`. */
static void take_rows(struct inferring *f, const size_t *rows, size_t n,
                      size_t *at)
{
    const struct task_data *d = f->job->data;
    size_t *kept = arena_array(f->arena, size_t, n ? n : 1);

    for (size_t i = 0; i < n; i++)
        if (*d->values[d->label][rows[i]]) {
            at[f->n] = i;
            kept[f->n++] = rows[i];
        }
    f->rows = kept;
    f->labels = arena_array(f->arena, const char *, f->n ? f->n : 1);
}

bool infer_run(struct arena *a, const struct propose_job *j,
               const struct bank *bank, const struct task_data *train,
               const size_t *rows, size_t n_rows, const struct infer_options *o,
               struct inference *out, struct err *e)
{
    struct arena scratch = { 0 };
    struct inferring f = {
        .arena = &scratch, .job = j, .o = o, .bank = bank, .train = train
    };
    size_t *at = arena_array(&scratch, size_t, n_rows ? n_rows : 1);
    bool ok = true;

    *out = (struct inference){ 0 };
    if (bank->n) /* else there is nothing to predict by */
        take_rows(&f, rows, n_rows, at);
    judge_open(&scratch, j, j->data, NULL, &f.judge);
    if (f.n && o->strategy == INFER_BEST)
        ok = predict(&f, all_best(&f), e);
    else if (f.n && o->strategy == INFER_WEIGHTED)
        ok = weigh(&f, e);
    else if (f.n && o->strategy == INFER_MULTIPLE)
        ok = infer_multiple(&f, e);
    else if (f.n)
        ok = adapt(&f, e);
    if (ok) {
        count(&f, out);
        out->labels = arena_array(a, const char *, n_rows ? n_rows : 1);
        for (size_t i = 0; i < f.n; i++)
            out->labels[at[i]] = f.labels[i];
    }
    arena_clear(&scratch);
    return ok;
}
