/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_WRITE_PARSE_INT_H
#define HUNT_WRITE_PARSE_INT_H

#include "base/arena.h"
#include "base/vec.h"
#include "hunt/write/filter.h"
#include "text/span.h"

#include <stdbool.h>
#include <stddef.h>

/* Between the files of the reader of drafts: parse.c (thinking, which layout,
 * JSON), parse_text.c (headings and labels) and parse_line.c (what one line of
 * text is). */

#define DRAFTS_MOST 1000 /* of one reply */

/* ---- lines ---- */

enum line_kind {
    LINE_TEXT,
    LINE_BLANK,
    LINE_RULE,      /* ---, *** or the fence of code: separates, says nothing */
    LINE_HEAD,      /* "Problem 3:", "### Question 3" */
    LINE_NUMBER,    /* "3." or "3)" */
    LINE_STATEMENT, /* "Statement:", "Problem:", "Question:" without number */
    LINE_ANSWER,
    LINE_COMPUTE,
    LINE_OTHER, /* "Solution:", "Hint:", "Difficulty:" ... */
};

struct draft_line {
    enum line_kind kind;
    size_t number;    /* of HEAD and NUMBER */
    struct span rest; /* behind the label, without emphasis around */
};

struct draft_line draft_classify(struct span text);

/* A label that stands inside a line of a statement: "... Answer: 4". Its
 * offset, or p.n when there is none. */
size_t draft_inner_label(struct span p);

/* ---- layouts: drafts are added to `out`; how many came ---- */
size_t draft_from_text(struct arena *a, struct span text, struct vec *out);

#endif
