/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Calls in and out. The order of binding and taking is that of the columns in
 * sql.c.
 */
#include "store/journal.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "store/journal_int.h"
#include "store/row.h"
#include "store/store_int.h"

#include "base/json.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

/* ---- by batch ---- */

#define BATCHED "[{\"batch\":" /* as SQL_RESULTS looks for it */

const char *call_by_batch(struct arena *a, const char *remote)
{
    struct str out = str_in(a);

    str_add(&out, BATCHED " ");
    json_write_string(&out, remote);
    str_add(&out, "}]");
    return str_get(&out);
}

bool call_is_batched(const struct call *c)
{
    return c->history && str_starts(c->history, BATCHED);
}

/* ---- finding ---- */

/* In the order of the sha. */
static const struct store_column call_columns[] = {
    COLUMN(HASH, call, key),
    COLUMN(NEED, call, url),
    COLUMN(NEED, call, model),
    COLUMN(INT, call, attempt),
    COLUMN(TEXT, call, body),
    COLUMN(TEXT, call, raw),
    COLUMN(OUTCOME, call, reply.outcome),
    COLUMN(NEED, call, reply.text),
    COLUMN(TEXT, call, reply.reasoning),
    COLUMN(TEXT, call, reply.finish),
    COLUMN(TEXT, call, reply.why),
    COLUMN(KNOWN, call, reply.usage.prompt),
    COLUMN(KNOWN, call, reply.usage.completion),
    COLUMN(KNOWN, call, reply.usage.reasoning),
    COLUMN(KNOWN, call, reply.usage.cached),
    COLUMN(TEXT, call, reply.served),
    COLUMN(TEXT, call, reply.id),
    COLUMN(TEXT, call, reply.fingerprint),
    COLUMN(TEXT, call, reply.note),
    COLUMN(INT32, call, status),
    COLUMN(INT32, call, http_version),
    COLUMN(INT32, call, tries),
    COLUMN(TEXT, call, history),
    COLUMN(INT, call, sent_ms),
    COLUMN(INT, call, took_ms),
    COLUMN(INT, call, total_ms),
};

static const struct store_row call_row = ROW("a call", call, call_columns, 0);

static const struct store_column course_columns[] = {
    COLUMN(INT, course, first_ms),
    COLUMN(INT, course, gap_ms),
    COLUMN(INT, course, pieces),
};

static const struct store_row course_row =
    ROW("a course", course, course_columns, STORE_COURSES);

bool journal_take(struct query *q, struct arena *a, struct call *out,
                  struct err *e)
{
    return rows_take(q, a, &call_row, out, e) ||
           err_set(e, ERR_DOMAIN,
                   "the store \"%.200s\" has an invalid call; assay store "
                   "verify shows details",
                   q->db->path);
}

bool journal_find(struct store *s, struct arena *a, struct hash128 key,
                  bool whole, struct call *out, bool *found, struct err *e)
{
    struct query q = query_with(&s->db, whole ? SQL_CALL_WHOLE : SQL_CALL_FIND,
                                ARGS(sql_hash(key)));
    bool ok;

    if (!query_row(&q, found, e))
        return false;
    ok = !*found || journal_take(&q, a, out, e);
    query_end(&q);
    return ok;
}

bool journal_text(struct store *s, struct arena *a, struct hash128 key,
                  const char **out, struct err *e)
{
    struct query q = query_with(&s->db, SQL_CALL_TEXT, ARGS(sql_hash(key)));
    bool found;

    *out = NULL;
    if (!query_row(&q, &found, e))
        return false;
    *out = found ? query_take_text(&q, a) : NULL;
    query_end(&q);
    return true;
}

bool journal_has(struct store *s, struct hash128 key, bool *found,
                 struct err *e)
{
    return query_exists(&s->db, SQL_CALL_HAS, ARGS(sql_hash(key)), found, e);
}

#define AMONG 32 /* keys that SQL_CALL_AMONG takes */

static int journal_compare(struct hash128 a, struct hash128 b)
{
    if (a.high != b.high)
        return a.high < b.high ? -1 : 1;
    return (a.low > b.low) - (a.low < b.low);
}

static void journal_note_key(struct hash128 key, const struct hash128 *keys,
                             size_t n, bool *has)
{
    for (size_t i = 0; i < n; i++)
        has[i] = has[i] || journal_compare(keys[i], key) == 0;
}

static bool find_among(struct store *s, const struct hash128 *keys, size_t n,
                       bool *has, struct err *e)
{
    struct query q = query_open(&s->db, SQL_CALL_AMONG);
    enum query_got got;

    for (size_t i = 0; i < AMONG; i++)
        query_bind(&q, sql_hash(keys[i < n ? i : 0]));
    while ((got = query_step(&q, e)) == QUERY_ROW)
        journal_note_key(query_take_hash(&q), keys, n, has);
    return got == QUERY_END;
}

bool journal_has_many(struct store *s, const struct hash128 *keys, size_t n,
                      bool *has, struct err *e)
{
    if (n)
        memset(has, 0, n * sizeof(*has));
    for (size_t i = 0; i < n; i += AMONG)
        if (!find_among(s, keys + i, n - i < AMONG ? n - i : AMONG, has + i, e))
            return false;
    return true;
}

/* ---- the sha ---- */

void journal_sha(struct chain *c, const struct call *call,
                 unsigned char out[CHAIN_BYTES])
{
    struct call in = *call;

    in.reply.text = in.reply.text ? in.reply.text : "";
    chain_begin(c, "assay call 1");
    rows_chain(c, &call_row, &in, 0, call_row.n);
    chain_end(c, out);
}

/* ---- committing ---- */

static struct fresh_call *fresh_at(struct store *s, struct hash128 key)
{
    if (!s->fresh)
        s->fresh = alloc_new(STORE_FRESH, sizeof(*s->fresh));
    return &s->fresh[key.low & (STORE_FRESH - 1)];
}

static void fresh_put(struct store *s, const struct call *c, int64_t id,
                      const unsigned char sha[CHAIN_BYTES])
{
    struct fresh_call *f = fresh_at(s, c->key);

    f->key = c->key;
    f->id = id;
    memcpy(f->sha, sha, CHAIN_BYTES);
}

/* Once: a row that is dropped later is not found here. */
bool journal_fresh_take(struct store *s, struct hash128 key, int64_t *id,
                        unsigned char sha[CHAIN_BYTES])
{
    struct fresh_call *f = fresh_at(s, key);

    if (!f->id || journal_compare(f->key, key) != 0)
        return false;
    *id = f->id;
    memcpy(sha, f->sha, CHAIN_BYTES);
    f->id = 0;
    return true;
}

/* A call that is on its way into the store. */
struct coming {
    struct query_came came;
    unsigned char sha[CHAIN_BYTES];
};

/* A row that is not added is one whose key was there. */
static bool post_call(struct store *s, const struct call *c, int64_t now,
                      struct coming *out, struct err *e)
{
    struct query q = query_open(&s->db, SQL_CALL_ADD);
    struct call in = *c;

    in.reply.text = in.reply.text ? in.reply.text : "";
    journal_sha(&s->chain, &in, out->sha);
    rows_bind(&q, &call_row, &in, 0, call_row.n);
    query_bind(&q, sql_blob(out->sha, sizeof(out->sha)));
    query_bind(&q, sql_int(now));
    return query_post(&q, &out->came, e);
}

bool journal_course(struct store *s, struct hash128 key, struct course *out,
                    bool *found, struct err *e)
{
    return rows_find(s, NULL, &course_row, SQL_TIMING_FIND, ARGS(sql_hash(key)),
                     out, found, e);
}

bool runs_courses(struct store *s, struct arena *a, int64_t run,
                  struct run_course **out, size_t *n, struct err *e)
{
    static const struct store_column columns[] = {
        COLUMN(INT, run_course, model),
        COLUMN(INT, run_course, course.first_ms),
        COLUMN(INT, run_course, course.gap_ms),
        COLUMN(INT, run_course, course.pieces),
        COLUMN(INT, run_course, took_ms),
        COLUMN(KNOWN, run_course, tokens),
    };
    static const struct store_row row =
        ROW("a course", run_course, columns, STORE_COURSES);

    return rows_list(s, a, &row, SQL_TIMINGS, ARGS(sql_int(run)), out, n, e);
}

/* *already, unless NULL, is set to whether there was an earlier reply. */
static bool journal_note_trouble(struct store *s, const struct call *c,
                                 int64_t now, bool *already, struct err *e)
{
    return (!already || journal_has(s, c->key, already, e)) &&
           query_do(&s->db, SQL_TROUBLE_ADD,
                    ARGS(sql_hash(c->key), sql_text(c->url), sql_text(c->model),
                         sql_int((int64_t)c->attempt),
                         sql_text(outcome_name(c->reply.outcome)),
                         sql_text(c->reply.why), sql_int(c->status),
                         sql_int(c->tries), sql_text(c->history), sql_int(now)),
                    e);
}

/* What came of a reply that was posted. */
static bool note_reply(struct store *s, const struct call *c,
                       const struct coming *in, bool *already, struct err *e)
{
    int64_t id = in->came.changes ? in->came.last_id : 0;
    struct query q;

    if (already)
        *already = !id;
    if (!id)
        return true;
    fresh_put(s, c, id, in->sha);
    if (!c->course.pieces)
        return true;
    q = query_with(&s->db, SQL_TIMING_ADD, ARGS(sql_int(id)));
    rows_bind(&q, &course_row, &c->course, 0, course_row.n);
    return query_post(&q, NULL, e);
}

struct place { /* of a call in the list */
    struct hash128 key;
    size_t at;
};

static int journal_by_key(const void *left, const void *right)
{
    const struct place *x = left, *y = right;
    int c = journal_compare(x->key, y->key);

    return c ? c : (x->at > y->at) - (x->at < y->at);
}

static bool journal_add_all(struct store *s, const struct call *const *calls,
                            const struct place *order, size_t n,
                            struct coming *in, bool *already, struct err *e)
{
    int64_t now = clock_day_ms();

    for (size_t k = 0; k < n; k++) {
        size_t i = order[k].at;

        if (outcome_is_reply(calls[i]->reply.outcome)
                ? !post_call(s, calls[i], now, &in[i], e)
                : !journal_note_trouble(s, calls[i], now,
                                        already ? &already[i] : NULL, e))
            return false;
    }
    if (!query_settle(&s->db, e))
        return false;
    for (size_t i = 0; i < n; i++)
        if (outcome_is_reply(calls[i]->reply.outcome) &&
            !note_reply(s, calls[i], &in[i], already ? &already[i] : NULL, e))
            return false;
    return true;
}

/* In a database two who add the same calls wait for each other's, and must not do
 * so crosswise: they come in the order of their keys. */
bool journal_commit(struct store *s, const struct call *const *calls, size_t n,
                    bool *already, struct err *e)
{
    struct coming *in;
    struct place *order;
    bool own, ok;

    if (n == 0)
        return true;
    if (!store_enter(s, &own, e))
        return false;
    in = alloc_new(n, sizeof(*in));
    order = alloc_new(n, sizeof(*order));
    for (size_t i = 0; i < n; i++)
        order[i] = (struct place){ calls[i]->key, i };
    if (store_is_address(s->shown))
        qsort(order, n, sizeof(*order), journal_by_key);
    ok = journal_add_all(s, calls, order, n, in, already, e);
    free(order);
    free(in);
    return store_leave(s, own, ok, e);
}
