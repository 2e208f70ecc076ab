/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums over pairs are never formed pair by pair: over a group with sum S and sum
 * of squares Q the products of all ordered pairs sum to S^2 - Q, and those of
 * pairs that share one thing but not another are differences of such sums.
 */
#include "stats/variance.h"

#include <math.h>
#include <stdlib.h>

/* Ordered pairs of different values: the sum of their products, and how many. */
struct pairs {
    double sum, n;
};

/* A group of values. */
struct group_sums {
    double n, sum, squares;
};

/* The pairs that have these in common: */
enum common {
    COMMON_CELL,  /* problem, wording and prompt */
    COMMON_TEXT,  /* problem and wording */
    COMMON_ASKED, /* problem and prompt */
    COMMON_PROBLEM,
    COMMONS
};

/* What a problem, or all of them, bring. */
struct part_sums {
    struct pairs pairs[COMMONS];
    struct group_sums *prompt; /* [prompt] */
};

static void variance_add_value(struct group_sums *g, double v)
{
    g->n++;
    g->sum += v;
    g->squares += v * v;
}

/* Adds `sign` times the pairs within a group. */
static void variance_add_pairs(struct pairs *p, const struct group_sums *g,
                               double sign)
{
    p->n += sign * (g->n * g->n - g->n);
    p->sum += sign * (g->sum * g->sum - g->squares);
}

static int variance_by_place(const void *a, const void *b)
{
    const struct variance_value *x = a, *y = b;

    if (x->problem != y->problem)
        return x->problem < y->problem ? -1 : 1;
    if (x->wording != y->wording)
        return x->wording < y->wording ? -1 : 1;
    return (x->prompt > y->prompt) - (x->prompt < y->prompt);
}

/* Sums the values of one problem, which are sorted. */
static void sum_problem(const struct variance_value *v, size_t n,
                        size_t prompts, struct part_sums *out,
                        struct variance *count)
{
    struct group_sums cell = { 0 }, text = { 0 }, whole = { 0 };

    for (size_t i = 0; i < n; i++) {
        bool last = i + 1 == n;
        bool ends = last || v[i + 1].wording != v[i].wording;

        variance_add_value(&cell, v[i].value);
        variance_add_value(&text, v[i].value);
        variance_add_value(&whole, v[i].value);
        variance_add_value(&out->prompt[v[i].prompt], v[i].value);
        if (ends || v[i + 1].prompt != v[i].prompt) {
            variance_add_pairs(&out->pairs[COMMON_CELL], &cell, 1);
            cell = (struct group_sums){ 0 };
            count->cells++;
        }
        if (ends) {
            variance_add_pairs(&out->pairs[COMMON_TEXT], &text, 1);
            text = (struct group_sums){ 0 };
            count->wordings++;
        }
    }
    variance_add_pairs(&out->pairs[COMMON_PROBLEM], &whole, 1);
    for (size_t t = 0; t < prompts; t++)
        variance_add_pairs(&out->pairs[COMMON_ASKED], &out->prompt[t], 1);
}

/* Adds `sign` times what one problem brings. */
static void variance_add_sums(struct part_sums *all,
                              const struct part_sums *one, size_t prompts,
                              double sign)
{
    for (int k = 0; k < COMMONS; k++) {
        all->pairs[k].sum += sign * one->pairs[k].sum;
        all->pairs[k].n += sign * one->pairs[k].n;
    }
    for (size_t t = 0; t < prompts; t++) {
        all->prompt[t].n += sign * one->prompt[t].n;
        all->prompt[t].sum += sign * one->prompt[t].sum;
        all->prompt[t].squares += sign * one->prompt[t].squares;
    }
}

static struct pairs variance_less(struct pairs x, struct pairs y)
{
    return (struct pairs){ x.sum - y.sum, x.n - y.n };
}

/* NaN of no pairs. */
static double variance_mean_of(struct pairs p)
{
    return p.n > 0.5 ? p.sum / p.n : NAN;
}

/* The mean products that the parts are differences of; NaN: no such pairs. */
struct products {
    double square;  /* of a value with itself */
    double cell;    /* of values with all in common but the attempt */
    double text;    /* the wording too, but another prompt where there are
                       several */
    double problem; /* the problem alone */
    double prompt;  /* the prompt alone */
    double none;
};

static struct products products_of(const struct part_sums *s, size_t prompts,
                                   bool worded)
{
    const struct pairs *p = s->pairs;
    struct group_sums whole = { 0 };
    struct pairs asked = { 0 }, all = { 0 }, texts, apart;
    struct products out;

    for (size_t t = 0; t < prompts; t++) {
        const struct group_sums *g = &s->prompt[t];

        variance_add_pairs(&asked, g, 1);
        whole.n += g->n;
        whole.sum += g->sum;
        whole.squares += g->squares;
    }
    variance_add_pairs(&all, &whole, 1);
    texts = variance_less(p[COMMON_TEXT], p[COMMON_CELL]);
    apart =
        prompts > 1
            ? variance_less(variance_less(p[COMMON_PROBLEM], p[COMMON_TEXT]),
                            variance_less(p[COMMON_ASKED], p[COMMON_CELL]))
            : variance_less(p[COMMON_PROBLEM], p[COMMON_TEXT]);
    out.square = whole.n > 0 ? whole.squares / whole.n : NAN;
    out.cell = variance_mean_of(p[COMMON_CELL]);
    out.text = prompts > 1 ? variance_mean_of(texts) : out.cell;
    out.problem = worded ? variance_mean_of(apart) : out.text;
    out.prompt = variance_mean_of(variance_less(asked, p[COMMON_ASKED]));
    out.none = prompts > 1
                   ? variance_mean_of(
                         variance_less(variance_less(all, p[COMMON_PROBLEM]),
                                       variance_less(asked, p[COMMON_ASKED])))
                   : variance_mean_of(variance_less(all, p[COMMON_PROBLEM]));
    return out;
}

/* The finest part that can be seen when no cell has two attempts. */
static enum variance_part finest(size_t prompts, bool worded)
{
    return prompts > 1 ? VARIANCE_MEETINGS
           : worded    ? VARIANCE_WORDINGS
                       : VARIANCE_PROBLEMS;
}

static void variance_estimate(const struct part_sums *s, size_t prompts,
                              bool worded, bool repeated,
                              double part[VARIANCE_PARTS])
{
    struct products x = products_of(s, prompts, worded);

    if (!repeated) { /* the attempts go with the finest part */
        x.cell = x.square;
        x.text = prompts > 1 ? x.text : x.cell;
        x.problem = worded ? x.problem : x.text;
    }
    part[VARIANCE_PROBLEMS] = x.problem - x.none;
    part[VARIANCE_WORDINGS] = worded ? x.text - x.problem : NAN;
    part[VARIANCE_PROMPTS] = prompts > 1 ? x.prompt - x.none : NAN;
    part[VARIANCE_MEETINGS] =
        prompts > 1 ? x.cell - x.text - part[VARIANCE_PROMPTS] : NAN;
    part[VARIANCE_ATTEMPTS] = repeated ? x.square - x.cell : NAN;
}

static void find_errors(const struct part_sums *one, size_t prompts,
                        bool worded, bool repeated, struct part_sums *all,
                        struct variance *out)
{
    double sum[VARIANCE_PARTS] = { 0 }, squares[VARIANCE_PARTS] = { 0 };
    double part[VARIANCE_PARTS], b = (double)out->problems;

    for (size_t i = 0; i < out->problems; i++) {
        variance_add_sums(all, &one[i], prompts, -1);
        variance_estimate(all, prompts, worded, repeated, part);
        variance_add_sums(all, &one[i], prompts, 1);
        for (int k = 0; k < VARIANCE_PARTS; k++) {
            sum[k] += part[k] - out->part[k];
            squares[k] += (part[k] - out->part[k]) * (part[k] - out->part[k]);
        }
    }
    for (int k = 0; k < VARIANCE_PARTS; k++) {
        double v = (b - 1) / b * (squares[k] - sum[k] * sum[k] / b);

        out->error[k] = b > 2 ? sqrt(v > 0 ? v : v < 0 ? 0 : v) : NAN;
    }
}

/* Sums each problem and all of them; returns the sums of problems. */
static struct part_sums *sum_all(struct arena *a,
                                 const struct variance_value *v, size_t n,
                                 struct part_sums *all, struct variance *out)
{
    struct part_sums *one = arena_array(a, struct part_sums, n + 1);

    all->prompt = arena_array(a, struct group_sums, out->prompts);
    for (size_t from = 0, to; from < n; from = to) {
        struct part_sums *p = &one[out->problems++];

        for (to = from; to < n && v[to].problem == v[from].problem; to++)
            ;
        p->prompt = arena_array(a, struct group_sums, out->prompts);
        sum_problem(v + from, to - from, out->prompts, p, out);
        variance_add_sums(all, p, out->prompts, 1);
    }
    return one;
}

void variance_make(struct arena *a, struct variance_value *values, size_t n,
                   struct variance *out)
{
    struct part_sums all = { 0 }, *one;
    struct group_sums whole = { 0 };
    bool worded, repeated;

    *out = (struct variance){ .n = n, .mean = NAN, .total = NAN };
    if (n)
        qsort(values, n, sizeof(*values), variance_by_place);
    for (size_t i = 0; i < n; i++) {
        variance_add_value(&whole, values[i].value);
        if (values[i].prompt >= out->prompts)
            out->prompts = values[i].prompt + 1;
    }
    one = sum_all(a, values, n, &all, out);
    worded = out->wordings > out->problems;
    repeated = n > out->cells;
    out->joined = repeated ? VARIANCE_ATTEMPTS : finest(out->prompts, worded);
    variance_estimate(&all, out->prompts, worded, repeated, out->part);
    find_errors(one, out->prompts, worded, repeated, &all, out);
    if (n)
        out->mean = whole.sum / whole.n;
    for (int k = 0; k < VARIANCE_PARTS; k++)
        if (!isnan(out->part[k]))
            out->total = (isnan(out->total) ? 0 : out->total) + out->part[k];
}

/* ---- what to ask ---- */

static double seen(const struct variance *v, enum variance_part k)
{
    return v->part[k] > 0 ? v->part[k] : 0;
}

/* What one problem of the plan adds to the variance of the mean. */
static double of_problem(const struct variance *v,
                         const struct variance_plan *p)
{
    return seen(v, VARIANCE_PROBLEMS) +
           seen(v, VARIANCE_WORDINGS) / p->wordings +
           seen(v, VARIANCE_MEETINGS) / p->prompts +
           seen(v, VARIANCE_ATTEMPTS) /
               (p->wordings * p->prompts * p->attempts);
}

double variance_width(const struct variance *v, const struct variance_plan *p)
{
    return STATS_Z_95 * sqrt(of_problem(v, p) / p->problems +
                             seen(v, VARIANCE_PROMPTS) / p->prompts);
}

double variance_problems(const struct variance *v,
                         const struct variance_plan *p, double width)
{
    double allowed = width * width / (STATS_Z_95 * STATS_Z_95) -
                     seen(v, VARIANCE_PROMPTS) / p->prompts;

    return allowed > 0 ? ceil(of_problem(v, p) / allowed - 1e-9) : INFINITY;
}
