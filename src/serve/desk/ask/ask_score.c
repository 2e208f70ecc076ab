/* SPDX-License-Identifier: Apache-2.0 */

/* What challenges came to, in numbers. */
#include "run/count/bad_keys.h"
#include "run/count/tally.h"
#include "run/review/decisions.h"
#include "serve/desk/ask/ask_results_int.h"

#include <inttypes.h>

bool asked_read(struct visit *v, const struct challenge *c, struct asked *out,
                struct err *e)
{
    struct result *r = NULL;
    const bool *bad;

    *out = (struct asked){ .row = *c };
    if (c->run &&
        !bad_keys_results(v->arena, v->store, c->run, &r, &out->n, &bad, e))
        return false;
    out->results = r;
    return true;
}

bool asked_read_all(struct visit *v, const struct entry_view *x,
                    struct asked **out, size_t *n, struct err *e)
{
    struct challenge *rows;
    uint64_t replies = 0;

    if (!challenges_list(v->store, v->arena, x->entry.id, &rows, n, e))
        return false;
    *out = arena_array(v->arena, struct asked, *n + 1);
    for (size_t i = 0; i < *n; i++) {
        struct asked *a = &(*out)[i];

        if (!asked_read(v, &rows[i], a, e))
            return false;
        a->may_ask = rows[i].version == x->entry.version &&
                     entry_may(v, x, DEAL_ASK, NULL);
        a->earlier = replies;
        for (size_t k = 0; k < a->n; k++)
            replies += a->results[k].outcome != OUTCOME_ERROR;
    }
    return true;
}

/* Is the verdict a person's? */
bool asked_is_decided(const struct result *r)
{
    return r->judge && str_eq(r->judge, DECISIONS_JUDGE);
}

static void score_one(struct asked_score *s, const struct result *r)
{
    enum mark m = mark_of(r, false);

    s->marks[m]++;
    s->attempts += m != MARK_ERROR;
    s->counted += mark_counts(m);
    s->correct += m == MARK_CORRECT;
    s->decided += mark_is_settled(m) && asked_is_decided(r);
    if (m == MARK_ERROR || r->usage.completion < 0)
        return;
    s->sized++;
    s->prompt += r->usage.prompt > 0 ? (double)r->usage.prompt : 0;
    s->completion += (double)r->usage.completion;
}

void asked_add(const struct asked *x, const char *model,
               struct asked_score *score)
{
    for (size_t i = 0; i < x->n; i++)
        if (x->results[i].model < x->row.n_models &&
            str_eq(x->row.models[x->results[i].model], model))
            score_one(score, &x->results[i]);
}

/* Attempts that count, and of which nobody knows whether they are right. */
static uint64_t open_of(const struct asked_score *s)
{
    uint64_t n = 0;

    for (int m = 0; m < MARKS; m++)
        n += mark_is_open((enum mark)m) ? s->marks[m] : 0;
    return n;
}

void asked_rate(struct str *out, const struct asked_score *s)
{
    struct interval i = stats_wilson((double)s->correct, (double)s->counted);
    uint64_t open = open_of(s);

    if (!s->counted) {
        str_add(out, "no attempt has been counted yet");
        return;
    }
    str_addf(out,
             "solved %" PRIu64 " of %" PRIu64
             " <span class=\"interval\">[%.0f %%, %.0f %%]</span>",
             s->correct, s->counted, 100 * i.low, 100 * i.high);
    if (open)
        str_addf(out, ", %" PRIu64 " without a verdict", open);
    if (s->decided)
        str_addf(out, ", %" PRIu64 " decided by a reviewer", s->decided);
}

const char *asked_words(enum mark m)
{
    return m == MARK_NO_ANSWER ? "no answer"
           : m == MARK_BAD_KEY ? "bad key"
                               : mark_name(m);
}

bool asked_is_going(const struct challenge *c)
{
    return c->state == CHALLENGE_QUEUED || c->state == CHALLENGE_ASKING;
}

uint64_t asked_misses(const struct asked *x)
{
    uint64_t replies = 0, total = x->row.attempts * x->row.n_models;

    for (size_t i = 0; i < x->n; i++)
        replies += x->results[i].outcome != OUTCOME_ERROR;
    return asked_is_going(&x->row) || replies > total ? 0 : total - replies;
}
