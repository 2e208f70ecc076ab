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
#include "family/kit/keys.h"
#include "family/kit/kinds.h"
#include "family/kit/recipe.h"
#include "family/table.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum {
    COINS,  /* n from coins 1, a, b */
    BOUNDS, /* x + y + z = n, x <= a, y <= b, z <= c */
    PATH,   /* from (0, 0) to (n, a), not through (b, c) */
    PATHS,  /* the same, not through (d, e) either */
    GAPS    /* x + y + z = n, x >= a, y >= x + b, z >= y + c */
};

struct count {
    int64_t kind, n, a, b, c, d, e;
};

static const struct field fields[] = {
    NUMBER(struct count, kind, 0, 4), SLOT(struct count, n, 1, 20000),
    NUMBER(struct count, a, 0, 2000), NUMBER(struct count, b, 0, 5000),
    NUMBER(struct count, c, 0, 5000), NUMBER(struct count, d, 0, 5000),
    NUMBER(struct count, e, 0, 5000), { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "coins", "payments of 60 to 199 with coins of 1, a and b, b from 20 to "
               "50: up to ten cases" },
    { "bounds", "x + y + z = n with an upper bound for each, n up to 35 and 4 "
                "to 9 cases; or lattice paths past one closed point" },
    { "several", "lattice paths past two closed points, with paths through "
                 "both; or triples with sum n from 30 to 120, a least number "
                 "and least gaps" },
};

static void fill(struct pick *k, int64_t kind, void *values)
{
    static const int64_t small[] = { 2, 3, 4, 5, 6, 8 };
    static const int64_t large[] = { 20, 24, 25, 30, 40, 50 };
    struct count *v = values;

    switch (kind) {
    case COINS:
        v->n = pick_wide(k, 60, 199);
        v->a = pick_of(k, small, 6);
        v->b = pick_of(k, large, 6);
        break;
    case BOUNDS:
        v->a = pick(k, 3, 8);
        v->b = pick_wide(k, 6, 15);
        v->c = pick_wide(k, 6, 30);
        v->n = v->c + pick_wide(k, 1, 5); /* at most b + c */
        break;
    case GAPS:
        v->n = pick_wide(k, 30, 120);
        v->a = pick(k, 1, 3);
        v->b = pick(k, 1, 4);
        v->c = pick(k, 1, 4);
        break;
    default:
        v->n = pick_wide(k, 6, 40);
        v->a = pick(k, kind == PATH ? 3 : 4, 5);
        v->b = pick_wide(k, 1, kind == PATH ? 5 : 3);
        v->c = pick(k, 1, 2);
        if (kind == PATHS) {
            v->d = v->b + pick_wide(k, 1, 2); /* below n */
            v->e = v->c + pick(k, 0, 1);
        }
    }
}

static void draw(struct pick *k, void *values)
{
    static const int64_t kinds[] = { COINS, BOUNDS, PATH, PATHS, GAPS };
    static const size_t from[] = { 0, 1, 3, 5 };
    size_t at = from[k->level - 1];

    ((struct count *)values)->kind =
        kinds_draw(k, kinds + at, from[k->level] - at, fill, values);
}

static bool is_problem(const struct count *v)
{
    switch (v->kind) {
    case COINS: return v->a >= 2 && v->b > v->a && v->n >= v->b;
    case BOUNDS:
        return v->a >= 1 && v->a <= 12 && v->b >= 1 && v->b <= 1600 &&
               v->c >= 1 && v->n <= v->a + v->b + v->c;
    case GAPS:
        return v->a >= 1 && v->b >= 1 && v->c >= 1 &&
               v->n >= 3 * v->a + 2 * v->b + v->c;
    default:
        return v->a >= 2 && v->a <= 5 && v->n <= 4100 && v->b >= 1 &&
               v->b < v->n && v->c >= 1 && v->c < v->a &&
               (v->kind == PATH ||
                (v->d > v->b && v->d < v->n && v->e >= v->c && v->e < v->a));
    }
}

/* ---- the first road: case by case ---- */

#define CASES_SHOWN 8

#define COUNTS_SHOWN 60

/* The cases as they are written down; of many, the first ones and the last,
 * but the sum of all counts. */
struct cases {
    struct solving *s;
    int64_t n, sum, count;
    const char *last;
    struct str counts;
};

static void add_case(struct cases *c, const char *text, int64_t count)
{
    if (c->n < COUNTS_SHOWN)
        str_addf(&c->counts, "%s%" PRId64, c->n ? " + " : "", count);
    c->n++;
    c->sum += count;
    c->count = count;
    c->last = text;
    if (c->n <= CASES_SHOWN)
        solving_step(c->s, "%s", text);
}

static void end_cases(struct cases *c)
{
    if (c->n > CASES_SHOWN + 1)
        solving_step(c->s, "And so on, in the same way, up to the last case.");
    if (c->n > CASES_SHOWN)
        solving_step(c->s, "%s", c->last);
    if (c->n > COUNTS_SHOWN)
        str_addf(&c->counts, " + \\cdots + %" PRId64, c->count);
    solving_step(c->s,
                 "The counts of all $%" PRId64
                 "$ cases add up to $%s = %" PRId64 "$.",
                 c->n, str_get(&c->counts), c->sum);
}

static void solve_coins(struct cases *c, const struct count *v)
{
    struct arena *m = c->s->arena;

    solving_step(c->s,
                 "Fix the number $z$ of parts of size $%" PRId64
                 "$. The number $y$ of parts of size $%" PRId64
                 "$ is then free, as long as the rest is not exceeded, and "
                 "parts of size $1$ fill up.",
                 v->b, v->a);
    for (int64_t z = 0; z * v->b <= v->n; z++) {
        int64_t rest = v->n - z * v->b, most = rest / v->a;

        add_case(c,
                 arena_printf(m,
                              "$z = %" PRId64 "$: the rest is $%" PRId64
                              "$, $y$ goes from $0$ to $%" PRId64
                              "$: count $%" PRId64 "$.",
                              z, rest, most, most + 1),
                 most + 1);
    }
}

/* x fixed, y from lo to hi. */
static void range_case(struct cases *c, int64_t x, int64_t lo, int64_t hi)
{
    struct arena *m = c->s->arena;

    if (hi < lo)
        add_case(c, arena_printf(m, "$x = %" PRId64 "$: no solution.", x), 0);
    else
        add_case(c,
                 arena_printf(m,
                              "$x = %" PRId64 "$: $y$ goes from $%" PRId64
                              "$ to $%" PRId64 "$: count $%" PRId64 "$.",
                              x, lo, hi, hi - lo + 1),
                 hi - lo + 1);
}

static void solve_bounds(struct cases *c, const struct count *v)
{
    solving_step(
        c->s,
        "Call the numbers $x$, $y$, $z$ and fix $x$. Then $y + z = %" PRId64
        " - x$, so that $y \\ge %" PRId64 " - x - %" PRId64
        "$ from the bound on $z$, and $0 \\le y \\le %" PRId64
        "$ with $y \\le %" PRId64 " - x$.",
        v->n, v->n, v->c, v->b, v->n);
    for (int64_t x = 0; x <= v->a; x++) {
        int64_t rest = v->n - x, lo = rest > v->c ? rest - v->c : 0;

        range_case(c, x, lo, rest < v->b ? rest : v->b);
    }
}

static void solve_gaps(struct cases *c, const struct count *v)
{
    solving_step(
        c->s,
        "Call the numbers $x$, $y$, $z$ by size and fix $x$. Then $z = %" PRId64
        " - x - y$ must be at least $y + "
        "%" PRId64 "$, so $2y \\le %" PRId64 " - x$, and $y \\ge x + %" PRId64
        "$.",
        v->n, v->c, v->n - v->c, v->b);
    for (int64_t x = v->a; 2 * (x + v->b) <= v->n - v->c - x; x++)
        range_case(c, x, x + v->b, (v->n - v->c - x) / 2);
}

/* C(n, k) for k <= 5 and n <= 4105: below 10^16, and 10^17 on the way. */
static int64_t choose(int64_t n, int64_t k)
{
    int64_t c = 1;

    for (int64_t i = 1; i <= k; i++)
        c = c * (n - k + i) / i;
    return c;
}

/* All paths that go x steps right and y up, with a step when named. */
static int64_t free_paths(struct solving *s, const char *name, int64_t x,
                          int64_t y)
{
    int64_t c = choose(x + y, y);

    solving_step(s,
                 "%s, $%" PRId64 "$ to the right and $%" PRId64
                 "$ up: $\\binom{%" PRId64 "}{%" PRId64 "} = %" PRId64 "$.",
                 name, x, y, x + y, y, c);
    return c;
}

static int64_t solve_path(struct solving *s, const struct count *v)
{
    int64_t all = free_paths(s, "From start to end", v->n, v->a);
    int64_t to =
        free_paths(s, "From the start to the closed point", v->b, v->c);
    int64_t on =
        free_paths(s, "From there to the end", v->n - v->b, v->a - v->c);

    solving_step(s,
                 "Paths through the closed point: $%" PRId64 " \\cdot %" PRId64
                 " = %" PRId64 "$. The others: $%" PRId64 " - %" PRId64
                 " = %" PRId64 "$.",
                 to, on, to * on, all, to * on, all - to * on);
    return all - to * on;
}

static int64_t solve_paths(struct solving *s, const struct count *v)
{
    int64_t all = free_paths(s, "From start to end", v->n, v->a);
    int64_t p = free_paths(s, "Start to the first closed point", v->b, v->c);
    int64_t pe = free_paths(s, "First closed point to the end", v->n - v->b,
                            v->a - v->c);
    int64_t q = free_paths(s, "Start to the second closed point", v->d, v->e);
    int64_t qe = free_paths(s, "Second closed point to the end", v->n - v->d,
                            v->a - v->e);
    int64_t pq = free_paths(s, "First closed point to the second", v->d - v->b,
                            v->e - v->c);
    int64_t left = q - p * pq, sum = p * pe + left * qe;

    solving_step(s,
                 "Case 1, through the first closed point: $%" PRId64
                 " \\cdot %" PRId64 " = %" PRId64 "$ paths.",
                 p, pe, p * pe);
    solving_step(s,
                 "Case 2, through the second but not the first: $(%" PRId64
                 " - %" PRId64 " \\cdot %" PRId64 ") \\cdot %" PRId64
                 " = %" PRId64 "$ paths.",
                 q, p, pq, qe, left * qe);
    solving_step(s,
                 "The others: $%" PRId64 " - %" PRId64 " - %" PRId64
                 " = %" PRId64 "$.",
                 all, p * pe, left * qe, all - sum);
    return all - sum;
}

static bool solve(struct solving *s, const void *values)
{
    const struct count *v = values;
    struct cases c = { .s = s, .counts = str_in(s->arena) };

    if (!is_problem(v))
        return false;
    switch (v->kind) {
    case COINS: solve_coins(&c, v); break;
    case BOUNDS: solve_bounds(&c, v); break;
    case GAPS: solve_gaps(&c, v); break;
    case PATH: c.sum = solve_path(s, v); break;
    default: c.sum = solve_paths(s, v); break;
    }
    if (c.n)
        end_cases(&c);
    solving_key(s, "%" PRId64, c.sum);
    return c.sum > 0;
}

/* ---- wording ---- */

KIND_IS(struct count, is_coins, COINS)
KIND_IS(struct count, is_bounds, BOUNDS)
KIND_IS(struct count, is_path, PATH)
KIND_IS(struct count, is_paths, PATHS)
KIND_IS(struct count, is_gaps, GAPS)

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "Solutions of $x + <a>y + <b>z = <n>$ in non-negative integers: how many?",
      is_coins },
    { STYLE_PLAIN,
      "How many triples $(x, y, z)$ of non-negative integers satisfy $x + <a>y "
      "+ <b>z = <n>$?",
      is_coins },
    { STYLE_PLAIN,
      "In how many ways can $<n>$ be written as a sum in which every summand is "
      "$1$, $<a>$ or $<b>$, when the order of the summands does not matter?",
      is_coins },
    { STYLE_STORY,
      "A machine in <city> takes coins of $1$, $<a>$ and $<b>$ <money>. In "
      "how many ways can <name> pay exactly $<n>$ <money>, when only the number "
      "of coins of each kind matters?",
      is_coins },
    { STYLE_STORY,
      "A warehouse packs pencils singly, in packs of $<a>$ and in boxes of "
      "$<b>$. In how many ways can an order of exactly $<n>$ pencils be put "
      "together, if only the numbers of packs and boxes matter?",
      is_coins },
    { STYLE_TERSE,
      "Integer solutions of $x + y + z = <n>$ with $0 \\le x \\le <a>$, $0 \\le "
      "y \\le <b>$, $0 \\le z \\le <c>$: how many?",
      is_bounds },
    { STYLE_PLAIN,
      "How many triples $(x, y, z)$ of integers satisfy $x + y + z = <n>$ and "
      "$0 \\le x \\le <a>$, $0 \\le y \\le <b>$, $0 \\le z \\le <c>$?",
      is_bounds },
    { STYLE_PLAIN,
      "Three non-negative integers have the sum $<n>$. The first is at most "
      "$<a>$, the second at most $<b>$ and the third at most $<c>$. How many "
      "such triples, in this order, are there?",
      is_bounds },
    { STYLE_STORY,
      "At a market there are $<a>$ melons, $<b>$ apples and $<c>$ plums left, "
      "and fruits of a kind are alike. <name> buys exactly $<n>$ fruits. How "
      "many different purchases are possible?",
      is_bounds },
    { STYLE_STORY,
      "<name> has to load $<n>$ equal crates onto three vehicles, which have "
      "room for $<a>$, $<b>$ and $<c>$ crates (a vehicle may stay empty). In "
      "how many ways can the numbers of crates on the three vehicles be "
      "chosen?",
      is_bounds },
    { STYLE_TERSE,
      "Lattice paths from $(0, 0)$ to $(<n>, <a>)$, steps right and up, not "
      "through $(<b>, <c>)$: how many?",
      is_path },
    { STYLE_PLAIN,
      "A path goes from $(0, 0)$ to $(<n>, <a>)$ in steps of length $1$ to the "
      "right or upwards. How many such paths do not pass through the point "
      "$(<b>, <c>)$?",
      is_path },
    { STYLE_PLAIN,
      "In how many ways can one get from the origin to the point $(<n>, <a>)$ "
      "if every step adds $1$ to one of the two coordinates and the point "
      "$(<b>, <c>)$ is forbidden?",
      is_path },
    { STYLE_STORY,
      "A robot on the floor of a factory in <city> moves along the lines of a "
      "grid, always one unit east or one unit north, from the crossing $(0, 0)$ "
      "to the crossing $(<n>, <a>)$. The crossing $(<b>, <c>)$ is blocked. "
      "How many routes does the robot have?",
      is_path },
    { STYLE_STORY,
      "The streets of a new quarter of <city> form a grid. <name> walks from the "
      "south-west corner to a shop $<n>$ blocks east and $<a>$ blocks north "
      "of it, always east or north. The crossing that lies $<b>$ "
      "<b?block|blocks> east and $<c>$ <c?block|blocks> north of the corner is "
      "closed. How many ways are possible?",
      is_path },
    { STYLE_TERSE,
      "Lattice paths from $(0, 0)$ to $(<n>, <a>)$, steps right and up, through "
      "neither $(<b>, <c>)$ nor $(<d>, <e>)$: how many?",
      is_paths },
    { STYLE_PLAIN,
      "A path goes from $(0, 0)$ to $(<n>, <a>)$ in steps of length $1$ to the "
      "right or upwards. How many such paths pass through neither of the points "
      "$(<b>, <c>)$ and $(<d>, <e>)$?",
      is_paths },
    { STYLE_PLAIN,
      "In how many ways can one get from the origin to the point $(<n>, <a>)$ "
      "if every step adds $1$ to one of the two coordinates and the points "
      "$(<b>, <c>)$ and $(<d>, <e>)$ are both forbidden?",
      is_paths },
    { STYLE_STORY,
      "A robot on the floor of a factory in <city> moves along the lines of a "
      "grid, always one unit east or one unit north, from the crossing $(0, 0)$ "
      "to the crossing $(<n>, <a>)$. The crossings $(<b>, <c>)$ and $(<d>, "
      "<e>)$ are blocked. How many routes does the robot have?",
      is_paths },
    { STYLE_STORY,
      "The streets of a new quarter of <city> form a grid. <name> walks from the "
      "south-west corner to a shop $<n>$ blocks east and $<a>$ blocks north "
      "of it, always east or north. Two crossings are closed: the one $<b>$ "
      "<b?block|blocks> east and $<c>$ <c?block|blocks> north of the corner, "
      "and the one $<d>$ blocks east and $<e>$ <e?block|blocks> north of it. "
      "How many ways are possible?",
      is_paths },
    { STYLE_TERSE,
      "Integer triples with $x + y + z = <n>$, $x \\ge <a>$, $y - x \\ge <b>$, "
      "$z - y \\ge <c>$: how many?",
      is_gaps },
    { STYLE_PLAIN,
      "How many triples $(x, y, z)$ of integers satisfy $x + y + z = <n>$, $x "
      "\\ge <a>$, $y \\ge x + <b>$ and $z \\ge y + <c>$?",
      is_gaps },
    { STYLE_PLAIN,
      "Three integers with the sum $<n>$ are written in increasing order. The "
      "smallest is at least $<a>$, the second exceeds it by at least $<b>$, and "
      "the third exceeds the second by at least $<c>$. How many such triples "
      "are there?",
      is_gaps },
    { STYLE_STORY,
      "<name> divides $<n>$ <money> into three prizes of whole numbers of "
      "<money>. The third prize must be at least $<a>$, the second prize at "
      "least $<b>$ more than the third, and the first prize at least $<c>$ more "
      "than the second. In how many ways can the prizes be set?",
      is_gaps },
    { STYLE_STORY,
      "$<n>$ tonnes of sand are spread over a small, a middle and a large hold "
      "of a ship in <city>, in whole tonnes. The small hold takes at least "
      "$<a>$ <a?tonne|tonnes>, the middle one at least $<b>$ more than the "
      "small one, and the large one at least $<c>$ more than the middle one. "
      "How many loadings are possible?",
      is_gaps },
    { 0 },
};

/* ---- the second road ---- */

/* w[i]: payments of i with the coins so far. */
static int64_t pay(const struct count *v)
{
    int64_t w[20001], coins[2] = { v->a, v->b };

    for (int64_t i = 0; i <= v->n; i++)
        w[i] = 1;
    for (int k = 0; k < 2; k++)
        for (int64_t i = coins[k]; i <= v->n; i++)
            w[i] += w[i - coins[k]];
    return w[v->n];
}

static int64_t try_bounds(const struct count *v)
{
    int64_t count = 0;

    for (int64_t x = 0; x <= v->a; x++)
        for (int64_t y = 0; y <= v->b; y++)
            count += v->n - x - y >= 0 && v->n - x - y <= v->c;
    return count;
}

/* Column by column: w[y] paths to the point (x, y). */
static int64_t walk(const struct count *v)
{
    int64_t w[6] = { 1 };

    for (int64_t x = 0; x <= v->n; x++)
        for (int64_t y = 0; y <= v->a; y++) {
            w[y] += y ? w[y - 1] : 0;
            if ((x == v->b && y == v->c) ||
                (v->kind == PATHS && x == v->d && y == v->e))
                w[y] = 0;
        }
    return w[v->a];
}

#define TRIPLES_MOST 300

/* With gaps u, v, w beyond the least ones, 3u + 2v + w is what is left of n:
 * the partitions of r into parts 1, 2, 3 are the integer nearest to
 * (r + 3)^2 / 12. */
static int64_t try_gaps(const struct count *v, struct finding *f)
{
    int64_t count = 0, r = v->n - 3 * v->a - 2 * v->b - v->c;

    if (v->n > TRIPLES_MOST) {
        f->by = "partitions into three sizes";
        return ((r + 3) * (r + 3) + 6) / 12;
    }
    for (int64_t x = v->a; x < v->n; x++)
        for (int64_t y = x + v->b; x + y < v->n; y++)
            count += v->n - x - y >= y + v->c;
    return count;
}

static int64_t count_again(const struct count *v, struct finding *f)
{
    f->by = "exhaustive search";
    switch (v->kind) {
    case COINS: f->by = "table of payments"; return pay(v);
    case BOUNDS: return try_bounds(v);
    case GAPS: return try_gaps(v, f);
    default: f->by = "table of paths"; return walk(v);
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct finding *f)
{
    const struct count *v = values;
    int64_t x, count;

    f->by = "exhaustive search";
    f->detail = "the values make no problem";
    if (!is_problem(v))
        return TRUTH_NO;
    f->detail = "the key is not one small integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    count = count_again(v, f);
    f->detail = arena_printf(a, "the count is %" PRId64, count);
    return x == count ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct count),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .wordings = wordings,
    .check = check,
};

const struct family concept_cases = {
    .name = "concept/cases",
    .version = 1,
    .title = "Counting by cases",
    .doc = "Payments with three coins, sums with bounds, lattice paths past "
           "closed points, triples with gaps. The worked solution fixes one "
           "number or point at a time and adds up the cases.",
    .concepts = { HIGH_CASES, HIGH_COMBINATIONS },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
