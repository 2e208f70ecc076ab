/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/whole.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/vec.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- difficulty ---- */

double difficulty_value(struct difficulty d)
{
    /* Both are far below 2^53, so that the one rounding is that of the
     * division: the order of the values is never reversed. */
    return (double)d.points / (double)(d.solutions * d.solutions);
}

/* Fractions by their continued fractions: no product that could overflow. */
static int compare_fractions(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    int sign = 1;

    for (;;) {
        uint64_t p = a / b, q = c / d, r = a % b, s = c % d;

        if (p != q)
            return p < q ? -sign : sign;
        if (r == 0 || s == 0)
            return r == s ? 0 : r == 0 ? -sign : sign;
        a = b;
        b = r;
        c = d;
        d = s;
        sign = -sign;
    }
}

int difficulty_compare(struct difficulty a, struct difficulty b)
{
    double x = difficulty_value(a), y = difficulty_value(b);

    if (x != y)
        return x < y ? -1 : 1;
    if (a.points == b.points && a.solutions == b.solutions)
        return 0;
    return compare_fractions(a.points, a.solutions * a.solutions, b.points,
                             b.solutions * b.solutions);
}

struct difficulty difficulty_of(const struct solve_outcome *o, bool distinct)
{
    return distinct ? (struct difficulty){ o->distinct_points, o->distinct }
                    : (struct difficulty){ o->points, o->solutions };
}

int whole_level(const struct difficulty edges[], struct difficulty d)
{
    int level = 1;

    while (level < MATHADOR_LEVELS &&
           difficulty_compare(d, edges[level - 1]) > 0)
        level++;
    return level;
}

/* ---- sets ---- */

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Every draw, as the key of its bag; the depth is that of the numbers. */
static uint64_t *add_draws(const struct settings *s, int64_t *numbers, size_t i,
                           uint64_t *next)
{
    if (i == s->n) {
        struct bag b = bag_of(numbers, s->n);

        *next = bag_key(&b);
        return next + 1;
    }
    for (int64_t x = s->lo[i]; x <= s->hi[i]; x++) {
        numbers[i] = x;
        next = add_draws(s, numbers, i + 1, next);
    }
    return next;
}

static bool count_draws(struct whole *w, struct err *e)
{
    const struct settings *s = &w->settings;

    w->draws = 1;
    for (size_t i = 0; i < s->n; i++) {
        w->draws *= (uint64_t)(s->hi[i] - s->lo[i] + 1);
        if (w->draws > LIMIT_GAME_DRAWS)
            return err_set(e, ERR_LIMIT,
                           "this game has more than %" PRIu64
                           " draws: narrow its ranges",
                           (uint64_t)LIMIT_GAME_DRAWS);
    }
    return true;
}

static bool find_sets(struct whole *w, struct err *e)
{
    int64_t numbers[GAME_MOST];
    uint64_t *keys;

    if (!count_draws(w, e))
        return false;
    keys = alloc_new(w->draws, sizeof(*keys));
    add_draws(&w->settings, numbers, 0, keys);
    qsort(keys, w->draws, sizeof(*keys), by_key);
    for (size_t i = 0; i < w->draws; i++)
        w->n_sets += i == 0 || keys[i] != keys[i - 1];
    w->sets = alloc_new(w->n_sets, sizeof(*w->sets));
    for (size_t i = 0, k = 0; i < w->draws; i++) {
        if (i && keys[i] != keys[i - 1])
            k++;
        if (w->sets[k].draws++ == 0)
            w->sets[k].bag = bag_from_key(keys[i], (int)w->settings.n);
    }
    free(keys);
    return true;
}

/* ---- instances ---- */

bool whole_asks(const struct settings *s, int64_t value, bool mathador)
{
    return value >= s->target_lo && value <= s->target_hi &&
           (!s->required || mathador);
}

static bool add_instances(struct whole *w, struct drawn_set *set,
                          const struct solve_outcomes *all,
                          struct vec *instances, struct err *e)
{
    set->from = instances->n;
    for (size_t i = 0; i < all->n; i++) {
        const struct solve_outcome *o = &all->items[i];

        if (!whole_asks(&w->settings, o->value, o->mathadors > 0))
            continue;
        *(struct instance *)vec_push(instances) =
            (struct instance){ .target = o->value,
                               .difficulty =
                                   difficulty_of(o, w->settings.distinct),
                               .draws = set->draws,
                               .mathador = o->mathadors > 0 };
    }
    set->n = instances->n - set->from;
    w->weight += set->n * set->draws;
    if (instances->n > LIMIT_GAME_INSTANCES)
        return err_set(e, ERR_LIMIT,
                       "this game has more than %d instances: narrow its "
                       "ranges or its targets",
                       LIMIT_GAME_INSTANCES);
    return true;
}

static bool solve_sets(struct whole *w, whole_tick *tick, void *ctx,
                       struct err *e)
{
    struct vec instances = { .size = sizeof(struct instance) };
    struct solver *solver = solver_new();
    bool ok = true;

    solver_bound(solver, w->settings.target_hi);
    for (size_t i = 0; ok && i < w->n_sets; i++) {
        struct drawn_set *set = &w->sets[i];

        ok = add_instances(
            w, set, solver_solve(solver, set->bag.numbers, (size_t)set->bag.n),
            &instances, e);
        if (ok && tick && !tick(ctx, i + 1, w->n_sets))
            ok = err_set(e, ERR_SPENT, "interrupted");
    }
    solver_trim(solver);
    w->solver = solver;
    w->instances = instances.items;
    w->n_instances = instances.n;
    return ok;
}

/* ---- order ---- */

struct ranked {
    uint64_t bits; /* of the difficulty as a double, which is positive: they
                      sort like the values */
    uint32_t at;
};

#define DIGIT_BITS 11 /* of a radix sort */
#define DIGITS     (1 << DIGIT_BITS)

static void sort_by_digit(const struct ranked *from, struct ranked *to,
                          size_t n, int shift)
{
    size_t at[DIGITS + 1] = { 0 };

    for (size_t i = 0; i < n; i++)
        at[(from[i].bits >> shift & (DIGITS - 1)) + 1]++;
    for (size_t i = 0; i < DIGITS; i++)
        at[i + 1] += at[i];
    for (size_t i = 0; i < n; i++)
        to[at[from[i].bits >> shift & (DIGITS - 1)]++] = from[i];
}

/* Different fractions may have the same double: put runs of one double into
 * their exact order. They are short. */
static void sort_ties(const struct whole *w, uint32_t *order,
                      const struct ranked *r)
{
    for (size_t i = 0; i < w->n_instances; i++) {
        uint32_t x = r[i].at;
        size_t k = i;

        for (; k > 0 && r[k - 1].bits == r[i].bits; k--) {
            if (difficulty_compare(w->instances[order[k - 1]].difficulty,
                                   w->instances[x].difficulty) <= 0)
                break;
            order[k] = order[k - 1];
        }
        order[k] = x;
    }
}

static void put_in_order(struct whole *w)
{
    size_t n = w->n_instances;
    struct ranked *r = alloc_new(n, sizeof(*r)),
                  *spare = alloc_new(n, sizeof(*spare));

    w->order = alloc_new(n, sizeof(*w->order));
    for (size_t i = 0; i < n; i++) {
        double d = difficulty_value(w->instances[i].difficulty);

        memcpy(&r[i].bits, &d, sizeof(d));
        r[i].at = (uint32_t)i;
    }
    for (int shift = 0; shift < 64; shift += DIGIT_BITS) {
        struct ranked *done = spare;

        sort_by_digit(r, done, n, shift);
        spare = r;
        r = done;
    }
    sort_ties(w, w->order, r);
    free(spare);
    free(r);
}

static void find_edges(struct whole *w)
{
    uint64_t sum = 0;
    int edge = 0;

    for (size_t i = 0; i < w->n_instances && edge < MATHADOR_LEVELS - 1; i++) {
        const struct instance *at = &w->instances[w->order[i]];

        sum += at->draws;
        while (edge < MATHADOR_LEVELS - 1 &&
               sum * MATHADOR_LEVELS >= w->weight * (uint64_t)(edge + 1))
            w->edges[edge++] = at->difficulty;
    }
}

/* Order, edges; or nothing is there. */
static bool finish(struct whole *w, struct err *e)
{
    if (w->n_instances == 0)
        return err_set(e, ERR_DOMAIN,
                       "no draw of this game has such a target: widen the "
                       "targets or set mathador=any");
    put_in_order(w);
    find_edges(w);
    return true;
}

bool whole_solve(struct whole *w, const struct settings *s, whole_tick *tick,
                 void *ctx, struct err *e)
{
    *w = (struct whole){ .settings = *s };
    if (find_sets(w, e) && solve_sets(w, tick, ctx, e) && finish(w, e))
        return true;
    whole_clear(w);
    return false;
}

bool whole_narrow(struct whole *w, const struct whole *all,
                  const struct settings *s, struct err *e)
{
    *w = (struct whole){ .settings = *s,
                         .n_sets = all->n_sets,
                         .draws = all->draws };
    w->sets = alloc_new(all->n_sets, sizeof(*w->sets));
    w->instances = alloc_new(all->n_instances, sizeof(*w->instances));
    for (size_t i = 0; i < all->n_sets; i++) {
        struct drawn_set *set = &w->sets[i];

        *set = all->sets[i];
        set->from = w->n_instances;
        for (size_t k = 0; k < all->sets[i].n; k++) {
            const struct instance *at = &all->instances[all->sets[i].from + k];

            if (whole_asks(s, at->target, at->mathador))
                w->instances[w->n_instances++] = *at;
        }
        set->n = w->n_instances - set->from;
        w->weight += set->n * set->draws;
    }
    if (finish(w, e))
        return true;
    whole_clear(w);
    return false;
}

void whole_clear(struct whole *w)
{
    free(w->sets);
    free(w->instances);
    free(w->order);
    solver_free(w->solver);
    *w = (struct whole){ 0 };
}
