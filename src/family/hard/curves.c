/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Points on y^2 = f(x) over a finite field and its extensions: the product of
 * the counts over the fields with p, p^2 ... p^k elements. The genus is 1 or 2.
 *
 * solve() adds Legendre symbols over F_p and, for norms, over F_(p^2), and goes
 * on by Newton's identities for the power sums of the Frobenius eigenvalues.
 * check() knows no symbol: it lists the powers of a generator and sees which
 * are squares, in every field that is small enough. The divisor classes give a
 * Frobenius matrix, which must agree with the Hasse-Witt matrix modulo p, and
 * traces of its powers are the counts over larger fields.
 */
#include "family/hard/count.h"
#include "family/recipe/latex.h"
#include "math/flint_poly.h"

#include <string.h>

#define P_MOST       97
#define TERMS_MOST   7 /* degree 6 */
#define K_MOST       100000
#define CURVED_FROM  6  /* from this depth on the genus is 2 */
#define EXACT_TO     7  /* deeper: the product modulo a prime */
#define EXACT_MOST   40 /* check() multiplies no more out */
#define ENUMERATE_TO 5000
#define FIELD_MOST   (P_MOST * P_MOST)
#define DIGITS_MOST  8 /* of an element in base p */

struct curve {
    int64_t p, k, modulus;
    int64_t terms, c[TERMS_MOST]; /* f, the constant term first */
};

static const struct field fields[] = {
    NUMBER(struct curve, p, 3, P_MOST),
    NUMBER(struct curve, k, 2, K_MOST),
    NUMBER(struct curve, modulus, 0, COUNT_MODULUS_MOST),
    LIST(struct curve, c, terms, 0, P_MOST - 1),
    { 0 },
};

static bool is_squarefree(const struct curve *v)
{
    nmod_poly_t f;
    bool is;

    nmod_poly_init(f, (ulong)v->p);
    for (int64_t i = 0; i < v->terms; i++)
        nmod_poly_set_coeff_ui(f, (slong)i, (ulong)v->c[i]);
    is = nmod_poly_is_squarefree(f);
    nmod_poly_clear(f);
    return is;
}

/* ---- drawing ---- */

static void draw(struct pick *k, void *values)
{
    static const int64_t primes[] = { 11, 13, 17, 19, 23, 29, 31,
                                      37, 41, 43, 47, 53, 59, 61,
                                      67, 71, 73, 79, 83, 89, 97 };
    struct curve *v = values;
    bool curved = k->depth >= CURVED_FROM;

    v->k = k->depth;
    v->p = curved ? pick_of(k, primes, 14) : pick_of(k, primes + 6, 15);
    v->terms = curved ? 6 : 4;
    v->terms += pick(k, 0, 1);
    do {
        for (int64_t i = 0; i + 1 < v->terms; i++)
            v->c[i] = pick(k, 0, v->p - 1);
        v->c[v->terms - 1] = pick(k, 1, v->p - 1);
    } while (!is_squarefree(v));
    v->modulus = count_modulus(k, v->k > EXACT_TO);
}

static void speak(struct speech *s, const void *values)
{
    const struct curve *v = values;

    form_let_text(s, "f", latex_poly(s->arena, v->c, (size_t)v->terms, "x"));
}

/* ---- the first road: Legendre symbols and Newton's identities ---- */

/* Euler's criterion. */
static int64_t legendre(int64_t a, int64_t p)
{
    int64_t x = 1;

    for (int64_t e = (p - 1) / 2; e > 0; e /= 2) {
        if (e % 2)
            x = x * a % p;
        a = a * a % p;
    }
    return x == p - 1 ? -1 : x;
}

/* f(a + b r) = u + w r, where r^2 = n: the norm u^2 - n w^2. */
static int64_t norm_of_value(const struct curve *v, int64_t n, int64_t a,
                             int64_t b)
{
    int64_t p = v->p, u = 0, w = 0;

    for (int64_t i = v->terms; i-- > 0;) {
        int64_t next = (u * a + w * b % p * n + v->c[i]) % p;

        w = (u * b + w * a) % p;
        u = next;
    }
    return (u * u + (p - n) * (w * w % p)) % p;
}

/* Set the sums of the characters of f(x) over both fields. That of an element
 * of F_(p^2) is the symbol of its norm, the same for conjugates. */
static void character_sums(const struct curve *v, int64_t *one, int64_t *two)
{
    int64_t p = v->p, chi[P_MOST], n = 0;

    for (int64_t a = p - 1; a >= 0; a--) {
        chi[a] = legendre(a, p);
        n = chi[a] < 0 ? a : n;
    }
    *one = *two = 0;
    for (int64_t a = 0; a < p; a++) {
        int64_t y = 0;

        for (int64_t i = v->terms; i-- > 0;)
            y = (y * a + v->c[i]) % p;
        *one += chi[y];
        *two += y != 0;
        for (int64_t b = 1; v->terms > 5 && b <= p / 2; b++)
            *two += 2 * chi[norm_of_value(v, n, a, b)];
    }
}

/* The eigenvalues of Frobenius: their symmetric functions, the newest four of
 * their power sums, and what infinity adds to a sum of characters. */
struct eigenvalues {
    int64_t e[5];  /* e[1] to e[4] */
    fmpz *t;       /* the newest first */
    int64_t signs; /* of the leading coefficient; 0: the degree is odd */
};

static void tell_eigenvalues(struct solving *s, const struct curve *v,
                             const struct eigenvalues *x, int64_t one,
                             int64_t two)
{
    let(s, "s1", one);
    let(s, "t1", x->e[1]);
    let(s, "extra", x->signs);
    tell(s, x->signs ? "even" : "odd");
    if (v->terms > 5) {
        let(s, "s2", two);
        let(s, "t2", x->e[1] * x->e[1] - 2 * x->e[2]);
        let(s, "e2", x->e[2]);
        let(s, "e3", x->e[3]);
        let(s, "e4", x->e[4]);
    }
    tell(s, v->terms > 5 ? "two" : "one");
}

static void find_eigenvalues(struct solving *s, const struct curve *v,
                             struct eigenvalues *x)
{
    int64_t one, two, t1, t2;

    character_sums(v, &one, &two);
    x->signs = v->terms % 2 ? legendre(v->c[v->terms - 1], v->p) : 0;
    t1 = -one - x->signs;
    t2 = -two - x->signs * x->signs;
    x->e[1] = t1;
    x->e[2] = v->terms > 5 ? (t1 * t1 - t2) / 2 : v->p;
    x->e[3] = v->terms > 5 ? v->p * t1 : 0;
    x->e[4] = v->terms > 5 ? v->p * v->p : 0;
    x->t = count_row(s->arena, 5);
    tell_eigenvalues(s, v, x, one, two);
}

/* Newton: t_j = e1 t_(j-1) - e2 t_(j-2) + ..., where j stands for t_0. */
static void next_sum(struct eigenvalues *x, int64_t j, int64_t modulus)
{
    fmpz *sum = x->t + 4;

    fmpz_zero(sum);
    for (int64_t i = 1; i <= 4 && i <= j; i++) {
        int64_t e = i % 2 ? x->e[i] : -x->e[i];

        if (i == j)
            fmpz_set_si(x->t + i - 1, j);
        if (e >= 0)
            fmpz_addmul_ui(sum, x->t + i - 1, (ulong)e);
        else
            fmpz_submul_ui(sum, x->t + i - 1, (ulong)-e);
    }
    count_reduce(sum, 1, modulus);
    for (size_t i = 4; i > 0; i--)
        fmpz_swap(x->t + i, x->t + i - 1);
}

static void tell_count(struct solving *s, const struct curve *v, int64_t j,
                       const fmpz *t, const fmpz *count)
{
    if (j > 6 && j < v->k && j % (1 + v->k / 6))
        return;
    let(s, "j", j);
    count_let(s, "t", t);
    count_let(s, "count", count);
    tell(s, "count");
}

static bool solve(struct solving *s, const void *values)
{
    const struct curve *v = values;
    struct eigenvalues x;
    fmpz *power = count_row(s->arena, 3), *count = power + 1;
    fmpz *product = power + 2;

    tell(s, "rule");
    find_eigenvalues(s, v, &x);
    if (x.e[1] == 0) /* every other sum would vanish */
        return false;
    fmpz_one(power);
    fmpz_one(product);
    for (int64_t j = 1; j <= v->k; j++) {
        next_sum(&x, j, v->modulus);
        fmpz_mul_si(power, power, v->p);
        fmpz_sub(count, power, x.t);
        fmpz_sub_si(count, count, j % 2 ? x.signs : x.signs * x.signs);
        count_reduce(power, 2, v->modulus);
        tell_count(s, v, j, x.t, count);
        fmpz_mul(product, product, count);
        count_reduce(product, 1, v->modulus);
    }
    if (!count_key(s, product, v->modulus))
        return false;
    tell(s, "end");
    return true;
}

/* ---- the second road: powers of a generator, and a Frobenius matrix ---- */

/* The field with p^j elements. Each is j digits in base p: the coefficients of
 * a remainder modulo a polynomial of degree j. */
struct galois {
    int64_t p, j, size;
    uint8_t power[FIELD_MOST][DIGITS_MOST]; /* of a generator */
    bool square[FIELD_MOST];                /* by the digits as a number */
};

static int64_t number_of(const struct galois *g, const uint8_t *digits)
{
    int64_t x = 0;

    for (int64_t i = g->j; i-- > 0;)
        x = x * g->p + digits[i];
    return x;
}

/* List the powers of x modulo x^j - tail. Returns false if they come back to 1
 * too early: then x is no generator, or the polynomial is reducible. */
static bool list_powers(struct galois *g, int64_t tail)
{
    int64_t r[DIGITS_MOST] = { 0 };

    for (int64_t i = 0; i < g->j; i++, tail /= g->p)
        r[i] = tail % g->p;
    if (r[0] == 0) /* x divides zero, and its powers never come back */
        return false;
    memset(g->power[0], 0, DIGITS_MOST);
    g->power[0][0] = 1;
    for (int64_t i = 1; i < g->size - 1; i++) {
        const uint8_t *was = g->power[i - 1];
        uint8_t *now = g->power[i];
        int64_t top = was[g->j - 1];

        for (int64_t d = 0; d < g->j; d++)
            now[d] = (uint8_t)((top * r[d] + (d ? was[d - 1] : 0)) % g->p);
        if (number_of(g, now) <= 1)
            return false;
    }
    return true;
}

static void galois_make(struct galois *g, int64_t p, int64_t j, int64_t size)
{
    int64_t tail = 1;

    g->p = p;
    g->j = j;
    g->size = size;
    while (!list_powers(g, tail))
        tail++;
    memset(g->square, 0, sizeof(g->square));
    for (int64_t i = 0; i < size - 1; i += 2)
        g->square[number_of(g, g->power[i])] = true;
}

/* Returns how many y have y^2 = this element. */
static int64_t roots_of(const struct galois *g, const uint8_t *digits)
{
    int64_t x = number_of(g, digits);

    return x == 0 ? 1 : g->square[x] ? 2 : 0;
}

/* Returns the number of pairs (x, y) in the field. */
static int64_t pairs_in(const struct galois *g, const struct curve *v)
{
    uint8_t y[DIGITS_MOST] = { (uint8_t)v->c[0] };
    int64_t n = roots_of(g, y);

    for (int64_t i = 0; i < g->size - 1; i++) {
        int64_t sum[DIGITS_MOST] = { 0 };

        for (int64_t d = 0, at = 0; d < v->terms; d++) {
            for (int64_t t = 0; t < g->j; t++)
                sum[t] += v->c[d] * g->power[at][t];
            at += i;
            at -= at >= g->size - 1 ? g->size - 1 : 0;
        }
        for (int64_t t = 0; t < g->j; t++)
            y[t] = (uint8_t)(sum[t] % g->p);
        n += roots_of(g, y);
    }
    return n;
}

/* The counts that were made, by the degree of the field. */
struct listed {
    int64_t n[DIGITS_MOST + 1], last;
};

static struct listed list_fields(struct arena *a, const struct curve *v)
{
    struct galois *g = arena_new(a, struct galois);
    int64_t size = v->p, least = v->terms > 5 ? 2 : 1;
    struct listed l = { .last = 0 };

    for (int64_t j = 1; j <= v->k || j <= least; j++, size *= v->p) {
        if (j > least && size > ENUMERATE_TO)
            break;
        galois_make(g, v->p, j, size);
        l.n[j] = pairs_in(g, v);
        l.last = j;
    }
    return l;
}

/* Points at infinity of the smooth curve over the field with p^j elements. */
static int64_t infinite_points(const struct curve *v, int64_t j)
{
    if (v->terms % 2 == 0)
        return 1;
    for (int64_t y = 1; y < v->p; y++)
        if (y * y % v->p == v->c[v->terms - 1])
            return 2;
    return j % 2 ? 0 : 2;
}

/* Set the companion matrix of X^2 - a X + p, or of X^4 - a X^3 + b X^2 - p a X
 * + p^2, whose value at 1 is the number of divisor classes of degree 0: that of
 * effective divisors of degree 2, less p. */
static void set_frobenius(fmpz_mat_t m, const struct curve *v,
                          const struct listed *l, int64_t *a, int64_t *b)
{
    int64_t p = v->p, one = l->n[1] + infinite_points(v, 1), two;
    slong n = fmpz_mat_nrows(m);

    *a = p + 1 - one;
    *b = p;
    if (n == 4) {
        two = l->n[2] + infinite_points(v, 2);
        *b = (one * one + two) / 2 - p - 1 - p * p + *a * (p + 1);
        fmpz_set_si(fmpz_mat_entry(m, 0, 3), -p * p);
        fmpz_set_si(fmpz_mat_entry(m, 1, 3), p * *a);
    }
    fmpz_set_si(fmpz_mat_entry(m, n - 2, n - 1), -*b);
    fmpz_set_si(fmpz_mat_entry(m, n - 1, n - 1), *a);
    for (slong i = 1; i < n; i++)
        fmpz_one(fmpz_mat_entry(m, i, i - 1));
}

/* Do a and, for genus 2, b agree modulo p with trace and determinant of the
 * Hasse-Witt matrix, the coefficients of x^(ip - j) in f^((p - 1) / 2)? */
static bool agrees_with_hasse_witt(const struct curve *v, int64_t a, int64_t b)
{
    int64_t p = v->p, h[2][2];
    nmod_poly_t f;

    nmod_poly_init(f, (ulong)p);
    for (int64_t i = 0; i < v->terms; i++)
        nmod_poly_set_coeff_ui(f, (slong)i, (ulong)v->c[i]);
    nmod_poly_pow(f, f, (ulong)(p - 1) / 2);
    for (slong i = 0; i < 2; i++)
        for (slong j = 0; j < 2; j++)
            h[i][j] = (int64_t)nmod_poly_get_coeff_ui(f, (i + 1) * p - j - 1);
    nmod_poly_clear(f);
    if (v->terms < 6)
        return (h[0][0] - a) % p == 0;
    return (h[0][0] + h[1][1] - a) % p == 0 &&
           (h[0][0] * h[1][1] - h[0][1] * h[1][0] - b) % p == 0;
}

/* Multiply the counts: the listed ones, then traces of powers of m. */
static void multiply_counts(const struct curve *v, const struct listed *l,
                            const fmpz_mat_t m, fmpz_t product)
{
    fmpz_mat_t power;
    fmpz_t count, q;

    fmpz_mat_init_set(power, m);
    fmpz_init(count);
    fmpz_init_set_ui(q, 1);
    fmpz_one(product);
    for (int64_t j = 1; j <= v->k; j++) {
        if (j > 1)
            fmpz_mat_mul(power, power, m);
        for (slong i = 0; i < fmpz_mat_nrows(m); i++)
            count_reduce(fmpz_mat_entry(power, i, 0), fmpz_mat_ncols(m),
                         v->modulus);
        fmpz_mul_si(q, q, v->p);
        count_reduce(q, 1, v->modulus);
        fmpz_mat_trace(count, power);
        fmpz_sub(count, q, count);
        fmpz_add_si(count, count, 1 - infinite_points(v, j));
        if (j <= l->last)
            fmpz_set_si(count, l->n[j]);
        fmpz_mul(product, product, count);
        count_reduce(product, 1, v->modulus);
    }
    fmpz_clear(q);
    fmpz_clear(count);
    fmpz_mat_clear(power);
}

static bool is_problem(const struct curve *v)
{
    if (v->terms < 4 || v->p % 2 == 0 || !n_is_prime((ulong)v->p) ||
        !count_modulus_is_right(v->modulus) ||
        (v->k > EXACT_MOST && !v->modulus))
        return false;
    for (int64_t i = 0; i < v->terms; i++)
        if (v->c[i] >= v->p)
            return false;
    return v->c[v->terms - 1] != 0 && is_squarefree(v);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct curve *v = values;
    fmpz *product = count_row(a, 1);
    struct listed l;
    int64_t trace, second;
    fmpz_mat_t m;

    f->by = "squares in small fields and a Frobenius matrix";
    f->detail = "the curve is not smooth, or the modulus makes no problem";
    if (!is_problem(v))
        return TRUTH_NO;
    l = list_fields(a, v);
    fmpz_mat_init(m, v->terms > 5 ? 4 : 2, v->terms > 5 ? 4 : 2);
    set_frobenius(m, v, &l, &trace, &second);
    multiply_counts(v, &l, m, product);
    fmpz_mat_clear(m);
    f->detail = "the counts do not agree with the Hasse-Witt matrix";
    if (!agrees_with_hasse_witt(v, trace, second))
        return TRUTH_NO;
    return count_is(a, key, product, v->modulus, f);
}

static struct form_file text = {
#include "family/hard/curves.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct curve),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "fields over which the points of a curve are counted",
    .least = 2,
    .most = K_MOST,
    .levels = { 2, 4, 8, 20, 60 },
};

const struct family hard_curves = {
    .name = "hard/curves",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
