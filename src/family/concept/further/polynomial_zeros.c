/* SPDX-License-Identifier: Apache-2.0 */

/*
 * All real zeros of a polynomial of degree 3 to 5, shifted by h: the solutions
 * of p(x - h) = 0.
 *
 * solve() looks for rational zeros of p among the divisors, divides them out,
 * solves the quadratic equation that is left, and adds h. check() expands
 * p(x - h), divides it by the minimal polynomial of each number of the key, and
 * counts its real zeros by Sturm's theorem.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/exact/surd.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define TERMS 6

struct zeros {
    int64_t h, n;
    int64_t c[TERMS]; /* lowest power first */
};

static const struct field fields[] = {
    SLOT(struct zeros, h, -100000, 100000),
    LIST(struct zeros, c, n, -10000000, 10000000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "integers", "a cubic with three different integer zeros from -10 to 10, "
                  "shifted by up to 20" },
    { "fractions", "a quartic with a fraction, a double and a simple integer "
                   "zero, shifted by up to 20" },
    { "surds", "a quintic with two integer zeros, a fraction, and a quadratic "
               "factor with two irrational zeros or none, shifted by up to "
               "20" },
};

/* c = c (q x - p) */
static void times(struct zeros *v, int64_t p, int64_t q)
{
    for (int64_t i = v->n++; i >= 0; i--)
        v->c[i] = (i ? q * v->c[i - 1] : 0) - p * v->c[i];
}

static void pick_fraction(struct pick *k, int64_t *p, int64_t *q)
{
    int64_t sign;

    pick_coprime(k, 9, 2, 5, p, q);
    sign = pick(k, 0, 1);
    *p = sign ? -*p : *p;
}

static void draw_integers(struct pick *k, struct zeros *v)
{
    int64_t x[3];

    pick_subset(k, -10, 10, 3, x);
    for (int i = 0; i < 3; i++)
        times(v, x[i], 1);
}

static void draw_fractions(struct pick *k, struct zeros *v)
{
    int64_t p, q, twice, once;

    pick_fraction(k, &p, &q);
    twice = pick(k, -9, 9);
    once = pick_but(k, -9, 9, twice);
    times(v, p, q);
    times(v, twice, 1);
    times(v, twice, 1);
    times(v, once, 1);
}

static void draw_surds(struct pick *k, struct zeros *v)
{
    static const int64_t squares[] = { 2,  3,  5,  6,  7,  10, 11, 13,
                                       14, 15, 17, 19, -1, -2, -3, -4 };
    int64_t x[2], p, q, m, d, old[TERMS];

    pick_fraction(k, &p, &q);
    pick_subset(k, -9, 9, 2, x);
    m = pick(k, -5, 5);
    d = pick_of(k, squares, 16);
    times(v, p, q);
    times(v, x[0], 1);
    times(v, x[1], 1);
    /* x^2 - 2m x + m^2 - d */
    memcpy(old, v->c, sizeof(old));
    for (int i = 0; i < TERMS; i++)
        v->c[i] = (m * m - d) * old[i] - (i > 0 ? 2 * m * old[i - 1] : 0) +
                  (i > 1 ? old[i - 2] : 0);
    v->n += 2;
}

static void draw(struct pick *k, void *values)
{
    struct zeros *v = values;

    v->c[0] = 1;
    v->n = 1;
    (k->level == 1   ? draw_integers
     : k->level == 2 ? draw_fractions
                     : draw_surds)(k, v);
    v->h = pick_wide(k, 1, 20);
}

/* ---- the first road: rational zeros, division, quadratic formula ---- */

#define ROOT_MOST  60
#define BELOW_MOST 9

/* c at p/q, times q^(n-1). What is drawn stays small; all that fields allow
 * stays below 6 10^7 60^5. */
static int64_t at(const struct zeros *v, int64_t p, int64_t q)
{
    int64_t sum = 0, power = 1;

    for (int64_t i = v->n; i-- > 0;) {
        sum = sum * p + v->c[i] * power;
        power *= q;
    }
    return sum;
}

/* The next rational zero: whole numbers first, small ones first. */
static bool find_root(const struct zeros *v, int64_t *p, int64_t *q)
{
    for (*q = 1; *q <= BELOW_MOST; ++*q)
        for (int64_t i = 0; i <= 2 * ROOT_MOST; i++) {
            *p = i % 2 ? (i + 1) / 2 : -(i / 2);
            if (v->c[v->n - 1] % *q == 0 && (*p == 0 || v->c[0] % *p == 0) &&
                at(v, *p, *q) == 0)
                return true;
        }
    return false;
}

/* c = c / (q x - p) */
static void divide(struct zeros *v, int64_t p, int64_t q)
{
    int64_t carry = 0;

    for (int64_t i = v->n; i-- > 1;) {
        int64_t lead = (v->c[i] + carry) / q;

        carry = lead * p;
        v->c[i] = lead;
    }
    memmove(v->c, v->c + 1, (TERMS - 1) * sizeof(v->c[0]));
    v->n--;
}

struct roots {
    struct surd x[TERMS];
    size_t n;
};

static double value(struct surd x)
{
    return ((double)x.p + (double)x.q * sqrt((double)x.d)) / (double)x.r;
}

/* Each once, in increasing order; they are far apart. */
static void keep(struct roots *r, struct surd x)
{
    size_t i = r->n;

    for (size_t j = 0; j < r->n; j++)
        if (memcmp(&r->x[j], &x, sizeof(x)) == 0)
            return;
    for (; i > 0 && value(r->x[i - 1]) > value(x); i--)
        r->x[i] = r->x[i - 1];
    r->x[i] = x;
    r->n++;
}

static const char *text(struct solving *s, const struct zeros *v, const char *x)
{
    return latex_poly(s->arena, v->c, (size_t)v->n, x);
}

static void divide_out(struct solving *s, struct zeros *v, struct roots *found)
{
    int64_t p, q;

    while (v->n > 3 && find_root(v, &p, &q)) {
        keep(found, surd_new(p, 0, 0, q));
        divide(v, p, q);
        solving_step(s,
                     "$t = %s$ is a zero. Divide by $%s$: there remains $%s$.",
                     latex_ratio(s->arena, p, q),
                     latex_poly(s->arena, (const int64_t[]){ -p, q }, 2, "t"),
                     text(s, v, "t"));
    }
}

/* The zeros of the quadratic polynomial that is left. */
static bool finish(struct solving *s, const struct zeros *v,
                   struct roots *found)
{
    const int64_t *c = v->c;
    int64_t disc = c[1] * c[1] - 4 * c[2] * c[0], root = 0;
    struct surd x, y;

    if (v->n != 3 || disc > INT64_C(2000000000))
        return false;
    while (root * root < disc)
        root++;
    if (disc < 0) {
        solving_step(s,
                     "Its discriminant $%" PRId64 "$ is negative: it has no "
                     "real zeros.",
                     disc);
        return true;
    }
    if (root * root == disc) {
        x = surd_new(-c[1] - root, 0, 0, 2 * c[2]);
        y = surd_new(-c[1] + root, 0, 0, 2 * c[2]);
    } else {
        x = surd_new(-c[1], -1, disc, 2 * c[2]);
        y = surd_new(-c[1], 1, disc, 2 * c[2]);
    }
    solving_step(s,
                 "Its discriminant is $%" PRId64
                 "$, so its zeros are $t = %s$ and $t = %s$.",
                 disc, surd_latex(s->arena, x), surd_latex(s->arena, y));
    keep(found, x);
    keep(found, y);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    struct zeros v = *(const struct zeros *)values;
    struct roots found = { .n = 0 };
    struct str out = str_in(s->arena), shifted = str_in(s->arena);

    if (v.n < 4 || v.c[v.n - 1] == 0 || v.h == 0)
        return false;
    solving_step(s,
                 "Write $t = x%s$ and look for the zeros of $p(t) = %s$, "
                 "beginning with rational ones.",
                 latex_plus(s->arena, -v.h), text(s, &v, "t"));
    divide_out(s, &v, &found);
    if (!finish(s, &v, &found))
        return false;
    for (size_t i = 0; i < found.n; i++) {
        struct surd x = found.x[i];
        const char *join = i ? ", " : "";

        str_addf(&out, "%s%s", join, surd_latex(s->arena, x));
        x.p += v.h * x.r;
        str_addf(&shifted, "%s%s", join, surd_latex(s->arena, x));
    }
    solving_key(s, "\\{%s\\}", str_get(&shifted));
    solving_step(s, "So $t$ is one of $%s$, and $x = t%s$ is in $%s$.",
                 str_get(&out), latex_plus(s->arena, v.h), s->key);
    return found.n > 0;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct zeros *v = values;

    speech_set(s, "p", "%s", latex_poly(s->arena, v->c, (size_t)v->n, "x"));
}

static bool shifts_right(const void *values)
{
    return ((const struct zeros *)values)->h > 0;
}

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "Let $p(x) = <p>$ and $h = <h>$. Solve $p(x - h) = 0$ over the real "
      "numbers.",
      NULL },
    { STYLE_PLAIN,
      "Let $p(x) = <p>$ and $h = <h>$. Find all real numbers $x$ with $p(x - h) "
      "= 0$.",
      NULL },
    { STYLE_PLAIN,
      "Let $p(x) = <p>$, and let $g(x) = p(x - h)$, where $h = <h>$. Find all "
      "real zeros of $g$.",
      NULL },
    { STYLE_PLAIN,
      "The graph of $y = <p>$ is shifted to the right by $<h>$. At which "
      "values of $x$ does the shifted graph meet the $x$-axis?",
      shifts_right },
    { STYLE_STORY,
      "<name> thinks of a real number $x$, subtracts $<h>$ from it, and puts "
      "the result into the polynomial $p(x) = <p>$ in the place of $x$. The "
      "value is $0$. Which numbers can <name> have thought of?",
      NULL },
    { STYLE_STORY,
      "A <device> measures a signal whose strength at the time $x$ is $p(x - "
      "h)$, in volts, where $h = <h>$ is the delay of the cable and $p(x) = "
      "<p>$. At which times $x$, before or after $0$, is the signal zero?",
      NULL },
    { STYLE_STORY,
      "For a sculpture at the <place>, an artist draws the curve $y = p(x)$ with "
      "$p(x) = <p>$, and then replaces $x$ by $x - h$ with $h = <h>$ to move "
      "the curve sideways. At which values of $x$ does the moved curve "
      "touch or cross the $x$-axis?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "device", "radio telescope|seismograph|weather station|microphone" },
    { 0 },
};

/* ---- the second road: minimal polynomials and Sturm's theorem ---- */

/* Does the minimal polynomial of x divide g? */
static bool is_zero_of(const fmpz_poly_t g, struct surd x)
{
    fmpz_poly_t m, q;
    fmpz_t t;
    bool divides;

    fmpz_poly_init(m);
    fmpz_poly_init(q);
    fmpz_init(t);
    if (x.q == 0) {
        fmpz_poly_set_coeff_si(m, 1, x.r);
        fmpz_poly_set_coeff_si(m, 0, -x.p);
    } else { /* r^2 x^2 - 2 p r x + p^2 - q^2 d, each below 2^31 */
        fmpz_set_si(t, x.q);
        fmpz_mul_si(t, t, x.q);
        fmpz_mul_si(t, t, x.d);
        fmpz_neg(t, t);
        fmpz_add_si(t, t, x.p * x.p);
        fmpz_poly_set_coeff_fmpz(m, 0, t);
        fmpz_poly_set_coeff_si(m, 1, -2 * x.p * x.r);
        fmpz_poly_set_coeff_si(m, 2, x.r * x.r);
    }
    fmpz_poly_primitive_part(m, m);
    divides = fmpz_poly_divides(q, g, m);
    fmpz_clear(t);
    fmpz_poly_clear(q);
    fmpz_poly_clear(m);
    return divides;
}

/* How many different real zeros: of the part without squares. */
static slong count_real(const fmpz_poly_t g)
{
    fmpz_poly_t t;
    slong n;

    fmpz_poly_init(t);
    fmpz_poly_derivative(t, g);
    fmpz_poly_gcd(t, g, t);
    fmpz_poly_div(t, g, t);
    n = fmpz_poly_num_real_roots(t);
    fmpz_poly_clear(t);
    return n;
}

/* p(x - h) */
static void expand(const struct zeros *v, fmpz_poly_t g)
{
    fmpz_t h;

    for (int64_t i = v->n; i-- > 0;)
        fmpz_poly_set_coeff_si(g, i, v->c[i]);
    fmpz_init_set_si(h, -v->h);
    fmpz_poly_taylor_shift(g, g, h);
    fmpz_clear(h);
}

/* Reads the key; all numbers different and in normal form. */
static bool read_key(struct arena *a, const char *key, struct roots *out)
{
    const char **items;

    if (!key_items(a, key, "\\{", "\\}", &items, &out->n) || out->n >= TERMS)
        return false;
    for (size_t i = 0; i < out->n; i++) {
        struct surd *x = &out->x[i];

        if (!surd_read(items[i], x) || x->r <= 0 || x->d < 0)
            return false;
        *x = surd_new(x->p, x->q, x->d, x->r);
        if (!str_eq(items[i], surd_latex(a, *x)))
            return false;
        for (size_t j = 0; j < i; j++)
            if (str_eq(items[i], items[j]))
                return false;
    }
    return true;
}

static enum truth compare(const fmpz_poly_t g, const struct roots *r,
                          struct check_finding *f)
{
    f->detail = "a number of the key is not a zero";
    for (size_t i = 0; i < r->n; i++)
        if (!is_zero_of(g, r->x[i]))
            return TRUTH_NO;
    f->detail = "there are more real zeros than the key has";
    if (count_real(g) != (slong)r->n)
        return TRUTH_NO;
    f->detail = "every number is a zero, since its minimal polynomial divides "
                "the shifted polynomial, which has no more real zeros";
    return TRUTH_YES;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct zeros *v = values;
    enum truth truth = TRUTH_NO;
    struct roots r;
    fmpz_poly_t g;

    f->by = "division and Sturm's theorem";
    f->detail = "this is no polynomial of degree 3 to 5";
    if (v->n < 4 || v->c[v->n - 1] == 0)
        return TRUTH_NO;
    f->detail = "the key is not a set of different quadratic numbers";
    if (!read_key(a, key, &r))
        return TRUTH_NO;
    fmpz_poly_init(g);
    expand(v, g);
    truth = compare(g, &r, f);
    fmpz_poly_clear(g);
    return truth;
}

static const struct recipe recipe = {
    .size = sizeof(struct zeros),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give all values as a set, each once.",
    .pools = pools,
    .check = check,
};

const struct family concept_polynomial_zeros = {
    .name = "concept/polynomial-zeros",
    .version = 2,
    .title = "Zeros of polynomials",
    .doc = "All real zeros of a shifted polynomial of degree 3 to 5, integers, "
           "fractions or surds. The worked solution finds rational zeros, "
           "divides them out and solves the quadratic equation that is left.",
    .concepts = { HIGH_ZEROES, HIGH_POLY_DIVISION, HIGH_QUADRATICS },
    .answer = ANSWER_SET,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
