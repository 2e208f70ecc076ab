/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Angles of polygons: sums, a missing angle, the number of sides, regular
 * polygons side by side, and lines through the vertices of a regular polygon.
 *
 * solve() uses the sum 180(n - 2) of the interior angles and inscribed
 * angles. check() counts turns (exterior angles add up to 360), tests the
 * angles around a point, or takes the directions of the lines in a regular
 * polygon from the angles of their end points.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    MISSING,   /* a sides, all angles but one add up to b: that angle */
    GLUED,     /* polygons of a and b sides share a side: angle sum */
    FORGOTTEN, /* all angles but one add up to a, sides b: perimeter */
    SHARED,    /* regular a-gon and b-gon share a side: a base angle */
    CROSSING,  /* regular a-gon, A_1 A_c and A_b A_d cross: the angle */
    OUTSIDE    /* the same, lines A_1 A_d and A_b A_c meet outside */
};

struct figure {
    int64_t kind, a, b, c, d; /* c and d are 0 where they are idle */
};

static const struct field fields[] = {
    NUMBER(struct figure, kind, MISSING, OUTSIDE),
    SLOT(struct figure, a, 3, 2000000),
    SLOT(struct figure, b, 1, 100000000),
    NUMBER(struct figure, c, 0, 2000000),
    NUMBER(struct figure, d, 0, 2000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "sums", "the angle sum of polygons with 5 to 80 sides: a missing angle, "
              "or the sum for two polygons joined along a side" },
    { "reversed",
      "the perimeter from a side and an incomplete angle sum, or the "
      "gap between two regular polygons with a common side" },
    { "lines", "the angle between two lines through vertices of a regular "
               "polygon, which meet inside or outside it" },
};

/* A convex polygon with equal sides and an angle of at least 60 degrees exists
 * for every number of sides from 4 on; with a small angle an odd number of
 * equal sides does not close. */
#define LEAST_ANGLE 60

static void draw(struct pick *k, void *values)
{
    struct figure *f = values;
    int64_t x, y, z, w;

    if (k->level == 3) {
        f->kind = pick(k, CROSSING, OUTSIDE);
        x = pick_wide(k, 1, 9);
        y = pick_wide(k, 1, 9);
        z = pick_wide(k, 1, 9);
        w = pick_wide(k, 1, 9);
        if (f->kind == OUTSIDE)
            z += x; /* the lines are not parallel */
        f->a = x + y + z + w;
        f->b = 1 + x;
        f->c = 1 + x + y;
        f->d = 1 + x + y + z;
        return;
    }
    x = pick_wide(k, 5, 80);
    y = pick_wide(k, 5, 80);
    z = LEAST_ANGLE + (37 * x + 11 * y) % (180 - LEAST_ANGLE);
    f->kind = pick(k, k->level == 1 ? MISSING : FORGOTTEN,
                   k->level == 1 ? GLUED : SHARED);
    f->a = f->kind == FORGOTTEN ? 180 * (x - 2) - z : x;
    f->b = y;
    if (f->kind == MISSING) {
        /* An angle below 170, and what y holds beyond that in the sides. */
        int64_t least = pick_stretched(k, 5), width = 15 * least / 170 + 1;

        f->a = x * width + (y - least) / 170;
        f->b = 180 * (f->a - 2) - (y - least) % 170 - 5;
    }
}

/* ---- the first road ---- */

static bool solve_missing(struct solving *s, const struct figure *f)
{
    int64_t sum, rest;

    if (f->a < 4)
        return false;
    sum = 180 * (f->a - 2);
    rest = sum - f->b;
    if (rest <= 0 || rest >= 180)
        return false;
    solving_key(s, "%" PRId64, rest);
    solving_step(s, "The interior angles of a polygon with $n$ sides add up "
                    "to $180(n - 2)$ degrees.");
    solving_step(s,
                 "For $n = %" PRId64 "$ this is $180 \\cdot %" PRId64
                 " = %" PRId64 "$ degrees.",
                 f->a, f->a - 2, sum);
    solving_step(s,
                 "The last angle measures $%" PRId64 " - %" PRId64 " = %" PRId64
                 "$ degrees.",
                 sum, f->b, rest);
    return true;
}

static bool solve_glued(struct solving *s, const struct figure *f)
{
    int64_t n = f->a + f->b - 2;

    if (f->b < 3)
        return false;
    solving_key(s, "%" PRId64, 180 * (n - 2));
    solving_step(s,
                 "The common side disappears from both polygons, so the new "
                 "one has $%" PRId64 " + %" PRId64 " - 2 = %" PRId64 "$ sides.",
                 f->a, f->b, n);
    solving_step(s, "The interior angles of a polygon with $n$ sides add up "
                    "to $180(n - 2)$ degrees.");
    solving_step(s, "This gives $180 \\cdot %" PRId64 " = %s$ degrees.", n - 2,
                 s->key);
    return true;
}

static bool solve_forgotten(struct solving *s, const struct figure *f)
{
    int64_t n = f->a / 180 + 3;

    if (f->a % 180 == 0 || n < 4 || 180 * (n - 2) - f->a < LEAST_ANGLE)
        return false;
    solving_key(s, "%" PRId64, n * f->b);
    solving_step(s,
                 "All interior angles together measure $180(n - 2)$ degrees, a "
                 "multiple of $180$. In a convex polygon the angle left out is "
                 "between $0$ and $180$ degrees.");
    solving_step(s,
                 "So the full sum is the next multiple of $180$ after "
                 "$%" PRId64 "$: $180 \\cdot %" PRId64 " = %" PRId64 "$.",
                 f->a, n - 2, 180 * (n - 2));
    solving_step(s, "Hence $n - 2 = %" PRId64 "$ and $n = %" PRId64 "$.", n - 2,
                 n);
    solving_step(s, "The perimeter is $%" PRId64 " \\cdot %" PRId64 " = %s$.",
                 n, f->b, s->key);
    return true;
}

static bool solve_shared(struct solving *s, const struct figure *f)
{
    int64_t a = f->a, b = f->b, p = a * b - 2 * a - 2 * b; /* over ab/90 */

    if (b < 3 || p <= 0)
        return false;
    solving_key(s, "%s", latex_ratio(s->arena, 90 * p, a * b));
    solving_step(s,
                 "The exterior angles of the polygons are $\\frac{360}{%" PRId64
                 "}$ and $\\frac{360}{%" PRId64 "}$ degrees.",
                 a, b);
    solving_step(s,
                 "The line through $AB$ cuts the angle $CBD$ outside of both "
                 "polygons into these two exterior angles, so $\\angle CBD = "
                 "%s$ degrees.",
                 latex_ratio(s->arena, 360 * (a + b), a * b));
    solving_step(s, "All sides are equal, so triangle $CBD$ is isosceles with "
                    "$BC = BD$, and its angles at $C$ and $D$ are equal.");
    solving_step(s,
                 "Each is $\\frac{1}{2}\\left(180 - %s\\right) = %s$ degrees.",
                 latex_ratio(s->arena, 360 * (a + b), a * b), s->key);
    return true;
}

static bool solve_lines(struct solving *s, const struct figure *f)
{
    int64_t x = f->b - 1, z = f->d - f->c, arcs;
    bool inside = f->kind == CROSSING;

    if (x < 1 || f->c <= f->b || z < 1 || f->d > f->a || (!inside && x == z))
        return false;
    arcs = inside ? x + z : x > z ? x - z : z - x;
    solving_key(s, "%s", latex_ratio(s->arena, 180 * arcs, f->a));
    solving_step(s,
                 "The vertices lie on a circle and divide it into $%" PRId64
                 "$ equal arcs of $\\frac{360}{%" PRId64 "}$ degrees.",
                 f->a, f->a);
    solving_step(s,
                 "The arc from $A_{1}$ to $A_{%" PRId64 "}$ holds $%" PRId64
                 "$ of them, the arc from $A_{%" PRId64 "}$ to $A_{%" PRId64
                 "}$ holds $%" PRId64 "$.",
                 f->b, x, f->c, f->d, z);
    solving_step(s, inside
                        ? "The angle between two crossing chords is half the "
                          "sum of the arcs between them (an exterior angle of "
                          "a triangle with two inscribed angles)."
                        : "The angle between two lines that meet outside of "
                          "the circle is half the difference of the arcs "
                          "between them (an exterior angle of a triangle and "
                          "two inscribed angles).");
    solving_step(s,
                 "So it is $%" PRId64 " \\cdot \\frac{180}{%" PRId64
                 "} = %s$ degrees.",
                 arcs, f->a, s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct figure *f = values;

    switch (f->kind) {
    case MISSING: return solve_missing(s, f);
    case GLUED: return solve_glued(s, f);
    case FORGOTTEN: return solve_forgotten(s, f);
    case SHARED: return solve_shared(s, f);
    default: return solve_lines(s, f);
    }
}

/* ---- wording ---- */

KIND_IS(struct figure, is_missing, MISSING)
KIND_IS(struct figure, is_glued, GLUED)
KIND_IS(struct figure, is_forgotten, FORGOTTEN)
KIND_IS(struct figure, is_shared, SHARED)
KIND_IS(struct figure, is_crossing, CROSSING)
KIND_IS(struct figure, is_outside, OUTSIDE)

static bool is_wheel(const void *values)
{
    return is_crossing(values) && ((const struct figure *)values)->a <= 80;
}

static bool is_gears(const void *values)
{
    const struct figure *f = values;

    return f->kind == SHARED && f->a <= 200 && f->b <= 200;
}

/* A piece of land has no more corners. */
static bool is_small(const void *values)
{
    return is_missing(values) && ((const struct figure *)values)->a <= 200;
}

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "Convex polygon, $<a>$ sides; all interior angles but one add up to "
      "$<b>^\\circ$. The last one in degrees?",
      is_missing },
    { STYLE_PLAIN,
      "All but one of the interior angles of a convex polygon with $<a>$ sides "
      "add up to $<b>^\\circ$. How many degrees does the remaining angle "
      "measure?",
      is_missing },
    { STYLE_PLAIN,
      "A convex polygon has $<a>$ vertices. The sum of its interior angles, "
      "with one left out, is $<b>^\\circ$. Find the angle left out, in "
      "degrees.",
      is_missing },
    { STYLE_STORY,
      "A surveyor walks around a convex piece of land with $<a>$ straight "
      "sides. They measure the angle inside the land at every corner but the "
      "last; these add up to $<b>$ degrees. How many degrees must the angle "
      "at the last corner have?",
      is_small },
    { STYLE_STORY,
      "A computer draws a convex polygon with $<a>$ corners and prints the sum "
      "of its interior angles, but <name> finds that it forgot one corner: it "
      "printed $<b>$ degrees. How large, in degrees, is the interior angle at "
      "the forgotten corner?",
      is_missing },

    { STYLE_TERSE,
      "A polygon with $<a>$ sides and one with $<b>$ sides share one full side "
      "and do not overlap; no other sides fall into one line. Angle sum of the "
      "union, in degrees?",
      is_glued },
    { STYLE_PLAIN,
      "A convex polygon with $<a>$ sides and a convex polygon with $<b>$ sides "
      "lie on opposite sides of a common side. Together they form one polygon, "
      "in which no two neighbouring sides lie on one line. What is the sum of "
      "its interior angles in degrees?",
      is_glued },
    { STYLE_PLAIN,
      "Two convex polygons, one with $<a>$ and one with $<b>$ sides, are put "
      "together along one side of each, which are equally long. At the ends of "
      "that side no straight angles arise. Find the sum of the interior angles "
      "of the polygon obtained, in degrees.",
      is_glued },
    { STYLE_STORY,
      "In a drawing program <name> draws a convex polygon with $<a>$ sides, "
      "and <name2> a convex polygon with $<b>$ sides on the other side of one "
      "of its sides, which they share. The common side is deleted, and at both "
      "of its ends the new polygon has a real corner. How many degrees do "
      "the interior angles of the new polygon add up to?",
      is_glued },

    { STYLE_TERSE,
      "Convex polygon, all sides $<b>$; all interior angles but one add up to "
      "$<a>^\\circ$. Perimeter?",
      is_forgotten },
    { STYLE_PLAIN,
      "Every side of a convex polygon has length $<b>$. All its interior "
      "angles but one add up to $<a>^\\circ$. What is its perimeter?",
      is_forgotten },
    { STYLE_PLAIN,
      "Adding the interior angles of a convex polygon, one angle is left out, "
      "and the result is $<a>^\\circ$. If each side of the polygon is $<b>$ "
      "units long, find its perimeter.",
      is_forgotten },
    { STYLE_STORY,
      "A plotter draws a convex polygon whose sides are all $<b>$ millimetres "
      "long. <name> adds up its interior angles, but forgets one of them, and "
      "gets $<a>$ degrees. How many millimetres long is the whole line that "
      "the plotter draws?",
      is_forgotten },

    { STYLE_TERSE,
      "Regular polygons with $<a>$ and $<b>$ sides lie outside each other and "
      "share side $AB$; $BC$ is the next side of one, $BD$ of the other. "
      "$\\angle BCD$ in degrees?",
      is_shared },
    { STYLE_PLAIN,
      "A regular polygon with $<a>$ sides and a regular polygon with $<b>$ "
      "sides lie on opposite sides of their common side $AB$. The other side "
      "at $B$ is $BC$ in the first and $BD$ in the second. How many degrees "
      "does $\\angle BCD$ measure?",
      is_shared },
    { STYLE_PLAIN,
      "Let $AB$ be a side of two regular polygons that do not overlap, with "
      "$<a>$ and $<b>$ sides. Let $C$ be the next vertex after $A$, $B$ of the "
      "first polygon and $D$ that of the second. Find the angle at $C$ of "
      "triangle $BCD$, in degrees.",
      is_shared },
    { STYLE_STORY,
      "Two flat gear plates are regular polygons with $<a>$ and $<b>$ sides, "
      "and all edges are equally long. They lie edge to edge, and $AB$ is the "
      "edge where they touch. The next edges at $B$ are $BC$ of one plate and "
      "$BD$ of the other. <name> stretches a ribbon from $C$ to $D$. Find "
      "the angle in degrees between the ribbon and the edge $BC$.",
      is_gears },

    { STYLE_TERSE,
      "Regular polygon $A_{1} A_{2} \\ldots A_{<a>}$; $A_{1} A_{<c>}$ and "
      "$A_{<b>} A_{<d>}$ cross in $X$. $\\angle A_{1} X A_{<b>}$ in degrees?",
      is_crossing },
    { STYLE_PLAIN,
      "The vertices of a regular polygon with $<a>$ sides are, in order, "
      "$A_{1}, A_{2}, \\ldots, A_{<a>}$. The segments $A_{1} A_{<c>}$ and "
      "$A_{<b>} A_{<d>}$ cross in $X$. Find $\\angle A_{1} X A_{<b>}$ in "
      "degrees.",
      is_crossing },
    { STYLE_PLAIN,
      "In a regular polygon with vertices $A_{1}$ to $A_{<a>}$ in this order, "
      "$X$ is the common point of $A_{1} A_{<c>}$ and $A_{<b>} A_{<d>}$. How "
      "many degrees has the angle at $X$ in triangle $A_{1} X A_{<b>}$?",
      is_crossing },
    { STYLE_STORY,
      "Around a circular arena stand $<a>$ equally spaced posts, numbered "
      "from $1$ to $<a>$ in order. One rope is stretched from post $1$ to post "
      "$<c>$, another from post $<b>$ to post $<d>$. Under how many degrees "
      "do the posts $1$ and $<b>$ appear from the point where the ropes cross?",
      is_crossing },

    { STYLE_TERSE,
      "Regular polygon $A_{1} A_{2} \\ldots A_{<a>}$; lines $A_{1} A_{<d>}$ "
      "and $A_{<b>} A_{<c>}$ meet in $Y$ outside of it. $\\angle A_{1} Y "
      "A_{<b>}$ in degrees?",
      is_outside },
    { STYLE_PLAIN,
      "The vertices of a regular polygon with $<a>$ sides are, in order, "
      "$A_{1}, A_{2}, \\ldots, A_{<a>}$. The lines $A_{1} A_{<d>}$ and "
      "$A_{<b>} A_{<c>}$ meet in a point $Y$ outside of the polygon. Find "
      "$\\angle A_{1} Y A_{<b>}$ in degrees.",
      is_outside },
    { STYLE_PLAIN,
      "In a regular polygon with vertices $A_{1}$ to $A_{<a>}$ in this order, "
      "the line through $A_{1}$ and $A_{<d>}$ and the line through $A_{<b>}$ "
      "and $A_{<c>}$ meet outside, in $Y$. How large, in degrees, is the angle at "
      "$Y$ in triangle $A_{1} Y A_{<b>}$?",
      is_outside },
    { STYLE_STORY,
      "Around a round lake stand $<a>$ equally spaced lamps, numbered from $1$ "
      "to $<a>$ in order. <name> stands outside of the ring, exactly in line "
      "with lamps $1$ and $<d>$ and also exactly in line with lamps $<b>$ and "
      "$<c>$. How many degrees is the angle between the two directions in "
      "which they look at lamps $1$ and $<b>$?",
      is_outside },
    { STYLE_STORY,
      "A drone flies once around a convex course with $<a>$ straight legs and "
      "reports the angle between neighbouring legs, inside the course, at "
      "every turning point but the last one; these add up to $<b>$ degrees. "
      "How many degrees is the angle at the last turning point?",
      is_missing },
    { STYLE_STORY,
      "<name> glues a flat convex plate with $<a>$ edges and one with $<b>$ "
      "edges together, along one edge of each that are equally long. At the "
      "ends of the seam no straight angles arise. How many degrees do the "
      "interior angles of the new plate add up to?",
      is_glued },
    { STYLE_STORY,
      "A fence around a convex piece of land consists of straight panels, each "
      "$<b>$ decimetres long, and bends a little at every post. <name> "
      "measures the interior angles at all posts but one; they add up to $<a>$ "
      "degrees. How many decimetres long is the whole fence?",
      is_forgotten },
    { STYLE_STORY,
      "A logo shows two regular polygons with $<a>$ and $<b>$ sides on "
      "opposite sides of their common side $AB$. In the gap beside them a "
      "triangle $BCD$ is coloured, where $BC$ is the next side of the first "
      "polygon and $BD$ that of the second. How large, in degrees, is the angle "
      "of the triangle at $C$?",
      is_shared },
    { STYLE_STORY,
      "A big wheel carries $<a>$ equally spaced cabins, numbered from $1$ to "
      "$<a>$ in order. One light beam runs straight from cabin $1$ to cabin "
      "$<c>$, another from cabin $<b>$ to cabin $<d>$. Find the angle in "
      "degrees, at the crossing of the beams, between the directions to cabin "
      "$1$ and to cabin $<b>$.",
      is_wheel },
    { STYLE_STORY,
      "A logo shows a regular polygon with $<a>$ corners, numbered from $1$ to "
      "$<a>$ in order. <name> draws the straight line through corners $1$ and "
      "$<d>$ and the one through corners $<b>$ and $<c>$, and prolongs both "
      "until they meet outside of the polygon. How many degrees is the "
      "angle there between the directions to corner $1$ and to corner $<b>$?",
      is_outside },
    { 0 },
};

/* ---- the second road: turns and directions ---- */

/* The angle between the lines of two chords of the regular polygon: a chord
 * from A_i to A_j has the direction 180 (i + j) / n + 90, modulo 180. The key
 * p/q must be the difference of two such directions. */
static bool directions(const struct figure *f, int64_t p, int64_t q)
{
    bool inside = f->kind == CROSSING;
    __int128 first = 1 + (inside ? f->c : f->d);
    __int128 second = f->b + (inside ? f->d : f->c);
    __int128 turn = second > first ? second - first : first - second;

    if (f->b < 2 || f->c <= f->b || f->d <= f->c || f->d > f->a || turn == 0)
        return false;
    /* Inside, A_1 X A_b turns from A_c A_1 to A_d A_b, by just this much. */
    return turn * 180 * q == (__int128)p * f->a;
}

static bool fits(const struct figure *f, int64_t p, int64_t q)
{
    __int128 a = f->a, b = f->b, n;

    switch (f->kind) {
    case MISSING: /* turns at the other corners, and at this one */
        return q == 1 && p > 0 && p < 180 && a > 3 &&
               180 * (a - 1) - b + (180 - p) == 360;
    case GLUED: /* triangles from one corner of each polygon */
        return q == 1 && b >= 3 && p == 180 * (a - 2) + 180 * (b - 2);
    case FORGOTTEN:
        n = p / b;
        return q == 1 && n >= 4 && n * b == p &&
               180 * (n - 2) - a >= LEAST_ANGLE && 180 * (n - 3) < a;
    case SHARED: /* around B: both interior angles and 180 - 2 key are 360 */
        return b >= 3 && p > 0 &&
               q * (180 * (a - 2) * b + 180 * (b - 2) * a) +
                       (180 * (__int128)q - 2 * (__int128)p) * a * b ==
                   360 * (__int128)q * a * b;
    default: return directions(f, p, q);
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    int64_t p, q;

    (void)a;
    f->by = "turns and directions";
    f->detail = "the key is not one positive rational number";
    if (!key_ratio(key, &p, &q) || p <= 0 || p > INT64_C(1000000000000000) ||
        q > INT64_C(1000000000000000))
        return TRUTH_NO;
    f->detail = "the angles of the figure do not fit together with the key";
    if (!fits(values, p, q))
        return TRUTH_NO;
    f->detail = "turns, angles around a point or directions fit the key";
    return TRUTH_YES;
}

static const struct recipe recipe = {
    .size = sizeof(struct figure),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .wordings = wordings,
    .check = check,
};

const struct family concept_polygons = {
    .name = "concept/polygons",
    .version = 2,
    .title = "Angles of polygons",
    .doc = "Interior and exterior angles of polygons: sums, a missing angle, "
           "the number of sides, regular polygons side by side, and lines "
           "through vertices of a regular polygon. Angles are asked in "
           "degrees, as a number.",
    .concepts = { HIGH_POLYGONS },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
