/* SPDX-License-Identifier: Apache-2.0 */

/*
 * hypotheses.json, outcomes.jsonl and the files of problems.
 */
#include "hunt/print/print_int.h"

#include <math.h>

/* ---- a hypothesis ---- */

static void put_bound(struct arena *a, struct json *f, const char *name,
                      double value)
{
    const char *x = datum_digits(a, value, PRINT_DIGITS);

    json_set(a, f, name, x ? json_new_number(a, x) : json_new(a, JSON_NULL));
}

/* null, or {"name", "above" | "below" | "is"}; of a band above and below. */
static void put_factor(struct doc_table *t, const struct bound *b)
{
    struct arena *a = t->arena;
    struct json *f = json_new(a, JSON_OBJECT);

    json_set(a, f, "name", json_new_text(a, b->trait));
    if (b->kind == BOUND_IS)
        json_set(a, f, "is", json_new_text(a, b->word));
    if (b->kind == BOUND_ABOVE || b->kind == BOUND_WITHIN)
        put_bound(a, f, "above", b->value);
    if (b->kind == BOUND_BELOW || b->kind == BOUND_WITHIN)
        put_bound(a, f, "below", b->kind == BOUND_WITHIN ? b->upper : b->value);
    table_cell(t, "factor", NULL, datum_tree(b->kind == BOUND_NONE ? NULL : f));
}

/* A figure of what was measured; of nothing it is not known. */
static void put_solved(struct doc_table *t, const struct solve *s,
                       const char *name, double x)
{
    table_cell(t, name, NULL, datum_share(s->n ? x : NAN));
}

static void put_scores(struct doc_table *t, const struct hypothesis *h)
{
    table_cell(t, "accuracy", NULL, datum_share(h->accuracy));
    table_cell(t, "inside", NULL, datum_share(h->inside));
    table_cell(t, "outside", NULL, datum_share(h->outside));
    table_cell(t, "lift", NULL, datum_share(h->lift));
    table_cell(t, "lo", NULL, datum_share(h->lo));
    table_cell(t, "hi", NULL, datum_share(h->hi));
    table_cell(t, "p", NULL, datum_p(h->p));
    table_cell(t, "q", NULL, datum_p(h->q));
    table_cell(t, "n", NULL, datum_count(h->n));
    table_cell(t, "reported", NULL, datum_truth(h->reported));
    put_solved(t, &h->targeted, "solve_rate", h->targeted.rate);
    put_solved(t, &h->targeted, "solve_lo", h->targeted.lo);
    put_solved(t, &h->targeted, "solve_hi", h->targeted.hi);
    put_solved(t, &h->control, "control_rate", h->control.rate);
}

static void put_solve(struct doc_table *t, const char *name,
                      const struct solve *s)
{
    table_cell(t, arena_printf(t->arena, "%s.problems", name), NULL,
               datum_count(s->n));
    put_solved(t, s, arena_printf(t->arena, "%s.rate", name), s->rate);
    put_solved(t, s, arena_printf(t->arena, "%s.lo", name), s->lo);
    put_solved(t, s, arena_printf(t->arena, "%s.hi", name), s->hi);
}

static void put_contrasts(struct doc_table *table, const struct hypothesis *h)
{
    struct doc_table *t = table_within(table);

    for (size_t i = 0; i < h->n_contrasts; i++) {
        const struct contrast *c = &h->contrasts[i];

        table_row(t);
        table_cell(t, "what", NULL, datum_text(c->what));
        table_cell(t, "which", NULL, datum_text(c->which));
        put_solve(t, "with", &c->with);
        put_solve(t, "without", &c->without);
        put_solve(t, "others", &c->others);
        table_cell(t, "gap", NULL, datum_share(c->gap));
        table_cell(t, "lo", NULL, datum_share(c->lo));
        table_cell(t, "hi", NULL, datum_share(c->hi));
        table_cell(t, "paired", NULL, datum_truth(c->paired));
    }
    table_cell(table, "contrasts", NULL, datum_table(t));
}

static void put_effects(struct doc_table *table, const struct hypothesis *h)
{
    struct doc_table *t = table_within(table);

    for (size_t i = 0; i < h->n_effects; i++) {
        const struct effect *e = &h->effects[i];

        table_row(t);
        table_cell(t, "what", NULL, datum_text(e->what));
        table_cell(t, "which", NULL, datum_text(e->which));
        table_cell(t, "effect", NULL, datum_share(e->points));
        table_cell(t, "lo", NULL, datum_share(e->lo));
        table_cell(t, "hi", NULL, datum_share(e->hi));
    }
    table_cell(table, "effects", NULL, datum_table(t));
}

/* What became of the replies, in all and by set, and failed ones. */
static void put_replies(struct doc_table *table, const struct hypothesis *h)
{
    static const char *const sets[REPLY_SETS] = { "replies.benchmark",
                                                  "replies.fresh",
                                                  "replies.control" };
    struct doc_table *t = table_within(table);
    struct reply_counts sum = h->replies[REPLIES_BENCHMARK];

    for (int i = 0; i < REPLY_SETS; i++)
        replies_put_kinds(table, sets[i], &h->replies[i]);
    reply_counts_add(&sum, &h->replies[REPLIES_FRESH]);
    replies_put_ways(table, "replies", &sum);
    for (size_t i = 0; i < h->n_failed; i++) {
        const struct doc_example *x = &h->failed[i];

        table_row(t);
        table_cell(t, "id", NULL, datum_text(x->problem));
        table_cell(t, "statement", NULL, datum_text(x->statement));
        table_cell(t, "key", NULL, datum_text(x->key));
        table_cell(t, "answer", NULL, datum_text(x->answer));
        table_cell(t, "mark", NULL, datum_text(x->mark));
        table_cell(t, "reply", NULL, datum_text(x->reply));
        table_cell(t, "how", NULL, datum_text(x->note));
    }
    table_cell(table, "failed", NULL, datum_table(t));
}

/* A row's place in the file; below 0: none. */
static struct datum place(int row, size_t before)
{
    return row < 0 ? datum_unknown : datum_count((uint64_t)row + before);
}

static void put_further(struct doc_table *t, const struct hypothesis *h,
                        size_t before)
{
    table_cell(t, "granularity", NULL, datum_text(h->suspicion.vocabulary));
    table_cell(t, "by", NULL, datum_text(h->by));
    table_cell(t, "balanced", NULL, datum_share(h->balanced));
    table_cell(t, "adjusted", NULL, datum_share(h->adjusted));
    table_cell(t, "adjusted_lo", NULL, datum_share(h->adjusted_lo));
    table_cell(t, "adjusted_hi", NULL, datum_share(h->adjusted_hi));
    table_cell(t, "failed_inside", NULL, datum_share(h->failed_inside));
    table_cell(t, "failed_outside", NULL, datum_share(h->failed_outside));
    table_cell(t, "folds", NULL, datum_count(0)); /* all examples */
    table_cell(t, "group", NULL, place(h->group, before));
    table_cell(t, "explained", NULL, place(h->explained, before));
    table_cell(t, "same", NULL, datum_list(t->arena, h->same, h->n_same));
    table_cell(t, "bank_accuracy", NULL, datum_share(h->bank_accuracy));
    table_cell(t, "reward", NULL, datum_number(h->reward, 3));
    table_cell(t, "visits", NULL, datum_count(h->visits));
    table_cell(t, "problems", NULL, datum_count(h->targeted.n));
    put_solved(t, &h->control, "control_lo", h->control.lo);
    put_solved(t, &h->control, "control_hi", h->control.hi);
    table_cell(t, "confirmed", NULL, datum_text(confirmed_name(h->confirmed)));
    table_cell(t, "below", NULL, datum_share(h->below));
    table_cell(t, "below_lo", NULL, datum_share(h->below_lo));
    table_cell(t, "below_hi", NULL, datum_share(h->below_hi));
    put_contrasts(t, h);
    put_effects(t, h);
    table_cell(t, "control_expected", NULL, datum_share(h->control_expected));
    table_cell(t, "control_why", NULL, datum_text(h->control_why));
    table_cell(t, "cause", NULL, datum_text(h->cause));
    table_cell(t, "cause_why", NULL, datum_text(h->cause_why));
    put_replies(t, h);
}

void hunt_hypothesis(struct doc_table *t, const struct hypothesis *h,
                     const char *target, size_t before)
{
    table_row(t);
    table_cell(
        t, "concepts", NULL,
        datum_list(t->arena, h->suspicion.concepts, h->suspicion.n_concepts));
    put_factor(t, &h->suspicion.bound);
    table_cell(t, "text", NULL, datum_text(h->text));
    put_scores(t, h);
    put_further(t, h, before);
    table_cell(t, "target", NULL, target ? datum_text(target) : datum_absent);
}

void hunt_hypotheses(struct document *d, const struct hunt_report *r)
{
    struct doc_table *t = document_table(d, "");
    size_t before = 0;

    d->digits = PRINT_DIGITS;
    d->spread = 1;
    for (size_t k = 0; k < r->n_targets; k++) {
        for (size_t i = 0; i < r->targets[k].table.n; i++)
            hunt_hypothesis(t, &r->targets[k].table.rows[i], r->targets[k].name,
                            before);
        before += r->targets[k].table.n;
    }
}

/* ---- lines ---- */

/* The names that an example carries, of the first vocabulary that has some. */
static struct datum names_of(struct arena *a, const struct outcomes *s,
                             size_t example)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t v = 0; v < s->n_vocabularies && !list->count; v++)
        for (const uint32_t *of = s->vocabularies[v].of[example];
             *of != UINT32_MAX; of++)
            json_push(list, json_new_string(a, s->vocabularies[v].names[*of]));
    return datum_tree(list);
}

static struct datum share_of(struct arena *a, const struct example *x)
{
    return datum_text(arena_printf(a, "%u/%u", x->tries - x->failed, x->tries));
}

/* Of a benchmark in two stages also the first attempt, which the solve rate
 * counts, and what claims were scored by. */
static void add_example(struct doc_table *t, const struct hunt_target *of,
                        size_t i)
{
    const struct outcomes *s = &of->outcomes;
    const struct example *x = &s->examples[i];

    table_row(t);
    table_cell(t, "id", NULL, datum_text(x->id));
    table_cell(t, "target", NULL, datum_text(s->target));
    table_cell(t, "correct", NULL, share_of(t->arena, x));
    if (of->asked_again) {
        table_cell(t, "first", NULL,
                   share_of(t->arena, &of->first.examples[i]));
        table_cell(t, "scored", NULL,
                   share_of(t->arena, &of->scored.examples[i]));
    }
    table_cell(t, "fails", NULL, datum_truth(example_fails(x)));
    if (reply_counts_all(&x->replies))
        replies_put_kinds(t, "replies", &x->replies);
    table_cell(t, "concepts", NULL, names_of(t->arena, s, i));
    table_cell(t, "text", NULL, datum_text(x->text));
}

void hunt_outcomes(struct document *d, const struct hunt_report *r)
{
    size_t n = r->n_targets > 1 ? r->n_targets - 1 : r->n_targets;
    struct doc_table *table = document_table(d, "");

    for (size_t t = 0; t < n; t++)
        for (size_t i = 0; i < r->targets[t].outcomes.n; i++)
            if (r->targets[t].outcomes.examples[i].tries)
                add_example(table, &r->targets[t], i);
}

void print_problems(struct str *out, const struct problem *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        problem_write(out, &p[i]);
}
