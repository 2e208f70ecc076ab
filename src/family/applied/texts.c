/* SPDX-License-Identifier: Apache-2.0 */
#include "family/applied/texts.h"
#include "base/str.h"
#include "family/applied/formula.h"
#include "family/recipe/latex.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

void texts_set(struct texts *t, const char *name, const char *fmt, ...)
{
    struct str text = str_in(t->arena);
    va_list ap;

    INVARIANT(t->named_n < TEXTS_MOST);
    va_start(ap, fmt);
    str_addv(&text, fmt, ap);
    va_end(ap);
    t->named[t->named_n++] = (struct text_named){ name, str_get(&text) };
}

void texts_step(struct texts *t, const char *name)
{
    INVARIANT(t->steps_n < STEPS_MOST);
    t->steps[t->steps_n++] = name;
}

bool texts_solve(struct solving *s, const struct applied *x, const void *values)
{
    struct texts t = { .arena = s->arena };

    x->analyse(&t, values);
    if (!t.key)
        return false;
    solving_key(s, "%s", t.key);
    for (size_t i = 0; i < t.named_n; i++)
        let_text(s, t.named[i].name, t.named[i].text);
    for (size_t i = 0; i < t.steps_n; i++)
        tell(s, t.steps[i]);
    return true;
}

void texts_speak(struct speech *s, const void *values)
{
    const struct applied *x = (const void *)s->recipe;
    struct texts t = { .arena = s->arena };

    x->analyse(&t, values);
    for (size_t i = 0; i < t.named_n; i++)
        form_let_text(s, t.named[i].name, t.named[i].text);
}

size_t texts_claim(struct arena *a, const struct applied *x, const void *values,
                   struct applied_claim *out)
{
    struct texts t = { .arena = a };

    x->analyse(&t, values);
    if (!t.key)
        return 0;
    *out = applied_begin(t.kind, t.object, t.variable);
    out->claim.conditions = t.conditions ? t.conditions : "";
    if (!t.symbol)
        return 1;
    applied_tends(a, out, t.symbol, t.to, t.terms);
    if (str_eq(t.symbol, t.variable))
        out->claim.parameters_n = 0;
    out->claim.limit.point = t.point;
    if (t.terms == 0) {
        out->claim.limit.has_order = true;
        fmpq_set_si(out->claim.limit.order, t.order.p, (ulong)t.order.q);
    }
    if (!str_eq(t.symbol, t.variable)) {
        out->claim.limit.uniform_in = "x";
        out->claim.limit.range = t.conditions;
    }
    return 1;
}

/* ---- exact numbers ---- */

struct ratio over(int64_t p, int64_t q)
{
    struct ratio out;

    INVARIANT(ratio_make(&out, p, q));
    return out;
}

struct ratio plus(struct ratio x, struct ratio y)
{
    struct ratio out;

    INVARIANT(ratio_add(&out, x, y));
    return out;
}

struct ratio minus(struct ratio x, struct ratio y)
{
    return plus(x, ratio_neg(y));
}

struct ratio times(struct ratio x, struct ratio y)
{
    struct ratio out;

    INVARIANT(ratio_mul(&out, x, y));
    return out;
}

struct ratio power_of(struct ratio x, int n)
{
    struct ratio out = RATIO(1);

    for (int i = 0; i < (n < 0 ? -n : n); i++)
        out = times(out, x);
    return n < 0 ? over(out.q, out.p) : out;
}

/* ---- formulas ---- */

const char *scaled(struct arena *a, struct ratio c, const char *what)
{
    return *what ? latex_times(a, c.p, c.q, what) : ratio_latex(a, c);
}

const char *divided(struct arena *a, struct ratio c, const char *what,
                    const char *base, int n)
{
    return formula_ratio_term(a, c.p, c.q, what, POWERS({ base, -n, 1 }));
}

const char *raised(struct arena *a, const char *base, int n)
{
    return n == 1 ? base : arena_printf(a, "%s^%d", base, n);
}

const char *sum_of(struct arena *a, ...)
{
    const char *terms[16], *term;
    size_t n = 0;
    va_list ap;

    va_start(ap, a);
    while ((term = va_arg(ap, const char *)) && n < 16)
        terms[n++] = term;
    va_end(ap);
    return formula_sum(a, terms, n);
}

const char *in_brackets(struct arena *a, const char *text)
{
    return strpbrk(text, "+-") ? arena_printf(a, "(%s)", text) : text;
}

const char *exp_of(struct arena *a, const char *exponent)
{
    return str_eq(exponent, "0") ? "1" : arena_printf(a, "e^{%s}", exponent);
}

/* ---- the place on the line ---- */

const char *spot_text(struct arena *a, struct spot s, int64_t more)
{
    int64_t d = s.d + more;

    if (s.sign < 0)
        return d ? arena_printf(a, "%" PRId64 " - x", d) : "-x";
    return d ? arena_printf(a, "x%s", latex_plus(a, d)) : "x";
}

const char *spot_scaled(struct arena *a, struct ratio c, struct spot s)
{
    if (s.sign < 0 && s.d == 0)
        return scaled(a, ratio_neg(c), "x");
    return scaled(a, c, in_brackets(a, spot_text(a, s, 0)));
}

void spot_poly(struct spot s, int64_t *c, size_t n)
{
    /* Horner's rule: multiply by (sign x + d) and add the next. */
    int64_t out[8] = { 0 };

    INVARIANT(n < 8);
    for (size_t i = n; i-- > 0;) {
        for (size_t k = n; k-- > 0;)
            out[k] = out[k] * s.d + (k ? out[k - 1] * s.sign : 0);
        out[0] += c[i];
    }
    memcpy(c, out, n * sizeof(*c));
}

const char *poly_times(struct arena *a, const int64_t *c, size_t n,
                       const char *what)
{
    int64_t turned[8] = { 0 };
    size_t terms = 0, top = 0;
    const char *sum;

    INVARIANT(n <= 8);
    for (size_t i = 0; i < n; i++)
        if (c[i]) {
            terms++;
            top = i;
        }
    if (terms == 0)
        return "0";
    if (terms == 1 && top == 0)
        return scaled(a, RATIO(c[0]), what);
    if (terms == 1)
        return formula_times(a, latex_poly(a, c, n, "x"), what);
    for (size_t i = 0; i < n; i++)
        turned[i] = c[top] < 0 ? -c[i] : c[i];
    sum = latex_poly(a, turned, n, "x");
    return arena_printf(a, "%s(%s)%s", c[top] < 0 ? "-" : "", sum, what);
}
