/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_BOARD_H
#define FAMILY_MATHADOR_BOARD_H

#include <stddef.h>
#include <stdint.h>

/*
 * A board: a row of bytes for every value that was met. Small values are found
 * by an index, others by a hash. It is wiped and used again, so that its memory
 * is allocated once. At most 65535 rows. A zeroed struct board is an empty one
 * without rows; board_wipe() sets the size of a row.
 */

#define BOARD_NEAR 4096 /* values below it are found by an index */

struct board {
    uint16_t near[BOARD_NEAR]; /* row number + 1; 0: none */
    size_t row_size, n, cap;
    int64_t *values;
    unsigned char *rows;
    size_t rows_size;
    uint32_t *slot;  /* where each row stands in slots */
    uint32_t *slots; /* row number + 1; 0: free */
    size_t n_slots;  /* a power of two */
    uint32_t *order; /* rows by value, after board_sort() */
    uint32_t *spare;
};

void board_wipe(struct board *b, size_t row_size);
void board_clear(struct board *b);

/* Row numbers never change; the places of rows move when one is added. A new
 * row is zeroed. No value is negative. */
uint32_t board_find(struct board *b, int64_t value);

static inline uint32_t board_row(struct board *b, int64_t value)
{
    if (value < BOARD_NEAR && b->near[value])
        return b->near[value] - 1u;
    return board_find(b, value);
}

static inline void *board_at(const struct board *b, uint32_t row)
{
    return b->rows + row * b->row_size;
}

/* Fill b->order. */
void board_sort(struct board *b);

#endif
