/* SPDX-License-Identifier: Apache-2.0 */
#include "math/tree/print.h"
#include "base/ascii.h"
#include "base/str.h"
#include "math/tree/expr.h"

#include <string.h>

/*
 * The inside of the printer: print.c writes operators, print_structure.c
 * brackets and everything that binds a variable, print_call.c functions,
 * print_leaf.c numbers and names.
 *
 * Each node has a level: how tightly its parts are bound. A place asks for a
 * level, and a node below it is put into brackets there.
 */

enum print_level {
    LEVEL_LIST, /* a, b */
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_RELATION,
    LEVEL_SET,    /* unions; also ratios */
    LEVEL_SUM,    /* a + b */
    LEVEL_NEG,    /* -a */
    LEVEL_TERM,   /* a b; sums, integrals and limits with their bodies */
    LEVEL_FACTOR, /* a^b, \frac{a}{b}, f(a) */
    LEVEL_ATOM    /* takes an exponent without brackets */
};

struct print {
    struct arena *arena;
    struct str out;
    const struct expr *left; /* the left side of a relation: there, letters
                                before brackets are unknown functions */
};

/*
 * Numbers, symbols, units and words. A number is printed as it was written,
 * as far as its value and its card tell: the digits behind the point, the
 * base, the repeating part. The exponent of 2.5e3 is written E3: behind a
 * small e a sign would make it a difference.
 */

#define ZEROS_MOST  12     /* behind the point, before an exponent is shorter */
#define REPEAT_MOST 2000   /* digits before and of a repeating part */
#define PLACES_MOST 100000 /* of a card that is believed */

/* ---- numbers ---- */

/* The digits of x >= 0 with a point before the last `places`. */
static void put_point(struct print *p, const fmpz_t x, int base, size_t places)
{
    char *digits = fmpz_get_str(NULL, base, x);
    size_t n = strlen(digits);

    for (char *c = digits; *c; c++)
        if (is_lower(*c))
            *c = (char)(*c - 32);
    if (n > places) {
        str_addn(&p->out, digits, n - places);
    } else {
        str_addc(&p->out, '0');
    }
    if (places)
        str_addc(&p->out, '.');
    for (size_t i = n; i < places; i++)
        str_addc(&p->out, '0');
    if (places)
        str_add(&p->out, digits + (n > places ? n - places : 0));
    flint_free(digits);
}

/* d.ddd with an exponent of ten. */
static void put_exponent(struct print *p, const fmpz_t mantissa, int places)
{
    size_t n = fmpz_sizeinbase(mantissa, 10);
    fmpz_t ten;

    /* sizeinbase may be one too large. */
    fmpz_init(ten);
    fmpz_set_ui(ten, 10);
    fmpz_pow_ui(ten, ten, n - 1);
    if (fmpz_cmp(mantissa, ten) < 0 && n > 1)
        n--;
    fmpz_clear(ten);
    put_point(p, mantissa, 10, n - 1);
    str_addf(&p->out, "E%ld", (long)n - 1 - places);
}

/* Set out to value * base^places. Returns whether that is whole, as it is if
 * the number's fields are right. */
static bool print_scaled(fmpz_t out, const fmpq_t value, int base, int places)
{
    fmpz_t scale;
    bool whole;

    fmpz_init(scale);
    fmpz_set_ui(scale, (ulong)base);
    fmpz_pow_ui(scale, scale, (ulong)(places < 0 ? -places : places));
    if (places >= 0) {
        fmpz_mul(out, fmpq_numref(value), scale);
        whole = fmpz_divisible(out, fmpq_denref(value)) != 0;
        if (whole)
            fmpz_divexact(out, out, fmpq_denref(value));
    } else {
        whole = fmpz_is_one(fmpq_denref(value)) &&
                fmpz_divisible(fmpq_numref(value), scale);
        if (whole)
            fmpz_divexact(out, fmpq_numref(value), scale);
    }
    fmpz_clear(scale);
    return whole;
}

static bool put_decimal(struct print *p, const fmpq_t value,
                        const struct expr_number *n)
{
    fmpz_t mantissa;
    bool good;

    if (n->places > PLACES_MOST || n->places < -PLACES_MOST)
        return false;
    fmpz_init(mantissa);
    good = print_scaled(mantissa, value, n->base, n->places);
    if (good && n->base == 10 &&
        (n->places < 0 ||
         n->places > (int)fmpz_sizeinbase(mantissa, 10) + ZEROS_MOST))
        put_exponent(p, mantissa, n->places);
    else if (good)
        put_point(p, mantissa, n->base, (size_t)n->places);
    fmpz_clear(mantissa);
    return good;
}

/* Long division of r / q, 0 <= r < q, until a remainder comes back: first
 * the `before` digits that do not repeat, then those that do. */
static void put_repeat(struct print *p, fmpz_t r, const fmpz_t q, slong before)
{
    fmpz_t first, digit;
    bool whole = false;

    fmpz_init(first);
    fmpz_init(digit);
    for (slong i = 0; !whole && i < REPEAT_MOST; i++) {
        if (i == before) {
            str_add(&p->out, "\\overline{");
            fmpz_set(first, r);
        }
        fmpz_mul_ui(r, r, 10);
        fmpz_fdiv_qr(digit, r, r, q);
        str_addc(&p->out, (char)('0' + fmpz_get_ui(digit)));
        whole = i >= before && fmpz_equal(r, first);
    }
    str_addc(&p->out, '}');
    fmpz_clear(first);
    fmpz_clear(digit);
}

/* Returns how many digits behind the point do not repeat (the larger exponent
 * of 2 and 5 in q), or -1 if the period is too long to print. */
static slong repeat_begins(const fmpz_t q)
{
    fmpz_t rest, power;
    ulong prime[] = { 2, 5 };
    slong before = 0, n;

    fmpz_init_set(rest, q);
    fmpz_init_set_ui(power, 1);
    for (int i = 0; i < 2; i++) {
        fmpz_t f;

        fmpz_init_set_ui(f, prime[i]);
        n = fmpz_remove(rest, rest, f);
        before = n > before ? n : before;
        fmpz_clear(f);
    }
    for (n = 0; n < REPEAT_MOST - before; n++) {
        fmpz_mul_ui(power, power, 10);
        fmpz_mod(power, power, rest);
        if (fmpz_is_one(power) || fmpz_is_one(rest))
            break;
    }
    if (n >= REPEAT_MOST - before)
        before = -1;
    fmpz_clear(rest);
    fmpz_clear(power);
    return before;
}

static bool put_repeating(struct print *p, const fmpq_t value)
{
    slong before = -1;
    fmpz_t whole, r;

    if (fmpz_bits(fmpq_denref(value)) < 4 * REPEAT_MOST)
        before = repeat_begins(fmpq_denref(value));
    if (before < 0)
        return false;
    fmpz_init(whole);
    fmpz_init(r);
    fmpz_fdiv_qr(whole, r, fmpq_numref(value), fmpq_denref(value));
    put_point(p, whole, 10, 0);
    str_addc(&p->out, '.');
    put_repeat(p, r, fmpq_denref(value), before);
    fmpz_clear(whole);
    fmpz_clear(r);
    return true;
}

static void put_rational(struct print *p, const fmpq_t value, int base)
{
    bool whole = fmpz_is_one(fmpq_denref(value)) != 0;

    if (!whole)
        str_add(&p->out, "\\frac{");
    put_point(p, fmpq_numref(value), base, 0);
    if (whole)
        return;
    str_add(&p->out, "}{");
    put_point(p, fmpq_denref(value), base, 0);
    str_addc(&p->out, '}');
}

static void print_number(struct print *p, const struct expr_number *n)
{
    int base = n->base >= 2 && n->base <= 36 ? n->base : 10;
    fmpq_t value;
    bool done = false;

    fmpq_init(value);
    fmpq_abs(value, n->value);
    if (fmpq_sgn(n->value) < 0)
        str_addc(&p->out, '-');
    if (n->repeating)
        done = put_repeating(p, value);
    else if (n->decimal)
        done = put_decimal(p, value, n);
    if (!done)
        put_rational(p, value, base);
    if (base != 10)
        str_addf(&p->out, "_{%d}", base);
    fmpq_clear(value);
}

/* Returns the level of a printed number: a negative one has that of -a, a
 * fraction that of \frac. Only programs make those. */
static enum print_level print_number_level(const struct expr_number *n)
{
    if (fmpq_sgn(n->value) < 0)
        return LEVEL_NEG;
    if (!n->decimal && !n->repeating && !fmpz_is_one(fmpq_denref(n->value)))
        return LEVEL_FACTOR;
    /* 1011_{2}^{3} and 2.5E3^{2} would be hard to read. */
    return n->base != 10 || n->repeating || (n->decimal && n->places < 0)
               ? LEVEL_FACTOR
               : LEVEL_ATOM;
}

/* ---- names ---- */

static const char greek[] =
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi "
    "pi rho sigma tau upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi "
    "Sigma Upsilon Phi Psi Omega ell hbar partial nabla aleph varphi vartheta";
static const char accents[] =
    "bar hat vec dot ddot tilde check breve acute grave ring underline angle "
    "triangle";

/* Letters at the beginning, where they make a word. */
static size_t print_word_length(const char *name)
{
    size_t n = 0;

    while (is_letter(name[n]))
        n++;
    return n > 1 && name[n] != '{' && !str_among_n(name, n, greek) ? n : 0;
}

/* Is this the name of a symbol that is written as a word, \mathrm{ab}? */
static bool print_is_word(const char *name)
{
    return print_word_length(name) != 0;
}

/* "x", "epsilon", "bar{x}", each perhaps with "_{1}" and primes behind. */
static void print_symbol(struct print *p, const char *name)
{
    size_t n = 0;

    while (is_letter(name[n]))
        n++;
    if (n > 1 && name[n] == '{' && !str_among_n(name, n, accents)) {
        str_add(&p->out, name); /* letters that an accent stood over */
        return;
    }
    if (n > 1 && (name[n] == '{' || str_among_n(name, n, greek))) {
        str_add(&p->out, name[n] == '{' && name[0] == 'r' ? "\\math" : "\\");
        str_addn(&p->out, name, n);
        if (name[n] == '{') {
            str_addc(&p->out, '{');
            print_symbol(p, name + n + 1); /* brings the closing brace */
            return;
        }
    } else if (n > 1) {
        str_add(&p->out, "\\mathrm{");
        str_addn(&p->out, name, n);
        str_addc(&p->out, '}');
    } else {
        str_addn(&p->out, name, n);
    }
    str_add(&p->out, name + n);
}

/* Exponents stand outside of \text: \text{ m/s}^{2}. */
static void print_unit(struct print *p, const char *name)
{
    str_add(&p->out, "\\text{ ");
    while (*name) {
        size_t n = strcspn(name, "^");

        str_addn(&p->out, name, n);
        name += n;
        if (*name != '^')
            break;
        n = strcspn(name, "}");
        n += name[n] == '}';
        str_addc(&p->out, '}');
        str_addn(&p->out, name, n);
        name += n;
        if (!*name)
            return;
        str_add(&p->out, "\\text{");
    }
    str_addc(&p->out, '}');
}

static void print_text(struct print *p, const struct expr *x)
{
    str_add(&p->out, "\\text{");
    str_add(&p->out, x->name);
    str_addc(&p->out, '}');
}

/*
 * Operators. The depth of the recursion is that of the tree, which the reader
 * bounds.
 *
 * Products are written side by side where nobody could misread them, else
 * with \cdot: before a digit, between a whole number and a fraction of
 * numbers (2\frac{1}{2} is a mixed number), between a name and a bracket
 * (f(x) is a function), and behind a function's argument.
 */

/* Was nothing but letters, primes and spaces printed since the text had `start`
 * bytes? */
static bool print_is_letters(const struct print *p, size_t start);

/* Is this power written \sin^{2}\left(x\right)? */
static bool print_power_inside(const struct expr *x);
static bool print_named_call(const struct expr *x);

/*
 * How each operator is written: its level, and a form or a function. In a form,
 * @0s is the argument 0 at a place that asks for the level s of `levels`; one
 * that begins with a star, "*s, ", is all arguments at a level, with the rest of
 * it between them.
 */
struct print_row {
    enum print_level level;
    const char *form;
    void (*put)(struct print *p, const struct expr *x);
};

static const char levels[] = "loarusntfx"; /* of enum print_level */

static const struct print_row *print_row(enum expr_op op);

static enum print_level print_level_of(const struct expr *x)
{
    switch (x->op) {
    case EXPR_CALL: return print_named_call(x) ? LEVEL_FACTOR : LEVEL_ATOM;
    case EXPR_NUMBER: return print_number_level(x->number);
    case EXPR_SYMBOL: return strchr(x->name, '\'') ? LEVEL_FACTOR : LEVEL_ATOM;
    default: return print_row(x->op)->level;
    }
}

/* ---- sums ---- */

/* A unit behind a sum of bare numbers belongs to all of them; behind a sum
 * that begins with a quantity to its term alone. */
static bool bare_quantity(const struct expr *sum, const struct expr *x)
{
    const struct expr *value = x->args[0];

    if (sum->args[0]->op != EXPR_QUANTITY)
        return false;
    if (value->op == EXPR_NEG)
        value = value->args[0];
    return print_level_of(value) >= LEVEL_TERM;
}

static void print_bracketed(struct print *p, const struct expr *x);
static void print_at(struct print *p, const struct expr *x,
                     enum print_level level);

/* x m/s would be words: letters alone need brackets before a unit. */
static void put_quantity(struct print *p, const struct expr *x)
{
    const struct expr *value = x->args[0];
    size_t start = p->out.n;

    print_at(p, value, value->op == EXPR_RATIO ? LEVEL_SET : LEVEL_SUM);
    if (print_is_letters(p, start)) {
        p->out.n = start;
        print_bracketed(p, value);
    }
    print_unit(p, x->name);
}

/* A term behind the first, with its sign. */
static void print_put_term(struct print *p, const struct expr *sum,
                           const struct expr *x)
{
    bool quantity = x->op == EXPR_QUANTITY && bare_quantity(sum, x);
    const struct expr *value = quantity ? x->args[0] : x;

    str_add(&p->out, value->op == EXPR_NEG ? " - " : " + ");
    print_at(p, value->op == EXPR_NEG ? value->args[0] : value, LEVEL_TERM);
    if (quantity)
        print_unit(p, x->name);
}

static void put_sum(struct print *p, const struct expr *x)
{
    const struct expr *first = x->args[0];

    if (first->op == EXPR_QUANTITY && bare_quantity(x, first))
        put_quantity(p, first);
    else
        print_at(p, first, LEVEL_NEG);
    for (unsigned i = 1; i < x->count; i++)
        print_put_term(p, x, x->args[i]);
}

static void print_form(struct print *p, const char *form, const struct expr *x);

static void put_plusminus(struct print *p, const struct expr *x)
{
    if (x->count == 2)
        print_form(p, "@0s ", x);
    str_add(&p->out, x->mirror ? "\\mp " : "\\pm ");
    print_at(p, x->args[x->count - 1], LEVEL_TERM);
}

/* ---- products ---- */

/* The node that the print of x begins with; NULL: a bracket. */
static const struct expr *print_first_of(const struct expr *x)
{
    while (x->op == EXPR_POW || x->op == EXPR_FACTORIAL ||
           x->op == EXPR_PERCENT || x->op == EXPR_DEGREE) {
        if (print_power_inside(x))
            return x->args[0];
        if (print_level_of(x->args[0]) < LEVEL_ATOM)
            return NULL;
        x = x->args[0];
    }
    return print_level_of(x) < LEVEL_FACTOR ? NULL : x;
}

static bool print_is_bracket(const struct expr *x)
{
    return !x || x->op == EXPR_TUPLE || x->op == EXPR_INTERVAL;
}

static bool numbers_fraction(const struct expr *x)
{
    return x->op == EXPR_DIV && x->args[0]->op == EXPR_NUMBER &&
           x->args[1]->op == EXPR_NUMBER;
}

static bool print_is_symbol(const struct expr *x, const char *name)
{
    return x && x->op == EXPR_SYMBOL && strcmp(x->name, name) == 0;
}

/* What would hold on to its neighbour: d x is a differential, 2I and \pi I
 * are imaginary, 5^{\circ} C is a temperature, and a name of several letters
 * could be a unit. */
static bool is_sticky(const struct expr *left, const struct expr *first)
{
    return print_is_symbol(left, "d") || left->op == EXPR_DEGREE ||
           print_is_symbol(left, "I") || print_is_symbol(first, "I") ||
           left->op == EXPR_TEXT || first->op == EXPR_TEXT ||
           left->op == EXPR_DOTS || first->op == EXPR_DOTS ||
           (first->op == EXPR_SYMBOL && print_is_word(first->name));
}

/* Was the last thing that was printed the exponent of 2.5E3? */
static bool has_exponent(const struct print *p)
{
    size_t n = p->out.n;

    while (n && (is_digit(p->out.s[n - 1]) || p->out.s[n - 1] == '-'))
        n--;
    return n && p->out.s[n - 1] == 'E';
}

/* What stands between two factors. */
static const char *print_between(const struct print *p, const struct expr *left,
                                 const struct expr *right)
{
    const struct expr *first = print_first_of(right);
    bool number = left->op == EXPR_NUMBER;

    if (print_is_bracket(first))
        return number || !print_first_of(left) ? "" : " \\cdot ";
    if (first->op == EXPR_NUMBER || is_sticky(left, first) ||
        (number && (numbers_fraction(right) || has_exponent(p))))
        return " \\cdot ";
    /* 1A_{16} is a number, and so is 0.5\bar{3}. */
    if ((first->op == EXPR_SYMBOL && strpbrk(first->name, "_{")) ||
        (first->op == EXPR_CALL && first->function->latex[0] != '\\'))
        return " ";
    return number ? "" : " ";
}

static void put_product(struct print *p, const struct expr *x)
{
    for (unsigned i = 0; i < x->count; i++) {
        if (i)
            str_add(&p->out, print_between(p, x->args[i - 1], x->args[i]));
        print_at(p, x->args[i], LEVEL_FACTOR);
    }
}

static bool is_whole_exponent(const struct expr *x)
{
    return x->op == EXPR_NUMBER &&
           print_number_level(x->number) == LEVEL_ATOM && !x->number->decimal &&
           fmpq_cmp_si(x->number->value, 1) > 0;
}

static bool print_power_inside(const struct expr *x)
{
    const struct expr *base = x->args[0];

    return x->op == EXPR_POW && base->op == EXPR_CALL &&
           base->function->id <= FN_LOG && is_whole_exponent(x->args[1]);
}

static void print_call(struct print *p, const struct expr *x,
                       const struct expr *exponent);

/* C_{10}^{3} would count choices: {C_{10}}^{3}. */
static void print_put_power(struct print *p, const struct expr *x)
{
    const struct expr *base = x->args[0];
    bool counts;

    if (print_power_inside(x)) {
        print_call(p, base, x->args[1]);
        return;
    }
    counts = base->op == EXPR_SYMBOL && strchr("CAP", base->name[0]) &&
             base->name[1] == '_';
    str_add(&p->out, counts ? "{" : "");
    print_at(p, base, LEVEL_ATOM);
    str_add(&p->out, counts ? "}^{" : "^{");
    print_at(p, x->args[1], LEVEL_SUM);
    str_addc(&p->out, '}');
}

static void put_postfix(struct print *p, const struct expr *x)
{
    print_at(p, x->args[0], LEVEL_ATOM);
    for (unsigned i = 0; i < x->degree; i++)
        str_addc(&p->out, '!');
}

static void print_put_constant(struct print *p, const struct expr *x)
{
    static const char *const names[] = {
        [CONSTANT_PI] = "\\pi",
        [CONSTANT_E] = "e",
        [CONSTANT_I] = "i",
        [CONSTANT_INFINITY] = "\\infty",
        [CONSTANT_EULER_GAMMA] = "\\gamma_{E}",
        [CONSTANT_UNDEFINED] = "\\text{undefined}",
    };

    str_add(&p->out, names[x->constant]);
}

/* ---- the tree ---- */

static void print_form(struct print *p, const char *form, const struct expr *x);
static void print_put(struct print *p, const struct expr *x)
{
    const struct print_row *r = print_row(x->op);

    if (r->put)
        r->put(p, x);
    else
        print_form(p, r->form, x);
}

/* Print x in brackets, whatever its level. */
static void print_bracketed(struct print *p, const struct expr *x)
{
    str_add(&p->out, "\\left(");
    print_put(p, x);
    str_add(&p->out, "\\right)");
}

/* Print x at a place that asks for `level`. */
static void print_at(struct print *p, const struct expr *x,
                     enum print_level level)
{
    if (print_level_of(x) < level)
        print_bracketed(p, x);
    else
        print_put(p, x);
}

static bool print_is_letters(const struct print *p, size_t start)
{
    for (size_t i = start; i < p->out.n; i++)
        if (!is_letter(p->out.s[i]) && p->out.s[i] != ' ' &&
            p->out.s[i] != '\'')
            return false;
    return true;
}

/* Print the arguments from `first` on, with ", " between them. */
static void print_commas(struct print *p, const struct expr *x, unsigned first)
{
    for (unsigned i = first; i < x->count; i++) {
        if (i > first)
            str_add(&p->out, ", ");
        print_at(p, x->args[i], LEVEL_OR);
    }
}

char *print_expr(struct arena *a, const struct expr *x)
{
    struct print p = { .arena = a, .out = str_in(a) };

    print_put(&p, x);
    return p.out.s ? p.out.s : arena_strdup(a, "");
}

/*
 * Functions: those with a shape of their own (\sqrt, bars, \binom), those
 * with an index (J_{0}, \log_{2}), and all others by name, with the arguments
 * in brackets.
 */

/* Forms that need no name; NULL for all others. */
static const char *print_shape_of(enum function_id id)
{
    switch (id) {
    case FN_SQRT: return "\\sqrt{@0s}";
    case FN_ROOT: return "\\sqrt[@0s]{@1s}";
    case FN_ABS: return "\\left|@0s\\right|";
    case FN_NORM: return "\\left\\|@0s\\right\\|";
    case FN_FLOOR: return "\\left\\lfloor @0s\\right\\rfloor";
    case FN_CEIL: return "\\left\\lceil @0s\\right\\rceil";
    case FN_BINOM: return "\\binom{@0s}{@1s}";
    default: return NULL;
    }
}

/* Is the first argument written as an index? */
static bool has_index(enum function_id id)
{
    switch (id) {
    case FN_LOGB:
    case FN_POLYLOG:
    case FN_LAMBERT:
    case FN_BESSEL_J:
    case FN_BESSEL_Y:
    case FN_BESSEL_I:
    case FN_BESSEL_K:
    case FN_HERMITE:
    case FN_CHEBYSHEV_T:
    case FN_CHEBYSHEV_U:
    case FN_LEGENDRE_Q:
    case FN_EN: return true;
    default: return false;
    }
}

/* Is the LaTeX of its card the name of this function alone? Those that share
 * a letter are printed by their full names. */
static bool latex_is_name(enum function_id id)
{
    if (id <= FN_DIGAMMA)
        return true;
    switch (id) {
    case FN_GAMMA_INC:
    case FN_ERF:
    case FN_ERFC:
    case FN_ERFI:
    case FN_EI:
    case FN_LI:
    case FN_SI:
    case FN_CI:
    case FN_SHI:
    case FN_CHI:
    case FN_AIRY_AI:
    case FN_AIRY_BI:
    case FN_ZETA: return true;
    default: return has_index(id);
    }
}

/* Is this function written \sin\left(x\right), with room for an exponent
 * behind its name? */
static bool print_named_call(const struct expr *x)
{
    return x->op != EXPR_CALL || !print_shape_of(x->function->id);
}

/* Is the name a letter, which means something else on a left side? */
static bool print_is_letter_name(const struct function *f)
{
    return f->latex[0] != '\\' || f->id == FN_GAMMA || f->id == FN_ZETA ||
           f->id == FN_GAMMA_INC;
}

static bool print_put_name(struct print *p, const struct expr *x)
{
    const struct function *f = x->function;
    bool latex =
        latex_is_name(f->id) && !(p->left == x && print_is_letter_name(f));

    if (latex)
        str_add(&p->out, f->latex);
    else
        str_addf(&p->out, "\\operatorname{%s}", f->name);
    return latex;
}

/* Print a call. An exponent that is not NULL stands behind the name: \sin^{2}.
 */
static void print_call(struct print *p, const struct expr *x,
                       const struct expr *exponent)
{
    bool call = x->op == EXPR_CALL, latex = true;
    unsigned first = 0;

    if (!print_named_call(x)) {
        print_form(p, print_shape_of(x->function->id), x);
        return;
    }
    if (call)
        latex = print_put_name(p, x);
    else
        print_symbol(p, x->name);
    if (call && latex && has_index(x->function->id) && x->count == 2) {
        print_form(p, "_{@0s}", x);
        first = 1;
    }
    if (exponent) {
        str_add(&p->out, "^{");
        print_at(p, exponent, LEVEL_SUM);
        str_addc(&p->out, '}');
    }
    str_add(&p->out, "\\left(");
    print_commas(p, x, first);
    str_add(&p->out, "\\right)");
}

/*
 * What has brackets of its own, binds a variable, or says something: sets,
 * matrices, sums, integrals, limits, relations.
 */

/* ---- sums, integrals, limits, derivatives ---- */

static bool ends_with_d(const struct print *p)
{
    size_t n = p->out.n;

    return n > 1 && p->out.s[n - 1] == 'd' && !is_letter(p->out.s[n - 2]);
}

static void put_integral(struct print *p, const struct expr *x)
{
    size_t start;

    print_form(p, x->count == 4 ? "\\int_{@2s}^{@3s} " : "\\int ", x);
    start = p->out.n;
    /* The body of a derivative would take a dx that is not its own. */
    print_at(p, x->args[0],
             x->args[0]->op == EXPR_DERIVATIVE ? LEVEL_FACTOR : LEVEL_TERM);
    if (ends_with_d(p)) { /* d dx would be a differential of its own */
        p->out.n = start;
        print_bracketed(p, x->args[0]);
    }
    print_form(p, " \\, d@1f", x);
}

static void put_number(struct print *p, const struct expr *x)
{
    print_number(p, x->number);
}

static void put_symbol(struct print *p, const struct expr *x)
{
    print_symbol(p, x->name);
}

static void put_call(struct print *p, const struct expr *x)
{
    print_call(p, x, NULL);
}

static void print_put_limit(struct print *p, const struct expr *x)
{
    print_form(p,
               x->side > 0   ? "\\lim_{@1f \\to @2x^{+}} @0t"
               : x->side < 0 ? "\\lim_{@1f \\to @2x^{-}} @0t"
                             : "\\lim_{@1f \\to @2s} @0t",
               x);
}

static void put_derivative(struct print *p, const struct expr *x)
{
    if (x->degree == 1) {
        print_form(p, "\\frac{d}{d@1f} @0t", x);
        return;
    }
    str_addf(&p->out, "\\frac{d^{%u}}{d", x->degree);
    print_at(p, x->args[1], LEVEL_FACTOR);
    str_addf(&p->out, "^{%u}", x->degree);
    print_form(p, "} @0t", x);
}

/* ---- matrices, cases ---- */

static void put_matrix(struct print *p, const struct expr *x)
{
    unsigned columns = x->rows ? x->count / x->rows : 0;

    str_add(&p->out, "\\begin{pmatrix} ");
    for (unsigned i = 0; i < x->count; i++) {
        if (i)
            str_add(&p->out, i % columns ? " & " : " \\\\ ");
        print_at(p, x->args[i], LEVEL_RELATION);
    }
    str_add(&p->out, " \\end{pmatrix}");
}

static void put_cases(struct print *p, const struct expr *x)
{
    str_add(&p->out, "\\begin{cases} ");
    for (unsigned i = 0; i < x->count; i++) {
        if (i)
            str_add(&p->out, i % 2 ? " & " : " \\\\ ");
        if (x->args[i])
            print_at(p, x->args[i], i % 2 ? LEVEL_OR : LEVEL_SUM);
        else
            str_add(&p->out, "\\text{otherwise}");
    }
    str_add(&p->out, " \\end{cases}");
}

/* ---- sets ---- */

static bool print_is_infinite(const struct expr *x)
{
    if (x->op == EXPR_NEG)
        x = x->args[0];
    return expr_is_constant(x, CONSTANT_INFINITY);
}

static void put_domain(struct print *p, const struct expr *x)
{
    if (strcmp(x->name, "empty") == 0)
        str_add(&p->out, "\\emptyset");
    else
        str_addf(&p->out, "\\mathbb{%s}", x->name);
}

/*
 * (0, 1) alone would read as a pair: outward brackets say that it is an open
 * interval. Among sets, and with an infinite end, round ones do.
 */
static void print_put_interval(struct print *p, const struct expr *x,
                               bool among)
{
    bool outward = !among && x->open_from && x->open_to &&
                   !print_is_infinite(x->args[0]) &&
                   !print_is_infinite(x->args[1]);

    str_add(&p->out, outward        ? "\\left]"
                     : x->open_from ? "\\left("
                                    : "\\left[");
    print_commas(p, x, 0);
    str_add(&p->out, outward      ? "\\right["
                     : x->open_to ? "\\right)"
                                  : "\\right]");
}

/* ---- statements ---- */

static const char *relation_latex(enum relation r)
{
    static const char *const names[] = {
        [RELATION_EQ] = " = ",
        [RELATION_NE] = " \\ne ",
        [RELATION_LT] = " < ",
        [RELATION_LE] = " \\le ",
        [RELATION_GT] = " > ",
        [RELATION_GE] = " \\ge ",
        [RELATION_APPROX] = " \\approx ",
        [RELATION_IN] = " \\in ",
        [RELATION_NOT_IN] = " \\notin ",
        [RELATION_SUBSET] = " \\subset ",
        [RELATION_DIVIDES] = " \\mid ",
        [RELATION_TO] = " \\to ",
    };

    return names[r];
}

static void put_relation(struct print *p, const struct expr *x)
{
    p->left = x->args[0];
    for (unsigned i = 0; i < x->count; i++) {
        if (i)
            str_add(&p->out, relation_latex(x->relations[i - 1]));
        if (i && x->args[i]->op == EXPR_INTERVAL &&
            (x->relations[i - 1] == RELATION_IN ||
             x->relations[i - 1] == RELATION_NOT_IN))
            print_put_interval(p, x->args[i], true);
        else
            print_at(p, x->args[i], LEVEL_SET);
    }
}

/* In a set, a colon would begin a condition. */
static void print_put_set(struct print *p, const struct expr *x)
{
    str_add(&p->out, "\\{");
    for (unsigned i = 0; i < x->count; i++) {
        bool ratio = x->args[i]->op == EXPR_RATIO;

        if (i)
            str_add(&p->out, ", ");
        print_at(p, x->args[i], ratio ? LEVEL_SUM : LEVEL_RELATION);
    }
    str_add(&p->out, "\\}");
}

/* Lists of lists have semicolons between them. */
static void put_list(struct print *p, const struct expr *x)
{
    bool nested = false;

    for (unsigned i = 0; i < x->count; i++)
        nested |= x->args[i]->op == EXPR_LIST || x->args[i]->op == EXPR_AND ||
                  x->args[i]->op == EXPR_OR;
    if (!nested)
        print_commas(p, x, 0);
    for (unsigned i = 0; nested && i < x->count; i++) {
        str_add(&p->out, i ? "; " : "");
        print_at(p, x->args[i], LEVEL_LIST);
    }
}

static void put_tuple(struct print *p, const struct expr *x)
{
    str_add(&p->out, "\\left(");
    print_commas(p, x, 0);
    str_add(&p->out, "\\right)");
}

static void put_interval(struct print *p, const struct expr *x)
{
    print_put_interval(p, x, false);
}

/* ---- the table ---- */

static const struct print_row rows[] = {
    [EXPR_NUMBER] = { LEVEL_ATOM, NULL, put_number },
    [EXPR_SYMBOL] = { LEVEL_ATOM, NULL, put_symbol },
    [EXPR_CONSTANT] = { LEVEL_ATOM, NULL, print_put_constant },
    [EXPR_TEXT] = { LEVEL_FACTOR, NULL, print_text },
    [EXPR_DOTS] = { LEVEL_ATOM, "\\ldots", NULL },
    [EXPR_NEG] = { LEVEL_NEG, "-@0t", NULL },
    [EXPR_ADD] = { LEVEL_SUM, NULL, put_sum },
    [EXPR_PLUSMINUS] = { LEVEL_SUM, NULL, put_plusminus },
    [EXPR_QUANTITY] = { LEVEL_SUM, NULL, put_quantity },
    [EXPR_MUL] = { LEVEL_TERM, NULL, put_product },
    [EXPR_DIV] = { LEVEL_FACTOR, "\\frac{@0s}{@1s}", NULL },
    [EXPR_POW] = { LEVEL_FACTOR, NULL, print_put_power },
    [EXPR_FACTORIAL] = { LEVEL_FACTOR, NULL, put_postfix },
    [EXPR_PERCENT] = { LEVEL_FACTOR, "@0x\\%", NULL },
    [EXPR_DEGREE] = { LEVEL_FACTOR, "@0x^{\\circ}", NULL },
    /* -a mod b is (-a) mod b */
    [EXPR_MOD] = { LEVEL_NEG, "@0f \\bmod @1f", NULL },
    [EXPR_CALL] = { LEVEL_FACTOR, NULL, put_call },
    [EXPR_APPLY] = { LEVEL_FACTOR, NULL, put_call },
    [EXPR_SUM] = { LEVEL_TERM, "\\sum_{@1f = @2s}^{@3s} @0t", NULL },
    [EXPR_PRODUCT] = { LEVEL_TERM, "\\prod_{@1f = @2s}^{@3s} @0t", NULL },
    [EXPR_INTEGRAL] = { LEVEL_TERM, NULL, put_integral },
    [EXPR_LIMIT] = { LEVEL_TERM, NULL, print_put_limit },
    [EXPR_DERIVATIVE] = { LEVEL_TERM, NULL, put_derivative },
    [EXPR_MATRIX] = { LEVEL_ATOM, NULL, put_matrix },
    [EXPR_CASES] = { LEVEL_ATOM, NULL, put_cases },
    [EXPR_TUPLE] = { LEVEL_ATOM, NULL, put_tuple },
    [EXPR_LIST] = { LEVEL_LIST, NULL, put_list },
    [EXPR_SET] = { LEVEL_ATOM, NULL, print_put_set },
    [EXPR_INTERVAL] = { LEVEL_ATOM, NULL, put_interval },
    [EXPR_UNION] = { LEVEL_SET, "*s \\cup ", NULL },
    [EXPR_INTERSECTION] = { LEVEL_SET, "*s \\cap ", NULL },
    [EXPR_DIFFERENCE] = { LEVEL_SET, "*s \\setminus ", NULL },
    [EXPR_RATIO] = { LEVEL_SET, "*s : ", NULL },
    [EXPR_BUILDER] = { LEVEL_ATOM, "\\{@0s \\mid @1l\\}", NULL },
    [EXPR_DOMAIN] = { LEVEL_ATOM, NULL, put_domain },
    [EXPR_RELATION] = { LEVEL_RELATION, NULL, put_relation },
    [EXPR_CONGRUENT] = { LEVEL_RELATION, "@0s \\equiv @1s \\pmod{@2s}", NULL },
    [EXPR_AND] = { LEVEL_AND, "*r \\text{ and } ", NULL },
    [EXPR_OR] = { LEVEL_OR, "*a \\text{ or } ", NULL },
};

static const struct print_row *print_row(enum expr_op op)
{
    return &rows[op];
}

static enum print_level print_level_at(char letter)
{
    return (enum print_level)(strchr(levels, letter) - levels);
}

static void print_form(struct print *p, const char *form, const struct expr *x)
{
    if (x->op == EXPR_CONGRUENT)
        p->left = x->args[0];
    for (unsigned i = 0; *form == '*' && i < x->count; i++) {
        str_add(&p->out, i ? form + 2 : "");
        if (x->args[i]->op == EXPR_INTERVAL && x->op != EXPR_RATIO)
            print_put_interval(p, x->args[i], true);
        else
            print_at(p, x->args[i], print_level_at(form[1]));
    }
    while (*form != '*' && *form) {
        size_t n = strcspn(form, "@");

        str_addn(&p->out, form, n);
        form += n;
        if (!*form)
            break;
        print_at(p, x->args[form[1] - '0'], print_level_at(form[2]));
        form += 3;
    }
}
