/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What operators do to accuracy, by a design of two levels: every problem is
 * asked in each run, and in each run half of the operators were at work. With
 * and without an operator, all others are balanced, so that the difference is
 * its own; the problem is the same, so that its difficulty cancels.
 *
 * The runs are those of Sylvester's matrix of M >= factors rows, and the same
 * with every sign changed: no effect is mixed up with what two operators do
 * together. With 1 to 3 factors all of their combinations are there.
 */
#include "base/str.h"
#include "evolve/measure/paired_int.h"

#include <math.h>

static size_t half_of(size_t factors)
{
    size_t m = 1;

    while (m < factors)
        m *= 2;
    return m;
}

size_t design_runs(size_t factors)
{
    return 2 * half_of(factors);
}

bool design_has(size_t factors, size_t run, size_t k)
{
    bool odd = run >= half_of(factors);

    for (size_t both = run & k; both; both &= both - 1)
        odd = !odd;
    return !odd;
}

/* Was the operator at work in a run of problem i? */
static bool was_applied(const struct design *d,
                        const struct individual *individuals, size_t i,
                        size_t k)
{
    for (size_t r = 0; r < design_runs(d->factors); r++) {
        const struct individual *s = &individuals[r * d->n + i];

        for (size_t j = 0; design_has(d->factors, r, k) && j < s->n_steps; j++)
            if (str_eq(s->steps[j].name, d->names[k]))
                return true;
    }
    return false;
}

/* Means of accuracy of problem i over the runs without the operator and over
 * those with it; NaN: none counts. */
static void two_means(const struct design *d, const struct replies *replies,
                      size_t i, size_t k, size_t model, double means[2])
{
    double sum[2] = { 0, 0 };
    size_t n[2] = { 0, 0 };

    for (size_t r = 0; r < design_runs(d->factors); r++) {
        double x = replies_average(replies, r * d->n + i, model);
        size_t side = design_has(d->factors, r, k);

        if (isnan(x))
            continue;
        sum[side] += x;
        n[side]++;
    }
    for (size_t side = 0; side < 2; side++)
        means[side] = n[side] ? sum[side] / (double)n[side] : NAN;
}

static struct measured_pairs pairs_of(struct arena *a, const struct design *d,
                                      const struct run_board *b,
                                      const struct replies *replies, size_t k,
                                      size_t model)
{
    struct measured_pairs p = { .items = arena_array(a, struct measured_pair,
                                                     d->n + 1) };

    for (size_t i = 0; i < d->n; i++) {
        double means[2];

        two_means(d, replies, i, k, model, means);
        if (isnan(means[0]) || isnan(means[1]) ||
            !was_applied(d, b->individuals, i, k))
            p.left_out++;
        else
            p.items[p.n++] = (struct measured_pair){ .original = b->cluster[i],
                                                     .model = model,
                                                     .before = means[0],
                                                     .after = means[1] };
    }
    return p;
}

bool measure_effects(struct arena *a, struct store *s,
                     const struct run_info *run, const struct problem *problems,
                     const struct design *d, const char *set, bool strict,
                     uint64_t seed, struct drop **out, size_t *n_out,
                     struct err *e)
{
    size_t n = d->n * design_runs(d->factors);
    struct replies replies = { 0 };
    struct arena work = { 0 };
    struct run_board b;
    bool ok = run_board_open(&work, problems, n, &b, e) &&
              replies_read(&work, s, run, problems, n, strict, &replies, e);

    *n_out = 0;
    *out = arena_array(a, struct drop, run->n_models * d->factors + 1);
    for (size_t m = 0; ok && m < run->n_models; m++)
        for (size_t k = 0; k < d->factors; k++) {
            struct measured_pairs p = pairs_of(&work, d, &b, &replies, k, m);
            struct drop *w = &(*out)[(*n_out)++];

            paired_drop(&p, arena_strdup(a, run->models[m]), set, seed, w);
            w->arm = d->names[k];
            w->run_before = w->run_after = arena_strdup(a, run->name);
        }
    arena_clear(&work);
    return ok;
}
