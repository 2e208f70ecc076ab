/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A formula that is said to be the solution is put into the equation and into
 * every condition, in balls at drawn points: one that certainly does not
 * vanish proves that the formula is wrong. Where conditions are missing, the
 * formula must have as many independent constants.
 */
#include "base/str.h"
#include "base/vec.h"
#include "math/decide/decide.h"
#include "math/tree/differentiate.h"
#include "verify/conditions.h"
#include "verify/expression.h"
#include "verify/judge.h"
#include "verify/ode/ode.h"
#include "verify/sample.h"
#include "verify/trend.h"

#include <math.h>
#include <string.h>

#define POINTS_WANTED 8
#define ROUNDS_MOST   40
#define BITS_FIRST    128
#define BITS_MOST     1024
#define NAMES_MOST    24

struct settling {
    struct arena *arena;
    struct object *object;
    struct ode *ode;
    struct conditions conditions;
    const char *names[NAMES_MOST]; /* parameters, constants, the variable */
    size_t drawn_n;                /* all but the variable */
    acb_ptr values;
    const struct expr *y[ODE_ORDER_MOST + 1]; /* the formula's derivatives */
    const char *constants[NAMES_MOST];        /* free ones of the formula */
    size_t constants_n;
    struct work *work;
    struct finding *out;
};

static void settle_it(struct settling *s, enum truth holds, const char *reason,
                      bool exact, const char *why)
{
    s->out->holds = holds;
    s->out->reason = reason;
    s->out->exact = exact;
    s->out->why = why;
}

/* ---- trees ---- */

/* An expression in the unknown with the formula put in. */
static const struct expr *with_formula(const struct settling *s,
                                       const struct expr *x)
{
    for (unsigned k = 0; k <= s->ode->order; k++)
        x = expr_replace(s->arena, x, ode_symbol(k), s->y[k]);
    return x;
}

/* ---- names ---- */

static bool settle_add_name(struct settling *s, const char *name)
{
    if (str_is_one(name, s->names, s->drawn_n) ||
        str_eq(name, s->ode->variable))
        return true;
    if (s->drawn_n + 1 >= NAMES_MOST)
        return false;
    s->names[s->drawn_n++] = name;
    return true;
}

static bool settle_add_names(struct settling *s, const struct expr *x)
{
    const char *const *names;
    size_t n = expr_symbols(s->arena, x, &names);
    bool ok = true;

    for (size_t i = 0; i < n && ok; i++)
        if (strncmp(names[i], "Y_{9", 4) != 0)
            ok = settle_add_name(s, names[i]);
    return ok;
}

/* The problem's symbols first; what only the formula has is a constant. */
static bool collect_names(struct settling *s, const struct expr *claim)
{
    size_t own;
    bool ok = settle_add_names(s, s->ode->equation);

    for (size_t i = 0; i < s->ode->conditions_n && ok; i++) {
        const struct ode_condition *c = s->ode->conditions + i;

        ok = (!c->zero || settle_add_names(s, c->zero)) &&
             settle_add_names(s, c->point);
    }
    own = s->drawn_n;
    ok = ok && settle_add_names(s, claim);
    for (size_t i = own; i < s->drawn_n && ok; i++)
        s->constants[s->constants_n++] = s->names[i];
    s->names[s->drawn_n] = s->ode->variable;
    return ok;
}

/* ---- points ---- */

static struct ball_point point(const struct settling *s, bool with_variable)
{
    return (struct ball_point){ .names = s->names,
                                .values = s->values,
                                .n = s->drawn_n + with_variable };
}

/* Draw parameters, and a place inside of the range. */
static bool settle_draw(struct settling *s, unsigned round)
{
    static const double share[] = { 0.23, 0.61,  0.09, 0.83, 0.41,
                                    0.97, 0.013, 0.52, 0.31, 0.71 };
    struct ball_point at = point(s, false);
    const struct object *o = s->object;
    double low, high;

    if (!conditions_draw(&s->conditions, &at, s->values, s->drawn_n, round,
                         s->work))
        return false;
    low = o->from ? expression_end(o->from, &at, s->work) : NAN;
    high = o->to ? expression_end(o->to, &at, s->work) : NAN;
    if (!isfinite(low) && !isfinite(high))
        low = 0;
    if (!isfinite(low))
        low = high - 3;
    if (!isfinite(high))
        high = low + 3;
    acb_set_d(s->values + s->drawn_n, low + (high - low) * share[round % 10] *
                                                (1 - 0.01 * (round / 10)));
    at = point(s, true);
    return conditions_hold(&s->conditions, &at, s->work);
}

static const char *settle_digits(struct arena *a, const acb_t z)
{
    char *re = arb_get_str(acb_realref(z), 8, ARB_STR_NO_RADIUS);
    const char *text = arena_strdup(a, re);

    flint_free(re);
    return text;
}

static const char *point_text(const struct settling *s, bool with_variable)
{
    struct str t = str_in(s->arena);

    for (size_t i = 0; i < s->drawn_n + with_variable; i++)
        str_addf(&t, "%s%s = %s", i ? ", " : "", s->names[i],
                 settle_digits(s->arena, s->values + i));
    return str_get(&t);
}

/* The sum of the sizes of an expression's terms. */
static void size_of_terms(struct settling *s, arb_t out, const struct expr *x,
                          const struct ball_point *at)
{
    acb_t v;
    arb_t t;

    if (x->op == EXPR_ADD) {
        for (unsigned i = 0; i < x->count; i++)
            size_of_terms(s, out, x->args[i], at);
        return;
    }
    if (x->op == EXPR_NEG) {
        size_of_terms(s, out, x->args[0], at);
        return;
    }
    acb_init(v);
    arb_init(t);
    if (ball_value(v, x, at, 64, s->work)) {
        acb_abs(t, v, 64);
        arb_add(out, out, t, 64);
    }
    acb_clear(v);
    arb_clear(t);
}

/* Does it vanish at the point? NO is certain; YES: to 60 bits of its terms. */
static enum truth settle_vanishes(struct settling *s, const struct expr *x,
                                  const struct ball_point *at, acb_t value)
{
    enum truth is = TRUTH_UNKNOWN;
    arb_t size, v;

    arbs_init(size, v, NULL);
    size_of_terms(s, size, x, at);
    for (slong bits = BITS_FIRST; bits <= BITS_MOST && is == TRUTH_UNKNOWN;
         bits *= 2) {
        if (!ball_value(value, x, at, bits, s->work))
            continue;
        if (!acb_contains_zero(value)) {
            is = TRUTH_NO;
            break;
        }
        acb_abs(v, value, 64);
        arb_get_ubound_arf(arb_midref(v), v, 64);
        mag_zero(arb_radref(v));
        arb_mul_2exp_si(v, v, 60);
        if (arb_le(v, size) || arb_is_zero(v))
            is = TRUTH_YES;
    }
    arbs_clear(size, v, NULL);
    return is;
}

/* ---- the equation ---- */

/* TRUTH_YES if the equation holds at all points, TRUTH_NO if it is certain
 * that it does not. */
static enum truth check_equation(struct settling *s)
{
    const struct expr *x = with_formula(s, s->ode->equation);
    unsigned good = 0;
    acb_t v;

    acb_init(v);
    for (unsigned i = 0; i < ROUNDS_MOST && good < POINTS_WANTED; i++) {
        struct ball_point at = point(s, true);
        enum truth is;

        if (!settle_draw(s, i))
            continue;
        is = settle_vanishes(s, x, &at, v);
        good += is == TRUTH_YES;
        if (is == TRUTH_NO) {
            settle_it(
                s, TRUTH_NO, "residual", true,
                arena_printf(s->arena,
                             "the two sides of the equation differ by %s at "
                             "%s",
                             settle_digits(s->arena, v), point_text(s, true)));
            break;
        }
    }
    acb_clear(v);
    return s->out->why             ? TRUTH_NO
           : good >= POINTS_WANTED ? TRUTH_YES
                                   : TRUTH_UNKNOWN;
}

/* ---- conditions ---- */

/* Values for the drawn names put into the tree, for limits. */
static const struct expr *settle_with_values(const struct settling *s,
                                             const struct expr *x)
{
    for (size_t i = 0; i < s->drawn_n; i++) {
        fmpq_t q;

        fmpq_init(q);
        arf_get_fmpq(q, arb_midref(acb_realref(s->values + i)));
        x = expr_replace(s->arena, x, s->names[i], expr_rational(s->arena, q));
        fmpq_clear(q);
    }
    return x;
}

/* Does the limit of the condition at its point vanish? */
static enum truth limit_vanishes(struct settling *s, const struct expr *x,
                                 const struct expr *to, acb_t value)
{
    const struct expr *args[] = { settle_with_values(s, x),
                                  expr_symbol(s->arena, s->ode->variable),
                                  settle_with_values(s, to) };
    struct expr *limit = expr_new(s->arena, EXPR_LIMIT, args, 3);
    struct ball_point none = { 0 };
    enum truth is = TRUTH_UNKNOWN;

    if (expr_infinity(to) == 0)
        limit->side = to == s->object->to ? -1 : 1;
    if (ball_value(value, limit, &none, 256, s->work)) {
        if (!acb_contains_zero(value))
            is = TRUTH_NO;
        else if (acb_rel_accuracy_bits(value) > 60 || acb_is_zero(value))
            is = TRUTH_YES;
    }
    return is;
}

/* How the formula behaves far away: bounded? */
static enum truth stays_bounded(struct settling *s, const struct expr *end)
{
    struct ball_point at = point(s, true);
    double size[3] = { 0 };
    acb_t v;

    acb_init(v);
    for (int i = 0; i < 3; i++) {
        acb_set_si(s->values + s->drawn_n, expr_infinity(end) * (40 << i));
        if (!ball_value(v, s->y[0], &at, 256, s->work))
            size[i] = NAN;
        else
            size[i] = fabs(ball_middle(v));
    }
    acb_clear(v);
    if (isnan(size[0] + size[1] + size[2]))
        return TRUTH_UNKNOWN;
    return size[2] > 3 * size[1] && size[1] > 3 * size[0] && size[2] > 1000
               ? TRUTH_NO
               : TRUTH_YES;
}

static enum truth check_condition(struct settling *s,
                                  const struct ode_condition *c, acb_t value)
{
    struct ball_point at = point(s, false);
    const struct expr *x;
    enum truth is = TRUTH_UNKNOWN;

    if (c->bounded)
        return stays_bounded(s, c->point);
    x = with_formula(s, c->zero);
    if (expr_infinity(c->point) == 0)
        is = settle_vanishes(
            s, expr_replace(s->arena, x, s->ode->variable, c->point), &at,
            value);
    return is != TRUTH_UNKNOWN ? is : limit_vanishes(s, x, c->point, value);
}

static enum truth check_conditions(struct settling *s)
{
    enum truth all = TRUTH_YES;
    acb_t v;

    acb_init(v);
    for (size_t i = 0; i < s->ode->conditions_n && all != TRUTH_NO; i++) {
        const struct ode_condition *c = s->ode->conditions + i;
        unsigned good = 0;

        for (unsigned k = 0; k < ROUNDS_MOST && good < 3; k++) {
            enum truth is;

            if (!settle_draw(s, k))
                continue;
            is = check_condition(s, c, v);
            good += is == TRUTH_YES;
            if (is == TRUTH_NO) {
                settle_it(s, TRUTH_NO, "condition", true,
                          arena_printf(
                              s->arena, "the condition %s is missed by %s%s%s",
                              c->text,
                              c->bounded ? "more and more"
                                         : settle_digits(s->arena, v),
                              s->drawn_n ? " for " : "", point_text(s, false)));
                all = TRUTH_NO;
                break;
            }
            if (is == TRUTH_UNKNOWN && k > 4 && good == 0)
                break;
        }
        if (good == 0 && all == TRUTH_YES)
            all = TRUTH_UNKNOWN;
    }
    acb_clear(v);
    return all;
}

/* ---- constants ---- */

/* The rank of the derivatives of y, y', ... by the constants, at the point. */
static unsigned settle_rank_of(double *m, unsigned rows, unsigned columns)
{
    unsigned rank = 0;

    for (unsigned c = 0; c < columns && rank < rows; c++) {
        unsigned p = rank;

        for (unsigned r = rank; r < rows; r++)
            if (fabs(m[r * columns + c]) > fabs(m[p * columns + c]))
                p = r;
        if (fabs(m[p * columns + c]) < 1e-9)
            continue;
        for (unsigned k = 0; k < columns; k++) {
            double t = m[p * columns + k];

            m[p * columns + k] = m[rank * columns + k];
            m[rank * columns + k] = t;
        }
        for (unsigned r = rank + 1; r < rows; r++) {
            double f = m[r * columns + c] / m[rank * columns + c];

            for (unsigned k = c; k < columns; k++)
                m[r * columns + k] -= f * m[rank * columns + k];
        }
        rank++;
    }
    return rank;
}

static unsigned constants_rank(struct settling *s, unsigned round)
{
    unsigned rows = s->ode->order, columns = (unsigned)s->constants_n;
    double *m = arena_array(s->arena, double, rows *columns);
    struct ball_point at = point(s, true);

    if (!settle_draw(s, round))
        return 0;
    for (unsigned r = 0; r < rows; r++) {
        double most = 0;

        for (unsigned c = 0; c < columns; c++) {
            const struct expr *d =
                differentiate(s->arena, s->y[r], s->constants[c], s->work);
            double v = d ? expression_end(d, &at, s->work) : NAN;

            m[r * columns + c] = isfinite(v) ? v : 0;
            most = fmax(most, fabs(m[r * columns + c]));
        }
        for (unsigned c = 0; c < columns && most > 0; c++)
            m[r * columns + c] /= most;
    }
    return settle_rank_of(m, rows, columns);
}

/* Has the formula the freedom that missing conditions leave? */
static enum truth check_constants(struct settling *s)
{
    unsigned missing = s->ode->order - (unsigned)s->ode->conditions_n, most = 0;

    if (s->ode->conditions_n >= s->ode->order)
        return TRUTH_YES;
    for (unsigned i = 0; i < 6 && s->constants_n > 0; i++) {
        unsigned rank = constants_rank(s, i);

        most = rank > most ? rank : most;
    }
    if (most == missing)
        return TRUTH_YES;
    if (s->constants_n == 0)
        settle_it(
            s, TRUTH_UNKNOWN, "condition", false,
            arena_printf(s->arena,
                         "the formula solves the equation, which has other "
                         "solutions: %u conditions are missing",
                         missing));
    else
        settle_it(s, TRUTH_NO, "condition", false,
                  arena_printf(s->arena,
                               "the formula solves the equation with %u "
                               "independent constants; %u are needed",
                               most, missing));
    return TRUTH_NO;
}

/* ---- */

/* Is the residual zero by an exact method? */
static bool settle_is_proved(struct settling *s)
{
    struct work own = { .limit = (s->work->limit - s->work->used) / 8 };
    struct decision d =
        decide_equal(s->arena, with_formula(s, s->ode->equation),
                     expr_integer(s->arena, 0), NULL, &own);

    (void)work_spend(s->work, own.used);
    return d.equal == TRUTH_YES && !d.agreement;
}

static void check_all(struct settling *s)
{
    enum truth equation = check_equation(s), conditions;

    if (equation == TRUTH_NO)
        return;
    conditions = check_conditions(s);
    if (conditions == TRUTH_NO || equation != TRUTH_YES ||
        conditions != TRUTH_YES || check_constants(s) != TRUTH_YES)
        return;
    settle_it(s, TRUTH_YES, "residual", settle_is_proved(s),
              s->ode->conditions_n
                  ? "the formula satisfies the equation and every condition"
                  : "the formula satisfies the equation");
}

/* ---- conditions along a limit ---- */

#define LIMITS   6     /* values of the limit's symbol */
#define STEPS    9     /* distances from the condition's point */
#define JUMP_MAX 100.0 /* octaves that no power makes between two distances */

/* A condition at its point as the symbol goes to its limit. The natural scale
 * there is what the formula is nearby, as far as it does not grow
 * exponentially: a solution that does hides from the largest error how it
 * begins. */
struct start {
    const struct ode_condition *condition;
    const struct expr *of;  /* the derivative that it is about */
    const struct expr *due; /* its side without the unknown */
    double x0, to;          /* the point, and the far end */
    unsigned order;
    unsigned steps; /* distances that belong to the scale */
    bool grows;     /* exponentially, behind these */
    bool is_zero;   /* what is due */
};

/* log2 |x| at the point, roughly; -inf for 0, NAN if there is no value. */
static double settle_log_size(struct settling *s, const struct expr *x)
{
    struct ball_point at = point(s, true);
    double size = NAN;
    acb_t v;

    acb_init(v);
    if (ball_value(v, x, &at, 512, s->work))
        size = acb_contains_zero(v) ? -INFINITY : ball_size(v);
    acb_clear(v);
    return size;
}

/* The formula's size at the i-th distance, for the symbol at 2^-octaves: the
 * larger of two places, since it may vanish at one. */
static double size_beside(struct settling *s, const struct start *c, unsigned i,
                          double octaves)
{
    static const double power[] = { 2, 1, 2 / 3.0, 0.5, 1 / 3.0, 0.25 };
    static const double share[] = { 0.3, 0.6, 1 };
    double d =
        i < 6 ? exp2(-power[i] * octaves) : share[i - 6] * fabs(c->to - c->x0);
    double most = -INFINITY;
    acb_ptr x = s->values + s->drawn_n;
    acb_t t;

    acb_init(t);
    for (int k = 0; k < 2; k++) {
        acb_set_d(x, c->x0);
        acb_set_d(t, (c->to < c->x0 ? -d : d) * (k ? 0.59 : 1));
        acb_add(x, x, t, 512);
        most = fmax(most, settle_log_size(s, c->of));
    }
    acb_clear(t);
    return most;
}

static void set_symbol(struct settling *s, double octaves)
{
    const struct claim_limit *l = &s->object->claim->limit;
    double sign = l->to == LIMIT_INFINITY ? 1 : -1;

    for (size_t i = 0; i < s->drawn_n; i++)
        if (str_eq(s->names[i], l->symbol))
            acb_set_d(s->values + i, exp2(sign * octaves));
}

/* The distances before the first exponential jump. */
static void find_scale(struct settling *s, struct start *c, double octaves)
{
    double most;

    acb_set_d(s->values + s->drawn_n, c->x0);
    most = settle_log_size(s, c->due);
    c->is_zero = most == -INFINITY;
    for (c->steps = 0; c->steps < STEPS; c->steps++) {
        double size = size_beside(s, c, c->steps, octaves);

        c->grows = isfinite(most) && size > most + JUMP_MAX;
        if (c->grows)
            break;
        most = fmax(most, size);
    }
}

/* How much the condition is missed by, over the natural scale, as log2. */
static double missed(struct settling *s, const struct start *c, double octaves)
{
    const struct expr *zero = with_formula(s, c->condition->zero);
    double most, gap;

    acb_set_d(s->values + s->drawn_n, c->x0);
    gap = settle_log_size(s, zero);
    most = fmax(settle_log_size(s, c->due), settle_log_size(s, c->of));
    for (unsigned i = 0; i < c->steps; i++)
        most = fmax(most, size_beside(s, c, i, octaves));
    return isnan(gap) ? NAN : fmax(gap - most, -4000);
}

/* Are all conditions at one point? */
static bool settle_is_initial(const struct settling *s)
{
    for (size_t i = 1; i < s->ode->conditions_n; i++)
        if (!expr_same(s->ode->conditions[i].point,
                       s->ode->conditions[0].point))
            return false;
    return true;
}

/* Has the equation a value at the point of the symbols, for any y? */
static bool settle_is_regular(struct settling *s, double x0)
{
    const struct expr *x = s->ode->highest;
    struct ball_point at = point(s, true);
    acb_t v;
    bool is;

    acb_init(v);
    for (unsigned i = 0; i < s->ode->order; i++)
        x = expr_replace(s->arena, x, ode_symbol(i), expr_integer(s->arena, 1));
    acb_set_d(s->values + s->drawn_n, x0);
    is = ball_value(v, x, &at, 64, s->work);
    acb_clear(v);
    return is;
}

static bool settle_start_read(struct settling *s, const struct ode_condition *k,
                              struct start *c)
{
    struct arena *a = s->arena;
    struct ball_point at = point(s, false);
    const struct object *o = s->object;
    double low = o->from ? expression_end(o->from, &at, s->work) : NAN;
    double high = o->to ? expression_end(o->to, &at, s->work) : NAN;

    if (k->bounded || expr_infinity(k->point) != 0)
        return false;
    *c = (struct start){ .condition = k, .due = k->zero };
    for (unsigned i = 0; i <= s->ode->order; i++) {
        if (expr_mentions(k->zero, ode_symbol(i)))
            c->order = i;
        c->due = expr_replace(a, c->due, ode_symbol(i), expr_integer(a, 0));
    }
    c->of = s->y[c->order];
    c->x0 = expression_end(k->point, &at, s->work);
    c->to = !isfinite(high) ? c->x0 + 1
            : c->x0 < high  ? high
            : isfinite(low) ? low
                            : c->x0 - 1;
    return isfinite(c->x0) && c->to != c->x0 && settle_is_regular(s, c->x0);
}

/* Does the formula miss the condition, however far the limit is followed? A
 * derivative may be missed where the solution does not grow: the correction of
 * the next order has it in its layer. */
static enum truth start_holds(struct settling *s, struct start *c)
{
    struct trend_point p[LIMITS];
    struct trend_found t;

    set_symbol(s, 8 + 6 * (LIMITS - 1));
    find_scale(s, c, 8 + 6 * (LIMITS - 1));
    if (settle_is_initial(s) ? c->order > 0 && !c->grows
                             : c->order > 0 || (c->grows && c->is_zero))
        return TRUTH_UNKNOWN;
    for (size_t i = 0; i < LIMITS; i++) {
        double octaves = 8 + 6 * (double)i;

        set_symbol(s, octaves);
        p[i] = (struct trend_point){ .octaves = octaves,
                                     .log2 = missed(s, c, octaves) };
        if (isnan(p[i].log2))
            return TRUTH_UNKNOWN;
    }
    t = trend_find(p, LIMITS);
    if ((t.is != TREND_STAYS && t.is != TREND_GROWS) || t.last < -20)
        return TRUTH_YES;
    return TRUTH_NO;
}

static void check_starts(struct settling *s)
{
    const struct claim_limit *l = &s->object->claim->limit;
    struct work *all = s->work;
    struct work own = { .limit = (all->limit - all->used) / 16 };

    if (!s->ode->highest || s->ode->conditions_n != s->ode->order)
        return;
    s->work = &own;
    for (size_t i = 0; i < s->ode->conditions_n && !s->out->why; i++) {
        struct start c;
        bool sure;

        if (!settle_draw(s, 0) ||
            !settle_start_read(s, s->ode->conditions + i, &c) ||
            start_holds(s, &c) != TRUTH_NO)
            continue;
        /* Outer solutions and those of two-point problems have reasons. */
        sure = l->uniform_in && (!c.grows || settle_is_initial(s));
        if (sure || c.grows)
            settle_it(
                s, sure ? TRUTH_NO : TRUTH_UNKNOWN, "condition", false,
                arena_printf(s->arena,
                             "the condition %s is missed, however near %s "
                             "is to its limit",
                             c.condition->text, l->symbol));
    }
    (void)work_spend(all, own.used);
    s->work = all;
}

/* Is the limit one of a parameter, to 0 or infinity? */
static bool goes_with_symbol(const struct settling *s)
{
    const struct claim_limit *l = &s->object->claim->limit;

    return !str_eq(l->symbol, s->ode->variable) &&
           (l->to == LIMIT_ZERO_ABOVE || l->to == LIMIT_INFINITY);
}

void ode_settle(struct arena *a, struct object *o, const struct expr *claim,
                struct work *w, struct finding *out)
{
    struct settling s = {
        .arena = a, .object = o, .ode = o->own, .work = w, .out = out
    };
    bool ok = true;

    s.ode->guess = claim;
    if (!o->variable || expr_any(claim, judge_is_rounded) ||
        (o->claim->mode != CLAIM_EQUALS && !goes_with_symbol(&s)))
        return;
    s.y[0] = claim;
    for (unsigned k = 1; k <= s.ode->order && ok; k++) {
        s.y[k] = differentiate(a, s.y[k - 1], s.ode->variable, w);
        ok = s.y[k] != NULL;
    }
    if (!ok || !collect_names(&s, claim))
        return;
    conditions_read(a, o->claim, &s.conditions);
    s.values = _acb_vec_init(NAMES_MOST);
    if (o->claim->mode == CLAIM_EQUALS)
        check_all(&s);
    else
        check_starts(&s);
    _acb_vec_clear(s.values, NAMES_MOST);
}
