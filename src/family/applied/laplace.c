/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Laplace integrals: int g(t) e^{-x f(t)} dt for large x, with the least value
 * of f inside of the interval or at an end of it.
 *
 * solve() expands about the minimum and integrates term by term (expansion.h);
 * the check evaluates the printed integral.
 */
#include "family/applied/applied.h"
#include "family/applied/formula.h"
#include "family/applied/phase.h"
#include "family/recipe/latex.h"

#include <inttypes.h>

struct laplace {
    int64_t disguise;
    int64_t kind, shape, a, k, shift; /* the phase, see phase.h */
    int64_t c, g, m;                  /* the factor: c g(mt) */
    int64_t left, right;              /* the interval is [-left, right] */
    int64_t terms;                    /* asked for */
    int64_t h, r; /* structure: r t - h stands for t; else 0 and 1 */
    int64_t q;    /* vanishing: q t^4 is added to the factor; else 0 */
};

static const struct field fields[] = {
    NUMBER(struct laplace, disguise, 0, 3),
    NUMBER(struct laplace, kind, 0, PHASE_KINDS - 1),
    NUMBER(struct laplace, shape, 0, 6),
    NUMBER(struct laplace, a, 1, 99),
    NUMBER(struct laplace, k, 1, 9),
    NUMBER(struct laplace, shift, -99, 99),
    NUMBER(struct laplace, c, 1, 99),
    NUMBER(struct laplace, g, 1, KNOWN_FUNCTIONS - 1),
    NUMBER(struct laplace, m, 1, 9),
    NUMBER(struct laplace, left, 0, 9),
    NUMBER(struct laplace, right, 1, 16),
    NUMBER(struct laplace, terms, 1, 2),
    NUMBER(struct laplace, h, -99, 99),
    NUMBER(struct laplace, r, 1, 9),
    NUMBER(struct laplace, q, 0, 99),
    { 0 },
};

static const char *const kinds[] = { "interior", "end", "flat", NULL };

/* ---- drawing ---- */

/* Factors that are regular on the whole line. */
static const int64_t factors[] = { KNOWN_EXP, KNOWN_COS, KNOWN_COSH,
                                   KNOWN_SQUARE, KNOWN_GAUSS };

static void draw(struct pick *k, void *values)
{
    struct laplace *v = values;

    v->kind = k->level == 3   ? pick(k, PHASE_INTERIOR, PHASE_END)
              : k->level == 2 ? PHASE_END
              : k->level == 4 ? PHASE_FLAT
                              : PHASE_INTERIOR;
    v->terms = k->level == 3 ? 2 : 1;
    v->shape = pick(k, 0, k->level == 4 ? 4 : 6);
    v->a = pick(k, 1, 9);
    v->k = pick(k, 1, 3);
    v->shift = pick(k, -4, 4);
    v->c = pick(k, 1, 9);
    v->g = pick_of(k, factors, sizeof(factors) / sizeof(factors[0]));
    v->m = pick(k, 1, 4);
    v->right = pick(k, 1, 4);
    v->left = pick(k, 1, 4);
    if (v->kind == PHASE_END) { /* one bound of two, not to waste a pick */
        v->right += 4 * (v->left - 1);
        v->left = 0;
    }
    v->r = 1;
}

static void disguise(struct pick *k, void *values)
{
    struct laplace *v = values;

    if (v->disguise == DISGUISE_STRUCTURE) {
        v->h = pick_signed(k, 1, 9);
        v->r = pick(k, 1, 3);
    }
    if (v->disguise == DISGUISE_VANISHING)
        v->q = pick(k, 1, 9);
    if (v->disguise == DISGUISE_TRAP)
        v->left = 0;
}

/* ---- words ---- */

static struct phase phase_of(const struct laplace *v)
{
    return (struct phase){ v->kind, v->shape, v->a, v->k, v->shift };
}

/* r t - h */
static const char *variable(struct arena *a, const struct laplace *v)
{
    const char *terms[] = { formula_ratio_term(a, v->r, 1, "t", NULL),
                            formula_ratio_term(a, -v->h, 1, "", NULL) };

    return formula_sum(a, terms, 2);
}

/* A trap at an end: the factor is zero there. */
static bool has_zero(const struct laplace *v)
{
    return v->disguise == DISGUISE_TRAP && v->kind == PHASE_END;
}

static const char *factor_latex(struct arena *a, const struct laplace *v)
{
    const char *t = variable(a, v);
    const char *base = v->h ? arena_printf(a, "(%s)", t) : t;
    const char *g =
        known_latex(a, has_zero(v) ? 1 : v->c * v->r, (enum known_function)v->g,
                    v->m, t, v->h || v->r > 1);
    const char *terms[] = { g, formula_ratio_term(a, v->q, 1, "",
                                                  POWERS({ base, 4, 1 })) };

    if (has_zero(v))
        return formula_ratio_term(a, v->c, 1, formula_times(a, t, g), NULL);
    return v->q ? arena_printf(a, "\\left(%s\\right)", formula_sum(a, terms, 2))
                : g;
}

/* The bound at which r t - h is x. */
static const char *bound(struct arena *a, const struct laplace *v, int64_t x)
{
    return latex_ratio(a, v->h + x, v->r);
}

static const char *integral(struct arena *a, const struct laplace *v)
{
    struct phase f = phase_of(v);

    return arena_printf(a, "\\int_{%s}^{%s} %s\\, e^{-x\\left(%s\\right)}\\,dt",
                        bound(a, v, -v->left), bound(a, v, v->right),
                        factor_latex(a, v),
                        phase_latex(a, &f, variable(a, v), v->h || v->r > 1));
}

static void speak(struct speech *s, const void *values)
{
    form_let_text(s, "integral", integral(s->arena, values));
}

/* ---- solving ---- */

static void factor_series(fmpq_poly_t g, const struct laplace *v)
{
    fmpq_poly_t more;

    fmpq_poly_init(more);
    known_series(g, (enum known_function)v->g, v->m);
    fmpq_poly_scalar_mul_si(g, g, v->c);
    fmpq_poly_set_coeff_si(more, 4, v->q);
    fmpq_poly_add(g, g, more);
    if (has_zero(v))
        fmpq_poly_shift_left(g, g, 1);
    fmpq_poly_clear(more);
}

/* e^{-f_0 x} before the sum. */
static const char *scaled(struct arena *a, const fmpq_t f0, const char *sum,
                          bool single)
{
    fmpq_t minus;
    const char *e;

    if (fmpq_is_zero(f0))
        return sum;
    fmpq_init(minus);
    fmpq_neg(minus, f0);
    e = formula_term(a, minus, "x", NULL);
    fmpq_clear(minus);
    return arena_printf(a, single ? "%s\\,e^{%s}" : "\\left(%s\\right)e^{%s}",
                        sum, e);
}

static void tell_steps(struct solving *s, const struct laplace *v,
                       const fmpq_poly_t f, const fmpq_poly_t g, int64_t m)
{
    struct arena *a = s->arena;
    fmpq_t f0;

    fmpq_init(f0);
    fmpq_poly_get_coeff_fmpq(f0, f, 0);
    let_text(s, "where", bound(a, v, 0));
    let_text(s, "least", latex_fmpq(a, f0));
    let_text(s, "substitution", variable(a, v));
    let_text(s, "phase", expansion_latex(a, f, "s", 3));
    let_text(s, "factor", expansion_latex(a, g, "s", 2));
    let(s, "order", m);
    let(s, "sides", v->kind == PHASE_END || v->left == 0 ? 1 : 2);
    let(s, "hidden", v->h || v->r > 1);
    let(s, "zero", has_zero(v));
    let(s, "fourth", v->q > 0);
    tell(s, "minimum");
    tell(s, "local");
    tell(s, "scale");
    tell(s, "moments");
    tell(s, "result");
    fmpq_clear(f0);
}

static bool solve(struct solving *s, const void *values)
{
    const struct laplace *v = values;
    struct phase phase = phase_of(v);
    bool both = v->left > 0;
    const char *terms[2];
    fmpq_poly_t f, g, b;
    fmpq_t alpha, f0;
    int64_t m;
    size_t n;

    fmpq_poly_init(f);
    fmpq_poly_init(g);
    fmpq_poly_init(b);
    fmpq_init(alpha);
    fmpq_init(f0);
    phase_series(f, &phase);
    factor_series(g, v);
    fmpq_poly_get_coeff_fmpq(f0, f, 0);
    expansion_watson(b, &m, alpha, f, g);
    n = expansion_terms(s->arena, b, m, alpha, both, "x", (size_t)v->terms,
                        terms);
    solving_key(s, "%s",
                scaled(s->arena, f0, formula_sum(s->arena, terms, n), n == 1));
    tell_steps(s, v, f, g, m);
    fmpq_clear(f0);
    fmpq_clear(alpha);
    fmpq_poly_clear(b);
    fmpq_poly_clear(g);
    fmpq_poly_clear(f);
    return n == (size_t)v->terms;
}

static size_t claims(struct arena *a, const void *values,
                     struct applied_claim *out)
{
    const struct laplace *v = values;

    if (v->shape >= phase_shapes(v->kind))
        return 0;
    *out = applied_begin(CLAIM_INTEGRAL, integral(a, v), "t");
    out->claim.conditions = "x>0";
    applied_tends(a, out, "x", LIMIT_INFINITY, (int)v->terms);
    return 1;
}

static struct form_file text = {
#include "family/applied/laplace.inc"
};

static const struct applied applied = {
    .recipe = { .text = &text,
                .kinds = kinds,
                .size = sizeof(struct laplace),
                .fields = fields,
                .draw = draw,
                .solve = solve,
                .speak = speak },
    .disguise = disguise,
    .claims = claims,
};

const struct family applied_laplace = {
    .name = "applied/laplace",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD(&applied),
};
