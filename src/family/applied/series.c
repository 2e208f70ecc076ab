/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Asymptotic series of integrals to a stated number of terms: Watson's lemma,
 * with whole and with fractional powers, and tails by repeated integration by
 * parts.
 */
#include "family/applied/applied.h"
#include "family/applied/expansion.h"
#include "family/applied/formula.h"

#include <inttypes.h>

#define TERMS_MOST 4

enum kind { KIND_WATSON, KIND_TAIL };

struct series {
    int64_t disguise;
    int64_t kind, terms;
    int64_t c;
    /* Watson: c int_0^upper t^{p/q-1} h(mt) e^{-xt} dt; upper 0: infinity */
    int64_t h, m, p, q, upper;
    /* A tail: c int_x^infty t^{-u/2} e^{-b t^w} dt */
    int64_t u, b, w;
    int64_t hidden; /* structure: t = s^2, or t = s + x */
    int64_t extra; /* vanishing: extra t^9 is added to h, or extra e^{-2bt^w} */
};

static const struct field fields[] = {
    NUMBER(struct series, disguise, 0, 3),
    NUMBER(struct series, kind, 0, 1),
    NUMBER(struct series, terms, 1, TERMS_MOST),
    NUMBER(struct series, c, 1, 99),
    NUMBER(struct series, h, 0, KNOWN_FUNCTIONS - 1),
    NUMBER(struct series, m, 0, 99),
    NUMBER(struct series, p, 1, 20),
    NUMBER(struct series, q, 1, 9),
    NUMBER(struct series, upper, 0, 99),
    NUMBER(struct series, u, 0, 20),
    NUMBER(struct series, b, 1, 99),
    NUMBER(struct series, w, 1, 5),
    NUMBER(struct series, hidden, 0, 1),
    NUMBER(struct series, extra, 0, 99),
    { 0 },
};

static const char *const kinds[] = { "watson", "tail", NULL };

/* ---- drawing ---- */

static const int64_t functions[] = { KNOWN_OVER,   KNOWN_ROOT,  KNOWN_LN,
                                     KNOWN_ARCTAN, KNOWN_TWICE, KNOWN_SQUARE,
                                     KNOWN_GAUSS };

/* The exponents of t are one less. */
static const struct {
    int64_t p, q;
} powers[] = { { 1, 2 }, { 3, 2 }, { 1, 3 }, { 2, 3 },
               { 4, 3 }, { 1, 4 }, { 3, 4 }, { 5, 2 } };

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static void draw_watson(struct pick *k, struct series *v)
{
    v->h = pick_of(k, functions, COUNT(functions));
    v->m = pick(k, 1, 9);
    if (k->level == 1) {
        v->upper = pick(k, 0, 5);
    } else {
        int64_t i = pick(k, 0, COUNT(powers) - 1);

        v->p = powers[i].p;
        v->q = powers[i].q;
    }
}

static void draw(struct pick *k, void *values)
{
    struct series *v = values;

    v->p = v->q = v->b = v->w = 1;
    v->c = pick(k, 1, 12);
    v->terms = pick(k, 2, k->level == 2 ? 3 : 4);
    v->kind = k->level >= 3;
    if (v->kind == KIND_WATSON) {
        draw_watson(k, v);
        return;
    }
    v->u = pick(k, 1, 12);
    v->b = pick(k, 1, 4);
    v->w = k->level == 3 ? pick(k, 1, 2) : pick(k, 3, 5);
}

static void disguise(struct pick *k, void *values)
{
    struct series *v = values;

    v->hidden = v->disguise == DISGUISE_STRUCTURE;
    if (v->disguise == DISGUISE_VANISHING)
        v->extra = pick(k, 1, 9);
}

/* ---- words ---- */

/* The upper bound, of s if t = s^2. */
static const char *upper_text(struct arena *a, const struct series *v)
{
    if (!v->upper)
        return "\\infty";
    return arena_printf(
        a, v->hidden && v->upper > 1 ? "\\sqrt{%" PRId64 "}" : "%" PRId64,
        v->upper);
}

/* With t = s^2: 2 s^{2p/q-1} h(m s^2) e^{-x s^2}. */
static const char *watson_text(struct arena *a, const struct series *v)
{
    bool squared = v->h == KNOWN_SQUARE || v->h == KNOWN_GAUSS;
    const char *t = v->hidden ? "s^2" : "t", *s = v->hidden ? "s" : "t";
    int64_t power = v->hidden ? 2 * v->p - v->q : v->p - v->q;
    int64_t c = v->hidden ? 2 * v->c : v->c;
    bool alone = power == 0 && !v->extra;
    const char *terms[] = {
        known_latex(a, alone ? c : 1, (enum known_function)v->h, v->m,
                    v->hidden && squared ? "(s^2)" : t, false),
        formula_ratio_term(a, v->extra, 1, "", POWERS({ "t", 9, 1 })),
    };
    const char *h = formula_sum(a, terms, 2);

    if (v->extra)
        h = arena_printf(a, "\\left(%s\\right)", h);
    if (power || (!alone && c > 1))
        h = arena_printf(
            a, "%s\\,%s",
            formula_ratio_term(a, c, 1, "", POWERS({ s, power, v->q })), h);
    return arena_printf(a, "\\int_{0}^{%s} %s\\,e^{-x%s}\\,d%s",
                        upper_text(a, v), h, t, s);
}

static const char *tail_text(struct arena *a, const struct series *v)
{
    const char *t = v->hidden ? "(s + x)" : "t", *s = v->hidden ? "s" : "t";
    const char *under = formula_ratio_term(a, v->extra ? 1 : v->c, 1, "",
                                           POWERS({ t, -v->u, 2 }));
    const char *e = formula_ratio_term(a, -v->b, 1, "", POWERS({ t, v->w, 1 }));
    const char *wave = arena_printf(a, "e^{%s}", e);

    if (v->extra)
        wave = arena_printf(
            a, "\\left(%s + %s\\right)",
            formula_ratio_term(a, v->c, 1, wave, NULL),
            formula_ratio_term(
                a, v->extra, 1,
                arena_printf(a, "e^{%s}",
                             formula_ratio_term(a, -2 * v->b, 1, "",
                                                POWERS({ t, v->w, 1 }))),
                NULL));
    return arena_printf(a, "\\int_{%s}^{\\infty} %s\\,%s\\,d%s",
                        v->hidden ? "0" : "x", under, wave, s);
}

static const char *integral(struct arena *a, const struct series *v)
{
    return (v->kind == KIND_TAIL ? tail_text : watson_text)(a, v);
}

static void speak(struct speech *s, const void *values)
{
    form_let_text(s, "integral", integral(s->arena, values));
}

/* ---- solving ---- */

static void solve_watson(struct solving *s, const struct series *v)
{
    const char *terms[TERMS_MOST];
    size_t n = 0;
    fmpq_poly_t h;
    fmpq_t c;

    fmpq_poly_init(h);
    fmpq_init(c);
    known_series(h, (enum known_function)v->h, v->m);
    fmpq_poly_scalar_mul_si(h, h, v->c);
    for (int64_t k = 0; k < EXPANSION_ORDER && n < (size_t)v->terms; k++) {
        int64_t power = k * v->q + v->p;
        const char *gamma;

        fmpq_poly_get_coeff_fmpq(c, h, k);
        if (fmpq_is_zero(c))
            continue;
        gamma = formula_gamma(s->arena, c, power, v->q);
        terms[n++] =
            formula_term(s->arena, c, gamma, POWERS({ "x", -power, v->q }));
    }
    solving_key(s, "%s", formula_sum(s->arena, terms, n));
    let_text(s, "series", expansion_latex(s->arena, h, "t", n));
    let(s, "hidden_here", v->hidden);
    let_text(s, "lambda", formula_ratio_term(s->arena, v->p, v->q, "", NULL));
    tell(s, "series");
    if (v->upper)
        tell(s, "upper");
    if (v->extra)
        tell(s, "extra");
    tell(s, "moments");
    tell(s, "result");
    fmpq_clear(c);
    fmpq_poly_clear(h);
}

/* Each integration by parts lowers the power of t by w: the tail of t^r is
 * x^{r+1-w} e^{-bx^w}/(bw) + (r+1-w)/(bw) times the tail of t^{r-w}. */
static void solve_tail(struct solving *s, const struct series *v)
{
    const char *terms[TERMS_MOST];
    int64_t twice = -v->u; /* 2r */
    fmpq_t c, step;

    fmpq_init(c);
    fmpq_init(step);
    fmpq_set_si(c, v->c, (ulong)(v->b * v->w));
    for (int64_t i = 0; i < v->terms; i++) {
        int64_t now = twice + 2 - 2 * v->w; /* twice the power of x */

        terms[i] = formula_term(s->arena, c, "", POWERS({ "x", now, 2 }));
        fmpq_set_si(step, now, (ulong)(2 * v->b * v->w));
        fmpq_mul(c, c, step);
        twice -= 2 * v->w;
    }
    solving_key(
        s, "\\left(%s\\right)e^{%s}",
        formula_sum(s->arena, terms, (size_t)v->terms),
        formula_ratio_term(s->arena, -v->b, 1, "", POWERS({ "x", v->w, 1 })));
    let_text(s, "slope",
             formula_ratio_term(s->arena, v->b * v->w, 1, "",
                                POWERS({ "t", v->w - 1, 1 })));
    let_text(s, "first", terms[0]);
    let_text(s, "wave",
             arena_printf(s->arena, "e^{%s}",
                          formula_ratio_term(s->arena, -v->b, 1, "",
                                             POWERS({ "x", v->w, 1 }))));
    let(s, "hidden_here", v->hidden);
    tell(s, "parts");
    if (v->extra)
        tell(s, "faster");
    tell(s, "again");
    tell(s, "result");
    fmpq_clear(step);
    fmpq_clear(c);
}

static bool solve(struct solving *s, const void *values)
{
    const struct series *v = values;

    (v->kind == KIND_TAIL ? solve_tail : solve_watson)(s, v);
    return true;
}

static size_t claims(struct arena *a, const void *values,
                     struct applied_claim *out)
{
    const struct series *v = values;

    *out = applied_begin(CLAIM_INTEGRAL, integral(a, v), v->hidden ? "s" : "t");
    out->claim.conditions = "x>0";
    applied_tends(a, out, "x", LIMIT_INFINITY, (int)v->terms);
    return 1;
}

static struct form_file text = {
#include "family/applied/series.inc"
};

static const struct applied applied = {
    .recipe = { .text = &text,
                .kinds = kinds,
                .size = sizeof(struct series),
                .fields = fields,
                .draw = draw,
                .solve = solve,
                .speak = speak },
    .disguise = disguise,
    .claims = claims,
};

const struct family applied_series = {
    .name = "applied/series",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD_WITH(&applied, "none|structure|vanishing",
                      MEANS_STRUCTURE MEANS_VANISHING),
};
