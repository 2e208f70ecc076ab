/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Lengths, perimeters and areas of right, isosceles and general triangles.
 *
 * solve() uses the theorem of Pythagoras and what follows from it, and keeps
 * square roots exact. check() places the triangle in the plane by coordinates
 * and measures distances and areas there in balls of certified precision;
 * where a side is asked for, the key itself is used as the side.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "math/exact/integer.h"
#include "math/exact/surd.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    HYPOTENUSE, /* legs a, b */
    LEG,        /* a leg a, hypotenuse b */
    PERIMETER,  /* legs a, b */
    ISOSCELES,  /* equal sides a, base b: area */
    ALTITUDE,   /* legs a, b: altitude to the hypotenuse */
    MEDIAN,     /* sides a = BC, b = CA, c = AB: median from C */
    REVERSED,   /* hypotenuse a, area b: perimeter */
    KINDS
};

struct triangle {
    int64_t kind, a, b, c; /* c is 1 where the figure has two numbers */
};

static const struct field fields[] = {
    NUMBER(struct triangle, kind, 0, KINDS - 1),
    SLOT(struct triangle, a, 1, 600000),
    SLOT(struct triangle, b, 1, 20000000),
    NUMBER(struct triangle, c, 1, 20000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "right", "a right triangle with whole sides, up to 70 times a primitive "
               "one: hypotenuse, leg or perimeter from two sides" },
    { "two steps", "area of an isosceles triangle from its sides up to 120, or "
                   "the altitude to the hypotenuse from the legs up to 60" },
    { "combined", "a median from three sides up to 80, or the perimeter of a "
                  "right triangle from its hypotenuse and area" },
};

static void draw_right(struct pick *k, struct triangle *t)
{
    static const int64_t triples[][3] = {
        { 3, 4, 5 },    { 5, 12, 13 },  { 8, 15, 17 },  { 7, 24, 25 },
        { 20, 21, 29 }, { 12, 35, 37 }, { 9, 40, 41 },  { 28, 45, 53 },
        { 11, 60, 61 }, { 16, 63, 65 }, { 33, 56, 65 }, { 48, 55, 73 },
    };
    int64_t kind = pick(k, HYPOTENUSE, PERIMETER), which = pick(k, 0, 11);
    int64_t swap = pick(k, 0, 1), scale = pick_wide(k, 1, 70);
    const int64_t *s = triples[which];

    t->kind = kind;
    t->a = scale * s[swap];
    t->b = scale * (kind == LEG ? s[2] : s[1 - swap]);
    t->c = 1;
}

static void draw_two_steps(struct pick *k, struct triangle *t)
{
    int64_t x = pick_wide(k, 2, 60), y = pick_wide(k, 1, 60);

    t->kind = pick(k, ISOSCELES, ALTITUDE);
    t->a = t->kind == ISOSCELES ? x + y : x;
    t->b = t->kind == ISOSCELES ? 2 * x : y;
    t->c = 1;
}

/* Sides y + z, z + x, x + y make every triangle with such halves. */
static void draw_combined(struct pick *k, struct triangle *t)
{
    int64_t most = pick_stretched(k, 40), x, y, z;

    t->kind = pick(k, MEDIAN, REVERSED);
    x = pick_wide(k, 1, 40);
    y = pick_wide(k, 1, 40);
    z = pick_wide(k, 1, 40);
    if (t->kind == MEDIAN)
        *t = (struct triangle){ MEDIAN, y + z, z + x, x + y };
    else /* the area stays below most^2, a quarter of the least hypotenuse^2 */
        *t = (struct triangle){ REVERSED, 2 * most + x, (y - 1) * most + z, 1 };
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_right
     : k->level == 2 ? draw_two_steps
                     : draw_combined)(k, values);
}

/* ---- the first road: Pythagoras ---- */

#define SURD_MOST INT64_C(2000000000) /* of what is no square */

/* p + sqrt(n); false when n is no square and too large for a surd. */
static bool root_of(int64_t p, int64_t n, struct surd *out)
{
    ulong rest, root = n_sqrtrem(&rest, (ulong)n);

    if (rest && n > SURD_MOST)
        return false;
    *out = rest ? surd_new(p, 1, n, 1)
                : (struct surd){ p + (int64_t)root, 0, 0, 1 };
    return true;
}

static bool right(struct solving *s, const struct triangle *t)
{
    int64_t a = t->a, b = t->b, sum = a * a + b * b;
    struct surd root, all;
    char *c;

    if (!root_of(0, sum, &root) || !root_of(a + b, sum, &all) ||
        (t->kind == ALTITUDE && sum > SURD_MOST))
        return false;
    c = surd_latex(s->arena, root);

    solving_step(s,
                 "By Pythagoras the hypotenuse $c$ satisfies $c^2 = %" PRId64
                 "^2 + %" PRId64 "^2 = %" PRId64 " + %" PRId64 " = %" PRId64
                 "$.",
                 a, b, a * a, b * b, sum);
    solving_step(s, "So $c = %s$.", c);
    if (t->kind == HYPOTENUSE) {
        solving_key(s, "%s", c);
    } else if (t->kind == PERIMETER) {
        solving_key(s, "%s", surd_latex(s->arena, all));
        solving_step(s,
                     "The perimeter is $%" PRId64 " + %" PRId64 " + %s = %s$.",
                     a, b, c, s->key);
    } else {
        solving_key(s, "%s",
                    surd_latex(s->arena, surd_new(0, a * b, sum, sum)));
        solving_step(s,
                     "Twice the area of the triangle is $%" PRId64
                     " \\cdot %" PRId64 " = %" PRId64
                     "$, and it is also $c$ times the altitude $h$.",
                     a, b, a * b);
        solving_step(s, "Hence $h = \\frac{%" PRId64 "}{%s} = %s$.", a * b, c,
                     s->key);
    }
    return true;
}

static bool leg(struct solving *s, const struct triangle *t)
{
    int64_t a = t->a, c = t->b, rest = c * c - a * a;
    struct surd root;

    if (rest <= 0 || !root_of(0, rest, &root))
        return false;
    solving_key(s, "%s", surd_latex(s->arena, root));
    solving_step(s,
                 "By Pythagoras the other leg $x$ satisfies $x^2 + %" PRId64
                 "^2 = %" PRId64 "^2$.",
                 a, c);
    solving_step(s, "So $x^2 = %" PRId64 " - %" PRId64 " = %" PRId64 "$.",
                 c * c, a * a, rest);
    solving_step(s, "Hence $x = %s$.", s->key);
    return true;
}

/* The area is b/2 times the height sqrt(a^2 - b^2/4). */
static bool isosceles(struct solving *s, const struct triangle *t)
{
    int64_t a = t->a, b = t->b, rest = 4 * a * a - b * b;

    if (rest <= 0 || rest > SURD_MOST)
        return false;
    solving_key(s, "%s", surd_latex(s->arena, surd_new(0, b, rest, 4)));
    solving_step(s,
                 "The altitude $h$ to the base halves it, so $h^2 + "
                 "\\left(\\frac{%" PRId64 "}{2}\\right)^2 = %" PRId64 "^2$.",
                 b, a);
    solving_step(s,
                 "Hence $4h^2 = 4 \\cdot %" PRId64 " - %" PRId64 " = %" PRId64
                 "$ and $h = %s$.",
                 a * a, b * b, rest,
                 surd_latex(s->arena, surd_new(0, 1, rest, 2)));
    solving_step(s,
                 "The area is $\\frac{1}{2} \\cdot %" PRId64 " \\cdot h = %s$.",
                 b, s->key);
    return true;
}

static bool median(struct solving *s, const struct triangle *t)
{
    int64_t a = t->a, b = t->b, c = t->c;
    int64_t four = 2 * a * a + 2 * b * b - c * c;

    if (a + b <= c || b + c <= a || c + a <= b || four > SURD_MOST)
        return false;
    solving_key(s, "%s", surd_latex(s->arena, surd_new(0, 1, four, 2)));
    solving_step(s,
                 "Call the corners $A$, $B$ and $C$, with $BC = %" PRId64
                 "$, $CA = %" PRId64 "$ and $AB = %" PRId64 "$.",
                 a, b, c);
    solving_step(s,
                 "Reflect $C$ in the midpoint $D$ of $AB$ to get $E$. Then "
                 "$ACBE$ is a parallelogram with sides $%" PRId64
                 "$ and $%" PRId64 "$ and diagonals $AB = %" PRId64
                 "$ and $CE = 2 \\cdot CD$.",
                 b, a, c);
    solving_step(s,
                 "In a parallelogram the squares of the diagonals add up to "
                 "the squares of all four sides (by Pythagoras, from the foot "
                 "of the altitude): $%" PRId64
                 "^2 + (2 \\cdot CD)^2 = 2 \\cdot %" PRId64
                 "^2 + 2 \\cdot %" PRId64 "^2$.",
                 c, a, b);
    solving_step(s,
                 "So $4 \\cdot CD^2 = %" PRId64 " + %" PRId64 " - %" PRId64
                 " = %" PRId64 "$.",
                 2 * a * a, 2 * b * b, c * c, four);
    solving_step(s, "Hence $CD = %s$.", s->key);
    return true;
}

static bool reversed(struct solving *s, const struct triangle *t)
{
    int64_t c = t->a, area = t->b, square = c * c + 4 * area;

    if (4 * area >= c * c || square > SURD_MOST)
        return false;
    solving_key(s, "%s", surd_latex(s->arena, surd_new(c, 1, square, 1)));
    solving_step(s,
                 "For the legs $u$ and $v$, Pythagoras gives $u^2 + v^2 = "
                 "%" PRId64 "^2 = %" PRId64 "$.",
                 c, c * c);
    solving_step(s,
                 "The area gives $\\frac{uv}{2} = %" PRId64
                 "$, so $2uv = %" PRId64 "$.",
                 area, 4 * area);
    solving_step(s,
                 "Adding the two, $(u + v)^2 = u^2 + 2uv + v^2 = %" PRId64
                 "$, so $u + v = %s$.",
                 square, surd_latex(s->arena, surd_new(0, 1, square, 1)));
    solving_step(s, "The perimeter is $u + v + %" PRId64 " = %s$.", c, s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct triangle *t = values;

    if (t->b > 600000 && t->kind != REVERSED)
        return false;
    switch (t->kind) {
    case LEG: return leg(s, t);
    case ISOSCELES: return isosceles(s, t);
    case MEDIAN: return median(s, t);
    case REVERSED: return reversed(s, t);
    default: return right(s, t);
    }
}

/* ---- wording ---- */

KIND_IS(struct triangle, is_hypotenuse, HYPOTENUSE)
KIND_IS(struct triangle, is_leg, LEG)
KIND_IS(struct triangle, is_perimeter, PERIMETER)
KIND_IS(struct triangle, is_isosceles, ISOSCELES)
KIND_IS(struct triangle, is_altitude, ALTITUDE)
KIND_IS(struct triangle, is_median, MEDIAN)
KIND_IS(struct triangle, is_reversed, REVERSED)
/* A field, a meadow and a mast of sizes that occur. */
static bool is_land(const void *values)
{
    const struct triangle *t = values;

    return t->a <= 5000 && t->b <= 5000;
}

static bool is_field(const void *values)
{
    return is_hypotenuse(values) && is_land(values);
}

static bool is_meadow(const void *values)
{
    return is_perimeter(values) && is_land(values);
}

static bool is_mast(const void *values)
{
    return is_leg(values) && ((const struct triangle *)values)->b <= 30000;
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Right triangle, legs $<a>$ and $<b>$. Hypotenuse?",
      is_hypotenuse },
    { STYLE_PLAIN,
      "The legs of a right triangle have lengths $<a>$ and $<b>$. How long is "
      "its hypotenuse?",
      is_hypotenuse },
    { STYLE_PLAIN,
      "In triangle $ABC$ the angle at $C$ is a right angle, $AC = <a>$ and $BC "
      "= <b>$. Find $AB$.",
      is_hypotenuse },
    { STYLE_STORY,
      "A boat sails $<a>$ metres due north and then $<b>$ metres due east. "
      "How many metres is it from its starting point, in a straight line?",
      is_hypotenuse },
    { STYLE_STORY,
      "<name> lays out a rectangular field with sides of $<a>$ and $<b>$ "
      "metres and stretches a cord along a diagonal. How many metres of "
      "cord are needed?",
      is_field },
    { STYLE_STORY,
      "On a flat plain a tower stands $<a>$ metres further north and $<b>$ "
      "metres further east than a <place>. How many metres is it from the "
      "<place> to the tower, in a straight line?",
      is_hypotenuse },

    { STYLE_TERSE,
      "Right triangle, hypotenuse $<b>$, one leg $<a>$. Other leg?", is_leg },
    { STYLE_PLAIN,
      "A right triangle has a hypotenuse of length $<b>$, and one of its legs "
      "has length $<a>$. Find the length of the other leg.",
      is_leg },
    { STYLE_PLAIN,
      "Triangle $ABC$ has a right angle at $C$. If $AB = <b>$ and $AC = <a>$, "
      "how long is $BC$?",
      is_leg },
    { STYLE_STORY,
      "A straight steel cable of $<b>$ centimetres runs from the top of a "
      "vertical mast to a hook on level ground, $<a>$ centimetres from the "
      "foot of the mast. How many centimetres high is the mast?",
      is_mast },
    { STYLE_STORY,
      "An aircraft flies in a straight line to a point $<b>$ metres away, at "
      "the same height all the time, and is then $<a>$ metres further north "
      "than before. How many metres further east or west is it?",
      is_leg },
    { STYLE_STORY,
      "A ship sails $<b>$ metres on a straight course and is then $<a>$ metres "
      "further west than at the start. How many metres further north or "
      "south is it?",
      is_leg },

    { STYLE_TERSE, "Right triangle, legs $<a>$ and $<b>$. Perimeter?",
      is_perimeter },
    { STYLE_PLAIN,
      "Find the perimeter of a right triangle whose legs have lengths $<a>$ "
      "and $<b>$.",
      is_perimeter },
    { STYLE_PLAIN,
      "In triangle $ABC$ the sides $AC = <a>$ and $BC = <b>$ are "
      "perpendicular. What is the sum of the lengths of all three sides?",
      is_perimeter },
    { STYLE_STORY,
      "<name> fences a triangular meadow. Two of its sides, $<a>$ metres and "
      "$<b>$ metres long, meet at a right angle. How many metres of fence "
      "go around the whole meadow?",
      is_meadow },
    { STYLE_STORY,
      "A drone flies $<a>$ metres due south, then $<b>$ metres due west, and "
      "then straight back to the start. How many metres is the whole "
      "flight?",
      is_perimeter },

    { STYLE_TERSE, "Isosceles triangle, sides $<a>$, $<a>$ and $<b>$. Area?",
      is_isosceles },
    { STYLE_PLAIN,
      "An isosceles triangle has two sides of length $<a>$ and a base of "
      "length $<b>$. Find its area.",
      is_isosceles },
    { STYLE_PLAIN,
      "In triangle $ABC$, $AB = AC = <a>$ and $BC = <b>$. What is the area of "
      "the triangle?",
      is_isosceles },
    { STYLE_STORY,
      "A triangular sail has two edges of $<a>$ millimetres each and a third "
      "edge of $<b>$ millimetres. How many square millimetres of cloth does "
      "it have?",
      is_isosceles },
    { STYLE_STORY,
      "Two straight paths of $<a>$ metres each lead from a <place> to two "
      "gates that are $<b>$ metres apart. Find the area, in square metres, "
      "of the triangle between the paths and the straight wall that joins the "
      "gates.",
      is_isosceles },

    { STYLE_TERSE,
      "Right triangle, legs $<a>$ and $<b>$. Altitude to the hypotenuse?",
      is_altitude },
    { STYLE_PLAIN,
      "The legs of a right triangle measure $<a>$ and $<b>$. Find the length "
      "of the altitude to its hypotenuse.",
      is_altitude },
    { STYLE_PLAIN,
      "Triangle $ABC$ has a right angle at $C$, with $CA = <a>$ and $CB = "
      "<b>$. How far is $C$ from the line $AB$?",
      is_altitude },
    { STYLE_STORY,
      "From a <place> one road runs $<a>$ metres due north to a mill, another "
      "$<b>$ <b?metre|metres> due east to a farm. A straight canal joins the "
      "mill and the farm. How many metres is it from the <place> to the canal, "
      "by the shortest way?",
      is_altitude },
    { STYLE_STORY,
      "A triangular board has a right angle between edges of $<a>$ and $<b>$ "
      "<b?millimetre|millimetres>. <name> saws along the shortest line from "
      "that corner to the opposite edge. How many millimetres long is the cut?",
      is_altitude },

    { STYLE_TERSE,
      "Triangle $ABC$, $BC = <a>$, $CA = <b>$, $AB = <c>$. Median from $C$?",
      is_median },
    { STYLE_PLAIN,
      "In triangle $ABC$ the sides are $BC = <a>$, $CA = <b>$ and $AB = <c>$. "
      "Find the length of the median from $C$.",
      is_median },
    { STYLE_PLAIN,
      "Let $D$ be the midpoint of side $AB$ of triangle $ABC$. Given $AB = "
      "<c>$, $BC = <a>$ and $CA = <b>$, how long is $CD$?",
      is_median },
    { STYLE_STORY,
      "Three buoys $A$, $B$ and $C$ float on a lake: it is $<c>$ metres from "
      "$A$ to $B$, $<a>$ from $B$ to $C$ and $<b>$ from $C$ to $A$. A raft "
      "lies halfway between $A$ and $B$ on the straight line. How many "
      "metres is it from $C$ to the raft, in a straight line?",
      is_median },
    { STYLE_STORY,
      "A triangular roof truss has a base beam of $<c>$ centimetres and two "
      "rafters of $<a>$ and $<b>$ centimetres. <name> adds a strut from the "
      "top to the middle of the base beam. How many centimetres long is "
      "the strut?",
      is_median },

    { STYLE_TERSE, "Right triangle, hypotenuse $<a>$, area $<b>$. Perimeter?",
      is_reversed },
    { STYLE_PLAIN,
      "A right triangle has area $<b>$, and its hypotenuse has length $<a>$. "
      "Find its perimeter.",
      is_reversed },
    { STYLE_PLAIN,
      "Triangle $ABC$ with the right angle at $C$ has $AB = <a>$ and encloses "
      "an area of $<b>$. What is $AB + BC + CA$?",
      is_reversed },
    { STYLE_STORY,
      "A plot of land is a right triangle of $<b>$ square <b?metre|metres>, "
      "and its longest side measures $<a>$ metres. How many metres of fence go "
      "around it?",
      is_reversed },
    { STYLE_STORY,
      "<name> saws a right triangle from a board. Its longest edge is $<a>$ "
      "millimetres long and its area is $<b>$ square "
      "<b?millimetre|millimetres>. How many millimetres of tape go once around "
      "its edge?",
      is_reversed },
    { 0 },
};

/* ---- the second road: coordinates ---- */

#define BITS   128
#define POINTS 4

/* Points of the plane in balls; the key is one of the lengths. */
struct plane {
    arb_struct x[POINTS], y[POINTS], u, v, w;
};

static void plane_init(struct plane *p)
{
    for (int i = 0; i < POINTS; i++) {
        arb_init(&p->x[i]);
        arb_init(&p->y[i]);
    }
    arb_init(&p->u);
    arb_init(&p->v);
    arb_init(&p->w);
}

static void plane_clear(struct plane *p)
{
    for (int i = 0; i < POINTS; i++) {
        arb_clear(&p->x[i]);
        arb_clear(&p->y[i]);
    }
    arb_clear(&p->u);
    arb_clear(&p->v);
    arb_clear(&p->w);
}

static void distance(arb_t out, struct plane *p, int i, int j)
{
    arb_sub(&p->u, &p->x[i], &p->x[j], BITS);
    arb_sub(&p->v, &p->y[i], &p->y[j], BITS);
    arb_hypot(out, &p->u, &p->v, BITS);
}

/* Twice the area of the triangle of points 0, 1 and 2, without sign. */
static void cross(arb_t out, struct plane *p)
{
    arb_zero(out);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;

        arb_mul(&p->u, &p->x[i], &p->y[j], BITS);
        arb_add(out, out, &p->u, BITS);
        arb_submul(out, &p->x[j], &p->y[i], BITS);
    }
    arb_abs(out, out);
}

/* Points 0 = (0, 0), 1 = (c, 0) and 2 at distances b from 0 and a from 1. */
static void place_sides(struct plane *p, int64_t a, int64_t b, int64_t c)
{
    arb_set_si(&p->x[1], c);
    arb_set_si(&p->x[2], b * b + c * c - a * a);
    arb_div_si(&p->x[2], &p->x[2], 2 * c, BITS);
    arb_mul(&p->u, &p->x[2], &p->x[2], BITS);
    arb_set_si(&p->y[2], b * b);
    arb_sub(&p->y[2], &p->y[2], &p->u, BITS);
    arb_sqrt(&p->y[2], &p->y[2], BITS);
}

/* What the figure measures: `is` must equal `must`. */
static void measure(struct plane *p, const struct triangle *t, const arb_t key,
                    arb_t is, arb_t must)
{
    arb_set(is, key);
    if (t->kind == MEDIAN) {
        place_sides(p, t->a, t->b, t->c);
        arb_set_si(&p->x[3], t->c);
        arb_mul_2exp_si(&p->x[3], &p->x[3], -1);
        distance(must, p, 2, 3);
    } else if (t->kind == ISOSCELES) {
        place_sides(p, t->a, t->a, t->b);
        cross(must, p);
        arb_mul_2exp_si(must, must, -1);
    } else if (t->kind == LEG) { /* the key is the other leg */
        arb_set_si(&p->x[1], t->a);
        arb_set(&p->y[2], key);
        distance(is, p, 1, 2);
        arb_set_si(must, t->b);
        if (!arb_is_positive(key))
            arb_indeterminate(is);
    } else { /* right angle at point 0 */
        arb_set_si(&p->x[1], t->a);
        arb_set_si(&p->y[2], t->b);
        distance(must, p, 1, 2);
        if (t->kind == ALTITUDE) {
            cross(&p->w, p);
            arb_div(must, &p->w, must, BITS);
        } else if (t->kind == PERIMETER) {
            arb_add_si(must, must, t->a + t->b, BITS);
        }
    }
}

/* The legs add up to key - c and have the product 2 area: are they the legs
 * of a triangle with hypotenuse c? */
static void measure_reversed(struct plane *p, const struct triangle *t,
                             const arb_t key, arb_t is, arb_t must)
{
    arb_sub_si(&p->w, key, t->a, BITS); /* u + v */
    arb_mul(is, &p->w, &p->w, BITS);
    arb_sub_si(is, is, 8 * t->b, BITS); /* (u - v)^2 */
    arb_sqrt(is, is, BITS);
    arb_add(&p->x[1], &p->w, is, BITS);
    arb_sub(&p->y[2], &p->w, is, BITS);
    distance(is, p, 1, 2);
    arb_set_si(must, 2 * t->a);
    if (!arb_is_positive(&p->w))
        arb_indeterminate(is);
}

static bool is_triangle(const struct triangle *t)
{
    switch (t->kind) {
    case LEG: return t->a < t->b;
    case ISOSCELES: return t->b < 2 * t->a;
    case MEDIAN:
        return t->a < t->b + t->c && t->b < t->c + t->a && t->c < t->a + t->b;
    case REVERSED: return 4 * t->b < t->a * t->a;
    default: return true;
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct triangle *t = values;
    bool read, same;
    struct plane p;
    arb_t k, is, must;

    f->by = "coordinates";
    f->detail = "there is no such triangle";
    if (!is_triangle(t))
        return TRUTH_NO;
    arb_init(k);
    arb_init(is);
    arb_init(must);
    plane_init(&p);
    read = key_ball(a, key, BITS, k);
    if (read && t->kind == REVERSED)
        measure_reversed(&p, t, k, is, must);
    else if (read)
        measure(&p, t, k, is, must);
    same = read && key_agrees(is, must);
    plane_clear(&p);
    arb_clear(must);
    arb_clear(is);
    arb_clear(k);
    f->detail = !read  ? "the key is not a real number"
                : same ? "the triangle placed in the plane measures what the "
                         "key says, certified to 60 bits"
                       : "the triangle placed in the plane measures something "
                         "else";
    return same ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct triangle),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .wordings = wordings,
    .form = "Give an exact value.",
    .check = check,
};

const struct family concept_triangles = {
    .name = "concept/triangles",
    .version = 2,
    .title = "Lengths and areas of triangles",
    .doc = "Sides, perimeters, areas, altitudes and medians of right, "
           "isosceles and general triangles, as whole numbers or surds in "
           "lowest terms. The worked solution uses the theorem of Pythagoras.",
    .concepts = { HIGH_TRIANGLES },
    .answer = ANSWER_NUMBER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
