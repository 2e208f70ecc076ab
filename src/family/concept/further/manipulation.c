/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Values of symmetric expressions from simpler ones, and a least value by the
 * inequality of the means.
 *
 * solve() uses identities such as x^2 + y^2 = (x + y)^2 - 2xy and Newton's
 * recursion for three numbers. check() takes the numbers as the
 * eigenvalues of a companion matrix: their power sums are the traces of its
 * powers, which it multiplies out. The least value is checked by completing
 * the square: it is reached at a rational place, and what is above it is a
 * square over a positive number.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    SQUARES,    /* x + y = s, xy = p: x^2 + y^2 */
    DIFFERENCE, /* x + y = s, xy = p: (x - y)^2 */
    OVER,       /* x + p/x = s: x^2 + p^2/x^2 */
    CUBES,      /* x + y = s, xy = p: x^3 + y^3 */
    RATIOS,     /* x + y = s, xy = p: x/y + y/x */
    OVER_CUBED, /* x + p/x = s: x^3 + p^3/x^3 */
    ROOTS,      /* a + b + c = s, ab + bc + ca = p, abc = u:
                   a^n + b^n + c^n */
    FIFTH,      /* x + y = s, x^2 + y^2 = p: x^n + y^n */
    LEAST       /* of u^2 x + n^2 / (x - s) + p for x > s */
};

struct algebra {
    int64_t kind, s, p, u, n;
};

static const struct field fields[] = {
    NUMBER(struct algebra, kind, 0, LEAST),
    SLOT(struct algebra, s, -100000, 100000),
    SLOT(struct algebra, p, -100000000, 100000000),
    NUMBER(struct algebra, u, -1000, 1000),
    NUMBER(struct algebra, n, 0, 100),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "squares", "x^2 + y^2 or (x - y)^2 from x + y and xy, or x^2 + p^2/x^2 "
                 "from x + p/x; all of them real, numbers up to about 1,000" },
    { "cubes", "x^3 + y^3 or x/y + y/x from x + y and xy, or x^3 + p^3/x^3 "
               "from x + p/x" },
    { "recursion",
      "the fourth or fifth powers of three numbers from a + b + c, "
      "ab + bc + ca and abc, x^5 + y^5 or x^6 + y^6 from x + y and x^2 + y^2, or "
      "a least value by the inequality of the means" },
};

/* The least integer whose square is at least n >= 0, n small. */
static int64_t root_up(int64_t n)
{
    int64_t r = 0;

    while (r * r < n)
        r++;
    return r;
}

/* x and y are real but for three numbers: xy is at most s^2/4, and x^2 + y^2
 * at least s^2/2 and of the parity of s, so that xy is an integer. */
static void draw_kind(struct pick *k, struct algebra *v, int64_t x)
{
    int64_t half;

    switch ((enum kind)v->kind) {
    case OVER:
    case OVER_CUBED:
        v->s = pick_cut(&x, 40);
        v->p = 1 + pick_longer(k, x);
        v->s += root_up(4 * v->p);
        return;
    case ROOTS:
        v->n = 4 + pick_cut(&x, 2);
        v->u = pick_turned(pick_cut(&x, 16));
        v->s = pick_turned(pick_cut(&x, 16));
        v->p = pick_longer(k, pick_turned(x));
        return;
    case FIFTH:
        v->n = 5 + pick_cut(&x, 2);
        v->s = 2 + pick_cut(&x, 38);
        half = (v->s * v->s + 1) / 2;
        v->p = half + (half + v->s) % 2 + 2 * pick_longer(k, x);
        return;
    case LEAST:
        v->u = 1 + pick_cut(&x, 9);
        v->n = 1 + pick_cut(&x, 20);
        v->s = 2 + pick_cut(&x, 15);
        v->p = pick_longer(k, pick_turned(x));
        return;
    default:
        v->s = 2 + pick_cut(&x, 44);
        v->p = v->s * v->s / 4 - pick_longer(k, x);
        v->p -= v->p <= 0; /* not 0 */
    }
}

static void draw(struct pick *k, void *values)
{
    struct algebra *v = values;

    v->kind = pick(k, 0, 2) + 3 * (k->level - 1);
    draw_kind(k, v, pick(k, 0, 399999));
}

/* ---- the first road: identities ---- */

/* Are the numbers real, where they must be, and not 0? */
static bool is_sound(const struct algebra *v)
{
    switch ((enum kind)v->kind) {
    case SQUARES:
    case DIFFERENCE:
    case OVER:
    case CUBES:
    case RATIOS:
    case OVER_CUBED: return v->p != 0 && v->s * v->s >= 4 * v->p;
    case ROOTS: return v->n >= 2 && v->n <= 6;
    case FIFTH: return v->n >= 3 && v->n <= 6 && 2 * v->p >= v->s * v->s;
    case LEAST: return v->u >= 1 && v->n >= 1 && v->s >= 1;
    }
    return false;
}

#define D "%" PRId64

/* An integer in brackets when it is negative. */
static const char *in(struct solving *s, const fmpz_t x)
{
    char *text = latex_fmpz_poly(s->arena, x, 1, "x");

    return fmpz_sgn(x) < 0 ? arena_printf(s->arena, "(%s)", text) : text;
}

static const char *text(struct solving *s, const fmpz_t x)
{
    return latex_fmpz_poly(s->arena, x, 1, "x");
}

/* |s^2 - 4p| < 10^10 + 4 * 10^8. */
static void solve_squares(struct solving *s, const struct algebra *v)
{
    int64_t times = v->kind == DIFFERENCE ? 4 : 2;
    int64_t key = v->s * v->s - times * v->p;
    const char *p = latex_bracket(s->arena, v->p);

    if (v->kind == OVER)
        solving_step(s,
                     "Square: $\\left(x + \\frac{" D "}{x}\\right)^2 = x^2 + "
                     "2 \\cdot %s + \\frac{" D "}{x^2}$.",
                     v->p, p, v->p * v->p);
    else if (v->kind == DIFFERENCE)
        solving_step(s, "$(x - y)^2 = x^2 - 2xy + y^2 = (x + y)^2 - 4xy$.");
    else
        solving_step(s, "Square: $(x + y)^2 = x^2 + 2xy + y^2$, so $x^2 + y^2 "
                        "= (x + y)^2 - 2xy$.");
    solving_step(s, "Put in what is known: $%s^2 - " D " \\cdot %s$.",
                 latex_bracket(s->arena, v->s), times, p);
    solving_step(s, "That is $" D "%s = " D "$.", v->s * v->s,
                 latex_plus(s->arena, -times * v->p), key);
    solving_key(s, D, key);
}

/* |s^3| <= 10^15, |3ps| <= 3 * 10^13. */
static void solve_cubes(struct solving *s, const struct algebra *v)
{
    int64_t cube = v->s * v->s * v->s, rest = -3 * v->p * v->s;
    const char *sum = latex_bracket(s->arena, v->s);

    if (v->kind == OVER_CUBED)
        solving_step(s,
                     "Cube, with $y = \\frac{" D
                     "}{x}$: $(x + y)^3 = x^3 + y^3 + 3xy(x + y)$, and $xy = " D
                     "$.",
                     v->p, v->p);
    else
        solving_step(s, "Cube: $(x + y)^3 = x^3 + 3x^2y + 3xy^2 + y^3 = x^3 + "
                        "y^3 + 3xy(x + y)$.");
    solving_step(s,
                 "So the value is $(x + y)^3 - 3xy(x + y) = %s^3 - 3 \\cdot %s "
                 "\\cdot %s$.",
                 sum, latex_bracket(s->arena, v->p), sum);
    solving_step(s, "That is $" D "%s = " D "$.", cube,
                 latex_plus(s->arena, rest), cube + rest);
    solving_key(s, D, cube + rest);
}

static void solve_ratios(struct solving *s, const struct algebra *v)
{
    int64_t squares = v->s * v->s - 2 * v->p;

    solving_step(s, "Over a common denominator: $\\frac{x}{y} + \\frac{y}{x} = "
                    "\\frac{x^2 + y^2}{xy}$.");
    solving_step(s, "$x^2 + y^2 = (x + y)^2 - 2xy = " D "%s = " D "$.",
                 v->s * v->s, latex_plus(s->arena, -2 * v->p), squares);
    solving_key(s, "%s", latex_ratio(s->arena, squares, v->p));
    solving_step(s, "So the value is $\\frac{" D "}{" D "} = %s$.", squares,
                 v->p, s->key);
}

/* Newton: p_k = s p_{k-1} - p p_{k-2} + u p_{k-3}. */
static void solve_roots(struct solving *s, const struct algebra *v)
{
    fmpz *t = _fmpz_vec_init(8); /* t[k]: power sum k */

    solving_step(s,
                 "Write $e_1 = a + b + c = " D "$, $e_2 = ab + bc + ca = " D
                 "$ and $e_3 = abc = " D "$.",
                 v->s, v->p, v->u);
    fmpz_set_si(t, 3);
    fmpz_set_si(t + 1, v->s);
    fmpz_set_si(t + 2, v->s);
    fmpz_mul_si(t + 2, t + 2, v->s);
    fmpz_sub_si(t + 2, t + 2, 2 * v->p);
    solving_step(s,
                 "Let $S_k = a^k + b^k + c^k$. Then $S_0 = 3$, $S_1 = " D
                 "$ and $S_2 = e_1^2 - 2e_2 = %s$.",
                 v->s, text(s, t + 2));
    solving_step(
        s,
        "Each of $a, b, c$ is a root of $t^3 - e_1t^2 + e_2t - e_3$, so $S_k = e_1 S_{k-1} - "
        "e_2 S_{k-2} + e_3 S_{k-3}$.");
    for (int64_t k = 3; k <= v->n; k++) {
        fmpz_mul_si(t + k, t + k - 1, v->s);
        fmpz_set_si(t + 7, v->p);
        fmpz_submul(t + k, t + 7, t + k - 2);
        fmpz_set_si(t + 7, v->u);
        fmpz_addmul(t + k, t + 7, t + k - 3);
        solving_step(
            s,
            "$S_{" D "} = %s \\cdot %s - %s \\cdot %s + %s \\cdot %s = "
            "%s$.",
            k, latex_bracket(s->arena, v->s), in(s, t + k - 1),
            latex_bracket(s->arena, v->p), in(s, t + k - 2),
            latex_bracket(s->arena, v->u), in(s, t + k - 3), text(s, t + k));
    }
    solving_key(s, "%s", text(s, t + v->n));
    _fmpz_vec_clear(t, 8);
}

/* A fraction in brackets when it is negative. */
static const char *bracketed(struct solving *s, const fmpq_t x)
{
    const char *value = latex_fmpq(s->arena, x);

    return fmpq_sgn(x) < 0 ? arena_printf(s->arena, "(%s)", value) : value;
}

/* Newton for two numbers: S_k = s S_{k-1} - q S_{k-2}, q = xy rational. */
static void solve_fifth(struct solving *s, const struct algebra *v)
{
    fmpq_t a, b, c, q, sum;
    const char *product;

    fmpq_init(a);
    fmpq_init(b);
    fmpq_init(c);
    fmpq_init(q);
    fmpq_init(sum);
    fmpq_set_si(q, v->s * v->s - v->p, 2);
    fmpq_set_si(sum, v->s, 1);
    product = bracketed(s, q);
    solving_step(s, "$2xy = (x + y)^2 - (x^2 + y^2) = " D "%s$, so $xy = %s$.",
                 v->s * v->s, latex_plus(s->arena, -v->p),
                 latex_fmpq(s->arena, q));
    solving_step(s, "Let $S_k = x^k + y^k$. From $x^2 = (x + y)x - xy$ follows "
                    "$S_k = (x + y)S_{k-1} - xy \\cdot S_{k-2}$.");
    fmpq_set(a, sum);
    fmpq_set_si(b, v->p, 1);
    for (int64_t k = 3; k <= v->n; k++) {
        const char *last = bracketed(s, b), *other = bracketed(s, a);

        fmpq_mul(c, sum, b);
        fmpq_mul(a, a, q);
        fmpq_sub(c, c, a);
        solving_step(s, "$S_{" D "} = %s \\cdot %s - %s \\cdot %s = %s$.", k,
                     latex_bracket(s->arena, v->s), last, product, other,
                     latex_fmpq(s->arena, c));
        fmpq_set(a, b);
        fmpq_set(b, c);
    }
    solving_key(s, "%s", latex_fmpq(s->arena, b));
    fmpq_clear(sum);
    fmpq_clear(q);
    fmpq_clear(c);
    fmpq_clear(b);
    fmpq_clear(a);
}

static void solve_least(struct solving *s, const struct algebra *v)
{
    int64_t a = v->u * v->u, b = v->n * v->n, mean = 2 * v->u * v->n;
    const char *t = latex_plus(s->arena, -v->s),
               *at = latex_poly(s->arena, (const int64_t[]){ 0, a }, 2, "t");

    solving_step(s,
                 "Put $t = x%s$, which is positive. The expression becomes $%s "
                 "+ \\frac{" D "}{t}%s%s$.",
                 t, at, b, latex_plus(s->arena, a * v->s),
                 latex_plus(s->arena, v->p));
    solving_step(s,
                 "By the inequality of the means $%s + \\frac{" D
                 "}{t} \\ge 2\\sqrt{" D " \\cdot " D "} = 2 \\cdot " D " = " D
                 "$.",
                 at, b, a, b, v->u * v->n, mean);
    solving_step(s,
                 "Equality holds when $%s = \\frac{" D "}{t}$, at $t = %s > "
                 "0$.",
                 at, b, latex_ratio(s->arena, v->n, v->u));
    solving_key(s, D, mean + a * v->s + v->p);
    solving_step(s, "So the least value is $" D "%s%s = %s$.", mean,
                 latex_plus(s->arena, a * v->s), latex_plus(s->arena, v->p),
                 s->key);
}

static bool solve(struct solving *s, const void *values)
{
    const struct algebra *v = values;

    if (!is_sound(v))
        return false;
    switch ((enum kind)v->kind) {
    case SQUARES:
    case DIFFERENCE:
    case OVER: solve_squares(s, v); break;
    case CUBES:
    case OVER_CUBED: solve_cubes(s, v); break;
    case RATIOS: solve_ratios(s, v); break;
    case ROOTS: solve_roots(s, v); break;
    case FIFTH: solve_fifth(s, v); break;
    case LEAST: solve_least(s, v); break;
    }
    return true;
}

/* ---- wording ---- */

static bool is_least(const void *values)
{
    return ((const struct algebra *)values)->kind == LEAST;
}

static bool is_value(const void *values)
{
    return !is_least(values);
}

static bool is_pair(const void *values)
{
    int64_t kind = ((const struct algebra *)values)->kind;

    return is_value(values) && kind != OVER && kind != OVER_CUBED;
}

static bool is_single(const void *values)
{
    return is_value(values) && !is_pair(values);
}

/* <known>: what is given; <wanted>: what is asked. */
static void speak_pair(struct speech *s, const struct algebra *v)
{
    const char *sum = speech_number(s, &v->s), *p = speech_number(s, &v->p);

    if (v->kind == OVER || v->kind == OVER_CUBED) {
        int e = v->kind == OVER ? 2 : 3;

        speech_set(s, "known", "$x + \\frac{%s}{x} = %s$", p, sum);
        speech_set(s, "wanted", "x^%d + \\left(\\frac{%s}{x}\\right)^%d", e, p,
                   e);
    } else {
        speech_set(s, "known", "$x + y = %s$ and $%s = %s$", sum,
                   v->kind == FIFTH ? "x^2 + y^2" : "xy", p);
        if (v->kind == FIFTH)
            speech_set(s, "wanted", "x^{" D "} + y^{" D "}", v->n, v->n);
        else
            speech_set(s, "wanted", "%s",
                       v->kind == SQUARES      ? "x^2 + y^2"
                       : v->kind == DIFFERENCE ? "(x - y)^2"
                       : v->kind == CUBES      ? "x^3 + y^3"
                                               : "\\frac{x}{y} + \\frac{y}{x}");
    }
}

static void speak(struct speech *s, const void *values)
{
    const struct algebra *v = values;

    if (v->kind == ROOTS) {
        speech_set(s, "known",
                   "$a + b + c = %s$, $ab + bc + ca = %s$ and $abc = " D "$",
                   speech_number(s, &v->s), speech_number(s, &v->p), v->u);
        speech_set(s, "wanted", "a^{" D "} + b^{" D "} + c^{" D "}", v->n, v->n,
                   v->n);
    } else if (v->kind == LEAST) {
        int64_t c[2] = { 0, v->u * v->u };

        speech_set(s, "f", "%s + \\frac{" D "}{x - %s}%s",
                   latex_poly(s->arena, c, 2, "x"), v->n * v->n,
                   speech_number(s, &v->s), speech_plus(s, &v->p));
    } else {
        speak_pair(s, v);
    }
    speech_set(s, "who", "%s",
               v->kind == ROOTS ? "$a$, $b$ and $c$"
               : is_single(v)   ? "$x$"
                                : "$x$ and $y$");
    speech_set(s, "real", "%s", v->kind == ROOTS ? "real or complex" : "real");
    speech_set(s, "are", "%s", is_single(v) ? "is" : "are");
    speech_set(s, "whose", "%s",
               is_single(v)       ? "a real number"
               : v->kind == ROOTS ? "three real or complex numbers"
                                  : "two real numbers");
}

/* A rectangle with sides x and y: both positive. */
static bool is_rectangle(const void *values)
{
    const struct algebra *v = values;

    return v->kind == SQUARES && v->p > 0;
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Given <known>, find $<wanted>$.", is_value },
    { STYLE_PLAIN,
      "The <real> numbers <who> satisfy <known>. Find the value of "
      "$<wanted>$.",
      is_pair },
    { STYLE_PLAIN,
      "Suppose that <known>, where <who> <are> <real>. What is "
      "$<wanted>$?",
      is_value },
    { STYLE_PLAIN,
      "Given <real> numbers <who> with <known>, calculate $<wanted>$.",
      is_pair },
    { STYLE_PLAIN,
      "The real number $x$ satisfies <known>. Find the value of "
      "$<wanted>$.",
      is_single },
    { STYLE_STORY,
      "<name> writes down <whose> <who> and tells <name2> no more than "
      "that <known>. From this <name2> works out $<wanted>$. What is "
      "it?",
      is_value },
    { STYLE_STORY,
      "In a puzzle of the <group>, a safe opens when the value of $<wanted>$ is "
      "typed in. A note in the <place> says of <whose> <who> "
      "that <known>. What must be typed in?",
      is_value },
    { STYLE_STORY,
      "A rectangular <field> has sides of $x$ and $y$ metres with <known>. "
      "A straight line of $d$ metres joins two opposite corners. What is "
      "$d^2$?",
      is_rectangle },
    { STYLE_TERSE, "Least value of $<f>$ for real $x > <s>$?", is_least },
    { STYLE_PLAIN,
      "Find the least value that $<f>$ takes for real numbers $x > <s>$.",
      is_least },
    { STYLE_PLAIN,
      "Let $f(x) = <f>$ for all real $x$ greater than $<s>$. What is the "
      "minimum of $f$?",
      is_least },
    { STYLE_STORY,
      "A <device> runs at a speed of $x$ turns per second, which can be any "
      "real number greater than $<s>$. Compared with an older model, it then "
      "costs $<f>$ <money> more per day (less when this is negative). What "
      "is the least value that this difference can have?",
      is_least },
    { STYLE_STORY,
      "When the dial of a <device> is set to a real number $x > <s>$, its "
      "display shows $<f>$. What is the least number that <name> can make "
      "it show?",
      is_least },
    { 0 },
};

static const struct word_pool pools[] = {
    { "field", "field|garden|courtyard|meadow|playground" },
    { "device", "pump|fan|turbine|centrifuge|mill" },
    { 0 },
};

/* ---- the second road: companion matrices ---- */

/* The trace of C^n, C the companion matrix of t^3 - e1 t^2 + e2 t - e3; for
 * two numbers e3 = 0, which adds the number 0. */
static void trace(fmpq_t out, const fmpq_t e1, const fmpq_t e2, const fmpq_t e3,
                  int64_t n)
{
    fmpq_mat_t c, m;

    fmpq_mat_init(c, 3, 3);
    fmpq_mat_init(m, 3, 3);
    fmpq_one(fmpq_mat_entry(c, 1, 0));
    fmpq_one(fmpq_mat_entry(c, 2, 1));
    fmpq_set(fmpq_mat_entry(c, 0, 2), e3);
    fmpq_neg(fmpq_mat_entry(c, 1, 2), e2);
    fmpq_set(fmpq_mat_entry(c, 2, 2), e1);
    fmpq_mat_one(m);
    for (; n > 0; n--)
        fmpq_mat_mul(m, m, c);
    fmpq_mat_trace(out, m);
    fmpq_mat_clear(m);
    fmpq_mat_clear(c);
}

/* The value at the place where the square vanishes is `x`: with t = n/u there,
 * u^2 t + n^2/t - 2un = (ut - n)^2 / t. */
static bool is_minimum(const struct algebra *v, const fmpq_t x)
{
    fmpq_t t, y;
    bool same;

    fmpq_init(t);
    fmpq_init(y);
    fmpq_set_si(t, v->n, (ulong)v->u);
    fmpq_set_si(y, v->s, 1);
    fmpq_add(y, y, t);
    fmpq_mul_si(y, y, v->u * v->u);
    fmpq_inv(t, t);
    fmpq_mul_si(t, t, v->n * v->n);
    fmpq_add(y, y, t);
    fmpq_add_si(y, y, v->p);
    same = fmpq_equal(x, y);
    fmpq_clear(y);
    fmpq_clear(t);
    return same;
}

/* The value that is asked for, by traces. */
static bool is_value_of(const struct algebra *v, const fmpq_t x)
{
    static const int64_t powers[] = { 2, 2, 2, 3, 2, 3 };
    int64_t n = v->kind < ROOTS ? powers[v->kind] : v->n;
    fmpq_t e1, e2, e3, t;
    bool same;

    fmpq_init(e1);
    fmpq_init(e2);
    fmpq_init(e3);
    fmpq_init(t);
    fmpq_set_si(e1, v->s, 1);
    fmpq_set_si(e2, v->p, 1);
    if (v->kind == ROOTS)
        fmpq_set_si(e3, v->u, 1);
    if (v->kind == FIFTH)
        fmpq_set_si(e2, v->s * v->s - v->p, 2);
    trace(t, e1, e2, e3, n);
    if (v->kind == DIFFERENCE) { /* x^2 + y^2 - 2xy */
        fmpq_sub(t, t, e2);
        fmpq_sub(t, t, e2);
    } else if (v->kind == RATIOS) {
        fmpq_div(t, t, e2);
    }
    same = fmpq_equal(x, t);
    fmpq_clear(t);
    fmpq_clear(e3);
    fmpq_clear(e2);
    fmpq_clear(e1);
    return same;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct algebra *v = values;
    bool read, same = false;
    fmpq_t x;

    (void)a;
    f->by = v->kind == LEAST ? "completing the square" : "companion matrix";
    f->detail = "these numbers make no problem of their kind";
    if (!is_sound(v))
        return TRUTH_NO;
    fmpq_init(x);
    read = key_rational(key, x);
    if (read)
        same = v->kind == LEAST ? is_minimum(v, x) : is_value_of(v, x);
    fmpq_clear(x);
    f->detail = !read              ? "the key is not one rational number"
                : !same            ? "the value is another number"
                : v->kind == LEAST ? "the value is taken, and what is above it "
                                     "is a square over a positive number"
                                   : "the traces of the powers of a matrix "
                                     "with these eigenvalues give the same";
    return same ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct algebra),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .pools = pools,
    .check = check,
};

const struct family concept_manipulation = {
    .name = "concept/manipulation",
    .version = 2,
    .title = "Algebraic manipulations",
    .doc = "Values of symmetric expressions from simpler ones, power sums of "
           "three numbers, and least values by the inequality of the means. "
           "The worked solution uses identities and recursions.",
    .concepts = { HIGH_MANIPULATION },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
