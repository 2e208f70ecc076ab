/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Choosing what is reported: forward by gain in likelihood, backward where
 * later ones leave nothing to an earlier one. Each test is within the strata
 * of the other chosen ones, at level / candidates (Bonferroni).
 *
 * Steps alone can end at a set that contains two causes: neither shows much
 * within it, since the rest of the set fails by the other. So for each chosen
 * set the smaller sets inside it are tried in its place; they replace it if
 * they are likelier by more than the price of their number.
 */
#include "base/alloc.h"
#include "hunt/score/score_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CELL        8.0 /* units of a cell of several traits, on average */
#define BINS_LEAST  4
#define COME_BACKS  1    /* of one that was dropped */
#define MOVES_MOST  16   /* sets replaced */
#define PARTS_MOST  4    /* smaller ones for one */
#define PART_WITHIN 0.75 /* share of a part that lies in the set */

struct score_row *score_candidate(const struct score_choice *c, size_t i)
{
    return &c->all[c->at[i]];
}

/* ---- strata ---- */

/* Bins of several traits at once make cells of single units, in which nothing
 * can be told any more: the more traits, the wider the bins. */
static uint32_t bins_each(const struct score_choice *c, size_t traits)
{
    double each = pow((double)c->p->units / CELL, 1 / (double)traits);

    return each < BINS_LEAST ? BINS_LEAST : (uint32_t)fmin(each, SCORE_BINS);
}

static void refine_bins(struct score_choice *c, int trait, size_t traits)
{
    const uint32_t *bins = c->bins[trait];
    uint32_t most = bins_each(c, traits), n = (uint32_t)c->n_bins[trait];

    for (size_t u = 0; u < c->p->units; u++)
        c->part[u] = bins[u] >= n || n <= most ? bins[u] : bins[u] * most / n;
    c->s.n = score_refine(c->p, c->of, c->s.n, c->part, SCORE_BINS + 1);
    memset(c->part, 0, c->p->units * sizeof(*c->part));
}

static void refine_by(struct score_choice *c, const struct score_row *r,
                      size_t traits)
{
    for (size_t k = 0; k < r->n_members; k++)
        c->part[r->members[k]] = 1;
    c->s.n = score_refine(c->p, c->of, c->s.n, c->part, 2);
    for (size_t k = 0; k < r->n_members; k++)
        c->part[r->members[k]] = 0;
    if (traits > 0 && r->trait >= 0 && c->bins[r->trait])
        refine_bins(c, r->trait, traits);
}

static bool is_fine(const struct score_choice *c, size_t i, int coarse)
{
    int trait = score_candidate(c, i)->trait;

    return trait >= 0 && trait != coarse && c->bins[trait];
}

void score_stratify(struct score_choice *c, size_t except, int coarse)
{
    size_t levels = c->s.levels, traits = 0;

    for (size_t i = 0; i < c->n && coarse != SCORE_COARSE; i++)
        traits += c->in[i] && i != except && is_fine(c, i, coarse);
    memset(c->of, 0, c->p->units * sizeof(*c->of));
    c->s.n = 1;
    for (size_t i = 0; i < c->n; i++) {
        const struct score_row *r = score_candidate(c, i);

        if (c->in[i] && i != except)
            refine_by(c, r, r->trait != coarse ? traits : 0);
    }
    memset(c->s.all, 0, c->s.n * levels * sizeof(*c->s.all));
    for (size_t u = 0; u < c->p->units; u++)
        c->s.all[c->of[u] * levels + c->p->level[u]]++;
}

static void count_in(struct score_choice *c, size_t i)
{
    const struct score_row *r = score_candidate(c, i);
    size_t levels = c->s.levels;

    memset(c->s.inside, 0, c->s.n * levels * sizeof(*c->s.inside));
    for (size_t k = 0; k < r->n_members; k++) {
        uint32_t u = r->members[k];

        c->s.inside[c->of[u] * levels + c->p->level[u]]++;
    }
}

double score_test(struct score_choice *c, size_t i)
{
    count_in(c, i);
    return score_chance(c->p, &c->s);
}

/* The trait of a candidate's bound, which its own test leaves coarse. */
static int own_trait(const struct score_choice *c, size_t i)
{
    int trait = score_candidate(c, i)->trait;

    return trait < 0 ? SCORE_FINE : trait;
}

/* ---- forward ---- */

bool score_same_way(const struct score_row *x, const struct score_row *y)
{
    enum bound_kind kind = x->h->suspicion.bound.kind;
    enum bound_kind other = y->h->suspicion.bound.kind;

    return x->trait >= 0 && x->trait == y->trait && kind != BOUND_IS &&
           other != BOUND_IS &&
           (kind == other || kind == BOUND_WITHIN || other == BOUND_WITHIN);
}

/* Of one trait one bound each way, or a band. */
static bool is_free(const struct score_choice *c, size_t i)
{
    if (c->in[i] || c->drops[i] > COME_BACKS)
        return false;
    for (size_t k = 0; k < c->n; k++)
        if (c->in[k] &&
            score_same_way(score_candidate(c, i), score_candidate(c, k)))
            return false;
    return true;
}

static bool has_trait_in(const struct score_choice *c, int trait)
{
    for (size_t k = 0; trait >= 0 && k < c->n; k++)
        if (c->in[k] && score_candidate(c, k)->trait == trait)
            return true;
    return false;
}

struct best {
    size_t at;
    double gain;
};

static double n_chosen(const struct score_choice *c)
{
    double n = 0;

    for (size_t i = 0; i < c->n; i++)
        n += c->in[i];
    return n;
}

/* The largest log p with which a candidate joins the chosen ones. */
static double limit_of(const struct score_choice *c, size_t i)
{
    double cut = score_candidate(c, i)->log_alone + log(n_chosen(c) + 1);

    return c->strict ? fmin(c->limit, cut) : c->limit;
}

/* The largest gain in the strata at hand, of those that pass; `only` NULL:
 * of all whose trait is that one (SCORE_FINE: whose trait is not chosen). */
static void seek(struct score_choice *c, const bool *only, int trait,
                 struct best *best)
{
    for (size_t i = 0; i < c->n; i++) {
        int own = own_trait(c, i);
        double gain;

        if ((only && !only[i]) || !is_free(c, i) ||
            (has_trait_in(c, own) ? own : SCORE_FINE) != trait ||
            score_test(c, i) > limit_of(c, i))
            continue;
        gain = strata_gain(&c->s);
        if (gain > best->gain)
            *best = (struct best){ i, gain };
    }
}

static size_t find_next(struct score_choice *c, const bool *only)
{
    struct best best = { SCORE_NONE, 0 };

    score_stratify(c, SCORE_NONE, SCORE_FINE);
    seek(c, only, SCORE_FINE, &best);
    for (size_t t = 0; t < c->p->outcomes->n_traits; t++) {
        if (!has_trait_in(c, (int)t))
            continue;
        score_stratify(c, SCORE_NONE, (int)t);
        seek(c, only, (int)t, &best);
    }
    return best.at;
}

/* ---- backward ---- */

/* Drop whatever the others leave nothing to; `newest` stays. */
static void settle(struct score_choice *c, size_t newest)
{
    for (size_t i = 0; i < c->n; i++) {
        if (!c->in[i] || i == newest)
            continue;
        score_stratify(c, i, own_trait(c, i));
        if (score_test(c, i) <= c->limit)
            continue;
        c->in[i] = false;
        c->drops[i]++;
        i = SIZE_MAX; /* from the first again: ++ makes it 0 */
    }
}

/* Add what passes, at most so many; returns how many were added. */
static size_t grow(struct score_choice *c, const bool *only, size_t most)
{
    size_t added = 0, i;

    while (added < most && (i = find_next(c, only)) != SCORE_NONE) {
        c->in[i] = true;
        settle(c, i);
        added++;
    }
    settle(c, SCORE_NONE);
    return added;
}

/* ---- replacing ---- */

static double entropy_part(double x, double n)
{
    return x > 0 ? x * log(x / n) : 0;
}

double score_quality(struct score_choice *c)
{
    double sum = 0, chosen, spare;

    score_stratify(c, SCORE_NONE, SCORE_COARSE);
    for (size_t h = 0; h < c->s.n; h++) {
        double n = 0, failed = 0;

        for (size_t l = 0; l < c->s.levels; l++) {
            n += c->s.all[h * c->s.levels + l];
            failed += c->s.all[h * c->s.levels + l] * c->s.values[l];
        }
        sum += entropy_part(failed, n) + entropy_part(n - failed, n);
    }
    chosen = n_chosen(c);
    spare = (double)c->s.n - 1 - chosen;
    return sum + chosen * c->limit - (spare > 0 ? spare / 2 : 0);
}

/* Those that lie in a candidate, but for itself. */
static void find_parts(struct score_choice *c, size_t whole, bool *only)
{
    const struct score_row *r = score_candidate(c, whole);

    for (size_t k = 0; k < r->n_members; k++)
        c->part[r->members[k]] = 1;
    for (size_t i = 0; i < c->n; i++) {
        const struct score_row *x = score_candidate(c, i);
        size_t within = 0;

        for (size_t k = 0; k < x->n_members; k++)
            within += c->part[x->members[k]];
        only[i] = i != whole && x->n_members < r->n_members &&
                  (double)within >= PART_WITHIN * (double)x->n_members;
    }
    for (size_t k = 0; k < r->n_members; k++)
        c->part[r->members[k]] = 0;
}

/* Put parts in the place of a chosen one, if that is likelier. */
static bool replace(struct score_choice *c, size_t whole, bool *only, bool *in,
                    unsigned *drops)
{
    double before = score_quality(c);

    memcpy(in, c->in, c->n * sizeof(*in));
    memcpy(drops, c->drops, c->n * sizeof(*drops));
    find_parts(c, whole, only);
    c->in[whole] = false;
    c->drops[whole]++;
    if (grow(c, only, PARTS_MOST) > 0 && score_quality(c) > before)
        return true;
    memcpy(c->in, in, c->n * sizeof(*in));
    memcpy(c->drops, drops, c->n * sizeof(*drops));
    return false;
}

static bool replace_one(struct score_choice *c)
{
    bool *only = alloc_new(c->n, sizeof(*only));
    bool *in = alloc_new(c->n, sizeof(*in)), done = false;
    unsigned *drops = alloc_new(c->n, sizeof(*drops));

    for (size_t i = 0; i < c->n && !done; i++)
        done = c->in[i] && replace(c, i, only, in, drops);
    free(only);
    free(in);
    free(drops);
    return done;
}

static bool is_same_kind(const struct score_row *x, const struct score_row *y)
{
    return score_same_way(x, y) &&
           x->h->suspicion.bound.kind == y->h->suspicion.bound.kind;
}

/* The best cut of a chosen bound, now that the others are known. */
static void cut_again(struct score_choice *c, size_t i)
{
    struct best best = { i, 0 };

    score_stratify(c, i, own_trait(c, i));
    for (size_t k = 0; k < c->n; k++) {
        if (!is_same_kind(score_candidate(c, i), score_candidate(c, k)) ||
            score_test(c, k) > c->limit)
            continue;
        if (strata_gain(&c->s) > best.gain)
            best = (struct best){ k, strata_gain(&c->s) };
    }
    c->in[i] = false;
    c->in[best.at] = true;
}

/* ---- pruning ---- */

/* The chosen one whose p, given the others, is furthest above what is allowed;
 * SCORE_NONE: all are below. */
static size_t find_weakest(struct score_choice *c)
{
    size_t weakest = SCORE_NONE;
    double most = 0, several = log(n_chosen(c));

    for (size_t i = 0; i < c->n; i++) {
        double over;

        if (!c->in[i])
            continue;
        score_stratify(c, i, own_trait(c, i));
        over = score_test(c, i) - score_candidate(c, i)->log_alone - several;
        if (over > most) {
            most = over;
            weakest = i;
        }
    }
    return weakest;
}

/* One weakness shows in many candidates, each of which makes the level of q
 * milder for all. What is left of them must be false as seldom: Benjamini and
 * Hochberg's rule again, with as many finds as there are. */
static void prune(struct score_choice *c)
{
    size_t i;

    while ((i = find_weakest(c)) != SCORE_NONE)
        c->in[i] = false;
}

/* What was pruned may have stood for one that passes by itself. */
static void prune_all(struct score_choice *c)
{
    prune(c);
    memset(c->drops, 0, c->n * sizeof(*c->drops));
    c->strict = true;
    grow(c, NULL, SIZE_MAX);
    prune(c);
    for (size_t i = 0; i < c->n; i++)
        if (c->in[i])
            score_candidate(c, i)->log_cut =
                score_candidate(c, i)->log_alone + log(n_chosen(c));
}

/* ---- the whole ---- */

static void open_members(struct score_choice *c)
{
    for (size_t i = 0; i < c->n; i++) {
        struct score_row *r = score_candidate(c, i);
        size_t most = r->h->n < c->p->units ? r->h->n : c->p->units;
        uint32_t *members = arena_array(c->a, uint32_t, most + 1);

        r->n_members = score_members(c->p, r, c->part, members);
        r->members = members;
        if (r->trait >= 0 && !c->bins[r->trait])
            c->bins[r->trait] =
                score_bins(c->a, c->p, (size_t)r->trait, &c->n_bins[r->trait]);
    }
}

void score_choose(struct arena *scratch, const struct score_pool *p,
                  struct score_row *all, const size_t *candidates, size_t n)
{
    size_t traits = p->outcomes->n_traits, moves = 0;
    struct score_choice c = { .a = scratch,
                              .p = p,
                              .all = all,
                              .at = candidates,
                              .n = n,
                              .limit = log(p->o.level / (double)(n ? n : 1)) };

    if (n == 0)
        return;
    c.in = arena_array(scratch, bool, n);
    c.drops = arena_array(scratch, unsigned, n);
    c.s = score_strata(scratch, p, p->units);
    c.of = arena_array(scratch, uint32_t, p->units);
    c.part = arena_array(scratch, uint32_t, p->units);
    c.bins = arena_array(scratch, const uint32_t *, traits + 1);
    c.n_bins = arena_array(scratch, size_t, traits + 1);
    open_members(&c);
    do
        grow(&c, NULL, SIZE_MAX);
    while (moves++ < MOVES_MOST && replace_one(&c));
    score_simplify(&c);
    for (size_t i = 0; i < n; i++)
        if (c.in[i])
            cut_again(&c, i);
    prune_all(&c);
    score_explain(&c);
}
