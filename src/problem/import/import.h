/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_IMPORT_IMPORT_H
#define PROBLEM_IMPORT_IMPORT_H

#include "problem/dataset.h"

/*
 * The cards of the readers, by file. A new one gets a line here and a line in
 * the table of import/import.c.
 */

/* import/import.c */
extern const struct dataset_reader reader_gsm8k, reader_generic;

/* Read a row by the reader's question, solution, answer and key: its `read`. */
bool read_fields(const struct dataset_reader *r, struct arena *a,
                 const struct json *row, struct problem *p, struct err *e);

/* The `key` of a reader whose answers are of any kind, or plain numbers. */
bool key_any(struct arena *a, const struct json *row, const struct json *answer,
             struct problem *p, struct err *e);
bool key_number(struct arena *a, const struct json *row,
                const struct json *answer, struct problem *p, struct err *e);

/* import/contest.c */
extern const struct dataset_reader reader_math, reader_math500, reader_aime,
    reader_amc, reader_minerva, reader_olympiadbench, reader_college_math;

/* import/hard.c */
extern const struct dataset_reader reader_hardmath, reader_hardmath2,
    reader_theoremqa;

#endif
