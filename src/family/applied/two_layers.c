/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Layers at both ends: epsilon^2 y'' = k(x)^2 (y - g(x)) with a value at each
 * end. Away from the ends y is close to g, and what is left of the conditions
 * decays as e^{-K/epsilon}, K the integral of k from the end. With the factor
 * sqrt(k(end)/k(x)) of the WKB method the error is O(epsilon^2).
 */
#include "family/applied/texts.h"
#include "family/recipe/latex.h"

#include <inttypes.h>
#include <string.h>

enum kind {
    KIND_FLAT,   /* epsilon y'' = a^2 (y - g), g = g[0] + g[2] s^2 */
    KIND_CURVED, /* k = a, g a polynomial */
    KIND_SLOPED, /* k = a(s+c), g a polynomial of first degree */
    KIND_WKB,    /* g of second degree, with an error of O(epsilon^2) */
    KINDS
};

struct two_layers {
    int64_t disguise;
    int64_t kind;
    int64_t a, c;
    int64_t g[3], g_n;   /* g in s */
    int64_t left, right; /* the values at s = 0 and s = 1 */
    int64_t turned;      /* s = from + 1 - x, else x - from */
    int64_t from;
    int64_t u; /* a term that vanishes */
};

static const struct field fields[] = {
    NUMBER(struct two_layers, disguise, 0, 3),
    NUMBER(struct two_layers, kind, 0, KINDS - 1),
    NUMBER(struct two_layers, a, 1, 9),
    NUMBER(struct two_layers, c, 0, 9),
    LIST(struct two_layers, g, g_n, -99, 99),
    NUMBER(struct two_layers, left, -99, 99),
    NUMBER(struct two_layers, right, -99, 99),
    NUMBER(struct two_layers, turned, 0, 1),
    NUMBER(struct two_layers, from, -9, 9),
    NUMBER(struct two_layers, u, -9, 9),
    { 0 },
};

static int64_t g_at(const struct two_layers *v, int64_t s)
{
    return v->g[0] + v->g[1] * s + v->g[2] * s * s;
}

/* ---- drawing ---- */

static void draw(struct pick *k, void *values)
{
    struct two_layers *v = values;
    int64_t i;

    v->g_n = 3;
    v->a = pick(k, 1, k->level == 3 ? 2 : 5);
    v->g[0] = pick(k, -6, 6);
    if (k->level == 1) {
        v->g[2] = pick_signed(k, 1, 3);
        v->left = g_at(v, 0) + pick_signed(k, 1, 5);
        v->right = g_at(v, 1) + pick_signed(k, 1, 5);
        return;
    }
    v->kind = k->level == 2 ? pick(k, KIND_CURVED, KIND_SLOPED) : KIND_WKB;
    v->g[1] = pick_signed(k, 1, 4);
    if (k->level == 3)
        v->g[2] = pick_signed(k, 3, 6);
    i = pick(k, 0, k->level == 2 ? 3 : 1);
    if (v->kind == KIND_CURVED)
        v->g[2] = pick_turned(i);
    else
        v->c = 1 + i;
    v->left = g_at(v, 0) + pick_signed(k, 1, 5);
    v->right = g_at(v, 1) + pick_signed(k, 1, 5);
}

static void disguise(struct pick *k, void *values)
{
    struct two_layers *v = values;

    if (v->disguise == DISGUISE_STRUCTURE) {
        v->from = pick(k, 1, 4);
        v->turned = 1;
    } else if (v->disguise == DISGUISE_VANISHING)
        v->u = pick_signed(k, 1, 4);
}

/* ---- the problem ---- */

/* The slope is given at s = 0, not the value. */
static bool has_slope(const struct two_layers *v)
{
    return v->disguise == DISGUISE_TRAP;
}

static bool has_line(const struct two_layers *v)
{
    return v->kind == KIND_SLOPED || v->kind == KIND_WKB;
}

/* a^2 (s+c)^2 or a^2, and its product with g, in s. */
static void set_coefficients(const struct two_layers *v, int64_t *k,
                             int64_t *kg)
{
    int64_t a2 = v->a * v->a;

    k[0] = has_line(v) ? a2 * v->c * v->c : a2;
    k[1] = has_line(v) ? 2 * a2 * v->c : 0;
    k[2] = has_line(v) ? a2 : 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            kg[i + j] += k[i] * v->g[j];
}

static void write_problem(struct texts *t, const struct two_layers *v,
                          struct spot s)
{
    static const char *const vanish[] = { "\\epsilon y'", "\\epsilon^2 y'",
                                          "\\epsilon^2 y'", "\\epsilon^3 y'" };
    struct arena *a = t->arena;
    int64_t k[3] = { 0 }, kg[5] = { 0 };
    int64_t at[2] = { v->turned ? v->right : v->left,
                      v->turned ? v->left : v->right };
    const char *equation, *ends;

    set_coefficients(v, k, kg);
    spot_poly(s, k, 3);
    spot_poly(s, kg, 5);
    for (int i = 0; i < 3; i++)
        k[i] = -k[i];
    for (int i = 0; i < 5; i++)
        kg[i] = -kg[i];
    equation = arena_printf(
        a, "%s = %s",
        sum_of(a, v->kind == KIND_FLAT ? "\\epsilon y''" : "\\epsilon^2 y''",
               scaled(a, RATIO(v->u), vanish[v->kind]),
               poly_times(a, k, 3, "y"), NULL),
        latex_poly(a, kg, 5, "x"));
    ends = arena_printf(
        a, "y%s(%" PRId64 ") = %" PRId64 ",\\ y%s(%" PRId64 ") = %" PRId64,
        has_slope(v) && !v->turned ? "'" : "", v->from, at[0],
        has_slope(v) && v->turned ? "'" : "", v->from + 1, at[1]);
    texts_set(t, "equation", "%s", equation);
    texts_set(t, "ends", "%s", ends);
    texts_set(t, "range", "%" PRId64 " \\le x \\le %" PRId64, v->from,
              v->from + 1);
    t->variable = "x";
    t->object = arena_printf(a, "%s,\\ %s", equation, ends);
    t->conditions =
        arena_printf(a, "%" PRId64 "\\le x\\le%" PRId64, v->from, v->from + 1);
}

/* ---- the layers ---- */

/* What decays from an end, s = 0 or s = 1 (`end`): e^{-k(end) d/epsilon}, or
 * with the whole integral of k and the factor of the WKB method. */
static const char *write_decay(struct arena *a, const struct two_layers *v,
                               struct spot s, int64_t end)
{
    struct spot d = end ? (struct spot){ -s.sign, 1 - s.d } : s;
    const char *x = in_brackets(a, spot_text(a, d, 0));
    int64_t c = v->c;

    if (v->kind == KIND_FLAT)
        return arena_printf(a, "e^{-%s/\\sqrt{\\epsilon}}",
                            scaled(a, RATIO(v->a), x));
    if (v->kind != KIND_WKB)
        return arena_printf(
            a, "e^{-%s/\\epsilon}",
            scaled(a, RATIO(has_line(v) ? v->a * (end + c) : v->a), x));
    /* The integral of a(s+c) between s and the end is a/2 times the distance
     * times the sum of both values of s+c. */
    return arena_printf(
        a, "\\sqrt{\\frac{%" PRId64 "}{%s}}e^{-%s(%s)/(2\\epsilon)}", end + c,
        spot_text(a, s, c), scaled(a, RATIO(v->a), x),
        spot_text(a, s, 2 * c + end));
}

/* The layer at s = 0 if the slope is given there: epsilon (g' - slope) / k(0),
 * which is below the error unless that is O(epsilon^2). */
static const char *write_slope(struct arena *a, const struct two_layers *v,
                               struct spot s, const char *decay)
{
    struct ratio size;

    if (v->kind == KIND_FLAT)
        return scaled(a, over(-v->left * s.sign, v->a),
                      arena_printf(a, "\\sqrt{\\epsilon}%s", decay));
    if (v->kind != KIND_WKB)
        return "0";
    size = over(v->g[1] - v->left * s.sign, v->a * v->c);
    return scaled(a, size, arena_printf(a, "\\epsilon %s", decay));
}

static void analyse(struct texts *t, const void *values)
{
    const struct two_layers *v = values;
    struct arena *a = t->arena;
    struct spot s = v->turned ? (struct spot){ -1, v->from + 1 }
                              : (struct spot){ 1, -v->from };
    const char *decay[2], *layer[2], *outer;
    int64_t g[3];

    if (v->g_n != 3 || has_line(v) != (v->c > 0))
        return;
    write_problem(t, v, s);
    memcpy(g, v->g, sizeof(g));
    spot_poly(s, g, 3);
    outer = latex_poly(a, g, 3, "x");
    for (int64_t i = 0; i < 2; i++)
        decay[i] = write_decay(a, v, s, i);
    layer[0] = has_slope(v) ? write_slope(a, v, s, decay[0])
                            : scaled(a, RATIO(v->left - g_at(v, 0)), decay[0]);
    layer[1] = scaled(a, RATIO(v->right - g_at(v, 1)), decay[1]);
    t->kind = CLAIM_ODE;
    t->symbol = "epsilon";
    t->order = v->kind == KIND_FLAT  ? over(1, v->u ? 2 : 1)
               : v->kind == KIND_WKB ? RATIO(2)
                                     : RATIO(1);
    t->key = sum_of(a, outer, layer[0], layer[1], NULL);
    texts_set(t, "error",
              v->kind == KIND_WKB ? "O(\\epsilon^2)"
              : t->order.q == 2   ? "O(\\sqrt{\\epsilon})"
                                  : "O(\\epsilon)");
    texts_set(t, "outer", "%s", outer);
    texts_set(t, "start", "%" PRId64, v->turned ? v->from + 1 : v->from);
    texts_set(t, "end", "%" PRId64, v->turned ? v->from : v->from + 1);
    texts_set(t, "first", "%s", decay[0]);
    texts_set(t, "second", "%s", decay[1]);
    texts_set(t, "layer", "%s", layer[0]);
    texts_step(t, "outer");
    if (v->u)
        texts_step(t, "vanish");
    texts_step(t, v->kind == KIND_WKB ? "corrected" : "layers");
    if (has_slope(v))
        texts_step(t, "slope");
    texts_step(t, "composite");
}

/* ---- the card ---- */

static struct form_file text = {
#include "family/applied/two_layers.inc"
};

static const struct applied two_layers = {
    .recipe = { .text = &text,
                .size = sizeof(struct two_layers),
                .fields = fields,
                .draw = draw,
                .speak = texts_speak },
    .disguise = disguise,
    ANALYSED(analyse),
};

const struct family applied_two_layers = {
    .name = "applied/two-layers",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD(&two_layers),
};
