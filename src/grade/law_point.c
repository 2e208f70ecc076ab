/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The law of HARDMath2: the values of the last box and those of the key are
 * evaluated at one point, and two lists of numbers are compared with a relative
 * tolerance of 1e-6. The point is what numpy draws with the seed 42 from [1, 2],
 * a coordinate for each declared parameter in its order. Where the published
 * program cannot read an answer, it leaves it out; here it is "unreadable". The
 * reader is ours: it reads more than the published one.
 */
#include "base/str.h"
#include "grade/grade_int.h"
#include "math/ball/ball.h"
#include "text/span.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RELATIVE    1e-6
#define ABSOLUTE    1e-12
#define BITS        128
#define VALUES_MOST 64

/* uniform(1, 2), one for each parameter. */
static const double point[] = {
    1.3745401188473625, 1.9507143064099162, 1.731993941811405,
    1.5986584841970366, 1.1560186404424364, 1.1559945203362028,
    1.0580836121681996, 1.866176145774935,  1.6011150117432087,
    1.7080725777960455, 1.0205844942958024, 1.9699098521619942,
};

#define POINT_MOST (sizeof(point) / sizeof(point[0]))

struct reader {
    struct arena *a;
    struct work *w;
    const char *names[POINT_MOST];
    size_t n;
};

struct values {
    double complex at[VALUES_MOST];
    size_t n;
    const char *why; /* that they cannot be had; NULL: they can */
};

static void read_names(struct reader *x, const struct grade_request *r)
{
    for (size_t i = 0; i < r->symbols_n && x->n < POINT_MOST; i++) {
        const char *name = read_symbol(x->a, r->symbols[i]);

        if (name)
            x->names[x->n++] = name;
    }
}

static bool evaluate(struct reader *x, const struct expr *tree,
                     double complex *out)
{
    acb_ptr at = _acb_vec_init((slong)POINT_MOST);
    struct ball_point p = { .names = x->names, .values = at, .n = x->n };
    enum ball got;
    acb_t v;

    /* E^{x} is a power of Euler's number there. */
    tree = expr_replace(x->a, tree, "E", expr_constant(x->a, CONSTANT_E));
    for (size_t i = 0; i < x->n; i++)
        acb_set_d(at + i, point[i]);
    acb_init(v);
    got = ball_eval(v, tree, &p, BITS, x->w);
    *out = arf_get_d(arb_midref(acb_realref(v)), ARF_RND_NEAR) +
           arf_get_d(arb_midref(acb_imagref(v)), ARF_RND_NEAR) * I;
    acb_clear(v);
    _acb_vec_clear(at, (slong)POINT_MOST);
    return got == BALL_VALUE && isfinite(creal(*out)) && isfinite(cimag(*out));
}

/* Bytes of a sign of equality at `at`; 0: there is none. */
static size_t equality_at(struct span t, size_t at)
{
    static const char *const signs[] = { "=", "\\approx", "\\sim" };

    for (size_t i = 0; i < 3; i++)
        if (span_at(t, at, signs[i]) && !(i == 2 && span_at(t, at, "\\simeq")))
            return strlen(signs[i]);
    return 0;
}

/* One of the values: what stands behind its last sign of equality and before
 * \quad. */
static struct span value_text(struct span t)
{
    size_t from = 0;

    for (size_t i = 0, n; i < t.n; i++) {
        if (span_at(t, i, "\\quad"))
            t = span_cut(t, 0, i);
        n = equality_at(t, i);
        from = n ? i + n : from;
    }
    t = span_from(t, from);
    t = span_trim(t);
    while (t.n && strchr(" .,", t.s[t.n - 1]))
        t.n--;
    return t;
}

static void read_value(struct reader *x, struct span t, struct values *out)
{
    struct read_options opt = { .symbols = x->names, .symbols_n = x->n };
    const struct expr *tree;
    struct err e;

    t = value_text(t);
    if (out->n == VALUES_MOST)
        out->why = "there are too many values";
    else if (!read_expr(x->a, t.s, t.n, &opt, &tree, &e))
        out->why = arena_strdup(x->a, e.msg);
    else if (!evaluate(x, tree, &out->at[out->n++]))
        out->why = "it has no value at the test point: a symbol is not "
                   "declared, or the value does not exist";
}

static int by_parts(const void *x, const void *y)
{
    const double complex *a = x, *b = y;

    if (creal(*a) != creal(*b))
        return creal(*a) < creal(*b) ? -1 : 1;
    return (cimag(*a) > cimag(*b)) - (cimag(*a) < cimag(*b));
}

/* The values that semicolons separate, sorted. */
static void read_values(struct reader *x, struct span t, struct values *out)
{
    size_t from = 0;

    if (span_at(t, 0, "\\text{") && t.s[t.n - 1] == '}')
        t = span_cut(t, 6, t.n - 1);
    for (size_t i = 0; i <= t.n && !out->why; i++) {
        bool space = i && i < t.n && t.s[i] == ';' && t.s[i - 1] == '\\';

        if (i < t.n && (t.s[i] != ';' || space))
            continue;
        if (span_trim(span_cut(t, from, i)).n)
            read_value(x, span_cut(t, from, i), out);
        from = i + 1;
    }
    if (!out->why && out->n == 0)
        out->why = "it is empty";
    qsort(out->at, out->n, sizeof(out->at[0]), by_parts);
}

static const char *shown(struct arena *a, const struct values *v)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < v->n; i++) {
        str_addf(&out, "%s%.12g", i ? "; " : "", creal(v->at[i]));
        if (cimag(v->at[i]) != 0)
            str_addf(&out, "%+.12gi", cimag(v->at[i]));
    }
    return str_get(&out);
}

static void compare_values(struct grade_result *out, const struct values *key,
                           const struct values *answer)
{
    bool near = key->n == answer->n;

    for (size_t i = 0; i < key->n && near; i++)
        near = cabs(answer->at[i] - key->at[i]) <=
               ABSOLUTE + RELATIVE * cabs(key->at[i]);
    if (near)
        law_settle(out, VERDICT_CORRECT, "hardmath2",
                   "the same numbers at the test point, within 1e-6");
    else
        law_settle(out, VERDICT_WRONG, "hardmath2",
                   key->n == answer->n ? "different numbers at the test point"
                                       : "the numbers of values are different");
}

struct grade_result law_at_point(struct arena *a, const struct grade_request *r,
                                 struct work *w)
{
    struct grade_result out = { .rule = r->extracted ? "given" : "boxed" };
    struct span gold = { r->gold, r->gold_n }, reply = { r->reply, r->reply_n };
    struct span key = gold, answer = reply;
    struct values k = { .n = 0 }, v = { .n = 0 };
    struct reader x = { .a = a, .w = w };

    read_names(&x, r);
    (void)law_last_box(gold, &key);
    read_values(&x, span_trim(key), &k);
    if (k.why || r->symbols_n > POINT_MOST) {
        law_settle(&out, VERDICT_BAD_KEY, "hardmath2",
                   k.why ? k.why
                         : "too many symbols: the test point has "
                           "only 12 coordinates");
        return out;
    }
    out.key = shown(a, &k);
    if (!r->extracted && !law_last_box(reply, &answer)) {
        out.rule = "none";
        law_settle(&out, VERDICT_NO_ANSWER, "hardmath2",
                   "there is no \\boxed{...}");
        return out;
    }
    out.extracted = arena_strndup(a, answer.s, answer.n);
    if (!r->extracted) {
        out.from = (size_t)(answer.s - reply.s);
        out.to = out.from + answer.n;
    }
    read_values(&x, span_trim(answer), &v);
    if (v.why) {
        law_settle(&out, VERDICT_UNREADABLE, "hardmath2", v.why);
        return out;
    }
    out.answer = shown(a, &v);
    compare_values(&out, &k, &v);
    return out;
}
