/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include "base/clock.h"
#include "base/err.h"

#include <stdint.h>
#include <stdio.h>

/*
 * One line on a terminal that says how long work goes on:
 *
 *     checking  1,200/5,000  24 %  812/s  4 s left  3 failed
 *
 * Silent when the stream is no terminal, and for the first half second, so
 * that short work prints nothing. Redrawn at most five times a second. Not
 * for several threads at once.
 */

struct progress {
    FILE *out; /* NULL: silent */
    struct clock clock;
    const char *verb; /* "checking" */
    uint64_t total;   /* 0: not known */
    double share;     /* done so far, 0 to 1, where the total is not known */
    uint64_t done;
    uint64_t before; /* of these, done before the work began */
    uint64_t start_ns, drawn_ns;
    size_t width;      /* characters on the line now; 0: nothing drawn */
    char figures[160]; /* the caller's own, at the end of the line */
};

/* Begin. `out` is used only if it is a terminal. */
void progress_open(struct progress *p, FILE *out, struct clock clock,
                   const char *verb, uint64_t total);

/* n more are done; redraws when it is time. */
void progress_add(struct progress *p, uint64_t n);

/* n are done from the start: they have no part in the rate. */
void progress_before(struct progress *p, uint64_t n);

/* How much of the work is done, from 0 to 1, where that is known otherwise
 * than by a count: the share of a file that was read. */
void progress_share(struct progress *p, double share);

/* The caller's own figures, printf-style; shown with the next drawing. */
void progress_figures(struct progress *p, const char *fmt, ...) PRINTF(2, 3);

/* Wipe the line, so that other text may be printed; the next one redraws. */
void progress_hide(struct progress *p);

/* Wipe the line and end. */
void progress_close(struct progress *p);

#endif
