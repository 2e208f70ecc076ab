/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Remainders of sums, products, powers, towers of powers and sums of powers,
 * and check numbers.
 *
 * solve() reduces early, squares repeatedly, and uses periods. check() does
 * none of it: it multiplies factor by factor, raises a tower from the bottom,
 * adds every term, and divides the full number where that is small.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    LINEAR, /* x0 x1 + x2 mod x3 */
    CHECK,  /* the c below 97 with 97 | 100 x0 + c */
    POWER,  /* x0^x1 mod x2 */
    SUM,    /* x0^x1 + x2 x1^x0 mod x3 */
    TOWER,  /* x0^(x1^x2) mod x3 */
    RANGE,  /* x0^x2 + (x0 + 1)^x2 + ... + x1^x2 mod x3 */
    KINDS
};

struct task {
    int64_t kind;
    int64_t n, x[4];
};

#define BANK 97 /* modulus of the check numbers */

static const struct field fields[] = {
    NUMBER(struct task, kind, 0, KINDS - 1),
    SLOT_LIST(struct task, x, n, 1, 1000000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "sum and product", "the remainder of ab + c with two-digit numbers, "
                         "modulo 11 to 60" },
    { "power", "the remainder of a power with an exponent from 20 to 199 "
               "modulo 11 to 110, or a check number modulo 97" },
    { "combined", "two powers or a tower of powers modulo 31 to 99, or a "
                  "sum of up to 200 consecutive powers modulo 11 to 22" },
};

static void draw_first(struct pick *k, struct task *t)
{
    t->n = 4;
    for (int i = 0; i < 3; i++)
        t->x[i] = pick_wide(k, 11, 99);
    t->x[3] = pick(k, 11, 60);
}

/* Number i, from 0 on, of those that are neither 0 nor 1 modulo m: their
 * powers are not all the same. */
static int64_t proper_base(int64_t i, int64_t m)
{
    return i / (m - 2) * m + i % (m - 2) + 2;
}

static void draw_second(struct pick *k, struct task *t)
{
    int64_t i = pick(k, 0, 97), e = pick_wide(k, 20, 199), m = pick(k, 11, 110);

    t->kind = pick(k, CHECK, POWER);
    t->n = t->kind == CHECK ? 1 : 3;
    if (t->kind == CHECK)
        t->x[0] = (e * 98 + i) * 100 + m - 11;
    else {
        t->x[0] = proper_base(i, m);
        t->x[1] = e;
        t->x[2] = m;
    }
}

static void draw_third(struct pick *k, struct task *t)
{
    int64_t i = pick(k, 0, 58), e = pick_wide(k, 20, 199), u = pick(k, 2, 13);
    int64_t m = pick(k, 31, 99), a;

    t->kind = pick(k, SUM, RANGE);
    t->n = 4;
    a = t->kind == RANGE ? i + 2 : proper_base(i, m);
    t->x[0] = a;
    t->x[1] = t->kind == TOWER ? u : t->kind == RANGE ? a + e : e;
    t->x[2] = t->kind == TOWER ? e : t->kind == RANGE ? m : u;
    t->x[3] = t->kind == RANGE ? u + 9 : m;
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_first
     : k->level == 2 ? draw_second
                     : draw_third)(k, values);
}

/* Do the values make a problem? Bounds the work as well. */
static bool is_sound(const struct task *t)
{
    const int64_t *x = t->x;

    if (t->n != (t->kind == CHECK ? 1 : t->kind == POWER ? 3 : 4))
        return false;
    switch ((enum kind)t->kind) {
    case LINEAR: return x[0] < 1000000 && x[1] < 1000000 && x[3] > 1;
    case CHECK: return true;
    case POWER: return x[0] > 1 && x[1] > 1 && x[1] <= 25000 && x[2] > 1;
    case SUM:
        return x[0] > 1 && x[0] <= 100 && x[1] > 1 && x[1] <= 25000 &&
               x[3] > 1 && x[2] > 1 && x[3] < 1000;
    case TOWER:
        return x[0] > 1 && x[1] > 1 && x[1] <= 30 && x[2] > 1 &&
               x[2] <= 25000 && x[3] > 1 && x[3] < 1000;
    default:
        return x[1] > x[0] + 2 && x[1] - x[0] <= 25000 && x[2] > 1 &&
               x[2] <= 200 && x[3] > 1 && x[3] < 100;
    }
}

/* ---- the first road ---- */

/* a^e mod m by repeated squaring. Values stay below 10^18. */
static int64_t power(struct solving *s, int64_t a, int64_t e, int64_t m)
{
    struct str squares = str_in(s->arena), parts = str_in(s->arena);
    int64_t square = a % m, out = 1;

    if (e == 1) {
        solving_step(s, "It is $%" PRId64 "$ modulo $%" PRId64 "$.", square, m);
        return square;
    }
    for (int64_t bit = 1; bit <= e; bit *= 2, square = square * square % m) {
        if (bit == 1)
            str_addf(&squares, "$%" PRId64 " \\equiv %" PRId64 "$", a, square);
        else
            str_addf(&squares,
                     ", $%" PRId64 "^{%" PRId64 "} \\equiv %" PRId64 "$", a,
                     bit, square);
        if (!(e & bit))
            continue;
        str_addf(&parts, "%s%" PRId64, parts.n ? " \\cdot " : "", square);
        out = out * square % m;
    }
    solving_step(s, "Repeated squaring modulo $%" PRId64 "$: %s.", m,
                 str_get(&squares));
    solving_step(s,
                 "Multiply those that make up the exponent $%" PRId64
                 "$: $%" PRId64 "^{%" PRId64 "} \\equiv %s \\equiv %" PRId64
                 " \\pmod{%" PRId64 "}$.",
                 e, a, e, str_get(&parts), out, m);
    return out;
}

/* " + r", or nothing for 0. */
static const char *plus(struct arena *a, int64_t r)
{
    return r ? arena_printf(a, " + %" PRId64, r) : "";
}

static int64_t solve_linear(struct solving *s, const int64_t *x)
{
    int64_t m = x[3], a = x[0] % m, b = x[1] % m, c = x[2] % m;

    solving_step(s,
                 "Reduce first: $%" PRId64 " \\equiv %" PRId64 "$, $%" PRId64
                 " \\equiv %" PRId64 "$ and $%" PRId64 " \\equiv %" PRId64
                 " \\pmod{%" PRId64 "}$.",
                 x[0], a, x[1], b, x[2], c, m);
    solving_step(s,
                 "Then $%" PRId64 " \\cdot %" PRId64 " = %" PRId64
                 " \\equiv %" PRId64 " \\pmod{%" PRId64 "}$.",
                 a, b, a * b, a * b % m, m);
    solving_step(s,
                 "Finally $%" PRId64 " + %" PRId64 " = %" PRId64
                 " \\equiv %" PRId64 " \\pmod{%" PRId64 "}$.",
                 a * b % m, c, a * b % m + c, (a * b + c) % m, m);
    return (a * b + c) % m;
}

static int64_t solve_check(struct solving *s, int64_t n)
{
    int64_t r = n % BANK, key = integer_mod(-3 * r, BANK);

    solving_step(s, "$%" PRId64 " = %" PRId64 " \\cdot 97%s$.", n, n / BANK,
                 plus(s->arena, r));
    solving_step(s,
                 "Since $100 \\equiv 3 \\pmod{97}$, $100 \\cdot %" PRId64
                 " \\equiv 3 \\cdot %" PRId64 " = %" PRId64 " \\equiv %" PRId64
                 " \\pmod{97}$.",
                 n, r, 3 * r, 3 * r % BANK);
    solving_step(s,
                 "The check number fills this up to a multiple of $97$: it is "
                 "$%" PRId64 "$.",
                 key);
    return key;
}

static int64_t solve_sum(struct solving *s, const int64_t *x)
{
    int64_t m = x[3], p = power(s, x[0], x[1], m), q = power(s, x[1], x[0], m);
    int64_t u = x[2] % m, key = (p + u * q) % m;

    solving_step(s,
                 "Together $%" PRId64 " + %" PRId64 " \\cdot %" PRId64
                 " = %" PRId64 " \\equiv %" PRId64 " \\pmod{%" PRId64 "}$.",
                 p, u, q, p + u * q, key, m);
    return key;
}

/* The powers of a modulo m repeat from a^start on, with this period. */
static int64_t find_period(int64_t a, int64_t m, int64_t *start)
{
    int64_t seen[1000] = { 0 }, x = a % m, i = 1;

    for (; !seen[x]; i++, x = x * a % m)
        seen[x] = i;
    *start = seen[x];
    return i - seen[x];
}

static int64_t solve_tower(struct solving *s, const int64_t *x)
{
    int64_t a = x[0], m = x[3], start, period = find_period(a % m, m, &start);
    int64_t e = 0;

    solving_step(s,
                 "Modulo $%" PRId64 "$ the powers $%" PRId64
                 "^i$ repeat with period $%" PRId64 "$ from $i = %" PRId64
                 "$ on, so the exponent matters modulo $%" PRId64 "$ only.",
                 m, a, period, start, period);
    if (period > 1) {
        solving_step(s, "First the exponent $%" PRId64 "^{%" PRId64 "}$.", x[1],
                     x[2]);
        e = power(s, x[1], x[2], period);
    }
    for (; e < start || e == 0;)
        e += period;
    solving_step(s,
                 "The exponent may be replaced by $%" PRId64
                 "$, which has the same remainder modulo $%" PRId64 "$.",
                 e, period);
    return power(s, a, e, m);
}

static int64_t solve_range(struct solving *s, const int64_t *x)
{
    int64_t m = x[3], n = x[1] - x[0] + 1, rest = n % m, block = 0, tail = 0;

    for (int64_t i = 0; i < m; i++) {
        int64_t r = (x[0] + i) % m, p = 1;

        for (int64_t j = 0; j < x[2]; j++)
            p = p * r % m;
        block = (block + p) % m;
        tail = i < rest ? (tail + p) % m : tail;
    }
    solving_step(s,
                 "The sum has $%" PRId64 " = %" PRId64 " \\cdot %" PRId64
                 "%s$ terms, and modulo $%" PRId64
                 "$ they repeat every $%" PRId64 "$ terms.",
                 n, n / m, m, plus(s->arena, rest), m, m);
    solving_step(s,
                 "The powers $0^{%" PRId64 "}, 1^{%" PRId64
                 "}, \\ldots, %" PRId64 "^{%" PRId64 "}$ sum to $%" PRId64
                 "$ modulo $%" PRId64 "$: this is one full block.",
                 x[2], x[2], m - 1, x[2], block, m);
    if (rest)
        solving_step(s,
                     "The $%" PRId64 "$ terms left over have the same "
                     "remainders as the first ones, from $%" PRId64 "^{%" PRId64
                     "}$ on, and sum to $%" PRId64 "$.",
                     rest, x[0], x[2], tail);
    solving_step(s,
                 "In all $%" PRId64 " \\cdot %" PRId64 " + %" PRId64
                 " \\equiv %" PRId64 " \\pmod{%" PRId64 "}$.",
                 n / m, block, tail, (n / m * block + tail) % m, m);
    return (n / m * block + tail) % m;
}

static bool solve(struct solving *s, const void *values)
{
    const struct task *t = values;
    int64_t key;

    /* A low tower could end before the period starts, below the exponent 10. */
    if (!is_sound(t) || (t->kind == TOWER && t->x[2] < 4))
        return false;
    switch ((enum kind)t->kind) {
    case LINEAR: key = solve_linear(s, t->x); break;
    case CHECK: key = solve_check(s, t->x[0]); break;
    case POWER: key = power(s, t->x[0], t->x[1], t->x[2]); break;
    case SUM: key = solve_sum(s, t->x); break;
    case TOWER: key = solve_tower(s, t->x); break;
    default: key = solve_range(s, t->x);
    }
    solving_key(s, "%" PRId64, key);
    return true;
}

/* ---- wording ---- */

/* In these @ and a digit is that number of the list. */
static const char *const tasks[KINDS] = {
    "the remainder of $@0 \\cdot @1 + @2$ on division by $@3$",
    "the integer $c$ with $0 \\le c \\le 96$ for which $100 \\cdot @0 + c$ is "
    "divisible by $97$",
    "the remainder of $@0^{@1}$ on division by $@2$",
    "the remainder of $@0^{@1} + @2 \\cdot @1^{@0}$ on division by $@3$",
    "the remainder of $@0^{@1^{@2}}$ on division by $@3$",
    "the remainder of the sum of the powers $a^{@2}$ of all integers $a$ from "
    "$@0$ to $@1$ (both included) on division by $@3$",
};

static void speak(struct speech *s, const void *values)
{
    const struct task *t = values;

    speech_set_list(s, "task", tasks[t->kind], t->x);
}

/* Is there a post to start from? */
static bool is_walk(const void *v)
{
    const struct task *t = v;

    return t->kind == LINEAR && t->x[2] < t->x[3];
}

/* A key that can take many values. */
static bool is_exchange(const void *v)
{
    const struct task *t = v;

    return t->kind == POWER && integer_gcd(t->x[0], t->x[2]) == 1;
}

KIND_IS(struct task, is_linear, LINEAR)
KIND_IS(struct task, is_check, CHECK)
KIND_IS(struct task, is_power, POWER)
KIND_IS(struct task, is_sum, SUM)
KIND_IS(struct task, is_tower, TOWER)
KIND_IS(struct task, is_sum_of_powers, RANGE)

static const struct wording wordings[] = {
    { STYLE_TERSE, "Find <task>.", NULL },
    { STYLE_PLAIN, "What is <task>?", NULL },
    { STYLE_PLAIN, "Determine <task>.", NULL },
    { STYLE_STORY,
      "A works has $<x[0]>$ crates with $<x[1]>$ <things> each and $<x[2]>$ "
      "single <things>. All of them are put into boxes of $<x[3]>$, as many "
      "full boxes as possible. How many <things> are left over?",
      is_linear },
    { STYLE_STORY,
      "Around a lake near <city> stand $<x[3]>$ posts, numbered in order from "
      "$0$. <name> starts at post $<x[2]>$ and goes for walks on $<x[0]>$ "
      "days; every walk begins where the last one ended and leads forward by "
      "$<x[1]>$ posts. What is the number of the post where the last walk "
      "ends?",
      is_walk },
    { STYLE_STORY,
      "A bank puts a check number from $0$ to $96$ behind every account "
      "number, as its last two digits (with a leading $0$ if need be), so "
      "that the whole number is divisible by $97$. The account number is "
      "$<x[0]>$ without them. What is the check number?",
      is_check },
    { STYLE_STORY,
      "To guard against typing errors, a library in <city> writes two digits "
      "behind the number of every <volume>, so that the longer number is a "
      "multiple of $97$; of several possible pairs of digits it takes the one "
      "that makes the smaller number. A <volume> has the number $<x[0]>$ so "
      "far. Which number from $0$ to $96$ do the two new digits form?",
      is_check },
    { STYLE_STORY,
      "A dial has $<x[2]>$ positions, numbered from $0$, and a pointer that "
      "stands at position $1$. At every beat a machine multiplies the number "
      "of the position by $<x[0]>$, and the pointer moves to the remainder of "
      "the product on division by $<x[2]>$. At which position does the "
      "pointer stand after $<x[1]>$ beats?",
      is_power },
    { STYLE_STORY,
      "<name> and <name2> agree on a common key in public. For this <name> "
      "chooses the secret exponent $<x[1]>$ and sends the remainder of "
      "$<x[0]>^{<x[1]>}$ on division by $<x[2]>$. Which number does <name> "
      "send?",
      is_exchange },
    { STYLE_STORY,
      "A program makes a signature of two numbers: it takes $<x[0]>^{<x[1]>}$ "
      "and $<x[2]>$ times $<x[1]>^{<x[0]>}$, adds the two, and keeps the "
      "remainder of the sum on division by $<x[3]>$. What is the signature?",
      is_sum },
    { STYLE_STORY,
      "A computer model has $<x[0]>^{<x[1]>}$ red particles and $<x[2]> \\cdot "
      "<x[1]>^{<x[0]>}$ blue ones. All of them are put into groups of "
      "$<x[3]>$, as many full groups as possible. How many particles are "
      "left over?",
      is_sum },
    { STYLE_STORY,
      "A generator of random numbers starts with $<x[0]>$. At every step it "
      "raises the last number to the power $<x[1]>$ and keeps the remainder "
      "on division by $<x[3]>$. Which number does it have after $<x[2]>$ "
      "steps?",
      is_tower },
    { STYLE_STORY,
      "In a thought experiment there is one cell at first. Every second each "
      "cell divides into $<x[0]>$ cells, and none is lost. After "
      "$<x[1]>^{<x[2]>}$ seconds all cells form groups of $<x[3]>$, as many "
      "full groups as possible. How many cells are left over?",
      is_tower },
    { STYLE_STORY,
      "Folder number $a$ of an archive holds $a^{<x[2]>}$ codes. All "
      "codes of the folders from $<x[0]>$ to $<x[1]>$, both included, are "
      "written on pages of $<x[3]>$ codes each. How many codes stand on the "
      "last page, when it is not full ($0$ when it is)?",
      is_sum_of_powers },
    { STYLE_STORY,
      "There are $a^{<x[2]>}$ words of $<x[2]>$ letters over an alphabet of $a$ "
      "letters. For every $a$ from $<x[0]>$ to $<x[1]>$, both included, <name> "
      "counts these words, and a display shows the remainder of the sum of "
      "all counts on division by $<x[3]>$. What does the display show?",
      is_sum_of_powers },
    { 0 },
};

static const struct word_pool pools[] = {
    { "volume", "book|map|record|manuscript|magazine" },
    { 0 },
};

/* ---- the second road: term by term ---- */

/* a^e by e multiplications. */
static int64_t slow_power(int64_t a, int64_t e, int64_t m)
{
    int64_t out = 1 % m;

    for (a %= m; e > 0; e--)
        out = out * a % m;
    return out;
}

static int64_t compute(const struct task *t)
{
    const int64_t *x = t->x;
    int64_t out, powers[1000]; /* of every remainder: see is_sound() */

    switch ((enum kind)t->kind) {
    case LINEAR: return (x[0] * x[1] + x[2]) % x[3]; /* below 10^13 */
    case POWER: return slow_power(x[0], x[1], x[2]);
    case SUM:
        return (slow_power(x[0], x[1], x[3]) +
                x[2] % x[3] * slow_power(x[1], x[0], x[3])) %
               x[3];
    case TOWER:
        for (int64_t r = 0; r < x[3]; r++)
            powers[r] = slow_power(r, x[1], x[3]);
        out = x[0] % x[3];
        for (int64_t i = 0; i < x[2]; i++)
            out = powers[out];
        return out;
    default:
        for (int64_t r = 0; r < x[3]; r++)
            powers[r] = slow_power(r, x[2], x[3]);
        out = 0;
        for (int64_t a = x[0]; a <= x[1]; a++)
            out += powers[a % x[3]];
        return out % x[3];
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct task *t = values;
    int64_t x, want;

    f->by = t->kind == LINEAR  ? "division of the full number"
            : t->kind == CHECK ? "the definition"
                               : "multiplication one by one";
    f->detail = "the key is not one integer";
    if (!key_int(key, &x))
        return TRUTH_NO;
    f->detail = "these values make no problem";
    if (!is_sound(t))
        return TRUTH_NO;
    if (t->kind == CHECK) {
        bool is = x >= 0 && x < BANK && (100 * t->x[0] + x) % BANK == 0;

        f->detail = is ? "the whole number is divisible by 97"
                       : "the whole number is not divisible by 97, or the key "
                         "is out of range";
        return is ? TRUTH_YES : TRUTH_NO;
    }
    want = compute(t);
    f->detail = arena_printf(a, "the remainder is %" PRId64, want);
    return x == want ? TRUTH_YES : TRUTH_NO;
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

const struct family concept_modular = {
    .name = "concept/modular",
    .version = 2,
    .title = "Modular arithmetic",
    .doc = "Remainders of sums and products, of powers, of towers and sums of "
           "powers, and check numbers. The worked solution reduces early, "
           "squares repeatedly and uses periods.",
    .concepts = { HIGH_MODULAR },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
