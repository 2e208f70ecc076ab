/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "hunt/target/target_int.h"

#include <string.h>

/* Does the taxonomy have all names of the suspicion? */
static bool has_all(const struct taxonomy *t, const struct suspicion *c)
{
    for (size_t i = 0; i < c->n_concepts; i++)
        if (!concept_find(t, c->concepts[i]))
            return false;
    return true;
}

/* A built-in taxonomy for names that come without one. */
static const struct taxonomy *find_taxonomy(const struct suspicion *c)
{
    const struct taxonomy *t =
        c->vocabulary ? taxonomy_find(c->vocabulary) : NULL;

    if (c->n_concepts == 0 || (t && has_all(t, c)))
        return t;
    if (concept_find_any(c->concepts[0], &t) && has_all(t, c))
        return t;
    for (size_t i = 0; i < n_taxonomies; i++)
        if (has_all(taxonomies[i], c))
            return taxonomies[i];
    return NULL;
}

void target_claim(struct arena *a, const struct suspicion *c,
                  const struct taxonomy *t, struct suspicion *out,
                  const struct taxonomy **names)
{
    const char **full = arena_array(a, const char *, c->n_concepts + 1);

    if (!t)
        t = find_taxonomy(c);
    for (size_t i = 0; i < c->n_concepts; i++) {
        const struct concept *known =
            t ? concept_find(t, c->concepts[i]) : NULL;

        full[i] = known ? known->name : c->concepts[i];
    }
    *out = *c;
    out->concepts = full;
    *names = t;
}

const char *target_seed(struct arena *a, const char *what, const char *seed,
                        const struct suspicion *c)
{
    char hex[HASH_HEX_SIZE];
    struct hasher h;
    uint64_t value;

    hasher_open(&h);
    hasher_text(&h, what);
    hasher_text(&h, seed);
    hasher_u64(&h, c->n_concepts);
    for (size_t i = 0; i < c->n_concepts; i++)
        hasher_text(&h, c->concepts[i]);
    hasher_u64(&h, (uint64_t)c->bound.kind);
    if (c->bound.kind != BOUND_NONE) {
        memcpy(&value, &c->bound.value, sizeof(value));
        hasher_text(&h, c->bound.trait);
        hasher_u64(&h, c->bound.kind == BOUND_IS ? 0 : value);
        hasher_text(&h, c->bound.kind == BOUND_IS ? c->bound.word : "");
        memcpy(&value, &c->bound.upper, sizeof(value));
        if (c->bound.kind == BOUND_WITHIN)
            hasher_u64(&h, value);
    }
    hash_hex(hasher_close(&h), hex);
    return arena_strndup(a, hex, 16);
}

static uint64_t bit(size_t i)
{
    return UINT64_C(1) << (i < 63 ? i : 63);
}

/* The bits of one name. */
static uint64_t bits_of(const struct suspicion *c, const char *name)
{
    uint64_t mask = 0;

    for (size_t i = 0; i < c->n_concepts; i++)
        if (str_eq(c->concepts[i], name))
            mask |= bit(i);
    return mask;
}

/* Tags of families are full names: no search by keys is needed. */
static const struct concept *high_concept(const char *tag)
{
    const struct taxonomy *high = taxonomy_find("high");

    for (size_t i = 0; i < high->n_concepts; i++)
        if (str_eq(high->concepts[i].name, tag))
            return &high->concepts[i];
    return NULL;
}

uint64_t target_mask(const struct suspicion *c, const struct taxonomy *t,
                     const char *const *tags, size_t n)
{
    struct arena scratch = { 0 };
    uint64_t mask = 0;

    for (size_t i = 0; i < n; i++) {
        const struct concept *high = t ? high_concept(tags[i]) : NULL;
        const char **names;
        size_t k = high ? concept_lift(&scratch, high, t, &names) : 0;

        if (!high)
            mask |= bits_of(c, tags[i]);
        while (k-- > 0)
            mask |= bits_of(c, names[k]);
    }
    arena_clear(&scratch);
    return mask;
}

uint64_t target_mask_of(const struct suspicion *c, const struct taxonomy *t,
                        const struct family *f)
{
    size_t n = 0;

    while (n < FAMILY_CONCEPTS && f->concepts[n])
        n++;
    return target_mask(c, t, f->concepts, n);
}
