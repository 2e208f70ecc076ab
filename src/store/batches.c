/* SPDX-License-Identifier: Apache-2.0 */
#include "store/batches.h"
#include "store/runs.h"
#include "store/store_int.h"

#define LOCK 0 /* its place among the locks of runs, which count from 1 */

static const char *const states[] = { "made", "sent", "fetched", "lost" };

/* ---- making ---- */

static bool batches_add_keys(struct store *s, int64_t id,
                             const struct hash128 *keys, size_t n,
                             struct err *e)
{
    for (size_t i = 0; i < n; i++) {
        struct query q = query_open(&s->db, SQL_BATCH_CALL_ADD);

        query_int(&q, id);
        query_hash(&q, keys[i]);
        if (!query_run(&q, e))
            return false;
    }
    return true;
}

/* Its keys may be fewer than its calls, of which some have their reply. */
static bool store_batches_make(struct store *s, const struct batch_row *b,
                               const struct hash128 *keys, size_t n,
                               int64_t *id, struct err *e)
{
    struct query q = query_open(&s->db, SQL_BATCH_ADD);

    query_text(&q, b->url);
    query_text(&q, b->model);
    query_text(&q, b->token);
    query_int(&q, (int64_t)b->calls);
    query_int(&q, b->made_ms);
    return query_add(&q, NULL, id, e) && batches_add_keys(s, *id, keys, n, e);
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
    bool own;

    return store_enter(s, &own, e) &&
           store_leave(s, own, store_batches_make(s, &b, keys, n, id, e), e);
}

/* ---- changing ---- */

bool batches_set_file(struct store *s, int64_t id, const char *file,
                      struct err *e)
{
    struct query q = query_open(&s->db, SQL_BATCH_FILE);

    query_text(&q, file);
    query_int(&q, id);
    return store_change(s, &q, "batch", id, e);
}

bool batches_set_sent(struct store *s, int64_t id, const char *remote,
                      int64_t now_ms, struct err *e)
{
    struct query q = query_open(&s->db, SQL_BATCH_SENT);

    query_text(&q, remote);
    query_int(&q, now_ms);
    query_int(&q, id);
    return store_change(s, &q, "batch", id, e);
}

bool batches_set_said(struct store *s, int64_t id, const char *said,
                      int64_t now_ms, struct err *e)
{
    struct query q = query_open(&s->db, SQL_BATCH_SAID);

    query_text(&q, said);
    query_int(&q, now_ms);
    query_int(&q, id);
    return store_change(s, &q, "batch", id, e);
}

static bool store_batches_end(struct store *s, int64_t id,
                              enum batch_state state, const char *why,
                              int64_t now_ms, struct err *e)
{
    struct query q = query_open(&s->db, SQL_BATCH_KEYS_DROP);

    query_int(&q, id);
    if (!query_run(&q, e))
        return false;
    q = query_open(&s->db, SQL_BATCH_END);
    query_text(&q, states[state]);
    query_text(&q, why);
    query_int(&q, now_ms);
    query_int(&q, id);
    return query_run(&q, e);
}

bool batches_end(struct store *s, int64_t id, enum batch_state state,
                 const char *why, int64_t now_ms, struct err *e)
{
    bool own;

    INVARIANT(state == BATCH_FETCHED || state == BATCH_LOST);
    return store_enter(s, &own, e) &&
           store_leave(s, own, store_batches_end(s, id, state, why, now_ms, e),
                       e);
}

static bool renew(struct store *s, const struct batch_row *b, struct arena *a,
                  const char *why, int64_t now_ms, struct err *e)
{
    struct hash128 *keys;
    size_t n;
    int64_t id;

    return batches_keys(s, a, b->id, &keys, &n, e) &&
           store_batches_end(s, b->id, BATCH_LOST, why, now_ms, e) &&
           (n == 0 || store_batches_make(s, b, keys, n, &id, e));
}

bool batches_renew(struct store *s, const struct batch_row *b, const char *why,
                   int64_t now_ms, struct err *e)
{
    struct arena a = { 0 };
    bool own, ok = store_enter(s, &own, e) &&
                   store_leave(s, own, renew(s, b, &a, why, now_ms, e), e);

    arena_clear(&a);
    return ok;
}

/* ---- looking ---- */

static bool batches_take(struct query *q, struct arena *a, void *out,
                         struct err *e)
{
    struct batch_row *b = out;
    int state;

    *b = (struct batch_row){ .id = query_take_int(q) };
    b->url = query_take_text(q, a);
    b->model = query_take_text(q, a);
    state = query_take_word(q, states, 4);
    b->token = query_take_text(q, a);
    b->file = query_take_text(q, a);
    b->remote = query_take_text(q, a);
    b->said = query_take_text(q, a);
    b->calls = (uint64_t)query_take_int(q);
    b->made_ms = query_take_int(q);
    b->sent_ms = query_take_int(q);
    b->seen_ms = query_take_int(q);
    if (state < 0 || !b->url || !b->model || !b->token || !b->said ||
        (state == BATCH_SENT && !b->remote))
        return query_nonsense(q, "a batch", e);
    b->state = (enum batch_state)state;
    return true;
}

static bool store_batches_list(struct store *s, struct arena *a, bool waited,
                               struct batch_row **out, size_t *n, struct err *e)
{
    struct vec rows = vec_in(a, sizeof(struct batch_row));
    struct query q;
    bool ok = true;

    if (store_version(s) >= STORE_COURSES) {
        q = query_open(&s->db, SQL_BATCH_OPEN);
        query_int(&q, waited);
        ok = query_all(&q, a, batches_take, &rows, e);
    }
    *out = rows.items;
    *n = rows.n;
    return ok;
}

bool batches_list(struct store *s, struct arena *a, struct batch_row **out,
                  size_t *n, struct err *e)
{
    return store_batches_list(s, a, true, out, n, e);
}

bool batches_idle(struct store *s, struct arena *a, struct batch_row **out,
                  size_t *n, struct err *e)
{
    return store_batches_list(s, a, false, out, n, e);
}

/* Step to the only row that there can be, of which nothing is wanted. */
static bool batches_is_there(struct query *q, bool *found, struct err *e)
{
    if (!query_row(q, found, e))
        return false;
    query_end(q);
    return true;
}

bool batches_know(struct store *s, const char *url, const char *remote,
                  bool *found, struct err *e)
{
    struct query q = query_open(&s->db, SQL_BATCH_REMOTE);

    query_text(&q, url);
    query_text(&q, remote);
    return batches_is_there(&q, found, e);
}

static bool batches_take_key(struct query *q, struct arena *a, void *out,
                             struct err *e)
{
    (void)a;
    (void)e;
    *(struct hash128 *)out = query_take_hash(q);
    return true;
}

bool batches_keys(struct store *s, struct arena *a, int64_t id,
                  struct hash128 **out, size_t *n, struct err *e)
{
    struct vec rows = vec_in(a, sizeof(struct hash128));
    struct query q = query_open(&s->db, SQL_BATCH_KEYS);
    bool ok;

    query_int(&q, id);
    ok = query_all(&q, a, batches_take_key, &rows, e);
    *out = rows.items;
    *n = rows.n;
    return ok;
}

bool batches_has_key(struct store *s, int64_t id, struct hash128 key,
                     bool *found, struct err *e)
{
    struct query q = query_open(&s->db, SQL_BATCH_KEY_HAS);

    query_int(&q, id);
    query_hash(&q, key);
    return batches_is_there(&q, found, e);
}

bool batches_drop_key(struct store *s, int64_t id, struct hash128 key,
                      struct err *e)
{
    struct query q = query_open(&s->db, SQL_BATCH_KEY_DROP);
    bool own;

    query_int(&q, id);
    query_hash(&q, key);
    return store_enter(s, &own, e) && store_leave(s, own, query_run(&q, e), e);
}

bool batches_left(struct store *s, int64_t id, uint64_t *n, struct err *e)
{
    struct query q = query_open(&s->db, SQL_BATCH_LEFT);
    bool found;

    query_int(&q, id);
    if (!query_row(&q, &found, e))
        return false;
    INVARIANT(found);
    *n = (uint64_t)query_take_int(&q);
    query_end(&q);
    return true;
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
