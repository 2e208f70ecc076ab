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
 * What runs over evolved problems show: the accuracy of each asked value, and
 * how wrong answers came about. A run judges whole replies and stores the
 * verdict on each part with its result. Those verdicts count here, so that a
 * right final answer counts whatever the answer to question 1 is.
 */

/* An answer that a reply gives to a question, and its number if it is one. */
struct given_answer {
    enum mark mark;
    bool number;
    struct ratio value;
};

/* The answers that a reply gives to the questions of a chain, and to the last
 * one; with one question both are the same. */
struct chain_answers {
    struct given_answer of[INDIVIDUAL_PARTS], final;
};

/* Reads the answers of one result, by the strict or the lenient reading. If the
 * result has no parts, its reply is judged again by the same judge. Fails if
 * the store cannot be read. */
MUST_USE bool answers_read(struct arena *a, struct store *s,
                           const struct problem *p, const struct result *r,
                           bool strict, struct chain_answers *out,
                           struct err *e);

/* What a wrong answer is put down to: the first of these that is so. They add
 * up to the wrong answers. */
enum answer_fault {
    FAULT_DECOY,       /* a decoy of its question, with the numbers of the file
                          or with those that the model's own earlier answers
                          make; or it follows from one given before */
    FAULT_MAPPING,     /* likewise the value of another quantity */
    FAULT_CARRIED,     /* follows from the model's own earlier answers, of which
                          one is wrong for another reason */
    FAULT_IGNORED,     /* an earlier question has no answer, or the letter is
                          taken as 0 or 1 */
    FAULT_NOT_PASSED,  /* the letter is taken as an earlier answer as it is, not
                          as the link says */
    FAULT_MISCOMPUTED, /* any other number */
    FAULT_UNTOLD,      /* no number, or the key is none */
    FAULTS
};
const char *fault_name(enum answer_fault f); /* "not passed on" */

/* Names of slips, as struct decoy has them; the last: of decoys without. */
#define SLIP_NAMES 7
extern const char *const slip_names[SLIP_NAMES];

/* Faults that are rates with intervals. */
enum slip_kind {
    SLIP_DECOY,
    SLIP_MAPPING,
    SLIP_BROKEN, /* of final answers: ignored, not passed on, miscomputed */
    SLIPS
};

/*
 * Answers are counted, not replies: a chain has two of them, question 1 and
 * the final one.
 *
 * Chance is that of a wrong whole number drawn from a range, each but the key
 * equally likely. The range of a linear structure is that of its solutions;
 * that of others is 1 to twice the key (at least 20), with the sign of the key.
 */
struct slip_count {
    uint64_t could; /* wrong numbers given for questions that have such a value;
                       SLIP_BROKEN: final answers of chains that are numbers */
    uint64_t hits;  /* those that are such a slip */
    double chance;  /* mean chance of hitting one, over `could`; NaN: 0 of
                       them. SLIP_BROKEN has none */
    struct interval rate; /* [0, 1]: of none */
};

struct slip_counts {
    uint64_t wrong;  /* answers judged wrong, numbers or not */
    uint64_t unread; /* counted, and neither right nor wrong */
    struct slip_count of[SLIPS];
    uint64_t faults[FAULTS];    /* of the wrong ones */
    uint64_t named[SLIP_NAMES]; /* decoys, by slip */
};

/* One model on one set of problems. */
struct measure_cell {
    const char *model, *set;
    const char *run;          /* its name in the store: "r12" */
    struct rate first, final; /* accuracy on question 1 and on the last; n = 0:
                                 no such question */
    uint64_t count_first[MARKS], count_final[MARKS];
    struct slip_counts slips;
};

/* Measures a run over these problems: a cell for each of its models. Problems
 * that share a parent are one cluster. Fails if these are not the problems of
 * the run. */
MUST_USE bool measure_run(struct arena *a, struct store *s,
                          const struct run_info *run,
                          const struct problem *problems, size_t n,
                          const char *set, bool strict,
                          struct measure_cell **cells, size_t *n_cells,
                          struct err *e);

/* ---- for people and programs ---- */

/* Adds the paper's table 2 (settings x models) and the slips below it; for
 * programs the table "accuracy". */
void measure_document(struct document *d, const struct measure_cell *cells,
                      size_t n);

/* Says which short names of tables stand for which models. */
void measure_legend(struct document *d, const struct measure_cell *cells,
                    size_t n);

/* Adds accuracy on one set as a short table of at most so many rows, the worst
 * first. */
void measure_screen(struct document *d, const struct measure_cell *cells,
                    size_t n, const char *set, size_t rows);

/* Adds the figures of the cells: accuracy by setting, of both questions; easy,
 * hard and evolved-easy; each kind of slip against chance. */
void measure_figures(struct document *d, const struct measure_cell *cells,
                     size_t n);

#endif
