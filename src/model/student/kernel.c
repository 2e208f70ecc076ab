/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The inner loops, once for each kind of processor: kernel_avx2.c,
 * kernel_vnni.c, kernel_dot.c and kernel_i8mm.c include this file under another
 * name and other flags. No floating-point expression here may depend on them;
 * see kernel.h.
 */
#include "model/student/kernel.h"
#include "model/student/kernel_lanes.h"

#include <math.h>

#ifndef KERNEL
# define KERNEL         kernel_plain
# define KERNEL_NAME    "plain"
# define KERNEL_VECTORS 2 /* at once */
# define KERNEL_BLOCKS  1
#endif

#define CACHE_LINE 64
#define AHEAD      2 /* pages */
#define INLINE     static inline __attribute__((always_inline))
/* Sums stay in registers only if all loops over them are unrolled. */
#define UNROLL _Pragma("GCC unroll 64")

/* Registers that hold KERNEL_LANES numbers. */
#define REGISTERS (KERNEL_LANES / LANES)

#ifdef KERNEL_BYTES
# include "model/student/kernel_bytes.h"
#else
# include "model/student/kernel_pairs.h"
#endif

/* ---- sums in one order: sixteen lanes, then halves of them ---- */

static float fold_sum(const floats lane[REGISTERS])
{
    float all[KERNEL_LANES];

    memcpy(all, lane, sizeof(all));
    for (int half = KERNEL_LANES / 2; half; half /= 2)
        for (int i = 0; i < half; i++)
            all[i] += all[i + half];
    return all[0];
}

static float fold_largest(const floats lane[REGISTERS])
{
    float all[KERNEL_LANES];

    memcpy(all, lane, sizeof(all));
    for (int half = KERNEL_LANES / 2; half; half /= 2)
        for (int i = 0; i < half; i++)
            all[i] = all[i + half] > all[i] ? all[i + half] : all[i];
    return all[0];
}

static float model_kernel_sum_of(const float *x, int n)
{
    floats lane[REGISTERS] = { 0 };

    for (int k = 0; k < n; k += KERNEL_LANES)
        for (int i = 0; i < REGISTERS; i++)
            lane[i] += floats_load(x + k + i * LANES);
    return fold_sum(lane);
}

static float sum_of_squares(const float *x, int n)
{
    floats lane[REGISTERS] = { 0 };

    for (int k = 0; k < n; k += KERNEL_LANES)
        for (int i = 0; i < REGISTERS; i++) {
            floats y = floats_load(x + k + i * LANES);

            lane[i] += y * y;
        }
    return fold_sum(lane);
}

static float largest_of(const float *x, int n)
{
    floats lane[REGISTERS];

    memcpy(lane, x, sizeof(lane));
    for (int k = KERNEL_LANES; k < n; k += KERNEL_LANES)
        for (int i = 0; i < REGISTERS; i++)
            lane[i] = floats_larger(floats_load(x + k + i * LANES), lane[i]);
    return fold_largest(lane);
}

static float largest_size(const float *x, int n)
{
    floats lane[REGISTERS] = { 0 };

    for (int k = 0; k < n; k += KERNEL_LANES)
        for (int i = 0; i < REGISTERS; i++) {
            floats y = floats_size(floats_load(x + k + i * LANES));

            lane[i] = floats_larger(y, lane[i]);
        }
    return fold_largest(lane);
}

/* ---- elements ---- */

/* e to the power of x <= 0: 2^n times a polynomial (Cephes, expf). The end of
 * the range is e^-80; nothing that small matters. */
INLINE floats exp_down(floats x)
{
    floats y = floats_larger(x, floats_all(-80)), p, f;
    ints n = __builtin_convertvector(y * 1.44269504088896341f - 0.5f, ints);

    f = __builtin_convertvector(n, floats);
    y = y - f * 0.693359375f;
    y = y - f * -2.12194440e-4f;
    p = 1.9875691500e-4f * y + 1.3981999507e-3f;
    p = p * y + 8.3334519073e-3f;
    p = p * y + 4.1665795894e-2f;
    p = p * y + 1.6666665459e-1f;
    p = p * y + 5.0000001201e-1f;
    p = p * (y * y) + y + 1.0f;
    return p * (floats)((n + 127) << 23);
}

static void exponentials(const float *x, float top, float by, int n, float *out)
{
    for (int i = 0; i < n; i += LANES)
        floats_store(out + i, exp_down((floats_load(x + i) - top) * by));
}

static float to_whole(const float *x, int n, int most, int16_t *q)
{
    float size = largest_size(x, n), up;

    /* Nothing is left of what is so small, and its inverse would not fit. */
    if (!(size > 1e-30f)) {
        memset(q, 0, (size_t)n * sizeof(*q));
        return 0;
    }
    up = (float)most / size;
    for (int i = 0; i < n; i++) {
        float y = x[i] * up;

        q[i] = (int16_t)(int32_t)(y + (y < 0 ? -0.5f : 0.5f));
    }
    return size / (float)most;
}

static void model_kernel_norm(const float *x, const float *weight, int n,
                              float *out)
{
    float by = 1.0f / sqrtf(sum_of_squares(x, n) / (float)n + 1e-5f);

    for (int i = 0; i < n; i++)
        out[i] = x[i] * by * weight[i];
}

static void swish(float *gate, const float *up, int n)
{
    const floats one = floats_all(1);

    for (int i = 0; i < n; i += LANES) {
        floats g = floats_load(gate + i), e = exp_down(-floats_size(g));
        floats part = floats_choose(g < 0, e, one) / (one + e);

        floats_store(gate + i, g * part * floats_load(up + i));
    }
}

static void model_kernel_add(float *x, const float *y, int n)
{
    for (int i = 0; i < n; i++)
        x[i] += y[i];
}

/* ---- attention ---- */

_Static_assert(KERNEL_PAGE == KERNEL_LANES && KERNEL_PAGE == 16,
               "a page fills the registers");

static struct kernel_page page_of(const struct kernel_look *l, int page)
{
    return kernel_at((char *)l->pages[page] + l->at, l->size);
}

/* Pages come from afar, and are called ahead: keys with all scales, and later
 * the values that weigh anything. */
INLINE void kernel_call(const void *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += CACHE_LINE)
        __builtin_prefetch((const char *)from + i);
}

INLINE void call_keys(const struct kernel_look *l, int p)
{
    struct kernel_page page = page_of(l, p);

    kernel_call(page.key, (size_t)l->size * KERNEL_PAGE * sizeof(*page.key));
    kernel_call(page.key_scale, 2 * KERNEL_PAGE * sizeof(*page.key_scale));
}

INLINE void call_values(const struct kernel_look *l, int p)
{
    struct kernel_page page = page_of(l, p);

    kernel_call(page.value,
                (size_t)l->size * KERNEL_PAGE * sizeof(*page.value));
}

INLINE void score_page(const struct kernel_look *l, int p)
{
    struct kernel_page page = page_of(l, p);
    lanes sum[2][REGISTERS];

    UNROLL
    for (int i = 0; i < REGISTERS; i++)
        sum[0][i] = sum[1][i] = lanes_zero();
    for (int d = 0; d < l->size; d += 4)
        UNROLL
    for (int k = 0; k < 2; k++) {
        lanes q = lanes_pair(l->query + d + 2 * k);
        const int16_t *key = page.key + (d + 2 * k) * KERNEL_PAGE;

        UNROLL
        for (int i = 0; i < REGISTERS; i++)
            sum[k][i] =
                lanes_dot(sum[k][i], lanes_load(key + i * 2 * LANES), q);
    }
    UNROLL
    for (int i = 0; i < REGISTERS; i++) {
        ints whole = (ints)lanes_add(sum[0][i], sum[1][i]);
        floats by = l->query_scale * floats_load(page.key_scale + i * LANES);

        floats_store(l->score + p * KERNEL_PAGE + i * LANES,
                     __builtin_convertvector(whole, floats) * by);
    }
}

static void scores(const struct kernel_look *l, int pages)
{
    for (int p = 0; p < AHEAD && p < pages; p++)
        call_keys(l, p);
    for (int p = 0; p < pages; p++) {
        if (p + AHEAD < pages)
            call_keys(l, p + AHEAD);
        score_page(l, p);
    }
}

/* The weights of the values in whole numbers whose sum times the largest value
 * fits 32 bits. Returns what the sums of values are times. */
static float model_kernel_weigh(const struct kernel_look *l, int pages)
{
    const int n = pages * KERNEL_PAGE;
    float total, sum, top, up, room = (float)(INT32_MAX / KERNEL_KEPT - n);

    top = largest_of(l->score, n);
    exponentials(l->score, top, 1, n, l->score);
    for (int i = l->positions; i < n; i++)
        l->score[i] = 0;
    total = model_kernel_sum_of(l->score, n);
    for (int p = 0; p < pages; p++) {
        const float *scale = page_of(l, p).value_scale;
        float *e = l->score + p * KERNEL_PAGE;

        for (int i = 0; i < KERNEL_PAGE; i += LANES)
            floats_store(e + i, floats_load(e + i) * floats_load(scale + i));
    }
    top = largest_of(l->score, n);
    sum = model_kernel_sum_of(l->score, n);
    if (!(top > 1e-30f)) {
        memset(l->weight, 0, (size_t)n * sizeof(*l->weight));
        return 0;
    }
    up = 32767.0f / top;
    up = up * sum > room ? room / sum : up;
    for (int i = 0; i < n; i++)
        l->weight[i] = (int16_t)(int32_t)(l->score[i] * up + 0.5f);
    return 1.0f / (up * total);
}

/* Lists the pages where any weight is left, since most positions weigh nothing.
 * Returns how many. */
static int list_weighty(const struct kernel_look *l, int pages)
{
    int n = 0;

    for (int p = 0; p < pages; p++) {
        uint64_t w[KERNEL_PAGE / 4];

        memcpy(w, l->weight + p * KERNEL_PAGE, sizeof(w));
        l->listed[n] = p;
        n += (w[0] | w[1] | w[2] | w[3]) != 0;
    }
    return n;
}

/* The sums of KERNEL_LANES values from d on, over the first n pages listed. */
INLINE void sum_values(const struct kernel_look *l, int n, int d, float by,
                       float *out)
{
    lanes sum[2][REGISTERS];

    UNROLL
    for (int i = 0; i < REGISTERS; i++)
        sum[0][i] = sum[1][i] = lanes_zero();
    for (int p = 0; p < n; p++) {
        const int16_t *v = page_of(l, l->listed[p]).value + 2 * d;
        const int16_t *w = l->weight + l->listed[p] * KERNEL_PAGE;

        if (d == 0 && p + AHEAD < n)
            call_values(l, l->listed[p + AHEAD]);
        for (int t = 0; t < KERNEL_PAGE; t += 4)
            UNROLL
        for (int k = 0; k < 2; k++) {
            lanes two = lanes_pair(w + t + 2 * k);
            const int16_t *at = v + (t + 2 * k) * l->size;

            UNROLL
            for (int i = 0; i < REGISTERS; i++)
                sum[k][i] =
                    lanes_dot(sum[k][i], lanes_load(at + i * 2 * LANES), two);
        }
    }
    UNROLL
    for (int i = 0; i < REGISTERS; i++) {
        ints whole = (ints)lanes_add(sum[0][i], sum[1][i]);

        floats_store(out + d + i * LANES,
                     __builtin_convertvector(whole, floats) * by);
    }
}

static void attend(const struct kernel_look *l, float *out)
{
    const int pages = (l->positions + KERNEL_PAGE - 1) / KERNEL_PAGE;
    float by;
    int n;

    scores(l, pages);
    /* What stands behind the last position is of nobody, or of later ones. */
    for (int i = l->positions; i < pages * KERNEL_PAGE; i++)
        l->score[i] = l->score[0];
    by = model_kernel_weigh(l, pages);
    n = list_weighty(l, pages);
    for (int p = 0; p < AHEAD && p < n; p++)
        call_values(l, l->listed[p]);
    for (int d = 0; d < l->size; d += KERNEL_LANES)
        sum_values(l, n, d, by, out);
}

const struct kernel KERNEL = {
    KERNEL_NAME,       PRODUCT_SIDE, product,          to_whole, arrange,
    model_kernel_norm, swish,        model_kernel_add, attend,   exponentials,
};
