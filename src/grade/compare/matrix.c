/* SPDX-License-Identifier: Apache-2.0 */
#include "base/limits.h"
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "math/exact/exact.h"
#include "math/flint_poly.h"
#include "text/span.h"

#include <string.h>

/*
 * Matrices and vectors: products and sums of written matrices are worked out
 * entry by entry (as trees: nothing is simplified), then entries compared. A
 * column or row is also answered by a tuple of its entries.
 */

#define ENTRY_NODES 2000 /* of one entry of a product */

static bool matrix_is_matrix(const struct expr *x)
{
    return x->op == EXPR_MATRIX;
}

static bool is_transpose(const struct expr *x)
{
    return x->op == EXPR_CALL && x->function->id == FN_TRANSPOSE;
}

/* x^T, which was read as a power. */
static bool is_power_of_t(const struct expr *x)
{
    return x->op == EXPR_POW && expr_is_named(x->args[1], "T");
}

/* [1, 2, 3]^T, a column in one line. */
static bool is_column_in_line(const struct expr *x)
{
    return is_power_of_t(x) &&
           (x->args[0]->op == EXPR_TUPLE || x->args[0]->op == EXPR_INTERVAL);
}

/* [[1,2],[3,4]]: rows in brackets, all as long as the first. */
static bool matrix_is_nested(const struct expr *x)
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
    if (matrix_is_matrix(x) || is_column_in_line(x))
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

static const struct expr *matrix_entry(const struct expr *m, unsigned r,
                                       unsigned c)
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
static const struct expr *matrix_times(struct comparer *j, const struct expr *x,
                                       const struct expr *y)
{
    bool mx = matrix_is_matrix(x), my = matrix_is_matrix(y);
    unsigned rows, cols, inner;
    const struct expr **out;

    if (!mx && !my)
        return expr_mul(j->arena, x, y);
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
                const struct expr *p =
                    expr_mul(j->arena, mx ? matrix_entry(x, r, my ? i : c) : x,
                             my ? matrix_entry(y, mx ? i : r, c) : y);

                sum = sum ? expr_add(j->arena, sum, p) : p;
            }
            out[r * cols + c] = settled(j, sum);
            if (!out[r * cols + c])
                return NULL;
        }
    return matrix_new(j->arena, out, rows, cols);
}

static const struct expr *matrix_plus(struct comparer *j, const struct expr *x,
                                      const struct expr *y)
{
    const struct expr **out;

    if (!matrix_is_matrix(x) && !matrix_is_matrix(y))
        return expr_add(j->arena, x, y);
    if (!matrix_is_matrix(x) || !matrix_is_matrix(y) || x->rows != y->rows ||
        x->count != y->count)
        return NULL;
    out = arena_array(j->arena, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        out[i] = expr_add(j->arena, x->args[i], y->args[i]);
    return matrix_new(j->arena, out, x->rows, columns(x));
}

static const struct expr *matrix_fold(struct comparer *j, const struct expr *x);

static const struct expr *fold_all(struct comparer *j, const struct expr *x)
{
    const struct expr *total = matrix_fold(j, x->args[0]);

    for (unsigned i = 1; i < x->count && total; i++) {
        const struct expr *next = matrix_fold(j, x->args[i]);

        if (next)
            total = x->op == EXPR_MUL ? matrix_times(j, total, next)
                                      : matrix_plus(j, total, next);
        else
            total = NULL;
    }
    return total;
}

static const struct expr *transpose(struct comparer *j, const struct expr *m)
{
    const struct expr **out;

    if (!m || !matrix_is_matrix(m))
        return NULL;
    out = arena_array(j->arena, const struct expr *, m->count);
    for (unsigned r = 0; r < m->rows; r++)
        for (unsigned c = 0; c < columns(m); c++)
            out[c * m->rows + r] = matrix_entry(m, r, c);
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
static const struct expr *matrix_fold(struct comparer *j, const struct expr *x)
{
    const struct expr *part;
    long power;

    if (!has_matrix(x) || matrix_is_matrix(x))
        return x;
    if (is_column_in_line(x))
        return matrix_new(j->arena, (const struct expr **)x->args[0]->args,
                          x->args[0]->count, 1);
    if (is_transpose(x))
        return transpose(j, matrix_fold(j, x->args[0]));
    switch (x->op) {
    case EXPR_NEG:
        part = matrix_fold(j, x->args[0]);
        return part ? matrix_times(j, expr_integer(j->arena, -1), part) : NULL;
    case EXPR_ADD:
    case EXPR_MUL: return fold_all(j, x);
    case EXPR_DIV:
        part = matrix_fold(j, x->args[0]);
        if (!part || has_matrix(x->args[1]))
            return NULL;
        return matrix_times(
            j, expr_div(j->arena, expr_integer(j->arena, 1), x->args[1]), part);
    case EXPR_POW:
        part = matrix_fold(j, x->args[0]);
        return part && shape_small(x->args[1], &power) && power == 2
                   ? matrix_times(j, part, part)
                   : NULL;
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
        f = found_and(f, compare_answers(j, key->args[i], answer->args[i]));
    return f;
}

static bool is_plain_row(const struct expr *x)
{
    return x->op == EXPR_TUPLE || x->op == EXPR_LIST ||
           (x->op == EXPR_INTERVAL && !x->open_from && !x->open_to);
}

static bool is_vector(const struct expr *m)
{
    return matrix_is_matrix(m) && (m->rows == 1 || m->rows == m->count);
}

struct comparison compare_matrices(struct comparer *j, const struct expr *key,
                                   const struct expr *answer)
{
    const struct expr *k = matrix_fold(j, key), *a = matrix_fold(j, answer);
    struct comparison f;

    if (!k || !a)
        return found(TRUTH_UNKNOWN, "matrix",
                     "could not compute a matrix expression");
    if (matrix_is_matrix(k) && matrix_is_nested(a))
        a = from_nested(j, a);
    if (matrix_is_matrix(a) && matrix_is_nested(k))
        k = from_nested(j, k);
    if (matrix_is_matrix(k) && matrix_is_matrix(a))
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
static const struct expr *with_axis(void *data, const struct expr *x)
{
    if (x->op == EXPR_CONSTANT && x->constant == CONSTANT_I)
        return expr_symbol(data, "i");
    if (x->op == EXPR_SYMBOL && strncmp(x->name, "hat{", 4) == 0 &&
        x->name[4] >= 'i' && x->name[4] <= 'k')
        return expr_symbol(data, axes[x->name[4] - 'i']);
    return expr_map(data, x, with_axis, data);
}

const struct expr *vector_components(struct comparer *j, const struct expr *x,
                                     unsigned n)
{
    const struct expr *parts[3], *f = with_axis(j->arena, x);
    const char *const *names;
    size_t symbols = expr_symbols(j->arena, f, &names);
    bool basis = false;

    for (size_t i = 0; i < symbols; i++)
        basis |= str_among(names[i], "j k");
    if (n < 2 || n > 3 || !basis ||
        compare_same_value(j, shape_at_one(j->arena, f, axes, 3, 3),
                           expr_integer(j->arena, 0)) != TRUTH_YES)
        return x;
    for (unsigned i = 0; i < n; i++)
        parts[i] = shape_at_one(j->arena, f, axes, 3, i);
    return expr_new(j->arena, EXPR_TUPLE, parts, n);
}

/*
 * Lines, planes and spans: (1, 2, 3) + t (1, -1, 2) names the same points
 * whatever point it begins with and however long its direction is, and so does
 * x - 1 = 2 - y = (z - 3)/2. Both sides are read as linear equations between
 * coordinates and parameters; the parameters are eliminated, and what is left
 * in reduced form is the same exactly for the same set of points.
 */

#define COORDINATES 4 /* called #0, #1, ... */
#define PARAMETERS  6
#define EQUATIONS   12

/* One side, as it was read. */
struct flat {
    const struct expr *zero[EQUATIONS]; /* each of them is zero */
    unsigned n;
    unsigned dimension;               /* of its vectors; 0: it has none */
    const char *declared[PARAMETERS]; /* t of "t real" */
    unsigned declared_n;
    const char *parameter[PARAMETERS];
    unsigned parameters;
    bool bare;  /* a vector that no name stands before */
    bool chain; /* (x - 1)/2 = y/3 = z/4 */
    bool free;  /* something says that the parameters run over all numbers */
    bool punctured; /* t is not 0 */
};

/* ---- names ---- */

/* Letters that everybody reads as the parameter of a line. */
static bool is_parameter_name(const char *name)
{
    size_t n = strcspn(name, "_");

    return name[0] == '#' || (name[n] && strlen(name) != n + 4
                                  ? false
                                  : span_is_one((struct span){ name, n },
                                                "s t u v k lambda mu r tau"));
}

static bool matrix_is_parameter(const struct expr *x)
{
    return x->op == EXPR_SYMBOL && is_parameter_name(x->name);
}

/* Returns the place of x, y, z, w or x_1, x_2, ..., or -1 if it is another
 * name. */
static int coordinate(const char *name)
{
    static const char letters[] = "xyzw";

    if (strlen(name) == 1 && strchr(letters, name[0]))
        return (int)(strchr(letters, name[0]) - letters);
    return strncmp(name, "x_{", 3) == 0 && name[3] >= '1' && name[3] <= '4' &&
                   strcmp(name + 4, "}") == 0
               ? name[3] - '1'
               : -1;
}

static const struct expr *axis(struct arena *a, unsigned i)
{
    return expr_symbol(a, arena_printf(a, "#%u", i));
}

/* x with #0 for x and for x_1, and so on. */
static const struct expr *with_axes(struct arena *a, const struct expr *x)
{
    const char *const *names;
    size_t n = expr_symbols(a, x, &names);

    for (size_t i = 0; i < n; i++)
        if (coordinate(names[i]) >= 0)
            x = expr_replace(a, x, names[i],
                             axis(a, (unsigned)coordinate(names[i])));
    return x;
}

/* r, r(t), \vec{r}, and r(t) that was read as a product. */
static bool is_only_names(const struct expr *x)
{
    if (x->op == EXPR_SYMBOL || x->op == EXPR_APPLY)
        return true;
    if (x->op != EXPR_MUL)
        return false;
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i]->op != EXPR_SYMBOL)
            return false;
    return true;
}

/* ---- vectors ---- */

static bool is_vector_node(const struct expr *x)
{
    return x->op == EXPR_TUPLE || x->op == EXPR_MATRIX ||
           (x->op == EXPR_INTERVAL && !x->open_from && !x->open_to);
}

static bool is_transposed(const struct expr *x)
{
    return is_power_of_t(x) || is_transpose(x);
}

static unsigned vector_of(struct comparer *j, const struct expr *x,
                          const struct expr *out[COORDINATES]);

/* (1, 2, 3) as it is written. */
static unsigned written_vector(const struct expr *x,
                               const struct expr *out[COORDINATES])
{
    if (x->count < 2 || x->count > COORDINATES ||
        (x->op == EXPR_MATRIX && x->rows != 1 && x->rows != x->count))
        return 0;
    for (unsigned i = 0; i < x->count; i++) {
        if (!expr_is_value(x->args[i]) || has_matrix(x->args[i]))
            return 0;
        out[i] = x->args[i];
    }
    return x->count;
}

/* A sum of vectors, or a vector times numbers. */
static unsigned combined_vector(struct comparer *j, const struct expr *x,
                                const struct expr *out[COORDINATES])
{
    const struct expr *part[COORDINATES], *scale = NULL;
    unsigned n = 0, m;

    for (unsigned i = 0; i < x->count; i++) {
        m = expr_any(x->args[i], is_vector_node)
                ? vector_of(j, x->args[i], part)
                : 0;
        if (x->op == EXPR_MUL && m == 0) {
            scale = scale ? expr_mul(j->arena, scale, x->args[i]) : x->args[i];
            continue;
        }
        if (m == 0 || (n && (m != n || x->op == EXPR_MUL)))
            return 0;
        for (unsigned k = 0; k < m; k++)
            out[k] = n ? expr_add(j->arena, out[k], part[k]) : part[k];
        n = m;
    }
    for (unsigned k = 0; k < n && scale; k++)
        out[k] = expr_mul(j->arena, scale, out[k]);
    return scale && !expr_is_value(scale) ? 0 : n;
}

/* The components of x. Returns how many there are, or 0 if x is no vector. */
static unsigned vector_of(struct comparer *j, const struct expr *x,
                          const struct expr *out[COORDINATES])
{
    unsigned n;

    if (is_vector_node(x))
        return written_vector(x, out);
    if (is_transposed(x))
        return vector_of(j, x->args[0], out);
    if (!expr_any(x, is_vector_node)) { /* i + 2j - k */
        x = expr_is_value(x) ? vector_components(j, x, 3) : x;
        return x->op == EXPR_TUPLE ? written_vector(x, out) : 0;
    }
    switch (x->op) {
    case EXPR_ADD:
    case EXPR_MUL: return combined_vector(j, x, out);
    case EXPR_NEG:
        n = vector_of(j, x->args[0], out);
        for (unsigned i = 0; i < n; i++)
            out[i] = expr_neg(j->arena, out[i]);
        return n;
    case EXPR_DIV:
        n = expr_is_value(x->args[1]) ? vector_of(j, x->args[0], out) : 0;
        for (unsigned i = 0; i < n; i++)
            out[i] = expr_div(j->arena, out[i], x->args[1]);
        return n;
    default: return 0;
    }
}

/* ---- reading ---- */

static bool add_zero(struct comparer *j, struct flat *s, const struct expr *x,
                     const struct expr *y)
{
    if (s->n == EQUATIONS || !expr_is_value(x) || !expr_is_value(y))
        return false;
    s->zero[s->n++] = expr_sub(j->arena, x, y);
    return true;
}

static bool add_vector(struct comparer *j, struct flat *s, const struct expr *x)
{
    const struct expr *part[COORDINATES];
    unsigned n = vector_of(j, x, part);

    if (n == 0 || s->dimension)
        return false;
    s->dimension = n;
    for (unsigned i = 0; i < n; i++)
        if (!add_zero(j, s, axis(j->arena, i), part[i]))
            return false;
    return true;
}

static bool matrix_declare(struct flat *s, const struct expr *x)
{
    if (x->op != EXPR_SYMBOL || s->declared_n == PARAMETERS)
        return false;
    s->declared[s->declared_n++] = x->name;
    return true;
}

/* t real; s, t real, of which the reader makes a list; t != 0. */
static bool matrix_read_condition(struct flat *s, const struct expr *x)
{
    if (x->op == EXPR_SYMBOL)
        return matrix_declare(s, x);
    if (x->op != EXPR_RELATION || x->count != 2)
        return false;
    if (shape_is_in(x, "R")) {
        s->free = true;
        return matrix_declare(s, x->args[0]);
    }
    s->punctured |= x->relations[0] == RELATION_NE;
    return x->relations[0] == RELATION_NE && x->args[1]->op == EXPR_NUMBER &&
           fmpq_is_zero(x->args[1]->number->value) &&
           matrix_declare(s, x->args[0]);
}

static bool matrix_is_equation(const struct expr *x)
{
    if (x->op != EXPR_RELATION)
        return false;
    for (unsigned i = 0; i + 1 < x->count; i++)
        if (x->relations[i] != RELATION_EQ)
            return false;
    return true;
}

/* The statement of L: x = 1 + t without the name before it. */
static const struct expr *matrix_behind_name(const struct expr *x)
{
    return x->op == EXPR_RATIO && x->count == 2 && x->args[0]->op == EXPR_SYMBOL
               ? x->args[1]
               : x;
}

static bool matrix_is_place(const struct expr *x)
{
    if (!is_vector_node(x))
        return is_only_names(x);
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i]->op != EXPR_SYMBOL)
            return false;
    return true;
}

static bool matrix_read_equation(struct comparer *j, struct flat *s,
                                 const struct expr *x)
{
    const struct expr *left = matrix_behind_name(x->args[0]);

    if (x->count == 2 && matrix_is_place(left) &&
        (is_vector_node(left) || !expr_is_value(left) ||
         (left->op == EXPR_SYMBOL ? coordinate(left->name) < 0 : true)))
        return add_vector(j, s, x->args[1]);
    s->chain |= x->count > 2;
    for (unsigned i = 0; i + 1 < x->count; i++)
        if (!add_zero(j, s, with_axes(j->arena, i ? x->args[i] : left),
                      with_axes(j->arena, x->args[i + 1])))
            return false;
    return true;
}

static bool is_span(const struct expr *x)
{
    const char *name =
        x->op == EXPR_APPLY ? x->name
        : x->op == EXPR_MUL && x->count == 2 && x->args[0]->op == EXPR_SYMBOL
            ? x->args[0]->name
            : "";

    return str_among(name, "span Span lin");
}

/* span{(1, 1, 0), (0, 1, 1)} as s (1, 1, 0) + t (0, 1, 1). */
static bool read_span(struct comparer *j, struct flat *s, const struct expr *x)
{
    const struct expr *of = x->op == EXPR_MUL ? x->args[1] : x, *sum = NULL;

    if (of->op == EXPR_APPLY && of->count == 1 && of->args[0]->op == EXPR_SET)
        of = of->args[0];
    else if (of->op != EXPR_SET && of->op != EXPR_APPLY &&
             !(of->op == EXPR_TUPLE && of->count &&
               is_vector_node(of->args[0])))
        return false;
    for (unsigned i = 0; i < of->count && i < PARAMETERS; i++) {
        const struct expr *p =
            expr_mul(j->arena, axis(j->arena, 10 + i), of->args[i]);

        sum = sum ? expr_add(j->arena, sum, p) : p;
    }
    s->free = s->bare = true;
    return sum && of->count <= PARAMETERS && add_vector(j, s, sum);
}

/* The (x, y, z) of {(x, y, z) | x + y + z = 0}. */
static bool is_coordinates(const struct expr *x, struct flat *s)
{
    if (!is_vector_node(x) || x->count < 2)
        return false;
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i]->op != EXPR_SYMBOL ||
            coordinate(x->args[i]->name) != (int)i)
            return false;
    s->dimension = x->count;
    return s->free = true;
}

static bool read_flat(struct comparer *j, struct flat *s, const struct expr *x)
{
    if (x->op == EXPR_LIST || x->op == EXPR_AND) {
        for (unsigned i = 0; i < x->count; i++)
            if (!(i && matrix_read_condition(s, x->args[i])) &&
                !read_flat(j, s, x->args[i]))
                return false;
        return true;
    }
    if (is_span(x))
        return read_span(j, s, x);
    if (x->op == EXPR_BUILDER && x->count == 2)
        return (is_coordinates(x->args[0], s) ||
                add_vector(j, s, x->args[0])) &&
               (matrix_read_condition(s, x->args[1]) ||
                read_flat(j, s, x->args[1]));
    if (matrix_is_equation(x))
        return matrix_read_equation(j, s, x);
    if (matrix_read_condition(s, x))
        return true;
    s->bare = true;
    return add_vector(j, s, x);
}

/* All names that are left are parameters. */
static bool find_parameters(struct comparer *j, struct flat *s, unsigned *most)
{
    const char *const *names;

    for (unsigned e = 0; e < s->n; e++) {
        size_t n = expr_symbols(j->arena, s->zero[e], &names);

        for (size_t i = 0; i < n; i++) {
            unsigned k = 0;

            if (names[i][0] == '#' && strlen(names[i]) == 2) {
                unsigned place = (unsigned)(names[i][1] - '0') + 1;

                *most = place > *most ? place : *most;
                continue;
            }
            while (k < s->parameters && strcmp(s->parameter[k], names[i]) != 0)
                k++;
            if ((!str_is_one(names[i], s->declared, s->declared_n) &&
                 !is_parameter_name(names[i])) ||
                k == PARAMETERS)
                return false;
            s->parameter[k] = names[i];
            s->parameters += k == s->parameters;
        }
    }
    return true;
}

/* ---- elimination ---- */

/* One row: the coefficients of a linear equation, at last its constant. */
static bool matrix_fill_row(struct comparer *j, fmpq_mat_t m, slong row,
                            const struct expr *x, const char *const *names,
                            unsigned n)
{
    struct arena *a = j->arena;
    const struct expr *sum;

    for (unsigned i = 0; i <= n; i++)
        if (exact_rational(fmpq_mat_entry(m, row, i),
                           shape_at_one(a, x, names, n, i),
                           j->work) != EXACT_VALUE)
            return false;
    sum = expr_rational(a, fmpq_mat_entry(m, row, n));
    for (unsigned i = 0; i < n; i++) {
        fmpq *c = fmpq_mat_entry(m, row, i);

        fmpq_sub(c, c, fmpq_mat_entry(m, row, n));
        sum = expr_add(
            a, sum, expr_mul(a, expr_rational(a, c), expr_symbol(a, names[i])));
    }
    return exact_rational_functions(a, x, sum, j->work) == TRUTH_YES;
}

static bool is_zero_row(const fmpq_mat_t m, slong row, slong from, slong to)
{
    for (slong i = from; i < to; i++)
        if (!fmpq_is_zero(fmpq_mat_entry(m, row, i)))
            return false;
    return true;
}

/* The reduced equations of a side between its coordinates alone, in out, which
 * has EQUATIONS rows. Returns how many there are, or -1 if it is not linear or
 * holds nowhere. */
static int matrix_eliminate(struct comparer *j, const struct flat *s,
                            unsigned dimension, fmpq_mat_t out)
{
    const char *names[PARAMETERS + COORDINATES];
    unsigned p = s->parameters, n = p + dimension;
    fmpq_mat_t m;
    int rows = 0;

    for (unsigned i = 0; i < n; i++)
        names[i] =
            i < p ? s->parameter[i] : arena_printf(j->arena, "#%u", i - p);
    fmpq_mat_init(m, s->n, n + 1);
    for (unsigned i = 0; i < s->n && rows == 0; i++)
        if (!matrix_fill_row(j, m, i, s->zero[i], names, n))
            rows = -1;
    if (rows == 0) {
        slong rank = fmpq_mat_rref(m, m);

        for (slong r = 0; r < rank && rows >= 0; r++) {
            if (!is_zero_row(m, r, 0, p))
                continue;
            for (unsigned i = 0; i <= dimension; i++)
                fmpq_set(fmpq_mat_entry(out, rows, i),
                         fmpq_mat_entry(m, r, p + i));
            rows = is_zero_row(m, r, p, n) ? -1 : rows + 1;
        }
    }
    fmpq_mat_clear(m);
    return rows;
}

/* ---- comparing ---- */

/* May it be a set of points, by its form alone? */
static bool matrix_has_form(const struct expr *x)
{
    bool any = false;

    switch (x->op) {
    case EXPR_RELATION:
        return matrix_is_equation(x) &&
               (x->count > 2 ? true
                             : expr_any(x->args[1], matrix_is_parameter));
    case EXPR_LIST:
    case EXPR_AND:
        for (unsigned i = 0; i < x->count; i++)
            any |= matrix_is_equation(x->args[i]) ||
                   is_vector_node(x->args[i]) || matrix_has_form(x->args[i]);
        return any &&
               (expr_any(x, matrix_is_parameter) || x->args[0]->count > 2);
    case EXPR_MUL:
    case EXPR_APPLY:
        if (is_span(x))
            return true;
        /* fall through */
    case EXPR_TUPLE:
    case EXPR_MATRIX:
    case EXPR_ADD:
        return expr_any(x, matrix_is_parameter) && expr_any(x, is_vector_node);
    case EXPR_BUILDER: return expr_any(x->args[0], is_vector_node);
    default: return false;
    }
}

static bool share_names(const struct flat *x, const struct flat *y)
{
    for (unsigned i = 0; i < x->parameters; i++)
        if (str_is_one(x->parameter[i], y->parameter, y->parameters))
            return true;
    return false;
}

/* (t, 2t) for a t that was given is no line: only where one of them says that
 * its parameter is any number, has another name for it, or the question is
 * about lines. */
static bool are_sets(const struct comparer *j, const struct flat *k,
                     const struct flat *a, unsigned dimension)
{
    if (!(k->parameters || k->chain) && !(a->parameters || a->chain))
        return false;
    if (k->free || a->free || !share_names(k, a))
        return true;
    if (j->question && strstr(j->question, "in terms of"))
        return false;
    return (j->question &&
            str_has_any(j->question, "line|plane|parametri|vector|infinitely|"
                                     "solution set|general solution")) ||
           (!k->bare && !a->bare && dimension > 2);
}

bool compare_flats(struct comparer *j, const struct expr *key,
                   const struct expr *answer, struct comparison *out)
{
    struct flat k = { .n = 0 }, a = { .n = 0 };
    unsigned most = 0, dimension;
    fmpq_mat_t mk, ma;
    int rows_k, rows_a;
    bool same;

    if (j->depth > 1 || (!matrix_has_form(key) && !matrix_has_form(answer)) ||
        !read_flat(j, &k, key) || !read_flat(j, &a, answer) ||
        !find_parameters(j, &k, &most) || !find_parameters(j, &a, &most))
        return false;
    dimension = k.dimension ? k.dimension : a.dimension;
    dimension = dimension ? dimension : most;
    if (dimension < 2 || dimension < most ||
        (k.dimension && a.dimension && k.dimension != a.dimension) ||
        !are_sets(j, &k, &a, dimension))
        return false;
    fmpq_mat_init(mk, EQUATIONS, dimension + 1);
    fmpq_mat_init(ma, EQUATIONS, dimension + 1);
    rows_k = matrix_eliminate(j, &k, dimension, mk);
    rows_a = matrix_eliminate(j, &a, dimension, ma);
    same = fmpq_mat_equal(mk, ma);
    fmpq_mat_clear(mk);
    fmpq_mat_clear(ma);
    if (rows_k < 0 || rows_a < 0 || rows_k == (int)dimension ||
        rows_a == (int)dimension ||
        ((rows_k == 0 || rows_a == 0) && !(k.dimension && a.dimension)))
        return false;
    *out = same ? found(TRUTH_YES, "points", "they contain the same points")
                : found(TRUTH_NO, "points", "they contain different points");
    if (same && k.punctured != a.punctured)
        *out =
            found_lenient("points", "they contain the same points, except one",
                          "only one of them excludes the origin");
    return true;
}
