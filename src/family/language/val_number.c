/* SPDX-License-Identifier: Apache-2.0 */

/* The arithmetic and order of closed forms: see the header for what they are. */
#include "family/language/val_number.h"
#include "math/arb.h"

#include <string.h>

#define INVERSE_MOST 32 /* products of roots that an inverse may need */
#define ROOM_MOST    (2 * NUMBER_TERMS)

/* ---- terms ---- */

static int order_of(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int order_of_atoms(const struct atom_power *x,
                          const struct atom_power *y)
{
    return x->atom != y->atom ? order_of(x->atom, y->atom)
                              : order_of(x->of, y->of);
}

/* The rational term first, then terms of one atom, then of two. */
static int order_of_terms(const struct number_term *x,
                          const struct number_term *y)
{
    int order = order_of((int64_t)x->n, (int64_t)y->n);

    for (size_t i = 0; order == 0 && i < x->n; i++)
        order = order_of_atoms(&x->at[i], &y->at[i]);
    for (size_t i = 0; order == 0 && i < x->n; i++)
        order = order_of(x->at[i].p * y->at[i].q, y->at[i].p * x->at[i].q);
    return order;
}

static int64_t gcd(int64_t a, int64_t b)
{
    return (int64_t)n_gcd((ulong)(a < 0 ? -a : a), (ulong)b);
}

/* c times p^n. */
static bool scale(struct reckoning *r, fmpq_t c, int64_t p, int64_t n)
{
    fmpq_t x;

    if (n == 0)
        return true;
    if ((n < 0 ? -n : n) * (int64_t)FLINT_BIT_COUNT((ulong)p) > NUMBER_BITS) {
        val_fail(r, "a closed form has more than %d bits", NUMBER_BITS);
        return false;
    }
    fmpq_init(x);
    fmpq_set_si(x, p, 1);
    fmpq_pow_si(x, x, n);
    fmpq_mul(c, c, x);
    fmpq_clear(x);
    return true;
}

/* Multiply the term by an atom's power. */
bool atom_put(struct reckoning *r, struct number_term *t, struct atom_power f)
{
    size_t i = 0;
    int64_t whole, g;

    while (i < t->n && order_of_atoms(&t->at[i], &f) < 0)
        i++;
    if (i < t->n && order_of_atoms(&t->at[i], &f) == 0) {
        f.p = f.p * t->at[i].q + t->at[i].p * f.q;
        f.q *= t->at[i].q;
        memmove(&t->at[i], &t->at[i + 1], (--t->n - i) * sizeof(t->at[0]));
    }
    if (f.atom == ATOM_ROOT) { /* whole powers belong to the coefficient */
        whole = f.p / f.q - (f.p % f.q < 0);
        f.p -= whole * f.q;
        if (!scale(r, t->c, f.of, whole))
            return false;
    }
    if (f.p == 0)
        return true;
    g = gcd(f.p, f.q);
    f.p /= g;
    f.q /= g;
    if (f.q > NUMBER_INDEX || f.p > NUMBER_POWER || f.p < -NUMBER_POWER ||
        t->n == NUMBER_ATOMS) {
        val_fail(r,
                 "a closed form has roots beyond %d, powers beyond %d or "
                 "more than %d factors",
                 NUMBER_INDEX, NUMBER_POWER, NUMBER_ATOMS);
        return false;
    }
    memmove(&t->at[i + 1], &t->at[i], (t->n++ - i) * sizeof(t->at[0]));
    t->at[i] = f;
    return true;
}

static bool multiply_terms(struct reckoning *r, struct number_term *out,
                           const struct number_term *x,
                           const struct number_term *y)
{
    fmpq_mul(out->c, x->c, y->c);
    out->n = x->n;
    memcpy(out->at, x->at, x->n * sizeof(x->at[0]));
    for (size_t i = 0; i < y->n; i++)
        if (!atom_put(r, out, y->at[i]))
            return false;
    return true;
}

/* ---- numbers ---- */

static void clear_number(void *of)
{
    struct val_number *x = of;

    for (size_t i = 0; i < x->room; i++)
        fmpq_clear(x->at[i].c);
}

struct val_number *number_new(struct reckoning *r, size_t room)
{
    struct val_number *x = arena_new(r->arena, struct val_number);

    room = room > ROOM_MOST ? ROOM_MOST : room;
    val_spend(r, 24 * room);
    x->at = arena_array(r->arena, struct number_term, room + 1);
    x->room = room;
    for (size_t i = 0; i < room; i++)
        fmpq_init(x->at[i].c);
    arena_defer(r->arena, clear_number, x);
    return x;
}

bool number_put(struct reckoning *r, struct val_number *x,
                const struct number_term *t)
{
    size_t from = 0, to = x->n;
    struct number_term spare;

    while (from < to) {
        size_t half = from + (to - from) / 2;
        int order = order_of_terms(&x->at[half], t);

        if (order == 0) {
            fmpq_add(x->at[half].c, x->at[half].c, t->c);
            return true;
        }
        if (order < 0)
            from = half + 1;
        else
            to = half;
    }
    if (x->n == x->room) {
        val_fail(r, "a closed form has more than %d terms", NUMBER_TERMS);
        return false;
    }
    if (from == x->n++) {
        struct number_term *last = &x->at[from];

        fmpq_set(last->c, t->c);
        last->n = t->n;
        memcpy(last->at, t->at, t->n * sizeof(t->at[0]));
        return true;
    }
    spare = x->at[x->n - 1]; /* an initialised coefficient, to be moved here */
    memmove(&x->at[from + 1], &x->at[from],
            (x->n - 1 - from) * sizeof(x->at[0]));
    fmpq_set(spare.c, t->c);
    spare.n = t->n;
    memcpy(spare.at, t->at, t->n * sizeof(t->at[0]));
    x->at[from] = spare;
    return true;
}

/* The number under the q-th root, at most NUMBER_FACTOR, so that it can be read
 * again; 0 if it is larger. */
static bool has_small_roots(const struct number_term *t)
{
    for (size_t i = 0; i < t->n && t->at[i].atom == ATOM_ROOT; i++) {
        int64_t under = 1;

        for (size_t j = 0; j < t->n && t->at[j].atom == ATOM_ROOT; j++)
            for (int64_t k = 0; t->at[j].q == t->at[i].q && k < t->at[j].p; k++)
                if (__builtin_mul_overflow(under, t->at[j].of, &under) ||
                    under > NUMBER_FACTOR)
                    return false;
    }
    return true;
}

static uint64_t bits_of(const fmpq_t c)
{
    if (!COEFF_IS_MPZ(*fmpq_numref(c)) && !COEFF_IS_MPZ(*fmpq_denref(c)))
        return FLINT_BIT_COUNT((ulong)FLINT_ABS(*fmpq_numref(c))) +
               FLINT_BIT_COUNT((ulong)*fmpq_denref(c));
    return fmpz_bits(fmpq_numref(c)) + fmpz_bits(fmpq_denref(c));
}

static uint64_t bits_in(const struct val_number *x)
{
    uint64_t most = 1;

    for (size_t i = 0; i < x->n; i++) {
        uint64_t bits = bits_of(x->at[i].c);

        most = bits > most ? bits : most;
    }
    return most;
}

bool number_is_short(const struct val_number *x)
{
    size_t atoms = 0;

    for (size_t i = 0; i < x->n; i++)
        atoms += x->at[i].n;
    /* every digit has three bits; a root, or a power, is 20 digits and signs */
    return (x->n + 1) * (4 + bits_in(x) / 3) + 40 * atoms < NUMBER_TEXT / 2;
}

struct val number_done(struct reckoning *r, struct val_number *x)
{
    size_t kept = 0;
    uint64_t bits;

    if (r->failed)
        return VAL_FAILED;
    for (size_t i = 0; i < x->n; i++) {
        if (fmpq_is_zero(x->at[i].c))
            continue;
        if (kept < i) {
            struct number_term spare = x->at[kept];

            x->at[kept] = x->at[i];
            x->at[i] = spare;
        }
        kept++;
        if (!has_small_roots(&x->at[kept - 1]))
            return val_fail(r, "a root of a number above 10^18");
    }
    x->n = kept;
    bits = bits_in(x);
    if (x->n > NUMBER_TERMS || bits > NUMBER_BITS)
        return val_fail(r, "a closed form has more than %d terms or %d bits",
                        NUMBER_TERMS, NUMBER_BITS);
    if (!val_spend(r, 4 + x->n * (4 + bits / 64)))
        return VAL_FAILED;
    if (x->n == 0)
        return val_int(0);
    if (x->n == 1 && x->at[0].n == 0) {
        fmpq_t c;

        fmpq_init(c);
        fmpq_set(c, x->at[0].c);
        return val_fmpq(r, c);
    }
    return (struct val){ .kind = VAL_NUMBER, .number = x };
}

const struct val_number *number_terms(struct reckoning *r, struct val x)
{
    struct val_number *out;

    if (x.kind == VAL_NUMBER)
        return x.number;
    if (r->failed)
        return NULL;
    out = number_new(r, 1);
    if (!val_get_fmpq(r, x, out->at[0].c))
        return NULL;
    out->n = fmpq_is_zero(out->at[0].c) ? 0 : 1;
    return out;
}

struct val number_one(struct reckoning *r, struct val c, struct atom_power f)
{
    struct val_number *x = number_new(r, 1);

    if (r->failed || !val_get_fmpq(r, c, x->at[0].c) ||
        !atom_put(r, &x->at[0], f))
        return VAL_FAILED;
    x->n = 1;
    return number_done(r, x);
}

/* ---- arithmetic ---- */

static struct val sum(struct reckoning *r, const struct val_number *x,
                      const struct val_number *y, bool minus)
{
    struct val_number *out = number_new(r, x->n + y->n);

    for (size_t i = 0; i < x->n; i++)
        number_put(r, out, &x->at[i]);
    for (size_t i = 0; i < y->n; i++) {
        struct number_term t;

        if (!minus) {
            number_put(r, out, &y->at[i]);
            continue;
        }
        fmpq_init(t.c);
        fmpq_neg(t.c, y->at[i].c);
        t.n = y->at[i].n;
        memcpy(t.at, y->at[i].at, t.n * sizeof(t.at[0]));
        number_put(r, out, &t);
        fmpq_clear(t.c);
    }
    return number_done(r, out);
}

static struct val product(struct reckoning *r, const struct val_number *x,
                          const struct val_number *y)
{
    struct val_number *out;
    struct number_term t;
    uint64_t words = (1 + bits_in(x) / 64) * (1 + bits_in(y) / 64);

    if (!val_spend(r, x->n * y->n * (16 + words / 4)))
        return VAL_FAILED;
    out = number_new(r, x->n * y->n);
    fmpq_init(t.c);
    for (size_t i = 0; i < x->n; i++)
        for (size_t j = 0; j < y->n && !r->failed; j++)
            if (multiply_terms(r, &t, &x->at[i], &y->at[j]))
                number_put(r, out, &t);
    fmpq_clear(t.c);
    return number_done(r, out);
}

/* One term, to a power that may be negative. */
static struct val power_of_term(struct reckoning *r,
                                const struct number_term *x, int64_t n)
{
    struct val_number *out = number_new(r, 1);
    struct number_term *t = &out->at[0];
    uint64_t size = (uint64_t)(n < 0 ? -n : n);

    if (bits_of(x->c) > 2 && bits_of(x->c) * size > 2 * NUMBER_BITS)
        return val_fail(r, "a closed form has more than %d bits", NUMBER_BITS);
    if (!val_spend(r, 16 + bits_of(x->c) * size / 64))
        return VAL_FAILED;
    fmpq_pow_si(t->c, x->c, n);
    for (size_t i = 0; i < x->n && !r->failed; i++) {
        struct atom_power f = x->at[i];

        f.p *= n;
        atom_put(r, t, f);
    }
    out->n = 1;
    return number_done(r, out);
}

/* ---- the inverse of a sum ---- */

/* All products of roots that the terms of x generate, each with coefficient 1.
 * Returns false after a failure. */
static bool close_roots(struct reckoning *r, struct val_number *basis,
                        const struct val_number *x)
{
    struct number_term t;

    fmpq_init(t.c);
    t.n = 0;
    fmpq_one(t.c);
    number_put(r, basis, &t);
    for (bool grown = true; grown && !r->failed;) {
        size_t before = basis->n;

        for (size_t i = 0; i < before && !r->failed; i++)
            for (size_t j = 0; j < x->n && !r->failed; j++) {
                if (!val_spend(r, 16) ||
                    !multiply_terms(r, &t, &basis->at[i], &x->at[j]))
                    break;
                fmpq_zero(t.c);
                number_put(r, basis, &t);
                if (basis->n > INVERSE_MOST)
                    val_fail(r, "a denominator has too many roots");
            }
        grown = basis->n > before;
    }
    for (size_t i = 0; i < basis->n; i++)
        fmpq_one(basis->at[i].c);
    fmpq_clear(t.c);
    return !r->failed;
}

static size_t place_in(const struct val_number *basis,
                       const struct number_term *t)
{
    size_t i = 0;

    while (i < basis->n && order_of_terms(&basis->at[i], t) != 0)
        i++;
    INVARIANT(i < basis->n);
    return i;
}

/* Column i of the matrix is x times the i-th product of roots. */
static bool fill_matrix(struct reckoning *r, fmpq_mat_t m,
                        const struct val_number *basis,
                        const struct val_number *x)
{
    struct number_term t;

    fmpq_init(t.c);
    for (size_t i = 0; i < basis->n && !r->failed; i++)
        for (size_t j = 0; j < x->n && !r->failed; j++)
            if (multiply_terms(r, &t, &basis->at[i], &x->at[j])) {
                size_t k = place_in(basis, &t);
                fmpq *here = fmpq_mat_entry(m, (slong)k, (slong)i);

                fmpq_add(here, here, t.c);
            }
    fmpq_clear(t.c);
    return !r->failed;
}

/* x has roots alone. The products of roots are a basis of the field that x
 * lies in, where its inverse y is the solution of the linear system x y = 1. */
static struct val invert_roots(struct reckoning *r, const struct val_number *x)
{
    struct val_number *basis = number_new(r, INVERSE_MOST + 1);
    uint64_t n, words;
    fmpq_mat_t m, one, y;
    bool ok;

    if (!close_roots(r, basis, x))
        return VAL_FAILED;
    n = basis->n;
    words = 1 + n * bits_in(x) / 64;
    if (words > NUMBER_BITS / 16)
        return val_fail(r, "a denominator has too many roots");
    if (!val_spend(r, n * n * n * (2 + words * words / 32)))
        return VAL_FAILED;
    fmpq_mat_init(m, (slong)n, (slong)n);
    fmpq_mat_init(one, (slong)n, 1);
    fmpq_mat_init(y, (slong)n, 1);
    fmpq_one(fmpq_mat_entry(one, 0, 0)); /* the first product is 1 */
    ok = fill_matrix(r, m, basis, x) && fmpq_mat_solve_fraction_free(y, m, one);
    for (uint64_t i = 0; ok && i < n; i++)
        fmpq_set(basis->at[i].c, fmpq_mat_entry(y, (slong)i, 0));
    fmpq_mat_clear(m);
    fmpq_mat_clear(one);
    fmpq_mat_clear(y);
    return ok ? number_done(r, basis) : val_fail(r, "division by zero");
}

static bool has_roots_alone(const struct val_number *x)
{
    for (size_t i = 0; i < x->n; i++)
        if (x->at[i].n && x->at[i].at[x->at[i].n - 1].atom != ATOM_ROOT)
            return false;
    return true;
}

bool number_has_roots_alone(struct val x)
{
    return x.kind != VAL_NUMBER || has_roots_alone(x.number);
}

/* The part of the first term that is no root, if the sum is that times a sum of
 * roots: pi + pi sqrt(2). */
static struct val invert(struct reckoning *r, const struct val_number *x)
{
    struct val_number *rest;
    struct val common, roots;

    if (x->n == 0)
        return val_fail(r, "division by zero");
    if (x->n == 1)
        return power_of_term(r, &x->at[0], -1);
    if (has_roots_alone(x))
        return invert_roots(r, x);
    rest = number_new(r, 1);
    fmpq_one(rest->at[0].c);
    for (size_t i = 0; i < x->at[0].n && !r->failed; i++)
        if (x->at[0].at[i].atom != ATOM_ROOT)
            atom_put(r, &rest->at[0], x->at[0].at[i]);
    rest->n = 1;
    common = power_of_term(r, &rest->at[0], -1);
    roots = number_op(r, (struct val){ .kind = VAL_NUMBER, .number = x },
                      common, NUMBER_MUL);
    if (!r->failed && !number_has_roots_alone(roots)) {
        struct val all = { .kind = VAL_NUMBER, .number = x };

        return val_fail(r,
                        "division by a sum of this kind has no closed form "
                        "here: %s",
                        val_what(r, all));
    }
    return number_op(r, common, roots, NUMBER_DIV);
}

/* x times a rational number, or divided by it. */
static struct val scaled(struct reckoning *r, const struct val_number *x,
                         struct val by, bool divide)
{
    struct val_number *out;
    fmpq_t c;

    if (by.kind == VAL_INT && by.i == 0)
        return divide ? val_fail(r, "division by zero") : by;
    if (!val_spend(r, 8 + x->n * (16 + bits_in(x) / 64 * (val_bits(by) / 64))))
        return VAL_FAILED;
    out = number_new(r, x->n);
    fmpq_init(c);
    val_get_fmpq(r, by, c);
    for (size_t i = 0; i < x->n; i++) {
        number_put(r, out, &x->at[i]);
        if (divide)
            fmpq_div(out->at[i].c, out->at[i].c, c);
        else
            fmpq_mul(out->at[i].c, out->at[i].c, c);
    }
    fmpq_clear(c);
    return number_done(r, out);
}

static struct val general_op(struct reckoning *r, struct val a, struct val b,
                             enum number_op op)
{
    const struct val_number *x = number_terms(r, a), *y = number_terms(r, b);
    struct val inverse;

    if (r->failed || !x || !y || !val_spend(r, 8))
        return VAL_FAILED;
    if (op == NUMBER_MUL)
        return product(r, x, y);
    if (op != NUMBER_DIV)
        return sum(r, x, y, op == NUMBER_SUB);
    if (x->n == y->n && x->n > 1) { /* one may be a multiple of the other */
        fmpq_t q;
        struct val ratio;

        fmpq_init(q);
        fmpq_div(q, x->at[0].c, y->at[0].c);
        ratio = val_fmpq(r, q);
        inverse = number_op(r, a, val_mul(r, ratio, b), NUMBER_SUB);
        if (inverse.kind == VAL_INT && inverse.i == 0)
            return ratio;
    }
    inverse = invert(r, y);
    return r->failed ? VAL_FAILED : number_op(r, a, inverse, NUMBER_MUL);
}

struct val number_op(struct reckoning *r, struct val a, struct val b,
                     enum number_op op)
{
    if (r->failed)
        return VAL_FAILED;
    if (a.kind == VAL_NUMBER && val_is_number(b) &&
        (op == NUMBER_MUL || op == NUMBER_DIV))
        return scaled(r, a.number, b, op == NUMBER_DIV);
    if (b.kind == VAL_NUMBER && val_is_number(a) && op == NUMBER_MUL)
        return scaled(r, b.number, a, false);
    return general_op(r, a, b, op);
}

struct val number_pow(struct reckoning *r, struct val a, int64_t n)
{
    struct val so_far = val_int(1);
    int64_t size = n < 0 ? -n : n;

    if (r->failed)
        return VAL_FAILED;
    if (a.number->n == 1 && n != 0)
        return power_of_term(r, &a.number->at[0], n);
    for (int64_t bit = INT64_C(1) << 20; bit > 0 && !r->failed; bit >>= 1) {
        so_far = val_mul(r, so_far, so_far);
        if (size & bit)
            so_far = val_mul(r, so_far, a);
    }
    return n < 0 ? val_div(r, val_int(1), so_far) : so_far;
}

/* ---- order ---- */

static void enclose_atom(arb_t out, const struct atom_power *f, slong bits)
{
    fmpq_t power;
    arb_t t;

    fmpq_init(power);
    fmpq_set_si(power, f->p, (ulong)f->q);
    arb_init(t);
    switch (f->atom) {
    case ATOM_ROOT:
        arb_set_ui(out, (ulong)f->of);
        arb_root_ui(out, out, (ulong)f->q, bits);
        arb_pow_ui(out, out, (ulong)f->p, bits);
        break;
    case ATOM_E:
        arb_set_fmpq(out, power, bits);
        arb_exp(out, out, bits);
        break;
    case ATOM_PI:
    case ATOM_LOG:
        if (f->atom == ATOM_PI)
            arb_const_pi(out, bits);
        else
            arb_log_ui(out, (ulong)f->of, bits);
        arb_set_si(t, f->p);
        arb_pow(out, out, t, bits);
        break;
    }
    arb_clear(t);
    fmpq_clear(power);
}

static bool enclose(struct reckoning *r, arb_t out, const struct val_number *x,
                    slong bits)
{
    arb_t term, atom;

    arb_init(term);
    arb_init(atom);
    arb_zero(out);
    for (size_t i = 0; i < x->n; i++) {
        if (!val_spend(r, (1 + x->at[i].n) * (20 + (uint64_t)bits / 4)))
            break;
        arb_set_fmpq(term, x->at[i].c, bits);
        for (size_t j = 0; j < x->at[i].n; j++) {
            enclose_atom(atom, &x->at[i].at[j], bits);
            arb_mul(term, term, atom, bits);
        }
        arb_add(out, out, term, bits);
    }
    arb_clear(term);
    arb_clear(atom);
    return !r->failed;
}

#define BITS_LEAST 64
#define BITS_MOST  4096

bool number_sign(struct reckoning *r, struct val x, int *sign)
{
    arb_t ball;

    *sign = 0;
    if (x.kind != VAL_NUMBER)
        return val_order(r, x, val_int(0), sign);
    if (x.number->n == 1) { /* all atoms are above 0 */
        *sign = fmpq_sgn(x.number->at[0].c);
        return true;
    }
    arb_init(ball);
    for (slong bits = BITS_LEAST; bits <= BITS_MOST && *sign == 0; bits *= 4) {
        if (!enclose(r, ball, x.number, bits))
            break;
        *sign = arb_is_positive(ball) - arb_is_negative(ball);
    }
    arb_clear(ball);
    if (*sign == 0)
        val_fail(r,
                 "it cannot be decided whether this is 0, above or below: "
                 "%s",
                 val_what(r, x));
    return *sign != 0;
}

bool number_order(struct val a, struct val b, int *order)
{
    const struct val_number *x = a.number, *y = b.number;

    *order = 0;
    if (a.kind != VAL_NUMBER || b.kind != VAL_NUMBER || x->n != y->n)
        return false;
    for (size_t i = 0; i < x->n; i++) {
        int here = fmpq_cmp(x->at[i].c, y->at[i].c);

        if (order_of_terms(&x->at[i], &y->at[i]) != 0 || here * *order < 0)
            return false;
        *order = here ? here : *order; /* all atoms are above 0 */
    }
    return true;
}

struct val number_floor(struct reckoning *r, struct val x)
{
    bool found = false;
    fmpz_t z;
    arb_t ball;

    fmpz_init(z);
    arb_init(ball);
    for (slong bits = BITS_LEAST; bits <= BITS_MOST && !found; bits *= 4) {
        if (!enclose(r, ball, x.number, bits))
            break;
        if (mag_cmp_2exp_si(arb_radref(ball), -1) >= 0)
            continue; /* it may be very large */
        arb_floor(ball, ball, 2 * bits);
        found = arb_get_unique_fmpz(z, ball);
    }
    arb_clear(ball);
    if (found)
        return val_fmpz(r, z);
    fmpz_clear(z);
    return val_fail(r,
                    "it cannot be decided which whole number is below this: "
                    "%s",
                    val_what(r, x));
}
