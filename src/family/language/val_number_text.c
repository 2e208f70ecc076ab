/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Closed forms as LaTeX. The number is one fraction: below, a whole number
 * times the atoms that have negative powers; above, whole numbers times atoms.
 * Terms that differ in one logarithm are written as one logarithm.
 */
#include "base/str.h"
#include "family/language/val_complex.h"
#include "family/recipe/keys.h"
#include "math/exact/integer.h"
#include "math/exact/surd.h"
#include "math/read/read.h"

#include <string.h>

/* A logarithm of p/q; in a quotient, which has two sums to be read. */
#define LOG_MOST          INT64_C(1000000000000000)
#define LOG_MOST_QUOTIENT INT64_C(100000)

/* ---- writing ---- */

/* A term of the numerator, or the denominator. */
struct shown {
    fmpz_t c;
    struct number_term rest; /* its atoms; its coefficient has no meaning */
    int64_t p, q;            /* times the logarithm of p/q; 0: none */
    bool done;
};

#define SHOWN_FEW 4 /* terms that need no memory */

static const struct atom_power *only_log(const struct number_term *t)
{
    const struct atom_power *last = t->n ? &t->at[t->n - 1] : NULL;

    return last && last->atom == ATOM_LOG && last->p == 1 &&
                   (t->n == 1 || last[-1].atom != ATOM_LOG)
               ? last
               : NULL;
}

static bool same_atoms(const struct number_term *x, const struct number_term *y,
                       size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (x->at[i].atom != y->at[i].atom || x->at[i].of != y->at[i].of ||
            x->at[i].p != y->at[i].p || x->at[i].q != y->at[i].q)
            return false;
    return true;
}

/* Multiply *x by p^n, n >= 0; false if it is above the most. */
static bool grow(int64_t *x, int64_t p, const fmpz_t n, int64_t most)
{
    if (fmpz_cmp_ui(n, 64) > 0)
        return false;
    for (ulong i = fmpz_get_ui(n); i > 0; i--)
        if (__builtin_mul_overflow(*x, p, x) || *x > most)
            return false;
    return true;
}

/* Are two terms the same but for the prime of their one logarithm? */
static bool are_alike(const struct shown *x, const struct shown *y)
{
    return !y->done && only_log(&y->rest) && y->rest.n == x->rest.n &&
           same_atoms(&x->rest, &y->rest, x->rest.n - 1);
}

/* Write c log p of several terms that have one c as a logarithm of the product
 * of these p. */
static void join_equal_logs(struct shown *at, size_t n, size_t first)
{
    int64_t p = only_log(&at[first].rest)->of, of;

    for (size_t i = first + 1; i < n; i++) {
        if (!are_alike(&at[first], &at[i]) ||
            !fmpz_equal(at[first].c, at[i].c) ||
            __builtin_mul_overflow(p, only_log(&at[i].rest)->of, &of) ||
            of > LOG_MOST)
            continue;
        p = of;
        at[i].done = true;
    }
    at[first].p = p;
    at[first].q = 1;
    at[first].rest.n--;
}

/* Write the sum of c log p over terms that are alike as one: c log (p/q), if
 * that is not too large. */
static void join_logs(struct shown *at, size_t n, size_t first, int64_t most)
{
    int64_t p = 1, q = 1;
    bool fits = true;
    fmpz_t g, k;

    fmpz_init(g);
    fmpz_init(k);
    for (size_t i = first; i < n; i++)
        if (are_alike(&at[first], &at[i]))
            fmpz_gcd(g, g, at[i].c);
    for (size_t i = first; i < n && fits; i++)
        if (are_alike(&at[first], &at[i])) {
            int64_t of = only_log(&at[i].rest)->of;

            fmpz_divexact(k, at[i].c, g);
            fits = fmpz_sgn(k) > 0 ? grow(&p, of, k, most)
                                   : (fmpz_neg(k, k), grow(&q, of, k, most));
        }
    if (!fits) {
        join_equal_logs(at, n, first);
    } else {
        for (size_t i = first + 1; i < n; i++)
            at[i].done = at[i].done || are_alike(&at[first], &at[i]);
        if (p < q)
            fmpz_neg(g, g);
        fmpz_set(at[first].c, g);
        at[first].p = p < q ? q : p;
        at[first].q = p < q ? p : q;
        at[first].rest.n--;
    }
    fmpz_clear(g);
    fmpz_clear(k);
}

static void write_power(struct str *out, const char *base,
                        const struct atom_power *f)
{
    str_add(out, base);
    if (f->q != 1)
        str_addf(out, "^{%s\\frac{%lld}{%lld}}", f->p < 0 ? "-" : "",
                 (long long)(f->p < 0 ? -f->p : f->p), (long long)f->q);
    else if (f->p != 1)
        str_addf(out, "^{%lld}", (long long)f->p);
}

/* The least index above q that a root has; 0: there is none. */
static int64_t next_index(const struct number_term *t, int64_t q)
{
    int64_t next = 0;

    for (size_t i = 0; i < t->n && t->at[i].atom == ATOM_ROOT; i++)
        if (t->at[i].q > q && (next == 0 || t->at[i].q < next))
            next = t->at[i].q;
    return next;
}

/* Multiply both by n, unless one becomes too large to be read again. */
static bool multiply_both(int64_t *p, int64_t *q, int64_t n)
{
    int64_t a, b;

    if (__builtin_mul_overflow(*p, n, &a) ||
        __builtin_mul_overflow(*q, n, &b) || a > NUMBER_FACTOR ||
        a < -NUMBER_FACTOR || b > NUMBER_FACTOR || b < -NUMBER_FACTOR)
        return false;
    *p = a;
    *q = b;
    return true;
}

/* A nested root takes the square roots of its term under it, and the
 * coefficient, if there is room: returns whether it does. */
static bool find_nest(const struct shown *x, int64_t *p, int64_t *q)
{
    const struct atom_power *nest = nest_of(&x->rest);
    int64_t c = COEFF_IS_MPZ(*x->c) ? INT64_MAX : *x->c;

    if (!nest)
        return false;
    *p = nest->p;
    *q = nest->q;
    for (size_t i = 0; x->rest.at[i].atom == ATOM_ROOT; i++)
        multiply_both(p, q, x->rest.at[i].of);
    return !__builtin_mul_overflow(c, c, &c) && multiply_both(p, q, c);
}

static void write_nest(struct str *out, const struct shown *x)
{
    int64_t p, q, size;

    find_nest(x, &p, &q);
    size = q < 0 ? -q : q;
    str_add(out, "\\sqrt{");
    str_add_int(out, p);
    str_add(out, q < 0 ? "-" : "+");
    if (size != 1)
        str_add_int(out, size);
    str_add(out, "\\sqrt{");
    str_add_int(out, nest_of(&x->rest)->of);
    str_add(out, "}}");
}

/* The roots with one index are one root. */
static void write_roots(struct str *out, const struct number_term *t)
{
    for (int64_t q = 0; (q = next_index(t, q));) {
        int64_t under = 1;

        for (size_t i = 0; i < t->n && t->at[i].atom == ATOM_ROOT; i++)
            for (int64_t k = 0; t->at[i].q == q && k < t->at[i].p; k++)
                under *= t->at[i].of;
        str_add(out, "\\sqrt");
        if (q != 2)
            str_addf(out, "[%lld]", (long long)q);
        str_addc(out, '{');
        str_add_int(out, under);
        str_addc(out, '}');
    }
}

static void write_atoms(struct str *out, const struct shown *x)
{
    const struct number_term *t = &x->rest;

    for (size_t i = t->n; i-- > 0;) /* e before pi: "\\pie" is no text */
        if (t->at[i].atom == ATOM_PI || t->at[i].atom == ATOM_E)
            write_power(out, t->at[i].atom == ATOM_PI ? "\\pi" : "e",
                        &t->at[i]);
    if (nest_of(t))
        write_nest(out, x);
    else
        write_roots(out, t);
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].atom == ATOM_LOG)
            write_power(
                out,
                arena_printf(out->arena, "(\\ln %lld)", (long long)t->at[i].of),
                &t->at[i]);
    if (x->p && x->q == 1)
        str_addf(out, "\\ln %lld", (long long)x->p);
    else if (x->p)
        str_addf(out, "\\ln \\frac{%lld}{%lld}", (long long)x->p,
                 (long long)x->q);
}

/* Its size: a sign stands before it. */
static void write_shown(struct str *out, const struct shown *x)
{
    bool has_atoms = x->rest.n || x->p;
    int64_t p, q;

    if (!has_atoms || (!fmpz_is_pm1(x->c) && !find_nest(x, &p, &q))) {
        fmpz c = *x->c;

        if (COEFF_IS_MPZ(c)) {
            const char *digits = integer_text(out->arena, x->c);

            str_add(out, digits + (*digits == '-'));
        } else {
            str_add_int(out, c < 0 ? -c : c);
        }
    }
    write_atoms(out, x);
}

/* Give the term an atom's power that is the inverse of f, if it has less. */
static void raise_power(struct reckoning *r, struct number_term *t,
                        struct atom_power f)
{
    f.p = -f.p;
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].atom == f.atom && t->at[i].of == f.of) {
            f.p = f.p * t->at[i].q - t->at[i].p * f.q; /* what is missing */
            f.q *= t->at[i].q;
            break;
        }
    if (f.p > 0)
        atom_put(r, t, f);
}

/* The least power of every atom that has a negative one, and what all
 * coefficients are multiples of: the denominator, inverted. */
static void find_denominator(struct shown *den, const struct val_number *x,
                             struct reckoning *r)
{
    fmpz_init(den->c);
    fmpz_one(den->c);
    fmpq_init(den->rest.c);
    fmpq_one(den->rest.c);
    for (size_t i = 0; i < x->n; i++) {
        fmpz_lcm(den->c, den->c, fmpq_denref(x->at[i].c));
        for (size_t j = 0; j < x->at[i].n; j++)
            if (x->at[i].at[j].p < 0 && x->at[i].at[j].atom != ATOM_NEST)
                raise_power(r, &den->rest, x->at[i].at[j]);
    }
}

static void write_sum(struct str *out, const struct shown *at, size_t n)
{
    bool first = true;

    for (size_t i = 0; i < n; i++) {
        if (at[i].done)
            continue;
        if (!first && out->s[out->n - 1] == 'e') /* 2e+3 is 2000 elsewhere */
            str_add(out, fmpz_sgn(at[i].c) < 0 ? " - " : " + ");
        else
            str_add(out, fmpz_sgn(at[i].c) < 0 ? "-" : first ? "" : "+");
        write_shown(out, &at[i]);
        first = false;
    }
}

/* The numerator: x times the denominator. */
static void find_numerator(struct shown *at, const struct val_number *x,
                           struct shown *den, struct reckoning *r, int64_t most)
{
    size_t tried = den->rest.n;

    for (size_t i = 0; i < x->n; i++) {
        fmpz_init(at[i].c);
        fmpz_divexact(at[i].c, den->c, fmpq_denref(x->at[i].c));
        fmpz_mul(at[i].c, at[i].c, fmpq_numref(x->at[i].c));
        at[i].rest.n = x->at[i].n;
        memcpy(at[i].rest.at, x->at[i].at, x->at[i].n * sizeof(x->at[i].at[0]));
        fmpq_init(at[i].rest.c);
        for (size_t j = 0; j < tried; j++)
            atom_put(r, &at[i].rest, den->rest.at[j]);
    }
    for (size_t i = 0; i < x->n && r->failed; i++) {
        /* beyond the bounds: the negative powers stay above */
        den->rest.n = 0;
        at[i].rest.n = x->at[i].n;
        memcpy(at[i].rest.at, x->at[i].at, x->at[i].n * sizeof(x->at[i].at[0]));
    }
    for (size_t i = 0; i < x->n; i++)
        if (!at[i].done && only_log(&at[i].rest))
            join_logs(at, x->n, i, most);
}

static void write_number(struct str *out, const struct val_number *x,
                         int64_t log_most)
{
    struct arena scratch = { 0 };
    struct reckoning r = { .arena = &scratch,
                           .work = { .limit = UINT64_MAX / 2 } };
    struct shown den = { .done = false }, few[SHOWN_FEW], *at = few;
    size_t shown = 0, below = 0;
    bool minus, over;

    if (x->n > SHOWN_FEW)
        at = arena_array(&scratch, struct shown, x->n);
    for (size_t i = 0; i < x->n; i++) {
        at[i].p = at[i].q = 0;
        at[i].done = false;
    }
    find_denominator(&den, x, &r);
    find_numerator(at, x, &den, &r, log_most);
    if (only_log(&den.rest)) {
        den.p = only_log(&den.rest)->of;
        den.q = 1;
        den.rest.n--;
    }
    for (size_t i = 0; i < x->n; i++) {
        shown += !at[i].done;
        below += !at[i].done && fmpz_sgn(at[i].c) < 0;
    }
    over = x->below || den.rest.n || den.p || !fmpz_is_one(den.c);
    minus = over && below == shown && (x->below || shown == 1);
    for (size_t i = 0; minus && i < x->n; i++)
        fmpz_neg(at[i].c, at[i].c);
    str_add(out, minus ? "-" : "");
    str_add(out, over ? "\\frac{" : "");
    write_sum(out, at, x->n);
    str_add(out, over ? "}{" : "");
    if (x->below)
        write_number(out, x->below, log_most);
    else if (over)
        write_shown(out, &den);
    str_add(out, over ? "}" : "");
    for (size_t i = 0; i < x->n; i++) {
        fmpz_clear(at[i].c);
        fmpq_clear(at[i].rest.c);
    }
    fmpz_clear(den.c);
    fmpq_clear(den.rest.c);
    arena_clear(&scratch);
}

void number_write(struct str *out, const struct val_number *x)
{
    write_number(out, x, x->below ? LOG_MOST_QUOTIENT : LOG_MOST);
}

/* ---- reading ---- */

/* The value of a tree of the judge's reader. What is no closed form is a
 * failure of this reckoning. */
static struct val value_of(struct reckoning *r, const struct expr *x);

static struct val fold(struct reckoning *r, const struct expr *x,
                       struct val (*two)(struct reckoning *, struct val,
                                         struct val))
{
    struct val so_far = value_of(r, x->args[0]);

    for (unsigned i = 1; i < x->count && !r->failed; i++)
        so_far = two(r, so_far, value_of(r, x->args[i]));
    return so_far;
}

static struct val value_of_power(struct reckoning *r, const struct expr *x)
{
    const struct expr *base = x->args[0];
    struct val power = value_of(r, x->args[1]);

    if (base->op == EXPR_CONSTANT && base->constant == CONSTANT_E)
        return val_is_number(power) ? number_exp(r, power) : VAL_FAILED;
    return val_pow(r, value_of(r, base), power);
}

static struct val value_of_call(struct reckoning *r, const struct expr *x)
{
    struct val of = value_of(r, x->args[x->count - 1]), index;
    int64_t n = 2;

    if (r->failed)
        return VAL_FAILED;
    switch (x->function->id) {
    case FN_LN: return number_ln(r, of);
    case FN_SQRT:
    case FN_ROOT:
        index = x->count == 2 ? value_of(r, x->args[0]) : val_int(2);
        return val_get_int(r, index, 2, NUMBER_INDEX, &n)
                   ? number_root(r, of, n)
                   : VAL_FAILED;
    default: return val_fail(r, "no closed form");
    }
}

static struct val value_of(struct reckoning *r, const struct expr *x)
{
    fmpq_t q;

    if (!val_spend(r, 4))
        return VAL_FAILED;
    switch (x->op) {
    case EXPR_NUMBER:
        fmpq_init(q);
        fmpq_set(q, x->number->value);
        return val_fmpq(r, q);
    case EXPR_CONSTANT:
        if (x->constant == CONSTANT_PI)
            return number_pi(r);
        if (x->constant == CONSTANT_I)
            return complex_new(r, val_int(0), val_int(1));
        return x->constant == CONSTANT_E ? number_exp(r, val_int(1))
                                         : val_fail(r, "no closed form");
    case EXPR_NEG: return val_neg(r, value_of(r, x->args[0]));
    case EXPR_ADD: return fold(r, x, val_add);
    case EXPR_MUL: return fold(r, x, val_mul);
    case EXPR_DIV: return fold(r, x, val_div);
    case EXPR_POW: return value_of_power(r, x);
    case EXPR_CALL: return value_of_call(r, x);
    default: return val_fail(r, "no closed form");
    }
}

static struct val value_of_surd(struct reckoning *r, struct surd s)
{
    struct val p = val_div(r, val_int(s.p), val_int(s.r));

    return s.q ? number_surd(r, p, val_div(r, val_int(s.q), val_int(s.r)), s.d)
               : p;
}

/* A number of any form; false after a failure, or if the text is none. */
static bool read_form(struct reckoning *r, const char *text, struct val *out)
{
    const struct expr *x;
    struct surd surd;
    struct err e;

    if (surd_read(text, &surd)) /* most are: the short way */
        *out = value_of_surd(r, surd);
    else if (read_expr(r->arena, text, strlen(text), NULL, &x, &e))
        *out = value_of(r, x);
    else
        return false;
    return !r->failed;
}

struct val complex_read(struct reckoning *r, const char *text)
{
    struct reckoning inside = *r;
    struct val out;
    bool ok;
    fmpq_t q;

    fmpq_init(q);
    if (key_rational(text, q))
        return val_fmpq(r, q);
    fmpq_clear(q);
    if (strlen(text) > NUMBER_TEXT || !val_spend(r, 100 + 8 * strlen(text)))
        return VAL_FAILED;
    inside.work = r->work;
    ok = read_form(&inside, text, &out);
    r->work = inside.work;
    if (inside.failed && r->work.ceiling)
        val_spend(r, 1); /* says that there was too much work */
    return ok ? out : VAL_FAILED;
}

struct val number_read(struct reckoning *r, const char *text)
{
    struct val x = complex_read(r, text);

    return x.kind == VAL_COMPLEX ? VAL_FAILED : x;
}
