/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/limit.h"
#include "base/str.h"
#include "math/exact/exact.h"
#include "math/read/read.h"

#include <math.h>
#include <string.h>

#define POINT_WORK 10000 /* units that a point or an order may cost */

static bool problem_limit_wrong(const struct json *at, const char *what,
                                struct err *e)
{
    return err_at(e, ERR_DOMAIN, at->line, at->column, "\"limit\": %s", what);
}

static const struct json *problem_limit_member(const struct json *v,
                                               const char *name)
{
    const struct json *m = json_get(v, name);

    return m && m->type == JSON_NULL ? NULL : m;
}

static bool problem_limit_read_name(struct arena *a, const struct json *m,
                                    const char **out)
{
    const char *text = json_string(m);

    *out = text ? read_one_symbol(a, text) : NULL;
    return *out != NULL;
}

/* A number, or a text of one: 2, "1/2", "\\frac{1}{2}". */
static bool problem_limit_read_number(struct arena *a, const char *text,
                                      size_t n, double *out)
{
    struct work w = { .limit = POINT_WORK };
    const struct expr *x;
    struct err unused;
    fmpq_t q;
    bool ok;

    fmpq_init(q);
    ok = read_expr(a, text, n, NULL, &x, &unused) &&
         exact_rational(q, x, &w) == EXACT_VALUE;
    if (ok)
        *out = fmpq_get_d(q);
    fmpq_clear(q);
    return ok;
}

static bool problem_limit_is_scalar(const struct json *m)
{
    return m && (m->type == JSON_STRING || m->type == JSON_NUMBER);
}

static bool problem_limit_read_infinity(const char *text,
                                        struct answer_limit *out)
{
    bool minus = *text == '-';

    text += minus || *text == '+';
    if (!str_among(text, "inf infty infinity oo \\infty \xe2\x88\x9e"))
        return false;
    out->side = minus ? SIDE_MINUS_INFINITY : SIDE_INFINITY;
    return true;
}

/* "0+", "1", "inf". */
static bool problem_limit_read_to(struct arena *a, const struct json *m,
                                  struct answer_limit *out)
{
    const struct expr *point;
    struct err unused;
    const char *text;
    size_t n;

    if (!problem_limit_is_scalar(m))
        return false;
    text = str_trim(a, m->text);
    if (problem_limit_read_infinity(text, out))
        return true;
    n = strlen(text);
    out->side = SIDE_BOTH;
    if (n > 1 && (text[n - 1] == '+' || text[n - 1] == '-'))
        out->side = text[--n] == '+' ? SIDE_ABOVE : SIDE_BELOW;
    if (n > 1 && text[n - 1] == '^') /* 0^+ */
        n--;
    out->point = arena_strndup(a, text, n);
    return read_expr(a, text, n, NULL, &point, &unused);
}

static bool problem_limit_read_order(struct arena *a, const struct json *v,
                                     struct answer_limit *out, struct err *e)
{
    const struct json *order = problem_limit_member(v, "order"),
                      *terms = problem_limit_member(v, "terms");
    double n = 1;

    if (order && terms)
        return problem_limit_wrong(terms,
                                   "give \"order\" or \"terms\", not both", e);
    if (order && (!problem_limit_is_scalar(order) ||
                  !problem_limit_read_number(
                      a, order->text, strlen(order->text), &out->order) ||
                  out->order == 0 || fabs(out->order) > LIMIT_ORDER_MOST))
        return problem_limit_wrong(
            order, "\"order\" must be a number other than 0", e);
    out->order = fabs(out->order);
    if (terms &&
        (!problem_limit_is_scalar(terms) ||
         !problem_limit_read_number(a, terms->text, strlen(terms->text), &n) ||
         n < 1 || n > LIMIT_TERMS_MOST || n != floor(n)))
        return problem_limit_wrong(
            terms, "\"terms\" must be a whole number from 1 to 64", e);
    out->terms = order ? 0 : (int)n;
    return true;
}

static bool problem_limit_read_range(struct arena *a, const struct json *v,
                                     struct answer_limit *out, struct err *e)
{
    const struct json *m = problem_limit_member(v, "range"),
                      *in = problem_limit_member(v, "uniform_in");
    const struct expr *x;

    if (in && !problem_limit_read_name(a, in, &out->uniform_in))
        return problem_limit_wrong(in, "\"uniform_in\" must be a symbol", e);
    if (in && str_eq(out->uniform_in, out->symbol))
        return problem_limit_wrong(
            in, "\"uniform_in\" must not be the limit's symbol", e);
    if (!m)
        return true;
    out->range = json_string(m);
    if (!out->range ||
        !read_expr(a, out->range, strlen(out->range), NULL, &x, e))
        return problem_limit_wrong(
            m, "\"range\" must be a relation like 0 \\le x \\le 1", e);
    return true;
}

bool limit_read(struct arena *a, const struct json *v, struct answer_limit *out,
                struct err *e)
{
    *out = (struct answer_limit){ 0 };
    if (v->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"limit\" must be an object {\"symbol\": ..., \"to\": "
                      "...}, not %s",
                      json_type_name(v->type));
    if (!problem_limit_read_name(a, problem_limit_member(v, "symbol"),
                                 &out->symbol))
        return problem_limit_wrong(v, "\"symbol\" must be a symbol", e);
    if (!problem_limit_read_to(a, problem_limit_member(v, "to"), out))
        return problem_limit_wrong(
            v, "\"to\" must be \"0+\", \"inf\" or a point", e);
    return problem_limit_read_order(a, v, out, e) &&
           problem_limit_read_range(a, v, out, e);
}
