/* SPDX-License-Identifier: Apache-2.0 */
#include "family/hard/band.h"
#include "family/hard/count.h"
#include "math/flint_poly.h"

#define SLOTS (BAND_WIDTH + 1)

/* ---- drawing ---- */

static void add_edge(struct ints *u, struct ints *v, int64_t x, int64_t y)
{
    u->x[u->n++] = x;
    v->x[v->n++] = y;
}

void band_draw(struct pick *k, int64_t n, struct ints *u, struct ints *v)
{
    *u = ints_new(k->arena, (size_t)n * 3);
    *v = ints_new(k->arena, (size_t)n * 3);
    u->n = v->n = 0;
    for (int64_t i = 2; i <= n; i++) {
        int64_t room = i - 1 < BAND_WIDTH ? i - 1 : BAND_WIDTH;
        int64_t most = room < 3 ? room : 3, least = room < 2 ? room : 2;
        int64_t want = pick(k, least, most), order[BAND_WIDTH];

        pick_order(k, (size_t)room, order);
        for (int64_t d = room; d >= 1; d--)
            for (int64_t j = 0; j < want; j++)
                if (order[j] + 1 == d)
                    add_edge(u, v, i - d, i);
    }
}

int64_t *band_back(struct arena *a, int64_t n, const struct ints *u,
                   const struct ints *v)
{
    int64_t *back = arena_array(a, int64_t, (n + 1) * SLOTS);

    if (u->n != v->n || n < BAND_LEAST)
        return NULL;
    for (int64_t i = 0; i < u->n; i++) {
        int64_t x = u->x[i], y = v->x[i], *at;

        if (x < 1 || y > n || y <= x || y - x > BAND_WIDTH)
            return NULL;
        at = back + y * SLOTS + (y - x);
        if (*at)
            return NULL;
        *at = i + 1;
    }
    return back;
}

/* ---- the sum over sets of edges ---- */

/* How the last SLOTS vertices are connected: each has the number of its block,
 * blocks numbered by their first vertices; read as digits they are a code. */
#define CODES (SLOTS * SLOTS * SLOTS * SLOTS * SLOTS)

struct blocks {
    int of[SLOTS]; /* the newest vertex last */
};

static int code_of(const struct blocks *b)
{
    int name[2 * SLOTS], next = 0, code = 0;

    for (int i = 0; i < 2 * SLOTS; i++)
        name[i] = -1;
    for (int i = 0; i < SLOTS; i++) {
        int *n = &name[b->of[i]];

        if (*n < 0)
            *n = next++;
        code = code * SLOTS + *n;
    }
    return code;
}

static struct blocks blocks_of(int code)
{
    struct blocks b;

    for (int i = SLOTS - 1; i >= 0; i--) {
        b.of[i] = code % SLOTS;
        code /= SLOTS;
    }
    return b;
}

/* The sums by code; `live` lists the codes that occur. */
struct front {
    fmpz *sum;
    int live[CODES], n;
    bool has[CODES];
};

static fmpz *front_at(struct front *f, int code)
{
    if (!f->has[code]) {
        f->has[code] = true;
        f->live[f->n++] = code;
    }
    return f->sum + code;
}

static void front_empty(struct front *f)
{
    for (int i = 0; i < f->n; i++) {
        fmpz_zero(f->sum + f->live[i]);
        f->has[f->live[i]] = false;
    }
    f->n = 0;
}

struct sweep {
    const struct band_sum *s;
    struct front *from, *to;
};

static void sweep_turn(struct sweep *w)
{
    struct front *full = w->to;

    for (int i = 0; i < full->n; i++)
        count_reduce(full->sum + full->live[i], 1, w->s->modulus);
    front_empty(w->from);
    w->to = w->from;
    w->from = full;
}

/* A new vertex comes, and the oldest one goes: a component that ends with it
 * counts x. Vertices before the first do not count. */
static void next_vertex(struct sweep *w, bool oldest_counts)
{
    for (int i = 0; i < w->from->n; i++) {
        int code = w->from->live[i], alone = 1;
        struct blocks b = blocks_of(code);
        int old = b.of[0];
        fmpz *at;

        for (int j = 1; j < SLOTS; j++) {
            alone &= b.of[j] != old;
            b.of[j - 1] = b.of[j];
        }
        b.of[SLOTS - 1] = SLOTS;
        at = front_at(w->to, code_of(&b));
        if (alone && oldest_counts)
            fmpz_addmul_si(at, w->from->sum + code, w->s->x);
        else
            fmpz_add(at, at, w->from->sum + code);
    }
    sweep_turn(w);
}

/* An edge from the newest vertex to the one that is d older: sets without it,
 * and sets with it. */
static void next_edge(struct sweep *w, int64_t d, int64_t weight)
{
    int there = SLOTS - 1 - (int)d;

    for (int i = 0; i < w->from->n; i++) {
        int code = w->from->live[i];
        struct blocks b = blocks_of(code);
        int old = b.of[SLOTS - 1];
        const fmpz *sum = w->from->sum + code;
        fmpz *at = front_at(w->to, code);

        fmpz_add(at, at, sum);
        if (old == b.of[there] && w->s->forests)
            continue;
        for (int j = 0; j < SLOTS; j++)
            b.of[j] = b.of[j] == old ? b.of[there] : b.of[j];
        fmpz_addmul_si(front_at(w->to, code_of(&b)), sum, weight);
    }
    sweep_turn(w);
}

static void close_front(const struct sweep *w, fmpz_t out)
{
    fmpz_t term;

    fmpz_init(term);
    fmpz_zero(out);
    for (int i = 0; i < w->from->n; i++) {
        struct blocks b = blocks_of(w->from->live[i]);
        int most = 0;

        for (int j = 0; j < SLOTS; j++)
            most = b.of[j] > most ? b.of[j] : most;
        fmpz_set_si(term, w->s->x);
        fmpz_pow_ui(term, term, (ulong)most);
        fmpz_addmul(out, term, w->from->sum + w->from->live[i]);
    }
    fmpz_clear(term);
}

void band_sum(struct arena *a, const struct band_sum *s, fmpz_t out)
{
    struct sweep w = { s, arena_new(a, struct front),
                       arena_new(a, struct front) };
    struct blocks apart = { { 0, 1, 2, 3, 4 } };

    w.from->sum = count_row(a, CODES);
    w.to->sum = count_row(a, CODES);
    fmpz_one(front_at(w.from, code_of(&apart)));
    for (int64_t i = 1; i <= s->n; i++) {
        next_vertex(&w, i > SLOTS);
        for (int64_t d = 1; d < SLOTS; d++) {
            int64_t edge = s->back[i * SLOTS + d];

            if (edge)
                next_edge(&w, d, s->weight ? s->weight[edge - 1] : -1);
        }
    }
    close_front(&w, out);
}
