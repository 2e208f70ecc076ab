/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/compare/compare_int.h"

#include "base/str.h"
#include "base/vec.h"
#include "grade/compare/shape.h"
#include "grade/compare/solve.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/tree/print.h"

#include <string.h>

#define SYMBOLS_MOST 12
#define BREAKS_MOST  24
#define MOVING_MOST  4 /* symbols that are moved one after the other */
#define BREAKS_WORK  40000
#define BITS         128

/* What the functions do that matter here. */
enum {
    JUMPS = 1,      /* it jumps, or has a corner */
    MANY_SIDED = 2, /* it has a branch, or leaves something out */
    OF_COMPLEX = 4  /* it looks at more than a real number */
};

static const unsigned char effects[FN_COUNT] = {
    [FN_ABS] = JUMPS | OF_COMPLEX,
    [FN_SIGN] = JUMPS,
    [FN_FLOOR] = JUMPS,
    [FN_CEIL] = JUMPS,
    [FN_ROUND] = JUMPS,
    [FN_FRACPART] = JUMPS,
    [FN_MAX] = JUMPS,
    [FN_MIN] = JUMPS,
    [FN_HEAVISIDE] = JUMPS,
    [FN_SQRT] = MANY_SIDED,
    [FN_ROOT] = MANY_SIDED,
    [FN_ARCSIN] = MANY_SIDED,
    [FN_ARCCOS] = MANY_SIDED,
    [FN_ARCTAN] = MANY_SIDED,
    [FN_ARCCOT] = MANY_SIDED,
    [FN_CONJ] = MANY_SIDED | OF_COMPLEX,
    [FN_RE] = MANY_SIDED | OF_COMPLEX,
    [FN_IM] = MANY_SIDED | OF_COMPLEX,
    [FN_ARG] = MANY_SIDED | OF_COMPLEX,
};

static bool breaks_has(const struct expr *x, unsigned effect)
{
    return x->op == EXPR_CALL && (effects[x->function->id] & effect);
}

struct breaks {
    struct comparer *j;
    const char *name;  /* the symbol that moves */
    struct vec places; /* of const struct expr * */
    bool unknown;      /* one could not be computed */
};

static bool is_jump(const struct expr *x)
{
    return x->op == EXPR_CASES || x->op == EXPR_MOD || breaks_has(x, JUMPS);
}

/* sqrt((x - 5)^2) is an absolute value as well. */
static bool is_root_of_square(const struct expr *x)
{
    return x->op == EXPR_CALL && x->function->id == FN_SQRT &&
           x->args[0]->op == EXPR_POW;
}

static bool is_broken(const struct expr *x)
{
    return is_jump(x) || is_root_of_square(x);
}

static void breaks_add_place(struct breaks *b, const struct expr *x)
{
    const struct expr **place;

    if (b->places.n >= BREAKS_MOST)
        return;
    place = vec_push(&b->places);
    *place = x;
}

/* Where f is zero. */
static void add_roots(struct breaks *b, const struct expr *f)
{
    struct solved s;

    if (!expr_is_value(f) || !shape_has_symbols(b->j->arena, f))
        return;
    s = solve_real(b->j, f, b->name);
    b->unknown |= s.count < 0;
    for (int i = 0; i < s.count; i++)
        breaks_add_place(b, s.root[i]);
}

static void breaks_add_condition(struct breaks *b, const struct expr *c)
{
    if (!c)
        return;
    if (c->op == EXPR_AND || c->op == EXPR_OR || c->op == EXPR_LIST) {
        for (unsigned i = 0; i < c->count; i++)
            breaks_add_condition(b, c->args[i]);
        return;
    }
    if (c->op != EXPR_RELATION)
        return;
    for (unsigned i = 0; i + 1 < c->count; i++)
        add_roots(b, expr_sub(b->j->arena, c->args[i], c->args[i + 1]));
}

/* Collect the breaks of one node. A floor jumps at whole and half values of its
 * argument; a few of them are enough. */
static void breaks_add_node(struct breaks *b, const struct expr *x)
{
    struct arena *a = b->j->arena;

    if (x->op == EXPR_CASES) {
        for (unsigned i = 1; i < x->count; i += 2)
            breaks_add_condition(b, x->args[i]);
        return;
    }
    if (is_root_of_square(x)) {
        add_roots(b, x->args[0]->args[0]);
        return;
    }
    if (x->op != EXPR_CALL)
        return;
    switch (x->function->id) {
    case FN_ABS:
    case FN_SIGN:
    case FN_HEAVISIDE: add_roots(b, x->args[0]); break;
    case FN_MAX:
    case FN_MIN:
        for (unsigned i = 1; i < x->count; i++)
            add_roots(b, expr_sub(b->j->arena, x->args[i], x->args[0]));
        break;
    default:
        for (int i = -2; i <= 4; i++)
            add_roots(b, expr_sub(b->j->arena, x->args[0],
                                  expr_div(a, expr_integer(a, i),
                                           expr_integer(a, 2))));
    }
}

static void breaks_add_all(struct breaks *b, const struct expr *x)
{
    if (is_broken(x))
        breaks_add_node(b, x);
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i] && expr_any(x->args[i], is_broken))
            breaks_add_all(b, x->args[i]);
}

/* A real value, all of whose parts are real. *left_out: cases leave the point
 * out. */
static enum ball eval_real(struct breaks *b, acb_t out, const struct expr *x,
                           const struct ball_point *where, bool *left_out)
{
    struct ball_point at = *where;
    struct ball_notes notes = { 0 };
    enum ball got;

    at.notes = &notes;
    got = ball_eval(out, x, &at, BITS, b->j->work);
    *left_out = got == BALL_UNDEFINED && notes.left_out;
    return got == BALL_VALUE && (notes.left_reals || !acb_is_real(out))
               ? BALL_UNKNOWN
               : got;
}

/* Are the two different at that point? Where a list of cases leaves a value
 * out, it has none. */
static bool differ_there(struct breaks *b, const struct expr *key,
                         const struct expr *answer, const struct ball_point *at)
{
    enum ball fx, fy;
    bool differ, out_x, out_y;
    acb_t x, y;

    acb_init(x);
    acb_init(y);
    fx = eval_real(b, x, key, at, &out_x);
    fy = eval_real(b, y, answer, at, &out_y);
    differ = (fx == BALL_VALUE && fy == BALL_VALUE && !acb_overlaps(x, y)) ||
             (fx == BALL_VALUE && out_y) || (fy == BALL_VALUE && out_x);
    acb_clear(x);
    acb_clear(y);
    return differ;
}

/* And at that value of the symbol? */
static bool differ_at(struct breaks *b, const struct expr *key,
                      const struct expr *answer, const struct expr *value,
                      const char **witness)
{
    static const struct ball_point nowhere;
    struct arena *a = b->j->arena;

    if (!work_spend(b->j->work, expr_size(key) + expr_size(answer)) ||
        !differ_there(b, expr_replace(a, key, b->name, value),
                      expr_replace(a, answer, b->name, value), &nowhere))
        return false;
    *witness = arena_printf(a, "at %s = %s", b->name, print_expr(a, value));
    return true;
}

/* Different at the break, or a little or a lot to either side? */
static bool differ_around(struct breaks *b, const struct expr *key,
                          const struct expr *answer, const struct expr *place,
                          const char **witness)
{
    static const long steps[][2] = {
        { 0, 1 }, { 1, 100000 }, { -1, 100000 }, { 1, 1 }, { -1, 1 }
    };
    struct arena *a = b->j->arena;

    for (int i = 0; i < 5; i++)
        if (differ_at(b, key, answer,
                      i == 0 ? place
                             : expr_add(a, place,
                                        expr_fraction(a, steps[i][0],
                                                      (ulong)steps[i][1])),
                      witness))
            return true;
    return false;
}

/* ---- far away, and at whole numbers ---- */

static const long far_points[][2] = {
    { 0, 1 },
    { 1, 1 },
    { -1, 1 },
    { 2, 1 },
    { 3, 1 },
    { 1, 2 },
    { -1, 2 },
    { 3, 2 },
    { 11, 1 },
    { -11, 1 },
    { 37, 2 },
    { -37, 2 },
    { 101, 1 },
    { -101, 1 },
    { 1003, 1 },
    { -1003, 1 },
    { 10007, 1 },
    { -10007, 1 },
    { 1000003, 1 },
    { -1000003, 1 },
    { 1000000000039, 1 },
    { -1000000000039, 1 },
};

/* Both sides at a far point, all symbols near the same value. */
static bool differ_far(struct breaks *b, const struct expr *key,
                       const struct expr *answer, const char *const *names,
                       size_t n, const char **witness)
{
    acb_ptr values = _acb_vec_init((slong)n);
    bool differ = false;
    fmpq_t v, shift;

    fmpq_init(v);
    fmpq_init(shift);
    for (size_t k = 0; k < sizeof far_points / sizeof far_points[0] && !differ;
         k++) {
        struct ball_point at = { .names = names, .values = values, .n = n };

        for (size_t i = 0; i < n; i++) {
            fmpq_set_si(v, far_points[k][0], (ulong)far_points[k][1]);
            fmpq_set_si(shift, (slong)i, 8);
            fmpq_add(v, v, shift);
            acb_set_fmpq(values + i, v, BITS);
        }
        differ = differ_there(b, key, answer, &at);
        if (differ)
            *witness = arena_printf(b->j->arena, "at values near %ld/%ld",
                                    far_points[k][0], far_points[k][1]);
    }
    fmpq_clear(v);
    fmpq_clear(shift);
    _acb_vec_clear(values, (slong)n);
    return differ;
}

/* Is it a formula whose agreement at a few points means little for the rest:
 * does it have roots, inverse functions, remainders, absolute values? */
static bool is_many_sided(const struct expr *x)
{
    if (is_broken(x) || (x->op == EXPR_POW && x->args[1]->op == EXPR_NUMBER &&
                         !fmpz_is_one(fmpq_denref(x->args[1]->number->value))))
        return true;
    return x->op == EXPR_POW ? x->args[1]->op == EXPR_DIV
                             : breaks_has(x, MANY_SIDED);
}

/* ---- complex numbers ---- */

static bool breaks_is_of_complex(const struct expr *x)
{
    return breaks_has(x, OF_COMPLEX);
}

/* A point at which z and w are complex, and other symbols are real. */
static bool differ_complex(struct breaks *b, const struct expr *key,
                           const struct expr *answer, const char *const *names,
                           size_t n)
{
    acb_ptr values = _acb_vec_init((slong)n);
    struct ball_point at = { .names = names, .values = values, .n = n };
    bool differ, complex = false;
    acb_t x, y;

    acb_init(x);
    acb_init(y);
    for (size_t i = 0; i < n; i++) {
        bool is = str_among(names[i], "z w");

        acb_set_d_d(values + i, 1.375 + 0.75 * (double)i,
                    is ? 0.625 - 1.5 * (double)i : 0);
        complex |= is;
    }
    differ = complex &&
             (expr_any(key, breaks_is_of_complex) ||
              expr_any(answer, breaks_is_of_complex)) &&
             ball_eval(x, key, &at, BITS, b->j->work) == BALL_VALUE &&
             ball_eval(y, answer, &at, BITS, b->j->work) == BALL_VALUE &&
             !acb_overlaps(x, y);
    acb_clear(x);
    acb_clear(y);
    _acb_vec_clear(values, (slong)n);
    return differ;
}

/* The breaks of formulas in one symbol. */
static enum truth at_breaks(struct breaks *b, const struct expr *key,
                            const struct expr *answer, const char **witness)
{
    b->places.n = 0;
    breaks_add_all(b, key);
    breaks_add_all(b, answer);
    for (size_t i = 0; i < b->places.n; i++)
        if (differ_around(b, key, answer,
                          *vec_get(&b->places, const struct expr *, i),
                          witness))
            return TRUTH_NO;
    return b->unknown &&
                   (expr_has(key, EXPR_CASES) || expr_has(answer, EXPR_CASES))
               ? TRUTH_UNKNOWN
               : TRUTH_YES;
}

/* The breaks of formulas in several symbols are curves: they are met where one
 * symbol moves and the others stand still. */
static enum truth along_symbols(struct breaks *b, const struct expr *key,
                                const struct expr *answer,
                                const char *const *names, size_t n,
                                const char **witness)
{
    struct arena *a = b->j->arena;
    enum truth all = TRUTH_YES;

    for (size_t i = 0; i < n && i < MOVING_MOST && all != TRUTH_NO; i++) {
        const char **others = arena_array(a, const char *, n);
        enum truth one;

        for (size_t k = 0; k < n; k++)
            others[k] = names[k == i ? n - 1 : k];
        b->name = names[i];
        one = at_breaks(b, shape_at_fixed(a, key, others, n - 1, 0),
                        shape_at_fixed(a, answer, others, n - 1, 0), witness);
        all = one == TRUTH_YES ? all : one;
    }
    return all;
}

/* A look that costs BREAKS_WORK at most. */
static enum truth breaks_look(struct comparer *j, const struct expr *key,
                              const struct expr *answer, const char **witness)
{
    struct breaks b = { .j = j,
                        .places = vec_in(j->arena, sizeof(struct expr *)) };
    const char *const *names;
    size_t n;

    n = expr_symbols(j->arena, expr_add(j->arena, key, answer), &names);
    if (n == 0 || n > SYMBOLS_MOST)
        return TRUTH_YES;
    if (differ_complex(&b, key, answer, names, n)) {
        *witness = "at a complex number";
        return TRUTH_NO;
    }
    if (differ_far(&b, key, answer, names, n, witness))
        return TRUTH_NO;
    return expr_any(key, is_broken) || expr_any(answer, is_broken)
               ? along_symbols(&b, key, answer, names, n, witness)
               : TRUTH_YES;
}

enum truth breaks_agree(struct comparer *j, const struct expr *key,
                        const struct expr *answer, const char **witness)
{
    struct work *all = j->work, own;
    enum truth agree;

    if ((!expr_any(key, is_many_sided) && !expr_any(answer, is_many_sided)) ||
        expr_has(key, EXPR_INTEGRAL) || expr_has(answer, EXPR_INTEGRAL))
        return TRUTH_YES;
    own = (struct work){ 0, all->limit - all->used, NULL };
    if (own.limit > BREAKS_WORK)
        own.limit = BREAKS_WORK;
    j->work = &own;
    agree = breaks_look(j, key, answer, witness);
    j->work = all;
    all->used += own.used;
    return agree;
}
