/* SPDX-License-Identifier: Apache-2.0 */
#include "math/tree/expr.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"

#include <string.h>

/*
 * Trees of mathematics: making, comparing, walking. All walks are recursive;
 * their depth is that of the tree, which the reader bounds (LIMIT_EXPR_DEPTH
 * brackets, and a bounded number of nodes for each).
 */

/* ---- making ---- */

struct expr *expr_new(struct arena *a, enum expr_op op,
                      const struct expr *const *args, unsigned count)
{
    size_t bytes = count * sizeof(struct expr *);
    struct expr *x = arena_alloc(a, sizeof(*x) + bytes);
    void *own = x + 1; /* the arguments stand behind the node */

    x->op = op;
    x->count = count;
    if (count) {
        memcpy(own, args, bytes);
        x->args = own;
    }
    return x;
}

static struct expr *expr_named(struct arena *a, enum expr_op op,
                               const char *name)
{
    struct expr *x = expr_new(a, op, NULL, 0);

    x->name = arena_strdup(a, name);
    return x;
}

struct expr *expr_symbol(struct arena *a, const char *name)
{
    return expr_named(a, EXPR_SYMBOL, name);
}

struct expr *expr_text(struct arena *a, const char *text)
{
    return expr_named(a, EXPR_TEXT, text);
}

struct expr *expr_constant(struct arena *a, enum expr_constant c)
{
    struct expr *x = expr_new(a, EXPR_CONSTANT, NULL, 0);

    x->constant = c;
    return x;
}

static void clear_value(void *value)
{
    fmpq_clear(value);
}

struct expr *expr_number(struct arena *a, const struct expr_number *number)
{
    struct expr *x = expr_new(a, EXPR_NUMBER, NULL, 0);
    struct expr_number *own = arena_new(a, struct expr_number);

    *own = *number;
    fmpq_init(own->value);
    fmpq_set(own->value, number->value);
    /* Small ones hold no memory of FLINT's: nearly all of them. */
    if (COEFF_IS_MPZ(*fmpq_numref(own->value)) ||
        COEFF_IS_MPZ(*fmpq_denref(own->value)))
        arena_defer(a, clear_value, own->value);
    x->number = own;
    return x;
}

struct expr *expr_rational(struct arena *a, const fmpq_t value)
{
    struct expr_number n = { .base = 10 };

    *n.value = *value; /* borrowed: expr_number() copies it */
    return expr_number(a, &n);
}

struct expr *expr_fraction(struct arena *a, long over, unsigned long under)
{
    struct expr *x;
    fmpq_t q;

    fmpq_init(q);
    fmpq_set_si(q, over, under);
    x = expr_rational(a, q);
    fmpq_clear(q);
    return x;
}

struct expr *expr_integer(struct arena *a, long value)
{
    return expr_fraction(a, value, 1);
}

struct expr *expr_call(struct arena *a, enum function_id id,
                       const struct expr *const *args, unsigned count)
{
    struct expr *x = expr_new(a, EXPR_CALL, args, count);

    x->function = function_card(id);
    return x;
}

struct expr *expr_unary(struct arena *a, enum expr_op op, const struct expr *x)
{
    return expr_new(a, op, &x, 1);
}

struct expr *expr_binary(struct arena *a, enum expr_op op, const struct expr *x,
                         const struct expr *y)
{
    const struct expr *args[] = { x, y };

    return expr_new(a, op, args, 2);
}

const struct expr *expr_add(struct arena *a, const struct expr *x,
                            const struct expr *y)
{
    return expr_binary(a, EXPR_ADD, x, y);
}

const struct expr *expr_sub(struct arena *a, const struct expr *x,
                            const struct expr *y)
{
    return expr_add(a, x, expr_neg(a, y));
}

const struct expr *expr_mul(struct arena *a, const struct expr *x,
                            const struct expr *y)
{
    return expr_binary(a, EXPR_MUL, x, y);
}

const struct expr *expr_div(struct arena *a, const struct expr *x,
                            const struct expr *y)
{
    return expr_binary(a, EXPR_DIV, x, y);
}

const struct expr *expr_pow(struct arena *a, const struct expr *x,
                            const struct expr *y)
{
    return expr_binary(a, EXPR_POW, x, y);
}

const struct expr *expr_neg(struct arena *a, const struct expr *x)
{
    return expr_unary(a, EXPR_NEG, x);
}

const struct expr *expr_of(struct arena *a, enum function_id f,
                           const struct expr *x)
{
    return expr_call(a, f, &x, 1);
}

const struct expr *expr_integral(struct arena *a, const struct expr *f,
                                 const char *name, const struct expr *from,
                                 const struct expr *to)
{
    const struct expr *args[] = { f, expr_symbol(a, name), from, to };

    return expr_new(a, EXPR_INTEGRAL, args, 4);
}

struct expr *expr_relation(struct arena *a, const struct expr *left,
                           enum relation rel, const struct expr *right)
{
    struct expr *x = expr_binary(a, EXPR_RELATION, left, right);
    enum relation *between = arena_new(a, enum relation);

    *between = rel;
    x->relations = between;
    return x;
}

/* ---- looking ---- */

static bool expr_same_number(const struct expr_number *x,
                             const struct expr_number *y)
{
    return x->base == y->base && x->decimal == y->decimal &&
           x->repeating == y->repeating &&
           (!x->decimal || x->repeating || x->places == y->places) &&
           fmpq_equal(x->value, y->value);
}

/* The part of a node that is no argument. */
static bool same_payload(const struct expr *x, const struct expr *y)
{
    switch (x->op) {
    case EXPR_NUMBER: return expr_same_number(x->number, y->number);
    case EXPR_SYMBOL:
    case EXPR_APPLY:
    case EXPR_QUANTITY:
    case EXPR_DOMAIN:
    case EXPR_TEXT: return strcmp(x->name, y->name) == 0;
    case EXPR_CONSTANT: return x->constant == y->constant;
    case EXPR_CALL: return x->function->id == y->function->id;
    case EXPR_FACTORIAL:
    case EXPR_DERIVATIVE: return x->degree == y->degree;
    case EXPR_MATRIX: return x->rows == y->rows;
    case EXPR_LIMIT: return x->side == y->side;
    case EXPR_PLUSMINUS: return x->mirror == y->mirror;
    case EXPR_INTERVAL:
        return x->open_from == y->open_from && x->open_to == y->open_to;
    case EXPR_RELATION:
        for (unsigned i = 0; i + 1 < x->count; i++)
            if (x->relations[i] != y->relations[i])
                return false;
        return true;
    default: return true;
    }
}

bool expr_same_head(const struct expr *x, const struct expr *y)
{
    return x->op == y->op && x->count == y->count && same_payload(x, y);
}

bool expr_same(const struct expr *x, const struct expr *y)
{
    if (x == y)
        return true;
    if (!x || !y || !expr_same_head(x, y))
        return false;
    for (unsigned i = 0; i < x->count; i++)
        if (!expr_same(x->args[i], y->args[i]))
            return false;
    return true;
}

size_t expr_size(const struct expr *x)
{
    size_t n = 1;

    if (!x) /* the missing condition of a case */
        return 0;
    for (unsigned i = 0; i < x->count; i++)
        n += expr_size(x->args[i]);
    return n;
}

bool expr_is_value(const struct expr *x)
{
    return x->op <= EXPR_DOTS;
}

int expr_infinity(const struct expr *x)
{
    int sign = 1;

    for (; x->op == EXPR_NEG; x = x->args[0])
        sign = -sign;
    return x->op == EXPR_CONSTANT && x->constant == CONSTANT_INFINITY ? sign
                                                                      : 0;
}

bool expr_any(const struct expr *x, bool (*is)(const struct expr *node))
{
    if (!x)
        return false;
    if (is(x))
        return true;
    for (unsigned i = 0; i < x->count; i++)
        if (expr_any(x->args[i], is))
            return true;
    return false;
}

bool expr_has(const struct expr *x, enum expr_op op)
{
    if (!x)
        return false;
    if (x->op == op)
        return true;
    for (unsigned i = 0; i < x->count; i++)
        if (expr_has(x->args[i], op))
            return true;
    return false;
}

bool expr_is_named(const struct expr *x, const char *names)
{
    return x->op == EXPR_SYMBOL && str_among(x->name, names);
}

/* ---- free symbols ----
 *
 * A sum, product, definite integral or limit binds its variable in its body
 * (args[0]) alone. An indefinite integral and a derivative are functions of
 * their variable: it stays free. A set-builder binds the symbols that stand
 * both in its element and in its condition.
 */

struct scope {
    const struct scope *outer;
    const char *name;       /* the bound variable, */
    const struct map *both; /* or, of a set-builder: the names whose value is
                               2 are bound */
};

#define BUILDERS_DEEP 8 /* beyond, a nested set-builder binds nothing */

static bool expr_is_bound(const struct scope *s, const char *name)
{
    for (; s; s = s->outer) {
        const size_t *in;

        if (s->name && strcmp(s->name, name) == 0)
            return true;
        in = s->both ? map_get(s->both, name, strlen(name)) : NULL;
        if (in && *in == 2)
            return true;
    }
    return false;
}

static bool expr_binds(const struct expr *x)
{
    switch (x->op) {
    case EXPR_SUM:
    case EXPR_PRODUCT:
    case EXPR_LIMIT: return x->args[1]->op == EXPR_SYMBOL;
    case EXPR_INTEGRAL: return x->count == 4 && x->args[1]->op == EXPR_SYMBOL;
    default: return false;
    }
}

/* Count names: those of the element become 1, those of the condition that
 * were met in the element 2. */
static void mark_names(struct map *m, const struct expr *x, bool element)
{
    if (!x)
        return;
    if (x->op == EXPR_SYMBOL) {
        size_t n = strlen(x->name);
        size_t *in =
            element ? map_put(m, x->name, n, NULL) : map_get(m, x->name, n);

        if (in)
            *in = element ? 1 : 2;
    }
    for (unsigned i = 0; i < x->count; i++)
        mark_names(m, x->args[i], element);
}

struct finder {
    struct arena *arena;
    struct vec names; /* of const char * */
    struct map seen;  /* used once there are many */
    int builders;
};

#define FEW 24 /* names that are looked through one by one */

static void expr_found(struct finder *f, const char *name)
{
    const char *const *names = f->names.items;
    bool added = true;

    if (f->names.n < FEW) {
        for (size_t i = 0; i < f->names.n; i++)
            if (strcmp(names[i], name) == 0)
                return;
    } else {
        if (!f->seen.n)
            for (size_t i = 0; i < f->names.n; i++)
                map_put(&f->seen, names[i], strlen(names[i]), NULL);
        map_put(&f->seen, name, strlen(name), &added);
    }
    if (added)
        *(const char **)vec_push(&f->names) = name;
}

static void expr_find(struct finder *f, const struct expr *x,
                      const struct scope *scope);

static void find_in_builder(struct finder *f, const struct expr *x,
                            const struct scope *scope)
{
    struct map both = { 0 };
    struct scope inner = { .outer = scope, .both = &both };

    mark_names(&both, x->args[0], true);
    for (unsigned i = 1; i < x->count; i++)
        mark_names(&both, x->args[i], false);
    f->builders++;
    for (unsigned i = 0; i < x->count; i++)
        expr_find(f, x->args[i], &inner);
    f->builders--;
    map_clear(&both);
}

static void expr_find(struct finder *f, const struct expr *x,
                      const struct scope *scope)
{
    struct scope inner = { .outer = scope };
    unsigned i = 0;

    if (!x)
        return;
    if (x->op == EXPR_SYMBOL && !expr_is_bound(scope, x->name))
        expr_found(f, x->name);
    if (x->op == EXPR_APPLY)
        expr_found(f, arena_printf(f->arena, "%s(", x->name));
    if (x->op == EXPR_BUILDER && f->builders < BUILDERS_DEEP) {
        find_in_builder(f, x, scope);
        return;
    }
    if (expr_binds(x)) {
        inner.name = x->args[1]->name;
        expr_find(f, x->args[0], &inner);
        i = 2;
    }
    for (; i < x->count; i++)
        expr_find(f, x->args[i], scope);
}

size_t expr_symbols(struct arena *a, const struct expr *x,
                    const char *const **names)
{
    struct finder f = { .arena = a, .names = vec_in(a, sizeof(char *)) };

    expr_find(&f, x, NULL);
    map_clear(&f.seen);
    *names = f.names.items;
    return f.names.n;
}

/* ---- replacing ---- */

/* x with its arguments from `first` on replaced; shared when none changed. */
static const struct expr *replace_args(struct arena *a, const struct expr *x,
                                       unsigned first, const char *name,
                                       const struct expr *with)
{
    struct expr *copy = NULL;
    const struct expr **own = NULL;

    for (unsigned i = first; i < x->count; i++) {
        const struct expr *y =
            x->args[i] ? expr_replace(a, x->args[i], name, with) : NULL;

        if (y == x->args[i])
            continue;
        if (!copy) {
            copy = arena_new(a, struct expr);
            own = arena_array(a, const struct expr *, x->count);
            *copy = *x;
            memcpy(own, x->args, x->count * sizeof(*own));
            copy->args = own;
        }
        own[i] = y;
    }
    return copy ? copy : x;
}

static bool builder_binds(const struct expr *x, const char *name)
{
    struct map both = { 0 };
    const size_t *in;
    bool bound;

    mark_names(&both, x->args[0], true);
    for (unsigned i = 1; i < x->count; i++)
        mark_names(&both, x->args[i], false);
    in = map_get(&both, name, strlen(name));
    bound = in && *in == 2;
    map_clear(&both);
    return bound;
}

const struct expr *expr_replace(struct arena *a, const struct expr *x,
                                const char *name, const struct expr *with)
{
    if (x->op == EXPR_SYMBOL)
        return strcmp(x->name, name) == 0 ? with : x;
    if (x->count == 0)
        return x;
    if (x->op == EXPR_BUILDER && builder_binds(x, name))
        return x;
    /* A bound name is left alone in the body; the bounds are outside. */
    if (expr_binds(x) && strcmp(x->args[1]->name, name) == 0)
        return replace_args(a, x, 2, name, with);
    return replace_args(a, x, 0, name, with);
}

bool expr_is_constant(const struct expr *x, enum expr_constant c)
{
    return x->op == EXPR_CONSTANT && x->constant == c;
}

bool expr_is_whole(const struct expr *x)
{
    return x->op == EXPR_NUMBER && fmpz_is_one(fmpq_denref(x->number->value));
}

bool expr_is_symbol(const struct expr *x, const char *name)
{
    return x->op == EXPR_SYMBOL && strcmp(x->name, name) == 0;
}

bool expr_mentions(const struct expr *x, const char *name)
{
    if (!x)
        return false;
    if (expr_is_symbol(x, name))
        return true;
    for (unsigned i = 0; i < x->count; i++)
        if (expr_mentions(x->args[i], name))
            return true;
    return false;
}

const struct expr *expr_map(struct arena *a, const struct expr *x,
                            const struct expr *(*with)(void *data,
                                                       const struct expr *arg),
                            void *data)
{
    const struct expr **args;
    struct expr *copy;

    if (x->count == 0)
        return x;
    args = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++) {
        args[i] = x->args[i] ? with(data, x->args[i]) : NULL;
        if (x->args[i] && !args[i])
            return NULL;
    }
    copy = arena_new(a, struct expr);
    *copy = *x;
    copy->args = args;
    return copy;
}

struct sign_choice {
    struct arena *arena;
    bool upper;
};

bool expr_has_sign(const struct expr *x)
{
    return expr_has(x, EXPR_PLUSMINUS);
}

static const struct expr *expr_sign(void *data, const struct expr *x)
{
    const struct sign_choice *c = data;
    const struct expr *last;

    if (!expr_has_sign(x))
        return x;
    x = expr_map(c->arena, x, expr_sign, data);
    if (x->op != EXPR_PLUSMINUS)
        return x;
    last = x->args[x->count - 1];
    if (c->upper == x->mirror)
        last = expr_neg(c->arena, last);
    return x->count == 1 ? last : expr_add(c->arena, x->args[0], last);
}

const struct expr *expr_choose_sign(struct arena *a, const struct expr *x,
                                    bool upper)
{
    return expr_sign(&(struct sign_choice){ a, upper }, x);
}
