/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Counting by cases: payments with coins, solutions with bounds, lattice paths
 * past closed points, triples with gaps.
 *
 * solve() fixes one number or point, counts each case and adds up. check()
 * fills a table coin by coin or point by point, tries all triples, or, where
 * these are too many, counts partitions into parts 1, 2 and 3 by the theorem
 * of the nearest integer.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/recipe.h"

#include <inttypes.h>

enum { COINS, BOUNDS, PATH, PATHS, GAPS, KINDS };

static const char *const kind_names[] = {
    "coins", "bounds", "path", "paths", "gaps", NULL,
};

struct count {
    int64_t kind;
    union {
        struct {
            int64_t n, a, b, c, d, e; /* as they stand in "params" */
        };
        struct {
            int64_t total, small, large; /* the third coin is 1 */
        } coins;
        struct {
            int64_t sum, a, b, c; /* x <= a, y <= b, z <= c */
        } bounds;
        struct {
            int64_t east, north, x, y, x2, y2; /* (x, y) is closed */
        } path;
        struct {
            int64_t sum, least, gap, gap2; /* x >= least, y >= x + gap ... */
        } gaps;
    };
};

static const struct field fields[] = {
    NUMBER(struct count, kind, 0, 4), SLOT(struct count, n, 1, 20000),
    NUMBER(struct count, a, 0, 2000), NUMBER(struct count, b, 0, 5000),
    NUMBER(struct count, c, 0, 5000), NUMBER(struct count, d, 0, 5000),
    NUMBER(struct count, e, 0, 5000), { 0 },
};

/* ---- cases in worked solutions ---- */

#define CASES_SHOWN  8
#define COUNTS_SHOWN 60

/* The cases as they are told; of many, the first ones and the last, but the
 * sum of all counts. */
struct cases {
    struct solving *s;
    int64_t n, sum, count;
    const char *last; /* the step that tells the last one */
    struct str counts;
};

static void add_case(struct cases *c, const char *step, int64_t count)
{
    if (c->n < COUNTS_SHOWN)
        str_addf(&c->counts, "%s%" PRId64, c->n ? " + " : "", count);
    c->n++;
    c->sum += count;
    c->count = count;
    c->last = step;
    let(c->s, "count", count);
    if (c->n <= CASES_SHOWN)
        tell(c->s, step);
}

static int64_t end_cases(struct cases *c)
{
    if (c->n > CASES_SHOWN + 1)
        tell(c->s, "dots");
    if (c->n > CASES_SHOWN)
        tell(c->s, c->last);
    if (c->n > COUNTS_SHOWN)
        str_addf(&c->counts, " + \\cdots + %" PRId64, c->count);
    let(c->s, "cases", c->n);
    let_text(c->s, "counts", str_get(&c->counts));
    let(c->s, "all", c->sum);
    tell(c->s, "sum");
    return c->sum;
}

/* x fixed, y from lo to hi >= lo. */
static void range_case(struct cases *c, int64_t x, int64_t lo, int64_t hi)
{
    let(c->s, "fixed", x);
    let(c->s, "lo", lo);
    let(c->s, "hi", hi);
    add_case(c, "range", hi - lo + 1);
}

/* ---- coins: x + small y + large z = total ---- */

static void draw_coins(struct pick *k, struct count *v)
{
    static const int64_t small[] = { 2, 3, 4, 5, 6, 8 };
    static const int64_t large[] = { 20, 24, 25, 30, 40, 50 };

    v->coins.total = pick_wide(k, 60, 199);
    v->coins.small = pick_of(k, small, 6);
    v->coins.large = pick_of(k, large, 6);
}

static bool makes_coins(const struct count *v)
{
    return v->coins.small >= 2 && v->coins.large > v->coins.small &&
           v->coins.total >= v->coins.large;
}

static int64_t solve_coins(struct solving *s, const struct count *v)
{
    struct cases c = { .s = s, .counts = str_in(s->arena) };

    tell(s, "fix");
    for (int64_t z = 0; z * v->coins.large <= v->coins.total; z++) {
        int64_t rest = v->coins.total - z * v->coins.large;
        int64_t most = rest / v->coins.small;

        let(s, "fixed", z);
        let(s, "rest", rest);
        let(s, "hi", most);
        add_case(&c, "rest", most + 1);
    }
    return end_cases(&c);
}

/* ways[i]: payments of i with the coins so far. */
static int64_t count_coins(const struct count *v, struct check_finding *f)
{
    int64_t ways[20001], coins[2] = { v->coins.small, v->coins.large };

    f->by = "table of payments";
    for (int64_t i = 0; i <= v->coins.total; i++)
        ways[i] = 1;
    for (int k = 0; k < 2; k++)
        for (int64_t i = coins[k]; i <= v->coins.total; i++)
            ways[i] += ways[i - coins[k]];
    return ways[v->coins.total];
}

/* ---- bounds: x + y + z = sum, x <= a, y <= b, z <= c ---- */

static void draw_bounds(struct pick *k, struct count *v)
{
    v->bounds.a = pick(k, 3, 9);
    v->bounds.b = pick_wide(k, 10, 15);
    v->bounds.c = v->bounds.b + pick_wide(k, 0, 30);
    /* above each bound, so that none is idle, and at most b + c */
    v->bounds.sum = v->bounds.c + pick_wide(k, 1, 5);
}

static bool makes_bounds(const struct count *v)
{
    return v->bounds.a >= 1 && v->bounds.a <= 12 && v->bounds.b >= 1 &&
           v->bounds.b <= 1600 && v->bounds.c >= 1 &&
           v->bounds.sum >= v->bounds.a &&
           v->bounds.sum <= v->bounds.b + v->bounds.c;
}

static int64_t solve_bounds(struct solving *s, const struct count *v)
{
    struct cases c = { .s = s, .counts = str_in(s->arena) };

    tell(s, "fix");
    for (int64_t x = 0; x <= v->bounds.a; x++) {
        int64_t rest = v->bounds.sum - x;

        range_case(&c, x, rest > v->bounds.c ? rest - v->bounds.c : 0,
                   rest < v->bounds.b ? rest : v->bounds.b);
    }
    return end_cases(&c);
}

static int64_t count_bounds(const struct count *v, struct check_finding *f)
{
    int64_t count = 0;

    f->by = "exhaustive search";
    for (int64_t x = 0; x <= v->bounds.a; x++)
        for (int64_t y = 0; y <= v->bounds.b; y++) {
            int64_t z = v->bounds.sum - x - y;

            count += z >= 0 && z <= v->bounds.c;
        }
    return count;
}

/* ---- paths to (east, north), not through one or two points ---- */

static void draw_path(struct pick *k, struct count *v)
{
    v->path.east = pick_wide(k, 6, 40);
    v->path.north = pick(k, 3, 5);
    v->path.x = pick_wide(k, 1, 5);
    v->path.y = pick(k, 1, 2);
}

static void draw_paths(struct pick *k, struct count *v)
{
    v->path.east = pick_wide(k, 6, 40);
    v->path.north = pick(k, 4, 5);
    v->path.x = pick_wide(k, 1, 3);
    v->path.y = pick(k, 1, 2);
    v->path.x2 = v->path.x + pick_wide(k, 1, 2); /* below east */
    v->path.y2 = v->path.y + pick(k, 0, 1);
}

static bool makes_path(const struct count *v)
{
    return v->path.north >= 2 && v->path.north <= 5 && v->path.east <= 4100 &&
           v->path.x >= 1 && v->path.x < v->path.east && v->path.y >= 1 &&
           v->path.y < v->path.north;
}

static bool makes_paths(const struct count *v)
{
    return makes_path(v) && v->path.x2 > v->path.x &&
           v->path.x2 < v->path.east && v->path.y2 >= v->path.y &&
           v->path.y2 < v->path.north;
}

/* C(n, k) for k <= 5 and n <= 4105: below 10^16, and 10^17 on the way. */
static int64_t choose(int64_t n, int64_t k)
{
    int64_t c = 1;

    for (int64_t i = 1; i <= k; i++)
        c = c * (n - k + i) / i;
    return c;
}

/* All paths that go so far right and up, as a step and under its name. */
static int64_t leg(struct solving *s, const char *name, int64_t right,
                   int64_t up)
{
    int64_t paths = choose(right + up, up);

    let(s, "right", right);
    let(s, "up", up);
    let(s, "both", right + up);
    let(s, "paths", paths);
    let(s, name, paths);
    tell(s, name);
    return paths;
}

static int64_t tell_others(struct solving *s, int64_t others)
{
    let(s, "others", others);
    tell(s, "others");
    return others;
}

static int64_t solve_path(struct solving *s, const struct count *v)
{
    int64_t east = v->path.east, north = v->path.north;
    int64_t x = v->path.x, y = v->path.y;
    int64_t whole = leg(s, "whole", east, north);
    int64_t to = leg(s, "to", x, y);
    int64_t on = leg(s, "on", east - x, north - y);

    let(s, "through", to * on);
    return tell_others(s, whole - to * on);
}

static int64_t solve_paths(struct solving *s, const struct count *v)
{
    int64_t east = v->path.east, north = v->path.north;
    int64_t x = v->path.x, y = v->path.y, x2 = v->path.x2, y2 = v->path.y2;
    int64_t whole = leg(s, "whole", east, north);
    int64_t to = leg(s, "to", x, y);
    int64_t on = leg(s, "on", east - x, north - y);
    int64_t to2 = leg(s, "to2", x2, y2);
    int64_t on2 = leg(s, "on2", east - x2, north - y2);
    int64_t between = leg(s, "between", x2 - x, y2 - y);
    int64_t through = to * on, through2 = (to2 - to * between) * on2;

    let(s, "through", through);
    let(s, "through2", through2);
    tell(s, "first");
    tell(s, "second");
    return tell_others(s, whole - through - through2);
}

/* Column by column: paths[y] to the point (x, y). */
static int64_t count_paths(const struct count *v, struct check_finding *f)
{
    int64_t paths[6] = { 1 };

    f->by = "table of paths";
    for (int64_t x = 0; x <= v->path.east; x++)
        for (int64_t y = 0; y <= v->path.north; y++) {
            paths[y] += y ? paths[y - 1] : 0;
            if ((x == v->path.x && y == v->path.y) ||
                (v->kind == PATHS && x == v->path.x2 && y == v->path.y2))
                paths[y] = 0;
        }
    return paths[v->path.north];
}

/* ---- gaps: x + y + z = sum, x >= least, y >= x + gap, z >= y + gap2 ---- */

static void draw_gaps(struct pick *k, struct count *v)
{
    v->gaps.sum = pick_wide(k, 30, 120);
    v->gaps.least = pick(k, 1, 3);
    v->gaps.gap = pick(k, 1, 4);
    v->gaps.gap2 = pick(k, 1, 4);
}

/* What is left of the sum when all three are as small as can be. */
static int64_t slack(const struct count *v)
{
    return v->gaps.sum - 3 * v->gaps.least - 2 * v->gaps.gap - v->gaps.gap2;
}

static bool makes_gaps(const struct count *v)
{
    return v->gaps.least >= 1 && v->gaps.gap >= 1 && v->gaps.gap2 >= 1 &&
           slack(v) >= 0;
}

static int64_t solve_gaps(struct solving *s, const struct count *v)
{
    struct cases c = { .s = s, .counts = str_in(s->arena) };
    int64_t rest = v->gaps.sum - v->gaps.gap2; /* 2y <= rest - x */

    let(s, "rest", rest);
    tell(s, "fix");
    for (int64_t x = v->gaps.least; 2 * (x + v->gaps.gap) <= rest - x; x++)
        range_case(&c, x, x + v->gaps.gap, (rest - x) / 2);
    return end_cases(&c);
}

#define TRIPLES_MOST 300

/* With gaps beyond the least ones, 3u + 2v + w is the slack r: the partitions
 * of r into parts 1, 2, 3 are the integer nearest to (r + 3)^2 / 12. */
static int64_t count_gaps(const struct count *v, struct check_finding *f)
{
    int64_t count = 0, n = v->gaps.sum, r = slack(v);

    if (n > TRIPLES_MOST) {
        f->by = "partitions into three sizes";
        return ((r + 3) * (r + 3) + 6) / 12;
    }
    f->by = "exhaustive search";
    for (int64_t x = v->gaps.least; x < n; x++)
        for (int64_t y = x + v->gaps.gap; x + y < n; y++)
            count += n - x - y >= y + v->gaps.gap2;
    return count;
}

/* ---- all kinds ---- */

static const struct {
    void (*draw)(struct pick *k, struct count *v);
    bool (*makes)(const struct count *v); /* a problem? */
    int64_t (*solve)(struct solving *s, const struct count *v);
    int64_t (*count)(const struct count *v, struct check_finding *f);
} kinds[KINDS] = {
    [COINS] = { draw_coins, makes_coins, solve_coins, count_coins },
    [BOUNDS] = { draw_bounds, makes_bounds, solve_bounds, count_bounds },
    [PATH] = { draw_path, makes_path, solve_path, count_paths },
    [PATHS] = { draw_paths, makes_paths, solve_paths, count_paths },
    [GAPS] = { draw_gaps, makes_gaps, solve_gaps, count_gaps },
};

static void fill(struct pick *k, int64_t kind, void *values)
{
    kinds[kind].draw(k, values);
}

static void draw(struct pick *k, void *values)
{
    static const int64_t of_levels[] = { COINS, BOUNDS, PATH, PATHS, GAPS };
    static const size_t from[] = { 0, 1, 3, 5 };
    size_t at = from[k->level - 1];

    ((struct count *)values)->kind =
        kinds_draw(k, of_levels + at, from[k->level] - at, fill, values);
}

static bool solve(struct solving *s, const void *values)
{
    const struct count *v = values;
    int64_t count;

    if (!kinds[v->kind].makes(v))
        return false;
    count = kinds[v->kind].solve(s, v);
    solving_key(s, "%" PRId64, count);
    return count > 0;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct count *v = values;
    int64_t x, count;

    f->by = "exhaustive search";
    f->detail = "the values make no problem";
    if (!kinds[v->kind].makes(v))
        return TRUTH_NO;
    f->detail = "the key is not one small integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    count = kinds[v->kind].count(v, f);
    f->detail = arena_printf(a, "the count is %" PRId64, count);
    return x == count ? TRUTH_YES : TRUTH_NO;
}

static struct form_file text = {
#include "family/concept/counting/cases.inc"
};

/* A bound that is as large as can be is none; x has at most 12. */
static bool drop(void *values, size_t i)
{
    struct count *v = values;
    int64_t sum = v->bounds.sum;

    if (v->kind != BOUNDS || i > 2)
        return false;
    *(i == 0   ? &v->bounds.a
      : i == 1 ? &v->bounds.b
               : &v->bounds.c) = i == 0 && sum > 12 ? 12 : sum;
    return true;
}

static const struct recipe recipe = {
    .text = &text,
    .kinds = kind_names,
    .size = sizeof(struct count),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .drop = drop,
    .check = check,
};

const struct family concept_cases = {
    .name = "concept/cases",
    .version = 2,
    .answer = ANSWER_INTEGER,
    CONCEPT_CARD(&recipe),
};
