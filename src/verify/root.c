/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Roots of an equation in the variable. Of a polynomial all roots are isolated;
 * of any other equation the real ones that change its sign on a wide grid, and
 * those to which Newton's method leads from the formula and from the place
 * that the conditions name. Each root is certified by an interval Newton step.
 * A phrase of the conditions names the root; else it is the one next to the
 * formula.
 */
#include "math/arb.h"

#include "base/str.h"
#include "base/vec.h"
#include "math/read/read.h"
#include "math/tree/differentiate.h"
#include "verify/conditions.h"
#include "verify/expression.h"
#include "verify/judge.h"
#include "verify/object.h"

#include <string.h>

#define ROOTS_MAX  96
#define DEGREE_MAX 64

enum pick {
    PICK_FORMULA,  /* next to the formula */
    PICK_PLACE,    /* next to a place */
    PICK_LARGEST,  /* of the real ones */
    PICK_SMALLEST, /* in size */
    PICK_BOUNDED,
    PICK_UNBOUNDED
};

struct root {
    const struct expr *equation;   /* left - right */
    const struct expr *derivative; /* NULL: none */
    const struct expr *formula;    /* what is claimed; NULL: not read yet */
    const char *name;              /* the variable */
    enum pick pick;
    const struct expr *place;
    int sign;                /* 1: positive, -1: negative, 0: any */
    bool real;               /* real ones alone */
    struct conditions where; /* relations that the root satisfies, too */
    bool is_bounded;         /* by one of these */
    acb_t last;              /* the root that was found last */
};

/* ---- reading ---- */

/* Returns the text behind the word, or NULL if the phrase does not have it. */
static const char *root_behind(const char *phrase, const char *word)
{
    const char *at = strstr(phrase, word);

    return at ? at + strlen(word) : NULL;
}

/* The place of "tends to V as ...". */
static bool root_read_place(struct arena *a, const struct claim *c,
                            const char *text, struct root *r)
{
    struct read_options opt = { 0 };
    const char *end = strstr(text, " as ");
    size_t n = end ? (size_t)(end - text) : strlen(text);
    const struct expr *x;
    struct err e;

    opt.symbols_n = claim_names(a, c, &opt.symbols);
    while (n > 0 && strchr(" .,", text[n - 1]))
        n--;
    if (!read_expr(a, text, n, &opt, &x, &e))
        return false;
    if (x->op == EXPR_RELATION)
        x = x->args[x->count - 1];
    if (expr_infinity(x)) {
        r->pick = PICK_UNBOUNDED;
        r->sign = x->op == EXPR_NEG ? -1 : r->sign;
        return true;
    }
    if (!expr_is_value(x))
        return false;
    r->pick = PICK_PLACE;
    r->place = x;
    return true;
}

static void read_phrase(struct arena *a, const struct claim *c,
                        const char *phrase, struct root *r)
{
    static const char *const towards[] = {
        "tends to ",     "tending to ", "approaches ",  "approaching ",
        "converges to ", "close to ",   "near ",        "goes to ",
        "\\to ",         "\\to",        "\\rightarrow "
    };

    if (strstr(phrase, "positive"))
        r->sign = 1;
    if (strstr(phrase, "negative"))
        r->sign = -1;
    r->real |= r->sign != 0 || strstr(phrase, "real") != NULL;
    for (size_t i = 0; i < sizeof(towards) / sizeof(towards[0]); i++) {
        const char *text = root_behind(phrase, towards[i]);

        if (text && root_read_place(a, c, text, r))
            return;
    }
    if (str_has_any(phrase, "unbounded|grows|infinity|diverge"))
        r->pick = PICK_UNBOUNDED;
    else if (str_has_any(phrase, "bounded|finite"))
        r->pick = PICK_BOUNDED;
    else if (strstr(phrase, "larg"))
        r->pick = r->sign || strstr(phrase, "largest") ? PICK_LARGEST
                                                       : PICK_UNBOUNDED;
    else if (strstr(phrase, "small"))
        r->pick = PICK_SMALLEST;
}

static bool root_read_equation(struct arena *a, const struct claim *c,
                               struct root *r, const char **why)
{
    struct read_options opt = { 0 };
    const struct expr *x;
    struct err e;

    opt.symbols_n = claim_names(a, c, &opt.symbols);
    if (!read_expr(a, c->object, strlen(c->object), &opt, &x, &e)) {
        *why = arena_printf(a, "the equation cannot be read at column %zu: %s",
                            e.column, e.msg);
        return false;
    }
    if (x->op == EXPR_RELATION && x->count == 2 &&
        x->relations[0] == RELATION_EQ)
        x = expr_sub(a, x->args[0], x->args[1]);
    r->equation = x;
    *why = "the object is no equation in the variable";
    return expr_is_value(x) && addends_depends(x, r->name);
}

static void clear_last(void *r)
{
    acb_clear(((struct root *)r)->last);
}

static bool root_read(struct arena *a, const struct claim *c, struct object *o,
                      const char **why)
{
    struct root *r = arena_new(a, struct root);
    struct work w = { .limit = 1000000 };
    const char *reason, *not_read;

    acb_init(r->last);
    arena_defer(a, clear_last, r);
    r->name = c->variable;
    if (!root_read_equation(a, c, r, why))
        return false;
    r->derivative = differentiate(a, r->equation, r->name, &w);
    conditions_read(a, c, &r->where);
    for (size_t i = 0; i < r->where.phrases_n; i++)
        read_phrase(a, c, r->where.phrases[i], r);
    /* "x > 0" says which root is meant as well. */
    for (size_t i = 0; i < r->where.relations_n; i++)
        r->is_bounded |= addends_depends(r->where.relations[i], r->name);
    if (c->mode == CLAIM_ASYMPTOTIC)
        o->reach = expression_reach(a, r->equation, c->limit.symbol);
    if (!expression_formula(a, c, c->claim, &r->formula, &not_read, &reason))
        r->formula = NULL;
    o->own = r;
    return true;
}

/* ---- at one point ---- */

struct finder {
    const struct root *root;
    struct ball_point at; /* the variable is the last name */
    acb_ptr x;            /* its value */
    slong bits;
    struct work *w;
    acb_ptr found;
    size_t n;
};

static bool root_value(acb_t out, struct finder *f, const struct expr *of,
                       const acb_t x, slong bits)
{
    acb_set(f->x, x);
    return ball_value(out, of, &f->at, bits, f->w);
}

static void root_add_root(struct finder *f, const acb_t x)
{
    for (size_t i = 0; i < f->n; i++)
        if (acb_overlaps(f->found + i, x))
            return;
    if (f->n < ROOTS_MAX)
        acb_set(f->found + f->n++, x);
}

/* ---- polynomials ---- */

static bool poly_of(acb_poly_t out, struct finder *f, const struct expr *x,
                    unsigned depth);

static bool poly_power(acb_poly_t out, struct finder *f, const struct expr *x,
                       unsigned depth)
{
    acb_t e;
    slong n = -1;

    acb_init(e);
    if (ball_value(e, x->args[1], &f->at, 64, f->w) && acb_is_int(e) &&
        acb_is_real(e) && arf_cmpabs_2exp_si(arb_midref(acb_realref(e)), 6) < 0)
        n = arf_get_si(arb_midref(acb_realref(e)), ARF_RND_DOWN);
    acb_clear(e);
    if (n < 0 || addends_depends(x->args[1], f->root->name) ||
        !poly_of(out, f, x->args[0], depth) ||
        n * acb_poly_degree(out) > DEGREE_MAX)
        return false;
    acb_poly_pow_ui(out, out, (ulong)n, f->bits);
    return true;
}

/* The polynomial in the variable that x is. */
static bool poly_of(acb_poly_t out, struct finder *f, const struct expr *x,
                    unsigned depth)
{
    acb_poly_t t;
    acb_t c;
    bool ok = true;

    if (depth > 60)
        return false;
    if (!addends_depends(x, f->root->name)) {
        acb_init(c);
        ok = ball_value(c, x, &f->at, f->bits, f->w);
        acb_poly_set_acb(out, c);
        acb_clear(c);
        return ok;
    }
    if (x->op == EXPR_SYMBOL) {
        acb_poly_zero(out);
        acb_poly_set_coeff_si(out, 1, 1);
        return true;
    }
    if (x->op == EXPR_POW)
        return poly_power(out, f, x, depth + 1);
    if (x->op != EXPR_NEG && x->op != EXPR_ADD && x->op != EXPR_MUL &&
        x->op != EXPR_DIV)
        return false;
    ok = poly_of(out, f, x->args[0], depth + 1);
    acb_poly_init(t);
    for (unsigned i = 1; i < x->count && ok; i++) {
        ok = poly_of(t, f, x->args[i], depth + 1);
        if (ok && x->op == EXPR_ADD)
            acb_poly_add(out, out, t, f->bits);
        else if (ok && x->op == EXPR_MUL)
            acb_poly_mul(out, out, t, f->bits);
        else if (ok) { /* by a constant */
            ok = acb_poly_length(t) == 1 &&
                 !acb_contains_zero(acb_poly_get_coeff_ptr(t, 0));
            if (ok)
                acb_poly_scalar_div(out, out, acb_poly_get_coeff_ptr(t, 0),
                                    f->bits);
        }
        ok = ok && acb_poly_degree(out) <= DEGREE_MAX;
    }
    if (x->op == EXPR_NEG)
        acb_poly_neg(out, out);
    acb_poly_clear(t);
    return ok;
}

static bool is_real_poly(const acb_poly_t p)
{
    for (slong i = 0; i < acb_poly_length(p); i++)
        if (!acb_is_real(acb_poly_get_coeff_ptr(p, i)))
            return false;
    return true;
}

/* All roots, isolated. Returns false if the equation is no polynomial; then n
 * is 0. */
static bool polynomial_roots(struct finder *f)
{
    slong wanted = f->bits, degree, got = 0;
    acb_poly_t p;
    bool ok = true;

    acb_poly_init(p);
    for (int i = 0; i < 4 && ok; i++) {
        ok = poly_of(p, f, f->root->equation, 0);
        degree = acb_poly_degree(p);
        ok = ok && degree >= 1 &&
             !acb_contains_zero(acb_poly_get_coeff_ptr(p, degree)) &&
             work_spend(f->w, (uint64_t)(degree * degree * f->bits));
        if (!ok)
            break;
        got = acb_poly_find_roots(f->found, p, NULL, 0, f->bits);
        if (got == degree)
            break;
        f->bits *= 2;
    }
    f->bits = wanted;
    if (ok && got == acb_poly_degree(p)) {
        f->n = (size_t)got;
        for (slong i = 0; i < got; i++)
            if (is_real_poly(p) && arb_contains_zero(acb_imagref(f->found + i)))
                arb_zero(acb_imagref(f->found + i));
    }
    acb_poly_clear(p);
    return f->n > 0;
}

/* ---- other equations ---- */

/* An interval Newton step around the midpoint: is there one root in x, once it
 * is widened? Sets x to a ball that holds it. */
static bool root_certify(struct finder *f, acb_t x)
{
    acb_t m, wide, v, d;
    bool ok = false;

    acbs_init(m, wide, v, d, NULL);
    acb_get_mid(m, x);
    for (int i = 0; i < 3 && !ok; i++) {
        bool real = acb_is_real(m);
        mag_t r;

        mag_init(r);
        if (!root_value(v, f, f->root->equation, m, f->bits) ||
            !root_value(d, f, f->root->derivative, m, f->bits))
            break;
        acb_div(v, v, d, f->bits);
        acb_get_mag(r, v);
        mag_mul_2exp_si(r, r, 2 + 4 * i);
        acb_set(wide, m);
        mag_set(arb_radref(acb_realref(wide)), r);
        if (!real)
            mag_set(arb_radref(acb_imagref(wide)), r);
        mag_clear(r);
        if (!root_value(v, f, f->root->equation, m, f->bits) ||
            !root_value(d, f, f->root->derivative, wide, f->bits) ||
            acb_contains_zero(d))
            continue;
        acb_div(v, v, d, f->bits);
        acb_sub(x, m, v, f->bits);
        if (real && acb_is_real(v))
            arb_zero(acb_imagref(x));
        ok = acb_contains(wide, x);
    }
    acbs_clear(m, wide, v, d, NULL);
    return ok;
}

/* Newton's method from x. */
static bool newton(struct finder *f, const acb_t start)
{
    acb_t x, v, d;
    bool ok = f->root->derivative != NULL, near = false;

    acbs_init(x, v, d, NULL);
    acb_get_mid(x, start);
    for (int i = 0; i < 80 && ok && !near; i++) {
        mag_t step, size;

        ok = root_value(v, f, f->root->equation, x, f->bits) &&
             root_value(d, f, f->root->derivative, x, f->bits) &&
             !acb_contains_zero(d);
        if (!ok)
            break;
        mag_init(step);
        mag_init(size);
        acb_div(v, v, d, f->bits);
        acb_sub(x, x, v, f->bits);
        acb_get_mid(x, x);
        acb_get_mag(step, v);
        acb_get_mag(size, x);
        mag_mul_2exp_si(size, size, -(f->bits - 24));
        near = mag_cmp(step, size) < 0;
        mag_clear(step);
        mag_clear(size);
    }
    ok = ok && near && root_certify(f, x);
    if (ok)
        root_add_root(f, x);
    acbs_clear(x, v, d, NULL);
    return ok;
}

/* The sign of the equation at a real x: 0 where it is not known. */
static int root_sign_at(struct finder *f, const arb_t x)
{
    acb_t z, v;
    int sign = 0;

    acbs_init(z, v, NULL);
    acb_set_arb(z, x);
    if (root_value(v, f, f->root->equation, z, 64) && acb_is_real(v) &&
        !arb_contains_zero(acb_realref(v)))
        sign = arb_is_positive(acb_realref(v)) ? 1 : -1;
    acbs_clear(z, v, NULL);
    return sign;
}

/* Halve a change of sign, then Newton. A pole ends without a root. */
static void root_bracket(struct finder *f, const arb_t from, const arb_t to,
                         int low)
{
    arb_t a, b, m;
    acb_t z;

    arbs_init(a, b, m, NULL);
    acb_init(z);
    arb_set(a, from);
    arb_set(b, to);
    for (int i = 0; i < 30; i++) {
        int s;

        arb_add(m, a, b, 128);
        arb_mul_2exp_si(m, m, -1);
        arb_get_mid_arb(m, m);
        s = root_sign_at(f, m);
        if (s == 0)
            break;
        arb_set(s == low ? a : b, m);
    }
    acb_set_arb(z, m);
    (void)newton(f, z);
    arbs_clear(a, b, m, NULL);
    acb_clear(z);
}

/* The grid: around the centre in steps of 1/8 of its unit, or by eighths of
 * octaves of both signs where there is none. */
static void grid_point(arb_t out, const arb_t centre, int i)
{
    if (centre) {
        arb_set_d(out, 0.1269 * i);
        arb_add(out, out, centre, 256);
    } else {
        int j = i < 0 ? -i : i;

        arb_set_d(out, 1 + 0.125 * (j % 8));
        arb_mul_2exp_si(out, out, j / 8 - 24);
        if (i < 0)
            arb_neg(out, out);
    }
    arb_get_mid_arb(out, out);
}

static void scan(struct finder *f, const arb_t centre, int from, int to)
{
    arb_t x, before;
    int sign, last = 0;

    arbs_init(x, before, NULL);
    for (int i = from; i <= to; i++) {
        grid_point(x, centre, i);
        sign = root_sign_at(f, x);
        if (sign && last && sign != last)
            root_bracket(f, before, x, last);
        last = sign;
        arb_set(before, x);
    }
    arbs_clear(x, before, NULL);
}

static void other_roots(struct finder *f, const acb_t formula, bool has_formula,
                        const acb_t place, bool has_place)
{
    arb_t zero;

    arb_init(zero);
    if (has_formula)
        (void)newton(f, formula);
    if (has_place)
        (void)newton(f, place);
    if (f->root->pick != PICK_FORMULA || f->n == 0) {
        scan(f, NULL, -400, -1);
        scan(f, NULL, 0, 400);
        scan(f, zero, -20, 20);
    }
    if (has_formula && f->n == 0)
        scan(f, acb_realref(formula), -60, 60);
    arb_clear(zero);
}

/* ---- choosing ---- */

static bool root_fits(struct finder *f, const acb_t x)
{
    const struct root *r = f->root;

    if ((r->real || r->sign || r->is_bounded) && !acb_is_real(x))
        return false;
    acb_set(f->x, x);
    if (r->is_bounded && !conditions_hold(&r->where, &f->at, f->w))
        return false;
    return r->sign == 0 || (r->sign > 0 ? arb_is_positive(acb_realref(x))
                                        : arb_is_negative(acb_realref(x)));
}

static void root_distance(arb_t out, const acb_t a, const acb_t b)
{
    acb_t d;

    acb_init(d);
    acb_sub(d, a, b, 1200);
    acb_get_mid(d, d);
    acb_abs(out, d, 128);
    arb_get_mid_arb(out, out);
    acb_clear(d);
}

/* What is the smallest for the one that is chosen? */
static void root_rank(arb_t out, const struct root *r, const acb_t x,
                      const acb_t place)
{
    acb_t zero;

    acb_init(zero);
    switch (r->pick) {
    case PICK_PLACE: root_distance(out, x, place); break;
    case PICK_LARGEST:
        arb_get_mid_arb(out, acb_realref(x));
        if (r->sign >= 0)
            arb_neg(out, out);
        break;
    case PICK_UNBOUNDED:
        root_distance(out, x, zero);
        arb_inv(out, out, 128);
        break;
    case PICK_SMALLEST:
    case PICK_BOUNDED: root_distance(out, x, zero); break;
    case PICK_FORMULA: arb_one(out); break;
    }
    acb_clear(zero);
}

/* Are ranks so close that the formula may choose among them? */
static bool is_tied(const struct root *r, const arb_t best, const arb_t mine)
{
    arb_t t;
    bool tied;

    arb_init(t);
    if (r->pick == PICK_LARGEST || r->pick == PICK_SMALLEST)
        arb_set(t, best);
    else if (r->pick == PICK_BOUNDED) {
        arb_mul_ui(t, best, 2, 64);
        if (arf_cmp_si(arb_midref(t), 10) < 0)
            arb_set_ui(t, 10);
    } else
        arb_mul_ui(t, best, 4, 64);
    tied = arb_le(mine, t);
    arb_clear(t);
    return tied;
}

static bool root_choose(acb_t out, struct finder *f, const acb_t formula,
                        bool has_formula, const acb_t place)
{
    const struct root *r = f->root;
    arb_t best, mine, near, d;
    bool any = false, chosen = false;

    arbs_init(best, mine, near, d, NULL);
    for (size_t i = 0; i < f->n; i++) {
        if (!root_fits(f, f->found + i))
            continue;
        root_rank(mine, r, f->found + i, place);
        if (!any || arb_lt(mine, best))
            arb_set(best, mine);
        any = true;
    }
    for (size_t i = 0; i < f->n && any; i++) {
        if (!root_fits(f, f->found + i))
            continue;
        root_rank(mine, r, f->found + i, place);
        if (!is_tied(r, best, mine))
            continue;
        if (has_formula)
            root_distance(d, f->found + i, formula);
        if (!chosen || (has_formula && arb_lt(d, near))) {
            acb_set(out, f->found + i);
            arb_set(near, d);
        }
        chosen = true;
    }
    arbs_clear(best, mine, near, d, NULL);
    return chosen;
}

/* ---- the object ---- */

/* The root next to the formula alone, by Newton's method from there: it is the
 * nearest if the derivative has no zero in a ball around the formula that
 * reaches beyond it. */
static bool next_to(struct finder *f, const acb_t formula)
{
    acb_t wide, d;
    mag_t r;
    bool ok = newton(f, formula);

    acbs_init(wide, d, NULL);
    mag_init(r);
    if (ok) {
        acb_get_mid(wide, formula);
        acb_sub(d, f->found, wide, f->bits);
        acb_get_mag(r, d);
        mag_mul_2exp_si(r, r, 1);
        acb_add_error_mag(wide, r);
        ok = root_value(d, f, f->root->derivative, wide, f->bits) &&
             !acb_contains_zero(d);
    }
    if (!ok)
        f->n = 0;
    acbs_clear(wide, d, NULL);
    mag_clear(r);
    return ok;
}

static bool find_and_choose(struct root *r, struct finder *f, acb_t out,
                            const char **why)
{
    struct ball_point plain = f->at;
    acb_t formula, place;
    bool has_formula, has_place, ok;

    acbs_init(formula, place, NULL);
    plain.n--;
    has_formula =
        r->formula && ball_value(formula, r->formula, &plain, f->bits, f->w);
    has_place = r->place && ball_value(place, r->place, &plain, f->bits, f->w);
    if (r->pick == PICK_FORMULA && has_formula && next_to(f, formula) &&
        !root_fits(f, f->found))
        f->n = 0;
    if (f->n == 0 && !polynomial_roots(f))
        other_roots(f, formula, has_formula, place, has_place);
    ok = f->n > 0 && root_choose(out, f, formula, has_formula, place);
    *why = f->n > 0 ? "none of the roots there is the one that is asked for"
                    : "no root is found there";
    if (ok)
        acb_set(r->last, out);
    acbs_clear(formula, place, NULL);
    return ok;
}

static bool root_values(struct object *o, const struct object_query *q,
                        struct object_value *out, struct work *w,
                        const char **why)
{
    struct root *r = o->own;
    struct arena a = { 0 };
    struct finder f = { .root = r, .at = *q->at, .bits = q->bits + 32, .w = w };
    bool ok;

    f.x = expression_extend(&a, &f.at, &r->name, 1);
    f.found = _acb_vec_init(ROOTS_MAX);
    out->certified = true;
    ok = find_and_choose(r, &f, out->value, why);
    _acb_vec_clear(f.found, ROOTS_MAX);
    arena_clear(&a);
    return ok;
}

/* ---- several formulas ---- */

static void root_push_formula(struct arena *a, struct vec *v,
                              const struct expr *x)
{
    bool both = expr_has_sign(x);

    for (int i = 0; i < 1 + both; i++)
        *(const struct expr **)vec_push(v) =
            both ? expr_choose_sign(a, x, i == 0) : x;
}

/* A list of formulas, or one with \pm: each is judged against the root next to
 * it, and no two may have the same. */
static void root_settle(struct arena *a, struct object *o,
                        const struct expr *claim, struct work *w,
                        struct finding *out)
{
    struct vec all = vec_in(a, sizeof(const struct expr *));
    struct root *r = o->own;
    bool list = claim->op == EXPR_LIST || claim->op == EXPR_SET ||
                claim->op == EXPR_TUPLE;
    acb_ptr seen;

    for (unsigned i = 0; i < claim->count && list; i++)
        root_push_formula(a, &all, claim->args[i]);
    if (!list)
        root_push_formula(a, &all, claim);
    if (all.n < 2)
        return;
    seen = _acb_vec_init((slong)all.n);
    for (size_t i = 0; i < all.n; i++) {
        struct finding one = { .holds = TRUTH_UNKNOWN };

        r->formula = *vec_get(&all, const struct expr *, i);
        judge_values(a, o, r->formula, w, &one);
        acb_set(seen + i, r->last);
        for (size_t k = 0; k < i && one.holds == TRUTH_YES; k++)
            if (acb_overlaps(seen + k, seen + i)) {
                finding_say(&one, TRUTH_NO, "value",
                            "two of the formulas have the same root");
            }
        if (i == 0 || one.holds == TRUTH_NO || out->holds == TRUTH_YES)
            *out = one;
        if (out->holds == TRUTH_NO)
            break;
    }
    _acb_vec_clear(seen, (slong)all.n);
}

const struct object_kind object_root = { .read = root_read,
                                         .values = root_values,
                                         .settle = root_settle };
