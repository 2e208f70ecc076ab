/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The Euclidean algorithm: greatest common divisor and least common multiple,
 * the remainders, the least Bezout coefficient, and the algorithm for powers
 * less one and for linear forms.
 *
 * solve() runs the algorithm. check() never divides with remainder along that
 * chain: it factors the numbers, subtracts one by one,
 * searches, or computes with the big numbers themselves.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    GCD, /* of x[0] > x[1] */
    LCM,
    REMAINDERS, /* their sum */
    BEZOUT,     /* least x > 0 with x[0] x - x[1] y = gcd */
    POWERS,     /* gcd of x[2]^x[0] - 1 and x[2]^x[1] - 1 */
    FORMS,      /* largest gcd of x[0] n + x[1] and x[2] n + x[3] */
    KINDS
};

struct task {
    int64_t kind;
    int64_t n, x[4];
};

static const struct field fields[] = {
    NUMBER(struct task, kind, 0, KINDS - 1),
    SLOT_LIST(struct task, x, n, 1, 100000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "two numbers", "greatest common divisor or least common multiple of two "
                     "numbers up to 20,000, whose common divisor has two "
                     "digits" },
    { "inside", "the sum of the remainders of the algorithm, or the least "
                "Bezout coefficient, for numbers up to 20,000" },
    { "expressions", "common divisors of t^a - 1 and t^b - 1 with exponents up "
                     "to 3,300, or of two linear forms for all n" },
};

/* a > b with a drawn common divisor. */
static void draw_pair(struct pick *k, struct task *t)
{
    bool first = k->level == 1;
    int64_t g = pick_wide(k, 12, 99), p, q;

    t->kind += first ? GCD : REMAINDERS;
    pick_fractions(k, 100, first ? 2 : 20, 100, 1, &p, &q);
    t->n = 2;
    t->x[0] = g * (p + q);
    t->x[1] = g * q;
}

static void draw_expressions(struct pick *k, struct task *t)
{
    static const int64_t pairs[8][2] = {
        { 2, 3 }, { 2, 5 }, { 3, 5 }, { 3, 7 },
        { 4, 7 }, { 5, 7 }, { 5, 8 }, { 7, 9 }
    };
    static const int64_t exponents[4][2] = {
        { 5, 2 }, { 7, 3 }, { 8, 3 }, { 9, 4 }
    };
    static const int64_t steps[] = { 1, 11, 101 }, slow[] = { 1, 3, 8 };
    int64_t rank = pick(k, 0, 11 * 8 * 4 * 40 - 1), step = steps[k->digits];

    t->kind += POWERS;
    if (t->kind == POWERS) {
        int64_t g = 2 + rank / 4 % 8;
        const int64_t *c = exponents[rank % 4];

        t->n = 3;
        t->x[2] = 2 + rank / 32 % 11;
        t->x[1] = g * c[0];
        t->x[0] = g * (c[0] * (1 + rank / 352 * slow[k->digits]) + c[1]);
    } else {
        const int64_t *c = pairs[rank % 8];
        int64_t j = 1 + rank / 8 % 40 * step, e = 1 + rank / 320 * step;

        /* c[0] is coprime to the rest, and the determinant positive. */
        t->n = 4;
        t->x[0] = c[0];
        t->x[1] = c[0] * j + 1;
        t->x[2] = c[1];
        t->x[3] = c[1] * (j + 1) + e;
    }
}

static void draw(struct pick *k, void *values)
{
    struct task *t = values;

    t->kind = pick(k, 0, 1);
    (k->level < 3 ? draw_pair : draw_expressions)(k, t);
}

/* Do the values make a problem? Bounds what check() computes. */
static bool is_sound(const struct task *t)
{
    const int64_t *x = t->x;

    if (t->n != (t->kind == POWERS ? 3 : t->kind == FORMS ? 4 : 2))
        return false;
    if (t->kind == FORMS)
        return x[0] < 1000 && x[2] < 1000 && x[1] < 1000000 && x[3] < 1000000 &&
               x[0] > 1 && x[2] > 1 && x[0] * x[3] - x[1] * x[2] > 1 &&
               integer_gcd(x[0], x[1] * x[2]) == 1;
    if (t->kind == POWERS && (x[0] > 30000 || x[2] < 2 || x[2] > 20 ||
                              x[1] < 2 || integer_gcd(x[0], x[1]) > 12))
        return false;
    return x[0] > x[1] && x[0] % x[1] != 0;
}

/* ---- the first road: the algorithm ---- */

/* gcd(a, b) = a x + b y, and the sum of the remainders. */
struct euclid {
    int64_t gcd, x, y, sum;
};

static struct euclid euclid(struct solving *s, int64_t a, int64_t b)
{
    struct str chain = str_in(s->arena);
    struct euclid e = { 0, 1, 0, 0 };
    int64_t x = 0, y = 1, t;

    while (b) {
        int64_t q = a / b;

        str_addf(&chain, "%s$%" PRId64 " = %" PRId64 " \\cdot %" PRId64,
                 chain.n ? ", " : "", a, q, b);
        if (a % b)
            str_addf(&chain, " + %" PRId64, a % b);
        str_addc(&chain, '$');
        e.sum += a % b;
        t = a % b, a = b, b = t;
        t = e.x - q * x, e.x = x, x = t;
        t = e.y - q * y, e.y = y, y = t;
    }
    solving_step(s, "Divide with remainder until nothing remains: %s.",
                 str_get(&chain));
    e.gcd = a;
    return e;
}

static int64_t solve_pair(struct solving *s, const struct task *t)
{
    int64_t a = t->x[0], b = t->x[1], x, m;
    struct euclid e = euclid(s, a, b);

    if (t->kind == REMAINDERS) {
        solving_step(s, "The remainders sum to $%" PRId64 "$.", e.sum);
        return e.sum;
    }
    solving_step(s,
                 "The last remainder that is not $0$ is the greatest common "
                 "divisor, $%" PRId64 "$.",
                 e.gcd);
    if (t->kind == GCD)
        return e.gcd;
    m = b / e.gcd;
    if (t->kind == LCM) {
        solving_step(s,
                     "The least common multiple is $\\frac{%" PRId64
                     " \\cdot %" PRId64 "}{%" PRId64 "} = %" PRId64
                     " \\cdot %" PRId64 " = %" PRId64 "$.",
                     a, b, e.gcd, a, m, a * m);
        return a * m;
    }
    x = integer_mod(e.x, m);
    solving_step(s,
                 "Going back through these equations, $%" PRId64 " = %" PRId64
                 " \\cdot %" PRId64 " %s %" PRId64 " \\cdot %" PRId64 "$.",
                 e.gcd, e.x, a, e.y < 0 ? "-" : "+", e.y < 0 ? -e.y : e.y, b);
    solving_step(s,
                 "All solutions $x$ differ by multiples of $%" PRId64
                 " / %" PRId64 " = %" PRId64
                 "$, so the smallest positive one is $%" PRId64 "$.",
                 b, e.gcd, m, x);
    return x;
}

static int64_t solve_powers(struct solving *s, const struct task *t)
{
    struct euclid e;
    int64_t key = 1;

    solving_step(s,
                 "If $a = qb + r$, then $%" PRId64 "^a - 1$ leaves the "
                 "remainder $%" PRId64 "^r - 1$ on division by $%" PRId64
                 "^b - 1$: the algorithm runs on the exponents.",
                 t->x[2], t->x[2], t->x[2]);
    e = euclid(s, t->x[0], t->x[1]);
    for (int64_t i = 0; i < e.gcd; i++)
        key *= t->x[2]; /* at most 20^12 */
    solving_step(s,
                 "The exponents have the greatest common divisor $%" PRId64
                 "$, so the answer is $%" PRId64 "^{%" PRId64 "} - 1 = %" PRId64
                 "$.",
                 e.gcd, t->x[2], e.gcd, key - 1);
    return key - 1;
}

static int64_t solve_forms(struct solving *s, const int64_t *x)
{
    int64_t d = x[0] * x[3] - x[1] * x[2];

    solving_step(s,
                 "A common divisor of both also divides $%" PRId64 "(%" PRId64
                 "n + %" PRId64 ") - %" PRId64 "(%" PRId64 "n + %" PRId64
                 ") = %" PRId64 "$.",
                 x[0], x[2], x[3], x[2], x[0], x[1], d);
    solving_step(s,
                 "$%" PRId64 "$ has no factor in common with $%" PRId64
                 "$, so some positive $n$ makes $%" PRId64 "n + %" PRId64
                 "$ a multiple of $%" PRId64 "$.",
                 x[0], d, x[0], x[1], d);
    solving_step(s,
                 "For it $%" PRId64 "(%" PRId64 "n + %" PRId64
                 ")$ is a multiple of $%" PRId64
                 "$ as well, and so is $%" PRId64 "n + %" PRId64
                 "$. The largest value is $%" PRId64 "$.",
                 x[0], x[2], x[3], d, x[2], x[3], d);
    return d;
}

static bool solve(struct solving *s, const void *values)
{
    const struct task *t = values;

    if (!is_sound(t))
        return false;
    solving_key(s, "%" PRId64,
                t->kind == POWERS  ? solve_powers(s, t)
                : t->kind == FORMS ? solve_forms(s, t->x)
                                   : solve_pair(s, t));
    return true;
}

/* ---- wording ---- */

/* In these @ is the next number of the list, ~, # and & are the first, second
 * and third. */
static const char *const tasks[KINDS] = {
    "the greatest common divisor of $@$ and $@$",
    "the least common multiple of $@$ and $@$",
    "the sum of all remainders that occur when the Euclidean algorithm is "
    "carried out for $@$ and $@$, from the division of the larger number by "
    "the smaller one up to the division with remainder $0$",
    "the smallest positive integer $x$ for which some integer $y$ makes "
    "$@ x - @ y$ equal to the greatest common divisor of the two coefficients "
    "$~$ and $#$",
    "the greatest common divisor of $&^{@} - 1$ and $&^{@} - 1$",
    ("the largest value that the greatest common divisor of $@n + @$ and "
     "$@n + @$ takes when $n$ runs through all positive integers"),
};

static void speak(struct speech *s, const void *values)
{
    const struct task *t = values;
    const char *fmt = tasks[t->kind];
    struct str text = str_in(s->arena);
    int64_t next = 0;

    if (!speech_wants(s, "task"))
        return;
    for (const char *c = fmt; *c; c++)
        if (*c == '@')
            str_add(&text, speech_number(s, &t->x[next++]));
        else if (*c == '&')
            str_add(&text, speech_number(s, &t->x[2]));
        else if (*c == '#')
            str_add(&text, speech_number(s, &t->x[1]));
        else if (*c == '~')
            str_add(&text, speech_number(s, &t->x[0]));
        else
            str_addc(&text, *c);
    speech_set(s, "task", "%s", str_get(&text));
}

KIND_IS(struct task, is_gcd, GCD)
KIND_IS(struct task, is_lcm, LCM)
KIND_IS(struct task, is_remainders, REMAINDERS)
KIND_IS(struct task, is_bezout, BEZOUT)
KIND_IS(struct task, is_powers, POWERS)
KIND_IS(struct task, is_forms, FORMS)

static const struct wording wordings[] = {
    { STYLE_TERSE, "Find <task>.", NULL },
    { STYLE_PLAIN, "What is <task>?", NULL },
    { STYLE_PLAIN, "Determine <task>.", NULL },
    { STYLE_STORY,
      "<name> has two cables, $<x[0]>$ and $<x[1]>$ millimetres long, and "
      "cuts both into pieces of one and the same length, with nothing left "
      "over. The length is a whole number of millimetres and as large as "
      "possible. How many millimetres long is each piece?",
      is_gcd },
    { STYLE_STORY,
      "A depot has $<x[0]>$ <things> and $<x[1]>$ <things2>. <name> puts all of "
      "them into parcels with equal contents, as many parcels as possible. "
      "How many parcels are there?",
      is_gcd },
    { STYLE_STORY,
      "Two beacons in <city> flash together at midnight. One "
      "flashes every $<x[0]>$ milliseconds, the other every $<x[1]>$ "
      "milliseconds. After how many milliseconds do they flash together "
      "for the next time?",
      is_lcm },
    { STYLE_STORY,
      "Two counters of a computer start at $0$ together and go up by $1$ at "
      "every tick, but one of them goes back to $0$ at every tick number that "
      "is a multiple of $<x[0]>$, the other at every multiple of $<x[1]>$. "
      "After how many ticks are both at $0$ again for the first time?",
      is_lcm },
    { STYLE_STORY,
      "From a rectangular sheet of $<x[0]>$ by $<x[1]>$ millimetres, <name> "
      "cuts off as many squares with a full side of the sheet as possible, "
      "writes down the width of the strip that remains, and goes on with the "
      "strip in the same way until nothing remains. What is the sum of all "
      "widths written down, in millimetres?",
      is_remainders },
    { STYLE_STORY,
      "<name> has a long measuring stick of $<x[0]>$ and a short one of "
      "$<x[1]>$ millimetres. The short one is laid along the long one as often "
      "as it fits, and what is left of the long one becomes the new short "
      "stick, while the short one becomes the long one. This goes on until "
      "nothing is left. What is the sum of all the lengths that were left, "
      "in millimetres?",
      is_remainders },
    { STYLE_STORY,
      "In a board game there are notes of $<x[0]>$ <money> and notes "
      "of $<x[1]>$ <money> only. <name> wants to pay an amount, the greatest "
      "common divisor of the two numbers, by giving notes of $<x[0]>$ <money> "
      "and getting back notes of $<x[1]>$ <money>. What is the smallest "
      "number of notes that <name> must give?",
      is_bezout },
    { STYLE_STORY,
      "Every click of one button turns a wheel $<x[0]>$ steps forward, every "
      "click of another turns it $<x[1]>$ steps back. After some clicks the "
      "wheel has gone forward altogether by as many steps as the greatest "
      "common divisor of $<x[0]>$ and $<x[1]>$. How many clicks of the "
      "first button, at least one, does this take at least?",
      is_bezout },
    { STYLE_STORY,
      "Two registers of a computer hold $<x[0]>$ and $<x[1]>$ digits in base "
      "$<x[2]>$, and each shows the largest number that it can hold. <name> "
      "looks for the largest integer that divides both numbers. What is it, "
      "written in the usual decimal digits?",
      is_powers },
    { STYLE_STORY,
      "For a test of long arithmetic, <name> fills two files: one with the "
      "number $<x[2]>^{<x[0]>} - 1$ and one with $<x[2]>^{<x[1]>} - 1$. A "
      "program prints their greatest common divisor. Which number must it "
      "print?",
      is_powers },
    { STYLE_STORY,
      "On day $n$ (for $n = 1, 2, 3$ and so on without end) a works makes "
      "$<x[0]>n + <x[1]>$ nails and $<x[2]>n + <x[3]>$ screws and packs all of "
      "them into boxes with equal contents, as many boxes as possible. What "
      "is the largest number of boxes that it needs on any day?",
      is_forms },
    { STYLE_STORY,
      "In row $n$ of a table, $n = 1, 2, 3, \\ldots$, stands a rectangle of "
      "$<x[0]>n + <x[1]>$ by $<x[2]>n + <x[3]>$ millimetres. <name> writes "
      "beside it the side of the largest square tile with which it can be "
      "covered without gaps or cuts. What is the largest number in the "
      "column of tiles?",
      is_forms },
    { 0 },
};

/* ---- the second road ---- */

/* Does some prime divide both? */
static bool share_prime(int64_t u, int64_t v)
{
    n_factor_t f;

    n_factor_init(&f);
    n_factor(&f, (ulong)u, 1);
    for (int i = 0; i < f.num; i++)
        if ((ulong)v % f.p[i] == 0)
            return true;
    return false;
}

#define CUTS_MOST 20000

/* The sum of what remains whenever b has been subtracted from a as often as
 * possible; 0: that takes too long. */
static int64_t by_subtraction(int64_t a, int64_t b)
{
    int64_t sum = 0;

    for (int64_t i = 0; a != b && i < CUTS_MOST; i++) {
        a -= b;
        if (a < b) {
            sum += a;
            a += b; /* and change places */
            b = a - b;
            a -= b;
        }
    }
    return a == b ? sum : 0;
}

/* x a = g modulo b, and nothing below x: solutions repeat every b / g. */
static bool is_least(int64_t a, int64_t b, int64_t x)
{
    int64_t g = (int64_t)n_gcd((ulong)a, (ulong)b);

    if (x < 1 || x > b / g || a % b * x % b != g % b)
        return false;
    for (int64_t y = 1; y < x && y < CUTS_MOST; y++)
        if (a % b * y % b == g % b)
            return false;
    return true;
}

static bool is_powers_gcd(const struct task *t, int64_t key)
{
    fmpz_t a, b;
    bool is;

    fmpz_init(a);
    fmpz_init(b);
    fmpz_set_ui(a, (ulong)t->x[2]);
    fmpz_pow_ui(a, a, (ulong)t->x[0]);
    fmpz_set_ui(b, (ulong)t->x[2]);
    fmpz_pow_ui(b, b, (ulong)t->x[1]);
    fmpz_sub_ui(a, a, 1);
    fmpz_sub_ui(b, b, 1);
    fmpz_gcd(a, a, b);
    is = fmpz_equal_si(a, key);
    fmpz_clear(b);
    fmpz_clear(a);
    return is;
}

#define SEARCH_MOST 400

static int64_t gcd_at(const int64_t *x, int64_t n)
{
    return (int64_t)n_gcd((ulong)(x[0] * n + x[1]), (ulong)(x[2] * n + x[3]));
}

/* Some n has this gcd, and it is the largest: by a search through one period,
 * or since x[0] (x[2] n + x[3]) - x[2] (x[0] n + x[1]), which every common
 * divisor divides, is the key for all n. */
static bool is_forms_gcd(const int64_t *x, int64_t key)
{
    int64_t best = 0, n;

    if (key < 2 || key > INT64_C(2000000000))
        return false;
    for (n = 1; n <= SEARCH_MOST; n++) {
        int64_t g = gcd_at(x, n);

        best = g > best ? g : best;
        if (x[0] * (x[2] * n + x[3]) - x[2] * (x[0] * n + x[1]) != key)
            return false;
    }
    if (key > SEARCH_MOST) {
        n = (int64_t)n_invmod((ulong)(x[0] % key), (ulong)key);
        n = (key - x[1] % key) * n % key;
        best = gcd_at(x, n);
    }
    return best == key;
}

static bool is_right(const struct task *t, int64_t key)
{
    int64_t a = t->x[0], b = t->x[1];

    switch ((enum kind)t->kind) {
    case GCD:
        return a % key == 0 && b % key == 0 && !share_prime(a / key, b / key);
    case LCM:
        return key % a == 0 && key % b == 0 && !share_prime(key / a, key / b);
    case REMAINDERS: return by_subtraction(a, b) == key;
    case BEZOUT: return is_least(a, b, key);
    case POWERS: return is_powers_gcd(t, key);
    default: return is_forms_gcd(t->x, key);
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    static const char *const by[KINDS] = {
        "common primes", "common primes",           "subtraction one by one",
        "search",        "the big numbers as such", "values of the two forms",
    };
    const struct task *t = values;
    int64_t x;
    bool is;

    f->by = by[t->kind];
    f->detail = "the key is not one positive integer";
    if (!key_int(key, &x) || x < 1)
        return TRUTH_NO;
    f->detail = "these values make no problem";
    if (!is_sound(t))
        return TRUTH_NO;
    is = is_right(t, x);
    f->detail =
        arena_printf(a, "%s by %s", is ? "confirmed" : "refuted", f->by);
    return is ? TRUTH_YES : TRUTH_NO;
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

const struct family concept_euclid = {
    .name = "concept/euclid",
    .version = 2,
    .title = "The Euclidean algorithm",
    .doc = "Greatest common divisors and least common multiples by the "
           "Euclidean algorithm, its remainders and Bezout coefficients, and "
           "the algorithm for powers less one and for linear forms.",
    .concepts = { HIGH_EUCLID },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
