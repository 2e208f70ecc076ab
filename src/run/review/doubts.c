/* SPDX-License-Identifier: Apache-2.0 */
#include "run/review/doubts.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "family/table.h"
#include "problem/problem.h"
#include "run/engine/ask.h"
#include "run/engine/regrade.h"
#include "run/judge.h"
#include "run/review/decisions.h"
#include "store/journal.h"

#include <inttypes.h>
#include <string.h>

#define END_BYTES 600 /* of a reply, for the evidence */

/* ---- a run that is looked through ---- */

/* One row of the queue, and the results that it is about. */
struct doubt {
    struct hash128 hash;
    const struct result *first;
    size_t results;
    bool *models; /* [model] whether one of them is its own */
    const char *why;
};

struct look {
    struct arena *arena;
    struct store *store;
    const struct run_info *run;
    const char **lines;          /* of the problems; NULL: not needed so far */
    const struct problem **read; /* of those that were needed; NULL: not yet */
    struct result *results;
    size_t n;
    const bool *keyless; /* see ask_options; NULL: nothing is known */
    struct judge_options judge;
    struct decisions decisions;
    struct map by_hash; /* -> place in doubts */
    struct vec doubts;  /* struct doubt */
    struct vec decided; /* const struct result *, to be appended */
};

static bool doubts_read_lines(struct look *l, struct err *e)
{
    size_t n;

    return l->lines ||
           runs_problems(l->store, l->arena, l->run->id, &l->lines, &n, e);
}

static bool open_look(struct look *l, const struct summary *v, struct err *e)
{
    struct arena *a = l->arena;

    l->doubts = vec_in(a, sizeof(struct doubt));
    l->decided = vec_in(a, sizeof(const struct result *));
    l->read = arena_array(a, const struct problem *, l->run->n_problems + 1);
    if (v) { /* what it has of the run */
        l->n = v->n_results;
        l->keyless = v->keyless;
        l->results = arena_array(a, struct result, v->n_results + 1);
        memcpy(l->results, v->results, v->n_results * sizeof(*v->results));
        for (size_t i = 0; i < v->info.n_problems; i++)
            l->read[i] = &v->problems[i];
    } else if (!doubts_read_lines(l, e) ||
               !runs_results(l->store, a, l->run->id, &l->results, &l->n, e))
        return false;
    return regrade_judge(a, l->run, &l->judge, e) &&
           decisions_read(a, l->store, &l->decisions, e);
}

static bool doubts_read_problem(struct look *l, const struct result *r,
                                const struct problem **out, struct err *e)
{
    const struct problem **at = &l->read[r->problem];
    struct json *row;

    if (!*at) {
        const char *line = l->lines[r->problem];
        struct problem *p = arena_new(l->arena, struct problem);

        if (!json_read(l->arena, line, strlen(line), 1, &row, e) ||
            !problem_read(l->arena, row, p, e))
            return err_prefix(e, "run %s, problem %" PRIu64 ": ", l->run->name,
                              r->problem + 1);
        *at = p;
    }
    *out = *at;
    return true;
}

static bool doubts_read_reply(struct look *l, struct arena *a,
                              const struct result *r, const char **text,
                              struct err *e)
{
    if (!journal_text(l->store, a, r->call, text, e))
        return false;
    if (*text && !**text)
        *text = NULL;
    return true;
}

static void doubts_add_doubt(struct look *l, struct hash128 hash,
                             const struct result *r, const char *why)
{
    size_t *at;
    struct doubt *d;
    bool added;

    at = map_put(&l->by_hash, &hash, sizeof(hash), &added);
    if (added) {
        *at = l->doubts.n;
        d = vec_push(&l->doubts);
        *d = (struct doubt){ .hash = hash, .first = r, .why = why };
        d->models = arena_array(l->arena, bool, l->run->n_models);
    }
    d = vec_get(&l->doubts, struct doubt, *at);
    d->results++;
    d->models[r->model] = true;
}

static void doubts_add_decided(struct look *l, const struct result *r)
{
    *(const struct result **)vec_push(&l->decided) = r;
}

/* A reply that is wrong, or has no answer, by the judge. It is read if it may
 * have the key, or if somebody may have decided about it. */
static bool doubts_look_for_key(struct look *l, struct arena *tmp,
                                const struct problem *p, struct result *r,
                                struct err *e)
{
    struct grade_result g;
    const char *text;

    if (family_judge(p->family))
        return true; /* it compares no values */
    if (l->keyless && !l->decisions.by_hash.n &&
        l->keyless[ask_place(l->run->n_problems, l->run->attempts, r)])
        return true;
    if (!doubts_read_reply(l, tmp, r, &text, e))
        return false;
    if (!text)
        return true;
    if (decisions_apply(l->arena, &l->decisions, p->statement, text, r)) {
        doubts_add_decided(l, r);
        return true;
    }
    if (!key_is_seen(tmp, p, text, 0, 0))
        return true;
    g = run_judge_text(tmp, p, &l->judge, text);
    if (key_is_seen(tmp, p, text, g.from, g.to))
        doubts_add_doubt(
            l, review_hash_reply(p->statement, text), r,
            r->lenient == VERDICT_WRONG
                ? "it is judged wrong, but the reply contains the key"
                : "no answer was found, but the reply contains the key");
    return true;
}

static bool doubts_look_at(struct look *l, struct arena *tmp, struct result *r,
                           struct err *e)
{
    const struct problem *p;

    if (r->outcome != OUTCOME_OK ||
        (r->judge && str_eq(r->judge, DECISIONS_JUDGE)) ||
        (r->lenient == VERDICT_CORRECT && !l->decisions.by_hash.n) ||
        r->lenient == VERDICT_BAD_KEY)
        return true;
    if (!doubts_read_problem(l, r, &p, e))
        return false;
    if (decisions_apply(l->arena, &l->decisions, p->statement, NULL, r)) {
        doubts_add_decided(l, r);
        return true;
    }
    if (r->answer &&
        (r->lenient == VERDICT_UNDECIDED || r->lenient == VERDICT_UNREADABLE)) {
        doubts_add_doubt(
            l, review_hash_answer(p->statement, r->answer), r,
            arena_printf(l->arena, "%s%s",
                         r->lenient == VERDICT_UNDECIDED ? "undecided: " : "",
                         r->why ? r->why : "the answer is unreadable"));
        return true;
    }
    return r->lenient == VERDICT_CORRECT ||
           doubts_look_for_key(l, tmp, p, r, e);
}

/* ---- the queue ---- */

/* Who gave the answer, and what the judge understood. */
static bool doubts_make_evidence(struct look *l, struct arena *a,
                                 const struct doubt *d, const struct problem *p,
                                 const char **out, struct err *e)
{
    struct json *v = json_new(a, JSON_OBJECT), *models;
    const struct result *r = d->first;
    struct str text = str_in(a);
    struct grade_result g;
    const char *reply;
    size_t from;

    if (!doubts_read_reply(l, a, r, &reply, e))
        return false;
    reply = reply ? reply : "";
    from = strlen(reply);
    from = utf8_start(reply, from > END_BYTES ? from - END_BYTES : 0);
    g = run_judge_text(a, p, &l->judge, reply);
    json_set(a, v, "run", json_new_string(a, l->run->name));
    models = json_set(a, v, "models", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < l->run->n_models; i++)
        if (d->models[i])
            json_push(models, json_new_string(a, l->run->models[i]));
    json_set(a, v, "attempts", json_new_int(a, (int64_t)d->results));
    json_set(a, v, "answer", json_new_text(a, r->answer));
    json_set(a, v, "understood", json_new_text(a, g.answer));
    json_set(a, v, "strict", json_new_string(a, verdict_name(r->strict)));
    json_set(a, v, "lenient", json_new_string(a, verdict_name(r->lenient)));
    json_set(a, v, "judge", json_new_text(a, r->why));
    json_set(a, v, "reply_end", json_new_string(a, reply + from));
    json_write(&text, v);
    *out = str_get(&text);
    return true;
}

static bool put_doubt(struct look *l, struct arena *a, const struct doubt *d,
                      int64_t now_ms, struct doubts *out, struct err *e)
{
    struct review r = { .hash = d->hash,
                        .kind = "verdict",
                        .problem = l->lines[d->first->problem],
                        .why = d->why,
                        .made_ms = now_ms };
    const struct problem *p;
    struct review row;
    bool found;

    if (!review_find(l->store, a, d->hash, &row, &found, e))
        return false;
    if (!found && out->added == DOUBTS_MOST) {
        out->left_out++;
        return true;
    }
    out->open++;
    if (found)
        return true;
    out->added++;
    return doubts_read_problem(l, d->first, &p, e) &&
           doubts_make_evidence(l, a, d, p, &r.evidence, e) &&
           review_put(l->store, a, &r, &row, &found, e);
}

static bool doubts_write_all(struct look *l, struct arena *tmp, int64_t now_ms,
                             struct doubts *out, struct err *e)
{
    bool ok = doubts_read_lines(l, e) && store_begin_alone(l->store, e);

    if (!ok)
        return false;
    for (size_t i = 0; ok && i < l->doubts.n; i++) {
        ok = put_doubt(l, tmp, vec_get(&l->doubts, struct doubt, i), now_ms,
                       out, e);
        arena_reset(tmp);
    }
    ok = ok && runs_append(l->store, l->run->id, l->decided.items, l->decided.n,
                           now_ms, e);
    if (ok)
        return store_commit(l->store, e);
    store_rollback(l->store);
    return false;
}

bool doubts_queue(struct arena *a, struct store *s, const struct run_info *run,
                  const struct summary *v, int64_t now_ms, struct doubts *out,
                  struct err *e)
{
    struct look l = { .arena = a, .store = s, .run = run };
    struct arena tmp = { 0 };
    bool ok = runs_lock(s, run->id, e), own, looked;

    *out = (struct doubts){ 0 };
    if (!ok)
        return false;
    ok = open_look(&l, v, e) && store_look(s, &own, e);
    looked = ok;
    for (size_t i = 0; ok && i < l.n; i++) {
        ok = doubts_look_at(&l, &tmp, &l.results[i], e);
        arena_reset(&tmp);
    }
    if (looked)
        store_look_end(s, own);
    if (ok && (l.doubts.n || l.decided.n))
        ok = doubts_write_all(&l, &tmp, now_ms, out, e);
    out->decided = l.decided.n;
    runs_unlock(s, run->id);
    arena_clear(&tmp);
    map_clear(&l.by_hash);
    decisions_clear(&l.decisions);
    return ok;
}
