/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/target/control.h"
#include "base/str.h"
#include "family/generate.h"
#include "family/pair/pair.h"
#include "hunt/target/target_int.h"
#include "problem/canonical.h"
#include "run/planted/note.h"

#include <math.h>
#include <string.h>

/*
 * Controls like a problem: several are drawn with its level and knobs, and the
 * nearest in the look of its answer, in length and size of numbers is taken. Candidates live in a scratch
 * arena; the one that is taken is made again, which its coordinates suffice
 * for.
 */

#define CANDIDATES \
 12                   /* with such an answer; half of it of pairs, which take
                         longer */
#define DRAWS      90 /* for as many; a third of it of pairs */
#define SIDE_TRIES 36 /* draws of one family for the other side of a bound: */
#define SIDE_OWN   6  /* with the knobs of the problem and other indexes, */
#define SIDE_FREE  20 /* up to here with any knobs, then such as lean over */
#define FAMILIES   12 /* other families, where its own has no other side */

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

static double control_distance(const struct look *x, const struct look *y)
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
static const struct family *control_draw_family(struct name_match *m,
                                                struct arena *a, size_t parts,
                                                size_t *single)
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
static bool control_draw_other(struct name_match *m, struct arena *a,
                               const struct problem *p, size_t parts,
                               struct coordinates *c)
{
    size_t single = 0;
    const struct family *f = control_draw_family(m, a, parts, &single);

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

static bool control_give(struct name_match *m, const struct coordinates *c,
                         struct problem *out)
{
    return target_problem(m->arena, c, out) && target_add_new(&m->given, out);
}

/* Finds a problem of so many parts, one of the pool and the others of the rest,
 * like p except for its concepts. Returns false if there is none. */
static bool match_other(struct name_match *m, const struct problem *p,
                        size_t parts, struct problem *out)
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
        if (!control_draw_other(m, &cards, p, parts, &c) ||
            !target_problem(&scratch, &c, &q))
            continue;
        has = look_of(&scratch, &q);
        d = control_distance(&want, &has);
        n += d < UNLIKE;
        if (d < least && target_is_new(&m->given, &q)) {
            least = d;
            best = c;
        }
    }
    made = best.family && control_give(m, &best, out);
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
               target_is_new(&m->given, &q) && control_give(m, &c, out);
        m->drawn += t < SIDE_OWN || made;
        arena_reset(&scratch);
    }
    arena_clear(&scratch);
    return made;
}

/* Finds a problem on the other side of the suspicion's bound: of family f, else
 * of a part of f, else of any other family. Returns false if there is none. */
static bool match_side(struct name_match *m, const struct problem *p,
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

#define COMMON 0.4 /* of the targeted problems carry an auxiliary */

const char *control_name(enum control_kind k)
{
    static const char *const names[] = { "matched",  "wording", "length",
                                         "steps",    "size",    "part",
                                         "auxiliary" };

    INVARIANT(k < CONTROLS);
    return names[k];
}

/* What the sets are made from. */
struct maker {
    struct arena *arena;
    struct suspicion suspicion; /* in full names */
    const struct taxonomy *taxonomy;
    const struct draw_range *range;
    const char *seed;
    const struct problem **targeted; /* those that families made */
    const struct family **made_by;
    size_t n_targeted;
    size_t n; /* wanted of each set */
    struct leads leads;
    struct control_set *sets;
    size_t n_sets;
};

/* ---- targeted problems ---- */

static bool knobs_are_known(const struct family *f, const struct json *knobs)
{
    for (const struct json *k = knobs ? knobs->first : NULL; k; k = k->next) {
        const struct knob *known = family_knob_find(f, k->name);

        if (!known || !json_string(k) || !knob_allows(known, k->text))
            return false;
    }
    return true;
}

/* The family that made it and still would; NULL when there is none. */
static const struct family *maker_of(struct arena *a, const struct problem *p)
{
    const struct family *f;
    struct err e;

    if (!p->family || !p->seed)
        return NULL;
    f = family_named(a, p->family, &e);
    if (!f || !(f->recipe || f->pair) || f->version != p->version ||
        p->level < 1 || p->level > f->n_levels || !knobs_are_known(f, p->knobs))
        return NULL;
    return f;
}

static void find_targeted(struct maker *k, const struct problem *p, size_t n)
{
    k->targeted = arena_array(k->arena, const struct problem *, n + 1);
    k->made_by = arena_array(k->arena, const struct family *, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct family *f = maker_of(k->arena, &p[i]);

        if (!f)
            continue;
        k->targeted[k->n_targeted] = &p[i];
        k->made_by[k->n_targeted++] = f;
    }
}

static size_t control_wanted(const struct maker *k)
{
    return k->n < k->n_targeted ? k->n : k->n_targeted;
}

static void control_add_set(struct maker *k, enum control_kind kind,
                            const char *which, const struct problem *with,
                            const struct problem *without, size_t n)
{
    if (n == 0)
        return;
    k->sets[k->n_sets++] = (struct control_set){
        .kind = kind,
        .which = which,
        .with = with,
        .without = without,
        .n = n,
        .paired = with && kind != CONTROL_SIZE,
    };
}

/* ---- matched ---- */

/* Families that have just these concepts of the suspicion, and the concept, if
 * one is given. Those that have none of them fill up pairs. */
static void fill_pool(const struct maker *k, struct name_match *m,
                      uint64_t mask, const char *concept)
{
    const struct family *all[TARGET_FAMILIES];
    size_t n = target_families(all);

    for (size_t i = 0; i < n; i++) {
        uint64_t of = target_mask_of(&k->suspicion, k->taxonomy, all[i]);
        bool has = !concept;

        for (size_t c = 0; c < FAMILY_CONCEPTS && all[i]->concepts[c]; c++)
            has = has || str_eq(all[i]->concepts[c], concept);
        if (has && of == mask)
            m->pool[m->n_pool++] = all[i];
        if (!of)
            m->rest[m->n_rest++] = all[i];
    }
}

/* Adds a set of problems without `with`: of other concepts, with the parts of
 * the targeted ones or `single`, or (`side`) of the other side of the bound.
 * Returns how many there are. */
static size_t control_add_others(struct maker *k, enum control_kind kind,
                                 const char *which, const char *stream,
                                 uint64_t mask, bool single, bool side)
{
    size_t want = control_wanted(k), n = 0;
    struct problem *out = arena_array(k->arena, struct problem, want + 1);
    struct name_match m = { .arena = k->arena,
                            .suspicion = &k->suspicion,
                            .taxonomy = k->taxonomy,
                            .range = k->range,
                            .leads = &k->leads };

    m.seed = target_seed(k->arena, stream, k->seed, &k->suspicion);
    m.rng = target_stream("match", m.seed, "", 0);
    if (!side || kind == CONTROL_MATCHED)
        fill_pool(k, &m, mask, single ? which : NULL);
    for (size_t i = 0; i < k->n_targeted && n < want; i++) {
        const struct family *f = k->made_by[i];
        size_t parts = f->pair && !single ? f->pair->n : 1;

        n += side ? match_side(&m, k->targeted[i], f, &out[n])
                  : match_other(&m, k->targeted[i], parts, &out[n]);
    }
    map_clear(&m.given);
    control_add_set(k, kind, which, NULL, out, n);
    return n;
}

/* Each concept alone, and the concepts outside the bound. */
static void control_add_parts(struct maker *k)
{
    const struct suspicion *c = &k->suspicion;
    size_t n = c->n_concepts, bound = c->bound.kind != BOUND_NONE;

    for (size_t i = 0; n > 1 && i < n && i + bound < CONTROL_PARTS; i++)
        control_add_others(k, CONTROL_PART, c->concepts[i],
                           arena_printf(k->arena, "part %s", c->concepts[i]),
                           UINT64_C(1) << i, false, false);
    if (n && bound)
        control_add_others(k, CONTROL_PART, c->bound.trait, "outside", 0, false,
                           true);
}

/* ---- variants ---- */

/* The knobs with one of them set to the value, where it stood. */
static struct json *control_knobs_with(struct arena *a,
                                       const struct json *knobs,
                                       const char *name, const char *value)
{
    struct json *v = json_new(a, JSON_OBJECT);
    bool set = false;

    for (const struct json *k = knobs ? knobs->first : NULL; k; k = k->next) {
        bool is = str_eq(k->name, name);

        json_set(a, v, k->name, json_new_string(a, is ? value : k->text));
        set = set || is;
    }
    if (!set)
        json_set(a, v, name, json_new_string(a, value));
    return v;
}

struct variant {
    enum control_kind kind;
    struct {
        const char *knob;
        const char *without, *with, *with_too; /* the last: in turn, or NULL */
    } set[2];
};

static const struct variant variants[] = {
    { CONTROL_WORDING, { { "wording", "plain", "story", "paraphrase" } } },
    { CONTROL_LENGTH,
      { { "wording", "terse", "wordy", NULL },
        { "distractors", "0", "3", NULL } } },
    { CONTROL_STEPS, { { "steps", "0", "3", NULL } } },
    { CONTROL_SIZE, { { "digits", "0", "2", NULL } } },
};

#define N_VARIANTS (sizeof(variants) / sizeof(variants[0]))

/* Problem p of family f told so. */
static bool make_variant(struct maker *k, const struct variant *v,
                         const struct problem *p, const struct family *f,
                         bool with, size_t turn, struct problem *out)
{
    struct coordinates c = { .family = f,
                             .level = p->level,
                             .seed = p->seed,
                             .index = p->index,
                             .knobs = p->knobs };

    for (size_t s = 0; s < 2 && v->set[s].knob; s++) {
        const char *value = v->set[s].without;

        if (with)
            value = turn % 2 && v->set[s].with_too ? v->set[s].with_too
                                                   : v->set[s].with;
        c.knobs = control_knobs_with(k->arena, c.knobs, v->set[s].knob, value);
    }
    return leads_at(&k->leads, c.family, c.level, target_digits(c.knobs)) &&
           target_problem(k->arena, &c, out);
}

/* Some knobs leave some problems as they were: these show nothing. */
static bool control_differ(const struct problem *x, const struct problem *y)
{
    struct canonical p, q;

    canonical_problem(&p, x);
    canonical_problem(&q, y);
    return p.statement.high != q.statement.high ||
           p.statement.low != q.statement.low;
}

static bool control_is_drawn(const struct maker *k, const struct variant *v)
{
    for (size_t s = 0; s < 2 && v->set[s].knob; s++)
        if (!target_draws(k->range, v->set[s].knob))
            return false;
    return true;
}

static void add_variant(struct maker *k, const struct variant *v)
{
    size_t want = CONTROL_VARIANTS(control_wanted(k)), n = 0;
    struct problem *with = arena_array(k->arena, struct problem, want + 1);
    struct problem *without = arena_array(k->arena, struct problem, want + 1);
    struct map given[2] = { { 0 }, { 0 } };

    for (size_t i = 0; i < k->n_targeted && n < want; i++) {
        const struct problem *p = k->targeted[i];
        const struct family *f = k->made_by[i];
        struct problem *x = &with[n], *y = &without[n];

        if (!make_variant(k, v, p, f, true, n, x) ||
            !make_variant(k, v, p, f, false, n, y) || !control_differ(x, y) ||
            !target_is_new(&given[0], x) || !target_is_new(&given[1], y))
            continue;
        n += target_add_new(&given[0], x) && target_add_new(&given[1], y);
    }
    map_clear(&given[0]);
    map_clear(&given[1]);
    control_add_set(k, v->kind, NULL, with, without, n);
}

/* ---- auxiliary ---- */

static size_t carriers(const struct maker *k, const char *concept)
{
    size_t n = 0;

    for (size_t i = 0; i < k->n_targeted; i++) {
        const struct problem *p = k->targeted[i];

        n += str_is_one(concept, p->concepts, p->n_concepts);
    }
    return n;
}

/* The most common first; of equal ones the first of the taxonomy. */
static void add_auxiliaries(struct maker *k)
{
    const struct taxonomy *high = taxonomy_find("high");
    size_t *count = arena_array(k->arena, size_t, high->n_concepts);

    for (size_t i = 0; i < high->n_concepts; i++) {
        const char *name = high->concepts[i].name;

        if (!target_mask(&k->suspicion, k->taxonomy, &name, 1))
            count[i] = carriers(k, name);
    }
    for (size_t made = 0; made < CONTROL_AUXILIARIES;) {
        const char *name;
        size_t best = 0;

        for (size_t i = 1; i < high->n_concepts; i++)
            if (count[i] > count[best])
                best = i;
        if (count[best] == 0 ||
            (double)count[best] < COMMON * (double)k->n_targeted)
            break;
        count[best] = 0;
        name = high->concepts[best].name;
        made += control_add_others(k, CONTROL_AUXILIARY, name, name, 0, true,
                                   false) > 0;
    }
}

/* ---- all ---- */

bool control_make(struct arena *a, const struct suspicion *c,
                  const struct taxonomy *t, const struct draw_range *range,
                  const struct problem *targeted, size_t n_targeted, size_t n,
                  const char *seed, const struct control_set **out,
                  size_t *n_out, struct err *e)
{
    struct maker k = { .arena = a,
                       .range = range,
                       .seed = seed,
                       .n = n,
                       .leads = { .tries = LEADS_TRIES } };

    if (c->n_concepts == 0 && c->bound.kind == BOUND_NONE)
        return err_set(
            e, ERR_USAGE,
            "a hypothesis with neither concepts nor a bound has no controls");
    k.sets = arena_array(a, struct control_set,
                         CONTROLS + CONTROL_PARTS + CONTROL_AUXILIARIES);
    target_claim(a, c, t, &k.suspicion, &k.taxonomy);
    find_targeted(&k, targeted, n_targeted);
    control_add_others(&k, CONTROL_MATCHED, NULL, "matched", 0, false,
                       k.suspicion.n_concepts == 0);
    for (size_t i = 0; i < N_VARIANTS; i++)
        if (control_is_drawn(&k, &variants[i]))
            add_variant(&k, &variants[i]);
    control_add_parts(&k);
    if (c->n_concepts)
        add_auxiliaries(&k);
    *out = k.sets;
    *n_out = k.n_sets;
    return true;
}
