/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The prediction of a hypothesis for a row: by the row's tags, or by a model.
 */
#include "base/map.h"
#include "hunt/propose/propose_int.h"

#include <string.h>

/* The labels that rows have, in the order of their first row. */
static size_t find_labels(struct arena *a, const struct task_data *d,
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

/* Tags say "fails" or "solved" and no other label. */
static bool are_ours(const struct proposal_judge *g)
{
    for (size_t i = 0; i < g->n_labels; i++)
        if (!str_eq(g->labels[i], TASK_FAILS) &&
            !str_eq(g->labels[i], TASK_SOLVED))
            return false;
    return true;
}

void judge_open(struct arena *a, const struct propose_job *j,
                const struct task_data *data, const size_t *order,
                struct proposal_judge *out)
{
    static const char *const ours[] = { TASK_FAILS, TASK_SOLVED };

    *out = (struct proposal_judge){ .job = j, .data = data, .order = order };
    out->n_labels = find_labels(a, j->data, &out->labels);
    if (are_ours(out)) {
        /* Also where all rows have the same one. */
        out->labels = ours;
        out->n_labels = 2;
        out->by_tags = j->o->by_tags && j->vocabulary;
    }
}

/* ---- by tags ---- */

static bool carries(const struct vocabulary *v, size_t row, const char *name)
{
    for (const uint32_t *c = v->of[row]; *c != UINT32_MAX; c++)
        if (v->names[*c] == name || str_eq(v->names[*c], name))
            return true;
    return false;
}

static const char *by_tags(const struct proposal_judge *g,
                           const struct judgement *x)
{
    const struct suspicion *c = &x->entry->suspicion;
    size_t row = g->order ? g->order[x->row] : x->row;

    for (size_t i = 0; i < c->n_concepts; i++)
        if (!carries(g->job->vocabulary, row, c->concepts[i]))
            return TASK_SOLVED;
    return TASK_FAILS;
}

/* ---- by a model ---- */

const char *judge_text(const struct reply *r)
{
    if (!outcome_is_reply(r->outcome))
        return NULL;
    return r->text ? r->text : "";
}

static bool ask(struct arena *a, const struct proposal_judge *g,
                struct judgement **all, size_t n, struct err *e)
{
    struct question *q = arena_array(a, struct question, n);

    for (size_t i = 0; i < n; i++) {
        struct slot_value v = { "hypothesis", all[i]->entry->text };

        q[i].attempt = 1;
        if (!task_messages(a, g->job->task, "inference", &v, 1, g->data,
                           all[i]->row, &q[i].messages, &q[i].n_messages, e))
            return false;
    }
    if (!question_ask(a, g->job->questioner, q, n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        const char *text = judge_text(&q[i].reply);

        all[i]->answered = text != NULL;
        if (text)
            all[i]->label = propose_label(text, g->labels, g->n_labels);
    }
    return true;
}

bool judge_all(const struct proposal_judge *g, struct judgement *all, size_t n,
               struct err *e)
{
    struct arena scratch = { 0 };
    struct judgement **open =
        arena_array(&scratch, struct judgement *, n ? n : 1);
    size_t n_open = 0;
    bool ok;

    for (size_t i = 0; i < n; i++) {
        all[i].answered = g->by_tags && all[i].entry->suspicion.n_concepts;
        all[i].label = all[i].answered ? by_tags(g, &all[i]) : NULL;
        if (!all[i].answered)
            open[n_open++] = &all[i];
    }
    ok = n_open == 0 || ask(&scratch, g, open, n_open, e);
    arena_clear(&scratch);
    return ok;
}
