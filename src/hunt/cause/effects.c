/* SPDX-License-Identifier: Apache-2.0 */

/* What each candidate cause is worth: one logistic model of all of them. */
#include "base/str.h"
#include "hunt/cause/cause_int.h"

#include <math.h>
#include <stdlib.h>

#define SKILLS     3   /* of other concepts, at most, */
#define COMMON     0.4 /* that this share of targeted problems carries */
#define WORDS_MOST 6   /* of one trait, the most common first */

/* Traits that say what others say. */
static const char *const doubles[] = { "characters", "numbers", "concepts",
                                       "keys",       "depth",   NULL };

/* A column of the model, and between which values it is compared. */
struct column {
    struct effect effect;
    const double *x; /* [row] */
    double on, off;
    uint32_t claim; /* of claims: their bits */
};

struct table {
    struct arena *arena;
    const struct explanation *explanation;
    struct column columns[REGRESSION_COLUMNS];
    size_t n; /* the first is of ones */
};

static const struct clue *clues_of(const struct table *t, size_t *n)
{
    *n = t->explanation->evidence->clues.n;
    return t->explanation->evidence->clues.items;
}

/* ---- columns ---- */

static struct column *add(struct table *t, const char *what, const char *which,
                          const double *x)
{
    struct column *c = &t->columns[t->n];

    if (t->n == REGRESSION_COLUMNS)
        return NULL;
    t->n++;
    *c = (struct column){ .effect = { .what = what, .which = which },
                          .x = x,
                          .on = 1 };
    return c;
}

static void add_clue(struct table *t, const struct clue *f)
{
    size_t n = t->explanation->evidence->n;
    double *x = arena_array(t->arena, double, n + 1);
    struct column *c;

    for (size_t i = 0; i < n; i++)
        x[i] = f->on[i];
    c = add(t, f->kind == CLUE_MINED ? "not tried" : f->cause, f->what, x);
    if (c && f->kind == CLUE_CLAIM)
        c->claim = f->claim;
}

static bool is_chosen(const struct table *t, const struct clue *f)
{
    const struct explanation *x = t->explanation;

    for (size_t i = 0; i < x->n; i++)
        if (vec_get(&x->evidence->clues, struct clue, x->chosen[i]) == f)
            return true;
    return false;
}

static void add_chosen(struct table *t)
{
    const struct explanation *x = t->explanation;

    for (size_t i = 0; i < x->n; i++)
        add_clue(t, vec_get(&x->evidence->clues, struct clue, x->chosen[i]));
}

static void add_claims(struct table *t)
{
    size_t n;
    const struct clue *f = clues_of(t, &n);

    for (size_t i = 0; i < n; i++)
        if (f[i].kind == CLUE_CLAIM && !is_chosen(t, &f[i]))
            add_clue(t, &f[i]);
}

static bool is_common(const struct evidence *v, const struct clue *f)
{
    size_t has = 0, all = 0;

    for (size_t i = 0; i < v->n; i++) {
        all += v->rows[i].set == ASKED_TARGETED;
        has += v->rows[i].set == ASKED_TARGETED && f->on[i];
    }
    return (double)has >= COMMON * (double)all;
}

static void add_skills(struct table *t)
{
    size_t n, made = 0;
    const struct clue *f = clues_of(t, &n);

    for (size_t i = 0; i < n && made < SKILLS; i++)
        if (f[i].kind == CLUE_SKILL && !f[i].within && !is_chosen(t, &f[i]) &&
            is_common(t->explanation->evidence, &f[i])) {
            add_clue(t, &f[i]);
            made++;
        }
}

/* ---- traits ---- */

/* Is the trait in the model by a clue of its own? */
static bool has_chosen(const struct table *t, const char *trait)
{
    size_t n;
    const struct clue *f = clues_of(t, &n);

    for (size_t i = 0; i < n; i++)
        if (f[i].kind == CLUE_TRAIT && str_eq(f[i].trait, trait) &&
            is_chosen(t, &f[i]))
            return true;
    return false;
}

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* A denominator may be 7 or 10^11. */
static double scale(double x)
{
    return x < 0 ? -log1p(-x) : log1p(x);
}

static double unscale(double x)
{
    return x < 0 ? -expm1(-x) : expm1(x);
}

/* Its logarithm, in units of its deviation; where it has no value it has the mean. It is
 * compared between its quartiles. */
static void add_number(struct table *t, const struct trait *trait)
{
    size_t n = t->explanation->evidence->n, known = 0;
    double *x = arena_array(t->arena, double, n + 1);
    double *all = arena_array(t->arena, double, n + 1), mean, deviation;
    double low, high;
    struct column *c;

    for (size_t i = 0; i < n; i++)
        if (!isnan(trait->value[i]))
            all[known++] = scale(trait->value[i]);
    qsort(all, known, sizeof(*all), rising);
    mean = stats_mean(all, known);
    deviation = stats_deviation(all, known);
    low = all[known / 4];
    high = all[known - 1 - known / 4];
    if (!(high > low))
        low = all[0], high = all[known - 1];
    for (size_t i = 0; i < n; i++)
        x[i] = isnan(trait->value[i])
                   ? 0
                   : (scale(trait->value[i]) - mean) / deviation;
    c = add(t, cause_word(t->arena, trait->name, NULL),
            arena_printf(t->arena, "%s: %.4g against %.4g", trait->name,
                         unscale(high), unscale(low)),
            x);
    if (c) {
        c->on = (high - mean) / deviation;
        c->off = (low - mean) / deviation;
    }
}

/* Each value but the most common. */
static void add_words(struct table *t, const struct trait *trait)
{
    size_t n, most = 0, made = 0, skip = SIZE_MAX;
    const struct clue *f = clues_of(t, &n);

    for (size_t i = 0; i < n; i++) {
        size_t count = 0;

        if (f[i].kind != CLUE_TRAIT || f[i].within ||
            !str_eq(f[i].trait, trait->name))
            continue;
        for (size_t k = 0; k < t->explanation->evidence->n; k++)
            count += f[i].on[k];
        if (count > most) {
            most = count;
            skip = i;
        }
    }
    for (size_t i = 0; i < n && made < WORDS_MOST; i++)
        if (i != skip && f[i].kind == CLUE_TRAIT && !f[i].within &&
            str_eq(f[i].trait, trait->name)) {
            add_clue(t, &f[i]);
            made++;
        }
}

static void add_traits(struct table *t)
{
    const struct evidence *v = t->explanation->evidence;

    for (size_t i = 0; i < v->n_traits; i++) {
        const struct trait *trait = &v->traits[i];
        bool twice = has_chosen(t, trait->name);

        for (size_t k = 0; doubles[k]; k++)
            twice = twice || str_eq(doubles[k], trait->name);
        if (v->suspicion->bound.kind != BOUND_NONE &&
            str_eq(v->suspicion->bound.trait, trait->name))
            continue;
        if (!twice && trait->value)
            add_number(t, trait);
        else if (!twice)
            add_words(t, trait);
    }
}

/* ---- margins ---- */

/* A part of a suspicion is compared without the others, the whole of it with
 * its parts in both. */
static double value_of(const struct column *of, const struct column *c,
                       size_t row, bool on)
{
    if (c == of)
        return on ? c->on : c->off;
    if (!of->claim || !c->claim)
        return c->x[row];
    return (of->claim & c->claim) == c->claim;
}

/* The model of these columns. */
static void fit(struct table *t, struct column *const *in, size_t k,
                struct regression *out)
{
    const struct evidence *v = t->explanation->evidence;
    double *x = arena_array(t->arena, double, v->n *k + 1);
    double *weight = arena_array(t->arena, double, v->n + 1);
    struct regression_rows rows = { .x = x,
                                    .y = v->fails,
                                    .weight = weight,
                                    .cluster = v->cluster,
                                    .n = v->n,
                                    .columns = k };

    for (size_t i = 0; i < v->n; i++) {
        weight[i] = v->rows[i].tries;
        for (size_t j = 0; j < k; j++)
            x[i * k + j] = in[j]->x[i];
    }
    regression_fit(t->arena, &rows, out);
}

/* What column `of` is worth in the model. */
static void find_margin(struct table *t, struct column *const *in, size_t k,
                        const struct regression *r, struct column *of)
{
    const struct evidence *v = t->explanation->evidence;
    double *side[2];
    struct margin m;
    size_t n = 0;

    for (int s = 0; s < 2; s++)
        side[s] = arena_array(t->arena, double, v->n *k + 1);
    for (size_t i = 0; i < v->n; i++) {
        if (v->rows[i].set != ASKED_TARGETED && v->rows[i].set != ASKED_MATCHED)
            continue;
        for (int s = 0; s < 2; s++)
            for (size_t j = 0; j < k; j++)
                side[s][n * k + j] = value_of(of, in[j], i, s);
        n++;
    }
    if (!n)
        return;
    m = regression_margin(r, side[1], side[0], n);
    of->effect.points = -m.value; /* failures are fitted */
    of->effect.lo = -m.interval.high;
    of->effect.hi = -m.interval.low;
}

/* Those that explain the failures are in one model; each of the others is added
 * to it by itself, for many of them say much the same. */
static void find_all(struct table *t, size_t chosen)
{
    struct column *in[EXPLAIN_MOST + 2];
    struct regression r;

    for (size_t i = 0; i < chosen; i++)
        in[i] = &t->columns[i];
    fit(t, in, chosen, &r);
    for (size_t i = 1; i < t->n; i++) {
        bool other = i >= chosen;

        in[chosen] = &t->columns[i];
        if (other)
            fit(t, in, chosen + 1, &r);
        find_margin(t, in, chosen + other, &r, in[other ? chosen : i]);
    }
}

void effects_find(struct arena *a, struct hypothesis *h,
                  const struct explanation *x)
{
    size_t n = x->evidence->n, chosen;
    struct table t = { .arena = x->evidence->arena, .explanation = x };
    double *ones = arena_array(t.arena, double, n + 1);
    struct effect *out;

    for (size_t i = 0; i < n; i++)
        ones[i] = 1;
    add(&t, "", "", ones);
    add_chosen(&t);
    chosen = t.n;
    add_claims(&t);
    add_skills(&t);
    add_traits(&t);
    find_all(&t, chosen);
    out = arena_array(a, struct effect, t.n);
    for (size_t i = 1; i < t.n; i++) {
        out[i - 1] = t.columns[i].effect;
        out[i - 1].what = arena_strdup(a, out[i - 1].what);
        out[i - 1].which = arena_strdup(a, out[i - 1].which);
    }
    h->effects = out;
    h->n_effects = t.n - 1;
}
