/* SPDX-License-Identifier: Apache-2.0 */
#include "family/recipe/quad.h"

void quad_init(struct quad *z)
{
    fmpq_init(z->u);
    fmpq_init(z->v);
}

void quad_clear(struct quad *z)
{
    fmpq_clear(z->u);
    fmpq_clear(z->v);
}

void quad_set(struct quad *z, struct surd x)
{
    fmpq_set_si(z->u, x.p, (ulong)x.r);
    fmpq_set_si(z->v, x.q, (ulong)x.r);
}

void quad_set_si(struct quad *z, int64_t n)
{
    fmpq_set_si(z->u, n, 1);
    fmpq_zero(z->v);
}

void quad_swap(struct quad *x, struct quad *y)
{
    fmpq_swap(x->u, y->u);
    fmpq_swap(x->v, y->v);
}

void quad_add(struct quad *out, const struct quad *x, const struct quad *y)
{
    fmpq_add(out->u, x->u, y->u);
    fmpq_add(out->v, x->v, y->v);
}

void quad_sub(struct quad *out, const struct quad *x, const struct quad *y)
{
    fmpq_sub(out->u, x->u, y->u);
    fmpq_sub(out->v, x->v, y->v);
}

void quad_mul(struct quad *out, const struct quad *x, const struct quad *y,
              int64_t d)
{
    struct quad z;
    fmpq_t root;

    quad_init(&z);
    fmpq_init(root);
    fmpq_set_si(root, d, 1);
    fmpq_mul(z.u, x->v, y->v);
    fmpq_mul(z.u, z.u, root);
    fmpq_addmul(z.u, x->u, y->u);
    fmpq_mul(z.v, x->u, y->v);
    fmpq_addmul(z.v, x->v, y->u);
    quad_swap(out, &z);
    fmpq_clear(root);
    quad_clear(&z);
}

void quad_mul_si(struct quad *out, const struct quad *x, int64_t n)
{
    fmpq_mul_si(out->u, x->u, n);
    fmpq_mul_si(out->v, x->v, n);
}

bool quad_is_zero(const struct quad *x)
{
    return fmpq_is_zero(x->u) && fmpq_is_zero(x->v);
}

/* Of parts with different signs the larger square decides. */
int quad_sign(const struct quad *x, int64_t d)
{
    int u = fmpq_cmp_si(x->u, 0), v = fmpq_cmp_si(x->v, 0);
    struct quad square;
    int larger;

    u = (u > 0) - (u < 0);
    v = (v > 0) - (v < 0);
    if (u * v >= 0)
        return u ? u : v;
    quad_init(&square);
    fmpq_mul(square.u, x->u, x->u);
    fmpq_mul(square.v, x->v, x->v);
    fmpq_mul_si(square.v, square.v, d);
    larger = fmpq_cmp(square.u, square.v);
    quad_clear(&square);
    return larger > 0 ? u : v;
}

bool quad_is_ratio(const struct quad *x, int64_t n, int64_t m)
{
    fmpq_t want;
    bool same;

    fmpq_init(want);
    fmpq_set_si(want, m < 0 ? -n : n, (ulong)(m < 0 ? -m : m));
    same = fmpq_is_zero(x->v) && fmpq_equal(x->u, want);
    fmpq_clear(want);
    return same;
}
