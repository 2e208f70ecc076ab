/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of published sets, and the verdicts on their keys. */
#include "verify/audit/audit.h"

#include "base/str.h"
#include "verify/audit/audit_int.h"
#include "verify/prompt/prompt.h"

#include <math.h>
#include <stdlib.h>

#define LONG_DECIMAL 10   /* digits of a constant that was rounded for print */
#define MORE_WORK    3    /* times, for a claim that met the ceiling */
#define ALL_DIGITS   1e-9 /* relative: constants that were fitted, not chosen */

/* ---- rows ---- */

/* The first of these members that is there. */
static const char *member(const struct json *j, const char *const *names)
{
    for (; *names; names++) {
        const char *text = json_string(json_get(j, *names));

        if (text)
            return text;
    }
    return NULL;
}

bool audit_row_read(struct arena *a, const struct json *j, size_t number,
                    struct audit_row *out, struct err *e)
{
    static const char *const prompts[] = { "prompt", "question", NULL };
    static const char *const solutions[] = { "solution", NULL };
    static const char *const topics[] = { "type", "question_type", NULL };
    static const char *const answers[] = { "answer_val", "extracted_answer",
                                           NULL };
    static const char *const ids[] = { "id", NULL };

    out->prompt = member(j, prompts);
    out->solution = member(j, solutions);
    out->topic = member(j, topics);
    out->answer = member(j, answers);
    out->id = member(j, ids);
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
    f->holds = TRUTH_YES;
    f->reason = "rounded constant";
    f->why = arena_printf(u->arena,
                          "the error falls to %.2g; the rest comes from the "
                          "rounding of the printed constants",
                          least);
}

/* The relative difference of the values of a row, as they are printed. */
static double relative(const struct finding_row *r)
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
        if (!(relative(&f->rows[i]) <= ALL_DIGITS))
            return;
    f->holds = TRUTH_YES;
    f->reason = "rounded constant";
    f->why = "the formula and its object agree to the digits of the printed "
             "constants";
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
    f->holds = TRUTH_UNKNOWN;
    f->reason = "rounded constant";
    f->why = arena_printf(u->arena,
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
    f->holds = TRUTH_UNKNOWN;
    f->reason = "no method";
    f->why = "no method finds the speed of this front";
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
    f->holds = TRUTH_UNKNOWN;
    f->reason = "two limits";
    f->why = arena_printf(u->arena,
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
    f->holds = TRUTH_UNKNOWN;
    f->reason = "logarithm";
    f->why = arena_printf(u->arena,
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
    f->holds = TRUTH_UNKNOWN;
    f->reason = "open range";
    f->why = "the error does not vanish at the end of the range, which the "
             "prompt excludes";
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
