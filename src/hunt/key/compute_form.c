/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Trees into polynomials over the rationals. Trees are as deep as the reader
 * allows, so that recursion is bounded; degrees and coefficients are bounded
 * after each step.
 */
#include "hunt/key/compute_int.h"
#include "math/exact/exact.h"
#include "math/flint_poly.h"

#include <string.h>

static bool has_symbol(struct arena *a, const struct expr *x)
{
    const char *const *names;

    return expr_symbols(a, x, &names) > 0;
}

bool compute_constant(struct compute *c, fmpq_t out, const struct expr *x)
{
    return exact_rational(out, x, &c->work) == EXACT_VALUE &&
           fmpz_bits(fmpq_numref(out)) <= COMPUTE_BITS &&
           fmpz_bits(fmpq_denref(out)) <= COMPUTE_BITS;
}

/* ---- in one symbol ---- */

static bool is_modest(const fmpq_poly_t p)
{
    return fmpq_poly_degree(p) <= COMPUTE_DEGREE &&
           FLINT_ABS(_fmpz_vec_max_bits(p->coeffs, p->length)) <=
               COMPUTE_BITS &&
           fmpz_bits(p->den) <= COMPUTE_BITS;
}

static bool of_sequence(struct compute *c, fmpq_poly_t out,
                        const struct expr *x, const char *name)
{
    bool product = x->op == EXPR_MUL, ok = true;
    fmpq_poly_t part;

    fmpq_poly_init(part);
    fmpq_poly_set_si(out, product);
    for (unsigned i = 0; i < x->count && ok; i++) {
        ok = compute_polynomial(c, part, x->args[i], name);
        if (ok && product)
            fmpq_poly_mul(out, out, part);
        else if (ok)
            fmpq_poly_add(out, out, part);
        ok = ok && is_modest(out);
    }
    fmpq_poly_clear(part);
    return ok;
}

static bool of_quotient(struct compute *c, fmpq_poly_t out,
                        const struct expr *x, const char *name)
{
    fmpq_t by;
    bool ok;

    fmpq_init(by);
    ok = compute_constant(c, by, x->args[1]) && !fmpq_is_zero(by) &&
         compute_polynomial(c, out, x->args[0], name);
    if (ok)
        fmpq_poly_scalar_div_fmpq(out, out, by);
    fmpq_clear(by);
    return ok && is_modest(out);
}

static bool of_power(struct compute *c, fmpq_poly_t out, const struct expr *x,
                     const char *name)
{
    fmpq_poly_t base;
    fmpq_t by;
    bool ok;

    fmpq_init(by);
    fmpq_poly_init(base);
    ok = compute_constant(c, by, x->args[1]) && fmpz_is_one(fmpq_denref(by)) &&
         fmpq_sgn(by) >= 0 &&
         fmpz_cmp_ui(fmpq_numref(by), COMPUTE_DEGREE) <= 0 &&
         compute_polynomial(c, base, x->args[0], name);
    if (ok) {
        ulong n = fmpz_get_ui(fmpq_numref(by));

        fmpq_poly_set_si(out, 1);
        for (ulong i = 0; i < n && ok; i++) {
            fmpq_poly_mul(out, out, base);
            ok = is_modest(out);
        }
    }
    fmpq_poly_clear(base);
    fmpq_clear(by);
    return ok;
}

static bool of_constant(struct compute *c, fmpq_poly_t out,
                        const struct expr *x)
{
    fmpq_t value;
    bool ok;

    fmpq_init(value);
    ok = compute_constant(c, value, x);
    if (ok)
        fmpq_poly_set_fmpq(out, value);
    fmpq_clear(value);
    return ok;
}

bool compute_polynomial(struct compute *c, fmpq_poly_t out,
                        const struct expr *x, const char *name)
{
    bool ok;

    if (!work_spend(&c->work, 20))
        return false;
    switch (x->op) {
    case EXPR_SYMBOL:
        fmpq_poly_zero(out);
        fmpq_poly_set_coeff_si(out, 1, 1);
        return strcmp(x->name, name) == 0;
    case EXPR_NEG:
        ok = compute_polynomial(c, out, x->args[0], name);
        fmpq_poly_neg(out, out);
        return ok;
    case EXPR_ADD:
    case EXPR_MUL: return of_sequence(c, out, x, name);
    case EXPR_DIV:
        if (has_symbol(c->arena, x))
            return of_quotient(c, out, x, name);
        return of_constant(c, out, x);
    case EXPR_POW:
        if (has_symbol(c->arena, x))
            return of_power(c, out, x, name);
        return of_constant(c, out, x);
    default: return of_constant(c, out, x);
    }
}

/* ---- linear in several ---- */

static bool add_entry(fmpq_mat_t m, slong row, slong column, const fmpq_t by)
{
    fmpq *at = fmpq_mat_entry(m, row, column);

    fmpq_add(at, at, by);
    return fmpz_bits(fmpq_numref(at)) <= 2 * COMPUTE_BITS &&
           fmpz_bits(fmpq_denref(at)) <= 2 * COMPUTE_BITS;
}

/* A product or quotient with one factor that has symbols: the others go into
 * the scale. */
static bool add_scaled(struct compute *c, fmpq_mat_t m, slong row,
                       const struct expr *x, const fmpq_t scale,
                       const char *const *names, size_t n)
{
    const struct expr *inner = NULL;
    bool ok = true;
    fmpq_t own, by;

    fmpq_init(own);
    fmpq_init(by);
    fmpq_set(own, scale);
    for (unsigned i = 0; i < x->count && ok; i++) {
        if (has_symbol(c->arena, x->args[i])) {
            ok = !inner && (x->op == EXPR_MUL || i == 0);
            inner = x->args[i];
            continue;
        }
        ok = compute_constant(c, by, x->args[i]);
        if (ok && x->op == EXPR_DIV && i == 1)
            ok = !fmpq_is_zero(by);
        if (ok && x->op == EXPR_DIV && i == 1)
            fmpq_div(own, own, by);
        else if (ok)
            fmpq_mul(own, own, by);
        ok = ok && fmpz_bits(fmpq_numref(own)) <= 2 * COMPUTE_BITS &&
             fmpz_bits(fmpq_denref(own)) <= 2 * COMPUTE_BITS;
    }
    if (ok)
        ok = inner ? compute_linear(c, m, row, inner, own, names, n)
                   : add_entry(m, row, (slong)n, own);
    fmpq_clear(by);
    fmpq_clear(own);
    return ok;
}

static bool add_constant(struct compute *c, fmpq_mat_t m, slong row,
                         const struct expr *x, const fmpq_t scale, size_t n)
{
    fmpq_t value;
    bool ok;

    fmpq_init(value);
    ok = compute_constant(c, value, x);
    if (ok) {
        fmpq_mul(value, value, scale);
        ok = add_entry(m, row, (slong)n, value);
    }
    fmpq_clear(value);
    return ok;
}

bool compute_linear(struct compute *c, fmpq_mat_t m, slong row,
                    const struct expr *x, const fmpq_t scale,
                    const char *const *names, size_t n)
{
    fmpq_t minus;
    bool ok = true;

    if (!work_spend(&c->work, 20))
        return false;
    switch (x->op) {
    case EXPR_SYMBOL:
        for (size_t i = 0; i < n; i++)
            if (strcmp(names[i], x->name) == 0)
                return add_entry(m, row, (slong)i, scale);
        return false;
    case EXPR_NEG:
        fmpq_init(minus);
        fmpq_neg(minus, scale);
        ok = compute_linear(c, m, row, x->args[0], minus, names, n);
        fmpq_clear(minus);
        return ok;
    case EXPR_ADD:
        for (unsigned i = 0; i < x->count && ok; i++)
            ok = compute_linear(c, m, row, x->args[i], scale, names, n);
        return ok;
    case EXPR_MUL:
    case EXPR_DIV: return add_scaled(c, m, row, x, scale, names, n);
    default: return add_constant(c, m, row, x, scale, n);
    }
}
