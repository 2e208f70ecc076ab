/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/judge.h"
#include "base/str.h"
#include "base/vec.h"
#include "math/read/read.h"
#include "verify/expression.h"
#include "verify/sample.h"
#include "verify/trend.h"

#include <math.h>
#include <string.h>

#define ROUNDS_TRIED 24 /* drawn points that may have no value */
#define ROUNDED_FROM 2  /* digits from which a decimal may be rounded */

struct judge {
    struct arena *a;
    const struct claim *c;
    struct object *o;
    struct sampler on;
    struct conditions conditions;
    acb_t point; /* of LIMIT_POINT */
    bool minus;  /* towards minus infinity */
    bool waves;  /* the formula may oscillate in the limit's symbol */
    struct vec rows;
    struct finding *out;
};

/* A formula that is said to be the object's value. */

#define ROUNDS_EQUALS    8  /* drawn points that must agree */
#define DIGITS           20 /* that must agree */
#define DIGITS_LEAST     12 /* where no more can be had */
#define DIGITS_ESTIMATED 6

/* What one drawn point says. */
enum agreement { AGREE, DIFFER, NO_VALUE, TOO_FEW_DIGITS };

/* The larger of both sizes, for relative errors. */
static double judge_scale_of(const struct error_sample *s)
{
    return fmax(ball_log2(s->size), ball_log2(s->object));
}

static double judge_digits_of(const struct error_sample *s)
{
    arb_t t;
    double d;

    arb_init(t);
    arb_add(t, s->error, s->radius, 64);
    d = (judge_scale_of(s) - ball_log2(t)) * 0.30103;
    arb_clear(t);
    return d;
}

static enum agreement compare_estimates(const struct error_sample *s)
{
    double radius = (judge_scale_of(s) - ball_log2(s->radius)) * 0.30103;

    /* An estimate may be some digits too hopeful; twenty that agree are no
     * chance. */
    if (sample_is_resolved(s))
        return judge_digits_of(s) < DIGITS_ESTIMATED ? DIFFER
               : judge_digits_of(s) < DIGITS         ? TOO_FEW_DIGITS
                                                     : AGREE;
    return radius >= DIGITS_ESTIMATED ? AGREE : TOO_FEW_DIGITS;
}

static enum agreement judge_compare_at(struct judge *j, struct error_sample *s,
                                       double *digits)
{
    enum agreement got = NO_VALUE;
    const char *why = NULL;

    *digits = 0;
    for (slong bits = 96; bits <= 384; bits *= 2) {
        if (!sample_take(&j->on, NULL, 1, bits, s)) {
            why = s->why;
            if (bits > 96)
                break;
            continue;
        }
        *digits = judge_digits_of(s);
        if (!s->certified && !s->gap)
            return compare_estimates(s);
        if (s->gap)
            return DIFFER;
        got = *digits >= DIGITS || j->on.rounded ? AGREE : TOO_FEW_DIGITS;
        if (got == AGREE)
            break;
    }
    if (got == TOO_FEW_DIGITS && *digits >= DIGITS_LEAST)
        got = AGREE;
    s->why = why;
    return got;
}

static void equals_fails(struct judge *j, const struct error_sample *s)
{
    j->out->exact = s->gap && s->certified;
    if (s->is_complex)
        finding_print(j->out, j->a, TRUTH_NO, "complex value",
                      "the object is real and the formula is %s at "
                      "%s",
                      s->claimed, *s->at ? s->at : "its value");
    else
        finding_print(j->out, j->a, TRUTH_NO, "value",
                      "the object is %s and the formula %s%s%s", s->value,
                      s->claimed, *s->at ? " at " : "", s->at);
}

static void equals_holds(struct judge *j, unsigned n, double digits)
{
    if (j->on.rounded)
        finding_say(j->out, TRUTH_YES, "rounded constant",
                    "the values agree to the digits that the formula prints");
    else
        finding_print(j->out, j->a, TRUTH_YES, "value",
                      "the values agree to %.0f digits at %u "
                      "point%s",
                      fmin(floor(digits), 1000), n, n == 1 ? "" : "s");
}

bool judge_is_rounded(const struct expr *x)
{
    return x->op == EXPR_NUMBER && x->number->decimal &&
           !x->number->repeating && x->number->digits >= ROUNDED_FROM;
}

static void judge_add_row(struct judge *j, const struct error_sample *s,
                          double scaled);

/* Judge a claim that the formula is the object's value. */
static void judge_equals(struct judge *j)
{
    unsigned wanted = j->on.drawn_n ? ROUNDS_EQUALS : 1, agreed = 0, few = 0;
    const char *why = "no point satisfies the conditions";
    double least = INFINITY, digits;
    struct error_sample s;

    sample_init(&s, &j->on);
    for (unsigned i = 0; i < ROUNDS_TRIED && agreed + few < wanted; i++) {
        enum agreement got;

        if (!sampler_draw(&j->on, i))
            break;
        got = judge_compare_at(j, &s, &digits);
        if (got == NO_VALUE) {
            why = s.why ? s.why : "there is no value";
            if (!j->on.drawn_n || (i >= 5 && agreed + few == 0))
                break;
            continue;
        }
        judge_add_row(j, &s, ball_log2(s.error) - judge_scale_of(&s));
        if (got == DIFFER) {
            equals_fails(j, &s);
            break;
        }
        agreed += got == AGREE;
        few += got == TOO_FEW_DIGITS;
        least = fmin(least, digits);
    }
    if (j->out->reason)
        ;
    else if (j->on.work->ceiling && agreed < (wanted + 1) / 2)
        finding_print(j->out, j->a, TRUTH_UNKNOWN, "ceiling",
                      FINDING_LIMIT "%s was reached", j->on.work->ceiling);
    else if (few || agreed < (wanted + 1) / 2)
        finding_say(j->out, TRUTH_UNKNOWN, few ? "digits" : "no method",
                    few ? "the values agree, but to too few digits" : why);
    else
        equals_holds(j, agreed, least);
    sample_clear(&s);
}

#define ROUNDS_LIMIT 3 /* drawn points at which a limit is followed */
#define STEPS        40
#define PLACES       3 /* nearby values of the symbol */
#define PLACES_MANY  9 /* where the error oscillates */
#define SMOOTH       2 /* steps without oscillation: then one place is enough */
#define BITS_LEAST   40
#define BITS_USUAL   64
#define OCTAVES_MOST 217
#define BEYOND       12     /* octaves behind the object's own scale */
#define DEAR         100000 /* units of a step that is long */
#define DEAR_FROM    12     /* octaves that are walked in any case */

/* Octaves of the symbol: even ones first, then far for slow convergence. */
static const double octaves[] = { 4,  6,  8,   10,  12,  14,  16,  18, 20,
                                  23, 26, 30,  34,  39,  45,  52,  60, 69,
                                  80, 92, 106, 122, 141, 163, 188, 217 };

/* Where the object has values near the beginning alone. */
static const double near_octaves[] = { 2.5, 3,  3.5, 4,  4.5, 5, 5.5, 6,
                                       6.5, 7,  7.5, 8,  8.5, 9, 9.5, 10,
                                       11,  12, 13,  14, 15,  16 };

/* ---- setting up ---- */

static bool judge_is_drawn(const struct judge *j, const char *name)
{
    if (j->o->variable && str_eq(name, j->o->variable))
        return false;
    return j->c->mode != CLAIM_ASYMPTOTIC || !str_eq(name, j->c->limit.symbol);
}

/* Names in the order of struct sampler: drawn ones, symbol, variable. */
static void name_values(struct judge *j)
{
    const struct claim *c = j->c;
    struct sampler *on = &j->on;

    on->names = arena_array(j->a, const char *, c->parameters_n + 2);
    for (size_t i = 0; i < c->parameters_n; i++)
        if (judge_is_drawn(j, c->parameters[i]))
            on->names[on->drawn_n++] = c->parameters[i];
    if (c->mode == CLAIM_ASYMPTOTIC) {
        on->symbol_is_variable =
            j->o->variable && str_eq(j->o->variable, c->limit.symbol);
        on->has_symbol = !on->symbol_is_variable;
    }
    if (on->has_symbol)
        on->names[on->drawn_n] = c->limit.symbol;
    if (j->o->variable)
        on->names[on->drawn_n + on->has_symbol] = j->o->variable;
    on->values = _acb_vec_init((slong)on->drawn_n + 2);
}

/* Is there a function of the symbol that may oscillate? */
static bool has_waves(const struct expr *x, const char *symbol)
{
    bool has = expr_is_constant(x, CONSTANT_I);

    if (x->op == EXPR_CALL && x->function->id != FN_EXP &&
        x->function->id != FN_LN && x->function->id != FN_SQRT)
        has = addends_depends(x, symbol);
    for (unsigned i = 0; i < x->count && !has; i++)
        has = x->args[i] && has_waves(x->args[i], symbol);
    return has;
}

static void open(struct judge *j, const struct expr *formula, struct work *w)
{
    const struct expr **addends =
        arena_array(j->a, const struct expr *, ADDENDS_MAX);

    conditions_read(j->a, j->c, &j->conditions);
    conditions_add_whole(j->a, &j->conditions, j->o->whole, j->o->whole_n);
    acb_init(j->point);
    j->rows = vec_in(j->a, sizeof(struct finding_row));
    j->on = (struct sampler){ .arena = j->a,
                              .object = j->o,
                              .conditions = &j->conditions,
                              .formula = formula,
                              .centre = j->point,
                              .work = w };
    name_values(j);
    if (j->c->mode == CLAIM_ASYMPTOTIC) {
        j->waves = has_waves(formula, j->c->limit.symbol);
        j->on.addends = addends;
        j->on.addends_n = addends_of(j->a, formula, j->c->limit.symbol,
                                     j->c->limit.terms > 1, addends);
        j->on.uniform = j->c->limit.uniform_in != NULL;
    }
}

static void close(struct judge *j)
{
    j->out->rows = j->rows.items;
    j->out->rows_n = j->rows.n;
    _acb_vec_clear(j->on.values, (slong)j->on.drawn_n + 2);
    acb_clear(j->point);
}

/* Add a row to the table behind it. */
static void judge_add_row(struct judge *j, const struct error_sample *s,
                          double scaled)
{
    struct finding_row *row = vec_push(&j->rows);

    row->at = s->at;
    row->object = s->value;
    row->claim = s->claimed;
    row->error = sample_exp2(ball_log2(s->error));
    row->scaled = sample_exp2(scaled);
}

/* ---- limits ---- */

/* The steps of one sequence. */
struct walk {
    struct error_sample s[STEPS];
    double octave[STEPS];
    uint64_t cost[STEPS]; /* units of work */
    size_t n;
    const char *why; /* it ended early */
    bool is_complex;
};

/* The symbol's value, `octave` octaves towards the limit. */
static void judge_symbol_at(struct judge *j, acb_t out, double octave, int side)
{
    enum limit_to to = j->c->limit.to;
    double whole = floor(octave);
    bool up = to == LIMIT_INFINITY || j->minus;

    /* Few bits, and an integer from 8 on. */
    acb_set_d(out, octave > whole ? up ? 1.375 : 0.6875 : 1);
    acb_mul_2exp_si(out, out, (slong)(up ? whole : -whole));
    if (conditions_whole(&j->conditions, j->c->limit.symbol))
        arb_floor(acb_realref(out), acb_realref(out), 1024);
    if (to == LIMIT_ZERO_BELOW || j->minus || side < 0)
        acb_neg(out, out);
}

/* The same, from the limit's point. */
static void judge_place_at(struct judge *j, acb_t out, double octave, int side)
{
    judge_symbol_at(j, out, octave, side);
    if (j->c->limit.to == LIMIT_POINT && !j->minus)
        acb_add(out, out, j->point, 2048);
}

/* Does the error vary among nearby places, and not as a formula without waves
 * does? */
static bool oscillates(const struct judge *j, const struct error_sample *s)
{
    arb_t t;
    bool does;

    arb_init(t);
    arb_mul_ui(t, s->least, 3, 64);
    does = arb_lt(t, s->error);
    arb_mul_ui(t, s->share_least, 3, 64);
    does = does && (j->waves || !arb_ge(t, s->share_most));
    arb_clear(t);
    return does;
}

/* Bits that leave an error of the next step some digits, if it goes on as in
 * the last two. */
static slong bits_of_step(const struct judge *j, const struct walk *k,
                          double octave)
{
    const struct error_sample *s;
    double lost, before, slope;

    if (j->c->kind != CLAIM_INTEGRAL && j->c->kind != CLAIM_ROOT &&
        j->c->kind != CLAIM_SUM)
        return BITS_USUAL;
    if (k->n < 2)
        return BITS_LEAST;
    s = &k->s[k->n - 1];
    if (!sample_is_resolved(s))
        return j->on.bits;
    lost = ball_log2(s->size) - ball_log2(s->error);
    s = &k->s[k->n - 2];
    before = ball_log2(s->size) - ball_log2(s->error);
    slope =
        fmax(0, lost - before) / (k->octave[k->n - 1] - k->octave[k->n - 2]);
    lost += slope * (octave - k->octave[k->n - 1]) + 16;
    return lost > BITS_LEAST && lost < 1000 ? (slong)lost : BITS_LEAST;
}

/* One step. It may take its share of the work, so that a sequence that gets
 * too expensive ends with what it has. */
static bool judge_step(struct judge *j, struct walk *k, double octave, int side,
                       unsigned *places)
{
    struct work *all = j->on.work;
    struct work own = { .limit = (all->limit - all->used) / 6 };
    struct error_sample *s = &k->s[k->n];
    acb_t symbol;
    bool ok;

    acb_init(symbol);
    judge_place_at(j, symbol, octave, side);
    j->on.work = &own;
    j->on.bits = bits_of_step(j, k, octave);
    sample_init(s, &j->on);
    ok = sample_resolve(&j->on, symbol, *places, s);
    if (ok && *places == PLACES &&
        (!j->on.object->variable || j->on.symbol_is_variable) &&
        oscillates(j, s)) {
        *places = PLACES_MANY;
        ok = sample_resolve(&j->on, symbol, *places, s);
    } else if (*places == PLACES && k->n + 1 >= SMOOTH && !j->waves &&
               !j->on.object->variable)
        *places = 1;
    j->on.work = all;
    (void)work_spend(all, own.used);
    k->why = ok            ? NULL
             : own.ceiling ? arena_printf(j->a, FINDING_LIMIT "%s was reached",
                                          own.ceiling)
                           : s->why;
    judge_symbol_at(j, symbol, octave, side);
    k->octave[k->n] = fabs(ball_log2(acb_realref(symbol)));
    k->is_complex |= ok && s->is_complex;
    k->cost[k->n] = own.used;
    if (ok)
        k->n++;
    else
        sample_clear(s);
    acb_clear(symbol);
    return ok;
}

static void judge_walk_clear(struct walk *k)
{
    for (size_t i = 0; i < k->n; i++)
        sample_clear(&k->s[i]);
}

/* ---- the scale of the error ---- */

/* What the errors of a walk are divided by. */
struct scale {
    bool by_order; /* symbol^order, else a group of addends */
    bool relative; /* and times the size of the formula */
    double order;
    bool member[ADDENDS_MAX]; /* addends of the group */
    bool whole;               /* the whole formula */
};

static double judge_scale_at(const struct judge *j, const struct scale *c,
                             const struct error_sample *s, double octave)
{
    double most = -INFINITY;

    if (c->by_order) {
        bool up = j->c->limit.to == LIMIT_INFINITY || j->minus;

        return c->order * (up ? octave : -octave) +
               (c->relative ? ball_log2(s->size) : 0);
    }
    if (c->whole)
        return ball_log2(s->size);
    for (size_t i = 0; i < s->addends_n; i++)
        if (c->member[i])
            most = fmax(most, ball_log2(s->addends + i));
    return most;
}

static size_t scaled_points(const struct judge *j, const struct walk *k,
                            const struct scale *c, struct trend_point *out)
{
    size_t n = 0;

    for (size_t i = 0; i < k->n; i++) {
        const struct error_sample *s = &k->s[i];
        bool resolved = sample_is_resolved(s);
        double scale = judge_scale_at(j, c, s, k->octave[i]);
        arb_t worst;

        arb_init(worst);
        arb_add(worst, s->error, s->radius, 64);
        out[n].octaves = k->octave[i];
        out[n].log2 =
            fmax(ball_log2(resolved ? s->error : worst) - scale, -4000);
        out[n].floor = !resolved;
        arb_clear(worst);
        if (isfinite(out[n].log2))
            n++;
    }
    return n;
}

/* Groups of addends of the same order, the smallest at the end of the walk
 * first. */
struct groups {
    struct scale scale[ADDENDS_MAX];
    double size[ADDENDS_MAX];
    size_t n;
};

/* Is the quotient of two addends bounded both ways along the walk? */
static bool same_order(const struct walk *k, size_t a, size_t b)
{
    const struct error_sample *x = &k->s[k->n / 2], *y = &k->s[k->n - 1];
    double before = ball_log2(x->addends + a) - ball_log2(x->addends + b);
    double after = ball_log2(y->addends + a) - ball_log2(y->addends + b);

    return fabs(after - before) < 0.2;
}

static void group_addends(const struct judge *j, const struct walk *k,
                          struct groups *g)
{
    bool used[ADDENDS_MAX] = { false };
    const struct error_sample *last = &k->s[k->n - 1];

    g->n = 0;
    for (size_t left = j->on.addends_n; left > 0;) {
        struct scale *c = &g->scale[g->n];
        size_t least = ADDENDS_MAX;

        *c = (struct scale){ 0 };
        for (size_t i = 0; i < j->on.addends_n; i++)
            if (!used[i] && (least == ADDENDS_MAX ||
                             arb_lt(last->addends + i, last->addends + least)))
                least = i;
        g->size[g->n] = ball_log2(last->addends + least);
        for (size_t i = 0; i < j->on.addends_n; i++)
            if (!used[i] && (i == least || same_order(k, i, least))) {
                c->member[i] = used[i] = true;
                left--;
            }
        /* An addend that is 0 is none. */
        if (isfinite(g->size[g->n]))
            g->n++;
    }
    if (g->n == 1)
        g->scale[0].whole = true;
}

/* ---- verdicts of limits ---- */

static void judge_add_rows(struct judge *j, const struct walk *k,
                           const struct scale *c)
{
    for (size_t i = 0; i < k->n; i++)
        judge_add_row(j, &k->s[i],
                      ball_log2(k->s[i].error) -
                          judge_scale_at(j, c, &k->s[i], k->octave[i]));
}

static struct trend_found judge_follow(const struct judge *j,
                                       const struct walk *k,
                                       const struct scale *c, bool bounded)
{
    struct trend_point p[STEPS];
    size_t n = scaled_points(j, k, c, p);

    return bounded ? trend_bounded(p, n) : trend_find(p, n);
}

/* What the trend of |object - claim| over a group says. */
static void verdict_terms(struct judge *j, const struct trend_found *t,
                          size_t groups)
{
    const char *last = groups == 1 ? "the formula" : "its last term";

    switch (t->is) {
    case TREND_VANISHES:
        finding_print(j->out, j->a, TRUTH_YES, "trend",
                      "the error over %s tends to 0, like the "
                      "power %.2f of the symbol",
                      last, fmin(t->power, 999));
        break;
    case TREND_STAYS:
        finding_print(j->out, j->a, TRUTH_NO, "trend",
                      "the error over %s tends to %.4g, not to 0", last,
                      sample_exp2(t->last));
        break;
    case TREND_GROWS:
        finding_print(j->out, j->a, TRUTH_NO, "trend",
                      "the error over %s grows, to %.4g at the "
                      "end",
                      last, sample_exp2(t->last));
        break;
    case TREND_UNCLEAR:
        finding_print(j->out, j->a, TRUTH_UNKNOWN, "trend",
                      "the error over %s shows no clear trend; it "
                      "is %.4g at the end",
                      last, sample_exp2(t->last));
        break;
    }
}

/* Which of the printed terms is the first that is wrong? */
static void name_wrong_term(struct judge *j, const struct walk *k,
                            const struct groups *g)
{
    for (size_t i = g->n; g->n > 1 && i-- > 0;) {
        struct trend_found t = judge_follow(j, k, &g->scale[i], false);

        if (t.is == TREND_VANISHES)
            continue;
        if (t.is == TREND_STAYS || t.is == TREND_GROWS)
            j->out->why = arena_printf(j->a, "%s: printed term %zu is wrong",
                                       j->out->why, g->n - i);
        return;
    }
}

/* Of roots, terms may be counted as powers from the 0th on, those that vanish
 * among them: x = eps + 0 eps^2. */
static bool counts_powers(const struct judge *j, const struct walk *k,
                          const struct trend_found *t, double last,
                          size_t missing)
{
    double power = -last / k->octave[k->n - 1];

    return j->c->kind == CLAIM_ROOT && j->c->limit.to == LIMIT_ZERO_ABOVE &&
           power > j->c->limit.terms - 1.2 && t->power > (double)missing + 0.2;
}

static void judge_terms(struct judge *j, const struct walk *k)
{
    size_t asked = (size_t)(j->c->limit.terms ? j->c->limit.terms : 1);
    struct groups g;
    struct trend_found t;

    group_addends(j, k, &g);
    if (g.n == 0) {
        finding_say(j->out, TRUTH_UNKNOWN, "trend", "the formula is 0");
        return;
    }
    if (j->o->variable && asked == 1)
        g.n = 1, g.scale[0] = (struct scale){ .whole = true };
    t = judge_follow(j, k, &g.scale[0], false);
    verdict_terms(j, &t, g.n);
    judge_add_rows(j, k, &g.scale[0]);
    if (j->out->holds == TRUTH_NO && g.n > asked) {
        /* More is printed than is asked for: exponentially small parts of a
         * closed form are no terms of an expansion. */
        struct trend_found at =
            judge_follow(j, k, &g.scale[g.n - asked], false);
        double gap = g.size[g.n - asked] - g.size[0];

        if (at.is == TREND_VANISHES && gap > 20 * k->octave[k->n - 1])
            verdict_terms(j, &at, asked);
    }
    if (j->out->holds == TRUTH_NO)
        name_wrong_term(j, k, &g);
    if (j->out->holds == TRUTH_YES && g.n < asked &&
        sample_is_resolved(&k->s[k->n - 1]) &&
        !counts_powers(j, k, &t, g.size[0], asked - g.n))
        finding_print(j->out, j->a, TRUTH_UNKNOWN, "terms",
                      "%zu of %zu terms of the formula can be "
                      "checked separately; these are right",
                      g.n, asked);
}

/* Does the formula grow or decay faster than any power? */
static bool judge_is_exponential(const struct walk *k)
{
    const struct error_sample *x = &k->s[k->n / 2], *y = &k->s[k->n - 1];
    double rise = ball_log2(y->size) - ball_log2(x->size);

    return fabs(rise) > 12 * (k->octave[k->n - 1] - k->octave[k->n / 2]) + 8;
}

static void judge_order(struct judge *j, const struct walk *k)
{
    struct scale c = { .by_order = true, .relative = judge_is_exponential(k) };
    struct scale whole = { .whole = true };
    struct trend_found t, of_whole = judge_follow(j, k, &whole, false);
    const char *order = fmpq_get_str(NULL, 10, j->c->limit.order);
    const char *text = arena_strdup(j->a, order);

    flint_free((void *)order);
    c.order = fmpz_get_d(fmpq_numref(j->c->limit.order)) /
              fmpz_get_d(fmpq_denref(j->c->limit.order));
    t = judge_follow(j, k, &c, true);
    judge_add_rows(j, k, &c);
    if (t.is == TREND_GROWS)
        finding_print(j->out, j->a, TRUTH_NO, "trend",
                      "the error over %s^{%s} grows, to %.4g at "
                      "the end",
                      j->c->limit.symbol, text, sample_exp2(t.last));
    else if (t.is == TREND_UNCLEAR)
        finding_print(j->out, j->a, TRUTH_UNKNOWN, "trend",
                      "the error over %s^{%s} shows no clear "
                      "trend",
                      j->c->limit.symbol, text);
    else if (of_whole.is == TREND_STAYS || of_whole.is == TREND_GROWS)
        finding_say(
            j->out, TRUTH_NO, "trend",
            "the error is of the stated order, but so is the formula: it "
            "is not even right to leading order");
    else
        finding_print(j->out, j->a, TRUTH_YES, "trend",
                      "the error over %s^{%s} stays bounded, "
                      "%.4g at the end",
                      j->c->limit.symbol, text, sample_exp2(t.last));
}

static void judge_walk(struct judge *j, const struct walk *k)
{
    j->out->reason = NULL;
    j->out->holds = TRUTH_UNKNOWN;
    if (k->is_complex)
        finding_print(j->out, j->a, TRUTH_NO, "complex value",
                      "the object is real and the formula is %s "
                      "at %s",
                      k->s[k->n - 1].claimed, k->s[k->n - 1].at);
    else if (k->n < 3)
        finding_say(j->out, TRUTH_UNKNOWN, "no method",
                    k->why ? k->why : "the object has too few values");
    else if (j->c->limit.has_order)
        judge_order(j, k);
    else
        judge_terms(j, k);
    if (j->out->holds != TRUTH_UNKNOWN && !k->is_complex && k->n >= 3 &&
        k->octave[k->n - 1] < fmin(j->o->reach, OCTAVES_MOST - BEYOND))
        finding_print(j->out, j->a, TRUTH_UNKNOWN, "scale",
                      "the limit is not reached before the "
                      "symbol is 2^%s%.0f, and the sequence "
                      "ends earlier",
                      j->c->limit.to == LIMIT_INFINITY ? "" : "-", j->o->reach);
    if (j->out->holds == TRUTH_UNKNOWN && k->why && k->n >= 3)
        j->out->why = arena_printf(j->a, "%s; the sequence ended early: %s",
                                   j->out->why, k->why);
}

/* How far a walk must go: less where the error over the formula is one power
 * of the symbol, without any bend. */
static double enough_octaves(const struct judge *j, const struct walk *k)
{
    struct scale c = { .whole = true };
    struct trend_point p[STEPS];
    size_t n = scaled_points(j, k, &c, p);

    return !j->o->variable && trend_is_straight(p, n) ? 14 : 20;
}

/* Do steps get dearer and dearer, as those of waves whose number is 1/symbol? */
static bool judge_is_dear(const struct walk *k)
{
    const uint64_t *last = k->cost + k->n;

    return k->n >= 5 && k->octave[k->n - 1] >= DEAR_FROM && last[-1] > DEAR &&
           last[-1] > 2 * last[-2] && 2 * last[-2] > 3 * last[-3];
}

/* Walk along these octaves until the verdict is clear. Far and dear steps come
 * only if it is not. */
static void walk_along(struct judge *j, struct walk *k, const double *along,
                       size_t n, int side)
{
    unsigned places = PLACES;
    size_t rows = j->rows.n, failed = 0;

    for (size_t i = 0; i < n; i++) {
        if (!judge_step(j, k, along[i], side, &places)) {
            /* The first steps may lie outside of the conditions. */
            if (k->n > 0 || ++failed > 12)
                break;
            continue;
        }
        if (k->is_complex)
            break;
        if ((along[i] < fmax(enough_octaves(j, k), j->o->reach + BEYOND) ||
             k->n < 6) &&
            !judge_is_dear(k))
            continue;
        j->rows.n = rows;
        judge_walk(j, k);
        if (j->out->holds != TRUTH_UNKNOWN || str_eq(j->out->reason, "terms"))
            break;
    }
    j->rows.n = rows;
    judge_walk(j, k);
}

/* How many of its steps have an error that is known? */
static size_t resolved_steps(const struct walk *k)
{
    size_t n = 0;

    for (size_t i = 0; i < k->n; i++)
        n += sample_is_resolved(&k->s[i]);
    return n;
}

static void judge_follow_side(struct judge *j, int side)
{
    struct walk *k = arena_new(j->a, struct walk);
    size_t rows = j->rows.n;

    walk_along(j, k, octaves, sizeof(octaves) / sizeof(octaves[0]), side);
    if (j->out->holds == TRUTH_UNKNOWN && resolved_steps(k) < 9 &&
        !str_eq(j->out->reason, "terms")) {
        judge_walk_clear(k);
        memset(k, 0, sizeof(*k));
        j->rows.n = rows;
        walk_along(j, k, near_octaves,
                   sizeof(near_octaves) / sizeof(near_octaves[0]), side);
    }
    judge_walk_clear(k);
}

static bool judge_read_point(struct judge *j)
{
    const struct expr *x;
    struct err e;

    if (j->c->limit.to != LIMIT_POINT)
        return true;
    if (!read_expr(j->a, j->c->limit.point, strlen(j->c->limit.point), NULL, &x,
                   &e))
        return false;
    j->minus = expr_infinity(x) < 0;
    return j->minus || ball_value(j->point, x, NULL, 2048, j->on.work);
}

/* One drawn point after another; a failure at one is a failure. */
static void judge_limit(struct judge *j)
{
    unsigned rounds = j->on.drawn_n ? ROUNDS_LIMIT : 1;
    enum truth all = TRUTH_YES;
    struct finding worst = { 0 };

    if (!judge_read_point(j)) {
        finding_say(j->out, TRUTH_UNKNOWN, "unread claim",
                    "the point of the limit cannot be read");
        return;
    }
    for (unsigned i = 0; i < rounds && all != TRUTH_NO; i++) {
        if (!sampler_draw(&j->on, i)) {
            finding_say(j->out, TRUTH_UNKNOWN, "condition",
                        "no point satisfies the conditions");
            return;
        }
        bool two_sided = j->c->limit.to == LIMIT_POINT && !j->minus;
        bool seen = false; /* values on a side */

        for (int side = 1; side >= -1 && all != TRUTH_NO; side -= 2) {
            size_t rows = j->rows.n;
            bool nothing;

            if (side < 0 && !two_sided)
                break;
            judge_follow_side(j, side);
            nothing = j->rows.n == rows && j->out->holds == TRUTH_UNKNOWN;
            /* The object may begin or end at the point. */
            if (nothing && two_sided && (side > 0 || seen))
                continue;
            seen |= !nothing;
            if (i == 0 || j->out->holds == TRUTH_NO || all == TRUTH_YES)
                worst = *j->out;
            all = j->out->holds == TRUTH_NO ? TRUTH_NO
                  : all == TRUTH_UNKNOWN    ? all
                                            : j->out->holds;
        }
    }
    if (all == TRUTH_UNKNOWN && worst.holds != TRUTH_UNKNOWN)
        worst.holds = TRUTH_UNKNOWN;
    *j->out = worst;
}

/* The last steps of a walk, with decimals as balls. */
static void judge_rounded_limit(struct judge *j)
{
    struct walk *k = arena_new(j->a, struct walk);
    unsigned places = 1;
    bool inside = true;
    double spread = -INFINITY;

    if (!sampler_draw(&j->on, 0))
        return;
    for (int octave = 12; octave <= 20; octave += 2)
        if (!judge_step(j, k, octave, 1, &places))
            break;
    for (size_t i = k->n > 3 ? k->n - 3 : 0; i < k->n; i++) {
        const struct error_sample *s = &k->s[i];

        inside &= !s->gap && arb_le(s->error, s->radius);
        spread = fmax(spread, ball_log2(s->spread) - ball_log2(s->size));
    }
    if (k->n >= 3 && inside && spread < -4)
        finding_say(j->out, TRUTH_YES, "rounded constant",
                    "the formula agrees to the digits that it prints");
    else if (k->n >= 3 && inside)
        finding_say(j->out, TRUTH_NO, "rounded constant",
                    "the rounded constants make the formula wrong in the "
                    "limit: a rounding error is multiplied without bound");
    judge_walk_clear(k);
}

/* Formulas whose decimals are rounded are judged once more, to the digits that
 * they print. */
static void judge_rounded(struct judge *j)
{
    struct finding plain = *j->out;
    size_t rows = j->rows.n;

    if (plain.holds != TRUTH_NO || !expr_any(j->on.formula, judge_is_rounded) ||
        str_eq(plain.reason, "complex value"))
        return;
    j->on.rounded = ROUNDED_FROM;
    j->out->reason = NULL;
    j->out->holds = TRUTH_UNKNOWN;
    if (j->c->mode == CLAIM_EQUALS)
        judge_equals(j);
    else
        judge_rounded_limit(j);
    if (j->out->holds == TRUTH_UNKNOWN ||
        !str_eq(j->out->reason, "rounded constant")) {
        *j->out = plain;
        j->rows.n = rows;
    }
    j->out->exact = false;
    j->on.rounded = 0;
}

static void judge_local(struct judge *j);

void judge_values(struct arena *a, struct object *o, const struct expr *formula,
                  struct work *w, struct finding *out)
{
    struct judge j = { .a = a, .c = o->claim, .o = o, .out = out };

    open(&j, formula, w);
    if (j.c->mode == CLAIM_EQUALS)
        judge_equals(&j);
    else
        judge_limit(&j);
    judge_local(&j);
    judge_rounded(&j);
    close(&j);
}

/*
 * Solutions that vary by many orders of magnitude. The largest error over the
 * range says nothing where such a solution is small: e^{-x/eps} with a wrong
 * factor before it is right beside its first value, and nowhere else. So each
 * error is divided by the size of the formula around its place, at places that
 * keep their distance from the ends.
 */

#define INNER              9
#define LOCAL_STEPS        8
#define VARIES             60.0 /* octaves of the formula at the end of the walk */
#define LOCAL_DIGITS_LEAST 20 /* bits that a value must have */
#define WORK_SHARE         32

/* The formula and the object at the places, for one value of the symbol. */
struct local {
    arb_ptr xs;
    struct object_value v[INNER];
    double size[INNER];  /* log2 of the formula */
    double error[INNER]; /* log2 of the difference; NAN: not known */
};

static bool place_xs(struct judge *j, arb_ptr xs, const struct ball_point *at)
{
    acb_t low, high;
    bool ok;

    acbs_init(low, high, NULL);
    ok = ball_value(low, j->o->from, at, 128, j->on.work) &&
         ball_value(high, j->o->to, at, 128, j->on.work);
    for (int i = 0; i < INNER && ok; i++) {
        arb_sub(xs + i, acb_realref(high), acb_realref(low), 128);
        arb_mul_ui(xs + i, xs + i, 13 + 8 * (ulong)i, 128);
        arb_div_ui(xs + i, xs + i, 90, 128);
        arb_add(xs + i, xs + i, acb_realref(low), 53);
        mag_zero(arb_radref(xs + i));
    }
    acbs_clear(low, high, NULL);
    return ok;
}

static void judge_compare(struct judge *j, struct local *l,
                          struct ball_point at)
{
    acb_t f;

    acb_init(f);
    at.n++;
    for (int i = 0; i < INNER; i++) {
        l->size[i] = l->error[i] = NAN;
        acb_set_arb(j->on.values + at.n - 1, l->xs + i);
        if (!ball_value(f, j->on.formula, &at, 256, j->on.work))
            continue;
        l->size[i] = ball_size(f);
        acb_sub(f, f, l->v[i].value, 256);
        if (acb_rel_accuracy_bits(l->v[i].value) >= LOCAL_DIGITS_LEAST)
            l->error[i] = ball_size(f);
    }
    acb_clear(f);
}

/* The largest error over the size around its place; NAN if it has none. Sets
 * *varies to the octaves between the largest and the smallest size. */
static double judge_worst(const struct local *l, double *varies)
{
    double most = NAN, high = -INFINITY, low = INFINITY;

    for (int i = 0; i < INNER; i++) {
        double around = l->size[i];

        high = fmax(high, l->size[i]);
        low = fmin(low, l->size[i]);
        /* Two places on either side: a wave may have zeros at one. */
        for (int k = i - 2; k <= i + 2; k++)
            if (k >= 0 && k < INNER && l->size[k] < around + 6)
                around = fmax(around, l->size[k]);
        most = fmax(most, l->error[i] - around);
    }
    *varies = high - low;
    return most;
}

/* One value of the symbol. Returns NAN where the object gives no values. */
static double local_error(struct judge *j, double octave, double *varies)
{
    struct local l = { .xs = _arb_vec_init(INNER) };
    struct ball_point at = { .names = j->on.names,
                             .values = j->on.values,
                             .n = j->on.drawn_n + 1,
                             .thorough = true };
    struct object_query q = {
        .at = &at, .xs = l.xs, .n = INNER, .bits = 64, .relative = true
    };
    const char *why;
    double most = NAN;

    for (int i = 0; i < INNER; i++)
        acb_init(l.v[i].value);
    acb_set_d(j->on.values + j->on.drawn_n,
              exp2(j->c->limit.to == LIMIT_INFINITY ? octave : -octave));
    if (place_xs(j, l.xs, &at) &&
        j->o->kind->values(j->o, &q, l.v, j->on.work, &why)) {
        judge_compare(j, &l, at);
        most = judge_worst(&l, varies);
    }
    for (int i = 0; i < INNER; i++)
        acb_clear(l.v[i].value);
    _arb_vec_clear(l.xs, INNER);
    return most;
}

static bool judge_is_asked(const struct judge *j)
{
    return j->out->holds == TRUTH_YES && j->c->kind == CLAIM_ODE &&
           j->c->mode == CLAIM_ASYMPTOTIC && j->o->variable &&
           j->on.has_symbol && j->on.uniform && j->o->from && j->o->to &&
           (j->c->limit.to == LIMIT_ZERO_ABOVE ||
            j->c->limit.to == LIMIT_INFINITY);
}

/* Take back "holds" where the solution of a differential equation varies by
 * many orders of magnitude and the formula is right beside its largest value
 * alone. */
static void judge_local(struct judge *j)
{
    struct work *all = j->on.work;
    struct work own = { .limit = (all->limit - all->used) / WORK_SHARE };
    struct trend_point p[LOCAL_STEPS];
    double varies = 0;
    size_t n = 0;

    if (!judge_is_asked(j) || !sampler_draw(&j->on, 0))
        return;
    j->on.work = &own;
    for (; n < LOCAL_STEPS; n++) {
        p[n] = (struct trend_point){ .octaves = 4 + 0.5 * (double)n };
        p[n].log2 = local_error(j, p[n].octaves, &varies);
        if (!isfinite(p[n].log2) || (n > 0 && varies < 4))
            break;
    }
    j->on.work = all;
    (void)work_spend(all, own.used);
    if (varies > VARIES && n >= 6) {
        struct trend_found t = trend_find(p, n);

        if (t.is == TREND_STAYS || t.is == TREND_GROWS)
            finding_print(j->out, j->a, TRUTH_UNKNOWN, "envelope",
                          "the formula is right beside its largest "
                          "value, but where the solution is "
                          "exponentially smaller the error over "
                          "the formula there tends to %.4g",
                          sample_exp2(t.last));
    }
}
