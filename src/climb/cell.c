/* SPDX-License-Identifier: Apache-2.0 */
/* What one model on one ladder shows: numbers and words of a cell. */
#include "climb/climb.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint64_t climb_counted(const struct climb_cell *c)
{
    uint64_t n = 0;

    for (int i = 0; i < MARKS; i++)
        n += mark_counts((enum mark)i) && i != MARK_ERROR ? c->marks[i] : 0;
    return n;
}

struct climb_breaking climb_breaking(const struct climb_cell *c)
{
    struct interval i = staircase_interval(&c->stairs);
    double place = logistic_threshold(&c->stairs.curve, 0.5);
    struct climb_breaking b = { ladder_value(c->ladder, place),
                                ladder_value(c->ladder, i.low),
                                ladder_value(c->ladder, i.high) };

    if (c->end == STAIR_BEYOND)
        b = (struct climb_breaking){
            NAN, ladder_value(c->ladder, (double)staircase_top(&c->stairs)), NAN
        };
    if (c->end == STAIR_BELOW)
        b = (struct climb_breaking){ NAN, NAN, ladder_value(c->ladder, 0) };
    if (!climb_counted(c))
        b = (struct climb_breaking){ NAN, NAN, NAN };
    return b;
}

/* "24.3", "> 96", "< 2": a place on the ladder for people. */
static const char *place_words(struct arena *a, const struct climb_cell *c,
                               double place)
{
    double top = (double)staircase_top(&c->stairs);
    double value = ladder_value(c->ladder, place);

    if (!climb_counted(c))
        return NULL;
    if (place < 0)
        return arena_printf(a, "< %.0f", ladder_value(c->ladder, 0));
    if (place > top)
        return arena_printf(a, "> %.0f", ladder_value(c->ladder, top));
    return arena_printf(a, "%.*f", value < 100 ? 1 : 0, value);
}

struct datum climb_breaks_words(struct arena *a, const struct climb_cell *c)
{
    double place = logistic_threshold(&c->stairs.curve, 0.5);

    return datum_text(place_words(a, c,
                                  c->end == STAIR_BEYOND  ? INFINITY
                                  : c->end == STAIR_BELOW ? -INFINITY
                                                          : place));
}

struct datum climb_interval_words(struct arena *a, const struct climb_cell *c)
{
    struct interval i = staircase_interval(&c->stairs);

    if (!climb_counted(c) || c->end == STAIR_BEYOND || c->end == STAIR_BELOW)
        return datum_unknown;
    return datum_text(arena_printf(a, "%s .. %s", place_words(a, c, i.low),
                                   place_words(a, c, i.high)));
}

double climb_level_rate(const struct climb_cell *c, int level)
{
    double place = ladder_level(c->ladder, level);

    return isnan(place) || !climb_counted(c)
               ? NAN
               : logistic_rate(&c->stairs.curve, place);
}

double climb_height(const struct climb_cell *c)
{
    double place = logistic_threshold(&c->stairs.curve, 0.5);

    if (!climb_counted(c))
        return NAN;
    if (c->end == STAIR_BEYOND)
        return 1;
    return fmin(1, fmax(0, (place + 1) / (double)c->ladder->n));
}

/* Those of which nothing is known come last. */
static int by_height(const void *a, const void *b)
{
    const struct climb_cell *x = *(const struct climb_cell *const *)a;
    const struct climb_cell *y = *(const struct climb_cell *const *)b;
    double p = climb_height(x), q = climb_height(y);

    if (isnan(p) != isnan(q))
        return isnan(p) ? 1 : -1;
    if (p != q && !isnan(p))
        return p < q ? -1 : 1;
    return x < y ? -1 : x > y;
}

const struct climb_cell **climb_worst(struct arena *a,
                                      const struct climb_report *r, size_t *n)
{
    const struct climb_cell **out;

    *n = r->n_ladders * r->spec->n_models;
    out = arena_array(a, const struct climb_cell *, *n + 1);
    for (size_t i = 0; i < *n; i++)
        out[i] = &r->cells[i];
    qsort(out, *n, sizeof(*out), by_height);
    return out;
}
