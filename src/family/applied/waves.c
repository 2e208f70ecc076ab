/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Travelling waves: fronts and solitons, exact.
 *
 * Each is a function of z = k(x - at - ct); equation and conditions fix k, c
 * and the height. A frame that moves with speed V adds V u_x and makes
 * x - at - (c+V)t of it.
 */
#include "family/applied/texts.h"
#include "family/recipe/latex.h"

#include <inttypes.h>

enum kind {
    KIND_SHOCK,   /* u_t + u u_x = r u_xx, a step of height d */
    KIND_SOLITON, /* u_t + d u u_x + r u_xxx = 0 */
    KIND_FRONT,   /* u_t = r u_xx + 2 r k^2 u (1-u) (u-a), a = k/(d+8) */
    KIND_PULSE,   /* u_t + 6 r d^2 u^2 u_x + r u_xxx = 0 */
    KIND_FISHER,  /* u_t = r u_xx + 6 r k^2 u (1 - u/d) */
    KIND_TWO,     /* the second, from data that make two solitons */
    KINDS
};

struct wave {
    int64_t disguise;
    int64_t kind;
    int64_t r, d, k; /* see the kinds */
    int64_t at;      /* the place at t = 0 */
    int64_t frame;   /* V */
    int64_t cancel;  /* terms that cancel */
    int64_t turned;  /* other conditions: see the functions */
};

static const struct field fields[] = {
    NUMBER(struct wave, disguise, 0, 3),
    NUMBER(struct wave, kind, 0, KINDS - 1),
    NUMBER(struct wave, r, 1, 9),
    NUMBER(struct wave, d, 1, 9),
    NUMBER(struct wave, k, 1, 9),
    NUMBER(struct wave, at, -9, 9),
    NUMBER(struct wave, frame, -9, 9),
    NUMBER(struct wave, cancel, -9, 9),
    NUMBER(struct wave, turned, 0, 1),
    { 0 },
};

/* ---- drawing ---- */

static void draw(struct pick *k, void *values)
{
    struct wave *v = values;

    v->kind = 2 * (k->level - 1) + pick(k, 0, 1);
    v->r = pick(k, 1, 6);
    v->d = pick(k, 1, 8);
    v->k = pick(k, 1, 4);
    v->at = pick(k, -6, 6);
}

static void disguise(struct pick *k, void *values)
{
    struct wave *v = values;

    if (v->disguise == DISGUISE_STRUCTURE)
        v->frame = pick_signed(k, 1, 6);
    else if (v->disguise == DISGUISE_VANISHING)
        v->cancel = pick_signed(k, 1, 4);
    else
        v->turned = 1;
}

/* ---- the problem ---- */

/* Write "u_t + V u_x + ... = right" and the conditions. The terms that the
 * knob adds cancel: (u^2)_xx/2 = u_x^2 + u u_xx. */
static void pose(struct texts *t, const struct wave *v, const char *left,
                 const char *right, const char *conditions)
{
    struct arena *a = t->arena;
    const char *equation =
        arena_printf(a, "%s = %s",
                     sum_of(a, "u_t", scaled(a, RATIO(v->frame), "u_x"), left,
                            scaled(a, over(v->cancel, 2), "(u^2)_{xx}"), NULL),
                     sum_of(a, right, scaled(a, RATIO(v->cancel), "u_x^2"),
                            scaled(a, RATIO(v->cancel), "uu_{xx}"), NULL));

    texts_set(t, "equation", "%s", equation);
    texts_set(t, "conditions", "%s", conditions);
    t->kind = CLAIM_PDE;
    t->variable = "x,t";
    t->object = arena_printf(a, "%s,\\ %s", equation, conditions);
    if (v->cancel)
        texts_step(t, "cancel");
    if (v->frame)
        texts_step(t, "frame");
}

/* k(x - at - c t), c including the frame's speed: a text in brackets as far as
 * needed. */
static const char *write_phase(struct arena *a, struct ratio k,
                               const struct wave *v, struct ratio c)
{
    const char *x =
        sum_of(a, spot_text(a, (struct spot){ 1, 0 }, -v->at),
               scaled(a, ratio_neg(plus(c, RATIO(v->frame))), "t"), NULL);

    return scaled(a, k, in_brackets(a, x));
}

static const char *value(struct arena *a, int64_t x)
{
    return ratio_latex(a, RATIO(x));
}

/* ---- fronts and solitons ---- */

/* From uR + d to uR = k - 2. Turned: the value that is given is not the one in
 * the middle, but a quarter below the top, where tanh is -1/2. */
static void solve_shock(struct texts *t, const struct wave *v)
{
    struct arena *a = t->arena;
    int64_t low = v->k - 2, high = low + v->d;
    struct ratio c = over(low + high, 2), half = over(v->d, 2);
    struct ratio given = v->turned ? over(3 * high + low, 4) : c;
    const char *z = write_phase(a, over(v->d, 4 * v->r), v, c);

    pose(t, v, "uu_x", scaled(a, RATIO(v->r), "u_{xx}"),
         arena_printf(a,
                      "u(-\\infty,t) = %" PRId64 ",\\ u(\\infty,t) = %" PRId64
                      ",\\ u(%" PRId64 ",0) = %s",
                      high, low, v->at, ratio_latex(a, given)));
    if (v->turned)
        z = sum_of(a, z, "-\\frac{\\ln 3}{2}", NULL);
    t->key = sum_of(a, scaled(a, c, ""),
                    scaled(a, ratio_neg(half),
                           arena_printf(a, "\\tanh\\left(%s\\right)", z)),
                    NULL);
    texts_set(t, "speed", "%s", ratio_latex(a, plus(c, RATIO(v->frame))));
    texts_step(t, "shock");
    if (v->turned)
        texts_step(t, "quarter");
}

/* Height A = 12 r k^2/d, speed 4 r k^2. Turned: on a background of 1, which
 * adds d to the speed. */
static void solve_soliton(struct texts *t, const struct wave *v)
{
    struct arena *a = t->arena;
    int64_t k2 = v->r * v->k * v->k;
    struct ratio top = over(12 * k2, v->d);
    struct ratio c = RATIO(4 * k2 + (v->turned ? v->d : 0));
    const char *z = write_phase(a, RATIO(v->k), v, c);
    struct ratio floor = RATIO(v->turned);

    pose(t, v,
         sum_of(a, scaled(a, RATIO(v->d), "uu_x"),
                scaled(a, RATIO(v->r), "u_{xxx}"), NULL),
         "0",
         arena_printf(a,
                      "u(\\pm\\infty,t) = %" PRId64 ",\\ u(%" PRId64
                      ",0) = %s,\\ u_x(%" PRId64 ",0) = 0",
                      floor.p, v->at, ratio_latex(a, plus(top, floor)), v->at));
    t->conditions = "soliton";
    t->key = sum_of(
        a, scaled(a, floor, ""),
        scaled(a, top,
               arena_printf(a, "\\operatorname{sech}^2\\left(%s\\right)", z)),
        NULL);
    texts_set(t, "speed", "%s", ratio_latex(a, plus(c, RATIO(v->frame))));
    texts_step(t, "soliton");
    if (v->turned)
        texts_step(t, "background");
}

/* 1/(1 + e^z), z = k(x - at) - c t, c = r k (1-2a). Turned: from 0 to 1, and
 * the front runs the other way. */
static void solve_front(struct texts *t, const struct wave *v)
{
    struct arena *a = t->arena;
    struct ratio rest = over(v->k, v->d + 8);
    int64_t sign = v->turned ? -1 : 1;
    struct ratio c = times(RATIO(sign * v->r * v->k),
                           minus(RATIO(1), times(RATIO(2), rest)));

    pose(t, v, "0",
         sum_of(a, scaled(a, RATIO(v->r), "u_{xx}"),
                scaled(a, RATIO(2 * v->r * v->k * v->k),
                       arena_printf(a, "u(1 - u)\\left(u - %s\\right)",
                                    ratio_latex(a, rest))),
                NULL),
         arena_printf(a,
                      "u(-\\infty,t) = %s,\\ u(\\infty,t) = %s,\\ u(%" PRId64
                      ",0) = \\frac{1}{2}",
                      value(a, !v->turned), value(a, v->turned), v->at));
    t->key = arena_printf(a, "\\frac{1}{1 + e^{%s}}",
                          write_phase(a, RATIO(sign * v->k), v, c));
    texts_set(t, "speed", "%s", ratio_latex(a, plus(c, RATIO(v->frame))));
    texts_step(t, "front");
    if (v->turned)
        texts_step(t, "backwards");
}

/* (k/d) sech z, speed r k^2. Turned: the negative one. */
static void solve_pulse(struct texts *t, const struct wave *v)
{
    struct arena *a = t->arena;
    struct ratio top = over(v->turned ? -v->k : v->k, v->d);
    struct ratio c = RATIO(v->r * v->k * v->k);

    pose(t, v,
         sum_of(a, scaled(a, RATIO(6 * v->r * v->d * v->d), "u^2u_x"),
                scaled(a, RATIO(v->r), "u_{xxx}"), NULL),
         "0",
         arena_printf(a,
                      "u(\\pm\\infty,t) = 0,\\ u(%" PRId64
                      ",0) = %s,\\ u_x(%" PRId64 ",0) = 0",
                      v->at, ratio_latex(a, top), v->at));
    t->conditions = "soliton";
    t->key = scaled(a, top,
                    arena_printf(a, "\\operatorname{sech}\\left(%s\\right)",
                                 write_phase(a, RATIO(v->k), v, c)));
    texts_set(t, "speed", "%s", ratio_latex(a, plus(c, RATIO(v->frame))));
    texts_step(t, "pulse");
    if (v->turned)
        texts_step(t, "negative");
}

/* d (1 + e^z)^{-2}, z = k(x - at) - 5 r k^2 t, from its values at t = 0.
 * Turned: these are reflected. */
static void solve_fisher(struct texts *t, const struct wave *v)
{
    struct arena *a = t->arena;
    int64_t sign = v->turned ? -1 : 1;
    struct ratio k = RATIO(sign * v->k), c = RATIO(sign * 5 * v->r * v->k);
    const char *first =
        in_brackets(a, spot_text(a, (struct spot){ 1, 0 }, -v->at));

    pose(t, v, "0",
         sum_of(a, scaled(a, RATIO(v->r), "u_{xx}"),
                scaled(a, RATIO(6 * v->r * v->k * v->k),
                       v->d == 1 ? "u(1 - u)"
                                 : arena_printf(a,
                                                "u\\left(1 - \\frac{u}{%" PRId64
                                                "}\\right)",
                                                v->d)),
                NULL),
         arena_printf(a, "u(x,0) = \\frac{%" PRId64 "}{(1 + e^{%s})^2}", v->d,
                      scaled(a, k, first)));
    t->conditions = "t>0";
    t->key = arena_printf(a, "\\frac{%" PRId64 "}{(1 + e^{%s})^2}", v->d,
                          write_phase(a, k, v, c));
    texts_set(t, "speed", "%s", ratio_latex(a, plus(c, RATIO(v->frame))));
    texts_step(t, "fisher");
    if (v->turned)
        texts_step(t, "backwards");
}

/* ---- two solitons ---- */

/* n k (x - at) - m r k^3 t, in the moving frame. */
static const char *write_part(struct arena *a, const struct wave *v, int64_t n,
                              int64_t m)
{
    int64_t k = v->k;

    return sum_of(
        a,
        scaled(a, RATIO(n * k),
               in_brackets(a, spot_text(a, (struct spot){ 1, 0 }, -v->at))),
        scaled(a, RATIO(-m * v->r * k * k * k - n * k * v->frame), "t"), NULL);
}

/* From 36 r k^2/d sech^2 k(x - at) come two solitons; from a third of it, when
 * turned, one. */
static void solve_two(struct texts *t, const struct wave *v)
{
    struct arena *a = t->arena;
    int64_t k2 = v->r * v->k * v->k;
    struct ratio first = over((v->turned ? 12 : 36) * k2, v->d);

    pose(
        t, v,
        sum_of(a, scaled(a, RATIO(v->d), "uu_x"),
               scaled(a, RATIO(v->r), "u_{xxx}"), NULL),
        "0",
        arena_printf(
            a, "u(x,0) = %s",
            scaled(a, first,
                   arena_printf(
                       a, "\\operatorname{sech}^2\\left(%s\\right)",
                       scaled(a, RATIO(v->k),
                              in_brackets(a, spot_text(a, (struct spot){ 1, 0 },
                                                       -v->at)))))));
    t->conditions = "t>0";
    texts_set(t, "speed", "%s",
              ratio_latex(a, RATIO((v->turned ? 4 : 16) * k2 + v->frame)));
    if (v->turned) {
        t->key =
            scaled(a, first,
                   arena_printf(a, "\\operatorname{sech}^2\\left(%s\\right)",
                                write_phase(a, RATIO(v->k), v, RATIO(4 * k2))));
        texts_step(t, "one");
        return;
    }
    t->key = scaled(
        a, over(72 * k2, v->d),
        arena_printf(a,
                     "\\frac{3 + 4\\cosh\\left(%s\\right) + "
                     "\\cosh\\left(%s\\right)}{\\left(3\\cosh\\left(%s\\right)"
                     " + \\cosh\\left(%s\\right)\\right)^2}",
                     write_part(a, v, 2, 8), write_part(a, v, 4, 64),
                     write_part(a, v, 1, 28), write_part(a, v, 3, 36)));
    texts_step(t, "two");
}

/* ---- the card ---- */

static void analyse(struct texts *t, const void *values)
{
    static void (*const solvers[KINDS])(struct texts *, const struct wave *) = {
        solve_shock, solve_soliton, solve_front,
        solve_pulse, solve_fisher,  solve_two
    };
    const struct wave *v = values;

    if (v->kind == KIND_FRONT && 2 * v->k >= v->d + 8)
        return;
    solvers[v->kind](t, v);
    texts_step(t, "result");
}

static struct form_file text = {
#include "family/applied/waves.inc"
};

static const char *const kinds[] = { "shock",  "soliton", "front", "pulse",
                                     "fisher", "two",     NULL };

static const struct applied waves = {
    .recipe = { .text = &text,
                .kinds = kinds,
                .size = sizeof(struct wave),
                .fields = fields,
                .draw = draw,
                .speak = texts_speak },
    .disguise = disguise,
    ANALYSED(analyse),
};

const struct family applied_waves = {
    .name = "applied/waves",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD(&waves),
};
