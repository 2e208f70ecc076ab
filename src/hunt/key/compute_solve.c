/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Equations: systems that are linear over the rationals, and one polynomial
 * in one unknown whose factors over the integers have degree one or two.
 */
#include "base/str.h"
#include "hunt/key/compute_int.h"
#include "math/arb.h"
#include "math/exact/surd.h"
#include "math/flint_poly.h"

#include <string.h>

/* left - right */
static const struct expr *difference(struct compute *c, const struct expr *x)
{
    return expr_binary(c->arena, EXPR_ADD, x->args[0],
                       expr_unary(c->arena, EXPR_NEG, x->args[1]));
}

/* ---- unknowns ---- */

struct unknowns {
    const char *names[COMPUTE_UNKNOWNS];
    size_t n;
};

static bool find_unknowns(struct compute *c, struct unknowns *u)
{
    for (size_t i = 0; i < c->n; i++) {
        const char *const *names;
        size_t n = expr_symbols(c->arena, c->statements[i], &names);

        for (size_t k = 0; k < n; k++) {
            size_t at = 0;

            while (at < u->n && strcmp(u->names[at], names[k]) != 0)
                at++;
            if (at == COMPUTE_UNKNOWNS)
                return false;
            u->names[at] = names[k];
            u->n += at == u->n;
        }
    }
    return u->n > 0;
}

static size_t place_of(const struct unknowns *u, const char *name)
{
    size_t i = 0;

    while (i < u->n && strcmp(u->names[i], name) != 0)
        i++;
    return i;
}

/* ---- what is asked of a solution ---- */

/* The target with the values put in. */
static const char *value_at(struct compute *c, const struct unknowns *u,
                            const fmpq_mat_t m, const struct expr *x)
{
    const char *text = NULL;
    fmpq_t v;

    for (size_t i = 0; i < u->n; i++)
        x = expr_replace(
            c->arena, x, u->names[i],
            expr_rational(c->arena, fmpq_mat_entry(m, (slong)i, (slong)u->n)));
    fmpq_init(v);
    if (compute_constant(c, v, x))
        text = compute_rational(c, v);
    else
        compute_fail(c, "the requested quantity is not understood");
    fmpq_clear(v);
    return text;
}

static const char *tuple_at(struct compute *c, const struct unknowns *u,
                            const fmpq_mat_t m)
{
    const struct expr *t = c->target;
    size_t n = t ? t->count : u->n;
    struct str s = str_in(c->arena);

    for (size_t i = 0; i < n; i++) {
        const struct expr *x =
            t ? t->args[i] : expr_symbol(c->arena, u->names[i]);
        const char *value = value_at(c, u, m, x);

        if (!value)
            return NULL;
        str_add(&s, i ? ", " : "(");
        str_add(&s, value);
    }
    str_addc(&s, ')');
    return str_get(&s);
}

static const char *answer_at(struct compute *c, const struct unknowns *u,
                             const fmpq_mat_t m)
{
    const struct expr *t = c->target;

    if (t && t->op != EXPR_LIST && t->op != EXPR_TUPLE)
        return value_at(c, u, m, t);
    if (!t && u->n == 1)
        return value_at(c, u, m, expr_symbol(c->arena, u->names[0]));
    return tuple_at(c, u, m);
}

/* ---- linear systems ---- */

/* Rows of [A | b] with A x + b = 0; false when one is not linear. */
static bool fill(struct compute *c, const struct unknowns *u, fmpq_mat_t m)
{
    bool ok = true;
    fmpq_t one;

    fmpq_init(one);
    fmpq_one(one);
    for (size_t i = 0; i < c->n && ok; i++)
        ok = compute_linear(c, m, (slong)i, difference(c, c->statements[i]),
                            one, u->names, u->n);
    fmpq_clear(one);
    return ok;
}

/* After elimination: unit rows, and the negated values in the last column. */
static const char *read_off(struct compute *c, const struct unknowns *u,
                            fmpq_mat_t m, slong rank)
{
    slong n = (slong)u->n;

    for (slong i = 0; i < rank; i++) {
        slong k = 0;

        while (k < n && fmpq_is_zero(fmpq_mat_entry(m, i, k)))
            k++;
        if (k == n)
            return compute_fail(c, "the equations have no solution");
    }
    if (rank < n)
        return compute_fail(c, "the equations have more than one solution");
    for (slong i = 0; i < n; i++)
        fmpq_neg(fmpq_mat_entry(m, i, n), fmpq_mat_entry(m, i, n));
    return answer_at(c, u, m);
}

static const char *solve_linear(struct compute *c, const struct unknowns *u,
                                bool *linear)
{
    const char *text = NULL;
    fmpq_mat_t m;

    fmpq_mat_init(m, (slong)c->n, (slong)u->n + 1);
    *linear = fill(c, u, m);
    if (*linear && !work_spend(&c->work, 50 * c->n * u->n * u->n))
        text = compute_fail(c, "the computation takes too much work");
    else if (*linear)
        text = read_off(c, u, m, fmpq_mat_rref(m, m));
    fmpq_mat_clear(m);
    return text;
}

/* ---- one polynomial ---- */

struct roots {
    const char *text[COMPUTE_DEGREE];
    double value[COMPUTE_DEGREE]; /* for their order alone */
    size_t n;
};

static void add_root(struct roots *r, const char *text, double value)
{
    size_t i = r->n++;

    for (; i > 0 && r->value[i - 1] > value; i--) {
        r->text[i] = r->text[i - 1];
        r->value[i] = r->value[i - 1];
    }
    r->text[i] = text;
    r->value[i] = value;
}

static void add_linear(struct compute *c, struct roots *r, const fmpz_poly_t f)
{
    fmpq_t q;

    fmpq_init(q);
    fmpq_set_fmpz_frac(q, f->coeffs, f->coeffs + 1);
    fmpq_neg(q, q);
    add_root(r, compute_rational(c, q), fmpq_get_d(q));
    fmpq_clear(q);
}

/* (-b +- sqrt(b^2 - 4ac)) / 2a; false when the numbers are large. */
static bool add_quadratic(struct compute *c, struct roots *r,
                          const fmpz_poly_t f)
{
    int64_t v[3], d;

    for (int i = 0; i < 3; i++) {
        if (fmpz_bits(f->coeffs + i) > 14)
            return false;
        v[i] = fmpz_get_si(f->coeffs + i);
    }
    d = v[1] * v[1] - 4 * v[2] * v[0];
    for (int sign = -1; sign <= 1 && d >= 0; sign += 2) {
        struct surd s = surd_new(-v[1], sign, d, 2 * v[2]);
        arb_t x;

        arb_init(x);
        arb_sqrt_ui(x, (ulong)s.d, 53);
        arb_mul_si(x, x, s.q, 53);
        arb_add_si(x, x, s.p, 53);
        arb_div_si(x, x, s.r, 53);
        add_root(r, surd_latex(c->arena, s),
                 arf_get_d(arb_midref(x), ARF_RND_NEAR));
        arb_clear(x);
    }
    return true;
}

static bool add_factors(struct compute *c, struct roots *r,
                        const fmpz_poly_factor_t all)
{
    for (slong i = 0; i < all->num; i++) {
        slong degree = fmpz_poly_degree(all->p + i);

        if (degree > 2 || (degree == 2 && !add_quadratic(c, r, all->p + i)))
            return false;
        if (degree == 1)
            add_linear(c, r, all->p + i);
    }
    return true;
}

static const char *print_roots(struct compute *c, const struct roots *r)
{
    struct str s = str_in(c->arena);

    if (r->n == 0)
        return compute_fail(c, "the equation has no real solution");
    if (r->n == 1)
        return r->text[0];
    str_add(&s, "\\{");
    for (size_t i = 0; i < r->n; i++) {
        str_add(&s, i ? ", " : "");
        str_add(&s, r->text[i]);
    }
    str_add(&s, "\\}");
    return str_get(&s);
}

static const char *solve_factors(struct compute *c, const fmpz_poly_t p)
{
    struct roots r = { 0 };
    fmpz_poly_factor_t all;
    bool ok;

    /* Zassenhaus on degree 12 and 200 bits stays below a millisecond or so. */
    if (FLINT_ABS(fmpz_poly_max_bits(p)) > 200 || !work_spend(&c->work, 20000))
        return compute_fail(c, "the equation has large coefficients");
    fmpz_poly_factor_init(all);
    fmpz_poly_factor(all, p);
    ok = add_factors(c, &r, all);
    fmpz_poly_factor_clear(all);
    return ok ? print_roots(c, &r)
              : compute_fail(c, "the equation has roots without a simple form");
}

static const char *solve_polynomial(struct compute *c, const char *name)
{
    const char *text;
    fmpz_poly_t whole;
    fmpq_poly_t p;

    fmpq_poly_init(p);
    fmpz_poly_init(whole);
    if (!compute_polynomial(c, p, difference(c, c->statements[0]), name)) {
        text = compute_fail(c, "the equation is not understood");
    } else if (fmpq_poly_degree(p) < 1) {
        text = compute_fail(c, "the equation does not depend on its unknown");
    } else {
        fmpq_poly_get_numerator(whole, p);
        text = solve_factors(c, whole);
    }
    fmpz_poly_clear(whole);
    fmpq_poly_clear(p);
    return text;
}

const char *compute_solution(struct compute *c)
{
    const struct expr *t = c->target;
    struct unknowns u = { 0 };
    const char *text;
    bool linear;

    if (!find_unknowns(c, &u))
        return compute_fail(c, "there are no unknowns, or too many");
    text = solve_linear(c, &u, &linear);
    if (linear)
        return text;
    if (c->n != 1 || u.n != 1)
        return compute_fail(c, "the system is not linear");
    if (t && (t->op != EXPR_SYMBOL || place_of(&u, t->name) == u.n))
        return compute_fail(c, "the requested quantity is not understood");
    return solve_polynomial(c, u.names[0]);
}
