/* SPDX-License-Identifier: Apache-2.0 */
/* Apart from told.c: a "line" of the grader is none of a specimen's. */
#include "evolve/measure/told_int.h"
#include "grade/line.h"

#include <string.h>

bool told_is_number(enum answer_kind kind)
{
    return kind == ANSWER_INTEGER || kind == ANSWER_RATIONAL ||
           kind == ANSWER_DECIMAL;
}

enum mark told_grade(struct arena *a, const struct problem *p,
                     const struct key *key, const char *text, bool strict)
{
    const char *bare = told_is_number(key->kind) ? told_bare(a, text) : text;
    struct grade_request q = { .gold = key->latex,
                               .gold_n = strlen(key->latex),
                               .reply = bare,
                               .reply_n = strlen(bare),
                               .extracted = true };
    struct result r = { .outcome = OUTCOME_OK };
    struct grade_result g;
    struct err e;

    if (!line_options(a, p->extra, p->meta, &q, &e))
        return MARK_BAD_KEY;
    q.has_kind = true;
    q.kind = key->kind;
    g = grade_pair(a, &q);
    r.strict = g.strict.verdict;
    r.lenient = g.lenient.verdict;
    return mark_of(&r, strict);
}
