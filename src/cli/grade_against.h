/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_GRADE_AGAINST_H
#define CLI_GRADE_AGAINST_H

#include "base/arena.h"
#include "base/vec.h"
#include "grade/jsonl.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * assay grade --against FIELD: our verdicts beside those that the rows carry,
 * of another grader or of a person. Rows are looked at by any thread; what is
 * found is added up and shown by one.
 */

/* One row that both have judged. */
struct against_row {
    const char *id;     /* as JSON */
    const char *theirs; /* as the row has it, as JSON */
    bool their_yes;     /* it says "correct" */
    enum verdict ours;
    bool stands;       /* the key stands in a reply that is not correct by us,
                          but it was not taken for the answer */
    const char *cause; /* why they differ, in a few words; NULL: they agree */
    const char *key, *answer, *extracted, *why, *rule;
};

struct against {
    struct arena *arena;
    struct vec differ;      /* struct against_row, in the order of the file */
    uint64_t count[2][2];   /* rows by [they][we] say correct */
    uint64_t not_judged[2]; /* undecided and bad_key, by what they say */
    uint64_t stands;        /* see above, of all rows */
    uint64_t stands_differ; /* of those on which we differ */
};

/* Compare the verdict on a line with that in field `field` ("a.b": a member of
 * a member) of the row text[0..n). Strings are in the arena. Fails if the row
 * has no such field, or it is no verdict. */
MUST_USE bool against_look(struct arena *a, const char *field, const char *text,
                           size_t n, size_t number, const struct jsonl_line *l,
                           bool strict, struct against_row *out, struct err *e);

/* Add a row, whose strings are copied if they are kept. */
void against_add(struct against *g, const struct against_row *row);

enum against_form { AGAINST_TEXT, AGAINST_JSON, AGAINST_CSV, AGAINST_MARKDOWN };

/* Append the report. `field`: what the verdicts are called. */
void against_write(struct str *out, struct against *g, const char *field,
                   enum against_form form);

#endif
