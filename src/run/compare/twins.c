/* SPDX-License-Identifier: Apache-2.0 */
#include "run/compare/twins.h"

#include "base/map.h"
#include "base/str.h"
#include "family/table.h"
#include "run/compare/compare_int.h"

const struct twin_forms twins_disguised = {
    "disguise", "none",
    (const char *const[]){ "structure", "vanishing", "trap", NULL }
};
const struct twin_forms twins_worded = {
    "templates", "seen", (const char *const[]){ "unseen", NULL }
};

/* Returns the form of a problem, or NULL if it has none: as its knob was set,
 * or as it stands by itself on the family's card. The card of a family that is
 * a file need not be at hand. */
static const char *twins_form_of(struct arena *a, const struct problem *p,
                                 const char *knob)
{
    const struct family *f = family_card(p->family);

    if (!p->family || !p->seed || (f && !family_knob_find(f, knob)))
        return NULL;
    return f ? family_knob_value(a, f, p->knobs, knob)
             : json_string(json_get(p->knobs, knob));
}

static void twins_write_key(struct str *key, const struct problem *p,
                            const char *form, const char *knob)
{
    str_reset(key);
    str_addf(key, "%s ", form);
    compare_origin(key, p, knob);
}

/* Gives each problem a place under its key; of two with one key the first. */
static void list_forms(struct arena *a, const struct summary *v,
                       const char *knob, struct map *forms)
{
    struct str key = { 0 };

    for (size_t i = 0; i < v->info.n_problems; i++) {
        const char *form = twins_form_of(a, &v->problems[i], knob);
        size_t *at;
        bool added;

        if (!form)
            continue;
        twins_write_key(&key, &v->problems[i], form, knob);
        at = map_put(forms, key.s, key.n, &added);
        if (added)
            *at = i;
    }
    str_clear(&key);
}

/* The pairs of a form, in the order of the problems in it. Returns how many;
 * *alone counts those without a plain one. */
static size_t match_forms(struct arena *a, const struct summary *v,
                          const struct map *forms, const struct twin_forms *of,
                          const char *form, struct match *out, uint64_t *alone)
{
    struct str key = { 0 };
    size_t n = 0;

    *alone = 0;
    for (size_t i = 0; i < forms->n; i++) {
        size_t at = forms->entries[i].value;
        const struct problem *p = &v->problems[at];
        const size_t *plain;

        if (!str_eq(twins_form_of(a, p, of->knob), form))
            continue;
        twins_write_key(&key, p, of->plain, of->knob);
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
                         const struct twin_forms *of, uint64_t seed, size_t *n)
{
    size_t models = (size_t)v->info.n_models, most = 0;
    struct map forms = { 0 };
    struct twins *out;

    while (of->others[most])
        most++;
    out = arena_array(a, struct twins, most * models + 1);
    *n = 0;
    list_forms(a, v, of->knob, &forms);
    for (size_t i = 0; i < most; i++)
        for (size_t m = 0; m < models; m++) {
            struct compare_side side = { v, m, v->models[m] };
            struct match *match = arena_array(a, struct match, forms.n + 1);
            struct twins *t = &out[*n];
            size_t pairs;

            *t = (struct twins){ .form = of->others[i], .model = m };
            pairs = match_forms(a, v, &forms, of, t->form, match, &t->alone);
            if (!pairs)
                break;
            compare_matched(a, &side, &side, match, pairs, v->strict, seed,
                            &t->pair);
            ++*n;
        }
    map_clear(&forms);
    return out;
}
