/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_KERNEL_H
#define MODEL_STUDENT_KERNEL_H

#include <stddef.h>
#include <stdint.h>

/*
 * The inner loops of the student. One source is compiled for several kinds of
 * processors (kernel_avx2.c, kernel_vnni.c), and all give the same bits:
 *
 *   - sums of products are of whole numbers, which fit 32 bits by the bounds
 *     below whatever their order is;
 *   - what is left in floating point is done for each element alone, or summed
 *     in sixteen lanes that are folded in one order, without contraction;
 *   - the exponential is a polynomial of basic operations.
 *
 * Lengths of rows and vectors are multiples of KERNEL_TERMS, numbers of rows of
 * KERNEL_ROWS, heads of KERNEL_LANES.
 */

#define KERNEL_TERMS      32
#define KERNEL_BYTE       127 /* the largest weight, key and value */
#define KERNEL_TERMS_MOST 8192
#define KERNEL_ROWS       16
#define KERNEL_LANES      16
#define KERNEL_PAGE       16 /* positions of one page of keys and values */

/* A matrix of whole numbers in -127..127, and what each row is times. Sixteen
 * rows lie together, two terms of each side by side: a register has the same
 * two terms of many rows, and its sums need no folding. */
struct dense {
    int rows, terms;
    const int8_t *q; /* [rows / KERNEL_ROWS][terms / 2][KERNEL_ROWS][2] */
    const float *scale;
};

/* Vectors of whole numbers, and what each is times. */
struct rounded {
    int n, terms;
    int16_t *q; /* n x terms */
    float *scale;
};

/* The largest entry of vectors of so many terms: KERNEL_BYTE * most * terms
 * fits 32 bits. */
int kernel_most(int terms);

/*
 * Keys and values of one head for KERNEL_PAGE positions, two entries that are
 * summed side by side: keys as [size / 2][KERNEL_PAGE][2], values as
 * [KERNEL_PAGE / 2][size][2].
 */
struct kernel_page {
    int8_t *key, *value;
    float *key_scale, *value_scale; /* KERNEL_PAGE each */
};

/* One query over the positions of a head that were seen. */
struct kernel_look {
    int size; /* of the head */
    const int16_t *query;
    float query_scale;
    int positions;
    void *const *pages; /* the block of this head is `at` bytes into each */
    size_t at;
    float *score;    /* room for whole pages */
    int16_t *weight; /* the same */
};

/* Where a term of a row is in q. */
static inline size_t dense_at(const struct dense *m, int row, int term)
{
    size_t block = (size_t)(row / KERNEL_ROWS) * (size_t)(m->terms / 2);

    return ((block + (size_t)term / 2) * KERNEL_ROWS +
            (size_t)(row % KERNEL_ROWS)) *
               2 +
           (size_t)term % 2;
}

struct kernel {
    const char *name;
    /* out[v * m->rows + r] for all rows and vectors. */
    void (*product)(const struct dense *m, const struct rounded *x, float *out);
    /* q becomes x in whole numbers of at most `most`; returns what they are
     * times. */
    float (*round)(const float *x, int n, int most, int16_t *q);
    /* out = x / root of its mean square, times weight. */
    void (*norm)(const float *x, const float *weight, int n, float *out);
    /* gate = gate * logistic(gate) * up */
    void (*swish)(float *gate, const float *up, int n);
    /* x += y */
    void (*add)(float *x, const float *y, int n);
    void (*attend)(const struct kernel_look *l, float *out);
    /* out = exp((x - top) * by), where no x is above top. */
    void (*exponentials)(const float *x, float top, float by, int n,
                         float *out);
};

/* The bytes of the block of one head, and its parts. */
static inline size_t kernel_block(int size)
{
    return (size_t)size * KERNEL_PAGE * 2 + 2 * KERNEL_PAGE * sizeof(float);
}

static inline struct kernel_page kernel_at(void *block, int size)
{
    size_t n = (size_t)size * KERNEL_PAGE;
    int8_t *key = block;
    float *scale = (float *)(void *)(key + 2 * n);

    return (struct kernel_page){ key, key + n, scale, scale + KERNEL_PAGE };
}

/* Those this processor runs, the best first; the last is plain C. Returns how
 * many. */
#define KERNEL_KINDS 3
int kernel_all(const struct kernel *out[KERNEL_KINDS]);

extern const struct kernel kernel_plain, kernel_avx2, kernel_vnni;

#endif
