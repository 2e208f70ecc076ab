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

/* The setting with the most values of the knob; of those, with the most
 * problems; of those, the first. */
static const char *widest(struct plays *p, const char *const *setting,
                          const char *const *value)
{
    size_t n = p->of->n_problems, best = 0;
    const char **pair = arena_array(p->arena, const char *, n + 1);
    struct sorting settings = plays_sort(p, "setting", setting), pairs;
    size_t *values = arena_array(p->arena, size_t, settings.n + 1);
    size_t *problems = arena_array(p->arena, size_t, settings.n + 1);
    bool *met;

    for (size_t i = 0; i < n; i++)
        if (setting[i])
            pair[i] = arena_printf(p->arena, "%s\n%s", setting[i], value[i]);
    pairs = plays_sort(p, "pair", pair);
    met = arena_array(p->arena, bool, pairs.n + 1);
    for (size_t i = 0; i < n; i++) {
        if (!setting[i])
            continue;
        problems[settings.of[i]]++;
        values[settings.of[i]] += !met[pairs.of[i]];
        met[pairs.of[i]] = true;
    }
    for (size_t s = 1; s < settings.n; s++)
        if (values[s] > values[best] ||
            (values[s] == values[best] && problems[s] > problems[best]))
            best = s;
    return settings.values[best];
}

/* ---- the same games ---- */

/* How many rows each game is in, and how many games are in each row. */
static void count_games(struct plays *p, const struct sorting *s, size_t *rows,
                        size_t *games)
{
    struct map seen = { 0 };

    for (size_t i = 0; i < p->of->n_problems; i++) {
        uint32_t key[2];
        bool added;

        if (s->of[i] == NO_VALUE)
            continue;
        key[0] = p->game[i];
        key[1] = s->of[i];
        map_put(&seen, key, sizeof(key), &added);
        rows[p->game[i]] += added;
        games[s->of[i]] += added;
    }
    map_clear(&seen);
}

/* Leave the games that are in every row, and return how many they are; 0, and
 * nothing left out, when they are less than half of some row's. */
static size_t keep_common(struct plays *p, struct sorting *s)
{
    size_t *rows = arena_array(p->arena, size_t, p->n_games + 1);
    size_t *games = arena_array(p->arena, size_t, s->n + 1);
    size_t common = 0, least = SIZE_MAX;

    count_games(p, s, rows, games);
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

/* The sum and number of points of each game in a cell. */
struct sums {
    double *total, *count; /* [game] */
};

static void sum_cell(struct plays *p, const struct lists *l, size_t cell,
                     struct sums *out)
{
    memset(out->total, 0, p->n_games * sizeof(double));
    memset(out->count, 0, p->n_games * sizeof(double));
    for (size_t i = l->start[cell]; i < l->start[cell + 1]; i++) {
        const struct point *t = &p->all[l->which[i]];

        out->total[p->game[t->problem]] += t->earned[MEASURE_OF_18];
        out->count[p->game[t->problem]]++;
    }
}

/* The mean of the games' differences, with Student's interval. Differences that
 * are all the same do not show how far others would be off. */
static struct rate difference(struct plays *p, const struct sums *from,
                              const struct sums *to, double *d)
{
    struct rate r = { .value = NAN, .interval = { NAN, NAN } };
    struct interval i;

    for (size_t g = 0; g < p->n_games; g++)
        if (from->count[g] > 0 && to->count[g] > 0)
            d[r.n++] =
                to->total[g] / to->count[g] - from->total[g] / from->count[g];
    if (r.n == 0)
        return r;
    r.value = stats_mean(d, r.n);
    i = stats_student(d, r.n);
    if (i.high - i.low > 1e-8)
        r.interval = (struct interval){ fmax(-1, i.low), fmin(1, i.high) };
    return r;
}

static struct sums sums_new(struct plays *p)
{
    return (struct sums){ arena_array(p->arena, double, p->n_games + 1),
                          arena_array(p->arena, double, p->n_games + 1) };
}

static void find_differences(struct plays *p, const struct lists *l,
                             struct points_split *split)
{
    size_t models = p->of->n_models, n = split->n;
    struct sums from = sums_new(p), to = sums_new(p);
    double *d = arena_array(p->arena, double, p->n_games + 1);

    split->difference = arena_array(p->arena, struct rate, models * n);
    for (size_t m = 0; m < models; m++) {
        sum_cell(p, l, m * n, &from);
        split->difference[m * n] = (struct rate){ NAN, { NAN, NAN }, 0, NAN };
        for (size_t v = 1; v < n; v++) {
            sum_cell(p, l, m * n + v, &to);
            split->difference[m * n + v] = difference(p, &from, &to, d);
        }
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
