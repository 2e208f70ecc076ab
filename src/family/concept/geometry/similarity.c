/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Similar triangles: shadows, a parallel to a side, crossing diagonals of a
 * trapezium, and ratios of areas.
 *
 * solve() uses the ratios of similar triangles. check() places the figure in
 * a plane with integer coordinates (all that is asked is kept by affine maps)
 * and tests by cross products and the shoelace formula that the key puts the
 * points on the right lines, or gives the right area.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    SHADOW,    /* height a, shadow b, another shadow c: its height */
    PARALLEL,  /* DE || BC, AD = a, DB = b, AE = c: EC */
    AREA,      /* the same with area of ABC = c: area of DBCE */
    DIAGONALS, /* AB || CD, AB = a, CD = b, AC = c meets BD in O: AO */
    STRIP,     /* AD:DF:FB = a:b:d, strip at D, F has area c: area of ABC */
    CEVIANS,   /* AD:DB = a:b, BE = d EC, area of ABC = c: area of APC */
    KINDS
};

struct figure {
    int64_t kind, a, b, c, d; /* d is 1 where it is idle */
};

static const struct field fields[] = {
    NUMBER(struct figure, kind, 0, KINDS - 1), SLOT(struct figure, a, 1, 10000),
    SLOT(struct figure, b, 1, 10000),          SLOT(struct figure, c, 1, 20000),
    NUMBER(struct figure, d, 1, 20),           { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "ratio", "one ratio of similar triangles from three numbers up to 100: "
               "shadows, or a parallel to a side" },
    { "two steps", "the area that a parallel to a side cuts off, or a part of "
                   "a diagonal of a trapezium" },
    { "combined", "the area of a triangle from that of a strip between two "
                  "parallels, or of a part between two crossing lines" },
};

static void draw(struct pick *k, void *values)
{
    struct figure *f = values;
    int64_t first = k->level == 1 ? SHADOW : k->level == 2 ? AREA : STRIP;

    f->kind = pick(k, first, first + 1);
    f->a = pick_wide(k, 2, 80);
    f->b = pick_wide(k, 2, 79);
    f->b += f->b >= f->a; /* another number: no parallelogram, no scale 1 */
    f->c = pick_wide(k, 3, 98);
    /* Another number again, or the key could stand in the statement. */
    f->c += f->c >= (f->a < f->b ? f->a : f->b);
    f->c += f->c >= (f->a < f->b ? f->b : f->a);
    f->d = k->level == 3 ? pick(k, 2, 9) : 1;
}

/* ---- the first road: ratios ---- */

static void solve_line(struct solving *s, const struct figure *f)
{
    int64_t a = f->a, b = f->b, c = f->c;

    if (f->kind == SHADOW) {
        solving_key(s, "%s", latex_ratio(s->arena, a * c, b));
        solving_step(s,
                     "Corresponding lengths of similar figures are in the same "
                     "ratio (for shadows, the right triangles of height, "
                     "shadow and ray of light are similar, as the rays are "
                     "parallel).");
        solving_step(s,
                     "With $h$ for the length asked for, this says "
                     "$\\frac{h}{%" PRId64 "} = \\frac{%" PRId64 "}{%" PRId64
                     "}$.",
                     c, a, b);
        solving_step(s,
                     "So $h = \\frac{%" PRId64 " \\cdot %" PRId64 "}{%" PRId64
                     "} = %s$.",
                     a, c, b, s->key);
    } else if (f->kind == PARALLEL) {
        solving_key(s, "%s", latex_ratio(s->arena, b * c, a));
        solving_step(s,
                     "Call the triangle $ABC$, and let the parallel to $BC$ "
                     "meet $AB$ in $D$ and $AC$ in $E$, with $AD = %" PRId64
                     "$, $DB = %" PRId64 "$ and $AE = %" PRId64 "$.",
                     a, b, c);
        solving_step(s, "Since $DE \\parallel BC$, triangles $ADE$ and $ABC$ "
                        "have equal angles and are similar.");
        solving_step(s,
                     "Hence the sides through $A$ are divided in the same "
                     "ratio: $\\frac{EC}{AE} = \\frac{DB}{AD} = "
                     "\\frac{%" PRId64 "}{%" PRId64 "}$.",
                     b, a);
        solving_step(s,
                     "So $EC = %" PRId64 " \\cdot \\frac{%" PRId64 "}{%" PRId64
                     "} = %s$.",
                     c, b, a, s->key);
    } else {
        solving_key(s, "%s", latex_ratio(s->arena, a * c, a + b));
        solving_step(s, "Since $AB \\parallel CD$, triangles $OAB$ and $OCD$ "
                        "have equal angles and are similar.");
        solving_step(s,
                     "So $\\frac{AO}{OC} = \\frac{AB}{CD} = \\frac{%" PRId64
                     "}{%" PRId64 "}$.",
                     a, b);
        solving_step(s,
                     "Therefore $AO$ is $\\frac{%" PRId64 "}{%" PRId64
                     " + %" PRId64 "} = %s$ of $AC$.",
                     a, a, b, latex_ratio(s->arena, a, a + b));
        solving_step(s, "$AO = %" PRId64 " \\cdot %s = %s$.", c,
                     latex_ratio(s->arena, a, a + b), s->key);
    }
}

static void solve_area(struct solving *s, const struct figure *f)
{
    int64_t a = f->a, b = f->b, c = f->c, whole = (a + b) * (a + b);

    solving_key(s, "%s", latex_ratio(s->arena, c * (whole - a * a), whole));
    solving_step(s, "Call the triangle $ABC$, and let the parallel to $BC$ "
                    "meet $AB$ in $D$ and $AC$ in $E$.");
    solving_step(s,
                 "Triangles $ADE$ and $ABC$ are similar with the ratio "
                 "$\\frac{AD}{AB} = \\frac{%" PRId64 "}{%" PRId64 "}$.",
                 a, a + b);
    solving_step(s,
                 "Areas go with the square of the ratio: the area of $ADE$ is "
                 "$%s$ of the area of $ABC$.",
                 latex_ratio(s->arena, a * a, whole));
    solving_step(s, "So the area of the quadrilateral is $1 - %s = %s$ of it.",
                 latex_ratio(s->arena, a * a, whole),
                 latex_ratio(s->arena, whole - a * a, whole));
    solving_step(s, "It is $%" PRId64 " \\cdot %s = %s$.", c,
                 latex_ratio(s->arena, whole - a * a, whole), s->key);
}

static void solve_strip(struct solving *s, const struct figure *f)
{
    int64_t a = f->a, b = f->b, c = f->c, all = a + b + f->d;
    int64_t strip = b * (2 * a + b);

    solving_key(s, "%s", latex_ratio(s->arena, c * all * all, strip));
    solving_step(s,
                 "Call the triangle $ABC$, and let the parallels to $BC$ meet "
                 "$AB$ in $D$ and, further from $A$, in $F$, with $AD : DF : "
                 "FB = %" PRId64 " : %" PRId64 " : %" PRId64 "$.",
                 a, b, f->d);
    solving_step(s,
                 "The triangles at $A$ that the parallels through $D$ and $F$ "
                 "cut off are similar to $ABC$, with ratios "
                 "$\\frac{%" PRId64 "}{%" PRId64 "}$ and $\\frac{%" PRId64
                 "}{%" PRId64 "}$.",
                 a, all, a + b, all);
    solving_step(s,
                 "With $S$ for the area of $ABC$ their areas are "
                 "$\\frac{%" PRId64 "}{%" PRId64 "}S$ and $\\frac{%" PRId64
                 "}{%" PRId64 "}S$.",
                 a * a, all * all, (a + b) * (a + b), all * all);
    solving_step(s,
                 "The strip is their difference: $\\frac{%" PRId64 "}{%" PRId64
                 "}S = %" PRId64 "$.",
                 strip, all * all, c);
    solving_step(s, "Hence $S = %s$.", s->key);
}

static void solve_cevians(struct solving *s, const struct figure *f)
{
    int64_t a = f->a, b = f->b, c = f->c, d = f->d;
    int64_t whole = a * (d + 1) + b;

    solving_key(s, "%s", latex_ratio(s->arena, a * c, whole));
    solving_step(s,
                 "Since $BE = %" PRId64 " \\cdot EC$, $EC$ is "
                 "$\\frac{1}{%" PRId64 "}$ of $BC$, and the area of $AEC$ is "
                 "$%s$.",
                 d, d + 1, latex_ratio(s->arena, c, d + 1));
    solving_step(s,
                 "Draw the parallel to $CD$ through $E$; it meets $AB$ in $G$. "
                 "Triangles $BGE$ and $BDC$ are similar, so $DG = "
                 "\\frac{1}{%" PRId64 "} DB$.",
                 d + 1);
    solving_step(s,
                 "Triangles $ADP$ and $AGE$ are similar, so $\\frac{AP}{PE} = "
                 "\\frac{AD}{DG} = \\frac{%" PRId64 " \\cdot %" PRId64
                 "}{%" PRId64 "} = %s$.",
                 a, d + 1, b, latex_ratio(s->arena, a * (d + 1), b));
    solving_step(s, "So $AP$ is $%s$ of $AE$.",
                 latex_ratio(s->arena, a * (d + 1), whole));
    solving_step(s,
                 "Triangles $APC$ and $AEC$ have the same height from $C$, so "
                 "the area of $APC$ is $%s \\cdot %s = %s$.",
                 latex_ratio(s->arena, a * (d + 1), whole),
                 latex_ratio(s->arena, c, d + 1), s->key);
}

static bool solve(struct solving *s, const void *values)
{
    const struct figure *f = values;

    switch (f->kind) {
    case AREA: solve_area(s, f); break;
    case STRIP: solve_strip(s, f); break;
    case CEVIANS: solve_cevians(s, f); break;
    default: solve_line(s, f);
    }
    return true;
}

/* ---- wording ---- */

KIND_IS(struct figure, is_shadow, SHADOW)
KIND_IS(struct figure, is_parallel, PARALLEL)
KIND_IS(struct figure, is_area, AREA)
KIND_IS(struct figure, is_diagonals, DIAGONALS)
KIND_IS(struct figure, is_strip, STRIP)
KIND_IS(struct figure, is_cevians, CEVIANS)

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "Upright post of height $<a>$ with shadow $<b>$; at the same time an "
      "upright tower has shadow $<c>$. Height of the tower?",
      is_shadow },
    { STYLE_PLAIN,
      "On level ground a vertical rod of length $<a>$ casts a shadow of length "
      "$<b>$. At the same time a vertical mast casts a shadow of length "
      "$<c>$. How high is the mast?",
      is_shadow },
    { STYLE_PLAIN,
      "Two right triangles are similar. One has legs $<a>$ and $<b>$; in the "
      "other, the leg that corresponds to $<b>$ is $<c>$. Find the leg that "
      "corresponds to $<a>$.",
      is_shadow },
    { STYLE_STORY,
      "A vertical post stands $<a>$ centimetres high on flat ground. <name> "
      "measures its shadow: $<b>$ centimetres. At that moment the shadow of an "
      "upright mast is $<c>$ centimetres long. How many centimetres high is "
      "the mast?",
      is_shadow },
    { STYLE_STORY,
      "On a scale model of a <place>, a wall that is really $<a>$ metres long "
      "measures $<b>$ centimetres. <name> measures another wall of the model: "
      "$<c>$ centimetres. How many metres long is that wall really?",
      is_shadow },

    { STYLE_TERSE,
      "$D$ on side $AB$, $E$ on side $AC$, $DE \\parallel BC$; $AD = <a>$, $DB "
      "= <b>$, $AE = <c>$. $EC$?",
      is_parallel },
    { STYLE_PLAIN,
      "In triangle $ABC$, point $D$ on side $AB$ and point $E$ on side $AC$ "
      "are such that $DE$ is parallel to $BC$. If $AD = <a>$, $DB = <b>$ and "
      "$AE = <c>$, find $EC$.",
      is_parallel },
    { STYLE_PLAIN,
      "A line parallel to side $BC$ of triangle $ABC$ divides $AB$ into $AD = "
      "<a>$ and $DB = <b>$, and $AC$ into $AE = <c>$ and $EC$. How long is "
      "$EC$?",
      is_parallel },
    { STYLE_STORY,
      "Two straight roads leave a <place>, and two straight parallel canals "
      "cross both of them. Along the first road it is $<a>$ kilometres to the "
      "first canal and $<b>$ more to the second; along the second road it is "
      "$<c>$ kilometres to the first canal. How many more kilometres is it "
      "along the second road to the second canal?",
      is_parallel },
    { STYLE_STORY,
      "A triangular shelf has two edges that meet in a corner. <name> saws "
      "parallel to the third edge; this divides one edge, seen from the "
      "corner, into $<a>$ and $<b>$ millimetres, and the other begins with "
      "$<c>$ millimetres from the corner to the cut. How many millimetres "
      "of that edge lie behind the cut?",
      is_parallel },

    { STYLE_TERSE,
      "$D$ on side $AB$, $E$ on side $AC$, $DE \\parallel BC$; $AD = <a>$, $DB "
      "= <b>$, area of $ABC$ is $<c>$. Area of $DBCE$?",
      is_area },
    { STYLE_PLAIN,
      "In triangle $ABC$ with area $<c>$, a parallel to $BC$ meets $AB$ in $D$ "
      "and $AC$ in $E$, with $AD = <a>$ and $DB = <b>$. Find the area of the "
      "quadrilateral $DBCE$.",
      is_area },
    { STYLE_PLAIN,
      "Point $D$ divides side $AB$ of triangle $ABC$ into $AD = <a>$ and $DB = "
      "<b>$. The parallel to $BC$ through $D$ cuts the triangle, whose area is "
      "$<c>$, into a triangle and a trapezium. What is the area of the "
      "trapezium?",
      is_area },
    { STYLE_STORY,
      "A triangular garden $ABC$ of $<c>$ square metres is divided by a hedge "
      "parallel to the side $BC$. The hedge starts at a point $D$ of $AB$ with "
      "$AD : DB = <a> : <b>$ and ends on $AC$. What is the area, in "
      "square metres, of the part of the garden between the hedge and $BC$?",
      is_area },
    { STYLE_STORY,
      "A triangular flag is made of $<c>$ square decimetres of cloth. A seam "
      "parallel to one edge divides another edge, seen from the corner "
      "opposite to the first, in the ratio $<a> : <b>$. The tip up to the seam "
      "is striped, the rest is <colour>. How many square decimetres are "
      "<colour>?",
      is_area },

    { STYLE_TERSE,
      "Trapezium $ABCD$, $AB \\parallel CD$, $AB = <a>$, $CD = <b>$, $AC = "
      "<c>$; the diagonals meet in $O$. $AO$?",
      is_diagonals },
    { STYLE_PLAIN,
      "The diagonals of a trapezium $ABCD$ with $AB \\parallel CD$ meet in "
      "$O$. Given $AB = <a>$, $CD = <b>$ and $AC = <c>$, find $AO$.",
      is_diagonals },
    { STYLE_PLAIN,
      "Segments $AC$ and $BD$ cross at $O$, and $AB$ is parallel to $CD$. If "
      "$AB = <a>$, $CD = <b>$ and $AC = <c>$, how long is $AO$?",
      is_diagonals },
    { STYLE_STORY,
      "Two straight footpaths $AC$ and $BD$ join two parallel streets and cross "
      "at a fountain $O$ between them. On one street, $A$ and $B$ are $<a>$ "
      "metres apart; on the other, $C$ and $D$ are $<b>$ metres apart. The "
      "path $AC$ is $<c>$ metres long. How many metres is it from $A$ to "
      "the fountain?",
      is_diagonals },

    { STYLE_TERSE,
      "$D$, $F$ on side $AB$, $AD = <a>$, $DF = <b>$, $FB = <d>$. The "
      "parallels to $BC$ through $D$ and $F$ bound a strip of triangle $ABC$ "
      "with area $<c>$. Area of $ABC$?",
      is_strip },
    { STYLE_PLAIN,
      "On side $AB$ of triangle $ABC$ lie $D$ and $F$, in the order $A$, $D$, "
      "$F$, $B$, with $AD = <a>$, $DF = <b>$ and $FB = <d>$. The part of the "
      "triangle between the parallels to $BC$ through $D$ and $F$ has area "
      "$<c>$. Find the area of triangle $ABC$.",
      is_strip },
    { STYLE_PLAIN,
      "Two parallels to side $BC$ cut triangle $ABC$ into three parts. They "
      "divide side $AB$, seen from $A$, into pieces of lengths $<a>$, $<b>$ "
      "and $<d>$, and the middle part has area $<c>$. What is the area of the "
      "whole triangle?",
      is_strip },
    { STYLE_STORY,
      "Two parallel fences divide a triangular field into three strips, "
      "parallel to one of its sides. Along another side they divide it, seen "
      "from the corner opposite to the first side, in the ratio $<a> : <b> : "
      "<d>$. The middle strip has $<c>$ square metres. What is the "
      "area of the whole field in square metres?",
      is_strip },

    { STYLE_TERSE,
      "Triangle $ABC$ of area $<c>$; $D$ on $AB$ with $AD : DB = <a> : <b>$, "
      "$E$ on $BC$ with $BE : EC = <d> : 1$; $AE$ and $CD$ meet in $P$. Area "
      "of $APC$?",
      is_cevians },
    { STYLE_PLAIN,
      "Triangle $ABC$ has area $<c>$. Point $D$ on side $AB$ satisfies $AD : "
      "DB = <a> : <b>$, and point $E$ on side $BC$ satisfies $BE : EC = <d> : "
      "1$. The segments $AE$ and $CD$ meet in $P$. Find the area of triangle "
      "$APC$.",
      is_cevians },
    { STYLE_PLAIN,
      "In triangle $ABC$ of area $<c>$, let $D$ on $AB$ divide this side in "
      "the ratio $AD : DB = <a> : <b>$, and let $E$ on $BC$ be the point for "
      "which $BE$ is $<d>$ times as long as $EC$. What is the area of the "
      "triangle with vertices $A$, $C$ and the intersection $P$ of $AE$ and "
      "$CD$?",
      is_cevians },
    { STYLE_STORY,
      "A triangular park $ABC$ has an area of $<c>$ hectares. A straight path "
      "runs from $A$ to a gate $E$ on side $BC$ that is $<d>$ times as far "
      "from $B$ as from $C$; another runs from $C$ to a gate $D$ on side $AB$ "
      "with $AD : DB = <a> : <b>$. The paths cross at a fountain $P$. What "
      "is the area, in hectares, of the triangle between $A$, $C$ and the "
      "fountain?",
      is_cevians },
    { STYLE_STORY,
      "In a frame, a beam $AB$ of $<a>$ decimetres is parallel to a beam $CD$ "
      "of $<b>$ decimetres, and two straight wires $AC$ and $BD$ cross in $O$. "
      "The wire $AC$ is $<c>$ decimetres long. How many decimetres is it "
      "from $A$ to the crossing?",
      is_diagonals },
    { STYLE_STORY,
      "A triangular banner is painted in three bands parallel to one of its "
      "edges. They divide another edge, seen from the corner opposite to the "
      "first, in the ratio $<a> : <b> : <d>$. For the middle band <name> uses "
      "$<c>$ grams of paint. How many grams of the same paint, spread "
      "equally thick, does the whole banner need?",
      is_strip },
    { STYLE_STORY,
      "A triangular sheet of metal $ABC$ weighs $<c>$ grams and is equally "
      "thick everywhere. <name> scratches a straight line from $A$ to the "
      "point $E$ of edge $BC$ with $BE : EC = <d> : 1$, and one from $C$ to "
      "the point $D$ of edge $AB$ with $AD : DB = <a> : <b>$. The lines cross "
      "in $P$. How many grams does the triangle $APC$ weigh?",
      is_cevians },
    { 0 },
};

/* ---- the second road: integer coordinates ---- */

/* Twice the area between the parallels x + y = u and x + y = w in the first
 * quadrant, by the shoelace formula. */
static int64_t shoelace(int64_t u, int64_t w)
{
    const int64_t x[4] = { u, w, 0, 0 }, y[4] = { 0, 0, w, u };
    int64_t sum = 0;

    for (int i = 0; i < 4; i++)
        sum += x[i] * y[(i + 1) % 4] - x[(i + 1) % 4] * y[i];
    return sum;
}

/* Does the key p/q fit? The key has at most fifteen digits, what it is
 * multiplied by at most thirteen. */
static bool fits(const struct figure *f, int64_t p, int64_t q)
{
    __int128 a = f->a, b = f->b, c = f->c, d = f->d, all;

    switch (f->kind) {
    case SHADOW: /* (b, a) and (c, key) have the same direction */
        return b * p - c * q * a == 0;
    case PARALLEL: /* D = (a, 0) of (a+b, 0), E = (0, c) of (0, c+key): DE
                      and BC have the same direction */
        return a * (c * q + p) - c * q * (a + b) == 0;
    case AREA: /* A = (0, 0), B = (a+b, 0), C = (0, a+b) */
        return (__int128)p * shoelace(0, f->a + f->b) ==
               c * q * shoelace(f->a, f->a + f->b);
    case DIAGONALS: /* A = (0,0), B = (a,0), C = (b,1), D = (0,1): t C with t =
                       key/c lies on BD */
        return a * p + (b * p - a * q * c) == 0;
    case STRIP:
        all = f->a + f->b + f->d;
        return (__int128)p * shoelace(f->a, f->a + f->b) == c * q * all * all;
    default: /* A = (0,0), B = (1,0), C = (0,1): P = (x, d x) on AE, where x =
                key/c; it lies on CD when a (y - 1) + (a + b) x = 0 */
        return a * (d * p - q * c) + (a + b) * p == 0;
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    int64_t p, q;

    (void)a;
    f->by = "coordinates";
    f->detail = "the key is not one rational number";
    if (!key_ratio(key, &p, &q))
        return TRUTH_NO;
    f->detail = "the key is not positive and of fitting size";
    if (p <= 0 || p > INT64_C(1000000000000000) ||
        q > INT64_C(1000000000000000))
        return TRUTH_NO;
    f->detail = "the figure placed in the plane does not fit the key";
    if (!fits(values, p, q))
        return TRUTH_NO;
    f->detail = "the figure placed in the plane fits the key exactly";
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

const struct family concept_similarity = {
    .name = "concept/similarity",
    .version = 2,
    .title = "Similar triangles",
    .doc = "Lengths and areas from similar triangles, as fractions in lowest "
           "terms. The worked solution names the similar triangles and their "
           "ratio.",
    .concepts = { HIGH_SIMILARITY },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
