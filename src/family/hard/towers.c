/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Chains of power towers: r becomes the remainder of r + a^(b^(r + c)) modulo
 * m, again and again. Without the r that is added, a chain would forget where
 * it began.
 *
 * solve() reduces the exponent by Carmichael's function, found from the factors
 * of m. check() knows no such function: it walks through the powers of a until
 * a remainder comes a second time, which gives tail and period, and multiplies
 * the exponent out modulo the period.
 */
#include "family/recipe/keys.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"

#include <inttypes.h>

#define MODULUS_MOST 9999
#define FLOORS_MOST  6000 /* the second road takes 0.2 ms for one */

struct chain {
    int64_t start;
    struct ints a, b, c, m; /* one item for each division */
};

static const struct field fields[] = {
    NUMBER(struct chain, start, 1, MODULUS_MOST),
    INTS(struct chain, a, 2, 999),
    INTS(struct chain, b, 2, 99),
    INTS(struct chain, c, 0, 99),
    INTS(struct chain, m, 2, MODULUS_MOST),
    { 0 },
};

/* ---- drawing ---- */

static int64_t carmichael(int64_t m);

/* A base and a modulus with a common factor. How r enters the tower is seen
 * modulo lambda(lambda(m)) alone: that must be large, or one could guess. */
static void draw_division(struct pick *k, int64_t *a, int64_t *m)
{
    do {
        *a = pick(k, 6, 199);
        *m = pick(k, 1001, MODULUS_MOST);
    } while (integer_gcd(*a, *m) == 1 || carmichael(carmichael(*m)) < 100);
}

static void draw(struct pick *k, void *values)
{
    struct chain *v = values;
    size_t n = (size_t)k->depth;

    v->start = pick(k, 2, 99);
    v->a = ints_new(k->arena, n);
    v->b = ints_new(k->arena, n);
    v->c = ints_new(k->arena, n);
    v->m = ints_new(k->arena, n);
    for (size_t i = 0; i < n; i++) {
        draw_division(k, &v->a.x[i], &v->m.x[i]);
        v->b.x[i] = pick(k, 2, 29);
        v->c.x[i] = pick(k, 1, 30);
    }
}

/* ---- the first road: Carmichael's function ---- */

/* Of a prime power. */
static int64_t carmichael_power(int64_t p, int64_t power)
{
    return p == 2 && power >= 8 ? power / 4 : power / p * (p - 1);
}

static int64_t carmichael(int64_t m)
{
    int64_t l = 1;

    for (int64_t p = 2; m > 1; p++) {
        int64_t power = 1, here;

        for (; m % p == 0; m /= p)
            power *= p;
        if (power == 1)
            continue;
        here = carmichael_power(p, power);
        l = l / integer_gcd(l, here) * here;
    }
    return l;
}

static int64_t power_mod(int64_t a, int64_t e, int64_t m)
{
    int64_t x = 1 % m;

    for (a %= m; e > 0; e /= 2) {
        if (e % 2)
            x = x * a % m;
        a = a * a % m;
    }
    return x;
}

#define BINARY_DIGITS 14 /* of every modulus; no tail is longer */

/* Returns b^e where it is small, else a number that is congruent to it modulo l
 * and at least BINARY_DIGITS. */
static int64_t reduced_power(int64_t b, int64_t e, int64_t l)
{
    int64_t whole = 1;

    for (int64_t i = 0; i < e && whole < BINARY_DIGITS; i++)
        whole *= b;
    if (whole < BINARY_DIGITS)
        return whole;
    whole = power_mod(b, e, l);
    while (whole < BINARY_DIGITS)
        whole += l;
    return whole;
}

static bool solve(struct solving *s, const void *values)
{
    const struct chain *v = values;
    int64_t r = v->start;

    tell(s, "rule");
    for (int64_t i = 0; i < v->m.n; i++) {
        int64_t m = v->m.x[i], l = carmichael(m), top = r + v->c.x[i];
        int64_t exponent = reduced_power(v->b.x[i], top, l);
        int64_t power = power_mod(v->a.x[i], exponent, m);

        let(s, "old", r);
        let(s, "power", power);
        r = (r + power) % m;
        let(s, "k", i + 1);
        let(s, "modulus", m);
        let(s, "lambda", l);
        let(s, "lambda2", carmichael(l));
        let(s, "base", v->b.x[i]);
        let(s, "top", top);
        let(s, "exponent", exponent);
        let(s, "r", r);
        tell(s, "tower");
        if (r < 2) /* the end of a chain must not be seen from afar */
            return false;
    }
    solving_key(s, "%" PRId64, r);
    tell(s, "end");
    return true;
}

/* ---- the second road: walking through the powers ---- */

/* The powers of a modulo m: a^(tail), a^(tail + 1) ... repeat after `period`. */
struct cycle {
    int64_t tail, period;
};

static struct cycle walk(int64_t a, int64_t m)
{
    int64_t seen[MODULUS_MOST + 1] = { 0 }; /* exponent + 1 */
    int64_t x = 1 % m, e = 0;

    for (; !seen[x]; e++) {
        seen[x] = e + 1;
        x = x * a % m;
    }
    return (struct cycle){ seen[x] - 1, e - (seen[x] - 1) };
}

static int64_t tower_by_walk(int64_t a, int64_t b, int64_t top, int64_t m)
{
    struct cycle c = walk(a, m);
    int64_t residue = 1 % c.period, size = 1, x = 1 % m;

    for (int64_t i = 0; i < top; i++) {
        residue = residue * b % c.period;
        size = size > c.tail ? size : size * b; /* only whether it is beyond */
    }
    if (size > c.tail)
        size = c.tail + integer_mod(residue - c.tail, c.period);
    for (int64_t i = 0; i < size; i++)
        x = x * a % m;
    return x;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct chain *v = values;
    int64_t r = v->start, got;

    f->by = "walking through the powers";
    f->detail = "the key is not one integer, or the lists are not equally long";
    if (!key_int(key, &got) || v->a.n != v->m.n || v->b.n != v->m.n ||
        v->c.n != v->m.n || v->m.n == 0)
        return TRUTH_NO;
    f->detail = "there are more towers than a problem has";
    if (v->m.n > FLOORS_MOST)
        return TRUTH_NO;
    for (int64_t i = 0; i < v->m.n; i++)
        r = (r +
             tower_by_walk(v->a.x[i], v->b.x[i], r + v->c.x[i], v->m.x[i])) %
            v->m.x[i];
    f->detail = arena_printf(a,
                             "the powers were multiplied out until they "
                             "repeated, in all %" PRId64
                             " divisions: the end is %" PRId64,
                             v->m.n, r);
    return r == got ? TRUTH_YES : TRUTH_NO;
}

static struct form_file text = {
#include "family/hard/towers.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct chain),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .check = check,
};

static const struct family_depth depth = {
    .of = "power towers, one after the other",
    .least = 1,
    .most = FLOORS_MOST,
    .levels = { 2, 4, 8, 16, 40 },
};

const struct family hard_towers = {
    .name = "hard/towers",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
