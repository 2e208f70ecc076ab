/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Spanning trees of a banded graph with several edges between two vertices.
 *
 * solve() is Kirchhoff's theorem, a determinant. check() adds up forests from
 * vertex to vertex, by how they connect the last ones: family/hard/band.h.
 */
#include "family/hard/band.h"
#include "family/hard/count.h"
#include "math/flint_poly.h"

#define EXACT_TO      90   /* more vertices: the count modulo a prime */
#define VERTICES_MOST 1000 /* the determinant takes cubic time */
#define COPIES_MOST   9

struct net {
    int64_t n, modulus;
    struct ints u, v, m; /* m edges between u and v */
};

static const struct field fields[] = {
    NUMBER(struct net, n, BAND_LEAST, VERTICES_MOST),
    NUMBER(struct net, modulus, 0, COUNT_MODULUS_MOST),
    INTS(struct net, u, 1, VERTICES_MOST),
    INTS(struct net, v, 1, VERTICES_MOST),
    INTS(struct net, m, 1, COPIES_MOST),
    { 0 },
};

static void draw(struct pick *k, void *values)
{
    struct net *g = values;

    g->n = k->depth;
    band_draw(k, g->n, &g->u, &g->v);
    g->m = ints_new(k->arena, (size_t)g->u.n);
    for (int64_t i = 0; i < g->m.n; i++)
        g->m.x[i] = pick(k, 1, 3);
    g->modulus = count_modulus(k, g->n > EXACT_TO);
}

/* ---- the first road: Kirchhoff's determinant ---- */

static void laplacian(const struct net *g, fmpz_mat_t l)
{
    for (int64_t i = 0; i < g->u.n; i++) {
        int64_t x = g->u.x[i] - 1, y = g->v.x[i] - 1;
        ulong m = (ulong)g->m.x[i];
        fmpz *xx = fmpz_mat_entry(l, x, x), *yy = fmpz_mat_entry(l, y, y);
        fmpz *xy = fmpz_mat_entry(l, x, y), *yx = fmpz_mat_entry(l, y, x);

        fmpz_add_ui(xx, xx, m);
        fmpz_add_ui(yy, yy, m);
        fmpz_sub_ui(xy, xy, m);
        fmpz_sub_ui(yx, yx, m);
    }
}

/* The determinant of the first k rows and columns. */
static void minor(const struct net *g, const fmpz_mat_t l, int64_t k, fmpz_t d)
{
    fmpz_mat_t part;
    nmod_mat_t reduced;

    fmpz_mat_window_init(part, l, 0, 0, k, k);
    if (g->modulus) {
        nmod_mat_init(reduced, k, k, (ulong)g->modulus);
        fmpz_mat_get_nmod_mat(reduced, part);
        fmpz_set_ui(d, nmod_mat_det(reduced));
        nmod_mat_clear(reduced);
    } else {
        fmpz_mat_det(d, part);
    }
    fmpz_mat_window_clear(part);
}

static void tell_degrees(struct solving *s, const struct net *g,
                         const fmpz_mat_t l)
{
    struct str out = str_in(s->arena);

    for (int64_t i = 0; i < g->n; i++)
        str_addf(&out, "%s%d", i ? ", " : "",
                 (int)fmpz_get_si(fmpz_mat_entry(l, i, i)));
    let_text(s, "degrees", str_get(&out));
    let(s, "rest", g->n - 1);
    tell(s, "rule");
}

/* A few determinants on the way. */
static void tell_minors(struct solving *s, const struct net *g,
                        const fmpz_mat_t l)
{
    fmpz_t d;

    if (!s->steps)
        return;
    fmpz_init(d);
    for (int64_t k = 2; k < g->n - 1; k += 1 + g->n / 6) {
        minor(g, l, k, d);
        let(s, "rows", k);
        count_let(s, "minor", d);
        tell(s, "minor");
    }
    fmpz_clear(d);
}

static bool solve(struct solving *s, const void *values)
{
    const struct net *g = values;
    fmpz_mat_t l;
    fmpz_t d;
    bool made;

    fmpz_mat_init(l, g->n, g->n);
    fmpz_init(d);
    laplacian(g, l);
    tell_degrees(s, g, l);
    tell_minors(s, g, l);
    minor(g, l, g->n - 1, d);
    made = count_key(s, d, g->modulus);
    if (made)
        tell(s, "end");
    fmpz_clear(d);
    fmpz_mat_clear(l);
    return made;
}

/* ---- the second road: forests, frontier by frontier ---- */

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct net *g = values;
    struct band_sum s = { .n = g->n,
                          .back = band_back(a, g->n, &g->u, &g->v),
                          .weight = g->m.x,
                          .forests = true, /* and x = 0: one component */
                          .modulus = g->modulus };
    fmpz *count = count_row(a, 1);

    f->by = "forests added up from vertex to vertex";
    f->detail = "the edges or the modulus make no problem";
    if (!s.back || g->m.n != g->u.n || !count_modulus_is_right(g->modulus))
        return TRUTH_NO;
    band_sum(a, &s, count);
    return count_is(a, key, count, g->modulus, f);
}

static void speak(struct speech *s, const void *values)
{
    const struct net *g = values;

    form_let(s, "fewer", g->n - 1);
}

static struct form_file text = {
#include "family/hard/spanning.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct net),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "vertices of a graph",
    .least = 8,
    .most = VERTICES_MOST,
    .levels = { 12, 18, 28, 45, 80 },
};

const struct family hard_spanning = {
    .name = "hard/spanning",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
