/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Claims about expectations of stochastic differential equations. Values come
 * from moments, Gaussian integrals and Ito's formula (verify/sde/sde.h); where no
 * method gives values, the formula is put into Kolmogorov's backward equation.
 * Nothing is simulated.
 */
#include "base/str.h"
#include "base/vec.h"
#include "math/read/read.h"
#include "math/tree/differentiate.h"
#include "verify/expression.h"
#include "verify/object.h"
#include "verify/sde/sde.h"

#include <math.h>
#include <string.h>

#define DRAWS  60
#define WANTED 10
#define ENOUGH 4
#define BITS   160

/* ---- the claim ---- */

static const struct expr *expectation_claim_tree(struct sde *s,
                                                 const char **why)
{
    const char *text = pde_clean(s->arena, s->claim->claim), *eq;
    int depth = 0;
    const char *from = text;

    for (eq = text; *eq; eq++) {
        depth += strchr("([{", *eq) != NULL;
        depth -= strchr(")]}", *eq) != NULL;
        if (depth == 0 && *eq == '=')
            from = eq + 1;
    }
    return sde_formula(s, from, why);
}

/* The symbols of the object that have values: no states. */
static struct vec expectation_declared(const struct sde *s)
{
    struct vec all = vec_in(s->arena, sizeof(const char *)), out = all;

    vec_add_name(&all, "t");
    if (s->early)
        vec_add_name(&all, s->early);
    for (size_t i = 0; i < s->states_n; i++) {
        expression_add_names(s->arena, &all, s->states[i].drift);
        expression_add_names(s->arena, &all, s->states[i].start);
        for (size_t k = 0; k < s->noises_n; k++)
            expression_add_names(s->arena, &all, s->states[i].factor[k]);
    }
    expression_add_names(s->arena, &all, s->f);
    expression_add_names(s->arena, &all, s->g);
    for (size_t i = 0; i < s->domain.domain_n; i++)
        expression_add_names(s->arena, &all, s->domain.domain[i]);
    claim_add_parameters(s->arena, s->claim, &all);
    for (size_t i = 0; i < all.n; i++) {
        const char *name = *vec_get(&all, const char *, i);

        if (!sde_mentions_state(s, expr_symbol(s->arena, name)))
            *(const char **)vec_push(&out) = name;
    }
    return out;
}

/* ---- by values ---- */

struct trial {
    struct sde *s;
    const struct expr *claim;
    struct pde_point *q;
    struct work *w;
    struct finding *out;
    const char *why; /* there is no value */
};

static void expectation_report(struct trial *t, const acb_t value,
                               const acb_t claimed, bool certified)
{
    struct arena *a = t->s->arena;
    struct finding_row *row = arena_new(a, struct finding_row);

    row->at = pde_point_text(a, t->q);
    row->object = arena_printf(a, "%.12g", ball_middle(value));
    row->claim = arena_printf(a, "%.12g", ball_middle(claimed));
    row->error = fabs(ball_middle(value) - ball_middle(claimed));
    row->scaled = row->error / (fabs(ball_middle(value)) + 1e-300);
    t->out->rows = row;
    t->out->rows_n = 1;
    t->out->exact = certified;
    finding_print(t->out, a, TRUTH_NO, "value",
                  "the value is %s, not %s, at %s", row->object, row->claim,
                  row->at);
}

/* Compare at the point that is set. */
static enum truth expectation_compare_here(struct trial *t)
{
    enum truth same = TRUTH_UNKNOWN;
    bool certified = false;
    acb_t v, c, d;
    mag_t size, m;

    acbs_init(v, c, d, NULL);
    mag_init(size);
    mag_init(m);
    if (sde_value(t->s, t->q, BITS, v, &certified, &t->why) &&
        pde_eval(c, t->claim, t->q, BITS)) {
        t->why = NULL;
        acb_sub(d, v, c, BITS);
        acb_get_mag(size, v);
        acb_get_mag(m, d);
        mag_mul_2exp_si(m, m, certified ? 60 : 33);
        if (!acb_contains_zero(d)) {
            /* An estimated error is believed a hundredfold. */
            mag_mul_2exp_si(m, m, certified ? 0 : -10);
            if (certified || mag_cmp(m, size) > 0) {
                expectation_report(t, v, c, certified);
                same = TRUTH_NO;
            }
        } else if (mag_cmp(m, size) <= 0 || mag_cmp_2exp_si(m, -40) < 0)
            same = TRUTH_YES;
    }
    acbs_clear(v, c, d, NULL);
    mag_clear(size);
    mag_clear(m);
    return same;
}

/* The earlier time must be earlier. */
static bool is_ordered(struct trial *t)
{
    double late = 0, early = 0;

    if (!t->s->early)
        return true;
    for (size_t i = 0; i < t->q->n; i++) {
        if (str_eq(t->q->names[i], "t"))
            late = ball_middle(&t->q->values[i]);
        if (str_eq(t->q->names[i], t->s->early))
            early = ball_middle(&t->q->values[i]);
    }
    return early < late;
}

/* Returns whether values settled it. */
static bool by_values(struct trial *t)
{
    unsigned good = 0, tried = 0;

    for (unsigned k = 0; k < DRAWS && good < WANTED && !t->w->ceiling; k++) {
        enum truth same;

        if (!pde_point_draw(t->q, k) || !is_ordered(t))
            continue;
        if (++tried > 6 && good == 0)
            break;
        same = expectation_compare_here(t);
        if (same == TRUTH_NO)
            return true;
        good += same == TRUTH_YES;
    }
    if (good < ENOUGH)
        return false;
    finding_print(t->out, t->s->arena, TRUTH_YES, "value",
                  "the values agree at %u points", good);
    return true;
}

/* ---- by the backward equation ---- */

/* The start, if it is a symbol of the claim, and the equation has neither t nor
 * the noise. */
static const char *start_symbol(const struct sde *s)
{
    const struct sde_state *x = &s->states[0];

    if (s->processes_n != 1 || s->states_n != 1 || s->noises_n > 1 ||
        s->asked != SDE_EXPECTATION || !x->start ||
        x->start->op != EXPR_SYMBOL || expr_mentions(x->drift, "t") ||
        expr_mentions(x->factor[0], "t") || expr_mentions(s->f, "t"))
        return NULL;
    return x->start->name;
}

static const struct expr *at_start(const struct sde *s, const struct expr *x)
{
    return expr_replace(s->arena, x, s->states[0].name, s->states[0].start);
}

/* u_t - a u_x - b^2 u_xx / 2, with u the claim and x the start. */
static const struct expr *expectation_backward(const struct sde *s,
                                               const struct expr *u,
                                               const char *x, struct work *w)
{
    struct arena *a = s->arena;
    const struct expr *ut = differentiate(a, u, "t", w);
    const struct expr *ux = differentiate(a, u, x, w);
    const struct expr *uxx = differentiate_times(a, u, x, 2, w), *out, *b;

    if (!ut || !ux || !uxx)
        return NULL;
    out = expr_mul(a, at_start(s, s->states[0].drift), ux);
    if (s->states[0].factor[0]) {
        b = at_start(s, s->states[0].factor[0]);
        b = expr_mul(a, b, b);
        b = expr_div(a, expr_mul(a, b, uxx), expr_integer(a, 2));
        out = expr_add(a, out, b);
    }
    return expr_sub(a, ut, out);
}

static bool by_backward(struct trial *t)
{
    struct sde *s = t->s;
    const char *x = start_symbol(s), *why = NULL;
    const struct expr *zero = expr_integer(s->arena, 0);
    const struct expr *r =
        x ? expectation_backward(s, t->claim, x, t->w) : NULL;
    enum truth is;

    if (!r)
        return false;
    is = pde_compare(r, zero, t->q, &why);
    if (is == TRUTH_YES)
        is = pde_compare(expr_replace(s->arena, t->claim, "t", zero),
                         at_start(s, s->f), t->q, &why);
    if (is == TRUTH_UNKNOWN)
        return false;
    finding_say(
        t->out, is, "residual",
        is == TRUTH_YES
            ? "the formula satisfies the backward equation and its start"
            : arena_printf(s->arena,
                           "the backward equation, or its start, is not "
                           "satisfied: %s",
                           why));
    t->out->exact = is == TRUTH_NO;
    return true;
}

/* ---- without a start ---- */

/* The expectation changes as that of the drift; the constant is open. */
static void without_start(struct trial *t)
{
    struct sde *s = t->s;
    const struct expr *rate = differentiate(s->arena, t->claim, "t", t->w);
    const char *why = NULL;
    enum truth is;

    finding_say(t->out, TRUTH_UNKNOWN, "missing start",
                "the start of the process is not stated");
    if (!rate || !sde_is_driven(s) || s->asked != SDE_EXPECTATION ||
        s->f->op != EXPR_SYMBOL)
        return;
    is = pde_compare(rate, sde_mean_drift(s, t->w), t->q, &why);
    if (is == TRUTH_NO) {
        finding_print(t->out, s->arena, TRUTH_NO, "value",
                      "the derivative of the formula is not the "
                      "expectation of the drift: %s",
                      why);
        t->out->exact = true;
        return;
    }
    t->out->why = "the formula is right up to a constant, since the start of "
                  "the process is not stated";
    if (is == TRUTH_YES && by_values(t) && t->out->holds == TRUTH_YES) {
        t->out->why = "the formula is the expectation of the function of t and "
                      "the noise that the equation belongs to; the start is "
                      "not stated";
        return;
    }
    finding_say(t->out, TRUTH_UNKNOWN, "missing start", t->out->why);
}

/* ---- the kind ---- */

static bool read_expectation(struct arena *a, const struct claim *c,
                             struct object *o, const char **why)
{
    struct sde *s = sde_read(a, c, why);

    if (!s)
        return false;
    o->own = s;
    o->is_real = true;
    if (c->mode == CLAIM_ASYMPTOTIC && !str_eq(c->limit.symbol, "t")) {
        o->variable = "t";
        o->from = s->start_time;
    }
    return true;
}

static bool expectation_values(struct object *o, const struct object_query *q,
                               struct object_value *out, struct work *w,
                               const char **why)
{
    struct sde *s = o->own;
    struct pde_point at;
    static const char *const time[] = { "t" };

    pde_point_extend(&at, &s->domain, w, q->at, time, q->xs != NULL);
    for (size_t i = 0; i < q->n; i++) {
        if (q->xs)
            acb_set_arb(&at.values[q->at->n], q->xs + i);
        if (!sde_value(s, &at, q->bits + 60, out[i].value, &out[i].certified,
                       why))
            return false;
    }
    return true;
}

static void settle_equals(struct trial *t)
{
    struct sde *s = t->s;
    bool missing = false;

    for (size_t i = 0; i < s->processes_n; i++)
        missing |= !s->states[i].start;
    if (missing)
        without_start(t);
    else if (!by_values(t) && !by_backward(t))
        finding_say(t->out, TRUTH_UNKNOWN,
                    t->w->ceiling ? "ceiling" : "no method",
                    t->why ? t->why : "too few values can be computed");
    if (t->out->holds == TRUTH_YES && s->unread)
        finding_print(t->out, s->arena, TRUTH_UNKNOWN, "unread condition",
                      "the condition \"%s\" is not understood", s->unread);
}

static void settle_expectation(struct arena *a, struct object *o,
                               const struct expr *claim, struct work *w,
                               struct finding *out)
{
    struct sde *s = o->own;
    struct trial t = { .s = s, .w = w, .out = out };
    struct vec names = expectation_declared(s);
    struct pde_point q;
    const char *why = "", *strange;

    (void)claim;
    t.claim = expectation_claim_tree(s, &why);
    if (!t.claim || !expr_is_value(t.claim)) {
        finding_print(out, a, TRUTH_UNKNOWN, "unread claim",
                      "the claim cannot be read: %s", why);
        return;
    }
    strange = expression_undeclared(s->arena, &names, t.claim);
    if (strange) {
        finding_print(out, a, TRUTH_UNKNOWN, "undeclared symbol",
                      "the formula has the symbol %s, which the object "
                      "has not",
                      strange);
        return;
    }
    pde_point_init(&q, &s->domain, w, names.items, names.n);
    t.q = &q;
    settle_equals(&t);
    if (s->claim->mode == CLAIM_ASYMPTOTIC && out->holds != TRUTH_YES) {
        memset(out, 0, sizeof *out);
        out->holds = TRUTH_UNKNOWN;
    }
}

const struct object_kind object_expectation = { .read = read_expectation,
                                                .values = expectation_values,
                                                .settle = settle_expectation,
                                                .reads_claim = true };
