/* SPDX-License-Identifier: Apache-2.0 */
#include "run/review/settle.h"
#include "base/limits.h"
#include "grade/extract/extract.h"
#include "grade/jsonl.h"

#include <inttypes.h>
#include <string.h>

/* ---- the problem ---- */

static const struct json *read_object(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    if (!json_read(a, text, strlen(text), 1, &v, &e) || v->type != JSON_OBJECT)
        return NULL;
    return v;
}

const struct json *review_problem(struct arena *a, const struct review *r)
{
    return read_object(a, r->problem);
}

const struct json *review_evidence(struct arena *a, const struct review *r)
{
    return read_object(a, r->evidence);
}

bool review_is_verdict(const struct review *r)
{
    return str_eq(r->kind, "verdict");
}

static bool own_key(const struct json *v, struct key *out)
{
    const char *kind = json_string(json_get(v, "kind"));
    const char *latex = json_string(json_get(v, "latex"));

    if (!latex || str_blank(latex))
        return false;
    *out = (struct key){ .name = json_string(json_get(v, "name")),
                         .latex = latex };
    if (!kind || !answer_find(kind, &out->kind))
        out->kind = answer_guess(latex);
    return true;
}

size_t review_own_keys(struct arena *a, const struct json *problem,
                       struct key **out)
{
    const struct json *many = json_get(problem, "keys");
    const struct json *v = many ? many->first : json_get(problem, "key");
    size_t n = 0;

    *out = arena_array(a, struct key, LIMIT_KEYS);
    for (; v && n < LIMIT_KEYS; v = many ? v->next : NULL)
        n += own_key(v, &(*out)[n]);
    return n;
}

const char *review_statement(struct arena *a, const struct review *r)
{
    const char *text = json_string(json_get(review_problem(a, r), "statement"));

    return text ? text : r->problem;
}

/* ---- keys ---- */

/* A key serves when the judge can read it and finds it equal to itself. */
static bool key_serves(struct arena *a, const struct json *problem,
                       const char *latex, const struct key *own, struct err *e)
{
    struct grade_request request = {
        .gold = latex,
        .gold_n = strlen(latex),
        .reply = latex,
        .reply_n = strlen(latex),
        .extracted = true,
    };
    struct grade_result result;

    if (!jsonl_options(a, problem, json_get(problem, "meta"), &request, e))
        return false;
    if (own) {
        request.has_kind = true;
        request.kind = own->kind;
    }
    result = grade_pair(a, &request);
    /* By its text alone a key equals itself that nobody can read. */
    return (result.lenient.verdict == VERDICT_CORRECT &&
            !str_eq(result.lenient.by, "text")) ||
           err_set(e, ERR_DOMAIN, "\"%.200s\" cannot be the key: %.200s", latex,
                   result.lenient.why ? result.lenient.why
                                      : "it is not a value");
}

bool review_choose_key(struct arena *a, const struct review *r,
                       const char *given, const char **key, struct err *e)
{
    const struct json *problem = review_problem(a, r);
    struct key *own;
    size_t n = review_own_keys(a, problem, &own);

    *key = NULL;
    if (given) {
        *key = extract_trim(a, given, strlen(given));
        return key_serves(a, problem, *key, NULL, e);
    }
    if (n == 0)
        return err_set(e, ERR_USAGE, "review %" PRId64 " has no likely key",
                       r->id);
    for (size_t i = 0; i < n; i++)
        if (!key_serves(a, problem, own[i].latex, &own[i], e))
            return false;
    return true;
}
