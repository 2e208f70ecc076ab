/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The results of a run, from the store, question by question: as the run judged
 * them.
 */
#include "evolve/measure/measure_int.h"
#include "run/judge.h"
#include "store/journal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Results are told by their place: the problems must be the run's, in its
 * order. */
static bool check_problems(struct arena *a, struct store *s,
                           const struct run_info *run,
                           const struct problem *problems, size_t n,
                           struct err *e)
{
    const char **lines;
    size_t n_lines;

    if (!runs_problems(s, a, run->id, &lines, &n_lines, e))
        return false;
    if (n_lines != n)
        return err_set(e, ERR_DOMAIN, "run %s has %zu problems, not %zu",
                       run->name, n_lines, n);
    for (size_t i = 0; i < n; i++) {
        const char *id;
        struct json *row;

        if (!json_read(a, lines[i], strlen(lines[i]), i + 1, &row, e))
            return err_prefix(e, "run %s, problem %zu: ", run->name, i + 1);
        id = json_string(json_get(row, "id"));
        if (id && problems[i].id && !str_eq(id, problems[i].id))
            return err_set(e, ERR_DOMAIN,
                           "problem %zu of run %s is %.60s, not %.60s", i + 1,
                           run->name, id, problems[i].id);
    }
    return true;
}

static bool check_result(const struct run_info *run, const struct result *r,
                         size_t n, struct err *e)
{
    if (r->problem < n && r->model < run->n_models)
        return true;
    return err_set(e, ERR_DOMAIN,
                   "run %s: a result does not belong to the run; `assay "
                   "store verify` shows details",
                   run->name);
}

/* ---- one result ---- */

/* The parts that a result holds; NULL: it has none, or not as many. */
static const struct json *parts_of(struct arena *a, const char *more, size_t n)
{
    const struct json *parts;
    struct json *v;
    struct err e;

    if (!more || !json_read(a, more, strlen(more), 1, &v, &e))
        return NULL;
    parts = json_get(v, "parts");
    return parts && parts->type == JSON_ARRAY && parts->count == n ? parts
                                                                   : NULL;
}

/* The number that an answer gave; false: it gave none, or a larger one. */
static bool read_value(const char *text, enum mark mark, struct ratio *out)
{
    return text && mark != MARK_NO_ANSWER && mark != MARK_ABSTAINED &&
           ratio_read(out, text, strlen(text));
}

/* Of a result, or of a part in its place. */
static void take(struct result r, const char *value, bool strict,
                 enum mark *mark, bool *number, struct ratio *out)
{
    *mark = mark_of(&r, strict);
    *number = read_value(value, *mark, out);
}

/* The part as a result of its own; false: it is no part that is known. */
static bool as_result(const struct json *part, struct result *out)
{
    *out = (struct result){ .outcome = OUTCOME_OK };
    return verdict_find(json_string(json_get(part, "strict")), &out->strict) &&
           verdict_find(json_string(json_get(part, "lenient")), &out->lenient);
}

/* The numbers of all questions. */
static void take_values(const struct json *parts, bool strict,
                        struct chain_answers *out)
{
    size_t k = 0;

    for (const struct json *p = parts->first; p && k < INDIVIDUAL_PARTS;
         p = p->next, k++) {
        struct result r;
        enum mark mark;

        if (as_result(p, &r))
            take(r, json_string(json_get(p, "value")), strict, &mark,
                 &out->numbers[k], &out->values[k]);
    }
}

static bool take_parts(const struct json *parts, bool strict,
                       struct chain_answers *out, struct err *e)
{
    const struct json *first = parts->first, *final = parts->last;
    struct result x, y;

    if (!as_result(first, &x) || !as_result(final, &y))
        return err_set(e, ERR_DOMAIN,
                       "a result has an unknown verdict; `assay store "
                       "verify` shows details");
    take(x, json_string(json_get(first, "value")), strict, &out->first,
         &out->first_number, &out->first_value);
    take(y, json_string(json_get(final, "value")), strict, &out->final,
         &out->final_number, &out->final_value);
    take_values(parts, strict, out);
    return true;
}

/* The parts of a result, as stored or judged again from its reply. */
static bool find_parts(struct arena *a, struct store *s,
                       const struct problem *p, const struct result *r,
                       const struct json **out, struct err *e)
{
    struct result again = { 0 };
    struct call c = { 0 };
    bool found = false;

    if (!journal_find(s, a, r->call, false, &c, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_DOMAIN,
                       "the reply of a result is not in the store; `assay "
                       "store verify` shows details");
    *out = parts_of(a, r->more, p->n_keys);
    if (*out)
        return true;
    c.reply.outcome = OUTCOME_OK;
    run_judge(a, p, NULL, &c.reply, &again);
    *out = parts_of(a, again.more, p->n_keys);
    return true;
}

bool answers_read(struct arena *a, struct store *s, const struct problem *p,
                  const struct result *r, bool strict,
                  struct chain_answers *out, struct err *e)
{
    const struct json *parts = NULL;
    const char *value;

    *out = (struct chain_answers){ .first_value = RATIO(0),
                                   .final_value = RATIO(0) };
    if (r->outcome == OUTCOME_OK && !find_parts(a, s, p, r, &parts, e))
        return false;
    if (parts)
        return take_parts(parts, strict, out, e);
    value = r->answer ? grade_value(a, r->answer) : NULL;
    take(*r, value, strict, &out->final, &out->final_number, &out->final_value);
    out->first = out->final;
    out->first_number = out->final_number;
    out->first_value = out->final_value;
    return true;
}

double replies_average(const struct replies *s, size_t problem, size_t model)
{
    size_t n, counted = 0, correct = 0;
    const struct result *r =
        tally_results(s->results, s->n, problem, model, &n);

    for (size_t i = 0; i < n; i++) {
        enum mark m = s->answers[r + i - s->results].final;

        counted += mark_is_settled(m);
        correct += m == MARK_CORRECT;
    }
    return counted ? (double)correct / (double)counted : NAN;
}

/* ---- a run ---- */

bool replies_read(struct arena *a, struct store *s, const struct run_info *run,
                  const struct problem *problems, size_t n, bool strict,
                  struct replies *out, struct err *e)
{
    struct arena scratch = { 0 };
    struct result *results = NULL;
    bool ok = check_problems(&scratch, s, run, problems, n, e) &&
              runs_results(s, a, run->id, &results, &out->n, e);

    if (ok)
        out->answers = arena_array(a, struct chain_answers, out->n + 1);
    for (size_t i = 0; ok && i < out->n; i++) {
        arena_reset(&scratch);
        ok = check_result(run, &results[i], n, e) &&
             answers_read(&scratch, s, &problems[results[i].problem],
                          &results[i], strict, &out->answers[i], e);
    }
    out->results = results;
    arena_clear(&scratch);
    return ok;
}
