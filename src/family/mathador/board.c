/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/board.h"
#include "base/alloc.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_FIRST 512
#define FEW        40

static size_t slot_of(const struct board *b, int64_t value)
{
    uint64_t h = (uint64_t)value * UINT64_C(0x9e3779b97f4a7c15);
    size_t mask = b->n_slots - 1, i = (size_t)(h >> 40) & mask;

    while (b->slots[i] && b->values[b->slots[i] - 1] != value)
        i = (i + 1) & mask;
    return i;
}

static void fit_rows(struct board *b)
{
    if (b->cap * b->row_size <= b->rows_size)
        return;
    b->rows_size = b->cap * b->row_size;
    b->rows = alloc_resize(b->rows, b->rows_size, 1);
}

static void grow(struct board *b)
{
    b->cap = b->cap ? b->cap * 2 : ROWS_FIRST;
    b->values = alloc_resize(b->values, b->cap, sizeof(*b->values));
    b->slot = alloc_resize(b->slot, b->cap, sizeof(*b->slot));
    b->order = alloc_resize(b->order, b->cap, sizeof(*b->order));
    b->spare = alloc_resize(b->spare, b->cap, sizeof(*b->spare));
    fit_rows(b);
    b->n_slots = b->cap * 4;
    b->slots = alloc_resize(b->slots, b->n_slots, sizeof(*b->slots));
    memset(b->slots, 0, b->n_slots * sizeof(*b->slots));
    for (size_t r = 0; r < b->n; r++) {
        if (b->values[r] < BOARD_NEAR)
            continue;
        b->slot[r] = (uint32_t)slot_of(b, b->values[r]);
        b->slots[b->slot[r]] = (uint32_t)r + 1;
    }
}

void board_wipe(struct board *b, size_t row_size)
{
    for (size_t r = 0; r < b->n; r++)
        if (b->values[r] < BOARD_NEAR)
            b->near[b->values[r]] = 0;
        else
            b->slots[b->slot[r]] = 0;
    b->n = 0;
    b->row_size = row_size;
    if (b->cap)
        fit_rows(b);
}

void board_clear(struct board *b)
{
    free(b->values);
    free(b->rows);
    free(b->slots);
    free(b->slot);
    free(b->order);
    free(b->spare);
    *b = (struct board){ 0 };
}

/* A value that has no place of its own: is it there? */
static bool find_far(struct board *b, int64_t value, uint32_t *row)
{
    size_t slot = slot_of(b, value);

    *row = b->slots[slot] - 1;
    if (b->slots[slot])
        return true;
    b->slot[b->n] = (uint32_t)slot;
    b->slots[slot] = (uint32_t)b->n + 1;
    return false;
}

uint32_t board_find(struct board *b, int64_t value)
{
    uint32_t row;

    if (b->n == b->cap)
        grow(b);
    INVARIANT(b->n < UINT16_MAX);
    if (value < BOARD_NEAR)
        b->near[value] = (uint16_t)(b->n + 1);
    else if (find_far(b, value, &row))
        return row;
    row = (uint32_t)b->n++;
    b->values[row] = value;
    memset(board_at(b, row), 0, b->row_size);
    return row;
}

/* One pass of a radix sort, by the byte at `shift`. */
static void sort_by_byte(const struct board *b, const uint32_t *from,
                         uint32_t *to, int shift)
{
    uint32_t at[257] = { 0 };

    for (size_t i = 0; i < b->n; i++)
        at[(b->values[from[i]] >> shift & 255) + 1]++;
    for (int i = 0; i < 256; i++)
        at[i + 1] += at[i];
    for (size_t i = 0; i < b->n; i++)
        to[at[b->values[from[i]] >> shift & 255]++] = from[i];
}

static void sort_few(struct board *b)
{
    for (size_t r = 0; r < b->n; r++) {
        size_t at = r;

        for (; at > 0 && b->values[b->order[at - 1]] > b->values[r]; at--)
            b->order[at] = b->order[at - 1];
        b->order[at] = (uint32_t)r;
    }
}

void board_sort(struct board *b)
{
    int64_t most = 0;

    if (b->n <= FEW) {
        sort_few(b);
        return;
    }
    for (size_t r = 0; r < b->n; r++) {
        b->order[r] = (uint32_t)r;
        most = b->values[r] > most ? b->values[r] : most;
    }
    for (int shift = 0; shift < 63 && most >> shift; shift += 8) {
        uint32_t *done = b->spare;

        sort_by_byte(b, b->order, done, shift);
        b->spare = b->order;
        b->order = done;
    }
}
