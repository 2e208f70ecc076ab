/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Wrong keys of a problem. A check that is too weak says yes to some of them:
 * one that tests the sign, the parity or a remainder alone, a bound that is
 * missing, a member too many or too few, the other root.
 */
#include "family/accept/accept_int.h"
#include "family/language/key.h"
#include "family/language/machine.h"
#include "family/language/val_complex.h"
#include "family/language/val_interval.h"
#include "problem/near_miss.h"

#include <string.h>

#define WRONG_MOST 300
#define GIVEN_MOST 12  /* given numbers that keys are made of */
#define OTHERS     16  /* keys of other samples */
#define NEIGHBOURS 400 /* whole numbers on either side of some keys */
#define PARTS_MOST 6   /* parts of a key that are changed in pairs */
#define LITERALS   4   /* numbers of the checks that keys are made of */
#define LOOKS_MOST 500 /* formulas of the checks, looked at for numbers */
#define POINTS     12  /* at which a polynomial may be tested */

struct wrong {
    struct arena *arena;
    enum answer_kind kind;
    const char *key;            /* the one of several that is changed */
    const char *before, *after; /* the others */
    const char *whole;          /* all of several */
    struct vec *out;
    int64_t given[GIVEN_MOST];
    size_t n_given;
    int64_t literals[LITERALS];
    size_t n_literals;
};

static struct reckoning fresh(const struct wrong *w)
{
    return (struct reckoning){ .arena = w->arena,
                               .work = { .limit = MACHINE_WORK } };
}

static void add_whole(struct wrong *w, const char *text)
{
    if (w->out->n >= WRONG_MOST)
        return;
    for (size_t i = 0; i < w->out->n; i++)
        if (str_eq(*vec_get(w->out, const char *, i), text))
            return;
    *(const char **)vec_push(w->out) = text;
}

static void add_text(struct wrong *w, const char *text)
{
    if (!str_eq(text, w->key))
        add_whole(w,
                  arena_printf(w->arena, "%s%s%s", w->before, text, w->after));
}

/* What is no answer of the kind is left out. */
static void add(struct wrong *w, struct val x)
{
    struct reckoning r = fresh(w);
    const char *text = x.kind == VAL_NOTHING ? NULL : key_write(&r, w->kind, x);

    if (text)
        add_text(w, text);
}

/* ---- numbers ---- */

typedef struct val number_change(struct reckoning *r, struct val x);

static struct val twice(struct reckoning *r, struct val x)
{
    return val_mul(r, x, val_int(2));
}
static struct val half(struct reckoning *r, struct val x)
{
    return val_div(r, x, val_int(2));
}
static struct val third(struct reckoning *r, struct val x)
{
    return val_div(r, x, val_int(3));
}
static struct val fifth(struct reckoning *r, struct val x)
{
    return val_div(r, x, val_int(5));
}
static struct val tenth(struct reckoning *r, struct val x)
{
    return val_quotient(r, x, val_int(10));
}
static struct val times_ten(struct reckoning *r, struct val x)
{
    return val_mul(r, x, val_int(10));
}
static struct val times_three(struct reckoning *r, struct val x)
{
    return val_mul(r, x, val_int(3));
}
static struct val turned(struct reckoning *r, struct val x)
{
    return val_div(r, val_int(1), x);
}
static struct val squared(struct reckoning *r, struct val x)
{
    return val_mul(r, x, x);
}

static number_change *const changes[] = {
    val_neg, twice,     half,        third,  fifth,
    tenth,   times_ten, times_three, turned, squared,
};

/* Numbers near x, and made of x and a given value. `take` gets each. */
static void near_numbers(struct wrong *w, struct val x, bool few,
                         void (*take)(struct wrong *w, struct val x, void *ctx),
                         void *ctx)
{
    static const int steps[] = { 1, -1, 2, -2, 3, 10, -10, 5, 7, 100 };
    struct reckoning r = fresh(w);

    for (size_t i = 0; i < (few ? 4 : 10); i++) {
        take(w, val_add(&r, x, val_int(steps[i])), ctx);
        r = fresh(w);
    }
    for (size_t i = 0; i < (few ? 3 : sizeof(changes) / sizeof(changes[0]));
         i++) {
        take(w, changes[i](&r, x), ctx);
        r = fresh(w);
    }
    for (size_t i = 0; i < w->n_given && !few; i++) {
        take(w, val_int(w->given[i]), ctx);
        take(w, val_add(&r, x, val_int(w->given[i])), ctx);
        take(w, val_sub(&r, x, val_int(w->given[i])), ctx);
        r = fresh(w);
    }
    for (int64_t i = -1; i <= 1; i++)
        take(w, val_int(i), ctx);
}

static void take_number(struct wrong *w, struct val x, void *ctx)
{
    (void)ctx;
    add(w, x);
}

/* What a tolerance lets in. */
static void close_numbers(struct wrong *w, struct val x)
{
    static const int64_t parts[] = { 7, 1000, 10000000, 100000000000 };

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        struct reckoning r = fresh(w);
        struct val d = val_div(&r, val_int(1), val_int(parts[i]));

        add(w, val_add(&r, x, d));
        add(w, val_sub(&r, x, d));
    }
}

/* A part of a complex number changed, the parts swapped, the conjugate. */
static void take_imaginary(struct wrong *w, struct val x, void *ctx)
{
    const struct val_complex *key = ctx;
    struct reckoning r = fresh(w);

    if (x.kind != VAL_NOTHING)
        add(w, complex_new(&r, key->re, x));
}

static void near_complex(struct wrong *w, struct val x)
{
    struct val_complex key = *x.complex;
    struct reckoning r = fresh(w);

    near_numbers(w, x, false, take_number, NULL);
    near_numbers(w, key.im, false, take_imaginary, &key);
    add(w, complex_new(&r, key.im, key.re));
    add(w, complex_new(&r, val_neg(&r, key.re), key.im));
}

/* The key and all given values multiplied: what a forgotten bound lets in. */
static void far_numbers(struct wrong *w, struct val x)
{
    struct reckoning r = fresh(w);
    struct val all = val_int(1);

    for (size_t i = 0; i < w->n_given; i++)
        all = val_mul(&r, all, val_int(w->given[i]));
    add(w, val_add(&r, x, all));
    add(w, val_sub(&r, x, all));
}

/* ---- rows ---- */

struct item {
    struct val row;
    size_t at;
};

static struct val copy(struct wrong *w, struct val row, size_t n)
{
    struct reckoning r = fresh(w);
    struct val d = val_row(&r, row.kind, n);

    for (size_t i = 0; i < n && i < row.row->n; i++)
        d.row->at[i] = row.row->at[i];
    return d;
}

static void add_row(struct wrong *w, struct val row)
{
    struct reckoning r = fresh(w);

    add(w, row.kind == VAL_SET ? val_sorted(&r, row) : row);
}

static void take_item(struct wrong *w, struct val x, void *ctx)
{
    const struct item *m = ctx;
    struct val row;

    if (x.kind == VAL_NOTHING)
        return;
    row = copy(w, m->row, m->row.row->n);
    row.row->at[m->at] = x;
    add_row(w, row);
}

static bool all_numbers(struct val row)
{
    for (size_t i = 0; i < row.row->n; i++)
        if (!val_is_number(row.row->at[i]))
            return false;
    return true;
}

/* All items changed alike: a fraction that is not reduced, the other order. */
static void alike_rows(struct wrong *w, struct val x)
{
    size_t n = x.row->n;

    for (int how = 0; how < 4; how++) {
        struct val row = copy(w, x, n);
        struct reckoning r = fresh(w);

        for (size_t i = 0; i < n; i++) {
            struct val y = x.row->at[i];

            row.row->at[i] = how == 0   ? val_mul(&r, y, val_int(2))
                             : how == 1 ? val_neg(&r, y)
                             : how == 2 ? val_add(&r, y, val_int(1))
                                        : x.row->at[n - 1 - i];
        }
        add_row(w, row);
    }
}

/* The change with the number `how` of two parts of a key that a sum, a
 * difference, a product or a division with remainder would not show. Returns
 * false behind the last one. */
static bool change_both(struct wrong *w, size_t how, struct val *x,
                        struct val *y)
{
    struct reckoning r = fresh(w);
    struct val was = *x, one = val_int(how % 2 ? 1 : -1);

    if (how < 2) {
        *x = val_add(&r, *x, one);
        *y = val_sub(&r, *y, one);
    } else if (how < 4) {
        *x = val_add(&r, *x, one);
        *y = val_add(&r, *y, one);
    } else if (how == 4) {
        *x = val_mul(&r, *x, val_int(2));
        *y = val_div(&r, *y, val_int(2));
    } else if (how == 5) {
        *x = *y;
        *y = was;
    } else {
        size_t i = (how - 6) / 4;

        if (i >= w->n_given)
            return false;
        was = val_mul(&r, one, val_int(w->given[i]));
        *x = val_add(&r, *x, how % 4 < 2 ? one : was);
        *y = val_sub(&r, *y, how % 4 < 2 ? was : one);
    }
    return true;
}

/* Two items changed together, or made one. */
static void paired_rows(struct wrong *w, struct val x)
{
    size_t n = x.row->n;

    for (size_t i = 0; i + 1 < n && i < PARTS_MOST; i++) {
        struct val row = copy(w, x, n);

        for (size_t how = 0;
             change_both(w, how, &row.row->at[i], &row.row->at[i + 1]); how++) {
            add_row(w, row);
            row = copy(w, x, n);
        }
        for (int how = 0; how < 2; how++) {
            struct reckoning r = fresh(w);
            struct val a = x.row->at[i], b = x.row->at[i + 1];

            row = copy(w, x, n - 1);
            row.row->at[i] = how ? val_mul(&r, a, b) : val_add(&r, a, b);
            for (size_t j = i + 1; j + 1 < n; j++)
                row.row->at[j] = x.row->at[j + 1];
            add_row(w, row);
        }
    }
}

/* An item that is a polynomial, with one coefficient changed. */
static void near_terms(struct wrong *w, struct val x, struct item *m)
{
    for (slong k = 1; x.kind == VAL_POLY && k <= 3; k++) {
        struct reckoning r = fresh(w);
        fmpq_poly_t p;

        fmpq_poly_init(p);
        fmpq_poly_set_coeff_si(p, k, k == 2 ? -1 : 1);
        take_item(w, val_add(&r, x, val_poly(&r, p, x.poly->symbol)), m);
    }
}

/* One item changed, left out, or swapped with the next; one more. */
static void near_rows(struct wrong *w, struct val x)
{
    size_t n = x.row->n;

    if (all_numbers(x)) {
        alike_rows(w, x);
        paired_rows(w, x);
    }
    for (size_t i = 0; i < n; i++) {
        struct item m = { x, i };
        struct val less = copy(w, x, n - 1), swapped = copy(w, x, n);

        for (size_t j = i; j + 1 < n; j++)
            less.row->at[j] = x.row->at[j + 1];
        add_row(w, less);
        swapped.row->at[i] = x.row->at[(i + 1) % n];
        swapped.row->at[(i + 1) % n] = x.row->at[i];
        add_row(w, swapped);
        near_numbers(w, x.row->at[i], n > 3, take_item, &m);
        near_terms(w, x.row->at[i], &m);
    }
    for (size_t i = 0; i < w->n_given + 2; i++) {
        struct val more = copy(w, x, n + 1);

        more.row->at[n] =
            val_int(i < w->n_given ? w->given[i] : (int64_t)(i - w->n_given));
        add_row(w, more);
    }
}

/* ---- intervals ---- */

/* Ends a little further out or in. */
static void near_intervals(struct wrong *w, struct val x)
{
    for (size_t i = 0; i < x.interval->n && i < 2 * PARTS_MOST; i++)
        for (int how = 0; how < 4; how++) {
            struct reckoning r = fresh(w);
            struct val_interval near = { x.interval->n, NULL };
            struct val moved = x, d = val_int(how % 2 ? 1 : -1);

            if (!val_is_number(x.interval->at[i].x))
                continue;
            near.at = arena_array(w->arena, struct val_cut, near.n);
            for (size_t j = 0; j < near.n; j++)
                near.at[j] = x.interval->at[j];
            near.at[i].x = val_add(&r, near.at[i].x,
                                   val_div(&r, d, val_int(how < 2 ? 7 : 1000)));
            moved.interval = &near;
            add(w, moved);
        }
}

/* ---- polynomials ---- */

/* Polynomials with the same values at lo, lo + 1 ... hi. */
static void same_values(struct wrong *w, struct val x, slong lo, slong hi)
{
    struct reckoning r = fresh(w);
    fmpq_poly_t p, q;

    fmpq_poly_init(p);
    fmpq_poly_init(q);
    fmpq_poly_one(p);
    fmpq_poly_set_coeff_si(q, 1, 1);
    for (slong t = lo; t <= hi; t++) {
        fmpq_poly_set_coeff_si(q, 0, -t);
        fmpq_poly_mul(p, p, q);
    }
    fmpq_poly_clear(q);
    add(w, val_add(&r, x, val_poly(&r, p, x.poly->symbol)));
}

static void near_polys(struct wrong *w, struct val x)
{
    struct reckoning r = fresh(w);
    fmpq_poly_t p;

    for (slong k = 0; k <= 6; k++) {
        fmpq_poly_init(p);
        fmpq_poly_set_coeff_si(p, k, 1);
        add(w, val_add(&r, x, val_poly(&r, p, x.poly->symbol)));
        r = fresh(w);
    }
    for (slong t = 1; t <= POINTS; t++) {
        same_values(w, x, 0, t);
        same_values(w, x, 1, t);
        if (t <= POINTS / 2)
            same_values(w, x, -t, t);
    }
    add(w, val_neg(&r, x));
    add(w, val_mul(&r, x, val_int(2)));
    add(w, val_int(0));
    add(w, val_int(1));
}

/* ---- all ---- */

static void gather_given(struct wrong *w, struct val x)
{
    if (x.kind == VAL_INT && w->n_given < GIVEN_MOST)
        w->given[w->n_given++] = x.i;
    for (size_t i = 0; val_is_row(x) && i < x.row->n; i++)
        gather_given(w, x.row->at[i]);
}

static void add_others(struct accepting *x, struct wrong *w,
                       const struct drawn_spot *s, const char *own)
{
    for (size_t i = 0; i < OTHERS; i++) {
        const char *other = s->at[accept_any(x, s->n)].key;

        if (!str_eq(other, own))
            add_whole(w, other);
    }
}

/* All whole numbers around some keys. */
static void add_neighbours(struct wrong *w, struct val key)
{
    int64_t lo = key.i - NEIGHBOURS, hi = key.i + NEIGHBOURS;

    for (int64_t i = lo; i <= hi; i++)
        if (i != key.i)
            *(const char **)vec_push(w->out) = arena_printf(
                w->arena, "%s%lld%s", w->before, (long long)i, w->after);
}

/* ---- several keys ---- */

/* Keys of several parts, two of them changed together. */
static void change_pairs(struct wrong *w, const char *key)
{
    struct val parts[PARTS_MOST];
    size_t n = 0;

    for (; *key && n < PARTS_MOST; key += *key == *PROGRAM_KEY_END) {
        size_t len = strcspn(key, PROGRAM_KEY_END);
        struct reckoning r = fresh(w);

        parts[n] = key_value(&r, w->kind, arena_strndup(w->arena, key, len));
        if (!val_is_number(parts[n++]))
            return;
        key += len;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            struct val x = parts[i], y = parts[j];

            for (size_t how = 0; change_both(w, how, &x, &y); how++) {
                struct str text = str_in(w->arena);

                for (size_t k = 0; k < n; k++) {
                    struct reckoning r = fresh(w);
                    struct val v = k == i ? x : k == j ? y : parts[k];
                    const char *one = v.kind == VAL_NOTHING
                                          ? NULL
                                          : key_write(&r, w->kind, v);

                    str_addf(&text, "%s%s", k ? PROGRAM_KEY_END : "",
                             one ? one : "");
                }
                if (!str_eq(str_get(&text), w->whole))
                    add_whole(w, str_get(&text));
                x = parts[i];
                y = parts[j];
            }
        }
}

/* ---- numbers of the checks ---- */

/* A check modulo 1001 says yes to what differs by that. */
static void gather_literals(struct wrong *w, const struct node *x, size_t *left)
{
    if (!x || *left == 0)
        return;
    --*left;
    if (x->op == OP_LITERAL && x->value.kind == VAL_INT && x->value.i > 10 &&
        w->n_literals < LITERALS)
        w->literals[w->n_literals++] = x->value.i;
    if (x->op == OP_LOOP) {
        gather_literals(w, x->loop->where, left);
        gather_literals(w, x->loop->body, left);
    }
    for (size_t i = 0; i < x->n; i++)
        gather_literals(w, x->kids[i], left);
}

static void add_literals(struct wrong *w, struct val x)
{
    for (size_t i = 0; i < w->n_literals; i++)
        for (int64_t k = -2; k <= 2; k++) {
            struct reckoning r = fresh(w);
            struct val d = val_mul(&r, val_int(k), val_int(w->literals[i]));

            if (k)
                add(w, val_add(&r, x, d));
        }
}

/* ---- the whole ---- */

/* Change w->key. */
static void change(struct accepting *x, struct wrong *w)
{
    struct near_misses near = near_misses_of(w->arena, w->key);
    struct reckoning r = fresh(w);
    struct val key = key_value(&r, w->kind, w->key);

    if (val_is_number(key)) {
        near_numbers(w, key, false, take_number, NULL);
        far_numbers(w, key);
        add_literals(w, key);
        if (w->kind != ANSWER_INTEGER)
            close_numbers(w, key);
    } else if (key.kind == VAL_COMPLEX) {
        near_complex(w, key);
    } else if (val_is_row(key)) {
        near_rows(w, key);
    } else if (key.kind == VAL_POLY) {
        near_polys(w, key);
    } else if (key.kind == VAL_INTERVAL) {
        near_intervals(w, key);
    }
    near_misses_make(&near, w->kind, "", 0);
    for (size_t i = 0; i < near.texts.n; i++)
        add_text(w, near_misses_at(&near, i));
    if (key.kind == VAL_INT && key.i > -1000000000 && key.i < 1000000000 &&
        accept_any(x, 10) == 0)
        add_neighbours(w, key);
}

void wrong_keys(struct accepting *x, struct arena *a,
                const struct drawn_spot *s, const struct drawn_sample *m,
                struct vec *out)
{
    const struct file_kind *k = x->file->kinds[m->g.kind];
    struct wrong w = {
        .arena = a, .kind = x->file->answer, .whole = m->key, .out = out
    };
    size_t looks = LOOKS_MOST;

    for (size_t i = 0; i < k->checks.n; i++)
        gather_literals(
            &w, vec_get(&k->checks, struct named_formula, i)->formula, &looks);
    for (size_t i = 0; i < k->given.n; i++)
        gather_given(&w, m->g.at[i]);
    add_others(x, &w, s, m->key);
    if (strpbrk(m->key, PROGRAM_KEY_END))
        change_pairs(&w, m->key);
    for (const char *part = m->key;;) { /* one of several after the other */
        size_t n = strcspn(part, PROGRAM_KEY_END);

        w.before = arena_strndup(a, m->key, (size_t)(part - m->key));
        w.key = arena_strndup(a, part, n);
        w.after = part + n;
        change(x, &w);
        if (!part[n])
            break;
        part += n + 1;
    }
}
