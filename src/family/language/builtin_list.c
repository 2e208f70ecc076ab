/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of lists, sets and texts. */
#include "family/language/builtin_int.h"
#include "family/language/val_interval.h"

#include <string.h>

static bool is_row(struct reckoning *r, struct val x)
{
    if (!val_is_row(x))
        val_fail(r, "a list is needed, not %s", val_what(r, x));
    return val_is_row(x);
}

/* A row of the items of another. */
static struct val copy(struct reckoning *r, struct val x, enum val_kind kind)
{
    struct val d = val_row(r, kind, x.row->n);

    if (!r->failed && x.row->n)
        memcpy(d.row->at, x.row->at, x.row->n * sizeof(*d.row->at));
    return d;
}

BUILTIN(len)
{
    (void)n;
    return is_row(r, a[0]) ? val_int((int64_t)a[0].row->n) : VAL_FAILED;
}

static struct val gather(struct reckoning *r, struct val list, struct val start,
                         struct val (*two)(struct reckoning *, struct val,
                                           struct val))
{
    if (!is_row(r, list))
        return VAL_FAILED;
    for (size_t i = 0; i < list.row->n && val_spend(r, 1); i++)
        start = two(r, start, list.row->at[i]);
    return r->failed ? VAL_FAILED : start;
}

BUILTIN(sum)
{
    (void)n;
    return gather(r, a[0], val_int(0), val_add);
}

BUILTIN(product)
{
    (void)n;
    return gather(r, a[0], val_int(1), val_mul);
}

/* Returns the whole number itself, or in `small`. */
static const fmpz *whole_of(struct val x, fmpz_t small)
{
    if (x.kind == VAL_BIG)
        return x.big;
    fmpz_set_si(small, x.i);
    return small;
}

/* Whole numbers are added up without a value for every product. */
BUILTIN(scalar_product)
{
    struct val rest = val_int(0);
    fmpz_t sum, x, y;

    (void)n;
    if (!is_row(r, a[0]) || !is_row(r, a[1]))
        return VAL_FAILED;
    if (a[0].row->n != a[1].row->n)
        return val_fail(r,
                        "two lists of the same length are needed, not of "
                        "%zu and %zu items",
                        a[0].row->n, a[1].row->n);
    fmpz_init(sum);
    fmpz_init(x);
    fmpz_init(y);
    for (size_t i = 0; i < a[0].row->n && !r->failed; i++) {
        struct val p = a[0].row->at[i], q = a[1].row->at[i];

        if (!val_is_whole(p) || !val_is_whole(q))
            rest = val_add(r, rest, val_mul(r, p, q));
        else if (val_spend_on(r, p, q))
            fmpz_addmul(sum, whole_of(p, x), whole_of(q, y));
    }
    fmpz_clear(y);
    fmpz_clear(x);
    return val_add(r, val_fmpz(r, sum), rest);
}

static struct val extreme(struct reckoning *r, const struct val *a, size_t n,
                          int side)
{
    struct val best;

    if (n == 1 && val_is_row(a[0])) {
        n = a[0].row->n;
        a = a[0].row->at;
    }
    if (n == 0)
        return val_fail(r, "an empty list has no largest or smallest item");
    best = a[0];
    for (size_t i = 1; i < n; i++) {
        int order = 0;

        if (!val_order(r, a[i], best, &order))
            return VAL_FAILED;
        if (order * side > 0)
            best = a[i];
    }
    return best;
}

BUILTIN(max)
{
    return extreme(r, a, n, 1);
}

BUILTIN(min)
{
    return extreme(r, a, n, -1);
}

BUILTIN(sorted)
{
    (void)n;
    return is_row(r, a[0]) ? val_sorted_list(r, a[0]) : VAL_FAILED;
}

BUILTIN(reversed)
{
    struct val d;

    (void)n;
    if (!is_row(r, a[0]))
        return VAL_FAILED;
    d = val_row(r, VAL_LIST, a[0].row->n);
    for (size_t i = 0; !r->failed && i < a[0].row->n; i++)
        d.row->at[i] = a[0].row->at[a[0].row->n - 1 - i];
    return d;
}

BUILTIN(list)
{
    (void)n;
    return is_row(r, a[0]) ? copy(r, a[0], VAL_LIST) : VAL_FAILED;
}

BUILTIN(set)
{
    struct val d;

    (void)n;
    if (!is_row(r, a[0]))
        return VAL_FAILED;
    d = copy(r, a[0], VAL_SET);
    return r->failed ? VAL_FAILED : val_sorted(r, d);
}

BUILTIN(join)
{
    struct val d;
    size_t all = 0, at = 0;

    for (size_t i = 0; i < n; i++) {
        if (!is_row(r, a[i]))
            return VAL_FAILED;
        all += a[i].row->n;
    }
    d = val_row(r, VAL_LIST, all);
    for (size_t i = 0; i < n && !r->failed; i++) {
        if (a[i].row->n)
            memcpy(d.row->at + at, a[i].row->at,
                   a[i].row->n * sizeof(*d.row->at));
        at += a[i].row->n;
    }
    return d;
}

BUILTIN(append)
{
    struct val one = val_row(r, VAL_LIST, 1), both[2];

    (void)n;
    if (r->failed)
        return VAL_FAILED;
    one.row->at[0] = a[1];
    both[0] = a[0];
    both[1] = one;
    return fn_join(r, both, 2);
}

BUILTIN(put)
{
    struct val d;
    int64_t i;

    (void)n;
    if (!is_row(r, a[0]) ||
        !val_get_int(r, a[1], 0, (int64_t)a[0].row->n - 1, &i))
        return VAL_FAILED;
    d = copy(r, a[0], a[0].kind);
    if (r->failed)
        return VAL_FAILED;
    d.row->at[i] = a[2];
    return d.kind == VAL_SET ? val_sorted(r, d) : d;
}

BUILTIN(without)
{
    struct val d;
    int64_t i;

    (void)n;
    if (!is_row(r, a[0]) ||
        !val_get_int(r, a[1], 0, (int64_t)a[0].row->n - 1, &i))
        return VAL_FAILED;
    d = copy(r, a[0], a[0].kind);
    if (r->failed)
        return VAL_FAILED;
    memmove(d.row->at + i, d.row->at + i + 1,
            (d.row->n - (size_t)i - 1) * sizeof(*d.row->at));
    d.row->n--;
    return d;
}

BUILTIN(filled)
{
    struct val d;
    int64_t count;

    (void)n;
    if (!val_get_int(r, a[0], 0, VAL_ITEMS, &count))
        return VAL_FAILED;
    d = val_row(r, VAL_LIST, (size_t)count);
    for (int64_t i = 0; !r->failed && i < count; i++)
        d.row->at[i] = a[1];
    return d;
}

BUILTIN(zip)
{
    struct val d;

    (void)n;
    if (!is_row(r, a[0]) || !is_row(r, a[1]))
        return VAL_FAILED;
    if (a[0].row->n != a[1].row->n)
        return val_fail(r, "the lists have %zu and %zu items", a[0].row->n,
                        a[1].row->n);
    d = val_row(r, VAL_LIST, a[0].row->n);
    for (size_t i = 0; !r->failed && i < a[0].row->n; i++) {
        struct val pair = val_row(r, VAL_TUPLE, 2);

        if (r->failed)
            break;
        pair.row->at[0] = a[0].row->at[i];
        pair.row->at[1] = a[1].row->at[i];
        d.row->at[i] = pair;
    }
    return d;
}

BUILTIN(find)
{
    (void)n;
    if (!is_row(r, a[0]))
        return VAL_FAILED;
    for (size_t i = 0; i < a[0].row->n; i++) {
        bool equal = false;

        if (!val_equal(r, a[0].row->at[i], a[1], &equal))
            return VAL_FAILED;
        if (equal)
            return val_int((int64_t)i);
    }
    return val_int(-1);
}

/* ---- sets ---- */

BUILTIN(union)
{
    struct val all;

    if (a[0].kind == VAL_INTERVAL)
        return interval_op(r, a[0], a[1], INTERVAL_UNION);
    all = fn_join(r, a, n);
    return r->failed ? VAL_FAILED : fn_set(r, &all, 1);
}

/* The items of the first that are, or are not, in the second. */
static struct val filter(struct reckoning *r, struct val x, struct val y,
                         bool wanted)
{
    struct val d;
    size_t kept = 0;

    if (!is_row(r, x) || !is_row(r, y))
        return VAL_FAILED;
    d = copy(r, x, VAL_SET);
    for (size_t i = 0; !r->failed && i < x.row->n; i++) {
        bool has = false;

        if (val_has(r, y, x.row->at[i], &has) && has == wanted)
            d.row->at[kept++] = x.row->at[i];
    }
    if (r->failed)
        return VAL_FAILED;
    d.row->n = kept;
    return val_sorted(r, d);
}

BUILTIN(intersection)
{
    (void)n;
    if (a[0].kind == VAL_INTERVAL)
        return interval_op(r, a[0], a[1], INTERVAL_BOTH);
    return filter(r, a[0], a[1], true);
}

BUILTIN(difference)
{
    (void)n;
    if (a[0].kind == VAL_INTERVAL)
        return interval_op(r, a[0], a[1], INTERVAL_LESS);
    return filter(r, a[0], a[1], false);
}

/* ---- all ways ---- */

/* Add the items at[0..k) of `from` as a row of d, which has room. */
static void add_choice(struct reckoning *r, struct val d, size_t row,
                       const struct val_row *from, const size_t *at, size_t k)
{
    struct val one = val_row(r, VAL_LIST, k);

    for (size_t i = 0; !r->failed && i < k; i++)
        one.row->at[i] = from->at[at[i]];
    d.row->at[row] = one;
}

/* n (n-1) ... (n-k+1) / divisor!, or what is beyond every list. */
static size_t ways(size_t n, size_t k, bool ordered)
{
    double count = 1;

    for (size_t i = 0; i < k; i++)
        count *= (double)(n - i) / (ordered ? 1 : (double)(i + 1));
    return count > VAL_ITEMS ? VAL_ITEMS + 1 : (size_t)(count + 0.5);
}

static bool get_k(struct reckoning *r, const struct val *a, size_t *k)
{
    int64_t x;

    if (!is_row(r, a[0]) || !val_get_int(r, a[1], 0, 64, &x))
        return false;
    *k = (size_t)x;
    return true;
}

BUILTIN(subsets)
{
    size_t k, at[64], row = 0;
    struct val d;

    (void)n;
    if (!get_k(r, a, &k))
        return VAL_FAILED;
    if (k > a[0].row->n)
        return val_row(r, VAL_LIST, 0);
    d = val_row(r, VAL_LIST, ways(a[0].row->n, k, false));
    for (size_t i = 0; i < k; i++)
        at[i] = i;
    while (!r->failed && row < d.row->n) {
        size_t i = k;

        add_choice(r, d, row++, a[0].row, at, k);
        while (i > 0 && at[i - 1] == a[0].row->n - k + i - 1)
            i--;
        if (i == 0)
            break;
        for (at[i - 1]++; i < k; i++)
            at[i] = at[i - 1] + 1;
    }
    return d;
}

BUILTIN(orders)
{
    size_t at[64], row = 0, k;
    struct val d;

    (void)n;
    if (!is_row(r, a[0]))
        return VAL_FAILED;
    k = a[0].row->n;
    if (k > ORDERS_MOST)
        return val_fail(r, "orders() takes at most %d items, not %zu",
                        ORDERS_MOST, k);
    d = val_row(r, VAL_LIST, ways(k, k, true));
    for (size_t i = 0; i < k; i++)
        at[i] = i;
    while (!r->failed && row < d.row->n) { /* the next one in the alphabet */
        size_t i = k, j = k, t;

        add_choice(r, d, row++, a[0].row, at, k);
        while (i > 1 && at[i - 2] > at[i - 1])
            i--;
        if (i <= 1)
            break;
        while (at[j - 1] < at[i - 2])
            j--;
        t = at[i - 2];
        at[i - 2] = at[j - 1];
        at[j - 1] = t;
        for (size_t lo = i - 1, hi = k - 1; lo < hi; lo++, hi--) {
            t = at[lo];
            at[lo] = at[hi];
            at[hi] = t;
        }
    }
    return d;
}

BUILTIN(tuples)
{
    size_t k, at[64] = { 0 }, count = 1;
    struct val d;

    (void)n;
    if (!get_k(r, a, &k))
        return VAL_FAILED;
    for (size_t i = 0; i < k && count <= VAL_ITEMS; i++)
        count *= a[0].row->n;
    d = val_row(r, VAL_LIST, count);
    for (size_t row = 0; !r->failed && row < count; row++) {
        size_t i = k;

        add_choice(r, d, row, a[0].row, at, k);
        while (i > 0 && ++at[i - 1] == a[0].row->n)
            at[--i] = 0;
    }
    return d;
}

/* ---- texts ---- */

BUILTIN(letter)
{
    int64_t i;
    char text[2] = "A";

    (void)n;
    if (!val_get_int(r, a[0], 0, 25, &i))
        return VAL_FAILED;
    text[0] = (char)('A' + (int)i);
    return val_text(arena_strdup(r->arena, text));
}

BUILTIN(text)
{
    struct str out = str_in(r->arena);

    for (size_t i = 0; i < n && val_spend(r, 4) && val_say(r, &out, a[i]);)
        i++;
    return r->failed ? VAL_FAILED : val_text(str_get(&out));
}
