/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Areas of trapezia, paths, parts of rings, quadrilaterals and regions bounded
 * by semicircles.
 *
 * solve() takes simple areas from each other or adds them. check() cuts the
 * same region up in another way: the shoelace formula on coordinates, strips,
 * or the length of the middle line times the width; with pi and roots in
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
    TRAPEZIUM,  /* parallel sides a, b, height c */
    PATH,       /* path of width c around a rectangle a by b */
    RING,       /* part of a ring: radii a and b, angle c */
    TRACK,      /* straight length a, inner radius b, width c */
    QUADRANGLE, /* AB = a, BC = b, CD = c, right angles at B and D */
    ARBELOS     /* semicircles over a, b, c within one over a + b + c */
};

struct region {
    int64_t kind, a, b, c;
};

static const struct field fields[] = {
    NUMBER(struct region, kind, TRAPEZIUM, ARBELOS),
    SLOT(struct region, a, 1, 20000),
    SLOT(struct region, b, 1, 20000),
    SLOT(struct region, c, 1, 20000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "straight", "a trapezium, or a path around a rectangle; lengths up to "
                  "90" },
    { "round", "a part of a ring, or a running track of two straights and two "
               "half rings; lengths up to 180" },
    { "combined",
      "a quadrilateral with two opposite right angles, whose area contains a "
      "surd in most cases, or a region between four semicircles" },
};

static void draw(struct pick *k, void *values)
{
    struct region *r = values;
    int64_t first = k->level == 1   ? TRAPEZIUM
                    : k->level == 2 ? RING
                                    : QUADRANGLE;
    int64_t kind = pick(k, first, first + 1);
    int64_t x = pick_wide(k, 3, 90), y = pick_wide(k, 3, 89), z;

    y += y >= x; /* no parallelogram among the trapezia */
    z = k->level == 2 ? pick(k, 2, 80) : pick_wide(k, 2, 70);
    *r = (struct region){ kind, x, y, z };
    if (kind == RING) {
        r->b = x + y;
        r->c = 4 * z;
    } else if (kind == QUADRANGLE) {
        r->a = x + z; /* longer than c, so AC is as well */
    }
}

/* ---- the first road ---- */

static void solve_straight(struct solving *s, const struct region *r)
{
    int64_t a = r->a, b = r->b, c = r->c;

    if (r->kind == TRAPEZIUM) {
        solving_key(s, "%s", latex_ratio(s->arena, (a + b) * c, 2));
        solving_step(s, "The area of a trapezium is half the sum of its "
                        "parallel sides times its height.");
        solving_step(s,
                     "The parallel sides add up to $%" PRId64 " + %" PRId64
                     " = %" PRId64 "$.",
                     a, b, a + b);
        solving_step(s,
                     "The area is $\\frac{1}{2} \\cdot %" PRId64
                     " \\cdot %" PRId64 " = %s$.",
                     a + b, c, s->key);
    } else {
        int64_t all = (a + 2 * c) * (b + 2 * c);

        solving_key(s, "%" PRId64, all - a * b);
        solving_step(s,
                     "The outer rectangle measures $%" PRId64
                     " + 2 \\cdot %" PRId64 " = %" PRId64 "$ by $%" PRId64
                     " + 2 \\cdot %" PRId64 " = %" PRId64 "$.",
                     a, c, a + 2 * c, b, c, b + 2 * c);
        solving_step(s,
                     "Its area is $%" PRId64 " \\cdot %" PRId64 " = %" PRId64
                     "$; the inner one has the area $%" PRId64
                     " \\cdot %" PRId64 " = %" PRId64 "$.",
                     a + 2 * c, b + 2 * c, all, a, b, a * b);
        solving_step(
            s, "The area between them is $%" PRId64 " - %" PRId64 " = %s$.",
            all, a * b, s->key);
    }
}

static bool solve_ring(struct solving *s, const struct region *r)
{
    int64_t a = r->a, b = r->b, c = r->c, ring = b * b - a * a;

    if (b <= a || c >= 360)
        return false;
    solving_key(s, "%s", latex_times(s->arena, ring * c, 360, "\\pi"));
    solving_step(s,
                 "The whole ring has the area $\\pi \\cdot %" PRId64
                 "^2 - \\pi \\cdot %" PRId64 "^2 = %" PRId64 "\\pi$.",
                 b, a, ring);
    solving_step(s, "The part is $\\frac{%" PRId64 "}{360} = %s$ of it.", c,
                 latex_ratio(s->arena, c, 360));
    solving_step(s, "Its area is $%s \\cdot %" PRId64 "\\pi = %s$.",
                 latex_ratio(s->arena, c, 360), ring, s->key);
    return true;
}

static void solve_track(struct solving *s, const struct region *r)
{
    int64_t a = r->a, b = r->b, c = r->c;
    int64_t ring = (b + c) * (b + c) - b * b;

    solving_key(s, "%" PRId64 " + %s", 2 * a * c,
                latex_times(s->arena, ring, 1, "\\pi"));
    solving_step(s,
                 "The two straight parts are rectangles with area $2 \\cdot "
                 "%" PRId64 " \\cdot %" PRId64 " = %" PRId64 "$.",
                 a, c, 2 * a * c);
    solving_step(s,
                 "The two bends form a ring with radii $%" PRId64
                 "$ and $%" PRId64 " + %" PRId64 " = %" PRId64 "$.",
                 b, b, c, b + c);
    solving_step(s,
                 "Its area is $\\pi \\cdot %" PRId64 "^2 - \\pi \\cdot %" PRId64
                 "^2 = %" PRId64 "\\pi$.",
                 b + c, b, ring);
    solving_step(s, "Together this is $%s$.", s->key);
}

static bool solve_quadrangle(struct solving *s, const struct region *r)
{
    int64_t a = r->a, b = r->b, c = r->c, square = a * a + b * b;
    int64_t rest = square - c * c;

    if (rest <= 0)
        return false;
    solving_key(s, "%s", surd_latex(s->arena, surd_new(a * b, c, rest, 2)));
    solving_step(s,
                 "Call the corners $A$, $B$, $C$ and $D$ in order, with the "
                 "right angles at $B$ and $D$ and $AB = %" PRId64
                 "$, $BC = %" PRId64 "$ and $CD = %" PRId64 "$.",
                 a, b, c);
    solving_step(s,
                 "By Pythagoras in triangle $ABC$, $AC^2 = %" PRId64
                 "^2 + %" PRId64 "^2 = %" PRId64 "$.",
                 a, b, square);
    solving_step(s,
                 "By Pythagoras in triangle $CDA$, $DA^2 = %" PRId64
                 " - %" PRId64 "^2 = %" PRId64 "$, so $DA = %s$.",
                 square, c, rest,
                 surd_latex(s->arena, surd_new(0, 1, rest, 1)));
    solving_step(s,
                 "Triangle $ABC$ has area $\\frac{1}{2} \\cdot %" PRId64
                 " \\cdot %" PRId64 " = %s$.",
                 a, b, latex_ratio(s->arena, a * b, 2));
    solving_step(s,
                 "Triangle $CDA$ has area $\\frac{1}{2} \\cdot %" PRId64
                 " \\cdot DA = %s$.",
                 c, surd_latex(s->arena, surd_new(0, c, rest, 2)));
    solving_step(s, "The quadrilateral has the area $%s$.", s->key);
    return true;
}

static void solve_arbelos(struct solving *s, const struct region *r)
{
    int64_t a = r->a, b = r->b, c = r->c, d = a + b + c;
    int64_t four = a * b + b * c + c * a;

    solving_key(s, "%s", latex_times(s->arena, four, 4, "\\pi"));
    solving_step(s, "A semicircle over a diameter $d$ has the area "
                    "$\\frac{1}{2} \\pi \\left(\\frac{d}{2}\\right)^2 = "
                    "\\frac{\\pi d^2}{8}$.");
    solving_step(s,
                 "The large diameter is $%" PRId64 " + %" PRId64 " + %" PRId64
                 " = %" PRId64 "$.",
                 a, b, c, d);
    solving_step(s,
                 "The region has the area $\\frac{\\pi}{8}\\left(%" PRId64
                 "^2 - %" PRId64 "^2 - %" PRId64 "^2 - %" PRId64
                 "^2\\right) = \\frac{\\pi}{8} \\cdot %" PRId64 "$.",
                 d, a, b, c, 2 * four);
    solving_step(s, "This is $%s$.", s->key);
}

static bool solve(struct solving *s, const void *values)
{
    const struct region *r = values;

    switch (r->kind) {
    case RING: return solve_ring(s, r);
    case TRACK: solve_track(s, r); return true;
    case QUADRANGLE: return solve_quadrangle(s, r);
    case ARBELOS: solve_arbelos(s, r); return true;
    default: solve_straight(s, r); return true;
    }
}

/* ---- wording ---- */

KIND_IS(struct region, is_trapezium, TRAPEZIUM)
KIND_IS(struct region, is_path, PATH)
KIND_IS(struct region, is_ring, RING)
KIND_IS(struct region, is_track, TRACK)
KIND_IS(struct region, is_quadrangle, QUADRANGLE)
KIND_IS(struct region, is_arbelos, ARBELOS)

/* Wider at the top than at the bottom. */
static bool is_ditch(const void *values)
{
    const struct region *r = values;

    return is_trapezium(values) && r->a > r->b;
}

/* A path that is narrower than the garden. */
static bool is_garden(const void *values)
{
    const struct region *r = values;

    return is_path(values) && 4 * r->c <= r->a && 4 * r->c <= r->b;
}

/* A wiper does not turn further. */
static bool is_wiper(const void *values)
{
    const struct region *r = values;

    return is_ring(values) && r->c <= 170;
}

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "Trapezium, parallel sides $<a>$ and $<b>$, height $<c>$. Area?",
      is_trapezium },
    { STYLE_PLAIN,
      "The parallel sides of a trapezium measure $<a>$ and $<b>$, and its "
      "height is $<c>$. Find its area.",
      is_trapezium },
    { STYLE_PLAIN,
      "A quadrilateral has two parallel sides of lengths $<a>$ and $<b>$, "
      "which are $<c>$ apart. What is its area?",
      is_trapezium },
    { STYLE_STORY,
      "A field lies between two parallel roads that are $<c>$ metres apart. "
      "Its border runs along one road for $<a>$ metres and along the other "
      "for $<b>$ metres; its other two sides are straight. What is the "
      "area of the field in square metres?",
      is_trapezium },
    { STYLE_STORY,
      "The cross section of a straight ditch is a trapezium: $<a>$ centimetres "
      "wide at the top, $<b>$ centimetres at the bottom, and $<c>$ "
      "centimetres deep. What is the area of the cross section in square "
      "centimetres?",
      is_ditch },
    { STYLE_STORY,
      "A sheet of metal is a trapezium: its two parallel edges measure $<a>$ "
      "and $<b>$ millimetres, and they are $<c>$ millimetres apart. How "
      "many square millimetres of metal is that?",
      is_trapezium },

    { STYLE_TERSE,
      "Rectangle $<a>$ by $<b>$ inside a larger rectangle, all four borders "
      "$<c>$ wide. Area of the border?",
      is_path },
    { STYLE_PLAIN,
      "A rectangle with sides $<a>$ and $<b>$ lies inside a larger rectangle "
      "whose sides are parallel to its own, at distance $<c>$ on every side. "
      "What is the area between the two rectangles?",
      is_path },
    { STYLE_PLAIN,
      "Each side of a rectangle measuring $<a>$ by $<b>$ is moved outwards by "
      "$<c>$, so that a larger rectangle arises. By how much does the area "
      "grow?",
      is_path },
    { STYLE_STORY,
      "A rectangular garden is $<a>$ metres long and $<b>$ metres wide. A "
      "paved path of width $<c>$ metres runs all around it on the outside, "
      "with square corners. How many square metres are paved?",
      is_garden },
    { STYLE_STORY,
      "<name> cuts a flat frame from sheet metal. Its rectangular opening is "
      "$<a>$ by $<b>$ millimetres, its outer edge is a larger rectangle, and "
      "it is $<c>$ millimetres wide on all four sides. How many square "
      "millimetres of metal does the frame have?",
      is_path },
    { STYLE_STORY,
      "In a drawing program a rectangle of $<a>$ by $<b>$ pixels gets a "
      "coloured margin outside, $<c>$ pixels wide on every side, so that the "
      "whole is a larger rectangle. How many pixels does the margin cover?",
      is_path },

    { STYLE_TERSE,
      "Circles of radii $<a>$ and $<b>$ with the same centre; part of the ring "
      "between them in a central angle of $<c>^\\circ$. Area?",
      is_ring },
    { STYLE_PLAIN,
      "Two circles with the same centre have radii $<a>$ and $<b>$. A central "
      "angle of $<c>^\\circ$ cuts a piece out of the ring between them. Find "
      "the area of this piece.",
      is_ring },
    { STYLE_PLAIN,
      "From a sector with radius $<b>$ and angle $<c>^\\circ$ the sector with "
      "radius $<a>$ at the same centre and of the same angle is removed. What "
      "area is left?",
      is_ring },
    { STYLE_STORY,
      "A windscreen wiper turns through $<c>$ degrees. Its rubber blade lies "
      "along the arm and reaches from $<a>$ to $<b>$ millimetres from the "
      "axis. How many square millimetres of glass does it wipe?",
      is_wiper },

    { STYLE_TERSE,
      "Running track: two straights of length $<a>$, two semicircular bends "
      "with inner radius $<b>$, width $<c>$ throughout. Area of the track?",
      is_track },
    { STYLE_PLAIN,
      "A closed track of width $<c>$ consists of two parallel straight parts "
      "of length $<a>$ and two half rings with inner radius $<b>$. Find its "
      "area.",
      is_track },
    { STYLE_PLAIN,
      "A region consists of all points outside a figure made of a rectangle "
      "$<a>$ by $2 \\cdot <b>$ and two semidiscs of radius $<b>$ on its sides "
      "of length $2 \\cdot <b>$, but at most $<c>$ away from it. What is the "
      "area of this region?",
      is_track },
    { STYLE_STORY,
      "A flat rubber seal has two parallel straight parts of $<a>$ millimetres "
      "and two semicircular bends whose inner edge has a radius of $<b>$ "
      "millimetres. It is $<c>$ millimetres wide everywhere. How many "
      "square millimetres of rubber does it show from above?",
      is_track },

    { STYLE_TERSE,
      "Convex quadrilateral $ABCD$, right angles at $B$ and $D$, $AB = <a>$, "
      "$BC = <b>$, $CD = <c>$. Area?",
      is_quadrangle },
    { STYLE_PLAIN,
      "In a convex quadrilateral $ABCD$ the angles at $B$ and $D$ are right "
      "angles, and $AB = <a>$, $BC = <b>$, $CD = <c>$. Find its area.",
      is_quadrangle },
    { STYLE_PLAIN,
      "Two right triangles $ABC$, with the right angle at $B$, and $CDA$, with "
      "the right angle at $D$, lie on opposite sides of their common "
      "hypotenuse $AC$. Given $AB = <a>$, $BC = <b>$ and $CD = <c>$, what is "
      "the area of the quadrilateral $ABCD$?",
      is_quadrangle },
    { STYLE_STORY,
      "A field is a convex quadrilateral. Walking around it, <name> goes "
      "$<a>$ metres, turns by a right angle, goes $<b>$ metres to the next "
      "corner, then $<c>$ metres to another corner, where they turn by a "
      "right angle again and go straight back to the start. What is "
      "the area of the field in square metres?",
      is_quadrangle },

    { STYLE_TERSE,
      "Semicircle over diameter $AD$; $B$, $C$ on $AD$ with $AB = <a>$, $BC = "
      "<b>$, $CD = <c>$; inside it, semicircles over $AB$, $BC$ and $CD$ are "
      "cut out. Remaining area?",
      is_arbelos },
    { STYLE_PLAIN,
      "Points $A$, $B$, $C$, $D$ lie on a line in this order, with $AB = <a>$, "
      "$BC = <b>$ and $CD = <c>$. Semicircles over $AB$, $BC$, $CD$ and $AD$ "
      "are drawn on the same side of the line. Find the area of the region "
      "inside the largest and outside the three smaller semicircles.",
      is_arbelos },
    { STYLE_PLAIN,
      "The diameter of a semidisc is divided into segments of lengths $<a>$, "
      "$<b>$ and $<c>$. Over each of them a semidisc, on the same side, is "
      "removed from the large one. What area remains?",
      is_arbelos },
    { STYLE_STORY,
      "A wooden bridge is sawn from a half disc: along its straight edge three "
      "half discs with diameters of $<a>$, $<b>$ and $<c>$ millimetres are cut "
      "away as arches, which together take up the whole edge. What is "
      "the area of the remaining face in square millimetres?",
      is_arbelos },
    { STYLE_STORY,
      "A fan-shaped stand in a round stadium lies between the distances of "
      "$<a>$ and $<b>$ metres from the centre and takes up an angle of $<c>$ "
      "degrees. How many square metres does it cover on the plan?",
      is_ring },
    { STYLE_STORY,
      "A pool has the shape of a rectangle with two opposite sides of $<a>$ "
      "decimetres and half discs of radius $<b>$ decimetres on its other two "
      "sides. Around it runs a path that is $<c>$ decimetres wide everywhere. "
      "What is the area of the path in square decimetres?",
      is_track },
    { STYLE_STORY,
      "A four-sided sail $ABCD$ is convex and has right angles at $B$ and $D$. "
      "Its edges measure $AB = <a>$, $BC = <b>$ and $CD = <c>$ centimetres. "
      "How many square centimetres of cloth does it have?",
      is_quadrangle },
    { STYLE_STORY,
      "A garden bed fills a half disc, but three half discs along its straight "
      "side, with diameters of $<a>$, $<b>$ and $<c>$ decimetres, which take "
      "up the whole side, are lawn. How many square decimetres of the bed "
      "are left for flowers?",
      is_arbelos },
    { 0 },
};

/* ---- the second road: another decomposition ---- */

#define BITS 128

enum place { KEY, IS, X, Y, U, V, PLACES };

/* The middle line times the width, for a ring of `angle` degrees with radii
 * r and r + w: angle/180 pi (2r + w)/2 w. */
static void band(arb_struct *m, int64_t r, int64_t w, int64_t angle)
{
    arb_const_pi(&m[IS], BITS);
    arb_mul_si(&m[IS], &m[IS], (2 * r + w) * w, BITS);
    arb_mul_si(&m[IS], &m[IS], angle, BITS);
    arb_div_si(&m[IS], &m[IS], 360, BITS);
}

/* B = (0, 0), A = (a, 0), C = (0, b), and D beyond AC at distance c from C
 * with a right angle: by the shoelace formula. */
static void quadrangle(arb_struct *m, const struct region *r)
{
    int64_t square = r->a * r->a + r->b * r->b;

    arb_set_si(&m[U], square - r->c * r->c);
    arb_sqrt(&m[U], &m[U], BITS);
    arb_mul_si(&m[U], &m[U], r->c, BITS);
    /* D = C + (c^2 (a, -b) + c sqrt(..) (b, a)) / square */
    arb_mul_si(&m[X], &m[U], r->b, BITS);
    arb_add_si(&m[X], &m[X], r->c * r->c * r->a, BITS);
    arb_div_si(&m[X], &m[X], square, BITS);
    arb_mul_si(&m[Y], &m[U], r->a, BITS);
    arb_sub_si(&m[Y], &m[Y], r->c * r->c * r->b, BITS);
    arb_div_si(&m[Y], &m[Y], square, BITS);
    arb_add_si(&m[Y], &m[Y], r->b, BITS);
    /* B, A, D, C: the cross products with B vanish. */
    arb_mul_si(&m[IS], &m[Y], r->a, BITS);
    arb_addmul_si(&m[IS], &m[X], r->b, BITS);
    arb_mul_2exp_si(&m[IS], &m[IS], -1);
}

/* False when there is no such region. */
static bool measure(arb_struct *m, const struct region *r)
{
    int64_t a = r->a, b = r->b, c = r->c;

    switch (r->kind) {
    case TRAPEZIUM: /* (0, 0), (a, 0), (b, c), (0, c) */
        arb_set_si(&m[IS], a * c + b * c);
        arb_mul_2exp_si(&m[IS], &m[IS], -1);
        return true;
    case PATH: /* four strips and four corners */
        arb_set_si(&m[IS], 2 * a * c + 2 * b * c + 4 * c * c);
        return true;
    case RING: band(m, a, b - a, c); return a < b && c < 360;
    case TRACK:
        band(m, b, c, 360);
        arb_add_si(&m[IS], &m[IS], 2 * a * c, BITS);
        return true;
    case QUADRANGLE:
        if (c * c >= a * a + b * b)
            return false;
        quadrangle(m, r);
        return true;
    default: /* first cut into a and b + c, then into b and c */
        arb_const_pi(&m[IS], BITS);
        arb_mul_si(&m[IS], &m[IS], a * (b + c) + b * c, BITS);
        arb_mul_2exp_si(&m[IS], &m[IS], -2);
        return true;
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    arb_struct m[PLACES];
    bool read, right;

    for (int i = 0; i < PLACES; i++)
        arb_init(&m[i]);
    f->by = "another decomposition";
    read = key_ball(a, key, BITS, &m[KEY]);
    right = read && measure(m, values) && key_agrees(&m[IS], &m[KEY]);
    for (int i = 0; i < PLACES; i++)
        arb_clear(&m[i]);
    f->detail = !read   ? "the key is not a real number"
                : right ? "the region, cut up in another way, has the key's "
                          "area, certified to 60 bits"
                        : "the region, cut up in another way, has another area";
    return right ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct region),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .wordings = wordings,
    .form = "Give an exact value.",
    .check = check,
};

const struct family concept_areas = {
    .name = "concept/areas",
    .version = 2,
    .title = "Areas of plane regions",
    .doc = "Areas of trapezia, paths, parts of rings, quadrilaterals and "
           "regions between semicircles, as exact numbers with pi or square "
           "roots.",
    .concepts = { HIGH_AREA },
    .answer = ANSWER_NUMBER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
