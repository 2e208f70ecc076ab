/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Factorials: quotients and sums, the exponent of a prime, reversed questions.
 *
 * solve() cancels factors and uses Legendre's formula. check() divides the
 * key back, looks at every factor of the product one by one, builds a table
 * by a recurrence, or uses the formula with the sum of digits in base p.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum {
    QUOTIENT, /* n!/m! + k! */
    EXPONENT, /* how often p divides n!/m! */
    LINES,    /* least x with x!/(x-k)! >= n */
    LEAST,    /* least x such that p^n q^m divides x! */
    BASE      /* zeros at the end of n! in base p^m q^k */
};

struct factorial {
    int64_t kind, n, m, k, p, q;
};

static const struct field fields[] = {
    NUMBER(struct factorial, kind, 0, 4),
    SLOT(struct factorial, n, 1, 9999999),
    NUMBER(struct factorial, m, 0, 9999999),
    NUMBER(struct factorial, k, 0, 12),
    NUMBER(struct factorial, p, 0, 13),
    NUMBER(struct factorial, q, 0, 13),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "quotient", "n!/m! + k! with n up to 305, 2 to 4 factors left after "
                  "cancelling, k from 3 to 8" },
    { "exponent", "how often a prime up to 7 divides n!/m!, n up to 480; or "
                  "the least x with x!/(x-k)! at least a number of four or "
                  "five digits, k from 2 to 4" },
    { "reversed", "the least x such that x! is divisible by a product of two "
                  "prime powers, exponents from 18 to 1446; or the zeros at "
                  "the end of n! in a base with two primes, one of them "
                  "squared or cubed, n from 100 to 999" },
};

static void fill_least(struct pick *k, struct factorial *v)
{
    static const int64_t primes[] = { 2, 3, 5, 7, 11, 13 };
    int64_t pair[2], more;

    pick_subset(k, 0, 5, 2, pair);
    v->p = primes[pair[0]];
    v->q = primes[pair[1]];
    v->m = pick_wide(k, 20, 120);
    more = pick(k, -6, 6);
    v->n = v->m * (v->q - 1) / (v->p - 1) + more; /* neither is idle */
}

static void fill(struct pick *k, int64_t kind, void *values)
{
    static const int64_t bases[][4] = {
        { 2, 2, 3, 1 }, { 2, 1, 3, 2 }, { 2, 2, 5, 1 }, { 2, 3, 3, 1 },
        { 2, 2, 7, 1 }, { 2, 3, 5, 1 }, { 3, 2, 5, 1 }, { 2, 1, 5, 2 },
        { 2, 1, 3, 3 }, { 3, 2, 7, 1 }, { 2, 3, 3, 2 }, { 3, 1, 5, 2 },
    };
    static const int64_t small[] = { 2, 3, 5, 7 };
    struct factorial *v = values;
    const int64_t *b;

    switch (kind) {
    case QUOTIENT:
        v->n = pick_wide(k, 6, 305);
        v->m = v->n - pick(k, 2, 4);
        v->k = pick(k, 3, 8);
        break;
    case EXPONENT:
        v->m = pick_wide(k, 20, 300);
        v->n = v->m + pick_wide(k, 40, 180);
        v->p = pick_of(k, small, 4);
        break;
    case LINES:
        v->n = pick_wide(k, 1000, 40000);
        v->k = pick(k, 2, 4);
        break;
    case LEAST: fill_least(k, v); break;
    default:
        v->n = pick_wide(k, 100, 999);
        b = bases[pick(k, 0, 11)];
        v->p = b[0];
        v->m = b[1];
        v->q = b[2];
        v->k = b[3];
    }
}

static void draw(struct pick *k, void *values)
{
    static const int64_t kinds[] = { QUOTIENT, EXPONENT, LINES, LEAST, BASE };
    static const size_t from[] = { 0, 1, 3, 5 };
    size_t at = from[k->level - 1];

    ((struct factorial *)values)->kind =
        kinds_draw(k, kinds + at, from[k->level] - at, fill, values);
}

static bool is_prime(int64_t p)
{
    return p == 2 || p == 3 || p == 5 || p == 7 || p == 11 || p == 13;
}

static bool is_problem(const struct factorial *v)
{
    switch (v->kind) {
    case QUOTIENT:
        return v->n > v->m && v->m >= 1 && v->n - v->m <= 4 && v->n <= 32000 &&
               v->k >= 2;
    case EXPONENT: return is_prime(v->p) && v->n > v->m && v->n - v->m <= 20000;
    case LINES: return v->k >= 2 && v->k <= 4 && v->n >= 24;
    case LEAST:
        return is_prime(v->p) && is_prime(v->q) && v->p != v->q && v->m >= 1 &&
               v->n <= 200000 && v->m <= 200000;
    default:
        return is_prime(v->p) && is_prime(v->q) && v->p != v->q && v->m >= 1 &&
               v->m <= 3 && v->k >= 1 && v->k <= 3 && v->n >= 10 &&
               v->n <= 200000;
    }
}

/* ---- the first road: cancelling, and Legendre's formula ---- */

static int64_t product(int64_t n, int64_t k)
{
    int64_t x = 1;

    for (int64_t i = 0; i < k; i++)
        x *= n - i; /* at most 32000^4 or (10^7)^2 */
    return x;
}

static void solve_quotient(struct solving *s, const struct factorial *v)
{
    int64_t k = v->n - v->m, x = product(v->n, k), y = product(v->k, v->k);

    solving_step(s,
                 "$%" PRId64 "! = %s \\cdot %" PRId64
                 "!$, so the quotient is $%s = %" PRId64 "$.",
                 v->n, latex_falling(s->arena, v->n, k), v->m,
                 latex_falling(s->arena, v->n, k), x);
    solving_step(s, "$%" PRId64 "! = %s = %" PRId64 "$.", v->k,
                 latex_falling(s->arena, v->k, v->k), y);
    solving_step(s, "$%" PRId64 " + %" PRId64 " = %" PRId64 "$.", x, y, x + y);
    solving_key(s, "%" PRId64, x + y);
}

/* The exponent of p in n!, with a step. */
static int64_t legendre(struct solving *s, int64_t n, int64_t p)
{
    struct str floors = str_in(s->arena), sum = str_in(s->arena);
    int64_t e = 0;

    if (n < p)
        return 0;
    for (int64_t d = p; d <= n; d *= p) {
        e += n / d;
        str_addf(&floors,
                 "%s\\lfloor \\frac{%" PRId64 "}{%" PRId64 "} \\rfloor",
                 d > p ? " + " : "", n, d);
        str_addf(&sum, "%s%" PRId64, d > p ? " + " : "", n / d);
    }
    solving_step(s, "Exponent of $%" PRId64 "$ in $%" PRId64 "!$: $%s = %s%s",
                 p, n, str_get(&floors), str_get(&sum), p * p > n ? "$." : "");
    if (s->steps && p * p <= n)
        str_addf(&s->steps->text, " = %" PRId64 "$.", e);
    return e;
}

static void solve_exponent(struct solving *s, const struct factorial *v)
{
    int64_t x, y;

    solving_step(s,
                 "Subtract the exponent of $%" PRId64 "$ in $%" PRId64
                 "!$ from the one in $%" PRId64 "!$ (Legendre's formula).",
                 v->p, v->m, v->n);
    x = legendre(s, v->n, v->p);
    y = legendre(s, v->m, v->p);
    solving_step(s, "$%" PRId64 " - %" PRId64 " = %" PRId64 "$.", x, y, x - y);
    solving_key(s, "%" PRId64, x - y);
}

static void solve_lines(struct solving *s, const struct factorial *v)
{
    int64_t x = v->k;

    while (product(x, v->k) < v->n)
        x++;
    solving_step(s,
                 "After cancelling, $\\frac{x!}{(x-%" PRId64
                 ")!}$ is a product "
                 "of $%" PRId64 "$ factors, $x$ and downwards, and grows with "
                 "$x$.",
                 v->k, v->k);
    solving_step(s, "$x = %" PRId64 "$ is too small: $%s = %" PRId64 "$.",
                 x - 1, latex_falling(s->arena, x - 1, v->k),
                 product(x - 1, v->k));
    solving_step(s, "$x = %" PRId64 "$ is enough: $%s = %" PRId64 "$.", x,
                 latex_falling(s->arena, x, v->k), product(x, v->k));
    solving_key(s, "%" PRId64, x);
}

static int64_t exponent(int64_t n, int64_t p)
{
    int64_t e = 0;

    for (int64_t d = p; d <= n; d *= p)
        e += n / d;
    return e;
}

/* The least multiple x of p such that p^e divides x!. */
static int64_t reach(struct solving *s, int64_t p, int64_t e)
{
    int64_t lo = 0, hi = e; /* exponent(p * lo) < e <= exponent(p * hi) */

    while (hi - lo > 1) {
        int64_t half = lo + (hi - lo) / 2;

        if (exponent(p * half, p) >= e)
            hi = half;
        else
            lo = half;
    }
    solving_step(s,
                 "The exponent of $%" PRId64 "$ in $x!$ grows at multiples of "
                 "$%" PRId64 "$ only. It must reach $%" PRId64
                 "$, which happens at $x = %" PRId64 "$:",
                 p, p, e, p * hi);
    if (hi > 1)
        legendre(s, p * (hi - 1), p);
    legendre(s, p * hi, p);
    return p * hi;
}

static void solve_least(struct solving *s, const struct factorial *v)
{
    int64_t x = reach(s, v->p, v->n), y = reach(s, v->q, v->m);

    solving_step(s,
                 "Both must hold: $x$ is the larger of $%" PRId64
                 "$ and $%" PRId64 "$, which is $%" PRId64 "$.",
                 x, y, x > y ? x : y);
    solving_key(s, "%" PRId64, x > y ? x : y);
}

static int64_t base_of(const struct factorial *v)
{
    int64_t b = 1;

    for (int64_t i = 0; i < v->m; i++)
        b *= v->p;
    for (int64_t i = 0; i < v->k; i++)
        b *= v->q;
    return b;
}

/* How often m of x can be taken. */
static const char *shared(struct solving *s, int64_t x, int64_t m)
{
    return arena_printf(s->arena,
                        m == 1 ? "%" PRId64
                               : "\\lfloor \\frac{%" PRId64 "}{%" PRId64
                                 "} \\rfloor = %" PRId64,
                        x, m, x / m);
}

static void solve_base(struct solving *s, const struct factorial *v)
{
    int64_t x, y, b = base_of(v);

    solving_step(s,
                 "We need the largest power of $%" PRId64 " = %s$ that divides "
                 "$%" PRId64 "!$.",
                 b, latex_factors(s->arena, b), v->n);
    x = legendre(s, v->n, v->p);
    y = legendre(s, v->n, v->q);
    solving_step(s,
                 "The factors $%" PRId64 "$ are enough for $%s$ factors "
                 "$%" PRId64 "$, the factors $%" PRId64 "$ for $%s$.",
                 v->p, shared(s, x, v->m), b, v->q, shared(s, y, v->k));
    x /= v->m;
    y /= v->k;
    solving_step(s, "The smaller one counts: $%" PRId64 "$.", x < y ? x : y);
    solving_key(s, "%" PRId64, x < y ? x : y);
}

static bool solve(struct solving *s, const void *values)
{
    static void (*const roads[])(struct solving *, const struct factorial *) = {
        solve_quotient, solve_exponent, solve_lines, solve_least, solve_base
    };
    const struct factorial *v = values;

    if (!is_problem(v))
        return false;
    roads[v->kind](s, v);
    return true;
}

/* ---- wording ---- */

KIND_IS(struct factorial, is_quotient, QUOTIENT)
KIND_IS(struct factorial, is_exponent, EXPONENT)
KIND_IS(struct factorial, is_lines, LINES)
KIND_IS(struct factorial, is_least, LEAST)
KIND_IS(struct factorial, is_base, BASE)

static void speak(struct speech *s, const void *values)
{
    const struct factorial *v = values;

    if (v->kind == BASE)
        speech_set(s, "base", "%" PRId64, base_of(v));
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Evaluate $\\frac{<n>!}{<m>!} + <k>!$.", is_quotient },
    { STYLE_PLAIN,
      "Divide the factorial of $<n>$ by the factorial of $<m>$, and add the "
      "factorial of $<k>$. What is the result?",
      is_quotient },
    { STYLE_PLAIN,
      "Find the value of the expression $\\frac{<n>!}{<m>!} + <k>!$.",
      is_quotient },
    { STYLE_STORY,
      "In a race of $<n>$ runners the $<m>$ slowest get no place, and the "
      "others are ranked without ties. <name> writes down every possible "
      "ranking and then every possible order of $<k>$ speeches at the "
      "ceremony, one in each line. How many lines is that?",
      is_quotient },
    { STYLE_STORY,
      "A printer makes one poster for every way to put $<k>$ different flags "
      "in a row, and one more poster for every way to rank all but the $<m>$ "
      "last of $<n>$ cyclists, without ties. How many posters are made in "
      "all?",
      is_quotient },
    { STYLE_TERSE, "Exponent of $<p>$ in $\\frac{<n>!}{<m>!}$?", is_exponent },
    { STYLE_PLAIN,
      "Find the largest integer $r$ such that $<p>^r$ divides "
      "$\\frac{<n>!}{<m>!}$.",
      is_exponent },
    { STYLE_PLAIN,
      "How many times does the prime $<p>$ occur in the prime factorisation "
      "of the integer $\\frac{<n>!}{<m>!}$?",
      is_exponent },
    { STYLE_STORY,
      "<name>'s computer multiplies all whole numbers that are greater than "
      "$<m>$ and at most $<n>$. Then it divides the product by $<p>$ as "
      "often as there is no remainder. How many times is that?",
      is_exponent },
    { STYLE_STORY,
      "For an exhibition in <city>, the product of all whole numbers greater "
      "than $<m>$ and at most $<n>$ is written on a long wall as a product of "
      "primes, without powers. How many times does <name> find the prime "
      "$<p>$ on the wall?",
      is_exponent },
    { STYLE_TERSE, "Least integer $x$ with $\\frac{x!}{(x-<k>)!} \\ge <n>$?",
      is_lines },
    { STYLE_PLAIN,
      "Find the smallest integer $x \\ge <k>$ for which "
      "$\\frac{x!}{(x-<k>)!}$ is at least $<n>$.",
      is_lines },
    { STYLE_PLAIN,
      "From which integer $x \\ge <k>$ on does the inequality "
      "$\\frac{x!}{(x-<k>)!} \\ge <n>$ hold?",
      is_lines },
    { STYLE_STORY,
      "<name> designs flags with $<k>$ vertical stripes, all of different "
      "colours; the order of the stripes matters. At least $<n>$ different "
      "flags must be possible. How many colours are needed at least?",
      is_lines },
    { STYLE_STORY,
      "A code consists of $<k>$ different symbols in a certain order. "
      "How many symbols must there be to choose from, at least, so that "
      "$<n>$ users in <city> can all have different codes?",
      is_lines },
    { STYLE_TERSE,
      "Least positive integer $x$ with $<p>^{<n>} \\cdot <q>^{<m>} \\mid x!$?",
      is_least },
    { STYLE_PLAIN,
      "Find the smallest positive integer $x$ such that $x!$ is divisible by "
      "$<p>^{<n>} \\cdot <q>^{<m>}$.",
      is_least },
    { STYLE_PLAIN,
      "In the prime factorisation of $x!$ the exponent of $<p>$ is to be at "
      "least $<n>$ and the exponent of $<q>$ at least $<m>$. What is the "
      "smallest positive integer $x$ that achieves this?",
      is_least },
    { STYLE_STORY,
      "<name>'s computer starts with $1$ and multiplies by $2$, by $3$, by "
      "$4$ and so on. What is the number by which it has just multiplied "
      "when the product is, for the first time, divisible by $<p>^{<n>} "
      "\\cdot <q>^{<m>}$?",
      is_least },
    { STYLE_STORY,
      "The visitors to a <place> in <city> are numbered $1$, $2$, $3$ and so "
      "on, and a display shows the product of the numbers of all visitors so "
      "far. A bell rings as soon as this product is divisible by "
      "$<p>^{<n>} \\cdot <q>^{<m>}$. What is the number of the visitor who "
      "makes it ring?",
      is_least },
    { STYLE_TERSE, "Zeros at the end of $<n>!$ in base $<base>$?", is_base },
    { STYLE_PLAIN,
      "With how many zeros does the number $<n>!$ end when it is written in "
      "base $<base>$?",
      is_base },
    { STYLE_PLAIN,
      "Find the largest integer $r$ such that $<base>^r$ divides $<n>!$.",
      is_base },
    { STYLE_STORY,
      "<name> invents $<base>$ different digits for writing numbers in base "
      "$<base>$, and lets a computer print $<n>!$ with them. How many zeros "
      "are at the end of the printed number?",
      is_base },
    { STYLE_STORY,
      "In a thought experiment, <name> writes each of the $<n>!$ orders of $<n>$ "
      "people on a card. The cards go into boxes of $<base>$ cards, the boxes "
      "into crates of $<base>$ boxes, and so on, always $<base>$ into one, as "
      "long as nothing is left over. How many times can everything be packed "
      "in this way?",
      is_base },
    { 0 },
};

/* ---- the second road ---- */

/* Take off k! = 1 + 1 1! + 2 2! + ..., then divide by what is between m and
 * n: 1 must be left. */
static bool divides_back(const struct factorial *v, int64_t x)
{
    int64_t term = 1;

    x--;
    for (int64_t i = 1; i < v->k; i++) {
        x -= i * term;
        term += i * term;
    }
    for (int64_t i = v->m + 1; i <= v->n; i++) {
        if (x % i)
            return false;
        x /= i;
    }
    return x == 1;
}

/* How often p divides the product of m + 1 .. n, factor by factor. */
static int64_t count_factors(int64_t m, int64_t n, int64_t p)
{
    int64_t count = 0;

    for (int64_t i = m + 1; i <= n; i++)
        for (int64_t x = i; x % p == 0; x /= p)
            count++;
    return count;
}

/* Rows of the numbers of ordered choices: r[k] of x is r[k] + k r[k-1] of
 * x - 1. The first x whose number is n or more. */
static int64_t search_lines(int64_t k, int64_t n)
{
    int64_t r[5] = { 1 }, x = 0;

    while (r[k] < n) { /* x stays below 3200 as k >= 2 and n < 10^7 */
        for (int64_t j = k; j > 0; j--)
            r[j] += j * r[j - 1];
        x++;
    }
    return x;
}

/* The exponent of p in n! is (n - s) / (p - 1), s the sum of the digits of n
 * in base p. */
static int64_t by_digits(int64_t n, int64_t p)
{
    int64_t s = 0;

    for (int64_t x = n; x; x /= p)
        s += x % p;
    return (n - s) / (p - 1);
}

static bool reaches(const struct factorial *v, int64_t x)
{
    return by_digits(x, v->p) >= v->n && by_digits(x, v->q) >= v->m;
}

static bool right(const struct factorial *v, int64_t x, struct check_finding *f)
{
    int64_t e, d;

    switch (v->kind) {
    case QUOTIENT: f->by = "division"; return divides_back(v, x);
    case EXPONENT:
        f->by = "exhaustive search";
        return x == count_factors(v->m, v->n, v->p);
    case LINES: f->by = "recurrence"; return x == search_lines(v->k, v->n);
    case LEAST:
        f->by = "sums of digits";
        return x >= 1 && x <= 9999999 && reaches(v, x) && !reaches(v, x - 1);
    default:
        f->by = v->n <= 1000 ? "exhaustive search" : "sums of digits";
        e = v->n <= 1000 ? count_factors(0, v->n, v->p) : by_digits(v->n, v->p);
        d = v->n <= 1000 ? count_factors(0, v->n, v->q) : by_digits(v->n, v->q);
        return (x * v->m <= e && x * v->k <= d) &&
               ((x + 1) * v->m > e || (x + 1) * v->k > d);
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct factorial *v = values;
    int64_t x;

    (void)a;
    f->by = "division";
    f->detail = "the values make no problem";
    if (!is_problem(v))
        return TRUTH_NO;
    f->detail = "the key is not one small integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    f->detail = "the key is not the number that was found";
    if (x < 0 || !right(v, x, f))
        return TRUTH_NO;
    f->detail = "the key is the number that was found";
    return TRUTH_YES;
}

static const struct recipe recipe = {
    .size = sizeof(struct factorial),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_factorials = {
    .name = "concept/factorials",
    .version = 2,
    .title = "Factorials",
    .doc = "Quotients and sums of factorials, the exponent of a prime in a "
           "factorial, zeros at its end in any base, and the least factorial "
           "with a property. The worked solution cancels factors and uses "
           "Legendre's formula.",
    .concepts = { HIGH_FACTORIALS },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
