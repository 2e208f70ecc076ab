/* SPDX-License-Identifier: Apache-2.0 */
#include "server_scenario.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

/* Whatever can be set; a misspelt key must not pass for a calm server. */
static const char *const keys[] = {
    "ms",    "jitter", "times",  "wrong", "wait", "code",  "seed", "rate",
    "limit", "bytes",  "status", "as",    "bad",  "share", "weak", "trait",
    "label", "mends",  "keep",   "sse",   "for",  "pace",  "skew", "batch",
    "polls", "hang",   "own",    "words", "gap",  "page",  "only", "of"
};

static bool known(const char *key)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (str_eq(keys[i], key))
            return true;
    return false;
}

static char *copy(const char *s, size_t n)
{
    char *out = alloc_new(n + 1, 1);

    memcpy(out, s, n);
    return out;
}

/* NAME,key=value,...: fills the parameters; false with *why. */
static bool split(struct scenario *s, char *text, const char **why)
{
    char *next = strchr(text, ','), *eq;

    while (next) {
        *next++ = '\0';
        eq = strchr(next, '=');
        if (!eq || s->n_params == SCENARIO_PARAMS) {
            *why = "a parameter is key=value, eight at most";
            return false;
        }
        *eq = '\0';
        s->params[s->n_params].key = next;
        s->params[s->n_params++].value = eq + 1;
        if (!known(next)) {
            *why = "no such parameter";
            return false;
        }
        next = strchr(eq + 1, ',');
    }
    if (roles_know(scenario_text(s, "bad", "none")))
        return true;
    *why = "no such badness";
    return false;
}

static bool find(struct scenario *s, const char *name)
{
    s->shape = shape_find(name);
    s->fault = s->shape ? NULL : fault_find(name);
    s->trick = s->shape || s->fault ? NULL : trick_find(name);
    return s->shape || s->fault || s->trick;
}

static void set(struct scenario *s, const char *name)
{
    bool slow = str_eq(name, "latency") || str_eq(name, "cap");
    bool drips = str_eq(name, "drip");
    bool once = s->fault || (s->trick && s->trick->is_fault) ||
                (s->shape && shape_is_fault(s->shape));

    s->ms = drips ? 0 : (uint64_t)scenario_number(s, "ms", slow ? 50 : 0);
    s->jitter_ms = (uint64_t)scenario_number(s, "jitter", 0);
    s->times = (uint64_t)scenario_number(s, "times", once ? 1 : 1e12);
    s->wrong = scenario_number(s, "wrong", 0.3);
}

struct scenario *scenario_new(struct span segment, const char **why)
{
    struct scenario *s = alloc_new(1, sizeof *s);
    char *text = copy(segment.s, segment.n);

    s->name = copy(segment.s, segment.n);
    s->text = text;
    if (split(s, text, why)) {
        if (find(s, text)) {
            set(s, text);
            return s;
        }
        *why = "no such scenario";
    }
    scenario_free(s);
    return NULL;
}

const char *scenario_text(const struct scenario *s, const char *key,
                          const char *otherwise)
{
    for (size_t i = 0; i < s->n_params; i++)
        if (str_eq(s->params[i].key, key))
            return s->params[i].value;
    return otherwise;
}

double scenario_number(const struct scenario *s, const char *key,
                       double otherwise)
{
    const char *text = scenario_text(s, key, NULL);
    double v = text ? strtod(text, NULL) : otherwise;

    return v >= 0 && v <= 1e12 ? v : 0;
}

static void play(const struct shape *shape, const struct fault *fault,
                 const struct trick *trick, const struct ask *q,
                 struct reply *r)
{
    if (shape)
        shape_play(shape, q, r);
    else if (fault)
        fault_play(fault, q, r);
    else
        trick->play(q, r);
}

void scenario_play_as(const struct ask *q, const char *name, struct reply *r)
{
    const struct shape *shape = shape_find(name);
    const struct fault *fault = shape ? NULL : fault_find(name);

    play(shape, fault, shape || fault ? NULL : trick_find(name), q, r);
}

void scenario_play(const struct ask *q, struct reply *r)
{
    const struct scenario *s = q->scenario;

    r->delay_ns = s->ms * 1000000;
    r->constant = true;
    if (s->jitter_ms) {
        r->delay_ns += q->hash.high % (s->jitter_ms * 1000000);
        r->constant = false;
    }
    if (q->try_no >= s->times)
        scenario_play_as(q, "ok", r);
    else
        play(s->shape, s->fault, s->trick, q, r);
}

void scenario_reset(struct scenario *s)
{
    map_clear(&s->bodies);
    map_clear(&s->keys);
    map_clear(&s->agents);
    map_clear(&s->tokens);
    str_reset(&s->kept);
    s->requests = s->answered = s->answered_bodies = s->faults = 0;
    s->abandoned = s->bad = s->connections = s->most_tries = 0;
    s->most_in_flight = s->in_flight;
}

void scenario_free(struct scenario *s)
{
    scenario_reset(s);
    str_clear(&s->last);
    str_clear(&s->kept);
    free(s->text);
    free(s->name);
    free(s);
}
