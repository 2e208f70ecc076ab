/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "family/mathador/solve_int.h"

#include <stdlib.h>
#include <string.h>

#define KEPT_MOST ((size_t)32 << 20) /* the default game has less */

/* ---- codes ---- */

static void add_code(struct codes *c, int k, const int n[OPS])
{
    uint32_t code = 0;

    for (int op = 0; op < OPS; op++)
        code += (uint32_t)n[op] * op_code(op);
    c->worth[code] = (uint64_t)game_score(n) << 32 | 1;
    c->bit[code] = 1u << game_score(n);
    c->column[code] = (unsigned char)c->n[k];
    c->code[k][c->n[k]++] = code;
}

static void fill_codes(struct codes *c)
{
    for (int k = 0; k <= GAME_STEPS; k++)
        for (int add = 0; add <= k; add++)
            for (int mul = 0; mul <= k - add; mul++)
                for (int sub = 0; sub <= k - add - mul; sub++) {
                    int n[OPS] = { add, mul, sub, k - add - mul - sub };

                    add_code(c, k, n);
                }
}

/* ---- the board of a bag ---- */

/* Where the bag's table is, or would be. */
static size_t place_of(const struct known *k, uint64_t key)
{
    size_t i = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32);

    for (i &= k->cap - 1; k->keys[i] && k->keys[i] != key;)
        i = (i + 1) & (k->cap - 1);
    return i;
}

static void grow(struct known *k)
{
    struct known old = *k;

    k->cap = old.cap ? old.cap * 2 : 256;
    k->keys = alloc_new(k->cap, sizeof(*k->keys));
    k->tables = alloc_new(k->cap, sizeof(*k->tables));
    for (size_t i = 0; i < old.cap; i++) {
        size_t to = old.keys[i] ? place_of(k, old.keys[i]) : 0;

        if (old.keys[i]) {
            k->keys[to] = old.keys[i];
            k->tables[to] = old.tables[i];
        }
    }
    free(old.keys);
    free(old.tables);
}

const struct table *solver_table(struct solver *s, const struct bag *b)
{
    size_t i = place_of(&s->known, bag_key(b));

    INVARIANT(s->known.keys[i]);
    return s->known.tables[i];
}

/* The terms with two and more copies of a part. */
static void add_repeats(struct solver *s, const struct bag *whole,
                        const struct bag *part, int64_t mark)
{
    struct bag left;

    for (int j = 2; bag_less(whole, part, j, &left); j++) {
        struct repeat r = { .s = s,
                            .part = solver_table(s, part),
                            .rest = left.n ? solver_table(s, &left) : NULL,
                            .marked = (uint32_t)bag_count(part, mark),
                            .j = (uint32_t)j,
                            .last = whole->n == BAG_LAST };

        if (r.marked)
            join_repeats(&r);
    }
}

/* The number that occurs least often: its terms are the fewest. */
static int64_t choose_mark(const struct bag *b)
{
    int64_t mark = b->numbers[0];

    for (int i = 1; i < b->n; i++)
        if (bag_count(b, b->numbers[i]) < bag_count(b, mark))
            mark = b->numbers[i];
    return mark;
}

static size_t row_size(const struct solver *s, const struct bag *b)
{
    if (b->n == BAG_LAST)
        return sizeof(struct last_row);
    return sizeof(struct row) +
           (size_t)s->codes.n[b->n - 1] * sizeof(struct board_cell);
}

/* Expressions of exactly these numbers, with sums and products counted for
 * each of the marked number. */
static void fill_board(struct solver *s, const struct bag *b, int64_t mark)
{
    unsigned all = (1u << b->n) - 1, step = b->repeats ? 1 : 2;

    board_wipe(&s->board, row_size(s, b));
    /* Where all numbers differ, the parts with the first one are enough. */
    for (unsigned mask = 1; mask < all; mask += step) {
        struct bag a = bag_part(b, mask), c = bag_part(b, all & ~mask);
        struct halves p = { .s = s,
                            .last = b->n == BAG_LAST,
                            .simple = !b->repeats };

        if (!bag_canonical(b, mask, &p.ways))
            continue;
        if (b->repeats) {
            add_repeats(s, b, &a, mark);
            if (bag_key(&a) > bag_key(&c))
                continue;
            p.same = bag_key(&a) == bag_key(&c);
            p.in_a = (uint32_t)bag_count(&a, mark);
            p.in_b = p.same ? 0 : (uint32_t)bag_count(&c, mark);
        }
        p.a = solver_table(s, &a);
        p.b = solver_table(s, &c);
        join_tables(&p);
    }
}

/* ---- from boards to tables ---- */

static struct state state_of(const struct board_cell *c, uint32_t code,
                             uint32_t m)
{
    uint32_t sums = c->sums, products = c->products;

    if (m > 1) { /* seldom, and divisions are slow */
        sums /= m;
        products /= m;
    }
    return (struct state){ .ops = code,
                           .ordered = c->ordered,
                           .forms = sums + products + c->others,
                           .no_sums = products + c->others,
                           .no_products = sums + c->others };
}

static size_t count_states(const struct board *b)
{
    size_t n = 0;

    for (uint32_t r = 0; r < b->n; r++)
        for (uint32_t used = ((struct row *)board_at(b, r))->used; used;
             used &= used - 1)
            n++;
    return n;
}

static void keep_states(struct solver *s, struct table *t, int k, uint32_t m)
{
    struct board *b = &s->board;
    size_t states = count_states(b);
    uint32_t n = 0;

    t->states = arena_array(&s->arena, struct state, states);
    t->groups = arena_array(&s->arena, struct bag_group, b->n);
    s->kept += states * sizeof(*t->states) + b->n * sizeof(*t->groups);
    t->n_groups = b->n;
    for (uint32_t i = 0; i < b->n; i++) {
        const struct row *row = board_at(b, i);
        struct bag_group *g = &t->groups[i];

        *g = (struct bag_group){ b->values[i], n, 0 };
        for (uint32_t used = row->used; used; used &= used - 1) {
            int column = __builtin_ctz(used); /* gcc and clang have it */

            t->states[n++] =
                state_of(&row->cells[column], s->codes.code[k][column], m);
        }
        g->n = n - g->from;
    }
}

static struct total total_of(int64_t value, const struct last_row *r,
                             uint32_t m)
{
    uint64_t marked = r->marked;

    if (m > 1)
        marked = (uint64_t)(WORTH_POINTS(marked) / m) << 32 |
                 WORTH_COUNT(marked) / m;
    return (struct total){ value, r->ordered, r->others + marked, r->mathadors,
                           r->scores };
}

/* What the states of a value are worth. Every part but the whole is smaller
 * than a Mathador. */
static struct total sum_states(const struct solver *s, const struct table *t,
                               const struct bag_group *g)
{
    struct total sum = { .value = g->value };

    for (uint32_t k = 0; k < g->n; k++) {
        const struct state *f = &t->states[g->from + k];
        uint64_t worth = s->codes.worth[f->ops];

        sum.ordered += f->ordered * worth;
        sum.distinct += f->forms * worth;
        sum.scores |= s->codes.bit[f->ops];
    }
    return sum;
}

/* Of every value asked for, once: the table is part of many sets. */
static void keep_sums(struct solver *s, struct table *t)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n_groups; i++)
        n += t->groups[i].value <= s->most;
    t->totals = arena_array(&s->arena, struct total, n);
    s->kept += n * sizeof(*t->totals);
    for (size_t i = 0; i < t->n_groups; i++)
        if (t->groups[i].value <= s->most)
            t->totals[t->n_totals++] = sum_states(s, t, &t->groups[i]);
}

/* The last bags, for games in which they are part of larger ones. */
static void keep_last(struct solver *s, struct table *t, uint32_t m)
{
    const struct board *b = &s->board;

    t->totals = arena_array(&s->arena, struct total, b->n);
    t->n_totals = b->n;
    s->kept += b->n * sizeof(*t->totals);
    for (uint32_t i = 0; i < b->n; i++)
        t->totals[i] = total_of(b->values[i], board_at(b, i), m);
}

static void keep_table(struct solver *s, struct table *t, const struct bag *b)
{
    int64_t mark = choose_mark(b);
    uint32_t m = (uint32_t)bag_count(b, mark);

    fill_board(s, b, mark);
    if (b->n == BAG_LAST) {
        keep_last(s, t, m);
    } else {
        keep_states(s, t, b->n - 1, m);
        keep_sums(s, t);
    }
}

static void leaf(struct solver *s, struct table *t, int64_t number)
{
    t->groups = arena_array(&s->arena, struct bag_group, 1);
    t->states = arena_array(&s->arena, struct state, 1);
    t->n_groups = 1;
    t->groups[0] = (struct bag_group){ number, 0, 1 };
    t->states[0] = (struct state){
        .ordered = 1, .forms = 1, .no_sums = 1, .no_products = 1
    };
}

/* The table of a bag whose parts all have theirs. */
static const struct table *make_table(struct solver *s, const struct bag *b)
{
    struct known *k = &s->known;
    uint64_t key = bag_key(b);
    struct table *t;
    size_t i;

    if (2 * k->n >= k->cap)
        grow(k);
    i = place_of(k, key);
    if (k->keys[i])
        return k->tables[i];
    t = arena_new(&s->arena, struct table);
    if (b->n == 1)
        leaf(s, t, b->numbers[0]);
    else
        keep_table(s, t, b);
    k->keys[i] = key; /* nothing was made meanwhile */
    k->tables[i] = t;
    k->n++;
    return t;
}

const struct bag_group *table_find(const struct table *t, int64_t value)
{
    for (size_t i = 0; i < t->n_groups; i++)
        if (t->groups[i].value == value)
            return &t->groups[i];
    return NULL;
}

/* ---- whole sets ---- */

struct solver *solver_new(void)
{
    struct solver *s = alloc_new(1, sizeof(*s));

    fill_codes(&s->codes);
    s->most = INT64_MAX;
    return s;
}

void solver_free(struct solver *s)
{
    if (!s)
        return;
    free(s->known.keys);
    free(s->known.tables);
    board_clear(&s->board);
    board_clear(&s->totals);
    free(s->result.items);
    arena_clear(&s->arena);
    free(s);
}

void solver_forget(struct solver *s)
{
    if (s->known.cap)
        memset(s->known.keys, 0, s->known.cap * sizeof(*s->known.keys));
    s->known.n = 0;
    s->kept = 0;
    arena_reset(&s->arena);
}

void solver_trim(struct solver *s)
{
    if (s->kept > KEPT_MOST)
        solver_forget(s);
}

void solver_bound(struct solver *s, int64_t most)
{
    s->most = most;
}

static void add_total(struct solver *s, const struct total *from, uint32_t ways)
{
    uint32_t row = board_row(&s->totals, from->value);
    struct total *to = board_at(&s->totals, row);

    to->ordered += ways * from->ordered;
    to->distinct += from->distinct;
    to->mathadors += ways * from->mathadors;
    to->scores |= from->scores;
}

static void add_part(struct solver *s, const struct bag *b, unsigned mask,
                     uint32_t ways)
{
    struct bag part = bag_part(b, mask);
    const struct table *t = make_table(s, &part);

    for (size_t i = 0; i < t->n_totals; i++)
        add_total(s, &t->totals[i], ways);
}

/* The whole set, when it is one of the last bags: there is no use in keeping
 * its table, which is as large as all others together. */
static void add_whole(struct solver *s, const struct bag *b)
{
    int64_t mark = choose_mark(b);
    uint32_t m = (uint32_t)bag_count(b, mark);

    fill_board(s, b, mark);
    for (uint32_t i = 0; i < s->board.n; i++) {
        struct total t =
            total_of(s->board.values[i], board_at(&s->board, i), m);

        add_total(s, &t, 1);
    }
}

static void keep_result(struct solver *s)
{
    struct solve_outcomes *all = &s->result;

    if (s->result_cap < s->totals.n) {
        s->result_cap = s->totals.cap;
        free(all->items);
        all->items = alloc_new(s->result_cap, sizeof(*all->items));
    }
    board_sort(&s->totals);
    all->n = s->totals.n;
    for (size_t i = 0; i < all->n; i++) {
        uint32_t row = s->totals.order[i];
        const struct total *t = board_at(&s->totals, row);

        all->items[i] =
            (struct solve_outcome){ .value = s->totals.values[row],
                                    .solutions = WORTH_COUNT(t->ordered),
                                    .points = WORTH_POINTS(t->ordered),
                                    .distinct = WORTH_COUNT(t->distinct),
                                    .distinct_points =
                                        WORTH_POINTS(t->distinct),
                                    .mathadors = t->mathadors,
                                    .scores = t->scores };
    }
}

const struct solve_outcomes *solver_solve(struct solver *s,
                                          const int64_t *numbers, size_t n)
{
    struct bag b = bag_of(numbers, n);

    board_wipe(&s->totals, sizeof(struct total));
    for (int size = 1; size <= b.n && size < BAG_LAST + (b.n > BAG_LAST);
         size++)
        for (unsigned mask = 1; mask < 1u << b.n; mask++) {
            uint32_t ways;

            if (bag_size(mask) == size && bag_canonical(&b, mask, &ways))
                add_part(s, &b, mask, ways);
        }
    if (b.n == BAG_LAST)
        add_whole(s, &b);
    keep_result(s);
    return &s->result;
}

const struct solve_outcome *outcomes_find(const struct solve_outcomes *all,
                                          int64_t value)
{
    size_t lo = 0, hi = all->n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;

        if (all->items[mid].value < value)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < all->n && all->items[lo].value == value ? &all->items[lo]
                                                        : NULL;
}

int outcome_best(const struct solve_outcome *o)
{
    int s = SCORE_MOST;

    while (s > 0 && !(o->scores >> s & 1u))
        s--;
    return s;
}

int outcome_worst(const struct solve_outcome *o)
{
    int s = 0;

    while (s < SCORE_MOST && !(o->scores >> s & 1u))
        s++;
    return s;
}
