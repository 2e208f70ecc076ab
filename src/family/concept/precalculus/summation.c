/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Sums of powers, binomial coefficients in an expansion, and sums of binomial
 * coefficients with weights.
 *
 * solve() uses the identities: the sums of k, k^2 and k^3, the binomial
 * theorem, k C(n, k) = n C(n-1, k-1), and the average of (1+a)^n and (1-a)^n.
 * check() uses none of them: it adds up all terms one by one, with binomials
 * from the rows of Pascal's triangle, and multiplies products out.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    LINEAR,      /* sum of a k + b, k from 1 to n */
    COEFFICIENT, /* of x^m in b (1 + a x)^n */
    SQUARES,     /* sum of a k^2 + b k, k from 1 to n */
    PRODUCT,     /* coefficient of x^m in (x + b)(1 + a x)^n */
    POWERS,      /* sum of b a^k C(n, k), k from 0 to n */
    CUBES,       /* sum of k (k + a)(k + b), k from 1 to n */
    WEIGHTED,    /* sum of (a k + b) C(n, k), k from 0 to n */
    EVEN         /* sum of b a^k C(n, k) over even k */
};

struct sum {
    int64_t kind, n, m, a, b;
};

static const struct field fields[] = {
    NUMBER(struct sum, kind, 0, EVEN), NUMBER(struct sum, n, 1, 1000),
    NUMBER(struct sum, m, 0, 30),      SLOT(struct sum, a, 1, 1000000),
    SLOT(struct sum, b, 1, 1000000),   { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "one identity", "the sum of 10 to 69 numbers ak + b, or one coefficient "
                      "of b(1 + ax)^n with n from 4 to 9" },
    { "several terms", "sums of ak^2 + bk for up to 49 terms, a coefficient of "
                       "(x + b)(1 + ax)^n, or a full binomial sum with powers "
                       "of 2 to 6 for n from 5 to 9" },
    { "weights", "sums of k(k + a)(k + b), binomial sums with linear weights "
                 "for n from 6 to 15, or binomial sums over even k only for n "
                 "from 5 to 9" },
};

static void draw_kind(struct pick *k, struct sum *v, int64_t x)
{
    switch ((enum kind)v->kind) {
    case LINEAR:
        v->n = 10 + pick_cut(&x, 60);
        v->a = 2 + pick_cut(&x, 28);
        break;
    case COEFFICIENT:
    case PRODUCT:
        v->m = (v->kind == PRODUCT ? 3 : 2) + pick_cut(&x, 3);
        v->n = v->m + 2 + pick_cut(&x, 4);
        v->a = 2 + pick_cut(&x, 8);
        break;
    case SQUARES:
    case CUBES:
        v->n = 10 + pick_cut(&x, 40);
        v->a = 2 + pick_cut(&x, 18);
        break;
    case POWERS:
    case EVEN:
        v->n = 5 + pick_cut(&x, 5);
        v->a = 2 + pick_cut(&x, 5);
        break;
    case WEIGHTED:
        v->n = 6 + pick_cut(&x, 10);
        v->a = 2 + pick_cut(&x, 28);
        break;
    }
    /* a and b may be swapped */
    v->b = pick_longer(k, x) + (v->kind == CUBES ? v->a + 1 : 2);
}

static void draw(struct pick *k, void *values)
{
    static const int64_t first[] = { LINEAR, SQUARES, CUBES };
    struct sum *v = values;

    v->kind = first[k->level - 1] + pick(k, 0, k->level == 1 ? 1 : 2);
    draw_kind(k, v, pick(k, 0, 39999));
}

/* ---- the first road: identities ---- */

/* Do the numbers stay below 2^62? */
static bool is_sound(const struct sum *v)
{
    switch ((enum kind)v->kind) {
    case LINEAR:
    case SQUARES:
    case CUBES: return true;
    case COEFFICIENT:
    case PRODUCT: return v->n <= 12 && v->a <= 12 && v->m >= 1 && v->m <= v->n;
    case POWERS:
    case EVEN: return v->n <= 12 && v->a >= 2 && v->a <= 9;
    case WEIGHTED: return v->n <= 30;
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

static int64_t binomial(int64_t n, int64_t r)
{
    int64_t c = 1;

    for (int64_t i = 1; i <= r; i++)
        c = c * (n - r + i) / i;
    return c;
}

static void solve_linear(struct solving *s, const struct sum *v)
{
    int64_t ks = v->n * (v->n + 1) / 2, key = v->a * ks + v->n * v->b;

    solving_step(s,
                 "Split the sum: $" D " \\sum_{k=1}^{" D "} k + \\sum_{k=1}^{" D
                 "} " D "$.",
                 v->a, v->n, v->n, v->b);
    solving_step(s,
                 "$\\sum_{k=1}^{" D "} k = \\frac{" D " \\cdot " D "}{2} = " D
                 "$, and the constant is added $" D "$ times.",
                 v->n, v->n, v->n + 1, ks, v->n);
    solving_step(s,
                 "The sum is $" D " \\cdot " D " + " D " \\cdot " D " = " D
                 " + " D " = " D "$.",
                 v->a, ks, v->n, v->b, v->a * ks, v->n * v->b, key);
    solving_key(s, D, key);
}

/* a x, without a factor 1. */
static const char *linear(struct solving *s, int64_t a, const char *x)
{
    return latex_poly(s->arena, (int64_t[]){ 0, a }, 2, x);
}

/* C(n, m) a^m, explained. */
static int64_t term(struct solving *s, const struct sum *v, int64_t m)
{
    int64_t c = binomial(v->n, m), p = power(v->a, m);

    solving_step(s,
                 "By the binomial theorem the coefficient of $x^{" D
                 "}$ in $(1 + %s)^{" D "}$ is $\\binom{" D "}{" D "} \\cdot " D
                 "^{" D "} = " D " \\cdot " D " = " D "$.",
                 m, linear(s, v->a, "x"), v->n, v->n, m, v->a, m, c, p, c * p);
    return c * p;
}

/* What the stories count and what the expansion holds are the same. */
static void link_up(struct solving *s, const struct sum *v)
{
    solving_step(s,
                 "To choose exactly $k$ of $" D "$ places, with $" D
                 "$ %s for each of them, there are $\\binom{" D "}{k} \\cdot " D
                 "^k$ ways, which is the coefficient of $x^k$ in $(1 + %s)^{" D
                 "}$.",
                 v->n, v->a, v->a == 1 ? "possibility" : "possibilities", v->n,
                 v->a, linear(s, v->a, "x"), v->n);
}

static void solve_coefficient(struct solving *s, const struct sum *v)
{
    int64_t c, lower;

    link_up(s, v);
    if (v->kind == PRODUCT)
        solving_step(s,
                     "One further choice, with $1$ possibility that counts as "
                     "one more and $" D "$ that %s not, brings the factor "
                     "$x + " D "$. So we need the coefficient of $x^{" D
                     "}$ in $(x + " D ")(1 + %s)^{" D "}$.",
                     v->b, v->b == 1 ? "does" : "do", v->b, v->m, v->b,
                     linear(s, v->a, "x"), v->n);
    c = term(s, v, v->m);
    if (v->kind == COEFFICIENT) {
        solving_step(s, "It is to be multiplied by the factor $" D "$.", v->b);
        solving_step(s, "So it is $" D " \\cdot " D " = " D "$.", v->b, c,
                     v->b * c);
        solving_key(s, D, v->b * c);
        return;
    }
    lower = term(s, v, v->m - 1);
    solving_step(s,
                 "A term $x^{" D "}$ of the product comes from $x \\cdot x^{" D
                 "}$ and from $" D " \\cdot x^{" D "}$.",
                 v->m, v->m - 1, v->b, v->m);
    solving_step(s,
                 "So its coefficient is $" D " + " D " \\cdot " D " = " D "$.",
                 lower, v->b, c, lower + v->b * c);
    solving_key(s, D, lower + v->b * c);
}

static int64_t squares(struct solving *s, int64_t n)
{
    int64_t q = n * (n + 1) * (2 * n + 1) / 6;

    solving_step(s,
                 "$\\sum_{k=1}^{" D "} k^2 = \\frac{" D " \\cdot " D
                 " \\cdot " D "}{6} = " D "$ and $\\sum_{k=1}^{" D
                 "} k = \\frac{" D " \\cdot " D "}{2} = " D "$.",
                 n, n, n + 1, 2 * n + 1, q, n, n, n + 1, n * (n + 1) / 2);
    return q;
}

static void solve_squares(struct solving *s, const struct sum *v)
{
    int64_t q = squares(s, v->n), l = v->n * (v->n + 1) / 2;

    solving_step(s, "The sum is $" D " \\cdot " D " + " D " \\cdot " D "$.",
                 v->a, q, v->b, l);
    solving_step(s, "That is $" D " + " D " = " D "$.", v->a * q, v->b * l,
                 v->a * q + v->b * l);
    solving_key(s, D, v->a * q + v->b * l);
}

/* At most 10^12 / 4 + 2 * 10^6 * 3.4 * 10^8 + 10^12 * 5 * 10^5. */
static void solve_cubes(struct solving *s, const struct sum *v)
{
    int64_t p = v->a + v->b, q = v->a * v->b, l = v->n * (v->n + 1) / 2, m, key;

    solving_step(
        s, "Multiply out: $k(k + " D ")(k + " D ") = k^3 + " D "k^2 + " D "k$.",
        v->a, v->b, p, q);
    m = squares(s, v->n);
    solving_step(s,
                 "$\\sum_{k=1}^{" D "} k^3 = \\left(\\sum k\\right)^2 = " D
                 "^2 = " D "$.",
                 v->n, l, l * l);
    key = l * l + p * m + q * l;
    solving_step(
        s, "The sum is $" D " + " D " \\cdot " D " + " D " \\cdot " D "$.",
        l * l, p, m, q, l);
    solving_step(s, "That is $" D " + " D " + " D " = " D "$.", l * l, p * m,
                 q * l, key);
    solving_key(s, D, key);
}

static void solve_powers(struct solving *s, const struct sum *v)
{
    int64_t up = power(v->a + 1, v->n), down = power(1 - v->a, v->n);

    link_up(s, v);
    solving_step(
        s, "We need $" D "$ times the sum of these numbers over %s.", v->b,
        v->kind == EVEN
            ? "all even $k$"
            : arena_printf(s->arena, "$k = 0, 1, \\dots, " D "$", v->n));
    solving_step(s,
                 "By the binomial theorem $\\sum_{k=0}^{" D "} \\binom{" D
                 "}{k} y^k = (1 + y)^{" D "}$.",
                 v->n, v->n, v->n);
    solving_step(s, "For $y = " D "$ this is $" D "^{" D "} = " D "$.", v->a,
                 v->a + 1, v->n, up);
    if (v->kind == EVEN) {
        solving_step(s,
                     "For $y = -" D "$ it is $(" D ")^{" D "} = " D
                     "$: the terms with odd $k$ change their sign.",
                     v->a, 1 - v->a, v->n, down);
        solving_step(s,
                     "Half the sum of both leaves the even $k$: $\\frac{" D
                     "%s}{2} = " D "$.",
                     up, latex_plus(s->arena, down), (up + down) / 2);
        up = (up + down) / 2;
    }
    solving_step(
        s, "With the factor $" D "$ the sum is $" D " \\cdot " D " = " D "$.",
        v->b, v->b, up, v->b * up);
    solving_key(s, D, v->b * up);
}

static void solve_weighted(struct solving *s, const struct sum *v)
{
    int64_t half = power(2, v->n - 1), first = v->n * half;

    solving_step(s,
                 "There are $\\binom{" D "}{k}$ ways to choose $k$ of $" D
                 "$, so we need $\\sum_{k=0}^{" D "} (%s + " D ")\\binom{" D
                 "}{k}$.",
                 v->n, v->n, v->n, linear(s, v->a, "k"), v->b, v->n);
    solving_step(s,
                 "Split: $" D " \\sum k \\binom{" D "}{k} + " D
                 " \\sum \\binom{" D "}{k}$.",
                 v->a, v->n, v->b, v->n);
    solving_step(s,
                 "$k\\binom{" D "}{k} = " D "\\binom{" D
                 "}{k-1}$, so the first sum is $" D " \\cdot 2^{" D "} = " D
                 "$.",
                 v->n, v->n, v->n - 1, v->n, v->n - 1, first);
    solving_step(s, "The second sum is $2^{" D "} = " D "$.", v->n, 2 * half);
    solving_step(s,
                 "Together: $" D " \\cdot " D " + " D " \\cdot " D " = " D "$.",
                 v->a, first, v->b, 2 * half, v->a * first + 2 * v->b * half);
    solving_key(s, D, v->a * first + 2 * v->b * half);
}

static bool solve(struct solving *s, const void *values)
{
    const struct sum *v = values;

    if (!is_sound(v))
        return false;
    switch ((enum kind)v->kind) {
    case LINEAR: solve_linear(s, v); break;
    case COEFFICIENT:
    case PRODUCT: solve_coefficient(s, v); break;
    case SQUARES: solve_squares(s, v); break;
    case CUBES: solve_cubes(s, v); break;
    case POWERS:
    case EVEN: solve_powers(s, v); break;
    case WEIGHTED: solve_weighted(s, v); break;
    }
    return true;
}

/* ---- wording ---- */

/* a x, without a factor 1; and the sum or product that is asked about. */
static void speak(struct speech *s, const void *values)
{
    static const char *const letters[] = { "k", "k^2", "x" };
    const struct sum *v = values;
    const char *f;

    speech_set(s, "ak", "%s", speech_linear(s, &v->a, 1, &letters[0]));
    speech_set(s, "akk", "%s", speech_linear(s, &v->a, 1, &letters[1]));
    speech_set(s, "ax", "%s", speech_linear(s, &v->a, 1, &letters[2]));
    f = arena_printf(s->arena, "(1 + %s)^{" D "}",
                     speech_linear(s, &v->a, 1, &letters[2]), v->n);
    speech_set(s, "f", "%s", speech_linear(s, &v->b, 1, &f));
    speech_set(s, "bk", "%s", speech_linear(s, &v->b, 1, &letters[0]));
}

KIND_IS(struct sum, is_linear, LINEAR)
KIND_IS(struct sum, is_coefficient, COEFFICIENT)
KIND_IS(struct sum, is_squares, SQUARES)
KIND_IS(struct sum, is_product, PRODUCT)
KIND_IS(struct sum, is_powers, POWERS)
KIND_IS(struct sum, is_cubes, CUBES)
KIND_IS(struct sum, is_weighted, WEIGHTED)
KIND_IS(struct sum, is_even, EVEN)

#define BINOMIAL "\\binom{<n>}{k}"

static const struct wording wordings[] = {
    { STYLE_TERSE, "$\\sum_{k=1}^{<n>} (<ak> + <b>) = {}$?", is_linear },
    { STYLE_PLAIN, "Calculate $\\sum_{k=1}^{<n>} (<ak> + <b>)$.", is_linear },
    { STYLE_PLAIN,
      "Add up the values of $<ak> + <b>$ for all integers $k$ from $1$ to "
      "$<n>$. What is the sum?",
      is_linear },
    { STYLE_STORY,
      "On day $k$ of a festival $<ak> + <b>$ tickets are sold. How many "
      "tickets are sold on the first $<n>$ days together?",
      is_linear },
    { STYLE_STORY,
      "A tower in <city> is built of $<n>$ layers, counted from the top. Layer "
      "$k$ needs $<ak> + <b>$ bricks. How many bricks does <name> have to "
      "order for all layers?",
      is_linear },
    { STYLE_TERSE, "Coefficient of $x^{<m>}$ in $<f>$?", is_coefficient },
    { STYLE_PLAIN,
      "What is the coefficient of $x^{<m>}$ when $<f>$ is "
      "multiplied out?",
      is_coefficient },
    { STYLE_PLAIN,
      "The polynomial $<f>$ is written as $c_0 + c_1x "
      "+ c_2x^2 + \\dots$ with integers $c_0, c_1, c_2, \\dots$. Find "
      "$c_{<m>}$.",
      is_coefficient },
    { STYLE_STORY,
      "A paint factory has $<n>$ mixing stations, each of which adds either "
      "the plain base or one of $<a>$ pigments. A recipe says which one each "
      "station adds. Every recipe with exactly $<m>$ pigmented stations is "
      "printed $<b>$ <b?time|times>. How many prints are made?",
      is_coefficient },
    { STYLE_STORY,
      "On a form of <name>'s club there are $<n>$ questions; each can be left "
      "empty or answered in one of $<a>$ ways. For every way to fill in the "
      "form with exactly $<m>$ answers, $<b>$ <b?copy is|copies are> printed. "
      "How many copies is that?",
      is_coefficient },
    { STYLE_TERSE, "$\\sum_{k=1}^{<n>} (<akk> + <bk>) = {}$?", is_squares },
    { STYLE_PLAIN, "Calculate $\\sum_{k=1}^{<n>} (<akk> + <bk>)$.",
      is_squares },
    { STYLE_PLAIN,
      "Find the sum of $<akk> + <bk>$ over all integers $k$ from $1$ to $<n>$.",
      is_squares },
    { STYLE_STORY,
      "<name> stacks square layers of stones: layer $k$ from the top has $k$ "
      "rows of $k$ stones. Each stone weighs $<a>$ <a?gram|grams>, and beside "
      "layer $k$ come $k$ pegs of $<b>$ <b?gram|grams> each. How many grams "
      "do $<n>$ layers weigh, pegs included?",
      is_squares },
    { STYLE_STORY,
      "For a tournament in <city>, $<n>$ square halls are tiled. Hall $k$ needs "
      "$<akk>$ tiles for its floor and $<bk>$ for its walls. How many tiles "
      "are needed for halls $1$ to $<n>$ together?",
      is_squares },
    { STYLE_TERSE, "Coefficient of $x^{<m>}$ in $(x + <b>)(1 + <ax>)^{<n>}$?",
      is_product },
    { STYLE_PLAIN,
      "What is the coefficient of $x^{<m>}$ when $(x + <b>)(1 + <ax>)^{<n>}$ "
      "is multiplied out?",
      is_product },
    { STYLE_PLAIN,
      "The polynomial $(x + <b>)(1 + <ax>)^{<n>}$ is written as $c_0 + c_1x + "
      "c_2x^2 + \\dots$ with integers $c_0, c_1, c_2, \\dots$. Find "
      "$c_{<m>}$.",
      is_product },
    { STYLE_STORY,
      "<name> multiplies out $(x + <b>)(1 + <ax>)^{<n>}$ on a long strip of "
      "paper and collects equal powers of $x$. Which number stands before "
      "$x^{<m>}$?",
      is_product },
    { STYLE_STORY,
      "A guest in <city> chooses, for each of $<n>$ courses, cold bread or one "
      "of $<a>$ hot dishes (the same for every course, repeats allowed). "
      "Before that they choose a starter: one hot soup or one of $<b>$ cold "
      "salads. How many choices have exactly $<m>$ hot dishes, the soup "
      "included?",
      is_product },
    { STYLE_TERSE, "$\\sum_{k=0}^{<n>} <b> \\cdot <a>^k " BINOMIAL " = {}$?",
      is_powers },
    { STYLE_PLAIN,
      "Calculate $\\sum_{k=0}^{<n>} <b> \\cdot <a>^k " BINOMIAL "$.",
      is_powers },
    { STYLE_PLAIN,
      "For $k = 0, 1, \\dots, <n>$ let $t_k = <b> \\cdot <a>^k " BINOMIAL
      "$. What is the sum of all $t_k$?",
      is_powers },
    { STYLE_STORY,
      "A lock factory makes keys with $<n>$ notches. To make a pattern one "
      "chooses which $k$ of the notches are cut (any $k$ from $0$ to $<n>$), "
      "and gives each cut notch one of $<a>$ depths. Each pattern is made "
      "$<b>$ <b?time|times>. How many keys are made, that is, what is "
      "$\\sum_{k=0}^{<n>} <b> \\cdot <a>^k " BINOMIAL "$?",
      is_powers },
    { STYLE_TERSE, "$\\sum_{k=1}^{<n>} k(k + <a>)(k + <b>) = {}$?", is_cubes },
    { STYLE_PLAIN, "Calculate $\\sum_{k=1}^{<n>} k(k + <a>)(k + <b>)$.",
      is_cubes },
    { STYLE_PLAIN,
      "Find the sum of the products $k(k + <a>)(k + <b>)$ over all integers "
      "$k$ from $1$ to $<n>$.",
      is_cubes },
    { STYLE_STORY,
      "In a warehouse there are $<n>$ stacks of boxes, numbered from $1$. "
      "Stack $k$ is $k$ boxes high, $k + <a>$ boxes wide and $k + <b>$ boxes "
      "long. How many boxes are there in all stacks together?",
      is_cubes },
    { STYLE_TERSE, "$\\sum_{k=0}^{<n>} (<ak> + <b>) " BINOMIAL " = {}$?",
      is_weighted },
    { STYLE_PLAIN, "Calculate $\\sum_{k=0}^{<n>} (<ak> + <b>) " BINOMIAL "$.",
      is_weighted },
    { STYLE_PLAIN,
      "Every subset of a set of $<n>$ elements is given the value $<ak> + "
      "<b>$, where $k$ is the number of its elements. What is the sum of the "
      "values of all subsets, the empty one included?",
      is_weighted },
    { STYLE_STORY,
      "From $<n>$ volunteers every possible team is listed, the team of "
      "nobody and the team of all included. Insuring a team of $k$ people "
      "costs $<ak> + <b>$ <money>. How many <money> would it cost to insure "
      "each team on the list once?",
      is_weighted },
    { STYLE_TERSE,
      "$\\sum <b> \\cdot <a>^k " BINOMIAL "$ over all even $k$ with $0 \\le k "
      "\\le <n>$?",
      is_even },
    { STYLE_PLAIN,
      "Calculate the sum of $<b> \\cdot <a>^k " BINOMIAL "$ over all even "
      "integers $k$ from $0$ to $<n>$.",
      is_even },
    { STYLE_PLAIN,
      "In $<f>$, multiplied out, what is the sum of the "
      "coefficients of all even powers of $x$, the constant term included?",
      is_even },
    { STYLE_STORY,
      "Messages are strings of $<n>$ signs; each sign is a dot or one of $<a>$ "
      "letters, and a message is valid if the number of its letters is even "
      "(zero counts as even). Every valid message is sent $<b>$ "
      "<b?time|times>. How many transmissions are there?",
      is_even },
    { 0 },
};

/* ---- the second road: adding up ---- */

/* c[k] = C(n, k), n up to 30, by rows of Pascal's triangle. */
static void pascal(int64_t n, int64_t *c)
{
    for (int64_t k = 0; k <= n; k++)
        c[k] = k == 0;
    for (int64_t i = 1; i <= n; i++)
        for (int64_t k = i; k > 0; k--)
            c[k] += c[k - 1];
}

/* One summand; at most 10^3 * 10^6 * 10^6 or so where k runs far. */
static int64_t summand(const struct sum *v, const int64_t *row, int64_t k)
{
    switch ((enum kind)v->kind) {
    case LINEAR: return v->a * k + v->b;
    case SQUARES: return v->a * k * k + v->b * k;
    case CUBES: return k * (k + v->a) * (k + v->b);
    case WEIGHTED: return (v->a * k + v->b) * row[k];
    default: return 0;
    }
}

/* (1 + a x)^n multiplied out factor by factor: p[k] of x^k, n up to 12. */
static void expand(const struct sum *v, int64_t *p)
{
    for (int64_t k = 0; k <= v->n; k++)
        p[k] = k == 0;
    for (int64_t i = 1; i <= v->n; i++)
        for (int64_t k = i; k > 0; k--)
            p[k] += v->a * p[k - 1];
}

static void add_up(const struct sum *v, fmpz_t sum)
{
    int64_t row[32] = { 0 };
    bool whole = v->kind == LINEAR || v->kind == SQUARES || v->kind == CUBES;

    fmpz_zero(sum);
    if (whole || v->kind == WEIGHTED) {
        if (!whole)
            pascal(v->n, row);
        for (int64_t k = whole; k <= v->n; k++)
            fmpz_add_si(sum, sum, summand(v, row, k));
        return;
    }
    expand(v, row);
    for (int64_t k = 0; k <= v->n; k++)
        if (v->kind == POWERS || (v->kind == EVEN && k % 2 == 0) ||
            (v->kind != EVEN && k == v->m))
            fmpz_add_si(sum, sum, v->b * row[k]);
    if (v->kind == PRODUCT)
        fmpz_add_si(sum, sum, row[v->m - 1]);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct sum *v = values;
    fmpz_t x, sum;
    bool read, same;

    (void)a;
    f->by = "direct summation";
    f->detail = "these numbers are too large for their kind of sum";
    if (!is_sound(v))
        return TRUTH_NO;
    fmpz_init(x);
    fmpz_init(sum);
    read = key_integer(key, x);
    add_up(v, sum);
    same = read && fmpz_equal(x, sum);
    fmpz_clear(sum);
    fmpz_clear(x);
    f->detail = !read  ? "the key is not one integer"
                : same ? "adding up all terms gives the same number"
                       : "adding up all terms gives another number";
    return same ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct sum),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_summation = {
    .name = "concept/summation",
    .version = 2,
    .title = "Binomial theorem and summation identities",
    .doc = "Sums of powers, coefficients of expansions and sums of binomial "
           "coefficients with weights. The worked solution uses the binomial "
           "theorem and the identities for sums.",
    .concepts = { HIGH_SUMMATION, HIGH_BINOMIAL },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
