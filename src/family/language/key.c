/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/key.h"
#include "base/ascii.h"
#include "family/recipe/keys.h"

#include <string.h>

/* ---- writing ---- */

/* A fraction whose denominator has the primes 2 and 5 alone: 3.25. */
static const char *write_decimal(struct reckoning *r, struct val x)
{
    struct str out = str_in(r->arena);
    struct val scaled = x;
    int places = 0;

    while (scaled.kind == VAL_RATIO && places < 40) {
        scaled = val_mul(r, scaled, val_int(10));
        places++;
    }
    if (!val_is_whole(scaled)) {
        val_fail(r, "%s is no finite decimal", val_what(r, x));
        return NULL;
    }
    val_write(&out, scaled);
    if (places) {
        bool minus = out.s[0] == '-';
        const char *digits = out.s + minus;
        size_t n = strlen(digits),
               pad = n <= (size_t)places ? (size_t)places + 1 - n : 0;
        struct str point = str_in(r->arena);

        str_add(&point, minus ? "-" : "");
        for (size_t i = 0; i < n + pad; i++) {
            if (i == n + pad - (size_t)places)
                str_addc(&point, '.');
            str_addc(&point, i < pad ? '0' : digits[i - pad]);
        }
        return str_get(&point);
    }
    return str_get(&out);
}

/* The items of a key are numbers. */
static bool has_numbers(struct val x)
{
    for (size_t i = 0; i < x.row->n; i++)
        if (!val_is_number(x.row->at[i]))
            return false;
    return true;
}

static bool is_kind(enum answer_kind kind, struct val x)
{
    switch (kind) {
    case ANSWER_INTEGER: return val_is_whole(x);
    case ANSWER_RATIONAL:
    case ANSWER_DECIMAL: return val_is_number(x);
    case ANSWER_EXPRESSION: return x.kind == VAL_POLY || val_is_number(x);
    case ANSWER_SET: return x.kind == VAL_SET && has_numbers(x);
    case ANSWER_LIST: return x.kind == VAL_LIST && has_numbers(x);
    case ANSWER_TUPLE:
        return (x.kind == VAL_TUPLE || x.kind == VAL_LIST) && has_numbers(x);
    case ANSWER_TEXT: return x.kind == VAL_TEXT;
    default: return false;
    }
}

const char *key_write(struct reckoning *r, enum answer_kind kind, struct val x)
{
    struct str out = str_in(r->arena);

    if (r->failed)
        return NULL;
    if (!is_kind(kind, x)) {
        val_fail(r, "the answer is of the kind \"%s\", and the key is %s",
                 answer_name(kind), val_what(r, x));
        return NULL;
    }
    if (kind == ANSWER_DECIMAL)
        return write_decimal(r, x);
    if (kind == ANSWER_TUPLE)
        x.kind = VAL_TUPLE;
    if (kind == ANSWER_LIST)
        x = val_sorted_list(r, x);
    val_say(r, &out, x);
    if (out.n == 0)
        val_fail(r, "the key is empty");
    return r->failed ? NULL : str_get(&out);
}

/* ---- reading ---- */

static struct val read_rational(struct reckoning *r, const char *text,
                                bool (*read)(const char *, fmpq_t))
{
    fmpq_t x;

    fmpq_init(x);
    if (read(text, x))
        return val_fmpq(r, x);
    fmpq_clear(x);
    return VAL_FAILED;
}

static struct val read_items(struct reckoning *r, const char *text,
                             const char *open, const char *close,
                             enum val_kind kind)
{
    const char **items;
    size_t n;
    struct val d;

    if (!key_items(r->arena, text, open, close, &items, &n))
        return VAL_FAILED;
    d = val_row(r, kind, n);
    for (size_t i = 0; i < n && !r->failed; i++) {
        d.row->at[i] = key_value(r, ANSWER_RATIONAL, items[i]);
        if (d.row->at[i].kind == VAL_NOTHING)
            return VAL_FAILED;
    }
    if (kind == VAL_SET && !r->failed)
        d = val_sorted(r, d); /* a set is searched by halves */
    return r->failed ? VAL_FAILED : d;
}

/* One term as val_write() writes it: "3x^2", "\frac{1}{2}x", "5". Returns its
 * length, or 0. */
static size_t read_term(struct reckoning *r, const char *text, char *symbol,
                        fmpq_t c, slong *power)
{
    size_t n = 0, at;
    const char *number;

    while (text[n] && text[n] != ' ' &&
           !(is_letter(text[n]) && text[0] != '\\'))
        n++;
    if (text[0] == '\\') { /* \frac{p}{q} */
        n = strcspn(text, "}");
        n += text[n] ? 1 + strcspn(text + n + 1, "}") : 0;
        n += text[n] ? 1 : 0;
    }
    number = arena_strndup(r->arena, text, n);
    if (n == 0)
        fmpq_one(c);
    else if (!key_rational(number, c))
        return 0;
    *power = 0;
    at = n;
    if (is_letter(text[at])) {
        if (*symbol && *symbol != text[at])
            return 0;
        *symbol = text[at++];
        *power = 1;
        if (text[at] == '^') {
            at++;
            if (text[at] == '{')
                at++;
            for (*power = 0; is_digit(text[at]) && *power < 1000; at++)
                *power = 10 * *power + (text[at] - '0');
            if (text[at] == '}')
                at++;
        }
    }
    return at;
}

static struct val read_poly(struct reckoning *r, const char *text)
{
    char symbol[2] = "";
    bool minus = *text == '-', ok = true;
    fmpq_poly_t p;
    fmpq_t c;

    fmpq_poly_init(p);
    fmpq_init(c);
    text += minus;
    while (ok && *text) {
        slong power;
        size_t n = read_term(r, text, symbol, c, &power);

        ok = n > 0;
        text += n;
        if (minus)
            fmpq_neg(c, c);
        if (ok)
            fmpq_poly_set_coeff_fmpq(p, power, c);
        minus = str_starts(text, " - ");
        if (minus || str_starts(text, " + "))
            text += 3;
        else
            ok = ok && !*text;
    }
    fmpq_clear(c);
    if (ok)
        return val_poly(r, p, *symbol ? arena_strdup(r->arena, symbol) : "x");
    fmpq_poly_clear(p);
    return VAL_FAILED;
}

static struct val read_any(struct reckoning *r, enum answer_kind kind,
                           const char *text)
{
    switch (kind) {
    case ANSWER_INTEGER:
    case ANSWER_RATIONAL: return read_rational(r, text, key_rational);
    case ANSWER_DECIMAL: return read_rational(r, text, key_decimal);
    case ANSWER_EXPRESSION: return read_poly(r, text);
    case ANSWER_SET: return read_items(r, text, "\\{", "\\}", VAL_SET);
    case ANSWER_LIST: return read_items(r, text, "", "", VAL_LIST);
    case ANSWER_TUPLE: return read_items(r, text, "(", ")", VAL_TUPLE);
    case ANSWER_TEXT: return *text ? val_text(text) : VAL_FAILED;
    default: return VAL_FAILED;
    }
}

/* What is read must be written the same way. */
struct val key_value(struct reckoning *r, enum answer_kind kind,
                     const char *text)
{
    struct val x = read_any(r, kind, text);
    struct reckoning again = *r;
    const char *same;

    if (x.kind == VAL_NOTHING || r->failed)
        return VAL_FAILED;
    same = key_write(&again, kind, x);
    r->work = again.work;
    return same && str_eq(same, text) ? x : VAL_FAILED;
}
