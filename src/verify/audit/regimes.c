/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Integrals of 1 / (epsilon + P(x)) from 0 to a in the regimes of epsilon.
 * Where epsilon is small, the lowest power c x^n of P bounds the integrand:
 * the integral tends to (pi/n) / sin(pi/n) c^{-1/n} epsilon^{1/n - 1}. Between
 * that and P(a) the highest power does the same, and beyond P(a) it is
 * a / epsilon. The rule "height times width" gives the same power of epsilon
 * without the factor (pi/n) / sin(pi/n), which is close to 1 for large n; a key
 * from there up to the whole factor counts as an approximation of the regime.
 */
#include "verify/audit/audit_int.h"

#include "base/str.h"

#include <math.h>

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
        struct prompt_token t = prompt_token_at(&r->audit->tokens, i);
        struct span s = prompt_right_side(r->audit->arena, t.s);
        const struct expr *x;

        if (t.kind != PROMPT_STATEMENT || t.is != STATEMENT_INTEGRAL)
            continue;
        x = audit_read(r->audit->arena,
                       arena_strndup(r->audit->arena, s.s, s.n));
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
    struct span s = span_of(r->audit->row->answer ? r->audit->row->answer : "");
    struct tex t = tex_open(a, s);
    size_t n = 0, from = 0;

    for (size_t i = 0; i <= s.n; i = i < s.n ? tex_next(&t, i) : i + 1) {
        if (i < s.n && s.s[i] != ',')
            continue;
        if (n == 3 || !read_law(a, tex_trim(span_cut(s, from, i)), &laws[n++]))
            return false;
        from = i + 1;
    }
    return n == 3;
}

/* ---- values ---- */

/* The integral over s = log x by Simpson's rule: the integrand is smooth and
 * falls off on both sides. */
static double integral(const struct regimes *r, double epsilon)
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

static double factor(double n)
{
    return PI / n / sin(PI / n);
}

/* ---- regimes ---- */

static void add_row(struct regimes *r, struct vec *rows, double epsilon,
                    struct law l)
{
    struct arena *a = r->audit->arena;
    double value = integral(r, epsilon), key = l.k * pow(epsilon, -l.p);

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
    else if (l.k < rule * (1 - SLACK) || l.k > rule * factor(n) * (1 + SLACK))
        audit_say(u, TRUTH_NO, "prefactor",
                  "for %s epsilon the prefactor is %.5g, and %.5g in the key",
                  regime, rule * factor(n), l.k);
    else
        audit_say(u, TRUTH_YES, "regime",
                  "the powers are right in each regime, and the prefactors "
                  "within the %.1f %% that \"height times width\" lacks",
                  100 * (factor(n) - 1));
}

/* The integral at these places must be near the power law that is said to be
 * right; then the law is evidence. */
static bool law_is_seen(const struct regimes *r, double c, double n,
                        double epsilon)
{
    double right = factor(n) * pow(c, -1 / n) * pow(epsilon, 1 / n - 1);

    return fabs(integral(r, epsilon) / right - 1) < 0.1;
}

/* Above which epsilon the highest power rules, and below which the bound does
 * not matter yet; the middle of both, as logarithms. */
static double middle(const struct regimes *r)
{
    double top = log(r->c[0]) + r->n[0] * log(r->a), low = log(r->c[0]);

    for (size_t i = 1; i < r->p.n; i++) {
        double x = log(r->c[i] / r->c[0]) / (r->n[0] - r->n[i]);

        low = fmax(low, log(r->c[0]) + r->n[0] * x);
    }
    return exp(low + 0.75 * (top - low));
}

static void judge_all(struct regimes *r, const struct law l[3])
{
    struct audit_case *u = r->audit;
    struct vec rows = vec_in(u->arena, sizeof(struct finding_row));
    size_t last = r->p.n - 1;
    double mid = middle(r), tiny = 1e-3 * r->c[last];

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
    add_row(r, &rows, tiny, l[0]);
    add_row(r, &rows, mid, l[1]);
    add_row(r, &rows, 1e6 * r->c[0] * pow(r->a, r->n[0]), l[2]);
    u->out->rows = rows.items;
    u->out->rows_n = rows.n;
    if (u->out->holds == TRUTH_NO)
        u->out->right =
            arena_printf(u->arena, "%s; %s; \\frac{%g}{\\epsilon}",
                         law_text(u->arena, r->c[last], r->n[last]),
                         law_text(u->arena, r->c[0], r->n[0]), r->a);
}

bool audit_regimes(struct audit_case *u)
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
        judge_all(&r, laws);
    return true;
}
