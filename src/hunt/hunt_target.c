/* SPDX-License-Identifier: Apache-2.0 */
/* Fresh problems for the hypotheses of a target, and how it does on them. */
#include "base/map.h"
#include "base/str.h"
#include "hunt/hunt_int.h"
#include "hunt/target/supply.h"
#include "problem/canonical.h"
#include "run/print/items.h"

#include <math.h>

#define GROW 8 /* a further round has an eighth more at least */

static const char *hypotheses(size_t n)
{
    return n == 1 ? "hypothesis" : "hypotheses";
}

/* ---- which hypotheses ---- */

/* Rows of one hypothesizer and vocabulary compete for places. */
static bool same_source(const struct hypothesis *a, const struct hypothesis *b)
{
    const char *x = a->suspicion.vocabulary, *y = b->suspicion.vocabulary;

    return str_eq(a->by, b->by) && str_eq(x ? x : "", y ? y : "");
}

static size_t hunt_taken(const struct score_table *t, const bool *chosen,
                         const struct hypothesis *row)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        n += chosen[i] && same_source(&t->rows[i], row);
    return n;
}

/* What a row is chosen by where nothing is reported: as published, its
 * accuracy, which follows the share of solved problems; else its balanced
 * one. */
static double worth_of(const struct hunt_spec *s, const struct hypothesis *row)
{
    return propose_is_faithful(&s->propose) ? row->accuracy : row->balanced;
}

/* The best of those left that hold for enough problems; n: none. */
static size_t next_best(const struct hunt_spec *s, const struct score_table *t,
                        const bool *chosen)
{
    size_t best = t->n;
    size_t least = propose_is_faithful(&s->propose) ? 1 : s->score.support;

    for (size_t i = 0; i < t->n; i++) {
        double worth = worth_of(s, &t->rows[i]);

        if (!chosen[i] && t->rows[i].n >= least && !isnan(worth) &&
            (best == t->n || worth > worth_of(s, &t->rows[best])) &&
            hunt_taken(t, chosen, &t->rows[i]) < s->chosen)
            best = i;
    }
    return best;
}

static size_t hunt_choose(struct hunt *h, struct score_table *t,
                          struct measured **out)
{
    bool *chosen = arena_array(h->arena, bool, t->n + 1);
    size_t n = 0, most = h->spec->chosen;

    for (size_t i = 0; i < t->n; i++)
        if (t->rows[i].reported && hunt_taken(t, chosen, &t->rows[i]) < most)
            chosen[i] = true;
    while (h->spec->best_anyway) {
        size_t best = next_best(h->spec, t, chosen);

        if (best == t->n)
            break;
        chosen[best] = true;
    }
    *out = arena_array(h->arena, struct measured, t->n + 1);
    for (size_t i = 0; i < t->n; i++)
        if (chosen[i])
            (*out)[n++] = (struct measured){ .row = &t->rows[i],
                                             .taxonomy = hunt_taxonomy(
                                                 h, &t->rows[i].suspicion) };
    return n;
}

/* ---- by families ---- */

/* The seed of a suspicion's problems: a name for this hunt and this suspicion.
 */
static const char *hunt_seed_of(struct hunt *h, const struct suspicion *c)
{
    char hex[HASH_HEX_SIZE];

    hash_hex(hash_list("%s %s", h->spec->seed, suspicion_text(h->arena, c)),
             hex);
    return arena_printf(h->arena, "hunt-%.16s", hex);
}

struct maker {
    struct supply aim;
    bool open;
};

/* Controls are made of targeted problems: these are as many at least. */
size_t hunt_first_size(const struct hunt_spec *s)
{
    size_t least = s->controls ? s->control_problems : 0;

    if (s->problems)
        return s->problems;
    if (least > s->problems_most)
        least = s->problems_most;
    return least > HUNT_PILOT ? least : HUNT_PILOT;
}

/* If no family can make problems for a suspicion, the user is told, and it has
 * none. */
static void make_first(struct hunt *h, struct measured *q, struct maker *m,
                       struct map *seen)
{
    const struct suspicion *c = &q->row->suspicion;
    size_t n = hunt_first_size(h->spec);
    struct err why;

    q->made =
        arena_array(h->arena, struct problem,
                    n > h->spec->problems_most ? n : h->spec->problems_most);
    m->open = supply_open(h->arena, &m->aim, c, q->taxonomy, &h->range,
                          hunt_seed_of(h, c), &why) &&
              supply_more(h->arena, &m->aim, n, seen, q->made, &why);
    if (m->open)
        q->n_made = n;
    else
        watch_note(&h->session.watch, "%s: %s", suspicion_short(h->arena, c),
                   why.msg);
}

/* Adds as many problems as the width seems to need. Returns false if there are
 * enough, or no reply counts. */
static bool make_more(struct hunt *h, struct measured *q, struct maker *m,
                      struct map *seen)
{
    struct tried so_far = { q->tries, q->right, q->n_places };
    size_t most = h->spec->problems_most, least = q->n_made + q->n_made / GROW;
    size_t need = measure_needed(&so_far, h->spec->width, most);
    struct err why;

    if (!m->open || h->spec->problems || need <= q->n_made ||
        !solve_of(&so_far).n)
        return false;
    if (need < least)
        need = least < most ? least : most;
    m->open = supply_more(h->arena, &m->aim, need - q->n_made, seen,
                          q->made + q->n_made, &why);
    if (m->open)
        q->n_made = need;
    else
        watch_note(&h->session.watch, "%s: %s",
                   suspicion_short(h->arena, &q->row->suspicion), why.msg);
    return m->open;
}

/* ---- solve rates ---- */

static const struct problem *hunt_problems_of(const struct measured *q,
                                              size_t *n)
{
    *n = q->written ? q->written->n : q->n_made;
    return q->written ? q->written->problems : q->made;
}

static void take_answers(struct hunt *h, const struct hunt_target *t,
                         struct measured *q, const struct answers *got)
{
    size_t from = q->n_places, to;
    const struct problem *p = hunt_problems_of(q, &to);
    uint32_t *tries = arena_array(h->arena, uint32_t, to + 1);
    uint32_t *right = arena_array(h->arena, uint32_t, to + 1);

    for (size_t k = 0; k < to; k++) {
        size_t at = q->places[k];

        tries[k] = k < from ? q->tries[k] : got->tries[at];
        right[k] = k < from ? q->right[k] : got->right[at];
        if (k >= from)
            hunt_note_failed(h, t, q->row, got, at, &p[k]);
    }
    hunt_add_replies(&q->row->replies[REPLIES_FRESH], got, q->places, from, to);
    q->tries = tries;
    q->right = right;
    q->n_places = to;
}

/* What the problems of hypotheses are made by: families, if they are among the
 * generators, else the first writer. */
static bool by_families(const struct hunt *h)
{
    return spec_has_families(h->spec);
}

static bool hunt_ask_batch(struct hunt *h, const char *what,
                           const struct hunt_target *t, struct batch *b,
                           struct answers *got, struct err *e)
{
    if (!b->problems.n)
        return true;
    if (!hunt_ask(h, what, h->current.model, 1, b->problems.items,
                  b->problems.n, got, e))
        return false;
    for (size_t i = 0; i < h->current.n; i++)
        take_answers(h, t, &h->current.measured[i], got);
    return true;
}

/* Puts the problems that have no answers yet into the batch. */
static void enlist_all(struct hunt *h, const struct hunt_target *t,
                       struct batch *b)
{
    batch_open(h, b);
    for (size_t i = 0; i < h->current.n; i++) {
        struct measured *q = &h->current.measured[i];
        size_t n;
        const struct problem *p = hunt_problems_of(q, &n);

        q->places = hunt_place(h, b, t, q->row, "targeted", p, q->n_places, n);
    }
}

/* The first problems, what they are compared with, and other writers': a server
 * that fails for a while fails on all of them alike. They are asked in one
 * random order (run/engine/call.h). */
static bool hunt_ask_first(struct hunt *h, struct hunt_target *t, struct err *e)
{
    struct current *c = &h->current;
    struct batch b;
    bool ok;

    enlist_all(h, t, &b);
    ok = hunt_enlist_controls(h, t, &b, e);
    if (ok && spec_writers(h->spec))
        hunt_enlist_arms(h, t, &b);
    if (ok)
        watch_stage(
            &h->session.watch, "measure",
            "%s, %zu %s on %s problems, %zu problems including controls",
            t->name, c->n, hypotheses(c->n),
            by_families(h) ? "fresh" : "written", b.problems.n);
    ok = ok && hunt_ask_batch(h, FACETS_FRESH, t, &b, &c->fresh, e);
    for (size_t i = 0; i < c->n; i++)
        c->measured[i].n_first = c->measured[i].n_places;
    batch_close(&b);
    return ok;
}

static bool ask_more(struct hunt *h, const struct hunt_target *t, struct err *e)
{
    struct answers got = { 0 };
    struct batch b;
    bool ok;

    enlist_all(h, t, &b);
    ok = hunt_ask_batch(h, "targeted further", t, &b, &got, e);
    batch_close(&b);
    return ok;
}

static void know_benchmark(const struct hunt_target *t, struct map *seen)
{
    struct str form = { 0 };

    for (size_t i = 0; i < t->outcomes.n; i++) {
        str_reset(&form);
        canonical_statement(&form, t->outcomes.examples[i].text);
        map_put(seen, str_get(&form), form.n, NULL);
    }
    str_clear(&form);
}

/* ---- stages ---- */

/* Finds the model to ask. A file of outcomes may have none, and then the user
 * is told. */
static bool hunt_has_model(struct hunt *h, const struct hunt_target *t)
{
    size_t i = (size_t)(t - h->report->targets);

    if (hunt_model_for(h, i, t->name, h->report->n_targets, &h->current.model))
        return true;
    if (h->spec->outcomes_file && h->spec->chosen)
        watch_note(&h->session.watch,
                   "%s: nothing is measured on fresh problems; use --target "
                   "MODEL to name the model to ask",
                   t->name);
    return false;
}

bool hunt_problems(struct hunt *h, struct hunt_target *t, struct err *e)
{
    struct current *c = &h->current;

    map_clear(&c->seen);
    *c = (struct current){ 0 };
    if (!hunt_has_model(h, t))
        return true;
    t->model = h->models[c->model].spec;
    c->n = hunt_choose(h, &t->table, &c->measured);
    if (!c->n)
        return true;
    watch_stage(&h->session.watch, "problems", "%s, %zu %s, by %s", t->name,
                c->n, hypotheses(c->n),
                by_families(h) ? "families" : h->spec->generators[0]);
    know_benchmark(t, &c->seen);
    c->makers = arena_array(h->arena, struct maker, c->n + 1);
    for (size_t i = 0; i < c->n && by_families(h); i++)
        make_first(h, &c->measured[i], &c->makers[i], &c->seen);
    return !spec_writers(h->spec) || hunt_write(h, t, e);
}

/* Until every interval is narrow enough. */
static bool ask_further(struct hunt *h, const struct hunt_target *t,
                        struct err *e)
{
    struct current *c = &h->current;
    bool ok = true, more = true;

    while (ok && more) {
        more = false;
        for (size_t i = 0; i < c->n; i++)
            more =
                make_more(h, &c->measured[i], &c->makers[i], &c->seen) || more;
        ok = !more || ask_more(h, t, e);
    }
    return ok;
}

bool hunt_measure(struct hunt *h, struct hunt_target *t, struct err *e)
{
    struct current *c = &h->current;

    if (!c->n)
        return true;
    if (!hunt_ask_first(h, t, e) || (by_families(h) && !ask_further(h, t, e)))
        return false;
    for (size_t i = 0; i < c->n; i++) {
        struct measured *q = &c->measured[i];

        q->row->targeted =
            solve_of(&(struct tried){ q->tries, q->right, q->n_places });
        hunt_keep(h, &h->problems, t, q->row, "targeted",
                  q->written ? q->written->problems : q->made, q->n_places);
    }
    if (spec_writers(h->spec))
        hunt_count_arms(h, t);
    return true;
}
