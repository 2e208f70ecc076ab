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

#define REVIEW_ASKS 8 /* the columns before are what a row asks */

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

static const struct store_row review_row =
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

/* ---- the ledger: links ---- */

struct decision { /* a row of the ledger */
    int64_t id;
    struct hash128 review;
    const char *state, *key, *note;
    int64_t at_ms, adopted;
};

static const struct store_column decision_columns[] = {
    COLUMN(INT, decision, id),      COLUMN(HASH, decision, review),
    COLUMN(NEED, decision, state),  COLUMN(TEXT, decision, key),
    COLUMN(TEXT, decision, note),   COLUMN(INT, decision, at_ms),
    COLUMN(INT, decision, adopted),
};

static const struct store_row decision_row =
    ROW("a decision", decision, decision_columns, 0);

/* `link` is the one before and then the new one. */
static void chain_decision(struct chain *c, const struct decision *d,
                           const struct review *r, unsigned char *link)
{
    unsigned char upon[CHAIN_BYTES];

    chain_begin(c, "assay review 1");
    rows_chain(c, &review_row, r, 0, REVIEW_ASKS);
    chain_end(c, upon);
    chain_begin(c, "assay decision 1");
    chain_bytes(c, link, CHAIN_BYTES);
    rows_chain(c, &decision_row, d, 0, decision_row.n);
    chain_bytes(c, upon, CHAIN_BYTES);
    chain_end(c, link);
}

/* ---- walking ---- */

static bool follow_decision(struct store *s, struct query *q, struct arena *a,
                            unsigned char *link, struct ledger_row *out)
{
    struct decision d;
    struct review r;
    struct err e;
    bool good = rows_take(q, a, &decision_row, &d, &e);

    out->id = d.id;
    good &= query_take_blob(q, out->stored, sizeof(out->stored));
    if (!rows_take(q, a, &review_row, &r, &e))
        return false; /* what was decided upon is gone, or makes no sense */
    out->name = arena_printf(a, "on review %" PRId64, r.id);
    if (!good || (d.adopted != 0 && d.adopted != 1))
        return false;
    chain_decision(&s->chain, &d, &r, link);
    return true;
}

static const struct ledger decisions = { SQL_DECISION_HEAD,
                                         SQL_DECISION_HEAD_SET,
                                         SQL_CHECK_DECISIONS, follow_decision };

bool review_chain_verify(struct store *s, ledger_fault *fault, void *who,
                         struct ledger_head *end, struct err *e)
{
    return ledger_verify(s, &decisions, fault, who, end, e);
}

/* ---- appending ---- */

/* Appends what the row says by now. The caller has a transaction. */
static bool review_chain_append(struct store *s, const struct review *r,
                                bool adopted, struct err *e)
{
    struct decision d = { .review = r->hash,
                          .state = review_state_name(r->state),
                          .key = r->key,
                          .note = r->note,
                          .at_ms = r->state == REVIEW_OPEN ? r->made_ms
                                                           : r->decided_ms,
                          .adopted = adopted };
    struct ledger_head h;
    struct query q;

    if (!ledger_take(s, &decisions, &h, e))
        return false;
    d.id = ++h.count;
    chain_decision(&s->chain, &d, r, h.chain);
    q = query_open(&s->db, SQL_DECISION_ADD);
    rows_bind(&q, &decision_row, &d, 0, decision_row.n);
    query_bind(&q, sql_blob(h.chain, sizeof(h.chain)));
    return query_run(&q, e) && ledger_put(s, &decisions, &h, e);
}

bool review_chain_adopt(struct store *s, struct err *e)
{
    struct arena a = { 0 };
    struct review *all;
    size_t n;
    bool ok = review_list(s, &a, REVIEW_OPEN, true, &all, &n, e);

    for (size_t i = 0; ok && i < n; i++)
        ok = review_chain_append(s, &all[i], true, e);
    arena_clear(&a);
    return ok;
}

/* ---- what rests on decisions ---- */

bool review_chain_explains(struct store *s, const char *statement,
                           const char *answer, const char *reply,
                           enum review_state state, bool *does, struct err *e)
{
    struct hash128 of[2] = { { 0, 0 }, { 0, 0 } };

    if (answer)
        of[0] = review_hash_answer(statement, answer);
    if (reply)
        of[1] = review_hash_reply(statement, reply);
    return query_exists(&s->db, SQL_DECISION_LIKE,
                        ARGS(sql_hash(of[0]), sql_hash(of[1]),
                             sql_text(review_state_name(state))),
                        does, e);
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
