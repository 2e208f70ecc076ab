/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Claims about differential equations. The printed formula is differentiated
 * and put into the equation; the residual is evaluated in balls at points of
 * the domain. A residual that is certainly not 0 refutes the formula; one that
 * contains 0 to thirty digits at every point supports it. Then come the
 * conditions.
 */
#include "verify/pde/pde.h"

#include "base/str.h"
#include "base/vec.h"
#include "math/exact/exact.h"
#include "math/tree/differentiate.h"
#include "verify/expression.h"

#include <string.h>

#define DRAWS     160
#define WANTED    24 /* points with thirty digits */
#define ENOUGH    6  /* of them, if no more can be found */
#define TERMS_MAX 64
#define SOLUTIONS 8

/* ---- the claimed solutions ---- */

struct claimed {
    struct pde_solution items[SOLUTIONS];
    size_t n;
};

/* Which unknown does the left side of a claim name? n: none. */
static size_t unknown_of(const struct pde *p, const struct expr *x)
{
    size_t i = 0;

    if (x->op == EXPR_MUL && x->count == 2)
        x = x->args[0];
    if (x->op != EXPR_SYMBOL && x->op != EXPR_APPLY)
        return p->unknowns_n;
    while (i < p->unknowns_n && !str_eq(p->unknowns[i], x->name))
        i++;
    return i;
}

static void add_solution(const struct pde *p, struct claimed *out,
                         const struct pde_solution *s)
{
    bool found = false;

    if (out->n + 2 > SOLUTIONS)
        return;
    for (size_t i = 0; i < p->unknowns_n; i++)
        found |= s->of[i] && expr_has_sign(s->of[i]);
    for (int upper = 1; upper >= !found; upper--) {
        struct pde_solution *one = &out->items[out->n++];

        for (size_t i = 0; i < p->unknowns_n; i++)
            one->of[i] = expr_choose_sign(p->arena, s->of[i], upper);
    }
}

/* One part of a claim: u = f, or f alone. Returns which unknown it gives. */
static size_t pde_part_of(const struct pde *p, const struct expr *x,
                          const struct expr **value)
{
    *value = x;
    if (x->op != EXPR_RELATION)
        return p->unknowns_n;
    *value = x->args[x->count - 1];
    return unknown_of(p, x->args[0]);
}

static bool pde_is_several(const struct expr *x)
{
    return x->op == EXPR_LIST || x->op == EXPR_AND || x->op == EXPR_TUPLE ||
           x->op == EXPR_OR;
}

/* Several formulas: one for each unknown, or several solutions. */
static void read_several(const struct pde *p, const struct expr *x,
                         struct claimed *out)
{
    struct pde_solution s = { { NULL } };
    const struct expr *value;
    size_t have = 0;

    for (unsigned i = 0; i < x->count; i++) {
        size_t u = pde_part_of(p, x->args[i], &value);

        if (p->unknowns_n == 1) {
            s.of[0] = value;
            add_solution(p, out, &s);
            continue;
        }
        if (u == p->unknowns_n)
            u = i;
        if (u < p->unknowns_n && !s.of[u]) {
            s.of[u] = value;
            have++;
        }
    }
    if (p->unknowns_n > 1 && have == p->unknowns_n)
        add_solution(p, out, &s);
}

/* Read the claim; parts that the reader does not take together are read one by
 * one. */
static const struct expr *pde_claim_tree(const struct pde *p, const char **why)
{
    const char *text = pde_clean(p->arena, p->claim->claim), *const * parts;
    const struct expr *x = pde_formula(p, text, why), **items;
    size_t n;

    if (x)
        return x;
    n = pde_split(p->arena, text, &parts);
    items = arena_array(p->arena, const struct expr *, n + 1);
    for (size_t i = 0; i < n; i++) {
        items[i] = pde_formula(p, parts[i], why);
        if (!items[i])
            return NULL;
    }
    return n ? expr_new(p->arena, EXPR_LIST, items, (unsigned)n) : NULL;
}

static void read_claimed(const struct pde *p, const struct expr *x,
                         struct claimed *out)
{
    struct pde_solution s = { { NULL } };

    out->n = 0;
    if (pde_is_several(x)) {
        read_several(p, x, out);
        return;
    }
    if (p->unknowns_n != 1)
        return;
    (void)pde_part_of(p, x, &s.of[0]);
    if (expr_is_value(s.of[0]))
        add_solution(p, out, &s);
}

/* ---- symbols ---- */

static void pde_add_names(const struct pde *p, struct vec *v,
                          const struct expr *x)
{
    const char *const *names;
    size_t n = x ? expr_symbols(p->arena, x, &names) : 0;

    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(names[i]);
        bool unknown = str_starts(names[i], "bar{");

        for (size_t k = 0; k < p->unknowns_n; k++) {
            size_t u = strlen(p->unknowns[k]);

            unknown |=
                strncmp(names[i], p->unknowns[k], u) == 0 &&
                (!names[i][u] || names[i][u] == '_' || names[i][u] == '\'');
        }
        if (!unknown && names[i][len - 1] != '(')
            vec_add_name(v, names[i]);
    }
}

/* All symbols that the object declares: variables, parameters, and what stands
 * in its equations and conditions. */
static struct vec pde_declared(const struct pde *p)
{
    struct vec v = vec_in(p->arena, sizeof(const char *));

    for (size_t i = 0; i < p->variables.n; i++)
        vec_add_name(&v, p->variables.names[i]);
    for (size_t i = 0; i < p->equations_n; i++)
        pde_add_names(p, &v, p->equations[i]);
    for (size_t i = 0; i < p->conditions_n; i++) {
        pde_add_names(p, &v, p->conditions[i].value);
        for (size_t k = 0; k < p->variables.n; k++)
            pde_add_names(p, &v, p->conditions[i].at[k]);
    }
    for (size_t i = 0; i < p->domain_n; i++)
        pde_add_names(p, &v, p->domain[i]);
    claim_add_parameters(p->arena, p->claim, &v);
    return v;
}

/* ---- residuals ---- */

struct residual {
    const struct pde *p;
    struct pde_point *q;
    struct work *w;
    struct finding *out;
    unsigned good, complex; /* points */
    bool trivial; /* the solution is a constant that nobody asked for */
    const struct expr *terms[TERMS_MAX];
    size_t terms_n;
    const struct expr *whole;
};

static void pde_collect(struct residual *r, const struct expr *x, bool minus)
{
    if (x->op == EXPR_NEG) {
        pde_collect(r, x->args[0], !minus);
        return;
    }
    if (x->op == EXPR_ADD && r->terms_n + x->count < TERMS_MAX) {
        for (unsigned i = 0; i < x->count; i++)
            pde_collect(r, x->args[i], minus);
        return;
    }
    if (r->terms_n < TERMS_MAX)
        r->terms[r->terms_n++] = minus ? expr_neg(r->p->arena, x) : x;
}

/* The sum of the terms at the point, and that of their sizes. */
static bool sum_terms(struct residual *r, acb_t sum, mag_t size, slong bits)
{
    bool ok = true;
    acb_t term;
    mag_t m;

    acb_init(term);
    mag_init(m);
    acb_zero(sum);
    mag_zero(size);
    for (size_t i = 0; i < r->terms_n && ok; i++) {
        ok = pde_eval(term, r->terms[i], r->q, bits);
        acb_add(sum, sum, term, bits);
        acb_get_mag(m, term);
        mag_add(size, size, m);
    }
    acb_clear(term);
    mag_clear(m);
    return ok;
}

static void pde_report(struct residual *r, const acb_t sum, const mag_t size)
{
    struct arena *a = r->p->arena;
    struct finding_row *row = arena_new(a, struct finding_row);
    mag_t m;

    mag_init(m);
    acb_get_mag(m, sum);
    row->at = pde_point_text(a, r->q);
    row->object = "0";
    row->claim = pde_digits(a, sum);
    row->error = mag_get_d(m);
    mag_div(m, m, size);
    row->scaled = mag_get_d(m);
    mag_clear(m);
    r->out->rows = row;
    r->out->rows_n = 1;
    r->out->why = arena_printf(a,
                               "the equation is not satisfied: the residual "
                               "is %s at %s",
                               row->claim, row->at);
}

/* The residual at the point that is set. NO: not 0; YES: 0 to thirty digits. */
static enum truth residual_here(struct residual *r)
{
    enum truth is = TRUTH_UNKNOWN;
    acb_t sum;
    mag_t size, m;

    acb_init(sum);
    mag_init(size);
    mag_init(m);
    for (slong bits = 160; bits <= 1280 && is == TRUTH_UNKNOWN; bits *= 2) {
        if (r->w->ceiling || !sum_terms(r, sum, size, bits))
            continue;
        acb_get_mag(m, sum);
        mag_mul_2exp_si(m, m, 100);
        if (!acb_contains_zero(sum)) {
            is = TRUTH_NO;
            pde_report(r, sum, size);
        } else if (mag_cmp(m, size) <= 0)
            is = TRUTH_YES;
    }
    acb_clear(sum);
    mag_clear(size);
    mag_clear(m);
    return is;
}

/* Is the solution real at the point? A real formula that is complex there was
 * printed for its support, or is wrong. */
static bool is_real_here(struct residual *r, const struct pde_solution *s)
{
    bool real = true;
    acb_t v;

    acb_init(v);
    for (size_t i = 0; i < r->p->unknowns_n && real; i++)
        real = !pde_eval(v, s->of[i], r->q, 96) ||
               arb_contains_zero(acb_imagref(v));
    acb_clear(v);
    return real;
}

/* The terms of the equation for the branch of the solution at this point; kept
 * while the branch is the same. */
static bool pde_prepare(struct residual *r, const struct expr *equation,
                        const struct pde_solution *s, struct pde_solution *kept)
{
    struct pde_solution now = *s;
    bool same = r->terms_n > 0;

    for (size_t i = 0; i < r->p->unknowns_n; i++) {
        if (expr_any(s->of[i], pde_is_piecewise))
            now.of[i] = pde_branch(s->of[i], r->q);
        if (!now.of[i])
            return false;
        same &= kept->of[i] && expr_same(kept->of[i], now.of[i]);
    }
    if (same)
        return true;
    *kept = now;
    r->terms_n = 0;
    r->whole = pde_substitute(r->p, equation, &now, r->w);
    if (r->whole)
        pde_collect(r, r->whole, false);
    return r->whole != NULL;
}

/* Is one equation satisfied at all points that can be found? */
static enum truth residual_holds(struct residual *r,
                                 const struct expr *equation,
                                 const struct pde_solution *s)
{
    struct pde_solution kept = { { NULL } };

    r->good = r->complex = 0;
    r->terms_n = 0;
    for (unsigned k = 0; k < DRAWS && r->good < WANTED; k++) {
        enum truth is;

        if (r->w->ceiling)
            break;
        if (!pde_point_draw(r->q, k))
            continue;
        if (!r->p->complex && !is_real_here(r, s)) {
            r->complex++;
            continue;
        }
        if (!pde_prepare(r, equation, s, &kept))
            continue;
        is = residual_here(r);
        if (is == TRUTH_NO)
            return TRUTH_NO;
        r->good += is == TRUTH_YES;
    }
    return r->good >= ENOUGH ? TRUTH_YES : TRUTH_UNKNOWN;
}

/* ---- verdicts ---- */

/* Are decimals of the formula rounded numbers? */
static bool pde_is_rounded(const struct expr *x)
{
    return x->op == EXPR_NUMBER && x->number->decimal &&
           !x->number->repeating && x->number->digits >= 4;
}

/* The residual of every equation. Returns whether all are satisfied. */
static bool equations_hold(struct residual *r, const struct pde_solution *s,
                           bool *proved)
{
    for (size_t i = 0; i < r->p->equations_n; i++) {
        enum truth is = residual_holds(r, r->p->equations[i], s);

        if (is == TRUTH_NO) {
            r->out->holds = TRUTH_NO;
            r->out->reason = "residual";
            r->out->exact = true;
            if (expr_any(s->of[0], pde_is_rounded))
                finding_say(r->out, TRUTH_UNKNOWN, "rounded constant",
                            r->out->why);
            return false;
        }
        if (is == TRUTH_UNKNOWN && r->good == 0 && r->complex > 8)
            finding_say(r->out, TRUTH_NO, "complex value",
                        "the formula is complex, and the solution is real");
        else if (is == TRUTH_UNKNOWN)
            finding_say(r->out, TRUTH_UNKNOWN,
                        r->w->ceiling ? "ceiling" : "no method",
                        "the residual has too few values that can be computed");
        if (is != TRUTH_YES)
            return false;
        *proved &= r->terms_n > 0 && !expr_any(s->of[0], pde_is_piecewise) &&
                   exact_rational_functions(r->p->arena, r->whole,
                                            expr_integer(r->p->arena, 0),
                                            r->w) == TRUTH_YES;
    }
    return true;
}

/* Is the solution constant in all variables? */
static bool pde_is_constant(const struct pde_solution *s, struct pde_point *q)
{
    const struct pde *p = q->pde;
    const struct expr *zero = expr_integer(p->arena, 0), *d;
    const char *why;

    for (size_t i = 0; i < p->unknowns_n; i++)
        for (size_t k = 0; k < p->variables.n; k++) {
            if (expr_any(s->of[i], pde_is_piecewise))
                return false;
            d = differentiate(p->arena, s->of[i], p->variables.names[k],
                              q->work);
            if (!d || pde_compare(d, zero, q, &why) != TRUTH_YES)
                return false;
        }
    return true;
}

/* A formula without t for the limit of large t: a steady state, which forgets
 * the initial values. */
static bool is_steady(const struct pde *p, const struct pde_solution *s)
{
    const struct claim *c = p->claim;
    const char *const *names;
    size_t n;

    if (c->mode != CLAIM_ASYMPTOTIC || c->limit.to != LIMIT_INFINITY ||
        p->variables.time == p->variables.n ||
        !str_eq(c->limit.symbol, p->variables.names[p->variables.time]))
        return false;
    n = expr_symbols(p->arena, s->of[0], &names);
    for (size_t i = 0; i < n; i++)
        if (str_eq(names[i], c->limit.symbol))
            return false;
    return true;
}

/* Returns whether the conditions leave nothing to say against the formula. */
static bool pde_conditions_hold(const struct pde_solution *s,
                                struct pde_point *q, struct finding *out)
{
    const struct pde *p = q->pde;
    const struct pde_condition *open = NULL;
    const char *why, *open_why = NULL;
    bool steady = is_steady(p, s);

    for (size_t i = 0; i < p->conditions_n; i++) {
        const struct pde_condition *c = &p->conditions[i];
        enum truth is;

        if (steady && c->place[p->variables.time] == PLACE_AT)
            continue;
        is = pde_condition_check(c, s, q, &why);

        if (is == TRUTH_NO) {
            finding_print(out, p->arena, TRUTH_NO, "condition",
                          "the condition %s is not met: %s", c->text, why);
            return false;
        }
        if (is == TRUTH_UNKNOWN && !open) {
            open = c;
            open_why = why;
        }
    }
    if (open)
        finding_print(out, p->arena, TRUTH_UNKNOWN,
                      q->work->ceiling ? "ceiling" : "condition",
                      "the condition %s is not settled: %s", open->text,
                      open_why ? open_why : "no method");
    else if (p->unread)
        finding_print(out, p->arena, TRUTH_UNKNOWN, "unread condition",
                      "the condition \"%s\" is not understood", p->unread);
    return !open && !p->unread;
}

/* Judge one solution. Returns whether it holds; else *out says what not. */
static bool pde_it(struct residual *r, const struct pde_solution *s,
                   bool *proved)
{
    const struct pde *p = r->p;
    bool asked = p->wave || p->similarity || p->nontrivial;

    if (!equations_hold(r, s, proved))
        return false;
    if (pde_is_constant(s, r->q) && (asked || p->conditions_n == 0)) {
        r->trivial = true;
        finding_say(r->out, asked ? TRUTH_NO : TRUTH_UNKNOWN, "trivial",
                    "the formula is a constant solution");
        return false;
    }
    if (!pde_wave_holds(s, r->q, r->out) || !pde_jumps_hold(s, r->q, r->out))
        return false;
    if (!pde_conditions_hold(s, r->q, r->out))
        return false;
    if (r->complex > r->good / 4 && !p->similarity && r->complex > 4) {
        finding_say(r->out, TRUTH_UNKNOWN, "complex value",
                    "the formula is complex in part of the domain");
        return false;
    }
    return true;
}

/* Returns a symbol of the solution that the object does not have, or NULL. */
static const char *pde_undeclared(const struct pde *p, const struct vec *names,
                                  const struct pde_solution *s)
{
    const char *strange = NULL;

    for (size_t i = 0; i < p->unknowns_n && !strange; i++)
        strange = expression_undeclared(p->arena, names, s->of[i]);
    return strange;
}

static void pde_all(struct residual *r, const struct claimed *c,
                    struct vec *names)
{
    const struct pde *p = r->p;
    const char *strange = NULL;
    bool proved = true;
    size_t held = 0;

    for (size_t i = 0; i < c->n; i++) {
        const char *one = pde_undeclared(p, names, &c->items[i]);
        struct vec all = vec_in(p->arena, sizeof(const char *));
        struct pde_point *q = arena_new(p->arena, struct pde_point);

        for (size_t k = 0; k < names->n; k++)
            vec_add_name(&all, *vec_get(names, const char *, k));
        for (size_t k = 0; k < p->unknowns_n; k++)
            pde_add_names(p, &all, c->items[i].of[k]);
        pde_point_init(q, p, r->w, all.items, all.n);
        r->q = q;
        strange = strange ? strange : one;
        r->trivial = false;
        if (pde_it(r, &c->items[i], &proved))
            held++;
        else if (!r->trivial)
            break;
    }
    if (r->trivial && held) /* u = 0 beside others */
        finding_say(r->out, TRUTH_UNKNOWN, NULL, NULL);
    if (r->out->holds == TRUTH_NO && r->out->reason &&
        !str_eq(r->out->reason, "residual") && strange)
        r->out->holds = TRUTH_UNKNOWN;
    if (r->out->why)
        return;
    if (strange)
        finding_print(r->out, p->arena, TRUTH_UNKNOWN, "undeclared symbol",
                      "the formula has the symbol %s, which the "
                      "object has not",
                      strange);
    else {
        r->out->exact =
            proved && p->conditions_n == 0 && p->claim->mode == CLAIM_EQUALS;
        finding_print(r->out, p->arena, TRUTH_YES, "residual",
                      "the equation is satisfied to 30 digits at %u points%s",
                      r->good,
                      p->conditions_n ? ", and each condition is met" : "");
    }
}

static bool pde_read_pde(struct arena *a, const struct claim *c,
                         struct object *o, const char **why)
{
    struct pde *p = pde_read(a, c, why);

    if (!p)
        return false;
    o->own = p;
    o->is_real = !p->complex;
    o->variable = p->variables.names[0];
    if (c->mode == CLAIM_ASYMPTOTIC && p->variables.n == 2 &&
        str_eq(c->limit.symbol, p->variables.names[0]))
        o->variable = p->variables.names[1];
    return true;
}

static void settle_pde(struct arena *a, struct object *o,
                       const struct expr *claim, struct work *w,
                       struct finding *out)
{
    struct pde *p = o->own;
    struct residual r = { .p = p, .w = w, .out = out };
    struct claimed c;
    struct vec names = pde_declared(p);
    const char *why = "";

    (void)a;
    (void)claim; /* u = ..., v = ...; (1-x^2)_+: read here */
    claim = pde_claim_tree(p, &why);
    if (!claim) {
        finding_print(out, p->arena, TRUTH_UNKNOWN, "unread claim",
                      "the claim cannot be read: %s", why);
        return;
    }
    if (p->speed && pde_speed_settle(p, claim, &names, w, out))
        return;
    read_claimed(p, claim, &c);
    if (c.n == 0) {
        finding_say(out, TRUTH_UNKNOWN, "unread claim",
                    "the claim is not one formula for each unknown");
        return;
    }
    pde_all(&r, &c, &names);
    /* A steady state has no residual; a small one may be meant as an
     * approximation. */
    if (out->holds == TRUTH_NO && is_steady(p, &c.items[0]) &&
        (!out->rows_n || out->rows[0].scaled > 0.01))
        return;
    if (p->claim->mode == CLAIM_ASYMPTOTIC && out->holds != TRUTH_YES) {
        out->holds = TRUTH_UNKNOWN;
        out->why = out->reason = NULL;
        out->rows = NULL;
        out->rows_n = 0;
        out->exact = false;
    }
}

const struct object_kind object_pde = { .read = pde_read_pde,
                                        .values = pde_kernel_values,
                                        .settle = settle_pde,
                                        .reads_claim = true };
