/* SPDX-License-Identifier: Apache-2.0 */
#include "run/compare/twins.h"

#include "base/map.h"
#include "base/str.h"
#include "family/table.h"
#include "run/compare/compare_int.h"

#include <inttypes.h>

#define DISGUISE "disguise"

static const char *const strategies[] = { "structure", "vanishing", "trap" };

#define STRATEGIES (sizeof(strategies) / sizeof(strategies[0]))

/* Returns the disguise of a problem, or NULL if its family has none. */
static const char *disguise_of(struct arena *a, const struct problem *p)
{
    const struct family *f = family_card(p->family);

    return f && p->seed && family_knob_find(f, DISGUISE)
               ? family_knob_value(a, f, p->knobs, DISGUISE)
               : NULL;
}

/* The coordinates and all knobs but the disguise. */
static void write_key(struct str *key, const struct problem *p,
                      const char *disguise)
{
    str_reset(key);
    str_addf(key, "%s %s@%d:%d:%s:%" PRIu64, disguise, p->family, p->version,
             p->level, p->seed, p->index);
    for (const struct json *k = p->knobs ? p->knobs->first : NULL; k;
         k = k->next)
        if (!str_eq(k->name, DISGUISE)) {
            str_addf(key, ";%s=", k->name);
            json_write(key, k);
        }
}

/* Gives each problem a place under its key; of two with one key the first. */
static void list_forms(struct arena *a, const struct summary *v,
                       struct map *forms)
{
    struct str key = { 0 };

    for (size_t i = 0; i < v->info.n_problems; i++) {
        const char *disguise = disguise_of(a, &v->problems[i]);
        size_t *at;
        bool added;

        if (!disguise)
            continue;
        write_key(&key, &v->problems[i], disguise);
        at = map_put(forms, key.s, key.n, &added);
        if (added)
            *at = i;
    }
    str_clear(&key);
}

/* The pairs of a strategy, in the order of the plain forms. Returns how many;
 * *alone counts disguised forms without a plain one. */
static size_t match_forms(struct arena *a, const struct summary *v,
                          const struct map *forms, const char *strategy,
                          struct match *out, uint64_t *alone)
{
    struct str key = { 0 };
    size_t n = 0;

    *alone = 0;
    for (size_t i = 0; i < forms->n; i++) {
        size_t at = forms->entries[i].value;
        const struct problem *p = &v->problems[at];
        const size_t *plain;

        if (!str_eq(disguise_of(a, p), strategy))
            continue;
        write_key(&key, p, "none");
        plain = map_get(forms, key.s, key.n);
        if (plain)
            out[n++] = (struct match){ *plain, at };
        else
            ++*alone;
    }
    str_clear(&key);
    return n;
}

struct twins *twins_make(struct arena *a, const struct summary *v,
                         uint64_t seed, size_t *n)
{
    size_t models = (size_t)v->info.n_models;
    struct twins *out = arena_array(a, struct twins, STRATEGIES * models + 1);
    struct map forms = { 0 };

    *n = 0;
    list_forms(a, v, &forms);
    for (size_t i = 0; i < STRATEGIES; i++)
        for (size_t m = 0; m < models; m++) {
            struct compare_side side = { v, m, v->models[m] };
            struct match *match = arena_array(a, struct match, forms.n + 1);
            struct twins *t = &out[*n];
            size_t pairs;

            *t = (struct twins){ .strategy = strategies[i], .model = m };
            pairs = match_forms(a, v, &forms, strategies[i], match, &t->alone);
            if (!pairs)
                break;
            compare_matched(a, &side, &side, match, pairs, v->strict, seed,
                            &t->pair);
            ++*n;
        }
    map_clear(&forms);
    return out;
}
