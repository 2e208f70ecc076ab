/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "family/generate.h"
#include "family/pair/link.h"
#include "family/pair/pair.h"
#include "family/table.h"
#include "hunt/target/target_int.h"
#include "problem/canonical.h"

#include <math.h>
#include <stdlib.h>

static const char *const wordings[] = { "plain", "paraphrase", "terse", "wordy",
                                        "story" };
#define N_WORDINGS (sizeof(wordings) / sizeof(wordings[0]))

struct rng target_stream(const char *what, const char *seed, const char *name,
                         uint64_t i)
{
    struct hasher h;
    struct rng r;

    hasher_open(&h);
    hasher_text(&h, what);
    hasher_text(&h, seed);
    hasher_text(&h, name);
    hasher_u64(&h, i);
    rng_init(&r, hasher_close(&h));
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

static const char *lean_wording(bool more, struct rng *r)
{
    return !more ? "terse" : rng_below(r, 2) ? "wordy" : "story";
}

/* Length, and numbers, which distractors and detours bring along. */
static void lean_length(bool more, struct rng *r, struct knobs *k)
{
    k->wording = lean_wording(more, r);
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
    for (size_t i = 0; range && i < range->n_fixed; i++)
        if (str_eq(range->fixed[i], knob))
            return false;
    return true;
}

void target_within(const struct draw_range *range, const struct family *f,
                   int *level, struct knobs *k)
{
    int most = target_levels(range, f);

    if (*level > most || (range && range->highest))
        *level = most;
    if (!target_draws(range, "wording"))
        k->wording = "plain";
    if (!target_draws(range, "distractors"))
        k->distractors = 0;
    if (!target_draws(range, "digits"))
        k->digits = 0;
    if (!target_draws(range, "steps"))
        k->steps = 0;
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

static bool has_none(const struct map *given, const struct hash128 *keys,
                     size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (map_get(given, &keys[i], sizeof(keys[i])))
            return false;
    return true;
}

bool target_is_new(const struct map *given, const struct problem *p)
{
    struct hash128 keys[2];
    size_t n = forms(p, keys);

    return has_none(given, keys, n);
}

bool target_add_new(struct map *given, const struct problem *p)
{
    struct hash128 keys[2];
    size_t n = forms(p, keys);

    if (!has_none(given, keys, n))
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

const struct family *target_compose(struct arena *a, struct leads *l,
                                    const struct family *const *parts, size_t n)
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

static const struct family *join(struct arena *a, struct pairs *p, size_t x,
                                 size_t y)
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
            const struct family *f =
                join(a, p, turned ? second : first, turned ? first : second);

            if (!f)
                f = join(a, p, turned ? first : second,
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
