/* SPDX-License-Identifier: Apache-2.0 */
#include "family/pair/link.h"
#include "base/err.h"
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "math/exact/integer.h"
#include "math/exact/surd.h"
#include "math/flint_poly.h"

#include <inttypes.h>

#define LINK_SIZE  1000000000000000 /* of a number that is passed on */
#define LINK_ITEMS 16
#define LINK_SHOWN 1000000 /* a larger number would tell the answer's size */

bool link_takes(enum answer_kind kind)
{
    return kind == ANSWER_INTEGER || kind == ANSWER_RATIONAL ||
           kind == ANSWER_NUMBER || kind == ANSWER_SET || kind == ANSWER_LIST ||
           kind == ANSWER_TUPLE || kind == ANSWER_EXPRESSION ||
           kind == ANSWER_MATRIX;
}

/* ---- from an answer to a number ---- */

/* The sum of numbers p + q sqrt(d), when the roots cancel. */
static bool add_surds(const char **items, size_t n, fmpq_t sum)
{
    struct surd x[LINK_ITEMS];
    fmpq_t part;
    bool ok = n > 0 && n <= LINK_ITEMS;

    fmpq_init(part);
    for (size_t i = 0; ok && i < n; i++) {
        ok = surd_read(items[i], &x[i]);
        if (ok) {
            fmpq_set_si(part, x[i].p, (ulong)x[i].r);
            fmpq_add(sum, sum, part);
        }
    }
    for (size_t i = 0; ok && i < n; i++) { /* all roots like the i-th */
        fmpq_t roots;

        fmpq_init(roots);
        for (size_t k = 0; k < n; k++)
            if (x[i].q && x[k].d == x[i].d) {
                fmpq_set_si(part, x[k].q, (ulong)x[k].r);
                fmpq_add(roots, roots, part);
            }
        ok = fmpq_is_zero(roots);
        fmpq_clear(roots);
    }
    fmpq_clear(part);
    return ok;
}

/* The items of a key, and those of points among them. */
static size_t find_items(struct arena *a, const char *key, const char *open,
                         const char *close, const char **out)
{
    const char **items;
    size_t n, all = 0;

    if (!key_items(a, key, open, close, &items, &n))
        return 0;
    for (size_t i = 0; i < n; i++) {
        const char **within = &items[i];
        size_t m = 1;

        if (items[i][0] == '(' &&
            !key_items(a, items[i], "(", ")", &within, &m))
            return 0;
        for (size_t k = 0; k < m && all <= LINK_ITEMS; k++)
            out[all++] = within[k];
    }
    return all;
}

static bool add_items(const char *key, const char *open, const char *close,
                      fmpq_t sum)
{
    struct arena a = { 0 };
    const char *items[LINK_ITEMS + 1];
    size_t n = find_items(&a, key, open, close, items);
    bool ok = add_surds(items, n, sum);

    arena_clear(&a);
    return ok;
}

static bool add_entries(const char *key, fmpq_t sum)
{
    struct arena a = { 0 };
    slong rows = 1, columns = 1;
    fmpq_mat_t m;
    bool ok;

    for (const char *p = key; *p; p++) {
        rows += p[0] == '\\' && p[1] == '\\';
        columns += *p == '&';
    }
    columns = 1 + (columns - 1) / rows;
    if (rows * columns > LINK_ITEMS)
        return false;
    fmpq_mat_init(m, rows, columns);
    ok = key_matrix(&a, key, m);
    for (slong i = 0; ok && i < rows * columns; i++)
        fmpq_add(sum, sum, fmpq_mat_entry(m, i / columns, i % columns));
    fmpq_mat_clear(m);
    arena_clear(&a);
    return ok;
}

static bool value_at_one(const char *key, fmpq_t sum)
{
    fmpq_poly_t p;
    fmpz_t one;
    bool ok;

    fmpq_poly_init(p);
    fmpz_init_set_ui(one, 1);
    ok = key_poly(key, "x", p);
    if (ok)
        fmpq_poly_evaluate_fmpz(sum, p, one);
    fmpz_clear(one);
    fmpq_poly_clear(p);
    return ok;
}

/* The answer as one rational number; `sum` is 0. */
static bool value_of(enum answer_kind kind, const char *key, fmpq_t sum)
{
    switch (kind) {
    case ANSWER_INTEGER:
    case ANSWER_NUMBER: return key_integer(key, fmpq_numref(sum));
    case ANSWER_RATIONAL: return key_rational(key, sum);
    case ANSWER_SET: return add_items(key, "\\{", "\\}", sum);
    case ANSWER_TUPLE: return add_items(key, "(", ")", sum);
    case ANSWER_LIST: return add_items(key, "", "", sum);
    case ANSWER_EXPRESSION: return value_at_one(key, sum);
    case ANSWER_MATRIX: return add_entries(key, sum);
    default: return false;
    }
}

/* Is the value a fraction, so that both of its numbers are added? Those of a
 * family of fractions always are taken so. */
static bool reads_fraction(enum answer_kind kind, const fmpq_t value)
{
    return kind == ANSWER_RATIONAL || !fmpz_is_one(fmpq_denref(value));
}

/* The number of a value, which is taken as a fraction if `fraction`. */
static bool number_of(fmpq_t value, bool fraction, int64_t *x)
{
    bool ok = fraction || fmpz_is_one(fmpq_denref(value));

    if (fraction)
        fmpz_add(fmpq_numref(value), fmpq_numref(value), fmpq_denref(value));
    ok = ok && fmpz_cmp_si(fmpq_numref(value), LINK_SIZE) <= 0 &&
         fmpz_cmp_si(fmpq_numref(value), -LINK_SIZE) >= 0;
    if (ok)
        *x = fmpz_get_si(fmpq_numref(value));
    return ok;
}

static bool read_number(enum answer_kind kind, const char *key, int64_t *x,
                        bool *fraction)
{
    fmpq_t value;
    bool ok;

    fmpq_init(value);
    ok = value_of(kind, key, value);
    *fraction = ok && reads_fraction(kind, value);
    ok = ok && number_of(value, *fraction, x);
    fmpq_clear(value);
    return ok;
}

bool link_number(enum answer_kind kind, const char *key, int64_t *x)
{
    bool fraction;

    return read_number(kind, key, x, &fraction);
}

bool link_number_like(enum answer_kind kind, const char *like, const char *key,
                      int64_t *x)
{
    fmpq_t value;
    bool fraction, ok;

    if (!read_number(kind, like, x, &fraction))
        return false;
    fmpq_init(value);
    ok = value_of(kind, key, value) && number_of(value, fraction, x);
    fmpq_clear(value);
    return ok;
}

int64_t link_apply(const struct link *l, int64_t x)
{
    return (l->modulus ? integer_mod(x, l->modulus) : x) + l->plus;
}

int64_t link_capacity(const struct link *l, int64_t x)
{
    int64_t size = x < 0 ? -x : x;

    return l->modulus && l->modulus < size ? l->modulus : size;
}

struct link link_to(struct rng *r, int64_t x, int64_t value)
{
    bool far = x > LINK_SHOWN || x < -LINK_SHOWN;
    struct link l = { far ? rng_range(r, LINK_LARGE, 3 * LINK_LARGE) : 0, 0 };

    l.plus = value - link_apply(&l, x);
    return l;
}

/* ---- words ---- */

/* What of the answer is taken. */
static const char *noun(enum answer_kind kind)
{
    switch (kind) {
    case ANSWER_SET:
    case ANSWER_LIST:
    case ANSWER_TUPLE: return "the sum of all numbers in the answer";
    case ANSWER_MATRIX: return "the sum of all entries of the answer";
    case ANSWER_EXPRESSION: return "the value of the answer at $x = 1$";
    default: return "the answer";
    }
}

/* "add 5 to the remainder", or with a capital at the start of a sentence. */
static void say_plus(struct str *out, const struct link *l, const char *that)
{
    str_add(out, l->modulus ? ", " : "");
    if (l->plus > 0)
        str_addf(out, "%s $%" PRId64 "$ to %s", l->modulus ? "add" : "Add",
                 l->plus, that);
    else
        str_addf(out, "%s $%" PRId64 "$ from %s",
                 l->modulus ? "subtract" : "Subtract", -l->plus, that);
}

void link_say(struct str *out, const struct link *l, enum answer_kind kind,
              const char *key, const char *letter)
{
    int64_t x;
    bool fraction;
    const char *that = noun(kind);

    if (!read_number(kind, key, &x, &fraction))
        BUG("an answer that gives no number was linked");
    if (fraction) {
        str_addf(
            out,
            "Write %s as a fraction in lowest terms with a positive "
            "denominator, an integer with the denominator $1$, and add the "
            "numerator and the denominator. ",
            that);
        that = "this sum";
    }
    if (!l->modulus && !l->plus) {
        str_addf(out, "Let $%s$ be %s.", letter, that);
        return;
    }
    if (l->modulus)
        str_addf(out, "Divide %s by $%" PRId64 "$", that, l->modulus);
    if (l->modulus && x < 0) /* the sign of a remainder is a matter of taste */
        str_addf(out,
                 " so that the remainder lies between $0$ and $%" PRId64 "$",
                 l->modulus - 1);
    if (l->plus)
        say_plus(out, l, l->modulus ? "the remainder" : that);
    str_addf(out, ", and let $%s$ be %s.", letter,
             l->plus ? "the result" : "the remainder");
}

void link_explain(struct str *out, const struct link *l, enum answer_kind kind,
                  const char *key, const char *letter)
{
    int64_t x;
    bool fraction;

    if (!read_number(kind, key, &x, &fraction))
        BUG("an answer that gives no number was linked");
    str_addf(out, "The answer so far is $%s$", key);
    if (fraction || (kind != ANSWER_INTEGER && kind != ANSWER_NUMBER))
        str_addf(out, ", which gives $%" PRId64 "$", x);
    if (l->modulus)
        str_addf(out,
                 "; divided by $%" PRId64 "$ it leaves the remainder $%" PRId64
                 "$",
                 l->modulus, integer_mod(x, l->modulus));
    if (l->plus)
        str_addf(out, ", and $%" PRId64 " %c %" PRId64 " = %" PRId64 "$",
                 link_apply(l, x) - l->plus, l->plus < 0 ? '-' : '+',
                 l->plus < 0 ? -l->plus : l->plus, link_apply(l, x));
    str_addf(out, ", so $%s = %" PRId64 "$.", letter, link_apply(l, x));
}
