/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Primes and prime factors: the largest prime factor, the sum of the distinct
 * ones, the next prime, the primes of an interval, and the same for numbers
 * such as a^4 + 4b^4 that factor as expressions first.
 *
 * solve() divides by 2, 3, 5 ... in turn (of the factors of the expression,
 * where there are some). check() multiplies the expression out as it stands
 * and factors that whole number by FLINT's rho and quadratic-form methods with
 * certified primes; primality by itself is tested by n_is_prime().
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <string.h>

enum kind {
    LARGEST,      /* largest prime factor of x[0] */
    DISTINCT_SUM, /* sum of the distinct prime factors of x[0] */
    NEXT,         /* smallest prime above x[0] */
    RANGE_SUM,    /* sum of the primes of x[0]..x[1] */
    SQUARES,      /* largest prime factor of x[0]^2 - x[1]^2 */
    GERMAIN,      /* largest prime factor of x[0]^4 + 4 x[1]^4 */
    FOURTHS,      /* sum of the distinct prime factors of x[0]^4 - x[1]^4 */
    KINDS
};

struct task {
    int64_t kind;
    int64_t n, x[2];
};

#define FOURTH_TOP 20000 /* 5 * 20000^4 < 2^63 */
#define WIDTH_MOST 400

static const struct field fields[] = {
    NUMBER(struct task, kind, 0, KINDS - 1),
    SLOT_LIST(struct task, x, n, 1, 1100000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "one number", "a number from 60 to 9,999: its largest prime factor, the "
                    "sum of its distinct prime factors, or the next prime" },
    { "range or squares", "the sum of all primes in an interval of 20 to 60 "
                          "numbers, or the largest prime factor of a "
                          "difference of two squares" },
    { "fourth powers", "prime factors of a^4 - b^4 or a^4 + 4b^4 with a up to "
                       "190: the expression has to be factored first" },
};

static void draw_second(struct pick *k, struct task *t)
{
    /* Wider than any gap between primes of that size. */
    static const int64_t widths[] = { 20, 40, 72 };
    int64_t a = pick_wide(k, 50, 400), step = pick(k, 0, 40);

    t->kind = t->kind ? SQUARES : RANGE_SUM;
    t->x[0] = a;
    t->x[1] = t->kind == RANGE_SUM ? a + widths[k->digits] + step : step + 2;
}

static void draw(struct pick *k, void *values)
{
    struct task *t = values;

    t->kind = pick(k, 0, k->level == 1 ? 2 : 1);
    t->n = k->level == 1 ? 1 : 2;
    if (k->level == 1)
        t->x[0] = pick_wide(k, 60, 9999);
    else if (k->level == 2)
        draw_second(k, t);
    else {
        t->kind += GERMAIN;
        t->x[0] = pick_wide(k, 10, 150);
        t->x[1] = pick(k, 1, 40);
        t->x[0] += t->x[1];
    }
}

/* Do the values make a problem? */
static bool is_sound(const struct task *t)
{
    if (t->n != (t->kind < RANGE_SUM ? 1 : 2) || t->x[0] < 2)
        return false;
    switch ((enum kind)t->kind) {
    case RANGE_SUM: return t->x[0] < t->x[1] && t->x[1] - t->x[0] <= WIDTH_MOST;
    case SQUARES: return t->x[0] > t->x[1] + 1;
    case GERMAIN:
    case FOURTHS: return t->x[0] > t->x[1] + 1 && t->x[0] <= FOURTH_TOP;
    default: return true;
    }
}

/* ---- the first road: trial division ---- */

/* The smallest prime factor of n > 1. */
static int64_t smallest_factor(int64_t n)
{
    if (n % 2 == 0)
        return 2;
    for (int64_t p = 3; p * p <= n; p += 2)
        if (n % p == 0)
            return p;
    return n;
}

struct factors {
    size_t n;
    int64_t p[64]; /* distinct, in increasing order */
};

static void add_prime(struct factors *f, int64_t p)
{
    size_t i = f->n;

    while (i > 0 && f->p[i - 1] > p)
        i--;
    if (i > 0 && f->p[i - 1] == p)
        return;
    memmove(&f->p[i + 1], &f->p[i], (f->n - i) * sizeof(f->p[0]));
    f->p[i] = p;
    f->n++;
}

/* Add the primes of n: "$60 = 2 \\cdot 30$, $30 = 2 \\cdot 15$ ..." */
static void add_factors(struct solving *s, struct factors *f, int64_t n)
{
    struct str chain = str_in(s->arena);
    int64_t m = n, p;

    if (n == 1)
        return;
    while ((p = smallest_factor(m)) != m) {
        str_add(&chain,
                arena_printf(s->arena,
                             "$%" PRId64 " = %" PRId64 " \\cdot %" PRId64 "$, ",
                             m, p, m / p));
        add_prime(f, p);
        m /= p;
    }
    add_prime(f, m);
    if (m == n)
        solving_step(s,
                     "$%" PRId64
                     "$ is prime: no prime up to its square root divides it.",
                     n);
    else
        solving_step(s,
                     "Divide by the smallest prime each time: %sand $%" PRId64
                     "$ is prime, so $%" PRId64 " = %s$.",
                     str_get(&chain), m, n, latex_factors(s->arena, n));
}

/* "2 + 3 + 7", and the sum. */
static int64_t sum_of(struct solving *s, const struct factors *f)
{
    struct str text = str_in(s->arena);
    int64_t sum = 0;

    for (size_t i = 0; i < f->n; i++) {
        str_add(&text, i ? " + " : "");
        str_add_int(&text, f->p[i]);
        sum += f->p[i];
    }
    if (f->n > 1)
        solving_step(s, "The sum of the distinct primes is $%s = %" PRId64 "$.",
                     str_get(&text), sum);
    else
        solving_step(s,
                     "So the only prime factor is $%" PRId64
                     "$, and this is the sum.",
                     sum);
    return sum;
}

static int64_t solve_next(struct solving *s, int64_t n)
{
    struct str text = str_in(s->arena);
    int64_t p = n + 1, listed = 0;

    for (; smallest_factor(p) != p; p++)
        if (smallest_factor(p) > 5) {
            int64_t d = smallest_factor(p);

            str_add(&text, listed++ ? ", " : "");
            str_add(&text, arena_printf(s->arena,
                                        "$%" PRId64 " = %" PRId64
                                        " \\cdot %" PRId64 "$",
                                        p, d, p / d));
        }
    solving_step(s,
                 "Go through the numbers from $%" PRId64
                 "$ on and pass over the multiples of $2$, $3$ and $5$.",
                 n + 1);
    if (listed)
        solving_step(s, "Of the others these are composite: %s.",
                     str_get(&text));
    solving_step(s,
                 "The next one is $%" PRId64
                 "$; no prime whose square is at most $%" PRId64
                 "$ divides it, so it is prime.",
                 p, p);
    return p;
}

static int64_t solve_range(struct solving *s, int64_t a, int64_t b)
{
    struct str text = str_in(s->arena), sieve = str_in(s->arena);
    int64_t sum = 0, top = 2;

    while ((top + 1) * (top + 1) <= b)
        top++;
    solving_step(s,
                 "A composite number up to $%" PRId64
                 "$ has a prime factor of at most $%" PRId64
                 "$, since $%" PRId64 "^2 > %" PRId64 "$.",
                 b, top, top + 1, b);
    for (int64_t p = a; p <= b; p++)
        if (smallest_factor(p) == p) {
            str_add(&text, sum ? " + " : "");
            str_add_int(&text, p);
            str_add(&sieve, sum ? ", " : "");
            str_add_int(&sieve, p);
            sum += p;
        }
    solving_step(s,
                 "Striking out the multiples of the primes up to $%" PRId64
                 "$ leaves the primes $%s$.",
                 top, str_get(&sieve));
    if (sum)
        solving_step(s, "Their sum is $%s = %" PRId64 "$.", str_get(&text),
                     sum);
    return sum;
}

/* The factors that algebra gives; their primes by trial division. */
static void split(struct solving *s, const struct task *t, struct factors *f)
{
    int64_t a = t->x[0], b = t->x[1], third;

    if (t->kind == GERMAIN) {
        int64_t sum = a * a + 2 * b * b, twice = 2 * a * b;

        solving_step(s,
                     "With $a = %" PRId64 "$ and $b = %" PRId64
                     "$, $a^4 + 4b^4 = (a^2 + 2b^2)^2 - (2ab)^2 = (a^2 + 2b^2 "
                     "+ 2ab)(a^2 + 2b^2 - 2ab)$.",
                     a, b);
        solving_step(s,
                     "Here $a^2 + 2b^2 = %" PRId64 "$ and $2ab = %" PRId64
                     "$, so the factors are $%" PRId64 "$ and $%" PRId64 "$.",
                     sum, twice, sum + twice, sum - twice);
        add_factors(s, f, sum + twice);
        add_factors(s, f, sum - twice);
        return;
    }
    third = a * a + b * b;
    if (t->kind == SQUARES)
        solving_step(s,
                     "$%" PRId64 "^2 - %" PRId64 "^2 = (%" PRId64 " - %" PRId64
                     ")(%" PRId64 " + %" PRId64 ") = %" PRId64
                     " \\cdot %" PRId64 "$.",
                     a, b, a, b, a, b, a - b, a + b);
    else
        solving_step(s,
                     "$a^4 - b^4 = (a - b)(a + b)(a^2 + b^2)$, so $%" PRId64
                     "^4 - %" PRId64 "^4 = %" PRId64 " \\cdot %" PRId64
                     " \\cdot %" PRId64 "$.",
                     a, b, a - b, a + b, third);
    add_factors(s, f, a - b);
    add_factors(s, f, a + b);
    if (t->kind == FOURTHS)
        add_factors(s, f, third);
}

static bool solve(struct solving *s, const void *values)
{
    const struct task *t = values;
    struct factors f = { 0 };
    int64_t key;

    if (!is_sound(t))
        return false;
    if (t->kind == NEXT || t->kind == RANGE_SUM) {
        key = t->kind == NEXT ? solve_next(s, t->x[0])
                              : solve_range(s, t->x[0], t->x[1]);
        solving_key(s, "%" PRId64, key);
        return key > 0;
    }
    if (t->n == 1)
        add_factors(s, &f, t->x[0]);
    else
        split(s, t, &f);
    if (t->kind == DISTINCT_SUM || t->kind == FOURTHS)
        key = sum_of(s, &f);
    else {
        key = f.p[f.n - 1];
        solving_step(s,
                     f.n > 1 ? "The largest of all these primes is $%" PRId64
                               "$."
                             : "So the only prime factor is $%" PRId64 "$.",
                     key);
    }
    solving_key(s, "%" PRId64, key);
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    static const char *const tasks[KINDS] = {
        "the largest prime factor of $%s$",
        "the sum of the distinct prime factors of $%s$ (each prime counted "
        "once)",
        "the smallest prime number greater than $%s$",
        "the sum of all prime numbers from $%s$ to $%s$, both ends included",
        "the largest prime factor of $%s^2 - %s^2$",
        "the largest prime factor of $%s^4 + 4 \\cdot %s^4$",
        "the sum of the distinct prime factors of $%s^4 - %s^4$ (each prime "
        "counted once)",
    };
    const struct task *t = values;
    const char *fmt = tasks[t->kind], *rest;
    struct str text = str_in(s->arena);

    if (!speech_wants(s, "task"))
        return;
    for (int64_t i = 0; (rest = strstr(fmt, "%s")); i++, fmt = rest + 2) {
        str_add(&text, arena_printf(s->arena, "%.*s", (int)(rest - fmt), fmt));
        str_add(&text, speech_number(s, &t->x[i]));
    }
    str_add(&text, fmt);
    speech_set(s, "task", "%s", str_get(&text));
}

/* Stories of several factors are not told of a prime. */
static bool is_composite(const void *v)
{
    const struct task *t = v;

    return t->kind == LARGEST && smallest_factor(t->x[0]) < t->x[0];
}

static bool is_bags(const void *v)
{
    const struct task *t = v;

    return t->kind == DISTINCT_SUM && smallest_factor(t->x[0]) < t->x[0];
}

KIND_IS(struct task, is_largest, LARGEST)
KIND_IS(struct task, is_next, NEXT)
KIND_IS(struct task, is_range, RANGE_SUM)
KIND_IS(struct task, is_squares, SQUARES)
KIND_IS(struct task, is_distinct, DISTINCT_SUM)
KIND_IS(struct task, is_germain, GERMAIN)
KIND_IS(struct task, is_fourths, FOURTHS)

static const struct wording wordings[] = {
    { STYLE_TERSE, "Find <task>.", NULL },
    { STYLE_PLAIN, "What is <task>?", NULL },
    { STYLE_PLAIN, "Determine <task>.", NULL },
    { STYLE_STORY,
      "<name> has $<x[0]>$ <things> and can put them into bags of equal size, "
      "with none left over, in several ways. They write down every size that "
      "is a prime number. What is the sum of these primes?",
      is_bags },
    { STYLE_STORY,
      "Each prime factor of $<x[0]>$ is carved once on a <stone>, however often "
      "it divides the number; $<x[0]>$ itself is carved if it is a prime. "
      "What is the sum of the numbers carved?",
      is_distinct },
    { STYLE_STORY,
      "<name> uses the number $<x[0]>^4 + 4 \\cdot <x[1]>^4$ as the modulus of "
      "a cipher. <name2> breaks the cipher by finding all prime factors of the "
      "modulus. What is the largest one?",
      is_germain },
    { STYLE_STORY,
      "A data set has $<x[0]>^4 + 4 \\cdot <x[1]>^4$ entries. <name> stores it "
      "in blocks with the same prime number of entries in each and none left "
      "over, and wants the blocks to be as large as possible. How many "
      "entries does a block have?",
      is_germain },
    { STYLE_STORY,
      "A data set had $<x[0]>^4$ entries, of which $<x[1]>^4$ were deleted. "
      "What remains can be stored in blocks of equal size, with none left "
      "over, in several ways. <name> notes every block size that is a prime "
      "number. What is the sum of these primes?",
      is_fourths },
    { STYLE_STORY,
      "In a model, a cube in four dimensions of edge $<x[1]>$ is cut out of "
      "one of edge $<x[0]>$. <name> factors the content that is left, $<x[0]>^4 "
      "- <x[1]>^4$, and adds up its prime factors, each prime once. What is "
      "the sum?",
      is_fourths },
    { STYLE_STORY,
      "<name> sorts $<x[0]>$ beads into bags with the same number of beads in "
      "every bag and none left over. That number is to be prime, and as large "
      "as possible. How many beads go into each bag?",
      is_composite },
    { STYLE_STORY,
      "<name> uses $<x[0]>$ as the modulus of a toy cipher; <name2> finds the "
      "prime factors of this number to read the messages. What is the "
      "largest of these primes?",
      is_composite },
    { STYLE_STORY,
      "A calculator lists the prime factors of every number that is typed in; "
      "of a prime number it shows the number itself. <name> types in "
      "$<x[0]>$. What is the largest prime that the calculator shows?",
      is_largest },
    { STYLE_STORY,
      "<name> sets up a hash table, which works best with a prime number of "
      "slots. It needs more than $<x[0]>$ slots, and no more than necessary. "
      "How many slots does <name> choose?",
      is_next },
    { STYLE_STORY,
      "A ticket machine in <city> gives out only prime numbers, in increasing "
      "order and without gaps. All up to $<x[0]>$ have been given out. Which "
      "number comes next?",
      is_next },
    { STYLE_STORY,
      "Along a road through <city>, milestones are numbered in order. <name> "
      "walks from milestone $<x[0]>$ to milestone $<x[1]>$ and writes down "
      "every prime number on the way, both ends included. What is the sum "
      "of the numbers that <name> writes down?",
      is_range },
    { STYLE_STORY,
      "In a game, door number $n$ holds $n$ points if $n$ is a prime number and "
      "nothing otherwise. <name> opens every door from $<x[0]>$ to $<x[1]>$, "
      "both included. How many points does <name> collect?",
      is_range },
    { STYLE_STORY,
      "From a square plate of side $<x[0]>$ millimetres <name> cuts out a "
      "square of side $<x[1]>$ millimetres. What is the largest prime "
      "factor of the remaining area in square millimetres?",
      is_squares },
    { STYLE_STORY,
      "A square field of $<x[0]>$ by $<x[0]>$ young trees loses a square corner "
      "of $<x[1]>$ by $<x[1]>$ trees to a storm. <name> wants to move all trees "
      "that are left into equal groups of a prime number of trees, as large as "
      "possible. How many trees does a group have?",
      is_squares },
    { 0 },
};

static const struct word_pool pools[] = {
    { "stone", "fountain|gate|bridge|tower|wall" },
    { 0 },
};

/* ---- the second road: certified factorisation of the whole number ---- */

/* The number to be factored, multiplied out. */
static ulong whole(const struct task *t)
{
    ulong a = (ulong)t->x[0], b = (ulong)t->x[1];

    switch ((enum kind)t->kind) {
    case SQUARES: return a * a - b * b;
    case GERMAIN: return a * a * a * a + 4 * b * b * b * b;
    case FOURTHS: return a * a * a * a - b * b * b * b;
    default: return a;
    }
}

/* The answer to a question on the factors of n; 0 when the factorisation does
 * not hold up. */
static ulong by_factors(enum kind kind, ulong n)
{
    bool sum = kind == DISTINCT_SUM || kind == FOURTHS;
    ulong product = 1, out = 0;
    n_factor_t f;

    n_factor_init(&f);
    n_factor(&f, n, 1);
    for (int i = 0; i < f.num; i++) {
        if (!n_is_prime(f.p[i]))
            return 0;
        for (ulong j = 0; j < (ulong)f.exp[i]; j++)
            product *= f.p[i];
        out = sum ? out + f.p[i] : f.p[i] > out ? f.p[i] : out;
    }
    return product == n ? out : 0;
}

/* The answer to a question on all primes of an interval. */
static ulong by_primality(const struct task *t)
{
    ulong sum = 0, p = (ulong)t->x[0];

    if (t->kind == RANGE_SUM) {
        for (; p <= (ulong)t->x[1]; p++)
            sum += n_is_prime(p) ? p : 0;
        return sum;
    }
    do
        p++;
    while (!n_is_prime(p));
    return p;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct task *t = values;
    bool listed = t->kind == NEXT || t->kind == RANGE_SUM;
    int64_t x;
    ulong want;

    f->by = listed ? "certified primality of every candidate"
                   : "certified factorisation of the whole number";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    f->detail = "these values make no problem";
    if (!is_sound(t))
        return TRUTH_NO;
    want = listed ? by_primality(t) : by_factors((enum kind)t->kind, whole(t));
    if (want == 0)
        return TRUTH_NO;
    f->detail =
        arena_printf(a, "it is %lu%s", (unsigned long)want,
                     listed ? ", by testing each number for primality"
                            : ", by the prime factors of the whole number");
    return x > 0 && (ulong)x == want ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct task),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .pools = pools,
    .check = check,
};

const struct family concept_prime_factors = {
    .name = "concept/prime-factors",
    .version = 2,
    .title = "Primes and prime factors",
    .doc = "The largest prime factor, the sum of the distinct prime factors, "
           "the next prime, or the sum of the primes in an interval; at level "
           "3 the number is given by powers and is factored as an expression "
           "first. The worked solution uses trial division.",
    .concepts = { HIGH_PRIMES },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
