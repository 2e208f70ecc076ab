/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/propose/infer.h"
#include "base/ascii.h"
#include "base/rng.h"
#include "base/sort.h"
#include "hunt/propose/propose_int.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct inferring {
    struct arena *arena;
    const struct propose_job *job;
    const struct infer_options *o;
    const struct bank *bank;
    const struct task_data *train;
    const size_t *rows;
    size_t n;
    struct proposal_judge judge;
    const char **labels; /* [place in rows]: filled */
};

/*
 * Entries that are not alike, with the largest sum of accuracies: a weighted
 * independent set of at most `most` members, by branch and bound. Entries are
 * looked at from the most accurate on, so that the next ones in line bound
 * what a branch can still add.
 */

#define CANDIDATES 30

struct search {
    double weight[CANDIDATES]; /* falling */
    uint32_t alike[CANDIDATES];
    unsigned n, most;
    double best;
    uint32_t chosen; /* of the best */
};

/* ---- likeness ---- */

/* The rows an entry is right on, rising, each once. */
static size_t infer_rows_of(struct arena *a, const struct bank_entry *h,
                            uint32_t **out)
{
    uint32_t *rows = arena_array(a, uint32_t, h->correct.n + 1);

    for (size_t i = 0; i < h->correct.n; i++)
        rows[i] = (uint32_t)vec_get(&h->correct, struct bank_hit, i)->row;
    *out = rows;
    return sort_distinct(rows, h->correct.n);
}

/* Cosine of two sets: common / sqrt(n m); 0 of an empty one. */
static double infer_cosine(const uint32_t *x, size_t n, const uint32_t *y,
                           size_t m)
{
    size_t common = 0, i = 0, j = 0;

    while (i < n && j < m) {
        uint32_t u = x[i], w = y[j];

        common += u == w;
        i += u <= w;
        j += w <= u;
    }
    return n && m ? (double)common / sqrt((double)n * (double)m) : 0;
}

/* ---- search ---- */

/* The most that `sum` can grow to with entries from `at` on: as if those that
 * are like none taken were not like each other either. */
static double infer_bound(const struct search *s, unsigned at, uint32_t taken,
                          unsigned n, double sum)
{
    for (unsigned i = at; i < s->n && n < s->most; i++)
        if (!(s->alike[i] & taken)) {
            sum += s->weight[i];
            n++;
        }
    return sum;
}

/* Depth is at most CANDIDATES. */
static void infer_branch(struct search *s, unsigned at, uint32_t taken,
                         unsigned n, double sum)
{
    if (sum > s->best) {
        s->best = sum;
        s->chosen = taken;
    }
    if (at == s->n || !(infer_bound(s, at, taken, n, sum) > s->best))
        return;
    if (!(s->alike[at] & taken))
        infer_branch(s, at + 1, taken | (uint32_t)1 << at, n + 1,
                     sum + s->weight[at]);
    infer_branch(s, at + 1, taken, n, sum);
}

static void open_search(struct arena *a, const struct bank *b,
                        const size_t *which, double similarity,
                        struct search *s)
{
    uint32_t *rows[CANDIDATES];
    size_t n[CANDIDATES];

    for (unsigned i = 0; i < s->n; i++) {
        n[i] = infer_rows_of(a, &b->entries[which[i]], &rows[i]);
        s->weight[i] = bank_worth(b, &b->entries[which[i]]);
        for (unsigned j = 0; j < i; j++)
            if (n[i] && n[j] &&
                infer_cosine(rows[i], n[i], rows[j], n[j]) >= similarity) {
                s->alike[i] |= (uint32_t)1 << j;
                s->alike[j] |= (uint32_t)1 << i;
            }
    }
}

size_t infer_different(struct arena *a, const struct bank *b, double similarity,
                       size_t most, size_t **out)
{
    struct arena scratch = { 0 };
    struct search s = { .n = CANDIDATES, .most = CANDIDATES };
    size_t *which, n = 0;

    s.n = (unsigned)bank_worthiest(&scratch, b, CANDIDATES, &which);
    if (most && most < CANDIDATES)
        s.most = (unsigned)most;
    open_search(&scratch, b, which, similarity, &s);
    infer_branch(&s, 0, 0, 0, 0);
    *out = arena_array(a, size_t, CANDIDATES);
    for (unsigned i = 0; i < s.n; i++)
        if (s.chosen >> i & 1)
            (*out)[n++] = which[i];
    arena_clear(&scratch);
    return n;
}

/*
 * Adaptive prompts: a few different hypotheses, each with examples it was
 * right on, of which a model chooses.
 */

/* Some rows that the entry was right on, drawn by the seed; a file's bank may
 * name rows that the data has not. */
static size_t draw_hits(struct inferring *f, size_t entry, size_t **out)
{
    const struct vec *hits = &f->bank->entries[entry].correct;
    struct rng r = propose_stream("infer/examples", f->o->seed, entry, 0);
    size_t n = 0;

    *out = arena_array(f->arena, size_t, hits->n + 1);
    for (size_t i = 0; f->train && i < hits->n; i++) {
        size_t row = vec_get(hits, struct bank_hit, i)->row;

        if (row < f->train->n)
            (*out)[n++] = row;
    }
    rng_shuffle(&r, *out, n, sizeof(**out));
    return n < f->o->examples ? n : f->o->examples;
}

static bool infer_add_pattern(struct inferring *f, size_t entry, size_t number,
                              struct str *out, struct err *e)
{
    const char *text = f->bank->entries[entry].text;
    const char *idx = arena_printf(f->arena, "%zu", number), *piece;
    struct slot_value v[] = {
        { "hypothesis", text }, { "pattern", text }, { "idx", idx },
        { "index", idx },       { "num", idx },      { "number", idx },
    };
    size_t *rows, n = draw_hits(f, entry, &rows);

    /* Without examples a template that speaks of their fields says nothing. */
    if (n == 0 &&
        !json_get(json_get(f->job->task->templates, "adaptive_info_prompt"),
                  "prefix")) {
        str_addf(out, "Pattern %zu: %s\n", number, text);
        return true;
    }
    if (!task_repeat(f->arena, f->job->task, "adaptive_info_prompt", v,
                     sizeof(v) / sizeof(v[0]), f->train, rows, n, &piece, e))
        return false;
    str_add(out, piece);
    if (!str_ends(piece, "\n"))
        str_addc(out, '\n');
    return true;
}

static bool write_patterns(struct inferring *f, const size_t *which, size_t n,
                           const char **out, struct err *e)
{
    struct str s = str_in(f->arena);

    for (size_t i = 0; i < n; i++)
        if (!infer_add_pattern(f, which[i], i + 1, &s, e))
            return false;
    *out = str_get(&s);
    return true;
}

/* Ask a prompt about every row, with the patterns in it. */
static bool ask_rows(struct inferring *f, const char *prompt, const char *text,
                     const char **said, struct err *e)
{
    const struct slot_value v[3] = { { "adaptive_info_prompt", text },
                                     { "hypotheses", text },
                                     { "patterns", text } };
    struct row_question *about =
        arena_array(f->arena, struct row_question, f->n);

    for (size_t i = 0; i < f->n; i++)
        about[i] = (struct row_question){ prompt, f->rows[i], v, 3 };
    return judge_ask(f->arena, f->job, f->job->data, about, f->n, said, e);
}

/* The labels that the prompt, with the patterns in it, gives the rows. */
static bool ask_labels(struct inferring *f, const char *prompt,
                       const char *text, struct err *e)
{
    const char **said = arena_array(f->arena, const char *, f->n);

    if (!ask_rows(f, prompt, text, said, e))
        return false;
    for (size_t i = 0; i < f->n; i++)
        if (said[i])
            f->labels[i] =
                propose_label(said[i], f->judge.labels, f->judge.n_labels);
    return true;
}

/* A model chooses and predicts. */
static bool infer_one_step(struct inferring *f, const size_t *which, size_t n,
                           struct err *e)
{
    const char *text;

    return write_patterns(f, which, n, &text, e) &&
           ask_labels(f, infer_prompt(INFER_ONE_STEP), text, e);
}

/* A model is shown all entries and predicts. */
static bool infer_multiple(struct inferring *f, struct err *e)
{
    struct str s = str_in(f->arena);

    for (size_t i = 0; i < f->bank->n; i++)
        str_addf(&s, "%s%zu. %s", i ? "\n" : "", i + 1,
                 f->bank->entries[i].text);
    return ask_labels(f, infer_prompt(INFER_MULTIPLE), str_get(&s), e);
}

/* N of the last "chosen pattern: Pattern N", 0: there is none. */
static size_t infer_read_choice(const char *s)
{
    static const char mark[] = "chosen pattern:";
    size_t found = 0;

    for (; *s; s++) {
        size_t k = strlen(mark), digits = 0;

        if (strncasecmp(s, mark, k) != 0)
            continue;
        found = 0;
        /* "**Pattern 2**", "pattern #2", "2" */
        while (s[k] && s[k] != '\n' && !is_digit(s[k]))
            k++;
        for (; is_digit(s[k]) && digits < 6; digits++)
            found = 10 * found + (size_t)(s[k++] - '0');
    }
    return found;
}

/* A model chooses: chosen[i] is an entry for rows[i]. */
static bool infer_choose(struct inferring *f, const size_t *which, size_t n,
                         size_t *chosen, struct err *e)
{
    const char **said = arena_array(f->arena, const char *, f->n), *text;

    if (!write_patterns(f, which, n, &text, e) ||
        !ask_rows(f, infer_prompt(INFER_TWO_STEP), text, said, e))
        return false;
    for (size_t i = 0; i < f->n; i++) {
        size_t number = said[i] ? infer_read_choice(said[i]) : 0;

        if (number >= 1 && number <= n)
            chosen[i] = which[number - 1];
    }
    return true;
}

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
    struct row_question *about = arena_array(f->arena, struct row_question, n);
    struct slot_value *v = arena_array(f->arena, struct slot_value, k);
    const char **said = arena_array(f->arena, const char *, n);

    for (size_t j = 0; j < k; j++)
        v[j] = (struct slot_value){ "hypothesis",
                                    f->bank->entries[which[j]].text };
    for (size_t i = 0; i < n; i++)
        about[i] = (struct row_question){ "is_relevant", f->rows[i / k],
                                          &v[i % k], 1 };
    if (!judge_ask(f->arena, f->job, f->job->data, about, n, said, e))
        return false;
    for (size_t i = 0; i < n; i++)
        relevant[i] = said[i] && propose_label(said[i], words, 2) == words[0];
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

static bool infer_weigh(struct inferring *f, struct err *e)
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

static bool infer_adapt(struct inferring *f, struct err *e)
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
static size_t infer_add_label(const struct inferring *f, const char *label,
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

static void infer_count(const struct inferring *f, struct inference *out)
{
    size_t labels = 0, kinds = 0;
    double f1 = 0, recall = 0;

    for (size_t i = 0; i < f->n; i++) {
        out->unlabelled += !f->labels[i];
        out->right += f->labels[i] && str_eq(f->labels[i], truth_of(f, i));
    }
    for (size_t k = 0; k < f->judge.n_labels; k++) {
        if (!infer_add_label(f, f->judge.labels[k], &f1, &recall, &labels))
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
static void infer_take_rows(struct inferring *f, const size_t *rows, size_t n,
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
        infer_take_rows(&f, rows, n_rows, at);
    judge_open(&scratch, j, j->data, NULL, &f.judge);
    if (f.n && o->strategy == INFER_BEST)
        ok = predict(&f, all_best(&f), e);
    else if (f.n && o->strategy == INFER_WEIGHTED)
        ok = infer_weigh(&f, e);
    else if (f.n && o->strategy == INFER_MULTIPLE)
        ok = infer_multiple(&f, e);
    else if (f.n)
        ok = infer_adapt(&f, e);
    if (ok) {
        infer_count(&f, out);
        out->labels = arena_array(a, const char *, n_rows ? n_rows : 1);
        for (size_t i = 0; i < f.n; i++)
            out->labels[at[i]] = f.labels[i];
    }
    arena_clear(&scratch);
    return ok;
}
