/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Inradius, circumradius and exradii of triangles.
 *
 * solve() goes by the area: Heron's formula, S = r s, R = abc / (4S) and
 * r_a = S / (s - a). check() places the triangle in the plane, computes the
 * centre of the circle there and measures its distance from all three sides
 * (or corners) in balls of certified precision.
 */
#include "family/kit/keys.h"
#include "family/kit/kinds.h"
#include "family/kit/latex.h"
#include "family/kit/recipe.h"
#include "math/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    INRADIUS,
    CIRCUMRADIUS,
    EXRADIUS,  /* opposite to A, at side a = BC */
    FROM_THREE /* area from the three exradii a, b, c */
};

struct triangle {
    int64_t kind, a, b, c; /* BC, CA, AB */
};

static const struct field fields[] = {
    NUMBER(struct triangle, kind, INRADIUS, FROM_THREE),
    SLOT(struct triangle, a, 1, 8000000),
    SLOT(struct triangle, b, 1, 8000000),
    SLOT(struct triangle, c, 1, 8000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "right", "inradius or circumradius of a right triangle with whole "
               "sides, up to 60 times a primitive one" },
    { "Heron", "inradius, circumradius or exradius of a triangle with whole "
               "sides and rational area" },
    { "general",
      "inradius or exradius from whole sides up to 80, in most cases "
      "a surd, or the area from three exradii up to 40" },
};

#define TRIPLES 9

/* Legs and hypotenuse. */
static const int64_t triples[TRIPLES][3] = {
    { 3, 4, 5 },   { 5, 12, 13 },  { 8, 15, 17 },
    { 7, 24, 25 }, { 20, 21, 29 }, { 12, 35, 37 },
    { 9, 40, 41 }, { 28, 45, 53 }, { 11, 60, 61 },
};

/* The hypotenuse may be any of the three sides. */
static void draw_right(struct pick *k, struct triangle *t)
{
    int64_t order[3], which, scale;

    t->kind = pick(k, INRADIUS, CIRCUMRADIUS);
    which = pick(k, 0, TRIPLES - 1);
    scale = pick_wide(k, 1, 60);
    pick_order(k, 3, order);
    t->a = scale * triples[which][order[0]];
    t->b = scale * triples[which][order[1]];
    t->c = scale * triples[which][order[2]];
}

/* Two right triangles, scaled to have one leg in common, make a triangle
 * with rational area. The shapes of the two fix its angles at A and B. */
static void draw_heron(struct pick *k, struct triangle *t)
{
    int64_t pair[2], kind = pick(k, INRADIUS, EXRADIUS), scale, g;
    const int64_t *u, *v;
    int64_t i, j;

    pick_subset(k, 0, 2 * TRIPLES - 4, 2, pair); /* seven shapes, two ways */
    scale = pick_wide(k, 1, 20);
    u = triples[pair[0] / 2];
    v = triples[(pair[1] - 1) / 2];
    i = pair[0] % 2;
    j = (pair[1] - 1) % 2;
    t->kind = kind;
    t->b = u[2] * v[j];
    t->a = v[2] * u[i];
    t->c = u[1 - i] * v[j] + v[1 - j] * u[i];
    g = integer_gcd(integer_gcd(t->a, t->b), t->c);
    t->a = t->a / g * scale;
    t->b = t->b / g * scale;
    t->c = t->c / g * scale;
}

static void draw_general(struct pick *k, struct triangle *t)
{
    int64_t kind = pick(k, 0, 2);
    int64_t x = pick_wide(k, 1, 40), y = pick_wide(k, 1, 40);
    int64_t z = pick_wide(k, 1, 40);

    if (kind == 2)
        *t = (struct triangle){ FROM_THREE, x, y, z };
    else
        *t = (struct triangle){ kind ? EXRADIUS : INRADIUS, y + z, z + x,
                                x + y };
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_right
     : k->level == 2 ? draw_heron
                     : draw_general)(k, values);
}

/* ---- the first road: the area ---- */

/* d = out^2 rest with rest square-free. */
static void split(int64_t d, int64_t *out, int64_t *rest)
{
    n_factor_t f;

    *out = *rest = 1;
    n_factor_init(&f);
    n_factor(&f, (ulong)d, 1);
    for (int i = 0; i < f.num; i++) {
        *out *= (int64_t)n_pow(f.p[i], (ulong)f.exp[i] / 2);
        *rest *= f.exp[i] % 2 ? (int64_t)f.p[i] : 1;
    }
}

/* p sqrt(rest) / q */
static char *root(struct arena *a, int64_t p, int64_t rest, int64_t q)
{
    if (rest == 1)
        return latex_ratio(a, p, q);
    return latex_times(a, p, q, arena_printf(a, "\\sqrt{%" PRId64 "}", rest));
}

#define PERIMETER_MOST 120000

/* 16 S^2 = P (P - 2a)(P - 2b)(P - 2c) for the perimeter P; 0 when there is no
 * such triangle. At most P^4 / 27, below 2^63. */
static int64_t sixteen(const struct triangle *t)
{
    int64_t p = t->a + t->b + t->c, x = p - 2 * t->a, y = p - 2 * t->b;
    int64_t z = p - 2 * t->c;

    if (x <= 0 || y <= 0 || z <= 0 || p > PERIMETER_MOST)
        return 0;
    return p * x * (y * z);
}

/* A large triangle is first made smaller by the common factor of its sides. */
static int64_t shrink(struct solving *s, struct triangle *t)
{
    int64_t g = integer_gcd(integer_gcd(t->a, t->b), t->c);

    if (g == 1 || t->a + t->b + t->c <= PERIMETER_MOST)
        return 1;
    t->a /= g;
    t->b /= g;
    t->c /= g;
    solving_step(s,
                 "The triangle is $%" PRId64
                 "$ times as large as one with sides $%" PRId64 "$, $%" PRId64
                 "$ and $%" PRId64 "$; we compute with that and multiply at "
                 "the end.",
                 g, t->a, t->b, t->c);
    return g;
}

/* The radius of a triangle with 4 S = out sqrt(rest), times g. */
static void radius(struct solving *s, const struct triangle *t, int64_t g,
                   int64_t out, int64_t rest)
{
    int64_t p = t->a + t->b + t->c, abc = t->a * t->b * t->c;

    if (t->kind == INRADIUS) {
        solving_key(s, "%s", root(s->arena, g * out, rest, 2 * p));
        solving_step(s, "Joining the incentre to the corners cuts the triangle "
                        "into three of height $r$ over its sides, so $S = r s$ "
                        "with half the perimeter $s$.");
        solving_step(s, "Hence $r = \\frac{S}{s} = %s$.",
                     root(s->arena, out, rest, 2 * p));
    } else if (t->kind == EXRADIUS) {
        solving_key(s, "%s", root(s->arena, g * out, rest, 2 * (p - 2 * t->a)));
        solving_step(s, "Joining the centre of the excircle to the corners "
                        "shows that $S = r_a(s - a)$.");
        solving_step(s, "Hence $r_a = \\frac{S}{s - a} = %s$.",
                     root(s->arena, out, rest, 2 * (p - 2 * t->a)));
    } else {
        solving_key(s, "%s", root(s->arena, g * abc, rest, out * rest));
        solving_step(s,
                     "The circumradius is $R = \\frac{abc}{4S}$ with $abc "
                     "= %" PRId64 "$.",
                     abc);
        solving_step(s, "Hence $R = %s$.",
                     root(s->arena, abc, rest, out * rest));
    }
    if (g > 1)
        solving_step(s, "Multiplied by $%" PRId64 "$ this is $%s$.", g, s->key);
}

/* The legs and the hypotenuse, when there is a right angle. */
static bool is_right(const struct triangle *t, int64_t *a, int64_t *b,
                     int64_t *c)
{
    const int64_t side[3] = { t->a, t->b, t->c };

    for (int i = 0; i < 3; i++) {
        *a = side[(i + 1) % 3];
        *b = side[(i + 2) % 3];
        *c = side[i];
        if (*a * *a + *b * *b == *c * *c)
            return true;
    }
    return false;
}

/* The area, by the legs or by Heron, as a step. */
static void explain_area(struct solving *s, const struct triangle *t,
                         const char *area)
{
    int64_t p = t->a + t->b + t->c, a, b, c;

    if (is_right(t, &a, &b, &c)) {
        solving_step(s,
                     "Since $%" PRId64 "^2 + %" PRId64 "^2 = %" PRId64
                     "^2$, the triangle has a right angle between the sides "
                     "$%" PRId64 "$ and $%" PRId64
                     "$, and its area is $S = \\frac{1}{2} \\cdot %" PRId64
                     " \\cdot %" PRId64 " = %s$.",
                     a, b, c, a, b, a, b, area);
        return;
    }
    solving_step(s,
                 "By Heron the area is $S = \\sqrt{s(s-a)(s-b)(s-c)}$ with $s "
                 "- a = %s$, $s - b = %s$ and $s - c = %s$, so $S = %s$.",
                 latex_ratio(s->arena, p - 2 * t->a, 2),
                 latex_ratio(s->arena, p - 2 * t->b, 2),
                 latex_ratio(s->arena, p - 2 * t->c, 2), area);
}

/* The circle through the corners of a right triangle (Thales). */
static bool thales(struct solving *s, const struct triangle *t)
{
    int64_t a, b, c;

    if (t->a > PERIMETER_MOST * 10 || t->b > PERIMETER_MOST * 10 ||
        t->c > PERIMETER_MOST * 10 || !is_right(t, &a, &b, &c))
        return false;
    solving_step(s,
                 "$%" PRId64 "^2 + %" PRId64 "^2 = %" PRId64 " + %" PRId64
                 " = %" PRId64 " = %" PRId64 "^2$, so the triangle has a right "
                 "angle opposite to the side $%" PRId64 "$.",
                 a, b, a * a, b * b, c * c, c, c);
    solving_key(s, "%s", latex_ratio(s->arena, c, 2));
    solving_step(s, "By Thales this side is a diameter of the circle through "
                    "the three vertices.");
    solving_step(s, "So the radius is $R = \\frac{%" PRId64 "}{2}%s$.", c,
                 c % 2 ? "" : arena_printf(s->arena, " = %s", s->key));
    return true;
}

static bool heron(struct solving *s, const struct triangle *given)
{
    struct triangle t = *given;
    int64_t g, area, out, rest;

    if (t.kind == CIRCUMRADIUS && thales(s, &t))
        return true;
    g = shrink(s, &t);
    area = sixteen(&t);
    if (area == 0)
        return false;
    split(area, &out, &rest);
    solving_step(s,
                 "Half the perimeter is $s = \\frac{%" PRId64 " + %" PRId64
                 " + %" PRId64 "}{2} = %s$.",
                 t.a, t.b, t.c, latex_ratio(s->arena, t.a + t.b + t.c, 2));
    explain_area(s, &t, root(s->arena, out, rest, 4));
    radius(s, &t, g, out, rest);
    return true;
}

/* S = abc / sqrt(ab + bc + ca) for the exradii. */
static bool from_three(struct solving *s, const struct triangle *t)
{
    int64_t a = t->a, b = t->b, c = t->c, q, out, rest;

    if (a > 10000 || b > 10000 || c > 10000)
        return false;
    q = a * b + b * c + c * a;
    split(q, &out, &rest);
    solving_key(s, "%s", root(s->arena, a * b * c, rest, out * rest));
    solving_step(s, "With $S = r s = r_a(s-a) = r_b(s-b) = r_c(s-c)$ we get "
                    "$\\frac{1}{r_a} + \\frac{1}{r_b} + \\frac{1}{r_c} = "
                    "\\frac{3s - 2s}{S} = \\frac{1}{r}$.");
    solving_step(s,
                 "So $r = \\frac{r_a r_b r_c}{r_a r_b + r_b r_c + r_c r_a} = "
                 "\\frac{%" PRId64 "}{%" PRId64 "}$.",
                 a * b * c, q);
    solving_step(s, "Heron's formula $S^2 = s(s-a)(s-b)(s-c) = "
                    "\\frac{S^4}{r r_a r_b r_c}$ gives $S^2 = r r_a r_b r_c$.");
    solving_step(s,
                 "Hence $S = \\frac{r_a r_b r_c}{\\sqrt{r_a r_b + r_b r_c + "
                 "r_c r_a}} = \\frac{%" PRId64 "}{\\sqrt{%" PRId64 "}} = %s$.",
                 a * b * c, q, s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct triangle *t = values;

    return t->kind == FROM_THREE ? from_three(s, t) : heron(s, t);
}

/* ---- wording ---- */

KIND_IS(struct triangle, is_in, INRADIUS)
KIND_IS(struct triangle, is_circum, CIRCUMRADIUS)
KIND_IS(struct triangle, is_ex, EXRADIUS)
KIND_IS(struct triangle, is_three, FROM_THREE)

static const struct wording wordings[] = {
    { STYLE_TERSE, "Triangle with sides $<a>$, $<b>$, $<c>$. Inradius?",
      is_in },
    { STYLE_PLAIN,
      "Find the radius of the inscribed circle of a triangle with sides $<a>$, "
      "$<b>$ and $<c>$.",
      is_in },
    { STYLE_PLAIN,
      "In triangle $ABC$, $BC = <a>$, $CA = <b>$ and $AB = <c>$. A circle "
      "touches all three sides from inside. What is its radius?",
      is_in },
    { STYLE_STORY,
      "Three straight roads of $<a>$, $<b>$ and $<c>$ metres enclose a "
      "triangular meadow. <name> wants to light a lamp that is equally far "
      "from all three roads, inside the triangle. How many metres is it "
      "from the lamp to each road?",
      is_in },
    { STYLE_STORY,
      "From a triangular sheet of metal with edges of $<a>$, $<b>$ and $<c>$ "
      "millimetres the largest possible disc is cut. What is its radius in "
      "millimetres?",
      is_in },

    { STYLE_TERSE, "Triangle with sides $<a>$, $<b>$, $<c>$. Circumradius?",
      is_circum },
    { STYLE_PLAIN,
      "Find the radius of the circle through the three vertices of a triangle "
      "with sides $<a>$, $<b>$ and $<c>$.",
      is_circum },
    { STYLE_PLAIN,
      "In triangle $ABC$, $BC = <a>$, $CA = <b>$ and $AB = <c>$. What is the "
      "radius of its circumscribed circle?",
      is_circum },
    { STYLE_STORY,
      "Three buoys on a lake are $<a>$, $<b>$ and $<c>$ metres apart from each "
      "other. A boat lies equally far from all three. How many metres is it "
      "from the boat to each buoy?",
      is_circum },
    { STYLE_STORY,
      "<name> finds the remains of a round wall and marks three points on it "
      "whose distances are $<a>$, $<b>$ and $<c>$ centimetres. What was the "
      "radius of the wall, in centimetres?",
      is_circum },

    { STYLE_TERSE,
      "Triangle $ABC$ with $BC = <a>$, $CA = <b>$, $AB = <c>$. Exradius "
      "opposite to $A$?",
      is_ex },
    { STYLE_PLAIN,
      "In triangle $ABC$, $BC = <a>$, $CA = <b>$ and $AB = <c>$. Find the "
      "radius of the excircle opposite to $A$.",
      is_ex },
    { STYLE_PLAIN,
      "Triangle $ABC$ has sides $BC = <a>$, $CA = <b>$ and $AB = <c>$. A "
      "circle outside the triangle touches side $BC$ and the extensions of "
      "$AB$ beyond $B$ and of $AC$ beyond $C$. What is its radius?",
      is_ex },
    { STYLE_STORY,
      "Two straight roads leave a <place> $A$. A straight street joins the "
      "point $B$ of the one, $<c>$ metres from $A$, to the point $C$ of the "
      "other, $<b>$ metres from $A$, and is $<a>$ metres long. A round pond "
      "behind the street touches the street and both roads. What is the "
      "radius of the pond in metres?",
      is_ex },

    { STYLE_TERSE, "Triangle with exradii $<a>$, $<b>$, $<c>$. Area?",
      is_three },
    { STYLE_PLAIN,
      "The three excircles of a triangle have radii $<a>$, $<b>$ and $<c>$. "
      "Find the area of the triangle.",
      is_three },
    { STYLE_PLAIN,
      "What is the area of the triangle whose exradii are $r_a = <a>$, $r_b = "
      "<b>$ and $r_c = <c>$?",
      is_three },
    { STYLE_STORY,
      "Three straight roads enclose a triangular village green. Outside it, at "
      "each side of the green, lies a round pond that touches this side and "
      "the other two roads, prolonged. The ponds have radii of $<a>$, $<b>$ "
      "and $<c>$ <c?metre|metres>. What is the area of the green in square "
      "metres?",
      is_three },
    { STYLE_STORY,
      "A round pipe is pressed into the angle between two straight walls that "
      "meet in an edge, seen in cross section as the point $A$, until it "
      "touches both walls and a flat board between them. The board meets the "
      "walls in $B$ and $C$, with the pipe on the side away from $A$; $AB = "
      "<c>$, $AC = <b>$ and $BC = <a>$ millimetres. What is the radius of "
      "the pipe in millimetres?",
      is_ex },
    { STYLE_STORY,
      "On a plan, the streets $AB$ and $AC$ and the straight path $BC$ form a "
      "triangle with $BC = <a>$, $CA = <b>$ and $AB = <c>$ metres. <name> "
      "wants a lamp beyond the path, within the angle at $A$, that is equally "
      "far from the path and from the two streets, prolonged. How many "
      "metres is it from the lamp to each of them?",
      is_ex },
    { STYLE_STORY,
      "Beyond each side of a triangular plot, prolonged fences run along its "
      "sides. Three round tanks stand there, each touching one side of the "
      "plot from outside and the prolongations of the other two; their radii "
      "are $<a>$, $<b>$ and $<c>$ <c?decimetre|decimetres>. What is the area "
      "of the plot in square decimetres?",
      is_three },
    { STYLE_STORY,
      "<name> draws a triangle and its three excircles on a large sheet and "
      "measures only the radii of the circles: $<a>$, $<b>$ and $<c>$ "
      "<c?millimetre|millimetres>. What is the area of the triangle in square "
      "millimetres?",
      is_three },
    { 0 },
};

/* ---- the second road: coordinates ---- */

#define BITS 192

enum place { AX, AY, BX, BY, CX, CY, OX, OY, U, V, W, KEY, PLACES };

/* A = (0, 0), B = (c, 0), C above. */
static void place(arb_struct *m, const struct triangle *t)
{
    arb_set_si(&m[BX], t->c);
    arb_set_si(&m[CX], t->b * t->b + t->c * t->c - t->a * t->a);
    arb_div_si(&m[CX], &m[CX], 2 * t->c, BITS);
    arb_set_si(&m[CY], t->b * t->b);
    arb_submul(&m[CY], &m[CX], &m[CX], BITS);
    arb_sqrt(&m[CY], &m[CY], BITS);
}

/* The centre as the mean of the corners with the sides as weights, a negative
 * one at A for the excircle. */
static void weigh(arb_struct *m, int64_t a, int64_t b, int64_t c)
{
    for (int i = 0; i < 2; i++) {
        arb_mul_si(&m[OX + i], &m[AX + i], a, BITS);
        arb_addmul_si(&m[OX + i], &m[BX + i], b, BITS);
        arb_addmul_si(&m[OX + i], &m[CX + i], c, BITS);
        arb_div_si(&m[OX + i], &m[OX + i], a + b + c, BITS);
    }
}

/* Is the centre at the key's distance from the line of two corners? */
static bool touches(arb_struct *m, int i, int j)
{
    arb_sub(&m[U], &m[j], &m[i], BITS);
    arb_sub(&m[V], &m[j + 1], &m[i + 1], BITS);
    arb_sub(&m[W], &m[OY], &m[i + 1], BITS);
    arb_mul(&m[W], &m[W], &m[U], BITS);
    arb_hypot(&m[U], &m[U], &m[V], BITS); /* length of the side */
    arb_mul(&m[U], &m[U], &m[KEY], BITS);
    arb_sub(&m[PLACES], &m[OX], &m[i], BITS);
    arb_submul(&m[W], &m[PLACES], &m[V], BITS); /* cross product */
    arb_abs(&m[W], &m[W]);
    return arb_is_finite(&m[W]) && arb_is_finite(&m[U]) &&
           arb_overlaps(&m[W], &m[U]);
}

static bool reaches(arb_struct *m, int i)
{
    arb_sub(&m[U], &m[OX], &m[i], BITS);
    arb_sub(&m[V], &m[OY], &m[i + 1], BITS);
    arb_hypot(&m[W], &m[U], &m[V], BITS);
    return arb_is_finite(&m[W]) && arb_overlaps(&m[W], &m[KEY]);
}

/* On the perpendicular bisector of AB, and as far from C as from A. */
static bool circumscribed(arb_struct *m)
{
    arb_mul_2exp_si(&m[OX], &m[BX], -1);
    arb_sub(&m[U], &m[CX], &m[BX], BITS);
    arb_mul(&m[OY], &m[U], &m[CX], BITS);
    arb_addmul(&m[OY], &m[CY], &m[CY], BITS);
    arb_div(&m[OY], &m[OY], &m[CY], BITS);
    arb_mul_2exp_si(&m[OY], &m[OY], -1);
    return reaches(m, AX) && reaches(m, BX) && reaches(m, CX);
}

/* A = (0, 0), B = (AB, 0) and C, from the sides, which are balls. */
static void place_balls(arb_struct *m, const arb_t bc, const arb_t ca,
                        const arb_t ab)
{
    arb_set(&m[BX], ab);
    arb_mul(&m[CX], ca, ca, BITS);
    arb_set(&m[CY], &m[CX]);
    arb_addmul(&m[CX], ab, ab, BITS);
    arb_submul(&m[CX], bc, bc, BITS);
    arb_div(&m[CX], &m[CX], ab, BITS);
    arb_mul_2exp_si(&m[CX], &m[CX], -1);
    arb_submul(&m[CY], &m[CX], &m[CX], BITS);
    arb_sqrt(&m[CY], &m[CY], BITS);
}

/* Does the excircle opposite to A touch AB, at distance `radius`, where its
 * centre is the mean of the corners with weights -BC, CA, AB? */
static bool excircle(arb_struct *m, const arb_t bc, const arb_t ca,
                     const arb_t ab, int64_t radius)
{
    arb_sub(&m[U], ca, bc, BITS);
    arb_add(&m[U], &m[U], ab, BITS);
    arb_mul(&m[OY], &m[CY], ab, BITS); /* A and B lie at height 0 */
    arb_div(&m[OY], &m[OY], &m[U], BITS);
    arb_set_si(&m[V], radius);
    return arb_is_finite(&m[OY]) && arb_overlaps(&m[OY], &m[V]);
}

/* The triangle whose sides make the tangents from its corners S/r_a, S/r_b and
 * S/r_c with S = key: placed in the plane it must have the area S and, corner
 * by corner, the three excircles. */
static bool exradii_fit(arb_struct *m, const struct triangle *t)
{
    const int64_t r[3] = { t->a, t->b, t->c };
    arb_struct tangent[3], side[3];
    bool fits = true;

    for (int i = 0; i < 3; i++) {
        arb_init(&tangent[i]);
        arb_init(&side[i]);
        arb_div_si(&tangent[i], &m[KEY], r[i], BITS);
    }
    for (int i = 0; i < 3; i++)
        arb_add(&side[i], &tangent[(i + 1) % 3], &tangent[(i + 2) % 3], BITS);
    for (int i = 0; i < 3; i++) {
        const arb_struct *bc = &side[i], *ca = &side[(i + 1) % 3],
                         *ab = &side[(i + 2) % 3];

        place_balls(m, bc, ca, ab);
        fits = fits && excircle(m, bc, ca, ab, r[i]);
    }
    arb_mul(&m[W], &m[BX], &m[CY], BITS);
    arb_mul_2exp_si(&m[W], &m[W], -1);
    fits = fits && arb_is_finite(&m[W]) && arb_overlaps(&m[W], &m[KEY]);
    for (int i = 0; i < 3; i++) {
        arb_clear(&side[i]);
        arb_clear(&tangent[i]);
    }
    return fits;
}

static bool measured(arb_struct *m, const struct triangle *t)
{
    if (t->kind == FROM_THREE)
        return exradii_fit(m, t);
    if (t->a >= t->b + t->c || t->b >= t->c + t->a || t->c >= t->a + t->b)
        return false;
    place(m, t);
    if (t->kind == CIRCUMRADIUS)
        return circumscribed(m);
    weigh(m, t->kind == EXRADIUS ? -t->a : t->a, t->b, t->c);
    return touches(m, AX, BX) && touches(m, BX, CX) && touches(m, CX, AX);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct finding *f)
{
    arb_struct m[PLACES + 1];
    bool read, fits;

    for (int i = 0; i <= PLACES; i++)
        arb_init(&m[i]);
    f->by = "coordinates";
    read = key_ball(a, key, BITS, &m[KEY]) && arb_is_positive(&m[KEY]);
    fits = read && measured(m, values);
    for (int i = 0; i <= PLACES; i++)
        arb_clear(&m[i]);
    f->detail = !read  ? "the key is not a positive number"
                : fits ? "the centre, computed from coordinates, has the "
                         "key's distance from all three sides or corners, or "
                         "the area fits"
                       : "the circle placed in the plane does not fit the key";
    return fits ? TRUTH_YES : TRUTH_NO;
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

const struct family concept_inradius = {
    .name = "concept/inradius",
    .version = 1,
    .title = "Inradius, circumradius and exradii",
    .doc = "Radii of the inscribed, circumscribed and escribed circles of a "
           "triangle from its sides, or its area from the three exradii, as "
           "fractions or surds in lowest terms. The worked solution goes by "
           "Heron's formula.",
    .concepts = { HIGH_INRADIUS, HIGH_TRIANGLES },
    .answer = ANSWER_NUMBER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
