/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Unique factorisation at work: how many divisors a number has, their sum,
 * those with a property, their product; the power of a prime in n!; what a
 * number lacks to be a square or a cube.
 *
 * solve() works with the exponents and the product formulas. check() knows no
 * such formula: it runs through all divisors (or all their exponents) and
 * counts, tests the key against its definition, or uses digit sums for n!.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    COUNT,     /* divisors of p^a q^b r^c; x is a, b, c */
    TO_SQUARE, /* least m with m x[0] a square */
    SUM,       /* sum of the divisors of x[0] */
    FACTORIAL, /* exponent of p[0] in x[0]! */
    TO_CUBE,   /* least m with m x[0] a cube */
    MULTIPLES, /* divisors that are multiples of p^i q^j and no squares; x is a,
                  b, c, i, j */
    PRODUCT,   /* exponent of p[which] in the product of all divisors */
    KINDS
};

struct task {
    int64_t kind, which;
    int64_t n, x[5];
    int64_t m, p[3]; /* primes */
};

static const struct field fields[] = {
    NUMBER(struct task, kind, 0, KINDS - 1),
    NUMBER(struct task, which, 0, 2),
    SLOT_LIST(struct task, x, n, 0, 4000000),
    LIST(struct task, p, m, 2, 1000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "direct", "the number of divisors of a product of powers of three "
                "primes, or the factor that makes a number up to 35,000 a "
                "square" },
    { "exponents", "the sum of the divisors of a number up to 8,600, the "
                   "exponent of a prime in n! for n up to 1,800, or the factor "
                   "that makes a number a cube" },
    { "combined", "divisors that are multiples of a number and no squares, or "
                  "the exponent of a prime in the product of all divisors" },
};

/* A row for each value of the knob "digits". */
static const int64_t primes[3][9] = {
    { 2, 3, 5, 7, 11, 13, 17, 19, 23 },
    { 23, 29, 31, 37, 41, 43, 47, 53, 59 },
    { 211, 223, 227, 229, 233, 239, 241, 251, 257 },
};

static bool is_powers(const struct task *t)
{
    return t->kind == COUNT || t->kind >= MULTIPLES;
}

static void draw_powers(struct task *t, const int64_t *row, int64_t rank)
{
    /* The exponents' least values and how many there are; then those of the
     * divisor. */
    static const int64_t lo[] = { 3, 2, 2, 2, 2 };
    static const int64_t size[KINDS][5] = { [COUNT] = { 9, 7, 5 },
                                            [MULTIPLES] = { 9, 7, 5, 3, 2 },
                                            [PRODUCT] = { 9, 7, 10 } };

    t->m = 3;
    for (int64_t i = 0; i < t->m; i++) { /* one of each three in the row */
        t->p[i] = row[3 * i + rank % 3];
        rank /= 3;
    }
    t->n = t->kind == MULTIPLES ? 5 : 3;
    for (int64_t i = 0; i < t->n; i++) {
        t->x[i] = lo[i] + rank % size[t->kind][i];
        rank /= size[t->kind][i];
    }
    if (t->kind == MULTIPLES) { /* so that there are some */
        t->x[0] += t->x[3];
        t->x[1] += t->x[4];
    }
    t->which = rank;
}

static void draw(struct pick *k, void *values)
{
    static const int64_t first[] = { COUNT, SUM, MULTIPLES, KINDS };
    static const int64_t sizes[] = { 27 * 315, 27 * 315, 27 * 315 * 6 };
    static const int64_t scale[] = { 1, 10, 100 }, step[] = { 1, 11, 101 };
    struct task *t = values;
    int64_t kind = pick(k, first[k->level - 1], first[k->level] - 1);
    int64_t rank = pick(k, 0, sizes[k->level - 1] - 1);

    t->kind = kind;
    t->n = 1;
    if (is_powers(t)) {
        draw_powers(t, primes[k->digits], rank);
        return;
    }
    if (kind == FACTORIAL) {
        t->m = 1;
        t->p[0] = primes[0][rank % 5];
        rank /= 5;
    }
    t->x[0] = 60 * scale[k->digits] + rank * step[k->digits];
    if (kind == TO_SQUARE || kind == TO_CUBE)
        t->x[0] *= 4; /* so that not every exponent is 1 */
}

/* Do the values make a problem? */
static bool is_sound(const struct task *t)
{
    bool powers = is_powers(t);

    if (t->n != (t->kind == MULTIPLES ? 5
                 : powers             ? 3
                                      : 1) ||
        t->m != (t->kind == FACTORIAL ? 1
                 : powers             ? 3
                                      : 0))
        return false;
    for (int64_t i = 0; i < t->m; i++)
        if (!n_is_prime((ulong)t->p[i]) || (i > 0 && t->p[i] <= t->p[i - 1]))
            return false;
    for (int64_t i = 0; i < t->n; i++)
        if (t->x[i] < 2 || (powers && t->x[i] > 25))
            return false;
    return t->kind != MULTIPLES || (t->x[3] <= t->x[0] && t->x[4] <= t->x[1]);
}

/* ---- the first road: exponents ---- */

/* u v w, and the step that multiplies them. */
static int64_t times(struct solving *s, const char *what, int64_t u, int64_t v,
                     int64_t w)
{
    solving_step(s,
                 "%s $%" PRId64 " \\cdot %" PRId64 " \\cdot %" PRId64
                 " = %" PRId64 "$.",
                 what, u, v, w, u * v * w);
    return u * v * w;
}

static void describe(struct solving *s, const struct task *t)
{
    solving_step(s,
                 "By unique factorisation every divisor is $%" PRId64
                 "^i \\cdot %" PRId64 "^j \\cdot %" PRId64
                 "^k$ with $0 \\le i \\le %" PRId64 "$, $0 \\le j \\le %" PRId64
                 "$ and $0 \\le k \\le %" PRId64 "$, in one way.",
                 t->p[0], t->p[1], t->p[2], t->x[0], t->x[1], t->x[2]);
}

/* How many even numbers lie in lo..hi. */
static int64_t evens(int64_t lo, int64_t hi)
{
    return hi / 2 - (lo + 1) / 2 + 1;
}

static int64_t solve_multiples(struct solving *s, const struct task *t)
{
    const int64_t *x = t->x;
    int64_t all, squares;

    solving_step(s,
                 "For a multiple of $%" PRId64 "^{%" PRId64 "} \\cdot %" PRId64
                 "^{%" PRId64 "}$ we need $i \\ge %" PRId64
                 "$ and $j \\ge %" PRId64 "$.",
                 t->p[0], x[3], t->p[1], x[4], x[3], x[4]);
    all = times(s, "The number of such multiples is", x[0] - x[3] + 1,
                x[1] - x[4] + 1, x[2] + 1);
    squares = times(s, "Those with all exponents even number",
                    evens(x[3], x[0]), evens(x[4], x[1]), x[2] / 2 + 1);
    solving_step(s,
                 "Multiples that are not perfect squares: $%" PRId64
                 " - %" PRId64 " = %" PRId64 "$.",
                 all, squares, all - squares);
    return all - squares;
}

static int64_t solve_product(struct solving *s, const struct task *t)
{
    int64_t e = t->x[t->which], half = e * (e + 1) / 2;
    int64_t u = t->x[(t->which + 1) % 3] + 1, v = t->x[(t->which + 2) % 3] + 1;

    solving_step(s,
                 "Every exponent $0, 1, \\ldots, %" PRId64 "$ of $%" PRId64
                 "$ occurs in $%" PRId64 " \\cdot %" PRId64 " = %" PRId64
                 "$ divisors: one for each choice of the other two exponents.",
                 e, t->p[t->which], u, v, u * v);
    solving_step(s,
                 "The exponents sum to $0 + 1 + \\cdots + %" PRId64
                 " = %" PRId64 "$ for each such choice.",
                 e, half);
    return times(s, "In the product of all divisors the exponent is", half, u,
                 v);
}

static int64_t solve_factorial(struct solving *s, int64_t n, int64_t p)
{
    struct str text = str_in(s->arena);
    int64_t e = 0, q = p;

    for (; q <= n; q *= p) {
        str_addf(&text,
                 "%s$\\lfloor %" PRId64 "/%" PRId64 " \\rfloor = %" PRId64 "$",
                 q > p ? ", " : "", n, q, n / q);
        e += n / q;
    }
    solving_step(s,
                 "The exponent of $%" PRId64 "$ in $%" PRId64
                 "!$ counts the multiples of $%" PRId64 "$ up to $%" PRId64
                 "$, then again those of its square, its cube, and so on.",
                 p, n, p, n);
    solving_step(s, "These are %s.", str_get(&text));
    solving_step(s, "Their sum is the exponent, $%" PRId64 "$.", e);
    return e;
}

static int64_t solve_sum(struct solving *s, int64_t n)
{
    struct str text = str_in(s->arena);
    int64_t sigma = 1, m = n;

    for (int64_t p = 2; m > 1; p = p * p > m ? m : p + 1) {
        int64_t part = 1;

        if (m % p)
            continue;
        str_add(&text, sigma > 1 ? " \\cdot (1" : "(1");
        for (int64_t q = p; m % p == 0; q *= p, m /= p) {
            part += q;
            str_addf(&text, " + %" PRId64, q);
        }
        str_add(&text, ")");
        sigma *= part;
    }
    solving_step(s,
                 "Multiplying out $%s$ gives every divisor exactly once, so "
                 "this is the sum of the divisors.",
                 str_get(&text));
    solving_step(s, "Its value is $%" PRId64 "$.", sigma);
    return sigma;
}

/* What n lacks to be a perfect e-th power. */
static int64_t solve_lack(struct solving *s, int64_t n, int64_t e)
{
    int64_t lack = 1, m = n;

    for (int64_t p = 2; m > 1; p = p * p > m ? m : p + 1) {
        int64_t v = 0;

        for (; m % p == 0; m /= p)
            v++;
        for (; v % e; v++)
            lack *= p;
    }
    solving_step(s,
                 "In a perfect %s every exponent is a multiple of $%" PRId64
                 "$, by unique factorisation.",
                 e == 2 ? "square" : "cube", e);
    if (lack == 1)
        solving_step(s, "That is so already: the factor is $1$.");
    else
        solving_step(
            s, "Missing is $%s$, so the smallest factor is $%" PRId64 "$.",
            latex_factors(s->arena, lack), lack);
    return lack;
}

static bool solve(struct solving *s, const void *values)
{
    const struct task *t = values;
    int64_t key = 0;

    if (!is_sound(t))
        return false;
    if (is_powers(t))
        describe(s, t);
    else if (t->kind != FACTORIAL)
        solving_step(s, "The prime factors: $%" PRId64 " = %s$%s.", t->x[0],
                     latex_factors(s->arena, t->x[0]),
                     n_is_prime((ulong)t->x[0]) ? ", a prime" : "");
    switch ((enum kind)t->kind) {
    case SUM: key = solve_sum(s, t->x[0]); break;
    case TO_SQUARE: key = solve_lack(s, t->x[0], 2); break;
    case TO_CUBE: key = solve_lack(s, t->x[0], 3); break;
    case FACTORIAL: key = solve_factorial(s, t->x[0], t->p[0]); break;
    case MULTIPLES: key = solve_multiples(s, t); break;
    case PRODUCT: key = solve_product(s, t); break;
    default:
        key = times(s, "The number of choices is", t->x[0] + 1, t->x[1] + 1,
                    t->x[2] + 1);
    }
    solving_key(s, "%" PRId64, key);
    return true;
}

/* ---- wording ---- */

/* In these @ is the number, # a prime and ~ a divisor of the number. */
static const char *const tasks[KINDS] = {
    "the number of positive divisors of $@$",
    "the smallest positive integer whose product with $@$ is a perfect square",
    "the sum of all positive divisors of $@$ (with $1$ and the number itself)",
    "the largest integer $e$ for which $#^e$ divides $@!$",
    "the smallest positive integer whose product with $@$ is a perfect cube",
    "the number of positive divisors of $@$ that are multiples of $~$ but not "
    "perfect squares",
    "the exponent of $#$ in the prime factorisation of the product of all "
    "positive divisors of $@$",
};

/* p^{x[0]} q^{x[1]} ..., the first n. */
static void add_powers(struct str *out, struct speech *s, const int64_t *p,
                       const int64_t *x, int n)
{
    for (int i = 0; i < n; i++)
        str_addf(out, "%s%" PRId64 "^{%s}", i ? " \\cdot " : "", p[i],
                 speech_number(s, &x[i]));
}

static void speak(struct speech *s, const void *values)
{
    const struct task *t = values;
    struct str text = str_in(s->arena), number = str_in(s->arena);

    if (!speech_wants(s, "task")) {
        if (is_powers(t))
            add_powers(&number, s, t->p, t->x, 3);
        else
            str_add(&number, speech_number(s, &t->x[0]));
        if (t->kind == MULTIPLES)
            add_powers(&text, s, t->p, &t->x[3], 2);
        speech_set(s, "number", "%s", str_get(&number));
        speech_set(s, "factor", "%s", str_get(&text));
        speech_set(s, "prime", "%" PRId64, t->p[t->which]);
        return;
    }
    for (const char *c = tasks[t->kind]; *c; c++)
        if (*c == '@' && is_powers(t))
            add_powers(&text, s, t->p, t->x, 3);
        else if (*c == '@')
            str_add(&text, speech_number(s, &t->x[0]));
        else if (*c == '~')
            add_powers(&text, s, t->p, &t->x[3], 2);
        else if (*c == '#')
            str_add_int(&text, t->p[t->which]);
        else
            str_addc(&text, *c);
    speech_set(s, "task", "%s", str_get(&text));
}

static bool is_pallets(const void *v)
{
    const struct task *t = v;

    return t->kind == TO_SQUARE && t->x[0] <= 1500; /* so many fit on one */
}

KIND_IS(struct task, is_count, COUNT)
KIND_IS(struct task, is_to_square, TO_SQUARE)
KIND_IS(struct task, is_sum, SUM)
KIND_IS(struct task, is_factorial, FACTORIAL)
KIND_IS(struct task, is_to_cube, TO_CUBE)
KIND_IS(struct task, is_multiples, MULTIPLES)
KIND_IS(struct task, is_product, PRODUCT)

static const struct wording wordings[] = {
    { STYLE_TERSE, "Find <task>.", NULL },
    { STYLE_PLAIN, "What is <task>?", NULL },
    { STYLE_PLAIN, "Determine <task>.", NULL },
    { STYLE_STORY,
      "A file of $<number>$ bytes is cut into blocks of one size, a whole "
      "number of bytes, with nothing left over. One block for the whole file "
      "and blocks of $1$ byte are allowed. How many block sizes are "
      "possible?",
      is_count },
    { STYLE_STORY,
      "A computer stores a table of $<number>$ cells as a full rectangle. "
      "How many choices of the number of rows are there (a single row and a "
      "single column are allowed)?",
      is_count },
    { STYLE_STORY,
      "A camera delivers packets of $<number>$ pixels. <name> wants to fill a "
      "square picture exactly with the pixels of some full packets. What "
      "is the smallest number of packets for which this works?",
      is_to_square },
    { STYLE_STORY,
      "A <shop> has $<number>$ <things> and forms groups of equal size, with "
      "none left over. <name> writes down every possible size of a group, from "
      "$1$ up to the size of a single group with all <things>. What is the "
      "sum of these sizes?",
      is_sum },
    { STYLE_STORY,
      "A rectangle of $<number>$ unit squares has whole numbers as sides. "
      "<name> lists every length that one side can have, also $1$ and "
      "$<number>$. What is the sum of the list?",
      is_sum },
    { STYLE_STORY,
      "There are $<number>!$ orders in which $<number>$ different <things> can "
      "be put in a row. <name> divides this number by $<prime>$, divides the result "
      "by $<prime>$ again and so on, as long as no remainder is left. How "
      "many of the divisions leave no remainder?",
      is_factorial },
    { STYLE_STORY,
      "A program multiplies all integers from $1$ to $<number>$ and writes the "
      "product in base $<prime>$. How many zeros stand at the end?",
      is_factorial },
    { STYLE_STORY,
      "Small equal cubes come in boxes of $<number>$. <name> wants to build one "
      "large filled cube of all the small ones from some full boxes. What "
      "is the smallest number of boxes for which this works?",
      is_to_cube },
    { STYLE_STORY,
      "A memory of cubic shape, with equally many cells along its three edges, "
      "is to be filled exactly by records of $<number>$ cells each. What is "
      "the smallest number of records for which such a cube exists?",
      is_to_cube },
    { STYLE_STORY,
      "A file of $<number>$ bytes is cut into blocks of one size, with nothing "
      "left over. One block for the whole file is allowed. The size must be a "
      "multiple of $<factor>$ bytes, and it must not be a perfect square. How many sizes are possible?",
      is_multiples },
    { STYLE_STORY,
      "<name> divides a grid of $<number>$ cells into parts with equally many "
      "cells. One part for the whole grid is allowed. The number of cells of a "
      "part shall be a multiple of $<factor>$, but no perfect square. How many such numbers are there?",
      is_multiples },
    { STYLE_STORY,
      "A file of $<number>$ bytes can be cut into equal blocks, with nothing "
      "left over, in several sizes from $1$ byte up to the whole file. A "
      "program multiplies all these sizes. How often is $<prime>$ a factor "
      "in the prime factorisation of the product?",
      is_product },
    { STYLE_STORY,
      "<name> multiplies all numbers of rows that a full rectangle of "
      "$<number>$ cells can have, $1$ row and $1$ column included. What is "
      "the exponent of $<prime>$ in the prime factorisation of the product?",
      is_product },
    { STYLE_STORY,
      "Square tiles come on pallets of $<x[0]>$. <name> wants to lay all tiles "
      "of some full pallets as one large filled square, with none left over. "
      "What is the smallest number of pallets for which this works?",
      is_pallets },
    { 0 },
};

/* ---- the second road: all divisors ---- */

/* What one divisor p^i q^j r^k adds to the answer. */
static int64_t worth(const struct task *t, const int64_t e[3])
{
    bool square = e[0] % 2 == 0 && e[1] % 2 == 0 && e[2] % 2 == 0;

    if (t->kind == MULTIPLES)
        return !square && e[0] >= t->x[3] && e[1] >= t->x[4];
    return t->kind == PRODUCT ? e[t->which] : 1;
}

static int64_t over_exponents(const struct task *t)
{
    int64_t e[3], sum = 0; /* over 26^3 divisors at most: see is_sound() */

    for (e[0] = 0; e[0] <= t->x[0]; e[0]++)
        for (e[1] = 0; e[1] <= t->x[1]; e[1]++)
            for (e[2] = 0; e[2] <= t->x[2]; e[2]++)
                sum += worth(t, e);
    return sum;
}

static int64_t over_divisors(int64_t n)
{
    int64_t sum = 0;

    for (int64_t d = 1; d * d <= n; d++)
        if (n % d == 0)
            sum += d * d == n ? d : d + n / d;
    return sum;
}

/* (n - digit sum in base p) / (p - 1), which is Legendre's other formula. */
static int64_t by_digits(int64_t n, int64_t p)
{
    int64_t digits = 0;

    for (int64_t m = n; m; m /= p)
        digits += m % p;
    return (n - digits) / (p - 1);
}

/* Is m n an e-th power, and m free of e-th powers? Then m is the smallest:
 * another one would be m (r/s)^e in lowest terms, and s^e divides m. */
static bool is_lack(int64_t n, int64_t m, ulong e)
{
    bool is;
    fmpz_t x;

    if (m < 1 || m > n * n) /* at most 1.6 * 10^13 */
        return false;
    for (int64_t d = 2; (e == 2 ? d * d : d * d * d) <= m; d++)
        if (m % (e == 2 ? d * d : d * d * d) == 0)
            return false;
    fmpz_init_set_si(x, n);
    fmpz_mul_si(x, x, m);
    is = fmpz_root(x, x, (slong)e);
    fmpz_clear(x);
    return is;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct task *t = values;
    bool lack = t->kind == TO_SQUARE || t->kind == TO_CUBE;
    int64_t x, want;

    f->by = lack                   ? "the definition"
            : t->kind == FACTORIAL ? "digit sum in the base of the prime"
                                   : "all divisors in turn";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    f->detail = "these values make no problem";
    if (!is_sound(t))
        return TRUTH_NO;
    if (lack) {
        bool is = is_lack(t->x[0], x, t->kind == TO_SQUARE ? 2 : 3);

        f->detail = is ? "the product is such a power, and the factor holds "
                         "none that could be left out"
                       : "the product is no such power, or a smaller factor "
                         "would do";
        return is ? TRUTH_YES : TRUTH_NO;
    }
    want = t->kind == FACTORIAL ? by_digits(t->x[0], t->p[0])
           : t->kind == SUM     ? over_divisors(t->x[0])
                                : over_exponents(t);
    f->detail = arena_printf(a, "it is %" PRId64, want);
    return x == want ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct task),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_fundamental_theorem = {
    .name = "concept/fundamental-theorem",
    .version = 2,
    .title = "Unique factorisation",
    .doc = "Divisors of a number by the exponents of its primes: their number "
           "and sum, those that are squares or multiples, their product; the "
           "exponent of a prime in n!; the factor that makes a number a square "
           "or a cube.",
    .concepts = { HIGH_FUNDAMENTAL, HIGH_PRIMES },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
