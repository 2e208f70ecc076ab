/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "math/exact/exact.h"

#include <string.h>

/*
 * Sets of points and of complex numbers that conditions describe: {(x, y) | x >
 * 0, x + y < 1} and "x + y < 1, x > 0" say the same when each condition of the
 * one is a condition of the other.
 */

#define LINKS_MOST 8
#define NAMES_MOST 3

/* A set, as conditions that hold together. */
struct conditions {
    const struct expr *link[LINKS_MOST]; /* l REL r, two sides each */
    unsigned n;
    const char *name[NAMES_MOST]; /* of {(x, y) | ...} */
    unsigned names;
    bool complex; /* {z in C | ...} */
};

static bool add_links(struct comparer *j, struct conditions *c,
                      const struct expr *x)
{
    if (x->op == EXPR_LIST || x->op == EXPR_AND) {
        for (unsigned i = 0; i < x->count; i++)
            if (!add_links(j, c, x->args[i]))
                return false;
        return x->count > 0;
    }
    if (x->op != EXPR_RELATION)
        return false;
    for (unsigned i = 0; i + 1 < x->count; i++) {
        if (c->n == LINKS_MOST || x->relations[i] > RELATION_GE ||
            !expr_is_value(x->args[i]) || !expr_is_value(x->args[i + 1]) ||
            expr_has_sign(x))
            return false;
        c->link[c->n++] = expr_relation(j->arena, x->args[i], x->relations[i],
                                        x->args[i + 1]);
    }
    return true;
}

/* The z of {z in C | ...}, the (x, y) of {(x, y) | ...}. */
static bool read_subject(struct conditions *c, const struct expr *x)
{
    if (x->op == EXPR_RELATION) {
        const struct expr *set = x->args[1];

        if (!shape_is_member(x))
            return false;
        c->complex = set->op == EXPR_DOMAIN && strcmp(set->name, "C") == 0;
        if (set->op == EXPR_POW)
            set = set->args[0];
        if (set->op != EXPR_DOMAIN ||
            (strcmp(set->name, "R") != 0 && strncmp(set->name, "R^", 2) != 0 &&
             strcmp(set->name, "C") != 0))
            return false;
        x = x->args[0];
    }
    if (x->op == EXPR_SYMBOL) {
        c->name[c->names++] = x->name;
        return true;
    }
    if (x->op != EXPR_TUPLE || x->count > NAMES_MOST)
        return false;
    for (unsigned i = 0; i < x->count; i++) {
        if (x->args[i]->op != EXPR_SYMBOL)
            return false;
        c->name[c->names++] = x->args[i]->name;
    }
    return true;
}

static bool conditions_read_conditions(struct comparer *j, struct conditions *c,
                                       const struct expr *x)
{
    if (x->op == EXPR_BUILDER)
        return x->count == 2 && read_subject(c, x->args[0]) &&
               add_links(j, c, x->args[1]);
    return add_links(j, c, x);
}

/* Put another name, or an expression, into all links. */
static void replace_all(struct arena *a, struct conditions *c, const char *name,
                        const struct expr *with)
{
    for (unsigned i = 0; i < c->n; i++)
        c->link[i] = expr_replace(a, c->link[i], name, with);
}

/* The answer's names become the key's: those of a set are bound. */
static bool conditions_same_names(struct comparer *j,
                                  const struct conditions *k,
                                  struct conditions *c)
{
    struct arena *a = j->arena;

    if (k->names && c->names) {
        if (k->names != c->names)
            return false;
        for (unsigned i = 0; i < c->names; i++)
            replace_all(a, c, c->name[i],
                        expr_symbol(a, arena_printf(a, "#%u", i)));
        for (unsigned i = 0; i < c->names; i++)
            replace_all(a, c, arena_printf(a, "#%u", i),
                        expr_symbol(a, k->name[i]));
    }
    return true;
}

/* A complex z as x + iy, so that Re z and z are not the same. */
static void split_complex(struct comparer *j, struct conditions *k,
                          struct conditions *c)
{
    static const char *const names[] = { "z", "w" };
    struct arena *a = j->arena;

    for (int i = 0; i < 2; i++) {
        const struct expr *z = expr_add(
            a, expr_symbol(a, "re"),
            expr_mul(a, expr_constant(a, CONSTANT_I), expr_symbol(a, "im")));

        replace_all(a, k, names[i], z);
        replace_all(a, c, names[i], z);
    }
}

/* Is a condition a complex one, of |z| and its like? */
static bool conditions_is_of_complex(const struct conditions *c)
{
    if (c->complex)
        return true;
    for (unsigned i = 0; i < c->names; i++)
        if (strcmp(c->name[i], "z") != 0 && strcmp(c->name[i], "w") != 0)
            return false;
    return c->names == 1;
}

bool same_conditions(struct comparer *j, const struct expr *key,
                     const struct expr *answer)
{
    struct conditions k = { .n = 0 }, c = { .n = 0 };
    bool used[LINKS_MOST] = { false };

    if (!conditions_read_conditions(j, &k, key) ||
        !conditions_read_conditions(j, &c, answer) || k.n != c.n || k.n == 0 ||
        !conditions_same_names(j, &k, &c))
        return false;
    if (conditions_is_of_complex(&k) || conditions_is_of_complex(&c))
        split_complex(j, &k, &c);
    for (unsigned i = 0; i < k.n; i++) {
        unsigned m = 0;

        while (m < c.n &&
               (used[m] ||
                compare_equations(j, k.link[i], c.link[m]).strict != TRUTH_YES))
            m++;
        if (m == c.n)
            return false;
        used[m] = true;
    }
    return true;
}

/*
 * Congruences: the same modulus and the same class. "3 mod 7" without a
 * subject, and "x = 7k + 3", name a class as well. \pm 1 and "1, 6" are
 * several classes, compared as lists.
 */

struct congruence {
    const struct expr *subject, *value, *modulus; /* subject may be NULL */
};

static bool grade_conditions_whole(const struct expr *x, slong *out)
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
static void conditions_reduce(struct comparer *j, struct congruence *c)
{
    const struct expr *s = c->subject;
    slong f, b, m, g, inverse = 1;

    if (!s || s->op != EXPR_MUL || s->count != 2 ||
        s->args[1]->op != EXPR_SYMBOL ||
        !grade_conditions_whole(s->args[0], &f) ||
        !grade_conditions_whole(c->value, &b) ||
        !grade_conditions_whole(c->modulus, &m) || m < 2 || f < 1)
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
static bool conditions_class_of(struct comparer *j, struct congruence *c,
                                const struct expr *x)
{
    struct arena *a = j->arena;
    const struct expr *value = shape_value(x), *at[3];
    const char *const *own;

    if (!expr_is_value(value) || expr_symbols(a, value, &own) != 1 ||
        !str_among(own[0], "k n m t"))
        return false;
    for (int k = 0; k < 3; k++)
        at[k] = expr_replace(a, value, own[0], expr_integer(a, k));
    *c = (struct congruence){ NULL, at[0], expr_sub(a, at[1], at[0]) };
    return equal_values(j, c->modulus, expr_sub(a, at[2], at[1]));
}

static bool congruence_of(struct comparer *j, struct congruence *c,
                          const struct expr *x)
{
    if (x->op == EXPR_CONGRUENT && x->count == 3) {
        *c = (struct congruence){ x->args[0], x->args[1], x->args[2] };
        conditions_reduce(j, c);
        return true;
    }
    if (x->op == EXPR_LIST && x->count == 2 &&
        x->args[1]->op == EXPR_RELATION &&
        x->args[1]->relations[0] == RELATION_IN)
        x = x->args[0]; /* x = 7k + 3, k whole */
    x = shape_value(x);
    if (x->op != EXPR_MOD)
        return conditions_class_of(j, c, x);
    *c = (struct congruence){ NULL, x->args[0], x->args[1] };
    return true;
}

/* Is (a - b) / m a whole number? Rational numbers only. */
static enum truth conditions_is_multiple(struct comparer *j,
                                         const struct expr *a,
                                         const struct expr *b,
                                         const struct expr *m)
{
    struct arena *mem = j->arena;
    enum truth whole = TRUTH_UNKNOWN;
    enum exact found_value;
    fmpq_t q;

    fmpq_init(q);
    found_value =
        exact_rational(q, expr_div(mem, expr_sub(mem, a, b), m), j->work);
    if (found_value == EXACT_VALUE)
        whole = fmpz_is_one(fmpq_denref(q)) ? TRUTH_YES : TRUTH_NO;
    fmpq_clear(q);
    return whole;
}

/* Several classes: \pm 1, or a list of congruences. */
static bool has_several(const struct expr *x)
{
    return expr_has_sign(x) ||
           (x->op == EXPR_LIST && x->args[0]->op == EXPR_CONGRUENT &&
            x->args[x->count - 1]->op == EXPR_CONGRUENT);
}

struct comparison compare_congruences(struct comparer *j,
                                      const struct expr *key,
                                      const struct expr *answer)
{
    struct congruence k, a;
    struct comparison f;

    if (key->op != answer->op || expr_has_sign(key) || expr_has_sign(answer))
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
    switch (conditions_is_multiple(j, k.value, a.value, k.modulus)) {
    case TRUTH_YES:
        return found_and(f,
                         found(TRUTH_YES, "congruence", "the same remainder"));
    case TRUTH_NO:
        return found(TRUTH_NO, "congruence", "the remainders are different");
    default: return found_and(f, compare_plain(j, k.value, a.value));
    }
}

/*
 * General solutions, c_1 e^x + c_2 e^{-x}: their constants may have any names,
 * and their parts may be exchanged for others that have the same sums.
 */

#define CONSTANTS_MOST 3

/* c_1, C_2: nobody names anything else so. */
static bool is_numbered_constant(const char *name)
{
    return (name[0] == 'c' || name[0] == 'C') && name[1] == '_';
}

static bool all_numbered(const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_numbered_constant(names[i]))
            return false;
    return true;
}

/* Does the name stand in the text, as a word of its own? */
static bool conditions_mentions(const char *text, const char *name)
{
    size_t n = strcspn(name, "_{");

    for (const char *s = strstr(text, name); s; s = strstr(s + 1, name))
        if ((s == text || !is_letter(s[-1])) && !is_letter(s[n]))
            return true;
    return false;
}

/* Does the question ask for all solutions of an equation, whose constants may
 * have any names? */
static bool asks_solution(const char *question)
{
    return question &&
           str_has_any(question,
                       "ifferential equation|eneral solution|eneral (|"
                       "arbitrary|y'|dy}{|dy/d|dx}{dt|x'|ecurrence|}{dx}|}{dt}|"
                       "\\,dx|all functions");
}

static bool conditions_is_variable(const struct expr *x)
{
    return expr_is_named(x, "x t y u s z r n theta");
}

/* A letter that may be a constant where a question asks for all solutions: it
 * is no variable, and the question does not speak of it. */
static bool is_free_letter(const struct comparer *j, const char *name)
{
    struct expr symbol = { .op = EXPR_SYMBOL, .name = name };

    return !conditions_is_variable(&symbol) && !strchr(name, '(') &&
           !strchr(name, '\'') && strcmp(name, "n") != 0 &&
           !conditions_mentions(j->question, name);
}

/* The arbitrary constants of x: where the question asks for all solutions,
 * every letter that it does not speak of; else the names that the other side
 * has not. Returns 0 when there are too many, or one that can be no
 * constant. */
static size_t own_constants(struct comparer *j, const struct expr *x,
                            const struct expr *other,
                            const char *out[CONSTANTS_MOST])
{
    const char *const *names, *const *others;
    size_t n = expr_symbols(j->arena, x, &names), count = 0;
    size_t m = expr_symbols(j->arena, other, &others);
    bool asked = asks_solution(j->question);

    for (size_t i = 0; i < n; i++) {
        struct expr symbol = { .op = EXPR_SYMBOL, .name = names[i] };

        if (asked ? !is_free_letter(j, names[i])
                  : str_is_one(names[i], others, m) &&
                        !is_numbered_constant(names[i]))
            continue;
        if (count == CONSTANTS_MOST ||
            (!asked && !is_any_constant(&symbol) && strcmp(names[i], "B") != 0))
            return 0;
        out[count++] = names[i];
    }
    return count;
}

/* y with its constants in the p-th order put in the place of x's. */
static const struct expr *conditions_renamed(struct arena *a,
                                             const struct expr *y,
                                             const char *const *from,
                                             const char *const *to, size_t n,
                                             unsigned p)
{
    static const unsigned char orders[6][3] = { { 0, 1, 2 }, { 1, 0, 2 },
                                                { 0, 2, 1 }, { 2, 1, 0 },
                                                { 1, 2, 0 }, { 2, 0, 1 } };

    /* Two steps, so that swapped names do not meet. */
    for (size_t i = 0; i < n; i++)
        y = expr_replace(a, y, from[i],
                         expr_symbol(a, arena_printf(a, "?%zu", i)));
    for (size_t i = 0; i < n; i++)
        y = expr_replace(a, y, arena_printf(a, "?%u", orders[p][i]),
                         expr_symbol(a, to[i]));
    return y;
}

/* A function or power of a variable: what a general solution is made of. */
static bool is_function_of_variable(const struct expr *x)
{
    const struct expr *inside;

    if (x->op != EXPR_CALL && x->op != EXPR_POW && x->op != EXPR_DIV)
        return false;
    for (unsigned i = x->op == EXPR_DIV; i < x->count; i++) {
        inside = x->args[i];
        while (inside->count > 0 && inside->op != EXPR_SYMBOL)
            inside = inside->args[inside->count - 1];
        if (conditions_is_variable(inside))
            return true;
    }
    return false;
}

/* ---- spans ---- */

/* A side as p + c_1 f_1 + ... + c_n f_n, linear in its constants. */
struct span_of {
    const struct expr *rest;
    const struct expr *part[CONSTANTS_MOST];
    size_t n;
};

/* Take x apart. Returns false unless it is proved to be linear. */
static bool span_read(struct comparer *j, struct span_of *s,
                      const struct expr *x, const char *const *names, size_t n)
{
    struct arena *a = j->arena;
    const struct expr *sum;

    s->n = n;
    s->rest = sum = shape_at_one(a, x, names, n, n);
    for (size_t i = 0; i < n; i++) {
        s->part[i] = expr_sub(a, shape_at_one(a, x, names, n, i), s->rest);
        sum =
            expr_add(a, sum, expr_mul(a, expr_symbol(a, names[i]), s->part[i]));
    }
    return equal_values(j, x, sum);
}

/* The determinant of n functions at the places 3/5, 7/5, ..., but for the rows
 * before `row` and the columns in `used`. */
static const struct expr *minor(struct arena *a, const struct expr *const *f,
                                size_t n, const char *variable, size_t row,
                                unsigned used)
{
    const struct expr *sum = NULL;
    bool odd = false;

    for (size_t k = 0; k < n; k++) {
        const struct expr *x;

        if (used >> k & 1)
            continue;
        x = expr_replace(a, f[row], variable,
                         expr_fraction(a, 3 + 4 * (long)k, 5));
        if (row + 1 < n)
            x = expr_mul(a, x,
                         minor(a, f, n, variable, row + 1, used | 1u << k));
        if (odd)
            x = expr_neg(a, x);
        sum = sum ? expr_add(a, sum, x) : x;
        odd = !odd;
    }
    return sum;
}

static bool is_nonzero(struct comparer *j, const struct expr *x)
{
    return compare_same_value(j, x, expr_integer(j->arena, 0)) == TRUTH_NO;
}

/* Is g = m_1 f_1 + m_2 f_2 + ... with m that do not depend on the variable? They
 * are found by Cramer's rule from as many places, and tried everywhere. */
static bool in_span(struct comparer *j, const struct expr *g,
                    const struct span_of *s, const char *variable)
{
    struct arena *a = j->arena;
    const struct expr *whole = minor(a, s->part, s->n, variable, 0, 0);
    const struct expr *sum = expr_integer(a, 0);

    for (size_t i = 0; i < s->n; i++) {
        const struct expr *f[CONSTANTS_MOST];

        for (size_t k = 0; k < s->n; k++)
            f[k] = k == i ? g : s->part[k];
        sum = expr_add(
            a, sum, expr_mul(a, minor(a, f, s->n, variable, 0, 0), s->part[i]));
    }
    return equal_values(j, expr_mul(a, g, whole), sum);
}

/* The only variable of both, the constants aside; NULL: there are several. */
static const char *only_variable(struct comparer *j, const struct expr *key,
                                 const struct expr *answer)
{
    const char *const *names, *only = NULL;
    size_t n = expr_symbols(j->arena, expr_add(j->arena, key, answer), &names);

    for (size_t i = 0; i < n; i++) {
        struct expr symbol = { .op = EXPR_SYMBOL, .name = names[i] };

        if (conditions_is_variable(&symbol) && only)
            return NULL;
        if (conditions_is_variable(&symbol))
            only = names[i];
    }
    return only;
}

/* C_1 cosh x + C_2 sinh x and A e^x + B e^{-x}: all sums of the one are sums of
 * the other, and neither has parts that say the same. */
static bool same_span(struct comparer *j, const struct expr *key,
                      const char *const *k, const struct expr *answer,
                      const char *const *a, size_t n)
{
    const char *variable = only_variable(j, key, answer);
    struct span_of x, y;

    if (!variable || !span_read(j, &x, key, k, n) ||
        !span_read(j, &y, answer, a, n) ||
        !is_nonzero(j, minor(j->arena, x.part, n, variable, 0, 0)) ||
        !is_nonzero(j, minor(j->arena, y.part, n, variable, 0, 0)) ||
        !in_span(j, expr_sub(j->arena, y.rest, x.rest), &x, variable))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!in_span(j, y.part[i], &x, variable))
            return false;
    return true;
}

/* ---- amplitude and phase ---- */

/* How often the name stands in x. */
static unsigned conditions_uses(const struct expr *x, const char *name)
{
    unsigned n = x->op == EXPR_SYMBOL && strcmp(x->name, name) == 0;

    for (unsigned i = 0; i < x->count; i++)
        n += x->args[i] ? conditions_uses(x->args[i], name) : 0;
    return n;
}

/* Is it sin or cos of u + name or u - name? */
static bool is_shifted_wave(const struct expr *x, const char *name)
{
    const struct expr *u = x->op == EXPR_CALL ? x->args[0] : NULL;

    if (!u || (x->function->id != FN_SIN && x->function->id != FN_COS) ||
        u->op != EXPR_ADD)
        return false;
    for (unsigned i = 0; i < u->count; i++) {
        const struct expr *term = u->args[i];

        if (term->op == EXPR_NEG)
            term = term->args[0];
        if (term->op == EXPR_SYMBOL && strcmp(term->name, name) == 0)
            return true;
    }
    return false;
}

/* x with A sin(u + p) written as A sin u + p cos u: the same waves, since both
 * are all sums of the two. *done says whether it was found. */
static const struct expr *expand_wave(struct arena *a, const struct expr *x,
                                      const char *amplitude, const char *phase,
                                      bool *done)
{
    const struct expr *rest = NULL, *wave = NULL, *u, *zero, **args;
    struct expr *copy;
    bool factor = false;

    for (unsigned i = 0; x->op == EXPR_MUL && i < x->count; i++) {
        const struct expr *f = x->args[i];

        if (f->op == EXPR_SYMBOL && strcmp(f->name, amplitude) == 0)
            factor = true;
        else if (is_shifted_wave(f, phase))
            wave = f;
        else
            rest = rest ? expr_mul(a, rest, f) : f;
    }
    if (factor && wave) {
        zero = expr_integer(a, 0);
        u = expr_replace(a, wave->args[0], phase, zero);
        x = expr_add(
            a,
            expr_mul(a, expr_symbol(a, amplitude), expr_call(a, FN_SIN, &u, 1)),
            expr_mul(a, expr_symbol(a, phase), expr_call(a, FN_COS, &u, 1)));
        *done = true;
        return rest ? expr_mul(a, rest, x) : x;
    }
    args = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = x->args[i] && !*done
                      ? expand_wave(a, x->args[i], amplitude, phase, done)
                      : x->args[i];
    copy = arena_new(a, struct expr);
    *copy = *x;
    copy->args = args;
    return *done ? copy : x;
}

/* x with its two constants as those of a sum of sine and cosine, where it has
 * them as amplitude and phase of one wave. */
static const struct expr *as_sum(struct comparer *j, const struct expr *x,
                                 const char *const *names, size_t n)
{
    bool done = false;

    for (size_t i = 0; i < n && n > 1 && !done; i++)
        for (size_t k = 0; k < n && !done; k++)
            if (i != k && conditions_uses(x, names[i]) == 1 &&
                conditions_uses(x, names[k]) == 1)
                x = expand_wave(j->arena, x, names[i], names[k], &done);
    return x;
}

/* ---- one constant ---- */

/* 1/(C - x) and -1/(x + K) with K = -C: the constant is a multiple of the
 * other. */
static bool same_scaled(struct comparer *j, const struct expr *key,
                        const char *k, const struct expr *answer, const char *a)
{
    for (unsigned i = 0; i < SOLUTION_SCALES; i++)
        if (equal_values(j, key, solution_scaled(j->arena, answer, a, k, i)))
            return true;
    return false;
}

const struct expr *solution_scaled(struct arena *a, const struct expr *x,
                                   const char *from, const char *to, unsigned i)
{
    static const signed char scale[SOLUTION_SCALES][2] = {
        { 1, 1 },  { -1, 1 }, { 2, 1 },  { -2, 1 }, { 1, 2 },
        { -1, 2 }, { 3, 1 },  { -3, 1 }, { 1, 3 },  { -1, 3 },
    };
    const struct expr *c = expr_symbol(a, to);

    if (i > 0)
        c = expr_mul(
            a, expr_fraction(a, scale[i][0], (unsigned long)scale[i][1]), c);
    return expr_replace(a, x, from, c);
}

bool solution_constants(struct comparer *j, const struct expr *key,
                        const struct expr *answer, const char **k,
                        const char **a)
{
    const char *of_key[CONSTANTS_MOST], *of_answer[CONSTANTS_MOST];

    if (own_constants(j, key, answer, of_key) != 1 ||
        own_constants(j, answer, key, of_answer) != 1)
        return false;
    *k = of_key[0];
    *a = of_answer[0];
    return asks_solution(j->question) || is_numbered_constant(*k) ||
           strcmp(*k, "C") == 0 || strcmp(*k, "K") == 0;
}

bool same_with_constants(struct comparer *j, const struct expr *key,
                         const char *const *k, const struct expr *answer,
                         const char *const *a, size_t n)
{
    unsigned orders = n == 1 ? 1 : n == 2 ? 2 : 6;

    for (unsigned p = 0; p < orders; p++)
        if (equal_values(j, key,
                         conditions_renamed(j->arena, answer, a, k, n, p)))
            return true;
    if (n == 1 && same_scaled(j, key, k[0], answer, a[0]))
        return true;
    return same_span(j, as_sum(j, key, k, n), k, as_sum(j, answer, a, n), a, n);
}

bool same_up_to_names(struct comparer *j, const struct expr *key,
                      const struct expr *answer)
{
    const char *k[CONSTANTS_MOST], *a[CONSTANTS_MOST];
    size_t n = own_constants(j, key, answer, k);
    bool asked = asks_solution(j->question);

    if (n == 0 || own_constants(j, answer, key, a) != n)
        return false;
    if (!asked &&
        ((expr_any(key, is_coefficient) && !(n > 1 && all_numbered(a, n))) ||
         !expr_any(key,
                   n > 1 ? conditions_is_variable : is_function_of_variable) ||
         (n > 1 && !all_numbered(k, n) && !all_numbered(a, n)) ||
         (n == 1 && strcmp(k[0], "C") != 0 && strcmp(k[0], "c") != 0 &&
          !is_numbered_constant(k[0]))))
        return false;
    return same_with_constants(j, key, k, answer, a, n);
}
