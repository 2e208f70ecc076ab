/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/audit/audit.h"
#include "base/str.h"
#include "verify/audit/audit_int.h"
#include "verify/expression.h"
#include "verify/object.h"
#include "verify/prompt/prompt.h"

#include <math.h>
#include <stdlib.h>

/*
 * Solutions of initial-value problems for small x, where the key is a Taylor
 * polynomial, and "for large x", where they end at a singular point: the key is
 * A (x - x0)^p + C there.
 */

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
static bool audit_read_key(struct blow_up *b)
{
    struct arena *a = b->audit->arena;
    struct span s = prompt_box(span_of(b->audit->row->solution)), part;
    struct tex t = tex_open(a, tex_unwrapped(a, tex_trim(s), '['));
    const char *found[2];
    size_t n = 0, at = 0;

    while (tex_part(&t, &at, ',', &part)) {
        if (n == 2)
            return false;
        part = prompt_right_side(a, part);
        found[n++] = arena_strndup(a, part.s, part.n);
    }
    if (n != 2)
        return false;
    b->small = found[0];
    b->large = found[1];
    return true;
}

/* Is x the power (x - x0)^p? */
static bool audit_take_power(struct blow_up *b, const struct expr *x)
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
static bool audit_take_product(struct blow_up *b, const struct expr *x)
{
    double sign = 1;
    bool found = false;

    if (x->op == EXPR_NEG) {
        sign = -1;
        x = x->args[0];
    }
    b->a = sign;
    if (audit_take_power(b, x))
        return true;
    if (x->op != EXPR_MUL)
        return false;
    for (unsigned i = 0; i < x->count; i++)
        if (!found && audit_take_power(b, x->args[i]))
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
        return audit_take_product(b, x);
    for (unsigned i = 0; i < x->count; i++) {
        double c = audit_number(x->args[i]);

        if (isfinite(c))
            b->c += c;
        else if (found || !audit_take_product(b, x->args[i]))
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
        out[i] = ok ? ball_middle(v[i].value) : NAN;
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
static double audit_formula_at(struct blow_up *b, const struct expr *key,
                               double x)
{
    struct work w = { .limit = b->audit->limit };
    struct ball_point at = { .names = &b->claim.variable, .n = 1 };
    acb_t place;
    double v;

    acb_init(place);
    acb_set_d(place, x);
    at.values = place;
    v = expression_number(key, &at, &w);
    acb_clear(place);
    return v;
}

/* Where a limit at infinity is asked of a solution that ends before: settle a
 * claim that is undecided for that reason by values near the end. */
static void audit_end(struct audit_case *u, const struct claim *c,
                      struct finding *f)
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
        double x = b.pole * (1 - pow(0.1, i + 1)),
               k = audit_formula_at(&b, key, x);
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
    finding_print(f, u->arena, TRUTH_NO, "value",
                  "the solution ends at %s = %.8g, and the key is far "
                  "from it up to there",
                  c->variable, b.pole);
    f->rows = rows;
    f->rows_n = POINTS;
}

static bool audit_blow_up(struct audit_case *u)
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
    if (!audit_read_key(&b)) {
        audit_say(u, TRUTH_UNKNOWN, "unread key",
                  "the key is no list of two formulas");
        return true;
    }
    judge_small(&b);
    judge_large(&b);
    return true;
}

/* Rows of published sets, and the verdicts on their keys. */

#define LONG_DECIMAL 10   /* digits of a constant that was rounded for print */
#define MORE_WORK    3    /* times, for a claim that met the ceiling */
#define ALL_DIGITS   1e-9 /* relative: constants that were fitted, not chosen */

/* ---- rows ---- */

/* The text of the first of these two members that is there. */
static const char *audit_member(const struct json *j, const char *name,
                                const char *other)
{
    const char *text = json_string(json_get(j, name));

    return text ? text : json_string(json_get(j, other));
}

bool audit_row_read(struct arena *a, const struct json *j, size_t number,
                    struct audit_row *out, struct err *e)
{
    out->prompt = audit_member(j, "prompt", "question");
    out->solution = json_string(json_get(j, "solution"));
    out->topic = audit_member(j, "type", "question_type");
    out->answer = audit_member(j, "answer_val", "extracted_answer");
    out->id = json_string(json_get(j, "id"));
    if (!out->id)
        out->id = arena_printf(a, "%zu", number);
    if (!out->topic)
        out->topic = "";
    if (!out->prompt || !out->solution)
        return err_at(e, ERR_DOMAIN, j->line, j->column,
                      "a row needs a prompt or question, and a solution");
    return true;
}

/* ---- verdicts ---- */

static int weight(enum truth t)
{
    return t == TRUTH_NO ? 2 : t == TRUTH_UNKNOWN ? 1 : 0;
}

void audit_say(struct audit_case *u, enum truth holds, const char *reason,
               const char *fmt, ...)
{
    struct audit_finding *f = u->out;
    struct str why = str_in(u->arena);
    va_list ap;

    if (f->why && weight(holds) <= weight(f->holds))
        return;
    va_start(ap, fmt);
    str_addv(&why, fmt, ap);
    va_end(ap);
    f->holds = holds;
    f->reason = reason;
    f->why = str_get(&why);
}

/* ---- claims ---- */

/* Verify a claim. One that is said to hold in a limit may be exact; then it
 * holds in every limit. */
static void verify_one(struct audit_case *u, const struct claim *c,
                       struct finding *out)
{
    struct work w = { .limit = u->limit / 20 };
    struct claim other = *c;

    if (c->mode == CLAIM_ASYMPTOTIC &&
        (c->kind == CLAIM_PDE || c->kind == CLAIM_ODE)) {
        other.mode = CLAIM_EQUALS;
        verify_claim(u->arena, &other, &w, out);
        if (out->holds == TRUTH_YES &&
            (out->exact || str_eq(out->reason, "residual")))
            return;
    }
    w = (struct work){ .limit = u->limit };
    verify_claim(u->arena, c, &w, out);
    if (out->holds == TRUTH_UNKNOWN && out->why &&
        strstr(out->why, FINDING_LIMIT)) {
        w = (struct work){ .limit = MORE_WORK * u->limit };
        verify_claim(u->arena, c, &w, out);
    }
}

/* An error over the last printed term that has grown at every step, to far
 * beyond the term, is no open question, however short the sequence. */
static void settle_growth(struct audit_case *u, const struct claim *c,
                          struct finding *f)
{
    if (f->holds != TRUTH_UNKNOWN || c->kind != CLAIM_INTEGRAL ||
        f->rows_n < 5 || !str_eq(f->reason, "trend"))
        return;
    for (size_t i = 1; i < f->rows_n; i++)
        if (!(f->rows[i].scaled > 2 * f->rows[i - 1].scaled))
            return;
    if (f->rows[f->rows_n - 1].scaled < 1e4)
        return;
    f->holds = TRUTH_NO;
    f->why = arena_printf(u->arena,
                          "the error over the last printed term grows at each "
                          "step, to %.3g",
                          f->rows[f->rows_n - 1].scaled);
}

/* ---- doubts ---- */

/* The fewest digits that decimals of the formula have; those of fewer than
 * `from` are taken as exact. 0: there are none. */
static int decimal_digits(const struct expr *x, int from)
{
    int least = 0;

    if (x->op == EXPR_NUMBER)
        return x->number->decimal && x->number->digits >= from
                   ? x->number->digits
                   : 0;
    for (unsigned i = 0; i < x->count; i++) {
        int n = x->args[i] ? decimal_digits(x->args[i], from) : 0;

        if (n && (least == 0 || n < least))
            least = n;
    }
    return least;
}

/* Constants of many digits were rounded for print. If the error falls to what
 * that explains, and only then stays or grows, the formula holds to the digits
 * that it has. */
static void doubt_rounding(struct audit_case *u, const struct claim *c,
                           struct finding *f)
{
    const struct expr *x = audit_read(u->arena, c->claim);
    double least = HUGE_VAL;

    if (f->holds == TRUTH_YES || f->rows_n < 3 || !x ||
        !decimal_digits(x, LONG_DECIMAL) || c->kind != CLAIM_INTEGRAL)
        return;
    for (size_t i = 0; i < f->rows_n; i++)
        least = fmin(least, f->rows[i].scaled);
    if (least > 1e-4 || f->rows[f->rows_n - 1].scaled > 1e-3 ||
        f->rows[0].scaled < 100 * least)
        return;
    finding_print(f, u->arena, TRUTH_YES, "rounded constant",
                  "the error falls to %.2g; the rest comes from the "
                  "rounding of the printed constants",
                  least);
}

/* The relative difference of the values of a row, as they are printed. */
static double audit_relative(const struct finding_row *r)
{
    double x = r->object ? strtod(r->object, NULL) : NAN;
    double y = r->claim ? strtod(r->claim, NULL) : NAN;

    return x == y ? 0 : fabs(x - y) / fmax(fabs(x), fabs(y));
}

/* The same for a solution that agrees with the formula to the digits of its
 * constants everywhere: what is left beside a term that has become tiny is
 * rounding, too. */
static void doubt_all_digits(struct audit_case *u, const struct claim *c,
                             struct finding *f)
{
    const struct expr *x = audit_read(u->arena, c->claim);

    if (f->holds != TRUTH_NO || f->rows_n < 3 || !x ||
        !decimal_digits(x, LONG_DECIMAL) || !str_eq(f->reason, "trend"))
        return;
    for (size_t i = 0; i < f->rows_n; i++)
        if (!(audit_relative(&f->rows[i]) <= ALL_DIGITS))
            return;
    finding_say(f, TRUTH_YES, "rounded constant",
                "the formula and its object agree to the digits of the printed "
                "constants");
}

/* An error that stays where the rounding of a constant of few digits puts it
 * does not tell a wrong formula from a rounded one. */
static void doubt_few_digits(struct audit_case *u, const struct claim *c,
                             struct finding *f)
{
    const struct expr *x = audit_read(u->arena, c->claim);
    int digits = x ? decimal_digits(x, 3) : 0;

    if (f->holds != TRUTH_NO || c->mode != CLAIM_ASYMPTOTIC || digits == 0 ||
        f->rows_n == 0 || !str_eq(f->reason, "trend") ||
        f->rows[f->rows_n - 1].scaled > pow(10, 1 - digits))
        return;
    finding_print(f, u->arena, TRUTH_UNKNOWN, "rounded constant",
                  "the error stays at %.2g, which a constant of %d "
                  "digits may explain",
                  f->rows[f->rows_n - 1].scaled, digits);
}

/* The speed of a front is no solution: its residual says nothing. */
static void doubt_speed(struct audit_case *u, const struct claim *c,
                        struct finding *f)
{
    (void)u;
    if (c->kind != CLAIM_PDE || !strstr(c->conditions, "front speed") ||
        f->holds == TRUTH_UNKNOWN || !str_eq(f->reason, "residual"))
        return;
    finding_say(f, TRUTH_UNKNOWN, "no method",
                "no method finds the speed of this front");
    f->rows_n = 0;
}

/* A WKB formula that is said to hold for large x, and holds for small epsilon
 * alone, was asked in a limit that its author did not mean. */
static void doubt_limit(struct audit_case *u, const struct claim *c,
                        struct finding *f)
{
    struct work w = { .limit = u->limit };
    struct claim other = *c;
    struct finding in_epsilon = { 0 };

    if (f->holds != TRUTH_NO || c->kind != CLAIM_ODE ||
        c->mode != CLAIM_ASYMPTOTIC || c->limit.to != LIMIT_INFINITY ||
        !str_eq(c->limit.symbol, c->variable) || !strstr(c->object, "epsilon"))
        return;
    other.limit = (struct claim_limit){ .symbol = "epsilon",
                                        .to = LIMIT_ZERO_ABOVE,
                                        .terms = 1,
                                        .uniform_in = c->variable };
    verify_claim(u->arena, &other, &w, &in_epsilon);
    if (in_epsilon.holds != TRUTH_YES)
        return;
    finding_print(f, u->arena, TRUTH_UNKNOWN, "two limits",
                  "the formula holds for small epsilon, but not for "
                  "large %s, which the prompt asks for",
                  c->variable);
}

static bool is_logarithm(const struct expr *x)
{
    return x->op == EXPR_CALL &&
           (x->function->id == FN_LN || x->function->id == FN_LOG);
}

/* Formulas with a logarithm of what is large converge so slowly that a small
 * error that seems to stay is no evidence. */
static void doubt_logarithm(struct audit_case *u, const struct claim *c,
                            struct finding *f)
{
    const struct expr *x = audit_read(u->arena, c->claim);

    if (f->holds != TRUTH_NO || c->mode != CLAIM_ASYMPTOTIC || f->rows_n == 0 ||
        !x || !expr_any(x, is_logarithm) || !str_eq(f->reason, "trend") ||
        (c->kind == CLAIM_ODE && c->limit.uniform_in) ||
        f->rows[f->rows_n - 1].scaled > 0.1)
        return;
    finding_print(f, u->arena, TRUTH_UNKNOWN, "logarithm",
                  "a logarithm converges slowly, and the error is "
                  "%.2g at the end",
                  f->rows[f->rows_n - 1].scaled);
}

/* Where a prompt asks for one side of an inner layer, x < 1, the layer itself
 * belongs to neither: an error there is no evidence. */
static void doubt_open_range(struct audit_case *u, const struct claim *c,
                             struct finding *f)
{
    struct span s = span_of(c->conditions);

    (void)u;
    if (f->holds != TRUTH_NO || c->kind != CLAIM_ODE ||
        !str_eq(f->reason, "trend") || s.n < 3 || s.s[0] != c->variable[0] ||
        !strchr("<>", s.s[1]))
        return;
    finding_say(f, TRUTH_UNKNOWN, "open range",
                "the error does not vanish at the end of the range, which the "
                "prompt excludes");
}

static void audit_claims(struct audit_case *u)
{
    struct prompt_row p = { u->row->id, u->row->prompt, u->row->solution };
    struct prompt_reading r;

    prompt_to_claims(u->arena, &p, &r);
    u->out->read = r.n > 0;
    if (r.missing) {
        audit_say(u, TRUTH_UNKNOWN, r.reason, "%s", r.missing);
        return;
    }
    for (size_t i = 0; i < r.n; i++) {
        struct finding f = { 0 };
        const char *before = u->out->why;

        verify_one(u, &r.claims[i], &f);
        audit_end(u, &r.claims[i], &f);
        settle_growth(u, &r.claims[i], &f);
        doubt_rounding(u, &r.claims[i], &f);
        doubt_speed(u, &r.claims[i], &f);
        doubt_all_digits(u, &r.claims[i], &f);
        doubt_few_digits(u, &r.claims[i], &f);
        doubt_limit(u, &r.claims[i], &f);
        doubt_logarithm(u, &r.claims[i], &f);
        doubt_open_range(u, &r.claims[i], &f);
        audit_say(u, f.holds, f.reason, "%s", f.why ? f.why : "");
        if (u->out->why != before) {
            u->out->rows = f.rows;
            u->out->rows_n = f.rows_n;
        }
    }
}

static bool audit_regimes(struct audit_case *u);

void audit_row(struct arena *a, const struct audit_row *row, uint64_t limit,
               struct audit_finding *out)
{
    static bool (*const kinds[])(struct audit_case *) = {
        audit_nondimensional,
        audit_roots,
        audit_regimes,
        audit_blow_up,
    };
    struct audit_case u = {
        .arena = a, .row = row, .limit = limit, .out = out
    };

    memset(out, 0, sizeof *out);
    out->holds = TRUTH_YES;
    u.tokens = prompt_cut(a, span_of(row->prompt));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i](&u))
            return;
    audit_claims(&u);
}

/*
 * Integrals of 1 / (epsilon + P(x)) from 0 to a in the regimes of epsilon.
 * Where epsilon is small, the lowest power c x^n of P bounds the integrand:
 * the integral tends to (pi/n) / sin(pi/n) c^{-1/n} epsilon^{1/n - 1}. Between
 * that and P(a) the highest power does the same, and beyond P(a) it is
 * a / epsilon. The rule "height times width" gives the same power of epsilon
 * without the factor (pi/n) / sin(pi/n), which is close to 1 for large n; a key
 * from there up to the whole factor counts as an approximation of the regime.
 */

#define SLACK  0.005 /* of prefactors that were rounded for print */
#define PANELS 4000
#define PI     3.14159265358979323846

struct regimes {
    struct audit_case *audit;
    double a;
    struct audit_terms p;
    double c[64], n[64]; /* of P, by falling exponent */
};

/* ---- reading ---- */

static bool take_integral(struct regimes *r, const struct expr *x)
{
    struct arena *a = r->audit->arena;
    const struct expr *body = x->args[0], *sum;
    size_t k = 0;

    if (x->count != 4 || body->op != EXPR_DIV ||
        !(fabs(audit_number(x->args[2])) == 0))
        return false;
    r->a = audit_number(x->args[3]);
    sum = expr_replace(a, body->args[1], "epsilon", expr_integer(a, 0));
    if (sum == body->args[1] || sum->op != EXPR_ADD ||
        !audit_terms(a, sum, x->args[1]->name, &r->p) || r->p.n > 64)
        return false;
    for (size_t i = 0; i < r->p.n; i++) {
        r->c[k] = audit_number(r->p.items[i].coefficient);
        r->n[k] = audit_exponent(&r->p.items[i]);
        if (r->n[k] > 0)
            k++;
    }
    r->p.n = k;
    for (size_t i = 0; i < k; i++)
        if (!(r->c[i] > 0) || !(r->n[i] > 1))
            return false;
    return k > 0 && audit_number(body->args[0]) == 1 && r->a > 0;
}

static bool find_integral(struct regimes *r)
{
    for (size_t i = 0; i < r->audit->tokens.n; i++) {
        const struct expr *x = audit_statement(r->audit, i);

        if (x && x->op == EXPR_INTEGRAL && take_integral(r, x))
            return true;
    }
    return false;
}

/* A key k / epsilon^p: its value is k epsilon^{-p}. */
struct law {
    double k, p;
};

static bool read_law(struct arena *a, struct span s, struct law *out)
{
    const struct expr *x = audit_read(a, arena_strndup(a, s.s, s.n));
    const struct expr *one, *two;

    if (!x)
        return false;
    one = expr_replace(a, x, "epsilon", expr_integer(a, 1));
    two = expr_replace(a, x, "epsilon", expr_integer(a, 2));
    out->k = audit_number(one);
    out->p = log2(out->k / audit_number(two));
    /* a power law has the same power everywhere */
    one = expr_replace(a, x, "epsilon", expr_integer(a, 1024));
    return fabs(log2(out->k / audit_number(one)) - 10 * out->p) < 1e-9;
}

/* The three laws of the key, from its list. */
static bool read_laws(struct regimes *r, struct law laws[3])
{
    struct arena *a = r->audit->arena;
    struct tex t = tex_open(
        a, span_of(r->audit->row->answer ? r->audit->row->answer : ""));
    struct span part;
    size_t n = 0, at = 0;

    while (tex_part(&t, &at, ',', &part))
        if (n == 3 || !read_law(a, tex_trim(part), &laws[n++]))
            return false;
    return n == 3;
}

/* ---- values ---- */

/* The integral over s = log x by Simpson's rule: the integrand is smooth and
 * falls off on both sides. */
static double audit_integral(const struct regimes *r, double epsilon)
{
    double top = log(r->a), low = top, h, sum = 0;

    for (size_t i = 0; i < r->p.n; i++)
        low = fmin(low, log(epsilon / r->c[i]) / r->n[i]);
    low -= 40;
    h = (top - low) / PANELS;
    for (int k = 0; k <= PANELS; k++) {
        double s = low + k * h, under = epsilon;
        int weight = k == 0 || k == PANELS ? 1 : k % 2 ? 4 : 2;

        for (size_t i = 0; i < r->p.n; i++)
            under += r->c[i] * exp(r->n[i] * s);
        sum += weight * exp(s) / under;
    }
    return sum * h / 3 + exp(low) / epsilon;
}

static double audit_factor(double n)
{
    return PI / n / sin(PI / n);
}

/* ---- regimes ---- */

static void audit_add_row(struct regimes *r, struct vec *rows, double epsilon,
                          struct law l)
{
    struct arena *a = r->audit->arena;
    double value = audit_integral(r, epsilon), key = l.k * pow(epsilon, -l.p);

    *(struct finding_row *)vec_push(rows) =
        (struct finding_row){ arena_printf(a, "epsilon = %.3g", epsilon),
                              arena_printf(a, "%.8g", value),
                              arena_printf(a, "%.8g", key), fabs(value - key),
                              fabs(value - key) / value };
}

static const char *law_text(struct arena *a, double c, double n)
{
    return arena_printf(a,
                        "\\frac{\\pi/%g}{\\sin(\\pi/%g)} %g^{-1/%g} "
                        "\\epsilon^{1/%g-1}",
                        n, n, c, n, n);
}

/* Is the printed power the right one, as it was rounded for print? */
static bool same_power(double printed, double right)
{
    return fabs(printed - right) < 6e-5;
}

static void judge_power(struct regimes *r, const char *regime, struct law l,
                        double c, double n)
{
    struct audit_case *u = r->audit;
    double rule = pow(c, -1 / n), power = 1 - 1 / n;

    if (!same_power(l.p, power))
        audit_say(u, TRUTH_NO, "power",
                  "for %s epsilon the integral goes as epsilon^{-%.5g}, and "
                  "the key as epsilon^{-%.5g}",
                  regime, power, l.p);
    else if (l.k < rule * (1 - SLACK) ||
             l.k > rule * audit_factor(n) * (1 + SLACK))
        audit_say(u, TRUTH_NO, "prefactor",
                  "for %s epsilon the prefactor is %.5g, and %.5g in the key",
                  regime, rule * audit_factor(n), l.k);
    else
        audit_say(u, TRUTH_YES, "regime",
                  "the powers are right in each regime, and the prefactors "
                  "within the %.1f %% that \"height times width\" lacks",
                  100 * (audit_factor(n) - 1));
}

/* The integral at these places must be near the power law that is said to be
 * right; then the law is evidence. */
static bool law_is_seen(const struct regimes *r, double c, double n,
                        double epsilon)
{
    double right = audit_factor(n) * pow(c, -1 / n) * pow(epsilon, 1 / n - 1);

    return fabs(audit_integral(r, epsilon) / right - 1) < 0.1;
}

/* Above which epsilon the highest power rules, and below which the bound does
 * not matter yet; the middle of both, as logarithms. */
static double audit_middle(const struct regimes *r)
{
    double top = log(r->c[0]) + r->n[0] * log(r->a), low = log(r->c[0]);

    for (size_t i = 1; i < r->p.n; i++) {
        double x = log(r->c[i] / r->c[0]) / (r->n[0] - r->n[i]);

        low = fmax(low, log(r->c[0]) + r->n[0] * x);
    }
    return exp(low + 0.75 * (top - low));
}

static void audit_judge_all(struct regimes *r, const struct law l[3])
{
    struct audit_case *u = r->audit;
    struct vec rows = vec_in(u->arena, sizeof(struct finding_row));
    size_t last = r->p.n - 1;
    double mid = audit_middle(r), tiny = 1e-3 * r->c[last];

    while (tiny > 1e-250 && !law_is_seen(r, r->c[last], r->n[last], tiny))
        tiny *= 1e-3;
    judge_power(r, "small", l[0], r->c[last], r->n[last]);
    if (law_is_seen(r, r->c[0], r->n[0], mid))
        judge_power(r, "intermediate", l[1], r->c[0], r->n[0]);
    else
        audit_say(u, TRUTH_UNKNOWN, "no regime",
                  "the highest power rules in no range of epsilon");
    if (!same_power(l[2].p, 1) || fabs(l[2].k / r->a - 1) > SLACK)
        audit_say(u, TRUTH_NO, "prefactor",
                  "for large epsilon the integral tends to %g/epsilon", r->a);
    audit_add_row(r, &rows, tiny, l[0]);
    audit_add_row(r, &rows, mid, l[1]);
    audit_add_row(r, &rows, 1e6 * r->c[0] * pow(r->a, r->n[0]), l[2]);
    u->out->rows = rows.items;
    u->out->rows_n = rows.n;
    if (u->out->holds == TRUTH_NO)
        u->out->right =
            arena_printf(u->arena, "%s; %s; \\frac{%g}{\\epsilon}",
                         law_text(u->arena, r->c[last], r->n[last]),
                         law_text(u->arena, r->c[0], r->n[0]), r->a);
}

static bool audit_regimes(struct audit_case *u)
{
    struct regimes r = { .audit = u };
    struct law laws[3];

    if (!prompt_phrase(&u->tokens, "different regimes", 0, NULL) ||
        !find_integral(&r))
        return false;
    u->out->read = true;
    if (!read_laws(&r, laws))
        audit_say(u, TRUTH_UNKNOWN, "unread key",
                  "the key is no list of three power laws");
    else
        audit_judge_all(&r, laws);
    return true;
}
