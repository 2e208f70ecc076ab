/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Nondimensionalisation: an equation is scaled so that all of its coefficients
 * but one are 1, and that one is asked for, in letters or in numbers.
 *
 * solve() writes the coefficient as a product of powers; the claim is the
 * equation that the scaled coefficient satisfies, with no root taken.
 */
#include "base/str.h"
#include "family/applied/applied.h"
#include "family/applied/formula.h"

#include <inttypes.h>

#define LETTERS 4 /* most quantities of one problem */

enum kind { KIND_POLYNOMIAL, KIND_OSCILLATOR };

struct scaling {
    int64_t disguise;
    int64_t kind;
    /* a x^n + b x^m - c = 0, or a x'' + b x'^n + c x^m = 0, x(0) = d */
    int64_t n, m;
    /* Which of a, b, c is to be epsilon; of an oscillator 0: b, 1: a. */
    int64_t small;
    int64_t letters;    /* a row of the table below */
    int64_t a, b, c, d; /* numbers, or 0 for letters */
    int64_t hidden;     /* structure: 1/x for x, or x - hidden */
};

static const struct field fields[] = {
    NUMBER(struct scaling, disguise, 0, 3),
    NUMBER(struct scaling, kind, 0, 1),
    NUMBER(struct scaling, n, 1, 40),
    NUMBER(struct scaling, m, 1, 40),
    NUMBER(struct scaling, small, 0, 2),
    NUMBER(struct scaling, letters, 0, 23),
    NUMBER(struct scaling, a, 0, 999),
    NUMBER(struct scaling, b, 0, 999),
    NUMBER(struct scaling, c, 0, 999),
    NUMBER(struct scaling, d, 0, 999),
    NUMBER(struct scaling, hidden, 0, 9),
    { 0 },
};

static const char *const kinds[] = { "polynomial", "oscillator", NULL };

static const char *const alphabets[][LETTERS] = {
    { "a", "b", "c", "d" }, { "\\alpha", "\\beta", "\\gamma", "\\delta" },
    { "p", "q", "r", "s" }, { "A", "B", "C", "D" },
    { "k", "l", "m", "n" }, { "\\lambda", "\\mu", "\\nu", "\\rho" },
};

#define ALPHABETS 6

static const char *const unknowns[] = { "x", "z", "u", "w" };

static bool is_numeric(const struct scaling *v)
{
    return v->a > 0;
}

/* The quantity number i, as text. */
static const char *quantity(struct arena *a, const struct scaling *v, int i)
{
    const int64_t numbers[LETTERS] = { v->a, v->b, v->c, v->d };

    if (is_numeric(v))
        return arena_printf(a, "%" PRId64, numbers[i]);
    return alphabets[v->letters % ALPHABETS][i];
}

static const char *unknown(const struct scaling *v)
{
    return unknowns[v->letters / ALPHABETS];
}

/* ---- drawing ---- */

static void draw_powers(struct pick *k, struct scaling *v, int64_t most)
{
    int64_t two[2];

    if (k->level >= 3) {
        v->kind = KIND_OSCILLATOR;
        v->n = pick(k, 1, most);
        v->m = pick(k, 1, most);
        v->small = k->level == 4;
        return;
    }
    pick_subset(k, 1, most, 2, two);
    v->m = two[0];
    v->n = two[1];
    v->small = k->level == 2 ? pick(k, 0, 2) : 0;
}

static void draw_letters(struct pick *k, void *values)
{
    struct scaling *v = values;

    draw_powers(k, v, k->level >= 3 ? 12 : 20);
    v->letters = pick(k, 0, 4 * ALPHABETS - 1);
}

static void draw_numbers(struct pick *k, void *values)
{
    struct scaling *v = values;

    draw_powers(k, v, k->level >= 3 ? 4 : 7);
    v->a = pick(k, 1, 12);
    v->b = pick(k, 1, 12);
    v->c = pick(k, 1, 12);
    v->d = v->kind == KIND_OSCILLATOR ? pick(k, 2, 9) : 0;
}

static void disguise(struct pick *k, void *values)
{
    struct scaling *v = values;

    v->hidden = v->kind == KIND_OSCILLATOR ? pick(k, 1, 9) : 1;
}

/* ---- words ---- */

/* A coefficient times a power: \alpha x^3, 7x, c. A NULL coefficient is 1. */
static const char *term(struct arena *a, const char *c, const char *x,
                        int64_t p)
{
    const char *power = formula_ratio_term(a, 1, 1, "", POWERS({ x, p, 1 }));

    if (p == 0)
        return c ? c : "1";
    return c && !str_eq(c, "1") ? formula_times(a, c, power) : power;
}

/* With 1/x for x and multiplied by x^n: a + b x^{n-m} - c x^n. */
static const char *polynomial(struct arena *a, const struct scaling *v,
                              const char *const *c, const char *x)
{
    if (v->hidden)
        return arena_printf(a, "%s = %s + %s", term(a, c[2], x, v->n),
                            term(a, c[1], x, v->n - v->m), term(a, c[0], x, 0));
    return arena_printf(a, "%s + %s = %s", term(a, c[0], x, v->n),
                        term(a, c[1], x, v->m), term(a, c[2], x, 0));
}

/* The initial value with the offset: "A + 3", or a number. */
static const char *initial(struct arena *a, const struct scaling *v)
{
    if (is_numeric(v))
        return arena_printf(a, "%" PRId64, v->d + v->hidden);
    if (!v->hidden)
        return quantity(a, v, 3);
    return arena_printf(a, "%s + %" PRId64, quantity(a, v, 3), v->hidden);
}

/* In dots: the variable is the unknown, and y in the scaled form. */
static const char *oscillator(struct arena *a, const struct scaling *v,
                              const char *const *c, const char *x,
                              int64_t offset)
{
    const char *second = arena_printf(a, "\\ddot{%s}", x);
    const char *first = arena_printf(a, "\\dot{%s}", x);

    return arena_printf(a, "%s + %s + %s = 0", term(a, c[0], second, 1),
                        term(a, c[1], first, v->n),
                        term(a, c[2], formula_shifted(a, x, offset), v->m));
}

static const char *equation(struct arena *a, const struct scaling *v,
                            const char *const *c, const char *x, int64_t offset)
{
    return v->kind == KIND_POLYNOMIAL ? polynomial(a, v, c, x)
                                      : oscillator(a, v, c, x, offset);
}

static void speak(struct speech *s, const void *values)
{
    const struct scaling *v = values;
    struct arena *a = s->arena;
    const char *given[3], *scaled[3] = { NULL, NULL, NULL };
    int64_t small = v->kind == KIND_POLYNOMIAL ? v->small : 1 - v->small;

    for (int i = 0; i < 3; i++)
        given[i] = quantity(a, v, i);
    scaled[small] = "\\epsilon";
    form_let_text(s, "equation", equation(a, v, given, unknown(v), v->hidden));
    form_let_text(s, "scaled", equation(a, v, scaled, "y", 0));
    form_let_text(s, "unknown", unknown(v));
    if (!is_numeric(v))
        form_let_text(s, "names",
                      arena_printf(a, "$%s$, $%s$%s $%s$", given[0], given[1],
                                   v->kind == KIND_OSCILLATOR ? "," : " and",
                                   given[2]));
    if (v->kind != KIND_OSCILLATOR)
        return;
    form_let_text(s, "initial", initial(a, v));
    form_let(s, "hidden_by", v->hidden);
}

/* ---- solving ---- */

/* The exponents of the quantities in epsilon, all over one denominator. */
static int64_t exponents(const struct scaling *v, int64_t *p)
{
    int64_t n = v->n, m = v->m;

    p[3] = 0;
    if (v->kind == KIND_OSCILLATOR && v->small) { /* over n */
        p[0] = n;
        p[1] = -2;
        p[2] = 2 - n;
        p[3] = n * (1 - m) - 2 * (n - m);
        return n;
    }
    if (v->kind == KIND_OSCILLATOR) { /* over 2 */
        p[0] = -n;
        p[1] = 2;
        p[2] = n - 2;
        p[3] = 2 * (n - 1) - (m - 1) * (2 - n);
        return 2;
    }
    if (v->small == 0) { /* a/c (c/b)^{n/m} */
        p[0] = m;
        p[1] = -n;
        p[2] = n - m;
        return m;
    }
    if (v->small == 1) { /* b/c (c/a)^{m/n} */
        p[0] = -m;
        p[1] = n;
        p[2] = m - n;
        return n;
    }
    p[0] = m; /* c/b (a/b)^{m/(n-m)} */
    p[1] = -n;
    p[2] = n - m;
    return n - m;
}

static const char *letter_key(struct arena *a, const struct scaling *v)
{
    struct power powers[LETTERS + 1] = { { NULL, 0, 1 } };
    int64_t p[LETTERS], q = exponents(v, p);

    for (int i = 0; i < LETTERS; i++)
        powers[i] = (struct power){ quantity(a, v, i), p[i], q };
    powers[LETTERS] = (struct power){ NULL, 0, 1 };
    return formula_ratio_term(a, 1, 1, "", powers);
}

/* One root of one number: all powers multiplied under it. */
static const char *number_key(struct arena *a, const struct scaling *v)
{
    const int64_t numbers[LETTERS] = { v->a, v->b, v->c, v->d ? v->d : 1 };
    int64_t p[LETTERS], q = exponents(v, p);
    const char *text;
    fmpq_t c, base, x;

    fmpq_init(c);
    fmpq_init(base);
    fmpq_init(x);
    fmpq_one(c);
    fmpq_one(base);
    for (int i = 0; i < LETTERS; i++) {
        int64_t rest = p[i] % q;

        fmpq_set_si(x, numbers[i], 1);
        fmpq_pow_si(x, x, (p[i] - rest) / q);
        fmpq_mul(c, c, x);
        fmpq_set_si(x, numbers[i], 1);
        fmpq_pow_si(x, x, rest);
        fmpq_mul(base, base, x);
    }
    text = formula_power(a, c, base, 1, q);
    text = formula_term(a, c, text, NULL);
    fmpq_clear(x);
    fmpq_clear(base);
    fmpq_clear(c);
    return text;
}

static bool solve(struct solving *s, const void *values)
{
    const struct scaling *v = values;
    struct arena *a = s->arena;

    solving_key(s, "%s", is_numeric(v) ? number_key(a, v) : letter_key(a, v));
    let_text(s, "first", quantity(a, v, 0));
    let_text(s, "second", quantity(a, v, 1));
    let_text(s, "third", quantity(a, v, 2));
    let(s, "hidden_here", v->hidden);
    if (v->kind == KIND_OSCILLATOR)
        let_text(s, "fourth", quantity(a, v, 3));
    if (v->kind == KIND_POLYNOMIAL)
        let(s, "gap", v->n - v->m);
    tell(s, "scale");
    tell(s, "choose");
    tell(s, "result");
    return true;
}

/* ---- the claims ---- */

/* A product of powers of the quantities, p[i] of the one number i; negative
 * powers are left out. */
static const char *product(struct arena *a, const struct scaling *v,
                           const int64_t *p)
{
    struct str out = str_in(a);

    for (int i = 0; i < LETTERS; i++)
        if (p[i] > 0)
            str_addf(&out, "(%s)^{%" PRId64 "}", quantity(a, v, i), p[i]);
    if (!out.n)
        str_add(&out, "1");
    return str_get(&out);
}

/* E^q times what epsilon^q is divided by = what it is multiplied by, from the
 * ratios of the scaled coefficients. */
static const char *relation(struct arena *a, const struct scaling *v)
{
    int64_t n = v->n, m = v->m, q, up[LETTERS], down[LETTERS];
    int64_t rows[5][1 + LETTERS] = {
        { m, m, -n, n - m, 0 },     /* E^m c^m b^n = a^m c^n */
        { n, -m, n, m - n, 0 },     /* E^n c^n a^m = b^n c^m */
        { n - m, m, -n, n - m, 0 }, /* E^{n-m} b^n = c^{n-m} a^m */
        { 2, -n, 2, n - 2, 2 * n - 2 - (m - 1) * (2 - n) },
        { n, n, -2, 2 - n, 2 * m - n - m * n }, /* a/(c d^{m-1} T^2) */
    };
    const int64_t *row =
        rows[(v->kind == KIND_OSCILLATOR ? 3 : 0) + (size_t)v->small];

    q = row[0];
    for (int i = 0; i < LETTERS; i++) {
        up[i] = row[1 + i];
        down[i] = -row[1 + i];
    }
    return arena_printf(a, "E^{%" PRId64 "}%s = %s", q, product(a, v, down),
                        product(a, v, up));
}

static size_t claims(struct arena *a, const void *values,
                     struct applied_claim *out)
{
    const struct scaling *v = values;
    const char **names = arena_array(a, const char *, LETTERS);
    struct str conditions = str_in(a);
    size_t n = v->kind == KIND_OSCILLATOR ? 4 : 3;

    if ((v->kind == KIND_POLYNOMIAL && v->n <= v->m) ||
        (v->kind == KIND_OSCILLATOR && v->small > 1) ||
        (is_numeric(v) && (!v->b || !v->c || (n == 4 && !v->d))))
        return 0;
    *out = applied_begin(CLAIM_ROOT, relation(a, v), "E");
    str_add(&conditions, "E>0");
    for (size_t i = 0; i < n && !is_numeric(v); i++) {
        const char *name = quantity(a, v, (int)i);

        str_addf(&conditions, ", %s>0", name);
        names[i] = *name == '\\' ? name + 1 : name;
    }
    out->claim.conditions = str_get(&conditions);
    out->claim.parameters = names;
    out->claim.parameters_n = is_numeric(v) ? 0 : n;
    return 1;
}

/* ---- the cards ---- */

static struct form_file letters_text = {
#include "family/applied/nondimensional-symbolic.inc"
};
static struct form_file numbers_text = {
#include "family/applied/nondimensional-numeric.inc"
};

static const struct applied in_letters = {
    .recipe = { .text = &letters_text,
                .kinds = kinds,
                .size = sizeof(struct scaling),
                .fields = fields,
                .draw = draw_letters,
                .solve = solve,
                .speak = speak },
    .disguise = disguise,
    .claims = claims,
};

static const struct applied in_numbers = {
    .recipe = { .text = &numbers_text,
                .kinds = kinds,
                .size = sizeof(struct scaling),
                .fields = fields,
                .draw = draw_numbers,
                .solve = solve,
                .speak = speak },
    .disguise = disguise,
    .claims = claims,
};

const struct family applied_nondimensional_symbolic = {
    .name = "applied/nondimensional-symbolic",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD_WITH(&in_letters, "none|structure", MEANS_STRUCTURE),
};

const struct family applied_nondimensional_numeric = {
    .name = "applied/nondimensional-numeric",
    .version = 1,
    .answer = ANSWER_NUMBER,
    APPLIED_CARD_WITH(&in_numbers, "none|structure", MEANS_STRUCTURE),
};
