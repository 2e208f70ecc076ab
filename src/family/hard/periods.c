/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The period of a linear recurrence modulo a product of prime powers.
 *
 * solve() finds the order of x modulo the characteristic polynomial and p from
 * the factors of p - 1, p + 1 and p^2 + p + 1, and lifts it to the power of p.
 * check() looks for the first return of the state itself, by small and large
 * steps through the sequence, and needs no factors.
 */
#include "family/recipe/keys.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"

#include <inttypes.h>
#include <string.h>

#define ORDER_MOST 3
#define EXACT_MOST 10 /* prime powers up to which no remainder is asked */
#define BIG_PRIME  1000000007

struct recurrence {
    int64_t n_c;
    int64_t c[ORDER_MOST]; /* of the last term, the one before it ... */
    struct ints p, e;      /* the modulus is the product of p^e */
    int64_t modulus;       /* 0: the period itself is asked */
};

static const struct field fields[] = {
    LIST(struct recurrence, c, n_c, -99, 99),
    INTS(struct recurrence, p, 2, 1999999),
    INTS(struct recurrence, e, 1, 4),
    NUMBER(struct recurrence, modulus, 0, BIG_PRIME),
    { 0 },
};

/* ---- the first road: the order of x ---- */

/* Polynomials modulo the characteristic one, and modulo m. */
struct ring {
    int64_t n, m;
    int64_t c[ORDER_MOST]; /* x^n = c[0] + c[1] x + ... */
};

static struct ring ring_of(const struct recurrence *v, int64_t m)
{
    struct ring r = { v->n_c, m, { 0 } };

    for (int64_t i = 0; i < r.n; i++)
        r.c[i] = integer_mod(v->c[r.n - 1 - i], m);
    return r;
}

/* f *= g */
static void ring_mul(const struct ring *r, int64_t *f, const int64_t *g)
{
    int64_t h[2 * ORDER_MOST - 1] = { 0 };

    for (int64_t i = 0; i < r->n; i++)
        for (int64_t j = 0; j < r->n; j++)
            h[i + j] = (h[i + j] + f[i] * g[j]) % r->m;
    for (int64_t i = 2 * r->n - 2; i >= r->n; i--)
        for (int64_t j = 0; j < r->n; j++)
            h[i - r->n + j] = (h[i - r->n + j] + h[i] * r->c[j]) % r->m;
    memcpy(f, h, (size_t)r->n * sizeof(*f));
}

/* Is x^e = 1? */
static bool is_one(const struct ring *r, int64_t e)
{
    int64_t f[ORDER_MOST] = { 1 }, x[ORDER_MOST] = { 0, 1 };

    for (; e > 0; e /= 2) {
        if (e % 2)
            ring_mul(r, f, x);
        ring_mul(r, x, x);
    }
    return f[0] == 1 && f[1] == 0 && f[2] == 0;
}

/* Take the primes of n out of the exponent t as far as x^t stays 1. */
static void shorten(const struct ring *r, int64_t n, int64_t *t)
{
    for (int64_t l = 2; n > 1; l = l * l > n ? n : l + 1) {
        if (n % l)
            continue;
        while (n % l == 0)
            n /= l;
        while (*t % l == 0 && is_one(r, *t / l))
            *t /= l;
    }
}

static int64_t order_mod_prime(const struct recurrence *v, int64_t p)
{
    struct ring r = ring_of(v, p);
    int64_t t = p * p - 1;

    t *= v->n_c == 3 ? p * p + p + 1 : 1;
    if (!is_one(&r, t))
        t *= p; /* the characteristic polynomial has a double root */
    shorten(&r, p - 1, &t);
    shorten(&r, p + 1, &t);
    if (v->n_c == 3)
        shorten(&r, p * p + p + 1, &t);
    return t;
}

static int64_t lifted(const struct recurrence *v, int64_t p, int64_t e,
                      int64_t t)
{
    int64_t m = p;
    struct ring r;

    for (int64_t i = 1; i < e; i++)
        m *= p;
    r = ring_of(v, m);
    while (!is_one(&r, t))
        t *= p;
    return t;
}

static void tell_powers(struct solving *s, const struct recurrence *v,
                        fmpz_t all)
{
    for (int64_t i = 0; i < v->p.n; i++) {
        int64_t p = v->p.x[i], e = v->e.x[i], t = order_mod_prime(v, p), of;
        fmpz_t x;

        of = lifted(v, p, e, t);
        fmpz_init_set_si(x, of);
        fmpz_lcm(all, all, x);
        fmpz_clear(x);
        let(s, "prime", p);
        let(s, "exponent", e);
        let(s, "first", t);
        let(s, "period", of);
        tell(s, e > 1 ? "power" : "prime");
    }
}

static bool solve(struct solving *s, const void *values)
{
    const struct recurrence *v = values;
    fmpz_t all;

    fmpz_init_set_ui(all, 1);
    tell(s, "rule");
    tell_powers(s, v, all);
    let_text(s, "lcm", integer_text(s->arena, all));
    if (v->modulus)
        fmpz_mod_ui(all, all, (ulong)v->modulus);
    solving_key(s, "%s", integer_text(s->arena, all));
    tell(s, v->modulus ? "remainder" : "end");
    fmpz_clear(all);
    return true;
}

/* ---- drawing ---- */

static int64_t largest_prime(int64_t n)
{
    int64_t l = 1;

    for (int64_t q = 2; n > 1; q = q * q > n ? n : q + 1)
        for (; n % q == 0; n /= q)
            l = q;
    return l;
}

static bool is_prime(int64_t n)
{
    return n > 1 && largest_prime(n) == n;
}

/* Is p new, and has its period a prime that no other one has? Then no period
 * can be left out. `own` are these primes, `t` the periods. */
static bool is_needed(const struct recurrence *v, int64_t n, int64_t t,
                      const int64_t *own, const int64_t *periods)
{
    int64_t l = largest_prime(t);

    for (int64_t i = 0; i < n; i++)
        if (t % own[i] == 0 || periods[i] % l == 0 || v->p.x[i] == l)
            return false;
    return l > 3;
}

static bool is_known(const struct recurrence *v, int64_t n, int64_t p)
{
    for (int64_t i = 0; i < n; i++)
        if (v->p.x[i] == p)
            return true;
    return v->c[v->n_c - 1] % p == 0;
}

static void draw_powers(struct pick *k, struct recurrence *v)
{
    int64_t n = 0, most = k->depth < 3 ? 97 : 12 * k->depth;
    int64_t *own = ints_new(k->arena, (size_t)k->depth).x;
    int64_t *periods = ints_new(k->arena, (size_t)k->depth).x;

    most = k->depth >= 3 && most < 499 ? 499 : most;
    for (int64_t tries = 0; n < k->depth; tries++) {
        int64_t p = pick(k, 11, most), e = pick(k, 1, 3), t;

        if (!is_prime(p) || is_known(v, n, p))
            continue;
        e = e == 3 && p < 60 ? 2 : 1;
        t = lifted(v, p, e, order_mod_prime(v, p));
        if (!is_needed(v, n, t, own, periods) && tries < 400 + 60 * k->depth)
            continue;
        v->p.x[n] = p;
        v->e.x[n] = e;
        own[n] = largest_prime(t);
        periods[n++] = t;
    }
}

static void draw(struct pick *k, void *values)
{
    struct recurrence *v = values;

    v->n_c = k->depth < 3 || k->depth > 300 ? 2 : 3;
    for (int64_t i = 0; i < v->n_c; i++)
        v->c[i] = pick_signed(k, 2, 19);
    v->p = ints_new(k->arena, (size_t)k->depth);
    v->e = ints_new(k->arena, (size_t)k->depth);
    draw_powers(k, v);
    v->modulus = k->depth > EXACT_MOST ? BIG_PRIME : 0;
}

/* ---- the words ---- */

static const char *product(struct speech *s, const struct recurrence *v)
{
    struct str m = str_in(s->arena);

    for (int64_t i = 0; i < v->p.n; i++) {
        str_addf(&m, "%s%" PRId64, i ? " \\cdot " : "", v->p.x[i]);
        if (v->e.x[i] > 1)
            str_addf(&m, "^{%" PRId64 "}", v->e.x[i]);
    }
    return str_get(&m);
}

static void speak(struct speech *s, const void *values)
{
    const struct recurrence *v = values;
    struct str rule = str_in(s->arena);

    for (int64_t i = 0; i < v->n_c; i++) {
        int64_t c = v->c[i];

        str_add(&rule, c < 0 ? (i ? " - " : "-") : (i ? " + " : ""));
        str_addf(&rule, "%" PRId64, c < 0 ? -c : c);
        if (i + 1 < v->n_c)
            str_addf(&rule, "x_{n+%" PRId64 "}", v->n_c - 1 - i);
        else
            str_add(&rule, "x_n");
    }
    form_let_text(s, "right", str_get(&rule));
    form_let_text(s, "product", product(s, v));
    form_let_text(s, "starts",
                  v->n_c == 2 ? "x_0 = 0, x_1 = 1" : "x_0 = x_1 = 0, x_2 = 1");
    form_let(s, "order", v->n_c);
}

/* ---- the second road: small and large steps ---- */

#define STEPS_MOST  ((int64_t)1 << 27) /* of all moduli together */
#define SMALL_MOST  ((int64_t)1 << 22) /* small steps of one of them */
#define POWERS_MOST 4096
#define STATE_LIMIT 2000000 /* three remainders below it fit 63 bits */

struct state {
    int64_t x[ORDER_MOST];
};

struct matrix {
    int64_t at[ORDER_MOST][ORDER_MOST];
};

struct steps_of {
    int64_t n, m, many; /* order, modulus, small steps */
    struct matrix one;  /* one step */
    struct place_of {
        int64_t code, step; /* code 0: empty */
    } * table;
    size_t mask;
};

static struct matrix times(const struct steps_of *w, const struct matrix *a,
                           const struct matrix *b)
{
    struct matrix c = { { { 0 } } };

    for (int64_t i = 0; i < w->n; i++)
        for (int64_t j = 0; j < w->n; j++)
            for (int64_t l = 0; l < w->n; l++)
                c.at[i][j] = (c.at[i][j] + a->at[i][l] * b->at[l][j]) % w->m;
    return c;
}

static struct state move(const struct steps_of *w, const struct matrix *a,
                         const struct state *s)
{
    struct state to = { { 0 } };

    for (int64_t i = 0; i < w->n; i++)
        for (int64_t j = 0; j < w->n; j++)
            to.x[i] = (to.x[i] + a->at[i][j] * s->x[j]) % w->m;
    return to;
}

static int64_t code_of(const struct steps_of *w, const struct state *s)
{
    return (s->x[0] * w->m + s->x[1]) * w->m + s->x[2] + 1;
}

/* The place of a code in the table, or the empty one where it would be. */
static struct place_of *place(const struct steps_of *w, int64_t code)
{
    size_t i = (size_t)((uint64_t)code * 0x9E3779B97F4A7C15u >> 20) & w->mask;

    while (w->table[i].code && w->table[i].code != code)
        i = (i + 1) & w->mask;
    return &w->table[i];
}

/* Returns the period if small steps find it, else 0; fills the table. */
static int64_t small_steps(struct steps_of *w, const struct state *start)
{
    struct state s = *start;

    for (int64_t i = 0; i < w->many; i++) {
        struct place_of *p = place(w, code_of(w, &s));

        if (p->code)
            return i; /* invertible: the first state to return is the start */
        *p = (struct place_of){ code_of(w, &s), i };
        s = move(w, &w->one, &s);
    }
    return 0;
}

static int64_t large_steps(const struct steps_of *w, const struct state *start)
{
    struct matrix large = { { { 0 } } }, power = w->one;
    struct state s = *start;

    for (int64_t i = 0; i < w->n; i++)
        large.at[i][i] = 1;
    for (int64_t e = w->many; e > 0; e /= 2) {
        if (e % 2)
            large = times(w, &large, &power);
        power = times(w, &power, &power);
    }
    for (int64_t i = 1; i <= w->many + 1; i++) {
        const struct place_of *p;

        s = move(w, &large, &s);
        p = place(w, code_of(w, &s));
        if (p->code)
            return i * w->many - p->step;
    }
    return 0;
}

/* How many small steps reach as far as p^(n + e - 1), when as many large ones
 * follow; more than SMALL_MOST if they are too many. */
static int64_t steps_for(int64_t n, int64_t p, int64_t e)
{
    int64_t area = 1, root = 1;

    for (int64_t i = 0; i < n + e - 1; i++) {
        if (area > SMALL_MOST * (SMALL_MOST / p))
            return SMALL_MOST + 1;
        area *= p;
    }
    for (int64_t half = SMALL_MOST; half > 0; half /= 2)
        if ((root + half) * (root + half) <= area)
            root += half;
    return root + 1;
}

/* Returns the period modulo m; 0: none was found. */
static int64_t period(struct arena *a, const struct recurrence *v, int64_t m,
                      int64_t many)
{
    struct steps_of w = { .n = v->n_c, .m = m, .many = many };
    struct state start = { { 0 } };
    int64_t t;

    for (w.mask = 64; w.mask < 2 * (size_t)many; w.mask *= 2)
        ;
    w.table = arena_array(a, struct place_of, w.mask);
    w.mask--;
    start.x[w.n - 1] = 1;
    for (int64_t i = 0; i + 1 < w.n; i++)
        w.one.at[i][i + 1] = 1;
    for (int64_t i = 0; i < w.n; i++)
        w.one.at[w.n - 1][i] = integer_mod(v->c[w.n - 1 - i], m);
    t = small_steps(&w, &start);
    return t ? t : large_steps(&w, &start);
}

/* Do these values make a problem: powers of numbers without common factors,
 * which the last coefficient has no factor of either? */
static bool is_problem(const struct recurrence *v)
{
    if (v->n_c < 2 || v->p.n != v->e.n || !v->p.n || v->p.n > POWERS_MOST)
        return false;
    for (int64_t i = 0; i < v->p.n; i++) {
        if (integer_gcd(v->c[v->n_c - 1], v->p.x[i]) != 1)
            return false;
        for (int64_t j = 0; j < i; j++)
            if (integer_gcd(v->p.x[i], v->p.x[j]) != 1)
                return false;
    }
    return true;
}

/* The least common multiple of all periods. */
static enum truth all_periods(const struct recurrence *v, fmpz_t all,
                              struct check_finding *f)
{
    int64_t total = 0;

    for (int64_t i = 0; i < v->p.n; i++) {
        int64_t m = 1, t, many = steps_for(v->n_c, v->p.x[i], v->e.x[i]);
        struct arena own = { 0 };
        fmpz_t x;

        for (int64_t j = 0; j < v->e.x[i] && m < STATE_LIMIT; j++)
            m *= v->p.x[i];
        f->detail = "the period takes too many steps";
        total += many;
        if (m >= STATE_LIMIT || many > SMALL_MOST || total > STEPS_MOST)
            return TRUTH_UNKNOWN;
        t = period(&own, v, m, many);
        arena_clear(&own);
        f->detail = "the modulus is not made of primes";
        if (!t)
            return TRUTH_NO;
        fmpz_init_set_si(x, t);
        fmpz_lcm(all, all, x);
        fmpz_clear(x);
    }
    return TRUTH_YES;
}

static enum truth compare(struct arena *a, const struct recurrence *v,
                          const fmpz_t got, fmpz_t all, struct check_finding *f)
{
    enum truth holds = all_periods(v, all, f);

    if (holds != TRUTH_YES)
        return holds;
    if (v->modulus)
        fmpz_mod_ui(all, all, (ulong)v->modulus);
    f->detail = arena_printf(a,
                             "the first return of the state was found for all "
                             "%" PRId64 " moduli: the answer is %s",
                             v->p.n, integer_text(a, all));
    return fmpz_equal(got, all) ? TRUTH_YES : TRUTH_NO;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    enum truth holds = TRUTH_NO;
    fmpz_t got, all;

    f->by = "small and large steps through the sequence";
    f->detail = "the moduli have common factors, or their rows do not fit";
    if (!is_problem(values))
        return TRUTH_NO;
    f->detail = "the key is not one integer";
    fmpz_init(got);
    fmpz_init_set_ui(all, 1);
    if (key_integer(key, got))
        holds = compare(a, values, got, all, f);
    fmpz_clear(got);
    fmpz_clear(all);
    return holds;
}

static struct form_file text = {
#include "family/hard/periods.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct recurrence),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "prime powers in the modulus",
    .least = 2,
    .most = 2000,
    .levels = { 2, 4, 8, 16, 40 },
};

const struct family hard_periods = {
    .name = "hard/periods",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
