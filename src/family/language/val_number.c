/* SPDX-License-Identifier: Apache-2.0 */

/* The arithmetic of closed forms: see the header for what they are. */
#include "family/language/val_number.h"

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
    int order = x->atom != y->atom ? order_of(x->atom, y->atom)
                                   : order_of(x->of, y->of);

    if (order != 0 || x->atom != ATOM_NEST)
        return order;
    return x->p != y->p ? order_of(x->p, y->p) : order_of(x->q, y->q);
}

/* The rational term first, then terms of one atom, then of two. */
int term_order(const struct number_term *x, const struct number_term *y)
{
    int order = order_of((int64_t)x->n, (int64_t)y->n);

    for (size_t i = 0; order == 0 && i < x->n; i++)
        order = order_of_atoms(&x->at[i], &y->at[i]);
    for (size_t i = 0; order == 0 && i < x->n; i++)
        if (x->at[i].atom != ATOM_NEST)
            order = order_of(x->at[i].p * y->at[i].q, y->at[i].p * x->at[i].q);
    return order;
}

const struct atom_power *nest_of(const struct number_term *t)
{
    size_t i = 0;

    while (i < t->n && t->at[i].atom < ATOM_NEST)
        i++;
    return i < t->n && t->at[i].atom == ATOM_NEST ? &t->at[i] : NULL;
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

/* A nested root stands with square roots alone: these have one form under it. */
static bool is_fit(struct reckoning *r, const struct number_term *t)
{
    const struct atom_power *nest = nest_of(t);
    bool ok = true;

    for (size_t i = 0; nest && i < t->n; i++)
        ok = ok && (t->at[i].atom == ATOM_ROOT   ? t->at[i].q == 2
                    : t->at[i].atom == ATOM_NEST ? &t->at[i] == nest
                                                 : true);
    if (!ok)
        val_fail(r, "a nested root times this root has no closed form here");
    return ok;
}

/* Multiply the term by an atom's power; by a nested root if it has none. */
bool atom_put(struct reckoning *r, struct number_term *t, struct atom_power f)
{
    size_t i = 0;
    int64_t whole, g;
    bool fits = true;

    while (i < t->n && order_of_atoms(&t->at[i], &f) < 0)
        i++;
    if (i < t->n && f.atom != ATOM_NEST && order_of_atoms(&t->at[i], &f) == 0) {
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
    if (f.p == 0 && f.atom != ATOM_NEST)
        return true;
    if (f.atom != ATOM_NEST) {
        g = gcd(f.p, f.q);
        f.p /= g;
        f.q /= g;
        fits =
            f.q <= NUMBER_INDEX && f.p <= NUMBER_POWER && f.p >= -NUMBER_POWER;
    }
    if (!fits || t->n == NUMBER_ATOMS) {
        val_fail(r,
                 "a closed form has roots beyond %d, powers beyond %d or "
                 "more than %d factors",
                 NUMBER_INDEX, NUMBER_POWER, NUMBER_ATOMS);
        return false;
    }
    memmove(&t->at[i + 1], &t->at[i], (t->n++ - i) * sizeof(t->at[0]));
    t->at[i] = f;
    return is_fit(r, t);
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
        int order = term_order(&x->at[half], t);

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

/* Is the number under every root at most NUMBER_FACTOR, so that it can be read
 * again? */
static bool has_small_roots(const struct number_term *t)
{
    const struct atom_power *nest = nest_of(t);
    int64_t times = 1, p, q;

    for (size_t i = 0; i < t->n && t->at[i].atom == ATOM_ROOT; i++) {
        int64_t under = 1;

        for (size_t j = 0; j < t->n && t->at[j].atom == ATOM_ROOT; j++)
            for (int64_t k = 0; t->at[j].q == t->at[i].q && k < t->at[j].p; k++)
                if (__builtin_mul_overflow(under, t->at[j].of, &under) ||
                    under > NUMBER_FACTOR)
                    return false;
        times = nest ? under : 1; /* they are square roots */
    }
    return !nest ||
           (!__builtin_mul_overflow(nest->p, times, &p) &&
            !__builtin_mul_overflow(nest->q, times, &q) && p <= NUMBER_FACTOR &&
            p >= -NUMBER_FACTOR && q <= NUMBER_FACTOR && q >= -NUMBER_FACTOR);
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

/* At most so many bytes of text. */
static size_t bytes_of(const struct val_number *x)
{
    size_t atoms = 0;

    for (size_t i = 0; i < x->n; i++)
        atoms += x->at[i].n + (nest_of(&x->at[i]) != NULL);
    /* every digit has three bits; a root, or a power, is 20 digits and signs */
    return (x->n + 1) * (4 + bits_in(x) / 3) + 40 * atoms;
}

bool number_is_short(const struct val_number *x)
{
    return bytes_of(x) + (x->below ? bytes_of(x->below) : 0) < NUMBER_TEXT / 2;
}

static size_t nests_in(const struct val_number *x)
{
    size_t nests = 0;

    for (size_t i = 0; i < x->n; i++)
        nests += nest_of(&x->at[i]) != NULL;
    return nests;
}

static struct val done(struct reckoning *r, struct val_number *x,
                       size_t nests_most)
{
    size_t kept = 0, nests = 0;
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
        nests += nest_of(&x->at[kept - 1]) != NULL;
        if (!has_small_roots(&x->at[kept - 1]))
            return val_fail(r, "a root of a number above 10^18");
    }
    x->n = kept;
    if (nests > nests_most)
        return val_fail(r, "a closed form has more than one nested root");
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

struct val number_done(struct reckoning *r, struct val_number *x)
{
    return done(r, x, 1);
}

const struct val_number *number_terms(struct reckoning *r, struct val x)
{
    struct val_number *out;

    if (number_is_quotient(x))
        val_fail(r, "a quotient of sums has no closed form here: %s",
                 val_what(r, x));
    if (r->failed)
        return NULL;
    if (x.kind == VAL_NUMBER)
        return x.number;
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
                      const struct val_number *y, enum number_op op)
{
    struct val_number *out = number_new(r, x->n + y->n);

    for (size_t i = 0; i < x->n; i++)
        number_put(r, out, &x->at[i]);
    for (size_t i = 0; i < y->n; i++) {
        struct number_term t;

        if (op == NUMBER_ADD) {
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
    return done(r, out, op == NUMBER_COMPARE ? 2 : 1);
}

static struct val nest_squared(struct reckoning *r, const struct atom_power *f)
{
    return number_surd(r, val_int(f->p), val_int(f->q), f->of);
}

/* Multiply the term by what is no nested root in x. */
static void put_others(struct reckoning *r, struct number_term *t,
                       const struct number_term *x)
{
    fmpq_mul(t->c, t->c, x->c);
    for (size_t i = 0; i < x->n && !r->failed; i++)
        if (x->at[i].atom != ATOM_NEST)
            atom_put(r, t, x->at[i]);
}

/* Each has a nested root: sqrt(u) sqrt(v) = sqrt(u v). */
static struct val product_of_nests(struct reckoning *r,
                                   const struct number_term *x,
                                   const struct number_term *y)
{
    struct val_number *others = number_new(r, 1);
    struct val u = nest_squared(r, nest_of(x)), v;

    if (r->failed)
        return VAL_FAILED;
    fmpq_one(others->at[0].c);
    put_others(r, &others->at[0], x);
    put_others(r, &others->at[0], y);
    others->n = 1;
    if (order_of_atoms(nest_of(x), nest_of(y)) != 0) {
        v = nest_squared(r, nest_of(y));
        u = number_root(r, val_mul(r, u, v), 2);
    }
    return val_mul(r, number_done(r, others), u);
}

static struct val product(struct reckoning *r, const struct val_number *x,
                          const struct val_number *y)
{
    struct val_number *out;
    struct number_term t;
    uint64_t words = (1 + bits_in(x) / 64) * (1 + bits_in(y) / 64);
    struct val of_nests = val_int(0), others;

    if (!val_spend(r, x->n * y->n * (16 + words / 4)))
        return VAL_FAILED;
    out = number_new(r, x->n * y->n);
    fmpq_init(t.c);
    for (size_t i = 0; i < x->n; i++)
        for (size_t j = 0; j < y->n && !r->failed; j++)
            if (nest_of(&x->at[i]) && nest_of(&y->at[j]))
                of_nests = product_of_nests(r, &x->at[i], &y->at[j]);
            else if (multiply_terms(r, &t, &x->at[i], &y->at[j]))
                number_put(r, out, &t);
    fmpq_clear(t.c);
    others = number_done(r, out);
    return r->failed ? VAL_FAILED : val_add(r, others, of_nests);
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

    while (i < basis->n && term_order(&basis->at[i], t) != 0)
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
        if (x->at[i].n && x->at[i].at[x->at[i].n - 1].atom > ATOM_NEST)
            return false;
    return true;
}

bool number_has_roots_alone(struct val x)
{
    return x.kind != VAL_NUMBER ||
           (!x.number->below && has_roots_alone(x.number));
}

/* 1 / sqrt(u) = sqrt(1 / u). */
static struct val invert_nest(struct reckoning *r, const struct val_number *x)
{
    struct val square = product(r, x, x), inverse;

    if (r->failed)
        return VAL_FAILED;
    inverse = number_root(r, val_div(r, val_int(1), square), 2);
    return fmpq_sgn(x->at[0].c) < 0 ? val_neg(r, inverse) : inverse;
}

static bool is_same_but_for_roots(const struct number_term *x,
                                  const struct number_term *y)
{
    size_t i = 0, j = 0;

    while (i < x->n && x->at[i].atom == ATOM_ROOT)
        i++;
    while (j < y->n && y->at[j].atom == ATOM_ROOT)
        j++;
    for (; i < x->n && j < y->n; i++, j++)
        if (order_of_atoms(&x->at[i], &y->at[j]) != 0 ||
            x->at[i].p != y->at[j].p || x->at[i].q != y->at[j].q)
            return false;
    return i == x->n && j == y->n;
}

/* Is it one term, or one term times a sum of roots: pi + pi sqrt(2)? */
static bool has_inverse(const struct val_number *x)
{
    for (size_t i = 1; i < x->n; i++)
        if (!is_same_but_for_roots(&x->at[0], &x->at[i]) || nest_of(&x->at[0]))
            return false;
    return true;
}

/* It has an inverse. */
static struct val invert(struct reckoning *r, const struct val_number *x)
{
    struct val_number *rest;
    struct val common, roots;

    if (x->n == 0)
        return val_fail(r, "division by zero");
    if (x->n == 1)
        return nest_of(&x->at[0]) ? invert_nest(r, x)
                                  : power_of_term(r, &x->at[0], -1);
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

bool number_is_multiple(struct reckoning *r, struct val a, struct val b,
                        struct val *ratio)
{
    const struct val_number *x = a.number, *y = b.number;
    bool ok = a.kind == VAL_NUMBER && b.kind == VAL_NUMBER && x->n == y->n;
    fmpq_t q, c;

    if (val_is_number(a) && val_is_number(b)) {
        *ratio = val_div(r, a, b);
        return !r->failed;
    }
    for (size_t i = 0; ok && i < x->n; i++)
        ok = term_order(&x->at[i], &y->at[i]) == 0;
    if (!ok || !val_spend(r, 8 + x->n * (4 + bits_in(x) * bits_in(y) / 512)))
        return false;
    fmpq_init(q);
    fmpq_init(c);
    fmpq_div(q, x->at[0].c, y->at[0].c);
    for (size_t i = 1; ok && i < x->n; i++) {
        fmpq_mul(c, q, y->at[i].c);
        ok = fmpq_equal(c, x->at[i].c);
    }
    fmpq_clear(c);
    if (ok)
        *ratio = val_fmpq(r, q);
    else
        fmpq_clear(q);
    return ok;
}

static struct val general_op(struct reckoning *r, struct val a, struct val b,
                             enum number_op op)
{
    const struct val_number *x = number_terms(r, a), *y = number_terms(r, b);
    struct val inverse, ratio;

    if (r->failed || !x || !y || !val_spend(r, 8))
        return VAL_FAILED;
    if (op == NUMBER_MUL)
        return product(r, x, y);
    if (op != NUMBER_DIV)
        return sum(r, x, y, op);
    if (x->n > 1 && number_is_multiple(r, a, b, &ratio))
        return ratio;
    if (!has_inverse(y))
        return number_quotient(r, a, b);
    inverse = invert(r, y);
    return r->failed ? VAL_FAILED : number_op(r, a, inverse, NUMBER_MUL);
}

struct val number_op(struct reckoning *r, struct val a, struct val b,
                     enum number_op op)
{
    if (r->failed)
        return VAL_FAILED;
    if (number_is_quotient(a) || number_is_quotient(b))
        return number_quotient_op(r, a, b, op);
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
    if (a.number->n == 1 && n != 0 && nests_in(a.number) == 0 &&
        !a.number->below)
        return power_of_term(r, &a.number->at[0], n);
    for (int64_t bit = INT64_C(1) << 20; bit > 0 && !r->failed; bit >>= 1) {
        so_far = val_mul(r, so_far, so_far);
        if (size & bit)
            so_far = val_mul(r, so_far, a);
    }
    return n < 0 ? val_div(r, val_int(1), so_far) : so_far;
}
