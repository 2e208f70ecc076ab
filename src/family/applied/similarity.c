/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Similarity solutions of a given mass M that start at x = 0. With the
 * coefficient k and T = kt:
 *
 *   u_t = k u_xx - lu:    M e^{-lt} (4 pi T)^{-1/2} e^{-s^2/(4T)}
 *   u_t = k (u^2)_xx:     T^{-1/3} (C - s^2/(12 T^{2/3})), C^3 = 3M^2/64
 *   u_t = k (u^3)_xx:     T^{-1/4} (C - s^2/(12 T^{1/2}))^{1/2},
 *                         C = M/(pi sqrt 3)
 *   u_t = k (u^4)_xx:     T^{-1/5} (C - 3s^2/(40 T^{2/5}))^{1/3},
 *                         C^{5/6} = M (3/(40 pi))^{1/2} G(11/6)/G(4/3)
 *
 * the last three where the bracket is positive, and 0 elsewhere.
 */
#include "family/applied/texts.h"
#include "family/recipe/latex.h"

#include <inttypes.h>

enum kind { KIND_HEAT, KIND_SQUARE, KIND_CUBE, KIND_FOURTH, KINDS };

struct similarity {
    int64_t disguise;
    int64_t kind;
    int64_t k;      /* the coefficient */
    int64_t decay;  /* l, of heat alone */
    int64_t mass;   /* M, or what is given in its place */
    int64_t frame;  /* a speed: V u_x */
    int64_t cancel; /* terms that cancel */
    int64_t other;  /* given is the mass on one side, of heat, or the height at
                       t = 1 */
};

static const struct field fields[] = {
    NUMBER(struct similarity, disguise, 0, 3),
    NUMBER(struct similarity, kind, 0, KINDS - 1),
    NUMBER(struct similarity, k, 1, 99),
    NUMBER(struct similarity, decay, 0, 20),
    NUMBER(struct similarity, mass, 1, 999),
    NUMBER(struct similarity, frame, -9, 9),
    NUMBER(struct similarity, cancel, -9, 9),
    NUMBER(struct similarity, other, 0, 1),
    { 0 },
};

/* ---- drawing ---- */

static void draw(struct pick *k, void *values)
{
    struct similarity *v = values;

    v->k = pick(k, 1, 40);
    v->mass = pick(k, 5, 64);
    if (k->level == 1)
        v->decay = pick(k, 1, 6);
    v->kind = k->level == 1   ? KIND_HEAT
              : k->level == 2 ? KIND_SQUARE
                              : pick(k, KIND_CUBE, KIND_FOURTH);
}

static void disguise(struct pick *k, void *values)
{
    struct similarity *v = values;

    if (v->disguise == DISGUISE_STRUCTURE)
        v->frame = pick_signed(k, 1, 3);
    else if (v->disguise == DISGUISE_VANISHING)
        v->cancel = pick_signed(k, 1, 4);
    else
        v->other = 1;
}

/* ---- formulas ---- */

/* (k t)^{p}: "t^{1/3}", "(2t)^{1/3}". */
static const char *time_power(struct arena *a, const struct similarity *v,
                              const char *power)
{
    return arena_printf(
        a, "%s^{%s}", v->k == 1 ? "t" : arena_printf(a, "(%" PRId64 "t)", v->k),
        power);
}

static const char *write_heat(struct arena *a, const struct similarity *v,
                              const char *s)
{
    const char *exponent = sum_of(a, scaled(a, RATIO(-v->decay), "t"),
                                  arena_printf(a, "-\\frac{%s^2}{%s}", s,
                                               scaled(a, RATIO(4 * v->k), "t")),
                                  NULL);

    return arena_printf(
        a, "%s%s",
        divided(a, over(v->mass * (1 + v->other), 2), "",
                arena_printf(a, "\\sqrt{%s}", scaled(a, RATIO(v->k), "\\pi t")),
                1),
        exp_of(a, exponent));
}

/* The constant C of the bracket. */
static const char *write_constant(struct arena *a, const struct similarity *v)
{
    static const char *const powers[KINDS] = { "", "1/3", "1/2", "3/5" };
    int64_t m = v->mass;

    if (v->other) /* u(0,1) = m */
        return arena_printf(a, "%" PRId64 "\\cdot %" PRId64 "^{%s}",
                            power_of(RATIO(m), (int)v->kind).p, v->k,
                            powers[v->kind]);
    if (v->kind == KIND_SQUARE)
        return arena_printf(a, "\\left(%s\\right)^{1/3}",
                            ratio_latex(a, over(3 * m * m, 64)));
    if (v->kind == KIND_CUBE)
        return arena_printf(a, "\\frac{%" PRId64 "}{\\pi\\sqrt{3}}", m);
    return arena_printf(a,
                        "\\left(\\frac{%s\\Gamma\\left(\\frac{11}{6}\\right)}"
                        "{\\Gamma\\left(\\frac{4}{3}\\right)}"
                        "\\sqrt{\\frac{3}{40\\pi}}\\right)^{6/5}",
                        m == 1 ? "" : ratio_latex(a, RATIO(m)));
}

static const char *write_key(struct arena *a, const struct similarity *v,
                             const char *s)
{
    static const char *const powers[KINDS][2] = {
        [KIND_SQUARE] = { "-1/3", "2/3" },
        [KIND_CUBE] = { "-1/4", "1/2" },
        [KIND_FOURTH] = { "-1/5", "2/5" },
    };
    const char *height, *bracket;

    if (v->kind == KIND_HEAT)
        return write_heat(a, v, s);
    height = time_power(a, v, powers[v->kind][0]);
    bracket =
        arena_printf(a, "\\max\\left(%s - \\frac{%s^2}{%s%s}, 0\\right)",
                     write_constant(a, v),
                     v->kind == KIND_FOURTH ? arena_printf(a, "3%s", s) : s,
                     v->kind == KIND_FOURTH ? "40" : "12",
                     time_power(a, v, powers[v->kind][1]));
    if (v->kind == KIND_CUBE)
        bracket = arena_printf(a, "\\sqrt{%s}", bracket);
    if (v->kind == KIND_FOURTH)
        bracket = arena_printf(a, "\\left(%s\\right)^{1/3}", bracket);
    return arena_printf(a, "%s%s", height, bracket);
}

static const char *write_right(struct arena *a, const struct similarity *v)
{
    static const char *const flux[KINDS] = { "u_{xx}", "(u^2)_{xx}",
                                             "(u^3)_{xx}", "(u^4)_{xx}" };

    return sum_of(a, scaled(a, RATIO(v->k), flux[v->kind]),
                  scaled(a, RATIO(-v->decay), "u"),
                  scaled(a, RATIO(v->cancel), "u_x^2"),
                  scaled(a, RATIO(v->cancel), "uu_{xx}"), NULL);
}

/* The mass, as it is given. */
static const char *write_mass(struct arena *a, const struct similarity *v)
{
    const char *now =
        scaled(a, RATIO(v->mass),
               v->decay ? exp_of(a, scaled(a, RATIO(-v->decay), "t")) : "");

    if (v->other && v->kind == KIND_HEAT)
        return arena_printf(a, "\\int_{0}^{\\infty} u\\,dx = %s", now);
    if (v->other)
        return arena_printf(a, "u(0,1) = %s", now);
    return arena_printf(a, "\\int_{-\\infty}^{\\infty} u\\,dx = %s", now);
}

/* ---- the card ---- */

static void analyse(struct texts *t, const void *values)
{
    static const char *const powers[KINDS] = { "1/2", "1/3", "1/4", "1/5" };
    const struct similarity *v = values;
    struct arena *a = t->arena;
    const char *s =
        in_brackets(a, sum_of(a, "x", scaled(a, RATIO(-v->frame), "t"), NULL));
    const char *equation =
        arena_printf(a, "%s = %s",
                     sum_of(a, "u_t", scaled(a, RATIO(v->frame), "u_x"),
                            scaled(a, over(v->cancel, 2), "(u^2)_{xx}"), NULL),
                     write_right(a, v));
    const char *mass = write_mass(a, v);

    if ((v->kind == KIND_HEAT) != (v->decay > 0))
        return;
    texts_set(t, "equation", "%s", equation);
    texts_set(t, "given", "%s", mass);
    texts_set(t, "distance", "%s", s);
    texts_set(t, "power", "%s", powers[v->kind]);
    t->kind = CLAIM_PDE;
    t->variable = "x,t";
    t->object = arena_printf(a, "%s,\\ %s", equation, mass);
    t->conditions = v->kind == KIND_HEAT ? "t>0" : "t>0, similarity solution";
    t->key = write_key(a, v, s);
    if (v->cancel)
        texts_step(t, "cancel");
    if (v->frame)
        texts_step(t, "frame");
    texts_step(t, v->kind == KIND_HEAT ? "kernel" : "powers");
    if (v->kind != KIND_HEAT)
        texts_step(t, "porous");
    if (v->other)
        texts_step(t, v->kind == KIND_HEAT ? "half" : "height");
    texts_step(t, "result");
}

static struct form_file text = {
#include "family/applied/similarity.inc"
};

static const struct applied similarity = {
    .recipe = { .text = &text,
                .size = sizeof(struct similarity),
                .fields = fields,
                .draw = draw,
                .speak = texts_speak },
    .disguise = disguise,
    ANALYSED(analyse),
};

const struct family applied_similarity = {
    .name = "applied/similarity",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD(&similarity),
};
