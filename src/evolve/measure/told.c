/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The asked values of a reply, each judged for itself. A run judges all values
 * of a problem together: right or wrong as a whole. Here a right final answer
 * counts whatever stands at question 1, and a value that is missing takes
 * nothing from the other.
 */
#include "base/limits.h"
#include "evolve/measure/measure.h"
#include "evolve/measure/told_int.h"
#include "grade/extract/extract.h"
#include "run/judge.h"

#include <string.h>

static enum mark mark_of_outcome(enum outcome o)
{
    struct result r = { .outcome = o };

    return mark_of(&r, true);
}

/* The judge of runs finds a single value itself. */
static void judge_single(struct arena *a, const struct problem *p,
                         const char *reply, bool strict, struct told *out)
{
    const struct reply r = { .outcome = OUTCOME_OK, .text = reply };
    struct result result = { 0 };

    run_judge(a, p, NULL, &r, &result);
    out->final = mark_of(&result, strict);
    out->has_final = result.answer != NULL && out->final != MARK_NO_ANSWER;
    if (out->has_final)
        out->final_number = told_ratio(a, result.answer, &out->final_value);
    out->first = out->final;
    out->has_first = out->has_final;
    out->first_value = out->final_value;
    out->first_number = out->final_number;
}

static void judge_found(struct arena *a, const struct problem *p,
                        const struct key *key, const struct told_found *f,
                        bool strict, enum mark *mark, bool *has, bool *number,
                        struct ratio *value)
{
    *mark = MARK_NO_ANSWER;
    *has = f->tier >= (strict ? TIER_PHRASE : TIER_GUESS);
    if (!*has)
        return;
    *mark = told_grade(a, p, key, f->text, strict);
    *number = told_ratio(a, f->text, value);
}

static void judge_chain(struct arena *a, const struct problem *p,
                        const char *reply, bool strict, struct told *out)
{
    const struct key *first = &p->keys[0], *final = &p->keys[p->n_keys - 1];
    struct told_found found[2] = { 0 };
    bool numbers = told_is_number(final->kind);
    size_t n = strlen(reply), from;

    if (n <= LIMIT_REPLY_BYTES && extract_skip_thinking(reply, n, &from)) {
        told_scan(a, told_clean(a, reply + from, n - from), p->n_keys, numbers,
                  found);
        if (!numbers)
            told_other(a, reply + from, n - from, p->n_keys, &found[1]);
    }
    judge_found(a, p, first, &found[0], strict, &out->first, &out->has_first,
                &out->first_number, &out->first_value);
    judge_found(a, p, final, &found[1], strict, &out->final, &out->has_final,
                &out->final_number, &out->final_value);
}

void told_judge(struct arena *a, const struct problem *p, const char *reply,
                enum outcome outcome, bool strict, struct told *out)
{
    *out = (struct told){ .first_value = RATIO(0), .final_value = RATIO(0) };
    if (outcome != OUTCOME_OK) {
        out->first = out->final = mark_of_outcome(outcome);
        return;
    }
    if (p->n_keys < 2)
        judge_single(a, p, reply ? reply : "", strict, out);
    else
        judge_chain(a, p, reply ? reply : "", strict, out);
}
