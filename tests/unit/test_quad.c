/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Numbers u + v sqrt(d): exact arithmetic against balls of 200 bits, and signs
 * where the two parts all but cancel.
 */
#include "base/rng.h"
#include "family/recipe/quad.h"
#include "math/arb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define BITS   200
#define ROUNDS 3000

static const int64_t roots[] = { 2, 3, 5, 7, 11, 13, 97, 1000003 };

static void ball_of(arb_t out, const struct quad *z, int64_t d)
{
    arb_t t;

    arb_init(t);
    arb_set_fmpq(out, z->v, BITS);
    arb_sqrt_ui(t, (ulong)d, BITS);
    arb_mul(out, out, t, BITS);
    arb_set_fmpq(t, z->u, BITS);
    arb_add(out, out, t, BITS);
    arb_clear(t);
}

/* Both within a ball, and the ball is small enough to mean something. */
static void assert_same(const struct quad *z, int64_t d, const arb_t want,
                        const char *what)
{
    arb_t got;

    arb_init(got);
    ball_of(got, z, d);
    if (!arb_overlaps(got, want))
        fail_msg("%s with sqrt(%lld) is wrong", what, (long long)d);
    arb_sub(got, got, want, BITS);
    arb_mul_2exp_si(got, got, 100);
    arb_abs(got, got);
    if (!arb_is_finite(got) || mag_cmp_2exp_si(arb_radref(got), 0) > 0)
        fail_msg("%s with sqrt(%lld): the balls are too wide", what,
                 (long long)d);
    arb_clear(got);
}

static void draw(struct rng *r, struct quad *z)
{
    fmpq_set_si(z->u, rng_range(r, -999, 999), (ulong)rng_range(r, 1, 60));
    fmpq_set_si(z->v, rng_range(r, -99, 99), (ulong)rng_range(r, 1, 60));
    if (rng_below(r, 8) == 0)
        fmpq_zero(z->u);
    if (rng_below(r, 8) == 0)
        fmpq_zero(z->v);
}

static void arithmetic_agrees_with_balls(void **state)
{
    struct quad x, y, z;
    arb_t bx, by, want;
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("quad", 4));
    quad_init(&x);
    quad_init(&y);
    quad_init(&z);
    arb_init(bx);
    arb_init(by);
    arb_init(want);
    for (int i = 0; i < ROUNDS; i++) {
        int64_t d = roots[i % 8], n = rng_range(&r, -50, 50);

        draw(&r, &x);
        draw(&r, &y);
        ball_of(bx, &x, d);
        ball_of(by, &y, d);
        quad_add(&z, &x, &y);
        arb_add(want, bx, by, BITS);
        assert_same(&z, d, want, "a sum");
        quad_sub(&z, &x, &y);
        arb_sub(want, bx, by, BITS);
        assert_same(&z, d, want, "a difference");
        quad_mul(&z, &x, &y, d);
        arb_mul(want, bx, by, BITS);
        assert_same(&z, d, want, "a product");
        quad_mul_si(&z, &x, n);
        arb_mul_si(want, bx, n, BITS);
        assert_same(&z, d, want, "a multiple");
    }
    arb_clear(want);
    arb_clear(by);
    arb_clear(bx);
    quad_clear(&z);
    quad_clear(&y);
    quad_clear(&x);
}

static bool equal(const struct quad *x, const struct quad *y)
{
    return fmpq_equal(x->u, y->u) && fmpq_equal(x->v, y->v);
}

static void copy(struct quad *out, const struct quad *x)
{
    fmpq_set(out->u, x->u);
    fmpq_set(out->v, x->v);
}

static void times(struct quad *out, const struct quad *x, const struct quad *y)
{
    quad_mul(out, x, y, 7);
}

/* Into a third one first, then over the left and over the right. */
static void outputs_may_be_inputs(void **state)
{
    void (*const ops[])(struct quad *, const struct quad *,
                        const struct quad *) = { quad_add, quad_sub, times };
    struct quad x, y, z, w;
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("alias", 5));
    quad_init(&x);
    quad_init(&y);
    quad_init(&z);
    quad_init(&w);
    for (int i = 0; i < 300; i++) {
        draw(&r, &x);
        draw(&r, &y);
        ops[i % 3](&z, &x, &y);
        copy(&w, &x);
        ops[i % 3](&w, &w, &y);
        assert_true(equal(&w, &z));
        copy(&w, &y);
        ops[i % 3](&w, &x, &w);
        assert_true(equal(&w, &z));
        quad_mul_si(&z, &x, i);
        quad_mul_si(&x, &x, i);
        assert_true(equal(&x, &z));
    }
    /* (1 + 2 sqrt 7)^2 = 29 + 4 sqrt 7, in place */
    fmpq_set_si(x.u, 1, 1);
    fmpq_set_si(x.v, 2, 1);
    quad_mul(&x, &x, &x, 7);
    assert_true(fmpq_cmp_si(x.u, 29) == 0 && fmpq_cmp_si(x.v, 4) == 0);
    quad_sub(&x, &x, &x);
    assert_true(quad_is_zero(&x));
    quad_clear(&w);
    quad_clear(&z);
    quad_clear(&y);
    quad_clear(&x);
}

/* ---- setting and swapping ---- */

static void numbers_are_set(void **state)
{
    struct quad x, y;

    (void)state;
    quad_init(&x);
    quad_init(&y);
    assert_true(quad_is_zero(&x) && quad_is_ratio(&x, 0, 5));
    quad_set(&x, surd_new(2, -4, 3, 6)); /* (1 - 2 sqrt 3) / 3 */
    assert_true(fmpz_equal_si(fmpq_numref(x.u), 1) &&
                fmpz_equal_si(fmpq_denref(x.u), 3) &&
                fmpz_equal_si(fmpq_numref(x.v), -2) &&
                fmpz_equal_si(fmpq_denref(x.v), 3));
    assert_false(quad_is_zero(&x) || quad_is_ratio(&x, 1, 3));
    quad_set(&x, (struct surd){ 4, 6, 5, 8 }); /* not in lowest terms */
    assert_true(fmpq_is_canonical(x.u) && fmpq_is_canonical(x.v));
    quad_set_si(&y, -7);
    assert_true(quad_is_ratio(&y, -7, 1));
    quad_swap(&x, &y);
    assert_true(quad_is_ratio(&x, -7, 1) && !quad_is_ratio(&y, -7, 1));
    quad_set_si(&y, 0); /* forgets its root */
    assert_true(quad_is_zero(&y));
    fmpq_set_si(y.v, 1, 9);
    assert_false(quad_is_zero(&y));
    quad_clear(&y);
    quad_clear(&x);
}

static void ratios_in_any_terms(void **state)
{
    struct quad x;

    (void)state;
    quad_init(&x);
    fmpq_set_si(x.u, -3, 4);
    assert_true(quad_is_ratio(&x, -3, 4) && quad_is_ratio(&x, 3, -4) &&
                quad_is_ratio(&x, -6, 8) && quad_is_ratio(&x, 9, -12));
    assert_false(quad_is_ratio(&x, 3, 4) || quad_is_ratio(&x, -3, -4) ||
                 quad_is_ratio(&x, -4, 3) || quad_is_ratio(&x, 0, 1));
    quad_clear(&x);
}

/* ---- signs ---- */

static void signs_agree_with_balls(void **state)
{
    struct quad x;
    struct rng r;
    arb_t b;

    (void)state;
    rng_init(&r, hash_bytes("sign", 4));
    quad_init(&x);
    arb_init(b);
    for (int i = 0; i < ROUNDS; i++) {
        int64_t d = roots[i % 8];
        int want;

        draw(&r, &x);
        ball_of(b, &x, d);
        want = arb_is_positive(b) ? 1 : arb_is_negative(b) ? -1 : 0;
        assert_true(want != 0 || quad_is_zero(&x));
        assert_int_equal(quad_sign(&x, d), want);
    }
    arb_clear(b);
    quad_clear(&x);
}

/* Convergents p/q of sqrt(2), from p^2 - 2 q^2 = 1 and -1 in turn: p - q
 * sqrt(2) is as small as numbers of that size can be. */
static void signs_where_the_parts_almost_cancel(void **state)
{
    int64_t p = 1, q = 1;
    struct quad x;
    int want = -1;

    (void)state;
    quad_init(&x);
    for (int i = 0; i < 40; i++) {
        int64_t next = p + 2 * q;

        fmpq_set_si(x.u, p, 7);
        fmpq_set_si(x.v, -q, 7);
        assert_int_equal(quad_sign(&x, 2), want);
        fmpq_neg(x.u, x.u);
        fmpq_neg(x.v, x.v);
        assert_int_equal(quad_sign(&x, 2), -want);
        q += p;
        p = next;
        want = -want;
    }
    quad_clear(&x);
}

static void signs_of_one_part(void **state)
{
    struct quad x;

    (void)state;
    quad_init(&x);
    assert_int_equal(quad_sign(&x, 5), 0);
    for (int s = -1; s <= 1; s += 2) {
        quad_set_si(&x, 3 * s);
        assert_int_equal(quad_sign(&x, 0), s); /* d counts for nothing */
        assert_int_equal(quad_sign(&x, 5), s);
        quad_set_si(&x, 0);
        fmpq_set_si(x.v, s, 1000);
        assert_int_equal(quad_sign(&x, 5), s);
        fmpq_set_si(x.u, s, 1);
        assert_int_equal(quad_sign(&x, 5), s);
    }
    quad_clear(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_agrees_with_balls),
        cmocka_unit_test(outputs_may_be_inputs),
        cmocka_unit_test(numbers_are_set),
        cmocka_unit_test(ratios_in_any_terms),
        cmocka_unit_test(signs_agree_with_balls),
        cmocka_unit_test(signs_where_the_parts_almost_cancel),
        cmocka_unit_test(signs_of_one_part),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
