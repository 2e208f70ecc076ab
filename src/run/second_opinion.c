/* SPDX-License-Identifier: Apache-2.0 */
#include "run/second_opinion.h"
#include "base/ascii.h"
#include "base/json.h"
#include "base/str.h"
#include "base/vec.h"
#include "run/review/decisions.h"

#include <string.h>

#define FIELD      "second_opinion"
#define TEXT_BYTES 4000 /* of a text that the model is shown */

/* A result that is asked about. */
struct doubt {
    const struct result *result;
    const struct json *problem;
};

/* ---- what is asked about ---- */

static bool opinion_is_doubtful(const struct result *r,
                                const struct json *problem)
{
    const char *kind = json_string(json_get(json_get(problem, "key"), "kind"));

    if (r->outcome != OUTCOME_OK || !r->answer || !*r->answer)
        return false;
    return r->lenient == VERDICT_UNDECIDED ||
           (kind && str_eq(kind, "text") && r->lenient <= VERDICT_WRONG);
}

/* The model's opinion that the result has, or NULL if it has none. */
static const char *opinion_of(struct arena *a, const struct result *r,
                              const char *model)
{
    const struct json *o = json_get(review_object(a, r->more), FIELD);
    const char *by = json_string(json_get(o, "model"));

    return by && str_eq(by, model) ? json_string(json_get(o, "verdict")) : NULL;
}

/* ---- the question ---- */

static const char system_text[] =
    "You check whether an answer to a mathematical problem means the same as "
    "the key. Judge only that: do not solve the problem. End with one word on "
    "a line of its own: EQUAL or DIFFERENT.";

static const char *opinion_user_text(struct arena *a, const struct doubt *d)
{
    const char *statement = json_string(json_get(d->problem, "statement"));
    const struct json *keys = json_get(d->problem, "keys");
    const char *key =
        json_string(json_get(json_get(d->problem, "key"), "latex"));
    struct str all = str_in(a);

    json_write(&all, keys ? keys : json_new(a, JSON_NULL));
    return arena_printf(a, "Problem:\n%.*s\n\nKey: %.*s\n\nAnswer: %.*s",
                        TEXT_BYTES, statement ? statement : "", TEXT_BYTES,
                        key ? key : str_get(&all), TEXT_BYTES,
                        d->result->answer);
}

/* The last of both words counts. */
static const char *read_opinion(const struct reply *r)
{
    const char *text = r->outcome == OUTCOME_OK && r->text ? r->text : "";
    const char *equal = NULL, *different = NULL;

    for (const char *p = text; (p = strstr(p, "EQUAL")); p++)
        equal = p > text && is_letter(p[-1]) ? equal : p;
    for (const char *p = text; (p = strstr(p, "DIFFERENT")); p++)
        different = p;
    if (!equal && !different)
        return "unclear";
    return equal > different ? "correct" : "wrong";
}

/* ---- where it is kept ---- */

static const char *with_opinion(struct arena *a, const char *more,
                                const struct json *opinion)
{
    const struct json *old = review_object(a, more);
    struct json *v = json_new(a, JSON_OBJECT);
    struct str out = str_in(a);

    for (const struct json *m = old ? old->first : NULL; m; m = m->next)
        if (!str_eq(m->name, FIELD))
            json_set(a, v, m->name, json_copy(a, m));
    json_set(a, v, FIELD, json_copy(a, opinion));
    json_write(&out, v);
    return str_get(&out);
}

const char *second_opinion_keep(struct arena *a, const char *more,
                                const char *was)
{
    const struct json *opinion = json_get(review_object(a, was), FIELD);

    return opinion ? with_opinion(a, more, opinion) : more;
}

static bool opinion_append(struct session *s, const struct run_info *run,
                           const char *model, const struct doubt *doubts,
                           size_t n, const struct question *q, int64_t now_ms,
                           struct err *e)
{
    struct arena *a = s->arena;
    const struct result **list = arena_array(a, const struct result *, n + 1);
    size_t k = 0;

    for (size_t i = 0; i < n; i++) {
        struct result *r = arena_new(a, struct result);
        struct json *o = json_new(a, JSON_OBJECT);

        if (q[i].reply.outcome == OUTCOME_ERROR)
            continue; /* asked again by the same command */
        json_set(a, o, "model", json_new_string(a, model));
        json_set(a, o, "verdict",
                 json_new_string(a, read_opinion(&q[i].reply)));
        *r = *doubts[i].result;
        r->more = with_opinion(a, r->more, o);
        list[k++] = r;
    }
    return k == 0 || runs_append(s->store, run->id, list, k, now_ms, e);
}

static void opinion_count(struct second_opinion *out, const char *opinion)
{
    out->correct += str_eq(opinion, "correct");
    out->wrong += str_eq(opinion, "wrong");
    out->unclear += str_eq(opinion, "unclear");
}

/* The doubtful results without an opinion of the model; those with one are
 * counted. */
static bool find_doubts(struct session *s, const struct run_info *run,
                        const char *model, struct vec *doubts,
                        struct second_opinion *out, struct err *e)
{
    struct arena *a = s->arena;
    const char **lines, *opinion;
    struct result *results;
    size_t n_lines, n;

    if (!runs_problems(s->store, a, run->id, &lines, &n_lines, e) ||
        !runs_results(s->store, a, run->id, &results, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct doubt d = { &results[i],
                           review_object(a, lines[results[i].problem]) };

        if (!d.problem || !opinion_is_doubtful(d.result, d.problem))
            continue;
        *(d.result->lenient == VERDICT_UNDECIDED ? &out->undecided
                                                 : &out->text) += 1;
        opinion = opinion_of(a, d.result, model);
        if (opinion)
            opinion_count(out, opinion);
        else
            *(struct doubt *)vec_push(doubts) = d;
    }
    return true;
}

bool second_opinion_ask(struct session *s, const struct run_info *run,
                        const char *model, int64_t now_ms,
                        struct second_opinion *out, struct err *e)
{
    const struct decoding plain = { 0 };
    struct vec doubts = vec_in(s->arena, sizeof(struct doubt));
    struct questioner c;
    struct question *q;

    *out = (struct second_opinion){ 0 };
    if (!session_role(s, model, &plain, &c, e) ||
        !find_doubts(s, run, model, &doubts, out, e))
        return false;
    q = arena_array(s->arena, struct question, doubts.n + 1);
    for (size_t i = 0; i < doubts.n; i++)
        q[i] = question_make(
            s->arena, system_text,
            opinion_user_text(s->arena, vec_get(&doubts, struct doubt, i)), 1);
    if ((doubts.n && !question_ask(s->arena, &c, q, doubts.n, e)) ||
        !opinion_append(s, run, model, doubts.items, doubts.n, q, now_ms, e))
        return false;
    for (size_t i = 0; i < doubts.n; i++)
        if (q[i].reply.outcome != OUTCOME_ERROR)
            opinion_count(out, read_opinion(&q[i].reply));
    session_count(s, &c);
    return true;
}
