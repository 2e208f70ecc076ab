/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The review queue. The order of binding and taking is that of the columns in
 * sql.c.
 */
#include "store/reviews.h"
#include "base/vec.h"
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

bool review_take(struct query *q, struct arena *a, void *to, struct err *e)
{
    struct review *out = to;
    int state;

    *out = (struct review){ .id = query_take_int(q) };
    out->hash = query_take_hash(q);
    out->kind = query_take_text(q, a);
    out->hunt = query_take_text(q, a);
    out->problem = query_take_text(q, a);
    out->why = query_take_text(q, a);
    out->evidence = query_take_text(q, a);
    state = query_take_word(q, state_names, N_STATES);
    out->key = query_take_text(q, a);
    out->note = query_take_text(q, a);
    out->made_ms = query_take_int(q);
    out->decided_ms = query_take_int(q);
    if (!out->kind || !out->problem || !out->why || !out->evidence || state < 0)
        return query_nonsense(q, "a review", e);
    out->state = (enum review_state)state;
    return true;
}

static bool reviews_has_queue(const struct store *s)
{
    return store_version(s) >= STORE_REVIEWS;
}

bool review_find(struct store *s, struct arena *a, struct hash128 hash,
                 struct review *out, bool *found, struct err *e)
{
    struct query q;

    *found = false;
    if (!reviews_has_queue(s))
        return true;
    q = query_open(&s->db, SQL_REVIEW_BY_HASH);
    query_hash(&q, hash);
    return query_one(&q, a, review_take, out, found, e);
}

bool review_by_id(struct store *s, struct arena *a, int64_t id,
                  struct review *out, bool *found, struct err *e)
{
    struct query q;

    *found = false;
    if (!reviews_has_queue(s))
        return true;
    q = query_open(&s->db, SQL_REVIEW_BY_ID);
    query_int(&q, id);
    return query_one(&q, a, review_take, out, found, e);
}

bool review_list(struct store *s, struct arena *a, enum review_state state,
                 bool all, struct review **out, size_t *n, struct err *e)
{
    struct vec rows = vec_in(a, sizeof(struct review));
    struct query q;
    bool ok = true;

    if (reviews_has_queue(s)) {
        q = query_open(&s->db, all ? SQL_REVIEW_ALL : SQL_REVIEW_OF_STATE);
        if (!all)
            query_text(&q, review_state_name(state));
        ok = query_all(&q, a, review_take, &rows, e);
    }
    *out = rows.items;
    *n = rows.n;
    return ok;
}

/* ---- changing ---- */

static bool reviews_add(struct store *s, const struct review *r, struct err *e)
{
    struct query q = query_open(&s->db, SQL_REVIEW_ADD);

    query_hash(&q, r->hash);
    query_text(&q, r->kind);
    query_text(&q, r->hunt);
    query_text(&q, r->problem);
    query_text(&q, r->why);
    query_text(&q, r->evidence ? r->evidence : "{}");
    query_int(&q, r->made_ms);
    return query_run(&q, e);
}

/* Within a transaction: nobody can put it there in between. */
static bool reviews_put(struct store *s, struct arena *a,
                        const struct review *r, struct review *out, bool *found,
                        struct err *e)
{
    bool there;

    if (!review_find(s, a, r->hash, out, found, e))
        return false;
    if (*found)
        return true;
    if (!reviews_add(s, r, e) || !review_find(s, a, r->hash, out, &there, e))
        return false;
    INVARIANT(there);
    return review_chain_append(s, out, false, e);
}

bool review_put(struct store *s, struct arena *a, const struct review *r,
                struct review *out, bool *found, struct err *e)
{
    bool own;

    return store_enter_alone(s, &own, e) &&
           store_leave(s, own, reviews_put(s, a, r, out, found, e), e);
}

static bool reviews_update(struct store *s, int64_t id, enum review_state state,
                           const char *key, const char *note, int64_t now_ms,
                           struct err *e)
{
    struct query q = query_open(&s->db, SQL_REVIEW_DECIDE);

    query_text(&q, review_state_name(state));
    query_text(&q, state == REVIEW_ACCEPTED ? key : NULL);
    query_text(&q, note);
    query_int(&q, now_ms);
    query_int(&q, id);
    return query_run(&q, e);
}

/* The ledger gets what the row says then. */
static bool reviews_decide(struct store *s, int64_t id, enum review_state state,
                           const char *key, const char *note, int64_t now_ms,
                           struct err *e)
{
    struct arena a = { 0 };
    struct review r;
    bool found = false;
    bool ok = reviews_update(s, id, state, key, note, now_ms, e) &&
              review_by_id(s, &a, id, &r, &found, e);

    if (ok && !found)
        ok = err_set(e, ERR_USAGE,
                     "there is no review %" PRId64 "; `assay review --all` "
                     "lists them",
                     id);
    ok = ok && review_chain_append(s, &r, false, e);
    arena_clear(&a);
    return ok;
}

bool review_decide(struct store *s, int64_t id, enum review_state state,
                   const char *key, const char *note, int64_t now_ms,
                   struct err *e)
{
    bool own;

    INVARIANT(state != REVIEW_OPEN);
    return store_enter_alone(s, &own, e) &&
           store_leave(s, own,
                       reviews_decide(s, id, state, key, note, now_ms, e), e);
}
