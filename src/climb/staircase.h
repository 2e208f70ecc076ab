/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLIMB_STAIRCASE_H
#define CLIMB_STAIRCASE_H

#include "base/arena.h"
#include "stats/logistic.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The adaptive staircase of one model on one ladder. Rungs are numbered from 0,
 * the easiest; the chance to solve a problem falls along them by a logistic
 * curve (stats/logistic.h), whose unit is one rung: a slope of 1 means that the
 * odds of solving fall by the factor e from one rung to the next. Each batch of
 * problems is put where replies are expected to tell most of the threshold. A
 * batch is chosen as a whole from the replies before it, so that the order in
 * which replies come changes nothing.
 */

/* How a staircase ended. */
enum stair_end {
    STAIR_OPEN,   /* it has not */
    STAIR_NARROW, /* the interval is as narrow as was asked for */
    STAIR_BEYOND, /* the threshold lies above the last rung */
    STAIR_BELOW,  /* and below the first one */
    STAIR_CALLS,  /* its calls are spent */
    STAIR_EMPTY,  /* no rung has a further problem */
    STAIR_FAILED, /* calls failed, and no reply came */
    STAIR_ENDS
};

const char *stair_end_name(enum stair_end e); /* "narrow", "beyond" ... */

struct staircase {
    struct logistic curve; /* what is known */
    struct logistic guess; /* and what would be, while a batch is chosen */
    size_t n;              /* rungs */
    size_t reach;          /* the highest rung that may be asked by now */
    bool *closed;          /* [rung] it gives no further problem */
    uint64_t *asked;       /* [rung] replies that count, */
    uint64_t *solved;      /* and those that solve the problem */
};

#define STAIR_RUNGS 80 /* most of one ladder */

/* Returns a staircase of n rungs, at most STAIR_RUNGS. Until one near the top
 * is solved no rung above `reach` is asked. */
struct staircase staircase_open(struct arena *a, size_t n, size_t reach);

/* Chooses the rungs of the next k problems. Returns how many there are: k, or 0
 * if all rungs in reach are closed. */
size_t staircase_next(struct staircase *s, size_t k, size_t *out);

/* Learns from one reply. */
void staircase_add(struct staircase *s, size_t rung, bool solved);

/* Asks no further problem on this rung; with `above` the ladder ends below
 * it. */
void staircase_close(struct staircase *s, size_t rung, bool above);

/* Returns the highest rung that was asked or still can be. */
size_t staircase_top(const struct staircase *s);

/* Returns the 95 % interval of the threshold, in rungs. */
struct interval staircase_interval(const struct staircase *s);

/* Returns how it stands after so many calls out of `most`, when the interval
 * may be `width` rungs to either side. */
enum stair_end staircase_end(const struct staircase *s, uint64_t calls,
                             uint64_t most, double width);

#endif
