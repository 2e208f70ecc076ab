/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Rational functions f(x) = (numerator)/(denominator) + c: asymptotes,
 * intercepts, holes, and where the graph meets its asymptote. The answer is a
 * tuple of rational numbers.
 *
 * solve() divides, factors and cancels. check() does neither: it puts the
 * key's numbers into numerator and denominator, takes the height of a hole as
 * the quotient of the derivatives there, and accepts y = mx + b as an
 * asymptote when what is left of the numerator has a smaller degree than the
 * denominator.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    ASYMPTOTES, /* (p, h): of (ax + b)/(gx + h) + c, vertical and horizontal */
    INTERCEPTS, /* (x, y): of the same */
    HOLE,       /* (x, y): of a quotient of quadratics with a common factor */
    SLANT,      /* (m, b): of a quadratic over a linear polynomial */
    BOTH,       /* (x, y, m, b): hole and slant asymptote of cubic/quadratic */
    CROSSING    /* (p, q, h, x): vertical asymptotes p < q, horizontal one h,
                   and where the graph meets the latter */
};

struct rational {
    int64_t kind, c;
    int64_t n, num[4]; /* num[0] + num[1] x + ... */
    int64_t d, den[3];
};

#define MOST 100000000

static const struct field fields[] = {
    NUMBER(struct rational, kind, 0, CROSSING),
    SLOT(struct rational, c, -1000000, 1000000),
    LIST(struct rational, num, n, -MOST, MOST),
    LIST(struct rational, den, d, -MOST, MOST),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "linear", "a linear over a linear polynomial, plus a constant up to 12: "
                "its two asymptotes or its two intercepts; coefficients up to "
                "60" },
    { "quadratic", "a quotient of quadratics with a common factor and its "
                   "hole, or a quadratic over a linear polynomial and its "
                   "slant asymptote; zeros up to 17 in size" },
    { "combined", "a cubic over a quadratic with both a hole and a slant "
                  "asymptote, or a quotient of quadratics with two vertical "
                  "asymptotes, a horizontal one and a place where it is met; "
                  "zeros of the denominator up to 15 in size" },
};

/* p (n numbers) times (a x + b). */
static void times(int64_t *p, int64_t n, int64_t a, int64_t b)
{
    p[n] = 0;
    for (int64_t i = n; i >= 0; i--)
        p[i] = b * p[i] + (i > 0 ? a * p[i - 1] : 0);
}

/* (ax + b)/(gx + h), never a constant: b is not 0 and of another sign than
 * a h / g, or h = 0. */
static void draw_linear(struct pick *k, struct rational *v, int64_t x)
{
    int64_t g = 1 + pick_cut(&x, 6), a = 1 + pick_cut(&x, 8),
            h = 1 + pick_cut(&x, 11);

    v->n = v->d = 2;
    v->num[1] = a;
    v->num[0] = -(1 + pick_longer(k, x));
    v->den[1] = g;
    v->den[0] = h;
}

/* (x - r)(ax + b) over (x - r)(x - t), with t != r and ar + b of no matter;
 * b > 0 > -at for t > 0: they are not proportional. */
static void draw_hole(struct pick *k, struct rational *v, int64_t x)
{
    int64_t r = pick_turned(pick_cut(&x, 16)), a = 1 + pick_cut(&x, 5);
    int64_t t = 9 + pick_cut(&x, 9), b = 1 + pick_longer(k, x);

    v->n = v->d = 3;
    v->num[0] = v->den[0] = 1;
    times(v->num, 1, a, b);
    times(v->num, 2, 1, -r);
    times(v->den, 1, 1, -t);
    times(v->den, 2, 1, -r);
}

static void draw_slant(struct pick *k, struct rational *v, int64_t x)
{
    int64_t g = 1 + pick_cut(&x, 3), t = pick_turned(pick_cut(&x, 14));
    int64_t m = pick_turned(pick_cut(&x, 8)), b = pick_turned(pick_cut(&x, 16));
    int64_t rest = 1 + pick_longer(k, x);

    /* (mx + b)(gx - t) + rest */
    v->n = 3;
    v->d = 2;
    v->num[0] = 1;
    times(v->num, 1, m, b);
    times(v->num, 2, g, -t);
    v->num[0] += rest;
    v->den[1] = g;
    v->den[0] = -t;
}

/* (x - r) times a slant one with g = 1, r != t. */
static void draw_both(struct pick *k, struct rational *v, int64_t x)
{
    int64_t r = 8 + pick_cut(&x, 8), t = pick_turned(pick_cut(&x, 14));
    int64_t m = pick_turned(pick_cut(&x, 6)), b = pick_turned(pick_cut(&x, 12));

    v->n = 4;
    v->d = 3;
    v->num[0] = v->den[0] = 1;
    times(v->num, 1, m, b);
    times(v->num, 2, 1, -t);
    v->num[0] += 1 + pick_longer(k, x);
    times(v->num, 3, 1, -r);
    times(v->den, 1, 1, -t);
    times(v->den, 2, 1, -r);
}

/* h (x - p)(x - q) + u x + w over (x - p)(x - q): met at -w/u, which is
 * positive, while p < 0 is left of it and q is kept off by its fraction or
 * size: solve() refuses when it is not. */
static void draw_crossing(struct pick *k, struct rational *v, int64_t x)
{
    int64_t p = -1 - pick_cut(&x, 12), q = 1 + pick_cut(&x, 12);
    int64_t h = pick_turned(pick_cut(&x, 8)), u = 1 + pick_cut(&x, 5),
            w = 13 * u + pick_longer(k, x);

    v->n = v->d = 3;
    v->den[0] = 1;
    times(v->den, 1, 1, -p);
    times(v->den, 2, 1, -q);
    for (int i = 0; i < 3; i++)
        v->num[i] = h * v->den[i];
    v->num[1] += u;
    v->num[0] -= w; /* -w/u <= -13 on one side: x = w/u >= 13 > q */
}

static void draw(struct pick *k, void *values)
{
    struct rational *v = values;
    int64_t x;

    v->kind = pick(k, 0, 1) + 2 * (k->level - 1);
    v->c = pick_wide(k, 1, 12);
    x = pick(k, 0, 49999);
    switch ((enum kind)v->kind) {
    case ASYMPTOTES:
    case INTERCEPTS: draw_linear(k, v, x); break;
    case HOLE: draw_hole(k, v, x); break;
    case SLANT: draw_slant(k, v, x); break;
    case BOTH: draw_both(k, v, x); break;
    case CROSSING: draw_crossing(k, v, x); break;
    }
}

/* What each kind says of the graph, and how many numbers it names. */
static const struct {
    const char *what, *tuple;
    size_t n;
} kinds[] = {
    { "The graph of $f$ has the vertical asymptote $x = p$ and the horizontal "
      "asymptote $y = q$.",
      "(p, q)", 2 },
    { "The graph of $f$ meets the $x$-axis at $x = p$ and the $y$-axis at $y = "
      "q$.",
      "(p, q)", 2 },
    { "The graph of $f$ has exactly one hole, at the point $(p, q)$.", "(p, q)",
      2 },
    { "The graph of $f$ has the slant asymptote $y = px + q$.", "(p, q)", 2 },
    { "The graph of $f$ has exactly one hole, at the point $(p, q)$, and the slant "
      "asymptote $y = rx + s$.",
      "(p, q, r, s)", 4 },
    { "The graph of $f$ has the vertical asymptotes $x = p$ and $x = q$, where "
      "$p < q$, and the horizontal asymptote $y = r$, which it meets only "
      "at $x = s$.",
      "(p, q, r, s)", 4 },
};

/* ---- the first road: factoring and dividing ---- */

#define D "%" PRId64

/* The integer roots p <= q of x^2 + bx + c; false when there are none. */
static bool roots(const int64_t *c, int64_t *p, int64_t *q)
{
    int64_t disc = c[1] * c[1] - 4 * c[0];
    ulong rest, root;

    if (c[2] != 1 || disc < 0)
        return false;
    root = n_sqrtrem(&rest, (ulong)disc);
    *p = (-c[1] - (int64_t)root) / 2;
    *q = (-c[1] + (int64_t)root) / 2;
    return rest == 0;
}

/* Divide by x - r: the quotient in out, the remainder is returned. */
static int64_t divide(const int64_t *p, int64_t n, int64_t r, int64_t *out)
{
    int64_t carry = 0;

    for (int64_t i = n - 1; i > 0; i--) {
        carry = carry * r + p[i];
        out[i - 1] = carry;
    }
    return carry * r + p[0];
}

static char *poly(struct solving *s, const int64_t *c, int64_t n)
{
    return latex_poly(s->arena, c, (size_t)n, "x");
}

static bool solve_asymptotes(struct solving *s, const struct rational *v)
{
    const int64_t *a = v->num, *b = v->den;
    char *p = latex_ratio(s->arena, -b[0], b[1]);
    char *h = latex_ratio(s->arena, a[1], b[1]);
    char *key = latex_ratio(s->arena, a[1] + v->c * b[1], b[1]);

    solving_step(s,
                 "The denominator $%s$ is $0$ at $x = %s$, and the numerator "
                 "is not: this is the vertical asymptote.",
                 poly(s, b, 2), p);
    solving_step(s,
                 "For large $|x|$ the quotient tends to the quotient of the "
                 "leading coefficients, $%s$.",
                 h);
    solving_step(s, "So the horizontal asymptote is $y = %s%s = %s$.", h,
                 latex_plus(s->arena, v->c), key);
    solving_key(s, "(%s, %s)", p, key);
    return true;
}

static bool solve_intercepts(struct solving *s, const struct rational *v)
{
    int64_t c[2] = { v->num[0] + v->c * v->den[0],
                     v->num[1] + v->c * v->den[1] };
    char *x, *y;

    if (c[1] == 0 || v->den[0] == 0)
        return false;
    x = latex_ratio(s->arena, -c[0], c[1]);
    y = latex_ratio(s->arena, c[0], v->den[0]);
    solving_step(s, "Over one denominator, $f(x) = \\frac{%s}{%s}$.",
                 poly(s, c, 2), poly(s, v->den, 2));
    solving_step(s,
                 "$f(x) = 0$ when $%s = 0$, that is at $x = %s$, where the "
                 "denominator is not $0$.",
                 poly(s, c, 2), x);
    solving_step(s, "At $x = 0$ the value is $%s%s$.",
                 c[0] ? arena_printf(s->arena, "\\frac{" D "}{" D "} = ", c[0],
                                     v->den[0])
                      : "",
                 y);
    solving_key(s, "(%s, %s)", x, y);
    return true;
}

/* The root r of the denominator that is one of the numerator as well, the
 * other root t, and the numerator without x - r. */
static bool cancel(struct solving *s, const struct rational *v, int64_t *r,
                   int64_t *t, int64_t *rest)
{
    int64_t top[4];

    if (!roots(v->den, r, t) || *r == *t)
        return false;
    if (divide(v->num, v->n, *r, top) != 0) {
        int64_t swap = *r;

        *r = *t;
        *t = swap;
    }
    if (divide(v->num, v->n, *r, rest) != 0)
        return false;
    solving_step(s, "The denominator is $%s = (x%s)(x%s)$.", poly(s, v->den, 3),
                 latex_plus(s->arena, -*r), latex_plus(s->arena, -*t));
    solving_step(s,
                 "The numerator is also $0$ at $x = " D
                 "$: it is $(x%s)(%s)$. So there is a hole at $x = " D
                 "$, and elsewhere $f(x) = \\frac{%s}{x%s}%s$.",
                 *r, latex_plus(s->arena, -*r), poly(s, rest, v->n - 1), *r,
                 poly(s, rest, v->n - 1), latex_plus(s->arena, -*t),
                 latex_plus(s->arena, v->c));
    return true;
}

/* The height of the hole: rest(r)/(r - t) + c. */
static const char *height(struct solving *s, const struct rational *v,
                          int64_t r, int64_t t, const int64_t *rest)
{
    int64_t out[3], top = divide(rest, v->n - 1, r, out), low = r - t;
    char *y = latex_ratio(s->arena, top + v->c * low, low);

    solving_step(
        s, "Its height is $%s%s = %s$.",
        top ? latex_over(s->arena, low < 0 ? -top : top, low < 0 ? -low : low)
            : "0",
        latex_plus(s->arena, v->c), y);
    return y;
}

static bool solve_hole(struct solving *s, const struct rational *v)
{
    int64_t r, t, rest[3];

    if (!cancel(s, v, &r, &t, rest))
        return false;
    solving_key(s, "(" D ", %s)", r, height(s, v, r, t, rest));
    return true;
}

/* The quotient mx + b of a quadratic and gx + h, when m and b are integers. */
static bool quotient(struct solving *s, const int64_t *top, const int64_t *low,
                     int64_t *m, int64_t *b)
{
    int64_t rest, c[2];

    if (low[1] == 0 || top[2] % low[1])
        return false;
    *m = top[2] / low[1];
    rest = top[1] - *m * low[0];
    if (rest % low[1])
        return false;
    *b = rest / low[1];
    rest = top[0] - *b * low[0];
    c[0] = *b;
    c[1] = *m;
    solving_step(s, "Divide: $%s = (%s)(%s)%s$.", poly(s, top, 3),
                 poly(s, c, 2), poly(s, low, 2), latex_plus(s->arena, rest));
    solving_step(s,
                 "The remainder over $%s$ tends to $0$ for large $|x|$, so "
                 "only $y = %s$ and the constant remain.",
                 poly(s, low, 2), poly(s, c, 2));
    return rest != 0;
}

static bool solve_slant(struct solving *s, const struct rational *v)
{
    int64_t m, b, line[2];

    if (!quotient(s, v->num, v->den, &m, &b))
        return false;
    line[0] = b + v->c;
    line[1] = m;
    solving_step(s, "With the constant: $y = %s$.", poly(s, line, 2));
    solving_key(s, "(" D ", " D ")", m, line[0]);
    return true;
}

static bool solve_both(struct solving *s, const struct rational *v)
{
    int64_t r, t, rest[3], low[2] = { 0, 1 }, m, b, line[2];
    const char *y;

    if (!cancel(s, v, &r, &t, rest))
        return false;
    y = height(s, v, r, t, rest);
    low[0] = -t;
    if (!quotient(s, rest, low, &m, &b))
        return false;
    line[0] = b + v->c;
    line[1] = m;
    solving_step(s, "With the constant, the slant asymptote is $y = %s$.",
                 poly(s, line, 2));
    solving_key(s, "(" D ", %s, " D ", " D ")", r, y, m, line[0]);
    return true;
}

static bool solve_crossing(struct solving *s, const struct rational *v)
{
    int64_t p, q, h = v->num[2], line[2], out[3];
    char *x;

    if (!roots(v->den, &p, &q) || p == q || !divide(v->num, 3, p, out) ||
        !divide(v->num, 3, q, out))
        return false;
    for (int i = 0; i < 2; i++)
        line[i] = v->num[i] - h * v->den[i];
    if (line[1] == 0)
        return false;
    x = latex_ratio(s->arena, -line[0], line[1]);
    solving_step(s,
                 "The denominator is $%s = (x%s)(x%s)$, and the numerator is "
                 "not $0$ at its zeros: the vertical asymptotes are $x = " D
                 "$ and $x = " D "$.",
                 poly(s, v->den, 3), latex_plus(s->arena, -p),
                 latex_plus(s->arena, -q), p, q);
    solving_step(s,
                 "The leading coefficients have the quotient $" D
                 "$, so the horizontal asymptote is $y = " D "%s = " D "$.",
                 h, h, latex_plus(s->arena, v->c), h + v->c);
    solving_step(s,
                 "The graph meets it where the quotient is $" D
                 "$: the numerator less $" D "$ times the denominator is $%s$.",
                 h, h, poly(s, line, 2));
    solving_step(s, "This is $0$ at $x = %s$ only.", x);
    solving_key(s, "(" D ", " D ", " D ", %s)", p, q, h + v->c, x);
    return true;
}

static bool solve_kind(struct solving *s, const struct rational *v)
{
    switch ((enum kind)v->kind) {
    case ASYMPTOTES: return solve_asymptotes(s, v);
    case INTERCEPTS: return solve_intercepts(s, v);
    case HOLE: return solve_hole(s, v);
    case SLANT: return solve_slant(s, v);
    case BOTH: return solve_both(s, v);
    case CROSSING: return solve_crossing(s, v);
    }
    return false;
}

static bool solve(struct solving *s, const void *values)
{
    const struct rational *v = values;

    if (v->c == 0 || !solve_kind(s, v)) /* nobody writes + 0 */
        return false;
    solving_step(s, "So $%s = %s$.", kinds[v->kind].tuple, s->key);
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct rational *v = values;

    speech_set(s, "f", "\\frac{%s}{%s}%s",
               latex_poly(s->arena, v->num, (size_t)v->n, "x"),
               latex_poly(s->arena, v->den, (size_t)v->d, "x"),
               speech_plus(s, &v->c));
    speech_set(s, "what", "%s", kinds[v->kind].what);
    speech_set(s, "tuple", "$%s$", kinds[v->kind].tuple);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "$f(x) = <f>$. <what> Find <tuple>.", NULL },
    { STYLE_PLAIN, "Let $f(x) = <f>$. <what> Find <tuple>.", NULL },
    { STYLE_PLAIN,
      "Consider the rational function $f(x) = <f>$ on its natural domain. "
      "<what> Determine <tuple>.",
      NULL },
    { STYLE_PLAIN,
      "A real function is given by $f(x) = <f>$ wherever the denominator is "
      "not zero. <what> What is <tuple>?",
      NULL },
    { STYLE_STORY,
      "<name> measures how a <device> responds to an input $x$ and describes "
      "the output by $f(x) = <f>$. <what> Which tuple <tuple> does <name> "
      "note down?",
      NULL },
    { STYLE_STORY,
      "A <shop> models its daily profit, in thousands of <money>, at "
      "a price that lies $x$ <money> above the usual one (below it for "
      "negative $x$) by $f(x) = <f>$, where this makes sense. <what> What "
      "is <tuple>?",
      NULL },
    { STYLE_STORY,
      "For a drawing program <name> and <name2> must tell the computer how the "
      "curve $y = f(x)$ with $f(x) = <f>$ looks. <what> Which tuple "
      "<tuple> do they type in?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "device", "filter|loudspeaker|pump|sensor|spring|valve" },
    { 0 },
};

/* ---- the second road: substitution ---- */

/* p(x), or p'(x) when `prime`. */
static void evaluate(fmpq_t y, const int64_t *p, int64_t n, bool prime,
                     const fmpq_t x)
{
    fmpq_t t;

    fmpq_init(t);
    fmpq_zero(y);
    for (int64_t i = n - 1; i >= prime; i--) {
        fmpq_mul(y, y, x);
        fmpq_set_si(t, prime ? i * p[i] : p[i], 1);
        fmpq_add(y, y, t);
    }
    fmpq_clear(t);
}

/* Is num/den + c = y at x; at a hole by the derivatives? */
static bool value_is(const struct rational *v, const fmpq_t x, const fmpq_t y,
                     bool hole)
{
    fmpq_t a, b, c;
    bool ok = true;

    fmpq_init(a);
    fmpq_init(b);
    fmpq_init(c);
    if (hole) {
        evaluate(a, v->num, v->n, false, x);
        evaluate(b, v->den, v->d, false, x);
        ok = fmpq_is_zero(a) && fmpq_is_zero(b);
    }
    evaluate(a, v->num, v->n, hole, x);
    evaluate(b, v->den, v->d, hole, x);
    ok = ok && !fmpq_is_zero(b);
    fmpq_set_si(c, v->c, 1);
    fmpq_sub(c, y, c);
    fmpq_mul(c, c, b);
    ok = ok && fmpq_equal(a, c);
    fmpq_clear(c);
    fmpq_clear(b);
    fmpq_clear(a);
    return ok;
}

/* Is x = p a zero of the denominator alone? */
static bool is_pole(const struct rational *v, const fmpq_t p)
{
    fmpq_t a, b;
    bool ok;

    fmpq_init(a);
    fmpq_init(b);
    evaluate(a, v->num, v->n, false, p);
    evaluate(b, v->den, v->d, false, p);
    ok = !fmpq_is_zero(a) && fmpq_is_zero(b);
    fmpq_clear(b);
    fmpq_clear(a);
    return ok;
}

/* Has num - (m x + b - c) den a smaller degree than den, and is not 0? */
static bool is_asymptote(const struct rational *v, const fmpq_t m,
                         const fmpq_t b)
{
    fmpq_poly_t p, q, line;
    fmpq_t t;
    bool ok;

    fmpq_poly_init(p);
    fmpq_poly_init(q);
    fmpq_poly_init(line);
    fmpq_init(t);
    for (int64_t i = 0; i < v->n; i++)
        fmpq_poly_set_coeff_si(p, i, v->num[i]);
    for (int64_t i = 0; i < v->d; i++)
        fmpq_poly_set_coeff_si(q, i, v->den[i]);
    fmpq_set_si(t, v->c, 1);
    fmpq_sub(t, b, t);
    fmpq_poly_set_coeff_fmpq(line, 0, t);
    fmpq_poly_set_coeff_fmpq(line, 1, m);
    fmpq_poly_mul(line, line, q);
    fmpq_poly_sub(p, p, line);
    ok = !fmpq_poly_is_zero(p) && fmpq_poly_degree(p) < fmpq_poly_degree(q);
    fmpq_clear(t);
    fmpq_poly_clear(line);
    fmpq_poly_clear(q);
    fmpq_poly_clear(p);
    return ok;
}

/* Is the other zero of the quadratic denominator a pole, so that there is no
 * second hole? */
static bool is_only_hole(const struct rational *v, const fmpq_t x)
{
    fmpq_t other;
    bool ok;

    fmpq_init(other);
    fmpq_set_si(other, v->den[2] < 0 ? v->den[1] : -v->den[1],
                (ulong)(v->den[2] < 0 ? -v->den[2] : v->den[2]));
    fmpq_sub(other, other, x);
    ok = is_pole(v, other);
    fmpq_clear(other);
    return ok;
}

/* All that the key says, of numbers k[0], k[1] ... */
static bool holds(const struct rational *v, fmpq *k)
{
    fmpq_t zero;
    bool ok = false;

    fmpq_init(zero);
    switch ((enum kind)v->kind) {
    case ASYMPTOTES: ok = is_pole(v, k) && is_asymptote(v, zero, k + 1); break;
    case INTERCEPTS:
        ok = value_is(v, k, zero, false) && value_is(v, zero, k + 1, false);
        break;
    case HOLE: ok = value_is(v, k, k + 1, true) && is_only_hole(v, k); break;
    case SLANT: ok = !fmpq_is_zero(k) && is_asymptote(v, k, k + 1); break;
    case BOTH:
        ok = value_is(v, k, k + 1, true) && is_only_hole(v, k) &&
             !fmpq_is_zero(k + 2) && is_asymptote(v, k + 2, k + 3);
        break;
    case CROSSING:
        ok = fmpq_cmp(k, k + 1) < 0 && is_pole(v, k) && is_pole(v, k + 1) &&
             is_asymptote(v, zero, k + 2) && value_is(v, k + 3, k + 2, false);
        break;
    }
    fmpq_clear(zero);
    return ok;
}

static bool is_shaped(const struct rational *v)
{
    static const int64_t n[] = { 2, 2, 3, 3, 4, 3 }, d[] = { 2, 2, 3, 2, 3, 3 };

    return v->n == n[v->kind] && v->d == d[v->kind] && v->num[v->n - 1] != 0 &&
           v->den[v->d - 1] != 0;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct rational *v = values;
    const char **items;
    size_t n, read = 0;
    fmpq *k;
    bool ok;

    f->by = "substitution and degrees";
    f->detail = "the degrees do not fit the question";
    if (!is_shaped(v))
        return TRUTH_NO;
    f->detail = "the key is not a tuple of as many rational numbers";
    if (!key_items(a, key, "(", ")", &items, &n) || n != kinds[v->kind].n)
        return TRUTH_NO;
    k = _fmpq_vec_init((slong)n);
    while (read < n && key_rational(items[read], k + read))
        read++;
    ok = read == n && holds(v, k);
    _fmpq_vec_clear(k, (slong)n);
    if (read == n)
        f->detail = ok ? "zeros, values and degrees are as the key says"
                       : "one of the key's numbers is not what it should be";
    return ok ? TRUTH_YES : TRUTH_NO;
}

static bool is_whole(const void *values)
{
    const struct rational *v = values;

    return v->kind == SLANT;
}

static const struct recipe recipe = {
    .size = sizeof(struct rational),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the numbers as a tuple of integers or fractions.",
    .is_whole = is_whole,
    .whole = "Give the numbers as a tuple of integers.",
    .pools = pools,
    .check = check,
};

const struct family concept_rational_functions = {
    .name = "concept/rational-functions",
    .version = 2,
    .title = "Rational functions",
    .doc = "Vertical, horizontal and slant asymptotes, intercepts and holes of "
           "rational functions, as tuples of rational numbers. The worked "
           "solution factors, cancels and divides.",
    .concepts = { HIGH_RATIONAL_FUNCS },
    .answer = ANSWER_TUPLE,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
