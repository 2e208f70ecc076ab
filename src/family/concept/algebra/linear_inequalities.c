/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Linear inequalities: the set of all x, in intervals. One inequality, a
 * double one, several that all hold, or one or the other.
 *
 * solve() brings every inequality into the form x < u and combines the rays.
 * check() solves nothing: it looks for the places where the two sides of an
 * inequality meet (by the secant through x = 0 and x = 1), and asks at all of
 * these, at all ends of the key's intervals, between them and beyond them
 * whether the statement is true exactly where the key says so.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <string.h>

#define INEQS_MOST 3

enum { KIND_ONE, KIND_DOUBLE, KIND_ALL, KIND_EITHER, KIND_PAIR_OR };
enum { REL_LT, REL_LE, REL_GT, REL_GE };

/* (a x + b)/p REL (c x + d)/q, n times; in front of the one inequality of
 * KIND_DOUBLE stands e and the relation `first`. KIND_PAIR_OR: the first two
 * or the third. */
struct ineqs {
    int64_t kind, n, n_e, first;
    int64_t a[INEQS_MOST], b[INEQS_MOST], p[INEQS_MOST];
    int64_t c[INEQS_MOST], d[INEQS_MOST], q[INEQS_MOST];
    int64_t rel[INEQS_MOST], e[1];
};

static const struct field fields[] = {
    NUMBER(struct ineqs, kind, 0, 4),
    SLOT_LIST(struct ineqs, a, n, -10000, 10000),
    SLOT_LIST(struct ineqs, b, n, -1000000, 1000000),
    LIST(struct ineqs, p, n, 0, 20),
    LIST(struct ineqs, c, n, -10000, 10000),
    SLOT_LIST(struct ineqs, d, n, -1000000, 1000000),
    LIST(struct ineqs, q, n, 0, 20),
    LIST(struct ineqs, rel, n, 0, 3),
    SLOT_LIST(struct ineqs, e, n_e, -1000000, 1000000),
    NUMBER(struct ineqs, first, 0, 3),
    { 0 },
};

static bool is_shaped(const struct ineqs *v)
{
    static const int64_t counts[] = { 1, 1, 3, 2, 3 };

    for (int64_t i = 0; i < v->n; i++)
        if (v->p[i] == 0 || v->q[i] == 0)
            return false;
    return v->n == counts[v->kind] && v->n_e == (v->kind == KIND_DOUBLE);
}

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "one", "ax + b < c with one of the four relations: two steps, often "
             "with a change of direction; an integer up to 30 as bound" },
    { "double", "a double inequality e < (ax + b)/p < d, or one inequality "
                "with fractions and x on both sides" },
    { "several", "three inequalities with fractions that all hold; one of "
                 "two; or one or else two others: the answer is a bounded "
                 "interval or a union" },
};

static void draw_one(struct pick *k, struct ineqs *v)
{
    int64_t x = pick_signed(k, 1, 30);

    v->n = v->p[0] = v->q[0] = 1;
    v->a[0] = pick_but(k, -11, 11, 0);
    v->a[0] += v->a[0] > 0 ? 1 : -1; /* neither 1 nor -1 */
    v->b[0] = pick_signed(k, 1, 60);
    v->rel[0] = pick(k, 0, 3);
    v->d[0] = v->a[0] * x + v->b[0];
}

/* One inequality with slopes that differ: |a q| is at most 48. */
static void draw_sides(struct ineqs *v, int64_t i, int64_t w)
{
    v->q[i] = w % 4 + 1;
    v->c[i] = w / 4 < 10 ? w / 4 - 10 : w / 4 - 9; /* -10..10, not 0 */
    if (v->c[i] * v->p[i] == v->a[i] * v->q[i])
        v->c[i] = 11;
}

static void draw_double(struct pick *k, struct ineqs *v)
{
    int64_t u, w, sign;

    v->kind = pick(k, 0, 1);
    v->n = v->q[0] = 1;
    v->a[0] = pick_but(k, -12, 12, 0);
    v->b[0] = pick_signed(k, 1, 60);
    v->p[0] = pick(k, 2, 9);
    u = pick_signed(k, 1, 60);
    w = pick(k, 0, 79);
    sign = pick(k, 0, 3);
    if (v->kind == KIND_ONE) {
        draw_sides(v, 0, w);
        v->d[0] = u;
        v->rel[0] = sign;
    } else {
        v->n_e = 1;
        v->e[0] = u;
        v->d[0] = u + w + 1;
        v->first = sign & 1;
        v->rel[0] = sign >> 1;
    }
}

static void draw_several(struct pick *k, struct ineqs *v)
{
    static const int64_t counts[] = { 3, 2, 3 };

    v->kind = pick(k, KIND_ALL, KIND_PAIR_OR);
    v->n = counts[v->kind - KIND_ALL];
    for (int64_t i = 0; i < v->n; i++) {
        v->a[i] = pick_but(k, -12, 12, 0);
        v->b[i] = pick_signed(k, 1, 60);
        v->p[i] = pick(k, 2, 9);
        v->d[i] = pick_signed(k, 1, 60);
        draw_sides(v, i, pick(k, 0, 79));
        v->rel[i] = pick(k, 0, 3);
    }
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_one
     : k->level == 2 ? draw_double
                     : draw_several)(k, values);
}

/* ---- the first road: rays ---- */

/* All x above (or below) num/den, den > 0. Both stay below 10^8, so products
 * of two of them fit. */
struct ray {
    int64_t num, den;
    bool up, closed;
};

static const char *const signs[] = { "<", "\\le", ">", "\\ge" };

static int compare(struct ray x, struct ray y)
{
    int64_t d = x.num * y.den - y.num * x.den;

    return d < 0 ? -1 : d > 0;
}

static const char *linear(struct arena *a, int64_t slope, int64_t constant)
{
    return latex_poly(a, (int64_t[]){ constant, slope }, 2, "x");
}

/* Times the common denominator: f (a x + b) REL g (c x + d), collected. */
struct cleared {
    int64_t l, f, g, slope, right;
};

static struct cleared clear(const struct ineqs *v, int64_t i)
{
    struct cleared z;

    z.l = v->p[i] / integer_gcd(v->p[i], v->q[i]) * v->q[i];
    z.f = z.l / v->p[i];
    z.g = z.l / v->q[i];
    z.slope = z.f * v->a[i] - z.g * v->c[i];
    z.right = z.g * v->d[i] - z.f * v->b[i];
    return z;
}

static bool to_ray(const struct ineqs *v, int64_t i, struct ray *out)
{
    struct cleared z = clear(v, i);
    int64_t rel = z.slope < 0 ? v->rel[i] ^ 2 : v->rel[i];

    *out = (struct ray){ z.slope < 0 ? -z.right : z.right,
                         z.slope < 0 ? -z.slope : z.slope, rel & 2, rel & 1 };
    return z.slope != 0;
}

static void explain(struct solving *s, const struct ineqs *v, int64_t i)
{
    struct cleared z = clear(v, i);
    int64_t rel = z.slope < 0 ? v->rel[i] ^ 2 : v->rel[i];
    struct arena *a = s->arena;
    const char *name = v->n == 1
                           ? "the inequality"
                           : arena_printf(a, "inequality %" PRId64, i + 1);

    if (z.l > 1)
        solving_step(s, "Multiply %s by $%" PRId64 "$: $%s %s %s$.", name, z.l,
                     linear(a, z.f * v->a[i], z.f * v->b[i]), signs[v->rel[i]],
                     linear(a, z.g * v->c[i], z.g * v->d[i]));
    solving_step(s,
                 "Bring the terms with $x$ of %s to the left and the numbers "
                 "to the right: $%s %s %" PRId64 "$.",
                 name, linear(a, z.slope, 0), signs[v->rel[i]], z.right);
    if (z.slope == 1)
        return;
    solving_step(
        s, "Divide by $%" PRId64 "$%s: $x %s %s$.", z.slope,
        z.slope < 0 ? ", a negative number, which turns the sign around" : "",
        signs[rel], latex_ratio(a, z.right, z.slope));
}

/* The interval between two rays that point towards each other. */
static const char *between(struct arena *a, struct ray lo, struct ray hi)
{
    return arena_printf(a, "%c%s, %s%c", lo.closed ? '[' : '(',
                        latex_ratio(a, lo.num, lo.den),
                        latex_ratio(a, hi.num, hi.den), hi.closed ? ']' : ')');
}

static const char *alone(struct arena *a, struct ray x)
{
    const char *end = latex_ratio(a, x.num, x.den);

    return x.up ? arena_printf(a, "%c%s, \\infty)", x.closed ? '[' : '(', end)
                : arena_printf(a, "(-\\infty, %s%c", end, x.closed ? ']' : ')');
}

/* Both hold: the stronger of two rays in the same direction. */
static struct ray stronger(struct ray x, struct ray y)
{
    int order = compare(x, y);

    if (order == 0)
        return x.closed ? y : x;
    return (order > 0) == x.up ? x : y;
}

/* All of the rays hold: a lower and an upper bound, or false. */
static bool meet(const struct ray *x, int64_t n, struct ray *lo, struct ray *hi)
{
    bool below = false, above = false;

    for (int64_t i = 0; i < n; i++) {
        struct ray *t = x[i].up ? lo : hi;
        bool *known = x[i].up ? &below : &above;

        *t = *known ? stronger(*t, x[i]) : x[i];
        *known = true;
    }
    return below && above && compare(*lo, *hi) < 0;
}

static bool solve_double(struct solving *s, const struct ineqs *v)
{
    int64_t l = v->p[0] / integer_gcd(v->p[0], v->q[0]) * v->q[0];
    int64_t a = l / v->p[0] * v->a[0], b = l / v->p[0] * v->b[0];
    int64_t e = l * v->e[0], d = l / v->q[0] * v->d[0];
    bool same = (v->first & 2) == (v->rel[0] & 2) && !(v->first & 2);
    struct ray lo, hi;

    if (a == 0 || !same || e >= d || v->c[0])
        return false;
    lo = (struct ray){ e - b, a, true, v->first & 1 };
    hi = (struct ray){ d - b, a, false, v->rel[0] & 1 };
    solving_step(s,
                 "Multiply all three parts by $%" PRId64 "$: $%" PRId64
                 " %s %s %s %" PRId64 "$.",
                 l, e, signs[v->first], linear(s->arena, a, b),
                 signs[v->rel[0]], d);
    solving_step(
        s, "%s $%" PRId64 "$ %s all parts: $%" PRId64 " %s %s %s %" PRId64 "$.",
        b < 0 ? "Add" : "Subtract", b < 0 ? -b : b, b < 0 ? "to" : "from",
        e - b, signs[v->first], linear(s->arena, a, 0), signs[v->rel[0]],
        d - b);
    if (a < 0) {
        struct ray t = { b - e, -a, false, lo.closed };

        lo = (struct ray){ b - d, -a, true, hi.closed };
        hi = t;
    }
    if (a != 1)
        solving_step(s, "Divide by $%" PRId64 "$%s: $%s %s x %s %s$.", a,
                     a < 0 ? ", which turns both signs around" : "",
                     latex_ratio(s->arena, lo.num, lo.den),
                     signs[lo.closed ? REL_LE : REL_LT],
                     signs[hi.closed ? REL_LE : REL_LT],
                     latex_ratio(s->arena, hi.num, hi.den));
    solving_key(s, "%s", between(s->arena, lo, hi));
    return true;
}

/* Do the rays make a union or an interval of the kind that is asked for? Puts
 * the bounds of that interval, or the two rays of the union from the left. */
static bool arrange(const struct ineqs *v, const struct ray *x, struct ray *lo,
                    struct ray *hi)
{
    switch (v->kind) {
    case KIND_ONE: return true;
    case KIND_ALL: return meet(x, 3, lo, hi);
    case KIND_EITHER:
        *lo = x[x[0].up];
        *hi = x[!x[0].up];
        return x[0].up != x[1].up && compare(*lo, *hi) < 0;
    default:
        return meet(x, 2, lo, hi) &&
               (x[2].up ? compare(*hi, x[2]) < 0 : compare(x[2], *lo) < 0);
    }
}

static void combine(struct solving *s, const struct ineqs *v,
                    const struct ray *x, struct ray lo, struct ray hi)
{
    struct arena *a = s->arena;

    switch (v->kind) {
    case KIND_ONE: solving_key(s, "%s", alone(a, x[0])); break;
    case KIND_ALL:
        solving_key(s, "%s", between(a, lo, hi));
        solving_step(s, "All three hold exactly on $%s$.", s->key);
        break;
    case KIND_EITHER:
        solving_key(s, "%s \\cup %s", alone(a, lo), alone(a, hi));
        solving_step(s, "One or the other holds on the union $%s$.", s->key);
        break;
    default:
        solving_step(s, "The first two hold together on $%s$.",
                     between(a, lo, hi));
        solving_key(s, "%s \\cup %s",
                    x[2].up ? between(a, lo, hi) : alone(a, x[2]),
                    x[2].up ? alone(a, x[2]) : between(a, lo, hi));
        solving_step(s, "With the third one this makes $%s$.", s->key);
    }
}

static bool solve_rays(struct solving *s, const struct ineqs *v)
{
    struct ray x[INEQS_MOST], lo = { 0 }, hi = { 0 };

    for (int64_t i = 0; i < v->n; i++)
        if (!to_ray(v, i, &x[i]))
            return false;
    if (!arrange(v, x, &lo, &hi))
        return false;
    for (int64_t i = 0; i < v->n; i++)
        explain(s, v, i);
    combine(s, v, x, lo, hi);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct ineqs *v = values;

    if (!is_shaped(v) ||
        !(v->kind == KIND_DOUBLE ? solve_double : solve_rays)(s, v))
        return false;
    if (v->n == 1)
        solving_step(s, "The solution set is $%s$.", s->key);
    return true;
}

/* ---- wording ---- */

static const char *side(struct speech *s, const int64_t *slope,
                        const int64_t *constant, int64_t below)
{
    static const char *const letters[] = { "x", "" };
    const char *ax = slope ? speech_linear(s, slope, 1, letters) : "0";
    const char *b = speech_linear(s, constant, 1, letters + 1);
    const char *sum = str_eq(ax, "0")  ? b
                      : str_eq(b, "0") ? ax
                      : *b == '-' ? arena_printf(s->arena, "%s - %s", ax, b + 1)
                                  : arena_printf(s->arena, "%s + %s", ax, b);

    return below == 1
               ? sum
               : arena_printf(s->arena, "\\frac{%s}{%" PRId64 "}", sum, below);
}

static void speak(struct speech *s, const void *values)
{
    const struct ineqs *v = values;
    const char *t[INEQS_MOST] = { "", "", "" };

    for (int64_t i = 0; i < v->n; i++)
        t[i] =
            arena_printf(s->arena, "%s %s %s",
                         side(s, &v->a[i], &v->b[i], v->p[i]), signs[v->rel[i]],
                         side(s, v->c[i] ? &v->c[i] : NULL, &v->d[i], v->q[i]));
    switch (v->kind) {
    case KIND_ONE: speech_set(s, "cond", "$%s$", t[0]); break;
    case KIND_DOUBLE:
        speech_set(s, "cond", "$%s %s %s$", speech_number(s, &v->e[0]),
                   signs[v->first], t[0]);
        break;
    case KIND_ALL:
        speech_set(s, "cond", "all of $%s$, $%s$ and $%s$ hold", t[0], t[1],
                   t[2]);
        break;
    case KIND_EITHER:
        speech_set(s, "cond", "at least one of $%s$ and $%s$ holds", t[0],
                   t[1]);
        break;
    default:
        speech_set(s, "cond",
                   "$%s$ and $%s$ both hold, or $%s$ holds (or all three hold)",
                   t[0], t[1], t[2]);
    }
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "For which real $x$ is it true that <cond>?", NULL },
    { STYLE_PLAIN, "Find all real numbers $x$ for which <cond>.", NULL },
    { STYLE_PLAIN, "Determine the set of all real $x$ such that <cond>.",
      NULL },
    { STYLE_PLAIN,
      "On the number line, all points $x$ are marked for which <cond>. Which "
      "set is marked?",
      NULL },
    { STYLE_STORY,
      "<name> thinks of a real number $x$ and reveals only that <cond>. "
      "Which numbers can it be?",
      NULL },
    { STYLE_STORY,
      "A straight road runs through a town. Its points are given by their "
      "distance $x$ east of the <place>, in kilometres, negative values lying "
      "to the west, and the road may be thought of as endless. In a model "
      "the road is icy exactly where <cond>. For which $x$ is it icy?",
      NULL },
    { STYLE_STORY,
      "A <lamp> lamp on a test bench glows exactly when the voltage $x$, which "
      "may be any real number of volts, is such that <cond>. For which "
      "voltages does it glow?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "lamp", "red|green|yellow|blue|warning|signal" },
    { 0 },
};

/* ---- the second road: testing points ---- */

#define POINTS_MOST 8 /* three or two meeting places and four ends */
#define PARTS_MOST  2

struct part {
    bool left_open, right_open, left_inf, right_inf;
    fmpq_t left, right;
};

struct test {
    struct part parts[PARTS_MOST];
    size_t n_parts, n_points;
    fmpq points[POINTS_MOST], t, u;
};

/* (a x + b)/p - (c x + d)/q */
static void difference(fmpq_t out, const struct ineqs *v, int64_t i,
                       const fmpq_t x)
{
    fmpz_t z;
    fmpq_t y;

    fmpz_init_set_si(z, v->a[i]);
    fmpq_init(y);
    fmpq_mul_fmpz(out, x, z);
    fmpq_add_si(out, out, v->b[i]);
    fmpz_set_si(z, v->p[i]);
    fmpq_div_fmpz(out, out, z);
    fmpz_set_si(z, v->c[i]);
    fmpq_mul_fmpz(y, x, z);
    fmpq_add_si(y, y, v->d[i]);
    fmpz_set_si(z, v->q[i]);
    fmpq_div_fmpz(y, y, z);
    fmpq_sub(out, out, y);
    fmpq_clear(y);
    fmpz_clear(z);
}

static bool relation(int64_t rel, int sign)
{
    return sign == 0 ? rel & 1 : (rel & 2) ? sign > 0 : sign < 0;
}

/* Is the statement true at x? */
static bool is_true(const struct ineqs *v, const fmpq_t x)
{
    bool holds[INEQS_MOST] = { false };
    fmpq_t y;

    fmpq_init(y);
    for (int64_t i = 0; i < v->n; i++) {
        difference(y, v, i, x);
        holds[i] = relation(v->rel[i], fmpq_sgn(y));
    }
    if (v->kind == KIND_DOUBLE) {
        /* e less the middle: the difference from a right side e. */
        struct ineqs front = *v;

        front.c[0] = 0;
        front.d[0] = v->e[0];
        front.q[0] = 1;
        difference(y, &front, 0, x);
        holds[0] = holds[0] && relation(v->first, -fmpq_sgn(y));
    }
    fmpq_clear(y);
    return v->kind == KIND_EITHER    ? holds[0] || holds[1]
           : v->kind == KIND_ALL     ? holds[0] && holds[1] && holds[2]
           : v->kind == KIND_PAIR_OR ? (holds[0] && holds[1]) || holds[2]
                                     : holds[0];
}

static bool is_in_key(const struct test *t, const fmpq_t x)
{
    for (size_t i = 0; i < t->n_parts; i++) {
        const struct part *p = &t->parts[i];
        int l = p->left_inf ? 1 : fmpq_cmp(x, p->left);
        int r = p->right_inf ? -1 : fmpq_cmp(x, p->right);

        if ((l > 0 || (l == 0 && !p->left_open)) &&
            (r < 0 || (r == 0 && !p->right_open)))
            return true;
    }
    return false;
}

static bool read_part(struct arena *a, const char *text, size_t n,
                      struct part *p)
{
    const char *comma = memchr(text, ',', n);
    const char *left, *right;

    if (n < 6 || !comma || comma[1] != ' ' || !strchr("[(", text[0]) ||
        !strchr("])", text[n - 1]))
        return false;
    left = arena_printf(a, "%.*s", (int)(comma - text) - 1, text + 1);
    right = arena_printf(a, "%.*s", (int)(text + n - comma) - 3, comma + 2);
    p->left_open = text[0] == '(';
    p->right_open = text[n - 1] == ')';
    p->left_inf = str_eq(left, "-\\infty");
    p->right_inf = str_eq(right, "\\infty");
    return (p->left_inf ? p->left_open : key_rational(left, p->left)) &&
           (p->right_inf ? p->right_open : key_rational(right, p->right)) &&
           !(p->left_inf && p->right_inf) &&
           (p->left_inf || p->right_inf || fmpq_cmp(p->left, p->right) < 0);
}

static bool read_key(struct arena *a, const char *key, struct test *t)
{
    static const char cup[] = " \\cup ";

    for (;;) {
        const char *end = strstr(key, cup);
        size_t n = end ? (size_t)(end - key) : strlen(key);

        if (t->n_parts == PARTS_MOST ||
            !read_part(a, key, n, &t->parts[t->n_parts]))
            return false;
        t->n_parts++;
        if (!end)
            return true;
        key = end + strlen(cup);
    }
}

/* Where the two sides meet: the line through x = 0 and x = 1. False when the
 * difference is constant. */
static bool add_meeting(struct test *t, const struct ineqs *v)
{
    bool ok = true;

    for (int64_t i = 0; i < v->n + v->n_e && ok; i++) {
        struct ineqs front = *v;

        if (i == v->n) {
            front.d[0] = v->e[0];
            front.c[0] = 0;
            front.q[0] = 1;
        }
        fmpq_zero(&t->t);
        difference(&t->u, &front, i % v->n, &t->t);
        fmpq_one(&t->t);
        difference(&t->points[t->n_points], &front, i % v->n, &t->t);
        fmpq_sub(&t->t, &t->u, &t->points[t->n_points]);
        ok = !fmpq_is_zero(&t->t);
        if (ok)
            fmpq_div(&t->points[t->n_points++], &t->u, &t->t);
    }
    return ok;
}

static void add_ends(struct test *t)
{
    for (size_t i = 0; i < t->n_parts; i++) {
        if (!t->parts[i].left_inf)
            fmpq_set(&t->points[t->n_points++], t->parts[i].left);
        if (!t->parts[i].right_inf)
            fmpq_set(&t->points[t->n_points++], t->parts[i].right);
    }
    for (size_t i = 1; i < t->n_points; i++)
        for (size_t j = i; j && fmpq_cmp(&t->points[j - 1], &t->points[j]) > 0;
             j--)
            fmpq_swap(&t->points[j - 1], &t->points[j]);
}

/* Do key and statement agree at every point, between and beyond? */
static bool agree(struct test *t, const struct ineqs *v)
{
    bool same = true;

    for (size_t i = 0; i <= t->n_points && same; i++) {
        if (i == 0) {
            fmpq_sub_si(&t->t, &t->points[0], 1);
        } else if (i == t->n_points) {
            fmpq_add_si(&t->t, &t->points[i - 1], 1);
        } else {
            fmpq_add(&t->t, &t->points[i - 1], &t->points[i]);
            fmpq_div_2exp(&t->t, &t->t, 1);
        }
        same = is_true(v, &t->t) == is_in_key(t, &t->t) &&
               (i == t->n_points ||
                is_true(v, &t->points[i]) == is_in_key(t, &t->points[i]));
    }
    return same;
}

static enum truth judge(struct arena *a, struct test *t, const struct ineqs *v,
                        const char *key, struct check_finding *f)
{
    f->detail = "the key is not one interval or a union of two";
    if (!read_key(a, key, t))
        return TRUTH_NO;
    f->detail = "the two sides of an inequality never meet";
    if (!add_meeting(t, v))
        return TRUTH_NO;
    add_ends(t);
    f->detail = "at some point the key and the inequalities differ";
    if (!agree(t, v))
        return TRUTH_NO;
    f->detail = "the key and the inequalities agree at all places where "
                "anything changes, between them and beyond them";
    return TRUTH_YES;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    enum truth holds;
    struct test t;

    f->by = "test points";
    f->detail = "the numbers make no such inequalities";
    if (!is_shaped(values))
        return TRUTH_NO;
    t.n_parts = t.n_points = 0;
    for (size_t i = 0; i < PARTS_MOST; i++) {
        fmpq_init(t.parts[i].left);
        fmpq_init(t.parts[i].right);
    }
    for (size_t i = 0; i < POINTS_MOST; i++)
        fmpq_init(&t.points[i]);
    fmpq_init(&t.t);
    fmpq_init(&t.u);
    holds = judge(a, &t, values, key, f);
    for (size_t i = 0; i < PARTS_MOST; i++) {
        fmpq_clear(t.parts[i].left);
        fmpq_clear(t.parts[i].right);
    }
    for (size_t i = 0; i < POINTS_MOST; i++)
        fmpq_clear(&t.points[i]);
    fmpq_clear(&t.t);
    fmpq_clear(&t.u);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct ineqs),
    .fields = fields,
    .draw = draw,
    .free_from = 3,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the answer in interval notation.",
    .pools = pools,
    .check = check,
};

const struct family concept_linear_inequalities = {
    .name = "concept/linear-inequalities",
    .version = 2,
    .title = "Linear inequalities",
    .doc = "All real solutions of linear inequalities, as intervals with "
           "integers or fractions as ends: one inequality, a double one, or "
           "several joined by and and or. The worked solution isolates x, "
           "watching the sign, and combines the rays.",
    .concepts = { HIGH_LINEAR_INEQS },
    .answer = ANSWER_INTERVAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
