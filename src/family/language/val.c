/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/val.h"

#include <stdarg.h>

struct val val_fail(struct reckoning *r, const char *fmt, ...)
{
    struct str why = str_in(r->arena);
    va_list ap;

    if (r->failed)
        return VAL_FAILED;
    va_start(ap, fmt);
    str_addv(&why, fmt, ap);
    va_end(ap);
    r->failed = true;
    r->why = str_get(&why);
    return VAL_FAILED;
}

bool val_overspend(struct reckoning *r, uint64_t n)
{
    if (!r->failed && !work_spend(&r->work, n))
        val_fail(r, "this takes more work than a family may (%llu units)",
                 (unsigned long long)r->work.limit);
    return !r->failed;
}

/* ---- making ---- */

static void clear_fmpz(void *x)
{
    fmpz_clear(x);
}

static void clear_fmpq(void *x)
{
    fmpq_clear(x);
}

static void clear_poly(void *x)
{
    fmpq_poly_clear(x);
}

struct val val_fmpz(struct reckoning *r, fmpz_t x)
{
    struct val d = { .kind = VAL_INT };

    if (fmpz_fits_si(x)) {
        d.i = fmpz_get_si(x);
        fmpz_clear(x);
    } else if (fmpz_bits(x) > VAL_BITS) {
        fmpz_clear(x);
        return val_fail(r, "a whole number has more than %d bits", VAL_BITS);
    } else {
        fmpz *kept = arena_new(r->arena, fmpz);

        val_spend(r, fmpz_bits(x) / 64);
        *kept = *x; /* it is ours now */
        arena_defer(r->arena, clear_fmpz, kept);
        d.kind = VAL_BIG;
        d.big = kept;
    }
    return d;
}

struct val val_fmpq(struct reckoning *r, fmpq_t x)
{
    struct val d = { .kind = VAL_RATIO };
    fmpq *kept;

    if (fmpz_is_one(fmpq_denref(x))) {
        fmpz_t whole;

        fmpz_init(whole);
        fmpz_swap(whole, fmpq_numref(x));
        fmpq_clear(x);
        return val_fmpz(r, whole);
    }
    if (fmpz_bits(fmpq_numref(x)) > VAL_BITS ||
        fmpz_bits(fmpq_denref(x)) > VAL_BITS) {
        fmpq_clear(x);
        return val_fail(r, "a fraction has more than %d bits", VAL_BITS);
    }
    val_spend(r,
              4 + (fmpz_bits(fmpq_numref(x)) + fmpz_bits(fmpq_denref(x))) / 64);
    kept = arena_new(r->arena, fmpq);
    *kept = *x;
    if (COEFF_IS_MPZ(*fmpq_numref(x)) || COEFF_IS_MPZ(*fmpq_denref(x)))
        arena_defer(r->arena, clear_fmpq, kept); /* else there is no memory */
    d.ratio = kept;
    return d;
}

struct val val_poly(struct reckoning *r, fmpq_poly_t p, const char *symbol)
{
    struct val_poly *kept;
    struct val out;

    if (fmpq_poly_degree(p) < 1) {
        fmpq_t c;

        fmpq_init(c);
        fmpq_poly_get_coeff_fmpq(c, p, 0);
        fmpq_poly_clear(p);
        return val_fmpq(r, c);
    }
    kept = arena_new(r->arena, struct val_poly);
    *kept->p = *p; /* it is ours now */
    kept->symbol = symbol;
    arena_defer(r->arena, clear_poly, kept->p);
    out = (struct val){ .kind = VAL_POLY, .poly = kept };
    val_spend(r,
              (uint64_t)fmpq_poly_length(kept->p) * (1 + val_bits(out) / 64));
    return r->failed ? VAL_FAILED : out;
}

struct val val_row(struct reckoning *r, enum val_kind kind, size_t n)
{
    struct val_row *row;

    if (n > VAL_ITEMS)
        return val_fail(r, "a list has more than %d items", VAL_ITEMS);
    if (!val_spend(r, 1 + n))
        return VAL_FAILED;
    row = arena_new(r->arena, struct val_row);
    row->n = n;
    row->at = arena_array(r->arena, struct val, n + 1);
    return (struct val){ .kind = kind, .row = row };
}

/* Beside the copy stands a plain pointer to its memory: leak checkers do not see
 * FLINT's own, which is shifted. */
static const fmpz *copy_big(struct arena *a, const fmpz *x)
{
    fmpz *kept = arena_new(a, fmpz);
    __mpz_struct **plain = arena_new(a, __mpz_struct *);

    fmpz_init_set(kept, x);
    *plain = COEFF_TO_PTR(*kept);
    arena_defer(a, clear_fmpz, kept);
    return kept;
}

bool val_copy_plain(struct arena *a, struct val x, struct val *to)
{
    struct val_row *row;

    *to = x;
    switch (x.kind) {
    case VAL_NOTHING:
    case VAL_TRUTH:
    case VAL_INT: return true;
    case VAL_TEXT: to->text = arena_strdup(a, x.text); return true;
    case VAL_BIG: to->big = copy_big(a, x.big); return true;
    case VAL_LIST:
    case VAL_SET:
    case VAL_TUPLE: break;
    default: return false;
    }
    to->row = row = arena_new(a, struct val_row);
    row->n = x.row->n;
    row->at = arena_array(a, struct val, row->n + 1);
    for (size_t i = 0; i < row->n; i++)
        if (!val_copy_plain(a, x.row->at[i], &row->at[i]))
            return false;
    return true;
}

/* ---- looking ---- */

bool val_is_number(struct val x)
{
    return x.kind == VAL_INT || x.kind == VAL_BIG || x.kind == VAL_RATIO;
}

const char *val_what(struct reckoning *r, struct val x)
{
    struct str out = str_in(r->arena);

    switch (x.kind) {
    case VAL_NOTHING: return "nothing";
    case VAL_TRUTH: return x.truth ? "true" : "false";
    case VAL_TEXT: return arena_printf(r->arena, "the text \"%s\"", x.text);
    case VAL_POLY: str_add(&out, "the polynomial "); break;
    case VAL_LIST: str_add(&out, "the list "); break;
    case VAL_SET: str_add(&out, "the set "); break;
    case VAL_TUPLE: str_add(&out, "the tuple "); break;
    case VAL_INTERVAL: str_add(&out, "the interval "); break;
    case VAL_NUMBER:
    case VAL_COMPLEX:
    case VAL_INFINITE:
    case VAL_INT:
    case VAL_BIG:
    case VAL_RATIO: str_add(&out, "the number "); break;
    }
    val_write(&out, x);
    if (out.n > 120)
        return arena_printf(r->arena, "%.100s ...", out.s);
    return str_get(&out);
}

bool val_get_fmpz(struct reckoning *r, struct val d, fmpz_t x)
{
    if (d.kind == VAL_INT)
        fmpz_set_si(x, d.i);
    else if (d.kind == VAL_BIG)
        fmpz_set(x, d.big);
    else
        val_fail(r, "a whole number is needed, not %s", val_what(r, d));
    return val_is_whole(d);
}

bool val_get_fmpq(struct reckoning *r, struct val d, fmpq_t x)
{
    if (d.kind == VAL_RATIO) {
        fmpq_set(x, d.ratio);
        return true;
    }
    if (!val_is_whole(d)) {
        val_fail(r, "a %snumber is needed, not %s",
                 d.kind == VAL_NUMBER ? "rational " : "", val_what(r, d));
        return false;
    }
    fmpz_one(fmpq_denref(x));
    return val_get_fmpz(r, d, fmpq_numref(x));
}

bool val_get_poly(struct reckoning *r, struct val d, fmpq_poly_t p)
{
    fmpq_t c;
    bool ok;

    if (d.kind == VAL_POLY) {
        fmpq_poly_set(p, d.poly->p);
        return true;
    }
    fmpq_init(c);
    ok = val_get_fmpq(r, d, c);
    if (ok)
        fmpq_poly_set_fmpq(p, c);
    fmpq_clear(c);
    return ok;
}

bool val_get_int(struct reckoning *r, struct val d, int64_t lo, int64_t hi,
                 int64_t *out)
{
    if (d.kind == VAL_INT && d.i >= lo && d.i <= hi) {
        *out = d.i;
        return true;
    }
    val_fail(r, "a whole number from %lld to %lld is needed, not %s",
             (long long)lo, (long long)hi, val_what(r, d));
    return false;
}
