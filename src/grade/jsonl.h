/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_JSONL_H
#define GRADE_JSONL_H

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
 * problem's key {"latex": ..., "kind": ...}; instead of it stand the "keys"
 * of a problem that asks for several values, each with its "name". Exactly
 * one of "response" (a whole reply) and "answer" (already extracted) is given;
 * null is no answer. Optional are "params" (an array of symbols, or one text
 * "$x; y$"; a family's parameters, an object, are not for us), "kind",
 * "choices" (an array, or an object from letters to texts) and "tolerance"
 * (0.01, "1%"); a problem from a public set has its choices in
 * "meta.fields"; "profile" is a benchmark's law; "limit" (problem/limit.h), of
 * the row or of a key, is the limit in which an answer may agree. "gold" may
 * also be an array of regimes, objects with "key" or "latex", "limit" and
 * perhaps "name". Other fields are ignored. An absent id is the line's number.
 *
 *   {"id": 7, "verdict": "correct", "by": "...", "why": "...", "rule":
 *    "boxed", "extracted": "0.5", "span": [16, 19], "key": "\\frac{1}{2}",
 *    "answer": "0.5", "strict": "correct", "lenient": "correct", "work": 12}
 *
 * "span" says which characters of the reply hold the extract, from and behind;
 * it is null where no stretch of the reply does.
 *
 * A row whose "family" judges replies by its own rules (Mathador) needs no
 * key, but what the family asks for ("numbers", "target"), as members of the
 * row or of its "params"; a "gold" that is the JSON text of such a row does as
 * well. The family's fields ("score", "errors" ...) stand behind "lenient".
 *
 * Where several values with names are asked, "parts" stands behind "lenient":
 * for each its "name", "strict", "lenient", "extracted" and the exact "value".
 *
 * "reason" is a word for what is wrong (grade/grade.c), "table" the numbers
 * behind a verdict by a limit, "credit" the share of right regimes.
 *
 * "witness" stands before "strict" when there is one; what could not be had
 * is null. A line that cannot be judged is {"id": ..., "error": "..."}.
 */

struct jsonl_line {
    const char *id; /* as JSON: 7, "a" */
    struct grade_request request;
    const struct json *golds; /* array of several accepted keys; NULL: one */
    const struct json *row;   /* the row, for a family with its own judge; NULL:
                                 none */
    const struct grade_own *own; /* that judge */
    struct grade_result result;  /* when not failed */
    bool failed;
    struct err err; /* when failed */
};

/* How lines are judged. Both may be NULL. */
struct jsonl_rules {
    const struct grade_request *defaults; /* options the line may override */
    /* Returns the judge of the family of that name, or NULL if there is no
     * such family or it has none of its own. Families are made above this
     * layer. */
    const struct grade_own *(*find)(const char *name);
};

/* Read and judge text[0..n), line `number` of its file. The result's memory
 * is the arena's. */
void jsonl_judge(struct arena *a, const char *text, size_t n, size_t number,
                 const struct jsonl_rules *rules, struct jsonl_line *out);

/* The same for a row that was read already; it is not changed, and the result
 * borrows from it. */
void jsonl_judge_row(struct arena *a, const struct json *row, size_t number,
                     const struct jsonl_rules *rules, struct jsonl_line *out);

/* Judge a pair whose gold is the JSON text of a row of a family with its own
 * judge, or of a problem's key, or keys, with limits. Returns false, and does
 * nothing, if it is none of these. */
bool jsonl_judge_gold(struct arena *a, const struct grade_request *request,
                      const struct jsonl_rules *rules,
                      struct grade_result *out);

/* Read the options that a row has for judging its answers: "params", "kind",
 * "choices" and "tolerance" of `row`, and the set's own choices in `meta`. Both
 * may be NULL. */
MUST_USE bool jsonl_options(struct arena *a, const struct json *row,
                            const struct json *meta, struct grade_request *r,
                            struct err *e);

/* Fill in a line that failed because of its file. */
void jsonl_fail(struct arena *a, size_t number, const struct err *e,
                struct jsonl_line *out);

/* Returns the strict or the lenient reading, as asked for. */
const struct grade_reading *jsonl_reading(const struct grade_result *r,
                                          bool strict);

/* Append the result as JSON, without a newline. */
void jsonl_write(struct str *out, const struct jsonl_line *l, bool strict);

#endif
