/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_JUDGE_H
#define FAMILY_MATHADOR_REPLY_JUDGE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "grade/grade.h"

/* The family's own judge of a reply to the game that row["numbers"] and
 * row["target"] (or those of row["params"]) make. */
bool mathador_grade(struct arena *a, const struct json *row,
                    const struct grade_request *request,
                    struct grade_result *out, struct err *e);

#endif
