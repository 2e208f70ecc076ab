/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/val_complex.h"
#include "base/ascii.h"

#include <string.h>

static bool is_zero(struct val x)
{
    return x.kind == VAL_INT && x.i == 0;
}

struct val complex_new(struct reckoning *r, struct val re, struct val im)
{
    struct val_complex *kept;

    if (r->failed)
        return VAL_FAILED;
    if (!val_is_real(re) || !val_is_real(im))
        return val_fail(r, "a real number is needed, not %s",
                        val_what(r, val_is_real(re) ? im : re));
    if (is_zero(im) || !val_spend(r, 4))
        return r->failed ? VAL_FAILED : re;
    kept = arena_new(r->arena, struct val_complex);
    *kept = (struct val_complex){ re, im };
    return (struct val){ .kind = VAL_COMPLEX, .complex = kept };
}

struct val complex_re(struct reckoning *r, struct val x)
{
    if (x.kind == VAL_COMPLEX)
        return x.complex->re;
    return val_is_real(x) ? x
                          : val_fail(r, "a complex number is needed, not %s",
                                     val_what(r, x));
}

struct val complex_im(struct reckoning *r, struct val x)
{
    if (x.kind == VAL_COMPLEX)
        return x.complex->im;
    return complex_re(r, x).kind == VAL_NOTHING ? VAL_FAILED : val_int(0);
}

static struct val product(struct reckoning *r, const struct val_complex *x,
                          const struct val_complex *y)
{
    struct val re = val_mul(r, x->re, y->re), im = val_mul(r, x->re, y->im);

    re = val_sub(r, re, val_mul(r, x->im, y->im));
    im = val_add(r, im, val_mul(r, x->im, y->re));
    return complex_new(r, re, im);
}

/* x / y is x times the conjugate of y, over |y|^2. */
static struct val quotient(struct reckoning *r, const struct val_complex *x,
                           const struct val_complex *y)
{
    struct val size =
        val_add(r, val_mul(r, y->re, y->re), val_mul(r, y->im, y->im));
    struct val_complex turned = { val_div(r, y->re, size),
                                  val_div(r, val_neg(r, y->im), size) };

    return product(r, x, &turned);
}

struct val complex_op(struct reckoning *r, struct val a, struct val b,
                      enum number_op op)
{
    struct val_complex x = { complex_re(r, a), complex_im(r, a) };
    struct val_complex y = { complex_re(r, b), complex_im(r, b) };

    switch (op) {
    case NUMBER_ADD:
        return complex_new(r, val_add(r, x.re, y.re), val_add(r, x.im, y.im));
    case NUMBER_SUB:
        return complex_new(r, val_sub(r, x.re, y.re), val_sub(r, x.im, y.im));
    case NUMBER_MUL: return product(r, &x, &y);
    case NUMBER_DIV: return quotient(r, &x, &y);
    case NUMBER_COMPARE: break;
    }
    return val_fail(r, "complex numbers have no order");
}

/* By repeated squaring. */
struct val complex_pow(struct reckoning *r, struct val a, int64_t n)
{
    struct val out = val_int(1);

    if (n < 0)
        return val_div(r, out, complex_pow(r, a, -n));
    for (; n > 0 && !r->failed; n /= 2) {
        if (n % 2)
            out = val_mul(r, out, a);
        a = n > 1 ? val_mul(r, a, a) : a;
    }
    return r->failed ? VAL_FAILED : out;
}

bool complex_equal(struct reckoning *r, struct val a, struct val b, bool *equal)
{
    return val_equal(r, complex_re(r, a), complex_re(r, b), equal) &&
           (!*equal || val_equal(r, complex_im(r, a), complex_im(r, b), equal));
}

/* A sum or a logarithm before i stands in brackets: (1+\sqrt{2})i. */
static bool needs_brackets(const char *text)
{
    return strstr(text, "\\ln") || strpbrk(text + (*text == '-'), "+-");
}

void complex_write(struct str *out, const struct val_complex *x)
{
    struct str im = str_in(out->arena);
    bool minus, inside;
    const char *size;

    val_write(&im, x->im);
    inside = needs_brackets(str_get(&im));
    minus = !inside && *im.s == '-';
    size = im.s + minus;
    if (!is_zero(x->re)) {
        val_write(out, x->re);
        str_add(out, minus ? " - " : " + ");
    } else if (minus) {
        str_addc(out, '-');
    }
    if (inside)
        str_addf(out, "\\left(%s\\right)", size);
    else if (!str_eq(size, "1"))
        str_add(out, size);
    str_add(out, !inside && is_letter(im.s[im.n - 1]) ? " i" : "i");
}
