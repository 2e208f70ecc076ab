/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Arithmetic and geometric sequences: terms, sums, reversed questions, and
 * sums that combine both or telescope.
 *
 * solve() uses the closed formulas. check() knows none of them: it writes the
 * sequence down term by term, adds the terms up one by one as exact fractions
 * and compares. A term found from two others is put into the sequence, which
 * must lead on to both.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    TERM,      /* term n of a, a + d, ... */
    SUM,       /* the sum of the first n of them */
    GEO_TERM,  /* term n of a, a d, a d^2, ... */
    GEO_SUM,   /* the sum of the first n of them */
    TWO_TERMS, /* term m is a, term m + n is d: which is term b? */
    EXCEED,    /* the first n for which a, a + d, ... adds up to over b */
    TELESCOPE, /* sum of 1/((dk + a)(dk + a + d)), k from 1 to n */
    MIXED,     /* sum of (a + (k-1) d) m^{k-1}, k from 1 to n */
    SKIP       /* the first n terms but every m-th one, added up */
};

struct sequence {
    int64_t kind, a, d, n, m, b;
};

static const struct field fields[] = {
    NUMBER(struct sequence, kind, 0, SKIP),
    SLOT(struct sequence, a, 1, 100000000),
    SLOT(struct sequence, d, 1, 100000000),
    NUMBER(struct sequence, n, 0, 400),
    NUMBER(struct sequence, m, 0, 60),
    NUMBER(struct sequence, b, 0, INT64_C(1000000000000)),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "formula", "one formula: a term or the sum of 5 to 40 terms of an "
                 "arithmetic sequence, or a term of a geometric one with "
                 "ratio 2 to 5" },
    { "steps", "several steps: the sum of 4 to 9 terms of a geometric "
               "sequence, an arithmetic one given by two of its terms, or the "
               "least number of terms whose sum exceeds a bound" },
    { "combined", "two ideas: a telescoping sum of fractions, a sum of "
                  "products of an arithmetic and a geometric sequence, or an "
                  "arithmetic sum without every m-th term" },
};

static void draw_kind(struct pick *k, struct sequence *v, int64_t x)
{
    switch ((enum kind)v->kind) {
    case TERM:
    case SUM:
        v->n = 5 + pick_cut(&x, 36);
        v->d = 2 + pick_cut(&x, 19);
        break;
    case GEO_TERM:
    case GEO_SUM:
        v->n = 4 + pick_cut(&x, 6);
        v->d = 2 + pick_cut(&x, 4);
        break;
    case TWO_TERMS:
        v->m = 2 + pick_cut(&x, 7);
        v->n = 3 + pick_cut(&x, 9);
        v->b = 20 + pick_cut(&x, 21);
        v->a = 3 + pick_cut(&x, 20);
        v->d = v->a + v->n * (2 + pick_longer(k, x));
        return;
    case EXCEED:
        v->d = 2 + pick_cut(&x, 15);
        v->b = pick_longer(k, 1000 + pick_cut(&x, 300));
        break;
    case TELESCOPE:
        v->n = 8 + pick_cut(&x, 40);
        v->d = 2 + pick_cut(&x, 12);
        break;
    case MIXED:
        v->n = 4 + pick_cut(&x, 5);
        v->m = 2 + pick_cut(&x, 3);
        v->d = 2 + pick_cut(&x, 15);
        break;
    case SKIP:
        v->m = 3 + pick_cut(&x, 6);
        v->n = v->m * (4 + pick_cut(&x, 7));
        v->d = 2 + pick_cut(&x, 12);
        break;
    }
    v->a = 1 + pick_longer(k, x);
}

static void draw(struct pick *k, void *values)
{
    struct sequence *v = values;

    v->kind = pick(k, 0, 2) + 3 * (k->level - 1);
    draw_kind(k, v, pick(k, 0, 399999));
}

/* ---- the first road: formulas ---- */

/* Do the numbers make a problem of their kind that stays small? */
static bool is_sound(const struct sequence *v)
{
    switch ((enum kind)v->kind) {
    case TERM:
    case SUM: return v->n >= 2;
    case GEO_TERM:
    case GEO_SUM:
        return v->n >= 2 && v->n <= 10 && v->d >= 2 && v->d <= 10 &&
               v->a <= 10000000;
    case TWO_TERMS: return v->m >= 1 && v->n >= 1 && v->b >= 1 && v->b <= 400;
    case EXCEED: return v->b >= v->a && v->b <= 10000 * (v->a + 4 * v->d);
    case TELESCOPE: return v->n >= 2 && v->a <= 10000000 && v->d <= 10000;
    case MIXED:
        return v->n >= 2 && v->n <= 10 && v->m >= 2 && v->m <= 10 &&
               v->a <= 10000000 && v->d <= 10000000;
    case SKIP: return v->m >= 2 && v->n >= 2 && v->n % v->m == 0;
    }
    return false;
}

#define D "%" PRId64

static int64_t power(int64_t b, int64_t n)
{
    int64_t x = 1;

    for (; n > 0; n--)
        x *= b;
    return x;
}

static void solve_arithmetic(struct solving *s, const struct sequence *v)
{
    int64_t last = v->a + (v->n - 1) * v->d;

    solving_step(s,
                 "The terms are $u_k = u_1 + (k - 1)d$ with $u_1 = " D
                 "$ and $d = " D "$.",
                 v->a, v->d);
    solving_step(s, "$u_{" D "} = " D " + " D " \\cdot " D " = " D "$.", v->n,
                 v->a, v->n - 1, v->d, last);
    if (v->kind == TERM) {
        solving_step(s, "So the answer is $" D "$.", last);
        solving_key(s, D, last);
        return;
    }
    solving_step(s,
                 "The sum is the number of terms times the mean of the first "
                 "and the last: $\\frac{" D " \\cdot (" D " + " D ")}{2} = " D
                 "$.",
                 v->n, v->a, last, v->n * (v->a + last) / 2);
    solving_key(s, D, v->n * (v->a + last) / 2);
}

static void solve_geometric(struct solving *s, const struct sequence *v)
{
    int64_t r = power(v->d, v->n - (v->kind == GEO_TERM)), sum;

    solving_step(s,
                 "The terms are $u_k = u_1 r^{k-1}$ with $u_1 = " D
                 "$ and $r = " D "$.",
                 v->a, v->d);
    if (v->kind == GEO_TERM) {
        solving_step(s, "The power is $" D "^{" D "} = " D "$.", v->d, v->n - 1,
                     r);
        solving_step(s, "$u_{" D "} = " D " \\cdot " D " = " D "$.", v->n, v->a,
                     r, v->a * r);
        solving_key(s, D, v->a * r);
        return;
    }
    sum = v->a * ((r - 1) / (v->d - 1));
    solving_step(s,
                 "The sum of the first $n$ terms is "
                 "$u_1 \\cdot \\frac{r^n - 1}{r - 1}$, and $" D "^{" D "} = " D
                 "$.",
                 v->d, v->n, r);
    if (v->d == 2)
        solving_step(s,
                     "Here $r - 1 = 1$, so it is $" D " \\cdot (" D " - 1) = " D
                     " \\cdot " D " = " D "$.",
                     v->a, r, v->a, r - 1, sum);
    else
        solving_step(s,
                     "So it is $" D " \\cdot \\frac{" D "}{" D "} = " D
                     " \\cdot " D " = " D "$.",
                     v->a, r - 1, v->d - 1, v->a, (r - 1) / (v->d - 1), sum);
    solving_key(s, D, sum);
}

static void solve_two_terms(struct solving *s, const struct sequence *v)
{
    int64_t rise = v->d - v->a, steps = v->b - v->m;
    const char *d = latex_ratio(s->arena, rise, v->n);

    solving_step(s,
                 "From term $" D "$ to term $" D "$ the common difference is "
                 "added $" D "$ times, and the terms change by $" D " - " D
                 " = " D "$.",
                 v->m, v->m + v->n, v->n, v->d, v->a, rise);
    solving_step(s, "So the common difference is $d = %s = %s$.",
                 latex_over(s->arena, rise, v->n), d);
    solving_key(s, "%s",
                latex_ratio(s->arena, v->a * v->n + steps * rise, v->n));
    solving_step(
        s,
        "Term $" D "$ is term $" D "$ plus $(" D " - " D ")d$: $u_{" D "} = " D
        " + %s \\cdot %s = %s$.",
        v->b, v->m, v->b, v->m, v->b, v->a, latex_bracket(s->arena, steps),
        rise < 0 ? arena_printf(s->arena, "\\left(%s\\right)", d) : d, s->key);
}

/* 2 S_n = n (2a + (n-1) d), at most 20000 * 4 * 10^12. */
static int64_t sum_of(const struct sequence *v, int64_t n)
{
    return n * (2 * v->a + (n - 1) * v->d) / 2;
}

static void solve_exceed(struct solving *s, const struct sequence *v)
{
    int64_t lo = 0, hi = 20001; /* S_lo <= b < S_hi: see is_sound() */

    while (hi - lo > 1) {
        int64_t half = lo + (hi - lo) / 2;

        *(sum_of(v, half) > v->b ? &hi : &lo) = half;
    }
    solving_step(s,
                 "The first $n$ terms add up to $S_n = \\frac{n}{2}(2 \\cdot " D
                 " + (n - 1) \\cdot " D ")$, which grows with $n$.",
                 v->a, v->d);
    solving_step(
        s,
        "$S_n > " D "$ means $%s > " D
        "$, a quadratic inequality. The positive solution of the "
        "equation is at least $" D "$ and less than $" D "$.",
        v->b,
        latex_poly(s->arena, (int64_t[]){ 0, 2 * v->a - v->d, v->d }, 3, "n"),
        2 * v->b, lo, hi);
    solving_step(s, "$S_{" D "} = " D "$ does not exceed $" D "$.", lo,
                 sum_of(v, lo), v->b);
    solving_step(s, "$S_{" D "} = " D "$ does. So the least $n$ is $" D "$.",
                 hi, sum_of(v, hi), hi);
    solving_key(s, D, hi);
}

static void solve_telescope(struct solving *s, const struct sequence *v)
{
    int64_t first = v->a + v->d, last = v->a + (v->n + 1) * v->d;

    solving_step(s,
                 "The two factors of each denominator differ by $" D
                 "$, so each fraction is a difference: $\\frac{1}{p(p + " D
                 ")} = \\frac{1}{" D "}\\left(\\frac{1}{p} - \\frac{1}{p + " D
                 "}\\right)$.",
                 v->d, v->d, v->d, v->d);
    solving_step(s,
                 "The first factor of the first denominator is $" D
                 "$, the second factor of the last one is $" D " \\cdot " D
                 "%s = " D "$.",
                 first, v->d, v->n, latex_plus(s->arena, v->a + v->d), last);
    solving_step(s,
                 "All terms between cancel: the sum is $\\frac{1}{" D
                 "}\\left(\\frac{1}{" D "} - \\frac{1}{" D "}\\right)$.",
                 v->d, first, last);
    solving_key(s, "%s", latex_ratio(s->arena, v->n, first * last));
    solving_step(s,
                 "That is $\\frac{1}{" D "} \\cdot \\frac{" D "}{" D
                 " \\cdot " D "} = %s$.",
                 v->d, last - first, first, last, s->key);
}

static void solve_mixed(struct solving *s, const struct sequence *v)
{
    int64_t r = power(v->m, v->n), last = v->a + (v->n - 1) * v->d;
    int64_t geometric = (r - v->m) / (v->m - 1);
    int64_t total = last * r - v->a - v->d * geometric;

    solving_step(s,
                 "Let $S$ be the sum and multiply by $" D "$: in $" D
                 "S - S$ equal powers meet.",
                 v->m, v->m);
    solving_step(
        s,
        "$" D "S - S = " D " \\cdot " D "^{" D "} - " D " - " D "(" D
        " + \\dots + " D "^{" D "})$, where $" D "$ is the last factor.",
        v->m, last, v->m, v->n, v->a, v->d, v->m, v->m, v->n - 1, last);
    if (v->m == 2)
        solving_step(s, "The powers of $2$ add up to $" D " - 2 = " D "$.", r,
                     geometric);
    else
        solving_step(s,
                     "The powers of $" D "$ add up to $\\frac{" D " - " D "}{" D
                     "} = " D "$.",
                     v->m, r, v->m, v->m - 1, geometric);
    solving_step(s, "So $%s = " D " - " D " - " D " \\cdot " D " = " D "$%s.",
                 latex_poly(s->arena, (int64_t[]){ 0, v->m - 1 }, 2, "S"),
                 last * r, v->a, v->d, geometric, total,
                 v->m == 2 ? ""
                           : arena_printf(s->arena, ", and $S = " D "$",
                                          total / (v->m - 1)));
    solving_key(s, D, total / (v->m - 1));
}

static void solve_skip(struct solving *s, const struct sequence *v)
{
    int64_t all = sum_of(v, v->n), count = v->n / v->m;
    int64_t first = v->a + (v->m - 1) * v->d, last = v->a + (v->n - 1) * v->d;
    int64_t out = count * (first + last) / 2;

    solving_step(s,
                 "All $" D "$ terms, from $" D "$ to $" D
                 "$, add up to $\\frac{" D " \\cdot (" D " + " D ")}{2} = " D
                 "$.",
                 v->n, v->a, last, v->n, v->a, last, all);
    solving_step(s,
                 "Left out are $\\frac{" D "}{" D "} = " D
                 "$ terms; the first of them is $" D " + " D " \\cdot " D
                 " = " D "$, the last is $" D "$.",
                 v->n, v->m, count, v->a, v->m - 1, v->d, first, last);
    solving_step(s,
                 "They form an arithmetic sequence again, with sum $\\frac{" D
                 " \\cdot (" D " + " D ")}{2} = " D "$.",
                 count, first, last, out);
    solving_step(s, "What remains is $" D " - " D " = " D "$.", all, out,
                 all - out);
    solving_key(s, D, all - out);
}

static bool solve(struct solving *s, const void *values)
{
    const struct sequence *v = values;

    if (!is_sound(v))
        return false;
    switch ((enum kind)v->kind) {
    case TERM:
    case SUM: solve_arithmetic(s, v); break;
    case GEO_TERM:
    case GEO_SUM: solve_geometric(s, v); break;
    case TWO_TERMS: solve_two_terms(s, v); break;
    case EXCEED: solve_exceed(s, v); break;
    case TELESCOPE: solve_telescope(s, v); break;
    case MIXED: solve_mixed(s, v); break;
    case SKIP: solve_skip(s, v); break;
    }
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    static const char *const k = "k";
    const struct sequence *v = values;

    speech_set(s, "dk", "%s", speech_linear(s, &v->d, 1, &k));
    speech_set(s, "later", D, v->m + v->n);
}

KIND_IS(struct sequence, is_term, TERM)
KIND_IS(struct sequence, is_sum, SUM)
KIND_IS(struct sequence, is_geo_term, GEO_TERM)
KIND_IS(struct sequence, is_geo_sum, GEO_SUM)
KIND_IS(struct sequence, is_two_terms, TWO_TERMS)
KIND_IS(struct sequence, is_exceed, EXCEED)
KIND_IS(struct sequence, is_telescope, TELESCOPE)
KIND_IS(struct sequence, is_mixed, MIXED)
KIND_IS(struct sequence, is_skip, SKIP)

/* Money is told in the plural. */
static bool is_term_of_many(const void *values)
{
    return is_term(values) && ((const struct sequence *)values)->a > 1;
}

static bool is_sum_of_many(const void *values)
{
    return is_sum(values) && ((const struct sequence *)values)->a > 1;
}

static bool is_rising(const void *values)
{
    const struct sequence *v = values;

    return is_two_terms(v) && v->a < v->d && v->b > v->m;
}

#define FRACTIONS "\\frac{1}{(<dk> + <a>)(<dk> + <a> + <d>)}"
#define PRODUCTS  "(<a> + (k - 1) \\cdot <d>) \\cdot <m>^{k-1}"

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "Arithmetic sequence, $u_1 = <a>$, $d = <d>$: $u_{<n>} = {}$?", is_term },
    { STYLE_PLAIN,
      "An arithmetic sequence has first term $<a>$ and common difference "
      "$<d>$. Find its term number $<n>$.",
      is_term },
    { STYLE_PLAIN,
      "The sequence $u_1, u_2, u_3, \\dots$ starts with $u_1 = <a>$, and every "
      "further term is $<d>$ larger than the one before it. What is "
      "$u_{<n>}$?",
      is_term },
    { STYLE_STORY,
      "At the start of week $1$ <name> has $<a>$ <money> in a box, and at the "
      "end of every week puts in another $<d>$ <money>. How many <money> are "
      "in the box at the start of week $<n>$?",
      is_term_of_many },
    { STYLE_STORY,
      "Along a road out of <city>, the first marker stands $<a>$ "
      "<a?metre|metres> from the town hall and each further one $<d>$ "
      "<d?metre|metres> beyond the one before. "
      "How many metres from the town hall is marker number $<n>$?",
      is_term },
    { STYLE_TERSE,
      "Arithmetic sequence, $u_1 = <a>$, $d = <d>$: sum of the first $<n>$ "
      "terms?",
      is_sum },
    { STYLE_PLAIN,
      "An arithmetic sequence has first term $<a>$ and common difference "
      "$<d>$. Find the sum of its first $<n>$ terms.",
      is_sum },
    { STYLE_PLAIN,
      "Let $u_k = <a> + (k - 1) \\cdot <d>$. Calculate $u_1 + u_2 + \\dots + "
      "u_{<n>}$.",
      is_sum },
    { STYLE_STORY,
      "<name> puts aside $<a>$ <money> in the first month, and in each further "
      "month $<d>$ <money> more than in the month before. How many <money> "
      "are put aside in the first $<n>$ months together?",
      is_sum_of_many },
    { STYLE_STORY,
      "<name> counts the grains in $<n>$ jars. The first jar holds $<a>$ "
      "<a?grain|grains>, and each further jar holds $<d>$ <d?grain|grains> more "
      "than the one before it. How many grains are there in all the jars?",
      is_sum },
    { STYLE_TERSE,
      "Geometric sequence, $u_1 = <a>$, $r = <d>$: $u_{<n>} = {}$?",
      is_geo_term },
    { STYLE_PLAIN,
      "A geometric sequence has first term $<a>$ and common ratio $<d>$. Find "
      "its term number $<n>$.",
      is_geo_term },
    { STYLE_PLAIN,
      "A sequence is given by $u_1 = <a>$ and $u_{k+1} = <d> \\cdot u_k$. What "
      "is $u_{<n>}$?",
      is_geo_term },
    { STYLE_STORY,
      "On the first day a video is watched $<a>$ <a?time|times>, and on every "
      "further day it is watched $<d>$ times as often as on the day before. "
      "How often is it watched on day $<n>$?",
      is_geo_term },
    { STYLE_STORY,
      "In the first round of a computer game, <name> can win $<a>$ "
      "<a?point|points>. In every further round the prize is $<d>$ times that "
      "of the round before. How many points can be won in round $<n>$?",
      is_geo_term },
    { STYLE_TERSE,
      "Geometric sequence, $u_1 = <a>$, $r = <d>$: sum of the first $<n>$ "
      "terms?",
      is_geo_sum },
    { STYLE_PLAIN,
      "A geometric sequence has first term $<a>$ and common ratio $<d>$. Find "
      "the sum of its first $<n>$ terms.",
      is_geo_sum },
    { STYLE_PLAIN, "Calculate $\\sum_{k=1}^{<n>} <a> \\cdot <d>^{k-1}$.",
      is_geo_sum },
    { STYLE_STORY,
      "A chain letter is sent to $<a>$ <a?person|people> in week $1$, and in "
      "every further week to $<d>$ times as many as in the week before. "
      "How many letters are sent in the first $<n>$ weeks together?",
      is_geo_sum },
    { STYLE_STORY,
      "<name>'s program draws a tree in stages: $<a>$ <a?branch|branches> in the "
      "first stage, and from each branch of a stage $<d>$ new branches in the "
      "next. How many branches are drawn in the first $<n>$ stages "
      "together?",
      is_geo_sum },
    { STYLE_TERSE,
      "Arithmetic sequence, $u_{<m>} = <a>$, $u_{<later>} = <d>$: "
      "$u_{<b>} = {}$?",
      is_two_terms },
    { STYLE_PLAIN,
      "In an arithmetic sequence, term number $<m>$ is $<a>$ and term number "
      "$<later>$ is $<d>$. Find term number $<b>$.",
      is_two_terms },
    { STYLE_PLAIN,
      "The terms $u_1, u_2, u_3, \\dots$ form an arithmetic sequence with "
      "$u_{<m>} = <a>$ and $u_{<later>} = <d>$. What is $u_{<b>}$?",
      is_two_terms },
    { STYLE_STORY,
      "In <name>'s experiment, the water in a tank changes by the same "
      "amount every day. On day $<m>$ there are $<a>$ <a?litre|litres>, on "
      "day $<later>$ there are $<d>$ <d?litre|litres>. How many litres are "
      "there on day $<b>$?",
      is_two_terms },
    { STYLE_STORY,
      "The posts along a straight fence near <city> are numbered one by one, and "
      "neighbouring posts are always equally far apart. From the gate it is "
      "$<a>$ <a?metre|metres> to post number $<m>$ and $<d>$ <d?metre|metres> "
      "to post number $<later>$, further on. How many metres is it to post "
      "number $<b>$?",
      is_rising },
    { STYLE_TERSE,
      "Arithmetic sequence, $u_1 = <a>$, $d = <d>$: least $n$ with $u_1 + "
      "\\dots + u_n > <b>$?",
      is_exceed },
    { STYLE_PLAIN,
      "An arithmetic sequence has first term $<a>$ and common difference "
      "$<d>$. What is the least number of its first terms whose sum is "
      "greater than $<b>$?",
      is_exceed },
    { STYLE_PLAIN,
      "Let $S_n$ be the sum of the first $n$ terms of the arithmetic sequence "
      "that starts with $<a>$ and has common difference $<d>$. Find the "
      "smallest $n$ with $S_n > <b>$.",
      is_exceed },
    { STYLE_STORY,
      "A pump lifts $<a>$ <a?litre|litres> of water in its first minute and "
      "in each further minute $<d>$ <d?litre|litres> more than in the minute "
      "before. After how many full minutes has it, for the first time, "
      "lifted more than $<b>$ litres altogether?",
      is_exceed },
    { STYLE_STORY,
      "<name> learns new words for a language course: $<a>$ on the first day, "
      "and on each further day $<d>$ more than on the day before. After how "
      "many days has <name> learnt more than $<b>$ words for the first time?",
      is_exceed },
    { STYLE_TERSE, "$\\sum_{k=1}^{<n>} " FRACTIONS " = {}$?", is_telescope },
    { STYLE_PLAIN,
      "Calculate the sum $\\sum_{k=1}^{<n>} " FRACTIONS "$ exactly.",
      is_telescope },
    { STYLE_PLAIN,
      "For $k = 1, 2, \\dots, <n>$ let $t_k = " FRACTIONS
      "$. Find $t_1 + t_2 + \\dots + t_{<n>}$ as a fraction in lowest terms.",
      is_telescope },
    { STYLE_STORY,
      "<name> pours water into a tank of one cubic metre. The $k$-th portion "
      "is $" FRACTIONS "$ of a cubic metre. After portion number $<n>$, "
      "which fraction of the tank, empty at first, is full?",
      is_telescope },
    { STYLE_STORY,
      "A snail walks towards <city>. In hour $k$ it covers $" FRACTIONS
      "$ of a kilometre. How many kilometres does it cover in the first "
      "$<n>$ hours together?",
      is_telescope },
    { STYLE_TERSE, "$\\sum_{k=1}^{<n>} " PRODUCTS " = {}$?", is_mixed },
    { STYLE_PLAIN, "Calculate $\\sum_{k=1}^{<n>} " PRODUCTS "$.", is_mixed },
    { STYLE_PLAIN,
      "The numbers $u_k$ form an arithmetic sequence with $u_1 = <a>$ and "
      "common difference $<d>$. Find the sum of all products $u_k \\cdot "
      "<m>^{k-1}$ for $k$ from $1$ to $<n>$.",
      is_mixed },
    { STYLE_STORY,
      "A database has $<n>$ sections. Section $k$ has $<m>^{k-1}$ tables, and "
      "each of its tables holds $<a> + (k - 1) \\cdot <d>$ records. How "
      "many records does the database hold?",
      is_mixed },
    { STYLE_STORY,
      "A firm in <city> has $<n>$ ranks. In rank $k$, counted from the top, "
      "there are $<m>^{k-1}$ people, and each of them sends $<a> + (k - 1) "
      "\\cdot <d>$ messages. How many messages are sent in all?",
      is_mixed },
    { STYLE_TERSE,
      "$u_k = <a> + (k - 1) \\cdot <d>$: sum of all $u_k$ with $1 \\le k \\le "
      "<n>$ and $<m> \\nmid k$?",
      is_skip },
    { STYLE_PLAIN,
      "An arithmetic sequence has first term $<a>$ and common difference "
      "$<d>$. Of its first $<n>$ terms, those whose number is divisible by "
      "$<m>$ are struck out. What is the sum of the others?",
      is_skip },
    { STYLE_PLAIN,
      "Let $u_k = <a> + (k - 1) \\cdot <d>$. Find the sum of $u_k$ over all $k$ "
      "from $1$ to $<n>$ that are not multiples of $<m>$.",
      is_skip },
    { STYLE_STORY,
      "A factory plans to make $<a>$ <a?screw|screws> on day $1$ and $<d>$ "
      "<d?screw|screws> more on each further day than on the day before. But "
      "on every day whose number is a multiple of $<m>$ the machines are "
      "serviced, and what was planned for that day is not made. How many "
      "screws does the factory make in the first $<n>$ days?",
      is_skip },
    { STYLE_STORY,
      "The seats of row $1$ of a stadium in <city> number $<a>$, and each "
      "further row has $<d>$ more than the row before. Every row whose number "
      "is a multiple of $<m>$ is closed. How many seats are open in the "
      "first $<n>$ rows?",
      is_skip },
    { 0 },
};

/* ---- the second road: term by term ---- */

/* The first n for which the terms add up to more than b; the sums grow by at
 * least d(k-1) each time. */
static int64_t count_until(const struct sequence *v)
{
    int64_t n = 0, term = v->a, sum = 0;

    while (sum <= v->b && n <= 20001) {
        sum += term;
        term += v->d;
        n++;
    }
    return n;
}

/* The whole numbers, term by term. */
static void walk(const struct sequence *v, fmpz_t sum)
{
    int64_t term = v->a, weight = 1;

    fmpz_zero(sum);
    for (int64_t i = 1; i <= v->n; i++) {
        bool counts = v->kind == SKIP                          ? i % v->m != 0
                      : v->kind == TERM || v->kind == GEO_TERM ? i == v->n
                                                               : true;

        if (counts && v->kind == MIXED)
            fmpz_add_si(sum, sum, term * weight);
        else if (counts)
            fmpz_add_si(sum, sum, term);
        if (v->kind == GEO_TERM || v->kind == GEO_SUM)
            term *= v->d;
        else
            term += v->d;
        weight *= v->kind == MIXED ? v->m : 1;
    }
}

static void add_fractions(const struct sequence *v, fmpq_t sum)
{
    fmpq_t t;

    fmpq_init(t);
    fmpq_zero(sum);
    for (int64_t k = 1; k <= v->n; k++) {
        int64_t p = v->d * k + v->a;

        fmpq_set_si(t, 1, (ulong)(p * (p + v->d)));
        fmpq_add(sum, sum, t);
    }
    fmpq_clear(t);
}

/* With x as term b: the sequence through it and the first known term is
 * written down as far as the second known term, which must come out. */
static bool leads_on(const struct sequence *v, const fmpq_t x)
{
    fmpq_t term, step, count;
    bool same;

    fmpq_init(term);
    fmpq_init(step);
    fmpq_init(count);
    fmpq_set_si(term, v->a, 1);
    same = v->b == v->m ? fmpq_equal(term, x) : true;
    if (v->b != v->m) {
        fmpq_set_si(count, v->b - v->m, 1);
        fmpq_sub(step, x, term);
        fmpq_div(step, step, count);
        for (int64_t i = 0; i < v->n; i++)
            fmpq_add(term, term, step);
        fmpq_set_si(count, v->d, 1);
        same = fmpq_equal(term, count);
    }
    fmpq_clear(count);
    fmpq_clear(step);
    fmpq_clear(term);
    return same;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct sequence *v = values;
    fmpq_t x, want;
    bool read, same = false;

    (void)a;
    f->by = "term by term";
    f->detail = "these numbers make no such sequence";
    if (!is_sound(v))
        return TRUTH_NO;
    fmpq_init(x);
    fmpq_init(want);
    read = key_rational(key, x);
    if (read) {
        if (v->kind == TELESCOPE)
            add_fractions(v, want);
        else if (v->kind == EXCEED)
            fmpq_set_si(want, count_until(v), 1);
        else if (v->kind != TWO_TERMS)
            walk(v, fmpq_numref(want));
        same = v->kind == TWO_TERMS ? leads_on(v, x) : fmpq_equal(x, want);
    }
    fmpq_clear(want);
    fmpq_clear(x);
    f->detail = !read  ? "the key is not one rational number"
                : same ? "writing the sequence down gives the same number"
                       : "writing the sequence down gives another number";
    return same ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct sequence),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_sequences = {
    .name = "concept/sequences",
    .version = 2,
    .title = "Arithmetic and geometric sequences",
    .doc = "Terms and sums of arithmetic and geometric sequences, reversed "
           "questions, telescoping and mixed sums. The worked solution uses "
           "the term and sum formulas.",
    .concepts = { HIGH_SEQUENCES },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
