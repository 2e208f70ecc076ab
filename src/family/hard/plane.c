/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Constructions in the plane, whose last point is asked exactly.
 *
 * The coordinates of a point would double their digits in almost every step. So
 * every other step makes a point of small numbers, from points of such, and the
 * steps between carry the main point on by one of them: each adds a few digits.
 *
 * solve() computes with coordinates u + v sqrt(3) and equations of lines;
 * plane_check.c with complex numbers.
 */
#include "family/hard/plane.h"
#include "family/hard/sentence.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"

#define NUMBER_MOST 1000000
#define SMALL_BITS  11 /* of a point that is made beside the main one */

static const struct field fields[] = {
    INTS(struct plane, x, -PLANE_FARTHEST, PLANE_FARTHEST),
    INTS(struct plane, y, -PLANE_FARTHEST, PLANE_FARTHEST),
    INTS(struct plane, step, 0, PLANE_STEPS - 1),
    INTS(struct plane, a, 0, NUMBER_MOST),
    INTS(struct plane, b, 0, NUMBER_MOST),
    INTS(struct plane, c, 0, NUMBER_MOST),
    INTS(struct plane, d, 0, NUMBER_MOST),
    { 0 },
};

/* ---- numbers (p + q sqrt(3)) / d ---- */

struct root3 {
    fmpz_t p, q, d; /* d > 0, in lowest terms */
};

static void forget(void *x)
{
    struct root3 *n = x;

    fmpz_clear(n->p);
    fmpz_clear(n->q);
    fmpz_clear(n->d);
}

static struct root3 *root3_new(struct arena *a, int64_t n)
{
    struct root3 *x = arena_new(a, struct root3);

    fmpz_init_set_si(x->p, n);
    fmpz_init(x->q);
    fmpz_init_set_ui(x->d, 1);
    arena_defer(a, forget, x);
    return x;
}

static struct root3 *tidy(struct root3 *x)
{
    fmpz_t g;

    fmpz_init(g);
    fmpz_gcd(g, x->p, x->q);
    fmpz_gcd(g, g, x->d);
    if (fmpz_sgn(x->d) < 0)
        fmpz_neg(g, g);
    if (!fmpz_is_one(g)) {
        fmpz_divexact(x->p, x->p, g);
        fmpz_divexact(x->q, x->q, g);
        fmpz_divexact(x->d, x->d, g);
    }
    fmpz_clear(g);
    return x;
}

typedef const struct root3 *root3;

static root3 add(struct arena *a, root3 x, root3 y)
{
    struct root3 *z = root3_new(a, 0);

    fmpz_mul(z->p, x->p, y->d);
    fmpz_addmul(z->p, y->p, x->d);
    fmpz_mul(z->q, x->q, y->d);
    fmpz_addmul(z->q, y->q, x->d);
    fmpz_mul(z->d, x->d, y->d);
    return tidy(z);
}

static root3 mul(struct arena *a, root3 x, root3 y)
{
    struct root3 *z = root3_new(a, 0);

    fmpz_mul(z->p, x->q, y->q);
    fmpz_mul_ui(z->p, z->p, 3);
    fmpz_addmul(z->p, x->p, y->p);
    fmpz_mul(z->q, x->p, y->q);
    fmpz_addmul(z->q, x->q, y->p);
    fmpz_mul(z->d, x->d, y->d);
    return tidy(z);
}

static root3 times(struct arena *a, root3 x, int64_t n)
{
    return mul(a, x, root3_new(a, n));
}

static root3 sub(struct arena *a, root3 x, root3 y)
{
    return add(a, x, times(a, y, -1));
}

static bool is_zero(root3 x)
{
    return fmpz_is_zero(x->p) && fmpz_is_zero(x->q);
}

/* d (p - q sqrt(3)) / (p^2 - 3 q^2); x is not 0. */
static root3 inverse(struct arena *a, root3 x)
{
    struct root3 *z = root3_new(a, 0);

    fmpz_mul(z->p, x->d, x->p);
    fmpz_mul(z->q, x->d, x->q);
    fmpz_neg(z->q, z->q);
    fmpz_mul(z->d, x->q, x->q);
    fmpz_mul_si(z->d, z->d, -3);
    fmpz_addmul(z->d, x->p, x->p);
    return tidy(z);
}

static root3 over(struct arena *a, root3 x, int64_t n)
{
    return mul(a, x, inverse(a, root3_new(a, n)));
}

/* ---- points ---- */

struct spot {
    root3 x, y; /* both NULL: there is no such point */
};

static struct spot spot_new(root3 x, root3 y)
{
    return (struct spot){ x, y };
}

static struct spot from(struct arena *a, struct spot p, struct spot q)
{
    return spot_new(sub(a, q.x, p.x), sub(a, q.y, p.y));
}

/* p + t u */
static struct spot ahead(struct arena *a, struct spot p, root3 t, struct spot u)
{
    return spot_new(add(a, p.x, mul(a, t, u.x)), add(a, p.y, mul(a, t, u.y)));
}

static root3 dot(struct arena *a, struct spot p, struct spot q)
{
    return add(a, mul(a, p.x, q.x), mul(a, p.y, q.y));
}

static struct spot left_turn(struct arena *a, struct spot u)
{
    return spot_new(times(a, u.y, -1), u.x);
}

/* Where the lines m z = k and n z = l meet. */
static struct spot cross(struct arena *a, struct spot m, root3 k, struct spot n,
                         root3 l)
{
    root3 det = sub(a, mul(a, m.x, n.y), mul(a, m.y, n.x)), r;

    if (is_zero(det))
        return spot_new(NULL, NULL);
    r = inverse(a, det);
    return spot_new(mul(a, r, sub(a, mul(a, k, n.y), mul(a, l, m.y))),
                    mul(a, r, sub(a, mul(a, m.x, l), mul(a, n.x, k))));
}

static struct spot turned(struct arena *a, struct spot p, struct spot about,
                          bool sixth)
{
    struct spot u = from(a, about, p), v = left_turn(a, u);
    struct root3 *sine = root3_new(a, 0); /* sqrt(3) / 2 */

    if (!sixth)
        return spot_new(add(a, about.x, v.x), add(a, about.y, v.y));
    fmpz_one(sine->q);
    fmpz_set_ui(sine->d, 2);
    return ahead(a, ahead(a, about, over(a, root3_new(a, 1), 2), u), sine, v);
}

/* The point of the line q r that is nearest to p, or `times` as far from q. */
static struct spot along(struct arena *a, struct spot p, struct spot q,
                         struct spot r, int64_t far)
{
    struct spot u = from(a, q, r);
    root3 square = dot(a, u, u);

    if (is_zero(square))
        return spot_new(NULL, NULL);
    return ahead(
        a, q,
        times(a, mul(a, dot(a, from(a, q, p), u), inverse(a, square)), far), u);
}

static struct spot mirrored(struct arena *a, struct spot p, struct spot in)
{
    return in.x ? ahead(a, in, root3_new(a, 1), from(a, p, in)) : in;
}

static struct spot lines_meet(struct arena *a, const struct spot *p)
{
    struct spot m = left_turn(a, from(a, p[0], p[1]));
    struct spot n = left_turn(a, from(a, p[2], p[3]));

    return cross(a, m, dot(a, m, p[0]), n, dot(a, n, p[2]));
}

/* By two perpendicular bisectors. */
static struct spot circumcentre(struct arena *a, const struct spot *p)
{
    struct spot m = from(a, p[0], p[1]), n = from(a, p[0], p[2]);
    root3 square = dot(a, p[0], p[0]);

    return cross(a, m, over(a, sub(a, dot(a, p[1], p[1]), square), 2), n,
                 over(a, sub(a, dot(a, p[2], p[2]), square), 2));
}

/* By two altitudes. */
static struct spot orthocentre(struct arena *a, const struct spot *p)
{
    struct spot m = from(a, p[1], p[2]), n = from(a, p[0], p[2]);

    return cross(a, m, dot(a, m, p[0]), n, dot(a, n, p[1]));
}

static struct spot construct(struct arena *a, enum plane_step step,
                             const struct spot *p)
{
    root3 half = over(a, root3_new(a, 1), 2);
    struct spot m;

    switch (step) {
    case PLANE_MIDPOINT: return ahead(a, p[0], half, from(a, p[0], p[1]));
    case PLANE_MIRROR: return mirrored(a, p[0], p[1]);
    case PLANE_QUARTER:
    case PLANE_SIXTH: return turned(a, p[0], p[1], step == PLANE_SIXTH);
    case PLANE_CENTROID: /* a third of the median from its foot */
        m = ahead(a, p[1], half, from(a, p[1], p[2]));
        return ahead(a, m, over(a, root3_new(a, 1), 3), from(a, m, p[0]));
    case PLANE_FOOT: return along(a, p[0], p[1], p[2], 1);
    case PLANE_FLIP: return mirrored(a, p[0], along(a, p[0], p[1], p[2], 1));
    case PLANE_MEET: return lines_meet(a, p);
    case PLANE_CENTRE: return circumcentre(a, p);
    case PLANE_SECOND: return along(a, p[0], p[1], p[2], 2);
    case PLANE_ORTHO: break;
    }
    return orthocentre(a, p);
}

/* ---- drawing ---- */

static const size_t arity[PLANE_STEPS] = { 2, 2, 2, 2, 3, 3, 3, 4, 3, 3, 3 };

struct drawing {
    struct pick *k;
    struct plane *v;
    struct spot *spots; /* that there are so far */
    size_t n;
    size_t *small, n_small; /* those with small coordinates */
    size_t main, side;      /* the main point, and the last one beside it */
    bool any;               /* also a point that is there already */
};

static size_t bits(root3 x)
{
    size_t p = fmpz_bits(x->p), q = fmpz_bits(x->q), d = fmpz_bits(x->d);

    p = p > q ? p : q;
    return p > d ? p : d;
}

/* It is there, is not one of the others, and is small enough. */
static bool is_good(const struct drawing *g, struct spot s, size_t most)
{
    if (!s.x || (most && (bits(s.x) > most || bits(s.y) > most)))
        return false;
    for (size_t i = 0; i < g->n && !g->any; i++) {
        struct spot o = g->spots[i];

        if (fmpz_equal(o.x->p, s.x->p) && fmpz_equal(o.x->q, s.x->q) &&
            fmpz_equal(o.x->d, s.x->d) && fmpz_equal(o.y->p, s.y->p) &&
            fmpz_equal(o.y->q, s.y->q) && fmpz_equal(o.y->d, s.y->d))
            return false;
    }
    return true;
}

static bool try_step(struct drawing *g, size_t at, enum plane_step step,
                     const size_t *uses, size_t most)
{
    int64_t *const places[] = { &g->v->a.x[at], &g->v->b.x[at], &g->v->c.x[at],
                                &g->v->d.x[at] };
    struct spot p[PLANE_POINTS], s;

    for (size_t i = 0; i < arity[step]; i++)
        p[i] = g->spots[uses[i]];
    s = construct(g->k->arena, step, p);
    if (!is_good(g, s, most))
        return false;
    g->v->step.x[at] = step;
    for (size_t i = 0; i < PLANE_POINTS; i++)
        *places[i] = i < arity[step] ? (int64_t)uses[i] + 1 : 0;
    g->spots[g->n++] = s;
    return true;
}

/* Four different small points; every other time the last one made is among
 * them. */
static void draw_uses(struct drawing *g, size_t *uses)
{
    size_t last = (size_t)pick(g->k, 0, 2 * PLANE_POINTS - 1);

    for (size_t i = 0; i < PLANE_POINTS; i++) {
        size_t j = (size_t)pick(g->k, (int64_t)i, (int64_t)g->n_small - 1);
        size_t was = g->small[i];

        uses[i] = g->small[i] = g->small[j];
        g->small[j] = was;
    }
    for (size_t i = 0; i < PLANE_POINTS; i++)
        if (uses[i] == g->side)
            return;
    if (last < PLANE_POINTS)
        uses[last] = g->side;
}

/* A small point made of small ones; the kind of step stays for some tries, or
 * those that make small numbers would come too often. */
static void draw_side(struct drawing *g, size_t at)
{
    static const int64_t kinds[] = { PLANE_SIXTH, PLANE_FOOT,   PLANE_FLIP,
                                     PLANE_MEET,  PLANE_CENTRE, PLANE_SECOND,
                                     PLANE_ORTHO };
    enum plane_step step = PLANE_FOOT;
    size_t uses[PLANE_POINTS], tries = 0;

    do {
        if (tries % 32 == 0)
            step = (enum plane_step)pick_of(g->k, kinds,
                                            sizeof(kinds) / sizeof(*kinds));
        draw_uses(g, uses);
        tries++;
    } while (!try_step(g, at, step, uses, SMALL_BITS + tries / 16));
    g->side = g->n - 1;
    g->small[g->n_small++] = g->side;
}

/* Carry the main point on. The last step mixes both coordinates. */
static void draw_main(struct drawing *g, size_t at, bool last)
{
    enum plane_step step = PLANE_SIXTH;
    size_t uses[PLANE_POINTS];

    g->any = last;
    do {
        bool turn = pick(g->k, 0, 1);

        if (!last)
            step = (enum plane_step)pick(g->k, PLANE_MIDPOINT, PLANE_CENTROID);
        do
            uses[2] = g->small[pick(g->k, 0, (int64_t)g->n_small - 1)];
        while (uses[2] == g->main || uses[2] == g->side);
        uses[0] = turn ? g->side : g->main;
        uses[1] = turn ? g->main : g->side;
    } while (!try_step(g, at, step, uses, 0));
    g->main = g->n - 1;
}

static void draw_given(struct drawing *g, size_t given)
{
    struct arena *a = g->k->arena;

    g->v->x = ints_new(a, given);
    g->v->y = ints_new(a, given);
    while (g->n < given) {
        int64_t x = pick(g->k, -12, 12), y = pick(g->k, -12, 12);
        struct spot s = { root3_new(a, x), root3_new(a, y) };

        if (!is_good(g, s, 0))
            continue;
        g->v->x.x[g->n] = x;
        g->v->y.x[g->n] = y;
        g->small[g->n_small++] = g->n;
        g->spots[g->n++] = s;
    }
    g->side = 1; /* the main point is the first one */
}

static void draw(struct pick *k, void *values)
{
    struct plane *v = values;
    size_t steps = (size_t)k->depth;
    size_t given = 5 + (steps < 120 ? steps / 3 : 40);
    struct drawing g = { .k = k, .v = v };

    g.spots = arena_array(k->arena, struct spot, given + steps);
    g.small = arena_array(k->arena, size_t, given + steps);
    v->step = ints_new(k->arena, steps);
    v->a = ints_new(k->arena, steps);
    v->b = ints_new(k->arena, steps);
    v->c = ints_new(k->arena, steps);
    v->d = ints_new(k->arena, steps);
    draw_given(&g, given);
    for (size_t at = 0; at < steps; at++)
        if ((steps - at) % 2)
            draw_main(&g, at, at + 1 == steps);
        else
            draw_side(&g, at);
}

/* ---- the statement ---- */

static const char *const names[PLANE_STEPS] = {
    "midpoint", "mirror", "quarter", "sixth",  "centroid", "foot",
    "flip",     "meet",   "centre",  "second", "ortho"
};

static void speak(struct speech *s, const void *values)
{
    const struct plane *v = values;
    struct str steps = str_in(s->arena);

    for (int64_t i = 0; i < v->step.n; i++) {
        form_let(s, "made", v->x.n + i + 1);
        form_let(s, "p", v->a.x[i]);
        form_let(s, "q", v->b.x[i]);
        form_let(s, "r", v->c.x[i]);
        form_let(s, "s", v->d.x[i]);
        sentence_add(s, names[v->step.x[i]], &steps);
    }
    form_let(s, "last", v->x.n + v->step.n);
    form_let_text(s, "steps", str_get(&steps));
}

/* ---- the first road ---- */

static char *root3_latex(struct arena *a, root3 x)
{
    const char *p = integer_text(a, x->p), *q = integer_text(a, x->q);
    const char *sign = fmpz_sgn(x->q) < 0 ? "" : "+";
    char *whole = fmpz_is_zero(x->q)
                      ? arena_printf(a, "%s", p)
                      : arena_printf(a, "%s%s%s\\sqrt{3}", p, sign, q);

    return fmpz_is_one(x->d) ? whole
                             : arena_printf(a, "\\frac{%s}{%s}", whole,
                                            integer_text(a, x->d));
}

static void tell_spot(struct solving *s, int64_t number, struct spot p)
{
    if (!s->steps)
        return;
    let(s, "number", number);
    let_text(s, "abscissa", root3_latex(s->arena, p.x));
    let_text(s, "ordinate", root3_latex(s->arena, p.y));
    tell(s, "spot");
}

static struct spot last_spot(struct solving *s, const struct plane *v)
{
    int64_t n = v->x.n;
    struct spot *spots = arena_array(s->arena, struct spot, n + v->step.n);

    for (int64_t i = 0; i < n; i++)
        spots[i] = spot_new(root3_new(s->arena, v->x.x[i]),
                            root3_new(s->arena, v->y.x[i]));
    for (int64_t i = 0; i < v->step.n; i++, n++) {
        int64_t uses[] = { v->a.x[i], v->b.x[i], v->c.x[i], v->d.x[i] };
        struct spot p[PLANE_POINTS];

        for (size_t j = 0; j < PLANE_POINTS; j++)
            p[j] = spots[uses[j] ? uses[j] - 1 : 0];
        spots[n] = construct(s->arena, (enum plane_step)v->step.x[i], p);
        tell_spot(s, n + 1, spots[n]);
    }
    return spots[n - 1];
}

static bool solve(struct solving *s, const void *values)
{
    const struct plane *v = values;
    struct spot last;
    fmpz_t sum;
    fmpq_t key;
    bool fraction;

    tell(s, "field");
    last = last_spot(s, v);
    fmpz_init(sum);
    fmpq_init(key);
    fmpz_add(sum, last.x->p, last.x->q);
    fmpq_set_fmpz_frac(key, sum, last.x->d);
    solving_key(s, "%s", latex_fmpq(s->arena, key));
    fraction = !fmpz_is_one(fmpq_denref(key));
    fmpq_clear(key);
    fmpz_clear(sum);
    tell(s, "end");
    return fraction && !fmpz_is_zero(last.x->q);
}

static struct form_file text = {
#include "family/hard/plane.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct plane),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = plane_check,
};

static const struct family_depth depth = {
    .of = "steps of the construction",
    .least = 4,
    .most = PLANE_DEEPEST,
    .levels = { 6, 9, 13, 20, 40 },
};

const struct family hard_plane = {
    .name = "hard/plane",
    .version = 1,
    .answer = ANSWER_RATIONAL,
    HARD_CARD(&recipe, &depth),
};
