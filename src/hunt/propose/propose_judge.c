/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The prediction of a hypothesis for a row: by the row's tags, or by a model.
 */
#include "base/lines.h"
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
    out->n_labels = find_labels(a, j->data, &out->labels);
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

static bool carries(const struct vocabulary *v, size_t row, const char *name)
{
    for (const uint32_t *c = v->of[row]; *c != UINT32_MAX; c++)
        if (v->names[*c] == name || str_eq(v->names[*c], name))
            return true;
    return false;
}

bool judge_holds(const struct propose_job *j, const struct suspicion *c,
                 size_t row)
{
    struct suspicion bound = { .bound = c->bound };

    for (size_t i = 0; i < c->n_concepts; i++)
        if (!carries(j->vocabulary, row, c->concepts[i]))
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

static bool ask(struct arena *a, struct arena *scratch,
                const struct proposal_judge *g, struct judgement **all,
                size_t n, struct err *e)
{
    struct question *q = arena_array(scratch, struct question, n);

    for (size_t i = 0; i < n; i++) {
        struct slot_value v = { "hypothesis", all[i]->entry->text };

        q[i].attempt = 1;
        if (!task_messages(scratch, g->job->task, "inference", &v, 1, g->data,
                           all[i]->row, &q[i].messages, &q[i].n_messages, e))
            return false;
    }
    if (!question_ask(scratch, g->job->questioner, q, n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        const char *text = judge_text(&q[i].reply);

        all[i]->answered = text != NULL;
        if (!text)
            continue;
        all[i]->label = propose_label(text, g->labels, g->n_labels);
        if (!all[i]->label)
            all[i]->other = propose_other(a, text);
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
    ok = n_open == 0 || ask(a, &scratch, g, open, n_open, e);
    arena_clear(&scratch);
    return ok;
}

bool judge_check(const struct proposal_judge *g, const struct judgement *all,
                 size_t n, struct err *e)
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
