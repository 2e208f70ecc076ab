/* SPDX-License-Identifier: Apache-2.0 */
#include "store/reviews_int.h"

#include <inttypes.h>
#include <string.h>

/* ---- links ---- */

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

bool review_chain_append(struct store *s, const struct review *r, bool adopted,
                         struct err *e)
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
