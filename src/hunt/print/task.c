/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What came of a task of the user's own.
 */
#include "hunt/print/fields.h"
#include "hunt/print/print.h"
#include "hunt/print/print_int.h"
#include "report/grid.h"
#include "run/print/cells.h"

#include <inttypes.h>

#define WIDTH_USUAL 100

static void entries(const struct pages *p, const struct bank *b)
{
    struct grid g = grid_in(p->arena, 1);

    grid_column(&g, "hypothesis");
    grid_column(&g, "accuracy");
    grid_column(&g, "visits");
    grid_column(&g, "reward");
    for (size_t i = 0; i < b->n; i++) {
        const struct bank_entry *h = &b->entries[i];

        grid_row(&g);
        grid_cell(&g, h->text);
        grid_cell(&g, cell_percent(p->arena, bank_accuracy(h)));
        grid_cell(&g, cell_count(p->arena, h->visits));
        grid_cell(&g, cell_fixed(p->arena, h->reward, 3));
    }
    grid_write(p->out, &g, p->width);
}

static void predictions(const struct pages *p, const struct hunt_task_report *t)
{
    struct grid g = grid_in(p->arena, 1);
    size_t n = 0;

    grid_column(&g, "strategy");
    grid_column(&g, "examples");
    grid_column(&g, "unlabelled");
    grid_column(&g, "accuracy");
    grid_column(&g, "macro F1");
    for (int k = 0; k < INFER_STRATEGIES; k++) {
        const struct inference *v = &t->inferences[k];

        if (!v->n)
            continue;
        n++;
        grid_row(&g);
        grid_cell(&g, infer_name((enum infer_strategy)k));
        grid_cell(&g, cell_count(p->arena, v->n));
        grid_cell(&g, cell_count(p->arena, v->unlabelled));
        grid_cell(&g, cell_percent(p->arena, v->accuracy));
        grid_cell(&g, cell_fixed(p->arena, v->macro_f1, 3));
    }
    if (!n)
        return;
    pages_title(p, "Predicted on the %s data:", t->data);
    grid_write(p->out, &g, p->width);
}

void print_task(struct str *out, const struct hunt_task_report *t, size_t width)
{
    struct arena a = { 0 };
    struct pages p = { .arena = &a,
                       .out = out,
                       .width = width ? width : WIDTH_USUAL };
    const struct proposal *q = &t->proposal;

    pages_say(&p, "%s: %zu %s by %s, from %s.", t->task, q->bank.n,
              q->bank.n == 1 ? "hypothesis" : "hypotheses", t->by,
              cell_plural(&a, q->train.n, "example"));
    if (q->bank.n)
        entries(&p, &q->bank);
    if (q->unread || q->unlabelled)
        pages_say(&p, "%zu replies had no list, %zu judgements no label.",
                  q->unread, q->unlabelled);
    predictions(&p, t);
    pages_title(&p,
                "Calls: %" PRIu64 " asked, %" PRIu64 " from the journal, "
                "%" PRIu64 " failed.",
                t->asked, t->journalled, t->failed);
    arena_clear(&a);
}

/* ---- JSON ---- */

static struct json *bank_rows(struct arena *a, const struct bank *b)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < b->n; i++) {
        const struct bank_entry *h = &b->entries[i];
        struct json *o = json_push(list, json_new(a, JSON_OBJECT));

        fields_text(a, o, "text", h->text);
        fields_list(a, o, "concepts", h->claim.concepts, h->claim.n_concepts);
        fields_number(a, o, "accuracy", bank_accuracy(h));
        fields_count(a, o, "visits", h->visits);
        fields_number(a, o, "reward", h->reward);
    }
    return list;
}

static struct json *inference_rows(struct arena *a,
                                   const struct hunt_task_report *t)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (int k = 0; k < INFER_STRATEGIES; k++) {
        const struct inference *v = &t->inferences[k];
        struct json *o;

        if (!v->n)
            continue;
        o = json_push(list, json_new(a, JSON_OBJECT));
        fields_text(a, o, "strategy", infer_name((enum infer_strategy)k));
        fields_count(a, o, "n", v->n);
        fields_count(a, o, "unlabelled", v->unlabelled);
        fields_count(a, o, "right", v->right);
        fields_number(a, o, "accuracy", v->accuracy);
        fields_number(a, o, "macro_f1", v->macro_f1);
    }
    return list;
}

static struct json *point_rows(struct arena *a, const struct proposal *q)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < q->n_points; i++) {
        const struct propose_point *p = &q->points[i];
        struct json *o = json_push(list, json_new(a, JSON_OBJECT));

        fields_count(a, o, "example", p->example);
        fields_count(a, o, "n", p->n);
        fields_number(a, o, "best", p->best);
        fields_number(a, o, "worst", p->worst);
        fields_number(a, o, "mean", p->mean);
    }
    return list;
}

void print_task_json(struct str *out, const struct hunt_task_report *t)
{
    struct arena a = { 0 };
    struct json *root = json_new(&a, JSON_OBJECT);

    fields_text(&a, root, "task", t->task);
    fields_text(&a, root, "by", t->by);
    fields_text(&a, root, "data", t->data);
    json_set(&a, root, "hypotheses", bank_rows(&a, &t->proposal.bank));
    json_set(&a, root, "inferences", inference_rows(&a, t));
    json_set(&a, root, "points", point_rows(&a, &t->proposal));
    fields_count(&a, root, "asked", t->asked);
    fields_count(&a, root, "journalled", t->journalled);
    fields_count(&a, root, "failed", t->failed);
    fields_write(out, root);
    arena_clear(&a);
}
