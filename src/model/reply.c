/* SPDX-License-Identifier: Apache-2.0 */
#include "model/reply.h"

static const char *const outcome_names[OUTCOMES] = {
    [OUTCOME_OK] = "ok",           [OUTCOME_TRUNCATED] = "truncated",
    [OUTCOME_REFUSED] = "refused", [OUTCOME_ERROR] = "error",
    [OUTCOME_FATAL] = "fatal",
};

const char *outcome_name(enum outcome o)
{
    INVARIANT((unsigned)o < OUTCOMES);
    return outcome_names[o];
}

bool outcome_find(const char *name, enum outcome *o)
{
    for (int i = 0; i < OUTCOMES; i++) {
        if (str_eq(name, outcome_names[i])) {
            *o = (enum outcome)i;
            return true;
        }
    }
    return false;
}

struct reply reply_none(struct arena *a, enum outcome o, const char *why)
{
    return (struct reply){
        .outcome = o,
        .text = "",
        .why = why ? arena_strdup(a, why) : NULL,
        .usage = { -1, -1, -1, -1 },
    };
}

static const char *copy(struct arena *a, const char *s)
{
    return s ? arena_strdup(a, s) : NULL;
}

struct reply reply_copy(struct arena *a, const struct reply *r)
{
    struct reply out = *r;

    out.text = r->text ? arena_strdup(a, r->text) : "";
    out.reasoning = copy(a, r->reasoning);
    out.finish = copy(a, r->finish);
    out.why = copy(a, r->why);
    out.served = copy(a, r->served);
    out.id = copy(a, r->id);
    out.fingerprint = copy(a, r->fingerprint);
    out.note = copy(a, r->note);
    return out;
}
