/* SPDX-License-Identifier: Apache-2.0 */
/* The subject and the value of a statement: "x = 5" has the value 5 for x. */
#include "grade/compare/shape.h"
#include "base/str.h"

#include <string.h>

static bool is_symbol_or_apply(const struct expr *x)
{
    return x->op == EXPR_SYMBOL || x->op == EXPR_APPLY;
}

/* f(x), f(2), u(x, t -> oo), but not f(x + y) or f(f(x)), which stand in
 * equations about f. */
static bool is_plain_call(const struct expr *x)
{
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i]->op != EXPR_SYMBOL && x->args[i]->op != EXPR_RELATION &&
            expr_any(x->args[i], is_symbol_or_apply))
            return false;
    return true;
}

/* A name for something: x, f(x), y_{unif}(x, epsilon), (x, y), m:n. */
static bool shape_is_subject(const struct expr *x)
{
    if (x->op == EXPR_SYMBOL || x->op == EXPR_TEXT)
        return true;
    if (x->op == EXPR_APPLY)
        return is_plain_call(x);
    if (x->op != EXPR_TUPLE && x->op != EXPR_RATIO)
        return false;
    for (unsigned i = 0; i < x->count; i++)
        if (!shape_is_subject(x->args[i]))
            return false;
    return true;
}

static bool shape_is_named(const struct expr *x)
{
    return x->op == EXPR_RELATION && x->count >= 2 &&
           (x->relations[0] == RELATION_EQ ||
            x->relations[0] == RELATION_APPROX);
}

/* u_t = u_{xx}, a_{n+1} = 2 a_n + 1: the value holds what is named, under
 * another index: an equation, no definition. */
static bool is_recursive(const struct expr *subject, const struct expr *value)
{
    size_t base;

    if (subject->op != EXPR_SYMBOL || !strchr(subject->name, '_'))
        return false;
    base = strcspn(subject->name, "_") + 1;
    if (value->op == EXPR_SYMBOL)
        return strncmp(subject->name, value->name, base) == 0;
    for (unsigned i = 0; i < value->count; i++)
        if (value->args[i] && is_recursive(subject, value->args[i]))
            return true;
    return false;
}

/* a_n \to 2, f(x) \to 2: what tends to a value. Of x \to 0 only the way is
 * told on which something else does. */
static bool shape_is_limit(const struct expr *x)
{
    return x->op == EXPR_RELATION && x->count == 2 &&
           x->relations[0] == RELATION_TO && expr_is_value(x->args[1]) &&
           ((x->args[0]->op == EXPR_SYMBOL && strchr(x->args[0]->name, '_')) ||
            (x->args[0]->op == EXPR_APPLY && is_plain_call(x->args[0]))) &&
           !expr_any(x->args[1], is_symbol_or_apply);
}

const struct expr *shape_value(const struct expr *x)
{
    unsigned last = 0;

    if (shape_is_limit(x))
        return x->args[1];
    if (shape_is_member(x) && shape_is_subject(x->args[0]) &&
        x->args[1]->op == EXPR_SET)
        return x->args[1]; /* n in {2, 3} */
    if (!shape_is_named(x) ||
        (x->count == 2 && is_recursive(x->args[0], x->args[1])) ||
        (x->args[0]->op == EXPR_TUPLE && !shape_is_subject(x->args[0])))
        return x;
    for (unsigned i = 0; i + 1 < x->count; i++)
        if (x->relations[i] != RELATION_EQ &&
            x->relations[i] != RELATION_APPROX)
            return x;
    /* Equal signs up to the first approximation: x = 1/3 ~ 0.33 is 1/3. */
    while (last + 1 < x->count && x->relations[last] == RELATION_EQ)
        last++;
    /* P(Z < 2) = \Phi(2) ~ 0.98: a value that only has a name is no value. */
    if (last > 0 && last + 1 < x->count &&
        !expr_any(x->args[last + 1], is_symbol_or_apply) &&
        x->args[last]->op == EXPR_APPLY)
        last++;
    if (last == 0) /* x ~ 0.33, but pi/4 ~ 0.785 is pi/4 */
        last = expr_any(x->args[0], is_symbol_or_apply) ? 1 : 0;
    if (last == x->count - 1 && shape_is_subject(x->args[last]) &&
        !shape_is_subject(x->args[0]) &&
        !expr_any(x->args[0], is_symbol_or_apply))
        return x->args[0]; /* 5 = x */
    return x->args[last];
}

const char *shape_name(const struct expr *x)
{
    if (!shape_is_named(x))
        return NULL;
    if (x->args[0]->op == EXPR_SYMBOL)
        return x->args[0]->name;
    return x->count == 2 && x->args[1]->op == EXPR_SYMBOL &&
                   !expr_any(x->args[0], is_symbol_or_apply)
               ? x->args[1]->name
               : NULL;
}

bool shape_is_equation(const struct expr *x)
{
    return shape_is_equal(x) &&
           ((!shape_is_subject(x->args[0]) && !shape_name(x)) ||
            is_recursive(x->args[0], x->args[1]));
}

bool shape_is_equal(const struct expr *x)
{
    return x->op == EXPR_RELATION && x->count == 2 &&
           x->relations[0] == RELATION_EQ;
}

bool shape_is_domain(const struct expr *x, const char *name)
{
    return x->op == EXPR_DOMAIN && str_eq(x->name, name);
}

bool shape_is_member(const struct expr *x)
{
    return x->op == EXPR_RELATION && x->count == 2 &&
           x->relations[0] == RELATION_IN;
}

bool shape_is_in(const struct expr *x, const char *domain)
{
    return shape_is_member(x) && shape_is_domain(x->args[1], domain);
}

bool shape_is_whole(const struct expr *x)
{
    x = x->op == EXPR_NEG ? x->args[0] : x;
    return x->op == EXPR_NUMBER && !x->number->decimal &&
           fmpz_is_one(fmpq_denref(x->number->value));
}

bool shape_sides_are_values(const struct expr *x)
{
    return expr_is_value(x->args[0]) && expr_is_value(x->args[1]);
}

bool shape_is_decimal(const struct expr *x)
{
    return x->op == EXPR_NUMBER && x->number->decimal;
}

bool shape_small(const struct expr *x, long *out)
{
    bool minus = x->op == EXPR_NEG;
    const fmpz *v;

    if (!shape_is_whole(x))
        return false;
    v = fmpq_numref((minus ? x->args[0] : x)->number->value);
    *out = fmpz_cmpabs(v, &(fmpz){ 1000000 }) < 0 ? fmpz_get_si(v) : 1000000;
    *out = minus ? -*out : *out;
    return *out > -1000000 && *out < 1000000;
}

const struct expr *shape_at_one(struct arena *a, const struct expr *x,
                                const char *const *names, size_t n, size_t one)
{
    for (size_t i = 0; i < n; i++)
        x = expr_replace(a, x, names[i], expr_integer(a, i == one));
    return x;
}

bool shape_is_quotient(const struct expr *x)
{
    return x->op == EXPR_DIV && shape_is_whole(x->args[0]) &&
           shape_is_whole(x->args[1]);
}

bool shape_is_range(const struct expr *x)
{
    return x->op == EXPR_INTERVAL ||
           (x->op == EXPR_TUPLE && x->count == 2 &&
            (expr_infinity(x->args[0]) || expr_infinity(x->args[1])));
}

bool shape_holds(struct arena *a, const struct expr *x, const char *name)
{
    const char *const *names;
    size_t n = expr_symbols(a, x, &names);

    return str_is_one(name, names, n);
}

bool shape_has_symbols(struct arena *a, const struct expr *x)
{
    const char *const *names;

    return expr_symbols(a, x, &names) > 0;
}

bool shape_is_literal(const struct expr *x)
{
    return x->op == EXPR_NUMBER ||
           (x->op == EXPR_NEG && x->args[0]->op == EXPR_NUMBER);
}

bool shape_is_derivative(const struct expr *x)
{
    return x->op == EXPR_DERIVATIVE && x->args[0]->op == EXPR_SYMBOL &&
           x->args[1]->op == EXPR_SYMBOL &&
           strcmp(x->args[0]->name, x->args[1]->name) != 0;
}

struct priming {
    struct arena *arena;
    const char *by;
};

static const struct expr *with_primes(void *data, const struct expr *x)
{
    const struct priming *p = data;

    if (!shape_is_derivative(x))
        return expr_map(p->arena, x, with_primes, data);
    if (strcmp(x->args[1]->name, p->by) != 0 || x->degree > 6)
        return x;
    return expr_symbol(p->arena,
                       arena_printf(p->arena, "%s%.*s", x->args[0]->name,
                                    (int)x->degree, "''''''"));
}

const struct expr *shape_primed(struct arena *a, const struct expr *x,
                                const char *by)
{
    struct priming p = { a, by };

    return with_primes(&p, x);
}

const struct expr *shape_at_fixed(struct arena *a, const struct expr *x,
                                  const char *const *names, size_t n,
                                  unsigned shift)
{
    for (size_t i = 0; i < n && i < 12; i++)
        x = expr_replace(
            a, x, names[i],
            expr_fraction(a, 7 + 5 * (long)i + 3 * (long)shift, 5));
    return x;
}

/* ---- subjects that say different things ---- */

struct subject {
    const char *name;
    size_t base, primes;
    const char *index; /* "_{n}" and what follows; "" when there is none */
    bool inverse;
};

static struct subject subject_of(const struct expr *x)
{
    struct subject s = { x->name, strcspn(x->name, "_'^"), 0, "", false };

    for (const char *c = x->name; *c; c++)
        s.primes += *c == '\'';
    if (strchr(x->name, '_'))
        s.index = strchr(x->name, '_');
    s.inverse = strstr(x->name, "^{-1}") != NULL;
    return s;
}

/* An index in words, y_{unif}, says which of several approximations. */
static bool is_word_index(const char *index)
{
    size_t letters = 0;

    for (; *index; index++)
        letters += (*index | 32) >= 'a' && (*index | 32) <= 'z';
    return letters > 2;
}

static bool is_fixed(const struct expr *x)
{
    for (unsigned i = 0; i < x->count; i++)
        if (expr_any(x->args[i], is_symbol_or_apply))
            return false;
    return x->op == EXPR_APPLY && x->count > 0;
}

/* f(2) and f(3), E(X) and E(Y), P(X = 2) and P(X = 3); the variable of a
 * function that the value holds may have any name. */
static bool arguments_differ(const struct expr *x, const struct expr *y,
                             const struct expr *value)
{
    if (x->op != EXPR_APPLY || y->op != EXPR_APPLY)
        return false;
    if (x->count != y->count)
        return is_fixed(x) || is_fixed(y);
    for (unsigned i = 0; i < x->count; i++) {
        const struct expr *a = x->args[i], *b = y->args[i];

        if (expr_same(a, b))
            continue;
        if (a->op != EXPR_SYMBOL || b->op != EXPR_SYMBOL ||
            !expr_any(value, is_symbol_or_apply))
            return true;
    }
    return false;
}

/* y and f name a function's value; other letters are not exchanged. */
static bool is_function_name(const struct subject *s)
{
    return s->base == 1 && (s->name[0] == 'y' || s->name[0] == 'f');
}

bool shape_subjects_differ(const struct expr *key, const struct expr *answer)
{
    const struct expr *x = key->args[0], *y = answer->args[0];
    struct subject a, b;
    bool same_base;

    if (x->op == EXPR_RATIO && y->op == EXPR_RATIO)
        return !expr_same(x, y);
    if (!is_symbol_or_apply(x) || !is_symbol_or_apply(y))
        return false;
    a = subject_of(x);
    b = subject_of(y);
    same_base = a.base == b.base && memcmp(a.name, b.name, a.base) == 0;
    if (a.inverse && !b.inverse && y->op == EXPR_SYMBOL &&
        strcmp(y->name, "y") == 0)
        return false; /* f^{-1}(x) = ... and y = ... */
    if (a.primes != b.primes || a.inverse != b.inverse)
        return true;
    if (arguments_differ(x, y, key->args[key->count - 1]))
        return true;
    if (!same_base && !(is_function_name(&a) && is_function_name(&b)))
        return true;
    if (!*a.index || !*b.index || is_word_index(a.index) ||
        is_word_index(b.index))
        return false;
    return !same_base || strcmp(a.index, b.index) != 0;
}
