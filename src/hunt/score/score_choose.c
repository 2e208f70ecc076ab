/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/sort.h"
#include "hunt/score/score_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static bool choose_is_fine(const struct score_choice *c, size_t i, int coarse)
{
    int trait = score_candidate(c, i)->trait;

    return trait >= 0 && trait != coarse && c->bins[trait];
}

void score_stratify(struct score_choice *c, size_t except, int coarse)
{
    size_t levels = c->s.levels, traits = 0;

    for (size_t i = 0; i < c->n && coarse != SCORE_COARSE; i++)
        traits += c->in[i] && i != except && choose_is_fine(c, i, coarse);
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

static void choose_count_in(struct score_choice *c, size_t i)
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
    choose_count_in(c, i);
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
static bool choose_is_free(const struct score_choice *c, size_t i)
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
static double choose_limit_of(const struct score_choice *c, size_t i)
{
    double cut = score_candidate(c, i)->log_alone + log(n_chosen(c) + 1);

    return c->strict ? fmin(c->limit, cut) : c->limit;
}

/* The largest gain in the strata at hand, of those that pass; `only` NULL:
 * of all whose trait is that one (SCORE_FINE: whose trait is not chosen). */
static void choose_seek(struct score_choice *c, const bool *only, int trait,
                        struct best *best)
{
    for (size_t i = 0; i < c->n; i++) {
        int own = own_trait(c, i);
        double gain;

        if ((only && !only[i]) || !choose_is_free(c, i) ||
            (has_trait_in(c, own) ? own : SCORE_FINE) != trait ||
            score_test(c, i) > choose_limit_of(c, i))
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
    choose_seek(c, only, SCORE_FINE, &best);
    for (size_t t = 0; t < c->p->outcomes->n_traits; t++) {
        if (!has_trait_in(c, (int)t))
            continue;
        score_stratify(c, SCORE_NONE, (int)t);
        choose_seek(c, only, (int)t, &best);
    }
    return best.at;
}

/* ---- backward ---- */

/* Drop whatever the others leave nothing to; `newest` stays. */
static void choose_settle(struct score_choice *c, size_t newest)
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
static size_t choose_grow(struct score_choice *c, const bool *only, size_t most)
{
    size_t added = 0, i;

    while (added < most && (i = find_next(c, only)) != SCORE_NONE) {
        c->in[i] = true;
        choose_settle(c, i);
        added++;
    }
    choose_settle(c, SCORE_NONE);
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
static void choose_find_parts(struct score_choice *c, size_t whole, bool *only)
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
static bool choose_replace(struct score_choice *c, size_t whole, bool *only,
                           bool *in, unsigned *drops)
{
    double before = score_quality(c);

    memcpy(in, c->in, c->n * sizeof(*in));
    memcpy(drops, c->drops, c->n * sizeof(*drops));
    choose_find_parts(c, whole, only);
    c->in[whole] = false;
    c->drops[whole]++;
    if (choose_grow(c, only, PARTS_MOST) > 0 && score_quality(c) > before)
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
        done = c->in[i] && choose_replace(c, i, only, in, drops);
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
static void choose_prune(struct score_choice *c)
{
    size_t i;

    while ((i = find_weakest(c)) != SCORE_NONE)
        c->in[i] = false;
}

/* What was pruned may have stood for one that passes by itself. */
static void prune_all(struct score_choice *c)
{
    choose_prune(c);
    memset(c->drops, 0, c->n * sizeof(*c->drops));
    c->strict = true;
    choose_grow(c, NULL, SIZE_MAX);
    choose_prune(c);
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
        choose_grow(&c, NULL, SIZE_MAX);
    while (moves++ < MOVES_MOST && replace_one(&c));
    score_simplify(&c);
    for (size_t i = 0; i < n; i++)
        if (c.in[i])
            cut_again(&c, i);
    prune_all(&c);
    score_explain(&c);
}

/*
 * The sets that are tried: names, bounds and bands of traits, pairs of names,
 * names at some levels or with some kind of answer, in this order, because of
 * sets with the same examples the first is kept. A set of
 * one vocabulary is compared with those of that vocabulary and with bounds;
 * bounds are compared with names where there is one vocabulary alone, for
 * each vocabulary chooses among all bounds.
 */

#define CUTS_ALL   12 /* distinct values up to which all cuts are tried */
#define BANDS_WIDE 3  /* most steps from cut to cut in a band */

/* Traits that are tried together with names. */
static const char *const crossed[] = { "level", "answer" };

struct maker {
    struct arena *a, *scratch;
    const struct score_pool *p;
    struct vec rows; /* struct score_row */
    struct map seen; /* group and hash of a set -> its row */
    uint64_t *joint; /* room for a pair's cover */
    size_t pairs;    /* that were tried; others were too many: */
    size_t left;
    struct vec sides; /* struct side: bounds to be tried with names */
};

struct side {
    struct bound bound;
    const uint64_t *cover;
};

/* ---- rows ---- */

static bool choose_has_support(const struct score_pool *p,
                               const uint64_t *cover, const uint64_t *other)
{
    size_t n = score_count(cover, other, p->words);

    return n >= p->o.support && p->n - n >= p->o.support;
}

struct set_key {
    int64_t group; /* a vocabulary's number, or -1 */
    struct hash128 hash;
};

/* The row that has these examples, in the group. */
static size_t *choose_set_place(struct maker *m, int group,
                                const uint64_t *bits, bool *added)
{
    struct set_key key;

    memset(&key, 0, sizeof(key));
    key.group = group;
    key.hash = hash_bytes(bits, m->p->words * sizeof(*bits));
    if (added)
        return map_put(&m->seen, &key, sizeof(key), added);
    return map_get(&m->seen, &key, sizeof(key));
}

/* Adds the examples of `cover` that are in `other` too (NULL: all) as a new row,
 * which is returned, or as one more suspicion of an old one: NULL. */
static struct score_row *choose_add_row(struct maker *m,
                                        const struct suspicion *c,
                                        int vocabulary, const uint64_t *cover,
                                        const uint64_t *other)
{
    size_t n = score_count(cover, other, m->p->words), *place;
    const uint64_t *bits = other ? m->joint : cover;
    struct score_row *row;
    bool added = false;

    for (size_t w = 0; other && w < m->p->words; w++)
        m->joint[w] = cover[w] & other[w];
    place = choose_set_place(m, vocabulary, bits, NULL);
    if (!place)
        place = choose_set_place(m, -1, bits, NULL);
    if (!place)
        place = choose_set_place(m, vocabulary, bits, &added);
    if (!added) {
        row = vec_get(&m->rows, struct score_row, *place);
        *(const char **)vec_push(&row->same) = suspicion_short(m->a, c);
        return NULL;
    }
    *place = m->rows.n;
    row = vec_push(&m->rows);
    row->h = arena_new(m->a, struct hypothesis);
    *row->h = hypothesis_new(m->a, c, "exact");
    row->h->n = n;
    row->vocabulary = vocabulary;
    row->trait = -1;
    row->cover = cover;
    row->other = other;
    row->same = vec_in(m->scratch, sizeof(const char *));
    return row;
}

/* ---- names and pairs ---- */

static uint64_t *empty_cover(struct maker *m)
{
    return arena_array(m->scratch, uint64_t, m->p->words + 1);
}

static void choose_put(uint64_t *cover, size_t i)
{
    cover[i / 64] |= (uint64_t)1 << (i % 64);
}

/* The covers of a vocabulary's names; NULL of one that too few carry. */
static uint64_t **name_covers(struct maker *m, const struct vocabulary *v)
{
    uint64_t **covers = arena_array(m->scratch, uint64_t *, v->n + 1);
    size_t *count = arena_array(m->scratch, size_t, v->n + 1);

    for (size_t i = 0; i < m->p->n; i++)
        for (const uint32_t *k = v->of[m->p->at[i]]; *k != UINT32_MAX; k++)
            count[*k]++;
    for (size_t k = 0; k < v->n; k++)
        if (count[k] >= m->p->o.support)
            covers[k] = empty_cover(m);
    for (size_t i = 0; i < m->p->n; i++)
        for (const uint32_t *k = v->of[m->p->at[i]]; *k != UINT32_MAX; k++)
            if (covers[*k])
                choose_put(covers[*k], i);
    return covers;
}

static struct suspicion suspicion_of(struct maker *m,
                                     const struct vocabulary *v, size_t x,
                                     size_t y)
{
    const char **names = arena_array(m->a, const char *, 2);

    names[0] = v->names[x];
    names[1] = v->names[y];
    return (struct suspicion){ .vocabulary = v->name,
                               .concepts = names,
                               .n_concepts = x == y ? 1 : 2 };
}

static void choose_add_names(struct maker *m, int vocabulary, uint64_t **covers)
{
    const struct vocabulary *v = &m->p->outcomes->vocabularies[vocabulary];

    for (size_t k = 0; k < v->n; k++) {
        struct suspicion c;

        if (!covers[k] || !choose_has_support(m->p, covers[k], NULL))
            continue;
        c = suspicion_of(m, v, k, k);
        choose_add_row(m, &c, vocabulary, covers[k], NULL);
    }
}

/* Of pairs with the same examples that of the rarest names: it suspicions no
 * more than was seen, and fresh problems of it are like those. The last of
 * `same` is the new one's. */
static void prefer_rare(struct maker *m, const struct suspicion *c,
                        int vocabulary, const uint64_t *x, const uint64_t *y)
{
    size_t *place = choose_set_place(m, vocabulary, m->joint, NULL);
    struct score_row *row;
    size_t words = m->p->words, n;

    if (!place)
        return;
    row = vec_get(&m->rows, struct score_row, *place);
    if (!row->other ||
        score_count(row->cover, NULL, words) +
                score_count(row->other, NULL, words) <=
            score_count(x, NULL, words) + score_count(y, NULL, words))
        return;
    n = row->h->n;
    *vec_get(&row->same, const char *, row->same.n - 1) =
        suspicion_short(m->a, &row->h->suspicion);
    *row->h = hypothesis_new(m->a, c, "exact");
    row->h->n = n;
    row->cover = x;
    row->other = y;
}

static void choose_add_pair(struct maker *m, int vocabulary, uint64_t **covers,
                            size_t x, size_t y)
{
    struct suspicion c;

    if (!choose_has_support(m->p, covers[x], covers[y]))
        return;
    c = suspicion_of(m, &m->p->outcomes->vocabularies[vocabulary], x, y);
    if (!choose_add_row(m, &c, vocabulary, covers[x], covers[y]))
        prefer_rare(m, &c, vocabulary, covers[x], covers[y]);
}

/* The names after x that enough examples have beside it, rising; `count` has
 * room for all names, is zero before and after. Names that no example has
 * together cost nothing: files have many thousands. */
static size_t partners(struct maker *m, const struct vocabulary *v,
                       uint64_t **covers, size_t x, uint32_t *count,
                       uint32_t *out)
{
    size_t n = 0, kept = 0;

    for (size_t i = 0; i < m->p->n; i++) {
        const uint32_t *k = v->of[m->p->at[i]];

        if (!covers[x][i / 64]) {
            i |= 63;
            continue;
        }
        if (!(covers[x][i / 64] >> (i % 64) & 1))
            continue;
        for (; *k != UINT32_MAX; k++)
            if (*k > x && covers[*k] && count[*k]++ == 0)
                out[n++] = *k;
    }
    sort_numbers(out, n);
    for (size_t i = 0; i < n; i++) {
        if (count[out[i]] >= m->p->o.support)
            out[kept++] = out[i];
        count[out[i]] = 0;
    }
    return kept;
}

/* All pairs that enough examples have, or how many there are. */
static size_t each_pair(struct maker *m, int vocabulary, uint64_t **covers,
                        bool add)
{
    const struct vocabulary *v = &m->p->outcomes->vocabularies[vocabulary];
    uint32_t *count = alloc_new(2 * v->n + 1, sizeof(*count));
    uint32_t *found = count + v->n;
    size_t all = 0;

    for (size_t x = 0; x < v->n; x++) {
        size_t n = covers[x] ? partners(m, v, covers, x, count, found) : 0;

        all += n;
        for (size_t i = 0; i < n && add; i++)
            choose_add_pair(m, vocabulary, covers, x, found[i]);
    }
    free(count);
    return all;
}

/* All or none, whatever the outcomes: q is over what is tried. */
static void choose_add_pairs(struct maker *m, int vocabulary, uint64_t **covers)
{
    size_t n = each_pair(m, vocabulary, covers, false);

    if (n > SCORE_PAIRS - m->pairs) {
        m->left += n;
        return;
    }
    m->pairs += n;
    each_pair(m, vocabulary, covers, true);
}

/* ---- bounds ---- */

static bool is_crossed(const char *trait)
{
    for (size_t i = 0; i < sizeof(crossed) / sizeof(crossed[0]); i++)
        if (strcmp(trait, crossed[i]) == 0)
            return true;
    return false;
}

static void choose_add_bound(struct maker *m, size_t trait,
                             const struct bound *b)
{
    const struct outcomes *s = m->p->outcomes;
    const struct trait *t = &s->traits[trait];
    struct suspicion c = { .bound = *b };
    uint64_t *cover = empty_cover(m);
    struct score_row *row;
    size_t *name = NULL;

    for (size_t i = 0; i < m->p->n; i++)
        if (trait_has(t, b, m->p->at[i]))
            choose_put(cover, i);
    if (!choose_has_support(m->p, cover, NULL))
        return;
    if (is_crossed(t->name) && b->kind != BOUND_WITHIN)
        *(struct side *)vec_push(&m->sides) = (struct side){ *b, cover };
    if (s->n_vocabularies == 1)
        name = choose_set_place(m, 0, cover, NULL);
    if (name) {
        row = vec_get(&m->rows, struct score_row, *name);
        *(const char **)vec_push(&row->same) = suspicion_short(m->a, &c);
        return;
    }
    row = choose_add_row(m, &c, -1, cover, NULL);
    if (row)
        row->trait = (int)trait;
}

/* The change of value that is next to place k of the sorted values: how many
 * lie before it; 0: there is none. */
static size_t nearest_change(const double *x, size_t n, size_t k)
{
    size_t before = k, after = k;

    while (before > 0 && x[before - 1] == x[k])
        before--;
    while (after < n && x[after] == x[k])
        after++;
    if (before == 0)
        return after < n ? after : 0;
    return after < n && after - k < k - before ? after : before;
}

/* Cut points as numbers of values before them, rising. */
static size_t cuts_of(const double *x, size_t n, size_t *cuts)
{
    static const unsigned percents[] = { 5,  10, 20, 30, 40, 50,
                                         60, 70, 80, 90, 95 };
    size_t m = 0;

    for (size_t i = 1; i < n && m < CUTS_ALL; i++)
        if (x[i] != x[i - 1])
            cuts[m++] = i;
    if (m < CUTS_ALL)
        return m;
    m = 0;
    for (size_t i = 0; i < sizeof(percents) / sizeof(percents[0]); i++) {
        size_t cut = nearest_change(x, n, n * percents[i] / 100);

        if (cut > 0 && (m == 0 || cuts[m - 1] < cut))
            cuts[m++] = cut;
    }
    return m;
}

/* Between two values that follow each other. */
static double cut_at(const double *x, size_t cut)
{
    return x[cut - 1] / 2 + x[cut] / 2;
}

/* A band from each cut to one of the next few: what lies in it is no more than
 * a few tenths, and it has values on both sides, or it would be a bound. */
static void add_bands(struct maker *m, size_t trait, const double *x,
                      const size_t *cuts, size_t n)
{
    const char *name = m->p->outcomes->traits[trait].name;

    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n && k <= i + BANDS_WIDE; k++) {
            struct bound b = { BOUND_WITHIN, name, cut_at(x, cuts[i]), NULL,
                               cut_at(x, cuts[k]) };

            if (isfinite(b.value) && isfinite(b.upper))
                choose_add_bound(m, trait, &b);
        }
}

static void add_cuts(struct maker *m, size_t trait)
{
    const struct trait *t = &m->p->outcomes->traits[trait];
    double *x = alloc_new(m->p->n + 1, sizeof(*x));
    size_t n = 0, cuts[CUTS_ALL + 1], n_cuts;

    for (size_t i = 0; i < m->p->n; i++)
        if (!isnan(t->value[m->p->at[i]]))
            x[n++] = t->value[m->p->at[i]];
    sort_doubles(x, n);
    n_cuts = cuts_of(x, n, cuts);
    for (size_t i = 0; i < n_cuts; i++) {
        struct bound b = { BOUND_ABOVE, t->name, cut_at(x, cuts[i]), NULL, 0 };

        if (!isfinite(b.value))
            continue;
        choose_add_bound(m, trait, &b);
        b.kind = BOUND_BELOW;
        choose_add_bound(m, trait, &b);
    }
    add_bands(m, trait, x, cuts, n_cuts);
    free(x);
}

static void choose_add_words(struct maker *m, size_t trait)
{
    const struct trait *t = &m->p->outcomes->traits[trait];
    struct map seen = { 0 };

    for (size_t i = 0; i < m->p->n; i++) {
        const char *word = t->words[m->p->at[i]];

        if (word)
            map_put(&seen, word, strlen(word), NULL);
    }
    for (size_t k = 0; k < seen.n; k++)
        choose_add_bound(
            m, trait,
            &(struct bound){ BOUND_IS, t->name, 0,
                             arena_strdup(m->a, seen.entries[k].key), 0 });
    map_clear(&seen);
}

/* ---- names with bounds ---- */

/* A name at some levels, or with one kind of answer. */
static void choose_add_side(struct maker *m, int vocabulary, size_t name,
                            const uint64_t *cover, const struct side *side)
{
    struct suspicion c;

    if (!choose_has_support(m->p, cover, side->cover))
        return;
    c = suspicion_of(m, &m->p->outcomes->vocabularies[vocabulary], name, name);
    c.bound = side->bound;
    choose_add_row(m, &c, vocabulary, cover, side->cover);
}

/* All or none, as pairs. */
static void choose_add_sides(struct maker *m, int vocabulary, uint64_t **covers)
{
    size_t names = m->p->outcomes->vocabularies[vocabulary].n, n = 0;

    for (size_t k = 0; k < names; k++)
        n += covers[k] ? m->sides.n : 0;
    if (n > SCORE_PAIRS) {
        m->left += n;
        return;
    }
    for (size_t k = 0; k < names; k++)
        for (size_t i = 0; i < m->sides.n && covers[k]; i++)
            choose_add_side(m, vocabulary, k, covers[k],
                            vec_get(&m->sides, struct side, i));
}

struct vec score_enumerate(struct arena *a, struct arena *scratch,
                           const struct score_pool *p, size_t *left)
{
    struct maker m = { .a = a,
                       .scratch = scratch,
                       .p = p,
                       .rows = vec_in(NULL, sizeof(struct score_row)) };
    size_t n = p->outcomes->n_vocabularies;
    uint64_t ***covers = arena_array(scratch, uint64_t **, n + 1);

    m.joint = empty_cover(&m);
    m.sides = vec_in(scratch, sizeof(struct side));
    for (size_t v = 0; v < n; v++) {
        covers[v] = name_covers(&m, &p->outcomes->vocabularies[v]);
        choose_add_names(&m, (int)v, covers[v]);
    }
    for (size_t t = 0; t < p->outcomes->n_traits && p->o.traits; t++) {
        if (p->outcomes->traits[t].value)
            add_cuts(&m, t);
        else if (p->outcomes->traits[t].words)
            choose_add_words(&m, t);
    }
    for (size_t v = 0; v < n && p->o.pairs; v++)
        choose_add_pairs(&m, (int)v, covers[v]);
    for (size_t v = 0; v < n && p->o.traits; v++)
        choose_add_sides(&m, (int)v, covers[v]);
    map_clear(&m.seen);
    *left = m.left;
    return m.rows;
}
