/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/models.h"
#include "base/str.h"
#include "base/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct comparing {
    struct arena *a;
    const struct models_side *sides;
    size_t n;
    const struct score_options *o;
    struct models_table *out;
};

/* ---- claims ---- */

#define ALIKE 0.5 /* Jaccard's index from which two claims are one */

/* A claim while they are gathered. */
struct gathered {
    struct hypothesis row;
    struct str also; /* other claims about much the same problems */
};

static double models_overlap(const struct outcomes *s,
                             const struct suspicion *x,
                             const struct suspicion *y)
{
    size_t both = 0, any = 0;

    for (size_t i = 0; i < s->n; i++) {
        bool in_x = suspicion_holds(s, x, i), in_y = suspicion_holds(s, y, i);

        both += in_x && in_y;
        any += in_x || in_y;
    }
    return any ? (double)both / (double)any : 1;
}

/* Adds a claim, unless there is one about much the same problems: under another
 * name, of another granularity, or with another bound. */
static void models_gather(const struct comparing *c, const struct hypothesis *h,
                          struct vec *all)
{
    struct gathered *to;

    for (size_t i = 0; i < all->n; i++) {
        to = vec_get(all, struct gathered, i);
        if (models_overlap(c->sides[0].outcomes, &to->row.suspicion,
                           &h->suspicion) < ALIKE)
            continue;
        if (!suspicion_equal(&to->row.suspicion, &h->suspicion))
            str_addf(&to->also, "%s%s", to->also.n ? "; " : "",
                     suspicion_short(c->a, &h->suspicion));
        return;
    }
    to = vec_push(all);
    *to = (struct gathered){ hypothesis_new(c->a, &h->suspicion, h->by),
                             str_in(c->a) };
}

static void gather_reported(const struct comparing *c,
                            const struct score_table *t, struct vec *all)
{
    for (size_t i = 0; t && i < t->n; i++)
        if (t->rows[i].reported)
            models_gather(c, &t->rows[i], all);
}

/* ---- the lift of each model ---- */

static double models_level_of(const struct score_options *o)
{
    return o->level > 0 ? o->level : score_defaults.level;
}

/* A claim that another one explains is no evidence, unless they are about much
 * the same problems. */
static enum models_holds hunt_models_holds(const struct hypothesis *h,
                                           double level)
{
    if (h->reported || (h->q <= level && h->lift > 0 && h->group >= 0))
        return HOLDS_YES;
    return h->q <= level && h->lift > 0 ? HOLDS_MAYBE : HOLDS_NO;
}

static void score_model(const struct comparing *c, size_t m,
                        const struct vec *all)
{
    struct hypothesis *rows = arena_array(c->a, struct hypothesis, all->n + 1);

    for (size_t i = 0; i < all->n; i++)
        rows[i] = vec_get(all, struct gathered, i)->row;
    score_claims(c->a, c->sides[m].scored, c->o, rows, all->n);
    for (size_t i = 0; i < all->n; i++)
        c->out->claims[i].parts[m] = (struct models_part){
            .lift = rows[i].lift,
            .lo = rows[i].lo,
            .hi = rows[i].hi,
            .p = rows[i].p,
            .q = rows[i].q,
            .n = rows[i].n,
            .holds = hunt_models_holds(&rows[i], models_level_of(c->o)),
        };
}

/* ---- beyond the others ---- */

/* Attempts of all models; or, if these are too many, of model `alone` and of
 * the rest together. */
static struct rasch_data models_attempts_of(const struct comparing *c,
                                            size_t alone)
{
    size_t items = c->sides[0].outcomes->n;
    size_t models = c->n <= RASCH_MODELS ? c->n : 2;
    uint32_t *tries = arena_array(c->a, uint32_t, items * models + 1);
    uint32_t *failed = arena_array(c->a, uint32_t, items * models + 1);
    uint32_t *cluster = arena_array(c->a, uint32_t, items + 1);

    for (size_t i = 0; i < items; i++) {
        cluster[i] = c->sides[0].outcomes->examples[i].cluster;
        for (size_t m = 0; m < c->n; m++) {
            const struct example *x = &c->sides[m].outcomes->examples[i];
            size_t at = i * models + (models == c->n ? m : m != alone);

            tries[at] += x->tries;
            failed[at] += x->failed;
        }
    }
    return (struct rasch_data){ items, models, tries, failed, cluster };
}

/* `inside` NULL: of all problems, how much weaker each model is. */
static void models_estimate(const struct comparing *c, const bool *inside,
                            struct rasch_estimate *out)
{
    for (size_t m = 0; m < c->n; m++) {
        struct rasch_data d = models_attempts_of(c, m);
        struct rasch_estimate pair[RASCH_MODELS];
        bool all = d.models == c->n;

        if (inside)
            rasch_inside(&d, inside, all ? out : pair);
        else
            rasch_models(&d, all ? out : pair);
        if (all)
            return;
        out[m] = pair[0];
    }
}

static void go_beyond(const struct comparing *c, struct models_claim *claim)
{
    const struct outcomes *s = c->sides[0].outcomes;
    bool *inside = arena_array(c->a, bool, s->n + 1);
    struct rasch_estimate *e =
        arena_array(c->a, struct rasch_estimate, c->n + 1);

    for (size_t i = 0; i < s->n; i++)
        inside[i] = suspicion_holds(s, &claim->suspicion, i);
    models_estimate(c, inside, e);
    for (size_t m = 0; m < c->n; m++)
        claim->parts[m].beyond = e[m];
}

/* ---- whose it is ---- */

static const char *models_names_of(struct arena *a,
                                   const struct models_claim *claim,
                                   const char *const *of, size_t n_of,
                                   enum models_holds which, size_t *n)
{
    struct str names = str_in(a);

    *n = 0;
    for (size_t m = 0; m < n_of; m++)
        if (claim->parts[m].holds == which)
            str_addf(&names, "%s%s", (*n)++ ? ", " : "", of[m]);
    return str_get(&names);
}

const char *models_verdict(struct arena *a, const struct models_claim *claim,
                           const char *const *of, size_t n)
{
    size_t yes, maybe;
    const char *have = models_names_of(a, claim, of, n, HOLDS_YES, &yes);
    const char *open = models_names_of(a, claim, of, n, HOLDS_MAYBE, &maybe);
    const char *rest = maybe ? arena_printf(a, "; unclear for: %s", open) : "";

    switch (claim->class) {
    case MODELS_COMMON: return "common";
    case MODELS_SHARED: return arena_printf(a, "shared by: %s%s", have, rest);
    case MODELS_SPECIFIC: return arena_printf(a, "specific to %s", have);
    case MODELS_UNTOLD: break;
    }
    return yes ? arena_printf(a, "%s%s", have,
                              maybe ? rest : "; unclear for the others")
               : "not shown for any single model";
}

/* Is there one model that has it, more than the others? */
static bool is_specific(const struct comparing *c,
                        const struct models_claim *claim)
{
    for (size_t m = 0; m < c->n; m++)
        if (claim->parts[m].holds == HOLDS_YES)
            return claim->parts[m].beyond.lo > 0;
    return false;
}

static void models_judge(const struct comparing *c, struct models_claim *claim)
{
    size_t n[HOLDS_YES + 1] = { 0 }, *yes = &n[HOLDS_YES];

    for (size_t m = 0; m < c->n; m++)
        n[claim->parts[m].holds]++;
    claim->class = *yes == c->n ? MODELS_COMMON
                   : *yes > 1   ? MODELS_SHARED
                   : *yes == 1 && !n[HOLDS_MAYBE] && is_specific(c, claim)
                       ? MODELS_SPECIFIC
                       : MODELS_UNTOLD;
    claim->verdict = models_verdict(c->a, claim, c->out->names, c->n);
}

static int by_class(const void *a, const void *b)
{
    const struct models_claim *x = a, *y = b;

    if (x->class != y->class)
        return x->class < y->class ? -1 : 1;
    return strcmp(x->text, y->text);
}

void models_compare(struct arena *a, const struct models_side *sides, size_t n,
                    const struct score_table *more,
                    const struct score_options *o, struct models_table *out)
{
    struct comparing c = { a, sides, n, o, out };
    struct vec all = vec_in(a, sizeof(struct gathered));
    const char **names = arena_array(a, const char *, n + 1);

    for (size_t m = 0; m < n; m++) {
        names[m] = sides[m].name;
        gather_reported(&c, sides[m].table, &all);
    }
    gather_reported(&c, more, &all);
    *out = (struct models_table){ .names = names, .n_models = n, .n = all.n };
    out->weaker = arena_array(a, struct rasch_estimate, n + 1);
    out->claims = arena_array(a, struct models_claim, all.n + 1);
    models_estimate(&c, NULL, out->weaker);
    for (size_t i = 0; i < all.n; i++) {
        struct gathered *g = vec_get(&all, struct gathered, i);

        out->claims[i] = (struct models_claim){
            .suspicion = g->row.suspicion,
            .text = g->row.text,
            .name = suspicion_short(a, &g->row.suspicion),
            .also = g->also.n ? str_get(&g->also) : NULL,
            .parts = arena_array(a, struct models_part, n + 1)
        };
    }
    for (size_t m = 0; m < n; m++)
        score_model(&c, m, &all);
    for (size_t i = 0; i < out->n; i++) {
        go_beyond(&c, &out->claims[i]);
        models_judge(&c, &out->claims[i]);
    }
    qsort(out->claims, out->n, sizeof(*out->claims), by_class);
}
