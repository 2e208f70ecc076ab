/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/machine.h"
#include "family/language/builtin.h"
#include "family/language/machine_int.h"

#include <string.h>

/* machine_run() calls itself for every part of a formula: what is not done at
 * every step has a stack frame of its own. */
#define APART __attribute__((noinline))

struct machine machine_new(struct arena *a, size_t n_slots, uint64_t work)
{
    return (struct machine){
        .r = { .arena = a, .work = { .limit = work } },
        .frame = arena_array(a, struct val, n_slots + 1),
        .origins = arena_array(a, const int64_t *, n_slots + 1),
    };
}

/* ---- names ---- */

/* Returns the place of a variable's value; a let is computed first. */
static struct val *place_of(struct machine *m, const struct symbol *s)
{
    struct val *d = &m->frame[s->slot];

    if (d->kind == VAL_NOTHING && s->kept.kind != VAL_NOTHING) {
        *d = s->kept;
    } else if (d->kind == VAL_NOTHING && s->value && !s->is_function) {
        struct val x = machine_run(m, s->value);

        *d = x;
    }
    return d;
}

/* Threads share constants, which have no owner: these are not written to. */
void machine_disown(struct val x)
{
    if (val_is_row(x) && x.row->owner)
        x.row->owner = 0;
}

APART static struct val read_variable(struct machine *m, const struct node *x)
{
    struct val *d = place_of(m, x->symbol);

    if (d->kind == VAL_NOTHING && !m->r.failed) {
        m->r.at = x->at;
        return val_fail(&m->r, "%s has no value yet", x->symbol->name);
    }
    machine_disown(*d);
    return *d;
}

/* Returns the value that needs no calculation, or NULL. */
static inline const struct val *at_hand(const struct machine *m,
                                        const struct node *x)
{
    return x->op == OP_LITERAL ? &x->value
           : x->op == OP_VAR   ? &m->frame[x->symbol->slot]
                               : NULL;
}

/* Of numbers that fit into 64 bits, if the result does. */
static inline bool small_arithmetic(enum op op, int64_t a, int64_t b,
                                    int64_t *out)
{
    switch (op) {
    case OP_ADD: return !__builtin_add_overflow(a, b, out);
    case OP_SUB: return !__builtin_sub_overflow(a, b, out);
    case OP_MUL: return !__builtin_mul_overflow(a, b, out);
    case OP_MOD:
        if (b <= 0)
            return false;
        *out = a % b;
        *out += *out < 0 ? b : 0;
        return true;
    case OP_QUOTIENT:
        if (b <= 0)
            return false;
        *out = a / b - (a % b < 0);
        return true;
    default: return false;
    }
}

static inline struct val ordered(enum op op, int order)
{
    switch (op) {
    case OP_EQ: return val_truth(order == 0);
    case OP_NE: return val_truth(order != 0);
    case OP_LT: return val_truth(order < 0);
    case OP_LE: return val_truth(order <= 0);
    case OP_GT: return val_truth(order > 0);
    default: return val_truth(order >= 0);
    }
}

/* a + b or a < b of numbers at hand needs less than machine_run() keeps
 * ready. */
APART static struct val run_shallow(struct machine *m, const struct node *x)
{
    const struct val *a, *b;
    int64_t small;

    if (x->op < OP_ADD || x->op > OP_GE || !(a = at_hand(m, x->kids[0])) ||
        !(b = at_hand(m, x->kids[1])) || a->kind != VAL_INT ||
        b->kind != VAL_INT)
        return machine_run(m, x);
    if (x->op >= OP_EQ && val_spend(&m->r, 3))
        return ordered(x->op, (a->i > b->i) - (a->i < b->i));
    if (small_arithmetic(x->op, a->i, b->i, &small) && val_spend(&m->r, 3))
        return val_int(small);
    return machine_run(m, x);
}

/* The value of a formula. A number at hand, as in most formulas, needs no
 * call. */
static inline struct val operand(struct machine *m, const struct node *x)
{
    const struct val *d = at_hand(m, x);

    if (d && d->kind == VAL_INT && val_spend(&m->r, 1))
        return *d;
    return run_shallow(m, x);
}

APART static struct val apply(struct machine *m, const struct node *x)
{
    const struct symbol *f = x->symbol;
    struct val args[16];

    if (x->n > 16)
        return val_fail(&m->r, "a function takes at most 16 arguments");
    for (size_t i = 0; i < x->n; i++)
        args[i] = operand(m, x->kids[i]);
    if (m->r.failed)
        return VAL_FAILED;
    for (size_t i = 0; i < x->n; i++)
        m->frame[f->params[i]->slot] = args[i];
    return machine_run(m, f->value);
}

APART static struct val call(struct machine *m, const struct node *x)
{
    struct val few[8], *args = few;

    if (x->n > 8)
        args = arena_array(m->r.arena, struct val, x->n);
    for (size_t i = 0; i < x->n; i++)
        args[i] = operand(m, x->kids[i]);
    if (m->r.failed)
        return VAL_FAILED;
    m->r.at = x->at;
    return x->call->run(&m->r, args, x->n);
}

/* ---- lists ---- */

APART static struct val build(struct machine *m, const struct node *x,
                              enum val_kind kind)
{
    struct val d = val_row(&m->r, kind, x->n);

    for (size_t i = 0; i < x->n && !m->r.failed; i++)
        d.row->at[i] = machine_run(m, x->kids[i]);
    if (m->r.failed)
        return VAL_FAILED;
    m->r.at = x->at;
    return kind == VAL_SET ? val_sorted(&m->r, d) : d;
}

bool machine_ends(struct machine *m, const struct node *x, int64_t *lo,
                  int64_t *hi)
{
    struct val a = operand(m, x->kids[0]);
    struct val b = operand(m, x->kids[1]);

    if (m->r.failed)
        return false;
    m->r.at = x->at;
    return val_get_int(&m->r, a, INT64_MIN / 4, INT64_MAX / 4, lo) &&
           val_get_int(&m->r, b, INT64_MIN / 4, INT64_MAX / 4, hi);
}

APART static struct val run_range(struct machine *m, const struct node *x)
{
    struct val d;
    int64_t lo, hi;

    if (!machine_ends(m, x, &lo, &hi))
        return VAL_FAILED;
    d = val_row(&m->r, VAL_LIST, hi < lo ? 0 : (size_t)(hi - lo) + 1);
    for (int64_t i = lo; !m->r.failed && i <= hi; i++)
        d.row->at[i - lo] = val_int(i);
    return d;
}

/* The place of a value that a chain of indexes leads to, from a variable; NULL
 * after a failure. *own is set to a value that has no other place. */
static struct val *find_place(struct machine *m, const struct node *x,
                              struct val *own)
{
    struct val *list, i;
    int64_t at;

    if (x->op == OP_VAR)
        return place_of(m, x->symbol);
    if (x->op != OP_INDEX) {
        *own = machine_run(m, x);
        return own;
    }
    list = find_place(m, x->kids[0], own);
    i = operand(m, x->kids[1]);
    m->r.at = x->at;
    if (m->r.failed || !list)
        return NULL;
    if (!val_is_row(*list)) {
        val_fail(&m->r, "%s has no items", val_what(&m->r, *list));
        return NULL;
    }
    if (i.kind == VAL_INT && i.i >= 0 && i.i < (int64_t)list->row->n)
        return &list->row->at[i.i];
    if (!val_get_int(&m->r, i, 0, (int64_t)list->row->n - 1, &at))
        m->r.why = arena_printf(m->r.arena,
                                "the list has the items [0] to [%zu], not [%s]",
                                list->row->n - 1, val_what(&m->r, i));
    if (list->row->n == 0)
        m->r.why = "the list is empty";
    return NULL;
}

APART static struct val index_any(struct machine *m, const struct node *x)
{
    struct val own, *d = find_place(m, x, &own);

    if (!d || m->r.failed)
        return VAL_FAILED;
    machine_disown(*d);
    return *d;
}

/* An item of a list that is a variable, by a number that is at hand. */
static inline struct val run_index(struct machine *m, const struct node *x)
{
    const struct val *list =
        x->kids[0]->op == OP_VAR ? &m->frame[x->kids[0]->symbol->slot] : NULL;
    const struct val *i = at_hand(m, x->kids[1]);

    if (list && i && val_is_row(*list) && i->kind == VAL_INT && i->i >= 0 &&
        (uint64_t)i->i < list->row->n && list->row->at[i->i].kind == VAL_INT &&
        val_spend(&m->r, 1))
        return list->row->at[i->i];
    return index_any(m, x);
}

APART static struct val run_slice(struct machine *m, const struct node *x)
{
    struct val list = machine_run(m, x->kids[0]), out;
    struct val a = x->kids[1] ? machine_run(m, x->kids[1]) : val_int(0);
    struct val b = x->kids[2] ? machine_run(m, x->kids[2]) : val_int(0);
    int64_t from, to, n;

    if (m->r.failed)
        return VAL_FAILED;
    m->r.at = x->at;
    if (!val_is_row(list))
        return val_fail(&m->r, "%s has no items", val_what(&m->r, list));
    n = (int64_t)list.row->n;
    if (!val_get_int(&m->r, a, 0, n, &from) ||
        !val_get_int(&m->r, x->kids[2] ? b : val_int(n - 1), -1, n - 1, &to))
        return VAL_FAILED;
    out = val_row(&m->r, list.kind, to < from ? 0 : (size_t)(to - from) + 1);
    if (!m->r.failed)
        memcpy(out.row->at, list.row->at + from,
               out.row->n * sizeof(*out.row->at));
    return out;
}

/* ---- conditions ---- */

APART static bool no_truth(struct machine *m, const struct node *x,
                           struct val d)
{
    if (!m->r.failed) {
        m->r.at = x->at;
        val_fail(&m->r, "a condition is needed, not %s", val_what(&m->r, d));
    }
    return false;
}

static inline bool holds(struct machine *m, const struct node *x)
{
    struct val d = run_shallow(m, x);

    return d.kind == VAL_TRUTH ? d.truth : no_truth(m, x, d);
}

bool machine_holds(struct machine *m, const struct node *x)
{
    return holds(m, x);
}

APART static struct val compare_any(struct machine *m, const struct node *x,
                                    struct val a, struct val b)
{
    int order = 0;
    bool equal = false;

    if (m->r.failed)
        return VAL_FAILED;
    m->r.at = x->at;
    if (x->op == OP_EQ || x->op == OP_NE)
        order = val_equal(&m->r, a, b, &equal) && equal ? 0 : 1;
    else
        val_order(&m->r, a, b, &order);
    return m->r.failed ? VAL_FAILED : ordered(x->op, order);
}

static inline struct val compare(struct machine *m, const struct node *x)
{
    struct val a = operand(m, x->kids[0]);
    struct val b = operand(m, x->kids[1]);

    if (a.kind == VAL_INT && b.kind == VAL_INT)
        return ordered(x->op, (a.i > b.i) - (a.i < b.i));
    return compare_any(m, x, a, b);
}

APART static struct val member_any(struct machine *m, const struct node *x,
                                   struct val a, struct val b)
{
    struct val rest;
    bool has = false;

    if (m->r.failed)
        return VAL_FAILED;
    m->r.at = x->at;
    if (x->op == OP_DIVIDES) {
        rest = val_mod(&m->r, b, a);
        has = rest.kind == VAL_INT && rest.i == 0;
    } else {
        val_has(&m->r, b, a, &has);
    }
    return m->r.failed ? VAL_FAILED : val_truth(has != (x->op == OP_NOT_IN));
}

static inline struct val member(struct machine *m, const struct node *x)
{
    struct val a = operand(m, x->kids[0]);
    struct val b = operand(m, x->kids[1]);

    if (x->op == OP_DIVIDES && a.kind == VAL_INT && b.kind == VAL_INT &&
        a.i > 0)
        return val_truth(b.i % a.i == 0);
    return member_any(m, x, a, b);
}

/* "and" and "or" look at the second condition only if they must. */
static inline struct val run_joined(struct machine *m, const struct node *x)
{
    bool first = holds(m, x->kids[0]), second;

    if (m->r.failed)
        return VAL_FAILED;
    if (first == (x->op == OP_OR))
        return val_truth(first);
    second = holds(m, x->kids[1]);
    return m->r.failed ? VAL_FAILED : val_truth(second);
}

APART static struct val arithmetic_any(struct machine *m, const struct node *x,
                                       struct val a, struct val b)
{
    m->r.at = m->r.failed ? m->r.at : x->at;
    switch (x->op) {
    case OP_ADD: return val_add(&m->r, a, b);
    case OP_SUB: return val_sub(&m->r, a, b);
    case OP_MUL: return val_mul(&m->r, a, b);
    case OP_DIV: return val_div(&m->r, a, b);
    case OP_QUOTIENT: return val_quotient(&m->r, a, b);
    case OP_MOD: return val_mod(&m->r, a, b);
    default: return val_pow(&m->r, a, b);
    }
}

static inline struct val arithmetic(struct machine *m, const struct node *x)
{
    struct val a = operand(m, x->kids[0]);
    struct val b = operand(m, x->kids[1]);
    int64_t small;

    if (a.kind == VAL_INT && b.kind == VAL_INT &&
        small_arithmetic(x->op, a.i, b.i, &small))
        return val_int(small);
    return arithmetic_any(m, x, a, b);
}

APART static struct val negative(struct machine *m, const struct node *x)
{
    struct val d = machine_run(m, x->kids[0]);

    m->r.at = m->r.failed ? m->r.at : x->at;
    return val_neg(&m->r, d);
}

struct val machine_run(struct machine *m, const struct node *x)
{
    if (!val_spend(&m->r, 1))
        return VAL_FAILED;
    switch (x->op) {
    case OP_LITERAL: return x->value;
    case OP_VAR: return read_variable(m, x);
    case OP_LIST: return build(m, x, VAL_LIST);
    case OP_SET: return build(m, x, VAL_SET);
    case OP_TUPLE: return build(m, x, VAL_TUPLE);
    case OP_RANGE: return run_range(m, x);
    case OP_INDEX: return run_index(m, x);
    case OP_SLICE: return run_slice(m, x);
    case OP_NEG: return negative(m, x);
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_QUOTIENT:
    case OP_MOD:
    case OP_POW: return arithmetic(m, x);
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE: return compare(m, x);
    case OP_IN:
    case OP_NOT_IN:
    case OP_DIVIDES: return member(m, x);
    case OP_AND:
    case OP_OR: return run_joined(m, x);
    case OP_NOT: {
        bool truth = holds(m, x->kids[0]);

        return m->r.failed ? VAL_FAILED : val_truth(!truth);
    }
    case OP_IF: {
        bool truth = holds(m, x->kids[0]);

        return m->r.failed ? VAL_FAILED
                           : machine_run(m, x->kids[truth ? 1 : 2]);
    }
    case OP_CALL: return call(m, x);
    case OP_APPLY: return apply(m, x);
    case OP_LOOP: return machine_run_loop(m, x);
    default: BUG("a statement is no formula");
    }
}
