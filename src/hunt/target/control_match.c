/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Controls like a problem: several are drawn with its level and knobs, and the
 * nearest in the look of its answer, in length and size of numbers is taken. Candidates live in a scratch
 * arena; the one that is taken is made again, which its coordinates suffice
 * for.
 */
#include "base/str.h"
#include "family/generate.h"
#include "family/pair/pair.h"
#include "hunt/target/target_int.h"
#include "run/planted/factors.h"

#include <math.h>

#define CANDIDATES \
 12                   /* with such an answer; half of it of pairs, which take
                         longer */
#define DRAWS      90 /* for as many; a third of it of pairs */
#define SIDE_TRIES 36 /* draws of one family for the other side of a bound: */
#define SIDE_OWN   6  /* with the knobs of the problem and other indexes, */
#define SIDE_FREE  20 /* up to here with any knobs, then such as lean over */
#define FAMILIES   12 /* other families, where its own has no other side */

void match_open(struct arena *a, struct name_match *m, const char *what,
                const char *seed, const struct suspicion *c,
                const struct taxonomy *t, struct leads *l)
{
    *m = (struct name_match){
        .arena = a, .suspicion = c, .taxonomy = t, .leads = l
    };
    m->seed = target_seed(a, what, seed, c);
    m->rng = target_stream("match", m->seed, "", 0);
}

void match_close(struct name_match *m)
{
    map_clear(&m->given);
}

/* ---- how near ---- */

/* What is compared, and what a difference weighs: of words that they differ, of
 * numbers by how much, as a share of the first or as it stands. Answers of
 * one kind come before everything else. */
static const struct likeness {
    const char *trait;
    double weight;
    bool share;
} likenesses[] = {
    { "answer", 100, false },        { "answer sign", 0.5, false },
    { "answer parts", 0.25, false }, { "denominator", 0.1, true },
    { "answer digits", 0.1, false }, { "words", 1, true },
    { "digits", 1, false },
};
#define LIKENESSES (sizeof(likenesses) / sizeof(likenesses[0]))
#define UNLIKE     50 /* further than this: answers of another kind */

/* The traits of a problem, in the order of the table. */
struct look {
    struct factor of[LIKENESSES]; /* name NULL: it has none */
};

static struct look look_of(struct arena *a, const struct problem *p)
{
    struct look look = { 0 };
    const struct factor *f;
    size_t n = factors_make(a, p, &f);

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < LIKENESSES; k++)
            if (str_eq(f[i].name, likenesses[k].trait))
                look.of[k] = f[i];
    return look;
}

static double distance(const struct look *x, const struct look *y)
{
    double sum = 0;

    for (size_t k = 0; k < LIKENESSES; k++) {
        const struct factor *f = &x->of[k], *g = &y->of[k];
        double off = 0;

        if (!f->name && !g->name)
            continue;
        if (!f->name || !g->name)
            off = 1;
        else if (f->word && g->word)
            off = !str_eq(f->word, g->word);
        else
            off = fabs(f->value - g->value) /
                  (likenesses[k].share && f->value > 1 ? f->value : 1);
        sum += likenesses[k].weight * off;
    }
    return sum;
}

/* ---- other concepts ---- */

/* A family of so many different parts; NULL when these do not go together. */
static const struct family *draw_family(struct name_match *m, struct arena *a,
                                        size_t parts, size_t *single)
{
    struct str name = str_in(a);
    const struct family *taken[PAIR_PARTS];
    size_t own = parts > 1 ? rng_below(&m->rng, parts) : 0;
    struct err e;

    for (size_t i = 0; i < parts; i++) {
        size_t n = i == own ? m->n_pool : m->n_rest;
        size_t at = n ? rng_below(&m->rng, n) : 0;

        if (!n)
            return NULL;
        taken[i] = i == own ? m->pool[at] : m->rest[at];
        *single = at;
        for (size_t k = 0; k < i; k++)
            if (taken[k] == taken[i])
                return NULL;
        str_addf(&name, "%s%s", i ? "+" : "", taken[i]->name);
    }
    return family_named(a, str_get(&name), &e);
}

static int level_in(const struct family *f, int level)
{
    return level < f->n_levels ? level : f->n_levels;
}

/* Coordinates of a candidate with the level and knobs of p. The cards are
 * kept in the arena. */
static bool draw_other(struct name_match *m, struct arena *a,
                       const struct problem *p, size_t parts,
                       struct coordinates *c)
{
    size_t single = 0;
    const struct family *f = draw_family(m, a, parts, &single);

    if (!f ||
        !leads_at(m->leads, f, level_in(f, p->level), target_digits(p->knobs)))
        return false;
    *c = (struct coordinates){
        .family = f,
        .level = level_in(f, p->level),
        .seed = m->seed,
        .index = parts == 1 ? m->used[single]++ : m->drawn++,
        .knobs = p->knobs,
    };
    return true;
}

static bool give(struct name_match *m, const struct coordinates *c,
                 struct problem *out)
{
    return target_problem(m->arena, c, out) && target_add_new(&m->given, out);
}

bool match_other(struct name_match *m, const struct problem *p, size_t parts,
                 struct problem *out)
{
    struct arena cards = { 0 }, scratch = { 0 };
    struct coordinates best = { 0 };
    struct look want = look_of(&scratch, p);
    int most = parts == 1 ? CANDIDATES : CANDIDATES / 2;
    int draws = parts == 1 ? DRAWS : DRAWS / 3;
    double least = INFINITY;
    bool made;

    for (int t = 0, n = 0; t < draws && n < most && m->n_pool; t++) {
        struct coordinates c;
        struct problem q;
        struct look has;
        double d;

        arena_reset(&scratch);
        if (!draw_other(m, &cards, p, parts, &c) ||
            !target_problem(&scratch, &c, &q))
            continue;
        has = look_of(&scratch, &q);
        d = distance(&want, &has);
        n += d < UNLIKE;
        if (d < least && target_is_new(&m->given, &q)) {
            least = d;
            best = c;
        }
    }
    made = best.family && give(m, &best, out);
    arena_clear(&scratch);
    arena_clear(&cards);
    return made;
}

/* ---- the other side of a bound ---- */

/* Its own knobs at first, so that as little as may be differs. */
static void side_knobs(struct name_match *m, struct arena *a,
                       const struct problem *p, int t, struct coordinates *c)
{
    const struct bound *b = &m->suspicion->bound;
    struct knobs k;

    c->knobs = p->knobs;
    if (t < SIDE_OWN)
        return;
    k = target_knobs(&m->rng);
    if (t >= SIDE_FREE)
        target_lean(b, b->kind == BOUND_BELOW, c->family, &m->rng, &c->level,
                    &k);
    target_within(m->range, c->family, &c->level, &k);
    c->knobs = target_knobs_json(a, &k);
}

static bool match_side_in(struct name_match *m, const struct problem *p,
                          const struct family *f, struct problem *out)
{
    struct suspicion beyond = { .bound = m->suspicion->bound };
    struct arena scratch = { 0 };
    bool made = false;

    for (int t = 0; t < SIDE_TRIES && !made; t++) {
        struct coordinates c = { .family = f,
                                 .level = level_in(f, p->level),
                                 .seed = m->seed,
                                 .index = m->drawn };
        struct problem q;

        if (str_eq(beyond.bound.trait, "level"))
            c.level = (int)rng_range(&m->rng, 1, target_levels(m->range, f));
        side_knobs(m, &scratch, p, t, &c);
        made = leads_at(m->leads, f, c.level, target_digits(c.knobs)) &&
               target_problem(&scratch, &c, &q) &&
               !suspicion_holds_problem(&scratch, &beyond, NULL, &q) &&
               target_is_new(&m->given, &q) && give(m, &c, out);
        m->drawn += t < SIDE_OWN || made;
        arena_reset(&scratch);
    }
    arena_clear(&scratch);
    return made;
}

bool match_side(struct name_match *m, const struct problem *p,
                const struct family *f, struct problem *out)
{
    const char *trait = m->suspicion->bound.trait;
    bool fixed = str_eq(trait, "concepts") || str_eq(trait, "keys");
    bool made = !fixed && match_side_in(m, p, f, out);

    for (size_t i = f->pair ? f->pair->n : 0; i > 0 && !made; i--)
        made = match_side_in(m, p, f->pair->parts[i - 1], out);
    for (int t = 0; t < FAMILIES && !made && m->n_pool; t++) {
        const struct family *other = m->pool[rng_below(&m->rng, m->n_pool)];

        made = match_side_in(m, p, other, out);
    }
    return made;
}
