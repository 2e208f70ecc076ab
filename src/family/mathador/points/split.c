/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points side by side: by level and by difficulty; by independently drawn
 * set, by worked examples and by prompt: in files of their own.
 */
#include "base/ascii.h"
#include "base/map.h"
#include "family/mathador/points/points_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BANDS_MOST 10
#define BAND_LEAST 20 /* problems */

/* ---- cells ---- */

struct lists plays_lists(struct plays *p, const struct sorting *s)
{
    size_t problems = p->of->n_problems;
    uint32_t *pairs = arena_array(p->arena, uint32_t, 2 * problems + 1);
    uint32_t **of = arena_array(p->arena, uint32_t *, problems + 1);

    for (size_t i = 0; i < problems; i++) {
        of[i] = pairs + 2 * i;
        of[i][0] = s->of[i];
        of[i][1] = NO_VALUE;
    }
    return plays_group(p, of, s->n);
}

struct points_split *plays_add_split(struct plays *p, const struct sorting *s,
                                     const struct lists *l, struct points *out)
{
    size_t models = p->of->n_models;
    struct points_split *split = &out->splits[out->n_splits++];

    *split = (struct points_split){
        .name = s->name,
        .values = s->values,
        .n = s->n,
        .cells = plays_scores(p, l, s->n),
        .spread = arena_array(p->arena, double, models),
        .expected = arena_array(p->arena, double, models),
        .p = arena_array(p->arena, double, models),
        .sets = arena_array(p->arena, size_t, models),
        .kinds = arena_array(p->arena, size_t, models),
    };
    for (size_t m = 0; m < models; m++)
        split->spread[m] = split->expected[m] = split->p[m] = NAN;
    return split;
}

static void add_split(struct plays *p, const struct sorting *s,
                      struct points *out)
{
    struct lists l = plays_lists(p, s);

    plays_add_split(p, s, &l, out);
}

/* ---- by a text ---- */

static bool is_whole_number(const char *s)
{
    size_t n = strspn(s, "0123456789");

    return n > 0 && n < 10 && s[n] == '\0';
}

/* Numbers by size, then texts by bytes. */
static int by_value(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    bool nx = is_whole_number(x), ny = is_whole_number(y);

    if (nx && ny) {
        long i = strtol(x, NULL, 10), k = strtol(y, NULL, 10);

        return i != k ? (i > k) - (i < k) : strcmp(x, y);
    }
    return nx != ny ? ny - nx : strcmp(x, y);
}

struct sorting plays_sort(struct plays *p, const char *name,
                          const char *const *text)
{
    size_t problems = p->of->n_problems;
    struct sorting s = { .name = name,
                         .of = arena_array(p->arena, uint32_t, problems + 1) };
    struct map seen = { 0 };
    struct map_entry *entry;

    for (size_t i = 0; i < problems; i++)
        if (text[i])
            map_put(&seen, text[i], strlen(text[i]), NULL);
    s.n = seen.n;
    s.values = arena_array(p->arena, const char *, s.n + 1);
    for (size_t i = 0; i < s.n; i++) {
        entry = &seen.entries[i];
        s.values[i] = arena_strdup(p->arena, entry->key);
    }
    qsort(s.values, s.n, sizeof(*s.values), by_value);
    for (size_t i = 0; i < s.n; i++)
        *map_get(&seen, s.values[i], strlen(s.values[i])) = i;
    for (size_t i = 0; i < problems; i++)
        s.of[i] = text[i] ? (uint32_t)*map_get(&seen, text[i], strlen(text[i]))
                          : NO_VALUE;
    map_clear(&seen);
    return s;
}

static void split_levels(struct plays *p, struct points *out)
{
    size_t problems = p->of->n_problems;
    const char **text = arena_array(p->arena, const char *, problems + 1);
    struct sorting s;

    for (size_t i = 0; i < problems; i++)
        if (plays_is_game(p, i))
            text[i] = arena_printf(p->arena, "%d", p->of->problems[i].level);
    s = plays_sort(p, "level", text);
    if (s.n > 1)
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
static void split_difficulty(struct plays *p, struct points *out)
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
    if (s.n > 1)
        add_split(p, &s, out);
}

void plays_split(struct plays *p, struct points *out)
{
    out->splits = arena_array(p->arena, struct points_split, 5);
    split_levels(p, out);
    split_difficulty(p, out);
    plays_split_sets(p, out);
    plays_split_knob(p, "shots", out);
    plays_split_knob(p, "prompt", out);
}
