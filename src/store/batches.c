/* SPDX-License-Identifier: Apache-2.0 */
#include "store/batches.h"
#include "store/row.h"
#include "store/runs.h"
#include "store/store_int.h"

#define LOCK 0 /* its place among the locks of runs, which count from 1 */

static const char *const states[] = { "made", "sent", "fetched", "lost" };

/* ---- making ---- */

/* Its keys may be fewer than its calls, of which some have their reply. */
static bool batches_put(struct store *s, const struct batch_row *b,
                        const struct hash128 *keys, size_t n, int64_t *id,
                        struct err *e)
{
    struct query q;
    bool own, ok;

    if (!store_enter(s, &own, e))
        return false;
    q = query_with(&s->db, SQL_BATCH_ADD,
                   ARGS(sql_text(b->url), sql_text(b->model),
                        sql_text(b->token), sql_int((int64_t)b->calls),
                        sql_int(b->made_ms)));
    ok = query_add(&q, NULL, id, e);
    for (size_t i = 0; ok && i < n; i++)
        ok = query_do(&s->db, SQL_BATCH_CALL_ADD,
                      ARGS(sql_int(*id), sql_hash(keys[i])), e);
    return store_leave(s, own, ok, e);
}

bool batches_make(struct store *s, const char *url, const char *model,
                  const char *token, const struct hash128 *keys, size_t n,
                  int64_t now_ms, int64_t *id, struct err *e)
{
    struct batch_row b = { .url = url,
                           .model = model,
                           .token = token,
                           .calls = n,
                           .made_ms = now_ms };

    return batches_put(s, &b, keys, n, id, e);
}

/* ---- changing ---- */

bool batches_set_file(struct store *s, int64_t id, const char *file,
                      struct err *e)
{
    return store_change(s, SQL_BATCH_FILE, ARGS(sql_text(file), sql_int(id)),
                        "batch", id, e);
}

bool batches_set_sent(struct store *s, int64_t id, const char *remote,
                      int64_t now_ms, struct err *e)
{
    return store_change(s, SQL_BATCH_SENT,
                        ARGS(sql_text(remote), sql_int(now_ms), sql_int(id)),
                        "batch", id, e);
}

bool batches_set_said(struct store *s, int64_t id, const char *said,
                      int64_t now_ms, struct err *e)
{
    return store_change(s, SQL_BATCH_SAID,
                        ARGS(sql_text(said), sql_int(now_ms), sql_int(id)),
                        "batch", id, e);
}

bool batches_end(struct store *s, int64_t id, enum batch_state state,
                 const char *why, int64_t now_ms, struct err *e)
{
    bool own, ok;

    INVARIANT(state == BATCH_FETCHED || state == BATCH_LOST);
    if (!store_enter(s, &own, e))
        return false;
    ok = query_do(&s->db, SQL_BATCH_KEYS_DROP, ARGS(sql_int(id)), e) &&
         query_do(&s->db, SQL_BATCH_END,
                  ARGS(sql_text(states[state]), sql_text(why), sql_int(now_ms),
                       sql_int(id)),
                  e);
    return store_leave(s, own, ok, e);
}

bool batches_renew(struct store *s, const struct batch_row *b, const char *why,
                   int64_t now_ms, struct err *e)
{
    struct arena a = { 0 };
    struct hash128 *keys;
    size_t n = 0;
    int64_t id;
    bool own, ok;

    if (!store_enter(s, &own, e))
        return false;
    ok = batches_keys(s, &a, b->id, &keys, &n, e) &&
         batches_end(s, b->id, BATCH_LOST, why, now_ms, e) &&
         (n == 0 || batches_put(s, b, keys, n, &id, e));
    arena_clear(&a);
    return store_leave(s, own, ok, e);
}

/* ---- looking ---- */

static bool batches_is_whole(struct query *q, struct arena *a, void *out)
{
    const struct batch_row *b = out;

    (void)q, (void)a;
    return b->state != BATCH_SENT || b->remote;
}

static const struct store_column batch_columns[] = {
    COLUMN(INT, batch_row, id),      COLUMN(NEED, batch_row, url),
    COLUMN(NEED, batch_row, model),  COLUMN_WORD(batch_row, state, states, 4),
    COLUMN(NEED, batch_row, token),  COLUMN(TEXT, batch_row, file),
    COLUMN(TEXT, batch_row, remote), COLUMN(NEED, batch_row, said),
    COLUMN(INT, batch_row, calls),   COLUMN(INT, batch_row, made_ms),
    COLUMN(INT, batch_row, sent_ms), COLUMN(INT, batch_row, seen_ms),
};

static const struct store_row batch_row_of = ROW_THEN(
    "a batch", batch_row, batch_columns, STORE_COURSES, batches_is_whole);

bool batches_list(struct store *s, struct arena *a, struct batch_row **out,
                  size_t *n, struct err *e)
{
    return rows_list(s, a, &batch_row_of, SQL_BATCH_OPEN, ARGS(sql_int(true)),
                     out, n, e);
}

bool batches_idle(struct store *s, struct arena *a, struct batch_row **out,
                  size_t *n, struct err *e)
{
    return rows_list(s, a, &batch_row_of, SQL_BATCH_OPEN, ARGS(sql_int(false)),
                     out, n, e);
}

bool batches_know(struct store *s, const char *url, const char *remote,
                  bool *found, struct err *e)
{
    return query_exists(&s->db, SQL_BATCH_REMOTE,
                        ARGS(sql_text(url), sql_text(remote)), found, e);
}

bool batches_keys(struct store *s, struct arena *a, int64_t id,
                  struct hash128 **out, size_t *n, struct err *e)
{
    static const struct store_column key = { .type = ROW_HASH };
    static const struct store_row key_row = { "a batch", sizeof(struct hash128),
                                              &key,      1,
                                              0,         NULL };

    return rows_list(s, a, &key_row, SQL_BATCH_KEYS, ARGS(sql_int(id)), out, n,
                     e);
}

bool batches_has_key(struct store *s, int64_t id, struct hash128 key,
                     bool *found, struct err *e)
{
    return query_exists(&s->db, SQL_BATCH_KEY_HAS,
                        ARGS(sql_int(id), sql_hash(key)), found, e);
}

bool batches_drop_key(struct store *s, int64_t id, struct hash128 key,
                      struct err *e)
{
    bool own;

    return store_enter(s, &own, e) &&
           store_leave(s, own,
                       query_do(&s->db, SQL_BATCH_KEY_DROP,
                                ARGS(sql_int(id), sql_hash(key)), e),
                       e);
}

bool batches_left(struct store *s, int64_t id, uint64_t *n, struct err *e)
{
    int64_t left;
    bool ok = query_number(&s->db, SQL_BATCH_LEFT, ARGS(sql_int(id)), &left, e);

    *n = (uint64_t)left;
    return ok;
}

/* ---- one at a time ---- */

bool batches_lock(struct store *s, bool *got, struct err *e)
{
    struct err why;

    *got = runs_lock(s, LOCK, &why);
    if (*got || why.code == ERR_DOMAIN) /* another process has it */
        return true;
    *e = why;
    return false;
}

void batches_unlock(struct store *s)
{
    runs_unlock(s, LOCK);
}
