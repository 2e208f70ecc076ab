/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_RUN_COLUMNS_H
#define RUN_PRINT_RUN_COLUMNS_H

#include "report/document.h"
#include "run/summary.h"

/*
 * The table of a run: a row for each model and, in it, for each group. People
 * see parts of it; programs see all of it (docs/runs.md).
 */

/* The parts that people see. */
enum run_part {
    PART_HEAD = 1,
    PART_ATTEMPTS = 2,
    PART_PASS = 4,
    PART_ALL = 8,
    PART_USE = 16,
    PART_GROUP = 32,
    PART_SCREEN = 64, /* of attempts and use together */
    PART_TEMPLATES = 128,
};

struct run_telling {
    struct document *d;
    struct arena *a;
    const struct summary *v;
    struct doc_table *t;
    const char **labels; /* of the models */
    size_t n_models;
    const struct family *family;   /* whose results show more; or NULL */
    struct family_results rows;    /* what it is given */
    struct family_figures figures; /* of all problems, of each model */
};

/* Returns the bracket of the accuracy, which is quiet where it is a point. */
struct datum run_bracket(const struct tally *t);

/* Returns the tokens of replies, right and wrong, for each that is right. */
struct datum run_per_correct(const struct tally *t);

/* Returns a mark for people: "no answer". */
const char *run_mark_words(struct arena *a, enum mark m);

#endif
