/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The review queue. The order of binding and taking is that of the columns in
 * sql.c.
 */
#include "store/reviews.h"
#include "store/reviews_int.h"
#include "store/store_int.h"

#include <inttypes.h>

#define N_STATES 3

static const char *const state_names[N_STATES] = {
    [REVIEW_OPEN] = "open",
    [REVIEW_ACCEPTED] = "accepted",
    [REVIEW_REJECTED] = "rejected",
};

const char *review_state_name(enum review_state s)
{
    INVARIANT((size_t)s < N_STATES);
    return state_names[s];
}

bool review_state_find(const char *name, enum review_state *out)
{
    int i = query_word(name, state_names, N_STATES);

    if (i >= 0)
        *out = (enum review_state)i;
    return i >= 0;
}

/* `what` and `text` are NULL where the statement is all there is. */
static struct hash128 hash_of(const char *kind, const char *statement,
                              const char *what, const char *text)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, "review");
    hasher_text(&h, kind);
    hasher_text(&h, statement);
    if (what) {
        hasher_text(&h, what);
        hasher_text(&h, text);
    }
    return hasher_close(&h);
}

struct hash128 review_hash(const char *kind, const char *statement)
{
    return hash_of(kind, statement, NULL, NULL);
}

struct hash128 review_hash_answer(const char *statement, const char *answer)
{
    return hash_of("verdict", statement, "answer", answer);
}

struct hash128 review_hash_reply(const char *statement, const char *reply)
{
    return hash_of("verdict", statement, "reply", reply);
}

/* ---- finding ---- */

static const struct store_column review_columns[] = {
    COLUMN(INT, review, id),
    COLUMN(HASH, review, hash),
    COLUMN(NEED, review, kind),
    COLUMN(TEXT, review, hunt),
    COLUMN(NEED, review, problem),
    COLUMN(NEED, review, why),
    COLUMN(NEED, review, evidence),
    COLUMN(INT, review, made_ms),
    COLUMN_WORD(review, state, state_names, N_STATES),
    COLUMN(TEXT, review, key),
    COLUMN(TEXT, review, note),
    COLUMN(INT, review, decided_ms),
};

const struct store_row review_row =
    ROW("a review", review, review_columns, STORE_REVIEWS);

bool review_find(struct store *s, struct arena *a, struct hash128 hash,
                 struct review *out, bool *found, struct err *e)
{
    return rows_find(s, a, &review_row, SQL_REVIEW_BY_HASH,
                     ARGS(sql_hash(hash)), out, found, e);
}

bool review_by_id(struct store *s, struct arena *a, int64_t id,
                  struct review *out, bool *found, struct err *e)
{
    return rows_find(s, a, &review_row, SQL_REVIEW_BY_ID, ARGS(sql_int(id)),
                     out, found, e);
}

bool review_list(struct store *s, struct arena *a, enum review_state state,
                 bool all, struct review **out, size_t *n, struct err *e)
{
    return rows_list(
        s, a, &review_row, all ? SQL_REVIEW_ALL : SQL_REVIEW_OF_STATE,
        all ? NULL : ARGS(sql_text(review_state_name(state))), out, n, e);
}

/* ---- changing ---- */

/* Within a transaction: nobody can put it there in between. */
bool review_put(struct store *s, struct arena *a, const struct review *r,
                struct review *out, bool *found, struct err *e)
{
    struct review in = *r;
    bool own, ok, there;
    struct query q;

    if (!store_enter_alone(s, &own, e))
        return false;
    ok = review_find(s, a, r->hash, out, found, e);
    if (ok && !*found) {
        in.evidence = r->evidence ? r->evidence : "{}";
        q = query_open(&s->db, SQL_REVIEW_ADD);
        rows_bind(&q, &review_row, &in, 1, REVIEW_ASKS);
        ok = query_run(&q, e) && review_find(s, a, r->hash, out, &there, e);
        INVARIANT(!ok || there);
        ok = ok && review_chain_append(s, out, false, e);
    }
    return store_leave(s, own, ok, e);
}

/* The ledger gets what the row says then. */
bool review_decide(struct store *s, int64_t id, enum review_state state,
                   const char *key, const char *note, int64_t now_ms,
                   struct err *e)
{
    struct arena a = { 0 };
    struct review r;
    bool own, ok, found = false;

    INVARIANT(state != REVIEW_OPEN);
    if (!store_enter_alone(s, &own, e))
        return false;
    ok = query_do(&s->db, SQL_REVIEW_DECIDE,
                  ARGS(sql_text(review_state_name(state)),
                       sql_text(state == REVIEW_ACCEPTED ? key : NULL),
                       sql_text(note), sql_int(now_ms), sql_int(id)),
                  e) &&
         review_by_id(s, &a, id, &r, &found, e);
    if (ok && !found)
        ok = err_set(e, ERR_USAGE,
                     "there is no review %" PRId64 "; `assay review --all` "
                     "lists them",
                     id);
    ok = ok && review_chain_append(s, &r, false, e);
    arena_clear(&a);
    return store_leave(s, own, ok, e);
}
