/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The second road of hard/plane: points are complex numbers of the field of the
 * 12th roots of unity, which holds i and sqrt(3). Numbers are polynomials in a
 * root w with w^4 = w^2 - 1, so that i = w^3, sqrt(3) = 2 w - w^3, and a turn
 * by 60 degrees is w^2.
 */
#include "family/hard/plane.h"
#include "family/recipe/keys.h"
#include "math/flint_poly.h"

#define BITS_MOST 20000 /* no coordinate of a problem is so long */

typedef const fmpq_poly_struct *number;

static void forget(void *x)
{
    fmpq_poly_clear((fmpq_poly_struct *)x);
}

static fmpq_poly_struct *new_number(struct arena *a)
{
    fmpq_poly_struct *x = arena_new(a, fmpq_poly_struct);

    fmpq_poly_init(x);
    arena_defer(a, forget, x);
    return x;
}

/* n w^power */
static number unit(struct arena *a, int64_t n, slong power)
{
    fmpq_poly_struct *x = new_number(a);

    fmpq_poly_set_coeff_si(x, power, n);
    return x;
}

static number plus(struct arena *a, number x, number y)
{
    fmpq_poly_struct *z = new_number(a);

    fmpq_poly_add(z, x, y);
    return z;
}

static number minus(struct arena *a, number x, number y)
{
    fmpq_poly_struct *z = new_number(a);

    fmpq_poly_sub(z, x, y);
    return z;
}

static void set_cyclotomic(fmpq_poly_t m)
{
    fmpq_poly_init(m);
    fmpq_poly_set_coeff_si(m, 4, 1);
    fmpq_poly_set_coeff_si(m, 2, -1);
    fmpq_poly_set_coeff_si(m, 0, 1);
}

static number product(struct arena *a, number x, number y)
{
    fmpq_poly_struct *z = new_number(a);
    fmpq_poly_t m;

    set_cyclotomic(m);
    fmpq_poly_mul(z, x, y);
    fmpq_poly_rem(z, z, m);
    fmpq_poly_clear(m);
    return z;
}

/* Returns x / y, or NULL if y is 0. */
static number quotient(struct arena *a, number x, number y)
{
    fmpq_poly_t m, g, t;
    fmpq_poly_struct *z = new_number(a);

    if (!x || !y || fmpq_poly_is_zero(y))
        return NULL;
    set_cyclotomic(m);
    fmpq_poly_init(g);
    fmpq_poly_init(t);
    fmpq_poly_xgcd(g, z, t, y, m); /* g = 1: m is irreducible */
    fmpq_poly_clear(t);
    fmpq_poly_clear(g);
    fmpq_poly_clear(m);
    return product(a, x, z);
}

/* The conjugates of w, w^2 and w^3 are w - w^3, 1 - w^2 and -w^3. */
static number conjugate(struct arena *a, number x)
{
    fmpq_poly_struct *z = new_number(a);
    fmpq_t c[4], t;

    fmpq_init(t);
    for (slong i = 0; i < 4; i++) {
        fmpq_init(c[i]);
        fmpq_poly_get_coeff_fmpq(c[i], x, i);
    }
    fmpq_add(t, c[0], c[2]);
    fmpq_poly_set_coeff_fmpq(z, 0, t);
    fmpq_poly_set_coeff_fmpq(z, 1, c[1]);
    fmpq_neg(t, c[2]);
    fmpq_poly_set_coeff_fmpq(z, 2, t);
    fmpq_add(t, c[1], c[3]);
    fmpq_neg(t, t);
    fmpq_poly_set_coeff_fmpq(z, 3, t);
    for (slong i = 0; i < 4; i++)
        fmpq_clear(c[i]);
    fmpq_clear(t);
    return z;
}

static number over_int(struct arena *a, number x, int64_t n)
{
    return x ? quotient(a, x, unit(a, n, 0)) : NULL;
}

/* u / conj(u), for the direction u of a line; NULL if u is 0. */
static number direction(struct arena *a, number u)
{
    return quotient(a, u, conjugate(a, u));
}

/* z reflected in the line through p and q: p + u / conj(u) conj(z - p) */
static number reflect(struct arena *a, number z, number p, number q)
{
    number d = direction(a, minus(a, q, p));

    return d ? plus(a, p, product(a, d, conjugate(a, minus(a, z, p)))) : NULL;
}

/* The chord from q in the direction of r, in the circle about c: q is
 * reflected in the line through c that is perpendicular to it. */
static number chord(struct arena *a, number c, number q, number r)
{
    number d = direction(a, minus(a, r, q));

    return d ? minus(a, c, product(a, d, conjugate(a, minus(a, q, c)))) : NULL;
}

/* The lines p q and r s, by conj(p) q - p conj(q) and its like. */
static number meet(struct arena *a, const number *z)
{
    number u = minus(a, z[0], z[1]), v = minus(a, z[2], z[3]);
    number cu = conjugate(a, u), cv = conjugate(a, v);
    number k = minus(a, product(a, conjugate(a, z[0]), z[1]),
                     product(a, z[0], conjugate(a, z[1])));
    number l = minus(a, product(a, conjugate(a, z[2]), z[3]),
                     product(a, z[2], conjugate(a, z[3])));

    return quotient(a, minus(a, product(a, k, v), product(a, u, l)),
                    minus(a, product(a, cu, v), product(a, u, cv)));
}

/* The sum of |p|^2 (q - r) over the turns of p, q, r, divided by that of
 * conj(p) (q - r). */
static number circle_centre(struct arena *a, const number *z)
{
    number above = unit(a, 0, 0), below = above;

    for (size_t i = 0; i < 3; i++) {
        number bar = conjugate(a, z[i]);
        number term = product(a, bar, minus(a, z[(i + 1) % 3], z[(i + 2) % 3]));

        above = plus(a, above, product(a, z[i], term));
        below = plus(a, below, term);
    }
    return quotient(a, above, below);
}

/* The point that a step makes of z, or NULL if there is none. */
static number make(struct arena *a, enum plane_step step, const number *z)
{
    number sum = plus(a, z[0], z[1]), r;

    switch (step) {
    case PLANE_MIDPOINT: return over_int(a, sum, 2);
    case PLANE_MIRROR: return minus(a, plus(a, z[1], z[1]), z[0]);
    case PLANE_QUARTER:
    case PLANE_SIXTH:
        r = unit(a, 1, step == PLANE_SIXTH ? 2 : 3);
        return plus(a, z[1], product(a, r, minus(a, z[0], z[1])));
    case PLANE_CENTROID: return over_int(a, plus(a, sum, z[2]), 3);
    case PLANE_FLIP: return reflect(a, z[0], z[1], z[2]);
    case PLANE_FOOT:
        r = reflect(a, z[0], z[1], z[2]);
        return r ? over_int(a, plus(a, z[0], r), 2) : NULL;
    case PLANE_MEET: return meet(a, z);
    case PLANE_CENTRE: return circle_centre(a, z);
    case PLANE_SECOND: return chord(a, z[0], z[1], z[2]);
    case PLANE_ORTHO: break;
    }
    r = circle_centre(a, z);
    return r ? minus(a, plus(a, sum, z[2]), plus(a, r, r)) : NULL;
}

static bool is_long(number x)
{
    return fmpz_bits(fmpq_poly_denref(x)) > BITS_MOST ||
           FLINT_ABS(_fmpz_vec_max_bits(x->coeffs, x->length)) > BITS_MOST;
}

/* Returns the last point, or NULL if a step makes none, uses a point that is
 * not yet there or lets the numbers grow too long. */
static number last_point(struct arena *a, const struct plane *v)
{
    int64_t n = v->x.n;
    number *all = arena_array(a, number, n + v->step.n);

    for (int64_t i = 0; i < n; i++)
        all[i] = plus(a, unit(a, v->x.x[i], 0), unit(a, v->y.x[i], 3));
    for (int64_t i = 0; i < v->step.n; i++, n++) {
        int64_t uses[] = { v->a.x[i], v->b.x[i], v->c.x[i], v->d.x[i] };
        number z[PLANE_POINTS];

        for (size_t j = 0; j < PLANE_POINTS; j++) {
            if (uses[j] > n)
                return NULL;
            z[j] = all[uses[j] ? uses[j] - 1 : 0];
        }
        all[n] = make(a, (enum plane_step)v->step.x[i], z);
        if (!all[n] || is_long(all[n]))
            return NULL;
    }
    return all[n - 1];
}

/* The abscissa is u + v sqrt(3) with sqrt(3) = 2 w - w^3: the first coefficient
 * is u, the second 2 v. */
static bool is_sum(struct arena *a, number z, const fmpq_t sum)
{
    number x = over_int(a, plus(a, z, conjugate(a, z)), 2);
    fmpq_t u, v;
    bool same;

    fmpq_init(u);
    fmpq_init(v);
    fmpq_poly_get_coeff_fmpq(u, x, 0);
    fmpq_poly_get_coeff_fmpq(v, x, 1);
    fmpq_div_2exp(v, v, 1);
    fmpq_add(u, u, v);
    same = fmpq_equal(u, sum);
    fmpq_clear(v);
    fmpq_clear(u);
    return same;
}

static bool is_plane(const struct plane *v)
{
    int64_t n = v->step.n;

    return v->x.n > 0 && v->x.n == v->y.n && n > 0 && v->a.n == n &&
           v->b.n == n && v->c.n == n && v->d.n == n;
}

enum truth plane_check(struct arena *a, const void *values, const char *key,
                       struct check_finding *f)
{
    const struct plane *v = values;
    enum truth holds = TRUTH_NO;
    number last;
    fmpq_t got;

    f->by = "complex numbers";
    fmpq_init(got);
    if (!is_plane(v) || !key_rational(key, got)) {
        f->detail = "the key is no fraction, or the lists do not fit together";
    } else if (v->step.n > PLANE_DEEPEST) {
        f->detail = "there are too many steps";
        holds = TRUTH_UNKNOWN;
    } else if (!(last = last_point(a, v))) {
        f->detail = "a step makes no point";
    } else {
        holds = is_sum(a, last, got) ? TRUTH_YES : TRUTH_NO;
        f->detail =
            "the last point was computed in the field of the 12th roots "
            "of unity";
    }
    fmpq_clear(got);
    return holds;
}
