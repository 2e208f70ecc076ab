/* SPDX-License-Identifier: Apache-2.0 */
#include "family/applied/phase.h"
#include "base/err.h"
#include "family/applied/formula.h"

/* A term sign A^{a} k^{k} t^{power} / den. */
struct part {
    int power, sign, a, k, den;
};

#define PARTS 2

static const struct shape {
    enum known_function f; /* KNOWN_ONE: none */
    int sign;
    bool k; /* k stands in the function; else 1 */
    struct part parts[PARTS];
} interior[] = {
    { KNOWN_COSH, 1, true, { { 0 } } },
    { KNOWN_COS, -1, false, { { 2, 1, 0, 1, 1 } } },
    { KNOWN_LN_SQUARE, 1, true, { { 0 } } },
    { KNOWN_ONE, 0, false, { { 2, 1, 1, 0, 1 }, { 4, 1, 0, 1, 1 } } },
    { KNOWN_EXP, 1, false, { { 1, -1, 1, 0, 1 }, { 2, 1, 0, 1, 1 } } },
    { KNOWN_SQUARE, -1, true, { { 0 } } },
    { KNOWN_GAUSS, -1, true, { { 0 } } },
};
static const struct shape end[] = {
    { KNOWN_EXP, 1, true, { { 0 } } },
    { KNOWN_SINH, 1, true, { { 0 } } },
    { KNOWN_LN, 1, true, { { 0 } } },
    { KNOWN_ARCTAN, 1, true, { { 0 } } },
    { KNOWN_ONE, 0, false, { { 1, 1, 1, 0, 1 }, { 2, 1, 0, 1, 1 } } },
    { KNOWN_ROOT, 1, true, { { 0 } } },
    { KNOWN_OVER, -1, true, { { 0 } } },
};
static const struct shape flat[] = {
    { KNOWN_ONE, 0, false, { { 4, 1, 1, 0, 1 }, { 6, 1, 0, 1, 1 } } },
    { KNOWN_COSH, 1, true, { { 2, -1, 1, 2, 2 } } },
    { KNOWN_GAUSS, 1, true, { { 2, 1, 1, 1, 1 } } },
    { KNOWN_LN_SQUARE, -1, true, { { 2, 1, 1, 1, 1 } } },
    { KNOWN_SQUARE, 1, true, { { 2, 1, 1, 1, 1 } } },
};

#define COUNT(list) (int64_t)(sizeof(list) / sizeof((list)[0]))

static const struct {
    const struct shape *list;
    int64_t n;
} shapes[PHASE_KINDS] = {
    [PHASE_INTERIOR] = { interior, COUNT(interior) },
    [PHASE_END] = { end, COUNT(end) },
    [PHASE_FLAT] = { flat, COUNT(flat) },
};

int64_t phase_shapes(int64_t kind)
{
    return shapes[kind].n;
}

static const struct shape *shape_of(const struct phase *f)
{
    INVARIANT(f->shape >= 0 && f->shape < shapes[f->kind].n);
    return &shapes[f->kind].list[f->shape];
}

static int64_t coefficient(const struct part *p, const struct phase *f)
{
    int64_t c = p->sign * (p->a ? f->a : 1);

    for (int i = 0; i < p->k; i++)
        c *= f->k;
    return c;
}

const char *phase_latex(struct arena *a, const struct phase *f, const char *t,
                        bool is_sum)
{
    const struct shape *s = shape_of(f);
    const char *base = is_sum ? arena_printf(a, "(%s)", t) : t;
    const char *terms[PARTS + 2];
    size_t n = 0;

    if (s->f != KNOWN_ONE)
        terms[n++] =
            known_latex(a, s->sign * f->a, s->f, s->k ? f->k : 1, t, is_sum);
    for (const struct part *p = s->parts; p < s->parts + PARTS && p->power; p++)
        terms[n++] = formula_ratio_term(a, coefficient(p, f), p->den, "",
                                        POWERS({ base, p->power, 1 }));
    terms[n++] = formula_ratio_term(a, f->shift, 1, "", NULL);
    return formula_sum(a, terms, n);
}

void phase_series(fmpq_poly_t p, const struct phase *f)
{
    const struct shape *s = shape_of(f);
    fmpq_poly_t term;
    fmpq_t c;

    fmpq_poly_init(term);
    fmpq_init(c);
    fmpq_poly_zero(p);
    if (s->f != KNOWN_ONE) {
        known_series(p, s->f, s->k ? f->k : 1);
        fmpq_poly_scalar_mul_si(p, p, s->sign * f->a);
    }
    fmpq_poly_set_coeff_si(term, 0, f->shift);
    for (const struct part *q = s->parts; q < s->parts + PARTS && q->power;
         q++) {
        fmpq_set_si(c, coefficient(q, f), (ulong)q->den);
        fmpq_poly_set_coeff_fmpq(term, q->power, c);
    }
    fmpq_poly_add(p, p, term);
    fmpq_clear(c);
    fmpq_poly_clear(term);
}
