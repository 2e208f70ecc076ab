/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Which orders should a machine accept? Each takes its time, has a deadline and
 * pays; exactly one choice pays most.
 *
 * solve() goes through the orders by deadline and keeps, for each time that the
 * machine is busy, the largest pay. check() branches on every order and cuts by
 * the bound that orders may be done in part, up to 20 orders. Beyond that it
 * starts with the latest deadline and keeps lists of what no other choice
 * beats, by the time that is left before.
 */
#include "family/recipe/keys.h"
#include "family/recipe/recipe.h"

#include <inttypes.h>
#include <stdlib.h>

#define ORDERS_MOST 1000
#define DUE_MOST    100000

struct orders {
    struct ints hours, due, pay; /* one item for each order */
};

static const struct field fields[] = {
    INTS(struct orders, hours, 1, 99),
    INTS(struct orders, due, 1, DUE_MOST),
    INTS(struct orders, pay, 1, 1000000),
    { 0 },
};

/* ---- drawing ---- */

static void draw(struct pick *k, void *values)
{
    struct orders *v = values;
    size_t n = (size_t)k->depth;
    int64_t rate = 10 + 2 * k->depth; /* of pay by the hour, at least */

    v->hours = ints_new(k->arena, n);
    v->due = ints_new(k->arena, n);
    v->pay = ints_new(k->arena, n);
    for (size_t i = 0; i < n; i++) {
        int64_t more;

        v->hours.x[i] = pick(k, 3, 25);
        more = pick(k, 0, 6 * rate);
        v->pay.x[i] = v->hours.x[i] * rate + more;
        more = pick(k, 0, 7 * k->depth);
        v->due.x[i] = v->hours.x[i] + more;
    }
}

/* An order with its number. */
struct order {
    int64_t hours, due, pay, number;
};

static int by_due(const void *x, const void *y)
{
    const struct order *a = x, *b = y;

    return a->due != b->due ? (a->due > b->due) - (a->due < b->due)
                            : (a->number > b->number) - (a->number < b->number);
}

/* Returns the orders, those with early deadlines first. */
static struct order *sorted(struct arena *a, const struct orders *v)
{
    struct order *o = arena_array(a, struct order, v->due.n + 1);

    for (int64_t i = 0; i < v->due.n; i++)
        o[i] = (struct order){ v->hours.x[i], v->due.x[i], v->pay.x[i], i + 1 };
    qsort(o, (size_t)v->due.n, sizeof(*o), by_due);
    return o;
}

/* ---- the first road: the largest pay for each busy time ---- */

struct plan {
    int64_t n, last; /* orders, latest deadline */
    const struct order *orders;
    int64_t *pay; /* by busy time; -1: it cannot be */
    char *ways;   /* 1, or 2 for more */
    char *taken;  /* for each order and busy time: was it taken? */
};

static void add_order(struct plan *p, int64_t i)
{
    const struct order *o = &p->orders[i];

    for (int64_t t = o->due; t >= o->hours; t--) {
        int64_t with = p->pay[t - o->hours] + o->pay;

        if (p->pay[t - o->hours] < 0 || with < p->pay[t])
            continue;
        if (with == p->pay[t]) {
            p->ways[t] = 2;
            continue;
        }
        p->pay[t] = with;
        p->ways[t] = p->ways[t - o->hours];
        p->taken[i * (p->last + 1) + t] = 1;
    }
}

static struct plan make_plan(struct arena *a, const struct orders *v)
{
    struct plan p = { .n = v->due.n, .orders = sorted(a, v) };

    p.last = p.orders[p.n - 1].due;
    p.pay = arena_array(a, int64_t, p.last + 1);
    p.ways = arena_alloc(a, (size_t)p.last + 1);
    p.taken = arena_alloc(a, (size_t)(p.n * (p.last + 1)));
    for (int64_t t = 1; t <= p.last; t++)
        p.pay[t] = -1;
    p.ways[0] = 1;
    for (int64_t i = 0; i < p.n; i++)
        add_order(&p, i);
    return p;
}

/* Returns the busy time of the best choice, or -1 if there are several. */
static int64_t best_time(const struct plan *p)
{
    int64_t best = 0, ways = 0;

    for (int64_t t = 0; t <= p->last; t++)
        if (p->pay[t] > p->pay[best])
            best = t;
    for (int64_t t = 0; t <= p->last; t++)
        ways += p->pay[t] == p->pay[best] ? p->ways[t] : 0;
    return ways == 1 ? best : -1;
}

/* Returns the sum of the numbers of the chosen orders, which are written to
 * `list` in the order in which they are done. */
static int64_t trace(const struct plan *p, int64_t t, struct str *list)
{
    int64_t sum = 0, *chosen = arena_array(list->arena, int64_t, p->n), n = 0;

    for (int64_t i = p->n - 1; i >= 0; i--)
        if (p->taken[i * (p->last + 1) + t]) {
            sum += p->orders[i].number;
            t -= p->orders[i].hours;
            chosen[n++] = p->orders[i].number;
        }
    for (int64_t i = n - 1; i >= 0; i--)
        str_addf(list, "%" PRId64 "%s", chosen[i], i ? ", " : "");
    return sum;
}

static bool solve(struct solving *s, const void *values)
{
    const struct orders *v = values;
    struct plan p = make_plan(s->arena, v);
    struct str list = str_in(s->arena);
    int64_t t = best_time(&p), sum;

    if (t <= 0)
        return false;
    sum = trace(&p, t, &list);
    solving_key(s, "%" PRId64, p.pay[t] * sum);
    let_text(s, "chosen", str_get(&list));
    let(s, "busy", t);
    let(s, "best", p.pay[t]);
    let(s, "sum", sum);
    tell(s, "rule");
    tell(s, "table");
    tell(s, "end");
    return true;
}

/* ---- the second road ---- */

/* The best choices so far. */
struct best {
    int64_t pay, sum, ways;
};

static void improve(struct best *b, int64_t pay, int64_t sum, int64_t ways)
{
    if (pay == b->pay) /* 2 stands for more */
        b->ways = b->ways + ways > 2 ? 2 : b->ways + ways;
    if (pay > b->pay)
        *b = (struct best){ pay, sum, ways };
}

#define BRANCHED_MOST 20

struct search {
    int64_t n;
    const struct orders *of;
    int64_t by_due[BRANCHED_MOST];  /* indices, early deadlines first */
    int64_t by_rate[BRANCHED_MOST]; /* places in by_due, best pay first */
    struct best best;
};

/* Returns more than the orders from place i on can still pay: they are done in
 * part where the time is too short, and deadlines are forgotten but the last. */
static int64_t bound(const struct search *s, int64_t i, int64_t busy)
{
    const struct orders *v = s->of;
    int64_t left = v->due.x[s->by_due[s->n - 1]] - busy, pay = 0;

    for (int64_t k = 0; k < s->n && left > 0; k++) {
        int64_t o = s->by_due[s->by_rate[k]], hours = v->hours.x[o];

        if (s->by_rate[k] < i)
            continue;
        pay += hours <= left ? v->pay.x[o] : v->pay.x[o] * left / hours + 1;
        left -= hours;
    }
    return pay;
}

static void branch(struct search *s, int64_t i, int64_t busy, struct best now)
{
    const struct orders *v = s->of;
    int64_t o;

    if (i == s->n) {
        improve(&s->best, now.pay, now.sum, 1);
        return;
    }
    if (now.pay + bound(s, i, busy) < s->best.pay)
        return;
    o = s->by_due[i];
    if (busy + v->hours.x[o] <= v->due.x[o])
        branch(s, i + 1, busy + v->hours.x[o],
               (struct best){ now.pay + v->pay.x[o], now.sum + o + 1, 1 });
    branch(s, i + 1, busy, now);
}

/* Put an index or place where it belongs among the n that stand before. */
static void insert(int64_t *list, int64_t n, int64_t x, const int64_t *top,
                   const int64_t *bottom, const int64_t *of)
{
    for (; n > 0; n--) {
        int64_t p = of ? of[x] : x, q = of ? of[list[n - 1]] : list[n - 1];

        if (top[p] * bottom[q] >= top[q] * bottom[p])
            break;
        list[n] = list[n - 1];
    }
    list[n] = x;
}

static struct best search_all(const struct orders *v)
{
    struct search s = { .n = v->due.n, .of = v };
    int64_t ones[BRANCHED_MOST];

    for (int64_t i = 0; i < s.n; i++)
        ones[i] = 1;
    for (int64_t i = 0; i < s.n; i++)
        insert(s.by_due, i, i, v->due.x, ones, NULL);
    for (int64_t i = 0; i < s.n; i++)
        insert(s.by_rate, i, i, v->hours.x, v->pay.x, s.by_due);
    branch(&s, 0, 0, (struct best){ 0, 0, 1 });
    return s.best;
}

/* The time that is left before the orders chosen so far, which have later
 * deadlines, and the best pay of these. */
struct tail {
    int64_t left;
    struct best best;
};

/* Add a tail to a list in which less and less time is left; it is left out if
 * one before it pays more. */
static size_t push(struct tail *list, size_t n, struct tail x)
{
    struct tail *end = n ? &list[n - 1] : NULL;

    if (end && end->best.pay > x.best.pay)
        return n;
    if (end && end->left == x.left) {
        improve(&end->best, x.best.pay, x.best.sum, x.best.ways);
        return n;
    }
    list[n] = x;
    return n + 1;
}

/* The tail with this order done before it. */
static struct tail earlier(struct tail x, const struct orders *v, int64_t o)
{
    int64_t end = x.left < v->due.x[o] ? x.left : v->due.x[o];

    x.left = end - v->hours.x[o];
    x.best.pay += v->pay.x[o];
    x.best.sum += o + 1;
    return x;
}

/* Returns the new length of the list `to`: the tails of `from` with and without
 * the order, merged. */
static size_t extend(const struct orders *v, int64_t o, const struct tail *from,
                     size_t n, struct tail *to)
{
    size_t i = 0, j = 0, m = 0;

    while (i < n || j < n) {
        struct tail with = { .left = -1 };

        if (j < n)
            with = earlier(from[j], v, o);
        if (i < n && from[i].left >= with.left) {
            m = push(to, m, from[i++]);
            continue;
        }
        if (with.left < 0)
            break;
        m = push(to, m, with);
        j++;
    }
    return m;
}

static struct best best_tails(struct arena *a, const struct orders *v)
{
    int64_t n = v->due.n, *order = arena_array(a, int64_t, n);
    int64_t *ones = arena_array(a, int64_t, n);
    struct tail *list, *next, *swap;
    struct best best = { 0, 0, 0 };
    size_t m = 1;

    for (int64_t i = 0; i < n; i++)
        ones[i] = 1;
    for (int64_t i = 0; i < n; i++)
        insert(order, i, i, v->due.x, ones, NULL);
    list = arena_array(a, struct tail, v->due.x[order[n - 1]] + 1);
    next = arena_array(a, struct tail, v->due.x[order[n - 1]] + 1);
    list[0] = (struct tail){ v->due.x[order[n - 1]], { 0, 0, 1 } };
    for (int64_t i = n - 1; i >= 0; i--) {
        m = extend(v, order[i], list, m, next);
        swap = list;
        list = next;
        next = swap;
    }
    for (size_t i = 0; i < m; i++)
        improve(&best, list[i].best.pay, list[i].best.sum, list[i].best.ways);
    return best;
}

static bool is_whole(const struct orders *v)
{
    return v->due.n > 0 && v->due.n <= ORDERS_MOST && v->hours.n == v->due.n &&
           v->pay.n == v->due.n;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct orders *v = values;
    bool few = v->due.n <= BRANCHED_MOST;
    struct best best;
    int64_t got;

    f->by = few ? "branch and bound" : "lists from the latest deadline back";
    f->detail = "the key is not one integer, or the rows are not equally long";
    if (!key_int(key, &got) || !is_whole(v))
        return TRUTH_NO;
    best = few ? search_all(v) : best_tails(a, v);
    f->detail = "more than one choice of orders pays most";
    if (best.ways != 1)
        return TRUTH_NO;
    f->detail = arena_printf(a,
                             "one choice alone pays most, %" PRId64
                             ", and its numbers add up to %" PRId64,
                             best.pay, best.sum);
    return best.pay * best.sum == got ? TRUTH_YES : TRUTH_NO;
}

static struct form_file text = {
#include "family/hard/programmes.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct orders),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .check = check,
};

static const struct family_depth depth = {
    .of = "orders to choose from",
    .least = 5,
    .most = ORDERS_MOST,
    .levels = { 7, 12, 20, 40, 100 },
};

const struct family hard_programmes = {
    .name = "hard/programmes",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
