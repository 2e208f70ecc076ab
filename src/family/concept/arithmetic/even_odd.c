/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Even and odd: counts and sums of the even or odd numbers of a range, pairs
 * and triples with a sum or product of given parity, and expressions whose
 * parity depends on n modulo 4.
 *
 * solve() reasons with parities and counts classes. check() goes through the
 * numbers one by one; for pairs and triples it counts the odd and the even
 * ones of each range so, and tries every combination of parities.
 */
#include "family/recipe/keys.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define I "%" PRId64

enum {
    COUNT_ODD,  /* odd numbers of a..b */
    COUNT_EVEN, /* even ones */
    SUM_ENDS,   /* first odd number from a on plus last even one up to b */
    SUM_ODD,    /* their sum */
    SUM_EVEN,
    PAIRS_PRODUCT,  /* x in 1..a, y in 1..b: xy even */
    PAIRS_SUM,      /* x + y odd */
    TRIANGLE_COUNT, /* n in a..b with n(n+1)/2 + cn odd */
    TRIANGLE_SUM,   /* their sum */
    TRIPLES         /* x in 1..a, y in 1..b, z in 1..c: xy + z odd */
};

struct range {
    int64_t kind, a, b, c;
};

#define LONGEST 100000 /* numbers gone through in one range */

static const struct field fields[] = {
    NUMBER(struct range, kind, 0, TRIPLES),
    SLOT(struct range, a, 1, LONGEST),
    SLOT(struct range, b, 1, 2 * LONGEST),
    NUMBER(struct range, c, 0, LONGEST),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "range", "how many odd or even numbers a range of up to 150 numbers "
               "contains, or the sum of its first odd and last even number" },
    { "sums", "the sum of the odd or even numbers of a range, or the number "
              "of pairs whose sum is odd or whose product is even" },
    { "combined", "the numbers n of a range for which n(n+1)/2 + cn is odd, "
                  "counted or added, or the triples with xy + z odd" },
};

static void draw(struct pick *k, void *values)
{
    struct range *v = values;

    v->kind = k->level == 1   ? pick(k, COUNT_ODD, SUM_ENDS)
              : k->level == 2 ? pick(k, SUM_ODD, PAIRS_SUM)
                              : pick(k, TRIANGLE_COUNT, TRIPLES);
    v->a = pick_wide(k, 3, 99);
    v->b = v->a + pick_wide(k, 11, 150);
    if (k->level == 3)
        v->c = pick_wide(k, 2, 60);
}

/* ---- the first road: parities ---- */

/* The first and last number of a..b with that remainder modulo m, and how
 * many there are. */
struct run {
    int64_t first, last, n, sum;
};

static struct run run_of(int64_t a, int64_t b, int64_t r, int64_t m)
{
    struct run run = { a + integer_mod(r - a, m), b - integer_mod(b - r, m), 0,
                       0 };

    if (run.last >= run.first) {
        run.n = (run.last - run.first) / m + 1;
        run.sum = (run.first + run.last) * run.n / 2;
    }
    return run;
}

static void solve_range(struct solving *s, const struct range *v)
{
    bool odd = v->kind == COUNT_ODD || v->kind == SUM_ODD;
    const char *what = odd ? "odd" : "even";
    struct run run = run_of(v->a, v->b, odd, 2);

    solving_step(s,
                 "The first %s number of the range is $" I
                 "$ and the last is $" I "$.",
                 what, run.first, run.last);
    solving_step(s,
                 "They go up by $2$, so there are $\\frac{" I " - " I
                 "}{2} + 1 = " I "$ of them.",
                 run.last, run.first, run.n);
    if (v->kind == COUNT_ODD || v->kind == COUNT_EVEN) {
        solving_step(s, "So the range holds $" I "$ %s numbers.", run.n, what);
        solving_key(s, I, run.n);
        return;
    }
    solving_step(s, "Their average is $\\frac{" I " + " I "}{2} = " I "$.",
                 run.first, run.last, (run.first + run.last) / 2);
    solving_step(s, "The sum is $" I " \\cdot " I " = " I "$.", run.n,
                 (run.first + run.last) / 2, run.sum);
    solving_key(s, I, run.sum);
}

static void solve_ends(struct solving *s, const struct range *v)
{
    int64_t odd = run_of(v->a, v->b, 1, 2).first,
            even = run_of(v->a, v->b, 0, 2).last;

    solving_step(s, "$" I "$ is %s, so the smallest odd number is $" I "$.",
                 v->a, v->a % 2 ? "odd" : "even", odd);
    solving_step(s, "$" I "$ is %s, so the largest even number is $" I "$.",
                 v->b, v->b % 2 ? "odd" : "even", even);
    solving_step(s, "Their sum is $" I " + " I " = " I "$.", odd, even,
                 odd + even);
    solving_key(s, I, odd + even);
}

static void solve_pairs(struct solving *s, const struct range *v)
{
    int64_t oa = (v->a + 1) / 2, ob = (v->b + 1) / 2, ea = v->a / 2,
            eb = v->b / 2, x;

    solving_step(s,
                 "From $1$ to $" I "$ there are $" I "$ odd and $" I
                 "$ even numbers.",
                 v->a, oa, ea);
    solving_step(s,
                 "From $1$ to $" I "$ there are $" I "$ odd and $" I
                 "$ even numbers.",
                 v->b, ob, eb);
    if (v->kind == PAIRS_PRODUCT) {
        x = v->a * v->b - oa * ob;
        solving_step(s,
                     "A product is odd only when both factors are odd: $" I
                     " \\cdot " I " = " I "$ pairs.",
                     oa, ob, oa * ob);
        solving_step(s,
                     "All other pairs have an even product: $" I " \\cdot " I
                     " - " I " = " I "$.",
                     v->a, v->b, oa * ob, x);
    } else {
        x = oa * eb + ea * ob;
        solving_step(s, "A sum is odd when exactly one of the two numbers is "
                        "odd.");
        solving_step(s,
                     "This gives $" I " \\cdot " I " + " I " \\cdot " I " = " I
                     "$ pairs.",
                     oa, eb, ea, ob, x);
    }
    solving_key(s, I, x);
}

static const char *with_sum(struct arena *a, const struct run *r)
{
    return arena_printf(
        a, " with sum $\\frac{(" I " + " I ") \\cdot " I "}{2} = " I "$",
        r->first, r->last, r->n, r->sum);
}

/* n(n+1)/2 is odd for n = 1, 2 (mod 4). An odd c adds the parity of n: then
 * 2 stays and 1 goes, 3 comes. */
static bool solve_triangle(struct solving *s, const struct range *v)
{
    int64_t r = v->c % 2 ? 3 : 1;
    struct run two = run_of(v->a, v->b, 2, 4), other = run_of(v->a, v->b, r, 4);
    bool count = v->kind == TRIANGLE_COUNT;
    int64_t x = count ? two.n + other.n : two.sum + other.sum;

    solving_step(s,
                 "$\\frac{n(n+1)}{2}$ is even when $4$ divides $n$ or $n + 1$ "
                 "(one of them is odd), so for $n \\equiv 0, 3 \\pmod{4}$, and "
                 "odd for $n \\equiv 1, 2 \\pmod{4}$.");
    solving_step(s,
                 v->c % 2 ? "$" I "n$ has the parity of $n$. So the whole "
                            "is odd for $n \\equiv 2, 3 \\pmod{4}$."
                          : "$" I "n$ is always even. So the whole is odd "
                            "for $n \\equiv 1, 2 \\pmod{4}$.",
                 v->c);
    if (two.n == 0 || other.n == 0)
        return false;
    solving_step(s,
                 "The numbers with remainder $2$ run from $" I "$ to $" I
                 "$ in steps of $4$: $" I "$ numbers%s.",
                 two.first, two.last, two.n,
                 count ? "" : with_sum(s->arena, &two));
    solving_step(s,
                 "The numbers with remainder $" I "$ run from $" I "$ to $" I
                 "$: $" I "$ numbers%s.",
                 r, other.first, other.last, other.n,
                 count ? "" : with_sum(s->arena, &other));
    solving_step(s, "Together: $" I " + " I " = " I "$.",
                 count ? two.n : two.sum, count ? other.n : other.sum, x);
    solving_key(s, I, x);
    return true;
}

static bool solve_triples(struct solving *s, const struct range *v)
{
    int64_t odd = ((v->a + 1) / 2) * ((v->b + 1) / 2), even = v->a * v->b - odd,
            oc = (v->c + 1) / 2, ec = v->c / 2;

    if (v->c < 1)
        return false;
    solving_step(
        s, "$xy$ is odd when both are odd: $" I " \\cdot " I " = " I "$ pairs.",
        (v->a + 1) / 2, (v->b + 1) / 2, odd);
    solving_step(s,
                 "$xy$ is even for the other $" I " \\cdot " I " - " I " = " I
                 "$ pairs.",
                 v->a, v->b, odd, even);
    solving_step(s, "For $z$ there are $" I "$ odd and $" I "$ even numbers.",
                 oc, ec);
    solving_step(s,
                 "$xy + z$ is odd when exactly one of $xy$ and $z$ is odd: "
                 "$" I " \\cdot " I " + " I " \\cdot " I " = " I "$.",
                 odd, ec, even, oc, odd * ec + even * oc);
    solving_key(s, I, odd * ec + even * oc);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct range *v = values;

    switch (v->kind) {
    case TRIANGLE_COUNT:
    case TRIANGLE_SUM: return v->b > v->a && solve_triangle(s, v);
    case TRIPLES: return solve_triples(s, v);
    case PAIRS_PRODUCT:
    case PAIRS_SUM: solve_pairs(s, v); return true;
    case SUM_ENDS:
        if (v->b > v->a)
            solve_ends(s, v);
        return v->b > v->a;
    default:
        if (v->b > v->a)
            solve_range(s, v);
        return v->b > v->a;
    }
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct range *v = values;
    bool odd = v->kind == COUNT_ODD || v->kind == SUM_ODD;

    if (v->kind == TRIPLES || v->kind == SUM_ENDS)
        return;
    speech_set(s, "parity", odd ? "odd" : "even");
    speech_set(s, "task",
               v->kind == TRIANGLE_SUM ? "the sum of all integers"
                                       : "the number of integers");
    if (v->kind == PAIRS_PRODUCT)
        speech_set(s, "condition", "the product $xy$ is even");
    else
        speech_set(s, "condition", "the sum $x + y$ is odd");
}

#define FITS(name, test)              \
 static bool name(const void *values) \
 {                                    \
  const struct range *v = values;     \
                                      \
  return (test);                      \
 }
FITS(is_count, v->kind == COUNT_ODD || v->kind == COUNT_EVEN)
FITS(is_ends, v->kind == SUM_ENDS)
FITS(is_sum, v->kind == SUM_ODD || v->kind == SUM_EVEN)
FITS(is_pairs, v->kind == PAIRS_PRODUCT || v->kind == PAIRS_SUM)
FITS(is_product, v->kind == PAIRS_PRODUCT)
FITS(is_pair_sum, v->kind == PAIRS_SUM)
FITS(is_triangle, v->kind == TRIANGLE_COUNT || v->kind == TRIANGLE_SUM)
FITS(is_triangle_count, v->kind == TRIANGLE_COUNT)
FITS(is_triangle_sum, v->kind == TRIANGLE_SUM)
FITS(is_triples, v->kind == TRIPLES)

/* clang-format off */
static const struct wording wordings[] = {
    { STYLE_TERSE,
      "How many <parity> integers $n$ with $<a> \\le n \\le <b>$?", is_count },
    { STYLE_PLAIN,
      "How many <parity> numbers are there from $<a>$ to $<b>$, both included?",
      is_count },
    { STYLE_PLAIN,
      "Find the number of <parity> integers $n$ such that $<a> \\le n \\le "
      "<b>$.", is_count },
    { STYLE_STORY,
      "The pages from $<a>$ to $<b>$ of an encyclopaedia (both included) deal "
      "with the history of one <place>. How many of these pages have an "
      "<parity> number?", is_count },
    { STYLE_STORY,
      "Parcels carry the numbers from $<a>$ to $<b>$, each number once. <name> "
      "takes all parcels with an <parity> number to <city>. How many "
      "parcels are these?", is_count },
    { STYLE_TERSE,
      "Smallest odd plus largest even integer among $<a>, \\dots, <b>$?",
      is_ends },
    { STYLE_PLAIN,
      "What is the sum of the smallest odd and the largest even integer in the "
      "range from $<a>$ to $<b>$, both included?", is_ends },
    { STYLE_PLAIN,
      "Among all integers $n$ with $<a> \\le n \\le <b>$, let $p$ be the "
      "smallest odd one and $q$ the largest even one. Find $p + q$.", is_ends },
    { STYLE_STORY,
      "Raffle tickets are numbered from $<a>$ to $<b>$. <name> takes the one "
      "with the smallest odd number and <name2> the one with the largest even "
      "number. What is the sum of their two numbers?", is_ends },
    { STYLE_STORY,
      "In a street of <city> with the house numbers $<a>$ to $<b>$, each once, "
      "the odd numbers stand on the left and the even ones on the right. <name> "
      "starts at the smallest number on the left and ends at the largest number "
      "on the right. What do these two numbers add up to?", is_ends },
    { STYLE_TERSE,
      "Sum of all <parity> integers from $<a>$ to $<b>$ inclusive?", is_sum },
    { STYLE_PLAIN,
      "Find the sum of all <parity> numbers from $<a>$ to $<b>$, both ends "
      "included if they are <parity>.", is_sum },
    { STYLE_PLAIN,
      "What do all <parity> integers $n$ with $<a> \\le n \\le <b>$ add up to?",
      is_sum },
    { STYLE_STORY,
      "In a game, field number $n$ of a path is worth $n$ points. <name> walks "
      "from field $<a>$ to field $<b>$ and collects the points of the fields "
      "with <parity> numbers only, first and last field included if they are "
      "<parity>. How many points is that?", is_sum },
    { STYLE_STORY,
      "A factory makes $n$ kilograms of glass on day $n$ of a long test. From "
      "day $<a>$ to day $<b>$, the output of all days with an <parity> number "
      "goes to <city>. How many kilograms are these?", is_sum },
    { STYLE_TERSE,
      "How many pairs $(x, y)$ of integers, $1 \\le x \\le <a>$, $1 \\le y "
      "\\le <b>$, such that <condition>?", is_pairs },
    { STYLE_PLAIN,
      "Let $x$ be an integer from $1$ to $<a>$ and $y$ an integer from $1$ to "
      "$<b>$. For how many pairs $(x, y)$ is it true that <condition>?",
      is_pairs },
    { STYLE_PLAIN,
      "Find the number of pairs $(x, y)$ of positive integers with $x \\le "
      "<a>$ and $y \\le <b>$ for which <condition>.", is_pairs },
    { STYLE_STORY,
      "A <colour> drum holds balls numbered from $1$ to $<a>$, another drum "
      "balls numbered from $1$ to $<b>$. <name> takes one ball from each and "
      "multiplies the numbers. For how many of the possible pairs is the "
      "product even?", is_product },
    { STYLE_STORY,
      "A machine prints rectangles of $x$ by $y$ unit squares, one for every "
      "pair of whole numbers $x$ from $1$ to $<a>$ and $y$ from $1$ to $<b>$. A "
      "rectangle can be covered by dominoes of two squares exactly when the "
      "number of its squares is even. How many of the rectangles can be "
      "covered so?", is_product },
    { STYLE_STORY,
      "The rows of pixels of a screen are numbered from $1$ to $<a>$ and its "
      "columns from $1$ to $<b>$. A pixel is <colour> when the sum of its row "
      "number and its column number is odd. How many pixels are <colour>?",
      is_pair_sum },
    { STYLE_STORY,
      "<name> chooses a ticket from those numbered $1$ to $<a>$, and <name2> one "
      "from another set, numbered $1$ to $<b>$. They win when the sum of the two "
      "numbers is odd. In how many ways can they win?", is_pair_sum },
    { STYLE_TERSE,
      "Find <task> $n$, $<a> \\le n \\le <b>$, with $\\frac{n(n+1)}{2} + <c>n$ "
      "odd.", is_triangle },
    { STYLE_PLAIN,
      "Find <task> $n$ with $<a> \\le n \\le <b>$ for which $\\frac{n(n+1)}{2} "
      "+ <c>n$ is an odd number.", is_triangle },
    { STYLE_PLAIN,
      "Consider the integers $n$ from $<a>$ to $<b>$, both included. What is "
      "<task> $n$ among them that make $\\frac{n(n+1)}{2} + <c>n$ odd?",
      is_triangle },
    { STYLE_STORY,
      "On day $n$ a server holds $1 + 2 + \\dots + n$ files on its disk and "
      "$<c>n$ more files in its memory. On how many of the days from day "
      "$<a>$ to day $<b>$, both included, is the total number of files odd?",
      is_triangle_count },
    { STYLE_STORY,
      "In season $n$ of a league each of $n + 1$ players meets every "
      "other one once, which makes $\\frac{n(n+1)}{2}$ matches, and the "
      "organisers add $<c>n$ friendly matches. For how many $n$ from $<a>$ "
      "to $<b>$, both included, is the total number of matches odd?",
      is_triangle_count },
    { STYLE_STORY,
      "A wall of rank $n$ has $1 + 2 + \\dots + n$ bricks in it and $<c>n$ "
      "more bricks beside it. <name> writes down every rank $n$ from $<a>$ to "
      "$<b>$, both included, for which the total number of bricks is odd. "
      "What is the sum of the ranks written down?", is_triangle_sum },
    { STYLE_STORY,
      "In week $n$ a nursery sets a triangle of trees with $1, 2, \\dots, n$ "
      "trees in its rows and $<c>n$ single trees. <name> looks at all weeks $n$ "
      "from $<a>$ to $<b>$, both included, in which the total number of trees "
      "is odd. What is the sum of the numbers of these weeks?",
      is_triangle_sum },
    { STYLE_TERSE,
      "How many triples $(x, y, z)$ of integers, $1 \\le x \\le <a>$, $1 \\le "
      "y \\le <b>$, $1 \\le z \\le <c>$, with $xy + z$ odd?", is_triples },
    { STYLE_PLAIN,
      "The integers $x$, $y$ and $z$ satisfy $1 \\le x \\le <a>$, $1 \\le y "
      "\\le <b>$ and $1 \\le z \\le <c>$. For how many triples $(x, y, z)$ is "
      "$xy + z$ odd?", is_triples },
    { STYLE_PLAIN,
      "Find the number of triples $(x, y, z)$ of positive integers with $x "
      "\\le <a>$, $y \\le <b>$ and $z \\le <c>$ such that $xy + z$ is odd.",
      is_triples },
    { STYLE_STORY,
      "A vault opens with a code of three numbers: $x$ from $1$ to $<a>$, $y$ "
      "from $1$ to $<b>$ and $z$ from $1$ to $<c>$. <name> remembers only that "
      "$xy + z$ is odd. How many codes are possible?",
      is_triples },
    { STYLE_STORY,
      "A shelf takes $x$ rows of $y$ <things> each and $z$ single <things>, with "
      "whole numbers $x$ from $1$ to $<a>$, $y$ from $1$ to $<b>$ and $z$ from "
      "$1$ to $<c>$. For how many choices of $(x, y, z)$ is the number of "
      "<things> odd?", is_triples },
    { 0 },
};
/* clang-format on */

/* ---- the second road: one by one ---- */

static bool counts(const struct range *v, int64_t n)
{
    switch (v->kind) {
    case COUNT_ODD:
    case SUM_ODD: return n & 1;
    case COUNT_EVEN:
    case SUM_EVEN: return !(n & 1);
    default: return (n * (n + 1) / 2 + v->c * n) % 2 == 1;
    }
}

static int64_t by_search(const struct range *v)
{
    bool count = v->kind == COUNT_ODD || v->kind == COUNT_EVEN ||
                 v->kind == TRIANGLE_COUNT;
    int64_t got = 0;

    for (int64_t n = v->a; n <= v->b; n++)
        if (counts(v, n))
            got += count ? 1 : n;
    return got;
}

static int64_t ends_by_search(const struct range *v)
{
    int64_t p = v->a, q = v->b;

    while (p % 2 == 0)
        p++;
    while (q % 2)
        q--;
    return p + q;
}

/* How many of 1..n are even, and how many odd. */
static void parities(int64_t n, int64_t out[2])
{
    out[0] = out[1] = 0;
    for (int64_t i = 1; i <= n; i++)
        out[i & 1]++;
}

/* At most 2 10^5 10^5 10^5. */
static int64_t by_parities(const struct range *v)
{
    int64_t x[2], y[2], z[2], got = 0;

    parities(v->a, x);
    parities(v->b, y);
    parities(v->kind == TRIPLES ? v->c : 1, z);
    for (int i = 0; i < 8; i++) {
        int p = i & 1, q = i >> 1 & 1, r = i >> 2;
        bool good = v->kind == PAIRS_PRODUCT ? p * q % 2 == 0
                    : v->kind == PAIRS_SUM   ? (p + q) % 2 == 1
                                             : (p * q + r) % 2 == 1;

        if (good)
            got += x[p] * y[q] * z[r];
    }
    return got;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct range *v = values;
    bool tuples =
        v->kind == PAIRS_PRODUCT || v->kind == PAIRS_SUM || v->kind == TRIPLES;
    int64_t x, found;

    f->by = "exhaustive search";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    f->detail = "the range is empty";
    if (tuples ? v->kind == TRIPLES && v->c < 1 : v->b <= v->a)
        return TRUTH_NO;
    found = tuples                ? by_parities(v)
            : v->kind == SUM_ENDS ? ends_by_search(v)
                                  : by_search(v);
    f->detail = arena_printf(a, "going through all numbers gives " I, found);
    return x == found ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct range),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_even_odd = {
    .name = "concept/even-odd",
    .version = 2,
    .title = "Even and odd numbers",
    .doc = "Counts and sums of numbers that are even or odd, or that make an "
           "expression even or odd. The worked solution counts classes by "
           "parity, at level 3 by the remainder modulo 4.",
    .concepts = { HIGH_EVEN_ODD },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
