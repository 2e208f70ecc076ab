/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Angles at crossing lines, parallel lines and triangles, given as linear
 * expressions in x.
 *
 * solve() writes the one linear equation that the figure gives, finds x and
 * from it the angle asked for. check() goes backwards: from the key it finds
 * the x that would give it, puts that into every angle of the figure, and
 * tests all relations between them and that every angle is possible.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    COMPLEMENTARY,
    SUPPLEMENTARY,
    VERTICAL,
    ALTERNATE,
    EXTERIOR, /* p + q = r, asked: 180 - r */
    PARALLEL, /* p + q + r = 180, asked: 180 - p */
    BISECTOR, /* p + q + r = 180, asked: p + r/2 */
    ZIGZAG,   /* p + q = r, asked: r/2 */
    KINDS
};

/* Angles p[1] x + p[0], and so on; r is idle in figures of two angles. */
struct figure {
    int64_t kind, n, m;
    int64_t p[2], q[2], r[2];
};

static const struct field fields[] = {
    NUMBER(struct figure, kind, 0, KINDS - 1),
    SLOT_LIST(struct figure, p, n, -1000000, 1000000),
    SLOT_LIST(struct figure, q, n, -1000000, 1000000),
    SLOT_LIST(struct figure, r, m, -1000000, 1000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "pair", "two angles in x that are complementary, supplementary, "
              "vertically opposite or alternate interior; x is asked" },
    { "triangle", "three angles in x: an exterior angle of a triangle, or a "
                  "triangle cut by a parallel; a fourth angle is asked" },
    { "chain", "three angles in x, parallel lines and angle bisectors; an "
               "angle at the bisector is asked" },
};

/* Angles A x + (value - A x). */
static void angle(int64_t out[2], int64_t slope, int64_t x, int64_t value)
{
    out[0] = value - slope * x;
    out[1] = slope;
}

static void draw_pair(struct pick *k, struct figure *f)
{
    int64_t kind = pick(k, COMPLEMENTARY, ALTERNATE);
    int64_t x = pick_wide(k, 5, 40);
    int64_t a = pick(k, 2, 9), c = pick_but(k, 2, 9, a);
    int64_t first = pick(k, 20, 75);
    int64_t second = kind == COMPLEMENTARY   ? 90 - first
                     : kind == SUPPLEMENTARY ? 180 - first
                                             : first;

    f->kind = kind;
    f->n = 2;
    angle(f->p, a, x, first);
    angle(f->q, c, x, second);
}

static void draw(struct pick *k, void *values)
{
    struct figure *f = values;
    int64_t x, a, c, e, first, second;

    if (k->level == 1) {
        draw_pair(k, f);
        return;
    }
    f->kind = pick(k, k->level == 2 ? EXTERIOR : BISECTOR,
                   k->level == 2 ? PARALLEL : ZIGZAG);
    f->n = f->m = 2;
    x = pick_wide(k, 5, 40);
    a = pick(k, 2, 6);
    c = pick(k, 2, 6);
    e = pick_but(k, 2, 14, a + c);
    first = pick(k, 21, 79);
    second = pick_but(k, 21, 79, first); /* not the same angle twice */
    angle(f->p, a, x, first);
    angle(f->q, c, x, second);
    angle(f->r, e, x,
          f->kind == EXTERIOR || f->kind == ZIGZAG ? first + second
                                                   : 180 - first - second);
}

/* ---- the first road: one equation ---- */

/* The two sides of the equation: left[1] x + left[0] = right[1] x + right[0],
 * and how it comes about. */
static const char *equation(const struct figure *f, int64_t left[2],
                            int64_t right[2])
{
    const int64_t *p = f->p, *q = f->q, *r = f->r;
    bool equal = f->kind == VERTICAL || f->kind == ALTERNATE;
    bool sum = f->kind == EXTERIOR || f->kind == ZIGZAG;

    for (int i = 0; i < 2; i++) {
        left[i] = p[i] + (equal ? 0 : q[i]);
        right[i] = equal ? q[i] : sum ? r[i] : 0;
        if (f->kind == PARALLEL || f->kind == BISECTOR)
            left[i] += r[i];
    }
    if (!equal && !sum)
        right[0] = f->kind == COMPLEMENTARY ? 90 : 180;
    switch (f->kind) {
    case COMPLEMENTARY: return "Complementary angles add up to $90^\\circ$";
    case SUPPLEMENTARY: return "Supplementary angles add up to $180^\\circ$";
    case VERTICAL: return "Vertically opposite angles are equal";
    case ALTERNATE:
        return "Alternate interior angles at parallel lines are equal";
    case EXTERIOR:
        return "Call the triangle $ABC$, with the two given interior angles at "
               "$A$ and $B$, and let $D$ lie on $BC$ extended beyond $C$. An "
               "exterior angle of a triangle is the sum of the two opposite "
               "interior angles";
    case PARALLEL:
        return "Since $DE \\parallel BC$, $\\angle ABC = \\angle ADE$, and the "
               "angles of triangle $ABC$ add up to $180^\\circ$";
    case BISECTOR:
        return "The line through $A$ is straight, so the three angles at $A$ "
               "add up to $180^\\circ$";
    default:
        return "A parallel through $P$ splits $\\angle BPD$ into two parts, "
               "which are alternate interior angles to $\\angle ABP$ and "
               "$\\angle CDP$, so these two add up to $\\angle BPD$";
    }
}

/* x = n / d; the degrees of an angle, times d. */
static int64_t degrees(const int64_t angle[2], int64_t n, int64_t d)
{
    return angle[1] * n + angle[0] * d;
}

/* All angles lie strictly between 0 and 180 degrees. */
static bool possible(const struct figure *f, int64_t n, int64_t d)
{
    int64_t p = degrees(f->p, n, d), q = degrees(f->q, n, d);
    int64_t r = f->kind > ALTERNATE ? degrees(f->r, n, d) : d;

    return p > 0 && q > 0 && r > 0 && p < 180 * d && q < 180 * d && r < 180 * d;
}

static void ask(struct solving *s, const struct figure *f, int64_t n, int64_t d)
{
    char *p = latex_ratio(s->arena, degrees(f->p, n, d), d);
    char *r = latex_ratio(s->arena, degrees(f->r, n, d), d);

    switch (f->kind) {
    case EXTERIOR:
        solving_key(s, "%s",
                    latex_ratio(s->arena, 180 * d - degrees(f->r, n, d), d));
        solving_step(s, "So $\\angle ACD = %s^\\circ$.", r);
        solving_step(s,
                     "It forms a straight angle with $\\angle ACB$, which "
                     "therefore measures $180 - %s = %s$ degrees.",
                     r, s->key);
        break;
    case PARALLEL:
        solving_key(s, "%s",
                    latex_ratio(s->arena, 180 * d - degrees(f->p, n, d), d));
        solving_step(s, "So $\\angle ADE = %s^\\circ$.", p);
        solving_step(s,
                     "Angles $ADE$ and $BDE$ form a straight angle at $D$, so "
                     "$\\angle BDE$ measures $180 - %s = %s$ degrees.",
                     p, s->key);
        break;
    case BISECTOR:
        solving_key(s, "%s",
                    latex_ratio(s->arena,
                                2 * degrees(f->p, n, d) + degrees(f->r, n, d),
                                2 * d));
        solving_step(s,
                     "So $\\angle DAB = %s^\\circ$, and $\\angle ABC$ is equal "
                     "to it (alternate interior angles); $\\angle BAC = "
                     "%s^\\circ$, so $\\angle BAF$ is half of that.",
                     p, r);
        solving_step(s,
                     "$\\angle AFC$ is an exterior angle of triangle $ABF$, so "
                     "it measures $%s + \\frac{1}{2} \\cdot %s = %s$ degrees.",
                     p, r, s->key);
        break;
    default:
        solving_key(s, "%s", latex_ratio(s->arena, degrees(f->r, n, d), 2 * d));
        solving_step(s, "So $\\angle BPD = %s^\\circ$.", r);
        solving_step(s,
                     "A parallel through $Q$ shows in the same way that "
                     "$\\angle BQD = \\angle ABQ + \\angle CDQ$, which is half "
                     "of $\\angle ABP + \\angle CDP = %s^\\circ$: $%s$ "
                     "degrees.",
                     r, s->key);
    }
}

static bool solve(struct solving *s, const void *values)
{
    const struct figure *f = values;
    int64_t left[2], right[2], n, d;
    const char *why = equation(f, left, right);

    n = right[0] - left[0];
    d = left[1] - right[1];
    if (d == 0 || f->p[1] == 0 || f->q[1] == 0 ||
        (f->kind > ALTERNATE && f->r[1] == 0))
        return false;
    if (d < 0) {
        n = -n;
        d = -d;
    }
    if (!possible(f, n, d))
        return false;
    solving_step(s, "%s.", why);
    solving_step(s, "In terms of $x$ this says $%s = %s$.",
                 latex_poly(s->arena, left, 2, "x"),
                 latex_poly(s->arena, right, 2, "x"));
    if (d == 1)
        solving_step(s, "Hence $x = %" PRId64 "$.", n);
    else
        solving_step(s, "Hence $%" PRId64 "x = %" PRId64 "$ and $x = %s$.", d,
                     n, latex_ratio(s->arena, n, d));
    if (f->kind > ALTERNATE)
        ask(s, f, n, d);
    else
        solving_key(s, "%s", latex_ratio(s->arena, n, d));
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    static const char *const relations[] = {
        "complementary angles",
        "supplementary angles",
        "vertically opposite angles at the crossing of two straight lines",
        "alternate interior angles at a line that crosses two parallel lines",
    };
    const struct figure *f = values;

    speech_set(s, "p", "(%s)^\\circ", speech_poly(s, f->p, 2, "x"));
    speech_set(s, "q", "(%s)^\\circ", speech_poly(s, f->q, 2, "x"));
    if (f->kind > ALTERNATE)
        speech_set(s, "r", "(%s)^\\circ", speech_poly(s, f->r, 2, "x"));
    else
        speech_set(s, "relation", "%s", relations[f->kind]);
}

static bool is_pair(const void *values)
{
    return ((const struct figure *)values)->kind <= ALTERNATE;
}

KIND_IS(struct figure, is_exterior, EXTERIOR)
KIND_IS(struct figure, is_parallel, PARALLEL)
KIND_IS(struct figure, is_bisector, BISECTOR)
KIND_IS(struct figure, is_zigzag, ZIGZAG)
#define LINE_AT_A                                                             \
 "A line through the vertex $A$ of triangle $ABC$ is parallel to $BC$. On "   \
 "it lie $D$ and $E$, with $A$ between them, $D$ on the side of $B$ and $E$ " \
 "on the side of $C$. "
#define TWO_LINES                                                             \
 "Lines $AB$ and $CD$ are parallel, and the rays $BA$ and $DC$ point to the " \
 "same side of line $BD$. On that side, between the parallels, lies a point " \
 "$P$. "

static const struct wording wordings[] = {
    { STYLE_TERSE, "Angles $<p>$ and $<q>$ are <relation>. Find $x$.",
      is_pair },
    { STYLE_PLAIN,
      "Two angles measure $<p>$ and $<q>$. They are <relation>. Find $x$.",
      is_pair },
    { STYLE_PLAIN,
      "Given that angles of $<p>$ and $<q>$ are <relation>, what is the value "
      "of $x$?",
      is_pair },
    { STYLE_STORY,
      "On the plan of a <place>, two angles are marked $<p>$ and $<q>$. "
      "<name> sees that they are <relation>. For which value of $x$ is the "
      "plan right?",
      is_pair },
    { STYLE_STORY,
      "A robot arm measures one angle as $<p>$ and another as $<q>$, where "
      "$x$ is the setting of its dial. The two are known to be <relation>. "
      "To which number $x$ is the dial set?",
      is_pair },
    { STYLE_STORY,
      "<name> draws a puzzle for <name2>: two angles that are <relation>, "
      "with $<p>$ written into one and $<q>$ into the other. Which $x$ "
      "should <name2> find?",
      is_pair },

    { STYLE_TERSE,
      "Triangle $ABC$, $D$ on $BC$ extended beyond $C$; $\\angle BAC = <p>$, "
      "$\\angle ABC = <q>$, $\\angle ACD = <r>$. $\\angle ACB$ in degrees?",
      is_exterior },
    { STYLE_PLAIN,
      "In triangle $ABC$, side $BC$ is extended beyond $C$ to a point $D$. "
      "The angles satisfy $\\angle BAC = <p>$, $\\angle ABC = <q>$ and "
      "$\\angle ACD = <r>$. How many degrees does $\\angle ACB$ measure?",
      is_exterior },
    { STYLE_PLAIN,
      "A triangle $ABC$ has interior angles of $<p>$ at $A$ and $<q>$ at $B$, "
      "and its exterior angle at $C$ is $<r>$. Find the number of degrees in "
      "the interior angle at $C$.",
      is_exterior },
    { STYLE_STORY,
      "Three straight paths in a park join a pond, a café and a tower. At the "
      "pond the two paths meet at $<p>$, at the café at $<q>$. Whoever walks "
      "from the café to the tower and then on to the pond must turn by $<r>$ "
      "from the straight direction there. At how many degrees do the two paths "
      "meet at the tower?",
      is_exterior },
    { STYLE_STORY,
      "<name> builds a triangular frame $ABC$ of three beams, and the beam "
      "$BC$ sticks out beyond $C$ to its end $D$. A plan gives $\\angle BAC = "
      "<p>$, $\\angle ABC = <q>$ and $\\angle ACD = <r>$. How many degrees "
      "is the angle $ACB$ inside the frame?",
      is_exterior },

    { STYLE_TERSE,
      "$D$ on side $AB$, $E$ on side $AC$, $DE \\parallel BC$; $\\angle ADE = "
      "<p>$, $\\angle ACB = <q>$, $\\angle BAC = <r>$. $\\angle BDE$ in "
      "degrees?",
      is_parallel },
    { STYLE_PLAIN,
      "In triangle $ABC$, point $D$ lies on side $AB$ and point $E$ on side "
      "$AC$ so that $DE$ is parallel to $BC$. Given $\\angle ADE = <p>$, "
      "$\\angle ACB = <q>$ and $\\angle BAC = <r>$, find the number of degrees "
      "in $\\angle BDE$.",
      is_parallel },
    { STYLE_PLAIN,
      "A parallel to side $BC$ of triangle $ABC$ meets side $AB$ in $D$ and "
      "side $AC$ in $E$. The angles $ADE$, $ACB$ and $BAC$ measure $<p>$, "
      "$<q>$ and $<r>$. How many degrees does $\\angle BDE$ have?",
      is_parallel },
    { STYLE_STORY,
      "A gable has the shape of a triangle $ABC$ with its top at $A$. <name> "
      "fixes a shelf parallel to the base $BC$ that reaches from $D$ on $AB$ "
      "to $E$ on $AC$, and notes $\\angle ADE = <p>$, $\\angle ACB = <q>$ and "
      "$\\angle BAC = <r>$. How many degrees is $\\angle BDE$?",
      is_parallel },
    { STYLE_STORY,
      "A triangular sail $ABC$ has a seam $DE$ parallel to its edge $BC$, "
      "with $D$ on edge $AB$ and $E$ on edge $AC$. The sailmaker's sheet says "
      "$\\angle ADE = <p>$, $\\angle ACB = <q>$ and $\\angle BAC = <r>$. "
      "Find $\\angle BDE$ in degrees.",
      is_parallel },

    { STYLE_TERSE,
      LINE_AT_A "$\\angle DAB = <p>$, $\\angle EAC = <q>$, $\\angle BAC = "
                "<r>$; the bisector of $\\angle BAC$ meets $BC$ in $F$. "
                "$\\angle AFC$ in degrees?",
      is_bisector },
    { STYLE_PLAIN,
      LINE_AT_A "The bisector of angle $BAC$ meets $BC$ in $F$. If $\\angle "
                "DAB = <p>$, $\\angle EAC = <q>$ and $\\angle BAC = <r>$, how "
                "many degrees does $\\angle AFC$ measure?",
      is_bisector },
    { STYLE_PLAIN,
      LINE_AT_A "It is known that $\\angle DAB = <p>$, $\\angle EAC = <q>$ and "
                "$\\angle BAC = <r>$. Let $F$ be the point of side $BC$ for "
                "which $AF$ halves the angle at $A$. Find $\\angle AFC$ in "
                "degrees.",
      is_bisector },
    { STYLE_STORY,
      "A surveyor stands at $A$ on a straight road $DE$, with $A$ between $D$ "
      "and $E$, and looks at a straight canal parallel to the road. On the "
      "canal are two locks, $B$ on the side of $D$ and $C$ on the side of "
      "$E$. They measure $\\angle DAB = <p>$, $\\angle EAC = <q>$ and $\\angle "
      "BAC = <r>$. A footpath from $A$ halves the angle $BAC$ and reaches the "
      "canal at $F$, between $B$ and $C$. How many degrees is $\\angle "
      "AFC$?",
      is_bisector },
    { STYLE_STORY,
      "A lamp hangs at the point $A$ of a horizontal ceiling beam $DE$, with "
      "$A$ between $D$ and $E$. Two wires run down from $A$ to hooks $B$ and "
      "$C$ at the same height, $B$ on the side of $D$ and $C$ on the side of "
      "$E$, all in one vertical plane: $\\angle DAB = <p>$, $\\angle EAC = "
      "<q>$, $\\angle BAC = <r>$. A third wire halves $\\angle BAC$ and meets "
      "the line $BC$ in $F$. Find $\\angle AFC$ in degrees.",
      is_bisector },

    { STYLE_TERSE,
      TWO_LINES "$\\angle ABP = <p>$, $\\angle CDP = <q>$, $\\angle BPD = "
                "<r>$; the bisectors of $\\angle ABP$ and $\\angle CDP$ meet "
                "in $Q$. $\\angle BQD$ in degrees?",
      is_zigzag },
    { STYLE_PLAIN,
      TWO_LINES "The angles are $\\angle ABP = <p>$, $\\angle CDP = <q>$ and "
                "$\\angle BPD = <r>$, each less than $180^\\circ$. The "
                "bisectors of $\\angle ABP$ and $\\angle CDP$ meet in $Q$. "
                "How many degrees does $\\angle BQD$ measure?",
      is_zigzag },
    { STYLE_PLAIN,
      TWO_LINES "Let $Q$ be the point where the bisector of $\\angle ABP$ "
                "meets the bisector of $\\angle CDP$. Find the number of "
                "degrees in $\\angle BQD$, given that $\\angle ABP = <p>$, "
                "$\\angle CDP = <q>$ and $\\angle BPD = <r>$.",
      is_zigzag },
    { STYLE_STORY,
      "Two straight river banks $AB$ and $CD$ are parallel, and $A$ and $C$ "
      "lie upstream of the bridge $BD$. A boat $P$ floats between the banks, "
      "upstream of the bridge, where $\\angle ABP = <p>$, $\\angle CDP = <q>$ "
      "and $\\angle BPD = <r>$. A buoy $Q$ lies on the bisector of $\\angle "
      "ABP$ and on that of $\\angle CDP$. Under how many degrees is the "
      "bridge $BD$ seen from the buoy, that is, how large is $\\angle BQD$?",
      is_zigzag },
    { STYLE_STORY,
      "Two parallel walls $AB$ and $CD$ of a hall end at a straight curtain "
      "$BD$, and $A$ and $C$ are on the same side of the curtain. A dancer "
      "stands at $P$ on that side, between the walls, and <name> measures "
      "$\\angle ABP = <p>$, $\\angle CDP = <q>$, $\\angle BPD = <r>$. Another "
      "dancer goes to the point $Q$ where the bisectors of $\\angle ABP$ and "
      "$\\angle CDP$ meet. How many degrees is $\\angle BQD$?",
      is_zigzag },
    { 0 },
};

/* ---- the second road: backwards from the key ---- */

/* The x = n/d for which the angle asked for is the key u/v; all below 10^13
 * or so, as the key has at most nine digits in its parts. */
static bool x_of_key(const struct figure *f, int64_t u, int64_t v, int64_t *n,
                     int64_t *d)
{
    int64_t slope, start; /* of twice the angle asked for, in x */

    switch (f->kind) {
    case EXTERIOR: slope = -2 * f->r[1], start = 360 - 2 * f->r[0]; break;
    case PARALLEL: slope = -2 * f->p[1], start = 360 - 2 * f->p[0]; break;
    case BISECTOR:
        slope = 2 * f->p[1] + f->r[1], start = 2 * f->p[0] + f->r[0];
        break;
    case ZIGZAG: slope = f->r[1], start = f->r[0]; break;
    default: slope = 2, start = 0;
    }
    *n = 2 * u - start * v;
    *d = slope * v;
    if (*d < 0) {
        *n = -*n;
        *d = -*d;
    }
    return *d != 0;
}

/* Do all angles fit together at x = n/d? */
static const char *misfit(const struct figure *f, int64_t n, int64_t d)
{
    int64_t p = f->p[1] * n + f->p[0] * d, q = f->q[1] * n + f->q[0] * d;
    int64_t r = f->r[1] * n + f->r[0] * d, half = 180 * d;
    bool three = f->kind > ALTERNATE, holds;

    switch (f->kind) {
    case COMPLEMENTARY: holds = 2 * (p + q) == half; break;
    case SUPPLEMENTARY: holds = p + q == half; break;
    case VERTICAL:
    case ALTERNATE: holds = p == q; break;
    case EXTERIOR:
    case ZIGZAG: holds = p + q == r; break;
    default: holds = p + q + r == half;
    }
    if (!holds)
        return "the x that belongs to the key breaks a relation of the angles";
    if (p <= 0 || q <= 0 || p >= half || q >= half ||
        (three && (r <= 0 || r >= half)))
        return "an angle is not between 0 and 180 degrees";
    return NULL;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct figure *v = values;
    int64_t p, q, n, d, g;

    (void)a;
    f->by = "substitution";
    f->detail = "the key is not one rational number of fitting size";
    if (!key_ratio(key, &p, &q) || q > 10000000 || p > 100000000 ||
        p < -100000000)
        return TRUTH_NO;
    f->detail = "the figure has the wrong number of angles";
    if (v->n != 2 || v->m != (v->kind > ALTERNATE ? 2 : 0))
        return TRUTH_NO;
    f->detail = "no x gives the key";
    if (!x_of_key(v, p, q, &n, &d))
        return TRUTH_NO;
    g = integer_gcd(n, d);
    n /= g;
    d /= g;
    f->detail = "the x that gives the key is not of fitting size";
    if (n > 100000000 || n < -100000000 || d > 10000000)
        return TRUTH_NO;
    f->detail = misfit(v, n, d);
    if (f->detail)
        return TRUTH_NO;
    f->detail = "the key gives x, and with it all angles fit together";
    return TRUTH_YES;
}

static const struct recipe recipe = {
    .size = sizeof(struct figure),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_angles = {
    .name = "concept/angles",
    .version = 2,
    .title = "Angles at lines and triangles",
    .doc = "Angles given as linear expressions in x, related by crossing "
           "lines, parallel lines, triangles and bisectors; x or another "
           "angle in degrees is asked, as a number. The worked solution "
           "writes one linear equation.",
    .concepts = { HIGH_ANGLES },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
