/* SPDX-License-Identifier: Apache-2.0 */

/*
 * All real solutions of a x^2 + b x + c = 0.
 *
 * A level is a list of pairs of roots that can be walked by rank. The
 * coefficients come from the roots; `make` then forgets the roots and solves
 * the equation by the quadratic formula. `check` reads the two numbers of the
 * printed key and compares their sum and product, exactly, with -b/a and c/a:
 * by Vieta these two numbers are then all roots and no others.
 */
#include "family/table.h"
#include "family/words.h"
#include "math/integer.h"
#include "math/surd.h"

#include <inttypes.h>
#include <string.h>

struct quadratic {
    int64_t a, b, c; /* a > 0, gcd(a, b, c) = 1 */
};

/* ---- the levels ---- */

static const struct family_level roots_levels[] = {
    { "integers", "leading coefficient 1, two different integer roots from "
                  "-60 to 60" },
    { "fractions", "two different roots that are fractions with denominators "
                   "from 2 to 9 and numerators up to 30" },
    { "surds", "two irrational roots (p +- q sqrt(d))/r with p up to 40, "
               "q and r up to 8, d up to 23" },
};

#define INTEGER_MOST 60
#define NUM_MOST     30
#define DEN_MOST     9
#define SURD_P       40
#define SURD_QR      8

static const int64_t surd_d[] = { 2,  3,  5,  6,  7,  10, 11, 13,
                                  14, 15, 17, 19, 21, 22, 23 };
#define SURD_DS (sizeof(surd_d) / sizeof(surd_d[0]))

/* The rank-th fraction in lowest terms, neither integer nor beyond the
 * limits; how many there are when rank is too large. */
static uint64_t walk_fractions(uint64_t rank, struct surd *x)
{
    uint64_t n = 0;

    for (int64_t q = 2; q <= DEN_MOST; q++)
        for (int64_t p = -NUM_MOST; p <= NUM_MOST; p++) {
            if (integer_gcd(p, q) != 1)
                continue;
            if (n == rank) {
                *x = surd_new(p, 0, 0, q);
                return rank;
            }
            n++;
        }
    return n;
}

/* The rank-th coprime pair (q, r) up to SURD_QR, likewise. */
static uint64_t walk_coprime(uint64_t rank, int64_t *q_out, int64_t *r_out)
{
    uint64_t n = 0;

    for (int64_t q = 1; q <= SURD_QR; q++)
        for (int64_t r = 1; r <= SURD_QR; r++) {
            if (integer_gcd(q, r) != 1)
                continue;
            if (n == rank) {
                *q_out = q;
                *r_out = r;
                return rank;
            }
            n++;
        }
    return n;
}

/* The rank-th pair i < j, counted by rows of j. */
static void unrank_pair(uint64_t rank, uint64_t *i, uint64_t *j)
{
    *j = 1;
    while (rank >= *j) {
        rank -= *j;
        (*j)++;
    }
    *i = rank;
}

static uint64_t pairs(uint64_t n)
{
    return n * (n - 1) / 2;
}

static bool roots_space(int level, const struct json *knobs, uint64_t *n,
                        struct err *e)
{
    struct surd x;
    int64_t q, r;

    (void)knobs;
    (void)e;
    if (level == 1)
        *n = pairs(2 * INTEGER_MOST + 1);
    else if (level == 2)
        *n = pairs(walk_fractions(UINT64_MAX, &x));
    else
        *n = (2 * SURD_P + 1) * SURD_DS * walk_coprime(UINT64_MAX, &q, &r);
    return true;
}

/* The primitive quadratic with these two rational roots. */
static struct quadratic from_fractions(struct surd x, struct surd y)
{
    struct quadratic f = { x.r * y.r, -(x.p * y.r + y.p * x.r), x.p * y.p };
    int64_t g = integer_gcd(integer_gcd(f.a, f.b), f.c);

    return (struct quadratic){ f.a / g, f.b / g, f.c / g };
}

/* (r x - p)^2 = q^2 d, made primitive. */
static struct quadratic from_surd(uint64_t rank)
{
    struct quadratic f;
    int64_t p = (int64_t)(rank % (2 * SURD_P + 1)) - SURD_P, q = 0, r = 0, g;
    int64_t d = surd_d[rank / (2 * SURD_P + 1) % SURD_DS];

    walk_coprime(rank / (2 * SURD_P + 1) / SURD_DS, &q, &r);
    f = (struct quadratic){ r * r, -2 * p * r, p * p - q * q * d };
    g = integer_gcd(integer_gcd(f.a, f.b), f.c);
    return (struct quadratic){ f.a / g, f.b / g, f.c / g };
}

static struct quadratic draw(int level, uint64_t rank)
{
    struct surd x = { 0 }, y = { 0 };
    uint64_t i, j;

    if (level == 3)
        return from_surd(rank);
    unrank_pair(rank, &i, &j);
    if (level == 2) {
        walk_fractions(i, &x);
        walk_fractions(j, &y);
    } else {
        x = surd_new((int64_t)i - INTEGER_MOST, 0, 0, 1);
        y = surd_new((int64_t)j - INTEGER_MOST, 0, 0, 1);
    }
    return from_fractions(x, y);
}

/* ---- the first road: the quadratic formula ---- */

/* One term of a polynomial: sign, coefficient unless it is 1, power. */
static void add_term(struct str *s, int64_t k, const char *power)
{
    int64_t size = k < 0 ? -k : k;

    if (k == 0)
        return;
    if (s->n)
        str_add(s, k < 0 ? " - " : " + ");
    else if (k < 0)
        str_addc(s, '-');
    if (size != 1 || !*power)
        str_addf(s, "%" PRId64, size);
    str_add(s, power);
}

/* a x^2 + b x + c, or only the first two terms. */
static const char *polynomial(struct arena *a, struct quadratic f, bool whole)
{
    struct str s = str_in(a);

    add_term(&s, f.a, "x^2");
    add_term(&s, f.b, "x");
    if (whole)
        add_term(&s, f.c, "");
    return s.s;
}

static void explain(struct arena *a, struct quadratic f, int64_t disc,
                    struct surd root, struct steps *st)
{
    steps_add(st,
              "In $%s = 0$ the coefficients are $a = %" PRId64
              "$, $b = %" PRId64 "$, $c = %" PRId64 "$.",
              polynomial(a, f, true), f.a, f.b, f.c);
    steps_add(st,
              "The discriminant is $b^2 - 4ac = %" PRId64 " - 4 \\cdot %" PRId64
              " \\cdot %s%" PRId64 "%s = %" PRId64 "$.",
              f.b * f.b, f.a, f.c < 0 ? "(" : "", f.c, f.c < 0 ? ")" : "",
              disc);
    steps_add(st,
              "Its square root is $%s$, so $x = \\frac{-b \\pm "
              "\\sqrt{b^2-4ac}}{2a} = \\frac{%" PRId64 " \\pm %s}{%" PRId64
              "}$.",
              surd_latex(a, root), -f.b, surd_latex(a, root), 2 * f.a);
}

static const char *solve(struct arena *a, struct quadratic f, struct steps *st)
{
    int64_t disc = f.b * f.b - 4 * f.a * f.c;
    struct surd root = surd_new(0, 1, disc, 1), low, high;
    const char *key;

    explain(a, f, disc, root, st);
    /* A rational root sits in p, an irrational one in q. */
    low = surd_new(-f.b - root.p, -root.q, root.d, 2 * f.a);
    high = surd_new(-f.b + root.p, root.q, root.d, 2 * f.a);
    key = arena_printf(a, "\\{%s, %s\\}", surd_latex(a, low),
                       surd_latex(a, high));
    steps_add(st, "The solutions are $%s$.", key);
    return key;
}

/* ---- wording ---- */

typedef void say_fn(struct arena *a, struct str *out, struct quadratic f,
                    struct rng *r);

static void say_solve(struct arena *a, struct str *out, struct quadratic f,
                      struct rng *r)
{
    (void)r;
    str_addf(out, "Solve $%s = 0$ over the real numbers.",
             polynomial(a, f, true));
}

static void say_zeros(struct arena *a, struct str *out, struct quadratic f,
                      struct rng *r)
{
    (void)r;
    str_addf(out, "Find all real zeros of the function $f(x) = %s$.",
             polynomial(a, f, true));
}

static void say_crossing(struct arena *a, struct str *out, struct quadratic f,
                         struct rng *r)
{
    (void)r;
    str_addf(out,
             "For which values of $x$ does the parabola $y = %s$ meet the "
             "line $y = %" PRId64 "$?",
             polynomial(a, f, false), -f.c);
}

static void say_thought(struct arena *a, struct str *out, struct quadratic f,
                        struct rng *r)
{
    str_addf(out,
             "%s thinks of a real number $x$ and notices that $%s$ equals "
             "$%" PRId64 "$. Which numbers can it be?",
             words_name(r), polynomial(a, f, false), -f.c);
}

static void say_ridge(struct arena *a, struct str *out, struct quadratic f,
                      struct rng *r)
{
    static const char *const places[] = { "bridge", "chapel",  "well",
                                          "mill",   "station", "lighthouse" };
    const char *name = words_name(r), *place;

    place = words_pick(r, places, 6);
    str_addf(out,
             "%s models the height of the ground, in metres above sea level, "
             "at $x$ kilometres east of a %s (negative $x$ lies to the west) "
             "by $h(x) = %s$. At which values of $x$ is the ground exactly at "
             "sea level?",
             name, place, polynomial(a, f, true));
}

static void say_sensor(struct arena *a, struct str *out, struct quadratic f,
                       struct rng *r)
{
    static const char *const sensors[] = { "thermometer", "pressure gauge",
                                           "scale", "microphone",
                                           "light meter" };

    str_addf(out,
             "At a temperature of $x$ degrees Celsius, the error of a %s is "
             "$%s$ millivolts. At which temperatures is the error zero?",
             words_pick(r, sensors, 5), polynomial(a, f, true));
}

static say_fn *const wordings[] = { say_solve,   say_zeros, say_crossing,
                                    say_thought, say_ridge, say_sensor };
#define WORDINGS_PLAIN 3
#define WORDINGS       (sizeof(wordings) / sizeof(wordings[0]))

/* ---- the card ---- */

static bool roots_make(struct arena *a, struct draw *d, struct problem *p,
                       struct err *e)
{
    struct quadratic f = draw(d->level, d->rank);
    struct str statement = str_in(a);
    struct steps st = steps_in(a);
    struct json *params = json_new(a, JSON_OBJECT);
    size_t wording =
        words_wording(&concept_quadratic_roots, d, WORDINGS_PLAIN, WORDINGS);

    (void)e;
    wordings[wording](a, &statement, f, &d->words);
    str_add(&statement, " Give all values as a set.");
    problem_set_key(a, p, ANSWER_SET, solve(a, f, &st));
    json_set(a, params, "a", json_new_int(a, f.a));
    json_set(a, params, "b", json_new_int(a, f.b));
    json_set(a, params, "c", json_new_int(a, f.c));
    p->statement = str_get(&statement);
    p->solution = str_get(&st.text);
    p->params = params;
    return true;
}

/* ---- the second road: Vieta ---- */

#define COEFFICIENT_MOST INT64_C(1000000000)

static bool read_params(const struct problem *p, struct quadratic *f,
                        struct err *e)
{
    const struct {
        const char *name;
        int64_t *place;
    } parts[] = { { "a", &f->a }, { "b", &f->b }, { "c", &f->c } };

    for (size_t i = 0; i < 3; i++) {
        const struct json *v = json_get(p->params, parts[i].name);

        if (!json_int64(v, parts[i].place) ||
            *parts[i].place > COEFFICIENT_MOST ||
            *parts[i].place < -COEFFICIENT_MOST)
            return err_set(e, ERR_DOMAIN,
                           "params must hold small whole numbers a, b and c");
    }
    return f->a != 0 || err_set(e, ERR_DOMAIN, "the coefficient a is 0");
}

/* \{x, y\} */
static bool read_roots(struct arena *a, const char *latex, struct surd *x,
                       struct surd *y)
{
    size_t n = strlen(latex);
    const char *comma = strstr(latex, ", ");

    if (n < 6 || strncmp(latex, "\\{", 2) != 0 ||
        strcmp(latex + n - 2, "\\}") != 0 || !comma)
        return false;
    return surd_read(arena_strndup(a, latex + 2, (size_t)(comma - latex) - 2),
                     x) &&
           surd_read(
               arena_strndup(a, comma + 2, (size_t)(latex + n - 2 - comma) - 2),
               y);
}

/* Numbers u + v sqrt(d) with rational u and v. */
struct pair {
    fmpq_t u, v;
};

static void pair_init(struct pair *z, struct surd x)
{
    fmpq_init(z->u);
    fmpq_init(z->v);
    fmpq_set_si(z->u, x.p, (ulong)x.r);
    fmpq_set_si(z->v, x.q, (ulong)x.r);
}

static void pair_clear(struct pair *z)
{
    fmpq_clear(z->u);
    fmpq_clear(z->v);
}

/* z w, both over sqrt(d). */
static void pair_mul(struct pair *out, struct pair *z, struct pair *w,
                     int64_t d)
{
    fmpq_t t;

    fmpq_init(t);
    fmpq_set_si(t, d, 1);
    fmpq_mul(t, t, z->v);
    fmpq_mul(t, t, w->v);
    fmpq_mul(out->u, z->u, w->u);
    fmpq_add(out->u, out->u, t);
    fmpq_mul(t, z->u, w->v);
    fmpq_mul(out->v, z->v, w->u);
    fmpq_add(out->v, out->v, t);
    fmpq_clear(t);
}

/* Is z the rational number n / m, m != 0? */
static bool pair_is(const struct pair *z, int64_t n, int64_t m)
{
    fmpq_t want;
    bool same;

    fmpq_init(want);
    fmpq_set_si(want, m < 0 ? -n : n, (ulong)(m < 0 ? -m : m));
    same = fmpq_is_zero(z->v) && fmpq_equal(z->u, want);
    fmpq_clear(want);
    return same;
}

static bool vieta(struct quadratic f, struct surd x, struct surd y,
                  struct finding *found)
{
    struct pair z, w, t;
    bool sum, product;

    pair_init(&z, x);
    pair_init(&w, y);
    pair_init(&t, x);
    fmpq_add(t.u, z.u, w.u);
    fmpq_add(t.v, z.v, w.v);
    sum = pair_is(&t, -f.b, f.a);
    pair_mul(&t, &z, &w, x.d);
    product = pair_is(&t, f.c, f.a);
    pair_clear(&t);
    pair_clear(&w);
    pair_clear(&z);
    found->detail = !sum       ? "the sum of the key's numbers is not -b/a"
                    : !product ? "the product of the key's numbers is not c/a"
                               : "their sum is -b/a and their product is c/a, "
                                 "exactly, so they are all the roots";
    return sum && product;
}

static bool roots_check(struct arena *a, const struct problem *p,
                        enum truth *holds, struct finding *found, struct err *e)
{
    struct quadratic f;
    struct surd x, y;

    if (!read_params(p, &f, e))
        return false;
    found->by = "Vieta's formulas";
    *holds = TRUTH_NO;
    if (p->n_keys != 1 || !read_roots(a, p->keys[0].latex, &x, &y))
        found->detail = "the key is not a set of two quadratic numbers";
    else if (x.q && y.q && x.d != y.d)
        found->detail = "the key's numbers have different square roots";
    else if (vieta(f, x, y, found))
        *holds = TRUTH_YES;
    return true;
}

const struct family concept_quadratic_roots = {
    .name = "concept/quadratic-roots",
    .version = 1,
    .title = "Roots of a quadratic equation",
    .doc = "All real solutions of a quadratic equation with integer "
           "coefficients, as a set of integers, fractions or surds in lowest "
           "terms. The worked solution uses the quadratic formula.",
    .concepts = { "Quadratic solving: factoring, completing the square, "
                  "quadratic formula, discriminant interpretation",
                  "Finding polynomial zeroes/roots" },
    .answer = ANSWER_SET,
    .levels = roots_levels,
    .n_levels = 3,
    .knobs = { WORDING_KNOB },
    .space = roots_space,
    .make = roots_make,
    .check = roots_check,
};
