/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The results of a task of the user's own, and the redundancy of a taxonomy.
 */
#include "hunt/print/print_int.h"

#include <inttypes.h>
#include <math.h>

static void add_bank(struct document *d, const struct bank *b)
{
    struct doc_table *t = document_table(d, "hypotheses");

    for (size_t i = 0; i < b->n; i++) {
        const struct bank_entry *h = &b->entries[i];

        table_row(t);
        table_key(t, "text", "hypothesis", datum_text(h->text));
        table_cell(t, "concepts", NULL,
                   datum_list(d->arena, h->suspicion.concepts,
                              h->suspicion.n_concepts));
        table_cell(t, "accuracy", "accuracy", datum_share(bank_accuracy(h)));
        table_cell(t, "balanced", "balanced",
                   datum_share(bank_balanced(h, b->labels)));
        table_cell(t, "visits", "visits", datum_count(h->visits));
        table_cell(t, "reward", "reward", datum_number(h->reward, 3));
    }
    if (b->n)
        document_show(d, t, 0);
}

void print_only(struct document *d, size_t n, const char *label)
{
    document_say(d,
                 "All %zu examples have the label \"%s\": with a single label "
                 "there is no F1, and the accuracy means nothing.",
                 n, label);
}

static void add_inferences(struct document *d, const struct hunt_task_report *r)
{
    struct doc_table *t = document_table(d, "inferences");
    const char *only = NULL;
    size_t n = 0;

    for (int k = 0; k < INFER_STRATEGIES; k++) {
        const struct inference *v = &r->inferences[k];

        if (!v->n)
            continue;
        table_row(t);
        table_key(t, "strategy", "strategy",
                  datum_text(infer_name((enum infer_strategy)k)));
        table_cell(t, "n", "examples", datum_count(v->n));
        table_cell(t, "unlabelled", "unlabelled", datum_count(v->unlabelled));
        table_cell(t, "right", NULL, datum_count(v->right));
        table_cell(t, "accuracy", "accuracy", datum_share(v->accuracy));
        table_cell(t, "balanced", "balanced", datum_share(v->balanced));
        table_cell(t, "macro_f1", "macro F1", datum_number(v->macro_f1, 3));
        table_cell(t, "only", NULL, datum_text(v->only));
        only = v->only;
        n = v->n;
    }
    if (!t->rows.n)
        return;
    document_section(d, "Predicted on the %s data:", r->data);
    document_show(d, t, 0);
    if (only)
        print_only(d, n, only);
}

static void add_points(struct document *d, const struct proposal *q)
{
    struct doc_table *t = document_table(d, "points");

    for (size_t i = 0; i < q->n_points; i++) {
        const struct propose_point *p = &q->points[i];

        table_row(t);
        table_cell(t, "example", NULL, datum_count(p->example));
        table_cell(t, "n", NULL, datum_count(p->n));
        table_cell(t, "best", NULL, datum_share(p->best));
        table_cell(t, "worst", NULL, datum_share(p->worst));
        table_cell(t, "mean", NULL, datum_share(p->mean));
    }
}

void task_document(struct document *d, const struct hunt_task_report *t)
{
    const struct proposal *q = &t->proposal;

    d->digits = PRINT_DIGITS;
    d->spread = PRINT_SPREAD;
    document_fact(d, "task", datum_text(t->task));
    document_fact(d, "by", datum_text(t->by));
    document_fact(d, "data", datum_text(t->data));
    document_say(d, "%s: %zu %s by %s, from %s.", t->task, q->bank.n,
                 q->bank.n == 1 ? "hypothesis" : "hypotheses", t->by,
                 datum_plural(d->arena, q->train.n, "example"));
    add_bank(d, &q->bank);
    if (q->unread || q->unlabelled)
        document_say(d, "%zu replies had no list, %zu judgements no label.",
                     q->unread, q->unlabelled);
    add_inferences(d, t);
    add_points(d, q);
    document_fact(d, "asked", datum_count(t->asked));
    document_fact(d, "journalled", datum_count(t->journalled));
    document_fact(d, "failed", datum_count(t->failed));
    document_section(d,
                     "Calls: %" PRIu64 " asked, %" PRIu64 " from the store, "
                     "%" PRIu64 " failed.",
                     t->asked, t->journalled, t->failed);
}

/* ---- granularities ---- */

/* Was the granularity in a series before this one? */
static bool came_before(const struct hunt_report *r, size_t series)
{
    for (size_t i = 0; i < series; i++)
        if (str_eq(r->series[i].granularity, r->series[series].granularity))
            return true;
    return false;
}

void print_redundancy(const struct pages *p)
{
    const struct hunt_report *r = p->report;

    for (size_t i = 0; i < r->n_series; i++) {
        const struct redundancy *x = r->series[i].redundancy;

        if (!x || came_before(r, i))
            continue;
        document_say(p->d,
                     "Names of %s: %zu of %s cover nearly the same %s (half or "
                     "more in common); the mean overlap of a name with its "
                     "most similar name is %s.",
                     r->series[i].granularity, x->redundant,
                     datum_plural(p->a, x->pairs, "pair"), pages_examples(p),
                     datum_words(p->a, datum_number(x->mean, 2), 0));
    }
}

void print_granularities(struct doc_table *t, const struct hunt_report *r)
{
    for (size_t i = 0; i < r->n_series; i++) {
        const struct hunt_series *s = &r->series[i];
        const struct redundancy *x = s->redundancy;

        table_row(t);
        table_cell(t, "target", NULL, datum_text(s->target));
        table_cell(t, "by", NULL, datum_text(s->by));
        table_cell(t, "granularity", NULL, datum_text(s->granularity));
        table_cell(t, "hypotheses", NULL, datum_count(s->n));
        table_cell(t, "accuracy", NULL, datum_share(s->quartiles[2]));
        table_cell(t, "names", NULL, datum_count(x ? x->names : 0));
        table_cell(t, "pairs", NULL, datum_count(x ? x->pairs : 0));
        table_cell(t, "redundant", NULL, datum_count(x ? x->redundant : 0));
        table_cell(t, "overlap", NULL, datum_share(x ? x->mean : NAN));
        table_cell(t, "per_problem", NULL,
                   datum_share(x ? x->per_example : NAN));
        table_cell(t, "failures", NULL, datum_count(s->failures));
        table_cell(t, "shown", NULL, datum_count(s->shown));
    }
}

/* ---- a taxonomy ---- */

void redundancy_document(struct document *d, const struct redundancy *r)
{
    struct doc_table *t = document_table(d, NULL);
    struct pages p = pages_of(d, NULL, NULL);

    document_say(d, "%s in use, %zu unused; %s per problem on average.",
                 datum_plural(d->arena, r->names, "name"), r->unused,
                 datum_words(d->arena, datum_number(r->per_example, 2), 0));
    document_say(
        d,
        "%zu of %zu pairs of names are redundant (Jaccard index 0.5 or more); "
        "the mean index of a name and its most similar name is %s.",
        r->redundant, r->pairs,
        datum_words(d->arena, datum_number(r->mean, 2), 0));
    for (size_t i = 0; i < r->n_worst; i++) {
        const struct overlap *o = &r->worst[i];

        table_row(t);
        table_key(t, NULL, "name", datum_text(pages_name(&p, o->a)));
        table_key(t, NULL, "and", datum_text(pages_name(&p, o->b)));
        table_cell(t, NULL, "both", datum_count(o->both));
        table_cell(t, NULL, "either", datum_count(o->either));
        table_cell(t, NULL, "Jaccard", datum_number(o->jaccard, 2));
    }
    pages_show(&p, t, "The most similar names:");
}
