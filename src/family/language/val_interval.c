/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/val_interval.h"
#include "family/language/builtin_int.h"
#include "family/language/val_number.h"
#include "family/recipe/keys.h"

#include <string.h>

/* ---- making ---- */

static struct val_interval *interval_room(struct reckoning *r, size_t n)
{
    struct val_interval *x;

    if (n > INTERVAL_CUTS) {
        val_fail(r, "there are more than %d intervals", INTERVAL_CUTS / 2);
        return NULL;
    }
    if (!val_spend(r, 4 + 4 * n))
        return NULL;
    x = arena_new(r->arena, struct val_interval);
    x->at = arena_array(r->arena, struct val_cut, n + 1);
    return x;
}

static struct val interval_val(const struct val_interval *x)
{
    return (struct val){ .kind = VAL_INTERVAL, .interval = x };
}

static bool is_end(struct val x)
{
    return val_is_real(x) || x.kind == VAL_INFINITE;
}

struct val interval_new(struct reckoning *r, struct val a, struct val b,
                        bool open_a, bool open_b)
{
    struct val_interval *x;
    int order = 0;

    if (r->failed || !(x = interval_room(r, 2)))
        return VAL_FAILED;
    if (!is_end(a) || !is_end(b))
        return val_fail(r, "the ends of an interval are numbers, not %s",
                        val_what(r, is_end(a) ? b : a));
    if (!val_order(r, a, b, &order))
        return VAL_FAILED;
    if (order > 0)
        return val_fail(r, "an interval cannot go from %s to %s",
                        val_what(r, a), val_what(r, b));
    x->at[0] = (struct val_cut){ a, open_a || a.kind == VAL_INFINITE };
    x->at[1] = (struct val_cut){ b, !open_b && b.kind != VAL_INFINITE };
    x->n = order < 0 || (!open_a && x->at[1].after) ? 2 : 0;
    return interval_val(x);
}

/* ---- order ---- */

static bool order_of_cuts(struct reckoning *r, struct val_cut a,
                          struct val_cut b, int *order)
{
    if (!val_order(r, a.x, b.x, order))
        return false;
    if (*order == 0)
        *order = a.after - b.after;
    return true;
}

static bool wanted(enum interval_op op, bool in_a, bool in_b)
{
    switch (op) {
    case INTERVAL_UNION: return in_a || in_b;
    case INTERVAL_BOTH: return in_a && in_b;
    default: return in_a && !in_b;
    }
}

/* Go through the cuts of both from left to right: whether a number belongs to
 * the result can change at these alone. */
struct val interval_op(struct reckoning *r, struct val a, struct val b,
                       enum interval_op op)
{
    const struct val_interval *x = a.interval, *y = b.interval;
    struct val_interval *out;
    size_t i = 0, j = 0;

    if (a.kind != VAL_INTERVAL || b.kind != VAL_INTERVAL)
        return val_fail(r, "an interval is needed, not %s",
                        val_what(r, a.kind == VAL_INTERVAL ? b : a));
    out = interval_room(r, x->n + y->n);
    while (!r->failed && (i < x->n || j < y->n)) {
        int order = i == x->n ? 1 : -1;
        struct val_cut cut;

        if (i < x->n && j < y->n &&
            !order_of_cuts(r, x->at[i], y->at[j], &order))
            break;
        cut = order <= 0 ? x->at[i] : y->at[j];
        i += order <= 0;
        j += order >= 0;
        if (wanted(op, i % 2, j % 2) != (out->n % 2 == 1))
            out->at[out->n++] = cut;
    }
    return r->failed ? VAL_FAILED : interval_val(out);
}

bool interval_equal(struct reckoning *r, const struct val_interval *a,
                    const struct val_interval *b, bool *equal)
{
    *equal = a->n == b->n;
    for (size_t i = 0; *equal && i < a->n; i++) {
        if (a->at[i].after != b->at[i].after)
            *equal = false;
        else if (!val_equal(r, a->at[i].x, b->at[i].x, equal))
            return false;
    }
    return val_spend(r, 1);
}

bool interval_has(struct reckoning *r, const struct val_interval *a,
                  struct val x, bool *has)
{
    size_t from = 0, to = a->n;

    if (!val_is_real(x)) {
        val_fail(r, "an interval has numbers, not %s", val_what(r, x));
        return false;
    }
    while (from < to) { /* how many cuts are before the number */
        size_t half = from + (to - from) / 2;
        int order = 0;

        if (!order_of_cuts(r, a->at[half], (struct val_cut){ x, false },
                           &order))
            return false;
        if (order <= 0)
            from = half + 1;
        else
            to = half;
    }
    *has = from % 2 == 1;
    return true;
}

/* ---- text ---- */

/* Is it one number? Numbers that are equal are written the same way. */
static bool is_point(struct arena *a, const struct val_cut *from)
{
    struct str x = str_in(a), y = str_in(a);

    if (from[0].after || !from[1].after)
        return false;
    val_write(&x, from[0].x);
    val_write(&y, from[1].x);
    return str_eq(str_get(&x), str_get(&y));
}

void interval_write(struct str *out, const struct val_interval *x)
{
    if (x->n == 0)
        str_add(out, "\\emptyset");
    for (size_t i = 0; i < x->n; i += 2) {
        bool point = is_point(out->arena, &x->at[i]);

        str_add(out, i ? " \\cup " : "");
        str_add(out, point ? "\\{" : x->at[i].after ? "(" : "[");
        val_write(out, x->at[i].x);
        if (!point) {
            str_add(out, ", ");
            val_write(out, x->at[i + 1].x);
        }
        str_add(out, point ? "\\}" : x->at[i + 1].after ? "]" : ")");
    }
}

static struct val read_end(struct reckoning *r, const char *text)
{
    bool minus = text[0] == '-';

    if (str_eq(text + minus, "\\infty"))
        return (struct val){ .kind = VAL_INFINITE, .i = minus ? -1 : 1 };
    return number_read(r, text);
}

/* One interval, "[0, 1)", or "\{5\}". */
static struct val read_one(struct reckoning *r, const char *text)
{
    size_t n = strlen(text), count;
    char open[3] = "", close[3] = "";
    bool point = str_starts(text, "\\{");
    const char **items;
    struct val a, b;
    int order = 1;

    if (n < 4)
        return VAL_FAILED;
    memcpy(open, text, point ? 2 : 1);
    memcpy(close, text + n - (point ? 2 : 1), point ? 2 : 1);
    if (!point && (!strchr("[(", *open) || !strchr("])", *close)))
        return VAL_FAILED;
    if ((point && !str_eq(close, "\\}")) ||
        !key_items(r->arena, text, open, close, &items, &count) ||
        count != (point ? 1 : 2))
        return VAL_FAILED;
    a = read_end(r, items[0]);
    b = read_end(r, items[count - 1]);
    if (a.kind == VAL_NOTHING || b.kind == VAL_NOTHING ||
        !val_order(r, a, b, &order) || order > 0)
        return VAL_FAILED;
    return interval_new(r, a, b, *open == '(', *close == ')');
}

struct val interval_read(struct reckoning *r, const char *text)
{
    static const char join[] = " \\cup ";
    struct val all = interval_new(r, val_int(0), val_int(0), true, true), one;

    while (!str_eq(text, "\\emptyset") && !r->failed) {
        const char *end = strstr(text, join);
        size_t n = end ? (size_t)(end - text) : strlen(text);

        one = read_one(r, arena_strndup(r->arena, text, n));
        if (one.kind == VAL_NOTHING)
            return VAL_FAILED;
        all = interval_op(r, all, one, INTERVAL_UNION);
        if (!end)
            break;
        text = end + sizeof(join) - 1;
    }
    return r->failed ? VAL_FAILED : all;
}

/* ---- functions ---- */

BUILTIN(interval)
{
    (void)n;
    return interval_new(r, a[0], a[1], false, false);
}

BUILTIN(open)
{
    (void)n;
    return interval_new(r, a[0], a[1], true, true);
}

BUILTIN(closed_open)
{
    (void)n;
    return interval_new(r, a[0], a[1], false, true);
}

BUILTIN(open_closed)
{
    (void)n;
    return interval_new(r, a[0], a[1], true, false);
}

BUILTIN(infinity)
{
    (void)r;
    (void)a;
    (void)n;
    return (struct val){ .kind = VAL_INFINITE, .i = 1 };
}

BUILTIN(ends)
{
    struct val d;
    size_t count = 0;

    (void)n;
    if (a[0].kind != VAL_INTERVAL)
        return val_fail(r, "an interval is needed, not %s", val_what(r, a[0]));
    d = val_row(r, VAL_LIST, a[0].interval->n);
    for (size_t i = 0; !r->failed && i < a[0].interval->n; i++)
        if (a[0].interval->at[i].x.kind != VAL_INFINITE)
            d.row->at[count++] = a[0].interval->at[i].x;
    if (!r->failed)
        d.row->n = count;
    return d;
}
