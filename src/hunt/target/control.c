/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/target/control.h"
#include "base/str.h"
#include "family/generate.h"
#include "family/pair/pair.h"
#include "hunt/target/target_int.h"
#include "problem/canonical.h"

#include <string.h>

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

static size_t wanted(const struct maker *k)
{
    return k->n < k->n_targeted ? k->n : k->n_targeted;
}

static void add_set(struct maker *k, enum control_kind kind, const char *which,
                    const struct problem *with, const struct problem *without,
                    size_t n)
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

static void open_match(struct maker *k, struct name_match *m, const char *what)
{
    match_open(k->arena, m, what, k->seed, &k->suspicion, k->taxonomy,
               &k->leads);
    m->range = k->range;
}

static size_t parts_of(const struct family *f)
{
    return f->pair ? f->pair->n : 1;
}

static void add_matched(struct maker *k)
{
    size_t want = wanted(k), n = 0;
    struct problem *out = arena_array(k->arena, struct problem, want + 1);
    struct name_match m;

    open_match(k, &m, "matched");
    fill_pool(k, &m, 0, NULL);
    for (size_t i = 0; i < k->n_targeted && n < want; i++) {
        const struct family *f = k->made_by[i];

        if (k->suspicion.n_concepts == 0)
            n += match_side(&m, k->targeted[i], f, &out[n]);
        else
            n += match_other(&m, k->targeted[i], parts_of(f), &out[n]);
    }
    match_close(&m);
    add_set(k, CONTROL_MATCHED, NULL, NULL, out, n);
}

/* ---- parts ---- */

static void add_part(struct maker *k, size_t concept)
{
    const char *name = k->suspicion.concepts[concept];
    size_t want = wanted(k), n = 0;
    struct problem *out = arena_array(k->arena, struct problem, want + 1);
    struct name_match m;

    open_match(k, &m, arena_printf(k->arena, "part %s", name));
    fill_pool(k, &m, UINT64_C(1) << concept, NULL);
    for (size_t i = 0; m.n_pool && i < k->n_targeted && n < want; i++)
        n += match_other(&m, k->targeted[i], parts_of(k->made_by[i]), &out[n]);
    match_close(&m);
    add_set(k, CONTROL_PART, name, NULL, out, n);
}

/* The concepts outside the bound. */
static void add_outside(struct maker *k)
{
    size_t want = wanted(k), n = 0;
    struct problem *out = arena_array(k->arena, struct problem, want + 1);
    struct name_match m;

    open_match(k, &m, "outside");
    for (size_t i = 0; i < k->n_targeted && n < want; i++)
        n += match_side(&m, k->targeted[i], k->made_by[i], &out[n]);
    match_close(&m);
    add_set(k, CONTROL_PART, k->suspicion.bound.trait, NULL, out, n);
}

static void add_parts(struct maker *k)
{
    size_t n = k->suspicion.n_concepts;
    size_t bound = k->suspicion.bound.kind != BOUND_NONE;

    for (size_t i = 0; n > 1 && i < n && i + bound < CONTROL_PARTS; i++)
        add_part(k, i);
    if (n && bound)
        add_outside(k);
}

/* ---- variants ---- */

/* The knobs with one of them set to the value, where it stood. */
static struct json *knobs_with(struct arena *a, const struct json *knobs,
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
        c.knobs = knobs_with(k->arena, c.knobs, v->set[s].knob, value);
    }
    return leads_at(&k->leads, c.family, c.level, target_digits(c.knobs)) &&
           target_problem(k->arena, &c, out);
}

/* Some knobs leave some problems as they were: these show nothing. */
static bool differ(const struct problem *x, const struct problem *y)
{
    struct canonical p, q;

    canonical_problem(&p, x);
    canonical_problem(&q, y);
    return p.statement.high != q.statement.high ||
           p.statement.low != q.statement.low;
}

static bool is_drawn(const struct maker *k, const struct variant *v)
{
    for (size_t s = 0; s < 2 && v->set[s].knob; s++)
        if (!target_draws(k->range, v->set[s].knob))
            return false;
    return true;
}

static void add_variant(struct maker *k, const struct variant *v)
{
    size_t want = CONTROL_VARIANTS(wanted(k)), n = 0;
    struct problem *with = arena_array(k->arena, struct problem, want + 1);
    struct problem *without = arena_array(k->arena, struct problem, want + 1);
    struct map given[2] = { { 0 }, { 0 } };

    for (size_t i = 0; i < k->n_targeted && n < want; i++) {
        const struct problem *p = k->targeted[i];
        const struct family *f = k->made_by[i];
        struct problem *x = &with[n], *y = &without[n];

        if (!make_variant(k, v, p, f, true, n, x) ||
            !make_variant(k, v, p, f, false, n, y) || !differ(x, y) ||
            !target_is_new(&given[0], x) || !target_is_new(&given[1], y))
            continue;
        n += target_add_new(&given[0], x) && target_add_new(&given[1], y);
    }
    map_clear(&given[0]);
    map_clear(&given[1]);
    add_set(k, v->kind, NULL, with, without, n);
}

/* ---- auxiliary ---- */

static size_t carriers(const struct maker *k, const char *concept)
{
    size_t n = 0;

    for (size_t i = 0; i < k->n_targeted; i++) {
        const struct problem *p = k->targeted[i];
        bool has = false;

        for (size_t c = 0; c < p->n_concepts && !has; c++)
            has = str_eq(p->concepts[c], concept);
        n += has;
    }
    return n;
}

static bool add_auxiliary(struct maker *k, const char *concept)
{
    size_t want = wanted(k), n = 0;
    struct problem *out = arena_array(k->arena, struct problem, want + 1);
    struct name_match m;

    open_match(k, &m, concept);
    fill_pool(k, &m, 0, concept);
    for (size_t i = 0; m.n_pool && i < k->n_targeted && n < want; i++)
        n += match_other(&m, k->targeted[i], 1, &out[n]);
    match_close(&m);
    add_set(k, CONTROL_AUXILIARY, concept, NULL, out, n);
    return n > 0;
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
        size_t best = 0;

        for (size_t i = 1; i < high->n_concepts; i++)
            if (count[i] > count[best])
                best = i;
        if (count[best] == 0 ||
            (double)count[best] < COMMON * (double)k->n_targeted)
            break;
        count[best] = 0;
        made += add_auxiliary(k, high->concepts[best].name);
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
    add_matched(&k);
    for (size_t i = 0; i < N_VARIANTS; i++)
        if (is_drawn(&k, &variants[i]))
            add_variant(&k, &variants[i]);
    add_parts(&k);
    if (c->n_concepts)
        add_auxiliaries(&k);
    *out = k.sets;
    *n_out = k.n_sets;
    return true;
}
