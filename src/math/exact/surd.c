/* SPDX-License-Identifier: Apache-2.0 */
#include "math/exact/surd.h"
#include "base/err.h"
#include "base/str.h"
#include "math/exact/integer.h"

#include <inttypes.h>
#include <string.h>

struct surd surd_new(int64_t p, int64_t q, int64_t d, int64_t r)
{
    int64_t g, k;

    INVARIANT(r != 0 && d >= 0);
    k = d > 0 ? integer_square_part(d) : 1; /* squares come out of the root */
    d /= k * k;
    q *= k;
    if (d == 1)
        p += q;
    if (d <= 1 || q == 0)
        q = d = 0;
    g = integer_gcd(integer_gcd(p, q), r);
    if (r < 0)
        g = -g;
    return (struct surd){ p / g, q / g, d, r / g };
}

/* q sqrt(d), q > 0. */
static void surd_add_root(struct str *s, int64_t q, int64_t d)
{
    if (q != 1)
        str_addf(s, "%" PRId64, q);
    str_addf(s, "\\sqrt{%" PRId64 "}", d);
}

char *surd_latex(struct arena *a, struct surd x)
{
    struct str s = str_in(a);
    /* One term: its sign goes before the fraction. */
    bool negative = x.p < 0 ? x.q == 0 : x.p == 0 && x.q < 0;
    int64_t p = negative ? -x.p : x.p, q = negative ? -x.q : x.q;

    if (negative)
        str_addc(&s, '-');
    if (x.r != 1)
        str_add(&s, "\\frac{");
    if (p || !q)
        str_addf(&s, "%" PRId64, p);
    if (q && (p || q < 0))
        str_addc(&s, q < 0 ? '-' : '+');
    if (q)
        surd_add_root(&s, q < 0 ? -q : q, x.d);
    if (x.r != 1)
        str_addf(&s, "}{%" PRId64 "}", x.r);
    return s.s;
}

/* ---- reading: [-] ( \frac{sum}{integer} | sum ) ---- */

static bool surd_accept(const char **p, const char *word)
{
    if (!str_starts(*p, word))
        return false;
    *p += strlen(word);
    return true;
}

#define DIGITS_MOST 9 /* products of three stay below 2^90: see check methods */

static bool surd_read_integer(const char **p, int64_t *out)
{
    size_t n = strspn(*p, "0123456789");

    if (n == 0 || n > DIGITS_MOST)
        return false;
    for (*out = 0; n--; (*p)++)
        *out = *out * 10 + (**p - '0');
    return true;
}

/* integer, or integer? \sqrt{integer}; added to x with its sign. */
static bool surd_read_term(const char **p, int64_t sign, struct surd *x)
{
    int64_t n = 1;
    bool number = surd_read_integer(p, &n);

    if (surd_accept(p, "\\sqrt{")) {
        if (x->q || !surd_read_integer(p, &x->d) || !surd_accept(p, "}"))
            return false;
        x->q = sign * n;
        return true;
    }
    if (!number || x->p)
        return false;
    x->p = sign * n;
    return true;
}

static bool surd_read_sum(const char **p, struct surd *x)
{
    int64_t sign = surd_accept(p, "-") ? -1 : 1;

    if (!surd_read_term(p, sign, x))
        return false;
    if (surd_accept(p, "+"))
        return surd_read_term(p, 1, x);
    return surd_accept(p, "-") ? surd_read_term(p, -1, x) : true;
}

bool surd_read(const char *latex, struct surd *out)
{
    struct surd x = { .r = 1 };
    const char *p = latex;
    bool negative = str_starts(p, "-\\frac") && surd_accept(&p, "-");

    if (surd_accept(&p, "\\frac{")) {
        if (!surd_read_sum(&p, &x) || !surd_accept(&p, "}{") ||
            !surd_read_integer(&p, &x.r) || !surd_accept(&p, "}") || x.r == 0)
            return false;
    } else if (!surd_read_sum(&p, &x)) {
        return false;
    }
    if (*p)
        return false;
    if (negative) {
        x.p = -x.p;
        x.q = -x.q;
    }
    *out = x;
    return true;
}
