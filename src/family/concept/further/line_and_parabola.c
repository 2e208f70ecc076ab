/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A line and a curve of second degree: all points of intersection.
 *
 * solve() puts the line into the curve and solves the quadratic equation for
 * x. check() solves nothing: it puts both points of the key into both
 * equations, exactly, in Q(sqrt d). A line that has a third point off the
 * curve meets it in two points at most, so two different points are all.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/quad.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/exact/surd.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    PARABOLA,  /* y = a x^2 + b x + f */
    HYPERBOLA, /* x y = f */
    CIRCLE,    /* (x - a)^2 + (y - b)^2 = f */
    CONIC      /* x^2 + a x y + b y^2 = f */
};

struct pair {
    int64_t kind, a, b, f;
    int64_t u, v, w; /* the line u x + v y = w */
};

static const struct field fields[] = {
    NUMBER(struct pair, kind, 0, CONIC),
    NUMBER(struct pair, a, -100000, 100000),
    NUMBER(struct pair, b, -100000, 100000),
    SLOT(struct pair, f, -1000000000, 1000000000),
    NUMBER(struct pair, u, -100, 100),
    NUMBER(struct pair, v, 1, 100),
    SLOT(struct pair, w, -1000000, 1000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "parabola", "a parabola y = x^2 + bx + c and a line y = mx + k, m up to "
                  "6, that meet in two points with integers from -12 to 23 as "
                  "x" },
    { "curves", "a hyperbola xy = f or a circle with any centre, and a line y "
                "= mx + k, m up to 10, that meet in two points with integer "
                "coordinates; x up to 200 in size" },
    { "surds", "a circle or an ellipse x^2 + axy + by^2 = f, f below 1,000, "
               "and a line ux + vy = w, u and v up to 7; the coordinates are "
               "mostly irrational" },
};

/* (x - p)(x - q) is what the parabola lies above the line. */
static void draw_parabola(struct pick *k, struct pair *s, int64_t x)
{
    int64_t m = pick_turned(pick_cut(&x, 12)), p = pick_cut(&x, 24) - 12;
    int64_t q = p + 1 + pick_cut(&x, 12);
    int64_t c = pick_longer(k, pick_turned(x));

    *s = (struct pair){ PARABOLA, 1, m - p - q, c + p * q, -m, 1, c };
}

/* m (x - p)(x - q) = 0, |p| <= 30 < |q|. */
static void draw_hyperbola(struct pick *k, struct pair *s, int64_t x)
{
    int64_t m = pick_turned(pick_cut(&x, 20)),
            p = pick_turned(pick_cut(&x, 60));
    int64_t q = pick_longer(k, pick_turned(x + 60));

    *s = (struct pair){ HYPERBOLA, 0, 0, -m * p * q, -m, 1, -m * (p + q) };
}

/* From (p, q) along (1, m) for twice t; the centre lies s (-m, 1) beside the
 * middle of that chord. */
static void draw_chord(struct pick *k, struct pair *c, int64_t x)
{
    int64_t m = pick_turned(pick_cut(&x, 6)), t = 1 + pick_cut(&x, 5);
    int64_t s = pick_turned(pick_cut(&x, 8)), q = pick_turned(pick_cut(&x, 12));
    int64_t p = pick_longer(k, pick_turned(x));

    *c = (struct pair){
        CIRCLE, p + t - s * m, q + m * t + s, (t * t + s * s) * (1 + m * m), -m,
        1,      q - m * p
    };
}

/* The centre is so near to the line, e / sqrt(u^2 + v^2), that they meet. */
static void draw_circle(struct pick *k, struct pair *c, int64_t x)
{
    int64_t u = 1 + pick_cut(&x, 4), v = 2 + pick_cut(&x, 4),
            e = pick_cut(&x, 9) - 4;
    int64_t a = pick_turned(pick_cut(&x, 12)),
            b = pick_turned(pick_cut(&x, 12));

    *c = (struct pair){
        CIRCLE, a, b, e * e + 1 + pick_longer(k, x), u, v, u * a + v * b - e
    };
}

/* a^2 < 4b makes an ellipse. On the line its form is at least w^2 (b - a^2/4)
 * over a positive integer, which is less than f. */
static void draw_conic(struct pick *k, struct pair *c, int64_t x)
{
    int64_t a = 1 + pick_cut(&x, 3), b = 3 + pick_cut(&x, 7),
            u = 1 + pick_cut(&x, 6);
    int64_t v = 2 + pick_cut(&x, 6), w = 1 + pick_cut(&x, 9);

    *c = (struct pair){
        CONIC, a, b, w * w * b + 1 + pick_longer(k, x), u, v, w
    };
}

static void draw(struct pick *k, void *values)
{
    static void (*const kinds[])(struct pick *, struct pair *, int64_t) = {
        draw_parabola, draw_hyperbola, draw_chord, draw_circle, draw_conic
    };
    int64_t kind = k->level == 1 ? 0 : 2 * k->level - 3 + pick(k, 0, 1);
    int64_t x = pick(k, 0, 999999);

    kinds[kind](k, values, x);
}

/* ---- the first road: substitution and the quadratic formula ---- */

#define D    "%" PRId64
#define MOST INT64_C(1000000000)

/* c[0] + c[1] x + c[2] x^2 = 0 for the common points, times v^2. */
static void eliminate(const struct pair *s, int64_t c[3])
{
    int64_t u = s->u, v = s->v, a = s->a, b = s->b, w = s->w, t = w - b * v;

    switch ((enum kind)s->kind) {
    case PARABOLA:
        c[0] = v * s->f - w;
        c[1] = v * b + u;
        c[2] = v * a;
        break;
    case HYPERBOLA:
        c[0] = v * s->f;
        c[1] = -w;
        c[2] = u;
        break;
    case CIRCLE:
        c[0] = a * a * v * v + t * t - s->f * v * v;
        c[1] = -2 * (a * v * v + u * t);
        c[2] = v * v + u * u;
        break;
    case CONIC:
        c[0] = b * w * w - s->f * v * v;
        c[1] = a * v * w - 2 * b * u * w;
        c[2] = v * v - a * u * v + b * u * u;
        break;
    }
}

/* Divided by what is common and with c[2] > 0. */
static bool reduce(int64_t c[3])
{
    int64_t g = integer_gcd(integer_gcd(c[0], c[1]), c[2]);

    if (c[2] == 0)
        return false;
    g = c[2] < 0 ? -g : g;
    for (int i = 0; i < 3; i++) {
        c[i] /= g;
        if (c[i] > MOST || c[i] < -MOST)
            return false;
    }
    return true;
}

static bool fits(int64_t x)
{
    return x <= MOST && x >= -MOST;
}

/* y = (w - u x) / v. */
static bool second(const struct pair *s, struct surd x, struct surd *y)
{
    int64_t p = s->w * x.r - s->u * x.p, q = -s->u * x.q, r = s->v * x.r;

    if (!fits(p) || !fits(q) || !fits(r))
        return false;
    *y = surd_new(p, q, x.d, r);
    return true;
}

static const char *line_of(struct arena *a, const struct pair *s)
{
    int64_t c[2] = { s->w, -s->u };
    char *slope = latex_poly(a, c, 2, "x");

    return s->v == 1 ? slope
                     : arena_printf(a, "\\frac{%s}{" D "}", slope, s->v);
}

/* (x - 3)^2, (x + 2)^2, x^2. */
static const char *square(struct arena *a, const char *x, int64_t from)
{
    return from ? arena_printf(a, "(%s%s)^2", x, latex_plus(a, -from))
                : arena_printf(a, "%s^2", x);
}

/* The other equation with the line's y in it. */
static const char *substituted(struct arena *a, const struct pair *s)
{
    const char *y = line_of(a, s);
    const char *in = arena_printf(a, "\\left(%s\\right)", y);

    switch ((enum kind)s->kind) {
    case PARABOLA:
        return arena_printf(
            a, "%s = %s", y,
            latex_poly(a, (const int64_t[]){ s->f, s->b, s->a }, 3, "x"));
    case HYPERBOLA: return arena_printf(a, "x%s = " D, in, s->f);
    case CIRCLE:
        return arena_printf(a, "%s + \\left(%s%s\\right)^2 = " D,
                            square(a, "x", s->a), y,
                            s->b ? latex_plus(a, -s->b) : "", s->f);
    case CONIC: break;
    }
    return arena_printf(a, "x^2 + %s%s + %s%s^2 = " D,
                        latex_times(a, s->a, 1, "x"), in,
                        latex_times(a, s->b, 1, ""), in, s->f);
}

/* x and y of both points for the roots of c; false when they are not two. */
static bool find(struct solving *s, const struct pair *v, const int64_t c[3],
                 struct surd x[2], struct surd y[2])
{
    int64_t disc = c[1] * c[1] - 4 * c[2] * c[0];
    struct surd root;
    ulong rest, whole;

    if (disc <= 0)
        return false;
    whole = n_sqrtrem(&rest, (ulong)disc);
    if (rest && disc > 2 * MOST)
        return false;
    root = rest ? surd_new(0, 1, disc, 1)
                : (struct surd){ (int64_t)whole, 0, 0, 1 };
    if (!fits(root.p + (c[1] < 0 ? -c[1] : c[1])) || !fits(2 * c[2]))
        return false;
    x[0] = surd_new(-c[1] - root.p, -root.q, root.d, 2 * c[2]);
    x[1] = surd_new(-c[1] + root.p, root.q, root.d, 2 * c[2]);
    solving_step(s,
                 "Its discriminant is $" D "$ with square root $%s$, so $x = "
                 "%s$ or $x = %s$.",
                 disc, surd_latex(s->arena, root), surd_latex(s->arena, x[0]),
                 surd_latex(s->arena, x[1]));
    return second(v, x[0], &y[0]) && second(v, x[1], &y[1]);
}

static bool solve(struct solving *s, const void *values)
{
    const struct pair *v = values;
    struct surd x[2], y[2];
    int64_t c[3];

    eliminate(v, c);
    if (v->f == 0 && v->kind != PARABOLA)
        return false; /* two lines or a point */
    solving_step(s, "From the line, $y = %s$.", line_of(s->arena, v));
    if (!reduce(c))
        return false;
    solving_step(s, "Put this into the other equation: $%s$.",
                 substituted(s->arena, v));
    solving_step(s, "Multiplied out and collected, that is $%s = 0$.",
                 latex_poly(s->arena, c, 3, "x"));
    if (!find(s, v, c, x, y))
        return false;
    solving_step(s, "The line gives $y = %s$ and $y = %s$.",
                 surd_latex(s->arena, y[0]), surd_latex(s->arena, y[1]));
    solving_key(s, "\\{(%s, %s), (%s, %s)\\}", surd_latex(s->arena, x[0]),
                surd_latex(s->arena, y[0]), surd_latex(s->arena, x[1]),
                surd_latex(s->arena, y[1]));
    solving_step(s, "So the solutions are $%s$.", s->key);
    return true;
}

/* ---- wording ---- */

/* " + 5", or nothing for 0. */
static const char *tail(struct speech *s, const int64_t *place)
{
    return str_eq(speech_number(s, place), "0") ? "" : speech_plus(s, place);
}

static void speak(struct speech *s, const void *values)
{
    static const char *const xy[] = { "x", "y" };
    const struct pair *v = values;
    const char *f = speech_number(s, &v->f);
    struct arena *a = s->arena;

    if (v->v == 1) {
        int64_t slope[2] = { 0, -v->u };

        speech_set(s, "line", "y = %s%s", latex_poly(a, slope, 2, "x"),
                   tail(s, &v->w));
    } else {
        speech_set(s, "line", "%s = %s", speech_linear(s, &v->u, 2, xy),
                   speech_number(s, &v->w));
    }
    if (v->kind == PARABOLA) {
        int64_t c[3] = { 0, v->b, v->a };

        speech_set(s, "curve", "y = %s%s", latex_poly(a, c, 3, "x"),
                   tail(s, &v->f));
    } else if (v->kind == HYPERBOLA) {
        speech_set(s, "curve", "xy = %s", f);
    } else if (v->kind == CIRCLE) {
        speech_set(s, "curve", "%s + %s = %s", square(a, "x", v->a),
                   square(a, "y", v->b), f);
    } else {
        static const char *const terms[] = { "xy", "y^2" };

        speech_set(s, "curve", "x^2 + %s = %s",
                   speech_linear(s, &v->a, 2, terms), f);
    }
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Solve $<curve>$, $<line>$ over the real numbers.", NULL },
    { STYLE_PLAIN,
      "Find all pairs $(x, y)$ of real numbers with $<curve>$ and $<line>$.",
      NULL },
    { STYLE_PLAIN,
      "At which points does the line $<line>$ meet the curve $<curve>$?",
      NULL },
    { STYLE_PLAIN,
      "Solve the system of the equations $<line>$ and $<curve>$ for real "
      "numbers $x$ and $y$.",
      NULL },
    { STYLE_STORY,
      "On a map with coordinates in metres and its origin at a <place> in "
      "<city>, a straight railway runs along $<line>$, and a footpath follows "
      "the curve $<curve>$. At which points $(x, y)$ do they cross?",
      NULL },
    { STYLE_STORY,
      "<name> programs a robot arm that moves along the curve $<curve>$ while "
      "a laser beam points along the line $<line>$. At which positions $(x, "
      "y)$ can the arm be in the beam?",
      NULL },
    { STYLE_STORY,
      "<name> thinks of two real numbers $x$ and $y$ and reveals that $<curve>$ "
      "and that $<line>$. Which pairs $(x, y)$ are possible?",
      NULL },
    { 0 },
};

/* ---- the second road: substitution ---- */

/* sum += k x y */
static void add_product(struct quad *sum, int64_t k, const struct quad *x,
                        const struct quad *y, int64_t d)
{
    struct quad t;

    quad_init(&t);
    quad_mul(&t, x, y, d);
    quad_mul_si(&t, &t, k);
    quad_add(sum, sum, &t);
    quad_clear(&t);
}

/* Coefficients of x^2, xy, y^2, x, y and 1: zero on the curve. */
static void equation(const struct pair *s, int64_t c[6])
{
    const int64_t all[][6] = {
        { s->a, 0, 0, s->b, -1, s->f },
        { 0, 1, 0, 0, 0, -s->f },
        { 1, 0, 1, -2 * s->a, -2 * s->b, s->a * s->a + s->b * s->b - s->f },
        { 1, s->a, s->b, 0, 0, -s->f },
    };

    for (int i = 0; i < 6; i++)
        c[i] = all[s->kind][i];
}

/* Does the point lie on the curve or line with these coefficients? */
static bool lies_on(const int64_t c[6], const struct quad *x,
                    const struct quad *y, int64_t d)
{
    struct quad one, sum;
    bool zero;

    quad_init(&one);
    quad_init(&sum);
    quad_set_si(&one, 1);
    add_product(&sum, c[0], x, x, d);
    add_product(&sum, c[1], x, y, d);
    add_product(&sum, c[2], y, y, d);
    add_product(&sum, c[3], x, &one, d);
    add_product(&sum, c[4], y, &one, d);
    add_product(&sum, c[5], &one, &one, d);
    zero = quad_is_zero(&sum);
    quad_clear(&sum);
    quad_clear(&one);
    return zero;
}

/* The third point, 2 p - q, in place of q; false when p and q are the same. */
static bool extend(const struct quad *p, struct quad *q)
{
    bool differ;

    quad_sub(q, p, q);
    differ = !quad_is_zero(q);
    quad_add(q, q, p);
    return differ;
}

static enum truth points(const struct pair *s, const struct surd *k, int64_t d,
                         struct check_finding *f)
{
    int64_t curve[6], line[6] = { 0, 0, 0, s->u, s->v, -s->w };
    bool on, two, third;
    struct quad n[4];

    equation(s, curve);
    for (int i = 0; i < 4; i++) {
        quad_init(&n[i]);
        quad_set(&n[i], k[i]);
    }
    on = lies_on(curve, &n[0], &n[1], d) && lies_on(line, &n[0], &n[1], d) &&
         lies_on(curve, &n[2], &n[3], d) && lies_on(line, &n[2], &n[3], d);
    two = extend(&n[2], &n[0]);
    two = extend(&n[3], &n[1]) || two;
    third = lies_on(curve, &n[0], &n[1], d);
    for (int i = 0; i < 4; i++)
        quad_clear(&n[i]);
    f->detail = !on     ? "a point of the key does not satisfy both equations"
                : !two  ? "the two points of the key are the same"
                : third ? "the line is a part of the curve"
                        : "both points satisfy both equations, and the line "
                          "leaves the curve elsewhere: there are no others";
    return on && two && !third ? TRUTH_YES : TRUTH_NO;
}

/* In normal form only: then sqrt(d) is irrational, or not there. */
static bool read_number(struct arena *a, const char *text, struct surd *x)
{
    if (!surd_read(text, x) || x->r <= 0 || x->d < 0)
        return false;
    *x = surd_new(x->p, x->q, x->d, x->r);
    return str_eq(text, surd_latex(a, *x));
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const char **items, **xy;
    struct surd k[4];
    int64_t d = 0;
    size_t n;

    f->by = "substitution";
    f->detail = "the key is not a set of two points";
    if (!key_items(a, key, "\\{", "\\}", &items, &n) || n != 2)
        return TRUTH_NO;
    for (int i = 0; i < 2; i++)
        if (!key_items(a, items[i], "(", ")", &xy, &n) || n != 2 ||
            !read_number(a, xy[0], &k[2 * i]) ||
            !read_number(a, xy[1], &k[2 * i + 1]))
            return TRUTH_NO;
    f->detail = "the key's numbers have different square roots";
    for (int i = 0; i < 4; i++) {
        if (k[i].q && d && k[i].d != d)
            return TRUTH_NO;
        d = k[i].q ? k[i].d : d;
    }
    return points(values, k, d, f);
}

static const struct recipe recipe = {
    .size = sizeof(struct pair),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give all solutions as a set of points $(x, y)$.",
    .check = check,
};

const struct family concept_line_and_parabola = {
    .name = "concept/line-and-parabola",
    .version = 2,
    .title = "Lines and curves of second degree",
    .doc = "All solutions of a linear and a quadratic equation in two unknowns "
           "(parabola, hyperbola, circle, ellipse), as a set of two points. "
           "The worked solution substitutes and uses the quadratic formula.",
    .concepts = { HIGH_MIXED_SYSTEMS, HIGH_QUADRATICS },
    .answer = ANSWER_SET,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
