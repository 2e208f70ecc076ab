/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The equation y = mx + b of a line that is given by points, a slope, or other
 * lines.
 *
 * solve() finds the slope and a point, and from them b. check() reads m and b
 * of the key and tests what the line must do, in other terms than solve's: the
 * points lie on it, it is at equal distances from two points, it
 * meets two lines where they say the same, the vertices of a triangle balance
 * about it.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <string.h>

enum kind {
    POINTS,   /* through two points */
    SLOPE,    /* slope u/w, through a point */
    THROUGH,  /* through a point, in the direction of a line */
    BISECTOR, /* perpendicular bisector of two points */
    JOIN,     /* through the intersection of two lines, direction of a third */
    CENTROID  /* through the centroid of three points, direction of a line */
};

struct lines {
    int64_t kind, across; /* direction: 0 parallel, 1 perpendicular */
    int64_t u, w;
    int64_t np, nl;
    int64_t p[6]; /* x, y of points */
    int64_t l[8]; /* a, b, c of lines ax + by = c; a, b of the direction */
    int64_t c;    /* which goes with them and does not matter */
};

static const struct field fields[] = {
    NUMBER(struct lines, kind, 0, 5),
    NUMBER(struct lines, across, 0, 1),
    NUMBER(struct lines, u, -1000, 1000),
    NUMBER(struct lines, w, 1, 1000),
    SLOT_LIST(struct lines, p, np, -30000, 30000),
    SLOT_LIST(struct lines, l, nl, -30000, 30000),
    NUMBER(struct lines, c, -30000, 30000),
    { 0 },
};

static const int64_t n_points[] = { 4, 2, 2, 4, 0, 6 };
static const int64_t n_lines[] = { 0, 0, 2, 0, 8, 2 };

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "direct", "through two points, or through one with a given slope; "
                "coordinates up to 49" },
    { "direction", "through a point and parallel or perpendicular to a line, "
                   "or the perpendicular bisector of two points; coordinates "
                   "up to 300" },
    { "constructed", "through the intersection of two lines or the centroid "
                     "of a triangle, parallel or perpendicular to another "
                     "line; coefficients and coordinates up to about 100" },
};

/* Coprime u and w > 0, either sign of u; never lengthened. */
static void pick_slope(struct pick *k, int64_t *u, int64_t *w)
{
    int64_t sign;

    pick_coprime(k, 9, 1, 7, u, w);
    sign = pick(k, 0, 1);
    *u = sign ? -*u : *u;
}

static void draw_direct(struct pick *k, struct lines *v)
{
    v->kind = pick(k, POINTS, SLOPE);
    pick_slope(k, &v->u, &v->w);
    v->p[0] = pick_signed(k, 1, 40);
    v->p[1] = pick_signed(k, 1, 40);
    if (v->kind == POINTS) {
        v->p[2] = v->p[0] + v->w;
        v->p[3] = v->p[1] + v->u;
        v->u = 0;
        v->w = 1;
    }
}

/* The constant c != 0 of the line l, or 0, which is not drawn otherwise, when
 * (x/z, y/z) would lie on it: no line is called parallel to itself. */
static int64_t off_line(const int64_t *l, int64_t x, int64_t y, int64_t z,
                        int64_t c)
{
    return l[0] * x + l[1] * y == c * z ? 0 : c;
}

static void draw_direction(struct pick *k, struct lines *v)
{
    int64_t form = pick(k, 0, 2), u, w, c;

    pick_slope(k, &u, &w);
    v->p[0] = pick_signed(k, 1, 20);
    v->p[1] = pick_signed(k, 1, 20);
    c = pick_signed(k, 1, 30);
    v->w = 1;
    if (form == 2) {
        v->kind = BISECTOR;
        v->p[2] = v->p[0] + c * w;
        v->p[3] = v->p[1] + c * u;
    } else {
        v->kind = THROUGH;
        v->across = form;
        v->l[0] = w;
        v->l[1] = u;
        v->c = off_line(v->l, v->p[0], v->p[1], 1, c);
    }
}

static void draw_constructed(struct pick *k, struct lines *v)
{
    int64_t u, w, x, y, a[4], c;

    v->kind = pick(k, JOIN, CENTROID);
    v->across = pick(k, 0, 1);
    pick_slope(k, &u, &w);
    x = pick_signed(k, 1, 15);
    y = pick_signed(k, 1, 15);
    for (int i = 0; i < 4; i++)
        a[i] = pick(k, 1, 7);
    c = pick_signed(k, 1, 30);
    v->w = 1;
    if (v->kind == JOIN) { /* slopes of opposite signs: the lines do meet */
        const int64_t l[8] = { a[0], a[1],  a[0] * x + a[1] * y,
                               a[2], -a[3], a[2] * x - a[3] * y,
                               w,    u };

        memcpy(v->l, l, sizeof(l));
        v->c = off_line(v->l + 6, x, y, 1, c);
    } else {
        const int64_t p[6] = { x, y, x + a[0], y + a[1], x + a[2], y - a[3] };

        memcpy(v->p, p, sizeof(p));
        v->l[0] = w;
        v->l[1] = u;
        v->c = off_line(v->l, p[0] + p[2] + p[4], p[1] + p[3] + p[5], 3, c);
    }
}

static void draw(struct pick *k, void *values)
{
    struct lines *v = values;

    (k->level == 1   ? draw_direct
     : k->level == 2 ? draw_direction
                     : draw_constructed)(k, v);
    v->np = n_points[v->kind];
    v->nl = n_lines[v->kind];
}

/* ---- the first road: slope and point ---- */

/* A fraction p/q, q > 0, in lowest terms. */
struct ratio {
    int64_t p, q;
};

static struct ratio ratio(int64_t p, int64_t q)
{
    int64_t g = integer_gcd(p, q);

    g = q < 0 ? -g : g;
    return (struct ratio){ p / g, q / g };
}

static const char *text(struct arena *a, struct ratio x)
{
    return latex_ratio(a, x.p, x.q);
}

/* mx + b */
static const char *line_text(struct arena *a, struct ratio m, struct ratio b)
{
    const char *slope = latex_times(a, m.p, 1, "x");

    if (m.p == 0)
        return text(a, b);
    if (m.q != 1)
        slope = arena_printf(a, "%sx", text(a, m));
    if (b.p == 0)
        return slope;
    return arena_printf(a, "%s %c %s", slope, b.p < 0 ? '-' : '+',
                        latex_ratio(a, b.p < 0 ? -b.p : b.p, b.q));
}

static bool slope_of_points(struct solving *s, const int64_t *p,
                            struct ratio *m)
{
    if (p[0] == p[2])
        return false;
    *m = ratio(p[3] - p[1], p[2] - p[0]);
    solving_step(s,
                 "The slope between the points is $\\frac{%" PRId64
                 "%s}{%" PRId64 "%s} = %s$.",
                 p[3], latex_plus(s->arena, -p[1]), p[2],
                 latex_plus(s->arena, -p[0]), text(s->arena, *m));
    return true;
}

/* ax + by */
static const char *sum(struct arena *a, const int64_t *l)
{
    const char *y = latex_times(a, l[1] < 0 ? -l[1] : l[1], 1, "y");

    return arena_printf(a, "%s %c %s", latex_times(a, l[0], 1, "x"),
                        l[1] < 0 ? '-' : '+', y);
}

/* The slope that is parallel, or perpendicular, to the line l. */
static bool slope_by_line(struct solving *s, const struct lines *v,
                          const int64_t *l, struct ratio *m)
{
    struct ratio along;

    if (l[0] == 0 || l[1] == 0)
        return false;
    along = ratio(-l[0], l[1]);
    *m = v->across ? ratio(l[1], l[0]) : along;
    solving_step(
        s,
        "The line $%s = %" PRId64 "$ has slope $%s$, so ours has slope $%s$%s.",
        sum(s->arena, l), v->c, text(s->arena, along), text(s->arena, *m),
        v->across ? ", the negative reciprocal" : " too");
    return true;
}

static bool find_bisector(struct solving *s, const int64_t *p, struct ratio *m,
                          struct ratio *x, struct ratio *y)
{
    if (p[1] == p[3] || !slope_of_points(s, p, m))
        return false;
    *m = ratio(p[0] - p[2], p[3] - p[1]);
    solving_step(s, "The bisector is perpendicular to that, with slope $%s$.",
                 text(s->arena, *m));
    *x = ratio(p[0] + p[2], 2);
    *y = ratio(p[1] + p[3], 2);
    solving_step(s, "It passes through the midpoint $\\left(%s, %s\\right)$.",
                 text(s->arena, *x), text(s->arena, *y));
    return true;
}

/* Cramer's rule; products stay far below 2^63, coefficients being small. */
static bool find_join(struct solving *s, const int64_t *l, struct ratio *x,
                      struct ratio *y)
{
    int64_t d = l[0] * l[4] - l[1] * l[3];

    if (d == 0)
        return false;
    *x = ratio(l[2] * l[4] - l[1] * l[5], d);
    *y = ratio(l[0] * l[5] - l[2] * l[3], d);
    solving_step(s,
                 "Eliminate $y$: $%" PRId64
                 "$ times the first equation less $%s$ times the second gives "
                 "$%" PRId64 "x = %" PRId64 "$, so $x = %s$.",
                 l[4], latex_bracket(s->arena, l[1]), d,
                 l[2] * l[4] - l[1] * l[5], text(s->arena, *x));
    solving_step(s,
                 "Eliminate $x$: $%" PRId64
                 "$ times the second equation less $%s$ times the first gives "
                 "$%" PRId64 "y = %" PRId64
                 "$, so $y = %s$, and the lines meet at $\\left(%s, "
                 "%s\\right)$.",
                 l[0], latex_bracket(s->arena, l[3]), d,
                 l[0] * l[5] - l[2] * l[3], text(s->arena, *y),
                 text(s->arena, *x), text(s->arena, *y));
    return true;
}

static bool find_centroid(struct solving *s, const int64_t *p, struct ratio *x,
                          struct ratio *y)
{
    if ((p[2] - p[0]) * (p[5] - p[1]) == (p[3] - p[1]) * (p[4] - p[0]))
        return false;
    *x = ratio(p[0] + p[2] + p[4], 3);
    *y = ratio(p[1] + p[3] + p[5], 3);
    solving_step(s,
                 "The coordinates of the vertices have the sums $%" PRId64
                 "$ and $%" PRId64
                 "$; a third of each gives the centroid $\\left(%s, "
                 "%s\\right)$.",
                 p[0] + p[2] + p[4], p[1] + p[3] + p[5], text(s->arena, *x),
                 text(s->arena, *y));
    return true;
}

/* The slope of the line and a point of it. */
static bool find(struct solving *s, const struct lines *v, struct ratio *m,
                 struct ratio *x, struct ratio *y)
{
    const int64_t *p = v->p, *l = v->l;

    *x = ratio(p[0], 1);
    *y = ratio(p[1], 1);
    switch ((enum kind)v->kind) {
    case POINTS: return slope_of_points(s, p, m);
    case SLOPE:
        *m = ratio(v->u, v->w);
        solving_step(s, "The slope is $m = %s$.", text(s->arena, *m));
        return true;
    case THROUGH: return slope_by_line(s, v, l, m);
    case BISECTOR: return find_bisector(s, p, m, x, y);
    case JOIN: return find_join(s, l, x, y) && slope_by_line(s, v, l + 6, m);
    case CENTROID: break;
    }
    return find_centroid(s, p, x, y) && slope_by_line(s, v, l, m);
}

/* Would the line be the very one that it is to be parallel to? Numbers stay
 * below 10^12. */
static bool is_itself(const struct lines *v, struct ratio x, struct ratio y)
{
    const int64_t *l = v->kind == JOIN ? v->l + 6 : v->l;

    return v->nl && !v->across &&
           l[0] * x.p * y.q + l[1] * y.p * x.q == v->c * x.q * y.q;
}

/* Slopes have up to 10^5 in numerator and denominator: what follows stays
 * below 2^63. */
static bool is_small(struct ratio x)
{
    return x.q < 1000000 && x.p / 1000000 == 0;
}

static bool solve(struct solving *s, const void *values)
{
    struct ratio m, x, y, mx, b;

    if (!find(s, values, &m, &x, &y) || !is_small(x) || !is_small(y) ||
        is_itself(values, x, y))
        return false;
    mx = ratio(m.p * x.p, m.q * x.q);
    b = ratio(y.p * mx.q - mx.p * y.q, y.q * mx.q);
    solving_step(s,
                 "Put the point with $x = %s$, $y = %s$ into $y = mx + b$: "
                 "$m x = %s$, so $b = y - mx = %s$.",
                 text(s->arena, x), text(s->arena, y), text(s->arena, mx),
                 text(s->arena, b));
    solving_key(s, "y = %s", line_text(s->arena, m, b));
    solving_step(s, "The equation is $%s$.", s->key);
    return true;
}

/* ---- wording ---- */

static const char *point(struct speech *s, const int64_t *p)
{
    return arena_printf(s->arena, "$(%s, %s)$", speech_number(s, p),
                        speech_number(s, p + 1));
}

static const char *given_line(struct speech *s, const int64_t *l,
                              const int64_t *c)
{
    static const char *const letters[] = { "x", "y" };

    return arena_printf(s->arena, "$%s = %s$", speech_linear(s, l, 2, letters),
                        speech_number(s, c));
}

static void speak(struct speech *s, const void *values)
{
    const struct lines *v = values;
    const int64_t *p = v->p, *l = v->l;
    const char *way = v->across ? "perpendicular" : "parallel";

    switch ((enum kind)v->kind) {
    case POINTS:
        speech_set(s, "line", "the line through %s and %s", point(s, p),
                   point(s, p + 2));
        break;
    case SLOPE:
        speech_set(s, "line", "the line with slope $%s$ through %s",
                   latex_ratio(s->arena, v->u, v->w), point(s, p));
        break;
    case THROUGH:
        speech_set(s, "line", "the line through %s that is %s to the line %s",
                   point(s, p), way, given_line(s, l, &v->c));
        break;
    case BISECTOR:
        speech_set(s, "line",
                   "the perpendicular bisector of the segment from %s to %s",
                   point(s, p), point(s, p + 2));
        break;
    case JOIN:
        speech_set(s, "line",
                   "the line that passes through the intersection of the lines "
                   "%s and %s and is %s to the line %s",
                   given_line(s, l, l + 2), given_line(s, l + 3, l + 5), way,
                   given_line(s, l + 6, &v->c));
        break;
    case CENTROID:
        speech_set(s, "line",
                   "the line that passes through the centroid of the triangle "
                   "with vertices %s, %s and %s and is %s to the line %s",
                   point(s, p), point(s, p + 2), point(s, p + 4), way,
                   given_line(s, l, &v->c));
        break;
    }
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Equation of <line>?", NULL },
    { STYLE_PLAIN, "Find the equation of <line>.", NULL },
    { STYLE_PLAIN, "Consider <line>. What is its slope-intercept form?", NULL },
    { STYLE_PLAIN, "Which linear function has <line> as its graph?", NULL },
    { STYLE_STORY,
      "On a map with coordinates in kilometres, a straight <way> is planned "
      "along <line>. What equation does the <way> have on the map?",
      NULL },
    { STYLE_STORY,
      "For a show at the <place>, <name> marks a coordinate grid on the floor "
      "and aims a laser beam along <line>. Find the equation of the beam.",
      NULL },
    { STYLE_STORY,
      "<name> lets a plotter draw <line>. The plotter wants the line as an "
      "equation. Which equation must <name> type in?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "way", "road|railway|canal|pipeline|footpath" },
    { 0 },
};

/* ---- the second road: what the line must do ---- */

/* m x + b z - y z = 0 when the line y = mx + b passes through (x/z, y/z). */
static bool passes(const fmpq_t m, const fmpq_t b, int64_t x, int64_t y,
                   int64_t z)
{
    fmpq_t s, t;
    bool zero;

    fmpq_init(s);
    fmpq_init(t);
    fmpq_mul_si(s, m, x);
    fmpq_mul_si(t, b, z);
    fmpq_add(s, s, t);
    fmpq_sub_si(s, s, y);
    zero = fmpq_is_zero(s);
    fmpq_clear(t);
    fmpq_clear(s);
    return zero;
}

/* m q = p */
static bool is_ratio(const fmpq_t m, int64_t p, int64_t q)
{
    fmpq_t zero;
    bool same;

    fmpq_init(zero);
    same = passes(m, zero, q, p, 1);
    fmpq_clear(zero);
    return same;
}

/* a + b m = 0: the direction (1, m) runs along the line, or along (a, b). */
static bool directed(const fmpq_t m, const int64_t *l, int64_t across)
{
    if (l[0] == 0 && l[1] == 0)
        return false;
    return across ? is_ratio(m, l[1], l[0]) : is_ratio(m, -l[0], l[1]);
}

/* Equal distances of (x, mx + b) from both points, for all x: the difference
 * of the squares is linear in x and both its coefficients must be 0. */
static bool is_bisector(const fmpq_t m, const fmpq_t b, const int64_t *p)
{
    int64_t dx = p[2] - p[0], dy = p[3] - p[1];
    int64_t squares = p[2] * p[2] + p[3] * p[3] - p[0] * p[0] - p[1] * p[1];

    return dy != 0 && is_ratio(m, -dx, dy) && is_ratio(b, squares, 2 * dy);
}

/* out = c + k x */
static void affine(fmpq_t out, int64_t c, int64_t k, const fmpq_t x)
{
    fmpq_mul_si(out, x, k);
    fmpq_add_si(out, out, c);
}

/* With y = mx + b each of the two lines says where ours meets it, as an
 * equation A x = C; the two must say the same. */
static bool is_common(const fmpq_t m, const fmpq_t b, const int64_t *l)
{
    fmpq_t s[4];
    bool same;

    if (l[0] * l[4] == l[1] * l[3])
        return false;
    for (int i = 0; i < 4; i++)
        fmpq_init(s[i]);
    affine(s[0], l[0], l[1], m);
    affine(s[1], l[2], -l[1], b);
    affine(s[2], l[3], l[4], m);
    affine(s[3], l[5], -l[4], b);
    fmpq_mul(s[0], s[0], s[3]);
    fmpq_mul(s[1], s[1], s[2]);
    same = fmpq_equal(s[0], s[1]);
    for (int i = 0; i < 4; i++)
        fmpq_clear(s[i]);
    return same;
}

static bool holds(const struct lines *v, const fmpq_t m, const fmpq_t b)
{
    const int64_t *p = v->p, *l = v->l;

    switch ((enum kind)v->kind) {
    case POINTS:
        return p[0] != p[2] && passes(m, b, p[0], p[1], 1) &&
               passes(m, b, p[2], p[3], 1);
    case SLOPE: return is_ratio(m, v->u, v->w) && passes(m, b, p[0], p[1], 1);
    case THROUGH:
        return directed(m, l, v->across) && passes(m, b, p[0], p[1], 1);
    case BISECTOR: return is_bisector(m, b, p);
    case JOIN: return directed(m, l + 6, v->across) && is_common(m, b, l);
    case CENTROID: break;
    }
    return directed(m, l, v->across) &&
           passes(m, b, p[0] + p[2] + p[4], p[1] + p[3] + p[5], 3);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct lines *v = values;
    enum truth truth = TRUTH_NO;
    fmpq_poly_t line;
    fmpq_t m, b;

    (void)a;
    f->by = "conditions";
    f->detail = "the points and lines are not as many as there should be";
    if (v->np != n_points[v->kind] || v->nl != n_lines[v->kind])
        return TRUTH_NO;
    fmpq_poly_init(line);
    fmpq_init(m);
    fmpq_init(b);
    f->detail = "the key is not of the form y = mx + b";
    if (strncmp(key, "y = ", 4) == 0 && key_poly(key + 4, "x", line) &&
        fmpq_poly_degree(line) <= 1) {
        fmpq_poly_get_coeff_fmpq(m, line, 1);
        fmpq_poly_get_coeff_fmpq(b, line, 0);
        truth = holds(v, m, b) ? TRUTH_YES : TRUTH_NO;
        f->detail = truth == TRUTH_YES
                        ? "the key's line meets all conditions, and only one "
                          "line does"
                        : "the key's line fails a condition";
    }
    fmpq_clear(b);
    fmpq_clear(m);
    fmpq_poly_clear(line);
    return truth;
}

static const struct recipe recipe = {
    .size = sizeof(struct lines),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the equation in the form $y = mx + b$.",
    .pools = pools,
    .check = check,
};

const struct family concept_graph_lines = {
    .name = "concept/graph-lines",
    .version = 2,
    .title = "Equations of lines",
    .doc = "The slope-intercept form of a line that is given by points, by a "
           "slope, or by the direction of another line. The worked solution "
           "finds the slope and a point, and then the intercept.",
    .concepts = { HIGH_GRAPH_LINES, HIGH_SLOPE },
    .answer = ANSWER_EQUATION,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
