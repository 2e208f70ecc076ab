/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "math/tree/print_int.h"

#include <string.h>

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
static bool scaled(fmpz_t out, const fmpq_t value, int base, int places)
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
    good = scaled(mantissa, value, n->base, n->places);
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

void print_number(struct print *p, const struct expr_number *n)
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

enum print_level print_number_level(const struct expr_number *n)
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

static bool is_greek(const char *s, size_t n)
{
    static const char *const names[] = {
        "alpha", "beta",    "gamma",   "delta",  "epsilon", "zeta",     "eta",
        "theta", "iota",    "kappa",   "lambda", "mu",      "nu",       "xi",
        "pi",    "rho",     "sigma",   "tau",    "upsilon", "phi",      "chi",
        "psi",   "omega",   "Gamma",   "Delta",  "Theta",   "Lambda",   "Xi",
        "Pi",    "Sigma",   "Upsilon", "Phi",    "Psi",     "Omega",    "ell",
        "hbar",  "partial", "nabla",   "aleph",  "varphi",  "vartheta",
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strlen(names[i]) == n && memcmp(names[i], s, n) == 0)
            return true;
    return false;
}

static bool is_accent(const char *s, size_t n)
{
    static const char *const names[] = {
        "bar",   "hat",   "vec",   "dot",  "ddot",      "tilde", "check",
        "breve", "acute", "grave", "ring", "underline", "angle", "triangle",
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strlen(names[i]) == n && memcmp(names[i], s, n) == 0)
            return true;
    return false;
}

/* Letters at the beginning, where they make a word. */
static size_t word_length(const char *name)
{
    size_t n = 0;

    while (is_letter(name[n]))
        n++;
    return n > 1 && name[n] != '{' && !is_greek(name, n) ? n : 0;
}

bool print_is_word(const char *name)
{
    return word_length(name) != 0;
}

/* "x", "epsilon", "bar{x}", each perhaps with "_{1}" and primes behind. */
void print_symbol(struct print *p, const char *name)
{
    size_t n = 0;

    while (is_letter(name[n]))
        n++;
    if (n > 1 && name[n] == '{' && !is_accent(name, n)) {
        str_add(&p->out, name); /* letters that an accent stood over */
        return;
    }
    if (n > 1 && (name[n] == '{' || is_greek(name, n))) {
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
void print_unit(struct print *p, const char *name)
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

void print_text(struct print *p, const char *text)
{
    str_add(&p->out, "\\text{");
    str_add(&p->out, text);
    str_addc(&p->out, '}');
}
