/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Stationary phase: int g(t) cos(x f(t)) dt for large x, with a stationary
 * point inside of the interval, at an end of it, of order four, or with two of
 * them.
 *
 * int_0^infty e^{i alpha x u^m} du is the real integral of expansion.h turned by
 * the angle pi/(2m).
 */
#include "family/applied/applied.h"
#include "family/applied/formula.h"
#include "family/applied/phase.h"

#include <inttypes.h>

enum kind { KIND_POINT, KIND_PAIR };

struct stationary {
    int64_t disguise;
    int64_t kind, flat;         /* flat: a point of order four */
    int64_t shape, a, k, shift; /* the phase, see phase.h; of a pair
                                   a (t^3 - 3 k^2 t) */
    int64_t c,
        m; /* the factor: c e^{-mt^2}; of a pair (c + m t^2) e^{-shift t^2},
                     so that the ends of the interval count for nothing */
    int64_t sine;        /* sin instead of cos */
    int64_t left, right; /* the interval is [-left, right] */
    int64_t h;           /* structure: t - h stands for t; else 0 */
    int64_t q;           /* vanishing: q t^4, of a pair q t, is added; else 0 */
};

static const struct field fields[] = {
    NUMBER(struct stationary, disguise, 0, 3),
    NUMBER(struct stationary, kind, 0, 1),
    NUMBER(struct stationary, flat, 0, 1),
    NUMBER(struct stationary, shape, 0, 6),
    NUMBER(struct stationary, a, 1, 99),
    NUMBER(struct stationary, k, 1, 9),
    NUMBER(struct stationary, shift, -99, 99),
    NUMBER(struct stationary, c, 1, 99),
    NUMBER(struct stationary, m, 1, 99),
    NUMBER(struct stationary, sine, 0, 1),
    NUMBER(struct stationary, left, 0, 20),
    NUMBER(struct stationary, right, 1, 20),
    NUMBER(struct stationary, h, -99, 99),
    NUMBER(struct stationary, q, 0, 99),
    { 0 },
};

static const char *const kinds[] = { "point", "pair", NULL };

/* ---- drawing ---- */

static void draw_pair(struct pick *k, struct stationary *v)
{
    v->a = pick(k, 1, 2);
    v->k = 1;
    v->c = pick(k, 1, 40);
    v->m = pick(k, 1, 40);
    v->shift = pick(k, 2, 4);
    v->right = v->left = v->k + 1;
    v->kind = KIND_PAIR;
}

static void draw(struct pick *k, void *values)
{
    struct stationary *v = values;

    if (k->level == 3) {
        draw_pair(k, v);
        return;
    }
    v->flat = k->level == 4;
    v->shape = pick(k, 0, v->flat ? 4 : 6);
    v->a = pick(k, 1, 5);
    v->k = pick(k, 1, 2);
    v->shift = pick(k, -4, 4);
    v->c = pick(k, 1, 9);
    v->m = pick(k, 10, 20);
    v->sine = pick(k, 0, 1);
    v->right = 1;
    v->left = k->level != 2;
}

static void disguise(struct pick *k, void *values)
{
    struct stationary *v = values;

    if (v->disguise == DISGUISE_STRUCTURE)
        v->h = pick_signed(k, 1, 9);
    if (v->disguise == DISGUISE_VANISHING)
        v->q = pick(k, 1, 9);
    if (v->disguise == DISGUISE_TRAP)
        v->left = v->left == 0 ? v->right : 0;
}

/* ---- words ---- */

static struct phase phase_of(const struct stationary *v)
{
    int64_t kind = v->flat ? PHASE_FLAT : PHASE_INTERIOR;

    return (struct phase){ kind, v->shape, v->a, v->k, v->shift };
}

/* t - h, and the same as a factor. */
static const char *variable(struct arena *a, const struct stationary *v,
                            bool as_factor)
{
    const char *terms[] = { "t", formula_ratio_term(a, -v->h, 1, "", NULL) };
    const char *sum = formula_sum(a, terms, 2);

    return as_factor && v->h ? arena_printf(a, "(%s)", sum) : sum;
}

static const char *phase_text(struct arena *a, const struct stationary *v)
{
    const char *t = variable(a, v, true);
    const char *terms[2];
    struct phase f = phase_of(v);

    if (v->kind != KIND_PAIR)
        return phase_latex(a, &f, variable(a, v, false), v->h != 0);
    terms[0] = formula_ratio_term(a, v->a, 1, "", POWERS({ t, 3, 1 }));
    terms[1] = formula_ratio_term(a, -3 * v->a * v->k * v->k, 1, t, NULL);
    return formula_sum(a, terms, 2);
}

static const char *factor_text(struct arena *a, const struct stationary *v)
{
    bool pair = v->kind == KIND_PAIR;
    const char *t = variable(a, v, true);
    const char *wide =
        known_latex(a, pair || v->q ? 1 : v->c, KNOWN_GAUSS,
                    pair ? v->shift : v->m, variable(a, v, false), v->h != 0);
    const char *terms[] = {
        formula_ratio_term(a, v->c, 1, "", NULL),
        formula_ratio_term(a, v->q, 1, "", POWERS({ t, pair ? 1 : 4, 1 })),
        formula_ratio_term(a, pair ? v->m : 0, 1, "", POWERS({ t, 2, 1 })),
    };

    if (!pair && !v->q)
        return wide;
    return arena_printf(a, "\\left(%s\\right)%s", formula_sum(a, terms, 3),
                        wide);
}

static const char *wave(const struct stationary *v)
{
    return v->sine ? "\\sin" : "\\cos";
}

static const char *integral(struct arena *a, const struct stationary *v)
{
    return arena_printf(a,
                        "\\int_{%" PRId64 "}^{%" PRId64
                        "} %s\\,%s\\left(x\\left(%s\\right)\\right)\\,dt",
                        v->h - v->left, v->h + v->right, factor_text(a, v),
                        wave(v), phase_text(a, v));
}

static void speak(struct speech *s, const void *values)
{
    form_let_text(s, "integral", integral(s->arena, values));
}

/* ---- solving ---- */

/* amplitude cos(f0 x + pi/4) */
static const char *waved(struct arena *a, const struct stationary *v,
                         const char *amplitude, const fmpq_t f0, int64_t turn)
{
    const char *terms[] = { formula_term(a, f0, "x", NULL),
                            formula_ratio_term(a, 1, turn, "\\pi", NULL) };

    return arena_printf(a, "%s\\,%s\\left(%s\\right)", amplitude, wave(v),
                        formula_sum(a, terms, 2));
}

/* (c + q t^4) e^{-mt^2} */
static void factor_series(fmpq_poly_t g, const struct stationary *v)
{
    fmpq_poly_t sum;

    fmpq_poly_init(sum);
    known_series(g, KNOWN_GAUSS, v->m);
    fmpq_poly_set_coeff_si(sum, 0, v->c);
    fmpq_poly_set_coeff_si(sum, 4, v->q);
    fmpq_poly_mullow(g, g, sum, EXPANSION_ORDER);
    fmpq_poly_clear(sum);
}

static void solve_one(struct solving *s, const struct stationary *v)
{
    struct phase phase = phase_of(v);
    fmpq_poly_t f, g, b;
    const char *term = "";
    fmpq_t alpha, f0;
    int64_t m;

    fmpq_poly_init(f);
    fmpq_poly_init(g);
    fmpq_poly_init(b);
    fmpq_init(alpha);
    fmpq_init(f0);
    phase_series(f, &phase);
    factor_series(g, v);
    fmpq_poly_get_coeff_fmpq(f0, f, 0);
    expansion_watson(b, &m, alpha, f, g);
    expansion_terms(s->arena, b, m, alpha, v->left > 0, "x", 1, &term);
    solving_key(s, "%s", waved(s->arena, v, term, f0, 2 * m));
    let_text(s, "phase", expansion_latex(s->arena, f, "s", 2));
    let_text(s, "factor", expansion_latex(s->arena, g, "s", 1));
    let(s, "order", m);
    let(s, "turn", 2 * m);
    let(s, "sides", v->left > 0 ? 2 : 1);
    fmpq_clear(f0);
    fmpq_clear(alpha);
    fmpq_poly_clear(b);
    fmpq_poly_clear(g);
    fmpq_poly_clear(f);
}

/* At t = k and t = -k, f = -+ 2 a k^3 and f'' = +-6 a k: the second point is the
 * mirror image of the first. */
static void solve_pair(struct solving *s, const struct stationary *v)
{
    int64_t both = v->left > 0, even = v->c + v->m * v->k * v->k;
    int64_t sum = both ? 2 * even : even + v->q * v->k;
    const char *wide =
        arena_printf(s->arena, "e^{-%" PRId64 "}", v->shift * v->k * v->k);
    const char *root, *term;
    fmpq_t c, b, f0;

    fmpq_init(c);
    fmpq_init(b);
    fmpq_init(f0);
    fmpq_set_si(c, sum, 1);
    fmpq_set_si(b, 1, (ulong)(3 * v->a * v->k));
    root = formula_power(s->arena, c, b, 1, 2);
    term = formula_term(
        s->arena, c,
        formula_times(s->arena, formula_times(s->arena, root, "\\sqrt{\\pi}"),
                      wide),
        POWERS({ "x", -1, 2 }));
    fmpq_set_si(f0, 2 * v->a * v->k * v->k * v->k, 1);
    solving_key(s, "%s", waved(s->arena, v, term, f0, -4));
    let(s, "peak", 2 * v->a * v->k * v->k * v->k);
    let(s, "second", 6 * v->a * v->k);
    let(s, "first", v->h + v->k);
    let(s, "mirror", v->h - v->k);
    let_text(s, "sum", arena_printf(s->arena, "%" PRId64 "%s", sum, wide));
    let(s, "sides", both ? 2 : 1);
    fmpq_clear(f0);
    fmpq_clear(b);
    fmpq_clear(c);
}

static bool solve(struct solving *s, const void *values)
{
    const struct stationary *v = values;

    let_text(s, "variable", variable(s->arena, v, false));
    let_text(s, "wave", wave(v));
    (v->kind == KIND_PAIR ? solve_pair : solve_one)(s, v);
    tell(s, "points");
    tell(s, "local");
    tell(s, "turned");
    tell(s, "result");
    return true;
}

static size_t claims(struct arena *a, const void *values,
                     struct applied_claim *out)
{
    const struct stationary *v = values;

    if (v->kind == KIND_PAIR && v->shift < 1)
        return 0;
    if (v->kind != KIND_PAIR && v->shape >= phase_shapes(phase_of(v).kind))
        return 0;
    *out = applied_begin(CLAIM_INTEGRAL, integral(a, v), "t");
    out->claim.conditions = "x>0";
    applied_tends(a, out, "x", LIMIT_INFINITY, 1);
    return 1;
}

static struct form_file text = {
#include "family/applied/stationary.inc"
};

static const struct applied applied = {
    .recipe = { .text = &text,
                .kinds = kinds,
                .size = sizeof(struct stationary),
                .fields = fields,
                .draw = draw,
                .solve = solve,
                .speak = speak },
    .disguise = disguise,
    .claims = claims,
};

const struct family applied_stationary = {
    .name = "applied/stationary-phase",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD(&applied),
};
