/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/target/supply.h"
#include "base/str.h"
#include "base/vec.h"
#include "family/generate.h"
#include "family/pair/link.h"
#include "family/pair/pair.h"
#include "family/table.h"
#include "hunt/target/target_int.h"
#include "problem/canonical.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const wordings[] = { "plain", "paraphrase", "terse", "wordy",
                                        "story" };

#define N_WORDINGS (sizeof(wordings) / sizeof(wordings[0]))

struct rng target_stream(const char *what, const char *seed, const char *name,
                         uint64_t i)
{
    struct rng r;

    rng_init(&r, hash_list("%s %s %s %zu", what, seed, name, i));
    return r;
}

size_t target_families(const struct family *out[TARGET_FAMILIES])
{
    size_t n = 0;

    for (size_t i = 0; i < family_count(); i++)
        if (family_at(i)->recipe) {
            INVARIANT(n < TARGET_FAMILIES);
            out[n++] = family_at(i);
        }
    return n;
}

/* ---- knobs ---- */

/* 0 half of the time, else 1..most. */
static int draw_some(struct rng *r, int most)
{
    return rng_below(r, 2) ? (int)rng_range(r, 1, most) : 0;
}

struct knobs target_knobs(struct rng *r)
{
    struct knobs k;

    k.wording = wordings[rng_below(r, N_WORDINGS)];
    k.distractors = draw_some(r, 3);
    k.digits = draw_some(r, 2);
    k.steps = draw_some(r, 3);
    return k;
}

static void set_digit(struct arena *a, struct json *v, const char *name, int n)
{
    const char text[] = { (char)('0' + n), '\0' };

    json_set(a, v, name, json_new_string(a, text));
}

const struct json *target_knobs_json(struct arena *a, const struct knobs *k)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "wording", json_new_string(a, k->wording));
    set_digit(a, v, "distractors", k->distractors);
    set_digit(a, v, "digits", k->digits);
    set_digit(a, v, "steps", k->steps);
    return v;
}

/* Length, and numbers, which distractors and detours bring along. */
static void lean_length(bool more, struct rng *r, struct knobs *k)
{
    k->wording = !more ? "terse" : rng_below(r, 2) ? "wordy" : "story";
    k->distractors = more ? 3 : 0;
    k->steps = more ? 3 : 0;
}

static void lean_wording_to(const struct bound *b, struct knobs *k)
{
    for (size_t i = 0; i < N_WORDINGS; i++)
        if (str_eq(b->trait, "wording") && str_eq(b->word, wordings[i]))
            k->wording = wordings[i];
}

/* The level that a bound of levels asks for. */
static int lean_level(const struct bound *b, bool more, const struct family *f)
{
    double level = b->kind == BOUND_WITHIN ? floor(b->value) + 1
                   : more                  ? f->n_levels
                                           : 1;

    return level < 1 ? 1 : level > f->n_levels ? f->n_levels : (int)level;
}

void target_lean(const struct bound *b, bool more, const struct family *f,
                 struct rng *r, int *level, struct knobs *k)
{
    if (b->kind == BOUND_IS) {
        if (more)
            lean_wording_to(b, k);
        return;
    }
    if (b->kind == BOUND_WITHIN) /* from either side */
        more = rng_below(r, 2) == 0;
    if (str_eq(b->trait, "words") || str_eq(b->trait, "characters") ||
        str_eq(b->trait, "numbers")) {
        lean_length(more, r, k);
    } else if (str_eq(b->trait, "digits")) {
        k->digits = more ? 2 : 0;
        if (!more)
            k->distractors = k->steps = 0;
    } else if (str_eq(b->trait, "steps") ||
               str_eq(b->trait, "solution words")) {
        k->steps = more ? 3 : 0;
    } else if (str_eq(b->trait, "answer digits")) {
        k->digits = more ? 2 : 0;
    } else if (str_eq(b->trait, "distractors")) {
        k->distractors = more ? 3 : 0;
    }
    if (str_eq(b->trait, "level") || rng_below(r, 2))
        *level = str_eq(b->trait, "level") ? lean_level(b, more, f)
                 : more                    ? f->n_levels
                                           : 1;
}

/* ---- the range ---- */

int target_levels(const struct draw_range *range, const struct family *f)
{
    return range && range->levels && range->levels < (size_t)f->n_levels
               ? (int)range->levels
               : f->n_levels;
}

bool target_draws(const struct draw_range *range, const char *knob)
{
    return !range || !str_is_one(knob, range->fixed, range->n_fixed);
}

void target_within(const struct draw_range *range, const struct family *f,
                   int *level, struct knobs *k)
{
    static const char *const names[] = { "distractors", "digits", "steps" };
    int *values[] = { &k->distractors, &k->digits, &k->steps };
    int most = target_levels(range, f);

    if (*level > most || (range && range->highest))
        *level = most;
    if (!target_draws(range, "wording"))
        k->wording = "plain";
    for (size_t i = 0; i < 3; i++)
        if (!target_draws(range, names[i]))
            *values[i] = 0;
}

/* ---- problems ---- */

bool target_problem(struct arena *a, const struct coordinates *c,
                    struct problem *out)
{
    struct err e;

    return family_generate_one_of_many(a, c, out, &e);
}

/* The keys of a problem in the map; returns how many. */
static size_t forms(const struct problem *p, struct hash128 out[2])
{
    struct canonical c;

    canonical_problem(&c, p);
    out[0] = c.statement;
    out[1] = c.params;
    return c.has_params ? 2 : 1;
}

bool target_is_new(const struct map *given, const struct problem *p)
{
    struct hash128 keys[2];
    size_t n = forms(p, keys);

    for (size_t i = 0; i < n; i++)
        if (map_get(given, &keys[i], sizeof(keys[i])))
            return false;
    return true;
}

bool target_add_new(struct map *given, const struct problem *p)
{
    struct hash128 keys[2];
    size_t n = forms(p, keys);

    if (!target_is_new(given, p))
        return false;
    for (size_t i = 0; i < n; i++)
        map_put(given, &keys[i], sizeof(keys[i]), NULL);
    return true;
}

/*
 * Pairs of families. In a balanced set the family that was taken least often,
 * of equal ones that which the seed says, is joined with the least taken one
 * that goes with it.
 */

/* ---- which families lead ---- */

static bool gives_numbers(const struct family *f, int level, int digits,
                          uint64_t tries)
{
    const struct knobs none = { "plain", 0, digits, 0 };
    struct arena scratch = { 0 };
    bool does = false;

    for (uint64_t i = 0; i < tries && !does; i++) {
        struct coordinates c = {
            f, level, "leads", i, target_knobs_json(&scratch, &none), NULL
        };
        struct problem p;
        int64_t x;

        does = target_problem(&scratch, &c, &p) &&
               link_number(f->answer, p.keys[0].latex, &x);
        arena_reset(&scratch);
    }
    arena_clear(&scratch);
    return does;
}

static bool part_leads(struct leads *l, const struct family *f, int level,
                       int digits)
{
    size_t i = 0;
    uint8_t *known;

    INVARIANT(family_count() <= TARGET_FAMILIES && f->n_levels <= LEADS_LEVELS);
    while (family_at(i) != f)
        i++;
    known = &l->known[i][level - 1][digits];
    if (*known == 0)
        *known =
            link_takes(f->answer) && gives_numbers(f, level, digits, l->tries)
                ? 2
                : 1;
    return *known == 2;
}

bool leads_at(struct leads *l, const struct family *f, int level, int digits)
{
    /* With two digits more the number that enters may take minutes: roots of
     * it are simplified by trial division, in each of 2000 tries. */
    if (f->pair && digits > 1)
        return false;
    for (size_t i = 0; f->pair && i + 1 < f->pair->n; i++)
        if (!part_leads(l, f->pair->parts[i], level, digits))
            return false;
    return true;
}

int target_digits(const struct json *knobs)
{
    const char *s = json_string(json_get(knobs, "digits"));

    return s && s[0] >= '0' && s[0] <= '2' ? s[0] - '0' : 0;
}

/* ---- pairs ---- */

/* Returns the card of "a+b+c", or NULL if it makes no problems at any level. */
static const struct family *target_compose(struct arena *a, struct leads *l,
                                           const struct family *const *parts,
                                           size_t n)
{
    struct str name = { 0 };
    struct err e;
    const struct family *f;
    bool can = false;

    for (size_t i = 0; i < n; i++)
        str_addf(&name, "%s%s", i ? "+" : "", parts[i]->name);
    f = family_named(a, str_get(&name), &e);
    for (int level = 1; f && !can && level <= f->n_levels; level++)
        can = leads_at(l, f, level, 0);
    str_clear(&name);
    return can ? f : NULL;
}

struct pairs {
    const struct family *families[TARGET_FAMILIES];
    size_t n;
    size_t taken[TARGET_FAMILIES]; /* pairs it is in */
    bool tried[TARGET_FAMILIES][TARGET_FAMILIES];
    struct leads *leads;
};

struct turn {
    size_t family, taken;
    uint64_t order;
};

static int by_turn(const void *x, const void *y)
{
    const struct turn *a = x, *b = y;

    if (a->taken != b->taken)
        return a->taken < b->taken ? -1 : 1;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return a->family < b->family ? -1 : a->family > b->family;
}

/* All families, the least taken first, ties by chance. */
static void line_up(const struct pairs *p, struct rng *r, struct turn *out)
{
    for (size_t i = 0; i < p->n; i++)
        out[i] = (struct turn){ i, p->taken[i], rng_u64(r) };
    qsort(out, p->n, sizeof(*out), by_turn);
}

static const struct family *supply_join(struct arena *a, struct pairs *p,
                                        size_t x, size_t y)
{
    const struct family *parts[] = { p->families[x], p->families[y] };
    const struct family *f;

    if (x == y || p->tried[x][y])
        return NULL;
    p->tried[x][y] = true;
    f = target_compose(a, p->leads, parts, 2);
    if (f) {
        p->taken[x]++;
        p->taken[y]++;
    }
    return f;
}

/* One more pair, NULL when there is none. */
static const struct family *next_pair(struct arena *a, struct pairs *p,
                                      const char *seed, uint64_t i)
{
    struct rng r = target_stream("pairs", seed, "", i);
    struct turn one[TARGET_FAMILIES], other[TARGET_FAMILIES];

    line_up(p, &r, one);
    line_up(p, &r, other);
    for (size_t x = 0; x < p->n; x++)
        for (size_t y = 0; y < p->n; y++) {
            size_t first = one[x].family, second = other[y].family;
            bool turned = rng_below(&r, 2);
            const struct family *f = supply_join(a, p, turned ? second : first,
                                                 turned ? first : second);

            if (!f)
                f = supply_join(a, p, turned ? first : second,
                                turned ? second : first);
            if (f)
                return f;
        }
    return NULL;
}

bool target_pairs(struct arena *a, struct leads *l, const char *seed, size_t n,
                  const struct family **out, struct err *e)
{
    struct arena scratch = { 0 };
    struct pairs *p = arena_new(&scratch, struct pairs);
    bool ok = true;

    p->n = target_families(p->families);
    p->leads = l;
    for (size_t i = 0; i < n && ok; i++) {
        out[i] = next_pair(a, p, seed, i);
        if (!out[i])
            ok = err_set(e, ERR_SPENT,
                         "there are only %zu pairs of families: ask for no "
                         "more",
                         i);
    }
    arena_clear(&scratch);
    return ok;
}

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

static uint64_t supply_bit(size_t i)
{
    return UINT64_C(1) << (i < 63 ? i : 63);
}

/* The bits of one name. */
static uint64_t supply_bits_of(const struct suspicion *c, const char *name)
{
    uint64_t mask = 0;

    for (size_t i = 0; i < c->n_concepts; i++)
        if (str_eq(c->concepts[i], name))
            mask |= supply_bit(i);
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
            mask |= supply_bits_of(c, tags[i]);
        while (k-- > 0)
            mask |= supply_bits_of(c, names[k]);
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

/*
 * Draw k is of family k mod n, at index k / n: a pure function of seed,
 * suspicion and k, however many are asked for at once. Draws that give no
 * problem are passed over.
 */

#define TRIES      24 /* levels and knobs for one draw */
#define FREE_TRIES 12 /* of which so many do not lean to the bound */

/* Draws in a row, and one for each family, without a problem: it is over. */
#define MISSES 100

/* Is the problem's statement in the map (NULL: nothing is)? `add`: it is then. */
static bool supply_is_seen(struct map *seen, const struct problem *p, bool add)
{
    struct str form = { 0 };
    bool is;

    if (!seen)
        return false;
    canonical_statement(&form, p->statement);
    is = map_get(seen, str_get(&form), form.n) != NULL;
    if (add)
        map_put(seen, str_get(&form), form.n, NULL);
    str_clear(&form);
    return is;
}

/* Draws a problem of this family for the suspicion. Returns false if some tries
 * at this index find none. */
static bool supply_try(struct arena *a, const struct supply *m,
                       const struct family *f, const char *seed, uint64_t index,
                       struct rng *r, const struct map *given, struct map *seen,
                       struct problem *out)
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
            target_is_new(given, &p) && !supply_is_seen(seen, &p, false) &&
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

static void supply_add(struct choice *c, struct vec *to, const size_t *parts,
                       size_t n)
{
    struct candidate *x = vec_push(to);
    uint64_t own = 0;

    for (size_t i = 0; i < n; i++) {
        x->parts[i] = (uint16_t)parts[i];
        own |= c->own[parts[i]];
    }
    x->n = (uint16_t)n;
    x->own = __builtin_popcountll(own);
    x->order = rng_u64(&c->rng);
}

static void list_pairs(struct choice *c)
{
    for (size_t i = 0; i < c->n; i++)
        for (size_t j = 0; j < c->n; j++)
            if (i != j && c->any[i] && c->any[j] &&
                (c->any[i] | c->any[j]) == c->full)
                supply_add(c, &c->joined, (size_t[]){ i, j }, 2);
}

static bool supply_is_listed(const struct vec *v, const size_t *parts)
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
        if (!needs_all(c, x) || supply_is_listed(&c->joined, x))
            continue;
        supply_add(c, &c->joined, x, PARTS);
        found++;
    }
}

/* Does the family show a problem of the suspicion? */
static bool supply_serves(const struct choice *c, const struct family *f,
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
static size_t supply_take(struct choice *c, const struct vec *v, size_t from,
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
        if (f && supply_serves(c, f, tries))
            m->families[m->n_families++] = f;
    }
    return i;
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
            supply_add(c, &c->alone, &i, 1);
    join = !(range && range->singles && c->alone.n);
    if (join && suspicion->n_concepts > 1)
        list_pairs(c);
    if (join && suspicion->n_concepts > 2)
        draw_chains(c, scratch);
    if (c->alone.n)
        qsort(c->alone.items, c->alone.n, c->alone.size, by_merit);
    if (c->joined.n)
        qsort(c->joined.items, c->joined.n, c->joined.size, by_merit);
    next = supply_take(c, &c->alone, 0, SUPPLY_FAMILIES / 2);
    supply_take(c, &c->joined, 0, SUPPLY_FAMILIES);
    supply_take(c, &c->alone, next, SUPPLY_FAMILIES);
    if (c->supply->n_families == 0 && c->joined.n) {
        *c->supply->leads = (struct leads){ .tries = LEADS_PATIENT };
        c->joined.n = c->joined.n < PATIENT ? c->joined.n : PATIENT;
        supply_take(c, &c->joined, 0, SUPPLY_FAMILIES);
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
        if (supply_serves(c, c->families[i], 1))
            m->families[m->n_families++] = c->families[i];
    for (size_t i = 0; i < n_pairs; i++)
        if (supply_serves(c, pairs[i], 1))
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

static void supply_end_map(void *m)
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
    arena_defer(a, supply_end_map, m->given);
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
        supply_is_seen(seen, &out[made], true);
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
