/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Gradient, curl, gradient of a divergence and curl of a curl, at a point.
 *
 * solve() differentiates term by term and puts the point in. check() finds the
 * same derivatives from values of the polynomials at neighbouring points alone
 * (poly3.h).
 */
#include "family/concept/advanced/poly3.h"
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind { KIND_GRADIENT, KIND_CURL, KIND_GRAD_DIV, KIND_CURL_CURL, KINDS };

struct field_at {
    int64_t kind;
    struct terms3 terms;
};

static const struct field fields[] = {
    NUMBER(struct field_at, kind, 0, KINDS - 1),
    FIELD_LIST_OF(struct field_at, terms.c, "c", terms.n, -TERMS3_COEFFICIENT,
                  TERMS3_COEFFICIENT),
    FIELD_LIST_OF(struct field_at, terms.i, "i", terms.n, 0, POLY3_POWER),
    FIELD_LIST_OF(struct field_at, terms.j, "j", terms.n, 0, POLY3_POWER),
    FIELD_LIST_OF(struct field_at, terms.k, "k", terms.n, 0, POLY3_POWER),
    FIELD_LIST_OF(struct field_at, terms.of, "of", terms.n, 0, 2),
    FIELD_SLOT_OF(struct field_at, terms.x, "x", -TERMS3_POINT, TERMS3_POINT),
    FIELD_SLOT_OF(struct field_at, terms.y, "y", -TERMS3_POINT, TERMS3_POINT),
    FIELD_SLOT_OF(struct field_at, terms.z, "z", -TERMS3_POINT, TERMS3_POINT),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "gradient", "the gradient of a polynomial of three terms, each of degree "
                  "2 to 4, at a point with coordinates up to 4" },
    { "curl", "the curl of a field of three polynomials with two terms each, "
              "at a point with coordinates up to 4" },
    { "second order", "the gradient of the divergence, or the curl of the "
                      "curl, of a field of three polynomials with two terms "
                      "each, at a point with coordinates up to 4" },
};

static void draw(struct pick *k, void *values)
{
    struct field_at *v = values;

    v->kind = k->level == 1   ? KIND_GRADIENT
              : k->level == 2 ? KIND_CURL
                              : pick(k, KIND_GRAD_DIV, KIND_CURL_CURL);
    if (k->level == 1)
        terms3_draw(k, &v->terms, 0, 3);
    for (int64_t of = 0; k->level > 1 && of < 3; of++)
        terms3_draw(k, &v->terms, of, 2);
    terms3_draw_point(k, &v->terms, 4);
}

/* ---- the first road: rules of differentiation ---- */

struct vector {
    struct poly3 p[3];
};

static struct vector gradient_of(const struct poly3 *f)
{
    struct vector out;

    for (int i = 0; i < 3; i++)
        out.p[i] = poly3_derive(f, i);
    return out;
}

static struct vector curl_of(const struct vector *f)
{
    struct vector out = { 0 };

    for (int i = 0; i < 3; i++) {
        int y = (i + 1) % 3, z = (i + 2) % 3;
        struct poly3 plus = poly3_derive(&f->p[z], y);
        struct poly3 minus = poly3_derive(&f->p[y], z);

        poly3_add_times(&out.p[i], &plus, 1);
        poly3_add_times(&out.p[i], &minus, -1);
    }
    return out;
}

static struct poly3 divergence_of(const struct vector *f)
{
    struct poly3 sum = { 0 };

    for (int i = 0; i < 3; i++) {
        struct poly3 part = poly3_derive(&f->p[i], i);

        poly3_add_times(&sum, &part, 1);
    }
    return sum;
}

static const char *vector_latex(struct arena *a, const struct vector *f)
{
    return arena_printf(a, "\\left(%s, %s, %s\\right)",
                        poly3_latex(a, &f->p[0]), poly3_latex(a, &f->p[1]),
                        poly3_latex(a, &f->p[2]));
}

static struct vector explain(struct solving *s, const struct field_at *v)
{
    struct vector f, g;
    struct poly3 d;

    for (int i = 0; i < 3; i++)
        f.p[i] = terms3_poly(&v->terms, i);
    switch (v->kind) {
    case KIND_GRADIENT:
        for (int i = 0; i < 3; i++) {
            d = poly3_derive(&f.p[0], i);
            solving_step(s, "$\\frac{\\partial f}{\\partial %c} = %s$.",
                         "xyz"[i], poly3_latex(s->arena, &d));
        }
        return gradient_of(&f.p[0]);
    case KIND_GRAD_DIV:
        d = divergence_of(&f);
        solving_step(s, "The divergence is $\\nabla \\cdot F = %s$.",
                     poly3_latex(s->arena, &d));
        g = gradient_of(&d);
        solving_step(s, "Its gradient is $%s$.", vector_latex(s->arena, &g));
        return g;
    default: break;
    }
    g = curl_of(&f);
    solving_step(s,
                 "The curl is $\\left(\\frac{\\partial F_3}{\\partial y} - "
                 "\\frac{\\partial F_2}{\\partial z}, \\frac{\\partial F_1}"
                 "{\\partial z} - \\frac{\\partial F_3}{\\partial x}, "
                 "\\frac{\\partial F_2}{\\partial x} - \\frac{\\partial F_1}"
                 "{\\partial y}\\right)$, here $\\nabla \\times F = %s$.",
                 vector_latex(s->arena, &g));
    if (v->kind == KIND_CURL)
        return g;
    f = curl_of(&g);
    solving_step(s, "Its curl is $%s$.", vector_latex(s->arena, &f));
    return f;
}

static bool solve(struct solving *s, const void *values)
{
    const struct field_at *v = values;
    int64_t at[3] = { v->terms.x, v->terms.y, v->terms.z };
    struct vector f;

    if (!terms3_valid(&v->terms))
        return false;
    f = explain(s, v);
    solving_key(s, "(%" PRId64 ", %" PRId64 ", %" PRId64 ")",
                poly3_at(&f.p[0], at), poly3_at(&f.p[1], at),
                poly3_at(&f.p[2], at));
    solving_step(s,
                 "At $(x, y, z) = (%" PRId64 ", %" PRId64 ", %" PRId64
                 ")$ this is $%s$.",
                 at[0], at[1], at[2], s->key);
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    static const char *const tasks[] = {
        "the gradient of $f$", "the curl of $F$",
        "the gradient of the divergence of $F$", "the curl of the curl of $F$"
    };
    static const char *const signs[] = {
        "\\nabla f", "\\nabla \\times F", "\\nabla (\\nabla \\cdot F)",
        "\\nabla \\times (\\nabla \\times F)"
    };
    const struct field_at *v = values;
    struct vector f;

    for (int i = 0; i < 3; i++)
        f.p[i] = terms3_poly(&v->terms, i);
    if (v->kind == KIND_GRADIENT)
        speech_set(s, "f", "f(x, y, z) = %s", poly3_latex(s->arena, &f.p[0]));
    else
        speech_set(s, "f", "F(x, y, z) = %s", vector_latex(s->arena, &f));
    speech_set(s, "task", "%s", tasks[v->kind]);
    speech_set(s, "sign", "%s", signs[v->kind]);
    speech_set(s, "point", "(%s, %s, %s)", speech_number(s, &v->terms.x),
               speech_number(s, &v->terms.y), speech_number(s, &v->terms.z));
    speech_set(s, "what", "%s",
               v->kind == KIND_GRADIENT ? "function" : "vector field");
}

static bool is_gradient(const void *values)
{
    return ((const struct field_at *)values)->kind == KIND_GRADIENT;
}

static bool is_vector(const void *values)
{
    return !is_gradient(values);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "$<f>$. Find $<sign>$ at $<point>$.", NULL },
    { STYLE_PLAIN, "Let $<f>$. Compute <task> at the point $<point>$.", NULL },
    { STYLE_PLAIN,
      "The <what> $<f>$ is given. Find the value of $<sign>$ at "
      "$(x, y, z) = <point>$.",
      NULL },
    { STYLE_STORY,
      "The temperature in a <room> at the point $(x, y, z)$, measured in "
      "metres from its centre, differs from the mean by $<f>$ hundredths "
      "of a degree. Find the gradient of $f$, which points to where it grows warmer "
      "fastest, at the point $<point>$.",
      is_gradient },
    { STYLE_STORY,
      "<name> models the electric potential around a <device> by $<f>$. "
      "What is the gradient $\\nabla f$ of the potential at the point "
      "$<point>$?",
      is_gradient },
    { STYLE_STORY,
      "The velocity of the gas in a <vessel> is modelled by the vector field "
      "$<f>$. Find <task> at the point $<point>$.",
      is_vector },
    { STYLE_STORY,
      "The force on a small probe near a <device> is described by $<f>$. "
      "What is "
      "$<sign>$ at the point $<point>$?",
      is_vector },
    { 0 },
};

static const struct word_pool pools[] = {
    { "room", "bakery|cellar|greenhouse|laboratory|sauna|workshop" },
    { "device", "coil|loudspeaker|motor|sensor|wire" },
    { "vessel", "boiler|chamber|chimney|cylinder|pipe|wind tunnel" },
    { 0 },
};

/* ---- the second road: neighbouring values ---- */

static int64_t probe_curl(const struct terms3 *v, int i, const int64_t at[3])
{
    int y = (i + 1) % 3, z = (i + 2) % 3;

    return probe_derive(v, z, &y, 1, at) - probe_derive(v, y, &z, 1, at);
}

/* Component i of grad div: the sum of F_j differentiated by j and by i. */
static int64_t probe_grad_div(const struct terms3 *v, int i,
                              const int64_t at[3])
{
    int64_t sum = 0;

    for (int j = 0; j < 3; j++)
        sum += probe_derive(v, j, (int[]){ j, i }, 2, at);
    return sum;
}

/* The curl of the curl is the gradient of the divergence less the Laplacian
 * of every component. */
static int64_t probe_curl_curl(const struct terms3 *v, int i,
                               const int64_t at[3])
{
    int64_t sum = probe_grad_div(v, i, at);

    for (int j = 0; j < 3; j++)
        sum -= probe_derive(v, i, (int[]){ j, j }, 2, at);
    return sum;
}

static int64_t probe(const struct field_at *v, int i)
{
    const int64_t at[3] = { v->terms.x, v->terms.y, v->terms.z };

    switch (v->kind) {
    case KIND_GRADIENT: return probe_derive(&v->terms, 0, &i, 1, at);
    case KIND_CURL: return probe_curl(&v->terms, i, at);
    case KIND_GRAD_DIV: return probe_grad_div(&v->terms, i, at);
    default: return probe_curl_curl(&v->terms, i, at);
    }
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct field_at *v = values;
    int64_t got[3];
    size_t n;

    (void)a;
    f->by = "neighbouring values";
    f->detail = "a term has too high a degree";
    if (!terms3_valid(&v->terms))
        return TRUTH_NO;
    f->detail = "the key is not a vector of three integers";
    if (!key_ints(key, "(", ")", got, 3, &n) || n != 3)
        return TRUTH_NO;
    f->detail = "a component differs from what the values around the point say";
    for (int i = 0; i < 3; i++)
        if (probe(v, i) != got[i])
            return TRUTH_NO;
    f->detail = "the values of the polynomials around the point determine "
                "these derivatives exactly";
    return TRUTH_YES;
}

static const struct recipe recipe = {
    .size = sizeof(struct field_at),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the answer as a vector of three integers.",
    .pools = pools,
    .check = check,
};

const struct family concept_vector_calculus = {
    .name = "concept/vector-calculus",
    .version = 2,
    .title = "Gradient, divergence and curl",
    .doc = "Gradients and curls of polynomial functions and fields at a "
           "point, at level 3 the gradient of a divergence and the curl of a "
           "curl. The worked solution differentiates term by term.",
    .concepts = { HIGH_VECTOR_CALCULUS },
    .answer = ANSWER_TUPLE,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
