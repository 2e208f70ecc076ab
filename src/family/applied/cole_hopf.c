/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Burgers' equation u_t + u u_x = n u_xx from values at one time, through
 * u = -2n p_x/p, where p solves the heat equation. The data are those of a p
 * whose evolution is known: a cosine on a constant, a polynomial, a sum of
 * exponentials. In a frame that moves with speed V, V is added to u and x - Vt
 * takes the place of x.
 */
#include "family/applied/texts.h"
#include "family/recipe/latex.h"

#include <inttypes.h>

enum kind {
    KIND_COSINE,      /* p = c + a e^{-n k^2 t} cos kx, c > a */
    KIND_QUADRATIC,   /* p = s^2 + 2nt + c, s = x - at */
    KIND_QUARTIC,     /* p = s^4 + 12nts^2 + 12n^2t^2 + c */
    KIND_EXPONENTIALS /* p = 1 + a e^{kx + nk^2t} + c e^{lx + nl^2t} */
};

struct cole_hopf {
    int64_t disguise;
    int64_t kind;
    int64_t n; /* the viscosity */
    int64_t a, c, k, l;
    int64_t at;
    int64_t frame;  /* V */
    int64_t cancel; /* terms that cancel */
    int64_t late;   /* the data are those of this time */
};

static const struct field fields[] = {
    NUMBER(struct cole_hopf, disguise, 0, 3),
    NUMBER(struct cole_hopf, kind, 0, KIND_EXPONENTIALS),
    NUMBER(struct cole_hopf, n, 1, 20),
    NUMBER(struct cole_hopf, a, 0, 99),
    NUMBER(struct cole_hopf, c, 1, 99),
    NUMBER(struct cole_hopf, k, 0, 20),
    NUMBER(struct cole_hopf, l, 0, 20),
    NUMBER(struct cole_hopf, at, -20, 20),
    NUMBER(struct cole_hopf, frame, -9, 9),
    NUMBER(struct cole_hopf, cancel, -9, 9),
    NUMBER(struct cole_hopf, late, 0, 9),
    { 0 },
};

/* ---- drawing ---- */

static void draw(struct pick *k, void *values)
{
    struct cole_hopf *v = values;

    v->n = pick(k, 1, k->level == 3 ? 4 : 8);
    if (k->level == 1) {
        v->k = pick(k, 1, 5);
        v->a = pick(k, 1, 12);
        v->c = 1 + v->a * pick(k, 1, 8); /* has no factor in common with a */
    } else if (k->level == 2) {
        v->kind = pick(k, KIND_QUADRATIC, KIND_QUARTIC);
        v->c = pick(k, 1, 30);
        v->at = pick(k, -6, 6);
    } else {
        v->kind = KIND_EXPONENTIALS;
        v->k = pick(k, 1, 3);
        v->l = v->k + pick(k, 1, 3);
        v->a = pick(k, 1, 12);
        v->c = pick(k, 1, 12);
    }
}

static void disguise(struct pick *k, void *values)
{
    struct cole_hopf *v = values;

    if (v->disguise == DISGUISE_STRUCTURE)
        v->frame = pick_signed(k, 1, 6);
    else if (v->disguise == DISGUISE_VANISHING)
        v->cancel = pick_signed(k, 1, 4);
    else
        v->late = 1;
}

/* ---- formulas ---- */

/* The places of space and time in a formula: texts that are not sums, or stand
 * in brackets; NULL: that time is 0. */
struct here {
    const char *x, *t;
};

/* e^{k x + c t}, k > 0. */
static const char *write_exp(struct arena *a, struct here at, int64_t k,
                             int64_t c)
{
    return exp_of(a, sum_of(a, scaled(a, RATIO(k), at.x),
                            at.t ? scaled(a, RATIO(c), at.t) : "0", NULL));
}

/* The numerator, without its sign, and the denominator of -2n p_x/p. */
struct fraction_text {
    const char *over, *under;
};

static struct fraction_text write_cosine(struct arena *a,
                                         const struct cole_hopf *v,
                                         struct here at)
{
    const char *angle = scaled(a, RATIO(v->k), at.x);
    const char *rise =
        at.t ? exp_of(a, scaled(a, RATIO(v->n * v->k * v->k), at.t)) : "";

    return (struct fraction_text){
        arena_printf(a, "%" PRId64 "\\sin\\left(%s\\right)",
                     2 * v->n * v->k * v->a, angle),
        sum_of(a, scaled(a, RATIO(v->c), rise),
               scaled(a, RATIO(v->a),
                      arena_printf(a, "\\cos\\left(%s\\right)", angle)),
               NULL),
    };
}

static struct fraction_text write_polynomial(struct arena *a,
                                             const struct cole_hopf *v,
                                             struct here at)
{
    const char *t = at.t ? at.t : "", *x = at.x;
    int64_t n = at.t ? v->n : 0;

    if (v->kind == KIND_QUADRATIC)
        return (struct fraction_text){
            scaled(a, RATIO(4 * v->n), x),
            sum_of(a, arena_printf(a, "%s^2", x), scaled(a, RATIO(2 * n), t),
                   ratio_latex(a, RATIO(v->c)), NULL),
        };
    return (struct fraction_text){
        sum_of(a, scaled(a, RATIO(8 * v->n), arena_printf(a, "%s^3", x)),
               scaled(a, RATIO(48 * v->n * n), arena_printf(a, "%s%s", t, x)),
               NULL),
        sum_of(a, arena_printf(a, "%s^4", x),
               scaled(a, RATIO(12 * n), arena_printf(a, "%s%s^2", t, x)),
               scaled(a, RATIO(12 * n * n), arena_printf(a, "%s^2", t)),
               ratio_latex(a, RATIO(v->c)), NULL),
    };
}

static struct fraction_text write_exponentials(struct arena *a,
                                               const struct cole_hopf *v,
                                               struct here at)
{
    const char *e1 = write_exp(a, at, v->k, v->n * v->k * v->k);
    const char *e2 = write_exp(a, at, v->l, v->n * v->l * v->l);

    return (struct fraction_text){
        sum_of(a, scaled(a, RATIO(2 * v->n * v->a * v->k), e1),
               scaled(a, RATIO(2 * v->n * v->c * v->l), e2), NULL),
        sum_of(a, "1", scaled(a, RATIO(v->a), e1), scaled(a, RATIO(v->c), e2),
               NULL),
    };
}

/* u there, and the p behind it. */
static const char *write_solution(struct arena *a, const struct cole_hopf *v,
                                  struct here at, const char **under)
{
    struct fraction_text f =
        (v->kind == KIND_COSINE         ? write_cosine
         : v->kind == KIND_EXPONENTIALS ? write_exponentials
                                        : write_polynomial)(a, v, at);

    *under = f.under;
    return sum_of(a, scaled(a, RATIO(v->frame), ""),
                  arena_printf(a, "%s\\frac{%s}{%s}",
                               v->kind == KIND_COSINE ? "" : "-", f.over,
                               f.under),
                  NULL);
}

/* ---- the card ---- */

static void analyse(struct texts *t, const void *values)
{
    const struct cole_hopf *v = values;
    struct arena *a = t->arena;
    const char *s = spot_text(a, (struct spot){ 1, 0 }, -v->at), *under;
    const char *moved = sum_of(a, s, scaled(a, RATIO(-v->frame), "t"), NULL);
    const char *time =
        v->late ? arena_printf(a, "(t - %" PRId64 ")", v->late) : "t";
    const char *data, *equation;

    if (v->kind == KIND_COSINE ? v->a < 1 || v->c <= v->a || v->k < 1
                               : v->kind == KIND_EXPONENTIALS &&
                                     (v->k < 1 || v->l <= v->k || v->a < 1))
        return;
    equation =
        arena_printf(a, "%s = %s",
                     sum_of(a, "u_t", "uu_x",
                            scaled(a, over(v->cancel, 2), "(u^2)_{xx}"), NULL),
                     sum_of(a, scaled(a, RATIO(v->n), "u_{xx}"),
                            scaled(a, RATIO(v->cancel), "u_x^2"),
                            scaled(a, RATIO(v->cancel), "uu_{xx}"), NULL));
    data = arena_printf(
        a, "u(x,%" PRId64 ") = %s", v->late,
        write_solution(a, v, (struct here){ in_brackets(a, s), NULL }, &under));
    texts_set(t, "start", "%s", under);
    t->key = write_solution(a, v, (struct here){ in_brackets(a, moved), time },
                            &under);
    texts_set(t, "equation", "%s", equation);
    texts_set(t, "data", "%s", data);
    texts_set(t, "later", "%" PRId64, v->late);
    texts_set(t, "heat", "%s", under);
    texts_set(t, "viscosity", "%" PRId64, 2 * v->n);
    t->kind = CLAIM_PDE;
    t->variable = "x,t";
    t->object = arena_printf(a, "%s,\\ %s", equation, data);
    t->conditions = arena_printf(a, "t>%" PRId64, v->late);
    if (v->cancel)
        texts_step(t, "cancel");
    if (v->frame)
        texts_step(t, "frame");
    texts_step(t, "transform");
    texts_step(t, "data");
    if (v->late)
        texts_step(t, "late");
    texts_step(t, v->kind == KIND_COSINE         ? "cosine"
                  : v->kind == KIND_EXPONENTIALS ? "exponentials"
                                                 : "polynomial");
    texts_step(t, "result");
}

static struct form_file text = {
#include "family/applied/cole_hopf.inc"
};

static const struct applied cole_hopf = {
    .recipe = { .text = &text,
                .size = sizeof(struct cole_hopf),
                .fields = fields,
                .draw = draw,
                .speak = texts_speak },
    .disguise = disguise,
    ANALYSED(analyse),
};

const struct family applied_cole_hopf = {
    .name = "applied/cole-hopf",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD(&cole_hopf),
};
