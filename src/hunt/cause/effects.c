/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/sort.h"
#include "base/str.h"
#include "hunt/cause/cause_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What each candidate cause is worth: one logistic model of all of them. */

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

static const struct clue *clue_at(const struct evidence *v, size_t i)
{
    return vec_get(&v->clues, struct clue, i);
}

/* The i-th of the chosen clues. */
static const struct clue *chosen_clue(const struct explanation *x, size_t i)
{
    return vec_get(&x->evidence->clues, struct clue, x->chosen[i]);
}

static const struct clue *clues_of(const struct table *t, size_t *n)
{
    *n = t->explanation->evidence->clues.n;
    return t->explanation->evidence->clues.items;
}

/* ---- columns ---- */

static struct column *effects_add(struct table *t, const char *what,
                                  const char *which, const double *x)
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

static void effects_add_clue(struct table *t, const struct clue *f)
{
    size_t n = t->explanation->evidence->n;
    double *x = arena_array(t->arena, double, n + 1);
    struct column *c;

    for (size_t i = 0; i < n; i++)
        x[i] = f->on[i];
    c = effects_add(t, f->kind == CLUE_MINED ? "not tried" : f->cause, f->what,
                    x);
    if (c && f->kind == CLUE_CLAIM)
        c->claim = f->claim;
}

static bool is_chosen(const struct explanation *x, const struct clue *f)
{
    for (size_t i = 0; i < x->n; i++)
        if (chosen_clue(x, i) == f)
            return true;
    return false;
}

static void add_chosen(struct table *t)
{
    for (size_t i = 0; i < t->explanation->n; i++)
        effects_add_clue(t, chosen_clue(t->explanation, i));
}

static void effects_add_claims(struct table *t)
{
    size_t n;
    const struct clue *f = clues_of(t, &n);

    for (size_t i = 0; i < n; i++)
        if (f[i].kind == CLUE_CLAIM && !is_chosen(t->explanation, &f[i]))
            effects_add_clue(t, &f[i]);
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
        if (f[i].kind == CLUE_SKILL && !f[i].within &&
            !is_chosen(t->explanation, &f[i]) &&
            is_common(t->explanation->evidence, &f[i])) {
            effects_add_clue(t, &f[i]);
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
            is_chosen(t->explanation, &f[i]))
            return true;
    return false;
}

/* A denominator may be 7 or 10^11. */
static double effects_scale(double x)
{
    return x < 0 ? -log1p(-x) : log1p(x);
}

static double unscale(double x)
{
    return x < 0 ? -expm1(-x) : expm1(x);
}

/* Its logarithm, in units of its deviation; where it has no value it has the mean. It is
 * compared between its quartiles. */
static void effects_add_number(struct table *t, const struct trait *trait)
{
    size_t n = t->explanation->evidence->n, known = 0;
    double *x = arena_array(t->arena, double, n + 1);
    double *all = arena_array(t->arena, double, n + 1), mean, deviation;
    double low, high;
    struct column *c;

    for (size_t i = 0; i < n; i++)
        if (!isnan(trait->value[i]))
            all[known++] = effects_scale(trait->value[i]);
    sort_doubles(all, known);
    mean = stats_mean(all, known);
    deviation = stats_deviation(all, known);
    low = all[known / 4];
    high = all[known - 1 - known / 4];
    if (!(high > low))
        low = all[0], high = all[known - 1];
    for (size_t i = 0; i < n; i++)
        x[i] = isnan(trait->value[i])
                   ? 0
                   : (effects_scale(trait->value[i]) - mean) / deviation;
    c = effects_add(t, cause_word(t->arena, trait->name, NULL),
                    arena_printf(t->arena, "%s: %.4g against %.4g", trait->name,
                                 unscale(high), unscale(low)),
                    x);
    if (c) {
        c->on = (high - mean) / deviation;
        c->off = (low - mean) / deviation;
    }
}

/* Is it a clue of the trait, at one of its values? */
static bool is_of_trait(const struct clue *f, const struct trait *trait)
{
    return f->kind == CLUE_TRAIT && !f->within && str_eq(f->trait, trait->name);
}

/* Each value but the most common. */
static void effects_add_words(struct table *t, const struct trait *trait)
{
    size_t n, most = 0, made = 0, skip = SIZE_MAX;
    const struct clue *f = clues_of(t, &n);

    for (size_t i = 0; i < n; i++) {
        size_t count = 0;

        if (!is_of_trait(&f[i], trait))
            continue;
        for (size_t k = 0; k < t->explanation->evidence->n; k++)
            count += f[i].on[k];
        if (count > most) {
            most = count;
            skip = i;
        }
    }
    for (size_t i = 0; i < n && made < WORDS_MOST; i++)
        if (i != skip && is_of_trait(&f[i], trait)) {
            effects_add_clue(t, &f[i]);
            made++;
        }
}

static void effects_add_traits(struct table *t)
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
            effects_add_number(t, trait);
        else if (!twice)
            effects_add_words(t, trait);
    }
}

/* ---- margins ---- */

/* A part of a suspicion is compared without the others, the whole of it with
 * its parts in both. */
static double effects_value_of(const struct column *of, const struct column *c,
                               size_t row, bool on)
{
    if (c == of)
        return on ? c->on : c->off;
    if (!of->claim || !c->claim)
        return c->x[row];
    return (of->claim & c->claim) == c->claim;
}

/* The model of k columns, row by row; weight NULL: rows count alike. */
static void effects_fit(struct arena *a, const struct evidence *v,
                        const double *x, const double *weight, size_t k,
                        struct regression *out)
{
    struct regression_rows rows = { .x = x,
                                    .y = v->fails,
                                    .weight = weight,
                                    .cluster = v->cluster,
                                    .n = v->n,
                                    .columns = k };

    regression_fit(a, &rows, out);
}

/* The model of these columns; a row counts as often as it was tried. */
static void fit_columns(struct table *t, struct column *const *in, size_t k,
                        struct regression *out)
{
    const struct evidence *v = t->explanation->evidence;
    double *x = arena_array(t->arena, double, v->n *k + 1);
    double *weight = arena_array(t->arena, double, v->n + 1);

    for (size_t i = 0; i < v->n; i++) {
        weight[i] = v->rows[i].tries;
        for (size_t j = 0; j < k; j++)
            x[i * k + j] = in[j]->x[i];
    }
    effects_fit(t->arena, v, x, weight, k, out);
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
                side[s][n * k + j] = effects_value_of(of, in[j], i, s);
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
    fit_columns(t, in, chosen, &r);
    for (size_t i = 1; i < t->n; i++) {
        bool other = i >= chosen;

        in[chosen] = &t->columns[i];
        if (other)
            fit_columns(t, in, chosen + 1, &r);
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
    effects_add(&t, "", "", ones);
    add_chosen(&t);
    chosen = t.n;
    effects_add_claims(&t);
    add_skills(&t);
    effects_add_traits(&t);
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

/*
 * Which clues explain the failures. They are taken one after another: each
 * is scored beside those that were taken (Rao's test, which needs no fit), the
 * best few are fitted, and the one is taken whose likelihood gains most over
 * its cost. A problem counts once, however often it was tried.
 */

#define FITTED       10  /* of the best by score, */
#define ENTER        4.0 /* gained over the cost, so that a clue is taken, */
#define SHOWN        3.0 /* on the other half, of a mined one */
#define SPLIT_LEAST  8   /* problems of the suspicion that are solved */
#define SPLIT_SHARE  0.6 /* of what those with it fail, at most */
#define RIVAL_WITHIN 1.0 /* of one within the suspicion, costs included */
#define OUTSIDE      2.0 /* gained by a cause where the suspicion does not hold */

/* ---- fits ---- */

/* The rows of a model of these clues. */
static double *design(struct arena *a, const struct evidence *v,
                      const size_t *chosen, size_t n)
{
    double *x = arena_array(a, double, v->n *(n + 1) + 1);

    for (size_t i = 0; i < v->n; i++) {
        x[i * (n + 1)] = 1;
        for (size_t k = 0; k < n; k++)
            x[i * (n + 1) + k + 1] = clue_at(v, chosen[k])->on[i];
    }
    return x;
}

/* Its logarithm. Of two opposites the one with a name is a little likelier. */
static double likelihood(const struct evidence *v, const size_t *chosen,
                         size_t n)
{
    struct arena scratch = { 0 };
    struct regression r;
    double sum;

    effects_fit(&scratch, v, design(&scratch, v, chosen, n), NULL, n + 1, &r);
    sum = r.likelihood;
    for (size_t k = 0; k < n; k++)
        sum -= clue_at(v, chosen[k])->named && r.beta[k + 1] < 0;
    arena_clear(&scratch);
    return sum;
}

/* The price of a set of clues. */
static double effects_cost_of(const struct evidence *v, const size_t *chosen,
                              size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += clue_at(v, chosen[i])->cost;
    return sum;
}

static void refit(struct explanation *x)
{
    struct evidence *v = x->evidence;
    double *rows = design(v->arena, v, x->chosen, x->n);

    effects_fit(v->arena, v, rows, NULL, x->n + 1, &x->fit);
    for (size_t i = 0; i < v->n; i++)
        x->rate[i] = regression_rate(&x->fit, &rows[i * (x->n + 1)]);
}

/* ---- scores ---- */

/* What the likelihood would gain by a clue, about, in each half of the
 * rows; below 0 where the halves disagree. */
struct gain {
    double half[2], both;
};

static struct gain gain_of(const struct explanation *x, const double *rows,
                           const uint8_t *on)
{
    const struct evidence *v = x->evidence;
    size_t k = x->n + 1;
    double c[EXPLAIN_MOST + 1] = { 0 }, b[EXPLAIN_MOST + 1] = { 0 };
    double u[2] = { 0 }, w[2] = { 1e-9, 1e-9 }, sum;

    for (size_t i = 0; i < v->n; i++)
        for (size_t j = 0; on[i] && j < k; j++)
            c[j] += x->rate[i] * (1 - x->rate[i]) * rows[i * k + j];
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            b[i] += x->fit.naive[i * k + j] * c[j];
    for (size_t i = 0; i < v->n; i++) {
        double p = x->rate[i], left = on[i];

        for (size_t j = 0; j < k; j++)
            left -= b[j] * rows[i * k + j];
        u[v->half[i]] += left * (v->fails[i] - p);
        w[v->half[i]] += left * left * p * (1 - p);
    }
    sum = u[0] + u[1];
    return (struct gain){ .half = { u[0] * u[0] / (2 * w[0]),
                                    u[0] * u[1] > 0 ? u[1] * u[1] / (2 * w[1])
                                                    : -1 },
                          .both = sum * sum / (2 * (w[0] + w[1])) };
}

/* The best few so far, by what they gain over their cost. */
struct best {
    size_t at[FITTED];
    double gain[FITTED];
    size_t n;
};

static void keep_best(struct best *b, size_t at, double gain)
{
    size_t i;

    if (b->n == FITTED && gain <= b->gain[FITTED - 1])
        return;
    i = b->n < FITTED ? b->n++ : FITTED - 1;
    for (; i > 0 && b->gain[i - 1] < gain; i--) {
        b->gain[i] = b->gain[i - 1];
        b->at[i] = b->at[i - 1];
    }
    b->gain[i] = gain;
    b->at[i] = at;
}

/* What the model adds to the log odds of a row for a claim of these bits, and
 * for its parts. */
static double claimed(const struct explanation *x, uint32_t bits)
{
    double sum = 0;

    for (size_t k = 0; k < x->n; k++) {
        const struct clue *f = chosen_clue(x, k);

        if (f->kind == CLUE_CLAIM && (bits & f->claim) == f->claim)
            sum += x->fit.beta[k + 1];
    }
    return sum;
}

static double effects_less(double rate, double odds)
{
    return 1 / (1 + (1 - rate) / rate * exp(odds));
}

/*
 * Problems that have something in common, which the model gives these log odds,
 * and some of them a clue. That explains something within them only where the
 * others are solved like any problem: where they fail half as much as those
 * with it, beyond what the model says already, it is what they share. Two
 * reasons to fail are hardly more than one, so that little is left to see where
 * the model has another: problems that fail anyhow are no sign of it.
 */
static bool is_split(const struct explanation *x, const uint8_t *in,
                     double odds, const uint8_t *on)
{
    const struct evidence *v = x->evidence;
    double fails[2] = { 0 }, expected = 0;
    size_t n[2] = { 0 };

    for (size_t i = 0; i < v->n; i++) {
        if (!in[i])
            continue;
        fails[on[i]] += v->fails[i];
        n[on[i]]++;
        expected += on[i] ? 0 : effects_less(x->rate[i], odds);
    }
    if (n[0] < SPLIT_LEAST || n[1] < CLUE_SUPPORT)
        return false;
    for (int side = 0; side < 2; side++)
        fails[side] /= (double)n[side];
    return fails[0] < (expected / (double)n[0] + fails[1]) / 2 &&
           fails[0] < SPLIT_SHARE * fails[1];
}

/* The claim that the clue is within. */
static const struct clue *claim_of(const struct evidence *v,
                                   const struct clue *f)
{
    size_t i = 0;

    while (clue_at(v, i)->claim != f->claim)
        i++;
    return clue_at(v, i);
}

static bool effects_is_name(const struct clue *f)
{
    return !f->within && (f->kind == CLUE_CLAIM || f->kind == CLUE_SKILL);
}

/* Mined clues are ranked on one half, and must show on the other. */
static void effects_rank(const struct explanation *x, struct best *tried,
                         struct best *mined)
{
    const struct evidence *v = x->evidence;
    struct arena scratch = { 0 };
    double *rows = design(&scratch, v, x->chosen, x->n);

    for (size_t i = 0; i < v->clues.n; i++) {
        const struct clue *f = clue_at(v, i);
        struct gain g;

        if (is_chosen(x, f) || (x->names_only && !effects_is_name(f)) ||
            (f->within &&
             !is_split(x, claim_of(v, f)->on, claimed(x, f->claim), f->on)))
            continue;
        g = gain_of(x, rows, f->on);
        if (f->kind != CLUE_MINED)
            keep_best(tried, i,
                      f->kind == CLUE_CLAIM ? INFINITY : g.both - f->cost);
        else if (g.half[1] >= SHOWN)
            keep_best(mined, i, 2 * g.half[0]);
    }
    arena_clear(&scratch);
}

/* ---- steps ---- */

/* Returns false if nothing is left that explains enough. */
static bool take_next(struct explanation *x)
{
    const struct evidence *v = x->evidence;
    struct best sides[2] = { { .n = 0 }, { .n = 0 } };
    double most = ENTER;
    size_t best = SIZE_MAX;

    if (x->n == EXPLAIN_MOST)
        return false;
    effects_rank(x, &sides[0], &sides[1]);
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; i < sides[s].n; i++) {
            double gain;

            x->chosen[x->n] = sides[s].at[i];
            gain = likelihood(v, x->chosen, x->n + 1) - x->fit.likelihood -
                   effects_cost_of(v, &x->chosen[x->n], 1);
            if (gain > most) {
                most = gain;
                best = sides[s].at[i];
            }
        }
    if (best == SIZE_MAX)
        return false;
    x->chosen[x->n++] = best;
    refit(x);
    return true;
}

/* What later ones have made superfluous goes, that first whose price is saved
 * at the least loss. */
static bool drop_one(struct explanation *x)
{
    const struct evidence *v = x->evidence;
    size_t worst = SIZE_MAX;
    double most = 0;

    for (size_t i = 0; x->n > 1 && i < x->n; i++) {
        size_t left[EXPLAIN_MOST], n = 0;
        double saved;

        for (size_t k = 0; k < x->n; k++)
            if (k != i)
                left[n++] = x->chosen[k];
        saved = ENTER / 2 + effects_cost_of(v, &x->chosen[i], 1) -
                x->fit.likelihood + likelihood(v, left, n);
        if (saved > most) {
            most = saved;
            worst = i;
        }
    }
    if (worst == SIZE_MAX)
        return false;
    x->n--;
    memmove(&x->chosen[worst], &x->chosen[worst + 1],
            (x->n - worst) * sizeof(x->chosen[0]));
    refit(x);
    return true;
}

static void explain_on(struct explanation *x)
{
    refit(x);
    while (take_next(x))
        ;
    while (drop_one(x))
        ;
}

void cause_explain(struct evidence *v, struct explanation *x)
{
    *x =
        (struct explanation){ .evidence = v,
                              .rate = arena_array(v->arena, double, v->n + 1) };
    explain_on(x);
}

double explain_worth(const struct explanation *x, bool sure)
{
    const struct evidence *v = x->evidence;

    return likelihood(v, x->chosen, x->n) -
           effects_cost_of(v, x->chosen, x->n) -
           (sure ? ENTER * (double)x->n : 0);
}

static bool has_claim(const struct explanation *x)
{
    for (size_t k = 0; k < x->n; k++)
        if (chosen_clue(x, k)->kind == CLUE_CLAIM)
            return true;
    return false;
}

bool explain_claimed(const struct explanation *x, const char *cause,
                     struct explanation *out)
{
    struct evidence *v = x->evidence;
    bool found = false;

    for (size_t i = 0; i < v->n_claims; i++) {
        struct explanation other = { .evidence = v,
                                     .names_only = true,
                                     .chosen = { i },
                                     .n = 1,
                                     .rate = arena_array(v->arena, double,
                                                         v->n + 1) };

        for (size_t k = 0; k < x->n; k++)
            if (!str_eq(chosen_clue(x, k)->cause, cause) && x->chosen[k] != i)
                other.chosen[other.n++] = x->chosen[k];
        explain_on(&other);
        if (has_claim(&other) && (!found || explain_worth(&other, true) >
                                                explain_worth(out, true))) {
            *out = other;
            out->names_only = false;
            found = true;
        }
    }
    return found;
}

/* ---- what is explained ---- */

/* The failure rate of a row by the model, without the clues of these bits. */
static double effects_rate_at(const struct explanation *x, size_t i,
                              uint32_t without)
{
    double row[EXPLAIN_MOST + 1] = { 1 };

    for (size_t k = 0; k < x->n; k++)
        row[k + 1] = without >> k & 1 ? x->fit.beta[k + 1] < 0
                                      : chosen_clue(x, k)->on[i];
    return regression_rate(&x->fit, row);
}

double explain_rate(const struct explanation *x, enum asked_set set,
                    uint32_t without)
{
    const struct evidence *v = x->evidence;
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < v->n; i++) {
        if (v->rows[i].set != set)
            continue;
        sum += effects_rate_at(x, i, without);
        n++;
    }
    return n ? sum / (double)n : 0;
}

double explain_benchmark(const struct explanation *x, uint32_t without)
{
    const struct evidence *v = x->evidence;
    double sum[2] = { 0 }, n[2] = { 0 };

    for (size_t i = 0; i < v->n; i++) {
        bool in = evidence_holds(v, i);

        if (v->rows[i].set != ASKED_BENCHMARK)
            continue;
        sum[in] += effects_rate_at(x, i, without);
        n[in]++;
    }
    return n[0] > 0 && n[1] > 0 ? sum[1] / n[1] - sum[0] / n[0] : 0;
}

uint32_t explain_bits(const struct explanation *x, const char *cause)
{
    uint32_t bits = 0;

    for (size_t k = 0; k < x->n; k++)
        if (str_eq(chosen_clue(x, k)->cause, cause))
            bits |= UINT32_C(1) << k;
    return bits;
}

double explain_share(const struct explanation *x, enum asked_set set,
                     const char *cause)
{
    uint32_t bits = explain_bits(x, cause);

    return (explain_rate(x, set, 0) - explain_rate(x, set, bits) +
            explain_rate(x, set, ~bits) - explain_rate(x, set, UINT32_MAX)) /
           2;
}

/* How much worse the clue does in the place of those that were left out; below
 * 0: it is a rival. One within the suspicion, of which there are many, must do
 * as well for its cost. */
static double worse_by(const struct explanation *x,
                       const struct explanation *less, size_t clue)
{
    const struct evidence *v = x->evidence;
    size_t chosen[EXPLAIN_MOST + 1], n = less->n;
    double worse;

    memcpy(chosen, less->chosen, n * sizeof(chosen[0]));
    chosen[n] = clue;
    worse = x->fit.likelihood - likelihood(v, chosen, n + 1);
    if (!clue_at(v, clue)->within)
        return worse - RIVAL;
    return worse + effects_cost_of(v, chosen, n + 1) -
           effects_cost_of(v, x->chosen, x->n) - RIVAL_WITHIN;
}

/* Is this trait among those that the cause is made of? */
static bool of_traits(const struct explanation *x, const char *cause,
                      const char *trait)
{
    for (size_t k = 0; trait && k < x->n; k++) {
        const struct clue *f = chosen_clue(x, k);

        if (f->trait && str_eq(f->cause, cause) && str_eq(f->trait, trait))
            return true;
    }
    return false;
}

const struct clue *explain_rival(const struct explanation *x, const char *cause)
{
    const struct evidence *v = x->evidence;
    struct explanation less = { .evidence = x->evidence };
    struct best sides[2] = { { .n = 0 }, { .n = 0 } };
    const struct clue *rival = NULL;
    double least = 0;

    less.rate = arena_array(v->arena, double, v->n + 1);
    for (size_t i = 0; i < x->n; i++)
        if (!str_eq(chosen_clue(x, i)->cause, cause))
            less.chosen[less.n++] = x->chosen[i];
    refit(&less);
    effects_rank(&less, &sides[0], &sides[1]);
    for (size_t i = 0; i < sides[0].n; i++) {
        const struct clue *f = clue_at(v, sides[0].at[i]);
        double worse;

        if (str_eq(f->cause, cause) || f->kind == CLUE_SKILL ||
            of_traits(x, cause, f->trait))
            continue;
        worse = worse_by(x, &less, sides[0].at[i]);
        if (worse < least) {
            least = worse;
            rival = f;
        }
    }
    return rival;
}

/* ---- taken apart ---- */

/* Does the trait, or not having it, take the chosen skill apart? */
static bool takes_apart(const struct explanation *x, const double *rows,
                        size_t skill, const struct clue *trait)
{
    const struct evidence *v = x->evidence;
    const struct clue *f = chosen_clue(x, skill);
    uint8_t *both = arena_alloc(v->arena, v->n + 1);

    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < v->n; i++)
            both[i] = f->on[i] && trait->on[i] == side;
        if (is_split(x, f->on, x->fit.beta[skill + 1], both) &&
            gain_of(x, rows, both).both - trait->cost >= ENTER)
            return true;
    }
    return false;
}

const struct clue *explain_apart(const struct explanation *x, const char *cause)
{
    const struct evidence *v = x->evidence;
    double *rows = design(v->arena, v, x->chosen, x->n);

    for (size_t k = 0; k < x->n; k++) {
        const struct clue *f = chosen_clue(x, k);

        if (!str_eq(f->cause, cause) || f->kind != CLUE_SKILL || f->within)
            continue;
        for (size_t i = 0; i < v->clues.n; i++) {
            const struct clue *t = clue_at(v, i);

            if (t->kind == CLUE_TRAIT && !t->within &&
                takes_apart(x, rows, k, t))
                return t;
        }
    }
    return NULL;
}

/* ---- outside of the suspicion ---- */

/* What the clue adds to the log odds of failing, beside n others, in rows with
 * a weight; 0 if that is not evident. */
static double shows(const struct evidence *v, const double *weight,
                    size_t chosen[EXPLAIN_MOST + 1], size_t n, size_t clue)
{
    struct arena scratch = { 0 };
    struct regression with, without;
    bool evident;

    chosen[n] = clue;
    effects_fit(&scratch, v, design(&scratch, v, chosen, n), weight, n + 1,
                &without);
    effects_fit(&scratch, v, design(&scratch, v, chosen, n + 1), weight, n + 2,
                &with);
    evident = with.likelihood - without.likelihood >= OUTSIDE;
    arena_clear(&scratch);
    return evident ? with.beta[n + 1] : 0;
}

bool explain_outside(const struct explanation *x, const char *cause)
{
    const struct evidence *v = x->evidence;
    double *weight = arena_array(v->arena, double, v->n + 1);
    size_t others[EXPLAIN_MOST + 1], n = 0;

    for (size_t i = 0; i < v->n; i++)
        weight[i] = !evidence_holds(v, i);
    for (size_t k = 0; k < x->n; k++)
        if (!str_eq(chosen_clue(x, k)->cause, cause))
            others[n++] = x->chosen[k];
    for (size_t k = 0; k < x->n; k++)
        if (str_eq(chosen_clue(x, k)->cause, cause) &&
            shows(v, weight, others, n, x->chosen[k]) * x->fit.beta[k + 1] > 0)
            return true;
    return false;
}

/* ---- what is left ---- */

const struct clue *explain_left(const struct explanation *x)
{
    struct best sides[2] = { { .n = 0 }, { .n = 0 } };

    effects_rank(x, &sides[0], &sides[1]);
    return sides[1].n ? clue_at(x->evidence, sides[1].at[0]) : NULL;
}
