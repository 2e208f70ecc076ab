/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Norm equations: all solutions of x^2 - D y^2 = N up to a bound.
 *
 * solve() finds one solution of each class by continued fractions, from the
 * roots of D modulo N, and multiplies it by the powers of the unit. check()
 * knows neither roots nor units: it walks down the tree of all fractions x/y
 * and leaves a branch as soon as |x^2 - D y^2| exceeds |N| in all of it.
 */
#include "family/recipe/keys.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"

#include <inttypes.h>

#define NORM_MOST   99999
#define EXACT_DEPTH 60 /* digits of a bound up to which no remainder is asked */

struct equation {
    int64_t d, n;
    int64_t a, b;        /* the sum of a x + b y is asked */
    int64_t lead, zeros; /* x is at most lead * 10^zeros */
    int64_t modulus;     /* 0: the sum itself is asked */
};

static const struct field fields[] = {
    NUMBER(struct equation, d, 2, 9999),
    NUMBER(struct equation, n, -NORM_MOST, NORM_MOST),
    NUMBER(struct equation, a, 1, 999),
    NUMBER(struct equation, b, 1, 999),
    NUMBER(struct equation, lead, 1, 99),
    NUMBER(struct equation, zeros, 0, 4000),
    NUMBER(struct equation, modulus, 0, 1000000007),
    { 0 },
};

static int64_t size(int64_t x)
{
    return x < 0 ? -x : x;
}

/* Returns the largest r with r^2 <= x. */
static int64_t root(int64_t x)
{
    int64_t r = 0;

    while ((r + 1) * (r + 1) <= x)
        r++;
    return r;
}

/* ---- the first road: units and classes ---- */

/* x + y sqrt(D). */
struct surd {
    fmpz_t x, y;
};

static void surd_init(struct surd *z)
{
    fmpz_init(z->x);
    fmpz_init(z->y);
}

static void surd_clear(struct surd *z)
{
    fmpz_clear(z->x);
    fmpz_clear(z->y);
}

static void surd_set(struct surd *z, const struct surd *w)
{
    fmpz_set(z->x, w->x);
    fmpz_set(z->y, w->y);
}

/* z *= w; w must be another surd. */
static void surd_mul(struct surd *z, const struct surd *w, int64_t d)
{
    fmpz_t x;

    fmpz_init(x);
    fmpz_mul(x, z->y, w->y);
    fmpz_mul_si(x, x, d);
    fmpz_addmul(x, z->x, w->x);
    fmpz_mul(z->y, z->y, w->x);
    fmpz_addmul(z->y, z->x, w->y);
    fmpz_swap(z->x, x);
    fmpz_clear(x);
}

/* The continued fraction of (p + sqrt(d)) / q. */
struct fraction {
    int64_t d, r, p, q;
    bool odd;         /* after an odd number of steps */
    struct surd g, f; /* numerators G + B sqrt(d), this and the last one */
};

static void fraction_begin(struct fraction *c, int64_t p, int64_t q)
{
    c->p = p;
    c->q = q;
    c->odd = false;
    fmpz_set_si(c->f.x, -p);
    fmpz_set_si(c->f.y, 1);
    fmpz_set_si(c->g.x, q);
    fmpz_set_si(c->g.y, 0);
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b && (a < 0) != (b < 0));
}

static void fraction_step(struct fraction *c)
{
    int64_t a = floor_div(c->p + c->r + (c->q < 0), c->q);

    fmpz_addmul_si(c->f.x, c->g.x, a);
    fmpz_addmul_si(c->f.y, c->g.y, a);
    fmpz_swap(c->f.x, c->g.x);
    fmpz_swap(c->f.y, c->g.y);
    c->p = a * c->q - c->p;
    c->q = (c->d - c->p * c->p) / c->q;
    c->odd = !c->odd;
}

static bool is_reduced(const struct fraction *c)
{
    return c->p > 0 && c->p <= c->r && c->q > c->r - c->p &&
           c->q <= c->r + c->p;
}

/* Walks until q is 1 or -1, which it must be after one step at least. Returns
 * false if the fraction repeats without. */
static bool fraction_to_unit(struct fraction *c)
{
    int64_t p = 0, q = 0; /* of the first reduced one */

    for (;;) {
        fraction_step(c);
        if (c->q == 1 || c->q == -1)
            return true;
        if (!is_reduced(c))
            continue;
        if (c->p == p && c->q == q)
            return false;
        if (!p) {
            p = c->p;
            q = c->q;
        }
    }
}

struct units {
    struct fraction c; /* for use */
    struct surd plus;  /* the least unit of norm 1 */
    struct surd back;  /* its inverse */
    struct surd minus; /* of norm -1 */
    bool has_minus;
};

static void units_init(struct units *u, int64_t d)
{
    u->c.d = d;
    u->c.r = root(d);
    surd_init(&u->c.f);
    surd_init(&u->c.g);
    surd_init(&u->plus);
    surd_init(&u->back);
    surd_init(&u->minus);
    fraction_begin(&u->c, 0, 1);
    fraction_to_unit(&u->c);
    surd_set(&u->minus, &u->c.g);
    surd_set(&u->plus, &u->c.g);
    u->has_minus = u->c.odd;
    if (u->has_minus)
        surd_mul(&u->plus, &u->minus, d);
    fmpz_set(u->back.x, u->plus.x);
    fmpz_neg(u->back.y, u->plus.y);
}

static void units_clear(struct units *u)
{
    surd_clear(&u->c.f);
    surd_clear(&u->c.g);
    surd_clear(&u->plus);
    surd_clear(&u->back);
    surd_clear(&u->minus);
}

/* Set z to a solution of norm m in the class of the root r of D modulo m.
 * Returns false if the class has none. */
static bool class_solution(struct units *u, int64_t r, int64_t m,
                           struct surd *z)
{
    int64_t norm;

    fraction_begin(&u->c, r, size(m));
    if (!fraction_to_unit(&u->c))
        return false;
    surd_set(z, &u->c.g);
    norm = u->c.odd ? -u->c.q * size(m) : u->c.q * size(m);
    if (norm == m)
        return true;
    if (u->has_minus)
        surd_mul(z, &u->minus, u->c.d);
    return u->has_minus;
}

/* Move z within its class to the first solution with x > 0 and y > 0. */
static void first_of_class(const struct units *u, int64_t m, struct surd *z)
{
    fmpz *kept = m > 0 ? z->x : z->y, *rising = m > 0 ? z->y : z->x;

    if (fmpz_sgn(kept) < 0) {
        fmpz_neg(z->x, z->x);
        fmpz_neg(z->y, z->y);
    }
    while (fmpz_sgn(rising) > 0)
        surd_mul(z, &u->back, u->c.d);
    while (fmpz_sgn(rising) <= 0)
        surd_mul(z, &u->plus, u->c.d);
}

struct found {
    int64_t classes, count;
    fmpz_t bound, sum;
    struct str list; /* of the first solutions */
};

#define LISTED 12 /* classes whose first solution is told */

static void list_class(struct arena *a, struct found *f, const struct surd *z)
{
    f->classes++;
    if (f->classes > LISTED + 1)
        return;
    str_add(&f->list, f->classes > 1 ? ", " : "");
    if (f->classes > LISTED)
        str_add(&f->list, "\\ldots");
    else
        str_addf(&f->list, "(%s, %s)", integer_text(a, z->x),
                 integer_text(a, z->y));
}

/* Add g (a x + b y) for the class from its first solution z on. */
static void add_class(const struct equation *v, const struct units *u,
                      int64_t g, struct surd *z, struct found *f)
{
    for (;; surd_mul(z, &u->plus, v->d)) {
        if (fmpz_cmp(z->x, f->bound) > 0)
            return;
        fmpz_addmul_ui(f->sum, z->x, (ulong)(g * v->a));
        fmpz_addmul_ui(f->sum, z->y, (ulong)(g * v->b));
        f->count++;
    }
}

/* All solutions whose greatest common divisor is g. */
static void add_divisor(struct arena *a, const struct equation *v,
                        struct units *u, int64_t g, struct found *f)
{
    int64_t m = v->n / (g * g), modulus = size(m);
    struct surd z;
    fmpz_t whole;

    surd_init(&z);
    fmpz_init_set(whole, f->bound);
    fmpz_fdiv_q_ui(f->bound, f->bound, (ulong)g);
    for (int64_t r = -((modulus - 1) / 2); r <= modulus / 2; r++) {
        if ((r * r - v->d) % modulus || !class_solution(u, r, m, &z))
            continue;
        first_of_class(u, m, &z);
        fmpz_mul_si(z.x, z.x, g); /* as it is told */
        fmpz_mul_si(z.y, z.y, g);
        list_class(a, f, &z);
        fmpz_divexact_si(z.x, z.x, g);
        fmpz_divexact_si(z.y, z.y, g);
        add_class(v, u, g, &z, f);
    }
    fmpz_swap(f->bound, whole);
    fmpz_clear(whole);
    surd_clear(&z);
}

static void set_bound(const struct equation *v, fmpz_t bound)
{
    fmpz_set_ui(bound, 10);
    fmpz_pow_ui(bound, bound, (ulong)v->zeros);
    fmpz_mul_si(bound, bound, v->lead);
}

static void tell_all(struct solving *s, const struct units *u, struct found *f)
{
    let_text(s, "unitx", integer_text(s->arena, u->plus.x));
    let_text(s, "unity", integer_text(s->arena, u->plus.y));
    let(s, "classes", f->classes);
    let(s, "count", f->count);
    let_text(s, "firsts", str_get(&f->list));
    tell(s, "rule");
    tell(s, "unit");
    tell(s, "classes");
    tell(s, "sum");
}

static bool solve(struct solving *s, const void *values)
{
    const struct equation *v = values;
    struct found f = { .list = str_in(s->arena) };
    struct units u;

    fmpz_init(f.bound);
    fmpz_init(f.sum);
    units_init(&u, v->d);
    set_bound(v, f.bound);
    for (int64_t g = 1; g * g <= size(v->n); g++)
        if (v->n % (g * g) == 0)
            add_divisor(s->arena, v, &u, g, &f);
    if (v->modulus)
        fmpz_mod_ui(f.sum, f.sum, (ulong)v->modulus);
    solving_key(s, "%s", integer_text(s->arena, f.sum));
    tell_all(s, &u, &f);
    units_clear(&u);
    fmpz_clear(f.bound);
    fmpz_clear(f.sum);
    return f.count >= 3;
}

/* ---- drawing ---- */

/* Returns the number of digits of the unit, 0 for a square. */
static size_t unit_digits(int64_t d)
{
    struct units u;
    size_t digits;

    if (root(d) * root(d) == d)
        return 0;
    units_init(&u, d);
    digits = fmpz_sizeinbase(u.plus.x, 10);
    units_clear(&u);
    return digits;
}

/* One with a long unit, of at most half as many digits as the bound. */
static int64_t draw_d(struct pick *k)
{
    int64_t most = 30 + 15 * k->depth, best = 2;
    size_t longest = 1;

    for (int i = 0; i < 6; i++) {
        int64_t d = pick(k, 3, most < 1999 ? most : 1999);
        size_t digits = unit_digits(d);

        if (2 * digits > (size_t)k->depth + 1 || digits < longest)
            continue;
        longest = digits;
        best = d;
    }
    return best;
}

static int64_t divisors(int64_t n)
{
    int64_t count = 1;

    n = size(n);
    for (int64_t p = 2, e; n > 1; p = p * p > n ? n : p + 1) {
        for (e = 1; n % p == 0; e++)
            n /= p;
        count *= e;
    }
    return count;
}

/* The norm of a random surd, which has a solution therefore. */
static int64_t draw_norm(struct pick *k, int64_t d, int64_t most)
{
    for (;;) {
        int64_t y = pick(k, 1, 20), x = pick(k, 1, 40), g = pick(k, 1, 12), n;

        x += root(d * y * y) - 20;
        g = g > 3 ? 1 : g;
        n = (x * x - d * y * y) * g * g;
        if (x > 0 && size(n) <= most && size(n) > 20)
            return n;
    }
}

static void draw(struct pick *k, void *values)
{
    struct equation *v = values;
    int64_t most = 15 * k->depth * k->depth;

    most = most < 600 ? 600 : most > NORM_MOST ? NORM_MOST : most;
    v->d = draw_d(k);
    for (int i = 0; i < 6; i++) {
        int64_t n = draw_norm(k, v->d, most);

        if (!v->n || divisors(n) > divisors(v->n))
            v->n = n;
    }
    v->a = pick(k, 2, 99);
    v->b = pick(k, 2, 99);
    v->lead = pick(k, 11, 99);
    v->zeros = k->depth - 2;
    v->modulus = k->depth > EXACT_DEPTH ? 1000000007 : 0;
}

/* ---- the second road: the tree of fractions ---- */

#define NODES_MOST 100000000

/* A fraction x/y as (p x1 + q x2) / (p y1 + q y2), and the size of its norm. */
struct node {
    int64_t p, q, value;
};

struct walk {
    const struct equation *v;
    fmpz_t x1, y1, x2, y2; /* the fractions that the nodes refer to */
    fmpz_t bound, sum, x, y;
    int64_t nodes;
};

/* Add the multiple of the fraction that is a solution, if there is one. */
static void visit(struct walk *w, const struct node *at)
{
    int64_t square = size(w->v->n) / at->value, g = 1;

    if (size(w->v->n) % at->value)
        return;
    while (g * g < square)
        g++;
    if (g * g != square)
        return;
    fmpz_mul_si(w->x, w->x1, g * at->p);
    fmpz_addmul_ui(w->x, w->x2, (ulong)(g * at->q));
    fmpz_mul_si(w->y, w->y1, g * at->p);
    fmpz_addmul_ui(w->y, w->y2, (ulong)(g * at->q));
    if (fmpz_cmp(w->x, w->bound) > 0)
        return;
    fmpz_addmul_ui(w->sum, w->x, (ulong)w->v->a);
    fmpz_addmul_ui(w->sum, w->y, (ulong)w->v->b);
}

/* All fractions between two whose norms have one sign. With h, the norm of the
 * sum of both is the sum of three positive numbers: it only grows below. */
static void branch(struct walk *w, struct node l, struct node r, int64_t h)
{
    struct node m = { l.p + r.p, l.q + r.q, l.value + h + r.value };

    if (m.value > size(w->v->n) || w->nodes > NODES_MOST)
        return;
    w->nodes++;
    visit(w, &m);
    branch(w, l, m, h + 2 * l.value);
    branch(w, m, r, h + 2 * r.value);
}

/* The norms of lower and upper bound of sqrt(D), and twice their product form.
 */
struct river {
    int64_t low, high, h;
};

/* Take the fraction between both bounds, and all that lies off the root. Its
 * norm is `middle`. */
static void river_step(struct walk *w, struct river *r, int64_t middle)
{
    bool above = middle > 0;
    struct node m = { 1, 1, size(middle) };
    struct node old =
        above ? (struct node){ 0, 1, r->high } : (struct node){ 1, 0, -r->low };
    int64_t h = above ? r->h + 2 * r->high : -(r->h + 2 * r->low);

    if (above == (w->v->n > 0)) {
        w->nodes++;
        if (m.value <= size(w->v->n))
            visit(w, &m);
        branch(w, m, old, h);
    }
    if (above) {
        r->h += 2 * r->low;
        r->high = middle;
        fmpz_add(w->x2, w->x2, w->x1);
        fmpz_add(w->y2, w->y2, w->y1);
    } else {
        r->h += 2 * r->high;
        r->low = middle;
        fmpz_add(w->x1, w->x1, w->x2);
        fmpz_add(w->y1, w->y1, w->y2);
    }
}

/* Between 0/1 and 1/0 lie all fractions; narrow both down to sqrt(D). */
static void walk_river(struct walk *w)
{
    struct river r = { -w->v->d, 1, 0 };

    fmpz_set_si(w->y1, 1);
    fmpz_set_si(w->x2, 1);
    for (;; w->nodes++) {
        fmpz_add(w->x, w->x1, w->x2);
        if (fmpz_cmp(w->x, w->bound) > 0 || w->nodes > NODES_MOST)
            return;
        river_step(w, &r, r.low + r.h + r.high);
    }
}

static void walk_init(struct walk *w)
{
    fmpz *all[] = { w->x1, w->y1, w->x2, w->y2, w->bound, w->sum, w->x, w->y };

    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        fmpz_init(all[i]);
}

static void walk_clear(struct walk *w)
{
    fmpz *all[] = { w->x1, w->y1, w->x2, w->y2, w->bound, w->sum, w->x, w->y };

    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        fmpz_clear(all[i]);
}

static enum truth compare(struct walk *w, const fmpz_t got, struct arena *a,
                          struct check_finding *f)
{
    fmpz_set_si(w->bound, 10);
    fmpz_pow_ui(w->bound, w->bound, (ulong)w->v->zeros);
    fmpz_mul_si(w->bound, w->bound, w->v->lead);
    walk_river(w);
    f->detail = "the search takes too long";
    if (w->nodes > NODES_MOST)
        return TRUTH_UNKNOWN;
    if (w->v->modulus)
        fmpz_mod_ui(w->sum, w->sum, (ulong)w->v->modulus);
    f->detail = arena_printf(a,
                             "all fractions x/y with a norm of at most %" PRId64
                             " were tried: the result is %s",
                             size(w->v->n), integer_text(a, w->sum));
    return fmpz_equal(w->sum, got) ? TRUTH_YES : TRUTH_NO;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    struct walk w = { .v = values };
    int64_t r = root(w.v->d);
    enum truth holds = TRUTH_NO;
    fmpz_t got;

    f->by = "search through all fractions";
    f->detail = "D is a square or N is zero";
    if (r * r == w.v->d || w.v->n == 0)
        return TRUTH_NO;
    f->detail = "the key is not one integer";
    walk_init(&w);
    fmpz_init(got);
    if (key_integer(key, got))
        holds = compare(&w, got, a, f);
    fmpz_clear(got);
    walk_clear(&w);
    return holds;
}

static struct form_file text = {
#include "family/hard/norms.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct equation),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .check = check,
};

static const struct family_depth depth = {
    .of = "decimal digits of the bound of the solutions",
    .least = 5,
    .most = 4000,
    .levels = { 6, 9, 14, 28, 60 },
};

const struct family hard_norms = {
    .name = "hard/norms",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
