/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Matrices and vectors: products and sums of written matrices are worked out
 * entry by entry (as trees: nothing is simplified), then entries compared. A
 * column or row is also answered by a tuple of its entries.
 */
#include "base/limits.h"
#include "grade/compare/compare_int.h"
#include "math/exact/exact.h"

#include <string.h>

#define ENTRY_NODES 2000 /* of one entry of a product */

static bool is_matrix(const struct expr *x)
{
    return x->op == EXPR_MATRIX;
}

static bool is_transpose(const struct expr *x)
{
    return x->op == EXPR_CALL && x->function->id == FN_TRANSPOSE;
}

/* [1, 2, 3]^T, a column in one line. */
static bool is_column_in_line(const struct expr *x)
{
    return x->op == EXPR_POW &&
           (x->args[0]->op == EXPR_TUPLE || x->args[0]->op == EXPR_INTERVAL) &&
           x->args[1]->op == EXPR_SYMBOL && strcmp(x->args[1]->name, "T") == 0;
}

/* [[1,2],[3,4]]: rows in brackets, all as long as the first. */
static bool is_nested(const struct expr *x)
{
    if (x->op != EXPR_TUPLE && x->op != EXPR_INTERVAL)
        return false;
    for (unsigned i = 0; i < x->count; i++)
        if ((x->args[i]->op != EXPR_TUPLE && x->args[i]->op != EXPR_INTERVAL) ||
            x->args[i]->count != x->args[0]->count)
            return false;
    return x->count > 0;
}

/* A determinant or trace of a matrix is a number. */
bool has_matrix(const struct expr *x)
{
    if (is_transpose(x))
        return has_matrix(x->args[0]);
    if (x->op == EXPR_CALL || x->op == EXPR_TEXT || !expr_is_value(x))
        return false;
    if (is_matrix(x) || is_column_in_line(x))
        return true;
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i] && has_matrix(x->args[i]))
            return true;
    return false;
}

static unsigned columns(const struct expr *m)
{
    return m->rows ? m->count / m->rows : 0;
}

static const struct expr *entry(const struct expr *m, unsigned r, unsigned c)
{
    return m->args[r * columns(m) + c];
}

static struct expr *matrix_new(struct arena *a, const struct expr **entries,
                               unsigned rows, unsigned cols)
{
    struct expr *m = expr_new(a, EXPR_MATRIX, entries, rows * cols);

    m->rows = rows;
    return m;
}

/* Nodes of x, walked like a tree, but no more than `most`: products share
 * their parts, and the walk is what costs. */
static size_t size_up_to(const struct expr *x, size_t most)
{
    size_t n = 1;

    for (unsigned i = 0; x && i < x->count && n < most; i++)
        n += size_up_to(x->args[i], most - n);
    return n;
}

/* An entry as its number when it is one; NULL when it grows too large. */
static const struct expr *settled(struct comparer *j, const struct expr *x)
{
    struct work w = { 0, 2000, NULL };
    size_t size = size_up_to(x, ENTRY_NODES);
    fmpq_t v;

    if (size >= ENTRY_NODES || !work_spend(j->work, size)) {
        work_refuse(j->work, "nodes");
        return NULL;
    }
    fmpq_init(v);
    if (exact_rational(v, x, &w) == EXACT_VALUE)
        x = expr_rational(j->arena, v);
    fmpq_clear(v);
    return x;
}

/* Scalar times matrix, matrix times matrix; NULL when they do not fit. */
static const struct expr *times(struct comparer *j, const struct expr *x,
                                const struct expr *y)
{
    bool mx = is_matrix(x), my = is_matrix(y);
    unsigned rows, cols, inner;
    const struct expr **out;

    if (!mx && !my)
        return expr_binary(j->arena, EXPR_MUL, x, y);
    rows = mx ? x->rows : y->rows;
    cols = my ? columns(y) : columns(x);
    inner = mx && my ? columns(x) : 1;
    if ((mx && my && inner != y->rows) ||
        (size_t)rows * cols * inner > LIMIT_ITEMS ||
        !work_spend(j->work, rows * cols * inner))
        return NULL;
    out = arena_array(j->arena, const struct expr *, rows *cols);
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < cols; c++) {
            const struct expr *sum = NULL;

            for (unsigned i = 0; i < inner; i++) {
                const struct expr *p = expr_binary(
                    j->arena, EXPR_MUL, mx ? entry(x, r, my ? i : c) : x,
                    my ? entry(y, mx ? i : r, c) : y);

                sum = sum ? expr_binary(j->arena, EXPR_ADD, sum, p) : p;
            }
            out[r * cols + c] = settled(j, sum);
            if (!out[r * cols + c])
                return NULL;
        }
    return matrix_new(j->arena, out, rows, cols);
}

static const struct expr *plus(struct comparer *j, const struct expr *x,
                               const struct expr *y)
{
    const struct expr **out;

    if (!is_matrix(x) && !is_matrix(y))
        return expr_binary(j->arena, EXPR_ADD, x, y);
    if (!is_matrix(x) || !is_matrix(y) || x->rows != y->rows ||
        x->count != y->count)
        return NULL;
    out = arena_array(j->arena, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        out[i] = expr_binary(j->arena, EXPR_ADD, x->args[i], y->args[i]);
    return matrix_new(j->arena, out, x->rows, columns(x));
}

static const struct expr *fold(struct comparer *j, const struct expr *x);

static const struct expr *fold_all(struct comparer *j, const struct expr *x)
{
    const struct expr *total = fold(j, x->args[0]);

    for (unsigned i = 1; i < x->count && total; i++) {
        const struct expr *next = fold(j, x->args[i]);

        if (next)
            total = x->op == EXPR_MUL ? times(j, total, next)
                                      : plus(j, total, next);
        else
            total = NULL;
    }
    return total;
}

static const struct expr *transpose(struct comparer *j, const struct expr *m)
{
    const struct expr **out;

    if (!m || !is_matrix(m))
        return NULL;
    out = arena_array(j->arena, const struct expr *, m->count);
    for (unsigned r = 0; r < m->rows; r++)
        for (unsigned c = 0; c < columns(m); c++)
            out[c * m->rows + r] = entry(m, r, c);
    return matrix_new(j->arena, out, columns(m), m->rows);
}

static const struct expr *from_nested(struct comparer *j, const struct expr *x)
{
    unsigned cols = x->args[0]->count;
    const struct expr **out;

    if ((size_t)x->count * cols > LIMIT_ITEMS)
        return x;
    out = arena_array(j->arena, const struct expr *, x->count *cols);
    for (unsigned r = 0; r < x->count; r++)
        for (unsigned c = 0; c < cols; c++)
            out[r * cols + c] = x->args[r]->args[c];
    return matrix_new(j->arena, out, x->count, cols);
}

/* x as one matrix, or as a value without any; NULL when it is neither. */
static const struct expr *fold(struct comparer *j, const struct expr *x)
{
    const struct expr *part;

    if (!has_matrix(x) || is_matrix(x))
        return x;
    if (is_column_in_line(x))
        return matrix_new(j->arena, (const struct expr **)x->args[0]->args,
                          x->args[0]->count, 1);
    if (is_transpose(x))
        return transpose(j, fold(j, x->args[0]));
    switch (x->op) {
    case EXPR_NEG:
        part = fold(j, x->args[0]);
        return part ? times(j, expr_integer(j->arena, -1), part) : NULL;
    case EXPR_ADD:
    case EXPR_MUL: return fold_all(j, x);
    case EXPR_DIV:
        part = fold(j, x->args[0]);
        if (!part || has_matrix(x->args[1]))
            return NULL;
        return times(j,
                     expr_binary(j->arena, EXPR_DIV, expr_integer(j->arena, 1),
                                 x->args[1]),
                     part);
    case EXPR_POW:
        part = fold(j, x->args[0]);
        if (!part || x->args[1]->op != EXPR_NUMBER ||
            !fmpz_equal_si(fmpq_numref(x->args[1]->number->value), 2) ||
            !fmpz_is_one(fmpq_denref(x->args[1]->number->value)))
            return NULL;
        return times(j, part, part);
    default: return NULL;
    }
}

static struct comparison entries(struct comparer *j, const struct expr *key,
                                 const struct expr *answer)
{
    struct comparison f =
        found(TRUTH_YES, "matrix", "they are equal entry by entry");

    if (key->count != answer->count)
        return found(TRUTH_NO, "matrix", "the sizes are different");
    for (unsigned i = 0; i < key->count && f.lenient != TRUTH_NO; i++)
        f = found_and(f, compare(j, key->args[i], answer->args[i]));
    return f;
}

static bool is_plain_row(const struct expr *x)
{
    return x->op == EXPR_TUPLE || x->op == EXPR_LIST ||
           (x->op == EXPR_INTERVAL && !x->open_from && !x->open_to);
}

static bool is_vector(const struct expr *m)
{
    return is_matrix(m) && (m->rows == 1 || m->rows == m->count);
}

struct comparison compare_matrices(struct comparer *j, const struct expr *key,
                                   const struct expr *answer)
{
    const struct expr *k = fold(j, key), *a = fold(j, answer);
    struct comparison f;

    if (!k || !a)
        return found(TRUTH_UNKNOWN, "matrix",
                     "could not compute a matrix expression");
    if (is_matrix(k) && is_nested(a))
        a = from_nested(j, a);
    if (is_matrix(a) && is_nested(k))
        k = from_nested(j, k);
    if (is_matrix(k) && is_matrix(a))
        return k->rows != a->rows
                   ? found(TRUTH_NO, "matrix", "the shapes are different")
                   : entries(j, k, a);
    if ((is_vector(k) && is_plain_row(a)) ||
        (is_vector(a) && is_plain_row(k))) {
        f = entries(j, k, a);
        if (f.lenient == TRUTH_YES &&
            (a->op == EXPR_LIST || k->op == EXPR_LIST)) {
            f.strict = TRUTH_NO;
            f.strict_why = "one is a vector, the other is a list";
        }
        return f;
    }
    return found(TRUTH_NO, "kind", "only one of them is a matrix");
}

/* ---- unit vectors ---- */

static const char *const axes[] = { "i", "j", "k" };

/* x with the i of the imaginary unit read as a name. */
static const struct expr *with_axis(struct arena *a, const struct expr *x)
{
    const struct expr **args;
    struct expr *copy;

    if (x->op == EXPR_CONSTANT && x->constant == CONSTANT_I)
        return expr_symbol(a, "i");
    if (x->op == EXPR_SYMBOL && strncmp(x->name, "hat{", 4) == 0 &&
        x->name[4] >= 'i' && x->name[4] <= 'k')
        return expr_symbol(a, axes[x->name[4] - 'i']);
    if (x->count == 0)
        return x;
    args = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = x->args[i] ? with_axis(a, x->args[i]) : NULL;
    copy = arena_new(a, struct expr);
    *copy = *x;
    copy->args = args;
    return copy;
}

/* f where one of the axes is 1 and the others are 0; none: -1. */
static const struct expr *on_axis(struct arena *a, const struct expr *f,
                                  int axis)
{
    for (int i = 0; i < 3; i++)
        f = expr_replace(a, f, axes[i], expr_integer(a, i == axis));
    return f;
}

const struct expr *vector_components(struct comparer *j, const struct expr *x,
                                     unsigned n)
{
    const struct expr *parts[3], *f = with_axis(j->arena, x);
    const char *const *names;
    size_t symbols = expr_symbols(j->arena, f, &names);
    bool basis = false;

    for (size_t i = 0; i < symbols; i++)
        basis |=
            names[i][1] == '\0' && (names[i][0] == 'j' || names[i][0] == 'k');
    if (n < 2 || n > 3 || !basis ||
        decide_equal(j->arena, on_axis(j->arena, f, -1),
                     expr_integer(j->arena, 0), NULL, j->work)
                .equal != TRUTH_YES)
        return x;
    for (unsigned i = 0; i < n; i++)
        parts[i] = on_axis(j->arena, f, (int)i);
    return expr_new(j->arena, EXPR_TUPLE, parts, n);
}
