/* SPDX-License-Identifier: Apache-2.0 */
#include "run/count/tally.h"
#include "base/json.h"
#include "base/str.h"

#include <string.h>

/* The judge's word for a reply that says that it does not know. Few replies
 * without an answer hold it at all: only those are read. */
static bool says_unknown(const char *more)
{
    struct arena scratch = { 0 };
    const char *word = NULL;
    struct json *v;
    struct err e;

    if (!more || !strstr(more, MARK_REASON_ABSTAINED))
        return false;
    if (json_read(&scratch, more, strlen(more), 1, &v, &e))
        word = json_string(json_get(v, "reason"));
    bool is = word && str_eq(word, MARK_REASON_ABSTAINED);
    arena_clear(&scratch);
    return is;
}

static enum mark mark_of_verdict(enum verdict v, const char *more)
{
    switch (v) {
    case VERDICT_CORRECT: return MARK_CORRECT;
    case VERDICT_WRONG: return MARK_WRONG;
    case VERDICT_NO_ANSWER:
        return says_unknown(more) ? MARK_ABSTAINED : MARK_NO_ANSWER;
    case VERDICT_UNREADABLE: return MARK_UNREADABLE;
    case VERDICT_BAD_KEY: return MARK_BAD_KEY;
    default: return MARK_UNDECIDED;
    }
}

enum mark mark_of(const struct result *r, bool strict)
{
    if (r->bad_key)
        return MARK_BAD_KEY;
    switch (r->outcome) {
    case OUTCOME_OK:
        return mark_of_verdict(strict ? r->strict : r->lenient, r->more);
    case OUTCOME_TRUNCATED: return MARK_TRUNCATED;
    case OUTCOME_REFUSED: return MARK_REFUSED;
    case OUTCOME_OVERFLOW: return MARK_OVERFLOW;
    case OUTCOME_MALFORMED: return MARK_MALFORMED;
    default: return MARK_ERROR;
    }
}

/* Where the context is too short the model is not asked to write. */
static bool run_tally_was_written(enum outcome o)
{
    return outcome_is_reply(o) && o != OUTCOME_OVERFLOW;
}

const struct trial *tally_trials(struct arena *a, const struct result *r,
                                 size_t n)
{
    struct trial *out = arena_array(a, struct trial, n + 1);

    for (size_t i = 0; i < n; i++)
        out[i] = (struct trial){
            .problem = (size_t)r[i].problem,
            .model = (size_t)r[i].model,
            .strict = mark_of(&r[i], true),
            .lenient = mark_of(&r[i], false),
            .replied = run_tally_was_written(r[i].outcome),
            .prompt = r[i].usage.prompt,
            .completion = r[i].usage.completion,
            .reasoning = r[i].usage.reasoning,
            .cached = r[i].usage.cached,
            .seconds = (double)(r[i].took_ms > 0 ? r[i].took_ms : 0) / 1000,
        };
    return out;
}

/* ---- finding ---- */

static bool comes_before(const struct result *r, size_t problem, size_t model,
                         uint64_t attempt)
{
    return r->problem != problem ? r->problem < problem
           : r->model != model   ? r->model < model
                                 : r->attempt < attempt;
}

size_t tally_first(const struct result *all, size_t n, size_t problem,
                   size_t model, uint64_t attempt)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (comes_before(&all[middle], problem, model, attempt))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct result *tally_results(const struct result *all, size_t n,
                                   size_t problem, size_t model, size_t *found)
{
    size_t first = tally_first(all, n, problem, model, 0), end = first;

    while (end < n && all[end].problem == problem && all[end].model == model)
        end++;
    *found = end - first;
    return *found ? all + first : NULL;
}

double result_cost(const struct price *p, const struct result *r)
{
    const struct usage *u = &r->usage;
    double cost = price_of(p, u->prompt, u->cached, u->completion);

    return r->batched ? cost * PRICE_BATCH : cost;
}
