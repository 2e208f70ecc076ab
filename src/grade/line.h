/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_LINE_H
#define GRADE_LINE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "grade/grade.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * One JSON line of `assay grade`, from text to verdict to text.
 *
 *   {"id": 7, "gold": "\\frac12", "response": "So it is \\boxed{0.5}."}
 *
 * "gold" may be called "key"; it is a string, a number (exact), or a
 * problem's key {"latex": ..., "kind": ...}; the "keys" of a problem that
 * asks for several values are taken as "name: value; name: value". Exactly
 * one of "response" (a whole reply) and "answer" (already extracted) is given;
 * null is no answer. Optional are "params" (an array of symbols, or one text
 * "$x; y$"; a family's parameters, an object, are not for us), "kind",
 * "choices" (an array, or an object from letters to texts) and "tolerance"
 * (0.01, "1%"). Other fields are ignored. An absent id is the line's number.
 *
 *   {"id": 7, "verdict": "correct", "by": "...", "why": "...", "rule":
 *    "boxed", "extracted": "0.5", "key": "\\frac{1}{2}", "answer": "0.5",
 *    "strict": "correct", "lenient": "correct", "work": 12}
 *
 * "witness" stands before "strict" when there is one; what could not be had
 * is null. A line that cannot be judged is {"id": ..., "error": "..."}.
 */

struct line {
    const char *id; /* as JSON: 7, "a" */
    struct grade_request request;
    const struct json *golds;   /* several accepted keys; NULL: one */
    struct grade_result result; /* when not failed */
    bool failed;
    struct err err; /* when failed */
};

/* Read and judge text[0..n), line `number` of its file. `defaults` has the
 * options that the line may override, and may be NULL. The result's memory is
 * the arena's. */
void line_judge(struct arena *a, const char *text, size_t n, size_t number,
                const struct grade_request *defaults, struct line *out);

/* The line that came to nothing for a reason of its file. */
void line_fail(struct arena *a, size_t number, const struct err *e,
               struct line *out);

/* The reading that was asked for. */
const struct grade_reading *line_reading(const struct grade_result *r,
                                         bool strict);

/* Append the answer as JSON, without a newline. */
void line_write(struct str *out, const struct line *l, bool strict);

#endif
