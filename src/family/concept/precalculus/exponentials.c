/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Exponential functions and the laws of exponents, with exact numbers: powers
 * to combine, values of b a^x, an exponential function through a point,
 * compound interest, a^x known and another power wanted, one exponential
 * growth that overtakes another.
 *
 * solve() applies the laws to the exponents. check() never adds exponents: it
 * multiplies and divides factor by factor in exact fractions (for long powers
 * modulo three large primes, after the sizes of both sides were compared), and
 * follows growth from period to period.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <string.h>

enum kind {
    LAWS,     /* a^m a^n / a^b */
    VALUE,    /* f(n) for f(x) = b a^x */
    POINT,    /* f(x) = c a^x and f(m) = b: what is f(n)? */
    INTEREST, /* b at a % for n periods */
    KNOWN,    /* a^x = b: what is a^{mx - n}? */
    OVERTAKE  /* the least n with a m^n > b p^n */
};

struct exponential {
    int64_t kind, a, b, m, n, p;
};

static const struct field fields[] = {
    NUMBER(struct exponential, kind, 0, OVERTAKE),
    SLOT(struct exponential, a, 1, 1000000),
    SLOT(struct exponential, b, 1, 200000000),
    NUMBER(struct exponential, m, 0, 30000),
    NUMBER(struct exponential, n, 0, 30000),
    NUMBER(struct exponential, p, 0, 30),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "laws", "one power from a product and a quotient of powers of 2 to 12, "
              "or one value of b a^x with x from 2 to 6" },
    { "models", "the value of c a^x at one place from that at another, or "
                "compound interest of 1 to 15 % over 2 to 4 years" },
    { "reversed", "a power a^{mx-n} from a^x, or the period in which one "
                  "exponential growth overtakes another" },
};

static void draw_laws(struct pick *k, struct exponential *v, int64_t x)
{
    int64_t e = pick_cut(&x, 8); /* the exponent that is left: -3..6 but 0, 1 */

    v->a = 2 + pick_cut(&x, 11);
    v->m = pick_longer(k, 5 + pick_cut(&x, 20));
    v->n = pick_longer(k, 6 + x);
    v->b = v->m + v->n - (e < 3 ? e - 3 : e - 1);
}

static void draw_kind(struct pick *k, struct exponential *v, int64_t x)
{
    switch ((enum kind)v->kind) {
    case LAWS: return;
    case VALUE:
        v->n = 2 + pick_cut(&x, 5);
        v->a = 2 + pick_cut(&x, 8);
        break;
    case POINT: /* n = m + 2..5 or m - 1..3 */
        v->m = 5 + pick_cut(&x, 10);
        v->n = v->m + 2 + pick_cut(&x, 7);
        v->n = v->n > v->m + 5 ? 2 * v->m - v->n + 5 : v->n;
        v->a = 2 + pick_cut(&x, 8);
        break;
    case INTEREST:
        v->n = 2 + pick_cut(&x, 3);
        v->a = 1 + pick_cut(&x, 15);
        v->b = 100 * (pick_longer(k, x) + 1);
        return;
    case KNOWN:
        v->m = 2 + pick_cut(&x, 3);
        v->n = 2 + pick_cut(&x, 3);
        v->a = 2 + pick_cut(&x, 11);
        break;
    case OVERTAKE:
        v->p = 2 + pick_cut(&x, 8);
        v->m = v->p + 1 + pick_cut(&x, 4);
        v->a = 2 + pick_cut(&x, 20);
        v->b = 40 * v->a + pick_longer(k, x);
        return;
    }
    v->b = 2 + pick_longer(k, x);
}

static void draw(struct pick *k, void *values)
{
    struct exponential *v = values;
    int64_t x;

    v->kind = pick(k, 0, 1) + 2 * (k->level - 1);
    x = pick(k, 0, 499999);
    if (v->kind == LAWS)
        draw_laws(k, v, x);
    else
        draw_kind(k, v, x);
}

/* ---- the first road: laws of exponents ---- */

static bool is_sound(const struct exponential *v)
{
    int64_t e = v->m - v->n;

    switch ((enum kind)v->kind) {
    case LAWS:
        e = v->m + v->n - v->b;
        return v->a >= 2 && v->a <= 20 && v->m >= 2 && v->n >= 2 && v->b >= 2 &&
               e >= -6 && e <= 8;
    case VALUE: return v->n >= 2 && v->n <= 8 && v->a >= 2 && v->a <= 12;
    case POINT:
        return v->a >= 2 && v->a <= 12 && e >= -8 && e <= 8 && v->m <= 50 &&
               e != 0;
    case INTEREST: return v->n >= 1 && v->n <= 4 && v->a <= 40;
    case KNOWN:
        return v->a >= 2 && v->a <= 20 && v->m >= 2 && v->m <= 5 && v->n >= 1 &&
               v->n <= 5 && v->b >= 2;
    case OVERTAKE:
        return v->p >= 2 && v->p <= 20 && v->m > v->p && v->m <= 2 * v->p + 4 &&
               v->b > v->a;
    }
    return false;
}

#define D "%" PRId64

/* a^e for any e, as a fraction. */
static void power(fmpq_t x, int64_t a, int64_t e)
{
    fmpq_set_si(x, a, 1);
    fmpq_pow_si(x, x, e);
}

static void key_of(struct solving *s, const fmpq_t x)
{
    solving_key(s, "%s", latex_fmpq(s->arena, x));
}

static void solve_laws(struct solving *s, const struct exponential *v)
{
    int64_t e = v->m + v->n - v->b;
    fmpq_t x;

    fmpq_init(x);
    power(x, v->a, e);
    key_of(s, x);
    fmpq_clear(x);
    solving_step(s,
                 "In a product of powers of $" D
                 "$ the exponents are added: $" D "^{" D "} \\cdot " D "^{" D
                 "} = " D "^{" D "}$.",
                 v->a, v->a, v->m, v->a, v->n, v->a, v->m + v->n);
    solving_step(s,
                 "In the quotient they are subtracted: $" D "^{" D " - " D
                 "} = " D "^{" D "}$.",
                 v->a, v->m + v->n, v->b, v->a, e);
    solving_step(s, "The value of $" D "^{" D "}$ is $%s$.", v->a, e, s->key);
}

static void solve_value(struct solving *s, const struct exponential *v)
{
    fmpq_t x, p;

    fmpq_init(x);
    fmpq_init(p);
    power(p, v->a, v->n);
    fmpq_set_si(x, v->b, 1);
    fmpq_mul(x, x, p);
    key_of(s, x);
    solving_step(s, "We need $" D " \\cdot " D "^{" D "}$.", v->b, v->a, v->n);
    solving_step(s, "The power is $" D "^{" D "} = %s$.", v->a, v->n,
                 latex_fmpq(s->arena, p));
    solving_step(s, "So the value is $" D " \\cdot %s = %s$.", v->b,
                 latex_fmpq(s->arena, p), s->key);
    fmpq_clear(p);
    fmpq_clear(x);
}

static void solve_point(struct solving *s, const struct exponential *v)
{
    int64_t e = v->n - v->m;
    fmpq_t x, p;

    fmpq_init(x);
    fmpq_init(p);
    power(p, v->a, e);
    fmpq_set_si(x, v->b, 1);
    fmpq_mul(x, x, p);
    key_of(s, x);
    solving_step(s,
                 "With $f(x) = c \\cdot " D "^x$, divide the two values: "
                 "$\\frac{f(" D ")}{f(" D ")} = \\frac{c \\cdot " D "^{" D
                 "}}{c \\cdot " D "^{" D "}} = " D "^{" D
                 "}$; the factor $c$ cancels.",
                 v->a, v->n, v->m, v->a, v->n, v->a, v->m, v->a, e);
    solving_step(s, "$" D "^{" D "} = %s$.", v->a, e, latex_fmpq(s->arena, p));
    solving_step(s, "So $f(" D ") = " D " \\cdot %s = %s$.", v->n, v->b,
                 latex_fmpq(s->arena, p), s->key);
    fmpq_clear(p);
    fmpq_clear(x);
}

static void solve_interest(struct solving *s, const struct exponential *v)
{
    fmpq_t x, p;

    fmpq_init(x);
    fmpq_init(p);
    fmpq_set_si(p, 100 + v->a, 100);
    fmpq_pow_si(p, p, v->n);
    fmpq_set_si(x, v->b, 1);
    fmpq_mul(x, x, p);
    key_of(s, x);
    solving_step(
        s, "Growth by $" D "\\%%$ multiplies by $1 + \\frac{" D "}{100} = %s$.",
        v->a, v->a, latex_ratio(s->arena, 100 + v->a, 100));
    solving_step(
        s, "Over $" D "$ years the factor is $\\left(%s\\right)^{" D "} = %s$.",
        v->n, latex_ratio(s->arena, 100 + v->a, 100), v->n,
        latex_fmpq(s->arena, p));
    solving_step(s, "So the amount is $" D " \\cdot %s = %s$.", v->b,
                 latex_fmpq(s->arena, p), s->key);
    fmpq_clear(p);
    fmpq_clear(x);
}

static void solve_known(struct solving *s, const struct exponential *v)
{
    fmpq_t x, p;

    fmpq_init(x);
    fmpq_init(p);
    power(x, v->b, v->m);
    power(p, v->a, v->n);
    solving_step(s,
                 "Split the exponent: $" D "^{" D "x - " D "} = \\frac{" D
                 "^{" D "x}}{" D "^{" D "}} = \\frac{\\left(" D "^x\\right)^{" D
                 "}}{" D "^{" D "}}$.",
                 v->a, v->m, v->n, v->a, v->m, v->a, v->n, v->a, v->m, v->a,
                 v->n);
    solving_step(s, "The numerator is $" D "^{" D "} = %s$.", v->b, v->m,
                 latex_fmpq(s->arena, x));
    solving_step(s, "The denominator is $" D "^{" D "} = %s$.", v->a, v->n,
                 latex_fmpq(s->arena, p));
    fmpq_div(x, x, p);
    key_of(s, x);
    solving_step(s, "So the value is $%s$.", s->key);
    fmpq_clear(p);
    fmpq_clear(x);
}

#define PERIODS_MOST 512

/* x = a m^n and y = b p^n. */
static void sides(const struct exponential *v, int64_t n, fmpz_t x, fmpz_t y)
{
    fmpz_set_ui(x, (ulong)v->m);
    fmpz_pow_ui(x, x, (ulong)n);
    fmpz_mul_si(x, x, v->a);
    fmpz_set_ui(y, (ulong)v->p);
    fmpz_pow_ui(y, y, (ulong)n);
    fmpz_mul_si(y, y, v->b);
}

/* Is a m^n > b p^n? */
static bool is_ahead(const struct exponential *v, int64_t n)
{
    fmpz_t x, y;
    bool ahead;

    fmpz_init(x);
    fmpz_init(y);
    sides(v, n, x, y);
    ahead = fmpz_cmp(x, y) > 0;
    fmpz_clear(y);
    fmpz_clear(x);
    return ahead;
}

/* p/q as it stands behind a logarithm. */
static const char *in_log(struct solving *s, int64_t p, int64_t q)
{
    const char *ratio = latex_ratio(s->arena, p, q);

    return *ratio == '\\' ? ratio : arena_printf(s->arena, " %s", ratio);
}

#define EXACT_MOST 15 /* digits of a number that is written out */

/* The digits, or the first `shown` of them and a power of ten. */
static const char *short_form(struct solving *s, const char *digits, int shown)
{
    size_t n = strlen(digits), full = n;

    if (n <= EXACT_MOST || (size_t)shown >= n)
        return arena_printf(s->arena, "%s", digits);
    while (digits[full - 1] == '0')
        full--;
    if (full <= (size_t)shown) /* only zeros follow */
        return arena_printf(s->arena, "%c%s%.*s \\cdot 10^{%zu}", digits[0],
                            full > 1 ? "." : "", (int)full - 1, digits + 1,
                            n - 1);
    return arena_printf(s->arena, "%c.%.*s\\dots \\cdot 10^{%zu}", digits[0],
                        shown - 1, digits + 1, n - 1);
}

/* Both sides after n periods, with digits enough to tell them apart. With
 * m <= 44 and n <= 512 they have fewer than 900. */
static void show_sides(struct solving *s, const struct exponential *v,
                       int64_t n, const char *verdict)
{
    char left[1024], right[1024];
    int shown = 5;
    fmpz_t x, y;

    fmpz_init(x);
    fmpz_init(y);
    sides(v, n, x, y);
    fmpz_get_str(left, 10, x);
    fmpz_get_str(right, 10, y);
    fmpz_clear(y);
    fmpz_clear(x);
    while ((size_t)shown < strlen(left) &&
           strncmp(left, right, (size_t)shown) == 0)
        shown++;
    solving_step(s,
                 "For $n = " D "$ the left side is $%s$ and the right side is "
                 "$%s$, %s.",
                 n, short_form(s, left, shown), short_form(s, right, shown),
                 verdict);
}

/* (21/20)^512 > 7 * 10^10: with a >= 1 and b <= 10^8 it has happened. */
static void solve_overtake(struct solving *s, const struct exponential *v)
{
    int64_t lo = 0, hi = PERIODS_MOST;

    while (hi - lo > 1) {
        int64_t half = lo + (hi - lo) / 2;

        *(is_ahead(v, half) ? &hi : &lo) = half;
    }
    solving_step(s, "We need $" D " \\cdot " D "^n > " D " \\cdot " D "^n$.",
                 v->a, v->m, v->b, v->p);
    solving_step(s,
                 "Divide by $" D " \\cdot " D "^n$: this says $\\left(%s"
                 "\\right)^n > %s$.",
                 v->a, v->p, latex_ratio(s->arena, v->m, v->p),
                 latex_ratio(s->arena, v->b, v->a));
    solving_step(s,
                 "Take logarithms: $n > \\frac{\\ln%s}{\\ln%s}$. This "
                 "quotient is at least $" D "$ and less than $" D "$.",
                 in_log(s, v->b, v->a), in_log(s, v->m, v->p), lo, hi);
    show_sides(s, v, lo, "so the left side is not greater");
    show_sides(s, v, hi, "so the left side is greater");
    solving_step(s, "So the least $n$ is $" D "$.", hi);
    solving_key(s, D, hi);
}

static bool solve(struct solving *s, const void *values)
{
    const struct exponential *v = values;

    if (!is_sound(v))
        return false;
    switch ((enum kind)v->kind) {
    case LAWS: solve_laws(s, v); break;
    case VALUE: solve_value(s, v); break;
    case POINT: solve_point(s, v); break;
    case INTEREST: solve_interest(s, v); break;
    case KNOWN: solve_known(s, v); break;
    case OVERTAKE: solve_overtake(s, v); break;
    }
    return true;
}

/* ---- wording ---- */

KIND_IS(struct exponential, is_laws, LAWS)
KIND_IS(struct exponential, is_value, VALUE)
KIND_IS(struct exponential, is_point, POINT)
KIND_IS(struct exponential, is_interest, INTEREST)
KIND_IS(struct exponential, is_known, KNOWN)
KIND_IS(struct exponential, is_overtake, OVERTAKE)

/* a^{mx - n} is above 1. */
static bool is_known_later(const void *values)
{
    const struct exponential *v = values;

    return is_known(v) && v->b >= v->a * v->a * v->a;
}

#define QUOTIENT "\\frac{<a>^{<m>} \\cdot <a>^{<n>}}{<a>^{<b>}}"

static const struct wording wordings[] = {
    { STYLE_TERSE, "$" QUOTIENT " = {}$?", is_laws },
    { STYLE_PLAIN, "Evaluate $" QUOTIENT "$ as an integer or a fraction.",
      is_laws },
    { STYLE_PLAIN,
      "The product of $<a>^{<m>}$ and $<a>^{<n>}$ is divided by $<a>^{<b>}$. "
      "What is the result, as an integer or a fraction without powers?",
      is_laws },
    { STYLE_STORY,
      "In a computer model, a box with $<a>^{<m>}$ layers has $<a>^{<n>}$ "
      "cells in each layer, and the cells are shared out among $<a>^{<b>}$ "
      "processors. How many cells are there for each processor on average, "
      "as an integer or a fraction?",
      is_laws },
    { STYLE_STORY,
      "In a science-fiction story by <name>, $<a>^{<m>}$ ships carry $<a>^{<n>}$ "
      "grams of dust each, and all of it is spread evenly over $<a>^{<b>}$ "
      "planets. How many grams does each planet get, as an integer or a "
      "fraction?",
      is_laws },
    { STYLE_TERSE, "$f(x) = <b> \\cdot <a>^x$; $f(<n>) = {}$?", is_value },
    { STYLE_PLAIN, "Let $f(x) = <b> \\cdot <a>^x$. Find $f(<n>)$.", is_value },
    { STYLE_PLAIN,
      "What is the value of the exponential function $f(x) = <b> \\cdot "
      "<a>^x$ at $x = <n>$?",
      is_value },
    { STYLE_STORY,
      "A culture starts with $<b>$ bacteria, and every hour their number is "
      "multiplied by $<a>$. How many bacteria are there after $<n>$ hours?",
      is_value },
    { STYLE_STORY,
      "A mill starts with $<b>$ grains, and in every pass each piece is "
      "broken into $<a>$ smaller ones. How many pieces are there after "
      "$<n>$ passes?",
      is_value },
    { STYLE_TERSE, "$f(x) = c \\cdot <a>^x$, $f(<m>) = <b>$; $f(<n>) = {}$?",
      is_point },
    { STYLE_PLAIN,
      "An exponential function $f(x) = c \\cdot <a>^x$ has the value $f(<m>) = "
      "<b>$. Find $f(<n>)$ exactly.",
      is_point },
    { STYLE_PLAIN,
      "The graph of $f(x) = c \\cdot <a>^x$, where $c$ is a constant, passes "
      "through the point $(<m>, <b>)$. What is the exact value of $f(<n>)$?",
      is_point },
    { STYLE_STORY,
      "The strength of a signal is multiplied by $<a>$ at every stage of an "
      "amplifier. After $<m>$ stages it is $<b>$ <b?microvolt|microvolts>. How "
      "many microvolts is it, exactly, after $<n>$ stages, counted from the "
      "same start?",
      is_point },
    { STYLE_STORY,
      "In a computer model by <name>, the pressure in a chamber is multiplied "
      "by $<a>$ every second. After $<m>$ seconds it is $<b>$ "
      "<b?pascal|pascals>. How many pascals is it, exactly, $<n>$ seconds "
      "after the same start?",
      is_point },
    { STYLE_TERSE,
      "$<b>$ grows by $<a>\\%$ a year, compounded yearly: exact amount after "
      "$<n>$ years?",
      is_interest },
    { STYLE_PLAIN,
      "A quantity of $<b>$ grows by $<a>\\%$ every year, each time by $<a>\\%$ "
      "of what it is then. What is it after $<n>$ years? Give the exact value.",
      is_interest },
    { STYLE_PLAIN,
      "Find the exact value of $<b> \\cdot \\left(1 + "
      "\\frac{<a>}{100}\\right)^{<n>}$.",
      is_interest },
    { STYLE_STORY,
      "<name> puts $<b>$ <money> into an account that pays $<a>\\%$ interest "
      "a year, compounded yearly. How many <money> are in the account "
      "after $<n>$ years? Give the exact amount, without rounding.",
      is_interest },
    { STYLE_STORY,
      "A lake near <city> holds $<b>$ tonnes of algae, and their mass grows by "
      "$<a>\\%$ every year, always of what there is at the time. How many "
      "tonnes of algae, exactly and without rounding, are there after $<n>$ "
      "years?",
      is_interest },
    { STYLE_TERSE, "$<a>^x = <b>$; $<a>^{<m>x - <n>} = {}$?", is_known },
    { STYLE_PLAIN,
      "The real number $x$ satisfies $<a>^x = <b>$. Find the exact value of "
      "$<a>^{<m>x - <n>}$.",
      is_known },
    { STYLE_PLAIN,
      "Suppose that $<a>^x = <b>$. What is $<a>^{<m>x - <n>}$, as an integer "
      "or a fraction in lowest terms?",
      is_known },
    { STYLE_STORY,
      "A signal is made $<a>$ times as strong by every unit of gain. At a gain "
      "of $x$ units an amplifier makes it $<b>$ times as strong. How many "
      "times as strong, exactly, does a gain of $<m>x - <n>$ units make it?",
      is_known },
    { STYLE_STORY,
      "A culture in a laboratory in <city> is multiplied by $<a>$ every day. "
      "After $x$ days, where $x$ need not be whole, it is $<b>$ times as large "
      "as at the start. How many times as large as at the start, exactly, "
      "is it after $<m>x - <n>$ days?",
      is_known_later },
    { STYLE_TERSE,
      "Least integer $n \\ge 1$ with $<a> \\cdot <m>^n > <b> \\cdot <p>^n$?",
      is_overtake },
    { STYLE_PLAIN,
      "Find the smallest positive integer $n$ for which $<a> \\cdot <m>^n$ is "
      "greater than $<b> \\cdot <p>^n$.",
      is_overtake },
    { STYLE_PLAIN,
      "Two sequences are given by $u_n = <a> \\cdot <m>^n$ and $v_n = <b> "
      "\\cdot <p>^n$. For which positive integer $n$ is $u_n > v_n$ for the "
      "first time?",
      is_overtake },
    { STYLE_STORY,
      "In a computer game, <name> starts with $<a>$ <a?point|points> and "
      "<name2> with $<b>$ points. In every round the points of <name> are "
      "multiplied by $<m>$ and those of <name2> by $<p>$. After how many "
      "rounds does <name> have more points than <name2> for the first time?",
      is_overtake },
    { STYLE_STORY,
      "Two kinds of cells live in a dish in <city>: at first $<a>$ "
      "<a?cell|cells> of the first kind and $<b>$ of the second. Every day the "
      "first kind is multiplied by $<m>$ and the second by $<p>$. After how "
      "many days are there, for the first time, more cells of the first kind "
      "than of the second?",
      is_overtake },
    { 0 },
};

/* ---- the second road: factor by factor ---- */

/* b^n modulo p by n multiplications. */
static ulong chain(ulong b, int64_t n, ulong p)
{
    ulong x = 1;

    for (; n > 0; n--)
        x = x * b % p;
    return x;
}

/* Is x a^b = a^{m+n}? Where the powers are long, modulo three primes near 2^31,
 * and with the sizes of x compared to what the exponents allow. */
static bool laws_hold(const struct exponential *v, const fmpq_t x)
{
    static const ulong primes[] = { 2147483647, 2147483629, 2147483587 };
    bool same =
        fmpz_bits(fmpq_numref(x)) < 40 && fmpz_bits(fmpq_denref(x)) < 40;

    for (int i = 0; i < 3 && same; i++) {
        ulong p = primes[i], a = (ulong)v->a;
        ulong left = fmpz_fdiv_ui(fmpq_numref(x), p) * chain(a, v->b, p) % p;
        ulong right = fmpz_fdiv_ui(fmpq_denref(x), p) * chain(a, v->m, p) % p *
                      chain(a, v->n, p) % p;

        same = left == right;
    }
    return same;
}

/* x times or over a, n times. */
static void repeat(fmpq_t x, int64_t a, int64_t n)
{
    fmpq_t t;

    fmpq_init(t);
    fmpq_set_si(t, a, 1);
    for (int64_t i = 0; i < n; i++)
        fmpq_mul(x, x, t);
    for (int64_t i = 0; i > n; i--)
        fmpq_div(x, x, t);
    fmpq_clear(t);
}

/* Every year a hundredth of the sum, a times, is added. */
static void save(const struct exponential *v, fmpq_t x)
{
    fmpq_t t;

    fmpq_init(t);
    fmpq_set_si(x, v->b, 1);
    for (int64_t i = 0; i < v->n; i++) {
        fmpq_set_si(t, v->a, 100);
        fmpq_mul(t, t, x);
        fmpq_add(x, x, t);
    }
    fmpq_clear(t);
}

static int64_t race(const struct exponential *v)
{
    int64_t n = 0;
    fmpz_t x, y;

    fmpz_init_set_si(x, v->a);
    fmpz_init_set_si(y, v->b);
    for (; fmpz_cmp(x, y) <= 0 && n < PERIODS_MOST; n++) {
        fmpz_mul_si(x, x, v->m);
        fmpz_mul_si(y, y, v->p);
    }
    fmpz_clear(y);
    fmpz_clear(x);
    return n;
}

static bool holds(const struct exponential *v, const fmpq_t x)
{
    fmpq_t want;
    bool same;

    if (v->kind == LAWS)
        return laws_hold(v, x);
    fmpq_init(want);
    fmpq_set_si(want, v->kind == KNOWN ? 1 : v->b, 1);
    switch ((enum kind)v->kind) {
    case POINT: repeat(want, v->a, v->n - v->m); break;
    case INTEREST: save(v, want); break;
    case KNOWN:
        repeat(want, v->b, v->m);
        repeat(want, v->a, -v->n);
        break;
    case OVERTAKE: fmpq_set_si(want, race(v), 1); break;
    default: repeat(want, v->a, v->n);
    }
    same = fmpq_equal(x, want);
    fmpq_clear(want);
    return same;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct exponential *v = values;
    bool read, same = false;
    fmpq_t x;

    (void)a;
    f->by = "factor by factor";
    f->detail = "these numbers make no problem of their kind";
    if (!is_sound(v))
        return TRUTH_NO;
    fmpq_init(x);
    read = key_rational(key, x);
    if (read)
        same = holds(v, x);
    fmpq_clear(x);
    f->detail = !read  ? "the key is not one rational number"
                : same ? "multiplying factor by factor gives the same number"
                       : "multiplying factor by factor gives another number";
    return same ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct exponential),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .wordings = wordings,
    .check = check,
};

const struct family concept_exponentials = {
    .name = "concept/exponentials",
    .version = 2,
    .title = "Exponential functions and laws",
    .doc = "Laws of exponents, values of exponential functions, compound "
           "growth with exact numbers, and comparisons of growth. The worked "
           "solution applies the laws of exponents.",
    .concepts = { HIGH_EXPONENTIAL, HIGH_POWERS },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
