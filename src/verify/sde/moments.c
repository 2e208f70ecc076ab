/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moments of polynomial processes. The generator takes a monomial of the states
 * to a polynomial; if the monomials that f leads to are finitely many, their
 * expectations solve a linear system of differential equations.
 */
#include "verify/sde/sde.h"

#include "base/str.h"

#include <string.h>

#define POLY_TERMS    64
#define MONOMIALS_MAX 40
#define POWER_MAX     12

struct monomial {
    int e[SDE_STATES];
};

struct poly {
    struct {
        struct monomial m;
        const struct expr *c; /* without states */
    } term[POLY_TERMS];
    size_t n;
};

/* ---- polynomials ---- */

static bool poly_add(struct arena *a, struct poly *p, const struct monomial *m,
                     const struct expr *c)
{
    for (size_t i = 0; i < p->n; i++)
        if (memcmp(&p->term[i].m, m, sizeof *m) == 0) {
            p->term[i].c = expr_add(a, p->term[i].c, c);
            return true;
        }
    if (p->n == POLY_TERMS)
        return false;
    p->term[p->n].m = *m;
    p->term[p->n++].c = c;
    return true;
}

static bool poly_mul(struct arena *a, struct poly *out, const struct poly *x,
                     const struct poly *y)
{
    struct poly *r = arena_new(a, struct poly);

    for (size_t i = 0; i < x->n; i++)
        for (size_t k = 0; k < y->n; k++) {
            struct monomial m = x->term[i].m;

            for (int j = 0; j < SDE_STATES; j++)
                m.e[j] += y->term[k].m.e[j];
            if (!poly_add(a, r, &m, expr_mul(a, x->term[i].c, y->term[k].c)))
                return false;
        }
    *out = *r;
    return true;
}

static bool moments_expand(const struct sde *s, const struct expr *x,
                           struct poly *out);

static bool expand_power(const struct sde *s, const struct expr *x,
                         struct poly *out)
{
    const struct expr *e = x->args[1];
    struct poly *base = arena_new(s->arena, struct poly);
    struct monomial one = { { 0 } };
    long n;

    if (!expr_is_whole(e) || fmpq_sgn(e->number->value) < 0 ||
        fmpq_cmp_si(e->number->value, POWER_MAX) > 0 ||
        !moments_expand(s, x->args[0], base))
        return false;
    n = fmpz_get_si(fmpq_numref(e->number->value));
    out->n = 0;
    (void)poly_add(s->arena, out, &one, expr_integer(s->arena, 1));
    for (long i = 0; i < n; i++)
        if (!poly_mul(s->arena, out, out, base))
            return false;
    return true;
}

static bool expand_terms(const struct sde *s, const struct expr *x,
                         struct poly *out)
{
    struct poly *one = arena_new(s->arena, struct poly);

    for (unsigned i = 0; i < x->count; i++) {
        if (!moments_expand(s, x->args[i], one))
            return false;
        if (i == 0)
            *out = *one;
        else if (x->op == EXPR_MUL) {
            if (!poly_mul(s->arena, out, out, one))
                return false;
        } else
            for (size_t k = 0; k < one->n; k++)
                if (!poly_add(s->arena, out, &one->term[k].m, one->term[k].c))
                    return false;
    }
    return true;
}

/* Write x as a polynomial of the states. Returns false if it is none. */
static bool moments_expand(const struct sde *s, const struct expr *x,
                           struct poly *out)
{
    struct monomial one = { { 0 } };
    struct arena *a = s->arena;

    out->n = 0;
    if (!sde_mentions_state(s, x))
        return poly_add(a, out, &one, x);
    switch (x->op) {
    case EXPR_SYMBOL:
        for (size_t i = 0; i < s->states_n; i++)
            if (str_eq(s->states[i].name, x->name))
                one.e[i] = 1;
        return poly_add(a, out, &one, expr_integer(a, 1));
    case EXPR_NEG:
        if (!moments_expand(s, x->args[0], out))
            return false;
        for (size_t i = 0; i < out->n; i++)
            out->term[i].c = expr_neg(a, out->term[i].c);
        return true;
    case EXPR_DIV:
        if (sde_mentions_state(s, x->args[1]) ||
            !moments_expand(s, x->args[0], out))
            return false;
        for (size_t i = 0; i < out->n; i++)
            out->term[i].c = expr_div(a, out->term[i].c, x->args[1]);
        return true;
    case EXPR_ADD:
    case EXPR_MUL: return expand_terms(s, x, out);
    case EXPR_POW: return expand_power(s, x, out);
    default: return false;
    }
}

/* The square of a factor; that of a root is what stands under it. */
static const struct expr *moments_square(struct arena *a, const struct expr *x)
{
    const struct expr *two = expr_integer(a, 2), **args;

    if (x->op == EXPR_NEG)
        return moments_square(a, x->args[0]);
    if (x->op == EXPR_CALL && x->function->id == FN_SQRT)
        return x->args[0];
    if (x->op == EXPR_POW) {
        const struct expr *twice = expr_mul(a, x->args[1], two);
        fmpq_t q;

        fmpq_init(q);
        if (x->args[1]->op == EXPR_NUMBER) {
            fmpq_add(q, x->args[1]->number->value, x->args[1]->number->value);
            twice = expr_rational(a, q);
        } else if (x->args[1]->op == EXPR_DIV &&
                   x->args[1]->args[0]->op == EXPR_NUMBER &&
                   x->args[1]->args[1]->op == EXPR_NUMBER &&
                   !fmpq_is_zero(x->args[1]->args[1]->number->value)) {
            fmpq_div(q, x->args[1]->args[0]->number->value,
                     x->args[1]->args[1]->number->value);
            fmpq_add(q, q, q);
            twice = expr_rational(a, q);
        }
        fmpq_clear(q);
        return expr_pow(a, x->args[0], twice);
    }
    if (x->op != EXPR_MUL && x->op != EXPR_DIV)
        return expr_pow(a, x, two);
    args = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = moments_square(a, x->args[i]);
    return expr_new(a, x->op, args, x->count);
}

/* ---- the generator ---- */

struct generator {
    const struct sde *s;
    struct poly drift[SDE_STATES];
    struct poly spread[SDE_STATES][SDE_STATES]; /* sum of b_i b_j */
};

static bool moments_spread_of(struct generator *g, size_t i, size_t k)
{
    const struct sde *s = g->s;
    struct poly *out = &g->spread[i][k];
    struct poly *x = arena_new(s->arena, struct poly);
    struct poly *y = arena_new(s->arena, struct poly);

    out->n = 0;
    for (size_t m = 0; m < s->noises_n; m++) {
        const struct expr *b = s->states[i].factor[m];
        const struct expr *c = s->states[k].factor[m];

        if (!b || !c)
            continue;
        if (i == k) {
            if (!moments_expand(s, moments_square(s->arena, b), x))
                return false;
        } else if (!moments_expand(s, b, x) || !moments_expand(s, c, y) ||
                   !poly_mul(s->arena, x, x, y))
            return false;
        for (size_t j = 0; j < x->n; j++)
            if (!poly_add(s->arena, out, &x->term[j].m, x->term[j].c))
                return false;
    }
    return true;
}

/* Only the states that f leads to need a polynomial; a state whose is not known
 * has one term too many, so that using it fails. */
static void generator_init(struct generator *g, const struct sde *s)
{
    g->s = s;
    for (size_t i = 0; i < s->states_n; i++) {
        if (!moments_expand(s, s->states[i].drift, &g->drift[i]))
            g->drift[i].n = POLY_TERMS + 1;
        for (size_t k = 0; k < s->states_n; k++)
            if (!moments_spread_of(g, i, k))
                g->spread[i][k].n = POLY_TERMS + 1;
    }
}

/* out += k * p * m / (x_i [x_j]) */
static bool moments_add_shifted(const struct generator *g, struct poly *out,
                                const struct poly *p, struct monomial m,
                                size_t i, size_t j, const struct expr *k)
{
    struct arena *a = g->s->arena;

    if (p->n > POLY_TERMS)
        return false;
    m.e[i]--;
    if (j < SDE_STATES)
        m.e[j]--;
    for (size_t t = 0; t < p->n; t++) {
        struct monomial to = m;

        for (int v = 0; v < SDE_STATES; v++)
            to.e[v] += p->term[t].m.e[v];
        if (!poly_add(a, out, &to, expr_mul(a, k, p->term[t].c)))
            return false;
    }
    return true;
}

static bool generate(const struct generator *g, const struct monomial *m,
                     struct poly *out)
{
    struct arena *a = g->s->arena;

    out->n = 0;
    for (size_t i = 0; i < g->s->states_n; i++) {
        if (!m->e[i])
            continue;
        if (!moments_add_shifted(g, out, &g->drift[i], *m, i, SDE_STATES,
                                 expr_integer(a, m->e[i])))
            return false;
        for (size_t k = 0; k < g->s->states_n; k++) {
            long pairs = (long)m->e[i] * (m->e[k] - (i == k));
            fmpq_t half;
            bool ok;

            if (pairs == 0 || m->e[k] == 0)
                continue;
            fmpq_init(half);
            fmpq_set_si(half, pairs, 2);
            fmpq_canonicalise(half);
            ok = moments_add_shifted(g, out, &g->spread[i][k], *m, i, k,
                                     expr_rational(a, half));
            fmpq_clear(half);
            if (!ok)
                return false;
        }
    }
    return true;
}

/* ---- the system ---- */

struct system {
    struct monomial m[MONOMIALS_MAX];
    struct poly rate[MONOMIALS_MAX];
    size_t n;
    bool moving; /* a coefficient depends on t */
};

static size_t moments_find(const struct system *y, const struct monomial *m)
{
    size_t i = 0;

    while (i < y->n && memcmp(&y->m[i], m, sizeof *m) != 0)
        i++;
    return i;
}

static bool moments_add(struct system *y, const struct monomial *m)
{
    if (moments_find(y, m) < y->n)
        return true;
    if (y->n == MONOMIALS_MAX)
        return false;
    y->m[y->n++] = *m;
    return true;
}

/* All monomials that those of f lead to. */
static bool close_system(const struct generator *g, struct system *y)
{
    for (size_t i = 0; i < y->n; i++) {
        if (!generate(g, &y->m[i], &y->rate[i]))
            return false;
        for (size_t k = 0; k < y->rate[i].n; k++) {
            if (!moments_add(y, &y->rate[i].term[k].m))
                return false;
            y->moving |= expr_mentions(y->rate[i].term[k].c, "t");
        }
    }
    return true;
}

/* The matrix at the point. */
static bool moments_fill(const struct system *y, const struct pde_point *q,
                         slong bits, acb_mat_t out)
{
    bool ok = true;
    acb_t c;

    acb_init(c);
    acb_mat_zero(out);
    for (size_t i = 0; i < y->n && ok; i++)
        for (size_t k = 0; k < y->rate[i].n && ok; k++) {
            acb_ptr to = acb_mat_entry(
                out, (slong)i, (slong)moments_find(y, &y->rate[i].term[k].m));

            ok = pde_eval(c, y->rate[i].term[k].c, q, bits);
            acb_add(to, to, c, bits);
        }
    acb_clear(c);
    return ok;
}

static bool by_exponential(const struct system *y, const struct pde_point *q,
                           const acb_t span, slong bits, acb_mat_t v)
{
    acb_mat_t m;
    bool ok;

    acb_mat_init(m, (slong)y->n, (slong)y->n);
    ok = moments_fill(y, q, bits, m) &&
         work_spend(q->work, y->n * y->n * y->n * 60);
    if (ok) {
        acb_mat_scalar_mul_acb(m, m, span, bits);
        acb_mat_exp(m, m, bits);
        acb_mat_mul(v, m, v, bits);
    }
    acb_mat_clear(m);
    return ok;
}

/* ---- integration in time ---- */

#define COLUMNS 9
#define MACRO   12

struct path {
    const struct system *y;
    struct pde_point *q; /* its t is set */
    slong bits;
    acb_mat_t a;
};

static bool moments_rate_at(struct path *p, const acb_t t, const acb_mat_t v,
                            acb_mat_t out)
{
    pde_point_set(p->q, "t", t);
    if (!moments_fill(p->y, p->q, p->bits, p->a))
        return false;
    acb_mat_mul(out, p->a, v, p->bits);
    acb_mat_get_mid(out, out);
    return true;
}

/* The modified midpoint rule: n steps over h. */
static bool midpoint(struct path *p, const acb_t t, const acb_t h, slong n,
                     const acb_mat_t from, acb_mat_t out)
{
    slong rows = acb_mat_nrows(from);
    acb_mat_t last, now, f;
    acb_t step, at;
    bool ok;

    acb_mat_init(last, rows, 1);
    acb_mat_init(now, rows, 1);
    acb_mat_init(f, rows, 1);
    acbs_init(step, at, NULL);
    acb_div_si(step, h, n, p->bits);
    acb_set(at, t);
    acb_mat_set(last, from);
    ok = moments_rate_at(p, at, last, f);
    acb_mat_scalar_mul_acb(f, f, step, p->bits);
    acb_mat_add(now, last, f, p->bits);
    for (slong i = 1; i <= n && ok; i++) {
        acb_add(at, at, step, p->bits);
        ok = moments_rate_at(p, at, now, f);
        acb_mat_scalar_mul_acb(f, f, step, p->bits);
        if (i == n) { /* Gragg's smoothing */
            acb_mat_add(out, last, now, p->bits);
            acb_mat_add(out, out, f, p->bits);
            acb_mat_scalar_mul_2exp_si(out, out, -1);
            break;
        }
        acb_mat_scalar_mul_2exp_si(f, f, 1);
        acb_mat_add(f, f, last, p->bits);
        acb_mat_set(last, now);
        acb_mat_get_mid(now, f);
    }
    acb_mat_clear(last);
    acb_mat_clear(now);
    acb_mat_clear(f);
    acbs_clear(step, at, NULL);
    return ok;
}

/* One macro step: midpoint rules with 2, 4, 6 ... steps, extrapolated. */
static bool extrapolate(struct path *p, const acb_t t, const acb_t h,
                        acb_mat_t v)
{
    slong rows = acb_mat_nrows(v);
    acb_mat_t table[COLUMNS], d;
    bool ok = true;
    fmpq_t k;
    acb_t c;

    acb_mat_init(d, rows, 1);
    fmpq_init(k);
    acb_init(c);
    for (int i = 0; i < COLUMNS; i++)
        acb_mat_init(table[i], rows, 1);
    for (slong i = 0; i < COLUMNS && ok; i++) {
        ok = midpoint(p, t, h, 2 * (i + 1), v, table[i]);
        /* table[j] becomes the entry of row i whose first rule is j. */
        for (slong j = i - 1; j >= 0; j--) {
            fmpq_set_si(k, (j + 1) * (j + 1),
                        (ulong)((i + 1) * (i + 1) - (j + 1) * (j + 1)));
            fmpq_canonicalise(k);
            acb_set_fmpq(c, k, p->bits);
            acb_mat_sub(d, table[j + 1], table[j], p->bits);
            acb_mat_scalar_mul_acb(d, d, c, p->bits);
            acb_mat_add(table[j], table[j + 1], d, p->bits);
        }
    }
    acb_mat_get_mid(v, table[0]);
    for (int i = 0; i < COLUMNS; i++)
        acb_mat_clear(table[i]);
    acb_mat_clear(d);
    fmpq_clear(k);
    acb_clear(c);
    return ok;
}

static bool march(struct path *p, const acb_t from, const acb_t span, slong n,
                  acb_mat_t v)
{
    bool ok = true;
    acb_t t, h;

    acbs_init(t, h, NULL);
    acb_div_si(h, span, n, p->bits);
    acb_get_mid(h, h);
    acb_get_mid(t, from);
    for (slong i = 0; i < n && ok; i++) {
        ok = extrapolate(p, t, h, v);
        acb_add(t, t, h, p->bits);
    }
    acbs_clear(t, h, NULL);
    return ok;
}

/* Twice, with steps of two sizes: their difference is the error. */
static bool by_steps(const struct system *y, const struct pde_point *q,
                     const acb_t from, const acb_t span, slong bits,
                     acb_mat_t v)
{
    struct pde_point copy;
    struct path p = { .y = y, .q = &copy, .bits = bits };
    slong rows = (slong)y->n;
    acb_mat_t again;
    mag_t d;
    bool ok;

    pde_point_extend(&copy, q->pde, q->work, &q->at, NULL, 0);
    acb_mat_init(p.a, rows, rows);
    acb_mat_init(again, rows, 1);
    mag_init(d);
    acb_mat_set(again, v);
    ok = march(&p, from, span, MACRO, again) &&
         march(&p, from, span, MACRO * 3 / 2, v);
    for (slong i = 0; i < rows && ok; i++) {
        acb_sub(acb_mat_entry(again, i, 0), acb_mat_entry(again, i, 0),
                acb_mat_entry(v, i, 0), bits);
        acb_get_mag(d, acb_mat_entry(again, i, 0));
        acb_add_error_mag(acb_mat_entry(v, i, 0), d);
    }
    acb_mat_clear(p.a);
    acb_mat_clear(again);
    mag_clear(d);
    return ok;
}

/* From one time to another. */
static bool advance(const struct system *y, const struct pde_point *q,
                    const acb_t from, const acb_t to, slong bits, acb_mat_t v,
                    bool *certified)
{
    acb_t span;
    bool ok;

    acb_init(span);
    acb_sub(span, to, from, bits);
    *certified = !y->moving;
    ok = y->moving ? by_steps(y, q, from, span, bits, v)
                   : by_exponential(y, q, span, bits, v);
    acb_clear(span);
    return ok;
}

/* ---- moments ---- */

/* A monomial at the start. */
static bool start_value(const struct sde *s, const struct monomial *m,
                        const struct pde_point *q, slong bits, acb_t out)
{
    bool ok = true;
    acb_t v;

    acb_init(v);
    acb_one(out);
    for (size_t i = 0; i < s->states_n && ok; i++) {
        if (!m->e[i])
            continue;
        ok = s->states[i].start && pde_eval(v, s->states[i].start, q, bits);
        acb_pow_si(v, v, m->e[i], bits);
        acb_mul(out, out, v, bits);
    }
    acb_clear(v);
    return ok;
}

/* The monomial in which the values at the earlier time are the present ones:
 * X_s^i X^k becomes X^{i+k} at time s. */
static struct monomial at_early(const struct sde *s, const struct monomial *m)
{
    struct monomial out = *m;

    for (size_t i = 0; i < s->states_n; i++) {
        size_t n = strlen(s->states[i].name);

        for (size_t k = 0; k < s->states_n; k++)
            if (i != k && m->e[k] &&
                strncmp(s->states[k].name, s->states[i].name, n) == 0 &&
                s->states[k].name[n] == '_') {
                out.e[i] += m->e[k];
                out.e[k] = 0;
            }
    }
    return out;
}

static bool time_value(const struct sde *s, const char *name,
                       const struct pde_point *q, slong bits, acb_t out)
{
    return pde_eval(out, name ? expr_symbol(s->arena, name) : s->start_time, q,
                    bits);
}

/* The moments of all monomials of y at the earlier time. */
static bool early_values(const struct generator *g, const struct system *y,
                         const struct pde_point *q, slong bits, acb_mat_t v,
                         bool *certified)
{
    struct system *first = arena_new(g->s->arena, struct system);
    acb_t from, to;
    acb_mat_t u;
    bool ok = true;

    for (size_t i = 0; i < y->n && ok; i++) {
        struct monomial m = at_early(g->s, &y->m[i]);

        ok = moments_add(first, &m);
    }
    if (!ok || !close_system(g, first))
        return false;
    acbs_init(from, to, NULL);
    acb_mat_init(u, (slong)first->n, 1);
    for (size_t i = 0; i < first->n && ok; i++)
        ok = start_value(g->s, &first->m[i], q, bits,
                         acb_mat_entry(u, (slong)i, 0));
    ok = ok && time_value(g->s, NULL, q, bits, from) &&
         time_value(g->s, g->s->early, q, bits, to) &&
         advance(first, q, from, to, bits, u, certified);
    for (size_t i = 0; i < y->n && ok; i++) {
        struct monomial m = at_early(g->s, &y->m[i]);

        acb_set(acb_mat_entry(v, (slong)i, 0),
                acb_mat_entry(u, (slong)moments_find(first, &m), 0));
    }
    acbs_clear(from, to, NULL);
    acb_mat_clear(u);
    return ok;
}

static bool start_values(const struct generator *g, const struct system *y,
                         const struct pde_point *q, slong bits, acb_mat_t v,
                         bool *certified)
{
    *certified = true;
    if (g->s->early)
        return early_values(g, y, q, bits, v, certified);
    for (size_t i = 0; i < y->n; i++)
        if (!start_value(g->s, &y->m[i], q, bits,
                         acb_mat_entry(v, (slong)i, 0)))
            return false;
    return true;
}

/* E[f] from the moments of its monomials. */
static bool moments_combine(const struct system *y, const struct poly *f,
                            const struct pde_point *q, slong bits,
                            const acb_mat_t v, acb_t out)
{
    bool ok = true;
    acb_t c;

    acb_init(c);
    acb_zero(out);
    for (size_t i = 0; i < f->n && ok; i++) {
        ok = pde_eval(c, f->term[i].c, q, bits);
        acb_addmul(out, c,
                   acb_mat_entry(v, (slong)moments_find(y, &f->term[i].m), 0),
                   bits);
    }
    acb_clear(c);
    return ok;
}

bool sde_moment(const struct sde *s, const struct expr *f,
                const struct pde_point *q, slong bits, acb_t out,
                bool *certified)
{
    struct generator *g = arena_new(s->arena, struct generator);
    struct system *y = arena_new(s->arena, struct system);
    struct poly *p = arena_new(s->arena, struct poly);
    bool ok = moments_expand(s, f, p), first = true;
    acb_t from, to;
    acb_mat_t v;

    generator_init(g, s);
    for (size_t i = 0; i < p->n && ok; i++)
        ok = moments_add(y, &p->term[i].m);
    if (!ok || !close_system(g, y))
        return false;
    acbs_init(from, to, NULL);
    acb_mat_init(v, (slong)y->n, 1);
    ok = start_values(g, y, q, bits, v, &first) &&
         time_value(s, s->early, q, bits, from) &&
         time_value(s, "t", q, bits, to) &&
         advance(y, q, from, to, bits, v, certified) &&
         moments_combine(y, p, q, bits, v, out);
    *certified &= first;
    acbs_clear(from, to, NULL);
    acb_mat_clear(v);
    return ok;
}
