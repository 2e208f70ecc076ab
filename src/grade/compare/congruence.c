/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Congruences: the same modulus and the same class. "3 mod 7" without a
 * subject, and "x = 7k + 3", name a class as well. \pm 1 and "1, 6" are
 * several classes, compared as lists.
 */
#include "grade/compare/compare_int.h"
#include "math/exact/exact.h"

#include <string.h>

struct congruence {
    const struct expr *subject, *value, *modulus; /* subject may be NULL */
};

static bool whole(const struct expr *x, slong *out)
{
    struct work w = { 0, 200, NULL };
    fmpq_t v;
    bool ok;

    fmpq_init(v);
    ok = exact_rational(v, x, &w) == EXACT_VALUE &&
         fmpz_is_one(fmpq_denref(v)) && fmpz_bits(fmpq_numref(v)) < 16;
    if (ok)
        *out = fmpz_get_si(fmpq_numref(v));
    fmpq_clear(v);
    return ok;
}

/* 3x = 6 (mod 9) is x = 2 (mod 3): the factor is divided out, when it can
 * be. Small whole numbers only. */
static void reduce(struct comparer *j, struct congruence *c)
{
    const struct expr *s = c->subject;
    slong f, b, m, g, inverse = 1;

    if (!s || s->op != EXPR_MUL || s->count != 2 ||
        s->args[1]->op != EXPR_SYMBOL || !whole(s->args[0], &f) ||
        !whole(c->value, &b) || !whole(c->modulus, &m) || m < 2 || f < 1)
        return;
    g = (slong)n_gcd((ulong)f, (ulong)m);
    if (b % g != 0)
        return;
    f /= g;
    b /= g;
    m /= g;
    while (inverse < m && f * inverse % m != 1 % m)
        inverse++;
    c->subject = s->args[1];
    c->value = expr_integer(j->arena, b * inverse % m);
    c->modulus = expr_integer(j->arena, m);
}

/* x = 12k + 5: all whole k make a class. */
static bool class_of(struct comparer *j, struct congruence *c,
                     const struct expr *x)
{
    static const char *const names[] = { "k", "n", "m", "t" };
    const struct expr *value = shape_value(x), *at[3], *step;
    const char *const *own;
    struct decision d;

    if (!expr_is_value(value) || expr_symbols(j->arena, value, &own) != 1)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(own[0], names[i]) != 0)
            continue;
        for (int k = 0; k < 3; k++)
            at[k] = expr_replace(j->arena, value, own[0],
                                 expr_integer(j->arena, k));
        step = expr_binary(j->arena, EXPR_ADD, at[1],
                           expr_unary(j->arena, EXPR_NEG, at[0]));
        d = decide_equal(j->arena, step,
                         expr_binary(j->arena, EXPR_ADD, at[2],
                                     expr_unary(j->arena, EXPR_NEG, at[1])),
                         NULL, j->work);
        *c = (struct congruence){ NULL, at[0], step };
        return d.equal == TRUTH_YES;
    }
    return false;
}

static bool congruence_of(struct comparer *j, struct congruence *c,
                          const struct expr *x)
{
    if (x->op == EXPR_CONGRUENT && x->count == 3) {
        *c = (struct congruence){ x->args[0], x->args[1], x->args[2] };
        reduce(j, c);
        return true;
    }
    if (x->op == EXPR_LIST && x->count == 2 &&
        x->args[1]->op == EXPR_RELATION &&
        x->args[1]->relations[0] == RELATION_IN)
        x = x->args[0]; /* x = 7k + 3, k whole */
    x = shape_value(x);
    if (x->op != EXPR_MOD)
        return class_of(j, c, x);
    *c = (struct congruence){ NULL, x->args[0], x->args[1] };
    return true;
}

/* Is (a - b) / m a whole number? Rational numbers only. */
static enum truth is_multiple(struct comparer *j, const struct expr *a,
                              const struct expr *b, const struct expr *m)
{
    struct arena *mem = j->arena;
    enum truth whole = TRUTH_UNKNOWN;
    enum exact found_value;
    fmpq_t q;

    fmpq_init(q);
    found_value = exact_rational(
        q,
        expr_binary(mem, EXPR_DIV,
                    expr_binary(mem, EXPR_ADD, a, expr_unary(mem, EXPR_NEG, b)),
                    m),
        j->work);
    if (found_value == EXACT_VALUE)
        whole = fmpz_is_one(fmpq_denref(q)) ? TRUTH_YES : TRUTH_NO;
    fmpq_clear(q);
    return whole;
}

/* Several classes: \pm 1, or a list of congruences. */
static bool has_several(const struct expr *x)
{
    return shape_has_sign(x) ||
           (x->op == EXPR_LIST && x->args[0]->op == EXPR_CONGRUENT &&
            x->args[x->count - 1]->op == EXPR_CONGRUENT);
}

struct comparison compare_congruences(struct comparer *j,
                                      const struct expr *key,
                                      const struct expr *answer)
{
    struct congruence k, a;
    struct comparison f;

    if (key->op != answer->op || shape_has_sign(key) || shape_has_sign(answer))
        if (has_several(key) || has_several(answer))
            return compare_sequences(j, key, answer); /* x = 1, 6 (mod 7) */
    if (!congruence_of(j, &k, key))
        return found(TRUTH_NO, "kind", "only one is a congruence");
    if (!congruence_of(j, &a, answer))
        return found(TRUTH_NO, "kind", "the answer is not a congruence");
    f = compare_plain(j, k.modulus, a.modulus);
    if (f.lenient != TRUTH_YES)
        return f.lenient == TRUTH_NO
                   ? found(TRUTH_NO, "congruence", "the moduli are different")
                   : f;
    if (k.subject && a.subject)
        f = found_and(f, compare_plain(j, k.subject, a.subject));
    switch (is_multiple(j, k.value, a.value, k.modulus)) {
    case TRUTH_YES:
        return found_and(f,
                         found(TRUTH_YES, "congruence", "the same remainder"));
    case TRUTH_NO:
        return found(TRUTH_NO, "congruence", "the remainders are different");
    default: return found_and(f, compare_plain(j, k.value, a.value));
    }
}
