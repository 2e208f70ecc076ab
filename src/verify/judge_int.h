/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_JUDGE_INT_H
#define VERIFY_JUDGE_INT_H

#include "base/vec.h"
#include "verify/judge.h"
#include "verify/sample.h"

/* Shared by the files of the judge: judge.c (limits), judge_equals.c,
 * judge_local.c. */

#define ROUNDS_TRIED 24 /* drawn points that may have no value */
#define ROUNDED_FROM 2  /* digits from which a decimal may be rounded */

struct judge {
    struct arena *a;
    const struct claim *c;
    struct object *o;
    struct sampler on;
    struct conditions conditions;
    acb_t point; /* of LIMIT_POINT */
    bool minus;  /* towards minus infinity */
    bool waves;  /* the formula may oscillate in the limit's symbol */
    struct vec rows;
    struct finding *out;
};

#endif
