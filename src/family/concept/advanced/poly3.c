/* SPDX-License-Identifier: Apache-2.0 */
#include "family/concept/advanced/poly3.h"
#include "base/str.h"

#include <inttypes.h>

/* Add c x^i y^j z^k to p, to the term that is already there if one is. */
static void poly3_add(struct poly3 *p, int64_t c, const int e[3])
{
    int i = 0;

    if (c == 0)
        return;
    while (i < p->n && (p->t[i].e[0] != e[0] || p->t[i].e[1] != e[1] ||
                        p->t[i].e[2] != e[2]))
        i++;
    if (i == p->n) {
        INVARIANT(p->n < POLY3_TERMS);
        p->t[p->n++] = (struct term3){ c, { e[0], e[1], e[2] } };
        return;
    }
    p->t[i].c += c;
    if (p->t[i].c == 0)
        for (p->n--; i < p->n; i++)
            p->t[i] = p->t[i + 1];
}

void poly3_add_times(struct poly3 *p, const struct poly3 *q, int64_t by)
{
    for (int i = 0; i < q->n; i++)
        poly3_add(p, by * q->t[i].c, q->t[i].e);
}

struct poly3 poly3_derive(const struct poly3 *p, int variable)
{
    struct poly3 out = { 0 };

    for (int i = 0; i < p->n; i++) {
        struct term3 t = p->t[i];

        t.c *= t.e[variable];
        t.e[variable]--;
        poly3_add(&out, t.c, t.e);
    }
    return out;
}

int64_t poly3_at(const struct poly3 *p, const int64_t x[3])
{
    int64_t sum = 0;

    for (int i = 0; i < p->n; i++) {
        int64_t value = p->t[i].c;

        for (int k = 0; k < 3; k++)
            for (int e = 0; e < p->t[i].e[k]; e++)
                value *= x[k];
        sum += value;
    }
    return sum;
}

char *poly3_latex(struct arena *a, const struct poly3 *p)
{
    struct str out = str_in(a);

    for (int i = 0; i < p->n; i++) {
        const struct term3 *t = &p->t[i];
        int64_t size = t->c < 0 ? -t->c : t->c;

        if (i)
            str_add(&out, t->c < 0 ? " - " : " + ");
        else if (t->c < 0)
            str_addc(&out, '-');
        if (size != 1 || t->e[0] + t->e[1] + t->e[2] == 0)
            str_add_int(&out, size);
        for (int k = 0; k < 3; k++) {
            if (t->e[k])
                str_addc(&out, "xyz"[k]);
            if (t->e[k] > 1)
                str_addf(&out, "^%d", t->e[k]);
        }
    }
    return out.n ? out.s : arena_strdup(a, "0");
}

/* ---- values ---- */

/* Exponents of the monomials that are drawn. */
static const signed char monomials[][3] = {
    { 1, 1, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 2, 1, 0 }, { 1, 2, 0 },
    { 3, 0, 0 }, { 0, 3, 0 }, { 2, 2, 0 }, { 3, 1, 0 }, { 1, 3, 0 },
    { 1, 0, 1 }, { 0, 1, 1 }, { 0, 0, 2 }, { 1, 1, 1 }, { 2, 0, 1 },
    { 0, 2, 1 }, { 1, 0, 2 }, { 0, 1, 2 }, { 0, 0, 3 }, { 2, 1, 1 },
    { 1, 2, 1 }, { 1, 1, 2 },
};

#define MONOMIALS ((int64_t)(sizeof(monomials) / sizeof(monomials[0])))

void terms3_draw(struct pick *k, struct terms3 *v, int64_t of, size_t count)
{
    int64_t which[TERMS_MOST];

    pick_subset(k, 0, MONOMIALS - 1, count, which);
    for (size_t i = 0; i < count; i++) {
        v->c[v->n] = pick_signed(k, 1, 9);
        v->i[v->n] = monomials[which[i]][0];
        v->j[v->n] = monomials[which[i]][1];
        v->k[v->n] = monomials[which[i]][2];
        v->of[v->n++] = of;
    }
}

void terms3_draw_linear(struct pick *k, struct terms3 *v, int64_t of)
{
    v->c[v->n] = pick_signed(k, 1, 9);
    v->i[v->n] = of == 0;
    v->j[v->n] = of == 1;
    v->k[v->n] = of == 2;
    v->of[v->n++] = of;
}

/* -most..most but 0. */
static int64_t draw_coordinate(struct pick *k, int64_t most)
{
    return pick_but(k, -most, most, 0);
}

void terms3_draw_point(struct pick *k, struct terms3 *v, int64_t most)
{
    v->x = draw_coordinate(k, most);
    v->y = draw_coordinate(k, most);
    v->z = draw_coordinate(k, most);
}

bool terms3_valid(const struct terms3 *v)
{
    for (int64_t t = 0; t < v->n; t++)
        if (v->i[t] + v->j[t] + v->k[t] > POLY3_DEGREE)
            return false;
    return v->n > 0;
}

struct poly3 terms3_poly(const struct terms3 *v, int64_t of)
{
    struct poly3 p = { 0 };

    for (int64_t t = 0; t < v->n; t++)
        if (v->of[t] == of)
            poly3_add(&p, v->c[t],
                      (int[]){ (int)v->i[t], (int)v->j[t], (int)v->k[t] });
    return p;
}

/* ---- the other road ---- */

static int64_t power(int64_t x, int64_t e)
{
    return e > 0 ? x * power(x, e - 1) : 1;
}

static int64_t value_at(const struct terms3 *v, int64_t of, const int64_t x[3])
{
    int64_t sum = 0;

    for (int64_t t = 0; t < v->n; t++)
        if (v->of[t] == of)
            sum += v->c[t] * power(x[0], v->i[t]) * power(x[1], v->j[t]) *
                   power(x[2], v->k[t]);
    return sum;
}

/* The seven-point formula, exact up to degree six. Sizes: 9 terms of 10^5 *
 * 66^4 make less than 2 * 10^13, each formula multiplies by 110 at most. */
int64_t probe_derive(const struct terms3 *v, int64_t of, const int *variables,
                     int n, const int64_t at[3])
{
    static const int64_t weights[] = { -1, 9, -45, 0, 45, -9, 1 };
    int64_t sum = 0;

    if (n == 0)
        return value_at(v, of, at);
    for (int i = 0; i < 7; i++) {
        int64_t x[3] = { at[0], at[1], at[2] };

        x[variables[0]] += i - 3;
        if (weights[i])
            sum += weights[i] * probe_derive(v, of, variables + 1, n - 1, x);
    }
    return sum / 60;
}
