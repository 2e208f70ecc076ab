/* SPDX-License-Identifier: Apache-2.0 */
/* Small fractions against FLINT's, and at the ends of 64 bits. */
#include "base/rng.h"
#include "math/exact/ratio.h"
#include "math/flint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ---- against fmpq ---- */

static void set_fmpq(fmpq_t out, struct ratio x)
{
    fmpq_set_si(out, x.p, (ulong)x.q);
}

/* Numbers of every size, so that sums and products often just do not fit. */
static struct ratio any(struct rng *r)
{
    int bits = (int)rng_range(r, 0, 62);
    int below = (int)rng_range(r, 0, 62);
    int64_t p = (int64_t)(rng_u64(r) >> (63 - bits)) >> 1;
    int64_t q = (int64_t)(rng_u64(r) >> (63 - below)) >> 1;
    struct ratio x;

    if (rng_below(r, 2))
        p = -p;
    assert_true(ratio_make(&x, p, q ? q : 1));
    return x;
}

static bool fits(const fmpq_t x)
{
    fmpz_t most;
    bool ok;

    fmpz_init_set_si(most, INT64_MAX);
    ok = fmpz_cmpabs(fmpq_numref(x), most) <= 0 &&
         fmpz_cmpabs(fmpq_denref(x), most) <= 0;
    fmpz_clear(most);
    return ok;
}

static void same(bool done, struct ratio got, const fmpq_t want)
{
    fmpq_t x;

    assert_int_equal(done, fits(want));
    if (!done)
        return;
    fmpq_init(x);
    set_fmpq(x, got);
    assert_true(fmpq_equal(x, want));
    assert_true(got.q > 0);
    fmpq_clear(x);
}

static void arithmetic_is_flints(void **state)
{
    struct rng r;
    fmpq_t x, y, z;

    (void)state;
    rng_init(&r, hash_bytes("ratio", 5));
    fmpq_init(x);
    fmpq_init(y);
    fmpq_init(z);
    for (int i = 0; i < 20000; i++) {
        struct ratio a = any(&r), b = any(&r), c = RATIO(77);
        bool done;

        set_fmpq(x, a);
        set_fmpq(y, b);
        fmpq_add(z, x, y);
        done = ratio_add(&c, a, b);
        same(done, c, z);
        fmpq_sub(z, x, y);
        done = ratio_sub(&c, a, b);
        same(done, c, z);
        fmpq_mul(z, x, y);
        done = ratio_mul(&c, a, b);
        same(done, c, z);
        if (b.p != 0) {
            fmpq_div(z, x, y);
            done = ratio_div(&c, a, b);
            same(done, c, z);
        }
        assert_int_equal(ratio_compare(a, b),
                         (fmpq_cmp(x, y) > 0) - (fmpq_cmp(x, y) < 0));
        assert_int_equal(ratio_equal(a, b), fmpq_equal(x, y) != 0);
    }
    fmpq_clear(x);
    fmpq_clear(y);
    fmpq_clear(z);
    flint_cleanup();
}

static void what_does_not_fit_changes_nothing(void **state)
{
    struct ratio x = RATIO(5);

    (void)state;
    assert_false(ratio_add(&x, RATIO(INT64_MAX), RATIO(1)));
    assert_false(ratio_mul(&x, RATIO(INT64_MAX), RATIO(2)));
    assert_false(ratio_div(&x, RATIO(1), RATIO(0)));
    assert_false(ratio_make(&x, 1, 0));
    assert_false(ratio_make(&x, INT64_MIN, 1));
    assert_true(x.p == 5 && x.q == 1);
    assert_true(ratio_make(&x, INT64_MIN, 2));
    assert_true(x.p == INT64_MIN / 2 && x.q == 1);
    assert_true(ratio_make(&x, 6, -4));
    assert_true(x.p == -3 && x.q == 2);
}

/* ---- texts ---- */

static void texts(void **state)
{
    static const struct {
        const char *text;
        int64_t p, q; /* q = 0: unread */
    } rows[] = {
        { "12", 12, 1 },
        { "-3", -3, 1 },
        { "5/12", 5, 12 },
        { "10/4", 5, 2 },
        { "2.50", 5, 2 },
        { ".5", 1, 2 },
        { "-0.125", -1, 8 },
        { "1,200", 1200, 1 },
        { "1,234,567", 1234567, 1 },
        { "", 0, 0 },
        { "-", 0, 0 },
        { "1,20", 0, 0 },
        { "12,", 0, 0 },
        { "1,2345", 0, 0 },
        { "1/0", 0, 0 },
        { "1/", 0, 0 },
        { "2.", 0, 0 },
        { "1e5", 0, 0 },
        { " 1", 0, 0 },
        { "1 ", 0, 0 },
        { "--1", 0, 0 },
        { "9223372036854775807", INT64_MAX, 1 },
        { "9223372036854775808", 0, 0 },
        { "0.00000000000000000000001", 0, 0 },
        { "1.5/2", 0, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct ratio x = RATIO(99);
        bool ok = ratio_read(&x, rows[i].text, strlen(rows[i].text));

        if (ok != (rows[i].q != 0))
            fail_msg("\"%s\" was %sread", rows[i].text, ok ? "" : "not ");
        if (ok && (x.p != rows[i].p || x.q != rows[i].q))
            fail_msg("\"%s\" is %lld/%lld", rows[i].text, (long long)x.p,
                     (long long)x.q);
    }
}

static void printed(void **state)
{
    struct arena a = { 0 };
    struct ratio x;

    (void)state;
    assert_string_equal(ratio_text(&a, RATIO(-7)), "-7");
    assert_true(ratio_make(&x, -5, 12));
    assert_string_equal(ratio_text(&a, x), "-5/12");
    assert_string_equal(ratio_latex(&a, x), "-\\frac{5}{12}");
    assert_null(ratio_decimal(&a, x, 6));
    assert_true(ratio_make(&x, -5, 8));
    assert_string_equal(ratio_decimal(&a, x, 6), "-0.625");
    assert_null(ratio_decimal(&a, x, 2));
    assert_string_equal(ratio_decimal(&a, RATIO(3), 0), "3");
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_is_flints),
        cmocka_unit_test(what_does_not_fit_changes_nothing),
        cmocka_unit_test(texts),
        cmocka_unit_test(printed),
    };

    return cmocka_run_group_tests_name("ratio", tests, NULL, NULL);
}
