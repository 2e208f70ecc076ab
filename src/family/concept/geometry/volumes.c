/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Volumes and surfaces of cylinders, cones, frustums and composite solids.
 *
 * solve() uses the formulas of school geometry. check() integrates: volumes
 * as cross sections by Simpson's rule, which is exact for areas of degree up
 * to three, surfaces by Pappus as the path of the centre of each line; in
 * balls of certified precision.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <string.h>

enum kind {
    CYLINDER, /* radius a, height b: volume */
    CONE,     /* radius a, height b: volume */
    TIN,      /* radius a, height b: whole surface of the cylinder */
    SILO,     /* cylinder a, b with a hemisphere on top: volume */
    PAINT,    /* the same: surface with the bottom */
    SLANT,    /* cone of radius a, slant height b: volume */
    FRUSTUM,  /* radii a > b, height c: volume */
    MANTLE,   /* radii a > b, height c: curved surface */
    VESSEL,   /* cone upside down, radius a, height b, water up to c: room
                 above the water */
    KINDS
};

struct solid {
    int64_t kind, a, b, c; /* c is 1 where it is idle */
};

static const struct field fields[] = {
    NUMBER(struct solid, kind, 0, KINDS - 1),
    SLOT(struct solid, a, 1, 10000),
    SLOT(struct solid, b, 1, 12000),
    NUMBER(struct solid, c, 1, 12000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "simple", "volume of a cylinder or a cone, or surface of a cylinder; "
                "radius up to 40, height up to 60" },
    { "composite", "volume or surface of a cylinder with a hemisphere on it, "
                   "or volume of a cone from its slant height" },
    { "frustum", "volume or curved surface of a frustum, or the empty part of "
                 "a conical vessel with water; three lengths up to 80" },
};

static void draw(struct pick *k, void *values)
{
    struct solid *f = values;
    int64_t first = k->level == 1 ? CYLINDER : k->level == 2 ? SILO : FRUSTUM;
    int64_t x, y, z = 1;

    f->kind = pick(k, first, first + 2);
    x = pick_wide(k, 2, 40);
    y = pick_wide(k, k->level == 3 ? 1 : 2, k->level == 3 ? 40 : 60);
    if (k->level == 3)
        z = pick_wide(k, 1, 40);
    f->a = x;
    f->b = f->kind == SLANT ? x + y : y;
    f->c = z;
    if (f->kind == FRUSTUM || f->kind == MANTLE)
        f->a = x + y;
    else if (f->kind == VESSEL)
        f->b = y + z;
}

/* ---- the first road ---- */

/* p sqrt(d) pi / q, d > 0 */
static char *root_pi(struct arena *a, int64_t p, int64_t d, int64_t q)
{
    int64_t rest = 1;
    n_factor_t f;

    n_factor_init(&f);
    n_factor(&f, (ulong)d, 1);
    for (int i = 0; i < f.num; i++) {
        p *= (int64_t)n_pow(f.p[i], (ulong)f.exp[i] / 2);
        rest *= f.exp[i] % 2 ? (int64_t)f.p[i] : 1;
    }
    if (rest == 1)
        return latex_times(a, p, q, "\\pi");
    return latex_times(a, p, q,
                       arena_printf(a, "\\sqrt{%" PRId64 "}\\pi", rest));
}

static void solve_simple(struct solving *s, const struct solid *f)
{
    int64_t a = f->a, b = f->b;

    if (f->kind == TIN) {
        solving_key(s, "%s", latex_times(s->arena, 2 * a * (a + b), 1, "\\pi"));
        solving_step(s,
                     "The bottom and the top are discs with the area $\\pi "
                     "\\cdot %" PRId64 "^2 = %" PRId64 "\\pi$ each.",
                     a, a * a);
        solving_step(
            s,
            "Unrolled, the curved side is a rectangle of $2\\pi \\cdot "
            "%" PRId64 "$ by $%" PRId64 "$ with area $%" PRId64 "\\pi$.",
            a, b, 2 * a * b);
        solving_step(
            s, "Together: $2 \\cdot %" PRId64 "\\pi + %" PRId64 "\\pi = %s$.",
            a * a, 2 * a * b, s->key);
        return;
    }
    solving_key(
        s, "%s",
        latex_times(s->arena, a * a * b, f->kind == CONE ? 3 : 1, "\\pi"));
    solving_step(s,
                 "The base is a disc with the area $\\pi \\cdot %" PRId64
                 "^2 = %" PRId64 "\\pi$.",
                 a, a * a);
    solving_step(s,
                 f->kind == CONE
                     ? "The volume of a cone is a third of base times height."
                     : "The volume of a cylinder is base times height.");
    solving_step(s, "This is $%s%" PRId64 "\\pi \\cdot %" PRId64 " = %s$.",
                 f->kind == CONE ? "\\frac{1}{3} \\cdot " : "", a * a, b,
                 s->key);
}

static bool solve_composite(struct solving *s, const struct solid *f)
{
    int64_t a = f->a, b = f->b, rest = b * b - a * a;

    if (f->kind == SILO) {
        solving_key(s, "%s",
                    latex_times(s->arena, a * a * (3 * b + 2 * a), 3, "\\pi"));
        solving_step(s,
                     "The cylinder has the volume $\\pi \\cdot %" PRId64
                     "^2 \\cdot %" PRId64 " = %" PRId64 "\\pi$.",
                     a, b, a * a * b);
        solving_step(s,
                     "The hemisphere has half of $\\frac{4}{3}\\pi r^3$: "
                     "$\\frac{2}{3}\\pi \\cdot %" PRId64 "^3 = %s$.",
                     a, latex_times(s->arena, 2 * a * a * a, 3, "\\pi"));
        solving_step(s, "Together: $%s$.", s->key);
    } else if (f->kind == PAINT) {
        solving_key(s, "%s",
                    latex_times(s->arena, a * (2 * b + 3 * a), 1, "\\pi"));
        solving_step(s,
                     "The bottom is a disc with the area $\\pi \\cdot %" PRId64
                     "^2 = %" PRId64 "\\pi$.",
                     a, a * a);
        solving_step(s,
                     "The wall of the cylinder has the area $2\\pi \\cdot "
                     "%" PRId64 " \\cdot %" PRId64 " = %" PRId64 "\\pi$.",
                     a, b, 2 * a * b);
        solving_step(s,
                     "The hemisphere has half of $4\\pi r^2$: $2\\pi \\cdot "
                     "%" PRId64 "^2 = %" PRId64 "\\pi$.",
                     a, 2 * a * a);
        solving_step(s, "Together: $%s$.", s->key);
    } else {
        if (rest <= 0)
            return false;
        solving_key(s, "%s", root_pi(s->arena, a * a, rest, 3));
        solving_step(s,
                     "Radius, height $h$ and slant height form a right "
                     "triangle: $h^2 = %" PRId64 "^2 - %" PRId64 "^2 = "
                     "%" PRId64 "$.",
                     b, a, rest);
        solving_step(s,
                     "The volume is $\\frac{1}{3} \\pi \\cdot %" PRId64
                     "^2 \\cdot h = \\frac{1}{3} \\pi \\cdot %" PRId64
                     " \\cdot \\sqrt{%" PRId64 "}$.",
                     a, a * a, rest);
        solving_step(s, "This is $%s$.", s->key);
    }
    return true;
}

static bool solve_frustum(struct solving *s, const struct solid *f)
{
    int64_t a = f->a, b = f->b, c = f->c, sum = a * a + a * b + b * b;
    int64_t slant = c * c + (a - b) * (a - b);

    if (a <= b)
        return false;
    if (f->kind == FRUSTUM) {
        solving_key(s, "%s", latex_times(s->arena, c * sum, 3, "\\pi"));
        solving_step(s,
                     "Complete the frustum to a cone. By similarity the whole "
                     "cone has the height $H = \\frac{%" PRId64 " \\cdot "
                     "%" PRId64 "}{%" PRId64 " - %" PRId64
                     "} = %s$, the tip $H - %" PRId64 " = %s$.",
                     a, c, a, b, latex_ratio(s->arena, a * c, a - b), c,
                     latex_ratio(s->arena, b * c, a - b));
        solving_step(s,
                     "The volumes of these cones are $\\frac{1}{3}\\pi \\cdot "
                     "%" PRId64 "^2 \\cdot %s$ and $\\frac{1}{3}\\pi \\cdot "
                     "%" PRId64 "^2 \\cdot %s$.",
                     a, latex_ratio(s->arena, a * c, a - b), b,
                     latex_ratio(s->arena, b * c, a - b));
        solving_step(s,
                     "The difference is $\\frac{1}{3}\\pi \\cdot %" PRId64
                     " \\cdot (%" PRId64 "^2 + %" PRId64 " \\cdot %" PRId64
                     " + %" PRId64 "^2) = \\frac{1}{3}\\pi \\cdot %" PRId64
                     " \\cdot %" PRId64 "$.",
                     c, a, a, b, b, c, sum);
        solving_step(s, "This is $%s$.", s->key);
    } else {
        solving_key(s, "%s", root_pi(s->arena, a + b, slant, 1));
        solving_step(s,
                     "In a section through the axis the slant height $s$ is "
                     "the hypotenuse over the height $%" PRId64
                     "$ and the difference of the radii $%" PRId64 "$.",
                     c, a - b);
        solving_step(s,
                     "So $s^2 = %" PRId64 "^2 + %" PRId64 "^2 = %" PRId64 "$.",
                     c, a - b, slant);
        solving_step(s,
                     "The curved surface is the difference of two cones, "
                     "$\\pi (R + r) s = \\pi \\cdot %" PRId64
                     " \\cdot \\sqrt{%" PRId64 "}$.",
                     a + b, slant);
        solving_step(s, "This is $%s$.", s->key);
    }
    return true;
}

static bool solve_vessel(struct solving *s, const struct solid *f)
{
    int64_t a = f->a, b = f->b, c = f->c, p;

    if (c >= b || __builtin_mul_overflow(a * a, b * b * b - c * c * c, &p))
        return false;
    solving_key(s, "%s", latex_times(s->arena, p, 3 * b * b, "\\pi"));
    solving_step(s,
                 "The whole vessel holds $\\frac{1}{3}\\pi \\cdot %" PRId64
                 "^2 \\cdot %" PRId64 " = %s$.",
                 a, b, latex_times(s->arena, a * a * b, 3, "\\pi"));
    solving_step(s,
                 "The water is a cone similar to the vessel with ratio $%s$, "
                 "so it fills the part $\\left(%s\\right)^3$ of it.",
                 latex_ratio(s->arena, c, b), latex_ratio(s->arena, c, b));
    solving_step(s, "Empty is the part $1 - \\left(%s\\right)^3 = %s$.",
                 latex_ratio(s->arena, c, b),
                 latex_ratio(s->arena, b * b * b - c * c * c, b * b * b));
    solving_step(s, "Its volume is $%s \\cdot %s = %s$.",
                 latex_ratio(s->arena, b * b * b - c * c * c, b * b * b),
                 latex_times(s->arena, a * a * b, 3, "\\pi"), s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct solid *f = values;

    if (f->kind <= TIN) {
        solve_simple(s, f);
        return true;
    }
    return f->kind <= SLANT    ? solve_composite(s, f)
           : f->kind <= MANTLE ? solve_frustum(s, f)
                               : solve_vessel(s, f);
}

/* ---- wording ---- */

static bool is_silo(const void *values)
{
    int64_t kind = ((const struct solid *)values)->kind;

    return kind == SILO || kind == PAINT;
}

static bool is_frustum(const void *values)
{
    int64_t kind = ((const struct solid *)values)->kind;

    return kind == FRUSTUM || kind == MANTLE;
}

static bool is_simple(const void *values)
{
    return ((const struct solid *)values)->kind <= TIN;
}

static bool is_slant(const void *values)
{
    return ((const struct solid *)values)->kind == SLANT;
}

static bool is_vessel(const void *values)
{
    return ((const struct solid *)values)->kind == VESSEL;
}

/* What is asked, in plain words and in stories (in centimetres). */
static void speak(struct speech *s, const void *values)
{
    static const struct {
        const char *body, *what, *story, *things;
    } words[KINDS] = {
        { "right circular cylinder", "volume",
          "How many cubic centimetres does it hold?", "cylindrical container" },
        { "right circular cone", "volume",
          "How many cubic centimetres does it hold?", "conical container" },
        { "right circular cylinder", "total surface area",
          "How many square centimetres is its whole outer surface, with top "
          "and bottom?",
          "closed cylindrical container" },
        { "", "volume", "How many cubic decimetres does it hold?", "" },
        { "", "total surface area, with the bottom,",
          "How many square decimetres is its whole outer surface, with the "
          "bottom?",
          "" },
        { "", "", "", "" },
        { "", "volume", "How many cubic centimetres does it hold?", "" },
        { "", "area of the curved surface",
          "How many square centimetres is its curved outer surface?", "" },
        { "", "", "", "" },
    };
    int64_t kind = ((const struct solid *)values)->kind;

    speech_set(s, "body", "%s", words[kind].body);
    speech_set(s, "what", "%s", words[kind].what);
    speech_set(s, "story", "%s", words[kind].story);
    speech_set(s, "object", "%s", words[kind].things);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "The <what> of a <body>, radius $<a>$, height $<b>$?",
      is_simple },
    { STYLE_PLAIN,
      "A <body> has radius $<a>$ and height $<b>$. Find its <what>.",
      is_simple },
    { STYLE_PLAIN,
      "What is the <what> of a <body> with a base of radius $<a>$ and a height "
      "of $<b>$?",
      is_simple },
    { STYLE_STORY,
      "<name> designs a <object>. It has a radius of $<a>$ centimetres and a "
      "height of $<b>$ centimetres, and the material is so thin that it does "
      "not count. <story>",
      is_simple },
    { STYLE_STORY,
      "For a <place>, <name> orders a <object> of very thin sheet metal, with a "
      "radius of $<a>$ centimetres and a height of $<b>$ centimetres. "
      "<story>",
      is_simple },

    { STYLE_TERSE,
      "Cylinder of radius $<a>$ and height $<b>$ with a hemisphere of the same "
      "radius on top. The <what> of the solid?",
      is_silo },
    { STYLE_PLAIN,
      "A solid consists of a right circular cylinder with radius $<a>$ and "
      "height $<b>$ and a hemisphere of radius $<a>$ on top of it. Find the "
      "<what> of the solid.",
      is_silo },
    { STYLE_PLAIN,
      "On the upper base of a right circular cylinder of height $<b>$ and "
      "radius $<a>$ sits a hemisphere that has this base as its flat face. "
      "What is the <what> of the whole solid?",
      is_silo },
    { STYLE_STORY,
      "A grain silo has the shape of an upright cylinder with a radius of "
      "$<a>$ decimetres and a height of $<b>$ decimetres, with a roof that is "
      "half a sphere of the same radius. Its walls are thin. <story>",
      is_silo },

    { STYLE_TERSE,
      "Right circular cone, radius $<a>$, slant height $<b>$. Volume?",
      is_slant },
    { STYLE_PLAIN,
      "A right circular cone has radius $<a>$ and slant height $<b>$. Find its "
      "volume.",
      is_slant },
    { STYLE_PLAIN,
      "In a right circular cone the base has radius $<a>$, and the apex is "
      "$<b>$ away from each point of the edge of the base. What is the volume "
      "of the cone?",
      is_slant },
    { STYLE_STORY,
      "A heap of sand has the shape of a cone. Its edge on the flat ground is a "
      "circle with a radius of $<a>$ decimetres, and <name> measures $<b>$ "
      "decimetres from that edge straight up to the tip along the sand. "
      "How many cubic decimetres of sand are in the heap?",
      is_slant },

    { STYLE_TERSE,
      "Frustum of a right circular cone, radii $<a>$ and $<b>$, height $<c>$. "
      "The <what>?",
      is_frustum },
    { STYLE_PLAIN,
      "A frustum of a right circular cone has bases with radii $<a>$ and "
      "$<b>$, which are $<c>$ apart. Find the <what> of the frustum.",
      is_frustum },
    { STYLE_PLAIN,
      "A right circular cone with base radius $<a>$ is cut parallel to its "
      "base, at height $<c>$, where the section is a circle of radius $<b>$. "
      "The part between base and cut is kept. What is the <what> of this part?",
      is_frustum },
    { STYLE_STORY,
      "A round reservoir with a flat bottom and straight slanting sides has a "
      "radius of $<a>$ centimetres at the top and of $<b>$ "
      "<b?centimetre|centimetres> at the bottom, and is $<c>$ "
      "<c?centimetre|centimetres> deep. Its material is very thin. <story>",
      is_frustum },

    { STYLE_TERSE,
      "Cone with its tip down, radius $<a>$ at the top, height $<b>$, filled "
      "with water up to height $<c>$ above the tip. Volume of the empty part?",
      is_vessel },
    { STYLE_PLAIN,
      "A vessel is a right circular cone with its tip pointing down, with "
      "radius $<a>$ at the rim and height $<b>$. Water stands in it to a "
      "height of $<c>$ above the tip. Find the volume of the part without "
      "water.",
      is_vessel },
    { STYLE_PLAIN,
      "From a right circular cone with base radius $<a>$ and height $<b>$ the "
      "upper part of height $<c>$, measured from the apex, is cut off "
      "parallel to the base. What is the volume of the rest?",
      is_vessel },
    { STYLE_STORY,
      "A conical basin, closed at its tip, points down. It is $<b>$ "
      "centimetres high and has a radius of $<a>$ centimetres at the rim. "
      "<name> pours in water until it stands $<c>$ <c?centimetre|centimetres> "
      "above the tip. How many cubic centimetres of water can still be added "
      "before it overflows?",
      is_vessel },
    { STYLE_STORY,
      "An observatory is an upright cylinder with a radius of $<a>$ decimetres "
      "and a height of $<b>$ decimetres, covered by a dome that is half a "
      "sphere of the same radius. Its walls are thin. <story>",
      is_silo },
    { STYLE_STORY,
      "A tent has the shape of a cone. Its floor is a disc with a radius of "
      "$<a>$ decimetres, and straight poles of $<b>$ decimetres lead from the "
      "edge of the floor to the tip. How many cubic decimetres of space "
      "does the tent hold?",
      is_slant },
    { STYLE_STORY,
      "A round plant pot of very thin material narrows evenly from a radius of "
      "$<a>$ centimetres at the rim to a radius of $<b>$ "
      "<b?centimetre|centimetres> at its flat bottom, and it is $<c>$ "
      "<c?centimetre|centimetres> high. <story>",
      is_frustum },
    { STYLE_STORY,
      "A pit has the shape of a cone with its tip at the bottom: it is $<b>$ "
      "decimetres deep and has a radius of $<a>$ decimetres at the top. After "
      "rain, the water in it is $<c>$ <c?decimetre|decimetres> deep. How many "
      "cubic decimetres more would fill the pit?",
      is_vessel },
    { 0 },
};

/* ---- the second road: integration ---- */

#define BITS 192

enum place { KEY, IS, H, U, PLACES };

/* Add h pi (r0^2 + 4 rm^2 + r1^2) / 6 for a radius that goes evenly from r0 to
 * r1, all over q. */
static void slices(arb_struct *m, const arb_t h, int64_t r0, int64_t r1)
{
    arb_const_pi(&m[U], BITS);
    arb_mul(&m[U], &m[U], h, BITS);
    arb_mul_si(&m[U], &m[U], r0 * r0 + (r0 + r1) * (r0 + r1) + r1 * r1, BITS);
    arb_div_si(&m[U], &m[U], 6, BITS);
    arb_add(&m[IS], &m[IS], &m[U], BITS);
}

/* Add the surface of a line of length h whose middle is at distance r/2. */
static void turn(arb_struct *m, const arb_t h, int64_t r)
{
    arb_const_pi(&m[U], BITS);
    arb_mul(&m[U], &m[U], h, BITS);
    arb_mul_si(&m[U], &m[U], r, BITS);
    arb_add(&m[IS], &m[IS], &m[U], BITS);
}

/* Half a ball of radius r: sections r^2, 3/4 r^2 and 0 by Simpson. */
static void half_ball(arb_struct *m, int64_t r)
{
    arb_const_pi(&m[U], BITS);
    arb_mul_si(&m[U], &m[U], r * (r * r + 3 * r * r), BITS);
    arb_div_si(&m[U], &m[U], 6, BITS);
    arb_add(&m[IS], &m[IS], &m[U], BITS);
}

/* The cone above the water: radii c a/b and a, scaled by b. */
static void above_water(arb_struct *m, const struct solid *f)
{
    arb_set_si(&m[H], f->b - f->c);
    slices(m, &m[H], f->a * f->c, f->a * f->b);
    arb_div_si(&m[IS], &m[IS], f->b * f->b, BITS);
}

static bool measure(arb_struct *m, const struct solid *f)
{
    int64_t a = f->a, b = f->b, c = f->c;

    arb_set_si(&m[H], b);
    switch (f->kind) {
    case CYLINDER: slices(m, &m[H], a, a); return true;
    case CONE: slices(m, &m[H], a, 0); return true;
    case TIN:
    case PAINT:
        turn(m, &m[H], 2 * a);
        arb_set_si(&m[H], a);
        turn(m, &m[H], a); /* the bottom: a radius, turned */
        /* a lid, or a hemisphere, which is as a wall of the same height */
        turn(m, &m[H], f->kind == TIN ? a : 2 * a);
        return true;
    case SILO:
        slices(m, &m[H], a, a);
        half_ball(m, a);
        return true;
    case SLANT:
        if (a >= b)
            return false;
        arb_sqrt_ui(&m[H], (ulong)((b - a) * (b + a)), BITS);
        slices(m, &m[H], a, 0);
        return true;
    case FRUSTUM:
        arb_set_si(&m[H], c);
        slices(m, &m[H], a, b);
        return a > b;
    case MANTLE:
        arb_set_si(&m[H], c);
        arb_set_si(&m[U], a - b);
        arb_hypot(&m[H], &m[H], &m[U], BITS);
        turn(m, &m[H], a + b);
        return a > b;
    default:
        if (c >= b)
            return false;
        above_water(m, f);
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
    f->by = "integration";
    read = key_ball(a, key, BITS, &m[KEY]);
    right = read && measure(m, values) && key_agrees(&m[IS], &m[KEY]);
    for (int i = 0; i < PLACES; i++)
        arb_clear(&m[i]);
    f->detail = !read   ? "the key is not a real number"
                : right ? "summing up sections or turned lines gives the key, "
                          "certified to 60 bits"
                        : "summing up sections or turned lines gives another "
                          "number";
    return right ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct solid),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give an exact value.",
    .check = check,
};

const struct family concept_volumes = {
    .name = "concept/volumes",
    .version = 2,
    .title = "Volumes and surfaces of solids",
    .doc = "Volumes and surface areas of cylinders, cones, frustums and "
           "composite solids, as exact multiples of pi, some with a square "
           "root.",
    .concepts = { HIGH_VOLUME },
    .answer = ANSWER_NUMBER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
