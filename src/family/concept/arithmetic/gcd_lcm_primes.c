/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Greatest common divisors and least common multiples by prime factors: of
 * two numbers, of numbers given in factored form, and reversed.
 *
 * solve() compares exponents, prime by prime. check() multiplies the numbers
 * out and uses Euclid's algorithm; where all x are asked for, it tries every
 * divisor.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define I "%" PRId64

enum {
    GCD, /* of n[0] and n[1] */
    LCM,
    FACTORED_GCD, /* of 2^n0 3^n1 r^n2 and 2^n3 3^n4 r^n5 */
    FACTORED_LCM,
    TILES,       /* lcm / gcd */
    ALL_X,       /* the sum of all x with lcm(first, x) = second */
    LEAST_X,     /* the least of them */
    FROM_PRODUCT /* gcd is the first, the product of both numbers the second:
                    the lcm */
};

struct numbers {
    int64_t kind, count;
    int64_t n[6], r;
};

static const struct field fields[] = {
    NUMBER(struct numbers, kind, 0, FROM_PRODUCT),
    SLOT_LIST(struct numbers, n, count, 0, 1000000000),
    NUMBER(struct numbers, r, 0, 2000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "pair", "gcd or lcm of two numbers up to 10,800" },
    { "factored", "gcd, lcm or their quotient for two numbers given as "
                  "2^i 3^j r^k with i up to 7, j up to 4 and k up to 3" },
    { "reversed", "the lcm from product and gcd, the least x with "
                  "lcm(A, x) = B, or the sum of all such x; numbers in "
                  "factored form" },
};

#define PRIMES 12

static void draw(struct pick *k, void *values)
{
    static const int64_t primes[3][PRIMES] = {
        { 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43 },
        { 101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157 },
        { 1009, 1013, 1019, 1021, 1031, 1033, 1039, 1049, 1051, 1061, 1063,
          1069 },
    };
    static const int64_t most[6] = { 7, 4, 3, 7, 4, 3 }, first[3] = { 4, 3, 2 },
                         extra[3] = { 3, 2, 1 };
    struct numbers *v = values;
    int64_t g, p, q;

    if (k->level == 1) {
        v->kind = pick(k, GCD, LCM);
        g = pick_wide(k, 2, 120);
        pick_fractions(k, 90, 2, 90, 1, &p, &q);
        v->count = 2;
        v->n[0] = g * p;
        v->n[1] = g * q;
        return;
    }
    v->count = 6;
    v->kind = k->level == 2 ? pick(k, FACTORED_GCD, TILES)
                            : pick(k, ALL_X, FROM_PRODUCT);
    v->r = pick_of(k, primes[k->digits], PRIMES);
    if (k->level == 2) {
        for (int i = 0; i < 6; i++)
            v->n[i] = pick(k, 1, most[i]);
        return;
    }
    for (int i = 0; i < 3; i++) {
        v->n[i] = pick(k, 1, first[i]);
        v->n[i + 3] = (v->kind == FROM_PRODUCT ? 2 : 1) * v->n[i];
        v->n[i + 3] += pick(k, 0, extra[i]);
    }
}

#define VALUE_MOST (INT64_MAX / 8) /* sums of divisors are below 8 times it */

/* Is 2^i 3^j r^k small enough to be multiplied out? */
static bool fits(const int64_t *e, int64_t r)
{
    const int64_t p[3] = { 2, 3, r };
    int64_t x = 1;

    for (int i = 0; i < 3; i++)
        for (int64_t k = 0; k < e[i]; k++) {
            if (x > VALUE_MOST / p[i])
                return false;
            x *= p[i];
        }
    return true;
}

/* The exponents are few, and what is multiplied out, the least common multiple
 * or what is left of the product, fits. */
static bool is_small(const struct numbers *v)
{
    static const int64_t most[6] = { 12, 8, 3, 12, 8, 3 };
    int64_t twice = v->kind == FROM_PRODUCT ? 2 : 1, e[3];

    if (v->count != 6 || v->r < 5 || v->r % 2 == 0 || v->r % 3 == 0)
        return false;
    for (int i = 0; i < 6; i++)
        if (v->n[i] > most[i] * (i < 3 ? 1 : twice))
            return false;
    for (int i = 0; i < 3; i++)
        e[i] = twice > 1               ? v->n[i + 3] - v->n[i]
               : v->n[i] > v->n[i + 3] ? v->n[i]
                                       : v->n[i + 3];
    return fits(e, v->r);
}

/* ---- the first road: exponents ---- */

static int64_t power(int64_t p, int64_t e)
{
    int64_t x = 1;

    while (e-- > 0)
        x *= p;
    return x;
}

/* 2^i 3^j r^k in LaTeX, without exponents 0 and 1; 1 when all are 0. */
static const char *product(struct arena *a, const int64_t *e, int64_t r)
{
    const int64_t p[3] = { 2, 3, r };
    struct str out = str_in(a);

    for (int i = 0; i < 3; i++) {
        if (e[i] == 0)
            continue;
        str_add(&out, out.n ? " \\cdot " : "");
        str_add_int(&out, p[i]);
        if (e[i] > 1)
            str_addf(&out, e[i] > 9 ? "^{" I "}" : "^" I, e[i]);
    }
    return out.n ? out.s : "1";
}

static int64_t value(const int64_t *e, int64_t r)
{
    return power(2, e[0]) * power(3, e[1]) * power(r, e[2]);
}

/* The product over the primes of p to the smaller or larger exponent. */
static int64_t merge(int64_t x, int64_t y, bool larger)
{
    int64_t got = 1;

    for (int64_t p = 2; x > 1 || y > 1; p++) {
        int64_t i = 0, j = 0;

        if (p * p > x && p * p > y) /* what is left is prime, or 1 */
            p = x == 1 ? y : y == 1 ? x : x < y ? x : y;
        for (; x % p == 0; x /= p)
            i++;
        for (; y % p == 0; y /= p)
            j++;
        got *= power(p, (i < j) == larger ? j : i);
    }
    return got;
}

static bool solve_pair(struct solving *s, const struct numbers *v)
{
    bool lcm = v->kind == LCM;
    int64_t x = v->n[0], y = v->n[1], got;

    if (v->count != 2 || x < 2 || y < 2 || x == y)
        return false;
    got = merge(x, y, lcm);
    solving_step(s, "$" I " = %s$.", x, latex_factors(s->arena, x));
    solving_step(s, "$" I " = %s$.", y, latex_factors(s->arena, y));
    solving_step(s, "Take every %s exponent: $%s$.",
                 lcm ? "prime with the larger"
                     : "common prime with the smaller",
                 got > 1 ? latex_factors(s->arena, got) : "1");
    solving_step(s, "The %s is $" I "$.",
                 lcm ? "least common multiple" : "greatest common divisor",
                 got);
    solving_key(s, I, got);
    return true;
}

static void solve_factored(struct solving *s, const struct numbers *v)
{
    int64_t lo[3], hi[3], e[3];

    for (int i = 0; i < 3; i++) {
        lo[i] = v->n[i] < v->n[i + 3] ? v->n[i] : v->n[i + 3];
        hi[i] = v->n[i] + v->n[i + 3] - lo[i];
        e[i] = v->kind == TILES          ? hi[i] - lo[i]
               : v->kind == FACTORED_GCD ? lo[i]
                                         : hi[i];
    }
    solving_step(s,
                 "The exponents of $2$ are $" I "$ and $" I
                 "$, those of $3$ are $" I "$ and $" I "$, those of $" I
                 "$ are $" I "$ and $" I "$.",
                 v->n[0], v->n[3], v->n[1], v->n[4], v->r, v->n[2], v->n[5]);
    if (v->kind != FACTORED_LCM)
        solving_step(s, "The gcd takes the smaller exponents: $%s$.",
                     product(s->arena, lo, v->r));
    if (v->kind != FACTORED_GCD)
        solving_step(s, "The lcm takes the larger exponents: $%s$.",
                     product(s->arena, hi, v->r));
    if (v->kind == TILES)
        solving_step(s, "The quotient takes their differences: $%s$.",
                     product(s->arena, e, v->r));
    solving_key(s, I, value(e, v->r));
    solving_step(s, "Multiplied out this is $%s$.", s->key);
}

static bool solve_x(struct solving *s, const struct numbers *v)
{
    const int64_t p[3] = { 2, 3, v->r };
    int64_t got = 1;

    for (int i = 0; i < 3; i++) {
        int64_t a = v->n[i], l = v->n[i + 3], part = power(p[i], l);

        if (a > l)
            return false;
        if (a < l) {
            solving_step(s,
                         "$" I "$ has exponent $" I "$ in $A$ and $" I
                         "$ in $B$, so its exponent in $x$ is $" I "$: $" I
                         "^{" I "} = " I "$.",
                         p[i], a, l, l, p[i], l, part);
        } else if (v->kind == LEAST_X) {
            part = 1;
            solving_step(s,
                         "$" I "$ has exponent $" I
                         "$ in both, so the least $x$ has no factor $" I "$.",
                         p[i], l, p[i]);
        } else {
            struct str text = str_in(s->arena);

            part = 0;
            for (int64_t e = 0; e <= l; e++) {
                str_add(&text, e ? " + " : "");
                str_add_int(&text, power(p[i], e));
                part += power(p[i], e);
            }
            solving_step(s,
                         "$" I "$ has exponent $" I
                         "$ in both, so in $x$ it is any number from $0$ to $" I
                         "$; these powers have the sum $%s = " I "$.",
                         p[i], l, l, str_get(&text), part);
        }
        got *= part; /* at most 8 times the second number */
    }
    solving_key(s, I, got);
    solving_step(s,
                 v->kind == ALL_X
                     ? "The choices are independent, so the sum of all $x$ "
                       "is the product, $%s$."
                     : "The least $x$ is the product, $%s$.",
                 s->key);
    return true;
}

static bool solve_product(struct solving *s, const struct numbers *v)
{
    int64_t e[3];

    for (int i = 0; i < 3; i++) {
        e[i] = v->n[i + 3] - v->n[i];
        if (e[i] < v->n[i]) /* the gcd's square divides the product */
            return false;
    }
    solving_step(s, "For every prime, the exponents in gcd and lcm are those "
                    "in the two numbers, so gcd times lcm is the product.");
    solving_step(s,
                 "Subtract the exponents: $" I " - " I " = " I "$ for $2$, $" I
                 " - " I " = " I "$ for $3$ and $" I " - " I " = " I "$ for $" I
                 "$.",
                 v->n[3], v->n[0], e[0], v->n[4], v->n[1], e[1], v->n[5],
                 v->n[2], e[2], v->r);
    solving_key(s, I, value(e, v->r));
    solving_step(s, "The lcm is $%s = %s$.", product(s->arena, e, v->r),
                 s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct numbers *v = values;

    if (v->kind <= LCM)
        return solve_pair(s, v);
    if (!is_small(v))
        return false;
    if (v->kind == FROM_PRODUCT)
        return solve_product(s, v);
    if (v->kind >= ALL_X)
        return solve_x(s, v);
    solve_factored(s, v);
    return true;
}

/* ---- wording ---- */

/* As product(), but an exponent may be a letter. */
static const char *say_product(struct speech *s, const int64_t *e, int64_t r)
{
    const int64_t p[3] = { 2, 3, r };
    struct str out = str_in(s->arena);

    for (int i = 0; i < 3; i++) {
        const char *text = speech_number(s, &e[i]);

        str_add(&out, out.n ? " \\cdot " : "");
        str_add_int(&out, p[i]);
        if (!str_eq(text, "1"))
            str_addf(&out, text[1] ? "^{%s}" : "^%s", text);
    }
    return str_get(&out);
}

#define QUOTIENT_TEXT \
 "quotient of the least common multiple and the greatest common divisor"

static void speak(struct speech *s, const void *values)
{
    static const char *const asks[] = {
        "greatest common divisor",
        "least common multiple",
        "greatest common divisor",
        "least common multiple",
        QUOTIENT_TEXT,
        "sum of all positive integers",
        "smallest positive integer",
        "least common multiple",
    };
    const struct numbers *v = values;

    speech_set(s, "ask", "%s", asks[v->kind]);
    speech_set(s, "fit", v->kind == ALL_X ? "fit" : "fits");
    if (v->kind <= LCM) {
        speech_set(s, "p", "%s", speech_number(s, &v->n[0]));
        speech_set(s, "q", "%s", speech_number(s, &v->n[1]));
        return;
    }
    speech_set(s, "p", "%s", say_product(s, v->n, v->r));
    speech_set(s, "q", "%s", say_product(s, v->n + 3, v->r));
}

#define FITS(name, test)              \
 static bool name(const void *values) \
 {                                    \
  const struct numbers *v = values;   \
                                      \
  return (test);                      \
 }
FITS(is_two, v->kind <= TILES)
FITS(is_gcd, v->kind == GCD || v->kind == FACTORED_GCD)
FITS(is_lcm, v->kind == LCM || v->kind == FACTORED_LCM)
FITS(is_small_gcd, v->kind == GCD)
FITS(is_small_lcm, v->kind == LCM)
FITS(is_orbits, v->kind == LCM && v->n[0] >= 60 && v->n[1] >= 60 &&
                    v->n[0] <= 20000 && v->n[1] <= 20000)
FITS(is_tiles, v->kind == TILES)
FITS(is_x, v->kind == ALL_X || v->kind == LEAST_X)
FITS(is_product, v->kind == FROM_PRODUCT)

/* clang-format off */
static const struct wording wordings[] = {
    { STYLE_TERSE, "Find the <ask> of $<p>$ and $<q>$.", is_two },
    { STYLE_PLAIN,
      "Use prime factors to find the <ask> of the numbers $<p>$ and $<q>$.",
      is_two },
    { STYLE_PLAIN,
      "Let $A = <p>$ and $B = <q>$. What is the <ask> of $A$ and $B$?",
      is_two },
    { STYLE_STORY,
      "A mill has two rolls of paper, $<p>$ and $<q>$ centimetres long. Both "
      "are to be cut into sheets of the same length, a whole number of "
      "centimetres, with nothing left over. What is the greatest possible "
      "length of a sheet in centimetres?", is_small_gcd },
    { STYLE_STORY,
      "Two files of $<p>$ and $<q>$ bytes are sent in packets of one and the "
      "same size, a whole number of bytes, with no packet filled in part and "
      "none with bytes of both files. What is the greatest possible size of "
      "a packet in bytes?", is_gcd },
    { STYLE_STORY,
      "A computer has $<p>$ red and $<q>$ blue points and divides them into "
      "groups that all have equally many red points and equally many blue "
      "ones. What is the largest possible number of groups?", is_gcd },
    { STYLE_STORY,
      "A works has $<p>$ nails and $<q>$ screws. <name> packs all of them into "
      "bags with the same number of pieces, every bag holding nails only or "
      "screws only. What is the largest possible number of pieces in a bag?",
      is_small_gcd },
    { STYLE_STORY,
      "Two beacons flash together. From then on one flashes every $<p>$ and "
      "the other every $<q>$ seconds. After how many seconds do they first "
      "flash together again?", is_small_lcm },
    { STYLE_STORY,
      "Two programs of a computer start together. One runs through its loop in "
      "$<p>$ ticks of the clock, the other in $<q>$ ticks, and both begin again "
      "at once. After how many ticks do they first start a loop together "
      "again?", is_lcm },
    { STYLE_STORY,
      "A simulation draws a red mark at every multiple of $<p>$ on the number "
      "line and a blue one at every multiple of $<q>$. What is the smallest "
      "positive number with both marks?", is_lcm },
    { STYLE_STORY,
      "Two probes start together and circle the Sun, one once in $<p>$ days "
      "and the other once in $<q>$ days. After how many days have both, for "
      "the first time, finished a whole number of rounds at the same moment?",
      is_orbits },
    { STYLE_STORY,
      "The memory of a computer forms a rectangle of $<p>$ rows and $<q>$ "
      "columns of cells. It is divided completely into equal square blocks of "
      "cells, as large as possible. How many blocks are there?",
      is_tiles },
    { STYLE_STORY,
      "In a drawing program, <name> has a grid of $<p>$ by $<q>$ little squares "
      "and divides it along its lines into equal larger squares, as few as "
      "possible, with nothing left over. How many larger squares are there?",
      is_tiles },
    { STYLE_TERSE,
      "$A = <p>$, $B = <q>$. Find the <ask> $x$ with $\\operatorname{lcm}(A, "
      "x) = B$.", is_x },
    { STYLE_PLAIN,
      "Let $A = <p>$ and $B = <q>$. Find the <ask> $x$ for which the least "
      "common multiple of $A$ and $x$ is $B$.", is_x },
    { STYLE_PLAIN,
      "The least common multiple of $A = <p>$ and $x$ is $B = <q>$. What is "
      "the <ask> $x$ with this property?", is_x },
    { STYLE_STORY,
      "Two signals start together. The first repeats every $A = <p>$ "
      "microseconds, the second every $x$ microseconds, and they first "
      "coincide again after exactly $B = <q>$ microseconds. What is the "
      "<ask> $x$ for which this is so?", is_x },
    { STYLE_STORY,
      "A machine checks a part after every $A = <p>$ cycles, and <name> checks "
      "it after every $x$ cycles. Both check it together every $B = <q>$ "
      "cycles and not more often. Find the <ask> $x$ that <fit>.", is_x },
    { STYLE_TERSE,
      "Two positive integers have the gcd $<p>$ and the product $<q>$. Find "
      "their lcm.", is_product },
    { STYLE_PLAIN,
      "The product of two positive integers is $<q>$, and their greatest "
      "common divisor is $<p>$. What is their least common multiple?",
      is_product },
    { STYLE_PLAIN,
      "Find the <ask> of two positive integers whose product is $<q>$ and "
      "whose greatest common divisor is $<p>$.", is_product },
    { STYLE_STORY,
      "A rectangle with whole numbers of millimetres as sides has an area of "
      "$<q>$ square millimetres, and the largest square tiles that cover it "
      "exactly are $<p>$ millimetres wide. How many millimetres wide is the "
      "smallest square that can be covered exactly with copies of the "
      "rectangle, all lying the same way round?", is_product },
    { STYLE_STORY,
      "Two lights flash together, and then each again and again with a period "
      "of a whole number of milliseconds. The product of these two numbers is "
      "$<q>$, and the longest interval that measures both periods exactly is $<p>$ "
      "milliseconds. After how many milliseconds do they first flash "
      "together again?", is_product },
    { 0 },
};
/* clang-format on */

/* ---- the second road: Euclid ---- */

static int64_t lcm_of(int64_t x, int64_t y)
{
    return x / integer_gcd(x, y) * y;
}

/* A number from its exponents, by multiplication one by one. */
static int64_t multiply_out(const int64_t *e, int64_t r)
{
    int64_t x = 1;

    for (int64_t i = 0; i < e[2]; i++)
        x *= r;
    for (int64_t i = 0; i < e[1]; i++)
        x *= 3;
    return x << e[0];
}

/* All x of the form 2^i 3^j r^k that divide l: others have no lcm l. */
static int64_t try_x(const struct numbers *v, int64_t a, int64_t l)
{
    int64_t sum = 0, least = 0;

    for (int64_t x = 1; l % x == 0; x *= 2)
        for (int64_t y = x; l % y == 0; y *= 3)
            for (int64_t z = y; l % z == 0; z *= v->r)
                if (lcm_of(a, z) == l) {
                    sum += z;
                    least = least == 0 || z < least ? z : least;
                }
    return v->kind == ALL_X ? sum : least;
}

/* The answer by Euclid; 0 when there is none. */
static int64_t by_euclid(const struct numbers *v)
{
    int64_t x = v->n[0], y = v->n[1], rest[3];

    if (v->kind > LCM) {
        for (int i = 0; i < 3; i++)
            rest[i] = v->n[i + 3] - v->n[i];
        x = multiply_out(v->n, v->r);
        /* for a product, the pair gcd and product / gcd has all we need */
        if (v->kind == FROM_PRODUCT &&
            (rest[0] < 0 || rest[1] < 0 || rest[2] < 0 || rest[0] > 12 ||
             rest[1] > 8 || rest[2] > 3))
            return 0;
        y = multiply_out(v->kind == FROM_PRODUCT ? rest : v->n + 3, v->r);
    }
    switch (v->kind) {
    case GCD:
    case FACTORED_GCD: return integer_gcd(x, y);
    case LCM:
    case FACTORED_LCM: return lcm_of(x, y);
    case TILES: return lcm_of(x, y) / integer_gcd(x, y);
    case FROM_PRODUCT: return y % x ? 0 : lcm_of(x, y);
    default: return try_x(v, x, y);
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct numbers *v = values;
    int64_t x, want;

    f->by = "Euclid's algorithm";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    f->detail = "these numbers make no problem";
    if (v->kind > LCM && !n_is_prime((ulong)v->r))
        return TRUTH_NO;
    if (v->kind <= LCM ? v->count != 2 || v->n[0] < 1 || v->n[1] < 1
                       : !is_small(v))
        return TRUTH_NO;
    want = by_euclid(v);
    f->detail = arena_printf(a, "from the numbers themselves it is " I, want);
    return want > 0 && x == want ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct numbers),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_gcd_lcm_primes = {
    .name = "concept/gcd-lcm-primes",
    .version = 2,
    .title = "GCD and LCM by prime factors",
    .doc = "Greatest common divisors and least common multiples of numbers, "
           "plain or in factored form, and numbers found from them. The "
           "worked solution compares exponents prime by prime.",
    .concepts = { HIGH_GCD_BY_PRIMES },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
