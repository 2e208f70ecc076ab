/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "math/exact/exact.h"
#include "math/exact/fraction.h"
#include "math/flint_poly.h"
#include "math/tree/print.h"

#include <string.h>

/*
 * Expressions as fractions of polynomials. What is no sum, product, quotient
 * or power becomes a generator, known by a key: its operator and the keys of
 * its arguments, which are fractions in generators made before it. Both
 * sides are read into one ring, so that the same thing has the same key.
 */

/* Keys that the question at the end asks for. A symbol's key begins with a
 * dollar sign, so that none is confused with these. */
#define FUNCTION_PI "pi"
#define FUNCTION_E  "e"
#define FUNCTION_I  "i"

enum function_branch {
    FUNCTION_PRINCIPAL, /* x^{1/n} */
    FUNCTION_REAL       /* \sqrt[n]{x}: real for odd n and negative x */
};

static bool function_read(struct fraction *out, const struct expr *x,
                          struct ring *r) MUST_USE;

/* A generator of which only the key is known. */
static bool function_opaque(struct fraction *out, const char *key,
                            struct ring *r) MUST_USE;
static bool function_imaginary(struct fraction *out, struct ring *r) MUST_USE;

/* The n-th root, n > 1. */
static bool function_root(struct fraction *out, const struct expr *x, ulong n,
                          enum function_branch branch, struct ring *r) MUST_USE;

/* \sqrt[n]{x} with any n. */
static bool function_root_call(struct fraction *out, const struct expr *x,
                               struct ring *r) MUST_USE;

static bool function_power(struct fraction *out, const struct expr *base,
                           const struct expr *exponent,
                           struct ring *r) MUST_USE;
static bool function_exp(struct fraction *out, const struct expr *x,
                         struct ring *r) MUST_USE;

/* out times sqrt(p), p a prime. */
static bool function_times_sqrt(struct fraction *out, ulong p,
                                struct ring *r) MUST_USE;

/* The same for e^{i q pi}. */
static bool function_turn(struct fraction *out, const fmpq_t q, bool *found,
                          struct ring *r) MUST_USE;

static bool function_leaf(struct fraction *out, const char *key,
                          bool independent, struct ring *r)
{
    bool made;
    unsigned k = ring_generator(r, key, &made);

    if (r->failed)
        return false;
    if (made)
        r->gens[k].independent = independent;
    fraction_set_gen(out, k, r);
    return true;
}

static bool function_opaque(struct fraction *out, const char *key,
                            struct ring *r)
{
    return function_leaf(out, key, false, r);
}

static bool function_refuse(struct ring *r)
{
    r->failed = true;
    return false;
}

/* i, with its relation i^2 = -1. */
static bool function_imaginary(struct fraction *out, struct ring *r)
{
    bool made;
    unsigned k = ring_generator(r, FUNCTION_I, &made);
    fmpz_mpoly_t minus;

    if (r->failed)
        return false;
    if (made) {
        fmpz_mpoly_init(minus, r->ctx);
        fmpz_mpoly_set_si(minus, -1, r->ctx);
        ring_relate(r, k, 2, minus);
        fmpz_mpoly_clear(minus, r->ctx);
        r->gens[k].independent = true;
    }
    fraction_set_gen(out, k, r);
    return true;
}

static bool function_constant(struct fraction *out, enum expr_constant c,
                              struct ring *r)
{
    switch (c) {
    case CONSTANT_PI: return function_leaf(out, FUNCTION_PI, true, r);
    case CONSTANT_E: return function_leaf(out, FUNCTION_E, true, r);
    case CONSTANT_I: return function_imaginary(out, r);
    case CONSTANT_EULER_GAMMA: return function_opaque(out, "gamma", r);
    default: return function_refuse(r);
    }
}

/* ---- arithmetic ---- */

static bool function_chain(struct fraction *out, const struct expr *x,
                           struct ring *r)
{
    struct fraction sum, y;
    bool good;

    fraction_init(&sum, r);
    fraction_init(&y, r);
    good = function_read(&sum, x->args[0], r);
    for (unsigned i = 1; i < x->count && good; i++) {
        good = function_read(&y, x->args[i], r);
        if (good && x->op == EXPR_DIV)
            good = fraction_inv(&y, &y, r);
        if (good)
            good = x->op == EXPR_ADD ? fraction_add(&sum, &sum, &y, r)
                                     : fraction_mul(&sum, &sum, &y, r);
    }
    fraction_swap(out, &sum);
    fraction_clear(&sum, r);
    fraction_clear(&y, r);
    return good;
}

/* x times n/d. */
static bool function_scale(struct fraction *x, slong n, ulong d, struct ring *r)
{
    struct fraction by;
    fmpq_t q;
    bool good;

    fraction_init(&by, r);
    fmpq_init(q);
    fmpq_set_si(q, n, d);
    fraction_set_fmpq(&by, q, r);
    good = fraction_mul(x, x, &by, r);
    fmpq_clear(q);
    fraction_clear(&by, r);
    return good;
}

static bool degrees(struct fraction *out, const struct expr *x, struct ring *r)
{
    struct fraction pi;
    bool good;

    fraction_init(&pi, r);
    good = function_constant(&pi, CONSTANT_PI, r) &&
           function_read(out, x->args[0], r) &&
           function_scale(out, 1, 180, r) && fraction_mul(out, out, &pi, r);
    fraction_clear(&pi, r);
    return good;
}

/* ---- what becomes a generator ---- */

static const char *infinity_name(const struct expr *x)
{
    switch (expr_infinity(x)) {
    case 1: return "oo";
    case -1: return "-oo";
    default: return NULL;
    }
}

/* The keys of all arguments behind a head. */
static bool exact_function_call(struct fraction *out, const struct expr *x,
                                const char *head, struct ring *r)
{
    struct str key = str_in(r->arena);
    bool good = true;

    str_add(&key, head);
    for (unsigned i = 0; i < x->count && good; i++) {
        struct fraction arg;
        const char *text;

        /* As the end of a sum or integral, infinity is a name. */
        if (head[0] == '#' && (text = infinity_name(x->args[i]))) {
            str_addf(&key, "|%s", text);
            continue;
        }
        fraction_init(&arg, r);
        good = function_read(&arg, x->args[i], r);
        text = good ? fraction_key(&arg, r) : NULL;
        good = text != NULL;
        if (good)
            str_addf(&key, "|%s", text);
        fraction_clear(&arg, r);
    }
    return good && function_opaque(out, str_get(&key), r);
}

/* Is x = q pi, q not 0? */
static bool function_is_angle(fmpq_t q, const struct fraction *x,
                              struct ring *r)
{
    unsigned pi;

    if (fmpz_mpoly_length(x->num, r->ctx) != 1 ||
        !fmpz_mpoly_is_fmpz(x->den, r->ctx) ||
        !ring_find(&pi, r, FUNCTION_PI) ||
        fmpz_mpoly_total_degree_si(x->num, r->ctx) != 1 ||
        ring_degree(x->num, pi, r) != 1)
        return false;
    fmpz_mpoly_get_term_coeff_fmpz(fmpq_numref(q), x->num, 0, r->ctx);
    fmpz_mpoly_get_fmpz(fmpq_denref(q), x->den, r->ctx);
    fmpq_canonicalise(q);
    return true;
}

static bool function_trig(struct fraction *out, enum function_id id,
                          const fmpq_t q, bool *found, struct ring *r);

/* Trigonometric functions: of an angle that has square roots for values, or
 * a generator. The argument is read once: nested ones would else be read two
 * to the power of their depth times. */
static bool trig(struct fraction *out, const struct expr *x, struct ring *r)
{
    struct fraction arg;
    const char *text;
    bool good, found = false;
    fmpq_t q;

    fraction_init(&arg, r);
    fmpq_init(q);
    good = function_read(&arg, x->args[0], r);
    if (good && function_is_angle(q, &arg, r))
        good = function_trig(out, x->function->id, q, &found, r);
    if (good && !found) {
        text = fraction_key(&arg, r);
        good = text &&
               function_opaque(
                   out,
                   arena_printf(r->arena, "%s|%s", x->function->name, text), r);
    }
    fmpq_clear(q);
    fraction_clear(&arg, r);
    return good;
}

/* A constant part that is rational after all: 5!, \binom{5}{2}, \sqrt{9}. */
static bool function_rational(struct fraction *out, const struct expr *x,
                              bool *found, struct ring *r)
{
    struct work w = { .limit = 2000 };
    enum exact got;
    fmpq_t q;

    *found = false;
    if (!work_spend(r->w, 1))
        return function_refuse(r);
    fmpq_init(q);
    got = exact_rational(q, x, &w);
    if (got == EXACT_VALUE && fmpz_bits(fmpq_numref(q)) < FRACTION_BITS &&
        fmpz_bits(fmpq_denref(q)) < FRACTION_BITS) {
        fraction_set_fmpq(out, q, r);
        *found = true;
    }
    fmpq_clear(q);
    return got != EXACT_UNDEFINED && work_spend(r->w, w.used)
               ? true
               : function_refuse(r);
}

static bool known_call(struct fraction *out, const struct expr *x,
                       struct ring *r)
{
    bool found;

    if (!function_rational(out, x, &found, r))
        return false;
    if (found)
        return true;
    switch (x->function->id) {
    case FN_SQRT:
        return function_root(out, x->args[0], 2, FUNCTION_PRINCIPAL, r);
    case FN_ROOT: return function_root_call(out, x, r);
    case FN_EXP: return function_exp(out, x->args[0], r);
    default: break;
    }
    if (x->function->id <= FN_CSC)
        return trig(out, x, r);
    return exact_function_call(out, x, x->function->name, r);
}

static bool function_binds(const struct expr *x)
{
    return x->op == EXPR_SUM || x->op == EXPR_PRODUCT ||
           x->op == EXPR_INTEGRAL || x->op == EXPR_LIMIT;
}

/* How many of these stand inside of each other in x. */
static unsigned function_level_of(const struct expr *x, unsigned depth)
{
    unsigned most = 0;

    for (unsigned i = 0; i < x->count && depth < 60; i++) {
        unsigned inner =
            x->args[i] ? function_level_of(x->args[i], depth + 1) : 0;

        most = inner > most ? inner : most;
    }
    return most + (function_binds(x) ? 1 : 0);
}

/* The bound variable under a name that tells its level only: the index of a
 * sum may have any name. */
static const struct expr *with_level(const struct expr *x, struct ring *r)
{
    const struct expr **args;
    struct expr *copy;
    const struct expr *name;

    if (!function_binds(x) || x->count < 2 || x->args[1]->op != EXPR_SYMBOL ||
        (x->op == EXPR_INTEGRAL && x->count != 4))
        return x;
    name = expr_symbol(r->arena,
                       arena_printf(r->arena, "?%u", function_level_of(x, 0)));
    args = arena_array(r->arena, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = x->args[i];
    args[0] = expr_replace(r->arena, x->args[0], x->args[1]->name, name);
    args[1] = name;
    copy = arena_new(r->arena, struct expr);
    *copy = *x;
    copy->args = args;
    return copy;
}

/* An integral, sum or limit is the same when its parts are: the body as a
 * fraction in which the bound variable is a symbol like any other. */
static bool operated(struct fraction *out, const struct expr *x, struct ring *r)
{
    bool found;
    int mark = x->op == EXPR_LIMIT        ? x->side
               : x->op == EXPR_DERIVATIVE ? (int)x->degree
                                          : 0;

    if (!function_rational(out, x, &found, r))
        return false;
    if (found)
        return true;
    if (!work_spend(r->w, expr_size(x)))
        return function_refuse(r);
    return exact_function_call(
        out, with_level(x, r),
        arena_printf(r->arena, "#%d,%d", (int)x->op, mark), r);
}

/* Factorials and remainders: known by how they print. */
static bool printed(struct fraction *out, const struct expr *x, struct ring *r)
{
    bool found;

    if (!function_rational(out, x, &found, r))
        return false;
    if (found)
        return true;
    if (!work_spend(r->w, expr_size(x)))
        return function_refuse(r);
    return function_opaque(out, print_expr(r->arena, x), r);
}

static bool function_read(struct fraction *out, const struct expr *x,
                          struct ring *r)
{ /* long: one line for each operator */
    if (r->failed || !work_spend(r->w, 1))
        return function_refuse(r);
    switch (x->op) {
    case EXPR_NUMBER:
        if (fmpz_bits(fmpq_numref(x->number->value)) > FRACTION_BITS / 2 ||
            fmpz_bits(fmpq_denref(x->number->value)) > FRACTION_BITS / 2)
            return function_refuse(r);
        fraction_set_fmpq(out, x->number->value, r);
        return true;
    case EXPR_SYMBOL:
        return function_leaf(out, arena_printf(r->arena, "$%s", x->name), true,
                             r);
    case EXPR_CONSTANT: return function_constant(out, x->constant, r);
    case EXPR_NEG:
        if (!function_read(out, x->args[0], r))
            return false;
        fraction_neg(out, r);
        return true;
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_DIV: return function_chain(out, x, r);
    case EXPR_POW: return function_power(out, x->args[0], x->args[1], r);
    case EXPR_PERCENT:
        return function_read(out, x->args[0], r) &&
               function_scale(out, 1, 100, r);
    case EXPR_DEGREE: return degrees(out, x, r);
    case EXPR_CALL: return known_call(out, x, r);
    case EXPR_APPLY:
        return exact_function_call(out, x,
                                   arena_printf(r->arena, "%s(", x->name), r);
    case EXPR_SUM:
    case EXPR_PRODUCT:
    case EXPR_INTEGRAL:
    case EXPR_LIMIT:
    case EXPR_DERIVATIVE: return operated(out, x, r);
    case EXPR_FACTORIAL:
    case EXPR_MOD: return printed(out, x, r);
    default: return function_refuse(r);
    }
}

/* ---- the question ---- */

/* At most how many generators x may need: one for each symbol's name, one
 * for each node that is no arithmetic, two more for what powers bring in. */
static unsigned function_count(const struct expr *x, const char **names,
                               unsigned *n)
{
    unsigned more = 0;

    if (!x)
        return 0;
    if (x->op == EXPR_SYMBOL) {
        for (unsigned i = 0; i < *n; i++)
            if (strcmp(names[i], x->name) == 0)
                return 0;
        if (*n < FRACTION_GENERATORS)
            names[(*n)++] = x->name;
        return 1;
    }
    if (x->op == EXPR_POW)
        more = expr_is_whole(x->args[1]) ? 0 : 3;
    else if (x->op == EXPR_CALL)
        more = 3;
    else if (x->op != EXPR_NUMBER && x->op != EXPR_ADD && x->op != EXPR_MUL &&
             x->op != EXPR_DIV && x->op != EXPR_NEG)
        more = 1;
    for (unsigned i = 0; i < x->count && more < FRACTION_GENERATORS; i++)
        more += function_count(x->args[i], names, n);
    return more;
}

/* Does a difference of polynomials in these generators prove anything? At
 * most one of pi and e, as nobody knows how they are related; roots of one
 * degree, as of 2^{1/2} and 2^{1/4} one is a power of the other. */
static bool all_independent(const struct ring *r)
{
    unsigned transcendental = 0;
    ulong degree = 0;

    for (unsigned k = 0; k < r->n; k++) {
        const struct generator *g = &r->gens[k];

        if (!g->independent)
            return false;
        transcendental +=
            strcmp(g->key, FUNCTION_PI) == 0 || strcmp(g->key, FUNCTION_E) == 0;
        if (g->degree && strcmp(g->key, FUNCTION_I) != 0) {
            if (degree && degree != g->degree)
                return false;
            degree = g->degree;
        }
    }
    return transcendental <= 1;
}

enum truth exact_rational_functions(struct arena *a, const struct expr *x,
                                    const struct expr *y, struct work *w)
{
    const char *names[FRACTION_GENERATORS];
    enum truth answer = TRUTH_UNKNOWN;
    struct fraction fx, fy;
    struct ring ring;
    unsigned n = 0, room;
    bool equal;

    room = function_count(x, names, &n);
    room += room < FRACTION_GENERATORS ? function_count(y, names, &n) : 0;
    ring_open(&ring, a, room, w);
    fraction_init(&fx, &ring);
    fraction_init(&fy, &ring);
    if (function_read(&fx, x, &ring) && function_read(&fy, y, &ring) &&
        fraction_equal(&equal, &fx, &fy, &ring)) {
        if (equal)
            answer = TRUTH_YES;
        else if (all_independent(&ring))
            answer = TRUTH_NO;
    }
    fraction_clear(&fx, &ring);
    fraction_clear(&fy, &ring);
    ring_close(&ring);
    return answer;
}

/*
 * Trigonometric functions at multiples of 15 degrees, where the values are
 * (a + b sqrt(2) + c sqrt(3) + d sqrt(6)) / 4 with small whole numbers, and
 * e^{i x} there.
 */

#define TURN 24 /* steps of 15 degrees in a full turn */

/* a, b, c, d of the cosine of 0, 15, ... 90 degrees. */
static const signed char cosines[7][4] = {
    { 4, 0, 0, 0 }, { 0, 1, 0, 1 },  { 0, 0, 2, 0 }, { 0, 2, 0, 0 },
    { 2, 0, 0, 0 }, { 0, -1, 0, 1 }, { 0, 0, 0, 0 },
};

/* out plus n sqrt(a) sqrt(b) / 4. */
static bool function_add_root(struct fraction *out, int n, ulong a, ulong b,
                              struct ring *r)
{
    struct fraction term;
    bool good = true;
    fmpq_t q;

    if (n == 0)
        return true;
    fraction_init(&term, r);
    fmpq_init(q);
    fmpq_set_si(q, n, 4);
    fraction_set_fmpq(&term, q, r);
    if (a != 1)
        good = function_times_sqrt(&term, a, r);
    if (b != 1)
        good = good && function_times_sqrt(&term, b, r);
    good = good && fraction_add(out, out, &term, r);
    fmpq_clear(q);
    fraction_clear(&term, r);
    return good;
}

/* The cosine of k steps. */
static bool function_cosine(struct fraction *out, unsigned k, struct ring *r)
{
    const signed char *row;
    fmpq_t zero;
    int sign = 1;

    k %= TURN;
    if (k > 12)
        k = TURN - k;
    if (k > 6) {
        k = 12 - k;
        sign = -1;
    }
    row = cosines[k];
    fmpq_init(zero);
    fraction_set_fmpq(out, zero, r);
    fmpq_clear(zero);
    return function_add_root(out, sign * row[0], 1, 1, r) &&
           function_add_root(out, sign * row[1], 2, 1, r) &&
           function_add_root(out, sign * row[2], 1, 3, r) &&
           function_add_root(out, sign * row[3], 2, 3, r);
}

static bool sine(struct fraction *out, unsigned k, struct ring *r)
{
    return function_cosine(out, k + TURN - 6, r);
}

static bool exact_function_quotient(struct fraction *out, unsigned k,
                                    bool tangent, struct ring *r)
{
    struct fraction below;
    bool good;

    fraction_init(&below, r);
    good = sine(tangent ? out : &below, k, r) &&
           function_cosine(tangent ? &below : out, k, r) &&
           fraction_inv(&below, &below, r) && fraction_mul(out, out, &below, r);
    fraction_clear(&below, r);
    return good;
}

/* Set *k to q pi in steps of 15 degrees. Returns false if it is no whole number
 * of them. */
static bool function_steps_of(unsigned *k, const fmpq_t q)
{
    fmpz_t n;
    bool whole;

    fmpz_init(n);
    fmpz_mul_ui(n, fmpq_numref(q), TURN / 2);
    whole = fmpz_divisible(n, fmpq_denref(q)) != 0;
    if (whole) {
        fmpz_divexact(n, n, fmpq_denref(q));
        *k = (unsigned)fmpz_fdiv_ui(n, TURN);
    }
    fmpz_clear(n);
    return whole;
}

/* Compute a trigonometric function of q pi if square roots express it; *found
 * is set to whether they do. */
static bool function_trig(struct fraction *out, enum function_id id,
                          const fmpq_t q, bool *found, struct ring *r)
{
    unsigned k;

    *found = id <= FN_CSC && function_steps_of(&k, q);
    if (!*found)
        return true;
    switch (id) {
    case FN_SIN: return sine(out, k, r);
    case FN_COS: return function_cosine(out, k, r);
    case FN_TAN: return exact_function_quotient(out, k, true, r);
    case FN_COT: return exact_function_quotient(out, k, false, r);
    case FN_SEC: return function_cosine(out, k, r) && fraction_inv(out, out, r);
    default: return sine(out, k, r) && fraction_inv(out, out, r);
    }
}

static bool function_turn(struct fraction *out, const fmpq_t q, bool *found,
                          struct ring *r)
{
    struct fraction y;
    unsigned k;
    bool good;

    *found = function_steps_of(&k, q);
    if (!*found)
        return true;
    fraction_init(&y, r);
    good = function_imaginary(&y, r) && sine(out, k, r) &&
           fraction_mul(&y, &y, out, r) && function_cosine(out, k, r) &&
           fraction_add(out, out, &y, r);
    fraction_clear(&y, r);
    return good;
}

/*
 * Solutions of equations between rational functions: F = 0 holds where the
 * numerator of F in lowest terms is zero, and a constant factor of it does
 * not matter. Two polynomials without repeated factors that are no multiples
 * of each other have different zeros among the complex numbers.
 */

#define TERMS_MOST   300 /* of what a greatest common divisor is taken of */
#define DEGREE_MOST  60
#define SQUARE_TERMS 60 /* of what is searched for repeated factors */

static bool function_is_small(const fmpz_mpoly_t p, struct ring *r)
{
    return fmpz_mpoly_length(p, r->ctx) <= TERMS_MOST &&
           fmpz_mpoly_total_degree_fits_si(p, r->ctx) &&
           fmpz_mpoly_total_degree_si(p, r->ctx) <= DEGREE_MOST;
}

static bool has_roots(const struct ring *r)
{
    for (unsigned k = 0; k < r->n; k++)
        if (r->gens[k].degree)
            return true;
    return false;
}

/* Are all generators symbols, as in polynomials? */
static bool function_all_symbols(const struct ring *r)
{
    for (unsigned k = 0; k < r->n; k++)
        if (r->gens[k].key[0] != '$')
            return false;
    return true;
}

/* Remove repeated factors from p unless it has too many terms: (x - y)^2 = 0
 * means x = y. Returns false if FLINT cannot factor it. */
static bool square_free(fmpz_mpoly_t p, struct ring *r)
{
    fmpz_mpoly_factor_t factors;
    bool good;

    if (fmpz_mpoly_length(p, r->ctx) > SQUARE_TERMS)
        return true;
    fmpz_mpoly_factor_init(factors, r->ctx);
    good = fmpz_mpoly_factor_squarefree(factors, p, r->ctx);
    if (good) {
        fmpz_mpoly_one(p, r->ctx);
        for (slong i = 0; i < factors->num; i++)
            fmpz_mpoly_mul(p, p, factors->poly + i, r->ctx);
    }
    fmpz_mpoly_factor_clear(factors, r->ctx);
    return good;
}

/* The numerator without what the denominator shares and without content, the
 * leading coefficient positive. */
static bool zeros(fmpz_mpoly_t out, const struct fraction *x, struct ring *r)
{
    fmpz_mpoly_t common;
    fmpz_t content;
    bool good;

    if (!function_is_small(x->num, r) || !function_is_small(x->den, r) ||
        fmpz_mpoly_is_zero(x->num, r->ctx) ||
        !work_spend(r->w,
                    2000 + 20 * (uint64_t)fmpz_mpoly_length(x->num, r->ctx) *
                               (uint64_t)fmpz_mpoly_length(x->den, r->ctx)))
        return false;
    fmpz_mpoly_init(common, r->ctx);
    fmpz_init(content);
    good = fmpz_mpoly_gcd(common, x->num, x->den, r->ctx) &&
           fmpz_mpoly_divides(out, x->num, common, r->ctx) &&
           square_free(out, r);
    if (good) {
        _fmpz_vec_content(content, out->coeffs, out->length);
        if (fmpz_sgn(out->coeffs) < 0)
            fmpz_neg(content, content);
        fmpz_mpoly_scalar_divexact_fmpz(out, out, content, r->ctx);
    }
    fmpz_clear(content);
    fmpz_mpoly_clear(common, r->ctx);
    return good;
}

enum truth exact_same_zeros(struct arena *a, const struct expr *x,
                            const struct expr *y, struct work *w)
{
    enum truth answer = TRUTH_UNKNOWN;
    struct fraction fx, fy;
    fmpz_mpoly_t zx, zy;
    struct ring r;

    ring_open(&r, a, FRACTION_GENERATORS, w);
    fraction_init(&fx, &r);
    fraction_init(&fy, &r);
    fmpz_mpoly_init(zx, r.ctx);
    fmpz_mpoly_init(zy, r.ctx);
    if (function_read(&fx, x, &r) && function_read(&fy, y, &r) &&
        !has_roots(&r) && zeros(zx, &fx, &r) && zeros(zy, &fy, &r)) {
        if (fmpz_mpoly_equal(zx, zy, r.ctx))
            answer = TRUTH_YES;
        else if (function_all_symbols(&r) &&
                 fmpz_mpoly_length(zx, r.ctx) <= SQUARE_TERMS &&
                 fmpz_mpoly_length(zy, r.ctx) <= SQUARE_TERMS)
            answer = TRUTH_NO;
    }
    fmpz_mpoly_clear(zx, r.ctx);
    fmpz_mpoly_clear(zy, r.ctx);
    fraction_clear(&fx, &r);
    fraction_clear(&fy, &r);
    ring_close(&r);
    return answer;
}

/*
 * Roots and powers as generators.
 *
 * The n-th root of c P, with a whole number c > 0 and a primitive polynomial
 * P, is the product of the roots of the primes of c and of the root of P:
 * right on the principal branch, as c is positive. Roots of one degree of
 * different primes are linearly independent over the rationals (Besicovitch,
 * "On the linear independence of fractional powers of integers", J. London
 * Math. Soc. 15, 1940), so sqrt(2), sqrt(3) and their product prove
 * differences.
 *
 * b^{u+v} = b^u b^v and b^{k u} = (b^u)^k for whole k, whatever b and u: a
 * power whose exponent is a polynomial is cut into its terms.
 */

#define ROOT_MOST      12 /* degree of a root that is a generator */
#define EXPONENT_MOST  64 /* of a generator that is a power */
#define EXPONENT_TERMS 8  /* of an exponent that is cut up */

static bool power_refuse(struct ring *r)
{
    r->failed = true;
    return false;
}

/* out times generator^n, n of any sign. */
static bool times_power(struct fraction *out, unsigned k, slong n,
                        struct ring *r)
{
    struct fraction g;
    bool good;

    if (n > EXPONENT_MOST || n < -EXPONENT_MOST)
        return power_refuse(r);
    fraction_init(&g, r);
    fraction_set_gen(&g, k, r);
    good = fraction_pow(&g, &g, n, r) && fraction_mul(out, out, &g, r);
    fraction_clear(&g, r);
    return good;
}

/* ---- roots of whole numbers ---- */

/* out times (p^{1/n})^e for a prime p, or for any p when !prime. */
static bool times_root(struct fraction *out, const fmpz_t p, ulong n, slong e,
                       bool prime, struct ring *r)
{
    char *digits = fmpz_get_str(NULL, 10, p);
    bool made;
    unsigned k = ring_generator(
        r, arena_printf(r->arena, "root %lu of %s", n, digits), &made);
    fmpz_mpoly_t radicand;

    flint_free(digits);
    if (r->failed)
        return false;
    if (made) {
        fmpz_mpoly_init(radicand, r->ctx);
        fmpz_mpoly_set_fmpz(radicand, p, r->ctx);
        ring_relate(r, k, n, radicand);
        fmpz_mpoly_clear(radicand, r->ctx);
        r->gens[k].independent = prime;
    }
    return times_power(out, k, e, r);
}

static bool function_times_sqrt(struct fraction *out, ulong p, struct ring *r)
{
    fmpz_t n;
    bool good;

    fmpz_init_set_ui(n, p);
    good = times_root(out, n, 2, 1, true, r);
    fmpz_clear(n);
    return good;
}

static bool times_whole(struct fraction *out, const fmpz_t c, struct ring *r)
{
    struct fraction y;
    fmpq_t q;
    bool good;

    fraction_init(&y, r);
    fmpq_init(q);
    fmpq_set_fmpz(q, c);
    fraction_set_fmpq(&y, q, r);
    good = fraction_mul(out, out, &y, r);
    fmpq_clear(q);
    fraction_clear(&y, r);
    return good;
}

/* out times c^{1/n}, c > 0. */
static bool times_root_of(struct fraction *out, const fmpz_t c, ulong n,
                          struct ring *r)
{
    n_factor_t factors;
    bool good = true;
    fmpz_t p;

    if (fmpz_is_one(c))
        return true;
    /* Numbers up to 32 bits are factored in microseconds. */
    if (fmpz_bits(c) > 32)
        return fmpz_bits(c) > FRACTION_BITS / 4
                   ? power_refuse(r)
                   : times_root(out, c, n, 1, false, r);
    if (!work_spend(r->w, 40))
        return power_refuse(r);
    n_factor_init(&factors);
    n_factor(&factors, fmpz_get_ui(c), 1);
    fmpz_init(p);
    for (int i = 0; i < factors.num && good; i++) {
        ulong e = (ulong)factors.exp[i];

        fmpz_set_ui(p, factors.p[i]);
        if (e % n)
            good = times_root(out, p, n, (slong)(e % n), true, r);
        fmpz_pow_ui(p, p, e / n);
        good = good && times_whole(out, p, r);
    }
    fmpz_clear(p);
    return good;
}

/* ---- roots of polynomials ---- */

/* out times P^{1/n}. */
static bool times_root_poly(struct fraction *out, const fmpz_mpoly_t p, ulong n,
                            enum function_branch branch, struct ring *r)
{
    struct fraction radicand;
    const char *key;
    unsigned k = 0;
    bool made = false;

    fraction_init(&radicand, r);
    fmpz_mpoly_set(radicand.num, p, r->ctx);
    key = fraction_key(&radicand, r);
    fraction_clear(&radicand, r);
    if (!key)
        return false;
    /* Both branches agree on square roots. */
    key = arena_printf(r->arena, "%s %lu of %s",
                       branch == FUNCTION_REAL && n % 2 ? "real" : "root", n,
                       key);
    k = ring_generator(r, key, &made);
    if (r->failed)
        return false;
    if (made)
        ring_relate(r, k, n, p);
    return times_power(out, k, 1, r);
}

/* out times (c P)^{1/n}, for P = 1, -1 or a primitive polynomial. */
static bool times_root_split(struct fraction *out, fmpz_mpoly_t p, ulong n,
                             enum function_branch branch, struct ring *r)
{
    struct fraction i;
    fmpz_t c;
    bool good;

    fmpz_init(c);
    _fmpz_vec_content(c, p->coeffs, p->length);
    fmpz_mpoly_scalar_divexact_fmpz(p, p, c, r->ctx);
    good = times_root_of(out, c, n, r);
    fmpz_clear(c);
    if (!good || fmpz_mpoly_is_one(p, r->ctx))
        return good;
    if (fmpz_mpoly_is_fmpz(p, r->ctx)) { /* the root of -1 */
        if (branch == FUNCTION_REAL && n % 2) {
            fraction_neg(out, r);
            return true;
        }
        if (n == 2) {
            fraction_init(&i, r);
            good = function_imaginary(&i, r) && fraction_mul(out, out, &i, r);
            fraction_clear(&i, r);
            return good;
        }
    }
    return times_root_poly(out, p, n, branch, r);
}

/* (N/d)^{1/n} = (N d^{n-1})^{1/n} / d for a whole d > 0. The root of a true
 * fraction is known by its key alone. */
static bool root_of_fraction(struct fraction *out, struct fraction *x, ulong n,
                             enum function_branch branch, struct ring *r)
{
    const char *key;
    bool good;
    fmpz_t d;

    if (!fmpz_mpoly_is_fmpz(x->den, r->ctx)) {
        key = fraction_key(x, r);
        return key && function_opaque(
                          out,
                          arena_printf(r->arena, "root %lu %d of %s", n,
                                       branch == FUNCTION_REAL && n % 2, key),
                          r);
    }
    if (fmpz_mpoly_is_zero(x->num, r->ctx)) {
        fraction_swap(out, x);
        return true;
    }
    fmpz_init(d);
    fmpz_mpoly_get_fmpz(d, x->den, r->ctx);
    good = fmpz_bits(d) * (n - 1) < FRACTION_BITS / 2;
    if (good) {
        fmpz_pow_ui(d, d, n - 1);
        fmpz_mpoly_scalar_mul_fmpz(x->num, x->num, d, r->ctx);
        fmpz_mpoly_one(out->num, r->ctx);
        fmpz_mpoly_swap(out->den, x->den, r->ctx);
        good = times_root_split(out, x->num, n, branch, r);
    } else {
        power_refuse(r);
    }
    fmpz_clear(d);
    return good;
}

static bool function_root(struct fraction *out, const struct expr *x, ulong n,
                          enum function_branch branch, struct ring *r)
{
    struct fraction radicand;
    bool good;

    fraction_init(&radicand, r);
    good = function_read(&radicand, x, r) &&
           root_of_fraction(out, &radicand, n, branch, r);
    fraction_clear(&radicand, r);
    return good;
}

/* The value of a constant that is rational; paid for by the ring. */
static enum exact power_rational(fmpq_t out, const struct expr *x,
                                 struct ring *r)
{
    struct work w = { .limit = 2000 };
    enum exact got = exact_rational(out, x, &w);

    return work_spend(r->w, w.used) ? got : EXACT_LIMIT;
}

static bool function_root_call(struct fraction *out, const struct expr *x,
                               struct ring *r)
{
    ulong n = 0;
    fmpq_t q;

    fmpq_init(q);
    if (power_rational(q, x->args[0], r) == EXACT_VALUE &&
        fmpz_is_one(fmpq_denref(q)) && fmpq_cmp_si(q, ROOT_MOST) <= 0 &&
        fmpq_cmp_si(q, 1) > 0)
        n = fmpz_get_ui(fmpq_numref(q));
    fmpq_clear(q);
    return n ? function_root(out, x->args[1], n, FUNCTION_REAL, r)
             : power_refuse(r);
}

/* ---- powers ---- */

/* A base: a fraction, its key, and its primes when it is a number. */
struct base {
    struct fraction value;
    const char *key;
    bool natural; /* it is e */
    bool number;  /* positive and rational, with primes that are known: */
    n_factor_t num, den;
};

static void find_primes(struct base *b, struct ring *r)
{
    fmpq_t q;

    fmpq_init(q);
    b->number = fraction_get_fmpq(q, &b->value, r) && fmpq_sgn(q) > 0 &&
                fmpz_bits(fmpq_numref(q)) <= 32 &&
                fmpz_bits(fmpq_denref(q)) <= 32 && work_spend(r->w, 80);
    n_factor_init(&b->num);
    n_factor_init(&b->den);
    if (b->number) {
        n_factor(&b->num, fmpz_get_ui(fmpq_numref(q)), 1);
        n_factor(&b->den, fmpz_get_ui(fmpq_denref(q)), 1);
    }
    fmpq_clear(q);
}

/* out times the generator "base^(monomial/d)", to the n. */
static bool times_symbolic(struct fraction *out, const char *base,
                           const char *monomial, const fmpz_t d, slong n,
                           struct ring *r)
{
    bool made;
    unsigned k = ring_generator(
        r, arena_printf(r->arena, "%s^%s/%lu", base, monomial, fmpz_get_ui(d)),
        &made);

    return !r->failed && times_power(out, k, n, r);
}

static bool times_primes(struct fraction *out, const n_factor_t *f, slong sign,
                         const char *monomial, const fmpq_t c, struct ring *r)
{
    bool good = true;

    for (int i = 0; i < f->num && good; i++)
        good = times_symbolic(
            out, arena_printf(r->arena, "%lu", f->p[i]), monomial,
            fmpq_denref(c),
            sign * (slong)f->exp[i] * fmpz_get_si(fmpq_numref(c)), r);
    return good;
}

/* Is this monomial i pi? */
static bool power_is_turn(const fmpz_mpoly_t m, struct ring *r)
{
    fmpz_mpoly_t product, factor;
    unsigned i, pi;
    bool is;

    if (fmpz_mpoly_total_degree_si(m, r->ctx) != 2 ||
        !ring_find(&i, r, FUNCTION_I) || !ring_find(&pi, r, FUNCTION_PI))
        return false;
    fmpz_mpoly_init(product, r->ctx);
    fmpz_mpoly_init(factor, r->ctx);
    ring_gen(product, i, r);
    ring_gen(factor, pi, r);
    fmpz_mpoly_mul(product, product, factor, r->ctx);
    is = fmpz_mpoly_equal(product, m, r->ctx) != 0;
    fmpz_mpoly_clear(product, r->ctx);
    fmpz_mpoly_clear(factor, r->ctx);
    return is;
}

/* out times base^{c m} for a monomial m and rational c. */
static bool times_term(struct fraction *out, const struct base *b,
                       fmpz_mpoly_t m, const fmpq_t c, struct ring *r)
{
    struct fraction y;
    char *monomial;
    bool good, found;

    if (fmpz_bits(fmpq_numref(c)) > 16 || fmpz_bits(fmpq_denref(c)) > 16)
        return power_refuse(r);
    if (fmpz_mpoly_is_one(m, r->ctx) && fmpz_is_one(fmpq_denref(c))) {
        fraction_init(&y, r);
        good = fraction_pow(&y, &b->value, fmpz_get_si(fmpq_numref(c)), r) &&
               fraction_mul(out, out, &y, r);
        fraction_clear(&y, r);
        return good;
    }
    if (b->natural && power_is_turn(m, r)) {
        fraction_init(&y, r);
        good = function_turn(&y, c, &found, r) &&
               (!found || fraction_mul(out, out, &y, r));
        fraction_clear(&y, r);
        if (!good || found)
            return good;
    }
    monomial = fmpz_mpoly_get_str_pretty(m, NULL, r->ctx);
    if (b->number)
        good = times_primes(out, &b->num, 1, monomial, c, r) &&
               times_primes(out, &b->den, -1, monomial, c, r);
    else
        good = times_symbolic(out, b->key, monomial, fmpq_denref(c),
                              fmpz_get_si(fmpq_numref(c)), r);
    flint_free(monomial);
    return good;
}

/* base^(N/d) for a whole d, term by term. */
static bool power_cut(struct fraction *out, const struct base *b,
                      const struct fraction *exponent, struct ring *r)
{
    bool good = true;
    fmpz_mpoly_t m;
    fmpq_t c;

    fmpz_mpoly_init(m, r->ctx);
    fmpq_init(c);
    fmpz_mpoly_one(out->num, r->ctx);
    fmpz_mpoly_one(out->den, r->ctx);
    for (slong i = 0; i < exponent->num->length && good; i++) {
        fmpz_mpoly_get_term_monomial(m, exponent->num, i, r->ctx);
        fmpz_mpoly_get_fmpz(fmpq_denref(c), exponent->den, r->ctx);
        fmpz_set(fmpq_numref(c), exponent->num->coeffs + i);
        fmpq_canonicalise(c);
        good = times_term(out, b, m, c, r);
    }
    fmpz_mpoly_clear(m, r->ctx);
    fmpq_clear(c);
    return good;
}

static bool symbolic_power(struct fraction *out, struct base *b,
                           struct fraction *exponent, struct ring *r)
{
    const char *key;

    b->key = fraction_key(&b->value, r);
    if (!b->key || fmpz_mpoly_is_zero(b->value.num, r->ctx))
        return power_refuse(r);
    find_primes(b, r);
    if (fmpz_mpoly_is_fmpz(exponent->den, r->ctx) &&
        exponent->num->length <= EXPONENT_TERMS)
        return power_cut(out, b, exponent, r);
    key = fraction_key(exponent, r);
    return key && function_opaque(
                      out, arena_printf(r->arena, "%s^%s", b->key, key), r);
}

/* A rational exponent: a power of a root. */
static bool rational_power(struct fraction *out, const struct expr *base,
                           const fmpq_t n, struct ring *r)
{
    if (fmpz_bits(fmpq_numref(n)) > 20 ||
        fmpz_cmp_ui(fmpq_denref(n), ROOT_MOST) > 0)
        return power_refuse(r);
    if (fmpz_is_one(fmpq_denref(n))) {
        if (!function_read(out, base, r))
            return false;
    } else if (!function_root(out, base, fmpz_get_ui(fmpq_denref(n)),
                              FUNCTION_PRINCIPAL, r)) {
        return false;
    }
    return fraction_pow(out, out, fmpz_get_si(fmpq_numref(n)), r);
}

static bool function_power(struct fraction *out, const struct expr *base,
                           const struct expr *exponent, struct ring *r)
{
    struct fraction n;
    enum exact got;
    struct base b;
    bool good;
    fmpq_t q;

    fmpq_init(q);
    got = power_rational(q, exponent, r);
    if (got == EXACT_VALUE) {
        good = rational_power(out, base, q, r);
    } else if (got != EXACT_NONE) {
        good = power_refuse(r);
    } else {
        b.natural = expr_is_constant(base, CONSTANT_E);
        fraction_init(&b.value, r);
        fraction_init(&n, r);
        good = function_read(&b.value, base, r) &&
               function_read(&n, exponent, r) && symbolic_power(out, &b, &n, r);
        fraction_clear(&b.value, r);
        fraction_clear(&n, r);
    }
    fmpq_clear(q);
    return good;
}

static bool function_exp(struct fraction *out, const struct expr *x,
                         struct ring *r)
{
    struct expr natural = { .op = EXPR_CONSTANT };

    natural.constant = CONSTANT_E;
    return function_power(out, &natural, x, r);
}
