/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Decimals: fractions turned into decimals, rounding, and comparing, with
 * repeating decimals at level 3. The answer is an exact decimal.
 *
 * solve() computes with fractions of integers and rounds by one division.
 * check() divides by hand, digit after digit, where numbers are rounded one
 * by one; other keys it compares with the value in FLINT's rationals, a
 * rounded one by its distance from that.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define I "%" PRId64

enum {
    SUM,         /* a/b + x */
    DIFFERENCE,  /* the larger less the smaller */
    PART,        /* a/b of x, rounded to t places */
    ROUNDED_SUM, /* every number rounded to t places, then added */
    SPREAD,      /* the largest less the smallest, rounded to t places */
    ERROR,       /* the sum less the sum of the rounded numbers */
    REPEATED_SPREAD,
    REPEATED_PRODUCT, /* a/b times the repeating decimal, plus y, rounded */
    REPEATED_SUM      /* as ROUNDED_SUM */
};

/* x/1000, y/10000, and u + c/10 + d/990, which is u.c with a period of two
 * digits d. */
struct numbers {
    int64_t kind, a, b, x, y, u, c, d, t;
};

static const struct field fields[] = {
    NUMBER(struct numbers, kind, 0, REPEATED_SUM),
    SLOT(struct numbers, a, 1, 100000),
    NUMBER(struct numbers, b, 2, 200),
    NUMBER(struct numbers, x, 0, 100000000),
    NUMBER(struct numbers, y, 0, 1000000000),
    NUMBER(struct numbers, u, 0, 100000),
    NUMBER(struct numbers, c, 0, 9),
    NUMBER(struct numbers, d, 0, 98),
    NUMBER(struct numbers, t, 0, 4),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "convert", "a fraction that is a finite decimal and a decimal with three "
                 "places: their sum, their difference, or the fraction of the "
                 "decimal, rounded to hundredths" },
    { "compare", "a fraction and two decimals close to it: each rounded, the "
                 "largest less the smallest, or the error of rounding" },
    { "repeating", "a fraction with a denominator up to 37, a repeating "
                   "decimal with period 2 and a finite one close to it: "
                   "compared, multiplied and rounded to 2 or 3 places" },
};

static const int64_t ending[] = { 4, 5, 8, 16, 20, 25, 40, 50, 80, 125 };
static const int64_t endless[] = { 3,  6,  7,  9,  11, 12, 13, 14, 15,
                                   18, 21, 22, 24, 27, 30, 33, 36, 37 };

static void draw(struct pick *k, void *values)
{
    struct numbers *v = values;

    v->kind = 3 * (k->level - 1) + pick(k, 0, 2);
    if (k->level == 1) {
        v->a = pick_wide(k, 3, 99);
        v->b = pick_of(k, ending, 10);
        v->x = pick_wide(k, 101, 9999);
        v->t = v->kind == PART ? 2 : 0;
        return;
    }
    v->a = pick_wide(k, 130, 399);
    v->b = k->level == 2 ? pick_of(k, ending, 10) : pick_of(k, endless, 18);
    v->y = 10000 * v->a / v->b + pick(k, -9000, 9000);
    v->t = pick(k, k->level - 1, k->level);
    if (k->level == 2) {
        v->x = 1000 * v->a / v->b + pick(k, -900, 900);
        return;
    }
    v->u = v->a / v->b;
    v->c = pick(k, 0, 9);
    v->d = pick(k, 0, 89); /* two different digits: a period of two */
    v->d = v->d / 9 * 10 + v->d % 9 + (v->d % 9 >= v->d / 9);
}

/* ---- the first road ---- */

struct ratio {
    int64_t p, q;
};

/* The numbers of the statement, in its order: two at level 1, else three. */
static size_t list_numbers(const struct numbers *v, struct ratio out[3])
{
    out[0] = (struct ratio){ v->a, v->b };
    if (v->kind <= PART) {
        out[1] = (struct ratio){ v->x, 1000 };
        return 2;
    }
    out[1] = v->kind <= ERROR
                 ? (struct ratio){ v->x, 1000 }
                 : (struct ratio){ 990 * v->u + 99 * v->c + v->d, 990 };
    out[2] = (struct ratio){ v->y, 10000 };
    return 3;
}

static int64_t power(int64_t t)
{
    int64_t x = 1;

    while (t-- > 0)
        x *= 10;
    return x;
}

/* p/q >= 0 in units of 10^-t, halves up; q up to 2 10^9 here. */
static int64_t rounded(struct ratio x, int64_t t)
{
    int64_t ten = power(t);

    return x.p / x.q * ten + (2 * (x.p % x.q) * ten + x.q) / (2 * x.q);
}

static struct ratio difference(struct ratio x, struct ratio y)
{
    return (struct ratio){ x.p * y.q - y.p * x.q, x.q * y.q };
}

static bool less(struct ratio x, struct ratio y)
{
    return difference(x, y).p < 0;
}

/* "2.375", or "2.142857\ldots" cut off after six places. */
static const char *as_decimal(struct arena *a, struct ratio x)
{
    int64_t rest = x.p % x.q * 1000000;

    if (rest % x.q == 0)
        return latex_decimal(a, x.p / x.q * 1000000 + rest / x.q, 6);
    return arena_printf(a, I ".%06" PRId64 "\\ldots", x.p / x.q, rest / x.q);
}

static void explain_numbers(struct solving *s, const struct numbers *v,
                            const struct ratio *x)
{
    solving_step(s, "As a decimal, $\\frac{" I "}{" I "} = %s$.", v->a, v->b,
                 as_decimal(s->arena, x[0]));
    if (v->kind >= REPEATED_SPREAD)
        solving_step(s, "The repeating decimal is $%s$.",
                     as_decimal(s->arena, x[1]));
}

static void solve_two(struct solving *s, const struct numbers *v,
                      const struct ratio *x)
{
    const char *p = as_decimal(s->arena, x[0]), *q = as_decimal(s->arena, x[1]);
    struct ratio d = difference(x[0], x[1]);

    if (v->kind == PART) {
        struct ratio y = { v->a * v->x, v->b * 1000 };

        solving_step(s, "Multiply: $%s \\cdot %s = %s$.", p, q,
                     as_decimal(s->arena, y));
        solving_key(s, "%s", latex_decimal(s->arena, rounded(y, 2), 2));
        solving_step(s, "Rounded to two decimal places this is $%s$.", s->key);
        return;
    }
    if (v->kind == DIFFERENCE) {
        solving_step(s, "Compare: $%s %s %s$.", p, d.p < 0 ? "<" : "\\ge", q);
        d.p = d.p < 0 ? -d.p : d.p;
    } else {
        solving_step(s, "Write both with the same number of places and add.");
        d.p = x[0].p * x[1].q + x[1].p * x[0].q;
    }
    solving_key(s, "%s", as_decimal(s->arena, d));
    if (v->kind == SUM)
        solving_step(s, "$%s + %s = %s$.", p, q, s->key);
    else
        solving_step(s, "$%s - %s = %s$.", less(x[0], x[1]) ? q : p,
                     less(x[0], x[1]) ? p : q, s->key);
}

/* Round one by one and add; the error is exact in units of 10^-4. */
static void solve_rounded(struct solving *s, const struct numbers *v,
                          const struct ratio *x)
{
    struct arena *a = s->arena;
    int64_t sum = 0, exact = 0, n[3];

    for (int i = 0; i < 3; i++) {
        n[i] = rounded(x[i], v->t);
        sum += n[i];
        exact += 10000 * x[i].p / x[i].q;
    }
    solving_step(s,
                 "To $" I "$ decimal place%s the numbers are $%s$, $%s$ and "
                 "$%s$.",
                 v->t, v->t == 1 ? "" : "s", latex_decimal(a, n[0], (int)v->t),
                 latex_decimal(a, n[1], (int)v->t),
                 latex_decimal(a, n[2], (int)v->t));
    solving_key(s, "%s", latex_decimal(a, sum, (int)v->t));
    solving_step(s, "Their sum is $%s$.", s->key);
    if (v->kind != ERROR)
        return;
    solving_step(s, "The exact sum is $%s$.", latex_decimal(a, exact, 4));
    sum *= power(4 - v->t);
    solving_step(s, "Subtract: $%s - %s = %s$.", latex_decimal(a, exact, 4),
                 s->key, latex_decimal(a, exact - sum, 4));
    solving_key(s, "%s", latex_decimal(a, exact - sum, 4));
}

static void solve_spread(struct solving *s, const struct numbers *v,
                         const struct ratio *x)
{
    struct arena *a = s->arena;
    int lo = 0, hi = 0;
    struct ratio d;

    for (int i = 1; i < 3; i++) {
        lo = less(x[i], x[lo]) ? i : lo;
        hi = less(x[hi], x[i]) ? i : hi;
    }
    d = difference(x[hi], x[lo]);
    solving_step(s, "The largest number is $%s$ and the smallest $%s$.",
                 as_decimal(a, x[hi]), as_decimal(a, x[lo]));
    solving_step(s, "They differ by $%s$.", as_decimal(a, d));
    solving_key(s, "%s", latex_decimal(a, rounded(d, v->t), (int)v->t));
    solving_step(s, "To $" I "$ decimal place%s this is $%s$.", v->t,
                 v->t == 1 ? "" : "s", s->key);
}

static void solve_product(struct solving *s, const struct numbers *v,
                          const struct ratio *x)
{
    struct arena *a = s->arena;
    struct ratio y = { x[0].p * x[1].p, x[0].q * x[1].q }, z;

    /* at most 10^5 10^8 / (200 990), and 10^9 200 990 more */
    solving_step(s,
                 "Call the repeating decimal $x$. Then $1000x - 10x = " I
                 " - " I " = " I "$, so $x = \\frac{" I "}{990} = %s$.",
                 1000 * v->u + 100 * v->c + v->d, 10 * v->u + v->c, x[1].p,
                 x[1].p, latex_ratio(a, x[1].p, x[1].q));
    solving_step(s, "The product is $%s = %s$.", latex_ratio(a, y.p, y.q),
                 as_decimal(a, y));
    z = (struct ratio){ y.p * 10000 + v->y * y.q, y.q * 10000 };
    solving_step(s, "Add: $%s + %s = %s$.", as_decimal(a, y),
                 as_decimal(a, x[2]), as_decimal(a, z));
    solving_key(s, "%s", latex_decimal(a, rounded(z, v->t), (int)v->t));
    solving_step(s, "To $" I "$ decimal place%s this is $%s$.", v->t,
                 v->t == 1 ? "" : "s", s->key);
}

/* 2, 4, 5 ... 125: at most four decimal places. */
static bool is_finite(int64_t b)
{
    return 10000 % b == 0;
}

static bool solve(struct solving *s, const void *values)
{
    const struct numbers *v = values;
    struct ratio x[3];

    if (v->kind >= REPEATED_SPREAD ? v->d == 0 || v->t < 1
                                   : !is_finite(v->b) || v->x == 0)
        return false;
    if ((v->kind == PART && v->t != 2) || (v->kind > PART && v->t < 1))
        return false;
    list_numbers(v, x);
    explain_numbers(s, v, x);
    switch (v->kind) {
    case ROUNDED_SUM:
    case ERROR:
    case REPEATED_SUM: solve_rounded(s, v, x); break;
    case SPREAD:
    case REPEATED_SPREAD: solve_spread(s, v, x); break;
    case REPEATED_PRODUCT: solve_product(s, v, x); break;
    default: solve_two(s, v, x);
    }
    return true;
}

/* ---- wording ---- */

/* <q>, <r> and <s> are the numbers, <places> how to round. */
static void speak(struct speech *s, const void *values)
{
    const struct numbers *v = values;

    speech_set(s, "q", "\\frac{%s}{" I "}", speech_number(s, &v->a), v->b);
    if (v->kind <= ERROR)
        speech_set(s, "r", "%s", latex_decimal(s->arena, v->x, 3));
    else
        speech_set(s, "r", I "." I "\\overline{%02" PRId64 "}", v->u, v->c,
                   v->d);
    if (v->kind > PART)
        speech_set(s, "s", "%s", latex_decimal(s->arena, v->y, 4));
    if (v->kind >= PART)
        speech_set(s, "places", "$" I "$ decimal place%s", v->t,
                   v->t == 1 ? "" : "s");
}

#define FITS(name, test)              \
 static bool name(const void *values) \
 {                                    \
  const struct numbers *v = values;   \
                                      \
  return (test);                      \
 }
FITS(is_sum, v->kind == SUM)
FITS(is_difference, v->kind == DIFFERENCE)
FITS(is_part, v->kind == PART)
FITS(is_rounded, v->kind == ROUNDED_SUM || v->kind == REPEATED_SUM)
FITS(is_spread, v->kind == SPREAD || v->kind == REPEATED_SPREAD)
FITS(is_error, v->kind == ERROR)
FITS(is_product, v->kind == REPEATED_PRODUCT)
/* The same with numbers that their stories can bear. */
FITS(is_sack, v->kind == SUM && v->a < 50 * v->b && v->x < 50000)
FITS(is_ribbons, v->kind == DIFFERENCE && v->a < 50 * v->b && v->x < 50000)
FITS(is_tea, v->kind == PART && v->a < 50 * v->b && v->x < 50000)
FITS(is_swim, is_rounded(values) && v->a < 60 * v->b)
FITS(is_scale, v->kind == ERROR && v->a < 100 * v->b)
FITS(is_cable, v->kind == REPEATED_PRODUCT && v->a < 100 * v->b)

/* clang-format off */
static const struct wording wordings[] = {
    { STYLE_TERSE, "Compute $<q> + <r>$ as a decimal.", is_sum },
    { STYLE_PLAIN, "Write $<q> + <r>$ as a decimal.", is_sum },
    { STYLE_PLAIN,
      "Convert $<q>$ to a decimal and add $<r>$. What is the sum?", is_sum },
    { STYLE_STORY,
      "A tank holds $<q>$ litres of oil, and $<r>$ litres are poured in. How "
      "many litres does it hold then?", is_sum },
    { STYLE_STORY,
      "A <shop> packs $<q>$ kilograms of one sort and $<r>$ kilograms of "
      "another sort into a sack. How many kilograms are in the sack?",
      is_sack },
    { STYLE_TERSE,
      "Compute $\\left| <q> - <r> \\right|$ as a decimal.", is_difference },
    { STYLE_PLAIN,
      "Which of $<q>$ and $<r>$ is larger? Subtract the smaller from the "
      "larger number and give the difference as a decimal.", is_difference },
    { STYLE_PLAIN,
      "By how much, as a decimal, does the larger of the numbers $<q>$ and "
      "$<r>$ exceed the smaller one?", is_difference },
    { STYLE_STORY,
      "A <colour> ribbon is $<q>$ metres long, a <colour2> one $<r>$ metres. "
      "By how many metres is the longer one longer than the other?",
      is_ribbons },
    { STYLE_STORY,
      "One pipe in <city> loses $<q>$ litres of water in a day, another $<r>$ "
      "litres. By how many litres do the two losses differ?",
      is_difference },
    { STYLE_TERSE, "Round $<q> \\cdot <r>$ to <places> (halves up).", is_part },
    { STYLE_PLAIN,
      "Compute $<q>$ of $<r>$ and round the result to <places>, halves up.",
      is_part },
    { STYLE_PLAIN,
      "What is the product of $<q>$ and $<r>$, rounded to <places> (a half is "
      "rounded up)?", is_part },
    { STYLE_STORY,
      "A machine spins $<r>$ metres of thread a second. How many metres does "
      "it spin in $<q>$ seconds, rounded to <places> (halves up)?", is_part },
    { STYLE_STORY,
      "<name> buys $<q>$ kilograms of tea at $<r>$ <money> a kilogram. How "
      "many <money> is that, rounded to <places> (halves up)?", is_tea },
    { STYLE_TERSE,
      "Round $<q>$, $<r>$ and $<s>$ to <places> each (halves up); add the "
      "rounded numbers.", is_rounded },
    { STYLE_PLAIN,
      "Each of the numbers $<q>$, $<r>$ and $<s>$ is rounded to <places>, "
      "halves up. What is the sum of the three rounded numbers?", is_rounded },
    { STYLE_PLAIN,
      "Find the sum that results when $<q>$, $<r>$ and $<s>$ are first rounded "
      "to <places> (halves up) and then added.", is_rounded },
    { STYLE_STORY,
      "Three samples weigh $<q>$, $<r>$ and $<s>$ grams. A scale prints every "
      "mass in grams, rounded to <places>, halves up. <name> adds the three "
      "printed numbers. What is the sum?", is_rounded },
    { STYLE_STORY,
      "<name> swims three lengths, in $<q>$, $<r>$ and $<s>$ minutes. A clock "
      "rounds each time to <places>, halves up, before it adds them. What "
      "total in minutes does the clock show?", is_swim },
    { STYLE_TERSE,
      "Largest minus smallest of $<q>$, $<r>$, $<s>$, rounded to <places> "
      "(halves up)?", is_spread },
    { STYLE_PLAIN,
      "Order the numbers $<q>$, $<r>$ and $<s>$ by size. What is the "
      "difference between the largest and the smallest, rounded to <places> "
      "(halves up)?", is_spread },
    { STYLE_PLAIN,
      "Find the largest and the smallest of the numbers $<q>$, $<r>$ and $<s>$ "
      "and give their difference, rounded to <places>, halves up.", is_spread },
    { STYLE_STORY,
      "<name>, <name2> and <name3> measure a railway line as $<q>$, $<r>$ and "
      "$<s>$ kilometres long. What is the difference between the largest "
      "and the smallest result in kilometres, rounded to <places> (halves up)?",
      is_spread },
    { STYLE_STORY,
      "Three shops sell the same goods for $<q>$, $<r>$ and $<s>$ <money>. "
      "How many <money> does one save with the cheapest instead of the "
      "dearest offer, rounded to <places> (halves up)?", is_spread },
    { STYLE_TERSE,
      "Exact value of $<q> + <r> + <s>$ minus the sum of the same numbers "
      "rounded to <places> each (halves up)?", is_error },
    { STYLE_PLAIN,
      "The numbers $<q>$, $<r>$ and $<s>$ are rounded to <places> each, halves "
      "up. By how much does their exact sum exceed the sum of the rounded "
      "numbers? A negative answer means that the exact sum is smaller.",
      is_error },
    { STYLE_PLAIN,
      "Let $x$ be the exact sum of $<q>$, $<r>$ and $<s>$, and $y$ the sum of "
      "these numbers after each was rounded to <places> (halves up). Find $x - "
      "y$.", is_error },
    { STYLE_STORY,
      "A bank credits $<q>$, $<r>$ and $<s>$ <money> to an account, each "
      "amount rounded to <places>, halves up. How many <money> more would "
      "the three exact amounts be together (a negative number if less)?",
      is_error },
    { STYLE_STORY,
      "A scale in a <shop> rounds every load to <places>, halves up, and adds. "
      "It is loaded with $<q>$, $<r>$ and $<s>$ kilograms, one after the other. "
      "By how many kilograms is the true total larger than the total of the "
      "scale (negative if it is smaller)?", is_scale },
    { STYLE_TERSE,
      "Round $<q> \\cdot <r> + <s>$ to <places> (halves up).", is_product },
    { STYLE_PLAIN,
      "Compute $<q> \\cdot <r> + <s>$ exactly and then round the result to "
      "<places>, halves up.", is_product },
    { STYLE_PLAIN,
      "What is the value of $<q> \\cdot <r> + <s>$, rounded to <places> (a "
      "half is rounded up)?", is_product },
    { STYLE_STORY,
      "A rectangle on a plan is exactly $<q>$ by $<r>$ metres; beside it lies "
      "a triangle of $<s>$ square metres. What is the total area in square "
      "metres, rounded to <places> (halves up)?", is_product },
    { STYLE_STORY,
      "<name> buys $<q>$ metres of cable at exactly $<r>$ <money> a metre and "
      "pays $<s>$ <money> for a plug. How many <money> is that together, "
      "rounded to <places> (halves up)?", is_cable },
    { 0 },
};
/* clang-format on */

/* ---- the second road ---- */

/* p/q in units of 10^-t by long division: t digits, and one more that says
 * whether to round up. */
static int64_t by_hand(int64_t p, int64_t q, int64_t t)
{
    int64_t n = p / q, rest = p % q;

    for (int64_t i = 0; i < t; i++) {
        rest *= 10;
        n = 10 * n + rest / q;
        rest %= q;
    }
    return n + (10 * rest / q >= 5);
}

/* The sum of the numbers rounded by hand. */
static void hand_sum(const struct numbers *v, fmpq_t sum)
{
    int64_t n = by_hand(v->a, v->b, v->t) + by_hand(v->y, 10000, v->t);

    n += v->kind == REPEATED_SUM
             ? by_hand(((10 * v->u + v->c) * 99 + v->d), 990, v->t)
             : by_hand(v->x, 1000, v->t);
    fmpq_set_si(sum, n, (ulong)power(v->t));
}

static void spread_of(fmpq_t *x, fmpq_t out)
{
    fmpq_t d;

    fmpq_init(d);
    fmpq_zero(out);
    for (int i = 0; i < 3; i++) {
        fmpq_sub(d, x[i], x[(i + 1) % 3]);
        fmpq_abs(d, d);
        if (fmpq_cmp(d, out) > 0)
            fmpq_set(out, d);
    }
    fmpq_clear(d);
}

/* What the key is compared with; x are the numbers. */
static void value_of(const struct numbers *v, fmpq_t *x, fmpq_t out)
{
    switch (v->kind) {
    case SUM: fmpq_add(out, x[0], x[1]); break;
    case DIFFERENCE:
        fmpq_sub(out, x[0], x[1]);
        fmpq_abs(out, out);
        break;
    case PART: fmpq_mul(out, x[0], x[1]); break;
    case REPEATED_PRODUCT:
        fmpq_mul(out, x[0], x[1]);
        fmpq_add(out, out, x[2]);
        break;
    case SPREAD:
    case REPEATED_SPREAD: spread_of(x, out); break;
    default:
        hand_sum(v, out);
        if (v->kind == ERROR) {
            fmpq_sub(out, x[0], out);
            fmpq_add(out, out, x[1]);
            fmpq_add(out, out, x[2]);
        }
    }
}

/* Is key = value rounded to t places: key 10^t whole, and key - value in
 * (-1/2, 1/2] 10^-t? Spoils its arguments. */
static bool is_rounded_value(fmpq_t key, fmpq_t value, int64_t t)
{
    fmpq_t half;
    bool good;

    fmpq_init(half);
    fmpq_set_si(half, 1, 2);
    fmpq_sub(value, key, value);
    for (int64_t i = 0; i < t; i++) {
        fmpq_mul_si(key, key, 10);
        fmpq_mul_si(value, value, 10);
    }
    good = fmpz_is_one(fmpq_denref(key)) && fmpq_cmp(value, half) <= 0;
    fmpq_neg(half, half);
    good = good && fmpq_cmp(value, half) > 0;
    fmpq_clear(half);
    return good;
}

static bool holds(const struct numbers *v, fmpq_t key)
{
    bool rounds = v->kind == PART || v->kind == SPREAD ||
                  v->kind == REPEATED_SPREAD || v->kind == REPEATED_PRODUCT;
    fmpq_t x[3], value;
    bool good;

    for (int i = 0; i < 3; i++)
        fmpq_init(x[i]);
    fmpq_init(value);
    fmpq_set_si(x[0], v->a, (ulong)v->b);
    if (v->kind <= ERROR) {
        fmpq_set_si(x[1], v->x, 1000);
    } else {
        fmpq_set_si(x[1], 100 * (10 * v->u + v->c) + v->d - 10 * v->u - v->c,
                    990);
    }
    fmpq_set_si(x[2], v->y, 10000);
    value_of(v, x, value);
    good = rounds ? is_rounded_value(key, value, v->t) : fmpq_equal(key, value);
    fmpq_clear(value);
    for (int i = 0; i < 3; i++)
        fmpq_clear(x[i]);
    return good;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct numbers *v = values;
    enum truth found = TRUTH_NO;
    fmpq_t x;

    (void)a;
    f->by = "long division and exact comparison";
    f->detail = "the key is not a decimal";
    fmpq_init(x);
    if (key_decimal(key, x)) {
        found = holds(v, x) ? TRUTH_YES : TRUTH_NO;
        f->detail = found == TRUTH_YES
                        ? "the exact value agrees with the key"
                        : "the exact value does not agree with the key";
    }
    fmpq_clear(x);
    return found;
}

static const struct recipe recipe = {
    .size = sizeof(struct numbers),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the answer as a decimal without trailing zeros.",
    .check = check,
};

const struct family concept_decimals = {
    .name = "concept/decimals",
    .version = 2,
    .title = "Decimals",
    .doc = "Fractions and repeating decimals are converted, compared and "
           "rounded; the answer is an exact decimal. The worked solution "
           "writes every number as a decimal first.",
    .concepts = { HIGH_DECIMALS },
    .answer = ANSWER_DECIMAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
