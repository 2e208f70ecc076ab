/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Laplacians and Jacobian determinants of polynomials at a point.
 *
 * solve() differentiates term by term; the Laplacian of a product comes from
 * the product rule, a determinant from expansion along its first row. check()
 * finds every derivative from values at neighbouring points alone (poly3.h),
 * of the product itself where there is one, and the determinant by FLINT's
 * elimination.
 */
#include "family/concept/advanced/poly3.h"
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind { KIND_LAPLACIAN, KIND_JACOBIAN, KIND_PRODUCT, KINDS };

struct asked {
    int64_t kind;
    struct terms3 terms;
};

static const struct field fields[] = {
    NUMBER(struct asked, kind, 0, KINDS - 1),
    FIELD_LIST_OF(struct asked, terms.c, "c", terms.n, -TERMS3_COEFFICIENT,
                  TERMS3_COEFFICIENT),
    FIELD_LIST_OF(struct asked, terms.i, "i", terms.n, 0, POLY3_POWER),
    FIELD_LIST_OF(struct asked, terms.j, "j", terms.n, 0, POLY3_POWER),
    FIELD_LIST_OF(struct asked, terms.k, "k", terms.n, 0, POLY3_POWER),
    FIELD_LIST_OF(struct asked, terms.of, "of", terms.n, 0, 2),
    FIELD_SLOT_OF(struct asked, terms.x, "x", -TERMS3_POINT, TERMS3_POINT),
    FIELD_SLOT_OF(struct asked, terms.y, "y", -TERMS3_POINT, TERMS3_POINT),
    FIELD_SLOT_OF(struct asked, terms.z, "z", -TERMS3_POINT, TERMS3_POINT),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "Laplacian", "the Laplacian of a polynomial of four terms, each of "
                   "degree 2 to 4, at a point with coordinates up to 4" },
    { "Jacobian", "the Jacobian determinant of a map whose components are a "
                  "multiple of x, y or z plus one term of degree 2 to 4, at a "
                  "point with coordinates up to 4" },
    { "more",
      "the Jacobian determinant of a map of three polynomials with two "
      "terms each, or the Laplacian of the product of a polynomial with four "
      "terms and one with two, at a point with coordinates up to 4" },
};

static void draw(struct pick *k, void *values)
{
    struct asked *v = values;
    int64_t which = k->level < 3 ? 0 : pick(k, 0, 1);

    v->kind = k->level == 1   ? KIND_LAPLACIAN
              : k->level == 2 ? KIND_JACOBIAN
              : which         ? KIND_PRODUCT
                              : KIND_JACOBIAN;
    if (k->level == 1)
        terms3_draw(k, &v->terms, 0, 4);
    for (int64_t of = 0; k->level > 1 && of < 3; of++) {
        if (k->level == 2)
            terms3_draw_linear(k, &v->terms, of);
        terms3_draw(k, &v->terms, of, k->level == 2 ? 1 : 2);
    }
    /* A walked level makes the same picks for either kind: a product adds the
     * terms of the third polynomial to its first factor. */
    for (int64_t t = 0; v->kind == KIND_PRODUCT && t < v->terms.n; t++)
        if (v->terms.of[t] == 2)
            v->terms.of[t] = 0;
    terms3_draw_point(k, &v->terms, 4);
}

/* ---- the first road: rules of differentiation ---- */

static struct poly3 laplacian_of(const struct poly3 *f)
{
    struct poly3 sum = { 0 };

    for (int i = 0; i < 3; i++) {
        struct poly3 once = poly3_derive(f, i), twice = poly3_derive(&once, i);

        poly3_add_times(&sum, &twice, 1);
    }
    return sum;
}

static int64_t solve_laplacian(struct solving *s, const struct poly3 *f,
                               const int64_t at[3])
{
    struct poly3 sum = laplacian_of(f);

    for (int i = 0; i < 3; i++) {
        struct poly3 once = poly3_derive(f, i), twice = poly3_derive(&once, i);

        solving_step(s, "$\\frac{\\partial^2 f}{\\partial %c^2} = %s$.",
                     "xyz"[i], poly3_latex(s->arena, &twice));
    }
    solving_step(s, "Their sum is $\\Delta f = %s$.",
                 poly3_latex(s->arena, &sum));
    return poly3_at(&sum, at);
}

static const char *gradient_latex(struct arena *a, const struct poly3 d[3])
{
    return arena_printf(a, "\\left(%s, %s, %s\\right)", poly3_latex(a, &d[0]),
                        poly3_latex(a, &d[1]), poly3_latex(a, &d[2]));
}

/* The Laplacian of f g is g Lap f + 2 grad f . grad g + f Lap g. */
static int64_t solve_product(struct solving *s, const struct poly3 *f,
                             const struct poly3 *g, const int64_t at[3])
{
    struct poly3 lf = laplacian_of(f), lg = laplacian_of(g);
    struct poly3 df[3], dg[3];
    int64_t dot = 0, value;

    for (int i = 0; i < 3; i++) {
        df[i] = poly3_derive(f, i);
        dg[i] = poly3_derive(g, i);
        dot += poly3_at(&df[i], at) * poly3_at(&dg[i], at);
    }
    solving_step(s, "By the product rule, $\\Delta(fg) = g\\,\\Delta f + 2\\,"
                    "\\nabla f \\cdot \\nabla g + f\\,\\Delta g$.");
    solving_step(s, "Here $\\Delta f = %s$ and $\\Delta g = %s$.",
                 poly3_latex(s->arena, &lf), poly3_latex(s->arena, &lg));
    solving_step(s, "The gradients are $\\nabla f = %s$ and $\\nabla g = %s$.",
                 gradient_latex(s->arena, df), gradient_latex(s->arena, dg));
    solving_step(s,
                 "At the point, $f = %" PRId64 "$, $g = %" PRId64
                 "$, $\\Delta f = %" PRId64 "$, $\\Delta g = %" PRId64
                 "$ and $\\nabla f \\cdot \\nabla g = %" PRId64 "$.",
                 poly3_at(f, at), poly3_at(g, at), poly3_at(&lf, at),
                 poly3_at(&lg, at), dot);
    value = poly3_at(g, at) * poly3_at(&lf, at) + 2 * dot +
            poly3_at(f, at) * poly3_at(&lg, at);
    return value;
}

static int64_t solve_jacobian(struct solving *s, const struct terms3 *v,
                              const int64_t at[3])
{
    struct str symbols = str_in(s->arena);
    int64_t m[9];

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            struct poly3 f = terms3_poly(v, i), d = poly3_derive(&f, j);

            m[3 * i + j] = poly3_at(&d, at);
            str_addf(&symbols, "%s%s",
                     j   ? " & "
                     : i ? " \\\\ "
                         : "",
                     poly3_latex(s->arena, &d));
        }
    solving_step(s,
                 "The Jacobian matrix is $\\begin{pmatrix} %s "
                 "\\end{pmatrix}$.",
                 str_get(&symbols));
    solving_step(s, "At the point it is $%s$.",
                 latex_matrix(s->arena, m, 3, 3));
    solving_step(s,
                 "Expanding along the first row, the determinant is $%" PRId64
                 " \\cdot %s - %s \\cdot %s + %s \\cdot %s$.",
                 m[0], latex_bracket(s->arena, m[4] * m[8] - m[5] * m[7]),
                 latex_bracket(s->arena, m[1]),
                 latex_bracket(s->arena, m[3] * m[8] - m[5] * m[6]),
                 latex_bracket(s->arena, m[2]),
                 latex_bracket(s->arena, m[3] * m[7] - m[4] * m[6]));
    return m[0] * (m[4] * m[8] - m[5] * m[7]) -
           m[1] * (m[3] * m[8] - m[5] * m[6]) +
           m[2] * (m[3] * m[7] - m[4] * m[6]);
}

/* Derivatives of what is drawn stay small, but a slot may be moved far. */
static bool is_small(const struct terms3 *v)
{
    for (int64_t t = 0; t < v->n; t++)
        if (v->c[t] > 1000 || v->c[t] < -1000)
            return false;
    return v->x <= 20 && v->x >= -20 && v->y <= 20 && v->y >= -20 &&
           v->z <= 20 && v->z >= -20;
}

static bool solve(struct solving *s, const void *values)
{
    const struct asked *v = values;
    int64_t at[3] = { v->terms.x, v->terms.y, v->terms.z }, value;
    struct poly3 f = terms3_poly(&v->terms, 0), g = terms3_poly(&v->terms, 1);

    if (!terms3_valid(&v->terms) || !is_small(&v->terms))
        return false;
    value = v->kind == KIND_LAPLACIAN  ? solve_laplacian(s, &f, at)
            : v->kind == KIND_JACOBIAN ? solve_jacobian(s, &v->terms, at)
                                       : solve_product(s, &f, &g, at);
    solving_key(s, "%" PRId64, value);
    solving_step(s,
                 "At $(x, y, z) = (%" PRId64 ", %" PRId64 ", %" PRId64
                 ")$ the value is $%" PRId64 "$.",
                 at[0], at[1], at[2], value);
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    static const char *const tasks[] = { "the Laplacian $\\Delta f$",
                                         "the Jacobian determinant of $F$",
                                         "the Laplacian of the product $fg$" };
    static const char *const signs[] = { "$\\Delta f$", "$\\det J_F$",
                                         "$\\Delta(fg)$" };
    const struct asked *v = values;
    struct arena *a = s->arena;
    struct poly3 p[3];

    for (int i = 0; i < 3; i++)
        p[i] = terms3_poly(&v->terms, i);
    if (v->kind == KIND_LAPLACIAN)
        speech_set(s, "f", "$f(x, y, z) = %s$", poly3_latex(a, &p[0]));
    else if (v->kind == KIND_PRODUCT)
        speech_set(s, "f", "$f(x, y, z) = %s$ and $g(x, y, z) = %s$",
                   poly3_latex(a, &p[0]), poly3_latex(a, &p[1]));
    else
        speech_set(s, "f", "$F(x, y, z) = \\left(%s, %s, %s\\right)$",
                   poly3_latex(a, &p[0]), poly3_latex(a, &p[1]),
                   poly3_latex(a, &p[2]));
    speech_set(s, "task", "%s", tasks[v->kind]);
    speech_set(s, "sign", "%s", signs[v->kind]);
    speech_set(s, "point", "(%s, %s, %s)", speech_number(s, &v->terms.x),
               speech_number(s, &v->terms.y), speech_number(s, &v->terms.z));
}

KIND_IS(struct asked, is_laplacian, KIND_LAPLACIAN)
KIND_IS(struct asked, is_jacobian, KIND_JACOBIAN)
KIND_IS(struct asked, is_product, KIND_PRODUCT)

static const struct wording wordings[] = {
    { STYLE_TERSE, "<f>. Find <sign> at $<point>$.", NULL },
    { STYLE_PLAIN, "Let <f>. Compute <task> at the point $<point>$.", NULL },
    { STYLE_PLAIN,
      "Find the value that <task> takes at $(x, y, z) = <point>$, where <f>.",
      NULL },
    { STYLE_STORY,
      "Heat spreads in a block of <stuff> so that the temperature changes at a "
      "rate equal to its Laplacian. At this moment the temperature is <f>. "
      "At which rate does it change at the point $<point>$?",
      is_laplacian },
    { STYLE_STORY,
      "<name> knows that the charge density around a <device> is the Laplacian "
      "of the potential <f>, up to a factor that is left out here. What is "
      "the Laplacian at the point $<point>$?",
      is_laplacian },
    { STYLE_STORY,
      "A computer model deforms a block of <stuff> by moving the point $(x, y, "
      "z)$ to <f>. By which signed factor are small volumes near the point "
      "$<point>$ multiplied, that is, what is the Jacobian determinant there?",
      is_jacobian },
    { STYLE_STORY,
      "<name> changes coordinates by the map <f> and needs its Jacobian "
      "determinant for an integral. What is it at the point $<point>$?",
      is_jacobian },
    { STYLE_STORY,
      "In a model of a block of <stuff>, the density of heat is the product of "
      "a temperature $f$ and a capacity $g$, where <f>. It changes at a "
      "rate equal to the Laplacian of this product. What is the rate at the "
      "point $<point>$?",
      is_product },
    { STYLE_STORY,
      "The amplitude of a wave around a <device> is the product of two "
      "functions, <f>. The wave equation needs its Laplacian. What is it "
      "at the point $<point>$?",
      is_product },
    { 0 },
};

static const struct word_pool pools[] = {
    { "stuff", "brass|clay|concrete|copper|glass|ice|iron|rubber|wax" },
    { "device", "coil|loudspeaker|magnet|motor|sensor|wire" },
    { 0 },
};

/* ---- the second road: neighbouring values ---- */

/* The sum over all variables of the second derivatives of the product of the
 * first two polynomials, times 3600: the seven-point formula on itself. */
static void probe_product(const struct terms3 *v, const int64_t at[3],
                          fmpz_t out)
{
    static const int64_t weights[] = { -1, 9, -45, 0, 45, -9, 1 };
    fmpz_t part;

    fmpz_init(part);
    fmpz_zero(out);
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < 49; i++) {
            int64_t x[3] = { at[0], at[1], at[2] };

            x[axis] += i / 7 + i % 7 - 6;
            fmpz_set_si(part, probe_derive(v, 0, NULL, 0, x));
            fmpz_mul_si(part, part, probe_derive(v, 1, NULL, 0, x));
            fmpz_mul_si(part, part, weights[i / 7] * weights[i % 7]);
            fmpz_add(out, out, part);
        }
    fmpz_clear(part);
}

static void probe_jacobian(const struct terms3 *v, const int64_t at[3],
                           fmpz_t out)
{
    fmpz_mat_t m;

    fmpz_mat_init(m, 3, 3);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            fmpz_set_si(fmpz_mat_entry(m, i, j), probe_derive(v, i, &j, 1, at));
    fmpz_mat_det(out, m);
    fmpz_mat_clear(m);
}

/* The asked value, times a factor that is returned. */
static ulong probe(const struct asked *v, fmpz_t out)
{
    const int64_t at[3] = { v->terms.x, v->terms.y, v->terms.z };
    int64_t sum = 0;

    if (v->kind == KIND_JACOBIAN) {
        probe_jacobian(&v->terms, at, out);
        return 1;
    }
    if (v->kind == KIND_PRODUCT) {
        probe_product(&v->terms, at, out);
        return 3600;
    }
    for (int i = 0; i < 3; i++)
        sum += probe_derive(&v->terms, 0, (int[]){ i, i }, 2, at);
    fmpz_set_si(out, sum);
    return 1;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct asked *v = values;
    enum truth holds = TRUTH_NO;
    fmpz_t got, want;

    (void)a;
    f->by = "neighbouring values";
    f->detail = "a term has too high a degree";
    if (!terms3_valid(&v->terms))
        return TRUTH_NO;
    fmpz_init(got);
    fmpz_init(want);
    f->detail = "the key is not an integer";
    if (key_integer(key, got)) {
        fmpz_mul_ui(got, got, probe(v, want));
        holds = fmpz_equal(got, want) ? TRUTH_YES : TRUTH_NO;
        f->detail = holds == TRUTH_YES
                        ? "the values of the polynomials around the point "
                          "determine the derivatives, and these the key, "
                          "exactly"
                        : "the values around the point say another number";
    }
    fmpz_clear(want);
    fmpz_clear(got);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct asked),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .pools = pools,
    .check = check,
};

const struct family concept_multivariable = {
    .name = "concept/multivariable",
    .version = 2,
    .title = "Laplacians and Jacobian determinants",
    .doc = "The Laplacian of a polynomial or of a product of two, and the "
           "Jacobian determinant of a polynomial map, at a point. The worked "
           "solution differentiates term by term.",
    .concepts = { HIGH_MULTIVARIABLE },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
