/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Solutions of initial-value problems for small x, where the key is a Taylor
 * polynomial, and "for large x", where they end at a singular point: the key is
 * A (x - x0)^p + C there.
 */
#include "verify/audit/audit_int.h"

#include "base/str.h"
#include "verify/object.h"
#include "verify/prompt/prompt.h"

#include <math.h>
#include <stdlib.h>

#define POINTS 5
#define NEAR   0.02 /* relative: a point that was found by coarse steps */
#define FAR    0.05 /* relative: no rounding explains it */

struct blow_up {
    struct audit_case *audit;
    struct claim claim; /* the equation and its conditions */
    const char *small, *large;
    const struct expr *power; /* of the large one: A, x0, p, C as numbers: */
    double a, x0, p, c;
    double pole; /* where the solution ends */
};

/* ---- reading ---- */

/* The two formulas of the key's list. */
static bool read_key(struct blow_up *b)
{
    struct arena *a = b->audit->arena;
    struct span s = prompt_box(span_of(b->audit->row->solution));
    struct tex t;
    const char *found[2];
    size_t n = 0, from = 0;

    s = tex_unwrapped(a, tex_trim(s), '[');
    t = tex_open(a, s);
    for (size_t i = 0; i <= s.n; i = i < s.n ? tex_next(&t, i) : i + 1) {
        struct span one;

        if (i < s.n && s.s[i] != ',')
            continue;
        if (n == 2)
            return false;
        one = prompt_right_side(a, span_cut(s, from, i));
        found[n++] = arena_strndup(a, one.s, one.n);
        from = i + 1;
    }
    if (n != 2)
        return false;
    b->small = found[0];
    b->large = found[1];
    return true;
}

/* Is x the power (x - x0)^p? */
static bool take_power(struct blow_up *b, const struct expr *x)
{
    const struct expr *base;

    if (x->op != EXPR_POW || x->args[0]->op != EXPR_ADD)
        return false;
    base = expr_replace(b->audit->arena, x->args[0], b->claim.variable,
                        expr_integer(b->audit->arena, 0));
    b->x0 = -audit_number(base);
    b->p = audit_number(x->args[1]);
    return isfinite(b->x0) && isfinite(b->p);
}

/* A (x - x0)^p, with its factors in any order. */
static bool take_product(struct blow_up *b, const struct expr *x)
{
    double sign = 1;
    bool found = false;

    if (x->op == EXPR_NEG) {
        sign = -1;
        x = x->args[0];
    }
    b->a = sign;
    if (take_power(b, x))
        return true;
    if (x->op != EXPR_MUL)
        return false;
    for (unsigned i = 0; i < x->count; i++)
        if (!found && take_power(b, x->args[i]))
            found = true;
        else
            b->a *= audit_number(x->args[i]);
    return found && isfinite(b->a);
}

static bool read_large(struct blow_up *b)
{
    const struct expr *x = audit_read(b->audit->arena, b->large);
    bool found = false;

    if (!x)
        return false;
    if (x->op != EXPR_ADD)
        return take_product(b, x);
    for (unsigned i = 0; i < x->count; i++) {
        double c = audit_number(x->args[i]);

        if (isfinite(c))
            b->c += c;
        else if (found || !take_product(b, x->args[i]))
            return false;
        else
            found = true;
    }
    return found;
}

/* ---- values ---- */

/* Values of the solution, or its singular point if the conditions ask for it.
 */
static bool values(struct blow_up *b, const struct claim *c, arb_srcptr xs,
                   size_t n, double *out)
{
    struct object o = { .kind = &object_ode,
                        .claim = c,
                        .arena = b->audit->arena };
    struct ball_point at = { 0 };
    struct object_query q = { .at = &at, .xs = xs, .n = n, .bits = 53 };
    struct object_value v[POINTS];
    struct work w = { .limit = b->audit->limit };
    const char *why = NULL;
    bool ok;

    if (!object_ode.read(o.arena, c, &o, &why))
        return false;
    for (size_t i = 0; i < n; i++)
        acb_init(v[i].value);
    ok = object_ode.values(&o, &q, v, &w, &why);
    for (size_t i = 0; i < n; i++) {
        out[i] =
            ok ? arf_get_d(arb_midref(acb_realref(v[i].value)), ARF_RND_NEAR)
               : NAN;
        acb_clear(v[i].value);
    }
    return ok;
}

static bool find_pole(struct blow_up *b)
{
    struct claim c = b->claim;

    c.mode = CLAIM_EQUALS;
    c.conditions = "blow-up point";
    return values(b, &c, NULL, 1, &b->pole) && isfinite(b->pole);
}

/* ---- judging ---- */

/* The value of a condition of the object, "y'(0)=1": NAN if it has none. */
static double initial_value(struct blow_up *b, const char *left)
{
    const char *at = strstr(b->claim.object, left);
    const struct expr *x;

    if (!at)
        return NAN;
    at += strlen(left);
    x = audit_read(b->audit->arena,
                   arena_strndup(b->audit->arena, at, strcspn(at, ",")));
    return x ? audit_number(x) : NAN;
}

/* The third derivative at 0: the right side of y''' = ... there. */
static double third_derivative(struct blow_up *b, const double *d)
{
    static const char *const names[] = { "y", "y'", "y''" };
    struct arena *a = b->audit->arena;
    const char *from = b->claim.object, *end = strstr(from, ",\\ ");
    const struct expr *x;

    if (!str_starts(from, "y''' =") || !end)
        return NAN;
    from += strlen("y''' =");
    x = audit_read(a, arena_strndup(a, from, (size_t)(end - from)));
    if (!x)
        return NAN;
    x = expr_replace(a, x, b->claim.variable, expr_integer(a, 0));
    for (size_t i = 0; i < 3; i++)
        x = expr_replace(a, x, names[i], expr_integer(a, lround(d[i])));
    return audit_number(x);
}

/* Append c x^k, with c as a fraction of small terms if it is one. */
static void add_power(struct str *out, double c, const char *power)
{
    for (long q = 1; q <= 100000 && c != 0; q++) {
        double p = c * (double)q;

        if (fabs(p - round(p)) < 1e-9 * fabs(p)) {
            str_addf(out, "%s\\frac{%ld}{%ld}%s", p > 0 ? "+" : "-",
                     labs(lround(p)), q, power);
            return;
        }
    }
    if (c != 0)
        str_addf(out, "%+.15g%s", c, power);
}

/* The cubic Taylor polynomial at 0, or NULL if it is not found. Whole initial
 * values only. */
static const char *taylor(struct blow_up *b)
{
    struct str out = str_in(b->audit->arena);
    double d[4];

    d[0] = initial_value(b, "y(0)=");
    d[1] = initial_value(b, "y'(0)=");
    d[2] = initial_value(b, "y''(0)=");
    for (int i = 0; i < 3; i++)
        if (!(d[i] == round(d[i])))
            return NULL;
    d[3] = third_derivative(b, d);
    if (!isfinite(d[3]))
        return NULL;
    str_addf(&out, "%g", d[0]);
    add_power(&out, d[1], "x");
    add_power(&out, d[2] / 2, "x^2");
    add_power(&out, d[3] / 6, "x^3");
    return str_get(&out);
}

static void judge_small(struct blow_up *b)
{
    struct audit_case *u = b->audit;
    struct claim c = b->claim;
    struct work w = { .limit = u->limit };
    struct finding f = { 0 };

    c.claim = b->small;
    c.mode = CLAIM_ASYMPTOTIC;
    c.limit = (struct claim_limit){ .symbol = c.variable,
                                    .to = LIMIT_ZERO_ABOVE,
                                    .has_order = true };
    fmpq_set_si(c.limit.order, 4, 1); /* the next power of a cubic */
    verify_claim(u->arena, &c, &w, &f);
    audit_say(u, f.holds, f.reason, "small %s: %s", c.variable,
              f.why ? f.why : "");
    if (f.holds != TRUTH_NO)
        return;
    u->out->rows = f.rows;
    u->out->rows_n = f.rows_n;
    c.claim = taylor(b);
    if (!c.claim)
        return;
    w = (struct work){ .limit = u->limit };
    verify_claim(u->arena, &c, &w, &f);
    if (f.holds == TRUTH_YES)
        u->out->right =
            arena_printf(u->arena, "%s for small %s", c.claim, c.variable);
}

/* A real power of a negative base, where the exponent has an odd denominator.
 */
static double real_power(double base, double p)
{
    double third = p * 3;

    if (base >= 0 || p == floor(p))
        return pow(base, p);
    if (fabs(third - round(third)) < 1e-9)
        return pow(cbrt(base), round(third));
    return NAN;
}

/* Does the solution end as A (x - x*)^p, with the pole where it is? The ratio
 * of differences does not know C. */
static double shape(struct blow_up *b, double *at_end)
{
    arb_ptr xs = _arb_vec_init(POINTS);
    double y[POINTS], x[POINTS], ratio = NAN;

    for (int i = 0; i < POINTS; i++) {
        x[i] = b->pole * (1 - 0.01 * pow(0.2, i));
        arb_set_d(xs + i, x[i]);
    }
    if (values(b, &b->claim, xs, POINTS, y)) {
        double u = real_power(x[3] - b->pole, b->p),
               v = real_power(x[4] - b->pole, b->p);

        ratio = (y[4] - y[3]) / (b->a * (v - u));
        *at_end = y[4] - b->a * v;
    }
    _arb_vec_clear(xs, POINTS);
    return ratio;
}

static void judge_shape(struct blow_up *b)
{
    struct audit_case *u = b->audit;
    double end = NAN, ratio = shape(b, &end);
    double off = fabs(b->x0 / b->pole - 1);

    if (isnan(ratio))
        audit_say(u, TRUTH_UNKNOWN, "no method",
                  "the solution was not found near its singular point %.8g",
                  b->pole);
    else if (!(fabs(ratio - 1) < FAR))
        audit_say(u, TRUTH_NO, "value",
                  "near the singular point %.8g the solution changes %.4g "
                  "times as much as the key",
                  b->pole, ratio);
    else if (b->p > 0 && fabs(end - b->c) > FAR * (1 + fabs(end)))
        audit_say(u, TRUTH_NO, "value",
                  "at the singular point the solution is %.6g, and %.6g in "
                  "the key",
                  end, b->c);
    else if (off > 1e-9)
        audit_say(u, TRUTH_UNKNOWN, "rounded constant",
                  "power and factor are right; the singular point is %.10g, "
                  "and %.10g in the key",
                  b->pole, b->x0);
    else
        audit_say(u, TRUTH_YES, "value",
                  "the solution blows up as the key "
                  "says");
    if (u->out->holds == TRUTH_NO && isfinite(ratio) && b->p > 0)
        u->out->right = NULL;
}

static void judge_large(struct blow_up *b)
{
    struct audit_case *u = b->audit;

    if (!read_large(b))
        audit_say(u, TRUTH_UNKNOWN, "unread key",
                  "the key for large %s is no power of a distance",
                  b->claim.variable);
    else if (isnan(real_power(-1, b->p)))
        audit_say(u, TRUTH_NO, "complex value",
                  "(x - %g)^{%g} is complex wherever the solution exists",
                  b->x0, b->p);
    else if (!find_pole(b))
        audit_say(u, TRUTH_UNKNOWN, "no method",
                  "no singular point of the solution was found");
    else if (fabs(b->x0 / b->pole - 1) > NEAR)
        audit_say(u, TRUTH_NO, "value",
                  "the solution ends at %s = %.8g, and at %.8g in the key",
                  b->claim.variable, b->pole, b->x0);
    else
        judge_shape(b);
}

/* ---- limits that are not reached ---- */

/* The formula at x; NAN if it has no real value there. */
static double formula_at(struct blow_up *b, const struct expr *key, double x)
{
    struct work w = { .limit = b->audit->limit };
    const char *name = b->claim.variable;
    struct ball_point at = { .names = &name, .n = 1 };
    double v = NAN;
    acb_t out, place;

    acb_init(out);
    acb_init(place);
    acb_set_d(place, x);
    at.values = place;
    if (ball_eval(out, key, &at, 64, &w) == BALL_VALUE && acb_is_real(out))
        v = arf_get_d(arb_midref(acb_realref(out)), ARF_RND_NEAR);
    acb_clear(out);
    acb_clear(place);
    return v;
}

void audit_end(struct audit_case *u, const struct claim *c, struct finding *f)
{
    struct blow_up b = { .audit = u, .claim = *c };
    const struct expr *key = audit_read(u->arena, c->claim);
    arb_ptr xs;
    double y[POINTS];
    struct finding_row *rows;
    bool ok, wrong = true;

    if (f->holds != TRUTH_UNKNOWN || c->kind != CLAIM_ODE || !key || !f->why ||
        c->mode != CLAIM_ASYMPTOTIC || c->limit.to != LIMIT_INFINITY ||
        !str_eq(c->limit.symbol, c->variable) || c->parameters_n ||
        !strstr(f->why, "singularity") || !find_pole(&b))
        return;
    xs = _arb_vec_init(POINTS);
    rows = arena_array(u->arena, struct finding_row, POINTS);
    for (int i = 0; i < POINTS; i++)
        arb_set_d(xs + i, b.pole * (1 - pow(0.1, i + 1)));
    ok = values(&b, c, xs, POINTS, y);
    for (int i = 0; i < POINTS && ok; i++) {
        double x = b.pole * (1 - pow(0.1, i + 1)), k = formula_at(&b, key, x);
        double e = fabs(y[i] - k);

        rows[i] = (struct finding_row){
            arena_printf(u->arena, "%s = %.10g", c->variable, x),
            arena_printf(u->arena, "%.8g", y[i]),
            arena_printf(u->arena, "%.8g", k), e, e / fabs(y[i])
        };
        wrong = wrong && (i < 2 || isnan(k) || e > 0.2 * fabs(y[i]));
    }
    _arb_vec_clear(xs, POINTS);
    if (!ok || !wrong)
        return;
    f->holds = TRUTH_NO;
    f->reason = "value";
    f->why = arena_printf(u->arena,
                          "the solution ends at %s = %.8g, and the key is far "
                          "from it up to there",
                          c->variable, b.pole);
    f->rows = rows;
    f->rows_n = POINTS;
}

bool audit_blow_up(struct audit_case *u)
{
    struct blow_up b = { .audit = u };
    struct prompt_row row = { u->row->id, u->row->prompt, "\\boxed{0}" };
    struct prompt_reading r;

    if (!prompt_phrase(&u->tokens, "small % and large %", 0, NULL))
        return false;
    prompt_to_claims(u->arena, &row, &r);
    if (r.n != 1 || r.claims[0].kind != CLAIM_ODE)
        return false;
    b.claim = r.claims[0];
    b.claim.parameters_n = 0;
    u->out->read = true;
    if (!read_key(&b)) {
        audit_say(u, TRUTH_UNKNOWN, "unread key",
                  "the key is no list of two formulas");
        return true;
    }
    judge_small(&b);
    judge_large(&b);
    return true;
}
