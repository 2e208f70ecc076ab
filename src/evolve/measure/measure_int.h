/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_MEASURE_MEASURE_INT_H
#define EVOLVE_MEASURE_MEASURE_INT_H

#include "evolve/measure/measure.h"

/* Between the files of measure.h. */

/* ---- replies (replies.c) ---- */

/* The results of a run, each with the answers that its reply gives. */
struct replies {
    const struct result *results;
    struct chain_answers *answers; /* [result] */
    size_t n;
};

MUST_USE bool replies_read(struct arena *a, struct store *s,
                           const struct run_info *run,
                           const struct problem *problems, size_t n,
                           bool strict, struct replies *out, struct err *e);

/* ---- slips (slips.c) ---- */

/* The values that a wrong answer to one question may be: decoys, and other
 * quantities. */
struct bait {
    struct ratio *values[SLIP_BROKEN];
    size_t n[SLIP_BROKEN];
    double chance[SLIP_BROKEN];
};

/* Baits of question 1 and of the final one; none if the individual has no
 * parts. */
struct baits {
    const struct individual *individual;
    struct bait of[2];
};

void baits_make(struct arena *a, const struct individual *s, struct baits *out);

/* Counts of one problem. */
struct slip_share {
    double could[SLIPS], hits[SLIPS];
};

/* Adds one reply to the sums and to the share of its problem. */
void slips_count(struct arena *a, const struct baits *b,
                 const struct chain_answers *t, bool chain,
                 struct slip_counts *sum, struct slip_share *share);

/* ---- pairs (paired.c) ---- */

struct measured_pair {
    size_t original, steps, model;
    double before, after; /* shares of the counted attempts that are right */
};

struct measured_pairs {
    struct measured_pair *items;
    size_t n;
    size_t left_out;
};

/* Computes the drop over these pairs, and sorts them by original. */
void paired_drop(struct measured_pairs *p, const char *model, const char *set,
                 uint64_t seed, struct drop *out);

#endif
