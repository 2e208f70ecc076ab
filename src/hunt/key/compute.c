/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "hunt/key/key.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/ball/residue.h"
#include "math/decide/decide.h"
#include "math/exact/exact.h"
#include "math/exact/integer.h"
#include "math/exact/surd.h"
#include "math/flint_poly.h"
#include "math/read/read.h"
#include "math/tree/expr.h"
#include "math/tree/print.h"
#include "math/work.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define COMPUTE_BYTES      1000   /* of a line */
#define COMPUTE_WORK       400000 /* units: some 20 ms */
#define COMPUTE_STATEMENTS 32
#define COMPUTE_UNKNOWNS   6
#define COMPUTE_DEGREE     12
#define COMPUTE_BITS       2048 /* of a coefficient, a modulus, an exponent */

#define COMPUTE_TERMS 100 /* of a polynomial */

struct compute {
    struct arena *arena;
    struct work work;
    const char *why; /* why there is no value */
    const struct expr *statements[COMPUTE_STATEMENTS];
    size_t n;
    const struct expr *target; /* behind "for"; or NULL */
    const char *unknowns[COMPUTE_UNKNOWNS];
    size_t n_unknowns;
    fmpq_mpoly_ctx_t ring; /* of polynomials in them */
};

/*
 * Trees into polynomials in the unknowns, over the rationals. Trees are as deep
 * as the reader allows, so that recursion is bounded; degrees, terms and
 * coefficients are bounded after each step.
 */

/* Has the number so few bits? */
static bool compute_is_small(const fmpq_t x, ulong bits)
{
    return fmpz_bits(fmpq_numref(x)) <= bits &&
           fmpz_bits(fmpq_denref(x)) <= bits;
}

/* Reads a rational constant of at most COMPUTE_BITS. Returns false if x is
 * none. */
static bool compute_constant(struct compute *c, fmpq_t out,
                             const struct expr *x)
{
    return exact_rational(out, x, &c->work) == EXACT_VALUE &&
           compute_is_small(out, COMPUTE_BITS);
}

static bool compute_whole(struct compute *c, fmpz_t out, const struct expr *x)
{
    fmpq_t q;
    bool ok;

    fmpq_init(q);
    ok = compute_constant(c, q, x) && fmpz_is_one(fmpq_denref(q));
    if (ok)
        fmpz_set(out, fmpq_numref(q));
    fmpq_clear(q);
    return ok;
}

static bool compute_is_modest(const struct compute *c, const fmpq_mpoly_t p)
{
    return fmpq_mpoly_length(p, c->ring) <= COMPUTE_TERMS &&
           fmpq_mpoly_total_degree_si(p, c->ring) <= COMPUTE_DEGREE &&
           FLINT_ABS(fmpz_mpoly_max_bits(p->zpoly)) <= COMPUTE_BITS &&
           compute_is_small(p->content, COMPUTE_BITS);
}

/* The place of an unknown; n_unknowns: it is none. */
static size_t compute_place_of(const struct compute *c, const char *name)
{
    size_t i = 0;

    while (i < c->n_unknowns && strcmp(c->unknowns[i], name) != 0)
        i++;
    return i;
}

static bool compute_polynomial(struct compute *c, fmpq_mpoly_t out,
                               const struct expr *x);

/* The sum or product of n parts, or the n-th power of one. */
static bool compute_parts(struct compute *c, fmpq_mpoly_t out,
                          const struct expr *x, ulong n)
{
    bool power = x->op == EXPR_POW, ok = true;
    fmpq_mpoly_t part;

    fmpq_mpoly_init(part, c->ring);
    fmpq_mpoly_set_ui(out, x->op != EXPR_ADD, c->ring);
    for (ulong i = 0; i < n && ok; i++) {
        ok =
            (power && i) || compute_polynomial(c, part, x->args[power ? 0 : i]);
        if (x->op == EXPR_ADD)
            fmpq_mpoly_add(out, out, part, c->ring);
        else
            fmpq_mpoly_mul(out, out, part, c->ring);
        ok = ok && compute_is_modest(c, out);
    }
    fmpq_mpoly_clear(part, c->ring);
    return ok;
}

/* A quotient by a number, a power with a small number, or a number. */
static bool compute_by_number(struct compute *c, fmpq_mpoly_t out,
                              const struct expr *x, bool symbols)
{
    fmpq_t by;
    bool ok;

    fmpq_init(by);
    ok = compute_constant(c, by, symbols ? x->args[1] : x);
    if (!symbols)
        fmpq_mpoly_set_fmpq(out, by, c->ring);
    else if (x->op == EXPR_DIV)
        ok = ok && !fmpq_is_zero(by) && compute_polynomial(c, out, x->args[0]);
    else
        ok = ok && fmpz_is_one(fmpq_denref(by)) && fmpq_sgn(by) >= 0 &&
             fmpz_cmp_ui(fmpq_numref(by), COMPUTE_DEGREE) <= 0 &&
             compute_parts(c, out, x, fmpz_get_ui(fmpq_numref(by)));
    if (ok && symbols && x->op == EXPR_DIV)
        fmpq_mpoly_scalar_div_fmpq(out, out, by, c->ring);
    fmpq_clear(by);
    return ok && compute_is_modest(c, out);
}

/* Reads x as a polynomial in the unknowns. Returns false if it is none. */
static bool compute_polynomial(struct compute *c, fmpq_mpoly_t out,
                               const struct expr *x)
{
    const char *const *names;
    bool symbols = expr_symbols(c->arena, x, &names) > 0, ok;
    size_t place;

    if (!work_spend(&c->work, 20))
        return false;
    if (!symbols)
        return compute_by_number(c, out, x, false);
    switch (x->op) {
    case EXPR_SYMBOL:
        place = compute_place_of(c, x->name);
        if (place < c->n_unknowns)
            fmpq_mpoly_gen(out, (slong)place, c->ring);
        return place < c->n_unknowns;
    case EXPR_NEG:
        ok = compute_polynomial(c, out, x->args[0]);
        fmpq_mpoly_neg(out, out, c->ring);
        return ok;
    case EXPR_ADD:
    case EXPR_MUL: return compute_parts(c, out, x, x->count);
    case EXPR_DIV:
    case EXPR_POW: return compute_by_number(c, out, x, true);
    default: return false;
    }
}

/* left - right */
static bool compute_difference(struct compute *c, fmpq_mpoly_t out,
                               const struct expr *x)
{
    return compute_polynomial(c, out,
                              expr_sub(c->arena, x->args[0], x->args[1]));
}

/* The coefficient of unknown k to a power; of k n_unknowns the constant. */
static void compute_coefficient(const struct compute *c, fmpq_t out,
                                const fmpq_mpoly_t p, size_t k, ulong power)
{
    ulong exponents[COMPUTE_UNKNOWNS + 1] = { 0 };

    exponents[k] = power;
    fmpq_mpoly_get_coeff_fmpq_ui(out, p, exponents, c->ring);
}

/* Finds those of the first n statements. */
static bool compute_find_unknowns(struct compute *c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *const *names;
        size_t n_names = expr_symbols(c->arena, c->statements[i], &names);

        for (size_t k = 0; k < n_names; k++) {
            size_t at = compute_place_of(c, names[k]);

            if (at == COMPUTE_UNKNOWNS)
                return false;
            c->unknowns[at] = names[k];
            c->n_unknowns += at == c->n_unknowns;
        }
    }
    return c->n_unknowns > 0;
}

/*
 * Remainders of numbers that need not be built, and systems of congruences
 * that are linear in one unknown, also with moduli that share factors.
 */

/* ---- remainders ---- */

static bool compute_remainder_of(struct compute *c, fmpz_t out,
                                 const struct expr *x, const fmpz_t m);

/* By repeated squaring when the exponent can be had, else by Euler's theorem
 * for small moduli. A negative exponent needs an inverse. */
static bool mod_of_power(struct compute *c, fmpz_t out, const struct expr *x,
                         const fmpz_t m)
{
    fmpz_t base, by;
    uint64_t small;
    bool ok;

    fmpz_init(base);
    fmpz_init(by);
    ok = compute_remainder_of(c, base, x->args[0], m) &&
         compute_whole(c, by, x->args[1]);
    if (ok && fmpz_sgn(by) < 0) {
        ok = fmpz_invmod(base, base, m);
        fmpz_neg(by, by);
    }
    /* Steps of multiplication, each of the modulus' size squared. */
    ok = ok &&
         work_spend(&c->work, (1 + fmpz_bits(by)) * (1 + fmpz_bits(m) / 64));
    if (ok)
        fmpz_powm(out, base, by, m);
    fmpz_clear(by);
    fmpz_clear(base);
    if (ok || fmpz_cmp_ui(m, 1) <= 0 || fmpz_bits(m) > 31 ||
        !residue_of(&small, x, fmpz_get_ui(m), &c->work))
        return ok;
    fmpz_set_ui(out, small);
    return true;
}

static bool mod_of_sequence(struct compute *c, fmpz_t out, const struct expr *x,
                            const fmpz_t m)
{
    bool ok = true;
    fmpz_t part;

    fmpz_init(part);
    fmpz_set_ui(out, x->op == EXPR_MUL);
    for (unsigned i = 0; i < x->count && ok; i++) {
        ok = compute_remainder_of(c, part, x->args[i], m);
        if (x->op == EXPR_MUL)
            fmpz_mul(out, out, part);
        else
            fmpz_add(out, out, part);
        fmpz_fdiv_r(out, out, m);
    }
    fmpz_clear(part);
    return ok;
}

/* A whole number that can be built. */
static bool of_value(struct compute *c, fmpz_t out, const struct expr *x,
                     const fmpz_t m)
{
    fmpq_t q;
    bool ok;

    fmpq_init(q);
    ok = exact_rational(q, x, &c->work) == EXACT_VALUE &&
         fmpz_is_one(fmpq_denref(q));
    if (ok)
        fmpz_fdiv_r(out, fmpq_numref(q), m);
    fmpq_clear(q);
    return ok;
}

static bool compute_remainder_of(struct compute *c, fmpz_t out,
                                 const struct expr *x, const fmpz_t m)
{
    if (!work_spend(&c->work, 10))
        return false;
    switch (x->op) {
    case EXPR_NEG:
        if (!compute_remainder_of(c, out, x->args[0], m))
            return false;
        fmpz_neg(out, out);
        fmpz_fdiv_r(out, out, m);
        return true;
    case EXPR_ADD:
    case EXPR_MUL: return mod_of_sequence(c, out, x, m);
    case EXPR_POW: return mod_of_power(c, out, x, m);
    default: return of_value(c, out, x, m);
    }
}

static const char *compute_fail(struct compute *c, const char *why);

/* Each returns the value as LaTeX, or NULL with c->why. */
static const char *compute_remainder(struct compute *c, const struct expr *x)
{
    const char *text = NULL;
    fmpz_t m, r;

    fmpz_init(m);
    fmpz_init(r);
    if (!compute_whole(c, m, x->args[1]) || fmpz_sgn(m) <= 0)
        compute_fail(
            c, "the modulus could not be computed as a positive whole number");
    else if (!compute_remainder_of(c, r, x->args[0], m))
        compute_fail(c, "the remainder could not be computed");
    else
        text = integer_text(c->arena, r);
    fmpz_clear(r);
    fmpz_clear(m);
    return text;
}

/* ---- congruences ---- */

/* All x = r modulo m. */
struct residue_class {
    fmpz_t r, m;
};

/* f x + d = 0 modulo m, solved for x; false when nothing does it. */
static bool divide_out(struct residue_class *k, const fmpz_t f, const fmpz_t d)
{
    fmpz_t g, x;
    bool ok;

    fmpz_init(g);
    fmpz_init(x);
    fmpz_gcd(g, f, k->m);
    ok = fmpz_divisible(d, g);
    if (ok) {
        fmpz_divexact(k->m, k->m, g);
        fmpz_divexact(x, f, g);
        fmpz_divexact(k->r, d, g);
        fmpz_neg(k->r, k->r);
        if (fmpz_is_one(k->m))
            fmpz_zero(k->r);
        else if (fmpz_invmod(x, x, k->m))
            fmpz_mul(k->r, k->r, x);
        fmpz_fdiv_r(k->r, k->r, k->m);
    }
    fmpz_clear(x);
    fmpz_clear(g);
    return ok;
}

/* Those of both classes: r + m t = s modulo n, solved for t. */
static bool compute_meet(struct residue_class *into,
                         const struct residue_class *k)
{
    struct residue_class t;
    fmpz_t d;
    bool ok;

    fmpz_init(t.r);
    fmpz_init_set(t.m, k->m);
    fmpz_init(d);
    fmpz_sub(d, into->r, k->r);
    ok = divide_out(&t, into->m, d);
    if (ok) {
        fmpz_addmul(into->r, into->m, t.r);
        fmpz_mul(into->m, into->m, t.m);
    }
    fmpz_clear(d);
    fmpz_clear(t.m);
    fmpz_clear(t.r);
    return ok;
}

/* The two whole coefficients of a - b, and the modulus. */
static bool read_linear(struct compute *c, const struct expr *x, fmpz_t f,
                        fmpz_t d, fmpz_t m)
{
    fmpq_mpoly_t p;
    fmpq_t q[2];
    bool ok;

    fmpq_mpoly_init(p, c->ring);
    fmpq_init(q[0]);
    fmpq_init(q[1]);
    ok = compute_difference(c, p, x) &&
         fmpq_mpoly_total_degree_si(p, c->ring) <= 1 &&
         compute_whole(c, m, x->args[2]) && fmpz_sgn(m) > 0;
    for (size_t k = 0; ok && k < 2; k++) {
        compute_coefficient(c, q[k], p, 0, k);
        ok = fmpz_is_one(fmpq_denref(q[k]));
        fmpz_set(k ? f : d, fmpq_numref(q[k]));
    }
    fmpq_clear(q[1]);
    fmpq_clear(q[0]);
    fmpq_mpoly_clear(p, c->ring);
    return ok;
}

static bool add_congruence(struct compute *c, struct residue_class *into,
                           const struct expr *x)
{
    struct residue_class k;
    bool ok = false;
    fmpz_t f, d;

    fmpz_init(f);
    fmpz_init(d);
    fmpz_init(k.r);
    fmpz_init(k.m);
    if (!read_linear(c, x, f, d, k.m))
        compute_fail(c, "a congruence is not linear in one unknown");
    else if (!divide_out(&k, f, d) || !compute_meet(into, &k))
        compute_fail(c, "the congruences have no solution");
    else
        ok = true;
    fmpz_clear(k.m);
    fmpz_clear(k.r);
    fmpz_clear(d);
    fmpz_clear(f);
    return ok;
}

static const char *compute_congruences(struct compute *c)
{
    const char *text = NULL;
    struct residue_class all;
    size_t i = 0;

    if (!compute_find_unknowns(c, 1) || c->n_unknowns != 1)
        return compute_fail(c, "a congruence needs one unknown");
    fmpq_mpoly_ctx_init(c->ring, 1, ORD_LEX);
    fmpz_init(all.r);
    fmpz_init_set_ui(all.m, 1);
    while (i < c->n && add_congruence(c, &all, c->statements[i]))
        i++;
    if (i == c->n)
        text = integer_text(c->arena, all.r);
    fmpz_clear(all.m);
    fmpz_clear(all.r);
    fmpq_mpoly_ctx_clear(c->ring);
    return text;
}

/*
 * The value of a compute: line. The line is cut into statements at commas
 * outside of brackets; their kind (congruences, equations, one value) decides
 * the method. A value that no exact method gives is its own key, when ball
 * arithmetic shows that it has one: the judge compares formulas.
 */

#define BITS_GOOD  64 /* of a ball that is a value */
#define BITS_BALL  192
#define BITS_PLAIN 40 /* of a fraction that a ball is taken for */

/* Sets c->why and returns NULL. */
static const char *compute_fail(struct compute *c, const char *why)
{
    if (!c->why)
        c->why = why;
    return NULL;
}

/* Returns a number as LaTeX. */
static const char *compute_rational(struct compute *c, const fmpq_t x)
{
    const char *num, *sign = fmpq_sgn(x) < 0 ? "-" : "";
    fmpz_t n;

    if (fmpz_sizeinbase(fmpq_numref(x), 10) > LIMIT_DIGITS ||
        fmpz_sizeinbase(fmpq_denref(x), 10) > LIMIT_DIGITS)
        return compute_fail(c, "the value has too many digits");
    fmpz_init(n);
    fmpz_abs(n, fmpq_numref(x));
    num = integer_text(c->arena, n);
    fmpz_clear(n);
    if (fmpz_is_one(fmpq_denref(x)))
        return arena_printf(c->arena, "%s%s", sign, num);
    return arena_printf(c->arena, "%s\\frac{%s}{%s}", sign, num,
                        integer_text(c->arena, fmpq_denref(x)));
}

/* ---- one value ---- */

/* Returns the simplest fraction in a ball, if it is simple and the judge finds
 * it equal. */
static const char *as_fraction(struct compute *c, const struct expr *x,
                               const arb_t ball)
{
    const char *text = NULL;
    fmpz_t lo, hi, exp;
    fmpq_t l, r, q;

    if (arf_cmpabs_2exp_si(arb_midref(ball), 64) > 0)
        return NULL;
    fmpz_init(lo);
    fmpz_init(hi);
    fmpz_init(exp);
    fmpq_init(l);
    fmpq_init(r);
    fmpq_init(q);
    arb_get_interval_fmpz_2exp(lo, hi, exp, ball);
    if (fmpz_cmpabs(exp, (fmpz[]){ 4096 }) <= 0) {
        slong e = fmpz_get_si(exp);

        fmpq_set_fmpz(l, lo);
        fmpq_set_fmpz(r, hi);
        if (e >= 0) {
            fmpq_mul_2exp(l, l, (flint_bitcnt_t)e);
            fmpq_mul_2exp(r, r, (flint_bitcnt_t)e);
        } else {
            fmpq_div_2exp(l, l, (flint_bitcnt_t)-e);
            fmpq_div_2exp(r, r, (flint_bitcnt_t)-e);
        }
        fmpq_simplest_between(q, l, r);
        if (fmpz_bits(fmpq_numref(q)) + fmpz_bits(fmpq_denref(q)) <=
                BITS_PLAIN &&
            decide_equal(c->arena, x, expr_rational(c->arena, q), NULL,
                         &c->work)
                    .equal == TRUTH_YES)
            text = compute_rational(c, q);
    }
    fmpq_clear(q);
    fmpq_clear(r);
    fmpq_clear(l);
    fmpz_clear(exp);
    fmpz_clear(hi);
    fmpz_clear(lo);
    return text;
}

static const char *by_ball(struct compute *c, const struct expr *x)
{
    const char *text = NULL;
    enum ball got;
    acb_t z;

    acb_init(z);
    got = ball_eval(z, x, NULL, BITS_BALL, &c->work);
    if (got == BALL_UNDEFINED)
        compute_fail(c, "it has no value");
    else if (got != BALL_VALUE || acb_rel_accuracy_bits(z) < BITS_GOOD)
        compute_fail(c, "its value could not be computed");
    else if (acb_is_real(z))
        text = as_fraction(c, x, acb_realref(z));
    if (!c->why && !text)
        text = print_expr(c->arena, x);
    acb_clear(z);
    return text;
}

static const char *compute_value_of(struct compute *c, const struct expr *x)
{
    const char *const *names, *text = NULL;
    struct work own = { .limit = c->work.limit / 2 };
    enum exact got;
    fmpq_t q;

    if (expr_symbols(c->arena, x, &names) > 0)
        return compute_fail(
            c, arena_printf(c->arena, "\"%s\" has no value", names[0]));
    if (x->op == EXPR_MOD)
        return compute_remainder(c, x);
    if (!expr_is_value(x))
        return compute_fail(c, "it is not a value");
    fmpq_init(q);
    got = exact_rational(q, x, &own);
    c->work.used += own.used;
    if (got == EXACT_VALUE)
        text = compute_rational(c, q);
    else if (got == EXACT_UNDEFINED)
        compute_fail(c, "it has no value");
    fmpq_clear(q);
    return text || c->why ? text : by_ball(c, x);
}

/* ---- the line ---- */

/* Without what is around it: "compute:", code marks, dollar signs, a full
 * stop. */
static char *compute_clean(struct arena *a, const char *line)
{
    static const char *const around[] = { "$$", "$", "``", "`" };
    char *s = str_trim(a, line);

    if (str_starts(s, "Compute:") || str_starts(s, "compute:"))
        s = str_trim(a, s + 8);
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
        size_t k = strlen(around[i]), n = strlen(s);

        if (n >= 2 * k && str_starts(s, around[i]) && str_ends(s, around[i]) &&
            !strchr(arena_strndup(a, s + k, n - 2 * k), *around[i]))
            s = str_trim(a, arena_strndup(a, s + k, n - 2 * k));
    }
    if (str_ends(s, ".") && !str_ends(s, ".."))
        s[strlen(s) - 1] = '\0';
    for (char *p = s; *p; p++) /* "$x=1$, $y=2$" */
        *p = *p == '$' ? ' ' : *p;
    return str_trim(a, s);
}

static bool compute_is_word(const char *s, const char *word)
{
    size_t n = strlen(word);

    return strncmp(s, word, n) == 0 && !is_letter(s[n]);
}

/* Does a statement end at s[i]? Its separator's length; 0: it does not. */
static size_t compute_separator(const char *s, size_t i)
{
    bool free = i > 0 && (is_space(s[i - 1]) || s[i - 1] == ')');

    if (s[i] == ';' || s[i] == '\n' ||
        (s[i] == ',' && !(i && is_digit(s[i - 1]) && is_digit(s[i + 1]))))
        return 1;
    return free && compute_is_word(s + i, "and") ? 3 : 0;
}

static bool compute_add_statement(struct compute *c, const char *s, size_t n)
{
    char *text = str_trim(c->arena, arena_strndup(c->arena, s, n));
    struct err e;

    if (!*text)
        return true;
    if (c->n == COMPUTE_STATEMENTS) {
        compute_fail(c, "it has too many statements");
        return false;
    }
    if (!read_expr(c->arena, text, strlen(text), NULL, &c->statements[c->n],
                   &e)) {
        compute_fail(c, arena_printf(c->arena, "it cannot be read: %s", e.msg));
        return false;
    }
    c->n++;
    return true;
}

static bool compute_cut(struct compute *c, const char *s)
{
    size_t from = 0, i = 0;
    int depth = 0;

    for (; s[i]; i++) {
        size_t n = depth <= 0 ? compute_separator(s, i) : 0;

        depth += (s[i] == '(' || s[i] == '[' || s[i] == '{') -
                 (s[i] == ')' || s[i] == ']' || s[i] == '}');
        if (n == 0)
            continue;
        if (!compute_add_statement(c, s + from, i - from))
            return false;
        from = i + n;
        i += n - 1;
    }
    return compute_add_statement(c, s + from, i - from);
}

/* "... for x": cut it off, read it. */
static bool take_target(struct compute *c, char *s)
{
    char *at = NULL;
    struct err e;

    for (char *p = s; (p = strstr(p, " for ")); p++)
        at = p;
    if (!at)
        return true;
    *at = '\0';
    if (read_expr(c->arena, at + 5, strlen(at + 5), NULL, &c->target, &e))
        return true;
    compute_fail(c, "the requested quantity cannot be read");
    return false;
}

/* ---- the method ---- */

static bool all_are(const struct compute *c, enum expr_op op)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->statements[i]->op != op ||
            (op == EXPR_RELATION &&
             (c->statements[i]->count != 2 ||
              c->statements[i]->relations[0] != RELATION_EQ)))
            return false;
    return c->n > 0;
}

/* One equation that only names or checks a value. */
static const char *named_value(struct compute *c, bool *is)
{
    const struct expr *x = c->statements[0];
    const char *const *names;

    *is = c->n == 1 && !c->target;
    if (*is && expr_symbols(c->arena, x, &names) == 0) {
        if (decide_equal(c->arena, x->args[0], x->args[1], NULL, &c->work)
                .equal != TRUTH_YES)
            return compute_fail(c, "its two sides are not equal");
        return compute_value_of(c, x->args[0]);
    }
    *is = *is && x->args[0]->op == EXPR_SYMBOL &&
          expr_symbols(c->arena, x->args[1], &names) == 0;
    return *is ? compute_value_of(c, x->args[1]) : NULL;
}

static const char *compute_solution(struct compute *c);

static const char *compute_run(struct compute *c, const char *line)
{
    const char *text;
    char *s = compute_clean(c->arena, line);
    bool named,
        solve = compute_is_word(s, "solve") || compute_is_word(s, "Solve");

    if (!take_target(c, s) || !compute_cut(c, s + (solve ? 5 : 0)))
        return NULL;
    if (all_are(c, EXPR_CONGRUENT))
        return compute_congruences(c);
    if (all_are(c, EXPR_RELATION)) {
        text = named_value(c, &named);
        return named ? text : compute_solution(c);
    }
    if (c->n != 1 || solve || c->target)
        return compute_fail(c, "it is not understood");
    return compute_value_of(c, c->statements[0]);
}

const char *key_compute(struct arena *a, const char *line, const char **why)
{
    struct compute c = { .arena = a, .work = { .limit = COMPUTE_WORK } };
    const char *text = NULL;

    if (strlen(line) > COMPUTE_BYTES)
        compute_fail(&c, "it is too long");
    else if (str_blank(line))
        compute_fail(&c, "it is empty");
    else
        text = compute_run(&c, line);
    *why = text ? NULL : c.why ? c.why : "it is not understood";
    return text;
}

/*
 * Equations: systems that are linear over the rationals, and one polynomial
 * in one unknown whose factors over the integers have degree one or two.
 */

/* ---- what is asked of a solution ---- */

/* The target with the values put in. */
static const char *compute_value_at(struct compute *c, const fmpq_mat_t m,
                                    const struct expr *x)
{
    slong n = (slong)c->n_unknowns;
    const char *text = NULL;
    fmpq_t v;

    for (slong i = 0; i < n; i++)
        x = expr_replace(c->arena, x, c->unknowns[i],
                         expr_rational(c->arena, fmpq_mat_entry(m, i, n)));
    fmpq_init(v);
    if (compute_constant(c, v, x))
        text = compute_rational(c, v);
    else
        compute_fail(c, "the requested quantity is not understood");
    fmpq_clear(v);
    return text;
}

static const char *tuple_at(struct compute *c, const fmpq_mat_t m)
{
    const struct expr *t = c->target;
    size_t n = t ? t->count : c->n_unknowns;
    struct str s = str_in(c->arena);

    for (size_t i = 0; i < n; i++) {
        const struct expr *x =
            t ? t->args[i] : expr_symbol(c->arena, c->unknowns[i]);
        const char *value = compute_value_at(c, m, x);

        if (!value)
            return NULL;
        str_addf(&s, "%s%s", i ? ", " : "(", value);
    }
    str_addc(&s, ')');
    return str_get(&s);
}

static const char *answer_at(struct compute *c, const fmpq_mat_t m)
{
    const struct expr *t = c->target;

    if (!t && c->n_unknowns == 1)
        t = expr_symbol(c->arena, c->unknowns[0]);
    return t && t->op != EXPR_LIST && t->op != EXPR_TUPLE
               ? compute_value_at(c, m, t)
               : tuple_at(c, m);
}

/* ---- linear systems ---- */

/* Rows of [A | b] with A x + b = 0; false when one is not linear. */
static bool compute_fill(struct compute *c, fmpq_mat_t m)
{
    bool ok = true;
    fmpq_mpoly_t p;

    fmpq_mpoly_init(p, c->ring);
    for (size_t i = 0; i < c->n && ok; i++) {
        ok = compute_difference(c, p, c->statements[i]) &&
             fmpq_mpoly_total_degree_si(p, c->ring) <= 1;
        for (size_t k = 0; ok && k <= c->n_unknowns; k++)
            compute_coefficient(c, fmpq_mat_entry(m, (slong)i, (slong)k), p, k,
                                k < c->n_unknowns);
    }
    fmpq_mpoly_clear(p, c->ring);
    return ok;
}

/* After elimination: unit rows, and the negated values in the last column. */
static const char *compute_read_off(struct compute *c, fmpq_mat_t m, slong rank)
{
    slong n = (slong)c->n_unknowns;

    for (slong i = 0; i < rank; i++) {
        slong k = 0;

        while (k < n && fmpq_is_zero(fmpq_mat_entry(m, i, k)))
            k++;
        if (k == n)
            return compute_fail(c, "the equations have no solution");
    }
    if (rank < n)
        return compute_fail(c, "the equations have more than one solution");
    for (slong i = 0; i < n; i++)
        fmpq_neg(fmpq_mat_entry(m, i, n), fmpq_mat_entry(m, i, n));
    return answer_at(c, m);
}

static const char *solve_linear(struct compute *c, bool *linear)
{
    size_t n = c->n_unknowns;
    const char *text = NULL;
    fmpq_mat_t m;

    fmpq_mat_init(m, (slong)c->n, (slong)n + 1);
    *linear = compute_fill(c, m);
    if (*linear && !work_spend(&c->work, 50 * c->n * n * n))
        text = compute_fail(c, "the computation takes too much work");
    else if (*linear)
        text = compute_read_off(c, m, fmpq_mat_rref(m, m));
    fmpq_mat_clear(m);
    return text;
}

/* ---- one polynomial ---- */

struct roots {
    const char *text[COMPUTE_DEGREE];
    double value[COMPUTE_DEGREE]; /* for their order alone */
    size_t n;
};

static void compute_add_root(struct roots *r, const char *text, double value)
{
    size_t i = r->n++;

    for (; i > 0 && r->value[i - 1] > value; i--) {
        r->text[i] = r->text[i - 1];
        r->value[i] = r->value[i - 1];
    }
    r->text[i] = text;
    r->value[i] = value;
}

static void compute_add_linear(struct compute *c, struct roots *r,
                               const fmpz_poly_t f)
{
    fmpq_t q;

    fmpq_init(q);
    fmpq_set_fmpz_frac(q, f->coeffs, f->coeffs + 1);
    fmpq_neg(q, q);
    compute_add_root(r, compute_rational(c, q), fmpq_get_d(q));
    fmpq_clear(q);
}

/* (-b +- sqrt(b^2 - 4ac)) / 2a; false when the numbers are large. */
static bool add_quadratic(struct compute *c, struct roots *r,
                          const fmpz_poly_t f)
{
    int64_t v[3], d;

    for (int i = 0; i < 3; i++) {
        if (fmpz_bits(f->coeffs + i) > 14)
            return false;
        v[i] = fmpz_get_si(f->coeffs + i);
    }
    d = v[1] * v[1] - 4 * v[2] * v[0];
    for (int sign = -1; sign <= 1 && d >= 0; sign += 2) {
        struct surd s = surd_new(-v[1], sign, d, 2 * v[2]);
        arb_t x;

        arb_init(x);
        arb_sqrt_ui(x, (ulong)s.d, 53);
        arb_mul_si(x, x, s.q, 53);
        arb_add_si(x, x, s.p, 53);
        arb_div_si(x, x, s.r, 53);
        compute_add_root(r, surd_latex(c->arena, s),
                         arf_get_d(arb_midref(x), ARF_RND_NEAR));
        arb_clear(x);
    }
    return true;
}

static bool add_factors(struct compute *c, struct roots *r,
                        const fmpz_poly_factor_t all)
{
    for (slong i = 0; i < all->num; i++) {
        slong degree = fmpz_poly_degree(all->p + i);

        if (degree > 2 || (degree == 2 && !add_quadratic(c, r, all->p + i)))
            return false;
        if (degree == 1)
            compute_add_linear(c, r, all->p + i);
    }
    return true;
}

static const char *print_roots(struct compute *c, const struct roots *r)
{
    struct str s = str_in(c->arena);

    if (r->n == 0)
        return compute_fail(c, "the equation has no real solution");
    if (r->n == 1)
        return r->text[0];
    str_add(&s, "\\{");
    for (size_t i = 0; i < r->n; i++) {
        str_add(&s, i ? ", " : "");
        str_add(&s, r->text[i]);
    }
    str_add(&s, "\\}");
    return str_get(&s);
}

static const char *solve_factors(struct compute *c, const fmpz_poly_t p)
{
    struct roots r = { 0 };
    fmpz_poly_factor_t all;
    bool ok;

    /* Zassenhaus on degree 12 and 200 bits stays below a millisecond or so. */
    if (FLINT_ABS(fmpz_poly_max_bits(p)) > 200 || !work_spend(&c->work, 20000))
        return compute_fail(c, "the equation has large coefficients");
    fmpz_poly_factor_init(all);
    fmpz_poly_factor(all, p);
    ok = add_factors(c, &r, all);
    fmpz_poly_factor_clear(all);
    return ok ? print_roots(c, &r)
              : compute_fail(c, "the equation has roots without a simple form");
}

static const char *solve_polynomial(struct compute *c)
{
    const char *text;
    fmpz_poly_t whole;
    fmpq_mpoly_t p;

    fmpz_poly_init(whole);
    fmpq_mpoly_init(p, c->ring);
    if (!compute_difference(c, p, c->statements[0])) {
        text = compute_fail(c, "the equation is not understood");
    } else if (fmpq_mpoly_total_degree_si(p, c->ring) < 1) {
        text = compute_fail(c, "the equation does not depend on its unknown");
    } else {
        fmpz_mpoly_get_fmpz_poly(whole, p->zpoly, 0, c->ring->zctx);
        text = solve_factors(c, whole);
    }
    fmpq_mpoly_clear(p, c->ring);
    fmpz_poly_clear(whole);
    return text;
}

static const char *compute_solve(struct compute *c)
{
    const struct expr *t = c->target;
    bool linear;
    const char *text = solve_linear(c, &linear);

    if (linear)
        return text;
    if (c->n != 1 || c->n_unknowns != 1)
        return compute_fail(c, "the system is not linear");
    if (t && (t->op != EXPR_SYMBOL || strcmp(t->name, c->unknowns[0]) != 0))
        return compute_fail(c, "the requested quantity is not understood");
    return solve_polynomial(c);
}

static const char *compute_solution(struct compute *c)
{
    const char *text;

    if (!compute_find_unknowns(c, c->n))
        return compute_fail(c, "there are no unknowns, or too many");
    fmpq_mpoly_ctx_init(c->ring, (slong)c->n_unknowns, ORD_LEX);
    text = compute_solve(c);
    fmpq_mpoly_ctx_clear(c->ring);
    return text;
}
