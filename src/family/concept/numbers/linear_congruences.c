/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Linear congruences a x = b (mod m): the least solution, the solutions up to
 * a bound when a and m have a common factor, two of them at once, and two with
 * two unknowns.
 *
 * solve() divides by the common factor and multiplies by inverses. check()
 * puts numbers in: all of them where there are few, and otherwise the key
 * alone, which is then the only solution in its range.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    LEAST,   /* x0 x = x1 (mod x2) */
    SUM,     /* all solutions below x2 */
    LARGEST, /* the last up to x3 */
    COUNT,   /* from 1 up to x3 */
    PAIR,    /* also x3 x = x4 (mod x5) */
    TWO,     /* x0 x + x1 y = x2, x3 x - x1 y = x4 (mod x5) */
    KINDS
};

struct task {
    int64_t kind;
    int64_t n, x[6];
};

static const struct field fields[] = {
    NUMBER(struct task, kind, 0, KINDS - 1),
    SLOT_LIST(struct task, x, n, 1, 1000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "one solution", "the least solution of ax = b modulo 11 to 60, a coprime "
                      "to the modulus" },
    { "common factor", "a and the modulus have a common factor from 2 to 9: "
                       "the sum of the solutions, how many there are up to a "
                       "bound, or the largest" },
    { "two congruences", "one unknown with two congruences, or two unknowns "
                         "modulo one prime; primes from 23 to 71" },
};

static void draw_least(struct pick *k, struct task *t)
{
    pick_fractions(k, 200, 11, 60, 1, &t->x[0], &t->x[2]);
    t->x[0] += t->x[2]; /* still coprime, and not 1 */
    t->x[1] = pick_wide(k, 10, 99);
    t->n = 3;
}

static void draw_common(struct pick *k, struct task *t)
{
    static const int64_t scale[] = { 1, 10, 100 };
    int64_t g = pick(k, 2, 9), b = pick(k, 1, 60), i = pick(k, 0, 59);

    t->kind = pick(k, SUM, COUNT);
    pick_fractions(k, 50, 7, 40, 1, &t->x[0], &t->x[2]);
    t->x[0] *= g;
    t->x[2] *= g;
    t->n = t->kind == SUM ? 3 : 4;
    t->x[1] = g * (t->kind == SUM ? b + 60 * i : b);
    if (t->n == 4)
        t->x[3] = (500 + 11 * i) * scale[k->digits];
}

static int64_t least_solution(const int64_t *x)
{
    int64_t least = 0;

    while ((x[0] * least - x[1]) % x[2])
        least++;
    return least;
}

/* Does the least solution of one satisfy the other? */
static bool is_idle(const int64_t *x)
{
    return (x[3] * least_solution(x) - x[4]) % x[5] == 0 ||
           (x[0] * least_solution(x + 3) - x[1]) % x[2] == 0;
}

static void draw_two(struct pick *k, struct task *t)
{
    static const int64_t primes[3][12] = {
        { 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71 },
        { 223, 227, 229, 233, 239, 241, 251, 257, 263, 269, 271, 277 },
        { 2003, 2011, 2017, 2027, 2029, 2039, 2053, 2063, 2069, 2081, 2083,
          2087 },
    };
    int64_t at[2], a = pick(k, 2, 10), c = pick(k, 2, 10);
    int64_t b = pick_wide(k, 1, 20), d = pick_wide(k, 1, 20), p, q;

    t->kind = pick(k, PAIR, TWO);
    pick_subset(k, 0, 11, 2, at);
    q = primes[k->digits][at[0]];
    p = primes[k->digits][at[1]];
    t->n = 6;
    if (t->kind == PAIR) {
        int64_t x[] = { a, b, q, c, d, p };

        while (is_idle(x))
            x[4] += pick_stretched(k, 20); /* not drawn otherwise */
        for (int i = 0; i < 6; i++)
            t->x[i] = x[i];
    } else {
        int64_t x[] = { a, q, b, c, d, p }; /* a + c and q have inverses */

        for (int i = 0; i < 6; i++)
            t->x[i] = x[i];
    }
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_least
     : k->level == 2 ? draw_common
                     : draw_two)(k, values);
}

static bool is_sound(const struct task *t)
{
    static const int64_t counts[KINDS] = { 3, 3, 4, 4, 6, 6 };
    const int64_t *x = t->x;

    if (t->n != counts[t->kind])
        return false;
    if (t->kind == TWO)
        return x[5] > 1 && x[0] > 1 && x[3] > 1 && x[1] > 1 &&
               integer_gcd(x[0] + x[3], x[5]) == 1 &&
               integer_gcd(x[1], x[5]) == 1;
    if (t->kind == PAIR &&
        (x[5] < 2 || integer_gcd(x[2], x[5]) > 1 || x[3] < 2 ||
         integer_gcd(x[3], x[5]) > 1 || integer_gcd(x[0], x[2]) > 1))
        return false;
    return x[0] > 1 && x[2] > 1 && x[0] % x[2] &&
           x[1] % integer_gcd(x[0], x[2]) == 0 &&
           (t->kind != LEAST || integer_gcd(x[0], x[2]) == 1) &&
           (t->n != 4 || x[3] >= x[2]);
}

/* ---- the first road: inverses ---- */

/* The coefficient before a letter: nothing for 1. */
static const char *coefficient(struct arena *arena, int64_t a)
{
    return a == 1 ? "" : arena_printf(arena, "%" PRId64, a);
}

/* "a + ", or nothing when a is 0. */
static const char *start(struct arena *arena, int64_t a)
{
    return a ? arena_printf(arena, "%" PRId64 " + ", a) : "";
}

/* The least x >= 0 with a x = b (mod m), for coprime a and m. */
static int64_t invert(struct solving *s, const char *x, int64_t a, int64_t b,
                      int64_t m)
{
    int64_t inverse = integer_inverse(a % m, m), r = integer_mod(b, m);
    int64_t root = inverse * r % m;

    if (a % m != a || r != b)
        solving_step(s,
                     "Reduced modulo $%" PRId64
                     "$ this is $%s%s \\equiv %" PRId64 "$.",
                     m, coefficient(s->arena, a % m), x, r);
    if (a % m != 1)
        solving_step(s,
                     "$%" PRId64 " \\cdot %" PRId64 " = %" PRId64
                     " \\equiv 1 \\pmod{%" PRId64 "}$, so $%s \\equiv %" PRId64
                     " \\cdot %" PRId64 " = %" PRId64 " \\equiv %" PRId64
                     " \\pmod{%" PRId64 "}$.",
                     a % m, inverse, a % m * inverse, m, x, inverse, r,
                     inverse * r, root, m);
    return root;
}

static int64_t solve_common(struct solving *s, const struct task *t)
{
    int64_t g = integer_gcd(t->x[0], t->x[2]), m = t->x[2] / g, x, last, n;

    solving_step(s,
                 "The greatest common divisor of $%" PRId64 "$ and $%" PRId64
                 "$ is $%" PRId64 "$, which divides $%" PRId64
                 "$: the congruence becomes $%sx \\equiv %" PRId64
                 " \\pmod{%" PRId64 "}$.",
                 t->x[0], t->x[2], g, t->x[1],
                 coefficient(s->arena, t->x[0] / g), t->x[1] / g, m);
    x = invert(s, "x", t->x[0] / g, t->x[1] / g, m);
    if (t->kind == SUM) {
        solving_step(s,
                     "Below $%" PRId64 "$ lie the $%" PRId64
                     "$ solutions $%s%" PRId64 "j$ with $0 \\le j \\le %" PRId64
                     "$.",
                     t->x[2], g, start(s->arena, x), m, g - 1);
        solving_step(s,
                     "Their sum is $%" PRId64 " \\cdot %" PRId64 " + %" PRId64
                     " \\cdot %" PRId64 " = %" PRId64 "$.",
                     g, x, m, g * (g - 1) / 2, g * x + m * (g * (g - 1) / 2));
        return g * x + m * (g * (g - 1) / 2);
    }
    last = t->x[3] - integer_mod(t->x[3] - x, m);
    solving_step(s,
                 "The solutions are all $%s%" PRId64
                 "j$; the largest up to $%" PRId64 "$ is $%" PRId64 "$.",
                 start(s->arena, x), m, t->x[3], last);
    if (t->kind == LARGEST)
        return last;
    x = x ? x : m;
    n = (last - x) / m + 1;
    solving_step(s,
                 "From the first positive one, $%" PRId64
                 "$, on there are $\\frac{%" PRId64 " - %" PRId64 "}{%" PRId64
                 "} + 1 = %" PRId64 "$ of them.",
                 x, last, x, m, n);
    return n;
}

static int64_t solve_pair(struct solving *s, const int64_t *x)
{
    int64_t u, v, j;

    solving_step(
        s, "First $%" PRId64 "x \\equiv %" PRId64 " \\pmod{%" PRId64 "}$.",
        x[0], x[1], x[2]);
    u = invert(s, "x", x[0], x[1], x[2]);
    solving_step(s,
                 "Then $%" PRId64 "x \\equiv %" PRId64 " \\pmod{%" PRId64 "}$.",
                 x[3], x[4], x[5]);
    v = invert(s, "x", x[3], x[4], x[5]);
    solving_step(s,
                 "Put $x = %s%" PRId64 "j$ into the second result: $%" PRId64
                 "j \\equiv %" PRId64 " \\pmod{%" PRId64 "}$.",
                 start(s->arena, u), x[2], x[2], integer_mod(v - u, x[5]),
                 x[5]);
    j = invert(s, "j", x[2], integer_mod(v - u, x[5]), x[5]);
    solving_step(s,
                 "So $x = %s%" PRId64 " \\cdot %" PRId64 " = %" PRId64
                 "$, and solutions repeat every $%" PRId64 "$.",
                 start(s->arena, u), x[2], j, u + x[2] * j, x[2] * x[5]);
    return u + x[2] * j;
}

static int64_t solve_two(struct solving *s, const int64_t *x)
{
    int64_t p = x[5], u, v;

    solving_step(s,
                 "Add the congruences: $%" PRId64 "x \\equiv %" PRId64
                 " \\pmod{%" PRId64 "}$.",
                 x[0] + x[3], x[2] + x[4], p);
    u = invert(s, "x", x[0] + x[3], x[2] + x[4], p);
    solving_step(s,
                 "With this $x$ the first congruence becomes $%" PRId64
                 "y \\equiv %" PRId64 " - %" PRId64 " \\cdot %" PRId64
                 " \\equiv %" PRId64 " \\pmod{%" PRId64 "}$.",
                 x[1], x[2], x[0], u, integer_mod(x[2] - x[0] * u, p), p);
    v = invert(s, "y", x[1], integer_mod(x[2] - x[0] * u, p), p);
    solving_step(s, "So $x + y = %" PRId64 " + %" PRId64 " = %" PRId64 "$.", u,
                 v, u + v);
    return u + v;
}

static bool solve(struct solving *s, const void *values)
{
    const struct task *t = values;
    int64_t key;

    if (!is_sound(t))
        return false;
    switch ((enum kind)t->kind) {
    case LEAST:
        solving_step(s,
                     "$%" PRId64 "$ and $%" PRId64
                     "$ have no common factor, so "
                     "$%" PRId64 "$ has an inverse modulo $%" PRId64 "$.",
                     t->x[0], t->x[2], t->x[0], t->x[2]);
        key = invert(s, "x", t->x[0], t->x[1], t->x[2]);
        break;
    case PAIR: key = solve_pair(s, t->x); break;
    case TWO: key = solve_two(s, t->x); break;
    default: key = solve_common(s, t);
    }
    solving_key(s, "%" PRId64, key);
    return true;
}

/* ---- wording ---- */

/* In these @ and a digit is that number of the list. */
static const char *const tasks[KINDS] = {
    "the smallest non-negative integer $x$ with $@0x \\equiv @1 \\pmod{@2}$",
    "the sum of all integers $x$ with $0 \\le x < @2$ and $@0x \\equiv @1 "
    "\\pmod{@2}$",
    "the largest integer $x$ with $x \\le @3$ and $@0x \\equiv @1 \\pmod{@2}$",
    "the number of integers $x$ with $1 \\le x \\le @3$ and $@0x \\equiv @1 "
    "\\pmod{@2}$",
    "the smallest non-negative integer $x$ with $@0x \\equiv @1 \\pmod{@2}$ "
    "and $@3x \\equiv @4 \\pmod{@5}$",
    "the sum $x + y$ of the integers $x$ and $y$ with $0 \\le x < @5$, "
    "$0 \\le y < @5$, $@0x + @1y \\equiv @2 \\pmod{@5}$ and $@3x - @1y "
    "\\equiv @4 \\pmod{@5}$",
};

/* The last remainder: one less than the modulus, which may be a letter. */
static void set_top(struct speech *s, const int64_t *modulus)
{
    const char *text = speech_number(s, modulus);

    if (*text >= '0' && *text <= '9')
        speech_set(s, "top", "%" PRId64, *modulus - 1);
    else
        speech_set(s, "top", "%s - 1", text);
}

static void speak(struct speech *s, const void *values)
{
    const struct task *t = values;

    speech_set_list(s, "task", tasks[t->kind], t->x);
    if (t->kind == TWO && speech_wants(s, "top"))
        set_top(s, &t->x[5]);
}

/* Can b be what is left over? */
static bool is_left(const void *values)
{
    const struct task *t = values;

    return t->kind == LEAST && t->x[1] < t->x[2];
}

KIND_IS(struct task, is_least, LEAST)
KIND_IS(struct task, is_sum, SUM)
KIND_IS(struct task, is_largest, LARGEST)
KIND_IS(struct task, is_count, COUNT)
KIND_IS(struct task, is_both, PAIR)
KIND_IS(struct task, is_unknowns, TWO)

#define WHEEL                                                                 \
 "A wheel has $<x[2]>$ positions and stands at the start. One push turns "    \
 "it forward by $<x[0]>$ positions. <name> wants it to stand where $<x[1]>$ " \
 "single steps forward from the start would lead. "
#define PACKS                                                               \
 "<name> buys <bolts> in packs of $<x[0]>$ and puts them into boxes of "    \
 "$<x[2]>$, as many full boxes as possible. The number left over is to be " \
 "the same as it would be for $<x[1]>$ single <bolts>. "

static const struct wording wordings[] = {
    { STYLE_TERSE, "Find <task>.", NULL },
    { STYLE_PLAIN, "What is <task>?", NULL },
    { STYLE_PLAIN, "Determine <task>.", NULL },
    { STYLE_STORY,
      WHEEL "What is the smallest number of pushes that does it, $0$ "
            "included?",
      is_least },
    { STYLE_STORY,
      PACKS "What is the smallest number of packs for which this is so, $0$ "
            "included?",
      is_least },
    { STYLE_STORY,
      WHEEL "Find all numbers of pushes from $0$ up to $1$ less than the "
            "number of positions that do it. What is their sum?",
      is_sum },
    { STYLE_STORY,
      PACKS "Find all numbers of packs, from $0$ up to $1$ less than the size "
            "of a box, for which this is so. What is their sum?",
      is_sum },
    { STYLE_STORY,
      WHEEL "What is the largest number of pushes, at most $<x[3]>$, that "
            "does it?",
      is_largest },
    { STYLE_STORY,
      PACKS "What is the largest number of packs, at most $<x[3]>$, for which "
            "this is so?",
      is_largest },
    { STYLE_STORY,
      WHEEL "The wheel is pushed $<x[3]>$ times. After how many of these "
            "pushes does it stand there?",
      is_count },
    { STYLE_STORY,
      PACKS "For how many numbers of packs from $1$ to $<x[3]>$ is this so?",
      is_count },
    { STYLE_STORY,
      "Two wheels with $<x[2]>$ and with $<x[5]>$ positions stand at the start. "
      "One push turns the first one forward by $<x[0]>$ and the second one "
      "forward by $<x[3]>$ positions. What is the smallest number of pushes, "
      "$0$ included, after which the first wheel stands where $<x[1]>$ single "
      "steps forward from the start would lead, and the second one where "
      "$<x[4]>$ single steps would lead?",
      is_both },
    { STYLE_STORY,
      "Two lamps go round in circles of $<x[2]>$ and of $<x[5]>$ places. At "
      "every beat the first moves $<x[0]>$ places forward and the second "
      "$<x[3]>$. Both start at place $0$ and are watched until the first is at "
      "the place that $<x[1]>$ single moves forward would reach, and at the "
      "same time the second at the place that $<x[4]>$ single moves would "
      "reach. After how many beats is that so for the first time ($0$ "
      "beats count as well)?",
      is_both },
    { STYLE_STORY,
      "Two wheels with $<x[5]>$ positions each stand at the start. Lever A "
      "turns the first one forward by $<x[0]>$ and the second one forward by "
      "$<x[3]>$ positions; lever B turns the first one forward and the second "
      "one back, each by $<x[1]>$ positions. <name> pulls each lever fewer than "
      "$<x[5]>$ times, or not at all. In the end the first wheel stands where "
      "$<x[2]>$ single steps forward from the start lead, the second one where "
      "$<x[4]>$ lead. How many times does <name> pull the levers "
      "altogether?",
      is_unknowns },
    { STYLE_STORY,
      "A cipher replaces two numbers $x$ and $y$ from $0$ to $<top>$ by the remainders of $<x[0]>x + <x[1]>y$ and of $<x[3]>x - "
      "<x[1]>y$ on division by $<x[5]>$. <name> receives a pair that agrees "
      "with $(<x[2]>, <x[4]>)$ modulo $<x[5]>$. What is $x + y$?",
      is_unknowns },
    { STYLE_STORY,
      "Screws come in packs of $<x[0]>$. <name> opens some packs, fills as "
      "many boxes with exactly $<x[2]>$ screws each as possible, and the "
      "number of screws left over is $<x[1]>$. What is the smallest number "
      "of packs that <name> can have opened?",
      is_left },
    { 0 },
};

static const struct word_pool pools[] = {
    { "bolts", "screws|nails|bolts|hooks|washers" },
    { 0 },
};

/* ---- the second road: putting numbers in ---- */

/* By trying all x: below the modulus, or up to the bound. */
static int64_t search(const struct task *t)
{
    const int64_t *x = t->x;
    int64_t most = t->n == 4 ? x[3] : x[2] - 1, sum = 0, last = -1, n = 0;
    int64_t step = x[0] % x[2], goal = x[1] % x[2];

    for (int64_t i = 0, r = 0; i <= most; i++) {
        if (r == goal) {
            if (t->kind == LEAST)
                return i;
            sum += i;
            last = i;
            n += i > 0;
        }
        r += step;
        r -= r >= x[2] ? x[2] : 0;
    }
    return t->kind == SUM ? sum : t->kind == LARGEST ? last : n;
}

/* Is the key a solution of both, below the product of the coprime moduli? */
static bool is_pair(const int64_t *x, int64_t key)
{
    return key >= 0 && key < x[2] * x[5] &&
           key % x[2] * x[0] % x[2] == x[1] % x[2] &&
           key % x[5] * x[3] % x[5] == x[4] % x[5];
}

/* Is there a solution, the only one by its determinant, with this sum? */
static bool is_two(const int64_t *x, int64_t key)
{
    int64_t p = x[5];

    for (int64_t u = 0; u < p && u <= key; u++) {
        int64_t v = key - u;

        if (v < p && (x[0] * u + x[1] * v - x[2]) % p == 0 &&
            (x[3] * u - x[1] * v - x[4]) % p == 0)
            return true;
    }
    return false;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct task *t = values;
    int64_t x, want;
    bool is;

    f->by = t->kind < PAIR ? "search" : "substitution";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    f->detail = "these values make no problem";
    if (!is_sound(t))
        return TRUTH_NO;
    if (t->kind < PAIR) {
        want = search(t);
        f->detail = arena_printf(a, "a search finds %" PRId64, want);
        return x == want ? TRUTH_YES : TRUTH_NO;
    }
    is = t->kind == PAIR ? is_pair(t->x, x) : is_two(t->x, x);
    f->detail = is ? "both congruences hold, and solutions are unique"
                   : "the key fails one of the congruences or is too large";
    return is ? TRUTH_YES : TRUTH_NO;
}

static bool drop(void *values, size_t i)
{
    struct task *t = values;

    if (t->kind != PAIR || i > 1)
        return false;
    t->kind = LEAST;
    t->n = 3;
    for (int j = 0; j < 3 && i == 0; j++)
        t->x[j] = t->x[j + 3];
    return true;
}

static const struct recipe recipe = {
    .size = sizeof(struct task),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .drop = drop,
    .speak = speak,
    .wordings = wordings,
    .pools = pools,
    .check = check,
};

const struct family concept_linear_congruences = {
    .name = "concept/linear-congruences",
    .version = 2,
    .title = "Linear congruences",
    .doc = "Solutions of ax = b modulo m: the least one, the sum, number or "
           "largest of several when a and m have a common factor, two "
           "congruences at once, or two unknowns. The worked solution uses "
           "inverses.",
    .concepts = { HIGH_CONGRUENCES, HIGH_MODULAR },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
