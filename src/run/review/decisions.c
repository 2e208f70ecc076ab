/* SPDX-License-Identifier: Apache-2.0 */
#include "run/review/decisions.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/vec.h"
#include "grade/extract/extract.h"
#include "grade/jsonl.h"
#include "store/journal.h"

#include <inttypes.h>
#include <string.h>

/* ---- decisions ---- */

bool decisions_read(struct arena *a, struct store *s, struct decisions *out,
                    struct err *e)
{
    size_t n;

    *out = (struct decisions){ 0 };
    if (!review_list(s, a, REVIEW_OPEN, true, &out->rows, &n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        if (str_eq(out->rows[i].kind, "verdict") &&
            out->rows[i].state != REVIEW_OPEN)
            *map_put(&out->by_hash, &out->rows[i].hash, sizeof(struct hash128),
                     NULL) = i;
    return true;
}

void decisions_clear(struct decisions *d)
{
    map_clear(&d->by_hash);
}

static void set_verdict(struct arena *a, const struct review *r,
                        enum review_state state, const char *note,
                        struct result *out)
{
    bool has_note = note && *note;

    out->strict = out->lenient =
        state == REVIEW_ACCEPTED ? VERDICT_CORRECT : VERDICT_WRONG;
    out->why = arena_printf(a, "decided by review %" PRId64 "%s%s", r->id,
                            has_note ? ": " : "", has_note ? note : "");
    out->judge = DECISIONS_JUDGE;
}

bool decisions_apply(struct arena *a, const struct decisions *d,
                     const char *statement, const char *reply, struct result *r)
{
    struct hash128 of[2];
    size_t n = 0;

    if (!d->by_hash.n || r->outcome != OUTCOME_OK)
        return false;
    if (r->answer)
        of[n++] = review_hash_answer(statement, r->answer);
    if (reply)
        of[n++] = review_hash_reply(statement, reply);
    for (size_t i = 0; i < n; i++) {
        const size_t *at = map_get(&d->by_hash, &of[i], sizeof(of[i]));

        if (!at)
            continue;
        set_verdict(a, &d->rows[*at], d->rows[*at].state, d->rows[*at].note, r);
        return true;
    }
    return false;
}

/* ---- deciding ---- */

/* The results of one run that a decision is about. */
struct affected {
    const struct run_info *run;
    struct vec results; /* const struct result * */
};

static const char *decisions_statement_of(struct arena *a, const char *line)
{
    return json_string(json_get(json_parse(a, line), "statement"));
}

/* Marks the problems of the run with that statement. Lines are written by one
 * writer, so that the statement's JSON is looked for before a line is read. */
static bool *find_problems(struct arena *a, const char **lines, size_t n,
                           const char *statement, bool *any)
{
    bool *out = arena_array(a, bool, n + 1);
    struct str text = str_in(a);
    struct arena tmp = { 0 };

    json_write_string(&text, statement);
    *any = false;
    for (size_t i = 0; i < n; i++) {
        const char *one = NULL;

        if (strstr(lines[i], str_get(&text)))
            one = decisions_statement_of(&tmp, lines[i]);
        out[i] = one && str_eq(one, statement);
        *any |= out[i];
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    return out;
}

static bool is_about(struct store *s, struct arena *a, const struct review *r,
                     const char *statement, const struct result *x, bool *is,
                     struct err *e)
{
    struct hash128 hash = { 0, 0 };
    struct call c;
    bool found;

    if (x->answer)
        hash = review_hash_answer(statement, x->answer);
    *is = x->answer && memcmp(&hash, &r->hash, sizeof(hash)) == 0;
    if (*is)
        return true;
    if (!journal_find(s, a, x->call, false, &c, &found, e))
        return false;
    if (found && c.reply.text) {
        hash = review_hash_reply(statement, c.reply.text);
        *is = memcmp(&hash, &r->hash, sizeof(hash)) == 0;
    }
    return true;
}

/* Gives the results of a run that the decision is about its verdict. */
static bool change_results(struct arena *a, struct store *s,
                           const struct review *r, const char *statement,
                           const struct result *like, const bool *ours,
                           struct affected *out, struct err *e)
{
    struct arena tmp = { 0 };
    struct result *results;
    size_t n;
    bool ok = runs_results(s, a, out->run->id, &results, &n, e);

    for (size_t i = 0; ok && i < n; i++) {
        struct result *x = &results[i];
        bool is = false;

        if (x->outcome == OUTCOME_OK && ours[x->problem])
            ok = is_about(s, &tmp, r, statement, x, &is, e);
        if (is) {
            x->strict = x->lenient = like->lenient;
            x->why = like->why;
            x->judge = like->judge;
            *(const struct result **)vec_push(&out->results) = x;
        }
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    return ok;
}

static bool find_results(struct arena *a, struct store *s,
                         const struct review *r, const char *statement,
                         const struct result *like, struct affected *out,
                         struct err *e)
{
    struct arena tmp = { 0 }; /* for problems, which may be many */
    const char **lines;
    size_t n;
    bool *ours = NULL, any = false, ok;

    out->results = vec_in(a, sizeof(const struct result *));
    ok = runs_problems(s, &tmp, out->run->id, &lines, &n, e);
    if (ok)
        ours = find_problems(&tmp, lines, n, statement, &any);
    if (any)
        ok = change_results(a, s, r, statement, like, ours, out, e);
    arena_clear(&tmp);
    return ok;
}

/* Whoever decides knows what was decided before. */
static bool is_news(struct store *s, struct arena *a, const struct review *r,
                    struct err *e)
{
    struct review now;
    bool found;

    if (!review_by_id(s, a, r->id, &now, &found, e))
        return false;
    return (found && now.state == r->state &&
            now.decided_ms == r->decided_ms) ||
           err_set(e, ERR_DOMAIN,
                   "somebody else has decided review %" PRId64
                   " in the meantime",
                   r->id);
}

static bool decisions_write_all(struct store *s, struct arena *a,
                                const struct ruling *d, int64_t now_ms,
                                const struct affected *all, size_t n,
                                struct err *e)
{
    if (!is_news(s, a, d->row, e) ||
        !review_decide(s, d->row->id, d->state, d->key, d->note, now_ms, e))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!runs_append(s, all[i].run->id, all[i].results.items,
                         all[i].results.n, now_ms, e))
            return false;
    return !d->audit_event || audit_events_add(s, d->audit_event, d->from, e);
}

static bool write_ruling(struct store *s, struct arena *a,
                         const struct ruling *d, int64_t now_ms,
                         const struct affected *all, size_t n, struct err *e)
{
    if (!store_begin_alone(s, e))
        return false;
    if (decisions_write_all(s, a, d, now_ms, all, n, e))
        return store_commit(s, e);
    store_rollback(s);
    return false;
}

/* Finds what a decision about a verdict changes; one about a key changes no
 * result. Whoever held the lock of a run may have appended to it since its
 * results were read: they are read again. */
static bool find_affected(struct arena *a, struct store *s,
                          const struct ruling *d, struct affected **out,
                          size_t *n, struct err *e)
{
    const char *statement = decisions_statement_of(a, d->row->problem);
    struct result like = { 0 };
    struct run_info *runs;

    *n = 0;
    if (!statement || !str_eq(d->row->kind, "verdict"))
        return true;
    set_verdict(a, d->row, d->state, d->note, &like);
    if (!runs_list(s, a, &runs, n, e))
        return false;
    *out = arena_array(a, struct affected, *n + 1);
    for (size_t i = 0; i < *n; i++) {
        struct affected *x = &(*out)[i];

        x->run = &runs[i];
        if (!find_results(a, s, d->row, statement, &like, x, e) ||
            (x->results.n &&
             (!runs_lock(s, runs[i].id, e) ||
              !find_results(a, s, d->row, statement, &like, x, e))))
            return false;
    }
    return true;
}

bool decisions_make(struct arena *a, struct store *s, const struct ruling *d,
                    int64_t now_ms, size_t *changed, struct err *e)
{
    struct affected *all = NULL;
    size_t n;
    bool ok = find_affected(a, s, d, &all, &n, e) &&
              write_ruling(s, a, d, now_ms, all, n, e);

    *changed = 0;
    for (size_t i = 0; all && i < n && all[i].run; i++) {
        *changed += all[i].results.n;
        runs_unlock(s, all[i].run->id);
    }
    return ok;
}

/* ---- the problem ---- */

const struct json *review_object(struct arena *a, const char *text)
{
    const struct json *v = json_parse(a, text);

    return v && v->type == JSON_OBJECT ? v : NULL;
}

const struct json *review_problem(struct arena *a, const struct review *r)
{
    return review_object(a, r->problem);
}

const struct json *review_evidence(struct arena *a, const struct review *r)
{
    return review_object(a, r->evidence);
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
