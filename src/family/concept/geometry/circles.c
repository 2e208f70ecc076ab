/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Circles: arcs, sectors, inscribed angles, chords, tangents.
 *
 * solve() uses the theorems of school geometry and keeps pi and roots exact.
 * check() places the circle in the plane: it goes along the circle by the
 * length or area that the key says, or constructs the points of contact from
 * coordinates, and measures in balls of certified precision.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <string.h>

enum kind {
    ARC,       /* radius a, central angle b: length */
    SECTOR,    /* radius a, central angle b: area */
    INSCRIBED, /* radius a, inscribed angle b: length of its arc */
    CHORD,     /* radius a, distance b from the centre: length */
    TANGENT,   /* radius a, point at distance b: length of the tangent */
    OUTER,     /* radii a, b, centres c apart: outer common tangent */
    INNER,     /* the same, inner common tangent */
    CROSSED    /* perpendicular chords, AP = a, PB = b, CP = c: radius */
};

struct figure {
    int64_t kind, a, b, c; /* c is 1 where it is idle */
};

static const struct field fields[] = {
    NUMBER(struct figure, kind, ARC, CROSSED),
    SLOT(struct figure, a, 1, 20000),
    SLOT(struct figure, b, 1, 20000),
    NUMBER(struct figure, c, 1, 20000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "arcs", "length of an arc or area of a sector from radius and angle, or "
              "an arc from an inscribed angle; radius up to 60" },
    { "right triangles", "length of a chord from its distance to the centre, "
                         "or of a tangent; lengths up to 120" },
    { "combined", "common tangents of two circles, or the radius from two "
                  "perpendicular chords; radii and lengths up to 40, "
                  "centres up to 120 apart" },
};

static void draw(struct pick *k, void *values)
{
    struct figure *f = values;
    int64_t x, y, z;

    f->c = 1;
    if (k->level == 1) {
        f->kind = pick(k, ARC, INSCRIBED);
        f->a = pick_wide(k, 2, 60);
        f->b = pick(k, 5, 88);
        if (f->kind != INSCRIBED)
            f->b *= 4;
    } else if (k->level == 2) {
        f->kind = pick(k, CHORD, TANGENT);
        x = pick_wide(k, 2, 60);
        y = pick_wide(k, 1, 60);
        f->a = f->kind == CHORD ? x + y : x;
        f->b = f->kind == CHORD ? x : x + y;
    } else {
        f->kind = pick(k, OUTER, CROSSED);
        x = pick_wide(k, 1, 40);
        y = pick_wide(k, 1, 39);
        z = pick_wide(k, 1, 40);
        y += y >= x; /* an outer tangent of equal circles is as long as given */
        f->a = x;
        f->b = y;
        f->c = f->kind == CROSSED ? z : x + y + z;
    }
}

/* ---- the first road ---- */

static bool solve_arc(struct solving *s, const struct figure *f)
{
    int64_t angle = f->kind == INSCRIBED ? 2 * f->b : f->b;
    char *part = latex_ratio(s->arena, angle, 360);

    if (angle >= 360 || (f->kind == INSCRIBED && f->b >= 90))
        return false;
    if (f->kind == INSCRIBED)
        solving_step(s,
                     "The central angle over the same arc is twice the "
                     "inscribed angle: $2 \\cdot %" PRId64 "^\\circ = %" PRId64
                     "^\\circ$.",
                     f->b, angle);
    solving_step(s,
                 "An angle of $%" PRId64
                 "^\\circ$ at the centre is $\\frac{%" PRId64
                 "}{360} = %s$ of the full circle.",
                 angle, angle, part);
    if (f->kind == SECTOR) {
        solving_key(s, "%s",
                    latex_times(s->arena, f->a * f->a * angle, 360, "\\pi"));
        solving_step(s,
                     "The full circle has area $\\pi \\cdot %" PRId64
                     "^2 = %" PRId64 "\\pi$.",
                     f->a, f->a * f->a);
    } else {
        solving_key(s, "%s", latex_times(s->arena, f->a * angle, 180, "\\pi"));
        solving_step(s,
                     "The full circle has length $2\\pi \\cdot %" PRId64
                     " = %" PRId64 "\\pi$.",
                     f->a, 2 * f->a);
    }
    solving_step(s, "The part is $%s \\cdot %" PRId64 "\\pi = %s$.", part,
                 f->kind == SECTOR ? f->a * f->a : 2 * f->a, s->key);
    return true;
}

/* Chord and tangent: one right triangle with the radius. */
static bool solve_right(struct solving *s, const struct figure *f)
{
    int64_t a = f->a, b = f->b;
    int64_t rest = f->kind == CHORD ? a * a - b * b : b * b - a * a;

    if (rest <= 0)
        return false;
    solving_key(s, "%s",
                latex_root(s->arena, f->kind == CHORD ? 2 : 1, rest, 1));
    if (f->kind == CHORD) {
        solving_step(s, "The perpendicular from the centre meets the chord in "
                        "its midpoint.");
        solving_step(s,
                     "Half the chord $h$, the distance and the radius form a "
                     "right triangle: $h^2 = %" PRId64 "^2 - %" PRId64
                     "^2 = %" PRId64 "$.",
                     a, b, rest);
        solving_step(s, "The chord is $2h = %s$.", s->key);
    } else {
        solving_step(s, "The radius to the point of contact is perpendicular "
                        "to the tangent.");
        solving_step(s,
                     "So the length $t$ satisfies $t^2 + %" PRId64
                     "^2 = %" PRId64 "^2$.",
                     a, b);
        solving_step(
            s, "$t^2 = %" PRId64 " - %" PRId64 " = %" PRId64 "$, so $t = %s$.",
            b * b, a * a, rest, s->key);
    }
    return true;
}

static bool solve_common(struct solving *s, const struct figure *f)
{
    int64_t a = f->a, b = f->b, c = f->c;
    int64_t leg = f->kind == INNER ? a + b : a > b ? a - b : b - a;
    int64_t rest = c * c - leg * leg;

    if (c <= a + b)
        return false;
    solving_key(s, "%s", latex_root(s->arena, 1, rest, 1));
    solving_step(s, "Both radii to the points of contact are perpendicular to "
                    "the tangent, so they are parallel.");
    solving_step(s,
                 "Shift the tangent in parallel until it goes through the "
                 "centre of the second circle. With the line of centres it "
                 "forms a right triangle with hypotenuse $%" PRId64
                 "$, in which one leg is the %s of the radii, $%" PRId64
                 "$, and the other the length $t$ of the tangent.",
                 c, f->kind == INNER ? "sum" : "difference", leg);
    solving_step(s, "So $t^2 = %" PRId64 "^2 - %" PRId64 "^2 = %" PRId64 "$.",
                 c, leg, rest);
    solving_step(s, "Hence $t = %s$.", s->key);
    return true;
}

/* 4 R^2 = (AP + PB)^2 + (CP - PD)^2, with PD = ab/c. */
static bool solve_crossed(struct solving *s, const struct figure *f)
{
    int64_t a = f->a, b = f->b, c = f->c;
    int64_t square = (a * a + c * c) * (b * b + c * c);

    if (a > 10000 || b > 10000 || c > 10000)
        return false;
    solving_key(s, "%s", latex_root(s->arena, 1, square, 2 * c));
    solving_step(s,
                 "Call the chords $AB$ and $CD$ and their crossing $P$, with "
                 "$AP = %" PRId64 "$, $PB = %" PRId64 "$ and $CP = %" PRId64
                 "$.",
                 a, b, c);
    solving_step(s,
                 "By the theorem of intersecting chords $CP \\cdot PD = AP "
                 "\\cdot PB = %" PRId64 "$, so $PD = %s$.",
                 a * b, latex_ratio(s->arena, a * b, c));
    solving_step(s,
                 "The centre lies on the perpendicular bisectors of both "
                 "chords. The chord $AB = %" PRId64 "$ has half length $%s$, "
                 "and the centre is $\\frac{1}{2}|CP - PD| = %s$ away from it.",
                 a + b, latex_ratio(s->arena, a + b, 2),
                 latex_ratio(s->arena,
                             c * c > a * b ? c * c - a * b : a * b - c * c,
                             2 * c));
    solving_step(s,
                 "By Pythagoras $R^2 = \\left(%s\\right)^2 + "
                 "\\left(%s\\right)^2 = %s$.",
                 latex_ratio(s->arena, a + b, 2),
                 latex_ratio(s->arena,
                             c * c > a * b ? c * c - a * b : a * b - c * c,
                             2 * c),
                 latex_ratio(s->arena, square, 4 * c * c));
    solving_step(s, "Hence $R = %s$.", s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct figure *f = values;

    switch (f->kind) {
    case CHORD:
    case TANGENT: return solve_right(s, f);
    case OUTER:
    case INNER: return solve_common(s, f);
    case CROSSED: return solve_crossed(s, f);
    default: return solve_arc(s, f);
    }
}

/* ---- wording ---- */

KIND_IS(struct figure, is_arc, ARC)
KIND_IS(struct figure, is_sector, SECTOR)

static bool is_clock(const void *values)
{
    const struct figure *f = values;

    return f->kind == ARC && f->a >= 10 && f->a <= 3000;
}

KIND_IS(struct figure, is_inscribed, INSCRIBED)
KIND_IS(struct figure, is_chord, CHORD)
KIND_IS(struct figure, is_tangent, TANGENT)
KIND_IS(struct figure, is_crossed, CROSSED)

static bool is_common(const void *values)
{
    const struct figure *f = values;

    return f->kind == OUTER || f->kind == INNER;
}

static void speak(struct speech *s, const void *values)
{
    const struct figure *f = values;

    speech_set(s, "side", "%s",
               f->kind == OUTER ? "has both circles on the same side of it"
                                : "separates the two circles");
    speech_set(s, "belt", "%s",
               f->kind == OUTER
                   ? "runs straight along the outside of both wheels, without "
                     "crossing over between them"
                   : "crosses over between the wheels");
}

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "Circle of radius $<a>$, central angle $<b>^\\circ$. Arc "
      "length?",
      is_arc },
    { STYLE_PLAIN,
      "In a circle of radius $<a>$, a central angle measures $<b>^\\circ$. "
      "Find the length of its arc.",
      is_arc },
    { STYLE_PLAIN,
      "How long is the arc that an angle of $<b>^\\circ$ at the centre cuts "
      "out of a circle with radius $<a>$?",
      is_arc },
    { STYLE_STORY,
      "The tip of a clock hand is $<a>$ millimetres from the centre of the "
      "clock. While <name> waits, the hand turns by $<b>$ degrees. How long is "
      "the path of its tip, in millimetres?",
      is_clock },
    { STYLE_STORY,
      "A cyclist rides along an arc of a circle with a radius of $<a>$ metres "
      "until the direction of the ride has turned by $<b>$ degrees. How "
      "many metres long is the arc?",
      is_arc },

    { STYLE_TERSE, "Sector of radius $<a>$ and angle $<b>^\\circ$. Area?",
      is_sector },
    { STYLE_PLAIN,
      "Find the area of a sector with central angle $<b>^\\circ$ in a circle "
      "of radius $<a>$.",
      is_sector },
    { STYLE_PLAIN,
      "A circle has radius $<a>$. What is the area of the part of its disc "
      "that lies within a central angle of $<b>^\\circ$?",
      is_sector },
    { STYLE_STORY,
      "A lawn sprinkler reaches $<a>$ decimetres far and turns to and fro "
      "through an angle of $<b>$ degrees. How many square decimetres of "
      "lawn does it water?",
      is_sector },
    { STYLE_STORY,
      "A paper fan opens to an angle of $<b>$ degrees, and its ribs, covered "
      "with paper from end to end, are $<a>$ millimetres long. How many "
      "square millimetres does the open fan cover?",
      is_sector },

    { STYLE_TERSE,
      "$A$, $B$, $C$ on a circle of radius $<a>$, $\\angle BAC = <b>^\\circ$. "
      "Length of the arc $BC$ that does not contain $A$?",
      is_inscribed },
    { STYLE_PLAIN,
      "Points $A$, $B$ and $C$ lie on a circle of radius $<a>$, and $\\angle "
      "BAC = <b>^\\circ$. Find the length of the arc from $B$ to $C$ that does "
      "not contain $A$.",
      is_inscribed },
    { STYLE_PLAIN,
      "A triangle $ABC$ with an angle of $<b>^\\circ$ at $A$ is inscribed in a "
      "circle of radius $<a>$. How long is the arc $BC$ of the circle on the "
      "other side of $BC$ than $A$?",
      is_inscribed },
    { STYLE_STORY,
      "<name> stands at the wall of a round hall with a radius of $<a>$ "
      "metres and swings a camera by $<b>$ degrees. How many metres of the "
      "opposite wall, measured along the curve, does the swing cover?",
      is_inscribed },

    { STYLE_TERSE,
      "Circle of radius $<a>$, chord at distance $<b>$ from the centre. Length "
      "of the chord?",
      is_chord },
    { STYLE_PLAIN,
      "A chord of a circle with radius $<a>$ is $<b>$ away from the centre. "
      "How long is the chord?",
      is_chord },
    { STYLE_PLAIN,
      "A line at distance $<b>$ from the centre of a circle with radius $<a>$ "
      "cuts the circle in $A$ and $B$. Find $AB$.",
      is_chord },
    { STYLE_STORY,
      "A straight path crosses a round meadow with a radius of $<a>$ metres "
      "and passes its middle at a distance of $<b>$ metres. How many "
      "metres of the path lie in the meadow?",
      is_chord },
    { STYLE_STORY,
      "A radar station sees everything within $<a>$ metres. A ship sails "
      "on a straight course whose nearest point is $<b>$ metres from the "
      "station. For how many metres can the station see the ship?",
      is_chord },

    { STYLE_TERSE,
      "Circle of radius $<a>$, point $P$ at distance $<b>$ from the centre. "
      "Length of a tangent from $P$ to its point of contact?",
      is_tangent },
    { STYLE_PLAIN,
      "Point $P$ is at distance $<b>$ from the centre of a circle with radius "
      "$<a>$. A tangent from $P$ touches the circle in $T$. Find $PT$.",
      is_tangent },
    { STYLE_PLAIN,
      "From a point that is $<b>$ away from the centre of a circle of radius "
      "$<a>$, a tangent is drawn. How long is the segment between the point "
      "and the point of contact?",
      is_tangent },
    { STYLE_STORY,
      "A rope is stretched from a ring on the ground to the rim of a round "
      "pond, which it just touches. The pond has a radius of $<a>$ "
      "decimetres, and the ring is $<b>$ decimetres from its centre. "
      "How many decimetres is it from the ring to the point where the "
      "rope touches the rim?",
      is_tangent },

    { STYLE_TERSE,
      "Circles of radii $<a>$ and $<b>$, centres $<c>$ apart. A common tangent "
      "<side>. Distance between its points of contact?",
      is_common },
    { STYLE_PLAIN,
      "Two circles with radii $<a>$ and $<b>$ have centres at distance $<c>$. "
      "A common tangent <side>. How far apart are its two points of contact?",
      is_common },
    { STYLE_PLAIN,
      "A line touches a circle of radius $<a>$ in $S$ and a circle of radius "
      "$<b>$ in $T$, and it <side>. The distance between the centres is $<c>$. Find "
      "$ST$.",
      is_common },
    { STYLE_STORY,
      "A belt is stretched around two wheels with radii of $<a>$ and $<b>$ "
      "<b?millimetre|millimetres> whose axes are $<c>$ millimetres apart. It "
      "<belt>. How many millimetres long is one of its two straight parts?",
      is_common },

    { STYLE_TERSE,
      "Perpendicular chords $AB$ and $CD$ of a circle meet in $P$; $AP = <a>$, "
      "$PB = <b>$, $CP = <c>$. Radius?",
      is_crossed },
    { STYLE_PLAIN,
      "Two perpendicular chords $AB$ and $CD$ of a circle cross in $P$, with "
      "$AP = <a>$, $PB = <b>$ and $CP = <c>$. Find the radius of the circle.",
      is_crossed },
    { STYLE_PLAIN,
      "The point $P$ divides a chord $AB$ into parts of lengths $<a>$ and "
      "$<b>$. The chord through $P$ perpendicular to $AB$ has one part, from "
      "$P$ to the circle, of length $<c>$. What is the radius of the circle?",
      is_crossed },
    { STYLE_STORY,
      "Two straight paths cross at right angles at a statue in a circular "
      "park. Along one of them it is $<a>$ <a?metre|metres> from the statue to "
      "the edge of the park in one direction and $<b>$ <b?metre|metres> in the "
      "other; along the other path it is $<c>$ <c?metre|metres> in one "
      "direction. What is the radius of the park in metres?",
      is_crossed },
    { STYLE_STORY,
      "Two gates $B$ and $C$ in the wall of a round castle yard are seen from "
      "a tower $A$ in the wall under an angle of $<b>$ degrees. The yard has a "
      "radius of $<a>$ metres. How many metres is it from $B$ to $C$ along "
      "the wall, on the side where the tower does not stand?",
      is_inscribed },
    { STYLE_STORY,
      "From a lighthouse, a straight ray of light just grazes the edge of a "
      "round island with a radius of $<a>$ metres. The lighthouse is $<b>$ "
      "metres from the centre of the island. How many metres does the light "
      "travel from the lighthouse to the point where it touches the island?",
      is_tangent },
    { STYLE_STORY,
      "Two round tanks with radii of $<a>$ and $<b>$ <b?decimetre|decimetres> "
      "stand with their centres $<c>$ decimetres apart. On the plan <name> "
      "draws a straight line that touches both circles and <side>. How many "
      "decimetres apart are the points where it touches?",
      is_common },
    { STYLE_STORY,
      "To find the size of a round lawn, <name> lays a straight cord across it "
      "and a second one at a right angle to the first. From the crossing the "
      "first cord reaches $<a>$ <a?decimetre|decimetres> to the edge on one "
      "side and $<b>$ on the other; the second reaches $<c>$ "
      "<c?decimetre|decimetres> on one side. What is the radius of the lawn in "
      "decimetres?",
      is_crossed },
    { 0 },
};

/* ---- the second road: coordinates ---- */

#define BITS 160

enum place { KEY, X, Y, U, V, W, PLACES };

/* Going along the circle by the key's central angle W: less than a full turn,
 * and to the point at `angle` degrees. */
static bool at_angle(arb_struct *m, int64_t angle)
{
    fmpq_t turn;
    bool here;

    arb_const_pi(&m[U], BITS);
    arb_mul_2exp_si(&m[U], &m[U], 1);
    if (!arb_is_finite(&m[W]) || !arb_is_positive(&m[W]) ||
        !arb_lt(&m[W], &m[U]))
        return false;
    fmpq_init(turn);
    fmpq_set_si(turn, angle, 180);
    arb_sin_cos(&m[Y], &m[X], &m[W], BITS);
    arb_sin_cos_pi_fmpq(&m[V], &m[U], turn, BITS);
    fmpq_clear(turn);
    here = key_agrees(&m[X], &m[U]) && key_agrees(&m[Y], &m[V]);
    return here;
}

/* The angle at A over the arc W, where B is at angle 0, C at W and A opposite
 * to the middle of the arc, by the dot product; compared with cos b. */
static bool inscribed(arb_struct *m, int64_t angle)
{
    fmpq_t turn;

    arb_sin_cos(&m[Y], &m[X], &m[W], BITS); /* C */
    arb_mul_2exp_si(&m[W], &m[W], -1);
    arb_sin_cos(&m[V], &m[U], &m[W], BITS); /* -A */
    arb_add_si(&m[W], &m[U], 1, BITS);      /* B - A = (W, V) */
    arb_add(&m[X], &m[X], &m[U], BITS);     /* C - A */
    arb_add(&m[Y], &m[Y], &m[V], BITS);
    arb_mul(&m[U], &m[W], &m[X], BITS);
    arb_addmul(&m[U], &m[V], &m[Y], BITS); /* dot product */
    arb_hypot(&m[W], &m[W], &m[V], BITS);
    arb_hypot(&m[X], &m[X], &m[Y], BITS);
    arb_mul(&m[W], &m[W], &m[X], BITS);
    fmpq_init(turn);
    fmpq_set_si(turn, angle, 180);
    arb_cos_pi_fmpq(&m[X], turn, BITS);
    fmpq_clear(turn);
    arb_mul(&m[W], &m[W], &m[X], BITS);
    return key_agrees(&m[W], &m[U]);
}

/* Contact points a(x, y) and (c, 0) +- b(x, y), where x = (a -+ b)/c; for a
 * single tangent the second circle is a point at distance c. */
static bool contact(arb_struct *m, int64_t a, int64_t b, int64_t c)
{
    arb_set_si(&m[X], a - b);
    arb_div_si(&m[X], &m[X], c, BITS);
    arb_one(&m[Y]);
    arb_submul(&m[Y], &m[X], &m[X], BITS);
    arb_sqrt(&m[Y], &m[Y], BITS);
    arb_mul_si(&m[U], &m[X], b - a, BITS);
    arb_add_si(&m[U], &m[U], c, BITS);
    arb_mul_si(&m[V], &m[Y], b - a, BITS);
    arb_hypot(&m[W], &m[U], &m[V], BITS);
    return key_agrees(&m[W], &m[KEY]);
}

/* Centre (x, y) with P = (0, 0), A = (-a, 0), B = (b, 0), C = (0, c). */
static bool crossed(arb_struct *m, const struct figure *f)
{
    const int64_t px[] = { -f->a, f->b, 0 }, py[] = { 0, 0, f->c };
    bool all = true;

    arb_set_si(&m[X], f->b - f->a);
    arb_mul_2exp_si(&m[X], &m[X], -1);
    arb_set_si(&m[Y], f->c * f->c - f->a * f->b);
    arb_div_si(&m[Y], &m[Y], 2 * f->c, BITS);
    for (int i = 0; i < 3; i++) {
        arb_sub_si(&m[U], &m[X], px[i], BITS);
        arb_sub_si(&m[V], &m[Y], py[i], BITS);
        arb_hypot(&m[W], &m[U], &m[V], BITS);
        all = all && key_agrees(&m[W], &m[KEY]);
    }
    return all;
}

static bool fits(arb_struct *m, const struct figure *f)
{
    switch (f->kind) {
    case ARC:
        arb_div_si(&m[W], &m[KEY], f->a, BITS);
        return f->b < 360 && at_angle(m, f->b);
    case SECTOR:
        arb_mul_2exp_si(&m[W], &m[KEY], 1);
        arb_div_si(&m[W], &m[W], f->a * f->a, BITS);
        return f->b < 360 && at_angle(m, f->b);
    case INSCRIBED:
        arb_div_si(&m[W], &m[KEY], f->a, BITS);
        arb_const_pi(&m[U], BITS);
        return f->b < 90 && arb_lt(&m[W], &m[U]) && inscribed(m, f->b);
    case CHORD: /* (key/2, b) lies on the circle */
        arb_mul_2exp_si(&m[U], &m[KEY], -1);
        arb_set_si(&m[V], f->b);
        arb_hypot(&m[W], &m[U], &m[V], BITS);
        arb_set_si(&m[X], f->a);
        return f->b < f->a && key_agrees(&m[W], &m[X]);
    case TANGENT: return f->a < f->b && contact(m, f->a, 0, f->b);
    case OUTER: return f->c > f->a + f->b && contact(m, f->a, f->b, f->c);
    case INNER: return f->c > f->a + f->b && contact(m, f->a, -f->b, f->c);
    default: return crossed(m, f);
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
    right = read && fits(m, values);
    for (int i = 0; i < PLACES; i++)
        arb_clear(&m[i]);
    f->detail = !read   ? "the key is not a positive number"
                : right ? "the circle placed in the plane measures what the "
                          "key says, certified to 60 bits"
                        : "the circle placed in the plane does not fit the key";
    return right ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct figure),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give an exact value.",
    .check = check,
};

const struct family concept_circles = {
    .name = "concept/circles",
    .version = 2,
    .title = "Arcs, sectors, chords and tangents",
    .doc = "Arc lengths, areas of sectors, inscribed angles, chords, tangents "
           "and common tangents of circles, as exact numbers with pi or square "
           "roots.",
    .concepts = { HIGH_CIRCLES },
    .answer = ANSWER_NUMBER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
