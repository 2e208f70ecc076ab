/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A problem is judged exactly as `assay grade` judges its line with the reply
 * beside it: grade/jsonl.c reads that line, this file the problem.
 */
#include "run/judge.h"
#include "assay.h"
#include "family/table.h"
#include "grade/extract/confidence.h"
#include "grade/jsonl.h"
#include "grade/request.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A problem that cannot be judged: never the reply's fault. */
static struct grade_result bad_key(struct arena *a, const char *by,
                                   const char *why)
{
    struct grade_reading bad = { VERDICT_BAD_KEY, by, arena_strdup(a, why) };

    return (struct grade_result){ .strict = bad, .lenient = bad };
}

static bool run_judge_set_keys(struct arena *a, const struct problem *p,
                               struct grade_request *r, struct err *e)
{
    struct grade_key *keys = arena_array(a, struct grade_key, p->n_keys + 1);

    for (size_t i = 0; i < p->n_keys; i++) {
        const struct key *k = &p->keys[i];
        struct answer_limit *limit = NULL;

        if (k->limit) {
            limit = arena_new(a, struct answer_limit);
            if (!limit_read(a, k->limit, limit, e))
                return false;
        }
        keys[i] = (struct grade_key){ .name = k->name,
                                      .latex = k->latex,
                                      .has_kind = true,
                                      .kind = k->kind,
                                      .limit = limit };
    }
    request_set_keys(a, r, keys, p->n_keys);
    return true;
}

/* The options of the whole run. They were checked when the command line was
 * read. */
static void run_judge_set_options(struct arena *a,
                                  const struct judge_options *o,
                                  struct grade_request *r)
{
    struct err e;

    if (!o)
        return;
    request_set_profile(r, o->profile);
    if (o->tolerance && !request_set_tolerance(a, r, o->tolerance, &e))
        BUG("a tolerance that was not checked");
    if (o->digits)
        r->digits = o->digits;
}

static struct grade_result run_judge_it(struct arena *a,
                                        const struct problem *p,
                                        struct grade_request *r)
{
    const struct grade_own *own = family_judge(p->family);
    struct grade_result result;
    struct err e;

    if (own) {
        if (p->params && own->grade(a, p->params, r, &result, &e))
            return result;
        return bad_key(a, p->family,
                       p->params ? e.msg : "the problem has no \"params\"");
    }
    r->question = p->statement;
    if (!run_judge_set_keys(a, p, r, &e) ||
        !jsonl_options(a, p->extra, p->meta, r, &e))
        return bad_key(a, "row", e.msg);
    return grade_pair(a, r);
}

/* One sentence for both readings, and the strict one's where it differs. */
static const char *run_judge_reason(struct arena *a,
                                    const struct grade_result *g)
{
    const char *why = g->lenient.why ? g->lenient.why : "";

    if (g->strict.verdict == g->lenient.verdict || !g->strict.why)
        return why;
    return arena_printf(a, "%s; strictly: %s", why, g->strict.why);
}

/* ---- confidence ---- */

#define CONFIDENCE "confidence"

static const struct json *with_confidence(struct arena *a,
                                          const struct json *more, double v)
{
    struct json *o = more ? json_copy(a, more) : json_new(a, JSON_OBJECT);

    json_set(a, o, CONFIDENCE, json_new_number(a, arena_printf(a, "%.6g", v)));
    return o;
}

double run_confidence(const char *more)
{
    struct arena a = { 0 };
    const struct json *v = NULL;
    struct json *o;
    double out = NAN;
    struct err e;

    if (!more || !strstr(more, "\"" CONFIDENCE "\""))
        return NAN;
    if (json_read(&a, more, strlen(more), 1, &o, &e))
        v = json_get(o, CONFIDENCE);
    if (v && v->type == JSON_NUMBER)
        out = strtod(v->text, NULL);
    arena_clear(&a);
    return out >= 0 && out <= 1 ? out : NAN;
}

struct grade_result run_judge_text(struct arena *a, const struct problem *p,
                                   const struct judge_options *o,
                                   const char *text)
{
    struct grade_request r = { .reply = text, .reply_n = strlen(text) };
    double confidence = NAN;
    struct grade_result g;

    if (o && o->confidence) {
        struct span rest = confidence_take(
            a, (struct span){ r.reply, r.reply_n }, p->statement, &confidence);

        r.reply = rest.s;
    }
    run_judge_set_options(a, o, &r);
    g = run_judge_it(a, p, &r);
    if (!isnan(confidence))
        g.more = with_confidence(a, g.more, confidence);
    return g;
}

void run_judge(struct arena *a, const struct problem *p,
               const struct judge_options *o, const struct reply *reply,
               struct result *out)
{
    struct grade_result g;
    struct str more = str_in(a);

    out->outcome = reply->outcome;
    out->strict = out->lenient = VERDICT_NO_ANSWER;
    out->answer = out->more = NULL;
    out->why = reply->why;
    out->judge = assay_version();
    if (reply->outcome != OUTCOME_OK)
        return;
    g = run_judge_text(a, p, o, reply->text ? reply->text : "");
    out->strict = g.strict.verdict;
    out->lenient = g.lenient.verdict;
    out->answer = g.extracted;
    out->why = run_judge_reason(a, &g);
    if (g.more) {
        json_write(&more, g.more);
        out->more = str_get(&more);
    }
}

struct grade_result run_judge_answer(struct arena *a, const struct problem *p,
                                     const struct judge_options *o,
                                     const char *answer)
{
    struct grade_request r = { .reply = answer,
                               .reply_n = strlen(answer),
                               .extracted = true };

    run_judge_set_options(a, o, &r);
    return run_judge_it(a, p, &r);
}

/* The answer is empty, so that the verdict only says whether the key is
 * readable. */
bool run_judge_key(struct arena *a, const struct problem *p,
                   const struct judge_options *o, const char **why)
{
    struct grade_result g = run_judge_answer(a, p, o, "");

    *why = g.lenient.why ? g.lenient.why : "";
    return g.lenient.verdict != VERDICT_BAD_KEY;
}
