/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Division of polynomials: quotient and remainder, as a pair.
 *
 * solve() divides step by step, as on paper. check() multiplies the key's
 * quotient by the divisor, adds the remainder, compares with the dividend, and
 * looks at the degree of the remainder: by the theorem on division there is only
 * one such pair.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    DIVIDE,  /* p by d */
    REDIVIDE /* p = g h + r by d */
};

struct division {
    int64_t kind, np, nd, ng, nh, nr;
    int64_t p[6], d[3]; /* lowest power first, all of them */
    int64_t g[3], h[3], r[2];
};

/* Divisors are short, so that numbers grow a hundredfold in a step at most
 * and stay far below 2^63. */
static const struct field fields[] = {
    NUMBER(struct division, kind, 0, 1),
    SLOT_LIST(struct division, p, np, -100000, 100000),
    SLOT_LIST(struct division, d, nd, -50, 50),
    SLOT_LIST(struct division, g, ng, -50, 50),
    SLOT_LIST(struct division, h, nh, -100000, 100000),
    SLOT_LIST(struct division, r, nr, -100000, 100000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "linear", "a cubic by x - a, with a up to 6 and coefficients up to 20" },
    { "quadratic", "degree 4 or 5 by x^2 + bx + c with b and c up to 6, "
                   "coefficients up to 12" },
    { "fractions", "degree 4 by a quadratic with leading coefficient 2 to 5, "
                   "so that fractions appear; or a polynomial that is known "
                   "by its quotient and remainder for another divisor" },
};

static void draw_linear(struct pick *k, struct division *v)
{
    v->p[3] = pick(k, 1, 5);
    for (int i = 2; i >= 0; i--)
        v->p[i] = pick_signed(k, 1, 20);
    v->d[0] = pick(k, 1, 12);
    v->d[0] = v->d[0] > 6 ? v->d[0] - 6 : -v->d[0];
    v->d[1] = 1;
    v->np = 4;
    v->nd = 2;
}

/* A small number that is not 0, whatever the knob "digits" says. */
static int64_t pick_small(struct pick *k, int64_t most)
{
    int64_t x = pick(k, 1, 2 * most);

    return x > most ? x - most : -x;
}

static void draw_quadratic(struct pick *k, struct division *v)
{
    v->p[5] = pick(k, 0, 3);
    for (int i = 4; i >= 0; i--)
        v->p[i] = pick_signed(k, 1, 12);
    v->d[1] = pick_small(k, 5);
    v->d[0] = pick_small(k, 6);
    v->d[2] = 1;
    v->np = v->p[5] ? 6 : 5;
    v->nd = 3;
}

static void draw_fractions(struct pick *k, struct division *v)
{
    v->kind = pick(k, DIVIDE, REDIVIDE);
    v->nd = 3;
    for (int i = 1; i >= 0; i--)
        v->d[i] = pick_small(k, 9);
    if (v->kind == DIVIDE) {
        v->np = 5;
        v->d[2] = pick(k, 2, 5);
        v->p[4] = pick(k, 1, 9);
        for (int i = 3; i >= 0; i--)
            v->p[i] = pick_signed(k, 1, 30);
        return;
    }
    v->ng = v->nh = 3;
    v->nr = 2;
    v->d[2] = v->g[2] = 1;
    v->h[2] = pick(k, 1, 5);
    for (int i = 1; i >= 0; i--) {
        v->g[i] = pick_small(k, 9);
        v->h[i] = pick_signed(k, 1, 20);
        v->r[i] = pick_signed(k, 1, 30);
    }
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_linear
     : k->level == 2 ? draw_quadratic
                     : draw_fractions)(k, values);
}

/* ---- the first road: long division ---- */

#define TERMS 6

/* Coefficients over one denominator. */
struct over {
    int64_t c[TERMS], by;
};

static const char *text(struct arena *a, const struct over *p)
{
    struct str out = str_in(a);

    for (int i = TERMS - 1; i >= 0; i--) {
        int64_t c = p->by < 0 ? -p->c[i] : p->c[i];
        const char *size =
            latex_ratio(a, c < 0 ? -c : c, p->by < 0 ? -p->by : p->by);

        if (c == 0)
            continue;
        str_add(&out, !out.n ? (c < 0 ? "-" : "") : c < 0 ? " - " : " + ");
        if (i == 0 || !str_eq(size, "1"))
            str_add(&out, size);
        if (i > 0)
            str_add(&out, "x");
        if (i > 1)
            str_addf(&out, "^%d", i);
    }
    return out.n ? out.s : "0";
}

/* Take d times the term that cancels the power m + k off the rest; the term's
 * coefficient goes to the quotient, which has the denominator of the rest after
 * the last step. */
static void step(struct solving *s, struct over *rest, struct over *quotient,
                 const struct division *v, int m, int k)
{
    int64_t lead = rest->c[m + k];
    struct over term = { { 0 }, rest->by * v->d[m] };

    term.c[k] = lead;
    for (int i = 0; i < TERMS; i++) {
        rest->c[i] *= v->d[m];
        quotient->c[i] *= v->d[m];
    }
    rest->by = quotient->by = term.by;
    quotient->c[k] = lead;
    for (int i = 0; i <= m; i++)
        rest->c[i + k] -= lead * v->d[i];
    solving_step(s,
                 "The leading terms give $%s$ in the quotient. Subtract $%s "
                 "\\cdot (%s)$; there remains $%s$.",
                 text(s->arena, &term), text(s->arena, &term),
                 latex_poly(s->arena, v->d, (size_t)v->nd, "x"),
                 text(s->arena, rest));
}

static void dividend(struct solving *s, const struct division *v,
                     struct over *p)
{
    *p = (struct over){ .by = 1 };
    for (int64_t i = 0; i < v->np; i++)
        p->c[i] = v->p[i];
    for (int64_t i = 0; i < v->ng; i++)
        for (int64_t j = 0; j < v->nh; j++)
            p->c[i + j] += v->g[i] * v->h[j];
    for (int64_t i = 0; i < v->nr; i++)
        p->c[i] += v->r[i];
    if (v->kind == REDIVIDE)
        solving_step(s, "Multiply out: $p(x) = (%s)(%s) + (%s) = %s$.",
                     latex_poly(s->arena, v->g, 3, "x"),
                     latex_poly(s->arena, v->h, 3, "x"),
                     latex_poly(s->arena, v->r, 2, "x"), text(s->arena, p));
    else
        solving_step(s, "Divide $%s$ by $%s$, highest powers first.",
                     text(s->arena, p),
                     latex_poly(s->arena, v->d, (size_t)v->nd, "x"));
}

static bool solve(struct solving *s, const void *values)
{
    const struct division *v = values;
    int m = (int)v->nd - 1;
    struct over rest, quotient = { { 0 }, 1 };

    if (v->d[m] == 0 || (v->np && v->p[v->np - 1] == 0) ||
        (v->kind == REDIVIDE && (v->g[2] == 0 || v->h[2] == 0 || v->r[1] == 0)))
        return false;
    dividend(s, v, &rest);
    for (int k = TERMS - 1 - m; k >= 0; k--)
        if (rest.c[m + k])
            step(s, &rest, &quotient, v, m, k);
    if (str_eq(text(s->arena, &rest), "0"))
        solving_step(s, "Nothing is left, so the remainder is $0$.");
    else
        solving_step(s,
                     "The degree of $%s$ is below $%d$, so it is the "
                     "remainder.",
                     text(s->arena, &rest), m);
    solving_key(s, "(%s, %s)", text(s->arena, &quotient),
                text(s->arena, &rest));
    solving_step(s, "Quotient and remainder are $%s$.", s->key);
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct division *v = values;

    speech_set(s, "d", "%s", speech_poly(s, v->d, (size_t)v->nd, "x"));
    if (v->kind == DIVIDE)
        speech_set(s, "given", "Let $p(x) = %s$.",
                   speech_poly(s, v->p, (size_t)v->np, "x"));
    else
        speech_set(s, "given",
                   "On division by $%s$, the polynomial $p(x)$ has the "
                   "quotient $%s$ and the remainder $%s$.",
                   speech_poly(s, v->g, 3, "x"), speech_poly(s, v->h, 3, "x"),
                   speech_poly(s, v->r, 2, "x"));
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "<given> Divide $p(x)$ by $<d>$.", NULL },
    { STYLE_PLAIN,
      "<given> Find the quotient and the remainder when $p(x)$ is divided by "
      "$<d>$.",
      NULL },
    { STYLE_PLAIN,
      "<given> Write $p(x) = (<d>) \\cdot q(x) + r(x)$, where $r(x)$ is $0$ or "
      "has a smaller degree than $<d>$. What are $q(x)$ and $r(x)$?",
      NULL },
    { STYLE_PLAIN,
      "<given> What are quotient and remainder of $p(x)$ on division by "
      "$<d>$?",
      NULL },
    { STYLE_STORY,
      "<name> and <name2> divide polynomials with pencil and paper. <given> "
      "<name> divides $p(x)$ by $<d>$ without a mistake. Which quotient and "
      "which remainder does <name> find?",
      NULL },
    { STYLE_STORY,
      "In a school in <city>, <name> is called to the board to divide "
      "polynomials. <given> <name> has to divide $p(x)$ by $<d>$. Which "
      "quotient and which remainder should <name> write down?",
      NULL },
    { STYLE_STORY,
      "To protect the data of a <shop> against errors, a computer treats them "
      "as a polynomial and divides it by another one. <given> The computer "
      "divides $p(x)$ by $<d>$. Which quotient and which remainder does it "
      "get?",
      NULL },
    { 0 },
};

/* ---- the second road: multiplying back ---- */

static void load(fmpq_poly_t out, const int64_t *c, int64_t n)
{
    fmpq_poly_zero(out);
    for (int64_t i = n; i-- > 0;)
        fmpq_poly_set_coeff_si(out, i, c[i]);
}

/* The dividend less the divisor times the quotient less the remainder. */
static bool balances(const struct division *v, const fmpq_poly_t q,
                     const fmpq_poly_t r)
{
    fmpq_poly_t p, t, u;
    bool zero;

    fmpq_poly_init(p);
    fmpq_poly_init(t);
    fmpq_poly_init(u);
    load(p, v->p, v->np);
    load(t, v->g, v->ng);
    load(u, v->h, v->nh);
    fmpq_poly_mul(t, t, u);
    fmpq_poly_add(p, p, t);
    load(t, v->r, v->nr);
    fmpq_poly_add(p, p, t);
    load(t, v->d, v->nd);
    zero = fmpq_poly_degree(r) < fmpq_poly_degree(t);
    fmpq_poly_mul(t, t, q);
    fmpq_poly_sub(p, p, t);
    fmpq_poly_sub(p, p, r);
    zero = zero && fmpq_poly_is_zero(p);
    fmpq_poly_clear(u);
    fmpq_poly_clear(t);
    fmpq_poly_clear(p);
    return zero;
}

static bool is_problem(const struct division *v)
{
    bool known = v->ng == 3 && v->nh == 3 && v->nr == 2 && v->np == 0;

    if (v->nd < 2 || v->d[v->nd - 1] == 0)
        return false;
    return v->kind == REDIVIDE ? known : !v->ng && !v->nh && !v->nr && v->np;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    enum truth truth = TRUTH_NO;
    const char **items;
    fmpq_poly_t q, r;
    size_t n;

    f->by = "multiplying back";
    f->detail = "this is no division of polynomials";
    if (!is_problem(values))
        return TRUTH_NO;
    fmpq_poly_init(q);
    fmpq_poly_init(r);
    f->detail = "the key is not a pair of polynomials";
    if (key_items(a, key, "(", ")", &items, &n) && n == 2 &&
        key_poly(items[0], "x", q) && key_poly(items[1], "x", r)) {
        truth = balances(values, q, r) ? TRUTH_YES : TRUTH_NO;
        f->detail = truth == TRUTH_YES
                        ? "divisor times quotient plus remainder is the "
                          "dividend, and the remainder has a smaller degree "
                          "than the divisor"
                        : "divisor times quotient plus remainder is not the "
                          "dividend, or the remainder's degree is too high";
    }
    fmpq_poly_clear(r);
    fmpq_poly_clear(q);
    return truth;
}

static const struct recipe recipe = {
    .size = sizeof(struct division),
    .fields = fields,
    .draw = draw,
    .free_from = 3,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the answer as the pair (quotient, remainder).",
    .check = check,
};

const struct family concept_polynomial_division = {
    .name = "concept/polynomial-division",
    .version = 2,
    .title = "Polynomial division",
    .doc = "Quotient and remainder of a polynomial, as a pair. The worked "
           "solution divides step by step; at the last level fractions "
           "appear, or the dividend is known by another division.",
    .concepts = { HIGH_POLY_DIVISION },
    .answer = ANSWER_TUPLE,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
