/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A combination of polynomials A, B and C, such as AB - 2C^2, written out as
 * one polynomial: distribute, multiply, combine like terms. The parts have
 * names, so that repeating the question is no answer.
 *
 * solve() multiplies the coefficients out. check() computes with values
 * alone: at more points than the degree allows, A, B and C are evaluated,
 * combined and compared with the value of the key, which proves the identity.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define TERMS_MOST  3 /* of A, B and C */
#define DEGREE_MOST 4

enum { KIND_SUM, KIND_PRODUCT, KIND_SQUARE, KIND_CUBE, KIND_BRACKETS };

struct parts {
    int64_t kind, u, w; /* factors that stand in the formula */
    int64_t n_a, n_b, n_c;
    int64_t a[TERMS_MOST], b[TERMS_MOST], c[TERMS_MOST]; /* lowest first */
};

static const struct field fields[] = {
    NUMBER(struct parts, kind, 0, 4),
    NUMBER(struct parts, u, 1, 20),
    NUMBER(struct parts, w, -20, 20),
    SLOT_LIST(struct parts, a, n_a, -10000, 10000),
    SLOT_LIST(struct parts, b, n_b, -10000, 10000),
    SLOT_LIST(struct parts, c, n_c, -10000, 10000),
    { 0 },
};

/* Which formulas have which parts, and how long these are. */
static bool is_shaped(const struct parts *v)
{
    static const int64_t shape[5][3] = {
        { 3, 3, 0 }, { 2, 3, 3 }, { 3, 3, 3 }, { 2, 3, 3 }, { 3, 3, 3 }
    };
    const int64_t *s = shape[v->kind];

    return v->n_a == s[0] && v->n_b == s[1] && v->n_c == s[2] && v->w;
}

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "combine", "uA + wB for two quadratics with coefficients up to 9 and "
                 "factors u and w from 2 to 9 in size" },
    { "distribute", "AB + wC: a linear polynomial times a quadratic one and a "
                    "multiple of another quadratic" },
    { "products", "AB + wC^2, A^3 + wBC or (A + B)(A + wC): several products "
                  "of up to degree 4" },
};

static void draw_terms(struct pick *k, int64_t *c, int64_t *n, int64_t many)
{
    *n = many;
    for (int64_t i = 0; i < many; i++)
        c[i] = pick_signed(k, 1, 9);
}

/* 2..9 with either sign. */
static int64_t draw_factor(struct pick *k)
{
    int64_t x = pick(k, 0, 15);

    return x < 8 ? x + 2 : 6 - x;
}

/* The leading terms do not cancel: u a and w b are both positive. */
static void draw_sum(struct pick *k, struct parts *v)
{
    v->kind = KIND_SUM;
    v->u = pick(k, 2, 9);
    v->w = draw_factor(k);
    draw_terms(k, v->a, &v->n_a, 2);
    draw_terms(k, v->b, &v->n_b, 2);
    v->a[v->n_a++] = pick_wide(k, 1, 9);
    v->b[v->n_b] = pick_wide(k, 1, 9);
    v->b[v->n_b++] *= v->w < 0 ? -1 : 1;
}

static void draw(struct pick *k, void *values)
{
    struct parts *v = values;

    if (k->level == 1) {
        draw_sum(k, v);
        return;
    }
    v->kind =
        k->level == 2 ? KIND_PRODUCT : pick(k, KIND_SQUARE, KIND_BRACKETS);
    v->u = 1;
    v->w = draw_factor(k);
    draw_terms(k, v->a, &v->n_a,
               v->kind == KIND_PRODUCT || v->kind == KIND_CUBE ? 2 : 3);
    draw_terms(k, v->b, &v->n_b, 3);
    draw_terms(k, v->c, &v->n_c, 3);
}

/* ---- the first road: multiply out ---- */

/* Coefficients are below 10^4; the largest, of A^3, below 10^13. */
struct poly {
    int64_t c[DEGREE_MOST + 1];
};

static struct poly poly_of(const int64_t *c, int64_t n)
{
    struct poly p = { 0 };

    for (int64_t i = 0; i < n; i++)
        p.c[i] = c[i];
    return p;
}

static struct poly times(struct poly p, struct poly q)
{
    struct poly out = { 0 };

    for (int i = 0; i <= DEGREE_MOST; i++)
        for (int j = 0; i + j <= DEGREE_MOST; j++)
            out.c[i + j] += p.c[i] * q.c[j];
    return out;
}

/* p + f q */
static struct poly plus(struct poly p, int64_t f, struct poly q)
{
    for (int i = 0; i <= DEGREE_MOST; i++)
        p.c[i] += f * q.c[i];
    return p;
}

static const char *show(struct solving *s, struct poly p)
{
    return latex_poly(s->arena, p.c, DEGREE_MOST + 1, "x");
}

static void say_multiple(struct solving *s, int64_t f, const char *what,
                         struct poly p)
{
    solving_step(s, "Multiply by $%" PRId64 "$: $%s = %s$.", f,
                 latex_times(s->arena, f, 1, what),
                 show(s, plus((struct poly){ 0 }, f, p)));
}

/* The two summands of the formula, each with its steps. */
static struct poly expand(struct solving *s, const struct parts *v)
{
    struct poly a = poly_of(v->a, v->n_a), b = poly_of(v->b, v->n_b);
    struct poly c = poly_of(v->c, v->n_c), p, q;

    switch (v->kind) {
    case KIND_SUM:
        say_multiple(s, v->u, "A", a);
        say_multiple(s, v->w, "B", b);
        return plus(plus((struct poly){ 0 }, v->u, a), v->w, b);
    case KIND_PRODUCT:
        p = times(a, b);
        solving_step(s,
                     "Multiply every term of $A$ with every term of $B$: "
                     "$AB = %s$.",
                     show(s, p));
        say_multiple(s, v->w, "C", c);
        return plus(p, v->w, c);
    case KIND_SQUARE:
        p = times(a, b);
        q = times(c, c);
        solving_step(s, "Multiply: $AB = %s$.", show(s, p));
        solving_step(s, "Square: $C^2 = %s$.", show(s, q));
        say_multiple(s, v->w, "C^2", q);
        return plus(p, v->w, q);
    case KIND_CUBE:
        p = times(a, a);
        q = times(b, c);
        solving_step(s, "Square: $A^2 = %s$.", show(s, p));
        p = times(p, a);
        solving_step(s, "Times $A$ once more: $A^3 = %s$.", show(s, p));
        solving_step(s, "Multiply: $BC = %s$.", show(s, q));
        say_multiple(s, v->w, "BC", q);
        return plus(p, v->w, q);
    default:
        p = plus(a, 1, b);
        q = plus(a, v->w, c);
        solving_step(s, "The first bracket is $A + B = %s$.", show(s, p));
        solving_step(s, "The second bracket is $A%sC = %s$.",
                     latex_plus(s->arena, v->w), show(s, q));
        return times(p, q);
    }
}

static bool solve(struct solving *s, const void *values)
{
    const struct parts *v = values;
    struct poly p;
    int degree = DEGREE_MOST;

    if (!is_shaped(v))
        return false;
    p = expand(s, v);
    while (degree > 0 && p.c[degree] == 0)
        degree--;
    solving_key(s, "%s", show(s, p));
    solving_step(s, "%s: $%s$.",
                 v->kind == KIND_BRACKETS
                     ? "Multiply every term of the first bracket with every "
                       "term of the second and combine like terms"
                     : "Add and combine like terms",
                 s->key);
    return degree > 0;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct parts *v = values;
    const char *w = latex_plus(s->arena, v->w);
    const char *a = speech_poly(s, v->a, (size_t)v->n_a, "x");
    const char *b = speech_poly(s, v->b, (size_t)v->n_b, "x");

    if (v->kind == KIND_SUM) {
        speech_set(s, "abc", "$A = %s$ and $B = %s$", a, b);
        speech_set(s, "formula", "%" PRId64 "A%sB", v->u, w);
        return;
    }
    speech_set(s, "abc", "$A = %s$, $B = %s$ and $C = %s$", a, b,
               speech_poly(s, v->c, (size_t)v->n_c, "x"));
    speech_set(s, "formula",
               v->kind == KIND_PRODUCT  ? "AB%sC"
               : v->kind == KIND_SQUARE ? "AB%sC^2"
               : v->kind == KIND_CUBE   ? "A^3%sBC"
                                        : "(A + B)(A%sC)",
               w);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Let <abc>. Expand and simplify $<formula>$.", NULL },
    { STYLE_PLAIN,
      "Let <abc>. Write $<formula>$ as a polynomial in $x$ in which every "
      "power occurs at most once.",
      NULL },
    { STYLE_PLAIN,
      "Given the polynomials <abc>, expand $<formula>$ in terms of $x$ and "
      "combine like terms.",
      NULL },
    { STYLE_PLAIN, "Simplify $<formula>$ as a polynomial in $x$, where <abc>.",
      NULL },
    { STYLE_STORY,
      "In a spreadsheet, the row of a number $x$ holds the values <abc>. "
      "<name> adds a column for $<formula>$ and wants a formula for it in "
      "terms of $x$ alone, multiplied out and with like terms combined. Which "
      "polynomial is it?",
      NULL },
    { STYLE_STORY,
      "<name> builds a number machine. From the number $x$ that is put in, it "
      "computes <abc>, and its output is $<formula>$. Which polynomial in "
      "$x$, with like terms combined, gives the output directly?",
      NULL },
    { STYLE_STORY,
      "In a board game, the points of a player who rolls the number $x$ follow "
      "from <abc>: the score is $<formula>$. For the booklet, <name> wants "
      "the score as one polynomial in $x$, fully multiplied out. What is it?",
      NULL },
    { 0 },
};

/* ---- the second road: values ---- */

#define POINT_MOST 4 /* -4..4: nine points, more than any degree below 9 */

/* By Horner: below 10^4 (1 + 4 + 16). */
static int64_t value(const int64_t *c, int64_t n, int64_t x)
{
    int64_t y = 0;

    while (n > 0)
        y = y * x + c[--n];
    return y;
}

/* The formula at x; the parts are below 2.2 10^5 there, the cube below
 * 1.1 10^16. */
static int64_t formula_at(const struct parts *v, int64_t x)
{
    int64_t a = value(v->a, v->n_a, x), b = value(v->b, v->n_b, x);
    int64_t c = value(v->c, v->n_c, x);

    switch (v->kind) {
    case KIND_SUM: return v->u * a + v->w * b;
    case KIND_PRODUCT: return a * b + v->w * c;
    case KIND_SQUARE: return a * b + v->w * c * c;
    case KIND_CUBE: return a * a * a + v->w * b * c;
    default: return (a + b) * (a + v->w * c);
    }
}

static bool same_values(const struct parts *v, const fmpq_poly_t p)
{
    bool same = true;
    fmpz_t x;
    fmpq_t y;

    fmpz_init(x);
    fmpq_init(y);
    for (int64_t i = -POINT_MOST; i <= POINT_MOST && same; i++) {
        fmpz_set_si(x, i);
        fmpq_poly_evaluate_fmpz(y, p, x);
        same = fmpq_equal_si(y, formula_at(v, i));
    }
    fmpq_clear(y);
    fmpz_clear(x);
    return same;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct parts *v = values;
    enum truth holds = TRUTH_NO;
    fmpq_poly_t p;

    (void)a;
    f->by = "evaluation";
    f->detail = "the numbers make no such formula";
    if (!is_shaped(v))
        return TRUTH_NO;
    fmpq_poly_init(p);
    f->detail = "the key is not a simplified polynomial in x";
    if (key_poly(key, "x", p) && fmpq_poly_degree(p) >= 1 &&
        fmpq_poly_degree(p) <= 2 * POINT_MOST) {
        f->detail = "the key and the formula have different values";
        if (same_values(v, p)) {
            f->detail = "the key and the formula have the same values at nine "
                        "points, and degrees below nine: they are the same";
            holds = TRUTH_YES;
        }
    }
    fmpq_poly_clear(p);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct parts),
    .fields = fields,
    .draw = draw,
    .free_from = 3,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_simplify_polynomials = {
    .name = "concept/simplify-polynomials",
    .version = 2,
    .title = "Simplifying polynomials",
    .doc = "A sum, product or power of given polynomials A, B and C, expanded "
           "and with like terms combined. The worked solution multiplies out "
           "part by part.",
    .concepts = { HIGH_SIMPLIFY_POLY },
    .answer = ANSWER_EXPRESSION,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
