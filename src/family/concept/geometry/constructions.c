/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Inscribed figures: circles in rectangles, squares in circles and triangles,
 * rectangles in circles and triangles, and nested sequences of them.
 *
 * solve() uses similar triangles and Pythagoras. check() takes the size that
 * the key says, places the inscribed figure by coordinates and tests that its
 * corners lie on the outer figure, or follows a sequence step by step; in
 * balls of certified precision.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "math/exact/surd.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <string.h>

enum kind {
    ROW,       /* b circles of radius a in a row in a rectangle: the rest */
    SQUARES,   /* b circles of radius a, a square in each: the rest */
    RECTANGLE, /* in a circle of diameter a, one side b: area */
    CORNER,    /* square at the right angle of legs a, b: side */
    LYING,     /* square with a side on the hypotenuse: side */
    RATIO,     /* rectangle c : d in a triangle, base a, height b: area */
    NESTED     /* c circles, the first around a rectangle a by b: total area */
};

struct figure {
    int64_t kind, a, b, c, d; /* c and d are 1 where they are idle */
};

static const struct field fields[] = {
    NUMBER(struct figure, kind, ROW, NESTED), SLOT(struct figure, a, 1, 20000),
    SLOT(struct figure, b, 1, 20000),         NUMBER(struct figure, c, 1, 16),
    NUMBER(struct figure, d, 1, 16),          { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "circles", "the rest of a rectangle around circles, or of a circle "
                 "around a square; radius up to 80" },
    { "inscribed", "a rectangle in a circle, or a square in a right triangle "
                   "in one of two positions; lengths up to 120" },
    { "nested", "a rectangle of given shape in a triangle, or the total area "
                "of 3 to 11 circles in a nested sequence" },
};

static void draw_nested(struct pick *k, struct figure *f)
{
    static const int64_t ratios[][2] = { { 1, 2 }, { 2, 1 }, { 1, 3 },
                                         { 3, 1 }, { 2, 3 }, { 3, 2 },
                                         { 3, 4 }, { 4, 3 }, { 5, 2 } };
    int64_t which;

    f->kind = pick(k, RATIO, NESTED);
    f->a = pick_wide(k, 4, 60);
    f->b = pick_wide(k, 4, 60);
    which = pick(k, 0, 8);
    f->c = f->kind == RATIO ? ratios[which][0] : which + 3;
    f->d = f->kind == RATIO ? ratios[which][1] : 1;
}

static void draw(struct pick *k, void *values)
{
    struct figure *f = values;
    int64_t x, y;

    f->c = f->d = 1;
    if (k->level == 3) {
        draw_nested(k, f);
    } else if (k->level == 2) {
        f->kind = pick(k, RECTANGLE, LYING);
        x = pick_wide(k, 2, 60);
        y = pick_wide(k, 1, 60);
        f->a = f->kind == RECTANGLE ? x + y : x;
        f->b = f->kind == RECTANGLE ? x : y;
    } else {
        f->kind = pick(k, ROW, SQUARES);
        f->a = pick_wide(k, 2, 80);
        f->b = pick(k, 2, 36);
    }
}

/* ---- the first road ---- */

static void solve_circles(struct solving *s, const struct figure *f)
{
    int64_t a = f->a, n = f->b, square = a * a;

    if (f->kind == ROW) {
        solving_key(s, "%" PRId64 " - %s", 4 * n * square,
                    latex_times(s->arena, n * square, 1, "\\pi"));
        solving_step(s,
                     "The rectangle is $2 \\cdot %" PRId64 " = %" PRId64
                     "$ high and $%" PRId64 " \\cdot %" PRId64 " = %" PRId64
                     "$ long.",
                     a, 2 * a, n, 2 * a, 2 * a * n);
        solving_step(
            s, "Its area is $%" PRId64 " \\cdot %" PRId64 " = %" PRId64 "$.",
            2 * a, 2 * a * n, 4 * n * square);
        solving_step(s,
                     "The circles have the area $%" PRId64
                     " \\cdot \\pi \\cdot %" PRId64 "^2 = %" PRId64 "\\pi$.",
                     n, a, n * square);
    } else {
        solving_key(s, "%s - %" PRId64,
                    latex_times(s->arena, n * square, 1, "\\pi"),
                    2 * n * square);
        solving_step(s,
                     "A disc has the area $\\pi \\cdot %" PRId64 "^2 = %" PRId64
                     "\\pi$.",
                     a, square);
        solving_step(s,
                     "The diagonals of the square are diameters, $%" PRId64
                     "$ long, and perpendicular, so its area is $\\frac{1}{2} "
                     "\\cdot %" PRId64 "^2 = %" PRId64 "$.",
                     2 * a, 2 * a, 2 * square);
        solving_step(s,
                     "One disc has $%" PRId64 "\\pi - %" PRId64
                     "$ outside of its square, and there are $%" PRId64
                     "$ of them.",
                     square, 2 * square, n);
    }
    solving_step(s, "What is left is $%s$.", s->key);
}

static bool solve_inscribed(struct solving *s, const struct figure *f)
{
    int64_t a = f->a, b = f->b, rest = a * a - b * b, sum = a * a + b * b;

    if (f->kind == RECTANGLE) {
        if (rest <= 0)
            return false;
        solving_key(s, "%s", surd_latex(s->arena, surd_new(0, b, rest, 1)));
        solving_step(s, "The diagonals of an inscribed rectangle are diameters "
                        "of the circle.");
        solving_step(s,
                     "So the other side $x$ satisfies $x^2 = %" PRId64
                     "^2 - %" PRId64 "^2 = %" PRId64 "$, and $x = %s$.",
                     a, b, rest, surd_latex(s->arena, surd_new(0, 1, rest, 1)));
        solving_step(s, "The area is $%" PRId64 "x = %s$.", b, s->key);
    } else if (f->kind == CORNER) {
        solving_key(s, "%s", latex_ratio(s->arena, a * b, a + b));
        solving_step(s,
                     "The square with side $x$ leaves a smaller right triangle "
                     "with legs $x$ and $%" PRId64
                     " - x$, which is similar to the whole one.",
                     a);
        solving_step(s,
                     "So $\\frac{x}{%" PRId64 " - x} = \\frac{%" PRId64
                     "}{%" PRId64 "}$, that is $%" PRId64 "x = %" PRId64
                     " \\cdot (%" PRId64 " - x)$.",
                     a, b, a, a, b, a);
        solving_step(s, "Hence $%" PRId64 "x = %" PRId64 "$ and $x = %s$.",
                     a + b, a * b, s->key);
    } else {
        solving_key(s, "%s",
                    surd_latex(s->arena, surd_new(0, a * b, sum, sum + a * b)));
        solving_step(s,
                     "The hypotenuse is $c = \\sqrt{%" PRId64 "^2 + %" PRId64
                     "^2} = %s$.",
                     a, b, surd_latex(s->arena, surd_new(0, 1, sum, 1)));
        solving_step(s,
                     "Beside the square with side $x$ lie two right triangles "
                     "similar to the whole; their legs on the hypotenuse are "
                     "$\\frac{%" PRId64 "}{%" PRId64 "}x$ and $\\frac{%" PRId64
                     "}{%" PRId64 "}x$.",
                     a, b, b, a);
        solving_step(s,
                     "So $c = x\\left(1 + \\frac{%" PRId64 "}{%" PRId64
                     "} + \\frac{%" PRId64 "}{%" PRId64 "}\\right) = "
                     "\\frac{%" PRId64 "}{%" PRId64 "}x$.",
                     a, b, b, a, sum + a * b, a * b);
        solving_step(s, "Hence $x = \\frac{%" PRId64 "}{%" PRId64 "}c = %s$.",
                     a * b, sum + a * b, s->key);
    }
    return true;
}

/* Sides c t and d t with t = ab / (cb + da). */
static void solve_ratio(struct solving *s, const struct figure *f)
{
    int64_t a = f->a, b = f->b, c = f->c, d = f->d;
    int64_t low = c * b + d * a, g = (int64_t)n_gcd((ulong)(a * b), (ulong)low);
    int64_t p = a * b / g, q = low / g;

    solving_key(s, "%s", latex_ratio(s->arena, c * d * p * p, q * q));
    solving_step(s,
                 "Let the sides be $%" PRId64 "t$ along the base and $%" PRId64
                 "t$ in height.",
                 c, d);
    solving_step(s,
                 "The triangle above the rectangle is similar to the whole: "
                 "$\\frac{%" PRId64 "t}{%" PRId64 "} = \\frac{%" PRId64
                 " - %" PRId64 "t}{%" PRId64 "}$.",
                 c, a, b, d, b);
    solving_step(s,
                 "So $%" PRId64 "t = %" PRId64 " - %" PRId64
                 "t$, which gives $%" PRId64 "t = %" PRId64 "$ and $t = %s$.",
                 c * b, a * b, d * a, low, a * b, latex_ratio(s->arena, p, q));
    solving_step(s,
                 "The area is $%" PRId64 "t \\cdot %" PRId64 "t = %" PRId64
                 "t^2 = %s$.",
                 c, d, c * d, s->key);
}

static void solve_nested(struct solving *s, const struct figure *f)
{
    int64_t square = f->a * f->a + f->b * f->b, top = (INT64_C(1) << f->c) - 1;
    int64_t low = INT64_C(1) << (f->c + 1);

    solving_key(s, "%s", latex_times(s->arena, square * top, low, "\\pi"));
    solving_step(s,
                 "The diameter of the first circle is the diagonal of the "
                 "rectangle; its square is $%" PRId64 "^2 + %" PRId64
                 "^2 = %" PRId64 "$.",
                 f->a, f->b, square);
    solving_step(s,
                 "So the first area is $\\frac{\\pi}{4} \\cdot %" PRId64
                 "$, which is $%s$.",
                 square, latex_times(s->arena, square, 4, "\\pi"));
    solving_step(s, "The inscribed square has the diameter $d$ of its circle "
                    "as diagonal, so the next diameter is its side "
                    "$\\frac{d}{\\sqrt{2}}$: every area is half the one "
                    "before.");
    solving_step(s,
                 "The sum of the first $%" PRId64
                 "$ areas is the first times $1 + \\frac{1}{2} + \\ldots + "
                 "\\frac{1}{%" PRId64 "} = \\frac{%" PRId64 "}{%" PRId64 "}$.",
                 f->c, low / 4, top, low / 4);
    solving_step(s, "This is $%s$.", s->key);
}

static bool solve(struct solving *s, const void *values)
{
    const struct figure *f = values;

    switch (f->kind) {
    case ROW:
    case SQUARES:
        if (f->b > 1000)
            return false;
        solve_circles(s, f);
        return true;
    case RATIO:
        if (f->a > 10000 || f->b > 10000)
            return false;
        solve_ratio(s, f);
        return true;
    case NESTED: solve_nested(s, f); return f->c > 2;
    default: return solve_inscribed(s, f);
    }
}

/* ---- wording ---- */

KIND_IS(struct figure, is_row, ROW)
KIND_IS(struct figure, is_squares, SQUARES)
KIND_IS(struct figure, is_rectangle, RECTANGLE)
KIND_IS(struct figure, is_corner, CORNER)
KIND_IS(struct figure, is_lying, LYING)
KIND_IS(struct figure, is_ratio, RATIO)
KIND_IS(struct figure, is_nested, NESTED)

/* A roof that a person could live under, in decimetres. */
static bool is_roof(const void *values)
{
    const struct figure *f = values;

    return is_ratio(values) && f->a >= 30 && f->b >= 20 && f->a <= 300 &&
           f->b <= 300;
}

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "$<b>$ circles of radius $<a>$ in one row, each touching the next, in "
      "the smallest rectangle around them. Area of the rectangle outside the "
      "circles?",
      is_row },
    { STYLE_PLAIN,
      "A rectangle holds exactly $<b>$ equal circles of radius $<a>$ in one "
      "row: each touches its neighbours and both long sides, and the first and "
      "last touch the short sides. Find the area of the rectangle that the "
      "circles leave uncovered.",
      is_row },
    { STYLE_PLAIN,
      "Into each of $<b>$ equal squares a circle of radius $<a>$ is inscribed. "
      "What is the total area inside the squares and outside the circles?",
      is_row },
    { STYLE_STORY,
      "<name> stamps $<b>$ round lids with a radius of $<a>$ millimetres from "
      "a strip of tin that is just as wide as a lid. The lids touch each "
      "other, and the strip ends where the first and the last lid end. How "
      "many square millimetres of tin are waste?",
      is_row },

    { STYLE_TERSE,
      "$<b>$ circles of radius $<a>$, a square inscribed in each. Total area "
      "inside the circles and outside the squares?",
      is_squares },
    { STYLE_PLAIN,
      "A square is inscribed in each of $<b>$ equal circles of radius $<a>$. "
      "Find the total area of the parts of the discs outside of the squares.",
      is_squares },
    { STYLE_PLAIN,
      "From a disc of radius $<a>$ the largest possible square is cut, and "
      "what is left is thrown away. What area is thrown away when this is "
      "done with $<b>$ such discs?",
      is_squares },
    { STYLE_STORY,
      "A carpenter saws a beam with a square cross section, as thick as "
      "possible, from each of $<b>$ round logs with a radius of $<a>$ "
      "millimetres. How many square millimetres of the cross sections, in "
      "all, become waste?",
      is_squares },

    { STYLE_TERSE,
      "Rectangle inscribed in a circle of diameter $<a>$, one side $<b>$. "
      "Area?",
      is_rectangle },
    { STYLE_PLAIN,
      "A rectangle with a side of length $<b>$ is inscribed in a circle of "
      "diameter $<a>$. Find its area.",
      is_rectangle },
    { STYLE_PLAIN,
      "The four corners of a rectangle lie on a circle whose diameter is "
      "$<a>$. One side of the rectangle has length $<b>$. What is the area of "
      "the rectangle?",
      is_rectangle },
    { STYLE_STORY,
      "From a round log with a diameter of $<a>$ millimetres a beam with a "
      "rectangular cross section is sawn, whose four edges lie on the surface "
      "of the log. The beam is $<b>$ millimetres wide. What is the "
      "area of its cross section in square millimetres?",
      is_rectangle },

    { STYLE_TERSE,
      "Right triangle, legs $<a>$ and $<b>$; inscribed square with a corner at "
      "the right angle, the opposite corner on the hypotenuse. Its side?",
      is_corner },
    { STYLE_PLAIN,
      "A right triangle has legs $<a>$ and $<b>$. A square has one corner at "
      "the right angle, two sides along the legs and its fourth corner on the "
      "hypotenuse. Find the side of the square.",
      is_corner },
    { STYLE_PLAIN,
      "How long is the side of the square that is inscribed in a right "
      "triangle with legs $<a>$ and $<b>$ so that they share the right angle?",
      is_corner },
    { STYLE_STORY,
      "A triangular yard has a right angle between walls of $<a>$ and $<b>$ "
      "metres. <name> marks out a square plot in the corner between these two "
      "walls that just reaches the third side of the yard. How many metres "
      "long is a side of the plot?",
      is_corner },

    { STYLE_TERSE,
      "Right triangle, legs $<a>$ and $<b>$; inscribed square with one side on "
      "the hypotenuse. Its side?",
      is_lying },
    { STYLE_PLAIN,
      "A square is inscribed in a right triangle with legs $<a>$ and $<b>$ so "
      "that one of its sides lies on the hypotenuse and its other two corners "
      "lie on the legs. Find the side of the square.",
      is_lying },
    { STYLE_PLAIN,
      "In a right triangle with legs $<a>$ and $<b>$, two corners of a square "
      "lie on the hypotenuse and one on each leg. How long is the side of the "
      "square?",
      is_lying },
    { STYLE_STORY,
      "A gable is a right triangle whose two roof edges, $<a>$ and $<b>$ "
      "decimetres long, meet at a right angle at the top. A square window "
      "stands on the horizontal bottom edge and touches both roof edges. "
      "How many decimetres wide is the window?",
      is_lying },

    { STYLE_TERSE,
      "Triangle, base $<a>$, height $<b>$, acute base angles; inscribed "
      "rectangle with one side on the base, width to height $<c> : <d>$. Area "
      "of the rectangle?",
      is_ratio },
    { STYLE_PLAIN,
      "A triangle with acute angles at its base has base $<a>$ and height "
      "$<b>$. A rectangle is inscribed in it with one side on the base, and "
      "this side is to the other as $<c> : <d>$. Find the area of the "
      "rectangle.",
      is_ratio },
    { STYLE_PLAIN,
      "A triangle has a base of length $<a>$, a height of $<b>$ over it, and "
      "acute angles at the base. Two corners of a rectangle lie on the base, "
      "and one on each of the other sides. Its side on the base and its height have the ratio $<c> : <d>$. "
      "What is the area of the rectangle?",
      is_ratio },
    { STYLE_STORY,
      "Under a roof whose cross section is a triangle, $<a>$ decimetres wide "
      "at the floor and $<b>$ decimetres high, with acute angles at the floor, "
      "<name> builds a room with a rectangular cross section that stands on "
      "the floor and touches the roof on both sides. Its width and height are "
      "in the ratio $<c> : <d>$. What is the area of the cross "
      "section of the room in square decimetres?",
      is_roof },

    { STYLE_TERSE,
      "A circle around a rectangle $<a>$ by $<b>$; a square inscribed in the "
      "circle, a circle inscribed in the square, and so on. Total area of the "
      "first $<c>$ discs?",
      is_nested },
    { STYLE_PLAIN,
      "A rectangle with sides $<a>$ and $<b>$ is inscribed in a circle. In the "
      "same circle a square is inscribed, in this square a second circle, in "
      "that a second square, and so on. Find the sum of the areas of the first "
      "$<c>$ circles.",
      is_nested },
    { STYLE_PLAIN,
      "The first of $<c>$ circles goes through the corners of a rectangle "
      "measuring $<a>$ by $<b>$. Each further circle is inscribed in a square "
      "that is inscribed in the circle before. What is the total area of all "
      "these discs, each counted in full?",
      is_nested },
    { STYLE_STORY,
      "<name> cuts $<c>$ round discs from coloured paper. The first is the "
      "smallest that covers a card of $<a>$ by $<b>$ millimetres; each further "
      "disc is the largest that fits into the largest square in the disc "
      "before. How many square millimetres of paper do the discs have in "
      "all?",
      is_nested },
    { STYLE_STORY,
      "<name> packs $<b>$ round tins with a radius of $<a>$ millimetres in one "
      "row into a box that fits exactly around them, seen from above. How "
      "many square millimetres of the bottom of the box are not covered?",
      is_row },
    { STYLE_STORY,
      "On each of $<b>$ round plates with a radius of $<a>$ millimetres <name> "
      "puts a square napkin whose corners just reach the edge. How many "
      "square millimetres of the plates, in all, stay uncovered?",
      is_squares },
    { STYLE_STORY,
      "A rectangular carpet lies in a round hall with a diameter of $<a>$ "
      "decimetres, so that its four corners touch the wall. One of its sides "
      "is $<b>$ decimetres long. How many square decimetres does the carpet "
      "cover?",
      is_rectangle },
    { STYLE_STORY,
      "From a right-angled triangular piece of cloth, whose shorter edges are "
      "$<a>$ and $<b>$ millimetres long, <name> cuts the largest square that "
      "has a corner at the right angle. How many millimetres long is the "
      "side of the square?",
      is_corner },
    { STYLE_STORY,
      "A shelf in a corner of a room is a right triangle with edges of $<a>$ "
      "and $<b>$ centimetres along the two walls. <name> lays a square mat on "
      "it, with one side along the front edge and its two other corners "
      "touching the walls. How many centimetres long is the side of the "
      "mat?",
      is_lying },
    { STYLE_STORY,
      "From a triangular sheet of glass with a base of $<a>$ millimetres, a "
      "height of $<b>$ millimetres and acute angles at the base <name> cuts a "
      "rectangular pane with one side on the base and its other two corners on "
      "the other two edges. Its side on the base and its height are in the ratio "
      "$<c> : <d>$. What is the area of the pane in square millimetres?",
      is_ratio },
    { STYLE_STORY,
      "An artist paints $<c>$ round canvases. The first is so large that a "
      "rectangle of $<a>$ by $<b>$ centimetres just fits into it; each further "
      "one would fit exactly into a square that fits exactly into the canvas "
      "before. How many square centimetres do they paint in all?",
      is_nested },
    { 0 },
};

/* ---- the second road: coordinates ---- */

#define BITS 128

enum place { KEY, IS, MUST, X, Y, U, PLACES };

/* n times the area of a square with corners at distance r from its centre, or
 * around a circle of radius r, by the shoelace formula; and of n discs. */
static void rest(arb_struct *m, const struct figure *f)
{
    int64_t x[4] = { f->a, 0, -f->a, 0 }, y[4] = { 0, f->a, 0, -f->a };
    int64_t twice = 0;

    if (f->kind == ROW) /* turned by 45 degrees and stretched */
        for (int i = 0; i < 4; i++) {
            x[i] = i == 0 || i == 3 ? f->a : -f->a;
            y[i] = i < 2 ? f->a : -f->a;
        }
    for (int i = 0; i < 4; i++)
        twice += x[i] * y[(i + 1) % 4] - x[(i + 1) % 4] * y[i];
    arb_const_pi(&m[MUST], BITS);
    arb_mul_si(&m[MUST], &m[MUST], f->a * f->a, BITS);
    arb_set_si(&m[X], twice);
    arb_mul_2exp_si(&m[X], &m[X], -1);
    arb_sub(&m[MUST], &m[MUST], &m[X], BITS);
    arb_mul_si(&m[MUST], &m[MUST], f->kind == ROW ? -f->b : f->b, BITS);
    arb_set(&m[IS], &m[KEY]);
}

/* The square on the hypotenuse from (0, 0) to (c, 0); the right angle is at
 * (a^2/c, ab/c). Its upper corners have height KEY and lie on the legs. */
static void lying(arb_struct *m, const struct figure *f)
{
    int64_t a = f->a, b = f->b;

    arb_sqrt_ui(&m[U], (ulong)(a * a + b * b), BITS);
    /* slopes b/a and a/b: left end KEY a/b, right end c - KEY b/a */
    arb_mul_si(&m[X], &m[KEY], a, BITS);
    arb_div_si(&m[X], &m[X], b, BITS);
    arb_mul_si(&m[Y], &m[KEY], b, BITS);
    arb_div_si(&m[Y], &m[Y], a, BITS);
    arb_sub(&m[IS], &m[U], &m[Y], BITS);
    arb_sub(&m[IS], &m[IS], &m[X], BITS);
    arb_set(&m[MUST], &m[KEY]);
}

/* The rectangle with sides c t and d t in the triangle (0, 0), (3a, 0), (a, 3b)
 * of three times the size: its upper corners have height 3 d t. */
static void ratio(arb_struct *m, const struct figure *f)
{
    arb_div_si(&m[U], &m[KEY], f->c * f->d, BITS);
    arb_sqrt(&m[U], &m[U], BITS);
    arb_mul_si(&m[Y], &m[U], 3 * f->d, BITS);
    arb_mul_si(&m[X], &m[Y], f->a, BITS); /* left end: x = y a / (3b) */
    arb_div_si(&m[X], &m[X], 3 * f->b, BITS);
    arb_mul_si(&m[Y], &m[Y], 2 * f->a, BITS); /* right: 3a - y 2a / (3b) */
    arb_div_si(&m[Y], &m[Y], 3 * f->b, BITS);
    arb_set_si(&m[IS], 3 * f->a);
    arb_sub(&m[IS], &m[IS], &m[Y], BITS);
    arb_sub(&m[IS], &m[IS], &m[X], BITS);
    arb_mul_si(&m[MUST], &m[U], 3 * f->c, BITS);
}

/* Circle after circle: the radius X, and half the side of the square in it. */
static void nested(arb_struct *m, const struct figure *f)
{
    arb_sqrt_ui(&m[X], (ulong)(f->a * f->a + f->b * f->b), BITS);
    arb_mul_2exp_si(&m[X], &m[X], -1);
    arb_sqrt_ui(&m[U], 2, BITS);
    arb_zero(&m[MUST]);
    for (int64_t i = 0; i < f->c; i++) {
        arb_addmul(&m[MUST], &m[X], &m[X], BITS);
        arb_div(&m[X], &m[X], &m[U], BITS); /* to the middle of a side */
    }
    arb_const_pi(&m[U], BITS);
    arb_mul(&m[MUST], &m[MUST], &m[U], BITS);
    arb_set(&m[IS], &m[KEY]);
}

/* IS and MUST are to be equal; false when there is no such figure. */
static bool measure(arb_struct *m, const struct figure *f)
{
    switch (f->kind) {
    case ROW:
    case SQUARES: rest(m, f); return f->b <= 1000;
    case RECTANGLE: /* the corner (b/2, key/(2b)), doubled */
        arb_div_si(&m[X], &m[KEY], f->b, BITS);
        arb_set_si(&m[Y], f->b);
        arb_hypot(&m[IS], &m[X], &m[Y], BITS);
        arb_set_si(&m[MUST], f->a);
        return f->b < f->a;
    case CORNER: /* (key, key) on b x + a y = ab */
        arb_mul_si(&m[IS], &m[KEY], f->b, BITS);
        arb_addmul_si(&m[IS], &m[KEY], f->a, BITS);
        arb_set_si(&m[MUST], f->a * f->b);
        return true;
    case LYING: lying(m, f); return true;
    case RATIO: ratio(m, f); return true;
    default: nested(m, f); return f->c > 2;
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    arb_struct m[PLACES];
    bool read, right;

    for (int i = 0; i < PLACES; i++)
        arb_init(&m[i]);
    f->by = "coordinates";
    read = key_ball(a, key, BITS, &m[KEY]) && arb_is_positive(&m[KEY]);
    right = read && measure(m, values) && key_agrees(&m[IS], &m[MUST]);
    for (int i = 0; i < PLACES; i++)
        arb_clear(&m[i]);
    f->detail = !read ? "the key is not a positive number"
                : right
                    ? "a figure of the key's size fits, certified to 60 bits"
                    : "a figure of the key's size does not fit";
    return right ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct figure),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .wordings = wordings,
    .form = "Give an exact value.",
    .check = check,
};

const struct family concept_constructions = {
    .name = "concept/constructions",
    .version = 2,
    .title = "Inscribed figures",
    .doc = "Circles, squares and rectangles inscribed in one another and in "
           "triangles: sides, areas and remaining parts, as exact numbers with "
           "pi or square roots.",
    .concepts = { HIGH_CONSTRUCTIONS },
    .answer = ANSWER_NUMBER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
