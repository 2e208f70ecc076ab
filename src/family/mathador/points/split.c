/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points side by side: by level and difficulty, and by worked examples and
 * prompts. Rows of these are compared with each other, so that they may differ
 * in the one knob alone: only problems with one value of every other knob are
 * in a table, the same games in each of its rows where the rows share them,
 * else one level. The difference to the first row is taken game by game.
 */
#include "family/mathador/points/points_int.h"
#include "family/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BANDS_MOST 10
#define BAND_LEAST 20 /* problems */

/* Returns the values of a knob, as set or as on the card, or of the level, by
 * problem. */
static const char **values_of(struct plays *p, const char *name)
{
    size_t n = p->of->n_problems;
    const char **out = arena_array(p->arena, const char *, n + 1);

    for (size_t i = 0; i < n; i++) {
        const struct problem *x = &p->of->problems[i];

        if (!plays_is_game(p, i))
            continue;
        if (str_eq(name, "level"))
            out[i] = arena_printf(p->arena, "%d", x->level);
        else
            out[i] = family_knob_value(p->arena, &mathador, x->knobs, name);
    }
    return out;
}

static void add_split(struct plays *p, const struct sorting *s,
                      struct points *out)
{
    struct lists l = plays_lists(p, s);

    if (s->n > 1)
        plays_add_split(p, s, &l, out);
}

void plays_split_level(struct plays *p, struct points *out)
{
    struct sorting s = plays_sort(p, "level", values_of(p, "level"));

    add_split(p, &s, out);
}

/* ---- by difficulty ---- */

struct ranked {
    double difficulty;
    size_t problem;
};

static int by_difficulty(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    if (x->difficulty != y->difficulty)
        return x->difficulty < y->difficulty ? -1 : 1;
    return (x->problem > y->problem) - (x->problem < y->problem);
}

static size_t rank_problems(struct plays *p, struct ranked *out)
{
    size_t n = 0;

    for (size_t i = 0; i < p->of->n_problems; i++) {
        const struct json *v =
            json_get(p->of->problems[i].params, "difficulty");
        double x;

        if (!plays_is_game(p, i) || !v || v->type != JSON_NUMBER)
            continue;
        x = strtod(v->text, NULL);
        if (isfinite(x))
            out[n++] = (struct ranked){ x, i };
    }
    qsort(out, n, sizeof(*out), by_difficulty);
    return n;
}

/* Bands of equal numbers of problems; equal difficulties stay together. */
void plays_split_difficulty(struct plays *p, struct points *out)
{
    size_t problems = p->of->n_problems;
    struct ranked *r = arena_array(p->arena, struct ranked, problems + 1);
    size_t n = rank_problems(p, r), bands = n / BAND_LEAST, last = SIZE_MAX;
    struct sorting s = { .name = "difficulty",
                         .of = arena_array(p->arena, uint32_t, problems + 1),
                         .values =
                             arena_array(p->arena, const char *, BANDS_MOST) };
    size_t from = 0;

    bands = bands < BANDS_MOST ? bands : BANDS_MOST;
    for (size_t i = 0; i < problems; i++)
        s.of[i] = NO_VALUE;
    for (size_t i = 0; i < n && bands > 1; i++) {
        bool same = i && r[i].difficulty == r[i - 1].difficulty;
        size_t band = same ? last : i * bands / n;

        if (band != last) {
            s.n++;
            from = i;
        }
        last = band;
        s.of[r[i].problem] = (uint32_t)(s.n - 1);
        s.values[s.n - 1] = arena_printf(p->arena, "%zu: %.3g .. %.3g", s.n,
                                         r[from].difficulty, r[i].difficulty);
    }
    add_split(p, &s, out);
}

/* ---- what is held fixed ---- */

static bool varies(struct plays *p, const char *const *values)
{
    const char *first = NULL;

    for (size_t i = 0; i < p->of->n_problems; i++) {
        if (values[i] && first && !str_eq(values[i], first))
            return true;
        first = first ? first : values[i];
    }
    return false;
}

/* Append "name = value" of each problem to its setting, if the run has more
 * than one value. */
static void add_setting(struct plays *p, const char *name, const char **setting)
{
    const char **values = values_of(p, name);

    if (!varies(p, values))
        return;
    for (size_t i = 0; i < p->of->n_problems; i++)
        if (values[i])
            setting[i] = arena_printf(p->arena, "%s%s%s = %s", setting[i],
                                      *setting[i] ? ", " : "", name, values[i]);
}

/* All that may differ between problems besides the knob: for each, as text. */
static const char **settings_but(struct plays *p, const char *name, bool level)
{
    size_t n = p->of->n_problems;
    const char **setting = arena_array(p->arena, const char *, n + 1);

    for (size_t i = 0; i < n; i++)
        setting[i] = plays_is_game(p, i) ? "" : NULL;
    if (level)
        add_setting(p, "level", setting);
    for (const struct knob *k = mathador.knobs; k->name; k++)
        if (!str_eq(k->name, name))
            add_setting(p, k->name, setting);
    return setting;
}

/* Count the different b of problems with each a, and the other way round. */
static void count_pairs(struct plays *p, const uint32_t *a, const uint32_t *b,
                        size_t *of_a, size_t *of_b)
{
    struct map seen = { 0 };

    for (size_t i = 0; i < p->of->n_problems; i++) {
        uint32_t key[2] = { a[i], b[i] };
        bool added;

        if (a[i] == NO_VALUE || b[i] == NO_VALUE)
            continue;
        map_put(&seen, key, sizeof(key), &added);
        of_a[a[i]] += added;
        of_b[b[i]] += added;
    }
    map_clear(&seen);
}

/* The setting with the most values of the knob; of those, with the most
 * problems; of those, the first. */
static const char *widest(struct plays *p, const char *const *setting,
                          const char *const *value)
{
    struct sorting s = plays_sort(p, "setting", setting);
    struct sorting v = plays_sort(p, "value", value);
    size_t *values = arena_array(p->arena, size_t, s.n + 1), best = 0;
    size_t *settings = arena_array(p->arena, size_t, v.n + 1);
    size_t *problems = arena_array(p->arena, size_t, s.n + 1);

    count_pairs(p, s.of, v.of, values, settings);
    for (size_t i = 0; i < p->of->n_problems; i++)
        if (s.of[i] != NO_VALUE)
            problems[s.of[i]]++;
    for (size_t i = 1; i < s.n; i++)
        if (values[i] > values[best] ||
            (values[i] == values[best] && problems[i] > problems[best]))
            best = i;
    return s.values[best];
}

/* ---- the same games ---- */

/* Leave the games that are in every row, and return how many they are; 0, and
 * nothing left out, when they are less than half of some row's. */
static size_t keep_common(struct plays *p, struct sorting *s)
{
    size_t *rows = arena_array(p->arena, size_t, p->n_games + 1);
    size_t *games = arena_array(p->arena, size_t, s->n + 1);
    size_t common = 0, least = SIZE_MAX;

    count_pairs(p, p->game, s->of, rows, games);
    for (size_t g = 0; g < p->n_games; g++)
        common += rows[g] == s->n;
    for (size_t v = 0; v < s->n; v++)
        least = games[v] < least ? games[v] : least;
    if (common * 2 < least)
        return 0;
    for (size_t i = 0; i < p->of->n_problems; i++)
        if (s->of[i] != NO_VALUE && rows[p->game[i]] < s->n)
            s->of[i] = NO_VALUE;
    return common;
}

/* ---- differences ---- */

/* The mean of each game in a cell; NaN: it is not there. */
static void cell_means(struct plays *p, const struct lists *l, size_t cell,
                       double *mean, double *count)
{
    memset(mean, 0, p->n_games * sizeof(double));
    memset(count, 0, p->n_games * sizeof(double));
    for (size_t i = l->start[cell]; i < l->start[cell + 1]; i++) {
        const struct point *t = &p->all[l->which[i]];

        mean[p->game[t->problem]] += t->earned[MEASURE_OF_18];
        count[p->game[t->problem]]++;
    }
    for (size_t g = 0; g < p->n_games; g++)
        mean[g] = count[g] > 0 ? mean[g] / count[g] : NAN;
}

/* The mean of n differences, with Student's interval. Differences that are all
 * the same do not show how far others would be off. */
static struct rate difference(const double *d, size_t n)
{
    struct rate r = { .value = NAN, .interval = { NAN, NAN }, .n = n };
    struct interval i = stats_student(d, n);

    if (n > 0)
        r.value = stats_mean(d, n);
    if (i.high - i.low > 1e-8)
        r.interval = (struct interval){ fmax(-1, i.low), fmin(1, i.high) };
    return r;
}

static void find_differences(struct plays *p, const struct lists *l,
                             struct points_split *split)
{
    size_t cells = p->of->n_models * split->n, games = p->n_games;
    double *from = arena_array(p->arena, double, 4 * games + 1);
    double *to = from + games, *d = to + games, *count = d + games;

    split->difference = arena_array(p->arena, struct rate, cells);
    for (size_t c = 0; c < cells; c++) {
        bool first = c % split->n == 0;
        size_t n = 0;

        cell_means(p, l, c, first ? from : to, count);
        for (size_t g = 0; g < games && !first; g++)
            if (!isnan(from[g]) && !isnan(to[g]))
                d[n++] = to[g] - from[g];
        split->difference[c] = difference(d, n);
    }
}

/* ---- the whole ---- */

/* The problems at one setting, by the knob. */
static struct sorting sort_at(struct plays *p, const char *name, bool level,
                              const char **held)
{
    const char **value = values_of(p, name);
    const char **setting = settings_but(p, name, level);

    *held = widest(p, setting, value);
    for (size_t i = 0; i < p->of->n_problems; i++)
        if (!setting[i] || !str_eq(setting[i], *held))
            value[i] = NULL;
    return plays_sort(p, name, value);
}

void plays_split_knob(struct plays *p, const char *name, struct points *out)
{
    struct points_split *split;
    const char *held;
    struct sorting s = sort_at(p, name, false, &held);
    size_t common = s.n > 1 ? keep_common(p, &s) : 0;
    struct lists l;

    if (s.n > 1 && !common)
        s = sort_at(p, name, true, &held);
    if (s.n < 2)
        return;
    l = plays_lists(p, &s);
    split = plays_add_split(p, &s, &l, out);
    split->held = held;
    split->same_games = common;
    find_differences(p, &l, split);
}
