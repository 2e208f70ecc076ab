/* SPDX-License-Identifier: Apache-2.0 */
#include "family/applied/formula.h"
#include "base/ascii.h"
#include "base/str.h"
#include "family/recipe/latex.h"
#include "math/exact/integer.h"

#include <inttypes.h>
#include <string.h>

/* Does the text end in a command, \epsilon, that a letter would lengthen? */
static bool ends_in_command(const char *s, size_t n)
{
    size_t i = n;

    while (i > 0 && is_letter(s[i - 1]))
        i--;
    return i < n && i > 0 && s[i - 1] == '\\';
}

/* Two square roots side by side are one. */
static bool join_roots(struct str *out, const char *factor)
{
    const char *open = "\\sqrt{";
    size_t n = strlen(open), end = strcspn(factor, "}");

    if (!str_starts(str_get(out), open) || !str_starts(factor, open) ||
        factor[end + 1] || strcspn(str_get(out), "}") + 1 != out->n)
        return false;
    out->s[--out->n] = '\0';
    str_add(out, factor + n);
    return true;
}

static void add_factor(struct str *out, const char *factor)
{
    if (join_roots(out, factor))
        return;
    if (out->n && is_letter(*factor) && ends_in_command(out->s, out->n))
        str_addc(out, ' ');
    str_add(out, factor);
}

const char *formula_times(struct arena *a, const char *x, const char *y)
{
    struct str out = str_in(a);

    add_factor(&out, x);
    add_factor(&out, y);
    return str_get(&out);
}

/* symbol^{p/q}, p/q > 0; roots of numbers as such. */
static const char *power_text(struct arena *a, const struct power *x, int64_t p)
{
    int64_t g = integer_gcd(p, x->q), q = x->q / g;

    p /= g;
    if (p == 1 && q == 1)
        return x->symbol;
    if (q == 1)
        return arena_printf(a, p < 10 ? "%s^%" PRId64 : "%s^{%" PRId64 "}",
                            x->symbol, p);
    if (p == 1 && q == 2)
        return arena_printf(a, "\\sqrt{%s}", x->symbol);
    if (p == 1 && is_digit(*x->symbol))
        return arena_printf(a, "\\sqrt[%" PRId64 "]{%s}", q, x->symbol);
    return arena_printf(a, "%s^{%" PRId64 "/%" PRId64 "}", x->symbol, p, q);
}

const char *formula_term(struct arena *a, const fmpq_t c, const char *constant,
                         const struct power *powers)
{
    struct str over = str_in(a), under = str_in(a);
    fmpz_t p;

    if (fmpq_is_zero(c))
        return "0";
    fmpz_init(p);
    fmpz_abs(p, fmpq_numref(c));
    if (!fmpz_is_one(p))
        str_add(&over, integer_text(a, p));
    if (!fmpz_is_one(fmpq_denref(c)))
        str_add(&under, integer_text(a, fmpq_denref(c)));
    fmpz_clear(p);
    add_factor(&over, constant);
    for (; powers && powers->symbol; powers++)
        if (powers->p > 0)
            add_factor(&over, power_text(a, powers, powers->p));
        else if (powers->p < 0)
            add_factor(&under, power_text(a, powers, -powers->p));
    if (!over.n)
        str_add(&over, "1");
    return arena_printf(a, under.n ? "%s\\frac{%s}{%s}" : "%s%s",
                        fmpq_sgn(c) < 0 ? "-" : "", str_get(&over),
                        str_get(&under));
}

const char *formula_ratio_term(struct arena *a, int64_t p, int64_t q,
                               const char *constant, const struct power *powers)
{
    const char *text;
    fmpq_t c;

    fmpq_init(c);
    fmpq_set_si(c, q < 0 ? -p : p, (ulong)(q < 0 ? -q : q));
    text = formula_term(a, c, constant, powers);
    fmpq_clear(c);
    return text;
}

const char *formula_sum(struct arena *a, const char *const *terms, size_t n)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < n; i++) {
        const char *t = terms[i];

        if (!*t || str_eq(t, "0"))
            continue;
        if (out.n)
            str_add(&out, *t == '-' ? " - " : " + ");
        str_add(&out, out.n && *t == '-' ? t + 1 : t);
    }
    return out.n ? str_get(&out) : "0";
}

/* Is b the q-th power of a rational number? That is put into root. */
static bool exact_root(fmpq_t root, const fmpq_t b, int64_t q)
{
    return fmpz_root(fmpq_numref(root), fmpq_numref(b), q) &&
           fmpz_root(fmpq_denref(root), fmpq_denref(b), q);
}

/* b^{p/q}, 0 < p < q: \sqrt[3]{25}, or a power where that is a long number. */
static const char *surd(struct arena *a, const fmpq_t b, int64_t p, int64_t q)
{
    const char *text = latex_fmpq(a, b);
    fmpq_t raised;

    fmpq_init(raised);
    fmpq_pow_si(raised, b, p);
    if (fmpz_bits(fmpq_numref(raised)) + fmpz_bits(fmpq_denref(raised)) > 24)
        text = arena_printf(a, "\\left(%s\\right)^{%" PRId64 "/%" PRId64 "}",
                            text, p, q);
    else if (q == 2)
        text = arena_printf(a, "\\sqrt{%s}", latex_fmpq(a, raised));
    else
        text = arena_printf(a, "\\sqrt[%" PRId64 "]{%s}", q,
                            latex_fmpq(a, raised));
    fmpq_clear(raised);
    return text;
}

/* The square root of b without squares and fractions under it. */
static const char *square_root(struct arena *a, fmpq_t c, const fmpq_t b)
{
    const char *text;
    fmpz_t n, square;

    fmpz_init(n);
    fmpz_init(square);
    fmpq_div_fmpz(c, c, fmpq_denref(b));
    fmpz_mul(n, fmpq_numref(b), fmpq_denref(b));
    for (ulong d = 2; d < 1000; d++)
        for (fmpz_set_ui(square, d * d); fmpz_divisible(n, square);) {
            fmpz_divexact(n, n, square);
            fmpz_mul_ui(fmpq_numref(c), fmpq_numref(c), d);
        }
    fmpq_canonicalise(c);
    text = arena_printf(a, "\\sqrt{%s}", integer_text(a, n));
    fmpz_clear(n);
    fmpz_clear(square);
    return text;
}

const char *formula_power(struct arena *a, fmpq_t c, const fmpq_t b, int64_t p,
                          int64_t q)
{
    int64_t g = integer_gcd(p, q), whole;
    const char *text = "";
    fmpq_t root;

    p /= g;
    q /= g;
    fmpq_init(root);
    for (int64_t d = q; d > 1; d--) /* 4^{1/4} is 2^{1/2} */
        if (q % d == 0 && exact_root(root, b, d)) {
            text = formula_power(a, c, root, p, q / d);
            fmpq_clear(root);
            return text;
        }
    whole = (p - integer_mod(p, q)) / q;
    p -= whole * q;
    if (p && q == 2)
        text = square_root(a, c, b);
    else if (p)
        text = surd(a, b, p, q);
    fmpq_pow_si(root, b, whole);
    fmpq_mul(c, c, root);
    fmpq_clear(root);
    return text;
}

const char *formula_gamma(struct arena *a, fmpq_t c, int64_t p, int64_t q)
{
    int64_t g = integer_gcd(p, q);
    fmpq_t x;

    p /= g;
    q /= g;
    fmpq_init(x);
    for (p -= q; p > 0; p -= q) {
        fmpq_set_si(x, p, (ulong)q);
        fmpq_mul(c, c, x);
    }
    fmpq_clear(x);
    p += q;
    if (p == q)
        return "";
    if (q == 2)
        return "\\sqrt{\\pi}";
    return arena_printf(
        a, "\\Gamma\\left(\\frac{%" PRId64 "}{%" PRId64 "}\\right)", p, q);
}

const char *formula_shifted(struct arena *a, const char *x, int64_t h)
{
    if (h == 0)
        return x;
    return arena_printf(a, "(%s %c %" PRId64 ")", x, h < 0 ? '+' : '-',
                        h < 0 ? -h : h);
}
