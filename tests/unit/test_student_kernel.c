/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Every kernel that this processor runs beside the plain one, on random and on
 * extreme numbers of many sizes: all bits are the same.
 */
#include "base/alloc.h"
#include "base/hash.h"
#include "base/rng.h"
#include "model/student/kernel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct kernel *kinds[KERNEL_KINDS];
static int n_kinds;

static int open_kinds(void **state)
{
    (void)state;
    n_kinds = kernel_all(kinds);
    for (int i = 0; i < n_kinds; i++)
        printf("kernel %s\n", kinds[i]->name);
    return 0;
}

static float any_float(struct rng *r, float most)
{
    return ((float)(rng_u64(r) >> 40) * 0x1p-23f - 1) * most;
}

static void any_floats(struct rng *r, float *x, int n, float most)
{
    for (int i = 0; i < n; i++)
        x[i] = any_float(r, most);
}

/* With `ends` only the ends of the range, where sums are largest. */
static int any_whole(struct rng *r, bool ends, int most)
{
    int x = (int)(rng_u64(r) % (uint64_t)(2 * most + 1)) - most;

    return !ends ? x : x < 0 ? -most : most;
}

/* ---- products ---- */

struct multiplied {
    int rows, terms, n, most;
    int8_t *w;  /* rows x terms */
    int16_t *x; /* n x terms */
    float *row_scale, *scale;
};

static void multiplied_open(struct multiplied *m, struct rng *r, int rows,
                            int terms, int n)
{
    const bool ends = rng_u64(r) % 4 == 0, alike = ends && rng_u64(r) % 2;
    const int most = kernel_most(terms, KERNEL_BYTE);
    size_t many = (size_t)rows * (size_t)terms;

    *m = (struct multiplied){ rows, terms, n, most, NULL, NULL, NULL, NULL };
    m->w = alloc_new(many, 1);
    m->x = alloc_new((size_t)n * (size_t)terms, sizeof(*m->x));
    m->row_scale = alloc_new((size_t)rows, sizeof(float));
    m->scale = alloc_new((size_t)n, sizeof(float));
    for (size_t i = 0; i < many; i++)
        m->w[i] = (int8_t)(alike ? -127 : any_whole(r, ends, KERNEL_BYTE));
    for (int i = 0; i < n * terms; i++)
        m->x[i] = (int16_t)(alike ? most : any_whole(r, ends, most));
    any_floats(r, m->row_scale, rows, 0.01f);
    any_floats(r, m->scale, n, 2);
}

static void multiplied_close(struct multiplied *m)
{
    free(m->w);
    free(m->x);
    free(m->row_scale);
    free(m->scale);
}

static void multiply(const struct kernel *k, const struct multiplied *m,
                     float *out)
{
    size_t many = (size_t)m->rows * (size_t)m->terms;
    size_t length = (size_t)m->n * (size_t)m->terms;
    int8_t *q = alloc_new(many, 1);
    int32_t *total = alloc_new((size_t)m->rows, sizeof(*total));
    int16_t *x = alloc_new(length, sizeof(*x));
    struct dense d = { m->rows, m->terms, k->side, q, m->row_scale, total };

    for (int row = 0; row < m->rows; row++)
        for (int i = 0; i < m->terms; i++) {
            int8_t w = m->w[(size_t)row * (size_t)m->terms + (size_t)i];

            q[dense_at(&d, row, i)] = w;
            total[row] += w;
        }
    memcpy(x, m->x, length * sizeof(*x));
    k->arrange(x, (int)length);
    k->product(&d, &(struct rounded){ m->n, m->terms, x, m->scale }, out);
    free(q);
    free(total);
    free(x);
}

/* What a product is by its definition. */
static void multiply_simply(const struct multiplied *m, float *out)
{
    for (int v = 0; v < m->n; v++)
        for (int row = 0; row < m->rows; row++) {
            int32_t sum = 0;

            for (int i = 0; i < m->terms; i++)
                sum += m->w[row * m->terms + i] * m->x[v * m->terms + i];
            out[v * m->rows + row] =
                (float)sum * (m->row_scale[row] * m->scale[v]);
        }
}

static void products_are_the_same(void **state)
{
    static const int rows[] = { 16, 48, 112 }, terms[] = { 32, 96, 320, 960 };
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("products", 8));
    for (int i = 0; i < 60; i++) {
        struct multiplied m;
        float *want, *got;
        size_t many;

        multiplied_open(&m, &r, rows[i % 3],
                        i == 59 ? KERNEL_TERMS_MOST : terms[i % 4], 1 + i % 11);
        many = (size_t)m.rows * (size_t)m.n;
        want = alloc_new(many, sizeof(float));
        got = alloc_new(many, sizeof(float));
        multiply_simply(&m, want);
        for (int k = 0; k < n_kinds; k++) {
            multiply(kinds[k], &m, got);
            if (memcmp(want, got, many * sizeof(float)) != 0)
                fail_msg("%s: %d rows, %d terms, %d vectors", kinds[k]->name,
                         m.rows, m.terms, m.n);
        }
        free(want);
        free(got);
        multiplied_close(&m);
    }
}

/* ---- elements ---- */

#define LONGEST 512

/* All functions of single elements and of sums, on n numbers, one behind the
 * other in out. */
static void pass(const struct kernel *k, const float *x, const float *y, int n,
                 float out[5 * LONGEST + 1], int16_t q[LONGEST])
{
    float *norm = out, *swish = out + n, *sum = out + 2 * n;

    k->norm(x, y, n, norm);
    memcpy(swish, x, (size_t)n * sizeof(float));
    k->swish(swish, y, n);
    memcpy(sum, x, (size_t)n * sizeof(float));
    k->add(sum, y, n - 5); /* any number of them */
    k->exponentials(x, 3000, 0.03f, n, out + 3 * n);
    out[4 * n] = k->round(x, n, 32767, q);
}

static void elements_are_the_same(void **state)
{
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("elements", 8));
    for (int i = 0; i < 200; i++) {
        const int n = 32 * (1 + i % 16);
        const float size = (const float[]){ 1, 3000, 1e-20f, 0, 50 }[i % 5];
        float x[LONGEST], y[LONGEST], want[5 * LONGEST + 1] = { 0 };
        int16_t whole[LONGEST];

        any_floats(&r, x, n, size);
        any_floats(&r, y, n, 2);
        pass(&kernel_plain, x, y, n, want, whole);
        for (int k = 0; k < n_kinds; k++) {
            float got[5 * LONGEST + 1] = { 0 };
            int16_t q[LONGEST];

            pass(kinds[k], x, y, n, got, q);
            assert_memory_equal(got, want, sizeof(want));
            assert_memory_equal(q, whole, (size_t)n * sizeof(*q));
        }
    }
}

/* ---- attention ---- */

#define PAGES     7
#define HEAD_MOST 64

struct seen {
    int size;
    void *pages[PAGES];
    int16_t query[HEAD_MOST];
};

static void seen_open(struct seen *s, struct rng *r, int size)
{
    s->size = size;
    for (int p = 0; p < PAGES; p++) {
        struct kernel_page page;

        s->pages[p] = alloc_new(kernel_block(size), 1);
        page = kernel_at(s->pages[p], size);
        for (int i = 0; i < size * KERNEL_PAGE; i++) {
            page.key[i] = (int16_t)any_whole(r, false, KERNEL_KEPT);
            page.value[i] = (int16_t)any_whole(r, false, KERNEL_KEPT);
        }
        for (int i = 0; i < KERNEL_PAGE; i++) {
            page.key_scale[i] = (any_float(r, 1) + 1) * 1e-4f;
            page.value_scale[i] = (any_float(r, 1) + 1) * 1e-3f;
        }
    }
    for (int i = 0; i < size; i++)
        s->query[i] =
            (int16_t)any_whole(r, false, kernel_most(size, KERNEL_KEPT));
}

static void look(const struct kernel *k, const struct seen *s, int positions,
                 float sharp, float *out)
{
    float score[PAGES * KERNEL_PAGE];
    int16_t weight[PAGES * KERNEL_PAGE];
    int listed[PAGES];
    struct kernel_look l = { s->size, s->query, sharp,  positions, s->pages,
                             0,       score,    weight, listed };

    k->attend(&l, out);
}

/* From weights that are all alike to one that alone is left. */
static void looks_are_the_same(void **state)
{
    static const float sharp[] = { 0, 1e-6f, 1e-4f, 1e-2f };
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("looks", 5));
    for (int size = 16; size <= HEAD_MOST; size *= 2) {
        struct seen s;

        seen_open(&s, &r, size);
        for (int n = 1; n <= PAGES * KERNEL_PAGE; n++)
            for (int i = 0; i < 4; i++) {
                float want[HEAD_MOST], got[HEAD_MOST];

                look(&kernel_plain, &s, n, sharp[i], want);
                for (int k = 0; k < n_kinds; k++) {
                    look(kinds[k], &s, n, sharp[i], got);
                    assert_memory_equal(got, want,
                                        (size_t)size * sizeof(float));
                }
            }
        for (int p = 0; p < PAGES; p++)
            free(s.pages[p]);
    }
}

/* ---- names ---- */

static void a_kernel_is_found_by_its_name(void **state)
{
    const struct kernel *k;
    struct err e;

    (void)state;
    for (int i = 0; i < n_kinds; i++) {
        assert_true(kernel_named(kinds[i]->name, &k, &e));
        assert_ptr_equal(k, kinds[i]);
    }
    assert_true(kernel_named(NULL, &k, &e));
    assert_ptr_equal(k, kinds[0]);
    assert_true(kernel_named("", &k, &e));
    assert_ptr_equal(k, kinds[0]);
    assert_string_equal(kinds[n_kinds - 1]->name, "plain");
    assert_false(kernel_named("abacus", &k, &e));
    assert_non_null(strstr(e.msg, "cannot run the kernel \"abacus\""));
    assert_non_null(strstr(e.msg, "plain"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_the_same),
        cmocka_unit_test(elements_are_the_same),
        cmocka_unit_test(looks_are_the_same),
        cmocka_unit_test(a_kernel_is_found_by_its_name),
    };

    return cmocka_run_group_tests(tests, open_kinds, NULL);
}
