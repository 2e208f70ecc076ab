/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_DATASET_H
#define PROBLEM_DATASET_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Public sets as problems.
 *
 * A file is rows (rows.h), and a reader turns a row into a problem. The readers
 * are a table: each knows its rows by their fields, and knows where statement,
 * key and solution stand. If the user names no kind, it is found from the
 * fields of the first row that any reader knows. A row that does not fit is
 * reported with its line and the next one is read. Our own problem lines are
 * passed through.
 */

struct dataset_reader {
    const char *name;  /* "gsm8k": what --as takes */
    const char *title; /* for help */
    /* The fields that every row of the set has, with blanks between two; NULL:
     * `knows` alone tells. It is cheap, and NULL if the fields say enough. */
    const char *fields;
    bool (*knows)(const struct json *row);
    /* The fields that hold the statement (with a text before it, which gets a
     * full stop if `stop`), the worked solution and the answer, and what makes
     * keys of a row and the answer's value, NULL if `answer` is. */
    const char *context, *question, *solution, *answer;
    bool stop;
    bool (*key)(struct arena *a, const struct json *row,
                const struct json *answer, struct problem *p, struct err *e);
    /* Fills statement, keys and solution: read_fields(), by the names above, or
     * a function for other rows. */
    bool (*read)(const struct dataset_reader *r, struct arena *a,
                 const struct json *row, struct problem *p, struct err *e);
    /* Fields that become statement, key or solution. They are left out of
     * meta.fields if the record has the same text. */
    const char *taken;
    const char *id_field; /* the field with the set's own id, or NULL: a set
                             with an id of several sets p->id itself */
};

/* The readers in the order in which they are tried; the generic one is last. */
extern const struct dataset_reader *const dataset_readers[];
extern const size_t n_dataset_readers;

const struct dataset_reader *dataset_find(const char *name);

/* Is it a row of that set, by its fields? */
bool dataset_knows(const struct dataset_reader *r, const struct json *row);
const struct dataset_reader *dataset_detect(const struct json *row);

/* Turn a row into a problem in the arena. `file` is the base name, for meta;
 * `number` counts the rows of the file from 0 and makes the id if the row has
 * none. */
MUST_USE bool dataset_problem(struct arena *a, const struct dataset_reader *r,
                              const struct json *row, const char *file,
                              size_t number, struct problem *out,
                              struct err *e);

#endif
