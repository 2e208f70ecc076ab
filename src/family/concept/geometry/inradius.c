/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Inradius, circumradius and exradii of triangles.
 *
 * solve() goes by the area: Heron's formula, S = r s, R = abc / (4S) and
 * r_a = S / (s - a). check() places the triangle in the plane, computes the
 * centre of the circle there and measures its distance from all three sides
 * (or corners) in balls of certified precision.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "math/exact/integer.h"

#include <inttypes.h>

enum kind {
    INRADIUS,
    CIRCUMRADIUS,
    EXRADIUS, /* opposite to A, at side a = BC */
    AREA      /* area from the three exradii a, b, c */
};

static const char *const kinds[] = {
    "inradius", "circumradius", "exradius", "three", NULL,
};

struct triangle {
    int64_t kind, a, b, c; /* BC, CA, AB */
};

static const struct field fields[] = {
    NUMBER(struct triangle, kind, INRADIUS, AREA),
    SLOT(struct triangle, a, 1, 8000000),
    SLOT(struct triangle, b, 1, 8000000),
    SLOT(struct triangle, c, 1, 8000000),
    { 0 },
};

/* ---- drawing ---- */

#define TRIPLES 9

/* Legs and hypotenuse. */
static const int64_t triples[TRIPLES][3] = {
    { 3, 4, 5 },   { 5, 12, 13 },  { 8, 15, 17 },
    { 7, 24, 25 }, { 20, 21, 29 }, { 12, 35, 37 },
    { 9, 40, 41 }, { 28, 45, 53 }, { 11, 60, 61 },
};

/* The hypotenuse may be any of the three sides. */
static void draw_right(struct pick *k, struct triangle *t)
{
    int64_t order[3], which, scale;

    t->kind = pick(k, INRADIUS, CIRCUMRADIUS);
    which = pick(k, 0, TRIPLES - 1);
    scale = pick_wide(k, 1, 60);
    pick_order(k, 3, order);
    t->a = scale * triples[which][order[0]];
    t->b = scale * triples[which][order[1]];
    t->c = scale * triples[which][order[2]];
}

/* Two right triangles, scaled to have one leg in common, make a triangle
 * with rational area. The shapes of the two fix its angles at A and B. */
static void draw_heron(struct pick *k, struct triangle *t)
{
    int64_t pair[2], kind = pick(k, INRADIUS, EXRADIUS), scale, g;
    const int64_t *u, *v;
    int64_t i, j;

    pick_subset(k, 0, 2 * TRIPLES - 4, 2, pair); /* seven shapes, two ways */
    scale = pick_wide(k, 1, 20);
    u = triples[pair[0] / 2];
    v = triples[(pair[1] - 1) / 2];
    i = pair[0] % 2;
    j = (pair[1] - 1) % 2;
    t->kind = kind;
    t->b = u[2] * v[j];
    t->a = v[2] * u[i];
    t->c = u[1 - i] * v[j] + v[1 - j] * u[i];
    g = integer_gcd(integer_gcd(t->a, t->b), t->c);
    t->a = t->a / g * scale;
    t->b = t->b / g * scale;
    t->c = t->c / g * scale;
}

static void draw_general(struct pick *k, struct triangle *t)
{
    int64_t kind = pick(k, 0, 2);
    int64_t x = pick_wide(k, 1, 80), y = pick_wide(k, 1, 80);
    int64_t z = pick_wide(k, 1, 80);

    if (kind == 2)
        *t = (struct triangle){ AREA, x, y, z };
    else
        *t = (struct triangle){ kind ? EXRADIUS : INRADIUS, y + z, z + x,
                                x + y };
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_right
     : k->level == 2 ? draw_heron
                     : draw_general)(k, values);
}

/* ---- the first road: the area ---- */

/* d = out^2 rest with rest square-free. */
static void split(int64_t d, int64_t *out, int64_t *rest)
{
    n_factor_t f;

    *out = *rest = 1;
    n_factor_init(&f);
    n_factor(&f, (ulong)d, 1);
    for (int i = 0; i < f.num; i++) {
        *out *= (int64_t)n_pow(f.p[i], (ulong)f.exp[i] / 2);
        *rest *= f.exp[i] % 2 ? (int64_t)f.p[i] : 1;
    }
}

/* p sqrt(rest) / q */
static char *root(struct arena *a, int64_t p, int64_t rest, int64_t q)
{
    if (rest == 1)
        return latex_ratio(a, p, q);
    return latex_times(a, p, q, arena_printf(a, "\\sqrt{%" PRId64 "}", rest));
}

#define PERIMETER_MOST 120000

/* 16 S^2 = P (P - 2a)(P - 2b)(P - 2c) for the perimeter P; 0 when there is no
 * such triangle. At most P^4 / 27, below 2^63. */
static int64_t sixteen(const struct triangle *t)
{
    int64_t p = t->a + t->b + t->c, x = p - 2 * t->a, y = p - 2 * t->b;
    int64_t z = p - 2 * t->c;

    if (x <= 0 || y <= 0 || z <= 0 || p > PERIMETER_MOST)
        return 0;
    return p * x * (y * z);
}

static void let_ratio(struct solving *s, const char *name, int64_t p, int64_t q)
{
    let_text(s, name, latex_ratio(s->arena, p, q));
}

/* A large triangle is first made smaller by the common factor of its sides. */
static int64_t shrink(struct solving *s, struct triangle *t)
{
    int64_t g = integer_gcd(integer_gcd(t->a, t->b), t->c);

    if (t->a + t->b + t->c <= PERIMETER_MOST)
        g = 1;
    t->a /= g;
    t->b /= g;
    t->c /= g;
    let(s, "scale", g);
    let(s, "x", t->a);
    let(s, "y", t->b);
    let(s, "z", t->c);
    if (g > 1)
        tell(s, "smaller");
    return g;
}

/* The radius of a triangle with 4 S = out sqrt(rest), times g. */
static void radius(struct solving *s, const struct triangle *t, int64_t g,
                   int64_t out, int64_t rest)
{
    int64_t p = t->a + t->b + t->c, up = out, down = 2 * p;

    if (t->kind == EXRADIUS) {
        down = 2 * (p - 2 * t->a);
    } else if (t->kind == CIRCUMRADIUS) {
        up = t->a * t->b * t->c;
        down = out * rest;
        let(s, "xyz", up);
    }
    solving_key(s, "%s", root(s->arena, g * up, rest, down));
    let_text(s, "radius", root(s->arena, up, rest, down));
    tell(s, "why");
    tell(s, "radius");
    if (g > 1)
        tell(s, "larger");
}

/* The legs and the hypotenuse, when there is a right angle. */
static bool is_right(struct solving *s, const struct triangle *t,
                     int64_t *hypotenuse)
{
    const int64_t side[3] = { t->a, t->b, t->c };

    for (int i = 0; i < 3; i++) {
        int64_t a = side[(i + 1) % 3], b = side[(i + 2) % 3], c = side[i];

        if (a * a + b * b != c * c)
            continue;
        let(s, "leg", a);
        let(s, "leg2", b);
        let(s, "hypotenuse", c);
        let(s, "square", a * a);
        let(s, "square2", b * b);
        let(s, "square3", c * c);
        *hypotenuse = c;
        return true;
    }
    return false;
}

/* The circle through the corners of a right triangle (Thales). */
static bool thales(struct solving *s, const struct triangle *t)
{
    int64_t c;

    if (t->a > PERIMETER_MOST * 10 || t->b > PERIMETER_MOST * 10 ||
        t->c > PERIMETER_MOST * 10 || !is_right(s, t, &c))
        return false;
    solving_key(s, "%s", latex_ratio(s->arena, c, 2));
    let(s, "odd", c % 2);
    tell(s, "right");
    tell(s, "thales");
    tell(s, "halved");
    return true;
}

static bool heron(struct solving *s, const struct triangle *given)
{
    struct triangle t = *given;
    int64_t g, p, area, out, rest, hypotenuse;

    if (t.kind == CIRCUMRADIUS && thales(s, &t))
        return true;
    g = shrink(s, &t);
    area = sixteen(&t);
    if (area == 0)
        return false;
    split(area, &out, &rest);
    p = t.a + t.b + t.c;
    let_ratio(s, "s", p, 2);
    let_ratio(s, "s_x", p - 2 * t.a, 2);
    let_ratio(s, "s_y", p - 2 * t.b, 2);
    let_ratio(s, "s_z", p - 2 * t.c, 2);
    let_text(s, "area", root(s->arena, out, rest, 4));
    tell(s, "half");
    tell(s, is_right(s, &t, &hypotenuse) ? "legs" : "heron");
    radius(s, &t, g, out, rest);
    return true;
}

/* S = abc / sqrt(ab + bc + ca) for the exradii. */
static bool from_three(struct solving *s, const struct triangle *t)
{
    int64_t a = t->a, b = t->b, c = t->c, pairs, out, rest;

    if (a > 10000 || b > 10000 || c > 10000)
        return false;
    pairs = a * b + b * c + c * a;
    split(pairs, &out, &rest);
    solving_key(s, "%s", root(s->arena, a * b * c, rest, out * rest));
    let(s, "product", a * b * c);
    let(s, "pairs", pairs);
    tell(s, "inradius");
    tell(s, "quotient");
    tell(s, "square");
    tell(s, "area");
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct triangle *t = values;

    return t->kind == AREA ? from_three(s, t) : heron(s, t);
}

/* ---- the second road: coordinates ---- */

#define BITS 192

enum place { AX, AY, BX, BY, CX, CY, OX, OY, U, V, W, KEY, PLACES };

/* A = (0, 0), B = (c, 0), C above. */
static void place(arb_struct *m, const struct triangle *t)
{
    arb_set_si(&m[BX], t->c);
    arb_set_si(&m[CX], t->b * t->b + t->c * t->c - t->a * t->a);
    arb_div_si(&m[CX], &m[CX], 2 * t->c, BITS);
    arb_set_si(&m[CY], t->b * t->b);
    arb_submul(&m[CY], &m[CX], &m[CX], BITS);
    arb_sqrt(&m[CY], &m[CY], BITS);
}

/* The centre as the mean of the corners with the sides as weights, a negative
 * one at A for the excircle. */
static void weigh(arb_struct *m, int64_t a, int64_t b, int64_t c)
{
    for (int i = 0; i < 2; i++) {
        arb_mul_si(&m[OX + i], &m[AX + i], a, BITS);
        arb_addmul_si(&m[OX + i], &m[BX + i], b, BITS);
        arb_addmul_si(&m[OX + i], &m[CX + i], c, BITS);
        arb_div_si(&m[OX + i], &m[OX + i], a + b + c, BITS);
    }
}

/* Is the centre at the key's distance from the line of two corners? */
static bool touches(arb_struct *m, int i, int j)
{
    arb_sub(&m[U], &m[j], &m[i], BITS);
    arb_sub(&m[V], &m[j + 1], &m[i + 1], BITS);
    arb_sub(&m[W], &m[OY], &m[i + 1], BITS);
    arb_mul(&m[W], &m[W], &m[U], BITS);
    arb_hypot(&m[U], &m[U], &m[V], BITS); /* length of the side */
    arb_mul(&m[U], &m[U], &m[KEY], BITS);
    arb_sub(&m[PLACES], &m[OX], &m[i], BITS);
    arb_submul(&m[W], &m[PLACES], &m[V], BITS); /* cross product */
    arb_abs(&m[W], &m[W]);
    return key_agrees(&m[W], &m[U]);
}

static bool reaches(arb_struct *m, int i)
{
    arb_sub(&m[U], &m[OX], &m[i], BITS);
    arb_sub(&m[V], &m[OY], &m[i + 1], BITS);
    arb_hypot(&m[W], &m[U], &m[V], BITS);
    return key_agrees(&m[W], &m[KEY]);
}

/* On the perpendicular bisector of AB, and as far from C as from A. */
static bool circumscribed(arb_struct *m)
{
    arb_mul_2exp_si(&m[OX], &m[BX], -1);
    arb_sub(&m[U], &m[CX], &m[BX], BITS);
    arb_mul(&m[OY], &m[U], &m[CX], BITS);
    arb_addmul(&m[OY], &m[CY], &m[CY], BITS);
    arb_div(&m[OY], &m[OY], &m[CY], BITS);
    arb_mul_2exp_si(&m[OY], &m[OY], -1);
    return reaches(m, AX) && reaches(m, BX) && reaches(m, CX);
}

/* A = (0, 0), B = (AB, 0) and C, from the sides, which are balls. */
static void place_balls(arb_struct *m, const arb_t bc, const arb_t ca,
                        const arb_t ab)
{
    arb_set(&m[BX], ab);
    arb_mul(&m[CX], ca, ca, BITS);
    arb_set(&m[CY], &m[CX]);
    arb_addmul(&m[CX], ab, ab, BITS);
    arb_submul(&m[CX], bc, bc, BITS);
    arb_div(&m[CX], &m[CX], ab, BITS);
    arb_mul_2exp_si(&m[CX], &m[CX], -1);
    arb_submul(&m[CY], &m[CX], &m[CX], BITS);
    arb_sqrt(&m[CY], &m[CY], BITS);
}

/* Does the excircle opposite to A touch AB, at distance `radius`, where its
 * centre is the mean of the corners with weights -BC, CA, AB? */
static bool excircle(arb_struct *m, const arb_t bc, const arb_t ca,
                     const arb_t ab, int64_t radius)
{
    arb_sub(&m[U], ca, bc, BITS);
    arb_add(&m[U], &m[U], ab, BITS);
    arb_mul(&m[OY], &m[CY], ab, BITS); /* A and B lie at height 0 */
    arb_div(&m[OY], &m[OY], &m[U], BITS);
    arb_set_si(&m[V], radius);
    return key_agrees(&m[OY], &m[V]);
}

/* The triangle whose sides make the tangents from its corners S/r_a, S/r_b and
 * S/r_c with S = key: placed in the plane it must have the area S and, corner
 * by corner, the three excircles. */
static bool exradii_fit(arb_struct *m, const struct triangle *t)
{
    const int64_t r[3] = { t->a, t->b, t->c };
    arb_struct tangent[3], side[3];
    bool fits = true;

    for (int i = 0; i < 3; i++) {
        arb_init(&tangent[i]);
        arb_init(&side[i]);
        arb_div_si(&tangent[i], &m[KEY], r[i], BITS);
    }
    for (int i = 0; i < 3; i++)
        arb_add(&side[i], &tangent[(i + 1) % 3], &tangent[(i + 2) % 3], BITS);
    for (int i = 0; i < 3; i++) {
        const arb_struct *bc = &side[i], *ca = &side[(i + 1) % 3],
                         *ab = &side[(i + 2) % 3];

        place_balls(m, bc, ca, ab);
        fits = fits && excircle(m, bc, ca, ab, r[i]);
    }
    arb_mul(&m[W], &m[BX], &m[CY], BITS);
    arb_mul_2exp_si(&m[W], &m[W], -1);
    fits = fits && key_agrees(&m[W], &m[KEY]);
    for (int i = 0; i < 3; i++) {
        arb_clear(&side[i]);
        arb_clear(&tangent[i]);
    }
    return fits;
}

static bool measured(arb_struct *m, const struct triangle *t)
{
    if (t->kind == AREA)
        return exradii_fit(m, t);
    if (t->a >= t->b + t->c || t->b >= t->c + t->a || t->c >= t->a + t->b)
        return false;
    place(m, t);
    if (t->kind == CIRCUMRADIUS)
        return circumscribed(m);
    weigh(m, t->kind == EXRADIUS ? -t->a : t->a, t->b, t->c);
    return touches(m, AX, BX) && touches(m, BX, CX) && touches(m, CX, AX);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    arb_struct m[PLACES + 1];
    bool read, fits;

    for (int i = 0; i <= PLACES; i++)
        arb_init(&m[i]);
    f->by = "coordinates";
    read = key_ball(a, key, BITS, &m[KEY]) && arb_is_positive(&m[KEY]);
    fits = read && measured(m, values);
    for (int i = 0; i <= PLACES; i++)
        arb_clear(&m[i]);
    f->detail = !read  ? "the key is not a positive number"
                : fits ? "the centre, computed from coordinates, has the "
                         "key's distance from all three sides or corners, or "
                         "the area fits, certified to 60 bits"
                       : "the circle placed in the plane does not fit the key";
    return fits ? TRUTH_YES : TRUTH_NO;
}

static struct form_file text = {
#include "family/concept/geometry/inradius.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .kinds = kinds,
    .size = sizeof(struct triangle),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .check = check,
};

const struct family concept_inradius = {
    .name = "concept/inradius",
    .version = 2,
    .answer = ANSWER_NUMBER,
    CONCEPT_CARD(&recipe),
};
