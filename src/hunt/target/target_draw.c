/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "family/generate.h"
#include "family/table.h"
#include "hunt/target/target_int.h"
#include "problem/canonical.h"

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

    for (size_t i = 0; i < n_families; i++)
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

void target_lean(const struct bound *b, bool more, const struct family *f,
                 struct rng *r, int *level, struct knobs *k)
{
    if (b->kind == BOUND_IS) {
        for (size_t i = 0; i < N_WORDINGS; i++)
            if (more && str_eq(b->trait, "wording") &&
                str_eq(b->word, wordings[i]))
                k->wording = wordings[i];
        return;
    }
    if (str_eq(b->trait, "words") || str_eq(b->trait, "characters") ||
        str_eq(b->trait, "numbers")) {
        lean_length(more, r, k);
    } else if (str_eq(b->trait, "digits")) {
        k->digits = more ? 2 : 0;
        if (!more)
            k->distractors = k->steps = 0;
    } else if (str_eq(b->trait, "steps")) {
        k->steps = more ? 3 : 0;
    } else if (str_eq(b->trait, "distractors")) {
        k->distractors = more ? 3 : 0;
    }
    if (str_eq(b->trait, "level") || rng_below(r, 2))
        *level = more ? f->n_levels : 1;
}

/* ---- problems ---- */

bool target_problem(struct arena *a, const struct coordinates *c,
                    struct problem *out)
{
    struct coordinates own = *c;
    struct err e;

    own.seed = arena_strdup(a, c->seed);
    own.knobs = c->knobs ? json_copy(a, c->knobs) : NULL;
    if (!family_generate(a, &own, out, &e))
        return false;
    out->family = arena_strdup(a, out->family); /* a pair's card may go */
    return true;
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
