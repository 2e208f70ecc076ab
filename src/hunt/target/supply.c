/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Draw k is of family k mod n, at index k / n: a pure function of seed, claim
 * and k, however many are asked for at once. Draws that give no problem are
 * passed over.
 */
#include "hunt/target/supply.h"
#include "base/str.h"
#include "family/generate.h"
#include "hunt/target/target_int.h"
#include "problem/canonical.h"

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

bool supply_try(struct arena *a, const struct supply *m, const struct family *f,
                const char *seed, uint64_t index, struct rng *r,
                const struct map *given, const struct map *seen,
                struct problem *out)
{
    const struct bound *b = &m->claim->bound;
    struct arena scratch = { 0 };
    struct arena *first = b->kind == BOUND_NONE ? a : &scratch;
    bool made = false;

    for (int t = 0; t < TRIES && !made; t++) {
        int level = (int)rng_range(r, 1, f->n_levels);
        struct knobs k = target_knobs(r);
        struct coordinates c = { .family = f, .seed = seed, .index = index };
        struct problem p;

        if (b->kind != BOUND_NONE && t >= FREE_TRIES)
            target_lean(b, b->kind != BOUND_BELOW, f, r, &level, &k);
        c.level = level;
        c.knobs = target_knobs_json(&scratch, &k);
        made = leads_at(m->leads, f, level, k.digits) &&
               target_problem(first, &c, &p) &&
               claim_holds_problem(&scratch, m->claim, m->taxonomy, &p) &&
               target_is_new(given, &p) && !is_seen(seen, &p) &&
               (first == a || target_problem(a, &c, &p));
        if (made)
            *out = p;
        arena_reset(&scratch);
    }
    arena_clear(&scratch);
    return made;
}

static void end_map(void *m)
{
    map_clear(m);
}

bool supply_open(struct arena *a, struct supply *m, const struct claim *c,
                 const struct taxonomy *t, const char *seed, struct err *e)
{
    struct claim *full = arena_new(a, struct claim);

    if (c->n_concepts == 0 && c->bound.kind == BOUND_NONE)
        return err_set(e, ERR_USAGE,
                       "a claim with neither concepts nor a bound has no "
                       "problems of its own");
    if (c->n_concepts > AIM_CONCEPTS)
        return err_set(e, ERR_DOMAIN,
                       "no family has %zu concepts at once: claim at most %d",
                       c->n_concepts, AIM_CONCEPTS);
    *m = (struct supply){ .arena = a, .claim = full };
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
                   "could not find more than %zu new problems for the claim: "
                   "ask for fewer",
                   made);
}
