/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Chains of concept problems: the answer of each enters the next as one of its
 * numbers, by links that carry 10^4 values or more (family/pair/link.h).
 *
 * The families are drawn from a list of those whose answers are large and whose
 * numbers may be. solve() of every part gives the key; the second road is each
 * part's own check, and one other first answer that is followed through all
 * parts to another last key, so that no part can be left out.
 */
#include "base/str.h"
#include "family/pair/pair.h"
#include "family/recipe/recipe.h"
#include "family/table.h"

#include <inttypes.h>
#include <string.h>

#define PARTS_MOST 10000

/* A family that may be part of a chain, and the levels that suit. */
struct suited {
    const char *name;
    int lo, hi;
};

/* The answer of the last part is an integer: those stand first. */
static const struct suited suited[] = {
    { "concept/binomials", 1, 3 },
    { "concept/combinations", 1, 1 },
    { "concept/crt", 2, 2 },
    { "concept/divisibility-rules", 1, 3 },
    { "concept/euclid", 1, 1 },
    { "concept/factors-multiples", 1, 2 },
    { "concept/inclusion-exclusion", 1, 3 },
    { "concept/integer-arithmetic", 2, 3 },
    { "concept/order-of-operations", 2, 3 },
    { "concept/order-or-not", 1, 1 },
    { "concept/permutations", 1, 2 },
    { "concept/phi", 2, 2 },
    { "concept/summation", 1, 3 },
    { "concept/analytic", 1, 3 },
    { "concept/complex", 3, 3 },
    { "concept/composition", 1, 2 },
    { "concept/conics", 1, 1 },
    { "concept/exponentials", 1, 1 },
    { "concept/factor-polynomials", 1, 2 },
    { "concept/factor-theorem", 2, 2 },
    { "concept/function-evaluation", 2, 3 },
    { "concept/inverse-trig", 3, 3 },
    { "concept/logarithms", 3, 3 },
    { "concept/manipulation", 1, 3 },
    { "concept/polynomial-zeros", 2, 3 },
    { "concept/radicals", 2, 3 },
    { "concept/rational-expressions", 1, 3 },
    { "concept/rational-functions", 1, 3 },
    { "concept/sequences", 3, 3 },
    { "concept/similarity", 3, 3 },
    { "concept/simplify-polynomials", 2, 3 },
    { "concept/trig-identities", 1, 3 },
};

#define SUITED      (sizeof(suited) / sizeof(suited[0]))
#define SUITED_LAST 13

/* ---- drawing ---- */

/* A deeper chain has harder parts: levels 1 and 2 to begin with, 3 too from
 * eight parts on. */
static int draw_level(struct rng *r, const struct suited *s, size_t n)
{
    int most = n >= 8 ? 3 : 2, least = n >= 6 ? 2 : 1;
    int level = (int)rng_range(r, least, most);

    return level < s->lo ? s->lo : level > s->hi ? s->hi : level;
}

/* The next of a drawn order whose answers are integers, or any such. */
static const struct suited *draw_last(struct rng *r, const size_t *order,
                                      size_t from)
{
    for (size_t i = from; i < SUITED; i++)
        if (order[i] < SUITED_LAST)
            return &suited[order[i]];
    return &suited[rng_below(r, SUITED_LAST)];
}

/* Families in a drawn order, which begins anew when all have had their turn. */
static struct pair draw_families(struct arena *a, struct draw *d, size_t n)
{
    const struct family **parts = arena_array(a, const struct family *, n);
    int *levels = arena_array(a, int, n);
    size_t order[SUITED];

    for (size_t i = 0; i < SUITED; i++)
        order[i] = i;
    for (size_t i = 0; i < n; i++) {
        const struct suited *s;

        if (i % SUITED == 0)
            rng_shuffle(&d->maths, order, SUITED, sizeof(order[0]));
        s = i + 1 == n ? draw_last(&d->maths, order, i % SUITED)
                       : &suited[order[i % SUITED]];
        parts[i] = family_find(s->name);
        levels[i] = draw_level(&d->maths, s, n);
    }
    return (struct pair){ parts, levels, n, true };
}

/* ---- the card's functions ---- */

static bool count(const struct family *f, int level, const struct json *knobs,
                  uint64_t *n, struct err *e)
{
    *n = 0;
    return family_depth_of(f, level, knobs) >= f->depth->least ||
           err_set(e, ERR_DOMAIN, "%s starts at depth %" PRId64, f->name,
                   f->depth->least);
}

/* Every concept of every part, once. */
static void set_concepts(struct arena *a, struct problem *p,
                         const struct pair *pair)
{
    p->concepts = arena_array(a, const char *, pair->n *FAMILY_CONCEPTS);
    p->n_concepts = 0;
    for (size_t i = 0; i < pair->n; i++)
        for (size_t k = 0; k < FAMILY_CONCEPTS; k++) {
            const char *name = pair->parts[i]->concepts[k];
            size_t seen = 0;

            while (name && seen < p->n_concepts &&
                   !str_eq(p->concepts[seen], name))
                seen++;
            if (name && seen == p->n_concepts)
                p->concepts[p->n_concepts++] = name;
        }
}

/* Numbers of a chain are too large for stories: 25234 people are asked, and 15
 * of them like tea. */
static const struct json *plain_words(struct arena *a, struct draw *d)
{
    const char *wording = rng_below(&d->words, 3) ? "plain" : "terse";
    struct json *knobs = json_new(a, JSON_OBJECT);

    json_set(a, knobs, "wording", json_new_string(a, wording));
    return knobs;
}

static bool make(const struct family *f, struct arena *a, struct draw *d,
                 struct problem *p, struct err *e)
{
    size_t n = (size_t)family_depth_of(f, d->level, d->knobs);
    struct pair pair = draw_families(a, d, n);
    const struct json *knobs = d->knobs;
    bool made;

    set_concepts(a, p, &pair);
    d->knobs = plain_words(a, d);
    made = chain_make(&pair, a, d, p, e);
    d->knobs = knobs;
    return made;
}

static const struct family *find_suited(const char *name)
{
    for (size_t i = 0; name && i < SUITED; i++)
        if (str_eq(suited[i].name, name))
            return family_find(name);
    return NULL;
}

/* The families that the parameters name. */
static bool read_families(struct arena *a, const struct json *params,
                          struct pair *out, struct err *e)
{
    const struct json *list = json_get(params, "parts");
    const struct family **parts;

    if (!list || list->type != JSON_ARRAY || list->count < 2 ||
        list->count > PARTS_MOST)
        return err_set(e, ERR_DOMAIN,
                       "params must hold \"parts\", two or more");
    parts = arena_array(a, const struct family *, list->count);
    for (const struct json *v = list->first; v; v = v->next) {
        parts[out->n] = find_suited(json_string(json_get(v, "family")));
        if (!parts[out->n++])
            return err_set(e, ERR_DOMAIN,
                           "params: part %zu is of no family that a chain has",
                           out->n);
    }
    out->parts = parts;
    return true;
}

static bool check(const struct family *f, struct arena *a,
                  const struct problem *p, enum truth *holds,
                  struct check_finding *found, struct err *e)
{
    struct pair pair = { .strict = true };

    (void)f;
    return read_families(a, p->params, &pair, e) &&
           chain_check(&pair, a, p, holds, found, e);
}

/* ---- the card ---- */

static const struct family_level levels[] = {
    { "four", "four problems of levels 1 and 2" },
    { "five", "five problems of levels 1 and 2" },
    { "six", "six problems, of level 2 where their families have it" },
    { "eight", "eight problems of levels 2 and 3" },
    { "ten", "ten problems of levels 2 and 3" },
};

static const struct family_depth depth = {
    .of = "concept problems, each of which needs the previous answer",
    .least = 2,
    .most = PARTS_MOST,
    .levels = { 4, 5, 6, 8, 10 },
};

const struct family hard_chain = {
    .name = "hard/chain",
    .version = 68, /* raised by 1 with every version of a family above, and
                      with PAIR_VERSION */
    .title = "Chains of concept problems",
    .doc = "Problems of different families in a row: the answer of each, or "
           "its remainder modulo a five-digit number, is a number in the next "
           "problem, and the last answer is asked for. At least 10,000 "
           "different numbers are possible at each link. The key comes from "
           "the solutions of the parts; every part has its own independent "
           "check, and assay checks that another first answer changes every "
           "later key. Both take time linear in the depth.",
    .concepts = { "Modular arithmetic: congruences, addition/multiplication "
                  "mod n",
                  "Combinations: C(n,k), Pascals triangle patterns" },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = sizeof(levels) / sizeof(levels[0]),
    .knobs = { DEPTH_KNOB },
    .depth = &depth,
    .space = count,
    .make = make,
    .check = check,
};
