/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_KERNEL_PAIRS_H
#define MODEL_STUDENT_KERNEL_PAIRS_H

/*
 * Products for processors that multiply numbers of 16 bits: weights are widened
 * to such, two terms side by side. For kernel.c alone.
 */

#define PRODUCT_SIDE 2

/* Some blocks of sixteen rows and n vectors at once: each load serves several
 * sums. Terms are summed in `parts`, so that a sum does not wait for the one
 * before it. */
INLINE void tile(const struct dense *m, int row, int blocks,
                 const struct rounded *x, int at, int n, int parts, float *out)
{
    const int terms = x->terms, registers = blocks * REGISTERS;
    const int8_t *w = m->q + (size_t)row * (size_t)terms;
    const int16_t *v = x->q + (size_t)at * (size_t)terms;
    lanes sum[KERNEL_BLOCKS * KERNEL_VECTORS * REGISTERS];

    UNROLL
    for (int i = 0; i < n * parts * registers; i++)
        sum[i] = lanes_zero();
    for (int k = 0; k < terms; k += 2 * parts)
        UNROLL
    for (int p = 0; p < parts; p++)
        UNROLL
    for (int i = 0; i < registers; i++) {
        const int term = k + 2 * p;
        const int8_t *block =
            w + i / REGISTERS * KERNEL_ROWS * terms + term * KERNEL_ROWS;
        lanes a = lanes_widen(block + i % REGISTERS * 2 * LANES);

        UNROLL
        for (int j = 0; j < n; j++) {
            lanes *s = &sum[(p * n + j) * registers + i];

            *s = lanes_dot(*s, a, lanes_pair(v + j * terms + term));
        }
    }
    UNROLL
    for (int j = 0; j < n * registers; j++) {
        const int r = row + j % registers * LANES, vector = at + j / registers;
        floats by = floats_load(m->scale + r) * x->scale[vector];

        UNROLL
        for (int p = 1; p < parts; p++)
            sum[j] = lanes_add(sum[j], sum[p * n * registers + j]);
        floats_store(out + (size_t)vector * (size_t)m->rows + r,
                     __builtin_convertvector((ints)sum[j], floats) * by);
    }
}

INLINE void tiles(const struct dense *m, int row, int blocks,
                  const struct rounded *x, float *out)
{
    int at = 0;

    for (; at + KERNEL_VECTORS <= x->n; at += KERNEL_VECTORS)
        tile(m, row, blocks, x, at, KERNEL_VECTORS, 1, out);
    for (; at + 2 <= x->n; at += 2)
        tile(m, row, blocks, x, at, 2, KERNEL_VECTORS / 2, out);
    for (; at < x->n; at++)
        tile(m, row, blocks, x, at, 1, KERNEL_VECTORS, out);
}

static void product(const struct dense *m, const struct rounded *x, float *out)
{
    const int many = KERNEL_BLOCKS * KERNEL_ROWS;
    int row = 0;

    for (; row + many <= m->rows; row += many)
        tiles(m, row, KERNEL_BLOCKS, x, out);
    for (; row < m->rows; row += KERNEL_ROWS)
        tiles(m, row, 1, x, out);
}

static void arrange(int16_t *q, int n)
{
    (void)q;
    (void)n;
}

#endif
