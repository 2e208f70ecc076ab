/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Right triangles, points of a circle, masts seen from two places, triangles
 * with two sides and the angle between them, ways with bearings.
 *
 * solve() uses ratios of sides and the law of cosines in exact surds, check()
 * coordinates of the figure in the plane, in certified balls.
 */
#include "family/kit/keys.h"
#include "family/kit/kinds.h"
#include "family/kit/latex.h"
#include "family/kit/recipe.h"
#include "math/surd.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <stdlib.h>

enum kind {
    RIGHT,  /* s: angle A, side given, what is asked; c: the side */
    CIRCLE, /* s: direction; c: radius, height of the centre (0, c1) */
    TOWER,  /* s: far or first angle, near or second angle, ask; c: distance
               between the places, height of the instrument */
    SIDES,  /* s: included angle, what is asked; c: two sides */
    WAY,    /* s: a bearing and two turns; c: three distances */
    KINDS
};

struct figure {
    int64_t kind;
    int64_t n, c[3];
    int64_t m, s[3];
};

static const int64_t slots[KINDS] = { 1, 2, 2, 2, 3 };
static const int64_t others[KINDS] = { 3, 1, 3, 2, 3 };

static const struct field fields[] = {
    NUMBER(struct figure, kind, 0, KINDS - 1),
    SLOT_LIST(struct figure, c, n, -500000, 500000),
    LIST(struct figure, s, m, -360, 360),
    { 0 },
};

enum { HYPOTENUSE, OPPOSITE, ADJACENT, PERIMETER, AREA }; /* RIGHT */
enum { HEIGHT_ONE_SIDE, DISTANCE, HEIGHT_BETWEEN };       /* TOWER */
enum { THIRD_SIDE, WHOLE_PERIMETER };                     /* SIDES */

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "right triangle", "a right triangle with an angle of 30, 45 or 60 "
                        "degrees and one side up to 999: another side, the "
                        "perimeter or the area" },
    { "two angles", "a point of a circle at a standard angle in any quadrant, "
                    "radius 10 to 400, or a mast seen under two standard "
                    "angles from places 1 to 40 metres apart" },
    { "law of cosines", "a triangle with two sides up to 99 and the angle "
                        "between them, acute or obtuse: the third side or the "
                        "perimeter" },
    { "bearings", "a way of three legs with bearings that are multiples of "
                  "30 degrees: the distance from the start" },
};

static const int64_t standard[3] = { 30, 45, 60 };

/* 3 angles, 3 sides, 4 questions; but not the other leg where it is equal. */
static void draw_right(struct pick *k, struct figure *v)
{
    int64_t i = pick(k, 0, 33), ask;

    i += i >= 16;
    i += i >= 21;
    v->kind = RIGHT;
    v->s[0] = standard[i / 12];
    v->s[1] = i % 12 / 4;
    ask = i % 4;
    v->s[2] = ask >= 2 ? ask + 1 : (v->s[1] + 1 + ask) % 3;
    v->c[0] = pick_wide(k, 1, 999);
}

static void draw_two(struct pick *k, struct figure *v)
{
    static const int64_t directions[12] = { 30,  45,  60,  120, 135, 150,
                                            210, 225, 240, 300, 315, 330 };
    static const int64_t towers[12][3] = {
        { 30, 45, 0 }, { 30, 60, 0 }, { 45, 60, 0 }, { 30, 45, 1 },
        { 30, 60, 1 }, { 45, 60, 1 }, { 30, 30, 2 }, { 30, 45, 2 },
        { 30, 60, 2 }, { 45, 45, 2 }, { 45, 60, 2 }, { 60, 60, 2 },
    };
    int64_t i;

    v->kind = pick(k, CIRCLE, TOWER);
    i = pick(k, 0, 11);
    v->c[0] = pick_wide(k, 10, 400);
    v->c[1] = pick(k, 1, 60);
    if (v->kind == CIRCLE) {
        v->s[0] = directions[i];
        return;
    }
    if (k->digits == 0)
        v->c[0] *= 10; /* centimetres: neither too short nor too long */
    v->c[1] += 110;    /* the height of an eye */
    for (int j = 0; j < 3; j++)
        v->s[j] = towers[i][j];
}

static void draw_triangle(struct pick *k, struct figure *v)
{
    static const int64_t included[6] = { 30, 45, 60, 120, 135, 150 };

    v->kind = SIDES;
    v->s[0] = pick_of(k, included, 6);
    v->s[1] = pick(k, THIRD_SIDE, WHOLE_PERIMETER);
    v->c[0] = pick_wide(k, 2, 99);
    v->c[1] = pick_wide(k, 2, 99);
}

static void draw_way(struct pick *k, struct figure *v)
{
    static const int64_t turns[10] = { -150, -120, -90, -60, -30,
                                       30,   60,   90,  120, 150 };

    v->kind = WAY;
    v->s[0] = 30 * pick(k, 0, 11);
    v->s[1] = pick_of(k, turns, 10);
    v->s[2] = pick_of(k, turns, 10);
    for (int i = 0; i < 3; i++)
        v->c[i] = pick_wide(k, 2, 60);
}

static void draw(struct pick *k, void *values)
{
    struct figure *v = values;

    (k->level == 1   ? draw_right
     : k->level == 2 ? draw_two
     : k->level == 3 ? draw_triangle
                     : draw_way)(k, v);
    v->n = slots[v->kind];
    v->m = others[v->kind];
}

/* ---- which values make a figure ---- */

static bool is_standard(int64_t angle)
{
    return angle == 30 || angle == 45 || angle == 60;
}

/* A multiple of 30 or 45 that is none of 90, between the limits. */
static bool is_special(int64_t angle, int64_t below)
{
    return angle > 0 && angle < below && angle % 90 &&
           (angle % 30 == 0 || angle % 45 == 0);
}

static bool well_made(const struct figure *v)
{
    const int64_t *s = v->s;

    if (v->n != slots[v->kind] || v->m != others[v->kind] || v->c[0] <= 0)
        return false;
    for (int64_t i = v->kind == CIRCLE ? 2 : 1; i < v->n; i++)
        if (v->c[i] <= 0)
            return false;
    switch (v->kind) {
    case RIGHT:
        return is_standard(s[0]) && s[1] >= 0 && s[1] <= ADJACENT &&
               s[2] >= 0 && s[2] <= AREA && s[2] != s[1];
    case CIRCLE: return is_special(s[0], 360);
    case TOWER:
        return is_standard(s[0]) && is_standard(s[1]) && s[2] >= 0 &&
               s[2] <= HEIGHT_BETWEEN &&
               (s[2] == HEIGHT_BETWEEN || s[0] < s[1]);
    case SIDES: return is_special(s[0], 180) && (s[1] == 0 || s[1] == 1);
    default: break;
    }
    return s[0] >= 0 && s[0] < 360 && s[0] % 30 == 0 && s[1] % 30 == 0 &&
           s[2] % 30 == 0 && labs(s[1]) < 180 && labs(s[2]) < 180;
}

/* ---- the first road: surds ---- */

static struct surd add(struct surd x, struct surd y)
{
    return surd_new(x.p * y.r + y.p * x.r, x.q * y.r + y.q * x.r,
                    x.d > y.d ? x.d : y.d, x.r * y.r);
}

/* Both over the same root. */
static struct surd mul(struct surd x, struct surd y)
{
    int64_t d = x.d > y.d ? x.d : y.d;

    return surd_new(x.p * y.p + d * x.q * y.q, x.p * y.q + x.q * y.p, d,
                    x.r * y.r);
}

/* 1/x for x != 0 */
static struct surd inverse(struct surd x)
{
    return surd_new(x.r * x.p, -x.r * x.q, x.d, x.p * x.p - x.d * x.q * x.q);
}

static struct surd whole(int64_t n)
{
    return (struct surd){ n, 0, 0, 1 };
}

static const char *tex(struct solving *s, struct surd x)
{
    return surd_latex(s->arena, x);
}

/* Sides of the right triangle with shortest sides 1: hypotenuse, opposite,
 * adjacent to the angle. */
static struct surd side(int64_t angle, int64_t which)
{
    int64_t squares[3] = { angle == 45 ? 2 : 4, angle == 60 ? 3 : 1,
                           angle == 30 ? 3 : 1 };

    return surd_new(0, 1, squares[which], 1);
}

static bool solve_right(struct solving *s, const struct figure *v)
{
    static const char *const names[] = { "AB", "BC", "AC" };
    struct surd unit[3], real[3], key, scale;

    for (int i = 0; i < 3; i++)
        unit[i] = side(v->s[0], i);
    scale = mul(whole(v->c[0]), inverse(unit[v->s[1]]));
    for (int i = 0; i < 3; i++)
        real[i] = mul(scale, unit[i]);
    solving_step(s,
                 "In a right triangle with $\\angle A = %" PRId64
                 "^\\circ$ the sides are in the ratio $BC : AC : AB = %s : %s "
                 ": %s$.",
                 v->s[0], tex(s, unit[1]), tex(s, unit[2]), tex(s, unit[0]));
    solving_step(s, "Since $%s = %" PRId64 "$, the common factor is $%s$.",
                 names[v->s[1]], v->c[0], tex(s, scale));
    solving_step(s, "So $BC = %s$, $AC = %s$ and $AB = %s$.", tex(s, real[1]),
                 tex(s, real[2]), tex(s, real[0]));
    if (v->s[2] == AREA)
        key = mul(mul(real[1], real[2]), (struct surd){ 1, 0, 0, 2 });
    else if (v->s[2] == PERIMETER)
        key = add(add(real[0], real[1]), real[2]);
    else
        key = real[v->s[2]];
    solving_key(s, "%s", tex(s, key));
    if (v->s[2] >= PERIMETER)
        solving_step(s, "The %s is $%s$.",
                     v->s[2] == AREA ? "area $\\frac{1}{2} BC \\cdot AC$"
                                     : "perimeter $AB + BC + AC$",
                     s->key);
    else
        solving_step(s, "The answer is $%s = %s$.", names[v->s[2]], s->key);
    return true;
}

static bool solve_circle(struct solving *s, const struct figure *v)
{
    int64_t angle = v->s[0], r = angle % 180, acute = r > 90 ? 180 - r : r;
    int64_t sy = angle < 180 ? 1 : -1, sx = angle > 90 && angle < 270 ? -1 : 1;
    struct surd hyp = inverse(side(acute, 0)), x, y;

    x = mul(mul(side(acute, 2), hyp), whole(sx));
    y = mul(mul(side(acute, 1), hyp), whole(sy));
    solving_step(s,
                 "The angle is $%" PRId64
                 "^\\circ$, its reference angle $%" PRId64
                 "^\\circ$, so the cosine is $%s$ and the sine is $%s$.",
                 angle, acute, tex(s, x), tex(s, y));
    x = mul(x, whole(v->c[0]));
    y = mul(y, whole(v->c[0]));
    solving_step(s,
                 "From the centre one goes $%" PRId64 "\\cos = %s$ in the "
                 "direction of $x$ and $%" PRId64 "\\sin = %s$ in that of $y$.",
                 v->c[0], tex(s, x), v->c[0], tex(s, y));
    y = add(y, whole(v->c[1]));
    solving_step(s, "The point is $\\left(%s, %s\\right)$.", tex(s, x),
                 tex(s, y));
    solving_key(s, "%s", tex(s, add(x, add(y, y))));
    solving_step(s, "There $x + 2y = %s$.", s->key);
    return true;
}

static bool solve_tower(struct solving *s, const struct figure *v)
{
    struct surd cot[2], key, gap;
    bool between = v->s[2] == HEIGHT_BETWEEN;

    for (int i = 0; i < 2; i++)
        cot[i] = mul(side(v->s[i], 2), inverse(side(v->s[i], 1)));
    gap = add(cot[0], between ? cot[1] : mul(cot[1], whole(-1)));
    key = mul(whole(v->c[0]), inverse(gap));
    solving_step(s,
                 "Let $h$ be the height of the top above the instrument. The "
                 "horizontal distances are $h\\cot %" PRId64
                 "^\\circ = %s \\cdot h$ and $h\\cot %" PRId64
                 "^\\circ = %s \\cdot h$.",
                 v->s[0], tex(s, cot[0]), v->s[1], tex(s, cot[1]));
    solving_step(s,
                 "Their %s is $%" PRId64 "$: $\\left(%s\\right)h = %" PRId64
                 "$, so $h = %s$.",
                 between ? "sum" : "difference", v->c[0], tex(s, gap), v->c[0],
                 tex(s, key));
    if (v->s[2] == DISTANCE)
        key = mul(key, cot[1]);
    else
        key = add(key, whole(v->c[1]));
    solving_key(s, "%s", tex(s, key));
    if (v->s[2] == DISTANCE)
        solving_step(s,
                     "The nearer place is $h\\cot %" PRId64
                     "^\\circ = %s$ centimetres from the mast.",
                     v->s[1], s->key);
    else
        solving_step(s,
                     "Add the height of the instrument: $%s + %" PRId64
                     " = %s$ centimetres.",
                     tex(s, add(key, whole(-v->c[1]))), v->c[1], s->key);
    return true;
}

/* sqrt(n + m sqrt(d)) */
static const char *root_text(struct solving *s, int64_t n, int64_t m, int64_t d)
{
    if (m == 0)
        return tex(s, surd_new(0, 1, n, 1));
    return arena_printf(s->arena, "\\sqrt{%s}",
                        tex(s, (struct surd){ n, m, d, 1 }));
}

/* Twice the cosine of a multiple of 30 or 45: whole, or q sqrt(d). */
static struct surd cosine2(int64_t angle)
{
    int64_t a = labs(angle) % 360, r = a > 180 ? 360 - a : a;
    int64_t acute = r > 90 ? 180 - r : r, sign = r > 90 ? -1 : 1;

    return acute == 90   ? whole(0)
           : acute == 0  ? whole(2 * sign)
           : acute == 60 ? whole(sign)
                         : (struct surd){ 0, sign, acute == 30 ? 3 : 2, 1 };
}

static bool solve_sides(struct solving *s, const struct figure *v)
{
    int64_t a = v->c[0], b = v->c[1], sum = a * a + b * b;
    struct surd twice = cosine2(v->s[0]);
    const char *root;

    if (sum - a * b > 500000000)
        return false;
    root = root_text(s, sum - twice.p * a * b, -twice.q * a * b, twice.d);
    solving_step(s,
                 "By the law of cosines, the third side $c$ has $c^2 = %" PRId64
                 "^2 + %" PRId64 "^2 - 2 \\cdot %" PRId64 " \\cdot %" PRId64
                 " \\cdot \\cos %" PRId64 "^\\circ$.",
                 a, b, a, b, v->s[0]);
    solving_step(s, "With $2\\cos %" PRId64 "^\\circ = %s$ this is $c^2 = %s$.",
                 v->s[0], tex(s, twice),
                 tex(s, (struct surd){ sum - twice.p * a * b, -twice.q * a * b,
                                       twice.d, 1 }));
    if (v->s[1] == THIRD_SIDE)
        solving_key(s, "%s", root);
    else
        solving_key(s, "%" PRId64 "+%s", a + b, root);
    solving_step(s, "So $c = %s$.", root);
    if (v->s[1] == WHOLE_PERIMETER)
        solving_step(s,
                     "The perimeter is $%" PRId64 " + %" PRId64 " + c = %s$.",
                     a, b, s->key);
    return true;
}

/* A whole number or q sqrt(d), in brackets when it is negative. */
static const char *factor(struct solving *s, struct surd x)
{
    return arena_printf(s->arena, x.p < 0 || x.q < 0 ? "(%s)" : "%s",
                        tex(s, x));
}

/* |a + b + c|^2 = sum of squares + sum of 2 |a||b| cos(angle between). */
static bool solve_way(struct solving *s, const struct figure *v)
{
    int64_t bearing[3] = { v->s[0], v->s[0] + v->s[1],
                           v->s[0] + v->s[1] + v->s[2] };
    struct str pairs = str_in(s->arena);
    int64_t n = 0, m = 0;

    for (int i = 0; i < 3; i++) {
        n += v->c[i] * v->c[i];
        for (int j = 0; j < i; j++) {
            struct surd twice = cosine2(bearing[i] - bearing[j]);

            n += twice.p * v->c[i] * v->c[j];
            m += twice.q * v->c[i] * v->c[j];
            str_addf(&pairs, "%s%" PRId64 " \\cdot %" PRId64 " \\cdot %s",
                     pairs.n ? " + " : "", v->c[j], v->c[i], factor(s, twice));
        }
    }
    if (n > 1000000000 || n < 0)
        return false;
    solving_step(s,
                 "Add the legs as vectors. The second direction differs from "
                 "the first by $%" PRId64 "^\\circ$, the third from the second "
                 "by $%" PRId64 "^\\circ$ and from the first by $%" PRId64
                 "^\\circ$.",
                 (int64_t)labs(v->s[1]), (int64_t)labs(v->s[2]),
                 (int64_t)labs(v->s[1] + v->s[2]));
    solving_step(s,
                 "The square of the distance is the sum of the squares of the "
                 "lengths and of $2ab\\cos\\varphi$ for every pair; for these "
                 "angles $2\\cos\\varphi$ is $%s$, $%s$ and $%s$.",
                 tex(s, cosine2(v->s[1])), tex(s, cosine2(v->s[2])),
                 tex(s, cosine2(v->s[1] + v->s[2])));
    solving_step(s,
                 "The squares add up to $%" PRId64 " + %" PRId64 " + %" PRId64
                 " = %" PRId64 "$, the pairs give $%s$; together this is $%s$.",
                 v->c[0] * v->c[0], v->c[1] * v->c[1], v->c[2] * v->c[2],
                 v->c[0] * v->c[0] + v->c[1] * v->c[1] + v->c[2] * v->c[2],
                 str_get(&pairs), tex(s, (struct surd){ n, m, 3, 1 }));
    solving_key(s, "%s", root_text(s, n, m, 3));
    solving_step(s, "The distance is $%s$.", s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    static bool (*const roads[KINDS])(struct solving *,
                                      const struct figure *) = {
        solve_right, solve_circle, solve_tower, solve_sides, solve_way,
    };
    const struct figure *v = values;

    return well_made(v) && roads[v->kind](s, v);
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    static const char *const names[] = { "AB", "BC", "AC" };
    static const char *const asked[] = {
        "the length of $AB$",       "the length of $BC$",
        "the length of $AC$",       "the perimeter of the triangle",
        "the area of the triangle",
    };
    const struct figure *v = values;

    if (v->kind == RIGHT) {
        speech_set(s, "side", "%s", names[v->s[1]]);
        speech_set(s, "ask", "%s", asked[v->s[2]]);
        speech_set(s, "square", "%s", v->s[2] == AREA ? "square " : "");
    } else if (v->kind == CIRCLE) {
        speech_set(s, "angle", "%s",
                   latex_times(s->arena, v->s[0], 180, "\\pi"));
    } else if (v->kind == TOWER) {
        speech_set(s, "where", "%s",
                   v->s[2] == HEIGHT_BETWEEN
                       ? "on opposite sides of the mast, in line with its foot"
                       : "on the same side of the mast, in line with its "
                         "foot, the second one nearer");
        speech_set(s, "ask", "%s",
                   v->s[2] == DISTANCE
                       ? "the horizontal distance from the second place to the "
                         "axis of the mast"
                       : "the height of the mast");
    } else if (v->kind == SIDES) {
        speech_set(s, "ask", "%s",
                   v->s[1] ? "the perimeter of the triangle"
                           : "the length of the third side");
    } else if (v->kind == WAY) {
        for (int i = 1; i < 3; i++)
            speech_set(s, i == 1 ? "turn" : "turn2",
                       "$%" PRId64 "^\\circ$ to the %s", (int64_t)labs(v->s[i]),
                       v->s[i] < 0 ? "left" : "right");
    }
}

KIND_IS(struct figure, is_right, RIGHT)
KIND_IS(struct figure, is_circle, CIRCLE)
KIND_IS(struct figure, is_tower, TOWER)
KIND_IS(struct figure, is_sides, SIDES)
KIND_IS(struct figure, is_way, WAY)

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "Triangle $ABC$, $\\angle C = 90^\\circ$, $\\angle A = <s[0]>^\\circ$, "
      "$<side> = <c[0]>$. Find <ask>.",
      is_right },
    { STYLE_PLAIN,
      "In triangle $ABC$ the angle at $C$ is a right angle, the angle at $A$ "
      "is $<s[0]>^\\circ$, and $<side> = <c[0]>$. Find <ask>.",
      is_right },
    { STYLE_PLAIN,
      "A right triangle $ABC$ has its right angle at $C$. Given that "
      "$\\angle BAC = <s[0]>^\\circ$ and that the side $<side>$ has length "
      "$<c[0]>$, determine <ask>.",
      is_right },
    { STYLE_STORY,
      "Under a microscope, <name> sees a triangular <object> with the corners "
      "$A$, $B$ and $C$, a right angle at $C$ and an angle of $<s[0]>^\\circ$ "
      "at $A$, and measures $<side> = <c[0]>$ micrometres. Find <ask>, in "
      "<square>micrometres.",
      is_right },
    { STYLE_STORY,
      "Three posts stand at the points $A$, $B$ and $C$ of a plain near "
      "<city>. They form a right triangle with the right angle at $C$, the "
      "angle at $A$ is $<s[0]>^\\circ$, and the straight line $<side>$ is "
      "$<c[0]>$ <c[0]?metre|metres> long. In <square>metres, what is <ask>?",
      is_right },
    { STYLE_TERSE,
      "Circle: centre $(0, <c[1]>)$, radius $<c[0]>$. Find $x + 2y$ for its "
      "point $(x, y)$ in the direction $<angle>$ (radians, anticlockwise from "
      "the positive $x$-direction, seen from the centre).",
      is_circle },
    { STYLE_PLAIN,
      "A circle has centre $(0, <c[1]>)$ and radius $<c[0]>$. The radius to its "
      "point $P = (x, y)$ makes the angle $<angle>$ (in radians, anticlockwise) "
      "with the positive $x$-direction. Find $x + 2y$.",
      is_circle },
    { STYLE_PLAIN,
      "Starting at $(<c[0]>, <c[1]>)$, a point moves anticlockwise on the "
      "circle with centre $(0, <c[1]>)$ through an angle of $<angle>$ radians. "
      "What is $x + 2y$ for the point $(x, y)$ that it reaches?",
      is_circle },
    { STYLE_STORY,
      "A robot arm of length $<c[0]>$ millimetres turns about the point "
      "$(0, <c[1]>)$ of a plan drawn in millimetres. At first it points in "
      "the positive $x$-direction; then <name> lets it turn anticlockwise by "
      "$<angle>$ radians. The tip is then at $(x, y)$. Find $x + 2y$.",
      is_circle },
    { STYLE_STORY,
      "On a radar screen near <city>, the antenna stands at $(0, <c[1]>)$ and "
      "an aircraft circles around it at a distance of $<c[0]>$ units. When "
      "the direction from the antenna to the aircraft makes an angle of "
      "$<angle>$ radians, anticlockwise, with the positive $x$-direction, "
      "it is at the point $(x, y)$. What is $x + 2y$?",
      is_circle },
    { STYLE_TERSE,
      "Vertical mast on level ground; its top is seen under elevations "
      "$<s[0]>^\\circ$ and $<s[1]>^\\circ$ from two places $<c[0]>$ "
      "centimetres apart, <where>; the instrument is $<c[1]>$ centimetres "
      "above the ground. Find <ask>, in centimetres.",
      is_tower },
    { STYLE_PLAIN,
      "A vertical mast stands on level ground. Two places are $<c[0]>$ "
      "centimetres apart and lie <where>. An instrument that is set up "
      "$<c[1]>$ centimetres above the ground sees the top of the mast at an "
      "angle of elevation of $<s[0]>^\\circ$ from the first place and of "
      "$<s[1]>^\\circ$ from the second. Find <ask>, in centimetres.",
      is_tower },
    { STYLE_PLAIN,
      "On level ground stands a vertical mast. From two places that are "
      "$<c[0]>$ centimetres apart and lie <where>, the angles of elevation of "
      "its top are $<s[0]>^\\circ$ and $<s[1]>^\\circ$, in this order. They "
      "are measured $<c[1]>$ centimetres above the ground. Determine <ask>, in "
      "centimetres.",
      is_tower },
    { STYLE_STORY,
      "<name> surveys a vertical mast in <city> with an instrument on a stand "
      "of height $<c[1]>$ centimetres. It stands first at one place and then "
      "at another one $<c[0]>$ centimetres away, <where>; all the ground is "
      "level. The top appears at elevations of $<s[0]>^\\circ$ and then "
      "$<s[1]>^\\circ$. Find <ask>, in centimetres.",
      is_tower },
    { STYLE_STORY,
      "A vertical mast stands on the level beach of <city>. <name>, whose eyes "
      "are $<c[1]>$ centimetres above the ground, sees its top at an elevation "
      "of $<s[0]>^\\circ$ from a first place and of $<s[1]>^\\circ$ from a "
      "second one. The two places are $<c[0]>$ centimetres apart and lie "
      "<where>. Find <ask>, in centimetres.",
      is_tower },
    { STYLE_TERSE,
      "A triangle has sides $<c[0]>$ and $<c[1]>$ with $<s[0]>^\\circ$ between "
      "them. Find <ask>.",
      is_sides },
    { STYLE_PLAIN,
      "Two sides of a triangle have the lengths $<c[0]>$ and $<c[1]>$ and "
      "enclose an angle of $<s[0]>^\\circ$. Find <ask>.",
      is_sides },
    { STYLE_PLAIN,
      "In triangle $ABC$, $CA = <c[0]>$, $CB = <c[1]>$ and "
      "$\\angle ACB = <s[0]>^\\circ$. Determine <ask>.",
      is_sides },
    { STYLE_STORY,
      "Two straight paths leave the <place> at an angle of $<s[0]>^\\circ$. "
      "After $<c[0]>$ metres on one and $<c[1]>$ metres on the other there is "
      "a signpost, and a straight fence joins the two signposts. It is the "
      "third side of a triangle with the two paths. Find <ask>, in metres.",
      is_sides },
    { STYLE_STORY,
      "<name> stretches two ropes of $<c[0]>$ and $<c[1]>$ metres from one peg "
      "in the ground so that they enclose $<s[0]>^\\circ$, and marks the "
      "triangle with the peg and the two ends as corners. In metres, what "
      "is <ask>?",
      is_sides },
    { STYLE_TERSE,
      "Walk $<c[0]>$ on bearing $<s[0]>^\\circ$, turn <turn>, walk $<c[1]>$, "
      "turn <turn2>, walk $<c[2]>$. Distance from the start?",
      is_way },
    { STYLE_PLAIN,
      "A point moves $<c[0]>$ units straight on a bearing of $<s[0]>^\\circ$. "
      "It turns <turn> and moves $<c[1]>$ units, then turns <turn2> and moves "
      "$<c[2]>$ units. How far is it from where it started?",
      is_way },
    { STYLE_PLAIN,
      "A path has three straight legs of lengths $<c[0]>$, $<c[1]>$ and "
      "$<c[2]>$. The first has a bearing of $<s[0]>^\\circ$; between the first "
      "and the second the direction turns <turn>, between the second and the "
      "third <turn2>. Find the distance between the ends of the path.",
      is_way },
    { STYLE_STORY,
      "On a calm lake near <city>, a small boat leaves a buoy and sails "
      "$<c[0]>$ metres on a bearing of $<s[0]>^\\circ$. It then turns <turn> "
      "and sails $<c[1]>$ metres, turns <turn2> and sails another $<c[2]>$ "
      "metres. How many metres is it from the buoy, in a straight line?",
      is_way },
    { STYLE_STORY,
      "<name> steers a drone: $<c[0]>$ metres on a bearing of "
      "$<s[0]>^\\circ$, then a turn of <turn> and $<c[1]>$ metres, then a turn "
      "of <turn2> and $<c[2]>$ metres, always at the same height. How many "
      "metres is the drone then from the point where it began?",
      is_way },
    { 0 },
};

static const struct pool pools[] = {
    { "object", "crystal|splinter of glass|metal chip|flake of ice|grain" },
    { 0 },
};

/* ---- the second road: coordinates ---- */

#define BITS 192

/* cosine and sine of whole degrees */
static void turn(arb_t x, arb_t y, int64_t degrees)
{
    fmpq_t q;

    fmpq_init(q);
    fmpq_set_si(q, (slong)degrees, 180);
    arb_sin_cos_pi_fmpq(y, x, q, BITS);
    fmpq_clear(q);
}

/* The right triangle with hypotenuse 1, scaled. */
static void measure_right(arb_t out, const struct figure *v, arb_t x, arb_t y)
{
    turn(x, y, v->s[0]);
    if (v->s[2] == AREA) {
        arb_mul(out, x, y, BITS);
        arb_mul_2exp_si(out, out, -1);
    } else if (v->s[2] == PERIMETER) {
        arb_add(out, x, y, BITS);
        arb_add_si(out, out, 1, BITS);
    } else if (v->s[2] == HYPOTENUSE) {
        arb_one(out);
    } else {
        arb_set(out, v->s[2] == OPPOSITE ? y : x);
    }
    for (int i = 0; i < (v->s[2] == AREA ? 2 : 1); i++) {
        arb_mul_si(out, out, (slong)v->c[0], BITS);
        if (v->s[1] != HYPOTENUSE)
            arb_div(out, out, v->s[1] == OPPOSITE ? y : x, BITS);
    }
}

/* The two sight lines y = x tan s0 and y = tan s1 (x - c0), or falling. */
static void measure_tower(arb_t out, const struct figure *v, arb_t x, arb_t y)
{
    arb_t t, u;

    arb_init(t);
    arb_init(u);
    turn(x, y, v->s[0]);
    arb_div(t, y, x, BITS);
    turn(x, y, v->s[2] == HEIGHT_BETWEEN ? 180 - v->s[1] : v->s[1]);
    arb_div(u, y, x, BITS);
    arb_sub(y, u, t, BITS); /* they meet at x = c0 u / (u - t) */
    arb_mul_si(x, u, (slong)v->c[0], BITS);
    arb_div(x, x, y, BITS);
    if (v->s[2] == DISTANCE) {
        arb_sub_si(out, x, (slong)v->c[0], BITS);
    } else {
        arb_mul(out, x, t, BITS);
        arb_add_si(out, out, (slong)v->c[1], BITS);
    }
    arb_clear(u);
    arb_clear(t);
}

static void measure_way(arb_t out, const struct figure *v, arb_t x, arb_t y)
{
    int64_t bearing = 0;
    arb_t east, north;

    arb_init(east);
    arb_init(north);
    for (int i = 0; i < 3; i++) {
        bearing += v->s[i];
        turn(y, x, bearing);
        arb_addmul_si(east, x, (slong)v->c[i], BITS);
        arb_addmul_si(north, y, (slong)v->c[i], BITS);
    }
    arb_hypot(out, east, north, BITS);
    arb_clear(north);
    arb_clear(east);
}

static void measure(arb_t out, const struct figure *v)
{
    arb_t x, y;

    arb_init(x);
    arb_init(y);
    turn(x, y, v->s[0]);
    if (v->kind == RIGHT) {
        measure_right(out, v, x, y);
    } else if (v->kind == CIRCLE) {
        arb_addmul_si(x, y, 2, BITS);
        arb_mul_si(out, x, (slong)v->c[0], BITS);
        arb_add_si(out, out, 2 * (slong)v->c[1], BITS);
    } else if (v->kind == TOWER) {
        measure_tower(out, v, x, y);
    } else if (v->kind == SIDES) {
        arb_mul_si(x, x, (slong)v->c[0], BITS);
        arb_mul_si(y, y, (slong)v->c[0], BITS);
        arb_sub_si(x, x, (slong)v->c[1], BITS);
        arb_hypot(out, x, y, BITS);
        if (v->s[1] == WHOLE_PERIMETER)
            arb_add_si(out, out, (slong)(v->c[0] + v->c[1]), BITS);
    } else {
        measure_way(out, v, x, y);
    }
    arb_clear(y);
    arb_clear(x);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct finding *f)
{
    const struct figure *v = values;
    bool ok;
    arb_t x, y;

    f->by = "coordinates";
    f->detail = "these numbers make no figure";
    if (!well_made(v))
        return TRUTH_NO;
    arb_init(x);
    arb_init(y);
    f->detail = "the key is not a real number";
    ok = key_ball(a, key, BITS, x) && mag_cmp_2exp_si(arb_radref(x), -80) < 0;
    if (ok) {
        measure(y, v);
        arb_sub(y, y, x, BITS);
        ok = arb_contains_zero(y) && mag_cmp_2exp_si(arb_radref(y), -60) < 0;
        f->detail = ok ? "the figure placed in the plane has this measure, in "
                         "balls of 192 bits"
                       : "the figure placed in the plane has another measure";
    }
    arb_clear(y);
    arb_clear(x);
    return ok ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct figure),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the exact value.",
    .pools = pools,
    .check = check,
};

const struct family concept_trigonometry = {
    .name = "concept/trigonometry",
    .version = 1,
    .title = "Trigonometry",
    .doc = "Measures of figures by sine, cosine and tangent of standard "
           "angles, as exact surds: right triangles, points of a circle, "
           "masts seen from two places, triangles by the law of cosines, "
           "and ways with bearings.",
    .concepts = { HIGH_TRIG, HIGH_TRIANGLES },
    .answer = ANSWER_NUMBER,
    .levels = levels,
    .n_levels = 4,
    CONCEPT_CARD(&recipe),
};
