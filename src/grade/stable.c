/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/stable.h"

#include "base/limits.h"
#include "grade/compare/compare_int.h"
#include "grade/grade_int.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/ball/points.h"

#include <string.h>

#define BITS_FIRST   128
#define BITS_MOST    1024
#define BITS_WANTED  100 /* more than STABLE_DIGITS digits */
#define POINTS_TRIED 480
#define POINTS_LEAST 8 /* enough where the work ends before all are seen */
#define SYMBOLS_MOST 16

struct probe {
    struct arena *arena;
    struct work work;
    const char *const *names;
    acb_ptr values;
    size_t n;
    size_t seen;      /* points with a value */
    size_t undefined; /* that it is proved to have none at */
    size_t unsure;    /* where digits were lost */
};

/* The value at both of two precisions, the first that has all digits. */
static enum ball stable_twice(struct probe *p, const struct expr *x, bool *same)
{
    struct ball_point at = { .names = p->names,
                             .values = p->values,
                             .n = p->n };
    enum ball got = BALL_UNKNOWN;
    acb_t v, w;

    acb_init(v);
    acb_init(w);
    *same = false;
    for (slong bits = BITS_FIRST; bits <= BITS_MOST && !*same; bits *= 2) {
        got = ball_eval(v, x, &at, bits, &p->work);
        if (got == BALL_UNDEFINED || got == BALL_LIMIT)
            break;
        if (got != BALL_VALUE ||
            (acb_rel_accuracy_bits(v) < BITS_WANTED && !acb_is_zero(v)))
            continue;
        got = ball_eval(w, x, &at, bits + 64, &p->work);
        *same = got == BALL_VALUE && acb_overlaps(v, w);
    }
    acb_clear(v);
    acb_clear(w);
    return got;
}

static void stable_set_point(struct probe *p, unsigned k)
{
    fmpq_t q;

    fmpq_init(q);
    for (size_t i = 0; i < p->n; i++) {
        struct points_symbol name = { p->names[i], (unsigned)i };

        points_value(q, name, k % POINTS_ALL, k / POINTS_ALL, k >= POINTS_ALL);
        acb_set_fmpq(p->values + i, q, 2 * BITS_MOST);
    }
    fmpq_clear(q);
}

static enum truth stable_say(const struct probe *p, const char **why)
{
    if (p->seen && p->n == 0)
        return TRUTH_YES;
    if (p->seen >= POINTS_LEAST) {
        *why = arena_printf(p->arena,
                            "its key is finite and stable to %d digits at "
                            "%zu points",
                            STABLE_DIGITS, p->seen);
        return TRUTH_YES;
    }
    if (p->seen == 0 && p->undefined > 0) {
        *why = "the key has no finite value";
        return TRUTH_NO;
    }
    *why = p->unsure ? "could not compute the digits of the key"
                     : "could not compute the key";
    return TRUTH_UNKNOWN;
}

/* One value at many points. */
static enum truth probe_value(struct arena *a, const struct expr *x,
                              const char **why)
{
    struct probe p = { .arena = a, .work = { .limit = LIMIT_WORK } };
    unsigned tried = 0;
    enum truth stable;

    p.n = expr_symbols(a, x, &p.names);
    if (p.n > SYMBOLS_MOST) {
        *why = "the key has too many symbols";
        return TRUTH_UNKNOWN;
    }
    p.values = _acb_vec_init((slong)p.n + 1);
    for (; tried < (p.n ? POINTS_TRIED : 1) && p.seen < STABLE_POINTS;
         tried++) {
        bool same;
        enum ball got;

        stable_set_point(&p, tried);
        p.work.ceiling = NULL;
        got = stable_twice(&p, x, &same);
        p.seen += same;
        p.undefined += got == BALL_UNDEFINED;
        p.unsure += got == BALL_VALUE && !same;
        if (p.work.used >= p.work.limit)
            break;
    }
    stable = stable_say(&p, why);
    _acb_vec_clear(p.values, (slong)p.n + 1);
    return stable;
}

/* Names and numbers that need no point; and what nobody can evaluate. */
static bool stable_is_plain(const struct expr *x)
{
    return x->op == EXPR_SYMBOL || x->op == EXPR_NUMBER ||
           x->op == EXPR_CONSTANT || x->op == EXPR_TEXT ||
           x->op == EXPR_DOMAIN || x->op == EXPR_DOTS ||
           x->op == EXPR_BUILDER || expr_infinity(x);
}

static bool is_unknown_function(const struct expr *x)
{
    return x->op == EXPR_APPLY || x->op == EXPR_DOTS;
}

static enum truth stable_visit(struct arena *a, const struct expr *x,
                               const char **why)
{
    enum truth all = TRUTH_YES;

    if (stable_is_plain(x))
        return TRUTH_YES;
    if (expr_is_value(x) && x->op != EXPR_QUANTITY && x->op != EXPR_PLUSMINUS &&
        !has_matrix(x)) {
        if (expr_any(x, is_unknown_function)) {
            *why = "its key contains dots or an undefined function and has "
                   "no value";
            return TRUTH_YES; /* a name for something */
        }
        if (!expr_has_sign(x))
            return probe_value(a, x, why);
        all = stable_visit(a, expr_choose_sign(a, x, true), why);
        return all == TRUTH_YES
                   ? stable_visit(a, expr_choose_sign(a, x, false), why)
                   : all;
    }
    for (unsigned i = 0; i < x->count && all == TRUTH_YES; i++)
        if (x->args[i])
            all = stable_visit(a, x->args[i], why);
    return all;
}

/* The tree of the key, as the judge reads it; NULL: it cannot. */
static const struct expr *stable_read_key(struct arena *a,
                                          const struct grade_request *r,
                                          const char *text)
{
    struct work w = { .limit = LIMIT_WORK };
    struct comparer j = { .arena = a, .work = &w };
    struct answer_pair p = { .judge = &j, .request = r };
    p.symbols_n = grade_symbols(a, r, &p.symbols);
    p.key.text = text;
    return pair_read_key(&p) ? p.key.tree : NULL;
}

static enum truth check_one(struct arena *a, const struct grade_request *r,
                            const char **detail)
{
    static const struct extract_options gold = { .gold = true };
    struct grade_request self = *r;
    struct extracted key = extract_answer(a, r->gold, r->gold_n, &gold);
    struct grade_result g;
    const struct expr *x;

    *detail = "the key is text";
    if (r->has_kind && (r->kind == ANSWER_TEXT || r->kind == ANSWER_CHOICE))
        return TRUTH_YES;
    grade_set_reply(&self, key.text ? key.text : "");
    self.extracted = true;
    g = grade_pair(a, &self);
    *detail = g.lenient.why;
    if (g.lenient.verdict == VERDICT_WRONG)
        return TRUTH_NO;
    x = g.lenient.verdict == VERDICT_CORRECT ? stable_read_key(a, r, key.text)
                                             : NULL;
    if (!x) {
        if (g.lenient.verdict == VERDICT_CORRECT)
            *detail = "the key cannot be read";
        return TRUTH_UNKNOWN;
    }
    *detail = "the key is readable and has a finite value";
    return stable_visit(a, x, detail);
}

enum truth stable_key(struct arena *a, const struct grade_request *r,
                      const char **detail)
{
    enum truth all = TRUTH_YES;

    if (!r->keys_n)
        return check_one(a, r, detail);
    for (size_t i = 0; i < r->keys_n && all == TRUTH_YES; i++) {
        struct grade_request one = *r;

        one.keys_n = 0;
        grade_set_gold(&one, r->keys[i].latex);
        one.has_kind = r->keys[i].has_kind;
        one.kind = r->keys[i].kind;
        all = check_one(a, &one, detail);
    }
    return all;
}
