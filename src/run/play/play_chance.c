/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Could the draw of the games alone make sets differ so much? The games of a
 * level are dealt to its sets again, at random, and the sum of squares between
 * the sets of each kind is looked at each time. A game that is asked with
 * several knobs is dealt as one, with all that it earned.
 */
#include "base/map.h"
#include "run/play/play_int.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS_MOST  9999
#define ROUNDS_LEAST 999
#define WORK_MOST    40000000 /* values and cells looked at */
#define CELLS_MOST   1000000  /* kinds times seeds */

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

/* ---- making it ---- */

/* The number of a key, in the order of first sight. */
static uint32_t number_of(struct map *m, const void *key, size_t n, bool *added)
{
    size_t *at = map_put(m, key, n, added);

    if (*added)
        *at = m->n - 1;
    return (uint32_t)*at;
}

static uint32_t set_number(struct map *m, const struct problem *p)
{
    struct str key = { 0 };
    uint32_t number;
    bool added;

    str_addf(&key, "%d\n%s", p->level, p->seed);
    number = number_of(m, key.s, key.n, &added);
    str_clear(&key);
    return number;
}

struct seen {
    struct map sets, units, parts;
};

static void add_point(struct plays *p, struct seen *s, const struct point *t,
                      uint32_t kind, struct deck *d)
{
    const struct problem *problem = &p->view->problems[t->problem];
    uint32_t key[2] = { set_number(&s->sets, problem), p->game[t->problem] };
    uint32_t set = key[0], unit, part;
    bool added;

    unit = number_of(&s->units, key, sizeof(key), &added);
    if (added)
        d->units[unit] = (struct unit){ problem->level, set, unit };
    key[0] = unit;
    key[1] = kind;
    part = number_of(&s->parts, key, sizeof(key), &added);
    if (added)
        d->parts[part] = (struct part){ .unit = unit, .kind = kind };
    d->parts[part].total += t->of_18;
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

/* ---- dealing ---- */

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

double plays_chance(struct plays *p, const struct sets *s,
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
