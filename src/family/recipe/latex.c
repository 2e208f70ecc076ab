/* SPDX-License-Identifier: Apache-2.0 */
#include "family/recipe/latex.h"
#include "base/str.h"
#include "family/recipe/algebra.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"

#include <inttypes.h>

char *latex_ratio(struct arena *a, int64_t p, int64_t q)
{
    int64_t g = integer_gcd(p, q);

    INVARIANT(q != 0);
    g = q < 0 ? -g : g;
    p /= g;
    q /= g;
    if (q == 1)
        return arena_printf(a, "%" PRId64, p);
    return arena_printf(a, "%s\\frac{%" PRId64 "}{%" PRId64 "}",
                        p < 0 ? "-" : "", p < 0 ? -p : p, q);
}

char *latex_fmpq(struct arena *a, const fmpq_t x)
{
    char *text;
    fmpz_t p;

    if (fmpz_is_one(fmpq_denref(x)))
        return integer_text(a, fmpq_numref(x));
    fmpz_init(p);
    fmpz_abs(p, fmpq_numref(x));
    text = arena_printf(a, "%s\\frac{%s}{%s}", fmpq_sgn(x) < 0 ? "-" : "",
                        integer_text(a, p), integer_text(a, fmpq_denref(x)));
    fmpz_clear(p);
    return text;
}

char *latex_times(struct arena *a, int64_t p, int64_t q, const char *constant)
{
    int64_t g = integer_gcd(p, q), size;
    const char *sign;

    INVARIANT(q != 0);
    if (p == 0)
        return arena_strdup(a, "0");
    g = q < 0 ? -g : g;
    p /= g;
    q /= g;
    sign = p < 0 ? "-" : "";
    size = p < 0 ? -p : p;
    if (q == 1 && size == 1)
        return arena_printf(a, "%s%s", sign, constant);
    if (q == 1)
        return arena_printf(a, "%s%" PRId64 "%s", sign, size, constant);
    if (size == 1)
        return arena_printf(a, "%s\\frac{%s}{%" PRId64 "}", sign, constant, q);
    return arena_printf(a, "%s\\frac{%" PRId64 "%s}{%" PRId64 "}", sign, size,
                        constant, q);
}

char *latex_root(struct arena *a, int64_t p, int64_t d, int64_t q)
{
    int64_t k = d > 0 ? integer_square_part(d) : 1;

    d /= k * k;
    p *= k;
    return d == 1 ? latex_ratio(a, p, q)
                  : latex_times(a, p, q,
                                arena_printf(a, "\\sqrt{%" PRId64 "}", d));
}

char *latex_plus(struct arena *a, int64_t x)
{
    return arena_printf(a, x < 0 ? " - %" PRId64 : " + %" PRId64,
                        x < 0 ? -x : x);
}

/* ---- polynomials ---- */

/* One term; `size` is the text of the coefficient's size. */
static void add_term(struct str *out, bool negative, const char *size,
                     const char *x, size_t power)
{
    if (out->n)
        str_add(out, negative ? " - " : " + ");
    else if (negative)
        str_addc(out, '-');
    if (power == 0 || !str_eq(size, "1"))
        str_add(out, size);
    if (power == 0)
        return;
    str_add(out, x);
    if (power > 9)
        str_addf(out, "^{%zu}", power);
    else if (power > 1)
        str_addf(out, "^%zu", power);
}

char *latex_poly(struct arena *a, const int64_t *c, size_t n, const char *x)
{
    struct str out = str_in(a);

    for (size_t i = n; i-- > 0;)
        if (c[i])
            add_term(&out, c[i] < 0,
                     arena_printf(a, "%" PRIu64,
                                  c[i] < 0 ? -(uint64_t)c[i] : (uint64_t)c[i]),
                     x, i);
    return out.n ? out.s : arena_strdup(a, "0");
}

char *latex_fmpz_poly(struct arena *a, const fmpz *c, size_t n, const char *x)
{
    struct str out = str_in(a);
    fmpz_t size;

    fmpz_init(size);
    for (size_t i = n; i-- > 0;) {
        if (fmpz_is_zero(c + i))
            continue;
        fmpz_abs(size, c + i);
        add_term(&out, fmpz_sgn(c + i) < 0, integer_text(a, size), x, i);
    }
    fmpz_clear(size);
    return out.n ? out.s : arena_strdup(a, "0");
}

/* ---- rows ---- */

char *latex_list(struct arena *a, const int64_t *x, size_t n)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < n; i++) {
        str_add(&out, i ? ", " : "");
        str_add_int(&out, x[i]);
    }
    return n ? out.s : arena_strdup(a, "");
}

char *latex_matrix(struct arena *a, const int64_t *x, size_t rows,
                   size_t columns)
{
    struct str out = str_in(a);

    str_add(&out, "\\begin{pmatrix} ");
    for (size_t i = 0; i < rows * columns; i++) {
        if (i)
            str_add(&out, i % columns ? " & " : " \\\\ ");
        str_add_int(&out, x[i]);
    }
    str_add(&out, " \\end{pmatrix}");
    return out.s;
}
