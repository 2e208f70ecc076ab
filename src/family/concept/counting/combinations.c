/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Choosing without order: C(n, k), committees with conditions, patterns of
 * Pascal's triangle.
 *
 * solve() uses the formula with falling products and adds or subtracts cases.
 * check() never uses it: it goes through all subsets of the people where
 * there are few, and otherwise multiplies polynomials (1 + x)^n and reads a
 * coefficient off.
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
    PURE,  /* k of n */
    BOTH,  /* k of n, and j of m */
    LEAST, /* k of n + m, at least j of the n */
    STICK, /* C(m, k) + C(m + 1, k) + ... + C(n, k) */
    FEUD   /* k of n + m, at least j and i of them, two not together */
};

struct choice {
    int64_t kind, n, m, k, j, i;
};

static const struct field fields[] = {
    NUMBER(struct choice, kind, 0, 4),
    SLOT(struct choice, n, 1, 100000),
    NUMBER(struct choice, m, 0, 100000),
    SLOT(struct choice, k, 1, 12),
    NUMBER(struct choice, j, 0, 12),
    NUMBER(struct choice, i, 0, 12),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "formula", "k of n with n from 6 to 380 and k up to 5, or k of n and j "
                 "of m with n and m from 5 to 24, k and j from 2 to 4" },
    { "condition", "5 to 8 of two groups of 8 to 24, at least j from one of "
                   "them; or a sum of 5 to 41 numbers along a diagonal of "
                   "Pascal's triangle" },
    { "conditions", "k from 5 to 8 of two groups of 9 to 28, at least j of one "
                    "and i of the other, and two people never together" },
};

static void fill(struct pick *p, int64_t kind, void *values)
{
    struct choice *v = values;

    switch (kind) {
    case PURE:
        v->n = pick_wide(p, 6, 380);
        v->k = pick(p, 2, 5);
        break;
    case BOTH:
        v->n = pick_wide(p, 5, 24);
        v->m = pick_wide(p, 5, 24);
        v->k = pick(p, 2, 4);
        v->j = pick(p, 2, 4);
        break;
    case LEAST:
        v->n = pick_wide(p, 8, 24);
        v->m = pick_wide(p, 8, 24);
        v->k = pick(p, 5, 8);
        v->j = v->k - pick(p, 1, 3);
        break;
    case STICK:
        v->k = pick(p, 2, 6);
        v->m = v->k + pick(p, 1, 9);
        v->n = v->m + pick_wide(p, 4, 40);
        break;
    default:
        v->n = pick_wide(p, 9, 28);
        v->m = pick_wide(p, 9, 28);
        v->k = pick(p, 5, 8);
        v->j = pick(p, 1, 2);
        v->i = pick(p, 1, 2);
        break;
    }
}

static void draw(struct pick *p, void *values)
{
    static const int64_t kinds[] = { PURE, BOTH, LEAST, STICK, FEUD };
    static const size_t from[] = { 0, 2, 4, 5 };
    size_t at = from[p->level - 1];

    ((struct choice *)values)->kind =
        kinds_draw(p, kinds + at, from[p->level] - at, fill, values);
}

static bool is_problem(const struct choice *v)
{
    switch (v->kind) {
    case PURE: return v->k <= v->n;
    case BOTH: return v->j >= 1 && v->k <= v->n && v->j <= v->m;
    case LEAST:
        return v->j >= 1 && v->j <= v->k && v->k <= v->n && v->k <= v->m;
    case STICK: return v->k <= v->m && v->m < v->n;
    default:
        return v->j >= 1 && v->i >= 1 && v->i + v->j < v->k && v->k <= v->n &&
               v->k <= v->m;
    }
}

/* ---- the first road: the formula ---- */

static void choose(fmpz_t c, int64_t n, int64_t k)
{
    if (k < 0 || k > n)
        fmpz_zero(c);
    else
        fmpz_bin_uiui(c, (ulong)n, (ulong)k);
}

/* A step that works out C(n, k), 1 <= k. */
static void explain_choose(struct solving *s, int64_t n, int64_t k, fmpz_t c)
{
    choose(c, n, k);
    if (k > n)
        return;
    if (k == 1)
        solving_step(s, "$\\binom{%" PRId64 "}{1} = %" PRId64 "$.", n, n);
    else
        solving_step(s,
                     "$\\binom{%" PRId64 "}{%" PRId64 "} = \\frac{%s}{%s} = "
                     "%s$.",
                     n, k, latex_falling(s->arena, n, k),
                     latex_falling(s->arena, k, k), integer_text(s->arena, c));
}

/* c times d, said in a step. */
static void explain_product(struct solving *s, fmpz_t c, const fmpz_t d)
{
    const char *before = integer_text(s->arena, c);

    fmpz_mul(c, c, d);
    solving_step(s, "$%s \\cdot %s = %s$.", before, integer_text(s->arena, d),
                 integer_text(s->arena, c));
}

static void explain_less(struct solving *s, fmpz_t c, const fmpz_t d)
{
    const char *before = integer_text(s->arena, c);

    fmpz_sub(c, c, d);
    solving_step(s, "Subtract: $%s - %s = %s$.", before,
                 integer_text(s->arena, d), integer_text(s->arena, c));
}

static void solve_both(struct solving *s, const struct choice *v, fmpz_t c,
                       fmpz_t d)
{
    solving_step(s,
                 "The two choices are independent: multiply $\\binom{%" PRId64
                 "}{%" PRId64 "}$ by $\\binom{%" PRId64 "}{%" PRId64 "}$.",
                 v->n, v->k, v->m, v->j);
    explain_choose(s, v->n, v->k, c);
    explain_choose(s, v->m, v->j, d);
    explain_product(s, c, d);
}

/* C(n, w) C(m, k - w), added up for w = lo..hi. */
static void add_cases(struct solving *s, int64_t n, int64_t m, int64_t k,
                      int64_t lo, int64_t hi, fmpz_t sum)
{
    struct str terms = str_in(s->arena), products = str_in(s->arena);
    fmpz_t x, y;

    fmpz_init(x);
    fmpz_init(y);
    for (int64_t w = lo; w <= hi; w++) {
        const char *plus = w > lo ? " + " : "";

        choose(x, n, w);
        choose(y, m, k - w);
        fmpz_mul(x, x, y);
        fmpz_add(sum, sum, x);
        str_addf(&terms,
                 "%s\\binom{%" PRId64 "}{%" PRId64 "} \\binom{%" PRId64
                 "}{%" PRId64 "}",
                 plus, n, w, m, k - w);
        str_addf(&products, "%s%s", plus, integer_text(s->arena, x));
    }
    solving_step(s, "These are $%s = %s = %s$.", str_get(&terms),
                 str_get(&products), integer_text(s->arena, sum));
    fmpz_clear(y);
    fmpz_clear(x);
}

static void solve_stick(struct solving *s, const struct choice *v, fmpz_t c,
                        fmpz_t d)
{
    solving_step(s,
                 "By Pascal's rule $\\binom{r}{%" PRId64
                 "} = \\binom{r+1}{%" PRId64 "} - \\binom{r}{%" PRId64
                 "}$, so the sum telescopes.",
                 v->k, v->k + 1, v->k + 1);
    solving_step(s,
                 "What is left is $\\binom{%" PRId64 "}{%" PRId64
                 "} - \\binom{%" PRId64 "}{%" PRId64 "}$.",
                 v->n + 1, v->k + 1, v->m, v->k + 1);
    explain_choose(s, v->n + 1, v->k + 1, c);
    explain_choose(s, v->m, v->k + 1, d);
    explain_less(s, c, d);
}

static void solve_feud(struct solving *s, const struct choice *v, fmpz_t c,
                       fmpz_t d)
{
    solving_step(s,
                 "First forget the condition on the two. The first group "
                 "gives $%" PRId64 "$ to $%" PRId64 "$ of the $%" PRId64 "$.",
                 v->j, v->k - v->i, v->k);
    add_cases(s, v->n, v->m, v->k, v->j, v->k - v->i, c);
    solving_step(s,
                 "Now count those with both of the two: $%" PRId64
                 "$ more, from groups of $%" PRId64 "$ and $%" PRId64
                 "$, where the first gives $%" PRId64 "$ to $%" PRId64 "$.",
                 v->k - 2, v->n - 1, v->m - 1, v->j - 1, v->k - 1 - v->i);
    add_cases(s, v->n - 1, v->m - 1, v->k - 2, v->j - 1, v->k - 1 - v->i, d);
    explain_less(s, c, d);
}

static void solve_kind(struct solving *s, const struct choice *v, fmpz_t c,
                       fmpz_t d)
{
    switch (v->kind) {
    case PURE:
        solving_step(s,
                     "The order does not matter: we need $\\binom{%" PRId64
                     "}{%" PRId64 "}$, a quotient of $%" PRId64
                     "$ factors down from $%" PRId64 "$ and of $%" PRId64 "!$.",
                     v->n, v->k, v->k, v->n, v->k);
        explain_choose(s, v->n, v->k, c);
        solving_step(s, "The number is $%s$.", integer_text(s->arena, c));
        break;
    case BOTH: solve_both(s, v, c, d); break;
    case LEAST:
        solving_step(s,
                     "Count by the number chosen from the first group of "
                     "$%" PRId64 "$: it goes from $%" PRId64 "$ to $%" PRId64
                     "$.",
                     v->n, v->j, v->k);
        add_cases(s, v->n, v->m, v->k, v->j, v->k, c);
        break;
    case STICK: solve_stick(s, v, c, d); break;
    default: solve_feud(s, v, c, d); break;
    }
}

static bool solve(struct solving *s, const void *values)
{
    const struct choice *v = values;
    fmpz_t c, d;

    if (!is_problem(v))
        return false;
    fmpz_init(c);
    fmpz_init(d);
    solve_kind(s, v, c, d);
    solving_key(s, "%s", integer_text(s->arena, c));
    fmpz_clear(d);
    fmpz_clear(c);
    return true;
}

/* ---- wording ---- */

KIND_IS(struct choice, is_pure, PURE)
KIND_IS(struct choice, is_both, BOTH)
KIND_IS(struct choice, is_least, LEAST)
KIND_IS(struct choice, is_stick, STICK)
KIND_IS(struct choice, is_feud, FEUD)

static const struct wording wordings[] = {
    { STYLE_TERSE, "Evaluate $\\binom{<n>}{<k>}$.", is_pure },
    { STYLE_PLAIN,
      "In how many ways can $<k>$ objects be chosen from $<n>$ different "
      "objects when the order does not matter?",
      is_pure },
    { STYLE_PLAIN,
      "In Pascal's triangle, rows and the places in a row are counted from "
      "$0$. Which number stands at place $<k>$ of row $<n>$?",
      is_pure },
    { STYLE_STORY,
      "A library has $<n>$ different novels. <name> may borrow exactly "
      "$<k>$ of them at once. In how many ways can they choose?",
      is_pure },
    { STYLE_STORY,
      "Of $<n>$ visitors to a <place>, $<k>$ win the same prize in a draw. "
      "How many different groups of winners are possible?",
      is_pure },
    { STYLE_TERSE, "Evaluate $\\binom{<n>}{<k>} \\cdot \\binom{<m>}{<j>}$.",
      is_both },
    { STYLE_PLAIN,
      "A set has $<n>$ elements and another one, with no common element, has "
      "$<m>$. In how many ways can one choose $<k>$ elements of the first and "
      "$<j>$ of the second, regardless of order?",
      is_both },
    { STYLE_PLAIN,
      "A box holds $<n>$ different <colour> cards and $<m>$ different "
      "<colour2> ones. How many hands of $<k>$ <colour> and $<j>$ <colour2> "
      "cards are there?",
      is_both },
    { STYLE_STORY,
      "A society has $<n>$ experienced members and $<m>$ new ones. It sends "
      "$<k>$ experienced and $<j>$ new members to a meeting in <city>. In how "
      "many ways can they be chosen?",
      is_both },
    { STYLE_STORY,
      "In a shop in <city>, $<n>$ kinds of tea and $<m>$ kinds of biscuits are "
      "sold. <name> packs a parcel with $<k>$ different teas and $<j>$ "
      "different kinds of biscuits. How many different parcels are possible?",
      is_both },
    { STYLE_TERSE,
      "$<k>$ people from $<n>$ women and $<m>$ men, at least $<j>$ of them "
      "women: how many choices?",
      is_least },
    { STYLE_PLAIN,
      "A committee of $<k>$ people is formed from $<n>$ women and $<m>$ men. "
      "How many committees have at least $<j>$ women?",
      is_least },
    { STYLE_PLAIN,
      "Let $A$ and $B$ be disjoint sets with $<n>$ and $<m>$ elements. How "
      "many subsets of $A \\cup B$ have exactly $<k>$ elements, of which $<j>$ "
      "or more lie in $A$?",
      is_least },
    { STYLE_STORY,
      "A festival in <city> has $<n>$ adult and $<m>$ young volunteers. A "
      "team of $<k>$ is needed for the opening, and at least $<j>$ of them "
      "must be adults. How many teams are possible?",
      is_least },
    { STYLE_STORY,
      "<name> draws up a quiz of $<k>$ questions from $<n>$ questions on "
      "history and $<m>$ on science. At least $<j>$ must be on history, and "
      "the order of the questions is not yet fixed. How many selections are "
      "there?",
      is_least },
    { STYLE_TERSE, "Evaluate $\\sum_{r=<m>}^{<n>} \\binom{r}{<k>}$.",
      is_stick },
    { STYLE_PLAIN,
      "Find the value of the sum $\\binom{<m>}{<k>} + \\cdots + "
      "\\binom{<n>}{<k>}$, in which the upper number grows by $1$ from term to "
      "term.",
      is_stick },
    { STYLE_PLAIN,
      "In Pascal's triangle, rows and places are counted from $0$. Add the "
      "numbers at place $<k>$ of all rows from row $<m>$ to row $<n>$. What "
      "is the sum?",
      is_stick },
    { STYLE_STORY,
      "A weekly lottery in <city> draws $<k>$ balls at once from a drum. In the "
      "first week the drum holds $<m>$ different balls, and every week one new "
      "ball is added, until it holds $<n>$ in the last week. <name> wants a "
      "ticket for every possible result of every week. How many tickets is "
      "that?",
      is_stick },
    { STYLE_STORY,
      "The members of a society join one at a time. Whenever it has $r$ "
      "members, for each $r$ from $<m>$ to $<n>$, <name> writes down every "
      "possible team of $<k>$ of the members of that time, one team in a line. "
      "How many lines are written in all?",
      is_stick },
    { STYLE_TERSE,
      "$A$ has $<n>$ elements, $B$ has $<m>$, they are disjoint, $a \\in A$, "
      "$b \\in B$. How many $<k>$-element subsets of $A \\cup B$ have at least "
      "$<j>$ of $A$, at least $<i>$ of $B$, and not both $a$ and "
      "$b$?",
      is_feud },
    { STYLE_PLAIN,
      "A committee of $<k>$ is formed from $<n>$ women and $<m>$ men. There "
      "must be at least <women> and at least <men> in it, and a certain woman "
      "and a certain man must not both belong to it. How many committees are "
      "possible?",
      is_feud },
    { STYLE_PLAIN,
      "From $<n>$ different red balls and $<m>$ different blue balls, one of "
      "each colour being marked, $<k>$ are taken. At least $<j>$ must be red, "
      "at least $<i>$ blue, and the two marked balls may not both be taken. "
      "How many selections are there?",
      is_feud },
    { STYLE_STORY,
      "<name> is one of $<n>$ teachers and <name2> one of $<m>$ students who "
      "offer to help at a fair in <city>. A team of $<k>$ needs at least "
      "<teachers> and at least <students>, but <name> and <name2> cannot both "
      "be in it. How many teams can be formed?",
      is_feud },
    { STYLE_STORY,
      "For a gallery in <city>, <name> selects $<k>$ pictures out of $<n>$ old "
      "and $<m>$ modern ones. At least $<j>$ must be old and at least $<i>$ "
      "modern. The largest old picture and the largest modern one may not "
      "both be selected. How many selections are possible?",
      is_feud },
    { 0 },
};

/* "one woman", "two women": j and i are no slots. */
static void speak(struct speech *s, const void *values)
{
    const struct choice *v = values;

    speech_set(s, "women", v->j == 1 ? "one woman" : "$%" PRId64 "$ women",
               v->j);
    speech_set(s, "men", v->i == 1 ? "one man" : "$%" PRId64 "$ men", v->i);
    speech_set(s, "teachers",
               v->j == 1 ? "one teacher" : "$%" PRId64 "$ teachers", v->j);
    speech_set(s, "students",
               v->i == 1 ? "one student" : "$%" PRId64 "$ students", v->i);
}

/* ---- the second road ---- */

#define PEOPLE_MOST 14 /* 2^14 subsets */

static int ones(uint32_t x)
{
    return __builtin_popcount(x);
}

/* All subsets of the n + m people, the two that stay apart being the first
 * of each group. */
static int64_t search(const struct choice *v)
{
    uint32_t first = (1U << v->n) - 1, all = (1U << (v->n + v->m)) - 1;
    uint32_t pair = 1U | 1U << v->n;
    int64_t count = 0;

    for (uint32_t x = 0; x <= all; x++) {
        int64_t a = ones(x & first), b = ones(x & ~first);
        bool both = (x & pair) == pair;

        switch (v->kind) {
        case PURE: count += a == v->k; break;
        case BOTH: count += a == v->k && b == v->j; break;
        case LEAST: count += a + b == v->k && a >= v->j; break;
        default:
            count += a + b == v->k && a >= v->j && b >= v->i && !both;
            break;
        }
    }
    return count;
}

/* p = (1 + x)^n up to x^k. */
static void power(fmpz_poly_t p, int64_t n, int64_t k)
{
    fmpz_poly_zero(p);
    fmpz_poly_set_coeff_ui(p, 0, 1);
    fmpz_poly_set_coeff_ui(p, 1, 1);
    fmpz_poly_pow_trunc(p, p, (ulong)n, k + 1);
}

/* Adds to c what p and q give for x^k, where at least j of the k come from p
 * and at least i from q: the coefficient of the product, less what has fewer. */
static void add_coefficient(fmpz_t c, const fmpz_poly_t p, const fmpz_poly_t q,
                            int64_t k, int64_t j, int64_t i)
{
    fmpz_poly_t all;
    fmpz_t x, y;

    fmpz_init(x);
    fmpz_init(y);
    fmpz_poly_init(all);
    fmpz_poly_mullow(all, p, q, k + 1);
    fmpz_poly_get_coeff_fmpz(x, all, k);
    fmpz_add(c, c, x);
    for (int64_t w = 0; w <= k; w++) {
        if (w >= j && k - w >= i)
            continue;
        fmpz_poly_get_coeff_fmpz(x, p, w);
        fmpz_poly_get_coeff_fmpz(y, q, k - w);
        fmpz_submul(c, x, y);
    }
    fmpz_poly_clear(all);
    fmpz_clear(y);
    fmpz_clear(x);
}

/* 1 + y + ... + y^{n-1} for y = 1 + x up to x^k, by doubling from the highest
 * binary digit of n: the sum to 2n is the sum to n, times 1 + y^n. */
static void geometric(fmpz_poly_t sum, int64_t n, int64_t k)
{
    fmpz_poly_t p;

    fmpz_poly_init(p);
    fmpz_poly_zero(sum);
    for (int bit = 40; bit-- > 0;) {
        int64_t have = n >> (bit + 1);

        if (have) {
            power(p, have, k);
            fmpz_poly_mullow(p, p, sum, k + 1);
            fmpz_poly_add(sum, sum, p);
        }
        if (n >> bit & 1) {
            power(p, 2 * have, k);
            fmpz_poly_add(sum, sum, p);
        }
    }
    fmpz_poly_clear(p);
}

/* The pair is told apart: neither of the two, or the one, or the other. */
static void count_again(fmpz_t c, const struct choice *v)
{
    int64_t less = v->kind == FEUD, j = v->j, k = v->k;
    fmpz_poly_t p, q;

    fmpz_poly_init(p);
    fmpz_poly_init(q);
    if (v->kind == STICK)
        geometric(p, v->n - v->m + 1, k);
    else
        power(p, v->n - less, k);
    power(q, v->m - less, v->kind == BOTH ? j : k);
    switch (v->kind) {
    case PURE:
    case STICK: add_coefficient(c, p, q, k, 0, 0); break;
    case BOTH: add_coefficient(c, p, q, k + j, k, j); break;
    case LEAST: add_coefficient(c, p, q, k, j, 0); break;
    default:
        add_coefficient(c, p, q, k, j, v->i);
        add_coefficient(c, p, q, k - 1, j - 1, v->i);
        add_coefficient(c, p, q, k - 1, j, v->i - 1);
        break;
    }
    fmpz_poly_clear(q);
    fmpz_poly_clear(p);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    struct choice v = *(const struct choice *)values;
    enum truth holds = TRUTH_NO;
    fmpz_t x, c;

    if (v.kind == PURE)
        v.m = 0; /* there is one group */
    fmpz_init(x);
    fmpz_init(c);
    f->by = "generating polynomial";
    f->detail = "the key is not one integer";
    if (!is_problem(&v)) {
        f->detail = "the values make no problem";
    } else if (key_integer(key, x)) {
        if (v.kind != STICK && v.n + v.m <= PEOPLE_MOST) {
            f->by = "exhaustive search";
            fmpz_set_si(c, search(&v));
        } else {
            count_again(c, &v);
        }
        holds = fmpz_equal(x, c) ? TRUTH_YES : TRUTH_NO;
        f->detail = arena_printf(a, "the count is %s", integer_text(a, c));
    }
    fmpz_clear(c);
    fmpz_clear(x);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct choice),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_combinations = {
    .name = "concept/combinations",
    .version = 2,
    .title = "Combinations",
    .doc = "Choices without order: k of n, committees with conditions, and "
           "sums along a diagonal of Pascal's triangle. The worked solution "
           "uses the formula for binomial coefficients and adds or subtracts "
           "cases.",
    .concepts = { HIGH_COMBINATIONS },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
