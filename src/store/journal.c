/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Calls in and out. The order of binding and taking is that of the columns in
 * sql.c.
 */
#include "store/journal.h"
#include "base/alloc.h"
#include "store/journal_int.h"
#include "store/store_int.h"

#include "base/json.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

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

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- finding ---- */

static void journal_take_reply(struct query *q, struct arena *a,
                               struct reply *r)
{
    r->finish = query_take_text(q, a);
    r->why = query_take_text(q, a);
    r->usage.prompt = query_take_known(q);
    r->usage.completion = query_take_known(q);
    r->usage.reasoning = query_take_known(q);
    r->usage.cached = query_take_known(q);
    r->served = query_take_text(q, a);
    r->id = query_take_text(q, a);
    r->fingerprint = query_take_text(q, a);
    r->note = query_take_text(q, a);
}

bool journal_take(struct query *q, struct arena *a, bool whole,
                  struct call *out, struct err *e)
{
    const char *outcome;

    *out = (struct call){ .key = query_take_hash(q) };
    out->url = query_take_text(q, a);
    out->model = query_take_text(q, a);
    out->attempt = (uint64_t)query_take_int(q);
    outcome = query_take_text(q, a);
    journal_take_reply(q, a, &out->reply);
    out->status = (int)query_take_int(q);
    out->http_version = (int)query_take_int(q);
    out->tries = (unsigned)query_take_int(q);
    out->history = query_take_text(q, a);
    out->sent_ms = query_take_int(q);
    out->took_ms = query_take_int(q);
    out->total_ms = query_take_int(q);
    out->reply.text = query_take_text(q, a);
    out->reply.reasoning = query_take_text(q, a);
    if (whole) {
        out->raw = query_take_text(q, a);
        out->body = query_take_text(q, a);
    }
    if (out->url && out->model && out->reply.text && outcome &&
        outcome_find(outcome, &out->reply.outcome))
        return true;
    return err_set(e, ERR_DOMAIN,
                   "the store \"%.200s\" has an invalid call; assay store "
                   "verify shows details",
                   q->db->path);
}

bool journal_find(struct store *s, struct arena *a, struct hash128 key,
                  bool whole, struct call *out, bool *found, struct err *e)
{
    struct query q = query_open(&s->db, whole ? SQL_CALL_WHOLE : SQL_CALL_FIND);
    bool ok;

    query_hash(&q, key);
    if (!query_row(&q, found, e))
        return false;
    if (!*found)
        return true;
    ok = journal_take(&q, a, whole, out, e);
    query_end(&q);
    return ok;
}

bool journal_text(struct store *s, struct arena *a, struct hash128 key,
                  const char **out, struct err *e)
{
    struct query q = query_open(&s->db, SQL_CALL_TEXT);
    bool found;

    *out = NULL;
    query_hash(&q, key);
    if (!query_row(&q, &found, e))
        return false;
    if (found) {
        *out = query_take_text(&q, a);
        query_end(&q);
    }
    return true;
}

bool journal_has(struct store *s, struct hash128 key, bool *found,
                 struct err *e)
{
    struct query q = query_open(&s->db, SQL_CALL_HAS);

    query_hash(&q, key);
    if (!query_row(&q, found, e))
        return false;
    query_end(&q);
    return true;
}

#define AMONG 32 /* keys that SQL_CALL_AMONG takes */

static void journal_note_key(struct hash128 key, const struct hash128 *keys,
                             size_t n, bool *has)
{
    for (size_t i = 0; i < n; i++)
        has[i] = has[i] || (keys[i].high == key.high && keys[i].low == key.low);
}

static bool find_among(struct store *s, const struct hash128 *keys, size_t n,
                       bool *has, struct err *e)
{
    struct query q = query_open(&s->db, SQL_CALL_AMONG);
    enum query_got got;

    for (size_t i = 0; i < AMONG; i++)
        query_hash(&q, keys[i < n ? i : 0]);
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

static void chain_reply(struct chain *c, const struct reply *r)
{
    chain_text(c, outcome_name(r->outcome));
    chain_text(c, r->text ? r->text : "");
    chain_text(c, r->reasoning);
    chain_text(c, r->finish);
    chain_text(c, r->why);
    chain_known(c, r->usage.prompt);
    chain_known(c, r->usage.completion);
    chain_known(c, r->usage.reasoning);
    chain_known(c, r->usage.cached);
    chain_text(c, r->served);
    chain_text(c, r->id);
    chain_text(c, r->fingerprint);
    chain_text(c, r->note);
}

void journal_sha(struct chain *c, const struct call *call,
                 unsigned char out[CHAIN_BYTES])
{
    chain_begin(c, "assay call 1");
    chain_hash(c, call->key);
    chain_text(c, call->url);
    chain_text(c, call->model);
    chain_u64(c, call->attempt);
    chain_text(c, call->body);
    chain_text(c, call->raw);
    chain_reply(c, &call->reply);
    chain_u64(c, (uint64_t)call->status);
    chain_u64(c, (uint64_t)call->http_version);
    chain_u64(c, call->tries);
    chain_text(c, call->history);
    chain_u64(c, (uint64_t)call->sent_ms);
    chain_u64(c, (uint64_t)call->took_ms);
    chain_u64(c, (uint64_t)call->total_ms);
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

    if (!f->id || f->key.high != key.high || f->key.low != key.low)
        return false;
    *id = f->id;
    memcpy(sha, f->sha, CHAIN_BYTES);
    f->id = 0;
    return true;
}

static void bind_reply(struct query *q, const struct reply *r)
{
    query_text(q, outcome_name(r->outcome));
    query_text(q, r->finish);
    query_text(q, r->why);
    query_known(q, r->usage.prompt);
    query_known(q, r->usage.completion);
    query_known(q, r->usage.reasoning);
    query_known(q, r->usage.cached);
    query_text(q, r->served);
    query_text(q, r->id);
    query_text(q, r->fingerprint);
    query_text(q, r->note);
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

    journal_sha(&s->chain, c, out->sha);
    query_hash(&q, c->key);
    query_text(&q, c->url);
    query_text(&q, c->model);
    query_int(&q, (int64_t)c->attempt);
    bind_reply(&q, &c->reply);
    query_int(&q, c->status);
    query_int(&q, c->http_version);
    query_int(&q, c->tries);
    query_text(&q, c->history);
    query_int(&q, c->sent_ms);
    query_int(&q, c->took_ms);
    query_int(&q, c->total_ms);
    query_text(&q, c->reply.text ? c->reply.text : "");
    query_text(&q, c->reply.reasoning);
    query_text(&q, c->raw);
    query_text(&q, c->body);
    query_blob(&q, out->sha, sizeof(out->sha));
    query_int(&q, now);
    return query_post(&q, &out->came, e);
}

static bool add_trouble(struct store *s, const struct call *c, int64_t now,
                        struct err *e)
{
    struct query q = query_open(&s->db, SQL_TROUBLE_ADD);

    query_hash(&q, c->key);
    query_text(&q, c->url);
    query_text(&q, c->model);
    query_int(&q, (int64_t)c->attempt);
    query_text(&q, outcome_name(c->reply.outcome));
    query_text(&q, c->reply.why);
    query_int(&q, c->status);
    query_int(&q, c->tries);
    query_text(&q, c->history);
    query_int(&q, now);
    return query_run(&q, e);
}

static bool journal_add_course(struct store *s, int64_t call,
                               const struct course *c, struct err *e)
{
    struct query q = query_open(&s->db, SQL_TIMING_ADD);

    query_int(&q, call);
    query_int(&q, c->first_ms);
    query_int(&q, c->gap_ms);
    query_int(&q, c->pieces);
    return query_post(&q, NULL, e);
}

bool journal_course(struct store *s, struct hash128 key, struct course *out,
                    bool *found, struct err *e)
{
    struct query q;

    *found = false;
    if (store_version(s) < STORE_COURSES)
        return true;
    q = query_open(&s->db, SQL_TIMING_FIND);
    query_hash(&q, key);
    if (!query_row(&q, found, e))
        return false;
    if (!*found)
        return true;
    out->first_ms = query_take_int(&q);
    out->gap_ms = query_take_int(&q);
    out->pieces = query_take_int(&q);
    query_end(&q);
    return true;
}

/* *already, unless NULL, is set to whether there was an earlier reply. */
static bool journal_note_trouble(struct store *s, const struct call *c,
                                 int64_t now, bool *already, struct err *e)
{
    return (!already || journal_has(s, c->key, already, e)) &&
           add_trouble(s, c, now, e);
}

/* What came of a reply that was posted. */
static bool note_reply(struct store *s, const struct call *c,
                       const struct coming *in, bool *already, struct err *e)
{
    int64_t id = in->came.changes ? in->came.last_id : 0;

    if (already)
        *already = !id;
    if (!id)
        return true;
    fresh_put(s, c, id, in->sha);
    return !c->course.pieces || journal_add_course(s, id, &c->course, e);
}

struct place { /* of a call in the list */
    struct hash128 key;
    size_t at;
};

static int journal_by_key(const void *left, const void *right)
{
    const struct place *x = left, *y = right;

    if (x->key.high != y->key.high)
        return x->key.high < y->key.high ? -1 : 1;
    if (x->key.low != y->key.low)
        return x->key.low < y->key.low ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static bool journal_add_all(struct store *s, const struct call *const *calls,
                            const struct place *order, size_t n,
                            struct coming *in, bool *already, struct err *e)
{
    int64_t now = now_ms();

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
