/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Composed functions as polynomials: f(g(x)) from f and g, a repeated f, and
 * the other way round, f or g from a composition.
 *
 * solve() expands, or changes the variable. check() puts more integers into the
 * key than its degree has, and compares with the values that the functions
 * give one after the other.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    DIRECT,  /* f(g(x)) */
    REPEAT,  /* f(f(...f(g(x)))), `times` times f */
    OUTER,   /* f(g(x)) = h(x), h in the place of f: f(x) */
    EXCHANGE /* f(g(x)) = h(x), h in the place of g: g(f(x)) */
};

struct composition {
    int64_t kind, times, nf, ng;
    int64_t f[3], g[3]; /* lowest power first */
};

static const struct field fields[] = {
    NUMBER(struct composition, kind, 0, 3),
    NUMBER(struct composition, times, 1, 6),
    SLOT_LIST(struct composition, f, nf, -20000000, 20000000),
    SLOT_LIST(struct composition, g, ng, -20000000, 20000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "linear", "f(g(x)) for a linear f and a linear or quadratic g, "
                "coefficients up to 30" },
    { "quadratic", "f(g(x)) for a quadratic f and a linear or quadratic g, "
                   "coefficients up to 30: a square is expanded" },
    { "reversed", "f three to five times after g; or f from f(g(x)) and a "
                  "linear g; or g(f(x)) from f(g(x)) and a linear f" },
};

static void draw_linear(struct pick *k, struct composition *v)
{
    int64_t quadratic = pick(k, 0, 1);

    v->f[1] = pick(k, 2, 9);
    v->f[0] = pick_signed(k, 1, 30);
    v->g[1] = pick(k, 2, 9);
    v->g[0] = pick_signed(k, 1, 30);
    v->g[2] = quadratic;
    v->nf = 2;
    v->ng = 2 + quadratic;
}

static void draw_quadratic(struct pick *k, struct composition *v)
{
    int64_t quadratic = pick(k, 0, 1), a = pick(k, 1, 5);

    v->f[1] = pick_signed(k, 1, 12);
    v->f[0] = pick_signed(k, 1, 30);
    v->g[1] = pick_signed(k, 2, 7);
    v->g[0] = pick_signed(k, 1, 9);
    v->f[2] = quadratic ? 1 : a;
    v->g[2] = quadratic ? a : 0;
    v->nf = 3;
    v->ng = 2 + quadratic;
}

/* px + q and s x^2 + r x + w are what is known or asked for. */
static void draw_reversed(struct pick *k, struct composition *v)
{
    int64_t p, q, s, r, w;

    v->kind = pick(k, REPEAT, EXCHANGE);
    p = pick(k, 2, 5);
    q = pick_signed(k, 1, 20);
    s = pick(k, 2, 4);
    r = pick_signed(k, 2, 12);
    w = pick_signed(k, 1, 30);
    v->nf = v->ng = 2;
    if (v->kind == REPEAT) {
        v->times = s + 1;
        v->f[0] = q;
        v->f[1] = p;
        v->g[0] = w;
        v->g[1] = r;
    } else if (v->kind == OUTER) {
        v->nf = 3;
        v->g[0] = q;
        v->g[1] = p;
        v->f[0] = (s * q + r) * q + w;
        v->f[1] = (2 * s * q + r) * p;
        v->f[2] = s * p * p;
    } else {
        v->ng = 3;
        v->f[0] = q;
        v->f[1] = p;
        v->g[0] = p * w + q;
        v->g[1] = p * r;
        v->g[2] = p * s;
    }
}

static void draw(struct pick *k, void *values)
{
    struct composition *v = values;

    v->times = 1;
    (k->level == 1   ? draw_linear
     : k->level == 2 ? draw_quadratic
                     : draw_reversed)(k, v);
}

/* ---- the first road: expanding ---- */

/* c1 g + c0 and so on: the polynomial of f(g(x)), of degree 4 at most. */
static void expand(const int64_t *f, const int64_t *g, int64_t *out)
{
    int64_t square[5] = { 0 };

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            square[i + j] += g[i] * g[j];
    for (int i = 0; i < 5; i++)
        out[i] = f[2] * square[i] + (i < 3 ? f[1] * g[i] : 0);
    out[0] += f[0];
}

/* A number as it stands before brackets: "3", "-", "". */
static const char *factor(struct arena *a, int64_t x)
{
    return x == 1 ? "" : x == -1 ? "-" : arena_printf(a, "%" PRId64, x);
}

static bool solve_direct(struct solving *s, const struct composition *v)
{
    static const int64_t square_of[3] = { 0, 0, 1 };
    const char *g = latex_poly(s->arena, v->g, 3, "x");
    int64_t out[5], square[5], linear[3];

    expand(v->f, v->g, out);
    expand(square_of, v->g, square);
    for (int i = 0; i < 3; i++)
        linear[i] = v->f[1] * v->g[i];
    solving_step(s, "Put $g(x) = %s$ in the place of $x$ in $f(x) = %s$.", g,
                 latex_poly(s->arena, v->f, 3, "x"));
    if (v->f[2]) {
        solving_step(s, "The square is $(%s)^2 = %s$.", g,
                     latex_poly(s->arena, square, 5, "x"));
        for (int i = 0; i < 5; i++)
            square[i] *= v->f[2];
    }
    if (v->f[2] && v->f[2] != 1)
        solving_step(s, "The quadratic term of $f$ gives $%s$.",
                     latex_poly(s->arena, square, 5, "x"));
    solving_step(s, "The linear term of $f$ gives $%s(%s) = %s$.",
                 factor(s->arena, v->f[1]), g,
                 latex_poly(s->arena, linear, 3, "x"));
    solving_key(s, "%s", latex_poly(s->arena, out, 5, "x"));
    solving_step(s, "Together with the constant $%" PRId64 "$: $f(g(x)) = %s$.",
                 v->f[0], s->key);
    return true;
}

static bool solve_repeat(struct solving *s, const struct composition *v)
{
    int64_t y[2] = { v->g[0], v->g[1] };

    solving_step(s, "Begin inside with $g(x) = %s$.",
                 latex_poly(s->arena, y, 2, "x"));
    for (int64_t i = 0; i < v->times; i++) {
        const char *before = latex_poly(s->arena, y, 2, "x");

        y[1] *= v->f[1];
        y[0] = v->f[1] * y[0] + v->f[0];
        solving_step(s, "Apply $f$: $%" PRId64 "(%s)%s = %s$.", v->f[1], before,
                     latex_plus(s->arena, v->f[0]),
                     latex_poly(s->arena, y, 2, "x"));
    }
    solving_key(s, "%s", latex_poly(s->arena, y, 2, "x"));
    solving_step(s,
                 "$f$ has now been applied $%" PRId64
                 "$ times, so the answer is $%s$.",
                 v->times, s->key);
    return true;
}

/* The key: c over d. */
static void set_key(struct solving *s, const int64_t *c, int64_t d)
{
    fmpq_poly_t p;

    fmpq_poly_init(p);
    for (int i = 2; i >= 0; i--)
        fmpq_poly_set_coeff_si(p, i, c[i]);
    fmpq_poly_scalar_div_si(p, p, d);
    solving_key(s, "%s", latex_fmpq_poly(s->arena, p, "x"));
    fmpq_poly_clear(p);
}

/* With y = px + q, x = (y - q) / p: h(x) over p^2, by powers of y. */
static bool solve_outer(struct solving *s, const struct composition *v)
{
    int64_t p = v->g[1], q = v->g[0];
    const int64_t *h = v->f;
    int64_t square[3] = { h[2] * q * q, -2 * h[2] * q, h[2] };
    int64_t linear[3] = { -h[1] * p * q, h[1] * p, 0 }, c[3];

    for (int i = 0; i < 3; i++)
        c[i] = square[i] + linear[i];
    c[0] += h[0] * p * p;
    set_key(s, c, p * p);
    solving_step(s, "Let $y = %s$. Then $x = \\frac{%s}{%" PRId64 "}$.",
                 latex_poly(s->arena, v->g, 2, "x"),
                 latex_poly(s->arena, (const int64_t[]){ -q, 1 }, 2, "y"), p);
    solving_step(
        s, "The quadratic term of $%s$ becomes $\\frac{%s}{%" PRId64 "}$.",
        latex_poly(s->arena, h, 3, "x"), latex_poly(s->arena, square, 3, "y"),
        p * p);
    if (h[1])
        solving_step(s, "The linear term becomes $\\frac{%s}{%" PRId64 "}$.",
                     latex_poly(s->arena, linear, 3, "y"), p * p);
    solving_step(s,
                 "With the constant $%" PRId64
                 "$ we have $f(y) = \\frac{%s}{%" PRId64 "}$.",
                 h[0], latex_poly(s->arena, c, 3, "y"), p * p);
    solving_step(s, "Divide, and write $x$ for $y$: $f(x) = %s$.", s->key);
    return true;
}

/* g = (h - q) / p, and then h(px + q) takes the place of h. */
static bool solve_exchange(struct solving *s, const struct composition *v)
{
    int64_t p = v->f[1], q = v->f[0], out[5];
    int64_t less[3] = { v->g[0] - q, v->g[1], v->g[2] };
    const char *f = latex_poly(s->arena, v->f, 2, "x");

    expand(less, v->f, out);
    set_key(s, out, p);
    solving_step(s,
                 "From $%" PRId64
                 "g(x)%s = %s$ we get $g(x) = \\frac{%s}{%" PRId64 "}$.",
                 p, latex_plus(s->arena, q), latex_poly(s->arena, v->g, 3, "x"),
                 latex_poly(s->arena, less, 3, "x"), p);
    solving_step(s,
                 "Put $f(x) = %s$ in the place of $x$ there: the numerator "
                 "becomes $%s(%s)^2%s \\cdot (%s)%s$.",
                 f, factor(s->arena, less[2]), f, latex_plus(s->arena, less[1]),
                 f, latex_plus(s->arena, less[0]));
    solving_step(s, "Expanded and collected, that is $%s$.",
                 latex_poly(s->arena, out, 5, "x"));
    solving_step(s, "So $g(f(x)) = %s$.", s->key);
    return true;
}

static bool below(const int64_t *c, int64_t most)
{
    for (int i = 0; i < 3; i++)
        if (c[i] > most || c[i] < -most)
            return false;
    return true;
}

/* So that no product comes near 2^63. */
static bool is_small(const struct composition *v)
{
    if (v->kind == OUTER)
        return below(v->g, 100000);
    if (v->kind == EXCHANGE)
        return below(v->f, 100000);
    if (v->kind == REPEAT)
        return v->f[1] <= 100 && v->f[1] >= -100;
    return below(v->g, 100000) && below(v->f, 1000000);
}

static bool solve(struct solving *s, const void *values)
{
    const struct composition *v = values;
    /* The linear function of kinds that have one must be linear. */
    int64_t p = v->kind == OUTER ? v->g[1] : v->f[1];

    if (!is_small(v) || p == 0 || (v->kind != DIRECT && p == 1) || v->g[1] == 0)
        return false;
    return (v->kind == DIRECT   ? solve_direct
            : v->kind == REPEAT ? solve_repeat
            : v->kind == OUTER  ? solve_outer
                                : solve_exchange)(s, v);
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct composition *v = values;
    const char *f = speech_poly(s, v->f, (size_t)v->nf, "x");
    const char *g = speech_poly(s, v->g, (size_t)v->ng, "x");
    struct str ask = str_in(s->arena);

    if (v->kind == OUTER) {
        speech_set(s, "given",
                   "The function $f$ satisfies $f(%s) = %s$ for every real "
                   "number $x$.",
                   g, f);
        str_add(&ask, "f(x)");
    } else if (v->kind == EXCHANGE) {
        speech_set(s, "given",
                   "Let $f(x) = %s$, and let $g$ be the function with "
                   "$f(g(x)) = %s$ for every real number $x$.",
                   f, g);
        str_add(&ask, "g(f(x))");
    } else {
        speech_set(s, "given", "Let $f(x) = %s$ and $g(x) = %s$.", f, g);
        for (int64_t i = 0; i < v->times; i++)
            str_add(&ask, "f(");
        str_add(&ask, "g(x)");
        for (int64_t i = 0; i < v->times; i++)
            str_add(&ask, ")");
    }
    speech_set(s, "ask", "%s", str_get(&ask));
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "<given> Find $<ask>$.", NULL },
    { STYLE_PLAIN, "<given> Which polynomial in $x$ is $<ask>$?", NULL },
    { STYLE_PLAIN, "<given> Determine $<ask>$ and simplify.", NULL },
    { STYLE_PLAIN,
      "Write $<ask>$ without brackets, given the following. <given>", NULL },
    { STYLE_STORY,
      "In a number factory, machines stand in a row, and what one puts out the "
      "next takes in. <given> A new machine is to do the work of $<ask>$ all "
      "at once. Which polynomial in $x$ does it compute?",
      NULL },
    { STYLE_STORY,
      "<name> writes a program for a <device>. <given> To save time, the "
      "program is to compute $<ask>$ by one polynomial in $x$. Which one?",
      NULL },
    { STYLE_STORY,
      "<name> and <name2> send each other messages that are scrambled by "
      "functions. <given> To check a message, <name2> needs $<ask>$ as a "
      "polynomial in $x$. What is it?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "device", "pocket calculator|robot|weather station|music box|space "
                "probe" },
    { 0 },
};

/* ---- the second road: values ---- */

#define DEGREE_MOST 4

/* y = c(y) */
static void apply(const int64_t *c, int64_t n, fmpz_t y)
{
    fmpz_t x;

    fmpz_init_set(x, y);
    fmpz_zero(y);
    for (int64_t i = n; i-- > 0;) {
        fmpz_mul(y, y, x);
        fmpz_add_si(y, y, c[i]);
    }
    fmpz_clear(x);
}

/* Does the key have the value at x that the functions give? */
static bool agrees(const struct composition *v, const fmpq_poly_t key, slong at)
{
    fmpz_t x, y;
    fmpq_t z;
    bool same;

    fmpz_init_set_si(x, at);
    fmpz_init_set_si(y, at);
    fmpq_init(z);
    if (v->kind == OUTER) { /* key(g(x)) and h(x) */
        apply(v->g, v->ng, x);
        apply(v->f, v->nf, y);
    } else if (v->kind == EXCHANGE) { /* f(key(x)) and h(f(x)) */
        apply(v->f, v->nf, y);
        apply(v->g, v->ng, y);
    } else {
        apply(v->g, v->ng, y);
        for (int64_t i = 0; i < v->times; i++)
            apply(v->f, v->nf, y);
    }
    fmpq_poly_evaluate_fmpz(z, key, x);
    if (v->kind == EXCHANGE) {
        fmpq_mul_si(z, z, v->f[1]);
        fmpq_add_si(z, z, v->f[0]);
    }
    same = fmpz_is_one(fmpq_denref(z)) && fmpz_equal(fmpq_numref(z), y);
    fmpq_clear(z);
    fmpz_clear(y);
    fmpz_clear(x);
    return same;
}

static bool is_problem(const struct composition *v)
{
    if (v->nf < 2 || v->ng < 2 || (v->kind != REPEAT && v->times != 1))
        return false;
    if (v->kind == REPEAT)
        return v->nf == 2 && v->ng == 2;
    if (v->kind == OUTER)
        return v->ng == 2 && v->g[1] != 0;
    return v->kind != EXCHANGE || (v->nf == 2 && v->f[1] != 0);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct composition *v = values;
    enum truth holds = TRUTH_NO;
    fmpq_poly_t p;

    (void)a;
    f->by = "values";
    f->detail = "these are no functions to compose";
    if (!is_problem(v))
        return TRUTH_NO;
    fmpq_poly_init(p);
    f->detail = "the key is not a polynomial of degree 4 or less in x";
    if (key_poly(key, "x", p) && fmpq_poly_degree(p) <= DEGREE_MOST) {
        slong at = -2;

        while (at <= DEGREE_MOST && agrees(v, p, at))
            at++;
        holds = at > DEGREE_MOST ? TRUTH_YES : TRUTH_NO;
        f->detail = holds == TRUTH_YES
                        ? "the key and the functions have the same values at "
                          "seven numbers, more than the degree can share"
                        : "the key and the functions have different values";
    }
    fmpq_poly_clear(p);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct composition),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the answer as a polynomial in $x$ with like terms collected.",
    .pools = pools,
    .check = check,
};

const struct family concept_composition = {
    .name = "concept/composition",
    .version = 2,
    .title = "Composition of functions",
    .doc = "A composed function as a polynomial: f(g(x)), a function applied "
           "several times, or one of the functions recovered from their "
           "composition. The worked solution expands or changes the variable.",
    .concepts = { HIGH_COMPOSITION, HIGH_SIMPLIFY_POLY },
    .answer = ANSWER_EXPRESSION,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
