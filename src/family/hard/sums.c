/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Sums of arithmetic functions, the end of each one entering the length of the
 * next.
 *
 * solve() takes the numbers with one quotient N / n together (the hyperbola
 * method), and uses Moebius inversion. check() makes a table of the function by
 * a sieve and adds it up term by term.
 */
#include "family/recipe/keys.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"

#include <inttypes.h>

enum kind { TAU, SIGMA, PHI, SQUAREFREE, GCD, REMAINDER, KINDS };

struct sums {
    /* One item for each sum: the function; the residue class r modulo q; the
     * length base + (the last sum modulo m), where m is 1 at first. PHI leaves
     * the multiples of q out, GCD takes divisors common with q. */
    struct ints kind, q, r, base, m;
};

static const struct field fields[] = {
    INTS(struct sums, kind, 0, KINDS - 1), INTS(struct sums, q, 2, 99999),
    INTS(struct sums, r, 0, 99999),        INTS(struct sums, base, 1, 999999),
    INTS(struct sums, m, 1, 999999),       { 0 },
};

/* ---- drawing ---- */

/* A number with many divisors. */
static int64_t draw_smooth(struct pick *k)
{
    static const int64_t primes[] = { 2, 2, 2, 3, 3, 5, 7, 11 };
    int64_t n = 1;

    while (n < 1000)
        n *= pick_of(k, primes, sizeof(primes) / sizeof(*primes));
    return n;
}

static void draw_one(struct pick *k, struct sums *v, int64_t i, int64_t size)
{
    static const int64_t moduli[] = { 3, 5, 6, 7, 10, 11 };
    static const int64_t primes[] = { 2, 3, 5, 7 };
    /* The others are nearly known from the length alone: none of them is last.
     */
    static const int64_t wild[] = { TAU, SIGMA, PHI, REMAINDER };

    v->kind.x[i] =
        i + 1 < k->depth ? pick(k, 0, KINDS - 1) : pick_of(k, wild, 4);
    if (v->kind.x[i] == GCD)
        v->q.x[i] = draw_smooth(k);
    else if (v->kind.x[i] == PHI)
        v->q.x[i] = pick_of(k, primes, sizeof(primes) / sizeof(*primes));
    else
        v->q.x[i] = pick_of(k, moduli, sizeof(moduli) / sizeof(*moduli));
    v->r.x[i] = pick(k, 0, v->q.x[i] - 1);
    if (v->kind.x[i] == GCD || v->kind.x[i] == PHI)
        v->r.x[i] = 0;
    v->base.x[i] = pick(k, size, 2 * size);
    v->m.x[i] = i ? pick(k, size, 2 * size) : 1;
}

static void draw(struct pick *k, void *values)
{
    struct sums *v = values;
    struct ints *all[] = { &v->kind, &v->q, &v->r, &v->base, &v->m };
    int64_t size = 4000;

    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        *all[i] = ints_new(k->arena, (size_t)k->depth);
    for (int64_t i = 0; i < k->depth; i++) {
        draw_one(k, v, i, size);
        size = size < 200000 ? size * 8 / 5 : size;
    }
}

/* ---- the words ---- */

static void add_formula(struct str *s, const struct sums *v, int64_t i)
{
    static const char *const terms[] = { "d(n)",        "\\sigma(n)",
                                         "\\varphi(n)", "\\mu(n)^2",
                                         NULL,          NULL };
    int64_t kind = v->kind.x[i], q = v->q.x[i];

    str_addf(s, "$S_{%" PRId64 "} = \\sum_{1 \\le n \\le N_{%" PRId64 "}",
             i + 1, i + 1);
    if (kind == PHI)
        str_addf(s, ",\\ %" PRId64 " \\nmid n", q);
    else if (kind != GCD)
        str_addf(s, ",\\ n \\equiv %" PRId64 "\\ (\\mathrm{mod}\\ %" PRId64 ")",
                 v->r.x[i], q);
    str_add(s, "} ");
    if (kind == GCD)
        str_addf(s, "\\gcd(n, %" PRId64 ")$", q);
    else if (kind == REMAINDER)
        str_addf(s, "(N_{%" PRId64 "} \\bmod n)$", i + 1);
    else
        str_addf(s, "%s$", terms[kind]);
}

static void speak(struct speech *s, const void *values)
{
    const struct sums *v = values;
    struct str list = str_in(s->arena);

    for (int64_t i = 0; i < v->m.n; i++) {
        str_addf(&list, "%s$N_{%" PRId64 "} = %" PRId64, i ? "; " : "", i + 1,
                 v->base.x[i]);
        if (i)
            str_addf(&list, " + (S_{%" PRId64 "} \\bmod %" PRId64 ")", i,
                     v->m.x[i]);
        str_add(&list, "$, ");
        add_formula(&list, v, i);
    }
    form_let_text(s, "sums", str_get(&list));
    form_let(s, "last", v->m.n);
}

/* ---- the first road: numbers with one quotient together ---- */

/* How many n of 1..x are r modulo q, and their sum. */
static int64_t class_count(int64_t x, int64_t r, int64_t q)
{
    return x < r ? 0 : (x - r) / q + (r > 0);
}

static int64_t class_sum(int64_t x, int64_t r, int64_t q)
{
    int64_t n = class_count(x, r, q), first = r ? r : q;

    return n * first + q * (n * (n - 1) / 2);
}

/* The sum over the pairs with a b <= n and a b = r modulo q, of 1 or of b. */
static int64_t sum_of_pairs(int64_t n, int64_t r, int64_t q, bool weighted)
{
    int64_t sum = 0;

    for (int64_t lo = 0, hi; lo < n; lo = hi) {
        int64_t v = n / (lo + 1);

        hi = n / v;
        for (int64_t c = 0; c < q; c++) {
            int64_t many = class_count(hi, c, q) - class_count(lo, c, q);

            for (int64_t s = 0; s < q && many; s++)
                if (c * s % q == r)
                    sum += many * (weighted ? class_sum(v, s, q)
                                            : class_count(v, s, q));
        }
    }
    return sum;
}

/* The sums of phi up to every quotient n / k. */
struct quotients {
    int64_t n, root;
    int64_t *small, *large; /* up to v; up to n / k */
};

static int64_t *quotient(const struct quotients *t, int64_t v)
{
    return v <= t->root ? &t->small[v] : &t->large[t->n / v];
}

/* 1 + ... + v is the sum of the sums of phi up to v / d, for d = 1, 2 ... */
static void fill_quotient(const struct quotients *t, int64_t v)
{
    int64_t sum = v * (v + 1) / 2;

    for (int64_t lo = 1, hi; lo < v; lo = hi) {
        int64_t w = v / (lo + 1);

        hi = v / w;
        sum -= (hi - lo) * *quotient(t, w);
    }
    *quotient(t, v) = sum;
}

static struct quotients phi_sums(struct arena *a, int64_t n)
{
    struct quotients t = { .n = n };

    while ((t.root + 1) * (t.root + 1) <= n)
        t.root++;
    t.small = ints_new(a, (size_t)t.root + 1).x;
    t.large = ints_new(a, (size_t)t.root + 2).x;
    for (int64_t v = 1; v <= t.root; v++)
        fill_quotient(&t, v);
    for (int64_t k = n / (t.root + 1); k >= 1; k--)
        fill_quotient(&t, n / k);
    return t;
}

/* The multiples of the prime q: phi(qn) is (q-1) phi(n), and phi(n) more if q
 * divides n. */
static int64_t sum_of_phi(struct arena *a, int64_t n, int64_t q)
{
    struct quotients t = phi_sums(a, n);
    int64_t sum = *quotient(&t, n);

    for (int64_t m = n / q; m > 0; m /= q)
        sum -= (q - 1) * *quotient(&t, m);
    return sum;
}

static int64_t moebius(int64_t n)
{
    int64_t mu = 1;

    for (int64_t p = 2; p * p <= n; p++) {
        if (n % p)
            continue;
        n /= p;
        mu = -mu;
        if (n % p == 0)
            return 0;
    }
    return n > 1 ? -mu : mu;
}

static int64_t sum_of_squarefree(int64_t n, int64_t r, int64_t q)
{
    int64_t sum = 0;

    for (int64_t d = 1; d * d <= n; d++) {
        int64_t mu = moebius(d);

        for (int64_t s = 0; s < q && mu; s++)
            if (d * d % q * s % q == r)
                sum += mu * class_count(n / (d * d), s, q);
    }
    return sum;
}

/* gcd(n, q) is the sum of phi(d) over the common divisors. */
static int64_t sum_of_gcd(int64_t n, int64_t q)
{
    int64_t sum = 0;

    for (int64_t d = 1; d <= q; d++) {
        int64_t phi = d, rest = d;

        if (q % d)
            continue;
        for (int64_t p = 2; rest > 1; p++) {
            if (rest % p)
                continue;
            phi = phi / p * (p - 1);
            while (rest % p == 0)
                rest /= p;
        }
        sum += phi * (n / d);
    }
    return sum;
}

static int64_t sum_of_remainders(int64_t n, int64_t r, int64_t q)
{
    int64_t sum = n * class_count(n, r, q);

    for (int64_t lo = 0, hi; lo < n; lo = hi) {
        int64_t v = n / (lo + 1);

        hi = n / v;
        sum -= v * (class_sum(hi, r, q) - class_sum(lo, r, q));
    }
    return sum;
}

static int64_t quick_sum(struct arena *a, enum kind kind, int64_t n, int64_t r,
                         int64_t q)
{
    switch (kind) {
    case TAU: return sum_of_pairs(n, r, q, false);
    case SIGMA: return sum_of_pairs(n, r, q, true);
    case PHI: return sum_of_phi(a, n, q);
    case SQUAREFREE: return sum_of_squarefree(n, r, q);
    case GCD: return sum_of_gcd(n, q);
    case REMAINDER: return sum_of_remainders(n, r, q);
    case KINDS: break;
    }
    return 0;
}

static bool solve(struct solving *s, const void *values)
{
    static const char *const rules[] = { "tau",        "sigma", "phi",
                                         "squarefree", "gcd",   "remainder" };
    const struct sums *v = values;
    int64_t sum = 0;

    tell(s, "rule");
    for (int64_t i = 0; i < v->m.n; i++) {
        int64_t n = v->base.x[i] + sum % v->m.x[i];

        sum = quick_sum(s->arena, (enum kind)v->kind.x[i], n, v->r.x[i],
                        v->q.x[i]);
        let(s, "k", i + 1);
        let(s, "upto", n);
        let(s, "modulus", v->q.x[i]);
        let(s, "class", v->r.x[i]);
        let(s, "sum", sum);
        tell(s, rules[v->kind.x[i]]);
    }
    solving_key(s, "%" PRId64, sum);
    tell(s, "end");
    return true;
}

/* ---- the second road: a sieve ---- */

#define TERMS_MOST 200000000 /* of all sums together */

struct table {
    int64_t most;   /* 1..most have a place */
    int64_t *value; /* of the function */
    int64_t *rest;  /* what is left of n when its small primes are out */
};

/* The value at p^e, from that at p^(e-1). */
static int64_t next_power(enum kind kind, int64_t p, int64_t e, int64_t last)
{
    switch (kind) {
    case TAU: return e + 1;
    case SIGMA: return last * p + 1;
    case PHI: return e == 1 ? p - 1 : last * p;
    default: return e == 1; /* squarefree */
    }
}

/* Multiply the values at the multiples of p by those at the powers of p. */
static void sieve_prime(struct table *t, enum kind kind, int64_t n, int64_t p)
{
    for (int64_t m = p; m <= n; m += p) {
        int64_t at_power = 1;

        for (int64_t e = 1; t->rest[m] % p == 0; e++) {
            t->rest[m] /= p;
            at_power = next_power(kind, p, e, at_power);
        }
        t->value[m] *= at_power;
    }
}

/* Multiplicative functions: primes up to the root of n are sieved out; what is
 * left of a number is 1 or one prime. */
static void sieve(struct table *t, enum kind kind, int64_t n)
{
    for (int64_t i = 1; i <= n; i++) {
        t->value[i] = 1;
        t->rest[i] = i;
    }
    for (int64_t p = 2; p * p <= n; p++)
        if (t->rest[p] == p)
            sieve_prime(t, kind, n, p);
    for (int64_t i = 2; i <= n; i++)
        if (t->rest[i] > 1)
            t->value[i] *= next_power(kind, t->rest[i], 1, 1);
}

/* Every power of a prime of q multiplies its multiples by that prime. */
static void sieve_gcd(struct table *t, int64_t n, int64_t q)
{
    for (int64_t i = 1; i <= n; i++)
        t->value[i] = 1;
    for (int64_t p = 2; q > 1; p++)
        for (int64_t power = p; q % p == 0; power *= p, q /= p)
            for (int64_t m = power; m <= n; m += power)
                t->value[m] *= p;
}

static int64_t sum_of_terms(struct table *t, const struct sums *v, int64_t i,
                            int64_t n)
{
    int64_t sum = 0, q = v->q.x[i], r = v->r.x[i];
    enum kind kind = (enum kind)v->kind.x[i];

    if (kind == GCD)
        sieve_gcd(t, n, q);
    else if (kind != REMAINDER)
        sieve(t, kind, n);
    if (kind == PHI || kind == GCD) {
        for (int64_t j = 1; j <= n; j++)
            sum += kind == GCD || j % q ? t->value[j] : 0;
        return sum;
    }
    for (int64_t j = r ? r : q; j <= n; j += q)
        sum += kind == REMAINDER ? n % j : t->value[j];
    return sum;
}

/* Are the rows equally long, and the residues below their moduli? */
static bool is_whole(const struct sums *v)
{
    bool whole = v->kind.n && v->kind.n == v->m.n && v->q.n == v->m.n &&
                 v->r.n == v->m.n && v->base.n == v->m.n;

    for (int64_t i = 0; whole && i < v->m.n; i++)
        whole = v->r.x[i] < v->q.x[i];
    return whole;
}

static struct table table_for(struct arena *a, const struct sums *v)
{
    struct table t = { 0 };

    for (int64_t i = 0; i < v->m.n; i++)
        if (v->base.x[i] + v->m.x[i] > t.most)
            t.most = v->base.x[i] + v->m.x[i];
    t.value = ints_new(a, (size_t)t.most + 1).x;
    t.rest = ints_new(a, (size_t)t.most + 1).x;
    return t;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct sums *v = values;
    int64_t sum = 0, terms = 0, got;
    struct table t;

    f->by = "a sieve, term by term";
    f->detail = "the key is not one integer, or the rows do not fit";
    if (!key_int(key, &got) || !is_whole(v))
        return TRUTH_NO;
    t = table_for(a, v);
    for (int64_t i = 0; i < v->m.n; i++) {
        int64_t n = v->base.x[i] + sum % v->m.x[i];

        terms += n;
        f->detail = "the sums have too many terms";
        if (terms > TERMS_MOST)
            return TRUTH_UNKNOWN;
        sum = sum_of_terms(&t, v, i, n);
    }
    f->detail = arena_printf(a,
                             "%" PRId64 " terms were added up in all: the last "
                             "sum is %" PRId64,
                             terms, sum);
    return sum == got ? TRUTH_YES : TRUTH_NO;
}

static struct form_file text = {
#include "family/hard/sums.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct sums),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "sums; the result of each decides the length of the next",
    .least = 2,
    .most = 120,
    .levels = { 2, 3, 5, 10, 24 },
};

const struct family hard_sums = {
    .name = "hard/sums",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
