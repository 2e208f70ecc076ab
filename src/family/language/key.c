/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/key.h"
#include "base/ascii.h"
#include "family/language/val_complex.h"
#include "family/language/val_interval.h"
#include "family/recipe/keys.h"

#include <string.h>

/* What family/recipe/keys.h reads: 4096 digits of a whole number or of each part
 * of a fraction. A decimal has more digits than its parts. */
#define KEY_BITS     13600
#define DECIMAL_BITS 3100

#define EQUATION_LEFT "y = " /* of an equation, whose right side is the key */

/* ---- writing ---- */

/* A fraction whose denominator has the primes 2 and 5 alone: 3.25. */
static const char *point_before(struct reckoning *r, struct val scaled,
                                int places)
{
    struct str out = str_in(r->arena), point = str_in(r->arena);
    const char *digits;
    size_t n, pad;

    val_write(&out, scaled);
    if (places == 0)
        return str_get(&out);
    digits = out.s + (out.s[0] == '-');
    n = strlen(digits);
    pad = n <= (size_t)places ? (size_t)places + 1 - n : 0;
    str_add(&point, out.s[0] == '-' ? "-" : "");
    for (size_t i = 0; i < n + pad; i++) {
        if (i == n + pad - (size_t)places)
            str_addc(&point, '.');
        str_addc(&point, i < pad ? '0' : digits[i - pad]);
    }
    return str_get(&point);
}

const char *key_decimal_text(struct reckoning *r, struct val x, int places)
{
    struct val half = val_div(r, val_int(1), val_int(2)), zero = val_int(0);
    int order = 0, n = 0;

    if (!val_is_number(x))
        return NULL;
    while (places < 0 ? x.kind == VAL_RATIO && n < 40 : n < places) {
        x = val_mul(r, x, val_int(10));
        n++;
    }
    if (places >= 0 && x.kind == VAL_RATIO && val_order(r, x, zero, &order)) {
        x = val_add(r, order < 0 ? val_neg(r, x) : x, half);
        x = val_quotient(r, x, val_int(1));
        x = order < 0 ? val_neg(r, x) : x;
    }
    return val_is_whole(x) ? point_before(r, x, n) : NULL;
}

static const char *write_decimal(struct reckoning *r, struct val x)
{
    const char *text = key_decimal_text(r, x, -1);

    if (!text)
        val_fail(r, "%s is no finite decimal", val_what(r, x));
    return text;
}

/* The items of a key are numbers. */
static bool has_numbers(struct val x)
{
    for (size_t i = 0; i < x.row->n; i++)
        if (!val_is_real(x.row->at[i]))
            return false;
    return true;
}

/* The items are numbers or polynomials. */
static bool has_polynomials(struct val x)
{
    for (size_t i = 0; i < x.row->n; i++)
        if (!val_is_real(x.row->at[i]) && x.row->at[i].kind != VAL_POLY)
            return false;
    return true;
}

/* The items are tuples of numbers. */
static bool has_points(struct val x)
{
    for (size_t i = 0; i < x.row->n; i++)
        if (x.row->at[i].kind != VAL_TUPLE || !has_numbers(x.row->at[i]))
            return false;
    return true;
}

/* Rows of the same length, at least 1. */
static bool is_matrix(struct val x)
{
    if (x.kind != VAL_LIST || x.row->n == 0)
        return false;
    for (size_t i = 0; i < x.row->n; i++) {
        struct val row = x.row->at[i];

        if (row.kind != VAL_LIST && row.kind != VAL_TUPLE)
            return false;
        if (row.row->n == 0 || row.row->n != x.row->at[0].row->n ||
            !has_numbers(row))
            return false;
    }
    return true;
}

static void write_matrix(struct reckoning *r, struct str *out, struct val x)
{
    str_add(out, "\\begin{pmatrix} ");
    for (size_t i = 0; i < x.row->n && !r->failed; i++) {
        const struct val_row *row = x.row->at[i].row;

        str_add(out, i ? " \\\\ " : "");
        for (size_t j = 0; j < row->n && !r->failed; j++) {
            str_add(out, j ? " & " : "");
            val_say(r, out, row->at[j]);
        }
    }
    str_add(out, " \\end{pmatrix}");
}

/* The numbers of a key are short enough to be read. */
static bool are_short(struct reckoning *r, struct val x)
{
    struct str out = str_in(r->arena);
    bool ok = true;

    if (x.kind == VAL_NUMBER && number_is_short(x.number))
        return true;
    if (x.kind == VAL_NUMBER || x.kind == VAL_COMPLEX)
        return val_say(r, &out, x) && out.n <= NUMBER_TEXT;
    if (x.kind == VAL_RATIO || x.kind == VAL_POLY || x.kind == VAL_BIG)
        return val_bits(x) <= KEY_BITS;
    for (size_t i = 0; ok && x.kind == VAL_INTERVAL && i < x.interval->n; i++)
        ok = are_short(r, x.interval->at[i].x);
    for (size_t i = 0; ok && val_is_row(x) && i < x.row->n; i++)
        ok = are_short(r, x.row->at[i]);
    return ok;
}

static bool is_kind(enum answer_kind kind, struct val x)
{
    switch (kind) {
    case ANSWER_INTEGER: return val_is_whole(x);
    case ANSWER_RATIONAL:
    case ANSWER_DECIMAL: return val_is_number(x);
    case ANSWER_NUMBER: return val_is_complex(x);
    case ANSWER_INTERVAL: return x.kind == VAL_INTERVAL;
    case ANSWER_MATRIX: return is_matrix(x);
    case ANSWER_EQUATION:
    case ANSWER_EXPRESSION: return x.kind == VAL_POLY || val_is_number(x);
    case ANSWER_SET:
        return x.kind == VAL_SET && (has_numbers(x) || has_points(x));
    case ANSWER_LIST: return x.kind == VAL_LIST && has_numbers(x);
    case ANSWER_TUPLE:
        return (x.kind == VAL_TUPLE || x.kind == VAL_LIST) &&
               has_polynomials(x);
    case ANSWER_TEXT: return x.kind == VAL_TEXT && !strchr(x.text, '\n');
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
    if (!are_short(r, x) ||
        (kind == ANSWER_DECIMAL && val_bits(x) > DECIMAL_BITS)) {
        val_fail(r, "a number of the key is too long");
        return NULL;
    }
    if (kind == ANSWER_DECIMAL)
        return write_decimal(r, x);
    if (kind == ANSWER_TUPLE)
        x.kind = VAL_TUPLE;
    if (kind == ANSWER_LIST)
        x = val_sorted_list(r, x);
    if (r->failed)
        return NULL;
    str_add(&out, kind == ANSWER_EQUATION ? EQUATION_LEFT : "");
    if (kind == ANSWER_MATRIX)
        write_matrix(r, &out, x);
    else
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
                             enum val_kind kind);
static struct val read_poly(struct reckoning *r, const char *text);

static struct val read_item(struct reckoning *r, const char *text,
                            enum val_kind of)
{
    struct val x;

    if (of == VAL_SET && *text == '(')
        return read_items(r, text, "(", ")", VAL_TUPLE);
    x = number_read(r, text);
    return of == VAL_TUPLE && x.kind == VAL_NOTHING ? read_poly(r, text) : x;
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
        d.row->at[i] = read_item(r, items[i], kind);
        if (d.row->at[i].kind == VAL_NOTHING)
            return VAL_FAILED;
    }
    if (r->failed)
        return VAL_FAILED;
    return kind == VAL_SET ? val_sorted(r, d) : d;
}

/* Split the text at the sign between entries, or rows. */
static struct val split(struct reckoning *r, const char *text, const char *at,
                        struct val (*read)(struct reckoning *, const char *))
{
    size_t n = 1, i = 0;
    struct val d;

    for (const char *p = text; (p = strstr(p, at)); p += strlen(at))
        n++;
    d = val_row(r, VAL_LIST, n);
    for (const char *end; !r->failed; text = end + strlen(at)) {
        size_t size;

        end = strstr(text, at);
        size = end ? (size_t)(end - text) : strlen(text);
        d.row->at[i] = read(r, arena_strndup(r->arena, text, size));
        if (d.row->at[i++].kind == VAL_NOTHING)
            return VAL_FAILED;
        if (!end)
            break;
    }
    return r->failed ? VAL_FAILED : d;
}

static struct val read_row(struct reckoning *r, const char *text)
{
    return split(r, text, " & ", number_read);
}

static struct val read_matrix(struct reckoning *r, const char *text)
{
    static const char begin[] = "\\begin{pmatrix} ", end[] = " \\end{pmatrix}";
    size_t n = strlen(text), head = sizeof(begin) - 1, tail = sizeof(end) - 1;

    if (n < head + tail || !str_starts(text, begin) ||
        !str_eq(text + n - tail, end))
        return VAL_FAILED;
    return split(r, arena_strndup(r->arena, text + head, n - head - tail),
                 " \\\\ ", read_row);
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
    case ANSWER_NUMBER: return complex_read(r, text);
    case ANSWER_INTERVAL: return interval_read(r, text);
    case ANSWER_MATRIX: return read_matrix(r, text);
    case ANSWER_EXPRESSION: return read_poly(r, text);
    case ANSWER_EQUATION:
        return str_starts(text, EQUATION_LEFT)
                   ? read_poly(r, text + strlen(EQUATION_LEFT))
                   : VAL_FAILED;
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
    if (again.failed && r->work.ceiling)
        val_spend(r, 1); /* says that there was too much work */
    return same && str_eq(same, text) ? x : VAL_FAILED;
}
