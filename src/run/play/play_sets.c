/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How stable a score is over independently drawn sets: those that differ in
 * their seed alone. Were nothing but the draw of the games at work, the sets'
 * means would vary by the standard error of such a mean.
 */
#include "run/play/play_int.h"

#include <math.h>

/* What must be the same for two sets to be of one kind: level and knobs. */
static const char *kind_of(struct arena *a, const struct problem *p)
{
    struct str b = str_in(a);

    str_addf(&b, "level %d", p->level);
    for (const struct json *k = p->knobs ? p->knobs->first : NULL; k;
         k = k->next)
        str_addf(&b, ", %s=%s", k->name, k->text ? k->text : "?");
    return str_get(&b);
}

static struct sets find_sets(struct plays *p)
{
    size_t problems = (size_t)p->view->info.n_problems;
    const char **kind = arena_array(p->arena, const char *, problems + 1);
    const char **set = arena_array(p->arena, const char *, problems + 1);
    struct sorting kinds;
    struct sets s = { 0 };

    for (size_t i = 0; i < problems; i++)
        if (plays_is_game(p, i) && p->view->problems[i].seed)
            kind[i] = kind_of(p->arena, &p->view->problems[i]);
    kinds = plays_sort(p, "kind", kind);
    for (size_t i = 0; i < problems; i++)
        if (kind[i])
            set[i] = kinds.n > 1 ? arena_printf(p->arena, "%s, %s", kind[i],
                                                p->view->problems[i].seed)
                                 : p->view->problems[i].seed;
    s.sorting = plays_sort(p, "seed", set);
    s.n_kinds = kinds.n;
    s.kind = arena_array(p->arena, uint32_t, s.sorting.n + 1);
    for (size_t i = 0; i < problems; i++)
        if (set[i])
            s.kind[s.sorting.of[i]] = kinds.of[i];
    return s;
}

/* The variance that drawing games alone gives to a set's mean: that of the
 * games' means over their number. NaN with fewer than two games. */
static double chance_variance(struct plays *p, const size_t *which, size_t n)
{
    double sum = 0, squares = 0, games;
    struct interval unused;
    size_t met;

    plays_begin(&met);
    for (size_t i = 0; i < n; i++)
        plays_add(p, &met, p->all[which[i]].problem, p->all[which[i]].of_18);
    games = (double)met;
    for (size_t i = 0; i < met; i++)
        sum += p->total[i] / p->count[i];
    for (size_t i = 0; i < met; i++) {
        double d = p->total[i] / p->count[i] - sum / games;

        squares += d * d;
    }
    if (met)
        plays_end(p, met, &unused);
    return met > 1 ? squares / (games - 1) / games : NAN;
}

/* The sets of a model in the making. */
struct spread {
    double *sum, *n; /* [kind]: of the means of its sets, and how many */
    double *own;     /* [set]: its variance by chance; NaN: unknown */
    bool *used;      /* [set] */
};

/* Sets whose own chance is not known stay out, and so do those that are alone
 * in their kind. */
static struct spread use_sets(struct plays *p, const struct sets *s,
                              const struct lists *l, size_t m,
                              struct play_split *split)
{
    struct spread x = { .sum = arena_array(p->arena, double, s->n_kinds + 1),
                        .n = arena_array(p->arena, double, s->n_kinds + 1),
                        .own = arena_array(p->arena, double, split->n),
                        .used = arena_array(p->arena, bool, split->n) };

    for (size_t i = 0; i < split->n; i++) {
        size_t cell = m * split->n + i, from = l->start[cell];

        x.own[i] =
            chance_variance(p, l->which + from, l->start[cell + 1] - from);
        if (isnan(x.own[i]))
            continue;
        x.sum[s->kind[i]] += split->cells[cell].of_18.value;
        x.n[s->kind[i]]++;
    }
    for (size_t i = 0; i < split->n; i++) {
        x.used[i] = !isnan(x.own[i]) && x.n[s->kind[i]] > 1;
        split->sets[m] += x.used[i];
    }
    for (size_t k = 0; k < s->n_kinds; k++)
        split->kinds[m] += x.n[k] > 1;
    return x;
}

/* The standard deviation of the sets' means, pooled over the kinds, and what
 * chance would make it. */
static void find_spread(struct plays *p, const struct sets *s,
                        const struct lists *l, size_t m,
                        struct play_split *split)
{
    struct spread x = use_sets(p, s, l, m, split);
    double squares = 0, chance = 0, degrees = 0;

    for (size_t i = 0; i < split->n; i++) {
        size_t k = s->kind[i];
        double d = split->cells[m * split->n + i].of_18.value;

        if (!x.used[i])
            continue;
        d -= x.sum[k] / x.n[k];
        squares += d * d;
        degrees += 1 - 1 / x.n[k]; /* n sets of a kind have n - 1 */
        chance += x.own[i];
    }
    if (split->sets[m] == 0)
        return;
    split->spread[m] = sqrt(squares / degrees);
    split->expected[m] = sqrt(chance / (double)split->sets[m]);
    split->p[m] = plays_chance(p, s, l, x.used, m);
}

void plays_split_sets(struct plays *p, struct play *out)
{
    struct sets s = find_sets(p);
    struct play_split *split;
    struct lists l;
    size_t with_seed = 0;

    for (size_t i = 0; i < p->view->info.n_problems; i++)
        with_seed += s.sorting.of[i] != NO_VALUE;
    /* Some kind must have two sets, and sets must be sets: a seed for each
     * problem makes none. */
    if (s.sorting.n <= s.n_kinds || s.sorting.n > with_seed / 2)
        return;
    l = plays_lists(p, &s.sorting);
    split = plays_add_split(p, &s.sorting, &l, out);
    for (size_t m = 0; m < p->view->info.n_models; m++)
        find_spread(p, &s, &l, m, split);
}
