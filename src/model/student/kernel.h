/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_KERNEL_H
#define MODEL_STUDENT_KERNEL_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

/*
 * The inner loops of the student. One source is compiled for several kinds of
 * processors (kernel_avx2.c and its like), and all give the same bits:
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
#define KERNEL_BYTE       127  /* the largest weight */
#define KERNEL_KEPT       4095 /* the largest key and value */
#define KERNEL_TERMS_MOST 8192
#define KERNEL_ROWS       16
#define KERNEL_LANES      16
#define KERNEL_PAGE       16 /* positions of one page of keys and values */

/* A matrix of whole numbers in -127..127, and what each row is times. Sixteen
 * rows lie together, a few terms of each side by side: a register has the same
 * terms of many rows, and its sums need no folding. */
struct dense {
    int rows, terms;
    int side;        /* as the kernel has it */
    const int8_t *q; /* [rows / KERNEL_ROWS][terms / side][KERNEL_ROWS][side] */
    const float *scale;
    const int32_t *total; /* the sum of each row of q */
};

/* Vectors of whole numbers, and what each is times. */
struct rounded {
    int n, terms;
    int16_t *q; /* n x terms, arranged */
    float *scale;
};

/* The largest entry of vectors of so many terms whose partners are at most
 * `other`: other * most * terms fits 32 bits. */
int kernel_most(int terms, int other);

/*
 * Keys and values of one head for KERNEL_PAGE positions, two entries that are
 * summed side by side: keys as [size / 2][KERNEL_PAGE][2], values as
 * [KERNEL_PAGE / 2][size][2].
 */
struct kernel_page {
    int16_t *key, *value;
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
    int *listed;     /* room for the number of each page */
};

/* Where a term of a row is in q. */
static inline size_t dense_at(const struct dense *m, int row, int term)
{
    size_t block = (size_t)(row / KERNEL_ROWS) * (size_t)(m->terms / m->side);
    size_t group = block + (size_t)(term / m->side);

    return (group * KERNEL_ROWS + (size_t)(row % KERNEL_ROWS)) *
               (size_t)m->side +
           (size_t)(term % m->side);
}

struct kernel {
    const char *name;
    int side; /* terms of a row of weights that lie side by side */
    /* out[v * m->rows + r] for all rows and vectors. */
    void (*product)(const struct dense *m, const struct rounded *x, float *out);
    /* q becomes x in whole numbers of at most `most`; returns what they are
     * times. */
    float (*round)(const float *x, int n, int most, int16_t *q);
    /* Puts n whole numbers into the form that product() reads. */
    void (*arrange)(int16_t *q, int n);
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
    return 2 * KERNEL_PAGE * ((size_t)size * sizeof(int16_t) + sizeof(float));
}

static inline struct kernel_page kernel_at(void *block, int size)
{
    size_t n = (size_t)size * KERNEL_PAGE;
    int16_t *key = block;
    float *scale = (float *)(void *)(key + 2 * n);

    return (struct kernel_page){ key, key + n, scale, scale + KERNEL_PAGE };
}

/* Those this processor runs, the best first; the last is plain C. Returns how
 * many. */
#define KERNEL_KINDS 3
int kernel_all(const struct kernel *out[KERNEL_KINDS]);

/* The one of that name; NULL or "": the best. Fails with the names there are if
 * this processor does not run it. */
MUST_USE bool kernel_named(const char *name, const struct kernel **out,
                           struct err *e);

extern const struct kernel kernel_plain;
extern const struct kernel kernel_avx2, kernel_vnni; /* x86-64 */
extern const struct kernel kernel_dot, kernel_i8mm;  /* aarch64 */

#endif
