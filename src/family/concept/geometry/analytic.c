/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Points in the coordinate plane: reflections and shifts, intersections of
 * lines, feet of perpendiculars, second intersections with circles.
 *
 * solve() computes the point by the usual formulas. check() substitutes the
 * key, exactly: the point lies on the lines and circles it must lie on, and
 * its connecting lines have the right directions, which fixes it.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    LINES,   /* y = a + b x and y = c + d x */
    MOVED,   /* (a, b), reflected in x = c, then shifted by d in y */
    FOOT,    /* of (d, e) on the line a x + b y = c */
    MIRROR,  /* (d, e) reflected in that line */
    CHORD,   /* circle about (a, b) through P = (e, f), line P (c, d) */
    CIRCLES, /* about (a, b) and (c, d), both through (e, f) */
    KINDS
};

struct plane {
    int64_t kind, n;
    int64_t u[2], v[2]; /* (a, b) and (c, d) */
    int64_t e, f;       /* 0 where they are idle */
};

static const struct field fields[] = {
    NUMBER(struct plane, kind, 0, KINDS - 1),
    SLOT_LIST(struct plane, u, n, -3000000, 3000000),
    SLOT_LIST(struct plane, v, n, -3000000, 3000000),
    NUMBER(struct plane, e, -20000, 20000),
    NUMBER(struct plane, f, -20000, 20000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "one step", "intersection of two lines with whole coordinates, or a "
                  "reflection and a shift" },
    { "perpendicular", "foot of a perpendicular on a line, or mirror image in "
                       "it, with coefficients and coordinates up to 9" },
    { "circles", "second intersection of a line with a circle, or of two "
                 "circles, with coordinates from -99 to 99" },
};

static void draw(struct pick *k, void *values)
{
    struct plane *p = values;
    int64_t first = k->level == 1 ? LINES : k->level == 2 ? FOOT : CHORD;
    int64_t most = k->level == 1 ? 12 : k->level == 2 ? 9 : 99;
    int64_t more = k->level == 1 ? 20 : k->level == 2 ? 30 : 99;

    p->kind = pick(k, first, first + 1);
    p->n = 2;
    p->u[0] = pick_signed(k, 1, k->level == 1 ? more : most);
    p->u[1] = pick_signed(k, 1, most);
    p->v[0] = pick_signed(k, 1, more);
    p->v[1] = pick_signed(k, 1, most);
    if (k->level > 1)
        p->e = pick_signed(k, 1, most);
    if (k->level > 2)
        p->f = pick_signed(k, 1, most);
    if (k->level == 2) /* the point lies off the line, by what was picked */
        p->v[0] += p->u[0] * p->v[1] + p->u[1] * p->e;
    if (p->kind == LINES) { /* they meet at x = c, with slopes b and b + d */
        p->v[1] += p->u[1];
        p->v[0] = p->u[0] + (p->u[1] - p->v[1]) * p->v[0];
    }
}

/* ---- the first road ---- */

static const char *point(struct solving *s, int64_t x, int64_t y, int64_t q)
{
    return arena_printf(s->arena, "(%s, %s)", latex_ratio(s->arena, x, q),
                        latex_ratio(s->arena, y, q));
}

static bool solve_lines(struct solving *s, const struct plane *p)
{
    int64_t x = p->v[0] - p->u[0], q = p->u[1] - p->v[1];
    int64_t y = p->u[1] * x + p->u[0] * q;

    if (q == 0)
        return false;
    solving_key(s, "%s", point(s, x, y, q));
    solving_step(s,
                 "At the intersection both values of $y$ are equal: $%s = "
                 "%s$.",
                 latex_poly(s->arena, p->u, 2, "x"),
                 latex_poly(s->arena, p->v, 2, "x"));
    solving_step(s, "So $%s = %" PRId64 "$ and $x = %s$.",
                 latex_times(s->arena, q, 1, "x"), x,
                 latex_ratio(s->arena, x, q));
    solving_step(s, "Then $y = %s$, and the point is $%s$.",
                 latex_ratio(s->arena, y, q), s->key);
    return true;
}

static void solve_moved(struct solving *s, const struct plane *p)
{
    solving_key(s, "%s", point(s, 2 * p->v[0] - p->u[0], p->u[1] + p->v[1], 1));
    solving_step(s,
                 "A reflection in the line $x = %" PRId64
                 "$ keeps $y$, and $%" PRId64
                 "$ is the mean of the old and the new value of $x$.",
                 p->v[0], p->v[0]);
    solving_step(s, "The new value of $x$ is $2 \\cdot %s - %s = %" PRId64 "$.",
                 latex_bracket(s->arena, p->v[0]),
                 latex_bracket(s->arena, p->u[0]), 2 * p->v[0] - p->u[0]);
    solving_step(s,
                 "The shift changes $y$ from $%" PRId64 "$ to $%" PRId64
                 "%s = %" PRId64 "$.",
                 p->u[1], p->u[1], latex_plus(s->arena, p->v[1]),
                 p->u[1] + p->v[1]);
}

/* P - t n with n = (a, b): t = (n P - c) / n^2 for the foot, twice that for
 * the mirror image. */
static bool solve_foot(struct solving *s, const struct plane *p)
{
    int64_t square = p->u[0] * p->u[0] + p->u[1] * p->u[1];
    int64_t over = p->u[0] * p->v[1] + p->u[1] * p->e - p->v[0];
    int64_t t = p->kind == MIRROR ? 2 * over : over;
    const int64_t x[2] = { p->v[1], p->u[0] }, y[2] = { p->e, p->u[1] };

    if (square == 0 || over == 0) /* no line, or the point lies on it */
        return false;
    solving_key(s, "%s",
                point(s, p->v[1] * square - t * p->u[0],
                      p->e * square - t * p->u[1], square));
    solving_step(s,
                 "The vector $(%" PRId64 ", %" PRId64
                 ")$ is perpendicular to the line, so the foot is $(%s, %s)$ "
                 "for some $t$.",
                 p->u[0], p->u[1], latex_poly(s->arena, x, 2, "t"),
                 latex_poly(s->arena, y, 2, "t"));
    solving_step(s, "On the line we need $%s(%s)%s(%s) = %" PRId64 "$.",
                 p->u[0] == 1    ? ""
                 : p->u[0] == -1 ? "-"
                                 : arena_printf(s->arena, "%" PRId64, p->u[0]),
                 latex_poly(s->arena, x, 2, "t"),
                 p->u[1] == 1    ? " + "
                 : p->u[1] == -1 ? " - "
                                 : latex_plus(s->arena, p->u[1]),
                 latex_poly(s->arena, y, 2, "t"), p->v[0]);
    solving_step(s, "So $%" PRId64 "t = %" PRId64 "$ and $t = %s$.", square,
                 -over, latex_ratio(s->arena, -over, square));
    if (p->kind == MIRROR)
        solving_step(s,
                     "The mirror image lies twice as far along the vector, at "
                     "$2t = %s$: $%s$.",
                     latex_ratio(s->arena, -t, square), s->key);
    else
        solving_step(s, "The foot is $%s$.", s->key);
    return true;
}

/* P + 2 t u, where t puts the middle of the chord next to the centre. */
static bool solve_chord(struct solving *s, const struct plane *p)
{
    int64_t x = p->v[0] - p->e, y = p->v[1] - p->f, square = x * x + y * y;
    int64_t dot = (p->u[0] - p->e) * x + (p->u[1] - p->f) * y;

    if (dot == 0)
        return false;
    solving_key(s, "%s",
                point(s, p->e * square + 2 * dot * x,
                      p->f * square + 2 * dot * y, square));
    solving_step(s,
                 "The line has the direction $u = (%" PRId64 ", %" PRId64
                 ")$, so $X = P + su$ for some $s \\ne 0$.",
                 x, y);
    solving_step(s,
                 "The perpendicular from the centre $A$ meets the chord $PX$ "
                 "in its middle $P + \\frac{s}{2}u$.");
    solving_step(s,
                 "With $A - P = (%" PRId64 ", %" PRId64
                 ")$ the foot is at $\\frac{s}{2} = \\frac{(A - P) \\cdot u}{u "
                 "\\cdot u} = %s$.",
                 p->u[0] - p->e, p->u[1] - p->f,
                 latex_ratio(s->arena, dot, square));
    solving_step(s, "So $s = %s$ and $X = %s$.",
                 latex_ratio(s->arena, 2 * dot, square), s->key);
    return true;
}

/* P mirrored in the line of centres. */
static bool solve_circles(struct solving *s, const struct plane *p)
{
    int64_t x = p->v[0] - p->u[0], y = p->v[1] - p->u[1],
            square = x * x + y * y;
    int64_t u = p->e - p->u[0], v = p->f - p->u[1], dot = u * x + v * y;

    if (x * v == y * u) /* also when the centres are one */
        return false;
    solving_key(s, "%s",
                point(s, (2 * p->u[0] - p->e) * square + 2 * dot * x,
                      (2 * p->u[1] - p->f) * square + 2 * dot * y, square));
    solving_step(s, "Both circles are symmetric in the line of centres $AB$, "
                    "so the other common point is the mirror image of $P$ in "
                    "$AB$.");
    solving_step(s,
                 "With $u = B - A = (%" PRId64 ", %" PRId64
                 ")$ and $P - A = (%" PRId64 ", %" PRId64
                 ")$ the foot of the perpendicular from $P$ is $F = A + tu$ "
                 "with $t = \\frac{(P - A) \\cdot u}{u \\cdot u} = "
                 "%s$.",
                 x, y, u, v, latex_ratio(s->arena, dot, square));
    solving_step(s, "So $F = %s$.",
                 point(s, p->u[0] * square + dot * x,
                       p->u[1] * square + dot * y, square));
    solving_step(s, "The other common point is $2F - P = %s$.", s->key);
    return true;
}

static bool is_coordinate(int64_t x)
{
    return x <= 20000 && x >= -20000;
}

static bool solve(struct solving *s, const void *values)
{
    const struct plane *p = values;
    bool constant = p->kind == FOOT || p->kind == MIRROR; /* v[0] is one */

    if (p->kind == LINES)
        return solve_lines(s, p);
    if (!is_coordinate(p->u[0]) || !is_coordinate(p->u[1]) ||
        !is_coordinate(p->v[1]) || !(constant || is_coordinate(p->v[0])))
        return false;
    switch (p->kind) {
    case MOVED: solve_moved(s, p); return true;
    case CHORD: return solve_chord(s, p);
    case CIRCLES: return solve_circles(s, p);
    default: return solve_foot(s, p);
    }
}

/* ---- wording ---- */

KIND_IS(struct plane, is_lines, LINES)
KIND_IS(struct plane, is_moved, MOVED)
KIND_IS(struct plane, is_foot, FOOT)
KIND_IS(struct plane, is_mirror, MIRROR)
KIND_IS(struct plane, is_chord, CHORD)
KIND_IS(struct plane, is_circles, CIRCLES)

static void speak(struct speech *s, const void *values)
{
    static const char *const letters[] = { "x", "y" };
    const struct plane *p = values;

    if (p->kind == LINES) {
        speech_set(s, "first", "%s", speech_poly(s, p->u, 2, "x"));
        speech_set(s, "second", "%s", speech_poly(s, p->v, 2, "x"));
    } else if (p->kind == FOOT || p->kind == MIRROR) {
        speech_set(s, "line", "%s", speech_linear(s, p->u, 2, letters));
    }
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Intersection of $y = <first>$ and $y = <second>$?",
      is_lines },
    { STYLE_PLAIN,
      "Find the point where the lines $y = <first>$ and $y = <second>$ meet.",
      is_lines },
    { STYLE_PLAIN,
      "Two lines have the equations $y = <first>$ and $y = <second>$. At which "
      "point do they intersect?",
      is_lines },
    { STYLE_STORY,
      "On a map with coordinates, one straight road follows the equation $y = "
      "<first>$, another the equation $y = <second>$. At which point $(x, "
      "y)$ do the roads cross?",
      is_lines },
    { STYLE_STORY,
      "On <name>'s screen one ray of light is drawn along $y = <first>$ and "
      "another along $y = <second>$, in the same coordinates. At which "
      "point $(x, y)$ do they meet?",
      is_lines },

    { STYLE_TERSE,
      "$(<u[0]>, <u[1]>)$, reflected in the line $x = <v[0]>$, then shifted by "
      "the vector $(0, <v[1]>)$. Image?",
      is_moved },
    { STYLE_PLAIN,
      "The point $(<u[0]>, <u[1]>)$ is reflected in the line $x = <v[0]>$, and "
      "the image is shifted by the vector $(0, <v[1]>)$. Find the coordinates "
      "of the final image.",
      is_moved },
    { STYLE_PLAIN,
      "A glide reflection consists of a reflection in the line $x = <v[0]>$ "
      "and a shift by $<v[1]>$ in the direction of $y$. To which point does it "
      "take $(<u[0]>, <u[1]>)$?",
      is_moved },
    { STYLE_STORY,
      "In a drawing program <name> clicks on the point $(<u[0]>, <u[1]>)$, "
      "mirrors it in the vertical line $x = <v[0]>$, and then moves it by the "
      "vector $(0, <v[1]>)$. At which coordinates is it now?",
      is_moved },

    { STYLE_TERSE,
      "Foot of the perpendicular from $(<v[1]>, <e>)$ to the line $<line> = "
      "<v[0]>$?",
      is_foot },
    { STYLE_PLAIN,
      "Find the foot of the perpendicular from the point $(<v[1]>, <e>)$ to "
      "the line $<line> = <v[0]>$.",
      is_foot },
    { STYLE_PLAIN,
      "Which point of the line $<line> = <v[0]>$ is nearest to the point "
      "$(<v[1]>, <e>)$?",
      is_foot },
    { STYLE_STORY,
      "A straight canal follows the equation $<line> = <v[0]>$ on a map. From "
      "a <place> at $(<v[1]>, <e>)$ <name> takes the shortest way to the "
      "canal. At which point $(x, y)$ do they reach it?",
      is_foot },

    { STYLE_TERSE,
      "Mirror image of $(<v[1]>, <e>)$ in the line $<line> = <v[0]>$?",
      is_mirror },
    { STYLE_PLAIN,
      "Find the image of the point $(<v[1]>, <e>)$ under the reflection in the "
      "line $<line> = <v[0]>$.",
      is_mirror },
    { STYLE_PLAIN,
      "The line $<line> = <v[0]>$ is the perpendicular bisector of the segment "
      "from $(<v[1]>, <e>)$ to a point $Q$. What are the coordinates of $Q$?",
      is_mirror },
    { STYLE_STORY,
      "A flat mirror stands along the line $<line> = <v[0]>$ of a plan, and a "
      "lamp stands at $(<v[1]>, <e>)$. At which point $(x, y)$ of the plan "
      "does the image of the lamp appear?",
      is_mirror },

    { STYLE_TERSE,
      "Circle about $A = (<u[0]>, <u[1]>)$ through $P = (<e>, <f>)$; the line "
      "through $P$ and $(<v[0]>, <v[1]>)$ meets it again in $X$. $X$?",
      is_chord },
    { STYLE_PLAIN,
      "A circle with centre $A = (<u[0]>, <u[1]>)$ passes through $P = (<e>, "
      "<f>)$. The line through $P$ and $Q = (<v[0]>, <v[1]>)$ meets the circle "
      "again in $X$. Find the coordinates of $X$.",
      is_chord },
    { STYLE_PLAIN,
      "The points $P = (<e>, <f>)$ and $X \\ne P$ lie on a circle about $A = "
      "(<u[0]>, <u[1]>)$, and the point $(<v[0]>, <v[1]>)$ lies on the line "
      "$PX$. Determine $X$.",
      is_chord },
    { STYLE_STORY,
      "The wall of a round arena has its centre at $A = (<u[0]>, <u[1]>)$ of a "
      "plan and goes through the gate $P = (<e>, <f>)$. From the gate a beam "
      "of light is sent along the straight line through $P$ and $(<v[0]>, "
      "<v[1]>)$, in the direction that leads into the arena. At "
      "which point does it hit the wall again?",
      is_chord },

    { STYLE_TERSE,
      "Circles about $A = (<u[0]>, <u[1]>)$ and $B = (<v[0]>, <v[1]>)$, both "
      "through $P = (<e>, <f>)$. Other common point?",
      is_circles },
    { STYLE_PLAIN,
      "Two circles with centres $A = (<u[0]>, <u[1]>)$ and $B = (<v[0]>, "
      "<v[1]>)$ both pass through $P = (<e>, <f>)$. Find their other common "
      "point.",
      is_circles },
    { STYLE_PLAIN,
      "A point $X \\ne P$ is as far from $A = (<u[0]>, <u[1]>)$ and as far "
      "from $B = (<v[0]>, <v[1]>)$ as the point $P = (<e>, <f>)$ is. What are "
      "the coordinates of $X$?",
      is_circles },
    { STYLE_STORY,
      "Two radio stations stand at $A = (<u[0]>, <u[1]>)$ and $B = (<v[0]>, "
      "<v[1]>)$ of a map. A phone measures only its distances to the two; they "
      "are the same as those of the point $P = (<e>, <f>)$, but the phone is "
      "not there. At which point of the map is it?",
      is_circles },
    { STYLE_STORY,
      "A figure in a computer game stands at $(<u[0]>, <u[1]>)$. A spell "
      "mirrors it in the line $x = <v[0]>$, and then a wind carries it by the "
      "vector $(0, <v[1]>)$. At which coordinates does it end?",
      is_moved },
    { STYLE_STORY,
      "A straight beam follows the equation $<line> = <v[0]>$ on a plan. "
      "<name> wants to tie a hook at $(<v[1]>, <e>)$ to the beam by the "
      "shortest possible cord. At which point $(x, y)$ must the cord be "
      "fixed to the beam?",
      is_foot },
    { STYLE_STORY,
      "On squared paper <name> makes an ink spot at $(<v[1]>, <e>)$ and folds "
      "the paper along the line $<line> = <v[0]>$ while the ink is wet. At "
      "which point $(x, y)$ does the spot print itself?",
      is_mirror },
    { STYLE_STORY,
      "A satellite sees a round crater with its centre at $A = (<u[0]>, "
      "<u[1]>)$; the point $P = (<e>, <f>)$ lies on its rim. A straight track "
      "through $P$ and $(<v[0]>, <v[1]>)$ crosses the rim at one more point. "
      "Find this point.",
      is_chord },
    { STYLE_STORY,
      "A treasure lies as far from the tree at $A = (<u[0]>, <u[1]>)$ as the "
      "well at $P = (<e>, <f>)$ does, and as far from the rock at $B = "
      "(<v[0]>, <v[1]>)$ as the well does, but not at the well. At which "
      "point is the treasure?",
      is_circles },
    { 0 },
};

/* ---- the second road: substitution ---- */

/* u x + v y, with small u and v, over fmpq. */
static void combine(fmpq_t out, int64_t u, const fmpq_t x, int64_t v,
                    const fmpq_t y)
{
    fmpz_t c;
    fmpq_t t;

    fmpz_init_set_si(c, u);
    fmpq_init(t);
    fmpq_mul_fmpz(t, x, c);
    fmpz_set_si(c, v);
    fmpq_mul_fmpz(out, y, c);
    fmpq_add(out, out, t);
    fmpq_clear(t);
    fmpz_clear(c);
}

static bool equals(const fmpq_t x, int64_t n)
{
    return fmpz_is_one(fmpq_denref(x)) && fmpz_equal_si(fmpq_numref(x), n);
}

/* Is u x + v y = n? */
static bool on_line(int64_t u, int64_t v, int64_t n, const fmpq_t x,
                    const fmpq_t y)
{
    fmpq_t t;
    bool here;

    fmpq_init(t);
    combine(t, u, x, v, y);
    here = equals(t, n);
    fmpq_clear(t);
    return here;
}

/* Is (x, y) as far from (a, b) as (e, f) is? */
static bool as_far(int64_t a, int64_t b, int64_t e, int64_t f, const fmpq_t x,
                   const fmpq_t y)
{
    fmpq_t u, v;
    bool here;

    fmpq_init(u);
    fmpq_init(v);
    fmpq_sub_si(u, x, a);
    fmpq_sub_si(v, y, b);
    fmpq_mul(u, u, u);
    fmpq_mul(v, v, v);
    fmpq_add(u, u, v);
    here = equals(u, (e - a) * (e - a) + (f - b) * (f - b));
    fmpq_clear(v);
    fmpq_clear(u);
    return here;
}

static bool fits(const struct plane *p, const fmpq_t x, const fmpq_t y)
{
    int64_t a = p->u[0], b = p->u[1], c = p->v[0], d = p->v[1], e = p->e,
            f = p->f;
    bool other = !equals(x, e) || !equals(y, f);

    if (p->n != 2)
        return false;
    switch (p->kind) {
    case LINES:
        return b != d && on_line(-b, 1, a, x, y) && on_line(-d, 1, c, x, y);
    case MOVED: /* the middle lies on x = c */
        return on_line(1, 0, 2 * c - a, x, y) && on_line(0, 1, b + d, x, y);
    case FOOT: /* on the line, and along (a, b) from (d, e) */
        return (a != 0 || b != 0) && on_line(a, b, c, x, y) &&
               on_line(b, -a, b * d - a * e, x, y);
    case MIRROR: /* the middle lies on the line */
        return (a != 0 || b != 0) &&
               on_line(a, b, 2 * c - a * d - b * e, x, y) &&
               on_line(b, -a, b * d - a * e, x, y);
    case CHORD:
        return other && (c != e || d != f) && as_far(a, b, e, f, x, y) &&
               on_line(d - f, e - c, (d - f) * e + (e - c) * f, x, y);
    default:
        return other && (a != c || b != d) && as_far(a, b, e, f, x, y) &&
               as_far(c, d, e, f, x, y);
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const char **items;
    bool read, right;
    fmpq_t x, y;
    size_t n;

    fmpq_init(x);
    fmpq_init(y);
    f->by = "substitution";
    read = key_items(a, key, "(", ")", &items, &n) && n == 2 &&
           key_rational(items[0], x) && key_rational(items[1], y);
    right = read && fits(values, x, y);
    fmpq_clear(y);
    fmpq_clear(x);
    f->detail = !read   ? "the key is not a pair of rational numbers"
                : right ? "the point satisfies all equations exactly"
                        : "the point does not satisfy all equations";
    return right ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct plane),
    .fields = fields,
    .draw = draw,
    .free_from = 3,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the point as a pair $(x, y)$ of exact numbers.",
    .check = check,
};

const struct family concept_analytic = {
    .name = "concept/analytic",
    .version = 2,
    .title = "Points from lines and circles",
    .doc = "Intersections, reflections, feet of perpendiculars and second "
           "intersections with circles, as a point with rational coordinates.",
    .concepts = { HIGH_ANALYTIC, HIGH_COORDINATES },
    .answer = ANSWER_TUPLE,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
