/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_REWARD_ROWS_H
#define SERVE_REWARD_ROWS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "grade/jsonl.h"
#include "serve/http/http.h"
#include "serve/reward/reward.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A request of a training loop as rows of `assay grade`, whatever form it came
 * in; and their rewards. forms.c reads, judge.c judges, routes.c replies.
 */

#define REWARD_BODY_MOST   ((size_t)16 << 20) /* bytes of a request */
#define REWARD_ROWS_MOST   16384              /* rows of one */
#define REWARD_VALUES_MOST 1000000            /* JSON values in one */

struct reward_row {
    const struct json *json; /* {"gold": ..., "response": ...} */
    const char *text;        /* where json is NULL: a line that is not read */
    size_t n;                /* bytes of it */
    size_t number;           /* from 1: its id where it has none */
    bool unstripped;         /* its prompt could not be cut off */
    const char *wrong;       /* why it cannot be judged; NULL: it may */
};

/* What a row earned. */
struct reward_mark {
    enum reward_status status;
    double number; /* also where `null` */
    bool null;     /* not judged, by a policy of null */
};

/* How the rows stood in the request: the reply has the same shape. */
enum reward_shape { SHAPE_ONE, SHAPE_ARRAY, SHAPE_ROWS, SHAPE_LINES };

struct reward_job {
    struct reward *reward;
    struct arena *arena; /* of the request */
    enum reward_route route;
    enum reward_shape shape;
    const struct json *whole; /* the request; NULL: lines */
    struct reward_row *rows;
    size_t n;

    bool strict;                   /* by the strict reading */
    struct reward_policy policy;   /* for what is not judged */
    struct grade_request defaults; /* of every row */
    struct jsonl_rules rules;

    struct reward_mark *marks; /* one for each row */
    size_t unjudged;           /* of them */
    struct str out;            /* the rows' verdicts, as the shape has them */
};

/* Reads the options in the query: strict, profile, undecided. */
MUST_USE bool reward_read_options(struct reward_job *j,
                                  const struct http_request *r, struct err *e);

/* Reads the rows. Fails if the request is none of the route's forms; a row
 * that makes no sense is an error of that row alone. */
MUST_USE bool reward_read_rows(struct reward_job *j,
                               const struct http_request *r, struct err *e);

/* Judges all rows, a few in each turn; the caller has one turn, which is given
 * back here. Returns false if the server stops meanwhile. */
MUST_USE bool reward_judge(struct reward_job *j);

/* Appends a reward as JSON: 1.0, 0.5, null. `whole`: a number in any case. */
void reward_write_number(struct str *out, const struct reward_mark *m,
                         bool whole);

const char *reward_status_name(enum reward_status s); /* "judged" */

#endif
