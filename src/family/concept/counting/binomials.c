/* SPDX-License-Identifier: Apache-2.0 */

/*
 * One coefficient, or a sum of coefficients, of a power of a binomial or
 * trinomial.
 *
 * solve() finds the term by the binomial theorem and never expands. check()
 * expands the whole power as a polynomial and reads the answer off.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum {
    PLAIN,   /* (a x + b)^n */
    LAURENT, /* (a x^p + b / x^q)^n */
    PRODUCT, /* (p x + q) (a x + b)^n */
    THREE,   /* (a x^2 + b x + c)^n */
    EVEN     /* (a x + b)^n, the even powers together */
};

struct expansion {
    int64_t kind, n, k, p, q; /* the answer is the coefficient of x^k */
    int64_t terms, c[3];      /* c[0] + c[1] x + c[2] x^2 */
};

static const struct field fields[] = {
    NUMBER(struct expansion, kind, 0, 4),
    NUMBER(struct expansion, n, 2, 12),
    NUMBER(struct expansion, k, -40, 40),
    NUMBER(struct expansion, p, -9, 9),
    NUMBER(struct expansion, q, -9, 9),
    SLOT_LIST(struct expansion, c, terms, -9999, 9999),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "term", "a coefficient of (ax + b)^n, n from 3 to 6, a and b from -10 to "
              "10" },
    { "composed", "a coefficient of (ax^p + b/x^q)^n, n from 4 to 8, or of (px "
                  "+ q)(ax + b)^n, n from 4 to 7" },
    { "several", "a coefficient of (ax^2 + bx + c)^n, n from 4 to 7, to which "
                 "several terms contribute; or the sum of the coefficients of "
                 "all even powers in (ax + b)^n, n from 4 to 10" },
};

/* n in lo..hi and k in 1..n-1: a pair in one pick. */
static void pick_term(struct pick *p, int64_t lo, int64_t hi, int64_t *n,
                      int64_t *k)
{
    int64_t all = 0, rank;

    for (int64_t i = lo; i <= hi; i++)
        all += i - 1;
    rank = pick(p, 0, all - 1);
    for (*n = lo; rank >= *n - 1; (*n)++)
        rank -= *n - 1;
    *k = rank + 1;
}

static void fill_laurent(struct pick *p, struct expansion *v)
{
    static const int64_t powers[][2] = { { 1, 1 }, { 2, 1 }, { 1, 2 }, { 3, 1 },
                                         { 1, 3 }, { 3, 2 }, { 2, 3 } };
    const int64_t *power = powers[pick(p, 0, 6)];
    int64_t i;

    pick_term(p, 4, 8, &v->n, &i);
    v->p = power[0];
    v->q = power[1];
    v->k = v->p * i - v->q * (v->n - i);
    v->c[1] = pick_wide(p, 2, 7);
    v->c[0] = pick_signed(p, 1, 7);
}

static void fill(struct pick *p, int64_t kind, void *values)
{
    struct expansion *v = values;

    v->terms = kind == THREE ? 3 : 2;
    switch (kind) {
    case PLAIN:
        pick_term(p, 3, 6, &v->n, &v->k);
        v->c[1] = pick_signed(p, 1, 9);
        v->c[0] = pick_signed(p, 1, 10);
        break;
    case LAURENT: fill_laurent(p, v); break;
    case PRODUCT:
        pick_term(p, 4, 7, &v->n, &v->k);
        v->p = pick_but(p, -4, 4, 0);
        v->q = pick_but(p, -4, 4, 0);
        v->c[1] = pick_signed(p, 1, 4);
        v->c[0] = pick_signed(p, 1, 4);
        break;
    case THREE:
        v->n = pick(p, 4, 7);
        v->k = pick(p, 3, 6);
        for (int i = 2; i >= 0; i--)
            v->c[i] = pick_signed(p, 1, 4);
        break;
    default:
        v->n = pick(p, 4, 10);
        v->c[1] = pick_signed(p, 2, 14);
        v->c[0] = pick_signed(p, 1, 14);
    }
}

static void draw(struct pick *p, void *values)
{
    static const int64_t kinds[] = { PLAIN, LAURENT, PRODUCT, THREE, EVEN };
    static const size_t from[] = { 0, 1, 3, 5 };
    size_t at = from[p->level - 1];

    ((struct expansion *)values)->kind =
        kinds_draw(p, kinds + at, from[p->level] - at, fill, values);
}

/* How many factors of the general term give the power asked for; -1: none. */
static int64_t index_of(const struct expansion *v)
{
    int64_t top = v->k + v->q * v->n;

    if (v->kind != LAURENT)
        return v->k;
    return top % (v->p + v->q) ? -1 : top / (v->p + v->q);
}

static bool is_problem(const struct expansion *v)
{
    if (v->terms != (v->kind == THREE ? 3 : 2) || v->c[0] == 0 ||
        v->c[1] == 0 || (v->kind == THREE && v->c[2] == 0))
        return false;
    switch (v->kind) {
    case PLAIN: return v->k >= 1 && v->k < v->n;
    case LAURENT:
        return v->p >= 1 && v->q >= 1 && v->c[1] > 1 && index_of(v) > 0 &&
               index_of(v) < v->n;
    case PRODUCT: return v->p != 0 && v->q != 0 && v->k >= 1 && v->k < v->n;
    case THREE: return v->k >= 2 && v->k < 2 * v->n;
    default: return true;
    }
}

/* ---- the first road: the binomial theorem ---- */

/* " \cdot (-2)^3", and nothing for a power that is 1 by its exponent. */
static void add_power(struct str *out, struct arena *a, int64_t x, int64_t e)
{
    if (e == 1)
        str_addf(out, " \\cdot %s", latex_bracket(a, x));
    else if (e > 1)
        str_addf(out, " \\cdot %s^{%" PRId64 "}", latex_bracket(a, x), e);
}

/* x times base^e. */
static void times_power(fmpz_t x, int64_t base, int64_t e)
{
    fmpz_t b;

    fmpz_init(b);
    fmpz_set_si(b, base);
    fmpz_pow_ui(b, b, (ulong)e);
    fmpz_mul(x, x, b);
    fmpz_clear(b);
}

/* " \\cdot (-8)": the power worked out, in brackets when it is negative. */
static void add_value(struct str *out, struct arena *a, int64_t x, int64_t e)
{
    fmpz_t y;

    if (e == 0)
        return;
    fmpz_init_set_ui(y, 1);
    times_power(y, x, e);
    str_addf(out, fmpz_sgn(y) < 0 ? " \\cdot (%s)" : " \\cdot %s",
             integer_text(a, y));
    fmpz_clear(y);
}

/* C(n, i) a^i b^{n-i}, with a step that says for which power. */
static void term(struct solving *s, const struct expansion *v, int64_t i,
                 fmpz_t x)
{
    struct str text = str_in(s->arena), values = str_in(s->arena);

    fmpz_bin_uiui(x, (ulong)v->n, (ulong)i);
    str_add(&values, integer_text(s->arena, x));
    for (int k = 1; k >= 0; k--) {
        int64_t e = k ? i : v->n - i;

        times_power(x, v->c[k], e);
        add_power(&text, s->arena, v->c[k], e);
        add_value(&values, s->arena, v->c[k], e);
    }
    solving_step(s, "$\\binom{%" PRId64 "}{%" PRId64 "}%s = %s = %s$.", v->n, i,
                 str_get(&text), str_get(&values), integer_text(s->arena, x));
}

/* A factor before a letter or bracket: 1 is not written. */
static const char *factor_text(struct arena *a, int64_t x)
{
    return x == 1 ? "" : arena_printf(a, "%" PRId64, x);
}

static void solve_one(struct solving *s, const struct expansion *v, fmpz_t x)
{
    int64_t i = index_of(v);

    if (v->kind == LAURENT)
        solving_step(s,
                     "Taking the first term from $i$ of the $%" PRId64
                     "$ brackets gives the power $x^{%si - %s(%" PRId64
                     " - i)}$.",
                     v->n, factor_text(s->arena, v->p),
                     factor_text(s->arena, v->q), v->n);
    else
        solving_step(s,
                     "By the binomial theorem, the power $x^i$ comes from "
                     "taking the term with $x$ from $i$ of the $%" PRId64
                     "$ brackets.",
                     v->n);
    solving_step(s, "The exponent is $%" PRId64 "$ for $i = %" PRId64 "$.",
                 v->k, i);
    term(s, v, i, x);
}

static void solve_product(struct solving *s, const struct expansion *v,
                          fmpz_t x)
{
    const char *first, *second;
    fmpz_t y;

    fmpz_init(y);
    solving_step(s,
                 "The power asked for, $i = %" PRId64 "$, arises in two ways: "
                 "$%" PRId64 "$ times the term with $i = %" PRId64
                 "$ of the power, and $%" PRId64 "$ times its term with $i = "
                 "%" PRId64 "$.",
                 v->k, v->q, v->k, v->p, v->k - 1);
    term(s, v, v->k, x);
    term(s, v, v->k - 1, y);
    first = integer_text(s->arena, x);
    second = integer_text(s->arena, y);
    fmpz_mul_si(x, x, v->q);
    fmpz_addmul_si(x, y, v->p);
    solving_step(s, "$%" PRId64 " \\cdot %s%s%s + %s \\cdot %s%s%s = %s$.",
                 v->q, *first == '-' ? "(" : "", first,
                 *first == '-' ? ")" : "", latex_bracket(s->arena, v->p),
                 *second == '-' ? "(" : "", second, *second == '-' ? ")" : "",
                 integer_text(s->arena, x));
    fmpz_clear(y);
}

/* x^2 from i brackets and x from k - 2i of them. */
static void solve_three(struct solving *s, const struct expansion *v, fmpz_t x)
{
    int64_t lo = v->k > v->n ? v->k - v->n : 0;
    struct str sum = str_in(s->arena);
    fmpz_t y, z;

    fmpz_init(y);
    fmpz_init(z);
    solving_step(s,
                 "Take $x^2$ from $i$ brackets and $x$ from $%" PRId64
                 " - 2i$ of the others; $i$ goes from $%" PRId64
                 "$ to $%" PRId64 "$.",
                 v->k, lo, v->k / 2);
    for (int64_t i = lo; i <= v->k / 2; i++) {
        int64_t j = v->k - 2 * i;
        struct str text = str_in(s->arena);

        fmpz_bin_uiui(y, (ulong)v->n, (ulong)i);
        fmpz_bin_uiui(z, (ulong)(v->n - i), (ulong)j);
        fmpz_mul(y, y, z);
        times_power(y, v->c[2], i);
        times_power(y, v->c[1], j);
        times_power(y, v->c[0], v->n - i - j);
        add_power(&text, s->arena, v->c[2], i);
        add_power(&text, s->arena, v->c[1], j);
        add_power(&text, s->arena, v->c[0], v->n - i - j);
        solving_step(s,
                     "$i = %" PRId64 "$: $\\binom{%" PRId64 "}{%" PRId64
                     "} \\binom{%" PRId64 "}{%" PRId64 "}%s = %s$.",
                     i, v->n, i, v->n - i, j, str_get(&text),
                     integer_text(s->arena, y));
        fmpz_add(x, x, y);
        str_add(&sum, i == lo ? "" : fmpz_sgn(y) < 0 ? " - " : " + ");
        str_add(&sum, integer_text(s->arena, y) + (i > lo && fmpz_sgn(y) < 0));
    }
    solving_step(s, "The sum is $%s = %s$.", str_get(&sum),
                 integer_text(s->arena, x));
    fmpz_clear(z);
    fmpz_clear(y);
}

static void solve_even(struct solving *s, const struct expansion *v, fmpz_t x)
{
    fmpz_t y;
    const char *first;

    fmpz_init_set_ui(y, 1);
    fmpz_one(x);
    times_power(x, v->c[0] + v->c[1], v->n);
    times_power(y, v->c[0] - v->c[1], v->n);
    solving_step(s, "Call the power $f(x)$. In $f(1) + f(-1)$ odd powers "
                    "cancel and even powers count twice.");
    solving_step(s, "$f(1) = %s^{%" PRId64 "} = %s$.",
                 latex_bracket(s->arena, v->c[0] + v->c[1]), v->n,
                 integer_text(s->arena, x));
    solving_step(s, "$f(-1) = %s^{%" PRId64 "} = %s$.",
                 latex_bracket(s->arena, v->c[0] - v->c[1]), v->n,
                 integer_text(s->arena, y));
    first = integer_text(s->arena, x);
    fmpz_add(x, x, y);
    fmpz_divexact_si(x, x, 2);
    solving_step(s, "Half the sum is $\\frac{%s %s %s}{2} = %s$.", first,
                 fmpz_sgn(y) < 0 ? "-" : "+",
                 integer_text(s->arena, y) + (fmpz_sgn(y) < 0),
                 integer_text(s->arena, x));
    fmpz_clear(y);
}

static bool solve(struct solving *s, const void *values)
{
    const struct expansion *v = values;
    fmpz_t x;

    if (!is_problem(v))
        return false;
    fmpz_init(x);
    switch (v->kind) {
    case PRODUCT: solve_product(s, v, x); break;
    case THREE: solve_three(s, v, x); break;
    case EVEN: solve_even(s, v, x); break;
    default: solve_one(s, v, x); break;
    }
    solving_key(s, "%s", integer_text(s->arena, x));
    fmpz_clear(x);
    return true;
}

/* ---- wording ---- */

static const char *power_of_x(struct arena *a, int64_t e)
{
    return e == 1
               ? "x"
               : arena_printf(
                     a, e > 9 || e < 0 ? "x^{%" PRId64 "}" : "x^%" PRId64, e);
}

/* a x^p + b / x^q: a is above 1, b may have either sign. */
static const char *laurent(struct speech *s, const struct expansion *v)
{
    bool minus = v->c[0] < 0 && s->hidden != &v->c[0];
    int64_t size = minus ? -v->c[0] : v->c[0];

    return arena_printf(s->arena, "%s%s %s \\frac{%s}{%s}",
                        speech_number(s, &v->c[1]), power_of_x(s->arena, v->p),
                        minus ? "-" : "+",
                        minus ? arena_printf(s->arena, "%" PRId64, size)
                              : speech_number(s, &v->c[0]),
                        power_of_x(s->arena, v->q));
}

static void speak(struct speech *s, const void *values)
{
    const struct expansion *v = values;
    int64_t factor[2] = { v->q, v->p };
    const char *inner = v->kind == LAURENT
                            ? laurent(s, v)
                            : speech_poly(s, v->c, (size_t)v->terms, "x");
    const char *left = v->kind == LAURENT ? "\\left(" : "(";
    const char *right = v->kind == LAURENT ? "\\right)" : ")";

    speech_set(s, "f",
               v->kind == PRODUCT ? "(%s)%s%s%s^{%" PRId64 "}"
                                  : "%s%s%s%s^{%" PRId64 "}",
               v->kind == PRODUCT ? latex_poly(s->arena, factor, 2, "x") : "",
               left, inner, right, v->n);
    if (v->kind == EVEN)
        speech_set(s, "asked",
                   "the sum of the coefficients of all even powers of $x$, "
                   "the constant term among them,");
    else if (v->k == 0)
        speech_set(s, "asked", "the constant term");
    else
        speech_set(s, "asked", "the coefficient of $%s$",
                   power_of_x(s->arena, v->k));
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "In $<f>$, find <asked> after expanding.", NULL },
    { STYLE_PLAIN,
      "The expression $<f>$ is multiplied out and like powers of $x$ are "
      "collected. Find <asked> in the result.",
      NULL },
    { STYLE_PLAIN,
      "Let $f(x) = <f>$. Write $f(x)$ as a sum of multiples of different powers "
      "of $x$ and determine <asked> in that sum.",
      NULL },
    { STYLE_PLAIN,
      "Use the binomial theorem to determine <asked> in the expansion of the "
      "expression $<f>$.",
      NULL },
    { STYLE_STORY,
      "<name> writes a program that expands $<f>$ and prints the result, with "
      "like powers of $x$ collected. To test the program, <name> works out "
      "by hand <asked> in that result. What should they find?",
      NULL },
    { STYLE_STORY,
      "At the <group>'s evening of puzzles in <city>, <name> is asked to find "
      "<asked> in the expansion of $<f>$, without writing out the whole "
      "expansion. What is the right answer?",
      NULL },
    { STYLE_STORY,
      "An engineer describes a chain of equal filters by the expression $<f>$. "
      "For the data sheet they need <asked> in the expanded form. Which "
      "number do they write down?",
      NULL },
    { 0 },
};

/* ---- the second road: the whole expansion ---- */

static void expand(fmpz_poly_t f, const struct expansion *v)
{
    fmpz_poly_t g;

    for (int64_t i = 0; i < v->terms; i++)
        fmpz_poly_set_coeff_si(f, v->kind == LAURENT ? i * (v->p + v->q) : i,
                               v->c[i]);
    fmpz_poly_pow(f, f, (ulong)v->n);
    if (v->kind != PRODUCT)
        return;
    fmpz_poly_init(g);
    fmpz_poly_set_coeff_si(g, 0, v->q);
    fmpz_poly_set_coeff_si(g, 1, v->p);
    fmpz_poly_mul(f, f, g);
    fmpz_poly_clear(g);
}

/* A power of x has been multiplied into a Laurent polynomial: q n. */
static void read_off(fmpz_t x, const struct expansion *v)
{
    fmpz_poly_t f;
    fmpz_t c;

    fmpz_poly_init(f);
    fmpz_init(c);
    expand(f, v);
    if (v->kind != EVEN)
        fmpz_poly_get_coeff_fmpz(x, f,
                                 v->k + (v->kind == LAURENT ? v->q * v->n : 0));
    for (int64_t i = 0; v->kind == EVEN && i <= v->n; i += 2) {
        fmpz_poly_get_coeff_fmpz(c, f, i);
        fmpz_add(x, x, c);
    }
    fmpz_clear(c);
    fmpz_poly_clear(f);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct expansion *v = values;
    enum truth holds = TRUTH_NO;
    fmpz_t x, c;

    fmpz_init(x);
    fmpz_init(c);
    f->by = "expansion";
    f->detail = "the key is not one integer";
    if (!is_problem(v)) {
        f->detail = "the values make no problem";
    } else if (key_integer(key, x)) {
        read_off(c, v);
        holds = fmpz_equal(x, c) ? TRUTH_YES : TRUTH_NO;
        f->detail =
            arena_printf(a, "the expansion gives %s", integer_text(a, c));
    }
    fmpz_clear(c);
    fmpz_clear(x);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct expansion),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_binomials = {
    .name = "concept/binomials",
    .version = 2,
    .title = "Binomial theorem",
    .doc = "A coefficient, a constant term or a sum of coefficients in the "
           "expansion of a power. The worked solution picks the relevant terms "
           "by the binomial theorem, or uses values at 1 and -1.",
    .concepts = { HIGH_BINOMIAL, HIGH_COMBINATIONS },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
