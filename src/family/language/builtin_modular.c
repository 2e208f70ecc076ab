/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of matrices and sequences modulo a number. */
#include "family/language/builtin_int.h"

/* A small modulus leaves room in a word for sums of products. */
#define SMALL_BITS     27
#define SMALL_PRODUCTS 512

static bool get_modulus(struct reckoning *r, struct val x, ulong *m)
{
    int64_t number;

    if (!val_get_int(r, x, 1, FACTOR_MOST, &number))
        return false;
    *m = (ulong)number;
    return true;
}

/* Set *to to the remainder of a whole number. */
static bool get_remainder(struct reckoning *r, struct val x, ulong m, ulong *to)
{
    if (x.kind == VAL_INT && x.i >= 0 && x.i < (int64_t)m) {
        *to = (ulong)x.i;
        return true;
    }
    if (x.kind == VAL_INT) {
        int64_t rest = x.i % (int64_t)m;

        *to = (ulong)(rest < 0 ? rest + (int64_t)m : rest);
        return true;
    }
    if (x.kind == VAL_BIG) {
        *to = fmpz_fdiv_ui(x.big, m);
        return val_spend(r, val_bits(x) / 64);
    }
    val_fail(r, "a whole number is needed, not %s", val_what(r, x));
    return false;
}

/* Returns the remainders of n whole numbers, or NULL after a failure. */
static ulong *get_remainders(struct reckoning *r, struct val x, ulong m)
{
    ulong *to;

    if (!val_is_row(x)) {
        val_fail(r, "a list is needed, not %s", val_what(r, x));
        return NULL;
    }
    if (!val_spend(r, 1 + x.row->n))
        return NULL;
    to = arena_array(r->arena, ulong, x.row->n + 1);
    for (size_t i = 0; i < x.row->n; i++)
        if (!get_remainder(r, x.row->at[i], m, &to[i]))
            return NULL;
    return to;
}

/* ---- matrices ---- */

static bool is_matrix(struct reckoning *r, struct val x)
{
    size_t columns = val_is_row(x) && x.row->n && val_is_row(x.row->at[0])
                         ? x.row->at[0].row->n
                         : 0;
    bool good =
        columns > 0 && columns <= MODULAR_MOST && x.row->n <= MODULAR_MOST;

    for (size_t i = 0; good && i < x.row->n; i++)
        good = val_is_row(x.row->at[i]) && x.row->at[i].row->n == columns;
    if (!good)
        val_fail(r,
                 "a matrix of 1 to %d rows of the same length, 1 to %d, is "
                 "needed",
                 MODULAR_MOST, MODULAR_MOST);
    return good;
}

/* Returns false after a failure; else the matrix is to be cleared. */
static bool get_matrix(struct reckoning *r, struct val x, ulong m,
                       nmod_mat_t out)
{
    slong rows = (slong)x.row->n, columns = (slong)x.row->at[0].row->n;
    bool ok = true;

    if (!val_spend(r, (uint64_t)(rows * columns) / 4))
        return false;
    nmod_mat_init(out, rows, columns, m);
    for (slong i = 0; ok && i < rows; i++) {
        const struct val *row = x.row->at[i].row->at;

        for (slong j = 0; ok && j < columns; j++)
            ok = get_remainder(r, row[j], m, &nmod_mat_entry(out, i, j));
    }
    if (!ok)
        nmod_mat_clear(out);
    return ok;
}

static struct val matrix(struct reckoning *r, const nmod_mat_t m)
{
    struct val d = val_row(r, VAL_LIST, (size_t)nmod_mat_nrows(m));

    for (slong i = 0; !r->failed && i < nmod_mat_nrows(m); i++) {
        struct val row = val_row(r, VAL_LIST, (size_t)nmod_mat_ncols(m));
        size_t columns = r->failed ? 0 : row.row->n;

        for (size_t j = 0; j < columns; j++)
            row.row->at[j] = val_int((int64_t)nmod_mat_entry(m, i, (slong)j));
        d.row->at[i] = row;
    }
    return r->failed ? VAL_FAILED : d;
}

/* So many products of two numbers below m, with their sums: some 0.5 ns each, or
 * 2 if m is large. */
static bool spend_on_products(struct reckoning *r, uint64_t n, ulong m)
{
    return val_spend(r, 10 + n / (FLINT_BIT_COUNT(m) <= SMALL_BITS ? 64 : 16));
}

/* Small matrices, without FLINT's memory: sums of products fit into a word. */
static struct val multiply_small(struct reckoning *r, const struct val *a,
                                 ulong m)
{
    const struct val_row *x = a[0].row;
    size_t inner = a[1].row->n, columns = a[1].row->at[0].row->n;
    struct val d = val_row(r, VAL_LIST, x->n);
    ulong y[SMALL_PRODUCTS], left[SMALL_PRODUCTS];

    for (size_t k = 0; k < inner * columns; k++)
        if (!get_remainder(r, a[1].row->at[k / columns].row->at[k % columns], m,
                           &y[k]))
            return VAL_FAILED;
    for (size_t i = 0; i < x->n && !r->failed; i++) {
        struct val row = val_row(r, VAL_LIST, columns);

        for (size_t k = 0; k < inner; k++)
            if (!get_remainder(r, x->at[i].row->at[k], m, &left[k]))
                return VAL_FAILED;
        for (size_t j = 0; j < columns && !r->failed; j++) {
            ulong sum = 0;

            for (size_t k = 0; k < inner; k++)
                sum += left[k] * y[k * columns + j];
            row.row->at[j] = val_int((int64_t)(sum % m));
        }
        d.row->at[i] = row;
    }
    return r->failed ? VAL_FAILED : d;
}

static struct val multiply(struct reckoning *r, const struct val *a, ulong m)
{
    bool is_square = a[0].row == a[1].row; /* the same matrix twice */
    struct val out = VAL_FAILED;
    nmod_mat_t x, y, z;

    if (!get_matrix(r, a[0], m, x))
        return out;
    if (is_square || get_matrix(r, a[1], m, y)) {
        nmod_mat_init(z, nmod_mat_nrows(x), (slong)a[1].row->at[0].row->n, m);
        nmod_mat_mul(z, x, is_square ? x : y);
        out = matrix(r, z);
        nmod_mat_clear(z);
        if (!is_square)
            nmod_mat_clear(y);
    }
    nmod_mat_clear(x);
    return out;
}

BUILTIN(times_mod)
{
    size_t products, inner;
    ulong m;

    (void)n;
    if (!get_modulus(r, a[2], &m) || !is_matrix(r, a[0]) || !is_matrix(r, a[1]))
        return VAL_FAILED;
    inner = a[0].row->at[0].row->n;
    if (inner != a[1].row->n)
        return val_fail(r,
                        "the first matrix has %zu columns, the second %zu rows",
                        inner, a[1].row->n);
    products = a[0].row->n * inner * a[1].row->at[0].row->n;
    if (!spend_on_products(r, products, m))
        return VAL_FAILED;
    return products <= SMALL_PRODUCTS && FLINT_BIT_COUNT(m) <= SMALL_BITS
               ? multiply_small(r, a, m)
               : multiply(r, a, m);
}

/* ---- linear recurrences ---- */

/* s[k] = c[0] s[k-1] + ... + c[n-1] s[k-n], from the polynomial that divides
 * the sequence. */
static struct val recurrence(struct reckoning *r, const nmod_poly_t v)
{
    slong n = nmod_poly_degree(v);
    ulong by =
        nmod_neg(n_invmod(nmod_poly_get_coeff_ui(v, n), v->mod.n), v->mod);
    struct val d = val_row(r, VAL_LIST, (size_t)n);

    for (slong i = 0; !r->failed && i < n; i++)
        d.row->at[i] = val_int((int64_t)nmod_mul(
            nmod_poly_get_coeff_ui(v, n - 1 - i), by, v->mod));
    return r->failed ? VAL_FAILED : d;
}

BUILTIN(recurrence_mod)
{
    nmod_berlekamp_massey_t b;
    struct val out;
    ulong p, *s;

    (void)n;
    if (!get_modulus(r, a[1], &p) || !val_spend(r, 100))
        return VAL_FAILED;
    if (!n_is_prime(p))
        return val_fail(r, "the modulus must be a prime, not %lu",
                        (unsigned long)p);
    s = get_remainders(r, a[0], p);
    if (!s || a[0].row->n > TERMS_MOST)
        return val_fail(r, "recurrence_mod() takes at most %d terms",
                        TERMS_MOST);
    if (!spend_on_products(r, 8 * (uint64_t)a[0].row->n * a[0].row->n, p))
        return VAL_FAILED;
    nmod_berlekamp_massey_init(b, p);
    nmod_berlekamp_massey_add_points(b, s, (slong)a[0].row->n);
    nmod_berlekamp_massey_reduce(b);
    out = recurrence(r, nmod_berlekamp_massey_V_poly(b));
    nmod_berlekamp_massey_clear(b);
    return out;
}

/* Divide x^k by x^n - c[0] x^(n-1) - ... - c[n-1]; the rest is applied to the
 * first terms. */
static struct val far_term(const ulong *c, slong n, const ulong *s, fmpz_t k,
                           ulong m)
{
    nmod_poly_t divisor, x;
    ulong sum = 0;

    nmod_poly_init(divisor, m);
    nmod_poly_init(x, m);
    nmod_poly_set_coeff_ui(divisor, n, 1);
    for (slong i = 0; i < n; i++)
        nmod_poly_set_coeff_ui(divisor, n - 1 - i,
                               nmod_neg(c[i], divisor->mod));
    nmod_poly_set_coeff_ui(x, 1, 1);
    nmod_poly_rem(x, x, divisor);
    nmod_poly_powmod_fmpz_binexp(x, x, k, divisor);
    for (slong i = 0; i < nmod_poly_length(x); i++)
        sum = nmod_add(
            sum, nmod_mul(nmod_poly_get_coeff_ui(x, i), s[i], x->mod), x->mod);
    nmod_poly_clear(x);
    nmod_poly_clear(divisor);
    return val_int((int64_t)sum);
}

BUILTIN(term_mod)
{
    struct val out = VAL_FAILED;
    ulong m, *c, *s;
    size_t order;
    fmpz_t k;

    (void)n;
    if (!get_modulus(r, a[3], &m) || !(c = get_remainders(r, a[0], m)) ||
        !(s = get_remainders(r, a[1], m)))
        return out;
    order = a[0].row->n;
    if (order > a[1].row->n || order > TERMS_MOST)
        return val_fail(r,
                        "a recurrence has at most %d numbers, and as many "
                        "first terms at least",
                        TERMS_MOST);
    fmpz_init(k);
    if (val_get_fmpz(r, a[2], k) && fmpz_sgn(k) < 0)
        val_fail(r, "the terms have the numbers 0, 1, 2 ...");
    if (!r->failed &&
        spend_on_products(
            r, (20 + fmpz_bits(k)) * (10 + 3 * (uint64_t)order * order), m))
        out = m == 1 || order == 0 ? val_int(0)
                                   : far_term(c, (slong)order, s, k, m);
    fmpz_clear(k);
    return out;
}
