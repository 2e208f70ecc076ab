/* SPDX-License-Identifier: Apache-2.0 */
#include "family/recipe/keys.h"
#include "base/ascii.h"
#include "base/str.h"
#include "family/recipe/algebra.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"
#include "math/read/read.h"

#include <string.h>

#define KEY_WORK 2000000

/* Returns the number of digits, without a sign and without idle zeros, or 0 if
 * there are none. */
static size_t digits_of(const char *p)
{
    size_t n = 0;

    while (is_digit(p[n]))
        n++;
    return n > 1 && p[0] == '0' ? 0 : n;
}

bool key_int(const char *text, int64_t *x)
{
    bool negative = *text == '-';
    const char *p = text + negative;
    size_t n = digits_of(p);

    if (n == 0 || n > 18 || p[n] || (negative && *p == '0'))
        return false;
    for (*x = 0; *p; p++)
        *x = *x * 10 + (*p - '0');
    *x = negative ? -*x : *x;
    return true;
}

bool key_integer(const char *text, fmpz_t x)
{
    bool negative = *text == '-';
    size_t n = digits_of(text + negative);

    return n && !text[negative + n] && !(negative && text[1] == '0') &&
           integer_read(x, text);
}

/* Copy n bytes into a small buffer, which must hold them. */
static bool cut(char *out, size_t room, const char *p, size_t n)
{
    if (n >= room)
        return false;
    memcpy(out, p, n);
    out[n] = '\0';
    return true;
}

#define RATIO_DIGITS 4097

/* "\frac{3}{4}" -> "3", "4": the end of it, or NULL. */
static const char *split_frac(const char *p, char *num, char *den)
{
    size_t n;

    if (!str_starts(p, "\\frac{"))
        return NULL;
    p += strlen("\\frac{");
    n = digits_of(p);
    if (!n || !cut(num, RATIO_DIGITS, p, n) || !str_starts(p + n, "}{"))
        return NULL;
    p += n + 2;
    n = digits_of(p);
    if (!n || !cut(den, RATIO_DIGITS, p, n) || p[n] != '}')
        return NULL;
    return p + n + 1;
}

bool key_rational(const char *text, fmpq_t x)
{
    bool negative = *text == '-';
    char num[RATIO_DIGITS], den[RATIO_DIGITS];
    const char *end = split_frac(text + negative, num, den);

    if (!end) {
        fmpz_one(fmpq_denref(x));
        return key_integer(text, fmpq_numref(x));
    }
    if (*end || !integer_read(fmpq_numref(x), num) ||
        !integer_read(fmpq_denref(x), den) || fmpz_sgn(fmpq_numref(x)) == 0 ||
        fmpz_cmp_ui(fmpq_denref(x), 2) < 0)
        return false;
    if (negative)
        fmpz_neg(fmpq_numref(x), fmpq_numref(x));
    return fmpq_is_canonical(x);
}

bool key_ratio(const char *text, int64_t *p, int64_t *q)
{
    fmpq_t x;
    bool ok;

    fmpq_init(x);
    ok = key_rational(text, x) && fmpz_bits(fmpq_numref(x)) < 60 &&
         fmpz_bits(fmpq_denref(x)) < 60;
    if (ok) {
        *p = fmpz_get_si(fmpq_numref(x));
        *q = fmpz_get_si(fmpq_denref(x));
    }
    fmpq_clear(x);
    return ok;
}

bool key_decimal(const char *text, fmpq_t x)
{
    bool negative = *text == '-';
    const char *p = text + negative;
    char all[RATIO_DIGITS];
    size_t n = digits_of(p), places = 0;

    if (!n || !cut(all, sizeof(all), p, n))
        return false;
    if (p[n] == '.') {
        while (is_digit(p[n + 1 + places]))
            places++;
        if (!places || p[n + places] == '0' || n + places >= sizeof(all))
            return false;
        memcpy(all + n, p + n + 1, places);
        all[n + places] = '\0';
        p += 1 + places;
    }
    if (p[n] || !integer_read(fmpq_numref(x), all))
        return false;
    fmpz_ui_pow_ui(fmpq_denref(x), 10, places);
    if (negative)
        fmpz_neg(fmpq_numref(x), fmpq_numref(x));
    fmpq_canonicalise(x);
    return !(negative && fmpq_is_zero(x));
}

/* ---- lists ---- */

static const char *trimmed(struct arena *a, const char *p, size_t n)
{
    while (n && *p == ' ') {
        p++;
        n--;
    }
    while (n && p[n - 1] == ' ')
        n--;
    return arena_strndup(a, p, n);
}

/* What lies between the brackets, or NULL. */
static const char *inside(const char *text, const char *open, const char *close,
                          size_t *n)
{
    size_t all = strlen(text), o = strlen(open), c = strlen(close);

    if (all < o + c || memcmp(text, open, o) != 0 ||
        memcmp(text + all - c, close, c) != 0)
        return NULL;
    *n = all - o - c;
    return text + o;
}

bool key_items(struct arena *a, const char *text, const char *open,
               const char *close, const char ***items, size_t *n)
{
    size_t length, from = 0;
    const char *p = inside(text, open, close, &length);
    int depth = 0;

    *n = 0;
    *items = NULL;
    if (!p)
        return false;
    *items = arena_array(a, const char *, length / 2 + 1);
    for (size_t i = 0; i <= length; i++) {
        char c = i < length ? p[i] : ',';

        depth += c == '(' || c == '[' || c == '{';
        depth -= c == ')' || c == ']' || c == '}';
        if (depth < 0)
            return false;
        if (c != ',' || depth != 0)
            continue;
        (*items)[*n] = trimmed(a, p + from, i - from);
        if (!*(*items)[*n])
            return false;
        ++*n;
        from = i + 1;
    }
    return depth == 0;
}

bool key_ints(const char *text, const char *open, const char *close,
              int64_t *out, size_t most, size_t *n)
{
    size_t length;
    const char *p = inside(text, open, close, &length);
    const char *end = p ? p + length : NULL;

    *n = 0;
    while (p) {
        const char *comma = memchr(p, ',', (size_t)(end - p));
        size_t size = (size_t)((comma ? comma : end) - p);
        char item[24];

        if (*n == most || !cut(item, sizeof(item), p, size) ||
            !key_int(item, &out[*n]))
            return false;
        ++*n;
        if (!comma)
            return true;
        if (comma[1] != ' ')
            return false;
        p = comma + 2;
    }
    return false;
}

/* ---- polynomials ---- */

/* A size without sign: "3", "\frac{3}{4}", or nothing, which is 1. */
static const char *read_size(const char *p, fmpq_t c)
{
    char num[RATIO_DIGITS], den[RATIO_DIGITS];
    const char *end = split_frac(p, num, den);
    size_t n = digits_of(p);

    fmpq_one(c);
    if (end)
        return integer_read(fmpq_numref(c), num) &&
                       integer_read(fmpq_denref(c), den) &&
                       fmpz_cmp_ui(fmpq_denref(c), 2) >= 0 &&
                       fmpq_is_canonical(c) && !fmpq_is_zero(c)
                   ? end
                   : NULL;
    if (n && (!cut(num, sizeof(num), p, n) ||
              !integer_read(fmpq_numref(c), num) || fmpq_is_zero(c)))
        return NULL;
    return p + n;
}

#define POWER_MOST 10000

/* x, x^2, x^{12} or nothing: the power and the end, or NULL. */
static const char *read_power(const char *p, const char *x, slong *power)
{
    size_t n;
    bool braces;

    *power = 0;
    if (!str_starts(p, x))
        return p;
    p += strlen(x);
    *power = 1;
    if (*p != '^')
        return p;
    p++;
    braces = *p == '{';
    p += braces;
    n = digits_of(p);
    if (!n || n > 4 || (n > 1) != braces)
        return NULL;
    for (*power = 0; n; n--)
        *power = *power * 10 + (*p++ - '0');
    if (braces && *p++ != '}')
        return NULL;
    return *power > 1 ? p : NULL;
}

/* The term at p, which comes below the power `last`; its end, or NULL. */
static const char *read_term(const char *p, const char *x, bool negative,
                             slong *last, fmpq_poly_t out)
{
    const char *size = p;
    slong power;
    fmpq_t c;

    fmpq_init(c);
    p = read_size(p, c);
    if (p && negative)
        fmpq_neg(c, c);
    if (p) {
        bool bare = p == size;

        p = read_power(p, x, &power);
        /* A constant needs digits, and 1x is not written. */
        if (p && ((power == 0 && bare) || power >= *last ||
                  (power > 0 && !bare && *size == '1' && size[1] == *x)))
            p = NULL;
    }
    if (p) {
        fmpq_poly_set_coeff_fmpq(out, power, c);
        *last = power;
    }
    fmpq_clear(c);
    return p;
}

bool key_poly(const char *text, const char *x, fmpq_poly_t out)
{
    slong last = POWER_MOST;
    bool negative = *text == '-';
    const char *p = text + negative;

    fmpq_poly_zero(out);
    if (str_eq(text, "0"))
        return true;
    while ((p = read_term(p, x, negative, &last, out))) {
        if (!*p)
            return true;
        if (!str_starts(p, " + ") && !str_starts(p, " - "))
            return false;
        negative = p[1] == '-';
        p += 3;
    }
    return false;
}

/* ---- matrices ---- */

bool key_matrix(struct arena *a, const char *text, fmpq_mat_t m)
{
    size_t length;
    const char *p =
        inside(text, "\\begin{pmatrix} ", " \\end{pmatrix}", &length);
    slong rows = fmpq_mat_nrows(m), columns = fmpq_mat_ncols(m);
    const char *end = p ? p + length : NULL;

    for (slong i = 0; p && i < rows * columns; i++) {
        bool row_ends = (i + 1) % columns == 0, all = i + 1 == rows * columns;
        const char *stop = all        ? end
                           : row_ends ? strstr(p, " \\\\ ")
                                      : strstr(p, " & ");

        if (!stop || stop > end ||
            !key_rational(arena_strndup(a, p, (size_t)(stop - p)),
                          fmpq_mat_entry(m, i / columns, i % columns)))
            return false;
        p = stop + (all ? 0 : row_ends ? 4 : 3);
    }
    return p && p == end;
}

/* ---- closed forms ---- */
