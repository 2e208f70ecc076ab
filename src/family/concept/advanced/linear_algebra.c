/* SPDX-License-Identifier: Apache-2.0 */

/*
 * All eigenvalues of a matrix with two or three rows, or of a matrix plus a
 * multiple of the identity.
 *
 * The matrix is P D P^-1 with a P of determinant 1, so that its eigenvalues
 * are those of D. solve() forgets D and finds the characteristic polynomial by
 * trace, principal minors and determinant, its integer root by trial and the
 * other two by the quadratic formula. check() never sees that polynomial: it
 * adds up the first, second and third powers of the key's numbers, exactly,
 * and compares the sums with the traces of the powers of the matrix, which
 * determine the eigenvalues (Newton).
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/quad.h"
#include "family/recipe/recipe.h"
#include "math/exact/surd.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define SIZE_MOST 3
#define ENTRY     INT64_C(2000000)

struct matrix {
    int64_t n;     /* entries: 4 or 9 */
    int64_t m[9];  /* row by row */
    int64_t shift; /* of the identity; 0: the matrix alone */
};

static const struct field fields[] = {
    SLOT_LIST(struct matrix, m, n, -ENTRY, ENTRY),
    SLOT(struct matrix, shift, -ENTRY, ENTRY),
    { 0 },
};

static int size_of(const struct matrix *v)
{
    return v->n == 4 ? 2 : v->n == 9 ? 3 : 0;
}

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "two rows", "two rows, two different integer eigenvalues from -9 to 9" },
    { "three rows", "three rows, three different integer eigenvalues from -7 "
                    "to 7, plus a multiple of the identity" },
    { "surds", "three rows, one integer eigenvalue and two irrational ones "
               "p +- q sqrt(d) with d up to 7, plus a multiple of the "
               "identity" },
};

/* T A T^-1, where T is the identity with `by` in row i and column j: row i
 * gains that multiple of row j, and column j loses as much of column i. */
static void shear(struct matrix *v, int n, int i, int j, int64_t by)
{
    for (int k = 0; k < n; k++)
        v->m[i * n + k] += by * v->m[j * n + k];
    for (int k = 0; k < n; k++)
        v->m[k * n + j] -= by * v->m[k * n + i];
}

/* A matrix with the eigenvalues of d: one shear for every entry above the
 * diagonal, by what stands in u, and then one for every entry below, by l. */
static void conjugate(struct matrix *v, int n, const int64_t *d,
                      const int64_t *l, const int64_t *u)
{
    v->n = n * n;
    for (int i = 0; i < n * n; i++)
        v->m[i] = d[i];
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            shear(v, n, j, i, *u++);
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            shear(v, n, i, j, *l++);
}

static void draw_two(struct pick *k, struct matrix *v)
{
    int64_t values[2], l, u;

    pick_subset_wide(k, -9, 9, 2, values);
    l = pick_but(k, -3, 3, 0);
    u = pick_but(k, -3, 3, 0);
    conjugate(v, 2, (int64_t[]){ values[0], 0, 0, values[1] }, &l, &u);
}

static void draw_triangles(struct pick *k, int64_t *l, int64_t *u)
{
    static const int64_t entries[] = { -1, 1, 2 };

    for (int i = 0; i < 3; i++) {
        l[i] = pick_of(k, entries, 3);
        u[i] = pick_of(k, entries, 3);
    }
}

static void draw_three(struct pick *k, struct matrix *v)
{
    int64_t values[3], l[3], u[3];

    pick_subset_wide(k, -7, 7, 3, values);
    draw_triangles(k, l, u);
    v->shift = pick_signed(k, 1, 9);
    conjugate(v, 3,
              (int64_t[]){ values[0], 0, 0, 0, values[1], 0, 0, 0, values[2] },
              l, u);
}

/* (p, d q; q, p) has the eigenvalues p +- q sqrt(d). */
static void draw_surds(struct pick *k, struct matrix *v)
{
    static const int64_t ds[] = { 2, 3, 5, 6, 7 };
    int64_t whole = pick_signed(k, 1, 9), p = pick_signed(k, 1, 6);
    int64_t q, d, l[3], u[3];

    q = pick(k, 1, 3);
    d = pick_of(k, ds, 5);
    draw_triangles(k, l, u);
    v->shift = pick_signed(k, 1, 9);
    conjugate(v, 3, (int64_t[]){ whole, 0, 0, 0, p, d * q, 0, q, p }, l, u);
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_two
     : k->level == 2 ? draw_three
                     : draw_surds)(k, values);
}

/* ---- the first road: the characteristic polynomial ---- */

static int64_t minor_of(const int64_t *m, int i, int j)
{
    return m[i * 3 + i] * m[j * 3 + j] - m[i * 3 + j] * m[j * 3 + i];
}

static int64_t determinant(const int64_t *m)
{
    return m[0] * (m[4] * m[8] - m[5] * m[7]) -
           m[1] * (m[3] * m[8] - m[5] * m[6]) +
           m[2] * (m[3] * m[7] - m[4] * m[6]);
}

#define ROOT_MOST 11000

/* The whole root of x^3 - t x^2 + s x - d that is smallest in size. */
static bool find_root(int64_t t, int64_t s, int64_t d, int64_t *root)
{
    for (int64_t r = 0; r <= ROOT_MOST; r++)
        for (int sign = 1; sign >= -1; sign -= 2) {
            int64_t x = sign * r;

            if (((x - t) * x + s) * x - d == 0) {
                *root = x;
                return true;
            }
        }
    return false;
}

/* The roots of x^2 - t x + d as two surds; false when they are not real,
 * equal, or too long. */
static bool solve_quadratic(struct solving *s, int64_t t, int64_t d,
                            struct surd *low, struct surd *high)
{
    int64_t disc = t * t - 4 * d;
    struct surd root;
    ulong rest, whole;

    if (disc <= 0 || disc > 2000000000 || t > 1000000 || t < -1000000)
        return false;
    whole = n_sqrtrem(&rest, (ulong)disc);
    root = rest ? surd_new(0, 1, disc, 1)
                : (struct surd){ (int64_t)whole, 0, 0, 1 };
    *low = surd_new(t - root.p, -root.q, root.d, 2);
    *high = surd_new(t + root.p, root.q, root.d, 2);
    solving_step(s,
                 "The quadratic $%s$ has the discriminant $%" PRId64
                 "$ and the zeros $%s$ and $%s$.",
                 latex_poly(s->arena, (int64_t[]){ d, -t, 1 }, 3, "\\lambda"),
                 disc, surd_latex(s->arena, *low), surd_latex(s->arena, *high));
    return true;
}

static bool solve_two(struct solving *s, const int64_t *m, struct surd *out)
{
    struct arena *a = s->arena;
    int64_t t = m[0] + m[3], d = m[0] * m[3] - m[1] * m[2];

    solving_step(s,
                 "For $A = %s$ the trace is $%" PRId64 "%s = %" PRId64
                 "$, and the determinant is $%" PRId64
                 " \\cdot %s - %s \\cdot %s = %" PRId64 "$.",
                 latex_matrix(a, m, 2, 2), m[0], latex_plus(a, m[3]), t, m[0],
                 latex_bracket(a, m[3]), latex_bracket(a, m[1]),
                 latex_bracket(a, m[2]), d);
    solving_step(s, "The characteristic polynomial is $%s$.",
                 latex_poly(a, (int64_t[]){ d, -t, 1 }, 3, "\\lambda"));
    return solve_quadratic(s, t, d, &out[0], &out[1]);
}

/* Trace, principal minors of order two and determinant, with their terms. */
static void explain_three(struct solving *s, const int64_t *m, int64_t t,
                          int64_t minors, int64_t d)
{
    struct arena *a = s->arena;
    int64_t first = minor_of(m, 0, 1), second = minor_of(m, 0, 2);
    int64_t third = minor_of(m, 1, 2);

    solving_step(s,
                 "Let $A = %s$. Its trace is $%" PRId64 "%s%s = %" PRId64 "$.",
                 latex_matrix(a, m, 3, 3), m[0], latex_plus(a, m[4]),
                 latex_plus(a, m[8]), t);
    solving_step(s,
                 "The principal minors of order two, from rows and columns "
                 "$1, 2$, then $1, 3$, then $2, 3$, are $%" PRId64
                 "$, $%" PRId64 "$ and $%" PRId64 "$; their sum is $%" PRId64
                 "$.",
                 first, second, third, minors);
    solving_step(s,
                 "Expanding along the first row, the determinant is $%" PRId64
                 " \\cdot %s - %s \\cdot %s + %s \\cdot %s = %" PRId64 "$.",
                 m[0], latex_bracket(a, third), latex_bracket(a, m[1]),
                 latex_bracket(a, m[3] * m[8] - m[5] * m[6]),
                 latex_bracket(a, m[2]),
                 latex_bracket(a, m[3] * m[7] - m[4] * m[6]), d);
}

static bool solve_three(struct solving *s, const int64_t *m, struct surd *out)
{
    struct arena *a = s->arena;
    int64_t t = m[0] + m[4] + m[8], d = determinant(m), root, rest;
    int64_t minors = minor_of(m, 0, 1) + minor_of(m, 0, 2) + minor_of(m, 1, 2);

    explain_three(s, m, t, minors, d);
    solving_step(
        s, "The characteristic polynomial is $%s$.",
        latex_poly(a, (int64_t[]){ -d, minors, -t, 1 }, 4, "\\lambda"));
    if (!find_root(t, minors, d, &root))
        return false;
    out[2] = (struct surd){ root, 0, 0, 1 };
    rest = minors + root * (root - t);
    solving_step(
        s, "%s; dividing by $%s$ leaves $%s$.",
        root ? arena_printf(a,
                            "Among the divisors of the constant term, "
                            "$\\lambda = %" PRId64
                            "$ is a zero, as putting it in shows",
                            root)
             : "The constant term is $0$, so $\\lambda = 0$ is a zero",
        latex_poly(a, (int64_t[]){ -root, 1 }, 2, "\\lambda"),
        latex_poly(a, (int64_t[]){ rest, root - t, 1 }, 3, "\\lambda"));
    return solve_quadratic(s, t - root, rest, &out[0], &out[1]);
}

static double rough(struct surd x)
{
    double root = 1;

    for (int i = 0; i < 40; i++) /* Newton; only the order depends on it */
        root = (root + (double)x.d / root) / 2;
    return ((double)x.p + (double)x.q * root) / (double)x.r;
}

static bool small_enough(const struct matrix *v)
{
    for (int64_t i = 0; i < v->n; i++)
        if (v->m[i] > 300000 || v->m[i] < -300000)
            return false;
    return v->shift <= 100000 && v->shift >= -100000;
}

static bool solve(struct solving *s, const void *values)
{
    const struct matrix *v = values;
    struct surd x[SIZE_MOST];
    int n = size_of(v);
    struct str list = str_in(s->arena);

    /* Determinants stay below 6 * 300000^3. */
    if (!n || !small_enough(v) ||
        !(n == 2 ? solve_two : solve_three)(s, v->m, x))
        return false;
    for (int i = 0; i < n; i++)
        x[i].p += v->shift * x[i].r;
    for (int i = 1; i < n; i++) /* three at most */
        for (int j = i; j > 0 && rough(x[j]) < rough(x[j - 1]); j--) {
            struct surd t = x[j];

            x[j] = x[j - 1];
            x[j - 1] = t;
        }
    for (int i = 0; i < n; i++) {
        if (i && rough(x[i]) - rough(x[i - 1]) < 1e-6)
            return false; /* a double one */
        str_addf(&list, "%s%s", i ? ", " : "", surd_latex(s->arena, x[i]));
    }
    solving_key(s, "\\{%s\\}", str_get(&list));
    if (v->shift)
        solving_step(s,
                     "Adding $%s$ times the identity adds $%" PRId64
                     "$ to every eigenvalue.",
                     latex_bracket(s->arena, v->shift), v->shift);
    solving_step(s, "The eigenvalues are $%s$.", s->key);
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct matrix *v = values;
    struct str m = str_in(s->arena);
    int n = size_of(v);

    str_add(&m, "\\begin{pmatrix} ");
    for (int i = 0; i < n * n; i++)
        str_addf(&m, "%s%s",
                 i == 0  ? ""
                 : i % n ? " & "
                         : " \\\\ ",
                 speech_number(s, &v->m[i]));
    str_add(&m, " \\end{pmatrix}");
    if (v->shift == 0 && s->hidden != &v->shift) {
        speech_set(s, "matrix", "%s", str_get(&m));
        speech_set(s, "note", "%s", "");
    } else {
        static const char *const identity[] = { "I" };

        speech_set(s, "matrix", "%s%s%s", str_get(&m),
                   v->shift < 0 && s->hidden != &v->shift ? " - " : " + ",
                   speech_linear(s, &v->shift, 1, identity) +
                       (v->shift < 0 && s->hidden != &v->shift));
        speech_set(s, "note", "%s", ", where $I$ is the identity matrix");
    }
    speech_set(s, "size", "%s", n == 2 ? "two" : "three");
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Eigenvalues of $<matrix>$<note>?", NULL },
    { STYLE_PLAIN, "Find all eigenvalues of the matrix $<matrix>$<note>.",
      NULL },
    { STYLE_PLAIN,
      "For which real numbers $\\lambda$ is there a vector $v \\neq 0$ with "
      "$Bv = \\lambda v$, if $B = <matrix>$<note>?",
      NULL },
    { STYLE_PLAIN,
      "Determine all zeros of the characteristic polynomial of the matrix "
      "$<matrix>$<note>.",
      NULL },
    { STYLE_STORY,
      "In an amplifier with <size> coils, the currents obey the equation $i'(t) = "
      "B\\,i(t)$ with $B = <matrix>$<note>. A current that keeps its "
      "direction changes like $e^{\\lambda t}$ ($\\lambda$ may be $0$). Which "
      "values of $\\lambda$ are possible?",
      NULL },
    { STYLE_STORY,
      "<name> studies a linear model of <size> <animal> populations near their "
      "equilibrium. The deviations $x(t)$ from it satisfy $x'(t) = B\\,x(t)$ with "
      "$B = <matrix>$<note>. Which rates $\\lambda$ occur in solutions of "
      "the form $x(t) = e^{\\lambda t} v$ with $v \\neq 0$?",
      NULL },
    { STYLE_STORY,
      "A drawing program moves the point with coordinate vector $x$ to $Bx$ "
      "with $B = <matrix>$<note>. By which factors $\\lambda$ can it "
      "stretch a vector that is not zero without turning it out of its line "
      "(a negative factor reverses it, the factor $0$ sends it to the "
      "origin)?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "animal", "bat|bird|deer|fish|fox|hare|insect|mouse|seal" },
    { 0 },
};

/* ---- the second road: power sums ---- */

/* Is the sum of the k-th powers the trace of the k-th power of the matrix? */
static bool sums_agree(const struct surd *x, int n, int64_t d, int k,
                       const fmpz_mat_t power)
{
    struct quad z, p, sum;
    fmpz_t trace;
    bool same;

    quad_init(&z);
    quad_init(&p);
    quad_init(&sum);
    fmpz_init(trace);
    for (int i = 0; i < n; i++) {
        quad_set(&z, x[i]);
        quad_set(&p, x[i]);
        for (int e = 1; e < k; e++)
            quad_mul(&p, &p, &z, d);
        quad_add(&sum, &sum, &p);
    }
    fmpz_mat_trace(trace, power);
    same = fmpq_is_zero(sum.v) && fmpq_equal_fmpz(sum.u, trace);
    fmpz_clear(trace);
    quad_clear(&sum);
    quad_clear(&p);
    quad_clear(&z);
    return same;
}

static bool all_sums_agree(const struct matrix *v, const struct surd *x, int n,
                           int64_t d)
{
    fmpz_mat_t b, power;
    bool same = true;

    fmpz_mat_init(b, n, n);
    fmpz_mat_init(power, n, n);
    for (int i = 0; i < n * n; i++)
        fmpz_set_si(fmpz_mat_entry(b, i / n, i % n),
                    v->m[i] + (i % (n + 1) == 0 ? v->shift : 0));
    fmpz_mat_one(power);
    for (int k = 1; same && k <= n; k++) {
        fmpz_mat_mul(power, power, b);
        same = sums_agree(x, n, d, k, power);
    }
    fmpz_mat_clear(power);
    fmpz_mat_clear(b);
    return same;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct matrix *v = values;
    struct surd x[SIZE_MOST];
    const char **items;
    int n = size_of(v);
    int64_t d = 0;
    size_t count;

    f->by = "traces of powers";
    f->detail = "this is no square matrix of two or three rows";
    if (!n)
        return TRUTH_NO;
    f->detail = "the key is not a set of as many real numbers as rows";
    if (!key_items(a, key, "\\{", "\\}", &items, &count) || count != (size_t)n)
        return TRUTH_NO;
    for (int i = 0; i < n; i++) {
        if (!surd_read(items[i], &x[i]) || (x[i].q && d && x[i].d != d))
            return TRUTH_NO;
        d = x[i].q ? x[i].d : d;
    }
    f->detail = "the sums of powers of the key's numbers are not the traces "
                "of the powers of the matrix";
    if (!all_sums_agree(v, x, n, d))
        return TRUTH_NO;
    f->detail = "the sums of their powers are the traces of the powers of the "
                "matrix, exactly, which determine the eigenvalues";
    return TRUTH_YES;
}

static const struct recipe recipe = {
    .size = sizeof(struct matrix),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give all values as a set.",
    .pools = pools,
    .check = check,
};

const struct family concept_linear_algebra = {
    .name = "concept/linear-algebra",
    .version = 2,
    .title = "Eigenvalues of a matrix",
    .doc = "All eigenvalues of an integer matrix with two or three rows, as a "
           "set of integers and surds. The worked solution finds the "
           "characteristic polynomial and its zeros; from level 2 on a "
           "multiple of the identity is added to the matrix.",
    .concepts = { HIGH_LINEAR_ALGEBRA, HIGH_MATRICES, HIGH_ZEROES },
    .answer = ANSWER_SET,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
