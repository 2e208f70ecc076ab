/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_MEASURE_MEASURE_H
#define EVOLVE_MEASURE_MEASURE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "evolve/individual/individual.h"
#include "report/document.h"
#include "run/count/tally.h"
#include "stats/stats.h"
#include "store/runs.h"
#include "store/store.h"

/*
 * What runs over evolved problems show: each asked value for itself, and how
 * wrong answers came about. A run judges the whole reply; the verdicts of the
 * parts that it stored with its result are those that count here, so that a
 * right final answer counts whatever stands at question 1.
 */

/* The answers that a reply gives to the first and the last question. */
struct chain_answers {
    enum mark first, final;                /* one question: first is as final */
    struct ratio first_value, final_value; /* where they are such numbers */
    bool first_number, final_number;
};

/* The answers of one result; `strict` as in a run. A result of a run that
 * stored no parts is judged again, by the same judge, from its reply. */
MUST_USE bool answers_read(struct arena *a, struct store *s,
                           const struct problem *p, const struct result *r,
                           bool strict, struct chain_answers *out,
                           struct err *e);

/* What a wrong answer is. Counted over wrong answers that are numbers. */
enum slip_kind {
    SLIP_DECOY,  /* a decoy of its own question, or what follows from one */
    SLIP_OTHER,  /* mapping: the value of another quantity of that part */
    SLIP_BROKEN, /* the final does not follow from the model's own question 1
                    (nor is right) */
    SLIP_ELSE,
    SLIP_KINDS
};

/*
 * Answers are counted, not replies: a chain has two of them, question 1 and
 * the final one. One that is a decoy and another quantity's value is counted
 * as both.
 *
 * Chance: a wrong whole number, each of the range but the key alike. The range
 * of a linear body is that of its solutions; of others 1 .. twice the key (at
 * least 20), below 0 where the key is.
 */
struct slip_counts {
    uint64_t wrong;       /* answers judged wrong, numbers or not */
    uint64_t unread;      /* no answer, unreadable, truncated, refused */
    uint64_t could_decoy; /* wrong numbers told to questions with a decoy */
    uint64_t decoy;
    double chance_decoy; /* of hitting a decoy, the mean over those; NaN: of
                            none */
    uint64_t could_map, mapped; /* likewise, with another quantity */
    double chance_map;
    uint64_t could_break, broken; /* of replies to chains with both answers
                                     read, from the first of which a final one
                                     follows */
    struct interval decoy_rate, mapped_rate, broken_rate; /* [0, 1]: of none */
};

/* One model on one set of problems. */
struct measure_cell {
    const char *model, *set;
    struct rate first, final; /* accuracy of question 1 and of the last;
                                 n = 0: no such question */
    uint64_t count_first[MARKS], count_final[MARKS];
    struct slip_counts slips;
};

/* All results of a run over these problems, for each of its models. Problems
 * that share a parent are one cluster. Fails where the problems are not the run's. */
MUST_USE bool measure_run(struct arena *a, struct store *s,
                          const struct run_info *run,
                          const struct problem *problems, size_t n,
                          const char *set, bool strict,
                          struct measure_cell **cells, size_t *n_cells,
                          struct err *e);

/* ---- originals and variants ---- */

struct drop {
    const char *model, *set; /* model NULL: all of them */
    size_t pairs;
    size_t left_out;           /* a side has no counted attempt */
    struct rate before, after; /* accuracy on those pairs */
    double relative; /* (before - after) / before; NaN where before is 0 */
    struct interval relative_interval; /* bootstrap over pairs */
    double difference, p;              /* before - after, paired; permutation */
    struct interval difference_interval;
};

struct drop_by_length {
    size_t steps; /* of the chain; the last row: so many and more */
    struct drop drop;
};

struct paired {
    struct drop *drops; /* for each model */
    size_t n_drops;
    struct drop_by_length *lengths; /* over all models, by length */
    size_t n_lengths;
    double length_spearman, length_p;   /* of drop (the mean over models)
                                         against length, by original */
    double spread_before, spread_after; /* deviation of accuracies between
                                           models; NaN: one model */
};

/* `original[i]` is the place of variant i's original among the problems of the
 * first run (SIZE_MAX: it has none and is left out), steps[i] the length of its chain. */
MUST_USE bool measure_paired(struct arena *a, struct store *s,
                             const struct run_info *before,
                             const struct problem *originals, size_t n_before,
                             const struct run_info *after,
                             const struct problem *variants, size_t n_after,
                             const size_t *original, const size_t *steps,
                             const char *set, bool strict, uint64_t seed,
                             struct paired *out, struct err *e);

/* ---- for people and programs ---- */

/* Table 2 (settings x models) and the slips below it; for programs the table
 * "accuracy". */
void measure_document(struct document *d, const struct measure_cell *cells,
                      size_t n);

/* The tables "models" and "lengths", and what is found in them; nothing where
 * there are no pairs. */
void paired_document(struct document *d, const struct paired *p);

#endif
