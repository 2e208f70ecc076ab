/* SPDX-License-Identifier: Apache-2.0 */
#include "store/reviews_int.h"

#include <inttypes.h>
#include <string.h>

/* ---- links ---- */

struct decision { /* a row of the ledger */
    int64_t id;
    struct hash128 review;
    const char *state, *key, *note;
    int64_t at_ms;
    bool adopted;
};

static void chain_upon(struct chain *c, const struct review *r,
                       unsigned char out[CHAIN_BYTES])
{
    chain_begin(c, "assay review 1");
    chain_u64(c, (uint64_t)r->id);
    chain_hash(c, r->hash);
    chain_text(c, r->kind);
    chain_text(c, r->hunt);
    chain_text(c, r->problem);
    chain_text(c, r->why);
    chain_text(c, r->evidence);
    chain_u64(c, (uint64_t)r->made_ms);
    chain_end(c, out);
}

/* `link` is the one before and then the new one. */
static void chain_decision(struct chain *c, const struct decision *d,
                           const struct review *r, unsigned char *link)
{
    unsigned char upon[CHAIN_BYTES];

    chain_upon(c, r, upon);
    chain_begin(c, "assay decision 1");
    chain_bytes(c, link, CHAIN_BYTES);
    chain_u64(c, (uint64_t)d->id);
    chain_hash(c, d->review);
    chain_text(c, d->state);
    chain_text(c, d->key);
    chain_text(c, d->note);
    chain_u64(c, (uint64_t)d->at_ms);
    chain_u64(c, d->adopted);
    chain_bytes(c, upon, CHAIN_BYTES);
    chain_end(c, link);
}

/* ---- walking ---- */

static bool follow_decision(struct store *s, struct query *q, struct arena *a,
                            unsigned char *link, struct ledger_row *out)
{
    struct decision d = { .id = query_take_int(q) };
    struct review r;
    struct err e;
    int64_t adopted;
    bool good;

    d.review = query_take_hash(q);
    d.state = query_take_text(q, a);
    d.key = query_take_text(q, a);
    d.note = query_take_text(q, a);
    d.at_ms = query_take_int(q);
    adopted = query_take_int(q);
    d.adopted = adopted != 0;
    out->id = d.id;
    good = query_take_blob(q, out->stored, sizeof(out->stored));
    if (!review_take(q, a, &r, &e))
        return false; /* what was decided upon is gone, or makes no sense */
    out->name = arena_printf(a, "on review %" PRId64, r.id);
    if (!good || !d.state || (adopted != 0 && adopted != 1))
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

static bool review_chain_insert(struct store *s, const struct decision *d,
                                const struct ledger_head *h, struct err *e)
{
    struct query q = query_open(&s->db, SQL_DECISION_ADD);

    query_int(&q, d->id);
    query_hash(&q, d->review);
    query_text(&q, d->state);
    query_text(&q, d->key);
    query_text(&q, d->note);
    query_int(&q, d->at_ms);
    query_int(&q, d->adopted);
    query_blob(&q, h->chain, sizeof(h->chain));
    return query_run(&q, e);
}

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

    if (!ledger_take(s, &decisions, &h, e))
        return false;
    d.id = ++h.count;
    chain_decision(&s->chain, &d, r, h.chain);
    return review_chain_insert(s, &d, &h, e) &&
           ledger_put(s, &decisions, &h, e);
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
    struct query q = query_open(&s->db, SQL_DECISION_LIKE);

    if (answer)
        of[0] = review_hash_answer(statement, answer);
    if (reply)
        of[1] = review_hash_reply(statement, reply);
    query_hash(&q, of[0]);
    query_hash(&q, of[1]);
    query_text(&q, review_state_name(state));
    if (!query_row(&q, does, e))
        return false;
    query_end(&q);
    return true;
}
