/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Euler's phi function: its value, the sum of the numbers that it counts,
 * coprime numbers up to any bound, powers by Euler's theorem, numbers with a
 * given greatest common divisor, and the t-th coprime number.
 *
 * solve() factors and uses the product formula, inclusion and exclusion, and
 * Euler's theorem. check() counts by greatest common divisors over one period;
 * a large phi comes from FLINT, a power from its modular arithmetic, and the
 * t-th number is checked by inclusion and exclusion, which its road to the
 * answer did not use. The sum of many coprime numbers is Moebius' sum, too.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    PHI,   /* phi(x0) */
    SUM,   /* of the numbers up to x0 that are coprime to it */
    RANGE, /* how many of 1..x0 are coprime to x1 */
    POWER, /* x0^x1 mod x2 */
    GCD,   /* how many k in 1..x0 have gcd(k, x1) = x2 */
    NTH,   /* the x0-th number that is coprime to x1 and to x2 */
    KINDS
};

struct task {
    int64_t kind;
    int64_t n, x[3];
};

#define PERIOD_MOST 2000
#define COUNT_MOST  1000 /* phi up to here by counting */

static const struct field fields[] = {
    NUMBER(struct task, kind, 0, KINDS - 1),
    SLOT_LIST(struct task, x, n, 1, 10000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "value", "phi(n) for n from 50 to 4,999, or the sum of the numbers up "
               "to n that are coprime to n" },
    { "range or power", "how many numbers up to a bound of five digits are "
                        "coprime to m, or a power modulo m by Euler's theorem; "
                        "m from 50 to 179" },
    { "two conditions", "how many numbers up to a bound have a given greatest "
                        "common divisor with m up to 828, or the t-th number "
                        "that is coprime to two numbers, t from 500 to 4,999" },
};

static void draw_range(struct pick *k, struct task *t)
{
    int64_t m = pick(k, 50, 179), u = pick(k, 0, 59),
            w = pick_wide(k, 100, 999);

    t->kind += RANGE;
    if (t->kind == RANGE) {
        t->n = 2;
        t->x[0] = 60 * w + u;
        t->x[1] = m;
    } else { /* a prime above 179, which is coprime to m */
        t->n = 3;
        t->x[0] = (int64_t)n_nth_prime((ulong)(42 + u));
        t->x[1] = w;
        t->x[2] = m;
    }
}

static int64_t least_prime(int64_t n)
{
    int64_t p = 2;

    while (n % p)
        p++;
    return p;
}

/* Has a some prime factor that b has not? */
static bool has_own_prime(int64_t a, int64_t b)
{
    while (a > 1 && b % least_prime(a) == 0)
        a /= least_prime(a);
    return a > 1;
}

static void draw_two(struct pick *k, struct task *t)
{
    int64_t d = pick(k, 2, 12), m = pick(k, 10, 69),
            w = pick_wide(k, 500, 4999);

    t->kind += GCD;
    t->n = 3;
    /* 61: no m comes twice, and d and m do not stay multiples of a prime */
    while (t->kind == NTH && (!has_own_prime(d, m) || !has_own_prime(m, d)))
        m += 61;
    t->x[0] = w;
    t->x[1] = t->kind == GCD ? d * m : m;
    t->x[2] = d;
}

static void draw(struct pick *k, void *values)
{
    struct task *t = values;

    t->kind = pick(k, 0, 1);
    t->n = 1;
    if (k->level == 1)
        t->x[0] = pick_wide(k, 50, 4999);
    else
        (k->level == 2 ? draw_range : draw_two)(k, t);
}

static bool is_sound(const struct task *t)
{
    const int64_t *x = t->x;

    if (t->n != (t->kind < RANGE ? 1 : t->kind == RANGE ? 2 : 3) || x[0] < 3)
        return false;
    switch ((enum kind)t->kind) {
    case RANGE: return x[1] > 1 && x[1] <= PERIOD_MOST;
    case POWER:
        return x[1] > 1 && x[2] > 2 && x[2] <= PERIOD_MOST &&
               integer_gcd(x[0], x[2]) == 1;
    case GCD:
        return x[1] <= PERIOD_MOST && x[2] > 1 && x[2] < x[1] &&
               x[1] % x[2] == 0 && x[0] >= x[2];
    case NTH:
        return x[1] > 1 && x[2] > 1 && x[1] <= 200 && x[2] <= 200 &&
               x[1] * x[2] <= PERIOD_MOST;
    default: return true;
    }
}

/* ---- the first road: factors ---- */

struct primes {
    size_t n;
    int64_t p[8];
};

static struct primes primes_of(int64_t m)
{
    struct primes out = { 0 };

    for (int64_t p = 2; m > 1; p = p * p > m ? m : p + 1) {
        if (m % p)
            continue;
        out.p[out.n++] = p;
        while (m % p == 0)
            m /= p;
    }
    return out;
}

/* phi(n) = n (1 - 1/p)(1 - 1/q) ... */
static int64_t phi(struct solving *s, int64_t n)
{
    struct primes f = primes_of(n);
    struct str text = str_in(s->arena);
    int64_t out = n;

    for (size_t i = 0; i < f.n; i++) {
        str_addf(&text, " \\cdot \\frac{%" PRId64 "}{%" PRId64 "}", f.p[i] - 1,
                 f.p[i]);
        out = out / f.p[i] * (f.p[i] - 1);
    }
    if (f.n == 1 && f.p[0] == n) {
        solving_step(s,
                     "$%" PRId64
                     "$ is prime: no prime up to its square root divides it.",
                     n);
        solving_step(s,
                     "All smaller positive integers are coprime to it, so "
                     "$\\varphi(%" PRId64 ") = %" PRId64 "$.",
                     n, out);
    } else {
        solving_step(s, "Factor: $%" PRId64 " = %s$.", n,
                     latex_factors(s->arena, n));
        solving_step(
            s, "So $\\varphi(%" PRId64 ") = %" PRId64 "%s = %" PRId64 "$.", n,
            n, str_get(&text), out);
    }
    return out;
}

/* How many of 1..most no prime of m divides, by inclusion and exclusion. */
static int64_t exclude(struct solving *s, int64_t most, int64_t m)
{
    struct primes f = primes_of(m);
    struct str text = str_in(s->arena);
    int64_t count = 0;

    for (unsigned set = 0; set < 1U << f.n; set++) {
        int64_t d = 1;
        bool odd = false;

        for (size_t i = 0; i < f.n; i++)
            if (set >> i & 1) {
                d *= f.p[i];
                odd = !odd;
            }
        count += odd ? -(most / d) : most / d;
        str_addf(&text, "%s%" PRId64, odd ? " - " : set ? " + " : "", most / d);
    }
    solving_step(s,
                 "Strike out the multiples of every prime factor of $%" PRId64
                 "$ (here $%s$), by inclusion and exclusion with the "
                 "quotients of $%" PRId64 "$, rounded down.",
                 m, latex_list(s->arena, f.p, f.n), most);
    solving_step(s, "There remain $%s = %" PRId64 "$.", str_get(&text), count);
    return count;
}

static int64_t solve_power(struct solving *s, const int64_t *x)
{
    int64_t m = x[2], f = phi(s, m), e = x[1] % f, out = 1, r = x[0] % m;
    struct str text = str_in(s->arena);

    for (int64_t bit = 1; bit <= e; bit *= 2, r = r * r % m) {
        str_addf(&text, "%s%" PRId64, bit > 1 ? ", " : "", r);
        out = e & bit ? out * r % m : out;
    }
    solving_step(s,
                 "$%" PRId64 "$ and $%" PRId64
                 "$ are coprime, so by Euler's theorem $%" PRId64 "^{%" PRId64
                 "} \\equiv 1 \\pmod{%" PRId64 "}$.",
                 x[0], m, x[0], f, m);
    solving_step(s,
                 "The exponent matters modulo $%" PRId64 "$ only: $%" PRId64
                 " \\equiv %" PRId64 "$; and $%" PRId64 " \\equiv %" PRId64
                 " \\pmod{%" PRId64 "}$.",
                 f, x[1], e, x[0], x[0] % m, m);
    if (e == 0)
        solving_step(s, "So the power has the remainder $1$.");
    else
        solving_step(s,
                     "Squaring again and again gives the remainders $%s$ for "
                     "the exponents $1, 2, 4, \\ldots$; those that make up "
                     "$%" PRId64 "$ multiply to $%" PRId64 "$ modulo $%" PRId64
                     "$.",
                     str_get(&text), e, out, m);
    return out;
}

static int64_t solve_nth(struct solving *s, const int64_t *x)
{
    int64_t m = x[1] / integer_gcd(x[1], x[2]) * x[2], f, full, rest, k = 0;

    solving_step(s,
                 "Coprime to both means coprime to their least common multiple "
                 "$%" PRId64 "$; such numbers repeat with this period.",
                 m);
    f = phi(s, m);
    full = (x[0] - 1) / f;
    rest = x[0] - full * f;
    for (int64_t left = rest; left > 0;)
        left -= integer_gcd(++k, m) == 1;
    solving_step(s,
                 "$%" PRId64 " = %" PRId64 " \\cdot %" PRId64 " + %" PRId64
                 "$: after $%" PRId64 "$ full periods we need number $%" PRId64
                 "$ of the next one.",
                 x[0], full, f, rest, full, rest);
    solving_step(s,
                 "In a period, number $%" PRId64 "$ is $%" PRId64
                 "$. The answer is $%" PRId64 " \\cdot %" PRId64 " + %" PRId64
                 " = %" PRId64 "$.",
                 rest, k, full, m, k, full * m + k);
    return full * m + k;
}

static int64_t solve_sum(struct solving *s, int64_t n)
{
    int64_t f = phi(s, n);

    solving_step(s,
                 "With $k$ also $%" PRId64 " - k$ is coprime to $%" PRId64
                 "$: the numbers form $%" PRId64
                 "$ pairs with the sum $%" PRId64 "$.",
                 n, n, f / 2, n);
    solving_step(s,
                 "Their sum is $%" PRId64 " \\cdot %" PRId64 " = %" PRId64 "$.",
                 f / 2, n, f / 2 * n);
    return f / 2 * n;
}

static bool solve(struct solving *s, const void *values)
{
    const struct task *t = values;
    const int64_t *x = t->x;
    int64_t key;

    if (!is_sound(t))
        return false;
    switch ((enum kind)t->kind) {
    case PHI: key = phi(s, x[0]); break;
    case SUM: key = solve_sum(s, x[0]); break;
    case RANGE: key = exclude(s, x[0], x[1]); break;
    case POWER: key = solve_power(s, x); break;
    case GCD:
        solving_step(s,
                     "Write $k = %" PRId64 "j$. Then $j \\le %" PRId64
                     "$, and $j$ must be coprime to $%" PRId64 " / %" PRId64
                     " = %" PRId64 "$.",
                     x[2], x[0] / x[2], x[1], x[2], x[1] / x[2]);
        key = exclude(s, x[0] / x[2], x[1] / x[2]);
        break;
    default: key = solve_nth(s, x);
    }
    solving_key(s, "%" PRId64, key);
    return true;
}

/* ---- wording ---- */

/* In these @ and a digit is that number of the list. */
static const char *const tasks[KINDS] = {
    "the value $\\varphi(@0)$ of Euler's phi function",
    "the sum of all integers from $1$ to $@0$ that are coprime to $@0$",
    "the number of integers from $1$ to $@0$ that are coprime to $@1$",
    "the remainder of $@0^{@1}$ on division by $@2$",
    "the number of integers $k$ from $1$ to $@0$ for which the greatest common "
    "divisor of $k$ and $@1$ is $@2$",
    "the integer at place $@0$ in the increasing list of all positive integers "
    "that are coprime to $@1$ and coprime to $@2$ (the list starts with $1$ "
    "at place $1$)",
};

static void speak(struct speech *s, const void *values)
{
    const struct task *t = values;

    speech_set_list(s, "task", tasks[t->kind], t->x);
}

KIND_IS(struct task, is_phi, PHI)
KIND_IS(struct task, is_sum, SUM)
KIND_IS(struct task, is_range, RANGE)
KIND_IS(struct task, is_power, POWER)
KIND_IS(struct task, is_gcd, GCD)
KIND_IS(struct task, is_nth, NTH)

/* Gears have some teeth at least. */
static bool is_gears(const void *values)
{
    const struct task *t = values;

    return t->kind == NTH && t->x[1] >= 8 && t->x[2] >= 8;
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Find <task>.", NULL },
    { STYLE_PLAIN, "What is <task>?", NULL },
    { STYLE_PLAIN, "Determine <task>.", NULL },
    { STYLE_STORY,
      "A circle has $<x[0]>$ equally spaced points. A <machine> jumps from "
      "point to point, always $k$ points further on, with a whole number $k$ "
      "from $1$ to the number of points. For how many values of $k$ does it "
      "visit every point before it comes back to the first one?",
      is_phi },
    { STYLE_STORY,
      "A scale has a mark at every fraction $\\frac{k}{<x[0]>}$ with a whole "
      "number $k$ from $1$ to $<x[0]>$. How many of these fractions are in "
      "lowest terms as they stand?",
      is_phi },
    { STYLE_STORY,
      "At a lottery in <city> the tickets are numbered from $1$ to $<x[0]>$. A "
      "ticket wins as many <money> as its number says when this number has no "
      "common factor greater than $1$ with $<x[0]>$; the others win nothing. "
      "How many <money> are won in all?",
      is_sum },
    { STYLE_STORY,
      "<name> writes down all fractions in lowest terms with the denominator "
      "$<x[0]>$ and a numerator from $1$ to $<x[0]>$. What is the sum of "
      "their numerators?",
      is_sum },
    { STYLE_STORY,
      "Parcels with the numbers from $1$ to $<x[0]>$, each once, pass a "
      "<machine>. It stamps a parcel when its number has no common factor "
      "greater than $1$ with $<x[1]>$. How many parcels are stamped?",
      is_range },
    { STYLE_STORY,
      "A signal lamp shows its <colour> light at second $t$ exactly when $t$ "
      "and $<x[1]>$ are coprime. How often does it show this light in the "
      "seconds $1$ to $<x[0]>$, both included?",
      is_range },
    { STYLE_STORY,
      "A program makes a check number for <name>: it raises $<x[0]>$ to the "
      "power $<x[1]>$ and keeps the remainder of the result on division by "
      "$<x[2]>$. What is the check number?",
      is_power },
    { STYLE_STORY,
      "A dial has $<x[2]>$ positions, numbered from $0$, and a pointer at "
      "position $1$. At every beat a <machine> multiplies the number of the "
      "position by $<x[0]>$ and moves the pointer to the remainder of the "
      "product on division by $<x[2]>$. Where does the pointer stand after "
      "$<x[1]>$ beats?",
      is_power },
    { STYLE_STORY,
      "Rectangles of $k$ by $<x[1]>$ millimetres, one for every whole number "
      "$k$ from $1$ to $<x[0]>$, are each covered with equal square tiles, as "
      "large as possible, with whole millimetres as sides and no tile cut. "
      "For how many of the rectangles are the tiles $<x[2]>$ millimetres "
      "wide?",
      is_gcd },
    { STYLE_STORY,
      "On day $k$ <name> gets $<x[1]>$ red and $k$ blue beads and makes chains "
      "that are all alike and use up all of these beads, as many chains as "
      "possible. On how many of the days $1$ to $<x[0]>$ are there exactly "
      "$<x[2]>$ chains?",
      is_gcd },
    { STYLE_STORY,
      "From the list of all positive integers <name> strikes out every number "
      "that has a common factor greater than $1$ with $<x[1]>$, and <name2> "
      "every number that has one with $<x[2]>$. Which number stands at "
      "place $<x[0]>$ of what is left, counted from the smallest one, $1$, at "
      "place $1$?",
      is_nth },
    { STYLE_STORY,
      "Two gears of a mill have $<x[1]>$ and $<x[2]>$ teeth. The numbers "
      "of teeth of a third gear that are coprime to both are listed from the "
      "smallest on, beginning with $1$ at place $1$, as far as one likes. "
      "Which number stands at place $<x[0]>$ of the list?",
      is_gears },
    { 0 },
};

static const struct word_pool pools[] = {
    { "machine", "robot|machine|computer|controller|plotter" },
    { 0 },
};

/* ---- the second road: counting ---- */

/* How many k in 1..most have gcd(k, m) = d, by one period; with the sum of
 * those k when most is m. */
static int64_t count(int64_t most, int64_t m, int64_t d, int64_t *sum)
{
    int64_t period = 0, tail = 0;

    *sum = 0;
    for (int64_t k = 1; k <= m; k++) {
        bool is = n_gcd((ulong)k, (ulong)m) == (ulong)d;

        period += is;
        tail += is && k <= most % m;
        *sum += is ? k : 0;
    }
    return most / m * period + tail;
}

/* Is x coprime to m, and the t-th such number? By Moebius' sum. */
static bool is_at_place(int64_t x, int64_t m, int64_t t)
{
    int64_t below = 0;

    if (x < 1 || n_gcd((ulong)(x % m), (ulong)m) != 1)
        return false;
    for (int64_t d = 1; d <= m; d++)
        if (m % d == 0)
            below += n_moebius_mu((ulong)d) * (x / d);
    return below == t;
}

/* What d adds to Moebius' sum for the numbers up to n that are coprime to n:
 * its multiples, with their sign. */
static int64_t multiples(int64_t n, int64_t d)
{
    return n_moebius_mu((ulong)d) * d * (n / d * (n / d + 1) / 2);
}

static int64_t sum_coprime(int64_t n)
{
    int64_t sum = 0;

    for (int64_t d = 1; d * d <= n; d++)
        if (n % d == 0)
            sum += multiples(n, d) + (d * d < n ? multiples(n, n / d) : 0);
    return sum;
}

static int64_t compute(const struct task *t)
{
    const int64_t *x = t->x;
    int64_t sum, n;

    switch ((enum kind)t->kind) {
    case PHI:
    case SUM:
        if (x[0] > COUNT_MOST)
            return t->kind == PHI ? (int64_t)n_euler_phi((ulong)x[0])
                                  : sum_coprime(x[0]);
        n = count(x[0], x[0], 1, &sum);
        return t->kind == PHI ? n : sum;
    case RANGE: return count(x[0], x[1], 1, &sum);
    case POWER:
        return (int64_t)n_powmod2((ulong)(x[0] % x[2]), x[1], (ulong)x[2]);
    default: return count(x[0], x[1], x[2], &sum);
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct task *t = values;
    int64_t x, want;

    f->by = t->kind == NTH     ? "Moebius' sum"
            : t->kind == POWER ? "modular powers"
            : t->kind < RANGE && t->x[0] > COUNT_MOST
                ? t->kind == PHI ? "FLINT's phi" : "Moebius' sum"
                : "counting by greatest common divisors";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    f->detail = "these values make no problem";
    if (!is_sound(t))
        return TRUTH_NO;
    if (t->kind == NTH) {
        bool is = is_at_place(x, t->x[1] * t->x[2], t->x[0]);

        f->detail = is ? "it is coprime to both and has this place in the list"
                       : "it is not coprime to both or has another place";
        return is ? TRUTH_YES : TRUTH_NO;
    }
    want = compute(t);
    f->detail = arena_printf(a, "it is %" PRId64, want);
    return x == want ? TRUTH_YES : TRUTH_NO;
}

/* What is coprime to a number is coprime to its least prime factor as well. */
static bool drop(void *values, size_t i)
{
    struct task *t = values;

    if (t->kind != NTH || i > 1)
        return false;
    t->x[i + 1] = least_prime(t->x[2 - i]);
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

const struct family concept_phi = {
    .name = "concept/phi",
    .version = 2,
    .title = "Euler's phi function",
    .doc = "Values of phi, numbers coprime to a given one: how many up to a "
           "bound, their sum, the t-th of them; powers by Euler's theorem; "
           "numbers with a given greatest common divisor.",
    .concepts = { HIGH_PHI, HIGH_PRIMES },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
