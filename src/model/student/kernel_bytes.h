/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_KERNEL_BYTES_H
#define MODEL_STUDENT_KERNEL_BYTES_H

/*
 * Products for processors of the ARM architecture that multiply bytes and sum
 * the products in one instruction: of four terms (sdot), or of eight terms of
 * two rows and two vectors (smmla). For kernel.c alone.
 *
 * A number x of a vector is taken apart into two bytes with signs, high and
 * low, so that x = 256 high + low + 128, and the sum of w x over a row is
 *
 *     256 sum(w high) + sum(w low) + 128 sum(w),
 *
 * where the last is known before (struct dense). Sums may wrap on the way; the
 * whole fits 32 bits, as with any other kernel. For smmla the two bytes are the
 * two vectors.
 */
#include <arm_neon.h>

#define BYTES_TERMS 8 /* taken at once: eight high bytes, then the low ones */
#define BYTES_SUMS  8 /* registers with the sums of KERNEL_ROWS rows */

static void arrange(int16_t *q, int n)
{
    for (int i = 0; i < n; i += BYTES_TERMS) {
        int16x8_t x = vld1q_s16(q + i);
        int8x8_t high = vshrn_n_s16(x, 8);
        int8x8_t low = vmovn_s16(veorq_s16(x, vdupq_n_s16(0x80)));

        vst1q_s8((int8_t *)(q + i), vcombine_s8(high, low));
    }
}

/* bytes_add() adds eight terms of the rows that are in the i-th register of
 * weights; bytes_whole() gives the i-th four rows. */
#ifdef __ARM_FEATURE_MATMUL_INT8
# define PRODUCT_SIDE 8 /* a register has two rows */

INLINE void bytes_add(int32x4_t *sum, int i, int8x16_t w, int8x16_t x)
{
    sum[i] = vmmlaq_s32(sum[i], w, x);
}

INLINE int32x4_t bytes_whole(const int32x4_t *sum, int i)
{
    int32x4_t high = vuzp1q_s32(sum[2 * i], sum[2 * i + 1]);
    int32x4_t low = vuzp2q_s32(sum[2 * i], sum[2 * i + 1]);

    return vaddq_s32(vshlq_n_s32(high, 8), low);
}
#else
# define PRODUCT_SIDE 4 /* a register has four rows */

/* Registers 0 to 3 have the first four terms, the others the last four. */
INLINE void bytes_add(int32x4_t *sum, int i, int8x16_t w, int8x16_t x)
{
    int32x4_t *high = &sum[i % 4], *low = high + 4;

    if (i < 4) {
        *high = vdotq_laneq_s32(*high, w, x, 0);
        *low = vdotq_laneq_s32(*low, w, x, 2);
    } else {
        *high = vdotq_laneq_s32(*high, w, x, 1);
        *low = vdotq_laneq_s32(*low, w, x, 3);
    }
}

INLINE int32x4_t bytes_whole(const int32x4_t *sum, int i)
{
    return vaddq_s32(vshlq_n_s32(sum[i], 8), sum[4 + i]);
}
#endif

/* Sixteen rows and n vectors: each load of weights serves them all. */
INLINE void tile(const struct dense *m, int row, const struct rounded *x,
                 int at, int n, float *out)
{
    const int terms = x->terms;
    const int8_t *w = m->q + (size_t)row * (size_t)terms;
    const int8_t *v = (const int8_t *)(x->q + (size_t)at * (size_t)terms);
    int32x4_t sum[KERNEL_VECTORS][BYTES_SUMS];

    UNROLL
    for (int j = 0; j < n * BYTES_SUMS; j++)
        sum[j / BYTES_SUMS][j % BYTES_SUMS] = vdupq_n_s32(0);
    for (int k = 0; k < terms; k += BYTES_TERMS)
        UNROLL
    for (int i = 0; i < BYTES_SUMS; i++) {
        int8x16_t a = vld1q_s8(w + k * KERNEL_ROWS + i * 16);

        UNROLL
        for (int j = 0; j < n; j++)
            bytes_add(sum[j], i, a, vld1q_s8(v + 2 * (j * terms + k)));
    }
    UNROLL
    for (int j = 0; j < n; j++)
        UNROLL
    for (int i = 0; i < KERNEL_ROWS / 4; i++) {
        const int r = row + 4 * i;
        int32x4_t rest = vshlq_n_s32(vld1q_s32(m->total + r), 7);
        float32x4_t whole =
            vcvtq_f32_s32(vaddq_s32(bytes_whole(sum[j], i), rest));
        float32x4_t by = vmulq_n_f32(vld1q_f32(m->scale + r), x->scale[at + j]);

        vst1q_f32(out + (size_t)(at + j) * (size_t)m->rows + r,
                  vmulq_f32(whole, by));
    }
}

static void product(const struct dense *m, const struct rounded *x, float *out)
{
    for (int row = 0; row < m->rows; row += KERNEL_ROWS) {
        int at = 0;

        for (; at + KERNEL_VECTORS <= x->n; at += KERNEL_VECTORS)
            tile(m, row, x, at, KERNEL_VECTORS, out);
        for (; at < x->n; at++)
            tile(m, row, x, at, 1, out);
    }
}

#endif
