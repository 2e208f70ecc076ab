/* SPDX-License-Identifier: Apache-2.0 */

/* The order of values, what is found by it, and values as text. */
#include "family/language/val.h"
#include "family/language/val_complex.h"
#include "family/language/val_interval.h"
#include "family/recipe/latex.h"
#include "math/exact/integer.h"

#include <string.h>

/* ---- order ---- */

static int order_of_ints(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int order_of_numbers(struct reckoning *r, struct val a, struct val b)
{
    fmpq_t x, y;
    int order;

    val_spend_on(r, a, b);
    if (a.kind == VAL_RATIO && b.kind == VAL_RATIO)
        return fmpq_cmp(a.ratio, b.ratio);
    fmpq_init(x);
    fmpq_init(y);
    val_get_fmpq(r, a, x);
    val_get_fmpq(r, b, y);
    order = fmpq_cmp(x, y);
    fmpq_clear(x);
    fmpq_clear(y);
    return order;
}

/* Closed forms, and infinity. */
static bool order_of_reals(struct reckoning *r, struct val a, struct val b,
                           int *order)
{
    if (a.kind == VAL_INFINITE || b.kind == VAL_INFINITE) {
        *order = order_of_ints(a.kind == VAL_INFINITE ? a.i : 0,
                               b.kind == VAL_INFINITE ? b.i : 0);
        return true;
    }
    if (number_order(a, b, order))
        return val_spend(r, 4);
    return number_sign(r, number_op(r, a, b, NUMBER_COMPARE), order);
}

static bool has_order(struct val x)
{
    return val_is_real(x) || x.kind == VAL_INFINITE;
}

/* Lists in lists: false, and a failure, if there are too many. */
static bool go_deeper(struct reckoning *r)
{
    if (++r->depth > VAL_DEPTH)
        val_fail(r, "lists stand in lists more than %d deep", VAL_DEPTH);
    return !r->failed;
}

static bool order_of_rows(struct reckoning *r, const struct val_row *a,
                          const struct val_row *b, int *order)
{
    *order = 0;
    if (!go_deeper(r))
        return false;
    for (size_t i = 0; i < a->n && i < b->n && *order == 0; i++)
        if (!val_order(r, a->at[i], b->at[i], order))
            return false;
    r->depth--;
    if (*order == 0)
        *order = (a->n > b->n) - (a->n < b->n);
    return true;
}

/* A tuple is compared as a list; a set only with a set. */
static bool are_rows(struct val a, struct val b)
{
    return val_is_row(a) && val_is_row(b) &&
           (a.kind == VAL_SET) == (b.kind == VAL_SET);
}

bool val_order(struct reckoning *r, struct val a, struct val b, int *order)
{
    if (!val_spend(r, 1))
        return false;
    if (a.kind == VAL_INT && b.kind == VAL_INT) {
        *order = order_of_ints(a.i, b.i);
        return true;
    }
    if (val_is_number(a) && val_is_number(b)) {
        *order = order_of_numbers(r, a, b);
        return true;
    }
    if (a.kind == b.kind && a.kind == VAL_TEXT) {
        *order = strcmp(a.text, b.text);
        return true;
    }
    if (a.kind == b.kind && a.kind == VAL_TRUTH) {
        *order = a.truth - b.truth;
        return true;
    }
    if (has_order(a) && has_order(b))
        return order_of_reals(r, a, b, order);
    if (are_rows(a, b))
        return order_of_rows(r, a.row, b.row, order);
    val_fail(r, "%s and %s cannot be compared", val_what(r, a), val_what(r, b));
    return false;
}

bool val_equal(struct reckoning *r, struct val a, struct val b, bool *equal)
{
    int order = 1;

    if (a.kind == VAL_POLY || b.kind == VAL_POLY) {
        if (a.kind != b.kind && !(val_is_number(a) || val_is_number(b)))
            return val_order(r, a, b, &order); /* says why not */
        *equal = a.kind == b.kind && str_eq(a.poly->symbol, b.poly->symbol) &&
                 fmpq_poly_equal(a.poly->p, b.poly->p);
        return val_spend(r, 4);
    }
    if (a.kind == VAL_INTERVAL && b.kind == VAL_INTERVAL)
        return interval_equal(r, a.interval, b.interval, equal);
    if ((a.kind == VAL_COMPLEX && val_is_complex(b)) ||
        (b.kind == VAL_COMPLEX && val_is_real(a)))
        return complex_equal(r, a, b, equal);
    if ((a.kind == VAL_NUMBER || b.kind == VAL_NUMBER) && val_is_real(a) &&
        val_is_real(b)) {
        struct val rest = number_op(r, a, b, NUMBER_COMPARE);

        if (!r->failed && rest.kind != VAL_INT && number_has_roots_alone(rest))
            *equal = false;
        else if (number_sign(r, rest, &order))
            *equal = order == 0;
        return !r->failed;
    }
    if (are_rows(a, b)) {
        *equal = a.row->n == b.row->n;
        if (!go_deeper(r))
            return false;
        for (size_t i = 0; *equal && i < a.row->n; i++)
            if (!val_equal(r, a.row->at[i], b.row->at[i], equal))
                return false;
        r->depth--;
        return val_spend(r, 1);
    }
    if (!val_order(r, a, b, &order))
        return false;
    *equal = order == 0;
    return true;
}

static bool find_in_set(struct reckoning *r, const struct val_row *set,
                        struct val x, bool *has)
{
    size_t from = 0, to = set->n;
    int order = 1;

    while (from < to && order != 0) {
        size_t half = from + (to - from) / 2;

        if (!val_order(r, set->at[half], x, &order))
            return false;
        if (order < 0)
            from = half + 1;
        else
            to = half;
    }
    *has = order == 0;
    return true;
}

bool val_has(struct reckoning *r, struct val row, struct val x, bool *has)
{
    *has = false;
    if (row.kind == VAL_INTERVAL)
        return interval_has(r, row.interval, x, has);
    if (!val_is_row(row)) {
        val_fail(r, "a list or set is needed, not %s", val_what(r, row));
        return false;
    }
    if (row.kind == VAL_SET)
        return find_in_set(r, row.row, x, has);
    for (size_t i = 0; !*has && i < row.row->n; i++)
        if (!val_equal(r, row.row->at[i], x, has))
            return false;
    return true;
}

/* Merges the sorted halves of at[0..n). */
static bool merge_sort(struct reckoning *r, struct val *at, size_t n,
                       struct val *spare)
{
    size_t half = n / 2, i = 0, j = half, k = 0;

    if (n < 2)
        return true;
    if (!merge_sort(r, at, half, spare) ||
        !merge_sort(r, at + half, n - half, spare))
        return false;
    while (i < half || j < n) {
        int order = i == half ? 1 : -1;

        if (i < half && j < n && !val_order(r, at[i], at[j], &order))
            return false;
        spare[k++] = order <= 0 ? at[i++] : at[j++];
    }
    memcpy(at, spare, n * sizeof(*at));
    return true;
}

struct val val_sorted(struct reckoning *r, struct val set)
{
    struct val_row *row = set.row;
    struct val *spare = arena_array(r->arena, struct val, row->n + 1);
    size_t kept = 0;

    if (!merge_sort(r, row->at, row->n, spare))
        return VAL_FAILED;
    for (size_t i = 0; set.kind == VAL_SET && i < row->n; i++) {
        int order = 1;

        if (kept && !val_order(r, row->at[kept - 1], row->at[i], &order))
            return VAL_FAILED;
        if (order != 0)
            row->at[kept++] = row->at[i];
    }
    if (set.kind == VAL_SET)
        row->n = kept;
    return set;
}

struct val val_sorted_list(struct reckoning *r, struct val row)
{
    struct val list = val_row(r, VAL_LIST, row.row->n);

    if (r->failed)
        return VAL_FAILED;
    if (row.row->n)
        memcpy(list.row->at, row.row->at, row.row->n * sizeof(*list.row->at));
    return val_sorted(r, list);
}

/* ---- writing ---- */

static bool write_at(struct str *out, struct val x, unsigned depth, size_t end);

/* What is too deep, or goes on behind `end`, is cut: false then. */
static bool write_row(struct str *out, const struct val_row *row,
                      unsigned depth, size_t end)
{
    for (size_t i = 0; i < row->n; i++) {
        str_add(out, i ? ", " : "");
        if (depth == VAL_DEPTH || out->n > end ||
            !write_at(out, row->at[i], depth + 1, end))
            return false;
    }
    return true;
}

/* As latex_fmpq(): small ones take no memory. */
static void write_ratio(struct str *out, const fmpq_t x)
{
    fmpz p = *fmpq_numref(x), q = *fmpq_denref(x);

    if (COEFF_IS_MPZ(p) || COEFF_IS_MPZ(q)) {
        str_add(out, latex_fmpq(out->arena, x));
        return;
    }
    if (q == 1) {
        str_add_int(out, p);
        return;
    }
    str_add(out, p < 0 ? "-\\frac{" : "\\frac{");
    str_add_int(out, p < 0 ? -p : p);
    str_add(out, "}{");
    str_add_int(out, q);
    str_addc(out, '}');
}

/* One term of a polynomial, with the sign that joins it to those before. */
static void write_term(struct str *out, const fmpq_t c, slong power,
                       const char *symbol, bool first)
{
    bool minus = fmpq_sgn(c) < 0;
    fmpq_t size;

    fmpq_init(size);
    fmpq_abs(size, c);
    str_add(out, first ? (minus ? "-" : "") : minus ? " - " : " + ");
    if (power == 0 || !fmpq_is_one(size))
        write_ratio(out, size);
    if (power > 0)
        str_add(out, symbol);
    if (power > 1) {
        str_add(out, power > 9 ? "^{" : "^");
        str_add_int(out, power);
        str_add(out, power > 9 ? "}" : "");
    }
    fmpq_clear(size);
}

static void write_poly(struct str *out, const fmpq_poly_t p, const char *symbol)
{
    slong degree = fmpq_poly_degree(p);
    fmpq_t c;

    fmpq_init(c);
    for (slong i = degree; i >= 0; i--) {
        if (fmpz_is_zero(p->coeffs + i))
            continue;
        if (fmpz_is_one(p->den))
            fmpz_set(fmpq_numref(c), p->coeffs + i);
        else
            fmpq_poly_get_coeff_fmpq(c, p, i);
        write_term(out, c, i, symbol, i == degree);
    }
    fmpq_clear(c);
}

static bool write_at(struct str *out, struct val x, unsigned depth, size_t end)
{
    bool whole = true;

    switch (x.kind) {
    case VAL_NOTHING: break;
    case VAL_TRUTH: str_add(out, x.truth ? "true" : "false"); break;
    case VAL_INT: str_add_int(out, x.i); break;
    case VAL_BIG: str_add(out, integer_text(out->arena, x.big)); break;
    case VAL_RATIO: write_ratio(out, x.ratio); break;
    case VAL_TEXT: str_add(out, x.text); break;
    case VAL_POLY: write_poly(out, x.poly->p, x.poly->symbol); break;
    case VAL_NUMBER: number_write(out, x.number); break;
    case VAL_COMPLEX: complex_write(out, x.complex); break;
    case VAL_INFINITE: str_add(out, x.i < 0 ? "-\\infty" : "\\infty"); break;
    case VAL_INTERVAL: interval_write(out, x.interval); break;
    case VAL_LIST: whole = write_row(out, x.row, depth, end); break;
    case VAL_SET:
        str_add(out, "\\{");
        whole = write_row(out, x.row, depth, end);
        str_add(out, "\\}");
        break;
    case VAL_TUPLE:
        str_addc(out, '(');
        whole = write_row(out, x.row, depth, end);
        str_addc(out, ')');
        break;
    }
    return whole;
}

void val_write(struct str *out, struct val x)
{
    write_at(out, x, 0, out->n + VAL_BYTES);
}

bool val_say(struct reckoning *r, struct str *out, struct val x)
{
    size_t before = out->n;

    if (!write_at(out, x, 0, before + VAL_BYTES) || out->n - before > VAL_BYTES)
        val_fail(r,
                 "a value has more than %d bytes of text, or lists more "
                 "than %d deep",
                 VAL_BYTES, VAL_DEPTH);
    return val_spend(r, (out->n - before) / 8);
}
