/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Random walks between numbered places with two exits: the expected time until
 * an exit is reached, the probability of one of them, the expected number of
 * visits to a place.
 *
 * solve() writes one linear equation for each place and solves the system in
 * exact fractions. check() has no system: it takes one place after the other
 * out of the walk, the moves through it becoming moves past it, modulo so many
 * primes that the fraction is proved.
 */
#include "family/hard/remainders.h"
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/flint_poly.h"

#include <inttypes.h>

#define PLACES_MOST 300

enum kind { KIND_MINUTES, KIND_EXIT, KIND_VISITS };

static const char *const kinds[] = { "minutes", "exit", "visits", NULL };

/* Place i goes to a, b or c with probability p/d, q/d and r/d. Places count from
 * 1; n + 1 and n + 2 are the exits. */
struct walk {
    int64_t kind, start, visited;
    struct ints a, b, c, p, q, r, d;
    struct ints t; /* minutes at each place; else empty */
};

static const struct field fields[] = {
    NUMBER(struct walk, kind, KIND_MINUTES, KIND_VISITS),
    NUMBER(struct walk, start, 1, PLACES_MOST),
    NUMBER(struct walk, visited, 0, PLACES_MOST),
    INTS(struct walk, a, 1, PLACES_MOST + 2),
    INTS(struct walk, b, 1, PLACES_MOST + 2),
    INTS(struct walk, c, 1, PLACES_MOST + 2),
    INTS(struct walk, p, 1, 97),
    INTS(struct walk, q, 1, 97),
    INTS(struct walk, r, 1, 97),
    INTS(struct walk, d, 3, 99),
    INTS(struct walk, t, 1, 99),
    { 0 },
};

/* ---- drawing ---- */

/* Three parts of a prime total, so that the fractions are in lowest terms. */
static void draw_weights(struct pick *k, struct walk *v, size_t i)
{
    static const int64_t totals[] = { 5, 7, 11, 13 };
    int64_t total = pick_of(k, totals, 4);

    v->p.x[i] = pick(k, 1, total / 2);
    v->q.x[i] = pick(k, 1, total - v->p.x[i] - 1);
    v->r.x[i] = total - v->p.x[i] - v->q.x[i];
    v->d.x[i] = total;
}

/* Another place than those two. */
static int64_t draw_third(struct pick *k, int64_t n, int64_t x, int64_t y)
{
    int64_t lo = x < y ? x : y, hi = x < y ? y : x, z = pick(k, 1, n - 2);

    z += z >= lo;
    return z + (z >= hi);
}

/* Where place i goes: to its successor on a tour of all places, so that every
 * place is reached from every other, and to two more. */
static void draw_moves(struct pick *k, struct walk *v, int64_t i, int64_t next)
{
    int64_t n = k->depth, to[3] = { next };
    int64_t place = pick(k, 0, 2);

    to[1] = draw_third(k, n, i, next);
    do
        to[2] = draw_third(k, n, i, next);
    while (to[2] == to[1]);
    to[0] = to[place];
    to[place] = next;
    v->a.x[i - 1] = to[0];
    v->b.x[i - 1] = to[1];
    v->c.x[i - 1] = to[2];
}

static int64_t *draw_tour(struct pick *k)
{
    int64_t n = k->depth, *tour = arena_array(k->arena, int64_t, n);

    for (int64_t i = 0; i < n; i++) {
        int64_t j = pick(k, 0, i);

        tour[i] = tour[j];
        tour[j] = i + 1;
    }
    return tour;
}

/* One of the two moves of a place that do not belong to the tour ends at an
 * exit instead. */
static void open_exit(struct walk *v, int64_t place, int64_t next, int64_t exit)
{
    struct ints *to = v->a.x[place - 1] == next ? &v->b : &v->a;

    to->x[place - 1] = exit;
}

static void draw(struct pick *k, void *values)
{
    struct walk *v = values;
    size_t n = (size_t)k->depth;
    struct ints *lists[] = { &v->a, &v->b, &v->c, &v->p, &v->q, &v->r, &v->d };
    int64_t *tour = draw_tour(k), exits = 1 + pick(k, 0, k->depth / 8);

    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
        *lists[i] = ints_new(k->arena, n);
    v->kind = pick(k, KIND_MINUTES, KIND_VISITS);
    v->t = ints_new(k->arena, v->kind == KIND_MINUTES ? n : 0);
    v->start = pick(k, 1, k->depth);
    v->visited =
        v->kind == KIND_VISITS ? pick_but(k, 1, k->depth, v->start) : 0;
    for (size_t i = 0; i < n; i++) {
        int64_t next = tour[(i + 1) % n];

        draw_moves(k, v, tour[i], next);
        if ((int64_t)i < 2 * exits)
            open_exit(v, tour[i], next, k->depth + 1 + (int64_t)i % 2);
        draw_weights(k, v, i);
        if (v->kind == KIND_MINUTES)
            v->t.x[i] = pick(k, 1, 9);
    }
}

static void speak(struct speech *s, const void *values)
{
    const struct walk *v = values;

    form_let(s, "places", v->a.n);
    form_let(s, "out", v->a.n + 1);
    form_let(s, "last", v->a.n + 2);
}

/* ---- the first road: one equation for each place ---- */

/* Subtract w/d from the equation of place i in the column of the place `to`. */
static void take(fmpq_mat_t m, int64_t i, int64_t to, int64_t w, int64_t d)
{
    fmpq_t x;

    if (to > fmpq_mat_nrows(m))
        return;
    fmpq_init(x);
    fmpq_set_si(x, w, (ulong)d);
    fmpq_sub(fmpq_mat_entry(m, i, to - 1), fmpq_mat_entry(m, i, to - 1), x);
    fmpq_clear(x);
}

/* What place i adds by itself. */
static void set_constant(const struct walk *v, fmpq_t x, int64_t i)
{
    int64_t out = v->a.n + 1;

    if (v->kind == KIND_MINUTES)
        fmpq_set_si(x, v->t.x[i], 1);
    else if (v->kind == KIND_VISITS)
        fmpq_set_si(x, i + 1 == v->visited, 1);
    else
        fmpq_set_si(x,
                    (v->a.x[i] == out) * v->p.x[i] +
                        (v->b.x[i] == out) * v->q.x[i] +
                        (v->c.x[i] == out) * v->r.x[i],
                    (ulong)v->d.x[i]);
}

/* Returns false if the system has no single solution. */
static bool solve_system(const struct walk *v, fmpq_mat_t x)
{
    fmpq_mat_t m, right;
    bool good;

    fmpq_mat_init(m, v->a.n, v->a.n);
    fmpq_mat_init(right, v->a.n, 1);
    fmpq_mat_one(m);
    for (int64_t i = 0; i < v->a.n; i++) {
        take(m, i, v->a.x[i], v->p.x[i], v->d.x[i]);
        take(m, i, v->b.x[i], v->q.x[i], v->d.x[i]);
        take(m, i, v->c.x[i], v->r.x[i], v->d.x[i]);
        set_constant(v, fmpq_mat_entry(right, i, 0), i);
    }
    good = fmpq_mat_solve(x, m, right);
    fmpq_mat_clear(m);
    fmpq_mat_clear(right);
    return good;
}

#define EQUATIONS_TOLD 60
#define VALUES_TOLD    20

static void tell_equations(struct solving *s, const struct walk *v)
{
    let(s, "out", v->a.n + 1);
    let(s, "last", v->a.n + 2);
    tell(s, "rule");
    for (int64_t i = 0; i < v->a.n && v->a.n <= EQUATIONS_TOLD; i++) {
        int64_t constant =
            v->kind == KIND_MINUTES ? v->t.x[i] : i + 1 == v->visited;

        let(s, "here", i + 1);
        let_text(s, "constant",
                 constant ? arena_printf(s->arena, "%" PRId64 " + ", constant)
                          : "");
        let(s, "to_a", v->a.x[i]);
        let(s, "to_b", v->b.x[i]);
        let(s, "to_c", v->c.x[i]);
        let(s, "w_a", v->p.x[i]);
        let(s, "w_b", v->q.x[i]);
        let(s, "w_c", v->r.x[i]);
        let(s, "total", v->d.x[i]);
        tell(s, "equation");
    }
}

static void tell_values(struct solving *s, const fmpq_mat_t x)
{
    for (int64_t i = 0;
         i < fmpq_mat_nrows(x) && fmpq_mat_nrows(x) <= VALUES_TOLD; i++) {
        let(s, "here", i + 1);
        let_text(s, "value", latex_fmpq(s->arena, fmpq_mat_entry(x, i, 0)));
        tell(s, "value");
    }
}

static bool solve(struct solving *s, const void *values)
{
    const struct walk *v = values;
    fmpq_mat_t x;
    bool good;

    fmpq_mat_init(x, v->a.n, 1);
    good = solve_system(v, x);
    if (good) {
        solving_key(s, "%s",
                    latex_fmpq(s->arena, fmpq_mat_entry(x, v->start - 1, 0)));
        if (s->steps) {
            tell_equations(s, v);
            tell_values(s, x);
            tell(s, "end");
        }
    }
    fmpq_mat_clear(x);
    return good;
}

/* ---- the second road: places taken out of the walk ---- */

static bool is_whole(const struct walk *v)
{
    int64_t n = v->a.n;

    if (n < 1 || n > PLACES_MOST || v->b.n != n || v->c.n != n || v->p.n != n ||
        v->q.n != n || v->r.n != n || v->d.n != n ||
        v->t.n != (v->kind == KIND_MINUTES ? n : 0) || v->start > n ||
        v->visited > n || (v->kind == KIND_VISITS) != (v->visited > 0))
        return false;
    for (int64_t i = 0; i < n; i++)
        if (v->a.x[i] > n + 2 || v->b.x[i] > n + 2 || v->c.x[i] > n + 2 ||
            v->p.x[i] + v->q.x[i] + v->r.x[i] != v->d.x[i])
            return false;
    return true;
}

/* Can an exit be reached from every place? Then all that is asked is finite. */
static bool always_ends(const struct walk *v)
{
    bool ends[PLACES_MOST + 3] = { false }, grows = true;
    int64_t n = v->a.n;

    ends[n + 1] = ends[n + 2] = true;
    while (grows) {
        grows = false;
        for (int64_t i = 1; i <= n; i++)
            if (!ends[i] && (ends[v->a.x[i - 1]] || ends[v->b.x[i - 1]] ||
                             ends[v->c.x[i - 1]]))
                ends[i] = grows = true;
    }
    for (int64_t i = 1; i <= n; i++)
        if (!ends[i])
            return false;
    return true;
}

/* The walk modulo a prime. The start has row 0. A row holds the probabilities to
 * the places and, at the end, what a stay at its place counts. */
struct censored {
    const struct walk *of;
    uint64_t *rows, prime;
    size_t n; /* places; a row has one number more */
};

static uint64_t *row(const struct censored *c, size_t i)
{
    return c->rows + i * (c->n + 1);
}

/* The row of a place, which is also its column. The first exit has column n,
 * the second one n + 1. */
static size_t index_of(const struct walk *v, int64_t place)
{
    return place == v->start ? 0 : (size_t)(place - (place > v->start));
}

static void fill_row(struct censored *c, int64_t place)
{
    const struct walk *v = c->of;
    int64_t i = place - 1, to[] = { v->a.x[i], v->b.x[i], v->c.x[i] };
    int64_t weight[] = { v->p.x[i], v->q.x[i], v->r.x[i] };
    uint64_t share = remainders_inverse((uint64_t)v->d.x[i], c->prime);
    uint64_t *at = row(c, index_of(v, place));

    for (size_t j = 0; j <= c->n; j++)
        at[j] = 0;
    if (v->kind != KIND_EXIT)
        at[c->n] =
            v->kind == KIND_MINUTES ? (uint64_t)v->t.x[i] : place == v->visited;
    for (size_t j = 0; j < 3; j++) {
        size_t k = index_of(v, to[j]);

        if (k < c->n || (k == c->n && v->kind == KIND_EXIT))
            at[k] = (at[k] + (uint64_t)weight[j] * share) % c->prime;
    }
}

/* Take the last place out: what went to it goes on from there, after as many
 * returns as there may be. Returns false if the prime divides what must be
 * inverted. */
static bool take_out(struct censored *c, size_t out)
{
    const uint64_t *from = row(c, out);
    uint64_t leaves = (1 + c->prime - from[out]) % c->prime, once;

    if (leaves == 0)
        return false;
    once = remainders_inverse(leaves, c->prime);
    for (size_t i = 0; i < out; i++) {
        uint64_t *at = row(c, i), through = at[out] * once % c->prime;

        if (!through)
            continue;
        for (size_t j = 0; j < out; j++)
            at[j] = (at[j] + through * from[j]) % c->prime;
        at[c->n] = (at[c->n] + through * from[c->n]) % c->prime;
    }
    return true;
}

static bool value_at(const void *of, uint64_t prime, uint64_t *num,
                     uint64_t *den)
{
    struct censored c = *(const struct censored *)of;

    c.prime = prime;
    for (size_t i = 1; i <= c.n; i++)
        fill_row(&c, (int64_t)i);
    for (size_t i = c.n - 1; i > 0; i--)
        if (!take_out(&c, i))
            return false;
    *num = row(&c, 0)[c.n];
    *den = (1 + prime - row(&c, 0)[0]) % prime;
    return *den != 0;
}

/* By Hadamard's bound: the determinants of the system in whole numbers. */
static uint64_t bits_of(const struct walk *v)
{
    uint64_t bits = 0;

    for (int64_t i = 0; i < v->a.n; i++)
        bits += FLINT_BIT_COUNT(
            (uint64_t)(v->d.x[i] * (3 + (v->t.n ? v->t.x[i] : 1))));
    return bits;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct walk *v = values;
    struct censored c = { v, NULL, 0, (size_t)v->a.n };
    struct remainders r = { value_at, &c, 0 };
    enum truth holds = TRUTH_NO;
    fmpq_t x;

    f->by = "taking places out of the walk";
    f->detail = "the values make no walk that always ends";
    if (!is_whole(v) || !always_ends(v))
        return TRUTH_NO;
    c.rows = arena_array(a, uint64_t, c.n * (c.n + 1));
    r.bits = bits_of(v);
    f->detail = "the key is not one fraction in lowest terms";
    fmpq_init(x);
    if (key_rational(key, x)) {
        holds = remainders_prove(&r, x) ? TRUTH_YES : TRUTH_NO;
        f->detail = holds == TRUTH_YES
                        ? "the key is right modulo primes whose product is "
                          "larger than every difference can be"
                        : "the key is wrong modulo a prime";
    }
    fmpq_clear(x);
    return holds;
}

static struct form_file text = {
#include "family/hard/hitting.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .kinds = kinds,
    .size = sizeof(struct walk),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "places of the walk",
    .least = 4,
    .most = PLACES_MOST,
    .levels = { 5, 8, 12, 20, 40 },
};

const struct family hard_hitting = {
    .name = "hard/hitting",
    .version = 1,
    .answer = ANSWER_RATIONAL,
    HARD_CARD(&recipe, &depth),
};
