/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The focus of a parabola, or one of the two foci of an ellipse or hyperbola,
 * from the equation A x^2 + B y^2 + D x + E y + F = 0.
 *
 * solve() completes the squares and uses the textbook relations between the
 * axes and the focal distance. check() uses Pluecker's description of a focus:
 * a point from which the two lines of slope i and -i touch the curve, so that
 * a quadratic has a double root. That is an exact identity in the coordinates,
 * the same for all three kinds of curve.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/quad.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/exact/surd.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

struct conic {
    int64_t a, b, d, e, f;
};

#define SIZE INT64_C(1000000000)

static const struct field fields[] = {
    NUMBER(struct conic, a, -SIZE, SIZE), NUMBER(struct conic, b, -SIZE, SIZE),
    NUMBER(struct conic, d, -SIZE, SIZE), NUMBER(struct conic, e, -SIZE, SIZE),
    SLOT(struct conic, f, -SIZE, SIZE),   { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "parabola", "the focus of y = ax^2 + bx + c with a up to 9 and a vertex "
                  "with coordinates up to 9" },
    { "ellipse", "an ellipse with a centre up to 9 and axes and focal distance "
                 "from a Pythagorean triple" },
    { "surds", "an ellipse or hyperbola in either direction, half-axes up to "
               "9, irrational focal distance in most cases" },
};

static void draw_parabola(struct pick *k, struct conic *v)
{
    int64_t a = pick_but(k, -9, 9, 0), x = pick_wide(k, -9, 9), y;

    y = pick_wide(k, -9, 9);
    *v = (struct conic){ a, 0, -2 * a * x, -1, a * x * x + y };
}

/* p (x - h)^2 + q (y - k)^2 = r */
static void set_central(struct conic *v, int64_t p, int64_t q, int64_t r,
                        const int64_t centre[2])
{
    *v = (struct conic){ p, q, -2 * p * centre[0], -2 * q * centre[1],
                         p * centre[0] * centre[0] + q * centre[1] * centre[1] -
                             r };
}

static void draw_ellipse(struct pick *k, struct conic *v)
{
    static const int64_t triples[][2] = { { 5, 3 },  { 5, 4 },  { 10, 6 },
                                          { 10, 8 }, { 13, 5 }, { 13, 12 },
                                          { 15, 9 }, { 15, 12 } };
    int64_t which = pick(k, 0, 7), upright = pick(k, 0, 1), centre[2];
    int64_t major = triples[which][0], minor = triples[which][1], p, q;

    centre[0] = pick_wide(k, -9, 9);
    centre[1] = pick_wide(k, -9, 9);
    p = upright ? major : minor;
    q = upright ? minor : major;
    set_central(v, p * p, q * q, p * p * q * q, centre);
}

static void draw_central(struct pick *k, struct conic *v)
{
    int64_t kind = pick(k, 0, 2), p = pick(k, 2, 9), q, r, centre[2];

    q = pick_but(k, 2, 9, p);
    centre[0] = pick_wide(k, -9, 9);
    centre[1] = pick_wide(k, -9, 9);
    r = p * p * q * q;
    set_central(v, kind == 2 ? -q * q : q * q, kind == 1 ? -p * p : p * p, r,
                centre);
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_parabola
     : k->level == 2 ? draw_ellipse
                     : draw_central)(k, values);
}

/* ---- the first road: completing squares ---- */

#define SMALL \
 INT64_C(2000000) /* what solve() takes, so that nothing overflows */

static bool is_small(const struct conic *v)
{
    return v->a < SMALL && v->a > -SMALL && v->b < SMALL && v->b > -SMALL &&
           v->d < SMALL && v->d > -SMALL && v->e < SMALL && v->e > -SMALL &&
           v->f <= SIZE && v->f >= -SIZE;
}

/* "(x - 3)^2" */
static const char *square(struct arena *a, char x, int64_t at)
{
    return at == 0 ? arena_printf(a, "%c^2", x)
                   : arena_printf(a, "(%c%s)^2", x, latex_plus(a, -at));
}

static bool solve_parabola(struct solving *s, const struct conic *v)
{
    struct arena *a = s->arena;
    int64_t num = 4 * v->a * v->f - v->d * v->d; /* y of the vertex, over 4a */

    if (v->e != -1)
        return false;
    solving_step(s,
                 "With $a = %" PRId64 "$, $b = %" PRId64 "$ and $c = %" PRId64
                 "$, completing the square gives the vertex: $x = "
                 "-\\frac{b}{2a} = %s$ and $y = c - \\frac{b^2}{4a} = %s$.",
                 v->a, v->d, v->f, latex_ratio(a, -v->d, 2 * v->a),
                 latex_ratio(a, num, 4 * v->a));
    solving_step(s,
                 "The focus lies $\\frac{1}{4a} = %s$ above the vertex (below "
                 "it, if this is negative).",
                 latex_ratio(a, 1, 4 * v->a));
    solving_key(s, "(%s, %s)", latex_ratio(a, -v->d, 2 * v->a),
                latex_ratio(a, num + 1, 4 * v->a));
    solving_step(s, "The focus is $%s$.", s->key);
    return true;
}

/* h + sqrt(n / m) as a surd, n / m in lowest terms. */
static bool behind(int64_t h, int64_t n, int64_t m, struct surd *out)
{
    int64_t g = integer_gcd(n, m), product;
    ulong rest, root;

    n /= g;
    m /= g;
    if (n <= 0 || m <= 0 || n > 2000000000 / m || m > 1000000)
        return false;
    product = n * m; /* sqrt(n / m) is sqrt(n m) / m */
    root = n_sqrtrem(&rest, (ulong)product);
    *out = rest ? surd_new(h * m, 1, product, m)
                : surd_new(h * m + (int64_t)root, 0, 0, m);
    return true;
}

/* a (x - h)^2 + b (y - k)^2 = r, with what follows from it. */
struct central {
    int64_t a, b, h, k, r;
    bool ellipse, along_x;
};

static bool complete_squares(const struct conic *v, struct central *out)
{
    bool x, y;

    if (v->a == v->b || v->d % (2 * v->a) || v->e % (2 * v->b))
        return false;
    *out = (struct central){ .a = v->a, .b = v->b };
    out->h = -v->d / (2 * v->a);
    out->k = -v->e / (2 * v->b);
    out->r = v->a * out->h * out->h + v->b * out->k * out->k - v->f;
    x = out->r != 0 && (out->r > 0) == (v->a > 0);
    y = out->r != 0 && (out->r > 0) == (v->b > 0);
    out->ellipse = x && y;
    /* The longer axis of an ellipse has the smaller coefficient. */
    out->along_x = out->ellipse ? (v->a > 0) == (v->a < v->b) : x;
    return x || y;
}

/* "\frac{(x - 7)^2}{169}"; the divisor may be a fraction. */
static const char *over(struct arena *a, const char *what, int64_t r, int64_t c)
{
    r = (r < 0) == (c < 0) ? r : -r;
    return arena_printf(a, "\\frac{%s}{%s}", what, latex_ratio(a, r, c));
}

static void explain(struct solving *s, const struct central *c)
{
    struct arena *a = s->arena;
    const char *x = square(a, 'x', c->h), *y = square(a, 'y', c->k);
    bool x_less = (c->r < 0) != (c->a < 0), y_less = (c->r < 0) != (c->b < 0);

    solving_step(s,
                 "Completing the squares gives $%" PRId64 "%s %c %" PRId64
                 "%s = %" PRId64 "$.",
                 c->a, x, c->b < 0 ? '-' : '+', c->b < 0 ? -c->b : c->b, y,
                 c->r);
    solving_step(s,
                 "Divided by $%" PRId64 "$ this is $%s%s %c %s = 1$, %s with "
                 "centre $(%" PRId64 ", %" PRId64
                 ")$ whose foci lie on the line $%c = %" PRId64 "$.",
                 c->r, x_less ? "-" : "", over(a, x, c->r, c->a),
                 y_less ? '-' : '+', over(a, y, c->r, c->b),
                 c->ellipse ? "an ellipse" : "a hyperbola", c->h, c->k,
                 c->along_x ? 'y' : 'x', c->along_x ? c->k : c->h);
}

static bool solve_central(struct solving *s, const struct conic *v)
{
    struct arena *a = s->arena;
    struct central c;
    struct surd far;
    int64_t n, m;

    if (!complete_squares(v, &c))
        return false;
    /* c^2 is the difference of r / a and r / b: of a hyperbola one is
     * negative, and their sizes are added. */
    n = c.r * (c.b - c.a);
    m = c.a * c.b;
    n = (n < 0) == (m < 0) ? n : -n;
    if (c.r > 1000000000000 || c.r < -1000000000000 ||
        !behind(c.along_x ? c.h : c.k, n < 0 ? -n : n, m < 0 ? -m : m, &far))
        return false;
    explain(s, &c);
    solving_step(s,
                 "The square of the distance from the centre to a focus is the "
                 "%s of the squares of the half-axes, $c^2 = %s$.",
                 c.ellipse ? "difference" : "sum",
                 latex_ratio(a, n < 0 ? -n : n, m < 0 ? -m : m));
    if (c.along_x)
        solving_key(s, "(%s, %" PRId64 ")", surd_latex(a, far), c.k);
    else
        solving_key(s, "(%" PRId64 ", %s)", c.h, surd_latex(a, far));
    solving_step(s, "The focus with the larger $%c$-coordinate is $%s$.",
                 c.along_x ? 'x' : 'y', s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct conic *v = values;

    if (!is_small(v) || v->a == 0)
        return false;
    return v->b == 0 ? solve_parabola(s, v) : solve_central(s, v);
}

/* ---- wording ---- */

/* The foci lie beside each other, not above: what is asked must say which. */
static bool is_along_x(const struct conic *v)
{
    fmpz_t r, t;
    bool positive;

    if ((v->a > 0) == (v->b > 0)) /* an ellipse: the longer axis */
        return (v->a > 0 ? v->a : -v->a) < (v->b > 0 ? v->b : -v->b);
    /* A hyperbola: the axis whose square has the sign of r = d^2 / 4a +
     * e^2 / 4b - f; its sign is that of 4 a b r times that of a b. */
    fmpz_init(r);
    fmpz_init(t);
    fmpz_set_si(r, v->d);
    fmpz_mul_si(r, r, v->d);
    fmpz_mul_si(r, r, v->b);
    fmpz_set_si(t, v->e);
    fmpz_mul_si(t, t, v->e);
    fmpz_mul_si(t, t, v->a);
    fmpz_add(r, r, t);
    fmpz_set_si(t, v->a);
    fmpz_mul_si(t, t, v->b);
    fmpz_mul_si(t, t, 4 * v->f);
    fmpz_sub(r, r, t);
    positive = fmpz_sgn(r) < 0; /* a b is negative */
    fmpz_clear(t);
    fmpz_clear(r);
    return positive == (v->a > 0);
}

static void speak(struct speech *s, const void *values)
{
    static const char *const letters[] = { "x^2", "y^2", "x", "y", "" };
    const struct conic *v = values;
    struct str text = str_in(s->arena);
    const int64_t *c[] = { &v->a, &v->b, &v->d, &v->e, &v->f };

    for (int i = 0; i < 5; i++) {
        const char *term = speech_linear(s, c[i], 1, &letters[i]);
        bool hidden = s->hidden == c[i];

        if ((v->b == 0 && i == 3) || (*c[i] == 0 && !hidden))
            continue; /* y stands on the other side */
        if (text.n)
            str_add(&text, *term == '-' ? " - " : " + ");
        str_add(&text, text.n && *term == '-' ? term + 1 : term);
    }
    if (v->b == 0)
        speech_set(s, "curve", "y = %s", str_get(&text));
    else
        speech_set(s, "curve", "%s = 0", str_get(&text));
    if (v->b == 0)
        speech_set(s, "focus", "%s", "focus");
    else
        speech_set(s, "focus", "focus with the larger $%c$-coordinate",
                   is_along_x(v) ? 'x' : 'y');
}

static bool is_parabola(const void *values)
{
    return ((const struct conic *)values)->b == 0;
}

static bool is_central(const void *values)
{
    return !is_parabola(values);
}

static bool is_ellipse(const void *values)
{
    const struct conic *v = values;

    return v->b != 0 && (v->a > 0) == (v->b > 0);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Find the <focus> of $<curve>$.", NULL },
    { STYLE_PLAIN,
      "Determine the coordinates of the <focus> of the curve "
      "$<curve>$.",
      NULL },
    { STYLE_PLAIN,
      "In the coordinate plane a conic section is given by $<curve>$. What is "
      "its <focus>?",
      NULL },
    { STYLE_STORY,
      "The cross section of a <dish> is the parabola $<curve>$, in decimetres. "
      "At which point, the focus, do rays meet that fall in parallel to its "
      "axis?",
      is_parabola },
    { STYLE_STORY,
      "<name> draws the parabola $<curve>$ on squared paper and wants to mark "
      "its focus. Which point is it?",
      is_parabola },
    { STYLE_STORY,
      "On the plan of a <hall>, whispers from one focus of the curve $<curve>$ "
      "are heard at the other. At which point of the plan is the <focus>?",
      is_ellipse },
    { STYLE_STORY,
      "In a model, a <body> moves on the curve $<curve>$, with a star at one "
      "focus. The star is at the <focus>. What are its coordinates?",
      is_central },
    { STYLE_STORY,
      "<name> programs a laser to cut along the curve $<curve>$ and needs its "
      "foci. Which point is the <focus>?",
      is_central },
    { 0 },
};

static const struct word_pool pools[] = {
    { "dish", "mirror|radar dish|satellite dish|searchlight|solar cooker" },
    { "hall", "cathedral|concert hall|gallery|museum|parliament" },
    { "body", "comet|meteor|rocket|space probe" },
    { 0 },
};

/* ---- the second road: isotropic tangents ---- */

/* With u = 2 a x + d, v = 2 b y + e and w = the left side at (x, y), the
 * quadratic has a double root when u v = 0 and u^2 - v^2 = 4 (a - b) w. */
static bool touches(const struct conic *c, const struct quad *x,
                    const struct quad *y, int64_t d)
{
    struct quad u, v, w, t;
    bool ok;

    quad_init(&u);
    quad_init(&v);
    quad_init(&w);
    quad_init(&t);
    quad_mul_si(&w, x, c->a); /* w = (a x + d) x + (b y + e) y + f */
    quad_set_si(&t, c->d);
    quad_add(&w, &w, &t);
    quad_mul(&w, &w, x, d);
    quad_mul_si(&v, y, c->b);
    quad_set_si(&t, c->e);
    quad_add(&v, &v, &t);
    quad_mul(&v, &v, y, d);
    quad_add(&w, &w, &v);
    quad_set_si(&t, c->f);
    quad_add(&w, &w, &t);
    quad_mul_si(&u, x, 2 * c->a);
    quad_set_si(&t, c->d);
    quad_add(&u, &u, &t);
    quad_mul_si(&v, y, 2 * c->b);
    quad_set_si(&t, c->e);
    quad_add(&v, &v, &t);
    quad_mul(&t, &u, &v, d);
    ok = quad_is_zero(&t);
    quad_mul(&u, &u, &u, d);
    quad_mul(&v, &v, &v, d);
    quad_sub(&u, &u, &v);
    quad_mul_si(&w, &w, 4 * (c->a - c->b));
    quad_sub(&u, &u, &w);
    ok = ok && quad_is_zero(&u);
    quad_clear(&t);
    quad_clear(&w);
    quad_clear(&v);
    quad_clear(&u);
    return ok;
}

/* Of two foci, is it the one with the larger coordinate? 2 a x + d has the
 * sign of a there, or is 0, and the like for y. */
static bool is_larger(const struct conic *c, const struct quad *x,
                      const struct quad *y, int64_t d)
{
    struct quad t, shift;
    int along_x, along_y;

    quad_init(&t);
    quad_init(&shift);
    quad_mul_si(&t, x, 2 * c->a);
    quad_set_si(&shift, c->d);
    quad_add(&t, &t, &shift);
    along_x = quad_sign(&t, d) * (c->a > 0 ? 1 : -1);
    quad_mul_si(&t, y, 2 * c->b);
    quad_set_si(&shift, c->e);
    quad_add(&t, &t, &shift);
    along_y = quad_sign(&t, d) * (c->b > 0 ? 1 : -1);
    quad_clear(&shift);
    quad_clear(&t);
    return along_x + along_y > 0;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct conic *c = values;
    struct surd p, q;
    struct quad x, y;
    enum truth holds = TRUTH_NO;
    const char **items;
    size_t n;

    f->by = "isotropic tangents";
    f->detail = "the key is not a point with quadratic numbers for coordinates";
    if (!key_items(a, key, "(", ")", &items, &n) || n != 2 ||
        !surd_read(items[0], &p) || !surd_read(items[1], &q) || (p.q && q.q))
        return TRUTH_NO;
    f->detail = "this is no parabola, ellipse or hyperbola that is asked here";
    if (c->a == 0 || c->a == c->b || (c->b == 0 && c->e != -1))
        return TRUTH_NO;
    quad_init(&x);
    quad_init(&y);
    quad_set(&x, p);
    quad_set(&y, q);
    if (!touches(c, &x, &y, p.q ? p.d : q.d))
        f->detail = "the key is not a focus: the lines of slope i and -i "
                    "through it do not touch the curve";
    else if (c->b && !is_larger(c, &x, &y, p.q ? p.d : q.d))
        f->detail = "the key is the other focus";
    else
        holds = TRUTH_YES;
    if (holds == TRUTH_YES)
        f->detail = "the lines of slope i and -i through the key touch the "
                    "curve, exactly, as only foci have it";
    quad_clear(&y);
    quad_clear(&x);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct conic),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the answer as a point $(x, y)$.",
    .pools = pools,
    .check = check,
};

const struct family concept_conics = {
    .name = "concept/conics",
    .version = 2,
    .title = "Foci of conic sections",
    .doc = "The focus of a parabola, and of an ellipse or hyperbola the one "
           "with the larger coordinate, from its equation. The worked solution "
           "completes the squares.",
    .concepts = { HIGH_CONICS },
    .answer = ANSWER_TUPLE,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
