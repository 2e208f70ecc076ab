/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/propose/propose.h"
#include "base/ascii.h"
#include "base/lines.h"
#include "base/map.h"
#include "base/rng.h"
#include "grade/extract/extract.h"
#include "hunt/propose/propose_int.h"

#include <string.h>

/*
 * The prediction of a hypothesis for a row: by the row's tags, or by a model.
 */

/* The labels that rows have, in the order of their first row. */
static size_t propose_find_labels(struct arena *a, const struct task_data *d,
                                  const char *const **out)
{
    const char **labels = arena_array(a, const char *, d->n ? d->n : 1);
    struct map seen = { 0 };
    size_t n = 0;

    for (size_t i = 0; i < d->n; i++) {
        const char *label = d->values[d->label][i];
        bool added = false;

        if (*label)
            map_put(&seen, label, strlen(label), &added);
        if (added)
            labels[n++] = label;
    }
    map_clear(&seen);
    *out = labels;
    return n;
}

/* Tags and traits say whether it fails, and no other label. */
static bool are_ours(const struct proposal_judge *g)
{
    const struct task *t = g->job->task;

    for (size_t i = 0; i < g->n_labels; i++)
        if (!str_eq(g->labels[i], t->fails) && !str_eq(g->labels[i], t->solved))
            return false;
    return true;
}

void judge_open(struct arena *a, const struct propose_job *j,
                const struct task_data *data, const size_t *order,
                struct proposal_judge *out)
{
    *out = (struct proposal_judge){ .job = j, .data = data, .order = order };
    out->n_labels = propose_find_labels(a, j->data, &out->labels);
    out->ours = are_ours(out);
    if (out->ours) {
        /* Also where all rows have the same one. */
        const char **both = arena_array(a, const char *, 2);

        both[0] = j->task->fails;
        both[1] = j->task->solved;
        out->labels = both;
        out->n_labels = 2;
        out->by_tags = j->o->by_tags && j->vocabulary;
    }
}

/* ---- by tags and traits ---- */

bool judge_reads(const struct suspicion *c)
{
    return c->n_concepts || c->bound.kind != BOUND_NONE;
}

bool judge_holds(const struct propose_job *j, const struct suspicion *c,
                 size_t row)
{
    struct suspicion bound = { .bound = c->bound };

    for (size_t i = 0; i < c->n_concepts; i++)
        if (!vocabulary_has(j->vocabulary, row, c->concepts[i]))
            return false;
    return c->bound.kind == BOUND_NONE ||
           suspicion_holds(j->outcomes, &bound, row);
}

/* ---- by a model ---- */

const char *judge_text(const struct reply *r)
{
    if (!outcome_is_reply(r->outcome))
        return NULL;
    return r->text ? r->text : "";
}

bool judge_ask(struct arena *a, const struct propose_job *j,
               const struct task_data *data, const struct row_question *about,
               size_t n, const char **said, struct err *e)
{
    struct question *q = arena_array(a, struct question, n);

    for (size_t i = 0; i < n; i++) {
        const struct row_question *x = &about[i];

        q[i].attempt = 1;
        if (!task_messages(a, j->task, x->prompt, x->values, x->n_values, data,
                           x->row, &q[i].messages, &q[i].n_messages, e))
            return false;
    }
    if (!question_ask(a, j->questioner, q, n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        said[i] = judge_text(&q[i].reply);
    return true;
}

static bool propose_ask(struct arena *a, struct arena *scratch,
                        const struct proposal_judge *g, struct judgement **all,
                        size_t n, struct err *e)
{
    struct row_question *about = arena_array(scratch, struct row_question, n);
    struct slot_value *values = arena_array(scratch, struct slot_value, n);
    const char **said = arena_array(scratch, const char *, n);

    for (size_t i = 0; i < n; i++) {
        values[i] = (struct slot_value){ "hypothesis", all[i]->entry->text };
        about[i] =
            (struct row_question){ "inference", all[i]->row, &values[i], 1 };
    }
    if (!judge_ask(scratch, g->job, g->data, about, n, said, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        all[i]->answered = said[i] != NULL;
        if (!said[i])
            continue;
        all[i]->label = propose_label(said[i], g->labels, g->n_labels);
        if (!all[i]->label)
            all[i]->other = propose_other(a, said[i]);
    }
    return true;
}

bool judge_all(struct arena *a, const struct proposal_judge *g,
               struct judgement *all, size_t n, struct err *e)
{
    struct arena scratch = { 0 };
    struct judgement **open =
        arena_array(&scratch, struct judgement *, n ? n : 1);
    size_t n_open = 0;
    bool ok;

    for (size_t i = 0; i < n; i++) {
        const struct suspicion *c = &all[i].entry->suspicion;
        size_t row = g->order ? g->order[all[i].row] : all[i].row;

        all[i].answered = g->by_tags && judge_reads(c);
        if (all[i].answered)
            all[i].label = judge_holds(g->job, c, row) ? g->job->task->fails
                                                       : g->job->task->solved;
        else
            open[n_open++] = &all[i];
    }
    ok = n_open == 0 || propose_ask(a, &scratch, g, open, n_open, e);
    arena_clear(&scratch);
    return ok;
}

/* Fails if every judgement has another label than those of the task: the error
 * names it, and the prompt. */
static bool judge_check(const struct proposal_judge *g,
                        const struct judgement *all, size_t n, struct err *e)
{
    const struct task *t = g->job->task;
    const char *other = NULL;
    struct str known = { 0 };

    for (size_t i = 0; i < n; i++) {
        if (all[i].answered && !all[i].other)
            return true;
        other = other ? other : all[i].other;
    }
    if (!other)
        return true;
    for (size_t i = 0; i < g->n_labels; i++)
        str_addf(&known, "%s\"%.40s\"", i ? ", " : "", g->labels[i]);
    err_at(e, ERR_DOMAIN, task_line(t, "inference"), 0,
           "every answer to the prompt \"inference\" is a label outside the "
           "set, such as \"%.60s\"; the labels are %s%s",
           other, str_get(&known),
           g->data->hunt ? "; name the task's words for failed and solved in "
                           "the spec, such as labels: [wrong, correct]"
                         : "");
    str_clear(&known);
    return file_fail(t->path, e);
}

/*
 * The rows that a model is shown: those of the outcomes, in the order of a
 * seed.
 */

#define REPLY_MOST  12000 /* bytes of a reply that are shown */
#define LABELS_MOST 16    /* that take turns; further ones count as one */

/* ---- rows of outcomes ---- */

static const char *hunt_propose_label_of(const struct example *x,
                                         const struct task *t)
{
    if (x->tries == 0)
        return "";
    return example_fails(x) ? t->fails : t->solved;
}

/* A reply as prompts show it: without its thoughts, and without its middle
 * where it is long. */
static const char *shown_reply(struct arena *a, const char *text)
{
    size_t n = strlen(text), from, head = REPLY_MOST / 2, tail;

    if (!extract_skip_thinking(text, n, &from))
        from = 0; /* it never ends: all there is */
    text += from;
    n -= from;
    if (n <= REPLY_MOST)
        return text;
    tail = n - REPLY_MOST / 2;
    while (head && ((unsigned char)text[head] & 0xC0) == 0x80)
        head--;
    while (((unsigned char)text[tail] & 0xC0) == 0x80)
        tail++;
    return arena_printf(a, "%.*s\n[...]\n%s", (int)head, text, text + tail);
}

static const char *propose_key_of(struct arena *a, const struct example *x)
{
    return x->problem && x->problem->n_keys
               ? keys_text(a, x->problem->keys, x->problem->n_keys)
               : said_in(x->row).key;
}

static const char *propose_concepts_of(struct arena *a,
                                       const struct vocabulary *v, size_t row)
{
    struct str s = str_in(a);

    if (!v)
        return "not known";
    for (const uint32_t *c = v->of[row]; *c != UINT32_MAX; c++)
        str_addf(&s, "%s%s", s.n ? "; " : "", v->names[*c]);
    return s.n ? str_get(&s) : "none";
}

static void propose_fill_row(struct arena *a, const struct example *x,
                             const struct propose_reply *r,
                             const struct task *t, size_t i,
                             struct task_data *out)
{
    struct row_said said = said_in(x->row);
    const char *extract = r && r->extract ? r->extract : x->answer;
    const char *reply = r && r->text ? r->text : said.reply;

    extract = extract && *extract ? extract : said.answer;
    out->values[0][i] = x->text ? x->text : "";
    out->values[1][i] = *reply ? shown_reply(a, reply) : extract;
    out->values[2][i] = extract;
    out->values[3][i] = propose_key_of(a, x);
    out->values[4][i] = x->solution ? x->solution : "";
    out->values[5][i] = hunt_propose_label_of(x, t);
}

void propose_data(struct arena *a, const struct outcomes *s,
                  const struct vocabulary *v, const struct task *t,
                  const struct propose_reply *replies, struct task_data *out)
{
    static const char *const fields[] = { "statement", "reply",    "extract",
                                          "key",       "solution", "label",
                                          "concepts",  "traits" };

    *out = (struct task_data){ .n_fields = 8, .n = s->n, .label = 5 };
    out->hunt = true;
    out->fields = arena_array(a, const char *, 8);
    out->values = arena_array(a, const char **, 8);
    for (size_t k = 0; k < 8; k++) {
        out->fields[k] = fields[k];
        out->values[k] = arena_array(a, const char *, s->n ? s->n : 1);
    }
    out->own = arena_array(a, const struct json *, s->n + 1);
    for (size_t i = 0; i < s->n; i++) {
        out->own[i] = s->examples[i].row;
        propose_fill_row(a, &s->examples[i], replies ? &replies[i] : NULL, t, i,
                         out);
        out->values[6][i] = propose_concepts_of(a, v, i);
        out->values[7][i] = propose_traits(a, s, i);
    }
}

/* ---- of a seed ---- */

struct rng propose_stream(const char *purpose, const char *seed, uint64_t x,
                          uint64_t y)
{
    struct rng r;

    rng_init(&r, hash_list("%s %s %zu %zu", purpose, seed, x, y));
    return r;
}

static bool propose_has_field(const struct task_data *d, const char *name)
{
    for (size_t k = 0; k < d->n_fields; k++)
        if (str_eq(d->fields[k], name))
            return true;
    return false;
}

/* The rows order[0..n) of the data; its own may lack concepts. */
static void propose_take_rows(struct arena *a, const struct propose_job *j,
                              const size_t *order, size_t n,
                              struct task_data *out)
{
    const struct task_data *d = j->data;
    bool more = !propose_has_field(d, "concepts");
    size_t fields = d->n_fields + more;

    *out = *d;
    out->n_fields = fields;
    out->n = n;
    out->lines = NULL;
    out->own = d->own ? arena_array(a, const struct json *, n + 1) : NULL;
    for (size_t i = 0; i < n && d->own; i++)
        out->own[i] = d->own[order[i]];
    out->fields = arena_array(a, const char *, fields);
    out->values = arena_array(a, const char **, fields);
    for (size_t k = 0; k < fields; k++) {
        bool own = k == d->n_fields;

        out->fields[k] = own ? "concepts" : d->fields[k];
        out->values[k] = arena_array(a, const char *, n ? n : 1);
        for (size_t i = 0; i < n; i++)
            out->values[k][i] =
                own ? propose_concepts_of(a, j->vocabulary, order[i])
                    : d->values[k][order[i]];
    }
}

/* The number of rows[0..n) with another label than those before. */
static size_t label_number(const struct task_data *d, const char **labels,
                           size_t *n, size_t row)
{
    const char *label = d->values[d->label][row];
    size_t k = 0;

    while (k < *n && !str_eq(labels[k], label))
        k++;
    if (k == *n && k < LABELS_MOST)
        labels[(*n)++] = label;
    return k < LABELS_MOST ? k : LABELS_MOST - 1;
}

/* Labels by turns, while there are some of each: two rows of one, two of the
 * next, since of two rows one is for proposing and one for scoring. */
static void take_turns(struct arena *a, const struct task_data *d, size_t *rows,
                       size_t n)
{
    const char *labels[LABELS_MOST];
    size_t *sorted = arena_array(a, size_t, n + 1), kinds = 0, done = 0;
    size_t next[LABELS_MOST] = { 0 };
    size_t *kind = arena_array(a, size_t, n + 1);

    for (size_t i = 0; i < n; i++)
        kind[i] = label_number(d, labels, &kinds, rows[i]);
    while (done < n)
        for (size_t k = 0; k < kinds; k++)
            for (size_t two = 0; two < 2; two++) {
                while (next[k] < n && kind[next[k]] != k)
                    next[k]++;
                if (next[k] < n)
                    sorted[done++] = rows[next[k]++];
            }
    for (size_t i = 0; i < n; i++)
        rows[i] = sorted[i];
}

/* The labelled rows in their drawn order, with the field "concepts". */
static void propose_rows(struct arena *a, const struct propose_job *j,
                         struct task_data *train, const size_t **order)
{
    const struct task_data *d = j->data;
    size_t *rows = arena_array(a, size_t, d->n ? d->n : 1), n = 0;
    struct rng r = propose_stream("propose/order", j->o->seed, 0, 0);

    for (size_t i = 0; i < d->n; i++)
        if (*d->values[d->label][i])
            rows[n++] = i;
    rng_shuffle(&r, rows, n, sizeof(*rows));
    if (j->o->balance)
        take_turns(a, d, rows, n);
    if (j->o->num_train && j->o->num_train < n)
        n = j->o->num_train;
    propose_take_rows(a, j, rows, n, train);
    *order = rows;
}

/* The vocabulary as a list for prompts, a line for each name. */
static const char *propose_names(struct arena *a, const struct vocabulary *v)
{
    struct str s = str_in(a);

    for (size_t i = 0; v && i < v->n; i++)
        str_addf(&s, "%s- %s", i ? "\n" : "", v->names[i]);
    if (v && !v->n)
        return "- (none have names: bound a trait)";
    return s.n ? str_get(&s) : "- (no list: name them in your own words)";
}

/*
 * The loop: first hypotheses, then example by example, and new hypotheses
 * whenever the pool of wrong examples is full.
 */

const struct propose_options propose_defaults = {
    .num_init = 10,
    .init_batch_size = 10,
    .init_hypotheses_per_batch = 10,
    .k = 10,
    .alpha = 0.5,
    .num_wrong_scale = 0.8,
    .update_batch_size = 10,
    .num_hypotheses_to_update = 1,
    .update_hypotheses_per_batch = 5,
    .max_num_hypotheses = 20,
    .save_every_n_examples = 10,
    .num_train = 200,
    .epochs = 1,
    .seed = "1",
    .held_out = true,
    .fresh_bonus = true,
    .by_claim = true,
    .blind = true,
    .balance = true,
    .balanced = true,
    .failures = 50,
    .by_tags = true,
    .again = 2,
};

void propose_faithful(struct propose_options *o)
{
    o->held_out = o->fresh_bonus = o->by_claim = o->blind = o->balance = false;
    o->balanced = o->by_tags = false;
    o->failures = 0;
}

bool propose_is_faithful(const struct propose_options *o)
{
    return !o->held_out && !o->fresh_bonus && !o->by_claim && !o->blind &&
           !o->balance && !o->balanced && !o->failures;
}

struct loop {
    struct arena *arena;
    const struct propose_job *job;
    const struct propose_options *o;
    struct proposal *out;
    struct bank *bank;
    struct proposal_judge judge;
    struct maker maker;
    size_t n;      /* rows */
    size_t *wrong; /* the pool */
    size_t n_wrong;
    bool *seen;        /* [row]: it stood in a question */
    struct vec points; /* of struct propose_point */
};

/* ---- scoring ---- */

static const char *propose_label_of(const struct loop *l, size_t row)
{
    return l->out->train.values[l->out->train.label][row];
}

static bool was_shown(const struct bank_entry *h, size_t row)
{
    for (size_t i = 0; i < h->n_shown; i++)
        if (h->shown[i] == row)
            return true;
    return false;
}

/* Count a prediction; true if it was wrong. An error is no prediction. */
static bool credit(struct loop *l, struct bank_entry *h,
                   const struct judgement *x, bool counts)
{
    const char *truth = propose_label_of(l, x->row);
    bool right = x->label && str_eq(x->label, truth);

    l->out->unlabelled += x->answered && !x->label;
    if (x->answered && counts && !(l->o->held_out && was_shown(h, x->row)))
        bank_count(h, x->row, truth, right);
    return x->answered && !right;
}

/* Try all entries of a bank on all rows. */
static bool propose_score(struct loop *l, struct bank *b, const size_t *rows,
                          size_t n_rows, double t, struct err *e)
{
    struct arena scratch = { 0 };
    size_t n = b->n * n_rows;
    struct judgement *all = arena_array(&scratch, struct judgement, n ? n : 1);
    bool ok;

    for (size_t i = 0; i < n; i++) {
        all[i].entry = &b->entries[i / n_rows];
        all[i].row = rows[i % n_rows];
    }
    ok = judge_all(&scratch, &l->judge, all, n, e) &&
         (l->bank->n || judge_check(&l->judge, all, n, e));
    for (size_t i = 0; ok && i < n; i++)
        credit(l, &b->entries[i / n_rows], &all[i], true);
    bank_refresh(b, t);
    arena_clear(&scratch);
    return ok;
}

/* ---- new hypotheses ---- */

/* Add an entry that neither this bank nor the other has. */
static bool propose_add_entry(struct loop *l, struct bank *b,
                              const struct bank *other,
                              const struct bank_entry *h)
{
    bool by_claim = l->o->by_claim;
    size_t at;

    if ((other && bank_find(other, h, by_claim, &at)) ||
        !bank_add(b, h, by_claim, &at)) {
        l->out->repeated++;
        return false;
    }
    return true;
}

/* Keep what one batch brought: all of it, or only the best. */
static void propose_keep(struct loop *l, const struct bank *fresh,
                         const size_t *from, size_t batch)
{
    struct bank some = { .arena = l->arena, .labels = l->bank->labels };
    size_t at;

    for (size_t i = 0; i < fresh->n; i++)
        if (from[i] == batch)
            bank_add(&some, &fresh->entries[i], false, &at);
    bank_cut(&some, l->o->only_best_hypothesis ? 1 : some.n);
    for (size_t i = 0; i < some.n; i++)
        propose_add_entry(l, l->bank, NULL, &some.entries[i]);
}

/* Ask for hypotheses, score the new ones on `rows`, keep them. */
static bool propose_make(struct loop *l, struct proposal_batch *batches,
                         size_t n, size_t wanted, const size_t *rows,
                         size_t n_rows, double t, bool first, struct err *e)
{
    struct bank fresh = { .arena = l->arena,
                          .alpha = l->o->alpha,
                          .labels = l->bank->labels };
    struct vec from = vec_in(l->arena, sizeof(size_t));

    if (!maker_ask(&l->maker, batches, n, wanted, e))
        return false;
    for (size_t b = 0; b < n; b++)
        for (size_t i = 0; i < batches[b].n_rows; i++)
            l->seen[batches[b].rows[i]] = true;
    for (size_t b = 0; b < n; b++)
        for (size_t i = 0; i < batches[b].found.n; i++) {
            struct bank_entry *h =
                vec_get(&batches[b].found, struct bank_entry, i);

            if (propose_add_entry(l, &fresh, l->bank, h))
                *(size_t *)vec_push(&from) = b;
        }
    if (!propose_score(l, &fresh, rows, n_rows, t, e))
        return false;
    for (size_t b = 0; b < n && !first; b++)
        propose_keep(l, &fresh, from.items, b);
    for (size_t i = 0; i < fresh.n && first; i++)
        propose_add_entry(l, l->bank, NULL, &fresh.entries[i]);
    return true;
}

/* ---- the beginning ---- */

/* Every `step`-th row from `first` on. */
static size_t *some_rows(struct arena *a, size_t first, size_t step, size_t n)
{
    size_t *rows = arena_array(a, size_t, n ? n : 1);

    for (size_t i = 0; i < n; i++)
        rows[i] = first + i * step;
    return rows;
}

/* How many rows the first hypotheses are made from; *start: the row that the
 * loop begins with. */
static size_t first_rows(const struct loop *l, size_t *start)
{
    size_t each = l->o->held_out ? 2 : 1, n = l->n / each;

    n = n < l->o->num_init ? n : l->o->num_init;
    *start = n * each;
    return n;
}

static bool propose_begin(struct loop *l, size_t *start, struct err *e)
{
    size_t n = first_rows(l, start), step = l->o->held_out ? 2 : 1;
    size_t size = l->o->init_batch_size ? l->o->init_batch_size : n;
    size_t n_batches = n ? (n + size - 1) / size : 0;
    size_t *shown = some_rows(l->arena, 0, step, n);
    size_t *rows = some_rows(l->arena, step - 1, step, n);
    struct proposal_batch *batches =
        arena_array(l->arena, struct proposal_batch, n_batches ? n_batches : 1);

    for (size_t b = 0; b < n_batches; b++)
        batches[b] = (struct proposal_batch){ .rows = shown + b * size,
                                              .n_rows = n - b * size < size
                                                            ? n - b * size
                                                            : size,
                                              .attempt = 1 };
    return n == 0 ||
           propose_make(l, batches, n_batches, l->o->init_hypotheses_per_batch,
                        rows, n, (double)*start, true, e);
}

/* ---- every failure ---- */

static bool is_failure(const struct loop *l, size_t row)
{
    return l->job->data->hunt &&
           str_eq(propose_label_of(l, row), l->job->task->fails);
}

/* Entries that say it fails: by tags and traits or, if a model judges, by what
 * it said. */
static size_t explained(const struct loop *l, size_t row)
{
    size_t n = 0;

    for (size_t i = 0; i < l->bank->n; i++) {
        const struct bank_entry *h = &l->bank->entries[i];
        bool holds = false;

        if (l->job->vocabulary && judge_reads(&h->suspicion))
            holds = judge_holds(l->job, &h->suspicion, l->out->order[row]);
        else
            for (size_t k = 0; k < h->correct.n && !holds; k++)
                holds = vec_get(&h->correct, struct bank_hit, k)->row == row;
        n += holds;
    }
    return n;
}

/* The rows of a batch: failures that were not shown, those that fewest entries
 * explain first, and as many others. Returns how many; 0: no failure is
 * left. */
static size_t pick_rows(struct loop *l, size_t half, size_t *rows)
{
    bool *taken = arena_array(l->arena, bool, l->n + 1);
    size_t *by = arena_array(l->arena, size_t, l->n + 1), n = 0, failing;

    for (size_t i = 0; i < l->n; i++)
        by[i] = is_failure(l, i) && !l->seen[i] ? explained(l, i) : SIZE_MAX;
    for (; n < half; n++) {
        size_t best = l->n;

        for (size_t i = 0; i < l->n; i++)
            if (by[i] != SIZE_MAX && !taken[i] &&
                (best == l->n || by[i] < by[best]))
                best = i;
        if (best == l->n)
            break;
        taken[best] = true;
        rows[n] = best;
    }
    failing = n;
    for (size_t i = 0; i < l->n && failing && n < 2 * failing; i++)
        if (!l->seen[i] && !is_failure(l, i))
            rows[n++] = i;
    return n;
}

/* Rows that the batch does not show, drawn by the seed. */
static size_t other_rows(struct loop *l, const struct proposal_batch *b,
                         size_t round, size_t **out)
{
    struct rng r = propose_stream("propose/cover", l->o->seed, round, 0);
    struct bank_entry shown = { .shown = b->rows, .n_shown = b->n_rows };
    size_t n = 0;

    *out = arena_array(l->arena, size_t, l->n + 1);
    for (size_t i = 0; i < l->n; i++)
        if (!l->o->held_out || !was_shown(&shown, i))
            (*out)[n++] = i;
    rng_shuffle(&r, *out, n, sizeof(**out));
    return n < l->o->num_init ? n : l->o->num_init;
}

/* Few failures are all shown, in batches, each with what is still unexplained
 * first. */
static bool propose_cover(struct loop *l, double t, struct err *e)
{
    size_t failing = 0, half = l->o->init_batch_size;

    for (size_t i = 0; i < l->n; i++)
        failing += is_failure(l, i);
    if (failing > l->o->failures)
        return true;
    for (size_t round = 0;; round++) {
        size_t *rows = arena_array(l->arena, size_t, 2 * half + 1), *others;
        struct proposal_batch b = { .rows = rows, .attempt = 1 };
        size_t n;

        b.n_rows = pick_rows(l, half, rows);
        if (b.n_rows == 0)
            return true;
        n = other_rows(l, &b, round, &others);
        if (!propose_make(l, &b, 1, l->o->update_hypotheses_per_batch, others,
                          n, t, true, e))
            return false;
        bank_cut(l->bank, l->o->max_num_hypotheses ? l->o->max_num_hypotheses
                                                   : l->bank->n);
    }
}

/* Failures of all the data, and those that the model was shown. */
static void count_shown(struct loop *l)
{
    const struct task_data *d = l->job->data;

    for (size_t i = 0; i < d->n && d->hunt; i++)
        l->out->failures += str_eq(d->values[d->label][i], l->job->task->fails);
    for (size_t i = 0; i < l->n; i++)
        l->out->shown += l->seen[i] && is_failure(l, i);
}

/* ---- the pool is full ---- */

/* Scoring rows among those seen, as many as the pool has. */
static size_t propose_draw_rows(struct loop *l, size_t epoch, size_t i,
                                size_t **out)
{
    size_t seen = (epoch ? l->n : i + 1) / 2;
    struct rng r = propose_stream("propose/score", l->o->seed, epoch, i);

    *out = some_rows(l->arena, 1, 2, seen);
    rng_shuffle(&r, *out, seen, sizeof(**out));
    return seen < l->n_wrong ? seen : l->n_wrong;
}

static bool propose_update(struct loop *l, size_t epoch, size_t i, double t,
                           struct err *e)
{
    size_t n = l->o->num_hypotheses_to_update, n_rows = l->n_wrong;
    struct proposal_batch *batches =
        arena_array(l->arena, struct proposal_batch, n);
    size_t *pool = arena_array(l->arena, size_t, l->n_wrong + 1);
    size_t *rows = pool;

    memcpy(pool, l->wrong, l->n_wrong * sizeof(*pool)); /* entries keep it */
    if (l->o->held_out)
        n_rows = propose_draw_rows(l, epoch, i, &rows);
    for (size_t b = 0; b < n; b++)
        batches[b] = (struct proposal_batch){ .rows = pool,
                                              .n_rows = l->n_wrong,
                                              .attempt = b + 1 };
    if (!propose_make(l, batches, n, l->o->update_hypotheses_per_batch, rows,
                      n_rows, t, false, e))
        return false;
    bank_cut(l->bank,
             l->o->max_num_hypotheses ? l->o->max_num_hypotheses : l->bank->n);
    l->n_wrong = 0;
    return true;
}

/* ---- one example ---- */

/* How many must be wrong for an example to join the pool. */
static double propose_threshold(const struct loop *l, size_t top, size_t i)
{
    if (!(l->o->num_wrong_scale > 0))
        return 1;
    return (double)top * (double)i / (double)l->n * l->o->num_wrong_scale;
}

/* Tries the best entries on row i; *wrong counts those that predict wrongly. */
static bool try_top(struct loop *l, size_t epoch, size_t i, double t,
                    size_t *n_top, size_t *wrong, struct err *e)
{
    bool counts = !l->o->held_out || epoch == 0 || i % 2 == 1, ok;
    struct arena scratch = { 0 };
    struct judgement *all;
    size_t *top;

    *n_top = bank_top(&scratch, l->bank, l->o->k, &top);
    *wrong = 0;
    all = arena_array(&scratch, struct judgement, *n_top ? *n_top : 1);
    for (size_t k = 0; k < *n_top; k++)
        all[k] =
            (struct judgement){ .entry = &l->bank->entries[top[k]], .row = i };
    ok = judge_all(&scratch, &l->judge, all, *n_top, e);
    for (size_t k = 0; ok && k < *n_top; k++) {
        struct bank_entry *h = &l->bank->entries[top[k]];

        *wrong += credit(l, h, &all[k], counts);
        h->reward = bank_reward(l->bank, h, t);
    }
    arena_clear(&scratch);
    return ok;
}

static bool propose_step(struct loop *l, size_t epoch, size_t i, struct err *e)
{
    size_t top, wrong,
        full = l->o->update_batch_size * l->o->num_hypotheses_to_update;
    double t = (double)i + 1;
    bool shown = !l->o->held_out || i % 2 == 0;

    if (l->o->fresh_bonus) {
        t += (double)epoch * (double)l->n;
        bank_refresh(l->bank, t);
    }
    if (!try_top(l, epoch, i, t, &top, &wrong, e))
        return false;
    if (shown && full &&
        ((double)wrong >= propose_threshold(l, top, i) || l->bank->n == 0))
        l->wrong[l->n_wrong++] = i;
    return !full || l->n_wrong < full || propose_update(l, epoch, i, t, e);
}

/* ---- states ---- */

static void propose_add_point(struct loop *l, size_t example)
{
    struct propose_point p = { .example = example, .n = l->bank->n };
    struct vec *all = &l->points;
    double sum = 0;

    for (size_t i = 0; i < l->bank->n; i++) {
        double x = bank_accuracy(&l->bank->entries[i]);

        p.best = i && p.best > x ? p.best : x;
        p.worst = i && p.worst < x ? p.worst : x;
        sum += x;
    }
    p.mean = l->bank->n ? sum / (double)l->bank->n : 0;
    if (all->n &&
        vec_get(all, struct propose_point, all->n - 1)->example == example)
        all->n--;
    *(struct propose_point *)vec_push(all) = p;
}

/* The name that the original gives its files; seeds may hold anything. */
static const char *propose_file_name(struct arena *a, const char *sample,
                                     const char *seed, size_t epoch)
{
    char *name = arena_printf(a,
                              "hypotheses_training_sample_%s_seed_%s_"
                              "epoch_%zu.json",
                              sample, seed, epoch);

    for (char *s = name; *s; s++)
        if (!is_letter(*s) && !is_digit(*s) && *s != '.' && *s != '-')
            *s = '_';
    return name;
}

static bool propose_save(struct loop *l, const char *sample, size_t epoch,
                         size_t example, struct err *e)
{
    struct str json = { 0 };
    bool ok = true;

    bank_cut(l->bank, l->bank->n);
    propose_add_point(l, example);
    if (l->job->save) {
        bank_write(&json, l->bank);
        ok = l->job->save(
            l->job->ctx, propose_file_name(l->arena, sample, l->o->seed, epoch),
            str_get(&json), e);
    }
    str_clear(&json);
    return ok;
}

static bool propose_walk(struct loop *l, size_t epoch, size_t start,
                         struct err *e)
{
    size_t every = l->o->save_every_n_examples, before = epoch * l->n;

    for (size_t i = start; i < l->n; i++) {
        if (!propose_step(l, epoch, i, e))
            return false;
        if (every && (i + 1) % every == 0 &&
            !propose_save(l, arena_printf(l->arena, "%zu", i + 1), epoch,
                          before + i + 1, e))
            return false;
        if (l->job->progress)
            l->job->progress(l->job->ctx, before + i + 1, l->o->epochs * l->n);
    }
    return propose_save(l, "final", epoch, before + l->n, e);
}

/* ---- all of it ---- */

/* Mistakes in the task are errors before anything is asked. */
static bool propose_check_prompts(struct loop *l, struct err *e)
{
    struct slot_value v = { "hypothesis", "" };
    size_t row = 0, n;
    struct proposal_batch b = { .rows = &row, .n_rows = 1 };
    const struct message *m;

    if (l->n == 0)
        return err_set(e, ERR_DOMAIN,
                       "no labelled examples: hypotheses cannot be made from "
                       "nothing");
    if (!maker_messages(l->arena, &l->maker, &b, 1, &m, &n, e))
        return false;
    return l->judge.by_tags ||
           task_messages(l->arena, l->job->task, "inference", &v, 1,
                         &l->out->train, 0, &m, &n, e);
}

static void open_loop(struct arena *a, const struct propose_job *j,
                      struct proposal *out, struct loop *l)
{
    const struct propose_options *o = j->o;

    *out = (struct proposal){ .bank = { .arena = a, .alpha = o->alpha } };
    *l = (struct loop){
        .arena = a, .job = j, .o = o, .out = out, .bank = &out->bank
    };
    propose_rows(a, j, &out->train, &out->order);
    l->n = out->train.n;
    l->seen = arena_array(a, bool, l->n + 1);
    l->wrong = arena_array(a, size_t, l->n * (o->epochs ? o->epochs : 1) + 1);
    l->points = vec_in(a, sizeof(struct propose_point));
    judge_open(a, j, &out->train, out->order, &l->judge);
    l->bank->labels = o->balanced ? l->judge.n_labels : 0;
    l->maker = (struct maker){
        .arena = a,
        .job = j,
        .train = &out->train,
        .names = propose_names(a, j->vocabulary),
        .traits = propose_trait_names(a, j->outcomes),
        .trait_form = propose_trait_form(j->outcomes),
        .faithful = propose_is_faithful(o),
        .listed = task_uses(j->task, "batched_generation", "names"),
    };
}

bool propose_check(struct arena *a, const struct propose_job *j, struct err *e)
{
    struct proposal out;
    struct loop l;

    open_loop(a, j, &out, &l);
    return propose_check_prompts(&l, e);
}

bool propose_run(struct arena *a, const struct propose_job *j,
                 struct proposal *out, struct err *e)
{
    struct loop l;
    size_t start;

    open_loop(a, j, out, &l);
    if (!propose_check_prompts(&l, e) || !propose_begin(&l, &start, e) ||
        !propose_cover(&l, (double)start, e))
        return false;
    for (size_t epoch = 0; epoch < j->o->epochs; epoch++)
        if (!propose_walk(&l, epoch, epoch ? 0 : start, e))
            return false;
    bank_cut(l.bank, l.bank->n);
    out->points = l.points.items;
    out->n_points = l.points.n;
    count_shown(&l);
    out->rejected = l.maker.rejected;
    out->rare = l.maker.rare;
    out->unread = l.maker.unread;
    return true;
}
