/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of polynomials, matrices and graphs. */
#include "family/language/builtin_int.h"

#include <string.h>

#define MATCHING_MOST 300 /* points on one side */

/* ---- polynomials ---- */

static const char *symbol_of(struct val p)
{
    return p.kind == VAL_POLY ? p.poly->symbol : "x";
}

BUILTIN(coefficient)
{
    fmpq_t c;
    int64_t k;

    (void)n;
    if (!val_spend(r, 4) || !val_get_int(r, a[1], 0, VAL_DEGREE, &k))
        return VAL_FAILED;
    fmpq_init(c);
    if (a[0].kind == VAL_POLY)
        fmpq_poly_get_coeff_fmpq(c, a[0].poly->p, (slong)k);
    else if (val_get_fmpq(r, a[0], c) && k > 0)
        fmpq_zero(c);
    return r->failed ? (fmpq_clear(c), VAL_FAILED) : val_fmpq(r, c);
}

BUILTIN(degree)
{
    (void)n;
    if (a[0].kind == VAL_POLY)
        return val_int(fmpq_poly_degree(a[0].poly->p));
    return val_is_number(a[0]) ? val_int(0)
                               : val_fail(r, "a polynomial is needed, not %s",
                                          val_what(r, a[0]));
}

/* Is x the symbol alone? */
static bool is_symbol(struct val x)
{
    return x.kind == VAL_POLY && fmpq_poly_length(x.poly->p) == 2 &&
           fmpz_is_zero(x.poly->p->coeffs) &&
           fmpz_is_one(x.poly->p->coeffs + 1) && fmpz_is_one(x.poly->p->den);
}

/* Set p to the polynomial with these coefficients; false after a failure. */
static bool read_terms(struct reckoning *r, const struct val_row *row,
                       fmpq_poly_t p)
{
    fmpq_t c;

    fmpq_init(c);
    fmpq_poly_fit_length(p, (slong)row->n);
    for (size_t i = row->n; i-- > 0 && val_spend(r, 4);)
        if (row->at[i].kind == VAL_INT)
            fmpq_poly_set_coeff_si(p, (slong)i, row->at[i].i);
        else if (val_spend(r, val_bits(row->at[i]) / 16) &&
                 val_get_fmpq(r, row->at[i], c))
            fmpq_poly_set_coeff_fmpq(p, (slong)i, c);
    fmpq_clear(c);
    return !r->failed;
}

/* Small whole numbers and a polynomial y of which no power is too large. */
static bool can_compose(const struct val *a)
{
    const struct val_row *row = a[0].row;

    if (a[1].kind != VAL_POLY || is_symbol(a[1]) || row->n == 0 ||
        (row->n - 1) * (size_t)fmpq_poly_degree(a[1].poly->p) > VAL_DEGREE ||
        row->n * (val_bits(a[1]) - 54) > VAL_BITS)
        return false;
    for (size_t i = 0; i < row->n; i++)
        if (row->at[i].kind != VAL_INT)
            return false;
    return true;
}

/* p(y). The degree of y is below 1024: so its n-th power has at most n times as
 * many bits, and 10. */
static struct val compose(struct reckoning *r, fmpq_poly_t p, struct val y)
{
    uint64_t n = (uint64_t)fmpq_poly_length(p);
    uint64_t terms = n * (uint64_t)fmpq_poly_degree(y.poly->p) + 1;
    uint64_t words = 1 + n * (val_bits(y) - 54) / 64;

    if (!val_spend(r, terms * (20 + n * words / 64))) {
        fmpq_poly_clear(p);
        return VAL_FAILED;
    }
    fmpq_poly_compose(p, p, y.poly->p);
    return val_poly(r, p, symbol_of(y));
}

BUILTIN(polynomial)
{
    const struct val_row *row = a[0].row;
    struct val sum = val_int(0);
    fmpq_poly_t p;

    (void)n;
    if (!val_is_row(a[0]))
        return val_fail(r, "a list is needed, not %s", val_what(r, a[0]));
    if (can_compose(a)) {
        fmpq_poly_init(p);
        return read_terms(r, row, p) ? compose(r, p, a[1])
                                     : (fmpq_poly_clear(p), VAL_FAILED);
    }
    if (!is_symbol(a[1]) || row->n > VAL_DEGREE) {
        for (size_t i = row->n; i-- > 0 && !r->failed;)
            sum = val_add(r, val_mul(r, sum, a[1]), row->at[i]);
        return sum;
    }
    fmpq_poly_init(p);
    read_terms(r, row, p);
    sum = val_poly(r, p, symbol_of(a[1]));
    return r->failed ? VAL_FAILED : sum;
}

/* Horner's rule, by the arithmetic that counts its work. */
BUILTIN(value_at)
{
    struct val degree = fn_degree(r, a, 1), so_far = val_int(0);

    (void)n;
    for (int64_t k = r->failed ? -1 : degree.i; k >= 0 && !r->failed; k--) {
        struct val args[2] = { a[0], val_int(k) };

        so_far =
            val_add(r, val_mul(r, so_far, a[1]), fn_coefficient(r, args, 2));
    }
    return so_far;
}

static struct val change(struct reckoning *r, struct val x,
                         void (*how)(fmpq_poly_t, const fmpq_poly_t))
{
    fmpq_poly_t p;

    if (!val_spend(r, 200))
        return VAL_FAILED;
    fmpq_poly_init(p);
    if (!val_get_poly(r, x, p)) {
        fmpq_poly_clear(p);
        return VAL_FAILED;
    }
    how(p, p);
    return val_poly(r, p, symbol_of(x));
}

BUILTIN(derivative)
{
    (void)n;
    return change(r, a[0], fmpq_poly_derivative);
}

BUILTIN(antiderivative)
{
    (void)n;
    return change(r, a[0], fmpq_poly_integral);
}

/* A factor b x + c has the root -c/b. */
static struct val roots_of(struct reckoning *r, const fmpz_poly_factor_t f)
{
    struct val d = val_row(r, VAL_LIST, (size_t)f->num);
    size_t count = 0;

    for (slong i = 0; !r->failed && i < f->num; i++) {
        fmpq_t x;

        if (fmpz_poly_degree(f->p + i) != 1)
            continue;
        fmpq_init(x);
        fmpz_neg(fmpq_numref(x), (f->p + i)->coeffs);
        fmpz_set(fmpq_denref(x), (f->p + i)->coeffs + 1);
        fmpq_canonicalise(x);
        d.row->at[count++] = val_fmpq(r, x);
    }
    if (r->failed)
        return VAL_FAILED;
    d.row->n = count;
    return val_sorted(r, d);
}

BUILTIN(rational_roots)
{
    struct val out = VAL_FAILED;
    fmpz_poly_factor_t f;
    fmpq_poly_t p;
    fmpz_poly_t z;

    (void)n;
    if (a[0].kind != VAL_POLY)
        return val_fail(r, "%s has no list of roots", val_what(r, a[0]));
    if (fmpq_poly_degree(a[0].poly->p) > 20 || val_bits(a[0]) > 512 ||
        !val_spend(r, 20000))
        return val_fail(r, "rational_roots() takes a degree of at most 20 and "
                           "coefficients of at most 384 bits");
    fmpq_poly_init(p);
    fmpz_poly_init(z);
    fmpz_poly_factor_init(f);
    val_get_poly(r, a[0], p);
    fmpq_poly_get_numerator(z, p);
    fmpz_poly_factor(f, z);
    out = roots_of(r, f);
    fmpz_poly_factor_clear(f);
    fmpz_poly_clear(z);
    fmpq_poly_clear(p);
    return out;
}

/* ---- division of polynomials ---- */

/* Pairs of coefficients, times their bits; Euclid's algorithm divides again and
 * again. */
static uint64_t work_on_two(const struct val *a, bool by_euclid)
{
    uint64_t pairs = 1, degrees = 16;

    for (int i = 0; i < 2; i++)
        if (a[i].kind == VAL_POLY) {
            uint64_t degree = (uint64_t)fmpq_poly_degree(a[i].poly->p);

            pairs *= 1 + degree;
            degrees += degree;
        }
    return pairs * (val_bits(a[0]) + val_bits(a[1])) / 64 *
           (by_euclid ? degrees / 16 : 1);
}

/* Two polynomials in one symbol, small enough; to be cleared unless false. */
static bool get_two(struct reckoning *r, const struct val *a, fmpq_poly_t p,
                    fmpq_poly_t q, bool by_euclid)
{
    if (a[0].kind == VAL_POLY && a[1].kind == VAL_POLY &&
        !str_eq(a[0].poly->symbol, a[1].poly->symbol)) {
        val_fail(r, "the polynomials have two symbols, %s and %s",
                 a[0].poly->symbol, a[1].poly->symbol);
        return false;
    }
    if (!val_spend(r, 200 + work_on_two(a, by_euclid)))
        return false;
    fmpq_poly_init(p);
    fmpq_poly_init(q);
    if (val_get_poly(r, a[0], p) && val_get_poly(r, a[1], q))
        return true;
    fmpq_poly_clear(p);
    fmpq_poly_clear(q);
    return false;
}

/* The monic greatest common divisor 'g', the quotient, the remainder 'r', or the
 * inverse 'i' of the first modulo the second. */
static struct val divide_two(struct reckoning *r, const struct val *a,
                             char what)
{
    fmpq_poly_t p, q, rest;

    if (!get_two(r, a, p, q, what == 'g' || what == 'i'))
        return VAL_FAILED;
    fmpq_poly_init(rest);
    if (what == 'g')
        fmpq_poly_gcd(p, p, q);
    else if (fmpq_poly_is_zero(q))
        val_fail(r, "division by zero");
    else if (what == 'i')
        fmpq_poly_xgcd(rest, p, q, p, q);
    else
        fmpq_poly_divrem(p, rest, p, q);
    if (what == 'r')
        fmpq_poly_swap(p, rest);
    if (what == 'i' && !fmpq_poly_is_one(rest))
        val_fail(r, "the polynomials have a common divisor");
    fmpq_poly_clear(rest);
    fmpq_poly_clear(q);
    return r->failed
               ? (fmpq_poly_clear(p), VAL_FAILED)
               : val_poly(r, p, symbol_of(a[0].kind == VAL_POLY ? a[0] : a[1]));
}

BUILTIN(poly_gcd)
{
    (void)n;
    return divide_two(r, a, 'g');
}

BUILTIN(poly_inverse)
{
    (void)n;
    return divide_two(r, a, 'i');
}

BUILTIN(poly_quotient)
{
    (void)n;
    return divide_two(r, a, 'q');
}

BUILTIN(poly_remainder)
{
    (void)n;
    return divide_two(r, a, 'r');
}

BUILTIN(resultant)
{
    fmpq_poly_t p, q;
    fmpq_t x;

    (void)n;
    if (!get_two(r, a, p, q, true))
        return VAL_FAILED;
    fmpq_init(x);
    fmpq_poly_resultant(x, p, q);
    fmpq_poly_clear(p);
    fmpq_poly_clear(q);
    return val_fmpq(r, x);
}

/* ---- matrices ---- */

/* The sides of a matrix: rows of the same length. */
static bool sides(struct reckoning *r, struct val x, slong *rows,
                  slong *columns)
{
    if (!val_is_row(x) || x.row->n == 0 || x.row->n > MATRIX_MOST ||
        !val_is_row(x.row->at[0])) {
        val_fail(r, "a matrix of 1 to %d rows is needed, not %s", MATRIX_MOST,
                 val_what(r, x));
        return false;
    }
    *rows = (slong)x.row->n;
    *columns = (slong)x.row->at[0].row->n;
    for (slong i = 0; i < *rows; i++)
        if (!val_is_row(x.row->at[i]) ||
            (slong)x.row->at[i].row->n != *columns || *columns == 0 ||
            *columns > MATRIX_MOST) {
            val_fail(r, "the rows of a matrix have the same length, 1 to %d",
                     MATRIX_MOST);
            return false;
        }
    return val_spend(r, (uint64_t)(10 * *rows * *rows * *columns));
}

/* A determinant has as many bits as all entries of a column together. */
static bool spend_on_entries(struct reckoning *r, struct val x, slong rows,
                             slong columns)
{
    uint64_t bits = 0, n = (uint64_t)(rows > columns ? rows : columns), words;

    for (slong i = 0; i < rows; i++)
        for (slong j = 0; j < columns; j++) {
            uint64_t here = val_bits(x.row->at[i].row->at[j]);

            bits = here > bits ? here : bits;
        }
    if (bits * n > VAL_BITS) {
        val_fail(r, "the entries of a matrix have too many bits");
        return false;
    }
    words = bits * n / 64;
    return val_spend(r, n * n * n * (1 + words * words / 64));
}

/* Returns false after a failure; else the matrix is to be cleared. */
static bool get_matrix(struct reckoning *r, struct val x, fmpq_mat_t m)
{
    slong rows, columns;
    bool ok = sides(r, x, &rows, &columns);

    if (!ok)
        return false;
    fmpq_mat_init(m, rows, columns);
    for (slong i = 0; ok && i < rows; i++)
        for (slong j = 0; ok && j < columns; j++)
            ok = val_get_fmpq(r, x.row->at[i].row->at[j],
                              fmpq_mat_entry(m, i, j));
    ok = ok && spend_on_entries(r, x, rows, columns);
    if (!ok)
        fmpq_mat_clear(m);
    return ok;
}

static struct val entry(struct reckoning *r, const fmpq_mat_t m, slong i,
                        slong j)
{
    fmpq_t x;

    fmpq_init(x);
    fmpq_set(x, fmpq_mat_entry(m, i, j));
    return val_fmpq(r, x);
}

static struct val matrix(struct reckoning *r, const fmpq_mat_t m)
{
    struct val d = val_row(r, VAL_LIST, (size_t)fmpq_mat_nrows(m));

    for (slong i = 0; !r->failed && i < fmpq_mat_nrows(m); i++) {
        struct val row = val_row(r, VAL_LIST, (size_t)fmpq_mat_ncols(m));

        for (slong j = 0; !r->failed && j < fmpq_mat_ncols(m); j++)
            row.row->at[j] = entry(r, m, i, j);
        d.row->at[i] = row;
    }
    return d;
}

BUILTIN(determinant)
{
    struct val out = VAL_FAILED;
    fmpq_mat_t m;
    fmpq_t x;

    (void)n;
    if (!get_matrix(r, a[0], m))
        return out;
    if (fmpq_mat_nrows(m) != fmpq_mat_ncols(m)) {
        fmpq_mat_clear(m);
        return val_fail(r, "only a square matrix has a determinant");
    }
    fmpq_init(x);
    fmpq_mat_det(x, m);
    fmpq_mat_clear(m);
    return val_fmpq(r, x);
}

BUILTIN(rank)
{
    fmpq_mat_t m;
    slong rank;

    (void)n;
    if (!get_matrix(r, a[0], m))
        return VAL_FAILED;
    rank = fmpq_mat_rref(m, m);
    fmpq_mat_clear(m);
    return val_int(rank);
}

BUILTIN(transpose)
{
    struct val out;
    fmpq_mat_t m, t;

    (void)n;
    if (!get_matrix(r, a[0], m))
        return VAL_FAILED;
    fmpq_mat_init(t, fmpq_mat_ncols(m), fmpq_mat_nrows(m));
    fmpq_mat_transpose(t, m);
    out = matrix(r, t);
    fmpq_mat_clear(t);
    fmpq_mat_clear(m);
    return out;
}

BUILTIN(times)
{
    struct val out = VAL_FAILED;
    fmpq_mat_t x, y, z;

    (void)n;
    if (!get_matrix(r, a[0], x))
        return out;
    if (!get_matrix(r, a[1], y)) {
        fmpq_mat_clear(x);
        return out;
    }
    if (fmpq_mat_ncols(x) != fmpq_mat_nrows(y)) {
        val_fail(r, "the first matrix has %ld columns, the second %ld rows",
                 (long)fmpq_mat_ncols(x), (long)fmpq_mat_nrows(y));
    } else {
        fmpq_mat_init(z, fmpq_mat_nrows(x), fmpq_mat_ncols(y));
        fmpq_mat_mul(z, x, y);
        out = matrix(r, z);
        fmpq_mat_clear(z);
    }
    fmpq_mat_clear(x);
    fmpq_mat_clear(y);
    return out;
}

static struct val solved(struct reckoning *r, const fmpq_mat_t m,
                         const struct val_row *b)
{
    slong size = fmpq_mat_nrows(m);
    struct val d = val_row(r, VAL_LIST, b->n);
    fmpq_mat_t x, y;

    fmpq_mat_init(x, size, 1);
    fmpq_mat_init(y, size, 1);
    for (slong i = 0; !r->failed && i < size; i++)
        val_get_fmpq(r, b->at[i], fmpq_mat_entry(y, i, 0));
    if (!r->failed && !fmpq_mat_solve_fraction_free(x, m, y))
        val_fail(r, "the system has not exactly one solution");
    for (slong i = 0; !r->failed && i < size; i++)
        d.row->at[i] = entry(r, x, i, 0);
    fmpq_mat_clear(x);
    fmpq_mat_clear(y);
    return r->failed ? VAL_FAILED : d;
}

BUILTIN(solve_linear)
{
    struct val out;
    fmpq_mat_t m;

    (void)n;
    if (!get_matrix(r, a[0], m))
        return VAL_FAILED;
    if (!val_is_row(a[1]) || fmpq_mat_nrows(m) != fmpq_mat_ncols(m) ||
        (slong)a[1].row->n != fmpq_mat_nrows(m))
        out = val_fail(r, "a square matrix and as many right sides as it has "
                          "rows are needed");
    else
        out = solved(r, m, a[1].row);
    fmpq_mat_clear(m);
    return out;
}

/* A square matrix, to be cleared unless false. */
static bool get_square(struct reckoning *r, struct val x, fmpq_mat_t m)
{
    if (!get_matrix(r, x, m))
        return false;
    if (fmpq_mat_nrows(m) == fmpq_mat_ncols(m))
        return true;
    fmpq_mat_clear(m);
    val_fail(r, "a square matrix is needed");
    return false;
}

BUILTIN(inverse_matrix)
{
    struct val out = VAL_FAILED;
    fmpq_mat_t m;

    (void)n;
    if (!get_square(r, a[0], m))
        return out;
    if (fmpq_mat_inv(m, m))
        out = matrix(r, m);
    else
        val_fail(r, "the matrix has no inverse");
    fmpq_mat_clear(m);
    return out;
}

BUILTIN(char_poly)
{
    fmpq_poly_t p;
    fmpq_mat_t m;

    (void)n;
    if (!get_square(r, a[0], m))
        return VAL_FAILED;
    fmpq_poly_init(p);
    fmpq_mat_charpoly(p, m);
    fmpq_mat_clear(m);
    return val_poly(r, p, "x");
}

/* By squares, each of which counts its work. */
BUILTIN(power_matrix)
{
    struct val square[2] = { a[0], a[0] }, so_far = a[0];
    int64_t k;

    (void)n;
    if (!val_get_int(r, a[1], 1, 1000, &k))
        return VAL_FAILED;
    for (k--; k > 0 && !r->failed; k /= 2) {
        struct val two[2] = { so_far, square[0] };

        if (k % 2)
            so_far = fn_times(r, two, 2);
        if (k > 1)
            square[0] = square[1] = fn_times(r, square, 2);
    }
    return r->failed ? VAL_FAILED : so_far;
}

/* ---- graphs ---- */

struct edge {
    int64_t from, to, length;
};

/* Read the edges of a graph with n points. */
static struct edge *get_edges(struct reckoning *r, const struct val *a,
                              int64_t *points)
{
    struct edge *edges;

    if (!val_get_int(r, a[0], 1, POINTS_MOST, points))
        return NULL;
    if (!val_is_row(a[1])) {
        val_fail(r, "a list of edges is needed, not %s", val_what(r, a[1]));
        return NULL;
    }
    edges = arena_array(r->arena, struct edge, a[1].row->n + 1);
    for (size_t i = 0; i < a[1].row->n; i++) {
        struct val e = a[1].row->at[i];

        edges[i].length = 1;
        if (!val_is_row(e) || e.row->n < 2 || e.row->n > 3) {
            val_fail(r, "an edge is (u, v) or (u, v, length), not %s",
                     val_what(r, e));
            return NULL;
        }
        if (!val_get_int(r, e.row->at[0], 0, *points - 1, &edges[i].from) ||
            !val_get_int(r, e.row->at[1], 0, *points - 1, &edges[i].to) ||
            (e.row->n == 3 &&
             !val_get_int(r, e.row->at[2], 0, 1000000000, &edges[i].length)))
            return NULL;
    }
    return edges;
}

/* Go over all edges until nothing changes. better() is told both ends' values
 * and the length, and returns the new value of the second. */
static struct val settle(struct reckoning *r, const struct edge *edges,
                         size_t n_edges, int64_t *value, int64_t points,
                         int64_t (*better)(int64_t, int64_t, int64_t))
{
    struct val d = val_row(r, VAL_LIST, (size_t)points);
    bool changed = true;

    while (changed && val_spend(r, 1 + n_edges)) {
        changed = false;
        for (size_t i = 0; i < n_edges; i++) {
            int64_t *u = &value[edges[i].from], *v = &value[edges[i].to];
            int64_t to = better(*u, *v, edges[i].length);
            int64_t back = better(to, *u, edges[i].length);

            changed = changed || to != *v || back != *u;
            *v = to;
            *u = back;
        }
    }
    for (int64_t i = 0; !r->failed && i < points; i++)
        d.row->at[i] = val_int(value[i]);
    return r->failed ? VAL_FAILED : d;
}

/* -1 is no way yet. */
static int64_t nearer(int64_t u, int64_t v, int64_t length)
{
    return u >= 0 && (v < 0 || u + length < v) ? u + length : v;
}

static int64_t smaller(int64_t u, int64_t v, int64_t length)
{
    (void)length;
    return u < v ? u : v;
}

BUILTIN(distances)
{
    int64_t points, from, *value;
    struct edge *edges = get_edges(r, a, &points);

    (void)n;
    if (!edges || !val_get_int(r, a[2], 0, points - 1, &from))
        return VAL_FAILED;
    value = arena_array(r->arena, int64_t, points);
    for (int64_t i = 0; i < points; i++)
        value[i] = i == from ? 0 : -1;
    return settle(r, edges, a[1].row->n, value, points, nearer);
}

BUILTIN(components)
{
    int64_t points, *value;
    struct edge *edges = get_edges(r, a, &points);

    (void)n;
    if (!edges)
        return VAL_FAILED;
    value = arena_array(r->arena, int64_t, points);
    for (int64_t i = 0; i < points; i++)
        value[i] = i;
    return settle(r, edges, a[1].row->n, value, points, smaller);
}

/* A matching of a bipartite graph: for every point on the right its partner on
 * the left, or -1. */
struct pairing {
    const struct edge *edges;
    size_t n_edges;
    int64_t *partner;
    bool *seen; /* points on the right, in this search */
};

/* Look for a partner of u, whose rivals may take others: Kuhn's algorithm. It
 * goes no deeper than there are points on the right, at most MATCHING_MOST. */
static bool find_partner(struct reckoning *r, struct pairing *m, int64_t u)
{
    if (!val_spend(r, 1 + m->n_edges))
        return false;
    for (size_t i = 0; i < m->n_edges; i++) {
        int64_t v = m->edges[i].to;

        if (m->edges[i].from != u || m->seen[v])
            continue;
        m->seen[v] = true;
        if (m->partner[v] < 0 || find_partner(r, m, m->partner[v])) {
            m->partner[v] = u;
            return true;
        }
    }
    return false;
}

BUILTIN(matching)
{
    struct val graph[2] = { a[0], a[2] };
    struct pairing m;
    int64_t left, right, points, pairs = 0;

    (void)n;
    if (!val_get_int(r, a[0], 1, MATCHING_MOST, &left) ||
        !val_get_int(r, a[1], 1, MATCHING_MOST, &right))
        return VAL_FAILED;
    graph[0] = val_int(left > right ? left : right);
    m.edges = get_edges(r, graph, &points);
    if (!m.edges)
        return VAL_FAILED;
    m.n_edges = a[2].row->n;
    for (size_t i = 0; i < m.n_edges; i++)
        if (m.edges[i].from >= left || m.edges[i].to >= right)
            return val_fail(r,
                            "an edge is (u, v) with u below %lld and v below "
                            "%lld",
                            (long long)left, (long long)right);
    m.partner = arena_array(r->arena, int64_t, right);
    m.seen = arena_array(r->arena, bool, right);
    for (int64_t v = 0; v < right; v++)
        m.partner[v] = -1;
    for (int64_t u = 0; u < left && val_spend(r, (uint64_t)right); u++) {
        memset(m.seen, 0, (size_t)right * sizeof(*m.seen));
        pairs += find_partner(r, &m, u);
    }
    return r->failed ? VAL_FAILED : val_int(pairs);
}
