/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Remainders of numbers that need not be built, and systems of congruences
 * that are linear in one unknown, also with moduli that share factors.
 */
#include "hunt/key/compute_int.h"
#include "math/ball/residue.h"
#include "math/exact/exact.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"

/* ---- remainders ---- */

static bool whole(struct compute *c, fmpz_t out, const struct expr *x)
{
    fmpq_t q;
    bool ok;

    fmpq_init(q);
    ok = compute_constant(c, q, x) && fmpz_is_one(fmpq_denref(q));
    if (ok)
        fmpz_set(out, fmpq_numref(q));
    fmpq_clear(q);
    return ok;
}

static bool remainder_of(struct compute *c, fmpz_t out, const struct expr *x,
                         const fmpz_t m);

/* By repeated squaring when the exponent can be had, else by Euler's theorem
 * for small moduli. A negative exponent needs an inverse. */
static bool of_power(struct compute *c, fmpz_t out, const struct expr *x,
                     const fmpz_t m)
{
    fmpz_t base, by;
    uint64_t small;
    bool ok;

    fmpz_init(base);
    fmpz_init(by);
    ok = remainder_of(c, base, x->args[0], m) && whole(c, by, x->args[1]);
    if (ok && fmpz_sgn(by) < 0) {
        ok = fmpz_invmod(base, base, m);
        fmpz_neg(by, by);
    }
    /* Steps of multiplication, each of the modulus' size squared. */
    ok = ok &&
         work_spend(&c->work, (1 + fmpz_bits(by)) * (1 + fmpz_bits(m) / 64));
    if (ok)
        fmpz_powm(out, base, by, m);
    fmpz_clear(by);
    fmpz_clear(base);
    if (ok || fmpz_cmp_ui(m, 1) <= 0 || fmpz_bits(m) > 31 ||
        !residue_of(&small, x, fmpz_get_ui(m), &c->work))
        return ok;
    fmpz_set_ui(out, small);
    return true;
}

static bool of_sequence(struct compute *c, fmpz_t out, const struct expr *x,
                        const fmpz_t m)
{
    bool ok = true;
    fmpz_t part;

    fmpz_init(part);
    fmpz_set_ui(out, x->op == EXPR_MUL);
    for (unsigned i = 0; i < x->count && ok; i++) {
        ok = remainder_of(c, part, x->args[i], m);
        if (x->op == EXPR_MUL)
            fmpz_mul(out, out, part);
        else
            fmpz_add(out, out, part);
        fmpz_fdiv_r(out, out, m);
    }
    fmpz_clear(part);
    return ok;
}

/* A whole number that can be built. */
static bool of_value(struct compute *c, fmpz_t out, const struct expr *x,
                     const fmpz_t m)
{
    fmpq_t q;
    bool ok;

    fmpq_init(q);
    ok = exact_rational(q, x, &c->work) == EXACT_VALUE &&
         fmpz_is_one(fmpq_denref(q));
    if (ok)
        fmpz_fdiv_r(out, fmpq_numref(q), m);
    fmpq_clear(q);
    return ok;
}

static bool remainder_of(struct compute *c, fmpz_t out, const struct expr *x,
                         const fmpz_t m)
{
    if (!work_spend(&c->work, 10))
        return false;
    switch (x->op) {
    case EXPR_NEG:
        if (!remainder_of(c, out, x->args[0], m))
            return false;
        fmpz_neg(out, out);
        fmpz_fdiv_r(out, out, m);
        return true;
    case EXPR_ADD:
    case EXPR_MUL: return of_sequence(c, out, x, m);
    case EXPR_POW: return of_power(c, out, x, m);
    default: return of_value(c, out, x, m);
    }
}

const char *compute_remainder(struct compute *c, const struct expr *x)
{
    const char *text = NULL;
    fmpz_t m, r;

    fmpz_init(m);
    fmpz_init(r);
    if (!whole(c, m, x->args[1]) || fmpz_sgn(m) <= 0)
        compute_fail(
            c, "the modulus could not be computed as a positive whole number");
    else if (!remainder_of(c, r, x->args[0], m))
        compute_fail(c, "the remainder could not be computed");
    else
        text = integer_text(c->arena, r);
    fmpz_clear(r);
    fmpz_clear(m);
    return text;
}

/* ---- congruences ---- */

/* All x = r modulo m. */
struct residue_class {
    fmpz_t r, m;
};

/* f x + d = 0 modulo m, solved for x; false when nothing does it. */
static bool divide_out(struct residue_class *k, const fmpz_t f, const fmpz_t d)
{
    fmpz_t g, x;
    bool ok;

    fmpz_init(g);
    fmpz_init(x);
    fmpz_gcd(g, f, k->m);
    ok = fmpz_divisible(d, g);
    if (ok) {
        fmpz_divexact(k->m, k->m, g);
        fmpz_divexact(x, f, g);
        fmpz_divexact(k->r, d, g);
        fmpz_neg(k->r, k->r);
        if (fmpz_is_one(k->m))
            fmpz_zero(k->r);
        else if (fmpz_invmod(x, x, k->m))
            fmpz_mul(k->r, k->r, x);
        fmpz_fdiv_r(k->r, k->r, k->m);
    }
    fmpz_clear(x);
    fmpz_clear(g);
    return ok;
}

/* Those of both classes: r + m t = s modulo n, solved for t. */
static bool meet(struct residue_class *into, const struct residue_class *k)
{
    struct residue_class t;
    fmpz_t d;
    bool ok;

    fmpz_init(t.r);
    fmpz_init_set(t.m, k->m);
    fmpz_init(d);
    fmpz_sub(d, into->r, k->r);
    ok = divide_out(&t, into->m, d);
    if (ok) {
        fmpz_addmul(into->r, into->m, t.r);
        fmpz_mul(into->m, into->m, t.m);
    }
    fmpz_clear(d);
    fmpz_clear(t.m);
    fmpz_clear(t.r);
    return ok;
}

/* The two whole coefficients of a - b, and the modulus. */
static bool read_linear(struct compute *c, const struct expr *x,
                        const char *name, fmpz_t f, fmpz_t d, fmpz_t m)
{
    const struct expr *side =
        expr_binary(c->arena, EXPR_ADD, x->args[0],
                    expr_unary(c->arena, EXPR_NEG, x->args[1]));
    fmpq_poly_t p;
    bool ok;

    fmpq_poly_init(p);
    ok = compute_polynomial(c, p, side, name) && fmpq_poly_degree(p) <= 1 &&
         fmpz_is_one(p->den) && whole(c, m, x->args[2]) && fmpz_sgn(m) > 0;
    if (ok) {
        fmpq_poly_get_coeff_fmpz(f, p, 1);
        fmpq_poly_get_coeff_fmpz(d, p, 0);
    }
    fmpq_poly_clear(p);
    return ok;
}

static bool add_congruence(struct compute *c, struct residue_class *into,
                           const struct expr *x, const char *name)
{
    struct residue_class k;
    bool ok = false;
    fmpz_t f, d;

    fmpz_init(f);
    fmpz_init(d);
    fmpz_init(k.r);
    fmpz_init(k.m);
    if (!read_linear(c, x, name, f, d, k.m))
        compute_fail(c, "a congruence is not linear in one unknown");
    else if (!divide_out(&k, f, d) || !meet(into, &k))
        compute_fail(c, "the congruences have no solution");
    else
        ok = true;
    fmpz_clear(k.m);
    fmpz_clear(k.r);
    fmpz_clear(d);
    fmpz_clear(f);
    return ok;
}

const char *compute_congruences(struct compute *c)
{
    const char *text = NULL, *const * names;
    struct residue_class all;
    size_t i = 0;

    if (expr_symbols(c->arena, c->statements[0], &names) != 1)
        return compute_fail(c, "a congruence needs one unknown");
    fmpz_init(all.r);
    fmpz_init_set_ui(all.m, 1);
    while (i < c->n && add_congruence(c, &all, c->statements[i], names[0]))
        i++;
    if (i == c->n)
        text = integer_text(c->arena, all.r);
    fmpz_clear(all.m);
    fmpz_clear(all.r);
    return text;
}
