/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Corrections to a root of a polynomial with a small parameter, as terms of a
 * series: a simple root, a root that runs away to infinity, and a double root,
 * whose series goes by powers of the square root of the parameter.
 *
 * Each becomes a simple root of another polynomial: x = y, x = y/epsilon, or x =
 * target + delta y with epsilon = delta^2.
 */
#include "family/applied/applied.h"
#include "family/applied/formula.h"
#include "family/applied/monomials.h"
#include "family/recipe/latex.h"

#include <inttypes.h>
#include <string.h>

#define TERMS      8
#define DEGREE     6
#define ORDER      10
#define TERMS_MOST 3

enum kind { KIND_SIMPLE, KIND_LARGE, KIND_DOUBLE };

struct corrections {
    int64_t disguise;
    int64_t kind, n;
    int64_t c[TERMS], p[TERMS], e[TERMS]; /* c epsilon^e x^p */
    int64_t target; /* the root tends to it, unless it is large */
    int64_t start;  /* of the series of y */
    int64_t terms;
    int64_t flip;  /* structure: the unknown is 1/x */
    int64_t below; /* trap: epsilon tends to 0 from below */
};

static const struct field fields[] = {
    NUMBER(struct corrections, disguise, 0, 3),
    NUMBER(struct corrections, kind, 0, 2),
    LIST(struct corrections, c, n, -99999, 99999),
    LIST(struct corrections, p, n, 0, DEGREE),
    LIST(struct corrections, e, n, 0, 9),
    NUMBER(struct corrections, target, -99, 99),
    NUMBER(struct corrections, start, -99, 99),
    NUMBER(struct corrections, terms, 2, TERMS_MOST),
    NUMBER(struct corrections, flip, 0, 1),
    NUMBER(struct corrections, below, 0, 1),
    { 0 },
};

static const char *const kinds[] = { "simple", "large", "double", NULL };

/* ---- drawing ---- */

static void add(struct corrections *v, int64_t c, int64_t p, int64_t e)
{
    INVARIANT(v->n < TERMS);
    v->c[v->n] = c;
    v->p[v->n] = p;
    v->e[v->n++] = e;
}

/* Add (x - r_1) ... (x - r_n). */
static void add_product(struct corrections *v, const int64_t *r, size_t n)
{
    int64_t c[4] = { 1 };

    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 2; i-- > 0;)
            c[i] = (i ? c[i - 1] : 0) - (i <= k ? r[k] * c[i] : 0);
    for (size_t i = 0; i <= n; i++)
        if (c[i])
            add(v, c[i], (int64_t)i, 0);
}

static void draw_simple(struct pick *k, struct corrections *v)
{
    size_t n = k->level == 1 ? 2 : 3;
    int64_t b = pick_signed(k, 1, 9);
    int64_t roots[3] = { 0 };

    add(v, b, pick(k, 0, (int64_t)n), 1);
    pick_subset(k, 1, 18, n, roots);
    for (size_t i = 0; i < n; i++)
        roots[i] = roots[i] > 9 ? 9 - roots[i] : roots[i];
    v->target = v->start = roots[pick(k, 0, (int64_t)n - 1)];
    add_product(v, roots, n);
    v->terms = k->level == 1 ? 2 : 3;
}

/* epsilon x^n + a x^{n-1} + b x^{n-2} + c x^{n-3} */
static void draw_large(struct pick *k, struct corrections *v)
{
    int64_t n = pick(k, 3, 4);

    for (int64_t i = 3; i >= 1; i--)
        add(v, pick_signed(k, 1, 9), n - i, 0);
    add(v, 1, n, 1);
    v->start = -v->c[2];
    v->terms = pick(k, 2, 3);
    v->kind = KIND_LARGE;
}

/* (x - r)^2 (x - s) = epsilon w^2 (r - s) */
static void draw_double(struct pick *k, struct corrections *v)
{
    int64_t r = pick_signed(k, 1, 9), gap = pick_signed(k, 1, 9);
    int64_t w = pick(k, 1, 6);

    gap += gap > 0 ? w : -w; /* the two roots are real up to epsilon = 1/8 */
    add(v, -w * w * gap, 0, 1);
    add_product(v, (const int64_t[]){ r, r, r - gap }, 3);
    v->target = r;
    v->start = pick(k, 0, 1) ? w : -w;
    v->terms = pick(k, 2, 3);
    v->kind = KIND_DOUBLE;
}

static void draw(struct pick *k, void *values)
{
    (k->level < 3    ? draw_simple
     : k->level == 3 ? draw_large
                     : draw_double)(k, values);
}

/* The value of the polynomial at epsilon = 0. */
static int64_t value_at(const struct corrections *v, int64_t x)
{
    int64_t sum = 0;

    for (int64_t i = 0; i < v->n; i++) {
        int64_t t = v->e[i] ? 0 : v->c[i];

        for (int64_t k = 0; k < v->p[i]; k++)
            t *= x;
        sum += t;
    }
    return sum;
}

/* Another branch: the next root, the other half of a pair, the other side. */
static void take_other(struct corrections *v)
{
    if (v->kind == KIND_DOUBLE)
        v->start = -v->start;
    v->below = v->kind == KIND_LARGE;
    for (int64_t r = v->target % 9 + 1; v->kind == KIND_SIMPLE;
         r = r == 9 ? -9 : r + 1)
        if (value_at(v, r) == 0) {
            v->target = v->start = r;
            return;
        }
}

static void disguise(struct pick *k, void *values)
{
    struct corrections *v = values;

    v->flip = v->disguise == DISGUISE_STRUCTURE;
    if (v->disguise == DISGUISE_VANISHING) {
        int64_t c = pick_signed(k, 1, 9);

        add(v, c, pick(k, 1, 2), 5);
    }
    if (v->disguise == DISGUISE_TRAP)
        take_other(v);
}

/* ---- words ---- */

static int64_t degree(const struct corrections *v)
{
    int64_t d = 0;

    for (int64_t i = 0; i < v->n; i++)
        d = v->p[i] > d ? v->p[i] : d;
    return d;
}

static const char *equation(struct arena *a, const struct corrections *v)
{
    struct monomial m[TERMS];

    for (int64_t i = 0; i < v->n; i++)
        m[i] =
            (struct monomial){ v->c[i], v->flip ? degree(v) - v->p[i] : v->p[i],
                               v->e[i] };
    return arena_printf(a, "%s = 0", monomials_latex(a, m, (size_t)v->n, "x"));
}

/* The limit of the root, as text. */
static const char *target(struct arena *a, const struct corrections *v)
{
    if (v->kind == KIND_LARGE)
        return "0";
    return v->flip ? latex_ratio(a, 1, v->target)
                   : latex_ratio(a, v->target, 1);
}

static void speak(struct speech *s, const void *values)
{
    const struct corrections *v = values;

    form_let_text(s, "equation", equation(s->arena, v));
    form_let_text(s, "limit", target(s->arena, v));
    form_let(s, "above", (v->start > 0) != (v->flip != 0));
}

/* ---- solving ---- */

static int64_t binomial(int64_t n, int64_t k)
{
    int64_t b = 1;

    for (int64_t i = 1; i <= k; i++)
        b = b * (n - k + i) / i;
    return b;
}

/* The polynomial of y for x = target + delta y, epsilon = delta^2, over
 * delta^2. */
static size_t shifted(const struct corrections *v, struct monomial *out)
{
    int64_t table[DEGREE + 1][2 * ORDER + 2] = { { 0 } };
    size_t n = 0;

    for (int64_t i = 0; i < v->n; i++)
        for (int64_t j = v->p[i], power = v->c[i]; j >= 0;
             j--, power *= v->target)
            table[j][j + 2 * v->e[i]] += binomial(v->p[i], j) * power;
    for (int64_t j = 0; j <= DEGREE; j++)
        for (int64_t e = 2; e < 2 * ORDER + 2; e++)
            if (table[j][e])
                out[n++] = (struct monomial){ table[j][e], j, e - 2 };
    return n;
}

/* The polynomial of y for x = y/epsilon. */
static size_t grown(const struct corrections *v, struct monomial *out)
{
    int64_t least = INT64_MAX;

    for (int64_t i = 0; i < v->n; i++) {
        out[i] = (struct monomial){ v->c[i], v->p[i], v->e[i] - v->p[i] };
        least = out[i].e < least ? out[i].e : least;
    }
    for (int64_t i = 0; i < v->n; i++)
        out[i].e -= least;
    return (size_t)v->n;
}

static size_t plain(const struct corrections *v, struct monomial *out)
{
    for (int64_t i = 0; i < v->n; i++)
        out[i] = (struct monomial){ v->c[i], v->p[i], v->e[i] };
    return (size_t)v->n;
}

/* Set x to the series of the root, of which coefficient k goes with the power
 * (k + first)/q of epsilon. */
static bool root_series(const struct corrections *v, fmpq_poly_t x,
                        int64_t *first, int64_t *q)
{
    struct monomial m[(DEGREE + 1) * (2 * ORDER + 2)];
    size_t n = v->kind == KIND_DOUBLE  ? shifted(v, m)
               : v->kind == KIND_LARGE ? grown(v, m)
                                       : plain(v, m);

    *q = v->kind == KIND_DOUBLE ? 2 : 1;
    *first = v->kind == KIND_LARGE ? -1 : 0;
    if (!monomials_root(x, m, n, v->start, ORDER))
        return false;
    if (v->kind == KIND_DOUBLE) {
        fmpq_poly_shift_left(x, x, 1);
        fmpq_poly_set_coeff_si(x, 0, v->target);
    }
    if (v->flip) {
        fmpq_poly_inv_series(x, x, ORDER);
        *first = -*first;
    }
    return true;
}

/* The first terms that are not zero. */
static size_t root_terms(struct arena *a, const fmpq_poly_t x, int64_t first,
                         int64_t q, size_t most, const char **terms)
{
    size_t n = 0;
    fmpq_t c;

    fmpq_init(c);
    for (slong k = 0; k < ORDER && n < most; k++) {
        fmpq_poly_get_coeff_fmpq(c, x, k);
        if (!fmpq_is_zero(c))
            terms[n++] =
                formula_term(a, c, "", POWERS({ "\\epsilon", k + first, q }));
    }
    fmpq_clear(c);
    return n;
}

static bool solve(struct solving *s, const void *values)
{
    const struct corrections *v = values;
    const char *terms[TERMS_MOST];
    int64_t first, q;
    fmpq_poly_t x;
    size_t n = 0;

    fmpq_poly_init(x);
    if (root_series(v, x, &first, &q))
        n = root_terms(s->arena, x, first, q, (size_t)v->terms, terms);
    fmpq_poly_clear(x);
    if (n < (size_t)v->terms)
        return false;
    solving_key(s, "%s", formula_sum(s->arena, terms, n));
    let_text(s, "at", latex_ratio(s->arena, v->target, 1));
    let(s, "flipped", v->flip);
    tell(s, "first");
    tell(s, "series");
    tell(s, "orders");
    if (v->flip)
        tell(s, "flip");
    tell(s, "result");
    return true;
}

/* ---- the claims ---- */

static bool is_problem(const struct corrections *v)
{
    int64_t first, q;
    fmpq_poly_t x;
    bool ok;

    if (v->n < 2 || (v->flip && v->kind != KIND_LARGE && !v->target))
        return false;
    fmpq_poly_init(x);
    ok = root_series(v, x, &first, &q);
    fmpq_poly_clear(x);
    return ok;
}

static size_t claims(struct arena *a, const void *values,
                     struct applied_claim *out)
{
    const struct corrections *v = values;

    if (!is_problem(v))
        return 0;
    *out = applied_begin(CLAIM_ROOT, equation(a, v), "x");
    if (v->kind == KIND_SIMPLE || (v->kind == KIND_LARGE && v->flip))
        out->claim.conditions =
            arena_printf(a, "the root that tends to %s", target(a, v));
    if (v->kind == KIND_LARGE && !v->flip)
        out->claim.conditions = "the root that is unbounded";
    if (v->kind == KIND_DOUBLE) {
        out->side = (v->start > 0) != (v->flip != 0) ? 1 : -1;
        out->bound = target(a, v);
    }
    applied_tends(a, out, "epsilon",
                  v->below ? LIMIT_ZERO_BELOW : LIMIT_ZERO_ABOVE,
                  (int)v->terms);
    return 1;
}

static struct form_file text = {
#include "family/applied/corrections.inc"
};

static const struct applied applied = {
    .recipe = { .text = &text,
                .kinds = kinds,
                .size = sizeof(struct corrections),
                .fields = fields,
                .draw = draw,
                .solve = solve,
                .speak = speak },
    .disguise = disguise,
    .claims = claims,
};

const struct family applied_corrections = {
    .name = "applied/root-corrections",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD(&applied),
};
