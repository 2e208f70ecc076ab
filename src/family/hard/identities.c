/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Functional equations for a polynomial: multiples of P(x + b), P(b - x) and P'
 * are added, and the sum is a given polynomial. There is exactly one solution.
 *
 * solve() finds the coefficients of P one by one, the highest first. check()
 * finds none: with the derivative D and the reflection S the left side is F(D)
 * + G(D) S, so that N = F(D) F(-D) - G(D) G(-D) and P = (F(-D) - G(D) S) R / N,
 * where series in D are divided and applied to R at the asked place alone.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"

#include <inttypes.h>

#define TERMS        5
#define DEGREE_MOST  600
#define SHOWN_DEGREE 60 /* the worked solution shows P up to here */

struct identity {
    int64_t n;             /* terms of the left side, each of the form */
    int64_t factor[TERMS]; /* factor P(shift + x) or its like: */
    int64_t shift[TERMS];
    int64_t flip[TERMS];  /* 1: shift - x */
    int64_t prime[TERMS]; /* 1: P' instead of P */
    int64_t at;
    struct ints right; /* coefficients of the right side, that of 1 first */
};

static const struct field fields[] = {
    LIST(struct identity, factor, n, -99, 99),
    LIST(struct identity, shift, n, -9, 9),
    LIST(struct identity, flip, n, 0, 1),
    LIST(struct identity, prime, n, 0, 1),
    NUMBER(struct identity, at, -99, 99),
    INTS(struct identity, right, -999, 999),
    { 0 },
};

/* ---- drawing ---- */

static void set_term(struct identity *v, int64_t i, int64_t factor,
                     int64_t shift, int64_t flip)
{
    v->factor[i] = factor;
    v->shift[i] = shift;
    v->flip[i] = flip;
}

/* The factors of P(x + b) add up to 1 or -1, those of P(b - x) to 0: so the
 * coefficients of P are whole numbers. */
static void draw(struct pick *k, void *values)
{
    struct identity *v = values;
    int64_t sum = 2 * pick(k, 0, 1) - 1;
    int64_t first = pick_signed(k, 2, 9), flipped = pick_signed(k, 2, 9);
    int64_t b[TERMS], whole = k->depth;

    for (int64_t i = 0; i < TERMS; i++)
        b[i] = i % 2 ? pick_but(k, -3, 3, b[i - 1]) : pick(k, -3, 3);
    v->n = TERMS;
    set_term(v, 0, first, b[0], 0);
    set_term(v, 1, sum - first, b[1], 0);
    set_term(v, 2, flipped, b[2], 1);
    set_term(v, 3, -flipped, b[3], 1);
    set_term(v, 4, pick_signed(k, 2, 9), b[4], 0);
    v->prime[4] = 1;
    v->at = pick_signed(k, 2, 9);
    v->right = ints_new(k->arena, (size_t)whole + 1);
    for (int64_t i = 0; i <= whole; i++)
        v->right.x[i] = pick_but(k, -20, 20, 0);
}

/* ---- the statement ---- */

static void add_argument(struct str *out, int64_t shift, int64_t flip)
{
    if (flip && shift)
        str_addf(out, "(%" PRId64 " - x)", shift);
    else if (flip)
        str_add(out, "(-x)");
    else if (shift)
        str_addf(out, "(x %c %" PRId64 ")", shift < 0 ? '-' : '+',
                 shift < 0 ? -shift : shift);
    else
        str_add(out, "(x)");
}

static void speak(struct speech *s, const void *values)
{
    const struct identity *v = values;
    struct str left = str_in(s->arena);

    for (int64_t i = 0; i < v->n; i++) {
        int64_t c = v->factor[i], size = c < 0 ? -c : c;

        str_add(&left, i ? (c < 0 ? " - " : " + ") : (c < 0 ? "-" : ""));
        if (size != 1)
            str_add_int(&left, size);
        str_add(&left, v->prime[i] ? "P'" : "P");
        add_argument(&left, v->shift[i], v->flip[i]);
    }
    form_let_text(s, "left", str_get(&left));
    form_let_text(s, "sum",
                  latex_poly(s->arena, v->right.x, (size_t)v->right.n, "x"));
}

/* ---- the first road: one coefficient after the other ---- */

/* Add to `out` the coefficient of x^j that the left side makes of x^m. */
static void add_share(fmpz_t out, const struct identity *v, int64_t m,
                      int64_t j)
{
    fmpz_t share, power;

    fmpz_init(share);
    fmpz_init(power);
    for (int64_t i = 0; i < v->n; i++) {
        int64_t e = m - v->prime[i]; /* of the power that is shifted */

        if (e < j)
            continue;
        fmpz_bin_uiui(share, (ulong)e, (ulong)j);
        fmpz_mul_si(share, share, v->factor[i]);
        if (v->prime[i])
            fmpz_mul_si(share, share, m);
        fmpz_set_si(power, v->shift[i]);
        fmpz_pow_ui(power, power, (ulong)(e - j));
        if (v->flip[i] && j % 2)
            fmpz_neg(power, power);
        fmpz_addmul(out, share, power);
    }
    fmpz_clear(power);
    fmpz_clear(share);
}

/* Set the coefficients of P. Returns false if one is not a whole number. */
static bool find_polynomial(fmpz_poly_t p, const struct identity *v)
{
    bool whole = true;
    fmpz_t rest, share;

    fmpz_init(rest);
    fmpz_init(share);
    for (int64_t j = v->right.n - 1; j >= 0 && whole; j--) {
        fmpz_set_si(rest, v->right.x[j]);
        for (int64_t m = j + 1; m < v->right.n; m++) {
            fmpz_zero(share);
            add_share(share, v, m, j);
            fmpz_submul(rest, share, fmpz_poly_get_coeff_ptr(p, (slong)m));
        }
        fmpz_zero(share);
        add_share(share, v, j, j);
        whole = fmpz_is_pm1(share);
        fmpz_mul(rest, rest, share);
        fmpz_poly_fit_length(p, (slong)v->right.n);
        fmpz_poly_set_coeff_fmpz(p, (slong)j, rest);
    }
    fmpz_clear(share);
    fmpz_clear(rest);
    return whole;
}

static void tell_polynomial(struct solving *s, const fmpz_poly_t p)
{
    slong n = fmpz_poly_length(p);

    let(s, "degree", n - 1);
    if (!s->steps)
        return;
    tell(s, "degree");
    if (n - 1 > SHOWN_DEGREE)
        return;
    let_text(s, "p", latex_fmpz_poly(s->arena, p->coeffs, (size_t)n, "x"));
    tell(s, "found");
}

static bool solve(struct solving *s, const void *values)
{
    const struct identity *v = values;
    fmpz_poly_t p;
    fmpz_t at, end;
    bool whole;

    fmpz_poly_init(p);
    fmpz_init_set_si(at, v->at);
    fmpz_init(end);
    whole = find_polynomial(p, v);
    fmpz_poly_evaluate_fmpz(end, p, at);
    tell_polynomial(s, p);
    solving_key(s, "%s", integer_text(s->arena, end));
    tell(s, "end");
    whole = whole && fmpz_cmpabs(end, at) > 0;
    fmpz_clear(end);
    fmpz_clear(at);
    fmpz_poly_clear(p);
    return whole;
}

/* ---- the second road: series of the derivative ---- */

/* Add c (-t)^r e^(-b t) of the flipped terms, or c t^r e^(b t) of the others,
 * to terms below t^n. */
static void set_series(fmpq_poly_t out, const struct identity *v, int64_t flip,
                       slong n)
{
    fmpq_t c, next;

    fmpq_init(c);
    fmpq_init(next);
    for (int64_t i = 0; i < v->n; i++) {
        int64_t b = flip ? -v->shift[i] : v->shift[i];
        fmpq_poly_t one;

        if (v->flip[i] != flip)
            continue;
        fmpq_poly_init(one);
        fmpq_set_si(c, flip && v->prime[i] ? -v->factor[i] : v->factor[i], 1);
        for (slong e = 0; e + v->prime[i] < n; e++) {
            fmpq_poly_set_coeff_fmpq(one, e + (slong)v->prime[i], c);
            fmpq_set_si(next, b, (ulong)e + 1);
            fmpq_mul(c, c, next);
        }
        fmpq_poly_add(out, out, one);
        fmpq_poly_clear(one);
    }
    fmpq_clear(next);
    fmpq_clear(c);
}

/* x(-t) */
static void reverse_sign(fmpq_poly_t out, const fmpq_poly_t x)
{
    fmpq_t minus;

    fmpq_init(minus);
    fmpq_set_si(minus, -1, 1);
    fmpq_poly_rescale(out, x, minus);
    fmpq_clear(minus);
}

/* Add the sum of c_m R^(m)(at) to `out`; for the reflected R, R(-x), the
 * derivatives alternate. */
static void apply(fmpq_t out, const fmpq_poly_t c, const struct identity *v,
                  bool reflected)
{
    fmpq_poly_t r;
    fmpq_t x, y, a;

    fmpq_poly_init(r);
    fmpq_init(x);
    fmpq_init(y);
    fmpq_init(a);
    for (int64_t i = 0; i < v->right.n; i++)
        fmpq_poly_set_coeff_si(r, (slong)i, v->right.x[i]);
    if (reflected)
        reverse_sign(r, r);
    fmpq_set_si(x, v->at, 1);
    for (slong m = 0; m < (slong)v->right.n; m++) {
        fmpq_poly_evaluate_fmpq(y, r, x);
        fmpq_poly_get_coeff_fmpq(a, c, m);
        fmpq_addmul(out, a, y);
        fmpq_poly_derivative(r, r);
    }
    fmpq_clear(a);
    fmpq_clear(y);
    fmpq_clear(x);
    fmpq_poly_clear(r);
}

/* Set P(at). Returns false if there is no unique solution: N begins with 0. */
static bool by_series(fmpq_t out, const struct identity *v)
{
    slong n = (slong)v->right.n;
    fmpq_poly_t f, g, bar, norm, t;
    bool unique;

    fmpq_poly_init(f);
    fmpq_poly_init(g);
    fmpq_poly_init(bar);
    fmpq_poly_init(norm);
    fmpq_poly_init(t);
    set_series(f, v, 0, n);
    set_series(g, v, 1, n);
    reverse_sign(bar, g);
    fmpq_poly_mullow(norm, g, bar, n);
    reverse_sign(bar, f);
    fmpq_poly_mullow(t, f, bar, n);
    fmpq_poly_sub(norm, t, norm);
    fmpq_poly_get_coeff_fmpq(out, norm, 0);
    unique = !fmpq_is_zero(out);
    fmpq_zero(out);
    if (unique) {
        fmpq_poly_div_series(t, g, norm, n);
        apply(out, t, v, true);
        fmpq_neg(out, out);
        fmpq_poly_div_series(t, bar, norm, n);
        apply(out, t, v, false);
    }
    fmpq_poly_clear(t);
    fmpq_poly_clear(norm);
    fmpq_poly_clear(bar);
    fmpq_poly_clear(g);
    fmpq_poly_clear(f);
    return unique;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct identity *v = values;
    enum truth holds = TRUTH_NO;
    fmpq_t got, end;

    f->by = "series of the derivative";
    fmpq_init(got);
    fmpq_init(end);
    if (v->right.n == 0 || !key_rational(key, got)) {
        f->detail = "the key is no rational number, or the right side is empty";
    } else if (v->right.n > DEGREE_MOST + 1) {
        f->detail = "the degree is too large";
        holds = TRUTH_UNKNOWN;
    } else if (!by_series(end, v)) {
        f->detail = "the equation has no unique solution";
    } else {
        holds = fmpq_equal(end, got) ? TRUTH_YES : TRUTH_NO;
        f->detail = arena_printf(a, "the value is %s", latex_fmpq(a, end));
    }
    fmpq_clear(end);
    fmpq_clear(got);
    return holds;
}

static struct form_file text = {
#include "family/hard/identities.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct identity),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "the degree of the polynomial",
    .least = 2,
    .most = DEGREE_MOST,
    .levels = { 3, 6, 12, 20, 40 },
};

const struct family hard_identities = {
    .name = "hard/identities",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
