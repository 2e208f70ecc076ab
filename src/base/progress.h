/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include "base/clock.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * One line on a terminal that shows how far the work is and how long it takes:
 *
 *     checking  1,200/5,000  24 %  812/s  4 s left  3 failed
 *
 * The line never wraps: the figures that do not fit are left out, the last
 * first, so callers put first what matters. The terminal is asked for its width
 * at each drawing, since it may change.
 *
 * It is silent for the first half second, so that short work prints nothing,
 * and redrawn at most five times a second. Where the stream is no terminal, the
 * line is printed whole, every ten seconds. One thread at a time may use it.
 */

struct progress {
    FILE *out;  /* NULL: silent */
    bool lines; /* it is no terminal: a line now and then */
    struct clock clock;
    const char *verb; /* "checking" */
    uint64_t total;   /* 0: not known */
    double share;     /* done so far, 0 to 1, where the total is not known */
    uint64_t done;
    uint64_t before; /* of these, done before this work began */
    uint64_t start_ns, drawn_ns;
    size_t width;      /* columns of the line now; 0: nothing drawn */
    char figures[160]; /* the caller's figures, at the end of the line */
};

/* Begins. NULL for out: nothing is shown. */
void progress_open(struct progress *p, FILE *out, struct clock clock,
                   const char *verb, uint64_t total);

/* Counts n more as done; redraws when it is time. */
void progress_add(struct progress *p, uint64_t n);

/* Counts n as done before the start: they do not enter the rate. */
void progress_before(struct progress *p, uint64_t n);

/* Sets how much of the work is done, from 0 to 1, where a count does not say
 * it: the share of a file that was read. */
void progress_share(struct progress *p, double share);

/* Sets the caller's own figures, printf-style, with two blanks between them;
 * the next drawing shows them. */
void progress_figures(struct progress *p, const char *fmt, ...) PRINTF(2, 3);

/* Wipes the line, so that other text may be printed; the next call redraws it.
 */
void progress_hide(struct progress *p);

/* Wipes the line and ends. */
void progress_close(struct progress *p);

/* Return the width and the height of the terminal at a file descriptor, or 0 if
 * it is not known. */
size_t progress_columns(int fd);
size_t progress_rows(int fd);

#endif
