/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The remainder theorem and the factor theorem: remainders on division by
 * linear polynomials, and unknown coefficients from given remainders or from
 * a factor.
 *
 * solve() evaluates at the zero of the divisor. check() divides instead: it
 * builds the polynomial and has it divided; where two coefficients stay unknown
 * it tests that three points lie on a line, or Newton's divided differences.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    REMAINDER, /* of p on division by qx - t */
    UNKNOWN,   /* coefficient u of x in p, when the remainder is r */
    FACTOR,    /* the same u when qx - t is a factor: p(-r) */
    TWO,       /* p = c3 x^3 + u x^2 + v x + c0, two remainders: a third */
    QUOTIENT /* p = (x - t0)(x - t1)(c1 x + c0) + ..., two remainders: p(t2) */
};

struct theorem {
    int64_t kind, q, n, nt, nr;
    int64_t c[5]; /* highest power first; UNKNOWN and FACTOR: without the one
                     of x */
    int64_t t[3], r[2];
};

static const struct field fields[] = {
    NUMBER(struct theorem, kind, 0, QUOTIENT),
    NUMBER(struct theorem, q, 1, 9),
    SLOT_LIST(struct theorem, c, n, -100000, 100000),
    LIST(struct theorem, t, nt, -20, 20),
    SLOT_LIST(struct theorem, r, nr, -100000, 100000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "linear", "a cubic and x - t with t up to 6, coefficients up to 20: the "
                "remainder, or one unknown coefficient from the remainder" },
    { "fraction", "degree 4 and qx - t with q from 2 to 4 and t up to 7: the "
                  "remainder; one unknown coefficient from the remainder; or, "
                  "when qx - t is a factor, first an unknown coefficient and "
                  "then another remainder; fractions appear" },
    { "conditions", "a cubic of which two remainders are known, and two "
                    "coefficients or the quotient: another remainder" },
};

static void draw_one(struct pick *k, struct theorem *v)
{
    bool quartic = k->level == 2;
    int64_t last, sign;

    v->kind = pick(k, REMAINDER, quartic ? FACTOR : UNKNOWN);
    v->n = quartic ? 5 : 4;
    v->c[0] = pick(k, 1, 5);
    for (int64_t i = 1; i < v->n; i++)
        v->c[i] = pick_signed(k, 1, 20);
    pick_coprime(k, quartic ? 7 : 6, quartic ? 2 : 1, quartic ? 4 : 1, &v->t[0],
                 &v->q);
    sign = pick(k, 0, 1);
    v->t[0] = sign ? -v->t[0] : v->t[0];
    v->nt = 1;
    if (v->kind != REMAINDER) { /* the coefficient of x becomes r */
        last = --v->n;
        v->r[0] = v->c[last - 1];
        v->c[last - 1] = v->c[last];
        v->c[last] = 0;
        v->nr = 1;
    }
}

static void draw_conditions(struct pick *k, struct theorem *v)
{
    int64_t x[3], asked;

    v->kind = pick(k, TWO, QUOTIENT);
    v->q = 1;
    v->c[0] = pick(k, 1, 5);
    v->c[1] = pick_signed(k, 1, 20);
    v->r[0] = pick_signed(k, 1, 40);
    v->r[1] = pick_signed(k, 1, 40);
    pick_subset(k, 0, 11, 3, x);
    asked = pick(k, 0, 2);
    for (int i = 0; i < 3; i++)
        x[i] = x[i] < 6 ? x[i] - 6 : x[i] - 5; /* not 0 */
    v->t[0] = x[asked == 0];
    v->t[1] = x[asked == 2 ? 1 : 2];
    v->t[2] = x[asked];
    v->n = 2;
    v->nr = 2;
    v->nt = 3;
}

static void draw(struct pick *k, void *values)
{
    (k->level == 3 ? draw_conditions : draw_one)(k, values);
}

/* ---- the first road: evaluating ---- */

/* qx - t */
static const char *divisor(struct arena *a, int64_t q, int64_t t)
{
    return latex_poly(a, (const int64_t[]){ -t, q }, 2, "x");
}

/* The sum of c_i x^power_i at x = t/q, over q^3 or q^4, term by term. */
static int64_t evaluate(struct solving *s, const struct theorem *v,
                        int64_t degree, int64_t *over)
{
    struct str out = str_in(s->arena);
    int64_t sum = 0;

    *over = 1;
    for (int64_t i = 0; i < degree; i++)
        *over *= v->q;
    for (int64_t i = 0; i < v->n; i++) {
        bool last = i + 1 == v->n;
        int64_t power = last ? 0 : degree - i, term = v->c[i];

        for (int64_t j = 0; j < degree; j++)
            term *= j < power ? v->t[0] : v->q;
        sum += term;
        str_addf(&out, "%s%s",
                 out.n == 0 ? (term < 0 ? "-" : "")
                 : term < 0 ? " - "
                            : " + ",
                 latex_ratio(s->arena, term < 0 ? -term : term, *over));
    }
    solving_step(s, "The terms %sgive $%s = %s$ there.",
                 v->kind == REMAINDER ? "" : "that are known ", str_get(&out),
                 latex_ratio(s->arena, sum, *over));
    return sum;
}

/* sum/over + u t/q = r */
static void say_unknown(struct solving *s, const struct theorem *v, int64_t sum,
                        int64_t over, int64_t r)
{
    int64_t size = v->t[0] < 0 ? -v->t[0] : v->t[0];

    solving_step(
        s, "With the unknown term, $%s %c %su = %" PRId64 "$.",
        latex_ratio(s->arena, sum, over), v->t[0] < 0 ? '-' : '+',
        v->q == 1 && size == 1 ? "" : latex_ratio(s->arena, size, v->q), r);
}

static bool solve_one(struct solving *s, const struct theorem *v)
{
    bool unknown = v->kind == UNKNOWN;
    int64_t sum, over, degree = unknown ? v->n : v->n - 1;
    const char *at = latex_ratio(s->arena, v->t[0], v->q);

    if (v->c[0] == 0 || v->t[0] == 0)
        return false;
    solving_step(s,
                 "By the remainder theorem, the remainder on division by $%s$ "
                 "is the value of $p(x)$ at the zero of the divisor, $x = %s$.",
                 divisor(s->arena, v->q, v->t[0]), at);
    sum = evaluate(s, v, degree, &over);
    if (!unknown) {
        solving_key(s, "%s", latex_ratio(s->arena, sum, over));
        solving_step(s, "So the remainder is $%s$.", s->key);
        return true;
    }
    /* sum/over + u t/q = r; over is a multiple of q. */
    solving_key(
        s, "%s",
        latex_ratio(s->arena, v->r[0] * over - sum, over / v->q * v->t[0]));
    say_unknown(s, v, sum, over, v->r[0]);
    solving_step(s, "So $u = %s$.", s->key);
    return true;
}

/* What is known of p at x, u x and their sum p(x). */
struct parts {
    fmpq_t known, ux, sum;
};

static void add_up(const struct theorem *v, const fmpq_t u, struct parts *z)
{
    fmpq_zero(z->known);
    for (int64_t i = 0; i < v->n; i++) {
        int64_t steps = i + 2 == v->n ? 2 : 1; /* over the term with u */

        fmpq_add_si(z->known, z->known, v->c[i]);
        for (int64_t j = 0; i + 1 < v->n && j < steps; j++)
            fmpq_mul_si(z->known, z->known, -v->r[0]);
    }
    fmpq_mul_si(z->ux, u, -v->r[0]);
    fmpq_add(z->sum, z->known, z->ux);
}

static void say_sum(struct solving *s, const struct theorem *v, const fmpq_t u)
{
    struct arena *a = s->arena;
    struct parts z;

    fmpq_init(z.known);
    fmpq_init(z.ux);
    fmpq_init(z.sum);
    add_up(v, u, &z);
    solving_step(s,
                 "By the remainder theorem, the remainder on division by $x%s$ "
                 "is $p(%" PRId64 ")$: there the known terms give $%s$, and "
                 "$ux = %s$.",
                 latex_plus(a, v->r[0]), -v->r[0], latex_fmpq(a, z.known),
                 latex_fmpq(a, z.ux));
    solving_key(s, "%s", latex_fmpq(a, z.sum));
    solving_step(s, "The sum is $p(%" PRId64 ") = %s$.", -v->r[0], s->key);
    fmpq_clear(z.known);
    fmpq_clear(z.ux);
    fmpq_clear(z.sum);
}

static bool solve_factor(struct solving *s, const struct theorem *v)
{
    int64_t sum, over;
    fmpq_t u;

    if (v->t[0] == 0 || v->r[0] == 0 || v->t[0] == -v->r[0] * v->q)
        return false;
    solving_step(s,
                 "By the factor theorem, $%s$ is a factor exactly when $p(x)$ "
                 "is $0$ at its zero, $x = %s$.",
                 divisor(s->arena, v->q, v->t[0]),
                 latex_ratio(s->arena, v->t[0], v->q));
    sum = evaluate(s, v, v->n, &over);
    say_unknown(s, v, sum, over, 0);
    fmpq_init(u);
    fmpq_set_si(u, v->t[0] < 0 ? sum : -sum,
                (ulong)(over / v->q * (v->t[0] < 0 ? -v->t[0] : v->t[0])));
    solving_step(s, "So $u = %s$.", latex_fmpq(s->arena, u));
    say_sum(s, v, u);
    fmpq_clear(u);
    return true;
}

/* Two linear equations for u and v. */
static bool solve_two(struct solving *s, const struct theorem *v)
{
    struct arena *a = s->arena;
    int64_t w[2], known[3], x = v->t[2], d = v->t[0] - v->t[1], up, slope;

    for (int i = 0; i < 3; i++)
        known[i] = v->c[0] * v->t[i] * v->t[i] * v->t[i] + v->c[1];
    for (int i = 0; i < 2; i++)
        solving_step(s,
                     "$p(%" PRId64 ") = %" PRId64
                     "$ says that $%s%sv = %" PRId64 "%s = %" PRId64 "$.",
                     v->t[i], v->r[i],
                     latex_times(a, v->t[i] * v->t[i], 1, "u"),
                     v->t[i] == 1    ? " + "
                     : v->t[i] == -1 ? " - "
                                     : latex_plus(a, v->t[i]),
                     v->r[i], latex_plus(a, -known[i]), v->r[i] - known[i]);
    /* u t + v = w / t: over the product of both numbers. */
    w[0] = (v->r[0] - known[0]) * v->t[1];
    w[1] = (v->r[1] - known[1]) * v->t[0];
    up = w[0] - w[1];
    d *= v->t[0] * v->t[1];
    slope = w[0] * (v->t[0] - v->t[1]) - up * v->t[0];
    solving_step(s,
                 "Divide the equations by $%" PRId64 "$ and $%" PRId64
                 "$ and subtract: $u = %s$, and then $v = %s$.",
                 v->t[0], v->t[1], latex_ratio(a, up, d),
                 latex_ratio(a, slope, d));
    solving_key(s, "%s",
                latex_ratio(a, known[2] * d + (up * x + slope) * x, d));
    solving_step(s,
                 "The remainder on division by $%s$ is $p(%" PRId64
                 ") = %" PRId64 " + %s%sv = %s$.",
                 divisor(a, 1, x), x, known[2], latex_times(a, x * x, 1, "u"),
                 x == 1    ? " + "
                 : x == -1 ? " - "
                           : latex_plus(a, x),
                 s->key);
    return true;
}

static bool solve_quotient(struct solving *s, const struct theorem *v)
{
    struct arena *a = s->arena;
    int64_t x = v->t[2], d = v->t[1] - v->t[0], rise = v->r[1] - v->r[0];
    int64_t product = (x - v->t[0]) * (x - v->t[1]);
    int64_t value = v->c[0] * x + v->c[1];
    int64_t line = v->r[0] * d + rise * (x - v->t[0]);

    solving_step(s,
                 "$p(x) = (%s)(%s)(%s) + w(x)$, where $w(x)$ is linear or "
                 "constant, $w(%" PRId64 ") = %" PRId64 "$ and $w(%" PRId64
                 ") = %" PRId64 "$.",
                 divisor(a, 1, v->t[0]), divisor(a, 1, v->t[1]),
                 latex_poly(a, (const int64_t[]){ v->c[1], v->c[0] }, 2, "x"),
                 v->t[0], v->r[0], v->t[1], v->r[1]);
    solving_step(s,
                 "The slope of $w$ is $\\frac{%" PRId64 "%s}{%" PRId64
                 "%s} = %s$, so $w(%" PRId64 ") = %s$.",
                 v->r[1], latex_plus(a, -v->r[0]), v->t[1],
                 latex_plus(a, -v->t[0]), latex_ratio(a, rise, d), x,
                 latex_ratio(a, line, d));
    solving_step(s,
                 "The product at $x = %" PRId64 "$ is $%" PRId64
                 " \\cdot %s \\cdot %s = %" PRId64 "$.",
                 x, x - v->t[0], latex_bracket(a, x - v->t[1]),
                 latex_bracket(a, value), product * value);
    solving_key(s, "%s", latex_ratio(a, product * value * d + line, d));
    solving_step(s,
                 "By the remainder theorem, the remainder on division by $%s$ "
                 "is the sum, $p(%" PRId64 ") = %s$.",
                 divisor(a, 1, x), x, s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct theorem *v = values;

    if (v->c[0] == 0)
        return false;
    return (v->kind == FACTOR     ? solve_factor
            : v->kind == TWO      ? solve_two
            : v->kind == QUOTIENT ? solve_quotient
                                  : solve_one)(s, v);
}

/* ---- wording ---- */

/* The polynomial of kinds REMAINDER, UNKNOWN and FACTOR. */
static const char *polynomial(struct speech *s, const struct theorem *v)
{
    static const char *const powers[] = { "x^4", "x^3", "x^2", "x", "" };
    size_t n = (size_t)v->n;

    if (v->kind == REMAINDER)
        return speech_linear(s, v->c, n, powers + 5 - n);
    return arena_printf(s->arena, "%s + ux%s",
                        speech_linear(s, v->c, n - 1, powers + 4 - n),
                        speech_plus(s, &v->c[n - 1]));
}

static void speak(struct speech *s, const void *values)
{
    const struct theorem *v = values;
    struct arena *a = s->arena;
    const char *pair =
        v->kind < TWO
            ? ""
            : arena_printf(a,
                           "leaves the remainder $%s$ on division by $%s$ and "
                           "the remainder $%s$ on division by $%s$",
                           speech_number(s, &v->r[0]), divisor(a, 1, v->t[0]),
                           speech_number(s, &v->r[1]), divisor(a, 1, v->t[1]));
    const char *last = divisor(a, v->q, v->t[v->nt - 1]);
    const char *lead[] = { "x^3", "x" };

    if (v->kind == REMAINDER)
        speech_set(s, "given", "Let $p(x) = %s$.", polynomial(s, v));
    else if (v->kind == UNKNOWN)
        speech_set(s, "given",
                   "The polynomial $p(x) = %s$ leaves the remainder $%s$ on "
                   "division by $%s$.",
                   polynomial(s, v), speech_number(s, &v->r[0]), last);
    else if (v->kind == FACTOR)
        speech_set(s, "given",
                   "The polynomial $p(x) = %s$ has the factor $%s$.",
                   polynomial(s, v), last);
    else if (v->kind == TWO)
        speech_set(s, "given", "The polynomial $p(x) = %s + ux^2 + vx%s$ %s.",
                   speech_linear(s, v->c, 1, lead), speech_plus(s, &v->c[1]),
                   pair);
    else
        speech_set(s, "given",
                   "A polynomial $p(x)$ %s. On division by $(%s)(%s)$ its "
                   "quotient is $%s%s$.",
                   pair, divisor(a, 1, v->t[0]), divisor(a, 1, v->t[1]),
                   speech_linear(s, v->c, 1, lead + 1),
                   speech_plus(s, &v->c[1]));
    if (v->kind == UNKNOWN)
        speech_set(s, "what", "the number $u$");
    else if (v->kind == FACTOR)
        speech_set(s, "what", "the remainder of $p(x)$ on division by $x%s$",
                   speech_plus(s, &v->r[0]));
    else
        speech_set(s, "what", "the remainder of $p(x)$ on division by $%s$",
                   last);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "<given> Find <what>.", NULL },
    { STYLE_PLAIN, "<given> What is <what>?", NULL },
    { STYLE_PLAIN, "<given> Determine <what>.", NULL },
    { STYLE_STORY,
      "<name> finds a torn page of an old book on algebra, where one can still "
      "read: \"<given>\" The missing part told <what>. What was it?",
      NULL },
    { STYLE_STORY,
      "To share a secret code, <name> hides it in a polynomial and tells "
      "<name2> the following. <given> The code is <what>. Which number "
      "is it?",
      NULL },
    { STYLE_STORY,
      "A computer tests its arithmetic with polynomials. <given> "
      "It has to print <what>. What should it print?",
      NULL },
    { 0 },
};

/* ---- the second road: dividing ---- */

/* The coefficient u with which p(-r) is the key: (key - p(-r))/(-r), p being
 * without its linear term. */
static void unknown_for(const struct theorem *v, const fmpq_poly_t p,
                        const fmpq_t key, fmpq_t u)
{
    fmpq_t x;

    fmpq_init(x);
    fmpq_set_si(x, -v->r[0], 1);
    fmpq_poly_evaluate_fmpq(u, p, x);
    fmpq_sub(u, key, u);
    fmpq_div(u, u, x);
    fmpq_clear(x);
}

/* The remainder of the polynomial of kinds REMAINDER, UNKNOWN and FACTOR, with
 * the unknown coefficient that the key is or leads to. */
static bool divides_so(const struct theorem *v, const fmpq_t key)
{
    bool unknown = v->kind != REMAINDER, same;
    int64_t degree = unknown ? v->n : v->n - 1;
    fmpq_poly_t p, d;
    fmpq_t r;

    fmpq_poly_init(p);
    fmpq_poly_init(d);
    fmpq_init(r);
    for (int64_t i = 0; i < v->n; i++)
        fmpq_poly_set_coeff_si(p, i + 1 == v->n ? 0 : degree - i, v->c[i]);
    fmpq_set(r, key);
    if (v->kind == FACTOR)
        unknown_for(v, p, key, r);
    if (unknown)
        fmpq_poly_set_coeff_fmpq(p, 1, r);
    fmpq_poly_set_coeff_si(d, 0, -v->t[0]);
    fmpq_poly_set_coeff_si(d, 1, v->q);
    fmpq_poly_rem(p, p, d);
    fmpq_poly_get_coeff_fmpq(r, p, 0);
    if (v->kind == UNKNOWN)
        fmpq_sub_si(r, r, v->r[0]);
    else if (v->kind == REMAINDER)
        fmpq_sub(r, r, key);
    same = fmpq_is_zero(r);
    fmpq_clear(r);
    fmpq_poly_clear(d);
    fmpq_poly_clear(p);
    return same;
}

/* The key is p/q. TWO: the values (p(t) - c1) / t - c0 t^2 = u t + v lie on a
 * line over the three t. QUOTIENT: the divided difference of p at all three is
 * the quotient's value at the last. Multiplied by all denominators, and then
 * below 10^18. */
static bool aligned(const struct theorem *v, int64_t p, int64_t q)
{
    const int64_t *t = v->t;
    int64_t y[3] = { v->r[0] * q, v->r[1] * q, p };
    int64_t a = t[1] - t[2], b = t[2] - t[0], c = t[0] - t[1], all;

    if (a == 0 || b == 0 || c == 0 || t[0] * t[1] * t[2] == 0)
        return false;
    all = -a * b * c * q;
    if (v->kind == QUOTIENT)
        return y[0] * a + y[1] * b + y[2] * c ==
               all * (v->c[0] * t[2] + v->c[1]);
    for (int i = 0; i < 3; i++)
        y[i] -= (v->c[0] * t[i] * t[i] * t[i] + v->c[1]) * q;
    return y[0] * t[1] * t[2] * a + y[1] * t[2] * t[0] * b +
               y[2] * t[0] * t[1] * c ==
           0;
}

static bool counts_fit(const struct theorem *v)
{
    if (v->kind >= TWO)
        return v->n == 2 && v->nt == 3 && v->nr == 2 && v->q == 1;
    if (v->kind == FACTOR && v->r[0] == 0)
        return false;
    return v->n >= 3 && v->nt == 1 && v->nr == (v->kind != REMAINDER) &&
           (v->kind == REMAINDER || (v->t[0] != 0 && v->n <= 4));
}

#define KEY_MOST INT64_C(10000000000)

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct theorem *v = values;
    bool holds = false;
    int64_t p, q;
    fmpq_t x;

    (void)a;
    f->by = v->kind == TWO        ? "collinear points"
            : v->kind == QUOTIENT ? "divided differences"
                                  : "division";
    f->detail = "the numbers are not as many as there should be";
    if (!counts_fit(v))
        return TRUTH_NO;
    fmpq_init(x);
    f->detail = "the key is not a rational number in lowest terms";
    if (key_rational(key, x)) {
        if (v->kind < TWO)
            holds = divides_so(v, x);
        else /* denominators divide (t0 - t1) t0 t1 */
            holds = key_ratio(key, &p, &q) && p < KEY_MOST && -p < KEY_MOST &&
                    q <= 16000 && aligned(v, p, q);
        f->detail = holds ? "the polynomial with the key in its place has the "
                            "remainders that it should have"
                          : "the remainders are others";
    }
    fmpq_clear(x);
    return holds ? TRUTH_YES : TRUTH_NO;
}

static bool is_whole(const void *values)
{
    const struct theorem *v = values;

    return v->kind == REMAINDER && v->q == 1;
}

static const struct recipe recipe = {
    .size = sizeof(struct theorem),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give an integer or a fraction in lowest terms.",
    .is_whole = is_whole,
    .whole = "Give an integer.",
    .check = check,
};

const struct family concept_factor_theorem = {
    .name = "concept/factor-theorem",
    .version = 2,
    .title = "Remainder theorem and factor theorem",
    .doc = "The remainder on division by a linear polynomial, or a coefficient "
           "that given remainders or a factor determine. The worked solution "
           "evaluates at the zeros of the divisors.",
    .concepts = { HIGH_FACTOR_THEOREM },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
