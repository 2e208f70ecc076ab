/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "math/decide/decide.h"
#include "math/read/read.h"
#include "math/tree/print.h"
#include "verify/audit/audit_int.h"
#include "verify/expression.h"

#include <math.h>

/* Polynomials of prompts, and their form without dimensions. */

const struct expr *audit_read(struct arena *a, const char *text)
{
    const struct expr *x;
    struct err e;

    return read_expr(a, text, strlen(text), NULL, &x, &e) ? x : NULL;
}

const struct expr *audit_statement(struct audit_case *u, size_t i)
{
    struct prompt_token t = prompt_token_at(&u->tokens, i);
    struct span s = prompt_right_side(u->arena, t.s);

    return t.kind == PROMPT_STATEMENT
               ? audit_read(u->arena, arena_strndup(u->arena, s.s, s.n))
               : NULL;
}

double audit_number(const struct expr *x)
{
    struct work w = { .limit = 10000000 };

    return expression_number(x, NULL, &w);
}

/* ---- sums of powers ---- */

/* Take the factor into the term. Returns false if it has the variable in
 * another way than as a power. */
static bool take_factor(struct arena *a, const struct expr *x, const char *var,
                        struct audit_term *t)
{
    if (x->op == EXPR_POW && expr_is_symbol(x->args[0], var) &&
        x->args[1]->op == EXPR_NUMBER) {
        fmpq_add(t->exponent, t->exponent, x->args[1]->number->value);
        return true;
    }
    if (expr_is_symbol(x, var)) {
        fmpq_add_si(t->exponent, t->exponent, 1);
        return true;
    }
    if (x->op == EXPR_MUL) {
        for (unsigned i = 0; i < x->count; i++)
            if (!take_factor(a, x->args[i], var, t))
                return false;
        return true;
    }
    if (expr_replace(a, x, var, expr_integer(a, 1)) != x)
        return false;
    t->coefficient = t->coefficient ? expr_mul(a, t->coefficient, x) : x;
    return true;
}

static bool take_term(struct arena *a, const struct expr *x, const char *var,
                      struct vec *out)
{
    struct audit_term t = { NULL, { { 0, 1 } } }, *same;
    bool negative = x->op == EXPR_NEG;

    if (!take_factor(a, negative ? x->args[0] : x, var, &t))
        return false;
    if (!t.coefficient)
        t.coefficient = expr_integer(a, 1);
    if (negative)
        t.coefficient = expr_neg(a, t.coefficient);
    for (size_t i = 0; i < out->n; i++) {
        same = vec_get(out, struct audit_term, i);
        if (fmpq_equal(same->exponent, t.exponent)) {
            same->coefficient = expr_add(a, same->coefficient, t.coefficient);
            return true;
        }
    }
    *(struct audit_term *)vec_push(out) = t;
    return true;
}

bool audit_terms(struct arena *a, const struct expr *x, const char *variable,
                 struct audit_terms *out)
{
    struct vec v = vec_in(a, sizeof(struct audit_term));
    bool sum = x->op == EXPR_ADD;

    for (unsigned i = 0; i < (sum ? x->count : 1); i++)
        if (!take_term(a, sum ? x->args[i] : x, variable, &v))
            return false;
    out->items = v.items;
    out->n = v.n;
    for (size_t i = 1; i < v.n; i++) /* few: by insertion */
        for (size_t k = i; k > 0 && fmpq_cmp(out->items[k - 1].exponent,
                                             out->items[k].exponent) < 0;
             k--) {
            struct audit_term swap = out->items[k];

            out->items[k] = out->items[k - 1];
            out->items[k - 1] = swap;
        }
    return true;
}

/* ---- without dimensions ---- */

/* The first formula of the prompt that is a polynomial in x. */
static bool find_polynomial(struct audit_case *u, struct audit_terms *out)
{
    for (size_t i = 0; i < u->tokens.n; i++) {
        const struct expr *x = audit_statement(u, i);

        if (x && audit_terms(u->arena, x, "x", out) && out->n > 1 &&
            fmpq_sgn(out->items[0].exponent) > 0)
            return true;
    }
    return false;
}

/* epsilon of epsilon y^n + y^m + 1 as a formula of the coefficients:
 * (a/c) (c/b)^{n/m}. */
static const char *small_parameter(struct arena *a, const struct audit_terms *p)
{
    fmpq_t ratio;
    char *power;
    const char *text;
    const char *c[3];

    for (size_t i = 0; i < 3; i++)
        c[i] = print_expr(a, p->items[i].coefficient);
    fmpq_init(ratio);
    fmpq_div(ratio, p->items[0].exponent, p->items[1].exponent);
    power = fmpq_get_str(NULL, 10, ratio);
    text = arena_printf(a, "\\frac{%s}{%s} \\left(\\frac{%s}{%s}\\right)^{%s}",
                        c[0], c[2], c[2], c[1], power);
    flint_free(power);
    fmpq_clear(ratio);
    return text;
}

/* A key that is a number was rounded to the places that it shows. */
static void judge_number(struct audit_case *u, const struct audit_terms *p,
                         const struct expr *key)
{
    double c[3], value, shown = audit_number(key);
    double n = audit_exponent(&p->items[0]), m = audit_exponent(&p->items[1]);

    for (size_t i = 0; i < 3; i++)
        c[i] = fabs(audit_number(p->items[i].coefficient));
    value = c[0] / c[2] * pow(c[2] / c[1], n / m);
    if (!isfinite(value) || key->op != EXPR_NUMBER)
        audit_say(u, TRUTH_UNKNOWN, "unread key", "the key is no number");
    else if (fabs(fabs(shown) - value) <=
             0.5000001 * pow(10, -key->number->places))
        audit_say(u, TRUTH_YES, "value", "epsilon is %.8g, rounded %s", value,
                  u->row->answer);
    else
        audit_say(u, TRUTH_NO, "value", "epsilon is %.8g", value);
    if (u->out->holds == TRUTH_NO)
        u->out->right = arena_printf(u->arena, "%.10g", value);
}

static void judge_formula(struct audit_case *u, const struct audit_terms *p,
                          const struct expr *key)
{
    const char *right = small_parameter(u->arena, p);
    const struct expr *x = audit_read(u->arena, right);
    struct decide_options opt = { .positive = true };
    struct work w = { .limit = u->limit };
    struct decision d = { .equal = TRUTH_UNKNOWN };

    if (x)
        d = decide_equal(u->arena, x, key, &opt, &w);
    audit_say(u, d.equal, "value", "x = (a_3/a_2)^{1/m} y gives epsilon = %s",
              right);
    if (d.equal == TRUTH_NO)
        u->out->right = right;
}

bool audit_nondimensional(struct audit_case *u)
{
    struct audit_terms p;
    const struct expr *key;
    const char *const *names;

    if (!prompt_phrase(&u->tokens, "nondimensionalize|nondimensionalise", 0,
                       NULL) ||
        !find_polynomial(u, &p))
        return false;
    u->out->read = true;
    key = audit_read(u->arena, u->row->answer ? u->row->answer : "");
    if (!key)
        audit_say(u, TRUTH_UNKNOWN, "unread key", "the key is not read");
    else if (p.n != 3 || fmpq_sgn(p.items[2].exponent) != 0)
        audit_say(u, TRUTH_UNKNOWN, "ill-posed",
                  "the polynomial has no constant term, or not three terms");
    else if (expr_symbols(u->arena, key, &names) == 0)
        judge_number(u, &p, key);
    else
        judge_formula(u, &p, key);
    return true;
}

/*
 * All roots of a polynomial with a small or large parameter: the printed ones
 * against certified ones, each to one, along a sequence towards the limit.
 */

#define STEPS  3
#define DEGREE 64
#define BITS   1024

static const long steps[STEPS] = { 24, 72, 216 };

struct roots {
    struct audit_case *audit;
    struct audit_terms p;
    const char *symbol;
    slong degree;
};

/* The value of x where the symbol is 2^k. */
static bool roots_value_at(acb_t out, const struct expr *x, const char *symbol,
                           long k)
{
    struct work w = { .limit = 100000000 };
    struct ball_point at = { .names = &symbol, .n = 1 };
    acb_t v;
    bool ok;

    acb_init(v);
    acb_one(v);
    acb_mul_2exp_si(v, v, k);
    at.values = v;
    ok = ball_value(out, x, &at, BITS, &w);
    acb_clear(v);
    return ok;
}

/* The roots where the symbol is 2^k, all of them apart from each other. */
static bool roots_certified(const struct roots *r, long k, acb_ptr out)
{
    acb_poly_t p;
    acb_t c;
    bool ok = true;

    acb_poly_init(p);
    acb_init(c);
    for (size_t i = 0; i < r->p.n && ok; i++) {
        ok = roots_value_at(c, r->p.items[i].coefficient, r->symbol, k);
        acb_poly_set_coeff_acb(p, *fmpq_numref(r->p.items[i].exponent), c);
    }
    ok = ok && acb_poly_degree(p) == r->degree &&
         acb_poly_find_roots(out, p, NULL, 4000, BITS) == r->degree;
    acb_clear(c);
    acb_poly_clear(p);
    return ok;
}

/* |x - y| / |y| */
static double roots_distance(const acb_t x, const acb_t y)
{
    acb_t d;
    arb_t size, whole;
    double v;

    acb_init(d);
    arbs_init(size, whole, NULL);
    acb_sub(d, x, y, BITS);
    acb_abs(size, d, 64);
    acb_abs(whole, y, 64);
    arb_div(size, size, whole, 64);
    v = arf_get_d(arb_midref(size), ARF_RND_UP);
    acb_clear(d);
    arbs_clear(size, whole, NULL);
    return isfinite(v) ? v : HUGE_VAL;
}

/* The largest distance when each printed root takes the nearest certified one
 * that is left; *worst is the printed root. */
static double roots_match(acb_srcptr printed, acb_srcptr roots, slong n,
                          slong *worst, slong *its)
{
    bool taken[DEGREE] = { false };
    double most = 0;

    for (slong i = 0; i < n; i++) {
        slong best = -1;
        double least = HUGE_VAL;

        for (slong k = 0; k < n; k++) {
            double d =
                taken[k] ? HUGE_VAL : roots_distance(printed + i, roots + k);

            if (d < least || best < 0) {
                if (taken[k])
                    continue;
                least = d;
                best = k;
            }
        }
        taken[best] = true;
        if (least >= most) {
            most = least;
            *worst = i;
            *its = best;
        }
    }
    return most;
}

static const char *complex_text(struct arena *a, const acb_t z)
{
    return arena_printf(a, "%.8g%+.8gi", ball_middle(z),
                        arf_get_d(arb_midref(acb_imagref(z)), ARF_RND_NEAR));
}

/* Fill in the row of one step. Returns the error, below 0 if there is none. */
static double roots_step(const struct roots *r,
                         const struct expr *const *printed, long k,
                         struct finding_row *row)
{
    acb_ptr roots = _acb_vec_init(r->degree), own = _acb_vec_init(r->degree);
    slong worst = 0, its = 0;
    double e = -1;
    bool ok = roots_certified(r, k, roots);

    for (slong i = 0; i < r->degree && ok; i++)
        ok = roots_value_at(own + i, printed[i], r->symbol, k);
    if (ok) {
        e = roots_match(own, roots, r->degree, &worst, &its);
        *row = (struct finding_row){
            arena_printf(r->audit->arena, "%s = 2^%ld, root %ld", r->symbol, k,
                         (long)worst + 1),
            complex_text(r->audit->arena, roots + its),
            complex_text(r->audit->arena, own + worst), e, e
        };
    }
    _acb_vec_clear(roots, r->degree);
    _acb_vec_clear(own, r->degree);
    return e;
}

/* Do the printed roots tend to the roots? */
static enum truth roots_judge(const struct roots *r,
                              const struct expr *const *printed, int sign,
                              struct finding_row *rows)
{
    double e[STEPS];

    for (size_t i = 0; i < STEPS; i++) {
        e[i] = roots_step(r, printed, sign * steps[i], &rows[i]);
        if (e[i] < 0)
            return TRUTH_UNKNOWN;
    }
    if (e[2] < 1e-30)
        return TRUTH_YES;
    return e[1] < e[0] / 2 && e[2] < e[1] / 4 && e[2] < 0.01 ? TRUTH_YES
                                                             : TRUTH_NO;
}

/* ---- the printed lists ---- */

/* Returns the list that the box after "for large positive" holds. */
static struct span printed_list(struct audit_case *u, const char *regime)
{
    struct span s = span_of(u->row->solution), empty = { s.s, 0 };
    size_t at = s.n, next;
    const char *phrase = arena_printf(u->arena, "for %s positive", regime);
    struct tex t;

    for (next = span_find(s, 0, phrase); next < s.n;
         next = span_find(s, next + 1, phrase))
        at = next; /* the last time that it is said */
    at = span_find(s, at, "\\boxed{");
    if (at >= s.n)
        return empty;
    s = span_from(s, at + 6);
    t = tex_open(u->arena, s);
    return t.partner[0] ? span_cut(s, 1, t.partner[0]) : empty;
}

static struct span roots_without_brackets(struct span s)
{
    s = tex_trim(s);
    if (span_at(s, 0, "\\left["))
        s = span_from(s, 6);
    else if (span_byte(s, 0) == '[')
        s = span_from(s, 1);
    if (s.n > 7 && span_at(s, s.n - 7, "\\right]"))
        s.n -= 7;
    else if (s.n && s.s[s.n - 1] == ']')
        s.n--;
    return s;
}

/* Read a list of formulas. Returns how many there are, 0 if one is not read. */
static size_t roots_read_list(struct arena *a, struct span s,
                              const struct expr **out, size_t most)
{
    struct tex t = tex_open(a, roots_without_brackets(s));
    struct span one;
    size_t at = 0, n = 0;

    while (tex_part(&t, &at, ',', &one)) {
        one = tex_trim(one);
        if (one.n == 0 || n == most)
            return 0;
        out[n] = audit_read(a, arena_strndup(a, one.s, one.n));
        if (!out[n++])
            return 0;
    }
    return n;
}

/* ---- dominant balance ---- */

/* The power of the symbol in a coefficient. */
static double power_of_symbol(const struct roots *r, size_t i)
{
    const struct expr *c = r->p.items[i].coefficient;
    acb_t x, y;
    double q = NAN;

    acbs_init(x, y, NULL);
    if (roots_value_at(x, c, r->symbol, -200) &&
        roots_value_at(y, c, r->symbol, -100)) {
        acb_div(x, x, y, BITS);
        acb_abs(acb_realref(x), x, 64);
        arb_log(acb_realref(x), acb_realref(x), 64);
        q = ball_middle(x) / (-100 * log(2));
    }
    acbs_clear(x, y, NULL);
    return q;
}

/* The next corner of the Newton polygon from term i, whose exponents fall. */
static size_t next_corner(const struct roots *r, const double *q, size_t i,
                          int sign)
{
    size_t best = i + 1;
    double steepest = HUGE_VAL;

    for (size_t k = i + 1; k < r->p.n; k++) {
        double d =
            audit_exponent(&r->p.items[i]) - audit_exponent(&r->p.items[k]);
        /* the size of the root where both terms balance: the largest first */
        double slope = -sign * (q[k] - q[i]) / d;

        if (-slope <= steepest + 1e-9) {
            steepest = -slope;
            best = k;
        }
    }
    return best;
}

/* Add the roots of a balance of terms i and k: to the texts and to the list. */
static void add_balance(const struct roots *r, size_t i, size_t k,
                        struct str *text, struct vec *list)
{
    struct arena *a = r->audit->arena;
    long m = *fmpq_numref(r->p.items[i].exponent) -
             *fmpq_numref(r->p.items[k].exponent);
    const char *base =
        arena_printf(a, "\\left(-\\frac{%s}{%s}\\right)^{1/%ld}",
                     print_expr(a, r->p.items[k].coefficient),
                     print_expr(a, r->p.items[i].coefficient), m);

    str_addf(text, "%s%s", text->n ? "; " : "", base);
    if (m > 1)
        str_addf(text, " e^{2\\pi i k/%ld}, k=0..%ld", m, m - 1);
    for (long j = 0; j < m; j++)
        *(const struct expr **)vec_push(list) = audit_read(
            a, arena_printf(a, "%s e^{2\\pi i \\cdot %ld/%ld}", base, j, m));
}

/* The roots to leading order, which are verified before they are said. */
static const char *balances(const struct roots *r, int sign)
{
    struct str text = str_in(r->audit->arena);
    struct vec list = vec_in(r->audit->arena, sizeof(const struct expr *));
    struct finding_row rows[STEPS];
    double q[DEGREE];

    for (size_t i = 0; i < r->p.n; i++) {
        q[i] = power_of_symbol(r, i);
        if (isnan(q[i]))
            return NULL;
    }
    for (size_t i = 0; i + 1 < r->p.n;) {
        size_t k = next_corner(r, q, i, sign);

        add_balance(r, i, k, &text, &list);
        i = k;
    }
    if ((slong)list.n != r->degree ||
        roots_judge(r, list.items, -sign, rows) != TRUTH_YES)
        return NULL;
    return str_get(&text);
}

/* ---- both regimes ---- */

static void judge_regime(struct roots *r, const char *regime, int sign)
{
    struct audit_case *u = r->audit;
    const struct expr *printed[DEGREE];
    struct finding_row *rows = arena_array(u->arena, struct finding_row, STEPS);
    const char *before = u->out->why;
    size_t n =
        roots_read_list(u->arena, printed_list(u, regime), printed, DEGREE);
    enum truth t = TRUTH_NO;

    if (n == 0)
        audit_say(u, TRUTH_UNKNOWN, "unread key",
                  "the roots for %s %s are not read", regime, r->symbol);
    else if ((slong)n != r->degree)
        audit_say(u, TRUTH_NO, "count",
                  "for %s %s, %zu roots are printed and there are %ld", regime,
                  r->symbol, n, (long)r->degree);
    else {
        t = roots_judge(r, printed, sign, rows);
        audit_say(u, t, t == TRUTH_UNKNOWN ? "ceiling" : "value",
                  "for %s %s, %s", regime, r->symbol,
                  t == TRUTH_YES ? "each printed root tends to one of the roots"
                  : t == TRUTH_NO ? "a printed root tends to none of the roots"
                                  : "no certified roots were found");
    }
    if (u->out->why == before)
        return;
    if (t != TRUTH_UNKNOWN && n && (slong)n == r->degree) {
        u->out->rows = rows;
        u->out->rows_n = STEPS;
    }
    if (u->out->holds == TRUTH_NO)
        u->out->right = balances(r, -sign);
}

/* The polynomial of the prompt, P(x) = ..., and its parameter. */
static bool roots_find_polynomial(struct roots *r)
{
    struct audit_case *u = r->audit;
    const char *const *names;

    for (size_t i = 0; i < u->tokens.n; i++) {
        const struct expr *x = audit_statement(u, i);
        size_t n;

        if (!x || !audit_terms(u->arena, x, "x", &r->p) || r->p.n < 2)
            continue;
        n = expr_symbols(u->arena, x, &names);
        for (size_t k = 0; k < n; k++)
            if (!str_eq(names[k], "x"))
                r->symbol = names[k];
        return n == 2;
    }
    return false;
}

bool audit_roots(struct audit_case *u)
{
    struct roots r = { .audit = u };

    if (!prompt_phrase(&u->tokens, "all roots", 0, NULL) ||
        !roots_find_polynomial(&r))
        return false;
    r.degree = *fmpq_numref(r.p.items[0].exponent);
    for (size_t i = 0; i < r.p.n; i++)
        if (*fmpq_denref(r.p.items[i].exponent) != 1 ||
            fmpq_sgn(r.p.items[i].exponent) < 0)
            return false;
    if (r.degree > DEGREE)
        return false;
    u->out->read = true;
    judge_regime(&r, "small", -1);
    judge_regime(&r, "large", 1);
    return true;
}
