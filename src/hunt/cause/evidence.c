/* SPDX-License-Identifier: Apache-2.0 */

/* The rows of a hypothesis, and what was tried as an explanation: the
 * suspicion, its parts, other concepts, traits. */
#include "base/hash.h"
#include "base/str.h"
#include "hunt/cause/cause_int.h"
#include "stats/cluster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BOUNDS_MOST 24  /* of one trait */
#define WITHIN      3.0 /* what a second condition costs beside a claim */

uint32_t asked_holds(struct arena *a, const struct suspicion *c,
                     const struct taxonomy *t, const struct problem *p)
{
    uint32_t bits = 0;

    for (size_t i = 0; i < c->n_concepts && i < ASKED_CONCEPTS; i++) {
        struct suspicion part = { .vocabulary = c->vocabulary,
                                  .concepts = &c->concepts[i],
                                  .n_concepts = 1 };

        if (suspicion_holds_problem(a, &part, t, p))
            bits |= UINT32_C(1) << i;
    }
    if (c->bound.kind != BOUND_NONE &&
        suspicion_holds_problem(a, &(struct suspicion){ .bound = c->bound },
                                NULL, p))
        bits |= ASKED_BOUND;
    return bits;
}

bool evidence_holds(const struct evidence *v, size_t row)
{
    return (v->rows[row].holds & v->whole) == v->whole;
}

bool evidence_has_claim(const struct evidence *v)
{
    return v->n_claims && vec_get(&v->clues, struct clue, 0)->claim == v->whole;
}

/* ---- columns ---- */

static bool has_support(const struct evidence *v, const uint8_t *on)
{
    size_t n = 0;

    for (size_t i = 0; i < v->n; i++)
        n += on[i];
    return n >= CLUE_SUPPORT && n + CLUE_SUPPORT <= v->n;
}

/* Is there no such column yet? Traits are compared with traits alone: one that
 * is just where the suspicion is must be seen. */
static bool is_new(struct evidence *v, const struct clue *f, const uint8_t *on)
{
    struct hasher h;
    struct hash128 key;
    bool added;

    hasher_open(&h);
    hasher_u64(&h, f->kind == CLUE_TRAIT && !f->within);
    hasher_bytes(&h, on, v->n);
    key = hasher_close(&h);
    map_put(&v->columns, &key, sizeof(key), &added);
    return added || f->kind == CLUE_CLAIM;
}

static void put(struct evidence *v, const struct clue *f, const uint8_t *on)
{
    struct clue *to;

    if (!has_support(v, on) || !is_new(v, f, on))
        return;
    to = vec_push(&v->clues);
    *to = *f;
    to->on = on;
}

/* The clue within a claim: together with it, and together with not it where
 * that is a thing of its own. That a problem lacks one of many concepts or
 * kinds of answer makes nobody fail. */
static void add_within(struct evidence *v, const struct clue *f,
                       const uint8_t *on, const struct clue *claim)
{
    struct clue inside = *f;

    inside.within = true;
    inside.claim = claim->claim;
    inside.cost += WITHIN;
    /* A bound within a bound of the same trait is a band of it. */
    if (f->kind != CLUE_MINED && !str_eq(claim->cause, f->cause))
        inside.cause = "interaction";
    for (int side = 1; side >= !f->unlike; side--) {
        uint8_t *both = arena_alloc(v->arena, v->n + 1);

        for (size_t i = 0; i < v->n; i++)
            both[i] = claim->on[i] && on[i] == side;
        inside.named = f->named && side;
        if (!side)
            inside.what = f->unlike;
        put(v, &inside, both);
    }
}

/* Traits are tried within parts of the suspicion as well. */
void evidence_add(struct evidence *v, const struct clue *f, const uint8_t *on)
{
    put(v, f, on);
    for (size_t i = 0; i < v->n_claims && (f->kind == CLUE_TRAIT || !i); i++) {
        struct clue claim = *vec_get(&v->clues, struct clue, i);

        add_within(v, f, on, &claim);
    }
}

/* ---- claims and concepts ---- */

static void add_claim(struct evidence *v, uint32_t bits, const char *cause,
                      const char *what)
{
    struct clue f = {
        .kind = CLUE_CLAIM, .claim = bits, .cause = cause, .what = what
    };
    uint8_t *on = arena_alloc(v->arena, v->n + 1);

    for (size_t i = 0; i < v->n; i++)
        on[i] = (v->rows[i].holds & bits) == bits;
    evidence_add(v, &f, on);
}

const char *cause_word(struct arena *a, const char *trait, const char *word)
{
    static const char *const causes[][2] = {
        { "words", "length" },
        { "characters", "length" },
        { "digits", "size" },
        { "numbers", "size" },
    };

    for (size_t i = 0; i < sizeof(causes) / sizeof(causes[0]); i++)
        if (str_eq(trait, causes[i][0]))
            return causes[i][1];
    if (!word || str_eq(trait, "wording"))
        return trait;
    return arena_printf(a, "%s: %s", trait, word);
}

static const char *bound_cause(struct arena *a, const struct bound *b)
{
    return cause_word(a, b->trait, b->kind == BOUND_IS ? b->word : NULL);
}

static void add_claims(struct evidence *v)
{
    const struct suspicion *c = v->suspicion;
    bool bound = c->bound.kind != BOUND_NONE;
    size_t parts = c->n_concepts + bound;
    struct arena *a = v->arena;

    add_claim(v, v->whole,
              parts > 1       ? "interaction"
              : c->n_concepts ? "concept"
                              : bound_cause(a, &c->bound),
              suspicion_short(a, c));
    for (size_t i = 0; parts > 1 && i < c->n_concepts && i < ASKED_CONCEPTS;
         i++)
        add_claim(v, UINT32_C(1) << i,
                  arena_printf(a, "%s alone", c->concepts[i]), c->concepts[i]);
    if (parts > 1 && bound)
        add_claim(v, ASKED_BOUND, bound_cause(a, &c->bound),
                  suspicion_short(a, &(struct suspicion){ .bound = c->bound }));
}

/* Does the suspicion hold wherever this does? */
static bool is_part(const struct evidence *v, const uint8_t *on)
{
    for (size_t i = 0; i < v->n; i++)
        if (on[i] && !evidence_holds(v, i))
            return false;
    return true;
}

static void add_concepts(struct evidence *v)
{
    const struct vocabulary *c = v->concepts;

    for (uint32_t k = 0; k < c->n; k++) {
        struct clue f = { .kind = CLUE_SKILL,
                          .cause = arena_printf(v->arena, "auxiliary skill: %s",
                                                c->names[k]),
                          .what = c->names[k],
                          .cost = log((double)c->n) };
        uint8_t *on = arena_alloc(v->arena, v->n + 1);

        for (size_t i = 0; i < v->n; i++)
            for (const uint32_t *of = c->of[i]; *of != UINT32_MAX; of++)
                on[i] |= *of == k;
        if (is_part(v, on))
            f.cause = arena_printf(v->arena, "%s alone", c->names[k]);
        evidence_add(v, &f, on);
    }
}

/* ---- traits ---- */

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The different values but the last, at most BOUNDS_MOST of them, evenly over
 * the rows. Returns how many. */
static size_t bounds_of(const struct evidence *v, const double *x,
                        double out[BOUNDS_MOST])
{
    double *all = arena_array(v->arena, double, v->n + 1);
    size_t n = 0, different = 0, made = 0;

    for (size_t i = 0; i < v->n; i++)
        if (!isnan(x[i]))
            all[n++] = x[i];
    if (!n)
        return 0;
    qsort(all, n, sizeof(*all), rising);
    for (size_t i = 0; i + 1 < n; i++)
        different += all[i] < all[i + 1];
    for (size_t i = 0; i + 1 < n; i++) {
        bool turn =
            different <= BOUNDS_MOST || i * (BOUNDS_MOST - 1) / n >= made;

        if (all[i] < all[i + 1] && turn && made < BOUNDS_MOST)
            out[made++] = all[i];
    }
    return made;
}

/* Traits are as likely as each other, and so are the values of one. */
static double cost_of(const struct evidence *v, size_t values)
{
    return log((double)v->n_traits * (double)values);
}

static void add_bounds(struct evidence *v, const struct trait *t)
{
    double bounds[BOUNDS_MOST];
    size_t n = bounds_of(v, t->value, bounds);

    for (size_t k = 0; k < n; k++) {
        struct clue f = {
            .kind = CLUE_TRAIT,
            .cause = cause_word(v->arena, t->name, NULL),
            .what = arena_printf(v->arena, "%s > %g", t->name, bounds[k]),
            .unlike = arena_printf(v->arena, "%s <= %g", t->name, bounds[k]),
            .trait = t->name,
            .cost = cost_of(v, n)
        };
        uint8_t *on = arena_alloc(v->arena, v->n + 1);

        for (size_t i = 0; i < v->n; i++)
            on[i] = t->value[i] > bounds[k];
        evidence_add(v, &f, on);
    }
}

static void add_words(struct evidence *v, const struct trait *t)
{
    struct map words = { 0 };

    for (size_t i = 0; i < v->n; i++)
        if (t->words[i])
            map_put(&words, t->words[i], strlen(t->words[i]), NULL);
    for (size_t k = 0; k < words.n; k++) {
        const char *word = arena_strdup(v->arena, words.entries[k].key);
        uint8_t *on = arena_alloc(v->arena, v->n + 1);
        struct clue f = { .kind = CLUE_TRAIT,
                          .cause = cause_word(v->arena, t->name, word),
                          .what =
                              arena_printf(v->arena, "%s: %s", t->name, word),
                          .trait = t->name,
                          .named = true,
                          .cost = cost_of(v, words.n) };

        for (size_t i = 0; i < v->n; i++)
            on[i] = t->words[i] && str_eq(t->words[i], word);
        evidence_add(v, &f, on);
    }
    map_clear(&words);
}

/* Words first: of two that are one it is the word that is named. */
static void add_traits(struct evidence *v)
{
    for (size_t i = 0; i < v->n_traits; i++)
        if (!v->traits[i].value)
            add_words(v, &v->traits[i]);
    for (size_t i = 0; i < v->n_traits; i++)
        if (v->traits[i].value)
            add_bounds(v, &v->traits[i]);
}

/* ---- rows ---- */

/* Variants of one problem share its numbers; a problem may be in several
 * sets. */
static void find_clusters(struct evidence *v)
{
    struct clusters c = clusters_in(v->arena, v->n);

    for (size_t i = 0; i < v->n; i++) {
        const struct problem *p = v->rows[i].problem;
        const char *key =
            p->family && p->seed
                ? arena_printf(v->arena, "%s %d %s %llu", p->family, p->level,
                               p->seed, (unsigned long long)p->index)
                : p->id;

        clusters_join(&c, i, key, strlen(key));
    }
    clusters_number(&c, v->cluster);
    clusters_clear(&c);
    for (size_t i = 0; i < v->n; i++)
        v->half[i] = hash_bytes(&v->cluster[i], sizeof(v->cluster[i])).low & 1;
}

static void take_rows(struct evidence *v, const struct asked_problem *asked,
                      size_t n)
{
    struct arena *a = v->arena;

    v->rows = arena_array(a, struct asked_problem, n + 1);
    v->fails = arena_array(a, double, n + 1);
    v->cluster = arena_array(a, uint32_t, n + 1);
    v->half = arena_alloc(a, n + 1);
    for (size_t i = 0; i < n; i++) {
        if (!asked[i].tries)
            continue;
        v->fails[v->n] = 1 - (double)asked[i].right / asked[i].tries;
        v->rows[v->n] = asked[i];
        if (asked[i].set == ASKED_TARGETED) /* written ones have no tags */
            v->rows[v->n].holds = v->whole;
        v->n++;
    }
}

void evidence_open(struct arena *a, struct evidence *v,
                   const struct suspicion *c, const struct asked_problem *asked,
                   size_t n)
{
    struct vocabulary *concepts = arena_new(a, struct vocabulary);
    struct problem *p = arena_array(a, struct problem, n + 1);
    size_t k = c->n_concepts < ASKED_CONCEPTS ? c->n_concepts : ASKED_CONCEPTS;

    *v = (struct evidence){ .arena = a,
                            .suspicion = c,
                            .concepts = concepts,
                            .clues = vec_in(a, sizeof(struct clue)) };
    v->whole = (UINT32_C(1) << k) - 1;
    if (c->bound.kind != BOUND_NONE)
        v->whole |= ASKED_BOUND;
    take_rows(v, asked, n);
    for (size_t i = 0; i < v->n; i++)
        p[i] = *v->rows[i].problem;
    find_clusters(v);
    v->n_traits = traits_of(a, p, v->n, &v->traits);
    vocabulary_of(a, p, v->n, taxonomy_find("high"), concepts);
    add_claims(v);
    v->n_claims = v->clues.n;
    add_concepts(v);
    add_traits(v);
}

void evidence_close(struct evidence *v)
{
    map_clear(&v->columns);
}
