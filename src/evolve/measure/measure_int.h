/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_MEASURE_MEASURE_INT_H
#define EVOLVE_MEASURE_MEASURE_INT_H

#include "evolve/measure/measure.h"

/* Between the files of measure/. */

/* ---- replies ---- */

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

/* Returns the share of the counted attempts whose last answer is right; NaN:
 * none counts. */
double replies_average(const struct replies *r, size_t problem, size_t model);

/* ---- problems of a run ---- */

/* What a run is counted with. */
struct run_board {
    const struct problem *problems;
    struct individual *individuals;
    struct baits *baits;
    const uint32_t *cluster; /* those that share a parent or a source */
    size_t n;
};

MUST_USE bool run_board_open(struct arena *a, const struct problem *problems,
                             size_t n, struct run_board *b, struct err *e);

/* ---- faults ---- */

struct faults {
    enum answer_fault first, final;      /* if those answers are wrong */
    const char *first_slip, *final_slip; /* of FAULT_DECOY; NULL: none */
};

/* Finds what wrong answers of a reply are put down to. */
void faults_find(struct arena *a, const struct individual *s,
                 const struct chain_answers *t, struct faults *out);

/* ---- slips ---- */

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

/* ---- documents ---- */

/* Models and sets in the order in which cells name them, and short names of the
 * models. */
struct measure_names {
    const char **models, **sets;
    const char **labels; /* [model] */
    size_t n_models, n_sets;
};

/* Of n cells or drops of so many bytes each, which begin with model and set. */
struct measure_names measure_names(struct document *d, const void *cells,
                                   size_t n, size_t size);
const char *measure_label(const struct measure_names *names, const char *model);

struct rate slip_rate(const struct slip_count *s);

/* Adds its counts and its rate, under "path.count" ... for programs; with
 * `chance` the chance of it. */
void slip_cells(struct doc_table *t, const char *path, const char *heading,
                bool chance, const struct slip_count *s);

/* Adds a rate with its interval and n. */
struct figure;
struct dot *measure_dot(struct figure *f, size_t row, size_t series,
                        const struct rate *r, const char *items);

#endif
