/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Factors and multiples: multiples of one or two numbers in a range, and the
 * divisors of a number above a bound under a further condition.
 *
 * solve() counts by division and inclusion, and adds divisors by the product
 * formula less those up to the bound. check() steps from multiple to
 * multiple, and finds divisors by trying every number up to the square root.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define I "%" PRId64

enum {
    COUNT,    /* multiples of m in a..b */
    ENDS,     /* the smallest plus the largest of them */
    LESS,     /* how many are multiples of m but not of n */
    COMMON,   /* the sum of the multiples of both */
    EITHER,   /* how many are multiples of m or n or both */
    NOT_OF,   /* sum of the divisors of p above a that m does not divide */
    OF,       /* ... that are multiples of m */
    COFACTORS /* ... whose cofactor is a multiple of m */
};

struct range {
    int64_t kind, a, b, m, n, p;
};

static const struct field fields[] = {
    NUMBER(struct range, kind, 0, COFACTORS),
    SLOT(struct range, a, 1, 100000),
    NUMBER(struct range, b, 0, 300000),
    NUMBER(struct range, m, 2, 1000),
    NUMBER(struct range, n, 0, 1000),
    NUMBER(struct range, p, 0, 1000000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "multiples", "multiples of a number from 3 to 19 in a range up to 800: "
                   "how many, or the smallest and the largest" },
    { "two", "multiples of two numbers from 3 to 20 in a range: of both, of "
             "one but not the other, of at least one" },
    { "divisors", "the sum of the divisors of 2^i 3^j 5^k r, which has up to "
                  "168 divisors, that exceed a bound and obey a condition on "
                  "multiples" },
};

static int64_t pick_product(struct pick *k)
{
    static const int64_t primes[3][8] = {
        { 11, 13, 17, 19, 23, 29, 31, 37 },
        { 101, 103, 107, 109, 113, 127, 131, 137 },
        { 1009, 1013, 1019, 1021, 1031, 1033, 1039, 1049 },
    };
    int64_t i = pick(k, 3, 6), j = pick(k, 1, 3), five = pick(k, 1, 2);
    int64_t p = pick_of(k, primes[k->digits], 8);

    while (i-- > 0)
        p *= 2;
    while (j-- > 0)
        p *= 3;
    while (five-- > 0)
        p *= 5;
    return p;
}

/* Two numbers from 3 to 20 of which neither is a multiple of the other: then
 * neither is idle. */
static void pick_two(struct pick *k, struct range *v)
{
    int64_t n = 0, rank;

    for (int64_t i = 3; i <= 20; i++)
        for (int64_t j = 3; j < i; j++)
            n += i % j != 0;
    rank = pick(k, 0, n - 1);
    for (int64_t i = 3; i <= 20; i++)
        for (int64_t j = 3; j < i; j++)
            if (i % j && rank-- == 0) {
                v->m = j;
                v->n = i;
            }
}

static void draw(struct pick *k, void *values)
{
    static const int64_t factors[] = { 2, 3, 4, 5, 6, 8, 10, 12, 15, 20 };
    struct range *v = values;

    if (k->level == 1) {
        v->kind = pick(k, COUNT, ENDS);
        v->a = pick_wide(k, 10, 300);
        v->b = v->a + pick_wide(k, 40, 500);
        v->m = pick(k, 3, 19);
    } else if (k->level == 2) {
        v->kind = pick(k, LESS, EITHER);
        v->a = pick_wide(k, 10, 300);
        v->b = v->a + pick_wide(k, 400, 900); /* more than 19 * 20 */
        pick_two(k, v);
    } else {
        v->kind = pick(k, NOT_OF, COFACTORS);
        v->a = pick_wide(k, 2, 60); /* below p/20 and every 15 r */
        v->m = pick_of(k, factors, 10);
        v->a += v->kind == OF ? v->m : 0; /* m itself is not above it */
        v->p = pick_product(k);
    }
}

/* ---- the first road ---- */

/* The multiples of m in a..b. */
struct run {
    int64_t first, last, n;
};

static struct run run_of(const struct range *v, int64_t m)
{
    struct run r = { (v->a + m - 1) / m * m, v->b / m * m, 0 };

    r.n = r.last < r.first ? 0 : (r.last - r.first) / m + 1;
    return r;
}

static void explain_run(struct solving *s, struct run r, int64_t m)
{
    solving_step(
        s, "The multiples of $" I "$ in the range run from $" I "$ to $" I "$.",
        m, r.first, r.last);
    solving_step(
        s, "There are $\\frac{" I " - " I "}{" I "} + 1 = " I "$ of them.",
        r.last, r.first, m, r.n);
}

static bool solve_one(struct solving *s, const struct range *v)
{
    struct run r = run_of(v, v->m);

    if (r.n < 2)
        return false;
    if (v->kind == COUNT) {
        explain_run(s, r, v->m);
        solving_step(s, "So the answer is $" I "$.", r.n);
        solving_key(s, I, r.n);
        return true;
    }
    solving_step(s,
                 "The first multiple from $" I "$ on is $" I " \\cdot " I
                 " = " I "$.",
                 v->a, v->m, r.first / v->m, r.first);
    solving_step(s,
                 "The last one up to $" I "$ is $" I " \\cdot " I " = " I "$.",
                 v->b, v->m, r.last / v->m, r.last);
    solving_step(s, "Their sum is $" I " + " I " = " I "$.", r.first, r.last,
                 r.first + r.last);
    solving_key(s, I, r.first + r.last);
    return true;
}

static bool solve_two(struct solving *s, const struct range *v)
{
    int64_t l = v->n ? v->m / integer_gcd(v->m, v->n) * v->n : 0, x;
    struct run m, n, both;

    if (l == 0 || v->m == v->n)
        return false;
    m = run_of(v, v->m);
    n = run_of(v, v->n);
    both = run_of(v, l);
    if (both.n < 1)
        return false;
    if (v->kind != COMMON)
        explain_run(s, m, v->m);
    if (v->kind == EITHER)
        explain_run(s, n, v->n);
    solving_step(s,
                 "Common multiples of $" I "$ and $" I
                 "$ are the multiples of their least common multiple $" I "$.",
                 v->m, v->n, l);
    explain_run(s, both, l);
    if (v->kind == COMMON) {
        x = (both.first + both.last) * both.n / 2;
        solving_step(s,
                     "Their sum is $\\frac{(" I " + " I ") \\cdot " I
                     "}{2} = " I "$.",
                     both.first, both.last, both.n, x);
    } else if (v->kind == LESS) {
        x = m.n - both.n;
        solving_step(s, "This leaves $" I " - " I " = " I "$.", m.n, both.n, x);
    } else {
        x = m.n + n.n - both.n;
        solving_step(
            s, "Common ones are counted once: $" I " + " I " - " I " = " I "$.",
            m.n, n.n, both.n, x);
    }
    solving_key(s, I, x);
    return x > 0;
}

/* The sum of all divisors of n > 1 by the product formula, which goes into
 * text. */
static int64_t sum_of_divisors(int64_t n, struct str *text)
{
    int64_t sum = 1;

    for (int64_t d = 2; n > 1; d++) {
        int64_t part = 1, q = d;

        if (d * d > n)
            q = d = n;
        for (; n % d == 0; n /= d, q *= d) {
            if (part == 1)
                str_add(text, text->n ? " \\cdot (1" : "(1");
            str_add(text, " + ");
            str_add_int(text, q);
            part += q;
        }
        if (part > 1)
            str_addc(text, ')');
        sum *= part;
    }
    return sum;
}

static bool obeys(const struct range *v, int64_t d)
{
    return v->kind == OF       ? d % v->m == 0
           : v->kind == NOT_OF ? d % v->m != 0
                               : (v->p / v->m) % d == 0;
}

#define LISTED 30

/* The divisors up to a that obey, which do not count. */
static int64_t small_ones(struct solving *s, const struct range *v)
{
    struct str text = str_in(s->arena);
    int64_t sum = 0, n = 0;

    for (int64_t d = 1; d <= v->a; d++)
        if (v->p % d == 0 && obeys(v, d)) {
            if (n < LISTED) {
                str_add(&text, n ? ", " : "");
                str_add_int(&text, d);
            } else if (n == LISTED) {
                str_add(&text, ", \\dots");
            }
            sum += d;
            n++;
        }
    if (n)
        solving_step(s,
                     "Of these, $%s$ do not exceed $" I
                     "$; they have the sum $" I "$.",
                     str_get(&text), v->a, sum);
    else
        solving_step(s, "None of these is as small as $" I "$.", v->a);
    return sum;
}

static bool solve_divisors(struct solving *s, const struct range *v)
{
    int64_t whole, rest, all, small;
    struct str text = str_in(s->arena), part = str_in(s->arena);

    if (v->p < 2 || v->p % v->m || v->a >= v->p || v->p == v->m)
        return false;
    whole = sum_of_divisors(v->p, &text);
    rest = sum_of_divisors(v->p / v->m, &part);
    solving_step(
        s, "Factorise: $" I " = %s$ and $" I " \\div " I " = " I " = %s$.",
        v->p, latex_factors(s->arena, v->p), v->p, v->m, v->p / v->m,
        latex_factors(s->arena, v->p / v->m));
    solving_step(s,
                 "By the product formula, the divisors of $" I
                 "$ have the sum $%s = " I "$.",
                 v->p / v->m, str_get(&part), rest);
    all = v->kind == COFACTORS ? rest
          : v->kind == OF      ? v->m * rest
                               : whole - v->m * rest;
    if (v->kind == COFACTORS)
        solving_step(
            s, "$d$ has such a cofactor exactly when $d$ divides $" I "$.",
            v->p / v->m);
    else
        solving_step(s,
                     "The multiples of $" I "$ among the divisors of $" I
                     "$ are $" I "$ times these; their sum is $" I "$.",
                     v->m, v->p, v->m, v->m * rest);
    if (v->kind == NOT_OF)
        solving_step(s,
                     "All divisors of $" I "$ have the sum $%s = " I
                     "$, so the others have $" I " - " I " = " I "$.",
                     v->p, str_get(&text), whole, whole, v->m * rest, all);
    small = small_ones(s, v);
    solving_step(s, "The answer is $" I " - " I " = " I "$.", all, small,
                 all - small);
    solving_key(s, I, all - small);
    return all > small;
}

static bool solve(struct solving *s, const void *values)
{
    const struct range *v = values;

    if (v->kind >= NOT_OF)
        return solve_divisors(s, v);
    return v->b > v->a && (v->kind <= ENDS ? solve_one(s, v) : solve_two(s, v));
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct range *v = values;

    switch (v->kind) {
    case COUNT:
        speech_set(s, "ask", "the number of multiples of $" I "$", v->m);
        break;
    case ENDS:
        speech_set(s, "ask",
                   "the sum of the smallest and the largest multiple of $" I
                   "$",
                   v->m);
        break;
    case LESS:
        speech_set(s, "ask",
                   "the number of multiples of $" I
                   "$ that are not multiples of $" I "$",
                   v->m, v->n);
        break;
    case COMMON:
        speech_set(s, "ask",
                   "the sum of the common multiples of $" I "$ and $" I "$",
                   v->m, v->n);
        break;
    case EITHER:
        speech_set(s, "ask",
                   "the number of integers divisible by $" I "$ or by $" I
                   "$ (or by both)",
                   v->m, v->n);
        break;
    case NOT_OF:
        speech_set(s, "which", "are not multiples of $" I "$", v->m);
        speech_set(s, "rows", "not a multiple of $" I "$", v->m);
        break;
    case OF:
        speech_set(s, "which", "are multiples of $" I "$", v->m);
        speech_set(s, "rows", "a multiple of $" I "$", v->m);
        break;
    default:
        speech_set(s, "which",
                   "have a cofactor $" I " \\div d$ that is a multiple of $" I
                   "$",
                   v->p, v->m);
        speech_set(s, "rows",
                   "such that the number of groups is a multiple of "
                   "$" I "$",
                   v->m);
    }
}

#define FITS(name, test)              \
 static bool name(const void *values) \
 {                                    \
  const struct range *v = values;     \
                                      \
  return (test);                      \
 }
FITS(is_range, v->kind < NOT_OF)
FITS(is_count, v->kind == COUNT)
FITS(is_ends, v->kind == ENDS)
FITS(is_less, v->kind == LESS)
FITS(is_common, v->kind == COMMON)
FITS(is_either, v->kind == EITHER)
FITS(is_divisors, v->kind >= NOT_OF)

/* clang-format off */
static const struct wording wordings[] = {
    { STYLE_TERSE, "Find <ask> from $<a>$ to $<b>$ inclusive.", is_range },
    { STYLE_PLAIN,
      "What is <ask> among the integers from $<a>$ to $<b>$, both included?",
      is_range },
    { STYLE_PLAIN,
      "Consider the integers $x$ with $<a> \\le x \\le <b>$. Find <ask> among "
      "them.", is_range },
    { STYLE_STORY,
      "Start numbers from $<a>$ to $<b>$ are given out at a race in <city>, "
      "each once. Everyone whose number is a multiple of $<m>$ gets a "
      "<colour> cap. How many <colour> caps are needed?", is_count },
    { STYLE_STORY,
      "A counter clicks through all whole numbers from $<a>$ to $<b>$ and "
      "beeps at every multiple of $<m>$. How many times does it beep?",
      is_count },
    { STYLE_STORY,
      "Lockers are numbered from $<a>$ to $<b>$. <name> paints every locker "
      "whose number is divisible by $<m>$, beginning with the smallest such "
      "number. What is the sum of the first and the last number painted?",
      is_ends },
    { STYLE_STORY,
      "Kilometre posts along a canal carry the numbers from $<a>$ to $<b>$. At "
      "every post whose number is a multiple of $<m>$ there is a lamp. What "
      "do the smallest and the largest number of a post with a lamp add up to?",
      is_ends },
    { STYLE_STORY,
      "Tickets are numbered from $<a>$ to $<b>$, each once. Those whose number "
      "is divisible by $<m>$ win a <prize>, unless it is divisible by $<n>$ "
      "too. How many tickets win a <prize>?", is_less },
    { STYLE_STORY,
      "In a stadium the seats are numbered from $<a>$ to $<b>$. <name> puts a "
      "programme on every seat whose number is a multiple of $<m>$; then "
      "<name2> removes it from all seats whose number is a multiple of $<n>$. "
      "How many programmes remain?", is_less },
    { STYLE_STORY,
      "Two clocks count the same minutes. One rings at every minute whose "
      "number is a multiple of $<m>$, the other at every multiple of $<n>$. "
      "From minute $<a>$ to minute $<b>$, both included, <name> adds the "
      "numbers of all minutes at which both ring. What is the sum?",
      is_common },
    { STYLE_STORY,
      "The steps of a long staircase are numbered. <name> treads on every "
      "step whose number is a multiple of $<m>$, <name2> on every multiple of "
      "$<n>$. What is the sum of the numbers of the steps from $<a>$ to "
      "$<b>$, both included, on which both tread?", is_common },
    { STYLE_STORY,
      "A lighthouse flashes red at every second that is a multiple of $<m>$ "
      "and green at every multiple of $<n>$. At how many of the seconds "
      "from $<a>$ to $<b>$, both included, is there a flash of either colour?",
      is_either },
    { STYLE_STORY,
      "Parcels are numbered from $<a>$ to $<b>$, each once. <name> checks all "
      "whose number is divisible by $<m>$, and <name2> all whose number is "
      "divisible by $<n>$. How many parcels are checked at least once?",
      is_either },
    { STYLE_TERSE,
      "Sum of the positive divisors $d$ of $<p>$ with $d > <a>$ that "
      "<which>?", is_divisors },
    { STYLE_PLAIN,
      "Find the sum of all positive divisors $d$ of $<p>$ that are greater "
      "than $<a>$ and <which>.", is_divisors },
    { STYLE_PLAIN,
      "Among the positive divisors $d$ of $<p>$, consider those that exceed "
      "$<a>$ and <which>. What do they add up to?", is_divisors },
    { STYLE_STORY,
      "A warehouse sorts $<p>$ <things> into groups of equal size, with none "
      "left over (one group of all is allowed). The size of a group must be more than $<a>$ and <rows>. "
      "What is the sum of all possible sizes?", is_divisors },
    { STYLE_STORY,
      "A printing works in <city> ties up $<p>$ leaflets in groups of equal "
      "size, with none left over (one group of all is allowed). The size of a "
      "group must be larger than "
      "$<a>$ and <rows>. <name> lists every possible size. What is the sum "
      "of the list?", is_divisors },
    { 0 },
};

static const struct word_pool pools[] = {
    { "prize", "mug|book|balloon|calendar|pen" },
    { 0 },
};
/* clang-format on */

/* ---- the second road: step by step ---- */

static int64_t step_through(const struct range *v)
{
    int64_t first = v->a + (v->m - v->a % v->m) % v->m, count = 0, sum = 0,
            last = 0;

    for (int64_t x = first; x <= v->b; x += v->m) {
        count += v->kind != LESS || x % v->n;
        if (v->kind == COMMON && x % v->n == 0)
            sum += x;
        last = x;
    }
    if (v->kind == EITHER)
        for (int64_t x = v->b - v->b % v->n; x >= v->a; x -= v->n)
            count += x % v->m != 0;
    return v->kind == COMMON ? sum : v->kind == ENDS ? first + last : count;
}

static bool is_wanted(const struct range *v, int64_t d)
{
    if (d <= v->a)
        return false;
    return v->kind == OF       ? d % v->m == 0
           : v->kind == NOT_OF ? d % v->m != 0
                               : v->p / d % v->m == 0;
}

static int64_t try_divisors(const struct range *v)
{
    int64_t sum = 0;

    for (int64_t d = 1; d * d <= v->p; d++) {
        if (v->p % d)
            continue;
        sum += is_wanted(v, d) ? d : 0;
        if (d * d != v->p)
            sum += is_wanted(v, v->p / d) ? v->p / d : 0;
    }
    return sum;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct range *v = values;
    bool divisors = v->kind >= NOT_OF;
    int64_t x, want;

    f->by = "exhaustive search";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    f->detail = "these numbers make no problem";
    if (divisors ? v->p < 2 : v->b <= v->a || (v->kind > ENDS && v->n < 2))
        return TRUTH_NO;
    want = divisors ? try_divisors(v) : step_through(v);
    f->detail = arena_printf(a, "going through them gives " I, want);
    return x == want ? TRUTH_YES : TRUTH_NO;
}

static bool drop(void *values, size_t i)
{
    struct range *v = values;

    if (v->kind == OF && i == 0) { /* all are above 1 */
        v->a = 1;
        return true;
    }
    if ((v->kind != COMMON && v->kind != EITHER) || i > 1)
        return false;
    if (i)
        v->n = v->m;
    v->m = v->kind == COMMON ? 1 : 2 * v->n; /* of no matter beside n */
    return true;
}

static const struct recipe recipe = {
    .size = sizeof(struct range),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .drop = drop,
    .speak = speak,
    .wordings = wordings,
    .pools = pools,
    .check = check,
};

const struct family concept_factors_multiples = {
    .name = "concept/factors-multiples",
    .version = 2,
    .title = "Factors and multiples",
    .doc = "Multiples of one or two numbers in a range, and the divisors of a "
           "number above a bound. The worked solution counts by division and "
           "adds divisors by the product formula.",
    .concepts = { HIGH_FACTORS },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
