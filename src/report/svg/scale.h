/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_SVG_SCALE_H
#define REPORT_SVG_SCALE_H

#include "report/figure.h"

/*
 * Scales: from values to places on the paper, with round numbers for ticks.
 * Every number may come; a value that has no place (NaN, or 0 on a logarithmic
 * scale) gets NaN, and one outside of the scale the nearest end.
 */

/* The values that a scale must hold. Both are NaN while there are none. */
struct reach {
    double least, most;
};

struct scale {
    double from, to;        /* values; from < to */
    bool log, share, whole; /* as of the axis */
    double start, end;      /* places of `from` and `to` */
};

/* Takes a value in; one that is not finite is left out, and so is, for a
 * logarithmic axis, one that is not above 0. */
void reach_take(struct reach *r, const struct axis *a, double value);

/* Gives room around values that are all the same, or so near to each other that
 * ticks between them would have many digits. */
void reach_widen(struct reach *r, bool log);

/* Returns a scale that holds these values and ends at round numbers, unless the
 * axis says where. Shares within 0 and 1 begin at 0. Places are from 0 to 1
 * until they are set. */
struct scale scale_over(const struct axis *a, struct reach r);

double scale_at(const struct scale *s, double value);

#define TICKS_MOST 12

/* Round numbers within a scale, rising. */
struct ticks {
    size_t n;
    double at[TICKS_MOST];
};

/* Returns at most `most` ticks, which is from 2 to TICKS_MOST. */
struct ticks scale_ticks(const struct scale *s, size_t most);

/* Returns the words of a tick, with as many digits as it takes to tell it from
 * its neighbours: "20 %", "0.25", "1.5k". */
const char *ticks_words(struct arena *a, const struct scale *s,
                        const struct ticks *t, size_t i);

/* Returns a value in words: "72.4 %", "0.0123", "12.3k"; a dash if it is not
 * known. */
const char *scale_words(struct arena *a, const struct scale *s, double value);

#endif
