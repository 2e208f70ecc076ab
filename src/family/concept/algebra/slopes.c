/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Slopes, intercepts, parallel and perpendicular lines: one number of a figure
 * made of them.
 *
 * solve() works with slopes. check() never divides by a run: it tests the key
 * by products of vectors, by substitution into the equation of the line, and
 * the area by the formula of determinants for three lines.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    SLOPE,  /* of the line through two points */
    TILT,   /* the slope of ax + by + e = c */
    ZERO_Y, /* its x-intercept */
    ZERO_X, /* its y-intercept */
    FIT,    /* t so that (x1, y1) and (x2, t) lie in a direction */
    REACH,  /* x where the line through (x1, y1) in a direction has y = e */
    MIRROR, /* sum of the coordinates of the image of a point in a line */
    AREA    /* between the x-axis, a line and a perpendicular */
};

struct slopes {
    int64_t kind, across; /* direction: 0 parallel, 1 perpendicular */
    int64_t np, nl;
    int64_t p[6]; /* x, y of points; then x2 of FIT, e of REACH */
    int64_t l[2]; /* a, b */
    int64_t c, e;
};

static const struct field fields[] = {
    NUMBER(struct slopes, kind, 0, 7),
    NUMBER(struct slopes, across, 0, 1),
    SLOT_LIST(struct slopes, p, np, -5000, 5000),
    SLOT_LIST(struct slopes, l, nl, -5000, 5000),
    NUMBER(struct slopes, c, -5000, 5000),
    NUMBER(struct slopes, e, -5000, 5000),
    { 0 },
};

static const int64_t n_points[] = { 4, 0, 0, 0, 3, 3, 6, 6 };
static const int64_t n_lines[] = { 0, 2, 2, 2, 2, 2, 0, 0 };

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "read", "the slope through two points, or the slope or an intercept of "
              "ax + by + e = c; numbers up to 40" },
    { "direction", "a missing coordinate of a point on a line that is parallel "
                   "or perpendicular to another line; numbers up to 30" },
    { "figure", "the image of a point in a line, or the area between the "
                "x-axis, a line through two points and a perpendicular through "
                "a third; coordinates up to 30" },
};

static void draw_read(struct pick *k, struct slopes *v)
{
    int64_t a, b, x, y;

    v->kind = pick(k, SLOPE, ZERO_X);
    a = pick(k, 2, 15);
    b = pick_signed(k, 1, 20);
    x = pick_signed(k, 1, 20);
    y = pick_signed(k, 1, 20);
    if (v->kind == SLOPE) {
        v->p[0] = x;
        v->p[1] = y;
        v->p[2] = x + a;
        v->p[3] = y + b;
    } else {
        v->l[0] = a;
        v->l[1] = b;
        v->c = x;
        v->e = y;
    }
}

static void draw_direction(struct pick *k, struct slopes *v)
{
    int64_t step;

    v->kind = pick(k, FIT, REACH);
    v->across = pick(k, 0, 1);
    v->l[0] = pick(k, 1, 9);
    v->l[1] = pick_signed(k, 1, 9);
    v->c = pick_signed(k, 1, 30);
    v->p[0] = pick_signed(k, 1, 20);
    v->p[1] = pick_signed(k, 1, 20);
    step = pick(k, 1, 12);
    v->p[2] = v->p[v->kind == FIT ? 0 : 1] + step;
    if (v->l[0] * v->p[0] + v->l[1] * v->p[1] == v->c)
        v->c = 0; /* not drawn otherwise: the point lies off the given line */
}

/* How far apart the line and the perpendicular meet the x-axis, times dx dy. */
static int64_t base_of(const int64_t *p, int64_t dx, int64_t dy)
{
    return (p[0] - p[4]) * dx * dy - p[1] * dx * dx - p[5] * dy * dy;
}

static void draw_figure(struct pick *k, struct slopes *v)
{
    int64_t dx, dy, *p = v->p, bad;

    v->kind = pick(k, MIRROR, AREA);
    p[0] = pick_signed(k, 1, 20);
    p[1] = pick_signed(k, 1, 20);
    dx = pick(k, 1, 9);
    dy = pick(k, 1, 18);
    dy = dy > 9 ? 9 - dy : dy;
    p[4] = pick_signed(k, 1, 20);
    p[5] = pick_signed(k, 1, 20);
    p[2] = p[0] + dx;
    p[3] = p[1] + dy;
    bad = v->kind == AREA ? base_of(p, dx, dy)
                          : dx * (p[5] - p[1]) - dy * (p[4] - p[0]);
    if (bad == 0)
        p[4] = 0; /* which no other draw gives: the figure is a figure again */
}

static void draw(struct pick *k, void *values)
{
    struct slopes *v = values;

    (k->level == 1   ? draw_read
     : k->level == 2 ? draw_direction
                     : draw_figure)(k, v);
    v->np = n_points[v->kind];
    v->nl = n_lines[v->kind];
}

/* ---- the first road: slopes ---- */

static void set_key(struct solving *s, int64_t p, int64_t q)
{
    solving_key(s, "%s", latex_ratio(s->arena, p, q));
}

/* " + \frac{3}{4}" or " - 5" */
static const char *plus_ratio(struct arena *a, int64_t p, int64_t q)
{
    bool negative = (p < 0) != (q < 0) && p;

    return arena_printf(a, " %c %s", negative ? '-' : '+',
                        latex_ratio(a, p < 0 ? -p : p, q < 0 ? -q : q));
}

/* p/q (x - at) as it stands in a sum. */
static const char *term(struct arena *a, int64_t p, int64_t q, int64_t at)
{
    const char *slope = p == q ? " + " : p == -q ? " - " : plus_ratio(a, p, q);

    return at ? arena_printf(a, "%s(x%s)", slope, latex_plus(a, -at))
              : arena_printf(a, "%sx", slope);
}

/* "-\frac{3}{4}x" or "-x" */
static const char *slope_text(struct arena *a, int64_t p, int64_t q)
{
    const char *slope = p == q ? "" : p == -q ? "-" : latex_ratio(a, p, q);

    return arena_printf(a, "%sx", slope);
}

static bool solve_points(struct solving *s, const int64_t *p)
{
    int64_t rise = p[3] - p[1], run = p[2] - p[0];

    if (run == 0)
        return false;
    solving_step(s, "The rise is $%" PRId64 "%s = %" PRId64 "$.", p[3],
                 latex_plus(s->arena, -p[1]), rise);
    solving_step(s, "The run is $%" PRId64 "%s = %" PRId64 "$.", p[2],
                 latex_plus(s->arena, -p[0]), run);
    set_key(s, rise, run);
    solving_step(s, "The slope is rise over run, $%s$.", s->key);
    return true;
}

static bool solve_form(struct solving *s, const struct slopes *v)
{
    int64_t a = v->l[0], b = v->l[1], c = v->c - v->e;
    const char *ax = latex_times(s->arena, a, 1, "x");
    const char *by = latex_times(s->arena, b < 0 ? -b : b, 1, "y");

    if (a == 0 || b == 0)
        return false;
    solving_step(s, "Collect the constants: $%s %c %s = %" PRId64 "$.", ax,
                 b < 0 ? '-' : '+', by, c);
    if (v->kind == TILT) {
        solving_step(s, "Solve for $y$: $%s = %s%s$.",
                     latex_times(s->arena, b, 1, "y"),
                     latex_times(s->arena, -a, 1, "x"),
                     c ? latex_plus(s->arena, c) : "");
        set_key(s, -a, b);
        if (b != 1)
            solving_step(s, "Divide by $%" PRId64 "$: $y = %s%s$.", b,
                         slope_text(s->arena, -a, b),
                         c ? plus_ratio(s->arena, c, b) : "");
        solving_step(s, "The slope is the coefficient of $x$, $%s$.", s->key);
    } else {
        bool x = v->kind == ZERO_Y;

        set_key(s, c, x ? a : b);
        solving_step(s, "On the $%c$-axis $%c = 0$, so $%s = %" PRId64 "$.",
                     x ? 'x' : 'y', x ? 'y' : 'x',
                     x ? ax : latex_times(s->arena, b, 1, "y"), c);
        if (x || b != 1)
            solving_step(s, "Divide by $%" PRId64 "$: $%c = %s$.", x ? a : b,
                         x ? 'x' : 'y', s->key);
    }
    return true;
}

static bool solve_direction(struct solving *s, const struct slopes *v)
{
    int64_t a = v->l[0], b = v->l[1];
    int64_t rise = v->across ? b : -a, run = v->across ? a : b;

    if (a == 0 || b == 0)
        return false;
    if (!v->across && a * v->p[0] + b * v->p[1] == v->c)
        return false; /* the given line itself */
    solving_step(s, "The given line has slope $%s$.",
                 latex_ratio(s->arena, -a, b));
    solving_step(s, "The line that we look for is %s, so its slope is $%s$.",
                 v->across ? "perpendicular to it" : "parallel to it",
                 latex_ratio(s->arena, rise, run));
    if (v->kind == FIT) {
        int64_t step = v->p[2] - v->p[0];

        if (step == 0)
            return false;
        solving_step(s,
                     "From $x = %" PRId64 "$ to $x = %" PRId64
                     "$ the run is $%" PRId64 "$, and the rise is $%s$.",
                     v->p[0], v->p[2], step,
                     latex_ratio(s->arena, rise * step, run));
        set_key(s, v->p[1] * run + rise * step, run);
        solving_step(s, "So $t = %" PRId64 "%s = %s$.", v->p[1],
                     plus_ratio(s->arena, rise * step, run), s->key);
    } else {
        int64_t step = v->p[2] - v->p[1];

        solving_step(s,
                     "From $y = %" PRId64 "$ to $y = %" PRId64
                     "$ the rise is $%" PRId64 "$, and the run is $%s$.",
                     v->p[1], v->p[2], step,
                     latex_ratio(s->arena, run * step, rise));
        set_key(s, v->p[0] * rise + run * step, rise);
        solving_step(s, "So $x = %" PRId64 "%s = %s$.", v->p[0],
                     plus_ratio(s->arena, run * step, rise), s->key);
    }
    return true;
}

/* The foot of the perpendicular from the third point, over the square of the
 * distance of the first two. */
struct foot {
    int64_t x, y, over;
};

static bool find_foot(struct solving *s, const int64_t *p, struct foot *f)
{
    int64_t dx = p[2] - p[0], dy = p[3] - p[1];
    int64_t along = (p[4] - p[0]) * dx + (p[5] - p[1]) * dy;

    if (dx == 0 || dy == 0)
        return false;
    f->over = dx * dx + dy * dy;
    f->x = p[0] * f->over + along * dx;
    f->y = p[1] * f->over + along * dy;
    solving_step(s,
                 "The line through the two points has slope $\\frac{%" PRId64
                 "%s}{%" PRId64 "%s} = %s$, a perpendicular has slope $%s$.",
                 p[3], latex_plus(s->arena, -p[1]), p[2],
                 latex_plus(s->arena, -p[0]), latex_ratio(s->arena, dy, dx),
                 latex_ratio(s->arena, -dx, dy));
    solving_step(s,
                 "The line and the perpendicular meet where $%" PRId64
                 "%s = %" PRId64 "%s$: at $\\left(%s, %s\\right)$.",
                 p[1], term(s->arena, dy, dx, p[0]), p[5],
                 term(s->arena, -dx, dy, p[4]),
                 latex_ratio(s->arena, f->x, f->over),
                 latex_ratio(s->arena, f->y, f->over));
    return true;
}

static bool solve_mirror(struct solving *s, const int64_t *p)
{
    struct foot f;
    int64_t x, y;

    if (!find_foot(s, p, &f))
        return false;
    x = 2 * f.x - p[4] * f.over;
    y = 2 * f.y - p[5] * f.over;
    solving_step(s,
                 "That point is the midpoint between the point and its image, "
                 "which is $\\left(%s, %s\\right)$.",
                 latex_ratio(s->arena, x, f.over),
                 latex_ratio(s->arena, y, f.over));
    set_key(s, x + y, f.over);
    solving_step(s, "The sum of its coordinates is $%s$.", s->key);
    return true;
}

static bool solve_area(struct solving *s, const int64_t *p)
{
    int64_t dx = p[2] - p[0], dy = p[3] - p[1], base, height;
    struct foot f;

    if (!find_foot(s, p, &f))
        return false;
    base = base_of(p, dx, dy);
    base = (base < 0) != (dx * dy < 0) ? -base : base; /* sign of dx dy */
    height = f.y < 0 ? -f.y : f.y;
    if (base == 0 || base / 1000000000 || height / 1000000000)
        return false;
    solving_step(s,
                 "The line meets the $x$-axis at $x = %s$ and the "
                 "perpendicular at $x = %s$.",
                 latex_ratio(s->arena, p[0] * dy - p[1] * dx, dy),
                 latex_ratio(s->arena, p[4] * dx + p[5] * dy, dx));
    solving_step(s, "So the base on the axis is $%s$, and the height is $%s$.",
                 latex_ratio(s->arena, base, dx * dy),
                 latex_ratio(s->arena, height, f.over));
    set_key(s, base * height, 2 * dx * dy * f.over);
    solving_step(s, "The area is half their product, $%s$.", s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct slopes *v = values;

    switch ((enum kind)v->kind) {
    case SLOPE: return solve_points(s, v->p);
    case TILT:
    case ZERO_Y:
    case ZERO_X: return solve_form(s, v);
    case FIT:
    case REACH: return solve_direction(s, v);
    case MIRROR: return solve_mirror(s, v->p);
    case AREA: break;
    }
    return solve_area(s, v->p);
}

/* ---- wording ---- */

static const char *point(struct speech *s, const int64_t *p)
{
    return arena_printf(s->arena, "$(%s, %s)$", speech_number(s, p),
                        speech_number(s, p + 1));
}

/* ax + by = c, or ax + by + e = c. */
static const char *given_line(struct speech *s, const struct slopes *v)
{
    static const char *const letters[] = { "x", "y" };

    return arena_printf(s->arena, "$%s%s = %" PRId64 "$",
                        speech_linear(s, v->l, 2, letters),
                        v->kind < FIT ? latex_plus(s->arena, v->e) : "", v->c);
}

static void speak(struct speech *s, const void *values)
{
    const struct slopes *v = values;
    const int64_t *p = v->p;
    const char *way = v->across ? "perpendicular" : "parallel";

    switch ((enum kind)v->kind) {
    case SLOPE:
        speech_set(s, "what", "the slope of the line through %s and %s",
                   point(s, p), point(s, p + 2));
        break;
    case TILT:
        speech_set(s, "what", "the slope of the line %s", given_line(s, v));
        break;
    case ZERO_Y:
        speech_set(s, "what",
                   "the $x$-coordinate of the point where the line %s meets "
                   "the $x$-axis",
                   given_line(s, v));
        break;
    case ZERO_X:
        speech_set(s, "what",
                   "the $y$-coordinate of the point where the line %s meets "
                   "the $y$-axis",
                   given_line(s, v));
        break;
    case FIT:
        speech_set(s, "what",
                   "the number $t$ for which the line through %s and $(%s, t)$ "
                   "is %s to the line %s",
                   point(s, p), speech_number(s, p + 2), way, given_line(s, v));
        break;
    case REACH:
        speech_set(s, "what",
                   "the $x$-coordinate of the point with $y = %s$ on the line "
                   "that passes through %s and is %s to the line %s",
                   speech_number(s, p + 2), point(s, p), way, given_line(s, v));
        break;
    case MIRROR:
        speech_set(s, "what",
                   "the sum of the coordinates of the mirror image of the "
                   "point %s in the line through %s and %s",
                   point(s, p + 4), point(s, p), point(s, p + 2));
        break;
    case AREA:
        speech_set(s, "what",
                   "the area of the triangle enclosed by the $x$-axis, the "
                   "line through %s and %s, and the line through %s that is "
                   "perpendicular to it",
                   point(s, p), point(s, p + 2), point(s, p + 4));
        break;
    }
}

/* Temperatures that a cold store or an oven could have. */
static bool is_weather(const void *values)
{
    const struct slopes *v = values;

    return v->kind == SLOPE && v->p[1] >= -40 && v->p[3] >= -40 &&
           v->p[1] <= 300 && v->p[3] <= 300;
}

static bool is_afternoon(const void *values)
{
    const struct slopes *v = values;

    return is_weather(v) && v->p[0] >= 0 && v->p[2] >= 0;
}

static bool is_morning(const void *values)
{
    return is_weather(values) && !is_afternoon(values);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Find <what>.", NULL },
    { STYLE_PLAIN, "What is <what>?", NULL },
    { STYLE_PLAIN, "In the coordinate plane, determine <what>.", NULL },
    { STYLE_PLAIN, "Calculate <what>.", NULL },
    { STYLE_STORY,
      "<name> surveys the land around a <place> on a map with a square grid of "
      "coordinates. For the report <name> needs <what>. What is it?",
      NULL },
    { STYLE_STORY,
      "<name> writes a program that draws pictures of lines on a screen with "
      "coordinates. As a test, the program prints <what>. Which number is "
      "right?",
      NULL },
    { STYLE_STORY,
      "To plan the paths of a park, an architect puts a grid of coordinates "
      "over the plan and asks <name> for <what>. What should <name> answer?",
      NULL },
    { STYLE_STORY,
      "The temperature in a <room> changes evenly. At $<p[0]>$ minutes after "
      "noon it is $<p[1]>$ <p[1]?degree|degrees> Celsius and at $<p[2]>$ "
      "<p[2]?minute|minutes> after noon $<p[3]>$ <p[3]?degree|degrees>, "
      "where negative minutes lie before noon. By how many "
      "degrees per minute does it change (a negative number when it falls)?",
      is_morning },
    { STYLE_STORY,
      "The temperature in a <room> changes evenly. At $<p[0]>$ "
      "<p[0]?minute|minutes> after noon it is $<p[1]>$ "
      "<p[1]?degree|degrees> Celsius and at $<p[2]>$ minutes after noon "
      "$<p[3]>$ <p[3]?degree|degrees>. By how many degrees per minute does it "
      "change (a negative number when it falls)?",
      is_afternoon },
    { 0 },
};

static const struct word_pool pools[] = {
    { "room", "cold store|laboratory|test chamber|drying oven" },
    { 0 },
};

/* ---- the second road: vectors and determinants ---- */

/* The key x is right when u x = w. */
static bool is_root(const fmpq_t x, int64_t u, int64_t w)
{
    fmpq_t t;
    bool same;

    fmpq_init(t);
    fmpq_mul_si(t, x, u);
    fmpq_sub_si(t, t, w);
    same = u != 0 && fmpq_is_zero(t);
    fmpq_clear(t);
    return same;
}

/* FIT and REACH: the way from one point to the other, of which the key gives a
 * coordinate, has product 0 with (a, b), or with (-b, a). */
static bool in_direction(const struct slopes *v, const fmpq_t x)
{
    int64_t a = v->across ? -v->l[1] : v->l[0];
    int64_t b = v->across ? v->l[0] : v->l[1];

    if (v->kind == FIT) /* a (x2 - x1) + b (t - y1) = 0 */
        return v->p[2] != v->p[0] &&
               is_root(x, b, b * v->p[1] - a * (v->p[2] - v->p[0]));
    return is_root(x, a, a * v->p[0] - b * (v->p[2] - v->p[1]));
}

/* The image is (x, key - x). The way to it is perpendicular to the line, and
 * the midpoint lies on the line: both say u x = w, and must agree. */
static bool is_mirror(const int64_t *p, const fmpq_t key)
{
    int64_t dx = p[2] - p[0], dy = p[3] - p[1];
    fmpq_t w, z;
    bool same;

    if (dx == 0 && dy == 0)
        return false;
    fmpq_init(w);
    fmpq_init(z);
    fmpq_mul_si(w, key, -dy); /* (dx - dy) x = dx p4 - dy (key - p5) */
    fmpq_add_si(w, w, dx * p[4] + dy * p[5]);
    fmpq_mul_si(z, key, dx); /* (dx + dy) x = dx (key + p5 - 2 p1) - ... */
    fmpq_add_si(z, z, dx * (p[5] - 2 * p[1]) - dy * (p[4] - 2 * p[0]));
    fmpq_mul_si(w, w, dx + dy);
    fmpq_mul_si(z, z, dx - dy);
    same = fmpq_equal(w, z);
    fmpq_clear(z);
    fmpq_clear(w);
    return same;
}

/* Three lines with the rows (a, b, c) enclose D^2 / (2 |A B C|), where A, B, C
 * are the determinants of two rows without c. One row is y = 0. */
static bool is_area(const int64_t *p, const fmpq_t key)
{
    int64_t dx = p[2] - p[0], dy = p[3] - p[1];
    int64_t first = dy * p[0] - dx * p[1], second = dx * p[4] + dy * p[5];
    int64_t d = dy * second - dx * first, minors = dx * dy;
    fmpz_t square, twice;
    bool same;

    if (minors == 0 || d == 0)
        return false;
    fmpz_init_set_si(square, d);
    fmpz_init_set_si(twice, minors < 0 ? -minors : minors);
    fmpz_mul(square, square, square);
    fmpz_mul_si(twice, twice, 2 * (dx * dx + dy * dy));
    fmpz_mul(square, square, fmpq_denref(key));
    fmpz_mul(twice, twice, fmpq_numref(key));
    same = fmpz_equal(square, twice);
    fmpz_clear(twice);
    fmpz_clear(square);
    return same;
}

static bool holds(const struct slopes *v, const fmpq_t x)
{
    const int64_t *p = v->p, *l = v->l;

    switch ((enum kind)v->kind) {
    case SLOPE: return is_root(x, p[2] - p[0], p[3] - p[1]);
    case TILT: return is_root(x, l[1], -l[0]);
    case ZERO_Y: return is_root(x, l[0], v->c - v->e);
    case ZERO_X: return is_root(x, l[1], v->c - v->e);
    case FIT:
    case REACH: return in_direction(v, x);
    case MIRROR: return is_mirror(p, x);
    case AREA: break;
    }
    return is_area(p, x);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct slopes *v = values;
    enum truth truth = TRUTH_NO;
    fmpq_t x;

    (void)a;
    f->by = v->kind == AREA ? "determinants" : "vectors and substitution";
    f->detail = "the points and lines are not as many as there should be";
    if (v->np != n_points[v->kind] || v->nl != n_lines[v->kind])
        return TRUTH_NO;
    fmpq_init(x);
    f->detail = "the key is not a rational number in lowest terms";
    if (key_rational(key, x)) {
        truth = holds(v, x) ? TRUTH_YES : TRUTH_NO;
        f->detail = truth == TRUTH_YES
                        ? "the key satisfies the equation that the figure "
                          "gives for it"
                        : "the key does not fit the figure";
    }
    fmpq_clear(x);
    return truth;
}

static const struct recipe recipe = {
    .size = sizeof(struct slopes),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give an integer or a fraction in lowest terms.",
    .pools = pools,
    .check = check,
};

const struct family concept_slopes = {
    .name = "concept/slopes",
    .version = 2,
    .title = "Slopes, intercepts, parallel and perpendicular lines",
    .doc = "A slope, an intercept or a coordinate that parallel or "
           "perpendicular lines determine; at the last level the mirror image "
           "of a point, or the area between lines and the x-axis.",
    .concepts = { HIGH_SLOPE, HIGH_COORDINATES },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
