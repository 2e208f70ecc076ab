/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Integrals int_0^a dx/(epsilon + P(x)) in each regime of epsilon.
 *
 * Where one power c x^n of P balances epsilon, the integral is that of
 * 1/(epsilon + c x^n) over the half-line, (pi/n)/sin(pi/n) c^{-1/n}
 * epsilon^{1/n-1}; where epsilon is beyond all of P, it is a/epsilon.
 */
#include "family/applied/applied.h"
#include "family/applied/formula.h"
#include "family/recipe/latex.h"

#include <inttypes.h>

#define TERMS 3

struct regimes {
    int64_t disguise;
    int64_t n;                  /* terms of P */
    int64_t c[TERMS], p[TERMS]; /* c x^p, lowest power first */
    int64_t bound;              /* a; 0: infinity */
    int64_t asked;              /* regimes: small, then intermediate, large */
    int64_t square;             /* the power of the denominator: 1 or 2 */
    int64_t root;               /* structure: x = t^root; else 1 */
    int64_t q; /* vanishing: q x^e/(1 + x^e) is added to P; else 0 */
    int64_t h; /* trap: the interval goes to both sides of h */
};

static const struct field fields[] = {
    NUMBER(struct regimes, disguise, 0, 3),
    LIST(struct regimes, c, n, 1, 99),
    LIST(struct regimes, p, n, 2, 40),
    NUMBER(struct regimes, bound, 0, 9999),
    NUMBER(struct regimes, asked, 1, 3),
    NUMBER(struct regimes, square, 1, 2),
    NUMBER(struct regimes, root, 1, 3),
    NUMBER(struct regimes, q, 0, 99),
    NUMBER(struct regimes, h, -9999, 9999),
    { 0 },
};

/* ---- drawing ---- */

static void draw(struct pick *k, void *values)
{
    struct regimes *v = values;
    /* Beyond the largest value of P the check must come: that is kept small. */
    int64_t wide = k->level >= 3 ? 2 : 3;

    v->asked = k->level < 3 ? k->level : 3;
    v->square = k->level == 4 ? 2 : 1;
    v->n = k->level == 1 ? 2 : 3;
    for (int64_t i = 0; i < v->n; i++) {
        v->p[i] = i ? v->p[i - 1] + pick(k, 1, wide) : pick(k, 2, wide + 1);
        v->c[i] = pick(k, 1, 9);
    }
    if (k->level == 1)
        v->bound = pick(k, 1, 20);
    if (k->level >= 3)
        v->bound = pick(k, 2, 3);
    v->root = 1;
}

static void disguise(struct pick *k, void *values)
{
    struct regimes *v = values;

    if (v->disguise == DISGUISE_STRUCTURE)
        v->root = pick(k, 2, 3);
    if (v->disguise == DISGUISE_VANISHING)
        v->q = pick(k, 1, 9);
    if (v->disguise == DISGUISE_TRAP)
        v->h = v->bound ? v->bound : pick_signed(k, 1, 9);
}

/* ---- words ---- */

static const char *polynomial(struct arena *a, const struct regimes *v,
                              const char *x)
{
    const char *terms[TERMS + 1];
    size_t n = 0;

    for (int64_t i = 0; i < v->n; i++)
        terms[n++] = formula_ratio_term(a, v->c[i], 1, "",
                                        POWERS({ x, v->p[i] * v->root, 1 }));
    if (v->q) {
        const char *e = arena_printf(a, "%s^{%" PRId64 "}", x, v->p[0] + 1);

        terms[n++] = arena_printf(a, "\\frac{%s}{1 + %s}",
                                  formula_ratio_term(a, v->q, 1, e, NULL), e);
    }
    return formula_sum(a, terms, n);
}

/* The integral over the whole interval, or to infinity. */
static const char *integral(struct arena *a, const struct regimes *v,
                            int64_t bound)
{
    const char *x = v->root > 1 ? "t" : "x", *from = "0", *to = "\\infty";
    const char *over = v->root > 1
                           ? formula_ratio_term(a, v->root, 1, "",
                                                POWERS({ x, v->root - 1, 1 }))
                           : "";
    const char *base =
        v->h ? arena_printf(a, "\\left|x %c %" PRId64 "\\right|",
                            v->h < 0 ? '+' : '-', v->h < 0 ? -v->h : v->h)
             : x;

    if (bound && v->root > 1)
        to = v->root == 2 ? arena_printf(a, "\\sqrt{%" PRId64 "}", bound)
                          : arena_printf(a, "\\sqrt[3]{%" PRId64 "}", bound);
    else if (bound)
        to = arena_printf(a, "%" PRId64, v->h ? 2 * bound : bound);
    else if (v->h)
        from = "-\\infty";
    return arena_printf(
        a,
        v->square == 2 ? "\\int_{%s}^{%s} \\frac{%s%sd%s}"
                         "{\\left(\\epsilon + %s\\right)^2}"
                       : "\\int_{%s}^{%s} \\frac{%s%sd%s}{\\epsilon + %s}",
        from, to, over, *over ? "\\," : "", x, polynomial(a, v, base));
}

static void speak(struct speech *s, const void *values)
{
    const struct regimes *v = values;

    form_let_text(s, "integral", integral(s->arena, v, v->bound));
}

/* ---- solving ---- */

/* Multiply c by pi/n / sin(pi/n) as far as it is known without sin. Returns the
 * rest of the numerator; *under is "" or the sine. */
static const char *sine_factor(struct arena *a, fmpq_t c, int64_t n,
                               const char **under)
{
    static const struct {
        int64_t n, p, q;
        const char *over;
    } known[] = {
        { 2, 1, 2, "\\pi" },
        { 3, 2, 9, "\\sqrt{3}\\pi" },
        { 4, 1, 4, "\\sqrt{2}\\pi" },
        { 6, 1, 3, "\\pi" },
    };
    int64_t p = 1, q = n;
    const char *over = "\\pi";
    fmpq_t x;

    *under =
        arena_printf(a, "\\sin\\left(\\frac{\\pi}{%" PRId64 "}\\right)", n);
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (known[i].n == n) {
            p = known[i].p;
            q = known[i].q;
            over = known[i].over;
            *under = NULL;
        }
    fmpq_init(x);
    fmpq_set_si(x, p, (ulong)q);
    fmpq_mul(c, c, x);
    fmpq_clear(x);
    return over;
}

/* The integral of 1/(epsilon + c x^n), or of its square, over the half-line,
 * `sides` times. The square is the derivative by -epsilon. */
static const char *half_line(struct arena *a, int64_t c, int64_t n,
                             int64_t sides, int64_t square)
{
    struct power powers[4] = { { NULL, 0, 1 } };
    const char *over, *sine, *root, *key;
    fmpq_t x, base, rational;
    size_t k = 0;

    fmpq_init(x);
    fmpq_init(base);
    fmpq_init(rational);
    fmpq_set_si(x, square == 2 ? sides * (n - 1) : sides,
                square == 2 ? (ulong)n : 1);
    fmpq_set_si(base, c, 1);
    fmpq_one(rational);
    over = sine_factor(a, x, n, &sine);
    root = formula_power(a, rational, base, 1, n);
    fmpq_div(x, x, rational);
    if (sine)
        powers[k++] = (struct power){ sine, -1, 1 };
    if (*root)
        powers[k++] = (struct power){ root, -1, 1 };
    powers[k++] = (struct power){ "\\epsilon", 1 - square * n, n };
    powers[k] = (struct power){ NULL, 0, 1 };
    key = formula_term(a, x, over, powers);
    fmpq_clear(rational);
    fmpq_clear(base);
    fmpq_clear(x);
    return key;
}

static bool solve(struct solving *s, const void *values)
{
    const struct regimes *v = values;
    int64_t sides = v->h ? 2 : 1, last = v->n - 1;
    struct arena *a = s->arena;

    solving_key(s, "%s", half_line(a, v->c[0], v->p[0], sides, v->square));
    let(s, "sides", sides);
    let(s, "small_c", v->c[0]);
    let(s, "small_n", v->p[0]);
    let_text(s, "small", s->key);
    tell(s, "first");
    if (v->q)
        tell(s, "bounded");
    tell(s, "small");
    if (v->asked > 1) {
        solving_regime(s,
                       half_line(a, v->c[last], v->p[last], sides, v->square));
        let(s, "large_c", v->c[last]);
        let(s, "large_n", v->p[last]);
        let_text(s, "middle", s->others[0]);
        tell(s, "middle");
    }
    if (v->asked > 2) {
        solving_regime(
            s, formula_ratio_term(a, sides * v->bound, 1, "",
                                  POWERS({ "\\epsilon", -v->square, 1 })));
        let(s, "width", sides * v->bound);
        let_text(s, "large", s->others[1]);
        tell(s, "large");
    }
    return true;
}

/* ---- the claims ---- */

static bool is_problem(const struct regimes *v)
{
    if (v->n < 2 || (v->asked > 2 && !v->bound) || (v->h && v->root > 1) ||
        (v->h && v->bound && v->h != v->bound))
        return false;
    for (int64_t i = 1; i < v->n; i++)
        if (v->p[i] <= v->p[i - 1])
            return false;
    return true;
}

/* Between the powers of P, the bound counts as infinite. */
static size_t claims(struct arena *a, const void *values,
                     struct applied_claim *out)
{
    static const char *const names[] = { "small", "intermediate", "large" };
    const struct regimes *v = values;
    const char *x = v->root > 1 ? "t" : "x";

    if (!is_problem(v))
        return 0;
    for (int64_t i = 0; i < v->asked; i++) {
        out[i] = applied_begin(CLAIM_INTEGRAL,
                               integral(a, v, i == 1 ? 0 : v->bound), x);
        out[i].name = v->asked == 2 && i == 1 ? "large" : names[i];
        out[i].claim.conditions = "\\epsilon>0";
        applied_tends(a, &out[i], "epsilon",
                      i ? LIMIT_INFINITY : LIMIT_ZERO_ABOVE, 1);
    }
    return (size_t)v->asked;
}

static struct form_file text = {
#include "family/applied/regimes.inc"
};

static const struct applied applied = {
    .recipe = { .text = &text,
                .size = sizeof(struct regimes),
                .fields = fields,
                .draw = draw,
                .solve = solve,
                .speak = speak },
    .disguise = disguise,
    .claims = claims,
};

const struct family applied_regimes = {
    .name = "applied/regime-integrals",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD(&applied),
};
