/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Which clues explain the failures. They are taken one after another: each
 * is scored beside those that were taken (Rao's test, which needs no fit), the
 * best few are fitted, and the one is taken whose likelihood gains most over
 * its cost. A problem counts once, however often it was tried.
 */
#include "base/alloc.h"
#include "base/str.h"
#include "hunt/cause/cause_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FITTED       10  /* of the best by score, */
#define ENTER        4.0 /* gained over the cost, so that a clue is taken, */
#define SHOWN        3.0 /* on the other half, of a mined one */
#define SPLIT_LEAST  8   /* problems of the suspicion that are solved */
#define SPLIT_SHARE  0.6 /* of what those with it fail, at most */
#define RIVAL_WITHIN 1.0 /* of one within the suspicion, costs included */
#define OUTSIDE      2.0 /* gained by a cause where the suspicion does not hold */

static const struct clue *clue_at(const struct evidence *v, size_t i)
{
    return vec_get(&v->clues, struct clue, i);
}

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

/* Of all rows (weight NULL), or of some. */
static void fit(struct arena *a, const struct evidence *v, const double *weight,
                const size_t *chosen, size_t n, struct regression *out)
{
    struct regression_rows rows = { .x = design(a, v, chosen, n),
                                    .y = v->fails,
                                    .weight = weight,
                                    .cluster = v->cluster,
                                    .n = v->n,
                                    .columns = n + 1 };

    regression_fit(a, &rows, out);
}

/* Its logarithm. Of two opposites the one with a name is a little likelier. */
static double likelihood(const struct evidence *v, const size_t *chosen,
                         size_t n)
{
    struct arena scratch = { 0 };
    struct regression r;
    double sum;

    fit(&scratch, v, NULL, chosen, n, &r);
    sum = r.likelihood;
    for (size_t k = 0; k < n; k++)
        sum -= clue_at(v, chosen[k])->named && r.beta[k + 1] < 0;
    arena_clear(&scratch);
    return sum;
}

/* The price of a set of clues. */
static double cost_of(const struct evidence *v, const size_t *chosen, size_t n)
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

    fit(v->arena, v, NULL, x->chosen, x->n, &x->fit);
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

static bool is_chosen(const struct explanation *x, size_t clue)
{
    for (size_t i = 0; i < x->n; i++)
        if (x->chosen[i] == clue)
            return true;
    return false;
}

/* What the model adds to the log odds of a row for a claim of these bits, and
 * for its parts. */
static double claimed(const struct explanation *x, uint32_t bits)
{
    double sum = 0;

    for (size_t k = 0; k < x->n; k++) {
        const struct clue *f = clue_at(x->evidence, x->chosen[k]);

        if (f->kind == CLUE_CLAIM && (bits & f->claim) == f->claim)
            sum += x->fit.beta[k + 1];
    }
    return sum;
}

static double less(double rate, double odds)
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
        expected += on[i] ? 0 : less(x->rate[i], odds);
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

static bool splits_claim(const struct explanation *x, const struct clue *f)
{
    return is_split(x, claim_of(x->evidence, f)->on, claimed(x, f->claim),
                    f->on);
}

static bool is_name(const struct clue *f)
{
    return !f->within && (f->kind == CLUE_CLAIM || f->kind == CLUE_SKILL);
}

/* Mined clues are ranked on one half, and must show on the other. */
static void rank(const struct explanation *x, struct best *tried,
                 struct best *mined)
{
    const struct evidence *v = x->evidence;
    struct arena scratch = { 0 };
    double *rows = design(&scratch, v, x->chosen, x->n);

    for (size_t i = 0; i < v->clues.n; i++) {
        const struct clue *f = clue_at(v, i);
        struct gain g;

        if (is_chosen(x, i) || (x->names_only && !is_name(f)) ||
            (f->within && !splits_claim(x, f)))
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
    rank(x, &sides[0], &sides[1]);
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; i < sides[s].n; i++) {
            double gain;

            x->chosen[x->n] = sides[s].at[i];
            gain = likelihood(v, x->chosen, x->n + 1) - x->fit.likelihood -
                   cost_of(v, &x->chosen[x->n], 1);
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
        saved = ENTER / 2 + cost_of(v, &x->chosen[i], 1) - x->fit.likelihood +
                likelihood(v, left, n);
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

void explain(struct evidence *v, struct explanation *x)
{
    *x =
        (struct explanation){ .evidence = v,
                              .rate = arena_array(v->arena, double, v->n + 1) };
    explain_on(x);
}

double explain_worth(const struct explanation *x, bool sure)
{
    const struct evidence *v = x->evidence;

    return likelihood(v, x->chosen, x->n) - cost_of(v, x->chosen, x->n) -
           (sure ? ENTER * (double)x->n : 0);
}

static bool has_claim(const struct explanation *x)
{
    for (size_t k = 0; k < x->n; k++)
        if (clue_at(x->evidence, x->chosen[k])->kind == CLUE_CLAIM)
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
            if (!str_eq(clue_at(v, x->chosen[k])->cause, cause) &&
                x->chosen[k] != i)
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
static double rate_at(const struct explanation *x, size_t i, uint32_t without)
{
    double row[EXPLAIN_MOST + 1] = { 1 };

    for (size_t k = 0; k < x->n; k++)
        row[k + 1] = without >> k & 1
                         ? x->fit.beta[k + 1] < 0
                         : clue_at(x->evidence, x->chosen[k])->on[i];
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
        sum += rate_at(x, i, without);
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
        sum[in] += rate_at(x, i, without);
        n[in]++;
    }
    return n[0] > 0 && n[1] > 0 ? sum[1] / n[1] - sum[0] / n[0] : 0;
}

uint32_t explain_bits(const struct explanation *x, const char *cause)
{
    uint32_t bits = 0;

    for (size_t k = 0; k < x->n; k++)
        if (str_eq(clue_at(x->evidence, x->chosen[k])->cause, cause))
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
    return worse + cost_of(v, chosen, n + 1) - cost_of(v, x->chosen, x->n) -
           RIVAL_WITHIN;
}

/* Is this trait among those that the cause is made of? */
static bool of_traits(const struct explanation *x, const char *cause,
                      const char *trait)
{
    for (size_t k = 0; trait && k < x->n; k++) {
        const struct clue *f = clue_at(x->evidence, x->chosen[k]);

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
        if (!str_eq(clue_at(v, x->chosen[i])->cause, cause))
            less.chosen[less.n++] = x->chosen[i];
    refit(&less);
    rank(&less, &sides[0], &sides[1]);
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
    const struct clue *f = clue_at(v, x->chosen[skill]);
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
        const struct clue *f = clue_at(v, x->chosen[k]);

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
    fit(&scratch, v, weight, chosen, n, &without);
    fit(&scratch, v, weight, chosen, n + 1, &with);
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
        if (!str_eq(clue_at(v, x->chosen[k])->cause, cause))
            others[n++] = x->chosen[k];
    for (size_t k = 0; k < x->n; k++)
        if (str_eq(clue_at(v, x->chosen[k])->cause, cause) &&
            shows(v, weight, others, n, x->chosen[k]) * x->fit.beta[k + 1] > 0)
            return true;
    return false;
}

/* ---- what is left ---- */

const struct clue *explain_left(const struct explanation *x)
{
    struct best sides[2] = { { .n = 0 }, { .n = 0 } };

    rank(x, &sides[0], &sides[1]);
    return sides[1].n ? clue_at(x->evidence, sides[1].at[0]) : NULL;
}
