/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Matrices: squares and inverses of 2x2 matrices, and matrix equations, with a
 * 3x3 matrix and a column at the last level.
 *
 * solve() multiplies out, uses the formula for the inverse, or Cramer's rule.
 * check() multiplies the key back into the equation, exactly, and knows by
 * the rank of the matrices that no other matrix does it; a square it compares
 * with the theorem of Cayley and Hamilton.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>
#include <string.h>

enum kind {
    SQUARE,   /* A^2 */
    INVERSE,  /* A^-1 */
    LEFT,     /* AX = B */
    RIGHT,    /* XA = B */
    SHIFT,    /* AX = X + B */
    SANDWICH, /* AXB = C */
    COLUMN    /* AX = C, A is 3x3 and C a column */
};

struct matrices {
    int64_t kind, na, nb, nc;
    int64_t a[9], b[4], c[4]; /* row by row */
};

static const struct field fields[] = {
    NUMBER(struct matrices, kind, 0, 6),
    SLOT_LIST(struct matrices, a, na, -2000, 2000),
    SLOT_LIST(struct matrices, b, nb, -50000, 50000),
    SLOT_LIST(struct matrices, c, nc, -1000000, 1000000),
    { 0 },
};

static const int64_t n_a[] = { 4, 4, 4, 4, 4, 4, 9 };
static const int64_t n_b[] = { 0, 0, 4, 4, 4, 4, 0 };
static const int64_t n_c[] = { 0, 0, 0, 0, 0, 4, 3 };

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "inverse", "the square or the inverse of a 2x2 matrix with entries up "
                 "to 9" },
    { "equation", "AX = B, XA = B or AX = X + B for 2x2 matrices, entries of A "
                  "up to 10 and of X up to 9" },
    { "cramer", "AXB = C for 2x2 matrices, or AX = C for a 3x3 matrix A and a "
                "column, entries of A, B and X up to 9" },
};

typedef int64_t pick_entry(struct pick *k, int64_t lo, int64_t hi);

/* Entries from -9 to 9 with a determinant that is not 0: the last entry steps
 * over the one that would make it so, or else over 0. */
static void pick_regular(struct pick *k, pick_entry *entry, int64_t *a)
{
    int64_t sign = pick(k, 0, 1), but, most;

    a[0] = entry(k, 1, 9);
    a[0] = sign ? -a[0] : a[0];
    a[1] = entry(k, -9, 9);
    a[2] = entry(k, -9, 9);
    a[3] = entry(k, -9, 8);
    most = pick_stretched(k, 9);
    but = a[1] * a[2] % a[0] ? 0 : a[1] * a[2] / a[0];
    a[3] += a[3] >= (but < -most || but > most ? 0 : but);
}

static void multiply(const int64_t *a, const int64_t *b, int64_t *out)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            out[2 * i + j] = a[2 * i] * b[j] + a[2 * i + 1] * b[2 + j];
}

static void draw_equation(struct pick *k, struct matrices *v)
{
    int64_t x[4];

    v->kind = pick(k, LEFT, SHIFT);
    pick_regular(k, pick, v->a);
    for (int i = 0; i < 4; i++)
        x[i] = pick_wide(k, -9, 9);
    if (v->kind == RIGHT)
        multiply(x, v->a, v->b);
    else
        multiply(v->a, x, v->b);
    if (v->kind == SHIFT) {
        v->a[0]++;
        v->a[3]++;
    }
}

static void draw_cramer(struct pick *k, struct matrices *v)
{
    int64_t x[4], t[4];

    v->kind = pick(k, SANDWICH, COLUMN);
    for (int i = 0; i < 4; i++)
        x[i] = pick_wide(k, -9, 9);
    if (v->kind == SANDWICH) {
        pick_regular(k, pick, v->a);
        pick_regular(k, pick, v->b);
        multiply(v->a, x, t);
        multiply(t, v->b, v->c);
        return;
    }
    for (int i = 0; i < 9; i++)
        v->a[i] = pick(k, -9, 9);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            v->c[i] += v->a[3 * i + j] * x[j];
}

static void draw(struct pick *k, void *values)
{
    struct matrices *v = values;

    if (k->level == 1) {
        v->kind = pick(k, SQUARE, INVERSE);
        pick_regular(k, pick_wide, v->a);
    } else {
        (k->level == 2 ? draw_equation : draw_cramer)(k, v);
    }
    v->na = n_a[v->kind];
    v->nb = n_b[v->kind];
    v->nc = n_c[v->kind];
}

/* ---- the first road: products, adjugates and Cramer's rule ---- */

static const char *text(struct solving *s, const int64_t *x)
{
    return latex_matrix(s->arena, x, 2, 2);
}

/* x over d, in `columns` columns. */
static void set_key(struct solving *s, const int64_t *x, size_t rows,
                    size_t columns, int64_t d)
{
    struct str out = str_in(s->arena);

    for (size_t i = 0; i < rows * columns; i++)
        str_addf(&out, "%s%s",
                 i == 0        ? ""
                 : i % columns ? " & "
                               : " \\\\ ",
                 latex_ratio(s->arena, x[i], d));
    solving_key(s, "\\begin{pmatrix} %s \\end{pmatrix}", str_get(&out));
}

/* 1/d as it stands before a matrix. */
static const char *one_over(struct solving *s, int64_t d)
{
    return d == 1 ? ""
           : d == -1
               ? "-"
               : arena_printf(s->arena, "%s ", latex_ratio(s->arena, 1, d));
}

/* The adjugate and the determinant, which is not 0. */
static bool invert(struct solving *s, const char *name, const int64_t *a,
                   int64_t *adjugate, int64_t *det)
{
    struct arena *t = s->arena;

    *det = a[0] * a[3] - a[1] * a[2];
    if (*det == 0)
        return false;
    adjugate[0] = a[3];
    adjugate[1] = -a[1];
    adjugate[2] = -a[2];
    adjugate[3] = a[0];
    solving_step(s,
                 "The determinant of $%s$ is $%" PRId64
                 " \\cdot %s - %s \\cdot "
                 "%s = %" PRId64 "$.",
                 name, a[0], latex_bracket(t, a[3]), latex_bracket(t, a[1]),
                 latex_bracket(t, a[2]), *det);
    solving_step(s,
                 "Exchange the entries of the diagonal and change the signs of "
                 "the others: the inverse of $%s$ is $%s%s$.",
                 name, one_over(s, *det), text(s, adjugate));
    return true;
}

static bool solve_square(struct solving *s, const struct matrices *v)
{
    const int64_t *a = v->a;
    struct arena *t = s->arena;
    int64_t x[4];

    multiply(a, a, x);
    solving_step(s,
                 "Multiply each row of the matrix with each of its columns.");
    for (int i = 0; i < 2; i++)
        solving_step(
            s,
            "Row %d: $%" PRId64 " \\cdot %s + %s \\cdot %s = %" PRId64
            "$ and $%" PRId64 " \\cdot %s + %s \\cdot %s = %" PRId64 "$.",
            i + 1, a[2 * i], latex_bracket(t, a[0]),
            latex_bracket(t, a[2 * i + 1]), latex_bracket(t, a[2]), x[2 * i],
            a[2 * i], latex_bracket(t, a[1]), latex_bracket(t, a[2 * i + 1]),
            latex_bracket(t, a[3]), x[2 * i + 1]);
    set_key(s, x, 2, 2, 1);
    solving_step(s, "So $A^2 = %s$.", s->key);
    return true;
}

static bool solve_inverse(struct solving *s, const struct matrices *v)
{
    int64_t x[4], det;

    if (!invert(s, "A", v->a, x, &det))
        return false;
    set_key(s, x, 2, 2, det);
    solving_step(s, "Divide every entry: $A^{-1} = %s$.", s->key);
    return true;
}

static bool solve_equation(struct solving *s, const struct matrices *v)
{
    int64_t a[4], inverse[4], x[4], det;

    memcpy(a, v->a, sizeof(a));
    if (v->kind == SHIFT) {
        a[0]--;
        a[3]--;
        solving_step(s,
                     "$AX = X + B$ says that $(A - I)X = B$ with $A - I = %s$.",
                     text(s, a));
    }
    if (!invert(s, v->kind == SHIFT ? "A - I" : "A", a, inverse, &det))
        return false;
    if (v->kind == RIGHT)
        multiply(v->b, inverse, x);
    else
        multiply(inverse, v->b, x);
    solving_step(s, "Multiply $B$ by it from the %s: $X = %s%s %s = %s%s$.",
                 v->kind == RIGHT ? "right" : "left", one_over(s, det),
                 text(s, v->kind == RIGHT ? v->b : inverse),
                 text(s, v->kind == RIGHT ? inverse : v->b), one_over(s, det),
                 text(s, x));
    set_key(s, x, 2, 2, det);
    solving_step(s, "So $X = %s$.", s->key);
    return true;
}

static bool solve_sandwich(struct solving *s, const struct matrices *v)
{
    int64_t a[4], b[4], x[4], y[4], da, db;

    if (!invert(s, "A", v->a, a, &da) || !invert(s, "B", v->b, b, &db))
        return false;
    multiply(a, v->c, x);
    multiply(x, b, y);
    solving_step(s, "From the left, $XB = A^{-1}C = %s%s$.", one_over(s, da),
                 text(s, x));
    solving_step(s, "From the right, $X = A^{-1}CB^{-1} = %s%s$.",
                 one_over(s, da * db), text(s, y));
    set_key(s, y, 2, 2, da * db);
    solving_step(s, "So $X = %s$.", s->key);
    return true;
}

/* Along the first row. */
static int64_t det3(const int64_t *a)
{
    return a[0] * (a[4] * a[8] - a[5] * a[7]) -
           a[1] * (a[3] * a[8] - a[5] * a[6]) +
           a[2] * (a[3] * a[7] - a[4] * a[6]);
}

/* The same as a sum of three products. */
static const char *det3_text(struct arena *t, const int64_t *a)
{
    return arena_printf(
        t, "%" PRId64 " \\cdot %s - %s \\cdot %s + %s \\cdot %s = %" PRId64,
        a[0], latex_bracket(t, a[4] * a[8] - a[5] * a[7]),
        latex_bracket(t, a[1]), latex_bracket(t, a[3] * a[8] - a[5] * a[6]),
        latex_bracket(t, a[2]), latex_bracket(t, a[3] * a[7] - a[4] * a[6]),
        det3(a));
}

static bool solve_column(struct solving *s, const struct matrices *v)
{
    struct arena *t = s->arena;
    const int64_t *a = v->a;
    int64_t det = det3(a), x[3];

    if (det == 0)
        return false;
    solving_step(s, "By the first row, $\\det A = %s$.", det3_text(t, a));
    for (int j = 0; j < 3; j++) {
        int64_t other[9];

        memcpy(other, a, sizeof(other));
        for (int i = 0; i < 3; i++)
            other[3 * i + j] = v->c[i];
        x[j] = det3(other);
        solving_step(s,
                     "With $C$ in the place of column %d the determinant is "
                     "$%s$, so entry %d of $X$ is $%s$.",
                     j + 1, det3_text(t, other), j + 1,
                     latex_ratio(t, x[j], det));
    }
    set_key(s, x, 3, 1, det);
    solving_step(s, "So $X = %s$.", s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct matrices *v = values;

    switch ((enum kind)v->kind) {
    case SQUARE: return solve_square(s, v);
    case INVERSE: return solve_inverse(s, v);
    case LEFT:
    case RIGHT:
    case SHIFT: return solve_equation(s, v);
    case SANDWICH: return solve_sandwich(s, v);
    case COLUMN: break;
    }
    return solve_column(s, v);
}

/* ---- wording ---- */

static const char *matrix(struct speech *s, const int64_t *x, size_t rows,
                          size_t columns)
{
    struct str out = str_in(s->arena);

    for (size_t i = 0; i < rows * columns; i++)
        str_addf(&out, "%s%s",
                 i == 0        ? ""
                 : i % columns ? " & "
                               : " \\\\ ",
                 speech_number(s, &x[i]));
    return arena_printf(s->arena, "\\begin{pmatrix} %s \\end{pmatrix}",
                        str_get(&out));
}

static void speak(struct speech *s, const void *values)
{
    static const char *const asked[] = {
        "the matrix $A^2$",
        "the inverse matrix $A^{-1}$",
        "the matrix $X$ with $AX = B$",
        "the matrix $X$ with $XA = B$",
        "the matrix $X$ with $AX = X + B$",
        "the matrix $X$ with $AXB = C$",
        "the column $X$ with $AX = C$",
    };
    const struct matrices *v = values;
    size_t size = v->na == 9 ? 3 : 2;
    struct str given = str_in(s->arena);

    str_addf(&given, "Let $A = %s$", matrix(s, v->a, size, size));
    if (v->nb)
        str_addf(&given, "%s $B = %s$", v->nc ? "," : " and",
                 matrix(s, v->b, 2, 2));
    if (v->nc)
        str_addf(&given, " and $C = %s$",
                 matrix(s, v->c, size, v->nc == 3 ? 1 : 2));
    str_add(&given, ".");
    speech_set(s, "given", "%s", str_get(&given));
    speech_set(s, "what", "%s", asked[v->kind]);
}

KIND_IS(struct matrices, squares, SQUARE)

static bool undoes(const void *values)
{
    return !squares(values);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "<given> Find <what>.", NULL },
    { STYLE_PLAIN, "<given> Determine <what>.", NULL },
    { STYLE_PLAIN, "<given> Work out <what>.", NULL },
    { STYLE_PLAIN, "<given> What is <what>?", NULL },
    { STYLE_STORY,
      "<name> scrambles messages with matrices. <given> To unscramble the "
      "next one, <name> needs <what>. What is it?",
      undoes },
    { STYLE_STORY,
      "<name> scrambles messages with matrices. <given> To scramble the "
      "next one twice, <name> needs <what>. What is it?",
      squares },
    { STYLE_STORY,
      "A graphics program turns and stretches pictures with matrices. <given> "
      "For the next frame of a film about a <animal>, it has to compute "
      "<what>. What is the result?",
      NULL },
    { STYLE_STORY,
      "In a model of a <shop>'s stock, the changes of each week are written "
      "as matrices. <given> For the forecast, <name> looks for <what>. "
      "What is it?",
      NULL },
    { 0 },
};

/* ---- the second road: multiplying back ---- */

static void load(fmpq_mat_t m, const int64_t *x)
{
    for (slong i = 0; i < fmpq_mat_nrows(m); i++)
        for (slong j = 0; j < fmpq_mat_ncols(m); j++)
            fmpq_set_si(fmpq_mat_entry(m, i, j), x[i * fmpq_mat_ncols(m) + j],
                        1);
}

static bool is_regular(const fmpq_mat_t m)
{
    fmpq_t det;
    bool regular;

    fmpq_init(det);
    fmpq_mat_det(det, m);
    regular = !fmpq_is_zero(det);
    fmpq_clear(det);
    return regular;
}

/* A^2 = (tr A) A - (det A) I, entry by entry. */
static bool is_square(const int64_t *a, const fmpq_mat_t x)
{
    int64_t trace = a[0] + a[3], det = a[0] * a[3] - a[1] * a[2];
    fmpq_mat_t y;
    bool same;

    fmpq_mat_init(y, 2, 2);
    load(y, (const int64_t[]){ trace * a[0] - det, trace * a[1], trace * a[2],
                               trace * a[3] - det });
    same = fmpq_mat_equal(x, y);
    fmpq_mat_clear(y);
    return same;
}

/* The left side of the equation at x, and whether x is all that fits. */
static bool put_in(const struct matrices *v, const fmpq_mat_t x, fmpq_mat_t a,
                   fmpq_mat_t b, fmpq_mat_t left)
{
    fmpq_mat_t t;
    bool unique = is_regular(a);

    fmpq_mat_init(t, fmpq_mat_nrows(x), fmpq_mat_ncols(x));
    if (v->kind == RIGHT)
        fmpq_mat_mul(left, x, a);
    else
        fmpq_mat_mul(left, a, x);
    if (v->kind == SHIFT) {
        fmpq_mat_sub(left, left, x);
        for (slong i = 0; i < 2; i++)
            fmpq_sub_si(fmpq_mat_entry(a, i, i), fmpq_mat_entry(a, i, i), 1);
        unique = is_regular(a);
    } else if (v->kind == SANDWICH) {
        fmpq_mat_mul(t, left, b);
        fmpq_mat_set(left, t);
        unique = unique && is_regular(b);
    }
    fmpq_mat_clear(t);
    return unique;
}

static bool satisfies(const struct matrices *v, const fmpq_mat_t x)
{
    static const int64_t one[] = { 1, 0, 0, 1 };
    slong n = v->kind == COLUMN ? 3 : 2;
    fmpq_mat_t a, b, left, right;
    bool same;

    fmpq_mat_init(a, n, n);
    fmpq_mat_init(b, 2, 2);
    fmpq_mat_init(left, fmpq_mat_nrows(x), fmpq_mat_ncols(x));
    fmpq_mat_init(right, fmpq_mat_nrows(x), fmpq_mat_ncols(x));
    load(a, v->a);
    load(b, v->b);
    load(right, v->kind == INVERSE ? one : v->kind >= SANDWICH ? v->c : v->b);
    same = put_in(v, x, a, b, left) && fmpq_mat_equal(left, right);
    fmpq_mat_clear(right);
    fmpq_mat_clear(left);
    fmpq_mat_clear(b);
    fmpq_mat_clear(a);
    return same;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct matrices *v = values;
    bool column = v->kind == COLUMN, holds = false;
    fmpq_mat_t x;

    f->by = v->kind == SQUARE ? "Cayley-Hamilton" : "multiplying back";
    f->detail = "the matrices do not have the sizes that they should have";
    if (v->na != n_a[v->kind] || v->nb != n_b[v->kind] || v->nc != n_c[v->kind])
        return TRUTH_NO;
    fmpq_mat_init(x, column ? 3 : 2, column ? 1 : 2);
    f->detail = "the key is not a matrix of the right size";
    if (key_matrix(a, key, x)) {
        holds = v->kind == SQUARE ? is_square(v->a, x) : satisfies(v, x);
        f->detail = holds ? "the key satisfies the equation, and no other "
                            "matrix does"
                          : "the key does not satisfy the equation";
    }
    fmpq_mat_clear(x);
    return holds ? TRUTH_YES : TRUTH_NO;
}

static bool is_whole(const void *values)
{
    return ((const struct matrices *)values)->kind != INVERSE;
}

static const struct recipe recipe = {
    .size = sizeof(struct matrices),
    .fields = fields,
    .draw = draw,
    .free_from = 3,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the answer as a matrix, with fractions in lowest terms.",
    .is_whole = is_whole,
    .whole = "Give the answer as a matrix.",
    .check = check,
};

const struct family concept_matrices = {
    .name = "concept/matrices",
    .version = 2,
    .title = "Matrices",
    .doc = "The square or the inverse of a 2x2 matrix, or the matrix that "
           "solves a matrix equation. The worked solution uses determinants: "
           "the formula for the inverse, or Cramer's rule.",
    .concepts = { HIGH_MATRICES },
    .answer = ANSWER_MATRIX,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
