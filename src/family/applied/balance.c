/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Dominant balance: all roots of a polynomial with a small or large parameter,
 * to leading order. The edges of the Newton polygon are the pairs of terms that
 * balance; each gives as many roots as it is wide.
 */
#include "family/applied/applied.h"
#include "family/applied/formula.h"
#include "family/applied/monomials.h"
#include "family/recipe/latex.h"

#include <inttypes.h>

#define TERMS  5
#define DEGREE 8

struct balance {
    int64_t disguise;
    int64_t n;
    int64_t c[TERMS], p[TERMS], e[TERMS]; /* c epsilon^e x^p, upwards in p */
    int64_t asked;                        /* regimes: small, then large */
    int64_t below; /* trap: epsilon tends to 0 from below */
    int64_t
        idle; /* vanishing, where two regimes are asked for: idle x^{p[1]} is
                      added on both sides of the equation; else 0 */
};

static const struct field fields[] = {
    NUMBER(struct balance, disguise, 0, 3),
    LIST(struct balance, c, n, -999, 999),
    LIST(struct balance, p, n, 0, DEGREE),
    LIST(struct balance, e, n, 0, 99),
    NUMBER(struct balance, asked, 1, 2),
    NUMBER(struct balance, below, 0, 1),
    NUMBER(struct balance, idle, -99, 99),
    { 0 },
};

/* ---- drawing ---- */

/* c + b x^m + a epsilon x^n. */
static void draw_three(struct pick *k, struct balance *v)
{
    int64_t m = pick(k, 1, 3);

    v->n = 3;
    v->p[1] = m;
    v->p[2] = m + pick(k, 1, 3);
    v->e[2] = 1;
    for (int i = 0; i < 2; i++)
        v->c[i] = pick_signed(k, 1, 9);
    v->c[2] = k->level == 1 ? pick(k, 1, 5) : pick_signed(k, 1, 9);
}

/* Four terms with three balances: the slopes of the polygon rise. */
static void draw_four(struct pick *k, struct balance *v)
{
    int64_t rise = 0, least = 0;

    v->n = 4;
    for (int i = 0; i < 4; i++) {
        v->c[i] = pick_signed(k, 1, 6);
        if (i == 0)
            continue;
        rise = i == 1 ? pick(k, -2, 1) : rise + pick(k, 1, 2);
        v->p[i] = v->p[i - 1] + pick(k, 1, 2);
        v->e[i] = v->e[i - 1] + rise * (v->p[i] - v->p[i - 1]);
        least = v->e[i] < least ? v->e[i] : least;
    }
    for (int i = 0; i < 4; i++)
        v->e[i] -= least;
}

static void draw(struct pick *k, void *values)
{
    struct balance *v = values;

    v->asked = k->level % 2 ? 1 : 2;
    (k->level >= 3 ? draw_four : draw_three)(k, v);
}

/* x = epsilon^k y. */
static void rescale(struct balance *v, int64_t k)
{
    int64_t least = INT64_MAX;

    for (int64_t i = 0; i < v->n; i++) {
        v->e[i] += k * v->p[i];
        least = v->e[i] < least ? v->e[i] : least;
    }
    for (int64_t i = 0; i < v->n; i++)
        v->e[i] -= least;
}

/* Insert a term at a power of x that is free, or, where all are taken, none. */
static void insert(struct balance *v, int64_t c, int64_t e)
{
    int64_t at = 1;

    while (at < v->n && v->p[at] == v->p[at - 1] + 1)
        at++;
    if (at == v->n)
        return;
    for (int64_t i = v->n++; i > at; i--) {
        v->c[i] = v->c[i - 1];
        v->p[i] = v->p[i - 1];
        v->e[i] = v->e[i - 1];
    }
    v->c[at] = c;
    v->p[at] = v->p[at - 1] + 1;
    v->e[at] = e;
}

/* A term above the polygon; where both sides of it count there is no room for
 * one, and a term is put on both sides of the equation. */
static void add_idle(struct pick *k, struct balance *v)
{
    int64_t most = 0, c = pick_signed(k, 1, 9);

    for (int64_t i = 0; i < v->n; i++)
        most = v->e[i] > most ? v->e[i] : most;
    if (v->asked == 1)
        insert(v, c, most + pick(k, 1, 2));
    else
        v->idle = c == -v->c[1] ? 2 * c : c;
}

static void disguise(struct pick *k, void *values)
{
    struct balance *v = values;

    if (v->disguise == DISGUISE_STRUCTURE)
        rescale(v, pick_signed(k, 1, 2));
    if (v->disguise == DISGUISE_VANISHING)
        add_idle(k, v);
    v->below = v->disguise == DISGUISE_TRAP;
}

/* ---- words ---- */

static size_t monomials_of(const struct balance *v, struct monomial *m)
{
    for (int64_t i = 0; i < v->n; i++)
        m[i] = (struct monomial){ v->c[i], v->p[i], v->e[i] };
    return (size_t)v->n;
}

static const char *equation(struct arena *a, const struct balance *v)
{
    struct monomial m[TERMS], other = { v->idle, v->p[1], v->e[1] };
    size_t n = monomials_of(v, m);

    m[1].c += v->idle;
    return arena_printf(a, "%s = %s", monomials_latex(a, m, n, "x"),
                        monomials_latex(a, &other, 1, "x"));
}

static void speak(struct speech *s, const void *values)
{
    const struct balance *v = values;

    form_let_text(s, "equation", equation(s->arena, v));
    form_let(s, "degree", v->p[v->n - 1]);
}

/* ---- solving ---- */

/* e^{i pi p/q}: the sign goes to c. */
static const char *unit(struct arena *a, fmpq_t c, int64_t p, int64_t q)
{
    if (2 * p == q || 2 * p == 3 * q) {
        if (2 * p == 3 * q)
            fmpq_neg(c, c);
        return "i";
    }
    if (p % q == 0) {
        if (p / q % 2)
            fmpq_neg(c, c);
        return "";
    }
    return arena_printf(a, "e^{%s}",
                        formula_ratio_term(a, p, q, "\\pi i", NULL));
}

/* The root number k of x^d = ratio epsilon^e. */
static const char *root_text(struct arena *a, const fmpq_t ratio, int64_t d,
                             int64_t e, int64_t k, const char *symbol)
{
    int64_t angle = fmpq_sgn(ratio) < 0 ? 2 * k + 1 : 2 * k;
    const char *text, *turned;
    fmpq_t c, size;

    fmpq_init(c);
    fmpq_init(size);
    fmpq_one(c);
    fmpq_abs(size, ratio);
    text = formula_power(a, c, size, 1, d);
    turned = unit(a, c, angle, d);
    text = formula_term(a, c, formula_times(a, text, turned),
                        POWERS({ symbol, e, d }));
    fmpq_clear(size);
    fmpq_clear(c);
    return text;
}

/* The roots along one edge, appended to the list, with a step. */
static void solve_edge(struct solving *s, const struct monomial *low,
                       const struct monomial *high, bool below,
                       struct str *list)
{
    int64_t d = high->p - low->p, e = low->e - high->e;
    bool turned = below && e % d; /* a root of epsilon itself */
    const char *symbol = turned ? "(-\\epsilon)" : "\\epsilon";
    struct str roots = str_in(s->arena);
    struct monomial pair[2] = { *low, *high };
    fmpq_t ratio;

    fmpq_init(ratio);
    fmpq_set_si(ratio, high->c < 0 ? low->c : -low->c,
                (ulong)(high->c < 0 ? -high->c : high->c));
    if (turned && e % 2)
        fmpq_neg(ratio, ratio);
    for (int64_t k = 0; k < d; k++)
        str_addf(&roots, "%s%s", k ? ", " : "",
                 root_text(s->arena, ratio, d, e, k, symbol));
    str_addf(list, "%s%s", list->n ? ", " : "", str_get(&roots));
    let_text(s, "pair", monomials_latex(s->arena, pair, 2, "x"));
    let_text(s, "roots", str_get(&roots));
    let(s, "width", d);
    tell(s, "edge");
    fmpq_clear(ratio);
}

static const char *solve_regime(struct solving *s, const struct balance *v,
                                bool large)
{
    struct str list = str_in(s->arena);
    struct monomial m[TERMS];
    size_t edges[TERMS], n = monomials_of(v, m);
    size_t count = monomials_polygon(m, n, large, edges);

    for (size_t i = 0; i < count; i++)
        solve_edge(s, &m[edges[i]], &m[edges[i + 1]], v->below && !large,
                   &list);
    return str_get(&list);
}

static bool solve(struct solving *s, const void *values)
{
    const struct balance *v = values;

    let(s, "small_side", v->below ? -1 : 1);
    tell(s, "small");
    solving_key(s, "%s", solve_regime(s, v, false));
    if (v->asked > 1) {
        tell(s, "large");
        solving_regime(s, solve_regime(s, v, true));
    }
    let(s, "count", v->p[v->n - 1]);
    tell(s, "count");
    return true;
}

/* ---- the claims ---- */

static bool is_problem(const struct balance *v)
{
    struct monomial m[TERMS];
    size_t edges[TERMS];

    if (v->n < 3 || v->p[0] != 0)
        return false;
    for (int64_t i = 0; i < v->n; i++)
        if (v->c[i] == 0 || (i && v->p[i] <= v->p[i - 1]))
            return false;
    return monomials_polygon(m, monomials_of(v, m), false, edges) > 0 &&
           (v->asked < 2 ||
            monomials_polygon(m, (size_t)v->n, true, edges) > 0);
}

static size_t claims(struct arena *a, const void *values,
                     struct applied_claim *out)
{
    static const char *const names[] = { "small", "large" };
    const struct balance *v = values;

    if (!is_problem(v))
        return 0;
    for (int64_t i = 0; i < v->asked; i++) {
        out[i] = applied_begin(CLAIM_ROOT, equation(a, v), "x");
        out[i].name = names[i];
        out[i].items = (size_t)v->p[v->n - 1];
        applied_tends(a, &out[i], "epsilon",
                      i          ? LIMIT_INFINITY
                      : v->below ? LIMIT_ZERO_BELOW
                                 : LIMIT_ZERO_ABOVE,
                      1);
    }
    return (size_t)v->asked;
}

static struct form_file text = {
#include "family/applied/balance.inc"
};

static const struct applied applied = {
    .recipe = { .text = &text,
                .size = sizeof(struct balance),
                .fields = fields,
                .draw = draw,
                .solve = solve,
                .speak = speak },
    .disguise = disguise,
    .claims = claims,
};

const struct family applied_balance = {
    .name = "applied/balance-roots",
    .version = 1,
    .answer = ANSWER_LIST,
    APPLIED_CARD(&applied),
};
