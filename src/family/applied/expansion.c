/* SPDX-License-Identifier: Apache-2.0 */
#include "family/applied/expansion.h"
#include "base/str.h"
#include "family/applied/formula.h"

#include <inttypes.h>
#include <string.h>

/* ---- known functions ---- */

static void series_one(fmpq_poly_t p, const fmpq_poly_t t, slong n)
{
    (void)t;
    (void)n;
    fmpq_poly_one(p);
}

/* 1 + t, for the functions that are not regular in t alone. */
static void one_plus(fmpq_poly_t p, const fmpq_poly_t t)
{
    fmpq_poly_t one;

    fmpq_poly_init(one);
    fmpq_poly_one(one);
    fmpq_poly_add(p, t, one);
    fmpq_poly_clear(one);
}

static void series_ln(fmpq_poly_t p, const fmpq_poly_t t, slong n)
{
    one_plus(p, t);
    fmpq_poly_log_series(p, p, n);
}

static void series_over(fmpq_poly_t p, const fmpq_poly_t t, slong n)
{
    one_plus(p, t);
    fmpq_poly_inv_series(p, p, n);
}

static void series_root(fmpq_poly_t p, const fmpq_poly_t t, slong n)
{
    one_plus(p, t);
    fmpq_poly_sqrt_series(p, p, n);
}

static void series_twice(fmpq_poly_t p, const fmpq_poly_t t, slong n)
{
    series_over(p, t, n);
    fmpq_poly_mullow(p, p, p, n);
}

/* The argument is sign c t^power; the text has it in place of %s, which is
 * closed, as inside of a brace or of brackets, but for a sum `1 + %s`. */
static const struct known {
    const char *text;
    int sign, power;
    void (*series)(fmpq_poly_t, const fmpq_poly_t, slong);
} known[KNOWN_FUNCTIONS] = {
    [KNOWN_ONE] = { "1", 1, 1, series_one },
    [KNOWN_EXP] = { "e^{%s}", 1, 1, fmpq_poly_exp_series },
    [KNOWN_COS] = { "\\cos(%s)", 1, 1, fmpq_poly_cos_series },
    [KNOWN_COSH] = { "\\cosh(%s)", 1, 1, fmpq_poly_cosh_series },
    [KNOWN_SINH] = { "\\sinh(%s)", 1, 1, fmpq_poly_sinh_series },
    [KNOWN_SQUARE] = { "\\frac{1}{1 + %s}", 1, 2, series_over },
    [KNOWN_LN] = { "\\ln(1 + %s)", 1, 1, series_ln },
    [KNOWN_OVER] = { "\\frac{1}{1 + %s}", 1, 1, series_over },
    [KNOWN_ROOT] = { "\\sqrt{1 + %s}", 1, 1, series_root },
    [KNOWN_ARCTAN] = { "\\arctan(%s)", 1, 1, fmpq_poly_atan_series },
    [KNOWN_LN_SQUARE] = { "\\ln(1 + %s)", 1, 2, series_ln },
    [KNOWN_TWICE] = { "\\frac{1}{(1 + %s)^2}", 1, 1, series_twice },
    [KNOWN_GAUSS] = { "e^{%s}", -1, 2, fmpq_poly_exp_series },
};

const char *known_latex(struct arena *a, int64_t factor, enum known_function f,
                        int64_t c, const char *t, bool is_sum)
{
    const struct known *k = &known[f];
    const char *base =
        is_sum && (k->power > 1 || c != 1) ? arena_printf(a, "(%s)", t) : t;
    const char *argument = formula_ratio_term(a, k->sign * c, 1, "",
                                              POWERS({ base, k->power, 1 }));
    const char *open = "\\frac{1}", *text;
    size_t at = strcspn(k->text, "%");

    if (!k->text[at])
        return formula_ratio_term(a, factor, 1, "", NULL);
    text = arena_printf(a, "%.*s%s%s", (int)at, k->text, argument,
                        k->text + at + 2);
    if (str_starts(text, open))
        return arena_printf(a, "%s\\frac{%" PRId64 "}%s", factor < 0 ? "-" : "",
                            factor < 0 ? -factor : factor, text + strlen(open));
    return formula_ratio_term(a, factor, 1, text, NULL);
}

void known_series(fmpq_poly_t p, enum known_function f, int64_t c)
{
    fmpq_poly_t t;

    fmpq_poly_init(t);
    fmpq_poly_set_coeff_si(t, known[f].power, known[f].sign * c);
    known[f].series(p, t, EXPANSION_ORDER);
    fmpq_poly_clear(t);
}

/* ---- the lemma of Watson ---- */

/* u = s (1 + ...)^{1/m}, of a phase alpha s^m (1 + ...). */
static void pure_variable(fmpq_poly_t u, const fmpq_poly_t phase, int64_t m,
                          const fmpq_t alpha)
{
    fmpq_t part;

    fmpq_init(part);
    fmpq_poly_shift_right(u, phase, m);
    fmpq_poly_scalar_div_fmpq(u, u, alpha);
    fmpq_poly_log_series(u, u, EXPANSION_ORDER - 1);
    fmpq_set_si(part, 1, (ulong)m);
    fmpq_poly_scalar_mul_fmpq(u, u, part);
    fmpq_poly_exp_series(u, u, EXPANSION_ORDER - 1);
    fmpq_poly_shift_left(u, u, 1);
    fmpq_clear(part);
}

void expansion_watson(fmpq_poly_t b, int64_t *m, fmpq_t alpha,
                      const fmpq_poly_t phase, const fmpq_poly_t g)
{
    fmpq_poly_t u, s;

    fmpq_poly_init(u);
    fmpq_poly_init(s);
    *m = 0;
    do {
        ++*m;
        fmpq_poly_get_coeff_fmpq(alpha, phase, *m);
    } while (fmpq_is_zero(alpha));
    pure_variable(u, phase, *m, alpha);
    fmpq_poly_revert_series(s, u, EXPANSION_ORDER);
    fmpq_poly_compose_series(b, g, s, EXPANSION_ORDER - 1);
    fmpq_poly_derivative(s, s);
    fmpq_poly_mullow(b, b, s, EXPANSION_ORDER - (slong)*m);
    fmpq_poly_clear(u);
    fmpq_poly_clear(s);
}

/* b/m Gamma((k+1)/m) (alpha x)^{-(k+1)/m}, twice if from both sides. */
static const char *watson_term(struct arena *a, fmpq_t c, int64_t k, int64_t m,
                               const fmpq_t alpha, const char *x)
{
    const char *gamma, *root;
    fmpq_t over;

    fmpq_init(over);
    fmpq_inv(over, alpha);
    gamma = formula_gamma(a, c, k + 1, m);
    root = formula_power(a, c, over, k + 1, m);
    fmpq_clear(over);
    return formula_term(a, c, formula_times(a, root, gamma),
                        POWERS({ x, -(k + 1), m }));
}

size_t expansion_terms(struct arena *a, const fmpq_poly_t b, int64_t m,
                       const fmpq_t alpha, bool both, const char *x, size_t n,
                       const char **terms)
{
    size_t found = 0;
    fmpq_t c, part;

    fmpq_init(c);
    fmpq_init(part);
    fmpq_set_si(part, both ? 2 : 1, (ulong)m);
    for (int64_t k = 0; k < EXPANSION_ORDER - m && found < n; k++) {
        fmpq_poly_get_coeff_fmpq(c, b, k);
        if (fmpq_is_zero(c) || (both && k % 2))
            continue;
        fmpq_mul(c, c, part);
        terms[found++] = watson_term(a, c, k, m, alpha, x);
    }
    fmpq_clear(c);
    fmpq_clear(part);
    return found;
}

const char *expansion_latex(struct arena *a, const fmpq_poly_t p, const char *s,
                            size_t n)
{
    const char *terms[EXPANSION_ORDER];
    size_t found = 0;
    fmpq_t c;

    fmpq_init(c);
    for (slong k = 0; k < fmpq_poly_length(p) && found < n; k++) {
        fmpq_poly_get_coeff_fmpq(c, p, k);
        if (!fmpq_is_zero(c))
            terms[found++] = formula_term(a, c, "", POWERS({ s, k, 1 }));
    }
    fmpq_clear(c);
    return formula_sum(a, terms, found);
}
