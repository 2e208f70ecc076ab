/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Powers with integer exponents: values, the laws of exponents, last digits,
 * and negative exponents.
 *
 * solve() multiplies out, uses the laws of exponents, reduces large exponents
 * by the cycle of the last two digits, and clears negative exponents. check()
 * takes the expression as it stands in FLINT's integers and rationals, and
 * multiplies last digits one by one.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define I "%" PRId64

enum {
    SUM,            /* a^m + b^n */
    DIFFERENCE,     /* a^m - b^n */
    MULTIPLE,       /* n a^m - b */
    QUOTIENT,       /* (-a)^m b^n / ((-a)^p b^q) */
    LAST_TWO,       /* a^m + b^n modulo 100 */
    POWER_OF_POWER, /* (a^p)^2 b^n / (a^m b^q) */
    HARMONIC,       /* (a^-m + b^-n)^-1 */
    SWAPPED,        /* a^-m b^n + a^m b^-n */
    RATIO           /* (a^-m - b^-n) / (a^-m + b^-n) */
};

struct powers {
    int64_t kind, a, b, m, n, p, q;
};

static const struct field fields[] = {
    NUMBER(struct powers, kind, 0, RATIO), SLOT(struct powers, a, 1, 4000),
    SLOT(struct powers, b, 1, 4000),       NUMBER(struct powers, m, 1, 100),
    NUMBER(struct powers, n, 1, 100),      NUMBER(struct powers, p, 0, 50),
    NUMBER(struct powers, q, 0, 50),       { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "values", "two operations on powers with bases up to 25 and exponents "
                "from 2 to 4" },
    { "laws", "quotients of powers with exponents up to 40 by the laws of "
              "exponents, and the last two digits of a sum of large powers" },
    { "negative", "two powers with negative exponents, bases up to 30: "
                  "reciprocals of sums, sums of quotients, complex fractions" },
};

static void draw(struct pick *k, void *values)
{
    struct powers *v = values;
    int64_t i, j;

    v->kind = 3 * (k->level - 1) + pick(k, 0, 2);
    if (k->level != 2) {
        v->a = pick_wide(k, 2, k->level == 1 ? 25 : 30);
        v->b = pick_wide(k, 2, k->level == 1 ? 25 : 30);
        v->m = pick(k, 2, 4);
        v->n = pick(k, 2, 4);
        return;
    }
    v->a = pick_wide(k, 2, 12); /* 1200^3 1200^3 is below 2^63 */
    v->b = pick_wide(k, 2, 12);
    v->p = pick(k, 4, 18);
    v->q = pick(k, 2, 16);
    i = pick(k, 0, 3);
    j = pick(k, 1, 3);
    if (v->kind == LAST_TWO) {
        v->m = 4 * v->p + i;
        v->n = 3 * v->q + j;
        v->p = v->q = 0;
    } else {
        v->m = v->kind == QUOTIENT ? v->p + i : 2 * v->p - i;
        v->n = v->q + j;
    }
}

/* ---- the first road ---- */

/* x^e; false when it is too large. */
static bool power(int64_t x, int64_t e, int64_t *out)
{
    for (*out = 1; e > 0; e--)
        if (__builtin_mul_overflow(*out, x, out))
            return false;
    return true;
}

static bool solve_values(struct solving *s, const struct powers *v)
{
    int64_t a, b, x;

    if (!power(v->a, v->m, &a) || !power(v->b, v->n, &b) || a > INT64_MAX / 200)
        return false;
    solving_step(s, "$" I "^" I " = " I "$.", v->a, v->m, a);
    if (v->kind == MULTIPLE) {
        x = v->n * a - v->b;
        solving_step(s, "Multiply: $" I " \\cdot " I " = " I "$.", v->n, a,
                     v->n * a);
        solving_step(s, "Subtract: $" I " - " I " = " I "$.", v->n * a, v->b,
                     x);
    } else {
        if (b > INT64_MAX / 200)
            return false;
        x = v->kind == SUM ? a + b : a - b;
        solving_step(s, "$" I "^" I " = " I "$.", v->b, v->n, b);
        solving_step(s, "%s: $" I " %c " I " = " I "$.",
                     v->kind == SUM ? "Add" : "Subtract", a,
                     v->kind == SUM ? '+' : '-', b, x);
    }
    solving_key(s, I, x);
    return true;
}

/* x^e as one writes it: 1, x, (-3)^2. */
static const char *power_text(struct arena *a, int64_t x, int64_t e)
{
    if (e == 0)
        return "1";
    return e == 1 ? arena_printf(a, I, x)
                  : arena_printf(a, "%s^" I, latex_bracket(a, x), e);
}

/* Subtract exponents: c^i b^j is left, where c is a or -a. */
static bool solve_laws(struct solving *s, const struct powers *v)
{
    bool quotient = v->kind == QUOTIENT;
    int64_t top = quotient ? v->m : 2 * v->p, low = quotient ? v->p : v->m,
            i = top - low, j = v->n - v->q, c = quotient ? -v->a : v->a, x, y,
            z;

    if (i < 0 || j < 0 || i > 9 || j > 9 || v->p < 1 || v->q < 1 ||
        !power(c, i, &x) || !power(v->b, j, &y) ||
        __builtin_mul_overflow(x, y, &z))
        return false;
    if (!quotient)
        solving_step(s,
                     "A power of a power multiplies the exponents: $(" I "^{" I
                     "})^2 = " I "^{" I "}$.",
                     v->a, v->p, v->a, top);
    solving_step(s,
                 "A quotient of powers subtracts them: for base $" I "$, $" I
                 " - " I " = " I "$.",
                 c, top, low, i);
    solving_step(s, "For base $" I "$, $" I " - " I " = " I "$.", v->b, v->n,
                 v->q, j);
    solving_step(s, "What is left is $%s \\cdot %s = %s \\cdot " I "$.",
                 power_text(s->arena, c, i), power_text(s->arena, v->b, j),
                 latex_bracket(s->arena, x), y);
    solving_step(s, "The value is $" I "$.", z);
    solving_key(s, I, z);
    return true;
}

/* The last two digits of x^e by their cycle. */
static int64_t by_cycle(struct solving *s, int64_t x, int64_t e)
{
    int64_t seen[101], at[100], n = 1, r = x % 100, start, period;

    for (int i = 0; i < 100; i++)
        at[i] = 0;
    while (at[r] == 0) { /* at[r]: the exponent that gave r first */
        seen[n] = r;
        at[r] = n++;
        r = r * (x % 100) % 100;
    }
    start = at[r];
    period = n - start;
    r = e < n ? seen[e] : seen[start + (e - start) % period];
    solving_step(s,
                 "The last two digits of the powers of $" I
                 "$ repeat with period $" I "$ (from exponent $" I
                 "$ on), so $" I "^{" I "}$ ends in $%02" PRId64 "$.",
                 x, period, start, x, e, r);
    return r;
}

static bool solve_last(struct solving *s, const struct powers *v)
{
    int64_t x, y;

    solving_step(s, "Only the last two digits matter: work modulo $100$.");
    x = by_cycle(s, v->a, v->m);
    y = by_cycle(s, v->b, v->n);
    solving_step(s,
                 "Add: $" I " + " I " = " I
                 "$, so the remainder modulo $100$ is $" I "$.",
                 x, y, x + y, (x + y) % 100);
    solving_key(s, I, (x + y) % 100);
    return true;
}

static void latex_of(struct solving *s, const fmpz_t p, const fmpz_t q)
{
    fmpq_t x;

    fmpq_init(x);
    fmpq_set_fmpz_frac(x, p, q);
    solving_key(s, "%s", latex_fmpq(s->arena, x));
    fmpq_clear(x);
}

/* With A = a^m and B = b^n: AB/(A+B), (A^2+B^2)/(AB), (B-A)/(B+A). */
static bool solve_negative(struct solving *s, const struct powers *v)
{
    static const char *const forms[] = { "\\frac{AB}{A + B}",
                                         "\\frac{A^2 + B^2}{AB}",
                                         "\\frac{B - A}{B + A}" };
    int64_t a, b;
    fmpz_t x, y, p, q;
    bool minus;

    if (!power(v->a, v->m, &a) || !power(v->b, v->n, &b) || a > INT64_MAX / 4 ||
        b > INT64_MAX / 4)
        return false;
    solving_step(s,
                 "Put $A = " I "^" I " = " I "$ and $B = " I "^" I " = " I
                 "$; the powers with negative exponents are "
                 "$\\frac{1}{A}$ and $\\frac{1}{B}$.",
                 v->a, v->m, a, v->b, v->n, b);
    solving_step(s,
                 "Bring everything over the common denominator $AB$ and "
                 "simplify: the expression is $%s$.",
                 forms[v->kind - HARMONIC]);
    fmpz_init_set_si(x, a);
    fmpz_init_set_si(y, b);
    fmpz_init(p);
    fmpz_init(q);
    fmpz_mul(p, x, y);
    fmpz_add(q, x, y);
    if (v->kind == SWAPPED) {
        fmpz_set(q, p);
        fmpz_mul(p, x, x);
        fmpz_addmul(p, y, y);
    } else if (v->kind == RATIO) {
        fmpz_sub(p, y, x);
    }
    latex_of(s, p, q);
    minus = fmpz_sgn(p) < 0;
    fmpz_abs(p, p);
    if (!fmpz_is_zero(p))
        solving_step(s, "With the numbers: $%s\\frac{%s}{%s}$.",
                     minus ? "-" : "", integer_text(s->arena, p),
                     integer_text(s->arena, q));
    solving_step(s, "In lowest terms this is $%s$.", s->key);
    fmpz_clear(q);
    fmpz_clear(p);
    fmpz_clear(y);
    fmpz_clear(x);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct powers *v = values;

    if (v->kind <= MULTIPLE)
        return solve_values(s, v);
    if (v->kind == LAST_TWO)
        return solve_last(s, v);
    return v->kind >= HARMONIC ? solve_negative(s, v) : solve_laws(s, v);
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct powers *v = values;
    const char *a, *b;

    speech_set(s, "form", "%s",
               v->kind >= HARMONIC
                   ? " Give the answer as a fraction in lowest terms or as an "
                     "integer."
                   : "");
    if (!speech_wants(s, "e"))
        return;
    a = speech_number(s, &v->a);
    b = speech_number(s, &v->b);
    switch (v->kind) {
    case SUM: speech_set(s, "e", "%s^" I " + %s^" I, a, v->m, b, v->n); break;
    case DIFFERENCE:
        speech_set(s, "e", "%s^" I " - %s^" I, a, v->m, b, v->n);
        break;
    case MULTIPLE:
        speech_set(s, "e", I " \\cdot %s^" I " - %s", v->n, a, v->m, b);
        break;
    case QUOTIENT:
        speech_set(s, "e",
                   "\\frac{(-%s)^{" I "} \\cdot %s^{" I "}}{(-%s)^{" I
                   "} \\cdot %s^{" I "}}",
                   a, v->m, b, v->n, a, v->p, b, v->q);
        break;
    case POWER_OF_POWER:
        speech_set(s, "e",
                   "\\frac{(%s^{" I "})^2 \\cdot %s^{" I "}}{%s^{" I
                   "} \\cdot %s^{" I "}}",
                   a, v->p, b, v->n, a, v->m, b, v->q);
        break;
    case LAST_TWO:
        speech_set(s, "e", "%s^{" I "} + %s^{" I "}", a, v->m, b, v->n);
        break;
    case HARMONIC:
        speech_set(s, "e", "\\left(%s^{-" I "} + %s^{-" I "}\\right)^{-1}", a,
                   v->m, b, v->n);
        break;
    case SWAPPED:
        speech_set(s, "e",
                   "%s^{-" I "} \\cdot %s^" I " + %s^" I " \\cdot %s^{-" I "}",
                   a, v->m, b, v->n, a, v->m, b, v->n);
        break;
    default:
        speech_set(s, "e",
                   "\\frac{%s^{-" I "} - %s^{-" I "}}{%s^{-" I "} + %s^{-" I
                   "}}",
                   a, v->m, b, v->n, a, v->m, b, v->n);
    }
}

#define FITS(name, test)              \
 static bool name(const void *values) \
 {                                    \
  const struct powers *v = values;    \
                                      \
  return (test);                      \
 }
FITS(is_value, v->kind != LAST_TWO)
FITS(is_large, v->kind == QUOTIENT || v->kind == POWER_OF_POWER)
FITS(is_quotient, v->kind == QUOTIENT)
FITS(is_power_of_power, v->kind == POWER_OF_POWER)
FITS(is_harmonic, v->kind == HARMONIC)
FITS(is_swapped, v->kind == SWAPPED)
FITS(is_ratio, v->kind == RATIO)
FITS(is_sum, v->kind == SUM)
FITS(is_difference, v->kind == DIFFERENCE)
FITS(is_multiple, v->kind == MULTIPLE)
FITS(is_last, v->kind == LAST_TWO)

/* clang-format off */
static const struct wording wordings[] = {
    { STYLE_TERSE, "Evaluate $<e>$.<form>", is_value },
    { STYLE_PLAIN, "Find the exact value of $<e>$.<form>", is_value },
    { STYLE_PLAIN,
      "Compute $<e>$ and simplify as far as possible.<form>", is_value },
    { STYLE_STORY,
      "One archive in <city> has $<a>^<m>$ files and another $<b>^<n>$. How "
      "many files do they have together?", is_sum },
    { STYLE_STORY,
      "<name> counts all codes of length $<m>$ over an alphabet of $<a>$ signs "
      "and all codes of length $<n>$ over another alphabet of $<b>$ signs: "
      "$<a>^<m>$ and $<b>^<n>$ codes. What is the sum of these two numbers?",
      is_sum },
    { STYLE_STORY,
      "A <colour> lock has $<a>^<m>$ settings and a <colour2> one has "
      "$<b>^<n>$. How many settings more has the <colour> one (a negative "
      "number if it has fewer)?", is_difference },
    { STYLE_STORY,
      "In a simulation, a culture of type A grows to $<a>^<m>$ cells and one "
      "of type B to $<b>^<n>$ cells. By how many cells is the culture of "
      "type A larger (negative if it is smaller)?", is_difference },
    { STYLE_STORY,
      "In a model, $<n>$ payments of $<a>^<m>$ <money> each come in and one "
      "bill of $<b>$ <money> is paid. By how many <money> does the balance "
      "change (a negative number for a loss)?", is_multiple },
    { STYLE_STORY,
      "A game, in which scores may be negative, awards $<a>^<m>$ points for "
      "each of $<n>$ tasks and takes $<b>$ points for the entry. What is "
      "the score in the end, starting from $0$?", is_multiple },
    { STYLE_STORY,
      "An amplifier of type A multiplies a signal by $-<a>$, one of type B by "
      "$<b>$. One signal passes $<m>$ amplifiers of type A and $<n>$ of type B, "
      "another one $<p>$ of type A and $<q>$ of type B. By which number must "
      "the gain of the second chain be multiplied to get that of the first?",
      is_quotient },
    { STYLE_STORY,
      "A data centre holds $(<a>^{<p>})^2 \\cdot <b>^{<n>}$ records in "
      "$<a>^{<m>} \\cdot <b>^{<q>}$ files with equally many records each. "
      "How many records are in one file?", is_power_of_power },
    { STYLE_STORY,
      "<name>'s calculator overflows on large powers, so they simplify $<e>$ "
      "by the laws of exponents first. What is its value?", is_large },
    { STYLE_TERSE, "Find the remainder of $<e>$ modulo $100$.", is_last },
    { STYLE_PLAIN,
      "What is the remainder when $<e>$ is divided by $100$?", is_last },
    { STYLE_PLAIN,
      "The last two digits of $<e>$ form a number from $0$ to $99$. Which?",
      is_last },
    { STYLE_STORY,
      "A counter in a <place> has room for two digits and shows the last two "
      "digits of every count, as a number from $0$ to $99$. Which number "
      "does it show after exactly $<e>$ counts from zero?", is_last },
    { STYLE_STORY,
      "A program packs $<e>$ bytes into blocks of $100$ bytes. How many "
      "bytes are left over when as many blocks as possible are full?",
      is_last },
    { STYLE_STORY,
      "Two resistors with conductances of $<a>^{-<m>}$ and $<b>^{-<n>}$ siemens "
      "are connected in parallel, so that the conductances add up. What is "
      "the total resistance in ohms, the reciprocal of the sum?<form>",
      is_harmonic },
    { STYLE_STORY,
      "One tap fills a tank at a rate of $<a>^{-<m>}$ tanks an hour, another at "
      "a rate of $<b>^{-<n>}$ tanks an hour. How many hours do both together "
      "need to fill the tank?<form>", is_harmonic },
    { STYLE_STORY,
      "One wheel makes $<a>^{-<m>} \\cdot <b>^{<n>}$ turns for each turn of "
      "another wheel, which makes $<a>^{<m>} \\cdot <b>^{-<n>}$ turns for each "
      "turn of the first. What is the sum of these two numbers?<form>",
      is_swapped },
    { STYLE_STORY,
      "In <city>, one unit of a <colour> token is worth $<a>^{-<m>} \\cdot "
      "<b>^{<n>}$ units of a <colour2> one, and the other way round one unit is "
      "worth $<a>^{<m>} \\cdot <b>^{-<n>}$ units. What is the sum of the two "
      "rates?<form>", is_swapped },
    { STYLE_STORY,
      "A wave comes to the joint of two ropes with impedances $<a>^{-<m>}$ and "
      "$<b>^{-<n>}$ in the same units. The reflected part is the difference of "
      "the two, first minus second, divided by their sum. Which number is "
      "it?<form>", is_ratio },
    { STYLE_STORY,
      "Two samples hold $<a>^{-<m>}$ and $<b>^{-<n>}$ grams of salt. <name> "
      "reports their contrast: the first amount less the second, divided by "
      "the sum of both. What is the contrast?<form>", is_ratio },
    { 0 },
};
/* clang-format on */

/* ---- the second road ---- */

/* x^e as a rational, e of any sign. */
static void rational_power(fmpq_t out, int64_t x, int64_t e)
{
    fmpq_set_si(out, x, 1);
    fmpq_pow_si(out, out, e);
}

/* The expression as it stands; a and b come as a^-m or a^m, b^-n or b^n. */
static void value_of(const struct powers *v, fmpq_t out)
{
    fmpq_t a, b, c, d;
    int64_t sign = v->kind >= HARMONIC ? -1 : 1;

    fmpq_init(a);
    fmpq_init(b);
    fmpq_init(c);
    fmpq_init(d);
    rational_power(a, v->kind == QUOTIENT ? -v->a : v->a, sign * v->m);
    rational_power(b, v->b, sign * v->n);
    switch (v->kind) {
    case SUM: fmpq_add(out, a, b); break;
    case DIFFERENCE: fmpq_sub(out, a, b); break;
    case MULTIPLE:
        fmpq_mul_si(out, a, v->n);
        fmpq_sub_si(out, out, v->b);
        break;
    case QUOTIENT:
    case POWER_OF_POWER:
        rational_power(c, v->kind == QUOTIENT ? -v->a : v->a, v->p);
        rational_power(d, v->b, v->q);
        if (v->kind == POWER_OF_POWER) {
            fmpq_mul(c, c, c);
            fmpq_swap(a, c);
        }
        fmpq_mul(out, a, b);
        fmpq_div(out, out, c);
        fmpq_div(out, out, d);
        break;
    case HARMONIC:
        fmpq_add(out, a, b);
        fmpq_inv(out, out);
        break;
    case SWAPPED:
        fmpq_div(out, a, b);
        fmpq_inv(c, out);
        fmpq_add(out, out, c);
        break;
    default:
        fmpq_sub(c, a, b);
        fmpq_add(d, a, b);
        fmpq_div(out, c, d);
    }
    fmpq_clear(d);
    fmpq_clear(c);
    fmpq_clear(b);
    fmpq_clear(a);
}

static int64_t last_two(int64_t x, int64_t e)
{
    int64_t r = 1;

    while (e-- > 0)
        r = r * x % 100;
    return r;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct powers *v = values;
    fmpq_t x, want;
    bool good = false;

    (void)a;
    f->by = v->kind == LAST_TWO ? "one by one" : "exact rationals";
    f->detail = "the key is not an integer or a fraction in lowest terms";
    fmpq_init(x);
    fmpq_init(want);
    if (key_rational(key, x)) {
        if (v->kind == LAST_TWO)
            fmpq_set_si(want,
                        (last_two(v->a, v->m) + last_two(v->b, v->n)) % 100, 1);
        else
            value_of(v, want);
        good = fmpq_equal(x, want);
        f->detail = good ? "the expression as it stands has this value"
                         : "the expression as it stands has another value";
    }
    fmpq_clear(want);
    fmpq_clear(x);
    return good ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct powers),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_integer_exponents = {
    .name = "concept/integer-exponents",
    .version = 2,
    .title = "Integer exponents",
    .doc = "Values of powers, the laws of exponents, last digits of large "
           "powers, and negative exponents. Answers are integers or fractions "
           "in lowest terms.",
    .concepts = { HIGH_POWERS },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
