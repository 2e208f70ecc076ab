/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "hunt/key/key.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/ball/residue.h"
#include "math/decide/decide.h"
#include "math/exact/exact.h"
#include "math/exact/integer.h"
#include "math/exact/surd.h"
#include "math/flint_poly.h"
#include "math/read/read.h"
#include "math/tree/expr.h"
#include "math/tree/print.h"
#include "math/work.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Between the files of key_compute(): compute.c (the line, and plain values),
 * compute_mod.c (remainders and congruences), compute_solve.c (equations) and
 * compute_form.c (polynomials out of trees). */

#define COMPUTE_BYTES      1000   /* of a line */
#define COMPUTE_WORK       400000 /* units: some 20 ms */
#define COMPUTE_STATEMENTS 32
#define COMPUTE_UNKNOWNS   6
#define COMPUTE_DEGREE     12
#define COMPUTE_BITS       2048 /* of a coefficient, a modulus, an exponent */

struct compute {
    struct arena *arena;
    struct work work;
    const char *why; /* why there is no value */
    const struct expr *statements[COMPUTE_STATEMENTS];
    size_t n;
    const struct expr *target; /* behind "for"; or NULL */
};

/*
 * Trees into polynomials over the rationals. Trees are as deep as the reader
 * allows, so that recursion is bounded; degrees and coefficients are bounded
 * after each step.
 */

/* left - right */
static const struct expr *compute_difference(struct compute *c,
                                             const struct expr *x)
{
    return expr_binary(c->arena, EXPR_ADD, x->args[0],
                       expr_unary(c->arena, EXPR_NEG, x->args[1]));
}

/* Has the number so few bits? */
static bool compute_is_small(const fmpq_t x, ulong bits)
{
    return fmpz_bits(fmpq_numref(x)) <= bits &&
           fmpz_bits(fmpq_denref(x)) <= bits;
}

static bool compute_has_symbol(struct arena *a, const struct expr *x)
{
    const char *const *names;

    return expr_symbols(a, x, &names) > 0;
}

/* Reads a rational constant of at most COMPUTE_BITS. Returns false if x is
 * none. */
static bool compute_constant(struct compute *c, fmpq_t out,
                             const struct expr *x)
{
    return exact_rational(out, x, &c->work) == EXACT_VALUE &&
           compute_is_small(out, COMPUTE_BITS);
}

/* ---- in one symbol ---- */

static bool compute_is_modest(const fmpq_poly_t p)
{
    return fmpq_poly_degree(p) <= COMPUTE_DEGREE &&
           FLINT_ABS(_fmpz_vec_max_bits(p->coeffs, p->length)) <=
               COMPUTE_BITS &&
           fmpz_bits(p->den) <= COMPUTE_BITS;
}

static bool compute_polynomial(struct compute *c, fmpq_poly_t out,
                               const struct expr *x, const char *name);

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
        ok = ok && compute_is_modest(out);
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
    return ok && compute_is_modest(out);
}

static bool compute_of_power(struct compute *c, fmpq_poly_t out,
                             const struct expr *x, const char *name)
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
            ok = compute_is_modest(out);
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

/* Reads x as a polynomial in the symbol of that name. Returns false if it is
 * none. */
static bool compute_polynomial(struct compute *c, fmpq_poly_t out,
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
        if (compute_has_symbol(c->arena, x))
            return of_quotient(c, out, x, name);
        return of_constant(c, out, x);
    case EXPR_POW:
        if (compute_has_symbol(c->arena, x))
            return compute_of_power(c, out, x, name);
        return of_constant(c, out, x);
    default: return of_constant(c, out, x);
    }
}

/* ---- linear in several ---- */

static bool compute_add_entry(fmpq_mat_t m, slong row, slong column,
                              const fmpq_t by)
{
    fmpq *at = fmpq_mat_entry(m, row, column);

    fmpq_add(at, at, by);
    return compute_is_small(at, 2 * COMPUTE_BITS);
}

static bool compute_linear(struct compute *c, fmpq_mat_t m, slong row,
                           const struct expr *x, const fmpq_t scale,
                           const char *const *names, size_t n);

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
        if (compute_has_symbol(c->arena, x->args[i])) {
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
        ok = ok && compute_is_small(own, 2 * COMPUTE_BITS);
    }
    if (ok)
        ok = inner ? compute_linear(c, m, row, inner, own, names, n)
                   : compute_add_entry(m, row, (slong)n, own);
    fmpq_clear(by);
    fmpq_clear(own);
    return ok;
}

static bool compute_add_constant(struct compute *c, fmpq_mat_t m, slong row,
                                 const struct expr *x, const fmpq_t scale,
                                 size_t n)
{
    fmpq_t value;
    bool ok;

    fmpq_init(value);
    ok = compute_constant(c, value, x);
    if (ok) {
        fmpq_mul(value, value, scale);
        ok = compute_add_entry(m, row, (slong)n, value);
    }
    fmpq_clear(value);
    return ok;
}

/* row += scale * x, x being linear in the names; column n is the constant. */
static bool compute_linear(struct compute *c, fmpq_mat_t m, slong row,
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
                return compute_add_entry(m, row, (slong)i, scale);
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
    default: return compute_add_constant(c, m, row, x, scale, n);
    }
}

/*
 * Remainders of numbers that need not be built, and systems of congruences
 * that are linear in one unknown, also with moduli that share factors.
 */

/* ---- remainders ---- */

static bool compute_whole(struct compute *c, fmpz_t out, const struct expr *x)
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

static bool compute_remainder_of(struct compute *c, fmpz_t out,
                                 const struct expr *x, const fmpz_t m);

/* By repeated squaring when the exponent can be had, else by Euler's theorem
 * for small moduli. A negative exponent needs an inverse. */
static bool mod_of_power(struct compute *c, fmpz_t out, const struct expr *x,
                         const fmpz_t m)
{
    fmpz_t base, by;
    uint64_t small;
    bool ok;

    fmpz_init(base);
    fmpz_init(by);
    ok = compute_remainder_of(c, base, x->args[0], m) &&
         compute_whole(c, by, x->args[1]);
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

static bool mod_of_sequence(struct compute *c, fmpz_t out, const struct expr *x,
                            const fmpz_t m)
{
    bool ok = true;
    fmpz_t part;

    fmpz_init(part);
    fmpz_set_ui(out, x->op == EXPR_MUL);
    for (unsigned i = 0; i < x->count && ok; i++) {
        ok = compute_remainder_of(c, part, x->args[i], m);
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

static bool compute_remainder_of(struct compute *c, fmpz_t out,
                                 const struct expr *x, const fmpz_t m)
{
    if (!work_spend(&c->work, 10))
        return false;
    switch (x->op) {
    case EXPR_NEG:
        if (!compute_remainder_of(c, out, x->args[0], m))
            return false;
        fmpz_neg(out, out);
        fmpz_fdiv_r(out, out, m);
        return true;
    case EXPR_ADD:
    case EXPR_MUL: return mod_of_sequence(c, out, x, m);
    case EXPR_POW: return mod_of_power(c, out, x, m);
    default: return of_value(c, out, x, m);
    }
}

static const char *compute_fail(struct compute *c, const char *why);

/* Each returns the value as LaTeX, or NULL with c->why. */
static const char *compute_remainder(struct compute *c, const struct expr *x)
{
    const char *text = NULL;
    fmpz_t m, r;

    fmpz_init(m);
    fmpz_init(r);
    if (!compute_whole(c, m, x->args[1]) || fmpz_sgn(m) <= 0)
        compute_fail(
            c, "the modulus could not be computed as a positive whole number");
    else if (!compute_remainder_of(c, r, x->args[0], m))
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
static bool compute_meet(struct residue_class *into,
                         const struct residue_class *k)
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
    fmpq_poly_t p;
    bool ok;

    fmpq_poly_init(p);
    ok = compute_polynomial(c, p, compute_difference(c, x), name) &&
         fmpq_poly_degree(p) <= 1 && fmpz_is_one(p->den) &&
         compute_whole(c, m, x->args[2]) && fmpz_sgn(m) > 0;
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
    else if (!divide_out(&k, f, d) || !compute_meet(into, &k))
        compute_fail(c, "the congruences have no solution");
    else
        ok = true;
    fmpz_clear(k.m);
    fmpz_clear(k.r);
    fmpz_clear(d);
    fmpz_clear(f);
    return ok;
}

static const char *compute_congruences(struct compute *c)
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

/*
 * The value of a compute: line. The line is cut into statements at commas
 * outside of brackets; their kind (congruences, equations, one value) decides
 * the method. A value that no exact method gives is its own key, when ball
 * arithmetic shows that it has one: the judge compares formulas.
 */

#define BITS_GOOD  64 /* of a ball that is a value */
#define BITS_BALL  192
#define BITS_PLAIN 40 /* of a fraction that a ball is taken for */

/* Sets c->why and returns NULL. */
static const char *compute_fail(struct compute *c, const char *why)
{
    if (!c->why)
        c->why = why;
    return NULL;
}

/* Returns a number as LaTeX. */
static const char *compute_rational(struct compute *c, const fmpq_t x)
{
    const char *num, *sign = fmpq_sgn(x) < 0 ? "-" : "";
    fmpz_t n;

    if (fmpz_sizeinbase(fmpq_numref(x), 10) > LIMIT_DIGITS ||
        fmpz_sizeinbase(fmpq_denref(x), 10) > LIMIT_DIGITS)
        return compute_fail(c, "the value has too many digits");
    fmpz_init(n);
    fmpz_abs(n, fmpq_numref(x));
    num = integer_text(c->arena, n);
    fmpz_clear(n);
    if (fmpz_is_one(fmpq_denref(x)))
        return arena_printf(c->arena, "%s%s", sign, num);
    return arena_printf(c->arena, "%s\\frac{%s}{%s}", sign, num,
                        integer_text(c->arena, fmpq_denref(x)));
}

/* ---- one value ---- */

/* Returns the simplest fraction in a ball, if it is simple and the judge finds
 * it equal. */
static const char *as_fraction(struct compute *c, const struct expr *x,
                               const arb_t ball)
{
    const char *text = NULL;
    fmpz_t lo, hi, exp;
    fmpq_t l, r, q;

    if (arf_cmpabs_2exp_si(arb_midref(ball), 64) > 0)
        return NULL;
    fmpz_init(lo);
    fmpz_init(hi);
    fmpz_init(exp);
    fmpq_init(l);
    fmpq_init(r);
    fmpq_init(q);
    arb_get_interval_fmpz_2exp(lo, hi, exp, ball);
    if (fmpz_cmpabs(exp, (fmpz[]){ 4096 }) <= 0) {
        slong e = fmpz_get_si(exp);

        fmpq_set_fmpz(l, lo);
        fmpq_set_fmpz(r, hi);
        if (e >= 0) {
            fmpq_mul_2exp(l, l, (flint_bitcnt_t)e);
            fmpq_mul_2exp(r, r, (flint_bitcnt_t)e);
        } else {
            fmpq_div_2exp(l, l, (flint_bitcnt_t)-e);
            fmpq_div_2exp(r, r, (flint_bitcnt_t)-e);
        }
        fmpq_simplest_between(q, l, r);
        if (fmpz_bits(fmpq_numref(q)) + fmpz_bits(fmpq_denref(q)) <=
                BITS_PLAIN &&
            decide_equal(c->arena, x, expr_rational(c->arena, q), NULL,
                         &c->work)
                    .equal == TRUTH_YES)
            text = compute_rational(c, q);
    }
    fmpq_clear(q);
    fmpq_clear(r);
    fmpq_clear(l);
    fmpz_clear(exp);
    fmpz_clear(hi);
    fmpz_clear(lo);
    return text;
}

static const char *by_ball(struct compute *c, const struct expr *x)
{
    const char *text = NULL;
    enum ball got;
    acb_t z;

    acb_init(z);
    got = ball_eval(z, x, NULL, BITS_BALL, &c->work);
    if (got == BALL_UNDEFINED)
        compute_fail(c, "it has no value");
    else if (got != BALL_VALUE || acb_rel_accuracy_bits(z) < BITS_GOOD)
        compute_fail(c, "its value could not be computed");
    else if (acb_is_real(z))
        text = as_fraction(c, x, acb_realref(z));
    if (!c->why && !text)
        text = print_expr(c->arena, x);
    acb_clear(z);
    return text;
}

static const char *compute_value_of(struct compute *c, const struct expr *x)
{
    const char *const *names, *text = NULL;
    struct work own = { .limit = c->work.limit / 2 };
    enum exact got;
    fmpq_t q;

    if (expr_symbols(c->arena, x, &names) > 0)
        return compute_fail(
            c, arena_printf(c->arena, "\"%s\" has no value", names[0]));
    if (x->op == EXPR_MOD)
        return compute_remainder(c, x);
    if (!expr_is_value(x))
        return compute_fail(c, "it is not a value");
    fmpq_init(q);
    got = exact_rational(q, x, &own);
    c->work.used += own.used;
    if (got == EXACT_VALUE)
        text = compute_rational(c, q);
    else if (got == EXACT_UNDEFINED)
        compute_fail(c, "it has no value");
    fmpq_clear(q);
    return text || c->why ? text : by_ball(c, x);
}

/* ---- the line ---- */

/* Without what is around it: "compute:", code marks, dollar signs, a full
 * stop. */
static char *compute_clean(struct arena *a, const char *line)
{
    static const char *const around[] = { "$$", "$", "``", "`" };
    char *s = str_trim(a, line);

    if (str_starts(s, "Compute:") || str_starts(s, "compute:"))
        s = str_trim(a, s + 8);
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
        size_t k = strlen(around[i]), n = strlen(s);

        if (n >= 2 * k && str_starts(s, around[i]) && str_ends(s, around[i]) &&
            !strchr(arena_strndup(a, s + k, n - 2 * k), *around[i]))
            s = str_trim(a, arena_strndup(a, s + k, n - 2 * k));
    }
    if (str_ends(s, ".") && !str_ends(s, ".."))
        s[strlen(s) - 1] = '\0';
    for (char *p = s; *p; p++) /* "$x=1$, $y=2$" */
        *p = *p == '$' ? ' ' : *p;
    return str_trim(a, s);
}

static bool compute_is_word(const char *s, const char *word)
{
    size_t n = strlen(word);

    return strncmp(s, word, n) == 0 && !is_letter(s[n]);
}

/* Does a statement end at s[i]? Its separator's length; 0: it does not. */
static size_t compute_separator(const char *s, size_t i)
{
    bool free = i > 0 && (is_space(s[i - 1]) || s[i - 1] == ')');

    if (s[i] == ';' || s[i] == '\n' ||
        (s[i] == ',' && !(i && is_digit(s[i - 1]) && is_digit(s[i + 1]))))
        return 1;
    return free && compute_is_word(s + i, "and") ? 3 : 0;
}

static bool compute_add_statement(struct compute *c, const char *s, size_t n)
{
    char *text = str_trim(c->arena, arena_strndup(c->arena, s, n));
    struct err e;

    if (!*text)
        return true;
    if (c->n == COMPUTE_STATEMENTS) {
        compute_fail(c, "it has too many statements");
        return false;
    }
    if (!read_expr(c->arena, text, strlen(text), NULL, &c->statements[c->n],
                   &e)) {
        compute_fail(c, arena_printf(c->arena, "it cannot be read: %s", e.msg));
        return false;
    }
    c->n++;
    return true;
}

static bool compute_cut(struct compute *c, const char *s)
{
    size_t from = 0, i = 0;
    int depth = 0;

    for (; s[i]; i++) {
        size_t n = depth <= 0 ? compute_separator(s, i) : 0;

        depth += (s[i] == '(' || s[i] == '[' || s[i] == '{') -
                 (s[i] == ')' || s[i] == ']' || s[i] == '}');
        if (n == 0)
            continue;
        if (!compute_add_statement(c, s + from, i - from))
            return false;
        from = i + n;
        i += n - 1;
    }
    return compute_add_statement(c, s + from, i - from);
}

/* "... for x": cut it off, read it. */
static bool take_target(struct compute *c, char *s)
{
    char *at = NULL;
    struct err e;

    for (char *p = s; (p = strstr(p, " for ")); p++)
        at = p;
    if (!at)
        return true;
    *at = '\0';
    if (read_expr(c->arena, at + 5, strlen(at + 5), NULL, &c->target, &e))
        return true;
    compute_fail(c, "the requested quantity cannot be read");
    return false;
}

/* ---- the method ---- */

static bool all_are(const struct compute *c, enum expr_op op)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->statements[i]->op != op ||
            (op == EXPR_RELATION &&
             (c->statements[i]->count != 2 ||
              c->statements[i]->relations[0] != RELATION_EQ)))
            return false;
    return c->n > 0;
}

/* One equation that only names or checks a value. */
static const char *named_value(struct compute *c, bool *is)
{
    const struct expr *x = c->statements[0];
    const char *const *names;

    *is = c->n == 1 && !c->target;
    if (*is && expr_symbols(c->arena, x, &names) == 0) {
        if (decide_equal(c->arena, x->args[0], x->args[1], NULL, &c->work)
                .equal != TRUTH_YES)
            return compute_fail(c, "its two sides are not equal");
        return compute_value_of(c, x->args[0]);
    }
    *is = *is && x->args[0]->op == EXPR_SYMBOL &&
          expr_symbols(c->arena, x->args[1], &names) == 0;
    return *is ? compute_value_of(c, x->args[1]) : NULL;
}

static const char *compute_solution(struct compute *c);

static const char *compute_run(struct compute *c, const char *line)
{
    const char *text;
    char *s = compute_clean(c->arena, line);
    bool named,
        solve = compute_is_word(s, "solve") || compute_is_word(s, "Solve");

    if (!take_target(c, s) || !compute_cut(c, s + (solve ? 5 : 0)))
        return NULL;
    if (all_are(c, EXPR_CONGRUENT))
        return compute_congruences(c);
    if (all_are(c, EXPR_RELATION)) {
        text = named_value(c, &named);
        return named ? text : compute_solution(c);
    }
    if (c->n != 1 || solve || c->target)
        return compute_fail(c, "it is not understood");
    return compute_value_of(c, c->statements[0]);
}

const char *key_compute(struct arena *a, const char *line, const char **why)
{
    struct compute c = { .arena = a, .work = { .limit = COMPUTE_WORK } };
    const char *text = NULL;

    if (strlen(line) > COMPUTE_BYTES)
        compute_fail(&c, "it is too long");
    else if (str_blank(line))
        compute_fail(&c, "it is empty");
    else
        text = compute_run(&c, line);
    *why = text ? NULL : c.why ? c.why : "it is not understood";
    return text;
}

/*
 * Equations: systems that are linear over the rationals, and one polynomial
 * in one unknown whose factors over the integers have degree one or two.
 */

/* ---- unknowns ---- */

struct unknowns {
    const char *names[COMPUTE_UNKNOWNS];
    size_t n;
};

/* u->n: it is none of them. */
static size_t compute_place_of(const struct unknowns *u, const char *name)
{
    size_t i = 0;

    while (i < u->n && strcmp(u->names[i], name) != 0)
        i++;
    return i;
}

static bool compute_find_unknowns(struct compute *c, struct unknowns *u)
{
    for (size_t i = 0; i < c->n; i++) {
        const char *const *names;
        size_t n = expr_symbols(c->arena, c->statements[i], &names);

        for (size_t k = 0; k < n; k++) {
            size_t at = compute_place_of(u, names[k]);

            if (at == COMPUTE_UNKNOWNS)
                return false;
            u->names[at] = names[k];
            u->n += at == u->n;
        }
    }
    return u->n > 0;
}

/* ---- what is asked of a solution ---- */

/* The target with the values put in. */
static const char *compute_value_at(struct compute *c, const struct unknowns *u,
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
        const char *value = compute_value_at(c, u, m, x);

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
        return compute_value_at(c, u, m, t);
    if (!t && u->n == 1)
        return compute_value_at(c, u, m, expr_symbol(c->arena, u->names[0]));
    return tuple_at(c, u, m);
}

/* ---- linear systems ---- */

/* Rows of [A | b] with A x + b = 0; false when one is not linear. */
static bool compute_fill(struct compute *c, const struct unknowns *u,
                         fmpq_mat_t m)
{
    bool ok = true;
    fmpq_t one;

    fmpq_init(one);
    fmpq_one(one);
    for (size_t i = 0; i < c->n && ok; i++)
        ok = compute_linear(c, m, (slong)i,
                            compute_difference(c, c->statements[i]), one,
                            u->names, u->n);
    fmpq_clear(one);
    return ok;
}

/* After elimination: unit rows, and the negated values in the last column. */
static const char *compute_read_off(struct compute *c, const struct unknowns *u,
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
    *linear = compute_fill(c, u, m);
    if (*linear && !work_spend(&c->work, 50 * c->n * u->n * u->n))
        text = compute_fail(c, "the computation takes too much work");
    else if (*linear)
        text = compute_read_off(c, u, m, fmpq_mat_rref(m, m));
    fmpq_mat_clear(m);
    return text;
}

/* ---- one polynomial ---- */

struct roots {
    const char *text[COMPUTE_DEGREE];
    double value[COMPUTE_DEGREE]; /* for their order alone */
    size_t n;
};

static void compute_add_root(struct roots *r, const char *text, double value)
{
    size_t i = r->n++;

    for (; i > 0 && r->value[i - 1] > value; i--) {
        r->text[i] = r->text[i - 1];
        r->value[i] = r->value[i - 1];
    }
    r->text[i] = text;
    r->value[i] = value;
}

static void compute_add_linear(struct compute *c, struct roots *r,
                               const fmpz_poly_t f)
{
    fmpq_t q;

    fmpq_init(q);
    fmpq_set_fmpz_frac(q, f->coeffs, f->coeffs + 1);
    fmpq_neg(q, q);
    compute_add_root(r, compute_rational(c, q), fmpq_get_d(q));
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
        compute_add_root(r, surd_latex(c->arena, s),
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
            compute_add_linear(c, r, all->p + i);
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
    if (!compute_polynomial(c, p, compute_difference(c, c->statements[0]),
                            name)) {
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

static const char *compute_solution(struct compute *c)
{
    const struct expr *t = c->target;
    struct unknowns u = { 0 };
    const char *text;
    bool linear;

    if (!compute_find_unknowns(c, &u))
        return compute_fail(c, "there are no unknowns, or too many");
    text = solve_linear(c, &u, &linear);
    if (linear)
        return text;
    if (c->n != 1 || u.n != 1)
        return compute_fail(c, "the system is not linear");
    if (t && (t->op != EXPR_SYMBOL || compute_place_of(&u, t->name) == u.n))
        return compute_fail(c, "the requested quantity is not understood");
    return solve_polynomial(c, u.names[0]);
}
