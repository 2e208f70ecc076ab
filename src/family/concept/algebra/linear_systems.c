/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Systems of two or three linear equations: their solution, also with the
 * reciprocals of the unknowns, and two coefficients p and q for which a
 * system has infinitely many solutions.
 *
 * solve() eliminates one unknown after the other. check() puts the key into
 * every equation and sees by the determinant that no other solution exists;
 * for p and q it computes the minors of the augmented matrix.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum { KIND_PLAIN, KIND_RECIPROCAL, KIND_DEPENDENT };

/* n equations; row i of the coefficients is c[n i] ... c[n i + n - 1]. In
 * KIND_DEPENDENT the third row is p, q, c[6]. */
struct system {
    int64_t kind, n_c, n;
    int64_t c[9], r[3];
};

static const struct field fields[] = {
    NUMBER(struct system, kind, 0, 2),
    SLOT_LIST(struct system, c, n_c, -2000, 2000),
    SLOT_LIST(struct system, r, n, -5000000, 5000000),
    { 0 },
};

static bool is_shaped(const struct system *v)
{
    if (v->kind == KIND_DEPENDENT)
        return v->n == 3 && v->n_c == 7;
    return (v->n == 2 || v->n == 3) && v->n_c == v->n * v->n;
}

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "two", "two equations, coefficients up to 9, integers up to 12 as "
             "solution" },
    { "three", "three equations in three unknowns, all coefficients from -9 "
               "to 9 and not 0, integers up to 12 as solution" },
    { "beyond", "three equations with fractions as solution; the same in the "
                "reciprocals of the unknowns; or two unknown coefficients p "
                "and q, asked for so that the system has infinitely many "
                "solutions" },
};

/* The right sides that x / q solves; false when they are not whole. */
static bool set_right(struct system *v, const int64_t *x, int64_t q)
{
    for (int64_t i = 0; i < v->n; i++) {
        v->r[i] = 0;
        for (int64_t j = 0; j < v->n; j++)
            v->r[i] += v->c[v->n * i + j] * x[j];
        if (v->r[i] % q)
            return false;
        v->r[i] /= q;
    }
    return true;
}

/* Two different fractions as rows: then the determinant is not 0, whatever
 * the signs. */
static void draw_two(struct pick *k, struct system *v)
{
    int64_t p[2], q[2], x[2], sign, swap;

    pick_fractions(k, 9, 1, 9, 2, p, q);
    sign = pick(k, 0, 3);
    swap = pick(k, 0, 1);
    for (int i = 0; i < 2; i++)
        x[i] = pick_signed(k, 1, 12);
    v->n = 2;
    v->n_c = 4;
    for (int i = 0; i < 2; i++) {
        v->c[2 * i] = p[i ^ swap];
        v->c[2 * i + 1] = sign >> i & 1 ? -q[i ^ swap] : q[i ^ swap];
    }
    (void)set_right(v, x, 1);
}

static void draw_rows(struct pick *k, struct system *v, int64_t rows)
{
    v->n = 3;
    v->n_c = 9;
    for (int64_t i = 0; i < 3 * rows; i++)
        v->c[i] = i % 3 ? pick_signed(k, 1, 9) : pick_wide(k, 1, 9);
}

static void draw_three(struct pick *k, struct system *v)
{
    int64_t x[3];

    draw_rows(k, v, 3);
    for (int i = 0; i < 3; i++)
        x[i] = pick_signed(k, 1, 12);
    (void)set_right(v, x, 1);
}

static void draw_fractions(struct pick *k, struct system *v)
{
    int64_t q = pick(k, 2, 6), x[3];

    for (int i = 0; i < 3; i++)
        do
            x[i] = pick(k, -15, 15);
        while (x[i] % q == 0);
    do
        draw_rows(k, v, 3);
    while (!set_right(v, x, q));
}

static void draw_dependent(struct pick *k, struct system *v)
{
    int64_t x[2];

    draw_rows(k, v, 2);
    v->n_c = 7;
    v->c[2] = pick_but(k, -9, 9, 0);
    v->c[5] = pick_but(k, -9, 9, 0);
    for (int i = 0; i < 2; i++)
        v->r[i] = pick_signed(k, 1, 30);
    for (int i = 0; i < 2; i++)
        x[i] = pick_but(k, -6, 6, 0);
    v->c[6] = x[0] * v->c[2] + x[1] * v->c[5];
    v->r[2] = x[0] * v->r[0] + x[1] * v->r[1];
}

static void draw(struct pick *k, void *values)
{
    struct system *v = values;

    if (k->level == 1) {
        draw_two(k, v);
    } else if (k->level == 2) {
        draw_three(k, v);
    } else {
        v->kind = pick(k, 0, 2);
        (v->kind == KIND_DEPENDENT ? draw_dependent : draw_fractions)(k, v);
    }
}

/* ---- the first road: elimination ---- */

static const char *const xyz[3] = { "x", "y", "z" };
static const char *const uvw[3] = { "u", "v", "w" };

/* c[0] x + c[1] y + c[2] z = c[3]. Coefficients of the given rows are below
 * 2000, right sides below 5 10^6; two eliminations leave 3 10^17 at most. */
struct row {
    int64_t c[4];
};

static const char *row_latex(struct arena *a, const struct row *r,
                             const char *const *names)
{
    struct str out = str_in(a);

    for (int j = 0; j < 3; j++) {
        int64_t x = r->c[j], size = x < 0 ? -x : x;

        if (x == 0)
            continue;
        str_add(&out, out.n ? (x < 0 ? " - " : " + ") : x < 0 ? "-" : "");
        if (size != 1)
            str_add_int(&out, size);
        str_add(&out, names[j]);
    }
    str_addf(&out, "%s = %" PRId64, out.n ? "" : "0", r->c[3]);
    return str_get(&out);
}

/* Without common factors, the first coefficient positive. */
static struct row reduced(struct row r)
{
    int64_t g = 0, sign = 1;

    for (int j = 3; j >= 0; j--) {
        g = integer_gcd(g, r.c[j]);
        sign = j < 3 && r.c[j] ? r.c[j] : sign;
    }
    for (int j = 0; j < 4 && g; j++)
        r.c[j] /= sign < 0 ? -g : g;
    return r;
}

/* Remove unknown j of `from` with the help of `by`, whose c[j] is not 0. */
static struct row eliminate(struct solving *s, struct row from, struct row by,
                            int j, const char *const *names)
{
    int64_t g = integer_gcd(from.c[j], by.c[j]);
    int64_t f = by.c[j] / g, h = from.c[j] / g;
    struct row out, small;
    const char *before, *after;

    for (int i = 0; i < 4; i++)
        out.c[i] = f * from.c[i] - h * by.c[i];
    small = reduced(out);
    before = row_latex(s->arena, &out, names);
    after = row_latex(s->arena, &small, names);
    solving_step(
        s, "To remove $%s$, take %s$%s$ and subtract %s$%s$: $%s$%s.", names[j],
        f == 1 ? "" : arena_printf(s->arena, "$%" PRId64 "$ times ", f),
        row_latex(s->arena, &from, names),
        h == 1 ? "" : arena_printf(s->arena, "$%" PRId64 "$ times ", h),
        row_latex(s->arena, &by, names), before,
        j == 1 || str_eq(before, after)
            ? ""
            : arena_printf(s->arena, ", that is, $%s$", after));
    return small;
}

struct ratio {
    int64_t p, q; /* lowest terms, q > 0 */
};

#define RATIO_MOST 1000000
#define BELOW_MOST 1000

static bool ratio_set(struct ratio *x, int64_t p, int64_t q)
{
    int64_t g = integer_gcd(p, q);

    if (q == 0)
        return false;
    if (q < 0)
        g = -g;
    *x = (struct ratio){ p / g, q / g };
    return x->q <= BELOW_MOST && x->p <= RATIO_MOST && x->p >= -RATIO_MOST;
}

/* Unknown j of the row, when those behind it are known. Known values have
 * denominators below 1000, and rows stay below 2 10^10 here. */
static bool back(struct solving *s, const struct row *r, int j, struct ratio *x,
                 const char *const *names)
{
    int64_t num = r->c[3], den = 1;
    bool alone = true;

    for (int i = j + 1; i < 3; i++) {
        if (r->c[i] == 0)
            continue;
        alone = false;
        num = num * x[i].q - r->c[i] * x[i].p * den;
        den *= x[i].q;
    }
    if (den > RATIO_MOST / 10 || r->c[j] == 0 ||
        !ratio_set(&x[j], num, den * r->c[j]))
        return false;
    if (j == 2)
        solving_step(s, "So $%s = %s$.", names[j],
                     latex_ratio(s->arena, x[j].p, x[j].q));
    else if (alone || r->c[j] == 1)
        solving_step(s, "From $%s$ we have $%s = %s$.",
                     row_latex(s->arena, r, names), names[j],
                     latex_ratio(s->arena, x[j].p, x[j].q));
    else
        solving_step(s,
                     "Put what is known into $%s$: then $%s = %s$, so "
                     "$%s = %s$.",
                     row_latex(s->arena, r, names),
                     latex_times(s->arena, r->c[j], 1, names[j]),
                     latex_ratio(s->arena, num, den), names[j],
                     latex_ratio(s->arena, x[j].p, x[j].q));
    return true;
}

static void set_rows(const struct system *v, struct row *rows)
{
    for (int64_t i = 0; i < v->n; i++) {
        /* Two unknowns stand in the last two places. */
        for (int64_t j = 0; j < v->n; j++)
            rows[i].c[j + 3 - v->n] = v->c[v->n * i + j];
        rows[i].c[3] = v->r[i];
    }
}

static bool eliminate_all(struct solving *s, const struct system *v,
                          struct row *rows, struct ratio *x,
                          const char *const *names)
{
    int last = 0;

    set_rows(v, rows);
    if (v->n == 3) {
        if (rows[0].c[0] == 0)
            return false;
        for (int i = 1; i < 3; i++)
            rows[i] = eliminate(s, rows[i], rows[0], 0, names);
        last = 1;
        if (rows[1].c[1] == 0) {
            struct row t = rows[1];

            rows[1] = rows[2];
            rows[2] = t;
        }
    }
    if (rows[last].c[1] == 0)
        return false;
    rows[last + 1] = eliminate(s, rows[last + 1], rows[last], 1, names);
    for (int j = 2; j >= 1 - last; j--)
        if (!back(s, &rows[j + last - 1], j, x, names))
            return false;
    return true;
}

static bool invert(struct ratio *x)
{
    return x->p != 0 && ratio_set(x, x->q, x->p);
}

static bool solve_values(struct solving *s, const struct system *v)
{
    static const char *const two[3] = { "", "x", "y" };
    const char *const *names = v->kind == KIND_RECIPROCAL ? uvw
                               : v->n == 2                ? two
                                                          : xyz;
    struct row rows[3] = { 0 };
    struct ratio x[3] = { { 0, 1 }, { 0, 1 }, { 0, 1 } };
    struct str key = str_in(s->arena);

    if (v->kind == KIND_RECIPROCAL)
        solving_step(s, "Put $u = \\frac{1}{x}$, $v = \\frac{1}{y}$ and "
                        "$w = \\frac{1}{z}$: the equations become linear.");
    if (!eliminate_all(s, v, rows, x, names))
        return false;
    for (int64_t j = 3 - v->n; j < 3; j++) {
        if (v->kind == KIND_RECIPROCAL && !invert(&x[j]))
            return false;
        str_add(&key, key.n ? ", " : "(");
        str_add(&key, latex_ratio(s->arena, x[j].p, x[j].q));
    }
    solving_key(s, "%s)", str_get(&key));
    solving_step(s, "%s $%s = %s$.",
                 v->kind == KIND_RECIPROCAL ? "Taking reciprocals gives"
                                            : "The solution is",
                 v->n == 2 ? "(x, y)" : "(x, y, z)", s->key);
    return true;
}

/* In brackets when it is negative. */
static const char *factor(struct arena *a, struct ratio x)
{
    const char *text = latex_ratio(a, x.p, x.q);

    return x.p < 0 ? arena_printf(a, "(%s)", text) : text;
}

/* The third equation is f times the first and g times the second. */
static bool solve_dependent(struct solving *s, const struct system *v)
{
    int64_t det = v->c[2] * v->r[1] - v->c[5] * v->r[0];
    int64_t f = v->c[6] * v->r[1] - v->c[5] * v->r[2];
    int64_t g = v->c[2] * v->r[2] - v->c[6] * v->r[0];
    static const char *const fg[3] = { "f", "g", "" };
    struct arena *a = s->arena;
    struct ratio p, q, fr, gr;

    if ((v->c[0] * v->c[4] == v->c[1] * v->c[3] &&
         v->c[0] * v->c[5] == v->c[2] * v->c[3] &&
         v->c[1] * v->c[5] == v->c[2] * v->c[4]) ||
        !ratio_set(&fr, f, det) || !ratio_set(&gr, g, det) ||
        !ratio_set(&p, f * v->c[0] + g * v->c[3], det) ||
        !ratio_set(&q, f * v->c[1] + g * v->c[4], det) ||
        (p.p == 0 && q.p == 0))
        return false;
    solving_step(s, "The first two equations are independent, so there are "
                    "infinitely many solutions exactly when the third "
                    "equation is $f$ times the first plus $g$ times the "
                    "second.");
    solving_step(
        s,
        "Compare the coefficients of $z$ and the right sides: $%s$ "
        "and $%s$.",
        row_latex(a, &(struct row){ { v->c[2], v->c[5], 0, v->c[6] } }, fg),
        row_latex(a, &(struct row){ { v->r[0], v->r[1], 0, v->r[2] } }, fg));
    solving_step(s, "These two equations give $f = %s$ and $g = %s$.",
                 latex_ratio(a, fr.p, fr.q), latex_ratio(a, gr.p, gr.q));
    solving_key(s, "(%s, %s)", latex_ratio(a, p.p, p.q),
                latex_ratio(a, q.p, q.q));
    solving_step(s,
                 "The coefficients of $x$ and $y$ are made in the same way: $p "
                 "= %" PRId64 " \\cdot %s%s \\cdot %s$ and $q = %" PRId64
                 " \\cdot %s%s \\cdot %s$.",
                 v->c[0], factor(a, fr), latex_plus(a, v->c[3]), factor(a, gr),
                 v->c[1], factor(a, fr), latex_plus(a, v->c[4]), factor(a, gr));
    solving_step(s, "So $(p, q) = %s$.", s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct system *v = values;

    if (!is_shaped(v))
        return false;
    return (v->kind == KIND_DEPENDENT ? solve_dependent : solve_values)(s, v);
}

/* ---- wording ---- */

/* Coefficient and unknown behind what stands there: " - 3y", " + \frac{3}{y}". */
static void add_term(struct speech *s, struct str *out, const int64_t *c,
                     const char *name, bool below)
{
    const char *one = below ? "" : name;
    const char *text = speech_linear(s, c, 1, &one);
    bool minus = *text == '-';

    if (str_eq(text, "0"))
        return;
    str_add(out, out->n ? (minus ? " - " : " + ") : minus ? "-" : "");
    if (below)
        str_addf(out, "\\frac{%s}{%s}", text + minus, name);
    else
        str_add(out, text + minus);
}

static const char *equation(struct speech *s, const struct system *v, int64_t i)
{
    struct str out = str_in(s->arena);
    bool last = v->kind == KIND_DEPENDENT && i == 2;

    if (last)
        str_add(&out, "px + qy");
    for (int64_t j = last ? 2 : 0; j < v->n; j++)
        add_term(s, &out, &v->c[last ? 6 : v->n * i + j], xyz[j],
                 v->kind == KIND_RECIPROCAL);
    if (!out.n)
        str_addc(&out, '0');
    str_addf(&out, " = %s", speech_number(s, &v->r[i]));
    return str_get(&out);
}

static void speak(struct speech *s, const void *values)
{
    const struct system *v = values;
    struct str cases = str_in(s->arena), list = str_in(s->arena);

    for (int64_t i = 0; i < v->n; i++) {
        const char *row = equation(s, v, i);

        str_addf(&cases, "%s%s", i ? " \\\\ " : "", row);
        str_addf(&list, "%s$%s$", words_join((size_t)i, (size_t)v->n), row);
    }
    speech_set(s, "system", "\\begin{cases} %s \\end{cases}", str_get(&cases));
    speech_set(s, "rows", "%s", str_get(&list));
    speech_set(s, "xs", "%s", v->n == 2 ? "$x$ and $y$" : "$x$, $y$ and $z$");
    speech_set(s, "tuple", "$%s$",
               v->kind == KIND_DEPENDENT ? "(p, q)"
               : v->n == 2               ? "(x, y)"
                                         : "(x, y, z)");
    speech_set(s, "how", "%s", v->n == 2 ? "two" : "three");
}

static bool asks_values(const void *values)
{
    return ((const struct system *)values)->kind != KIND_DEPENDENT;
}

static bool asks_dependent(const void *values)
{
    return !asks_values(values);
}

static bool is_plain(const void *values)
{
    return ((const struct system *)values)->kind == KIND_PLAIN;
}

static bool is_reciprocal(const void *values)
{
    return ((const struct system *)values)->kind == KIND_RECIPROCAL;
}

/* Two equations with positive numbers whose solution is positive: prices. */
static bool is_bill(const void *values)
{
    const struct system *v = values;
    int64_t det, x, y;

    if (v->kind != KIND_PLAIN || v->n != 2 || v->n_c != 4)
        return false;
    det = v->c[0] * v->c[3] - v->c[1] * v->c[2];
    x = v->r[0] * v->c[3] - v->c[1] * v->r[1];
    y = v->c[0] * v->r[1] - v->r[0] * v->c[2];
    for (int i = 0; i < 4; i++)
        if (v->c[i] <= 0)
            return false;
    return det && (x > 0) == (det > 0) && (y > 0) == (det > 0) && x && y;
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Solve $<system>$ for <tuple>.", asks_values },
    { STYLE_PLAIN,
      "Solve the system of equations $<system>$ and give the solution "
      "as <tuple>.",
      asks_values },
    { STYLE_PLAIN, "The numbers <xs> satisfy <rows>. Find <tuple>.",
      asks_values },
    { STYLE_PLAIN,
      "Find the only <tuple> that satisfies all of the equations <rows>.",
      asks_values },
    { STYLE_STORY,
      "<name> thinks of <how> numbers <xs> and tells <name2> no more than "
      "that <rows>. What is <tuple>?",
      asks_values },
    { STYLE_STORY,
      "In an electric circuit the currents <xs>, in amperes, satisfy <rows>; "
      "a negative current flows against the arrow in the drawing. Find the "
      "currents <tuple>.",
      is_plain },
    { STYLE_STORY,
      "<name> turns the <how> knobs of an old radio to the positions <xs>, "
      "negative ones lying left of zero. The three dials below are right when "
      "<rows>. Which positions <tuple> make all of them right?",
      is_reciprocal },
    { STYLE_STORY,
      "At a market in <city>, $<c[0]>$ <c[0]?mug|mugs> and $<c[1]>$ "
      "<c[1]?bowl|bowls> cost $<r[0]>$ <money> together, and $<c[2]>$ "
      "<c[2]?mug|mugs> and $<c[3]>$ <c[3]?bowl|bowls> cost $<r[1]>$ <money>. "
      "A mug costs $x$ <money> and a bowl $y$ <money>. Find <tuple>.",
      is_bill },
    { STYLE_STORY,
      "On a scale, $<c[0]>$ iron <c[0]?ball|balls> and $<c[1]>$ brass "
      "<c[1]?ball|balls> together weigh $<r[0]>$ grams, and $<c[2]>$ iron "
      "<c[2]?ball|balls> and $<c[3]>$ brass <c[3]?ball|balls> weigh $<r[1]>$ "
      "grams. An iron ball weighs $x$ grams and a brass ball $y$ grams. "
      "Find <tuple>.",
      is_bill },

    { STYLE_TERSE,
      "Find <tuple> so that $<system>$ has infinitely many solutions.",
      asks_dependent },
    { STYLE_PLAIN,
      "For which pair <tuple> does the system of equations $<system>$ in the "
      "unknowns $x$, $y$, $z$ have infinitely many solutions?",
      asks_dependent },
    { STYLE_PLAIN,
      "The equations <rows> in the unknowns $x$, $y$ and $z$ have infinitely "
      "many common solutions. Find <tuple>.",
      asks_dependent },
    { STYLE_STORY,
      "<name> measures <xs> on a machine and knows that they satisfy <rows>, "
      "where $p$ and $q$ are fixed numbers. Unluckily these equations have "
      "infinitely many solutions, so that they do not determine the "
      "measurements. What is <tuple>?",
      asks_dependent },
    { STYLE_STORY,
      "Three planes in space, drawn by <name>, have the equations <rows>, with "
      "fixed numbers $p$ and $q$. All three of them contain one common "
      "straight line. Find <tuple>.",
      asks_dependent },
    { 0 },
};

/* ---- the second road: substitution and determinants ---- */

/* The determinant of columns i, j, k of three rows of four, row 2 rational:
 * by cofactors along that row. */
static void minor3(fmpq_t out, const int64_t rows[2][4], const fmpq *last,
                   const int *col)
{
    fmpz_t m;
    fmpq_t t;

    fmpz_init(m);
    fmpq_init(t);
    fmpq_zero(out);
    for (int j = 0; j < 3; j++) {
        int p = col[(j + 1) % 3], q = col[(j + 2) % 3];

        fmpz_set_si(m, rows[0][p] * rows[1][q] - rows[0][q] * rows[1][p]);
        fmpq_mul_fmpz(t, last + col[j], m);
        fmpq_add(out, out, t);
    }
    fmpq_clear(t);
    fmpz_clear(m);
}

/* Is `last` a combination of the first two rows, and only with this key? */
static bool all_minors_vanish(const struct system *v, const fmpq *last)
{
    static const int without[4][3] = {
        { 1, 2, 3 }, { 0, 2, 3 }, { 0, 1, 3 }, { 0, 1, 2 }
    };
    int64_t rows[2][4] = { { v->c[0], v->c[1], v->c[2], v->r[0] },
                           { v->c[3], v->c[4], v->c[5], v->r[1] } };
    bool vanish = true;
    fmpq_t det;

    fmpq_init(det);
    for (int i = 0; i < 4 && vanish; i++) {
        minor3(det, rows, last, without[i]);
        vanish = fmpq_is_zero(det);
    }
    fmpq_clear(det);
    return vanish;
}

static enum truth check_dependent(const struct system *v, fmpq *x,
                                  struct check_finding *f)
{
    int64_t xy = v->c[0] * v->c[4] - v->c[1] * v->c[3];
    int64_t xz = v->c[0] * v->c[5] - v->c[2] * v->c[3];
    int64_t yz = v->c[1] * v->c[5] - v->c[2] * v->c[4];

    f->detail = "the first two equations do not make p and q unique";
    if ((!xy && !xz && !yz) || v->c[2] * v->r[1] == v->c[5] * v->r[0])
        return TRUTH_NO;
    fmpq_set_si(x + 2, v->c[6], 1);
    fmpq_set_si(x + 3, v->r[2], 1);
    f->detail = "the third equation is no combination of the others";
    if (!all_minors_vanish(v, x))
        return TRUTH_NO;
    f->detail = "all minors of the augmented matrix are 0, and the first two "
                "rows are independent in x, y, z and in z and the right side";
    return TRUTH_YES;
}

static int64_t determinant(const struct system *v)
{
    const int64_t *c = v->c;

    if (v->n == 2)
        return c[0] * c[3] - c[1] * c[2];
    return c[0] * (c[4] * c[8] - c[5] * c[7]) -
           c[1] * (c[3] * c[8] - c[5] * c[6]) +
           c[2] * (c[3] * c[7] - c[4] * c[6]);
}

/* Does x, or what is one over x, satisfy every equation? */
static bool satisfies(const struct system *v, const fmpq *x)
{
    bool holds = true;
    fmpq_t sum, t;
    fmpz_t c;

    fmpq_init(sum);
    fmpq_init(t);
    fmpz_init(c);
    for (int64_t i = 0; i < v->n && holds; i++) {
        fmpq_set_si(sum, -v->r[i], 1);
        for (int64_t j = 0; j < v->n; j++) {
            fmpz_set_si(c, v->c[v->n * i + j]);
            fmpq_set(t, x + j);
            if (v->kind == KIND_RECIPROCAL)
                fmpq_inv(t, t);
            fmpq_mul_fmpz(t, t, c);
            fmpq_add(sum, sum, t);
        }
        holds = fmpq_is_zero(sum);
    }
    fmpq_clear(sum);
    fmpq_clear(t);
    fmpz_clear(c);
    return holds;
}

static enum truth check_values(const struct system *v, const fmpq *x,
                               struct check_finding *f)
{
    for (int64_t j = 0; j < v->n; j++)
        if (v->kind == KIND_RECIPROCAL && fmpq_is_zero(x + j)) {
            f->detail = "an unknown of the key is 0 and has no reciprocal";
            return TRUTH_NO;
        }
    f->detail = "the determinant is 0";
    if (determinant(v) == 0)
        return TRUTH_NO;
    f->detail = "the key does not satisfy all equations";
    if (!satisfies(v, x))
        return TRUTH_NO;
    f->detail = "the key satisfies all equations, and the determinant is not "
                "0, so there is no other solution";
    return TRUTH_YES;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct system *v = values;
    enum truth holds = TRUTH_NO;
    const char **items;
    size_t n, i = 0;
    fmpq x[4];

    f->by = "substitution and determinant";
    f->detail = "the numbers make no such system";
    if (!is_shaped(v))
        return TRUTH_NO;
    f->detail = "the key is not a tuple of that many fractions";
    if (!key_items(a, key, "(", ")", &items, &n) ||
        n != (v->kind == KIND_DEPENDENT ? 2 : (size_t)v->n))
        return TRUTH_NO;
    for (int j = 0; j < 4; j++)
        fmpq_init(x + j);
    while (i < n && key_rational(items[i], x + i))
        i++;
    if (i == n)
        holds = v->kind == KIND_DEPENDENT ? check_dependent(v, x, f)
                                          : check_values(v, x, f);
    for (int j = 0; j < 4; j++)
        fmpq_clear(x + j);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct system),
    .fields = fields,
    .draw = draw,
    .free_from = 2,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_linear_systems = {
    .name = "concept/linear-systems",
    .version = 2,
    .title = "Systems of linear equations",
    .doc = "The solution of two or three linear equations as a tuple of "
           "integers or fractions; at level 3 also in the reciprocals of the "
           "unknowns, or two coefficients for which there are infinitely many "
           "solutions. The worked solution eliminates.",
    .concepts = { HIGH_SYSTEMS, HIGH_LINEAR },
    .answer = ANSWER_TUPLE,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
