/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Draw k is of family k mod n, at index k / n: a pure function of seed,
 * suspicion and k, however many are asked for at once. Draws that give no
 * problem are passed over.
 */
#include "hunt/target/supply.h"
#include "base/str.h"
#include "base/vec.h"
#include "family/generate.h"
#include "hunt/target/target_int.h"
#include "problem/canonical.h"

#include <stdlib.h>

#define TRIES      24 /* levels and knobs for one draw */
#define FREE_TRIES 12 /* of which so many do not lean to the bound */
/* Draws in a row, and one for each family, without a problem: it is over. */
#define MISSES 100

static bool is_seen(const struct map *seen, const struct problem *p)
{
    struct str form = { 0 };
    bool is;

    if (!seen)
        return false;
    canonical_statement(&form, p->statement);
    is = map_get(seen, str_get(&form), form.n) != NULL;
    str_clear(&form);
    return is;
}

static void add_seen(struct map *seen, const struct problem *p)
{
    struct str form = { 0 };

    if (!seen)
        return;
    canonical_statement(&form, p->statement);
    map_put(seen, str_get(&form), form.n, NULL);
    str_clear(&form);
}

/* Draws a problem of this family for the suspicion. Returns false if some tries
 * at this index find none. */
static bool supply_try(struct arena *a, const struct supply *m,
                       const struct family *f, const char *seed, uint64_t index,
                       struct rng *r, const struct map *given,
                       const struct map *seen, struct problem *out)
{
    const struct bound *b = &m->suspicion->bound;
    struct arena scratch = { 0 };
    struct arena *first = b->kind == BOUND_NONE ? a : &scratch;
    bool made = false;

    for (int t = 0; t < TRIES && !made; t++) {
        int level = (int)rng_range(r, 1, target_levels(m->range, f));
        struct knobs k = target_knobs(r);
        struct coordinates c = { .family = f, .seed = seed, .index = index };
        struct problem p;

        if (b->kind != BOUND_NONE && t >= FREE_TRIES)
            target_lean(b, b->kind != BOUND_BELOW, f, r, &level, &k);
        target_within(m->range, f, &level, &k);
        c.level = level;
        c.knobs = target_knobs_json(&scratch, &k);
        made =
            leads_at(m->leads, f, level, k.digits) &&
            target_problem(first, &c, &p) &&
            suspicion_holds_problem(&scratch, m->suspicion, m->taxonomy, &p) &&
            target_is_new(given, &p) && !is_seen(seen, &p) &&
            (first == a || target_problem(a, &c, &p));
        if (made)
            *out = p;
        arena_reset(&scratch);
    }
    arena_clear(&scratch);
    return made;
}

/*
 * The families that serve a suspicion: those that carry all its concepts, then
 * pairs, and of three concepts or more chains, that carry them together. What
 * a family is named for, its first concept, counts before what it carries
 * along; among equals the seed decides. Each is tried before it is taken.
 */

#define PARTS        3
#define SERVES_TRIES 3    /* indexes at which a family must show a problem, */
#define SERVES_BOUND 24   /* and where it must lie beyond a bound as well */
#define ATTEMPTS     240  /* combinations that are tried */
#define CHAIN_DRAWS  3000 /* chains are too many to list: they are drawn */
#define PATIENT      8  /* combinations for which rare answers are looked for */
#define BOUND_PAIRS  20 /* with all families, of a bound alone */

struct candidate {
    uint16_t parts[PARTS], n;
    int own; /* concepts that are some part's first */
    uint64_t order;
};

struct choice {
    struct supply *supply;
    struct rng rng;
    const struct family *families[TARGET_FAMILIES];
    uint64_t any[TARGET_FAMILIES], own[TARGET_FAMILIES];
    size_t n;
    uint64_t full;
    struct vec alone, joined; /* of struct candidate */
};

static int ones(uint64_t x)
{
    int n = 0;

    for (; x; x &= x - 1)
        n++;
    return n;
}

static int by_merit(const void *x, const void *y)
{
    const struct candidate *a = x, *b = y;

    if (a->own != b->own)
        return a->own > b->own ? -1 : 1;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    for (size_t i = 0; i < PARTS; i++)
        if (a->parts[i] != b->parts[i])
            return a->parts[i] < b->parts[i] ? -1 : 1;
    return 0;
}

static void add(struct choice *c, struct vec *to, const size_t *parts, size_t n)
{
    struct candidate *x = vec_push(to);
    uint64_t own = 0;

    for (size_t i = 0; i < n; i++) {
        x->parts[i] = (uint16_t)parts[i];
        own |= c->own[parts[i]];
    }
    x->n = (uint16_t)n;
    x->own = ones(own);
    x->order = rng_u64(&c->rng);
}

static void list_pairs(struct choice *c)
{
    for (size_t i = 0; i < c->n; i++)
        for (size_t j = 0; j < c->n; j++)
            if (i != j && c->any[i] && c->any[j] &&
                (c->any[i] | c->any[j]) == c->full)
                add(c, &c->joined, (size_t[]){ i, j }, 2);
}

static bool is_listed(const struct vec *v, const size_t *parts)
{
    for (size_t i = 0; i < v->n; i++) {
        const struct candidate *x = vec_get(v, struct candidate, i);

        if (x->n == PARTS && x->parts[0] == parts[0] &&
            x->parts[1] == parts[1] && x->parts[2] == parts[2])
            return true;
    }
    return false;
}

/* A chain is wanted only where no two of its parts would do. */
static bool needs_all(const struct choice *c, const size_t *x)
{
    uint64_t p = c->any[x[0]], q = c->any[x[1]], r = c->any[x[2]];

    return (p | q | r) == c->full && (p | q) != c->full && (q | r) != c->full &&
           (p | r) != c->full;
}

static void draw_chains(struct choice *c, struct arena *scratch)
{
    size_t *serving = arena_array(scratch, size_t, c->n + 1), n = 0, found = 0;

    for (size_t i = 0; i < c->n; i++)
        if (c->any[i])
            serving[n++] = i;
    for (int t = 0; n > 0 && t < CHAIN_DRAWS && found < ATTEMPTS; t++) {
        size_t x[PARTS];

        for (size_t i = 0; i < PARTS; i++)
            x[i] = serving[rng_below(&c->rng, n)];
        if (!needs_all(c, x) || is_listed(&c->joined, x))
            continue;
        add(c, &c->joined, x, PARTS);
        found++;
    }
}

/* Does the family show a problem of the suspicion? */
static bool serves(const struct choice *c, const struct family *f,
                   uint64_t tries)
{
    const struct supply *m = c->supply;
    struct arena scratch = { 0 };
    const char *seed = arena_printf(&scratch, "%s-try", m->seed);
    bool does = false;

    for (uint64_t i = 0; i < tries && !does; i++) {
        struct rng r = target_stream("try", m->seed, f->name, i);
        struct problem p;

        does = supply_try(&scratch, m, f, seed, i, &r, m->given, NULL, &p);
    }
    arena_clear(&scratch);
    return does;
}

/* Take candidates from `from` on until so many families serve; returns where
 * it stopped. */
static size_t take(struct choice *c, const struct vec *v, size_t from,
                   size_t most)
{
    struct supply *m = c->supply;
    uint64_t tries =
        m->suspicion->bound.kind == BOUND_NONE ? SERVES_TRIES : SERVES_BOUND;
    size_t i = from;

    for (; i < v->n && i < ATTEMPTS && m->n_families < most; i++) {
        const struct candidate *x = vec_get(v, struct candidate, i);
        const struct family *parts[PARTS], *f;

        for (size_t k = 0; k < x->n; k++)
            parts[k] = c->families[x->parts[k]];
        f = x->n == 1 ? parts[0]
                      : target_compose(m->arena, m->leads, parts, x->n);
        if (f && serves(c, f, tries))
            m->families[m->n_families++] = f;
    }
    return i;
}

static void sort(struct vec *v)
{
    if (v->n)
        qsort(v->items, v->n, v->size, by_merit);
}

/* Half of the places are for families that have all concepts, where there are
 * combinations too. */
static void choose_by_concepts(struct choice *c, struct arena *scratch)
{
    const struct suspicion *suspicion = c->supply->suspicion;
    const struct draw_range *range = c->supply->range;
    size_t next;
    bool join;

    for (size_t i = 0; i < c->n; i++)
        if (c->any[i] == c->full)
            add(c, &c->alone, &i, 1);
    join = !(range && range->singles && c->alone.n);
    if (join && suspicion->n_concepts > 1)
        list_pairs(c);
    if (join && suspicion->n_concepts > 2)
        draw_chains(c, scratch);
    sort(&c->alone);
    sort(&c->joined);
    next = take(c, &c->alone, 0, SUPPLY_FAMILIES / 2);
    take(c, &c->joined, 0, SUPPLY_FAMILIES);
    take(c, &c->alone, next, SUPPLY_FAMILIES);
    if (c->supply->n_families == 0 && c->joined.n) {
        *c->supply->leads = (struct leads){ .tries = LEADS_PATIENT };
        c->joined.n = c->joined.n < PATIENT ? c->joined.n : PATIENT;
        take(c, &c->joined, 0, SUPPLY_FAMILIES);
    }
}

static bool choose_by_bound(struct choice *c, struct err *e)
{
    struct supply *m = c->supply;
    const struct family *pairs[BOUND_PAIRS];
    size_t n_pairs = m->range && m->range->singles ? 0 : BOUND_PAIRS;

    if (!target_pairs(m->arena, m->leads, m->seed, n_pairs, pairs, e))
        return false;
    for (size_t i = 0; i < c->n; i++)
        if (serves(c, c->families[i], 1))
            m->families[m->n_families++] = c->families[i];
    for (size_t i = 0; i < n_pairs; i++)
        if (serves(c, pairs[i], 1))
            m->families[m->n_families++] = pairs[i];
    rng_shuffle(&c->rng, m->families, m->n_families, sizeof(m->families[0]));
    return true;
}

static bool none_serves(const struct choice *c, struct err *e)
{
    const struct suspicion *suspicion = c->supply->suspicion;
    uint64_t all = 0;

    for (size_t i = 0; i < c->n; i++)
        all |= c->any[i];
    for (size_t i = 0; i < suspicion->n_concepts; i++)
        if (!(all >> i & 1))
            return err_set(e, ERR_DOMAIN,
                           "no family has the concept \"%.120s\"",
                           suspicion->concepts[i]);
    if (suspicion->n_concepts > 1 && suspicion->bound.kind == BOUND_NONE)
        return err_set(e, ERR_DOMAIN,
                       "no family and no possible pair of families has "
                       "\"%.120s\" and \"%.120s\"%s in one problem",
                       suspicion->concepts[0], suspicion->concepts[1],
                       suspicion->n_concepts > 2 ? " and the others" : "");
    return err_set(
        e, ERR_DOMAIN,
        "no family makes problems of \"%.160s\"; choose a wider bound",
        suspicion_short(c->supply->arena, suspicion));
}

/* Fills m->families; n_families may be 0. */
static bool supply_choose(struct supply *m, struct err *e)
{
    struct arena scratch = { 0 };
    struct choice *c = arena_new(&scratch, struct choice);
    const struct suspicion *suspicion = m->suspicion;
    bool ok = true;

    c->supply = m;
    c->rng = target_stream("families", m->seed, "", 0);
    c->n = target_families(c->families);
    c->full = (UINT64_C(1) << suspicion->n_concepts) - 1;
    c->alone = vec_in(&scratch, sizeof(struct candidate));
    c->joined = vec_in(&scratch, sizeof(struct candidate));
    for (size_t i = 0; i < c->n; i++) {
        c->any[i] = target_mask_of(suspicion, m->taxonomy, c->families[i]);
        c->own[i] =
            target_mask(suspicion, m->taxonomy, c->families[i]->concepts, 1);
    }
    m->families = arena_array(m->arena, const struct family *,
                              TARGET_FAMILIES + BOUND_PAIRS);
    if (suspicion->n_concepts)
        choose_by_concepts(c, &scratch);
    else
        ok = choose_by_bound(c, e);
    ok = ok && (m->n_families > 0 || none_serves(c, e));
    arena_clear(&scratch);
    return ok;
}

static void end_map(void *m)
{
    map_clear(m);
}

bool supply_open(struct arena *a, struct supply *m, const struct suspicion *c,
                 const struct taxonomy *t, const struct draw_range *range,
                 const char *seed, struct err *e)
{
    struct suspicion *full = arena_new(a, struct suspicion);

    if (c->n_concepts == 0 && c->bound.kind == BOUND_NONE)
        return err_set(e, ERR_USAGE,
                       "a hypothesis with neither concepts nor a bound has no "
                       "problems of its own");
    if (c->n_concepts > SUPPLY_CONCEPTS)
        return err_set(e, ERR_DOMAIN,
                       "no family has %zu concepts in one problem; a "
                       "hypothesis can have at most %d",
                       c->n_concepts, SUPPLY_CONCEPTS);
    *m = (struct supply){ .arena = a, .suspicion = full, .range = range };
    target_claim(a, c, t, full, &m->taxonomy);
    m->seed = target_seed(a, "aim", seed, full);
    m->given = arena_new(a, struct map);
    arena_defer(a, end_map, m->given);
    m->leads = arena_new(a, struct leads);
    m->leads->tries = LEADS_TRIES;
    return supply_choose(m, e);
}

bool supply_more(struct arena *a, struct supply *m, size_t n, struct map *seen,
                 struct problem *out, struct err *e)
{
    size_t made = 0, missed = 0;

    INVARIANT(m->n_families > 0);
    while (made < n && missed < MISSES + m->n_families) {
        uint64_t k = m->next++;
        const struct family *f = m->families[k % m->n_families];
        struct rng r = target_stream("draw", m->seed, f->name, k);

        if (!supply_try(a, m, f, m->seed, k / m->n_families, &r, m->given, seen,
                        &out[made])) {
            missed++;
            continue;
        }
        target_add_new(m->given, &out[made]);
        add_seen(seen, &out[made]);
        made++;
        missed = 0;
    }
    if (made == n)
        return true;
    return err_set(e, ERR_SPENT,
                   "could not find more than %zu new problems of \"%.160s\": "
                   "ask for fewer",
                   made, suspicion_short(m->arena, m->suspicion));
}
