/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How stable a score is over independently drawn sets: those that differ in
 * their seed alone. Were nothing but the draw of the games at work, the sets'
 * means would vary by the standard error of such a mean.
 */
#include "family/mathador/points/points_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS_MOST  9999
#define ROUNDS_LEAST 999
#define WORK_MOST    40000000 /* values and cells looked at */
#define CELLS_MOST   1000000  /* kinds times seeds */

/* The sets of each kind: which kind a set is of. */
struct sets {
    struct sorting sorting;
    uint32_t *kind; /* [set] */
    size_t n_kinds;
};

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
    size_t problems = p->of->n_problems;
    const char **kind = arena_array(p->arena, const char *, problems + 1);
    const char **set = arena_array(p->arena, const char *, problems + 1);
    struct sorting kinds;
    struct sets s = { 0 };

    for (size_t i = 0; i < problems; i++)
        if (plays_is_game(p, i) && p->of->problems[i].seed)
            kind[i] = kind_of(p->arena, &p->of->problems[i]);
    kinds = plays_sort(p, "kind", kind);
    for (size_t i = 0; i < problems; i++)
        if (kind[i])
            set[i] = kinds.n > 1 ? arena_printf(p->arena, "%s, %s", kind[i],
                                                p->of->problems[i].seed)
                                 : p->of->problems[i].seed;
    s.sorting = plays_sort(p, "seed", set);
    s.n_kinds = kinds.n;
    s.kind = arena_array(p->arena, uint32_t, s.sorting.n + 1);
    for (size_t i = 0; i < problems; i++)
        if (set[i])
            s.kind[s.sorting.of[i]] = kinds.of[i];
    return s;
}

/* ---- chance ---- */

/*
 * Could the draw of the games alone make sets differ so much? The games of a
 * level are dealt to its sets again, at random, and the sum of squares between
 * the sets of each kind is looked at each time. A game that is asked with
 * several knobs is dealt as one, with all that it earned.
 */

/* A game drawn by a seed at a level, whatever the knobs. */
struct unit {
    int level;
    uint32_t set;    /* level and seed */
    uint32_t number; /* in the order of first sight */
};

/* What the game earned in sets of one kind, above the mean of the kind. */
struct part {
    uint32_t unit, kind;
    double total, count;
};

struct deck {
    struct unit *units;
    struct part *parts;
    size_t n_units, n_parts, n_kinds, n_sets;
    uint32_t *set;      /* [unit]: as dealt; units stand by level */
    double *sum, *size; /* [kind * n_sets + set] */
};

static uint32_t set_number(struct map *m, const struct problem *p)
{
    struct str key = { 0 };
    uint32_t number;
    bool added;

    str_addf(&key, "%d\n%s", p->level, p->seed);
    number = plays_number(m, key.s, key.n, &added);
    str_clear(&key);
    return number;
}

struct seen {
    struct map sets, units, parts;
};

static void add_point(struct plays *p, struct seen *s, const struct point *t,
                      uint32_t kind, struct deck *d)
{
    const struct problem *problem = &p->of->problems[t->problem];
    uint32_t key[2] = { set_number(&s->sets, problem), p->game[t->problem] };
    uint32_t set = key[0], unit, part;
    bool added;

    unit = plays_number(&s->units, key, sizeof(key), &added);
    if (added)
        d->units[unit] = (struct unit){ problem->level, set, unit };
    key[0] = unit;
    key[1] = kind;
    part = plays_number(&s->parts, key, sizeof(key), &added);
    if (added)
        d->parts[part] = (struct part){ .unit = unit, .kind = kind };
    d->parts[part].total += t->earned[MEASURE_OF_18];
    d->parts[part].count++;
}

static int by_level(const void *a, const void *b)
{
    const struct unit *x = a, *y = b;

    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Units by level, and parts that know the new places. */
static void sort_units(struct arena *a, struct deck *d)
{
    uint32_t *place = arena_array(a, uint32_t, d->n_units + 1);

    qsort(d->units, d->n_units, sizeof(*d->units), by_level);
    d->set = arena_array(a, uint32_t, d->n_units + 1);
    for (size_t i = 0; i < d->n_units; i++) {
        place[d->units[i].number] = (uint32_t)i;
        d->set[i] = d->units[i].set;
    }
    for (size_t i = 0; i < d->n_parts; i++)
        d->parts[i].unit = place[d->parts[i].unit];
}

/* The total of each part becomes its mean, less that of all of its kind. */
static void centre(struct arena *a, struct deck *d)
{
    double *sum = arena_array(a, double, d->n_kinds + 1);
    double *n = arena_array(a, double, d->n_kinds + 1);

    for (size_t i = 0; i < d->n_parts; i++) {
        d->parts[i].total /= d->parts[i].count;
        sum[d->parts[i].kind] += d->parts[i].total;
        n[d->parts[i].kind]++;
    }
    for (size_t i = 0; i < d->n_parts; i++)
        d->parts[i].total -= sum[d->parts[i].kind] / n[d->parts[i].kind];
}

static struct deck make_deck(struct plays *p, const struct sets *s,
                             const struct lists *l, const bool *used,
                             size_t model)
{
    struct deck d = { .units = arena_array(p->arena, struct unit, p->n + 1),
                      .parts = arena_array(p->arena, struct part, p->n + 1),
                      .n_kinds = s->n_kinds };
    struct seen seen = { 0 };

    for (size_t i = 0; i < s->sorting.n; i++) {
        size_t cell = model * s->sorting.n + i;

        for (size_t k = l->start[cell]; used[i] && k < l->start[cell + 1]; k++)
            add_point(p, &seen, &p->all[l->which[k]], s->kind[i], &d);
    }
    d.n_sets = seen.sets.n;
    d.n_units = seen.units.n;
    d.n_parts = seen.parts.n;
    map_clear(&seen.sets);
    map_clear(&seen.units);
    map_clear(&seen.parts);
    sort_units(p->arena, &d);
    centre(p->arena, &d);
    return d;
}

/* The sum of squares between sets, each against the mean of its kind. */
static double between(struct deck *d)
{
    size_t cells = d->n_kinds * d->n_sets;
    double out = 0;

    memset(d->sum, 0, cells * sizeof(double));
    memset(d->size, 0, cells * sizeof(double));
    for (size_t i = 0; i < d->n_parts; i++) {
        const struct part *p = &d->parts[i];
        size_t cell = p->kind * d->n_sets + d->set[p->unit];

        d->sum[cell] += p->total;
        d->size[cell]++;
    }
    for (size_t c = 0; c < cells; c++)
        if (d->size[c] > 0)
            out += d->sum[c] * d->sum[c] / d->size[c];
    return out;
}

/* Every level by itself. */
static void deal(struct deck *d, struct rng *r)
{
    for (size_t from = 0, to; from < d->n_units; from = to) {
        for (to = from + 1;
             to < d->n_units && d->units[to].level == d->units[from].level;)
            to++;
        rng_shuffle(r, d->set + from, to - from, sizeof(*d->set));
    }
}

/* How likely the used sets differ as much as they do when only the draw of the
 * games is at work: a permutation test of up to 9,999 deals. NaN: too much to
 * work out. */
static double chance_of(struct plays *p, const struct sets *s,
                        const struct lists *l, const bool *used, size_t model)
{
    struct deck d = make_deck(p, s, l, used, model);
    struct rng r = stats_stream("sets of games", model);
    size_t cells = d.n_kinds * d.n_sets, hits = 0;
    size_t rounds = WORK_MOST / (d.n_parts + cells + 1);
    double seen;

    if (cells > CELLS_MOST)
        return NAN;
    d.sum = arena_array(p->arena, double, cells + 1);
    d.size = arena_array(p->arena, double, cells + 1);
    rounds = rounds > ROUNDS_MOST ? ROUNDS_MOST : rounds;
    rounds = rounds < ROUNDS_LEAST ? ROUNDS_LEAST : rounds;
    seen = between(&d);
    for (size_t i = 0; i < rounds; i++) {
        deal(&d, &r);
        hits += between(&d) >= seen - 1e-9;
    }
    return ((double)hits + 1) / ((double)rounds + 1);
}

/* ---- spread ---- */

/* The variance that drawing games alone gives to a set's mean: that of the
 * games' means over their number. NaN with fewer than two games. */
static double chance_variance(struct plays *p, const size_t *which, size_t n)
{
    double sum = 0, squares = 0, games;
    struct interval unused;
    size_t met = 0;

    for (size_t i = 0; i < n; i++)
        plays_add(p, &met, p->all[which[i]].problem,
                  p->all[which[i]].earned[MEASURE_OF_18]);
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

/* The standard deviation of the sets' means, pooled over the kinds, and what
 * chance would make it. Sets whose own chance is not known stay out, and so do
 * those that are alone in their kind. */
static void find_spread(struct plays *p, const struct sets *s,
                        const struct lists *l, size_t m,
                        struct points_split *split)
{
    struct points_spread *out = &split->spread[m];
    const struct points_scores *cells = split->cells + m * split->n;
    double *sum = arena_array(p->arena, double, s->n_kinds + 1);
    double *n = arena_array(p->arena, double, s->n_kinds + 1);
    double *own = arena_array(p->arena, double, split->n);
    bool *used = arena_array(p->arena, bool, split->n);
    double squares = 0, chance = 0, degrees = 0;

    *out = (struct points_spread){ .value = NAN, .expected = NAN, .p = NAN };
    for (size_t i = 0; i < split->n; i++) {
        const size_t *at = l->start + m * split->n + i;

        own[i] = chance_variance(p, l->which + at[0], at[1] - at[0]);
        if (isnan(own[i]))
            continue;
        sum[s->kind[i]] += cells[i].of_18.value;
        n[s->kind[i]]++;
    }
    for (size_t k = 0; k < s->n_kinds; k++)
        out->kinds += n[k] > 1;
    for (size_t i = 0; i < split->n; i++) {
        size_t k = s->kind[i];
        double d = cells[i].of_18.value;

        used[i] = !isnan(own[i]) && n[k] > 1;
        if (!used[i])
            continue;
        out->sets++;
        d -= sum[k] / n[k];
        squares += d * d;
        degrees += 1 - 1 / n[k]; /* n sets of a kind have n - 1 */
        chance += own[i];
    }
    if (out->sets == 0)
        return;
    out->value = sqrt(squares / degrees);
    out->expected = sqrt(chance / (double)out->sets);
    out->p = chance_of(p, s, l, used, m);
}

void plays_split_sets(struct plays *p, struct points *out)
{
    struct sets s = find_sets(p);
    struct points_split *split;
    struct lists l;
    size_t with_seed = 0;

    for (size_t i = 0; i < p->of->n_problems; i++)
        with_seed += s.sorting.of[i] != NO_VALUE;
    /* Some kind must have two sets, and sets must be sets: a seed for each
     * problem makes none. */
    if (s.sorting.n <= s.n_kinds || s.sorting.n > with_seed / 2)
        return;
    l = plays_lists(p, &s.sorting);
    split = plays_add_split(p, &s.sorting, &l, out);
    split->spread =
        arena_array(p->arena, struct points_spread, p->of->n_models);
    for (size_t m = 0; m < p->of->n_models; m++)
        find_spread(p, &s, &l, m, split);
}
