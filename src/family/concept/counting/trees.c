/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Probability trees: draws with and without replacement, a first stage that
 * decides about the second, Bayes' rule, balls that change bags.
 *
 * solve() multiplies fractions along the branches and adds them. check()
 * never handles a fraction: it gives every outcome, ball by ball, the same
 * weight and counts leaves, going through all labelled balls where there are
 * few; of many it lets the balls come one by one.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"

#include <inttypes.h>

enum {
    KEPT,    /* two draws, not put back: one of each */
    BACK,    /* the same, put back */
    TOTAL,   /* a die chooses bag 1 for m faces; P(red) */
    BAYES,   /* the same; P(bag 1, given red) */
    MOVED,   /* two balls from bag 1 to bag 2; P(both red, given red drawn) */
    MACHINES /* two faulty items of a machine; P(machine 1) */
};

static const char *const kinds[] = {
    "kept", "back", "total", "bayes", "moved", "machines", NULL,
};

struct tree {
    int64_t kind, m;
    int64_t count; /* of c */
    union {
        int64_t c[6];
        struct {
            int64_t red, blue, red2, blue2; /* in bag 1 and in bag 2 */
        };
        struct {
            int64_t part[3], bad[3]; /* of a machine: its share of all items,
                                        and its faults in a thousand */
        };
    };
};

static const int64_t counts[] = { 2, 2, 4, 4, 4, 6 }; /* by kind */

static const struct field fields[] = {
    NUMBER(struct tree, kind, 0, 5),
    NUMBER(struct tree, m, 0, 5),
    SLOT_LIST(struct tree, c, count, 1, 9999),
    { 0 },
};

/* ---- drawing ---- */

static void draw_balls(struct pick *p, struct tree *v, int64_t most)
{
    for (int64_t i = 0; i < v->count; i++)
        v->c[i] = pick_wide(p, 2, most);
}

/* The bags that the die chooses from differ in their red balls. */
static void draw_bags(struct pick *p, struct tree *v)
{
    v->red = pick_wide(p, 2, 9);
    v->blue = pick_wide(p, 2, 9);
    v->red2 = pick_wide(p, 2, 8);
    v->red2 += v->red2 >= v->red;
    v->blue2 = pick_wide(p, 2, 9);
    v->m = pick(p, 1, 5);
}

static void draw_machines(struct pick *p, struct tree *v)
{
    for (int i = 0; i < 3; i++)
        v->part[i] = pick(p, 2, 5);
    for (int i = 0; i < 3; i++)
        v->bad[i] = pick_wide(p, 1, 6);
}

static void fill(struct pick *p, int64_t kind, void *values)
{
    struct tree *v = values;

    v->count = counts[kind];
    switch (kind) {
    case KEPT:
    case BACK: draw_balls(p, v, 60); break;
    case TOTAL:
    case BAYES: draw_bags(p, v); break;
    case MOVED: draw_balls(p, v, 12); break;
    default: draw_machines(p, v); break;
    }
}

static void draw(struct pick *p, void *values)
{
    static const int64_t of_levels[] = { KEPT,  BACK,  TOTAL,
                                         BAYES, MOVED, MACHINES };

    ((struct tree *)values)->kind =
        kinds_draw(p, of_levels + 2 * (p->level - 1), 2, fill, values);
}

static bool is_problem(const struct tree *v)
{
    if (v->count != counts[v->kind])
        return false;
    switch (v->kind) {
    case KEPT:
    case BACK: return true;
    case TOTAL:
    case BAYES: return v->m >= 1;
    case MOVED: return v->red >= 2;
    default:
        return v->part[0] <= 9 && v->part[1] <= 9 && v->part[2] <= 9 &&
               v->bad[0] < 1000 && v->bad[1] < 1000 && v->bad[2] < 1000;
    }
}

/* ---- the first road: along the branches ---- */

/* A sum of branches as it is told. */
struct branches {
    struct solving *s;
    struct str terms;
    fmpq_t first, sum;
};

static const char *tex(const struct branches *b, const fmpq_t x)
{
    return latex_fmpq(b->s->arena, x);
}

/* The product of n fractions p[i]/q[i]: a step, and added to the sum. */
static void branch(struct branches *b, const char *step, size_t n,
                   const int64_t *p, const int64_t *q)
{
    struct str factors = str_in(b->s->arena);
    fmpq_t x, product;

    fmpq_init(x);
    fmpq_init(product);
    fmpq_one(product);
    for (size_t i = 0; i < n; i++) {
        str_addf(&factors, "%s%s", i ? " \\cdot " : "",
                 latex_over(b->s->arena, p[i], q[i]));
        fmpq_set_si(x, p[i], (ulong)q[i]);
        fmpq_mul(product, product, x);
    }
    if (!b->terms.n)
        fmpq_set(b->first, product);
    fmpq_add(b->sum, b->sum, product);
    str_addf(&b->terms, "%s%s", b->terms.n ? " + " : "", tex(b, product));
    let_text(b->s, "factors", str_get(&factors));
    let_text(b->s, "product", tex(b, product));
    tell(b->s, step);
    fmpq_clear(product);
    fmpq_clear(x);
}

/* The sum of all branches is the key, or the share of the first in it. */
static void end_branches(struct branches *b, bool share)
{
    fmpq_t key;

    fmpq_init(key);
    fmpq_set(key, b->sum);
    if (share)
        fmpq_div(key, b->first, b->sum);
    solving_key(b->s, "%s", tex(b, key));
    let_text(b->s, "terms", str_get(&b->terms));
    let_text(b->s, "sum", tex(b, b->sum));
    if (share)
        let_text(b->s, "first", tex(b, b->first));
    fmpq_clear(key);
}

#define OF(...) ((const int64_t[]){ __VA_ARGS__ })

static void solve_draws(struct branches *b, const struct tree *v)
{
    int64_t n = v->red + v->blue, left = v->kind == KEPT ? n - 1 : n;

    branch(b, "red_blue", 2, OF(v->red, v->blue), OF(n, left));
    branch(b, "blue_red", 2, OF(v->blue, v->red), OF(n, left));
    end_branches(b, false);
    tell(b->s, "different");
}

static void solve_bags(struct branches *b, const struct tree *v)
{
    branch(b, "bag", 2, OF(v->m, v->red), OF(6, v->red + v->blue));
    branch(b, "bag2", 2, OF(6 - v->m, v->red2), OF(6, v->red2 + v->blue2));
    end_branches(b, v->kind == BAYES);
    tell(b->s, "success");
    if (v->kind == BAYES)
        tell(b->s, "share");
}

/* The two that are moved come one after the other: four branches. */
static void solve_moved(struct branches *b, const struct tree *v)
{
    int64_t red = v->red, blue = v->blue, red2 = v->red2, n = red + blue;
    int64_t after = red2 + v->blue2 + 2;
    const int64_t *q = OF(n, n - 1, after);

    let(b->s, "after", after);
    tell(b->s, "after");
    branch(b, "red_red", 3, OF(red, red - 1, red2 + 2), q);
    branch(b, "red_blue_moved", 3, OF(red, blue, red2 + 1), q);
    branch(b, "blue_red_moved", 3, OF(blue, red, red2 + 1), q);
    if (blue > 1)
        branch(b, "blue_blue", 3, OF(blue, blue - 1, red2), q);
    end_branches(b, true);
    tell(b->s, "share");
}

static void solve_machines(struct branches *b, const struct tree *v)
{
    static const char *const steps[] = { "first", "second", "third" };
    int64_t parts = v->part[0] + v->part[1] + v->part[2];

    for (int i = 0; i < 3; i++)
        branch(b, steps[i], 3, OF(v->part[i], v->bad[i], v->bad[i]),
               OF(parts, 1000, 1000));
    end_branches(b, true);
    tell(b->s, "share");
}

static bool solve(struct solving *s, const void *values)
{
    const struct tree *v = values;
    struct branches b = { .s = s, .terms = str_in(s->arena) };

    if (!is_problem(v))
        return false;
    fmpq_init(b.first);
    fmpq_init(b.sum);
    switch (v->kind) {
    case KEPT:
    case BACK: solve_draws(&b, v); break;
    case TOTAL:
    case BAYES: solve_bags(&b, v); break;
    case MOVED: solve_moved(&b, v); break;
    default: solve_machines(&b, v); break;
    }
    fmpq_clear(b.sum);
    fmpq_clear(b.first);
    return true;
}

/* ---- the second road: counting leaves ---- */

struct tally {
    int64_t good, all;
};

#define LEAVES_MOST 20000

/* Every ordered pair of labelled balls; number i is red when it is below
 * `red`. */
static struct tally all_pairs(const struct tree *v)
{
    int64_t n = v->red + v->blue;
    struct tally t = { 0, 0 };

    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            if (v->kind == KEPT && i == j)
                continue;
            t.all++;
            t.good += (i < v->red) != (j < v->red);
        }
    return t;
}

/* The same for many balls: they come one by one, of both colours in turn while
 * there are both, and each makes a pair with every one that came before. Put
 * back, a ball also makes a pair with itself, and order tells pairs apart. */
static struct tally pairs(const struct tree *v)
{
    int64_t n = v->red + v->blue, seen[2] = { 0, 0 };
    struct tally t = { 0, 0 };

    if (n * n <= LEAVES_MOST)
        return all_pairs(v);
    for (int64_t i = 0; i < n; i++) {
        int colour = seen[0] == v->red || (i % 2 && seen[1] < v->blue);

        t.good += seen[1 - colour];
        t.all += i;
        seen[colour]++;
    }
    return v->kind == KEPT ? t : (struct tally){ 2 * t.good, 2 * t.all + n };
}

/* Each face of the die and each ball of its bag: the balls of one bag are
 * taken as often as the other has balls, which makes all leaves equal. */
static struct tally faces(const struct tree *v)
{
    int64_t size[2] = { v->red + v->blue, v->red2 + v->blue2 };
    int64_t red[2] = { 0, 0 }, all = 0;

    for (int64_t face = 1; face <= 6; face++) {
        int bag = face > v->m;

        for (int64_t ball = 0; ball < size[bag]; ball++) {
            all += size[1 - bag];
            red[bag] += ball < (bag ? v->red2 : v->red) ? size[1 - bag] : 0;
        }
    }
    return v->kind == TOTAL ? (struct tally){ red[0] + red[1], all }
                            : (struct tally){ red[0], red[0] + red[1] };
}

/* Every ordered pair that moves, and every ball of the second bag, of which the
 * last two are those that were moved. When they are too many, each red ball is
 * asked after how many pairs it lies in the second bag: one of that bag after
 * all n (n - 1), one of the first after 2 (n - 1). */
static struct tally moves(const struct tree *v)
{
    int64_t n = v->red + v->blue;
    struct tally t = { 0, 0 };

    if (n * n * (v->red2 + v->blue2) > LEAVES_MOST) {
        t.all = (n - 1) * (v->red2 * n + v->red * 2);
        t.good = v->red * (v->red - 1) * (v->red2 + 2);
        return t;
    }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            for (int64_t ball = 0; i != j && ball < v->red2 + 2; ball++) {
                bool red = ball < v->red2 || (ball == v->red2 ? i : j) < v->red;

                t.all += red;
                t.good += red && i < v->red && j < v->red;
            }
    return t;
}

/* A thousand items of each machine, those of a kind taken as often as it has
 * parts: pairs of faulty ones. */
static struct tally items(const struct tree *v)
{
    struct tally t = { 0, 0 };

    for (int64_t i = 0; i < 3; i++)
        for (int64_t item = 0; item < v->bad[i]; item++) {
            t.all += v->part[i] * v->bad[i];
            t.good += i == 0 ? v->part[i] * v->bad[i] : 0;
        }
    return t;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct tree *v = values;
    struct tally t;
    int64_t p, q, g;

    f->by = "counting leaves";
    f->detail = "the values make no problem";
    if (!is_problem(v))
        return TRUTH_NO;
    f->detail = "the key is not a fraction in lowest terms";
    if (!key_ratio(key, &p, &q))
        return TRUTH_NO;
    t = v->kind <= BACK    ? pairs(v)
        : v->kind <= BAYES ? faces(v)
        : v->kind == MOVED ? moves(v)
                           : items(v);
    g = integer_gcd(t.good, t.all);
    f->detail = arena_printf(
        a, "%" PRId64 " of %" PRId64 " equal leaves are favourable", t.good,
        t.all);
    return p == t.good / g && q == t.all / g ? TRUTH_YES : TRUTH_NO;
}

static struct form_file text = {
#include "family/concept/counting/trees.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .kinds = kinds,
    .size = sizeof(struct tree),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .check = check,
};

const struct family concept_trees = {
    .name = "concept/trees",
    .version = 2,
    .answer = ANSWER_RATIONAL,
    CONCEPT_CARD(&recipe),
};
