/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Independent sets with coloured members, or proper colourings, of a banded
 * graph.
 *
 * solve() chooses for one vertex after the other, and holds the choices of the
 * last four apart: which of them are in the set, or which have equal colours.
 * check() chooses nothing for vertices: it adds up over all sets of edges, with
 * signs, by inclusion and exclusion (for colourings this is Whitney's theorem).
 */
#include "family/hard/band.h"
#include "family/hard/count.h"
#include "math/flint_poly.h"

#define EXACT_TO      90 /* more vertices: the count modulo a prime */
#define EXACT_MOST    2000
#define VERTICES_MOST 80000 /* then the statement has 4 MB */
#define COLOURS_MOST  20

enum { SETS, COLOURINGS };

static const char *const kind_names[] = { "sets", "colourings", NULL };

struct graph {
    int64_t kind, n, modulus;
    int64_t colours; /* of each vertex; for sets: of each member */
    struct ints u, v;
};

static const struct field fields[] = {
    NUMBER(struct graph, kind, 0, 1),
    NUMBER(struct graph, n, BAND_LEAST, VERTICES_MOST),
    NUMBER(struct graph, modulus, 0, COUNT_MODULUS_MOST),
    NUMBER(struct graph, colours, 1, COLOURS_MOST),
    INTS(struct graph, u, 1, VERTICES_MOST),
    INTS(struct graph, v, 1, VERTICES_MOST),
    { 0 },
};

static void draw(struct pick *k, void *values)
{
    struct graph *g = values;

    g->n = k->depth;
    g->kind = pick(k, SETS, COLOURINGS);
    g->colours = pick(k, g->kind == SETS ? 2 : 4, 9);
    band_draw(k, g->n, &g->u, &g->v);
    g->modulus = count_modulus(k, g->n > EXACT_TO);
}

/* ---- the first road: one vertex after the other ---- */

#define LAST  4                           /* vertices that are remembered */
#define CODES (LAST * LAST * LAST * LAST) /* of what is remembered */

/* The choices for the last vertices, the newest first: 0 or 1, or the number of
 * a colour among those of the last vertices. */
struct memory {
    const struct graph *g;
    fmpz *now, *next; /* by code, 4 for each vertex */
    int64_t *near;    /* near[i]: bit d - 1 says that i - d is joined to i */
};

static struct memory memory_make(struct arena *a, const struct graph *g)
{
    struct memory m = { g, count_row(a, CODES), count_row(a, CODES),
                        arena_array(a, int64_t, g->n + 1) };

    for (int64_t i = 0; i < g->u.n; i++)
        m.near[g->v.x[i]] |= (int64_t)1 << (g->v.x[i] - g->u.x[i] - 1);
    fmpz_one(m.now);
    return m;
}

static int old_choice(int code, int64_t d)
{
    return code >> (2 * (d - 1)) & (LAST - 1);
}

static int with_choice(int code, int choice)
{
    return (code << 2 | choice) & (CODES - 1);
}

/* Sets: is no neighbour in the set? */
static bool may_enter(int code, int64_t near)
{
    for (int64_t d = 1; d <= LAST; d++)
        if (near >> (d - 1) & 1 && old_choice(code, d))
            return false;
    return true;
}

static void choose_member(struct memory *m, int code, int64_t i)
{
    fmpz *out = m->next + with_choice(code, 0);

    fmpz_add(out, out, m->now + code);
    if (!may_enter(code, m->near[i]))
        return;
    fmpz_addmul_ui(m->next + with_choice(code, 1), m->now + code,
                   (ulong)m->g->colours);
}

/* Colours in the order of their first use among the newest `n` vertices, so
 * that the names of colours do not matter. */
static int renamed(int choice, int code, int64_t n)
{
    int names[LAST + 1] = { -1, -1, -1, -1, -1 }, next = 1, out = 0;

    names[choice] = 0;
    for (int64_t d = 1; d < n; d++) {
        int *name = &names[old_choice(code, d)];

        if (*name < 0)
            *name = next++;
        out |= *name << (2 * d);
    }
    return out;
}

/* Vertex i takes a colour of the last vertices, or one of the others. */
static void choose_colour(struct memory *m, int code, int64_t i)
{
    int64_t last = i - 1 < LAST ? i - 1 : LAST, keep = i < LAST ? i : LAST;
    bool used[LAST + 1] = { false }, barred[LAST + 1] = { false };
    int colours = 0;

    for (int64_t d = 1; d <= last; d++) {
        colours += !used[old_choice(code, d)];
        used[old_choice(code, d)] = true;
        barred[old_choice(code, d)] |= m->near[i] >> (d - 1) & 1;
    }
    for (int c = 0; c < colours; c++) {
        fmpz *out = m->next + renamed(c, code, keep);

        if (!barred[c])
            fmpz_add(out, out, m->now + code);
    }
    if (m->g->colours > colours)
        fmpz_addmul_ui(m->next + renamed(LAST, code, keep), m->now + code,
                       (ulong)(m->g->colours - colours));
}

static void memory_step(struct memory *m, int64_t i)
{
    _fmpz_vec_zero(m->next, CODES);
    for (int code = 0; code < CODES; code++) {
        if (fmpz_is_zero(m->now + code))
            continue;
        if (m->g->kind == SETS)
            choose_member(m, code, i);
        else
            choose_colour(m, code, i);
    }
    count_reduce(m->next, CODES, m->g->modulus);
    _fmpz_vec_swap(m->now, m->next, CODES);
}

static bool solve(struct solving *s, const void *values)
{
    const struct graph *g = values;
    struct memory m = memory_make(s->arena, g);
    fmpz *sum = count_row(s->arena, 1);
    int64_t told = 4;

    tell(s, "rule");
    for (int64_t i = 1; i <= g->n; i++) {
        memory_step(&m, i);
        if (i < told && i < g->n)
            continue;
        told += i < 10 ? 2 : i / 3;
        _fmpz_vec_sum(sum, m.now, CODES);
        count_reduce(sum, 1, g->modulus);
        let(s, "reached", i);
        count_let(s, "all", sum);
        if (i < g->n)
            tell(s, "row");
    }
    if (!count_key(s, sum, g->modulus))
        return false;
    tell(s, "end");
    return true;
}

/* ---- the second road: sums over sets of edges ---- */

#define SLOTS (BAND_WIDTH + 1) /* the newest vertex is bit 0 */

/* With c colours: the sum over all sets S of edges of (-1)^|S| c^t (1 + c)^(n -
 * t), where t vertices are touched by S and so are members, held apart by which
 * of the last vertices are touched. */
struct signs {
    const struct graph *g;
    fmpz *sum, *next; /* by touched vertices */
};

#define TOUCHED (1 << SLOTS)

/* The oldest vertex goes, and vertex i comes; those outside of 1..n do not
 * count. */
static void signs_shift(struct signs *s, int64_t i)
{
    bool counts = i > SLOTS;

    _fmpz_vec_zero(s->next, TOUCHED);
    for (int t = 0; t < TOUCHED; t++) {
        int64_t ways = s->g->colours + !(t >> (SLOTS - 1));

        fmpz_addmul_ui(s->next + ((t << 1) & (TOUCHED - 1)), s->sum + t,
                       counts ? (ulong)ways : 1);
    }
    count_reduce(s->next, TOUCHED, s->g->modulus);
    _fmpz_vec_swap(s->sum, s->next, TOUCHED);
}

/* Sets with an edge from the newest vertex to the one that is d older: they
 * cancel those that touch both ends already. */
static void signs_edge(struct signs *s, int64_t d)
{
    int ends = 1 | 1 << d;

    for (int t = TOUCHED - 1; t >= 0; t--)
        if ((t & ends) == ends)
            fmpz_zero(s->sum + t);
        else
            fmpz_sub(s->sum + (t | ends), s->sum + (t | ends), s->sum + t);
}

static void signed_sets(struct arena *a, const struct graph *g,
                        const int64_t *back, fmpz_t out)
{
    struct signs s = { g, count_row(a, TOUCHED), count_row(a, TOUCHED) };

    fmpz_one(s.sum);
    for (int64_t i = 1; i <= g->n + SLOTS; i++) {
        signs_shift(&s, i);
        for (int64_t d = 1; i <= g->n && d < SLOTS; d++)
            if (back[i * SLOTS + d])
                signs_edge(&s, d);
    }
    fmpz_set(out, s.sum);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct graph *g = values;
    struct band_sum s = { .n = g->n,
                          .back = band_back(a, g->n, &g->u, &g->v),
                          .x = g->colours,
                          .modulus = g->modulus };
    fmpz *count = count_row(a, 1);

    f->by = "inclusion and exclusion over sets of edges";
    f->detail = "the edges or the modulus make no problem";
    if (!s.back || !count_modulus_is_right(g->modulus) ||
        (!g->modulus && g->n > EXACT_MOST))
        return TRUTH_NO;
    if (g->kind == SETS) {
        signed_sets(a, g, s.back, count);
    } else {
        band_sum(a, &s, count);
        fmpz_mul_ui(count, count, (ulong)g->colours);
    }
    return count_is(a, key, count, g->modulus, f);
}

static struct form_file text = {
#include "family/hard/independent.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .kinds = kind_names,
    .size = sizeof(struct graph),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .check = check,
};

static const struct family_depth depth = {
    .of = "vertices of a graph",
    .least = 10,
    .most = VERTICES_MOST,
    .levels = { 14, 22, 35, 55, 90 },
};

const struct family hard_independent = {
    .name = "hard/independent",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
