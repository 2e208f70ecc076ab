/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Distances, slopes, intercepts, heights and medians from coordinates.
 *
 * solve() uses the formulas for distance, slope and lines. check() puts the
 * key back: points on one line have determinant 0, a point of a perpendicular
 * bisector is equally far from both ends, perpendicular directions have scalar
 * product 0, and lengths are measured to the foot of a perpendicular, or by
 * Apollonius.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/surd.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    DISTANCE,  /* of A and B */
    SLOPE,     /* of AB */
    INTERCEPT, /* of AB on the y-axis */
    BISECTOR,  /* of AB, on the x-axis */
    ORIGIN,    /* distance of (0, 0) from AB */
    HEIGHT,    /* distance of C from AB */
    ALTITUDE,  /* of C to AB, on the y-axis */
    MEDIAN     /* from C, its length */
};

struct points {
    int64_t kind, ax, ay, bx, by, cx, cy; /* C is (0, 0) where it is idle */
};

#define MOST 10000

static const struct field fields[] = {
    NUMBER(struct points, kind, DISTANCE, MEDIAN),
    SLOT(struct points, ax, -MOST, MOST),
    SLOT(struct points, ay, -MOST, MOST),
    SLOT(struct points, bx, -MOST, MOST),
    SLOT(struct points, by, -MOST, MOST),
    NUMBER(struct points, cx, -MOST, MOST),
    NUMBER(struct points, cy, -MOST, MOST),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "two points",
      "distance or slope between two points with coordinates up to "
      "32" },
    { "line", "an intercept of a line or of a perpendicular bisector, or the "
              "distance of a line from the origin" },
    { "triangle", "height, median or altitude of a triangle with coordinates "
                  "from -99 to 99" },
};

static void draw(struct pick *k, void *values)
{
    struct points *p = values;

    if (k->level == 3) {
        p->kind = pick(k, HEIGHT, MEDIAN);
        p->ax = pick_signed(k, 1, 99);
        p->ay = pick_signed(k, 1, 99);
        p->bx = pick_signed(k, 1, 99);
        p->by = pick_signed(k, 1, 99);
        p->cx = pick_signed(k, 1, 99);
        p->cy = pick_signed(k, 1, 99);
        return;
    }
    p->kind = pick(k, k->level == 1 ? DISTANCE : INTERCEPT,
                   k->level == 1 ? SLOPE : ORIGIN);
    p->ax = pick_signed(k, 1, 20);
    p->ay = pick_signed(k, 1, 20);
    p->bx = p->ax + pick_signed(k, 1, 12);
    p->by = p->ay + pick_signed(k, 1, 12);
}

/* ---- the first road: formulas ---- */

static const char *in_brackets(struct solving *s, int64_t x)
{
    return latex_bracket(s->arena, x);
}

static void solve_distance(struct solving *s, const struct points *p)
{
    int64_t x = p->bx - p->ax, y = p->by - p->ay, square = x * x + y * y;

    solving_key(s, "%s", surd_latex(s->arena, surd_new(0, 1, square, 1)));
    solving_step(s,
                 "The differences of the coordinates are $%" PRId64
                 " - %s = %" PRId64 "$ and $%" PRId64 " - %s = %" PRId64 "$.",
                 p->bx, in_brackets(s, p->ax), x, p->by, in_brackets(s, p->ay),
                 y);
    solving_step(s,
                 "The square of the distance is $%s^2 + %s^2 = %" PRId64
                 " + %" PRId64 " = %" PRId64 "$.",
                 in_brackets(s, x), in_brackets(s, y), x * x, y * y, square);
    solving_step(s, "The distance is $%s$.", s->key);
}

/* m, the slope of AB, is also the first step of other questions. */
static void slope_step(struct solving *s, const struct points *p)
{
    solving_step(s,
                 "The slope of $AB$ is $\\frac{%" PRId64 " - %s}{%" PRId64
                 " - %s} = %s$.",
                 p->by, in_brackets(s, p->ay), p->bx, in_brackets(s, p->ax),
                 latex_ratio(s->arena, p->by - p->ay, p->bx - p->ax));
}

static void solve_slope(struct solving *s, const struct points *p)
{
    int64_t x = p->bx - p->ax, y = p->by - p->ay;

    solving_key(s, "%s", latex_ratio(s->arena, y, x));
    solving_step(s,
                 "From $A$ to $B$ the first coordinate changes by $%" PRId64
                 " - %s = %" PRId64 "$.",
                 p->bx, in_brackets(s, p->ax), x);
    solving_step(
        s, "The second coordinate changes by $%" PRId64 " - %s = %" PRId64 "$.",
        p->by, in_brackets(s, p->ay), y);
    solving_step(s, "The slope is the quotient $%s$.", s->key);
}

static void solve_intercept(struct solving *s, const struct points *p)
{
    int64_t x = p->bx - p->ax, y = p->by - p->ay;

    slope_step(s, p);
    solving_key(s, "%s", latex_ratio(s->arena, p->ay * x - p->ax * y, x));
    solving_step(s,
                 "With $y = mx + c$ and the point $A$ we get $c = %" PRId64
                 " - m \\cdot %s$.",
                 p->ay, in_brackets(s, p->ax));
    solving_step(s, "So $c = %s$, and this is the value of $y$ at $x = 0$.",
                 s->key);
}

static void solve_bisector(struct solving *s, const struct points *p)
{
    int64_t x = p->bx - p->ax, y = p->by - p->ay;
    int64_t sx = p->ax + p->bx, sy = p->ay + p->by;

    solving_key(s, "%s", latex_ratio(s->arena, sx * x + sy * y, 2 * x));
    solving_step(s, "The midpoint of $AB$ is $\\left(%s, %s\\right)$.",
                 latex_ratio(s->arena, sx, 2), latex_ratio(s->arena, sy, 2));
    slope_step(s, p);
    solving_step(s, "So the bisector has slope $%s$.",
                 latex_ratio(s->arena, -x, y));
    solving_step(s,
                 "From the midpoint to the $x$-axis $y$ changes by $%s$, so "
                 "$x$ changes by this divided by the slope, $%s$.",
                 latex_ratio(s->arena, -sy, 2),
                 latex_ratio(s->arena, sy * y, 2 * x));
    solving_step(s, "The bisector meets the $x$-axis at $x = %s$.", s->key);
}

static void solve_height(struct solving *s, const struct points *p)
{
    int64_t x = p->bx - p->ax, y = p->by - p->ay, square = x * x + y * y;
    int64_t u = p->cx - p->ax, v = p->cy - p->ay, twice = x * v - y * u;

    twice = twice < 0 ? -twice : twice;
    solving_key(s, "%s",
                surd_latex(s->arena, surd_new(0, twice, square, square)));
    solving_step(s,
                 "Let $C = (%" PRId64 ", %" PRId64
                 ")$. Seen from $A$, the point $B$ lies at $(%" PRId64
                 ", %" PRId64 ")$ and $C$ at $(%" PRId64 ", %" PRId64 ")$.",
                 p->cx, p->cy, x, y, u, v);
    solving_step(s,
                 "Twice the area of triangle $ABC$ is $|%" PRId64
                 " \\cdot %s - %s \\cdot %s| = %" PRId64 "$.",
                 x, in_brackets(s, v), in_brackets(s, y), in_brackets(s, u),
                 twice);
    solving_step(s, "The base $AB$ has length $\\sqrt{%s^2 + %s^2} = %s$.",
                 in_brackets(s, x), in_brackets(s, y),
                 surd_latex(s->arena, surd_new(0, 1, square, 1)));
    solving_step(s, "The distance of $C$ from $AB$ is the quotient, $%s$.",
                 s->key);
}

static void solve_altitude(struct solving *s, const struct points *p)
{
    int64_t x = p->bx - p->ax, y = p->by - p->ay;

    solving_key(s, "%s", latex_ratio(s->arena, p->cy * y + p->cx * x, y));
    slope_step(s, p);
    solving_step(s, "A perpendicular to it has slope $m = %s$.",
                 latex_ratio(s->arena, -x, y));
    solving_step(
        s, "Through $C = (%" PRId64 ", %" PRId64 ")$ it is $y = m(x%s)%s$.",
        p->cx, p->cy, latex_plus(s->arena, -p->cx),
        latex_plus(s->arena, p->cy));
    solving_step(s, "At $x = 0$ this gives $y = %s$.", s->key);
}

static bool solve_median(struct solving *s, const struct points *p)
{
    int64_t sx = p->ax + p->bx, sy = p->ay + p->by;
    int64_t x = 2 * p->cx - sx, y = 2 * p->cy - sy, square = x * x + y * y;

    if (square > 999999999 || square == 0) /* a key has nine digits */
        return false;
    solving_key(s, "%s", surd_latex(s->arena, surd_new(0, 1, square, 2)));
    solving_step(s, "The midpoint of $AB$ is $D = \\left(%s, %s\\right)$.",
                 latex_ratio(s->arena, sx, 2), latex_ratio(s->arena, sy, 2));
    solving_step(s,
                 "From $D$ to $C = (%" PRId64 ", %" PRId64
                 ")$ the coordinates change by $%s$ and $%s$.",
                 p->cx, p->cy, latex_ratio(s->arena, x, 2),
                 latex_ratio(s->arena, y, 2));
    solving_step(s, "So $CD^2 = %s$.", latex_ratio(s->arena, square, 4));
    solving_step(s, "Hence $CD = %s$.", s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct points *p = values;
    int64_t x = p->bx - p->ax, y = p->by - p->ay;
    int64_t cross = x * (p->cy - p->ay) - y * (p->cx - p->ax);

    if ((x == 0 && y == 0) ||
        (x == 0 && p->kind >= SLOPE && p->kind <= BISECTOR))
        return false;
    if (y == 0 && (p->kind == BISECTOR || p->kind == ALTITUDE))
        return false;
    if (p->kind >= HEIGHT && (cross == 0 || x == 0))
        return false;
    switch (p->kind) {
    case DISTANCE: solve_distance(s, p); return true;
    case SLOPE: solve_slope(s, p); return true;
    case INTERCEPT: solve_intercept(s, p); return true;
    case BISECTOR: solve_bisector(s, p); return true;
    case ALTITUDE: solve_altitude(s, p); return true;
    case MEDIAN: return solve_median(s, p);
    default: solve_height(s, p); return true;
    }
}

/* ---- wording ---- */

/* What is asked, in the terms of the plane and in those of a map. */
static void speak(struct speech *s, const void *values)
{
    static const char *const asks[] = {
        "the distance between $A$ and $B$",
        "the slope of the line $AB$",
        "the value of $y$ where the line $AB$ meets the $y$-axis",
        "the value of $x$ where the perpendicular bisector of $AB$ meets the "
        "$x$-axis",
        "the distance of the origin from the line $AB$",
        "the distance of $C$ from the line $AB$",
        "the value of $y$ where the line through $C$ perpendicular to $AB$ "
        "meets the $y$-axis",
        "the length of the median of triangle $ABC$ from $C$",
    };
    static const char *const maps[] = {
        "How many units is it from $A$ to $B$ in a straight line?",
        "What is the slope of the straight road from $A$ to $B$ in these coordinates?",
        "A straight road runs through $A$ and $B$. At which value of $y$ does "
        "it, or its straight continuation, cross the line $x = 0$?",
        "A border runs where the distances to $A$ and $B$ are equal. At which "
        "value of $x$ does it cross the line $y = 0$?",
        "A straight railway runs through $A$ and $B$ and beyond. How many "
        "units is it from the point $(0, 0)$ to the railway, by the shortest "
        "way?",
        "A straight railway runs through $A$ and $B$ and beyond. How many "
        "units is it from $C$ to the railway, by the shortest way?",
        "From $C$ a straight pipe is laid at a right angle to the line through "
        "$A$ and $B$, in both directions. At which value of $y$ does it cross "
        "the line $x = 0$?",
        "A tower stands halfway between $A$ and $B$. How many units is it from "
        "$C$ to the tower in a straight line?",
    };
    const struct points *p = values;

    speech_set(s, "ask", "%s", asks[p->kind]);
    speech_set(s, "map", "%s", maps[p->kind]);
    if (p->kind >= HEIGHT) {
        speech_set(s, "and", "$A$, $B$ and $C$");
        speech_set(s, "sep", ",");
        speech_set(s, "c", " and $C = (%s, %s)$", speech_number(s, &p->cx),
                   speech_number(s, &p->cy));
        speech_set(s, "cat", " and $C$ at $(%s, %s)$", speech_number(s, &p->cx),
                   speech_number(s, &p->cy));
    } else {
        speech_set(s, "and", "$A$ and $B$");
        speech_set(s, "sep", " and");
        speech_set(s, "c", "%s", "");
        speech_set(s, "cat", "%s", "");
    }
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "$A = (<ax>, <ay>)$<sep> $B = (<bx>, <by>)$<c>. Find <ask>.",
      NULL },
    { STYLE_PLAIN,
      "In the coordinate plane, let $A = (<ax>, <ay>)$<sep> $B = (<bx>, "
      "<by>)$<c>. Find <ask>.",
      NULL },
    { STYLE_PLAIN,
      "Given are the points <and> with $A = (<ax>, <ay>)$<sep> $B = (<bx>, "
      "<by>)$<c>. What is <ask>?",
      NULL },
    { STYLE_PLAIN,
      "Determine <ask>, where the points have the coordinates $A = (<ax>, "
      "<ay>)$<sep> $B = (<bx>, <by>)$<c>.",
      NULL },
    { STYLE_STORY,
      "On a map with a square grid, the places are at these coordinates: $A$ at "
      "$(<ax>, <ay>)$<sep> $B$ at $(<bx>, <by>)$<cat>. <map>",
      NULL },
    { STYLE_STORY,
      "<name> plans a <site> on squared paper, with the $x$-axis to the east "
      "and the $y$-axis to the north, and marks <and>: $A$ at $(<ax>, "
      "<ay>)$<sep> $B$ at $(<bx>, <by>)$<cat>. <map>",
      NULL },
    { STYLE_STORY,
      "A survey of the plain around <city> uses coordinates $(x, y)$ in one "
      "and the same unit. It lists $A$ at $(<ax>, <ay>)$<sep> $B$ at $(<bx>, "
      "<by>)$<cat>. <map>",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "site", "campsite|farm|golf course|nature park|new town|village" },
    { 0 },
};

/* ---- the second road: substitution ---- */

/* Does the rational key p/q satisfy the equation of the question? */
static bool rational_fits(const struct points *t, int64_t p, int64_t q)
{
    __int128 x = t->bx - t->ax, y = t->by - t->ay, u, v;

    switch (t->kind) {
    case SLOPE: return x != 0 && x * p == y * q;
    case INTERCEPT: /* (0, p/q), A and B on one line */
        return x != 0 && x * (p - t->ay * (__int128)q) == -t->ax * y * q;
    case BISECTOR: /* (p/q, 0) as far from A as from B */
        u = p - t->ax * (__int128)q;
        v = p - t->bx * (__int128)q;
        return x != 0 && y != 0 &&
               u * u - v * v ==
                   ((__int128)t->by * t->by - (__int128)t->ay * t->ay) * q * q;
    default: /* ((0, p/q) - C) (B - A) = 0, on a real triangle */
        u = t->cx - t->ax;
        v = t->cy - t->ay;
        return x != 0 && y != 0 && x * v != y * u &&
               -t->cx * x * q + (p - t->cy * (__int128)q) * y == 0;
    }
}

/* The square of the length, times `scale`: to the foot of the perpendicular
 * from C, to B, or by Apollonius. False when there is no such figure. */
static bool square_of(const struct points *t, fmpq_t out)
{
    int64_t x = t->bx - t->ax, y = t->by - t->ay, u = t->cx - t->ax;
    int64_t v = t->cy - t->ay, square = x * x + y * y;
    fmpq_t foot;

    if (square == 0 || (t->kind >= HEIGHT && (x == 0 || x * v == y * u)))
        return false;
    if (t->kind == DISTANCE) { /* by the cosine rule from the origin */
        fmpq_set_si(out,
                    t->ax * t->ax + t->ay * t->ay + t->bx * t->bx +
                        t->by * t->by - 2 * t->ax * t->bx - 2 * t->ay * t->by,
                    1);
    } else if (t->kind == MEDIAN) {
        int64_t w = t->cx - t->bx, z = t->cy - t->by;

        fmpq_set_si(out, 2 * (u * u + v * v) + 2 * (w * w + z * z) - square, 4);
    } else { /* |C - A|^2 less the square of the part along AB */
        fmpq_init(foot);
        fmpq_set_si(out, u * x + v * y, 1);
        fmpq_mul(out, out, out);
        fmpq_set_si(foot, square, 1);
        fmpq_div(out, out, foot);
        fmpq_set_si(foot, u * u + v * v, 1);
        fmpq_sub(out, foot, out);
        fmpq_clear(foot);
    }
    return true;
}

static bool length_fits(struct arena *a, const struct points *t,
                        const char *key)
{
    struct surd s;
    fmpq_t must, is, part;
    bool same;

    (void)a;
    if (!surd_read(key, &s) || (s.p != 0 && s.q != 0) || s.p < 0 || s.q < 0)
        return false;
    fmpq_init(must);
    fmpq_init(is);
    fmpq_init(part);
    same = square_of(t, must);
    if (s.q) { /* q sqrt(d) / r, squared */
        fmpq_set_si(is, s.q, (ulong)s.r);
        fmpq_set_si(part, s.d, 1);
    } else {
        fmpq_set_si(is, s.p, (ulong)s.r);
        fmpq_set_si(part, 1, 1);
    }
    fmpq_mul(is, is, is);
    fmpq_mul(is, is, part);
    same = same && fmpq_equal(is, must);
    fmpq_clear(part);
    fmpq_clear(is);
    fmpq_clear(must);
    return same;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct points *t = values;
    int64_t p, q;
    bool right;

    f->by = "substitution";
    if (t->kind == DISTANCE || t->kind == ORIGIN || t->kind == HEIGHT ||
        t->kind == MEDIAN) {
        right = length_fits(a, t, key);
    } else {
        f->detail = "the key is not one rational number of fitting size";
        if (!key_ratio(key, &p, &q) || p > INT64_C(1000000000000) ||
            p < -INT64_C(1000000000000) || q > INT64_C(1000000000000))
            return TRUTH_NO;
        right = rational_fits(t, p, q);
    }
    f->detail = right ? "the key satisfies the equations of the points exactly"
                      : "the key does not fit the points";
    return right ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct points),
    .fields = fields,
    .draw = draw,
    .free_from = 3,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give an exact value.",
    .pools = pools,
    .check = check,
};

const struct family concept_coordinates = {
    .name = "concept/coordinates",
    .version = 2,
    .title = "Lengths and lines in the coordinate plane",
    .doc = "Distances, slopes, intercepts, perpendicular bisectors, heights "
           "and medians from coordinates, as fractions or surds in lowest "
           "terms.",
    .concepts = { HIGH_COORDINATES },
    .answer = ANSWER_NUMBER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
